//! Execution of each command once its turn has come.

use super::claims;
use super::command::{Command, Fault, Selection};
use super::dialogue::{Dialogue, Request};
use super::options::CecpOption;
use super::reply;
use crate::board::Color;
use crate::game::{MoveError, PASS};
use crate::position::Move;
use crate::search::{Control, Score};
use crate::session::{Mode, Session, Setting, Value};

impl Dialogue {
    /// Executes a command. A search that it disturbs has been given up before.
    pub(super) fn execute(&mut self, request: Request) {
        let Request { command, line } = request;
        if !matches!(command, Command::Lift(_) | Command::Put(_) | Command::Hover(_)) {
            self.pointer.forget();
        }
        match command {
            Command::Protover(version) => self.greet(version),
            Command::Accepted(feature) => {
                self.agreed.usermove |= feature == "usermove";
                self.agreed.xboard |= feature == "highlight";
            }
            Command::Rejected(feature) => self.agreed.usermove &= feature != "usermove",
            Command::New => self.start_anew(),
            Command::Variant(name) => self.change_variant(&name, &line),
            Command::Random => self.session.vary(!self.session.is_varied()),
            Command::Force => self.session.force(),
            Command::Go => {
                self.session.turn_clocks_to_mover();
                self.session.go();
            }
            Command::PlayOther => {
                self.session.play(!self.session.game().side());
                self.session.ponder();
            }
            Command::SideToMove(color) => self.side_to_move(color, &line),
            Command::Move { text, bare } => self.receive_move(&text, bare, &line),
            Command::Ping(number) => self.session.say(format!("pong {number}")),
            Command::Draw => self.session.note_draw_offer(),
            Command::Result => self.session.end_game(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.edit(),
            Command::EditLine(edit) => self.edit_line(&edit),
            Command::EditEnd => self.finish_edit(),
            Command::Holding { white, black } => self.set_hands(&white, &black),
            Command::Computer => {
                self.agreed.computer = true;
                self.session.set_referee(Some(claims::XBOARD));
            }
            Command::Hint => self.session.hint(),
            Command::Book => self.show_book(),
            Command::Undo => self.take_back(1, &line),
            Command::Remove => self.take_back(2, &line),
            Command::Ponder(on) => self.session.set(Setting::Ponder, Value::Flag(on)),
            Command::Post(on) => self.agreed.post = on,
            Command::Analyze => self.session.begin_analysis(),
            Command::Exit if self.session.mode() == Mode::Analyze => self.session.force(),
            Command::Status => {
                let status = self.session.status();
                self.session.say_all(status.as_ref().map(reply::status));
            }
            Command::Exclude(moves) => self.select(&moves, Session::exclude, &line),
            Command::Include(moves) => self.select(&moves, Session::include, &line),
            Command::SetScore { score, depth } => self.session.set_score(Score(score), depth),
            Command::Help => self.session.say_all(reply::help()),
            Command::Set(option, value) => self.set_option(option, value, &line),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Hover(square) => self.hover(&square),
            Command::Wrong(fault) => self.complain(fault, &line),
            Command::Level(control) => self.session.set_control(control),
            Command::MoveTime(time) => self.session.set_control(Control::PerMove(time)),
            Command::Depth(depth) => self.session.set_depth(depth),
            Command::Pace(pace) => self.session.set_pace(pace),
            Command::OwnTime(time) => self.session.set_clock(self.session.engine_color(), time),
            Command::OpponentTime(time) => self.session.set_clock(!self.session.engine_color(), time),
            Command::MoveNow => self.move_now(),
            Command::Quit => self.session.quit(),
            Command::Pause => self.pause(),
            // `resume` has been obeyed when it arrived.
            Command::Exit | Command::Resume | Command::Ignored => {}
        }
    }

    fn greet(&mut self, version: i64) {
        self.agreed.modern = version >= 2;
        if self.agreed.modern {
            self.session.say_all(reply::features(self.catalogue.names(), self.catalogue.own_names()));
            self.session.say_all(reply::user_error(&self.catalogue.take_faults()));
        }
    }

    fn side_to_move(&mut self, color: Color, line: &str) {
        if !self.session.hand_turn_to(color) {
            self.complain(Fault::NotNow, line);
        }
    }

    /// A move from the GUI, for either side.
    fn receive_move(&mut self, text: &str, bare: bool, line: &str) {
        if !self.may_be_move(text, bare) {
            return self.complain(Fault::Unknown, line);
        }
        match self.session.find_move(|game| game.read_move(text)) {
            Ok(mv) => self.session.accept_move(mv),
            Err(_) if text == PASS && self.session.pass_in_analysis() => {}
            // Although it has accepted `usermove`, cutechess sends a bare `b2b3` before `setboard` to set the side to
            // move. It would forfeit an engine that answers `Illegal move`.
            Err(_) if bare && self.agreed.usermove => self.complain(Fault::Unknown, line),
            Err(reason) => self.refuse(reason, text),
        }
    }

    /// Whether a text is a move, legal or not: a bare one may be an unknown command.
    pub(super) fn may_be_move(&self, text: &str, bare: bool) -> bool {
        !bare || self.session.game().has_move_shape(text)
    }

    /// Refuses a move. If the GUI's board can no longer be right, the user is shown the position, once.
    fn refuse(&mut self, reason: MoveError, text: &str) {
        self.session.say(reply::illegal_move(reason, text));
        if self.wire.resync && std::mem::take(&mut self.untold) {
            let game = self.session.game();
            let fen = game.setup().fen(game.variant());
            self.session.say(reply::position_note(&fen));
        }
    }

    fn take_back(&mut self, moves: usize, line: &str) {
        if !self.session.take_back(moves) {
            self.complain(Fault::NotNow, line);
        }
    }

    fn select(&mut self, selection: &Selection, change: fn(&mut Session, &[Move]), line: &str) {
        if !self.session.is_playable() {
            return self.complain(Fault::NotNow, line);
        }
        match self.meant(selection) {
            Some(moves) => change(&mut self.session, &moves),
            None => self.complain(Fault::Argument, line),
        }
    }

    /// The moves that `exclude` or `include` mean; `None` if there is no such move.
    fn meant(&self, selection: &Selection) -> Option<Vec<Move>> {
        let game = self.session.game();
        match selection {
            Selection::All => Some(game.legal_moves()),
            Selection::One(text) => game.read_move(text).ok().map(|mv| vec![mv]),
        }
    }

    fn set_option(&mut self, option: CecpOption, value: Value, line: &str) {
        match (option, value) {
            (CecpOption::Engine(setting), value) => self.session.set(setting, value),
            (CecpOption::Details, Value::Flag(on)) => self.wire.details = on,
            (CecpOption::ThreeLegs, Value::Flag(joined)) => self.wire.joined = joined,
            (CecpOption::Resync, Value::Flag(on)) => self.wire.resync = on,
            (CecpOption::Carried, Value::Text(game)) if game.is_empty() || self.session.new_game(&game).is_some() => {
                self.wire.carried = game;
            }
            _ => self.complain(Fault::Argument, line),
        }
    }

    /// `bk`: the moves of the book, terminated by an empty line.
    fn show_book(&mut self) {
        let game = self.session.game();
        let shown = |(mv, weight): (Move, u64)| (game.shown(mv), weight);
        let moves = self.session.book_moves().map(|moves| moves.into_iter().map(shown).collect());
        self.session.say_all(reply::book(moves));
    }

    /// `lift`: marks where the piece may go, unless the answer would come too late.
    fn lift(&mut self, square: &str) {
        if !self.session.is_playable() {
            return self.pointer.forget();
        }
        let lit = self.pointer.lift(self.session.game(), square);
        self.light(lit);
    }

    /// `put`: tells what the piece may become, if XBoard would offer other choices.
    fn put(&mut self, square: &str) {
        if let Some(letters) = self.pointer.put(self.session.game(), square) {
            self.session.say(format!("choice {letters}"));
        }
    }

    /// `hover`: marks what a move there would capture elsewhere.
    fn hover(&mut self, square: &str) {
        let lit = self.pointer.hover(self.session.game(), square);
        self.light(lit);
    }

    /// Answers with marks, unless the user has already moved on.
    fn light(&mut self, marks: Option<String>) {
        let late = |command: &Command| match command {
            Command::Lift(_) | Command::Put(_) => true,
            Command::Move { text, bare } => self.may_be_move(text, *bare),
            _ => false,
        };
        if let Some(marks) = marks.filter(|_| !self.waits(late)) {
            self.session.say(format!("highlight {marks}"));
        }
    }
}
