//! Options that mean something only together: those of the game, and those of the playing strength.

use super::dialect::Dialect;
use crate::game::Game;
use crate::search::Level;
use crate::variant::{Library, SizedName};
use std::sync::Arc;

/// The game that the GUI has selected.
#[derive(Clone, Debug)]
pub(super) struct GameChoice {
    /// The name or alias by which the GUI has selected it, as the game's file spells it.
    pub name: String,
    pub chess960: bool,
    /// Whether ranks are counted from 0 on boards with ten of them, in UCI too.
    pub ranks_from_zero: bool,
}

impl GameChoice {
    pub(super) fn new(name: String) -> Self {
        Self { name, chess960: false, ranks_from_zero: false }
    }

    /// The same options for another game. GUIs may write its name in capitals, in several words, or as its title.
    pub(super) fn of_game(&self, name: String, library: &Library) -> Self {
        let named = library.get(&name).filter(|_| SizedName::parse(&name).is_none());
        let spelled = named.map(|variant| {
            let alias = variant.aliases.iter().find(|alias| alias.eq_ignore_ascii_case(&name));
            alias.unwrap_or(&variant.name).clone()
        });
        Self { name: spelled.unwrap_or(name), ..self.clone() }
    }

    /// The start of the game, with ranks numbered and castling allowed as in a protocol.
    pub(super) fn start(&self, dialect: Dialect, library: &Library) -> Option<Game> {
        let variant = dialect.game_called(library, &self.name)?;
        let freed = if self.chess960 { variant.with_free_castling() } else { None };
        let variant = freed.map_or(variant, Arc::new);
        let from_one = dialect.counts_from_one() && !self.ranks_from_zero;
        let counts_so = variant.board.rank_base() == 1 || !from_one;
        let counted = if counts_so { variant } else { Arc::new(variant.with_ranks_from_one()) };
        Game::new(&counted).ok()
    }
}

/// The playing strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// `UCI_LimitStrength`, with which `UCI_Elo` counts, and not the level.
    pub limited: bool,
    pub elo: i32,
    /// 0 for full strength.
    pub level: i32,
}

impl Default for Strength {
    fn default() -> Self {
        Self { limited: false, elo: Level::elo_range().1, level: 0 }
    }
}

impl Strength {
    /// The level of play; 0 for full strength.
    pub(super) fn number(self) -> i32 {
        if self.limited { Level::of_elo(self.elo).number() } else { self.level }
    }
}
