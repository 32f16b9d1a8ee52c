//! Moves of both sides, whose turn it is, and how games end.

use super::claims::{ends_on_board, is_win_by_rule, is_win_on_board};
use super::events::{Activity, Ending, Event, Mode};
use super::state::Session;
use crate::board::Color;
use crate::game::{Game, MoveError};
use crate::position::{GameResult, Move, Outcome, Reason};
use crate::search::Info;
use std::sync::Arc;
use std::time::Duration;

impl Session {
    /// Has the engine make nobody's moves, or one side's, or analyse.
    fn change_mode(&mut self, mode: Mode) {
        if self.mode == Mode::Analyze && mode != Mode::Analyze {
            self.analysis.excluded.clear();
        }
        self.mode = mode;
    }

    /// The engine only follows.
    pub fn force(&mut self) {
        self.change_mode(Mode::Force);
    }

    /// The engine plays a colour, without thinking now.
    pub fn play(&mut self, color: Color) {
        self.engine = color;
        self.change_mode(Mode::Play(color));
    }

    /// The engine thinks about every position; a game that has ended so is said
    /// to have ended.
    pub fn begin_analysis(&mut self) {
        if self.mode != Mode::Analyze {
            self.change_mode(Mode::Analyze);
            self.end.announced.clone().into_iter().for_each(|ending| self.tell(Event::Over(ending)));
            // What was only claimed or agreed can be looked at all the same.
            self.end.declared = false;
            self.end.announced.take_if(|ending| !ends_on_board(ending.outcome));
        }
    }

    /// Has another side move next, which the engine then does not play. `false`
    /// if that cannot be: the other side could take a royal piece.
    pub fn hand_turn_to(&mut self, color: Color) -> bool {
        if self.game.side() != color && self.playable {
            if !Arc::make_mut(&mut self.game).play_null() {
                return false;
            }
            self.position_changed();
        }
        self.play(!color);
        true
    }

    /// Somebody says that the game is over.
    pub fn end_game(&mut self) {
        self.change_mode(Mode::Force);
        self.end.declared = true;
        self.end.draw_offered = false;
    }

    pub fn note_draw_offer(&mut self) {
        self.end.draw_offered |= matches!(self.mode, Mode::Play(_));
    }

    pub fn can_take_back(&self, moves: usize) -> bool {
        self.game.moves_made() >= moves && self.playable
    }

    /// Takes moves back. `false` if there are not as many.
    pub fn take_back(&mut self, moves: usize) -> bool {
        if !self.can_take_back(moves) {
            return false;
        }
        let game = Arc::make_mut(&mut self.game);
        for _ in 0..moves {
            while game.undo() == Some(Move::NONE) {}
        }
        self.end.announced = None;
        self.end.declared = false;
        self.clocks.begin_turn(self.now);
        self.position_changed();
        true
    }

    /// Finds a move by what a way of writing moves makes of a text.
    ///
    /// # Errors
    ///
    /// When no move at all can be made, or not this one.
    pub fn find_move(&self, read: impl FnOnce(&Game) -> Result<Move, MoveError>) -> Result<Move, MoveError> {
        if !self.playable {
            return Err(MoveError::PositionNotPlayable);
        }
        if self.is_won() {
            return Err(MoveError::GameOver);
        }
        read(&self.game)
    }

    /// Whether one side has won by what stands on the board: nobody moves any more.
    pub fn is_won(&self) -> bool {
        self.game.outcome().is_some_and(is_win_on_board)
    }

    /// A null move in an analysis, which is allowed in every game but not in
    /// check. `false` if it cannot be made.
    pub fn pass_in_analysis(&mut self) -> bool {
        let asked = self.mode == Mode::Analyze && self.playable && !self.is_won();
        let done = asked && Arc::make_mut(&mut self.game).play_null();
        if done {
            self.give_up_search();
            self.position_changed();
            self.analysis.due = true;
        }
        done
    }

    /// A legal move comes from outside, whoever's it is.
    pub fn accept_move(&mut self, mv: Move) {
        let hit = self.search.activity == Activity::Ponder(mv);
        if !hit {
            self.give_up_search();
        }
        if self.mode == Mode::Play(!self.game.side()) {
            self.clocks.spend(&self.game, None, self.now);
        } else {
            self.clocks.begin_turn(self.now);
        }
        Arc::make_mut(&mut self.game).play(mv);
        self.end.declared = false;
        self.position_changed();
        if self.announce_result() {
            self.give_up_search();
        } else if hit {
            self.use_pondering();
        } else if self.mode == Mode::Analyze {
            self.analysis.due = true;
        } else if self.mode == Mode::Play(self.game.side()) {
            self.think();
        }
    }

    /// Forgets what was only true of the position before.
    pub(super) fn position_changed(&mut self) {
        self.expected = None;
        self.analysis.excluded.clear();
    }

    /// Says the result if the position ends the game, once. Returns whether it does.
    ///
    /// What could only be claimed is not claimed for a user who plays both
    /// sides, and what a referee of two engines would not believe is left to
    /// the other, unless the game cannot go on.
    pub(super) fn announce_result(&mut self) -> bool {
        let outcome = self.game.outcome();
        if outcome.is_none() {
            // A claim is about one position, and others may follow.
            self.end.announced = None;
        }
        let Some(outcome) = outcome.filter(|outcome| self.is_announced(*outcome)) else { return false };
        let mates = outcome.reason == Reason::Checkmate && outcome.result == GameResult::Win(!self.game.side());
        let ending = Ending { outcome, mates, words: self.game.verdict(outcome) };
        if self.end.announced.as_ref() != Some(&ending) {
            self.end.announced = Some(ending.clone());
            self.tell(Event::Over(ending));
        }
        true
    }

    fn is_announced(&self, outcome: Outcome) -> bool {
        let Mode::Play(color) = self.mode else { return ends_on_board(outcome) };
        let stuck = color == self.game.side() && !self.game.has_legal_move();
        let believed = stuck || self.is_believed(outcome, color);
        let claimed = self.settings.claim_wins || !is_win_by_rule(outcome, color);
        believed && claimed
    }

    fn is_believed(&self, outcome: Outcome, announcer: Color) -> bool {
        self.referee.is_none_or(|referee| (referee.believes)(self.game.variant(), outcome, announcer))
    }

    /// The engine plays the side to move: it thinks, or tells why not.
    pub fn go(&mut self) {
        self.play(self.game.side());
        self.clocks.begin_turn(self.now);
        match self.end.announced.clone() {
            Some(ending) => self.tell(Event::Over(ending)),
            None => {
                let ended = self.playable && self.game.outcome().is_some_and(ends_on_board);
                if !(ended && self.announce_result()) {
                    self.think();
                }
            }
        }
    }

    /// Makes the engine's move, the first of the line or, without one, any.
    pub(super) fn make_own_move(&mut self, best: Option<Info>) {
        self.search.activity = Activity::Idle;
        let legal = self.game.legal_moves();
        let line = best.as_ref().map_or(&[][..], |info| &info.pv);
        let found = line.first().filter(|mv| legal.contains(mv)).or(legal.first());
        let Some(&mv) = found else {
            self.announce_result();
            return;
        };
        if let Some(info) = &best {
            self.end.trend.note(info.score, self.settings.resign);
        }
        if self.end.trend.resigns() {
            self.end.declared = true;
            return self.tell(Event::Resigned);
        }
        if self.wants_draw(mv) {
            self.tell(Event::DrawOffered);
        }
        let nodes = best.as_ref().map_or(0, |info| info.nodes);
        let used = self.search.monitor.elapsed().saturating_sub(self.search.pondered);
        let reply = line.get(1).copied().filter(|_| line.first() == Some(&mv));
        self.finish_move(mv, reply, self.clocks.time_of(nodes).unwrap_or(used));
    }

    /// Makes the engine's move out of the book.
    pub(super) fn move_from_book(&mut self, mv: Move) {
        self.end.draw_offered = false;
        self.finish_move(mv, None, Duration::ZERO);
    }

    /// Tells of a move, plays it, and goes on from there.
    fn finish_move(&mut self, mv: Move, reply: Option<Move>, used: Duration) {
        self.tell(Event::Move { before: Arc::clone(&self.game), mv });
        self.clocks.spend(&self.game, Some(used), self.now);
        Arc::make_mut(&mut self.game).play(mv);
        self.position_changed();
        if self.announce_result() {
            return;
        }
        self.expected = reply.filter(|reply| self.game.legal_moves().contains(reply));
        self.ponder();
    }

    /// Whether to accept or offer a draw with a move.
    fn wants_draw(&mut self, mv: Move) -> bool {
        let contempt = self.settings.contempt;
        let accepts = std::mem::take(&mut self.end.draw_offered) && self.end.trend.accepts_draw(contempt);
        accepts || self.draws_unseen(mv) || self.end.trend.offers_draw(self.game.moves_made(), contempt)
    }

    /// Whether a move draws by a rule that must be agreed on, since a referee
    /// does not see it.
    fn draws_unseen(&self, mv: Move) -> bool {
        let mut after = Game::clone(&self.game);
        after.play(mv);
        let drawn = after.outcome().filter(|outcome| outcome.result == GameResult::Draw);
        drawn.is_some_and(|outcome| !self.is_believed(outcome, self.game.side()))
    }
}
