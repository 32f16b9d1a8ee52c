//! The safety of royals under rules other than that none of them may be attacked: some need not be safe, others must be
//! attacked, or captures do more than remove their victims.

use super::effects::Cause;
use super::outcome::GameResult;
use crate::board::{Color, Piece, Square, Squares};
use crate::position::Position;
use crate::position::interpreted::After;
use crate::tables::Tables;
use crate::variant::{LeavingCheck, Restriction, RoyalMode};
use crate::xbetza::run::InterpretedMove;

impl<const N: usize> Position<N> {
    /// Whether a side is in check, by whatever rule.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn royals_attacked(&self, t: &Tables<N>, color: Color) -> bool {
        self.endangered(t, color).any()
    }

    /// The royals and anti-royals by which a side is in check.
    pub(in crate::position) fn endangered(&self, t: &Tables<N>, color: Color) -> Squares<N> {
        let rules = &t.variant().rules;
        let royals = self.royals(color);
        if rules.royalty.leaving_check == LeavingCheck::Ignored {
            return Squares::EMPTY;
        }
        let attacked = |royals: Squares<N>| royals.iter().filter(|&k| self.is_attacked(t, color, k)).collect();
        let endangered = match rules.royalty.mode {
            RoyalMode::Each => attacked(royals),
            RoyalMode::Last if royals.several() => Squares::EMPTY,
            RoyalMode::Last => attacked(royals),
            RoyalMode::All if royals.iter().all(|k| self.is_attacked(t, color, k)) => royals,
            RoyalMode::All => Squares::EMPTY,
            RoyalMode::First => {
                let board = t.geometry();
                let first = royals.iter().min_by_key(|&sq| (board.file(sq), board.rank(sq)));
                first.map_or(Squares::EMPTY, |first| attacked(Squares::of(first)))
            }
        };
        let anti = self.anti_royals(t, color);
        endangered | anti.iter().filter(|&sq| !self.is_attacked(t, color, sq)).collect()
    }

    /// The squares of a side's anti-royals.
    pub(in crate::position) fn anti_royals(&self, t: &Tables<N>, color: Color) -> Squares<N> {
        self.pieces_of(color, t.variant().rules.royalty.anti)
    }

    /// Whether royals of the two sides face each other on a line of the rules.
    pub fn royals_face(&self, t: &Tables<N>) -> bool {
        let (ring, directions) = (t.ring(0), t.variant().rules.royalty.facing.directions());
        let enemies = self.royals(Color::Black);
        self.royals(Color::White).iter().any(|k| {
            let lines: Squares<N> = directions.iter().map(|&d| ring.rays[k][d & 7]).collect();
            (lines & enemies).iter().any(|enemy| (ring.between(k, enemy) & self.blocked()).is_empty())
        })
    }

    /// Whether the side to move must stop royals from facing each other, or pass.
    pub(in crate::position) fn is_faced(&self, t: &Tables<N>) -> bool {
        t.traits.restrictions.has(Restriction::Faced) && self.royals_face(t)
    }

    /// Whether the enemy could capture the royal on `k` with its next move, and would keep its own. Anti-royals are
    /// taken to be capturable.
    fn is_attacked(&self, t: &Tables<N>, color: Color, k: Square) -> bool {
        let by = !color;
        let alive = self.color(by);
        let traits = t.traits;
        let passed = self.now.en_passant.any() && self.now.en_passant_victim == k;
        if !traits.effects && !traits.royal_bans {
            return passed && self.is_taken_in_passing(t)
                || self.hit(t, by, k, self.royals(color), self.blocked(), alive);
        }
        let may_take = |from: Square, to: Square, victims: &[Square]| {
            !self.never_captures(t, from, k, victims)
                && (!traits.effects || self.survives_capture(t, from, to, victims))
        };
        passed && self.takers_in_passing(t, |from, to| may_take(from, to, &[k]))
            || self.is_captured(t, by, k, self.royals(color), alive, may_take)
    }

    /// Whether one of the `takers` of a side could capture the piece on `sq`, other than en passant, by a move that
    /// passes a test of its origin, its destination and its victims. Royals that face one of `royals` attack it.
    pub(super) fn is_captured(
        &self,
        t: &Tables<N>,
        by: Color,
        sq: Square,
        royals: Squares<N>,
        takers: Squares<N>,
        test: impl Fn(Square, Square, &[Square]) -> bool,
    ) -> bool {
        let occupied = self.blocked();
        let hit = t.groups_toward(by, sq, takers).any(|number| {
            let group = &t.groups[number];
            let members = (self.candidates(t, number, group, sq) & takers).iter();
            // Royals that may not face each other do not capture.
            let mut hitting = members.filter(|&from| self.strikes(t, group, from, sq, occupied));
            hitting.any(|from| if group.royal_only { royals.has(sq) } else { test(from, sq, &[sq]) })
        });
        let takes = |from: Square, outcome: &InterpretedMove| {
            outcome.victims.contains(&sq) && test(from, outcome.to, &outcome.victims)
        };
        hit || self.hit_by_locust(t, by, sq, takers, &test) || {
            let scene = self.scene_after(After { friends: self.color(by), ..self.seen_by(by, occupied, takers) });
            t.interpreted_pieces(by).iter().any(|&piece| {
                let mut members = (self.pieces(piece) & takers).iter();
                members.any(|from| t.interpreter_finds(piece, from, &scene, |outcome| takes(from, outcome)))
            })
        }
    }

    /// Whether the side to move could capture the piece that has just passed
    /// some squares. A usable en passant right is not enough: such
    /// a move may put its victim elsewhere.
    pub(in crate::position) fn is_taken_in_passing(&self, t: &Tables<N>) -> bool {
        let (by, victim) = (self.side, self.now.en_passant_victim);
        let after = self.seen_by(by, self.blocked(), self.color(by));
        self.now.en_passant.any()
            && (self.takers_in_passing(t, |_, _| true)
                || (t.has_interpreted_pieces(by) && self.interpreted_hit(t, victim, after)))
    }

    /// Whether a piece with en passant captures among its parts could make one that passes a test.
    fn takers_in_passing(&self, t: &Tables<N>, test: impl Fn(Square, Square) -> bool) -> bool {
        t.en_passant_takers[self.side].iter().any(|&(piece, table)| {
            let takers = |to| (t.set(table, to) & self.pieces(piece)).iter();
            self.now.en_passant.iter().any(|to| takers(to).any(|from| test(from, to)))
        })
    }

    /// Whether a side whose piece on `from` captures keeps its royals through
    /// the effects of the capture.
    fn survives_capture(&self, t: &Tables<N>, from: Square, to: Square, victims: &[Square]) -> bool {
        let captor = self.board[from];
        let us = captor.color();
        let gone: Squares<N> = victims.iter().copied().collect();
        let stood = |&sq: &Square| (sq, self.board[sq]);
        let (only, several);
        let victims: &[(Square, Piece)] = match victims {
            [victim] => {
                only = [stood(victim)];
                &only
            }
            _ => {
                several = victims.iter().map(stood).collect::<Vec<_>>();
                &several
            }
        };
        let piece = |sq: Square| match sq {
            _ if sq == to => captor,
            _ if sq == from || gone.has(sq) => Piece::NONE,
            _ => self.board[sq],
        };
        let cause =
            Cause { us, mover: captor, dropped: None, from: Some(from), to: Some(to), victims, promotes: false };
        let mut royals = self.royals(us) & !gone;
        if royals.has(from) {
            royals = royals.without(from).with(to);
        }
        for (sq, becomes) in self.effects(t, &cause, piece).pieces {
            royals.remove(sq);
            if !becomes.is_none() && becomes.color() == us && t.is_royal(becomes.kind()) {
                royals.insert(sq);
            }
        }
        keeps_royals(t, self.royals(us), royals)
    }

    /// Whether the side that has just moved has kept its royals and anti-royals, and they are safe, or the game is won
    /// by the loss of the enemy's royals to the effects of a capture.
    pub(in crate::position) fn royals_survive(&self, t: &Tables<N>, us: Color, before: &RoyalsBefore<N>) -> bool {
        if self.loses_royals(t, us, before) {
            return false;
        }
        let fell = t.traits.effects && before.theirs.any() && self.royals(!us).is_empty();
        let won = || self.lost(t).is_some_and(|outcome| outcome.result == GameResult::Win(us));
        (fell && won()) || !self.royals_attacked(t, us)
    }

    /// Whether the side that has just moved has lost royals or anti-royals that it must keep.
    pub(in crate::position) fn loses_royals(&self, t: &Tables<N>, us: Color, before: &RoyalsBefore<N>) -> bool {
        !keeps_royals(t, before.own, self.royals(us)) || self.anti_royals(t, us).count() < before.anti.count()
    }

    /// The royals and anti-royals before a move of the side to move.
    pub(in crate::position) fn royals_before(&self, t: &Tables<N>) -> RoyalsBefore<N> {
        let us = self.side;
        RoyalsBefore { own: self.royals(us), anti: self.anti_royals(t, us), theirs: self.royals(!us) }
    }
}

/// What the safety of royals compares before and after a move.
pub(in crate::position) struct RoyalsBefore<const N: usize> {
    own: Squares<N>,
    anti: Squares<N>,
    theirs: Squares<N>,
}

/// Whether a side that had these royals before and has others now still has those that must be safe.
fn keeps_royals<const N: usize>(t: &Tables<N>, before: Squares<N>, after: Squares<N>) -> bool {
    match t.variant().rules.royalty.mode {
        RoyalMode::Each => after.count() >= before.count(),
        RoyalMode::Last | RoyalMode::All | RoyalMode::First => after.any() || before.is_empty(),
    }
}
