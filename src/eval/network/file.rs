//! Networks as bytes.
//!
//! A header, the record as a line of JSON, the numbers in little-endian
//! order, and at last a sum over all of it.

use super::{LANES, MOST_OUTPUT, MOST_UNIT, Network};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// What every file begins with; the last byte counts versions of the format.
const MAGIC: [u8; 8] = *b"alfilnn\x01";
/// The most neurons: beyond, sums of products would not fit.
const MOST_HIDDEN: usize = 128;
/// The longest record.
const MOST_RECORD: usize = 1 << 16;
/// The greatest output scale that is plausible.
const MOST_SCALE: i32 = 100_000;

/// For which game a network is, and how it came about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The game's name where it was learned.
    pub game: String,
    /// What its rules and moves mean, see `fingerprint`.
    pub fingerprint: u64,
    /// One more than that of the network that it has beaten, or 1.
    pub generation: u32,
    /// Games and positions it has learned from.
    pub games: u64,
    /// See `games`.
    pub positions: u64,
    /// Hours of play and learning up to it, times threads.
    pub hours: f64,
    /// The seed of its learning.
    pub seed: u64,
    /// What the test against its predecessor gave.
    pub result: String,
    /// The game whose network it was learned on from, if it was not learned from nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned_on: Option<String>,
}

/// The line of a file that is JSON.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Cow<'a, Record>,
    /// See [`Network::adds_to_derived`]; files from before there was a choice lack it.
    #[serde(default)]
    adds_to_derived: bool,
}

/// Why bytes are no network for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// They are no network at all, or of another version.
    NoNetwork,
    /// They cannot be read, and why.
    Unreadable(String),
    /// They end early, or a byte has changed.
    Damaged,
    /// They are for another game, or this game has changed since; the name of theirs.
    OtherGame(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNetwork => f.write_str("this is no network file of this version of alfil"),
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
    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let line = Line { record: Cow::Borrowed(&self.record), adds_to_derived: self.adds_to_derived };
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
    /// fits a game is asked by [`Network::fits`].
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
        let Line { record, adds_to_derived } = serde_json::from_slice(take(record)?).ok()?;
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

    /// Whether the network is for a game with these inputs and that fingerprint.
    ///
    /// # Errors
    ///
    /// [`NetworkError::OtherGame`] where it is not.
    pub fn fits(&self, rows: usize, layers: usize, fingerprint: u64) -> Result<(), NetworkError> {
        let same = self.rows == rows && self.layers() == layers && self.record.fingerprint == fingerprint;
        if same { Ok(()) } else { Err(NetworkError::OtherGame(self.record.game.clone())) }
    }
}

/// FNV-1a over bytes: finds files that were cut off or changed.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
