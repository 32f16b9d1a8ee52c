//! The pieces and how they move.

use super::Teller;
use super::names::sentence;
use crate::board::{ByColor, Color, PieceKind};
use crate::cli::betza::Marks;
use crate::cli::rules::sheet::{Drawing, Piece, Rule};
use crate::eval::{Basis, Evaluator, Values};
use crate::game::{Game, SizedGame, any_size};
use crate::text::enumerate;
use crate::variant::{Kind, ZoneMove};
use crate::xbetza::{self, Program};

impl Teller<'_> {
    /// The pieces: royal ones first, then the most valuable ones.
    pub(super) fn pieces(&mut self, game: &Game) {
        let values = values(game);
        let worth = |kind: PieceKind| {
            let owner = self.variant.kind(kind).owner.unwrap_or(Color::White);
            values.board(crate::board::Piece::new(kind, owner))
        };
        let mut kinds: Vec<(PieceKind, &Kind)> = self.faces().collect();
        kinds.sort_by_key(|(number, kind)| (!kind.royal, std::cmp::Reverse(worth(*number))));
        let pieces: Vec<Piece> =
            kinds.into_iter().map(|(number, kind)| self.piece(number, kind, worth(number))).collect();
        let promotes = pieces.iter().any(|piece| piece.id.starts_with('+'));
        let remembers = self.variant.kinds.iter().any(|kind| kind.id.ends_with('~'));
        self.section("The pieces").pieces = pieces;
        let mut text = "In positions and moves a capital letter is White's piece, a small one Black's.".to_owned();
        if promotes {
            text += " A letter with + before it is a promoted face.";
        }
        if remembers {
            text += " A promoted piece that goes to the hand as what it was is marked with ~ in positions.";
        }
        text += " Values are the engine's estimate, the most frequent piece being 1; royal pieces have none.";
        self.say(&["values.board"], text);
    }

    fn piece(&self, number: PieceKind, kind: &Kind, worth: i32) -> Piece {
        let ids = [kind.id.clone(), kind.id.to_ascii_lowercase()];
        let keys = |name: &str| ids.clone().map(|id| format!("pieces.{id}.{name}"));
        let rule = |names: &[&str], text: String| {
            let keys: Vec<String> = names.iter().flat_map(|name| keys(name)).collect();
            self.rule(&keys.iter().map(String::as_str).collect::<Vec<_>>(), text)
        };
        let mut rules: Vec<Rule> = Vec::new();
        let mut drawings = Vec::new();
        if let Some(owner) = kind.owner {
            rules.push(rule(&[], format!("Only {} has such pieces.", owner.name())));
        }
        let sides: Vec<Color> = Color::ALL.into_iter().filter(|color| kind.may_belong_to(*color)).collect();
        let alike = |told: &ByColor<String>| sides.len() < 2 || told[Color::White] == told[Color::Black];
        let shown = if alike(&kind.notation) { &sides[..1] } else { &sides[..] };
        for &color in shown {
            let whose = (shown.len() > 1).then(|| color.name());
            let text = in_words(&kind.notation[color]).unwrap_or_else(|| "never moves".to_owned());
            let text = whose.map_or_else(|| text.clone(), |whose| format!("{whose}'s {text}"));
            rules.push(rule(&["move", "black_move"], format!("{}.", sentence(&text))));
            let caption = whose.map(|whose| format!("{whose}'s moves"));
            drawings.extend(drawing(caption, &kind.notation[color], &kind.program[color], color));
        }
        for (index, extra) in kind.zone_moves.iter().enumerate() {
            let keys: Vec<String> =
                keys("zone_move").into_iter().flat_map(|key| [format!("{key}.{index}"), key]).collect();
            // One table has no number.
            let keys = keys.iter().filter(|key| self.variant.written.place(key).is_some()).take(1);
            let keys: Vec<&str> = keys.map(String::as_str).collect();
            let shown = if alike(&extra.notation) { &sides[..1] } else { &sides[..] };
            for &color in shown.iter().filter(|color| extra.zone[**color].any()) {
                let place = self.zone_words(extra, (shown.len() > 1).then_some(color));
                let Some(words) = in_words(&extra.notation[color]) else { continue };
                rules.push(self.rule(&keys, format!("{}: also {words}.", sentence(&place))));
                drawings.extend(drawing(Some(place), &extra.notation[color], &extra.program[color], color));
            }
        }
        if !sides.iter().all(|color| self.places.is_all(kind.region[*color])) {
            let own =
                ByColor::from_fn(|color| if sides.contains(&color) { kind.region[color] } else { Default::default() });
            let text = format!("It stays on {}: other squares are no board to it.", self.places.sided(&own));
            rules.push(rule(&["region"], text));
        }
        if sides.iter().any(|color| kind.capture_only[*color].any()) {
            let text = format!("It may enter {} only by a capture.", self.places.sided(&kind.capture_only));
            rules.push(rule(&["capture_only"], text));
        }
        if !kind.also.is_empty() {
            let text = format!("Positions may also write it {}.", enumerate(&kind.also, "or"));
            rules.push(rule(&["also"], text));
        }
        let given = [kind.worth.board, kind.worth.hand].iter().any(Option::is_some);
        if given {
            let keys = ["board", "hand"].map(|place| format!("values.{place}.{}", kind.id));
            let text = "Its value is given by the file.";
            rules.push(self.rule(&keys.each_ref().map(String::as_str), text));
        }
        let _ = number;
        Piece {
            id: kind.id.clone(),
            name: kind.name.clone(),
            royal: kind.royal,
            value: (!kind.royal).then_some(worth),
            rules,
            drawings,
        }
    }

    /// Where or how often further moves are possible.
    fn zone_words(&self, extra: &ZoneMove, color: Option<Color>) -> String {
        let zone = match color {
            Some(color) => self.places.named(extra.zone[color]),
            None => self.places.sided(&extra.zone),
        };
        let mut text = if zone == "the whole board" { String::new() } else { format!("on {zone}") };
        if extra.within {
            text += ", without leaving these squares";
        }
        if let Some(right) = extra.once.and_then(|right| self.variant.rules.once.get(usize::from(right))) {
            text += &format!(" once in the game (the right to a {right})");
        }
        let whose = color.map_or(String::new(), |color| format!("{}'s ", color.name()));
        format!("{whose}{}", text.trim())
    }
}

/// The values of a game's pieces.
fn values(game: &Game) -> Values {
    fn of<const N: usize>(table: &SizedGame<N>) -> Values {
        Evaluator::new(&table.tables, Basis::File).values().clone()
    }
    any_size!(game.board(), table => of(table))
}

fn in_words(notation: &str) -> Option<String> {
    let tree = xbetza::parse(notation).ok()?;
    let sentences = xbetza::explain(&tree);
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// A drawing of moves, if there are any.
fn drawing(caption: Option<String>, notation: &str, program: &Program, color: Color) -> Option<Drawing> {
    if program.terms.is_empty() {
        return None;
    }
    Some(Drawing { caption, notation: notation.to_owned(), marks: Marks::around(program, color) })
}
