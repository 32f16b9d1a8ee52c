//! How strong the engine plays.

use super::Limits;

/// A level of play. Weaker ones look at fewer positions: they see captures, which come first and which quiescence
/// follows, but miss quiet moves, replies and plans. No move is made at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// Hundredths of positions for each legal move, by level; the strongest has no limit. Chosen so that each level wins
/// about two games of three against the one before it.
const POSITIONS: [u64; Level::STRONGEST as usize - 1] = [120, 170, 245, 430, 770, 1_400, 2_500, 4_150, 6_800];

/// What each level is about worth on the scale of GUIs: the steps are those of games between neighbours in chess, with
/// the strongest set to 2800, and nothing but a guess between it and the one before.
const ELO: [i32; Level::STRONGEST as usize] = [1300, 1370, 1540, 1650, 1750, 1890, 2040, 2230, 2370, 2800];

impl Level {
    /// The number of the weakest level.
    pub const WEAKEST: u8 = 1;
    /// That of the strongest.
    pub const STRONGEST: u8 = 10;

    /// A level by its number; those out of bounds are drawn to the nearest one.
    pub fn new(number: i32) -> Self {
        Self(number.clamp(Self::WEAKEST.into(), Self::STRONGEST.into()) as u8)
    }

    /// The level whose strength is nearest to a number of Elo points.
    pub fn of_elo(elo: i32) -> i32 {
        let levels = (i32::from(Self::WEAKEST)..).zip(ELO);
        levels.min_by_key(|(_, own)| (own - elo).abs()).map_or(Self::STRONGEST.into(), |(level, _)| level)
    }

    /// The Elo points of the weakest and the strongest.
    pub fn elo_range() -> (i32, i32) {
        (ELO[0], ELO[ELO.len() - 1])
    }

    /// Whether it plays weaker than it can.
    pub fn is_limited(self) -> bool {
        self.0 < Self::STRONGEST
    }

    /// Limits for a position with so many legal moves.
    #[must_use]
    pub fn apply(self, limits: Limits, moves: usize) -> Limits {
        let Some(hundredths) = POSITIONS.get(usize::from(self.0) - 1) else { return limits };
        let nodes = (hundredths * moves as u64 / 100).max(1);
        Limits { nodes: Some(limits.nodes.map_or(nodes, |given| given.min(nodes))), threads: 1, ..limits }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self(Self::STRONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_and_the_last_has_no_limit() {
        let nodes = |number| Level::new(number).apply(Limits::default(), 30).nodes;
        let all: Vec<_> = (0..=11).map(nodes).collect();
        assert_eq!((all[0], all[1], all[10], all[11]), (Some(36), Some(36), None, None));
        assert!(all[1..10].is_sorted_by(|one, next| one < next), "{all:?}");
        let limits = Level::new(9).apply(Limits { nodes: Some(7), threads: 4, ..Limits::default() }, 30);
        assert_eq!((limits.nodes, limits.threads), (Some(7), 1));
    }
}
