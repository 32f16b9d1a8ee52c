//! Learning a game, from the first self-play game to a network that has won its match.
//!
//! A directory holds the whole state: games of each generation, the current
//! network, and the progress. Running again on that directory resumes from there.

use super::attempt::{Attempt, Seeds, TriedNetwork};
use super::event::Event;
use super::files::{at, kept_at, occupy, save, try_place, unusable, unused};
use super::games::{EXTENSION, PlayedGame, Shard, for_each_game, shards};
use super::generate::{SelfPlay, play_games};
use super::mix;
use super::samples::{GameFeatures, Samples, examples_in};
use crate::eval::network::{Network, NetworkChoice};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The minimum number of generations into which the time is divided.
const GENERATIONS: u32 = 3;
/// Maximum time planned for a generation; the last one may take half as long again.
const LONGEST_GENERATION: Duration = Duration::from_secs(40 * 60);
/// The share of a generation's time spent on playing; the rest is learning and matches.
const PLAYING: f64 = 0.8;
/// More generations than anybody has time for.
const LAST_GENERATION: u32 = 1_000_000;
/// How often the state is saved.
const NOTE_EVERY: Duration = Duration::from_secs(10);

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The directory for games, networks and the state.
    pub directory: PathBuf,
    /// The total time for learning, including earlier runs on the directory.
    pub time: Duration,
    /// Threads for games, fitting and matches.
    pub threads: usize,
    /// The random seed. With one thread, learning is reproducible.
    pub seed: u64,
}

/// The progress of learning.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    fingerprint: u64,
    generation: u32,
    #[serde(with = "seconds")]
    used: Duration,
    /// The earliest generation whose games are still used.
    oldest: u32,
    /// The largest number of threads with which games of this generation have been played.
    #[serde(default)]
    threads: usize,
    /// Whether this generation has played its games.
    #[serde(default)]
    played: bool,
}

/// The existing games of a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    games: u64,
    positions: u64,
    /// The number of the next game to be played.
    next: u64,
}

/// A run on a directory.
struct Run<'a> {
    game: &'a Game,
    plan: &'a Plan,
    features: GameFeatures,
    state: State,
    begun: Instant,
    /// Time that earlier runs have used.
    before: Duration,
    watch: &'a (dyn Fn(Event) + Sync),
}

/// Learns until the time is up. Networks that have won their matches are
/// written to `target`, and to `best.net` in the directory.
///
/// # Errors
///
/// If files cannot be read or written, or the directory belongs to another game.
pub fn learn(game: &Game, plan: &Plan, target: &Path, watch: &(dyn Fn(Event) + Sync)) -> Result<(), String> {
    fs::create_dir_all(&plan.directory).map_err(|fault| unusable(&plan.directory, &fault))?;
    let _occupied = occupy(&plan.directory)?;
    try_place(target)?;
    let features = GameFeatures::new(game);
    let state = State::load(&plan.directory)?;
    let state = match state {
        Some(state) => state,
        None => State::first(&plan.directory, features.fingerprint)?,
    };
    if state.fingerprint != features.fingerprint {
        let place = plan.directory.display();
        return Err(format!(
            "{place}: this directory belongs to another game, or the rules have changed since; use another directory"
        ));
    }
    let before = state.used;
    let mut run = Run { game, plan, features, state, begun: Instant::now(), before, watch };
    run.bring_back(target)?;
    if run.used() >= plan.time {
        watch(Event::Over(run.used()));
    }
    while run.used() < plan.time {
        run.generation(target)?;
    }
    Ok(())
}

impl Run<'_> {
    /// Total time used.
    fn used(&self) -> Duration {
        self.before.saturating_add(self.begun.elapsed())
    }

    fn best(&self) -> PathBuf {
        self.plan.directory.join("best.net")
    }

    /// Restores a network that has won, if its file is missing.
    fn bring_back(&self, target: &Path) -> Result<(), String> {
        if target.exists() {
            return Ok(());
        }
        if let NetworkChoice::Given(network) = self.champion()? {
            save(target, &network.write())?;
            (self.watch)(Event::Installed(target.to_owned()));
        }
        Ok(())
    }

    /// The evaluation to be beaten.
    fn champion(&self) -> Result<NetworkChoice, String> {
        let path = self.best();
        match fs::read(&path) {
            Ok(bytes) => {
                let GameFeatures { rows, layers, fingerprint, .. } = self.features;
                let fits = |network: Network| network.fits(rows, layers, fingerprint).map(|()| network);
                let said = |fault| at(&path, &format!("{fault}; remove it, or use another directory"));
                let network = Network::read(&bytes).and_then(fits).map_err(said)?;
                Ok(NetworkChoice::Given(Arc::new(network)))
            }
            // Nothing has been learned here yet.
            Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(NetworkChoice::Own),
            Err(fault) => Err(unusable(&path, &fault)),
        }
    }

    /// Plays, fits a network and tests it.
    fn generation(&mut self, target: &Path) -> Result<(), String> {
        let share = (self.plan.time / GENERATIONS).min(LONGEST_GENERATION);
        let left = self.plan.time.saturating_sub(self.used());
        // A short remainder does not become a generation of its own. If the games have been played by an earlier run,
        // the remaining time does not limit the match.
        let length = if left < share + share / 2 && !self.state.played { left } else { share };
        let until = self.used() + length.mul_f64(PLAYING);
        (self.watch)(Event::Generation { number: self.state.generation, until });
        let champion = self.champion()?;
        if !self.state.played {
            self.play(&champion, until)?;
        }
        let (samples, games) = self.examples()?;
        let seed = |shift: u32| mix(self.plan.seed, u64::from(self.state.generation) << shift);
        let attempt = Attempt {
            game: self.game,
            features: &self.features,
            champion: &champion,
            threads: self.plan.threads,
            seeds: Seeds { recorded: self.plan.seed, fitting: seed(32), matches: seed(40) },
            hours: self.used().as_secs_f64() / 3600.0 * self.plan.threads as f64,
            // The match takes no longer than the generation.
            match_time: Some(length),
            watch: self.watch,
        };
        match attempt.make(samples, games) {
            Some(TriedNetwork { network, won: true }) => self.keep(&network, target),
            Some(_) => self.begin_next(),
            None => {
                (self.watch)(Event::TooFew);
                self.begin_next()
            }
        }
    }

    fn begin_next(&mut self) -> Result<(), String> {
        self.state = State { generation: self.state.generation + 1, threads: 0, played: false, ..self.state.clone() };
        self.note()
    }

    fn folder(&self, generation: u32) -> PathBuf {
        self.plan.directory.join(format!("generation-{generation}"))
    }

    /// Plays games until this much time has been used in total.
    fn play(&mut self, champion: &NetworkChoice, until: Duration) -> Result<(), String> {
        let folder = self.folder(self.state.generation);
        fs::create_dir_all(&folder).map_err(|fault| unusable(&folder, &fault))?;
        let threads = self.plan.threads.max(1);
        self.state.threads = self.state.threads.max(threads);
        let known = Known::of(&folder, self.features.fingerprint, self.state.threads)?;
        self.note()?;
        let seed = mix(self.plan.seed, u64::from(self.state.generation));
        let path = unused(&folder, &file_name(seed, known.next));
        let mut shard = Shard::new(path, self.features.fingerprint);
        let mut noted = Instant::now();
        let Known { mut games, mut positions, next } = known;
        let self_play = SelfPlay { network: champion.clone(), ..SelfPlay::default() };
        let (begun, before) = (self.begun, self.before);
        let used = || before.saturating_add(begun.elapsed());
        let mut write = |played: &PlayedGame| -> Result<(), String> {
            shard.push(played)?;
            if noted.elapsed() >= NOTE_EVERY {
                noted = Instant::now();
                let state = State { used: used(), ..self.state.clone() };
                state.save(&self.plan.directory)?;
            }
            games += 1;
            positions += played.moves.len() as u64;
            (self.watch)(Event::Games { games, positions, used: used() });
            Ok(())
        };
        play_games(self.game, &self_play, threads, [seed, next], &|_| used() < until, &mut write)?;
        self.state.played = true;
        self.note()
    }

    /// All examples of the generations that are still used, and the number of games.
    fn examples(&self) -> Result<(Samples, u64), String> {
        let folders: Vec<PathBuf> =
            (self.state.oldest..=self.state.generation).map(|number| self.folder(number)).collect();
        examples_in(&folders, self.game, &self.features)
    }

    /// Puts a network that has won in its places, and ends the generation.
    fn keep(&mut self, network: &Network, target: &Path) -> Result<(), String> {
        let bytes = network.write();
        let installed = save(target, &bytes);
        // Written second, so that a run that is stopped in between has already installed the network.
        save(&self.best(), &bytes)?;
        // Games of earlier evaluations would teach their mistakes.
        self.state.oldest = self.state.generation;
        self.begin_next()?;
        installed.map_err(|fault| kept_at(&self.best(), &fault))?;
        (self.watch)(Event::Installed(target.to_owned()));
        Ok(())
    }

    fn note(&mut self) -> Result<(), String> {
        self.state.used = self.used();
        self.state.save(&self.plan.directory)
    }
}

impl State {
    /// The state for a directory without one. It continues after the existing generations, whose games are used unless
    /// a network has won already.
    fn first(directory: &Path, fingerprint: u64) -> Result<Self, String> {
        let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(|fault| unusable(directory, &fault))?;
        let number =
            |entry: &fs::DirEntry| entry.file_name().to_str()?.strip_prefix("generation-")?.parse::<u32>().ok();
        let known = entries.iter().filter_map(number).filter(|number| *number < LAST_GENERATION);
        let generation = known.max().map_or(1, |last| last + 1);
        let oldest = if directory.join("best.net").exists() { generation } else { 1 };
        Ok(Self { fingerprint, generation, oldest, ..Self::default() })
    }

    fn load(directory: &Path) -> Result<Option<Self>, String> {
        let path = directory.join("state.json");
        match fs::read(&path) {
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(unusable(&path, &fault)),
            Ok(bytes) => {
                let wrong = |fault: &dyn std::fmt::Display| {
                    let advice = "remove the file, and learning begins with the games and the network that are there";
                    at(&path, &format!("{fault}: {advice}"))
                };
                let state: Self = serde_json::from_slice(&bytes).map_err(|fault| wrong(&fault))?;
                let (oldest, latest) = (state.oldest, state.generation);
                match (1..=latest).contains(&oldest) && latest <= LAST_GENERATION {
                    true => Ok(Some(state)),
                    false => Err(wrong(&format!("generations from {oldest} to {latest} are not possible"))),
                }
            }
        }
    }

    fn save(&self, directory: &Path) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(self).map_err(|fault| fault.to_string())?;
        save(&directory.join("state.json"), &text)
    }
}

/// Serializes times as numbers of seconds.
mod seconds {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| D::Error::custom(format!("{seconds} is not a number of seconds")))
    }
}

impl Known {
    /// The games in the files of a folder, written by at most `threads`. If a run was interrupted, every thread but one
    /// may have lost a game with a lower number than a game that was written. So numbers may have been used that are
    /// higher than the count of games suggests, and are skipped.
    fn of(folder: &Path, fingerprint: u64, threads: usize) -> Result<Self, String> {
        let mut known = Self::default();
        for path in shards(folder).map_err(|fault| unusable(folder, &fault))? {
            let before = known.games;
            for_each_game(&path, fingerprint, |game| {
                known.games += 1;
                known.positions += game.moves.len() as u64;
            })?;
            let end = first_number(&path).unwrap_or(0) + (known.games - before) + (threads as u64 - 1);
            known.next = known.next.max(end);
        }
        Ok(known)
    }
}

/// The name of a file for the games of a seed with the numbers from `first` on.
fn file_name(seed: u64, first: u64) -> String {
    format!("{seed:016x}-{first:08}.{EXTENSION}")
}

/// The number of the first game in a file with that name.
fn first_number(path: &Path) -> Option<u64> {
    path.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_round_trips_and_invalid_times_are_refused() {
        let folder = std::env::temp_dir().join(format!("alfil-state-{}", std::process::id()));
        let state = State { used: Duration::from_millis(1500), generation: 2, oldest: 1, ..State::default() };
        state.save(&folder).expect("it can be written");
        let known = State::load(&folder).expect("it can be read").expect("it is there");
        assert_eq!((known.used, known.generation), (state.used, 2));
        for used in ["-1", "1e30"] {
            let text = format!("{{\"fingerprint\": 1, \"generation\": 1, \"used\": {used}, \"oldest\": 1}}");
            fs::write(folder.join("state.json"), text).expect("it can be written");
            let fault = State::load(&folder).expect_err("it is no time");
            assert!(fault.contains("is not a number of seconds"), "{fault}");
        }
        for (oldest, generation) in [(0, 1), (2, 1), (1, u32::MAX)] {
            State { oldest, generation, ..State::default() }.save(&folder).expect("it can be written");
            let fault = State::load(&folder).expect_err("there are no such generations");
            assert!(fault.contains("are not possible: remove the file"), "{fault}");
        }
        fs::remove_dir_all(&folder).expect("it is there");
    }

    /// Without a state, games are numbered after the existing ones, and a network that has won does not learn from
    /// them.
    #[test]
    fn without_a_state_generations_continue_after_existing_ones() {
        let folder = std::env::temp_dir().join(format!("alfil-stateless-{}", std::process::id()));
        let begun = || State::first(&folder, 1).map(|state| (state.generation, state.oldest)).expect("it can be read");
        fs::create_dir_all(&folder).expect("it can be made");
        assert_eq!(begun(), (1, 1));
        for name in ["generation-2", "generation-10", "generation-x"] {
            fs::create_dir(folder.join(name)).expect("it can be made");
        }
        assert_eq!(begun(), (11, 1));
        fs::write(folder.join("best.net"), "").expect("it can be written");
        assert_eq!(begun(), (11, 11));
        fs::remove_dir_all(&folder).expect("it is there");
    }

    /// Of the games from number 20 on, two were written, and three on which other threads were working may have been
    /// lost: the written ones may have numbers up to 24.
    #[test]
    fn game_numbers_are_never_reused() {
        let folder = std::env::temp_dir().join(format!("alfil-run-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        let game = PlayedGame { start: String::new(), moves: vec![(3, None), (7, Some(-12))], result: 0 };
        for (first, games) in [(0, 9), (20, 2)] {
            let mut shard = Shard::new(folder.join(file_name(7, first)), 1);
            (0..games).for_each(|_| shard.push(&game).expect("it can be written"));
        }
        let known = |threads| Known::of(&folder, 1, threads).expect("it can be read");
        assert_eq!(known(4), Known { games: 11, positions: 22, next: 25 });
        // One thread resumes where it was.
        assert_eq!(known(1).next, 22);
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
