//! What moves do in games with further rules: effects, pieces that enter behind
//! others or leave the stock, and counters.

use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::position::Position;
use crate::position::play::holder;
use crate::position::{Move, MoveKind};
use crate::tables::Tables;
use crate::variant::{Aimed, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone};

/// A move as effects see it.
pub(in crate::position) struct Cause<'a> {
    /// Whose it is.
    pub us: Color,
    /// What moved, as it was before; [`Piece::NONE`] where nothing moved on the board.
    pub mover: Piece,
    /// Where that came from.
    pub from: Option<Square>,
    /// Where the move ended; a pass does not.
    pub to: Option<Square>,
    /// What it captured, in that order.
    pub victims: &'a [(Square, Piece)],
    /// Whether it promoted.
    pub promotes: bool,
}

/// What effects make of a board.
#[derive(Default)]
pub(in crate::position) struct Consequences<const N: usize> {
    /// What stands on the squares that have changed, each once;
    /// [`Piece::NONE`] for nothing.
    pub pieces: Vec<(Square, Piece)>,
    /// Squares that have gone missing.
    pub holes: Squares<N>,
    /// What hands have gained.
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

/// What an effect has changed, and how it was before.
#[derive(Clone, Copy, Debug)]
pub(in crate::position) enum Change {
    /// What stood on a square.
    Piece(Square, Piece),
    /// A square that was there.
    Hole(Square),
    /// A hand that had one less.
    Gain(Color, PieceKind),
}

/// A board in the middle of its effects.
struct Unfolding<'a, const N: usize, F> {
    pos: &'a Position<N>,
    t: &'a Tables<N>,
    cause: &'a Cause<'a>,
    /// What stands where without any effect.
    piece: F,
    after: Consequences<N>,
}

impl<const N: usize> Position<N> {
    /// Plays what a move does by further rules, once its pieces have moved;
    /// returns the squares that it touches beside.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn play_consequences(
        &mut self,
        t: &Tables<N>,
        mv: Move,
        mover: Piece,
        captured: Piece,
        changes: &mut u16,
    ) -> Squares<N> {
        let us = self.side;
        if let Some(kind) = mv.piece().filter(|_| !mv.is_drop() && t.traits().from_stock.has(mover.kind())) {
            self.change_hand(t, us, kind, false);
        }
        let first = (mv.victims().next().unwrap_or(mv.to()), captured);
        let mut several = Vec::new();
        let victims = match mv.kind() {
            MoveKind::Legs => {
                let taken = &self.removed[self.removed.len().saturating_sub(mv.victims().count())..];
                several.extend(mv.victims().zip(taken.iter().copied()));
                &several[..]
            }
            _ if captured.is_none() => &[],
            _ => std::slice::from_ref(&first),
        };
        let barred = t.variant().rules.counterstrike.is_some_and(|rule| {
            !rule.kinds.has(mover.kind()) && victims.iter().any(|(_, victim)| rule.kinds.has(victim.kind()))
        });
        let moves = !matches!(mv.kind(), MoveKind::Drop | MoveKind::Pass);
        let cause = Cause {
            us,
            mover: if moves { mover } else { Piece::NONE },
            from: Some(mv.from()).filter(|_| moves),
            to: Some(mv.to()).filter(|_| mv.kind() != MoveKind::Pass),
            victims,
            promotes: mv.is_promotion(),
        };
        let consequences = self.effects(t, &cause, |sq| self.board[sq]);
        self.set_counterstrike_barred(t, barred);
        self.set_passed(t, mv.kind() == MoveKind::Pass && t.traits().ends_by_passes);
        if t.traits().gating && mv.is_drop() {
            // The last piece may have left the hand.
            self.set_unmoved(t, self.now.unmoved);
        }
        let mut touched = self.apply_consequences(t, &consequences, changes);
        if let Some(aimed) = t.variant().rules.aimed
            && mv.kind() != MoveKind::Pass
            && aimed.by.has(mv.dropped().unwrap_or(mover.kind()))
        {
            touched |= self.aimed_at(t, aimed, mv.to());
        }
        // Who enters does so when all is over.
        if let Some((kind, at)) = mv.gated() {
            self.change_hand(t, us, kind, false);
            self.put::<true>(t, Piece::new(kind, us), at);
        }
        touched
    }

    /// The enemy's unmoved pieces that count as moved since a piece has come to their rank or file.
    fn aimed_at(&self, t: &Tables<N>, aimed: Aimed, to: Square) -> Squares<N> {
        let board = t.geometry();
        let on_line = |sq: &Square| board.file(*sq) == board.file(to) || board.rank(*sq) == board.rank(to);
        let meant = |sq: &Square| aimed.kinds.has(self.board[*sq].kind());
        let enemies = self.now.unmoved & self.color(!self.side);
        enemies.iter().filter(|sq| meant(sq) && on_line(sq)).collect()
    }

    /// Makes the board what effects leave of it; returns the squares that change.
    fn apply_consequences(&mut self, t: &Tables<N>, consequences: &Consequences<N>, changes: &mut u16) -> Squares<N> {
        let before = self.changed.len();
        for &(sq, becomes) in &consequences.pieces {
            let stood = self.board[sq];
            self.changed.push(Change::Piece(sq, stood));
            if !stood.is_none() {
                self.take::<true>(t, sq);
            }
            if !becomes.is_none() {
                self.put::<true>(t, becomes, sq);
            }
        }
        for sq in consequences.holes {
            self.changed.push(Change::Hole(sq));
            self.holes.insert(sq);
            self.now.key ^= t.keys().hole(sq);
        }
        for &(color, kind) in &consequences.gains {
            self.changed.push(Change::Gain(color, kind));
            self.change_hand(t, color, kind, true);
        }
        *changes = (self.changed.len() - before) as u16;
        consequences.pieces.iter().map(|&(sq, _)| sq).chain(consequences.holes).collect()
    }

    /// Takes back what [`Position::play_consequences`] did.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn undo_consequences(&mut self, t: &Tables<N>, mv: Move, mover: Piece, changes: u16) {
        let us = self.side;
        if let Some((kind, at)) = mv.gated() {
            self.take::<false>(t, at);
            self.change_hand(t, us, kind, true);
        }
        for _ in 0..changes {
            match self.changed.pop() {
                Some(Change::Piece(sq, stood)) => {
                    if !self.board[sq].is_none() {
                        self.take::<false>(t, sq);
                    }
                    if !stood.is_none() {
                        self.put::<false>(t, stood, sq);
                    }
                }
                Some(Change::Hole(sq)) => self.holes.remove(sq),
                Some(Change::Gain(color, kind)) => self.change_hand(t, color, kind, false),
                None => {}
            }
        }
        if let Some(kind) = mv.piece().filter(|_| !mv.is_drop() && t.traits().from_stock.has(mover.kind())) {
            self.change_hand(t, us, kind, true);
        }
    }

    /// What the effects of a move make of a board on which its pieces have
    /// moved already: `piece` tells what stands there.
    pub(in crate::position) fn effects(
        &self,
        t: &Tables<N>,
        cause: &Cause<'_>,
        piece: impl Fn(Square) -> Piece,
    ) -> Consequences<N> {
        let mut unfolding = Unfolding { pos: self, t, cause, piece, after: Consequences::default() };
        for effect in &t.variant().rules.effects {
            if cause.has_effect(effect) {
                unfolding.run(effect);
            }
        }
        unfolding.after
    }

    pub(in crate::position) fn set_counterstrike_barred(&mut self, t: &Tables<N>, barred: bool) {
        if self.now.counterstrike_barred != barred {
            self.now.key ^= t.keys().counterstrike();
        }
        self.now.counterstrike_barred = barred;
    }

    pub(in crate::position) fn set_passed(&mut self, t: &Tables<N>, passed: bool) {
        if self.now.passed != passed {
            self.now.key ^= t.keys().passed();
        }
        self.now.passed = passed;
    }

    /// A check that `by` has given.
    #[cold]
    pub(in crate::position) fn count_check(&mut self, t: &Tables<N>, by: Color) {
        let left = &mut self.now.checks_left[by.index()];
        self.now.key ^= t.keys().checks(by, *left);
        *left = left.saturating_sub(1);
        self.now.key ^= t.keys().checks(by, *left);
    }
}

impl Cause<'_> {
    fn has_effect(&self, effect: &Effect) -> bool {
        let by = || !self.mover.is_none() && effect.by.has(self.mover.kind());
        match effect.when {
            EffectWhen::Capture => by() && self.victim(effect).is_some(),
            EffectWhen::Move => by(),
            EffectWhen::Promotion => by() && self.promotes,
            EffectWhen::Turn => true,
        }
    }

    /// The first piece captured of those that an effect is about.
    fn victim(&self, effect: &Effect) -> Option<Piece> {
        self.victims.iter().map(|&(_, victim)| victim).find(|victim| effect.of.has(victim.kind()))
    }
}

impl<const N: usize, F: Fn(Square) -> Piece> Unfolding<'_, N, F> {
    /// What stands on a square by now.
    fn now(&self, sq: Square) -> Piece {
        let changed = self.after.pieces.iter().find(|(at, _)| *at == sq);
        changed.map_or_else(|| (self.piece)(sq), |&(_, piece)| piece)
    }

    fn is_missing(&self, sq: Square) -> bool {
        (self.pos.holes | self.after.holes).has(sq) || self.t.variant().holes.has(sq)
    }

    /// Whether a piece may come to a square.
    fn is_free_for(&self, piece: Piece, sq: Square) -> bool {
        let region = self.t.variant().kind(piece.kind()).region[piece.color()];
        self.now(sq).is_none() && !self.is_missing(sq) && region.has(sq)
    }

    fn run(&mut self, effect: &Effect) {
        if effect.place == EffectPlace::Victims && matches!(effect.what, EffectKind::Return | EffectKind::Hand) {
            // They are off the board already.
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

    /// Turns the piece on a square into another one, if there may be such a piece.
    fn turn(&mut self, sq: Square, becomes: Piece) {
        let kind = self.t.variant().kind(becomes.kind());
        if kind.may_belong_to(becomes.color()) && kind.region[becomes.color()].has(sq) {
            self.after.set(sq, becomes);
        }
    }

    /// Where a piece goes that an effect has taken from a square.
    fn remove(&mut self, what: EffectKind, piece: Piece, sq: Square) {
        let kind = self.t.variant().kind(piece.kind());
        match (what, kind.in_hand.filter(|_| !kind.royal)) {
            (EffectKind::Hand, Some(held)) => {
                let holder = holder(self.t, self.cause.us, piece);
                let variant = self.t.variant();
                let kept = !self.t.traits().returns_losses || variant.is_stock(held);
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
