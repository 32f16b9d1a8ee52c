//! A variant file as it is written: one structure per table, one field per key.
//!
//! Everything may be missing and nothing is checked beyond its type; values
//! keep their place in the text, so that later complaints can point at them.
//! Only this folder knows TOML.

mod keys;
mod read;
mod rules;
mod shapes;
mod words;

pub use keys::known_keys;
pub use read::{ReadFile, Tree};
pub use rules::{
    BanTable, BareTable, BetweenTable, CaptureTable, CastlingTable, CounterstrikeTable, CountingTable, DropTable,
    EffectTable, EndTable, ExtinctionTable, GatingTable, GoalTable, HandTable, ImpasseTable, InsufficientTable,
    KingToTable, MoveRuleTable, PromotionTable, RepetitionTable, RoyaltyTable, ShuffleTable, VirginTable,
};
pub use shapes::{Choices, Demotion, ForSides, OneOrMany, RankBase, Sided, WordOrList, Words};
pub use toml::Spanned;
pub use words::{HandSource, LastMove, Progress, Sides, Uncounted};

use crate::board::Topology;
use crate::variant::Trust;
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
    /// What being unmoved is judged by.
    pub virgin: Entry<VirginTable>,
    /// What may be captured, and what must be.
    pub capture: Entry<CaptureTable>,
    /// What captures do besides.
    pub effect: Entry<Vec<Spanned<EffectTable>>>,
    /// How pieces promote.
    pub promotion: Entry<Vec<Spanned<PromotionTable>>>,
    /// Castling.
    pub castling: Entry<CastlingTable>,
    /// Where hands come from.
    pub hand: Entry<HandTable>,
    /// How pieces in hand enter the board.
    pub drop: Entry<DropTable>,
    /// Men from the hand on squares that others leave.
    pub gating: Entry<GatingTable>,
    /// What ends the game.
    pub end: Entry<EndTable>,
    /// What repeated positions mean.
    pub repetition: Entry<RepetitionTable>,
    /// What a long time without progress means.
    pub move_rule: Entry<MoveRuleTable>,
    /// Moves in which a bare king must be mated.
    pub counting: Entry<CountingTable>,
    /// When too little material is left.
    pub insufficient: Entry<InsufficientTable>,
    /// Declarations in the enemy camp.
    pub impasse: Entry<ImpasseTable>,
    /// What pieces are worth to the engine.
    pub values: Entry<ValueTable>,
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
    /// Which results a referee believes.
    pub trust: Entry<Trust>,
}

/// `[values]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct ValueTable {
    /// Pieces on the board by ID, in centipawns.
    pub board: Named<u16>,
    /// Pieces in hand by ID, in centipawns.
    pub hand: Named<u16>,
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
    /// Squares that are missing.
    pub holes: Entry<WordOrList>,
    /// Which edges are joined.
    pub topology: Entry<Topology>,
}

/// `[start]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
pub struct StartTable {
    /// The start position.
    pub fen: Entry<String>,
    /// In which orders the men of the first rank may start.
    pub shuffle: Entry<ShuffleTable>,
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
    /// Squares that it enters only by capturing.
    pub capture_only: Entry<Sided>,
    /// Further moves in certain places.
    pub zone_move: Entry<OneOrMany<ZoneMoveTable>>,
    /// Whether its moves reset the move counter.
    pub counts_as_pawn: Entry<ForSides>,
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
    /// The right that it uses up.
    pub once: Entry<String>,
}
