//! Runs the tests of a variant file.

use super::notation::without_number;
use super::{Game, MoveError};
use crate::position::{Move, Outcome};
use crate::text::{Report, counted, few};
use crate::variant::file::{Entry, Spanned, TestTable, Words};
use crate::variant::{FenError, Setup};

/// If there are more moves than this, only their number is reported.
const SHOWN: usize = 30;
/// The number of moves that are named to show that the game goes on.
const FEW: usize = 3;

impl Game {
    /// Plays a test of the variant's file and reports what does not hold. The game itself only provides the variant.
    pub fn examine(&self, test: &Spanned<TestTable>) -> Vec<Report> {
        let mut game = self.clone();
        match game.prepare_test(test) {
            Ok(()) => game.expect(test.get_ref()),
            Err(report) => vec![report],
        }
    }

    /// Sets up the position of a test and plays its moves.
    fn prepare_test(&mut self, test: &Spanned<TestTable>) -> Result<(), Report> {
        match &test.get_ref().fen {
            Some(fen) => {
                let setup = self.read_position(fen)?;
                self.set_up(&setup).map_err(|fault| {
                    self.fault(fen, format!("this position cannot be played: {}", self.unplayable(&setup, &fault)))
                })?;
            }
            None => self.restart().map_err(|fault| self.fault(test, format!("the start cannot be played: {fault}")))?,
        }
        for said in self.words(&test.get_ref().moves) {
            let mv =
                self.read_move(said.get_ref()).map_err(|fault| self.not_played(&said, "cannot be played", fault))?;
            self.play(mv);
        }
        Ok(())
    }

    /// Why a text is not a legal move here, and what may have been meant.
    fn not_played(&self, said: &Spanned<String>, what: &str, fault: MoveError) -> Report {
        let text = said.get_ref();
        let why = match self.end_without_moves() {
            // Any move comes too late.
            Some(outcome) => format!("{}: {}", MoveError::GameOver, self.verdict(outcome)),
            None => self.explained(text, fault),
        };
        let report = self.fault(said, format!("`{text}` {what}: {why}"));
        match fault {
            _ if without_number(text) != text => {
                report.help("leave out the numbers: moves are separated by spaces, as in `e4 e5 Nf3`")
            }
            MoveError::Unreadable if text.ends_with(',') => report.help("moves are separated by spaces alone"),
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

    fn read_position(&self, fen: &Spanned<String>) -> Result<Setup, Report> {
        Setup::parse(self.variant(), fen.get_ref()).map_err(|fault: FenError| {
            let place = self.variant().source_map.inside(fen, &fault.span());
            let report = Report { place, ..Report::error(format!("this position cannot be read: {fault}")) };
            fault.pieces_here(self.variant()).into_iter().fold(report, Report::help)
        })
    }

    /// The expectations that do not hold in this position.
    fn expect(&self, test: &TestTable) -> Vec<Report> {
        let mut faults = Vec::new();
        let over = self.end_without_moves().is_some();
        let unplayed = self.words(&test.legal).into_iter().filter_map(|said| self.legal_as_written(&said).err());
        // If the game is over, the same is true of every move.
        faults.extend(unplayed.take(if over { 1 } else { usize::MAX }));
        for said in self.words(&test.illegal) {
            if let Ok(mv) = self.legal_as_written(&said) {
                let (text, whole) = (said.get_ref(), self.move_text(mv));
                let read = if whole == *text { String::new() } else { format!(": it is read as `{whole}`") };
                faults.push(self.fault(&said, format!("`{text}` is legal{read}")));
            } else if let Some(fault) = self.misspelling(said.get_ref()) {
                let help = "write it as `e2e4` or `Nf3`: a typing error would always be illegal";
                faults.push(self.fault(&said, fault).help(help));
            } else if let Some(fault) = self.unmovable(said.get_ref()).filter(|_| test.moves.is_none()) {
                let help = "so the move is illegal by any rules: name a piece that is there, or add `moves`";
                faults.push(self.fault(&said, fault).help(help));
            }
        }
        faults.extend(self.trivially_illegal(test));
        faults.extend(test.only.iter().flat_map(|list| self.only_these(list)));
        if let Some(check) = test.check.as_ref().filter(|check| *check.get_ref() != self.in_check()) {
            let not = if *check.get_ref() { "not " } else { "" };
            faults.push(self.fault(check, format!("{} is {not}in check", self.side().name())));
        }
        faults.extend(self.end_as_expected(test).err());
        faults.extend(test.position.as_ref().and_then(|fen| self.position_as_expected(fen).err()));
        faults.extend(self.counts_as_expected(test).err());
        faults
    }

    /// The legal move of a complete text, including the promotion if it is compulsory.
    fn legal_as_written(&self, said: &Spanned<String>) -> Result<Move, Report> {
        let text = said.get_ref();
        let mv = self.read_move(text).map_err(|fault| self.not_played(said, "is not legal", fault))?;
        let whole = self.move_text(mv);
        if whole != *text && whole.starts_with(text.as_str()) {
            return Err(self.fault(said, format!("`{text}` is not legal, but `{whole}` is")));
        }
        Ok(mv)
    }

    /// A report on moves that are illegal only because the game is over, if the test seems to be unaware of that.
    fn trivially_illegal(&self, test: &TestTable) -> Option<Report> {
        let outcome = self.end_without_moves()?;
        let known = test.result.is_some() || test.reason.is_some() || test.only.is_some();
        let first = self.words(&test.illegal).into_iter().next().filter(|_| !known)?;
        let report =
            self.fault(&first, format!("the game is over here ({}), so nothing is legal", self.verdict(outcome)));
        Some(report.help(format!(
            "also expect the end, `result = \"{}\"`, or choose a position in which the game goes on",
            outcome.result.score()
        )))
    }

    fn only_these(&self, list: &Spanned<Words<String>>) -> Vec<Report> {
        let words = self.variant().source_map.words(list);
        let read: Vec<Result<Move, Report>> = words.iter().map(|said| self.legal_as_written(said)).collect();
        let known: Vec<Move> = read.iter().filter_map(|read| read.as_ref().ok().copied()).collect();
        let mut faults: Vec<Report> = read.into_iter().filter_map(Result::err).collect();
        let others = self.legal_moves().into_iter().filter(|mv| !known.contains(mv));
        let others: Vec<String> = others.map(|mv| self.move_text(mv)).collect();
        if !others.is_empty() {
            faults.push(self.fault(list, format!("other moves are legal, too: {}", few(&others, SHOWN, " "))));
        }
        faults
    }

    fn end_as_expected(&self, test: &TestTable) -> Result<(), Report> {
        let outcome = self.outcome();
        let found = match outcome {
            Some(outcome) => {
                format!("{} by {}: {}", outcome.result.score(), outcome.reason, self.verdict(outcome))
            }
            None => format!("the game goes on: {}", self.some_moves()),
        };
        let score = outcome.map_or("*", |outcome| outcome.result.score());
        if let Some(result) = test.result.as_ref().filter(|result| result.get_ref().to_string() != score) {
            return Err(self.fault(result, format!("the result is not `{}`, but {found}", result.get_ref())));
        }
        match &test.reason {
            Some(reason) if outcome.map(|outcome| outcome.reason) != Some(*reason.get_ref()) => {
                Err(self.fault(reason, format!("the reason is not `{}`: {found}", reason.get_ref())))
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
    fn position_as_expected(&self, fen: &Spanned<String>) -> Result<(), Report> {
        let [expected, found] = [self.read_position(fen)?, self.setup()].map(|setup| setup.fen(self.variant()));
        if expected == found { Ok(()) } else { Err(self.fault(fen, format!("the position is `{found}`"))) }
    }

    fn counts_as_expected(&self, test: &TestTable) -> Result<(), Report> {
        for (depth, said) in (1..).zip(&test.perft) {
            let found = self.perft(depth);
            if found != *said.get_ref() {
                let moves = counted(depth as usize, "move", "moves");
                return Err(
                    self.fault(said, format!("there are {found} positions after {moves}, not {}", said.get_ref()))
                );
            }
        }
        Ok(())
    }

    /// The moves of a list in a test.
    fn words(&self, list: &Entry<Words<String>>) -> Vec<Spanned<String>> {
        list.iter().flat_map(|list| self.variant().source_map.words(list)).collect()
    }

    fn fault<T>(&self, said: &Spanned<T>, message: String) -> Report {
        Report { place: self.variant().source_map.at(said), ..Report::error(message) }
    }
}
