//! The tables of rules beyond the board and its pieces.

use super::{
    Choices, Demotion, Entry, HandSource, LastMove, Named, Progress, Sided, Sides, Spanned, Uncounted, WordOrList,
    Words,
};
use crate::variant::{
    BanCondition, BanWhen, BareWhen, CastlingRule, CastlingSafety, CounterstrikeUnless, Counting, EffectKind,
    EffectPlace, EffectWhen, Facing, Gating, GivingCheck, GoalWhen, Impasse, Insufficient, LeavingCheck, Mandatory,
    PerpetualChase, PerpetualCheck, PromotionChoice, Rebare, RepetitionResult, RoyalMode, Stalemate, Symmetry, Trigger,
    Verdict, Virgin, Whose,
};
use serde::Deserialize;

/// `[start.shuffle]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct ShuffleTable {
    /// Which men take part.
    pub pieces: Entry<WordOrList>,
    /// Sets whose two men stand on unlike shades.
    pub unlike_shades: Entry<Vec<Spanned<WordOrList>>>,
    /// Sets of which no two men stand side by side.
    pub apart: Entry<Vec<Spanned<WordOrList>>>,
    /// Men that stand between others.
    pub between: Entry<BetweenTable>,
    /// Whether every man of the second rank is protected.
    pub all_protected: Entry<bool>,
    /// Orders of the whole first rank that are left out.
    pub except: Entry<Vec<Spanned<Vec<Spanned<String>>>>>,
    /// How Black's men mirror White's.
    pub black: Entry<Symmetry>,
}

/// `start.shuffle.between`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct BetweenTable {
    /// Those in the middle.
    pub pieces: Entry<WordOrList>,
    /// Those around them.
    pub ends: Entry<WordOrList>,
}

/// `[royalty]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct RoyaltyTable {
    /// The royal kinds.
    pub pieces: Entry<WordOrList>,
    /// Which of a side's royals must be safe.
    pub mode: Entry<RoyalMode>,
    /// Whether they may be left attacked.
    pub check: Entry<LeavingCheck>,
    /// Whether moves may give check.
    pub giving_check: Entry<GivingCheck>,
    /// Between which royals no open line may run.
    pub facing: Entry<Facing>,
    /// Whether they pass no attacked squares.
    pub safe_path: Entry<bool>,
}

/// `[virgin]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct VirginTable {
    /// What being unmoved is judged by.
    pub test: Entry<Virgin>,
}

/// `[capture]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct CaptureTable {
    /// Whether a side that can capture must.
    pub mandatory: Entry<bool>,
    /// Captures that are forbidden.
    pub ban: Entry<Vec<Spanned<BanTable>>>,
    /// Captures that are forbidden after others.
    pub counterstrike: Entry<CounterstrikeTable>,
}

/// `[[capture.ban]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct BanTable {
    /// By which kinds.
    pub attacker: Entry<WordOrList>,
    /// Of which kinds.
    pub victim: Entry<WordOrList>,
    /// From how far.
    pub when: Entry<BanWhen>,
    /// On what condition.
    pub r#if: Entry<BanCondition>,
    /// Where the victim stands.
    pub zone: Entry<Sided>,
    /// Kinds whose recapture does not count.
    pub recapture_exclude: Entry<WordOrList>,
    /// Kinds whose capture on the way does not lift the ban.
    pub bridge_exclude: Entry<WordOrList>,
}

/// `[capture.counterstrike]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct CounterstrikeTable {
    /// The kinds that are protected by it.
    pub victim: Entry<WordOrList>,
    /// When it does not hold.
    pub unless: Entry<CounterstrikeUnless>,
}

/// `[[effect]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct EffectTable {
    /// After which moves.
    pub when: Entry<EffectWhen>,
    /// Moves of these kinds.
    pub by: Entry<WordOrList>,
    /// Captures of these kinds.
    pub victim: Entry<WordOrList>,
    /// Where.
    pub r#where: Entry<EffectPlace>,
    /// How far around.
    pub radius: Entry<u8>,
    /// Which squares.
    pub zone: Entry<Sided>,
    /// Whether men that have just entered those are affected.
    pub newcomers: Entry<bool>,
    /// Files to the right and ranks ahead of there.
    pub offset: Entry<Vec<i64>>,
    /// Whose men are affected.
    pub side: Entry<Whose>,
    /// Which kinds of them.
    pub pieces: Entry<WordOrList>,
    /// Kinds that are not affected.
    pub spare: Entry<WordOrList>,
    /// What happens there.
    pub what: Entry<EffectKind>,
    /// What they become.
    pub to: Entry<String>,
}

/// `[[promotion]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct PromotionTable {
    /// Which kinds.
    pub pieces: Entry<WordOrList>,
    /// Whose.
    pub side: Entry<Sides>,
    /// What they become.
    pub to: Entry<Choices>,
    /// Where.
    pub zone: Entry<Sided>,
    /// By which moves.
    pub trigger: Entry<Trigger>,
    /// Whether they must.
    pub mandatory: Entry<Mandatory>,
    /// Which of the choices there are.
    pub choice: Entry<PromotionChoice>,
    /// How many of a kind a side may have for another, by piece ID.
    pub limit: Named<u8>,
}

/// `[castling]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct CastlingTable {
    /// How castling terms of moves are used.
    pub style: Entry<CastlingRule>,
    /// The files that castlers reach.
    pub king_to: Entry<KingToTable>,
    /// Whether the castler's way must be safe.
    pub check_rule: Entry<CastlingSafety>,
}

/// `castling.king_to`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct KingToTable {
    /// The file for a partner at higher files.
    pub h: Entry<String>,
    /// The file for a partner at lower files.
    pub a: Entry<String>,
}

/// `[hand]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct HandTable {
    /// Where hands come from.
    pub source: Entry<Words<HandSource>>,
    /// Whether captured men lose their promotion.
    pub demote: Entry<Demotion>,
}

/// `[drop]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct DropTable {
    /// Whether there are drops.
    pub enabled: Entry<bool>,
    /// Where, by piece ID or `*`.
    pub regions: Named<Sided>,
    /// How many of a kind and side on a file, by piece ID.
    pub max_per_file: Named<u8>,
    /// No drops on squares from which the piece could never move.
    pub no_immobile: Entry<bool>,
    /// Kinds that may not mate by a drop.
    pub no_mate: Entry<WordOrList>,
}

/// `[gating]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct GatingTable {
    /// Where men of the hand enter.
    pub mode: Entry<Gating>,
}

/// `[end]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct EndTable {
    /// For the side in check without a move.
    pub checkmate: Entry<Verdict>,
    /// For the side not in check without a move.
    pub stalemate: Entry<Stalemate>,
    /// What being left with few men means.
    pub bare: Entry<BareTable>,
    /// What the loss of men means.
    pub extinction: Entry<Vec<Spanned<ExtinctionTable>>>,
    /// What reaching squares means.
    pub goal: Entry<Vec<Spanned<GoalTable>>>,
    /// How many checks win.
    pub checks: Entry<u8>,
}

/// `[end.bare]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct BareTable {
    /// With so many men a side is bare.
    pub count: Entry<u8>,
    /// Its result.
    pub result: Entry<Verdict>,
    /// When.
    pub when: Entry<BareWhen>,
    /// What both sides being bare means.
    pub rebare: Entry<Rebare>,
    /// What the user is told.
    pub text: Entry<String>,
}

/// `[[end.extinction]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct ExtinctionTable {
    /// Which kinds.
    pub pieces: Entry<WordOrList>,
    /// Whether every kind counts by itself.
    pub each: Entry<bool>,
    /// Whether men in hand count, too.
    pub hand: Entry<bool>,
    /// Whose.
    pub side: Entry<Sides>,
    /// By whose moves.
    pub by: Entry<WordOrList>,
    /// The result for that side.
    pub result: Entry<Verdict>,
    /// What the user is told.
    pub text: Entry<String>,
}

/// `[[end.goal]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct GoalTable {
    /// Which kinds.
    pub pieces: Entry<WordOrList>,
    /// Which squares.
    pub squares: Entry<Sided>,
    /// Whose men.
    pub side: Entry<Sides>,
    /// How many of them at once.
    pub count: Entry<u8>,
    /// When they count.
    pub when: Entry<GoalWhen>,
    /// The result for the side that reaches them.
    pub result: Entry<Verdict>,
    /// The side that may still follow.
    pub last_move: Entry<LastMove>,
    /// What the user is told.
    pub text: Entry<String>,
}

/// `[repetition]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct RepetitionTable {
    /// At which occurrence.
    pub fold: Entry<u8>,
    /// The result without blame.
    pub result: Entry<RepetitionResult>,
    /// Whether perpetual check is to blame.
    pub perpetual_check: Entry<PerpetualCheck>,
    /// Whether perpetual chase is to blame.
    pub perpetual_chase: Entry<PerpetualChase>,
    /// Whether check is to blame when the other side chases.
    pub check_beats_chase: Entry<bool>,
}

/// `[move_rule]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct MoveRuleTable {
    /// After so many plies.
    pub plies: Entry<u16>,
    /// What counts as progress.
    pub resets: Entry<Vec<Progress>>,
    /// Plies that are not counted.
    pub exclude: Entry<Vec<Uncounted>>,
}

/// `[counting]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct CountingTable {
    /// By which rule.
    pub rule: Entry<Counting>,
}

/// `[insufficient]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct InsufficientTable {
    /// By which rule.
    pub mode: Entry<Insufficient>,
    /// Kinds that can still win.
    pub attackers: Entry<WordOrList>,
}

/// `[impasse]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct ImpasseTable {
    /// By which rule.
    pub rule: Entry<Impasse>,
}
