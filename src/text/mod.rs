//! Texts of users, and complaints that point at them.
//!
//! A [`Source`] is a named text, a [`Sources`] numbers the bytes of several texts as if they were one, and a [`Report`]
//! says what is wrong where. Games and file formats are unknown here.

mod enumerate;
mod file;
#[cfg(feature = "cli")]
mod integer;
#[cfg(feature = "cli")]
mod lines;
#[cfg(feature = "cli")]
mod one_line;
mod report;
mod similar;
mod source;
mod visible;
mod words;

#[cfg(feature = "cli")]
pub use enumerate::first_lines;
pub use enumerate::{enumerate, few};
#[cfg(feature = "cli")]
pub use file::read_all;
pub use file::{NoText, decode, directory_of, read_file, read_text, read_waiting};
#[cfg(feature = "cli")]
pub use integer::integer;
#[cfg(feature = "cli")]
pub use lines::{LongLine, next_line};
#[cfg(feature = "cli")]
pub use one_line::one_line;
pub use report::{Report, Severity, in_few_words};
pub use similar::{did_you_mean, similar};
pub use source::{Place, Source, Sources, Span};
pub use visible::visible;
#[cfg(feature = "cli")]
pub use words::capitalized;
pub use words::counted;
