//! `alfil bench`: searches fixed positions with fixed limits, for a signature of the engine and to measure its speed.

use super::Failure;
use crate::search::{Monitor, bench};
use std::io::{self, Write};

pub(super) fn run() -> Result<(), Failure> {
    // The monitor is never stopped.
    let totals = bench::run(&Monitor::default())?;
    totals.map_or(Ok(()), |totals| Ok(writeln!(io::stdout().lock(), "{totals}")?))
}
