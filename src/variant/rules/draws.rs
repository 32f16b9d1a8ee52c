//! Rules for games that make no progress: repetition, too many moves without progress, too little material,
//! declarations.

use super::KindSet;
use serde::Deserialize;

/// The rules for games that make no progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The rule for repeated positions.
    pub repetition: Repetition,
    /// The rule for a long time without progress.
    pub move_rule: MoveRule,
    /// Within how many moves a bare king must be mated.
    pub counting: Counting,
    /// When too little material is left for a win.
    pub insufficient: Insufficient,
    /// Declarations when the royals have entered the enemy camp.
    pub impasse: Impasse,
}

/// Within how many moves a side that has only its royal piece left must be mated; otherwise the game is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// There is no such rule.
    #[default]
    None,
    /// As in Thailand.
    Makruk,
    /// As in Cambodia.
    Cambodian,
    /// By the laws of ASEAN chess.
    Asean,
}

/// The rule for repeated positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// At which occurrence of a position, the first counted; 0 for never.
    pub fold: u8,
    /// The result if neither side is responsible.
    pub result: RepetitionResult,
    /// Whether a side that gives check with every move of the cycle is responsible.
    pub perpetual_check: PerpetualCheck,
    /// Whether a side that chases one piece with every move of the cycle is responsible.
    pub perpetual_chase: PerpetualChase,
    /// Whether a side that gives check is responsible if the other chases.
    pub check_beats_chase: bool,
}

impl Repetition {
    /// Whether a side may win by a repetition, other than on points.
    pub fn decides(&self) -> bool {
        let blames = self.perpetual_check == PerpetualCheck::Loss || self.perpetual_chase == PerpetualChase::Asian;
        self.fold >= 2
            && match self.result {
                RepetitionResult::MoverLoses | RepetitionResult::MoverWins | RepetitionResult::WhiteLoses => true,
                RepetitionResult::Draw | RepetitionResult::Score => blames,
                RepetitionResult::Illegal => false,
            }
    }
}

/// The result of a repetition for which neither side is responsible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// The game is drawn.
    #[default]
    Draw,
    /// The side that completed the repetition loses.
    MoverLoses,
    /// The side that completed the repetition wins.
    MoverWins,
    /// White loses.
    WhiteLoses,
    /// The move that would complete the repetition is illegal.
    Illegal,
    /// Points decide.
    Score,
}

/// What perpetual check means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PerpetualCheck {
    /// Checks do not matter.
    #[default]
    None,
    /// A side that gave check with every move of the repeated cycle loses, unless the other side did so, too.
    Loss,
}

/// What perpetual chase means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PerpetualChase {
    /// Attacks do not matter.
    #[default]
    None,
    /// A side that attacked the same unprotected piece again with every move of the repeated cycle loses, unless
    /// the other side did so, too.
    Asian,
}

/// The rule for a long time without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// The number of plies without progress that ends the game; 0 for never.
    pub plies: u16,
    /// The moves that count as progress.
    pub resets: Resets,
    /// Whether plies that give check are not counted.
    pub except_checks: bool,
    /// Whether plies that answer a check are not counted.
    pub except_evasions: bool,
    /// The result of that many plies without progress.
    pub result: MoveRuleResult,
}

/// The result after too many moves without progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveRuleResult {
    /// The game is drawn.
    #[default]
    Draw,
    /// Points decide.
    Score,
}

/// The moves that count as progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resets {
    /// Captures.
    pub capture: bool,
    /// Any move of a kind that counts as a pawn.
    pub pawn: bool,
    /// Forward moves of a kind that counts as a pawn.
    pub pawn_forward: bool,
    /// Drops.
    pub drop: bool,
    /// Promotions.
    pub promotion: bool,
}

/// When too little material is left to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(transform = crate::variant::file::words_alone))]
pub enum Insufficient {
    /// When no sequence of moves wins any more, by mate or by any other rule of the file.
    #[default]
    Helpmate,
    /// Never.
    None,
    /// When only royal pieces are left.
    BareKings,
    /// When neither side has a piece of `attackers`.
    NoAttackers(
        #[serde(skip)]
        #[cfg_attr(test, schemars(with = "()"))]
        KindSet,
    ),
    /// When each side has one piece left, both are of the same kind that never leaves its shade, and they stand on
    /// different shades.
    OppositeBishops,
}

/// Whether a side may declare a win when its royal piece has entered the enemy camp, by the rules of the Computer Shogi
/// Association.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Impasse {
    /// It may not.
    #[default]
    None,
    /// The 27-point declaration: 28 points for the first player, 27 for the second.
    Csa27,
    /// The 24-point rule: a draw between 24 and 30 points, a win from 31.
    Csa24,
}
