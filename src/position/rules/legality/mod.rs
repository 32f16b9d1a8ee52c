//! Legality beyond the safety of royals: rules that forbid single moves,
//! force captures, or add moves.
//!
//! Moves are generated with the usual safety of royals, or without any
//! if royals are safe by other rules. [`Position::legality_scope`] says
//! which of them a rule may still forbid; only those are tested one by one. A search need
//! not test moves that it never reaches: it takes pseudo-legal
//! moves ([`Position::pseudo_legal_moves`]) and tests each when it comes to it ([`Position::is_legal`]).

mod bans;
mod filter;
mod move_error;
mod passage;
mod scope;
mod tester;

pub use move_error::MoveError;

use crate::board::{Square, Squares};
use crate::position::{Move, MoveClass, MoveList, Position};
use crate::tables::Tables;
use crate::variant::{Restriction, Restrictions, Stalemate};
use filter::LegalityFilter;
use tester::LegalityTester;

impl<const N: usize> Position<N> {
    /// Adds the pseudo-legal moves of a class to `list`. The game must not be over.
    pub fn pseudo_legal_moves(&self, t: &Tables<N>, wanted: MoveClass, scope: Restrictions, list: &mut MoveList) {
        if t.variant().rules.weighs_all_moves() {
            self.filtered_moves(t, wanted, list, false);
        } else if scope.has(Restriction::Gating) || t.traits.walls {
            let mut sink = LegalityFilter::new(self, t, scope, None, list);
            self.generate_into(t, wanted, scope.has(Restriction::UnusualSafety), &mut sink);
        } else {
            self.generate_into(t, wanted, scope.has(Restriction::UnusualSafety), list);
        }
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&mut self, t: &Tables<N>, scope: Restrictions, mv: Move) -> bool {
        !self.may_be_illegal(t, scope, mv) || LegalityTester { pos: self, t, scope }.is_legal(mv)
    }

    /// All moves that pieces can make, whether their royals are safe or not.
    pub fn moves_without_safety(&self, t: &Tables<N>) -> MoveList {
        let (scope, mut list) = (self.full_scope(t), MoveList::new());
        let mut sink = LegalityFilter::new(self, t, scope, None, &mut list);
        self.generate_into(t, MoveClass::All, true, &mut sink);
        list
    }

    /// The rule that forbids one of [these](Self::moves_without_safety), if any.
    pub fn violation(&self, t: &Tables<N>, mv: Move) -> Option<MoveError> {
        let scope = self.full_scope(t).with(Restriction::UnusualSafety);
        let mut scratch = self.scratch(t, scope);
        let mut tester = LegalityTester { pos: &mut scratch, t, scope };
        let found = match tester.violation(mv) {
            Some(MoveError::LeavesKingAttacked) => Some(tester.royal_fault(mv)),
            found => found,
        };
        found.or_else(|| {
            let must = t.variant().rules.captures.mandatory && !self.captures(mv);
            let captures = || {
                let mut list = MoveList::new();
                self.legal_moves(t, &mut list);
                list.iter().any(|&mv| self.captures(mv))
            };
            (must && captures()).then_some(MoveError::MustCapture)
        })
    }

    /// Whether a pseudo-legal move leaves the royals of its side safe, by whatever rule.
    pub(in crate::position) fn keeps_royals_safe(&mut self, t: &Tables<N>, mv: Move) -> bool {
        let scope = self.full_scope(t);
        match scope.has(Restriction::UnusualSafety) {
            true => LegalityTester { pos: self, t, scope }.royals_stay_safe(mv),
            false => self.leaves_royals_safe(t, mv),
        }
    }

    /// A copy of this position to try moves in. It includes the history only if a rule needs that.
    fn scratch(&self, t: &Tables<N>, scope: Restrictions) -> Self {
        if scope.has(Restriction::Repetitions) { self.with_recurrent_past(t) } else { self.without_past(0) }
    }

    /// Adds the legal moves of a game with such rules, or only the `first` one found.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn filtered_moves(
        &self,
        t: &Tables<N>,
        wanted: MoveClass,
        list: &mut MoveList,
        first: bool,
    ) {
        let scope = self.full_scope(t);
        let mut scratch = scope.any().then(|| self.scratch(t, scope));
        let start = list.len();
        if t.variant().rules.captures.mandatory {
            self.list_filtered(t, MoveClass::Noisy, scope, scratch.as_mut(), list, false);
            let mut captures = start;
            for i in start..list.len() {
                if self.captures(list[i]) {
                    list.swap(captures, i);
                    captures += 1;
                }
            }
            list.truncate(captures);
            if captures > start {
                if wanted == MoveClass::Quiet {
                    list.truncate(start);
                }
                return;
            }
        }
        self.list_filtered(t, wanted, scope, scratch.as_mut(), list, first);
        if t.variant().rules.ends.stalemate == Stalemate::Pass && wanted != MoveClass::Noisy && list.len() == start {
            if wanted == MoveClass::Quiet {
                self.list_filtered(t, MoveClass::Noisy, scope, scratch.as_mut(), list, true);
            }
            let stuck = list.len() == start;
            list.truncate(start);
            list.extend(self.forced_pass(t, scope).filter(|_| stuck));
        }
    }

    /// The pass of a side without any other move, on the square of one of its pieces, as usual of a royal one; `None` if
    /// the side is in check, or would be after it.
    fn forced_pass(&self, t: &Tables<N>, scope: Restrictions) -> Option<Move> {
        let own = self.royals(self.side).first().or(self.color(self.side).first());
        let pass = Move::pass(own.filter(|_| !self.in_check(t))?);
        LegalityTester { pos: &mut self.scratch(t, scope), t, scope }.is_legal(pass).then_some(pass)
    }

    fn list_filtered(
        &self,
        t: &Tables<N>,
        wanted: MoveClass,
        scope: Restrictions,
        scratch: Option<&mut Self>,
        list: &mut MoveList,
        first: bool,
    ) {
        let tester = scratch.map(|pos| LegalityTester { pos, t, scope });
        let first = first.then_some(list.len());
        let mut sink = LegalityFilter { first, ..LegalityFilter::new(self, t, scope, tester, list) };
        self.generate_into(t, wanted, scope.has(Restriction::UnusualSafety), &mut sink);
    }

    /// Whether the piece on `from` would have to promote on `to`, but no rule gives it anything to promote to.
    pub fn has_nothing_to_become(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let (places, at) = (&t.mover(self.board[from]).promotions, Squares::of(to));
        let taken = at & self.occupied();
        places.iter().any(|place| place.must(from, at, taken).any())
            && !places.iter().any(|place| place.may(from, at, taken).any() && !place.choices.is_empty())
    }
}
