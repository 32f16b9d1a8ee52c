//! The tables of rules beyond the board and its pieces.

use super::{
    Choices, Demotion, Entry, HandSource, LastMove, Named, PieceSet, Progress, Sided, Sides, Spanned, SquareSet,
    Uncounted, Words,
};
use crate::variant::{
    Adjudication, BanCondition, BanWhen, BareWhen, CastlingRule, CastlingSafety, CounterstrikeUnless, Counting,
    DropFaces, DropPlace, EffectKind, EffectPlace, EffectWhen, Facing, FacingRule, Gating, GivingCheck, GoalShape,
    GoalWhen, Impasse, InfluenceReach, InitialMoves, Insufficient, LeavingCheck, Line, Mandatory, MoveRuleResult,
    PerpetualChase, PerpetualCheck, PromotionBan, PromotionChoice, Rebare, RepetitionResult, RoyalMode, Stalemate,
    Symmetry, Trigger, UnmovedTest, Verdict, WallKind, WallPlace, Whose,
};
use serde::Deserialize;

/// `[start.shuffle]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ShuffleTable {
    /// The pieces that take part; all others keep their squares. `[]` removes an included table.
    pub pieces: Entry<PieceSet>,
    /// White's squares on which pieces take part. Default: the first rank.
    pub squares: Entry<SquareSet>,
    /// Pieces that may start only on some of these squares.
    pub on: Vec<Spanned<OnTable>>,
    /// Sets of pieces. The two pieces of each set stand on squares of different shades.
    pub unlike_shades: Vec<Spanned<PieceSet>>,
    /// Sets of pieces. No two pieces of one set stand side by side.
    pub apart: Vec<Spanned<PieceSet>>,
    /// Pieces that stand between two others.
    pub between: Entry<BetweenTable>,
    /// Whether every piece of the second rank must be protected. Default: `false`.
    pub all_protected: Entry<bool>,
    /// Orders that are left out. Each is a list of the IDs on the whole first rank, beginning with the a-file.
    pub except: Vec<Spanned<Vec<Spanned<String>>>>,
    /// How Black's start follows from White's. Default: `"mirrored"`.
    pub black: Entry<Symmetry>,
}

/// `[[start.shuffle.on]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OnTable {
    /// The pieces that may start only on these squares.
    pub pieces: Entry<PieceSet>,
    /// White's squares on which they may start.
    pub squares: Entry<SquareSet>,
}

/// `start.shuffle.between`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BetweenTable {
    /// The pieces that stand between those of `ends`.
    pub pieces: Entry<PieceSet>,
    /// The two pieces to their left and right.
    pub ends: Entry<PieceSet>,
}

/// `[royalty]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RoyaltyTable {
    /// The pieces that must not be lost: a side must never leave one attacked. Default: `["K"]`; `[]` for a game
    /// without royal pieces.
    pub pieces: Entry<PieceSet>,
    /// Which of a side's royal pieces must be safe. Default: `"each"`.
    pub mode: Entry<RoyalMode>,
    /// The pieces that must be attacked, such as anti-kings: no move captures one, and a side must never leave one
    /// unattacked. Default: `[]`.
    pub anti: Entry<PieceSet>,
    /// Whether royal pieces may be left attacked. Default: `"forbidden"`.
    pub check: Entry<LeavingCheck>,
    /// Whether moves may attack the enemy's royal pieces. Default: `"allowed"`.
    pub giving_check: Entry<GivingCheck>,
    /// On which open lines royal pieces of the two sides may not face each other. Default: `"none"`.
    pub facing: Entry<Facing>,
    /// What happens if they do. Default: `"illegal"`.
    pub facing_rule: Entry<FacingRule>,
    /// Whether royal pieces must not pass an empty square on which they would be attacked, as in castling. Default:
    /// `false`.
    pub safe_path: Entry<bool>,
    /// When royal pieces may make the moves that they have only while unmoved. Default: `"any-time"`.
    pub initial_moves: Entry<InitialMoves>,
}

/// `[virgin]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct VirginTable {
    /// When a piece counts as unmoved. Default: `"square"`.
    pub test: Entry<UnmovedTest>,
    /// Pieces that count as moved once an enemy has come to their rank or file.
    pub aimed: Entry<AimedTable>,
}

/// `[virgin.aimed]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AimedTable {
    /// The pieces that then count as moved. `[]` removes an included table.
    pub pieces: Entry<PieceSet>,
    /// The enemy pieces that come to their rank or file, by a move or a drop.
    pub by: Entry<PieceSet>,
}

/// `[capture]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CaptureTable {
    /// Whether a side that can capture must do so. Default: `false`.
    pub mandatory: Entry<bool>,
    /// Captures that are forbidden.
    pub ban: Vec<Spanned<BanTable>>,
    /// After one of these pieces has been captured by a piece of any other kind, none of them may be captured by the
    /// very next move.
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
    /// At what distance the ban holds. Default: `"always"`.
    pub when: Entry<BanWhen>,
    /// On what condition the ban holds. Default: `"always"`.
    pub r#if: Entry<BanCondition>,
    /// The ban holds only where the piece that would be captured stands on these squares, as the capturing side sees
    /// them. Default: `"all"`.
    pub zone: Entry<Sided>,
    /// The pieces that do not count as able to capture back.
    pub recapture_exclude: Entry<PieceSet>,
    /// A move that also captures something else on its way is not forbidden. These are the pieces whose capture on the
    /// way does not lift the ban.
    pub bridge_exclude: Entry<PieceSet>,
}

/// `[capture.counterstrike]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CounterstrikeTable {
    /// The pieces that it protects. `[]` removes an included table.
    pub victim: Entry<PieceSet>,
    /// When one of them may still be captured. Default: `"never"`.
    pub unless: Entry<CounterstrikeUnless>,
}

/// `[[effect]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct EffectTable {
    /// After which moves the effect happens. Default: `"capture"`.
    pub when: Entry<EffectWhen>,
    /// Only moves or drops of these pieces, as they were before they promoted. Default: `"all"`.
    pub by: Entry<PieceSet>,
    /// Only if one of these pieces stands a king's step from where the move ends. Default: wherever it ends.
    pub beside: Entry<PieceSet>,
    /// With `beside`: whose piece stands there. Default: `"own"`.
    pub beside_side: Entry<Whose>,
    /// With `when = "capture"`: only captures of these pieces. Default: `"all"`.
    pub victim: Entry<PieceSet>,
    /// Where the effect happens.
    pub r#where: Entry<EffectPlace>,
    /// How many king's steps `where = "around"` reaches, or how many pieces a row of `where = "flanked"` may have.
    /// Default: `1`.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub radius: Entry<u8>,
    /// The lines along which a row of `where = "flanked"` may lie, or pieces stand on either side with
    /// `where = "surrounded"`. Default: `["rank", "file"]`.
    pub lines: Entry<Vec<Line>>,
    /// With `where = "flanked"` and `where = "surrounded"`: squares, as the side that moved sees them, that serve like
    /// one of its pieces while they are empty. Default: none.
    pub hostile: Entry<Sided>,
    /// With `where = "zone"`: the squares, as the side that moved sees them.
    pub zone: Entry<Sided>,
    /// With `where = "zone"`: whether the effect meets a piece that has entered the zone with this very move or drop.
    /// Default: `true`.
    pub newcomers: Entry<bool>,
    /// Two numbers, files to the right and ranks ahead as the side that moved sees them, by which the square of `where`
    /// is shifted. Default: `[0, 0]`.
    #[cfg_attr(test, schemars(length(equal = 2)))]
    pub offset: Entry<Vec<i64>>,
    /// Whose pieces the effect meets. Default: `"both"`.
    pub side: Entry<Whose>,
    /// The pieces that the effect meets. Default: `"all"`.
    pub pieces: Entry<PieceSet>,
    /// The pieces to which nothing happens.
    pub spare: Entry<PieceSet>,
    /// What happens to the pieces there.
    pub what: Entry<EffectKind>,
    /// With `what = "become"` or `what = "appear"`: the ID of the piece that they become, or that appears.
    pub to: Entry<String>,
}

/// `[[influence]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct InfluenceTable {
    /// The pieces that exert the influence. Needed.
    pub by: Entry<PieceSet>,
    /// Whose pieces they influence, as they see it. Default: `"both"`.
    pub side: Entry<Whose>,
    /// The squares that the influence reaches. Default: `"around"`.
    pub r#where: Entry<InfluenceReach>,
    /// How many king's steps `where = "around"` reaches. Default: `1`.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub radius: Entry<u8>,
    /// The pieces that are influenced, by ID, each with the ID of what it is while it is under the influence. Needed.
    pub faces: Named<String>,
}

/// `[wall]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct WallTable {
    /// The kind of wall. Needed.
    pub what: Entry<WallKind>,
    /// The empty squares on which it may be placed. Default: `"anywhere"`.
    pub r#where: Entry<WallPlace>,
    /// It may be placed only on these squares, as the side that moves sees them. Default: `"all"`.
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
    /// What they become: a list of IDs or a word, or a table of these by squares. Each set of squares is a zone by
    /// itself.
    pub to: Entry<Choices>,
    /// The squares where they promote. Default: the last rank, or, if `to` is a table, all of its squares.
    pub zone: Entry<Sided>,
    /// The moves by which they promote. Default: `"enter"`.
    pub trigger: Entry<Trigger>,
    /// When they must promote. Default: `"always"`.
    pub mandatory: Entry<Mandatory>,
    /// Which of these pieces they may become. Default: `"any"`.
    pub choice: Entry<PromotionChoice>,
    /// Moves by which they do not promote. Default: `[]`.
    pub forbid: Entry<Vec<Spanned<PromotionBan>>>,
    /// With `trigger = "in-place"`: the squares where they promote while their side has only one of them. Default:
    /// `zone`.
    pub lone_zone: Entry<Sided>,
    /// How many of a kind, by ID, a side may have on the board, including the promoted one. Default: any number.
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
    /// The file that the castling piece reaches towards higher files. Default: the last file but one.
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
    /// Whether captured pieces lose their promotion on their way to a hand. Or a table of pieces that become something
    /// else, or leave the game as `"gone"`, while the rest lose their promotion. Default: `false`.
    pub demote: Entry<Demotion>,
}

/// `[drop]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct DropTable {
    /// Whether pieces in hand can be dropped. Default: `true` if they come from captures of any kind, a reserve or a
    /// partner and there is no gating, otherwise `false`.
    pub enabled: Entry<bool>,
    /// The squares on which a piece may be dropped, by ID; `"*"` is for all other pieces. The regions also apply to
    /// gating. Default: wherever the piece may stand.
    pub regions: Named<Sided>,
    /// How many pieces of a kind and side a file may have, including the dropped one, by ID. Default: any number.
    pub max_per_file: Named<u8>,
    /// Whether drops are forbidden on squares from which the piece could never move. Default: `false`.
    pub no_immobile: Entry<bool>,
    /// The pieces that may not give checkmate by being dropped.
    pub no_mate: Entry<PieceSet>,
    /// The face with which a piece in hand enters. Default: `"base"`.
    pub faces: Entry<DropFaces>,
    /// Whether a side that holds pieces must drop one of them. Default: `false`.
    pub mandatory: Entry<bool>,
    /// The pieces, at most 4 kinds, of which none may be dropped on a square of the same shade as another one of the
    /// same kind and side.
    pub unlike_shades: Entry<PieceSet>,
    /// The squares on which a piece counts as unmoved if it is dropped there, by ID. Default: none.
    pub unmoved: Named<Sided>,
    /// Where pieces are dropped, depending on what stands there and next to it: a word, or a list of words that must
    /// all hold. Default: `"anywhere"`.
    pub r#where: Entry<Words<DropPlace>>,
    /// The lines on which `where` looks. Default: `["rank", "file", "diagonal"]`.
    pub lines: Entry<Vec<Line>>,
    /// The squares that are filled first, as the side that drops sees them. While one of them is empty, it may drop
    /// only on them, and `where` does not apply. Default: none.
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
    /// The result for the side to move if it has no move and is in check. Default: `"loss"`.
    pub checkmate: Entry<Verdict>,
    /// The result for the side to move if it has no move and is not in check. Default: `"draw"`.
    pub stalemate: Entry<Stalemate>,
    /// The rule for a side with few pieces left.
    pub bare: Entry<BareTable>,
    /// Rules for the loss of pieces.
    pub extinction: Vec<Spanned<ExtinctionTable>>,
    /// Rules for reaching squares.
    pub goal: Vec<Spanned<GoalTable>>,
    /// How many checks win the game; `0` for no such rule. Default: `0`.
    pub checks: Entry<u8>,
    /// What happens if both sides pass, one after the other. Default: `"none"`.
    pub double_pass: Entry<Adjudication>,
    /// What happens if no square of the board is empty. Default: `"none"`.
    pub full_board: Entry<Adjudication>,
}

/// `[end.bare]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BareTable {
    /// A side with this number of pieces or fewer is bare. Royal pieces are counted, and so are pieces in hand if they
    /// can be dropped. Default: `1`; `0` removes an included table.
    pub count: Entry<u8>,
    /// The result for the bare side. Default: `"loss"`.
    pub result: Entry<Verdict>,
    /// When the rule decides. Default: `"immediate"`.
    pub when: Entry<BareWhen>,
    /// What happens if both sides are bare. Default: `"draw"`.
    pub rebare: Entry<Rebare>,
    /// What users are told when the rule has decided the game: a clause of at most 60 characters, in which `{side}`
    /// stands for the bare side. Default: derived from the rule.
    pub text: Entry<String>,
}

/// `[[end.extinction]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ExtinctionTable {
    /// The pieces; a side that has none of them left has lost them. Default: `"all"`.
    pub pieces: Entry<PieceSet>,
    /// Whether it is enough to have lost all pieces of one of these kinds. Default: `false`.
    pub each: Entry<bool>,
    /// Whether pieces in hand count as not lost. Default: `false`.
    pub hand: Entry<bool>,
    /// Whose loss counts. Default: `"both"`.
    pub side: Entry<Sides>,
    /// The pieces whose move must take the last of them. Default: they may be lost in any way.
    pub by: Entry<PieceSet>,
    /// The result for the side that has lost them. Default: `"loss"`.
    pub result: Entry<Verdict>,
    /// What users are told when the rule has decided the game: a clause of at most 60 characters, in which `{side}`
    /// stands for the side that has lost them. Default: derived from the rule.
    pub text: Entry<String>,
}

/// `[[end.goal]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GoalTable {
    /// The pieces that must reach the squares.
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
    /// The lines on one of which they must stand, side by side unless `shape` says otherwise. Default: none, so that
    /// they may stand anywhere on the squares.
    pub row: Entry<Vec<Line>>,
    /// With `shape = "chain"`: the two sets of squares that the chain connects.
    #[cfg_attr(test, schemars(length(equal = 2)))]
    pub ends: Entry<Vec<Spanned<Sided>>>,
    /// When the goal is reached. Default: `"arrive"`.
    pub when: Entry<GoalWhen>,
    /// The result for the side that has reached its goal. Default: `"win"`; `"loss"` with `when = "leave"`.
    pub result: Entry<Verdict>,
    /// The side that may still reach the goal, too, with its next move, which makes a draw. Default: `"none"`.
    pub last_move: Entry<LastMove>,
    /// What users are told when the rule has decided the game: a clause of at most 60 characters, in which `{side}`
    /// stands for the side that has reached the goal. Default: derived from the rule.
    pub text: Entry<String>,
}

/// `[repetition]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RepetitionTable {
    /// The occurrence of a position at which the game ends, at least 2; `0` for never. Default: `3`.
    pub fold: Entry<u8>,
    /// The result of a repetition for which neither side is responsible. Default: `"draw"`.
    pub result: Entry<RepetitionResult>,
    /// What it means to give check with every move of the repeated cycle. Default: `"none"`.
    pub perpetual_check: Entry<PerpetualCheck>,
    /// What it means to attack one and the same piece with every move of the repeated cycle. Default: `"none"`.
    pub perpetual_chase: Entry<PerpetualChase>,
    /// Whether a side that gave check with every move loses if the other chased with every move; with `false`, the side
    /// that chased loses. Needs `perpetual_chase`; with `perpetual_check = "loss"`, the side that gave check loses in
    /// any case. Default: `false`.
    pub check_beats_chase: Entry<bool>,
}

/// `[move_rule]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MoveRuleTable {
    /// The number of moves, both sides' counted, without progress after which the game ends; `0` for never. Default:
    /// `100`.
    pub plies: Entry<u16>,
    /// The moves that are progress. Default: `["capture", "pawn"]`.
    pub resets: Entry<Vec<Spanned<Progress>>>,
    /// Moves that are not counted.
    pub exclude: Entry<Vec<Uncounted>>,
    /// The result of such a game. Default: `"draw"`.
    pub result: Entry<MoveRuleResult>,
}

/// `[scoring]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ScoringTable {
    /// How many points a piece on the board counts, by ID, 0 to 1000. Default: nothing.
    pub points: Named<u16>,
    /// Extra points for Black, whole or half, 0 to 1000. Default: `0`.
    pub komi_black: Entry<f64>,
}

/// `[counting]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CountingTable {
    /// The rule that limits the number of moves. Default: `"none"`.
    pub rule: Entry<Counting>,
}

/// `[insufficient]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct InsufficientTable {
    /// When too little material is left to win. Default: `"helpmate"`.
    pub mode: Entry<Insufficient>,
    /// The pieces that can still win. Needed with `mode = "no-attackers"`.
    pub attackers: Entry<PieceSet>,
}

/// `[impasse]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ImpasseTable {
    /// The rule for such declarations. Default: `"none"`.
    pub rule: Entry<Impasse>,
}
