//! Positions after moves.

use super::affect::Act;
use super::promote::Choice;
use super::{Legal, Truth, between};
use crate::truth::deed::{Deed, Sort};
use alfil::internals::board::{Area, Color, Piece, PieceKind, Square};
use alfil::internals::variant::Setup;
use alfil::internals::xbetza::run::{InterpretedKind, InterpretedMove, Journey};

impl Truth<'_> {
    /// The position with the turn passed.
    fn next(self) -> Setup {
        let mut after = self.setup.clone();
        after.side = !self.setup.side;
        after.en_passant = Area::EMPTY;
        after.en_passant_victim = None;
        after.halfmove = self.setup.halfmove.saturating_add(1);
        after.fullmove = self.setup.fullmove + u16::from(self.setup.side == Color::Black);
        after
    }

    /// A step, captures, a swap or a turn pass, by either side.
    pub(super) fn moved(self, from: Square, outcome: &InterpretedMove, becomes: Option<Choice>) -> Legal {
        let to = outcome.to;
        let mover = self.at(from).expect("a piece has these outcomes");
        let us = mover.color();
        let mut after = self.next();
        let captured: Vec<(Square, Piece)> =
            outcome.victims.iter().filter_map(|&sq| Some((sq, self.at(sq)?))).collect();
        let lifted = outcome.victims.iter().copied().chain(outcome.unload.map(|journey| journey.from)).chain([from]);
        let touched = lifted.clone().chain([to]).collect::<Area>();
        lifted.for_each(|sq| after.board[sq.index()] = Piece::NONE);
        if let Some(journey) = outcome.unload {
            after.board[journey.to.index()] = self.setup.board[journey.from.index()];
        }
        let kind = becomes.map(|choice| choice.kind);
        after.board[to.index()] = Piece::new(kind.unwrap_or(mover.kind()), us);
        if let Some(choice) = becomes.filter(|choice| choice.stock) {
            after.hands[us][choice.kind.index()] -= 1;
        }
        self.to_hands(us, &captured, &mut after);
        let passes = outcome.kind == InterpretedKind::Pass;
        let promotes = becomes.is_some();
        let act = match passes {
            true => Act::pass(us),
            false => {
                let (mover, from, to) = (Some(mover), Some(from), Some(to));
                Act { us, mover, dropped: None, from, to, captured: &captured, promotes }
            }
        };
        let changed = self.affect(act, &mut after);
        let passed = between(self.variant(), from, to);
        let double = outcome.marks_en_passant && passed.any() && becomes.is_none();
        if double && !after.board[to.index()].is_none() && after.board[to.index()].color() == us {
            let open = |sq: &Square| after.board[sq.index()].is_none() && !after.holes.has(*sq);
            after.en_passant = passed.iter().filter(open).collect();
            after.en_passant_victim = Some(to);
        }
        after.unmoved &= !changed;
        if !passes {
            self.aim(mover.kind(), to, &mut after);
            after.unmoved &= !touched;
            if self.is_progress(mover, from, to, !captured.is_empty(), promotes) {
                after.halfmove = 0;
            }
        }
        let sort = match outcome.kind {
            InterpretedKind::Pass => Sort::Pass,
            InterpretedKind::Swap => Sort::Swap,
            _ if double => Sort::Double,
            _ => Sort::Step,
        };
        let other = outcome.unload.map(|journey| [journey.from, journey.to]);
        let deed =
            Deed { sort, from, to, piece: kind, victims: outcome.victims.to_vec(), other, gated: None, wall: None };
        let strikes = self.strikes(mover.kind(), &captured);
        let stock = becomes.is_some_and(|choice| choice.stock);
        Legal { deed: deed.plain(), after, captured, strikes, stock, affected: changed.any(), once: false }
    }

    /// Removes the rights of enemy pieces on the rank and file of the square that a piece has moved to.
    fn aim(self, kind: PieceKind, to: Square, after: &mut Setup) {
        let Some(aimed) = self.rules().aimed.filter(|aimed| aimed.by.has(kind)) else { return };
        let board = self.variant().board;
        for sq in board.all() {
            let stands = after.board[sq.index()];
            let meant = !stands.is_none() && stands.color() != self.setup.side && aimed.kinds.has(stands.kind());
            if meant && (board.file(sq) == board.file(to) || board.rank(sq) == board.rank(to)) {
                after.unmoved.remove(sq);
            }
        }
    }

    fn to_hands(self, us: Color, captured: &[(Square, Piece)], after: &mut Setup) {
        for &(_, victim) in captured {
            let kind = self.variant().kind(victim.kind());
            let hands = self.rules().hands;
            let source = if victim.color() == us { hands.self_captures } else { hands.captures };
            let taken = source && !kind.royal;
            if let Some(held) = kind.in_hand.filter(|_| taken) {
                after.hands[us][held.index()] += 1;
            }
            let lost = self.rules().hands.own_losses && self.variant().is_stock(victim.kind());
            if let Some(held) = kind.in_hand.filter(|_| lost) {
                after.hands[victim.color()][held.index()] += 1;
            }
        }
    }

    /// Whether a move resets the move rule's counter.
    fn is_progress(self, mover: Piece, from: Square, to: Square, captures: bool, promotes: bool) -> bool {
        let resets = self.rules().draws.move_rule.resets;
        let ranks = [from, to].map(|sq| self.variant().board.rank_of(mover.color(), sq));
        let pawn = self.variant().kind(mover.kind()).counts_as_pawn[mover.color()];
        let moved = pawn && (resets.pawn || resets.pawn_forward && ranks[1] > ranks[0]);
        captures && resets.capture || moved || promotes && resets.promotion
    }

    /// Castling: both pieces are lifted, then both put down.
    pub(super) fn castled(self, from: Square, to: Square, partner: Journey) -> Legal {
        let [castler, other] = [from, partner.from].map(|sq| self.setup.board[sq.index()]);
        let mut after = self.next();
        for sq in [from, partner.from] {
            after.board[sq.index()] = Piece::NONE;
            after.unmoved.remove(sq);
        }
        after.board[to.index()] = castler;
        after.board[partner.to.index()] = other;
        let us = castler.color();
        let (from_there, to_there) = (Some(from), Some(to));
        let act = Act { mover: Some(castler), from: from_there, to: to_there, ..Act::pass(us) };
        let changed = self.affect(act, &mut after);
        after.unmoved &= !changed;
        self.aim(castler.kind(), to, &mut after);
        let other = Some([partner.from, partner.to]);
        let deed =
            Deed { sort: Sort::Castle, from, to, piece: None, victims: Vec::new(), other, gated: None, wall: None };
        Legal { affected: changed.any(), ..Legal::quiet(deed, after) }
    }

    pub(super) fn dropped(self, held: PieceKind, kind: PieceKind, to: Square) -> Legal {
        let us = self.setup.side;
        let mut after = self.next();
        if self.rules().draws.move_rule.resets.drop {
            after.halfmove = 0;
        }
        after.hands[us][held.index()] -= 1;
        after.board[to.index()] = Piece::new(kind, us);
        after.unmoved |= self.after(&after).arrivals(to);
        let changed = self.affect(Act { dropped: Some(kind), to: Some(to), ..Act::pass(us) }, &mut after);
        after.unmoved &= !changed;
        self.aim(kind, to, &mut after);
        let (piece, victims) = (Some(kind), Vec::new());
        let deed = Deed { sort: Sort::Drop, from: to, to, piece, victims, other: None, gated: None, wall: None };
        Legal { affected: changed.any(), ..Legal::quiet(deed, after) }
    }
}
