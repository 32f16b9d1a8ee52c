"""The bindings: expected values come from the rules, from published node counts, and from python-chess."""

import ast
import copy
import inspect
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import alfil
import chess
import chess.engine
import chess.variant
import pyffish
import pytest

FOLDER = Path(__file__).resolve().parent.parent


def test_names():
    assert {"normal", "crazyhouse", "xiangqi", "shogi", "chu"} <= set(alfil.variants())
    shogi = alfil.Variant("shogi")
    assert (shogi.files, shogi.ranks, len(shogi.squares)) == (9, 9, 81)
    assert shogi.pieces["B"] == "Bishop" and shogi.moves("B") == "B"
    with pytest.raises(alfil.AlfilError, match="^there is no variant `crazyhose`"):
        alfil.Variant("crazyhose")


@pytest.mark.parametrize("name", [variant.aliases[0] for variant in chess.variant.VARIANTS])
def test_names_of_servers(name):
    """The names that python-chess writes in PGN, which are those of lichess."""
    theirs = chess.variant.find_variant(name)()
    if name not in ["Suicide", "Giveaway"]:
        board = alfil.Board(name)
        assert {move.uci() for move in board.legal_moves} == {move.uci() for move in theirs.legal_moves}
    assert alfil.Variant(name).title and alfil.Variant("From Position").name == "normal"


def test_free_castling():
    fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
    theirs = chess.Board(fen, chess960=True)
    for board in [alfil.Board("chess", fen, chess960=True), alfil.Board(alfil.Variant("chess", chess960=True), fen)]:
        assert board.chess960 and {move.uci() for move in board.legal_moves} == {move.uci() for move in theirs.legal_moves}
        board.push_uci("f1b1")
        assert board.piece_map()["c1"] == "K"
    assert not alfil.Board().chess960 and alfil.Board("Chess960", chess960=True).chess960
    # What this game is for is to castle so.
    assert alfil.Board("fischerandom").chess960 and alfil.Variant("fischerandom").chess960
    with pytest.raises(alfil.AlfilError, match="chess960"):
        alfil.Board("shogi", chess960=True)


@pytest.mark.parametrize(
    "variant, depth, nodes",
    # Perft counts on which many programs agree.
    [("chess", 4, 197281), ("crazyhouse", 4, 197281), ("xiangqi", 3, 79666), ("shogi", 3, 25470)],
)
def test_perft(variant, depth, nodes):
    assert alfil.Board(variant).perft(depth) == nodes


def test_scholars_mate():
    board = alfil.Board()
    for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
        assert not board.is_game_over() and board.result() == "*"
        board.push_san(san)
    assert board.is_check() and board.is_game_over() and not board.legal_moves
    outcome = board.outcome()
    assert (outcome.winner, outcome.result(), outcome.termination) == (alfil.WHITE, "1-0", "checkmate")
    assert board.pop().uci() == "h5f7" and board.outcome() is None
    assert len(board.move_stack) == 6


def test_moves():
    board = alfil.Board(fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    moves = {move.uci(): move for move in board.legal_moves}
    assert {"a7a8q", "a7a8n"} <= moves.keys()
    assert board.san(moves["a7a8q"]) == "a8=Q+"
    castling = board.parse_san("O-O")
    assert castling in set(board.legal_moves) and (castling.from_square, castling.to_square) == ("e1", "g1")
    board.push(castling)
    with pytest.raises(alfil.AlfilError):
        board.push(castling)
    with pytest.raises(alfil.AlfilError, match="a1a8"):
        board.parse_uci("a1a8")
    board.pop()
    with pytest.raises(IndexError):
        board.pop()


GAMES = {
    "chess": chess.Board,
    "fischerandom": lambda: chess.Board("nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1", chess960=True),
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "horde": chess.variant.HordeBoard,
    "racingkings": chess.variant.RacingKingsBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "3check": chess.variant.ThreeCheckBoard,
}


def random_game(name, seed=0, plies=40):
    """A board of ours and one of python-chess, after each ply of a random game."""
    theirs = GAMES[name]()
    ours = alfil.Board(name, theirs.fen())
    rng = random.Random(f"{name} {seed}")
    for _ in range(plies):
        yield ours, theirs
        if theirs.is_game_over() or ours.is_game_over():
            return
        move = rng.choice(sorted(theirs.legal_moves, key=chess.Move.uci))
        theirs.push(move)
        ours.push(alfil.Move.from_uci(move.uci()))


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_those_of_python_chess(name):
    for ours, theirs in random_game(name):
        if theirs.is_variant_end():
            break
        legal = {move.uci(): move for move in theirs.legal_moves}
        assert {move.uci() for move in ours.legal_moves} == legal.keys(), ours.fen()
        for move in ours.legal_moves:
            other = legal[move.uci()]
            squares = [None if other.drop else chess.square_name(other.from_square), chess.square_name(other.to_square)]
            assert [move.from_square, move.to_square] == squares
            letters = [kind and chess.piece_symbol(kind).upper() for kind in (other.promotion, other.drop)]
            assert [move.promotion, move.drop] == letters
            # python-chess writes `#` for other wins than mate, too, and drops pawns without a letter.
            marks = "" if name in ["chess", "fischerandom", "crazyhouse"] else "+#"
            if not other.drop:
                assert ours.san(move).rstrip(marks) == theirs.san(other).rstrip(marks)
            assert ours.uci(move) == theirs.uci(other) and ours.parse_uci(move.uci()) == move


@pytest.mark.parametrize("name", GAMES)
def test_python_chess_reads_our_positions(name):
    for ours, theirs in random_game(name):
        read = type(theirs)(ours.fen(), chess960=theirs.chess960)
        assert read.fen(en_passant="legal") == theirs.fen(en_passant="legal")
        assert alfil.Board(name, theirs.fen()) == alfil.Board(name, ours.fen())


def test_positions_have_all_fields():
    # Fairy-Stockfish leaves out what XBoard does.
    assert alfil.Board("shogi").fen() == pyffish.start_fen("shogi").replace("[-] w", "[] w - -")
    assert alfil.Board("xiangqi").fen().split()[1:] == ["w", "-", "-", "0", "1"]


@pytest.mark.parametrize("name", GAMES)
def test_boards_answer_as_those_of_python_chess(name):
    for ours, theirs in random_game(name):
        if theirs.is_variant_end():
            break
        assert (ours.turn, ours.ply(), len(ours.move_stack)) == (theirs.turn, theirs.ply(), len(theirs.move_stack))
        assert (ours.fullmove_number, ours.halfmove_clock) == (theirs.fullmove_number, theirs.halfmove_clock)
        assert (ours.is_check(), ours.is_checkmate()) == (theirs.is_check(), theirs.is_checkmate())
        assert ours.is_stalemate() == theirs.is_stalemate()
        assert sorted(ours.checkers()) == sorted(map(chess.square_name, theirs.checkers()))
        # We mark promoted pieces that lose their promotion when they are captured.
        assert str(ours).replace("~", "").split() == str(theirs).split()
        assert {at: piece.strip("~") for at, piece in ours.piece_map().items()} == {chess.square_name(at): piece.symbol() for at, piece in theirs.piece_map().items()}
        if ours.move_stack:
            assert ours.peek().uci() == theirs.peek().uci()
        for other in theirs.legal_moves:
            move = alfil.Move.from_uci(other.uci())
            assert ours.is_legal(move) and ours.is_castling(move) == theirs.is_castling(other)
            assert ours.is_capture(move) == theirs.is_capture(other), (ours.fen(), move)
            assert ours.gives_check(move) == theirs.gives_check(other), (ours.fen(), move)
    assert ours.root() == alfil.Board(name, theirs.root().fen()) and ours.root().move_stack == []


@pytest.mark.parametrize("name", GAMES)
def test_games_end_as_in_python_chess(name):
    ended = 0
    for seed in range(25):
        for ours, theirs in random_game(name, seed, plies=160):
            # There, these draws must be claimed.
            drawn = theirs.is_repetition(3) or theirs.is_fifty_moves()
            assert ours.result() == ("1/2-1/2" if drawn and not theirs.is_game_over() else theirs.result()), ours.fen()
            # It has no moves after an end by a rule of the variant, and calls every check there a mate.
            if not theirs.is_variant_end():
                assert (ours.is_checkmate(), ours.is_stalemate()) == (theirs.is_checkmate(), theirs.is_stalemate()), ours.fen()
        ended += ours.is_game_over()
    assert ended > 0


def test_ends_as_python_chess_has_them():
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/8 b - - 0 1"]:
        ours, theirs = alfil.Board(fen=fen), chess.Board(fen)
        assert ours.is_stalemate() == theirs.is_stalemate() and ours.is_checkmate() == theirs.is_checkmate()
        assert ours.is_insufficient_material() == theirs.is_insufficient_material()
        assert (ours.is_game_over(), ours.result()) == (theirs.is_game_over(), theirs.result())
        assert ours.outcome().termination.replace("-", "_").upper() == theirs.outcome().termination.name
    illegal = alfil.Move.from_uci("a1a8")
    assert not ours.is_legal(illegal)
    for ask in [ours.is_capture, ours.gives_check, ours.is_castling, ours.san, ours.uci]:
        with pytest.raises(alfil.AlfilError, match="a1a8"):
            ask(illegal)


def test_positions_are_taken_up():
    board, theirs = alfil.Board(), chess.Board()
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 2"
    board.push_san("e4")
    board.set_fen(fen)
    theirs.set_fen(fen)
    assert board.move_stack == [] and board.fen() == theirs.fen()
    with pytest.raises(IndexError):
        board.peek()
    line = ["g8f6", "f1b5", "f8e7"]
    variation = board.variation_san([alfil.Move.from_uci(uci) for uci in line])
    assert variation == theirs.variation_san([chess.Move.from_uci(uci) for uci in line])
    with pytest.raises(ValueError):
        board.set_fen("8/8/8/8/8/8/8/8 w - - 0 1")
    assert board.fen() == fen
    board.reset()
    assert board.fen() == chess.STARTING_FEN and board.variation_san([]) == ""


def test_boards_are_printed():
    assert str(alfil.Board()) == str(chess.Board())
    assert str(alfil.Board("shogi", "4k4/9/9/9/9/9/9/9/3+P+rK3 w - - 0 1")).splitlines()[-1].split() == [*"...", "+P", "+r", "K", *"..."]


@pytest.mark.parametrize("name", ["xiangqi", "janggi", "grand", "seirawan", "capablanca", "makruk"])
def test_moves_are_those_of_fairy_stockfish(name):
    start, rng, played = pyffish.start_fen(name), random.Random(name), []
    board = alfil.Board(name, start)
    for _ in range(30):
        legal = pyffish.legal_moves(name, start, played)
        assert {move.uci() for move in board.legal_moves} == set(legal), board.fen()
        if not legal or board.is_game_over():
            break
        played.append(rng.choice(sorted(legal)))
        assert board.push_uci(played[-1]).uci() == played[-1]


def test_squares_are_those_of_uci():
    xiangqi = alfil.Board("xiangqi")
    assert xiangqi.variant.squares[0] == "a1" and xiangqi.variant.squares[-1] == "i10"
    assert xiangqi.piece_at("e1") == "K" and xiangqi.piece_at("i10") == "r"
    # The horse; see also the FEN of the start position.
    assert (xiangqi.parse_san("Hc3").from_square, xiangqi.parse_san("Hc3").uci()) == ("b1", "b1c3")
    with pytest.raises(alfil.AlfilError, match="b0c2"):
        xiangqi.push_uci("b0c2")


def test_moves_are_values():
    board = alfil.Board()
    move = alfil.Move.from_uci("g1f3")
    assert move in board.legal_moves and {move: 1}[board.parse_san("Nf3")] == 1
    board.push_uci("e2e4")
    assert move not in board.legal_moves and None not in board.legal_moves
    with pytest.raises(alfil.AlfilError, match="g1f3"):
        board.push(move)
    board.push_uci("e7e5")
    board.push(move)
    for text in ["", "e2", "e2e", "e2e4Q", "e2 e4", "O-O", "Nf3", "p@e4", "é2e4", "e0e1", "e2e4,e5e6", "0000"]:
        assert not board.is_legal(alfil.Move.from_uci(text))
        with pytest.raises(ValueError):
            board.push(alfil.Move.from_uci(text))
    with pytest.raises(alfil.AlfilError, match="Nc6"):
        board.push_uci("Nc6")
    with pytest.raises(AttributeError, match="parse_uci"):
        move.to_square
    assert not hasattr(move, "to_square") and board.peek().to_square == "f3" == board.pop().to_square


@pytest.mark.parametrize(
    "game, fen, uci, parts",
    [
        # The text has a separate leg for the wall.
        ("duck", None, "b1c3,c3e4", {"from_square": "b1", "to_square": "c3", "wall": "e4"}),
        ("duck", None, "b1c3,c3b1", {"from_square": "b1", "to_square": "c3", "wall": "b1"}),
        ("chu", "12/12/12/12/12/4pp6/5N6/12/12/12/12/4K1k5 w 0 1", "f6e7,e7f7", {"from_square": "f6", "to_square": "f7"}),
        ("chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", {"from_square": "a7", "to_square": "a8", "promotion": "N"}),
        ("shogi", "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1", "a1a9+", {"from_square": "a1", "to_square": "a9", "promotion": "+R"}),
        ("seirawan", "4k3/8/8/8/8/8/8/1N2K3[H] w B - 0 1", "b1c3h", {"from_square": "b1", "to_square": "c3", "gated": "H"}),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", {"to_square": "e4", "drop": "N"}),
        ("janggi", "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1", "e2e2", {}),
    ],
)
def test_moves_tell_what_they_do(game, fen, uci, parts):
    move = alfil.Board(game, fen).parse_uci(uci)
    for known in [move, pickle.loads(pickle.dumps(move))]:
        names = ["from_square", "to_square", "promotion", "drop", "gated", "wall"]
        assert {name: getattr(known, name) for name in names if getattr(known, name)} == parts and known.uci() == uci


def test_legal_moves_are_a_sequence():
    moves = alfil.Board().legal_moves
    assert moves.count() == len(moves) == len(list(moves)) == 20 and moves
    assert moves[0] == list(moves)[0] and moves[-1] == list(moves)[-1]
    with pytest.raises(IndexError):
        moves[20]
    assert random.Random(1).choice(moves) in moves


def test_hands_and_attacks():
    board = alfil.Board("crazyhouse")
    for san in ["e4", "d5", "exd5", "Qxd5"]:
        board.push_san(san)
    assert board.pocket(alfil.WHITE) == {"P": 1} and board.pocket(alfil.BLACK) == {"P": 1}
    assert board.attackers(alfil.BLACK, "a2") == ["d5"]
    assert not board.is_attacked_by(alfil.WHITE, "e5")
    drop = board.parse_uci("P@e5")
    assert drop.from_square is None and drop.to_square == "e5"
    assert board.piece_at("d5") == "q" and board.piece_at("e5") is None
    assert len(board.piece_map()) == 30
    with pytest.raises(alfil.AlfilError, match="z9"):
        board.piece_at("z9")


def test_rights_that_a_position_cannot_have_are_ignored_with_a_warning():
    # Kings on b1 castle in Chess960 only, and no pawn stands on e4.
    fen = "rk3r2/pppppppp/8/8/8/8/PPPPPPPP/RK3R2 b KQkq e3 0 1"
    with pytest.warns(UserWarning) as warned:
        board = alfil.Board(fen=fen)
    assert ["KQkq" in str(warning.message) for warning in warned] == [True, False] and "`e3`" in str(warned[1].message)
    with pytest.warns(UserWarning, match="e3"):
        free = alfil.Board(fen=fen, chess960=True)
    assert free.fen().split()[2] in ["KQkq", "FAfa"] and board.fen().split()[2:4] == ["-", "-"]
    with pytest.warns(UserWarning, match="KQkq"):
        board.set_fen(fen.replace("e3", "-"))
    # They are gone then.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pickle.loads(pickle.dumps(board)) == board == board.root() == board.copy(stack=False)
        alfil.Board(fen=fen.replace("KQkq e3", "- -"))


def test_copies_are_their_own():
    board = alfil.Board("xiangqi")
    other = board.copy()
    assert board == other
    other.push_uci("h3e3")
    assert board != other and board.turn is alfil.WHITE and other.turn is alfil.BLACK


@pytest.mark.parametrize("name", [*GAMES, "xiangqi", "janggi", "grand", "seirawan", "shogi", "chu", "lion", "omega"])
def test_boards_are_copied_and_pickled(name):
    board, rng = alfil.Board(name), random.Random(name)
    for _ in range(12):
        board.push(rng.choice(board.legal_moves))
    for other in [copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), board.copy()]:
        assert other == board and other.move_stack == board.move_stack and other is not board
        assert [other.pop() for _ in range(12)] == board.move_stack[::-1]
        assert other == alfil.Board(name) and other != board
    present = board.copy(stack=False)
    assert present == board and present.move_stack == []
    assert {board.move_stack[0]: 1} == {pickle.loads(pickle.dumps(board.move_stack[0])): 1}


def test_boards_are_compared_as_in_python_chess():
    # As in python-chess the same moves in another order lead to equal boards, and boards have no hash.
    one, other = alfil.Board(), alfil.Board()
    theirs, others = chess.Board(), chess.Board()
    for ours, line in [(one, "Nf3 Nf6 Nc3 Nc6"), (other, "Nc3 Nc6 Nf3 Nf6")]:
        for san in line.split():
            ours.push_san(san)
            (theirs if ours is one else others).push_san(san)
    assert theirs == others and one == other and one != alfil.Board("crazyhouse") and one != "board"
    for board in [theirs, one]:
        with pytest.raises(TypeError):
            hash(board)
        with pytest.raises(TypeError):
            board < board


def test_games_are_equal_if_their_rules_are():
    text = 'name = "normal"\ninclude = "normal"\n[pieces.N]\nmove = "C"\n'
    camels, again = [alfil.Variant.from_text(name, text) for name in ["one.toml", "other.toml"]]
    board = alfil.Board()
    assert board.variant == board.variant == alfil.Variant("normal") and hash(board.variant) == hash(alfil.Variant("normal"))
    assert camels == again and hash(camels) == hash(again) and alfil.Board(camels) == alfil.Board(again)
    assert camels != board.variant and alfil.Board(camels) != board and alfil.Board(camels).fen() == board.fen()
    assert alfil.Variant("chess", chess960=True) != board.variant
    for same in [board, alfil.Board("chess", chess960=True), alfil.Board("fischerandom"), alfil.Board("xiangqi")]:
        assert eval(repr(same), vars(alfil)) == same and eval(repr(same.variant), vars(alfil)) == same.variant
        assert eval(repr(same), vars(alfil)).chess960 == same.chess960


def test_repetitions_are_counted_as_in_python_chess():
    ours, theirs = alfil.Board(), chess.Board()
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2 + ["e2e4"]:
        for count in [1, 2, 3, 4]:
            assert ours.is_repetition(count) == theirs.is_repetition(count)
        assert ours.is_repetition() == theirs.is_repetition()
        ours.push_uci(uci)
        theirs.push_uci(uci)
    assert not ours.is_repetition(2) and ours.is_repetition(1)
    # A board without the moves so far begins a new game.
    ours.pop()
    assert ours.is_repetition() and not ours.copy(stack=False).is_repetition(2)
    for square in chess.SQUARES:
        assert ours.color_at(chess.square_name(square)) == theirs.color_at(square) or square in [chess.E2, chess.E4]


def test_results_are_values_and_pickled():
    board, engine = alfil.Board(fen="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), alfil.Engine(hash=1)
    for info in engine.analyse(board, depth=3, multipv=2):
        for known in [info.score, info.score.relative, info.best, info.pv]:
            assert pickle.loads(pickle.dumps(known)) == known
        again = pickle.loads(pickle.dumps(info))
        for name in ["best", "pv", "score", "depth", "nodes", "time", "multipv", "seldepth", "hashfull"]:
            assert getattr(again, name) == getattr(info, name)
        assert again.best.from_square == info.best.from_square
    board.push_san("Rd8#")
    mate = board.outcome()
    assert mate == board.outcome() == pickle.loads(pickle.dumps(mate)) and hash(mate) == hash(board.outcome())
    stalemate = alfil.Board(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome()
    assert stalemate != mate and pickle.loads(pickle.dumps(stalemate)).result() == "1/2-1/2"


def test_games_of_ones_own_are_pickled(tmp_path):
    text = 'name = "hop"\ninclude = "normal"\n[pieces.N]\nmove = "NA"\n'
    (tmp_path / "hop.toml").write_text(text)
    for game in [alfil.Variant.from_text("hop.toml", text), alfil.Variant.from_file(tmp_path / "hop.toml", chess960=True)]:
        board = alfil.Board(game, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
        board.push_uci("a1c3")
        other = pickle.loads(pickle.dumps(board))
        assert other == board and other.variant.moves("N") == "NA" and other.chess960 == board.chess960


def test_search():
    engine = alfil.Engine(hash=16)
    mate = alfil.Board(fen="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    info = engine.analyse(mate, depth=4)
    assert (info.best.uci(), info.score.white().mate()) == ("d1d8", 1)
    assert engine.play(mate, nodes=200, network=False).uci() == "d1d8"
    assert engine.analyse(alfil.Board(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=2) is None
    with pytest.raises(alfil.AlfilError, match="seconds"):
        engine.play(mate, time=-1.0)


def test_several_lines():
    engine, board = alfil.Engine(hash=1), alfil.Board(fen="6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    lines = engine.analyse(board, depth=4, multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3] and all(line.seldepth >= 1 and line.hashfull >= 0 for line in lines)
    assert len(lines) == len({line.best for line in lines}) == 3 and lines[0].best.uci() == "d1d8"
    scores = [line.score.relative for line in lines]
    assert scores == sorted(scores, reverse=True) and not scores[1].is_mate()
    assert len(engine.analyse(board, depth=2, multipv=500)) == board.legal_moves.count()
    assert len(engine.analyse(board, nodes=1, multipv=1)) == 1
    # The list is empty, as in python-chess, where no move is legal.
    assert engine.analyse(alfil.Board(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=2, multipv=2) == []
    for multipv in [0, 501]:
        with pytest.raises(alfil.AlfilError, match="multipv: .* from 1 to 500"):
            engine.analyse(board, depth=1, multipv=multipv)


def test_scores_are_those_of_python_chess():
    engine = alfil.Engine(hash=1)
    mates = [("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", +1), ("7k/R7/1R6/8/8/8/8/K7 b - - 0 1", -1), ("k7/8/K7/8/8/8/8/5R2 w - - 0 1", +1)]
    for fen, moves in mates:
        score = engine.analyse(alfil.Board(fen=fen), depth=6).score
        theirs = chess.engine.PovScore(chess.engine.Mate(moves), fen.split()[1] == "w")
        assert score.turn == theirs.turn and score.is_mate() and str(score.relative) == str(theirs.relative)
        for ours, other in [(score.relative, theirs.relative), (score.white(), theirs.white()), (score.black(), theirs.black())]:
            assert (ours.mate(), ours.score(), ours.is_mate()) == (other.mate(), other.score(), other.is_mate())
            assert ours.score(mate_score=10000) == other.score(mate_score=10000) and str(ours) == str(other)
    for fen in ["4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", chess.STARTING_FEN]:
        score = engine.analyse(alfil.Board(fen=fen), depth=1).score
        theirs = chess.engine.PovScore(chess.engine.Cp(score.relative.score()), score.turn)
        assert not score.is_mate() and score.white().score(mate_score=1) == theirs.white().score(mate_score=1)
        assert str(score.black()) == str(theirs.black()) and score.pov(score.turn) == score.relative == -(-score.relative)
        assert score.relative.mate() is None
    # White's only move leaves Black without one, which wins.
    own = engine.analyse(alfil.Board("antichess", "8/p7/8/P7/8/8/8/8 w - - 0 1"), depth=2).score
    assert (own.white().mate(), own.black().mate(), own.white() < own.black()) == (-1, 1, True)
    won, lost = [engine.analyse(alfil.Board(fen=fen), depth=6).score.relative for fen, _ in mates[:2]]
    assert lost < score.relative < won and won == -(-won) and hash(won) == hash(-(-won)) and won != -won


def test_numbers_have_bounds():
    """The bounds are those of the command line."""
    board, engine = alfil.Board(), alfil.Engine(hash=1)
    for hash in [-1, 0, 65537]:
        with pytest.raises(alfil.AlfilError, match="hash: .* from 1 to 65536"):
            alfil.Engine(hash)
    for limit in [{"nodes": 0}, {"nodes": -1}, {"depth": 0}, {"depth": 256}, {"time": 0}, {"time": float("nan")}, {"threads": 0}]:
        for ask in [engine.analyse, engine.play]:
            with pytest.raises(alfil.AlfilError, match=f"{next(iter(limit))}: .*expected"):
                ask(board, **limit)
    for depth in [-1, 33, 10**30, -(10**30)]:
        with pytest.raises(alfil.AlfilError, match="^depth: .* from 0 to 32"):
            board.perft(depth)
    for depth in ["3", 1.5, None]:
        with pytest.raises(TypeError):
            board.perft(depth)
    assert board.perft(0) == 1 and engine.play(board, nodes=1) in board.legal_moves


def test_other_threads_go_on_while_it_searches():
    ticks = []
    done = threading.Event()
    ticker = threading.Thread(target=lambda: [ticks.append(1) for _ in iter(lambda: done.wait(0.01), True)])
    ticker.start()
    alfil.Engine(hash=16).analyse(alfil.Board(), time=0.5)
    done.set()
    ticker.join()
    assert len(ticks) > 5


def test_an_engine_is_shared_by_threads():
    """What has to wait for a search waits without what that needs, and a search has a board of its own."""
    engine, board = alfil.Engine(hash=1), alfil.Board()
    found = []
    searches = [threading.Thread(target=lambda: found.append(engine.analyse(board, time=0.5))) for _ in range(2)]
    searches.append(threading.Thread(target=lambda: found.append(board.perft(4))))
    for search in searches:
        search.start()
    time.sleep(0.1)
    board.push_san("e4")
    engine.forget()
    for search in searches:
        search.join(timeout=60)
    assert len(found) == 3 and 197281 in found and len(board.move_stack) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
@pytest.mark.parametrize(
    "work",
    [
        "alfil.Engine(hash=1).analyse(alfil.Board(), time=600)",
        "alfil.Board().perft(9)",
        # The engine is busy with a search in another thread.
        "import threading; engine = alfil.Engine(hash=1)\n"
        "threading.Thread(target=engine.analyse, args=[alfil.Board()], kwargs={'time': 600}, daemon=True).start()\n"
        "import time; time.sleep(0.1); engine.play(alfil.Board(), depth=1)",
    ],
)
def test_what_takes_long_is_interrupted(work):
    # A process that a shell started in the background ignores the signal, and its children would do so, too.
    heeds = "import alfil, signal; signal.signal(signal.SIGINT, signal.default_int_handler); print('begun', flush=True)"
    script = f"{heeds}; {work}"
    worker = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert worker.stdout.readline() == "begun\n"
    time.sleep(0.5)
    worker.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in worker.communicate(timeout=60)[1] and worker.returncode != 0


def test_files(tmp_path):
    path = tmp_path / "hop.toml"
    path.write_text('name = "hop"\ninclude = "normal"\n[pieces.N]\nmove = "NA"\n')
    game = alfil.Variant.from_file(path)
    assert game.moves("N") == "NA"
    board = alfil.Board(game, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
    assert "a1c3" in {move.uci() for move in board.legal_moves}
    path.write_text('name = "hop"\ninclude = "normal"\n[pieces.N]\nmove = "N("\n')
    with pytest.raises(alfil.AlfilError, match="hop.toml:4"):
        alfil.Variant.from_file(path)


def test_directories(tmp_path):
    (tmp_path / "hop.toml").write_text('name = "hop"\ninclude = "normal"\n[pieces.N]\nmove = "NA"\n')
    (tmp_path / "wrong.toml").write_text('name = "wrong"\ninclude = "normal"\n[pieces.N]\nmove = "N("\n')
    assert set(alfil.variants([tmp_path])) - set(alfil.variants()) == {"hop"}
    game = alfil.Variant("hop", directories=[tmp_path])
    assert game.moves("N") == "NA" and alfil.Variant("chess", directories=[tmp_path]).name == "normal"
    board = alfil.Board(game)
    board.push_uci("b1d3")
    assert pickle.loads(pickle.dumps(board)).fen() == board.fen()
    with pytest.raises(alfil.AlfilError, match="(?s)no variant `wrong`.*wrong.toml:4"):
        alfil.Variant("wrong", directories=[tmp_path])
    for ask in [alfil.variants, lambda directories: alfil.Variant("chess", directories=directories)]:
        with pytest.raises(alfil.AlfilError, match="nowhere"):
            ask([tmp_path, tmp_path / "nowhere"])


def parameters(node):
    """The parameters of a function of the stubs, but the object itself: name, whether it is only a keyword, and whether it
    may be left out."""
    required = len(node.args.args) - len(node.args.defaults)
    listed = [(arg.arg, False, at >= required) for at, arg in enumerate(node.args.args) if arg.arg not in ["self", "cls"]]
    return listed + [(arg.arg, True, default is not None) for arg, default in zip(node.args.kwonlyargs, node.args.kw_defaults)]


def real_parameters(known):
    """The same of a function itself."""
    listed = [one for one in inspect.signature(known).parameters.values() if one.kind != one.POSITIONAL_ONLY]
    return [(one.name, one.kind == one.KEYWORD_ONLY, one.default is not one.empty) for one in listed]


def test_every_name_has_a_type_and_help():
    stub = ast.parse((FOLDER / "alfil" / "__init__.pyi").read_text())
    classes = [node for node in stub.body if isinstance(node, ast.ClassDef) and node.name != "AlfilError"]
    assert {node.name for node in classes} == {name for name, known in vars(alfil).items() if isinstance(known, type)} - {"AlfilError"}
    for node in classes:
        known = getattr(alfil, node.name)
        said = {part.name: ast.get_docstring(part) for part in node.body if isinstance(part, ast.FunctionDef)}
        assert {name for name in vars(known) if name[0] != "_"} == {name for name in said if name[0] != "_"}, node.name
        for name, text in {**said, "__doc__": ast.get_docstring(node)}.items():
            if name[:2] != "__" or name == "__doc__":
                help = inspect.getdoc(known if name == "__doc__" else getattr(known, name))
                assert text and text.split() == help.split(), f"{node.name}.{name}"
        for part in node.body:
            if not isinstance(part, ast.FunctionDef) or (part.name[:2] == "__" and part.name != "__init__"):
                continue
            marks = {ast.unparse(mark) for mark in part.decorator_list}
            function = known if part.name == "__init__" else getattr(known, part.name)
            # An overload describes one of several kinds of calls: its parameters are all there.
            if "overload" in marks:
                assert {name for name, *_ in parameters(part)} == {name for name, *_ in real_parameters(function)}
            elif "property" not in marks:
                assert parameters(part) == real_parameters(function), f"{node.name}.{part.name}"
    functions = [node for node in stub.body if isinstance(node, ast.FunctionDef)]
    assert {node.name for node in functions} == {name for name, known in vars(alfil).items() if inspect.isbuiltin(known)}
    for node in functions:
        known = getattr(alfil, node.name)
        assert parameters(node) == real_parameters(known) and ast.get_docstring(node).split() == inspect.getdoc(known).split()
    constants = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)} - {"__version__"}
    assert constants == {name for name, known in vars(alfil).items() if isinstance(known, bool)} and alfil.__version__


def test_the_examples_of_the_page_run(capsys):
    examples = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.S)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert "d5" in capsys.readouterr().out
