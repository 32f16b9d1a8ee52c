//! Messages to the loop from the other threads.

use super::events::News;
use super::machine::LessMemory;
use crate::game::book::Book;
use crate::text::{LongLine, Report};
use crate::variant::Library;
use std::io;

/// A message from another thread.
#[derive(Debug)]
pub enum Incoming {
    /// A line has arrived.
    Line(String),
    /// A line longer than any command has arrived.
    LongLine(LongLine),
    /// The input cannot be read; [`End`](Self::End) follows.
    Unreadable(io::Error),
    /// The input has ended.
    End,
    /// The output is closed, or cannot be written.
    Closed,
    /// A report of a search.
    Search { number: u64, news: News },
    /// A hash table is smaller than requested.
    LessMemory(LessMemory),
    /// A hash table has been allocated or cleared.
    Ready,
    /// The variant files have been read.
    Library(Library, Vec<Report>),
    /// The book of the request with this number has been opened, or could not be.
    Book(u64, Option<Book>, Vec<Report>),
}
