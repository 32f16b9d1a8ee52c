//! `alfil betza`: the meaning of a move description, outside of any game.
//!
//! Descriptions come in; drawings, sentences, spellings and lists of moves go out. They are read by the same parser and
//! compiler as in games.

mod eval;
mod marks;
mod picture;
mod sheet;
mod show;

pub(super) use marks::Marks;
pub(super) use picture::{STYLE, draw_board, draw_legend};
pub(super) use show::meanings;

use super::terminal::Screen;
use super::{Failure, complain};
use crate::text::{Report, Source};
use crate::xbetza::ast::Description;
use crate::xbetza::{self, Error, Program};
use clap::Subcommand;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Draw the moves of a piece
    Show(show::Arguments),
    /// Explain a move description in English, term by term, as the side that moves sees it
    Explain {
        /// The move description, such as `fmWfcF`
        #[arg(value_name = "STRING")]
        text: String,
    },
    /// Translate a move description into the notation of XBoard 4.9
    Wire {
        /// The move description, such as `fmWfcF`
        #[arg(value_name = "STRING")]
        text: String,
    },
    /// Answer questions about moves, for scripts
    Eval {
        /// Read JSON objects (`id`, `xbetza`, `board`, `color`, `from`, `own`, `enemy`, `moved`), one per line, and
        /// answer each with the moves or an error
        #[arg(long, required = true)]
        batch: bool,
    },
}

pub(super) fn run(command: &Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Show(arguments) => show::run(arguments),
        Command::Explain { text } => explain(text),
        Command::Wire { text } => wire(text),
        Command::Eval { .. } => eval::run(io::stdin().lock(), io::stdout()),
    }
}

/// A description from the command line.
struct Given {
    source: std::sync::Arc<Source>,
    tree: Description,
    program: Program,
}

impl Given {
    /// Reads a description; `None` after its errors have been reported.
    fn read(text: &str) -> Result<Option<Self>, Failure> {
        let source = Source::new("description", text);
        let read = || -> Result<_, Error> {
            let tree = xbetza::parse(text)?;
            Ok((xbetza::compile_tree(&tree)?, tree))
        };
        match read() {
            Ok((program, tree)) => Ok(Some(Self { source, tree, program })),
            Err(error) => {
                complain(&error.report().at(&source, error.span()))?;
                Ok(None)
            }
        }
    }

    /// Tells which terms may not be what the user means.
    fn warn_of_odd_terms(&self) -> Result<(), Failure> {
        let doubts = xbetza::doubts(&self.tree, &self.program);
        doubts.into_iter().try_for_each(|(span, report)| complain(&report.at(&self.source, span)))
    }
}

fn explain(text: &str) -> Result<ExitCode, Failure> {
    let Some(given) = Given::read(text)? else { return Ok(ExitCode::FAILURE) };
    let terms: Vec<String> = given.tree.terms.iter().map(ToString::to_string).collect();
    let width = terms.iter().map(String::len).max().unwrap_or(0);
    let screen = Screen::of_stdout();
    let mut output = io::stdout().lock();
    for (term, sentence) in terms.iter().zip(xbetza::explain(&given.tree)) {
        writeln!(output, "{}", screen.wrap(&format!("{term:width$}  {sentence}"), width + 2))?;
    }
    given.warn_of_odd_terms()?;
    Ok(ExitCode::SUCCESS)
}

fn wire(text: &str) -> Result<ExitCode, Failure> {
    let Some(given) = Given::read(text)? else { return Ok(ExitCode::FAILURE) };
    match xbetza::wire(&given.tree) {
        Ok(spelled) => {
            writeln!(io::stdout().lock(), "{spelled}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(none) => {
            let report = Report::error(none.to_string())
                .at(&given.source, none.span())
                .label("no spelling for XBoard")
                .help("it can still be played: the engine checks the moves, and highlights the legal ones")
                .help("for such a piece, XBoard is given no moves, or nearly all that pieces can make");
            complain(&report)?;
            Ok(ExitCode::FAILURE)
        }
    }
}
