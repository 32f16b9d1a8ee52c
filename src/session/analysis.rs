//! The state of an analysis.

use crate::position::Move;

/// Which moves an analysis leaves out, and whether it must be restarted.
#[derive(Debug, Default)]
pub struct Analysis {
    excluded: Vec<Move>,
    due: bool,
}

impl Analysis {
    /// Whether it must be restarted.
    pub fn is_due(&self) -> bool {
        self.due
    }

    pub fn set_due(&mut self, due: bool) {
        self.due = due;
    }

    /// Whether any move is excluded.
    pub fn excludes_any(&self) -> bool {
        !self.excluded.is_empty()
    }

    pub fn excludes(&self, mv: Move) -> bool {
        self.excluded.contains(&mv)
    }

    /// Excludes moves. Returns whether that changes anything.
    pub fn exclude(&mut self, moves: &[Move]) -> bool {
        let before = self.excluded.len();
        let new: Vec<Move> = moves.iter().filter(|mv| !self.excludes(**mv)).copied().collect();
        self.excluded.extend(new);
        self.excluded.len() != before
    }

    /// Includes moves that were excluded. Returns whether that changes anything.
    pub fn include(&mut self, moves: &[Move]) -> bool {
        let before = self.excluded.len();
        self.excluded.retain(|mv| !moves.contains(mv));
        self.excluded.len() != before
    }

    pub fn include_all(&mut self) {
        self.excluded.clear();
    }
}
