//! Pieces: their moves, their squares, and which count for progress.

use super::castling::{CastlingText, castling};
use super::convert::Convert;
use super::initial::{Further, initial};
use super::moves::{Moves, Part, spell};
use super::passing::{between, captures_en_passant, moves_of, passed, passed_by, pawn_steps};
use super::royalty::{royals, royalty};
use super::settings::Origin;
use super::squares::{rank, step};
use super::start::{Castling, Kind};
use super::types::Type;
use crate::board::{Area, ByColor, Color, Square};
use crate::import::write::{list, table};
use toml::Value;

/// Writes `[pieces]`, `[royalty]` and `[castling]`.
pub fn write(c: &mut Convert<'_>) {
    let castling = castling(c);
    let passed = passed(c);
    for kind in c.kinds() {
        piece(c, kind, &castling, passed);
    }
    royalty(c);
}

fn piece(c: &mut Convert<'_>, kind: Kind, castling: &CastlingText, passed: ByColor<bool>) {
    let id = if is_royal_of_black(c, kind) { c.id(kind).to_lowercase() } else { c.id(kind) };
    let heading = if kind.base.is_some() { format!("pieces.\"{id}\"") } else { format!("pieces.{id}") };
    let ty = kind.ty;
    let namesake = c.kinds().into_iter().any(|other| other != kind && other.ty == ty);
    let title = match kind.base {
        Some(base) if namesake || ty.title().is_none() => {
            base.title().map(|title| format!("Promoted {}", title.to_lowercase()))
        }
        _ => ty.title(),
    };
    if let Some(title) = title {
        c.file.set(&heading, "name", title);
    }
    let read = moves_of(c, ty);
    let far = c.settings.number("soldierPromotionRank") as u8;
    let late = Type::named("soldier") == Some(ty) && far > 0;
    let parts: Vec<Part> = read.parts.iter().filter(|part| !late || part.step.0 == 0).copied().collect();
    let mut text = ByColor::from_fn(|side| {
        let en_passant = captures_en_passant(c.settings, ty, side) && passed[side];
        spell(&parts, en_passant)
    });
    let mut further: Further = Vec::new();
    if late {
        let sideways: Vec<Part> = read.parts.iter().filter(|part| part.step.0 != 0).copied().collect();
        let zone = ByColor::from_fn(|side| (far..c.board.ranks()).map(|number| rank(c.board, side, number)).collect());
        further.push((spell(&sideways, false), zone));
    }
    initial(c, kind, &read, passed, &mut text, &mut further);
    if ty == Type::KING && c.passes() {
        Color::ALL.into_iter().for_each(|side| add(&mut text[side], "O"));
    }
    if castling.castler == Some(ty) {
        Color::ALL.into_iter().for_each(|side| add(&mut text[side], &castling.text[side]));
    }
    write_moves(c, kind, &heading, &text);
    form(c, kind, &heading);
    if ty.spares_its_like() {
        let alike = list(c.ids(ty));
        c.file.set(&heading, "hop_exclude", alike);
    }
    region(c, kind, &read, &heading);
    counts_as_pawn(c, kind, &read, &heading);
    write_zone_moves(c, kind, &heading, further);
}

/// Whether a kind is royal and only Black has it: a small letter says that White needs none.
fn is_royal_of_black(c: &Convert<'_>, kind: Kind) -> bool {
    royals(c).contains(&kind.ty) && c.owners(kind) == [Color::Black]
}

/// Appends to moves, of which there may be none.
fn add(text: &mut String, more: &str) {
    if text == "none" {
        text.clear();
    }
    text.push_str(more);
    if text.is_empty() {
        text.push_str("none");
    }
}

/// Writes the promoted form of a kind.
fn form(c: &mut Convert<'_>, kind: Kind, heading: &str) {
    let Some(form) = c.settings.form(kind.ty) else { return };
    if kind.base.is_some() {
        c.refuse("promotedPieceType", "a piece that has been promoted promotes no further");
        return;
    }
    let face = Kind { ty: form, base: Some(kind.ty) };
    if c.kinds().contains(&face) {
        let face = c.id(face);
        c.file.set(heading, "form", face);
    }
}

/// Writes the moves of both sides, once if they are the same or only one side has the piece.
fn write_moves(c: &mut Convert<'_>, kind: Kind, heading: &str, text: &ByColor<String>) {
    match c.owners(kind)[..] {
        [only] => c.file.set(heading, "move", text[only].clone()),
        _ => {
            c.file.set(heading, "move", text[Color::White].clone());
            if text[Color::White] != text[Color::Black] {
                c.file.set(heading, "black_move", text[Color::Black].clone());
            }
        }
    }
}

/// Writes the moves from some squares, including those along diagonal lines.
fn write_zone_moves(c: &mut Convert<'_>, kind: Kind, heading: &str, further: Further) {
    let zone = ByColor([c.settings.squares("diagonalLines"); 2]);
    let comes = |side: &Color| (zone[*side] & c.settings.region(kind.ty, *side)).any();
    let lines = Some(kind.ty).filter(|_| c.owners(kind).iter().any(comes)).and_then(|ty| along_lines(c, ty));
    let lines = lines.map(|text| (text.to_owned(), zone));
    if !further.is_empty() || lines.is_some() {
        let entry = |(text, zone): (String, ByColor<Area>)| {
            vec![("zone".to_owned(), c.sided(zone)), ("move".to_owned(), text.into())]
        };
        let mut entries: Vec<_> = further.into_iter().map(entry).collect();
        entries.extend(lines.map(entry).map(|mut entry| {
            entry.push(("within".to_owned(), true.into()));
            entry
        }));
        let tables: Vec<Value> = entries.into_iter().map(table).collect();
        let value = if let [only] = &tables[..] { only.clone() } else { Value::Array(tables) };
        c.file.set(heading, "zone_move", value);
    }
}

/// The moves of a type along the diagonal lines of palaces, if there are any.
fn along_lines(c: &Convert<'_>, ty: Type) -> Option<&'static str> {
    let lines = c.settings.squares("diagonalLines");
    if lines.is_empty() {
        return None;
    }
    let soldier = Type::named("soldier") == Some(ty);
    let (word, origin) = c.settings.moves(ty);
    // A king whose moves are given in a file is a custom type there, even if they are those of janggi.
    if ty == Type::KING && matches!(origin, Origin::Text(_)) {
        return None;
    }
    let (text, rides) = match (ty.is_custom(), word.text.as_str()) {
        (false, "W") => ("F", false),
        (false, "fsW") if soldier => ("fF", false),
        (false, "R") => ("B", true),
        (false, "pR") if ty.spares_its_like() => ("pB", true),
        _ => return None,
    };
    if soldier && c.settings.number("soldierPromotionRank") > 1 {
        c.refuse(
            "diagonalLines",
            "soldiers that do not go sideways yet would use them in one way and attack in another",
        );
    }
    // In variant files, every square of a ride must be in the zone; in the format, only the last.
    let gap = lines.iter().any(|from| {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|by| {
            let way = std::iter::successors(Some(from), |at| step(c.board, Color::White, *at, by)).skip(1);
            way.skip_while(|at| lines.has(*at)).any(|at| lines.has(at))
        })
    });
    if rides && gap {
        c.refuse("diagonalLines", "pieces would ride over squares that are on no line");
    }
    Some(text)
}

fn region(c: &mut Convert<'_>, kind: Kind, read: &Moves, heading: &str) {
    let regions = ByColor::from_fn(|side| c.settings.region(kind.ty, side));
    if regions == ByColor([c.board.area(); 2]) {
        return;
    }
    for side in c.owners(kind) {
        refuse_region(c, kind, side, read, regions[side]);
    }
    let value = c.sided(regions);
    c.file.set(heading, "region", value);
}

/// Refuses mobility regions that restrict more than moves: Fairy-Stockfish tests them nowhere else.
fn refuse_region(c: &Convert<'_>, kind: Kind, side: Color, read: &Moves, region: Area) {
    let refuse = |why: &str| c.refuse_moves(kind.ty, None, why);
    if !c.start.squares(side, kind.ty).within(region) {
        refuse("it begins outside of its mobility region");
    }
    let castlings = || c.start.castlings[side].iter().flatten();
    let own = |at: Square| c.start.pieces.contains(&(at, kind, side));
    let is_wide = |castling: &Castling| {
        let rank = c.board.rank(castling.king);
        own(castling.king) && !c.board.area_where(|_, other| other == rank).within(region)
    };
    if castlings().any(is_wide) {
        refuse("it would castle out of its mobility region, and across squares outside of it");
    }
    if kind.ty == Type::PAWN {
        pawn_region(c, side, read, region);
    }
    let zone = c.settings.squares_of("promotionRegion", side);
    let promoted = kind.base.is_some() || c.settings.types_of("promotionPieceTypes", side).has(kind.ty);
    // A piece with optional promotion may promote with a move that leaves the zone.
    let leaves_zone = zone.any() && kind.base.is_some() && !c.settings.flag("mandatoryPiecePromotion");
    if leaves_zone || promoted && !zone.within(region) {
        refuse("it would be promoted to outside of its mobility region");
    }
    let comes_outside = |castling: &Castling| {
        let inward = if castling.rook > castling.king { -1 } else { 1 };
        let to = c.board.square(i16::from(castling.to) + inward, c.board.rank(castling.king).into());
        own(castling.rook) && !to.is_some_and(|to| region.has(to))
    };
    if castlings().any(comes_outside) {
        refuse("a king would castle with it out of its mobility region");
    }
    // A ride may pass squares on which the piece may not be.
    let leaves = region.iter().any(|from| {
        read.parts.iter().chain(&read.initial).any(|part| {
            let way = part.squares(c.board, side, from);
            let out = way.iter().position(|at| !region.has(*at));
            out.is_some_and(|out| way[out..].iter().any(|at| region.has(*at)))
        })
    });
    if leaves {
        let key = kind.ty.key();
        refuse(&format!("`{key}` rides over squares outside of its mobility region and back into it"));
    }
}

/// Refuses en passant captures of pawns on squares where they may not stand, and multiple steps across such squares.
fn pawn_region(c: &Convert<'_>, side: Color, read: &Moves, region: Area) {
    let outside = passed_by(c, side) & !region;
    let captures =
        |from| read.parts.iter().filter(|part| part.captures).flat_map(move |part| part.squares(c.board, side, from));
    if region.iter().flat_map(captures).any(|at| outside.has(at)) {
        c.refuse_moves(Type::PAWN, None, "captures en passant would end outside of its mobility region");
    }
    let skips = pawn_steps(c, side).into_iter().any(|(by, starts)| {
        let ends = |from: &Square| step(c.board, side, *from, by).is_some_and(|to| region.has(to));
        (starts & region).iter().filter(ends).any(|from| !between(c, side, from, by).within(region))
    });
    if skips {
        c.refuse_moves(Type::PAWN, None, "double steps would pass squares outside of its mobility region");
    }
}

/// Writes whether moves of a kind are progress: if its type counts, and it has moves that cannot be taken back.
fn counts_as_pawn(c: &mut Convert<'_>, kind: Kind, read: &Moves, heading: &str) {
    let counts = ByColor::from_fn(|side| {
        let back = |part: &Part| {
            let step = (-part.step.0, -part.step.1);
            read.parts.iter().any(|other| other.quiet && other.step == step)
        };
        let lasting = read.parts.iter().any(|part| part.quiet && !back(part));
        c.settings.types_of("nMoveRuleTypes", side).has(kind.ty) && (lasting || !read.initial.is_empty())
    });
    let [white, black] = Color::ALL.map(|side| counts[side] && c.reach[side].contains(&kind));
    let both = Color::ALL.iter().all(|side| c.reach[*side].contains(&kind));
    let value = match (white, black) {
        (true, false) if both => Value::from("white"),
        (false, true) if both => Value::from("black"),
        (counts, other) => Value::from(counts || other),
    };
    let default = kind.base.is_none() && c.id(kind) == "P";
    if value != Value::from(default) {
        c.file.set(heading, "counts_as_pawn", value);
    }
}
