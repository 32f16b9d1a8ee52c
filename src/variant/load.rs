//! A variant file's text → [`Variant`], together with the files it includes.

use super::file::Tree;
use super::{Variant, validate};
use crate::limits;
use crate::text::{Report, Source, Sources};
use std::sync::Arc;

/// Keys that belong to one file alone and are not included.
const OWN_KEYS: [&str; 4] = ["name", "title", "aliases", "include"];

/// Finds the text of an included file: which file asks, and for what name.
pub type Finder<'a> = dyn Fn(&Source, &str) -> Result<Arc<Source>, Report> + 'a;

/// Reads and checks a variant file. Complaints may also be warnings; the
/// variant is there only if none is an error.
pub fn load(source: &Arc<Source>, find: &Finder<'_>) -> (Option<Variant>, Vec<Report>) {
    let mut chain = Chain { sources: Sources::default(), texts: Vec::new(), find };
    chain.read(source, None)
}

/// The files read so far, from the one asked for to the one it builds on.
struct Chain<'a> {
    sources: Sources,
    texts: Vec<Arc<Source>>,
    find: &'a Finder<'a>,
}

impl Chain<'_> {
    /// Reads one file below those that are laid over it.
    fn read(&mut self, source: &Arc<Source>, over: Option<Tree<'_>>) -> (Option<Variant>, Vec<Report>) {
        if source.text.len() > limits::VARIANT_FILE {
            let message = format!("{} bytes are too long for a variant file", source.text.len());
            return (None, vec![Report::error(message).about(&source.name)]);
        }
        let tree = match Tree::parse(source, &mut self.sources) {
            Ok(tree) => tree,
            Err(reports) => return (None, reports),
        };
        self.texts.push(Arc::clone(source));
        let include = tree.string("include");
        let tree = match over {
            Some(over) => tree.without(&OWN_KEYS).overlaid(over),
            None => tree,
        };
        let Some(include) = include else { return self.check(tree) };
        let refuse = |report: Report| Report { place: self.sources.place(&include.span()), ..report };
        match (self.find)(source, include.get_ref()) {
            Err(report) => (None, vec![refuse(report)]),
            Ok(below) if self.texts.contains(&below) => {
                let mut names: Vec<&str> = self.texts.iter().map(|text| text.name.as_str()).collect();
                names.push(&below.name);
                let message = format!("files include each other: {}", names.join(", "));
                (None, vec![refuse(Report::error(message).help("one of them must do without `include`"))])
            }
            Ok(below) => self.read(&below, Some(tree)),
        }
    }

    fn check(&self, tree: Tree<'_>) -> (Option<Variant>, Vec<Report>) {
        let (read, mut reports) = tree.typed(&self.sources);
        let wrong = !reports.is_empty();
        let (variant, more) = match read {
            Some(read) => validate::validate(&read, &self.sources),
            None => (None, Vec::new()),
        };
        reports.extend(more);
        // In the order of the text; what is said about one place stays as it came.
        reports.sort_by_key(|(start, _)| *start);
        (variant.filter(|_| !wrong), reports.into_iter().map(|(_, report)| report).collect())
    }
}
