//! Pieces: which there are, how they move, which are royal.

use super::convert::Convert;
use super::moves::{self, Moves, Part, Reach, spell};
use super::settings::Settings;
use super::squares::Set;
use super::start::{Castling, Kind, Start};
use super::types::Type;
use crate::board::{ByColor, Color};
use crate::import::write::{list, table};
use toml::Value;

/// The kinds that each side can ever have on the board.
pub fn reach(settings: &Settings, start: &Start) -> ByColor<Vec<Kind>> {
    let mut reach = ByColor::from_fn(|side| {
        let mut kinds: Vec<Kind> =
            start.pieces.iter().filter(|(.., owner)| *owner == side).map(|(_, kind, _)| *kind).collect();
        if settings.flag("pieceDrops") || settings.flag("virginGating") {
            kinds.extend(start.hands[side].iter().map(|ty| Kind::plain(*ty)));
        }
        kinds.sort();
        kinds.dedup();
        kinds
    });
    let mut grown = true;
    while grown {
        grown = false;
        for side in Color::ALL {
            for kind in reach[side].clone() {
                let mut more = Vec::new();
                if !settings.squares_of("promotionRegion", side).is_empty() {
                    if promotes_as_pawn(settings, kind.ty, side) {
                        more.extend(settings.types_of("promotionPieceTypes", side).iter().map(Kind::plain));
                    }
                    let form = settings.form(kind.ty).filter(|_| kind.base.is_none());
                    more.extend(form.map(|form| Kind { ty: form, base: Some(kind.ty) }));
                }
                if settings.flag("pieceDemotion") {
                    more.extend(kind.base.map(Kind::plain));
                }
                for kind in more {
                    if !reach[side].contains(&kind) {
                        (grown, _) = (true, reach[side].push(kind));
                    }
                }
                let comes_back = settings.flag("capturesToHand") && settings.flag("pieceDrops")
                    || settings.flag("twoBoards") && settings.flag("pieceDrops");
                let held = Kind::plain(kind.base.unwrap_or(kind.ty));
                if comes_back && held.ty != Type::KING && !reach[!side].contains(&held) {
                    (grown, _) = (true, reach[!side].push(held));
                }
            }
        }
    }
    reach
}

/// Whether a type promotes as pawns do.
pub fn promotes_as_pawn(settings: &Settings, ty: Type, side: Color) -> bool {
    ty == Type::PAWN || settings.types_of("promotionPawnTypes", side).has(ty)
}

/// Writes `[pieces]`, `[royalty]` and `[castling]`.
pub fn write(c: &mut Convert<'_>) {
    let castling = castling(c);
    let passed = passed(c);
    for kind in c.kinds() {
        piece(c, kind, &castling, passed);
    }
    royalty(c);
}

fn moves(c: &Convert<'_>, ty: Type) -> Moves {
    let (word, _) = c.settings.moves(ty);
    match moves::read(&word.text) {
        Ok(moves) => {
            if let Some(fault) = moves::fault(&moves.parts).or(moves::fault(&moves.initial)) {
                c.refuse_moves(ty, None, fault);
            }
            moves
        }
        Err((at, message)) => {
            c.refuse_moves(ty, Some(at), &message);
            Moves::default()
        }
    }
}

/// The squares that a part passes before it ends, where it goes along a line.
fn between(c: &Convert<'_>, side: Color, from: (u8, u8), step: (i8, i8)) -> Vec<(u8, u8)> {
    let length = step.0.abs().max(step.1.abs());
    if step.0 != 0 && step.1 != 0 && step.0.abs() != step.1.abs() {
        return Vec::new();
    }
    let unit = (step.0.signum(), step.1.signum());
    let mut passed = Vec::new();
    let mut at = from;
    for _ in 1..length {
        let Some(next) = c.board.step(side, at, unit) else { break };
        passed.push(next);
        at = next;
    }
    passed
}

/// Where a pawn's double steps, and the initial moves of other pieces, begin.
fn double_region(c: &Convert<'_>, side: Color) -> Set {
    if c.settings.flag("doubleStep") {
        c.settings.squares_of("doubleStepRegion", side).and(c.board.all())
    } else {
        Set::default()
    }
}

/// Whether anybody could capture en passant, for each side that captures.
fn passed(c: &Convert<'_>) -> ByColor<bool> {
    ByColor::from_fn(|captor| {
        let able = c.reach[captor].iter().any(|kind| captures_en_passant(c.settings, kind.ty, captor));
        able && !passed_by(c, captor).is_empty()
    })
}

/// The squares on which a side could capture en passant.
pub fn passed_by(c: &Convert<'_>, captor: Color) -> Set {
    let side = !captor;
    let mut found = Set::default();
    for kind in c.reach[side].clone() {
        let triple = c.settings.squares_of("tripleStepRegion", side).and(c.board.all());
        let region = double_region(c, side);
        let steps: Vec<((i8, i8), Set)> = if kind.ty == Type::PAWN {
            vec![((0, 2), region), ((0, 3), triple)]
        } else {
            moves(c, kind.ty).initial.iter().flat_map(|part| steps(part).map(|step| (step, region))).collect()
        };
        for (step, region) in steps {
            for from in region.iter().filter(|from| c.board.step(side, *from, step).is_some()) {
                between(c, side, from, step).into_iter().for_each(|at| found.insert(at));
            }
        }
    }
    found.and(c.settings.squares_of("enPassantRegion", captor))
}

/// The steps that a part makes at most on an empty board.
fn steps(part: &Part) -> impl Iterator<Item = (i8, i8)> {
    let most = match part.reach {
        Reach::Slide(0) => 11,
        Reach::Slide(range) => range as i8,
        _ => 1,
    };
    let (a, b) = part.step;
    (1..=most).map(move |times| (a * times, b * times))
}

pub fn captures_en_passant(settings: &Settings, ty: Type, side: Color) -> bool {
    ty == Type::PAWN || settings.types_of("enPassantTypes", side).has(ty)
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
    let read = moves(c, ty);
    let far = c.settings.number("soldierPromotionRank") as u8;
    let late = Type::named("soldier") == Some(ty) && far > 0;
    let parts: Vec<Part> = read.parts.iter().filter(|part| !late || part.step.0 == 0).copied().collect();
    let text = ByColor::from_fn(|side| {
        let en_passant = captures_en_passant(c.settings, ty, side) && passed[side];
        spell(&parts, en_passant)
    });
    let mut text = text;
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
    let owners: Vec<Color> = Color::ALL.into_iter().filter(|side| c.reach[*side].contains(&kind)).collect();
    match owners[..] {
        [only] => c.file.set(&heading, "move", text[only].clone()),
        _ => {
            c.file.set(&heading, "move", text[Color::White].clone());
            if text[Color::White] != text[Color::Black] {
                c.file.set(&heading, "black_move", text[Color::Black].clone());
            }
        }
    }
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
        c.file.set(&heading, "zone_move", value);
    }
}

/// What a type can do along the diagonal lines of palaces, if there are any.
fn along_lines(c: &Convert<'_>, ty: Type) -> Option<&'static str> {
    let lines = c.settings.squares("diagonalLines").and(c.board.all());
    if lines.is_empty() {
        return None;
    }
    let soldier = Type::named("soldier") == Some(ty);
    let word = c.settings.moves(ty).0.text;
    let (text, rides) = match (ty.is_custom(), word.as_str()) {
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

/// Whether pieces become this kind.
fn becomes(c: &Convert<'_>, side: Color, kind: Kind) -> bool {
    let s = c.settings;
    let pawns = || c.reach[side].iter().any(|other| promotes_as_pawn(s, other.ty, side));
    kind.base.is_some() || s.flag("pieceDemotion") || s.types_of("promotionPieceTypes", side).has(kind.ty) && pawns()
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
        if leaves {
            let why = format!("`{setting}` rides over squares outside of its mobility region and back into it");
            c.refuse_moves(kind.ty, None, &why);
        }
    }
    let value = c.sided(sets);
    c.file.set(heading, "region", value);
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

/// How a type castles, in words, for each side.
struct Castle {
    castler: Option<Type>,
    text: ByColor<String>,
}

fn castling(c: &mut Convert<'_>) -> Castle {
    let none = Castle { castler: None, text: ByColor::default() };
    if !c.castles() {
        return none;
    }
    let castlers = Color::ALL.map(|side| c.settings.piece(&format!("castlingKingPiece{}", side.name())));
    let active = |side: Color| c.start.castlings[side].iter().any(Option::is_some);
    let castlers: Vec<Type> =
        Color::ALL.into_iter().zip(castlers).filter(|(side, _)| active(*side)).filter_map(|(_, ty)| ty).collect();
    let castler = castlers[0];
    if castlers.iter().any(|other| *other != castler) {
        c.refuse("castlingKingPieceWhite", "the castling pieces of both sides are of different types");
        return none;
    }
    let with_king = |side: Color| active(side) && c.start.count(side, Type::KING) > 0;
    if castler != Type::KING && Color::ALL.into_iter().any(with_king) {
        c.refuse("castlingKingPieceWhite", "another piece than the king castles");
        return none;
    }
    if c.settings.flag("chess960") {
        c.file.set("castling", "style", "fischer");
        let file = |name: &str| char::from(b'a' + c.settings.number(name) as u8).to_string();
        let to = [("h", "castlingKingsideFile"), ("a", "castlingQueensideFile")];
        let to = table(to.map(|(key, name)| (key.to_owned(), Value::from(file(name)))));
        c.file.set("castling", "king_to", to);
        return Castle { castler: Some(castler), text: ByColor::from_fn(|_| "isO2".to_owned()) };
    }
    let mut text: ByColor<String> = ByColor::default();
    for side in Color::ALL.into_iter().filter(|side| active(*side)) {
        let wing = |castling: &Castling, right: bool| -> Option<(u8, u8)> {
            let (king, rim) = (castling.king.0, if right { c.board.files - 1 } else { 0 });
            let way = if right { castling.to.checked_sub(king) } else { king.checked_sub(castling.to) };
            let inside = rim.abs_diff(castling.rook);
            // The partner goes to the square that the king passes last.
            let beyond = king.abs_diff(castling.rook) >= king.abs_diff(castling.to);
            way.filter(|way| *way > 0 && inside < 2 && beyond).map(|way| (way, inside))
        };
        let [right, left] = c.start.castlings[side];
        let wings = [right.map(|castling| wing(&castling, true)), left.map(|castling| wing(&castling, false))];
        if wings.contains(&Some(None)) {
            c.refuse("castling", "the castling piece goes to a square that the moves of variant files cannot name");
            return none;
        }
        let [right, left] = wings.map(Option::flatten);
        let term = |letter: &str, wing: Option<(u8, u8)>| {
            wing.map_or(String::new(), |(way, inside)| format!("i{letter}{}O{way}", if inside == 1 { "j" } else { "" }))
        };
        let turned = side == Color::Black;
        text[side] = if right == left {
            term("s", right)
        } else {
            term(if turned { "l" } else { "r" }, right) + &term(if turned { "r" } else { "l" }, left)
        };
    }
    // A side that never castles may have the other's moves: it has no rights.
    for side in Color::ALL.into_iter().filter(|side| !active(*side)) {
        text[side] = text[!side].clone();
    }
    let royal = castler == Type::KING || pseudo_royal(c).contains(&castler);
    if !royal {
        c.file.set("castling", "check_rule", "ignore");
    }
    Castle { castler: Some(castler), text }
}

/// Types that are royal without being the king.
fn pseudo_royal(c: &Convert<'_>) -> Vec<Type> {
    if !c.settings.flag("extinctionPseudoRoyal") {
        return Vec::new();
    }
    c.settings.types("extinctionPieceTypes").iter().filter(|ty| !c.ids(*ty).is_empty()).collect()
}

fn royalty(c: &mut Convert<'_>) {
    let pseudo = pseudo_royal(c);
    let mut types = pseudo.clone();
    if c.has_king() && !types.contains(&Type::KING) {
        types.push(Type::KING);
    }
    let mut ids: Vec<String> = types.iter().flat_map(|ty| c.ids(*ty)).collect();
    ids.dedup();
    c.file.set("royalty", "pieces", list(ids));
    if let Some(mode) = mode(c, &pseudo) {
        c.file.set("royalty", "mode", mode);
    }
    if c.has_king() && !c.settings.flag("checking") {
        c.file.set("royalty", "giving_check", "forbidden");
    }
    if c.has_king() && c.settings.flag("flyingGeneral") {
        c.file.set("royalty", "facing", "file-and-rank");
    }
    if c.has_king() && c.settings.flag("bikjangRule") {
        if c.settings.flag("flyingGeneral") || !c.passes() || !pseudo.is_empty() {
            c.refuse("bikjangRule", "it is for kings that may face each other and may pass, the only royal pieces");
        }
        c.file.set("royalty", "facing", "file-and-rank");
        c.file.set("royalty", "facing_rule", if c.counts_points() { "adjudicate" } else { "draw-if-kept" });
    }
    let only_kings = ["checking", "flyingGeneral", "checkCounting", "perpetualCheckIllegal", "dropChecks"];
    if c.has_king() && !pseudo.is_empty() {
        for name in only_kings {
            let rule = c.settings.flag(name) != ["checking", "dropChecks"].contains(&name);
            if rule && (name != "dropChecks" || c.drops()) {
                c.refuse(name, "it would be about kings alone, and there are other royal pieces");
            }
        }
    }
    if c.has_king() && c.drops() && !c.settings.flag("dropChecks") {
        c.refuse("dropChecks", "drops may give check");
    }
}

/// Which of the royal pieces must be safe, where it is not each of them.
fn mode(c: &Convert<'_>, pseudo: &[Type]) -> Option<&'static str> {
    let most = c.settings.number("extinctionPieceCount") + 1;
    let mut last = false;
    let mut each = c.has_king();
    for side in Color::ALL {
        let own: Vec<Type> =
            pseudo.iter().copied().filter(|ty| c.reach[side].iter().any(|kind| kind.ty == *ty)).collect();
        for &ty in &own {
            let grows = c.reach[side].iter().any(|kind| {
                kind.ty == ty
                    && (c.settings.types_of("promotionPieceTypes", side).has(ty) && becomes(c, side, Kind::plain(ty))
                        || c.drops() && c.settings.flag("capturesToHand"))
            });
            let turned = c.reach[side].iter().find(|kind| kind.ty == ty).and_then(|kind| kind.base);
            let others: u32 =
                own.iter().filter(|other| turned == Some(**other)).map(|other| c.start.count(side, *other)).sum();
            if turned.is_some_and(|base| !pseudo.contains(&base)) {
                c.refuse("extinctionPseudoRoyal", "pieces become royal by promotion");
            }
            let count = c.start.count(side, ty) + others;
            match () {
                () if count <= most && !(grows && c.settings.number("extinctionPieceCount") < 20) => each = true,
                () if most == 1 && own.len() == 1 => last = true,
                () => c.refuse("extinctionPieceCount", "no rule makes pieces royal as soon as few of them are left"),
            }
        }
    }
    if c.settings.flag("dupleCheck") && last && !pseudo.is_empty() {
        return Some("all");
    }
    if last && each {
        let single = Color::ALL.iter().all(|side| {
            let royal = |ty: &Type| pseudo.contains(ty) || *ty == Type::KING;
            let mut types: Vec<Type> = c.reach[*side].iter().map(|kind| kind.ty).filter(royal).collect();
            types.dedup();
            types.len() <= 1
        });
        if !single {
            c.refuse("extinctionPseudoRoyal", "of some royal pieces the last one counts, of others each");
        }
    }
    last.then_some("last")
}
