//! The capabilities of the terminal, and text that fits it.
//!
//! A pipe has no width, height or colours, so that programs get the same output everywhere, one item per line.

use crate::text::wrapped;
use std::io::{self, IsTerminal};
use terminal_size::{Height, Width, terminal_size_of};

/// The fewest columns in which text is wrapped.
pub(super) const NARROWEST: usize = 20;

/// Whether the environment allows colours.
pub(super) fn colour_is_welcome() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    !dumb && !refused
}

/// The columns for text on standard error; without limit if the terminal is too narrow, or does not tell.
pub(super) fn width_of_stderr() -> usize {
    let told = terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width));
    told.filter(|width| *width >= 2 * NARROWEST).unwrap_or(usize::MAX)
}

/// The capabilities of standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Screen {
    /// Columns.
    pub width: Option<usize>,
    /// Lines.
    pub height: Option<usize>,
    /// Whether colours may be used.
    pub colour: bool,
}

impl Screen {
    pub(super) fn of_stdout() -> Self {
        if !io::stdout().is_terminal() {
            return Self::default();
        }
        let size = terminal_size_of(io::stdout()).filter(|(Width(width), Height(height))| *width > 0 && *height > 0);
        Self {
            width: size.map(|(Width(width), _)| width.into()),
            height: size.map(|(_, Height(height))| height.into()),
            colour: colour_is_welcome(),
        }
    }

    /// A text wrapped to the width, with lines after the first indented by `indent`.
    pub(super) fn wrap(&self, text: &str, indent: usize) -> String {
        let wide = self.width.filter(|width| *width >= NARROWEST + indent);
        wide.map_or_else(|| text.to_owned(), |width| wrapped(text, width, indent))
    }

    /// A text in bold, if colours may be used.
    pub(super) fn bold(&self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_within_the_width() {
        let screen = Screen { width: Some(24), ..Screen::default() };
        assert_eq!(
            screen.wrap("F  steps one square diagonally, moves", 3),
            "F  steps one square\n   diagonally, moves"
        );
        assert_eq!(screen.wrap("a averyveryverylongwordindeed b", 2), "a averyveryverylongwordindeed\n  b");
        assert_eq!(screen.wrap("exactly twenty-four cols", 0), "exactly twenty-four cols");
        // A table whose last column begins beyond the middle.
        let table = Screen { width: Some(80), ..Screen::default() };
        let (left, right) = ("-".repeat(44), "eight words or so ");
        assert_eq!(
            table.wrap(&format!("{left} {}end", right.repeat(2)), 45),
            format!("{left} eight words or so eight words or so\n{}end", " ".repeat(45))
        );
        assert_eq!(
            Screen::default().wrap("as long as it is without a terminal", 3),
            "as long as it is without a terminal"
        );
    }
}
