//! What XBoard is told about a variant that it does not know: the board, the
//! men and their pictures, how they move, and whose rules come nearest.

use super::slots::Table;
use super::xboard::{self, FREE_KING, Fields, KING, Parent, WILD};
use crate::board::{Color, PieceKind};
use crate::variant::{PromotionTo, RoyalMode, Variant, Verdict};
use crate::xbetza;

/// The most that XBoard's holdings show.
const MOST_HELD: usize = 15;

/// The answer to `variant NAME`: nothing where XBoard knows the game.
pub(super) fn lines(variant: &Variant, asked: &str) -> Vec<String> {
    let known = |name: &str| xboard::is_standard(name) || xboard::without_size(name).1;
    let name = if known(asked) { asked } else { &variant.name };
    if xboard::asks_engine(name) { describe(variant) } else { Vec::new() }
}

/// Whether XBoard can be told about a variant: it reads lines into buffers that
/// are too small for some that fit our boards, and does not look.
pub(super) fn can_be_told(variant: &Variant) -> bool {
    lines(variant, &variant.name).iter().all(|line| line.len() <= LONGEST_LINE)
}

/// The kinds in the order in which XBoard's holdings show them.
pub(super) fn held_order(variant: &Variant) -> Vec<PieceKind> {
    table(variant).order().collect()
}

fn describe(variant: &Variant) -> Vec<String> {
    let table = table(variant);
    let mut lines = vec![setup_line(variant, &table, &parent(variant))];
    for (number, kind) in variant.kinds().filter(|(_, kind)| !kind.id.contains('~')) {
        let [white, black] = Color::ALL.map(|color| Wire::new(variant, number, color));
        if table.stands(number, &WILD) && !is_exact(variant, number) {
            continue;
        }
        if white == black {
            lines.push(format!("piece {}& {}", kind.id, white.text()));
        } else {
            lines.push(format!("piece {} {}", kind.id, white.text()));
            lines.push(format!("piece {} {}", kind.id.to_ascii_lowercase(), black.text()));
        }
    }
    lines
}

fn table(variant: &Variant) -> Table {
    let sees_checks = sight(variant) != Sight::Nothing;
    let king = if sees_checks { KING } else { FREE_KING };
    let wild = |kind| match Wire::new(variant, kind, Color::White) {
        Wire::Exact(_) => false,
        Wire::More(_) => sees_checks,
        Wire::Anything => true,
    };
    Table::new(variant, &parent(variant), king, wild)
}

/// What XBoard's own check rule makes of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// It sees every check, and no other.
    Everything,
    /// It sees no check that is none, but overlooks those of men that may move
    /// anywhere: it neither refuses a legal move nor finds a mate too early.
    Something,
    /// It would see checks that are none, or the rule is another one.
    Nothing,
}

fn sight(variant: &Variant) -> Sight {
    let royals: Vec<_> = variant.kinds().filter(|(_, kind)| kind.royal).map(|(number, _)| number).collect();
    let vague: Vec<_> = variant.kinds().map(|(kind, _)| kind).filter(|kind| !is_exact(variant, *kind)).collect();
    let plain = |kind: &PieceKind| variant.kind(*kind).form.is_none() && !royals.contains(kind);
    let rules = &variant.rules;
    let usual = rules.royal_mode == RoyalMode::Each && !rules.may_be_left_attacked && rules.effects.is_empty();
    let one_king = royals.len() == 1 && usual && rules.checkmate == Verdict::Loss;
    match vague.len() {
        0 if one_king => Sight::Everything,
        count if one_king && count <= WILD.len() && vague.iter().all(plain) => Sight::Something,
        _ => Sight::Nothing,
    }
}

/// Whether XBoard's own check rule is just the variant's.
pub(super) fn sees_every_check(variant: &Variant) -> bool {
    sight(variant) == Sight::Everything
}

fn is_exact(variant: &Variant, kind: PieceKind) -> bool {
    Color::ALL.iter().all(|color| matches!(Wire::new(variant, kind, *color), Wire::Exact(_)))
}

/// The variant whose rules XBoard applies when it judges results: one of its
/// own, or the parent.
pub(super) fn referee(variant: &Variant) -> String {
    if xboard::asks_engine(&variant.name) { parent(variant).name } else { variant.name.clone() }
}

/// The parent that the file names, or the first that fits.
fn parent(variant: &Variant) -> Parent {
    let rules = &variant.rules;
    let has = |need: &str| match need {
        "hands" => rules.hands.captures,
        "faces" => rules.promotions.iter().any(|rule| rule.to == PromotionTo::Form),
        "reverts" => variant.kinds.iter().any(|kind| kind.id.ends_with('~')),
        _ => false,
    };
    variant.cecp.parent.as_deref().map_or_else(|| Parent::best(has), Parent::named)
}

fn setup_line(variant: &Variant, table: &Table, parent: &Parent) -> String {
    let board = variant.board;
    let held = held_squares(variant, table);
    // XBoard castles only with the king in its own slot.
    let castles = variant.kinds().any(|(kind, known)| known.royal && table.stands(kind, &[KING]));
    let fen = fen(variant, parent.fields, held > 0, castles);
    format!("setup ({}) {}x{}+{held}_{} {fen}", table.text, board.files(), board.ranks(), parent.name)
}

/// How many squares the holdings need: up to the last kind that can be held.
fn held_squares(variant: &Variant, table: &Table) -> usize {
    let rules = &variant.rules;
    if !rules.hands.any() && !rules.drops.enabled {
        return 0;
    }
    let holdable = |kind: &PieceKind| {
        variant.kinds().any(|(other, known)| known.in_hand == Some(*kind) && !variant.kind(other).royal)
    };
    let last = table.order().collect::<Vec<_>>().iter().rposition(holdable).map_or(0, |place| place + 1);
    last.max(usize::from(variant.cecp.holdings)).clamp(1, MOST_HELD)
}

/// The start position with the fields that the parent's positions have.
fn fen(variant: &Variant, fields: Fields, held: bool, castles: bool) -> String {
    let text = variant.start.fen(variant);
    let words: Vec<&str> = text.split_whitespace().collect();
    let (board, rest) = words.split_first().map_or(("", &[][..]), |(board, rest)| (*board, rest));
    let side = rest.first().copied().unwrap_or("w");
    let rights = rest.get(1).copied().filter(|word| castles && word.starts_with(['K', 'Q', 'k', 'q'])).unwrap_or("-");
    let hand = if held && !board.ends_with(']') { "[-]" } else { "" };
    let hand_free = if held { board } else { board.split('[').next().unwrap_or(board) };
    match fields {
        Fields::None => format!("{hand_free}{hand} {side} 0 1"),
        Fields::Passing => format!("{hand_free}{hand} {side} - 0 1"),
        Fields::Full => format!("{hand_free}{hand} {side} {rights} - 0 1"),
    }
}

/// What XBoard can be told about a man's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wire {
    /// Just these.
    Exact(String),
    /// These and some that it has not.
    More(String),
    /// Nothing that is true: it may go anywhere.
    Anything,
}

impl Wire {
    fn new(variant: &Variant, kind: PieceKind, color: Color) -> Self {
        let kind = variant.kind(kind);
        let spelled = xbetza::parse(&kind.notation[color]).ok().and_then(|moves| xbetza::wire(&moves).ok());
        match spelled.filter(|_| kind.zone_moves.is_empty()) {
            Some(text) if kind.region[color] == variant.board.area() => Self::Exact(text),
            Some(text) => Self::More(text),
            None => Self::Anything,
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Exact(text) | Self::More(text) => text,
            Self::Anything => ANYWHERE,
        }
    }
}

/// A superset of the moves of any man: XBoard must not refuse what the engine
/// plays, and for the user the highlights tell the truth.
const ANYWHERE: &str = "QA0D0G0H0N0C0Z0";

/// XBoard reads lines into buffers of 512 characters.
const LONGEST_LINE: usize = 511;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;
    use crate::variant::{find, load};
    use std::fmt::Write;

    /// A game of twelve by twelve whose start position shows so many men, all
    /// with dressed letters.
    fn crowd(count: usize) -> Variant {
        let ids: Vec<String> = (0..count)
            .map(|number| format!("{}{}", char::from(b'A' + number as u8 % 26), ["'", "!"][number / 26]))
            .collect();
        let row = |number: usize| -> String {
            (0..12)
                .map(|file| {
                    if file == 0 && number.is_multiple_of(11) {
                        "K"
                    } else {
                        ids[(12 * number + file) % count].as_str()
                    }
                })
                .collect()
        };
        let rows: Vec<String> = (0..12).map(row).collect();
        let black = rows[..4].iter().map(|row| row.to_lowercase());
        let board = black.chain(rows[4..].iter().cloned()).collect::<Vec<_>>().join("/");
        let mut text =
            format!("name = \"crowd\"\n[board]\nfiles = 12\nranks = 12\n[start]\nfen = \"{board} w - 0 1\"\n");
        for id in ids.iter().map(String::as_str).chain(["K"]) {
            write!(text, "[pieces.\"{id}\"]\nmove = \"W\"\n").expect("text can be written");
        }
        let (variant, reports) = load(&Source::new("crowd.toml", text), &find);
        variant.unwrap_or_else(|| panic!("{reports:?}"))
    }

    #[test]
    fn xboard_has_room_for_every_bundled_game() {
        let told = |file: &crate::variant::Builtin| can_be_told(file.variant());
        let rest: Vec<_> = crate::variant::builtin().iter().filter(|file| !told(file)).collect();
        assert!(rest.is_empty(), "{rest:?}");
    }

    #[test]
    fn what_xboard_has_no_room_for_is_not_offered() {
        assert!(can_be_told(&crowd(8)));
        let many = crowd(52);
        assert!(lines(&many, "crowd").iter().any(|line| line.len() > 511));
        assert!(!can_be_told(&many));
    }
}
