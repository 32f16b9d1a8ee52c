//! What each command does once its turn has come.

use super::command::{Command, Fault, Selection};
use super::dialogue::{Dialogue, Mode, Request};
use super::reply;
use crate::board::Color;
use crate::position::Move;

/// More than this no hash table needs, and a GUI's mistake should not fill
/// the machine.
const MOST_MEMORY: usize = 1 << 16;

/// More threads would only be in each other's way.
const MOST_THREADS: usize = 256;

impl Dialogue {
    /// Does what a command says. Searches that it disturbs have been broken off.
    pub(super) fn execute(&mut self, request: Request) {
        let Request { command, line } = request;
        if !matches!(command, Command::Lift(_) | Command::Put(_) | Command::Hover(_)) {
            self.pointer.interrupt();
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
            Command::SideToMove(color) => self.side_to_move(color),
            Command::Move { text, bare } => self.receive_move(&text, bare, &line),
            Command::Ping(number) => self.say(format!("pong {number}")),
            Command::Draw => self.draw_offered = matches!(self.mode, Mode::Play(_)),
            Command::Result => self.end_game(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.edit(),
            Command::EditLine(edit) => self.edit_line(&edit),
            Command::EditEnd => self.finish_edit(),
            Command::Holding { white, black } => self.set_hands(&white, &black),
            Command::Computer => self.manners.computer = true,
            Command::Hint => self.hint(),
            Command::Book => ["\u{20}no book", ""].into_iter().for_each(|line| self.say(line)),
            Command::Undo => self.take_back(1, &line),
            Command::Remove => self.take_back(2, &line),
            Command::Ponder(on) => self.allow_pondering(on),
            Command::Post(on) => self.manners.post = on,
            Command::Analyze => self.mode = Mode::Analyze,
            Command::Exit if self.mode == Mode::Analyze => self.mode = Mode::Force,
            Command::Status => self.status(),
            Command::Select { select, moves } => self.select(select, &moves, &line),
            Command::Resume => self.resume(),
            Command::Cores(threads) => self.clocks.threads = threads.min(MOST_THREADS),
            Command::Memory(mebibytes) => self.remember(mebibytes.min(MOST_MEMORY)),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Hover(square) => self.hover(&square),
            Command::Option { .. } => self.complain(Fault::Argument, &line),
            Command::Wrong(fault) => self.complain(fault, &line),
            Command::Level(_) | Command::MoveTime(_) | Command::Depth(_) | Command::NodesPerSecond(_) => {
                self.grant_time(&command);
            }
            Command::OwnTime(time) => self.clocks.set(self.engine_color(), time),
            Command::OpponentTime(time) => self.clocks.set(!self.engine_color(), time),
            Command::MoveNow => self.move_now(),
            Command::Quit => self.quit(),
            Command::Pause => self.pause(),
            Command::Exit | Command::Ignored => {}
        }
    }

    fn greet(&mut self, version: u64) {
        if version >= 2 {
            let names = self.catalogue.names();
            reply::features(&names).into_iter().for_each(|line| self.say(line));
            let faults = self.catalogue.take_faults();
            faults.into_iter().for_each(|line| self.say(line));
        }
    }

    /// The engine plays a colour, without thinking now.
    fn play(&mut self, color: Color) {
        self.engine = color;
        self.mode = Mode::Play(color);
        self.ponder();
    }

    fn side_to_move(&mut self, color: Color) {
        if self.game.side() != color && self.playable && self.game.hand_over() {
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

    fn grant_time(&mut self, command: &Command) {
        let running = self.game.moves_made() > 0;
        match command {
            Command::Level(control) => self.clocks.control(*control, running),
            Command::MoveTime(time) => self.clocks.control(crate::search::Control::PerMove(*time), running),
            Command::Depth(depth) => self.clocks.depth = *depth,
            Command::NodesPerSecond(rate) => self.clocks.nodes_per_second = *rate,
            _ => {}
        }
    }

    /// The GUI says that the game is over.
    fn end_game(&mut self) {
        self.mode = Mode::Force;
        self.told_over = true;
        self.draw_offered = false;
    }

    /// Takes moves back: the given number, or none.
    fn take_back(&mut self, moves: usize, line: &str) {
        if self.game.moves_made() < moves || !self.playable {
            return self.complain(Fault::NotNow, line);
        }
        for _ in 0..moves {
            while self.game.undo() == Some(Move::NONE) {}
        }
        self.result = None;
        self.told_over = false;
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

    /// `exclude` and `include`.
    fn select(&mut self, select: bool, moves: &Selection, line: &str) {
        let meant = match moves {
            Selection::All => self.game.legal_moves(),
            Selection::One(text) => match self.game.read_move(text) {
                Ok(mv) if self.playable => vec![mv],
                _ => return self.complain(Fault::Argument, line),
            },
        };
        self.excluded.retain(|mv| !meant.contains(mv));
        if !select {
            self.excluded.extend(meant);
        }
        if self.mode == Mode::Analyze {
            self.break_off();
            self.analysis_due = true;
        }
    }
}
