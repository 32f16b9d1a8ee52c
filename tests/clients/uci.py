#!/usr/bin/env python3
"""The engine in UCI under python-chess: games, analyses, settings.

    tests/clients/uci.py [--engine PATH] [--opponent PATH] [--games N]

Needs the package `chess` (see requirements.txt), which is the referee.  The
opponent is Fairy-Stockfish where it is installed and plays the game, or else
the engine itself.
Exit status: 0 all well, 1 something went wrong.
"""

import argparse
import logging
import shutil
import sys
from pathlib import Path

import chess
import chess.engine
import chess.variant

from python_chess import LONGEST, ROOT, analyse, expect, follow, run, take_back

BOARDS = [
    chess.Board,
    chess.variant.CrazyhouseBoard,
    chess.variant.AtomicBoard,
    chess.variant.ThreeCheckBoard,
    chess.variant.AntichessBoard,
    chess.variant.SuicideBoard,
    chess.variant.GiveawayBoard,
    chess.variant.KingOfTheHillBoard,
    chess.variant.RacingKingsBoard,
    chess.variant.HordeBoard,
]


class Complaints(logging.Handler):
    """Lines that python-chess could not read, and would only log."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())

    def taken(self):
        records, self.records = self.records, []
        return records


COMPLAINTS = Complaints()


def match(white, black, board, own):
    """A game with python-chess as the referee: it checks all output of `own`, but only the moves of the other."""
    game, moves, lines = object(), 0, 0
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        mover = white if board.turn == chess.WHITE else black
        COMPLAINTS.taken()
        result = mover.play(board, fast(), game=game, info=chess.engine.INFO_ALL)
        complaints = COMPLAINTS.taken()
        expect(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        if mover is own:
            expect(not complaints, f"what is read without complaints: {complaints}")
            # On a busy machine the time may be over before there is a line to show.
            line = result.info.get("pv", [])
            follow(board, line)
            moves, lines = moves + 1, lines + bool(line)
        board.push(result.move)
    expect(lines > moves // 2, f"lines with most moves: {lines} of {moves}")
    return board.ply()


def plays(engine, name):
    """Whether an engine says that it plays a game."""
    option = engine.options.get("UCI_Variant")
    return name == "chess" or option is not None and name in option.var


def fast():
    return chess.engine.Limit(time=0.03)


def chess960(engine, opponent, games):
    """Start positions from the first to the last, with alternating colours."""
    for number in range(games):
        board = chess.Board.from_chess960_pos(number * 959 // (games - 1))
        white, black = (engine, opponent) if number % 2 == 0 else (opponent, engine)
        match(white, black, board, engine)


def castling(engine):
    """The only move is castling, in python-chess's notation for both kinds of chess."""
    for is_960, uci in ((False, "e1g1"), (True, "e1h1")):
        board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=is_960)
        move = next(move for move in board.legal_moves if board.is_castling(move))
        result = engine.play(board, chess.engine.Limit(depth=3), root_moves=[move], game=object())
        expect(result.move == move and board.uci(move) == uci, f"{result.move} for {uci}")


def pondering(engine):
    board, game = chess.Board(), object()
    limit = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02)
    for _ in range(20):
        result = engine.play(board, limit, ponder=True, game=game)
        board.push(result.move)
        if board.is_game_over():
            break
        # Every other time the ponder move is not played.
        expected = result.ponder in board.legal_moves and board.ply() % 4 == 1
        board.push(result.ponder if expected else next(iter(board.legal_moves)))


def several(engine):
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=3, game=object())
    firsts = {info["pv"][0] for info in infos}
    expect(len(infos) == 3 and len(firsts) == 3, f"three lines: {infos}")


def chances(engine):
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"), chess.engine.Limit(depth=4), game=object())
    expect(info["wdl"].relative.wins > 900, f"chances of two queens: {info}")


def mates(engine):
    board = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(mate=2), game=object())
    expect(info["score"].relative == chess.engine.Mate(2), f"mate in two: {info['score']}")
    over = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    expect(engine.play(over, fast()).move is None, "no move of a side that is mated")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    parser.add_argument("--opponent", type=Path, default=shutil.which("fairy-stockfish", path="/usr/games:/usr/bin"))
    parser.add_argument("--games", type=int, default=2, help="games of each variant, half of them with Black")
    arguments = parser.parse_args()
    log = logging.getLogger("chess.engine")
    log.addHandler(COMPLAINTS)
    log.propagate = False
    own = [str(arguments.engine.resolve()), "uci"]
    other = [str(arguments.opponent)] if arguments.opponent else own
    good = True
    with chess.engine.SimpleEngine.popen_uci(own, timeout=60) as engine:
        with chess.engine.SimpleEngine.popen_uci(other, timeout=60) as opponent:
            for board in BOARDS:
                name = board.uci_variant
                rival = opponent if plays(opponent, name) else engine
                for _ in range(arguments.games // 2):
                    good &= run(f"{name}: white", lambda: match(engine, rival, board(), engine))
                    good &= run(f"{name}: black", lambda: match(rival, engine, board(), engine))
                good &= run(f"{name}: analysis", lambda: analyse(engine, board()))
            good &= run("chess960", lambda: chess960(engine, opponent, max(5, arguments.games)))
        for check in (castling, pondering, several, chances, mates):
            good &= run(check.__name__, lambda: check(engine))
        good &= run("moves taken back", lambda: take_back(engine, chess.Board()))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
