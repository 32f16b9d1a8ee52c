//! Royal pieces that must be safe and others that must be attacked, and whether they are.

use super::Truth;
use alfil::internals::board::{Color, Square, Step};
use alfil::internals::variant::{Facing, FacingRule, LeavingCheck, RoyalMode, Setup};
use std::ops::ControlFlow;

impl Truth<'_> {
    /// Whether a side is in check, which it never is if royal pieces may be left attacked.
    pub fn in_check(self, color: Color) -> bool {
        !self.endangered(color).is_empty()
    }

    /// The royal pieces that put a side in check, and the anti-royal ones.
    pub(super) fn endangered(self, color: Color) -> Vec<Square> {
        [self.attacked_royals(color), self.unattacked(color)].concat()
    }

    /// The anti-royal pieces of a side that nothing attacks.
    pub fn unattacked(self, color: Color) -> Vec<Square> {
        let mut all = self.anti_royals(color);
        all.retain(|sq| !self.pieces(!color).into_iter().any(|from| self.takes(from, *sq)));
        all
    }

    fn anti_royals(self, color: Color) -> Vec<Square> {
        let anti = self.rules().royalty.anti;
        let mut all = self.pieces(color);
        all.retain(|sq| self.at(*sq).is_some_and(|piece| anti.has(piece.kind())));
        all
    }

    fn attacked_royals(self, color: Color) -> Vec<Square> {
        let mut royals = self.royals(color);
        let hit = |sq: &Square| self.royal_hit(color, *sq);
        match self.rules().royalty.mode {
            _ if self.rules().royalty.leaving_check == LeavingCheck::Ignored => royals.clear(),
            RoyalMode::Each => royals.retain(hit),
            RoyalMode::Last => royals.retain(|sq| self.royals(color).len() == 1 && hit(sq)),
            RoyalMode::All if royals.iter().all(hit) => {}
            RoyalMode::All => royals.clear(),
            RoyalMode::First => {
                let board = self.variant().board;
                let first = royals.into_iter().min_by_key(|&sq| (board.file(sq), board.rank(sq)));
                return first.into_iter().filter(hit).collect();
            }
        }
        royals
    }

    /// Whether the royal piece on a square could be captured, or faces an enemy royal piece.
    fn royal_hit(self, color: Color, royal: Square) -> bool {
        let illegal = self.rules().royalty.facing_rule == FacingRule::Illegal;
        self.pieces(!color).into_iter().any(|from| self.takes(from, royal)) || illegal && self.faces(color, royal)
    }

    /// Whether the piece on a square could capture a royal piece without losing its own royal pieces to the effects.
    fn takes(self, from: Square, royal: Square) -> bool {
        let Some(piece) = self.at(from) else { return false };
        let mut visit = |outcome: &_| {
            let outcome: &alfil::internals::xbetza::run::InterpretedMove = outcome;
            let takes = outcome.victims.contains(&royal)
                && !self.never_takes(from, royal, outcome)
                && self.survives(piece.color(), from, outcome);
            if takes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.outcomes(from, &mut visit).is_break()
    }

    fn survives(self, color: Color, from: Square, outcome: &alfil::internals::xbetza::run::InterpretedMove) -> bool {
        self.rules().effects.is_empty() || self.keeps_royals(color, &self.moved(from, outcome, None).after)
    }

    /// Whether a side still has the royal pieces that it must keep after a move.
    pub(super) fn keeps_royals(self, color: Color, after: &Setup) -> bool {
        let (before, after) = (self.royals(color).len(), self.after(after).royals(color).len());
        match self.rules().royalty.mode {
            RoyalMode::Each => after >= before,
            RoyalMode::Last | RoyalMode::All | RoyalMode::First => after > 0 || before == 0,
        }
    }

    /// Whether a side still has all its anti-royal pieces after a move.
    pub(super) fn keeps_anti_royals(self, color: Color, after: &Setup) -> bool {
        self.after(after).anti_royals(color).len() >= self.anti_royals(color).len()
    }

    /// Whether royal pieces of the two sides face each other, which is allowed for one move.
    pub(super) fn royals_face(self) -> bool {
        self.rules().royalty.facing_rule != FacingRule::Illegal && self.any_face()
    }

    /// Whether they do so illegally in a game in which royal pieces may be left attacked.
    pub(super) fn royals_face_illegally(self) -> bool {
        let rules = self.rules();
        rules.royalty.facing_rule == FacingRule::Illegal
            && rules.royalty.leaving_check == LeavingCheck::Ignored
            && self.any_face()
    }

    fn any_face(self) -> bool {
        self.royals(Color::White).into_iter().any(|royal| self.faces(Color::White, royal))
    }

    /// Whether an open line of the rule leads to an enemy royal piece.
    fn faces(self, color: Color, royal: Square) -> bool {
        let (file, rank) = ([(0, 1), (0, -1)], [(1, 0), (-1, 0)]);
        let lines: Vec<(i8, i8)> = match self.rules().royalty.facing {
            Facing::None => Vec::new(),
            Facing::File => file.to_vec(),
            Facing::FileAndRank => [file, rank].concat(),
        };
        let enemies = self.royals(!color);
        lines.into_iter().any(|(right, forward)| {
            let next = |sq: &Square| self.variant().board.step(*sq, Step::new(right, forward));
            let missing = |sq: &Square| (self.setup.holes | self.variant().holes).has(*sq);
            let mut line = std::iter::successors(next(&royal), next).take_while(|sq| !missing(sq));
            let first = line.find(|&sq| self.at(sq).is_some());
            first.is_some_and(|sq| enemies.contains(&sq))
        })
    }
}
