#!/usr/bin/env python3
"""The engine in the real XBoard: mouse scenarios and short matches.

    tests/xboard/run.py [--engine PATH] [--out DIR] [--quick]

Needs the Debian packages xboard, xvfb, xdotool and imagemagick; without them
nothing is tested and that is said.  XBoard runs on a display of its own with a
temporary home.  Exit status: 0 all well, 1 something went wrong.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OWN = ROOT / "tests" / "data" / "protocol" / "variants"
# One game of each kind of board, hand and announcement.
MATCHES = ["normal", "crazyhouse", "shogi", "xiangqi", "capablanca", "omaha", "hookers", "pockets", "sixes", "palaces"]


def missing():
    """The programs that are needed and not installed."""
    path = os.environ.get("PATH", "") + ":/usr/games"
    return [name for name in ("xboard", "Xvfb", "xdotool", "import") if not shutil.which(name, path=path)]


def report(name, process):
    good = process.returncode == 0
    print(f"{'PASS' if good else 'FAIL'}  {name}", flush=True)
    if not good:
        print(process.stdout[-3000:], process.stderr[-1000:])
    return good


def run(name, program, *arguments, engine):
    environment = dict(os.environ, ALFIL=str(engine))
    command = [sys.executable, str(HERE / program), *map(str, arguments)]
    return report(name, subprocess.run(command, env=environment, capture_output=True, text=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    parser.add_argument("--out", type=Path, help="keep logs and pictures here")
    parser.add_argument("--quick", action="store_true", help="scenarios only, no matches")
    arguments = parser.parse_args()
    if absent := missing():
        print("skipped, not installed:", ", ".join(absent))
        return 0
    engine = arguments.engine.resolve()
    good = True
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or Path(temporary)
        for scenario in sorted((HERE / "scenarios").glob("*.toml")):
            good &= run(scenario.stem, "play_mouse.py", scenario, "--out", out / scenario.stem, engine=engine)
        for variant in [] if arguments.quick else MATCHES:
            command = f"{engine} --variants {OWN}"
            good &= run(f"two engines play {variant}", "two_machines.py", "--first", command, "--second", command,
                        "--variant", variant, "--games", 2, "--tc", "0:02", "--inc", "0.03",
                        "--out", out / f"match-{variant}", "--time-limit", 120, engine=engine)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
