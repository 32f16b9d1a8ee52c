//! A variant file as it is written: one structure per table, one field per key.
//!
//! Everything may be missing and nothing is checked beyond its type; values
//! keep their place in the text, so that later complaints can point at them.
//! Only this folder knows TOML.

mod keys;
mod read;
mod shapes;

pub use keys::known_keys;
pub use read::{ReadFile, Tree};
pub use shapes::{OneOrMany, Sided, WordOrList};
pub use toml::Spanned;

use indexmap::IndexMap;
use serde::Deserialize;

/// A value with its place, if the file has it.
pub type Entry<T> = Option<Spanned<T>>;
/// Values by a key that the author chose, in the order of the file.
pub type Named<T> = Option<Spanned<IndexMap<Spanned<String>, Spanned<T>>>>;

/// A whole file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a variant file")]
pub struct VariantFile {
    /// The name by which the game is asked for.
    pub name: Entry<String>,
    /// What a person would call it.
    pub title: Entry<String>,
    /// Other names for it.
    pub aliases: Entry<Vec<Spanned<String>>>,
    /// The file it builds on.
    pub include: Entry<String>,
    /// What the GUI is told.
    pub cecp: Entry<CecpTable>,
    /// The board.
    pub board: Entry<BoardTable>,
    /// Sets of squares with names.
    pub zones: Named<Sided>,
    /// The start.
    pub start: Entry<StartTable>,
    /// The kinds of pieces by ID.
    pub pieces: Named<PieceTable>,
    /// What the game hangs on.
    pub royalty: Entry<RoyaltyTable>,
    /// How pieces promote.
    pub promotion: Entry<Vec<Spanned<PromotionTable>>>,
    /// Castling.
    pub castling: Entry<CastlingTable>,
    /// Where hands come from.
    pub hand: Entry<HandTable>,
    /// How pieces in hand enter the board.
    pub drop: Entry<DropTable>,
    /// Results when there is no move.
    pub end: Entry<EndTable>,
    /// What repeated positions mean.
    pub repetition: Entry<RepetitionTable>,
    /// What a long time without progress means.
    pub move_rule: Entry<MoveRuleTable>,
    /// When too little material is left.
    pub insufficient: Entry<InsufficientTable>,
    /// Declarations in the enemy camp.
    pub impasse: Entry<ImpasseTable>,
}

/// `[cecp]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct CecpTable {
    /// Letters by the GUI's piece slots.
    pub piecetochar: Entry<String>,
    /// The GUI's variant with the nearest rules.
    pub parent: Entry<String>,
    /// Number of holdings squares.
    pub holdings: Entry<u8>,
}

/// `[board]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct BoardTable {
    /// Number of files.
    pub files: Entry<u8>,
    /// Number of ranks.
    pub ranks: Entry<u8>,
    /// The number of the first rank.
    pub rank_base: Entry<RankBase>,
}

/// `[start]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct StartTable {
    /// The start position.
    pub fen: Entry<String>,
}

/// `[pieces.ID]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct PieceTable {
    /// Its name.
    pub name: Entry<String>,
    /// Its moves.
    pub r#move: Entry<String>,
    /// Black's moves where they are not White's turned.
    pub black_move: Entry<String>,
    /// Its other face.
    pub form: Entry<String>,
    /// Squares it may occupy.
    pub region: Entry<Sided>,
    /// Further moves in certain places.
    pub zone_move: Entry<OneOrMany<ZoneMoveTable>>,
    /// Whether its moves reset the move counter.
    pub counts_as_pawn: Entry<bool>,
    /// The GUI's picture.
    pub picture: Entry<String>,
    /// Other letters that positions may use for it.
    pub also: Entry<Vec<Spanned<String>>>,
}

/// `zone_move` of a piece
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct ZoneMoveTable {
    /// Where it must stand.
    pub zone: Entry<Sided>,
    /// The further moves.
    pub r#move: Entry<String>,
    /// Black's further moves where they are not White's turned.
    pub black_move: Entry<String>,
    /// Whether the whole move must lie in the zone.
    pub within: Entry<bool>,
}

/// `[royalty]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct RoyaltyTable {
    /// The royal kinds.
    pub pieces: Entry<WordOrList>,
    /// Between which royals no open line may run.
    pub facing: Entry<FacingWord>,
}

/// `[[promotion]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct PromotionTable {
    /// Which kinds.
    pub pieces: Entry<WordOrList>,
    /// What they become.
    pub to: Entry<WordOrList>,
    /// Where.
    pub zone: Entry<Sided>,
    /// By which moves.
    pub trigger: Entry<TriggerWord>,
    /// Whether they must.
    pub mandatory: Entry<MandatoryWord>,
}

/// `[castling]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct CastlingTable {
    /// Whether castling terms of moves are used.
    pub style: Entry<CastlingStyle>,
}

/// `[hand]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct HandTable {
    /// Where hands come from.
    pub source: Entry<HandSource>,
    /// Whether captured men lose their promotion.
    pub demote: Entry<bool>,
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

/// `[end]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct EndTable {
    /// For the side in check without a move.
    pub checkmate: Entry<VerdictWord>,
    /// For the side not in check without a move.
    pub stalemate: Entry<VerdictWord>,
}

/// `[repetition]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct RepetitionTable {
    /// At which occurrence.
    pub fold: Entry<u8>,
    /// The result without blame.
    pub result: Entry<RepetitionWord>,
    /// Whether perpetual check is to blame.
    pub perpetual_check: Entry<PerpetualWord>,
}

/// `[move_rule]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct MoveRuleTable {
    /// After so many plies.
    pub plies: Entry<u16>,
    /// What counts as progress.
    pub resets: Entry<Vec<ResetWord>>,
    /// Plies that are not counted.
    pub exclude: Entry<Vec<ExcludeWord>>,
}

/// `[insufficient]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct InsufficientTable {
    /// By which rule.
    pub mode: Entry<InsufficientWord>,
    /// Kinds that can still win.
    pub attackers: Entry<WordOrList>,
}

/// `[impasse]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct ImpasseTable {
    /// By which rule.
    pub rule: Entry<ImpasseWord>,
}

pub use shapes::RankBase;

/// A key whose value is one of a few words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($word:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the words are explained where rules are")]
        pub enum $name { $($word),* }
    )*};
}

words! {
    /// `royalty.facing`
    FacingWord { None, File, FileAndRank }
    /// `promotion.trigger`
    TriggerWord { Enter, EnterOrWithin, Touch }
    /// `promotion.mandatory`
    MandatoryWord { Always, Never, Immobile }
    /// `castling.style`
    CastlingStyle { Betza, None }
    /// `hand.source`
    HandSource { None, Captures }
    /// Results in `[end]`
    VerdictWord { Loss, Draw, Win }
    /// `repetition.result`
    RepetitionWord { Draw, MoverLoses, WhiteLoses }
    /// `repetition.perpetual_check`
    PerpetualWord { None, Loss }
    /// `move_rule.resets`
    ResetWord { Capture, Pawn, PawnForward }
    /// `move_rule.exclude`
    ExcludeWord { Check, CheckEvasion }
    /// `insufficient.mode`
    InsufficientWord { Helpmate, None, BareKings, NoAttackers }
    /// `impasse.rule`
    ImpasseWord { None, Csa27, Csa24 }
}
