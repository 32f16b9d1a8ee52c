//! XBoard's own knowledge: variants by name, parents for the engine's own variants, and its table of piece slots. The
//! facts are in `xboard.txt`.

use crate::variant::SizedName;

const FACTS: &str = include_str!("xboard.txt");

/// The number of slots in the table of pieces.
pub(super) const SLOTS: u8 = 66;
/// The pawn's slot: XBoard asks for its promotion on the last rank.
pub(super) const PAWN: u8 = 0;
/// The knight's slot.
const KNIGHT: u8 = 1;
/// The queen's slot: XBoard's first proposal for a promotion, and its choice if a move to the last rank does not say to
/// what.
pub(super) const MAIN: u8 = 4;
/// The lance's slot: promotes like a pawn.
pub(super) const SECOND_PAWN: u8 = 18;
/// The slot with the king's picture to which no check rule applies.
pub(super) const FREE_KING: u8 = 50;
/// The king's slot, always the last of the table.
pub(super) const KING: u8 = 65;
/// Slots whose pieces may move anywhere unless a `piece` line restricts them.
pub(super) const WILD: [u8; 2] = [17, 19];
/// The number of slots at the beginning whose pieces can turn over. The promoted form is this many slots further on.
pub(super) const PARTNERS: u8 = 11;
/// The slot of pieces that XBoard does not let players trade freely.
pub(super) const TRADE_BAN: u8 = 21;
/// The slot to which `/` in the table skips.
pub(super) const SKIP: u8 = 46;

/// The fields after the side to move in a parent's positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fields {
    /// Only the counters.
    None,
    /// En passant and the counters.
    Passing,
    /// Castling, en passant and the counters.
    Full,
}

/// A variant of XBoard whose rules an engine's own variant may borrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parent {
    pub name: String,
    pub fields: Fields,
    /// Slots that are only for pieces with these moves: XBoard assumes that they get stuck on their last ranks.
    stuck: Vec<(u8, &'static str)>,
    /// The last slots for pieces that turn over: if the user moves them without the engine's marks, and if the engine
    /// moves them.
    pub turning: [u8; 2],
}

impl Parent {
    /// The facts about a parent.
    pub(super) fn named(name: &str) -> Self {
        let about =
            |word| facts(word).filter_map(move |line| line.split_once(' ').filter(|(parent, _)| *parent == name));
        let slot =
            |entry: &'static str| entry.split_once(':').and_then(|(slot, moves)| Some((slot.parse().ok()?, moves)));
        let pair = |slots: &str| {
            let (user, engine) = slots.split_once(' ')?;
            Some([user.parse().ok()?, engine.parse().ok()?])
        };
        let fields = match (lists("fields", "none", name), lists("fields", "passing", name)) {
            (true, _) => Fields::None,
            (_, true) => Fields::Passing,
            _ => Fields::Full,
        };
        Self {
            name: name.to_owned(),
            fields,
            stuck: about("stuck").flat_map(|(_, slots)| slots.split_whitespace()).filter_map(slot).collect(),
            turning: about("turning").find_map(|(_, slots)| pair(slots)).unwrap_or([PARTNERS - 1; 2]),
        }
    }

    /// The first parent that has everything that the variant has.
    pub(super) fn best(has: impl Fn(&str) -> bool) -> Self {
        let mut lines = facts("parent").map(|line| line.split_once(' ').unwrap_or((line, "")));
        let found = lines.find(|(_, needs)| needs.split_whitespace().all(&has));
        Self::named(found.map_or("", |(name, _)| name))
    }

    /// Whether a slot is right for a piece with these moves.
    pub(super) fn allows(&self, slot: u8, notation: &str) -> bool {
        let stuck = self.stuck.iter().find(|(other, _)| *other == slot);
        stuck.is_none_or(|(_, moves)| moves.split('/').any(|moves| moves == notation))
    }

    /// Whether XBoard assumes pieces in the pawn's slot to get stuck, and turns them over.
    pub(super) fn has_stuck_pawns(&self) -> bool {
        self.stuck.iter().any(|(slot, _)| *slot == PAWN)
    }
}

/// The number of last ranks on which pieces in a slot are taken to be stuck.
pub(super) fn stuck_ranks(slot: u8) -> u8 {
    if slot == KNIGHT { 2 } else { 1 }
}

/// The lines about a word.
fn facts(word: &str) -> impl Iterator<Item = &'static str> {
    FACTS.lines().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
}

fn words(word: &str) -> impl Iterator<Item = &'static str> {
    facts(word).flat_map(str::split_whitespace)
}

/// Whether a name is in the lines about a word, which `xboard.txt` explains.
pub(super) fn has(word: &str, name: &str) -> bool {
    debug_assert!(facts(word).next().is_some(), "no facts about `{word}`");
    words(word).any(|other| other == name)
}

/// Whether a name is in those lines about a word that begin with a kind.
fn lists(word: &str, kind: &str, name: &str) -> bool {
    let names = facts(word).filter_map(|line| line.split_once(' ')).filter(|(other, _)| *other == kind);
    names.flat_map(|(_, names)| names.split_whitespace()).any(|other| other == name)
}

/// Names with a size that users can choose.
pub(super) fn sizes() -> impl Iterator<Item = &'static str> {
    words("sizes")
}

/// The name without the size before it, such as `7x7+6_`, and whether it has one.
pub(super) fn without_size(name: &str) -> (&str, bool) {
    SizedName::parse(name).map_or((name, false), |sized| (sized.parent, true))
}

/// Whether XBoard has the pieces and rules of a variant with that name.
pub(super) fn is_standard(name: &str) -> bool {
    has("standard", without_size(name).0)
}

/// Whether XBoard takes pieces and board from the engine for that name.
pub(super) fn asks_engine(name: &str) -> bool {
    let (base, sized) = without_size(name);
    sized || !is_standard(base) || is_carrier(base)
}

/// Whether an engine may define everything about the standard variant with that name.
pub(super) fn is_carrier(name: &str) -> bool {
    has("carrier", name)
}

/// The standard variant about which an engine may define everything.
pub(super) fn carrier() -> &'static str {
    words("carrier").next().unwrap_or_default()
}

/// The name of the option for the game that is played in place of the carrier.
pub(super) fn carrying_option() -> &'static str {
    facts("option").next().unwrap_or_default()
}

/// XBoard's start position of a standard variant, if it differs from ours.
pub(super) fn start(name: &str) -> Option<&'static str> {
    facts("start").filter_map(|line| line.split_once(' ')).find(|(other, _)| *other == name).map(|(_, fen)| fen)
}

/// Whether XBoard sees wins of that kind in a variant.
pub(super) fn sees_win(kind: &str, variant: &str) -> bool {
    lists("win", kind, variant)
}

/// Whether XBoard understands the name correctly: not as a standard variant that it only resembles, and not as a number
/// in a server's list.
pub(super) fn understands(name: &str) -> bool {
    let first = |c: char| c.is_ascii_alphanumeric();
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '_' | '-');
    if !name.starts_with(first) || !name.chars().all(allowed) {
        return false;
    }
    let base = without_size(name).0.to_ascii_lowercase();
    if is_standard(&base) {
        return true;
    }
    let contains = words("contains").any(|word| base.contains(word));
    let begins = words("begins")
        .any(|word| base.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic())));
    let random = base.find("fischer").is_some_and(|at| base[at..].contains("random"));
    let number = base.find("wild").map(|at| at + 4).or_else(|| base.find('w').map(|at| at + 1));
    let numbered = number.is_some_and(|at| base[at..].starts_with(|c: char| c.is_ascii_digit()));
    !contains && !begins && !random && !numbered
}

/// The options that make a variant look as its players know it, on a board of a size.
pub(super) fn theme(variant: &str, size: &str) -> Vec<&'static str> {
    let lines = facts("theme").filter_map(|line| line.split_once(' ')).filter(|(name, _)| *name == variant);
    let fit = lines.filter_map(|(_, line)| line.split_once(' ')).filter(|(painted, _)| ["any", size].contains(painted));
    fit.flat_map(|(_, options)| options.split_whitespace()).collect()
}

/// The options that show every variant with the pieces of chess and similar ones.
pub(super) fn plain_look() -> Vec<&'static str> {
    words("plain").map(|word| if word == "\"\"" { "" } else { word }).collect()
}

/// The size of a window in which a board of `files`, with holdings or without, has squares as large as those of chess;
/// `None` if it is the size for chess.
pub(super) fn window(files: u8, holdings: bool) -> Option<u32> {
    let number = |word| facts(word).find_map(|text| text.parse().ok()).unwrap_or(1);
    let (square, line) = (number("square"), number("line"));
    let columns = u32::from(files) + if holdings { number("holdings") } else { 0 };
    (columns > line).then(|| square * columns / line)
}

/// The other slots that show the picture of a slot.
pub(super) fn twins(slot: u8) -> impl Iterator<Item = u8> {
    let pair = |line: &str| line.split_once(' ').and_then(|(one, two)| Some((one.parse().ok()?, two.parse().ok()?)));
    let pairs = facts("twins").filter_map(pair);
    pairs.flat_map(|(one, two)| [(one, two), (two, one)]).filter(move |(one, _)| *one == slot).map(|(_, two)| two)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::pictures;

    #[test]
    fn names_that_xboard_would_mistake_are_not_understood() {
        for name in
            ["normal", "chu", "xiangqi", "jcsa-chu", "torishogi", "omicron", "7x7+6_shogi", "washogi", "wa-shogi"]
        {
            assert!(understands(name), "{name}");
        }
        for name in
            ["chu-jcsa", "xiangqi-cxf", "mini-shatranj", "atomic-icc", "chess960", "w12", "my wild", "", "é", "-a"]
        {
            assert!(!understands(name), "{name}");
        }
    }

    #[test]
    fn board_sizes_precede_the_name() {
        assert_eq!(without_size("7x7+6_shogi"), ("shogi", true));
        assert_eq!(without_size("8x8_normal"), ("normal", true));
        assert_eq!(without_size("my_game"), ("my_game", false));
        assert!(asks_engine("7x7+6_shogi") && asks_engine("omicron") && !asks_engine("shogi"));
    }

    #[test]
    fn every_slot_can_be_used_once() {
        let mut numbers: Vec<_> = pictures().map(|picture| picture.slot).collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(count, numbers.len());
        assert!(numbers.iter().all(|number| *number < SLOTS && *number != FREE_KING && *number != KING));
        assert_eq!(Parent::best(|_| false).fields, Fields::Full);
    }
}
