//! Hands, drops and gatings that have no effect.

use super::super::Checker;
use super::super::complaints::{entry, list};
use super::super::pieces::is_small;
use crate::board::{Color, PieceKind, Square};
use crate::text::Report;
use crate::variant::file::{Demotion, HandSource, Spanned, VariantFile};
use crate::variant::{Gating, Impasse, KindSet, PromotionTo, Variant};

impl Checker<'_> {
    /// Warns of losses that take account of hands in which there are no such pieces.
    pub(super) fn handless_losses(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        let tables = list(file.end.as_ref(), |end| &end.extinction);
        for (table, rule) in tables.iter().zip(&rules.ends.extinctions) {
            let hand = table.get_ref().hand.as_ref();
            let never = |kinds: KindSet| kinds.iter().all(|kind| variant.kind(kind).royal && !variant.may_hold(kind));
            let why = match rules.hands.any() {
                false => "nothing is ever in hand in this game",
                true if rule.of.kinds().is_some_and(never) => "these pieces are royal, and never in hand",
                true => continue,
            };
            self.complaints.pointless("hand", hand, rule.in_hand, why);
        }
    }

    /// Warns of empty reserves, and of drops without pieces.
    pub(super) fn empty_hands(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        if variant.start.any_in_hand() || rules.fills_hands() {
            return;
        }
        if let Some(enabled) = entry(file.drop.as_ref(), |drop| &drop.enabled)
            && *enabled.get_ref()
            && !rules.hands.any()
        {
            let why = "nothing is ever in hand: say where pieces in hand come from, for example `source = \"captures\"` in `[hand]`";
            self.complaints.no_effect(&enabled.span(), "enabled", why);
        }
        let source = entry(file.hand.as_ref(), |hand| &hand.source);
        let words: Vec<HandSource> = source.into_iter().flat_map(Spanned::words).map(|(_, word)| *word).collect();
        if let Some(source) =
            source.filter(|_| words.contains(&HandSource::Fixed) && !words.contains(&HandSource::Partner))
        {
            let why = "the reserve is empty: give it in `start.fen` in brackets after the board, for example `[NNnn]`";
            self.complaints.no_effect(&source.span(), "source", why);
        }
    }

    /// Warns of gating if no piece may enter on a square from which one moves for the first time.
    pub(super) fn idle_gating(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        let mode = entry(file.gating.as_ref(), |gating| &gating.mode);
        let Some(mode) = mode.filter(|_| rules.gating == Gating::VirginSquare) else { return };
        if rules.drops.mandatory {
            let why =
                "no piece ever enters so: with `mandatory` in `[drop]`, a side with pieces in hand can only drop them";
            self.complaints.no_effect(&mode.span(), "mode", why);
            return;
        }
        let held = |kind: PieceKind, color: Color| match rules.fills_hands() || rules.hands.partner {
            true => variant.may_hold(kind),
            false => variant.start.hands[color][kind.index()] > 0,
        };
        let all = || Color::ALL.into_iter().flat_map(|color| variant.kinds().map(move |(kind, _)| (kind, color)));
        let held: Vec<(PieceKind, Color)> = all().filter(|(kind, color)| held(*kind, *color)).collect();
        let first = |color: Color| variant.board.all().filter(move |sq| variant.board.rank_of(color, *sq) == 0);
        let enters = |(kind, color): &(PieceKind, Color)| {
            let own = |sq: &Square| variant.start.at(*sq).is_some_and(|piece| piece.color() == *color);
            first(*color).filter(own).any(|sq| rules.drops.regions[kind.index()][*color].has(sq))
        };
        // If nothing is ever in hand, that has been reported.
        if !held.is_empty() && !held.iter().any(enters) {
            let why = "no piece in hand may enter on the first rank: give it squares there in `drop.regions`";
            self.complaints.no_effect(&mode.span(), "mode", why);
            return;
        }
        let regions = entry(file.drop.as_ref(), |drop| &drop.regions).filter(|_| !rules.drops.enabled);
        for id in regions.iter().flat_map(|regions| regions.get_ref().keys()) {
            let named = variant.kind_by_id(&id.get_ref().to_ascii_uppercase());
            let mut pieces = held.iter().filter(|(kind, _)| Some(*kind) == named).peekable();
            if pieces.peek().is_some() && !pieces.any(enters) && self.complaints.is_own(&id.span()) {
                let report = Report::warning(format!(
                    "`{}` never enters the game: it has no squares on the first rank",
                    id.get_ref()
                ))
                .help(
                    "with `[gating]`, pieces enter on a square of the first rank that another leaves: name squares of that rank",
                );
                self.complaints.add(&id.span(), report);
            }
        }
    }

    /// Warns of hands that gain nothing by captures of their own side's pieces, and of useless hands.
    pub(super) fn useless_hands(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        let Some(source) = entry(file.hand.as_ref(), |hand| &hand.source) else { return };
        let destroys = variant.captures_friends();
        for (span, _) in source.words().filter(|(_, word)| **word == HandSource::SelfCaptures && !destroys) {
            let why = "no move captures pieces of its own side: mark one with `d`";
            self.complaints.no_effect(&span, "self-captures", why);
        }
        let useful = rules.hands_enter()
            || rules.draws.impasse != Impasse::None
            || rules.promotions.iter().any(|rule| rule.to == PromotionTo::Stock)
            || rules.ends.extinctions.iter().any(|extinction| extinction.in_hand);
        let why = "nothing is done with pieces in hand: they are not dropped, and nothing promotes to them";
        self.complaints.pointless("source", Some(source), rules.hands.any() && !useful, why);
    }

    /// Notes captures that do not turn pieces back on their way to the hand, if the file does not mention that.
    pub(super) fn kept_faces(&mut self, file: &VariantFile, variant: &Variant) {
        let hand = file.hand.as_ref();
        let source = entry(hand, |hand| &hand.source).filter(|source| self.complaints.is_own(&source.span()));
        let Some(source) = source.filter(|_| variant.rules.hands.captor_gains()) else { return };
        // An included file may only spell out the default.
        let said = entry(hand, |hand| &hand.demote).is_some_and(|demote| {
            !matches!(demote.get_ref(), Demotion::Rank(false)) || self.complaints.is_own(&demote.span())
        });
        let made = variant.made_anew();
        let face = variant.kinds().find(|(number, kind)| kind.is_face() && made.has(*number) && !kind.royal);
        if let Some((_, face)) = face.filter(|_| !said) {
            let report = Report::note(format!("a captured `{}` goes to the hand as what it is", face.written_id())).help(
                "write `demote = true` in `[hand]` if pieces should lose their promotion, or `false` if this is intended",
            );
            self.complaints.add(&source.span(), report);
        }
    }

    /// Notes squares for drops of Black's pieces alone, if White's have none.
    pub(super) fn drops_of_one_side(&mut self, file: &VariantFile, variant: &Variant) {
        let Some(regions) = entry(file.drop.as_ref(), |drop| &drop.regions) else { return };
        let given = |id: &str| regions.get_ref().keys().any(|key| key.get_ref() == id);
        for id in regions.get_ref().keys().filter(|id| is_small(id.get_ref())) {
            let capital = id.get_ref().to_ascii_uppercase();
            let both = variant.kind_by_id(&capital).is_some_and(|kind| variant.kind(kind).owner.is_none());
            if both && !given(&capital) && !given("*") && self.complaints.is_own(&id.span()) {
                let report = Report::note(format!("these squares are only for Black's `{capital}`"))
                    .help(format!("write `{capital}` for both sides"));
                self.complaints.add(&id.span(), report);
            }
        }
    }
}
