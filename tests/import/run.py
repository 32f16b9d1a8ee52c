#!/usr/bin/env python3
"""Imported games beside Fairy-Stockfish.

    tests/import/run.py [--engine PATH] [--ini FILE] [--children N] [--seed N] [--depth N] [--games N] [--plies N] [SECTION...]

Imports every section of a variants.ini (that of the tests, or `--ini`), and
sections that override randomly drawn keys of built-in games.  Compares the
imported games with pyffish, which is installed from PyPI into a virtual
environment under `target`: all legal moves and the ends of games, in the
positions that can be reached in a few moves, then in random games.
Exit status: 0 no difference, 1 some, or games that are not imported: named
sections, those of the tests, and most of those that are drawn may not be lacking.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The sections of the tests, and their counts.
OWN = ROOT / "tests" / "data" / "import" / "games.ini"
COUNTS = OWN.with_name("counts.txt")
# The least share of the drawn sections that must be imported: many of them have keys that cannot be carried over.
SHARE = 1 / 3
sys.path.insert(0, str(HERE.parent))

from children import sections  # noqa: E402
from pypi import python_with  # noqa: E402


class Fairy:
    """A game in pyffish."""

    def __init__(self, name):
        import pyffish

        self.lib, self.name = pyffish, name
        self.fen = pyffish.start_fen(name)
        self.white_first = " b" not in self.fen

    def legal(self, moves):
        return self.lib.legal_moves(self.name, self.fen, moves)

    def perft(self, depth, moves=()):
        legal = self.legal(list(moves))
        if depth <= 1:
            return len(legal)
        return sum(self.perft(depth - 1, [*moves, move]) for move in legal)

    def is_lost_by_mover(self, moves):
        return self.lib.game_result(self.name, self.fen, moves) > 0

    def result(self, moves, legal):
        """The result for White as a score, None while the game goes on."""
        if legal:
            over, value = self.lib.is_optional_game_end(self.name, self.fen, moves)
            if not over:
                return None
        else:
            over, value = self.lib.is_immediate_game_end(self.name, self.fen, moves)
            if not over:
                value = self.lib.game_result(self.name, self.fen, moves)
        if value == 0:
            return "1/2-1/2"
        whites = (len(moves) % 2 == 0) == self.white_first
        return "1-0" if (value > 0) == whites else "0-1"


def common(move, ten_ranks):
    """The engine's move in UCI notation; boards of ten ranks count from 0 in the engine."""
    return re.sub(r"([a-l])(\d)", lambda at: at[1] + str(int(at[2]) + 1), move) if ten_ranks else move


def matched(fairy, own):
    """The moves of pyffish and of the engine, by their names in pyffish.  A castling by one square
    is written there as the king taking its partner, and a pass as a king that stays."""
    # pyffish writes a hole that each piece leaves like a wall that is placed.
    known = {move if move in own else move.split(",")[0]: move for move in fairy}
    found = dict(own)
    for castling in [move for move in own if move.startswith("O-O")]:
        left = castling == "O-O-O"
        goes = re.compile(r"([a-l])\d+([a-l])\d+$")
        fits = [m for m in known if m not in own and (at := goes.match(m)) and (at[2] < at[1]) == left]
        if len(fits) == 1:
            found[fits[0]] = found.pop(castling)
    stays = [move for move in known if re.fullmatch(r"([a-l]\d+)\1", move)]
    if "@@@@" in own and len(stays) == 1:
        found[stays[0]] = found.pop("@@@@")
    return known, found


def one_game(name, number, plies, ask):
    fairy = Fairy(name)
    ten_ranks = len(fairy.fen.split("[")[0].split(" ")[0].split("/")) == 10
    chance = random.Random(f"{name} {number}")
    theirs, ours = [], []
    for _ in range(plies):
        state = ask({"variant": name, "moves": ours})
        if "error" in state:
            return f"{' '.join(theirs)}: {state['error']['message']}"
        legal = fairy.legal(theirs)
        result = fairy.result(theirs, legal)
        # Fairy-Stockfish leaves dead positions to the GUI.
        if state["reason"] == "insufficient-material":
            return None
        if state["result"] != (result or "*"):
            return f"{' '.join(theirs)}: {state['result']} ({state['reason']}), not {result}"
        if result:
            return None
        known, found = matched(legal, {common(move, ten_ranks): move for move in state["legal"]})
        # Fairy-Stockfish allows a mate by a dropped pawn even if it is illegal, and counts it as a loss.
        for drop in [move for move in known if "@" in move and move not in found]:
            if not fairy.legal([*theirs, drop]) and fairy.is_lost_by_mover([*theirs, drop]):
                del known[drop]
        if set(known) != set(found):
            return f"{' '.join(theirs)}: only there {set(known) - set(found)}, only here {set(found) - set(known)}"
        move = chance.choice(sorted(known))
        theirs.append(known[move])
        ours.append(found[move])
    return None


def headings(text):
    """The names of the sections."""
    return re.findall(r"^\[([^\]:]+)", text, re.MULTILINE)


def lacking(arguments, names, drawn):
    """What should have been imported, and was not."""
    if arguments.sections:
        demanded = arguments.sections
    elif arguments.ini.resolve() == OWN:
        lines = COUNTS.read_text().splitlines()
        demanded = dict.fromkeys(line.split()[0] for line in lines if line and line[0] != "#")
    else:
        demanded = []
    faults = [f"{name} is not imported" for name in demanded if name not in names]
    kept = sum(name in names for name in drawn)
    if not arguments.sections and kept < SHARE * len(drawn):
        faults.append(f"only {kept} of {len(drawn)} drawn sections are imported")
    return faults


def compare(arguments):
    import pyffish

    drawn = sections(arguments.children, arguments.seed)
    text = arguments.ini.read_text() + "\n" + drawn
    pyffish.load_variant_config(text)
    with tempfile.TemporaryDirectory() as folder:
        ini = Path(folder) / "all.ini"
        ini.write_text(text)
        command = [arguments.engine, "import", ini, *arguments.sections, "--to", folder]
        # It ends with 1 where a section cannot be carried over.
        status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        names = [name for name in headings(text) if (Path(folder) / f"{name}.toml").exists()]
        batch = [arguments.engine, "inspect", "--batch", "--variants", folder]
        engine = subprocess.Popen(batch, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(question):
            engine.stdin.write(json.dumps(question) + "\n")
            engine.stdin.flush()
            return json.loads(engine.stdout.readline())

        faulty = lacking(arguments, names, headings(drawn))
        if status not in (0, 1):
            faulty.append(f"the import ends with {status}")
        for fault in faulty:
            print(fault, flush=True)
        good = not faulty
        for name in names:
            faults = []
            for depth in range(1, arguments.depth + 1):
                count = [arguments.engine, "perft", "--variants", folder, "--variant", name, "--depth", str(depth)]
                counted = subprocess.run(count, capture_output=True, text=True).stdout.split()[-1:]
                expected = str(Fairy(name).perft(depth))
                if counted != [expected]:
                    faults.append(f"{depth} plies: {' '.join(counted)} positions, not {expected}")
                    break
            for number in range(arguments.games):
                fault = one_game(name, number, arguments.plies, ask)
                if fault:
                    faults.append(fault)
                    break
            for fault in faults:
                print(f"{name}: {fault}", flush=True)
            good &= not faults
        engine.stdin.close()
        engine.wait()
    print(f"{len(names)} of {len(headings(text))} games are imported and compared", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    parser.add_argument("--ini", type=Path, default=OWN)
    parser.add_argument("--children", type=int, default=60, help="sections that are drawn")
    parser.add_argument("--seed", type=int, default=1, help="by which they are drawn")
    parser.add_argument("--depth", type=int, default=2, help="plies of which all positions are counted")
    parser.add_argument("--games", type=int, default=3, help="random games of each section")
    parser.add_argument("--plies", type=int, default=60, help="of which a random game has at most so many")
    parser.add_argument("sections", nargs="*", metavar="SECTION")
    arguments = parser.parse_args()
    try:
        import pyffish  # noqa: F401
    except ImportError:
        python = python_with(HERE / "requirements.txt", "import")
        if python is None:
            sys.exit("pyffish cannot be installed: nothing tested")
        return subprocess.run([python, __file__, *sys.argv[1:]]).returncode
    return 0 if compare(arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
