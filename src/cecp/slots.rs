//! XBoard's table of pieces for a variant: the piece in each slot.
//!
//! The slot decides which picture a piece has and, in a few slots, how XBoard itself treats the piece. The file may
//! give the table; otherwise pieces are put where they look right.

use super::xboard::{self, FREE_KING, KING, MAIN, PARTNERS, PAWN, Parent, SECOND_PAWN, SKIP, TRADE_BAN, WILD};
use crate::board::{Color, PieceKind};
use crate::variant::{Kind, Picture, PromotionTo, Variant, pictures, table_entries};

/// From this slot on, XBoard treats none specially except for those of kings.
const LATE: u8 = 22;

/// A table of pieces.
#[derive(Clone, Debug)]
pub(super) struct SlotTable {
    /// The table as text, without its brackets.
    pub text: String,
    /// The base pieces by slot.
    order: Vec<(u8, PieceKind)>,
}

impl SlotTable {
    /// The table for a variant: the file's own, if it has room for all pieces and was made for that parent.
    ///
    /// `king` is the slot for a king. `wild` says which pieces XBoard must let go anywhere, `spoiled` which ones it
    /// would promote against the rules if they were in a slot for pawns.
    pub(super) fn new(
        variant: &Variant,
        parent: &Parent,
        king: u8,
        wild: impl Fn(PieceKind) -> bool,
        spoiled: impl Fn(PieceKind) -> bool,
    ) -> Self {
        let own = variant.cecp.piece_to_char.as_deref().and_then(|text| Self::read(variant, text));
        let own = own.and_then(|table| table.spared(variant, &spoiled));
        let made_for = xboard::has("royals", &parent.name) || !xboard::asks_engine(&variant.name);
        let fits = |table: &Self| {
            table.order.iter().all(|(slot, kind)| {
                if variant.kind(*kind).royal { *slot == king } else { ![KING, FREE_KING].contains(slot) }
            })
        };
        own.filter(|table| made_for || fits(table))
            .unwrap_or_else(|| TableBuilder::new(variant, parent, king, &wild, &spoiled).table())
    }

    /// The table with no piece that XBoard promotes against the rules, if it can be made so. A pawn is put into the
    /// queen's slot as well, if that is empty: XBoard then promotes it on the last rank to a pawn.
    fn spared(self, variant: &Variant, spoiled: &dyn Fn(PieceKind) -> bool) -> Option<Self> {
        let stands = |slot: u8| self.order.iter().find(|(other, kind)| *other == slot && spoiled(*kind));
        if stands(SECOND_PAWN).is_some() {
            return None;
        }
        let Some((_, pawn)) = stands(PAWN) else { return Some(self) };
        let letter = &variant.kind(*pawn).id;
        let (white, black) = self.text.split_at_checked(self.text.len() / 2)?;
        let main = usize::from(MAIN);
        let plain = |c: char| c == '.' || c.is_ascii_alphabetic();
        let spare =
            |half: &str| half.len() > main + 1 && half.chars().take(main).all(plain) && half[main..].starts_with('.');
        let filled = |half: &str, letter: &str| format!("{}{letter}{}", &half[..main], &half[main + 1..]);
        let text = || filled(white, letter) + &filled(black, &letter.to_ascii_lowercase());
        let fits = letter.len() == 1 && spare(white) && spare(black);
        fits.then(|| Self { text: text(), ..self.clone() })
    }

    /// Reads a table given as text.
    fn read(variant: &Variant, text: &str) -> Option<Self> {
        let entries = table_entries(text).ok()?;
        let mut next = 0;
        let half = entries[..entries.len() / 2].iter().map(|entry| {
            let slot = if text[..entry.start].ends_with('/') { SKIP } else { next };
            next = slot + 1;
            (slot, entry.sign())
        });
        let half: Vec<(u8, &str)> = half.collect();
        let mut order = Vec::new();
        for (place, (slot, entry)) in half.iter().enumerate() {
            let slot = if place + 1 == half.len() { KING } else { *slot };
            let id = entry.trim_start_matches('*');
            if let Some(kind) = variant.kind_by_id(&id.to_ascii_uppercase()) {
                order.push((slot, kind));
            }
        }
        let has = |slot: u8, entry: &str| half.contains(&(slot, entry));
        let listed = |kind: PieceKind| {
            let id = &variant.kind(kind).id;
            order.iter().find(|(_, other)| *other == kind).is_some_and(|(slot, _)| match other_face(variant, kind) {
                Some(mark) => has(slot + PARTNERS, mark) || half.iter().any(|(_, text)| *text == format!("^{id}")),
                None => true,
            })
        };
        let complete = base_kinds(variant).all(listed) && entries.len() % 2 == 0 && entries.len() >= 12;
        complete.then(|| Self { text: text.to_owned(), order })
    }

    /// The base pieces in the order in which XBoard's holdings show them.
    pub(super) fn order(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.order.iter().map(|(_, kind)| *kind)
    }

    /// The slot of a base piece.
    pub(super) fn slot(&self, kind: PieceKind) -> Option<u8> {
        self.order.iter().find(|(_, other)| *other == kind).map(|(slot, _)| *slot)
    }

    /// Whether a piece is in one of these slots.
    pub(super) fn stands(&self, kind: PieceKind, slots: &[u8]) -> bool {
        self.slot(kind).is_some_and(|slot| slots.contains(&slot))
    }
}

/// The kinds that have an entry of their own: neither promoted faces nor promoted pieces that go back to what they were
/// when captured.
fn base_kinds(variant: &Variant) -> impl Iterator<Item = PieceKind> + '_ {
    variant.kinds().filter(|(_, kind)| !kind.id.contains(['+', '~'])).map(|(kind, _)| kind)
}

/// The mark of a piece's promoted face, or of itself as a promoted piece.
pub(super) fn other_face(variant: &Variant, kind: PieceKind) -> Option<&'static str> {
    let id = &variant.kind(kind).id;
    let has = |id: &str| variant.kind_by_id(id).is_some();
    match (has(&format!("+{id}")), has(&format!("{id}~"))) {
        (true, _) => Some("+"),
        (_, true) => Some("~"),
        _ => None,
    }
}

/// How a piece may resemble a picture, the surest way first.
const LIKENESSES: [fn(&Picture, &Kind) -> bool; 4] = [
    |picture, kind| picture.shows(&kind.name),
    |picture, kind| picture.moves_like(&kind.notation[Color::White]),
    |picture, kind| picture.shows_last_word(&kind.name),
    |picture, kind| picture.moves_nearly_like(&kind.notation[Color::White]),
];

/// A table being filled.
struct TableBuilder<'a> {
    variant: &'a Variant,
    parent: &'a Parent,
    /// For each slot the kind in it.
    slots: Vec<Option<PieceKind>>,
    /// The kinds that XBoard would promote against the rules if they were in a slot for pawns.
    spoiled: Vec<PieceKind>,
}

impl<'a> TableBuilder<'a> {
    fn new(
        variant: &'a Variant,
        parent: &'a Parent,
        king: u8,
        wild: &dyn Fn(PieceKind) -> bool,
        spoiled: &dyn Fn(PieceKind) -> bool,
    ) -> Self {
        let spoiled = base_kinds(variant).filter(|kind| spoiled(*kind)).collect();
        let mut table = Self { variant, parent, slots: vec![None; xboard::SLOTS.into()], spoiled };
        table.place_royals(king);
        table.place_pictured();
        table.place_pawns();
        table.place_wild(wild);
        table.place_known();
        table.place_rest();
        table
    }

    fn free(&self, slot: u8) -> bool {
        self.slots.get(usize::from(slot)).is_some_and(Option::is_none)
    }

    /// Whether no piece has the picture of a slot.
    fn is_new(&self, slot: u8) -> bool {
        self.free(slot) && xboard::twins(slot).all(|twin| self.free(twin))
    }

    fn put(&mut self, slot: u8, kind: PieceKind) {
        if let Some(place) = self.slots.get_mut(usize::from(slot)) {
            *place = Some(kind);
        }
    }

    fn waiting(&self) -> Vec<PieceKind> {
        base_kinds(self.variant).filter(|kind| !self.slots.contains(&Some(*kind))).collect()
    }

    /// Places the first royal piece or, if there is none, a piece called king. The slot `king` is the one where
    /// XBoard's own check rule applies, or the one where it does not.
    fn place_royals(&mut self, king: u8) {
        let pieces = self.waiting();
        let royal = pieces.iter().find(|kind| self.variant.kind(**kind).royal);
        let looks_royal = |kind: &&PieceKind| self.variant.kind(**kind).name.eq_ignore_ascii_case("king");
        if let Some(royal) = royal.or_else(|| pieces.iter().find(looks_royal)) {
            self.put(king, *royal);
        }
    }

    /// Places pieces for which the file asks for a picture.
    fn place_pictured(&mut self) {
        for kind in self.waiting() {
            let picture = self.variant.kind(kind).picture.as_deref();
            let slot = picture.and_then(|name| pictures().find(|picture| picture.shows(name))).map(|found| found.slot);
            let turns = self.changes(kind);
            let [_, turned_by_engine] = self.parent.turning;
            let serves = |slot: u8| {
                self.is_new(slot)
                    && self.has_room(slot, turns)
                    && !self.is_spoiled(slot, kind)
                    && !(turns && slot > turned_by_engine)
            };
            if let Some(slot) = slot.filter(|slot| serves(*slot)) {
                self.put(slot, kind);
            }
        }
    }

    /// Places pieces that promote to a choice of others in the slots for pawns. The first of the choice goes into the
    /// queen's slot, XBoard's first proposal, unless it has a picture of its own.
    fn place_pawns(&mut self) {
        let mut pawns = [PAWN, SECOND_PAWN].into_iter();
        for rule in &self.variant.rules.promotions {
            let PromotionTo::Kinds(to) = &rule.to else { continue };
            for kind in self.waiting() {
                if rule.kinds.has(kind)
                    && !self.spoiled.contains(&kind)
                    && let Some(slot) = pawns.find(|slot| self.free(*slot))
                {
                    self.put(slot, kind);
                }
            }
            let pictured = |kind: &PieceKind| {
                let fits = |picture: &Picture| LIKENESSES.iter().any(|like| like(picture, self.variant.kind(*kind)));
                pictures().any(|picture| picture.slot != MAIN && fits(&picture))
            };
            let main = to.first().copied().filter(|kind| self.waiting().contains(kind) && !pictured(kind));
            if let Some(kind) = main.filter(|_| self.free(MAIN)) {
                self.put(MAIN, kind);
            }
        }
    }

    /// Places pieces whose moves cannot be described to XBoard, except for those with two faces, which need a slot that
    /// has a partner.
    fn place_wild(&mut self, wild: &dyn Fn(PieceKind) -> bool) {
        for kind in self.waiting() {
            if wild(kind)
                && !self.changes(kind)
                && let Some(slot) = WILD.into_iter().find(|slot| self.free(*slot))
            {
                self.put(slot, kind);
            }
        }
    }

    /// Places pieces that XBoard has a picture for, by their name or moves.
    fn place_known(&mut self) {
        for like in LIKENESSES {
            for kind in self.waiting() {
                let fits =
                    |picture: &Picture| self.usable(picture.slot, kind) && like(picture, self.variant.kind(kind));
                if let Some(picture) = pictures().find(fits) {
                    self.put(picture.slot, kind);
                }
            }
        }
    }

    /// Places all others: pieces with two faces in the low slots, the rest after the special ones if possible. Even a
    /// piece for which no good slot is left has to be shown.
    fn place_rest(&mut self) {
        let [_, turned_by_engine] = self.parent.turning;
        for kind in self.waiting() {
            let turns = self.changes(kind);
            let low = 0..PARTNERS;
            let first = if turns { low.clone() } else { LATE..SKIP };
            let mut slots = first.chain(low).chain(PARTNERS..KING);
            let slot = slots
                .clone()
                .find(|slot| self.usable(*slot, kind))
                .or_else(|| slots.clone().find(|slot| self.usable_up_to(turned_by_engine, *slot, kind)))
                .or_else(|| slots.clone().find(|slot| self.has_room(*slot, turns) && !self.is_spoiled(*slot, kind)))
                .or_else(|| slots.find(|slot| self.has_room(*slot, turns)));
            if let Some(slot) = slot {
                self.put(slot, kind);
            }
        }
    }

    /// Whether a slot is free and XBoard will treat the piece in it correctly.
    fn usable(&self, slot: u8, kind: PieceKind) -> bool {
        self.usable_up_to(self.parent.turning[0], slot, kind)
    }

    /// The same, if slots up to `turning` may hold pieces that turn over.
    fn usable_up_to(&self, turning: u8, slot: u8, kind: PieceKind) -> bool {
        let turns = self.changes(kind);
        let notation = &self.variant.kind(kind).notation[Color::White];
        // Pieces in these slots promote on the last rank, may not be traded freely, or move as they like.
        let pawns = slot == PAWN && !self.parent.has_stuck_pawns() || slot == SECOND_PAWN;
        let special = pawns || slot == TRADE_BAN || WILD.contains(&slot) || turns && slot + PARTNERS == SECOND_PAWN;
        self.has_room(slot, turns)
            && self.is_new(slot)
            && !special
            && slot != FREE_KING
            && self.parent.allows(slot, notation)
            && !(turns && slot > turning)
    }

    /// Whether XBoard would promote a piece in a slot against the rules.
    fn is_spoiled(&self, slot: u8, kind: PieceKind) -> bool {
        [PAWN, SECOND_PAWN].contains(&slot) && self.spoiled.contains(&kind)
    }

    /// Whether a slot is free and not the partner of another that needs it, and so is its own partner if the piece
    /// turns over.
    fn has_room(&self, slot: u8, turns: bool) -> bool {
        let partner_free = slot < PARTNERS && self.free(slot + PARTNERS);
        self.free(slot) && (partner_free || !turns) && !self.is_partner_slot(slot)
    }

    /// Whether a slot is reserved for the other face of the piece eleven slots before.
    fn is_partner_slot(&self, slot: u8) -> bool {
        let base = slot.checked_sub(PARTNERS).filter(|base| *base < PARTNERS);
        base.and_then(|base| self.slots[usize::from(base)]).is_some_and(|kind| self.changes(kind))
    }

    fn changes(&self, kind: PieceKind) -> bool {
        other_face(self.variant, kind).is_some()
    }

    /// The entry of a slot in the first half.
    fn entry(&self, slot: u8) -> String {
        if let Some(kind) = self.slots[usize::from(slot)] {
            return self.variant.kind(kind).id.clone();
        }
        let base = slot.checked_sub(PARTNERS).filter(|base| *base < PARTNERS);
        let other = base.and_then(|base| self.slots[usize::from(base)]).and_then(|kind| other_face(self.variant, kind));
        other.unwrap_or(".").to_owned()
    }

    fn table(&self) -> SlotTable {
        let used = |slot: &u8| self.entry(*slot) != ".";
        // A table has at least twelve entries, the last of each half for the king.
        let low = (0..SKIP).filter(used).max().unwrap_or(0).max(4);
        let high = (SKIP..KING).filter(used).max();
        let mut half: String = (0..=low).map(|slot| self.entry(slot)).collect();
        if let Some(high) = high {
            half.push('/');
            half.extend((SKIP..=high).map(|slot| self.entry(slot)));
        }
        half.push_str(&self.entry(KING));
        let order = (0..).zip(&self.slots).filter_map(|(slot, kind)| kind.map(|kind| (slot, kind))).collect();
        SlotTable { text: format!("{half}{}", half.to_ascii_lowercase()), order }
    }
}
