//! What comes to the loop from the other threads.

use super::events::{LessMemory, News};
use crate::game::book::Book;
use crate::text::Report;
use crate::variant::Library;
use std::io;

/// Something that has happened.
#[derive(Debug)]
pub enum Incoming {
    /// A line came in.
    Line(String),
    /// One came in that is longer than any command; this is its beginning.
    LongLine(String),
    /// The input cannot be read; its end follows.
    Unreadable(io::Error),
    /// No line will come any more, or nobody listens.
    End,
    /// A search has something to say.
    Search { number: u64, news: News },
    /// A hash table is smaller than it was to be.
    LessMemory(LessMemory),
    /// A hash table is there, or empty.
    Ready,
    /// The variant files have been read.
    Library(Library, Vec<Report>),
    /// A book is open, if it is one.
    Book(Option<Book>, Vec<Report>),
}
