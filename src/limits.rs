//! Limits on input from users, files and GUIs, each with its reason.

use std::time::Duration;

/// Bytes of a variant file: twenty times the longest bundled one, and still
/// read and checked within a fraction of a second.
pub const VARIANT_FILE: usize = 256 * 1024;

/// Bytes of a file with games of another program: several times the longest one in circulation.
pub const IMPORTED_FILE: usize = 1 << 20;

/// Sections of a variants.ini, each of which becomes a variant file: a dozen times as many as the longest one has.
pub const IMPORTED_GAMES: usize = 2_000;

/// Bytes of a file of games or positions that a command processes, which is kept in memory.
pub const WORK_FILE: usize = 256 << 20;

/// Depth of nested includes: nobody could find the origin of a rule that is
/// nested deeper.
pub const INCLUDES: usize = 16;

/// Variant files of one directory.
pub const VARIANT_FILES: usize = 2_000;

/// Reports on one variant file or imported game: nobody reads more of them at a time.
pub const COMPLAINTS: usize = 100;

/// Reports on a variant file that is not valid TOML: after the first of them, its
/// parser can only guess.
pub const SYNTAX_COMPLAINTS: usize = 10;

/// Bytes of the lines that a report shows.
pub const EXCERPT: usize = 2_000;

/// Bytes of a line with a request.
pub const LINE: usize = 1 << 20;

/// Lines from a GUI that wait to be processed, where a long line counts once for each KiB that it begins: with more, the
/// thread that reads the pipe waits. A whole game is a few hundred.
pub const WAITING_LINES: usize = 10_000;

/// Commands that wait for the end of a search, counted in the same way: with more, they are refused. A script that sends
/// all of its commands at once has room for them.
pub const WAITING_COMMANDS: usize = 250_000;

/// Moves of one game that is given as text.
pub const MOVES: usize = 10_000;

/// Bytes of an opening book of lines, all of which are played when it is loaded.
/// At some hundred thousand moves a second that takes seconds.
pub const BOOK_OF_LINES: usize = 4 << 20;

/// Bytes of a book in Polyglot's format, which is kept in memory.
pub const POLYGLOT_BOOK: usize = 256 << 20;

/// Moves on one line of a book: no opening is longer.
pub const BOOK_LINE: usize = 1_000;

/// Games, and sizes of their boards, that one book contains: tables are built for
/// each of them.
pub const BOOK_GAMES: usize = 200;

/// Warnings about one file of games; reports on one file of positions.
pub const GAMES_WARNINGS: usize = 20;

/// Reports on one opening book.
pub const BOOK_COMPLAINTS: usize = 20;

/// Additional moves in zones, for all pieces of a game together.
pub const ZONE_MOVES: usize = 200;

/// Kinds whose pieces are dropped on squares of different shades: for every drop, it is tested whether every subset of
/// those still in hand has enough squares left.
pub const UNLIKE_SHADES: usize = 4;

/// Sets of pieces over which others may not hop: positions store the squares of
/// each set.
pub const BARRED_HURDLES: usize = 4;

/// Conditions of one kind on a shuffled start.
pub const SHUFFLE_CONDITIONS: usize = 20;

/// Orders of a shuffled start that are drawn at random until one is allowed and can be played, and orders that are
/// then tried one by one. The bundled games find theirs within some ten draws.
pub const SHUFFLES: usize = 20_000;

/// Draws when a game begins: many more than when it was checked, so that a start that was found then is found again.
pub const SHUFFLES_AGAIN: usize = 50 * SHUFFLES;

/// Partial fillings of a shuffled start that are distinguished when its orders are counted.
pub const SHUFFLE_STATES: usize = 100_000;

/// Steps over the board that pieces of many legs may take for the legal moves
/// of one position, as far as can be estimated before a game: a few hundredths
/// of a second. A GUI's request needs the moves of several positions, and
/// `st 0.1` should be kept in every game.
pub const STEPS: u64 = 4_000_000;

/// MiB that a GUI may request: no hash table needs more, and a mistake
/// should not fill the machine.
pub const MEMORY: usize = 1 << 16;

/// Depth of a perft in plies: deeper ones would never finish.
pub const PERFT_DEPTH: u32 = 32;

/// Any time that can be set, about thirty years: no clock shows more, and a sum of a few of them is still a valid
/// instant.
pub const TIME: Duration = Duration::from_secs(1_000_000_000);

/// Threads of one search: more would only slow each other down.
pub const THREADS: usize = 256;

/// Lines of analysis of one position: hardly any position has more moves.
pub const LINES: usize = 500;

/// Bytes of a network's file: many times the largest bundled one.
pub const NETWORK_FILE: usize = 64 << 20;

/// Bytes of output that a GUI has not read yet: one that leaves more unread is gone.
pub const UNREAD: usize = 1 << 26;

/// Characters of a text about the end of a game: with the result before it, it
/// still fits on one line of a terminal or a GUI.
pub const END_TEXT: usize = 60;

/// Positions that a test of a variant file may count: they are counted within a
/// minute.
pub const PERFT: u64 = 100_000_000;
