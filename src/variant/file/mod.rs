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
pub use read::{ReadFile, Tree, UNKNOWN};
pub use rules::{
    AimedTable, BanTable, BareTable, BetweenTable, CaptureTable, CastlingTable, CounterstrikeTable, CountingTable,
    DropTable, EffectTable, EndTable, ExtinctionTable, GatingTable, GoalTable, HandTable, ImpasseTable, InfluenceTable,
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
    /// Other names for the game.
    pub aliases: Vec<Spanned<String>>,
    /// The name of a bundled variant, or of a file in the same directory without `.toml`, on which this file builds.
    /// Tables are merged key by key, lists and single values are replaced, and the word `"none"` removes a table: the
    /// game then has no such rule.
    pub include: Entry<String>,
    /// The inventor of the game.
    pub author: Entry<String>,
    /// The year in which it was invented.
    pub year: Entry<u16>,
    /// Where its rules are written down: a book, or an address.
    pub source: Entry<String>,
    /// A description of the game, in a few sentences.
    pub description: Entry<String>,
    /// What the engine tells a GUI that speaks CECP.
    pub cecp: Entry<CecpTable>,
    /// The board.
    pub board: Entry<BoardTable>,
    /// Sets of squares under names of your choice: small letters, digits, `-` and `_`. A zone may use the zones defined
    /// above it.
    pub zones: Named<Sided>,
    /// The start position.
    pub start: Entry<StartTable>,
    /// The kinds of pieces, by ID: a capital letter, optionally followed by `'` or `!`, and with `+` before it for a
    /// promoted face. A small letter describes a piece of Black alone.
    pub pieces: Named<PieceTable>,
    /// The royal pieces, which must not be lost.
    pub royalty: Entry<RoyaltyTable>,
    /// When a piece counts as unmoved, for initial moves and castling.
    pub virgin: Entry<VirginTable>,
    /// Which captures are mandatory, and which are forbidden.
    pub capture: Entry<CaptureTable>,
    /// What moves do besides going from one square to another and capturing. Effects happen in the order of the file.
    pub effect: Vec<Spanned<EffectTable>>,
    /// Influences of pieces on others near them, or on those that they attack or guard: meanwhile these are another
    /// piece, with other moves.
    pub influence: Vec<Spanned<InfluenceTable>>,
    /// The wall that players place on an empty square with each of their moves. No piece can stand there, slide across
    /// it or hop over it.
    pub wall: Entry<WallTable>,
    /// How pieces promote. Every table that lists a piece applies to it; without such a table, nothing promotes.
    pub promotion: Vec<Spanned<PromotionTable>>,
    /// How pieces with the atom `O` in their moves castle.
    pub castling: Entry<CastlingTable>,
    /// Where pieces in hand come from.
    pub hand: Entry<HandTable>,
    /// How pieces in hand enter the board. A drop takes the place of a move.
    pub drop: Entry<DropTable>,
    /// Whether pieces in hand enter on squares that others leave.
    pub gating: Entry<GatingTable>,
    /// How the game ends. Results are for the side concerned.
    pub end: Entry<EndTable>,
    /// What happens when a position is repeated.
    pub repetition: Entry<RepetitionTable>,
    /// What happens after many moves without progress, as in the 50-move rule.
    pub move_rule: Entry<MoveRuleTable>,
    /// Within how many moves a side that has only its royal piece left must be mated.
    pub counting: Entry<CountingTable>,
    /// When the game is drawn because too little material is left to win.
    pub insufficient: Entry<InsufficientTable>,
    /// Whether a side may declare a win when its royal piece has entered the enemy camp.
    pub impasse: Entry<ImpasseTable>,
    /// The points that decide where another rule says `"score"` or `"adjudicate"`: the side with more points has won,
    /// and equal points are a draw.
    pub scoring: Entry<ScoringTable>,
    /// The values of pieces for the engine, in centipawns: a pawn of chess is worth about 100. Pieces that
    /// are not named keep the value that the engine derives from their moves.
    pub values: Entry<ValueTable>,
    /// Expectations about positions of the game, which `alfil test` checks.
    pub test: Vec<Spanned<TestTable>>,
}

/// `[cecp]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CecpTable {
    /// XBoard's table of piece letters: one entry for each of its pictures, first White's half, then Black's.
    /// Default: chosen by the engine.
    pub piecetochar: Entry<String>,
    /// XBoard's variant with the most similar rules. Default: chosen by the engine.
    pub parent: Entry<String>,
    /// How many rows of holdings there are beside the board. Default: one for each kind of piece that can be in hand.
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
    /// The moves that are played first: a list, or one string with spaces between them.
    pub moves: Entry<Words<String>>,
    /// Moves that must then be legal.
    pub legal: Entry<Words<String>>,
    /// Moves that must then be illegal.
    pub illegal: Entry<Words<String>>,
    /// All moves that are then legal, and no others.
    pub only: Entry<Words<String>>,
    /// Whether the side to move must be in check.
    pub check: Entry<bool>,
    /// The result that the game must have; `*` if it must go on.
    pub result: Entry<Score>,
    /// The reason why the game must have ended.
    pub reason: Entry<Reason>,
    /// The position that must result from the moves, as a FEN.
    pub position: Entry<String>,
    /// How many positions can be reached in one move, in two, and so on.
    pub perft: Vec<Spanned<u64>>,
}

impl TestTable {
    /// Whether nothing is tested.
    pub fn is_idle(&self) -> bool {
        let mut moves = [&self.legal, &self.illegal].into_iter().flatten().flat_map(Spanned::words);
        let lists = self.only.is_none() && self.perft.is_empty();
        let ends = self.check.is_none() && self.result.is_none() && self.reason.is_none();
        lists && ends && self.position.is_none() && moves.all(|(_, text)| text.trim().is_empty())
    }
}

/// `[values]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ValueTable {
    /// The values of pieces on the board, by ID, 0 to 4000.
    pub board: Named<u16>,
    /// The values of pieces in hand, by ID, 0 to 4000. Default: a little more than on the board.
    pub hand: Named<u16>,
}

/// `[board]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BoardTable {
    /// The number of files.
    #[cfg_attr(test, schemars(range(min = 1, max = crate::board::MAX_FILES)))]
    pub files: Entry<u8>,
    /// The number of ranks.
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
    /// The start position as a FEN. Pieces in hand are written in brackets after the board.
    pub fen: Entry<String>,
    /// The orders in which pieces may start, for games that begin with a random order: all orders that meet these
    /// conditions.
    pub shuffle: Entry<ShuffleTable>,
}

/// `[pieces.ID]`
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct PieceTable {
    /// The name of the piece. Default: the ID.
    pub name: Entry<String>,
    /// Its moves in XBetza, such as `fmWfcF`, or `none`.
    pub r#move: Entry<String>,
    /// Black's moves, as Black sees them, if they differ. Default: the same.
    pub black_move: Entry<String>,
    /// The ID of its other face, to which it promotes by `to = "promoted-form"`.
    pub form: Entry<String>,
    /// The squares that are its board: it never stands on others, and only leaps go over them. Default: `"all"`.
    pub region: Entry<Sided>,
    /// The squares that it may enter only by a move that captures. Default: none.
    pub capture_only: Entry<Sided>,
    /// The pieces over which it may not hop. Default: `[]`.
    pub hop_exclude: Entry<PieceSet>,
    /// Additional moves that it has while it stands in a zone.
    pub zone_move: Entry<OneOrMany<ZoneMoveTable>>,
    /// Whether its moves are progress for `move_rule.resets`: for both sides, for neither, or for one side alone.
    /// Default: `true` for `P`, otherwise `false`.
    pub counts_as_pawn: Entry<ForSides>,
    /// The name of the picture that XBoard should show for it. Default: chosen by the engine.
    pub picture: Entry<String>,
    /// Other IDs that are accepted for it in positions; they are read, but never written.
    pub also: Entry<Vec<Spanned<String>>>,
}

/// `zone_move` of a piece
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ZoneMoveTable {
    /// The zone. Needed, except for moves with `once`.
    pub zone: Entry<Sided>,
    /// The additional moves.
    pub r#move: Entry<String>,
    /// Black's additional moves, if they differ. Default: the same.
    pub black_move: Entry<String>,
    /// Whether every square of such a move must lie in the zone. Default: `false`.
    pub within: Entry<bool>,
    /// The name of a right, in small letters, that each side has once in the game and that the first such move uses up.
    /// Default: no right is needed.
    pub once: Entry<String>,
}
