//! Pieces with two faces.

use super::Checker;
use crate::board::PieceKind;
use crate::text::{Report, enumerate};
use crate::variant::file::{PieceTable, Spanned, VariantFile};
use crate::variant::{DropFaces, PromotionTo, Variant};

impl Checker<'_> {
    /// Notes promoted faces that name the other one, as if they turned back.
    pub(super) fn turned_for_good(&mut self, file: &VariantFile, variant: &Variant) {
        let tables = || file.pieces.iter().flat_map(Spanned::get_ref);
        let form = |kind: PieceKind| {
            let mut tables = tables().filter(|(id, _)| id.get_ref().eq_ignore_ascii_case(&variant.kind(kind).id));
            tables.find_map(|(_, table)| table.get_ref().form.as_ref())
        };
        let promotes = |kind: PieceKind| variant.rules.promotions.iter().filter(move |rule| rule.kinds.has(kind));
        let turns = |kind: PieceKind| promotes(kind).any(|rule| rule.to == PromotionTo::Form);
        let rules = &variant.rules;
        // A hand turns captured pieces back, unless a drop chooses the face.
        let demotes = (rules.hands.captor_gains() || rules.hands.partner) && rules.drops.faces != DropFaces::Either;
        let held = |kind: PieceKind| demotes && variant.kind(kind).in_hand == variant.kind(kind).form;
        let stays = |&(kind, _): &(PieceKind, &Spanned<String>)| {
            let plain = variant.kind(kind).form.filter(|plain| form(*plain).is_some());
            variant.kind(kind).is_face() && promotes(kind).next().is_none() && plain.is_some_and(turns) && !held(kind)
        };
        let own = |form: &&Spanned<String>| self.complaints.is_own(&form.span());
        let faces = variant.kinds().filter_map(|(kind, _)| Some((kind, form(kind).filter(own)?)));
        let staying: Vec<(PieceKind, &Spanned<String>)> = faces.filter(stays).collect();
        let Some((_, first)) = staying.first() else { return };
        let ids: Vec<String> =
            staying.iter().map(|(kind, _)| format!("`{}`", variant.kind(*kind).written_id())).collect();
        let (turn, give) = if ids.len() == 1 { ("never turns", "it gives") } else { ("never turn", "they give") };
        let report = Report::note(format!("{} {turn} back, though {give} a `form`, too", enumerate(&ids, "and")))
            .help("`all-with-form` leaves promoted faces out: if some turn back, list all pieces in `pieces`")
            .help("if they stay as they are, leave out their `form`: that of the other face is enough");
        self.complaints.add(&first.span(), report);
    }

    /// Joins the two faces of a piece. A face that does not turn back may be
    /// that of several pieces.
    pub(super) fn form(&mut self, id: &str, table: &PieceTable, turns_back: impl Fn(&str) -> bool) {
        let Some(form) = &table.form else { return };
        let span = form.span();
        let base = self.kind(&id.to_ascii_uppercase());
        let (Some(base), Some(face)) = (base, self.named_kind(&span, form.get_ref())) else {
            self.unread_forms.extend(base);
            return;
        };
        if let Some(report) = self.not_of_one_piece(id, base, face) {
            self.complaints.add(&span, report);
            self.unread_forms.push(base);
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
        if let Some(report) = self.of_another_piece(base, face) {
            self.complaints.add(&span, report);
            self.unread_forms.push(base);
            return;
        }
        let mutual = self.kinds[base.index()].form.is_some();
        self.kinds[base.index()].form = Some(face);
        self.kinds[face.index()].form = Some(base);
        // The promoted one of the two: the one with the plus, otherwise the one that was named.
        let plus = |kind: PieceKind| self.kinds[kind.index()].is_face();
        let (promoted, held) = match (plus(face), plus(base)) {
            (true, _) => (face, base),
            (false, true) => (base, face),
            (false, false) if mutual => (base, base),
            (false, false) => (face, base),
        };
        self.kinds[promoted.index()].in_hand = Some(held);
    }

    /// Why two kinds cannot be the faces of one piece.
    fn not_of_one_piece(&self, id: &str, base: PieceKind, face: PieceKind) -> Option<Report> {
        let [one, other] = [base, face].map(|kind| &self.kinds[kind.index()]);
        if one.owner != other.owner {
            return Some(
                Report::error(format!(
                    "`{}` and `{}` cannot be two faces of one piece",
                    one.written_id(),
                    other.written_id()
                ))
                .help("only Black has one of them: write both IDs in small letters, or both in capitals"),
            );
        }
        let report = Report::error(format!("`{id}` cannot be its own other face"));
        (base == face).then(|| report.help("leave `form` out if the piece has only one face"))
    }

    /// Why two kinds cannot be the faces of one piece, if one of them is already a face of another piece.
    fn of_another_piece(&self, base: PieceKind, face: PieceKind) -> Option<Report> {
        let id = |kind: PieceKind| self.kinds[kind.index()].written_id();
        let partner = |kind: PieceKind, other| self.kinds[kind.index()].form.filter(|partner| *partner != other);
        let taken = |(kind, other)| partner(kind, other).map(|partner| (id(kind), id(partner)));
        let (name, partner) = [(face, base), (base, face)].into_iter().find_map(taken)?;
        let help =
            "two faces belong only to each other, unless the face that several pieces share has no `form` itself";
        Some(Report::error(format!("`{name}` is already the other face of `{partner}`")).help(help))
    }
}
