//! The rules of a variant beyond the moves of its pieces: small orthogonal
//! concepts, no logic.

use crate::board::{Area, ByColor, PieceKind};

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(pub u128);

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);

    /// Whether a kind is in the set.
    pub fn has(self, kind: PieceKind) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Puts a kind into the set.
    pub fn insert(&mut self, kind: PieceKind) {
        self.0 |= 1 << kind.0;
    }
}

impl FromIterator<PieceKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = PieceKind>>(kinds: I) -> Self {
        let mut set = Self::EMPTY;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

/// All rules of a variant.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Between which royals no open line may run.
    pub facing: Facing,
    /// Promotion rules: the first that fits a kind decides, further ones that fit add choices.
    pub promotions: Vec<Promotion>,
    /// Whether the kings' castling moves are used.
    pub castling: bool,
    /// Where hands come from.
    pub hands: Hands,
    /// How pieces in hand enter the board.
    pub drops: Drops,
    /// Result for the side to move when it has no move and is in check.
    pub checkmate: Verdict,
    /// Result for the side to move when it has no move and is not in check.
    pub stalemate: Verdict,
    /// What repeated positions mean.
    pub repetition: Repetition,
    /// What a long time without progress means.
    pub move_rule: MoveRule,
    /// When too little material is left.
    pub insufficient: Insufficient,
    /// Declarations when the royals have entered the enemy camp.
    pub impasse: Impasse,
}

/// Between which royals no open line may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// Royals may face each other.
    #[default]
    None,
    /// Not on a file.
    File,
    /// Neither on a file nor on a rank.
    FileAndRank,
}

/// How some kinds promote.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Which kinds.
    pub kinds: KindSet,
    /// What they may become.
    pub to: PromotionTo,
    /// Where.
    pub zone: ByColor<Area>,
    /// By which moves.
    pub trigger: Trigger,
    /// Whether they must.
    pub mandatory: Mandatory,
}

/// What a promoting piece may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotionTo {
    /// One of these.
    Kinds(Vec<PieceKind>),
    /// Its other face.
    Form,
}

/// Which moves promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// From outside the zone into it.
    Enter,
    /// Ending in the zone.
    EnterOrWithin,
    /// Starting or ending in the zone.
    Touch,
}

/// Whether a promotion is compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mandatory {
    /// Always.
    Always,
    /// Never.
    Never,
    /// When the piece could never move again.
    Immobile,
}

/// Where hands come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hands {
    /// There are none, or only what a position gives.
    #[default]
    None,
    /// Captured men change sides and go to the captor's hand.
    Captures,
}

/// How pieces in hand enter the board.
#[derive(Clone, Debug)]
pub struct Drops {
    /// Whether they do.
    pub enabled: bool,
    /// Where, for each kind and side.
    pub regions: Vec<ByColor<Area>>,
    /// How many of a kind and side may stand on a file, for each kind.
    pub max_per_file: Vec<Option<u8>>,
    /// Whether drops on squares from which the piece could never move are forbidden.
    pub no_immobile: bool,
    /// Kinds that may not mate by a drop.
    pub no_mate: KindSet,
}

/// The result for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// It has won.
    Win,
}

/// What repeated positions mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// At which occurrence of a position, the first counted; 0 for never.
    pub fold: u8,
    /// The result when nobody is to blame.
    pub result: RepetitionResult,
    /// Whether giving check with every move of the cycle is to blame.
    pub perpetual_check: PerpetualCheck,
}

/// The result of a repetition without blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionResult {
    /// A draw.
    Draw,
    /// The side that completed the repetition has lost.
    MoverLoses,
    /// White, who had the first move, has lost.
    WhiteLoses,
}

/// Whether perpetual check is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerpetualCheck {
    /// It is a repetition like any other.
    None,
    /// The side that gave check with every move of the cycle, while the other did not, loses.
    Loss,
}

/// What a long time without progress means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// After so many plies; 0 for never.
    pub plies: u16,
    /// What counts as progress.
    pub resets: Resets,
    /// Plies that give check are not counted.
    pub except_checks: bool,
    /// Plies that answer a check are not counted.
    pub except_evasions: bool,
}

/// What counts as progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resets {
    /// Captures.
    pub capture: bool,
    /// Any move of a kind that counts as a pawn.
    pub pawn: bool,
    /// Forward moves of a kind that counts as a pawn.
    pub pawn_forward: bool,
}

/// When too little material is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insufficient {
    /// Never.
    None,
    /// When no sequence of moves mates: royals alone, with one minor piece, or with men bound to one shade.
    Helpmate,
    /// When only royals are left.
    BareKings,
    /// When neither side owns one of these kinds.
    NoAttackers(KindSet),
}

/// Declarations when the royals have entered the enemy camp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Impasse {
    /// There are none.
    #[default]
    None,
    /// The 27-point declaration: 28 points for the first player, 27 for the second.
    Csa27,
    /// The 24-point rule: a draw between 24 and 30 points, a win from 31.
    Csa24,
}
