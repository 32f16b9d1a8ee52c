//! Legality beyond the safety of royals: rules that forbid single moves, ask
//! for captures, or add moves.
//!
//! Moves are generated as far as the usual safety goes, or without regard to
//! it where royals are safe by other rules. [`Judging`] says which of them a
//! rule still has a say in; only those are judged one by one. A search need
//! not judge moves that it never comes to: it takes pseudo-legal
//! moves ([`Position::pseudo_legal_moves`]) and asks when it does ([`Position::is_legal`]).

use crate::board::{Piece, PieceKind, Square, Squares};
use crate::position::Position;
use crate::position::legs::After;
use crate::position::sink::{ALL, NOISY, QUIET, Sink};
use crate::position::{Move, MoveKind, MoveList};
use crate::tables::Tables;
use crate::variant::{
    Ban, BanCondition, BanWhen, CounterstrikeUnless, GivingCheck, InitialMoves, KindSet, LeavingCheck, PromotionBan,
    RepetitionResult, RoyalMode,
};
use crate::xbetza::run::Outcome;

/// Which pseudo-legal moves of a position may be illegal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judging {
    all: bool,
    captures: bool,
    quiets: bool,
    promotions: bool,
    /// Those of royals.
    royals: bool,
    /// Whether pieces enter behind others.
    gatings: bool,
    /// Whether royals are safe by other rules than the usual ones.
    unusual: bool,
    /// Whether a repetition could be illegal.
    repetitions: bool,
    /// Whether royals that face each other must not do so any more.
    faced: bool,
}

/// The rule that forbids a pseudo-legal move, in the order in which they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// The side does not hold what the piece would become.
    NotInStock,
    /// There are enough of what the piece would become.
    PromotionLimit,
    /// The piece may not promote by such a move.
    PromotionForbidden,
    /// A piece enters the square only by capturing.
    OnlyByCapture,
    /// No piece may enter behind this move.
    GatingForbidden,
    /// A royal could be captured then, or is gone.
    RoyalAttacked,
    /// A royal passes a square on which it could be captured.
    PassesAttack,
    /// The piece may not capture what it would.
    CaptureForbidden,
    /// The position after it has been on the board too often.
    Repetition,
    /// Nobody may be put in check.
    GivesCheck,
    /// The royals go on facing each other.
    RoyalsFace,
    /// Another move captures, and one that does must be chosen.
    MustCapture,
}

impl Judging {
    /// Whether any of them may be illegal.
    #[inline]
    pub fn any(self) -> bool {
        self.all || self.captures || self.quiets || self.promotions || self.royals || self.gatings
    }
}

impl<const N: usize> Position<N> {
    /// Adds all pseudo-legal moves to `list`. The game must not be decided.
    pub fn pseudo_legal_moves(&self, t: &Tables<N>, judging: Judging, list: &mut MoveList) {
        self.list_pseudo_legal::<ALL>(t, judging, list);
    }

    /// The same for moves that capture or promote.
    pub fn noisy_pseudo_legal_moves(&self, t: &Tables<N>, judging: Judging, list: &mut MoveList) {
        self.list_pseudo_legal::<NOISY>(t, judging, list);
    }

    /// The same for all others.
    pub fn quiet_pseudo_legal_moves(&self, t: &Tables<N>, judging: Judging, list: &mut MoveList) {
        self.list_pseudo_legal::<QUIET>(t, judging, list);
    }

    #[inline(always)]
    fn list_pseudo_legal<const WANTED: u8>(&self, t: &Tables<N>, judging: Judging, list: &mut MoveList) {
        if t.variant().rules.must_capture {
            self.judged_moves::<WANTED>(t, list, false);
        } else if judging.any() {
            let mut sink = Judged { pos: self, t, judging, judge: None, gates: self.gates(t), list, first: None };
            self.generate_safe::<WANTED, _>(t, judging.unusual, &mut sink);
        } else {
            self.generate_safe::<WANTED, MoveList>(t, false, list);
        }
    }

    /// Which pseudo-legal moves are still to be judged: none where a capture
    /// is forced, since that depends on what is legal.
    #[inline]
    pub fn judging(&self, t: &Tables<N>) -> Judging {
        let lists_legal = !t.traits().judged || t.variant().rules.must_capture;
        if lists_legal { Judging::default() } else { self.demands(t) }
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&mut self, t: &Tables<N>, judging: Judging, mv: Move) -> bool {
        !judging.concerns(self, t, mv) || Judge { pos: self, t, judging }.is_legal(mv)
    }

    /// All moves that pieces can make, whether their royals are safe or not.
    pub fn moves_without_safety(&self, t: &Tables<N>) -> MoveList {
        let (judging, mut list) = (self.demands(t), MoveList::new());
        let mut sink =
            Judged { pos: self, t, judging, judge: None, gates: self.gates(t), list: &mut list, first: None };
        self.generate_safe::<ALL, _>(t, true, &mut sink);
        list
    }

    /// Which rule forbids one of [these](Self::moves_without_safety), if any.
    pub fn violation(&self, t: &Tables<N>, mv: Move) -> Option<Violation> {
        let judging = Judging { unusual: true, ..self.demands(t) };
        let mut scratch = self.without_past(if judging.repetitions { usize::MAX } else { 0 });
        let found = Judge { pos: &mut scratch, t, judging }.violation(mv);
        found.or_else(|| {
            let must = t.variant().rules.must_capture && !self.captures(mv);
            let captures = || {
                let mut list = MoveList::new();
                self.legal_moves(t, &mut list);
                list.iter().any(|&mv| self.captures(mv))
            };
            (must && captures()).then_some(Violation::MustCapture)
        })
    }

    /// Adds the legal moves of a game with such rules, or just the `first` that is found.
    #[cold]
    #[inline(never)]
    pub(in crate::position) fn judged_moves<const WANTED: u8>(&self, t: &Tables<N>, list: &mut MoveList, first: bool) {
        let judging = self.demands(t);
        let mut scratch = self.without_past(if judging.repetitions { usize::MAX } else { 0 });
        let start = list.len();
        if t.variant().rules.must_capture {
            self.list_judged::<NOISY>(t, judging, &mut scratch, list, false);
            let mut captures = start;
            for i in start..list.len() {
                if self.captures(list[i]) {
                    list.swap(captures, i);
                    captures += 1;
                }
            }
            list.truncate(captures);
            if captures > start {
                if WANTED == QUIET {
                    list.truncate(start);
                }
                return;
            }
        }
        self.list_judged::<WANTED>(t, judging, &mut scratch, list, first);
    }

    fn list_judged<const WANTED: u8>(
        &self,
        t: &Tables<N>,
        judging: Judging,
        scratch: &mut Self,
        list: &mut MoveList,
        first: bool,
    ) {
        let judge = Some(Judge { pos: scratch, t, judging });
        let first = first.then_some(list.len());
        let mut sink = Judged { pos: self, t, judging, judge, gates: self.gates(t), list, first };
        self.generate_safe::<WANTED, _>(t, judging.unusual, &mut sink);
    }

    /// Which moves rules beyond the usual safety of royals have a say in.
    fn demands(&self, t: &Tables<N>) -> Judging {
        let (traits, rules) = (t.traits(), &t.variant().rules);
        let (unusual, faced) = (!self.usual_safety(t), self.is_faced(t));
        let repetitions = rules.repetition.result == RepetitionResult::Illegal
            && rules.repetition.fold >= 2
            && !self.may_repeat
            // After two passes, or a swap that is swapped back, the position is the same again.
            && !self.history.is_empty();
        Judging {
            all: unusual || faced || rules.giving_check == GivingCheck::Forbidden,
            captures: !rules.bans.is_empty()
                || rules.counterstrike.is_some() && self.now.counterstrike_barred
                || repetitions && traits.pieces_come_back,
            quiets: traits.thresholds || repetitions,
            promotions: traits.from_stock != KindSet::EMPTY
                || !rules.promotion_limits.is_empty()
                || traits.promotion_bans,
            royals: rules.safe_path || rules.initial_moves == InitialMoves::AsCastling,
            gatings: self.gates(t).any(),
            unusual,
            repetitions,
            faced,
        }
    }

    /// The squares which pieces of the side to move leave to others that enter.
    fn gates(&self, t: &Tables<N>) -> Squares<N> {
        let may = t.traits().gating && !self.hand_is_empty(self.side);
        if may { self.now.unmoved & t.first_rank(self.side) } else { Squares::EMPTY }
    }

    /// Whether the side to move has royals that are safe if none of them is hit.
    fn usual_safety(&self, t: &Tables<N>) -> bool {
        let rules = &t.variant().rules;
        // A piece that becomes royal changes what must be safe.
        let many = self.royals(self.side).several() || self.may_crown(t);
        !t.traits().unusual_royals
            || (!t.traits().effects
                && !t.traits().royal_bans
                && !t.traits().refits_hurdles
                && rules.leaving_check == LeavingCheck::Forbidden
                && (!many || rules.royal_mode == RoyalMode::Each))
    }

    /// Whether any move might promote a piece to a royal one.
    fn may_crown(&self, t: &Tables<N>) -> bool {
        t.royal_promoters(self.side).iter().any(|&piece| {
            let places = &t.mover(piece).promotions;
            let unknown = t.needs_interpreter(piece) && self.pieces(piece).any();
            unknown
                || self.pieces(piece).iter().any(|from| {
                    let reach = t.reach_on_some_board(piece, from);
                    places.iter().any(|place| place.may(from, reach, reach).any() || place.is_in_place())
                })
        })
    }

    /// Whether a ban, its conditions on the reply set aside, forbids the piece on
    /// `from` to capture what stands on `sq` by a move with these victims.
    fn bars(&self, t: &Tables<N>, ban: &Ban, from: Square, sq: Square, victims: &[Square]) -> bool {
        let (captor, kind) = (self.board[from], |sq: Square| self.board[sq].kind());
        // A piece that is worth something on the way makes the exchange fair.
        let bridged = || victims.iter().any(|&other| other != sq && !ban.bridge_exclude.has(kind(other)));
        ban.by.has(captor.kind())
            && ban.of.has(kind(sq))
            && ban.zone[captor.color()].has(sq)
            && !(ban.when == BanWhen::Distant && t.around(from, 1).has(sq))
            && !bridged()
    }

    /// Whether the piece on `from` may never capture what stands on `sq` by a
    /// move with these victims, so that it does not attack it either.
    pub(in crate::position) fn never_captures(
        &self,
        t: &Tables<N>,
        from: Square,
        sq: Square,
        victims: &[Square],
    ) -> bool {
        let bans = t.variant().rules.bans.iter();
        bans.filter(|ban| ban.is_unconditional()).any(|ban| self.bars(t, ban, from, sq, victims))
    }

    /// Whether an enemy could capture the piece on `sq`, his own royals set aside,
    /// with a piece that is not of these kinds.
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
            || self.hit_by_locust(t, by, sq, takers, |from, _, victims| !self.never_captures(t, from, sq, victims))
            || {
                let scene = self.scene_after(after);
                t.interpreted(by).iter().any(|&piece| {
                    let mut members = (self.pieces(piece) & takers).iter();
                    members.any(|from| t.interprets_as(piece, from, &scene, |outcome| takes(from, outcome)))
                })
            }
    }

    /// Whether the piece on `from` would have to promote on `to`, but no rule lets it become anything there.
    pub fn has_nothing_to_become(&self, t: &Tables<N>, from: Square, to: Square) -> bool {
        let (places, at) = (&t.mover(self.board[from]).promotions, Squares::of(to));
        let taken = at & self.occupied();
        places.iter().any(|place| place.must(from, at, taken).any())
            && !places.iter().any(|place| place.may(from, at, taken).any() && !place.choices().is_empty())
    }

    /// Whether a royal's move, castling apart, passes no square on which it would be attacked, where the rules ask
    /// for that.
    fn passes_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        let moves = !mv.is_drop() && mv.partner().is_none() && mv.kind() != MoveKind::Pass;
        let royal = moves && t.is_royal(self.board[mv.from()].kind());
        !royal || self.leaps_safely(t, mv) && self.walks_safely(t, mv)
    }

    /// Whether an initial move to a square two steps away passes one on which the royal would be safe, if it must.
    fn leaps_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let leaps = t.variant().rules.initial_moves == InitialMoves::AsCastling
            && matches!(mv.kind(), MoveKind::Plain | MoveKind::Double | MoveKind::Promotion);
        if !leaps {
            return true;
        }
        let passed = t.geometry().halfway(from, to);
        if passed.is_empty() || !self.is_initial(t, from, to) {
            return true;
        }
        let mut walk = self.without_past(0);
        let royal = walk.take::<false>(t, from);
        passed.into_iter().any(|sq| walk.may_walk(t, royal, Squares::of(sq)))
    }

    /// Whether it can be made without passing an empty square on which the royal would be attacked, if it must.
    fn walks_safely(&self, t: &Tables<N>, mv: Move) -> bool {
        if !t.variant().rules.safe_path {
            return true;
        }
        let ways = self.ways(t, mv);
        let mut walk = self.without_past(0);
        let royal = walk.take::<false>(t, mv.from());
        ways.is_empty() || ways.iter().any(|&way| walk.may_walk(t, royal, way & !self.blocked()))
    }

    /// Whether a royal that has been taken from the board could stand on each of these squares, instead of what
    /// stands there: a partner in castling, or what it leaps over.
    fn may_walk(&mut self, t: &Tables<N>, royal: Piece, way: Squares<N>) -> bool {
        way.iter().all(|sq| {
            let other = Some(self.board[sq]).filter(|piece| !piece.is_none());
            if other.is_some() {
                self.take::<false>(t, sq);
            }
            self.put::<false>(t, royal, sq);
            let safe = !self.endangered(t, royal.color()).has(sq);
            self.take::<false>(t, sq);
            other.into_iter().for_each(|piece| self.put::<false>(t, piece, sq));
            safe
        })
    }

    /// Whether a move captures an enemy.
    pub(in crate::position) fn captures(&self, mv: Move) -> bool {
        let is_enemy = |piece: Piece| !piece.is_none() && piece.color() != self.side;
        is_enemy(self.captured(mv)) || mv.victims().any(|sq| is_enemy(self.board[sq]))
    }

    /// Whether the last move has completed a repetition that is illegal.
    fn has_repeated(&self, t: &Tables<N>) -> bool {
        let mut missing = t.variant().rules.repetition.fold - 1;
        for (back, past) in self.history.iter().rev().enumerate() {
            if past.mv.is_none() || !self.reversible(t, back) {
                return false;
            }
            if back % 2 == 1 && past.before.key == self.now.key {
                missing -= 1;
                if missing == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The same move with each piece in hand that may enter behind it, at these squares.
    fn gatings(&self, t: &Tables<N>, mv: Move, gates: Squares<N>) -> impl Iterator<Item = Move> {
        let partner = mv.partner().map(|[partner, _]| partner);
        let simple = matches!(mv.kind(), MoveKind::Plain | MoveKind::Castle);
        let opens = simple && gates.has(mv.from());
        let kinds = t.droppable().iter().filter(move |&&kind| opens && self.hand(self.side, kind) > 0);
        let left = move |sq: &Square| *sq != mv.to() && mv.partner().is_none_or(|[_, to]| *sq != to);
        kinds.flat_map(move |&kind| {
            [Some(mv.from()), partner].into_iter().flatten().filter(left).map(move |at| mv.gating(kind, at))
        })
    }
}

impl Judging {
    /// Whether a pseudo-legal move may be illegal.
    fn concerns<const N: usize>(self, pos: &Position<N>, t: &Tables<N>, mv: Move) -> bool {
        self.all
            || self.gatings && mv.gated().is_some()
            || self.promotions && mv.is_promotion()
            || if pos.captured(mv).is_none() { self.quiets } else { self.captures }
            || self.royals && !mv.is_drop() && t.is_royal(pos.board[mv.from()].kind())
    }
}

/// Takes what the generator finds and lists what is legal of it, and what may
/// enter behind it.
struct Judged<'a, const N: usize> {
    pos: &'a Position<N>,
    t: &'a Tables<N>,
    judging: Judging,
    /// Nobody where pseudo-legal moves are wanted.
    judge: Option<Judge<'a, N>>,
    /// The squares which pieces leave to others that enter.
    gates: Squares<N>,
    list: &'a mut MoveList,
    /// Where the list began, if one move is enough.
    first: Option<usize>,
}

impl<const N: usize> Judged<'_, N> {
    /// Those of a piece's destinations that must be judged.
    fn judged(&self, from: Square, targets: Squares<N>) -> Squares<N> {
        let (judging, enemy) = (self.judging, self.pos.color(!self.pos.side));
        if self.judge.is_none() {
            return Squares::EMPTY;
        }
        if judging.all || judging.royals && self.t.is_royal(self.pos.board[from].kind()) {
            return targets;
        }
        let captures = if judging.captures { targets & enemy } else { Squares::EMPTY };
        let quiets = if judging.quiets { targets & !enemy } else { Squares::EMPTY };
        captures | quiets
    }

    /// Lists moves, judged where they must be.
    fn list(&mut self, judged: bool, moves: impl Iterator<Item = Move>) {
        for mv in moves {
            if self.is_done() {
                return;
            }
            let legal = !judged || self.judge.as_mut().is_none_or(|judge| judge.is_legal(mv));
            if legal {
                self.list.push(mv);
            }
        }
    }

    fn list_with_gatings(&mut self, mv: Move) {
        let judged = self.judge.is_some() && self.judging.concerns(self.pos, self.t, mv);
        self.list(judged, std::iter::once(mv));
        if self.gates.any() {
            let (pos, t, gates) = (self.pos, self.t, self.gates);
            self.list(true, pos.gatings(t, mv, gates));
        }
    }

    fn is_done(&self) -> bool {
        self.first.is_some_and(|start| self.list.len() > start)
    }
}

impl<const N: usize> Sink<N> for Judged<'_, N> {
    fn plain(&mut self, from: Square, targets: Squares<N>) {
        if self.gates.has(from) {
            return targets.iter().for_each(|to| self.list_with_gatings(Move::plain(from, to)));
        }
        let judged = self.judged(from, targets);
        self.list(false, (targets & !judged).iter().map(|to| Move::plain(from, to)));
        self.list(true, judged.iter().map(|to| Move::plain(from, to)));
    }

    fn doubles(&mut self, from: Square, targets: Squares<N>) {
        let judged = self.judged(from, targets).any();
        self.list(judged, targets.iter().map(|to| Move::double(from, to)));
    }

    fn promotions(&mut self, from: Square, targets: Squares<N>, choices: &[PieceKind]) {
        for to in targets {
            let judged = self.judging.promotions || self.judged(from, Squares::of(to)).any();
            self.list(judged, choices.iter().map(|&kind| Move::promotion(from, to, kind)));
        }
    }

    fn drops(&mut self, kind: PieceKind, targets: Squares<N>) {
        let judged = self.judging.all || self.judging.quiets;
        self.list(judged, targets.iter().map(|to| Move::drop(kind, to)));
    }

    fn one(&mut self, mv: Move) {
        self.list_with_gatings(mv);
    }

    /// Only for sinks that count.
    fn number(&mut self, _: u32) {}

    fn done(&self) -> bool {
        self.is_done()
    }
}

/// Judges the moves of one position.
struct Judge<'a, const N: usize> {
    /// The position, which moves are played on and taken back.
    pos: &'a mut Position<N>,
    t: &'a Tables<N>,
    judging: Judging,
}

impl<const N: usize> Judge<'_, N> {
    /// Whether a move that the generator has found is legal.
    #[inline]
    fn is_legal(&mut self, mv: Move) -> bool {
        self.violation(mv).is_none()
    }

    /// The first rule that forbids a move which the generator has found. What can be told
    /// without playing it is asked first: what is not in stock cannot be played.
    fn violation(&mut self, mv: Move) -> Option<Violation> {
        if !self.in_stock(mv) {
            Some(Violation::NotInStock)
        } else if !self.within_limits(mv) {
            Some(Violation::PromotionLimit)
        } else if !self.may_promote(mv) {
            Some(Violation::PromotionForbidden)
        } else if !self.may_enter(mv) {
            Some(Violation::OnlyByCapture)
        } else if !self.lets_enter(mv) {
            Some(Violation::GatingForbidden)
        } else if !self.leaves_royals(mv) {
            Some(Violation::RoyalAttacked)
        } else if !self.pos.passes_safely(self.t, mv) {
            Some(Violation::PassesAttack)
        } else if self.is_banned(mv) || self.is_barred_counterstrike(mv) {
            Some(Violation::CaptureForbidden)
        } else {
            self.violation_after(mv)
        }
    }

    /// Whether a piece may enter behind this move. It can neither parry a check
    /// by that nor take a square that effects have left to others.
    fn lets_enter(&mut self, mv: Move) -> bool {
        let Some((_, at)) = mv.gated() else { return true };
        let alone = mv.without_gating();
        (!self.judging.unusual || self.leaves_royals(alone))
            && (!self.t.traits().effects || self.after(alone, |after| !after.blocked().has(at)))
    }

    /// Whether a promotion to a piece in hand has one.
    fn in_stock(&self, mv: Move) -> bool {
        let Some(kind) = mv.piece().filter(|_| !mv.is_drop()) else { return true };
        let mover = self.pos.mover(mv).kind();
        !self.t.traits().from_stock.has(mover) || self.pos.hand(self.pos.side, kind) > 0
    }

    fn within_limits(&self, mv: Move) -> bool {
        let Some(kind) = mv.piece().filter(|_| !mv.is_drop()) else { return true };
        let limit = self.t.variant().rules.promotion_limits.iter().find(|(kinds, _)| kinds.has(kind));
        limit.is_none_or(|&(kinds, most)| {
            let standing = kinds.iter().map(|kind| self.pos.pieces(Piece::new(kind, self.pos.side)).count());
            standing.sum::<u32>() < u32::from(most)
        })
    }

    /// Whether some rule that lets the piece promote to this does so by such a move.
    fn may_promote(&mut self, mv: Move) -> bool {
        let Some(kind) = mv.piece().filter(|_| self.t.traits().promotion_bans && !mv.is_drop()) else { return true };
        let (t, mover, captures) = (self.t, self.pos.mover(mv), !self.victims(mv).is_empty());
        let places = || t.mover(mover).promotions.iter().filter(|place| place.choices().contains(&kind));
        let alone = |kinds: KindSet| self.pos.is_alone(kinds, mover.color());
        let in_place = places().flat_map(|place| place.offers(mv.from(), alone)).map(|offer| offer.forbid);
        let by_moves = places().flat_map(|place| place.forbidden(mv.from(), mv.to(), captures));
        let rules: Vec<&[PromotionBan]> = in_place.chain(by_moves).collect();
        rules.into_iter().any(|forbid| !forbid.iter().any(|ban| self.is_forbidden(*ban, mv)))
    }

    fn is_forbidden(&mut self, ban: PromotionBan, mv: Move) -> bool {
        let (t, us) = (self.t, self.pos.side);
        let attackers = |pos: &Position<N>, sq: Square| pos.attackers(t, us, sq, pos.blocked());
        match ban {
            PromotionBan::EnPassant => mv.kind() == MoveKind::EnPassant,
            PromotionBan::Attack => {
                self.after(mv, |after| after.color(!us).iter().any(|sq| attackers(after, sq).has(mv.to())))
            }
            PromotionBan::UncoveredCheck => {
                let checks = |pos: &Position<N>| -> Vec<(Square, Squares<N>)> {
                    pos.royals(!us).iter().map(|royal| (royal, attackers(pos, royal))).collect()
                };
                let before = checks(self.pos);
                let known = |royal: Square| {
                    before.iter().filter(|(sq, _)| *sq == royal).fold(Squares::EMPTY, |all, (_, by)| all | *by)
                };
                let after = self.after(mv, checks);
                after.into_iter().any(|(royal, by)| (by & !known(royal)).without(mv.to()).any())
            }
        }
    }

    /// Whether pieces that enter squares which they may enter only by capturing do so.
    fn may_enter(&self, mv: Move) -> bool {
        if !self.t.traits().thresholds {
            return true;
        }
        let (pos, variant) = (&*self.pos, self.t.variant());
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
    /// with a piece that is not of these kinds.
    fn is_recapturable(&mut self, mv: Move, exclude: KindSet) -> bool {
        let (t, us) = (self.t, self.pos.side);
        self.after(mv, |after| after.color(us).has(mv.to()) && after.may_be_taken(t, mv.to(), exclude))
    }

    /// Whether a move captures a piece that may not be captured now.
    fn is_barred_counterstrike(&mut self, mv: Move) -> bool {
        let Some(rule) = self.t.variant().rules.counterstrike.filter(|_| self.pos.now.counterstrike_barred) else {
            return false;
        };
        let strikes = self.victims(mv).iter().any(|&sq| rule.kinds.has(self.pos.board[sq].kind()));
        strikes && (rule.unless == CounterstrikeUnless::Never || self.is_recapturable(mv, KindSet::EMPTY))
    }

    /// The rule that forbids the position after the move, its royals' safety set aside.
    fn violation_after(&mut self, mv: Move) -> Option<Violation> {
        let t = self.t;
        let may_not_check = t.variant().rules.giving_check == GivingCheck::Forbidden;
        let repeats = self.judging.repetitions && (t.traits().pieces_come_back || !self.pos.captures(mv));
        let faces = self.judging.faced && mv.kind() != MoveKind::Pass;
        if !may_not_check && !repeats && !faces {
            return None;
        }
        self.after(mv, |after| {
            if repeats && after.has_repeated(t) {
                Some(Violation::Repetition)
            } else if may_not_check && after.in_check(t) {
                Some(Violation::GivesCheck)
            } else {
                (faces && after.royals_face(t)).then_some(Violation::RoyalsFace)
            }
        })
    }

    /// Whether the royals are still there and safe after a move.
    fn leaves_royals(&mut self, mv: Move) -> bool {
        let (us, t) = (self.pos.side, self.t);
        if self.judging.unusual {
            let before = [self.pos.royals(us), self.pos.royals(!us)];
            // A pass that leaves royals to face each other ends the game, be there a check or not.
            let ends = self.judging.faced && mv.kind() == MoveKind::Pass;
            return ends || self.castles_safely(mv) && self.after(mv, |after| after.royals_survive(t, us, before));
        }
        // The generator has seen to them, but for hurdles that enter.
        mv.gated().is_none()
            || !t.traits().drops_uncover
            || self.after(mv, |after| after.safe(t, us, after.royals(us), after.blocked(), after.color(!us)))
    }

    /// Looks at the position after a move.
    fn after<T>(&mut self, mv: Move, look: impl FnOnce(&Position<N>) -> T) -> T {
        self.pos.play(self.t, mv);
        let seen = look(self.pos);
        self.pos.undo(self.t);
        seen
    }

    /// Whether a royal that castles passes only squares where it could stand.
    fn castles_safely(&self, mv: Move) -> bool {
        let pos = &*self.pos;
        let Some((path, lifted)) = pos.castling_way(mv) else { return true };
        if pos.royals_attacked(self.t, pos.side) {
            return false;
        }
        let mut walk = pos.without_past(0);
        let royal = pos.board[mv.from()];
        for sq in lifted {
            walk.take::<false>(self.t, sq);
        }
        walk.may_walk(self.t, royal, path)
    }
}
