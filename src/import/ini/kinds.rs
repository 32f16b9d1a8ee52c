//! Pieces: how they move, where they may stand, what counts as progress.

use super::castling::{Castle, castling};
use super::convert::Convert;
use super::moves::{Moves, Part, Reach, spell};
use super::passing::{between, captures_en_passant, double_region, moves_of, passed, passed_by, pawn_steps, steps};
use super::reach::becomes;
use super::royalty::royalty;
use super::settings::Origin;
use super::squares::Set;
use super::start::{Castling, Kind};
use super::types::Type;
use crate::board::{ByColor, Color};
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

/// Further moves from some squares: the moves in words, and where.
type Further = Vec<(String, ByColor<Set>)>;

fn piece(c: &mut Convert<'_>, kind: Kind, castling: &Castle, passed: ByColor<bool>) {
    let id = c.id(kind);
    let heading = if kind.base.is_some() { format!("pieces.\"{id}\"") } else { format!("pieces.{id}") };
    let ty = kind.ty;
    let title = match kind.base {
        Some(base) => base.title().map(|title| format!("Promoted {}", title.to_lowercase())),
        None => ty.title(),
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
        let zone = ByColor::from_fn(|side| {
            (far..c.board.ranks).fold(Set::default(), |sum, rank| sum.or(c.board.rank(side, rank)))
        });
        further.push((spell(&sideways, false), zone));
    }
    initial(c, kind, &read, passed, &mut text, &mut further);
    if ty == Type::KING && c.passes() {
        Color::ALL.into_iter().for_each(|side| text[side] = format!("{}O", text[side].trim_start_matches("none")));
    }
    if castling.castler == Some(ty) {
        for side in Color::ALL {
            let own = &castling.text[side];
            let there = text[side] != "none";
            text[side] = if there { format!("{}{own}", text[side]) } else { own.clone() };
            if text[side].is_empty() {
                text[side] = "none".to_owned();
            }
        }
    }
    write_moves(c, kind, &heading, &text);
    if kind.base.is_none()
        && let Some(form) = c.settings.form(ty)
    {
        let face = Kind { ty: form, base: Some(ty) };
        if c.kinds().contains(&face) {
            let face = c.id(face);
            c.file.set(&heading, "form", face);
        }
    } else if kind.base.is_some() && c.settings.form(ty).is_some() {
        c.refuse("promotedPieceType", "a piece that has been promoted promotes no further");
    }
    if ty.spares_its_like() {
        let alike = list(c.ids(ty));
        c.file.set(&heading, "hop_exclude", alike);
    }
    region(c, kind, &read, &heading);
    counts_as_pawn(c, kind, &read, &heading);
    write_zone_moves(c, ty, &heading, further);
}

/// Writes the moves of both sides, once where they are the same or only one side has the piece.
fn write_moves(c: &mut Convert<'_>, kind: Kind, heading: &str, text: &ByColor<String>) {
    let owners: Vec<Color> = Color::ALL.into_iter().filter(|side| c.reach[*side].contains(&kind)).collect();
    match owners[..] {
        [only] => c.file.set(heading, "move", text[only].clone()),
        _ => {
            c.file.set(heading, "move", text[Color::White].clone());
            if text[Color::White] != text[Color::Black] {
                c.file.set(heading, "black_move", text[Color::Black].clone());
            }
        }
    }
}

/// Writes the moves from some squares, those along diagonal lines among them.
fn write_zone_moves(c: &mut Convert<'_>, ty: Type, heading: &str, further: Further) {
    let lines = along_lines(c, ty).map(|text| {
        let zone = ByColor([c.settings.squares("diagonalLines").and(c.board.all()); 2]);
        (text.to_owned(), zone)
    });
    if !further.is_empty() || lines.is_some() {
        let entry = |(text, zone): (String, ByColor<Set>)| {
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

/// What a type can do along the diagonal lines of palaces, if there are any.
fn along_lines(c: &Convert<'_>, ty: Type) -> Option<&'static str> {
    let lines = c.settings.squares("diagonalLines").and(c.board.all());
    if lines.is_empty() {
        return None;
    }
    let soldier = Type::named("soldier") == Some(ty);
    let (word, origin) = c.settings.moves(ty);
    // A king with moves from a file is a type of its own there, be they those of janggi's.
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
    // In a zone every square of a ride must lie, there the last alone.
    let gap = lines.iter().any(|from| {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|step| {
            let way = std::iter::successors(Some(from), |at| c.board.step(Color::White, *at, step)).skip(1);
            way.skip_while(|at| lines.has(*at)).any(|at| lines.has(at))
        })
    });
    if rides && gap {
        c.refuse("diagonalLines", "pieces would ride over squares that are on no line");
    }
    Some(text)
}

/// Double steps of pawns, and what other pieces do from their first squares.
fn initial(
    c: &Convert<'_>,
    kind: Kind,
    read: &Moves,
    passed: ByColor<bool>,
    text: &mut ByColor<String>,
    further: &mut Further,
) {
    let pawn = kind.ty == Type::PAWN;
    let double = Part { step: (0, 2), reach: Reach::Lame, quiet: true, captures: false };
    let parts = if pawn { vec![double] } else { read.initial.clone() };
    let regions = ByColor::from_fn(|side| double_region(c, side));
    let owners: Vec<Color> = Color::ALL.into_iter().filter(|side| c.reach[*side].contains(&kind)).collect();
    let triples = ByColor::from_fn(|side| {
        let region = c.settings.squares_of("tripleStepRegion", side).and(c.board.all());
        if pawn { region } else { Set::default() }
    });
    if owners.iter().any(|side| !triples[*side].without(regions[*side]).is_empty()) {
        c.refuse("tripleStepRegionWhite", "triple steps begin where there are double steps, too");
        return;
    }
    if owners.iter().all(|side| regions[*side].is_empty()) {
        return;
    }
    // Whoever is passed can be captured on each square of the way, or on none.
    let some = |part: &Part, side: Color, from: Set| {
        let allowed = c.settings.squares_of("enPassantRegion", !side);
        from.iter().any(|at| {
            let ends = steps(part).filter(|step| c.board.step(side, at, *step).is_some());
            let way: Set = ends.last().map_or(Vec::new(), |step| between(c, side, at, step)).into_iter().collect();
            !way.and(allowed).is_empty() && !way.without(allowed).is_empty()
        })
    };
    let refuse_mixed = |part: &Part, from: ByColor<Set>| {
        for side in owners.iter().copied().filter(|side| passed[!*side] && some(part, *side, from[*side])) {
            let why = "of the squares that a move passes some can be answered en passant, and others not";
            c.refuse(&format!("enPassantRegion{}", (!side).name()), why);
        }
    };
    // The squares from which a part can be answered en passant, and the others.
    let split = |part: &Part, ep: bool, from: ByColor<Set>| {
        ByColor::from_fn(|side| {
            let answered = |at: (u8, u8)| {
                let allowed = c.settings.squares_of("enPassantRegion", !side);
                let way = steps(part).last().map_or(Vec::new(), |step| between(c, side, at, step));
                passed[!side] && way.into_iter().any(|at| allowed.has(at))
            };
            from[side].iter().filter(|at| answered(*at) == ep).collect::<Set>()
        })
    };
    let none = |sets: &ByColor<Set>| owners.iter().all(|side| sets[*side].is_empty());
    // Whoever only goes ahead and is never dropped stands on a square of the start only while unmoved.
    let ahead = read.parts.iter().all(|part| part.step.1 > 0);
    let comes_anew = c.drops() || owners.iter().any(|side| becomes(c, *side, kind));
    let at_home = owners.iter().all(|side| c.start.squares(*side, kind.ty) == regions[*side]);
    for part in &parts {
        let reachable = ByColor::from_fn(|side| regions[side].without(triples[side]));
        refuse_mixed(part, reachable);
        let (answered, quiet) = (split(part, true, reachable), split(part, false, reachable));
        if !none(&answered) && part.reach == Reach::Leap {
            let why = "only moves that can be blocked on their way can be answered en passant";
            c.refuse_moves(kind.ty, None, why);
        }
        let unmoved = ahead && !comes_anew && at_home && none(&triples_of(&owners, triples));
        let plain = spell(std::slice::from_ref(part), false);
        let lame = |with: &str| match part.reach {
            Reach::Lame => plain.replacen('n', with, 1),
            _ => plain.replacen('m', &format!("m{with}"), 1),
        };
        if unmoved && none(&quiet) && part.reach == Reach::Lame {
            for side in Color::ALL {
                text[side] = format!("{}i{plain}", text[side]);
            }
            continue;
        }
        if !none(&answered) {
            further.push((lame("nn"), answered));
        }
        if !none(&quiet) {
            further.push((plain.clone(), quiet));
        }
    }
    let triple = Part { step: (0, 1), reach: Reach::Slide(3), quiet: true, captures: false };
    if !none(&triples) {
        refuse_mixed(&triple, triples);
        let (answered, quiet) = (split(&triple, true, triples), split(&triple, false, triples));
        if !none(&answered) {
            further.push(("fmnnR3".to_owned(), answered));
        }
        if !none(&quiet) {
            further.push(("fmR3".to_owned(), quiet));
        }
    }
}

fn triples_of(owners: &[Color], triples: ByColor<Set>) -> ByColor<Set> {
    ByColor::from_fn(|side| if owners.contains(&side) { triples[side] } else { Set::default() })
}

fn region(c: &mut Convert<'_>, kind: Kind, read: &Moves, heading: &str) {
    let sets = ByColor::from_fn(|side| c.settings.region(kind.ty, side).unwrap_or(c.board.all()));
    let setting = kind.ty.key();
    if Color::ALL.iter().all(|side| sets[*side].and(c.board.all()) == c.board.all()) {
        return;
    }
    for side in Color::ALL.into_iter().filter(|side| c.reach[*side].contains(&kind)) {
        let outside = c.start.squares(side, kind.ty).without(sets[side]);
        if !outside.is_empty() {
            c.refuse_moves(kind.ty, None, "it begins outside of its mobility region");
        }
        // Whoever rides does so over squares where it may not stand.
        let leaves = sets[side].iter().filter(|at| c.board.all().has(*at)).any(|from| {
            read.parts.iter().chain(&read.initial).any(|part| {
                let way = part.squares(c.board, side, from);
                let out = way.iter().position(|at| !sets[side].has(*at));
                out.is_some_and(|out| way[out..].iter().any(|at| sets[side].has(*at)))
            })
        });
        let king = |castling: &Castling| c.start.pieces.contains(&(castling.king, kind, side));
        let castlings = c.start.castlings[side].iter().flatten().filter(|castling| king(castling));
        let rank: Set =
            castlings.flat_map(|castling| c.board.all().iter().filter(|at| at.1 == castling.king.1)).collect();
        if !rank.without(sets[side]).is_empty() {
            c.refuse_moves(
                kind.ty,
                None,
                "it would castle out of its mobility region, and across squares outside of it",
            );
        }
        if kind.ty == Type::PAWN {
            pawn_region(c, side, read, sets[side].and(c.board.all()));
        }
        // The engine of this format asks for mobility regions where a piece moves, and nowhere else.
        let zone = c.settings.squares_of("promotionRegion", side).and(c.board.all());
        let promoted = kind.base.is_some() || c.settings.types_of("promotionPieceTypes", side).has(kind.ty);
        // Whoever need not promote in the zone may do so with a move that leaves it.
        let leaves_zone = kind.base.is_some() && !c.settings.flag("mandatoryPiecePromotion");
        if leaves_zone || promoted && !zone.without(sets[side]).is_empty() {
            c.refuse_moves(kind.ty, None, "it would be promoted to outside of its mobility region");
        }
        let beside = |castling: &Castling| {
            let to = if castling.rook > castling.king.0 { castling.to - 1 } else { castling.to + 1 };
            let rank = castling.king.1;
            c.start.pieces.contains(&((castling.rook, rank), kind, side)) && !sets[side].has((to, rank))
        };
        if c.start.castlings[side].iter().flatten().any(beside) {
            c.refuse_moves(kind.ty, None, "a king would castle with it out of its mobility region");
        }
        if leaves {
            let why = format!("`{setting}` rides over squares outside of its mobility region and back into it");
            c.refuse_moves(kind.ty, None, &why);
        }
    }
    let value = c.sided(sets);
    c.file.set(heading, "region", value);
}

/// Pawns capture en passant also where they may not stand, and pass no square where they may not.
fn pawn_region(c: &Convert<'_>, side: Color, read: &Moves, region: Set) {
    let outside = passed_by(c, side).without(region);
    let captures =
        |from| read.parts.iter().filter(|part| part.captures).flat_map(move |part| part.squares(c.board, side, from));
    if region.iter().flat_map(captures).any(|at| outside.has(at)) {
        c.refuse_moves(Type::PAWN, None, "captures en passant would end outside of its mobility region");
    }
    let skips = pawn_steps(c, side).into_iter().any(|(step, starts)| {
        let ends = |from: &(u8, u8)| c.board.step(side, *from, step).is_some_and(|to| region.has(to));
        let way = |from| between(c, side, from, step).into_iter();
        starts.and(region).iter().filter(ends).flat_map(way).any(|at| !region.has(at))
    });
    if skips {
        c.refuse_moves(Type::PAWN, None, "double steps would pass squares outside of its mobility region");
    }
}

/// Moves that cannot be taken back are progress, if the type counts.
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
