//! Endings against a bare royal: driving it to where it can be mated.
//!
//! If one side has nothing but its royal and the other enough to mate it, only
//! three things matter: where the bare royal is, how near the other royal is, and
//! to how many squares the bare one can still flee.

use super::distances::distances;
use super::terms::centrality;
use crate::board::{ByColor, Color, Piece, Square, Squares};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::GivingCheck;

/// The value of having driven the royal from the centre to a corner.
const DRIVEN: f64 = 240.0;
/// For each step nearer to a corner of the right shade, if only such a corner will do.
const CORNER: i32 = 120;
/// For each move by which the stronger side's royal is nearer to the bare one.
const NEAR: i32 = 10;
/// For each guarded square to which the bare royal could otherwise flee.
const FLIGHT: i32 = 10;
/// Distances between royals are limited to this, in moves.
const FAR: u8 = 14;

/// Data about a game's bare royals.
#[derive(Debug)]
pub struct BareRoyals<const N: usize> {
    /// Whether the stronger side's royal should approach the bare one.
    closes_in: bool,
    /// By side: the moves that its royal needs from one square to another.
    moves: ByColor<Vec<u8>>,
    squares: usize,
    /// By side and square: the squares to which its royal can move from there.
    flights: ByColor<Vec<Squares<N>>>,
    /// By square of the bare royal: the bonus for having driven it there.
    driven: Vec<i32>,
    /// The same against pieces bound to one shade: by bare side and shade.
    cornered: ByColor<[Vec<i32>; 2]>,
    shades: [Squares<N>; 2],
}

impl<const N: usize> BareRoyals<N> {
    /// The data that follow from a game's rules; `None` if no royal can be mated.
    pub fn new(t: &Tables<N>) -> Option<Self> {
        let rules = &t.variant().rules;
        let royals = ByColor::from_fn(|color| t.royals[color].first().copied());
        let [Some(white), Some(black)] = royals.0 else { return None };
        if rules.royalty.giving_check == GivingCheck::Forbidden {
            return None;
        }
        let shades = t.shades;
        let flights = ByColor([white, black].map(|royal| flights(t, royal)));
        Some(Self {
            // Where captures explode, a bare royal is safe next to the other one.
            closes_in: rules.effects.is_empty(),
            moves: ByColor::from_fn(|color| moves(t, &flights[color])),
            squares: t.geometry().squares(),
            driven: t.geometry().all().map(|sq| (DRIVEN * (1.0 - centrality(t, sq))) as i32).collect(),
            cornered: ByColor::from_fn(|color| shades.map(|shade| cornered(t, &flights[color], shade))),
            flights,
            shades,
        })
    }

    /// The bonus of a side against the bare royal of the other. `color_bound` are
    /// those of its pieces that are bound to a shade, if it cannot win without them.
    pub fn gained(&self, t: &Tables<N>, pos: &Position<N>, strong: Color, color_bound: Squares<N>) -> i32 {
        let Some(theirs) = pos.royals(!strong).first() else { return 0 };
        let moves = |ours: Square| self.moves[strong][ours.index() * self.squares + theirs.index()];
        let Some(moves) = pos.royals(strong).iter().map(moves).min() else { return 0 };
        let driven = match self.shades.map(|shade| (color_bound & shade).any()) {
            [true, false] => &self.cornered[!strong][0],
            [false, true] => &self.cornered[!strong][1],
            _ => &self.driven,
        };
        let near = if self.closes_in { NEAR * i32::from(FAR - moves) } else { 0 };
        let flights = self.flights[!strong][theirs.index()];
        let guarded = self.guarded(t, pos, strong, theirs);
        driven[theirs.index()] + near + FLIGHT * (flights & guarded).count() as i32
    }

    /// The squares that a side attacks, looking through the enemy royal.
    fn guarded(&self, t: &Tables<N>, pos: &Position<N>, strong: Color, royal: Square) -> Squares<N> {
        let occupied = pos.blocked().without(royal);
        pos.color(strong).iter().map(|sq| t.attacks(pos.piece_at(sq), sq, occupied, pos.barred())).collect()
    }
}

/// The squares to which a royal may go from each square.
fn flights<const N: usize>(t: &Tables<N>, royal: Piece) -> Vec<Squares<N>> {
    t.geometry().all().map(|sq| t.reach_when_empty(royal, sq) & t.board).collect()
}

/// The number of moves that a royal needs from each square to each other.
fn moves<const N: usize>(t: &Tables<N>, flights: &[Squares<N>]) -> Vec<u8> {
    let step = |fresh: Squares<N>| fresh.iter().map(|sq| flights[sq.index()]).collect();
    let from = |start: Square| distances(t, Squares::of(start), step);
    t.geometry().all().flat_map(from).map(|moves| moves.map_or(FAR, |moves| moves.min(FAR))).collect()
}

/// By square: a bonus for being near those squares of a shade from which the royal has the fewest moves.
fn cornered<const N: usize>(t: &Tables<N>, flights: &[Squares<N>], shade: Squares<N>) -> Vec<i32> {
    let fewest = shade.iter().map(|sq| flights[sq.index()].count()).min();
    let corners: Vec<Square> = shade.iter().filter(|sq| Some(flights[sq.index()].count()) == fewest).collect();
    let board = t.geometry();
    let steps = |a: Square, b: Square| {
        let (files, ranks) = board.apart(a, b);
        files + ranks
    };
    let nearest = |sq: Square| corners.iter().map(|&corner| i32::from(steps(sq, corner))).min().unwrap_or(0);
    let farthest = board.all().map(nearest).max().unwrap_or(0);
    board.all().map(|sq| CORNER * (farthest - nearest(sq))).collect()
}
