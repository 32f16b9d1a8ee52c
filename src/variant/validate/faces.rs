//! Pieces with two faces.

use super::Checker;
use crate::board::PieceKind;
use crate::text::Report;
use crate::variant::Kind;
use crate::variant::file::PieceTable;

impl Checker<'_> {
    /// Joins the two faces of a piece. A face that does not turn back may be
    /// that of several pieces.
    pub(super) fn form(&mut self, id: &str, table: &PieceTable, turns_back: impl Fn(&str) -> bool) {
        let Some(form) = &table.form else { return };
        let (Some(base), Some(face)) =
            (self.kind(&id.to_ascii_uppercase()), self.named_kind(&form.span(), form.get_ref()))
        else {
            return;
        };
        let span = form.span();
        if self.kinds[base.index()].owner != self.kinds[face.index()].owner {
            let (one, other) = (&self.kinds[base.index()].id, &self.kinds[face.index()].id);
            let report = Report::error(format!("`{one}` and `{other}` cannot be two faces of one piece"))
                .help("one of them is Black's alone: write both IDs with small letters, or both with capital ones");
            self.complaints.add(&span, report);
            return;
        }
        if base == face {
            let report = Report::error(format!("`{id}` cannot be its own other face"))
                .help("leave `form` out if the piece has only one face");
            self.complaints.add(&span, report);
            return;
        }
        let second = self.kinds[face.index()].form.is_some_and(|first| first != base);
        let further = self.shared.iter().any(|(kind, _)| *kind == face);
        if (second || further) && self.kinds[base.index()].form.is_none() && !turns_back(&self.kinds[face.index()].id) {
            self.kinds[base.index()].form = Some(face);
            self.kinds[face.index()].form = None;
            if second {
                self.shared.push((face, span));
            }
            return;
        }
        let taken = |kind: PieceKind, other: PieceKind, kinds: &[Kind]| {
            kinds[kind.index()]
                .form
                .filter(|partner| *partner != other)
                .map(|partner| kinds[partner.index()].id.clone())
        };
        let both = [(face, base), (base, face)];
        if let Some((kind, partner)) =
            both.iter().find_map(|&(kind, other)| Some((kind, taken(kind, other, &self.kinds)?)))
        {
            let name = &self.kinds[kind.index()].id;
            let report = Report::error(format!("`{name}` is already the other face of `{partner}`")).help(
                "a face that several pieces share has no `form` itself; else two faces belong to each other alone",
            );
            self.complaints.add(&span, report);
            return;
        }
        let mutual = self.kinds[base.index()].form.is_some();
        self.kinds[base.index()].form = Some(face);
        self.kinds[face.index()].form = Some(base);
        // Which of the two is the promoted one: the one with the plus, else the one that was named.
        if self.kinds[face.index()].id.starts_with('+') {
            self.kinds[face.index()].in_hand = Some(base);
        } else if self.kinds[base.index()].id.starts_with('+') {
            self.kinds[base.index()].in_hand = Some(face);
        } else if mutual {
            self.kinds[base.index()].in_hand = Some(base);
        } else {
            self.kinds[face.index()].in_hand = Some(base);
        }
    }
}
