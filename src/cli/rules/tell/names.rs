//! Pieces and numbers in words.

pub(super) use crate::text::capitalized as sentence;

use super::Teller;
use crate::board::PieceKind;
use crate::text::enumerate;
use crate::variant::{Kind, KindSet, Line};

/// The most pieces that are named as exceptions from all.
const FEW_EXCEPTIONS: usize = 3;

impl Teller<'_> {
    pub(super) fn faces(&self) -> impl Iterator<Item = (PieceKind, &Kind)> {
        self.variant.faces()
    }

    /// A piece's name within a sentence, with its letter if the name is not unique.
    pub(super) fn name(&self, kind: PieceKind) -> String {
        self.name_among(kind, &[kind])
    }

    /// The names of pieces, each once.
    pub(super) fn names(&self, kinds: impl IntoIterator<Item = PieceKind>) -> Vec<String> {
        let kinds: Vec<PieceKind> = kinds.into_iter().collect();
        let mut names = Vec::new();
        for name in kinds.iter().map(|kind| self.name_among(*kind, &kinds)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// A piece's name, with its letter if pieces outside of `meant` share the name.
    fn name_among(&self, kind: PieceKind, meant: &[PieceKind]) -> String {
        let own = self.variant.kind(kind);
        let name = within_sentence(own);
        let plain = own.plain_id();
        let meant = |id: &str| meant.iter().any(|kind| self.variant.kind(*kind).plain_id() == id);
        let mut namesakes = self.faces().filter(|(_, other)| within_sentence(other) == name);
        if namesakes.any(|(_, other)| !meant(&other.id)) { format!("{name} ({plain})") } else { name }
    }

    pub(super) fn members(&self, set: KindSet) -> Vec<PieceKind> {
        self.variant.kinds().map(|(kind, _)| kind).filter(|kind| set.has(*kind)).collect()
    }

    /// `count` pieces of a set, as `two pawns`, `two pieces of the kinds pawn and knight`.
    pub(super) fn several(&self, set: KindSet, count: usize) -> String {
        match self.names(self.members(set)).as_slice() {
            [one] => counted(count, one),
            several => format!("{} pieces of the kinds {}", number(count), enumerate(several, "and")),
        }
    }

    /// All pieces of a set, as `pawns and knights`, `all pieces other than kings`.
    pub(super) fn all(&self, set: KindSet) -> String {
        let all = if self.exceptions(set).is_some() { "all " } else { "" };
        format!("{all}{}", self.plurals(set))
    }

    /// Pieces of a set, as `pawns and knights`, `pieces other than kings`.
    pub(super) fn plurals(&self, set: KindSet) -> String {
        let listed = |kinds| enumerate(&self.names(kinds).iter().map(|name| plural(name)).collect::<Vec<_>>(), "and");
        match self.exceptions(set) {
            Some(others) if others.is_empty() => "pieces".to_owned(),
            Some(others) => format!("pieces other than {}", listed(others)),
            None => listed(self.members(set)),
        }
    }

    /// A prohibition for pieces of a set, as `a pawn or knight may not`, `no piece but a king may`.
    pub(super) fn may_not(&self, set: KindSet) -> String {
        match self.choice(set) {
            Choice::Any => "no piece may".to_owned(),
            Choice::AnyBut(others) => format!("no piece but {} may", article(&others)),
            Choice::None | Choice::Either(_) => format!("{} may not", self.any(set)),
        }
    }

    /// Any piece of a set, as `a pawn or knight`, `any piece but a king`.
    pub(super) fn any(&self, set: KindSet) -> String {
        self.any_after("", set)
    }

    /// Like [`Self::any`], with a word before the name, as `an enemy pawn`, `any enemy piece`.
    pub(super) fn any_after(&self, word: &str, set: KindSet) -> String {
        self.singular(word, set, &format!("any {}", spaced(word, "piece")))
    }

    /// One piece of a set with a word before it, as `an enemy pawn`, `an enemy piece`.
    pub(super) fn one(&self, word: &str, set: KindSet) -> String {
        self.singular(word, set, &article(&spaced(word, "piece")))
    }

    /// A piece of a set with a word before it; `unnamed` is the phrase for any piece at all.
    fn singular(&self, word: &str, set: KindSet, unnamed: &str) -> String {
        match self.choice(set) {
            Choice::None => format!("no {}", spaced(word, "piece")),
            Choice::Any => unnamed.to_owned(),
            Choice::AnyBut(others) => format!("{unnamed} but {}", article(&others)),
            Choice::Either(names) => article(&spaced(word, &names)),
        }
    }

    /// What one piece of a set may be.
    pub(super) fn choice(&self, set: KindSet) -> Choice {
        let either = |kinds| enumerate(&self.names(kinds), "or");
        match self.exceptions(set) {
            _ if set.is_empty() => Choice::None,
            Some(others) if others.is_empty() => Choice::Any,
            Some(others) => Choice::AnyBut(either(others)),
            None => Choice::Either(either(self.members(set))),
        }
    }

    /// The pieces that are not in a set, if naming them is shorter.
    fn exceptions(&self, set: KindSet) -> Option<Vec<PieceKind>> {
        let others: Vec<PieceKind> = self.faces().map(|(kind, _)| kind).filter(|kind| !set.has(*kind)).collect();
        let few = || {
            let names = self.names(self.members(set));
            names.len() > others.len().max(2) && others.len() <= FEW_EXCEPTIONS
        };
        (others.is_empty() || few()).then_some(others)
    }
}

/// What one piece of a set may be. The names have no article, as `pawn or knight`.
pub(super) enum Choice {
    None,
    Any,
    AnyBut(String),
    Either(String),
}

/// Puts a word before another, unless it is empty.
fn spaced(word: &str, what: &str) -> String {
    if word.is_empty() { what.to_owned() } else { format!("{word} {what}") }
}

/// A name within a sentence; if it is only the ID, it is unchanged.
fn within_sentence(kind: &Kind) -> String {
    let plain = kind.plain_id();
    if kind.name.eq_ignore_ascii_case(plain) { plain.to_owned() } else { kind.name.to_lowercase() }
}

/// A noun with its article.
pub(super) fn article(noun: &str) -> String {
    let letter = noun.split(' ').next().unwrap_or_default().trim_end_matches(['\'', '!', ',']);
    let vowel = match letter {
        // Single letters as they are pronounced.
        "F" | "H" | "L" | "M" | "N" | "R" | "S" | "X" => true,
        "U" => false,
        _ if noun.starts_with('+') => false,
        _ => sounds_like_a_vowel(&noun.to_lowercase()),
    };
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Whether a word in lower case begins with a vowel sound.
fn sounds_like_a_vowel(word: &str) -> bool {
    const MUTE: [&str; 3] = ["heir", "honour", "hour"];
    const CONSONANT: [&str; 5] = ["eu", "one", "uni", "use", "usu"];
    let begins = |heads: &[&str]| heads.iter().any(|head| word.starts_with(head));
    begins(&MUTE) || word.starts_with(['a', 'e', 'i', 'o', 'u']) && !begins(&CONSONANT)
}

/// `count` pieces of a name.
pub(super) fn counted(count: usize, name: &str) -> String {
    format!("{} {}", number(count), if count == 1 { name.to_owned() } else { plural(name) })
}

pub(super) fn plural(name: &str) -> String {
    // The head of a compound name takes the plural: pawns of kings, pawns (P).
    for tail in [" of ", " ("] {
        if let Some(at) = name.find(tail) {
            return plural(&name[..at]) + &name[at..];
        }
    }
    // Irregular endings; exceptions come before the endings that they contain.
    const ENDS: [(&str, &str); 22] = [
        ("talisman", "talismans"),
        ("caiman", "caimans"),
        ("shaman", "shamans"),
        ("human", "humans"),
        ("man", "men"),
        ("wolf", "wolves"),
        ("elf", "elves"),
        ("calf", "calves"),
        ("thief", "thieves"),
        ("leaf", "leaves"),
        ("knife", "knives"),
        ("mouse", "mice"),
        ("mongoose", "mongooses"),
        ("goose", "geese"),
        ("fox", "foxes"),
        ("box", "boxes"),
        ("ox", "oxen"),
        ("narch", "narchs"),
        ("iarch", "iarchs"),
        ("ch", "ches"),
        ("sh", "shes"),
        ("z", "zes"),
    ];
    if let Some((stem, end)) = ENDS.iter().find_map(|(end, more)| Some((name.strip_suffix(end)?, more))) {
        return format!("{stem}{end}");
    }
    match name.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if name.ends_with(['s', 'x']) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

pub(super) fn number(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

pub(super) fn ordinal(count: usize) -> String {
    const WORDS: [&str; 7] = ["", "first", "second", "third", "fourth", "fifth", "sixth"];
    match WORDS.get(count) {
        Some(word) => (*word).to_owned(),
        None => {
            let end = match (count % 10, count % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            format!("{count}{end}")
        }
    }
}

/// Kinds of lines, as `rank, file or diagonal`.
pub(super) fn lines(lines: impl Iterator<Item = Line>) -> String {
    let name = |line: Line| match line {
        Line::Rank => "rank",
        Line::File => "file",
        Line::Diagonal => "diagonal",
    };
    enumerate(&lines.map(|line| name(line).to_owned()).collect::<Vec<_>>(), "or")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_articles_and_plurals() {
        for (name, article_of, plural_of) in [
            ("pawn", "a pawn", "pawns"),
            ("urn", "an urn", "urns"),
            ("unicorn", "a unicorn", "unicorns"),
            ("hour hand", "an hour hand", "hour hands"),
            ("heir", "an heir", "heirs"),
            ("hawk", "a hawk", "hawks"),
            ("wolf", "a wolf", "wolves"),
            ("thief", "a thief", "thieves"),
            ("chief", "a chief", "chiefs"),
            ("pony", "a pony", "ponies"),
            ("monkey", "a monkey", "monkeys"),
            ("ox", "an ox", "oxen"),
            ("fox", "a fox", "foxes"),
            ("horseman", "a horseman", "horsemen"),
            ("princess", "a princess", "princesses"),
            ("pawn of kings", "a pawn of kings", "pawns of kings"),
            ("pawn (P)", "a pawn (P)", "pawns (P)"),
        ] {
            assert_eq!((article(name).as_str(), plural(name).as_str()), (article_of, plural_of));
        }
    }
}
