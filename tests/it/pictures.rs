//! Pictures: XBoard's for the pieces of the bundled games.
//!
//! A piece's picture follows from its place in XBoard's table of pieces. The rules of the table, and which places share
//! a picture, are those of XBoard 4.9.1 with the pieces that it comes with.

use super::cli;
use alfil::internals::board::Color;
use alfil::internals::variant::{Variant, builtin};
use std::collections::BTreeMap;

/// The places of pawns and queens.
const PAWN: u8 = 0;
const QUEEN: u8 = 4;

/// Places that show the picture of another: lances, queens, lions, elephants, crowns and kings.
const TWINS: [(u8, u8); 6] = [(29, 18), (51, 4), (52, 21), (53, 6), (64, 15), (65, 50)];

/// The pieces of each half of a table, with their places.
fn places(table: &str) -> [Vec<(u8, String)>; 2] {
    let mut entries: Vec<(u8, String)> = Vec::new();
    let (mut place, mut half) = (0, 0);
    let total = table.chars().filter(|c| !"^*'!/".contains(*c)).count();
    for c in table.chars() {
        match c {
            '/' => place = 46,
            '\'' | '!' => entries.last_mut().expect("dresses a letter").1.push(c),
            _ if entries.last().is_some_and(|(_, id)| id == "^") => entries.last_mut().expect("it is there").1.push(c),
            _ => {
                if entries.len() == total / 2 && half == 0 {
                    (place, half) = (0, 1);
                }
                let last = entries.len() + 1 == total / 2 || entries.len() + 1 == total;
                entries.push((if last { 65 } else { place }, c.to_string()));
                place += 1;
            }
        }
    }
    let black = entries.split_off(total / 2);
    [entries, black].map(|half| {
        let partner = |place: u8| half.iter().find(|(other, _)| place >= 11 && *other == place - 11);
        let id = |(place, entry): &(u8, String)| match entry.as_str() {
            "+" => partner(*place).map(|(_, id)| format!("+{id}")),
            "." | "~" => None,
            _ => Some(entry.replace('^', "+")),
        };
        half.iter().filter_map(|entry| Some((entry.0, id(entry)?.to_uppercase()))).collect()
    })
}

/// The variant's own tables as the engine announces them, else XBoard's for that name.
fn tables() -> Vec<(&'static Variant, String)> {
    let names = builtin().iter().map(|file| file.name());
    let asked: String = names.enumerate().map(|(number, name)| format!("variant {name}\nping {number}\n")).collect();
    let said = cli::output("", &format!("xboard\nprotover 2\n{asked}quit\n"));
    let mut lines = said.lines().skip_while(|line| *line != "feature done=1").skip(1);
    builtin()
        .iter()
        .map(|file| {
            let answer: Vec<_> = lines.by_ref().take_while(|line| !line.starts_with("pong ")).collect();
            let setup = answer.iter().find_map(|line| line.strip_prefix("setup ("));
            let announced = setup.and_then(|line| line.split_once(')')).map(|(table, _)| table.to_owned());
            let variant = file.variant();
            let own = || variant.cecp.piece_to_char.clone().expect("a standard variant has XBoard's table");
            (&**variant, announced.unwrap_or_else(own))
        })
        .collect()
}

#[test]
fn different_pieces_have_different_pictures() {
    let tables = tables();
    assert_eq!(tables.len(), builtin().len());
    for (variant, table) in tables {
        for (color, half) in Color::ALL.into_iter().zip(places(&table)) {
            let mut shown: BTreeMap<u8, Vec<String>> = BTreeMap::new();
            // A piece that is unchanged on the last rank is in the queen's slot, too; XBoard shows it by its first
            // slot.
            let pawn = half.iter().find(|(place, _)| *place == PAWN).map(|(_, id)| id.clone());
            let stays = |(place, id): &(u8, String)| *place == QUEEN && Some(id) == pawn.as_ref();
            for (place, id) in half.into_iter().filter(|entry| !stays(entry)) {
                let picture = TWINS.iter().find(|(twin, _)| *twin == place).map_or(place, |(_, picture)| *picture);
                shown.entry(picture).or_default().push(id);
            }
            let start = variant.start.fen(variant);
            let board = start.split(' ').next().expect("a board");
            for (_, kind) in variant.kinds() {
                let letter = if color == Color::White { kind.id.clone() } else { kind.id.to_lowercase() };
                let count = shown.values().flatten().filter(|id| **id == kind.id).count();
                let needed = usize::from(board.contains(&letter));
                assert!((needed..=1).contains(&count), "{} {letter}: {count} pictures in {table}", variant.name);
            }
            // Pieces that differ only in their promotions may look the same.
            let moves = |id: &String| variant.kind_by_id(id).map(|kind| &variant.kind(kind).notation[color]);
            for ids in shown.values() {
                let alike = ids.iter().all(|id| moves(id).is_none() || moves(id) == moves(&ids[0]));
                assert!(alike, "{}: {ids:?} look the same in {table}", variant.name);
            }
        }
    }
}
