//! A fingerprint of a game: two games with the same number have the same moves,
//! and end alike, but for how points are counted, what follows if both sides are bare, whether a goal may be
//! answered, and how games are drawn or adjudicated: networks were learned before these were looked at, and they
//! decide few games.
//!
//! Neither the text of a file nor the layout of tables matters. Moves are
//! represented by the legal moves in some random games; ends, which such games
//! seldom reach, by the rules about them.

use crate::board::{Color, Piece};
use crate::position::{Move, Position};
use crate::tables::Tables;
use crate::variant::{Adjudication, BareWhen, Draws, Ends, Extinct, GoalShape, GoalWhen, KindSet, Rules, Verdict};
use fastrand::Rng;

/// The number of random games, and the maximum of plies in each.
const GAMES: u64 = 4;
const PLIES: usize = 40;

/// A checksum of numbers: like FNV-1a, eight bytes at a time, with a rotation after each.
struct Sum(u64);

impl Sum {
    fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    }

    fn add_wide(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }

    fn add_area(&mut self, area: crate::board::Area) {
        area.0.into_iter().for_each(|word| self.add(word));
    }
}

/// The fingerprint of a game.
pub fn fingerprint<const N: usize>(t: &Tables<N>) -> u64 {
    let mut sum = Sum(0xCBF2_9CE4_8422_2325);
    add_start(t, &mut sum);
    add_ends(t, &mut sum);
    if let Ok(start) = Position::new(t, &t.variant().start) {
        (0..GAMES).for_each(|seed| add_game(t, &start, seed, &mut sum));
    }
    sum.0
}

fn add_start<const N: usize>(t: &Tables<N>, sum: &mut Sum) {
    let start = &t.variant().start;
    sum.add(u64::from(t.geometry().files()));
    sum.add(u64::from(t.geometry().ranks()));
    sum.add(t.variant().kinds.len() as u64);
    start.board.iter().for_each(|piece| sum.add(u64::from(piece.0)));
    for color in Color::ALL {
        start.hands[color].iter().for_each(|&count| sum.add(u64::from(count)));
        sum.add(u64::from(start.checks[color]));
        sum.add(u64::from(start.once[color]));
    }
    for piece in t.pieces() {
        sum.add(u64::from(t.is_royal(piece.kind())));
        t.promotes_to(piece).for_each(|kind| sum.add(u64::from(kind.0)));
    }
}

fn add_ends<const N: usize>(t: &Tables<N>, sum: &mut Sum) {
    let verdict = |verdict: Verdict| verdict as u64;
    // All rules are listed, so that whoever adds one has to decide whether it belongs here: networks learned without
    // a rule that decides games no longer fit. Rules that only change moves show in the games played below.
    let Rules {
        ends: Ends { checkmate, stalemate, bare, extinctions, goals, checks, full_board, double_pass: _, scoring: _ },
        royalty,
        unmoved_test: _,
        aimed: _,
        once: _,
        shuffle: _,
        promotions: _,
        promotion_limits: _,
        castling: _,
        captures: _,
        effects: _,
        influences: _,
        wall: _,
        hands: _,
        drops: _,
        gating: _,
        draws: Draws { repetition: _, move_rule: _, counting: _, insufficient: _, impasse: _ },
    } = &t.variant().rules;
    sum.add(verdict(*checkmate));
    sum.add(stalemate.verdict().map_or(3, verdict));
    sum.add(u64::from(checks.unwrap_or(0)));
    // Only if there is one, so that the fingerprints of other games stay as they were.
    if *full_board != Adjudication::None {
        sum.add(1 << 26 | *full_board as u64);
    }
    if !royalty.anti.is_empty() {
        sum.add(1 << 27);
        sum.add_wide(royalty.anti.bits());
    }
    if let Some(bare) = bare {
        sum.add(u64::from(bare.count) << 8 | verdict(bare.verdict) << 2 | u64::from(bare.when == BareWhen::Immediate));
    }
    for rule in extinctions {
        let way = match rule.of {
            Extinct::AllPieces => 0,
            Extinct::All(_) => 1,
            Extinct::Any(_) => 2,
        };
        let kinds = rule.of.kinds().map_or(u128::MAX, KindSet::bits);
        sum.add(way << 4 | verdict(rule.verdict) << 2 | rule.side.map_or(2, |side| side as u64));
        sum.add_wide(kinds);
        if rule.in_hand {
            sum.add(1 << 28);
        }
        if let Some(by) = rule.by {
            sum.add(1 << 29);
            sum.add_wide(by.bits());
        }
    }
    for goal in goals {
        let when = match goal.when {
            GoalWhen::Arrive => 0,
            GoalWhen::Survive => 1,
            GoalWhen::Leave => 2,
        };
        sum.add(when << 16 | verdict(goal.verdict) << 8 | u64::from(goal.count));
        sum.add_wide(goal.kinds.bits());
        // Only if there is one: fingerprints of games without rows are older than rows.
        goal.row.iter().for_each(|line| sum.add(1 << 24 | line as u64));
        if !matches!(goal.shape, GoalShape::Loose | GoalShape::Row) {
            sum.add(1 << 25 | goal.shape as u64);
            goal.ends.iter().for_each(|end| Color::ALL.into_iter().for_each(|color| sum.add_area(end[color])));
        }
        Color::ALL.into_iter().for_each(|color| sum.add_area(goal.squares[color]));
    }
}

/// Plays a game at random and adds the legal moves in it.
fn add_game<const N: usize>(t: &Tables<N>, start: &Position<N>, seed: u64, sum: &mut Sum) {
    let mut pos = start.clone();
    let mut random = Rng::with_seed(seed);
    let mut moves = Vec::new();
    for _ in 0..PLIES {
        moves.clear();
        pos.legal_moves(t, &mut moves);
        moves.sort_by_cached_key(|mv| meaning(&pos, *mv));
        moves.iter().for_each(|mv| sum.add_wide(meaning(&pos, *mv)));
        if moves.is_empty() || pos.variant_outcome(t).is_some() {
            break;
        }
        pos.play(t, moves[random.usize(..moves.len())]);
    }
}

/// The meaning of a move with the piece captured on its destination.
fn meaning<const N: usize>(pos: &Position<N>, mv: Move) -> u128 {
    let victim = pos.captured(mv);
    let taken = if victim == Piece::NONE { u8::MAX } else { victim.0 };
    mv.meaning() | u128::from(taken) << 72
}
