//! Promotions that have no effect, and those that a file loses.

use super::super::Checker;
use super::super::complaints::or_default;
use super::super::kinds::those_of;
use crate::board::{Color, Piece, PieceKind};
use crate::text::{Report, Span, enumerate};
use crate::variant::file::{PromotionTable, Spanned, VariantFile, WordOrList};
use crate::variant::{Kind, KindSet, Variant};

impl Checker<'_> {
    /// Notes pieces that promote in an included file, but not in this one, whose tables replace those of the included
    /// file.
    pub(in crate::variant::validate) fn lost_promotions(
        &mut self,
        replaced: &[Spanned<PromotionTable>],
        file: &VariantFile,
        variant: &Variant,
    ) {
        let first = file.promotion.first().map(Spanned::span);
        let Some(own) = first.filter(|span| self.complaints.is_own(span)) else { return };
        let before: Vec<Piece> = replaced.iter().flat_map(|table| promoting(&variant.kinds, table.get_ref())).collect();
        let promotes = |piece: &Piece| variant.rules.promotions.iter().any(|rule| rule.is_for(*piece));
        let pieces = variant.faces().flat_map(|(number, _)| variant.owned_pieces(number));
        let lost: Vec<Piece> = pieces.filter(|piece| before.contains(piece) && !promotes(piece)).collect();
        let lost = variant.owned(&lost);
        if !lost.is_empty() {
            let (ids, promote, do_not) = (enumerate(&lost, "and"), ["promotes", "promote"], ["does not", "do not"]);
            let number = usize::from(lost.len() > 1);
            let report = Report::note(format!(
                "{ids} {} in the included file and {} here: this list replaces the whole list of that file",
                promote[number], do_not[number]
            ))
            .help("repeat the tables that should stay");
            self.complaints.add(&own, report);
        }
    }

    /// Notes other lists of tables that replace those of an included file and do not repeat them.
    pub(in crate::variant::validate) fn forgotten_tables(&mut self, lists: &[(String, Span)]) {
        for (heading, place) in lists {
            if self.complaints.is_own(place) {
                let report = Report::note(format!(
                    "there are `[[{heading}]]` tables in the included file, and these here take their place"
                ))
                .help("repeat those that should stay");
                self.complaints.add(place, report);
            }
        }
    }

    /// Warns of limits for kinds that no piece promotes to.
    pub(super) fn idle_limits(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = variant.rules.promotions.iter();
        let made: KindSet = rules.map(|rule| variant.all_become(rule)).collect();
        // Kinds that remember what they were have the limit of those they move like.
        let made = variant.kinds().filter(|(kind, _)| made.has(*kind));
        let made: Vec<&str> = made.map(|(_, kind)| kind.plain_id()).collect();
        let limits = file.promotion.iter().flat_map(|table: &Spanned<PromotionTable>| &table.get_ref().limit);
        for (id, _) in limits.flat_map(Spanned::get_ref) {
            let upper = id.get_ref().to_ascii_uppercase();
            if variant.kind_by_id(&upper).is_some() && !made.contains(&upper.as_str()) {
                let message = format!("nothing promotes to `{}`, so this limit has no effect", id.get_ref());
                let report = Report::warning(message).help("add it to `to`, or leave out the limit");
                self.complaints.add(&id.span(), report);
            }
        }
    }
}

/// The pieces that promote by a table of another file.
fn promoting(kinds: &[Kind], table: &PromotionTable) -> Vec<Piece> {
    let Some(set) = &table.pieces else { return Vec::new() };
    let only = or_default(table.side.as_ref()).only();
    // A small letter means Black's pieces alone.
    let capital = |kind: PieceKind| match set.get_ref() {
        WordOrList::Word(_) => true,
        WordOrList::List(list) => list.iter().any(|id| *id.get_ref() == kinds[kind.index()].id),
    };
    let meant = |kind: PieceKind, color: Color| {
        only.is_none_or(|only| only == color) && (color == Color::Black || capital(kind))
    };
    let pieces = those_of(kinds, set).into_iter();
    pieces
        .flat_map(|kind| Color::ALL.map(|color| Piece::new(kind, color)))
        .filter(|piece| meant(piece.kind(), piece.color()))
        .collect()
}
