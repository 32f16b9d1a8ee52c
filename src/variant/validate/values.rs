//! Piece values given in the file.

use super::Checker;
use crate::board::PieceKind;
use crate::text::Report;
use crate::variant::file::{Named, Spanned, ValueTable};
use crate::variant::{Rules, Worth};

/// A value below this is probably not in centipawns.
const LEAST: u16 = 20;

impl Checker<'_> {
    pub(super) fn values(&mut self, table: Option<&Spanned<ValueTable>>, rules: &Rules) {
        let Some(table) = table.map(Spanned::get_ref) else { return };
        let why = "nothing is ever in hand in this game";
        self.complaints.pointless("hand", table.hand.as_ref(), !rules.hands.any(), why);
        let capturable = |checker: &mut Self, id: &Spanned<String>, kind| checker.capturable(id, kind, rules);
        self.worth(&table.board, capturable, |worth| &mut worth.board);
        let droppable = |checker: &mut Self, id: &Spanned<String>, _| {
            checker.droppable(&id.span(), id.get_ref());
        };
        self.worth(&table.hand, droppable, |worth| &mut worth.hand);
    }

    /// Warns of a value for a royal or anti-royal piece, which has none.
    fn capturable(&mut self, id: &Spanned<String>, kind: PieceKind, rules: &Rules) {
        let what = match self.kinds[kind.index()].royal {
            true => "royal",
            false if rules.royalty.anti.has(kind) => "anti-royal",
            false => return,
        };
        self.complaints.add(&id.span(), Report::warning(format!("`{}` is {what} and has no value", id.get_ref())));
    }

    fn worth(
        &mut self,
        values: &Named<u16>,
        fits: impl Fn(&mut Self, &Spanned<String>, PieceKind),
        place: impl Fn(&mut Worth) -> &mut Option<u16>,
    ) {
        for (id, value) in values.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { continue };
            fits(self, id, kind);
            if *value.get_ref() > Worth::GREATEST {
                let message = format!("{} is not a value, expected 0 to {}", value.get_ref(), Worth::GREATEST);
                let report =
                    Report::error(message).help("values are in centipawns: a pawn of chess is worth about 100");
                self.complaints.add(&value.span(), report);
                continue;
            }
            if (1..LEAST).contains(value.get_ref()) {
                let report = Report::warning(format!("`{}` is worth next to nothing", id.get_ref()))
                    .help("values are in centipawns: a pawn of chess is worth about 100, a knight about 300");
                self.complaints.add(&value.span(), report);
            }
            for alike in self.unnamed(values, self.with_remembering(&[kind])).iter().chain([kind]) {
                *place(&mut self.kinds[alike.index()].worth) = Some(*value.get_ref());
            }
        }
    }
}
