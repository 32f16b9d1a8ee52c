//! Properties of a variant's rules that every node needs, close to the tables.

use super::Mover;
use crate::board::{Color, Piece, PieceKind, Step};
use crate::variant::{
    Adjudication, Counting, Effect, EffectKind, EffectPlace, EffectWhen, Facing, Gating, InitialMoves, KindSet,
    LeavingCheck, PromotionTo, Resets, Restriction, Restrictions, RoyalMode, Rules, Variant, Whose,
};

/// The blast of every capture.
#[derive(Clone, Copy, Debug)]
pub struct Blast {
    /// Its radius.
    pub radius: u8,
    /// The kinds of captors that are removed.
    pub captors: KindSet,
}

impl Blast {
    pub(super) fn of(variant: &Variant) -> Option<Self> {
        let always = |effect: &&Effect| variant.kinds().all(|(kind, _)| effect.by.has(kind) && effect.of.has(kind));
        let radius = removals(&variant.rules).filter(always).find_map(radius)?;
        let on_captor = |effect: &&Effect| effect.place == EffectPlace::Destination;
        let captors = removals(&variant.rules).filter(always).find(on_captor)?.whom;
        Some(Self { radius, captors })
    }
}

/// The effects by which captures remove pieces of either side.
fn removals(rules: &Rules) -> impl Iterator<Item = &Effect> {
    rules.effects.iter().filter(|effect| {
        effect.when == EffectWhen::Capture
            && effect.what == EffectKind::Remove
            && effect.whose == Whose::Both
            && effect.offset == Step::new(0, 0)
            && effect.beside.is_none()
    })
}

/// The distance from a move up to which an effect reaches.
fn radius(effect: &Effect) -> Option<u8> {
    match effect.place {
        EffectPlace::Around(radius) => Some(radius),
        _ => None,
    }
}

/// Properties of a variant's rules that every node needs.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// Whether pieces enter from the hand.
    pub drops: bool,
    /// Whether a side with pieces in hand can only drop them.
    pub must_drop: bool,
    /// Whether drops are restricted by the pieces on the board, the shades of squares or the safety of royals in hand.
    pub restricted_drops: bool,
    /// Whether pieces may count as unmoved when they are dropped.
    pub drops_unmoved: bool,
    /// Whether a drop may check by more than the dropped piece: by opening another piece's attack, over a hurdle or by
    /// a move that needs the interpreter, by closing one on an anti-royal, or by changing other pieces.
    pub drops_uncover: bool,
    /// Whether any piece may pass the turn.
    pub passes: bool,
    /// Whether passes may end the game.
    pub ends_by_passes: bool,
    /// The moves that reset the move counter.
    pub resets: Resets,
    /// The restrictions by which moves may be illegal beyond the usual safety of royals, in some position.
    pub restrictions: Restrictions,
    /// Whether there are such restrictions, or moves are added, or the legality of a move depends on the others.
    pub extra_legality: bool,
    /// Whether moves may have consequences beyond the pieces that they move and capture.
    pub consequences: bool,
    /// Whether a game can be over with legal moves left.
    pub variant_ends: bool,
    /// Whether moves have effects.
    pub effects: bool,
    /// Whether pieces influence others.
    pub influences: bool,
    /// Whether players place walls.
    pub walls: bool,
    /// Whether positions may occur again after captures and promotions.
    pub pieces_come_back: bool,
    /// Whether some pieces may never capture some royals or anti-royals, so that they do not attack them.
    pub royal_bans: bool,
    /// Whether some pieces do not serve some hoppers as hurdles.
    pub bars_hurdles: bool,
    /// Whether a promotion changes over which pieces hoppers may jump.
    pub refits_hurdles: bool,
    /// The distance at which some capture can remove royals.
    pub blast_reach: Option<u8>,
    /// Whether checks are counted.
    pub counts_checks: bool,
    /// Whether checks, or the answers to them, do not count for the move rule.
    pub uncounted_checks: bool,
    /// Whether the moves of a bare side are counted.
    pub counts_moves_of_bare: bool,
    /// Whether captured pieces go to their owner's hand.
    pub returns_losses: bool,
    /// The kinds that promote to pieces of their side's hand.
    pub from_stock: KindSet,
    /// Whether pieces promote instead of moving.
    pub promotes_in_place: bool,
    /// Whether there are one-time moves.
    pub once: bool,
    /// Whether royals in check may not make initial moves.
    pub no_initial_moves_in_check: bool,
}

impl Traits {
    /// Whether the safety of royals is something other than that none of them may be attacked.
    #[inline]
    pub fn unusual_royals(&self) -> bool {
        self.restrictions.has(Restriction::UnusualSafety)
    }

    pub(super) fn of<const N: usize>(variant: &Variant, movers: &[Mover<N>], drops_uncover: bool) -> Self {
        let rules = &variant.rules;
        let stock = rules.promotions.iter().filter(|rule| rule.to == PromotionTo::Stock);
        let from_stock: KindSet = stock.map(|rule| rule.kinds).collect();
        let ends_by_passes = rules.royals_may_face() || rules.ends.double_pass != Adjudication::None;
        let royal_bans = variant.spares_royals();
        let refits_hurdles = refits_hurdles(variant, movers);
        let walled = rules.wall.is_some() && variant.kinds().any(|(_, kind)| kind.royal);
        let unusual_royals = unusual_royals(rules) || royal_bans || refits_hurdles || walled;
        let drops_unmoved =
            rules.drops.enabled && Color::ALL.into_iter().any(|color| rules.drops.all_unmoved(color).any());
        let brings_back = |effect: &Effect| !matches!(effect.what, EffectKind::Remove | EffectKind::Hole);
        let pieces_come_back = rules.hands.captor_gains()
            || (rules.hands.own_losses && rules.drops.enabled)
            || rules.effects.iter().any(brings_back)
            || !rules.influences.is_empty()
            || promote_back(variant, movers);
        let restrictions = restrictions(variant, unusual_royals, pieces_come_back);
        Self {
            drops: rules.drops.enabled,
            must_drop: rules.drops.mandatory,
            restricted_drops: !rules.drops.unlike_shades.is_empty()
                || rules.drops.look_around()
                || variant.kinds().any(|(number, kind)| kind.royal && variant.may_hold(number)),
            drops_unmoved,
            drops_uncover: drops_uncover
                || drops_unmoved
                || !rules.royalty.anti.is_empty()
                || !rules.influences.is_empty()
                || rules.effects.iter().any(|effect| matches!(effect.when, EffectWhen::Drop | EffectWhen::Turn)),
            passes: movers.iter().any(|mover| mover.passes.is_some()),
            ends_by_passes,
            resets: rules.draws.move_rule.resets,
            restrictions,
            extra_legality: restrictions.any() || rules.weighs_all_moves() || rules.wall.is_some(),
            consequences: rules.changes_others()
                || ends_by_passes
                || rules.captures.counterstrike.is_some()
                || rules.aimed.is_some()
                || !from_stock.is_empty()
                || rules.wall.is_some()
                || rules.gating == Gating::VirginSquare,
            variant_ends: !rules.ends.extinctions.is_empty()
                || ends_by_passes
                || rules.ends.full_board != Adjudication::None
                || !rules.ends.goals.is_empty()
                || rules.ends.checks.is_some()
                || rules.ends.bare.is_some(),
            effects: !rules.effects.is_empty(),
            influences: !rules.influences.is_empty(),
            walls: rules.wall.is_some(),
            pieces_come_back,
            royal_bans,
            bars_hurdles: !variant.barred_hurdles().is_empty(),
            refits_hurdles,
            blast_reach: removals(rules).filter_map(radius).max(),
            counts_checks: rules.ends.checks.is_some(),
            uncounted_checks: {
                let rule = rules.draws.move_rule;
                rule.plies > 0 && (rule.except_checks || rule.except_evasions)
            },
            counts_moves_of_bare: rules.draws.counting != Counting::None,
            returns_losses: rules.hands.own_losses,
            from_stock,
            promotes_in_place: rules.promotions.iter().any(|rule| rule.trigger.is_in_place()),
            once: !rules.once.is_empty(),
            no_initial_moves_in_check: rules.royalty.initial_moves != InitialMoves::AnyTime,
        }
    }
}

/// The restrictions for which moves must be tested: by the rules, and by how the game is laid.
fn restrictions(variant: &Variant, unusual_royals: bool, pieces_come_back: bool) -> Restrictions {
    let rules = &variant.rules;
    let forbids = rules.forbids().without(Restriction::Untested);
    let royalty = &rules.royalty;
    let apart =
        royalty.leaving_check == LeavingCheck::Ignored && royalty.facing != Facing::None && !rules.royals_may_face();
    forbids.or(Restrictions::that_hold(&[
        (Restriction::UnusualSafety, unusual_royals),
        (Restriction::Faced, rules.royals_may_face()),
        (Restriction::Apart, apart),
        (Restriction::RepeatingCaptures, forbids.has(Restriction::Repetitions) && pieces_come_back),
        (Restriction::CaptureOnlySquares, variant.has_capture_only_squares()),
        (Restriction::Gating, rules.gating == Gating::VirginSquare),
    ]))
}

/// Whether any kind can become itself again by promotions.
fn promote_back<const N: usize>(variant: &Variant, movers: &[Mover<N>]) -> bool {
    let next = |kind: PieceKind| {
        movers[Piece::new(kind, Color::White).index()]
            .promotions
            .iter()
            .chain(&movers[Piece::new(kind, Color::Black).index()].promotions)
            .flat_map(|place| &place.choices)
            .copied()
    };
    variant.kinds().any(|(kind, _)| {
        let (mut seen, mut open) = (KindSet::EMPTY, vec![kind]);
        while let Some(from) = open.pop() {
            for to in next(from).filter(|&to| !seen.has(to)).collect::<Vec<_>>() {
                seen.insert(to);
                open.push(to);
            }
        }
        seen.has(kind)
    })
}

/// Whether a kind promotes to one that differs from it as a hurdle.
fn refits_hurdles<const N: usize>(variant: &Variant, movers: &[Mover<N>]) -> bool {
    let sets = variant.barred_hurdles();
    let alike = |one: PieceKind, other: PieceKind| sets.iter().all(|set| set.has(one) == set.has(other));
    movers.iter().enumerate().any(|(index, mover)| {
        let kind = Piece(index as u8).kind();
        mover.promotions.iter().flat_map(|place| &place.choices).any(|&to| !alike(kind, to))
    })
}

fn unusual_royals(rules: &Rules) -> bool {
    rules.royalty.mode != RoyalMode::Each
        || rules.royalty.leaving_check == LeavingCheck::Ignored
        || rules.changes_others()
        || !rules.royalty.anti.is_empty()
}
