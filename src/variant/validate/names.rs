//! Names of the game.

use super::Checker;
use crate::text::{Report, Span, visible};
use crate::variant::file::{Entry, Spanned, VariantFile};
use crate::variant::{About, bundled_with};

/// The names of a game.
pub(super) struct Names {
    pub name: String,
    pub title: String,
    pub aliases: Vec<String>,
    pub about: About,
}

impl Checker<'_> {
    pub(super) fn names(&mut self, file: &VariantFile) -> Names {
        let help = "begin the file with a line such as `name = \"my-game\"`";
        let name = match &file.name {
            Some(name) => {
                self.name(&name.span(), name.get_ref());
                self.not_bundled(name);
                name.get_ref().clone()
            }
            None => {
                self.complaints.missing(&(0..0), "name", help);
                String::new()
            }
        };
        // Control characters become visible signs, because the title is shown everywhere.
        if let Some(title) = file.title.as_ref().filter(|title| title.get_ref().trim().is_empty()) {
            let report = Report::error("a title must not be blank")
                .help(format!("leave out `title` for a game that is called `{name}`"));
            self.complaints.add(&title.span(), report);
        }
        let title = file.title.as_ref().map_or_else(|| name.clone(), |title| visible(title.get_ref()).into_owned());
        let mut aliases: Vec<String> = Vec::new();
        for alias in &file.aliases {
            self.name(&alias.span(), alias.get_ref());
            if *alias.get_ref() == name || aliases.contains(alias.get_ref()) {
                let message = format!("`{}` is already a name of this game", alias.get_ref());
                self.complaints.add(&alias.span(), Report::warning(message));
            } else {
                self.alias_of_bundled(alias, &name);
                aliases.push(alias.get_ref().clone());
            }
        }
        // A text of several lines is one paragraph.
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let shown = |text: &Entry<String>| text.as_ref().map(|text| visible(&line(text.get_ref())).into_owned());
        let about = About {
            author: shown(&file.author),
            year: file.year.as_ref().map(|year| *year.get_ref()),
            source: shown(&file.source),
            description: shown(&file.description),
        };
        Names { name, title, aliases, about }
    }

    /// Warns of a file that hides a bundled variant, or that is mistaken for one.
    fn not_bundled(&mut self, name: &Spanned<String>) {
        let text = name.get_ref();
        let exact = bundled_with(&|other| other == text);
        let Some(bundled) = exact.or_else(|| bundled_with(&|other| other.eq_ignore_ascii_case(text))) else { return };
        if self.complaints.is_about(bundled.source()) {
            return;
        }
        let own = bundled.name();
        let message = match exact {
            Some(_) if own == text => {
                format!("`{text}` is the name of a bundled variant, and this file replaces it")
            }
            Some(_) => format!("`{text}` is an alias of the bundled variant `{own}`, and this file replaces it"),
            None => format!("`{text}` differs from a name of the bundled variant `{own}` only in the use of capitals"),
        };
        let help = match exact {
            Some(_) => "write another `name` to keep both",
            None => "write another `name`: capitals make no difference when a game is chosen",
        };
        self.complaints.add(&name.span(), Report::warning(message).help(help));
    }

    /// Warns of an alias that finds a bundled variant, unless this file replaces that one.
    fn alias_of_bundled(&mut self, alias: &Spanned<String>, name: &str) {
        let other = bundled_with(&|other| other == alias.get_ref()).filter(|file| file.name() != name);
        if let Some(other) = other {
            self.complaints.add(&alias.span(), idle_alias(alias.get_ref(), other.name()));
        }
    }

    fn name(&mut self, span: &Span, name: &str) {
        if let Some(report) = misnamed(name) {
            self.complaints.add(span, report.help("a name in plain words belongs in `title`"));
        }
    }
}

/// The report on a name that is not a single word on the protocol's lines.
pub fn misnamed(name: &str) -> Option<Report> {
    let inner = |c: char| c.is_ascii_alphanumeric() || ['+', '_', '-'].contains(&c);
    let good = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(inner);
    let report = || Report::error(format!("`{name}` is not a valid name for a game"));
    (!good).then(|| report().help("use letters, digits, `+`, `_` and `-`, and begin with a letter or a digit"))
}

/// The report on an alias that finds another game.
pub fn idle_alias(alias: &str, other: &str) -> Report {
    Report::warning(format!("the alias `{alias}` has no effect: it is a name of `{other}`"))
        .help("leave it out, or write another one")
}
