//! How much is accepted from users, files and GUIs, each limit with its reason.

use std::time::Duration;

/// Bytes of a variant file: twenty times the longest bundled one, and still
/// read and judged within a part of a second.
pub const VARIANT_FILE: usize = 256 * 1024;

/// Bytes of a file with games of another program: several times the longest one that is passed around.
pub const IMPORTED_FILE: usize = 1 << 20;

/// Bytes of a file of games or positions that a command works through, which is kept in memory.
pub const WORK_FILE: usize = 256 << 20;

/// Files that include each other in a row: nobody finds out any more where a
/// rule comes from that stands deeper.
pub const INCLUDES: usize = 16;

/// Variant files of one directory.
pub const VARIANT_FILES: usize = 2_000;

/// Complaints about one variant file: nobody reads more of them at a time.
pub const COMPLAINTS: usize = 100;

/// Complaints about a variant file that is no TOML: after the first of them its
/// reader mostly guesses.
pub const SYNTAX_COMPLAINTS: usize = 10;

/// Bytes of the lines that a complaint shows.
pub const EXCERPT: usize = 2_000;

/// Bytes of a line that asks for something.
pub const LINE: usize = 1 << 20;

/// Lines of a GUI that wait to be carried out: whoever writes more has to wait, too. A whole game is a few hundred.
pub const WAITING_LINES: usize = 10_000;

/// Moves of one game that is given as text.
pub const MOVES: usize = 10_000;

/// Bytes of an opening book of lines, which are all played once. At some
/// hundred thousand moves a second that takes seconds.
pub const BOOK_OF_LINES: usize = 4 << 20;

/// Bytes of a book in Polyglot's format, which is kept in memory.
pub const POLYGLOT_BOOK: usize = 256 << 20;

/// Moves on one line of a book: no opening is longer.
pub const BOOK_LINE: usize = 1_000;

/// Games, and boards of other sizes, that one book is about: for each of them
/// tables are built.
pub const BOOK_GAMES: usize = 200;

/// Warnings about one file of games; complaints about one of positions.
pub const GAMES_WARNINGS: usize = 20;

/// Complaints about one opening book.
pub const BOOK_COMPLAINTS: usize = 20;

/// Further moves in zones in all pieces of a game together.
pub const ZONE_MOVES: usize = 200;

/// Kinds of which pieces are dropped on unlike shades: whether all of them still find a square is asked of
/// every choice among them.
pub const UNLIKE_SHADES: usize = 4;

/// Sets of pieces over which others may not hop: positions keep the squares of
/// each.
pub const BARRED_HURDLES: usize = 4;

/// Conditions of one kind on a shuffled start.
pub const SHUFFLE_CONDITIONS: usize = 20;

/// Orders that are drawn for a shuffled start before it counts as one that is never found, where conditions look at whole
/// positions, and orders that are looked through one by one then. The bundled games meet theirs within some ten draws.
pub const SHUFFLES: usize = 20_000;

/// Draws of a start for each of those when the game was checked, so that what was found then is found again.
pub const SHUFFLES_AGAIN: usize = 50 * SHUFFLES;

/// Ways to fill some of the squares of a shuffled start that are told apart where its orders are counted.
pub const SHUFFLE_STATES: usize = 100_000;

/// Steps over the board that pieces of many legs may take for the legal moves
/// of one position, as far as that can be told before a game: a few hundredths
/// of a second. What a GUI asks for needs the moves of several positions, and
/// `st 0.1` should be kept in every game.
pub const STEPS: u64 = 4_000_000;

/// MiB that a GUI may ask for: no hash table needs more, and its mistake
/// should not fill the machine.
pub const MEMORY: usize = 1 << 16;

/// Plies of a tree that is counted: deeper ones nobody waits for.
pub const PERFT_DEPTH: u32 = 32;

/// Any time that somebody sets, about thirty years: no clock shows more, and sums of a few of them are still instants
/// that exist.
pub const TIME: Duration = Duration::from_secs(1_000_000_000);

/// Threads of one search: more would only be in each other's way.
pub const THREADS: usize = 256;

/// Lines of thinking about one position: hardly any has more moves.
pub const LINES: usize = 500;

/// Bytes of a network's file: many times the largest bundled one.
pub const NETWORK_FILE: usize = 64 << 20;

/// Bytes that wait to be read by a GUI: one that leaves more has gone.
pub const UNREAD: usize = 1 << 26;

/// Characters of a text about the end of a game: with the result before it, it
/// still has one line of a terminal or a GUI.
pub const END_TEXT: usize = 60;

/// Positions that a test of a variant file may count: they are counted within a
/// minute.
pub const PERFT: u64 = 100_000_000;
