//! Selection of the next move of a node.
//!
//! A [`Picker`] hands out one move at a time: the table's move, captures and promotions that pass static exchange
//! evaluation, quiet moves by their histories, and finally the captures that lose material. Quiet moves are generated
//! only when they are needed, or if the table's move is one of them. All pickers share one stack of moves in the
//! searcher, so that a node allocates nothing.

use super::order::QuietHints;
use super::searcher::Searcher;
use crate::position::{Move, MoveClass};
use crate::variant::Restrictions;

/// The number of walls that are tried with each move where nothing else is said, as in quiescence.
const DEFAULT_WALLS: usize = 2;
/// Puts captures before quiet moves if both are sorted together.
const NOISY_FIRST: i32 = 1 << 24;

/// The moves to be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All moves.
    All,
    /// Captures and promotions that lose nothing.
    Noisy,
    /// All moves, for a side in check.
    Evasions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    NoisyBegin,
    Noisy,
    QuietBegin,
    Quiet,
    LosingBegin,
    Losing,
    EvasionsBegin,
    Evasions,
    Done,
}

/// All moves of a node, on the stack of moves: noisy ones first.
#[derive(Clone, Copy, Debug)]
pub struct MoveRange {
    start: usize,
    noisy_end: usize,
    end: usize,
    /// Whether the rules force a capture, so that there are no other moves.
    pub forced: bool,
}

impl MoveRange {
    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Whether there is only one move.
    pub fn is_single(&self) -> bool {
        self.end - self.start == 1
    }
}

/// The progress of a node through its list of moves.
#[derive(Debug)]
pub struct Picker {
    wanted: Wanted,
    stage: Stage,
    /// The table's move by its code, 0 if there is none, and as one of the moves.
    pub(super) table_code: u32,
    table_move: Move,
    /// This node's part of the stack of moves: from `start` losing captures, from `losing` other noisy moves, from
    /// `noisy_end` quiet moves.
    start: usize,
    losing: usize,
    next: usize,
    noisy_end: usize,
    end: usize,
    quiets_generated: bool,
    /// Whether quiet moves are picked, or the remaining ones are skipped.
    pub(super) quiets_wanted: bool,
    /// The moves, if they have been generated already.
    pub(super) generated: Option<MoveRange>,
    pub(super) hints: QuietHints,
    /// The number of walls that are tried with each move.
    pub(super) walls: usize,
    /// The restrictions for which moves must still be tested.
    scope: Restrictions,
}

impl Picker {
    /// A picker that tries the move with this code first.
    pub fn new(wanted: Wanted, table_code: u32) -> Self {
        Self {
            wanted,
            stage: Stage::TableMove,
            table_code,
            table_move: Move::NONE,
            start: 0,
            losing: 0,
            next: 0,
            noisy_end: 0,
            end: 0,
            quiets_generated: false,
            quiets_wanted: wanted != Wanted::Noisy,
            generated: None,
            hints: QuietHints::NONE,
            walls: DEFAULT_WALLS,
            scope: Restrictions::default(),
        }
    }

    /// Whether the move returned last has passed static exchange evaluation.
    pub fn has_passed_see(&self, mv: Move) -> bool {
        self.stage == Stage::Noisy && mv != self.table_move
    }
}

impl<const N: usize> Searcher<'_, N> {
    /// The next move of a node, `None` after the last or when the search is to end.
    #[inline]
    pub fn pick(&mut self, picker: &mut Picker) -> Option<Move> {
        loop {
            let mv = self.pick_pseudo_legal(picker)?;
            if !picker.scope.any() || self.pos.is_legal(self.t, picker.scope, mv) {
                return Some(mv);
            }
        }
    }

    #[inline]
    fn pick_pseudo_legal(&mut self, picker: &mut Picker) -> Option<Move> {
        loop {
            if self.must_stop_between_moves() {
                return None;
            }
            match picker.stage {
                Stage::TableMove => {
                    if let Some(mv) = self.begin(picker) {
                        return Some(mv);
                    }
                }
                Stage::NoisyBegin => {
                    self.score_noisy(picker);
                    picker.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.take_best(picker, picker.noisy_end) {
                    None => picker.stage = Stage::QuietBegin,
                    Some(mv) if mv == picker.table_move => {}
                    Some(mv) if self.see_ge(mv, 0) => return Some(mv),
                    Some(_) => self.defer_losing(picker),
                },
                Stage::QuietBegin => {
                    picker.stage = if picker.quiets_wanted { Stage::Quiet } else { Stage::LosingBegin };
                    if picker.quiets_wanted {
                        self.generate_quiets(picker);
                        self.score_quiets(picker, picker.noisy_end);
                        picker.next = picker.noisy_end;
                    }
                }
                Stage::Quiet if !picker.quiets_wanted => picker.stage = Stage::LosingBegin,
                Stage::Quiet => match self.take_best(picker, picker.end) {
                    None => picker.stage = Stage::LosingBegin,
                    Some(mv) if mv == picker.table_move => {}
                    Some(mv) => return Some(mv),
                },
                Stage::LosingBegin => {
                    picker.next = picker.start;
                    picker.stage = if picker.wanted == Wanted::Noisy { Stage::Done } else { Stage::Losing };
                }
                Stage::Losing => match picker.next < picker.losing {
                    false => picker.stage = Stage::Done,
                    true => {
                        picker.next += 1;
                        return Some(self.moves[picker.next - 1]);
                    }
                },
                Stage::EvasionsBegin => {
                    self.score_evasions(picker);
                    picker.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.take_best(picker, picker.end) {
                    None => picker.stage = Stage::Done,
                    Some(mv) if mv == picker.table_move => {}
                    Some(mv) => return Some(mv),
                },
                Stage::Done => return None,
            }
        }
    }

    /// Generates all moves, noisy ones first.
    pub fn generate_all(&mut self) -> MoveRange {
        let start = self.moves.len();
        self.pos.legal_moves(self.t, &mut self.moves);
        let (mut noisy_end, end) = (start, self.moves.len());
        for i in start..end {
            if self.is_noisy(self.moves[i]) {
                self.moves.swap(noisy_end, i);
                noisy_end += 1;
            }
        }
        let captures = |mv: &Move| self.pos.captures(*mv);
        let forced = self.t.variant().rules.captures.mandatory && self.moves[start..noisy_end].iter().any(captures);
        MoveRange { start, noisy_end, end, forced }
    }

    /// Generates the first moves and looks for the table's move among them.
    fn begin(&mut self, picker: &mut Picker) -> Option<Move> {
        picker.scope = self.pos.legality_scope(self.t);
        picker.start = picker.generated.map_or(self.moves.len(), |range| range.start);
        (picker.losing, picker.next) = (picker.start, picker.start);
        match (picker.generated, picker.wanted) {
            (Some(range), _) => {
                (picker.noisy_end, picker.end, picker.quiets_generated) = (range.noisy_end, range.end, true);
            }
            (None, wanted) => {
                let first = if wanted == Wanted::Evasions { MoveClass::All } else { MoveClass::Noisy };
                self.pos.pseudo_legal_moves(self.t, first, picker.scope, &mut self.moves);
                self.choose_walls(picker.start, picker);
                picker.end = self.moves.len();
                picker.noisy_end = picker.end;
            }
        }
        self.find_table_move(picker);
        // The table's move is often enough: the others are scored after it.
        if picker.wanted == Wanted::Evasions {
            picker.noisy_end = picker.end;
            picker.stage = Stage::EvasionsBegin;
        } else {
            picker.stage = Stage::NoisyBegin;
        }
        (!picker.table_move.is_none()).then_some(picker.table_move)
    }

    fn find_table_move(&mut self, picker: &mut Picker) {
        if picker.table_code == 0 {
            return;
        }
        let code = picker.table_code;
        let upto = if picker.wanted == Wanted::Noisy { picker.noisy_end } else { picker.end };
        let mut found = self.moves[picker.start..upto].iter().find(|mv| mv.has_code(code)).copied();
        if found.is_none() && picker.wanted == Wanted::All && !picker.quiets_generated {
            self.generate_quiets(picker);
            found = self.moves[picker.noisy_end..].iter().find(|mv| mv.has_code(code)).copied();
        }
        picker.table_move = found.unwrap_or(Move::NONE);
    }

    fn generate_quiets(&mut self, picker: &mut Picker) {
        if !picker.quiets_generated {
            self.pos.pseudo_legal_moves(self.t, MoveClass::Quiet, picker.scope, &mut self.moves);
            self.choose_walls(picker.end, picker);
            picker.end = self.moves.len();
            picker.quiets_generated = true;
        }
    }

    fn score_noisy(&mut self, picker: &Picker) {
        self.scores.resize(self.moves.len().max(self.scores.len()), 0);
        for i in picker.start..picker.noisy_end {
            self.scores[i] = self.noisy_score(self.moves[i]);
        }
        self.spread_walls(picker.start, picker.noisy_end);
    }

    fn score_quiets(&mut self, picker: &Picker, from: usize) {
        self.scores.resize(self.moves.len().max(self.scores.len()), 0);
        self.find_check_squares();
        for i in from..picker.end {
            if self.must_stop_between_moves() {
                return;
            }
            self.scores[i] = self.quiet_score(&self.moves[i], &picker.hints);
        }
        self.spread_walls(from, picker.end);
    }

    fn score_evasions(&mut self, picker: &Picker) {
        self.score_quiets(picker, picker.start);
        for i in picker.start..picker.end {
            if self.is_noisy(self.moves[i]) {
                self.scores[i] = NOISY_FIRST + self.noisy_score(self.moves[i]);
            }
        }
    }

    /// Takes the best of the moves up to `end` that were not taken yet.
    #[inline]
    fn take_best(&mut self, picker: &mut Picker, end: usize) -> Option<Move> {
        let next = picker.next;
        let scores = self.scores.get(next..end).filter(|scores| !scores.is_empty())?;
        let mut best = 0;
        for (i, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = i;
            }
        }
        self.moves.swap(next, next + best);
        self.scores.swap(next, next + best);
        picker.next += 1;
        Some(self.moves[next])
    }

    /// Moves the capture taken last to the losing ones.
    fn defer_losing(&mut self, picker: &mut Picker) {
        self.moves.swap(picker.losing, picker.next - 1);
        self.scores.swap(picker.losing, picker.next - 1);
        picker.losing += 1;
    }
}
