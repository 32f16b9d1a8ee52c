//! Matches that decide whether a network replaces the evaluation used before.

use super::mix;
use super::trial::{MatchLimit, Tally, Terms, trial};
use crate::eval::network::NetworkChoice;
use crate::game::Game;
use crate::search::network_status;
use std::time::Duration;

/// Nodes per move in the match without clocks.
const MATCH_NODES: u64 = 4_000;
/// Base time and increment in the match with clocks.
const MATCH_CLOCK: (Duration, Duration) = (Duration::from_secs(1), Duration::from_millis(10));

/// Plays both matches of a network against the champion. Returns whether it has won both, and the results in words.
/// `watch` is called with the state of a match, and whether it is the one with clocks.
pub fn accept(
    game: &Game,
    challenger: &NetworkChoice,
    champion: &NetworkChoice,
    terms: Terms,
    watch: &(dyn Fn(Tally, bool) + Sync),
) -> (bool, String) {
    let mut results = Vec::new();
    let (base, increment) = MATCH_CLOCK;
    for (timed, pace) in [(false, MatchLimit::Nodes(MATCH_NODES)), (true, MatchLimit::Clock(base, increment))] {
        let terms = Terms { seed: mix(terms.seed, u64::from(timed)), ..terms };
        let hear = |tally| watch(tally, timed);
        let tally = trial(game, challenger, champion, pace, terms, &hear);
        let pace = match pace {
            MatchLimit::Nodes(nodes) => format!("{nodes} nodes"),
            MatchLimit::Clock(base, increment) => format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
        };
        results.push(match tally.pairs() {
            0 => format!("no time for games at {pace}"),
            pairs => {
                format!("{} at {pace} ({} games)", tally.elo_in_words(), 2 * pairs)
            }
        });
        if tally.verdict() != Some(true) {
            return (false, results.join(", "));
        }
    }
    (true, results.join(", "))
}

/// The generation of a network that is to beat the champion: 1 if the champion is not a network of this game.
pub fn generation_after(game: &Game, champion: &NetworkChoice) -> u32 {
    let before = match champion {
        NetworkChoice::Given(network) => Some(network.record.clone()),
        NetworkChoice::Own | NetworkChoice::Bundled => network_status(game).used,
        NetworkChoice::Derived => None,
    };
    let own = before.filter(|record| record.game == game.variant().name);
    own.map_or(0, |record| record.generation) + 1
}
