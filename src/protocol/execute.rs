//! What each command does once its turn has come.

use super::command::{Command, Fault};
use super::dialogue::{Dialogue, Effect, Mode, Request};
use super::options::{self, Setting, Value};
use super::reply;
use crate::board::Color;
use crate::limits;
use crate::position::Move;
use crate::search::{Control, GivenScore, Score};
use std::sync::LazyLock;
use std::thread;

impl Dialogue {
    /// Does what a command says. Searches that it disturbs have been broken off.
    pub(super) fn execute(&mut self, request: Request) {
        let Request { command, line } = request;
        if !matches!(command, Command::Lift(_) | Command::Put(_) | Command::Hover(_)) {
            self.pointer.forget();
        }
        match command {
            Command::Protover(version) => self.greet(version),
            Command::Accepted(feature) => self.manners.usermove |= feature == "usermove",
            Command::Rejected(feature) => self.manners.usermove &= feature != "usermove",
            Command::New => self.start_anew(),
            Command::Variant(name) => self.change_variant(&name, &line),
            Command::Random => self.manners.random = !self.manners.random,
            Command::Force => self.mode = Mode::Force,
            Command::Go => self.go(),
            Command::PlayOther => self.play(!self.game.side()),
            Command::SideToMove(color) => self.side_to_move(color, &line),
            Command::Move { text, bare } => self.receive_move(&text, bare, &line),
            Command::Ping(number) => self.say(format!("pong {number}")),
            Command::Draw => self.draw_offered |= matches!(self.mode, Mode::Play(_)),
            Command::Result => self.end_game(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.edit(),
            Command::EditLine(edit) => self.edit_line(&edit),
            Command::EditEnd => self.finish_edit(),
            Command::Holding { white, black } => self.set_hands(&white, &black),
            Command::Computer => self.manners.computer = true,
            Command::Hint => self.hint(),
            Command::Book => self.show_book(),
            Command::Undo => self.take_back(1, &line),
            Command::Remove => self.take_back(2, &line),
            Command::Ponder(on) => self.allow_pondering(on),
            Command::Post(on) => self.manners.post = on,
            Command::Analyze => self.begin_analysis(),
            Command::Exit if self.mode == Mode::Analyze => self.mode = Mode::Force,
            Command::Status => self.status(),
            Command::Select { select, moves } => match self.meant(&moves) {
                Some(meant) => self.select(select, &meant),
                None => self.complain(Fault::Argument, &line),
            },
            Command::SetScore { score, depth } => self.lay_down(score, depth),
            Command::Help => reply::help().for_each(|line| self.say(line)),
            Command::Resume => self.resume(),
            Command::Cores(threads) => self.clocks.threads = limited_threads(threads),
            Command::Memory(mebibytes) => self.remember(mebibytes),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Hover(square) => self.hover(&square),
            Command::Option { name, value } => match options::read(&name, value.as_deref()) {
                Some((Setting::Carried, Value::Text(game))) if !self.can_carry(&game) => {
                    self.complain(Fault::Argument, &line);
                }
                Some((setting, value)) => self.set_option(setting, value),
                None => self.complain(Fault::Argument, &line),
            },
            Command::Wrong(fault) => self.complain(fault, &line),
            Command::Level(control) => self.clocks.control(control, self.game.moves_made()),
            Command::MoveTime(time) => self.clocks.control(Control::PerMove(time), self.game.moves_made()),
            Command::Depth(depth) => self.clocks.depth = depth,
            Command::Pace(pace) => self.clocks.pace = pace,
            Command::OwnTime(time) => self.clocks.set(self.engine_color(), time),
            Command::OpponentTime(time) => self.clocks.set(!self.engine_color(), time),
            Command::MoveNow => self.move_now(),
            Command::Quit => self.quit(),
            Command::Pause => self.pause(),
            Command::Exit | Command::Ignored => {}
        }
    }

    /// Whether a command that may disturb a search will do anything at all.
    pub(super) fn changes_something(&self, command: &Command) -> bool {
        match command {
            Command::Analyze => self.mode != Mode::Analyze,
            Command::Exit => self.mode == Mode::Analyze,
            Command::Undo => self.can_take_back(1),
            Command::Remove => self.can_take_back(2),
            Command::Variant(name) => self.is_idle() || self.catalogue.game(name).is_some(),
            Command::Memory(mebibytes) => limited_memory(*mebibytes) != self.memory,
            Command::Cores(threads) => limited_threads(*threads) != self.clocks.threads,
            Command::Holding { white, black } => self.hands_differ(white, black),
            Command::Option { name, value } => options::read(name, value.as_deref()).is_some_and(|(setting, value)| {
                let mut settings = self.settings.clone();
                settings.set(setting, value);
                setting.concerns_search() && settings != self.settings
            }),
            _ => true,
        }
    }

    fn greet(&mut self, version: i64) {
        self.manners.modern = version >= 2;
        if self.manners.modern {
            let features = reply::features(self.catalogue.names(), self.catalogue.own_names());
            features.into_iter().for_each(|line| self.say(line));
            self.say_faults();
        }
    }

    /// `analyze`: a game that has ended so is said to have ended, as after `go`.
    fn begin_analysis(&mut self) {
        if self.mode != Mode::Analyze {
            self.mode = Mode::Analyze;
            self.result.clone().into_iter().for_each(|result| self.say(result));
        }
    }

    /// The engine plays a colour, without thinking now.
    fn play(&mut self, color: Color) {
        self.engine = color;
        self.mode = Mode::Play(color);
        self.ponder();
    }

    fn side_to_move(&mut self, color: Color, line: &str) {
        if self.game.side() != color && self.playable {
            if !self.game.hand_over() {
                // The other side could take a royal piece.
                return self.complain(Fault::NotNow, line);
            }
            self.position_changed();
        }
        self.engine = !color;
        self.mode = Mode::Play(self.engine);
    }

    /// The colour whose clock is the engine's.
    fn engine_color(&self) -> Color {
        match self.mode {
            Mode::Play(color) => color,
            Mode::Force | Mode::Analyze => self.engine,
        }
    }

    /// The GUI says that the game is over.
    fn end_game(&mut self) {
        self.mode = Mode::Force;
        self.told_over = true;
        self.draw_offered = false;
    }

    fn can_take_back(&self, moves: usize) -> bool {
        self.game.moves_made() >= moves && self.playable
    }

    /// Takes moves back: the given number, or none.
    fn take_back(&mut self, moves: usize, line: &str) {
        if !self.can_take_back(moves) {
            return self.complain(Fault::NotNow, line);
        }
        for _ in 0..moves {
            while self.game.undo() == Some(Move::NONE) {}
        }
        self.result = None;
        self.told_over = false;
        self.clocks.begin_turn(self.now);
        self.position_changed();
    }

    fn allow_pondering(&mut self, on: bool) {
        self.manners.ponder = on;
        if on {
            self.ponder();
        } else if self.search.activity.is_pondering() {
            self.break_off();
        }
    }

    /// `setscore`: the score of this position from now on, and in searches up
    /// to a depth.
    fn lay_down(&mut self, score: i32, depth: u32) {
        if self.playable {
            self.given.retain(|given| given.key != self.game.key());
            self.given.push(GivenScore { key: self.game.key(), score: Score(score), depth });
            // What was found without it no longer holds.
            self.prepare(Effect::Forget);
        }
    }

    fn remember(&mut self, mebibytes: usize) {
        let mebibytes = limited_memory(mebibytes);
        if mebibytes != self.memory {
            self.memory = mebibytes;
            self.prepare(Effect::Memory(mebibytes));
        }
    }

    /// Whether a game, or none, can be played under another variant's name.
    fn can_carry(&self, game: &str) -> bool {
        game.is_empty() || self.catalogue.game(game).is_some()
    }

    fn set_option(&mut self, setting: Setting, value: Value) {
        self.settings.set(setting, value);
        match setting {
            Setting::Directory | Setting::Reload => self.fetch_library(),
            Setting::BookFile => self.fetch_book(),
            _ => {}
        }
    }

    /// `bk`: the moves of the book, the end marked by an empty line.
    fn show_book(&mut self) {
        let moves = self.book.as_ref().filter(|_| self.playable).map(|book| book.moves(&self.game));
        let moves = moves.map(|moves| moves.iter().map(|(mv, weight)| (self.game.shown(*mv), *weight)).collect());
        reply::book(moves).into_iter().for_each(|line| self.say(line));
    }
}

fn limited_memory(mebibytes: usize) -> usize {
    mebibytes.clamp(1, limits::MEMORY)
}

/// More threads than the machine runs at once would only be in each other's way.
fn limited_threads(threads: usize) -> usize {
    static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
    threads.min(*CORES)
}
