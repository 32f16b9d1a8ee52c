//! The talk with the GUI as a state machine, without input, output, threads
//! or a clock of its own.
//!
//! Lines and news of the search are heard, then [`Dialogue::act`] returns what
//! is to be done, as [`Effect`]s in order. Commands wait in an inbox: what
//! must not disturb the search stays there until the engine has moved, and
//! all behind it keep their order. What each command does stands in
//! `execute.rs` and `positions.rs`; how moves are made in `moves.rs`.

use super::catalogue::Catalogue;
use super::clocks::Clocks;
use super::command::{Class, Command, Fault, Reader};
use super::edit::Editor;
use super::highlight::Pointer;
use super::reply;
use crate::board::Color;
use crate::game::Game;
use crate::position::Move;
use crate::search::{Info, Limits};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Something for the loop to do.
#[derive(Debug)]
pub(super) enum Effect {
    /// Print one line.
    Say(String),
    /// Begin a search; another one, if it still runs, has been stopped.
    Search(Box<Order>),
    /// Make the running search end soon.
    Stop,
    /// Send [`News::TimeUp`] for a search after a while.
    Remind { number: u64, after: Duration },
    /// Use so many MiB for the hash table.
    Memory(usize),
    /// End the process.
    Quit,
}

/// A search to be run.
#[derive(Debug)]
pub(super) struct Order {
    /// Its number, which comes back with its news.
    pub number: u64,
    /// The game whose position is searched.
    pub game: Game,
    /// When it must end by itself.
    pub limits: Limits,
}

/// What a search has to say.
#[derive(Debug)]
pub(super) enum News {
    /// It knows more.
    Info(Info),
    /// It has ended; nothing if no move is legal.
    Done(Option<Info>),
    /// The time that was set for it is up.
    TimeUp,
}

/// Whose moves the engine makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nobody's: it only follows.
    Force,
    /// One side's.
    Play(Color),
    /// Nobody's, but it thinks about every position.
    Analyze,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    /// Nothing runs.
    Idle,
    /// The engine's own move.
    Think,
    /// The opponent's move, since none is expected yet.
    Guess,
    /// The engine's next move, if the opponent makes this one.
    Ponder(Move),
    /// The user's curiosity.
    Analyze,
    /// An answer to `hint`.
    Hint,
}

impl Activity {
    /// Whether the engine uses the opponent's time.
    pub(super) fn is_pondering(self) -> bool {
        matches!(self, Self::Guess | Self::Ponder(_))
    }
}

/// The search that runs, or the last one.
#[derive(Debug)]
pub(super) struct Search {
    pub activity: Activity,
    /// News with another number is of a search given up.
    pub number: u64,
    /// When the engine's time began to run.
    pub since: Instant,
    /// The position searched.
    pub root: Game,
    /// The latest news.
    pub latest: Option<Info>,
    /// Whether it has ended by itself, and only its result is still of use.
    pub ended: bool,
    /// When it must end, as ordered.
    pub limits: Limits,
}

/// What a pause interrupted, and how long that had run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frozen {
    pub activity: Activity,
    pub elapsed: Duration,
}

/// A command and the line it came in.
#[derive(Debug)]
pub(super) struct Request {
    pub command: Command,
    pub line: String,
}

/// What has been said about the talk itself.
#[derive(Debug, Default)]
pub(super) struct Manners {
    /// `post`: thinking is shown.
    pub post: bool,
    /// `hard`: the engine thinks on the opponent's time.
    pub ponder: bool,
    /// `random`: the engine varies its play.
    pub random: bool,
    /// `computer`: the opponent is a program.
    pub computer: bool,
    /// The GUI accepted `usermove`, so that a bare move may be a trick.
    pub usermove: bool,
}

/// The talk.
#[derive(Debug)]
pub(super) struct Dialogue {
    reader: Reader,
    inbox: VecDeque<Request>,
    effects: Vec<Effect>,
    /// Set when the talk will end: what came before is still answered, but
    /// nothing is searched any more.
    ending: bool,
    /// When the latest line or news arrived.
    pub(super) now: Instant,
    pub(super) catalogue: Catalogue,
    /// The game that `new` starts.
    pub(super) standard: Game,
    pub(super) game: Game,
    pub(super) mode: Mode,
    /// The colour that the engine plays or played last.
    pub(super) engine: Color,
    pub(super) search: Search,
    /// Set by `pause`.
    pub(super) paused: bool,
    pub(super) frozen: Option<Frozen>,
    /// Whether the position on the board is one that can be played.
    pub(super) playable: bool,
    /// The result that was announced.
    pub(super) result: Option<String>,
    /// Whether the GUI has said that the game is over.
    pub(super) told_over: bool,
    /// The reply expected to the engine's latest move.
    pub(super) expected: Option<Move>,
    /// Whether the opponent has offered a draw.
    pub(super) draw_offered: bool,
    /// Root moves left out of the analysis.
    pub(super) excluded: Vec<Move>,
    /// Whether the analysis has to start again.
    pub(super) analysis_due: bool,
    pub(super) clocks: Clocks,
    pub(super) manners: Manners,
    pub(super) editor: Option<Editor>,
    pub(super) pointer: Pointer,
}

impl Dialogue {
    /// A talk that has not begun: the start position of the first variant, and
    /// the engine plays nobody.
    pub(super) fn new(catalogue: Catalogue, standard: Game, now: Instant) -> Self {
        Self {
            reader: Reader::default(),
            inbox: VecDeque::new(),
            effects: Vec::new(),
            ending: false,
            now,
            catalogue,
            game: standard.clone(),
            mode: Mode::Force,
            engine: Color::White,
            search: Search {
                activity: Activity::Idle,
                number: 0,
                since: now,
                root: standard.clone(),
                latest: None,
                ended: true,
                limits: Limits::default(),
            },
            standard,
            paused: false,
            frozen: None,
            playable: true,
            result: None,
            told_over: false,
            expected: None,
            draw_offered: false,
            excluded: Vec::new(),
            analysis_due: false,
            clocks: Clocks::default(),
            manners: Manners::default(),
            editor: None,
            pointer: Pointer::default(),
        }
    }

    /// Takes a line in. Nothing but what cannot wait is done at once.
    pub(super) fn hear_line(&mut self, line: &str, now: Instant) {
        self.now = now;
        let Some(command) = self.reader.read(line) else { return };
        if command.breaks_off_at_once() {
            self.ending |= command == Command::Quit;
            self.paused = false;
            self.frozen = None;
            if matches!(self.search.activity, Activity::Think | Activity::Hint) {
                self.break_off();
            }
        }
        match &command {
            Command::Pause if self.search.activity == Activity::Think => self.pause(),
            Command::Resume if self.paused => self.resume(),
            Command::Ping(number) if self.paused => self.say(format!("pong {number}")),
            _ => self.inbox.push_back(Request { command, line: line.trim().to_owned() }),
        }
    }

    /// The input has ended.
    pub(super) fn hear_end(&mut self, now: Instant) {
        self.reader = Reader::default();
        self.hear_line("quit", now);
    }

    /// Takes in what a search says.
    pub(super) fn hear_search(&mut self, number: u64, news: News, now: Instant) {
        self.now = now;
        if number != self.search.number || self.search.activity == Activity::Idle {
            return;
        }
        match news {
            News::Info(info) => self.learn(info),
            News::Done(best) => self.search_ended(best),
            News::TimeUp => self.effects.push(Effect::Stop),
        }
    }

    /// Carries out what can be carried out, and says what is to be done.
    pub(super) fn act(&mut self) -> Vec<Effect> {
        while let Some(request) = self.inbox.pop_front() {
            if self.is_due(&request.command) {
                self.carry_out(request);
                continue;
            }
            self.inbox.push_front(request);
            if !self.hurry() {
                break;
            }
        }
        std::mem::take(&mut self.effects)
    }

    /// Ends the engine's thinking if something in the inbox will not wait for
    /// it. Returns whether the inbox can be looked at again.
    fn hurry(&mut self) -> bool {
        if self.search.activity != Activity::Think {
            return false;
        }
        if self.waits(Command::breaks_off_at_once) {
            self.break_off();
            return true;
        }
        if let Some(place) = self.inbox.iter().position(|request| request.command == Command::MoveNow) {
            self.inbox.remove(place);
            self.move_now();
        }
        false
    }

    /// Whether a command may be carried out now.
    fn is_due(&mut self, command: &Command) -> bool {
        if self.paused {
            return false;
        }
        match (self.search.activity, self.class_of(command)) {
            (Activity::Think, Class::Deferred | Class::Move | Class::Ping) | (Activity::Hint, Class::Ping) => false,
            (Activity::Hint, Class::Deferred | Class::Move) => {
                // The hint is given now; then the command has its turn.
                self.effects.push(Effect::Stop);
                false
            }
            _ => true,
        }
    }

    /// What a command does to a search, given what the engine is at.
    fn class_of(&self, command: &Command) -> Class {
        match command {
            Command::Analyze if self.mode == Mode::Analyze => Class::Inline,
            Command::Exit if self.mode != Mode::Analyze => Class::Inline,
            _ => command.class(),
        }
    }

    fn carry_out(&mut self, request: Request) {
        let class = self.class_of(&request.command);
        let disturbs = matches!(class, Class::Abort | Class::Deferred);
        let pondered = self.search.activity.is_pondering();
        if disturbs {
            self.break_off();
        }
        self.execute(request);
        if self.mode == Mode::Analyze {
            if disturbs || std::mem::take(&mut self.analysis_due) {
                self.analyze();
            }
        } else if pondered && class == Class::Deferred {
            self.ponder();
        }
    }

    /// Whether another command of the same kind waits already.
    pub(super) fn waits(&self, test: impl Fn(&Command) -> bool) -> bool {
        self.inbox.iter().any(|request| test(&request.command))
    }

    /// Prints a line.
    pub(super) fn say(&mut self, line: impl Into<String>) {
        self.effects.push(Effect::Say(line.into()));
    }

    /// Complains about a line.
    pub(super) fn complain(&mut self, fault: Fault, line: &str) {
        self.say(reply::error(fault, line));
    }

    pub(super) fn remember(&mut self, mebibytes: usize) {
        self.effects.push(Effect::Memory(mebibytes));
    }

    /// `?`: the engine moves with the best that it knows.
    pub(super) fn move_now(&mut self) {
        if self.search.activity == Activity::Think {
            self.effects.push(Effect::Stop);
        }
    }

    pub(super) fn quit(&mut self) {
        self.effects.push(Effect::Quit);
    }

    /// Ends the search, whatever it was for, and forgets its result.
    pub(super) fn break_off(&mut self) {
        if self.search.activity != Activity::Idle {
            self.search.activity = Activity::Idle;
            self.search.latest = None;
            self.effects.push(Effect::Stop);
        }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, activity: Activity, root: Game, limits: Limits) {
        if self.ending {
            return;
        }
        self.search = Search {
            activity,
            number: self.search.number + 1,
            since: self.now,
            root: root.clone(),
            latest: None,
            ended: false,
            limits: limits.clone(),
        };
        self.effects.push(Effect::Search(Box::new(Order { number: self.search.number, game: root, limits })));
    }

    /// The ponder search becomes the search for the engine's move: it gets
    /// the time of a move from now on.
    pub(super) fn ponder_hit(&mut self) {
        self.search.activity = Activity::Think;
        self.search.since = self.now;
        let limits = self.clocks.limits(self.game.side(), self.game.geometry().squares());
        if self.search.ended {
            let best = self.search.latest.take();
            self.make_own_move(best);
        } else if let Some(after) = limits.soft {
            self.effects.push(Effect::Remind { number: self.search.number, after });
        } else {
            // Counted nodes begin at the hit.
            self.break_off();
            self.begin(Activity::Think, self.game.clone(), limits);
        }
    }

    /// Freezes the search. It is stopped, and begun again when play resumes.
    pub(super) fn pause(&mut self) {
        if let Some(place) = self.inbox.iter().position(|request| request.command == Command::Resume) {
            // The pause is over before it has begun.
            self.inbox.remove(place);
            return;
        }
        self.paused = true;
        // Pings are answered during a pause, and none before another.
        let (pings, rest): (VecDeque<_>, _) =
            self.inbox.drain(..).partition(|request| request.command.class() == Class::Ping);
        self.inbox = rest;
        pings.into_iter().for_each(|request| self.execute(request));
        if self.search.activity != Activity::Idle {
            let elapsed = self.now.saturating_duration_since(self.search.since);
            self.frozen = Some(Frozen { activity: self.search.activity, elapsed });
            self.break_off();
        }
    }

    /// Goes on after a pause, with the time that was left.
    pub(super) fn resume(&mut self) {
        self.paused = false;
        let Some(Frozen { activity, elapsed }) = self.frozen.take() else { return };
        let left = |limit: Option<Duration>| limit.map(|limit| limit.saturating_sub(elapsed));
        let limits = self.search.limits.clone();
        let limits = Limits { soft: left(limits.soft), hard: left(limits.hard), ..limits };
        self.begin(activity, self.search.root.clone(), limits);
    }

    /// News of a search that goes on.
    fn learn(&mut self, info: Info) {
        // Early changes of mind are not worth a line.
        const SETTLED: Duration = Duration::from_millis(500);
        let worth_showing = info.finished || info.time >= SETTLED;
        let shown = !matches!(self.search.activity, Activity::Hint | Activity::Guess);
        if self.manners.post && worth_showing && shown {
            if let (Activity::Ponder(mv), None) = (self.search.activity, &self.search.latest) {
                let hint = format!("Hint: {}", self.game.move_text(mv));
                self.say(hint);
            }
            let line = self.search.root.line_text(&info.line);
            self.say(reply::thinking(&info, &line, self.clocks.nodes_per_second));
        }
        self.search.latest = Some(info);
    }

    fn search_ended(&mut self, best: Option<Info>) {
        let best = best.or_else(|| self.search.latest.take());
        match self.search.activity {
            Activity::Think => self.make_own_move(best),
            Activity::Hint => {
                self.search.activity = Activity::Idle;
                self.give_hint(best.and_then(|info| info.line.first().copied()));
            }
            Activity::Guess => {
                self.search.activity = Activity::Idle;
                self.expected = best.and_then(|info| info.line.first().copied());
                if self.expected.is_some() {
                    self.ponder();
                }
            }
            Activity::Ponder(_) | Activity::Analyze => {
                self.search.ended = true;
                self.search.latest = best;
            }
            Activity::Idle => {}
        }
    }
}
