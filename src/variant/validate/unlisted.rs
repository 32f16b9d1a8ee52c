//! Pieces that a file adds to a game, but that lists of the included file do not
//! contain.

use super::Checker;
use super::complaints::{described, entry};
use crate::board::{Color, PieceKind};
use crate::text::{Report, enumerate};
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{Counting, Insufficient, KindSet, Variant};
use crate::xbetza;

impl Checker<'_> {
    /// Notes pieces whose moves this file gives, if an included one lists those that have some property.
    pub(super) fn unlisted(&mut self, file: &VariantFile, variant: &Variant) {
        self.no_attackers(file, variant);
        self.without_points(file, variant);
        self.uncounted(file, variant);
    }

    /// Notes pieces that capture, but count as unable to win.
    fn no_attackers(&mut self, file: &VariantFile, variant: &Variant) {
        let Insufficient::NoAttackers(attackers) = variant.rules.draws.insufficient else { return };
        let list = entry(file.insufficient.as_ref(), |table| &table.attackers);
        if list.is_none_or(|list| self.complaints.is_own(&list.span())) {
            return;
        }
        let captures = |kind: PieceKind| variant.kinds().any(|(of, _)| variant.may_capture(kind, of));
        let new = self.given_here(file, variant);
        let new: Vec<_> = new.into_iter().filter(|(_, kind)| !attackers.has(*kind) && captures(*kind)).collect();
        let Some((first, _)) = new.first() else { return };
        let kinds: Vec<PieceKind> = new.iter().map(|(_, kind)| *kind).collect();
        let all = attackers | kinds.iter().copied().collect::<KindSet>();
        let own_faces = variant.kinds().filter(|(kind, data)| all.has(*kind) && !data.id.ends_with('~'));
        let all: Vec<String> = own_faces.map(|(_, kind)| format!("\"{}\"", kind.written_id())).collect();
        let (is, they, them) = if kinds.len() == 1 { ("is", "it", "it") } else { ("are", "they", "them") };
        let report = Report::note(format!(
            "{} {is} not among the `attackers` of the included file: without one of these on the board the game is drawn",
            ids(variant, &kinds)
        ))
        .help(format!(
            "if {they} can win, write `attackers = [{}]` in `[insufficient]`; if not, repeat the list without {them}",
            all.join(", ")
        ));
        self.complaints.add(&first.span(), report);
    }

    /// Notes pieces without points if points decide and others have some.
    fn without_points(&mut self, file: &VariantFile, variant: &Variant) {
        let points = entry(file.scoring.as_ref(), |table| &table.points);
        let listed: Vec<&Spanned<String>> =
            points.map_or(Vec::new(), |points| points.get_ref().iter().map(|(id, _)| id).collect());
        if !variant.rules.points_decide() || listed.iter().all(|id| self.complaints.is_own(&id.span())) {
            return;
        }
        let is_listed =
            |kind: PieceKind| listed.iter().any(|id| id.get_ref().eq_ignore_ascii_case(&variant.kind(kind).id));
        let new = self.given_here(file, variant);
        let new: Vec<_> = new.into_iter().filter(|(_, kind)| !is_listed(*kind)).collect();
        let Some((first, kind)) = new.first() else { return };
        let kinds: Vec<PieceKind> = new.iter().map(|(_, kind)| *kind).collect();
        let counts = if kinds.len() == 1 { "counts" } else { "count" };
        let id = variant.kind(*kind).written_id();
        let report = Report::note(format!(
            "{} {counts} nothing when points decide: the included file gives points to other pieces",
            ids(variant, &kinds)
        ))
        .help(format!(
            "say in `[scoring]` what it counts, for example `points = {{ \"{id}\" = 5 }}`, or `0` if this is intended"
        ));
        self.complaints.add(&first.span(), report);
    }

    /// Notes pieces that can do all that some piece known to the count against a bare king can, and more, but that the
    /// count does not know.
    fn uncounted(&mut self, file: &VariantFile, variant: &Variant) {
        let rule = entry(file.counting.as_ref(), |table| &table.rule);
        if variant.rules.draws.counting == Counting::None
            || rule.is_none_or(|rule| self.complaints.is_own(&rule.span()))
        {
            return;
        }
        let known: Vec<_> = ["R", "FfW", "N"].into_iter().filter_map(|text| xbetza::compile(text).ok()).collect();
        let stronger = |kind: PieceKind| {
            let program = &variant.kind(kind).program[Color::White];
            known.iter().any(|known| program.covers(known)) && !known.iter().any(|known| known.covers(program))
        };
        let new = self.given_here(file, variant);
        let Some((id, kind)) = new.into_iter().find(|(_, kind)| stronger(*kind)) else { return };
        let consequence = match variant.rules.draws.counting {
            Counting::Asean => "against it alone no moves are counted",
            Counting::None | Counting::Makruk | Counting::Cambodian => "it counts as the weakest pieces do",
        };
        let report = Report::note(format!(
            "the included rule for counting moves against a bare king does not know `{}`: {consequence}",
            variant.kind(kind).written_id()
        ))
        .help("write `rule = \"none\"` in `[counting]` for a game without it, or repeat the rule if this is intended");
        self.complaints.add(&id.span(), report);
    }

    /// The non-royal pieces that have their moves from this file itself, each where it is first named.
    fn given_here<'f>(&self, file: &'f VariantFile, variant: &Variant) -> Vec<(&'f Spanned<String>, PieceKind)> {
        let mut given: Vec<(&Spanned<String>, PieceKind)> = Vec::new();
        for (id, kind, table) in described(file, variant) {
            let own = table.r#move.as_ref().is_some_and(|text| self.complaints.is_own(&text.span()));
            if own && !variant.kind(kind).royal && !given.iter().any(|(_, other)| *other == kind) {
                given.push((id, kind));
            }
        }
        given
    }
}

fn ids(variant: &Variant, kinds: &[PieceKind]) -> String {
    let ids: Vec<String> = kinds.iter().map(|kind| format!("`{}`", variant.kind(*kind).written_id())).collect();
    enumerate(&ids, "and")
}
