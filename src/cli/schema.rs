//! `alfil schema`: what an editor must know to complete and check variant files.

use super::Failure;
use crate::variant::file::schema;
use std::io::{self, Write};

pub(super) fn run() -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{:#}", schema())?;
    Ok(())
}
