#!/usr/bin/env python3
"""XBoard adds an installed engine to its list.

    tests/xboard/listed.py COMMAND

It does so at its start, and saves the list with its settings.
"""

import re
import sys
import tempfile

import xb_common as xb


def main():
    command = sys.argv[1]
    with tempfile.TemporaryDirectory() as out, xb.Rig(out, 60) as rig:
        rig.start([xb.find_tool("xboard", "XBOARD"), "-noChessProgram", "true", "-autoInstall", "ALL", "-startupMessage", ""])
        rig.main_window()
        rig.settle()
        rig.quit()
        saved = re.search(r"^-firstChessProgramNames \{(.*?)^\}", rig.settings.read_text(), re.M | re.S)
    names = saved[1].splitlines() if saved else []
    if command not in names:
        print(f"XBoard does not list `{command}`, but {names}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
