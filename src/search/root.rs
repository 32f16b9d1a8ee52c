//! The moves of the root, and how far their search is.

use super::Limits;
use crate::position::{Move, Position};
use crate::tables::Tables;

/// The root of a search.
#[derive(Debug)]
pub struct Root {
    /// The moves that may be played.
    moves: Vec<RootMove>,
    /// Whether these are all that are legal.
    whole: bool,
    /// Whether several lines are looked for: each is reported once, when it is complete.
    several_lines: bool,
    /// Depth of this iteration.
    pub iteration: i32,
    /// Which line is being looked for, 0 for the best.
    pub line: usize,
    /// The move with which that line began in the last iteration.
    begins: Option<Move>,
    /// Score and line of the best move that has been found for it so far.
    pub better: Option<(i32, Vec<Move>)>,
}

/// A root move and how much of the tree it took.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    /// Nodes below it in this iteration.
    nodes: u64,
    /// Whether a better line of this iteration begins with it.
    taken: bool,
}

impl Root {
    /// The root of a search that has not begun.
    pub fn new<const N: usize>(t: &Tables<N>, pos: &Position<N>, limits: &Limits) -> Self {
        let mut legal = Vec::new();
        pos.legal_moves(t, &mut legal);
        let whole = limits.moves.is_empty();
        legal.retain(|mv| whole || limits.moves.contains(mv));
        Self {
            moves: legal.into_iter().map(|mv| RootMove { mv, nodes: 0, taken: false }).collect(),
            whole,
            several_lines: limits.lines > 1,
            iteration: 0,
            line: 0,
            begins: None,
            better: None,
        }
    }

    /// How many moves may be played.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Any of the moves.
    pub fn any_move(&self) -> Option<Move> {
        self.moves.first().map(|root| root.mv)
    }

    /// Whether there is nothing to choose.
    pub fn has_only_move(&self) -> bool {
        self.whole && self.moves.len() == 1
    }

    /// Whether several lines are looked for.
    pub fn has_several_lines(&self) -> bool {
        self.several_lines
    }

    /// Whether what is found says something of the position: all moves are looked at, and not what is left for a worse line.
    pub fn is_searched_whole(&self) -> bool {
        self.line == 0 && self.whole
    }

    /// An iteration begins.
    pub fn begin_iteration(&mut self, depth: i32) {
        self.iteration = depth;
        self.moves.iter_mut().for_each(|root| (root.nodes, root.taken) = (0, false));
    }

    /// Another line of the iteration is looked for, that began with this move in the last one.
    pub fn begin_line(&mut self, line: usize, begins: Option<Move>) {
        (self.line, self.begins, self.better) = (line, begins, None);
    }

    /// The move to try first: the best one of this iteration so far, or of the last.
    pub fn first_move(&self) -> Option<Move> {
        self.better.as_ref().and_then(|(_, line)| line.first().copied()).or(self.begins)
    }

    /// Whether a move may be played.
    #[inline]
    pub fn allows(&self, mv: Move) -> bool {
        self.moves.iter().any(|root| root.mv == mv && !root.taken)
    }

    /// How many moves may begin the line.
    pub fn open(&self) -> usize {
        self.moves.iter().filter(|root| !root.taken).count()
    }

    /// Adds nodes to a move.
    pub fn add_nodes(&mut self, mv: Move, nodes: u64) {
        self.find(mv).into_iter().for_each(|root| root.nodes += nodes);
    }

    /// A line is complete that begins with a move.
    pub fn take(&mut self, mv: Move) {
        self.find(mv).into_iter().for_each(|root| root.taken = true);
    }

    /// The share of the iteration's nodes that other moves than this one took.
    pub fn spread(&self, best: Option<Move>) -> f64 {
        let all: u64 = self.moves.iter().map(|root| root.nodes).sum();
        let own = self.moves.iter().find(|root| Some(root.mv) == best).map_or(0, |root| root.nodes);
        1.0 - own as f64 / all.max(1) as f64
    }

    fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv == mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Game};
    use crate::variant::Library;

    /// Also where the table knows none of them, since only some moves are searched.
    #[test]
    fn the_best_move_so_far_is_tried_first() {
        let game = Game::new(&Library::bundled().first()).expect("it can be played");
        let Board::One(sized) = game.board() else { panic!("a chess board has one word") };
        let [one, other] = ["a2a3", "e2e4"].map(|text| game.read_move(text).expect("a legal move"));
        let mut root =
            Root::new(&sized.tables, &sized.position, &Limits { moves: vec![one, other], ..Limits::default() });
        assert!(root.first_move().is_none() && !root.is_searched_whole() && root.count() == 2);
        root.begin_line(0, Some(one));
        assert_eq!(root.first_move(), Some(one));
        root.better = Some((30, vec![other]));
        assert_eq!(root.first_move(), Some(other));
        root.begin_line(0, Some(other));
        assert_eq!((root.first_move(), &root.better), (Some(other), &None));
    }
}
