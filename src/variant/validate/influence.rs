//! Influences of pieces on others.

use super::Checker;
use super::complaints::or_default;
use super::kinds::is_empty;
use crate::board::{Color, Piece, PieceKind};
use crate::text::{Report, Span};
use crate::variant::file::{InfluenceTable, Spanned, VariantFile};
use crate::variant::{EffectKind, Influence, InfluenceReach, KindSet, Variant};

/// What a table needs that has no faces.
const FACES: &str = "say what each piece is under the influence, for example `faces = { R = \"+R\" }`";

impl Checker<'_> {
    pub(super) fn influences(&mut self, list: &[Spanned<InfluenceTable>]) -> Vec<Influence> {
        let mut influences: Vec<Influence> = Vec::new();
        for table in list {
            if let Some(influence) = self.influence(&table.span(), table.get_ref(), &influences) {
                influences.push(influence);
            }
        }
        influences
    }

    fn influence(&mut self, table_span: &Span, table: &InfluenceTable, earlier: &[Influence]) -> Option<Influence> {
        let help = "name the pieces that exert it, for example `by = [\"N\"]`";
        let by = self.complaints.needed(table_span, "influence.by", table.by.as_ref(), help)?;
        let (span, none) = (by.span(), is_empty(by));
        let said = self.set_of(&table.by);
        let by: KindSet = said.iter().filter(|kind| !self.turned.iter().any(|(_, face)| face == kind)).collect();
        if none {
            let report = Report::warning("this list contains no pieces, so the table has no effect")
                .help("name the pieces that exert the influence");
            self.complaints.add(&span, report);
        } else if by.is_empty() && !said.is_empty() {
            let report =
                Report::warning("pieces exert an influence as what they are without any, never with these faces")
                    .help("name the pieces whose faces they are");
            self.complaints.add(&span, report);
        }
        let reach = match or_default(table.r#where.as_ref()) {
            InfluenceReach::Around(_) => InfluenceReach::Around(self.radius(table.radius.as_ref())),
            InfluenceReach::Attacked => {
                let why = "it belongs to `where = \"around\"`";
                self.complaints.pointless("radius", table.radius.as_ref(), true, why);
                InfluenceReach::Attacked
            }
        };
        let named = self.complaints.needed(table_span, "influence.faces", table.faces.as_ref(), FACES)?;
        if named.get_ref().is_empty() {
            let report = Report::warning("this table contains no pieces, so nothing is influenced").help(FACES);
            self.complaints.add(&named.span(), report);
        }
        let mut faces = Vec::new();
        for (id, face) in named.get_ref() {
            let kind = self.named_kind(&id.span(), id.get_ref());
            let becomes = self.named_kind(&face.span(), face.get_ref());
            if let (Some(kind), Some(becomes)) = (kind, becomes) {
                let known = earlier.iter().flat_map(|influence| &influence.faces).chain(&faces);
                let known: Vec<(PieceKind, PieceKind)> = known.copied().collect();
                self.face(&known, (kind, &id.span()), (becomes, &face.span()));
                faces.push((kind, becomes));
            }
        }
        Some(Influence { by, whose: or_default(table.side.as_ref()), reach, faces })
    }

    /// Notes the faces of pieces under influences. A rule that names a piece means its face, too, and a face counts as a
    /// pawn if its piece does, unless the file says otherwise.
    pub(super) fn note_faces(&mut self, file: &VariantFile) {
        let tables = file.influence.iter();
        let named = tables.filter_map(|table| table.get_ref().faces.as_ref()).flat_map(|faces| faces.get_ref());
        let kind = |id: &Spanned<String>| self.kind(&id.get_ref().to_ascii_uppercase());
        let turned: Vec<(PieceKind, PieceKind)> =
            named.filter_map(|(base, face)| Some((kind(base)?, kind(face)?))).collect();
        for &(base, face) in &turned {
            let id = self.kinds[face.index()].id.as_str();
            let pieces = file.pieces.iter().flat_map(|pieces| pieces.get_ref());
            let mut own = pieces.filter(|(other, _)| other.get_ref().eq_ignore_ascii_case(id));
            if own.all(|(_, table)| table.get_ref().counts_as_pawn.is_none()) {
                self.kinds[face.index()].counts_as_pawn = self.kinds[base.index()].counts_as_pawn;
            }
        }
        self.turned = turned;
    }

    /// The faces that pieces of a kind have under influences.
    pub(super) fn faces_of(&self, kind: PieceKind) -> impl Iterator<Item = PieceKind> {
        self.turned.iter().filter(move |(base, _)| *base == kind).map(|(_, face)| *face)
    }

    /// Reports faces that come to the game otherwise, too: such pieces would turn at once.
    pub(super) fn faces_apart(&mut self, file: &VariantFile, variant: &Variant) {
        // If a table is faulty, influences and tables do not correspond one to one.
        if self.complaints.any_error() {
            return;
        }
        let tables = file.influence.iter();
        let named = tables.filter_map(|table| table.get_ref().faces.as_ref()).flat_map(|faces| faces.get_ref());
        for ((kind, face), (_, id)) in variant.rules.influenced_faces().zip(named) {
            let [base, turned] = [kind, face].map(|kind| variant.kind(kind).written_id());
            let stands = Color::ALL.into_iter().any(|color| variant.start.board.contains(&Piece::new(face, color)));
            let held = Color::ALL.into_iter().any(|color| variant.start.hands[color][face.index()] > 0);
            let promotes = variant.rules.promotions.iter().any(|rule| variant.all_become(rule).has(face));
            let remembers =
                variant.kinds().any(|(_, other)| other.remembers() && other.plain_id() == variant.kind(kind).id);
            if remembers {
                let report = Report::error(format!("`{base}` may be a promoted piece that turns back in a hand, and such a piece has no face under an influence"))
                    .help("write `demote = false` in `[hand]`, or let pieces promote to others");
                self.complaints.add(&id.span(), report);
                continue;
            }
            let (comes, help) = if stands || held {
                ("is there at the start", format!("write `{base}` in `start.fen`: its face shows by itself"))
            } else if promotes {
                ("is what pieces promote to", format!("let them promote to `{base}`"))
            } else if variant.rules.effects.iter().any(|effect| brings(effect.what, face)) {
                ("is what an effect brings about", format!("let it bring about `{base}`"))
            } else {
                continue;
            };
            let report = Report::error(format!("`{turned}` {comes}, but turns into `{base}` without this influence"))
                .help(format!("{help}; or describe another piece in `[pieces]` for the face"));
            self.complaints.add(&id.span(), report);
        }
    }

    /// Reports a piece that cannot have such a face under an influence, beside those that are `known` already.
    fn face(
        &mut self,
        known: &[(PieceKind, PieceKind)],
        (kind, span): (PieceKind, &Span),
        (face, face_span): (PieceKind, &Span),
    ) {
        let [id, face_id] = [kind, face].map(|kind| self.kinds[kind.index()].written_id());
        let [data, other] = [kind, face].map(|kind| &self.kinds[kind.index()]);
        let (at, report) = if kind == face {
            (face_span, Report::error(format!("`{id}` does not change")).help("name another piece"))
        } else if known.iter().any(|(base, _)| *base == kind) {
            let report = Report::error(format!("`{id}` has a face under an influence already"))
                .help("a piece can have one such face: let one influence do for it, `by` all pieces that exert it");
            (span, report)
        } else if known.iter().any(|(_, other)| *other == kind) {
            let report = Report::error(format!("`{id}` is itself the face of a piece under an influence"))
                .help("name the piece as it is without any influence");
            (span, report)
        } else if known.iter().any(|(base, other)| *base == face || *other == face) {
            let report = Report::error(format!("`{face_id}` is named before, so it is unclear what it is again later"))
                .help("describe a face for each piece in `[pieces]`");
            (face_span, report)
        } else if data.royal != other.royal {
            let [royal, plain] = if data.royal { [&id, &face_id] } else { [&face_id, &id] };
            let report = Report::error(format!("`{royal}` is royal, and `{plain}` is not"))
                .help("a piece stays royal under an influence: describe another piece for the face");
            (face_span, report)
        } else if other.owner.is_some() && other.owner != data.owner {
            let report = Report::error(format!("`{face_id}` belongs to only one side"))
                .help("name a piece that every side with this piece can have");
            (face_span, report)
        } else {
            return;
        };
        self.complaints.add(at, report);
    }
}

/// Whether an effect brings pieces of a kind about.
fn brings(what: EffectKind, face: PieceKind) -> bool {
    matches!(what, EffectKind::Become(kind) | EffectKind::Appear(kind) if kind == face)
}
