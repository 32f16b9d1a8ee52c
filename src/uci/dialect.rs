//! The differences between the protocols of the family.

use crate::board::Color;
use crate::game::{Game, MoveStyle, sfen_of};
use crate::text::is_blank;
use crate::variant::{Library, Variant, called_in_protocol, game_of_protocol};
use std::sync::Arc;

/// The number of a game's first move.
pub(super) const FIRST_MOVE: u32 = 1;

/// Commands with which clients that skip `uci` open a session, in addition to `go` with a limit.
const BEFORE_GREETING: [&str; 4] = ["isready", "ucinewgame", "setoption", "position"];

/// A protocol of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// For chess, with the conventions of Fairy-Stockfish for its variants.
    Uci,
    /// For shogi and similar games.
    Usi,
    /// For xiangqi.
    Ucci,
}

impl Dialect {
    /// The protocol of a session that begins with this line.
    pub(crate) fn of(line: &str) -> Option<Self> {
        let line = line.trim_matches(is_blank);
        let named = [Self::Uci, Self::Usi, Self::Ucci].into_iter().find(|dialect| dialect.name() == line);
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        let before = || (BEFORE_GREETING.contains(&word) || word == "go" && word != line).then_some(Self::Uci);
        named.or_else(before)
    }

    /// Its name, which is also the line with which a GUI opens a session.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
        }
    }

    /// The name of the initial game: the one that the protocol was designed for, or else the first. UCI has a name of its
    /// own for it.
    pub(super) fn usual_name(self, library: &Library) -> String {
        let game = game_of_protocol(self.name()).and_then(|name| library.get(name)).unwrap_or_else(|| library.first());
        let alias = game.aliases.first().filter(|_| self == Self::Uci);
        alias.unwrap_or(&game.name).clone()
    }

    /// The game that GUIs of the protocol mean by a name, even if XBoard means another one by it. A user's own file
    /// takes precedence.
    pub(super) fn game_called(self, library: &Library, name: &str) -> Option<Arc<Variant>> {
        let found = library.get(name);
        let own = found.as_ref().is_some_and(|variant| variant.file.is_some());
        let other = called_in_protocol(self.name(), name).filter(|_| !own).and_then(|other| library.get(other));
        other.or(found)
    }

    /// The style of moves.
    pub(super) fn style(self, chess960: bool) -> MoveStyle {
        match self {
            Self::Usi => MoveStyle::Usi,
            Self::Uci | Self::Ucci if chess960 => MoveStyle::Partner,
            Self::Uci | Self::Ucci => MoveStyle::King,
        }
    }

    /// The side that the protocol calls by this colour, and the other way round: in USI, as in shogi, Black moves first.
    pub(super) fn side(self, color: Color) -> Color {
        if self == Self::Usi { !color } else { color }
    }

    /// Whether ranks are counted from 1 on every board.
    pub(super) fn counts_from_one(self) -> bool {
        self != Self::Ucci
    }

    /// The word for a position.
    pub(super) fn position_word(self) -> &'static str {
        if self == Self::Usi { "sfen" } else { "fen" }
    }

    /// A FEN in our own form: UCCI programs may write `r` (red) for the side that moves first.
    pub(super) fn plain_fen(self, text: &str) -> String {
        let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
        fields.get_mut(1).into_iter().filter(|side| self == Self::Ucci && **side == "r").for_each(|side| *side = "w");
        fields.join(" ")
    }

    /// The position of a game in the protocol's own form. `first` is the number of the game's first move, which only an
    /// SFEN counts.
    pub(super) fn position(self, game: &Game, first: u32) -> String {
        let number = first.saturating_add(u32::try_from(game.moves_made()).unwrap_or(u32::MAX));
        let (setup, variant) = (game.setup(), game.variant());
        if self == Self::Usi { sfen_of(&setup.fen(variant), number) } else { setup.full_fen(variant) }
    }
}
