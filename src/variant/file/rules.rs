//! The tables of rules beyond the board and its pieces.

use super::{
    Choices, Demotion, Entry, HandSource, LastMove, Named, PieceSet, Progress, Sided, Sides, Spanned, SquareSet,
    Uncounted, Words,
};
use crate::variant::{
    BanCondition, BanWhen, BareWhen, CastlingRule, CastlingSafety, CounterstrikeUnless, Counting, DoublePass,
    DropFaces, DropPlace, EffectKind, EffectPlace, EffectWhen, Facing, FacingRule, FullBoard, Gating, GivingCheck,
    GoalShape, GoalWhen, Impasse, InitialMoves, Insufficient, LeavingCheck, Line, Mandatory, MoveRuleResult,
    PerpetualChase, PerpetualCheck, PromotionBan, PromotionChoice, Rebare, RepetitionResult, RoyalMode, Stalemate,
    Symmetry, Trigger, UnmovedTest, Verdict, WallKind, WallPlace, Whose,
};
use serde::Deserialize;

/// `[start.shuffle]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ShuffleTable {
    /// The pieces that take part; those that do not keep their squares. `[]` takes an included table back.
    pub pieces: Entry<PieceSet>,
    /// White's squares on which pieces take part. Default: the first rank.
    pub squares: Entry<SquareSet>,
    /// Pieces that stand on some of these squares alone.
    pub on: Entry<Vec<Spanned<OnTable>>>,
    /// Sets of pieces; the two of each stand on squares of unlike shades.
    pub unlike_shades: Entry<Vec<Spanned<PieceSet>>>,
    /// Sets of pieces; no two of one set stand side by side.
    pub apart: Entry<Vec<Spanned<PieceSet>>>,
    /// Pieces that stand between others.
    pub between: Entry<BetweenTable>,
    /// Whether every piece of the second rank must be protected. Default: `false`.
    pub all_protected: Entry<bool>,
    /// Orders that are left out: the IDs on the whole first rank, from the a-file on.
    pub except: Entry<Vec<Spanned<Vec<Spanned<String>>>>>,
    /// How Black's start follows from White's. Default: `"mirrored"`.
    pub black: Entry<Symmetry>,
}

/// `[[start.shuffle.on]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OnTable {
    /// The pieces that stand on these squares alone.
    pub pieces: Entry<PieceSet>,
    /// White's squares on which they do.
    pub squares: Entry<SquareSet>,
}

/// `start.shuffle.between`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BetweenTable {
    /// The pieces that stand between those of `ends`.
    pub pieces: Entry<PieceSet>,
    /// The two pieces to the left and right of them.
    pub ends: Entry<PieceSet>,
}

/// `[royalty]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RoyaltyTable {
    /// The pieces that may not be lost: a side must never leave one attacked. Default: `["K"]`; `[]` for a
    /// game without royal pieces.
    pub pieces: Entry<PieceSet>,
    /// Which of a side's royal pieces must be safe. Default: `"each"`.
    pub mode: Entry<RoyalMode>,
    /// Whether royal pieces may be left attacked. Default: `"forbidden"`.
    pub check: Entry<LeavingCheck>,
    /// Whether moves may attack the enemy's royal pieces. Default: `"allowed"`.
    pub giving_check: Entry<GivingCheck>,
    /// Where royal pieces of the two sides may not face each other on an open line. Default: `"none"`.
    pub facing: Entry<Facing>,
    /// The consequence if they do. Default: `"illegal"`.
    pub facing_rule: Entry<FacingRule>,
    /// Whether royal pieces may pass no empty square on which they would be attacked, as in castling.
    /// Default: `false`.
    pub safe_path: Entry<bool>,
    /// When royal pieces may make their initial moves. Default: `"any-time"`.
    pub initial_moves: Entry<InitialMoves>,
}

/// `[virgin]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct VirginTable {
    /// When a piece is unmoved. Default: `"square"`.
    pub test: Entry<UnmovedTest>,
    /// Pieces that count as moved once an enemy has come to their rank or file.
    pub aimed: Entry<AimedTable>,
}

/// `[virgin.aimed]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AimedTable {
    /// The unmoved pieces. `[]` takes an included table back.
    pub pieces: Entry<PieceSet>,
    /// The enemies that come to their rank or file by a move or a drop.
    pub by: Entry<PieceSet>,
}

/// `[capture]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CaptureTable {
    /// Whether a side that can capture must. Default: `false`.
    pub mandatory: Entry<bool>,
    /// Captures that are forbidden.
    pub ban: Entry<Vec<Spanned<BanTable>>>,
    /// After one of these pieces has been captured by a piece of any other kind, none of them may be captured
    /// with the very next move.
    pub counterstrike: Entry<CounterstrikeTable>,
}

/// `[[capture.ban]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BanTable {
    /// The pieces that may not capture.
    pub attacker: Entry<PieceSet>,
    /// The pieces that they may not capture.
    pub victim: Entry<PieceSet>,
    /// From how far. Default: `"always"`.
    pub when: Entry<BanWhen>,
    /// On what condition. Default: `"always"`.
    pub r#if: Entry<BanCondition>,
    /// Only where the piece that would be captured stands on these squares, as the capturing side sees them.
    /// Default: `"all"`.
    pub zone: Entry<Sided>,
    /// Pieces that do not count as capturing back.
    pub recapture_exclude: Entry<PieceSet>,
    /// A move that captures something else on its way is not forbidden; the capture of these pieces on the
    /// way does not help.
    pub bridge_exclude: Entry<PieceSet>,
}

/// `[capture.counterstrike]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CounterstrikeTable {
    /// The pieces that it protects. `[]` takes an included table back.
    pub victim: Entry<PieceSet>,
    /// When one of them may be captured all the same. Default: `"never"`.
    pub unless: Entry<CounterstrikeUnless>,
}

/// `[[effect]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct EffectTable {
    /// After which moves. Default: `"capture"`.
    pub when: Entry<EffectWhen>,
    /// Moves or drops of these pieces, as they were before they promoted. Default: `"all"`.
    pub by: Entry<PieceSet>,
    /// Only where one of these pieces, of the side that moved, stands a king's step from where the move ends. Default:
    /// wherever it ends.
    pub beside: Entry<PieceSet>,
    /// With `when = "capture"`: captures of these pieces. Default: `"all"`.
    pub victim: Entry<PieceSet>,
    /// Where it happens.
    pub r#where: Entry<EffectPlace>,
    /// How many king's steps `where = "around"` reaches, and how many pieces a row of `where = "flanked"` may have.
    /// Default: `1`.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub radius: Entry<u8>,
    /// Along which lines a row of `where = "flanked"` may lie. Default: `["rank", "file"]`.
    pub lines: Entry<Vec<Line>>,
    /// The squares of `where = "zone"`, those of the side that moved.
    pub zone: Entry<Sided>,
    /// With `where = "zone"`: whether it meets the piece that has entered the zone with this move. Default:
    /// `true`.
    pub newcomers: Entry<bool>,
    /// Files to the right and ranks ahead, in the eyes of the side that moved, by which the square is another
    /// one than `where` says. Default: `[0, 0]`.
    #[cfg_attr(test, schemars(length(equal = 2)))]
    pub offset: Entry<Vec<i64>>,
    /// Whose pieces it meets, in the eyes of the side that moved. Default: `"both"`.
    pub side: Entry<Whose>,
    /// The pieces that it meets. Default: `"all"`.
    pub pieces: Entry<PieceSet>,
    /// The pieces to which nothing happens.
    pub spare: Entry<PieceSet>,
    /// The effect on the pieces there.
    pub what: Entry<EffectKind>,
    /// The ID of the piece of `what = "become"` and `what = "appear"`.
    pub to: Entry<String>,
}

/// `[wall]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct WallTable {
    /// The kind of wall. Needed.
    pub what: Entry<WallKind>,
    /// On which empty squares. Default: `"anywhere"`.
    pub r#where: Entry<WallPlace>,
    /// On these squares alone, those of the side that moves. Default: `"all"`.
    pub squares: Entry<Sided>,
}

/// `[[promotion]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct PromotionTable {
    /// The pieces that promote.
    pub pieces: Entry<PieceSet>,
    /// Whose pieces promote by this table. Default: `"both"`.
    pub side: Entry<Sides>,
    /// The kinds that they become: a list of IDs or a word, or a table of these by squares, each of which is a zone by
    /// itself.
    pub to: Entry<Choices>,
    /// The squares where they promote. Default: the last rank, or those of a table in `to`.
    pub zone: Entry<Sided>,
    /// By which moves. Default: `"enter"`.
    pub trigger: Entry<Trigger>,
    /// Whether they must promote. Default: `"always"`.
    pub mandatory: Entry<Mandatory>,
    /// The choices that exist. Default: `"any"`.
    pub choice: Entry<PromotionChoice>,
    /// Moves that do not promote. Default: `[]`.
    pub forbid: Entry<Vec<PromotionBan>>,
    /// With `trigger = "in-place"`: the squares where they promote while a side has only one of them. Default: `zone`.
    pub lone_zone: Entry<Sided>,
    /// How many of these pieces, by ID, a side may have on the board for another to be promoted to one.
    /// Default: any number.
    pub limit: Named<u8>,
}

/// `[castling]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CastlingTable {
    /// How pieces castle. Default: `"betza"`.
    pub style: Entry<CastlingRule>,
    /// With `style = "fischer"`: the files that the castling piece reaches.
    pub king_to: Entry<KingToTable>,
    /// With `style = "betza"`: whether castling must be safe. Default: `"safe-path"`.
    pub check_rule: Entry<CastlingSafety>,
}

/// `castling.king_to`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct KingToTable {
    /// The file that the castling piece reaches towards higher files. Default: the last but one.
    pub h: Entry<String>,
    /// The file that the castling piece reaches towards lower files. Default: `"c"`.
    pub a: Entry<String>,
}

/// `[hand]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HandTable {
    /// Where pieces in hand come from, a word or a list of words. Default: `"none"`.
    pub source: Entry<Words<HandSource>>,
    /// Whether captured pieces lose their promotion on their way to a hand; or a table of those that become
    /// still others, or leave the game as `"gone"`, while the rest lose their promotion. Default: `false`.
    pub demote: Entry<Demotion>,
}

/// `[drop]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct DropTable {
    /// Whether pieces in hand can be dropped. Default: `true` where hands come from captures of any kind, a
    /// reserve or a partner and there is no gating, else `false`.
    pub enabled: Entry<bool>,
    /// The squares where, by piece ID; `"*"` is for all others. They hold for gating, too. Default: wherever the
    /// piece may stand.
    pub regions: Named<Sided>,
    /// How many pieces of a kind and side a file may have, the dropped one counted, by piece ID. Default: any
    /// number.
    pub max_per_file: Named<u8>,
    /// Whether drops are forbidden on squares from which the piece could never move. Default: `false`.
    pub no_immobile: Entry<bool>,
    /// The pieces that may not mate by being dropped.
    pub no_mate: Entry<PieceSet>,
    /// By which of its faces a piece in hand enters the board. Default: `"base"`.
    pub faces: Entry<DropFaces>,
    /// Whether a side that holds pieces must drop one. Default: `false`.
    pub mandatory: Entry<bool>,
    /// The pieces of which a side's, kind by kind, are dropped on squares of unlike shades, at most 4 kinds.
    pub unlike_shades: Entry<PieceSet>,
    /// The squares on which a piece counts as unmoved when it is dropped there, by piece ID. Default: none.
    pub unmoved: Named<Sided>,
    /// Where, by what stands there and beside: a word, or a list of words that hold together. Default: `"anywhere"`.
    pub r#where: Entry<Words<DropPlace>>,
    /// Along which lines `where` looks. Default: `["rank", "file", "diagonal"]`.
    pub lines: Entry<Vec<Line>>,
    /// The squares that are filled first: a side drops only there while one of them is empty, and `where` is not
    /// asked. Default: none.
    pub opening: Entry<Sided>,
}

/// `[gating]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GatingTable {
    /// Whether pieces in hand enter on squares that others leave. Default: `"none"`.
    pub mode: Entry<Gating>,
}

/// `[end]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct EndTable {
    /// For the side to move when it has no move and is in check. Default: `"loss"`.
    pub checkmate: Entry<Verdict>,
    /// For the side to move when it has no move and is not in check. Default: `"draw"`.
    pub stalemate: Entry<Stalemate>,
    /// The rule for a side with few pieces left.
    pub bare: Entry<BareTable>,
    /// Rules for the loss of pieces.
    pub extinction: Entry<Vec<Spanned<ExtinctionTable>>>,
    /// Rules for reaching squares.
    pub goal: Entry<Vec<Spanned<GoalTable>>>,
    /// How many checks win the game; `0` for no such rule. Default: `0`.
    pub checks: Entry<u8>,
    /// The result if both sides pass, one after the other. Default: `"none"`.
    pub double_pass: Entry<DoublePass>,
    /// The result if no square of the board is empty. Default: `"none"`.
    pub full_board: Entry<FullBoard>,
}

/// `[end.bare]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BareTable {
    /// With so many pieces or fewer, royal ones counted, and those in hand where they can be dropped, a side is
    /// bare. Default: `1`; `0` takes an included table back.
    pub count: Entry<u8>,
    /// For the bare side. Default: `"loss"`.
    pub result: Entry<Verdict>,
    /// When it decides. Default: `"immediate"`.
    pub when: Entry<BareWhen>,
    /// The result if both sides are bare. Default: `"draw"`.
    pub rebare: Entry<Rebare>,
    /// The message to users when the rule has decided the game: a clause of at most 60 characters, in which
    /// `{side}` becomes the side that is bare. Default: derived from the rule.
    pub text: Entry<String>,
}

/// `[[end.extinction]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ExtinctionTable {
    /// The pieces; a side that has none of them left has lost them. Default: `"all"`.
    pub pieces: Entry<PieceSet>,
    /// Whether it is enough to have none of one of these kinds. Default: `false`.
    pub each: Entry<bool>,
    /// Whether pieces in hand are not lost. Default: `false`.
    pub hand: Entry<bool>,
    /// Whose loss counts. Default: `"both"`.
    pub side: Entry<Sides>,
    /// The pieces by whose moves the last of them must be lost. Default: however they are lost.
    pub by: Entry<PieceSet>,
    /// For the side that has lost them. Default: `"loss"`.
    pub result: Entry<Verdict>,
    /// The message to users when the rule has decided the game: a clause of at most 60 characters, in which
    /// `{side}` becomes the side that has lost them. Default: derived from the rule.
    pub text: Entry<String>,
}

/// `[[end.goal]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GoalTable {
    /// The pieces that reach the squares.
    pub pieces: Entry<PieceSet>,
    /// The squares. Default with `row`: `"all"`.
    pub squares: Entry<Sided>,
    /// Whose goal it is. Default: `"both"`.
    pub side: Entry<Sides>,
    /// How many of the pieces must be there at once. Default: `1`.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub count: Entry<u8>,
    /// How they must stand. Default: `"row"` with `row`, else `"loose"`.
    pub shape: Entry<GoalShape>,
    /// The lines on one of which they must stand side by side, or what `shape` says instead. Default: none, anywhere on
    /// the squares.
    pub row: Entry<Vec<Line>>,
    /// With `shape = "chain"`: the two sets of squares that it connects.
    #[cfg_attr(test, schemars(length(equal = 2)))]
    pub ends: Entry<Vec<Spanned<Sided>>>,
    /// When they count. Default: `"arrive"`.
    pub when: Entry<GoalWhen>,
    /// For the side that has reached its goal. Default: `"win"`; `"loss"` with `when = "leave"`.
    pub result: Entry<Verdict>,
    /// The side that may still follow with its next move, which makes a draw. Default: `"none"`.
    pub last_move: Entry<LastMove>,
    /// The message to users when the rule has decided the game: a clause of at most 60 characters, in which
    /// `{side}` becomes the side that has reached the goal. Default: derived from the rule.
    pub text: Entry<String>,
}

/// `[repetition]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RepetitionTable {
    /// At which occurrence of a position the game ends, at least 2; `0` for never. Default: `3`.
    pub fold: Entry<u8>,
    /// The result of a repetition for which neither side is responsible. Default: `"draw"`.
    pub result: Entry<RepetitionResult>,
    /// Whether giving check with every move of the repeated cycle is to blame. Default: `"none"`.
    pub perpetual_check: Entry<PerpetualCheck>,
    /// Whether attacking one piece with every move of the repeated cycle is to blame. Default: `"none"`.
    pub perpetual_chase: Entry<PerpetualChase>,
    /// Whether a side that gave check with every move loses when the other chased with every move; otherwise
    /// the side that chased does. It needs `perpetual_chase`; with `perpetual_check = "loss"` the side that gave
    /// check loses in any case. Default: `false`.
    pub check_beats_chase: Entry<bool>,
}

/// `[move_rule]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MoveRuleTable {
    /// After how many moves of both sides together without progress the game is drawn; `0` for never.
    /// Default: `100`.
    pub plies: Entry<u16>,
    /// The moves that are progress. Default: `["capture", "pawn"]`.
    pub resets: Entry<Vec<Progress>>,
    /// The moves that are not counted.
    pub exclude: Entry<Vec<Uncounted>>,
    /// The result then. Default: `"draw"`.
    pub result: Entry<MoveRuleResult>,
}

/// `[scoring]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ScoringTable {
    /// The points of pieces on the board, by ID, 0 to 1000; others have none.
    pub points: Named<u16>,
    /// Additional points for Black, in whole or half points, 0 to 1000. Default: `0`.
    pub komi_black: Entry<f64>,
}

/// `[counting]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CountingTable {
    /// By which rule. Default: `"none"`.
    pub rule: Entry<Counting>,
}

/// `[insufficient]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct InsufficientTable {
    /// When too little material is left for a win. Default: `"helpmate"`.
    pub mode: Entry<Insufficient>,
    /// The pieces that can still win. Needed with `mode = "no-attackers"`.
    pub attackers: Entry<PieceSet>,
}

/// `[impasse]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ImpasseTable {
    /// By which rule. Default: `"none"`.
    pub rule: Entry<Impasse>,
}
