//! Lists of legal moves.

use super::Truth;
use super::promote::quiet;
use crate::truth::deed::{Deed, Sort};
use alfil::internals::board::{Color, Piece, PieceKind, Square, Step};
use alfil::internals::position::GameResult;
use alfil::internals::variant::{
    Adjudication, DropFaces, DropPlace, FacingRule, Gating, GivingCheck, Line, Setup, Stalemate,
};
use alfil::internals::xbetza::run::{InterpretedKind, InterpretedMove};
use std::ops::ControlFlow;

/// A legal move and the position after it, whose en passant squares and rights may be unusable.
pub struct Legal {
    pub deed: Deed,
    pub after: Setup,
    /// The squares of captures, and the pieces.
    pub captured: Vec<(Square, Piece)>,
    /// Whether some captures are forbidden because of this one.
    pub strikes: bool,
    /// Whether the piece promotes to one from the hand.
    pub stock: bool,
    /// Whether the capture had effects.
    pub affected: bool,
    /// Whether it used up a right.
    pub once: bool,
}

impl Legal {
    /// A move without captures.
    pub(super) fn quiet(deed: Deed, after: Setup) -> Self {
        Self { deed, after, captured: Vec::new(), strikes: false, stock: false, affected: false, once: false }
    }
}

/// The history that a position's text does not contain.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// Whether the last move makes some captures illegal.
    pub struck: bool,
    /// The number of passes since the last move.
    pub passes: usize,
    /// The position before the last move, and the piece that moved.
    pub last: Option<(&'a Setup, PieceKind)>,
    /// Whether a position, with or without `struck`, has occurred too often.
    pub repeats: &'a dyn Fn(&Setup, bool) -> bool,
    /// Whether the question is if a drop mates. Any drop then counts as an answer to it, even one that mates.
    pub asks_for_mate: bool,
}

impl Past<'_> {
    /// An unknown history.
    pub const NONE: Self = Self { struck: false, passes: 0, last: None, repeats: &|_, _| false, asks_for_mate: false };
}

/// The number of moves that each rule has refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    pub by_ban: usize,
    pub by_counterstrike: usize,
    pub by_duty: usize,
    pub by_repetition: usize,
    pub by_check: usize,
    /// Captures of anti-royal pieces.
    pub by_anti: usize,
    pub by_limit: usize,
    pub by_threshold: usize,
    pub by_passage: usize,
    pub by_shade: usize,
    pub by_place: usize,
    /// Legal moves that leave a royal piece attacked, since they destroy the enemy's.
    pub exposed: usize,
}

impl Truth<'_> {
    /// All legal moves; none if the game is decided.
    pub fn legal(self, past: Past) -> (Vec<Legal>, Refused) {
        if self.decided(past).is_some() { (Vec::new(), Refused::default()) } else { self.playable(past) }
    }

    /// All legal moves, even if the game is decided.
    pub(super) fn playable(self, past: Past) -> (Vec<Legal>, Refused) {
        let mut refused = Refused::default();
        let mut found = self.drops(&mut refused);
        let duty = self.rules().drops.enabled && self.rules().drops.mandatory && !self.in_hand().is_empty();
        if !duty {
            found.extend(self.steps(&mut refused));
            found.extend(self.fischer_castlings());
        }
        found.retain(|legal| self.after(&legal.after).keeps_regions());
        if self.rules().wall.is_none() {
            found.retain(|legal| self.is_safe(legal));
        }
        let mut gatings: Vec<Legal> = found.iter().flat_map(|legal| self.gatings(legal)).collect();
        gatings.iter_mut().for_each(|legal| self.turn_faces(&mut legal.after));
        found.extend(gatings);
        if self.rules().wall.is_some() {
            // A wall may parry a check, so that safety is tested last.
            found = self.walled(found);
            found.iter_mut().for_each(|legal| self.turn_faces(&mut legal.after));
            found.retain(|legal| self.is_safe_without_gating(legal) && self.is_safe(legal));
        }
        found.iter_mut().for_each(|legal| self.settle(&mut legal.after));
        if self.rules().ends.checks.is_some() {
            found.iter_mut().for_each(|legal| self.count_check(legal));
        }
        found.retain(|legal| self.is_allowed(legal, past, &mut refused));
        let takes = |legal: &Legal| legal.captured.iter().any(|(_, piece)| piece.color() != self.setup.side);
        if self.rules().captures.mandatory && found.iter().any(takes) {
            let all = found.len();
            found.retain(takes);
            refused.by_duty += all - found.len();
        }
        if self.rules().ends.stalemate == Stalemate::Pass && found.is_empty() && !self.in_check(self.setup.side) {
            found.extend(
                self.forced_pass().filter(|pass| self.is_safe(pass) && self.is_allowed(pass, past, &mut refused)),
            );
        }
        let rule = self.rules().draws.move_rule;
        if rule.plies > 0 && (rule.except_checks || rule.except_evasions) {
            let answers = rule.except_evasions && self.in_check(self.setup.side);
            for legal in &mut found {
                if answers || rule.except_checks && self.checks(legal) {
                    legal.after.halfmove = legal.after.halfmove.saturating_sub(1);
                }
            }
        }
        (found, refused)
    }

    /// The side passes the turn, with whichever piece.
    fn forced_pass(self) -> Option<Legal> {
        let at = *self.pieces(self.setup.side).first()?;
        let mut pass = self.moved(at, &InterpretedMove { kind: InterpretedKind::Pass, ..quiet(at) }, None);
        self.settle(&mut pass.after);
        Some(pass)
    }

    fn checks(self, legal: &Legal) -> bool {
        self.after(&legal.after).in_check(legal.after.side)
    }

    fn count_check(self, legal: &mut Legal) {
        let checks = self.checks(legal);
        let left = &mut legal.after.checks[self.setup.side];
        *left = left.saturating_sub(u8::from(checks));
    }

    /// All moves of the pieces on the board.
    fn steps(self, refused: &mut Refused) -> Vec<Legal> {
        let mut found = Vec::new();
        for from in self.pieces(self.setup.side) {
            let (turns, limited) = self.promotions_in_place(from);
            refused.by_limit += usize::from(limited);
            found.extend(turns.into_iter().map(|(to, choice)| self.moved(from, &quiet(to), Some(choice))));
            let _ = self.outcomes_by_right(from, &mut |right, outcome| {
                if outcome.kind == InterpretedKind::Castle {
                    found.extend(self.castles(from, outcome));
                    return ControlFlow::<()>::Continue(());
                }
                let right = self.right_to_leave(from, right, outcome);
                if let Some(right) = right.filter(|_| self.passes_safely(from, outcome)) {
                    let (choices, limited) = self.promotions(from, outcome);
                    refused.by_limit += usize::from(limited);
                    found.extend(choices.into_iter().map(|becomes| {
                        let mut legal = self.moved(from, outcome, becomes);
                        legal.once = right.is_some();
                        legal.after.once[self.setup.side] &= !right.map_or(0, |right| 1 << right);
                        // An influence may depend on a move that is no longer possible.
                        self.turn_faces(&mut legal.after);
                        legal
                    }));
                } else {
                    refused.by_passage += 1;
                }
                ControlFlow::Continue(())
            });
        }
        found
    }

    /// Whether a move leaves the mover's royal pieces safe, or ends the game at once by destroying all of the enemy's
    /// with its effects.
    pub(super) fn is_safe(self, legal: &Legal) -> bool {
        let (us, after) = (self.setup.side, &legal.after);
        let ends = legal.deed.sort == Sort::Pass && self.royals_face();
        self.keeps_royals(us, after)
            && self.keeps_anti_royals(us, after)
            && (ends || !self.after(after).in_check(us) || self.destroys(legal))
    }

    fn destroys(self, legal: &Legal) -> bool {
        let (us, after) = (self.setup.side, &legal.after);
        let last = self.at(legal.deed.from).map(|piece| (self.setup, piece.kind()));
        let wins = || {
            self.after(after)
                .lost(Past { last, ..Past::NONE })
                .is_some_and(|outcome| outcome.result == GameResult::Win(us))
        };
        let [before, left] = [self, self.after(after)].map(|truth| truth.royals(!us).len());
        !self.rules().effects.is_empty() && before > 0 && left == 0 && wins()
    }

    /// Whether a move is a pass, and passes may end the game.
    pub fn counts_as_pass(self, legal: &Legal) -> bool {
        let rules = self.rules();
        let ends = rules.royalty.facing_rule != FacingRule::Illegal || rules.ends.double_pass != Adjudication::None;
        ends && legal.deed.sort == Sort::Pass
    }

    /// Whether the other rules allow a move.
    fn is_allowed(self, legal: &Legal, past: Past, refused: &mut Refused) -> bool {
        let then = self.after(&legal.after);
        // The move is safe without the gated piece, as tested before, and must be safe with it, too.
        if legal.deed.gated.is_some() && !self.is_safe(legal) {
            return false;
        }
        let gives_check =
            self.rules().royalty.giving_check == GivingCheck::Forbidden && then.in_check(legal.after.side);
        let banned = self.is_banned(legal);
        let closed = self.crosses_threshold(legal);
        let struck = past.struck && self.is_counterstrike(legal);
        let repeats = (past.repeats)(&legal.after, legal.strikes || self.counts_as_pass(legal));
        let mates = || {
            let drop = legal.deed.piece.filter(|kind| self.rules().drops.no_mate.has(*kind));
            let drop = drop.filter(|_| legal.deed.sort == Sort::Drop);
            drop.is_some()
                && !past.asks_for_mate
                && then.in_check(legal.after.side)
                && then.playable(Past { struck: false, passes: 0, asks_for_mate: true, ..past }).0.is_empty()
        };
        let taboo = legal.captured.iter().any(|(_, piece)| self.rules().royalty.anti.has(piece.kind()));
        refused.by_check += usize::from(gives_check);
        refused.by_anti += usize::from(taboo);
        refused.by_ban += usize::from(banned);
        refused.by_threshold += usize::from(closed);
        refused.by_counterstrike += usize::from(struck);
        refused.by_repetition += usize::from(repeats);
        let faces =
            legal.deed.sort != Sort::Pass && self.royals_face() && then.royals_face() || then.royals_face_illegally();
        let allowed = !gives_check && !taboo && !banned && !closed && !struck && !repeats && !faces && !mates();
        refused.exposed += usize::from(allowed && then.in_check(self.setup.side));
        allowed
    }

    /// Whether a move brings a piece without a capture to a square that it may enter only by capturing. Only pieces
    /// that have left a square count as moved.
    fn crosses_threshold(self, legal: &Legal) -> bool {
        let us = self.setup.side;
        let deed = &legal.deed;
        let closed = |kind: PieceKind, to: Square| self.variant().kind(kind).capture_only[us].has(to);
        let moved = match deed.sort {
            Sort::Pass => None,
            Sort::Drop => deed.piece,
            _ => self.at(deed.from).filter(|_| deed.from != deed.to).map(Piece::kind),
        };
        let partner = deed.other.filter(|_| deed.sort == Sort::Castle);
        let partner = partner.and_then(|[from, to]| Some((self.at(from)?.kind(), to)));
        legal.captured.is_empty() && moved.is_some_and(|kind| closed(kind, deed.to))
            || partner.into_iter().chain(deed.gated).any(|(kind, at)| closed(kind, at))
    }

    /// The moves that gate a piece in addition to this move: each piece in hand, on each square of the side's first
    /// rank that an unmoved piece leaves by a plain move or by castling.
    fn gatings(self, legal: &Legal) -> Vec<Legal> {
        let mut found = Vec::new();
        let deed = &legal.deed;
        let friends = legal.captured.iter().any(|(_, piece)| piece.color() == self.setup.side);
        let plain = deed.sort == Sort::Step && deed.victims.is_empty() && deed.piece.is_none() && !friends;
        if self.rules().gating == Gating::None || !(plain || deed.sort == Sort::Castle) {
            return found;
        }
        let us = self.setup.side;
        let board = self.variant().board;
        let partner = legal.deed.other.filter(|_| legal.deed.sort == Sort::Castle).map(|[from, _]| from);
        let left = |sq: &Square| {
            board.rank_of(us, *sq) == 0
                && self.setup.unmoved.has(*sq)
                && legal.after.board[sq.index()].is_none()
                && !legal.after.holes.has(*sq)
        };
        for at in partner.into_iter().chain([legal.deed.from]).filter(left) {
            let regions = &self.rules().drops.regions;
            for kind in self.in_hand().into_iter().filter(|kind| regions[kind.index()][us].has(at)) {
                let mut after = legal.after.clone();
                after.hands[us][kind.index()] -= 1;
                after.board[at.index()] = Piece::new(kind, us);
                let deed = Deed { gated: Some((kind, at)), ..legal.deed.clone() };
                found.push(Legal { deed, after, captured: legal.captured.clone(), ..*legal });
            }
        }
        found
    }

    /// The pieces in hand of the side to move.
    fn in_hand(self) -> Vec<PieceKind> {
        let hand = &self.setup.hands[self.setup.side];
        self.variant().kinds().map(|(kind, _)| kind).filter(|kind| hand[kind.index()] > 0).collect()
    }

    /// All drops, including those that are illegal because of the enemy's royal pieces.
    fn drops(self, refused: &mut Refused) -> Vec<Legal> {
        let mut found = Vec::new();
        if self.rules().drops.enabled {
            for held in self.in_hand() {
                for kind in self.shown_faces(held) {
                    let piece = Piece::new(kind, self.setup.side);
                    let squares = self.variant().board.all().filter(|&to| self.may_drop(piece, to));
                    let (squares, out): (Vec<_>, Vec<_>) = squares.partition(|&to| self.is_place_for_drop(to));
                    refused.by_place += out.len();
                    let (fit, unfit): (Vec<_>, Vec<_>) =
                        squares.into_iter().partition(|&to| self.keeps_shades(held, piece, to));
                    refused.by_shade += unfit.len();
                    found.extend(fit.into_iter().map(|to| self.dropped(held, kind, to)));
                }
            }
        }
        found
    }

    /// Whether the board allows drops on a square: while there are squares to fill first, only those.
    fn is_place_for_drop(self, to: Square) -> bool {
        let (drops, us, board) = (&self.rules().drops, self.setup.side, self.variant().board);
        let gone = |sq: Square| self.setup.holes.has(sq) || self.variant().holes.has(sq);
        let is_empty = |sq: Square| self.at(sq).is_none() && !gone(sq);
        let first: Vec<Square> = drops.opening[us].iter().filter(|sq| is_empty(*sq)).collect();
        if !first.is_empty() {
            return first.contains(&to);
        }
        let ways: Vec<(i8, i8)> = (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))).collect();
        let looks = |way: &(i8, i8)| {
            drops.lines.iter().any(|line| match line {
                Line::Rank => way.0 != 0 && way.1 == 0,
                Line::File => way.0 == 0 && way.1 != 0,
                Line::Diagonal => way.0 != 0 && way.1 != 0,
            })
        };
        let next = |sq: Square, (right, up): (i8, i8)| board.neighbour(sq, Step::new(right, up));
        let owner = |sq: Square| self.at(sq).map(Piece::color);
        let near: Vec<(i8, i8)> = ways.iter().copied().filter(looks).collect();
        let touches = |color: Color| near.iter().filter_map(|way| next(to, *way)).any(|sq| owner(sq) == Some(color));
        let flanks = |way: &(i8, i8)| {
            // All squares on the way, until it leads off the board or back.
            let mut line = Vec::new();
            while let Some(sq) = next(*line.last().unwrap_or(&to), *way).filter(|sq| *sq != to) {
                line.push(sq);
            }
            let enemies = line.iter().take_while(|sq| owner(**sq) == Some(!us)).count();
            enemies > 0 && line.get(enemies).is_some_and(|sq| owner(*sq) == Some(us))
        };
        // It came from the edge over empty squares, and is blocked.
        let slid = |(right, up): (i8, i8)| {
            let mut back = to;
            while let Some(sq) = next(back, (-right, -up)).filter(|sq| is_empty(*sq) && *sq != to) {
                back = sq;
            }
            next(back, (-right, -up)).is_none() && !next(to, (right, up)).is_some_and(is_empty)
        };
        drops.places.iter().all(|place| match place {
            DropPlace::Anywhere => true,
            DropPlace::BesideOwn => touches(us),
            DropPlace::BesideEnemy => touches(!us),
            DropPlace::ApartFromOwn => !touches(us),
            DropPlace::ApartFromEnemy => !touches(!us),
            DropPlace::Flanking => near.iter().any(flanks),
            DropPlace::FromTop => slid((0, -1)),
            DropPlace::FromEdge => [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().any(slid),
        })
    }

    /// Whether a drop keeps pieces that must be on different shades apart: no two of a kind are on one shade, and every
    /// such piece in hand still has a square if all had one before. Effects of the drop are not considered.
    fn keeps_shades(self, held: PieceKind, piece: Piece, to: Square) -> bool {
        let us = self.setup.side;
        let bound = self.rules().drops.unlike_shades.has(piece.kind());
        let mut after = self.setup.clone();
        after.board[to.index()] = piece;
        after.hands[us][held.index()] -= 1;
        !(bound && self.shades(piece).contains(&self.shade(to)))
            && (!self.all_find_squares(us) || self.after(&after).all_find_squares(us))
    }

    fn shade(self, sq: Square) -> u8 {
        (self.variant().board.file(sq) + self.variant().board.rank(sq)) % 2
    }

    /// The shades of a piece's squares.
    fn shades(self, piece: Piece) -> Vec<u8> {
        self.variant().board.all().filter(|&sq| self.stands(piece, sq)).map(|sq| self.shade(sq)).collect()
    }

    /// Whether all pieces of a hand that need different shades could be dropped now, as many of a kind as there are
    /// shades without one.
    fn all_find_squares(self, us: Color) -> bool {
        let waiting = self.rules().drops.unlike_shades.iter().flat_map(|kind| {
            let open = [0, 1].iter().filter(|shade| !self.shades(Piece::new(kind, us)).contains(shade)).count();
            vec![kind; open.min(self.setup.hands[us][kind.index()].into())]
        });
        self.find_squares(us, &waiting.collect::<Vec<_>>())
    }

    fn find_squares(self, us: Color, waiting: &[PieceKind]) -> bool {
        let Some((&kind, rest)) = waiting.split_first() else { return true };
        let piece = Piece::new(kind, us);
        let taken = self.shades(piece);
        self.variant().board.all().any(|to| {
            let mut after = self.setup.clone();
            after.board[to.index()] = piece;
            !taken.contains(&self.shade(to)) && self.has_room(piece, to) && self.after(&after).find_squares(us, rest)
        })
    }

    /// The faces with which a piece in hand may be dropped. If its side may choose, the other face is one of them, if
    /// it goes to a hand as the same piece.
    fn shown_faces(self, held: PieceKind) -> Vec<PieceKind> {
        let other = self.variant().kind(held).form.filter(|face| self.variant().kind(*face).in_hand == Some(held));
        let other = other.filter(|_| self.rules().drops.faces == DropFaces::Either);
        [held].into_iter().chain(other).collect()
    }

    /// Whether a piece could be dropped on a square, disregarding the file.
    fn has_room(self, piece: Piece, to: Square) -> bool {
        let drops = &self.rules().drops;
        self.at(to).is_none()
            && !self.setup.holes.has(to)
            && drops.regions[piece.kind().index()][piece.color()].has(to)
            && !(drops.no_immobile && self.stuck(piece, to))
    }

    /// Whether a piece stands on a square, whatever it is there under an influence.
    fn stands(self, piece: Piece, sq: Square) -> bool {
        self.at(sq).is_some_and(|there| self.is_like(there, piece))
    }

    fn may_drop(self, piece: Piece, to: Square) -> bool {
        let drops = &self.rules().drops;
        let board = self.variant().board;
        let on_file = || board.all().filter(|&sq| board.file(sq) == board.file(to) && self.stands(piece, sq)).count();
        self.has_room(piece, to)
            && drops.max_per_file[piece.kind().index()].is_none_or(|most| on_file() < usize::from(most))
    }
}
