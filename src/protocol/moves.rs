//! Moves of both sides, and what follows from them: thinking, pondering,
//! analysis, results.

use super::claims;
use super::command::Fault;
use super::dialogue::{Activity, Dialogue, Mode};
use super::reply;
use crate::game::MoveError;
use crate::position::{GameResult, Move};
use crate::search::{Info, Limits};
use std::time::Duration;

/// A draw is accepted when the engine thinks it is worse off than this, in
/// centipawns.
const CONTENT_WITH_DRAW: i32 = -50;

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_millis(400);

/// How long the opponent's reply is looked for before pondering on it.
const GLANCE: Duration = Duration::from_millis(200);

impl Dialogue {
    /// A move that the GUI sends, whoever's it is.
    pub(super) fn receive_move(&mut self, text: &str, bare: bool, line: &str) {
        if bare && !self.game.has_move_shape(text) {
            return self.complain(Fault::Unknown, line);
        }
        if self.mode == Mode::Analyze && text == "@@@@" && self.playable && self.game.hand_over() {
            self.break_off();
            self.position_changed();
            self.analysis_due = true;
            return;
        }
        match self.judge(text) {
            Ok(mv) => self.accept_move(mv),
            // GUIs send a move without its prefix only as a trick.
            Err(_) if bare && self.manners.usermove => self.complain(Fault::Unknown, line),
            Err(reason) => self.say(reply::illegal_move(reason, text)),
        }
    }

    fn judge(&self, text: &str) -> Result<Move, MoveError> {
        if !self.playable {
            return Err(MoveError::PositionNotPlayable);
        }
        let won = |outcome| reply::ends_on_board(outcome) && outcome.result != GameResult::Draw;
        if self.game.outcome().is_some_and(won) {
            return Err(MoveError::GameOver);
        }
        self.game.read_move(text)
    }

    fn accept_move(&mut self, mv: Move) {
        let hit = self.search.activity == Activity::Ponder(mv);
        if !hit {
            self.break_off();
        }
        self.game.play(mv);
        self.told_over = false;
        self.position_changed();
        if self.announce_result() {
            self.break_off();
        } else if hit {
            self.ponder_hit();
        } else if self.mode == Mode::Analyze {
            self.analysis_due = true;
        } else if self.mode == Mode::Play(self.game.side()) {
            self.think();
        }
    }

    /// Forgets what was only true of the position before.
    pub(super) fn position_changed(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.pointer.forget();
    }

    /// Says the result if the position ends the game. What could only be
    /// claimed is not claimed for a user who plays both sides, and what a
    /// referee of two engines would not believe is left to the other.
    fn announce_result(&mut self) -> bool {
        let outcome = self.game.outcome().filter(|outcome| match self.mode {
            Mode::Play(color) => !self.manners.computer || claims::believed(self.game.variant(), *outcome, color),
            Mode::Force | Mode::Analyze => reply::ends_on_board(*outcome),
        });
        if let Some(outcome) = outcome {
            let line = reply::result(&self.game, outcome);
            self.result = Some(line.clone());
            self.say(line);
        }
        outcome.is_some()
    }

    /// Whether the engine may search: the game is on.
    fn game_is_on(&self) -> bool {
        self.playable && self.result.is_none() && !self.told_over && !self.paused
    }

    /// `go`: think, or say why not.
    pub(super) fn go(&mut self) {
        self.engine = self.game.side();
        self.mode = Mode::Play(self.engine);
        match self.result.clone() {
            Some(result) => self.say(result),
            None => {
                let ended = self.playable && self.game.outcome().is_some_and(reply::ends_on_board);
                if !(ended && self.announce_result()) {
                    self.think();
                }
            }
        }
    }

    /// Thinks about the engine's move, if the game is on.
    fn think(&mut self) {
        if self.game_is_on() {
            let limits = self.clocks.limits(self.game.side(), self.game.geometry().squares());
            self.begin(Activity::Think, self.game.clone(), limits);
        }
    }

    /// Thinks on the opponent's time, if the user wants that: about the answer
    /// to the reply that is expected, or first about what that may be.
    pub(super) fn ponder(&mut self) {
        let turn = self.mode == Mode::Play(!self.game.side()) && self.game.moves_made() > 0;
        let free = self.search.activity == Activity::Idle && self.manners.ponder;
        if !(turn && free && self.game_is_on()) {
            return;
        }
        let unlimited = Limits { depth: self.clocks.depth, threads: self.clocks.threads, ..Limits::default() };
        let mut root = self.game.clone();
        let Some(expected) = self.expected else {
            return self.begin(Activity::Guess, root, Limits { soft: Some(GLANCE), hard: Some(GLANCE), ..unlimited });
        };
        root.play(expected);
        if root.outcome().is_none() {
            self.begin(Activity::Ponder(expected), root, unlimited);
        }
    }

    /// Thinks about the position until told otherwise.
    pub(super) fn analyze(&mut self) {
        self.analysis_due = false;
        if !self.game_is_on() {
            return;
        }
        if self.game.outcome().is_some_and(reply::ends_on_board) {
            self.announce_result();
            return;
        }
        let mut moves = self.game.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        if moves.is_empty() {
            return;
        }
        let moves = if self.excluded.is_empty() { Vec::new() } else { moves };
        let limits = Limits { moves, threads: self.clocks.threads, ..Limits::default() };
        self.begin(Activity::Analyze, self.game.clone(), limits);
    }

    /// Makes the engine's move, the first of the line or, without one, any.
    pub(super) fn make_own_move(&mut self, best: Option<Info>) {
        self.search.activity = Activity::Idle;
        let legal = self.game.legal_moves();
        let line = best.as_ref().map_or(&[][..], |info| &info.line);
        let found = line.first().filter(|mv| legal.contains(mv)).or(legal.first());
        let Some(&mv) = found else {
            self.announce_result();
            return;
        };
        let content = best.as_ref().is_some_and(|info| info.score.0 < CONTENT_WITH_DRAW);
        if std::mem::take(&mut self.draw_offered) && content || self.draws_unseen(mv) {
            self.say("offer draw");
        }
        let text = self.game.move_text(mv);
        self.say(format!("move {text}"));
        let used = self.now.saturating_duration_since(self.search.since);
        self.clocks.spend(self.game.side(), used);
        self.game.play(mv);
        self.position_changed();
        if self.announce_result() {
            return;
        }
        let reply = line.get(1).copied().filter(|_| line.first() == Some(&mv));
        self.expected = reply.filter(|reply| self.game.legal_moves().contains(reply));
        self.ponder();
    }

    /// Whether a move draws by a rule that must be agreed on, since a referee
    /// does not see it.
    fn draws_unseen(&self, mv: Move) -> bool {
        let mut after = self.game.clone();
        after.play(mv);
        let drawn = after.outcome().filter(|outcome| outcome.result == GameResult::Draw);
        self.manners.computer
            && drawn.is_some_and(|outcome| !claims::believed(self.game.variant(), outcome, self.game.side()))
    }

    /// `hint`: from what is known, or by a short search.
    pub(super) fn hint(&mut self) {
        match self.search.activity {
            Activity::Think | Activity::Hint => {}
            Activity::Ponder(expected) => self.give_hint(Some(expected)),
            Activity::Analyze | Activity::Guess => {
                let best = self.search.latest.as_ref().and_then(|info| info.line.first().copied());
                self.give_hint(best);
            }
            Activity::Idle if self.expected.is_some() => self.give_hint(self.expected),
            Activity::Idle if self.playable && self.game.has_legal_move() => {
                let limits = Limits { soft: Some(HINT_TIME), hard: Some(HINT_TIME), ..Limits::default() };
                self.begin(Activity::Hint, self.game.clone(), limits);
            }
            Activity::Idle => {}
        }
    }

    pub(super) fn give_hint(&mut self, hint: Option<Move>) {
        if let Some(mv) = hint.filter(|mv| self.game.legal_moves().contains(mv)) {
            let text = self.game.move_text(mv);
            self.say(format!("Hint: {text}"));
        }
    }

    /// `.`: how the analysis is getting on.
    pub(super) fn status(&mut self) {
        if self.mode != Mode::Analyze || !self.playable {
            return;
        }
        let legal = self.game.legal_moves();
        let total = legal.iter().filter(|mv| !self.excluded.contains(mv)).count();
        let info = self.search.latest.as_ref();
        let current = info.and_then(|info| info.line.first()).filter(|mv| legal.contains(mv));
        let current = current.map(|mv| self.game.move_text(*mv));
        let elapsed = self.now.saturating_duration_since(self.search.since).as_millis() / 10;
        let line = reply::status(info, elapsed, total, current.as_deref());
        self.say(line);
    }
}
