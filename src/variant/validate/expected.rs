//! Tests in a file. Their words are checked, but nothing is played.

use super::Checker;
use crate::limits;
use crate::text::{Report, Span, span_in};
use crate::variant::file::{Entry, Spanned, TestTable, VariantFile, Words};
use crate::variant::{Said, Test};

impl Checker<'_> {
    pub(super) fn tests(&mut self, file: &VariantFile) -> Vec<Test> {
        file.test.iter().map(|table| self.test(&table.span(), table.get_ref())).collect()
    }

    fn test(&mut self, span: &Span, table: &TestTable) -> Test {
        let only = table.only.as_ref();
        let test = Test {
            table: self.said(span, ()),
            fen: self.said_so(&table.fen),
            moves: self.words(table.moves.as_ref()),
            legal: self.words(table.legal.as_ref()),
            illegal: self.words(table.illegal.as_ref()),
            only: only.map(|list| self.said(&list.span(), self.words(Some(list)))),
            check: self.said_so(&table.check),
            result: self.said_so(&table.result),
            reason: self.said_so(&table.reason),
            position: self.said_so(&table.position),
            perft: table.perft.iter().map(|count| self.said(&count.span(), *count.get_ref())).collect(),
        };
        for count in table.perft.iter().filter(|count| *count.get_ref() > limits::PERFT) {
            let message =
                format!("counting {} positions takes too long, expected {} at most", count.get_ref(), limits::PERFT);
            self.complaints.add(&count.span(), Report::error(message).help("count fewer moves ahead"));
        }
        test
    }

    fn said<T>(&self, span: &Span, value: T) -> Said<T> {
        Said { value, place: self.complaints.place(span) }
    }

    fn said_so<T: Clone>(&self, entry: &Entry<T>) -> Option<Said<T>> {
        entry.as_ref().map(|entry| self.said(&entry.span(), entry.get_ref().clone()))
    }

    /// The moves of a list, or those in a string separated by blanks.
    fn words(&self, list: Option<&Spanned<Words<String>>>) -> Vec<Said<String>> {
        let words = list.into_iter().flat_map(Spanned::words).flat_map(|(span, text)| {
            let place = move |word| self.complaints.inside(&span, text, &span_in(text, word));
            text.split_whitespace().map(move |word| self.said(&place(word), word.to_owned()))
        });
        words.collect()
    }
}
