//! The data of one game.
//!
//! A variant file goes through three types: its text, the typed file that may
//! still be faulty, and the [`Variant`], which is valid. After that nothing is
//! checked again. This module knows no position and no search.

mod builtin;
mod castling;
#[cfg(feature = "cli")]
mod directories;
pub mod file;
mod library;
mod load;
mod new_pieces;
mod no_effect;
mod pictures;
mod rules;
mod setup;
mod sized;
mod source_map;
pub mod squares;
mod unfit;
mod validate;

pub use builtin::{
    Builtin, builtin, bundled_network, bundled_networks, bundled_with, called_in_protocol, find, game_of_protocol,
};
pub use castling::Castling;
#[cfg(feature = "cli")]
pub use directories::{DIRECTORIES_VARIABLE, configuration, directories, in_home};
pub use library::{Directory, FileNames, Library, find_beside, flat_file, is_named, load_file};
pub use load::{Finder, Trial, load, load_tried};
pub use no_effect::NoEffect;
pub use pictures::{Picture, pictures};
pub use rules::{
    Adjudication, Aimed, Ban, BanCondition, BanWhen, Bare, BareWhen, Beside, Captures, CastlingFiles, CastlingRule,
    CastlingSafety, Counterstrike, CounterstrikeUnless, Counting, Draws, DropFaces, DropPlace, Drops, Effect,
    EffectKind, EffectPlace, EffectWhen, EffectZone, EndText, Ends, Extinct, Extinction, Facing, FacingRule, Flank,
    Gating, GivingCheck, Goal, GoalShape, GoalWhen, Hands, Impasse, Influence, InfluenceReach, InitialMoves,
    Insufficient, KindSet, LeavingCheck, Line, Lines, Mandatory, MoveRule, MoveRuleResult, PerpetualChase,
    PerpetualCheck, Promotion, PromotionBan, PromotionChoice, PromotionTo, Reason, Rebare, Repetition,
    RepetitionResult, Resets, Restriction, Restrictions, RoyalMode, Royalty, Rules, Scoring, Shuffle, Siege, Stalemate,
    Symmetry, Trigger, UnmovedTest, Verdict, Wall, WallKind, WallPlace, Whose,
};
pub use setup::{FenError, FenErrorKind, Undrawn, placement};
pub use sized::SizedName;
pub use source_map::SourceMap;
pub use unfit::{Arrival, Stranded, Unfit, Unreachable, UnreachedGoal, UnreachedPromotion};
pub use validate::{TableEntry, misnamed, table_entries};

use crate::board::{Area, ByColor, Color, Geometry, Piece, PieceKind, Square};
use crate::xbetza::{Action, Program, Term, When};
use file::{Spanned, TestTable};
use serde::Deserialize;
use std::fmt;
use std::path::PathBuf;

/// A game: board, kinds of pieces, start and rules. Immutable, shared by `Arc`.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name by which files, commands and GUIs ask for it.
    pub name: String,
    /// Its title for display.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Further information about it.
    pub about: About,
    /// Size of the board.
    pub board: Geometry,
    /// The squares that are missing from the board; no region contains them.
    pub holes: Area,
    /// The kinds of pieces; a [`PieceKind`] is a position in this list.
    pub kinds: Vec<Kind>,
    /// The start position.
    pub start: Setup,
    /// Whether the start position is only a guess until the GUI sets one up.
    pub start_by_gui: bool,
    /// The rules beyond moves.
    pub rules: Rules,
    /// Settings for the GUI.
    pub cecp: Cecp,
    /// The file that it comes from; `None` if it is bundled.
    pub file: Option<PathBuf>,
    /// The places of its rules in its files.
    pub source_map: SourceMap,
    /// The tests in its file.
    pub tests: Vec<Spanned<TestTable>>,
}

/// Information about a game that is not a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The inventor.
    pub author: Option<String>,
    /// The year of its invention.
    pub year: Option<u16>,
    /// Where its rules are written down.
    pub source: Option<String>,
    /// A description.
    pub description: Option<String>,
}

impl About {
    /// The description, the inventor and year, and the source of the rules, as far as known.
    pub fn lines(&self) -> Vec<String> {
        let year = self.year.map(|year| year.to_string());
        let origin = match (&self.author, year) {
            (Some(author), Some(year)) => Some(format!("by {author}, {year}")),
            (Some(author), None) => Some(format!("by {author}")),
            (None, year) => year,
        };
        let source = self.source.as_ref().map(|source| format!("rules: {source}"));
        [self.description.clone(), origin, source].into_iter().flatten().collect()
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its ID in positions and moves: a capital letter, perhaps with `'` or
    /// `!`, perhaps after `+` (promoted face) or before `~` (promoted, reverts
    /// when captured).
    pub id: String,
    /// Its name in plain words.
    pub name: String,
    /// The only side that has such pieces, if there is one.
    pub owner: Option<Color>,
    /// Its moves as written in the file, one notation for each side.
    pub notation: ByColor<String>,
    /// Its moves compiled, from each mover's point of view: Black's steps still have
    /// to be rotated by 180 degrees.
    pub program: ByColor<Program>,
    /// The squares it may stand on.
    pub region: ByColor<Area>,
    /// The squares that it may enter only by a move that captures.
    pub capture_only: ByColor<Area>,
    /// The kinds over which it may not hop.
    pub hop_exclude: KindSet,
    /// Further moves that depend on the square or on a right of the side.
    pub zone_moves: Vec<ZoneMove>,
    /// The other face: what it promotes to and back.
    pub form: Option<PieceKind>,
    /// The kind that goes to a hand when such a piece is captured, if captures do; `None` if nothing does.
    pub in_hand: Option<PieceKind>,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether its moves reset the move counter.
    pub counts_as_pawn: ByColor<bool>,
    /// Other letters that positions may use for it; only read, never written.
    pub also: Vec<String>,
    /// The GUI's picture for it, if the file asks for one.
    pub picture: Option<String>,
    /// Its values in the file.
    pub worth: Worth,
}

/// The values of a kind in a file, in centipawns; the engine derives the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// On the board.
    pub board: Option<u16>,
    /// In hand.
    pub hand: Option<u16>,
}

impl Worth {
    /// The greatest value that a file may give, which keeps evaluations far from the scores of wins.
    pub const GREATEST: u16 = 4_000;
}

/// Additional moves of a kind while it stands in a zone, or until a right is used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneMove {
    /// Where it must stand.
    pub zone: ByColor<Area>,
    /// The further moves as written in the file.
    pub notation: ByColor<String>,
    /// The same compiled, from each mover's point of view.
    pub program: ByColor<Program>,
    /// Whether every square of the move must lie in the zone.
    pub within: bool,
    /// The right of the side, an index into [`Rules::once`], that the move needs and uses up.
    pub once: Option<u8>,
}

/// Moves of a piece, and where they apply.
#[derive(Clone, Copy, Debug)]
pub struct PieceMoves<'a> {
    /// The moves, from the mover's point of view.
    pub program: &'a Program,
    /// Where the piece must stand; may include squares off the board.
    pub from: Area,
    /// The squares on which it may be during the moves; none of them is missing.
    pub enter: Area,
    /// The right, an index into [`Rules::once`], that they need and use up.
    pub once: Option<u8>,
}

impl PieceMoves<'_> {
    /// Whether a piece on a square has these moves, given the rights of its side.
    pub fn are_there(&self, from: Square, rights: u8) -> bool {
        self.from.has(from) && is_held(self.once, rights)
    }
}

/// Whether the set of rights, one bit for each, contains the right, or no right is needed.
#[inline]
pub fn is_held(right: Option<u8>, rights: u8) -> bool {
    right.is_none_or(|right| rights >> right & 1 != 0)
}

/// Settings of a variant for the GUI.
#[derive(Clone, Debug, Default)]
pub struct Cecp {
    /// XBoard's table of piece letters by slot, if the file gives it.
    pub piece_to_char: Option<String>,
    /// The GUI's variant whose rules are nearest, if the file gives it.
    pub parent: Option<String>,
    /// The number of rows for the holdings beside the board.
    pub holdings: u8,
    /// The results that the engine announces.
    pub trust: Trust,
}

/// Which results the engine announces when it plays another engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// Those that XBoard can see for itself. The engine leaves other wins to the loser to admit, and offers other
    /// draws.
    #[default]
    Xboard,
    /// All of them, for a referee that believes every claim.
    Full,
}

/// A position as described by text: it fits the board, but need not be playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, [`Piece::NONE`] if it is empty.
    pub board: Vec<Piece>,
    /// How many of each kind a side has in hand, by [`PieceKind`].
    pub hands: ByColor<Vec<u8>>,
    /// Squares that have become holes since the start, in addition to the variant's own.
    pub holes: Area,
    /// The side to move.
    pub side: Color,
    /// Squares whose pieces have never moved, as far as rights depend on it: castling and its partners, initial moves,
    /// gating.
    pub unmoved: Area,
    /// The squares on which en passant captures are possible now.
    pub en_passant: Area,
    /// The square of the piece that such a capture removes, if one is possible.
    pub en_passant_victim: Option<Square>,
    /// The number of checks that each side must still give to win; 0 if checks are not counted.
    pub checks: ByColor<u8>,
    /// The one-time rights that each side still has: bit `n` for right `n` of [`Rules::once`].
    pub once: ByColor<u8>,
    /// The state of the count against a bare side, if there is one.
    pub count: Option<BareCount>,
    /// Plies since the move counter was reset.
    pub halfmove: u16,
    /// Number of the move, from 1.
    pub fullmove: u16,
    /// The side without the royal pieces that it should have, such as the attacker in a problem.
    pub without_royals: Option<Color>,
}

/// The count of plies within which a bare side must be mated, as in Fairy-Stockfish's FENs: the game is drawn at the
/// first ply above the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BareCount {
    /// Determined by the material when the side was bared.
    pub limit: u16,
    /// The plies counted so far. By some rules the count begins with the number of pieces, each counted as a move.
    pub plies: u16,
}

impl Setup {
    /// The maximum number of one kind in a hand at the start, so that later gains
    /// still fit into a byte.
    pub const MOST_IN_HAND: u8 = 200;

    /// The piece on a square.
    pub fn at(&self, sq: Square) -> Option<Piece> {
        sq.piece_on(&self.board)
    }

    /// Whether some piece is in hand.
    pub fn any_in_hand(&self) -> bool {
        self.hands.0.iter().flatten().any(|count| *count > 0)
    }

    /// The number of royals that a side has on the board and in hand.
    pub fn royals(&self, variant: &Variant, color: Color) -> usize {
        let own = |piece: &&Piece| !piece.is_none() && piece.color() == color && variant.kind(piece.kind()).royal;
        let held = variant.kinds().zip(&self.hands[color]).filter(|((_, kind), _)| kind.royal);
        self.board.iter().filter(own).count() + held.map(|(_, count)| usize::from(*count)).sum::<usize>()
    }

    /// The first side without a royal piece or, if each must be safe, with more than at the start.
    pub fn miscounted_royals(&self, variant: &Variant) -> Option<MiscountedRoyals> {
        Color::ALL.into_iter().find_map(|color| {
            let own = |kind: &Kind| kind.royal && kind.may_belong_to(color);
            let (royal, _) = variant.kinds().find(|(_, kind)| own(kind))?;
            let (count, most) = (self.royals(variant, color), variant.start_royals(color).max(1));
            let too_many = count > most && variant.rules.royalty.mode == RoyalMode::Each;
            let missing = count == 0 && variant.must_have_royals(color) && self.without_royals != Some(color);
            let royal = || variant.kind(royal).written_id();
            (too_many || missing).then(|| MiscountedRoyals { color, royal: royal(), count, most })
        })
    }
}

impl Variant {
    /// Whether a side has royal pieces in every position. If a rule says what their loss means, a position may be that
    /// of a game that is over, without them.
    pub fn must_have_royals(&self, color: Color) -> bool {
        let mut own = self.kinds().filter(|(_, kind)| kind.royal && kind.may_belong_to(color)).peekable();
        own.peek().is_some() && !own.any(|(kind, _)| self.says_loss_of_royal(Piece::new(kind, color)))
    }

    /// Whether some rule says what the loss of such a royal piece means.
    pub fn says_loss_of_royal(&self, piece: Piece) -> bool {
        let royals: KindSet = self.kinds().filter(|(_, kind)| kind.royal).map(|(kind, _)| kind).collect();
        self.rules.ends.say_loss_of_royal(piece, royals | self.rules.royalty.anti)
    }

    /// Whether a side has such a piece at the start, on the board or in hand.
    pub fn begins_with(&self, piece: Piece) -> bool {
        let held = self.start.hands[piece.color()].get(piece.kind().index());
        self.start.board.contains(&piece) || held.is_some_and(|count| *count > 0)
    }
}

/// A side that has no royal piece, or too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiscountedRoyals {
    /// The side.
    pub color: Color,
    /// A royal piece of that side, as `K`.
    royal: String,
    /// The number that it has.
    count: usize,
    /// The number that it may have.
    most: usize,
}

impl fmt::Display for MiscountedRoyals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, Self { royal, count, most, .. }) = (self.color.name(), self);
        match count {
            0 => write!(f, "{side} has no royal piece, expected `{royal}`"),
            _ => write!(f, "{side} has {count} royal pieces, expected at most {most}"),
        }
    }
}

impl Kind {
    /// Whether it is a promoted form that remembers what it was, as `Q~`. It moves like the kind without `~`, and
    /// players do not distinguish the two.
    pub fn remembers(&self) -> bool {
        self.id.ends_with('~')
    }

    /// The ID of the kind that players see.
    pub fn plain_id(&self) -> &str {
        self.id.trim_end_matches('~')
    }

    /// Whether it is a promoted face, of whatever piece, as `+R`.
    pub fn is_face(&self) -> bool {
        self.id.starts_with('+')
    }

    /// The ID that players see without the `+` of a promoted face.
    pub fn base_id(&self) -> &str {
        self.plain_id().trim_start_matches('+')
    }

    /// The ID as a file writes it: in small letters for a piece of Black alone.
    pub fn written_id(&self) -> String {
        if self.owner == Some(Color::Black) { self.id.to_ascii_lowercase() } else { self.id.clone() }
    }

    /// Whether a side may have pieces of this kind.
    pub fn may_belong_to(&self, color: Color) -> bool {
        self.owner.is_none_or(|owner| owner == color)
    }

    /// Whether such a piece can pass the turn, by a pass or by a move of several legs that returns to its square.
    pub fn may_pass(&self) -> bool {
        self.terms().any(Term::may_pass)
    }

    /// Whether a side's pieces have moves, other than castling, only while unmoved.
    pub fn has_initial_moves(&self, color: Color) -> bool {
        let initial = |term: &Term| term.when == When::Unmoved && !term.castles();
        self.moves(color).flat_map(|moves| &moves.program.terms).any(initial)
    }

    /// Whether all moves of a side's pieces go at least `least` ranks ahead.
    pub fn goes_ahead(&self, color: Color, least: i8) -> bool {
        let ahead = |term: &Term| match &term.action {
            Action::Pass => least <= 0,
            Action::Castle(_) | Action::Bend(_) | Action::Anywhere(_) => false,
            Action::Walk(_) => term.single_leg().is_some_and(|leg| {
                !leg.wraps && !leg.unloads && leg.opening().iter().all(|ray| ray.step.forward >= least)
            }),
        };
        self.moves(color).flat_map(|moves| &moves.program.terms).all(ahead)
    }

    /// Whether such pieces have, apart from castling, the same moves and value as those of the kind with the same
    /// number in another game.
    pub fn plays_like(&self, other: &Self) -> bool {
        // All fields are listed, so that adding one raises the question whether it matters.
        let Self {
            id: _,
            name: _,
            owner,
            notation: _,
            program,
            region,
            capture_only,
            hop_exclude,
            zone_moves,
            form,
            in_hand,
            royal,
            counts_as_pawn: _,
            also: _,
            picture: _,
            worth,
        } = self;
        let steps = |program: &Program| -> Vec<(When, Action)> {
            let walks = program.terms.iter().filter(|term| !term.castles());
            walks.map(|term| (term.when, term.action.clone())).collect()
        };
        let alike = |one: &ByColor<Program>, other: &ByColor<Program>| {
            Color::ALL.into_iter().all(|color| steps(&one[color]) == steps(&other[color]))
        };
        let in_zones_alike = |(one, other): (&ZoneMove, &ZoneMove)| {
            (&one.zone, one.within, one.once) == (&other.zone, other.within, other.once)
                && alike(&one.program, &other.program)
        };
        alike(program, &other.program)
            && zone_moves.len() == other.zone_moves.len()
            && zone_moves.iter().zip(&other.zone_moves).all(in_zones_alike)
            && (owner, region, capture_only, hop_exclude)
                == (&other.owner, &other.region, &other.capture_only, &other.hop_exclude)
            && (form, in_hand, royal, worth) == (&other.form, &other.in_hand, &other.royal, &other.worth)
    }

    /// The terms of all moves of both sides, including those of zones.
    pub fn terms(&self) -> Box<dyn Iterator<Item = &Term> + '_> {
        let moves = Color::ALL.into_iter().flat_map(|color| self.moves(color));
        Box::new(moves.flat_map(|moves| &moves.program.terms))
    }

    /// Whether it has a castling move somewhere.
    pub fn castles(&self) -> bool {
        self.terms().any(Term::castles)
    }

    /// All moves of a side's pieces: first those that they have everywhere, then those of zones.
    pub fn moves(&self, color: Color) -> impl Iterator<Item = PieceMoves<'_>> {
        let region = self.region[color];
        let everywhere = PieceMoves { program: &self.program[color], from: !Area::EMPTY, enter: region, once: None };
        let in_zones = self.zone_moves.iter().map(move |extra| PieceMoves {
            program: &extra.program[color],
            from: extra.zone[color],
            enter: if extra.within { region & extra.zone[color] } else { region },
            once: extra.once,
        });
        std::iter::once(everywhere).chain(in_zones)
    }
}

impl Variant {
    /// Whether the turn may be passed, by a piece or for lack of another move.
    pub fn has_passes(&self) -> bool {
        self.rules.ends.stalemate == Stalemate::Pass || self.kinds.iter().any(Kind::may_pass)
    }

    /// Whether every move of this game captures.
    pub fn always_captures(&self) -> bool {
        let in_place = self.rules.promotions.iter().any(|rule| rule.trigger.is_in_place());
        !self.rules.drops.enabled && !in_place && self.kinds.iter().flat_map(Kind::terms).all(Term::always_captures)
    }

    /// The kind of that number.
    pub fn kind(&self, kind: PieceKind) -> &Kind {
        &self.kinds[kind.index()]
    }

    /// All kinds with their numbers.
    pub fn kinds(&self) -> impl Iterator<Item = (PieceKind, &Kind)> {
        self.kinds.iter().enumerate().map(|(i, kind)| (PieceKind(i as u8), kind))
    }

    /// The kinds that players distinguish.
    pub fn faces(&self) -> impl Iterator<Item = (PieceKind, &Kind)> {
        self.kinds().filter(|(_, kind)| !kind.remembers())
    }

    /// The kind that players see in a piece: one that remembers what it was before promotion counts as any other piece
    /// of its name.
    pub fn face(&self, kind: PieceKind) -> PieceKind {
        let own = self.kind(kind);
        if own.remembers() { self.kind_by_id(own.plain_id()).unwrap_or(kind) } else { kind }
    }

    /// A piece's letters: the ID of its kind, in capitals for White.
    pub fn letters(&self, piece: Piece) -> String {
        let id = &self.kind(piece.kind()).id;
        match piece.color() {
            Color::White => id.clone(),
            Color::Black => id.to_ascii_lowercase(),
        }
    }

    /// Whether the other one has the same name, board, pieces, start position and rules, even if it was read from
    /// another place.
    pub fn is_identical(&self, other: &Self) -> bool {
        (&self.name, self.board, self.holes) == (&other.name, other.board, other.holes)
            && (&self.kinds, &self.start, self.start_by_gui) == (&other.kinds, &other.start, other.start_by_gui)
            && self.rules == other.rules
    }

    /// Whether a position has the same value as the same pieces on the same squares in another game.
    pub fn judges_like(&self, other: &Self) -> bool {
        (self.board, self.holes, self.kinds.len()) == (other.board, other.holes, other.kinds.len())
            && self.kinds.iter().zip(&other.kinds).all(|(kind, other)| kind.plays_like(other))
            && self.rules.judge_like(&other.rules)
    }

    /// The one-time rights with which a side begins.
    pub fn once(&self, color: Color) -> u8 {
        let own = self.kinds.iter().filter(|kind| kind.may_belong_to(color));
        let usable = |moves: &PieceMoves| !moves.from.is_empty() && !moves.program.terms.is_empty();
        let rights = own.flat_map(|kind| kind.moves(color)).filter(usable).filter_map(|moves| moves.once);
        rights.fold(0, |all, right| all | 1 << right)
    }

    /// Whether a kind may be in stock for promotions: neither royal nor
    /// itself promoting from stock.
    pub fn is_stock(&self, kind: PieceKind) -> bool {
        let mut promotes = self.rules.promotions.iter().filter(|rule| rule.to == PromotionTo::Stock);
        !self.kind(kind).royal && !promotes.any(|rule| rule.kinds.has(kind))
    }

    /// Whether pieces of a kind may be in hand: as themselves, or as the form that others take there.
    pub fn is_ever_held(&self, kind: PieceKind) -> bool {
        self.kinds.iter().any(|other| other.in_hand == Some(kind))
    }

    /// Whether some move captures pieces of its own side.
    pub fn captures_friends(&self) -> bool {
        self.kinds.iter().flat_map(Kind::terms).any(Term::captures_friends)
    }

    /// Whether a position may have a kind in hand: royals only if they are at the start.
    pub fn may_hold(&self, kind: PieceKind) -> bool {
        let from_start =
            || self.start.hands.0.iter().any(|hand| hand.get(kind.index()).is_some_and(|count| *count > 0));
        self.is_ever_held(kind) && (!self.kind(kind).royal || from_start())
    }

    /// How many royals a side has at the start, on the board and in hand.
    pub fn start_royals(&self, color: Color) -> usize {
        self.start.royals(self, color)
    }

    /// Whether a piece on a square can be unmoved: the start position has one like it there, or it counts as unmoved
    /// when it is dropped there or a shuffled start places it there.
    pub fn is_home(&self, piece: Piece, sq: Square) -> bool {
        self.start.board.get(sq.index()).is_some_and(|home| self.is_same(*home, piece))
            || self.arrives_unmoved(piece, sq)
    }

    /// Whether two pieces are the same but for influences.
    pub fn is_same(&self, one: Piece, other: Piece) -> bool {
        let base = |piece: Piece| self.rules.uninfluenced(piece.kind());
        one == other || !one.is_none() && !other.is_none() && one.color() == other.color() && base(one) == base(other)
    }

    /// Whether a piece may stand on a square.
    pub fn may_stand(&self, piece: Piece, sq: Square) -> bool {
        self.kind(piece.kind()).region[piece.color()].has(sq)
    }

    /// Whether a piece that the start position does not have on a square can be unmoved there: after a drop, or in a
    /// shuffled start.
    pub(in crate::variant) fn arrives_unmoved(&self, piece: Piece, sq: Square) -> bool {
        self.rules.drops.arrives_unmoved(piece, sq) || self.is_drawn_to(piece, sq)
    }

    /// Whether a shuffled start may place a piece on a square, and it has moves that depend on its start square.
    /// (Castling is not among these: the castling rule decides on it.)
    fn is_drawn_to(&self, piece: Piece, sq: Square) -> bool {
        let Some(shuffle) = &self.rules.shuffle else { return false };
        let (kind, white) = (piece.kind(), shuffle.square(self.board, piece.color(), sq));
        let matters = |term: &Term| term.when != When::Always && !term.castles();
        self.drawn_area(shuffle, kind).has(white)
            && self.shuffled_pieces().any(|(_, drawn)| drawn == kind)
            && self.shuffled_pieces().any(|(free, _)| free == white)
            && self.kind(kind).moves(piece.color()).flat_map(|moves| &moves.program.terms).any(matters)
    }

    /// The kind that a piece has in hand before it is dropped as `kind`.
    pub fn held_as(&self, kind: PieceKind) -> PieceKind {
        let shown = |held: &PieceKind| self.kind(*held).form == Some(kind);
        let held = match self.rules.drops.faces {
            DropFaces::Base => None,
            DropFaces::Either => self.kind(kind).in_hand.filter(shown),
        };
        held.unwrap_or(kind)
    }

    /// Whether the safety of a kind decides whether a side is in check: it is royal or anti-royal.
    pub fn is_checked(&self, kind: PieceKind) -> bool {
        self.kind(kind).royal || self.rules.royalty.anti.has(kind)
    }

    /// Whether some pieces may never capture some royals or anti-royals, so that they do not attack them.
    pub fn spares_royals(&self) -> bool {
        let royal = |ban: &Ban| self.kinds().any(|(number, _)| self.is_checked(number) && ban.of.has(number));
        self.rules.captures.bans.iter().filter(|ban| ban.is_unconditional()).any(royal)
    }

    /// Whether some piece may capture en passant.
    pub fn has_en_passant(&self) -> bool {
        self.kinds.iter().flat_map(Kind::terms).any(Term::captures_en_passant)
    }

    /// The sets of kinds over which some pieces may not hop, each once.
    pub fn barred_hurdles(&self) -> Vec<KindSet> {
        let mut sets = Vec::new();
        for kind in self.kinds.iter().filter(|kind| !kind.hop_exclude.is_empty()) {
            if !sets.contains(&kind.hop_exclude) {
                sets.push(kind.hop_exclude);
            }
        }
        sets
    }

    /// The index of the set of kinds over which a kind may not hop in [`Variant::barred_hurdles`].
    pub fn barred_for(&self, kind: PieceKind) -> Option<u8> {
        let own = self.kind(kind).hop_exclude;
        self.barred_hurdles().into_iter().position(|set| set == own).map(|number| number as u8)
    }

    /// Whether some pieces may enter some squares only by capturing.
    pub fn has_capture_only_squares(&self) -> bool {
        self.kinds.iter().any(|kind| kind.capture_only.0.iter().any(|area| area.any()))
    }

    /// The kind with that ID.
    pub fn kind_by_id(&self, id: &str) -> Option<PieceKind> {
        self.kinds().find(|(_, kind)| kind.id == id).map(|(number, _)| number)
    }
}
