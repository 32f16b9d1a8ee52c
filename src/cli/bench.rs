//! `alfil bench`: a search with fixed limits, as a signature and to measure speed.

use super::Failure;
use crate::search::{Monitor, bench};
use std::io::{self, Write};

pub(super) fn run() -> Result<(), Failure> {
    // The monitor is never stopped.
    let totals = bench::run(&Monitor::default())?;
    totals.map_or(Ok(()), |totals| Ok(writeln!(io::stdout().lock(), "{totals}")?))
}
