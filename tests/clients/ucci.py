#!/usr/bin/env python3
"""The engine in UCCI, and in UCI for xiangqi, under cchess: games and analyses.

    tests/clients/ucci.py [--engine PATH]

Needs the package `cchess` (see requirements.txt), which drives the engine and
is the referee for moves, check, mate and stalemate, but not for
repetition.  Exit status: 0 all well, 1 something went wrong.
"""

import argparse
import collections
import sys
import time
from pathlib import Path

import cchess

ROOT = Path(__file__).resolve().parent.parent.parent
# The longest game, in plies.
LONGEST = 300
# The longest wait for an answer on a busy machine, in seconds.
PATIENCE = 60
# A middle game with Black to move, and an ending near mate.
POSITIONS = [
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 1",
    "3k5/4P4/3P5/9/9/9/9/9/9/4K2R1 w - - 0 1",
]
MATE_IN_TWO = "3k5/9/R8/9/9/9/9/9/7R1/5K3 w - - 0 1"
STALEMATE = "5k3/9/9/9/4r4/9/9/9/r8/3K5 w - - 0 1"
# The form of each protocol: initial options, a clock of a few seconds, and the score of a mate in two.
PROTOCOLS = [
    (
        cchess.UcciEngine,
        {"hashsize": 32, "usemillisec": "true"},
        {"time": 2000, "increment": 20},
        {"score": 29997},
    ),
    (
        cchess.UciEngine,
        {"Hash": 32, "UCI_Variant": "xiangqi", "Ranks From Zero": "true"},
        {"wtime": 2000, "btime": 2000, "winc": 20, "binc": 20},
        {"mate": 2},
    ),
]


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def start(kind, path, **options):
    """An engine that is ready, with its options set."""
    engine = kind()
    expect(engine.load(str(path)), "the engine starts")
    expect(engine.wait_for_ready(PATIENCE), f"{engine.init_cmd()} is answered: {engine.engine_status}")
    expect(engine.ids["name"].startswith("alfil"), f"its name: {engine.ids}")
    for name, value in options.items():
        engine.set_option(name, value)
    return engine


def go(engine, position, **limit):
    """The answer to a position, and the lines of analysis before it."""
    expect(engine.go_from(position, limit), "the engine lives")
    lines, end = [], time.monotonic() + PATIENCE
    while time.monotonic() < end:
        action = engine.get_action()
        if action is None:
            time.sleep(0.002)
        elif action["action"] == "info_move":
            lines.append(action)
        elif action["action"] == "info":
            # The game that an option has selected; anything else is a complaint.
            expect(action["raw_msg"].startswith("info string variant "), f"{action['raw_msg']} for {position}")
        elif action["action"] != "ready":
            return action, lines
    raise AssertionError(f"no answer to {position}")


def is_legal(board, move):
    """The referee's verdict.  It allows leaving the king in check, which is tested separately."""
    return board.is_valid_iccs_move(move) and not board.is_checked_move(*cchess.iccs2pos(move))


def follow(board, moves):
    """Whether a line can be played."""
    board = board.copy()
    for text in moves:
        expect(is_legal(board, text), f"{text} of {moves} in {board.to_fen()}")
        board.move_iccs(text)
        board.next_turn()


def is_checked(board):
    other = board.copy()
    other.next_turn()
    return other.is_checking()


def game(engines, fen, **limit):
    """A game of two engines, or of one with itself; returns how it ended and after how many plies."""
    board, history, seen = cchess.ChessBoard(fen), [], collections.Counter()
    position = fen
    while len(history) < LONGEST:
        mover = engines[len(history) % len(engines)]
        action, lines = go(mover, position, **limit)
        if action["action"] == "dead":
            expect(board.no_moves(), f"no move in {board.to_fen()}")
            return "checkmate" if is_checked(board) else "stalemate", len(history)
        expect(action["action"] == "bestmove", f"{action} in {board.to_fen()}")
        text = action["move"]
        expect(is_legal(board, text), f"{text} in {board.to_fen()}")
        # On a busy machine the time may be over before there is a line to show.
        if lines:
            line = lines[-1]["moves"]
            expect(line[0] == text, f"{text} after {line} in {board.to_fen()}")
            follow(board, line)
        move = board.move_iccs(text)
        move.prepare_for_engine(board.move_player.opposite(), history)
        history.append(move)
        board.next_turn()
        # The client sends a game as the moves since the last capture.
        position = move.to_engine_fen()
        seen[board.to_fen()] += 1
        if seen[board.to_fen()] == 3:
            return "repetition", len(history)
    return "long", len(history)


def several(engine):
    """Three lines for one position, and one again."""
    engine.set_option("MultiPV", 3)
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    _, lines = go(engine, cchess.FULL_INIT_FEN, depth=5)
    deepest = [line for line in lines if line["depth"] == 5]
    expect(len({line["moves"][0] for line in deepest}) == 3, f"three lines: {deepest}")
    for line in lines:
        follow(board, line["moves"])
    engine.set_option("MultiPV", 1)


def ends(engine, mate):
    """The answers to a mate in two, and to a position without moves."""
    action, lines = go(engine, MATE_IN_TWO, depth=6)
    last = {key: lines[-1].get(key) for key in mate}
    expect(last == mate, f"a mate in two: {action}, {lines[-1:]}")
    kind, plies = game([engine], MATE_IN_TWO, depth=6)
    expect((kind, plies) == ("checkmate", 3), f"a mate in two: {kind} after {plies} plies")
    kind, plies = game([engine], STALEMATE, depth=6)
    expect((kind, plies) == ("stalemate", 0), f"no move: {kind} after {plies} plies")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    path = parser.parse_args().engine.resolve()
    for kind, options, clock, mate in PROTOCOLS:
        name, engines = kind.__name__, []
        try:
            engine = start(kind, path, **options)
            engines.append(engine)
            for fen in [cchess.FULL_INIT_FEN, *POSITIONS]:
                end, plies = game([engine], fen, nodes=4000)
                print(f"{name}: {plies} plies: {end}", flush=True)
            end, plies = game([engine], cchess.FULL_INIT_FEN, **clock)
            print(f"{name}, with a clock: {plies} plies: {end}", flush=True)
            weak = start(kind, path, Level=1, **options)
            engines.append(weak)
            for sides in ([engine, weak], [weak, engine]):
                end, plies = game(sides, cchess.FULL_INIT_FEN, nodes=4000)
                print(f"{name}, against level 1: {plies} plies: {end}", flush=True)
                expect(end != "checkmate" or sides[plies % 2] is weak, "the stronger side mates")
            several(engine)
            ends(engine, mate)
        except AssertionError as fault:
            print(f"WRONG: {name}: {fault}", file=sys.stderr)
            return 1
        finally:
            for engine in engines:
                engine.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
