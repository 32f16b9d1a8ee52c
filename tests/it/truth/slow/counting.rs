//! The count of moves in which a bare king must be mated.
//!
//! The limits are those of the rule books of Makruk ("pieces' honour"), of Cambodian chess, where each is one less, and
//! of ASEAN chess; their priority, and the end of the count, are as in Fairy-Stockfish.

use super::Rulebook;
use alfil::internals::board::{Color, Piece, PieceKind, Square, Step};
use alfil::internals::variant::{Counting, Setup};
use alfil::internals::xbetza::run::InterpretedKind;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The number of random boards on which a piece is compared with one of chess.
const BOARDS: usize = 200;

/// The pieces that the rule books name, by their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Rook,
    Silver,
    Knight,
}

impl Role {
    /// Its steps from White's point of view, and the most repetitions of each.
    fn steps(self) -> (&'static [(i8, i8)], usize) {
        match self {
            Self::Rook => (&[(0, 1), (1, 0), (0, -1), (-1, 0)], usize::MAX),
            Self::Silver => (&[(0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)], 1),
            Self::Knight => (&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], 1),
        }
    }
}

impl Rulebook {
    /// Whether the count has run out, given all positions of the game, the current one last.
    pub fn is_counted_out(&self, positions: &[&Setup]) -> bool {
        let rule = self.variant.rules.draws.counting;
        let Some(bare) = positions.last().and_then(|now| self.bare_side(now)) else { return false };
        if rule == Counting::None {
            return false;
        }
        let counted = positions.iter().rev().take_while(|setup| self.bare_side(setup) == Some(bare)).count();
        let (first, later) = (positions[positions.len() - counted], &positions[positions.len() - counted..]);
        let moves = later[..counted - 1].iter().filter(|setup| setup.side == bare).count();
        let pieces = first.board.iter().filter(|piece| !piece.is_none()).count();
        let start = if rule == Counting::Asean { 0 } else { pieces };
        self.limit(rule, first, !bare).is_some_and(|limit| start + moves > limit)
    }

    /// The side with a bare king, if there are no pawns.
    fn bare_side(&self, setup: &Setup) -> Option<Color> {
        let pieces = |color: Color| setup.board.iter().filter(move |piece| !piece.is_none() && piece.color() == color);
        let bare = |color: Color| pieces(color).all(|piece| self.variant.kind(piece.kind()).royal);
        let mut pawns = Color::ALL.into_iter().flat_map(pieces);
        let pawns = pawns.any(|piece| self.variant.kind(piece.kind()).counts_as_pawn[piece.color()]);
        match Color::ALL.map(bare) {
            [true, false] if !pawns => Some(Color::White),
            [false, true] if !pawns => Some(Color::Black),
            _ => None,
        }
    }

    fn limit(&self, rule: Counting, setup: &Setup, strong: Color) -> Option<usize> {
        let count = |role: Role| {
            let own = setup.board.iter().filter(|piece| !piece.is_none() && piece.color() == strong);
            own.filter(|piece| !self.variant.kind(piece.kind()).royal && self.plays(**piece, role)).count()
        };
        let [rooks, silvers, knights] = [Role::Rook, Role::Silver, Role::Knight].map(count);
        if rule == Counting::Asean {
            let limits = [(rooks, 16), (silvers, 44), (knights, 64)];
            return limits.into_iter().find(|(count, _)| *count > 0).map(|(_, limit)| limit);
        }
        let limit = match () {
            () if rooks >= 2 => 8,
            () if rooks == 1 => 16,
            () if silvers >= 2 => 22,
            () if knights >= 2 => 32,
            () if silvers == 1 => 44,
            () => 64,
        };
        Some(if rule == Counting::Cambodian { limit - 1 } else { limit })
    }

    /// Whether a piece moves like one of chess, tested on random boards.
    fn plays(&self, piece: Piece, role: Role) -> bool {
        *self.roles.borrow_mut().entry((piece, role)).or_insert_with(|| {
            let mut random = Rng::with_seed(u64::from(piece.0));
            (0..BOARDS).all(|_| self.plays_alike(piece, role, &mut random))
        })
    }

    fn plays_alike(&self, piece: Piece, role: Role, random: &mut Rng) -> bool {
        let variant = &self.variant;
        let plain: Vec<PieceKind> = variant.kinds().filter(|(_, kind)| !kind.royal).map(|(kind, _)| kind).collect();
        let mut setup = Setup::empty(variant);
        let (from, crowd) = (Square(random.u8(..variant.board.squares() as u8)), random.u8(..8));
        for sq in variant.board.all().filter(|sq| !variant.holes.has(*sq)) {
            if random.u8(..8) >= crowd {
                continue;
            }
            let color = if random.bool() { Color::White } else { Color::Black };
            setup.board[sq.index()] = Piece::new(plain[random.usize(..plain.len())], color);
        }
        if variant.holes.has(from) {
            return true;
        }
        setup.board[from.index()] = piece;
        let mut found = BTreeSet::new();
        let _ = self.at(&setup).outcomes(from, &mut |outcome| {
            let victim = outcome.victims.first().copied();
            let plain = matches!(outcome.kind, InterpretedKind::Move | InterpretedKind::Capture);
            found.insert((plain, outcome.to, victim));
            ControlFlow::<()>::Continue(())
        });
        let mut expected = BTreeSet::new();
        let (steps, most) = role.steps();
        for &(right, forward) in steps {
            let step = Step::new(right, forward).seen_by(piece.color());
            let next = |sq: &Square| variant.board.step(*sq, step).filter(|sq| !variant.holes.has(*sq));
            for to in std::iter::successors(next(&from), next).take(most) {
                match setup.board[to.index()] {
                    Piece::NONE => drop(expected.insert((true, to, None))),
                    other if other.color() == piece.color() => break,
                    _ => {
                        expected.insert((true, to, Some(to)));
                        break;
                    }
                }
            }
        }
        found == expected
    }
}
