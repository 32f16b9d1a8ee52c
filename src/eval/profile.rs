//! The mobility of each piece, measured on sample boards.
//!
//! The tables of a variant go in; for every piece comes out how many squares
//! it commands on average, from where, and how it gets around. Piece values
//! and piece-square terms are derived from this alone.

use super::distances::distances;
use crate::board::{ByColor, Color, Piece, PieceKind, Square, Squares};
use crate::tables::walk::{Sight, general};
use crate::tables::{Barred, Scene, Tables};
use crate::variant::{Kind, KindSet};
use crate::xbetza::Term;
use crate::xbetza::run::{InterpretedKind, Seen};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Sample boards: the number of squares per occupied one, and the weight of such
/// boards. Crowded ones stand for most of the game, open ones for the ending.
const FILLINGS: [(usize, f64); 2] = [(3, 0.65), (8, 0.35)];
/// Sample boards of each filling, not counting mirror images.
const BOARDS: usize = 4;
/// The weight of attacked squares relative to squares that may be moved to.
const ATTACK_SHARE: f64 = 2.0 / 3.0;

/// The mobility of a piece.
#[derive(Clone, Debug)]
pub struct Profile<const N: usize> {
    /// Squares on which it can be at some point of a game.
    pub home: Squares<N>,
    /// Squares commanded, on average over its home; over its start squares if it
    /// has any, cannot retreat, and is never dropped.
    pub mean: f64,
    /// Squares attacked on a full board, on average: these attacks cannot be blocked.
    pub unblockable: f64,
    /// Squares commanded from each square.
    pub from: Vec<f64>,
    /// The largest share of the board that it can reach from one square.
    pub coverage: f64,
    /// Whether it has a move back towards its own side.
    pub retreats: bool,
    /// Whether every move leads forward.
    pub advances_only: bool,
    /// Moves to the nearest square on which it may promote, from each square;
    /// `None` if it never gets there.
    pub to_promotion: Vec<Option<u8>>,
}

/// The profile of each piece.
pub fn profiles<const N: usize>(t: &Tables<N>) -> Vec<Profile<N>> {
    let white = sample_boards(t);
    // Each board comes with its mirror image, so that it does not matter whether White's boards are rotated or flipped.
    let flip = |board: Squares<N>| board.iter().map(|sq| t.geometry().flipped(sq)).collect();
    let black = white.iter().map(|&(board, weight)| (flip(board), weight)).collect();
    let boards = ByColor([white, black]);
    let subject =
        |piece: Piece| Subject { t, piece, captures: !never_captures(t, piece), boards: &boards[piece.color()] };
    t.pieces().map(|piece| subject(piece).profile()).collect()
}

/// A piece being measured.
struct Subject<'a, const N: usize> {
    t: &'a Tables<N>,
    piece: Piece,
    /// Whether it captures at all.
    captures: bool,
    /// The sample boards, each with its weight.
    boards: &'a [(Squares<N>, f64)],
}

impl<const N: usize> Subject<'_, N> {
    fn profile(&self) -> Profile<N> {
        let (t, piece) = (self.t, self.piece);
        let squares = t.geometry().squares();
        let legs = self.legs();
        let steps: Vec<Squares<N>> = t.geometry().all().map(|sq| self.steps(&legs, sq)).collect();
        let home = self.home(&steps);
        let mut from = vec![0.0; squares];
        for sq in home {
            let walks = self.boards.iter().map(|&(occupied, weight)| weight * self.commanded(sq, occupied));
            from[sq.index()] = sum(walks) + legs.commanded.get(sq.index()).unwrap_or(&0.0);
        }
        let full = |sq: Square| f64::from(self.attacked(sq, t.board).count());
        let mut profile = Profile {
            home,
            mean: 0.0,
            unblockable: mean(home, full),
            from,
            coverage: f64::from(furthest(&steps, home)) / squares as f64,
            retreats: false,
            advances_only: true,
            to_promotion: self.to_promotion(),
        };
        for sq in home {
            let rank = t.geometry().rank_of(piece.color(), sq);
            for to in steps[sq.index()] {
                let ahead = t.geometry().rank_of(piece.color(), to);
                profile.retreats |= ahead < rank;
                profile.advances_only &= ahead > rank;
            }
        }
        let start = self.start();
        let usual = if profile.retreats || start.is_empty() || t.mover(piece).drop.is_some() { home } else { start };
        profile.mean = mean(usual, |sq| profile.from[sq.index()]);
        profile
    }

    /// Squares attacked; none if it never captures.
    fn attacked(&self, sq: Square, occupied: Squares<N>) -> Squares<N> {
        let attacks = || self.t.attacks(self.piece, sq, occupied, Barred::NONE) & self.t.board;
        if self.captures { attacks() } else { Squares::EMPTY }
    }

    /// Squares attacked and squares to move to, weighted.
    fn commanded(&self, sq: Square, occupied: Squares<N>) -> f64 {
        let occupied = occupied.with(sq);
        let attacked = self.attacked(sq, occupied);
        let sight = Sight { occupied, enemy: Squares::EMPTY, barred: Barred::NONE };
        let quiet = general(self.t, &self.t.mover(self.piece).parts, sq, sight) & self.t.board;
        ATTACK_SHARE * f64::from(attacked.count()) + (1.0 - ATTACK_SHARE) * f64::from(quiet.count())
    }

    fn legs(&self) -> Legs<N> {
        let (t, piece) = (self.t, self.piece);
        let mut legs = Legs { reach: Vec::new(), commanded: Vec::new() };
        if !t.needs_interpreter(piece) && !t.locusts[piece.color()].contains(&piece) {
            return legs;
        }
        for sq in t.geometry().all() {
            let (mut reach, mut commanded) = (Squares::EMPTY, Vec::new());
            for &(others, weight) in self.boards.iter().filter(|_| t.board.has(sq)) {
                let occupied = others.with(sq);
                let (quiet, victims) = self.on_legs(sq, occupied, &mut reach);
                let victims = victims & !t.attacks(piece, sq, occupied, Barred::NONE);
                // It finds victims only on this share of the squares, but attacks on empty ones count as well.
                let share = f64::from(others.count()) / f64::from(t.board.count());
                let attacked = f64::from(victims.count()) / share.max(f64::MIN_POSITIVE);
                commanded.push(weight * (ATTACK_SHARE * attacked + (1.0 - ATTACK_SHARE) * f64::from(quiet.count())));
            }
            legs.reach.push(reach & t.board);
            legs.commanded.push(sum(commanded.into_iter()));
        }
        legs
    }

    /// Its destinations without a capture by moves of several legs, and its victims if all other pieces are enemies and
    /// it captures at all. Adds all destinations to `reach`.
    fn on_legs(&self, sq: Square, occupied: Squares<N>, reach: &mut Squares<N>) -> (Squares<N>, Squares<N>) {
        let (mut quiet, mut victims) = (Squares::EMPTY, Squares::EMPTY);
        for capture in self.t.locust_captures(self.piece, sq) {
            let to = capture.reach(sq, occupied, occupied.without(sq));
            if to.any() {
                victims.insert(capture.victim);
                *reach |= to;
            }
        }
        let scene = Scene {
            by: self.piece.color(),
            occupied,
            barred: Barred::NONE,
            holes: Squares::EMPTY,
            friends: Squares::of(sq),
            royals: Squares::EMPTY,
            unmoved: Squares::EMPTY,
            initial_moves: true,
            en_passant: Squares::EMPTY,
            en_passant_victim: sq,
            once: 0,
        };
        let _ = self.t.interpret::<()>(self.piece, sq, &scene, &mut Seen::default(), |_, outcome| {
            match outcome.kind {
                InterpretedKind::Capture if !self.captures => return ControlFlow::Continue(()),
                InterpretedKind::Capture => outcome.victims.iter().for_each(|&victim| victims.insert(victim)),
                InterpretedKind::Move => quiet.insert(outcome.to),
                _ => {}
            }
            reach.insert(outcome.to);
            ControlFlow::Continue(())
        });
        (quiet, victims)
    }

    /// The squares to which it can move from a square on at least one board.
    fn steps(&self, legs: &Legs<N>, sq: Square) -> Squares<N> {
        let t = self.t;
        let walks = self.attacked(sq, Squares::EMPTY) | t.reach_when_empty(self.piece, sq);
        let legs = legs.reach.get(sq.index()).copied().unwrap_or_default();
        (walks | t.flies_on_some_board(self.piece, sq, self.captures) | legs) & t.board
    }

    /// The squares on which it can ever be: those it can reach from where it
    /// starts, is dropped, or appears by promotion; anywhere in its region if it
    /// neither starts on the board nor is dropped.
    fn home(&self, steps: &[Squares<N>]) -> Squares<N> {
        let (t, piece) = (self.t, self.piece);
        let region = t.variant().kind(piece.kind()).region[piece.color()].resized() & t.board;
        let start = self.start();
        let home = match &t.mover(piece).drop {
            Some(place) => closure(steps, place.zone | start | self.made()) & region,
            None if start.is_empty() => region,
            None => closure(steps, start | self.made()) & region,
        };
        // Squares from which it could never move do not count: there it is usually promoted.
        home.iter().filter(|sq| steps[sq.index()].any()).collect()
    }

    /// The squares on which other pieces may promote to it.
    fn made(&self) -> Squares<N> {
        let makers = self.t.pieces().filter(|maker| maker.color() == self.piece.color());
        let makers = makers.filter(|&maker| self.t.promotes_to(maker).any(|kind| kind == self.piece.kind()));
        makers.map(|maker| self.t.promotion_zone(maker)).collect()
    }

    /// The squares on which it starts.
    fn start(&self) -> Squares<N> {
        let start = &self.t.variant().start.board;
        self.t.board.iter().filter(|sq| start.get(sq.index()) == Some(&self.piece)).collect()
    }

    fn to_promotion(&self) -> Vec<Option<u8>> {
        let t = self.t;
        let reach: Vec<Squares<N>> = t.geometry().all().map(|sq| t.reach_when_empty(self.piece, sq)).collect();
        let before = |squares: Squares<N>| t.board.iter().filter(|sq| (reach[sq.index()] & squares).any()).collect();
        let further = distances(t, before(t.promotion_zone(self.piece)), before);
        further.into_iter().map(|moves| Some(moves? + 1)).collect()
    }
}

/// Moves of several legs that do not show in a piece's attacks, for each square; empty if there are none.
struct Legs<const N: usize> {
    /// Its destinations on the sample boards.
    reach: Vec<Squares<N>>,
    /// Squares commanded.
    commanded: Vec<f64>,
}

/// The mean over some squares.
pub fn mean<const N: usize>(squares: Squares<N>, value: impl Fn(Square) -> f64) -> f64 {
    sum(squares.iter().map(value)) / f64::from(squares.count().max(1))
}

/// A sum that is the same to the last bit whatever the order: Black's squares come in a different one than White's.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().sum()
}

/// Whether bans forbid all captures of a piece.
fn never_captures<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    let (variant, kind, color) = (t.variant(), piece.kind(), piece.color());
    // A capture on the way may lift a ban.
    let bridges = variant.kind(kind).terms().any(Term::captures_on_the_way);
    let bans = variant.rules.captures.bans.iter();
    let bans = bans.filter(|ban| ban.is_unconditional() && ban.by.has(kind));
    let everywhere = bans.filter(|ban| variant.board.area().within(ban.zone[color]));
    let banned: KindSet = everywhere.map(|ban| ban.of).collect();
    let takes_friends = variant.kind(kind).terms().any(Term::captures_friends);
    let is_prey = |of: &Kind| of.may_belong_to(!color) || takes_friends && of.may_belong_to(color);
    !bridges && variant.kinds().all(|(number, of)| banned.has(number) || !is_prey(of))
}

/// All squares that a piece can reach from some squares in any number of moves.
fn closure<const N: usize>(steps: &[Squares<N>], start: Squares<N>) -> Squares<N> {
    let (mut all, mut fresh) = (start, start);
    while let Some(sq) = fresh.pop() {
        let new = steps[sq.index()] & !all;
        all |= new;
        fresh |= new;
    }
    all
}

/// The largest number of squares that a piece can reach from one square of its home.
fn furthest<const N: usize>(steps: &[Squares<N>], home: Squares<N>) -> u32 {
    let (mut most, mut rest) = (0, home);
    while let Some(sq) = rest.pop() {
        let reached = closure(steps, Squares::of(sq));
        most = most.max(reached.count());
        // From none of these can it reach more.
        rest &= !reached;
    }
    most
}

/// Boards filled at random, always the same, with the weight of each. The mirror
/// image of every board is included, so that left and right are alike.
fn sample_boards<const N: usize>(t: &Tables<N>) -> Vec<(Squares<N>, f64)> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    };
    let mut boards = Vec::new();
    for (every, weight) in FILLINGS {
        for _ in 0..BOARDS {
            // The first of the shuffled squares are occupied.
            let mut squares: Vec<Square> = t.board.iter().collect();
            for i in (1..squares.len()).rev() {
                squares.swap(i, (random() % (i as u64 + 1)) as usize);
            }
            let count = squares.len() / every;
            let board: Squares<N> = squares.into_iter().take(count).collect();
            let mirrored = board.iter().map(|sq| t.geometry().mirrored(sq)).collect();
            boards.extend([board, mirrored].map(|board| (board, weight / (2 * BOARDS) as f64)));
        }
    }
    boards
}

/// The most numerous piece of these sides at the start, apart from royals: its kind is the one of which they have most
/// together, its colour that of the side with more of them. Pieces in hand count if there are no others.
pub fn commonest<const N: usize>(t: &Tables<N>, sides: &[Color]) -> Option<Piece> {
    let start = &t.variant().start;
    let standing = |piece: Piece| start.board.iter().filter(|other| **other == piece).count();
    let held = |piece: Piece| start.hands[piece.color()].get(piece.kind().index()).map_or(0, |held| usize::from(*held));
    most_of(t, sides, standing).or_else(|| most_of(t, sides, held))
}

/// The most numerous piece of these sides, apart from royals.
fn most_of<const N: usize>(t: &Tables<N>, sides: &[Color], count: impl Fn(Piece) -> usize) -> Option<Piece> {
    let of = |kind: PieceKind, side: &Color| count(Piece::new(kind, *side));
    let all = |kind: PieceKind| sides.iter().map(|side| of(kind, side)).sum::<usize>();
    let kinds = t.variant().kinds().map(|(kind, _)| kind).filter(|&kind| !t.is_royal(kind) && all(kind) > 0);
    let kind = kinds.max_by_key(|&kind| (all(kind), Reverse(kind)))?;
    let side = sides.iter().max_by_key(|side| (of(kind, side), Reverse(side.index())))?;
    Some(Piece::new(kind, *side))
}

/// Whether promotion is more than two moves away from some square, as for pawns
/// of chess but not for pieces that promote wherever they move.
pub fn promotes_far<const N: usize>(profile: &Profile<N>) -> bool {
    profile.to_promotion.iter().flatten().any(|&moves| moves > 2)
}
