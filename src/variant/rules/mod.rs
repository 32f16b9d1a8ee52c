//! The rules of a variant beyond the moves of its pieces: small orthogonal
//! concepts, each independent of the others. This module does not define how they are played.
//!
//! A rule that a variant file names with a word is parsed directly: the
//! word, its meaning and its description for authors are defined here and nowhere
//! else. Data for a word from other keys of the file
//! (`serde(skip)`, `schemars(with = "()")`) is filled in when the file is checked.

mod captures;
mod draws;
mod effects;
mod ends;
mod hands;
mod influence;
mod promotion;
mod restrictions;
mod royalty;
mod start;
mod walls;

pub use captures::{Ban, BanCondition, BanWhen, Captures, Counterstrike, CounterstrikeUnless};
pub use draws::{
    Counting, Draws, Impasse, Insufficient, MoveRule, MoveRuleResult, PerpetualChase, PerpetualCheck, Repetition,
    RepetitionResult, Resets,
};
pub use effects::{Beside, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone, Flank, Siege, Whose};
pub use ends::{
    Adjudication, Bare, BareWhen, EndText, Ends, Extinct, Extinction, Goal, GoalShape, GoalWhen, Line, Lines, Reason,
    Rebare, Scoring, Stalemate, Verdict,
};
pub use hands::{DropFaces, DropPlace, Drops, Gating, Hands};
pub use influence::{Influence, InfluenceReach};
pub use promotion::{Mandatory, Promotion, PromotionBan, PromotionChoice, PromotionTo, Trigger};
pub use restrictions::{Restriction, Restrictions};
pub use royalty::{Facing, FacingRule, GivingCheck, InitialMoves, LeavingCheck, RoyalMode, Royalty};
pub use start::{Aimed, CastlingFiles, CastlingRule, CastlingSafety, Shuffle, Symmetry, UnmovedTest};
pub use walls::{Wall, WallKind, WallPlace};

use crate::board::PieceKind;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u128);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);

    /// The set of one kind.
    pub fn of(kind: PieceKind) -> Self {
        Self(1 << kind.0)
    }

    /// A bit for each kind.
    pub fn bits(self) -> u128 {
        self.0
    }

    /// Whether there is no kind in it.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a kind is in the set.
    pub fn has(self, kind: PieceKind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// The kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let kind = PieceKind(rest.trailing_zeros() as u8);
            (rest != 0).then(|| {
                rest &= rest - 1;
                kind
            })
        })
    }

    /// Puts a kind into the set.
    pub fn insert(&mut self, kind: PieceKind) {
        self.0 |= 1 << kind.0;
    }
}

impl BitOr for KindSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for KindSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for KindSet {
    type Output = Self;

    /// The kinds that are not in the other set.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<PieceKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = PieceKind>>(kinds: I) -> Self {
        let mut set = Self::EMPTY;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

/// The union of sets.
impl FromIterator<Self> for KindSet {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}

/// All rules of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The safety of royals.
    pub royalty: Royalty,
    /// The test for unmoved pieces.
    pub unmoved_test: UnmovedTest,
    /// Pieces that count as moved once enemies come to their lines.
    pub aimed: Option<Aimed>,
    /// The names of the one-time rights.
    pub once: Vec<String>,
    /// The possible orders of pieces at the start. Castling rights then apply wherever a position gives them.
    pub shuffle: Option<Shuffle>,
    /// Promotion rules: all that fit a piece add choices, and it must promote if one of them says so.
    pub promotions: Vec<Promotion>,
    /// Sets of kinds, each with a number: a piece may promote to one of them only while its side has fewer than that
    /// many on the board. A set has a kind together with the one that remembers what it was before promotion.
    pub promotion_limits: Vec<(KindSet, u8)>,
    /// How kings castle.
    pub castling: CastlingRule,
    /// Captures that are forced or forbidden.
    pub captures: Captures,
    /// Effects of moves.
    pub effects: Vec<Effect>,
    /// Influences of pieces on others.
    pub influences: Vec<Influence>,
    /// Walls that players place with their moves.
    pub wall: Option<Wall>,
    /// How pieces come to be in hand.
    pub hands: Hands,
    /// How pieces in hand enter the board.
    pub drops: Drops,
    /// Whether pieces can be gated.
    pub gating: Gating,
    /// How games are won and lost.
    pub ends: Ends,
    /// The rules for games that make no progress.
    pub draws: Draws,
}

impl Rules {
    /// Maximum number of one-time rights.
    pub const MAX_ONCE: usize = 8;

    /// Whether positions with the same pieces have the same value under other rules. These may differ in castling,
    /// shuffled starts, and what ends games that make no progress. A new rule distinguishes games unless it is listed
    /// here.
    pub fn judge_like(&self, other: &Self) -> bool {
        let mut alike = self.clone();
        alike.royalty.safe_path = other.royalty.safe_path;
        alike.royalty.initial_moves = other.royalty.initial_moves;
        alike.unmoved_test = other.unmoved_test;
        alike.aimed = other.aimed;
        alike.shuffle.clone_from(&other.shuffle);
        alike.castling = other.castling;
        alike.draws.repetition = other.draws.repetition;
        alike.draws.move_rule = other.draws.move_rule;
        alike.draws.counting = other.draws.counting;
        alike.draws.insufficient = other.draws.insufficient;
        alike == *other
    }

    /// The restrictions by which these rules forbid moves, other than moves that leave royals unsafe. Every rule that
    /// forbids moves must be listed here, since everything that depends on this uses the list.
    pub fn forbids(&self) -> Restrictions {
        // The fields left out concern the safety of royals, unmoved pieces, influences, walls and effects of moves,
        // or they start, add to, or end a game.
        let Self {
            royalty:
                Royalty {
                    anti,
                    safe_path,
                    initial_moves,
                    giving_check,
                    mode: _,
                    leaving_check: _,
                    facing: _,
                    facing_rule: _,
                },
            captures: Captures { mandatory, bans, counterstrike },
            draws: Draws { repetition, move_rule: _, counting: _, insufficient: _, impasse: _ },
            aimed,
            once,
            promotions,
            promotion_limits,
            drops,
            unmoved_test: _,
            shuffle: _,
            castling: _,
            effects: _,
            influences: _,
            wall: _,
            hands: _,
            gating: _,
            ends: _,
        } = self;
        let bans_promotions = |rule: &Promotion| rule.to == PromotionTo::Stock || !rule.forbid.is_empty();
        let untested = *mandatory
            || *initial_moves == InitialMoves::NotInCheck
            || aimed.is_some()
            || !once.is_empty()
            || drops.mandatory
            || drops.look_around();
        Restrictions::that_hold(&[
            (Restriction::GivingCheck, *giving_check == GivingCheck::Forbidden),
            (Restriction::Captures, !bans.is_empty() || !anti.is_empty()),
            (Restriction::Counterstrikes, counterstrike.is_some()),
            (Restriction::Repetitions, repetition.result == RepetitionResult::Illegal && repetition.fold >= 2),
            (Restriction::Promotions, !promotion_limits.is_empty() || promotions.iter().any(bans_promotions)),
            (Restriction::Royals, *safe_path || *initial_moves == InitialMoves::AsCastling),
            (Restriction::Untested, untested),
        ])
    }

    /// Whether moves may change more than the pieces that they move and capture, apart from walls.
    pub fn changes_others(&self) -> bool {
        !self.effects.is_empty() || !self.influences.is_empty()
    }

    /// The kinds that are influenced, each with what it is meanwhile.
    pub fn influenced_faces(&self) -> impl Iterator<Item = (PieceKind, PieceKind)> {
        self.influences.iter().flat_map(|influence| influence.faces.iter().copied())
    }

    /// What a kind is without any influence.
    pub fn uninfluenced(&self, kind: PieceKind) -> PieceKind {
        self.influenced_faces().find(|(_, face)| *face == kind).map_or(kind, |(base, _)| base)
    }

    /// Whether a kind is what others are under an influence.
    pub fn is_face(&self, kind: PieceKind) -> bool {
        self.uninfluenced(kind) != kind
    }

    /// All that a piece of a kind may be under influences or without them.
    pub fn guises(&self, kind: PieceKind) -> KindSet {
        let base = self.uninfluenced(kind);
        self.influenced_faces().filter(|(other, _)| *other == base).map(|(_, face)| face).chain([base, kind]).collect()
    }

    /// Whether hands gain pieces during the game.
    pub fn fills_hands(&self) -> bool {
        let by_effect = || self.effects.iter().any(|effect| effect.what == EffectKind::Hand);
        self.hands.captor_gains() || self.hands.own_losses || by_effect()
    }

    /// Whether pieces are dropped all through the game: not if a reserve never grows.
    pub fn drops_go_on(&self) -> bool {
        self.drops.enabled && (self.fills_hands() || self.hands.partner)
    }

    /// Whether pieces come from a hand to the board. A stock only for promotions does not count.
    pub fn hands_enter(&self) -> bool {
        self.drops.enabled || self.gating != Gating::None
    }

    /// Whether the legality of a move depends on all others.
    pub fn weighs_all_moves(&self) -> bool {
        self.captures.mandatory || self.ends.stalemate == Stalemate::Pass
    }

    /// Whether a move may bring royal pieces to face each other, and a rule says what follows.
    pub fn royals_may_face(&self) -> bool {
        self.royalty.facing != Facing::None && self.royalty.facing_rule != FacingRule::Illegal
    }

    /// Whether points decide where the game is over for this reason.
    pub fn scores(&self, reason: Reason) -> bool {
        let by_passes = self.ends.double_pass == Adjudication::Score;
        match reason {
            Reason::Stalemate => {
                self.ends.stalemate == Stalemate::Score || self.ends.stalemate == Stalemate::Pass && by_passes
            }
            Reason::Facing => self.royalty.facing_rule == FacingRule::Adjudicate,
            Reason::DoublePass => by_passes,
            Reason::FullBoard => self.ends.full_board == Adjudication::Score,
            Reason::Repetition => {
                self.draws.repetition.fold > 0 && self.draws.repetition.result == RepetitionResult::Score
            }
            Reason::MoveRule => self.draws.move_rule.plies > 0 && self.draws.move_rule.result == MoveRuleResult::Score,
            _ => false,
        }
    }

    /// Whether points decide in some case.
    pub fn points_decide(&self) -> bool {
        let reasons = [
            Reason::Stalemate,
            Reason::Facing,
            Reason::DoublePass,
            Reason::FullBoard,
            Reason::Repetition,
            Reason::MoveRule,
        ];
        reasons.into_iter().any(|reason| self.scores(reason))
    }

    /// Whether a side without a move that is not in check may win or lose by that.
    pub fn stalemate_decides(&self) -> bool {
        self.ends.stalemate.decides() || self.scores(Reason::Stalemate)
    }

    /// Whether squares may become holes during the game.
    pub fn makes_holes(&self) -> bool {
        self.wall.is_some() || self.effects.iter().any(|effect| effect.what == EffectKind::Hole)
    }
}
