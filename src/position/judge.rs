//! Legality beyond the safety of royals: rules that forbid single moves, ask
//! for captures, or add moves.
//!
//! Moves are generated as far as the usual safety goes, or without regard to
//! it where royals are safe by other rules, and judged one by one.

use super::Position;
use super::legs::After;
use super::movegen::{ALL, NOISY, QUIET};
use super::moves::{Move, MoveKind, MoveList};
use super::sink::Sink;
use crate::board::{Piece, PieceKind, Square, Squares};
use crate::tables::Tables;
use crate::variant::{
    Ban, BanCondition, BanWhen, CounterstrikeUnless, GivingCheck, KindSet, LeavingCheck, RepetitionResult, RoyalMode,
};
use crate::xbetza::run::Outcome;

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
        let must_capture = t.variant().rules.must_capture;
        if must_capture || t.traits().gating {
            moves = judge.allowed(&moves);
        }
        if must_capture && moves.iter().any(|&mv| self.captures(mv)) {
            moves.retain(|&mv| self.captures(mv));
        }
        let judged = must_capture || t.traits().gating;
        for mv in moves {
            if sink.done() {
                return;
            }
            let noisy = !self.captured(mv).is_none() || mv.is_promotion();
            let wanted = match WANTED {
                NOISY => noisy,
                QUIET => !noisy,
                _ => true,
            };
            if wanted && (judged || judge.leaves_royals(mv) && judge.allows(mv)) {
                sink.one(mv);
            }
        }
    }

    /// Whether the side to move has royals that are safe if none of them is hit.
    fn usual_safety(&self, t: &Tables<N>) -> bool {
        let rules = &t.variant().rules;
        // A man that becomes royal changes what must be safe.
        let many = self.royals(self.side).several() || self.may_crown(t);
        !t.traits().unusual_royals
            || (!t.traits().effects
                && !t.traits().royal_bans
                && rules.leaving_check == LeavingCheck::Forbidden
                && (!many || rules.royal_mode == RoyalMode::Each))
    }

    /// Whether any move might promote a man to a royal one.
    fn may_crown(&self, t: &Tables<N>) -> bool {
        t.royal_promoters(self.side).iter().any(|&piece| {
            let places = &t.mover(piece).promotions;
            let unknown = t.needs_interpreter(piece) && self.pieces(piece).any();
            unknown
                || self.pieces(piece).iter().any(|from| {
                    let reach = t.reach_on_some_board(piece, from);
                    places.iter().any(|place| place.may(from, reach, reach).any())
                })
        })
    }

    /// Whether a ban, its conditions on the reply set aside, forbids the man on
    /// `from` to capture what stands on `sq` by a move with these victims.
    fn bars(&self, t: &Tables<N>, ban: &Ban, from: Square, sq: Square, victims: &[Square]) -> bool {
        let (captor, kind) = (self.board[from], |sq: Square| self.board[sq].kind());
        // A man that is worth something on the way makes the exchange fair.
        let bridged = || victims.iter().any(|&other| other != sq && !ban.bridge_exclude.has(kind(other)));
        ban.by.has(captor.kind())
            && ban.of.has(kind(sq))
            && ban.zone[captor.color()].has(sq)
            && !(ban.when == BanWhen::Distant && t.around(from, 1).has(sq))
            && !bridged()
    }

    /// Whether the man on `from` may never capture what stands on `sq` by a
    /// move with these victims, so that it does not attack it either.
    pub fn never_captures(&self, t: &Tables<N>, from: Square, sq: Square, victims: &[Square]) -> bool {
        let bans = t.variant().rules.bans.iter();
        bans.filter(|ban| ban.is_unconditional()).any(|ban| self.bars(t, ban, from, sq, victims))
    }

    /// Whether an enemy could capture the man on `sq`, his own royals set aside,
    /// with a man that is not of these kinds.
    fn may_be_taken(&self, t: &Tables<N>, sq: Square, exclude: KindSet) -> bool {
        let by = !self.board[sq].color();
        let takers: Squares<N> = self.color(by).iter().filter(|&at| !exclude.has(self.board[at].kind())).collect();
        let free = takers.iter().filter(|&at| !self.never_captures(t, at, sq, &[sq])).collect();
        let (occupied, royals) = (self.blocked(), self.royals(by) | self.royals(!by));
        let after = After { by, occupied, alive: takers, friends: self.color(by), royals };
        // What is captured on the way may lift a ban.
        let takes = |from: Square, outcome: &Outcome| {
            outcome.victims.contains(&sq) && !self.never_captures(t, from, sq, &outcome.victims)
        };
        self.group_hit(t, by, sq, false, occupied, free)
            || t.exact(by).iter().any(|exact| {
                let mut members = (self.pieces(exact.piece) & takers).iter();
                members.any(|from| self.exact_can(t, &self.now, (exact, from), after, |outcome| takes(from, outcome)))
            })
    }

    /// Whether the man on `from` would have to promote on `to`, but has nothing to become.
    pub fn has_nothing_to_become(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let (piece, at) = (self.board[from], Squares::of(to));
        if piece.is_none() {
            return false;
        }
        let from_stock = t.traits().from_stock.has(piece.kind());
        let held = |kind: &PieceKind| !from_stock || self.hand(piece.color(), *kind) > 0;
        let places = &t.mover(piece).promotions;
        let taken = at & self.occupied();
        places.iter().any(|place| place.must(from, at, taken).any())
            && !places.iter().any(|place| place.may(from, at, taken).any() && place.choices().iter().any(held))
    }

    /// Whether a royal's move, castling apart, can be made without passing an
    /// empty square on which it would be attacked, where the rules ask for that.
    pub fn passes_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        let moves = !mv.is_drop() && mv.partner().is_none() && mv.kind() != MoveKind::Pass;
        if !t.variant().rules.safe_path || !moves || !t.is_royal(self.board[mv.from()].kind()) {
            return true;
        }
        let ways = self.ways(t, mv);
        let mut walk = self.clone();
        let royal = walk.take::<false>(t, mv.from());
        ways.is_empty() || ways.iter().any(|&way| walk.may_walk(t, royal, way & !self.blocked()))
    }

    /// Whether a royal that has been taken from the board could stand on each
    /// of these empty squares.
    fn may_walk(&mut self, t: &Tables<N>, royal: Piece, way: Squares<N>) -> bool {
        way.iter().all(|sq| {
            self.put::<false>(t, royal, sq);
            let safe = !self.endangered(t, royal.color()).has(sq);
            self.take::<false>(t, sq);
            safe
        })
    }

    /// Whether a move captures an enemy.
    pub(super) fn captures(&self, mv: Move) -> bool {
        let is_enemy = |piece: Piece| !piece.is_none() && piece.color() != self.side;
        is_enemy(self.captured(mv)) || mv.victims().any(|sq| is_enemy(self.board[sq]))
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

    /// The same move with each man in hand that may enter behind it.
    fn gatings(&self, t: &Tables<N>, mv: Move) -> MoveList {
        let partner = mv.partner().map(|[partner, _]| partner);
        let simple = matches!(mv.kind(), MoveKind::Plain | MoveKind::Castle);
        let gates = simple && (self.now.unmoved & t.first_rank(self.side)).has(mv.from());
        let kinds = t.droppable().iter().filter(|&&kind| gates && self.hand(self.side, kind) > 0);
        let left = |sq: &Square| *sq != mv.to() && mv.partner().is_none_or(|[_, to]| *sq != to);
        kinds
            .flat_map(|&kind| {
                [Some(mv.from()), partner].into_iter().flatten().filter(left).map(move |at| mv.gating(kind, at))
            })
            .collect()
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
    /// Those of some moves that are legal, each followed by the same with men
    /// that enter behind it: these can neither parry a check nor allow one.
    fn allowed(&mut self, moves: &[Move]) -> MoveList {
        let mut allowed = MoveList::new();
        for &mv in moves {
            if !self.leaves_royals(mv) {
                continue;
            }
            if self.allows(mv) {
                allowed.push(mv);
            }
            if self.t.traits().gating {
                let mut gatings = self.pos.gatings(self.t, mv);
                if self.t.traits().effects && !gatings.is_empty() {
                    // Who enters does so when all is over, if there still is room.
                    let taken = self.after(mv, Position::blocked);
                    gatings.retain(|mv| mv.gated().is_none_or(|(_, at)| !taken.has(at)));
                }
                allowed.extend(gatings.into_iter().filter(|&mv| self.leaves_royals(mv) && self.allows(mv)));
            }
        }
        allowed
    }

    /// Whether the rules beyond the safety of royals allow a move.
    fn allows(&mut self, mv: Move) -> bool {
        self.in_stock(mv)
            && self.within_limits(mv)
            && self.may_enter(mv)
            && self.pos.passes_safely(self.t, mv)
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

    /// Whether men that enter squares which they may enter only by capturing do so.
    fn may_enter(&self, mv: Move) -> bool {
        if !self.t.traits().thresholds {
            return true;
        }
        let (pos, variant) = (self.pos, self.t.variant());
        let closed = |piece: Piece, to: Square| variant.kind(piece.kind()).capture_only[pos.side].has(to);
        let beside = mv.partner().map(|[from, to]| (pos.board[from], to));
        let behind = mv.gated().map(|(kind, at)| (Piece::new(kind, pos.side), at));
        // Who castles may end where he stood.
        let enters = mv.is_drop() || mv.from() != mv.to();
        !(enters && closed(pos.mover(mv), mv.to()) && self.victims(mv).is_empty()
            || [beside, behind].into_iter().flatten().any(|(piece, at)| closed(piece, at)))
    }

    /// The squares on which a move captures.
    fn victims(&self, mv: Move) -> Vec<Square> {
        match mv.kind() {
            MoveKind::Legs | MoveKind::EnPassant => mv.victims().collect(),
            _ if self.pos.captured(mv).is_none() => Vec::new(),
            _ => vec![mv.to()],
        }
    }

    fn is_banned(&mut self, mv: Move) -> bool {
        let bans = &self.t.variant().rules.bans;
        !bans.is_empty() && bans.iter().any(|ban| self.bans(ban, mv))
    }

    fn bans(&mut self, ban: &Ban, mv: Move) -> bool {
        if mv.is_drop() {
            return false;
        }
        let victims = self.victims(mv);
        victims.iter().any(|&sq| self.pos.bars(self.t, ban, mv.from(), sq, &victims))
            && (ban.condition == BanCondition::Always || self.is_recapturable(mv, ban.recapture_exclude))
    }

    /// Whether the enemy could pseudo-legally capture the piece where it ends,
    /// with a man that is not of these kinds.
    fn is_recapturable(&mut self, mv: Move, exclude: KindSet) -> bool {
        let (t, us) = (self.t, self.pos.side);
        self.after(mv, |after| after.color(us).has(mv.to()) && after.may_be_taken(t, mv.to(), exclude))
    }

    /// Whether a move captures a man that may not be captured now.
    fn is_struck(&mut self, mv: Move) -> bool {
        let Some(rule) = self.t.variant().rules.counterstrike.filter(|_| self.pos.now.struck) else { return false };
        let strikes = self.victims(mv).iter().any(|&sq| rule.kinds.has(self.pos.board[sq].kind()));
        strikes && (rule.unless == CounterstrikeUnless::Never || self.is_recapturable(mv, KindSet::EMPTY))
    }

    /// Whether the position after the move may be, its royals set aside.
    fn leaves_well(&mut self, mv: Move) -> bool {
        let may_not_check = self.t.variant().rules.giving_check == GivingCheck::Forbidden;
        let repeats = !self.past.is_empty() && (self.t.traits().men_come_back || !self.pos.captures(mv));
        if !may_not_check && !repeats {
            return true;
        }
        let t = self.t;
        let past = std::mem::take(&mut self.past);
        let well = self.after(mv, |after| {
            let repeated = repeats && past.contains(&after.now.key);
            let checks = may_not_check && after.in_check(t);
            !repeated && !checks
        });
        self.past = past;
        well
    }

    /// Whether the royals are still there and safe after a move.
    fn leaves_royals(&mut self, mv: Move) -> bool {
        let (pos, t) = (self.pos, self.t);
        match self.usual {
            // The generator has seen to them, but for mounts that enter.
            true if mv.gated().is_none() || !t.traits().drops_uncover => true,
            true => self.after(mv, |after| {
                after.safe(t, pos.side, after.royals(pos.side), after.blocked(), after.color(!pos.side))
            }),
            false => self.castles_safely(mv) && self.after(mv, |after| after.royals_survive(t, pos)),
        }
    }

    /// Looks at the position after a move.
    fn after<T>(&mut self, mv: Move, look: impl FnOnce(&Position<N>) -> T) -> T {
        let (pos, t) = (self.pos, self.t);
        let after = self.after.get_or_insert_with(|| pos.clone());
        after.play(t, mv);
        let seen = look(after);
        after.undo(t);
        seen
    }

    /// Whether a royal that castles passes only squares where it could stand.
    fn castles_safely(&self, mv: Move) -> bool {
        let pos = self.pos;
        let Some((path, lifted)) = pos.castling_way(mv) else { return true };
        if pos.royals_attacked(self.t, pos.side) {
            return false;
        }
        let mut walk = pos.clone();
        let royal = pos.board[mv.from()];
        for sq in lifted {
            walk.take::<false>(self.t, sq);
        }
        walk.may_walk(self.t, royal, path)
    }
}
