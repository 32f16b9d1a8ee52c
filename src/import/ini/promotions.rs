//! What pieces of a section become, where and when.

use super::convert::Convert;
use super::passing::{captures_en_passant, moves_of, passed_by};
use super::reach::promotes_as_pawn;
use super::squares::Set;
use super::start::Kind;
use super::types::Type;
use crate::board::{ByColor, Color};
use crate::import::write::{list, table};
use toml::Value;

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

/// Writes all promotions.
pub fn write(c: &mut Convert<'_>) {
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
    // A type that is also the face of another is meant as the type.
    let types = s.types_of("promotionPieceTypes", side);
    let plain = c.kinds().into_iter().filter(|kind| kind.base.is_none());
    let targets: Vec<String> = plain.filter(|kind| types.has(kind.ty)).map(|kind| c.id(kind)).collect();
    let optional = if s.flag("immobilityIllegal") { "immobile" } else { "never" };
    let pawns: Vec<Kind> = kinds.iter().copied().filter(|kind| promotes_as_pawn(s, kind.ty, side)).collect();
    let mandatory = if s.flag("mandatoryPawnPromotion") { "always" } else { optional };
    if !pawns.is_empty() && targets.is_empty() && s.flag("mandatoryPawnPromotion") {
        let stuck = pawns.iter().any(|pawn| s.form(pawn.ty).is_none());
        if stuck {
            c.refuse("mandatoryPawnPromotion", "pawns that must promote have nothing to become");
        }
        if s.flag("piecePromotionOnCapture") {
            let why = "a piece that must promote in its zone could not go there without a capture";
            c.refuse("piecePromotionOnCapture", why);
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
    let others = kinds.iter().filter(turned).filter(|kind| kind.ty != Type::PAWN).copied();
    let (bound, free): (Vec<Kind>, Vec<Kind>) = others.partition(|kind| enters_as_pawn(c, side, kind.ty));
    if !bound.is_empty() {
        let types: Vec<Type> = bound.iter().map(|kind| kind.ty).collect();
        if types.iter().any(|ty| leaves(c, side, *ty, zone)) {
            let why = "a piece that must promote where it comes to its zone may leave it unpromoted";
            c.refuse(&format!("promotionPawnTypes{}", side.name()), why);
        }
        let pieces = bound.iter().map(|kind| c.id(*kind)).collect();
        let (trigger, forbid) = ("enter-or-within", forbid(&types));
        promotions.push(Promotion { pieces, to: form(), trigger, mandatory: "always", forbid });
    }
    let mut others: Vec<String> = free.iter().map(|kind| c.id(*kind)).collect();
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

/// Whether a piece that is turned over must do so wherever a pawn must promote, but has a choice elsewhere.
fn enters_as_pawn(c: &Convert<'_>, side: Color, ty: Type) -> bool {
    let must = |name: &str| c.settings.flag(name);
    must("mandatoryPawnPromotion") && !must("mandatoryPiecePromotion") && promotes_as_pawn(c.settings, ty, side)
}

/// Whether a type moves out of a zone.
fn leaves(c: &Convert<'_>, side: Color, ty: Type, zone: Set) -> bool {
    let parts = moves_of(c, ty).parts;
    zone.iter().any(|from| parts.iter().flat_map(|part| part.squares(c.board, side, from)).any(|at| !zone.has(at)))
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
