//! The engine's options under the names that GUIs are offered, and what their `option` lines mean. Most are settings of
//! the session; some concern the lines that go to the GUI.

use super::xboard;
use crate::session::{Domain, Setting, Value};
use once_cell::sync::Lazy;

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CecpOption {
    Engine(Setting),
    /// Whether lines of thinking include all numbers.
    Details,
    /// How moves of three legs are sent.
    ThreeLegs,
    /// Whether the user is told when the GUI's board can no longer be right.
    Resync,
    /// The game that is played in place of the carrier, the variant of XBoard about which an engine may define
    /// everything: one of those that GUIs do not know, none by default.
    Carried,
}

/// The options and their names: plain words with units, except where GUIs or the protocol's own description know
/// another name.
static OPTIONS: Lazy<Vec<(&str, CecpOption)>> = Lazy::new(|| {
    use CecpOption::{Carried, Details, Engine, Resync, ThreeLegs};
    vec![
        ("Level", Engine(Setting::Level)),
        ("MultiPV", Engine(Setting::Lines)),
        ("Search details", Details),
        ("Contempt (centipawns)", Engine(Setting::Contempt)),
        ("Overhead (ms)", Engine(Setting::Overhead)),
        ("Resign below (centipawns)", Engine(Setting::Resign)),
        ("Claim wins", Engine(Setting::ClaimWins)),
        ("Piece values of the file", Engine(Setting::TunedValues)),
        ("Learned evaluation", Engine(Setting::Network)),
        ("Three-leg moves", ThreeLegs),
        ("Resync", Resync),
        ("Own book", Engine(Setting::OwnBook)),
        ("Book file", Engine(Setting::BookFile)),
        (xboard::carrying_option(), Carried),
        ("Variant directory", Engine(Setting::Directory)),
        ("Reload variants", Engine(Setting::Reload)),
    ]
});

/// The label for no game.
const NO_GAME: &str = "itself";
/// The labels for moves of three legs on one line and on several, the default first.
const JOINED: &str = "joined";
const SEPARATE: &str = "separate";
/// The separator of labels.
const SEPARATOR: &str = " /// ";
/// Maximum bytes of the labels of all games together: GUIs' lines are limited.
const LABELS: usize = 3_500;

/// The values of the protocol's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WireSettings {
    /// Lines of thinking include all numbers.
    pub details: bool,
    /// Moves of three legs are sent on one line.
    pub joined: bool,
    pub resync: bool,
    /// A game's name; may be empty.
    pub carried: String,
}

impl Default for WireSettings {
    fn default() -> Self {
        Self { details: false, joined: true, resync: false, carried: String::new() }
    }
}

impl CecpOption {
    /// Its domain; `None` if its values are labels.
    fn domain(self) -> Option<Domain> {
        match self {
            Self::Engine(setting) => Some(setting.domain()),
            Self::Details | Self::Resync => Some(Domain::Flag(false)),
            Self::ThreeLegs | Self::Carried => None,
        }
    }

    /// The definition after the name.
    fn definition(self, games: &[&str]) -> String {
        let labels = match (self.domain(), self) {
            (Some(domain), _) => return definition(domain),
            (None, Self::Carried) => [&[NO_GAME], games].concat(),
            (None, _) => vec![JOINED, SEPARATE],
        };
        format!("-combo *{}", labels.join(SEPARATOR))
    }

    /// Parses a value; `None` if the text does not fit.
    fn read(self, text: Option<&str>) -> Option<Value> {
        if let Some(domain) = self.domain() {
            return domain.read(text);
        }
        match (self, text.map(str::trim)) {
            (Self::Carried, Some(NO_GAME)) => Some(Value::Text(String::new())),
            (Self::Carried, text) => text.map(|text| Value::Text(text.to_owned())),
            (_, Some(JOINED)) => Some(Value::Flag(true)),
            (_, Some(SEPARATE)) => Some(Value::Flag(false)),
            _ => None,
        }
    }
}

fn definition(domain: Domain) -> String {
    match domain {
        Domain::Number { default, min, max } => format!("-spin {default} {min} {max}"),
        Domain::Flag(default) => format!("-check {}", u8::from(default)),
        // The trailing blank stands for an empty text.
        Domain::Path => "-path ".to_owned(),
        Domain::File => "-file ".to_owned(),
        Domain::Button => "-button".to_owned(),
    }
}

/// The options as described in features, with names of games to choose from.
pub(super) fn definitions<'a>(games: impl Iterator<Item = &'a str>) -> impl Iterator<Item = String> {
    let mut length = 0;
    let fits = |name: &&str| {
        length += name.len() + SEPARATOR.len();
        length < LABELS
    };
    let games: Vec<&str> = games.take_while(fits).collect();
    OPTIONS.iter().map(move |(name, target)| format!("{name} {}", target.definition(&games)))
}

/// The option and value of an `option` line; `None` if there is no such option or the value does not fit it.
pub(super) fn read(name: &str, value: Option<&str>) -> Option<(CecpOption, Value)> {
    let (_, target) = OPTIONS.iter().find(|(known, ..)| *known == name)?;
    Some((*target, target.read(value)?))
}

/// The level of play, in the syntax of XBoard's `-firstOptions`.
pub(super) fn level(number: u8) -> String {
    let name =
        OPTIONS.iter().find(|(_, target)| *target == CecpOption::Engine(Setting::Level)).map_or("", |(name, _)| name);
    format!("{name}={number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_set_to_its_default() {
        for &(name, target) in &*OPTIONS {
            let Some(domain) = target.domain() else { continue };
            let (text, value) = match domain {
                Domain::Number { default, .. } => (default.to_string(), Value::Number(default)),
                Domain::Flag(default) => (u8::from(default).to_string(), Value::Flag(default)),
                Domain::Path | Domain::File => (String::new(), Value::Text(String::new())),
                Domain::Button => (String::new(), Value::Press),
            };
            assert_eq!(read(name, Some(&text)), Some((target, value)), "{name}");
        }
    }

    #[test]
    fn values_are_read_as_the_protocol_says() {
        let engine = |setting, value| Some((CecpOption::Engine(setting), value));
        let text = |text: &str| Value::Text(text.to_owned());
        let cases = [
            ("MultiPV", Some("3"), engine(Setting::Lines, Value::Number(3))),
            // Numbers out of range are clamped.
            ("MultiPV", Some("0"), engine(Setting::Lines, Value::Number(1))),
            ("Contempt (centipawns)", Some("-99999999999"), engine(Setting::Contempt, Value::Number(-300))),
            ("MultiPV", Some("x"), None),
            ("MultiPV", None, None),
            ("multipv", Some("3"), None),
            ("Claim wins", Some("false"), engine(Setting::ClaimWins, Value::Flag(false))),
            ("Claim wins", Some("1"), engine(Setting::ClaimWins, Value::Flag(true))),
            ("Claim wins", Some("2"), None),
            ("Three-leg moves", Some("joined"), Some((CecpOption::ThreeLegs, Value::Flag(true)))),
            ("Three-leg moves", Some(" separate"), Some((CecpOption::ThreeLegs, Value::Flag(false)))),
            ("Three-leg moves", Some("*separate"), None),
            ("Variant directory", Some("/a b=c"), engine(Setting::Directory, text("/a b=c"))),
            ("Variant directory", Some(""), engine(Setting::Directory, text(""))),
            ("Book file", Some("a.bin"), engine(Setting::BookFile, text("a.bin"))),
            ("Search details", Some("1"), Some((CecpOption::Details, Value::Flag(true)))),
            ("Piece values of the file", Some("0"), engine(Setting::TunedValues, Value::Flag(false))),
            ("Own book", Some("true"), engine(Setting::OwnBook, Value::Flag(true))),
            ("Reload variants", None, engine(Setting::Reload, Value::Press)),
            ("Variant fairy selects", Some("pond"), Some((CecpOption::Carried, text("pond")))),
            ("Variant fairy selects", Some("itself"), Some((CecpOption::Carried, text("")))),
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
