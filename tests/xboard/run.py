#!/usr/bin/env python3
"""The engine in the real XBoard: mouse scenarios and short matches.

    tests/xboard/run.py [--engine PATH] [--out DIR] [--match VARIANT ...] [--quick] [--require]

Needs the Debian packages xboard, xvfb, xdotool and imagemagick; without them
nothing is tested but a notice is printed, which with --require is a failure.  XBoard
runs on a display of its own with a home of its own.  Exit status: 0 all well,
1 something went wrong.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Variants that the engine does not know without their files.
OWN = [ROOT / "tests" / "data" / "protocol" / "variants", ROOT / "docs" / "examples"]
# One game of each kind of board, hand and announcement, and of each setting that XBoard needs or must not have.
MATCHES = ["normal", "crazyhouse", "shogi", "xiangqi", "capablanca", "pond", "omaha", "hookers", "pockets", "sixes",
           "palaces", "atomic", "cylinder", "great", "seirawan", "super", "lion", "makruk", "spartan", "fairy", "horde",
           "cxf-xiangqi", "opulent", "extinction", "full-elven", "wildebeest", "janggi", "sittuyin", "7x7+6_shogi",
           "8x8+0_capablanca"]
# Unless its legality test is off, XBoard refuses promotions in place, to pieces or on squares of which it does not know,
# and lame double steps, ends games while a king is in hand, and takes kings that face each other to be in check.
# (`alfil xboard` switches the test off for these games.)
UNTESTED = ["cambodian", "janggi", "janggicasual", "janggimodern", "janggitraditional", "metamachy", "omicron", "shinobi",
            "shogun", "sittuyin", "werewolf"]

# The number of moves after which XBoard calls a game a draw. It has no room for more than 1000 plies, and a game of
# shogi in which both kings have entered the enemy camp could go on for longer, since no rule counts moves.
LONGEST = 300


def missing():
    """The required programs that are not installed."""
    path = os.environ.get("PATH", "") + ":/usr/games"
    return [name for name in ("xboard", "Xvfb", "xdotool", "import") if not shutil.which(name, path=path)]


def variants(command):
    """The names of all variants."""
    listed = subprocess.run([*command, "list"], capture_output=True, text=True, check=True)
    return {line.split()[0] for line in listed.stdout.splitlines() if line.strip()}


def board(variant):
    """The options with which XBoard plays a variant.

    The size in front of a name becomes options of its own.  XBoard then accepts
    the engine's moves only if it does not test them.
    """
    size = re.fullmatch(r"(\d+)x(\d+)\+(\d+)_(\w+)", variant)
    if not size:
        return ["--variant", variant, *(["--test-legality", "false"] if variant in UNTESTED else [])]
    files, ranks, held, parent = size.groups()
    return ["--variant", parent, "--board-width", files, "--board-height", ranks, "--holdings-size", held,
            "--test-legality", "false"]


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
    parser.add_argument("--match", action="append", metavar="VARIANT", help="play this variant, perhaps with a size before "
                        f"its name, may be repeated (default: {', '.join(MATCHES)})")
    parser.add_argument("--games", type=int, default=2, help="games of a match (default: 2)")
    parser.add_argument("--tc", default="0:02", help="minutes and seconds for each side's game (default: 0:02)")
    parser.add_argument("--inc", default="0.03", help="seconds added with each move (default: 0.03)")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="test nothing, leave pictures of boards, dialogs and the "
                        "terminal here")
    parser.add_argument("--quick", action="store_true", help="scenarios only, no matches")
    parser.add_argument("--require", action="store_true", help="fail when a program is not installed")
    arguments = parser.parse_args()
    if absent := missing():
        print("FAIL" if arguments.require else "skipped", "not installed:", ", ".join(absent))
        return 1 if arguments.require else 0
    engine = arguments.engine.resolve()
    if arguments.pictures:
        return subprocess.run([sys.executable, HERE / "pictures.py", engine, arguments.pictures]).returncode
    words = [str(engine), *(word for directory in OWN for word in ("--variants", str(directory)))]
    command = " ".join(words)
    known = variants(words)
    if unknown := [name for name in arguments.match or [] if board(name)[1] not in known]:
        parser.error(f"no such variant: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or Path(temporary)
        scenarios = [("a home of its own", "own_home.py", out / "own-home")]
        for scenario in sorted((HERE / "scenarios").glob("*.toml")):
            scenarios.append((scenario.stem, "play_mouse.py", scenario, "--out", out / scenario.stem))
        matches = []
        for variant in [] if arguments.quick else arguments.match or MATCHES:
            matches.append((f"two engines play {variant}", "two_machines.py", "--first", command, "--second", command,
                            *board(variant), "--games", arguments.games, "--tc", arguments.tc, "--inc", arguments.inc,
                            "--max-moves", LONGEST, "--out", out / f"match-{variant}",
                            "--time-limit", 60 * arguments.games))

        def one_by_one(tests):
            return all([run(*test, engine=engine) for test in tests])

        # The scenarios mostly wait, and of the two engines of a match one thinks at a time; each has a display of its own.
        with ThreadPoolExecutor() as together:
            return 0 if all(list(together.map(one_by_one, [scenarios, matches]))) else 1


if __name__ == "__main__":
    sys.exit(main())
