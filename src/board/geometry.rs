//! Board sizes, squares, and their names in text.

use super::{Area, Color, Piece, Squares};
use serde::Deserialize;

/// Most files a board may have.
pub const MAX_FILES: u8 = 12;
/// Most ranks a board may have.
pub const MAX_RANKS: u8 = 12;
/// Most squares a board may have.
pub const MAX_SQUARES: usize = MAX_FILES as usize * MAX_RANKS as usize;

/// A square: its number, `rank * files + file`, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// Its number, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece on it in a mailbox.
    pub fn piece_on(self, board: &[Piece]) -> Option<Piece> {
        board.get(self.index()).copied().filter(|piece| !piece.is_none())
    }
}

/// The difference of two squares, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Files to the right.
    pub right: i8,
    /// Ranks forward.
    pub forward: i8,
}

impl Step {
    /// The step `right` files to the right and `forward` ranks ahead.
    pub const fn new(right: i8, forward: i8) -> Self {
        Self { right, forward }
    }

    /// The same step for a piece of `color`: Black's is rotated by 180 degrees.
    pub fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.reversed(),
        }
    }

    /// The opposite step.
    pub const fn reversed(self) -> Self {
        Self::new(-self.right, -self.forward)
    }

    /// Half the step, rounded towards zero: it leads to the middle of a leap.
    pub fn half(self) -> Self {
        Self::new(self.right / 2, self.forward / 2)
    }
}

/// The edges of a board that are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// None.
    #[default]
    Plane,
    /// The left and right edges.
    Cylinder,
    /// The left and right edges, and the first and last ranks.
    Torus,
}

/// Size of a board, its joined edges, and the number of its first rank in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    rank_base: u8,
    topology: Topology,
}

impl Geometry {
    /// A board of `files` times `ranks`, with CECP's numbering: from rank 0
    /// when there are exactly ten ranks, else from rank 1.
    ///
    /// `None` if a side is 0 or above [`MAX_FILES`] or [`MAX_RANKS`].
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let fits = (1..=MAX_FILES).contains(&files) && (1..=MAX_RANKS).contains(&ranks);
        fits.then_some(Self { files, ranks, rank_base: u8::from(ranks != 10), topology: Topology::Plane })
    }

    /// The sizes of a [`sheet`](Self::sheet), in words.
    pub const SHEET_SIZES: &str = "1 to 26 files and 1 to 99 ranks, with at most 192 squares";

    /// A board of any size whose squares fit into an [`Area`] and whose files have letters, with ranks from 1: for the
    /// display of moves, not for games.
    pub fn sheet(files: u8, ranks: u8) -> Option<Self> {
        let fits = (1..=26).contains(&files) && (1..=99).contains(&ranks);
        let squares = usize::from(files) * usize::from(ranks);
        (fits && squares <= Area::CAPACITY).then_some(Self { files, ranks, rank_base: 1, topology: Topology::Plane })
    }

    /// The same board with its first rank numbered `base`.
    pub fn with_rank_base(self, base: u8) -> Self {
        Self { rank_base: base, ..self }
    }

    /// The same board with these edges joined.
    pub fn with_topology(self, topology: Topology) -> Self {
        Self { topology, ..self }
    }

    /// Number of files.
    pub fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of the first rank in text, 0 or 1.
    pub fn rank_base(self) -> u8 {
        self.rank_base
    }

    /// The edges that are joined.
    pub fn topology(self) -> Topology {
        self.topology
    }

    /// Number of squares.
    pub fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// All squares, in the order of their numbers.
    pub fn all(self) -> impl Iterator<Item = Square> + Clone {
        (0..self.squares() as u8).map(Square)
    }

    /// The whole board as a set.
    pub fn area(self) -> Area {
        self.all().collect()
    }

    /// The set of squares selected by `test` by file and rank, both from 0.
    pub fn area_where(self, mut test: impl FnMut(u8, u8) -> bool) -> Area {
        self.all().filter(|&sq| test(self.file(sq), self.rank(sq))).collect()
    }

    /// The square on `file` and `rank`, both from 0; `None` off the board.
    pub fn square(self, file: i16, rank: i16) -> Option<Square> {
        let inside = (0..i16::from(self.files)).contains(&file) && (0..i16::from(self.ranks)).contains(&rank);
        inside.then(|| Square((rank * i16::from(self.files) + file) as u8))
    }

    /// File of a square, from 0.
    pub fn file(self, sq: Square) -> u8 {
        sq.0 % self.files
    }

    /// Rank of a square, from 0 on White's side.
    pub fn rank(self, sq: Square) -> u8 {
        sq.0 / self.files
    }

    /// Rank of a square relative to `color`, from 0 on its own side.
    pub fn rank_of(self, color: Color, sq: Square) -> u8 {
        match color {
            Color::White => self.rank(sq),
            Color::Black => self.ranks - 1 - self.rank(sq),
        }
    }

    /// The square after a step on the plane; `None` off the board.
    pub fn step(self, sq: Square, step: Step) -> Option<Square> {
        self.square(
            i16::from(self.file(sq)) + i16::from(step.right),
            i16::from(self.rank(sq)) + i16::from(step.forward),
        )
    }

    /// The step from one square to another.
    pub fn difference(self, from: Square, to: Square) -> Step {
        let by = |from: u8, to: u8| to as i8 - from as i8;
        Step::new(by(self.file(from), self.file(to)), by(self.rank(from), self.rank(to)))
    }

    /// The number of king's steps between two squares of a plane.
    pub fn distance(self, a: Square, b: Square) -> u8 {
        let step = self.difference(a, b);
        step.right.unsigned_abs().max(step.forward.unsigned_abs())
    }

    /// How many files and ranks two squares are apart, by the shorter way where edges are joined.
    pub fn apart(self, a: Square, b: Square) -> (u8, u8) {
        let (files, ranks) = (self.file(a).abs_diff(self.file(b)), self.rank(a).abs_diff(self.rank(b)));
        let shorter = |way: u8, all: u8, joined: bool| if joined { way.min(all - way) } else { way };
        (
            shorter(files, self.files, self.topology != Topology::Plane),
            shorter(ranks, self.ranks, self.topology == Topology::Torus),
        )
    }

    /// The squares between two that are two king's steps apart: one or, for a knight's leap, two.
    pub fn halfway(self, from: Square, to: Square) -> Vec<Square> {
        let steps = || (-2..=2).flat_map(|right| (-2..=2).map(move |forward| Step::new(right, forward)));
        let around = self.topology != Topology::Plane;
        let length = |step: &Step| step.right.abs() + step.forward.abs();
        let there: Vec<Step> = steps().filter(|step| self.go(from, *step, around) == Some(to)).collect();
        let least = there.iter().map(length).min();
        let far = |step: &&Step| step.right.abs().max(step.forward.abs()) == 2 && Some(length(step)) == least;
        let mut found = Vec::new();
        for step in there.iter().filter(far) {
            let (right, forward) = (step.right.signum(), step.forward.signum());
            // The longer dimension is covered by an orthogonal step, the shorter one by one of two diagonal steps.
            let straight = if step.right.abs() == 2 { Step::new(right, 0) } else { Step::new(0, forward) };
            let firsts = match step.right.abs().min(step.forward.abs()) {
                0 => vec![straight],
                1 => vec![straight, Step::new(right, forward)],
                _ => vec![Step::new(right, forward)],
            };
            found.extend(firsts.into_iter().filter_map(|first| self.go(from, first, around)));
        }
        found
    }

    /// The square after a step if the left and right edges are joined (on a torus, the first and last ranks, too), and
    /// whether the step crossed them; `None` if it leaves the board.
    pub fn step_around(self, sq: Square, step: Step) -> Option<(Square, bool)> {
        let file = i16::from(self.file(sq)) + i16::from(step.right);
        let rank = i16::from(self.rank(sq)) + i16::from(step.forward);
        let wrapped = file.rem_euclid(i16::from(self.files));
        let turned = if self.topology == Topology::Torus { rank.rem_euclid(i16::from(self.ranks)) } else { rank };
        self.square(wrapped, turned).map(|to| (to, (wrapped, turned) != (file, rank)))
    }

    /// Whether a step leads off the board from every square, on the plane or as [`step_around`](Self::step_around).
    pub fn leads_off(self, step: Step, around: bool) -> bool {
        let [right, ahead] = [step.right, step.forward].map(i8::unsigned_abs);
        !around && right >= self.files || !(around && self.topology == Topology::Torus) && ahead >= self.ranks
    }

    /// The square after a step, on the plane or as [`step_around`](Self::step_around).
    pub fn go(self, sq: Square, step: Step, around: bool) -> Option<Square> {
        match around {
            true => self.step_around(sq, step).map(|(to, _)| to),
            false => self.step(sq, step),
        }
    }

    /// The square after a step around the edges that this board joins, if any.
    pub fn neighbour(self, sq: Square, step: Step) -> Option<Square> {
        self.go(sq, step, self.topology != Topology::Plane)
    }

    /// The most squares that a ride around joined edges visits before it returns.
    pub fn longest_ride(self) -> usize {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        match self.topology {
            Topology::Plane | Topology::Cylinder => files.max(ranks),
            Topology::Torus => (1..=files).map(|laps| laps * ranks).find(|steps| steps % files == 0).unwrap_or(ranks),
        }
    }

    /// The square rotated by 180 degrees: White's view becomes Black's.
    pub fn turned(self, sq: Square) -> Square {
        Square(self.squares() as u8 - 1 - sq.0)
    }

    /// The square on the same file of the mirrored rank.
    pub fn flipped(self, sq: Square) -> Square {
        Square((self.ranks - 1 - self.rank(sq)) * self.files + self.file(sq))
    }

    /// The square on the same rank of the mirrored file.
    pub fn mirrored(self, sq: Square) -> Square {
        self.flipped(self.turned(sq))
    }

    /// The shade of a square on a chequered board: 0 if it is that of the first square of the first rank, else 1.
    pub fn shade(self, sq: Square) -> u8 {
        (self.file(sq) + self.rank(sq)) % 2
    }

    /// A set mirrored rank by rank: White's zone becomes Black's.
    pub fn flipped_area(self, area: Area) -> Area {
        area.iter().map(|sq| self.flipped(sq)).collect()
    }

    /// Whether another board has the same squares, whatever their names.
    pub fn has_squares_of(self, other: Self) -> bool {
        Self { rank_base: other.rank_base, ..self } == other
    }

    /// The name of a square, such as `e4`.
    pub fn name(self, sq: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(sq)), self.rank(sq) + self.rank_base)
    }

    /// Parses the name of a square at the start of `text`; the rest is returned, too.
    pub fn parse_prefix(self, text: &str) -> Option<(Square, &str)> {
        let mut chars = text.chars();
        let file = chars.next().filter(char::is_ascii_lowercase)? as i16 - i16::from(b'a');
        let rest = chars.as_str();
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let number = |count: usize| rest[..count].parse::<i16>().ok();
        // Two digits if they name a rank of this board, otherwise one; none begins with 0 but 0 itself.
        let digits = if rest.starts_with('0') { digits.min(1) } else { digits };
        (1..=digits).rev().find_map(|count| {
            let square = self.square(file, number(count)? - i16::from(self.rank_base))?;
            Some((square, &rest[count..]))
        })
    }

    /// Parses a text that is the name of a square and nothing else.
    pub fn parse(self, text: &str) -> Option<Square> {
        self.parse_prefix(text).filter(|(_, rest)| rest.is_empty()).map(|(sq, _)| sq)
    }
}

impl<const N: usize> FromIterator<Square> for Squares<N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|sq| set.insert(sq));
        set
    }
}

/// The union of sets.
impl<const N: usize> FromIterator<Self> for Squares<N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_edges_are_shorter_ways() {
        let board = Geometry::new(8, 8).expect("a chess board fits");
        let [a1, h8] = ["a1", "h8"].map(|name| board.parse(name).expect("a square"));
        let cases = [(Topology::Plane, (7, 7)), (Topology::Cylinder, (1, 7)), (Topology::Torus, (1, 1))];
        for (topology, apart) in cases {
            let joined = board.with_topology(topology);
            assert_eq!([joined.apart(a1, h8), joined.apart(h8, a1)], [apart; 2], "{topology:?}");
        }
    }

    #[test]
    fn steps_may_lead_off_over_edges_that_are_not_joined() {
        let board = Geometry::new(8, 8).expect("a chess board fits");
        let [wide, high] = [Step::new(8, 0), Step::new(0, 8)];
        for (topology, off) in
            [(Topology::Plane, [true; 2]), (Topology::Cylinder, [false, true]), (Topology::Torus, [false; 2])]
        {
            let (joined, around) = (board.with_topology(topology), topology != Topology::Plane);
            assert_eq!([wide, high].map(|step| joined.leads_off(step, around)), off, "{topology:?}");
        }
    }

    #[test]
    fn names_of_squares_have_no_leading_zeros() {
        let board = Geometry::new(12, 12).expect("the largest board fits");
        assert!(board.parse("e4").is_some() && board.parse("e12").is_some());
        assert_eq!(["e04", "e0", "e012"].map(|name| board.parse(name)), [None; 3]);
    }
}
