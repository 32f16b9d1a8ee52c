//! The board on which the tree is interpreted, and the moves found there.

/// File and rank, both from 0; also a difference of the two.
pub type Place = (i32, i32);

/// The contents of a square, from the point of view of the moving side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    Empty,
    Hole,
    Friend { royal: bool },
    Enemy { royal: bool },
}

/// A board with one piece about to move, and everything that its moves may depend on.
#[derive(Clone, Debug)]
pub struct Scene {
    pub files: i32,
    pub ranks: i32,
    /// Rank by rank from White's left.
    pub occupants: Vec<Occupant>,
    pub black: bool,
    /// The square of the moving piece.
    pub origin: Place,
    pub unmoved: bool,
    /// The start squares of pieces of its type and colour.
    pub starts: Vec<Place>,
    /// Its friends that never moved.
    pub virgins: Vec<Place>,
    /// The en passant squares and the square of the piece that is captured.
    pub en_passant: Option<(Vec<Place>, Place)>,
}

impl Scene {
    /// An empty board.
    pub fn new(files: i32, ranks: i32, origin: Place, black: bool) -> Self {
        let occupants = vec![Occupant::Empty; (files * ranks) as usize];
        let (starts, virgins) = (Vec::new(), Vec::new());
        Self { files, ranks, occupants, black, origin, unmoved: false, starts, virgins, en_passant: None }
    }

    /// The square with a number, counted rank by rank.
    pub fn place(&self, number: usize) -> Place {
        (number as i32 % self.files, number as i32 / self.files)
    }

    /// All places of the board.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        (0..self.occupants.len()).map(|number| self.place(number))
    }

    /// The contents of a square; a hole beyond the edge.
    pub fn at(&self, (file, rank): Place) -> Occupant {
        if !self.has((file, rank)) {
            return Occupant::Hole;
        }
        self.occupants[(rank * self.files + file) as usize]
    }

    /// Puts something on a square of the board.
    pub fn put(&mut self, (file, rank): Place, occupant: Occupant) {
        self.occupants[(rank * self.files + file) as usize] = occupant;
    }

    /// Whether a square is within the edges.
    pub fn has(&self, (file, rank): Place) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    /// The unit step ahead for the moving side.
    pub fn ahead(&self) -> i32 {
        if self.black { -1 } else { 1 }
    }

    /// The place of a name.
    pub fn named(&self, name: &str) -> Place {
        let place = (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().expect("a rank is a number") - 1);
        assert!(self.has(place), "{name} is on the board");
        place
    }
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Move,
    Capture,
    Castle,
    Swap,
    Pass,
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    pub to: Place,
    pub kind: Kind,
    /// In the order in which they were taken.
    pub victims: Vec<Place>,
    /// For swaps: where the piece was taken, and where it is put.
    pub unload: Option<(Place, Place)>,
    /// For castling: where the partner stood, and where it goes.
    pub partner: Option<(Place, Place)>,
}
