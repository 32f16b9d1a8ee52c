//! `alfil perft`: counts the positions that can be reached from one position or from each of a list, and compares with
//! the counts of a file.

use super::asked::Asked;
use super::epd::{EpdFault, counted_depth, each_line};
use super::input::{BatchAnswer, answer_lines, source};
use super::numbers::whole;
use super::output::{Complaints, complain, say};
use super::ranks::{Ranks, Wording};
use super::{Failure, USUAL, game_or_file, set_up, set_up_with_remarks};
use crate::game::Game;
use crate::limits::PERFT_DEPTH;
use crate::text::{Report, Source};
use crate::variant::Library;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    asked: Asked,
    /// The depth in plies; with `--epd`, the maximum depth
    #[arg(long, value_name = "N", required_unless_present_any = ["batch", "epd"], value_parser = whole(0..=PERFT_DEPTH))]
    depth: Option<u32>,
    /// The position, as a FEN; castling rights that only Chess960 knows make it a game of Chess960 [default: the start
    /// position of the variant]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    #[command(flatten)]
    ranks: Ranks,
    /// Read lines `DEPTH<TAB>FEN` and answer each with `nodes<TAB>TOTAL` or `error<TAB>line NUMBER: MESSAGE`
    #[arg(long, conflicts_with_all = ["depth", "fen"])]
    batch: bool,
    /// Compare with the counts in an EPD file, such as `FEN ;D1 20 ;D2 400`; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "batch"])]
    epd: Option<PathBuf>,
}

impl Arguments {
    /// The requested variant.
    pub(super) fn variant(&self) -> &str {
        self.asked.name().unwrap_or(USUAL)
    }
}

pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut game = arguments.ranks.counted(game_or_file(library, arguments.variant())?)?;
    if arguments.batch {
        let mut remarks = Complaints::default();
        let code = answer_lines(io::stdin().lock(), io::stdout().lock(), |number, line| {
            let mut remark = |report: Report| remarks.tell(&report.about(format!("line {number}")));
            Ok(told(number, line.map_err(Failure::from).and_then(|line| nodes(&game, &line, &mut remark))))
        })?;
        remarks.end("standard input")?;
        return Ok(code);
    }
    if let Some(path) = &arguments.epd {
        return compare(&game, &source(path)?, arguments.depth);
    }
    if let Some(fen) = &arguments.fen {
        set_up(&mut game, fen)?;
    }
    divide(&game, arguments.depth.unwrap_or_default(), arguments.ranks.wording())?;
    Ok(ExitCode::SUCCESS)
}

/// Compares with the counts of a file, up to a depth; fails if they differ.
fn compare(game: &Game, source: &Arc<Source>, most: Option<u32>) -> Result<ExitCode, Failure> {
    let (mut compared, mut equal) = (0, 0);
    let (mut positions, mut uncounted, mut first_uncounted) = (0, 0, 0);
    // The depth that leaves out counts.
    let mut limit = None;
    let wrong = each_line(source, game, &mut |entry, game| {
        let mut told = Vec::new();
        positions += 1;
        if !entry.operations.iter().any(|(name, _)| counted_depth(name).is_some()) {
            uncounted += 1;
            if uncounted == 1 {
                first_uncounted = entry.line_number;
            }
        }
        let counted = entry.operations.iter().try_for_each(|&(name, operand)| {
            let Some(depth) = counted_depth(name) else { return Ok(()) };
            if let Some(most) = most.filter(|most| depth > *most) {
                limit = Some(most);
                return Ok(());
            }
            let wrong = |what: String| EpdFault::Wrong(what, entry.span(name));
            if depth > PERFT_DEPTH {
                return Err(wrong(format!("`{name}` is too deep: no more than {PERFT_DEPTH} plies are counted")));
            }
            let unread = |_| wrong(format!("`{name}` needs a number of positions"));
            let expected: u64 = operand.parse().map_err(unread)?;
            let found = game.perft(depth);
            compared += 1;
            if found == expected {
                equal += 1;
                told.push(format!("{name} {found}"));
            } else {
                told.push(format!("{name} {found}, not {expected}"));
            }
            Ok(())
        });
        if !told.is_empty() {
            say(format!("{}: {}", entry.name(), told.join("; ")))?;
        }
        counted
    })?;
    if uncounted > 0 {
        let skipped = match uncounted {
            _ if uncounted == positions => String::new(),
            1 => format!("the position in line {first_uncounted} is skipped: "),
            _ => format!("{uncounted} positions are skipped, the first in line {first_uncounted}: "),
        };
        let report = Report::warning(skipped + "no operation `D1`, `D2` ... says how many positions there are");
        complain(&report.about(&source.name))?;
    }
    if let Some(most) = limit.filter(|_| compared == 0) {
        complain(&Report::warning(format!("all counts are deeper than `--depth {most}`")).about(&source.name))?;
    }
    say(format!("{equal} of {compared} counts agree"))?;
    Ok(if wrong == 0 && equal == compared && compared > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the count after each move, and their sum.
fn divide(game: &Game, depth: u32, wording: Wording) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let total = if depth == 0 {
        1
    } else {
        let counts = game.divide(depth, || false).unwrap_or_default();
        for (mv, nodes) in &counts {
            writeln!(output, "{}: {nodes}", wording.text(game, *mv))?;
        }
        counts.iter().map(|(_, nodes)| nodes).sum()
    };
    Ok(writeln!(output, "nodes: {total}")?)
}

/// The answer to a line of a batch.
fn told(number: u64, nodes: Result<u64, Failure>) -> BatchAnswer {
    match nodes {
        Ok(nodes) => BatchAnswer { text: format!("nodes\t{nodes}"), refuses: false },
        Err(failure) => {
            let message = failure.message().unwrap_or_default().replace(['\n', '\t'], " ");
            BatchAnswer { text: format!("error\tline {number}: {message}"), refuses: true }
        }
    }
}

/// The number of positions that a line asks for.
fn nodes(game: &Game, line: &[u8], remark: &mut dyn FnMut(Report) -> Result<(), Failure>) -> Result<u64, Failure> {
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text")?;
    let (depth, fen) = line.split_once('\t').ok_or("expected a depth, a tab and a position")?;
    let depth = whole(0..=PERFT_DEPTH)(depth).map_err(|advice| format!("bad depth in `{line}`: {advice}"))?;
    let mut game = game.clone();
    set_up_with_remarks(&mut game, fen.trim())?.into_iter().try_for_each(remark)?;
    Ok(game.perft(depth))
}
