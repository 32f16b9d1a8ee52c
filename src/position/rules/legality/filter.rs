//! The sink that lets legal moves through.

use super::tester::LegalityTester;
use crate::board::{PieceKind, Square, Squares};
use crate::position::rules::walls::Waller;
use crate::position::sink::Sink;
use crate::position::{Move, MoveKind, MoveList, Position};
use crate::tables::Tables;
use crate::variant::{Restriction, Restrictions};

/// Takes the generated moves and lists the legal ones, with the pieces that
/// may enter behind them.
pub(super) struct LegalityFilter<'a, const N: usize> {
    pub pos: &'a Position<N>,
    pub t: &'a Tables<N>,
    pub scope: Restrictions,
    /// `None` if pseudo-legal moves are wanted.
    pub tester: Option<LegalityTester<'a, N>>,
    /// The squares on which pieces may be gated.
    pub gates: Squares<N>,
    /// Finds the walls that may be placed with each move, in games with walls.
    pub waller: Option<Box<Waller<'a, N>>>,
    pub list: &'a mut MoveList,
    /// The length of the list at the beginning, if one move is enough.
    pub first: Option<usize>,
}

impl<'a, const N: usize> LegalityFilter<'a, N> {
    /// Creates a sink for all moves of a position.
    #[inline]
    pub fn new(
        pos: &'a Position<N>,
        t: &'a Tables<N>,
        scope: Restrictions,
        tester: Option<LegalityTester<'a, N>>,
        list: &'a mut MoveList,
    ) -> Self {
        Self { pos, t, scope, tester, gates: pos.gates(t), waller: pos.waller(t), list, first: None }
    }

    /// The destinations of a piece that must be tested.
    fn untested(&self, from: Square, targets: Squares<N>) -> Squares<N> {
        let (scope, enemy) = (self.scope, self.pos.color(!self.pos.side));
        if self.tester.is_none() {
            return Squares::EMPTY;
        }
        if scope.on_all_moves() || scope.has(Restriction::Royals) && self.t.is_royal(self.pos.board[from].kind()) {
            return targets;
        }
        let captures = if scope.on_captures() { targets & enemy } else { Squares::EMPTY };
        let quiets = if scope.on_quiets() { targets & !enemy } else { Squares::EMPTY };
        captures | quiets
    }

    /// Lists moves, each tested if `test` is set.
    fn list(&mut self, test: bool, moves: &mut dyn Iterator<Item = Move>) {
        for mv in moves {
            match self.waller.as_mut().map(|waller| waller.walled(mv)) {
                None => self.list_one(test, mv),
                Some(walled) => walled.for_each(|mv| self.list_one(test, mv)),
            }
            if self.is_done() {
                return;
            }
        }
    }

    #[inline]
    fn list_one(&mut self, test: bool, mv: Move) {
        let legal = !test || self.tester.as_mut().is_none_or(|tester| tester.is_legal(mv));
        if legal && !self.is_done() {
            self.list.push(mv);
        }
    }

    fn list_with_gatings(&mut self, mv: Move) {
        let test = self.tester.is_some() && self.pos.may_be_illegal(self.t, self.scope, mv);
        self.list(test, &mut std::iter::once(mv));
        if self.gates.any() {
            let (pos, t, gates) = (self.pos, self.t, self.gates);
            self.list(true, &mut pos.gatings(t, mv, gates));
        }
    }

    fn is_done(&self) -> bool {
        self.first.is_some_and(|start| self.list.len() > start)
    }
}

impl<const N: usize> Sink<N> for LegalityFilter<'_, N> {
    fn plain(&mut self, from: Square, targets: Squares<N>) {
        if self.gates.has(from) {
            return targets.iter().for_each(|to| self.list_with_gatings(Move::plain(from, to)));
        }
        let untested = self.untested(from, targets);
        self.list(false, &mut (targets & !untested).iter().map(|to| Move::plain(from, to)));
        self.list(true, &mut untested.iter().map(|to| Move::plain(from, to)));
    }

    fn doubles(&mut self, from: Square, targets: Squares<N>) {
        let test = self.untested(from, targets).any();
        self.list(test, &mut targets.iter().map(|to| Move::double(from, to)));
    }

    fn promotions(&mut self, from: Square, targets: Squares<N>, choices: &[PieceKind]) {
        for to in targets {
            let test = self.scope.has(Restriction::Promotions) || self.untested(from, Squares::of(to)).any();
            self.list(test, &mut choices.iter().map(|&kind| Move::promotion(from, to, kind)));
        }
    }

    fn drops(&mut self, kind: PieceKind, targets: Squares<N>) {
        let test = self.scope.on_all_moves() || self.scope.on_quiets();
        self.list(test, &mut targets.iter().map(|to| Move::drop(kind, to)));
    }

    fn one(&mut self, mv: Move) {
        self.list_with_gatings(mv);
    }

    fn done(&self) -> bool {
        self.is_done()
    }
}

impl<const N: usize> Position<N> {
    /// The same move with each piece in hand that may enter behind it, at these squares.
    fn gatings(&self, t: &Tables<N>, mv: Move, gates: Squares<N>) -> impl Iterator<Item = Move> {
        let partner = mv.partner().map(|[partner, _]| partner);
        let simple = matches!(mv.kind(), MoveKind::Plain | MoveKind::Castle);
        let opens = simple && gates.has(mv.from());
        let kinds = t.droppable.iter().filter(move |&&kind| opens && self.hand(self.side, kind) > 0);
        let left = move |sq: &Square| *sq != mv.to() && mv.partner().is_none_or(|[_, to]| *sq != to);
        let regions = &t.variant().rules.drops.regions;
        kinds.flat_map(move |&kind| {
            let region = regions[kind.index()][self.side];
            let left = [Some(mv.from()), partner].into_iter().flatten().filter(left);
            left.filter(move |at| region.has(*at)).map(move |at| mv.gating(kind, at))
        })
    }
}
