//! Moves of both sides, the side to move, and the end of a game.

use super::Session;
use crate::board::Color;
use crate::game::{Game, MoveError};
use crate::position::{GameResult, Move, Outcome, Reason};
use crate::search::Info;
use crate::session::claims::{ends_on_board, is_win_by_rule, is_win_on_board};
use crate::session::events::{Activity, Ending, Event, Mode};
use std::sync::Arc;
use std::time::Duration;

impl Session {
    /// Makes the engine play one side or neither, or analyse.
    fn change_mode(&mut self, mode: Mode) {
        if self.mode == Mode::Analyze && mode != Mode::Analyze {
            self.excluded.clear();
        }
        self.mode = mode;
    }

    /// Makes the engine only follow the game.
    pub fn force(&mut self) {
        self.change_mode(Mode::Force);
    }

    /// Makes the engine play a colour, but not start to think.
    pub fn play(&mut self, color: Color) {
        self.engine = color;
        self.change_mode(Mode::Play(color));
    }

    /// Starts analysis of every position; a game that is over on the board is announced as such.
    pub fn begin_analysis(&mut self) {
        if self.mode != Mode::Analyze {
            self.change_mode(Mode::Analyze);
            self.end.announced.clone().into_iter().for_each(|ending| self.tell(Event::Over(ending)));
        }
    }

    /// Gives the turn to a side, and makes the engine play the other one. Returns `false` if that is impossible because
    /// this side could then capture a royal piece.
    pub fn hand_turn_to(&mut self, color: Color) -> bool {
        if self.game.side() != color && self.playable {
            if !Arc::make_mut(&mut self.game).switch_turn() {
                return false;
            }
            self.position_altered();
        }
        self.play(!color);
        true
    }

    /// Declares the game over.
    pub fn end_game(&mut self) {
        self.change_mode(Mode::Force);
        self.end.declared = true;
        self.end.draw_offered = false;
    }

    pub fn note_draw_offer(&mut self) {
        if matches!(self.mode, Mode::Play(_)) {
            self.end.draw_offered = true;
        }
    }

    pub fn can_take_back(&self, moves: usize) -> bool {
        self.game.moves_made() >= moves && self.playable
    }

    /// Takes back moves. Returns `false` if fewer have been made.
    pub fn take_back(&mut self, moves: usize) -> bool {
        if !self.can_take_back(moves) {
            return false;
        }
        let game = Arc::make_mut(&mut self.game);
        for _ in 0..moves {
            game.undo();
        }
        self.end.take_back();
        self.clocks.begin_turn(self.now);
        self.position_altered();
        true
    }

    /// Finds a move with `read`, which knows the text and its notation.
    ///
    /// # Errors
    ///
    /// If no move can be made now, or the text is not a legal move.
    pub fn find_move(&self, read: impl FnOnce(&Game) -> Result<Move, MoveError>) -> Result<Move, MoveError> {
        if !self.playable {
            return Err(MoveError::PositionNotPlayable);
        }
        if self.is_won() {
            return Err(MoveError::GameOver);
        }
        read(&self.game)
    }

    /// Whether one side has won by the position on the board, so that no more moves are played.
    pub fn is_won(&self) -> bool {
        self.game.outcome().is_some_and(is_win_on_board)
    }

    /// Makes a null move in an analysis. That is allowed in every game, but not in check. Returns `false` if it cannot
    /// be made.
    pub fn pass_in_analysis(&mut self) -> bool {
        let asked = self.mode == Mode::Analyze && self.playable && !self.is_won();
        let done = asked && Arc::make_mut(&mut self.game).play_null();
        if done {
            self.give_up_search();
            self.position_altered();
            self.analysis_due = true;
        }
        done
    }

    /// Accepts a legal move from the GUI, for either side.
    pub fn accept_move(&mut self, mv: Move) {
        let hit = self.search.activity == Activity::Ponder(mv);
        if !hit {
            self.give_up_search();
        }
        match self.mode {
            Mode::Force => self.clocks.follow(self.now),
            Mode::Play(own) if own != self.game.side() => self.clocks.spend(&self.game, None, self.now),
            Mode::Play(_) | Mode::Analyze => self.clocks.begin_turn(self.now),
        }
        Arc::make_mut(&mut self.game).play(mv);
        self.end.declared = false;
        self.position_changed();
        if self.announce_result() {
            self.give_up_search();
        } else if hit {
            self.use_pondering();
        } else if self.mode == Mode::Analyze {
            self.analysis_due = true;
        } else if self.mode == Mode::Play(self.game.side()) {
            self.think();
        }
    }

    /// Discards everything that holds for the previous position only.
    pub(super) fn position_changed(&mut self) {
        self.expected = None;
        self.excluded.clear();
    }

    /// The same after a change that is not a move played on: even if an end was announced, the game may go on from here.
    pub(super) fn position_altered(&mut self) {
        self.end.announced = None;
        self.position_changed();
    }

    /// Announces the result if the position ends the game, once. Returns whether it does.
    ///
    /// The engine claims nothing while it plays neither side. A claim that the referee of two engines would not believe
    /// is left to the other engine, unless the game cannot go on: then a draw is offered first, as the other engine has
    /// done with its move if it knows that it draws.
    pub(super) fn announce_result(&mut self) -> bool {
        let outcome = self.game.outcome();
        if outcome.is_none() {
            // A claim concerns one position, and others may follow.
            self.end.announced = None;
        }
        let Some(outcome) = outcome.filter(|outcome| self.is_announced(*outcome)) else { return false };
        let ending = self.ending(outcome);
        if self.end.announce(&ending) {
            self.tell_over(ending);
        }
        true
    }

    fn ending(&self, outcome: Outcome) -> Ending {
        let mates = outcome.reason == Reason::Checkmate && outcome.result == GameResult::Win(!self.game.side());
        Ending { outcome, mates, words: self.game.verdict(outcome) }
    }

    /// Tells why a requested search finds no move, if that is because the game is over.
    pub(super) fn tell_no_move(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            self.tell(Event::Over(self.ending(outcome)));
        }
    }

    fn is_announced(&self, outcome: Outcome) -> bool {
        let Mode::Play(color) = self.mode else { return ends_on_board(outcome) };
        let stuck = color == self.game.side() && !self.game.has_legal_move();
        let believed = stuck || self.is_believed(outcome, color);
        let claimed = self.settings.claim_wins || !is_win_by_rule(outcome, color);
        believed && claimed
    }

    fn tell_over(&mut self, ending: Ending) {
        if let Mode::Play(color) = self.mode
            && ending.outcome.result == GameResult::Draw
            && !self.is_believed(ending.outcome, color)
        {
            self.tell(Event::DrawOffered);
        }
        self.tell(Event::Over(ending));
    }

    fn is_believed(&self, outcome: Outcome, announcer: Color) -> bool {
        self.referee.is_none_or(|referee| (referee.believes)(self.game.variant(), outcome, announcer))
    }

    /// Makes the engine play the side to move: it thinks, or reports why it cannot.
    pub fn go(&mut self) {
        self.play(self.game.side());
        self.clocks.begin_turn(self.now);
        match self.end.announced.clone() {
            Some(ending) => self.tell_over(ending),
            None => {
                let ended = self.playable && self.game.outcome().is_some_and(ends_on_board);
                if !(ended && self.announce_result()) {
                    self.think();
                }
            }
        }
    }

    /// Makes the engine's move: the first of the line or, without one, any legal move.
    pub(super) fn make_own_move(&mut self, best: Option<Info>) {
        self.search.finish();
        let legal = self.game.legal_moves();
        let line = best.as_ref().map_or(&[][..], |info| &info.pv);
        let found = line.first().filter(|mv| legal.contains(mv)).or(legal.first());
        let Some(&mv) = found else {
            self.announce_result();
            return;
        };
        if let Some(info) = &best {
            self.end.trend.note(info.score, self.settings.resign, self.settings.contempt);
        }
        if self.end.resigns() {
            return self.tell(Event::Resigned);
        }
        if self.wants_draw(mv) {
            self.tell(Event::DrawOffered);
        }
        let nodes = best.as_ref().map_or(0, |info| self.search.nodes_used(info));
        let used = self.search.time_used();
        let reply = line.get(1).copied().filter(|_| line.first() == Some(&mv));
        self.finish_move(mv, reply, self.clocks.time_of(nodes).unwrap_or(used));
    }

    /// Makes a book move.
    pub(super) fn move_from_book(&mut self, mv: Move) {
        self.end.draw_offered = false;
        self.finish_move(mv, None, Duration::ZERO);
    }

    /// Reports a move, plays it, and continues from there.
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
        let accepts = self.end.accepts_draw(contempt);
        accepts || self.draws_unseen(mv) || self.end.trend.offers_draw(self.game.moves_made(), contempt)
    }

    /// Whether a move leads to a draw by a rule that the referee does not know, so that the opponent must agree to it.
    fn draws_unseen(&self, mv: Move) -> bool {
        let mut after = Game::clone(&self.game);
        after.play(mv);
        let drawn = after.outcome().filter(|outcome| outcome.result == GameResult::Draw);
        drawn.is_some_and(|outcome| !self.is_believed(outcome, self.game.side()))
    }
}
