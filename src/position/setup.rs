//! Setting up a position, and converting one back for text.

use super::{KINDS, Position, State};
use crate::board::{ByColor, BySquare, Color, Piece, PieceKind, Square, Squares};
use crate::tables::Tables;
use crate::variant::{Castling, MiscountedRoyals, Setup};
use std::fmt;
use std::sync::Arc;

/// Why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A side has no royal piece, or too many.
    Royals(MiscountedRoyals),
    /// The side to move could capture the enemy's royal.
    OpponentInCheck(Color),
}

impl SetupError {
    /// The same error in the words of those who give the sides other names.
    pub fn with_sides(mut self, named: impl Fn(Color) -> Color) -> Self {
        let (Self::Royals(MiscountedRoyals { color, .. }) | Self::OpponentInCheck(color)) = &mut self;
        *color = named(*color);
        self
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Royals(fault) => fault.fmt(f),
            Self::OpponentInCheck(color) => write!(f, "{} is in check but not on move", color.name()),
        }
    }
}

impl std::error::Error for SetupError {}

impl<const N: usize> Position<N> {
    /// Sets up a position.
    ///
    /// # Errors
    ///
    /// If the position cannot be played. It need not be reachable by play.
    pub fn new(t: &Tables<N>, setup: &Setup) -> Result<Self, SetupError> {
        let position = Self::untested(t, setup)?;
        position.refuse_check_on_waiting_side(t)?;
        Ok(position)
    }

    /// The same even if the side that is not to move is in check, to find out why it is.
    ///
    /// # Errors
    ///
    /// If a side has no royal piece, or too many.
    pub fn untested(t: &Tables<N>, setup: &Setup) -> Result<Self, SetupError> {
        if let Some(fault) = setup.miscounted_royals(t.variant()) {
            return Err(SetupError::Royals(fault));
        }
        let mut position = Self::empty(t, setup);
        for (sq, &piece) in t.geometry().all().zip(&setup.board).filter(|(_, piece)| !piece.is_none()) {
            position.put::<true>(t, piece, sq);
        }
        for color in Color::ALL {
            if t.traits.counts_checks {
                position.now.key ^= t.keys.checks(color, setup.checks[color]);
            }
            position.now.key ^= t.keys.once(color, setup.once[color]);
            for (kind, &count) in setup.hands[color].iter().enumerate().take(t.variant().kinds.len()) {
                position.set_hand(t, color, PieceKind(kind as u8), count.into());
            }
        }
        for sq in position.holes {
            position.now.key ^= t.keys.holes[sq];
        }
        let turned = if t.traits.influences { position.turn_faces(t, &mut 0) } else { Squares::EMPTY };
        position.changed.clear();
        let standing = |sq: &Square| !position.board[*sq].is_none() && !turned.has(*sq);
        let unmoved = setup.unmoved.resized::<N>().iter().filter(standing).collect();
        position.set_unmoved(t, unmoved);
        if let Some(victim) = setup.en_passant_victim {
            position.open_en_passant(t, setup.en_passant.resized(), victim);
        }
        if t.traits.counts_moves_of_bare {
            position.set_count(t, setup.count);
        }
        position.now.checked = t.traits.uncounted_checks && position.in_check(t);
        Ok(position)
    }

    /// A position without pieces, and with only the side to move in its key.
    fn empty(t: &Tables<N>, setup: &Setup) -> Self {
        let castlings = setup.castlings(t.variant());
        let castlings = ByColor::from_fn(|color| castlings[color].iter().map(Castling::resized).collect());
        Self {
            board: BySquare::filled(Piece::NONE),
            pieces: [Squares::EMPTY; 256],
            groups: [Squares::EMPTY; 256],
            colors: [Squares::EMPTY; 2],
            holes: setup.holes.resized(),
            hands: [[0; KINDS]; 2],
            held: [0; 2],
            side: setup.side,
            now: State {
                key: if setup.side == Color::Black { t.keys.side } else { 0 },
                unmoved: Squares::EMPTY,
                en_passant: Squares::EMPTY,
                en_passant_victim: Square(0),
                checks_left: setup.checks.0,
                once: setup.once.0,
                halfmove: setup.halfmove,
                checked: false,
                ply: 2 * u32::from(setup.fullmove.max(1) - 1) + setup.side as u32,
                count: None,
                counterstrike_barred: false,
                passed: false,
            },
            castlings: Arc::new(castlings),
            history: Vec::with_capacity(256),
            without_draws: false,
            drops_may_mate: false,
            removed: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Tests whether the side that is not to move is safe.
    ///
    /// # Errors
    ///
    /// If it is in check, in a game that is not over.
    pub fn refuse_check_on_waiting_side(&self, t: &Tables<N>) -> Result<(), SetupError> {
        let waiting = !self.side;
        let attacked = match t.traits.unusual_royals() {
            true => self.royals_attacked(t, waiting),
            false => {
                let passed = self.royals(waiting).has(self.now.en_passant_victim) && self.is_taken_in_passing(t);
                passed || !self.safe(t, waiting, self.royals(waiting), self.blocked(), self.color(self.side))
            }
        };
        if !attacked || self.variant_outcome(t).is_some() { Ok(()) } else { Err(SetupError::OpponentInCheck(waiting)) }
    }

    /// The position as data for text.
    pub fn setup(&self, t: &Tables<N>) -> Setup {
        let board = t.geometry();
        let hand = |color: Color| {
            let counts = self.hands[color.index()][..t.variant().kinds.len()].iter();
            counts.map(|&count| u8::try_from(count).unwrap_or(u8::MAX)).collect()
        };
        Setup {
            board: board.all().map(|sq| self.board[sq]).collect(),
            hands: ByColor::from_fn(hand),
            holes: self.holes.resized(),
            side: self.side,
            unmoved: self.now.unmoved.resized(),
            en_passant: self.now.en_passant.resized(),
            en_passant_victim: self.now.en_passant.any().then_some(self.now.en_passant_victim),
            checks: ByColor(self.now.checks_left),
            once: ByColor(self.now.once),
            count: self.count(),
            halfmove: self.now.halfmove,
            fullmove: u16::try_from(self.now.ply / 2 + 1).unwrap_or(u16::MAX),
            without_royals: Color::ALL
                .into_iter()
                .find(|&color| self.royals(color).is_empty() && t.variant().must_have_royals(color)),
        }
    }
}
