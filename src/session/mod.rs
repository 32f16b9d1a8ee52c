//! An engine at work, whatever the protocol: the game in progress, clocks, searches in a thread of their own,
//! pondering, analysis, options, the book, and announcements of results.
//!
//! ```text
//! reader ── lines ──┐                                          ┌── lines ──> writer
//!                   ├──> a Protocol ── requests ──> Session ───┤
//! search ── news ───┘                <── events ───            └── tasks ──> search and helpers
//! ```
//!
//! A [`Session`] is a state machine without input, output, threads or a clock of its own. Requests are typed calls; the
//! resulting [`Event`]s for the GUI and [`Task`](events::Task)s for the threads are taken out in order, among them the
//! lines that a protocol answers by itself. A request that cannot be carried out leaves the game unchanged. The session
//! knows no protocol: a [`Protocol`] reads lines and puts events into words, and [`run`] gives it threads.

mod claims;
mod clocks;
mod end;
mod events;
mod inbox;
mod incoming;
mod machine;
mod opening;
mod options;
mod pending;
mod prepared;
mod search;
mod state;
mod talk;
mod trend;
mod worker;
mod writer;

pub use claims::{Referee, ends_on_board, is_win_on_board};
pub use clocks::Pace;
pub use events::{Activity, AnswerWhen, Ending, Event, Job, JobOutcome, Mode, SearchRequest, Status};
#[cfg(test)]
pub use events::{Effect, News, Order, Task};
pub use inbox::Inbox;
pub use machine::{Shortage, cores, spared};
pub use options::{Domain, Setting, Value};
pub use pending::{AFTER_INPUT, AFTER_QUIT};
pub use state::Session;
pub use talk::{Protocol, run};
