//! How games are won and lost.

use super::KindSet;
use crate::board::{Area, ByColor, Color, Geometry, Piece, PieceKind, Square, Squares, Step};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::successors;

/// How games are won and lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Result for the side to move when it has no move and is in check.
    pub checkmate: Verdict,
    /// Result for the side to move when it has no move and is not in check.
    pub stalemate: Stalemate,
    /// The rule for a side with few pieces left.
    pub bare: Option<Bare>,
    /// Rules for the loss of pieces.
    pub extinctions: Vec<Extinction>,
    /// Rules for reaching squares.
    pub goals: Vec<Goal>,
    /// The number of checks that wins the game, if checks are counted.
    pub checks: Option<u8>,
    /// The result if both sides pass, one after the other.
    pub double_pass: Adjudication,
    /// The result if no square is empty.
    pub full_board: Adjudication,
    /// The points that decide if nobody has won otherwise.
    pub scoring: Option<Scoring>,
}

impl Ends {
    /// Whether some rule says what it means that a side has lost a royal or anti-royal piece. `royals` are all such
    /// kinds: if others must be lost, too, the game may go on without them.
    pub fn say_loss_of_royal(&self, piece: Piece, royals: KindSet) -> bool {
        let (kind, color) = (piece.kind(), piece.color());
        let is_told = |kinds: KindSet| kinds.has(kind) && (kinds - royals).is_empty();
        let is_lost = |loss: &Extinction| match &loss.of {
            Extinct::AllPieces => false,
            Extinct::All(kinds) => is_told(*kinds),
            Extinct::Any(sets) => sets.iter().any(|set| is_told(*set)),
        };
        let mut losses = self.extinctions.iter().filter(|loss| loss.side.is_none_or(|side| side == color));
        // A piece that leaves the squares of such a goal may also be captured there.
        let leaves = |goal: &Goal| goal.when == GoalWhen::Leave && goal.kinds.has(kind) && goal.squares[color].any();
        losses.any(is_lost) || self.goals.iter().any(leaves)
    }
}

/// The result for a side without a legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// It loses.
    Loss,
    /// The game is drawn.
    #[default]
    Draw,
    /// It wins.
    Win,
    /// The side with fewer pieces wins; equal numbers are a draw.
    CountFewerWins,
    /// Points decide.
    Score,
    /// It passes the turn. A side without a piece on the board cannot pass: the game is then over, as if both sides had
    /// passed.
    Pass,
}

impl Stalemate {
    /// The result, if it is always the same.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Loss => Some(Verdict::Loss),
            Self::Draw | Self::Pass => Some(Verdict::Draw),
            Self::Win => Some(Verdict::Win),
            Self::CountFewerWins | Self::Score => None,
        }
    }

    /// Whether a side may win or lose by it.
    pub fn decides(self) -> bool {
        self.verdict() != Some(Verdict::Draw)
    }
}

/// How a game is adjudicated at an end that is nobody's win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Adjudication {
    /// Not at all: the game goes on.
    #[default]
    None,
    /// The game is drawn.
    Draw,
    /// Points decide.
    Score,
}

/// The points that decide if nobody has won otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// The points of a piece on the board, by kind.
    pub points: Vec<u16>,
    /// Additional points for Black, in halves of a point.
    pub komi: u16,
}

impl Scoring {
    /// The maximum points of a piece, and the maximum additional points for Black.
    pub const MOST: u16 = 1_000;
}

/// The rule for a side with few pieces left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bare {
    /// The number of pieces with which, or with fewer, a side is bare.
    pub count: u8,
    /// The result for the bare side.
    pub verdict: Verdict,
    /// When baring decides.
    pub when: BareWhen,
    /// The result if both sides are bare.
    pub rebare: Rebare,
    /// How the game was decided, in the author's words.
    pub text: Option<EndText>,
}

/// What happens if both sides are bare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rebare {
    /// The game is drawn.
    #[default]
    Draw,
    /// The game goes on.
    None,
}

/// When the rule for few pieces decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BareWhen {
    /// At once.
    #[default]
    Immediate,
    /// When it is the other side's turn, so that the bare side has one reply.
    OpponentTurn,
}

/// A rule for the loss of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// The pieces whose loss counts.
    pub of: Extinct,
    /// Whether pieces in hand count as not lost.
    pub in_hand: bool,
    /// The side that loses them; `None` for either.
    pub side: Option<Color>,
    /// The kinds whose moves must remove the last of them; `None` for any.
    pub by: Option<KindSet>,
    /// The result for the side that has lost them.
    pub verdict: Verdict,
    /// How the game was decided, in the author's words.
    pub text: Option<EndText>,
}

/// Which pieces must be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extinct {
    /// All pieces.
    AllPieces,
    /// All pieces of these kinds.
    All(KindSet),
    /// All pieces of any single one of these sets: a kind, with those that move like it and remember what they were.
    Any(Vec<KindSet>),
}

impl Extinct {
    /// Whether the rule is about the loss of this kind in particular; the loss of all pieces is not.
    pub fn names(&self, kind: PieceKind) -> bool {
        self.kinds().is_some_and(|kinds| kinds.has(kind))
    }

    /// All kinds whose loss counts; `None` for all pieces.
    pub fn kinds(&self) -> Option<KindSet> {
        match self {
            Self::AllPieces => None,
            Self::All(kinds) => Some(*kinds),
            Self::Any(sets) => Some(sets.iter().copied().collect()),
        }
    }
}

/// A rule for reaching squares, or leaving them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The pieces.
    pub kinds: KindSet,
    /// The squares; empty for a side without this goal.
    pub squares: ByColor<Area>,
    /// How many of them must be there at once.
    pub count: u8,
    /// The shape that they must form.
    pub shape: GoalShape,
    /// The kinds of lines, if the shape needs any.
    pub row: Lines,
    /// The ends of a chain.
    pub ends: [ByColor<Area>; 2],
    /// When they count.
    pub when: GoalWhen,
    /// The result for the side that has reached it.
    pub verdict: Verdict,
    /// The side that may still reach its own goal with its next move, for a draw.
    pub last_move: Option<Color>,
    /// How the game was decided, in the author's words.
    pub text: Option<EndText>,
}

impl Goal {
    /// Whether a side's pieces on these squares of the goal are numerous enough, and have the required shape.
    pub fn is_met<const N: usize>(&self, board: Geometry, color: Color, there: Squares<N>) -> bool {
        match self.shape {
            GoalShape::Chain => is_chained(self.row, board, there, self.ends.map(|end| end[color].resized())),
            shape => shape.most(self.row, board, there) >= self.count.into(),
        }
    }
}

/// How the pieces of a goal must stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GoalShape {
    /// Anywhere on the squares.
    #[default]
    Loose,
    /// Side by side on one of the lines of `row`.
    Row,
    /// On one of the lines of `row`, whatever is between them.
    Line,
    /// So that they fill a square.
    Square,
    /// In a chain from one set of `ends` to the other, with each piece next to the one before, on one of the lines of
    /// `row`.
    Chain,
}

impl GoalShape {
    /// The largest number of squares of a set that have the shape. A chain is not looked for: all squares are counted.
    pub fn most<const N: usize>(self, lines: Lines, board: Geometry, set: Squares<N>) -> usize {
        let most = |together: &dyn Fn(Square) -> usize| set.iter().map(together).max().unwrap_or_default();
        match self {
            Self::Loose | Self::Chain => set.count() as usize,
            Self::Row => most(&|first| longest_row(lines, board, first, set)),
            Self::Line => most(&|first| longest_line(lines, board, first, set)),
            Self::Square => most(&|first| largest_square(board, first, set)),
        }
    }

    /// The words for the shape, after a number of pieces.
    pub fn so(self) -> &'static str {
        match self {
            Self::Loose => "",
            Self::Row => " in a row",
            Self::Line => " on a line",
            Self::Square => " in a square",
            Self::Chain => " in a chain",
        }
    }
}

/// The number of squares of a set that follow each other without a gap on such a line, from one of them on.
fn longest_row<const N: usize>(lines: Lines, board: Geometry, first: Square, set: Squares<N>) -> usize {
    let length = |step: Step| {
        let next = |sq: &Square| board.neighbour(*sq, step).filter(|next| *next != first);
        successors(Some(first), next).take_while(|sq| set.has(*sq)).count()
    };
    lines.ways().map(length).max().unwrap_or_default()
}

/// The number of squares of a set on one such line through one of them.
fn longest_line<const N: usize>(lines: Lines, board: Geometry, first: Square, set: Squares<N>) -> usize {
    let on_the_way = |step: Step| {
        let next = |sq: &Square| board.neighbour(*sq, step).filter(|next| *next != first);
        successors(next(&first), next).filter(|sq| set.has(*sq)).collect::<Squares<N>>()
    };
    let both = |step: Step| on_the_way(step) | on_the_way(step.reversed());
    lines.ways().map(|step| both(step).with(first).count() as usize).max().unwrap_or_default()
}

/// The number of squares in the largest square block that lies within a set and has `first` as its lower left corner.
fn largest_square<const N: usize>(board: Geometry, first: Square, set: Squares<N>) -> usize {
    let line = |from: Square, step: Step| successors(Some(from), move |sq| board.neighbour(*sq, step));
    let fills = |side: &usize| {
        let row = |start| line(start, Step::new(1, 0)).take(*side);
        let all: Squares<N> = line(first, Step::new(0, 1)).take(*side).flat_map(row).collect();
        all.count() as usize == side * side && all.within(set)
    };
    (1..).take_while(fills).last().map_or(0, |side| side * side)
}

/// Whether the squares lead from one end to the other, each next to the one before.
fn is_chained<const N: usize>(lines: Lines, board: Geometry, there: Squares<N>, ends: [Squares<N>; 2]) -> bool {
    let mut chain = there & ends[0];
    let mut fresh = chain;
    while fresh.any() {
        fresh = lines.beside(board, fresh) & there & !chain;
        chain |= fresh;
    }
    (chain & ends[1]).any()
}

/// A kind of line along which pieces stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A rank.
    Rank,
    /// A file.
    File,
    /// A diagonal.
    Diagonal,
}

impl Line {
    /// The steps along such lines, one of each opposite pair.
    fn steps(self) -> &'static [Step] {
        const STEPS: [Step; 4] = [Step::new(1, 0), Step::new(0, 1), Step::new(1, 1), Step::new(1, -1)];
        match self {
            Self::Rank => &STEPS[..1],
            Self::File => &STEPS[1..2],
            Self::Diagonal => &STEPS[2..],
        }
    }
}

/// Kinds of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines([bool; 3]);

impl Lines {
    /// No lines.
    pub const NONE: Self = Self([false; 3]);
    /// Ranks and files.
    pub const STRAIGHT: Self = Self([true, true, false]);
    /// Ranks, files and diagonals.
    pub const ALL: Self = Self([true; 3]);

    /// The kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = Line> {
        [Line::Rank, Line::File, Line::Diagonal].into_iter().filter(move |line| self.0[*line as usize])
    }

    /// The steps along such lines, one of each opposite pair.
    fn ways(self) -> impl Iterator<Item = Step> {
        self.iter().flat_map(|line| line.steps().iter().copied())
    }

    /// The steps along such lines, both ways.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        self.ways().flat_map(|step| [step, step.reversed()])
    }

    /// The squares next to those of a set, along such lines.
    pub fn beside<const N: usize>(self, board: Geometry, squares: Squares<N>) -> Squares<N> {
        squares.iter().flat_map(|sq| self.steps().filter_map(move |step| board.neighbour(sq, step))).collect()
    }
}

impl FromIterator<Line> for Lines {
    fn from_iter<I: IntoIterator<Item = Line>>(lines: I) -> Self {
        let mut set = Self::default();
        lines.into_iter().for_each(|line| set.0[line as usize] = true);
        set
    }
}

/// How a game was decided, in the words of its author. [`EndText::SIDE`]
/// stands for the side that the rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndText(pub String);

impl EndText {
    /// The placeholder for the side's name.
    pub const SIDE: &str = "{side}";

    /// The text about that side.
    pub fn about(&self, side: Color) -> String {
        self.0.replace(Self::SIDE, side.name())
    }
}

/// When a goal is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GoalWhen {
    /// As soon as the pieces are there.
    #[default]
    Arrive,
    /// If they are still there after the other side's move.
    Survive,
    /// As soon as fewer than `count` are there, because others have moved away or been captured.
    Leave,
}

/// The result for the side concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
    /// It wins.
    Win,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A side has lost pieces whose loss decides the game.
    Extinction,
    /// Pieces have reached squares that decide the game.
    Goal,
    /// A side has given enough checks to win.
    #[serde(rename = "n-check")]
    Checks,
    /// A side has too few pieces left.
    BareKing,
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Royal pieces were left facing each other.
    Facing,
    /// Both sides have passed.
    DoublePass,
    /// No square is empty.
    FullBoard,
    /// The position has occurred too often.
    Repetition,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased a piece with every move of a repetition.
    PerpetualChase,
    /// Too many plies without progress.
    MoveRule,
    /// A bare king was not mated within the number of moves allowed.
    Counting,
    /// A side has made a declaration in the enemy camp.
    Impasse,
    /// Too little material is left to win.
    InsufficientMaterial,
}

/// As files name it.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
