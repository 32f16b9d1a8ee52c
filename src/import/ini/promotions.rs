//! Promotions: pieces, choices and zones.

use super::convert::Convert;
use super::passing::{captures_en_passant, moves_of, passed_by};
use super::reach::promotes_as_pawn;
use super::settings::Origin;
use super::start::Kind;
use super::types::Type;
use crate::board::{Area, ByColor, Color};
use crate::import::write::{list, table};
use toml::Value;

/// One `[[promotion]]` of one side.
#[derive(Clone, PartialEq)]
struct Promotion {
    pieces: Vec<String>,
    to: Value,
    trigger: &'static str,
    mandatory: &'static str,
    choice: &'static str,
    /// The moves that do not promote.
    forbid: &'static [&'static str],
}

/// Writes all promotions.
pub fn write(c: &mut Convert<'_>) {
    let zones = ByColor::from_fn(|side| c.settings.squares_of("promotionRegion", side));
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
    let add = |c: &mut Convert<'_>, promotion: &Promotion, side: Option<Color>| {
        let mut entries = vec![("pieces", list(promotion.pieces.clone()))];
        if let Some(side) = side {
            entries.push(("side", side.name().to_lowercase().into()));
        }
        entries.push(("to", promotion.to.clone()));
        entries.push(("zone", c.sided_for(side, zones)));
        entries.push(("trigger", promotion.trigger.into()));
        if promotion.mandatory != "always" {
            entries.push(("mandatory", promotion.mandatory.into()));
        }
        if promotion.choice != "any" {
            entries.push(("choice", promotion.choice.into()));
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
        add(c, promotion, side);
    }
    for promotion in black.iter().filter(|promotion| !white.contains(promotion)) {
        add(c, promotion, Some(Color::Black));
    }
    let several = limits.iter().any(|(ty, most)| *most > 0 && c.ids(*ty).len() > 1);
    if several {
        c.refuse("promotionLimit", "a limit is for one kind of piece, promoted or not");
    }
}

fn side_promotions(c: &Convert<'_>, side: Color, zone: Area) -> Vec<Promotion> {
    if zone.is_empty() {
        return Vec::new();
    }
    let promoting = Promoting::new(c, side, zone);
    promoting.refuse_pawns_without_choice(c);
    let turning = promoting.kinds.iter().filter(|kind| turns(c, kind) && kind.ty != Type::PAWN).copied();
    let (bound, free): (Vec<Kind>, Vec<Kind>) = turning.partition(|kind| enters_as_pawn(c, side, kind.ty));
    let ways = [
        promoting.pawns(c),
        promoting.turned_pawn(c),
        promoting.turned_as_pawns(c, &bound),
        promoting.turned_freely(c, &free),
    ];
    let promotions: Vec<Promotion> = ways.into_iter().flatten().chain(promoting.kept_out(c)).collect();
    if promotions.iter().any(|promotion| promotion.forbid == ["en-passant"] && promotion.mandatory == "always") {
        // The region that the file itself gives, as opposed to an inherited one.
        let regions = ["enPassantRegion", "promotionRegion"].map(|region| format!("{region}{}", side.name()));
        let own = |region: &&String| {
            let made = c.settings.made(region);
            made.is_some_and(|made| matches!(made.origin, Origin::Text(_)))
        };
        let region = regions.iter().find(own).unwrap_or(&regions[0]);
        c.refuse(region, "a capture en passant that must promote stays what it is");
    }
    promotions
}

/// The pieces of a side that promote.
struct Promoting {
    side: Color,
    zone: Area,
    kinds: Vec<Kind>,
    /// Kinds that promote as pawns do.
    pawns: Vec<Kind>,
    /// The IDs of the kinds that these promote to, except for promoted forms.
    targets: Vec<String>,
    /// When promotion of pawns is mandatory.
    mandatory: &'static str,
    /// When otherwise optional promotion of pieces is mandatory.
    optional: &'static str,
    /// Whether pieces that may be captured en passant pass the zone.
    open: bool,
}

impl Promoting {
    fn new(c: &Convert<'_>, side: Color, zone: Area) -> Self {
        let s = c.settings;
        let kinds: Vec<Kind> = c.kinds().into_iter().filter(|kind| c.reach[side].contains(kind)).collect();
        // A type that is also the promoted form of another means the plain kind.
        let types = s.types_of("promotionPieceTypes", side);
        let plain = c.kinds().into_iter().filter(|kind| kind.base.is_none());
        let targets = plain.filter(|kind| types.has(kind.ty)).map(|kind| c.id(kind)).collect();
        let optional = if s.flag("immobilityIllegal") { "immobile" } else { "never" };
        let pawns = kinds.iter().copied().filter(|kind| promotes_as_pawn(s, kind.ty, side)).collect();
        let mandatory = if s.flag("mandatoryPawnPromotion") { "always" } else { optional };
        let open = (passed_by(c, side) & zone).any();
        Self { side, zone, kinds, pawns, targets, mandatory, optional, open }
    }

    /// The moves of these kinds that do not promote.
    fn forbid(&self, c: &Convert<'_>, kinds: &[Kind]) -> &'static [&'static str] {
        let passing = self.open && kinds.iter().any(|kind| captures_en_passant(c.settings, kind.ty, self.side));
        if passing { &["en-passant"] } else { &[] }
    }

    fn refuse_pawns_without_choice(&self, c: &Convert<'_>) {
        let s = c.settings;
        if s.flag("pieceDemotion") && !self.pawns.is_empty() && !self.targets.is_empty() {
            c.refuse(
                "pieceDemotion",
                "the piece that a pawn has become by choice turns back, for which there is no rule",
            );
        }
        let chosen = |kind: &Kind| kind.base.is_none() && self.targets.contains(&c.id(*kind));
        if c.demotes() && !self.pawns.is_empty() && self.kinds.iter().any(|kind| chosen(kind) && turns(c, kind)) {
            let why = "the piece that a pawn has become by choice, and that is a pawn in a hand, turns over as well";
            c.refuse("promotedPieceType", why);
        }
        if !self.pawns.is_empty() && self.targets.is_empty() && s.flag("mandatoryPawnPromotion") {
            let bound: Vec<&Kind> = self.pawns.iter().filter(|pawn| s.form(pawn.ty).is_none()).collect();
            let usual = !s.flag("sittuyinPromotion") && !c.demotes();
            let kept_out = usual && bound.iter().all(|pawn| self.is_stuck_in_zone(c, **pawn));
            if !(bound.is_empty() || kept_out) {
                c.refuse("mandatoryPawnPromotion", "pawns that must promote have nothing to become");
            }
            if s.flag("piecePromotionOnCapture") {
                let why = "a piece that must promote in its zone could not go there without a capture";
                c.refuse("piecePromotionOnCapture", why);
            }
        }
        let both = |pawn: &Kind| pawn.ty != Type::PAWN && s.form(pawn.ty).is_some();
        if self.pawns.iter().any(both) && !s.types_of("promotionPieceTypes", self.side).is_empty() {
            c.refuse("promotedPieceType", "a piece promotes as pawns do and has a promoted form as well");
        }
    }

    /// Whether a piece could never move on from any square of the zone.
    fn is_stuck_in_zone(&self, c: &Convert<'_>, kind: Kind) -> bool {
        let read = moves_of(c, kind.ty);
        let mut parts = read.parts.iter().chain(&read.initial);
        parts.all(|part| self.zone.iter().all(|at| part.squares(c.board, self.side, at).is_empty()))
    }

    /// The promotions that keep pawns out of their zone if they must promote and have nothing to become: they could
    /// only become what they are where they could still move.
    fn kept_out(&self, c: &Convert<'_>) -> Vec<Promotion> {
        if !c.settings.flag("mandatoryPawnPromotion") || !self.targets.is_empty() {
            return Vec::new();
        }
        let bound = self.pawns.iter().filter(|pawn| c.settings.form(pawn.ty).is_none());
        let promotion = |pawn: &Kind| Promotion {
            pieces: names(c, &[*pawn]),
            to: list(names(c, &[*pawn])),
            trigger: "enter-or-within",
            mandatory: "always",
            choice: "movable",
            forbid: &[],
        };
        bound.map(promotion).collect()
    }

    /// The promotion of pawns, and of pieces that promote like them, to a piece of the player's choice.
    fn pawns(&self, c: &Convert<'_>) -> Option<Promotion> {
        if c.settings.flag("sittuyinPromotion") {
            return in_place(c, self.side, &self.pawns, self.targets.clone());
        }
        (!self.pawns.is_empty() && !self.targets.is_empty()).then(|| Promotion {
            pieces: names(c, &self.pawns),
            to: list(self.targets.clone()),
            trigger: "enter-or-within",
            mandatory: self.mandatory,
            choice: "any",
            forbid: self.forbid(c, &self.pawns),
        })
    }

    /// The promotion of a pawn to its promoted form.
    fn turned_pawn(&self, c: &Convert<'_>) -> Option<Promotion> {
        let pawn = self.pawns.iter().find(|kind| kind.ty == Type::PAWN && turns(c, kind))?;
        Some(Promotion {
            pieces: vec![c.id(*pawn)],
            to: promoted_form(),
            trigger: if c.settings.flag("piecePromotionOnCapture") { "capture" } else { "enter-or-within" },
            mandatory: self.mandatory,
            choice: "any",
            forbid: self.forbid(c, &[*pawn]),
        })
    }

    /// The promotion of pieces that must take their promoted form where pawns must promote.
    fn turned_as_pawns(&self, c: &Convert<'_>, bound: &[Kind]) -> Option<Promotion> {
        if bound.is_empty() {
            return None;
        }
        if bound.iter().any(|kind| leaves(c, self.side, kind.ty, self.zone)) {
            let why = "a piece that must promote where it comes to its zone may leave it unpromoted";
            c.refuse(&format!("promotionPawnTypes{}", self.side.name()), why);
        }
        Some(Promotion {
            pieces: names(c, bound),
            to: promoted_form(),
            trigger: "enter-or-within",
            mandatory: "always",
            choice: "any",
            forbid: self.forbid(c, bound),
        })
    }

    /// The promotion of pieces that turn over by rules of their own, and of those that turn back, if any do.
    fn turned_freely(&self, c: &Convert<'_>, free: &[Kind]) -> Option<Promotion> {
        let s = c.settings;
        let mut pieces = names(c, free);
        if s.flag("pieceDemotion") {
            pieces.extend(self.kinds.iter().filter(|kind| kind.base.is_some()).map(|kind| c.id(*kind)));
        }
        if pieces.is_empty() {
            return None;
        }
        let captures = s.flag("piecePromotionOnCapture");
        if captures && self.zone != c.board.area() {
            c.refuse(
                "piecePromotionOnCapture",
                "captures that leave the zone promote, too, for which there is no rule",
            );
        }
        let must = s.flag("mandatoryPiecePromotion");
        let limited = |ty: &Type| s.counts("promotionLimit").iter().any(|(other, most)| other == ty && *most > 0);
        if must && self.kinds.iter().filter_map(|kind| s.form(kind.ty)).any(|form| limited(&form)) {
            c.refuse("promotionLimit", "a piece that must promote and cannot moves on unpromoted");
        }
        let turning = self.kinds.iter().filter(|kind| kind.ty != Type::PAWN && s.form(kind.ty).is_some());
        Some(Promotion {
            forbid: self.forbid(c, &turning.copied().collect::<Vec<_>>()),
            pieces,
            to: promoted_form(),
            trigger: if captures { "capture" } else { "touch" },
            mandatory: if must { "always" } else { self.optional },
            choice: "any",
        })
    }
}

/// Whether a kind has a promoted form, and is not one itself.
fn turns(c: &Convert<'_>, kind: &Kind) -> bool {
    c.settings.form(kind.ty).is_some() && kind.base.is_none()
}

fn names(c: &Convert<'_>, kinds: &[Kind]) -> Vec<String> {
    kinds.iter().map(|kind| c.id(*kind)).collect()
}

fn promoted_form() -> Value {
    Value::from("promoted-form")
}

/// Whether a piece must take its promoted form wherever a pawn must promote, but has a choice elsewhere.
fn enters_as_pawn(c: &Convert<'_>, side: Color, ty: Type) -> bool {
    let must = |name: &str| c.settings.flag(name);
    must("mandatoryPawnPromotion") && !must("mandatoryPiecePromotion") && promotes_as_pawn(c.settings, ty, side)
}

/// Whether a type can move out of a zone.
fn leaves(c: &Convert<'_>, side: Color, ty: Type, zone: Area) -> bool {
    let parts = moves_of(c, ty).parts;
    zone.iter().any(|from| parts.iter().flat_map(|part| part.squares(c.board, side, from)).any(|at| !zone.has(at)))
}

/// The trigger of promotions that replace a move.
const IN_PLACE: &str = "in-place";

/// The promotion of pawns in place of a move.
fn in_place(c: &Convert<'_>, side: Color, pawns: &[Kind], targets: Vec<String>) -> Option<Promotion> {
    let s = c.settings;
    let pawn = pawns.iter().find(|kind| kind.ty == Type::PAWN).filter(|_| !targets.is_empty())?;
    if s.form(Type::PAWN).is_some() {
        c.refuse("sittuyinPromotion", "a pawn that promotes in place does not promote by its moves");
    }
    if pawns.iter().any(|kind| kind.ty != Type::PAWN) {
        let why = "other pieces than pawns neither promote nor move to the zone unpromoted";
        c.refuse(&format!("promotionPawnTypes{}", side.name()), why);
    }
    let types = s.types_of("promotionPieceTypes", side);
    if Type::each().filter(|ty| types.has(*ty)).any(|ty| s.moves(ty).0.text.contains(['m', 'c'])) {
        c.refuse("sittuyinPromotion", "a promoted piece moves on as it captures, but here as it moves");
    }
    let (pieces, to, forbid) = (vec![c.id(*pawn)], list(targets), &["attack", "uncovered-check"]);
    // Such a promotion is a choice, and a table of its own.
    Some(Promotion { pieces, to, trigger: IN_PLACE, mandatory: "always", choice: "any", forbid })
}
