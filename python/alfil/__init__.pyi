"""Chess variants: rules, legal moves, search."""

import os
from typing import ClassVar, Iterator, Optional, Sequence, Union, overload

__version__: str

WHITE: bool
BLACK: bool

class AlfilError(ValueError):
    """Something wrong with a file, a position or a move, and what was expected."""

def variants(directories: Sequence[Union[str, os.PathLike[str]]] = ...) -> list[str]:
    """The names of the bundled games, and of those in the given directories; faulty files are left out."""

class Variant:
    """A game by its name, an alias, or its name on servers and in PGN: a bundled one, or one in the given directories.
    Its squares are named as in UCI, with ranks from 1. With `chess960` the castling pieces may start on any files."""

    def __init__(
        self, name: str, chess960: bool = False, directories: Sequence[Union[str, os.PathLike[str]]] = ...
    ) -> None: ...
    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], chess960: bool = False) -> Variant:
        """A custom game, from its file."""
    @classmethod
    def from_text(cls, name: str, text: str, chess960: bool = False) -> Variant:
        """A custom game, from the text of a file; complaints refer to the text as `name`."""
    @property
    def chess960(self) -> bool:
        """Whether the castling pieces may start on any files. Castling is then written from the king to its partner."""
    @property
    def name(self) -> str:
        """The name by which it is found."""
    @property
    def title(self) -> str:
        """The name for display."""
    @property
    def files(self) -> int:
        """The number of files."""
    @property
    def ranks(self) -> int:
        """The number of ranks."""
    @property
    def squares(self) -> list[str]:
        """The squares of the board."""
    @property
    def pieces(self) -> dict[str, str]:
        """The names of the pieces, by their letters."""
    def moves(self, piece: str, white: bool = True) -> str:
        """The moves of a piece, in XBetza."""
    @property
    def warnings(self) -> list[str]:
        """Warnings about the game's file."""
    @property
    def has_network(self) -> bool:
        """Whether a network evaluates its positions: a bundled one, or `NAME.net` beside the file of the variant.

        Networks that `alfil learn` has installed for bundled games are not looked for.
        """
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Move:
    """A move, identified by its text in UCI; a board decides whether it is legal. The other properties are known for moves
    that a board has generated, parsed or played."""

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """A move from its text in UCI, such as `e2e4`, `e7e8q` or `P@e5`, for any position; boards refuse illegal moves."""
    @property
    def from_square(self) -> Optional[str]:
        """The start square; None for drops and passes."""
    @property
    def to_square(self) -> Optional[str]:
        """The destination square; None for passes. For castling it is that of UCI: the king's destination, or in Chess960 the
        rook's square."""
    @property
    def promotion(self) -> Optional[str]:
        """The letter of the piece to which it promotes, a capital, after `+` for a promoted form; None for
        other moves."""
    @property
    def drop(self) -> Optional[str]:
        """The letter of the piece that is dropped; None for other moves."""
    @property
    def gated(self) -> Optional[str]:
        """The letter of the piece that enters by gating; None for other moves."""
    @property
    def wall(self) -> Optional[str]:
        """The square of a new wall or of the duck; None for other moves."""
    def uci(self) -> str:
        """The move in UCI notation."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class LegalMoves:
    """The legal moves of a position, in no particular order."""

    def count(self) -> int:
        """The number of moves."""
    def __len__(self) -> int: ...
    def __contains__(self, mv: object) -> bool: ...
    def __getitem__(self, index: int) -> Move: ...
    def __iter__(self) -> Iterator[Move]: ...

class Outcome:
    """The outcome of a game."""

    @property
    def winner(self) -> Optional[bool]:
        """The side that has won; None for a draw."""
    @property
    def termination(self) -> str:
        """The rule that ended the game."""
    @property
    def text(self) -> str:
        """A description as a sentence."""
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Board:
    """A game in progress, from its start or from a position. With `chess960` kings and rooks may start on any files.
    Castling rights and en passant squares that are impossible in a position are ignored, with a `UserWarning`."""

    def __init__(
        self, variant: Union[str, Variant, None] = None, fen: Optional[str] = None, *, chess960: bool = False
    ) -> None: ...
    @property
    def variant(self) -> Variant:
        """The game's rules."""
    @property
    def chess960(self) -> bool:
        """Whether the castling pieces may start on any files. Castling is then written from the king to its partner."""
    @property
    def turn(self) -> bool:
        """The side to move: True for White."""
    def fen(self) -> str:
        """The position in the FEN of UCI, with all fields."""
    def set_fen(self, fen: str) -> None:
        """Sets up a position of the same game; clears the moves so far."""
    def reset(self) -> None:
        """Returns to the start position of the game; clears the moves so far."""
    def root(self) -> Board:
        """A board with the start position of this one."""
    @property
    def fullmove_number(self) -> int:
        """The number of the current move, which increases after Black's."""
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last one that counts as progress for the move rule."""
    def ply(self) -> int:
        """Plies since the start of the game, derived from the number of the move."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of this position, even after later moves. There may be some after the end of the game; see
        `outcome`."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played since the board was created."""
    def peek(self) -> Move:
        """The latest move."""
    def is_legal(self, mv: Move) -> bool:
        """Whether a move is legal here."""
    def is_capture(self, mv: Move) -> bool:
        """Whether a legal move captures anything."""
    def is_castling(self, mv: Move) -> bool:
        """Whether a legal move is castling."""
    def gives_check(self, mv: Move) -> bool:
        """Whether a legal move gives check."""
    def uci(self, mv: Move) -> str:
        """A legal move in UCI notation."""
    def parse_uci(self, uci: str) -> Move:
        """Parses a legal move in UCI notation."""
    def parse_san(self, san: str) -> Move:
        """Parses a legal move in algebraic notation."""
    def san(self, mv: Move) -> str:
        """A legal move in algebraic notation."""
    def variation_san(self, variation: Sequence[Move]) -> str:
        """Consecutive legal moves in algebraic notation, with move numbers."""
    def push(self, mv: Move) -> None:
        """Plays a move; raises an error if it is not legal."""
    def push_uci(self, uci: str) -> Move:
        """Plays a move in UCI notation, and returns it."""
    def push_san(self, san: str) -> Move:
        """Plays a move in algebraic notation, and returns it."""
    def pop(self) -> Move:
        """Takes the latest move back, and returns it."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def is_checkmate(self) -> bool:
        """Whether the game is over by checkmate."""
    def is_stalemate(self) -> bool:
        """Whether the game is over by stalemate, which may not be a draw; see `outcome`."""
    def is_insufficient_material(self) -> bool:
        """Whether the game is over because neither side can win any more."""
    def is_game_over(self) -> bool:
        """Whether the game is over by any of its rules."""
    def outcome(self) -> Optional[Outcome]:
        """The outcome of the game by any of its rules; None while it goes on. Draws need not be claimed."""
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether this position has occurred so many times in the game, this time included."""
    def piece_at(self, square: str) -> Optional[str]:
        """The letter of the piece on a square, a capital for White; None if it is empty."""
    def color_at(self, square: str) -> Optional[bool]:
        """The side of the piece on a square: True for White; None if it is empty."""
    def piece_map(self) -> dict[str, str]:
        """The pieces on the board by square."""
    def pocket(self, white: bool) -> dict[str, int]:
        """The pieces in hand of a side, with their counts."""
    def attackers(self, white: bool, square: str) -> list[str]:
        """The squares from which pieces of a side attack a square."""
    def is_attacked_by(self, white: bool, square: str) -> bool:
        """Whether any piece of a side attacks a square."""
    def perft(self, depth: int) -> int:
        """The number of leaves of the tree of legal moves with this depth, 32 at most. Ctrl-C ends the count."""
    def evaluate(self) -> int:
        """The static evaluation of the position, in centipawns for the side to move."""
    def copy(self, *, stack: bool = True) -> Board:
        """A copy of the board; without `stack` it starts with the current position, and rules about repetition do not know
        earlier ones."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

class Score:
    """A score for one side: centipawns, or moves to mate."""

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """Centipawns. For a mate this is None, or `mate_score` less the number of moves."""
    def mate(self) -> Optional[int]:
        """Moves to mate, negative for the side that is mated; None if there is no mate."""
    def is_mate(self) -> bool:
        """Whether the score is a mate."""
    def __neg__(self) -> Score: ...
    def __eq__(self, other: object) -> bool: ...
    def __lt__(self, other: Score) -> bool: ...
    def __le__(self, other: Score) -> bool: ...
    def __gt__(self, other: Score) -> bool: ...
    def __ge__(self, other: Score) -> bool: ...
    def __hash__(self) -> int: ...

class PovScore:
    """A score, and the side to which it applies."""

    @property
    def relative(self) -> Score:
        """For the side to move."""
    @property
    def turn(self) -> bool:
        """The side to move: True for White."""
    def pov(self, white: bool) -> Score:
        """The score for one side."""
    def white(self) -> Score:
        """The score for White."""
    def black(self) -> Score:
        """The score for Black."""
    def is_mate(self) -> bool:
        """Whether the score is a mate."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Info:
    """The result of a search."""

    @property
    def best(self) -> Optional[Move]:
        """The best move."""
    @property
    def pv(self) -> list[Move]:
        """The moves that both sides are expected to play, the best one first."""
    @property
    def score(self) -> PovScore:
        """The score: centipawns, or moves to mate."""
    @property
    def depth(self) -> int:
        """The search depth in plies."""
    @property
    def nodes(self) -> int:
        """Positions visited."""
    @property
    def time(self) -> float:
        """Seconds."""
    @property
    def multipv(self) -> int:
        """Its index among the lines, from 1 for the best."""
    @property
    def seldepth(self) -> int:
        """The length of the longest line that was searched, in plies."""
    @property
    def hashfull(self) -> int:
        """The share of the hash table that was filled, in thousandths."""

class Engine:
    """The engine, with a hash table of the given size in MiB, 65536 at most."""

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
        """Searches a position and returns the best line; None if no move is legal. Without a limit it takes one second.
        Ctrl-C interrupts it, and other threads go on meanwhile; one search of an engine waits for the other. With
        `multipv` it returns a list of lines, each with a different first move, the best line first."""
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
        """The best move; None if no move is legal."""
    def forget(self) -> None:
        """Clears the hash table."""
