//! A variant file as it is written: one structure for each table, with a field
//! for each key.
//!
//! Every key may be missing, and values are checked for their type alone. They
//! keep their places in the text, so that later reports can point at them. Only
//! this folder reads TOML; `import` writes it.

mod advice;
mod faults;
mod flat;
mod keys;
mod node;
mod placed;
mod read;
mod rules;
mod schema;
mod shapes;
mod words;

pub use flat::flat;
pub use placed::Spanned;
pub use read::{ReadFile, Tree};
pub use rules::{
    AimedTable, BanTable, BareTable, BetweenTable, CaptureTable, CastlingTable, CounterstrikeTable, CountingTable,
    DropTable, EffectTable, EndTable, ExtinctionTable, GatingTable, GoalTable, HandTable, ImpasseTable,
    InsufficientTable, KingToTable, MoveRuleTable, OnTable, PromotionTable, RepetitionTable, RoyaltyTable,
    ScoringTable, ShuffleTable, VirginTable, WallTable,
};
#[cfg(test)]
pub use schema::words_alone;
pub use schema::{SCHEMA, schema};
pub use shapes::{
    Choices, Demotion, ForSides, OneOrMany, PieceSet, RankBase, Sided, SquareSet, Targets, WordOrList, Words,
};
pub use words::{HandSource, LastMove, Progress, Score, SetWord, Sides, TargetWord, Uncounted};

use crate::board::Topology;
use crate::variant::{Reason, Trust};
use indexmap::IndexMap;
use serde::Deserialize;

/// A value with its place in the text, if the file has the key.
pub type Entry<T> = Option<Spanned<T>>;
/// Values under keys that the author chose, in the order of the file.
pub type Named<T> = Option<Spanned<IndexMap<Spanned<String>, Spanned<T>>>>;

/// A game as data: the board, the pieces and how they move, the start position and the rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(test, schemars(extend("required" = ["name"])))]
pub struct VariantFile {
    /// The name by which GUIs and commands ask for the game: letters, digits, `+`, `_` and `-`, beginning
    /// with a letter or a digit.
    pub name: Entry<String>,
    /// The title of the game. Default: the name.
    pub title: Entry<String>,
    /// Other names that are accepted for the game.
    pub aliases: Entry<Vec<Spanned<String>>>,
    /// The name of a bundled variant, or of a file in the same directory without `.toml`, on which this file
    /// builds. Tables are merged with its tables key by key, lists and single values replace its own, and the
    /// word `"none"` takes a table back: then the game has nothing of the kind.
    pub include: Entry<String>,
    /// The inventor of the game.
    pub author: Entry<String>,
    /// The year of its invention.
    pub year: Entry<u16>,
    /// Where its rules are written down: a book, or an address.
    pub source: Entry<String>,
    /// A description of the game, in a few sentences.
    pub description: Entry<String>,
    /// Settings for the GUI.
    pub cecp: Entry<CecpTable>,
    /// The board.
    pub board: Entry<BoardTable>,
    /// Sets of squares under names of your choice: small letters, digits, `-` and `_`. Zones may use those
    /// above them.
    pub zones: Named<Sided>,
    /// The start position.
    pub start: Entry<StartTable>,
    /// The kinds of pieces by ID: a capital letter, perhaps with `'` or `!` behind it, and for a promoted
    /// face `+` before it. A small letter describes a piece of Black alone.
    pub pieces: Named<PieceTable>,
    /// Which pieces may not be lost.
    pub royalty: Entry<RoyaltyTable>,
    /// When a piece is unmoved, for initial moves and castling.
    pub virgin: Entry<VirginTable>,
    /// Which captures must be made, and which may not.
    pub capture: Entry<CaptureTable>,
    /// Effects of moves beyond going from one square to another and capturing, in the order of
    /// the file.
    pub effect: Entry<Vec<Spanned<EffectTable>>>,
    /// Walls that players place on an empty square with each of their moves: then nothing may stand there or slide
    /// across.
    pub wall: Entry<WallTable>,
    /// How pieces promote. A piece follows every table that lists it; without one nothing promotes.
    pub promotion: Entry<Vec<Spanned<PromotionTable>>>,
    /// How pieces castle whose moves have the atom `O`.
    pub castling: Entry<CastlingTable>,
    /// Where pieces in hand come from.
    pub hand: Entry<HandTable>,
    /// How pieces in hand enter the board, instead of a move.
    pub drop: Entry<DropTable>,
    /// Pieces of the hand that enter on squares that others leave.
    pub gating: Entry<GatingTable>,
    /// The ends of the game. Results are those of the side concerned.
    pub end: Entry<EndTable>,
    /// The rule for repeated positions.
    pub repetition: Entry<RepetitionTable>,
    /// The rule for a long time without progress.
    pub move_rule: Entry<MoveRuleTable>,
    /// Within how many moves a side that is left with its royal piece alone must be mated.
    pub counting: Entry<CountingTable>,
    /// When too little material is left for a win.
    pub insufficient: Entry<InsufficientTable>,
    /// Declarations when the royal pieces have entered the enemy camp.
    pub impasse: Entry<ImpasseTable>,
    /// The points that decide where another rule says `"score"`: the side with more of them has won.
    pub scoring: Entry<ScoringTable>,
    /// The values of pieces for the engine, in centipawns: a pawn of chess is worth about 100. Pieces that
    /// are not named keep the value that the engine derives from their moves.
    pub values: Entry<ValueTable>,
    /// Expectations for positions of the game: `alfil test` checks them.
    pub test: Entry<Vec<Spanned<TestTable>>>,
}

/// `[cecp]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CecpTable {
    /// XBoard's table of piece letters: one entry for each of its pictures, first White's half, then Black's.
    /// Default: chosen by the engine.
    pub piecetochar: Entry<String>,
    /// XBoard's variant whose rules are nearest. Default: chosen by the engine.
    pub parent: Entry<String>,
    /// Rows of holdings beside the board. Default: one for each kind of piece that can be in hand.
    pub holdings: Entry<u8>,
    /// Which results the engine announces when it plays another engine. Default: `"xboard"`.
    pub trust: Entry<Trust>,
}

/// `[[test]]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct TestTable {
    /// The position as a FEN. Default: the start position.
    pub fen: Entry<String>,
    /// The moves that are played first: a list, or one string with blanks between them.
    pub moves: Entry<Words<String>>,
    /// Moves that must be legal then.
    pub legal: Entry<Words<String>>,
    /// Moves that must not be legal then.
    pub illegal: Entry<Words<String>>,
    /// All moves that must be legal then, and no other may be.
    pub only: Entry<Words<String>>,
    /// Whether the side to move must be in check.
    pub check: Entry<bool>,
    /// How the game must have ended, or that it must go on.
    pub result: Entry<Score>,
    /// Why it must have ended.
    pub reason: Entry<Reason>,
    /// The position that the moves must have led to, as a FEN.
    pub position: Entry<String>,
    /// How many positions can be reached in one move, in two, and so on.
    pub perft: Entry<Vec<Spanned<u64>>>,
}

/// `[values]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ValueTable {
    /// Pieces on the board by ID, 0 to 4000.
    pub board: Named<u16>,
    /// Pieces in hand by ID, 0 to 4000. Default: a little more than on the board.
    pub hand: Named<u16>,
}

/// `[board]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BoardTable {
    /// Number of files.
    #[cfg_attr(test, schemars(range(min = 1, max = crate::board::MAX_FILES)))]
    pub files: Entry<u8>,
    /// Number of ranks.
    #[cfg_attr(test, schemars(range(min = 1, max = crate::board::MAX_RANKS)))]
    pub ranks: Entry<u8>,
    /// The number of the first rank. Default: `"auto"`.
    pub rank_base: Entry<RankBase>,
    /// The squares that are missing from the start, as White names them. Nothing ever stands on them or
    /// slides across them; leaps go over them.
    pub holes: Entry<SquareSet>,
    /// Which edges are joined. Default: `"plane"`.
    pub topology: Entry<Topology>,
}

/// `[start]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct StartTable {
    /// The start position as a FEN. Pieces in hand stand in brackets behind the board.
    pub fen: Entry<String>,
    /// In which orders the pieces of the first rank may start, for games that begin with a drawn order: any
    /// that these conditions allow.
    pub shuffle: Entry<ShuffleTable>,
}

/// `[pieces.ID]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct PieceTable {
    /// Its name in plain words. Default: the ID.
    pub name: Entry<String>,
    /// Its moves in XBetza, as `fmWfcF`, or `none`.
    pub r#move: Entry<String>,
    /// Black's moves, as Black sees them, where they differ. Default: the same.
    pub black_move: Entry<String>,
    /// The ID of its other face, to which it promotes by `to = "promoted-form"`.
    pub form: Entry<String>,
    /// The squares that are board to it: it never stands on others, and only leaps go over them. Default:
    /// `"all"`.
    pub region: Entry<Sided>,
    /// The squares that it may enter only by a move that captures. Default: none.
    pub capture_only: Entry<Sided>,
    /// The set of pieces over which it may not hop. Default: `[]`.
    pub hop_exclude: Entry<PieceSet>,
    /// Further moves that it has while it stands in a zone.
    pub zone_move: Entry<OneOrMany<ZoneMoveTable>>,
    /// Whether its moves are progress for `move_rule.resets`: for both sides, neither, or one alone. Default:
    /// `true` for `P`, else `false`.
    pub counts_as_pawn: Entry<ForSides>,
    /// The name of the picture that XBoard should show for it. Default: chosen by the engine.
    pub picture: Entry<String>,
    /// Other IDs that positions may use for it; they are read, never written.
    pub also: Entry<Vec<Spanned<String>>>,
}

/// `zone_move` of a piece
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ZoneMoveTable {
    /// Where the piece must stand. Needed, but for moves with `once`.
    pub zone: Entry<Sided>,
    /// The further moves.
    pub r#move: Entry<String>,
    /// Black's further moves where they differ. Default: the same.
    pub black_move: Entry<String>,
    /// Whether every square of such a move must lie in the zone. Default: `false`.
    pub within: Entry<bool>,
    /// The name of a right, in small letters, that each side has once in the game, and that the first of
    /// these moves uses up. Default: no right is needed.
    pub once: Entry<String>,
}
