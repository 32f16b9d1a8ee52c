//! Questions that come line by line.

use crate::limits;
use std::io::{self, BufRead, Read};

/// The next line without its end, or what is wrong with it; nothing after the
/// last. The lines after a wrong one can be read all the same.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, String>>> {
    let mut line = Vec::new();
    if input.take(limits::LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > limits::LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("a line may have {} bytes, this one has more", limits::LINE))));
    }
    Ok(Some(Ok(line)))
}
