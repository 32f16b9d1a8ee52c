//! A plain board for running programs on: of any size, stored as a list of occupants.

use alfil::internals::board::{Geometry, Square, Step};
use alfil::internals::xbetza::Program;
use alfil::internals::xbetza::run::{InterpretedMove, Occupant, Runner, Seen, Terrain, run};
use std::cell::Cell;
use std::ops::ControlFlow;

/// A board and everything that moves may depend on.
#[derive(Clone, Debug)]
pub struct Board {
    pub files: u8,
    pub ranks: u8,
    pub squares: Vec<Occupant>,
    pub mover: Runner,
    pub unmoved: bool,
    pub starts: Vec<Square>,
    pub virgins: Vec<Square>,
    pub en_passant: Option<(Vec<Square>, Square)>,
    /// The number of steps so far.
    pub steps: Cell<usize>,
}

impl Board {
    /// An empty board with the moving piece on it.
    pub fn new(files: u8, ranks: u8, mover: Runner) -> Self {
        let squares = vec![Occupant::Empty; usize::from(files) * usize::from(ranks)];
        let mut board = Self {
            files,
            ranks,
            squares,
            mover,
            unmoved: false,
            starts: Vec::new(),
            virgins: Vec::new(),
            en_passant: None,
            steps: Cell::new(0),
        };
        board.put(mover.from, Occupant::Friend { royal: false });
        board
    }

    pub fn put(&mut self, sq: Square, occupant: Occupant) {
        self.squares[sq.index()] = occupant;
    }

    /// The square of a name such as `m13`.
    pub fn square(&self, name: &str) -> Square {
        let file = name.as_bytes()[0] - b'a';
        let rank: u8 = name[1..].parse().expect("a rank is a number");
        assert!(file < self.files && (1..=self.ranks).contains(&rank), "{name} is on the board");
        Square((rank - 1) * self.files + file)
    }

    /// The name of a square.
    pub fn name(&self, sq: Square) -> String {
        format!("{}{}", char::from(b'a' + sq.0 % self.files), sq.0 / self.files + 1)
    }

    /// All outcomes of a program, in the order in which they were found.
    pub fn outcomes(&self, program: &Program) -> Vec<InterpretedMove> {
        let mut outcomes = Vec::new();
        let found = run(program, self, self.mover, &mut Seen::default(), &mut |outcome: &InterpretedMove| {
            outcomes.push(*outcome);
            ControlFlow::<()>::Continue(())
        });
        assert!(found.is_continue());
        outcomes
    }

    /// The number of the square on a file and rank, if it is on the board.
    fn number(&self, file: i16, rank: i16) -> Option<Square> {
        let (files, ranks) = (i16::from(self.files), i16::from(self.ranks));
        ((0..files).contains(&file) && (0..ranks).contains(&rank)).then(|| Square((rank * files + file) as u8))
    }

    fn target(&self, from: Square, step: Step) -> (i16, i16) {
        self.steps.set(self.steps.get() + 1);
        let (file, rank) = (from.0 % self.files, from.0 / self.files);
        (i16::from(file) + i16::from(step.right), i16::from(rank) + i16::from(step.forward))
    }
}

impl Terrain for Board {
    fn geometry(&self) -> Geometry {
        Geometry::sheet(self.files, self.ranks).expect("a board of the tests")
    }

    fn step(&self, from: Square, step: Step) -> Option<Square> {
        let (file, rank) = self.target(from, step);
        self.number(file, rank)
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        let (file, rank) = self.target(from, step);
        let around = file.rem_euclid(i16::from(self.files));
        Some((self.number(around, rank)?, around != file))
    }

    fn occupant(&self, sq: Square) -> Occupant {
        self.squares[sq.index()]
    }

    fn is_unmoved(&self, _: Square) -> bool {
        self.unmoved
    }

    fn is_start(&self, sq: Square) -> bool {
        self.starts.contains(&sq)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.virgins.contains(&sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.en_passant.as_ref().filter(|(squares, _)| squares.contains(&sq)).map(|&(_, victim)| victim)
    }
}
