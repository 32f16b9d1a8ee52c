//! Walls that are placed with moves: after everything else that a move does, on squares that are empty then.

use super::{Legal, Truth, between};
use crate::truth::deed::{Deed, Sort};
use alfil::internals::board::{Piece, Square, Topology};
use alfil::internals::variant::{Wall, WallKind, WallPlace};

impl Truth<'_> {
    /// The moves with every wall that may be placed with each; a pass places none.
    pub(super) fn walled(self, found: Vec<Legal>) -> Vec<Legal> {
        let Some(wall) = self.rules().wall else { return found };
        let walled = |legal: Legal| {
            if legal.deed.sort == Sort::Pass {
                return vec![legal];
            }
            let may = |at: &Square| self.may_wall(&wall, &legal, *at);
            let walled: Vec<Legal> =
                self.variant().board.all().filter(may).map(|at| self.with_wall(wall.what, &legal, at)).collect();
            // Each of them counts as work, too.
            self.game.runs.set(self.game.runs.get() + walled.len());
            walled
        };
        found.into_iter().flat_map(walled).collect()
    }

    fn may_wall(self, wall: &Wall, legal: &Legal, at: Square) -> bool {
        let after = &legal.after;
        let missing = after.holes.has(at) || self.variant().holes.has(at);
        if missing || !after.board[at.index()].is_none() || !wall.squares[self.setup.side].has(at) {
            return false;
        }
        match wall.place {
            WallPlace::Anywhere => true,
            WallPlace::Edge => self.is_edge(at),
            WallPlace::Reach => {
                let to = legal.deed.to;
                let piece = after.board[to.index()];
                let stands = !piece.is_none() && piece.color() == self.setup.side;
                stands && self.after(after).quiet_steps(to, piece).contains(&at)
            }
        }
    }

    /// Whether a square is adjacent to the edge, a missing square or a wall.
    fn is_edge(self, at: Square) -> bool {
        let board = self.variant().board;
        let (files, ranks) = (i16::from(board.files()), i16::from(board.ranks()));
        let beside = |(right, up): (i16, i16)| {
            let (mut file, mut rank) = (i16::from(board.file(at)) + right, i16::from(board.rank(at)) + up);
            if board.topology() != Topology::Plane {
                file = file.rem_euclid(files);
            }
            if board.topology() == Topology::Torus {
                rank = rank.rem_euclid(ranks);
            }
            board.square(file, rank)
        };
        let missing = |sq: Square| self.setup.holes.has(sq) || self.variant().holes.has(sq);
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|step| beside(step).is_none_or(missing))
    }

    fn with_wall(self, what: WallKind, legal: &Legal, at: Square) -> Legal {
        let mut after = legal.after.clone();
        if what == WallKind::Duck {
            after.holes = Default::default();
        }
        after.holes.insert(at);
        if after.en_passant_victim.is_some() {
            let open = |sq: &Square| after.board[sq.index()].is_none() && !after.holes.has(*sq);
            let passed = between(self.variant(), legal.deed.from, legal.deed.to);
            after.en_passant = passed.iter().filter(open).collect();
        }
        let deed = Deed { wall: Some(at), ..legal.deed.clone() };
        Legal { deed, after, captured: legal.captured.clone(), ..*legal }
    }

    /// Whether a move would leave the royal pieces safe without the gated piece.
    pub(super) fn is_safe_without_gating(self, legal: &Legal) -> bool {
        let Some((kind, at)) = legal.deed.gated else { return true };
        let mut after = legal.after.clone();
        after.board[at.index()] = Piece::NONE;
        after.hands[self.setup.side][kind.index()] += 1;
        let deed = Deed { gated: None, ..legal.deed.clone() };
        self.is_safe(&Legal { deed, after, captured: legal.captured.clone(), ..*legal })
    }
}
