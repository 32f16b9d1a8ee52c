//! Legality beyond the safety of royals: rules that forbid single moves, ask
//! for captures, or add moves.
//!
//! Moves are generated as far as the usual safety goes, or without regard to
//! it where royals are safe by other rules, and judged one by one.

use super::Position;
use super::movegen::{ALL, NOISY, QUIET};
use super::moves::{Move, MoveKind, MoveList};
use super::sink::Sink;
use crate::board::{Color, Piece, PieceKind, Square, Squares};
use crate::tables::Tables;
use crate::variant::{Ban, RepetitionResult, RoyalMode};

impl<const N: usize> Position<N> {
    /// Generates the legal moves of a game with such rules.
    #[cold]
    #[inline(never)]
    pub(super) fn generate_judged<const WANTED: u8, S: Sink<N>>(&self, t: &Tables<N>, sink: &mut S) {
        let mut moves = MoveList::new();
        let usual = self.usual_safety(t);
        if usual {
            self.generate_safe::<ALL, false, MoveList>(t, &mut moves);
        } else {
            self.generate_safe::<ALL, true, MoveList>(t, &mut moves);
        }
        let mut judge = Judge { pos: self, t, usual, past: self.past_keys(t), after: None };
        if t.variant().rules.must_capture {
            moves.retain(|&mv| judge.allows(mv));
            if moves.iter().any(|&mv| self.captures(mv)) {
                moves.retain(|&mv| self.captures(mv));
            }
        }
        let judged = t.variant().rules.must_capture;
        for mv in moves {
            if sink.done() {
                return;
            }
            let noisy = self.captures(mv) || mv.is_promotion();
            let wanted = match WANTED {
                NOISY => noisy,
                QUIET => !noisy,
                _ => true,
            };
            if wanted && (judged || judge.allows(mv)) {
                sink.one(mv);
                if t.traits().gating {
                    self.gatings(t, mv, sink);
                }
            }
        }
    }

    /// Whether the side to move has royals that are safe if none of them is hit.
    fn usual_safety(&self, t: &Tables<N>) -> bool {
        let rules = &t.variant().rules;
        // A man that becomes royal changes what must be safe.
        let many = self.royals(self.side).several() || self.may_crown(t);
        !t.traits().unusual_royals
            || (!t.traits().effects && !rules.may_be_left_attacked && (!many || rules.royal_mode == RoyalMode::Each))
    }

    /// Whether any move might promote a man to a royal one.
    fn may_crown(&self, t: &Tables<N>) -> bool {
        t.royal_promoters(self.side).iter().any(|&piece| {
            let places = &t.mover(piece).promotions;
            self.pieces(piece).iter().any(|from| {
                let reach = t.quiet_moves(piece, from) | t.attacks(piece, from, Squares::EMPTY);
                places.iter().any(|place| place.may(from, reach, reach).any())
            })
        })
    }

    /// Whether a move captures an enemy.
    pub(super) fn captures(&self, mv: Move) -> bool {
        let captured = self.captured(mv);
        !captured.is_none() && captured.color() != self.side
    }

    /// Where a move would complete an illegal repetition: the keys of the
    /// positions that may not occur again.
    fn past_keys(&self, t: &Tables<N>) -> Vec<u64> {
        let rule = t.variant().rules.repetition;
        if rule.result != RepetitionResult::Illegal || rule.fold < 2 || self.may_repeat {
            return Vec::new();
        }
        // Positions after the move have the other side to move: an odd number of plies back.
        let mut keys = Vec::new();
        for (back, past) in self.history.iter().rev().enumerate() {
            if past.mv.is_none() || !self.reversible(t, back) {
                break;
            }
            if back % 2 == 0 {
                keys.push(past.before.key);
            }
        }
        keys.sort_unstable();
        let most = usize::from(rule.fold - 1);
        keys.iter()
            .enumerate()
            .filter(|&(i, key)| i + most <= keys.len() && keys[i + most - 1] == *key)
            .map(|(_, &key)| key)
            .collect()
    }

    /// Adds the same move with each man in hand that may enter behind it.
    fn gatings<S: Sink<N>>(&self, t: &Tables<N>, mv: Move, sink: &mut S) {
        if mv.is_drop() || mv.is_promotion() || !self.now.unmoved.has(mv.from()) {
            return;
        }
        let castles = mv.kind() == MoveKind::Castle;
        if !castles && mv.kind() != MoveKind::Plain {
            return;
        }
        for &kind in t.droppable().iter().filter(|&&kind| self.hand(self.side, kind) > 0) {
            sink.one(mv.gating(kind, mv.from()));
            if let Some([partner, _]) = mv.partner() {
                sink.one(mv.gating(kind, partner));
            }
        }
    }

    /// Whether the royals of a side stand in check, whatever the rule that
    /// says so.
    #[cold]
    #[inline(never)]
    pub(super) fn royals_attacked(&self, t: &Tables<N>, color: Color) -> bool {
        let rules = &t.variant().rules;
        let royals = self.royals(color);
        if rules.may_be_left_attacked || royals.is_empty() {
            return false;
        }
        let mut attacked = royals.iter().map(|k| self.attacked(t, color, k));
        match rules.royal_mode {
            RoyalMode::Each => attacked.any(|attacked| attacked),
            RoyalMode::Last => !royals.several() && attacked.all(|attacked| attacked),
            RoyalMode::All => attacked.all(|attacked| attacked),
            RoyalMode::First => {
                let board = t.geometry();
                let first = royals.iter().min_by_key(|&sq| (board.file(sq), board.rank(sq)));
                first.is_some_and(|first| self.attacked(t, color, first))
            }
        }
    }

    /// Whether the enemy could capture the royal on `k` with his next move
    /// without losing one of his own.
    fn attacked(&self, t: &Tables<N>, color: Color, k: Square) -> bool {
        let enemy = !color;
        let Some(radius) = t.traits().blast else {
            return self.hit(t, enemy, k, true, self.occupied(), self.color(enemy));
        };
        // A royal that captures goes with its victim, and so does one that stands by.
        let royals = self.royals(enemy);
        (t.around(k, radius) & royals).is_empty()
            && self.hit(t, enemy, k, true, self.occupied(), self.color(enemy) & !royals)
    }
}

/// Judges the moves of one position.
struct Judge<'a, const N: usize> {
    pos: &'a Position<N>,
    t: &'a Tables<N>,
    /// Whether the generator has seen to the royals.
    usual: bool,
    /// The keys of positions that may not occur again.
    past: Vec<u64>,
    /// A copy of the position to play moves on, once one is needed.
    after: Option<Position<N>>,
}

impl<const N: usize> Judge<'_, N> {
    fn allows(&mut self, mv: Move) -> bool {
        self.in_stock(mv)
            && self.within_limits(mv)
            && !self.is_banned(mv)
            && !self.is_struck(mv)
            && self.leaves_well(mv)
    }

    /// Whether a promotion to a man in hand has one.
    fn in_stock(&self, mv: Move) -> bool {
        let Some(kind) = mv.piece().filter(|_| !mv.is_drop()) else { return true };
        let mover = self.pos.mover(mv).kind();
        !self.t.traits().from_stock.has(mover) || self.pos.hand(self.pos.side, kind) > 0
    }

    fn within_limits(&self, mv: Move) -> bool {
        let Some(kind) = mv.piece().filter(|_| !mv.is_drop()) else { return true };
        let most = self.t.variant().rules.promotion_limits.iter().find(|(limited, _)| *limited == kind);
        most.is_none_or(|&(_, most)| self.pos.pieces(Piece::new(kind, self.pos.side)).count() < u32::from(most))
    }

    /// The squares on which a move captures.
    fn victims(&self, mv: Move) -> Vec<Square> {
        match mv.kind() {
            MoveKind::Legs | MoveKind::EnPassant => mv.victims().collect(),
            _ if self.pos.captured(mv).is_none() => Vec::new(),
            _ => vec![mv.to()],
        }
    }

    fn is_banned(&self, mv: Move) -> bool {
        let bans = &self.t.variant().rules.bans;
        !bans.is_empty() && bans.iter().any(|ban| self.bans(ban, mv))
    }

    fn bans(&self, ban: &Ban, mv: Move) -> bool {
        if mv.is_drop() || !ban.by.has(self.pos.mover(mv).kind()) {
            return false;
        }
        let victims = self.victims(mv);
        let kind = |sq: Square| self.pos.board[sq].kind();
        let barred = |&sq: &Square| ban.of.has(kind(sq)) && !(ban.distant && self.t.around(mv.from(), 1).has(sq));
        if !victims.iter().any(barred) {
            return false;
        }
        // A man that is worth something on the way makes the exchange fair.
        let bridge = victims.iter().any(|sq| !barred(sq) && !ban.bridge_exclude.has(kind(*sq)));
        !bridge && (!ban.recapturable || self.is_recapturable(mv, &victims, ban))
    }

    /// Whether the enemy could pseudo-legally capture the piece where it ends.
    fn is_recapturable(&self, mv: Move, victims: &[Square], ban: &Ban) -> bool {
        let (pos, us) = (self.pos, self.pos.side);
        let gone: Squares<N> = victims.iter().copied().collect();
        let occupied = (pos.occupied() & !gone).without(mv.from()).with(mv.to());
        let excluded = |kind: PieceKind| pos.pieces(Piece::new(kind, !us));
        let kinds = (0..self.t.variant().kinds.len()).map(|kind| PieceKind(kind as u8));
        let barred = kinds
            .filter(|&kind| ban.recapture_exclude.has(kind))
            .fold(Squares::EMPTY, |all, kind| all | excluded(kind));
        let alive = pos.color(!us) & !gone & !barred;
        pos.hit(self.t, !us, mv.to(), false, occupied, alive)
    }

    /// Whether a move captures a man that may not be captured now.
    fn is_struck(&self, mv: Move) -> bool {
        let Some(rule) = self.t.variant().rules.counterstrike.filter(|_| self.pos.now.struck) else { return false };
        let victims = self.victims(mv);
        let strikes = victims.iter().any(|&sq| rule.kinds.has(self.pos.board[sq].kind()));
        strikes && (!rule.unless_unprotected || self.is_protected(mv, &victims))
    }

    fn is_protected(&self, mv: Move, victims: &[Square]) -> bool {
        let none = crate::variant::KindSet::EMPTY;
        let ban = Ban {
            by: none,
            of: none,
            distant: false,
            recapturable: true,
            recapture_exclude: none,
            bridge_exclude: none,
        };
        self.is_recapturable(mv, victims, &ban)
    }

    /// Whether the position after the move may be.
    fn leaves_well(&mut self, mv: Move) -> bool {
        let rules = &self.t.variant().rules;
        let repeats = !self.past.is_empty() && !self.pos.captures(mv);
        if self.usual && !rules.may_not_check && !repeats {
            return true;
        }
        if !self.usual && !self.castles_safely(mv) {
            return false;
        }
        let (pos, t) = (self.pos, self.t);
        let after = self.after.get_or_insert_with(|| pos.clone());
        after.play(t, mv);
        let repeated = repeats && self.past.contains(&after.now.key);
        let checks = rules.may_not_check && after.in_check(t);
        let well = !repeated && !checks && (self.usual || royals_survive(t, pos, after));
        after.undo(t);
        well
    }

    /// Whether a royal that castles passes only squares where it could stand.
    fn castles_safely(&self, mv: Move) -> bool {
        let Some([partner, _]) = mv.partner() else { return true };
        let pos = self.pos;
        let castlings = pos.castlings[pos.side].iter();
        let mut known = castlings.filter(|castling| castling.from == mv.from() && castling.partner_from == partner);
        let Some(castling) = known.find(|castling| castling.to == mv.to()) else { return true };
        if !self.t.is_royal(castling.piece.kind()) || castling.path.is_empty() {
            return true;
        }
        let mut walk = pos.clone();
        let royal = walk.take::<false>(self.t, castling.from);
        castling.path.without(castling.to).iter().all(|sq| {
            walk.put::<false>(self.t, royal, sq);
            let safe = !walk.royals_attacked(self.t, pos.side);
            walk.take::<false>(self.t, sq);
            safe
        })
    }
}

/// Whether the mover's royals have not been removed and are safe after its
/// move, or the enemy's have been removed.
fn royals_survive<const N: usize>(t: &Tables<N>, before: &Position<N>, after: &Position<N>) -> bool {
    let us: Color = before.side;
    if after.royals(us).count() < before.royals(us).count() {
        return false;
    }
    let enemy_fell = after.royals(!us).is_empty() && before.royals(!us).any();
    enemy_fell || !after.royals_attacked(t, us)
}
