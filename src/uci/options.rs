//! The engine's options under the names that GUIs know, and the meaning of `setoption` lines.

use super::dialect::Dialect;
use crate::search::Level;
use crate::session::{Domain, Setting, Value};
use crate::text::{did_you_mean, integer};
use std::borrow::Cow;

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UciOption {
    Engine(Setting),
    /// The game.
    Variant,
    /// Whether castling pieces may start on any files.
    Chess960,
    /// Whether ranks are counted from 0 if there are ten, as only programs for xiangqi do.
    RanksFromZero,
    /// Whether lines of thinking include probabilities of the result.
    ShowWdl,
    /// Whether the playing strength is limited.
    LimitStrength,
    /// The playing strength.
    Elo,
    /// Clears the hash table.
    ClearHash,
    /// Starts a new game.
    NewGame,
    /// Whether times are milliseconds, not seconds.
    Milliseconds,
}

/// Names of an option in protocols other than UCI.
type OtherNames = &'static [(Dialect, &'static str)];

/// All options in the order in which they are offered, with their names in UCI.
const OPTIONS: &[(&str, OtherNames, UciOption)] = &[
    ("Threads", &[], UciOption::Engine(Setting::Threads)),
    ("Hash", &[(Dialect::Usi, "USI_Hash"), (Dialect::Ucci, "hashsize")], UciOption::Engine(Setting::Memory)),
    ("Clear Hash", &[(Dialect::Ucci, "clearhash")], UciOption::ClearHash),
    ("Ponder", &[(Dialect::Usi, "USI_Ponder")], UciOption::Engine(Setting::Ponder)),
    ("MultiPV", &[], UciOption::Engine(Setting::Lines)),
    ("Move Overhead", &[], UciOption::Engine(Setting::Overhead)),
    ("Contempt", &[], UciOption::Engine(Setting::Contempt)),
    ("Level", &[], UciOption::Engine(Setting::Level)),
    ("UCI_LimitStrength", &[], UciOption::LimitStrength),
    ("UCI_Elo", &[], UciOption::Elo),
    ("UCI_Variant", &[(Dialect::Usi, "USI_Variant"), (Dialect::Ucci, "UCCI_Variant")], UciOption::Variant),
    ("UCI_Chess960", &[], UciOption::Chess960),
    ("UCI_AnalyseMode", &[(Dialect::Usi, "USI_AnalyseMode")], UciOption::Engine(Setting::Analysis)),
    ("UCI_ShowWDL", &[(Dialect::Usi, "USI_ShowWDL")], UciOption::ShowWdl),
    ("VariantPath", &[], UciOption::Engine(Setting::Directory)),
    ("Reload Variants", &[], UciOption::Engine(Setting::Reload)),
    ("Piece Values of the File", &[], UciOption::Engine(Setting::TunedValues)),
    ("Learned Evaluation", &[], UciOption::Engine(Setting::Network)),
    ("OwnBook", &[(Dialect::Usi, "USI_OwnBook"), (Dialect::Ucci, "usebook")], UciOption::Engine(Setting::OwnBook)),
    ("BookFile", &[(Dialect::Ucci, "bookfiles")], UciOption::Engine(Setting::BookFile)),
    ("Ranks From Zero", &[], UciOption::RanksFromZero),
    ("usemillisec", &[], UciOption::Milliseconds),
    ("newgame", &[], UciOption::NewGame),
];

/// The options of a protocol, with their names there.
fn options(dialect: Dialect) -> impl Iterator<Item = (Cow<'static, str>, UciOption)> {
    OPTIONS.iter().filter(move |(_, _, target)| target.is_offered(dialect)).map(move |(name, others, target)| {
        let own = others.iter().find(|(other, _)| *other == dialect).map_or(*name, |(_, name)| name);
        // In other protocols a name is one word.
        let name = if dialect == Dialect::Uci { Cow::Borrowed(own) } else { Cow::Owned(own.replace(' ', "")) };
        (name, *target)
    })
}

/// GUIs' notation for an empty text.
const NOTHING: &str = "<empty>";

impl UciOption {
    fn domain(self) -> Option<Domain> {
        match self {
            Self::Engine(setting) => Some(setting.domain()),
            Self::Chess960 | Self::RanksFromZero | Self::ShowWdl | Self::LimitStrength | Self::Milliseconds => {
                Some(Domain::Flag(false))
            }
            Self::Elo => {
                let (min, max) = Level::elo_range();
                Some(Domain::Number { default: max, min, max })
            }
            Self::ClearHash | Self::NewGame => Some(Domain::Button),
            Self::Variant => None,
        }
    }

    fn is_offered(self, dialect: Dialect) -> bool {
        match self {
            Self::Chess960 | Self::RanksFromZero | Self::LimitStrength | Self::Elo => dialect == Dialect::Uci,
            Self::ShowWdl | Self::Engine(Setting::Analysis) => dialect != Dialect::Ucci,
            Self::NewGame | Self::Milliseconds => dialect == Dialect::Ucci,
            Self::Engine(_) | Self::Variant | Self::ClearHash => true,
        }
    }
}

/// The lines that define the options. The first of `games` is the default.
pub(super) fn definitions(dialect: Dialect, games: &[String]) -> impl Iterator<Item = String> {
    options(dialect).map(move |(name, target)| match target.domain() {
        Some(domain) => option(dialect, &name, &definition(domain)),
        None => variants(dialect, games),
    })
}

/// The line that lists the games.
pub(super) fn variants(dialect: Dialect, games: &[String]) -> String {
    let mut sorted: Vec<&str> = games.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let usual = games.first().map_or("", String::as_str);
    option(dialect, &name_of_game(dialect), &format!("combo default {usual} var {}", sorted.join(" var ")))
}

/// The name of the option for the game.
pub(super) fn name_of_game(dialect: Dialect) -> Cow<'static, str> {
    options(dialect).find(|(_, target)| *target == UciOption::Variant).map(|(name, _)| name).unwrap_or_default()
}

fn option(dialect: Dialect, name: &str, definition: &str) -> String {
    let word = if dialect == Dialect::Ucci { "" } else { "name " };
    format!("option {word}{name} type {definition}")
}

fn definition(domain: Domain) -> String {
    match domain {
        Domain::Number { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Domain::Flag(default) => format!("check default {default}"),
        Domain::Path | Domain::File => format!("string default {NOTHING}"),
        Domain::Button => "button".to_owned(),
    }
}

/// The option and value of a `setoption` line.
///
/// # Errors
///
/// What was expected instead.
pub(super) fn read(dialect: Dialect, name: &str, value: Option<&str>) -> Result<(UciOption, Value), String> {
    let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    let Some((known, target)) = options(dialect).find(|(known, _)| plain(known) == plain(name)) else {
        let names: Vec<_> = options(dialect).map(|(known, _)| known).collect();
        let advice = did_you_mean(name, names.iter().map(|name| &**name));
        let advice = advice.unwrap_or_else(|| format!("expected one of those that `{}` lists", dialect.name()));
        return Err(format!("there is no option `{name}`: {advice}"));
    };
    let text = value.filter(|text| *text != NOTHING);
    let Some(domain) = target.domain() else {
        let game = value.map(|text| Value::Text(text.to_owned()));
        return game
            .map(|game| (target, game))
            .ok_or_else(|| format!("{known}: expected `value` and the name of a game"));
    };
    let (read, expected) = match domain {
        Domain::Path | Domain::File => return Ok((target, Value::Text(text.unwrap_or_default().to_owned()))),
        Domain::Number { min, max, .. } => {
            let number = text.and_then(integer).and_then(|number| i32::try_from(number).ok());
            let number = number.filter(|number| (min..=max).contains(number));
            (number.map(Value::Number), format!("a number from {min} to {max}"))
        }
        // Python programs write `True`.
        Domain::Flag(_) => (domain.read(text.map(str::to_ascii_lowercase).as_deref()), "true or false".to_owned()),
        Domain::Button => (domain.read(text), "no value".to_owned()),
    };
    read.map(|value| (target, value)).ok_or_else(|| {
        let found = value.map_or("nothing".to_owned(), |text| format!("`{text}`"));
        format!("{known}: found {found}: expected {expected}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_must_fit() {
        let engine = |setting, value| Ok((UciOption::Engine(setting), value));
        let cases = [
            ("Hash", Some("128"), engine(Setting::Memory, Value::Number(128))),
            ("hash", Some("128"), engine(Setting::Memory, Value::Number(128))),
            ("Clear Hash", None, Ok((UciOption::ClearHash, Value::Press))),
            ("Clear Hash", Some(""), Ok((UciOption::ClearHash, Value::Press))),
            ("Clear Hash", Some("3"), Err("Clear Hash: found `3`: expected no value".to_owned())),
            ("UCI_Chess960", Some("true"), Ok((UciOption::Chess960, Value::Flag(true)))),
            ("uci_chess960", Some("True"), Ok((UciOption::Chess960, Value::Flag(true)))),
            ("UCI_Variant", Some("any"), Ok((UciOption::Variant, Value::Text("any".to_owned())))),
            ("VariantPath", Some("/a b"), engine(Setting::Directory, Value::Text("/a b".to_owned()))),
            ("VariantPath", Some("<empty>"), engine(Setting::Directory, Value::Text(String::new()))),
            ("VariantPath", None, engine(Setting::Directory, Value::Text(String::new()))),
            ("MultiPV", Some("0"), Err("MultiPV: found `0`: expected a number from 1 to 500".to_owned())),
            ("MultiPV", None, Err("MultiPV: found nothing: expected a number from 1 to 500".to_owned())),
            ("Ponder", Some("yes"), Err("Ponder: found `yes`: expected true or false".to_owned())),
            ("UCI_Variant", None, Err("UCI_Variant: expected `value` and the name of a game".to_owned())),
            ("MultiPVs", Some("1"), Err("there is no option `MultiPVs`: did you mean `MultiPV`?".to_owned())),
            (
                "Frobnicate",
                None,
                Err("there is no option `Frobnicate`: expected one of those that `uci` lists".to_owned()),
            ),
        ];
        for (name, value, expected) in cases {
            assert_eq!(read(Dialect::Uci, name, value), expected, "{name} {value:?}");
        }
    }

    #[test]
    fn protocols_have_names_of_their_own() {
        let engine = |setting, value| Ok((UciOption::Engine(setting), value));
        for (dialect, name, value, expected) in [
            (Dialect::Usi, "USI_Hash", "256", engine(Setting::Memory, Value::Number(256))),
            (Dialect::Usi, "USI_Ponder", "true", engine(Setting::Ponder, Value::Flag(true))),
            (Dialect::Ucci, "hashsize", "256", engine(Setting::Memory, Value::Number(256))),
            (Dialect::Ucci, "MoveOverhead", "20", engine(Setting::Overhead, Value::Number(20))),
            (Dialect::Ucci, "usemillisec", "true", Ok((UciOption::Milliseconds, Value::Flag(true)))),
        ] {
            assert_eq!(read(dialect, name, Some(value)), expected, "{name}");
        }
        for (dialect, name) in [(Dialect::Uci, "usemillisec"), (Dialect::Usi, "UCI_Chess960"), (Dialect::Usi, "Hash")] {
            assert!(read(dialect, name, Some("true")).is_err(), "{name}");
        }
    }
}
