//! `alfil schema`: prints the JSON Schema with which editors complete and check variant files.

use super::Failure;
use crate::variant::file::SCHEMA;
use std::io::{self, Write};

pub(super) fn run() -> Result<(), Failure> {
    io::stdout().lock().write_all(SCHEMA.as_bytes())?;
    Ok(())
}
