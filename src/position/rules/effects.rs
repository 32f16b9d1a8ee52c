//! The effects of a move on a board.

use super::other_board::OtherBoard;
use crate::board::{Area, ByColor, Color, Geometry, Piece, PieceKind, Square, Squares, Step};
use crate::position::Position;
use crate::position::play::holder;
use crate::tables::Tables;
use crate::variant::{Beside, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone, Flank, Siege};

/// A move as seen by effects.
pub(in crate::position) struct Cause<'a> {
    /// The side that made it.
    pub us: Color,
    /// The piece that moved, before any promotion; [`Piece::NONE`] if no piece on the board moved.
    pub mover: Piece,
    /// The kind that was dropped.
    pub dropped: Option<PieceKind>,
    /// The origin of the mover.
    pub from: Option<Square>,
    /// The destination of the move; `None` for a pass.
    pub to: Option<Square>,
    /// Its victims, in the order of capture.
    pub victims: &'a [(Square, Piece)],
    /// Whether it promoted.
    pub promotes: bool,
}

/// The result of effects on a board.
#[derive(Default)]
pub(in crate::position) struct Consequences<const N: usize> {
    /// The pieces on the squares that have changed, each once;
    /// [`Piece::NONE`] if the square is now empty.
    pub pieces: Vec<(Square, Piece)>,
    /// Squares that have become holes.
    pub holes: Squares<N>,
    /// Pieces that hands have gained.
    pub gains: Vec<(Color, PieceKind)>,
}

impl<const N: usize> Consequences<N> {
    fn set(&mut self, sq: Square, piece: Piece) {
        match self.pieces.iter_mut().find(|(at, _)| *at == sq) {
            Some((_, now)) => *now = piece,
            None => self.pieces.push((sq, piece)),
        }
    }
}

/// A board while effects are applied.
struct EffectResolver<'a, const N: usize, F> {
    pos: &'a Position<N>,
    t: &'a Tables<N>,
    cause: &'a Cause<'a>,
    /// The piece on each square without any effect.
    piece: F,
    after: Consequences<N>,
}

impl<const N: usize> Position<N> {
    /// The effects of a move on a board on which its pieces have
    /// moved already: `piece` gives the piece on each square.
    pub(in crate::position) fn effects(
        &self,
        t: &Tables<N>,
        cause: &Cause<'_>,
        piece: impl Fn(Square) -> Piece,
    ) -> Consequences<N> {
        let mut resolver = EffectResolver { pos: self, t, cause, piece, after: Consequences::default() };
        for effect in &t.variant().rules.effects {
            if cause.has_effect(effect) {
                resolver.run(effect);
            }
        }
        resolver.after
    }
}

impl Cause<'_> {
    fn has_effect(&self, effect: &Effect) -> bool {
        let by = || !self.mover.is_none() && effect.by.has(self.mover.kind());
        match effect.when {
            EffectWhen::Capture => by() && self.victim(effect).is_some(),
            EffectWhen::Move => by(),
            EffectWhen::Promotion => by() && self.promotes,
            EffectWhen::Drop => self.dropped.is_some_and(|kind| effect.by.has(kind)),
            EffectWhen::Turn => true,
        }
    }

    /// The first victim that an effect applies to.
    fn victim(&self, effect: &Effect) -> Option<Piece> {
        self.victims.iter().map(|&(_, victim)| victim).find(|victim| effect.of.has(victim.kind()))
    }
}

impl<const N: usize, F: Fn(Square) -> Piece> EffectResolver<'_, N, F> {
    /// The current piece on a square.
    fn now(&self, sq: Square) -> Piece {
        let changed = self.after.pieces.iter().find(|(at, _)| *at == sq);
        changed.map_or_else(|| (self.piece)(sq), |&(_, piece)| piece)
    }

    fn is_missing(&self, sq: Square) -> bool {
        (self.pos.holes | self.after.holes).has(sq) || self.t.variant().holes.has(sq)
    }

    /// Whether a piece may come to a square.
    fn is_free_for(&self, piece: Piece, sq: Square) -> bool {
        self.now(sq).is_none() && !self.is_missing(sq) && self.t.variant().may_stand(piece, sq)
    }

    fn run(&mut self, effect: &Effect) {
        if effect.beside.is_some_and(|beside| !self.is_beside(beside)) {
            return;
        }
        if effect.place == EffectPlace::Victims && matches!(effect.what, EffectKind::Return | EffectKind::Hand) {
            // The victims are off the board already.
            for &(sq, victim) in self.cause.victims.iter().filter(|(_, victim)| effect.of.has(victim.kind())) {
                if self.means(effect, victim) {
                    self.remove(effect.what, victim, sq);
                }
            }
            return;
        }
        for sq in self.squares(effect) {
            self.touch(effect, sq);
        }
    }

    /// Whether the move ends next to such a piece.
    fn is_beside(&self, Beside { kinds, whose }: Beside) -> bool {
        let near = self.cause.to.map_or(Squares::EMPTY, |to| self.t.around(to, 1));
        let fits = |piece: Piece| whose.means(self.cause.us, piece.color()) && kinds.has(piece.kind());
        near.iter().map(|sq| self.now(sq)).any(|piece| !piece.is_none() && fits(piece))
    }

    fn means(&self, effect: &Effect, piece: Piece) -> bool {
        effect.whose.means(self.cause.us, piece.color()) && effect.whom.has(piece.kind())
    }

    /// The squares that an effect reaches.
    fn squares(&self, effect: &Effect) -> Squares<N> {
        let (cause, board) = (self.cause, self.t.geometry());
        let shifted = |sq: Option<Square>| sq.and_then(|sq| board.neighbour(sq, effect.offset.seen_by(cause.us)));
        let one = |sq: Option<Square>| shifted(sq).into_iter().collect();
        match effect.place {
            EffectPlace::Origin => one(cause.from.filter(|&from| cause.to != Some(from))),
            EffectPlace::Destination => one(cause.to),
            EffectPlace::Around(radius) => shifted(cause.to).map_or(Squares::EMPTY, |sq| self.t.around(sq, radius)),
            EffectPlace::Attacked => cause.to.map_or(Squares::EMPTY, |to| self.attacked(to)),
            EffectPlace::Flanked(flank) => cause.to.map_or(Squares::EMPTY, |to| self.flanked(to, flank)),
            EffectPlace::Surrounded(siege) => cause.to.map_or(Squares::EMPTY, |to| self.surrounded(to, siege)),
            EffectPlace::Mirrored => one(cause.to.map(|to| board.flipped(to))),
            EffectPlace::Victims => {
                let about = cause.victims.iter().filter(|(_, victim)| effect.of.has(victim.kind()));
                about.filter_map(|&(sq, _)| shifted(Some(sq))).collect()
            }
            EffectPlace::Zone(EffectZone { squares, newcomers }) => {
                let zone: Squares<N> = squares[cause.us].resized();
                let entered = cause.to.filter(|_| !newcomers && !cause.from.is_some_and(|from| zone.has(from)));
                entered.map_or(zone, |to| zone.without(to))
            }
        }
    }

    /// The enemies that the piece on a square attacks on the current board.
    fn attacked(&self, from: Square) -> Squares<N> {
        let (pos, us, piece) = (self.pos, self.cause.us, self.now(from));
        if piece.is_none() {
            return Squares::EMPTY;
        }
        let board = OtherBoard::new(pos, self.t, pos.holes | self.after.holes, |sq| self.now(sq));
        board.met_by(piece, from, board.color(!us))
    }

    /// The enemies in rows, none longer than the rule allows, between the piece on a square and another one of its
    /// side or an empty square that counts as one.
    fn flanked(&self, from: Square, flank: Flank) -> Squares<N> {
        if !self.is_own(from) {
            return Squares::EMPTY;
        }
        flanked_from(self.t.geometry(), from, flank, |sq| self.closes_in(sq, &flank.hostile))
    }

    /// The enemies next to the piece on a square that have another piece of its side, or an empty square that counts as
    /// one, next to them in every direction of the lines: at the edge of the board nobody is surrounded.
    fn surrounded(&self, from: Square, siege: Siege) -> Squares<N> {
        let board = self.t.geometry();
        let next_to = |sq: Square| siege.lines.steps().map(move |step| board.neighbour(sq, step));
        let closes_in = |sq: Square| self.closes_in(sq, &siege.hostile);
        if !self.is_own(from) {
            return Squares::EMPTY;
        }
        let enemies = next_to(from).flatten().filter(|&sq| closes_in(sq) == Some(false));
        enemies.filter(|&sq| next_to(sq).all(|at| at.and_then(closes_in) == Some(true))).collect()
    }

    /// Whether a piece of the side that moved stands on a square.
    fn is_own(&self, sq: Square) -> bool {
        let piece = self.now(sq);
        !piece.is_none() && piece.color() == self.cause.us
    }

    /// Whether what is on a square helps the side that moved to close in on enemies, or is an enemy; `None` for other
    /// empty squares.
    fn closes_in(&self, sq: Square, hostile: &ByColor<Area>) -> Option<bool> {
        match self.now(sq) {
            Piece::NONE => (hostile[self.cause.us].has(sq) && !self.is_missing(sq)).then_some(true),
            piece => Some(piece.color() == self.cause.us),
        }
    }

    fn touch(&mut self, effect: &Effect, sq: Square) {
        let piece = self.now(sq);
        if self.is_missing(sq) || (!piece.is_none() && !self.means(effect, piece)) {
            return;
        }
        match effect.what {
            EffectKind::Hole => {
                self.after.set(sq, Piece::NONE);
                self.after.holes.insert(sq);
            }
            EffectKind::Appear(kind) => {
                let piece = Piece::new(kind, self.cause.us);
                if self.is_free_for(piece, sq) {
                    self.after.set(sq, piece);
                }
            }
            _ if piece.is_none() => {}
            EffectKind::Remove | EffectKind::Hand | EffectKind::Return => {
                self.after.set(sq, Piece::NONE);
                self.remove(effect.what, piece, sq);
            }
            EffectKind::BecomeVictim => {
                if let Some(victim) = self.cause.victim(effect) {
                    self.turn(sq, Piece::new(victim.kind(), piece.color()));
                }
            }
            EffectKind::Become(kind) => self.turn(sq, Piece::new(kind, piece.color())),
            EffectKind::ChangeSide => self.turn(sq, Piece::new(piece.kind(), !piece.color())),
        }
    }

    /// Turns the piece on a square into another one, if such a piece may exist.
    fn turn(&mut self, sq: Square, becomes: Piece) {
        let variant = self.t.variant();
        if variant.kind(becomes.kind()).may_belong_to(becomes.color()) && variant.may_stand(becomes, sq) {
            self.after.set(sq, becomes);
        }
    }

    /// Removes a piece from a square by an effect, and puts it where it goes.
    fn remove(&mut self, what: EffectKind, piece: Piece, sq: Square) {
        let kind = self.t.variant().kind(piece.kind());
        match (what, kind.in_hand.filter(|_| !kind.royal)) {
            (EffectKind::Hand, Some(held)) => {
                let holder = holder(self.t, self.cause.us, piece);
                let variant = self.t.variant();
                let kept = !self.t.traits.returns_losses || variant.is_stock(held);
                if kept && variant.kind(held).may_belong_to(holder) {
                    self.after.gains.push((holder, held));
                }
            }
            (EffectKind::Return, _) => {
                if let Some(home) = self.t.home(piece, sq).filter(|&home| self.is_free_for(piece, home)) {
                    self.after.set(home, piece);
                }
            }
            _ => {}
        }
    }
}

/// The enemies in rows between a piece on a square, possibly one that has yet to arrive, and another one of its side:
/// `is_own` gives the side of the piece on a square, or of what counts as one.
pub(in crate::position) fn flanked_from<const N: usize>(
    board: Geometry,
    from: Square,
    flank: Flank,
    is_own: impl Fn(Square) -> Option<bool>,
) -> Squares<N> {
    let row = |step: Step| {
        let mut row = Squares::EMPTY;
        let mut next = board.neighbour(from, step);
        while let Some(sq) = next.filter(|&sq| sq != from) {
            match is_own(sq) {
                Some(true) => return row,
                Some(false) if row.count() < flank.most.into() => row.insert(sq),
                _ => break,
            }
            next = board.neighbour(sq, step);
        }
        Squares::EMPTY
    };
    flank.lines.steps().map(row).collect()
}
