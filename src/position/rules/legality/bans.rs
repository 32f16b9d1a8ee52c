//! Captures that rules forbid, and whether a piece could be recaptured.

use crate::board::{Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Ban, BanWhen, KindSet};

impl<const N: usize> Position<N> {
    /// Whether a ban, apart from its conditions on the reply, forbids the piece on
    /// `from` to capture the piece on `sq` by a move with these victims.
    pub(super) fn bars(&self, t: &Tables<N>, ban: &Ban, from: Square, sq: Square, victims: &[Square]) -> bool {
        let (captor, kind) = (self.board[from], |sq: Square| self.board[sq].kind());
        // A valuable piece captured on the way makes the exchange fair.
        let bridged = || victims.iter().any(|&other| other != sq && !ban.bridge_exclude.has(kind(other)));
        ban.by.has(captor.kind())
            && ban.of.has(kind(sq))
            && ban.zone[captor.color()].has(sq)
            && !(ban.when == BanWhen::Distant && t.around(from, 1).has(sq))
            && !bridged()
    }

    /// Whether the piece on `from` may never capture the piece on `sq` by a
    /// move with these victims, so that it does not attack it either.
    pub(in crate::position) fn never_captures(
        &self,
        t: &Tables<N>,
        from: Square,
        sq: Square,
        victims: &[Square],
    ) -> bool {
        let bans = t.variant().rules.captures.bans.iter();
        bans.filter(|ban| ban.is_unconditional()).any(|ban| self.bars(t, ban, from, sq, victims))
    }

    /// Whether an enemy could capture the piece on `sq`, ignoring its own royals,
    /// with a piece that is not of these kinds.
    pub(super) fn may_be_taken(&self, t: &Tables<N>, sq: Square, exclude: KindSet) -> bool {
        let by = !self.board[sq].color();
        let takers: Squares<N> = self.color(by).iter().filter(|&at| !exclude.has(self.board[at].kind())).collect();
        // A piece captured on the way may lift a ban.
        self.is_captured(t, by, sq, Squares::EMPTY, takers, |from, _, victims| {
            !self.never_captures(t, from, sq, victims)
        })
    }
}
