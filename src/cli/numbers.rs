//! Numbers on the command line: parsers and ranges.

use super::Failure;
use super::output::complain;
use crate::limits;
use crate::search::Level;
use crate::session::{Shortage, cores};
use crate::text::Report;
use clap::Command;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Makes clap report a negative number after an option as a value out of range, not as an unknown option.
pub(super) fn may_be_negative(command: Command) -> Command {
    let options = command.mut_args(|arg| {
        let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    });
    options.mut_subcommands(may_be_negative)
}

/// Reads a whole number within a range.
pub(super) fn whole<N: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

pub(super) fn threads() -> impl Fn(&str) -> Result<u16, String> + Clone {
    whole(1..=limits::THREADS as u16)
}

/// The number of threads to use: at most one per core, with a warning if more were asked for.
pub(super) fn on_cores(set: u16) -> Result<usize, Failure> {
    let (set, cores) = (usize::from(set), cores());
    if set > cores {
        complain(&Report::warning(Shortage { set, searching: cores, cores }.to_string()))?;
    }
    Ok(set.min(cores))
}

pub(super) fn levels() -> impl Fn(&str) -> Result<u8, String> + Clone {
    whole(Level::WEAKEST..=Level::STRONGEST)
}

/// Reads a number of seconds within a range.
pub(super) fn seconds_within(text: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected seconds from {} to {}, such as `2` or `0.5`", range.start(), range.end()))
}
