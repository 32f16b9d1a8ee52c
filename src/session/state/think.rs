//! The purposes of searches and the use of their results: the engine's move, pondering, analysis, hints.

use super::Session;
use crate::game::Game;
use crate::position::Move;
use crate::search::{GivenScore, Info, Level, Limits, Score};
use crate::session::claims::ends_on_board;
use crate::session::events::{Activity, AnswerWhen, Event, Mode, News, SearchRequest, Status};
use crate::session::machine::{Shortage, cores};
use crate::session::opening::{CHOICES, one_of_the_best};
use crate::session::options::Settings;
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time limit of a hint.
const HINT_TIME: Duration = Duration::from_millis(400);

/// How long the opponent's reply is searched before pondering on it.
const GLANCE: Duration = Duration::from_millis(200);

impl Session {
    /// Handles a report of a search; reports of an abandoned search are ignored.
    pub fn hear_search(&mut self, number: u64, news: News, now: Instant) {
        self.now = now;
        if !self.search.awaits(number) {
            return;
        }
        if let Some(held) = &mut self.held {
            return held.push((number, news));
        }
        match news {
            News::Info(info) => self.hear_info(info),
            News::Done(best) => self.search_ended(best),
            News::Finished(outcome) => {
                self.search.finish();
                self.tell(Event::Finished { root: self.search.root(), outcome });
            }
        }
    }

    /// Whether the game goes on: the position is playable, and the game was not declared over.
    pub fn is_game_on(&self) -> bool {
        self.playable && self.end.is_open()
    }

    /// Announces whether a command that waits will break off what the next one may begin, so that it need not begin:
    /// no move is made, and no search is started for one.
    pub fn expect_break_off(&mut self, coming: bool) {
        self.broken_off = coming;
    }

    fn may_search(&self) -> bool {
        self.is_game_on() && !self.is_paused() && !self.broken_off
    }

    /// Thinks about the engine's move, if the game is on.
    pub(super) fn think(&mut self) {
        if !self.may_search() {
            return;
        }
        if let Some(mv) = self.move_of_book(&self.game) {
            return self.move_from_book(mv);
        }
        let limits = self.clocks.limits(&self.game, self.settings.overhead);
        let limits = self.at_level(self.limits_of_play(&self.game, limits));
        self.start_search(Activity::Think, Arc::clone(&self.game), limits);
    }

    /// Limits with everything that applies to searches for the engine's own move in a position.
    fn limits_of_play(&self, game: &Game, limits: Limits) -> Limits {
        let moves = self.passed_on(game);
        let mut limits = self.limits(Limits { moves, contempt: self.settings.contempt, plays: true, ..limits });
        if self.opening.varies(game) {
            limits.multipv = limits.multipv.max(CHOICES);
        }
        limits
    }

    /// The legal moves that the referee forwards unchanged. If it forwards all of them, the list is empty, which means
    /// the same.
    fn passed_on(&self, game: &Game) -> Vec<Move> {
        let Some(referee) = self.referee else { return Vec::new() };
        let mut moves = game.legal_moves();
        let legal = moves.len();
        moves.retain(|mv| (referee.passes_on)(*mv));
        if moves.len() == legal { Vec::new() } else { moves }
    }

    /// A book move in a position, if there is one that may be played.
    fn move_of_book(&self, game: &Game) -> Option<Move> {
        let used = self.settings.own_book && !self.pending.closing;
        let chosen = if used { self.opening.book_move(game) } else { None };
        chosen.filter(|mv| self.referee.is_none_or(|referee| (referee.passes_on)(*mv)))
    }

    /// Limits for the playing strength that is set.
    fn at_level(&self, limits: Limits) -> Limits {
        Level::limit(self.settings.level, limits, &self.game)
    }

    /// Limits with everything that applies to every search.
    pub(super) fn limits(&self, limits: Limits) -> Limits {
        let Settings { lines, threads, .. } = self.settings;
        // More threads than the machine runs at once would only slow each other down.
        let threads = threads.min(cores());
        let evaluation = self.settings.evaluation.clone();
        Limits { threads, multipv: lines, evaluation, given_scores: self.given.clone(), ..limits }
    }

    /// Ponders, if that is enabled: on the reply to the opponent's expected move or, if none is expected yet, on which
    /// move to expect.
    pub fn ponder(&mut self) {
        let turn = self.mode == Mode::Play(!self.game.side()) && self.game.moves_made() > 0;
        // At a reduced level the engine does not ponder.
        let allowed = self.settings.ponder && self.settings.level.is_none();
        if !(turn && allowed && self.may_search()) {
            return;
        }
        if self.search.activity == Activity::Hint {
            // The hint is the move to expect.
            self.search.activity = Activity::Guess;
            self.search.hint_due = true;
        }
        if !self.search.is_idle() {
            return;
        }
        let unlimited = Limits { depth: self.clocks.depth, ..Limits::default() };
        let Some(expected) = self.expected else {
            let glance = Limits { plays: true, multipv: 1, ..self.limits(unlimited).lasting(Some(GLANCE)) };
            return self.start_search(Activity::Guess, Arc::clone(&self.game), glance);
        };
        let mut root = Game::clone(&self.game);
        root.play(expected);
        // Where the book has a move, nothing needs to be searched.
        if root.outcome().is_none() && self.move_of_book(&root).is_none() {
            let unlimited = self.limits_of_play(&root, unlimited);
            self.give_hint(Some(expected));
            self.start_search(Activity::Ponder(expected), Arc::new(root), unlimited);
        }
    }

    /// The opponent has made the move on which the engine ponders: the search becomes the one for the engine's own
    /// move, whose time begins to run now.
    pub(super) fn use_pondering(&mut self) {
        if !self.may_search() {
            return self.give_up_search();
        }
        self.search.become_own();
        let limits = self.clocks.limits(&self.game, self.settings.overhead);
        // A limit on nodes counts from the ponder hit, so the search begins again. A book may have come since.
        let begins_again = limits.nodes.is_some() && !self.search.ended || self.move_of_book(&self.game).is_some();
        if self.search.outdated || begins_again {
            self.give_up_search();
            self.think();
        } else if self.search.ended {
            let best = self.search.latest.take();
            self.make_found_move(best);
        } else {
            self.search.monitor.grant(self.budget());
        }
    }

    /// Searches on request, without playing the result.
    pub fn search(&mut self, asked: SearchRequest) {
        let waits = asked.answer_when != AnswerWhen::Found;
        let activity = if waits { Activity::Wait } else { Activity::Think };
        let root = Arc::clone(&self.game);
        let curious = self.is_curious(&asked);
        if asked.moves.as_ref().is_some_and(Vec::is_empty) || !waits && self.is_won() {
            self.search.begin(activity, root, self.clocks.timekeeper(), self.now);
            self.search.asked = Some(asked);
            return self.search_ended(None);
        }
        if let Some(best) = self.answer_of_book(&asked).filter(|_| !waits) {
            return self.tell(Event::BestMove { root, best: Some(best) });
        }
        let overhead = self.settings.overhead;
        let limits = if asked.timed && !waits { self.clocks.limits(&self.game, overhead) } else { Limits::default() };
        let contempt = if curious { 0 } else { self.settings.contempt };
        let watched = asked.answer_when == AnswerWhen::Stopped || asked.mate.is_some();
        // Reductions may hide a mate, but hardly at twice its depth.
        let deep_enough =
            asked.mate.map(|moves| u8::try_from(moves.saturating_mul(4).saturating_sub(2)).unwrap_or(u8::MAX));
        let depth = [asked.depth, deep_enough].into_iter().flatten().min();
        let (nodes, moves) = (asked.nodes, asked.moves.clone().unwrap_or_default());
        let limits = self.limits(Limits { depth, nodes, moves, contempt, plays: !curious, watched, ..limits });
        let limits = if curious { limits } else { self.at_level(limits) };
        self.start_search(activity, root, limits);
        self.search.asked = Some(asked);
    }

    /// Whether a request is a question about the position, not play.
    fn is_curious(&self, asked: &SearchRequest) -> bool {
        self.settings.analysis || asked.answer_when == AnswerWhen::Stopped || asked.mate.is_some()
    }

    /// The answer to a request from the book, if it has one.
    fn answer_of_book(&self, asked: &SearchRequest) -> Option<Info> {
        let mv = self.move_of_book(&self.game).filter(|_| !self.is_curious(asked) && asked.moves.is_none())?;
        Some(Info { pv: vec![mv], ..Info::default() })
    }

    /// Whether the requested search or job has limits, and is answered without a further command.
    pub fn ends_by_itself(&self) -> bool {
        self.search.ends_by_itself()
    }

    /// Stops a requested search and gives its answer.
    pub fn stop(&mut self) {
        if self.search.activity == Activity::Wait {
            self.release_answer();
        }
        // Otherwise the answer comes when the search has stopped.
        if matches!(self.search.activity, Activity::Think | Activity::Job(_)) {
            self.search.monitor.stop();
        }
    }

    /// Handles a ponder hit: time begins to run. Returns `false` if no search waits for one.
    pub fn ponder_hit(&mut self) -> bool {
        let Some(timed) = self.search.timed_after_hit() else { return false };
        if let Some(best) = self.search.asked.as_ref().and_then(|asked| self.answer_of_book(asked)) {
            self.search.monitor.stop();
            self.search.withhold(Some(best));
        }
        self.release_answer();
        if timed && self.search.activity == Activity::Think {
            self.search.monitor.grant(self.budget());
        }
        true
    }

    /// Releases a withheld answer: at once if the search has ended, otherwise when it does.
    fn release_answer(&mut self) {
        self.search.activity = Activity::Think;
        if self.search.ended {
            let best = self.search.latest.take();
            self.answer(best);
        }
    }

    fn answer(&mut self, best: Option<Info>) {
        self.search.finish();
        self.show_at_last(best.as_ref());
        self.tell(Event::BestMove { root: self.search.root(), best });
    }

    /// Shows the line of the move that is chosen: one that changed at the very end has not been shown yet. A move that
    /// was not searched has nothing to show.
    fn show_at_last(&mut self, chosen: Option<&Info>) {
        if let Some(chosen) = chosen.filter(|chosen| !self.search.has_shown(chosen) && chosen.nodes > 0) {
            self.show(chosen);
        }
    }

    /// Thinks about the position until told otherwise.
    fn analyze(&mut self) {
        self.analysis_due = false;
        // A game that ended by claim or agreement can still be analysed.
        if !self.playable || self.is_paused() {
            return;
        }
        if self.game.outcome().is_some_and(ends_on_board) {
            self.announce_result();
            return;
        }
        let moves = self.included();
        if moves.is_empty() {
            return;
        }
        let moves = if self.excluded.is_empty() { Vec::new() } else { moves };
        let limits = self.limits(Limits { moves, watched: true, ..Limits::default() });
        self.start_search(Activity::Analyze, Arc::clone(&self.game), limits);
    }

    /// Resumes an analysis after a request, if the request or something else has disturbed it.
    pub fn resume_analysis(&mut self, disturbed: bool) {
        if self.mode == Mode::Analyze && (disturbed || self.analysis_due) {
            self.analyze();
        }
    }

    /// The root moves of the analysis.
    pub fn included(&self) -> Vec<Move> {
        let mut moves = self.game.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves
    }

    /// Excludes legal moves from the analysis.
    pub fn exclude(&mut self, moves: &[Move]) {
        let before = self.excluded.len();
        for mv in moves {
            if !self.excluded.contains(mv) {
                self.excluded.push(*mv);
            }
        }
        self.selection_changed(before);
    }

    /// Includes moves in the analysis that were excluded.
    pub fn include(&mut self, moves: &[Move]) {
        let before = self.excluded.len();
        self.excluded.retain(|mv| !moves.contains(mv));
        self.selection_changed(before);
    }

    /// Gives up an analysis if another number of moves than before is excluded.
    fn selection_changed(&mut self, before: usize) {
        if self.mode == Mode::Analyze && self.excluded.len() != before {
            self.give_up_search();
            self.analysis_due = true;
        }
    }

    /// Handles an intermediate search report.
    fn hear_info(&mut self, info: Info) {
        // Early changes of mind are not worth a line.
        const SETTLED: Duration = Duration::from_millis(500);
        self.tell_shortage(info.threads);
        // With MultiPV, lines are reported together at the end of an iteration.
        let worth_showing = info.finished || info.time >= SETTLED || self.settings.lines > 1;
        let shown =
            !matches!(self.search.activity, Activity::Hint | Activity::Guess) && info.multipv <= self.settings.lines;
        if worth_showing && shown {
            self.show(&info);
        }
        if mem::take(&mut self.search.hint_due) {
            self.give_hint(info.best_move());
        }
        if self.search.finds_mate(&info) {
            self.search.monitor.stop();
        }
        self.search.note(info);
    }

    /// Reports that fewer threads search than are configured, whenever that has changed.
    fn tell_shortage(&mut self, searching: usize) {
        let set = self.settings.threads;
        // Weaker levels use one thread on purpose.
        if (1..set).contains(&searching) && self.settings.level.is_none() {
            let shortage = Shortage { set, searching, cores: cores() };
            if self.shortage.replace(shortage) != Some(shortage) {
                self.tell(Event::FewerThreads(shortage));
            }
        }
    }

    fn show(&mut self, info: &Info) {
        self.search.note_shown(info, self.now);
        let time = self.clocks.time_of(info.nodes).unwrap_or(info.time);
        self.tell(Event::Thinking { root: self.search.root(), info: info.clone(), time });
    }

    /// Handles the end of a search, by itself or because its move was requested.
    fn search_ended(&mut self, best: Option<Info>) {
        let best = best.or_else(|| self.search.latest.take());
        if best.is_none() && self.search.asked.is_some() {
            self.tell_no_move();
        }
        let first = best.as_ref().and_then(Info::best_move);
        let hint_due = mem::take(&mut self.search.hint_due);
        match self.search.activity {
            Activity::Think if self.search.asked.is_some() => self.answer(best),
            Activity::Think => self.make_found_move(best),
            Activity::Hint => {
                self.search.finish();
                self.give_hint(first);
            }
            Activity::Guess => {
                self.search.finish();
                self.expected = first;
                if self.expected.is_some() {
                    self.ponder();
                }
                // Pondering begins with the hint.
                if hint_due && self.search.is_idle() {
                    self.give_hint(first);
                }
            }
            Activity::Ponder(_) | Activity::Analyze | Activity::Wait => {
                if hint_due {
                    self.give_hint(first);
                }
                self.search.withhold(best);
            }
            // The end of a job is reported as `News::Finished`, and no search ends while the session is idle.
            Activity::Job(_) | Activity::Idle => {}
        }
    }

    /// Makes the engine's move: the best one or, in an opening that varies, one that is about as good.
    fn make_found_move(&mut self, best: Option<Info>) {
        let varies = self.opening.varies(&self.game);
        let choose = |best| if varies { one_of_the_best(best, &self.search.lines) } else { best };
        let best = best.map(choose);
        // A GUI stores the line shown last with the move.
        self.show_at_last(best.as_ref().filter(|_| varies));
        self.make_own_move(best);
    }

    /// Suggests a move: from what is known, or by a short search.
    pub fn hint(&mut self) {
        let best = self.search.best_move();
        match self.search.activity {
            Activity::Think | Activity::Hint | Activity::Wait | Activity::Job(_) => {}
            Activity::Ponder(expected) => self.give_hint(Some(expected)),
            Activity::Analyze | Activity::Guess if best.is_some() => self.give_hint(best),
            // With the next report, if there will be one.
            Activity::Analyze | Activity::Guess => self.search.hint_due = !self.search.ended,
            // An idle analysis has no moves to choose from.
            Activity::Idle if self.mode == Mode::Analyze => {}
            Activity::Idle if self.expected.is_some() => self.give_hint(self.expected),
            Activity::Idle if self.playable && self.game.has_legal_move() => {
                let limits = Limits { plays: true, ..Limits::default().lasting(Some(HINT_TIME)) };
                let limits = Limits { multipv: 1, ..self.limits(limits) };
                self.start_search(Activity::Hint, Arc::clone(&self.game), limits);
            }
            Activity::Idle => {}
        }
    }

    fn give_hint(&mut self, hint: Option<Move>) {
        if let Some(mv) = hint.filter(|mv| self.game.legal_moves().contains(mv)) {
            let game = Arc::clone(&self.game);
            self.tell(Event::Hint { game, mv });
        }
    }

    /// The progress of the analysis; `None` outside one.
    pub fn status(&self) -> Option<Status> {
        (self.mode == Mode::Analyze && self.playable).then(|| self.search_status())
    }

    pub(super) fn search_status(&self) -> Status {
        let status = self.search.status(self.included().len());
        let time = self.clocks.time_of(status.nodes).unwrap_or(status.time);
        Status { time, ..status }
    }

    /// Overrides the score of the current position, in searches up to a depth, until another game begins.
    pub fn set_score(&mut self, score: Score, depth: u32) {
        if self.playable {
            self.given.retain(|given| given.key != self.game.key());
            self.given.push(GivenScore { key: self.game.key(), score, depth });
            // Results found without it no longer hold.
            self.clear_hash();
        }
    }
}
