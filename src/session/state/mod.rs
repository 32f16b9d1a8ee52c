//! The state of a session: the game on the board, the side the engine plays,
//! the running search, clocks, settings, the book.
//!
//! Its methods are split over several files: moves and results are in `play.rs`, positions in `positions.rs`, settings
//! and clocks in `configure.rs`, searches and their reports in `think.rs`, delegated work in `orders.rs`.

mod configure;
mod orders;
mod play;
mod positions;
mod think;

use super::claims::Referee;
use super::clocks::Clocks;
use super::end::GameEnd;
use super::events::{Activity, Effect, Event, Mode, News, Outgoing, Task};
use super::machine::{LessMemory, Shortage};
use super::opening::Opening;
use super::options::Settings;
use super::pending::Pending;
use super::prepared::Prepared;
use super::search::Search;
use crate::board::Color;
use crate::game::book::Book;
use crate::game::{Game, GameError};
use crate::position::Move;
use crate::search::{GivenScore, Score};
use crate::text::Report;
use crate::variant::Library;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An engine at work.
#[derive(Debug)]
pub struct Session {
    outbox: Vec<Outgoing>,
    pending: Pending,
    /// The time of the latest call that passed one.
    now: Instant,
    library: Library,
    /// Whether its variant files have been read.
    library_read: bool,
    /// A game of the library's first variant, at its start.
    standard: Game,

    // The game in progress.
    game: Arc<Game>,
    /// Whether the position on the board is playable.
    playable: bool,
    mode: Mode,
    /// The colour that the engine plays or played last.
    engine: Color,
    /// The expected reply to the engine's latest move.
    expected: Option<Move>,
    clocks: Clocks,
    end: GameEnd,

    // The search.
    search: Search,
    /// Moves that an analysis leaves out.
    excluded: Vec<Move>,
    /// Whether an analysis must be restarted.
    analysis_due: bool,
    /// Whether a command that waits breaks off whatever the present one may begin.
    broken_off: bool,
    /// Reports that have arrived during the pause, if there is one.
    held: Option<Vec<(u64, News)>>,
    /// Whether a silent search is reported on.
    reports_progress: bool,
    /// The last shortage of threads that was reported.
    shortage: Option<Shortage>,
    prepared: Prepared,

    // The way the engine plays.
    settings: Settings,
    opening: Opening,
    /// Scores that the GUI has given to positions.
    given: Vec<GivenScore>,
    /// The referee of claims, which also forwards moves; without one, every result may be claimed and every move
    /// played.
    referee: Option<Referee>,
}

impl Session {
    /// Creates a session with the start position of the first variant, the engine in force mode. Its first task is to
    /// read the variant files.
    ///
    /// # Errors
    ///
    /// If the first variant cannot be played.
    pub fn new(library: Library, now: Instant) -> Result<Self, GameError> {
        let standard = Game::new(&library.first())?;
        let game = Arc::new(standard.clone());
        Ok(Self {
            outbox: vec![Outgoing::Effect(Effect::Do(Task::LoadLibrary(String::new())))],
            pending: Pending::library(),
            now,
            library,
            library_read: false,
            standard,
            search: Search::none(Arc::clone(&game), now),
            game,
            playable: true,
            mode: Mode::Force,
            engine: Color::White,
            expected: None,
            clocks: Clocks::new(now),
            end: GameEnd::default(),
            excluded: Vec::new(),
            analysis_due: false,
            broken_off: false,
            held: None,
            reports_progress: false,
            shortage: None,
            prepared: Prepared::default(),
            settings: Settings::default(),
            opening: Opening::default(),
            given: Vec::new(),
            referee: None,
        })
    }

    /// Takes out the events and effects since the last call, in order.
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
        self.pending.deadline.into_iter().chain(self.progress_due()).min()
    }

    /// Enables progress reports whenever a search has been silent for a while.
    pub fn report_progress(&mut self) {
        self.reports_progress = true;
    }

    /// When progress of the search is to be reported.
    fn progress_due(&self) -> Option<Instant> {
        self.search.progress_due().filter(|_| self.reports_progress && !self.is_paused())
    }

    /// Handles the passage of time.
    pub fn hear_time(&mut self, now: Instant) {
        self.now = now;
        self.pending.time_has_passed(now);
        if self.progress_due().is_some_and(|due| due <= now) {
            self.search.reported = now;
            self.tell(Event::Progress(self.search_status()));
        }
    }

    /// Handles a hash table that is smaller than requested.
    pub fn hear_less_memory(&mut self, less: LessMemory) {
        self.tell(Event::LessMemory(less));
    }

    /// Handles the end of a [`Task::ResizeMemory`], [`Task::ClearMemory`] or [`Task::Prepare`].
    pub fn hear_ready(&mut self) {
        self.pending.preparations = self.pending.preparations.saturating_sub(1);
    }

    /// Handles the end of a [`Task::OpenBook`]: a book, or `None` if it could not be opened.
    pub fn hear_book(&mut self, number: u64, book: Option<Book>, reports: Vec<Report>) {
        self.pending.books = self.pending.books.saturating_sub(1);
        if self.opening.take_book(number, book, &reports) {
            self.tell(Event::Book(reports));
        }
        self.ponder();
    }

    /// Handles variant files that have been read.
    pub fn hear_library(&mut self, library: Library, reports: Vec<Report>) {
        self.pending.library = false;
        self.library = library;
        if let Ok(standard) = Game::new(&self.library.first()) {
            self.standard = standard;
        }
        if !std::mem::replace(&mut self.library_read, true) {
            self.game = Arc::new(self.standard_game());
        }
        self.tell(Event::Library(reports));
        // The moves of the book belong to the old variants.
        self.open_book();
    }

    /// Shuts down: pending requests are still answered, but no search is started, and files are awaited only so long.
    pub fn shut_down(&mut self, patience: Duration) {
        self.pending.shut_down(self.now + patience);
    }

    /// Whether variant files are being read, during which nothing should be requested.
    pub fn is_reading_library(&self) -> bool {
        self.pending.library
    }

    /// Whether a hash table, the tables of a game, or a book are pending.
    pub fn is_preparing(&self) -> bool {
        self.pending.is_preparing()
    }

    /// Whether a book is being opened; until it is open, no move should be made.
    pub fn is_opening_book(&self) -> bool {
        self.pending.books > 0
    }

    /// All variants that can be played.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A game of the variant with this name or alias, possibly with a size before it, if it can be played.
    pub fn new_game(&self, name: &str) -> Option<Game> {
        self.library().get(name).and_then(|variant| Game::new(&variant).ok())
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
        self.prepared.evaluate(&self.game, &self.settings.evaluation)
    }

    /// The book moves in this position with their weights; `None` without a book.
    pub fn book_moves(&self) -> Option<Vec<(Move, u64)>> {
        self.opening.moves(&self.game).map(|moves| if self.playable { moves } else { Vec::new() })
    }

    fn tell(&mut self, event: Event) {
        self.outbox.push(Outgoing::Tell(event));
    }

    fn begin(&mut self, task: Task) {
        self.outbox.push(Outgoing::Effect(Effect::Do(task)));
    }

    /// Prints a line of the protocol after everything told so far.
    pub fn say(&mut self, line: impl Into<String>) {
        self.outbox.push(Outgoing::Effect(Effect::Say(line.into())));
    }

    pub fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.say(line));
    }

    /// Ends the process after everything told so far.
    pub fn quit(&mut self) {
        self.outbox.push(Outgoing::Effect(Effect::Quit));
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
