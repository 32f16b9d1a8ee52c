//! Counts of what a comparison has met: without castling it proves nothing about castling.

use super::deed::Sort;
use super::slow::{Legal, Refused};
use alfil::internals::position::{Outcome, Reason};
use alfil::internals::variant::{
    Adjudication, CastlingRule, Counting, Gating, GivingCheck, Impasse, KindSet, LeavingCheck, PromotionTo,
    RepetitionResult, RoyalMode, Variant,
};
use alfil::internals::xbetza::{Action, Term};

/// Numbers of encounters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub positions: usize,
    pub moves: usize,
    pub checks: usize,
    /// Positions with an attacked royal piece that need not be safe.
    pub harmless: usize,
    /// Checks by anti-royal pieces that nothing attacks.
    pub unattacked: usize,
    pub captures: usize,
    pub promotions: usize,
    pub stocks: usize,
    pub doubles: usize,
    /// Captures not only on the destination, including en passant.
    pub elsewhere: usize,
    pub castlings: usize,
    pub drops: usize,
    pub swaps: usize,
    pub gatings: usize,
    pub passes: usize,
    /// Captures with effects.
    pub effects: usize,
    /// Positions with pieces under influences.
    pub influences: usize,
    /// Moves that placed a wall.
    pub walls: usize,
    /// Moves that used up a right.
    pub once: usize,
    pub refused: Refused,
    /// The ends of games.
    pub ends: Ends,
}

/// Numbers of ends by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    pub extinction: usize,
    pub goal: usize,
    pub checks: usize,
    pub bare: usize,
    pub mate: usize,
    pub stalemate: usize,
    pub repetition: usize,
    pub move_rule: usize,
    pub counting: usize,
    pub impasse: usize,
    pub passes: usize,
    pub full: usize,
    pub others: usize,
}

impl Tally {
    /// Counts a legal move.
    pub fn count(&mut self, legal: &Legal) {
        let deed = &legal.deed;
        self.moves += 1;
        self.captures += usize::from(!legal.captured.is_empty());
        self.promotions += usize::from(deed.piece.is_some() && deed.sort != Sort::Drop);
        self.stocks += usize::from(legal.stock);
        self.doubles += usize::from(deed.sort == Sort::Double);
        self.elsewhere += usize::from(!deed.victims.is_empty());
        self.castlings += usize::from(deed.sort == Sort::Castle);
        self.drops += usize::from(deed.sort == Sort::Drop);
        self.swaps += usize::from(deed.sort == Sort::Swap);
        self.gatings += usize::from(deed.gated.is_some());
        self.passes += usize::from(deed.sort == Sort::Pass);
        self.effects += usize::from(legal.affected);
        self.walls += usize::from(deed.wall.is_some());
        self.once += usize::from(legal.once);
    }

    /// Counts the refused moves of a position.
    pub fn refuse(&mut self, refused: Refused) {
        let all = &mut self.refused;
        all.by_ban += refused.by_ban;
        all.by_counterstrike += refused.by_counterstrike;
        all.by_duty += refused.by_duty;
        all.by_repetition += refused.by_repetition;
        all.by_check += refused.by_check;
        all.by_anti += refused.by_anti;
        all.by_limit += refused.by_limit;
        all.by_threshold += refused.by_threshold;
        all.by_passage += refused.by_passage;
        all.by_shade += refused.by_shade;
        all.by_place += refused.by_place;
        all.exposed += refused.exposed;
    }

    /// Counts an end of the game.
    pub fn end(&mut self, outcome: Outcome) {
        let ends = &mut self.ends;
        let count = match outcome.reason {
            Reason::Extinction => &mut ends.extinction,
            Reason::Goal => &mut ends.goal,
            Reason::Checks => &mut ends.checks,
            Reason::BareKing => &mut ends.bare,
            Reason::Checkmate => &mut ends.mate,
            Reason::Stalemate => &mut ends.stalemate,
            Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase => &mut ends.repetition,
            Reason::MoveRule => &mut ends.move_rule,
            Reason::Counting => &mut ends.counting,
            Reason::Impasse => &mut ends.impasse,
            Reason::Facing | Reason::DoublePass => &mut ends.passes,
            Reason::FullBoard => &mut ends.full,
            Reason::InsufficientMaterial => &mut ends.others,
        };
        *count += 1;
    }

    /// The rules of the variant, and whether the comparison has met them.
    pub fn met(&self, variant: &Variant) -> Vec<(&'static str, bool)> {
        let rules = &variant.rules;
        let programs = variant.kinds.iter().flat_map(|kind| {
            let zones = kind.zone_moves.iter().map(|extra| &extra.program);
            std::iter::once(&kind.program).chain(zones).flat_map(|program| &program.0)
        });
        let terms: Vec<&Term> = programs.flat_map(|program| &program.terms).collect();
        let has = |test: &dyn Fn(&Term) -> bool| terms.iter().any(|term| test(term));
        let castles = rules.castling != CastlingRule::None && has(&|term| term.castles());
        let en_passant = has(&|term| term.single_leg().is_some_and(|leg| leg.modes.en_passant));
        let royal =
            variant.kinds.iter().any(|kind| kind.royal) && rules.royalty.leaving_check == LeavingCheck::Forbidden;
        let stock = rules.promotions.iter().any(|rule| rule.to == PromotionTo::Stock);
        let (refused, ends) = (&self.refused, &self.ends);
        let expected = [
            ("check", royal && rules.royalty.giving_check == GivingCheck::Allowed, self.checks),
            ("a royal that need not be safe", royal && rules.royalty.mode != RoyalMode::Each, self.harmless),
            ("an anti-royal that cannot be captured", !rules.royalty.anti.is_empty(), refused.by_anti),
            ("an anti-royal that nothing attacks", !rules.royalty.anti.is_empty(), self.unattacked),
            ("move that is possible once", !rules.once.is_empty(), self.once),
            ("capture", true, self.captures),
            ("promotion", !rules.promotions.is_empty(), self.promotions),
            ("promotion from stock", stock, self.stocks),
            ("limited promotion", !rules.promotion_limits.is_empty(), refused.by_limit),
            ("double step", has(&Term::marks_en_passant), self.doubles),
            ("en passant", en_passant, self.elsewhere),
            ("castling", castles, self.castlings),
            ("drop", rules.drops.enabled, self.drops),
            ("drop on a shade", rules.drops.unlike_shades != KindSet::EMPTY, refused.by_shade),
            ("drop in the wrong place", rules.drops.look_around(), refused.by_place),
            ("gating", rules.gating == Gating::VirginSquare, self.gatings),
            ("pass", has(&|term| matches!(term.action, Action::Pass)), self.passes),
            ("effect", !rules.effects.is_empty(), self.effects),
            ("influence", !rules.influences.is_empty(), self.influences),
            ("wall", rules.wall.is_some(), self.walls),
            ("banned capture", !rules.captures.bans.is_empty(), refused.by_ban),
            ("counterstrike", rules.captures.counterstrike.is_some(), refused.by_counterstrike),
            ("duty to capture", rules.captures.mandatory, refused.by_duty),
            ("check that is illegal", rules.royalty.giving_check == GivingCheck::Forbidden, refused.by_check),
            (
                "repetition",
                rules.draws.repetition.fold > 0 && rules.draws.repetition.result != RepetitionResult::Illegal,
                ends.repetition,
            ),
            ("illegal repetition", rules.draws.repetition.result == RepetitionResult::Illegal, refused.by_repetition),
            ("extinction", !rules.ends.extinctions.is_empty(), ends.extinction),
            ("goal", !rules.ends.goals.is_empty(), ends.goal),
            ("last check", rules.ends.checks.is_some(), ends.checks),
            ("bare side", rules.ends.bare.is_some(), ends.bare),
            ("full board", rules.ends.full_board != Adjudication::None, ends.full),
            ("move rule", rules.draws.move_rule.plies > 0, ends.move_rule),
            ("count that has run out", rules.draws.counting != Counting::None, ends.counting),
            ("declaration", rules.draws.impasse != Impasse::None, ends.impasse),
        ];
        expected.into_iter().filter(|(_, exists, _)| *exists).map(|(name, _, met)| (name, met > 0)).collect()
    }
}
