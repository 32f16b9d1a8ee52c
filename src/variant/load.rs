//! Turns the text of a variant file, and the files that it includes, into a
//! [`Variant`].

use super::file::{self, Tree};
use super::{SourceMap, Unfit, Variant, validate};
use crate::limits;
use crate::text::{Report, Source, Sources};
use std::sync::Arc;

/// Keys that describe a single file: an including file does not take them over.
const OWN_KEYS: [&str; 9] = ["name", "title", "aliases", "include", "author", "year", "source", "description", "test"];

/// Finds the text of an included file, given the including file and the name.
pub type Finder<'a> = dyn Fn(&Source, &str) -> Result<Arc<Source>, Report> + 'a;

/// Begins a game as a trial. The function comes from later rooms, which alone can begin games.
pub type Trial<'a> = dyn Fn(&Arc<Variant>) -> Result<(), Unfit> + 'a;

/// Reads and checks a variant file. Reports may also be warnings; there is a variant only if none of them is an error.
pub fn load(source: &Arc<Source>, find: &Finder<'_>) -> (Option<Variant>, Vec<Report>) {
    load_tried(source, find, &|_| Ok(()))
}

/// Reads and checks a variant file, and begins the game as a trial.
pub fn load_tried(source: &Arc<Source>, find: &Finder<'_>, trial: &Trial<'_>) -> (Option<Variant>, Vec<Report>) {
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find, trial };
    let (variant, reports) = match chain.read(source, None, &|chain, tree| chain.check(tree)) {
        Ok(checked) => checked,
        Err(reports) => (None, reports),
    };
    (variant, Report::capped(reports, limits::COMPLAINTS, &source.name))
}

/// A variant file and all that it includes as the text of one file, without the keys that describe a single file, and
/// without those in `without`.
///
/// # Errors
///
/// Returns the faults that keep the files from being read.
pub fn flattened(source: &Arc<Source>, find: &Finder<'_>, without: &[&str]) -> Result<String, Vec<Report>> {
    let without = [&OWN_KEYS, without].concat();
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find, trial: &|_| Ok(()) };
    chain.read(source, None, &|chain, tree| file::flat(&tree, &without, &chain.sources))
}

/// The files read so far. Each includes the next.
struct Chain<'a> {
    sources: Sources,
    texts: Vec<Arc<Source>>,
    find: &'a Finder<'a>,
    trial: &'a Trial<'a>,
}

impl Chain<'_> {
    /// Reads a file and those that it includes, merges them with the tree `over` of the files that include it, and
    /// applies `finish` to the result.
    fn read<T>(
        &mut self,
        source: &Arc<Source>,
        over: Option<Tree<'_>>,
        finish: &dyn Fn(&Self, Tree<'_>) -> T,
    ) -> Result<T, Vec<Report>> {
        if source.text.len() > limits::VARIANT_FILE {
            let message = format!("a variant file of {} bytes is too long", source.text.len());
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
                Err(vec![refuse(Report::error(message).help("use fewer files"))])
            }
            Ok(below) => self.read(&below, Some(tree), finish),
        }
    }

    fn check(&self, tree: Tree<'_>) -> (Option<Variant>, Vec<Report>) {
        let tree_idle = tree.idle().to_vec();
        let source_map = SourceMap::new(&tree, &self.sources);
        let (read, mut reports) = tree.typed(&self.sources);
        let wrong = !reports.is_empty();
        let inline = tree_idle.iter().filter(|span| self.sources.text(span).starts_with('{'));
        reports.extend(inline.map(|span| {
            let message = "an empty table changes nothing: the keys of the included file remain";
            let report = Report::warning(message.to_owned() + &self.sources.included(span))
                .help("write `\"none\"` instead to remove its table");
            (span.start, Report { place: self.sources.place(span), ..report })
        }));
        let mut variant = None;
        if let Some(read) = read {
            let (valid, more) = validate::validate(&read, &self.sources);
            reports.extend(more);
            let valid = valid.filter(|_| !wrong).map(|variant| Arc::new(Variant { source_map, ..variant }));
            let faults = valid.as_ref().and_then(|variant| {
                let unfit = (self.trial)(variant).err()?;
                Some(validate::unfit(unfit, variant, &read, &self.sources))
            });
            let faults = faults.unwrap_or_default();
            let begins = !faults.iter().any(|(_, report)| report.is_error());
            variant = valid.filter(|_| begins).map(Arc::unwrap_or_clone);
            reports.extend(faults);
        }
        // The reports are sorted by place; those on the same place keep their order.
        reports.sort_by_key(|(start, _)| *start);
        (variant, reports.into_iter().map(|(_, report)| report).collect())
    }
}
