//! The rules of a section beyond its pieces.

use super::convert::Convert;
use super::enclosing;
use super::ends;
use super::moves;
use super::passing::{captures_en_passant, moves_of, passed};
use super::promotions;
use super::reach::promotes_as_pawn;
use super::royalty::{pseudo_royal, royals};
use super::squares::rank;
use super::start::Kind;
use super::types::Type;
use crate::board::{Area, ByColor, Color, Square};
use crate::import::write::{list, table};
use indexmap::IndexSet;
use toml::Value;

/// Writes all tables after the pieces.
pub fn write(c: &mut Convert<'_>) {
    captures(c);
    effects(c);
    promotions::write(c);
    immobile(c);
    hands(c);
    ends::write(c);
    passes(c);
}

fn captures(c: &mut Convert<'_>) {
    if c.settings.flag("mustCapture") {
        c.file.set("capture", "mandatory", true);
    }
    let immune = c.settings.types("mutuallyImmuneTypes");
    let spared = Type::each().filter(|ty| ty.spares_its_like() && !immune.has(*ty));
    let passed = passed(c);
    let in_passing = |ty: Type| {
        let able = |side: &Color| passed[*side] && captures_en_passant(c.settings, ty, *side);
        Color::ALL.iter().filter(|side| able(side)).any(|side| c.reach[*side].iter().any(|kind| kind.ty == ty))
    };
    if immune.iter().any(in_passing) {
        c.refuse("mutuallyImmuneTypes", "captures en passant would be forbidden, too");
    }
    let royal = royals(c);
    if immune.iter().any(|ty| royal.contains(&ty)) {
        c.refuse("mutuallyImmuneTypes", "royal pieces that may not be captured in this way would still be attacked");
    }
    for ty in immune.iter().chain(spared) {
        let ids = c.ids(ty);
        if !ids.is_empty() {
            c.file.add("capture.ban", vec![("attacker", list(ids.clone())), ("victim", list(ids))]);
        }
    }
}

fn effects(c: &mut Convert<'_>) {
    petrification(c);
    blast(c);
    enclosing::flips(c);
    match c.settings.text("wallingRule").as_str() {
        "none" => {}
        "past" => trail(c),
        rule => walls(c, rule),
    }
    refuse_hops_over_walls(c);
}

fn petrification(c: &mut Convert<'_>) {
    let s = c.settings;
    let types = s.types("petrifyOnCaptureTypes");
    let petrified = c.ids_of(types);
    if petrified.is_empty() {
        return;
    }
    if types.has(Type::KING) && c.has_king() {
        c.refuse("petrifyOnCaptureTypes", "a king that turns to stone leaves the game without a king");
    }
    if s.flag("capturesToHand") && c.drops() {
        let why = "a capturing piece that turns to stone also goes to the enemy's hand, for which there is no rule";
        c.refuse("petrifyOnCaptureTypes", why);
    }
    if s.flag("blastOnCapture") {
        c.refuse("petrifyOnCaptureTypes", "a capturing piece that explodes leaves no hole behind");
    }
    let entries = vec![("by", list(petrified)), ("where", "destination".into()), ("what", "hole".into())];
    c.file.add("effect", entries);
}

fn blast(c: &mut Convert<'_>) {
    let s = c.settings;
    if !s.flag("blastOnCapture") {
        return;
    }
    if c.has_king() {
        c.refuse("blastOnCapture", "kings explode only where they are `commoner`s and not `king`s");
    }
    if s.flag("capturesToHand") && c.drops() {
        c.refuse("blastOnCapture", "pieces that explode go to hands on both sides, for which there is no rule");
    }
    if pseudo_royal(c).into_iter().any(|ty| ty.moves() != Some("K")) {
        let why = "what attacks the last royal piece, and would explode with it, gives check unless both are kings";
        c.refuse("blastOnCapture", why);
    }
    let types = s.types("blastImmuneTypes");
    if royals(c).into_iter().any(|ty| types.has(ty) || types.has(Type::ALL)) {
        c.refuse("blastImmuneTypes", "royal pieces would be in danger where they do not explode");
    }
    let immune = c.ids_of(types);
    let beside: IndexSet<String> = c.ids(Type::PAWN).into_iter().chain(immune.iter().cloned()).collect();
    let all = c.ids(Type::ALL);
    for (place, spared) in [("destination", immune), ("around", beside.into_iter().collect())] {
        if all.iter().all(|id| spared.contains(id)) {
            continue;
        }
        let mut entries = vec![("where", Value::from(place))];
        if !spared.is_empty() {
            entries.push(("spare", list(spared)));
        }
        entries.push(("what", "remove".into()));
        c.file.add("effect", entries);
    }
}

/// Writes the walls that pieces leave behind.
fn trail(c: &mut Convert<'_>) {
    let everywhere = Color::ALL.iter().all(|side| c.settings.squares_of("wallingRegion", *side) == c.board.area());
    if !everywhere || c.castles() || c.drops() || c.settings.flag("wallOrMove") {
        c.refuse("wallingRule", "walls come behind every piece, wherever it stood");
    }
    if c.has_king() || !pseudo_royal(c).is_empty() {
        c.refuse("wallingRule", "leaving a wall in front of a royal piece covers it");
    }
    c.file.add("effect", vec![("when", "move".into()), ("where", "origin".into()), ("what", "hole".into())]);
}

/// Refuses hops over walls, which are hurdles in the format; in variant files they are holes, which are not squares at
/// all.
fn refuse_hops_over_walls(c: &Convert<'_>) {
    if !other_walls(c) && c.settings.text("wallingRule") == "none" {
        return;
    }
    for kind in c.kinds() {
        let read = moves_of(c, kind.ty);
        let hops = |part: &moves::Part| matches!(part.reach, moves::Reach::Hop(_) | moves::Reach::Grasshop);
        if read.parts.iter().chain(&read.initial).any(hops) {
            c.refuse_moves(kind.ty, None, "it hops over walls, and here nothing hops over holes");
        }
    }
}

/// Whether there are walls except for those that players place or leave behind.
fn other_walls(c: &Convert<'_>) -> bool {
    c.start.walls.any() || !c.ids_of(c.settings.types("petrifyOnCaptureTypes")).is_empty()
}

/// The rules of walls: the format's word, the piece that is placed, and the squares on which it may be.
const WALLS: [(&str, &str, &str); 4] = [
    ("duck", "duck", "anywhere"),
    ("static", "block", "anywhere"),
    ("arrow", "block", "reach"),
    ("edge", "block", "edge"),
];

/// Writes the walls that are placed with each move.
fn walls(c: &mut Convert<'_>, rule: &str) {
    let s = c.settings;
    let Some((_, what, place)) = WALLS.iter().find(|(word, ..)| *word == rule) else { return };
    if s.flag("wallOrMove") {
        c.refuse("wallOrMove", "a wall is placed with a move, never instead of one");
    }
    if c.drops() {
        c.refuse("wallingRule", "pieces are dropped without a wall, and here one is placed with every move but a pass");
    }
    if c.has_king() || !pseudo_royal(c).is_empty() {
        c.refuse("wallingRule", "placing a wall in front of a royal piece covers it");
    }
    if *what != "block" && other_walls(c) {
        c.refuse("wallingRule", "the first move removes all other walls");
    }
    let is_pawn = |ty: Type| Color::ALL.iter().any(|side| s.types_of("promotionPawnTypes", *side).has(ty));
    if *place == "reach" && c.kinds().iter().any(|kind| is_pawn(kind.ty) || s.form(kind.ty).is_some()) {
        c.refuse("wallingRule", "the arrow of a piece that promotes flies as before");
    }
    c.file.set("wall", "what", *what);
    if *place != "anywhere" {
        c.file.set("wall", "where", *place);
    }
    let squares = ByColor::from_fn(|side| s.squares_of("wallingRegion", side));
    if squares != ByColor([c.board.area(); 2]) {
        let squares = c.sided(squares);
        c.file.set("wall", "squares", squares);
    }
}

/// Refuses `immobilityIllegal` if variant files would not mean the same: the format forbids not only drops on squares
/// from which a piece could never move again, but also moves to them.
fn immobile(c: &mut Convert<'_>) {
    if !c.settings.flag("immobilityIllegal") {
        return;
    }
    let walls = c.start.walls;
    if c.settings.text("wallingRule") != "none" || !c.settings.types("petrifyOnCaptureTypes").is_empty() {
        c.refuse("immobilityIllegal", "walls that come later may leave a piece without moves");
    }
    for side in Color::ALL {
        for kind in c.reach[side].clone() {
            let read = moves_of(c, kind.ty);
            if read.parts.is_empty() {
                continue;
            }
            let blocked = |squares: Vec<Square>| squares.into_iter().all(|at| walls.has(at));
            let squares = (c.board.area() & !walls).iter();
            let stuck: Area = squares.filter(|at| blocked(read.quiet_squares(c.board, side, *at))).collect();
            let captures = |at: Square| {
                let way = |part: &moves::Part| part.squares(c.board, side, at);
                read.parts.iter().any(|part| part.captures && !blocked(way(part)))
            };
            if stuck.iter().any(captures) {
                c.refuse("immobilityIllegal", "a piece that can only capture on some squares is not immobile here");
            }
            let walled = |at: Square| {
                let open =
                    |part: &moves::Part| part.squares(c.board, side, at).first().is_some_and(|to| !walls.has(*to));
                !read.parts.iter().any(open)
            };
            if (c.board.area() & !walls & !stuck).iter().any(walled) {
                c.refuse(
                    "immobilityIllegal",
                    "a piece that walls surround is immobile here, even if it could ride past them",
                );
            }
            let zone = c.settings.squares_of("promotionRegion", side);
            let turns = c.settings.form(kind.ty).is_some()
                && kind.base.is_none()
                && !c.settings.flag("piecePromotionOnCapture")
                || promotes_as_pawn(c.settings, kind.ty, side)
                    && !c.settings.types_of("promotionPieceTypes", side).is_empty();
            let entered = read.parts.iter().any(|part| {
                c.board.all().any(|from| part.squares(c.board, side, from).into_iter().any(|at| stuck.has(at)))
            });
            if entered && !(turns && stuck.within(zone)) {
                c.refuse("immobilityIllegal", "pieces that do not promote may move to where they are stuck");
            }
        }
    }
}

fn hands(c: &mut Convert<'_>) {
    let s = c.settings;
    if s.flag("gating") && s.flag("virginGating") {
        c.file.set("gating", "mode", "virgin-square");
        if !pseudo_royal(c).is_empty() {
            c.refuse("extinctionPseudoRoyal", "a piece that enters by gating covers such a piece, but not a king");
        }
        if s.piece("dropNoDoubled").is_some() {
            c.refuse("dropNoDoubled", "a piece that enters by gating may stand on a file with others of its kind");
        }
    }
    if !c.hands() {
        return;
    }
    holdings(c);
    c.file.set("drop", "enabled", c.drops());
    if c.drops() {
        drops(c);
    } else {
        let kinds = c.kinds();
        regions(c, &kinds);
    }
}

/// Writes how hands are filled, and what captured pieces become in them.
fn holdings(c: &mut Convert<'_>) {
    let s = c.settings;
    let source = if s.flag("capturesToHand") {
        "captures"
    } else if s.flag("twoBoards") {
        "partner"
    } else {
        "fixed"
    };
    c.file.set("hand", "source", source);
    if source == "fixed" {
        return;
    }
    if s.flag("dropLoop") && c.kinds().iter().any(|kind| kind.base.is_some()) {
        c.refuse("dropLoop", "promoted forms lose their promotion in a hand");
    }
    let gone = undroppable(c);
    if gone.is_empty() {
        c.file.set("hand", "demote", !s.flag("dropLoop"));
    } else {
        let gone: Vec<_> = gone.into_iter().map(|kind| (c.id(kind), Value::from("gone"))).collect();
        c.file.set("hand", "demote", table(gone));
    }
    let several = Color::ALL.iter().any(|side| {
        let pawns = c.reach[*side].iter().filter(|kind| promotes_as_pawn(s, kind.ty, *side));
        pawns.count() > 1 && !s.types_of("promotionPieceTypes", *side).is_empty()
    });
    if several && !s.flag("dropLoop") {
        c.refuse("capturesToHand", "promoted pieces of different pawns go to a hand as the same pawn");
    }
}

/// The kinds of which a captured piece stays in the hand for good and matters no more, so that it might as well be gone.
fn undroppable(c: &Convert<'_>) -> Vec<Kind> {
    let s = c.settings;
    if !c.drops() || !s.flag("capturesToHand") || s.flag("dropLoop") {
        return Vec::new();
    }
    let counted = s.types("extinctionPieceTypes");
    let idle = |kind: &Kind| {
        let held = Color::ALL.iter().any(|side| c.start.hands[*side].contains(&kind.ty));
        let as_face = s.flag("dropPromoted") && s.form(kind.ty).is_some();
        let counts = counted.has(kind.ty) || counted.has(Type::ALL);
        let nowhere = Color::ALL.iter().all(|side| drop_region(c, *side, kind.ty).is_empty());
        kind.base.is_none() && kind.ty != Type::KING && nowhere && !held && !as_face && !counts
    };
    c.kinds().into_iter().filter(idle).collect()
}

/// Writes which drops are allowed.
fn drops(c: &mut Convert<'_>) {
    let s = c.settings;
    let kinds = c.kinds();
    if s.flag("dropPromoted") && kinds.iter().any(|kind| kind.base.is_some()) {
        if c.captures_fill_hands() {
            c.file.set("drop", "faces", "either");
        } else {
            c.refuse("dropPromoted", "pieces that never return to a hand have only one face there");
        }
    }
    if s.flag("mustDrop") {
        if !places_all(c) {
            let why = "a side that must drop has no other move here, even where no drop is possible; that never happens only where \
                       both sides begin with as many pieces in hand, each with room, and none of them gives check";
            c.refuse("mustDrop", why);
        }
        c.file.set("drop", "mandatory", true);
        if s.piece("mustDropType").is_some_and(|ty| ty != Type::ALL) {
            c.refuse("mustDropType", "a side that must drop must drop all that it has in hand");
        }
    }
    let bishop = Type::named("bishop").map(Kind::plain).filter(|bishop| kinds.contains(bishop));
    if let Some(bishop) = bishop.filter(|_| s.flag("dropOppositeColoredBishop")) {
        let id = c.id(bishop);
        c.file.set("drop", "unlike_shades", list([id]));
        let few = Color::ALL.iter().all(|side| c.start.count(*side, bishop.ty) <= 2);
        if !(few && s.flag("mustDrop") && places_all(c)) {
            let why = "shades depend on how many bishops a side has, except where both sides drop all pieces before any moves, \
                       and at most two bishops";
            c.refuse("dropOppositeColoredBishop", why);
        }
    }
    regions(c, &kinds);
    enclosing::drops(c);
    not_doubled(c, &kinds);
    if s.flag("immobilityIllegal") {
        c.file.set("drop", "no_immobile", true);
    }
    no_mate(c, &kinds);
}

/// Writes which drops may not mate: those of the pawn that only moves forward, where kings are mated.
fn no_mate(c: &mut Convert<'_>, kinds: &[Kind]) {
    let droppable = |ty: &Type| kinds.contains(&Kind::plain(*ty)) && !undroppable(c).contains(&Kind::plain(*ty));
    let ahead = Type::each().find(|ty| ty.moves() == Some("fW")).filter(droppable);
    let Some(ty) = ahead.filter(|_| c.settings.flag("pawnDropMateIllegal") && c.has_king()) else { return };
    match c.start.checks {
        // Every check wins, so a mate does, too.
        Some([1, 1]) => return,
        Some(_) => c.refuse("pawnDropMateIllegal", "a drop that gives the last check wins, even if it mates"),
        None if ends::decides_by_place(c, ty, ByColor::from_fn(|side| landing(c, side, ty))) => {
            c.refuse("pawnDropMateIllegal", "a drop that reaches a goal wins, even if it mates");
        }
        None => {}
    }
    let id = c.id(Kind::plain(ty));
    c.file.set("drop", "no_mate", list([id]));
}

/// Writes how many pieces of a type may be on a file.
fn not_doubled(c: &mut Convert<'_>, kinds: &[Kind]) {
    let s = c.settings;
    let Some(ty) = s.piece("dropNoDoubled").filter(|ty| *ty != Type::ALL) else { return };
    let most = s.number("dropNoDoubledCount");
    let plain = Kind::plain(ty);
    if most == 0 {
        // Such a piece is never dropped, wherever others stand.
    } else if c.ids(ty).len() > 1 {
        c.refuse("dropNoDoubled", "promoted pieces of this type would count, too");
    } else if kinds.contains(&plain) {
        let id = c.id(plain);
        c.file.set("drop", "max_per_file", table([(id, Value::from(i64::from(most)))]));
    }
}

/// Whether both sides drop all pieces in hand before any piece moves, and always can: each has enough squares, and no
/// royal piece is attacked meanwhile.
fn places_all(c: &Convert<'_>) -> bool {
    let (s, hands) = (c.settings, &c.start.hands);
    let other_limits = s.piece("dropNoDoubled").is_some() || s.flag("immobilityIllegal") || s.flag("flyingGeneral");
    let lines = !s.squares("diagonalLines").is_empty();
    if c.captures_fill_hands() || other_limits || lines || hands[Color::White].len() != hands[Color::Black].len() {
        return false;
    }
    let taken: Area = c.start.pieces.iter().map(|(at, ..)| *at).collect();
    let empty = c.board.area() & !taken & !c.start.walls;
    let open = |side: Color, ty: Type| drop_region(c, side, ty) & c.settings.region(ty, side) & empty;
    let royals = royals(c);
    let royal = |ty: Type| royals.contains(&ty);
    // No piece on the board moves, so lines are never longer than at the start.
    let attacks = |side: Color, ty: Type, from: Square| -> Area {
        let parts = moves_of(c, ty).parts;
        let hit = parts.iter().filter(|part| part.captures).flat_map(|part| {
            let squares = part.squares(c.board, side, from);
            let slides = matches!(part.reach, moves::Reach::Slide(_));
            let end = squares.iter().position(|at| slides && !empty.has(*at)).map_or(squares.len(), |at| at + 1);
            squares.into_iter().take(end)
        });
        hit.collect()
    };
    Color::ALL.into_iter().all(|side| {
        let crowd = |squares: Area| {
            let meets = |ty: &&Type| (open(!side, **ty) & squares).any();
            hands[side].len() + hands[!side].iter().filter(meets).count()
        };
        let room = hands[side].iter().all(|ty| open(side, *ty).iter().count() >= crowd(open(side, *ty)));
        let standing = c.start.pieces.iter().filter(|(_, kind, owner)| *owner == !side && royal(kind.ty));
        let held = hands[!side].iter().filter(|ty| royal(**ty)).flat_map(|ty| open(!side, *ty).iter());
        let threatened: Area = standing.map(|(at, ..)| *at).chain(held).collect();
        let standing = c.start.pieces.iter().filter(|(.., owner)| *owner == side).map(|(at, kind, _)| (kind.ty, *at));
        let held = hands[side].iter().flat_map(|ty| open(side, *ty).iter().map(|at| (*ty, at)));
        room && standing.chain(held).all(|(ty, from)| (attacks(side, ty, from) & threatened).is_empty())
    })
}

/// The squares where a side may drop a type, regardless of other pieces.
fn drop_region(c: &Convert<'_>, side: Color, ty: Type) -> Area {
    let s = c.settings;
    let mut region = s.squares_of("dropRegion", side);
    if s.piece("dropNoDoubled") == Some(ty) && s.number("dropNoDoubledCount") == 0 {
        return Area::EMPTY;
    }
    if ty == Type::PAWN && !s.flag("promotionZonePawnDrops") {
        region &= !s.squares_of("promotionRegion", side);
    }
    if ty == Type::PAWN && !s.flag("firstRankPawnDrops") {
        region &= !rank(c.board, side, 0);
    }
    if ty.key() == "rook" && s.flag("sittuyinRookDrop") {
        region &= rank(c.board, side, 0);
    }
    region
}

/// The same without squares on which the piece could never move, if it may not be dropped there.
fn landing(c: &Convert<'_>, side: Color, ty: Type) -> Area {
    let moves = |at: &Square| moves_of(c, ty).parts.iter().any(|part| !part.squares(c.board, side, *at).is_empty());
    let region = drop_region(c, side, ty);
    if c.settings.flag("immobilityIllegal") { region.iter().filter(moves).collect() } else { region }
}

/// Writes the squares on which pieces enter from a hand.
fn regions(c: &mut Convert<'_>, kinds: &[Kind]) {
    let s = c.settings;
    let whole = ByColor::from_fn(|side| s.squares_of("dropRegion", side));
    let mut regions = Vec::new();
    let all = ByColor([c.board.area(); 2]);
    let dropped = kinds.iter().filter(|kind| kind.base.is_none() && kind.ty != Type::KING);
    let held = |kind: &Kind| Color::ALL.iter().any(|side| c.start.hands[*side].contains(&kind.ty));
    let gone = undroppable(c);
    let dropped = dropped.copied().filter(|kind| (c.captures_fill_hands() || held(kind)) && !gone.contains(kind));
    let dropped: Vec<Kind> = dropped.collect();
    for &kind in &dropped {
        let never = s.piece("dropNoDoubled") == Some(kind.ty) && s.number("dropNoDoubledCount") == 0;
        let region = ByColor::from_fn(|side| drop_region(c, side, kind.ty));
        if let Some(side) = Color::ALL.into_iter().find(|side| region[*side].is_empty()) {
            let first = if s.flag("firstRankPawnDrops") { Area::EMPTY } else { rank(c.board, side, 0) };
            let elsewhere = kind.ty == Type::PAWN && !(whole[side] & !first).is_empty();
            let zone = if elsewhere { "promotionRegion" } else { "dropRegion" };
            let setting = if never { "dropNoDoubledCount".to_owned() } else { format!("{zone}{}", side.name()) };
            c.refuse(&setting, "here every piece in hand can be dropped somewhere");
        } else if region != whole {
            let faces = kinds.iter().filter(|face| s.flag("dropPromoted") && face.base == Some(kind.ty));
            let faces: Vec<Kind> = faces.copied().collect();
            for kind in [kind].into_iter().chain(faces) {
                let id = c.id(kind);
                regions.push((id, c.sided(region)));
            }
        }
    }
    let listed = |kind: &Kind| regions.iter().any(|(id, _)| *id == c.id(*kind));
    if whole != all && !dropped.iter().all(listed) {
        regions.push(("*".to_owned(), c.sided(whole)));
    }
    if !regions.is_empty() {
        c.file.set("drop", "regions", table(regions));
    }
}

/// Writes the passes, and the result of two in a row.
fn passes(c: &mut Convert<'_>) {
    let s = c.settings;
    let [white, black] = ["passWhite", "passBlack"].map(|name| s.flag(name));
    if !c.passes() {
        for name in ["passWhite", "passBlack"].into_iter().filter(|name| s.flag(name)) {
            let why = if white && black { "passes are moves of kings here" } else { "both sides may pass, or neither" };
            c.refuse(name, why);
        }
        return;
    }
    if s.flag("mustCapture") || s.flag("mustDrop") || s.text("wallingRule") != "none" {
        c.refuse("passWhite", "a side with a mandatory move does not pass");
    }
    c.file.set("end", "double_pass", if c.counts_points() { "score" } else { "draw" });
}
