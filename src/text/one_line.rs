//! Sanitizes foreign text for a line of a protocol.

use super::source::boundary;

/// At most `most` bytes of a text, with control characters replaced by `control` or removed.
pub fn one_line(text: &str, most: usize, control: Option<char>) -> String {
    let mut line: String = text.chars().filter_map(|c| if c.is_control() { control } else { Some(c) }).collect();
    line.truncate(boundary(&line, most));
    line
}
