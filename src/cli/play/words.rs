//! Help on commands, forms of moves, and pieces, without those that the game does not have.

use crate::board::{Area, Color, Geometry, PieceKind, Square};
use crate::cli::rules::tell::about;
use crate::cli::terminal::Screen;
use crate::game::{Game, PASS};
use crate::position::{Move, MoveKind};
use crate::text::visible;
use crate::variant::{CastlingRule, Gating, Kind, Mandatory, Promotion, PromotionTo, Variant, Wall, WallKind};
use crate::xbetza::{Action, Term};

/// The commands as they are typed, and their meanings.
const COMMANDS: [(&str, &str); 15] = [
    ("moves e2", "where the piece on e2 may go; without a square, all moves"),
    ("pieces", "what the letters mean, and how the pieces move"),
    ("undo", "take back your last move and the answer to it"),
    ("hint", "the move that the engine would play"),
    ("side both", "play white, black, both or none of the sides"),
    ("time 5", "give the engine 5 seconds for each move"),
    ("level 3", "how strong the engine plays, from 1 to 10, or full"),
    ("save g.pgn", "add the game to a file of games"),
    ("load g.pgn", "resume the last game of a file; load g.pgn 2 the second one"),
    ("board", "draw the board again"),
    ("fen", "the position as text"),
    ("new", "restart the game"),
    ("help", "this list"),
    ("quit", "end"),
    ("Ctrl-C", ON_INTERRUPT),
];

/// The effect of Ctrl-C.
const ON_INTERRUPT: &str = if cfg!(unix) {
    "make the engine move now, clear the line, or quit if it is empty"
} else {
    "clear the line, or quit if it is empty"
};

/// A time in words.
pub(super) fn seconds(time: f64) -> String {
    if time == 1.0 { "1 second".to_owned() } else { format!("{time} seconds") }
}

/// The width of the first column.
const TYPED: usize = 12;

/// The forms of moves in this game, and the commands.
pub(super) fn help(start: &Game, screen: &Screen) -> String {
    let commands = COMMANDS.map(|(typed, meaning)| (typed.to_owned(), meaning.to_owned()));
    let lines = forms(start).into_iter().chain(commands);
    lines.map(|(typed, meaning)| screen.wrap(&format!("{typed:TYPED$}{meaning}"), TYPED) + "\n").collect()
}

/// The forms of moves, each with an example and its meaning.
fn forms(start: &Game) -> Vec<(String, String)> {
    let variant = start.variant();
    let geometry = variant.board;
    let centre = geometry.square((geometry.files() / 2).into(), (geometry.ranks() / 2).into()).unwrap_or(Square(0));
    let mut forms = Vec::new();
    let (plain, short) = examples(start);
    let meaning = short.map_or(String::new(), |short| format!(", or the short form: {short}"));
    forms.push((plain.unwrap_or_else(|| "e2e4".to_owned()), format!("a move from square to square{meaning}")));
    let mut placed = String::new();
    if let Some(Wall { what, .. }) = variant.rules.wall {
        let name = if what == WallKind::Duck { "duck" } else { "wall" };
        placed = format!(",{}", geometry.name(centre));
        forms.push((placed.clone(), format!("after every move: the square of the {name}")));
    }
    let mut add = |example: String, meaning: &str| forms.push((example + &placed, meaning.to_owned()));
    let promotions = &variant.rules.promotions;
    if let Some(rule) = promotions.iter().find(|rule| rule.zone[Color::White].any()).or(promotions.first()) {
        let real = start.legal_moves().into_iter().find(|mv| mv.kind() == MoveKind::Promotion);
        let (from, to) = real.map_or_else(|| promotion_squares(geometry, rule), |mv| (mv.from(), mv.to()));
        let step = format!("{}{}", geometry.name(from), geometry.name(to));
        match &rule.to {
            PromotionTo::Form if rule.mandatory == Mandatory::Always => add(format!("{step}+"), "a promotion"),
            PromotionTo::Form => {
                add(format!("{step}+"), &format!("a promotion; {step}={placed} leaves the piece as it is"))
            }
            PromotionTo::Kinds(kinds) => {
                let letter = kinds.first().map_or("", |kind| variant.kind(*kind).id.trim_matches(['+', '~']));
                let letter = letter.to_ascii_lowercase();
                add(format!("{step}{letter}"), "a promotion: add the letter of what the piece becomes");
            }
            PromotionTo::Stock => add(format!("{step}q"), "a promotion: add the letter of a piece in your hand"),
        }
    }
    let any_term = |test: fn(&Term) -> bool| variant.kinds.iter().flat_map(Kind::terms).any(test);
    if variant.rules.drops.enabled
        && let Some((id, to)) = drop_example(variant, centre)
    {
        add(format!("{id}@{}", geometry.name(to)), "a drop of a piece that you hold");
    }
    if variant.rules.castling != CastlingRule::None && any_term(|term| term.castles()) {
        add("O-O".to_owned(), &format!("castling to the right, O-O-O{placed} to the left"));
    }
    if any_term(Term::captures_on_the_way) {
        let step = |forward: i16| {
            let (file, rank) = (i16::from(geometry.file(centre)), i16::from(geometry.rank(centre)));
            geometry.square(file, rank + forward).map_or(String::new(), |sq| geometry.name(sq))
        };
        let example = format!("{}{},{}{}", step(-1), step(0), step(0), step(1));
        add(example, "a move of two legs: what is on the square between is captured on the way");
    }
    if variant.rules.gating == Gating::VirginSquare {
        let held = variant.kinds().find(|(kind, _)| start.hand(Color::White, *kind) > 0);
        let letter = held.map_or("q".to_owned(), |(_, kind)| kind.id.to_ascii_lowercase());
        let from = geometry.square(1, 0).map_or(String::new(), |sq| geometry.name(sq));
        let to = geometry.square(2, 2).map_or(String::new(), |sq| geometry.name(sq));
        add(format!("{from}{to}{letter}"), "gating: a piece from your hand enters on the square left behind");
    }
    if any_term(|term| matches!(term.action, Action::Pass)) {
        forms.push((PASS.to_owned(), "pass the turn".to_owned()));
    }
    forms
}

/// A move of the start position in coordinates, and another one in short form.
fn examples(start: &Game) -> (Option<String>, Option<String>) {
    let (geometry, variant) = (start.geometry(), start.variant());
    let legal = start.legal_moves();
    let plain = legal.iter().filter(|mv| matches!(mv.kind(), MoveKind::Plain | MoveKind::Double));
    let is_pawn = |mv: &Move| variant.kind(start.mover(*mv).kind()).counts_as_pawn[start.side()];
    let central = plain.clone().max_by_key(|mv| {
        let aside = (2 * geometry.file(mv.from()) + 1).abs_diff(geometry.files());
        let far = geometry.rank(mv.from()).abs_diff(geometry.rank(mv.to()));
        (is_pawn(mv), std::cmp::Reverse(aside), far)
    });
    let short = plain.filter(|mv| !is_pawn(mv)).find_map(|mv| {
        let text = format!("{}{}", variant.kind(start.mover(*mv).kind()).id, geometry.name(mv.to()));
        (start.read_move(&text) == Ok(*mv)).then_some(text)
    });
    (central.map(|mv| start.move_text(*mv)), short)
}

/// The squares of a move by which White may promote, or Black if White never does: the last one is in the promotion
/// zone, on a file as near to the middle as possible, and on the first rank there.
fn promotion_squares(geometry: Geometry, rule: &Promotion) -> (Square, Square) {
    let color = if rule.zone[Color::White].any() { Color::White } else { Color::Black };
    let middle = geometry.files() / 2;
    let entered = rule.zone[color].iter().filter(|sq| geometry.rank_of(color, *sq) > 0);
    let nearest = entered.min_by_key(|sq| (geometry.file(*sq).abs_diff(middle), geometry.rank_of(color, *sq)));
    let to = nearest.unwrap_or(Square(0));
    let back = if color == Color::White { -1 } else { 1 };
    let before = geometry.square(geometry.file(to).into(), i16::from(geometry.rank(to)) + back);
    (before.unwrap_or(to), to)
}

/// A piece that may be dropped, and the square nearest to the centre where that is allowed.
fn drop_example(variant: &Variant, centre: Square) -> Option<(&str, Square)> {
    let geometry = variant.board;
    let far = |sq: &Square| {
        geometry.file(*sq).abs_diff(geometry.file(centre)) + geometry.rank(*sq).abs_diff(geometry.rank(centre))
    };
    let mut kinds = variant.kinds().filter(|(_, kind)| !kind.royal && !kind.is_face());
    kinds.find_map(|(number, kind)| {
        let region: Area = variant.rules.drops.regions.get(number.index())?[Color::White];
        Some((kind.id.as_str(), region.iter().min_by_key(far)?))
    })
}

/// Describes the pieces that are named by letters or squares, or all of them; if that exceeds the screen, only their
/// names.
pub(super) fn pieces(game: &Game, asked: &str, screen: &Screen) -> Result<String, String> {
    let variant = game.variant();
    let named = |word: &str| {
        let on_square = || game.geometry().parse(word).and_then(|sq| game.piece_at(sq)).map(|piece| piece.kind());
        let by_id = || variant.kinds().find(|(_, kind)| kind.id.eq_ignore_ascii_case(word)).map(|(kind, _)| kind);
        by_id()
            .or_else(on_square)
            .ok_or_else(|| format!("`{}` is neither the letter of a piece nor a square with one", visible(word)))
    };
    if !asked.is_empty() {
        let kinds = asked.split_whitespace().map(named).collect::<Result<Vec<PieceKind>, String>>()?;
        return Ok(kinds.into_iter().map(|kind| told(variant, kind, screen)).collect());
    }
    let all: String = variant.faces().map(|(kind, _)| told(variant, kind, screen)).collect();
    // The prompt needs a line, too.
    if screen.height.is_none_or(|height| all.lines().count() < height) {
        return Ok(all);
    }
    let example = variant.faces().last().map_or(String::new(), |(_, kind)| kind.written_id());
    Ok(names(variant, screen) + &format!("`pieces {example}` shows how that one moves\n"))
}

/// Letters and names in columns.
fn names(variant: &Variant, screen: &Screen) -> String {
    const GAP: usize = 2;
    let entries: Vec<String> =
        variant.faces().map(|(_, kind)| format!("{:3} {}", kind.written_id(), kind.name)).collect();
    let wide = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + GAP;
    let columns = (screen.width.unwrap_or(0) / wide).max(1);
    let rows = entries.len().div_ceil(columns);
    let row = |row: usize| {
        let cells = entries.iter().skip(row).step_by(rows);
        cells.map(|entry| format!("{entry:wide$}")).collect::<String>().trim_end().to_owned() + "\n"
    };
    (0..rows).map(row).collect()
}

/// A piece's letter, name and rules.
fn told(variant: &Variant, number: PieceKind, screen: &Screen) -> String {
    const MARGIN: usize = 4;
    let kind = variant.kind(number);
    let royal = if kind.royal { " (royal)" } else { "" };
    let rules = about(variant, number).join(" ");
    screen.wrap(&format!("{:MARGIN$}{}{royal}. {rules}", kind.written_id(), kind.name), MARGIN) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::builtin;

    #[test]
    fn help_and_pieces_of_every_bundled_game_fit_a_small_terminal() {
        let screen = Screen { width: Some(80), height: Some(24), colour: false };
        for file in builtin() {
            let game = Game::new(file.variant()).expect("it can be played");
            let all = pieces(&game, "", &screen).expect("all pieces can be told");
            for text in [help(&game, &screen), all] {
                assert!(text.lines().count() < 24, "{}\n{text}", file.name());
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{}\n{text}", file.name());
            }
            for (_, kind) in game.variant().kinds() {
                assert!(pieces(&game, &kind.id, &screen).is_ok_and(|text| text.contains(&kind.name)), "{}", kind.id);
            }
        }
    }
}
