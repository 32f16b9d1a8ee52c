//! Questions and commands that come line by line.

use crate::limits;
use std::fmt;
use std::io::{self, BufRead, Read};

/// What some editors and shells put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The beginning of a line that is longer than any that asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongLine(pub Vec<u8>);

impl fmt::Display for LongLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line may have {} bytes, this one has more", limits::LINE)
    }
}

/// The next line without its end, or what there is of one that is too long;
/// nothing after the last. The lines after a long one can be read all the same.
///
/// # Errors
///
/// Those of the input.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, LongLine>>> {
    let mut line = Vec::new();
    if input.take(limits::LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.starts_with(BYTE_ORDER_MARK) {
        line.drain(..BYTE_ORDER_MARK.len());
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > limits::LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LongLine(line))));
    }
    Ok(Some(Ok(line)))
}
