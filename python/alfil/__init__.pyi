"""Chess variants: rules, legal moves, search."""

import os
from typing import ClassVar, Iterator, Optional, Sequence, Union, overload

__version__: str

WHITE: bool
BLACK: bool

class AlfilError(ValueError):
    """Something wrong with a file, a position or a move, and what was expected."""

def variants(directories: Sequence[Union[str, os.PathLike[str]]] = ...) -> list[str]:
    """The names of the bundled games, and of those in directories of one's own; files that are wrong are left out."""

class Variant:
    """A game by its name, an alias, or what servers and PGN call it: a bundled one, or one in directories of one's own. Its
    squares are named as in UCI, with ranks from 1. With `chess960` the pieces that castle may start on any files."""

    def __init__(
        self, name: str, chess960: bool = False, directories: Sequence[Union[str, os.PathLike[str]]] = ...
    ) -> None: ...
    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], chess960: bool = False) -> Variant:
        """A game of one's own, from its file."""
    @classmethod
    def from_text(cls, name: str, text: str, chess960: bool = False) -> Variant:
        """A game of one's own, from the text of a file; `name` is what complaints call the text."""
    @property
    def chess960(self) -> bool:
        """Whether it was asked for with free castling."""
    @property
    def name(self) -> str:
        """The name by which it is asked for."""
    @property
    def title(self) -> str:
        """What a person would call it."""
    @property
    def files(self) -> int:
        """The number of files."""
    @property
    def ranks(self) -> int:
        """The number of ranks."""
    @property
    def squares(self) -> list[str]:
        """The squares that the board has."""
    @property
    def pieces(self) -> dict[str, str]:
        """The names of the pieces, by their letters."""
    def moves(self, piece: str, white: bool = True) -> str:
        """How a piece moves, in XBetza."""
    @property
    def warnings(self) -> list[str]:
        """What is odd about the game's file."""
    @property
    def has_network(self) -> bool:
        """Whether a network evaluates its positions."""

class Move:
    """A move, which is its text in UCI: a board says where it is legal. What else it tells is known of moves that a board
    has given out or read."""

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """A move from its text in UCI, as `e2e4`, `e7e8q` and `P@e5`, for whatever position; boards refuse what is none."""
    @property
    def from_square(self) -> Optional[str]:
        """Where it comes from; None for drops and passes."""
    @property
    def to_square(self) -> Optional[str]:
        """Where it ends, None for passes; of castling what UCI says: the king's square, in Chess960 the rook's."""
    @property
    def promotion(self) -> Optional[str]:
        """The letter of what it becomes, in capitals, with `+` before that of a promoted face; None for other moves."""
    @property
    def drop(self) -> Optional[str]:
        """The letter of the piece that is dropped; None for other moves."""
    @property
    def gated(self) -> Optional[str]:
        """The letter of the piece that enters from the hand beside the one that moves; None for other moves."""
    @property
    def wall(self) -> Optional[str]:
        """Where it places a wall, as a duck; None for other moves."""
    def uci(self) -> str:
        """The move in UCI."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class LegalMoves:
    """The legal moves of a position, in no order that would mean something."""

    def count(self) -> int:
        """How many there are."""
    def __len__(self) -> int: ...
    def __contains__(self, mv: object) -> bool: ...
    def __getitem__(self, index: int) -> Move: ...
    def __iter__(self) -> Iterator[Move]: ...

class Outcome:
    """How a game is over."""

    @property
    def winner(self) -> Optional[bool]:
        """The side that has won; None for a draw."""
    @property
    def termination(self) -> str:
        """The rule that has ended it."""
    @property
    def text(self) -> str:
        """All of it in a sentence."""
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""

class Board:
    """A game in progress, from its start or from a position. With `chess960` kings and rooks may start on any files."""

    def __init__(
        self, variant: Union[str, Variant, None] = None, fen: Optional[str] = None, *, chess960: bool = False
    ) -> None: ...
    @property
    def variant(self) -> Variant:
        """The game's rules."""
    @property
    def chess960(self) -> bool:
        """Whether it was asked for with free castling."""
    @property
    def turn(self) -> bool:
        """The side to move: True for White."""
    def fen(self) -> str:
        """The position in the FEN of UCI, with all fields."""
    def set_fen(self, fen: str) -> None:
        """Takes up a position of the same game; the moves so far are forgotten."""
    def reset(self) -> None:
        """Goes back to the start of the game's rules; the moves so far are forgotten."""
    def root(self) -> Board:
        """A board with the position that this one began with."""
    @property
    def fullmove_number(self) -> int:
        """The number of the move to be played, which counts up after Black's."""
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last one that the move rule counts as progress."""
    def ply(self) -> int:
        """Plies since the start of the game, by the number of the move."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of this position, whatever is played later. There may be some where the game is over; see `outcome`."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played since the board was made."""
    def peek(self) -> Move:
        """The latest move."""
    def is_legal(self, mv: Move) -> bool:
        """Whether a move is legal here."""
    def is_capture(self, mv: Move) -> bool:
        """Whether a legal move captures, in whatever way."""
    def is_castling(self, mv: Move) -> bool:
        """Whether a legal move is castling."""
    def gives_check(self, mv: Move) -> bool:
        """Whether a legal move gives check."""
    def uci(self, mv: Move) -> str:
        """A legal move in UCI."""
    def parse_uci(self, uci: str) -> Move:
        """The legal move that a text in UCI means."""
    def parse_san(self, san: str) -> Move:
        """The legal move that a text means, as players write it."""
    def san(self, mv: Move) -> str:
        """A legal move as players write it."""
    def variation_san(self, variation: Sequence[Move]) -> str:
        """Legal moves, one after the other, as players write them, with their numbers."""
    def push(self, mv: Move) -> None:
        """Plays a move; one that is not legal is refused."""
    def push_uci(self, uci: str) -> Move:
        """Plays the move that a text in UCI means, and returns it."""
    def push_san(self, san: str) -> Move:
        """Plays the move that a text means, as players write it, and returns it."""
    def pop(self) -> Move:
        """Takes the latest move back, and returns it."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def is_checkmate(self) -> bool:
        """Whether the game is over by checkmate."""
    def is_stalemate(self) -> bool:
        """Whether the game is over by stalemate, which may be no draw; see `outcome`."""
    def is_insufficient_material(self) -> bool:
        """Whether the game is over since nobody can win it any more."""
    def is_game_over(self) -> bool:
        """Whether the game is over, by any rule of it."""
    def outcome(self) -> Optional[Outcome]:
        """How the game is over, by any rule of it; None while it goes on. No draw has to be claimed."""
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on."""
    def piece_at(self, square: str) -> Optional[str]:
        """The letter of the piece on a square, in capitals for White's; None where it is empty."""
    def piece_map(self) -> dict[str, str]:
        """The pieces on the board by their squares."""
    def pocket(self, white: bool) -> dict[str, int]:
        """What a side holds in hand, and how many of each."""
    def attackers(self, white: bool, square: str) -> list[str]:
        """The squares from which pieces of a side attack a square."""
    def is_attacked_by(self, white: bool, square: str) -> bool:
        """Whether any piece of a side attacks a square."""
    def perft(self, depth: int) -> int:
        """How many lines of legal moves are so many plies long, 32 at most. Ctrl-C ends the count."""
    def evaluate(self) -> int:
        """What the position is worth without a search, in centipawns for the side to move."""
    def copy(self, *, stack: bool = True) -> Board:
        """Another board with the same game; without `stack` it begins with the present position."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

class Score:
    """What a position is worth for one side: centipawns, or moves to mate."""

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """Centipawns. Of a mate in so many moves that is None, or with `mate_score` this number less the moves."""
    def mate(self) -> Optional[int]:
        """Moves to mate, below zero for the side that is mated; None where no mate was found."""
    def is_mate(self) -> bool:
        """Whether a mate was found."""
    def __neg__(self) -> Score: ...
    def __eq__(self, other: object) -> bool: ...
    def __lt__(self, other: Score) -> bool: ...
    def __le__(self, other: Score) -> bool: ...
    def __gt__(self, other: Score) -> bool: ...
    def __ge__(self, other: Score) -> bool: ...
    def __hash__(self) -> int: ...

class PovScore:
    """A score, and for which side it is."""

    @property
    def relative(self) -> Score:
        """For the side to move."""
    @property
    def turn(self) -> bool:
        """The side to move: True for White."""
    def pov(self, white: bool) -> Score:
        """For one side."""
    def white(self) -> Score:
        """For White."""
    def black(self) -> Score:
        """For Black."""
    def is_mate(self) -> bool:
        """Whether a mate was found."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Info:
    """What a search has found."""

    @property
    def best(self) -> Optional[Move]:
        """The best move."""
    @property
    def pv(self) -> list[Move]:
        """The moves that both sides are expected to play, the best one first."""
    @property
    def score(self) -> PovScore:
        """What the position is worth: centipawns, or moves to mate."""
    @property
    def depth(self) -> int:
        """How many plies deep all moves were searched."""
    @property
    def nodes(self) -> int:
        """Positions visited."""
    @property
    def time(self) -> float:
        """Seconds."""
    @property
    def multipv(self) -> int:
        """Its place among the lines, from 1 for the best."""
    @property
    def seldepth(self) -> int:
        """The length of the longest line that was looked at, in plies."""
    @property
    def hashfull(self) -> int:
        """What part of the hash table was filled, in thousandths."""

class Engine:
    """The engine, with a hash table of so many MiB, 65536 at most."""

    def __init__(self, hash: int = 64) -> None: ...
    @overload
    def analyse(
        self,
        board: Board,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        threads: int = 1,
        network: bool = True,
        multipv: None = None,
    ) -> Optional[Info]: ...
    @overload
    def analyse(
        self,
        board: Board,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        threads: int = 1,
        network: bool = True,
        multipv: int,
    ) -> list[Info]:
        """The best line of a position; None where no move is legal. Without a limit it takes a second. Ctrl-C ends it, and
        other threads go on meanwhile. With `multipv` it is a list of so many lines, each with another first move, the best
        of them first."""
    def play(
        self,
        board: Board,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        threads: int = 1,
        network: bool = True,
    ) -> Optional[Move]:
        """The move that it would play; None where none is legal."""
    def forget(self) -> None:
        """Forgets what was found out about positions."""
