//! Piece values, in centipawns: derived from mobility.
//!
//! The kind with most pieces at the start is worth 100. All other values follow
//! from the squares that a piece commands, with a share of its gain by promotion.
//! Values in the variant's file take precedence.

use super::profile::{Profile, commonest, mean};
use crate::board::{ByColor, Color, Piece, PieceKind};
use crate::tables::Tables;
use crate::variant::{Extinct, Extinction, LeavingCheck, RoyalMode, Verdict, Worth};

/// Value grows with the squares commanded to this power: pieces that command
/// more can do two things at once.
const POWER: f64 = 1.08;
/// The same if captured pieces come back: many small pieces are then worth more
/// than a few great ones.
const POWER_WITH_HANDS: f64 = 0.84;
/// A piece loses this share of its value, times the share of the board that it cannot reach.
const BOUND_COST: f64 = 0.12;
/// The extra weight of a square to which its attack cannot be blocked.
const UNBLOCKABLE: f64 = 0.2;
/// The share of a promotion's gain that counts one move before it,
/// and the factor for each move earlier.
const PROMOTION_SHARE: f64 = 0.065;
const PROMOTION_DECAY: f64 = 0.4;
/// The value of a piece in hand relative to one on the board.
const HAND_SHARE: f64 = 1.04;
/// Value of the unit.
const UNIT: f64 = 100.0;
/// The value of capturing a royal in an exchange.
pub const ROYAL: i32 = 20_000;
/// The greatest value that a file can give.
const GREATEST: f64 = Worth::GREATEST as f64;

/// The basis of piece values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The values in the variant's file; those it does not give are derived.
    #[default]
    File,
    /// Only the moves and rules.
    Derived,
}

/// The values of pieces.
#[derive(Clone, Debug)]
pub struct Values {
    misere: bool,
    board: Vec<i32>,
    stake: Vec<i32>,
    /// By piece: the gain of its own side by capturing it.
    friends_taken: Vec<i32>,
    /// By colour and kind: where armies differ, the value depends on what a side may drop the piece as.
    hand: ByColor<Vec<i32>>,
}

impl Values {
    /// The values of a variant's pieces.
    pub fn new<const N: usize>(t: &Tables<N>, profiles: &[Profile<N>], basis: Basis) -> Self {
        let given = |kind: PieceKind| match basis {
            Basis::File => t.variant().kind(kind).worth,
            Basis::Derived => Worth::default(),
        };
        let hands = t.variant().rules.drops_go_on();
        let power = if hands { POWER_WITH_HANDS } else { POWER };
        let plain: Vec<f64> = profiles.iter().map(|profile| plain_value(profile, power)).collect();
        let with_promotion = |piece: Piece| {
            let profile = &profiles[piece.index()];
            let gain = promotion_gain(t, piece, |other| plain[other.index()]);
            plain[piece.index()] + gain * mean_promotion_share(profile)
        };
        let mut raw: Vec<f64> = t.pieces().map(with_promotion).collect();
        for (base, face) in t.variant().rules.influenced_faces() {
            for [base, face] in Color::ALL.map(|color| [base, face].map(|kind| Piece::new(kind, color).index())) {
                // An influence may end soon.
                raw[face] = (raw[base] + raw[face]) / 2.0;
            }
        }
        let unit = commonest(t, &Color::ALL).map_or(1.0, |piece| raw[piece.index()]).max(1e-3);
        let value = |piece: Piece| match given(piece.kind()).board {
            Some(value) => i32::from(value),
            None => (raw[piece.index()] * UNIT / unit).clamp(1.0, GREATEST) as i32,
        };

        let royal = |piece: Piece| t.is_royal(piece.kind());
        let kept = |piece: Piece| t.variant().is_checked(piece.kind());
        let board: Vec<i32> = t.pieces().map(|piece| if kept(piece) { 0 } else { value(piece) }).collect();
        let hand_value = |color: Color, kind| match given(kind).hand {
            Some(value) => i32::from(value),
            None => {
                // A piece in hand is worth the best of the faces with which it may be dropped.
                let faces =
                    t.pieces().filter(|piece| piece.color() == color && t.held_as[piece.kind().index()] == kind);
                let best = faces.map(|piece| board[piece.index()]).max();
                from_board_value(best.unwrap_or(board[Piece::new(kind, color).index()]))
            }
        };
        let hands = |color| t.variant().kinds().map(|(kind, _)| hand_value(color, kind)).collect();
        let hand: ByColor<Vec<i32>> = ByColor::from_fn(hands);
        let sources = t.variant().rules.hands;
        let gained = |piece: Piece| {
            let kind = t.in_hand(piece).filter(|_| !sources.own_losses);
            kind.map_or(0, |kind| hand[!piece.color()][kind.index()])
        };
        let kept_in_hand = |piece: Piece| {
            let kind = t.variant().kind(piece.kind()).in_hand.filter(|_| sources.self_captures);
            kind.map_or(0, |kind| hand[piece.color()][kind.index()])
        };
        let friends_taken = t.pieces().map(|piece| kept_in_hand(piece) - board[piece.index()]).collect();
        let royalty = &t.variant().rules.royalty;
        // One of several may be lost, and the last one is never captured.
        let spare = |piece: Piece| {
            royalty.mode != RoyalMode::Each
                && royalty.leaving_check == LeavingCheck::Forbidden
                && t.variant().start_royals(piece.color()) > 1
        };
        let stake = t.pieces().map(|piece| match royal(piece) {
            true if spare(piece) => value(piece) + gained(piece),
            true => ROYAL,
            false => board[piece.index()] + gained(piece),
        });
        Self { misere: is_misere(t), stake: stake.collect(), friends_taken, board, hand }
    }

    /// Misère play: whether the game is won by losing pieces.
    #[inline]
    pub fn misere(&self) -> bool {
        self.misere
    }

    /// The value of a piece on the board; 0 for royals and anti-royals.
    #[inline]
    pub fn board(&self, piece: Piece) -> i32 {
        self.board[piece.index()]
    }

    /// The stake when a piece can be captured: its own value, and that
    /// of the piece that the captor gains.
    #[inline]
    pub fn stake(&self, piece: Piece) -> i32 {
        self.stake[piece.index()]
    }

    /// The gain of a side by a capture: 0 without a victim, usually negative if the victim is its own.
    #[inline]
    pub fn taken(&self, by: Color, victim: Piece) -> i32 {
        match victim {
            Piece::NONE => 0,
            enemy if enemy.color() != by => self.stake(enemy),
            friend => self.friends_taken[friend.index()],
        }
    }

    /// The value of a piece in hand.
    #[inline]
    pub fn hand(&self, color: Color, kind: PieceKind) -> i32 {
        self.hand[color][kind.index()]
    }
}

fn is_misere<const N: usize>(t: &Tables<N>) -> bool {
    let rules = &t.variant().rules;
    let all_lost = |rule: &Extinction| rule.of == Extinct::AllPieces && rule.verdict == Verdict::Win;
    rules.ends.checkmate == Verdict::Win || rules.ends.extinctions.iter().any(all_lost)
}

fn from_board_value(board: i32) -> i32 {
    (f64::from(board) * HAND_SHARE) as i32
}

/// A piece's value apart from promotion, in arbitrary units.
fn plain_value<const N: usize>(profile: &Profile<N>, power: f64) -> f64 {
    let bound = BOUND_COST * (1.0 - profile.coverage).clamp(0.0, 0.5);
    (profile.mean + UNBLOCKABLE * profile.unblockable).powf(power) * (1.0 - bound)
}

/// The gain by the best promotion of a piece.
pub fn promotion_gain<const N: usize>(t: &Tables<N>, piece: Piece, value: impl Fn(Piece) -> f64) -> f64 {
    let best = t.promotes_to(piece).map(|kind| value(Piece::new(kind, piece.color()))).fold(0.0, f64::max);
    (best - value(piece)).max(0.0)
}

/// Share of a promotion's gain to count `moves` before it.
pub fn promotion_share(moves: Option<u8>) -> f64 {
    moves.map_or(0.0, |moves| PROMOTION_SHARE * PROMOTION_DECAY.powi(i32::from(moves.max(1)) - 1))
}

/// That share on average over a piece's home.
pub fn mean_promotion_share<const N: usize>(profile: &Profile<N>) -> f64 {
    mean(profile.home, |sq| promotion_share(profile.to_promotion[sq.index()]))
}
