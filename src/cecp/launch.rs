//! How XBoard is started for a game: the options that it needs, and those for its appearance.

use super::catalogue::Catalogue;
use super::{announce, options, xboard};
use crate::variant::{Library, Variant};

/// The appearance of pieces and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As the players of the game know them, if XBoard has such pictures.
    Traditional,
    /// As in chess.
    Plain,
}

/// XBoard's options for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Options that the user may change: saved settings override them.
    pub defaults: Vec<String>,
    /// Options that are required.
    pub fixed: Vec<String>,
    /// Whether XBoard leaves the legality of moves to the engine.
    pub untested: bool,
}

impl Launch {
    /// The options for a variant of the library, which is played at a level if one is given.
    ///
    /// # Errors
    ///
    /// If XBoard cannot play the game: the reason.
    pub fn new(library: &Library, variant: &Variant, level: Option<u8>, look: Option<Look>) -> Result<Self, String> {
        let name = variant.name.as_str();
        if !announce::can_be_told(variant) {
            return Err(format!("XBoard has no room for all the pieces of `{name}`"));
        }
        if xboard::has("servers", name) {
            return Err(format!("XBoard plays `{name}` on servers only"));
        }
        let mut fixed = Vec::new();
        let mut settings: Vec<String> = level.map(options::level).into_iter().collect();
        let catalogue = Catalogue::new(library, &[]);
        let offered = |name: &str| catalogue.names().iter().any(|other| other == name);
        let mut size = xboard::window(variant.board.files(), announce::has_holdings(variant));
        match xboard::without_size(name) {
            (base, true) if offered(name) && library.names().all(|other| other != name) => {
                option(&mut fixed, "-variant", base);
                option(&mut fixed, "-boardWidth", variant.board.files());
                option(&mut fixed, "-boardHeight", variant.board.ranks());
                option(&mut fixed, "-holdingsSize", variant.cecp.holdings);
            }
            _ if offered(name) => option(&mut fixed, "-variant", name),
            _ => {
                settings.push(format!("{}={name}", xboard::carrying_option()));
                option(&mut fixed, "-variant", xboard::carrier());
                // The window is made for the carrier's board, and grows with the real one.
                size = None;
            }
        }
        if !settings.is_empty() {
            option(&mut fixed, "-firstOptions", settings.join(","));
            option(&mut fixed, "-secondOptions", settings.join(","));
        }
        // XBoard saves the size of a wide window incorrectly: it would shrink from game to game.
        size.into_iter().for_each(|size| option(&mut fixed, "-boardSize", size));
        let mut defaults = Vec::new();
        let untested = announce::distrust(variant, name).is_some();
        if untested {
            option(&mut fixed, "-testLegality", false);
        }
        if announce::is_described(variant, name) {
            // The engine marks where a piece may go.
            option(&mut defaults, "-showTargetSquares", true);
        }
        let board = format!("{}x{}", variant.board.files(), variant.board.ranks());
        let traditional = || announce::kin(variant).map(|kin| xboard::theme(&kin, &board)).unwrap_or_default();
        match look {
            None => defaults.extend(traditional().into_iter().map(str::to_owned)),
            Some(Look::Traditional) => fixed.extend(traditional().into_iter().map(str::to_owned)),
            Some(Look::Plain) => fixed.extend(xboard::plain_look().into_iter().map(str::to_owned)),
        }
        Ok(Self { defaults, fixed, untested })
    }
}

fn option(options: &mut Vec<String>, name: &str, value: impl ToString) {
    options.extend([name.to_owned(), value.to_string()]);
}
