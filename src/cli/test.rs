//! `alfil test`: runs the tests of variant files.

use super::output::{complain, say};
use super::{Failure, game_or_file};
use crate::game::Game;
use crate::text::visible;
use crate::variant::Library;
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variants, by name or file
    #[arg(required = true, value_name = "VARIANT")]
    games: Vec<String>,
}

impl Arguments {
    /// The variant asked for, if there is exactly one.
    pub(super) fn variant(&self) -> Option<&str> {
        self.games.first().filter(|_| self.games.len() == 1).map(String::as_str)
    }
}

/// Runs the tests of all the games; fails if any of them fails.
pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut all_hold = true;
    for name in &arguments.games {
        match game_or_file(library, name) {
            Ok(game) => all_hold &= test(name, &game)?,
            Err(Failure::Unread) => return Err(Failure::Unread),
            // The others are tested all the same.
            Err(Failure::Said(report)) => {
                complain(&report)?;
                all_hold = false;
            }
        }
    }
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests of a game and prints how many hold; returns whether all do.
fn test(name: &str, game: &Game) -> Result<bool, Failure> {
    let tests = &game.variant().tests;
    let mut failed = 0;
    for test in tests {
        let faults = game.examine(test);
        faults.iter().try_for_each(complain)?;
        failed += usize::from(!faults.is_empty());
    }
    let name = visible(name);
    match (tests.len(), failed) {
        (0, _) => say(format_args!("{name}: there are no tests; `[[test]]` in a variant file makes one"))?,
        (1, 0) => say(format_args!("{name}: the only test holds"))?,
        (count, 0) => say(format_args!("{name}: all {count} tests hold"))?,
        (count, failed) => {
            say(format_args!("{name}: {failed} of {count} tests {}", if failed == 1 { "fails" } else { "fail" }))?
        }
    }
    Ok(failed == 0)
}
