//! What pieces are worth to the engine, where the file says it.

use super::Checker;
use crate::text::Report;
use crate::variant::Worth;
use crate::variant::file::{Named, Spanned, ValueTable};

impl Checker<'_> {
    pub(super) fn values(&mut self, table: Option<&Spanned<ValueTable>>) {
        let Some(table) = table.map(Spanned::get_ref) else { return };
        self.worth(&table.board, |worth| &mut worth.board);
        self.worth(&table.hand, |worth| &mut worth.hand);
        for (id, _) in table.hand.iter().flat_map(Spanned::get_ref) {
            self.droppable(&id.span(), id.get_ref());
        }
    }

    fn worth(&mut self, values: &Named<u16>, place: impl Fn(&mut Worth) -> &mut Option<u16>) {
        for (id, value) in values.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { continue };
            if self.kinds[kind.index()].royal {
                let report = Report::warning(format!("`{}` is royal and has no value", id.get_ref()));
                self.complaints.add(&id.span(), report);
            }
            if *value.get_ref() > Worth::GREATEST {
                let message = format!("{} is no value, expected 0 to {}", value.get_ref(), Worth::GREATEST);
                let report =
                    Report::error(message).help("values are in centipawns: a pawn of chess is worth about 100");
                self.complaints.add(&value.span(), report);
                continue;
            }
            *place(&mut self.kinds[kind.index()].worth) = Some(*value.get_ref());
        }
    }
}
