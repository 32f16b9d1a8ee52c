//! The source of lines: a terminal, with editing and history, or a pipe.

use crate::text::next_line;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};

/// What a line that is not UTF-8 is replaced by.
const UNREADABLE: &str = "\u{fffd}";

/// The user's lines.
pub(super) enum Input {
    /// Edited on a terminal. If pasted text has several lines, those after the first wait.
    Edited { editor: Box<Editor<Typed, MemHistory>>, waiting: VecDeque<String> },
    /// Read as they come, after a prompt if a user types them.
    Plain { prompt: bool },
}

/// Whether the line being edited is not empty, which the editor does not report on Ctrl-C.
#[derive(Debug, Default)]
pub(super) struct Typed(Cell<bool>);

impl Helper for Typed {}
impl Highlighter for Typed {}
impl Validator for Typed {}

impl Completer for Typed {
    type Candidate = String;
}

impl Hinter for Typed {
    type Hint = String;

    /// Called whenever the line has changed.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.0.set(!line.is_empty());
        None
    }
}

impl Input {
    pub(super) fn of_stdin() -> Result<Self, ReadlineError> {
        let person = io::stdin().is_terminal();
        if person && io::stdout().is_terminal() {
            let config = Config::builder().auto_add_history(true).build();
            let mut editor = Editor::with_history(config, MemHistory::new())?;
            editor.set_helper(Some(Typed::default()));
            return Ok(Self::Edited { editor: Box::new(editor), waiting: VecDeque::new() });
        }
        Ok(Self::Plain { prompt: person })
    }

    /// Whether a user types the lines, and can press Ctrl-C.
    pub(super) fn is_typed(&self) -> bool {
        !matches!(self, Self::Plain { prompt: false })
    }

    /// The next line, whatever its bytes are; `None` at the end of the input, or when the user quits.
    pub(super) fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>> {
        output.flush()?;
        match self {
            Self::Edited { editor, waiting } => {
                if let Some(line) = waiting.pop_front() {
                    writeln!(output, "{prompt}{line}")?;
                    return Ok(Some(line));
                }
                loop {
                    match editor.readline(prompt) {
                        Ok(text) => {
                            let mut lines = text.split(['\n', '\r']).map(str::to_owned);
                            let line = lines.next().unwrap_or_default();
                            waiting.extend(lines.filter(|line| !line.trim().is_empty()));
                            return Ok(Some(line));
                        }
                        // As in shells, Ctrl-C discards a line that is not empty.
                        Err(ReadlineError::Interrupted) if editor.helper().is_some_and(|typed| typed.0.get()) => {}
                        Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                        // Input from a terminal with another encoding.
                        Err(ReadlineError::Io(fault)) if fault.kind() == io::ErrorKind::InvalidData => {
                            return Ok(Some(UNREADABLE.to_owned()));
                        }
                        Err(ReadlineError::Io(fault)) => return Err(fault),
                        Err(fault) => return Err(io::Error::other(fault)),
                    }
                }
            }
            Self::Plain { prompt: wanted } => {
                if *wanted {
                    write!(output, "{prompt}")?;
                    output.flush()?;
                }
                Ok(match next_line(&mut io::stdin().lock())? {
                    None => None,
                    Some(Ok(bytes)) => Some(String::from_utf8_lossy(&bytes).into_owned()),
                    Some(Err(fault)) => {
                        writeln!(output, "{fault}")?;
                        Some(String::new())
                    }
                })
            }
        }
    }
}
