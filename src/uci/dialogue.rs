//! The dialogue with the GUI, without input, output, threads or a clock of its own.
//!
//! Commands wait in an inbox while variant files are read, some of them also for a book, for tables or for the numbers of
//! a count. A command that would disturb a search stops it and waits for its answer. A command that cannot be carried out
//! is answered in one line, and changes nothing.

use super::choice::{GameChoice, Strength};
use super::command::{self, Class, Command, Go, LineRead, MOST_NAMED, Start};
use super::dialect::{Dialect, FIRST_MOVE};
use super::options::{self, UciOption};
use super::reply::{self, Format};
use crate::game::{Game, MoveStyle, PlacedPosition, fen_of, fen_of_bare_sfen};
use crate::position::Move;
use crate::search::{Control, network_status};
use crate::session::{
    AFTER_INPUT, AFTER_QUIT, Activity, AnswerWhen, Event, Inbox, Job, JobOutcome, Protocol, SearchRequest, Session,
    Setting, Value,
};
use crate::text::{LongLine, Report, few, first_lines};
use crate::variant::{FenError, FenErrorKind};
use std::time::{Duration, Instant};

/// Maximum number of reports on files that are shown.
const MOST_SHOWN: usize = 10;

/// The dialogue.
#[derive(Debug)]
pub(super) struct Dialogue {
    dialect: Dialect,
    session: Session,
    inbox: Inbox<Command>,
    /// Whether the GUI has been sent the options.
    greeted: bool,
    choice: GameChoice,
    /// The game's start, from which all positions are set up.
    start: Game,
    /// The number of the first move on the board.
    first_move: u32,
    show_wdl: bool,
    strength: Strength,
    /// Whether times are milliseconds, not seconds.
    milliseconds: bool,
    /// The last position whose oddities have been reported.
    last_given: String,
    /// Moves that are not to be played in the current position.
    banned: Vec<Move>,
    /// Whether the input has ended, so that nobody waits for the end of the program.
    input_ended: bool,
}

impl Protocol for Dialogue {
    fn may_be_interrupted(&self) -> bool {
        true
    }

    /// A script whose input has ended gets every line, however slowly the next program takes them.
    fn patience(&self) -> Option<Duration> {
        (!self.input_ended).then_some(AFTER_INPUT)
    }

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn hear_line(&mut self, line: &str, now: Instant) {
        self.session.set_time(now);
        let LineRead { command, faults } = command::read(self.dialect, line);
        if !faults.is_empty() {
            self.take_in(Command::Complain(few(&faults, MOST_NAMED, "; ")), line);
        }
        match command {
            Some(Command::Quit) => self.end(Command::Quit),
            Some(command) => self.take_in(command, line),
            None => {}
        }
    }

    fn hear_long_line(&mut self, line: &LongLine, now: Instant) {
        self.session.set_time(now);
        let LongLine(start) = line;
        self.take_in(Command::Complain(format!("{line}: {}", first_word(start))), start);
    }

    fn hear_end(&mut self, now: Instant) {
        self.session.set_time(now);
        self.input_ended = true;
        self.end(Command::End);
    }

    fn hear_time(&mut self, now: Instant) {
        self.session.hear_time(now);
    }

    fn deadline(&self) -> Option<Instant> {
        self.session.deadline()
    }

    fn report(&mut self, event: Event) -> Vec<String> {
        let format = self.format();
        match event {
            Event::Thinking { root, info, time } => vec![reply::thinking(&root, &info, time, format)],
            Event::Progress(status) => vec![reply::progress(&status, format)],
            Event::BestMove { root, best } => {
                vec![reply::best(&root, best.as_ref().map_or(&[][..], |best| &best.pv), format)]
            }
            Event::Over(ending) => {
                let side = self.session.game().side();
                reply::ended(self.dialect, ending.outcome, side).into_iter().collect()
            }
            Event::Finished { root, outcome } => match outcome {
                JobOutcome::Counts(Some(counts)) => reply::counts(&root, &counts, format),
                JobOutcome::Counts(None) => vec![reply::note(self.dialect, "perft: stopped")],
                JobOutcome::Solution(solution) => vec![reply::solution(&root, &solution, format)],
                JobOutcome::Totals(totals) => reply::bench(self.dialect, &totals),
            },
            Event::FewerThreads(shortage) => vec![reply::note(self.dialect, &shortage.to_string())],
            Event::LessMemory(less) => vec![reply::note(self.dialect, &less.to_string())],
            Event::Library(reports) => self.hear_library(&reports),
            Event::Book(reports) => errors(self.dialect, &reports),
            // In these protocols the engine makes no moves of its own.
            Event::Move { .. } | Event::Hint { .. } | Event::DrawOffered | Event::Resigned => Vec::new(),
        }
    }

    fn proceed(&mut self) -> bool {
        let Some(next) = self.inbox.pop() else { return false };
        if self.is_due(&next.command) {
            self.execute(next.command);
            return true;
        }
        self.inbox.put_back(next);
        // Readiness is told meanwhile, unless something that it depends on waits before it.
        let waiting = |command: &&Command| **command != Command::IsReady;
        let harmless = self.inbox.iter().take_while(waiting).all(|command| command.class() == Class::Inline);
        if self.is_counting()
            && harmless
            && let Some(command) = self.inbox.take_first(|command| *command == Command::IsReady)
        {
            self.execute(command);
            return true;
        }
        // While positions are counted, other commands wait, and only this one ends the count. It stays, since it also
        // ends a search that begins before its turn.
        if self.is_counting() && self.inbox.any(|command| *command == Command::Stop) {
            self.session.stop();
        }
        false
    }
}

impl Dialogue {
    /// A dialogue that has not begun.
    pub(super) fn new(dialect: Dialect, session: Session) -> Self {
        let usual = dialect.usual_name(session.library());
        let mut talk = Self {
            dialect,
            inbox: Inbox::default(),
            greeted: false,
            start: session.standard_game(),
            first_move: FIRST_MOVE,
            choice: GameChoice::new(usual),
            show_wdl: false,
            strength: Strength::default(),
            milliseconds: dialect != Dialect::Ucci,
            last_given: String::new(),
            banned: Vec::new(),
            input_ended: false,
            session,
        };
        if dialect != Dialect::Ucci {
            talk.session.report_progress();
        }
        if dialect != Dialect::Uci
            && let Some(start) = talk.choice.start(dialect, talk.session.library())
        {
            talk.start = start;
            talk.session.begin_game(talk.start.clone());
        }
        talk
    }

    /// Puts a command into the inbox, if there is room for it.
    fn take_in(&mut self, command: Command, line: &str) {
        let urgent = matches!(command, Command::Stop | Command::IsReady | Command::Quit | Command::End);
        if let Err(refused) = self.inbox.push(command, line, urgent)
            && refused.first
        {
            self.complain(&format!("too many commands are waiting, so this one is ignored: {}", first_word(line)));
        }
    }

    /// Queues the end after all pending requests.
    fn end(&mut self, command: Command) {
        // Scripts write `go depth 5` and `quit` at once, and want the answer.
        if self.session.activity() == Activity::Idle && !self.inbox.any(begins_search) {
            self.session.shut_down(if command == Command::Quit { AFTER_QUIT } else { AFTER_INPUT });
        }
        self.take_in(command, "");
    }

    /// Whether a perft or a bench is running.
    fn is_counting(&self) -> bool {
        matches!(self.session.activity(), Activity::Job(Job::Count(_) | Job::Bench))
    }

    /// Whether a command may be carried out now. If a search is in its way, the search is stopped.
    fn is_due(&mut self, command: &Command) -> bool {
        let class = command.class();
        let awaits = match class {
            Class::Ready => {
                self.session.prepare();
                self.session.is_preparing()
            }
            Class::AfterBook => self.session.is_opening_book(),
            Class::Inline | Class::Deferred => false,
        };
        if awaits || self.session.is_reading_library() {
            return false;
        }
        // A person waits for the numbers.
        let awaits_count = !matches!(command, Command::Stop | Command::Complain(_) | Command::Ignored);
        if self.is_counting() && awaits_count {
            return false;
        }
        if *command == Command::End && self.session.ends_by_itself() {
            return false;
        }
        let disturbs = matches!(class, Class::Deferred | Class::AfterBook);
        let busy = disturbs && self.session.activity() != Activity::Idle;
        if busy {
            // A withheld answer is available now, and is reported before the command is looked at again.
            self.session.stop();
        }
        !busy
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Greet => self.greet(),
            Command::IsReady => self.session.say("readyok"),
            Command::NewGame => self.begin_anew(),
            Command::SetOption { name, value } => match options::read(self.dialect, &name, value.as_deref()) {
                Ok((target, value)) => self.set(target, value),
                Err(fault) => self.complain(&fault),
            },
            Command::Position { start, moves } => match self.position(&start, &moves) {
                Ok((game, first_move)) => {
                    self.begin_game(game, first_move);
                    if let Start::Fen(text) = start {
                        self.warn_of_position(text);
                    }
                }
                Err(fault) => self.complain(&fault),
            },
            Command::Ban(moves) => self.banned = self.legal("banmoves", &moves),
            Command::GoMate(time) => self.session.begin_job(Job::Solve(time)),
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.session.begin_job(Job::Count(depth)),
            Command::Stop => self.session.stop(),
            Command::PonderHit => {
                if !self.session.ponder_hit() {
                    self.complain("ponderhit: no search is pondering: expected `go ponder` before");
                }
            }
            Command::GameOver => match self.session.activity() {
                // A problem is not part of the game: it is answered.
                Activity::Job(_) => self.session.stop(),
                _ => self.session.give_up_search(),
            },
            Command::Show => {
                self.session.say_all(reply::board(self.session.game(), self.first_move, self.format()));
            }
            Command::Evaluate => {
                let score = self.session.evaluate();
                self.session.say(reply::evaluation(self.dialect, self.session.game().side(), score));
            }
            Command::Bench => self.session.begin_job(Job::Bench),
            Command::Quit | Command::End => {
                if self.dialect == Dialect::Ucci {
                    self.session.say("bye");
                }
                self.session.quit();
            }
            Command::Complain(fault) => self.complain(&fault),
            Command::Ignored => {}
        }
    }

    fn begin_anew(&mut self) {
        self.begin_at_start();
        self.session.clear_hash();
    }

    fn begin_at_start(&mut self) {
        self.begin_game(self.start.clone(), FIRST_MOVE);
    }

    fn begin_game(&mut self, game: Game, first_move: u32) {
        self.banned.clear();
        self.first_move = first_move;
        self.session.begin_game(game);
    }

    fn greet(&mut self) {
        self.greeted = true;
        self.session.say_all(reply::greeting(self.dialect, &self.games()));
    }

    /// The names of all games and their aliases, that of the protocol's usual game first.
    fn games(&self) -> Vec<String> {
        let library = self.session.library();
        let names = library.variants().flat_map(|variant| [&variant.name].into_iter().chain(&variant.aliases));
        let usual = self.dialect.usual_name(library);
        let mut games: Vec<String> = names.filter(|name| **name != usual).cloned().collect();
        games.insert(0, usual);
        games
    }

    fn set(&mut self, target: UciOption, value: Value) {
        match (target, value) {
            (UciOption::Engine(Setting::Level), Value::Number(level)) => {
                self.set_strength(Strength { level, ..self.strength });
            }
            (UciOption::Engine(setting), value) => self.session.set(setting, value),
            (UciOption::ClearHash, _) => self.session.clear_hash(),
            (UciOption::LimitStrength, Value::Flag(on)) => {
                self.set_strength(Strength { limited: on, ..self.strength });
            }
            (UciOption::Elo, Value::Number(elo)) => {
                self.set_strength(Strength { elo, ..self.strength });
            }
            (UciOption::NewGame, _) => self.begin_anew(),
            (UciOption::Milliseconds, Value::Flag(on)) => self.milliseconds = on,
            (UciOption::ShowWdl, Value::Flag(on)) => self.show_wdl = on,
            (UciOption::Chess960, Value::Flag(on)) => {
                if on != self.choice.chess960 {
                    self.last_given.clear();
                    self.choose(GameChoice { chess960: on, ..self.choice.clone() });
                }
            }
            (UciOption::RanksFromZero, Value::Flag(on)) => {
                if on != self.choice.ranks_from_zero {
                    self.choose(GameChoice { ranks_from_zero: on, ..self.choice.clone() });
                }
            }
            (UciOption::Variant, Value::Text(name)) => {
                self.choose(self.choice.of_game(name, self.session.library()));
            }
            (target, value) => unreachable!("{target:?} cannot be {value:?}"),
        }
    }

    fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
        self.session.set(Setting::Level, Value::Number(strength.number()));
    }

    /// Begins the game chosen, or reports why that is impossible.
    fn choose(&mut self, choice: GameChoice) {
        let name = &choice.name;
        let Some(start) = choice.start(self.dialect, self.session.library()) else {
            let advice = self.session.library().suggestion(name);
            let advice = advice.unwrap_or_else(|| format!("expected a game that `{}` lists", self.dialect.name()));
            return self.complain(&format!("there is no game `{name}` that can be played: {advice}"));
        };
        // This may take a while, so it is done now, when no clock is running.
        start.prepare();
        let changed = self.choice.name != *name;
        self.choice = choice;
        self.start = start;
        self.begin_at_start();
        if changed {
            self.session.say(reply::variant(self.dialect, &self.choice.name, &self.start));
            for (place, fault) in network_status(&self.start).refused {
                self.complain(&format!("{place} is left aside: {fault}"));
            }
        }
    }

    /// The game described by a position and moves, and the number of its first move.
    fn position(&self, start: &Start, moves: &[String]) -> Result<(Game, u32), String> {
        let (mut game, first) = match start {
            Start::Usual => (self.start.clone(), FIRST_MOVE),
            Start::Fen(text) => (self.set_up(self.start.read_fen(&self.dialect.plain_fen(text)))?, FIRST_MOVE),
            Start::Sfen(text) => {
                let (fen, first) = fen_of(text).map_err(|fault| format!("position: {fault}"))?;
                // Shogi problems leave out the attacker's king.
                (self.set_up(self.start.read_problem(&fen))?, first)
            }
        };
        for text in moves {
            let mv = game.read_wire(text, self.style()).map_err(|fault| {
                let position = self.dialect.position(&game, first);
                format!("position: illegal move `{text}` ({fault}): expected a legal one in {position}")
            })?;
            game.play(mv);
        }
        Ok((game, first))
    }

    fn set_up(&self, position: Result<PlacedPosition<'_>, FenError>) -> Result<Game, String> {
        let named = |color| self.dialect.side(color);
        let position = position.map_err(|fault| self.misread(&fault.with_sides(named)))?;
        position.set_up().map_err(|fault| self.unplayable(&fault.with_sides(named)))
    }

    fn unplayable(&self, fault: &dyn std::fmt::Display) -> String {
        format!("position: {fault}: expected a position of {}", self.choice.name)
    }

    /// A message about a fault in the text of a position. If the text has another board, the GUI has probably not
    /// selected the right game.
    fn misread(&self, fault: &FenError) -> String {
        let mut text = self.unplayable(fault);
        if let FenErrorKind::RowCount { .. } | FenErrorKind::RowLength { row: 1, .. } = fault.kind() {
            let (board, option) = (self.start.variant().board, options::name_of_game(self.dialect));
            text.push_str(&format!(" on {}x{} squares; `{option}` sets another game", board.files(), board.ranks()));
        }
        text
    }

    /// Reports fields that are impossible in a position, and a FEN that is probably an SFEN. It does so once, although
    /// GUIs send the position of a game again with each of its moves.
    fn warn_of_position(&mut self, text: String) {
        if self.last_given == text {
            return;
        }
        if fen_of_bare_sfen(self.start.variant(), &text).is_some() {
            self.complain(
                "position: read as a FEN, in which `b` moves second: an SFEN is expected after `position sfen`",
            );
        }
        let fen = self.dialect.plain_fen(&text);
        if let Ok(position) = self.start.read_fen(&fen) {
            for ignored in position.ignored_fields() {
                self.complain(&format!("position: {ignored}"));
            }
            if let Some(ignored) = position.ignored_rights() {
                let may_advise = self.dialect == Dialect::Uci && !self.choice.chess960;
                let advised = may_advise && position.in_chess960().is_some();
                let advice = if advised { ": `UCI_Chess960` has them" } else { "" };
                self.complain(&format!("position: {ignored}{advice}"));
            }
        }
        self.last_given = text;
    }

    fn go(&mut self, go: Go) {
        let (control, left) = self.time_control(&go);
        if let Some(control) = control {
            self.session.set_control(control);
            self.session.set_clock(self.session.game().side(), left);
        }
        // If both a clock and a time for the move are given, the tighter one counts: more than the time left cannot be
        // used.
        if let Some(time) = go.move_time.filter(|time| control.is_none() || *time <= self.session.budget().hard) {
            self.session.set_control(Control::PerMove(time));
        }
        let timed = control.is_some() || go.move_time.is_some();
        let wanted = (!go.moves.is_empty()).then(|| self.legal("go searchmoves", &go.moves));
        let moves = self.first_moves(wanted);
        let Go { depth, nodes, mate, .. } = go;
        let mut request = SearchRequest { timed, depth, nodes, mate, moves, answer_when: AnswerWhen::Found };
        if go.ponder {
            request.answer_when = AnswerWhen::PonderHit;
        } else if go.infinite || !request.is_bounded() {
            request.answer_when = AnswerWhen::Stopped;
        }
        self.session.search(request);
    }

    /// The time control by clocks, if there is one, and the time left to the side to move.
    fn time_control(&self, go: &Go) -> (Option<Control>, Duration) {
        let side = self.session.game().side();
        let unit = if self.milliseconds { 1 } else { 1000 };
        let increment = go.increment[side] * unit;
        // The time left and byoyomi. An expired clock is ignored if there is byoyomi or a time for the move.
        let alone = go.byoyomi.is_zero() && go.move_time.is_none();
        let clock = go.time[side].map(|time| time * unit).filter(|time| alone || !time.is_zero());
        let left = clock.map(|time| time.saturating_add(go.byoyomi));
        // What a move leaves of its byoyomi is lost. With less than that on the clock, it may as well use half of it, too.
        if let Some(time) = clock.filter(|time| *time < go.byoyomi) {
            return (Some(Control::PerMove(go.byoyomi.saturating_add(time / 2))), time);
        }
        // If clocks are given, but not that of the side to move, the move may take its increment.
        let untold = go.clocked && !go.has_limit() && !go.infinite && go.byoyomi.is_zero();
        let left = left.or_else(|| untold.then_some(increment));
        let control = match left {
            Some(time) => Some(Control::Clock {
                moves: go.moves_to_go.unwrap_or(0),
                base: time.max(Duration::from_millis(1)),
                increment: increment.saturating_add(go.byoyomi),
            }),
            None if !go.byoyomi.is_zero() => Some(Control::PerMove(go.byoyomi)),
            None => None,
        };
        (control, left.unwrap_or_default())
    }

    /// The root moves, those `wanted` or all, without those that are banned. `None` stands for all moves.
    fn first_moves(&self, wanted: Option<Vec<Move>>) -> Option<Vec<Move>> {
        if wanted.is_none() && self.banned.is_empty() {
            return None;
        }
        let mut moves = wanted.unwrap_or_else(|| self.session.game().legal_moves());
        moves.retain(|mv| !self.banned.contains(mv));
        Some(moves)
    }

    /// The legal moves among the texts; the others are reported.
    fn legal(&mut self, command: &str, texts: &[String]) -> Vec<Move> {
        let style = self.style();
        let (mut moves, mut illegal) = (Vec::new(), Vec::new());
        for text in texts {
            match self.session.game().read_wire(text, style) {
                Ok(mv) => moves.push(mv),
                Err(fault) => illegal.push(format!("`{text}` ({fault})")),
            }
        }
        if !illegal.is_empty() {
            let word = if illegal.len() == 1 { "move" } else { "moves" };
            self.complain(&format!(
                "{command}: illegal {word} {}: expected legal ones",
                few(&illegal, MOST_NAMED, ", ")
            ));
        }
        moves
    }

    /// Takes over the new files, in which the current variant may be a different one, or missing.
    fn hear_library(&mut self, reports: &[Report]) -> Vec<String> {
        if let Some(start) = self.choice.start(self.dialect, self.session.library()) {
            self.start = start;
            self.begin_at_start();
        } else {
            let usual = self.dialect.usual_name(self.session.library());
            self.complain(&format!("there is no game `{}` any more: the game is now `{usual}`", self.choice.name));
            self.choose(GameChoice { name: usual, ..self.choice.clone() });
        }
        let games = self.greeted.then(|| options::variants(self.dialect, &self.games()));
        errors(self.dialect, reports).into_iter().chain(games).collect()
    }

    fn style(&self) -> MoveStyle {
        self.dialect.style(self.choice.chess960)
    }

    fn format(&self) -> Format {
        Format { dialect: self.dialect, style: self.style(), show_wdl: self.show_wdl }
    }

    /// Reports a fault in one line.
    fn complain(&mut self, fault: &str) {
        self.session.say(reply::note(self.dialect, fault));
    }
}

/// The errors among reports on files.
fn errors(dialect: Dialect, reports: &[Report]) -> Vec<String> {
    let errors: Vec<&Report> = reports.iter().filter(|report| report.is_error()).collect();
    let more = |count| format!("{count} more errors: `alfil check FILE...` shows them all");
    first_lines(&errors, MOST_SHOWN, more).iter().map(|line| reply::note(dialect, line)).collect()
}

/// Whether a command begins a search or a count.
fn begins_search(command: &Command) -> bool {
    matches!(command, Command::Go(_) | Command::GoMate(_) | Command::Perft(_) | Command::Bench)
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
