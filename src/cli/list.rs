//! `alfil list`: the variants with their titles and origins, for users and for scripts.

use super::Failure;
use super::terminal::Screen;
use crate::eval::network;
use crate::game::Game;
use crate::search::{NetworkStatus, network_status};
use crate::variant::{Library, Variant};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Also show the inventor, the year, the source of the rules and the description
    #[arg(long)]
    long: bool,
    /// Print JSON, one object per line
    #[arg(long, conflicts_with = "long")]
    json: bool,
}

/// A variant in the list, as JSON.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    name: &'a str,
    title: &'a str,
    aliases: Vec<&'a str>,
    /// Files and ranks.
    board: [u8; 2],
    bundled: bool,
    /// The game whose network evaluates it, if there is one.
    learned: Option<String>,
    about: Vec<&'a str>,
}

pub(super) fn run(library: &Library, asked: &Arguments) -> Result<(), Failure> {
    let bundled = Library::bundled();
    let width = library.names().map(str::len).max().unwrap_or(0);
    let screen = Screen::of_stdout();
    let mut output = io::stdout().lock();
    for variant in library.variants() {
        let own = bundled.get(&variant.name).is_none_or(|known| !Arc::ptr_eq(&known, variant));
        // An alias that a file claims may be another game's name.
        let own_alias = |alias: &&str| library.get(alias).is_some_and(|found| Arc::ptr_eq(&found, variant));
        let aliases: Vec<&str> = variant.aliases.iter().map(String::as_str).filter(own_alias).collect();
        let about = variant.about.lines();
        let NetworkStatus { used, refused } = networks_of(variant);
        let learned = used.map(|record| record.game);
        if asked.json {
            let listed = Listed {
                name: &variant.name,
                title: &variant.title,
                aliases,
                board: [variant.board.files(), variant.board.ranks()],
                bundled: !own,
                learned,
                about: about.iter().map(|line| &**line).collect(),
            };
            writeln!(output, "{}", serde_json::to_string(&listed)?)?;
            continue;
        }
        let origin = if own { "your own" } else { "bundled" };
        let size = format!("{}x{}", variant.board.files(), variant.board.ranks());
        let also = if aliases.is_empty() { String::new() } else { format!(" (also {})", aliases.join(", ")) };
        let learned = match learned {
            Some(game) if game == variant.name => ", learned".to_owned(),
            Some(game) => format!(", learned as {game}"),
            None if !refused.is_empty() => ", its network does not fit".to_owned(),
            None => String::new(),
        };
        let columns = format!("{:width$}  {size:>5}  {origin:8}  ", variant.name);
        let line = screen.wrap(&format!("{columns}{}{also}{learned}", variant.title), columns.chars().count());
        writeln!(output, "{}", if own { screen.bold(&line) } else { line })?;
        if asked.long {
            for line in about {
                writeln!(output, "{}", screen.wrap(&format!("{INDENT}{line}"), INDENT.len()))?;
            }
        }
    }
    Ok(())
}

/// The indentation of further lines about a variant.
const INDENT: &str = "    ";

/// The networks of a variant. Most variants cannot have one, and are not set up.
fn networks_of(variant: &Arc<Variant>) -> NetworkStatus {
    let game = network::may_be_there(variant).then(|| Game::new(variant).ok()).flatten();
    game.map(|game| network_status(&game)).unwrap_or_default()
}
