//! The terms of each piece that do not depend on the position: piece-square
//! values and weights, derived from its profile.

use super::phased::Phased;
use super::profile::{Profile, promotes_far};
use super::values::{Values, mean_promotion_share, promotion_gain, promotion_share};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::Tables;

/// In piece-square values, centipawns for each square commanded beyond the
/// piece's average: for pieces that can retreat, and for those that cannot.
const PLACE: f64 = 6.0;
const PLACE_FOR_GOOD: f64 = 34.0;
/// The gain from a corner to the centre in centipawns, for a piece of no value; the share of it in the ending, and the
/// value of a piece for which it is half as much.
const CENTRE: f64 = 14.0;
const CENTRE_ENDING: f64 = 0.6;
const CENTRE_HALVED: f64 = 300.0;
/// Centipawns per rank that a piece that cannot retreat has advanced: opening, ending.
const ADVANCE: (f64, f64) = (2.0, 5.0);
/// A square attacked beyond the piece's average is worth
/// `MOBILITY / (average + MOBILITY_DAMPING)` centipawns.
const MOBILITY: f64 = 38.0;
const MOBILITY_DAMPING: f64 = 4.0;
/// The factor of that in the ending.
const MOBILITY_ENDING: f64 = 1.125;
/// Mobility is stored in this many parts of a centipawn.
pub(super) const MOBILITY_PARTS: i32 = 16;
/// A piece attacked by a cheaper one or a royal loses its value divided by this, up to a maximum in centipawns.
const THREATENED_SHARE: i32 = 12;
const MOST_THREATENED: i32 = 50;
/// A royal that can reach at least this share of the board roams.
const ROAMS: f64 = 0.5;
/// For a royal that roams, in centipawns: the loss in the opening per rank that it
/// has left home, up to `ROYAL_RANKS`; the gain in the opening per file away from
/// the middle; and the gain at the centre, or loss in a corner, in the ending.
const ROYAL_RANK: f64 = 16.0;
const ROYAL_RANKS: u8 = 4;
const ROYAL_FILE: f64 = 8.0;
const ROYAL_CENTRE: f64 = 22.0;
/// Weights of the expected gain by promotion in piece-square values: opening,
/// ending.
const PROMOTION_PLACE: (f64, f64) = (0.35, 0.8);

/// The terms of a piece.
#[derive(Clone, Debug)]
pub struct PieceTerms<const N: usize> {
    /// The piece.
    pub piece: Piece,
    /// Piece-square values, which include the value of the piece.
    pub squares: Vec<Phased>,
    /// For each square attacked, in parts of a centipawn; see `MOBILITY_PARTS`.
    pub mobility: Phased,
    /// Subtracted for each piece: its average mobility in the same unit.
    pub mobility_mean: Phased,
    /// Weight of an attack on a square near the enemy royal.
    pub attack: i32,
    /// Whether it is a pawn, whatever its name: it only goes forward, and promotes in the end.
    pub pawn: bool,
    /// Its weight in the phase of the game.
    pub phase: i32,
    /// Penalty if a cheaper piece attacks it.
    pub threatened: Phased,
    /// Whether it never leaves the squares of its shade.
    pub keeps_shade: bool,
    /// Whether it can never attack an enemy royal.
    pub harmless: bool,
    /// Squares on which it may be dropped.
    pub drop_zone: Squares<N>,
}

impl<const N: usize> PieceTerms<N> {
    /// Derives the terms of a piece.
    pub fn new(t: &Tables<N>, piece: Piece, profiles: &[Profile<N>], values: &Values) -> Self {
        let profile = &profiles[piece.index()];
        let royal = t.is_royal(piece.kind());
        let value = values.board(piece);
        let drops = t.variant().rules.drops_go_on();
        let per_square = if royal { 0.0 } else { MOBILITY / (profile.mean + MOBILITY_DAMPING) };
        let parts = per_square * f64::from(MOBILITY_PARTS);
        let mobility = Phased::rounded(parts, parts * MOBILITY_ENDING);
        let pawn = !royal && profile.advances_only && promotes_far(profile) && !drops;
        let squares = t.geometry().all();
        Self {
            piece,
            squares: match royal {
                true => squares.map(|sq| royal_place(t, piece.color(), profile, sq)).collect(),
                false => {
                    let gain = promotion_gain(t, piece, |other| f64::from(values.board(other)));
                    let share = mean_promotion_share(profile);
                    let nearer = |sq: Square| gain * (promotion_share(profile.to_promotion[sq.index()]) - share);
                    squares.map(|sq| place(t, piece, profile, value.into(), nearer(sq), sq)).collect()
                }
            },
            mobility,
            mobility_mean: Phased::rounded(
                f64::from(mobility.opening) * profile.mean,
                f64::from(mobility.ending) * profile.mean,
            ),
            attack: if royal { 0 } else { f64::from(value).sqrt() as i32 },
            pawn,
            phase: if royal || pawn { 0 } else { value },
            threatened: Phased::both((value / THREATENED_SHARE).min(MOST_THREATENED)),
            harmless: is_harmless(t, profiles, piece),
            keeps_shade: t.material().keeps_shade(piece),
            drop_zone: t.mover(piece).drop.as_ref().map_or(Squares::EMPTY, |place| place.zone),
        }
    }
}

/// Whether a piece never attacks a square on which an enemy royal can be.
fn is_harmless<const N: usize>(t: &Tables<N>, profiles: &[Profile<N>], piece: Piece) -> bool {
    let home = |piece: Piece| profiles[piece.index()].home;
    let royals: Squares<N> = t.royals[!piece.color()].iter().map(|&royal| home(royal)).collect();
    let attacked: Squares<N> = home(piece).iter().map(|sq| t.reach_on_some_board(piece, sq)).collect();
    royals.any()
        && (attacked & royals).is_empty()
        && t.mover(piece).promotions.is_empty()
        && !t.needs_interpreter(piece)
}

/// The piece-square value of a piece on a square, given the gain by promotion there relative to the average.
fn place<const N: usize>(
    t: &Tables<N>,
    piece: Piece,
    profile: &Profile<N>,
    value: f64,
    nearer: f64,
    sq: Square,
) -> Phased {
    let more = profile.from[sq.index()] - profile.mean;
    let weight = if profile.retreats { PLACE } else { PLACE_FOR_GOOD };
    let centre = CENTRE * (centrality(t, sq) - 0.5) * (CENTRE_HALVED / (CENTRE_HALVED + value));
    let mut total = (value + weight * more + centre, value + weight * more + centre * CENTRE_ENDING);
    if !profile.retreats {
        let rank = f64::from(t.geometry().rank_of(piece.color(), sq));
        let middle = f64::from(t.geometry().ranks() - 1) / 2.0;
        total.0 += ADVANCE.0 * (rank - middle);
        total.1 += ADVANCE.1 * (rank - middle);
    }
    Phased::rounded(total.0 + PROMOTION_PLACE.0 * nearer, total.1 + PROMOTION_PLACE.1 * nearer)
}

/// A royal hides at home, away from the middle, until few enemies are left.
fn royal_place<const N: usize>(t: &Tables<N>, color: Color, profile: &Profile<N>, sq: Square) -> Phased {
    if profile.coverage < ROAMS {
        return Phased::ZERO;
    }
    let board = t.geometry();
    let rank = f64::from(board.rank_of(color, sq).min(ROYAL_RANKS));
    let middle = f64::from(board.files() - 1) / 2.0;
    let aside = (f64::from(board.file(sq)) - middle).abs().min(middle - 1.0);
    let hides = ROYAL_FILE * aside - ROYAL_RANK * rank;
    let comes = ROYAL_CENTRE * 2.0 * (centrality(t, sq) - 0.5);
    match t.variant().rules.drops_go_on() {
        true => Phased::rounded(hides, hides),
        false => Phased::rounded(hides, comes),
    }
}

/// 0 in a corner, 1 in the centre.
pub fn centrality<const N: usize>(t: &Tables<N>, sq: Square) -> f64 {
    let board = t.geometry();
    let off = |at: u8, count: u8| {
        let middle = f64::from(count - 1) / 2.0;
        if count > 1 { (f64::from(at) - middle).abs() / middle } else { 0.0 }
    };
    1.0 - (off(board.file(sq), board.files()) + off(board.rank(sq), board.ranks())) / 2.0
}
