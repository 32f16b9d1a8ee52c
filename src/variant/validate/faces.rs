//! Pieces with two faces.

use super::Checker;
use crate::board::PieceKind;
use crate::text::{Report, enumerate};
use crate::variant::file::{PieceTable, Spanned, VariantFile};
use crate::variant::{Kind, PromotionTo, Variant};

impl Checker<'_> {
    /// Notes promoted faces that name the other one, as if they turned back.
    pub(super) fn turned_for_good(&mut self, file: &VariantFile, variant: &Variant) {
        if self.complaints.any_error() {
            return;
        }
        let tables = || file.pieces.iter().flat_map(Spanned::get_ref);
        let form = |kind: PieceKind| {
            let mut tables = tables().filter(|(id, _)| id.get_ref().eq_ignore_ascii_case(&variant.kind(kind).id));
            tables.find_map(|(_, table)| table.get_ref().form.as_ref())
        };
        let promotes = |kind: PieceKind| variant.rules.promotions.iter().filter(move |rule| rule.kinds.has(kind));
        let turns = |kind: PieceKind| promotes(kind).any(|rule| rule.to == PromotionTo::Form);
        let stays = |&(kind, _): &(PieceKind, &Spanned<String>)| {
            let plain = variant.kind(kind).form.filter(|plain| form(*plain).is_some());
            variant.kind(kind).id.starts_with('+') && promotes(kind).next().is_none() && plain.is_some_and(turns)
        };
        let own = |form: &&Spanned<String>| self.complaints.is_own(&form.span());
        let faces = variant.kinds().filter_map(|(kind, _)| Some((kind, form(kind).filter(own)?)));
        let staying: Vec<(PieceKind, &Spanned<String>)> = faces.filter(stays).collect();
        let Some((_, first)) = staying.first() else { return };
        let ids: Vec<String> = staying.iter().map(|(kind, _)| format!("`{}`", variant.kind(*kind).id)).collect();
        let (turn, give) = if ids.len() == 1 { ("never turns", "it gives") } else { ("never turn", "they give") };
        let report = Report::note(format!("{} {turn} back, though {give} a `form`, too", enumerate(&ids, "and")))
            .help("`all-with-form` leaves promoted faces out: for such as turn back list all of them in `pieces`")
            .help("where they stay as they are, leave their `form` out: that of the other face is enough");
        self.complaints.add(&first.span(), report);
    }

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
