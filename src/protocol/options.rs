//! The engine's own options: what the GUI is offered, and what its `option`
//! lines mean. What a setting does is decided elsewhere.

use super::xboard;
use crate::eval::Basis;
use crate::eval::network::NetworkChoice;
use crate::search::OVERHEAD;
use std::sync::LazyLock;
use std::time::Duration;

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// What a draw costs the engine, in centipawns.
    Contempt,
    /// What the way to the opponent may cost, in milliseconds.
    Overhead,
    /// The score at which the engine resigns, in centipawns below nothing.
    Resign,
    /// Lines of thinking.
    Lines,
    /// Whether lines of thinking have all numbers.
    Details,
    /// Whether pieces are worth what their file says.
    TunedValues,
    Network,
    /// Whether wins by another rule than mate are announced.
    ClaimWins,
    /// How moves of three legs are sent.
    ThreeLegs,
    /// Whether the user is told when the GUI's board can no longer be right.
    Resync,
    /// Which game is played under the name of the variant for which XBoard lets
    /// an engine say everything.
    Carried,
    /// A directory with variant files.
    Directory,
    /// The variant files are to be read again.
    Reload,
    /// Whether the engine plays from its book.
    OwnBook,
    /// The book's file.
    BookFile,
}

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A number within bounds: the usual one, the least, the greatest.
    Spin(i32, i32, i32),
    Check(bool),
    /// Labels, the usual one first.
    Combo(&'static [&'static str]),
    /// The name of a game that GUIs do not know, usually none.
    Game,
    Path,
    File,
    Button,
}

/// What a setting is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i32),
    Flag(bool),
    /// The number of the label.
    Choice(usize),
    Text(String),
    Press,
}

/// Plain names with their units, except for those that GUIs or the protocol's
/// own description know.
static OPTIONS: LazyLock<[(&str, Setting, Kind); 15]> = LazyLock::new(|| {
    [
        ("MultiPV", Setting::Lines, Kind::Spin(1, 1, 500)),
        ("Search details", Setting::Details, Kind::Check(false)),
        ("Contempt (centipawns)", Setting::Contempt, Kind::Spin(0, -300, 300)),
        ("Overhead (ms)", Setting::Overhead, Kind::Spin(OVERHEAD.as_millis() as i32, 0, 5_000)),
        ("Resign below (centipawns)", Setting::Resign, Kind::Spin(0, 0, 10_000)),
        ("Claim wins", Setting::ClaimWins, Kind::Check(true)),
        ("Piece values of the file", Setting::TunedValues, Kind::Check(true)),
        ("Learned evaluation", Setting::Network, Kind::Check(true)),
        ("Three-leg moves", Setting::ThreeLegs, Kind::Combo(&["joined", "separate"])),
        ("Resync", Setting::Resync, Kind::Check(false)),
        ("Own book", Setting::OwnBook, Kind::Check(false)),
        ("Book file", Setting::BookFile, Kind::File),
        (xboard::carrying_option(), Setting::Carried, Kind::Game),
        ("Variant directory", Setting::Directory, Kind::Path),
        ("Reload variants", Setting::Reload, Kind::Button),
    ]
});

/// The label for no game.
const NO_GAME: &str = "itself";
/// What stands between labels.
const SEPARATOR: &str = " /// ";
/// The labels of games have so many bytes together: GUIs' lines are limited.
const LABELS: usize = 3_500;

/// What the options are set to; those that are carried out at once leave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub contempt: i32,
    pub overhead: Duration,
    pub resign: i32,
    pub lines: usize,
    /// Lines of thinking have all numbers.
    pub details: bool,
    /// What the values of pieces rest on.
    pub basis: Basis,
    /// Which network evaluates.
    pub network: NetworkChoice,
    pub claim_wins: bool,
    /// Moves of three legs go out on one line.
    pub joined: bool,
    pub resync: bool,
    /// A game's name; nothing if empty.
    pub carried: String,
    /// As the user wrote it; nothing if empty.
    pub directory: String,
    pub own_book: bool,
    /// As the user wrote it; nothing if empty.
    pub book_file: String,
}

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            contempt: 0,
            overhead: Duration::ZERO,
            resign: 0,
            lines: 1,
            details: false,
            basis: Basis::File,
            network: NetworkChoice::Own,
            claim_wins: true,
            joined: true,
            resync: false,
            carried: String::new(),
            directory: String::new(),
            own_book: false,
            book_file: String::new(),
        };
        OPTIONS.iter().for_each(|(_, setting, kind)| settings.set(*setting, kind.usual()));
        settings
    }
}

impl Settings {
    /// Sets one of them.
    pub(super) fn set(&mut self, setting: Setting, value: Value) {
        match (setting, value) {
            (Setting::Contempt, Value::Number(number)) => self.contempt = number,
            (Setting::Overhead, Value::Number(number)) => {
                self.overhead = Duration::from_millis(u64::try_from(number).unwrap_or(0));
            }
            (Setting::Resign, Value::Number(number)) => self.resign = number,
            (Setting::Lines, Value::Number(number)) => self.lines = usize::try_from(number).unwrap_or(1),
            (Setting::Details, Value::Flag(on)) => self.details = on,
            (Setting::TunedValues, Value::Flag(on)) => self.basis = if on { Basis::File } else { Basis::Derived },
            (Setting::Network, Value::Flag(on)) => {
                self.network = if on { NetworkChoice::Own } else { NetworkChoice::Derived }
            }
            (Setting::ClaimWins, Value::Flag(on)) => self.claim_wins = on,
            (Setting::ThreeLegs, Value::Choice(label)) => self.joined = label == 0,
            (Setting::Resync, Value::Flag(on)) => self.resync = on,
            (Setting::Carried, Value::Text(text)) => self.carried = text,
            (Setting::Directory, Value::Text(text)) => self.directory = text,
            (Setting::OwnBook, Value::Flag(on)) => self.own_book = on,
            (Setting::BookFile, Value::Text(text)) => self.book_file = text,
            _ => {}
        }
    }
}

impl Setting {
    /// Whether a search that runs would have to begin again.
    pub(super) fn concerns_search(self) -> bool {
        matches!(self, Self::Contempt | Self::Lines | Self::TunedValues | Self::Network)
    }
}

impl Kind {
    fn usual(self) -> Value {
        match self {
            Self::Spin(usual, ..) => Value::Number(usual),
            Self::Check(usual) => Value::Flag(usual),
            Self::Combo(_) => Value::Choice(0),
            Self::Game | Self::Path | Self::File => Value::Text(String::new()),
            Self::Button => Value::Press,
        }
    }

    /// The definition behind the name.
    fn text(self, games: &[&str]) -> String {
        match self {
            Self::Spin(usual, least, greatest) => format!("-spin {usual} {least} {greatest}"),
            Self::Check(usual) => format!("-check {}", u8::from(usual)),
            Self::Combo(labels) => format!("-combo *{}", labels.join(SEPARATOR)),
            Self::Game => format!("-combo *{}", [&[NO_GAME], games].concat().join(SEPARATOR)),
            // The blank stands for an empty text.
            Self::Path => "-path ".to_owned(),
            Self::File => "-file ".to_owned(),
            Self::Button => "-button".to_owned(),
        }
    }

    /// What a text sets it to; nothing where it does not fit.
    fn read(self, text: Option<&str>) -> Option<Value> {
        Some(match (self, text.map(str::trim)) {
            (Self::Button, _) => Value::Press,
            (Self::Spin(_, least, greatest), Some(text)) => {
                let number: i64 = text.parse().ok()?;
                Value::Number(number.clamp(least.into(), greatest.into()) as i32)
            }
            (Self::Check(_), Some("1" | "true")) => Value::Flag(true),
            (Self::Check(_), Some("0" | "false")) => Value::Flag(false),
            (Self::Combo(labels), Some(text)) => Value::Choice(labels.iter().position(|label| *label == text)?),
            (Self::Game, Some(NO_GAME)) => Value::Text(String::new()),
            (Self::Game | Self::Path | Self::File, Some(text)) => Value::Text(text.to_owned()),
            _ => return None,
        })
    }
}

/// The options as features describe them, with names of games to choose from.
pub(super) fn definitions<'a>(games: impl Iterator<Item = &'a str>) -> impl Iterator<Item = String> {
    let mut length = 0;
    let fits = |name: &&str| {
        length += name.len() + SEPARATOR.len();
        length < LABELS
    };
    let games: Vec<&str> = games.take_while(fits).collect();
    OPTIONS.iter().map(move |(name, _, kind)| format!("{name} {}", kind.text(&games)))
}

/// What an `option` line sets, and to what; nothing if there is no such option
/// or the value does not fit it.
pub(super) fn read(name: &str, value: Option<&str>) -> Option<(Setting, Value)> {
    let (_, setting, kind) = OPTIONS.iter().find(|(known, ..)| *known == name)?;
    Some((*setting, kind.read(value)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_set_to_its_usual_value() {
        let mut settings = Settings { contempt: 9, lines: 9, joined: false, ..Settings::default() };
        for &(name, setting, kind) in &*OPTIONS {
            let text = match kind.usual() {
                Value::Number(number) => number.to_string(),
                Value::Flag(on) => u8::from(on).to_string(),
                Value::Choice(label) => match kind {
                    Kind::Combo(labels) => labels[label].to_owned(),
                    _ => panic!("{name}: no labels"),
                },
                Value::Text(text) => text,
                Value::Press => String::new(),
            };
            assert_eq!(read(name, Some(&text)), Some((setting, kind.usual())), "{name}");
            settings.set(setting, kind.usual());
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn values_are_read_as_the_protocol_says() {
        let cases = [
            ("MultiPV", Some("3"), Some((Setting::Lines, Value::Number(3)))),
            // Numbers out of bounds are drawn to the nearest one.
            ("MultiPV", Some("0"), Some((Setting::Lines, Value::Number(1)))),
            ("Contempt (centipawns)", Some("-99999999999"), Some((Setting::Contempt, Value::Number(-300)))),
            ("MultiPV", Some("x"), None),
            ("MultiPV", None, None),
            ("multipv", Some("3"), None),
            ("Claim wins", Some("false"), Some((Setting::ClaimWins, Value::Flag(false)))),
            ("Claim wins", Some("1"), Some((Setting::ClaimWins, Value::Flag(true)))),
            ("Claim wins", Some("2"), None),
            ("Three-leg moves", Some("joined"), Some((Setting::ThreeLegs, Value::Choice(0)))),
            ("Three-leg moves", Some("*separate"), None),
            ("Variant directory", Some("/a b=c"), Some((Setting::Directory, Value::Text("/a b=c".to_owned())))),
            ("Variant directory", Some(""), Some((Setting::Directory, Value::Text(String::new())))),
            ("Book file", Some("a.bin"), Some((Setting::BookFile, Value::Text("a.bin".to_owned())))),
            ("Search details", Some("1"), Some((Setting::Details, Value::Flag(true)))),
            ("Piece values of the file", Some("0"), Some((Setting::TunedValues, Value::Flag(false)))),
            ("Own book", Some("true"), Some((Setting::OwnBook, Value::Flag(true)))),
            ("Reload variants", None, Some((Setting::Reload, Value::Press))),
            ("Variant fairy selects", Some("pond"), Some((Setting::Carried, Value::Text("pond".to_owned())))),
            ("Variant fairy selects", Some("itself"), Some((Setting::Carried, Value::Text(String::new())))),
            ("Frobnicate", Some("1"), None),
        ];
        for (name, value, expected) in cases {
            assert_eq!(read(name, value), expected, "{name}={value:?}");
        }
    }

    #[test]
    fn definitions_are_what_clients_can_read() {
        for definition in definitions(["outpost", "pond"].into_iter()) {
            let (name, kind) = definition.split_once(" -").expect("a name and a kind");
            assert!(name.is_ascii() && !name.contains(['=', '"', ',']), "{definition}");
            assert!(!definition.contains(['=', '"']) && kind.matches('*').count() <= 1, "{definition}");
        }
        let defined = |text: &str| definitions(["outpost", "pond"].into_iter()).any(|other| other == text);
        assert!(defined("Three-leg moves -combo *joined /// separate"));
        assert!(defined("Variant fairy selects -combo *itself /// outpost /// pond"));
    }
}
