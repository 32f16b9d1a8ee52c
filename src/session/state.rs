//! The state of a session: the game on the board, the side the engine plays,
//! the running search, clocks, settings, the book.
//!
//! Its methods are split over several files: moves and results are in `play.rs`, positions in `positions.rs`, settings
//! and clocks in `configure.rs`, searches and their reports in `think.rs`, delegated work in `orders.rs`.

use super::claims::Referee;
use super::clocks::Clocks;
use super::events::{Activity, Ending, Event, LessMemory, Mode, News, Outgoing, SearchRequest, Shortage, Task};
use super::options::Settings;
use super::pending::Pending;
use super::trend::ScoreTrend;
use crate::board::Color;
use crate::game::book::Book;
use crate::game::{Game, GameError};
use crate::position::Move;
use crate::search::{GivenScore, Info, Monitor, Score, StaticEvaluator};
use crate::text::Report;
use crate::variant::{Library, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a search may be silent before its progress is reported.
const SILENCE: Duration = Duration::from_secs(1);

/// The current search, or the last one.
#[derive(Debug)]
pub(super) struct Search {
    pub activity: Activity,
    /// Reports with another number belong to an abandoned search.
    pub number: u64,
    pub monitor: Arc<Monitor>,
    /// Time used before the ponder hit, when the engine's own time began to run.
    pub pondered: Duration,
    pub root: Arc<Game>,
    /// The latest report of the best line.
    pub latest: Option<Info>,
    /// The first move of the best line shown last.
    pub shown: Option<Move>,
    /// The latest finished line of each MultiPV index.
    pub multipv: Vec<Info>,
    /// Whether it has ended by itself, and only its result is still needed.
    pub ended: bool,
    /// Whether a hint is to be given with the first report.
    pub hint_due: bool,
    /// The request, unless the search is for the engine itself.
    pub asked: Option<SearchRequest>,
}

impl Search {
    pub(super) fn none(root: Arc<Game>) -> Self {
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

/// Announcements about the end of the game on the board.
#[derive(Debug, Default)]
pub(super) struct GameEnd {
    pub announced: Option<Ending>,
    /// Whether the game was declared over, or the engine has resigned.
    pub declared: bool,
    pub draw_offered: bool,
    /// What the engine's scores suggest about draw offers and resigning.
    pub trend: ScoreTrend,
}

/// The state of an analysis.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub excluded: Vec<Move>,
    /// Whether it must be restarted.
    pub due: bool,
}

/// An engine at work.
#[derive(Debug)]
pub struct Session {
    // Output, and work in progress.
    pub(super) outbox: Vec<Outgoing>,
    pub(super) pending: Pending,
    /// The time of the latest call that passed one.
    pub(super) now: Instant,
    /// Whether it is shutting down: no more searches are started.
    pub(super) shutting_down: bool,

    // The known games.
    pub(super) library: Library,
    /// Whether the variant files have been read.
    library_read: bool,
    /// A game of the first variant, at its start.
    standard: Game,

    // The game in progress.
    pub(super) game: Arc<Game>,
    /// Whether the position on the board is playable.
    pub(super) playable: bool,
    pub(super) mode: Mode,
    /// The colour that the engine plays or played last.
    pub(super) engine: Color,
    /// The expected reply to the engine's latest move.
    pub(super) expected: Option<Move>,
    pub(super) clocks: Clocks,
    /// Announcements about the end of the game.
    pub(super) end: GameEnd,

    // The search.
    pub(super) search: Search,
    pub(super) analysis: Analysis,
    pub(super) paused: bool,
    /// Reports that arrived during a pause.
    pub(super) held: Vec<(u64, News)>,
    /// When the search began, or was last reported on.
    pub(super) last_news: Instant,
    reports_progress: bool,
    /// The last shortage of threads that was reported.
    pub(super) shortage: Option<Shortage>,
    /// The variant for which all tables that searches need have been derived.
    pub(super) prepared_for: Option<Arc<Variant>>,
    /// The evaluator that [`evaluate`](Self::evaluate) used last.
    pub(super) evaluator: Option<StaticEvaluator>,

    // The way the engine plays.
    pub(super) settings: Settings,
    /// Whether the engine varies its first moves.
    pub(super) varied: bool,
    pub(super) book: Option<Book>,
    /// The faults of the book that have been reported since it was set.
    pub(super) book_faults: Vec<String>,
    /// Scores given from outside.
    pub(super) given: Vec<GivenScore>,
    /// The referee of claims, who also forwards moves; without one
    /// everything is claimed and played.
    pub(super) referee: Option<Referee>,
}

impl Session {
    /// Creates a session that has not begun: the start position of the first variant,
    /// with the engine in force mode. The variant files are to be
    /// read first.
    ///
    /// # Errors
    ///
    /// If the first variant cannot be played.
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

    /// Takes out the events and tasks since the last call, in order.
    pub fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outbox)
    }

    pub fn set_time(&mut self, now: Instant) {
        self.now = now;
    }

    pub fn time(&self) -> Instant {
        self.now
    }

    /// When [`hear_time`](Self::hear_time) must be called, if nothing else happens.
    pub fn deadline(&self) -> Option<Instant> {
        self.pending.deadline().into_iter().chain(self.progress_due()).min()
    }

    /// Enables progress reports whenever a search has been silent for a while.
    pub fn report_progress(&mut self) {
        self.reports_progress = true;
    }

    /// When progress of the search is to be reported.
    fn progress_due(&self) -> Option<Instant> {
        let searches = matches!(self.search.activity, Activity::Think | Activity::Wait) && !self.search.ended;
        (self.reports_progress && searches && !self.paused).then_some(self.last_news + SILENCE)
    }

    /// Handles the passage of time.
    pub fn hear_time(&mut self, now: Instant) {
        self.now = now;
        self.pending.time_has_passed(now);
        if self.progress_due().is_some_and(|due| due <= now) {
            self.last_news = now;
            self.tell(Event::Progress(self.search_status()));
        }
    }

    /// Handles a hash table that is smaller than requested.
    pub fn hear_less_memory(&mut self, less: LessMemory) {
        self.tell(Event::LessMemory(less));
    }

    /// Handles the end of a [`Task::ResizeMemory`], [`Task::ClearMemory`] or [`Task::Prepare`].
    pub fn hear_ready(&mut self) {
        self.pending.memory_has_come();
    }

    /// Handles a book that has been opened, if it is one.
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

    /// Handles variant files that have been read.
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
        // Its moves belong to the old variants.
        self.open_book();
    }

    /// Shuts down: pending requests are still answered, but
    /// no search is started, and files are awaited only briefly.
    pub fn shut_down(&mut self) {
        self.shutting_down = true;
        self.pending.shut_down(self.now);
    }

    /// Whether variant files are being read, during which nothing should be requested.
    pub fn is_reading_library(&self) -> bool {
        self.pending.library
    }

    /// Whether a hash table or a book is pending.
    pub fn is_preparing(&self) -> bool {
        self.pending.has_any()
    }

    /// Whether a book is being opened, without which no move should be made.
    pub fn is_opening_book(&self) -> bool {
        self.pending.has_book()
    }

    /// All variants that can be played.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A game of the variant with this name or alias, possibly with a size before it,
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

    /// The purpose of the search.
    pub fn activity(&self) -> Activity {
        self.search.activity
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The static evaluation of the position on the board, for the side to move.
    pub fn evaluate(&mut self) -> Score {
        let known = self.evaluator.as_ref().and_then(|evaluator| evaluator.evaluate(&self.game));
        known.unwrap_or_else(|| {
            let made = self.evaluator.insert(StaticEvaluator::new(&self.game, &self.settings.evaluation));
            made.evaluate(&self.game).expect("it was made for this game")
        })
    }

    /// The book moves in this position with their weights; `None` without a book.
    pub fn book_moves(&self) -> Option<Vec<(Move, u64)>> {
        self.book.as_ref().filter(|_| self.playable).map(|book| book.moves(&self.game))
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.outbox.push(Outgoing::Tell(event));
    }
}

/// Accessors for tests.
#[cfg(test)]
impl Session {
    /// Whether the search has ended and its answer is withheld.
    pub fn has_found(&self) -> bool {
        self.search.ended
    }

    /// Whether the engine is allowed to ponder.
    pub fn may_ponder(&self) -> bool {
        self.settings.ponder
    }
}
