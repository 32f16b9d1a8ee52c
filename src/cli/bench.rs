//! `alfil bench`: a fixed amount of searching, as a checksum and a measure.

use super::Failure;
use std::io::{self, Write};

pub(super) fn run() -> Result<(), Failure> {
    let totals = crate::search::bench::run()?;
    Ok(writeln!(io::stdout().lock(), "{totals}")?)
}
