//! Moves of both sides, and how games end.

use super::claims;
use super::command::Fault;
use super::dialogue::{Activity, Dialogue, Mode};
use super::reply;
use crate::game::MoveError;
use crate::position::{GameResult, Move, Outcome};
use crate::search::Info;
use std::time::Duration;

impl Dialogue {
    /// A move that the GUI sends, whoever's it is.
    pub(super) fn receive_move(&mut self, text: &str, bare: bool, line: &str) {
        if bare && !self.game.has_move_shape(text) {
            return self.complain(Fault::Unknown, line);
        }
        match self.judge(text) {
            Ok(mv) => self.accept_move(mv),
            Err(_) if self.hands_over(text) => {}
            // GUIs send a move without its prefix only as a trick.
            Err(_) if bare && self.manners.usermove => self.complain(Fault::Unknown, line),
            Err(reason) => self.refuse(reason, text),
        }
    }

    fn judge(&self, text: &str) -> Result<Move, MoveError> {
        if !self.playable {
            return Err(MoveError::PositionNotPlayable);
        }
        if self.is_decided() {
            return Err(MoveError::GameOver);
        }
        self.game.read_move(text)
    }

    /// Whether one side has won by what stands on the board: nobody moves any more.
    pub(super) fn is_decided(&self) -> bool {
        let won = |outcome| reply::ends_on_board(outcome) && outcome.result != GameResult::Draw;
        self.game.outcome().is_some_and(won)
    }

    /// A null move in an analysis, which is allowed in every game but not in check.
    fn hands_over(&mut self, text: &str) -> bool {
        let asked = self.mode == Mode::Analyze && text == "@@@@" && self.playable && !self.is_decided();
        let done = asked && self.game.hand_over();
        if done {
            self.break_off();
            self.position_changed();
            self.analysis_due = true;
        }
        done
    }

    fn accept_move(&mut self, mv: Move) {
        let hit = self.search.activity == Activity::Ponder(mv);
        if !hit {
            self.break_off();
        }
        if self.mode == Mode::Play(!self.game.side()) {
            self.clocks.spend(&self.game, None, self.now);
        } else {
            self.clocks.begin_turn(self.now);
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

    /// Says the result if the position ends the game, once. Returns whether it does.
    ///
    /// What could only be claimed is not claimed for a user who plays both
    /// sides, and what a referee of two engines would not believe is left to
    /// the other, unless the game cannot go on.
    pub(super) fn announce_result(&mut self) -> bool {
        let Some(outcome) = self.game.outcome().filter(|outcome| self.is_announced(*outcome)) else { return false };
        let line = reply::result(&self.game, outcome);
        if self.result.as_ref() != Some(&line) {
            self.result = Some(line.clone());
            self.say(line);
        }
        true
    }

    fn is_announced(&self, outcome: Outcome) -> bool {
        let Mode::Play(color) = self.mode else { return reply::ends_on_board(outcome) };
        let variant = self.game.variant();
        let stuck = color == self.game.side() && !self.game.has_legal_move();
        let believed = !self.manners.computer || stuck || claims::believed(variant, outcome, color);
        let claimed = self.settings.claim_wins || !claims::is_win_by_rule(outcome, color);
        believed && claimed
    }

    /// `go`: think, or say why not.
    pub(super) fn go(&mut self) {
        self.engine = self.game.side();
        self.mode = Mode::Play(self.engine);
        self.clocks.begin_turn(self.now);
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
        if let Some(info) = &best {
            self.mood.note(info.score, self.settings.resign);
        }
        if self.mood.gives_up() {
            self.told_over = true;
            return self.say("resign");
        }
        if self.wants_draw(mv) {
            self.say("offer draw");
        }
        let nodes = best.as_ref().map_or(0, |info| info.nodes);
        let used = self.search.monitor.elapsed().saturating_sub(self.search.free);
        let reply = line.get(1).copied().filter(|_| line.first() == Some(&mv));
        self.finish_move(mv, reply, self.clocks.time_of(nodes).unwrap_or(used));
    }

    /// Makes the engine's move out of the book.
    pub(super) fn move_from_book(&mut self, mv: Move) {
        self.draw_offered = false;
        self.finish_move(mv, None, Duration::ZERO);
    }

    /// Sends a move, plays it, and goes on from there.
    fn finish_move(&mut self, mv: Move, reply: Option<Move>, used: Duration) {
        self.say_move(mv);
        self.clocks.spend(&self.game, Some(used), self.now);
        self.game.play(mv);
        self.position_changed();
        if self.announce_result() {
            return;
        }
        self.expected = reply.filter(|reply| self.game.legal_moves().contains(reply));
        self.ponder();
    }

    /// Sends a move, leg by leg.
    fn say_move(&mut self, mv: Move) {
        self.untold |= !self.game.can_be_told(mv);
        let lines = reply::moves(&self.game.told(mv, self.settings.joined));
        self.say(lines);
    }

    /// Refuses a move. Where the GUI's board can no longer be right, the user
    /// is told the position, once.
    fn refuse(&mut self, reason: MoveError, text: &str) {
        self.say(reply::illegal_move(reason, text));
        if self.settings.resync && std::mem::take(&mut self.untold) {
            let fen = self.game.setup().fen(self.game.variant());
            self.say(reply::position_note(&fen));
        }
    }

    /// Whether to accept or offer a draw with a move.
    fn wants_draw(&mut self, mv: Move) -> bool {
        let contempt = self.settings.contempt;
        let accepts = std::mem::take(&mut self.draw_offered) && self.mood.takes_draw(contempt);
        accepts || self.draws_unseen(mv) || self.mood.offers_draw(self.game.moves_made(), contempt)
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
}
