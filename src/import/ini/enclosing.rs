//! Drops and changes of side that depend on adjacent pieces: reversi, ataxx, connect four.

use super::convert::Convert;
use super::passing::moves_of;
use super::reach::promotes_as_pawn;
use super::royalty::pseudo_royal;
use super::squares;
use super::types::Type;
use crate::board::{Area, ByColor, Color, Square};
use crate::import::write::list;
use toml::Value;

/// Writes the squares of drops that depend on adjacent pieces.
pub fn drops(c: &mut Convert<'_>) {
    let word = c.settings.text("enclosingDrop");
    let (place, lines) = match word.as_str() {
        "none" | "" => return,
        "reversi" if c.start.walls.is_empty() => ("flanking", None),
        "reversi" => return c.refuse("enclosingDrop", "a row may then reach across walls"),
        "ataxx" => ("beside-own", None),
        "snort" => ("apart-from-enemy", Some(["rank", "file"])),
        "top" if is_filled_from_below(c) => ("from-top", None),
        "top" => {
            return c.refuse("enclosingDrop", "a piece is dropped on top of any other, even below other pieces");
        }
        "anyside" => {
            let why = "Fairy-Stockfish takes another square where a piece is pushed in from the right or the top";
            return c.refuse("enclosingDrop", why);
        }
        _ => return c.refuse("enclosingDrop", "the squares of such drops are not specified"),
    };
    c.file.set("drop", "where", place);
    if let Some(lines) = lines {
        c.file.set("drop", "lines", list(lines.map(str::to_owned)));
    }
    let first = c.settings.squares("enclosingDropStart");
    if (first & c.start.walls).any() {
        c.refuse("enclosingDropStart", "squares that do not exist would have to be filled first");
    } else if !first.is_empty() {
        let squares = c.sided(ByColor([first; 2]));
        c.file.set("drop", "opening", squares);
    }
}

/// Whether pieces never leave gaps below them.
fn is_filled_from_below(c: &Convert<'_>) -> bool {
    let stays = |ty: Type| moves_of(c, ty).parts.is_empty();
    let taken: Area = c.start.pieces.iter().map(|(at, ..)| *at).collect();
    let stands = |at: Square| squares::step(c.board, Color::White, at, (0, -1)).is_none_or(|below| taken.has(below));
    c.kinds().iter().all(|kind| stays(kind.ty)) && c.start.walls.is_empty() && taken.iter().all(stands)
}

/// Writes the enemies that change sides.
pub fn flips(c: &mut Convert<'_>) {
    let word = c.settings.text("flipEnclosedPieces");
    // The triggers and places of the effects.
    let effects: Vec<Vec<(&str, Value)>> = match word.as_str() {
        "none" | "" => return,
        "ataxx" => vec![vec![("when", "turn".into()), ("where", "around".into())]],
        "quadwrangle" => {
            let moves = vec![("when", "move".into()), ("where", "around".into())];
            let drops = vec![("when", "drop".into()), ("beside", "all".into()), ("where", "around".into())];
            [moves].into_iter().chain(Some(drops).filter(|_| c.drops())).collect()
        }
        _ => {
            let longest = i64::from(c.board.files().max(c.board.ranks())) - 2;
            let lines = ["rank", "file", "diagonal"].map(str::to_owned);
            let place = [("where", "flanked".into()), ("radius", longest.max(1).into()), ("lines", list(lines))];
            vec![[("when", "turn".into())].into_iter().chain(place).collect()]
        }
    };
    if let Some(why) = what_flips_change(c) {
        c.refuse("flipEnclosedPieces", why);
    }
    for mut entries in effects {
        entries.extend([("side", "enemy".into()), ("what", "change-side".into())]);
        c.file.add("effect", entries);
    }
}

/// A rule that changes of side would interfere with, if any.
fn what_flips_change(c: &Convert<'_>) -> Option<&'static str> {
    let s = c.settings;
    let effects = s.flag("blastOnCapture") || !s.types("petrifyOnCaptureTypes").is_empty();
    let promotes = |side: &Color| {
        let choices = !s.types_of("promotionPieceTypes", *side).is_empty();
        choices && c.reach[*side].iter().any(|kind| promotes_as_pawn(s, kind.ty, *side))
    };
    let bound = |ty: Type| Color::ALL.iter().any(|side| s.region(ty, *side) != c.board.area());
    let starts = |ty: Type| ty == Type::PAWN || !moves_of(c, ty).initial.is_empty();
    let kinds = c.kinds();
    if c.has_king() || !pseudo_royal(c).is_empty() {
        Some("royal pieces would change sides, too")
    } else if effects || s.text("wallingRule") != "none" {
        Some("which of the effects of a move comes first is not carried over")
    } else if Color::ALL.iter().any(promotes) || kinds.iter().any(|kind| kind.base.is_some()) {
        Some("promoted pieces would forget what they were")
    } else if kinds.iter().any(|kind| bound(kind.ty)) {
        Some("pieces would stand where those of the other side cannot go")
    } else if kinds.iter().any(|kind| starts(kind.ty)) {
        Some("pieces that have changed sides have no initial moves here")
    } else {
        None
    }
}

/// Refuses captures if pieces in hand never run out: a hand with as many pieces of each kind as there are empty
/// squares is enough only if no piece leaves the board.
pub fn refuse_captures_beside_endless_hands(c: &Convert<'_>) {
    let captures = |ty: Type| {
        let moves = moves_of(c, ty);
        moves.parts.iter().chain(&moves.initial).any(|part| part.captures)
    };
    if c.settings.flag(".freeDrops") && c.drops() && c.kinds().iter().any(|kind| captures(kind.ty)) {
        c.refuse("pieceDrops", "pieces in hand never run out, but here hands hold only what the start position gives");
    }
}
