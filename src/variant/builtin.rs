//! The variant files inside the binary.
//!
//! Only this file names games. The first one is the game of a new session.

use super::Variant;
use super::file::Tree;
use crate::text::{Report, Source, Sources, did_you_mean, similar};
use once_cell::sync::{Lazy, OnceCell};
use std::sync::Arc;

/// A variant file inside the binary; read and checked at first use.
#[derive(Debug)]
pub struct Builtin {
    name: &'static str,
    source: Arc<Source>,
    aliases: OnceCell<Vec<String>>,
    /// The variant made by the library.
    pub(super) variant: OnceCell<Arc<Variant>>,
}

macro_rules! files {
    ($($name:literal)*) => {
        vec![$(Builtin {
            name: $name,
            source: Source::new(concat!("bundled/", $name, ".toml"), include_str!(concat!("../../variants/", $name, ".toml"))),
            aliases: OnceCell::new(),
            variant: OnceCell::new(),
        }),*]
    };
}

macro_rules! networks {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../variants/networks/", $name, ".net")))),*]
    };
}

/// The networks inside the binary.
static NETWORKS: &[(&str, &[u8])] = networks![
    "3check" "5check" "almost" "amazon" "antichess" "asean" "atomic" "berolina" "bughouse" "cambodian" "capablanca"
    "capahouse" "chu" "courier" "crazyhouse" "cylinder" "elven" "empire" "euroshogi" "extinction" "falcon"
    "fischerandom" "grand" "great" "historic-courier" "horde" "janggi" "janus" "kingofthehill" "knightmate"
    "kyotoshogi" "lion" "losalamos" "losers" "makruk" "minishogi" "minixiangqi" "normal" "omega" "opulent" "orda"
    "racingkings" "seirawan" "shako" "shatranj" "shinobi" "shogi" "shogun" "sittuyin" "spartan" "suicide" "super"
    "synochess" "tencubed" "torishogi" "twokings" "washogi" "xiangqi"
];

static BUILTIN: Lazy<Vec<Builtin>> = Lazy::new(|| {
    files![
        "normal" "crazyhouse" "xiangqi" "shogi" "capablanca" "bughouse" "fischerandom" "wildcastle" "nocastle"
        "losers" "suicide" "giveaway" "twokings" "atomic" "3check" "knightmate" "berolina" "cylinder" "gothic"
        "falcon" "janus" "caparandom" "shatranj" "courier" "makruk" "asean" "seirawan" "grand" "spartan" "super"
        "great" "lion" "elven" "chu" "fairy" "minixiangqi" "losalamos" "amazon" "grasshopper" "kingofthehill"
        "racingkings" "horde" "antichess" "cambodian" "minishogi" "torishogi" "washogi" "euroshogi" "capahouse" "shouse"
        "extinction" "opulent" "tencubed" "shako" "orda" "empire" "shinobi" "werewolf" "5check" "chancellor" "embassy"
        "chigorin" "almost" "modern" "nightrider" "pocketknight" "placement" "hoppelpoppel" "newzealand" "centaur" "shoshogi"
        "judkins" "gorogoro" "gorogoroplus" "kyotoshogi" "synochess" "janggi" "janggitraditional" "janggimodern"
        "janggicasual" "shogun" "sittuyin"
        "cwda-fide-clobberers" "cwda-fide-knights" "cwda-fide-rookies" "cwda-clobberers-fide"
        "cwda-clobberers-clobberers" "cwda-clobberers-knights" "cwda-clobberers-rookies" "cwda-knights-fide"
        "cwda-knights-clobberers" "cwda-knights-knights" "cwda-knights-rookies" "cwda-rookies-fide"
        "cwda-rookies-clobberers" "cwda-rookies-knights" "cwda-rookies-rookies" "omega" "omicron" "wildebeest"
        "kurierspiel" "metamachy" "zanzibar-s" "maasai" "duck"
        "explosion-icc" "cxf-xiangqi" "simple-xiangqi" "historic-courier" "jcsa-chu" "full-elven"
    ]
});

/// Protocols that were designed for one game.
const MADE_FOR: [(&str, &str); 2] = [("usi", "shogi"), ("ucci", "xiangqi")];

/// The game that a protocol was designed for, if any.
pub fn game_of_protocol(protocol: &str) -> Option<&'static str> {
    MADE_FOR.iter().find(|(made, _)| *made == protocol).map(|(_, game)| *game)
}

/// Names that programs of a protocol use for another game than the one that has the name here.
const CALLED: [(&str, &str, &str); 1] = [("uci", "courier", "historic-courier")];

/// The game that programs of a protocol mean by a name, if it is not the one that has the name here.
pub fn called_in_protocol(protocol: &str, name: &str) -> Option<&'static str> {
    CALLED.iter().find(|(spoken, called, _)| *spoken == protocol && *called == name).map(|(.., game)| *game)
}

/// All variants inside the binary, in the order in which they are listed: those
/// that every GUI knows, then well-known ones, variations on others last.
pub fn builtin() -> &'static [Builtin] {
    &BUILTIN
}

impl Builtin {
    /// The variant's name, which is also the stem of its file.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its other names; available even if the rest of the file is faulty.
    pub fn aliases(&self) -> &[String] {
        self.aliases.get_or_init(|| {
            let tree = Tree::parse(&self.source, &mut Sources::default());
            tree.map(|tree| tree.strings("aliases")).unwrap_or_default()
        })
    }

    /// Its file.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }
}

/// The network inside the binary that was learned for a bundled variant.
pub fn bundled_network(variant: &Variant) -> Option<&'static [u8]> {
    NETWORKS.iter().find(|(name, _)| *name == variant.name).map(|(_, bytes)| *bytes)
}

/// The variants for which there is a network inside the binary, and these networks.
pub fn bundled_networks() -> impl Iterator<Item = (&'static Builtin, &'static [u8])> {
    let file = |name: &str| builtin().iter().find(|file| file.name == name);
    NETWORKS.iter().filter_map(move |&(name, bytes)| Some((file(name)?, bytes)))
}

/// The bundled variant whose name satisfies `is_meant`, or else one with an alias that does.
pub fn bundled_with(is_meant: &dyn Fn(&str) -> bool) -> Option<&'static Builtin> {
    let by_alias = || builtin().iter().find(|file| file.aliases().iter().any(|alias| is_meant(alias)));
    builtin().iter().find(|file| is_meant(file.name)).or_else(by_alias)
}

/// The bundled file with that name, for `include`.
///
/// # Errors
///
/// Returns a report without a place if there is none.
pub fn find(_: &Source, name: &str) -> Result<Arc<Source>, Report> {
    let found = builtin().iter().find(|file| file.name == name);
    found.map(|file| Arc::clone(&file.source)).ok_or_else(|| {
        let mut report = Report::error(format!("there is no bundled variant `{name}`"));
        report.help.extend(match bundled_with(&|other| other == name) {
            Some(file) => Some(format!("`{name}` is an alias of `{0}`: write `include = \"{0}\"`", file.name())),
            None => suggestion(name),
        });
        report
    })
}

/// Advice on the name of an included file that no bundled variant has. It also recognizes aliases, although files are
/// included by their names.
fn suggestion(name: &str) -> Option<String> {
    let aliases = builtin().iter().flat_map(|file| file.aliases().iter().map(move |alias| (alias.as_str(), file.name)));
    let names = builtin().iter().map(|file| (file.name, file.name));
    let known: Vec<(&str, &str)> = names.chain(aliases).collect();
    let words = || known.iter().map(|(word, _)| *word);
    let hint = did_you_mean(name, words())?;
    let meant = similar(name, words()).and_then(|near| known.iter().find(|(word, _)| *word == near));
    Some(match meant {
        Some((alias, file)) if alias != file => {
            format!("{hint} it is an alias of `{file}`: write `include = \"{file}\"`")
        }
        _ => hint,
    })
}
