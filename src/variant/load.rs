//! A variant file's text → [`Variant`], together with the files it includes.

#[cfg(feature = "cli")]
use super::file;
use super::file::{ReadFile, Spanned, Tree};
use super::{Reason, Undrawn, Variant, Written, validate};
use crate::board::PieceKind;
use crate::limits;
use crate::text::{Report, Source, Sources};
use std::sync::Arc;

/// Keys that belong to one file alone and are not included.
const OWN_KEYS: [&str; 9] = ["name", "title", "aliases", "include", "author", "year", "source", "description", "test"];

/// Finds the text of an included file: which file asks, and for what name.
pub type Finder<'a> = dyn Fn(&Source, &str) -> Result<Arc<Source>, Report> + 'a;

/// Why a game cannot be begun though its file is in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The start position cannot be played.
    Start(String),
    /// The moves of a kind cannot be laid on the board.
    Moves(PieceKind, String),
    /// No start can be drawn that can be played.
    Draw(Undrawn),
    /// It is over in its start position, as is said in a sentence. It can be played from other positions.
    Over(String, Reason),
}

/// Begins a game, as only later rooms can.
pub type Trial<'a> = dyn Fn(&Arc<Variant>) -> Result<(), Unfit> + 'a;

/// Reads and checks a variant file. Complaints may also be warnings; the
/// variant is there only if none is an error.
pub fn load(source: &Arc<Source>, find: &Finder<'_>) -> (Option<Variant>, Vec<Report>) {
    load_tried(source, find, &|_| Ok(()))
}

/// Reads and checks a variant file, and begins the game.
pub fn load_tried(source: &Arc<Source>, find: &Finder<'_>, trial: &Trial<'_>) -> (Option<Variant>, Vec<Report>) {
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find, trial };
    let (variant, mut reports) = match chain.read(source, None, &|chain, tree| chain.check(tree)) {
        Ok(checked) => checked,
        Err(reports) => (None, reports),
    };
    let more = reports.len().saturating_sub(limits::COMPLAINTS);
    if more > 0 {
        // No warning stands in place of an error.
        let any_error = reports.iter().any(Report::is_error);
        reports.retain(|report| report.is_error() || !any_error);
        reports.truncate(limits::COMPLAINTS);
        reports.push(Report::and_more(more).about(&source.name));
    }
    (variant, reports)
}

/// A variant file and all that it includes as the text of one file, without the keys that belong to a file alone,
/// and without these.
///
/// # Errors
///
/// What keeps the files from being read.
#[cfg(feature = "cli")]
pub fn flattened(source: &Arc<Source>, find: &Finder<'_>, without: &[&str]) -> Result<String, Vec<Report>> {
    let without = [&OWN_KEYS, without].concat();
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find, trial: &|_| Ok(()) };
    chain.read(source, None, &|chain, tree| file::flat(&tree, &without, &chain.sources))
}

/// The files read so far, from the one asked for to the one it builds on.
struct Chain<'a> {
    sources: Sources,
    texts: Vec<Arc<Source>>,
    find: &'a Finder<'a>,
    trial: &'a Trial<'a>,
}

impl Chain<'_> {
    /// Reads one file below those that are laid over it, and does something with all of them together.
    fn read<T>(
        &mut self,
        source: &Arc<Source>,
        over: Option<Tree<'_>>,
        finish: &dyn Fn(&Self, Tree<'_>) -> T,
    ) -> Result<T, Vec<Report>> {
        if source.text.len() > limits::VARIANT_FILE {
            let message = format!("{} bytes are too long for a variant file", source.text.len());
            return Err(vec![Report::error(message).about(&source.name)]);
        }
        let tree = Tree::parse(source, &mut self.sources)?;
        self.texts.push(Arc::clone(source));
        let include = tree.string("include");
        let tree = match over {
            Some(over) => tree.without(&OWN_KEYS).overlaid(over),
            None => tree,
        };
        let Some(include) = include else { return Ok(finish(self, tree)) };
        let refuse = |report: Report| Report { place: self.sources.place(&include.span()), ..report };
        match (self.find)(source, include.get_ref()) {
            Err(report) => Err(vec![refuse(report)]),
            Ok(below) if self.texts.contains(&below) => {
                let mut names: Vec<&str> = self.texts.iter().map(|text| text.name.as_str()).collect();
                names.push(&below.name);
                let message = format!("files include each other: {}", names.join(", "));
                Err(vec![refuse(Report::error(message).help("one of them must do without `include`"))])
            }
            Ok(_) if self.texts.len() == limits::INCLUDES => {
                let message = format!("more than {} files include each other in a row", limits::INCLUDES);
                Err(vec![refuse(Report::error(message).help("say all of it in fewer files"))])
            }
            Ok(below) => self.read(&below, Some(tree), finish),
        }
    }

    fn check(&self, tree: Tree<'_>) -> (Option<Variant>, Vec<Report>) {
        let tree_idle = tree.idle().to_vec();
        let written = Written::new(&tree, &self.sources);
        let (read, mut reports) = tree.typed(&self.sources);
        let wrong = !reports.is_empty();
        let inline = tree_idle.iter().filter(|span| self.sources.text(span).starts_with('{'));
        reports.extend(inline.map(|span| {
            let report = Report::warning("an empty table changes nothing: the keys of the included file stay")
                .help("write `\"none\"` instead to take its table back");
            (span.start, Report { place: self.sources.place(span), ..report })
        }));
        let mut variant = None;
        if let Some(read) = read {
            let (valid, more) = validate::validate(&read, &self.sources);
            reports.extend(more);
            let valid = valid.filter(|_| !wrong).map(|variant| Arc::new(Variant { written, ..variant }));
            let fault = valid.as_ref().and_then(|variant| self.fault(variant, &read));
            let begins = fault.as_ref().is_none_or(|(_, report)| !report.is_error());
            variant = valid.filter(|_| begins).map(Arc::unwrap_or_clone);
            reports.extend(fault);
        }
        // In the order of the text; what is said about one place stays as it came.
        reports.sort_by_key(|(start, _)| *start);
        (variant, reports.into_iter().map(|(_, report)| report).collect())
    }

    /// Why the game cannot be begun, and the byte that is to blame.
    fn fault(&self, variant: &Arc<Variant>, read: &ReadFile) -> Option<(usize, Report)> {
        let file = &read.file;
        let fen = file.start.as_ref().and_then(|start| start.get_ref().fen.as_ref()).map(Spanned::span);
        let (span, report) = match (self.trial)(variant).err()? {
            Unfit::Start(fault) => (fen, Report::error(format!("the start position cannot be played: {fault}"))),
            Unfit::Over(verdict, reason) => {
                let report = Report::warning(format!("the game is over before it begins: {verdict}"));
                (fen, report.help(way_to_begin(reason)))
            }
            Unfit::Moves(kind, fault) => {
                let id = &variant.kind(kind).id;
                let mut keys = file.pieces.iter().flat_map(|pieces| pieces.get_ref().keys());
                let key = keys.find(|key| key.get_ref().eq_ignore_ascii_case(id));
                (key.map(Spanned::span), Report::error(fault))
            }
            Unfit::Draw(fault) => {
                let shuffle = file.start.as_ref().and_then(|start| start.get_ref().shuffle.as_ref());
                (shuffle.map(Spanned::span), validate::undrawn(fault, true))
            }
        };
        let span = span.unwrap_or(0..0);
        Some((span.start, Report { place: self.sources.place(&span), ..report }))
    }
}

/// What to do about a game that is over in its start position.
fn way_to_begin(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate | Reason::Stalemate => {
            "the side to move has no legal move: give it one, or let the other side begin"
        }
        Reason::InsufficientMaterial => "put more pieces on the board, or write `mode = \"none\"` in `[insufficient]`",
        _ => "change the start position, or the rule that ends the game",
    }
}
