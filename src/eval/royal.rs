//! Royal safety: attackers of a royal and its defences.

use super::cache::Cache;
use super::phased::Phased;
use crate::board::{ByColor, Color, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;

/// Danger of a square from which an enemy could safely give check, and of one
/// from which it could do so but be captured.
const SAFE_CHECK: i32 = 22;
const CHECK: i32 = 4;
/// Danger of an attacked square next to the royal on which there is no piece of its side.
const WEAK: i32 = 14;
/// The reduction by a piece of its side on the two ranks ahead of the royal, on its file or an adjacent one.
const SHIELD: i32 = 9;
/// Pieces in hand may attack any square: their share of an attacker's weight, in
/// quarters, and how many of a kind count at most.
const HAND_QUARTERS: i32 = 3;
const HAND_MOST: i32 = 3;
/// The square of the danger is divided by this to give centipawns, which are
/// limited to `MOST`.
const DIVISOR: i32 = 110;
const MOST: i32 = 900;
/// The share of the danger that remains in the ending, in eighths.
const ENDING_EIGHTHS: i32 = 1;

/// The zones around a royal, for every square.
#[derive(Debug)]
pub struct RoyalZones<const N: usize> {
    zones: ByColor<Vec<Squares<N>>>,
    shields: ByColor<Vec<Squares<N>>>,
    /// Whether danger fades as pieces leave the board.
    fades: bool,
}

impl<const N: usize> RoyalZones<N> {
    /// The zones on a variant's board.
    pub fn new(t: &Tables<N>) -> Self {
        let board = t.geometry();
        let ahead = |color: Color, from: Square, to: Square| {
            i16::from(board.rank_of(color, to)) - i16::from(board.rank_of(color, from))
        };
        let near = |from: Square, keep: &dyn Fn(Square) -> bool| -> Squares<N> {
            t.board.iter().filter(|&to| keep(to) && to != from).collect()
        };
        let zone = |color: Color, from: Square| {
            near(from, &|to| {
                let (files, ranks) = board.apart(from, to);
                files <= 1 && (ranks <= 1 || ahead(color, from, to) == 2)
            })
        };
        let shield = |color: Color, from: Square| {
            near(from, &|to| board.apart(from, to).0 <= 1 && (1..=2).contains(&ahead(color, from, to)))
        };
        let all = || board.all();
        Self {
            zones: ByColor::from_fn(|color| all().map(|from| zone(color, from)).collect()),
            shields: ByColor::from_fn(|color| all().map(|from| shield(color, from)).collect()),
            fades: !t.variant().rules.drops_go_on(),
        }
    }
}

/// The danger to a side's royal, while it is accumulated.
#[derive(Debug)]
pub struct Danger<const N: usize> {
    royal: Option<Square>,
    zone: Squares<N>,
    ring: Squares<N>,
    shield: Squares<N>,
    units: i32,
    checks: Squares<N>,
    hand: i32,
    fades: bool,
}

impl<const N: usize> Danger<N> {
    /// No danger yet for the royal of `color`, if it has exactly one.
    pub fn new(t: &Tables<N>, zones: &RoyalZones<N>, pos: &Position<N>, color: Color) -> Self {
        let royals = pos.royals(color);
        let royal = royals.first().filter(|_| !royals.several());
        let of = |sets: &[Squares<N>]| royal.map_or(Squares::EMPTY, |sq| sets[sq.index()]);
        Self {
            royal,
            zone: of(&zones.zones[color]),
            ring: royal.map_or(Squares::EMPTY, |sq| t.neighbours[sq]),
            shield: of(&zones.shields[color]),
            units: 0,
            checks: Squares::EMPTY,
            hand: 0,
            fades: zones.fades,
        }
    }

    /// The squares near the royal.
    #[inline]
    pub fn zone(&self) -> Squares<N> {
        self.zone
    }

    /// Adds enemies of this weight that attack `near` squares around the royal.
    #[inline]
    pub fn add_attacks(&mut self, near: i32, weight: i32) {
        self.units += near * weight;
    }

    /// The squares from which a piece would attack the royal, taken to be those that its counterpart of the other
    /// colour would attack from the royal's square.
    #[inline]
    pub fn checking(&self, t: &Tables<N>, pos: &Position<N>, cache: &mut Cache<N>, piece: Piece) -> Squares<N> {
        let counterpart = Piece::new(piece.kind(), !piece.color());
        self.royal.map_or(Squares::EMPTY, |royal| *cache.attacks_from(t, pos, counterpart, royal))
    }

    /// Adds squares from which enemies can give check.
    #[inline]
    pub fn add_checks(&mut self, checks: Squares<N>) {
        self.checks |= checks;
    }

    /// Adds `count` pieces of a type in the enemy's hand, which would give check from these squares.
    pub fn add_hand(&mut self, checks: Squares<N>, weight: i32, count: i32) {
        if self.royal.is_some() {
            self.checks |= checks;
            self.hand += weight * count.min(HAND_MOST) * HAND_QUARTERS / 4;
        }
    }

    /// The penalty for the danger, once both sides' attacks are known.
    pub fn penalty(&self, pos: &Position<N>, us: Color, defended: Squares<N>, attacked: Squares<N>) -> Phased {
        let weak = self.ring & attacked & !pos.color(us);
        let safe_checks = (self.checks & !defended).count() as i32;
        let checks = self.checks.count() as i32 - safe_checks;
        let shield = (self.shield & pos.color(us)).count() as i32;
        let danger = self.units + self.hand + SAFE_CHECK * safe_checks + CHECK * checks + WEAK * weak.count() as i32
            - SHIELD * shield;
        let danger = i64::from(danger.max(0));
        let cost = (danger * danger / i64::from(DIVISOR)).min(MOST.into()) as i32;
        if self.fades { Phased::new(cost, cost * ENDING_EIGHTHS / 8) } else { Phased::both(cost) }
    }
}
