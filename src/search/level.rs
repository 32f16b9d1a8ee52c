//! Playing strength.

use super::Limits;
use crate::game::Game;

/// A level of play below full strength. Weaker levels search fewer positions: they see captures, which come first and
/// which quiescence follows, but miss quiet moves, replies and plans. No move is made at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// The number of positions to search for each legal move, in hundredths, by level. With these, each level wins about
/// two games of three against the one before it.
const POSITIONS: [u64; Level::STRONGEST as usize] = [120, 175, 252, 410, 760, 1_330, 2_230, 3_300, 5_200, 8_150];

/// The approximate Elo rating of each level: the differences are those of chess games between neighbouring levels, and
/// the weakest is set to 1300.
const ELO: [i32; Level::STRONGEST as usize] = [1300, 1395, 1505, 1690, 1830, 1935, 2040, 2170, 2355, 2520];

impl Level {
    /// The number of the weakest level.
    pub const WEAKEST: u8 = 1;
    /// The number of the strongest level.
    pub const STRONGEST: u8 = 10;

    /// The level with this number: `None`, which is full strength, below the weakest; the strongest above it.
    pub fn new(number: i32) -> Option<Self> {
        (number >= Self::WEAKEST.into()).then(|| Self(number.min(Self::STRONGEST.into()) as u8))
    }

    /// The level whose strength is nearest to an Elo rating.
    pub fn of_elo(elo: i32) -> Self {
        let levels = (Self::WEAKEST..).zip(ELO);
        Self(levels.min_by_key(|(_, own)| (own - elo).abs()).map_or(Self::STRONGEST, |(level, _)| level))
    }

    /// Its number.
    pub fn number(self) -> i32 {
        self.0.into()
    }

    /// The Elo ratings of the weakest and the strongest level.
    pub fn elo_range() -> (i32, i32) {
        (ELO[0], ELO[ELO.len() - 1])
    }

    /// Limits for playing at this level, or at full strength.
    #[must_use]
    pub fn limit(level: Option<Self>, limits: Limits, game: &Game) -> Limits {
        match level {
            Some(level) => level.apply(limits, game.legal_moves().len()),
            None => limits,
        }
    }

    /// Limits for a position, by the number of its legal moves.
    fn apply(self, limits: Limits, moves: usize) -> Limits {
        let nodes = (POSITIONS[usize::from(self.0 - Self::WEAKEST)] * moves as u64 / 100).max(1);
        Limits { nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))), threads: 1, ..limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_search_more_nodes() {
        let nodes = |number| Level::new(number)?.apply(Limits::default(), 30).nodes;
        let all: Vec<_> = (-1..=11).map(nodes).collect();
        assert_eq!(all[..3], [None, None, Some(36)]);
        assert_eq!(all[11], all[12]);
        assert!(all[2..=11].is_sorted_by(|one, next| one < next), "{all:?}");
        let limits = Level::new(9).unwrap().apply(Limits { nodes: Some(7), threads: 4, ..Limits::default() }, 30);
        assert_eq!((limits.nodes, limits.threads), (Some(7), 1));
    }
}
