//! On which squares a move touches down before its destination.
//!
//! A legal move says what is captured and where the piece ends, which is all
//! that the rules need. A GUI sends and shows moves of several legs square by
//! square, empty ones too; so the piece's move program is run again and every
//! route that comes to the same is listed.

use super::{Board, Game, Table};
use crate::board::{Area, Piece, Square, Step};
use crate::position::{Move, MoveKind};
use crate::xbetza::run::{AllRoutes, Mover, Occupant, Outcome, OutcomeKind, Terrain, run_term};
use std::ops::ControlFlow;

impl Game {
    /// The squares that must be named beside origin and destination to tell a
    /// legal move from others: those of men captured or taken up on the way.
    pub fn stops(&self, mv: Move) -> Vec<Square> {
        let mut stops: Vec<Square> = match mv.kind() {
            MoveKind::Legs => mv.victims().collect(),
            // A pawn's victim is beside the way, that of a piece of many legs on it.
            MoveKind::EnPassant if self.routes(mv).iter().all(|route| !route.is_empty()) => mv.victims().collect(),
            _ => mv.journey().map(|[taken, _]| taken).into_iter().collect(),
        };
        stops.pop_if(|last| *last == mv.to());
        stops
    }

    /// What a move loses or removes beside its destination and the squares of
    /// [`Game::stops`]: the victims that nobody who only follows the piece would see.
    pub fn unseen_victims(&self, mv: Move) -> Vec<Square> {
        if mv.partner().or(mv.journey()).is_some() {
            return Vec::new();
        }
        let mut after = self.clone();
        after.play(mv);
        let mut seen = self.stops(mv);
        seen.extend([mv.from(), mv.to()]);
        let gone = |sq: &Square| self.piece_at(*sq).is_some() && after.piece_at(*sq).is_none();
        self.geometry().all().filter(|sq| gone(sq) && !seen.contains(sq)).collect()
    }

    /// Where a legal move may touch down on its way: one list for each route.
    pub fn routes(&self, mv: Move) -> Vec<Vec<Square>> {
        let mut routes = match &self.board {
            Board::One(table) => routes(table, mv),
            Board::Two(table) => routes(table, mv),
            Board::Three(table) => routes(table, mv),
        };
        routes.sort_unstable();
        routes.dedup();
        routes
    }
}

fn routes<const N: usize>(table: &Table<N>, mv: Move) -> Vec<Vec<Square>> {
    let (tables, from) = (&table.tables, mv.from());
    let variant = tables.variant();
    let piece = table.position.piece_at(from);
    if mv.is_drop() || piece.is_none() {
        return Vec::new();
    }
    let (kind, color) = (variant.kind(piece.kind()), piece.color());
    let setup = table.position.setup(tables);
    let mut found = Vec::new();
    for moves in kind.moves(color).filter(|moves| moves.are_there(from, setup.once[color])) {
        let (unmoved, passed, holes) = (setup.unmoved, setup.en_passant, setup.holes);
        let view = View { table, piece, enter: moves.enter, holes, unmoved, passed };
        for term in &moves.program.terms {
            let runner = Mover { color, from };
            let _ = run_term::<_, ()>(term, &view, runner, &mut AllRoutes, &mut |outcome: &Outcome| {
                if is_outcome(mv, outcome) {
                    found.push(outcome.relays.to_vec());
                }
                ControlFlow::Continue(())
            });
        }
    }
    found
}

/// Whether a move does to the board what an outcome does, promotion aside.
fn is_outcome(mv: Move, outcome: &Outcome) -> bool {
    if mv.to() != outcome.to || (mv.kind() == MoveKind::Pass) != (outcome.kind == OutcomeKind::Pass) {
        return false;
    }
    let victims: Vec<_> = mv.victims().collect();
    match outcome.kind {
        OutcomeKind::Move | OutcomeKind::Pass => victims.is_empty(),
        OutcomeKind::Capture if victims.is_empty() => *outcome.victims == [mv.to()],
        OutcomeKind::Capture => *outcome.victims == victims[..],
        OutcomeKind::Swap => mv.journey() == outcome.unload.map(|journey| [journey.from, journey.to]),
        OutcomeKind::Castle => mv.partner() == outcome.partner.map(|journey| [journey.from, journey.to]),
    }
}

/// The board as one piece sees it.
struct View<'a, const N: usize> {
    table: &'a Table<N>,
    piece: Piece,
    /// Where it may be at all, squares that have gone missing among them.
    enter: Area,
    holes: Area,
    unmoved: Area,
    passed: Area,
}

impl<const N: usize> Terrain for View<'_, N> {
    fn squares(&self) -> u8 {
        self.table.tables.geometry().squares() as u8
    }

    fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.table.tables.geometry().step(from, step)
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        self.table.tables.geometry().step_around(from, step)
    }

    fn occupant(&self, sq: Square) -> Occupant {
        let other = self.table.position.piece_at(sq);
        let royal = !other.is_none() && self.table.tables.is_royal(other.kind());
        match other {
            _ if !self.enter.has(sq) || self.holes.has(sq) => Occupant::Hole,
            Piece::NONE => Occupant::Empty,
            _ if other.color() == self.piece.color() => Occupant::Friend { royal },
            _ => Occupant::Enemy { royal },
        }
    }

    fn is_beyond_rim(&self, sq: Square) -> bool {
        !self.enter.has(sq)
    }

    fn is_unmoved(&self, from: Square) -> bool {
        self.table.tables.counts_as_unmoved(self.piece, from, self.unmoved.resized())
    }

    fn is_start(&self, sq: Square) -> bool {
        self.table.tables.is_start(self.piece, sq)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.unmoved.has(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        let setup = self.table.position.setup(&self.table.tables);
        setup.en_passant_victim.filter(|_| self.passed.has(sq))
    }
}
