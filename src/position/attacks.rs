//! Attacks, and the constraints that a royal's safety puts on other moves.
//!
//! Every possible attacker of a royal yields at most one *tie*, a constraint on
//! where other pieces may go. With the royal on `k` and the attacker on `s`, let
//! `path` be the squares that matter between the two, `b` the occupied ones among
//! them, and `place` those on which a hurdle serves: all of `path`, or the square
//! beside the royal.
//! | need | `b` | meaning | all others go | those in `b` go |
//! | --- | --- | --- | --- | --- |
//! | clear | none | check | to `path` or `s` | – |
//! | | one, own | it is pinned | anywhere | to `path` or `s` |
//! | hurdle | none | no piece may become the hurdle | not to `place` | – |
//! | | one, in `place` | check | to `path` without `b`, or `s` | own hurdle: not to `place` |
//! | | one elsewhere | it may not become the hurdle | anywhere | not to `place` |
//! | | two | if one is in `place`, own others are pinned | anywhere | to `path` without `b`, or `s` |
//!
//! Pieces over which a hopper may not jump serve it on no square, and when they
//! move or are captured, other rules apply: see [`Position::barred_ties`].
//!
//! This is complete for every move that empties its origin, fills its
//! destination and removes at most the piece there. Moves that change more
//! are tested one by one on the occupancy they leave behind.

use super::interpreted::After;
use super::{Move, Position};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::{Group, Need, Scene, Tables, Way};
use crate::xbetza::run::InterpretedMove;

/// The constraints that a royal's safety puts on the other pieces of its side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Safety<const N: usize> {
    /// The squares to which every piece may go.
    pub mask: Squares<N>,
    /// Pieces with constraints of their own: see [`Position::allowed`].
    pub pinned: Squares<N>,
    /// Whether a royal is attacked.
    pub check: bool,
}

/// A constraint imposed by one attacker.
struct Tie<const N: usize> {
    /// The squares to which all pieces may go.
    all: Squares<N>,
    /// The pieces with a constraint of their own.
    whom: Squares<N>,
    /// The squares to which these may go.
    theirs: Squares<N>,
    check: bool,
}

impl<const N: usize> Tie<N> {
    #[inline(always)]
    fn clear(path: Squares<N>, occupied: Squares<N>, attacker: Square) -> Option<Self> {
        let b = path & occupied;
        if b.is_empty() {
            let all = path.with(attacker);
            return Some(Self { all, whom: Squares::EMPTY, theirs: all, check: true });
        }
        let pin = || Self { all: !Squares::EMPTY, whom: b, theirs: path.with(attacker), check: false };
        (!b.several()).then(pin)
    }

    #[inline(always)]
    fn hurdle(path: Squares<N>, place: Squares<N>, occupied: Squares<N>, attacker: Square) -> Option<Self> {
        let everywhere = !Squares::EMPTY;
        let b = path & occupied;
        let closed = (path & !b).with(attacker);
        match (b.count(), (b & place).count()) {
            (0, _) => Some(Self { all: !place, whom: Squares::EMPTY, theirs: everywhere, check: false }),
            (1, 0) => Some(Self { all: everywhere, whom: b, theirs: !place, check: false }),
            (1, _) => Some(Self { all: closed, whom: b, theirs: !place, check: true }),
            (2, 1) => Some(Self { all: everywhere, whom: b & !place, theirs: closed, check: false }),
            (2, 2) => Some(Self { all: everywhere, whom: b, theirs: closed, check: false }),
            _ => None,
        }
    }
}

impl<const N: usize> Position<N> {
    /// The members of a group that attack `target` on some board.
    #[inline(always)]
    pub(super) fn candidates(&self, t: &Tables<N>, number: usize, group: &Group, target: Square) -> Squares<N> {
        let members = t.set(group.reach, target) & self.groups[number & 255];
        if group.initial { members & self.now.unmoved } else { members }
    }

    /// Calls `visit` with every tie on the royal on `k`.
    #[inline(always)]
    fn ties(&self, t: &Tables<N>, us: Color, k: Square, mut visit: impl FnMut(Tie<N>)) {
        let occupied = self.blocked();
        for number in t.groups_toward(!us, k, self.color(!us)) {
            let group = &t.groups[number];
            let candidates = self.candidates(t, number, group, k);
            if candidates.is_empty() {
                continue;
            }
            for s in candidates {
                match group.way {
                    Way::Leap => Tie::clear(Squares::EMPTY, occupied, s).into_iter().for_each(&mut visit),
                    Way::Line(ring) => {
                        let ring = t.ring(ring);
                        let path = ring.between(k, s);
                        let tie = match group.need {
                            Need::Clear => Tie::clear(path, occupied, s),
                            Need::Hurdle => Tie::hurdle(path, path, occupied, s),
                            Need::HurdleBeside => Tie::hurdle(path, ring.beside(k, s), occupied, s),
                            Need::FitHurdle | Need::FitHurdleBeside => {
                                self.barred_ties(t, group, us, k, s, &mut visit);
                                None
                            }
                        };
                        tie.into_iter().for_each(&mut visit);
                    }
                    Way::Path(paths) => {
                        for path in t.paths(paths).from(s).iter().filter(|path| path.targets.has(k)) {
                            Tie::clear(path.clear, occupied, s).into_iter().for_each(&mut visit);
                        }
                    }
                }
            }
        }
    }

    /// The ties of a hopper on `s` over which some pieces may not be hurdles.
    ///
    /// Among `b`, the pieces on the way, only those that are `fit` serve, and no
    /// piece that is not fit does harm where it goes:
    ///
    /// | `b` | meaning | fit pieces go | others go | those in `b` go |
    /// | --- | --- | --- | --- | --- |
    /// | none | no fit piece may become the hurdle | not to `place` | anywhere | – |
    /// | one fit, in `place` | check | to `path` without `b`, or `s` | to `path` or `s` | own hurdle: not to `place` |
    /// | one other, in `place` | no fit piece may take its place | not to `b` | anywhere | anywhere |
    /// | one elsewhere | if fit it may not become the hurdle | anywhere | anywhere | not to `place` |
    /// | two | if one leaves or captures the other, the one that is left may serve | anywhere | anywhere | see below |
    #[cold]
    #[inline(never)]
    fn barred_ties(
        &self,
        t: &Tables<N>,
        group: &Group,
        us: Color,
        k: Square,
        s: Square,
        visit: &mut impl FnMut(Tie<N>),
    ) {
        let Way::Line(ring) = group.way else { return };
        let path = t.ring(ring).between(k, s);
        let place = if group.need == Need::FitHurdleBeside { t.ring(ring).beside(k, s) } else { path };
        let barred = self.barred().of(group.barred);
        let (everywhere, nobody) = (!Squares::EMPTY, Squares::EMPTY);
        let unfit = self.color(us) & barred;
        let b = path & self.blocked();
        let free = Tie { all: everywhere, whom: nobody, theirs: everywhere, check: false };
        match (b.count(), (b & place).any()) {
            (0, _) => visit(Tie { all: !place, whom: unfit, ..free }),
            (1, true) if (b & barred).any() => visit(Tie { all: !b, whom: unfit, ..free }),
            (1, true) => {
                let closed = (path & !b).with(s);
                visit(Tie { all: closed, whom: b | unfit, check: true, ..free });
                visit(Tie { whom: b, theirs: !place, ..free });
                visit(Tie { whom: unfit, theirs: path.with(s), ..free });
            }
            (1, false) => visit(Tie { whom: b & !barred, theirs: !place, ..free }),
            (2, _) => {
                for own in b {
                    let other = b.without(own);
                    let leaves = (other & place & !barred).any();
                    let captures = (other & place).any() && !barred.has(own);
                    let mut theirs = (path & !other).with(s);
                    if !leaves {
                        theirs |= !path;
                    }
                    if !captures {
                        theirs |= other;
                    }
                    visit(Tie { whom: Squares::of(own), theirs, ..free });
                }
            }
            _ => {}
        }
    }

    /// The constraints that the safety of the side's royals puts on its other pieces.
    #[inline]
    pub(super) fn safety(&self, t: &Tables<N>) -> Safety<N> {
        let mut safety = Safety { mask: !Squares::EMPTY, pinned: Squares::EMPTY, check: false };
        for k in self.royals(self.side) {
            self.ties(t, self.side, k, |tie| {
                safety.mask &= tie.all;
                safety.pinned |= tie.whom;
                safety.check |= tie.check;
            });
        }
        if t.has_interpreted_pieces(!self.side) {
            safety.check |= self.in_check(t);
        }
        safety
    }

    /// The squares to which the pinned piece on `from` may go. Pinned pieces are rare, so
    /// their constraints are computed again instead of stored for all pieces.
    #[cold]
    #[inline(never)]
    pub(super) fn allowed(&self, t: &Tables<N>, from: Square) -> Squares<N> {
        let mut allowed = !Squares::EMPTY;
        for k in self.royals(self.side) {
            self.ties(t, self.side, k, |tie| allowed &= if tie.whom.has(from) { tie.theirs } else { tie.all });
        }
        allowed
    }

    /// Whether a piece of `by` among `alive` attacks `target`, given the
    /// occupancy and where the royals of the other side are.
    #[inline]
    pub(super) fn hit(
        &self,
        t: &Tables<N>,
        by: Color,
        target: Square,
        royals: Squares<N>,
        occupied: Squares<N>,
        alive: Squares<N>,
    ) -> bool {
        self.group_hit(t, by, target, royals, occupied, alive)
            || (t.has_interpreted_pieces(by) && {
                let royals = self.royals(by) & alive | royals;
                self.interpreted_hit(t, target, After { by, occupied, alive, friends: alive, royals })
            })
    }

    /// The pseudo-legal locust captures of the pieces of `by` on these squares.
    pub(super) fn locust_captures(&self, t: &Tables<N>, by: Color, from: Squares<N>) -> impl Iterator<Item = Move> {
        let (occupied, enemy) = (self.blocked(), self.color(!by));
        let origins = t.locusts[by].iter().flat_map(move |&piece| {
            (self.pieces(piece) & from)
                .iter()
                .flat_map(move |at| t.locust_captures(piece, at).iter().map(move |c| (at, c)))
        });
        origins.flat_map(move |(at, capture)| {
            capture.reach(at, occupied, enemy).iter().map(move |to| match enemy.has(to) {
                true => Move::legs(at, to, &[capture.victim, to]),
                false => Move::legs(at, to, &[capture.victim]),
            })
        })
    }

    /// Whether a locust capture by the pieces of `by` on these squares captures the piece on `target` and passes a
    /// test, which is given origin, destination and victims.
    pub(super) fn hit_by_locust(
        &self,
        t: &Tables<N>,
        by: Color,
        target: Square,
        from: Squares<N>,
        test: impl Fn(Square, Square, &[Square]) -> bool,
    ) -> bool {
        let mut hits =
            self.locust_captures(t, by, from).filter(|mv| mv.listed_victims().any(|victim| victim == target));
        hits.any(|mv| test(mv.from(), mv.to(), &mv.listed_victims().collect::<Vec<_>>()))
    }

    /// The same as [`Self::hit`] without the pieces that need the interpreter.
    #[inline(always)]
    pub(super) fn group_hit(
        &self,
        t: &Tables<N>,
        by: Color,
        target: Square,
        royals: Squares<N>,
        occupied: Squares<N>,
        alive: Squares<N>,
    ) -> bool {
        for number in t.groups_toward(by, target, alive) {
            let group = &t.groups[number];
            let candidates = self.candidates(t, number, group, target) & alive;
            if candidates.is_empty() || (group.royal_only && !royals.has(target)) {
                continue;
            }
            for s in candidates {
                if self.strikes(t, group, s, target, occupied) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a member of a group on `s`, which attacks `target` on some board, attacks it on this one.
    #[inline(always)]
    pub(super) fn strikes(
        &self,
        t: &Tables<N>,
        group: &Group,
        s: Square,
        target: Square,
        occupied: Squares<N>,
    ) -> bool {
        match group.way {
            Way::Leap => true,
            Way::Line(ring) => {
                let ring = t.ring(ring);
                let b = ring.between(target, s) & occupied;
                match group.need {
                    Need::Clear => b.is_empty(),
                    Need::Hurdle => b.any() && !b.several(),
                    Need::HurdleBeside => b.any() && b == ring.beside(target, s),
                    Need::FitHurdle => b.any() && !b.several() && self.is_hurdle(group, b),
                    Need::FitHurdleBeside => b.any() && b == ring.beside(target, s) && self.is_hurdle(group, b),
                }
            }
            Way::Path(paths) => {
                let paths = t.paths(paths).from(s);
                paths.iter().any(|path| path.targets.has(target) && (path.clear & occupied).is_empty())
            }
        }
    }

    /// Whether hoppers of a group may jump over the piece there.
    #[cold]
    #[inline(never)]
    fn is_hurdle(&self, group: &Group, at: Squares<N>) -> bool {
        (at & self.barred().of(group.barred)).is_empty()
    }

    /// Whether a move changes the squares over which hoppers may jump in a way that the
    /// occupancy does not show: then a hypothetical occupancy is not enough.
    #[inline]
    pub(super) fn changes_hurdles(&self, t: &Tables<N>, mv: Move) -> bool {
        t.traits.bars_hurdles && self.moves_barred(t, mv)
    }

    #[cold]
    #[inline(never)]
    fn moves_barred(&self, t: &Tables<N>, mv: Move) -> bool {
        let us = self.side;
        let moved = [
            Some(self.mover(mv)),
            Some(self.board[mv.to()]),
            mv.piece().map(|kind| Piece::new(kind, us)),
            mv.gated().map(|(kind, _)| Piece::new(kind, us)),
            mv.partner().or(mv.journey()).map(|[from, _]| self.board[from]),
        ];
        moved.into_iter().flatten().any(|piece| !piece.is_none() && t.is_barred(piece))
    }

    /// Whether the royals of `color` would all be safe with this occupancy,
    /// these royals and only these enemies.
    #[inline]
    pub(super) fn safe(
        &self,
        t: &Tables<N>,
        color: Color,
        royals: Squares<N>,
        occupied: Squares<N>,
        alive: Squares<N>,
    ) -> bool {
        for k in royals {
            if self.hit(t, !color, k, royals, occupied, alive) {
                return false;
            }
        }
        true
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self, t: &Tables<N>) -> bool {
        if t.traits.unusual_royals() {
            return self.royals_attacked(t, self.side);
        }
        !self.safe(t, self.side, self.royals(self.side), self.blocked(), self.color(!self.side))
    }

    /// The pieces of a side that would capture on a square, given the
    /// occupancy and ignoring en passant.
    pub fn attackers(&self, t: &Tables<N>, by: Color, sq: Square, occupied: Squares<N>) -> Squares<N> {
        let alive = self.color(by) & occupied.without(sq);
        let mut out = Squares::EMPTY;
        for number in t.groups_toward(by, sq, alive) {
            let group = &t.groups[number];
            let candidates = self.candidates(t, number, group, sq) & alive & !out;
            if candidates.is_empty() || group.royal_only {
                continue;
            }
            out |= match group.way {
                Way::Leap => candidates,
                _ => candidates.iter().filter(|&s| self.strikes(t, group, s, sq, occupied)).collect(),
            };
        }
        if t.has_interpreted_pieces(by) {
            let after = After { by, occupied: occupied.with(sq), alive, friends: alive, royals: Squares::EMPTY };
            // En passant captures do not count: their destination is another square.
            let scene = Scene { en_passant: Squares::EMPTY, ..self.scene_after(after) };
            for &piece in t.interpreted_pieces(by) {
                let members = (self.pieces(piece) & alive & !out).iter();
                let takes = |outcome: &InterpretedMove| outcome.victims.contains(&sq);
                out |= members.filter(|&from| t.interpreter_finds(piece, from, &scene, takes)).collect();
            }
        }
        out
    }
}
