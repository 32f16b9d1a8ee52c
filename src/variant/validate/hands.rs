//! Pieces in hand, and how they enter the board.

use super::complaints::{entry, or_default};
use super::kinds::is_empty;
use super::pieces::{is_small, small_side};
use super::{Checker, Safety};
use crate::board::{Area, ByColor, Color, Geometry, PieceKind, Topology};
use crate::limits;
use crate::text::{Report, Span};
use crate::variant::file::{
    Demotion, DropTable, GatingTable, HandSource, HandTable, Named, PieceSet, Sided, Spanned, WordOrList, Words,
};
use crate::variant::{DropFaces, DropPlace, Drops, Gating, Hands, Kind, KindSet, Lines};

/// The sources of pieces in hand.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub source: Hands,
    /// Whether captured pieces lose their promotion.
    pub demote: bool,
}

impl Checker<'_> {
    pub(super) fn hand(&mut self, table: Option<&Spanned<HandTable>>) -> Hand {
        let source = self.sources(entry(table, |table| &table.source));
        let demote = entry(table, |table| &table.demote);
        let demote = demote.filter(|demote| !matches!(demote.get_ref(), Demotion::Rank(false)));
        match demote.map(Spanned::get_ref) {
            None => {
                (0..self.kinds.len()).for_each(|number| self.kinds[number].in_hand = Some(PieceKind(number as u8)));
            }
            Some(Demotion::Rank(_)) => {}
            Some(Demotion::Table(table)) => table.iter().for_each(|(id, to)| self.demotion(id, to)),
        }
        for (base, face) in self.turned.clone() {
            self.kinds[face.index()].in_hand = self.kinds[base.index()].in_hand;
        }
        if let Some(demote) = demote {
            self.shared_faces_known(demote.get_ref());
        }
        Hand { source, demote: demote.is_some() }
    }

    /// Reports faces that several pieces share if the file does not say what they become in a hand.
    fn shared_faces_known(&mut self, demote: &Demotion) {
        let named = |id: &str| match demote {
            Demotion::Rank(_) => false,
            Demotion::Table(table) => table.keys().any(|key| key.get_ref().eq_ignore_ascii_case(id)),
        };
        for (face, span) in std::mem::take(&mut self.shared) {
            let id = self.kinds[face.index()].written_id();
            if !named(&id) {
                let base =
                    self.kinds.iter().find(|kind| kind.form == Some(face)).map_or_else(|| id.clone(), Kind::written_id);
                let report = Report::error(format!(
                    "several pieces have the face `{id}`, so it is unclear what it becomes in a hand"
                ))
                .help(format!("say it in `[hand]`, for example `demote = {{ \"{id}\" = \"{base}\" }}`"));
                self.complaints.add(&span, report);
            }
        }
    }

    /// Sets what a captured piece becomes in the captor's hand, if that is not just its own base.
    fn demotion(&mut self, id: &Spanned<String>, to: &Spanned<String>) {
        let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { return };
        let in_hand = match to.get_ref().as_str() {
            "gone" => None,
            other => {
                let Some(other) = self.named_kind(&to.span(), other) else { return };
                Some(other)
            }
        };
        if in_hand.is_some_and(|other| self.kinds[other.index()].royal) {
            let report = Report::error(format!(
                "`{}` is royal, and no captured piece goes to a hand as a royal one",
                to.get_ref()
            ))
            .help("name another piece, or write `\"gone\"`");
            self.complaints.add(&to.span(), report);
        } else if self.kinds[kind.index()].royal {
            let report = Report::warning(format!(
                "`{}` is royal, and a captured royal piece goes to no hand, so this has no effect",
                id.get_ref()
            ));
            self.complaints.add(&id.span(), report);
        }
        self.kinds[kind.index()].in_hand = in_hand;
    }

    /// The meaning of the words for sources.
    fn sources(&mut self, words: Option<&Spanned<Words<HandSource>>>) -> Hands {
        let mut hands = Hands::default();
        let mut seen = Vec::new();
        for (span, &word) in words.into_iter().flat_map(Spanned::words) {
            if seen.contains(&word) {
                self.complaints.add(&span, Report::warning("this is in the list already"));
            }
            seen.push(word);
            match word {
                HandSource::None => {}
                HandSource::Captures => hands.captures = true,
                HandSource::SelfCaptures => hands.self_captures = true,
                HandSource::OwnLosses => hands.own_losses = true,
                HandSource::Fixed => hands.given = true,
                HandSource::Partner => (hands.given, hands.partner) = (true, true),
            }
            if seen.contains(&HandSource::None) && seen.len() == 2 {
                let report = Report::error("`none` cannot be combined with other sources")
                    .help("write `source = \"none\"`, or remove `none` from the list");
                self.complaints.add(&span, report);
            }
        }
        if let Some(words) = words.filter(|_| hands.captures && hands.own_losses) {
            let report = Report::error("a captured piece cannot go to two hands").help(
                "write `captures` for the hand of the side that captures it, or `own-losses` for that of its own side",
            );
            self.complaints.add(&words.span(), report);
        }
        if let Some(words) = words.filter(|_| hands.self_captures && hands.own_losses) {
            let report = Report::error("a side's own pieces that it captures are already its own losses")
                .help("remove `self-captures` from the list");
            self.complaints.add(&words.span(), report);
        }
        hands
    }

    pub(super) fn drops(
        &mut self,
        table: Option<&Spanned<DropTable>>,
        hands: Hands,
        gating: Gating,
        safety: Safety,
    ) -> Drops {
        let truth = |entry: Option<&Spanned<bool>>, default| entry.map_or(default, |truth| *truth.get_ref());
        // Lost pieces and pieces for gating are in hand for other purposes.
        let usual = (hands.captor_gains() || hands.given) && gating == Gating::None;
        let asked = entry(table, |table| &table.enabled);
        // Without a source nothing is ever in hand, whatever an included file says about drops.
        let enabled = truth(asked, usual) && hands.any();
        let table = table.map(Spanned::get_ref);
        let mut regions: Vec<_> = self.kinds.iter().map(|kind| kind.region).collect();
        let mut max_per_file = vec![None; self.kinds.len()];
        let mut no_mate = KindSet::EMPTY;
        let mut unlike_shades = KindSet::EMPTY;
        let mut unmoved = vec![ByColor::default(); self.kinds.len()];
        let (mut places, mut lines, mut opening) = (Vec::new(), Lines::ALL, ByColor::default());
        if let Some(table) = table {
            self.royals_drop = hands.given && truth(table.mandatory.as_ref(), false);
            self.faces_dropped = self.drop_faces(table.faces.as_ref().filter(|_| enabled));
            self.drop_regions(&table.regions, &mut regions);
            self.max_per_file(&table.max_per_file, &mut max_per_file);
            no_mate = table.no_mate.iter().flat_map(|set| self.kind_set(set)).collect();
            unlike_shades = self.unlike_shades(table.unlike_shades.as_ref());
            self.drops_unmoved(&table.unmoved, &mut unmoved);
            places = self.drop_places(table.r#where.as_ref());
            lines = self.lines("drop.lines", table.lines.as_ref(), Lines::ALL);
            self.drop_lines_used(table, &places);
            opening = self.drop_opening(table.opening.as_ref());
            for set in [&table.no_mate, &table.unlike_shades].into_iter().flatten().filter(|_| enabled) {
                self.listed_droppable(set);
            }
            if let Some(why) = safety.checkless {
                let idle = enabled && table.no_mate.as_ref().is_some_and(|set| !is_empty(set));
                self.complaints.pointless("no_mate", table.no_mate.as_ref(), idle, why);
                no_mate = KindSet::EMPTY;
            }
            // Drops without pieces are reported where they are requested.
            let told = asked.is_some_and(|asked| *asked.get_ref() && self.complaints.is_own(&asked.span()));
            // A source that cannot be read might fill the hands.
            if !enabled && !told && !self.complaints.is_part_dropped("hand.source") {
                self.idle_drops(table, gating);
            }
        }
        let no_immobile = truth(table.and_then(|table| table.no_immobile.as_ref()), false);
        let faces = or_default(table.and_then(|table| table.faces.as_ref()));
        let mandatory = enabled && truth(table.and_then(|table| table.mandatory.as_ref()), false);
        Drops {
            enabled,
            regions,
            max_per_file,
            no_immobile,
            no_mate,
            faces,
            mandatory,
            unlike_shades,
            unmoved,
            places,
            lines,
            opening,
        }
    }

    /// Warns of pieces of a list that are never in hand.
    fn listed_droppable(&mut self, set: &Spanned<PieceSet>) {
        let WordOrList::List(ids) = set.get_ref() else { return };
        for id in ids {
            // An unknown piece has been reported.
            let known = self.kind(&id.get_ref().to_ascii_uppercase()).is_some();
            if known && self.complaints.is_own(&id.span()) {
                self.droppable(&id.span(), id.get_ref());
            }
        }
    }

    /// The kinds that are dropped on squares of different shades.
    fn unlike_shades(&mut self, set: Option<&Spanned<PieceSet>>) -> KindSet {
        let Some(set) = set else { return KindSet::EMPTY };
        let kinds: KindSet = self.kind_set(set).into_iter().collect();
        if kinds.iter().count() > limits::UNLIKE_SHADES {
            let message = format!("too many kinds, expected at most {}", limits::UNLIKE_SHADES);
            self.complaints.error(&set.span(), message);
            return KindSet::EMPTY;
        }
        kinds
    }

    /// Conditions for drops, by the pieces on the board.
    fn drop_places(&mut self, words: Option<&Spanned<Words<DropPlace>>>) -> Vec<DropPlace> {
        let mut places = Vec::new();
        let all: Vec<(Span, &DropPlace)> = words.into_iter().flat_map(Spanned::words).collect();
        let endless = self.board.is_some_and(|board| board.topology() == Topology::Torus);
        let alone = all.len() == 1;
        for (span, &place) in all {
            if places.contains(&place) {
                self.complaints.add(&span, Report::warning("this is in the list already"));
            } else if place == DropPlace::Anywhere && !alone {
                let report = Report::error("`anywhere` cannot be combined with other places")
                    .help("write `where = \"anywhere\"`, or remove `anywhere` from the list");
                self.complaints.add(&span, report);
            } else if let Some([one, other]) = opposites(place, &places) {
                let report = Report::error(format!("no square is both `{one}` and `{other}`"))
                    .help("all words of the list must hold: remove one of the two");
                self.complaints.add(&span, report);
            } else if endless && matches!(place, DropPlace::FromTop | DropPlace::FromEdge) {
                let report = Report::error("nothing can be pushed in at an edge: all edges of this board are joined")
                    .help("write another place, for example `\"beside-own\"`, or another `topology` in `[board]`");
                self.complaints.add(&span, report);
            } else if place != DropPlace::Anywhere {
                places.push(place);
            }
        }
        places
    }

    fn drop_lines_used(&mut self, table: &DropTable, places: &[DropPlace]) {
        let looks = |place: &DropPlace| !matches!(place, DropPlace::FromTop | DropPlace::FromEdge);
        let why = "no word in `where` looks along lines, unlike `\"beside-own\"`";
        let unread = self.complaints.any_error() || self.complaints.is_part_dropped("drop.where");
        let idle = !unread && !places.iter().any(looks);
        self.complaints.pointless("lines", table.lines.as_ref(), idle, why);
    }

    /// The squares that a side fills first.
    fn drop_opening(&mut self, squares: Option<&Spanned<Sided>>) -> ByColor<Area> {
        let Some((squares, areas)) = squares.and_then(|squares| Some((squares, self.sided(squares)?))) else {
            return ByColor::default();
        };
        if areas.0.iter().all(|area| area.is_empty()) {
            let report = Report::warning("there are no squares in this set, so this has no effect")
                .help("name squares, for example `\"d4-e5\"`, or leave out the key");
            self.complaints.add(&squares.span(), report);
        }
        areas
    }

    /// Where dropped pieces count as unmoved.
    fn drops_unmoved(&mut self, table: &Named<Sided>, unmoved: &mut [ByColor<Area>]) {
        for (id, squares) in by_side(table) {
            // A castling piece may be meant that is on the board from the start.
            let named = self.named_side(&id.span(), id.get_ref());
            let only = small_side(id.get_ref());
            let (Some((kind, side)), Some(area)) = (named, self.sided_of(squares, only)) else { continue };
            if area.0.iter().all(|area| area.is_empty()) {
                let report = Report::warning("there are no squares in this set, so this has no effect")
                    .help("name squares, for example `\"e1\"`, or leave the entry out");
                self.complaints.add(&squares.span(), report);
            }
            for color in Color::ALL.into_iter().filter(|color| side.is_none_or(|side| side == *color)) {
                unmoved[kind.index()][color] = area[color];
            }
        }
    }

    /// The promoted faces by which pieces in hand may enter, too. A face determines what it was in hand: it
    /// must be the face of one piece alone, and not a piece in hand itself.
    fn drop_faces(&mut self, faces: Option<&Spanned<DropFaces>>) -> KindSet {
        let Some(faces) = faces.filter(|faces| *faces.get_ref() == DropFaces::Either) else { return KindSet::EMPTY };
        let bases = |face: PieceKind| self.kinds.iter().filter(move |kind| kind.form == Some(face));
        let face_of = |number: usize| {
            let face = PieceKind(number as u8);
            let base = self.kinds[number].in_hand.filter(|base| self.kinds[base.index()].form == Some(face));
            base.filter(|base| *base != face).map(|_| face)
        };
        let found: KindSet = (0..self.kinds.len()).filter_map(face_of).collect();
        if let Some(face) = found.iter().find(|face| bases(*face).count() > 1) {
            let id = self.kinds[face.index()].written_id();
            let report = Report::error(format!(
                "several pieces have the face `{id}`, so a drop of it does not tell which of them leaves the hand"
            ))
            .help("give each of them its own face with `form`");
            self.complaints.add(&faces.span(), report);
        } else if found.is_empty() {
            let report = Report::error("no piece in hand has another face with which it could enter")
                .help("give pieces another face with `form`, and write `demote = true` in `[hand]`");
            self.complaints.add(&faces.span(), report);
        }
        found
    }

    fn idle_drops(&mut self, table: &DropTable, gating: Gating) {
        let why = "nothing is dropped in this game";
        let no_immobile = or_default(table.no_immobile.as_ref());
        let no_mate = table.no_mate.as_ref().is_some_and(|set| !is_empty(set));
        self.complaints.pointless("regions", table.regions.as_ref(), gating == Gating::None, why);
        self.complaints.pointless("max_per_file", table.max_per_file.as_ref(), true, why);
        self.complaints.pointless("no_immobile", table.no_immobile.as_ref(), no_immobile, why);
        self.complaints.pointless("no_mate", table.no_mate.as_ref(), no_mate, why);
        let faces = or_default(table.faces.as_ref()) != DropFaces::Base;
        self.complaints.pointless("faces", table.faces.as_ref(), faces, why);
        let mandatory = or_default(table.mandatory.as_ref());
        let shades = table.unlike_shades.as_ref().is_some_and(|set| !is_empty(set));
        self.complaints.pointless("mandatory", table.mandatory.as_ref(), mandatory, why);
        self.complaints.pointless("unlike_shades", table.unlike_shades.as_ref(), shades, why);
        self.complaints.pointless("unmoved", table.unmoved.as_ref(), true, why);
        let anywhere = |word: &Spanned<DropPlace>| *word.get_ref() == DropPlace::Anywhere;
        let places = table.r#where.as_ref().is_some_and(|words| !words.get_ref().0.iter().all(anywhere));
        self.complaints.pointless("where", table.r#where.as_ref(), places, why);
        self.complaints.pointless("opening", table.opening.as_ref(), true, why);
    }

    /// Reads the squares for drops. `*` means all pieces that have no squares of their own.
    fn drop_regions(&mut self, table: &Named<Sided>, regions: &mut [ByColor<Area>]) {
        let all = regions.to_vec();
        for (id, squares) in by_side(table) {
            let (kinds, side): (Vec<PieceKind>, _) = if id.get_ref() == "*" {
                ((0..regions.len()).map(|number| PieceKind(number as u8)).collect(), None)
            } else {
                let named = self.droppable(&id.span(), id.get_ref());
                (named.iter().map(|(kind, _)| *kind).collect(), named.and_then(|(_, side)| side))
            };
            let Some(area) = self.sided_of(squares, small_side(id.get_ref())) else { continue };
            if area.0.iter().all(|area| area.is_empty()) {
                let report = Report::warning(format!(
                    "there are no squares in this set, so `{}` is never dropped",
                    id.get_ref()
                ))
                .help("name squares, for example `\"ranks 2-7\"`, or leave out the entry to allow any square");
                self.complaints.add(&squares.span(), report);
            } else if let [kind] = kinds[..]
                && Color::ALL.into_iter().all(|color| (self.kinds[kind.index()].region[color] & area[color]).is_empty())
            {
                let message = format!("`{0}` cannot stand on these squares, so it is never dropped", id.get_ref());
                let report =
                    Report::warning(message).help("they lie outside the `region` of the piece: change one of the two");
                self.complaints.add(&squares.span(), report);
            }
            for kind in kinds {
                for color in Color::ALL.into_iter().filter(|color| side.is_none_or(|side| side == *color)) {
                    regions[kind.index()][color] = all[kind.index()][color] & area[color];
                }
            }
        }
    }

    fn max_per_file(&mut self, table: &Named<u8>, max_per_file: &mut [Option<u8>]) {
        for (id, most) in table.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { continue };
            self.droppable(&id.span(), id.get_ref());
            let ranks = self.board.map_or(u8::MAX, Geometry::ranks);
            if (1..=ranks).contains(most.get_ref()) {
                max_per_file[kind.index()] = Some(*most.get_ref());
            } else {
                let message = format!("a file cannot hold {}, expected 1 to {ranks}", most.get_ref());
                self.complaints.error(&most.span(), message);
            }
        }
    }

    /// A kind that can be in hand, or a report.
    pub(super) fn droppable(&mut self, span: &Span, id: &str) -> Option<(PieceKind, Option<Color>)> {
        let (kind, side) = self.named_side(span, id)?;
        let data = &self.kinds[kind.index()];
        let held = self.faces_dropped.has(kind) || self.kinds.iter().any(|other| other.in_hand == Some(kind));
        // A royal in hand is in no danger, so it may be there only if it must be dropped.
        if data.royal && !self.royals_drop || !held {
            let report = Report::warning(format!("`{id}` is never in hand, so this has no effect"));
            self.complaints.add(span, report);
        }
        Some((kind, side))
    }

    /// Whether pieces of the hand enter on squares that others leave.
    pub(super) fn gating(&mut self, table: Option<&Spanned<GatingTable>>, hands: Hands) -> Gating {
        let mode = entry(table, |table| &table.mode);
        let gating = or_default(mode);
        if let Some(mode) = mode.filter(|_| gating != Gating::None && !hands.any()) {
            let report = Report::error("nothing is ever in hand in this game, so nothing can enter")
                .help("say where pieces in hand come from, for example `source = \"fixed\"` in `[hand]`");
            self.complaints.add(&mode.span(), report);
        }
        gating
    }
}

/// Places for drops that have no square in common, each with its word.
const OPPOSITES: [[(DropPlace, &str); 2]; 3] = [
    [(DropPlace::BesideOwn, "beside-own"), (DropPlace::ApartFromOwn, "apart-from-own")],
    [(DropPlace::BesideEnemy, "beside-enemy"), (DropPlace::ApartFromEnemy, "apart-from-enemy")],
    [(DropPlace::Flanking, "flanking"), (DropPlace::ApartFromEnemy, "apart-from-enemy")],
];

/// The words for a place and one of some others that have no square in common.
fn opposites(place: DropPlace, others: &[DropPlace]) -> Option<[&'static str; 2]> {
    let apart = |one: DropPlace, other: DropPlace| one == place && others.contains(&other);
    let found = OPPOSITES.into_iter().find(|[(one, _), (other, _)]| apart(*one, *other) || apart(*other, *one));
    found.map(|pair| pair.map(|(_, word)| word))
}

/// The entries of a table for pieces, the more specific ones last: `*` for all, then those for both
/// sides, then those for Black.
fn by_side(table: &Named<Sided>) -> Vec<(&Spanned<String>, &Spanned<Sided>)> {
    let mut entries: Vec<_> = table.iter().flat_map(Spanned::get_ref).collect();
    entries.sort_by_key(|(id, _)| (id.get_ref() != "*", is_small(id.get_ref())));
    entries
}
