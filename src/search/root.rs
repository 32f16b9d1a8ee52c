//! The moves of the root, and the progress of their search.

use super::Limits;
use crate::position::{Move, Position};
use crate::tables::Tables;

/// The root of a search.
#[derive(Debug)]
pub struct Root {
    /// The moves to be searched.
    moves: Vec<RootMove>,
    /// Whether these are all legal moves.
    all_legal: bool,
    /// Whether several lines are searched: each is reported once, when it is complete.
    pub multi_pv: bool,
    /// The depth of this iteration.
    pub iteration: i32,
    /// The index of the line being searched, 0 for the best.
    pub pv_index: usize,
    /// The first move of that line in the last iteration.
    last_best: Option<Move>,
    /// The best move found for it so far.
    pub best_so_far: Option<BetterMove>,
}

/// A root move that is better than those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetterMove {
    pub score: i32,
    /// Whether `score` is only a lower bound.
    pub lower_bound: bool,
    pub pv: Vec<Move>,
}

/// A root move and the size of its subtree.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    /// Nodes below it in the best line's search in this iteration.
    nodes: u64,
    /// Whether a better line of this iteration begins with it.
    taken: bool,
}

impl Root {
    /// The root of a search that has not begun.
    pub fn new<const N: usize>(t: &Tables<N>, pos: &Position<N>, limits: &Limits) -> Self {
        let mut legal = Vec::new();
        pos.legal_moves(t, &mut legal);
        let all_legal = limits.moves.is_empty();
        legal.retain(|mv| all_legal || limits.moves.contains(mv));
        Self {
            moves: legal.into_iter().map(|mv| RootMove { mv, nodes: 0, taken: false }).collect(),
            all_legal,
            multi_pv: limits.multipv > 1,
            iteration: 0,
            pv_index: 0,
            last_best: None,
            best_so_far: None,
        }
    }

    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// Any of the moves.
    pub fn any_move(&self) -> Option<Move> {
        self.moves.first().map(|root| root.mv)
    }

    /// Whether there is only one move.
    pub fn has_only_move(&self) -> bool {
        self.all_legal && self.moves.len() == 1
    }

    /// Whether the result holds for the position: no move is excluded, by the limits or as the beginning of a better
    /// line.
    pub fn is_searched_whole(&self) -> bool {
        self.pv_index == 0 && self.all_legal
    }

    pub fn begin_iteration(&mut self, depth: i32) {
        self.iteration = depth;
        self.moves.iter_mut().for_each(|root| (root.nodes, root.taken) = (0, false));
    }

    /// Starts the search of another line of the iteration, which began with `last_best` in the last one.
    pub fn begin_line(&mut self, pv_index: usize, last_best: Option<Move>) {
        (self.pv_index, self.last_best, self.best_so_far) = (pv_index, last_best, None);
    }

    /// The move to try first: the best one of this iteration so far, or of the last.
    pub fn first_move(&self) -> Option<Move> {
        self.best_so_far.as_ref().and_then(|better| better.pv.first().copied()).or(self.last_best)
    }

    /// Whether a move may begin the current line.
    #[inline]
    pub fn allows(&self, mv: Move) -> bool {
        self.moves.iter().any(|root| root.mv == mv && !root.taken)
    }

    /// How many moves may begin the current line.
    pub fn candidates_left(&self) -> usize {
        self.moves.iter().filter(|root| !root.taken).count()
    }

    /// Adds to the nodes below a move. Those of further lines say nothing about how clearly the best move is the best.
    pub fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if self.pv_index == 0 {
            self.find(mv).into_iter().for_each(|root| root.nodes += nodes);
        }
    }

    /// Completes the line that begins with a move: the next one begins with another.
    pub fn complete_line(&mut self, mv: Move) {
        self.find(mv).into_iter().for_each(|root| root.taken = true);
    }

    /// The share of these nodes that other moves than `best` took.
    pub fn share_of_other_moves(&self, best: Option<Move>) -> f64 {
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

    /// Even if the table does not contain it, since only some moves are searched.
    #[test]
    fn the_best_move_so_far_is_tried_first() {
        let game = Game::bundled("normal");
        let Board::One(sized) = game.board() else { panic!("a chess board has one word") };
        let [one, other] = ["a2a3", "e2e4"].map(|text| game.read_move(text).expect("a legal move"));
        let mut root =
            Root::new(&sized.tables, &sized.position, &Limits { moves: vec![one, other], ..Limits::default() });
        assert!(root.first_move().is_none() && !root.is_searched_whole() && root.count() == 2);
        root.begin_line(0, Some(one));
        assert_eq!(root.first_move(), Some(one));
        root.best_so_far = Some(BetterMove { score: 30, lower_bound: true, pv: vec![other] });
        assert_eq!(root.first_move(), Some(other));
        root.begin_line(0, Some(other));
        assert_eq!((root.first_move(), &root.best_so_far), (Some(other), &None));
    }

    /// A move takes no more time because further lines are searched.
    #[test]
    fn further_lines_do_not_make_the_best_move_less_clear() {
        let game = Game::bundled("normal");
        let Board::One(sized) = game.board() else { panic!("a chess board has one word") };
        let [one, other] = ["a2a3", "e2e4"].map(|text| game.read_move(text).expect("a legal move"));
        let mut root = Root::new(&sized.tables, &sized.position, &Limits { multipv: 2, ..Limits::default() });
        root.begin_line(0, None);
        root.add_nodes(one, 300);
        root.add_nodes(other, 100);
        root.complete_line(one);
        root.begin_line(1, None);
        root.add_nodes(other, 1_000);
        assert_eq!(root.share_of_other_moves(Some(one)), 0.25);
    }
}
