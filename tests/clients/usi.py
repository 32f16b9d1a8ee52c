#!/usr/bin/env python3
"""The engine in USI under cshogi: games from the start and from set-up positions.

    tests/clients/usi.py [--engine PATH]

Needs the package `cshogi` (see requirements.txt), which drives the engine and
is the referee.  Exit status: 0 all well, 1 something went wrong.
"""

import argparse
import sys
from pathlib import Path

import cshogi
from cshogi.usi import Engine

ROOT = Path(__file__).resolve().parent.parent.parent
# The longest game, in plies.
LONGEST = 300
# A middle game with pieces in both hands and promoted ones on the board, and an ending near mate.
POSITIONS = [
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "4k4/9/4P4/9/9/9/9/9/4K4 b G2Pr2b3g4s4n4l15p 1",
]


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def game(engine, sfen, **limit):
    """A game of the engine against itself; returns how it ended and after how many plies."""
    board = cshogi.Board() if sfen == "startpos" else cshogi.Board(sfen=sfen)
    moves = []
    engine.usinewgame()
    while len(moves) < LONGEST:
        engine.position(sfen=sfen if sfen == "startpos" else f"sfen {sfen}", moves=moves)
        best, ponder = engine.go(**limit)
        if best in ("resign", "win"):
            return best, board, moves
        move = board.move_from_usi(best)
        expect(board.is_legal(move), f"{best} in {board.sfen()}")
        board.push(move)
        moves.append(best)
        if ponder is not None and not board.is_game_over():
            reply = board.move_from_usi(ponder)
            expect(board.is_legal(reply), f"{ponder} expected in {board.sfen()}")
        # The referee judges a position that occurs for the fourth time.
        if board.is_draw() not in (cshogi.NOT_REPETITION, cshogi.REPETITION_SUPERIOR, cshogi.REPETITION_INFERIOR):
            return "repetition", board, moves
    return "long", board, moves


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    arguments = parser.parse_args()
    engine = Engine(str(arguments.engine.resolve()))
    try:
        offered = engine.usi()
        expect(any("USI_Ponder" in line for line in offered), f"no USI_Ponder in {offered}")
        engine.setoption("USI_Hash", 32)
        engine.isready()
        for sfen in ["startpos", "startpos", *POSITIONS]:
            end, board, moves = game(engine, sfen, byoyomi=60)
            expect(end != "resign" or board.is_game_over(), f"resigned in {board.sfen()}")
            expect(end != "repetition" or len(moves) > 20, f"nothing but {moves}")
            print(f"{len(moves)} plies: {end}", flush=True)
        end, _, _ = game(engine, "startpos", btime=2000, wtime=2000, binc=20, winc=20)
        print(f"with a clock: {end}", flush=True)
        end, _, moves = game(engine, POSITIONS[1], nodes=5000)
        expect(end == "resign" and len(moves) == 1, f"a mate in one took {moves}")
    except AssertionError as fault:
        print(f"WRONG: {fault}", file=sys.stderr)
        return 1
    finally:
        engine.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
