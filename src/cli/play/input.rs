//! Where the lines come from: a terminal, on which they can be edited and
//! called back, or a pipe.

use crate::text::next_line;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{self, IsTerminal, Write};

/// The user's lines.
pub(super) enum Input {
    /// Edited on a terminal.
    Edited(Box<Editor<(), MemHistory>>),
    /// As they come. The prompt is for a person.
    Plain { prompt: bool },
}

impl Input {
    pub(super) fn of_stdin() -> Result<Self, ReadlineError> {
        let person = io::stdin().is_terminal();
        if person && io::stdout().is_terminal() {
            let config = Config::builder().auto_add_history(true).build();
            return Ok(Self::Edited(Box::new(Editor::with_history(config, MemHistory::new())?)));
        }
        Ok(Self::Plain { prompt: person })
    }

    /// The next line, whatever bytes it is made of; `None` when the user has had enough.
    pub(super) fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>> {
        output.flush()?;
        match self {
            Self::Edited(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Some(line)),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(ReadlineError::Io(fault)) => Err(fault),
                Err(fault) => Err(io::Error::other(fault)),
            },
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
