//! Reads requests line by line.

use super::file::drop_mark;
use crate::limits;
use std::fmt;
use std::io::{self, BufRead, Read};

/// The beginning of a line that is too long for any request. Bytes that are not UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongLine(pub String);

impl fmt::Display for LongLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line may have {} bytes, this one has more", limits::LINE)
    }
}

/// The next line without its newline, or the beginning of one that is too long, whose rest is skipped; `None` at the
/// end of the input.
///
/// # Errors
///
/// If the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, LongLine>>> {
    let mut line = Vec::new();
    if input.take(limits::LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > limits::LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LongLine(String::from_utf8_lossy(&line).into_owned()))));
    }
    drop_mark(&mut line);
    Ok(Some(Ok(line)))
}

/// Whether a character only separates words of a command; some GUIs send NUL.
pub fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\0'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_are_not_part_of_a_line() {
        let long = format!("\u{feff}{}", "x".repeat(limits::LINE));
        let text = format!("\u{feff}uci\n{long}\nquit\n");
        let mut input = text.as_bytes();
        let mut next = || next_line(&mut input).expect("it can be read");
        assert_eq!(next(), Some(Ok(b"uci".to_vec())));
        assert_eq!(
            next(),
            Some(Err(LongLine(String::from_utf8_lossy(&long.as_bytes()[..=limits::LINE]).into_owned())))
        );
        assert_eq!(next(), Some(Ok(b"quit".to_vec())));
        assert_eq!(next(), None);
    }
}
