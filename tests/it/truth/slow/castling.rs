//! Castling.

use super::{Legal, Truth, between};
use alfil::internals::board::{Area, Square, Step};
use alfil::internals::variant::{CastlingFiles, CastlingRule, CastlingSafety, KindSet};
use alfil::internals::xbetza::Action;
use alfil::internals::xbetza::run::{InterpretedMove, Journey};

impl Truth<'_> {
    /// Castling by the notation, if it is legal.
    pub(super) fn castles(self, from: Square, outcome: &InterpretedMove) -> Option<Legal> {
        let CastlingRule::Betza(safety) = self.rules().castling else { return None };
        let partner = outcome.partner.expect("castling has a partner");
        let way = match safety {
            CastlingSafety::SafeLine => between(self.variant(), from, partner.from).with(partner.from),
            CastlingSafety::SafePath | CastlingSafety::Ignore => between(self.variant(), from, outcome.to),
        };
        let allowed =
            safety == CastlingSafety::Ignore || !self.in_check(self.setup.side) && self.is_safe_way(from, way, None);
        allowed.then(|| self.castled(from, outcome.to, partner))
    }

    /// Whether a castling piece is not in danger on any of these squares. One that is not royal never is.
    pub(super) fn is_safe_way(self, from: Square, way: Area, without: Option<Square>) -> bool {
        let castler = self.setup.board[from.index()];
        way.iter().all(|sq| {
            let mut there = self.setup.clone();
            for left in without.into_iter().chain([from]) {
                there.board[left.index()] = alfil::internals::board::Piece::NONE;
            }
            there.board[sq.index()] = castler;
            !self.after(&there).endangered(castler.color()).contains(&sq)
        })
    }

    /// The squares that count as unmoved after a piece is dropped on a square.
    pub(super) fn arrivals(self, to: Square) -> Area {
        let home = |sq: &Square| self.at(*sq).is_some_and(|piece| self.rules().drops.arrives_unmoved(piece, *sq));
        let all = self.at(to).filter(|_| home(&to)).map(|piece| self.pieces(piece.color()));
        all.into_iter().flatten().filter(home).collect()
    }

    /// Castling to fixed files.
    pub(super) fn fischer_castlings(self) -> Vec<Legal> {
        let mut found = Vec::new();
        let CastlingRule::Fischer(CastlingFiles { right, left }) = self.rules().castling else { return found };
        let us = self.setup.side;
        let board = self.variant().board;
        let unmoved = || self.pieces(us).into_iter().filter(|&sq| self.setup.unmoved.has(sq));
        let castles = |sq: &Square| {
            let kind = self.variant().kind(self.setup.board[sq.index()].kind());
            let mut here = kind.moves(us).filter(|moves| moves.from.has(*sq)).flat_map(|moves| &moves.program.terms);
            here.any(|term| term.castles())
        };
        for from in unmoved().filter(castles) {
            let rank = board.rank(from);
            let is_partner = |sq: Square| self.at(sq).is_some_and(|piece| self.castling_partners().has(piece.kind()));
            for partner in unmoved().filter(|&sq| sq != from && board.rank(sq) == rank && is_partner(sq)) {
                let to_right = board.file(partner) > board.file(from);
                let [to, beside] = if to_right { [right, right - 1] } else { [left, left + 1] }
                    .map(|file| board.square(file.into(), rank.into()).expect("the file is on the board"));
                let ways =
                    between(self.variant(), from, to).with(to) | between(self.variant(), partner, beside).with(beside);
                let missing = self.setup.holes | self.variant().holes;
                let open = |sq: Square| !missing.has(sq) && self.at(sq).is_none();
                let free = ways.iter().all(|sq| sq == from || sq == partner || open(sq));
                let way = between(self.variant(), from, to).with(to);
                let region = self.variant().kind(self.setup.board[from.index()].kind()).region[us];
                let joined = self.at(partner).is_some_and(|piece| self.may_stand(piece, beside));
                if free
                    && joined
                    && way.within(region)
                    && !self.in_check(us)
                    && self.is_safe_way(from, way, Some(partner))
                {
                    found.push(self.castled(from, to, Journey { from: partner, to: beside }));
                }
            }
        }
        found
    }

    /// The kinds with which castling pieces stand at the start: as far from the edge as the notation says.
    fn castling_partners(self) -> KindSet {
        let variant = self.variant();
        let mut kinds = KindSet::EMPTY;
        for from in variant.board.all() {
            let piece = variant.start.board[from.index()];
            let Some(kind) = (!piece.is_none()).then(|| variant.kind(piece.kind())) else { continue };
            let here = kind.moves(piece.color()).filter(|moves| moves.from.has(from));
            for term in here.flat_map(|moves| &moves.program.terms) {
                let Action::Castle(castle) = &term.action else { continue };
                for (allowed, right) in [(castle.right, 1), (castle.left, -1)] {
                    let sideways = Step::new(right, 0).seen_by(piece.color());
                    let next = |sq: &Square| {
                        variant.board.step(*sq, sideways).filter(|sq| kind.region[piece.color()].has(*sq))
                    };
                    let rank: Vec<Square> = std::iter::successors(next(&from), next).collect();
                    let partner = rank.iter().rev().nth(castle.inset.into()).map(|sq| variant.start.board[sq.index()]);
                    let partner = partner.filter(|piece| allowed && !piece.is_none() && piece.color() == piece.color());
                    partner.into_iter().for_each(|piece| kinds.insert(piece.kind()));
                }
            }
        }
        kinds
    }
}
