//! The effects of a move from either source, in a form in which moves can be compared.

use alfil::internals::board::{PieceKind, Square};
use alfil::internals::position::{Move, MoveKind};
use alfil::internals::variant::Variant;

/// Everything that distinguishes a move from others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deed {
    pub sort: Sort,
    pub from: Square,
    pub to: Square,
    /// The piece after promotion, or the piece that is dropped.
    pub piece: Option<PieceKind>,
    /// The squares of captures, in order; empty if it is just the destination.
    pub victims: Vec<Square>,
    /// Castling and swaps: the start and destination of the other piece.
    pub other: Option<[Square; 2]>,
    /// The piece that is gated after the move, and its square.
    pub gated: Option<(PieceKind, Square)>,
    /// The square of a new wall.
    pub wall: Option<Square>,
}

/// Kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A piece moves, captures, or both.
    Step,
    /// A step that creates en passant squares.
    Double,
    /// A piece enters from the hand.
    Drop,
    /// A partner moves, too.
    Castle,
    /// A piece is put elsewhere instead of being captured.
    Swap,
    /// Only the turn changes, whichever piece passes.
    Pass,
}

impl From<Move> for Deed {
    fn from(mv: Move) -> Self {
        let sort = match mv.kind() {
            MoveKind::Plain | MoveKind::Promotion | MoveKind::EnPassant | MoveKind::Legs | MoveKind::Gate => Sort::Step,
            MoveKind::Double => Sort::Double,
            MoveKind::Drop => Sort::Drop,
            MoveKind::Castle | MoveKind::GateCastle => Sort::Castle,
            MoveKind::Swap => Sort::Swap,
            MoveKind::Pass => Sort::Pass,
        };
        let other = mv.partner().or(mv.journey());
        let (piece, gated) = (mv.piece(), mv.gated());
        let victims: Vec<Square> = mv.listed_victims().collect();
        // A move with the maximum number of victims stores the last of them in place of a wall.
        let wall = mv.wall().filter(|_| victims.len() < Move::MAX_VICTIMS);
        Self { sort, from: mv.from(), to: mv.to(), piece, victims, other, gated, wall }.plain()
    }
}

impl Deed {
    /// The same in a form that can be compared: without a sole victim on the destination, and without the piece that
    /// passes.
    pub fn plain(mut self) -> Self {
        if self.sort == Sort::Pass {
            (self.from, self.to) = (Square(0), Square(0));
        }
        if self.victims == [self.to] {
            self.victims.clear();
        }
        self
    }

    /// The move in readable form.
    pub fn text(&self, variant: &Variant) -> String {
        let name = |sq: Square| variant.board.name(sq);
        let piece = self.piece.map_or(String::new(), |kind| format!("={}", variant.kind(kind).id));
        let victims: String = self.victims.iter().map(|&sq| format!("x{}", name(sq))).collect();
        let other = self.other.map_or(String::new(), |[from, to]| format!(",{}{}", name(from), name(to)));
        let gated = self.gated.map_or(String::new(), |(kind, at)| format!("/{}@{}", variant.kind(kind).id, name(at)));
        let wall = self.wall.map_or(String::new(), |at| format!("*{}", name(at)));
        format!("{:?} {}{}{victims}{other}{piece}{gated}{wall}", self.sort, name(self.from), name(self.to))
    }
}
