//! Captured pieces that would be in the hand of a side that cannot have them.

use super::Checker;
use super::complaints::{described, entry};
use crate::board::{ByColor, Color, Piece, PieceKind};
use crate::text::{Report, enumerate};
use crate::variant::file::{Demotion, Spanned, VariantFile};
use crate::variant::{EffectKind, KindSet, Variant};

impl Checker<'_> {
    /// Reports such pieces, as far as captures bring them there: effects leave them out.
    pub(super) fn foreign_hands(&mut self, file: &VariantFile, variant: &Variant) {
        // Nothing is known of positions that a GUI makes up.
        if !variant.rules.fills_hands() || variant.start_by_gui || self.complaints.any_error() {
            return;
        }
        let had = ever_had(variant);
        for holder in Color::ALL {
            let foreign = variant.kinds().filter(|(kind, _)| {
                let held = held_after_capture(variant, &had, holder, *kind);
                held.is_some_and(|held| !variant.kind(held).may_belong_to(holder))
            });
            let foreign: Vec<(PieceKind, String)> = foreign.map(|(kind, data)| (kind, data.written_id())).collect();
            let Some((first, example)) = foreign.first() else { continue };
            let named = |(kind, id): &(PieceKind, String)| match variant.kind(*kind).in_hand {
                Some(held) if held != *kind => format!("`{id}` as `{}`", variant.kind(held).written_id()),
                _ => format!("`{id}`"),
            };
            let quoted: Vec<String> = foreign.iter().map(named).collect();
            let hand = file.hand.as_ref();
            let demote = entry(hand, |hand| &hand.demote);
            let mut report = Report::error(format!(
                "captured, {} would go to the hand of {}, which cannot have such a piece",
                enumerate(&quoted, "and"),
                holder.name()
            ))
            .help(format!(
                "say in `hand.demote` what becomes of each, for example `demote = {{ \"{example}\" = \"gone\" }}`"
            ));
            if demote.is_none_or(|demote| matches!(demote.get_ref(), Demotion::Rank(false))) {
                report =
                    report.help("other pieces then lose their promotion when they are captured, unless it names them");
            }
            let source = entry(hand, |hand| &hand.source).map(Spanned::span);
            let piece = described(file, variant).find(|(_, kind, _)| kind == first).map(|(id, ..)| id.span());
            let start = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
            let places = [demote.map(Spanned::span), source, piece, start];
            let mut known = places.iter().flatten();
            let own = known.clone().find(|place| self.complaints.is_own(place));
            self.complaints.add(own.or_else(|| known.next()).unwrap_or(&(0..0)), report);
        }
    }
}

/// What a side has in hand after a capture of a piece of a kind, by it or by the other side, if anything.
fn held_after_capture(variant: &Variant, had: &ByColor<KindSet>, holder: Color, kind: PieceKind) -> Option<PieceKind> {
    let hands = variant.rules.hands;
    let is_captured = |captor: Color, owner: Color| {
        let victim = Piece::new(kind, owner);
        had[owner].has(kind) && had[captor].iter().any(|by| variant.piece_may_capture(Piece::new(by, captor), victim))
    };
    let lost = || hands.own_losses && variant.is_stock(kind) && is_captured(!holder, holder);
    let comes =
        hands.captures && is_captured(holder, !holder) || hands.self_captures && is_captured(holder, holder) || lost();
    variant.kind(kind).in_hand.filter(|_| comes && !variant.kind(kind).royal)
}

/// The kinds of which each side may have pieces on the board or in hand at some time.
fn ever_had(variant: &Variant) -> ByColor<KindSet> {
    let start = &variant.start;
    let mut had = ByColor::from_fn(|color| {
        let standing = start.board.iter().filter(|piece| !piece.is_none() && piece.color() == color);
        let held = variant.kinds().map(|(kind, _)| kind).filter(|kind| start.hands[color][kind.index()] > 0);
        standing.map(|piece| piece.kind()).chain(held).collect::<KindSet>()
    });
    loop {
        let before = had;
        for color in Color::ALL {
            let more = gained(variant, &before, color).into_iter();
            more.filter(|kind| variant.kind(*kind).may_belong_to(color)).for_each(|kind| had[color].insert(kind));
        }
        if had == before {
            return had;
        }
    }
}

/// The kinds that those of `had` may become, or that a side may get with them.
fn gained(variant: &Variant, had: &ByColor<KindSet>, color: Color) -> Vec<PieceKind> {
    let rules = &variant.rules;
    let own = |kind: &PieceKind| had[color].has(*kind);
    let mut gained = Vec::new();
    for rule in rules.promotions.iter().filter(|rule| rule.everywhere()[color].any()) {
        gained.extend(rule.kinds.iter().filter(own).flat_map(|kind| variant.becomes(rule, kind)));
    }
    for effect in &rules.effects {
        match effect.what {
            EffectKind::Become(kind) | EffectKind::Appear(kind) => gained.push(kind),
            EffectKind::BecomeVictim | EffectKind::ChangeSide | EffectKind::Hand => gained.extend(had[!color].iter()),
            EffectKind::Remove | EffectKind::Hole | EffectKind::Return => {}
        }
    }
    for (base, face) in rules.influenced_faces() {
        gained.extend([(base, face), (face, base)].into_iter().filter(|(from, _)| own(from)).map(|(_, to)| to));
    }
    let held: Vec<PieceKind> =
        variant.kinds().filter_map(|(kind, _)| held_after_capture(variant, had, color, kind)).collect();
    let faces = variant.kinds().map(|(kind, _)| kind).filter(|kind| held.contains(&variant.held_as(*kind)));
    gained.extend(faces);
    gained
}
