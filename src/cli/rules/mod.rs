//! `alfil rules`: prints the rules of a game in plain English.
//!
//! They are derived from the compiled game, so that inherited and default rules are included. One
//! [`Sheet`](sheet::Sheet) is printed as text, as a page or as JSON.

mod page;
mod places;
mod sheet;
pub(super) mod tell;
mod text;

use super::terminal::Screen;
use super::{Failure, game_or_file};
use crate::variant::Library;
use clap::Args;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The variant, by name or file
    pub(super) variant: String,
    /// Print one page of HTML with pictures
    #[arg(long)]
    html: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "html")]
    json: bool,
}

pub(super) fn run(library: &Library, arguments: &Arguments) -> Result<(), Failure> {
    let game = game_or_file(library, &arguments.variant)?;
    let sheet = tell::sheet(&game);
    let text = match (arguments.html, arguments.json) {
        (true, _) => page::draw(&sheet),
        (_, true) => serde_json::to_string(&sheet)? + "\n",
        _ => text::draw(&sheet, &Screen::of_stdout()),
    };
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}
