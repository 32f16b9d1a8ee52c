//! Text of others, fit for one line of a protocol.

use super::source::boundary;

/// At most `most` bytes of a text, with `control` in place of control characters, or nothing.
pub fn one_line(text: &str, most: usize, control: Option<char>) -> String {
    let mut line: String = text.chars().filter_map(|c| if c.is_control() { control } else { Some(c) }).collect();
    line.truncate(boundary(&line, most));
    line
}
