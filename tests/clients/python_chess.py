#!/usr/bin/env python3
"""The engine under python-chess: games, analyses, settings.

    tests/clients/python_chess.py [--engine PATH]

Needs the package `chess` (see requirements.txt).  python-chess is the referee:
it raises an error on every move that is not legal, on every `Error` and
`Illegal move`, and on features that it cannot read.  All its games are played,
and one that the engine does not have is a failure.  Exit status: 0 all well,
1 something went wrong.
"""

import argparse
import logging
import subprocess
import sys
import traceback
from pathlib import Path

import chess
import chess.engine
import chess.variant

ROOT = Path(__file__).resolve().parent.parent.parent
# CECP's names and python-chess's boards.  Antichess has the name of giveaway, which differs from it in having castling.
GAMES = {board.xboard_variant: board for board in chess.variant.VARIANTS if board is not chess.variant.AntichessBoard}
LONGEST = 160


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def play_game(engine, board, limit, ponder=False):
    """One game of the engine against itself; returns the number of plies."""
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        result = engine.play(board, limit(board), game=game, ponder=ponder, info=chess.engine.INFO_ALL)
        if result.resigned or result.move is None:
            raise AssertionError(f"no move in {board.fen()}")
        expect(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        # Lines of the ponder search, which come before python-chess is done, begin two moves later.
        if result.info.get("pv") and not ponder:
            follow(board, result.info["pv"])
        board.push(result.move)
    engine.ping()
    return board.ply()


def follow(board, line):
    """All moves of a line are legal, one after the other."""
    board = board.copy(stack=False)
    for move in line:
        expect(move in board.legal_moves, f"{move} of {line} in {board.fen()}")
        board.push(move)


def games(engine, name):
    board = GAMES[name]
    clock = {"w": 3.0, "b": 3.0}

    def fischer(position):
        return chess.engine.Limit(white_clock=clock["w"], black_clock=clock["b"], white_inc=0.02, black_inc=0.02)

    yield "a clock", lambda: play_game(engine, board(), fischer)
    yield "a time for each move", lambda: play_game(engine, board(), lambda _: chess.engine.Limit(time=0.02))
    yield "a depth", lambda: play_game(engine, board(), lambda _: chess.engine.Limit(depth=2))
    yield "nodes", lambda: play_game(engine, board(), lambda _: chess.engine.Limit(nodes=300))
    yield "pondering", lambda: play_game(engine, board(), lambda _: chess.engine.Limit(time=0.02), ponder=True)
    yield "moves taken back", lambda: take_back(engine, board())
    yield "analysis", lambda: analyse(engine, board())


def take_back(engine, board):
    """python-chess steps to other positions with `undo` and `remove`."""
    game = object()
    limit = chess.engine.Limit(depth=2)
    # A game may end within five plies, as one of atomic with a smothered king.
    while board.ply() < 6 and not board.is_game_over():
        board.push(engine.play(board, limit, game=game).move)
    played = board.ply()
    expect(played >= 4, f"a game that is long enough: {board.fen()}")
    # The move that is played again may end the game too, and is then taken back.
    for count in (1, 2, 2):
        for _ in range(count):
            board.pop()
        board.push(engine.play(board, limit, game=game).move)
    expect(board.ply() == played - 2, f"of {played} moves two less are left: {board.ply()}")


def analyse(engine, board):
    game = object()
    info = engine.analyse(board, chess.engine.Limit(depth=5), game=game)
    expect(info["depth"] >= 5 and info["nodes"] > 0 and info["pv"], f"an analysis of depth 5: {info}")
    follow(board, info["pv"])
    # Only these moves at the root.
    few = list(board.legal_moves)[:3]
    info = engine.analyse(board, chess.engine.Limit(depth=4), game=game, root_moves=few)
    expect(info["pv"][0] in few, f"{info['pv'][0]} among {few}")
    with engine.analysis(board, game=game) as analysis:
        for number, info in enumerate(analysis):
            if "pv" in info:
                follow(board, info["pv"])
            if number >= 6:
                break
    engine.ping()


def special(engine):
    """Checks for one game only."""

    def mate():
        board = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
        info = engine.analyse(board, chess.engine.Limit(depth=6))
        expect(info["score"].relative == chess.engine.Mate(2), f"mate in two: {info['score']}")
        for _ in range(3):
            board.push(engine.play(board, chess.engine.Limit(time=0.1)).move)
        expect(board.is_checkmate(), f"mate after three plies: {board.fen()}")

    def over():
        board = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
        result = engine.play(board, chess.engine.Limit(time=0.1))
        expect(result.move is None, "no move of a side that is mated")

    def node_limit():
        for nodes in (500, 5000):
            result = engine.play(chess.Board(), chess.engine.Limit(nodes=nodes), game=object(), info=chess.engine.INFO_ALL)
            expect(result.info["nodes"] <= nodes + 256, f"{result.info['nodes']} nodes, {nodes} allowed")

    def same_game_twice():
        lines = []
        for _ in range(2):
            board, game = chess.Board(), object()
            for _ in range(12):
                board.push(engine.play(board, chess.engine.Limit(nodes=2000), game=game).move)
            lines.append([move.uci() for move in board.move_stack])
        expect(lines[0] == lines[1], f"{lines[0]} and {lines[1]}")

    def settings():
        engine.configure({"memory": 8, "cores": 2, "Resync": True})
        engine.play(chess.Board(), chess.engine.Limit(depth=4), game=object())
        engine.configure({"memory": 64, "cores": 1})

    def draw_and_result():
        # python-chess offers draws in force mode, where the protocol says to ignore them.
        board, game = chess.Board("k7/8/8/8/8/8/q6P/7K w - - 0 1"), object()
        result = engine.play(board, chess.engine.Limit(depth=4), game=game, draw_offered=True)
        board.push(result.move)
        engine.send_game_result(board, None, "Draw agreed", True)
        engine.ping()

    def ponder_move():
        board = chess.Board()
        result = engine.play(board, chess.engine.Limit(time=0.3), ponder=True, info=chess.engine.INFO_ALL, game=object())
        board.push(result.move)
        expect(result.ponder in board.legal_moves, f"{result.ponder} after {result.move}")

    def identity():
        expect(engine.id["name"].startswith("alfil"), engine.id)
        for option in ("MultiPV", "memory", "cores", "Resync"):
            expect(option in engine.options, f"no option {option}: {list(engine.options)}")

    yield "its name and options", identity
    yield "a mate in two", mate
    yield "a game that is over", over
    yield "limits of nodes", node_limit
    yield "the same game twice", same_game_twice
    yield "settings", settings
    yield "draw and result", draw_and_result
    yield "the move it ponders on", ponder_move


def listed(path):
    output = subprocess.run([str(path), "list"], capture_output=True, text=True, check=True).stdout
    return {word for line in output.splitlines() for word in line.split()[:1]}


def run(title, check):
    try:
        result = check()
    except Exception:
        print(f"FAIL  {title}", flush=True)
        traceback.print_exc()
        return False
    print(f"PASS  {title}" + (f" ({result} plies)" if isinstance(result, int) else ""), flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    # It warns of every unexpected line, such as a late answer to `.`.
    logging.getLogger("chess.engine").setLevel(logging.ERROR)
    path = parser.parse_args().engine.resolve()
    known = listed(path)
    good = True
    for name in GAMES:
        if name not in known:
            print(f"FAIL  {name}: `alfil list` does not have it")
            good = False
            continue
        engine = chess.engine.SimpleEngine.popen_xboard([str(path)], timeout=30)
        try:
            for title, check in games(engine, name):
                good &= run(f"{name}: {title}", check)
            if name == "normal":
                for title, check in special(engine):
                    good &= run(f"{name}: {title}", check)
        finally:
            engine.quit()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
