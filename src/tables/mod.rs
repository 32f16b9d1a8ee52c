//! Programs laid on a board: the destinations of a piece from each square, attack
//! groups, and everything else in a variant that depends on its squares.
//!
//! A [`Variant`] goes in, [`Tables`] come out; they are immutable and shared.
//! `N` is the number of words in a set of squares. The tables are the only
//! source of how pieces move: attacks are transposed from the same parts that
//! generate moves, never read off the program again.

mod effort;
mod groups;
mod interpreted;
mod keys;
mod lay;
mod lines;
mod material;
mod parts;
mod places;
mod rights;
mod roles;
mod scene;
mod store;
mod traits;
mod unreachable;
pub mod walk;

pub use groups::{BARRED, Barred, Group, GroupId, MAX_GROUPS, Need, ROYALS, Way};
use interpreted::Interpreted;
pub use lines::{Directions, EVEN, ODD, Ring};
pub use material::Material;
pub use parts::{
    Flight, LameLeap, Landing, LocustCapture, MoverShape, PartMode, Parts, Path, Paths, PathsId, Slide, Table, TableId,
};
pub use places::{DropTargets, Offer, PromotionPlace, Shift};
pub use roles::Role;
pub use scene::Scene;
pub use traits::{Blast, Traits};

use crate::board::{ByColor, BySquare, Color, Geometry, Piece, PieceKind, Square, Squares};
use crate::variant::{Goal, Variant};
use groups::Membership;
use keys::Keys;
use once_cell::sync::OnceCell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use store::Store;

/// Everything about a variant that depends on its board.
#[derive(Debug)]
pub struct Tables<const N: usize> {
    variant: Arc<Variant>,
    /// All squares of the board.
    pub board: Squares<N>,
    store: Store<N>,
    movers: Vec<Mover<N>>,
    /// Pieces whose moves are generated kind by kind: all but royals.
    pub non_royals: ByColor<Vec<Piece>>,
    /// The royal pieces of each side.
    pub royals: ByColor<Vec<Piece>>,
    royal_promoters: ByColor<Vec<Piece>>,
    /// The pieces of each side that make locust captures.
    pub locusts: ByColor<Vec<Piece>>,
    /// The attack groups, by number.
    pub groups: Vec<Group>,
    groups_by_color: ByColor<Range<usize>>,
    /// For each side, how many of its groups, the first ones, are leaps, and
    /// the squares from which any of those attacks each square.
    leapers: ByColor<(usize, TableId)>,
    membership: Vec<Membership>,
    /// The pieces of each side that capture en passant, and for each square those from which they do so.
    pub en_passant_takers: ByColor<Vec<(Piece, TableId)>>,
    /// Kinds that may be dropped where the rules allow drops: all but royal ones that are never in hand.
    pub droppable: Vec<PieceKind>,
    /// By number of a dropped kind: the kind in hand.
    pub held_as: Vec<PieceKind>,
    /// By piece: the terms left to the interpreter.
    by_interpreter: Vec<Option<Interpreted<N>>>,
    interpreted: ByColor<Vec<Piece>>,
    start_squares: Vec<Squares<N>>,
    /// The squares on which unmoved pieces have additional moves, except castling.
    pub initial_squares: Squares<N>,
    /// The first rank of each side.
    pub first_ranks: ByColor<Squares<N>>,
    /// The whole file of each square.
    pub files: BySquare<Squares<N>, N>,
    /// The squares of each shade.
    pub shades: [Squares<N>; 2],
    /// The squares one king's step away.
    pub neighbours: BySquare<Squares<N>, N>,
    /// The hash numbers.
    pub keys: Keys<N>,
    /// The properties of the rules that matter in every node.
    pub traits: Traits,
    /// The blast of captures, if every capture by any piece has one.
    pub blast: Option<Blast>,
    material: OnceCell<Material>,
    roles: OnceCell<Vec<Option<Role>>>,
    crownings: OnceCell<ByColor<Vec<(Piece, Squares<N>)>>>,
    goal_approaches: OnceCell<ByColor<Vec<Squares<N>>>>,
}

/// The moves of a piece of one kind and colour.
#[derive(Clone, Debug)]
pub struct Mover<const N: usize> {
    /// The walker that serves it.
    pub shape: MoverShape,
    /// Its moves anywhere.
    pub parts: Parts,
    /// Its additional moves while it is unmoved on a square where that is a right which can be lost.
    pub initial: Option<Parts>,
    /// From each square, the en passant squares it can capture on.
    pub en_passant: TableId,
    /// By origin; empty for pieces without any. Their victims could also be captured by a leap or step.
    pub locust_captures: Vec<Vec<LocustCapture<N>>>,
    /// From which squares and over which empty ones it may return to its own square and pass the turn.
    pub passes: Option<PathsId>,
    /// The squares on which it promotes, and the kinds to which it does.
    pub promotions: Vec<PromotionPlace<N>>,
    /// Whether it promotes by every move, so that a promotion says no more of a move than its destination does.
    pub always_promotes: bool,
    /// Whether it may promote by moves that leave en passant squares behind.
    pub doubles_promote: bool,
    /// How to count the moves of all such pieces at once; empty if that does not pay.
    pub shifts: Vec<Shift<N>>,
    /// The squares on which it may be dropped; `None` if it never is.
    pub drop: Option<DropTargets<N>>,
    /// What it becomes in hand after its capture: the captor's hand, or the owner's if losses return.
    pub in_hand: Option<PieceKind>,
    /// Whether its moves reset the move counter, as captures do.
    pub counts_as_pawn: bool,
    /// The pieces over which it may not hop: a number for [`Barred`].
    pub barred: Option<u8>,
}

/// Why a variant cannot be laid on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayError {
    /// The kind whose moves are at fault.
    pub kind: PieceKind,
    /// The description of the fault.
    pub message: String,
}

impl fmt::Display for LayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LayError {}

impl<const N: usize> Tables<N> {
    /// The variant that was laid.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Size and names of the board.
    pub fn geometry(&self) -> Geometry {
        self.variant.board
    }

    /// A ring by its number; 0 is the king's.
    #[inline]
    pub fn ring(&self, ring: u8) -> &Ring<N> {
        self.store.ring(ring)
    }

    /// A table's set for a square.
    #[inline]
    pub fn set(&self, table: TableId, sq: Square) -> Squares<N> {
        self.store.set(table, sq)
    }

    /// A list of paths.
    #[inline]
    pub fn paths(&self, id: PathsId) -> &Paths<N> {
        self.store.paths(id)
    }

    /// The rays of a slide from a square.
    #[inline]
    pub fn rays(&self, slide: &Slide, from: Square) -> &[Squares<N>; 8] {
        self.store.rays(slide, from)
    }

    /// The rays of a flight from a square.
    #[inline]
    pub fn flights(&self, hop: &Flight, from: Square) -> &[Squares<N>; 8] {
        self.store.flights(hop, from)
    }

    /// The moves of a piece.
    #[inline]
    pub fn mover(&self, piece: Piece) -> &Mover<N> {
        &self.movers[piece.index()]
    }

    /// All pieces of the game, kind by kind, White first.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        (0..self.movers.len()).map(|i| Piece(i as u8))
    }

    /// The locust captures of a piece from a square.
    #[inline]
    pub fn locust_captures(&self, piece: Piece, from: Square) -> &[LocustCapture<N>] {
        self.mover(piece).locust_captures.get(from.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether a piece may stay on a square and pass the turn.
    #[inline]
    pub fn may_pass(&self, piece: Piece, from: Square, occupied: Squares<N>) -> bool {
        self.mover(piece).passes.is_some_and(|ways| self.paths(ways).reach(from, occupied).has(from))
    }

    /// The pieces of a side that may promote to royal ones, and the squares from which they do, computed on first use.
    #[inline]
    pub fn crownings(&self, color: Color) -> &[(Piece, Squares<N>)] {
        let with_squares = |&piece: &Piece| (piece, self.promotes_from(piece));
        let find = |color: Color| self.royal_promoters[color].iter().map(with_squares).collect();
        &self.crownings.get_or_init(|| ByColor::from_fn(find))[color]
    }

    /// The squares from which a piece may be able to promote.
    fn promotes_from(&self, piece: Piece) -> Squares<N> {
        let places = &self.mover(piece).promotions;
        let may = |&from: &Square| {
            let reach = self.reach_on_some_board(piece, from);
            self.needs_interpreter(piece)
                || places.iter().any(|place| place.may(from, reach, reach).any() || place.is_in_place())
        };
        self.board.iter().filter(may).collect()
    }

    /// For each of the game's goals, the squares from which a piece of a side may reach it with one move, computed on
    /// first use.
    #[inline]
    pub fn goal_approaches(&self, color: Color) -> &[Squares<N>] {
        let find =
            |color: Color| self.variant.rules.ends.goals.iter().map(|goal| self.approaches(goal, color)).collect();
        &self.goal_approaches.get_or_init(|| ByColor::from_fn(find))[color]
    }

    fn approaches(&self, goal: &Goal, color: Color) -> Squares<N> {
        let squares: Squares<N> = goal.squares[color].resized();
        let pieces = || goal.kinds.iter().map(|kind| Piece::new(kind, color));
        let near = |from: Square, piece: Piece| {
            self.needs_interpreter(piece) || (self.reach_on_some_board(piece, from) & squares).any()
        };
        self.board.iter().filter(|&from| pieces().any(|piece| near(from, piece))).collect()
    }

    /// Whether a piece promotes instead of moving.
    pub fn promotes_in_place(&self, piece: Piece) -> bool {
        self.mover(piece).promotions.iter().any(PromotionPlace::is_in_place)
    }

    /// Whether a kind is royal.
    pub fn is_royal(&self, kind: PieceKind) -> bool {
        self.variant.kind(kind).royal
    }

    /// The groups by which `color`'s `pieces` could attack `target`: those of
    /// leapers, which come first, only if one is near enough.
    #[inline(always)]
    pub fn groups_toward(&self, color: Color, target: Square, pieces: Squares<N>) -> Range<usize> {
        let Range { start, end } = self.groups_by_color[color];
        let (leapers, reach) = self.leapers[color];
        let near = (self.set(reach, target) & pieces).any();
        (if near { start } else { start + leapers })..end
    }

    /// The groups that a piece belongs to, and the numbers of the sets stored like them.
    #[inline]
    pub fn memberships(&self, piece: Piece) -> &[u8] {
        self.membership[piece.index()].ids()
    }

    /// The groups that a piece belongs to.
    #[inline]
    pub fn groups_of(&self, piece: Piece) -> impl Iterator<Item = &Group> + '_ {
        let numbers = self.memberships(piece).iter().map(|&number| usize::from(number));
        numbers.filter(|&number| number < MAX_GROUPS).map(|number| &self.groups[number])
    }

    /// Whether some piece may not hop over this piece.
    #[inline]
    pub fn is_barred(&self, piece: Piece) -> bool {
        self.memberships(piece).iter().any(|number| BARRED.contains(number))
    }

    /// Whether a piece stood on a square at the start.
    pub fn is_start(&self, piece: Piece, sq: Square) -> bool {
        self.start_squares[piece.index()].has(sq)
    }

    /// Whether a piece on a square counts as unmoved, given the pieces that have
    /// not lost that right.
    pub fn counts_as_unmoved(&self, piece: Piece, sq: Square, unmoved: Squares<N>) -> bool {
        self.is_start(piece, sq) && (!rights::right_squares::<N>(&self.variant).has(sq) || unmoved.has(sq))
    }

    /// The material with which the game goes on, computed on first use.
    #[inline]
    pub fn material(&self) -> &Material {
        self.material.get_or_init(|| Material::new(self))
    }

    /// The piece named by rule books that a piece moves like, computed on first use.
    pub fn role(&self, piece: Piece) -> Option<Role> {
        self.roles.get_or_init(|| Role::all(self)).get(piece.index()).copied().flatten()
    }

    /// The kind of a captured piece in a hand; `None` if captures are lost.
    #[inline]
    pub fn in_hand(&self, piece: Piece) -> Option<PieceKind> {
        self.mover(piece).in_hand
    }

    /// The squares on which a piece may be able to promote by arriving there.
    pub fn promotion_zone(&self, piece: Piece) -> Squares<N> {
        self.mover(piece).promotions.iter().map(|place| place.zone()).collect()
    }

    /// The kinds that a piece may promote to, by any rule.
    pub fn promotes_to(&self, piece: Piece) -> impl Iterator<Item = PieceKind> + '_ {
        self.mover(piece).promotions.iter().flat_map(|place| place.choices.iter().copied())
    }

    /// A piece, and all that it may become by repeated promotion.
    pub fn stages(&self, piece: Piece) -> Vec<Piece> {
        let mut stages = vec![piece];
        let mut next = 0;
        while let Some(&stage) = stages.get(next) {
            next += 1;
            for promoted in self.promotes_to(stage).map(|kind| Piece::new(kind, piece.color())) {
                if !stages.contains(&promoted) {
                    stages.push(promoted);
                }
            }
        }
        stages
    }

    /// The squares up to `radius` king's steps away, except the square itself.
    pub fn around(&self, sq: Square, radius: u8) -> Squares<N> {
        let wider = |area: Squares<N>| area.iter().fold(area, |all, sq| all | self.neighbours[sq]);
        (1..radius).fold(self.neighbours[sq], |area, _| wider(area)).without(sq)
    }

    /// The square to which a piece on `sq` returns: of those on which such pieces stood at the start, whatever they are
    /// under influences, one on the nearest file for pawns, and one of the same shade for others; the lowest if there
    /// are several.
    pub fn home(&self, piece: Piece, sq: Square) -> Option<Square> {
        let board = self.geometry();
        let variant = self.variant();
        let pawn = self.mover(piece).counts_as_pawn;
        let unlike = |home: Square| {
            let files = board.file(home).abs_diff(board.file(sq));
            let shades = u8::from(board.shade(home) != board.shade(sq));
            if pawn { (files, shades) } else { (shades, files) }
        };
        let start = board.all().zip(&variant.start.board).filter(|(_, standing)| variant.is_same(**standing, piece));
        start.map(|(home, _)| home).min_by_key(|&home| (unlike(home), home))
    }

    /// Size of all tables in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let by_square = size_of::<BySquare<Squares<N>, N>>();
        let rings = self.store.rings.len() * (by_square * 8 + self.geometry().squares().pow(2));
        let movers = self.movers.len() * size_of::<Mover<N>>();
        let paths: usize = self.store.paths.iter().map(Paths::bytes).sum();
        rings
            + (self.store.arena.len() + 1 + self.store.cuts.len() * 8) * by_square
            + movers
            + paths
            + self.keys.bytes()
    }
}
