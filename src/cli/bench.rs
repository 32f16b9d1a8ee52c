//! `alfil bench`: a fixed amount of searching, as a checksum and a measure.

use super::Failure;
use crate::search::{Monitor, bench};
use std::io::{self, Write};

pub(super) fn run() -> Result<(), Failure> {
    // Nobody stops it.
    let totals = bench::run(&Monitor::default())?;
    totals.map_or(Ok(()), |totals| Ok(writeln!(io::stdout().lock(), "{totals}")?))
}
