//! Pieces in hand, and how they enter the board.

use super::Checker;
use crate::board::{ByColor, Geometry, PieceKind};
use crate::text::{Report, Span};
use crate::variant::file::{DropTable, HandSource, HandTable, Named, Spanned};
use crate::variant::{Drops, Hands, KindSet};

/// Where hands come from.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub source: Hands,
    /// Whether captured men lose their promotion.
    pub demote: bool,
}

impl Checker<'_> {
    pub(super) fn hand(&mut self, table: Option<&Spanned<HandTable>>) -> Hand {
        let table = table.map(Spanned::get_ref);
        let source = match table.and_then(|table| table.source.as_ref()).map(Spanned::get_ref) {
            Some(HandSource::Captures) => Hands { captures: true, ..Hands::default() },
            Some(HandSource::None) | None => Hands::default(),
        };
        let demote = table.and_then(|table| table.demote.as_ref()).is_some_and(|demote| *demote.get_ref());
        if !demote {
            (0..self.kinds.len()).for_each(|number| self.kinds[number].in_hand = PieceKind(number as u8));
        }
        Hand { source, demote }
    }

    pub(super) fn drops(&mut self, table: Option<&Spanned<DropTable>>, hands: Hands) -> Drops {
        let table = table.map(Spanned::get_ref);
        let truth = |entry: Option<&Spanned<bool>>, default| entry.map_or(default, |truth| *truth.get_ref());
        let enabled = truth(table.and_then(|table| table.enabled.as_ref()), hands.any());
        let mut regions: Vec<_> = self.kinds.iter().map(|kind| kind.region).collect();
        let mut max_per_file = vec![None; self.kinds.len()];
        let mut no_mate = KindSet::EMPTY;
        if let Some(table) = table {
            self.drop_regions(&table.regions, &mut regions);
            self.max_per_file(&table.max_per_file, &mut max_per_file);
            no_mate = table.no_mate.iter().flat_map(|set| self.kind_set(set)).collect();
        }
        let no_immobile = truth(table.and_then(|table| table.no_immobile.as_ref()), false);
        Drops { enabled, regions, max_per_file, no_immobile, no_mate }
    }

    /// `*` is for all kinds that have no squares of their own.
    fn drop_regions(
        &mut self,
        table: &Named<crate::variant::file::Sided>,
        regions: &mut [ByColor<crate::board::Area>],
    ) {
        let entries = || table.iter().flat_map(Spanned::get_ref);
        let own: Vec<PieceKind> = entries().filter_map(|(id, _)| self.kind(id.get_ref())).collect();
        for (id, squares) in entries() {
            let kinds: Vec<PieceKind> = if id.get_ref() == "*" {
                (0..regions.len()).map(|number| PieceKind(number as u8)).filter(|kind| !own.contains(kind)).collect()
            } else {
                self.droppable(&id.span(), id.get_ref()).into_iter().collect()
            };
            let Some(area) = self.sided(squares) else { continue };
            for kind in kinds {
                let region = &mut regions[kind.index()];
                *region = ByColor([region.0[0] & area.0[0], region.0[1] & area.0[1]]);
            }
        }
    }

    fn max_per_file(&mut self, table: &Named<u8>, max_per_file: &mut [Option<u8>]) {
        for (id, most) in table.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = self.droppable(&id.span(), id.get_ref()) else { continue };
            let ranks = self.board.map_or(u8::MAX, Geometry::ranks);
            if (1..=ranks).contains(most.get_ref()) {
                max_per_file[kind.index()] = Some(*most.get_ref());
            } else {
                let message = format!("a file cannot hold {}, expected 1 to {ranks}", most.get_ref());
                self.complaints.error(&most.span(), message);
            }
        }
    }

    /// A kind that can be in hand, or a complaint.
    fn droppable(&mut self, span: &Span, id: &str) -> Option<PieceKind> {
        let kind = self.named_kind(span, id)?;
        let data = &self.kinds[kind.index()];
        if data.royal || data.in_hand != kind {
            let report = Report::warning(format!("`{id}` is never in hand, so this has no effect"));
            self.complaints.add(span, report);
        }
        Some(kind)
    }
}
