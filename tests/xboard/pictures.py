#!/usr/bin/env python3
"""Pictures of the user's view, for inspection.

    tests/xboard/pictures.py ENGINE DIR

Dialogs and boards in XBoard with its default settings, as PNG; if tmux is
installed, games in a terminal of 80x24 as text with its colours (`cat` shows it).
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import xb_common as xb

ROOT = Path(__file__).resolve().parent.parent.parent
# Games to show on a board, and dialogs with the keys that open them.
BOARDS = ["outpost", "pond", "torishogi", "chu", "xiangqi", "normal"]
DIALOGS = {"New Variant": "alt+shift+v", "Engine Settings": "alt+n Down Down Down Return"}
TERMINAL = {"chu": [], "crazyhouse": ["e2e4"], "outpost": ["help"]}


def in_xboard(command, out):
    for variant in BOARDS:
        with xb.Rig(out / "logs", 60) as rig:
            rig.start_xboard(["-firstChessProgram", command, "-variant", variant], plain_colours=False)
            rig.wait_handshake()
            rig.settle(0.5)
            rig.screenshot(out / f"{variant}.png", rig.main_window()[0])
    with xb.Rig(out / "logs", 60) as rig:
        rig.start_xboard(["-firstChessProgram", command], plain_colours=False)
        main = rig.main_window()
        rig.wait_handshake()
        for name, keys in DIALOGS.items():
            rig.xdo("windowfocus", main[0])
            for key in keys.split():
                time.sleep(0.3)
                rig.xdo("key", key)
            dialog = rig.wait_window(lambda window: window[0] != main[0] and window[4] > 200)
            rig.screenshot(out / f"{name}.png", dialog[0])
            rig.xdo("windowfocus", dialog[0])
            rig.xdo("key", "Escape")
            time.sleep(0.3)


def in_terminal(command, out):
    with tempfile.TemporaryDirectory() as place:
        tmux = ["tmux", "-S", f"{place}/socket", "-f", "/dev/null"]
        for variant, lines in TERMINAL.items():
            shell = f"{command} play {variant} --time 0.2"
            subprocess.run([*tmux, "new-session", "-d", "-x", "80", "-y", "24", "-s", variant, shell], check=True)
            time.sleep(2)
            for line in lines:
                subprocess.run([*tmux, "send-keys", "-t", variant, line, "Enter"], check=True)
                time.sleep(2)
            shown = subprocess.run([*tmux, "capture-pane", "-p", "-e", "-N", "-t", variant], capture_output=True, check=True)
            (out / f"{variant}.ansi").write_bytes(shown.stdout)
        subprocess.run([*tmux, "kill-server"])


def main():
    engine, out = sys.argv[1], Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games:
        text = (ROOT / "README.md").read_text()
        Path(games, "outpost.toml").write_text(text.split("```toml\n")[1].split("```")[0])
        command = f"{engine} --variants {games} --variants {ROOT / 'docs' / 'examples'}"
        in_xboard(command, out)
        if shutil.which("tmux"):
            in_terminal(command, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
