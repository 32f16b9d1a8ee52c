//! A complaint: the fault, its place, and hints.

use super::{Place, Source, Span, visible, wrapped};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::sync::Arc;

/// The severity of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The request fails.
    Error,
    /// It works, but probably not as intended.
    Warning,
    /// For information.
    Note,
}

/// One complaint about something the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The severity.
    pub severity: Severity,
    /// Whether it is about a value without effect, which could be left out.
    pub idle: bool,
    /// The code of this fault, if a list of faults defines one.
    pub code: Option<&'static str>,
    /// The message: lower case, no full stop, the user's own text in backquotes.
    pub message: String,
    /// The place it points at.
    pub place: Option<Place>,
    /// A few words next to the caret; may be empty.
    pub label: Box<str>,
    /// Hints, one per line.
    pub help: Vec<String>,
}

impl Report {
    /// An error without a place.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// A warning without a place.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// A note without a place.
    pub fn note(message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message)
    }

    /// A warning about a key whose value has no effect, without a place.
    pub fn no_effect(key: &str) -> Self {
        Self { idle: true, ..Self::warning(format!("`{key}` has no effect here")) }
    }

    /// The number of further complaints that are left out.
    pub fn and_more(count: usize) -> Self {
        Self::note(format!("... and {count} more"))
    }

    /// At most `most` of the reports on a file, errors rather than others, and a note on how many are left out.
    pub fn capped(mut reports: Vec<Self>, most: usize, file: &str) -> Vec<Self> {
        let more = reports.len().saturating_sub(most);
        if more > 0 {
            let errors = reports.iter().filter(|report| report.is_error()).count();
            let mut others = most.saturating_sub(errors);
            reports.retain(|report| {
                let room = report.is_error() || others > 0;
                others -= usize::from(room && !report.is_error());
                room
            });
            reports.truncate(most);
            reports.push(Self::and_more(more).about(file));
        }
        reports
    }

    fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            idle: false,
            code: None,
            message: message.into(),
            place: None,
            label: Box::default(),
            help: Vec::new(),
        }
    }

    /// Sets the code of the fault.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Sets the place to a part of a text.
    pub fn at(mut self, source: &Arc<Source>, span: Span) -> Self {
        self.place = Some(Place::Text(Arc::clone(source), source.clamp(&span)));
        self
    }

    /// Sets the place to a file as a whole.
    pub fn about(mut self, file: impl Into<String>) -> Self {
        self.place = Some(Place::File(file.into()));
        self
    }

    /// Sets the words next to the caret.
    pub fn label(mut self, label: impl Into<Box<str>>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a hint.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The report with the line it is about and a caret under the fault, on
    /// several lines without a newline at the end; with colours for a terminal
    /// if `colour` is set.
    pub fn render(&self, colour: bool) -> String {
        self.render_within(usize::MAX, colour)
    }

    /// The same with messages and advice wrapped to a number of columns.
    pub fn render_within(&self, width: usize, colour: bool) -> String {
        // Before a text stand its severity and a code, or a margin as wide as a line number.
        let before = 14 + self.code.map_or(0, str::len);
        let fitted = |text: &str| wrapped(&visible(text), width.saturating_sub(before), 0);
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let excerpt = match &self.place {
            Some(Place::Text(source, span)) => source.excerpt(span).map(|excerpt| (visible(&source.name), excerpt)),
            _ => None,
        };
        let title = match &self.place {
            Some(place) if excerpt.is_none() => format!("{}: {}", place.name(), self.message),
            _ => self.message.clone(),
        };
        let title = level.primary_title(fitted(&title));
        let mut group = Group::with_title(match self.code {
            Some(code) => title.id(code),
            None => title,
        });
        if let Some((name, (lines, first, span))) = &excerpt {
            let caret = AnnotationKind::Primary.span(span.clone());
            let caret = if self.label.is_empty() { caret } else { caret.label(visible(&self.label).into_owned()) };
            let snippet = Snippet::source(lines.as_str()).line_start(*first).path(name.as_ref());
            group = group.element(snippet.annotation(caret));
        }
        for help in &self.help {
            group = group.element(Level::HELP.message(fitted(help)));
        }
        renderer.render(&[group])
    }
}

/// The report on one line, `file:line:column: message`, as GUIs and logs want it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.as_ref().map(|place| place.name() + ": ").unwrap_or_default();
        let severity = match self.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
            Severity::Note => "note: ",
        };
        let line = format!("{place}{severity}{}", self.message).replace(['\n', '\r'], " ");
        f.write_str(&visible(&line))
    }
}

/// A system error in a few words of our own: some GUIs take a line with the system's words for a failed start of the
/// engine.
pub fn in_few_words(error: &std::io::Error) -> String {
    let words = match error.kind() {
        std::io::ErrorKind::NotFound => "it does not exist",
        std::io::ErrorKind::PermissionDenied => "permission denied",
        std::io::ErrorKind::InvalidData => "it is not UTF-8 text",
        std::io::ErrorKind::NotADirectory => "it is not a directory",
        std::io::ErrorKind::IsADirectory => "it is a directory",
        _ => {
            let told = error.to_string();
            return told.split(" (os error ").next().unwrap_or_default().to_owned();
        }
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_contain_no_control_characters() {
        let source = Source::new("a\u{1b}.toml", "x = \"\u{9b}2J\"\ny = 1\n");
        let report = Report::error("bad \u{9b}").at(&source, 4..10).label("\u{202e}").help("\u{1b}[2J");
        for text in [report.render(false), report.to_string()] {
            assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{text:?}");
        }
        assert!(report.render(false).contains("1 | x = \"\u{fffd}2J\"\n  |     ^^^^^"), "{}", report.render(false));
    }

    #[test]
    fn messages_and_advice_are_wrapped_within_the_width() {
        let source = Source::new("my.toml", "x = 1\n");
        let report = Report::error("odd in several ways").at(&source, 4..5).help("write another number instead");
        let said = [
            "error: odd in several",
            "       ways",
            " --> my.toml:1:5",
            "  |",
            "1 | x = 1",
            "  |     ^",
            "  |",
            "  = help: write another",
            "          number instead",
        ];
        assert_eq!(report.render_within(28, false), said.join("\n"));
    }

    #[test]
    fn long_lines_are_named_but_not_shown() {
        let source = Source::new("my.toml", format!("a = 1\nb = \"{}\"\n", "x".repeat(100_000)));
        let report = Report::error("odd").at(&source, 10..50_000).help("shorten it");
        assert_eq!(report.render(false), "error: my.toml:2:5: odd\n |\n = help: shorten it");
        // Only the first of many lines is shown.
        let source = Source::new("my.toml", "a = [\n".repeat(10_000));
        assert!(Report::error("odd").at(&source, 0..60_000).render(false).lines().count() < 9);
    }

    #[test]
    fn spans_beyond_the_text_are_harmless() {
        let source = Source::new("my.toml", "é");
        for span in [0..9, 1..1, 7..9, Span { start: 2, end: 1 }] {
            assert!(Report::warning("odd").at(&source, span).render(true).contains("my.toml"));
        }
    }
}
