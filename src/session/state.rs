//! What a session knows: the game on the board, whose moves the engine makes,
//! the search that runs, clocks, settings, the book.
//!
//! Requests about moves and results stand in `play.rs`, about positions in
//! `positions.rs`, about searches and their news in `think.rs`.

use super::claims::Referee;
use super::clocks::{Clocks, Pace};
use super::events::{
    Activity, AnswerWhen, Ending, Event, LessMemory, Mode, News, Order, Outgoing, SearchRequest, Shortage, Task,
};
use super::options::{Setting, Settings, Value};
use super::pending::Pending;
use super::trend::ScoreTrend;
use crate::board::Color;
use crate::game::book::Book;
use crate::game::{Game, GameError};
use crate::position::Move;
use crate::search::{Budget, Control, GivenScore, Info, Limits, Monitor, Score, StaticEvaluator};
use crate::text::Report;
use crate::variant::{Library, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long nothing is heard of a search that is to report its progress.
const SILENCE: Duration = Duration::from_secs(1);

/// The search that runs, or the last one.
#[derive(Debug)]
pub(super) struct Search {
    pub activity: Activity,
    /// News with another number is of a search given up.
    pub number: u64,
    pub monitor: Arc<Monitor>,
    /// What it had used before the ponder hit, when the engine's own time began to run.
    pub pondered: Duration,
    pub root: Arc<Game>,
    /// The latest news of the best line.
    pub latest: Option<Info>,
    /// The first move of the best line that was shown last.
    pub shown: Option<Move>,
    /// The latest finished line of each number in MultiPV.
    pub multipv: Vec<Info>,
    /// Whether it has ended by itself, and only its result is still of use.
    pub ended: bool,
    /// Whether a hint waits for its first news.
    pub hint_due: bool,
    /// What was asked for, where it is no search of the engine's own.
    pub asked: Option<SearchRequest>,
}

impl Search {
    fn none(root: Arc<Game>) -> Self {
        Self {
            activity: Activity::Idle,
            number: 0,
            monitor: Arc::default(),
            pondered: Duration::ZERO,
            root,
            latest: None,
            shown: None,
            multipv: Vec::new(),
            ended: true,
            hint_due: false,
            asked: None,
        }
    }
}

/// What has been said of how the game on the board ends.
#[derive(Debug, Default)]
pub(super) struct GameEnd {
    pub announced: Option<Ending>,
    /// Whether somebody has said that the game is over, or the engine has resigned.
    pub declared: bool,
    pub draw_offered: bool,
    /// What the engine's scores say of offers and of resigning.
    pub trend: ScoreTrend,
}

/// What an analysis looks at.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub excluded: Vec<Move>,
    /// Whether it has to start again.
    pub due: bool,
}

/// An engine at work.
#[derive(Debug)]
pub struct Session {
    outbox: Vec<Outgoing>,
    /// Set when it will end: nothing is searched any more.
    pub(super) shutting_down: bool,
    pending: Pending,
    /// News that came during a pause.
    pub(super) held: Vec<(u64, News)>,
    /// When it was last told what time it is.
    pub(super) now: Instant,
    library: Library,
    /// Whether variant files have been read.
    library_read: bool,
    /// A game of the first variant, at its start.
    standard: Game,
    pub(super) game: Arc<Game>,
    pub(super) mode: Mode,
    /// The colour that the engine plays or played last.
    pub(super) engine: Color,
    pub(super) search: Search,
    pub(super) paused: bool,
    /// Whether the position on the board is one that can be played.
    pub(super) playable: bool,
    /// What has been said of how the game ends.
    pub(super) end: GameEnd,
    /// The reply expected to the engine's latest move.
    pub(super) expected: Option<Move>,
    pub(super) analysis: Analysis,
    /// Scores laid down from outside.
    pub(super) given: Vec<GivenScore>,
    pub(super) clocks: Clocks,
    pub(super) book: Option<Book>,
    /// The complaints about it that have been told since it was set.
    book_faults: Vec<String>,
    pub(super) settings: Settings,
    /// Whether the engine varies its first moves.
    pub(super) varied: bool,
    /// Who judges what the engine claims and hands on its moves; without one
    /// everything is claimed and played.
    pub(super) referee: Option<Referee>,
    /// The last shortage of threads that was told of.
    pub(super) shortage: Option<Shortage>,
    /// The variant for which the memory has all that searches need.
    prepared_for: Option<Arc<Variant>>,
    /// What [`evaluate`](Self::evaluate) has used last.
    evaluator: Option<StaticEvaluator>,
    reports_progress: bool,
    /// When the search began, or was last told of.
    pub(super) last_news: Instant,
}

impl Session {
    /// A session that has not begun: the start position of the first variant,
    /// and the engine plays nobody. The first that is to be done is to read the
    /// variant files.
    ///
    /// # Errors
    ///
    /// When the first variant cannot be played.
    pub fn new(library: Library, now: Instant) -> Result<Self, GameError> {
        let standard = Game::new(&library.first())?;
        let game = Arc::new(standard.clone());
        Ok(Self {
            outbox: vec![Outgoing::Do(Task::LoadLibrary(String::new()))],
            shutting_down: false,
            pending: Pending::library(),
            held: Vec::new(),
            now,
            library,
            library_read: false,
            standard,
            mode: Mode::Force,
            engine: Color::White,
            search: Search::none(Arc::clone(&game)),
            game,
            paused: false,
            playable: true,
            end: GameEnd::default(),
            expected: None,
            analysis: Analysis::default(),
            given: Vec::new(),
            clocks: Clocks::new(now),
            book: None,
            book_faults: Vec::new(),
            settings: Settings::default(),
            varied: false,
            referee: None,
            shortage: None,
            prepared_for: None,
            evaluator: None,
            reports_progress: false,
            last_news: now,
        })
    }

    /// Takes out the events and tasks that have come up since the last call, in order.
    pub fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outbox)
    }

    pub fn set_time(&mut self, now: Instant) {
        self.now = now;
    }

    pub fn time(&self) -> Instant {
        self.now
    }

    /// When it is to be told the time, if nothing else happens.
    pub fn deadline(&self) -> Option<Instant> {
        self.pending.deadline().into_iter().chain(self.progress_due()).min()
    }

    /// Lets the session tell how a search is getting on whenever it has long found nothing new.
    pub fn report_progress(&mut self) {
        self.reports_progress = true;
    }

    /// When to tell how the search is getting on.
    fn progress_due(&self) -> Option<Instant> {
        let searches = matches!(self.search.activity, Activity::Think | Activity::Wait) && !self.search.ended;
        (self.reports_progress && searches && !self.paused).then_some(self.last_news + SILENCE)
    }

    /// Time has passed.
    pub fn hear_time(&mut self, now: Instant) {
        self.now = now;
        self.pending.time_has_passed(now);
        if self.progress_due().is_some_and(|due| due <= now) {
            self.last_news = now;
            self.tell(Event::Progress(self.search_status()));
        }
    }

    /// A hash table is smaller than it was to be.
    pub fn hear_less_memory(&mut self, less: LessMemory) {
        self.tell(Event::LessMemory(less));
    }

    /// What was asked for by [`Task::ResizeMemory`], [`Task::ClearMemory`] or [`Task::Prepare`] is done.
    pub fn hear_ready(&mut self) {
        self.pending.memory_has_come();
    }

    /// A book is open, if it is one.
    pub fn hear_book(&mut self, book: Option<Book>, reports: Vec<Report>) {
        self.pending.book_has_come();
        self.book = book;
        // A book is opened again with each new library.
        let texts: Vec<String> = reports.iter().map(Report::to_string).collect();
        if texts != self.book_faults {
            self.book_faults = texts;
            self.tell(Event::Book(reports));
        }
    }

    /// The variant files have been read.
    pub fn hear_library(&mut self, library: Library, reports: Vec<Report>) {
        self.pending.library = false;
        self.library = library;
        if let Ok(standard) = Game::new(&self.library.first()) {
            self.standard = standard;
        }
        if !std::mem::replace(&mut self.library_read, true) {
            self.game = Arc::new(self.standard.clone());
        }
        self.tell(Event::Library(reports));
        // Its moves are those of the old variants.
        self.open_book();
    }

    /// The end is near: what was asked before can still be answered, but
    /// nothing is searched any more, and files are not waited for long.
    pub fn shut_down(&mut self) {
        self.shutting_down = true;
        self.pending.shut_down(self.now);
    }

    /// Whether nothing should be asked, since variant files are being read.
    pub fn is_reading_library(&self) -> bool {
        self.pending.library
    }

    /// Whether a hash table or a book is on its way.
    pub fn is_preparing(&self) -> bool {
        self.pending.has_any()
    }

    /// Whether a book is on its way, without which no move should be made.
    pub fn is_opening_book(&self) -> bool {
        self.pending.has_book()
    }

    /// All variants that can be played.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A game of the variant with a name, an alias, or a size before its name,
    /// if it can be played.
    pub fn new_game(&self, name: &str) -> Option<Game> {
        self.library.get(name).and_then(|variant| Game::new(&variant).ok())
    }

    pub fn standard_game(&self) -> Game {
        self.standard.clone()
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the search is for.
    pub fn activity(&self) -> Activity {
        self.search.activity
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Changes a setting, and does what follows from that.
    pub fn set(&mut self, setting: Setting, value: Value) {
        let before = self.settings.clone();
        self.settings.set(setting, value);
        match setting {
            Setting::Directory | Setting::Reload => self.read_library(),
            Setting::BookFile => {
                self.book_faults.clear();
                self.open_book();
            }
            Setting::TunedValues | Setting::Network if self.settings != before => {
                self.prepared_for = None;
                self.evaluator = None;
            }
            Setting::Memory if self.settings.memory != before.memory => {
                self.prepared_for = None;
                self.hand_over(Task::ResizeMemory(self.settings.memory));
            }
            Setting::Ponder if self.settings.ponder => self.ponder(),
            Setting::Ponder if self.search.activity.is_pondering() => self.give_up_search(),
            // What they are set to is asked for when it matters.
            Setting::TunedValues | Setting::Network | Setting::Memory | Setting::Ponder => {}
            Setting::Contempt | Setting::Overhead | Setting::Resign | Setting::Lines | Setting::Threads => {}
            Setting::Level | Setting::ClaimWins | Setting::Analysis | Setting::OwnBook => {}
        }
    }

    /// Whether a search would have to begin again under another value of a setting.
    pub fn concerns_search(&self, setting: Setting, value: Value) -> bool {
        let mut settings = self.settings.clone();
        settings.set(setting, value);
        setting.concerns_search() && settings != self.settings
    }

    /// Whether the engine is to vary its first moves.
    pub fn vary(&mut self, on: bool) {
        self.varied = on;
    }

    /// Whether the engine varies its first moves.
    pub fn is_varied(&self) -> bool {
        self.varied
    }

    /// Says who judges what the engine claims and hands on its moves; without
    /// one everything is claimed and played.
    pub fn set_referee(&mut self, referee: Option<Referee>) {
        self.referee = referee;
    }

    /// Changes how time is granted, from this move on.
    pub fn set_control(&mut self, control: Control) {
        self.clocks.set_control(control, self.game.moves_made());
    }

    pub fn set_pace(&mut self, pace: Pace) {
        self.clocks.pace = pace;
    }

    /// Limits how deep the engine thinks, in plies.
    pub fn set_depth(&mut self, depth: Option<u8>) {
        self.clocks.depth = depth;
    }

    pub fn set_clock(&mut self, color: Color, remaining: Duration) {
        self.clocks.set(color, remaining);
    }

    /// What the clocks grant the next move of the side to move.
    pub fn budget(&self) -> Budget {
        self.clocks.budget(&self.game, self.settings.overhead)
    }

    /// The engine is about to play the side to move: what it was told of its clock and its opponent's since the last
    /// move was meant so, whatever it played before.
    pub fn turn_clocks_to_mover(&mut self) {
        if self.engine_color() != self.game.side() {
            self.clocks.swap_if_set();
        }
    }

    /// The colour whose clock is the engine's.
    pub fn engine_color(&self) -> Color {
        match self.mode {
            Mode::Play(color) => color,
            Mode::Force | Mode::Analyze => self.engine,
        }
    }

    /// Clears what searches have found.
    pub fn clear_hash(&mut self) {
        self.hand_over(Task::ClearMemory);
    }

    /// Derives beforehand what searches of the game need to know, unless that has been done or one is running: a first
    /// move should not pay for it.
    pub fn prepare(&mut self) {
        let variant = self.game.variant();
        let known = self.prepared_for.as_ref().is_some_and(|known| Arc::ptr_eq(known, variant));
        if known || self.search.activity != Activity::Idle {
            return;
        }
        self.prepared_for = Some(Arc::clone(variant));
        let limits = self.limits(Limits::default());
        self.hand_over(Task::Prepare(Arc::clone(&self.game), Box::new(limits)));
    }

    /// What the position on the board is worth without a search, for the side to move.
    pub fn evaluate(&mut self) -> Score {
        let known = self.evaluator.as_ref().and_then(|evaluator| evaluator.evaluate(&self.game));
        known.unwrap_or_else(|| {
            let made = self.evaluator.insert(StaticEvaluator::new(&self.game, &self.settings.evaluation));
            made.evaluate(&self.game).expect("it was made for this game")
        })
    }

    /// Hands over a task whose end is reported by [`hear_ready`](Self::hear_ready).
    fn hand_over(&mut self, task: Task) {
        if !self.shutting_down {
            self.pending.ask_for_memory();
            self.outbox.push(Outgoing::Do(task));
        }
    }

    /// Has the book opened that is set, or closes the one that is not.
    fn open_book(&mut self) {
        self.book = None;
        let file = self.settings.book_file.clone();
        if !file.is_empty() {
            let library = self.library.clone();
            self.pending.ask_for_book();
            self.outbox.push(Outgoing::Do(Task::OpenBook(file, library)));
            if self.shutting_down {
                self.pending.wait_a_while(self.now);
            }
        }
    }

    /// Has the variant files read, before anything else is done.
    fn read_library(&mut self) {
        self.pending.library = true;
        self.outbox.push(Outgoing::Do(Task::LoadLibrary(self.settings.directory.clone())));
    }

    /// The book's moves in this position with their weights; nothing without a book.
    pub fn book_moves(&self) -> Option<Vec<(Move, u64)>> {
        self.book.as_ref().filter(|_| self.playable).map(|book| book.moves(&self.game))
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.outbox.push(Outgoing::Tell(event));
    }

    pub(super) fn start_search(&mut self, activity: Activity, root: Arc<Game>, limits: Limits) {
        if !self.shutting_down {
            self.prepared_for = Some(Arc::clone(root.variant()));
            self.last_news = self.now;
            let order = self.order(activity, root, limits);
            self.outbox.push(Outgoing::Do(Task::Search(Box::new(order))));
        }
    }

    /// Counts the positions at a depth, below each move.
    pub fn count(&mut self, depth: u32) {
        if !self.shutting_down {
            let order = self.order(Activity::Count, Arc::clone(&self.game), Limits::default());
            self.outbox.push(Outgoing::Do(Task::Count(Box::new(order), depth)));
        }
    }

    /// Looks for a mate by checks alone, for at most so long where there is a limit.
    pub fn solve(&mut self, time: Option<Duration>) {
        if !self.shutting_down {
            let limits = Limits::default().lasting(time);
            let order = self.order(Activity::Solve, Arc::clone(&self.game), limits);
            let answer_when = if time.is_some() { AnswerWhen::Found } else { AnswerWhen::Stopped };
            self.search.asked = Some(SearchRequest { answer_when, ..SearchRequest::default() });
            self.outbox.push(Outgoing::Do(Task::Solve(Box::new(order))));
        }
    }

    /// Searches the fixed positions.
    pub fn bench(&mut self) {
        if !self.shutting_down {
            let order = self.order(Activity::Bench, Arc::clone(&self.game), Limits::default());
            self.outbox.push(Outgoing::Do(Task::Bench(Box::new(order))));
        }
    }

    fn order(&mut self, activity: Activity, root: Arc<Game>, limits: Limits) -> Order {
        let number = self.search.number + 1;
        let monitor = Arc::new(Monitor::new(self.clocks.timekeeper()));
        let order = Order { number, game: Arc::clone(&root), limits, monitor: Arc::clone(&monitor) };
        self.search = Search { activity, number, monitor, ended: false, ..Search::none(root) };
        order
    }

    /// Ends the search, whatever it was for, and forgets its result.
    pub fn give_up_search(&mut self) {
        if self.search.activity != Activity::Idle {
            self.search.activity = Activity::Idle;
            self.search.latest = None;
            self.search.monitor.stop();
        }
    }

    /// Ends a search for a move or a hint with what it has found.
    pub fn move_now(&mut self) {
        if matches!(self.search.activity, Activity::Think | Activity::Hint) {
            self.search.monitor.stop();
        }
    }

    /// Freezes the search and the clocks.
    pub fn pause(&mut self) {
        self.paused = true;
        self.clocks.pause(self.now);
        self.search.monitor.pause();
    }

    pub fn resume(&mut self) {
        self.paused = false;
        self.clocks.resume(self.now);
        self.search.monitor.resume();
        for (number, news) in std::mem::take(&mut self.held) {
            self.hear_search(number, news, self.now);
        }
    }

    /// Goes on after a pause, without the news that came during it.
    pub fn resume_anew(&mut self) {
        self.held.clear();
        self.resume();
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }
}

/// What tests want to know besides.
#[cfg(test)]
impl Session {
    /// Whether the search has ended, and its answer waits for its time.
    pub fn has_found(&self) -> bool {
        self.search.ended
    }

    /// Whether the engine may think on the opponent's time.
    pub fn may_ponder(&self) -> bool {
        self.settings.ponder
    }
}
