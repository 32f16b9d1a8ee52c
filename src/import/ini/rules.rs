//! The rules of a section beyond its pieces.

use super::convert::Convert;
use super::kinds::{captures_en_passant, passed_by, promotes_as_pawn};
use super::moves;
use super::squares::Set;
use super::start::Kind;
use super::types::{Type, Types};
use crate::board::{ByColor, Color};
use crate::import::write::{list, table};
use toml::Value;

/// Writes all tables behind the pieces.
pub fn write(c: &mut Convert<'_>) {
    captures(c);
    effects(c);
    promotions(c);
    immobile(c);
    hands(c);
    ends(c);
    goals(c);
    time(c);
    passes(c);
    points(c);
}

fn captures(c: &mut Convert<'_>) {
    if c.settings.flag("mustCapture") {
        c.file.set("capture", "mandatory", true);
    }
    let immune = c.settings.types("mutuallyImmuneTypes");
    let spared = Type::each().filter(|ty| ty.spares_its_like() && !immune.has(*ty));
    for ty in immune.iter().chain(spared) {
        let ids = c.ids(ty);
        if !ids.is_empty() {
            c.file.add("capture.ban", vec![("attacker", list(ids.clone())), ("victim", list(ids))]);
        }
    }
}

/// The IDs of all kinds of some types.
fn ids(c: &Convert<'_>, types: Types) -> Vec<String> {
    if types.has(Type::ALL) {
        return c.ids(Type::ALL);
    }
    let kinds = c.kinds().into_iter().filter(|kind| types.has(kind.ty));
    kinds.map(|kind| c.id(kind)).collect()
}

fn effects(c: &mut Convert<'_>) {
    let s = c.settings;
    let blast = s.flag("blastOnCapture");
    let petrified = ids(c, s.types("petrifyOnCaptureTypes"));
    if blast && c.has_king() {
        c.refuse("blastOnCapture", "kings explode only where they are `commoner`s and not `king`s");
    }
    if blast && s.flag("capturesToHand") && c.drops() {
        c.refuse("blastOnCapture", "pieces that explode go to hands on both sides, for which there is no rule");
    }
    if !petrified.is_empty() {
        if blast {
            c.refuse("petrifyOnCaptureTypes", "a captor that explodes leaves no hole behind");
        }
        let entries = vec![("by", list(petrified)), ("where", "destination".into()), ("what", "hole".into())];
        c.file.add("effect", entries);
    }
    if blast {
        let immune = ids(c, s.types("blastImmuneTypes"));
        let mut at_all = vec![("where", Value::from("destination"))];
        if !immune.is_empty() {
            at_all.push(("spare", list(immune.clone())));
        }
        at_all.push(("what", "remove".into()));
        c.file.add("effect", at_all);
        let mut spare = c.ids(Type::PAWN);
        spare.extend(immune);
        let mut around = vec![("where", Value::from("around"))];
        if !spare.is_empty() {
            around.push(("spare", list(spare)));
        }
        around.push(("what", "remove".into()));
        c.file.add("effect", around);
    }
    match s.text("wallingRule").as_str() {
        "none" => {}
        "past" => {
            let all = c.board.all();
            let everywhere = Color::ALL.iter().all(|side| all.without(s.squares_of("wallingRegion", *side)).is_empty());
            if !everywhere || c.castles() || c.drops() || s.flag("wallOrMove") {
                c.refuse("wallingRule", "walls come behind every piece, wherever it stood");
            }
            let entries: Vec<(&str, Value)> =
                vec![("when", "move".into()), ("where", "origin".into()), ("what", "hole".into())];
            c.file.add("effect", entries);
        }
        _ => c.refuse("wallingRule", "no rule lets a player choose where a wall is put"),
    }
    // Other pieces may be jumped or block, walls here are no board at all.
    let walls = !c.start.walls.is_empty() || !c.ids_petrified().is_empty() || s.text("wallingRule") == "past";
    if walls {
        for kind in c.kinds() {
            let (word, _) = s.moves(kind.ty);
            let read = moves::read(&word.text).unwrap_or_default();
            let blocked = read
                .parts
                .iter()
                .chain(&read.initial)
                .any(|part| matches!(part.reach, moves::Reach::Hop(_) | moves::Reach::Grasshop));
            if blocked {
                c.refuse_moves(kind.ty, None, "it hops over walls, and here nothing hops over holes");
            }
        }
    }
}

impl Convert<'_> {
    fn ids_petrified(&self) -> Vec<String> {
        ids(self, self.settings.types("petrifyOnCaptureTypes"))
    }
}

/// One `[[promotion]]` of one side.
#[derive(Clone, PartialEq)]
struct Promotion {
    pieces: Vec<String>,
    to: Value,
    trigger: &'static str,
    mandatory: &'static str,
    /// The moves that do not promote.
    forbid: &'static [&'static str],
}

fn promotions(c: &mut Convert<'_>) {
    let zones = ByColor::from_fn(|side| c.settings.squares_of("promotionRegion", side).and(c.board.all()));
    let [white, black] = Color::ALL.map(|side| side_promotions(c, side, zones[side]));
    let limits = c.settings.counts("promotionLimit");
    let limit = |c: &Convert<'_>, promotion: &Promotion| {
        let targets: Vec<String> = match &promotion.to {
            Value::Array(targets) => targets.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => promotion.pieces.iter().map(|id| format!("+{id}")).collect(),
        };
        let limited = limits.iter().filter(|(_, most)| *most > 0);
        let limited = limited.flat_map(|(ty, most)| c.ids(*ty).into_iter().map(move |id| (id, *most)));
        let limited: Vec<_> = limited.filter(|(id, _)| targets.contains(id)).collect();
        (!limited.is_empty()).then(|| table(limited.into_iter().map(|(id, most)| (id, Value::from(i64::from(most))))))
    };
    let add = |c: &mut Convert<'_>, promotion: &Promotion, side: Option<Color>, zone: ByColor<Set>| {
        let mut entries = vec![("pieces", list(promotion.pieces.clone()))];
        if let Some(side) = side {
            entries.push(("side", side.name().to_lowercase().into()));
        }
        entries.push(("to", promotion.to.clone()));
        entries.push(("zone", c.sided(zone)));
        entries.push(("trigger", promotion.trigger.into()));
        if promotion.mandatory != "always" {
            entries.push(("mandatory", promotion.mandatory.into()));
        }
        if promotion.trigger == IN_PLACE {
            entries.push(("lone_zone", "all".into()));
        }
        if !promotion.forbid.is_empty() {
            entries.push(("forbid", list(promotion.forbid.iter().copied())));
        }
        if let Some(limit) = limit(c, promotion) {
            entries.push(("limit", limit));
        }
        c.file.add("promotion", entries);
    };
    for promotion in &white {
        let side = (!black.contains(promotion)).then_some(Color::White);
        let zone =
            if side.is_some() { ByColor([zones[Color::White], zones[Color::White].mirrored(c.board)]) } else { zones };
        add(c, promotion, side, zone);
    }
    for promotion in black.iter().filter(|promotion| !white.contains(promotion)) {
        let zone = ByColor([zones[Color::Black].mirrored(c.board), zones[Color::Black]]);
        add(c, promotion, Some(Color::Black), zone);
    }
    let several = limits.iter().any(|(ty, most)| *most > 0 && c.ids(*ty).len() > 1);
    if several {
        c.refuse("promotionLimit", "a limit is for one kind of piece, promoted or not");
    }
}

fn side_promotions(c: &mut Convert<'_>, side: Color, zone: Set) -> Vec<Promotion> {
    let s = c.settings;
    let mut promotions = Vec::new();
    if zone.is_empty() {
        return promotions;
    }
    let kinds = c.reach[side].clone();
    let kinds: Vec<Kind> = c.kinds().into_iter().filter(|kind| kinds.contains(kind)).collect();
    let targets = ids(c, s.types_of("promotionPieceTypes", side));
    let optional = if s.flag("immobilityIllegal") { "immobile" } else { "never" };
    let pawns: Vec<Kind> = kinds.iter().copied().filter(|kind| promotes_as_pawn(s, kind.ty, side)).collect();
    let mandatory = if s.flag("mandatoryPawnPromotion") { "always" } else { optional };
    if !pawns.is_empty() && targets.is_empty() && s.flag("mandatoryPawnPromotion") {
        let stuck = pawns.iter().any(|pawn| s.form(pawn.ty).is_none());
        if stuck {
            c.refuse("mandatoryPawnPromotion", "pawns that must promote have nothing to become");
        }
    }
    let open = !passed_by(c, side).and(zone).is_empty();
    let forbid = |types: &[Type]| -> &'static [&'static str] {
        let passing = open && types.iter().any(|ty| captures_en_passant(s, *ty, side));
        if passing { &["en-passant"] } else { &[] }
    };
    if s.flag("sittuyinPromotion") {
        promotions.extend(in_place(c, side, &pawns, targets));
    } else if !pawns.is_empty() && !targets.is_empty() {
        let forbid = forbid(&pawns.iter().map(|kind| kind.ty).collect::<Vec<_>>());
        let pieces = pawns.iter().map(|kind| c.id(*kind)).collect();
        promotions.push(Promotion { pieces, to: list(targets), trigger: "enter-or-within", mandatory, forbid });
    }
    if pawns.iter().any(|pawn| pawn.ty != Type::PAWN && s.form(pawn.ty).is_some())
        && !c.settings.types_of("promotionPieceTypes", side).is_empty()
    {
        c.refuse("promotedPieceType", "a piece promotes as pawns do and has a promoted form as well");
    }
    let turned = |kind: &&Kind| s.form(kind.ty).is_some() && kind.base.is_none();
    let pawn: Vec<String> =
        pawns.iter().filter(turned).filter(|kind| kind.ty == Type::PAWN).map(|kind| c.id(*kind)).collect();
    let form = || Value::from("promoted-form");
    if !pawn.is_empty() {
        let trigger = if s.flag("piecePromotionOnCapture") { "capture" } else { "enter-or-within" };
        promotions.push(Promotion { pieces: pawn, to: form(), trigger, mandatory, forbid: forbid(&[Type::PAWN]) });
    }
    let mut others: Vec<String> =
        kinds.iter().filter(turned).filter(|kind| kind.ty != Type::PAWN).map(|kind| c.id(*kind)).collect();
    if s.flag("pieceDemotion") {
        let faces = kinds.iter().filter(|kind| kind.base.is_some());
        others.extend(faces.map(|kind| c.id(*kind)));
    }
    if !others.is_empty() {
        let captures = s.flag("piecePromotionOnCapture");
        if captures && zone != c.board.all() {
            c.refuse(
                "piecePromotionOnCapture",
                "captures that leave the zone promote, too, for which there is no rule",
            );
        }
        let trigger = if captures { "capture" } else { "touch" };
        let must = s.flag("mandatoryPiecePromotion");
        let limited = |ty: &Type| s.counts("promotionLimit").iter().any(|(other, most)| other == ty && *most > 0);
        if must && kinds.iter().filter_map(|kind| s.form(kind.ty)).any(|form| limited(&form)) {
            c.refuse("promotionLimit", "a piece that must promote and cannot moves on unpromoted");
        }
        let turning = kinds.iter().filter(|kind| kind.ty != Type::PAWN && s.form(kind.ty).is_some());
        let forbid = forbid(&turning.map(|kind| kind.ty).collect::<Vec<_>>());
        promotions.push(Promotion {
            forbid,
            pieces: others,
            to: form(),
            trigger,
            mandatory: if must { "always" } else { optional },
        });
    }
    if promotions.iter().any(|promotion| promotion.forbid == ["en-passant"] && promotion.mandatory == "always") {
        c.refuse("enPassantRegion", "a capture en passant that must promote stays what it is");
    }
    promotions
}

/// The trigger of promotions instead of a move.
const IN_PLACE: &str = "in-place";

/// Pawns that promote instead of moving; other types that promote like them do not.
fn in_place(c: &Convert<'_>, side: Color, pawns: &[Kind], targets: Vec<String>) -> Option<Promotion> {
    let s = c.settings;
    let pawn = pawns.iter().find(|kind| kind.ty == Type::PAWN).filter(|_| !targets.is_empty())?;
    if s.form(Type::PAWN).is_some() {
        c.refuse("sittuyinPromotion", "a pawn that promotes in place does not promote by its moves");
    }
    let types = s.types_of("promotionPieceTypes", side);
    if Type::each().filter(|ty| types.has(*ty)).any(|ty| s.moves(ty).0.text.contains(['m', 'c'])) {
        c.refuse("sittuyinPromotion", "what has promoted moves on as it captures, and here as it moves");
    }
    let (pieces, to, forbid) = (vec![c.id(*pawn)], list(targets), &["attack", "uncovered-check"]);
    // The promotion is a choice, and a table of its own.
    Some(Promotion { pieces, to, trigger: IN_PLACE, mandatory: "always", forbid })
}

/// Squares on which a piece could never move again, and yet might go.
fn immobile(c: &mut Convert<'_>) {
    if !c.settings.flag("immobilityIllegal") {
        return;
    }
    for side in Color::ALL {
        for kind in c.reach[side].clone() {
            let (word, _) = c.settings.moves(kind.ty);
            let read = moves::read(&word.text).unwrap_or_default();
            if read.parts.is_empty() {
                continue;
            }
            let stuck: Set =
                c.board.all().iter().filter(|at| read.quiet_squares(c.board, side, *at).is_empty()).collect();
            let really: Set = stuck
                .iter()
                .filter(|at| read.parts.iter().all(|part| part.squares(c.board, side, *at).is_empty()))
                .collect();
            if stuck != really {
                c.refuse("immobilityIllegal", "a piece that can only capture on some squares is not immobile here");
            }
            let zone = c.settings.squares_of("promotionRegion", side);
            let turns = c.settings.form(kind.ty).is_some() && kind.base.is_none()
                || promotes_as_pawn(c.settings, kind.ty, side)
                    && !c.settings.types_of("promotionPieceTypes", side).is_empty();
            let entered = read.parts.iter().any(|part| {
                c.board.all().iter().any(|from| part.squares(c.board, side, from).into_iter().any(|at| stuck.has(at)))
            });
            if entered && !(turns && stuck.without(zone).is_empty()) {
                c.refuse("immobilityIllegal", "pieces that do not promote may move to where they are stuck");
            }
        }
    }
}

fn hands(c: &mut Convert<'_>) {
    let s = c.settings;
    let gating = s.flag("gating") && s.flag("virginGating");
    let captures = s.flag("capturesToHand");
    if gating {
        c.file.set("gating", "mode", "virgin-square");
    }
    if !c.hands() {
        return;
    }
    let source = if captures {
        "captures"
    } else if s.flag("twoBoards") {
        "partner"
    } else {
        "fixed"
    };
    c.file.set("hand", "source", source);
    let kinds = c.kinds();
    let turned = kinds.iter().any(|kind| kind.base.is_some());
    if captures || s.flag("twoBoards") {
        if s.flag("dropLoop") && turned {
            c.refuse("dropLoop", "promoted forms lose their promotion in a hand");
        }
        c.file.set("hand", "demote", !s.flag("dropLoop"));
        let several = Color::ALL.iter().any(|side| {
            let pawns = c.reach[*side].iter().filter(|kind| promotes_as_pawn(s, kind.ty, *side));
            pawns.count() > 1 && !s.types_of("promotionPieceTypes", *side).is_empty()
        });
        if several && !s.flag("dropLoop") {
            c.refuse("capturesToHand", "promoted pieces of different pawns come to a hand as one and the same pawn");
        }
    }
    if !c.drops() {
        c.file.set("drop", "enabled", false);
        return;
    }
    c.file.set("drop", "enabled", true);
    if s.flag("dropPromoted") && turned {
        if captures || s.flag("twoBoards") {
            c.file.set("drop", "faces", "either");
        } else {
            c.refuse("dropPromoted", "pieces that never come back to a hand have one face there");
        }
    }
    if s.flag("mustDrop") {
        c.file.set("drop", "mandatory", true);
        if s.piece("mustDropType").is_some_and(|ty| ty != Type::ALL) {
            c.refuse("mustDropType", "who must drop must drop all that is in hand");
        }
    }
    let bishop = Type::named("bishop").map(Kind::plain).filter(|bishop| kinds.contains(bishop));
    if let Some(bishop) = bishop.filter(|_| s.flag("dropOppositeColoredBishop")) {
        let id = c.id(bishop);
        c.file.set("drop", "unlike_shades", list([id]));
    }
    regions(c, &kinds);
    if let Some(ty) = s.piece("dropNoDoubled").filter(|ty| *ty != Type::ALL) {
        let most = s.number("dropNoDoubledCount");
        let all = c.ids(ty);
        let plain = Kind::plain(ty);
        if all.len() > 1 {
            c.refuse("dropNoDoubled", "promoted pieces of this type would count, too");
        } else if kinds.contains(&plain) && most > 0 {
            let id = c.id(plain);
            c.file.set("drop", "max_per_file", table([(id, Value::from(i64::from(most)))]));
        }
    }
    if s.flag("immobilityIllegal") {
        c.file.set("drop", "no_immobile", true);
    }
    // Only the pawn that goes ahead, and only a king is mated.
    let ahead = Type::each().find(|ty| ty.moves() == Some("fW")).filter(|ty| kinds.contains(&Kind::plain(*ty)));
    if let Some(ty) = ahead.filter(|_| s.flag("pawnDropMateIllegal") && c.has_king()) {
        let id = c.id(Kind::plain(ty));
        c.file.set("drop", "no_mate", list([id]));
    }
}

/// Where pieces are dropped.
fn regions(c: &mut Convert<'_>, kinds: &[Kind]) {
    let s = c.settings;
    let board = c.board;
    let whole = ByColor::from_fn(|side| s.squares_of("dropRegion", side).and(board.all()));
    let mut regions = Vec::new();
    let all = ByColor([board.all(); 2]);
    let dropped = kinds.iter().filter(|kind| kind.base.is_none() && kind.ty != Type::KING);
    let held = |kind: &Kind| Color::ALL.iter().any(|side| c.start.hands[*side].contains(&kind.ty));
    let fills = s.flag("capturesToHand") || s.flag("twoBoards");
    let dropped: Vec<Kind> = dropped.copied().filter(|kind| fills || held(kind)).collect();
    for &kind in &dropped {
        let never = s.piece("dropNoDoubled") == Some(kind.ty) && s.number("dropNoDoubledCount") == 0;
        let region = ByColor::from_fn(|side| {
            let mut region = whole[side];
            if kind.ty == Type::PAWN && !s.flag("promotionZonePawnDrops") {
                region = region.without(s.squares_of("promotionRegion", side));
            }
            if kind.ty == Type::PAWN && !s.flag("firstRankPawnDrops") {
                region = region.without(board.rank(side, 0));
            }
            if kind.ty.key() == "rook" && s.flag("sittuyinRookDrop") {
                region = region.and(board.rank(side, 0));
            }
            if never { Set::default() } else { region }
        });
        if Color::ALL.iter().any(|side| region[*side].is_empty()) {
            c.refuse("dropNoDoubledCount", "a piece in hand can be dropped somewhere");
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

fn ends(c: &mut Convert<'_>) {
    let s = c.settings;
    let mate = s.text("checkmateValue");
    if mate == "none" {
        c.refuse("checkmateValue", "a game must end when a side cannot move");
    } else if mate != "loss" {
        c.file.set("end", "checkmate", mate);
    }
    let stalemate = s.text("stalemateValue");
    match (stalemate.as_str(), s.flag("stalematePieceCount")) {
        ("none", _) => c.refuse("stalemateValue", "a game must end when a side cannot move"),
        ("win", true) => c.file.set("end", "stalemate", "count-fewer-wins"),
        ("loss", true) => c.refuse("stalematePieceCount", "the side with more pieces wins, for which there is no rule"),
        ("draw", _) if c.counts_points() => c.file.set("end", "stalemate", "score"),
        ("draw", _) => {}
        (other, _) => c.file.set("end", "stalemate", other),
    }
    if let Some([white, black]) = c.start.checks.filter(|_| c.has_king()) {
        c.file.set("end", "checks", i64::from(white.max(black)));
    }
    extinction(c);
}

fn extinction(c: &mut Convert<'_>) {
    let s = c.settings;
    let value = s.text("extinctionValue");
    let blast = s.flag("blastOnCapture");
    let types = s.types("extinctionPieceTypes");
    if value == "none" || types.is_empty() || s.flag("extinctionPseudoRoyal") && !blast {
        return;
    }
    let [count, opponents] = ["extinctionPieceCount", "extinctionOpponentPieceCount"].map(|name| s.number(name));
    if s.flag("extinctionClaim") {
        c.refuse("extinctionClaim", "whether it is the side's turn does not matter for pieces lost");
    }
    let all = types.has(Type::ALL);
    if opponents > 1 || opponents == 1 && blast {
        c.refuse("extinctionOpponentPieceCount", "how many pieces the other side has does not matter for pieces lost");
    }
    let counted: Vec<Type> = if all { vec![Type::ALL] } else { Vec::new() };
    let counted: Vec<Type> = counted.into_iter().chain(types.iter()).collect();
    let done = |ty: &&Type| Color::ALL.iter().any(|side| c.start.count(*side, **ty) <= count);
    if counted.iter().any(|ty| done(&ty)) && !s.flag("extinctionPseudoRoyal") {
        c.refuse("extinctionPieceTypes", "the game would be over before it begins");
    }
    if all && count > 0 {
        if counted.len() > 1 || blast {
            c.refuse("extinctionPieceCount", "how few pieces are left is asked of all pieces together only");
        }
        c.file.set("end.bare", "count", i64::from(count));
        c.file.set("end.bare", "result", value);
        c.file.set("end.bare", "rebare", "none");
        if c.drops() {
            c.refuse("extinctionPieceCount", "pieces in hand would count, too");
        }
        return;
    }
    if count > 0 {
        c.refuse("extinctionPieceCount", "a side has lost pieces when none of them is left");
    }
    let hands = c.drops();
    let add = |c: &mut Convert<'_>, pieces: Value, each: bool| {
        let mut entries = vec![("pieces", pieces)];
        if each {
            entries.push(("each", true.into()));
        }
        if hands {
            entries.push(("hand", true.into()));
        }
        entries.push(("result", value.clone().into()));
        c.file.add("end.extinction", entries);
    };
    if all {
        add(c, "all".into(), false);
        return;
    }
    let (single, several): (Vec<Type>, Vec<Type>) = types.iter().partition(|ty| c.ids(*ty).len() == 1);
    let single: Vec<String> = single.into_iter().flat_map(|ty| c.ids(ty)).collect();
    if !single.is_empty() {
        let each = single.len() > 1;
        add(c, list(single), each);
    }
    for ty in several {
        let ids = c.ids(ty);
        if !ids.is_empty() {
            add(c, list(ids), false);
        }
    }
}

fn goals(c: &mut Convert<'_>) {
    let s = c.settings;
    let regions = ByColor::from_fn(|side| s.squares_of("flagRegion", side).and(c.board.all()));
    let pieces = Color::ALL.map(|side| {
        let ty = s.piece(&format!("flagPiece{}", side.name()));
        ty.map(|ty| c.ids(ty)).unwrap_or_default()
    });
    let active: Vec<Color> =
        Color::ALL.into_iter().filter(|side| !regions[*side].is_empty() && !pieces[side.index()].is_empty()).collect();
    if active.is_empty() {
        return;
    }
    if s.flag("flagPieceSafe") {
        c.refuse("flagPieceSafe", "whether a piece could be captured on its goal is not asked");
    }
    let count = s.number("flagPieceCount").max(1);
    if count > 1 && s.flag("flagPieceBlockedWin") {
        c.refuse("flagPieceBlockedWin", "a goal counts the pieces that have reached it");
    }
    let moved = s.flag("flagMove");
    let kings = Color::ALL.iter().all(|side| s.piece(&format!("flagPiece{}", side.name())) == Some(Type::KING));
    if moved
        && !kings
        && Color::ALL.iter().any(|side| s.piece(&format!("flagPiece{}", side.name())) == Some(Type::KING))
    {
        c.refuse("flagMove", "the goals of both sides are of different kinds");
    }
    let same = pieces[0] == pieces[1] && active.len() == 2;
    let sides: Vec<Option<Color>> = if same { vec![None] } else { active.iter().copied().map(Some).collect() };
    for side in sides {
        let which = side.map_or(0, Color::index);
        let all = pieces[which].len() == c.ids(Type::ALL).len();
        let ids = if all { "all".into() } else { list(pieces[which].clone()) };
        let mut entries = vec![("pieces", ids)];
        let squares = match side {
            None => regions,
            Some(Color::White) => ByColor([regions[Color::White], regions[Color::White].mirrored(c.board)]),
            Some(Color::Black) => ByColor([regions[Color::Black].mirrored(c.board), regions[Color::Black]]),
        };
        entries.push(("squares", c.sided(squares)));
        if let Some(side) = side {
            entries.push(("side", side.name().to_lowercase().into()));
        }
        if count > 1 {
            entries.push(("count", i64::from(count).into()));
        }
        if moved {
            // Kings are waited for only where they could draw, and only after White.
            let (key, word) = if kings { ("last_move", "black") } else { ("when", "survive") };
            entries.push((key, word.into()));
        }
        c.file.add("end.goal", entries);
    }
}

/// Passes, and what two of them mean.
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
        c.refuse("passWhite", "a side that must do something does not pass");
    }
    c.file.set("end", "double_pass", if c.counts_points() { "score" } else { "draw" });
}

/// What pieces count where points decide.
fn points(c: &mut Convert<'_>) {
    let s = c.settings;
    let word = s.text("materialCounting");
    if !c.counts_points() {
        return;
    }
    let lines = include_str!("points.txt").lines();
    let Some(line) = lines.filter_map(|line| line.strip_prefix(&word)?.strip_prefix(' ')).next() else {
        return c.refuse("materialCounting", "only Black has points without pieces");
    };
    let mut words = line.split(' ');
    let komi: f64 = words.next().and_then(|word| word.parse().ok()).unwrap_or_default();
    let counted = words.filter_map(|word| {
        let (key, points) = word.split_once(':')?;
        let ty = if key == "*" { Type::ALL } else { Type::named(key)? };
        Some((c.ids(ty), points.parse::<i64>().ok()?))
    });
    let points: Vec<(String, Value)> =
        counted.flat_map(|(ids, points)| ids.into_iter().map(move |id| (id, Value::from(points)))).collect();
    if s.text("countingRule") != "none" {
        c.refuse("materialCounting", "a draw by the counting of pieces is one, whatever the points");
    }
    if !points.is_empty() {
        c.file.set("scoring", "points", table(points));
    }
    if komi > 0.0 {
        c.file.set("scoring", "komi_black", komi);
    }
    // Who can no longer mate may still have more points.
    c.file.set("insufficient", "mode", "none");
}

fn time(c: &mut Convert<'_>) {
    let s = c.settings;
    let fold = s.number("nFoldRule");
    c.file.set("repetition", "fold", i64::from(fold));
    let result = match (s.text("nFoldValue").as_str(), s.flag("nFoldValueAbsolute")) {
        ("draw", _) => c.counts_points().then_some("score"),
        ("win", false) => Some("mover-loses"),
        ("loss", false) => Some("mover-wins"),
        ("loss", true) => Some("white-loses"),
        _ => {
            if fold > 0 {
                c.refuse("nFoldValue", "such a result of repetitions cannot be said");
            }
            None
        }
    };
    if let Some(result) = result.filter(|_| fold > 0) {
        c.file.set("repetition", "result", result);
    }
    if s.flag("perpetualCheckIllegal") && c.has_king() && fold > 0 {
        c.file.set("repetition", "perpetual_check", "loss");
    }
    if s.text("chasingRule") != "none" && fold > 0 && c.has_king() {
        c.file.set("repetition", "perpetual_chase", "asian");
    }
    let plies = 2 * s.number("nMoveRule");
    c.file.set("move_rule", "plies", i64::from(plies));
    if plies > 0 && c.counts_points() {
        c.file.set("move_rule", "result", "score");
    }
    let ahead = |kind: &Kind| -> Option<bool> {
        // Whether only moves ahead last, or all; nothing where that is mixed.
        let (word, _) = s.moves(kind.ty);
        let read = moves::read(&word.text).unwrap_or_default();
        let back = |part: &moves::Part| {
            read.parts.iter().any(|other| other.quiet && other.step == (-part.step.0, -part.step.1))
        };
        let quiet: Vec<&moves::Part> = read.parts.iter().filter(|part| part.quiet).collect();
        let ahead = quiet.iter().all(|part| back(part) == (part.step.1 <= 0));
        if quiet.iter().all(|part| !back(part)) { Some(false) } else { ahead.then_some(true) }
    };
    let mut found = Vec::new();
    // What only comes and goes is no progress, whatever the file says.
    let comes_and_goes = |kind: &Kind| {
        let (word, _) = s.moves(kind.ty);
        let read = moves::read(&word.text).unwrap_or_default();
        let back = |part: &moves::Part| {
            read.parts.iter().any(|other| other.quiet && other.step == (-part.step.0, -part.step.1))
        };
        read.initial.is_empty() && read.parts.iter().all(|part| !part.quiet || back(part))
    };
    for side in Color::ALL {
        for kind in
            c.reach[side].iter().filter(|kind| s.types_of("nMoveRuleTypes", side).has(kind.ty) && !comes_and_goes(kind))
        {
            found.push(ahead(kind));
        }
    }
    if plies > 0 {
        if found.contains(&Some(true)) && !found.contains(&None) {
            c.file.set("move_rule", "resets", list(["capture", "pawn-forward"]));
        }
        let backward = found.contains(&Some(false)) && found.contains(&Some(true));
        if found.contains(&None) || backward {
            c.refuse("nMoveRule", "of the pieces whose moves count as progress some moves do and others do not");
        }
    }
    let counting = s.text("countingRule");
    if counting != "none" {
        c.file.set("counting", "rule", counting);
    }
}
