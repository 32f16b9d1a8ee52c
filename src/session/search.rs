//! The search in progress, or the last one: what it is for, what it has found, and what has been shown of that.

use super::events::{Activity, AnswerWhen, Job, Order, SearchRequest, Status};
use crate::game::Game;
use crate::position::Move;
use crate::search::{Info, IterationProgress, Limits, Monitor, Timekeeper};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a search may be silent before its progress is reported.
const SILENCE: Duration = Duration::from_secs(1);

/// The current search, or the last one.
#[derive(Debug)]
pub struct Search {
    pub activity: Activity,
    /// Reports with another number belong to an abandoned search.
    number: u64,
    pub monitor: Arc<Monitor>,
    /// Time and nodes used before the ponder hit, when the engine's own time began to run.
    pondered: (Duration, u64),
    root: Arc<Game>,
    /// The latest report of the best line.
    pub latest: Option<Info>,
    /// The first move of the best line shown last.
    shown: Option<Move>,
    /// The latest finished line of each MultiPV index.
    pub lines: Vec<Info>,
    /// Whether it has ended by itself, so that only its result is still needed.
    pub ended: bool,
    /// Whether the limits of the engine's moves have changed since it began.
    pub outdated: bool,
    /// Whether a hint is to be given with the first report.
    pub hint_due: bool,
    /// The request that it answers; `None` if the engine searches for itself.
    pub asked: Option<SearchRequest>,
    /// When it began, or was last reported on.
    pub reported: Instant,
}

impl Search {
    /// No search so far.
    pub fn none(root: Arc<Game>, now: Instant) -> Self {
        Self {
            activity: Activity::Idle,
            number: 0,
            monitor: Arc::default(),
            pondered: (Duration::ZERO, 0),
            root,
            latest: None,
            shown: None,
            lines: Vec::new(),
            ended: true,
            outdated: false,
            hint_due: false,
            asked: None,
            reported: now,
        }
    }

    /// Begins a search, which replaces the one before it.
    pub fn begin(&mut self, activity: Activity, root: Arc<Game>, timekeeper: Timekeeper, now: Instant) {
        let (number, monitor) = (self.number + 1, Arc::new(Monitor::new(timekeeper)));
        *self = Self { activity, number, monitor, ended: false, ..Self::none(root, now) };
    }

    /// What the search thread needs.
    pub fn order(&self, limits: Limits) -> Order {
        Order { number: self.number, game: Arc::clone(&self.root), limits, monitor: Arc::clone(&self.monitor) }
    }

    pub fn is_idle(&self) -> bool {
        self.activity == Activity::Idle
    }

    pub fn root(&self) -> Arc<Game> {
        Arc::clone(&self.root)
    }

    /// Whether reports with this number are about it.
    pub fn awaits(&self, number: u64) -> bool {
        number == self.number && !self.is_idle()
    }

    /// Whether it was requested, has limits, and is answered without a further command.
    pub fn ends_by_itself(&self) -> bool {
        match self.activity {
            Activity::Think => self.asked.as_ref().is_some_and(SearchRequest::is_bounded),
            Activity::Job(job) => job != Job::Solve(None),
            _ => false,
        }
    }

    /// Whether its time begins to run at the ponder hit; `None` if it does not wait for one.
    pub fn timed_after_hit(&self) -> Option<bool> {
        let asked = self.asked.as_ref().filter(|asked| asked.answer_when == AnswerWhen::PonderHit);
        asked.map(|asked| asked.timed).filter(|_| self.activity == Activity::Wait)
    }

    /// Notes that it is over: later reports of it are ignored.
    pub fn finish(&mut self) {
        self.activity = Activity::Idle;
    }

    /// Stops it, whatever its purpose, and discards its result.
    pub fn give_up(&mut self) {
        if !self.is_idle() {
            self.finish();
            self.latest = None;
            self.monitor.abandon();
        }
    }

    /// Turns a search during the opponent's time into the one for the engine's own move.
    pub fn become_own(&mut self) {
        self.activity = Activity::Think;
        self.pondered = (self.monitor.elapsed(), self.monitor.nodes());
    }

    /// Notes that it has ended, and keeps its result until that is needed.
    pub fn withhold(&mut self, best: Option<Info>) {
        self.ended = true;
        self.latest = best;
    }

    /// Notes a report.
    pub fn note(&mut self, info: Info) {
        if info.finished {
            self.lines.retain(|known| known.multipv != info.multipv);
            self.lines.push(info.clone());
        }
        if info.multipv == 1 {
            self.latest = Some(info);
        }
    }

    /// Whether a report has the mate that was requested.
    pub fn finds_mate(&self, info: &Info) -> bool {
        let asked = self.asked.as_ref().and_then(|asked| asked.mate);
        let mate = info.score.mate_in_moves().filter(|_| info.multipv == 1).and_then(|moves| u32::try_from(moves).ok());
        asked.zip(mate).is_some_and(|(asked, mate)| (1..=asked).contains(&mate))
    }

    /// The best move so far.
    pub fn best_move(&self) -> Option<Move> {
        self.latest.as_ref().and_then(Info::best_move)
    }

    /// Notes that a line is shown.
    pub fn note_shown(&mut self, info: &Info, now: Instant) {
        self.reported = now;
        if info.multipv == 1 {
            self.shown = info.best_move();
        }
    }

    /// Whether the best line shown last begins with the same move as this one.
    pub fn has_shown(&self, info: &Info) -> bool {
        self.shown == info.best_move()
    }

    /// Whether it runs, and has progress to report.
    fn runs(&self) -> bool {
        let searches = matches!(
            self.activity,
            Activity::Analyze | Activity::Think | Activity::Wait | Activity::Job(Job::Solve(_))
        );
        searches && !self.ended
    }

    /// When its progress is to be reported, unless it reports something else before.
    pub fn progress_due(&self) -> Option<Instant> {
        self.runs().then_some(self.reported + SILENCE)
    }

    /// Time used since the engine's own time began to run.
    pub fn time_used(&self) -> Duration {
        self.monitor.elapsed().saturating_sub(self.pondered.0)
    }

    /// Of the nodes of a result, those since then.
    pub fn nodes_used(&self, best: &Info) -> u64 {
        best.nodes.saturating_sub(self.pondered.1)
    }

    /// Its progress; `moves` is the number of root moves.
    pub fn status(&self, moves: usize) -> Status {
        let known = self.monitor.progress();
        let (progress, time, nodes) = match &self.latest {
            _ if self.runs() => (known, self.monitor.elapsed(), self.monitor.nodes()),
            Some(info) => (IterationProgress { left: 0, current: None, ..known }, info.time, info.nodes),
            // What the monitor knows is the progress of another search.
            None => Default::default(),
        };
        Status { root: self.root(), progress, time, nodes, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn where_nothing_is_searched_no_time_passes() {
        let search = Search::none(Arc::new(Game::bundled("normal")), Instant::now());
        thread::sleep(Duration::from_millis(20));
        let Status { time, nodes, .. } = search.status(20);
        assert_eq!((time, nodes), (Duration::ZERO, 0));
    }
}
