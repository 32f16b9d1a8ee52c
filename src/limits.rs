//! How much is accepted from users, files and GUIs, each limit with its reason.

/// Bytes of a variant file: twenty times the longest bundled one, and still
/// read and judged within a part of a second.
pub const VARIANT_FILE: usize = 256 * 1024;

/// Complaints about one variant file: nobody reads more of them at a time.
pub const COMPLAINTS: usize = 100;

/// Complaints about one opening book.
pub const BOOK_COMPLAINTS: usize = 20;

/// Orders in which a shuffled start is looked for before the conditions count
/// as impossible. Of those that can be met, the bundled games meet theirs
/// within some fifty tries.
pub const SHUFFLES: usize = 100_000;
