//! Networks as bytes.
//!
//! A header, the record as a line of JSON, the numbers in little-endian
//! order, and finally a checksum.

use super::{LANES, MOST_OUTPUT, MOST_UNIT, Network};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The magic number of every file; the last byte is the version of the format.
const MAGIC: [u8; 8] = *b"alfilnn\x01";
/// Maximum number of neurons: beyond that, sums of products would overflow.
const MOST_HIDDEN: usize = 128;
/// Maximum length of a record, in bytes.
const MOST_RECORD: usize = 1 << 16;
/// The greatest plausible output scale.
const MOST_SCALE: i32 = 100_000;

/// The game that a network is for, and how it was learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// The name of the game for which it was learned.
    pub game: String,
    /// A fingerprint of the game's rules and moves, see `fingerprint`.
    pub fingerprint: u64,
    /// One more than that of the network that it has beaten, or 1.
    pub generation: u32,
    /// The number of games it was trained on.
    pub games: u64,
    /// The number of positions it was trained on.
    pub positions: u64,
    /// Hours of play and learning that led to it, times threads.
    pub hours: f64,
    /// The random seed.
    pub seed: u64,
    /// The result of the match against its predecessor.
    pub result: String,
    /// The game whose network was fine-tuned, unless it was trained from scratch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned_on: Option<String>,
}

/// The JSON line of a file.
#[derive(Serialize, Deserialize)]
struct Metadata<'a> {
    #[serde(flatten)]
    record: Cow<'a, TrainingRecord>,
    /// See [`Network::adds_to_derived`]; missing in older files.
    #[serde(default)]
    adds_to_derived: bool,
}

/// Why bytes are not a network for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// They are not a network, or one of another version.
    NoNetwork,
    /// They cannot be read, and why.
    Unreadable(String),
    /// They are truncated, or a byte has changed.
    Damaged,
    /// They are for another game, or this game has changed since; the name of that game.
    OtherGame(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNetwork => f.write_str("this is not a network file of this version of alfil"),
            Self::Unreadable(why) => write!(f, "this network file cannot be read: {why}"),
            Self::Damaged => f.write_str("this network file is damaged"),
            Self::OtherGame(game) => {
                write!(f, "this network was learned for other rules or moves, those of `{game}` at that time")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Serializes the network.
    pub fn write(&self) -> Vec<u8> {
        let line = Metadata { record: Cow::Borrowed(&self.record), adds_to_derived: self.adds_to_derived };
        let record = serde_json::to_string(&line).expect("names and numbers are JSON");
        let mut bytes = MAGIC.to_vec();
        let header = [self.hidden, self.rows, self.layers(), self.scale as usize, record.len()];
        header.into_iter().for_each(|number| bytes.extend((number as u32).to_le_bytes()));
        bytes.extend(self.unit.to_le_bytes());
        bytes.extend(self.output_unit.to_le_bytes());
        bytes.extend(record.as_bytes());
        let numbers = self.weights.iter().chain(&self.biases).chain(&self.output);
        numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
        self.output_biases.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        let sum = sum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a network.
    ///
    /// # Errors
    ///
    /// [`NetworkError::NoNetwork`] and [`NetworkError::Damaged`]; whether it
    /// fits a game is checked by [`Network::fits`].
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::NoNetwork)?;
        Self::read_body(bytes, body).ok_or(NetworkError::Damaged)
    }

    fn read_body(bytes: &[u8], body: &[u8]) -> Option<Self> {
        let (checked, end) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
        (sum(checked).to_le_bytes() == end).then_some(())?;
        let mut rest = body.get(..body.len().checked_sub(8)?)?;
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at_checked(count)?;
            rest = after;
            Some(taken)
        };
        let mut number = || Some(u32::from_le_bytes(take(4)?.try_into().ok()?) as usize);
        let (hidden, rows, layers, scale, record) = (number()?, number()?, number()?, number()?, number()?);
        let sensible = (1..=MOST_HIDDEN).contains(&hidden)
            && hidden.is_multiple_of(LANES)
            && rows < usize::from(u16::MAX)
            && (1..=2).contains(&layers)
            && (1..=MOST_SCALE as usize).contains(&scale)
            && record <= MOST_RECORD;
        sensible.then_some(())?;
        let mut short = || Some(i16::from_le_bytes(take(2)?.try_into().ok()?));
        let (unit, output_unit) = (short()?, short()?);
        ((1..=MOST_UNIT).contains(&unit) && output_unit > 0).then_some(())?;
        let Metadata { record, adds_to_derived } = serde_json::from_slice(take(record)?).ok()?;
        let mut shorts = |count: usize| {
            let pairs = take(2 * count)?.chunks_exact(2);
            Some(pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect::<Vec<i16>>())
        };
        let weights = shorts(layers * rows * hidden)?;
        let biases = shorts(layers * hidden)?;
        let output = shorts(layers * 2 * hidden)?;
        output.iter().all(|weight| weight.unsigned_abs() <= MOST_OUTPUT.unsigned_abs()).then_some(())?;
        let longs = take(4 * layers)?.chunks_exact(4);
        let output_biases = longs.map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        rest.is_empty().then_some(())?;
        let scale = scale as i32;
        let record = record.into_owned();
        Some(Self {
            hidden,
            rows,
            weights,
            biases,
            output,
            output_biases,
            unit,
            output_unit,
            scale,
            adds_to_derived,
            record,
        })
    }

    /// Checks that the network is for a game with these inputs and that fingerprint.
    ///
    /// # Errors
    ///
    /// [`NetworkError::OtherGame`] if it is not.
    pub fn fits(&self, rows: usize, layers: usize, fingerprint: u64) -> Result<(), NetworkError> {
        let same = self.rows == rows && self.layers() == layers && self.record.fingerprint == fingerprint;
        if same { Ok(()) } else { Err(NetworkError::OtherGame(self.record.game.clone())) }
    }
}

/// FNV-1a over bytes: detects files that were truncated or changed.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
