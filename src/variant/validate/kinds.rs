//! Sets of kinds of pieces.

use super::Checker;
use super::pieces::small_side;
use crate::board::{Color, PieceKind};
use crate::text::{Report, Span, did_you_mean};
use crate::variant::file::{Entry, Named, PieceSet, SetWord, Spanned, WordOrList};
use crate::variant::{Kind, KindSet};

/// How only Black has a royal piece of a kind.
pub(super) fn royal_of_black(id: &str) -> String {
    let small = id.to_ascii_lowercase();
    format!(
        "if White has none, make it a piece that only Black has: `[pieces.{small}]`, with `{id} = \"none\"` in `[pieces]` if \
         an included file gives it"
    )
}

impl Checker<'_> {
    pub(super) fn kind(&self, id: &str) -> Option<PieceKind> {
        self.kinds.iter().position(|kind| kind.id == id).and_then(|number| u8::try_from(number).ok()).map(PieceKind)
    }

    /// The kind with that ID, and the side if only Black's pieces are meant, or a report.
    pub(super) fn named_side(&mut self, span: &Span, id: &str) -> Option<(PieceKind, Option<Color>)> {
        let plain = id.to_ascii_uppercase();
        let kind = self.kind(&plain);
        if kind.is_none() && !self.complaints.knows_wrong_piece(id) && !self.complaints.knows_wrong_piece(&plain) {
            let ids: Vec<String> = self.kinds.iter().filter(|kind| !kind.remembers()).map(Kind::written_id).collect();
            let mut report = Report::error(format!("there is no piece `{id}` in this game"));
            let base = id.strip_prefix('+').and_then(|base| self.kind(&base.to_ascii_uppercase()));
            let face = base.map(|_| format!("a promoted face needs a table of its own: `[pieces.\"{id}\"]`"));
            let named = || {
                let kind = self.kinds.iter().find(|kind| kind.name.eq_ignore_ascii_case(id))?;
                Some(format!("pieces are named by their IDs: write `{}`", kind.written_id()))
            };
            report.help.extend(face.or_else(named).or_else(|| did_you_mean(id, ids.iter().map(String::as_str))));
            report.help.extend((!ids.is_empty()).then(|| format!("pieces here: {}", ids.join(", "))));
            self.complaints.add(span, report);
        }
        Some((kind?, small_side(id)))
    }

    /// The kind with that ID if both sides are meant, or a report.
    pub(super) fn named_kind(&mut self, span: &Span, id: &str) -> Option<PieceKind> {
        self.kind_of_both(span, id, |_| None)
    }

    /// Like [`Self::named_kind`]; the report also has this advice for those who mean Black's piece of that ID.
    fn kind_of_both(&mut self, span: &Span, id: &str, advice: impl Fn(&str) -> Option<String>) -> Option<PieceKind> {
        let (kind, side) = self.named_side(span, id)?;
        let data = &self.kinds[kind.index()];
        if side.is_some() && data.owner.is_none() {
            let mut report = Report::error(format!("`{id}` would mean only Black's piece, but this is for both sides"))
                .help(format!("write `{}`", data.id));
            report.help.extend(advice(&data.id));
            self.complaints.add(span, report);
            return None;
        }
        Some(kind)
    }

    /// The royal kinds of a list or a word.
    pub(super) fn royal_set(&mut self, set: &Spanned<PieceSet>) -> Vec<PieceKind> {
        let advice = |id: &str| Some(royal_of_black(id));
        let list = self.sided_set(set, |checker, span, id| Some((checker.kind_of_both(span, id, advice)?, None)));
        list.into_iter().map(|(kind, _)| kind).collect()
    }

    /// The kinds that a list or a word means, in its order.
    pub(super) fn kind_set(&mut self, set: &Spanned<PieceSet>) -> Vec<PieceKind> {
        let list = self.sided_set(set, |checker, span, id| Some((checker.named_kind(span, id)?, None)));
        list.into_iter().map(|(kind, _)| kind).collect()
    }

    /// The same where a small letter means Black's pieces alone.
    pub(super) fn sided_kind_set(&mut self, set: &Spanned<PieceSet>) -> Vec<(PieceKind, Option<Color>)> {
        self.sided_set(set, Self::named_side)
    }

    fn sided_set(
        &mut self,
        set: &Spanned<PieceSet>,
        named: impl Fn(&mut Self, &Span, &str) -> Option<(PieceKind, Option<Color>)>,
    ) -> Vec<(PieceKind, Option<Color>)> {
        match set.get_ref() {
            WordOrList::Word(word) => {
                let all = self.kinds_by_word(&set.span(), word);
                all.into_iter().map(|kind| (kind, None)).collect()
            }
            WordOrList::List(list) => self.listed(list, named),
        }
    }

    /// The kinds of a list in which a small letter means Black's pieces alone.
    pub(super) fn sided_kinds(&mut self, list: &[Spanned<String>]) -> Vec<(PieceKind, Option<Color>)> {
        self.listed(list, Self::named_side)
    }

    fn listed(
        &mut self,
        list: &[Spanned<String>],
        named: impl Fn(&mut Self, &Span, &str) -> Option<(PieceKind, Option<Color>)>,
    ) -> Vec<(PieceKind, Option<Color>)> {
        let mut kinds = Vec::new();
        for id in list {
            let Some((kind, side)) = named(self, &id.span(), id.get_ref()) else { continue };
            match kinds.iter_mut().find(|(other, _): &&mut (PieceKind, _)| *other == kind) {
                None => kinds.push((kind, side)),
                Some(known) => {
                    let message = format!("`{}` is in this list already", id.get_ref());
                    self.complaints.add(&id.span(), Report::warning(message));
                    // "Both sides" includes Black.
                    known.1 = known.1.and(side);
                }
            }
        }
        kinds
    }

    /// All kinds with their numbers.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (PieceKind, &Kind)> {
        self.kinds.iter().enumerate().map(|(number, kind)| (PieceKind(number as u8), kind))
    }

    /// Those of some kinds for which a table has no entry of their own.
    pub(super) fn unnamed<T>(&self, table: &Named<T>, kinds: KindSet) -> KindSet {
        let ids = table.iter().flat_map(Spanned::get_ref).map(|(id, _)| id.get_ref().to_ascii_uppercase());
        kinds - ids.filter_map(|id| self.kind(&id)).collect()
    }

    /// The royal kinds.
    pub(super) fn royals(&self) -> KindSet {
        self.numbered().filter(|(_, kind)| kind.royal).map(|(number, _)| number).collect()
    }

    /// The kinds of an entry, with those that remember their kind before promotion and all faces; empty without the entry.
    pub(super) fn set_of(&mut self, set: &Entry<PieceSet>) -> KindSet {
        let Some(set) = set else { return KindSet::EMPTY };
        let kinds = self.kind_set(set);
        if means_remembering(set) { self.with_guises(&kinds) } else { kinds.into_iter().collect() }
    }

    /// The same with a report if there is no entry or no kind in it.
    pub(super) fn needed_set(&mut self, table: &Span, set: &Entry<PieceSet>, path: &str) -> KindSet {
        match set {
            None => self.complaints.missing(
                table,
                path,
                "list the pieces, for example `[\"P\", \"N\"]`, or write `\"all\"`",
            ),
            Some(set) if is_empty(set) => self.complaints.error(&set.span(), "expected at least one ID"),
            Some(_) => {}
        }
        self.set_of(set)
    }

    /// The same; all kinds without the entry.
    pub(super) fn set_or_all(&mut self, set: &Entry<PieceSet>) -> KindSet {
        match set {
            Some(_) => self.set_of(set),
            None => self.numbered().map(|(number, _)| number).collect(),
        }
    }

    /// The kinds of a set, each with those of the set that remember their kind and move like it, and with its faces.
    pub(super) fn one_by_one(&self, kinds: KindSet) -> Vec<KindSet> {
        let is_face = |kind: &PieceKind| self.turned.iter().any(|(base, face)| face == kind && kinds.has(*base));
        let faces = kinds.iter().filter(|kind| !self.kinds[kind.index()].remembers() && !is_face(kind));
        faces.map(|kind| kinds & self.with_guises(&[kind])).collect()
    }

    fn kinds_by_word(&mut self, span: &Span, word: &SetWord) -> Vec<PieceKind> {
        if let SetWord::Unknown(word) = word {
            let mut report = Report::error(format!("`{word}` is not a set of pieces"))
                .help("write a list of IDs, for example `[\"P\", \"N\"]`, or one of: all, officers, all-with-form");
            if self.kind(word).is_some() {
                report = report.help(format!("for a single piece, write `[\"{word}\"]`"));
            }
            if word == "none" {
                report = report.help("an empty list is `[]`");
            }
            self.complaints.add(span, report);
        }
        those_of_word(&self.kinds, word)
    }
}

/// The kinds that a set of another file means.
pub(super) fn those_of(kinds: &[Kind], set: &Spanned<PieceSet>) -> Vec<PieceKind> {
    match set.get_ref() {
        WordOrList::Word(word) => those_of_word(kinds, word),
        WordOrList::List(list) => {
            let named = |kind: &Kind| list.iter().any(|id| id.get_ref().eq_ignore_ascii_case(&kind.id));
            those(kinds, named)
        }
    }
}

fn those_of_word(kinds: &[Kind], word: &SetWord) -> Vec<PieceKind> {
    those(kinds, |kind| match word {
        SetWord::All => true,
        SetWord::Officers => !kind.royal && !kind.counts_as_pawn.0.contains(&true) && !kind.is_face(),
        SetWord::AllWithForm => kind.form.is_some() && !kind.is_face(),
        SetWord::Unknown(_) => false,
    })
}

/// Whether a set includes those that remember their kind with the kinds that it means: words for unpromoted
/// pieces do not.
pub(super) fn means_remembering(set: &Spanned<PieceSet>) -> bool {
    !matches!(set.get_ref(), WordOrList::Word(SetWord::Officers | SetWord::AllWithForm))
}

/// The kinds that fit, without those that remember what they were.
fn those(kinds: &[Kind], fits: impl Fn(&Kind) -> bool) -> Vec<PieceKind> {
    let fits = |kind: &Kind| !kind.remembers() && fits(kind);
    kinds.iter().enumerate().filter(|(_, kind)| fits(kind)).map(|(number, _)| PieceKind(number as u8)).collect()
}

/// Whether a set is written as an empty list.
pub(super) fn is_empty(set: &Spanned<PieceSet>) -> bool {
    matches!(set.get_ref(), WordOrList::List(list) if list.is_empty())
}
