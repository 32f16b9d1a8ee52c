//! Texts of users, and complaints that point at them.
//!
//! A [`Source`] is a named text, a [`Sources`] numbers the bytes of several texts as if they were one, and a [`Report`]
//! says what is wrong where. This module does not know games or file formats.

mod enumerate;
mod file;
mod integer;
mod lines;
mod one_line;
mod report;
mod similar;
mod source;
mod visible;
mod words;
mod wrapped;

pub use enumerate::{enumerate, few, first_lines};
pub use file::{
    NoText, cannot, cannot_write, decode, directory_of, read_all, read_file, read_text, read_waiting, save, try_to_save,
};
pub use integer::integer;
pub use lines::{LongLine, is_blank, next_line};
pub use one_line::one_line;
pub use report::{Report, Severity, in_few_words};
pub use similar::{did_you_mean, similar};
pub use source::{Place, Source, Sources, Span, span_in};
pub use visible::visible;
pub use words::{capitalized, counted};
pub use wrapped::wrapped;
