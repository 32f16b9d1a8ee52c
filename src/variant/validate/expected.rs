//! A limit on the counts that tests ask for: they are played by `game`.

use super::Checker;
use crate::limits;
use crate::text::Report;
use crate::variant::file::{Spanned, TestTable};

impl Checker<'_> {
    pub(super) fn tests(&mut self, tests: &[Spanned<TestTable>]) {
        let counts = tests.iter().flat_map(|test| &test.get_ref().perft);
        for count in counts.filter(|count| *count.get_ref() > limits::PERFT) {
            let message =
                format!("counting {} positions takes too long, expected {} at most", count.get_ref(), limits::PERFT);
            self.complaints.add(&count.span(), Report::error(message).help("count fewer moves ahead"));
        }
    }
}
