//! The number of rounds, which is the only argument of a benchmark.

use std::error::Error;
use std::process::ExitCode;

/// Runs a benchmark, with the usual number of rounds unless another one is given.
pub fn main(usual: usize, run: impl FnOnce(usize) -> Result<(), Box<dyn Error>>) -> ExitCode {
    // Cargo adds an option for its test harness.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let rounds = match words.as_slice() {
        [] => Ok(usual),
        [word] => word.parse().ok().filter(|rounds| *rounds > 0).ok_or("expected a number of rounds above 0"),
        _ => Err("expected one number of rounds at most"),
    };
    match rounds.map_err(Into::into).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
