//! The report about the games: counts, shares, and notable findings.

use super::Arguments;
use crate::board::{Color, Piece, PieceKind};
use crate::eval::Basis;
use crate::game::Game;
use crate::learn::record::{Fate, GameRecord, at_start, counted_as};
use crate::learn::worth::{LEAST_WORTH, SURE, worths};
use crate::position::{GameResult, Reason};
use crate::search;
use crate::text::{counted, enumerate};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// A game is even if White's share is within this distance of a half.
const EVEN: f64 = 0.05;
/// Significance level.
const RARE: f64 = 0.05;
/// The share of draws above which there is a warning.
const MANY_DRAWS: f64 = 0.5;
/// The fewest games after which unused pieces or moves are reported.
const ENOUGH: usize = 20;
/// The value of the commonest piece in the units of the evaluation.
const UNIT: f64 = 100.0;

#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: String,
    title: String,
    games: usize,
    asked: u64,
    nodes: u64,
    random_plies: u16,
    max_plies: u16,
    seed: u64,
    white_wins: usize,
    draws: usize,
    black_wins: usize,
    white: Share,
    ends: Vec<End>,
    /// Games that reached the ply limit.
    at_limit: usize,
    /// Games that began without plies at random, though these were asked for.
    #[serde(skip)]
    at_start: usize,
    /// The number of distinct games.
    different: usize,
    plies: Lengths,
    moves: Branching,
    pieces: Vec<PieceLine>,
    warnings: Vec<Warning>,
}

/// A share of the points with half the width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Serialize)]
struct Share {
    share: f64,
    error: f64,
}

/// The number of games that ended for a reason, by result.
#[derive(Debug, Serialize)]
struct End {
    reason: Reason,
    text: String,
    white: usize,
    draws: usize,
    black: usize,
}

/// Lengths of games in plies.
#[derive(Debug, Serialize)]
struct Lengths {
    shortest: usize,
    median: f64,
    mean: f64,
    longest: usize,
}

/// Numbers of legal moves in a position.
#[derive(Debug, Serialize)]
struct Branching {
    mean: f64,
    most: usize,
}

/// The report about a kind of piece.
#[derive(Debug, Serialize)]
struct PieceLine {
    id: String,
    name: String,
    royal: bool,
    at_start: u32,
    /// Games in which there were any.
    games: usize,
    /// Moves of all of them per game, on average.
    moves: f64,
    /// Moves of one of them in a game, on average.
    moves_each: f64,
    /// Games in which there were any and none moved.
    unmoved: usize,
    /// Captures of it in a game, on average.
    captured: f64,
    promoted: f64,
    dropped: f64,
    /// Its value, fitted to the games.
    value: Option<f64>,
    value_error: Option<f64>,
    /// The value that the engine derives from the rules; fitted values are scaled to the sum of these.
    derived: Option<f64>,
}

/// A notable finding.
#[derive(Debug, Serialize)]
struct Warning {
    about: &'static str,
    text: String,
}

impl Report {
    pub(super) fn new(game: &Game, arguments: &Arguments, records: &[GameRecord]) -> Self {
        let result = |wanted: Option<Color>| {
            let is = |record: &&GameRecord| match record.outcome.map(|outcome| outcome.result) {
                Some(GameResult::Win(color)) => wanted == Some(color),
                _ => wanted.is_none(),
            };
            records.iter().filter(is).count()
        };
        let positions: u64 = records.iter().map(|record| u64::from(record.choices.positions)).sum();
        let moves: u64 = records.iter().map(|record| record.choices.moves).sum();
        let lines: HashSet<u64> = records.iter().map(|record| record.line).collect();
        let variant = game.variant();
        let mut report = Self {
            game: variant.name.clone(),
            title: variant.title.clone(),
            games: records.len(),
            asked: arguments.games,
            nodes: arguments.nodes,
            random_plies: arguments.random_plies,
            max_plies: arguments.max_plies,
            seed: arguments.seed,
            white_wins: result(Some(Color::White)),
            draws: result(None),
            black_wins: result(Some(Color::Black)),
            white: share(records),
            ends: ends(game, records),
            at_limit: records.iter().filter(|record| record.outcome.is_none()).count(),
            at_start: records.iter().filter(|record| record.random_plies < usize::from(arguments.random_plies)).count(),
            different: lines.len(),
            plies: lengths(records),
            moves: Branching {
                mean: moves as f64 / positions.max(1) as f64,
                most: records.iter().map(|record| record.choices.most).max().unwrap_or(0),
            },
            pieces: pieces(game, records),
            warnings: Vec::new(),
        };
        report.warn();
        report
    }

    fn warn(&mut self) {
        let games = self.games;
        let Share { share, error } = self.white;
        if (share - 0.5).abs() > EVEN + error && chance(self.white_wins, self.black_wins) < RARE {
            let side = if share > 0.5 { Color::White } else { Color::Black };
            let text = format!("{} has an advantage that chance does not explain", side.name());
            self.warning("white-share", text);
        }
        if self.draws as f64 > MANY_DRAWS * games as f64 {
            self.warning("draws", format!("more than half of the games are drawn ({})", percent(self.draws, games)));
        }
        if self.at_limit > 0 {
            let (were, them) = if self.at_limit == 1 { ("was", "it") } else { ("were", "them") };
            let text = format!(
                "{} of {games} games {were} stopped after {} plies; a higher `--max-plies` lets {them} go on",
                self.at_limit, self.max_plies
            );
            self.warning("limit", text);
        }
        if self.at_start > 0 {
            let text = format!(
                "{} of {games} games began without plies at random: hardly any start of {} plies gives nothing away; fewer \
                 `--random-plies` may",
                self.at_start, self.random_plies
            );
            self.warning("start", text);
        } else if self.different * 2 <= games && games > 1 {
            let text = match self.different {
                1 => "all games are the same; more `--random-plies` make them differ".to_owned(),
                count => {
                    format!("there are only {count} different games; more `--random-plies` make more of them differ")
                }
            };
            self.warning("alike", text);
        }
        let others = self.pieces.iter().filter(|piece| piece.derived.is_some_and(|worth| worth >= LEAST_WORTH));
        if others.clone().count() > 1 && others.clone().all(|piece| piece.value.is_none()) {
            let text = "so few games do not show what pieces are worth; more `--games` may".to_owned();
            self.warning("values", text);
        }
        if games < ENOUGH {
            return;
        }
        let names = |test: &dyn Fn(&PieceLine) -> bool| {
            let names =
                self.pieces.iter().filter(|piece| test(piece)).map(|piece| format!("{} ({})", piece.name, piece.id));
            enumerate(&names.collect::<Vec<_>>(), "and")
        };
        let unmoved = names(&|piece| piece.games >= ENOUGH && piece.unmoved == piece.games);
        let absent = names(&|piece| piece.games == 0);
        if !unmoved.is_empty() {
            self.warning("unmoved", format!("never moved: {unmoved}"));
        }
        if !absent.is_empty() {
            self.warning("absent", format!("never came on the board: {absent}"));
        }
    }

    fn warning(&mut self, about: &'static str, text: String) {
        self.warnings.push(Warning { about, text });
    }
}

/// The probability that wins are shared at least as unevenly if both sides are equally likely to win.
fn chance(white: usize, black: usize) -> f64 {
    let (games, most) = (white + black, white.max(black));
    // The binomial terms from `games` wins down, each from the one before, by logarithms: the terms may be tiny.
    let last = games as f64 * 0.5_f64.ln();
    let terms = (most..games).rev().scan(last, |term, wins| {
        *term += ((wins + 1) as f64 / (games - wins) as f64).ln();
        Some(term.exp())
    });
    (2.0 * (last.exp() + terms.sum::<f64>())).min(1.0)
}

/// White's share of the points.
fn share(records: &[GameRecord]) -> Share {
    let count = records.len() as f64;
    let mean = records.iter().map(GameRecord::points).sum::<f64>() / count;
    let squares: f64 = records.iter().map(|record| (record.points() - mean).powi(2)).sum();
    // As if one more game had been off the mean by half a point: equal results do not mean certainty.
    let variance = (squares + 0.25) / (count + 1.0);
    Share { share: mean, error: SURE * (variance / count).sqrt() }
}

/// The ends of games, the most frequent one first.
fn ends(game: &Game, records: &[GameRecord]) -> Vec<End> {
    let mut ends: Vec<End> = Vec::new();
    for outcome in records.iter().filter_map(|record| record.outcome) {
        let reason = outcome.reason;
        let at = ends.iter().position(|end| end.reason == reason).unwrap_or_else(|| {
            ends.push(End { reason, text: game.cause(reason), white: 0, draws: 0, black: 0 });
            ends.len() - 1
        });
        let end = &mut ends[at];
        match outcome.result {
            GameResult::Win(Color::White) => end.white += 1,
            GameResult::Win(Color::Black) => end.black += 1,
            GameResult::Draw => end.draws += 1,
        }
    }
    ends.sort_by_key(|end| std::cmp::Reverse(end.white + end.draws + end.black));
    ends
}

fn lengths(records: &[GameRecord]) -> Lengths {
    let mut plies: Vec<usize> = records.iter().map(|record| record.plies).collect();
    plies.sort_unstable();
    // The median of an even number of games is between the two in the middle.
    let middle = [plies.len().saturating_sub(1) / 2, plies.len() / 2].map(|at| plies.get(at).copied().unwrap_or(0));
    Lengths {
        shortest: plies.first().copied().unwrap_or(0),
        median: middle.iter().sum::<usize>() as f64 / 2.0,
        mean: plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64,
        longest: plies.last().copied().unwrap_or(0),
    }
}

fn pieces(game: &Game, records: &[GameRecord]) -> Vec<PieceLine> {
    let variant = game.variant();
    let values = search::values(game, Basis::Derived);
    let at_start = at_start(game);
    let derived = |number: PieceKind| {
        let piece = Piece::new(number, variant.kind(number).owner.unwrap_or(Color::White));
        f64::from(values.board(piece)) / UNIT
    };
    let rows = variant.kinds().map(|(kind, _)| kind).filter(|kind| counted_as(variant, *kind) == *kind);
    let rows: Vec<PieceKind> = rows.collect();
    let kinds = rows.iter().copied().filter(|kind| !variant.is_checked(*kind));
    let kinds: Vec<(PieceKind, f64)> = kinds.map(|kind| (kind, derived(kind))).collect();
    let worths = worths(records, &kinds);
    let worth = |kind: PieceKind| worths[kinds.iter().position(|(other, _)| *other == kind)?];
    let line = |number: PieceKind| {
        let kind = variant.kind(number);
        let fates: Vec<Fate> = records.iter().map(|record| record.fates[number.index()]).collect();
        let sum = |what: fn(&Fate) -> u32| fates.iter().map(|fate| u64::from(what(fate))).sum::<u64>() as f64;
        let count = records.len() as f64;
        let [moves, promoted, dropped] = [sum(|fate| fate.moves), sum(|fate| fate.promoted), sum(|fate| fate.dropped)];
        let all = f64::from(at_start[number.index()]) * count + promoted + dropped;
        let worth = worth(number);
        PieceLine {
            id: kind.id.clone(),
            name: kind.name.clone(),
            royal: kind.royal,
            at_start: at_start[number.index()],
            games: fates.iter().filter(|fate| fate.occurred).count(),
            moves: moves / count,
            moves_each: if all > 0.0 { moves / all } else { 0.0 },
            unmoved: fates.iter().filter(|fate| fate.occurred && fate.moves == 0).count(),
            captured: sum(|fate| fate.captured) / count,
            promoted: promoted / count,
            dropped: dropped / count,
            value: worth.map(|worth| worth.value),
            value_error: worth.map(|worth| worth.error),
            derived: (!variant.is_checked(number)).then(|| derived(number)),
        }
    };
    rows.into_iter().map(line).collect()
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// A table whose first column is text and whose others are numbers; empty columns are left out.
fn table(f: &mut fmt::Formatter<'_>, rows: &[Vec<String>]) -> fmt::Result {
    let [heads, bodies @ ..] = rows else { return Ok(()) };
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let used = |column: usize| bodies.iter().any(|row| !row[column].is_empty());
    let columns: Vec<(usize, usize)> =
        (0..heads.len()).filter(|&column| column == 0 || used(column)).map(|column| (column, width(column))).collect();
    for row in rows {
        let cells = columns.iter().map(|&(column, width)| match column {
            0 => format!("{:width$}", row[0]),
            _ => format!("{:>width$}", row[column]),
        });
        writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

impl PieceLine {
    const HEADS: [&str; 10] =
        ["Piece", "Start", "Moves", "Each", "Idle", "Captured", "Promoted", "Dropped", "Value", "Derived"];

    fn cells(&self) -> Vec<String> {
        let some = |number: f64, digits: usize| if number > 0.0 { format!("{number:.digits$}") } else { String::new() };
        let value = match (self.value, self.value_error) {
            (Some(value), Some(error)) => format!("{value:.1} ± {error:.1}"),
            _ => String::new(),
        };
        let idle = if self.games == 0 {
            String::new()
        } else {
            format!("{:.0} %", 100.0 * self.unmoved as f64 / self.games as f64)
        };
        vec![
            format!("{} {}", self.id, self.name),
            self.at_start.to_string(),
            format!("{:.1}", self.moves),
            format!("{:.1}", self.moves_each),
            idle,
            some(self.captured, 2),
            some(self.promoted, 2),
            some(self.dropped, 2),
            value,
            self.derived.map_or_else(String::new, |value| format!("{value:.1}")),
        ]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games;
        let count = counted(games, "game", "games");
        writeln!(f, "{}: {count}, {} positions a move, {} plies at random", self.title, self.nodes, self.random_plies)?;
        if (games as u64) < self.asked {
            writeln!(f, "Stopped early: {} games were requested", self.asked)?;
        }
        writeln!(f)?;
        for (name, number) in [("White wins", self.white_wins), ("Draws", self.draws), ("Black wins", self.black_wins)]
        {
            writeln!(f, "{name:13} {number:>5}  {:>7}", percent(number, games))?;
        }
        let Share { share, error } = self.white;
        writeln!(f, "White's share        {:>5.1} ± {:.1} %", 100.0 * share, 100.0 * error)?;
        let Lengths { shortest, median, mean, longest } = self.plies;
        writeln!(f, "Plies         median {median}, mean {mean:.0}, from {shortest} to {longest}")?;
        writeln!(f, "Legal moves   {:.1} in a position, {} at most\n", self.moves.mean, self.moves.most)?;

        let mut rows = vec![["Games end by", "White", "Draw", "Black"].map(str::to_owned).to_vec()];
        for end in &self.ends {
            let counts = [end.white, end.draws, end.black].map(|count| count.to_string());
            rows.push([vec![end.text.clone()], counts.to_vec()].concat());
        }
        if self.at_limit > 0 {
            let limit = format!("the limit of {} plies", self.max_plies);
            rows.push(vec![limit, "0".to_owned(), self.at_limit.to_string(), "0".to_owned()]);
        }
        table(f, &rows)?;
        writeln!(f)?;
        let mut rows = vec![PieceLine::HEADS.map(str::to_owned).to_vec()];
        rows.extend(self.pieces.iter().map(PieceLine::cells));
        table(f, &rows)?;
        if !self.warnings.is_empty() {
            writeln!(f)?;
        }
        self.warnings.iter().try_for_each(|warning| writeln!(f, "Note: {}", warning.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of a row of Pascal's triangle over a power of two.
    #[test]
    fn chances_are_those_of_pascals_triangle() {
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
        near(chance(2, 0), 0.5);
        near(chance(0, 6), 2.0 / 64.0);
        near(chance(7, 1), 2.0 * 9.0 / 256.0);
        near(chance(3, 2), 1.0);
        near(chance(5000, 5000), 1.0);
        assert!(chance(0, 5) > RARE && chance(6000, 4000) < RARE);
    }
}
