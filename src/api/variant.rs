//! A game as data.

use super::{Complaint, Error, Kind, Piece, Square};
use crate::board::{self, Geometry, PieceKind};
use crate::eval::EvaluationChoice;
use crate::game::{self, try_to_begin};
use crate::lock::lock;
use crate::search::{NetworkStatus, StaticEvaluator, network_status};
use crate::text::{Report, Source};
use crate::variant::{self, CastlingRule, find, load_file, load_tried};
use once_cell::sync::OnceCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// A game as data: the board, the pieces and their moves, the start position, and the rules.
///
/// Every variant is playable. Clones are cheap.
///
/// ```
/// use alfil::{Game, Variant};
///
/// let variant = Variant::from_text(
///     "dance.toml",
///     r#"
///     name = "dance"
///     include = "normal"
///     [pieces.N]
///     name = "Nightrider"
///     move = "NN"
///     "#,
/// )?;
/// assert_eq!((variant.files(), variant.ranks()), (8, 8));
/// assert_eq!(variant.kind("N").map(|kind| kind.name()), Some("Nightrider"));
/// assert!(Game::new(&variant).read_move("b1d5").is_ok());
/// # Ok::<(), alfil::Error>(())
/// ```
#[derive(Clone)]
pub struct Variant {
    number: u64,
    start: Arc<game::Game>,
    warnings: Arc<[Complaint]>,
    judge: Arc<Judge>,
}

/// The evaluator of positions, created on first use.
#[derive(Default)]
struct Judge {
    found: OnceCell<NetworkStatus>,
    evaluator: OnceCell<StaticEvaluator>,
}

/// The number of a game, which is the same for equal games, and never used for another one, even after this one has been
/// dropped: moves may outlive their game.
fn number_of(variant: &Arc<variant::Variant>) -> u64 {
    static KNOWN: Mutex<Vec<(Weak<variant::Variant>, u64)>> = Mutex::new(Vec::new());
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut known = lock(&KNOWN);
    known.retain(|(other, _)| other.strong_count() > 0);
    let same = |(other, _): &&(Weak<variant::Variant>, u64)| std::ptr::eq(other.as_ptr(), Arc::as_ptr(variant));
    if let Some((_, number)) = known.iter().find(same) {
        return *number;
    }
    let equal =
        |(other, _): &&(Weak<variant::Variant>, u64)| other.upgrade().is_some_and(|other| other.is_identical(variant));
    let equal = known.iter().find(equal).map(|(_, number)| *number);
    let number = equal.unwrap_or_else(|| NEXT.fetch_add(1, Ordering::Relaxed));
    known.push((Arc::downgrade(variant), number));
    number
}

impl Variant {
    /// Reads a variant from a text in the format that `docs/variant-files.md` describes. It may include bundled
    /// variants. `name` is the name of the text in errors.
    ///
    /// # Errors
    ///
    /// All faults of the text.
    pub fn from_text(name: &str, text: &str) -> Result<Self, Error> {
        Self::checked(load_tried(&Source::new(name, text), &find, &try_to_begin))
    }

    /// Reads a variant from a file, which may include others in its directory. A network next to it, with the same name
    /// but the extension `net`, evaluates its positions.
    ///
    /// ```
    /// let pond = alfil::Variant::from_file("docs/examples/pond.toml")?;
    /// assert_eq!(pond.name(), "pond");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All faults of the file, or why it cannot be read.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::checked(load_file(path.as_ref(), &try_to_begin))
    }

    fn checked((variant, reports): (Option<variant::Variant>, Vec<Report>)) -> Result<Self, Error> {
        match variant {
            Some(variant) => Self::begin(Arc::new(variant), reports),
            None => Err(Error::new(reports)),
        }
    }

    pub(super) fn begin(variant: Arc<variant::Variant>, warnings: Vec<Report>) -> Result<Self, Error> {
        match game::Game::new(&variant) {
            Ok(start) => Ok(Self {
                number: number_of(&variant),
                start: Arc::new(start),
                warnings: Complaint::all(warnings).into(),
                judge: Arc::default(),
            }),
            Err(fault) => Err(Report::error(format!("`{}` cannot be played: {fault}", variant.name)).into()),
        }
    }

    /// The same game with its ranks numbered from 1, as in all programs except XBoard on boards of ten ranks.
    ///
    /// ```
    /// use alfil::{Game, Library};
    ///
    /// let xiangqi = Library::bundled().get("xiangqi")?.with_ranks_from_one();
    /// let game = Game::new(&xiangqi);
    /// assert_eq!(game.uci(game.read_move("Hc3")?)?, "b1c3");
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn with_ranks_from_one(&self) -> Self {
        if self.geometry().rank_base() == 1 {
            return self.clone();
        }
        let renamed =
            self.altered(self.data().with_ranks_from_one()).expect("only the names of the squares have changed");
        Self { number: self.number, ..renamed }
    }

    /// The same game in which, as in Chess960, the castling pieces may start on any files. They go to the same files as
    /// in White's first castling to either side; `None` if White cannot castle to both. A game whose castling is free
    /// already is returned unchanged.
    ///
    /// ```
    /// let library = alfil::Library::bundled();
    /// assert!(library.get("crazyhouse")?.with_free_castling().is_some());
    /// assert!(library.get("shogi")?.with_free_castling().is_none());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn with_free_castling(&self) -> Option<Self> {
        if self.has_free_castling() {
            return Some(self.clone());
        }
        self.altered(self.data().with_free_castling()?)
    }

    /// Whether the castling pieces may start on any files, so that castling is written from the king to its partner.
    ///
    /// ```
    /// let library = alfil::Library::bundled();
    /// assert!(library.get("fischerandom")?.has_free_castling() && !library.get("chess")?.has_free_castling());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn has_free_castling(&self) -> bool {
        matches!(self.data().rules.castling, CastlingRule::Fischer(_))
    }

    fn altered(&self, variant: variant::Variant) -> Option<Self> {
        let altered = Self::begin(Arc::new(variant), Vec::new()).ok()?;
        Some(Self { warnings: Arc::clone(&self.warnings), ..altered })
    }

    /// The number of the game, whatever the names of its squares are.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn start(&self) -> &game::Game {
        &self.start
    }

    pub(super) fn data(&self) -> &variant::Variant {
        self.start.variant()
    }

    pub(super) fn geometry(&self) -> Geometry {
        self.data().board
    }

    pub(super) fn own_kind(&self, number: PieceKind) -> Kind<'_> {
        Kind::new(self.data(), self.number, number)
    }

    pub(super) fn own_piece(&self, piece: board::Piece) -> Piece<'_> {
        Piece::new(self.own_kind(piece.kind()), piece.color())
    }

    /// Warnings about its file, which do not keep it from being played.
    pub fn warnings(&self) -> &[Complaint] {
        &self.warnings
    }

    /// The name by which a library finds it.
    pub fn name(&self) -> &str {
        &self.data().name
    }

    /// The name for display.
    pub fn title(&self) -> &str {
        &self.data().title
    }

    /// Number of files, 1 to 12.
    pub fn files(&self) -> u8 {
        self.geometry().files()
    }

    /// Number of ranks, 1 to 12.
    pub fn ranks(&self) -> u8 {
        self.geometry().ranks()
    }

    /// All squares of the board, rank by rank from White's left, including those that are missing in this game.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let board = self.geometry();
        board.all().map(move |square| Square::new(square, board))
    }

    /// The square with this name, such as `e4`. On boards of ten ranks, the first rank is 0.
    pub fn square(&self, name: &str) -> Option<Square> {
        let board = self.geometry();
        board.parse(name).map(|square| Square::new(square, board))
    }

    /// All kinds of pieces, in the order of the file.
    pub fn kinds(&self) -> impl Iterator<Item = Kind<'_>> {
        self.data().kinds().map(|(number, _)| self.own_kind(number))
    }

    /// The kind with this ID, such as `N` or `+P`.
    pub fn kind(&self, id: &str) -> Option<Kind<'_>> {
        self.data().kind_by_id(id).map(|number| self.own_kind(number))
    }

    /// Whether a network evaluates its positions: one next to its file or a bundled one, which may be that of a game
    /// with the same pieces and the same ends; with the feature `cli` also one in the user's data directory.
    ///
    /// ```
    /// assert!(alfil::Library::bundled().get("crazyhouse")?.has_network());
    /// assert!(!alfil::Variant::from_file("docs/examples/pond.toml")?.has_network());
    /// # Ok::<(), alfil::Error>(())
    /// ```
    pub fn has_network(&self) -> bool {
        self.found().used.is_some()
    }

    /// Networks that were found for it but rejected, since they are damaged or were trained for other rules.
    pub fn refused_networks(&self) -> Vec<Complaint> {
        let refused = self.found().refused.iter();
        Complaint::all(refused.map(|(place, fault)| Report::warning(fault.to_string()).about(place)))
    }

    fn found(&self) -> &NetworkStatus {
        self.judge.found.get_or_init(|| network_status(&self.start))
    }

    pub(super) fn evaluator(&self) -> &StaticEvaluator {
        self.judge.evaluator.get_or_init(|| StaticEvaluator::new(&self.start, &EvaluationChoice::default()))
    }
}

/// Variants are equal if they have the same name, board, pieces, start position and rules, even if one of them was read
/// again.
impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.data(), other.data());
        std::ptr::eq(one, other) || one.is_identical(other)
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variant").field("name", &self.name()).finish_non_exhaustive()
    }
}
