//! What a session knows: the game on the board, whose moves the engine makes,
//! the search that runs, clocks, settings, the book.
//!
//! What is asked of it stands elsewhere: moves and results in `play.rs`, positions in `positions.rs`, settings and clocks
//! in `configure.rs`, searches and their news in `think.rs`; what it has others do, in `orders.rs`.

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
    // What goes out, and what is waited for.
    pub(super) outbox: Vec<Outgoing>,
    pub(super) pending: Pending,
    /// When it was last told what time it is.
    pub(super) now: Instant,
    /// Set when it will end: nothing is searched any more.
    pub(super) shutting_down: bool,

    // Which games there are.
    pub(super) library: Library,
    /// Whether variant files have been read.
    library_read: bool,
    /// A game of the first variant, at its start.
    standard: Game,

    // The game in progress.
    pub(super) game: Arc<Game>,
    /// Whether the position on the board is one that can be played.
    pub(super) playable: bool,
    pub(super) mode: Mode,
    /// The colour that the engine plays or played last.
    pub(super) engine: Color,
    /// The reply expected to the engine's latest move.
    pub(super) expected: Option<Move>,
    pub(super) clocks: Clocks,
    /// What has been said of how the game ends.
    pub(super) end: GameEnd,

    // What is searched.
    pub(super) search: Search,
    pub(super) analysis: Analysis,
    pub(super) paused: bool,
    /// News that came during a pause.
    pub(super) held: Vec<(u64, News)>,
    /// When the search began, or was last told of.
    pub(super) last_news: Instant,
    reports_progress: bool,
    /// The last shortage of threads that was told of.
    pub(super) shortage: Option<Shortage>,
    /// The variant for which the memory has all that searches need.
    pub(super) prepared_for: Option<Arc<Variant>>,
    /// What [`evaluate`](Self::evaluate) has used last.
    pub(super) evaluator: Option<StaticEvaluator>,

    // How it plays.
    pub(super) settings: Settings,
    /// Whether the engine varies its first moves.
    pub(super) varied: bool,
    pub(super) book: Option<Book>,
    /// The complaints about it that have been told since it was set.
    pub(super) book_faults: Vec<String>,
    /// Scores laid down from outside.
    pub(super) given: Vec<GivenScore>,
    /// Who judges what the engine claims and hands on its moves; without one
    /// everything is claimed and played.
    pub(super) referee: Option<Referee>,
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

    /// What the position on the board is worth without a search, for the side to move.
    pub fn evaluate(&mut self) -> Score {
        let known = self.evaluator.as_ref().and_then(|evaluator| evaluator.evaluate(&self.game));
        known.unwrap_or_else(|| {
            let made = self.evaluator.insert(StaticEvaluator::new(&self.game, &self.settings.evaluation));
            made.evaluate(&self.game).expect("it was made for this game")
        })
    }

    /// The book's moves in this position with their weights; nothing without a book.
    pub fn book_moves(&self) -> Option<Vec<(Move, u64)>> {
        self.book.as_ref().filter(|_| self.playable).map(|book| book.moves(&self.game))
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.outbox.push(Outgoing::Tell(event));
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
