#!/usr/bin/env python3
"""XBoard reads its settings from the run's own home, and saves them there.

    tests/xboard/own_home.py OUT

XBoard has only one meaning for `~`: if that is the run's home, XBoard leaves the
user's alone.
"""

import sys

import xb_common as xb

SIZE = 29  # of a square; nobody's default


def main():
    with xb.Rig(sys.argv[1], 60) as rig:
        rig.settings.write_text(f"-size {SIZE}\n")
        rig.start_xboard(["-noChessProgram", "true", "-saveSettingsOnExit", "true"])
        limit = 100
        while (board := xb.find_board(*rig.grab((window := rig.main_window())[0]), window[2:4])) is None and limit:
            limit -= 1
            rig.settle(0.1)
        if board is None or int(board.pitch_x) != SIZE + 1:
            print(f"the settings in {rig.settings} were not read: {board and board.as_dict()}")
            return 1
        rig.quit()
        if "Save Settings" not in rig.settings.read_text():
            print(f"the settings were not saved in {rig.settings}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
