//! Games as bytes: a start, moves, scores and a result.
//!
//! A move is stored as its number among the legal ones, so that moves of any
//! variant can be written; with its score it takes four bytes. Games are appended
//! to a file one by one, and an incomplete last game, as after a crash, is
//! skipped.

use super::files::{at, try_lock, unusable};
use crate::game::Game;
use crate::position::Move;
use crate::text::in_few_words;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// File extension of recorded games.
pub const EXTENSION: &str = "games";
/// The magic number of these files; the last byte is the version.
const MAGIC: [u8; 8] = *b"alfilgm\x02";
/// The longest game, in bytes.
const LONGEST: usize = 1 << 20;
/// In place of the length of a start: the length follows in two bytes.
const LONG_START: u8 = 255;
/// Marks a move without a score.
const NO_SCORE: i16 = i16::MIN;

/// A game played for learning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedGame {
    /// The FEN of its first position; empty for the start of the game.
    pub start: String,
    /// The number of each move among the legal ones, and its score in
    /// centipawns for the side that made it; `None` for moves made at random.
    pub moves: Vec<(u16, Option<i16>)>,
    /// 1 if White won, 0 for a draw, -1 if Black won.
    pub result: i8,
}

/// The legal moves in the order in which games number them.
pub fn numbered(game: &Game) -> Vec<Move> {
    let mut moves = game.legal_moves();
    put_in_order(&mut moves);
    moves
}

/// Puts moves in an order that depends neither on how they were generated nor on how they are represented. (Moves that
/// only that tells apart have long lists of victims, or do the same in two ways.)
fn put_in_order(moves: &mut [Move]) {
    moves.sort_by_cached_key(|mv| (mv.meaning(), mv.wall().map(|sq| sq.0), *mv));
}

impl PlayedGame {
    /// Sets up the start of the game.
    ///
    /// # Errors
    ///
    /// If the start does not fit the game.
    pub fn begin(&self, game: &mut Game) -> Result<(), String> {
        if self.start.is_empty() {
            return game.restart().map_err(|fault| fault.to_string());
        }
        game.set_up_fen(&self.start)
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = vec![self.result as u8];
        match u8::try_from(self.start.len()).ok().filter(|length| *length < LONG_START) {
            Some(length) => bytes.push(length),
            None => {
                bytes.push(LONG_START);
                bytes.extend((self.start.len() as u16).to_le_bytes());
            }
        }
        bytes.extend(self.start.bytes());
        for (number, score) in &self.moves {
            bytes.extend(number.to_le_bytes());
            bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (&[result, length], rest) = bytes.split_first_chunk::<2>()?;
        let (length, rest) = match length {
            LONG_START => rest.split_first_chunk().map(|(long, rest)| (u16::from_le_bytes(*long), rest))?,
            _ => (length.into(), rest),
        };
        let (start, rest) = rest.split_at_checked(usize::from(length))?;
        let moves = rest.chunks_exact(4).map(|four| {
            let score = i16::from_le_bytes([four[2], four[3]]);
            (u16::from_le_bytes([four[0], four[1]]), (score != NO_SCORE).then_some(score))
        });
        let start = String::from_utf8(start.to_vec()).ok()?;
        let result = result as i8;
        let whole = rest.len() % 4 == 0 && (-1..=1).contains(&result);
        whole.then(|| Self { start, moves: moves.collect(), result })
    }
}

/// A file to which games of a fingerprint are appended. It is created with the first of them.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    fingerprint: u64,
    file: Option<File>,
}

impl Shard {
    /// A file that does not exist yet.
    pub fn new(path: PathBuf, fingerprint: u64) -> Self {
        Self { path, fingerprint, file: None }
    }

    /// A file that is continued behind its last complete game, if it exists; `visit` is called with each of its games.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, is damaged, holds something else, or if another process writes it.
    pub fn resume(path: PathBuf, fingerprint: u64, visit: impl FnMut(PlayedGame)) -> Result<Self, String> {
        if !path.exists() {
            return Ok(Self::new(path, fingerprint));
        }
        let opened = OpenOptions::new().read(true).write(true).open(&path);
        let mut file = opened.map_err(|fault| unusable(&path, &fault))?;
        if !try_lock(&file) {
            return Err(at(&path, &"another process is writing this file"));
        }
        let end = for_each_game(&path, fingerprint, visit)?;
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|fault| unusable(&path, &fault))?;
        if end == 0 {
            file.write_all(&header(fingerprint)).map_err(|fault| unusable(&path, &fault))?;
        }
        Ok(Self { path, fingerprint, file: Some(file) })
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn push(&mut self, game: &PlayedGame) -> Result<(), String> {
        let Self { path, fingerprint, file } = self;
        let mut write = || {
            let file = match file {
                Some(file) => file,
                None => {
                    let mut new = OpenOptions::new().write(true).create_new(true).open(&path)?;
                    try_lock(&new);
                    new.write_all(&header(*fingerprint))?;
                    file.insert(new)
                }
            };
            let bytes = game.write();
            file.write_all(&[&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat())
        };
        write().map_err(|fault| unusable(path, &fault))
    }
}

/// What a file with games of a fingerprint begins with.
fn header(fingerprint: u64) -> Vec<u8> {
    [MAGIC, fingerprint.to_le_bytes()].concat()
}

/// The files with games in a directory, by name.
///
/// # Errors
///
/// If the directory cannot be read.
pub fn shards(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    paths.sort_unstable();
    Ok(paths)
}

/// Calls `visit` with each complete game of a file, and returns where the last one ends.
///
/// # Errors
///
/// If the file cannot be read to its end, is damaged, or holds something else than games of the variant.
pub fn for_each_game(path: &Path, fingerprint: u64, mut visit: impl FnMut(PlayedGame)) -> Result<u64, String> {
    let said = |what: &str| format!("{}: {what}", path.display());
    let unread = |fault: io::Error| said(&in_few_words(&fault));
    let mut file = BufReader::new(File::open(path).map_err(unread)?);
    let header = header(fingerprint);
    let mut found = Vec::new();
    file.by_ref().take(header.len() as u64).read_to_end(&mut found).map_err(unread)?;
    if found != header {
        // If the machine stopped, perhaps not even the header has reached the disk.
        let is_lost = header.starts_with(&found) || found.iter().all(|byte| *byte == 0);
        if is_lost && file.bytes().all(|byte| byte.is_ok_and(|byte| byte == 0)) {
            return Ok(0);
        }
        return Err(said(match found.starts_with(&MAGIC) {
            true => "these games were played by other rules or with other moves",
            false => "this file contains no games of this version of alfil",
        }));
    }
    let (mut length, mut end) = ([0; 4], header.len());
    while read_whole(&mut file, &mut length).map_err(unread)? {
        let length = u32::from_le_bytes(length) as usize;
        let mut bytes = vec![0; length.min(LONGEST)];
        if length == 0 || length <= LONGEST && !read_whole(&mut file, &mut bytes).map_err(unread)? {
            break;
        }
        let Some(game) = PlayedGame::read(&bytes).filter(|_| length <= LONGEST) else {
            return Err(said(&format!("from byte {end} on, this file is damaged: remove it, or truncate it there")));
        };
        visit(game);
        end += 4 + length;
    }
    Ok(end as u64)
}

/// Fills a buffer; `false` if the input ends before.
fn read_whole(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Err(fault) if fault.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// Numbers of games that follow an unreadable part of a file would otherwise be given again.
    #[test]
    fn an_error_is_not_the_end_of_a_file() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let read = |mut input: &mut dyn Read| read_whole(&mut input, &mut [0; 4]).map_err(|fault| fault.to_string());
        assert_eq!(read(&mut &b"abcd"[..]), Ok(true));
        assert_eq!(read(&mut &b"abc"[..]), Ok(false));
        assert_eq!(read(&mut b"abc".chain(Broken)), Err("broken".to_owned()));
    }

    #[test]
    fn starts_of_any_length_round_trip() {
        for length in [0, 1, 254, 255, 256, 1_000] {
            let game = PlayedGame { start: "k".repeat(length), moves: vec![(3, Some(5))], result: 0 };
            assert_eq!(PlayedGame::read(&game.write()), Some(game));
        }
    }

    /// By origin, destination, promotion, victims and wall, whatever codes the moves have in hash tables.
    #[test]
    fn moves_are_ordered_by_what_they_do() {
        let [a, b, c] = [0, 1, 2].map(Square);
        let capture = |victims: [u8; 2]| Move::legs(a, b, &victims.map(Square));
        let ordered = [
            Move::plain(a, b),
            capture([10, 50]),
            capture([11, 19]),
            Move::plain(a, c),
            Move::plain(b, a).walling(Square(4)),
            Move::plain(b, a).walling(Square(5)),
        ];
        assert_eq!(ordered[1].code(), ordered[2].code());
        let mut moves = ordered;
        moves.reverse();
        put_in_order(&mut moves);
        assert_eq!(moves, ordered);
    }

    #[test]
    fn a_file_is_continued_behind_its_last_complete_game() {
        let path = std::env::temp_dir().join(format!("alfil-resumed-{}.{EXTENSION}", std::process::id()));
        let game = |result| PlayedGame { start: String::new(), moves: vec![(7, None)], result };
        for lost in [0, 1, 5, 100] {
            let _ = std::fs::remove_file(&path);
            let resume = |known: &mut Vec<PlayedGame>| Shard::resume(path.clone(), 7, |game| known.push(game));
            let mut first = resume(&mut Vec::new()).expect("a new file");
            first.push(&game(1)).expect("it can be written");
            first.push(&game(0)).expect("it can be written");
            if cfg!(unix) {
                resume(&mut Vec::new()).expect_err("it is being written");
            }
            drop(first);
            let all = std::fs::read(&path).expect("it is there");
            std::fs::write(&path, &all[..all.len().saturating_sub(lost)]).expect("it can be written");
            let mut known = Vec::new();
            resume(&mut known).expect("it can be continued").push(&game(-1)).expect("it can be written");
            let expected = match lost {
                0 => vec![game(1), game(0)],
                100 => vec![],
                _ => vec![game(1)],
            };
            assert_eq!(known, expected);
            let mut found = Vec::new();
            for_each_game(&path, 7, |game| found.push(game)).expect("it can be read");
            assert_eq!(found, [expected, vec![game(-1)]].concat());
        }
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn games_round_trip_and_a_truncated_end_is_skipped() {
        let path = std::env::temp_dir().join(format!("alfil-games-{}.{EXTENSION}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let game = |result| PlayedGame { start: "4k3/8 w".into(), moves: vec![(3, None), (700, Some(-12))], result };
        let mut shard = Shard::new(path.clone(), 7);
        shard.push(&game(1)).expect("it can be written");
        shard.push(&game(-1)).expect("it can be written");
        let all = std::fs::read(&path).expect("it is there");
        std::fs::write(&path, &all[..all.len() - 1]).expect("it can be written");
        let mut found = Vec::new();
        for_each_game(&path, 7, |game| found.push(game)).expect("it can be read");
        assert_eq!(found, [game(1)]);
        assert!(for_each_game(&path, 8, |_| ()).is_err());
        assert!(Shard::new(path.clone(), 7).push(&game(0)).is_err(), "the file exists");
        // After a power failure the lost part is often zeros, and other bytes may not be a game either.
        let second = 16 + (all.len() - 16) / 2;
        std::fs::write(&path, [&all[..second], &[0; 40]].concat()).expect("it can be written");
        for_each_game(&path, 7, |_| ()).expect("it can be read");
        std::fs::write(&path, [&[0; 16], &all[16..]].concat()).expect("it can be written");
        for_each_game(&path, 7, |_| ()).expect_err("there are games behind the header");
        for lost in [&[][..], &all[..5], &[0; 5], &[0; 40]] {
            std::fs::write(&path, lost).expect("it can be written");
            for_each_game(&path, 7, |_| panic!("there are none")).expect("it can be read");
        }
        std::fs::write(&path, "text").expect("it can be written");
        for_each_game(&path, 7, |_| ()).expect_err("it is no file of games");
        std::fs::write(&path, [&all[..second], &[0xff; 40]].concat()).expect("it can be written");
        let refused = for_each_game(&path, 7, |_| ()).expect_err("it is damaged");
        assert!(refused.contains(&format!("from byte {second} on")), "{refused}");
        std::fs::remove_file(&path).expect("it is there");
    }
}
