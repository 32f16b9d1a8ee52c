//! `alfil learn`: learns a network for a game.

use super::Failure;
use super::numbers::{on_cores, threads, whole};
use super::output::{make_directory, say, set_style};
use crate::eval::network::{NetworkChoice, places};
use crate::game::Game;
use crate::learn::attempt::{Attempt, Seeds, TriedNetwork};
use crate::learn::event::Event;
use crate::learn::files;
use crate::learn::games::{EXTENSION, PlayedGame, Shard};
use crate::learn::generate::{SelfPlay, play_games};
use crate::learn::run::{self, Plan};
use crate::learn::samples::{GameFeatures, examples_in};
use crate::learn::trial::{BOUND, Tally};
use crate::lock::lock;
use crate::session::cores;
use crate::text::{cannot, counted};
use crate::variant::Library;
use clap::Subcommand;
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    step: Option<Step>,
    /// The variant, by name or file
    #[arg(required = true)]
    variant: Option<String>,
    /// The number of hours to learn, including those of earlier runs in the same directory
    #[arg(long, value_name = "HOURS", default_value_t = 1.0, value_parser = hours)]
    hours: f64,
    #[command(flatten)]
    how: How,
    /// The directory for games and networks, from which learning can be resumed [default: learn-GAME]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct How {
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// The random seed; with one thread, learning is reproducible
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// A single step, to distribute learning over machines.
#[derive(Debug, Subcommand)]
enum Step {
    /// Play games, with the game's network if there is one, and record them
    Play {
        /// The variant, by name or file
        variant: String,
        /// The number of this part; parts with the same seed play different games
        #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX))]
        shard: u32,
        /// The number of games in this part
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(0..=u64::MAX))]
        games: u64,
        /// Play without the game's network
        #[arg(long)]
        derived: bool,
        #[command(flatten)]
        how: How,
        /// The directory for the games [default: games-GAME]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Fit a network to recorded games, and install it if it wins a match
    Fit {
        /// The variant, by name or file
        variant: String,
        /// The directories with recorded games
        #[arg(required = true)]
        games: Vec<PathBuf>,
        #[command(flatten)]
        how: How,
    },
}

/// Reads the number of hours to learn.
fn hours(text: &str) -> Result<f64, String> {
    const MOST: f64 = 10_000.0;
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= MOST);
    number.ok_or_else(|| format!("expected hours above 0 and up to {MOST}, such as `2` or `0.5`"))
}

/// Learns, or does one step of it; fails if that was to fit a network which has not won.
pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let display = Display::default();
    let watch = |event| display.show(event);
    match &arguments.step {
        None => {
            let game = super::game_to_play(library, arguments.variant.as_deref().unwrap_or_default())?;
            let plan = Plan {
                directory: directory(arguments.dir.as_ref(), "learn", &game),
                time: Duration::from_secs_f64(arguments.hours * 3600.0),
                threads: arguments.how.threads()?,
                seed: arguments.how.seed,
            };
            let target = target(&game)?;
            make(&plan.directory)?;
            say(format!("Learning {} in {}", game.variant().title, plan.directory.display()))?;
            say("You can stop it at any time (Ctrl-C); the same command resumes it.")?;
            run::learn(&game, &plan, &target, &watch)?;
        }
        Some(Step::Play { variant, shard, games, derived, how, dir }) => {
            let game = super::game_to_play(library, variant)?;
            play(&game, &directory(dir.as_ref(), "games", &game), *shard, *games, *derived, how)?;
        }
        Some(Step::Fit { variant, games, how }) => {
            let game = super::game_to_play(library, variant)?;
            if !fit(&game, games, how, &watch)? {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// The game to learn.
    pub(super) fn variant(&self) -> Option<&str> {
        match &self.step {
            None => self.variant.as_deref(),
            Some(Step::Play { variant, .. } | Step::Fit { variant, .. }) => Some(variant),
        }
    }
}

impl How {
    fn threads(&self) -> Result<usize, Failure> {
        self.threads.map_or_else(|| Ok(cores()), on_cores)
    }
}

/// The directory that a user names, or the usual one.
fn directory(named: Option<&PathBuf>, what: &str, game: &Game) -> PathBuf {
    named.cloned().unwrap_or_else(|| PathBuf::from(format!("{what}-{}", game.variant().name)))
}

/// Creates a directory for games and networks, unless there is one.
fn make(directory: &Path) -> Result<(), Failure> {
    let made = make_directory(directory);
    Ok(made.map_err(|fault| cannot("make this directory", directory, &fault))?)
}

/// The file that the engine reads the game's network from at its next start.
fn target(game: &Game) -> Result<PathBuf, Failure> {
    places(game.variant()).into_iter().next().ok_or_else(|| "there is no place for networks: no home directory".into())
}

/// Plays the games of one shard, or those that are left.
fn play(game: &Game, directory: &Path, shard: u32, games: u64, derived: bool, how: &How) -> Result<(), Failure> {
    let threads = how.threads()?;
    make(directory)?;
    let path = directory.join(format!("{:016x}-{shard:06}.{EXTENSION}", how.seed));
    let (mut count, mut positions) = (0, 0);
    let mut known = HashSet::new();
    let mut file = Shard::resume(path.clone(), GameFeatures::new(game).fingerprint, |played| {
        count += 1;
        positions += played.moves.len() as u64;
        known.insert(fingerprint(&played));
    })?;
    let network = if derived { NetworkChoice::Derived } else { NetworkChoice::Own };
    let self_play = SelfPlay { network, ..SelfPlay::default() };
    let first = (u64::from(shard) << 32) + count;
    let left = games.saturating_sub(count);
    let bar = ProgressBar::new(games);
    set_style(&bar, "  playing   [{bar:30}] {pos} of {len} games, {msg} positions, {eta} left");
    // Games have been written in the order in which they ended, so some of these numbers may have been played.
    let repeated = AtomicU64::new(0);
    let mut write = |played: &PlayedGame| {
        if !known.insert(fingerprint(played)) {
            repeated.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        file.push(played)?;
        count += 1;
        positions += played.moves.len() as u64;
        bar.set_message(HumanCount(positions).to_string());
        bar.set_position(count);
        Ok(())
    };
    let wanted = |number| number - first < left + repeated.load(Ordering::Relaxed);
    let played = play_games(game, &self_play, threads, [how.seed, first], &wanted, &mut write);
    bar.finish_and_clear();
    played?;
    let games = counted(count as usize, "game", "games");
    say(format!("{}: {games}, {}", path.display(), counted(positions as usize, "position", "positions")))
}

/// A number by which games that are the same are recognised.
fn fingerprint(played: &PlayedGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&played.start, &played.moves, played.result).hash(&mut hasher);
    hasher.finish()
}

/// Fits a network to games, plays a match, and installs the network if it wins; returns whether it did.
fn fit(game: &Game, folders: &[PathBuf], how: &How, watch: &(dyn Fn(Event) + Sync)) -> Result<bool, Failure> {
    let threads = how.threads()?;
    let features = GameFeatures::new(game);
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        return Err(format!("{}: there is no such directory", missing.display()).into());
    }
    let mut known = HashSet::new();
    let is_new = |folder: &&PathBuf| known.insert(fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()));
    if folders.iter().filter(is_new).count() < folders.len() {
        return Err("a directory is given twice: games may be learned from only once".into());
    }
    let target = target(game)?;
    files::try_place(&target)?;
    let (samples, games) = examples_in(folders, game, &features)?;
    let positions = samples.count();
    let attempt = Attempt {
        game,
        features: &features,
        champion: &NetworkChoice::Own,
        threads,
        seeds: Seeds { recorded: how.seed, fitting: how.seed, matches: how.seed },
        hours: 0.0,
        match_time: None,
        watch,
    };
    let Some(TriedNetwork { network, won }) = attempt.make(samples, games) else {
        return Err(format!("{positions} positions are too few to learn from").into());
    };
    if won {
        let bytes = network.write();
        if let Err(fault) = files::save(&target, &bytes) {
            let kept = folders[0].join(target.file_name().unwrap_or_default());
            files::save(&kept, &bytes)?;
            return Err(files::kept_at(&kept, &fault).into());
        }
        watch(Event::Installed(target));
    }
    Ok(won)
}

/// Lines and progress bars on the terminal.
#[derive(Debug)]
struct Display {
    bar: ProgressBar,
    /// When self-play of the current generation ends, in learning time used.
    until: Mutex<Duration>,
    /// Positions and time used at the first report of the current generation, for its speed.
    games_before: Mutex<Option<(u64, Duration)>>,
}

impl Default for Display {
    fn default() -> Self {
        let bar = ProgressBar::no_length();
        Self { bar, until: Mutex::default(), games_before: Mutex::default() }
    }
}

impl Display {
    /// Prints a line above the bar. Learning continues when nobody reads it.
    fn say(&self, line: &str) {
        let _ = self.bar.suspend(|| say(line));
    }

    fn style(&self, template: &str) {
        set_style(&self.bar, template);
    }

    fn show(&self, event: Event) {
        match event {
            Event::Generation { number, until } => {
                *lock(&self.until) = until;
                *lock(&self.games_before) = None;
                self.say(&format!("Generation {number}"));
                self.style("  playing   [{bar:30}] {msg}");
            }
            Event::Games { games, positions, used } => self.games(games, positions, used),
            Event::Examples(count) => {
                self.say(&format!("  {} examples", HumanCount(count as u64)));
                self.style("  learning  [{bar:30}] {msg}, {eta} left");
                self.bar.reset_eta();
            }
            Event::TooFew => self.say("  these are too few to learn from"),
            Event::Fitting(fitting) => {
                self.bar.set_length(fitting.steps as u64);
                self.bar.set_position(fitting.step as u64);
                self.bar.set_message(format!("error {:.5}", fitting.error));
                if fitting.step == fitting.steps {
                    self.say(&format!("  learned, error {:.5} on games held out", fitting.error));
                    self.style("  match     {msg}");
                }
            }
            Event::Fitted(origin) => {
                origin.iter().for_each(|game| self.say(&format!("  started from the network of {game}")));
            }
            Event::Match { tally, timed } => self.bar.set_message(in_words(tally, timed)),
            Event::Verdict { won, result } => {
                let verdict = if won { "better, used from now on" } else { "not proven better, discarded" };
                self.say(&format!("  match: {result}: {verdict}"));
            }
            Event::Installed(path) => self.installed(&path),
            Event::Over(used) => {
                let hours = used.as_secs_f64() / 3600.0;
                self.say(&format!("{hours:.2} hours have already been used: give the total with `--hours`"));
            }
        }
    }

    fn games(&self, games: u64, positions: u64, used: Duration) {
        let until = *lock(&self.until);
        let (before, since) = *lock(&self.games_before).get_or_insert((positions, used));
        let seconds = used.saturating_sub(since).as_secs_f64().max(1e-3);
        let left = until.saturating_sub(used);
        self.bar.set_length(until.as_secs().max(used.as_secs()));
        self.bar.set_position(used.as_secs());
        self.bar.set_message(format!(
            "{} games, {} positions, {:.0}/s, {} left",
            HumanCount(games),
            HumanCount(positions),
            (positions - before) as f64 / seconds,
            HumanDuration(left)
        ));
    }

    fn installed(&self, path: &Path) {
        self.say(&format!("  installed as {}", path.display()));
    }
}

fn in_words(tally: Tally, timed: bool) -> String {
    let elo = tally.elo_in_words();
    let pace = if timed { "with clocks" } else { "at fixed nodes" };
    format!("{} games {pace}: {elo} Elo, LLR {:+.2} of ±{BOUND}", 2 * tally.pairs(), tally.llr())
}
