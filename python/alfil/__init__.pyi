"""Chess variants: rules, legal moves, search."""

import os
from typing import Optional, Sequence, Union

__version__: str

WHITE: bool
BLACK: bool

class AlfilError(ValueError):
    """Something wrong with a file, a position or a move, and what was expected."""

def variants(directories: Sequence[Union[str, os.PathLike[str]]] = ...) -> list[str]:
    """The names of the bundled games, and of those in directories of one's own."""

class Variant:
    """A game's rules."""

    def __init__(self, name: str) -> None: ...
    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]]) -> Variant: ...
    @classmethod
    def from_text(cls, name: str, text: str) -> Variant: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def squares(self) -> list[str]: ...
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
    """A move of one position."""

    @property
    def from_square(self) -> Optional[str]:
        """Where it comes from; None for drops."""
    @property
    def to_square(self) -> Optional[str]: ...
    def uci(self) -> str: ...
    def __hash__(self) -> int: ...

class Outcome:
    """How a game is over."""

    @property
    def winner(self) -> Optional[bool]:
        """The side that has won; None for a draw."""
    @property
    def termination(self) -> str:
        """The rule that has ended it."""
    @property
    def text(self) -> str: ...
    def result(self) -> str: ...

class Board:
    """A game in progress."""

    def __init__(self, variant: Union[str, Variant, None] = None, fen: Optional[str] = None) -> None: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def turn(self) -> bool:
        """The side to move: True for White."""
    def fen(self) -> str: ...
    @property
    def legal_moves(self) -> list[Move]:
        """Empty where the game is over by a rule that leaves no moves; see `outcome`."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played since the board was made."""
    def parse_uci(self, text: str) -> Move: ...
    def parse_san(self, text: str) -> Move: ...
    def san(self, mv: Move) -> str: ...
    def push(self, mv: Move) -> None: ...
    def push_uci(self, text: str) -> Move: ...
    def push_san(self, text: str) -> Move: ...
    def pop(self) -> Move: ...
    def is_check(self) -> bool: ...
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Optional[Outcome]:
        """How the game is over, by any rule of it; None while it goes on."""
    def result(self) -> str: ...
    def piece_at(self, square: str) -> Optional[str]: ...
    def piece_map(self) -> dict[str, str]: ...
    def pocket(self, white: bool) -> dict[str, int]:
        """What a side holds in hand, and how many of each."""
    def attackers(self, white: bool, square: str) -> list[str]:
        """The squares from which pieces of a side attack a square."""
    def is_attacked_by(self, white: bool, square: str) -> bool: ...
    def perft(self, depth: int) -> int:
        """How many lines of legal moves are so many plies long."""
    def evaluate(self) -> int:
        """What the position is worth without a search, in centipawns for the side to move."""
    def copy(self) -> Board: ...

class Info:
    """What a search has found."""

    @property
    def best(self) -> Optional[Move]: ...
    @property
    def pv(self) -> list[Move]: ...
    @property
    def score(self) -> int:
        """Centipawns for the side to move."""
    @property
    def mate(self) -> Optional[int]:
        """Moves to mate, below zero for the side that is mated; None where none was found."""
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float: ...

class Engine:
    """The engine, with a hash table of so many MiB."""

    def __init__(self, hash: int = 64) -> None: ...
    def analyse(
        self,
        board: Board,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        threads: int = 1,
        network: bool = True,
    ) -> Optional[Info]:
        """The best line of a position; None where no move is legal. Without a limit it takes a second."""
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
