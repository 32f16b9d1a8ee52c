//! Runs the tests of a variant file.

use super::notation::without_number;
use super::{Game, MoveError};
use crate::position::{Move, Outcome};
use crate::text::{Report, counted, few};
use crate::variant::{FenError, Said, Setup, Test};

/// If there are more moves than this, only their number is reported.
const SHOWN: usize = 30;
/// The number of moves that are named to show that the game goes on.
const FEW: usize = 3;

impl Game {
    /// Plays a test of the variant's file and reports what does not hold. The game itself only provides the variant.
    pub fn examine(&self, test: &Test) -> Vec<Report> {
        let mut game = self.clone();
        match game.prepare_test(test) {
            Ok(()) => game.expect(test),
            Err(report) => vec![report],
        }
    }

    /// Sets up the position of a test and plays its moves.
    fn prepare_test(&mut self, test: &Test) -> Result<(), Report> {
        match &test.fen {
            Some(fen) => {
                let setup = self.read_position(fen)?;
                self.set_up(&setup).map_err(|fault| {
                    at(fen, format!("this position cannot be played: {}", self.unplayable(&setup, &fault)))
                })?;
            }
            None => self.restart().map_err(|fault| at(&test.table, format!("the start cannot be played: {fault}")))?,
        }
        for said in &test.moves {
            let text = &said.value;
            let mv = self.read_move(text).map_err(|fault| self.not_played(said, "cannot be played", fault))?;
            self.play(mv);
        }
        Ok(())
    }

    /// Why a text is not a legal move here, and what may have been meant.
    fn not_played(&self, said: &Said<String>, what: &str, fault: MoveError) -> Report {
        let text = &said.value;
        let why = match self.end_without_moves() {
            // Any move comes too late.
            Some(outcome) => format!("{}: {}", MoveError::GameOver, self.verdict(outcome)),
            None => fault.to_string(),
        };
        let report = at(said, format!("`{text}` {what}: {why}"));
        match fault {
            _ if without_number(text) != text => {
                report.help("leave out the numbers: moves are separated by spaces, as in `e4 e5 Nf3`")
            }
            MoveError::PromotionChoice if text.ends_with('+') => {
                report.help("`+` after squares means a promotion: leave out the sign of a check")
            }
            _ => report,
        }
    }

    /// The outcome of a game that is over, unless it is a draw that leaves its moves legal, as that by repetition.
    fn end_without_moves(&self) -> Option<Outcome> {
        self.outcome().filter(|_| self.legal_moves().is_empty())
    }

    fn read_position(&self, fen: &Said<String>) -> Result<Setup, Report> {
        Setup::parse(self.variant(), &fen.value).map_err(|fault: FenError| {
            let place = fen.part(&fault.span());
            let report = Report { place, ..Report::error(format!("this position cannot be read: {fault}")) };
            fault.pieces_here(self.variant()).into_iter().fold(report, Report::help)
        })
    }

    /// The expectations that do not hold in this position.
    fn expect(&self, test: &Test) -> Vec<Report> {
        let mut faults = Vec::new();
        for said in &test.legal {
            faults.extend(self.legal_as_written(said).err());
        }
        for said in &test.illegal {
            if let Ok(mv) = self.legal_as_written(said) {
                let (text, whole) = (&said.value, self.move_text(mv));
                let read = if whole == *text { String::new() } else { format!(": it is read as `{whole}`") };
                faults.push(at(said, format!("`{text}` is legal{read}")));
            } else if let Some(fault) = self.misspelling(&said.value) {
                let help = "write it as `e2e4` or `Nf3`: a typing error would always be illegal";
                faults.push(at(said, fault).help(help));
            }
        }
        faults.extend(self.trivially_illegal(test));
        faults.extend(test.only.iter().flat_map(|list| self.only_these(list)));
        if let Some(check) = test.check.as_ref().filter(|check| check.value != self.in_check()) {
            let not = if check.value { "not " } else { "" };
            faults.push(at(check, format!("{} is {not}in check", self.side().name())));
        }
        faults.extend(self.end_as_expected(test).err());
        faults.extend(test.position.as_ref().and_then(|fen| self.position_as_expected(fen).err()));
        faults.extend(self.counts_as_expected(test).err());
        faults
    }

    /// The legal move of a complete text, including the promotion if it is compulsory.
    fn legal_as_written(&self, said: &Said<String>) -> Result<Move, Report> {
        let text = &said.value;
        let mv = self.read_move(text).map_err(|fault| self.not_played(said, "is not legal", fault))?;
        let whole = self.move_text(mv);
        if whole != *text && whole.starts_with(text.as_str()) {
            return Err(at(said, format!("`{text}` is not legal, but `{whole}` is")));
        }
        Ok(mv)
    }

    /// A report on moves that are illegal only because the game is over, if the test seems to be unaware of that.
    fn trivially_illegal(&self, test: &Test) -> Option<Report> {
        let outcome = self.end_without_moves()?;
        let known = test.result.is_some() || test.reason.is_some() || test.only.is_some();
        let first = test.illegal.first().filter(|_| !known)?;
        let report = at(first, format!("the game is over here ({}), so nothing is legal", self.verdict(outcome)));
        Some(report.help(format!(
            "also expect the end, `result = \"{}\"`, or choose a position in which the game goes on",
            outcome.result.score()
        )))
    }

    fn only_these(&self, list: &Said<Vec<Said<String>>>) -> Vec<Report> {
        let read: Vec<Result<Move, Report>> = list.value.iter().map(|said| self.legal_as_written(said)).collect();
        let known: Vec<Move> = read.iter().filter_map(|read| read.as_ref().ok().copied()).collect();
        let mut faults: Vec<Report> = read.into_iter().filter_map(Result::err).collect();
        let others = self.legal_moves().into_iter().filter(|mv| !known.contains(mv));
        let others: Vec<String> = others.map(|mv| self.move_text(mv)).collect();
        if !others.is_empty() {
            faults.push(at(list, format!("other moves are legal, too: {}", few(&others, SHOWN, " "))));
        }
        faults
    }

    fn end_as_expected(&self, test: &Test) -> Result<(), Report> {
        let outcome = self.outcome();
        let found = match outcome {
            Some(outcome) => {
                format!("{} by {}: {}", outcome.result.score(), outcome.reason.name(), self.verdict(outcome))
            }
            None => format!("the game goes on: {}", self.some_moves()),
        };
        let score = outcome.map_or("*", |outcome| outcome.result.score());
        if let Some(result) = test.result.as_ref().filter(|result| result.value.word() != score) {
            return Err(at(result, format!("the result is not `{}`, but {found}", result.value.word())));
        }
        match &test.reason {
            Some(reason) if outcome.map(|outcome| outcome.reason) != Some(reason.value) => {
                Err(at(reason, format!("the reason is not `{}`: {found}", reason.value.name())))
            }
            _ => Ok(()),
        }
    }

    /// A few legal moves, and how many more there are.
    fn some_moves(&self) -> String {
        let moves: Vec<String> = self.legal_moves().into_iter().map(|mv| self.move_text(mv)).collect();
        format!("the legal moves are {}", few(&moves, FEW, " "))
    }

    /// Whether a position is this one in everything that a FEN describes.
    fn position_as_expected(&self, fen: &Said<String>) -> Result<(), Report> {
        let [expected, found] = [self.read_position(fen)?, self.setup()].map(|setup| setup.fen(self.variant()));
        if expected == found { Ok(()) } else { Err(at(fen, format!("the position is `{found}`"))) }
    }

    fn counts_as_expected(&self, test: &Test) -> Result<(), Report> {
        for (depth, said) in (1..).zip(&test.perft) {
            let found = self.perft(depth);
            if found != said.value {
                let moves = counted(depth as usize, "move", "moves");
                return Err(at(said, format!("there are {found} positions after {moves}, not {}", said.value)));
            }
        }
        Ok(())
    }
}

fn at<T>(said: &Said<T>, message: String) -> Report {
    Report { place: said.place.clone(), ..Report::error(message) }
}
