//! The moves of random descriptions against those of XBoard's generator.

use super::terrain::Board;
use alfil::internals::board::{Color, Square};
use alfil::internals::xbetza;
use alfil::internals::xbetza::run::{Occupant, Runner};

/// The board of a line's columns from the second on.
fn board(columns: &[&str]) -> Board {
    let number = |column: &str| column.parse::<u8>().expect("a column is a number");
    let color = if columns[2] == "w" { Color::White } else { Color::Black };
    let mover = Runner { color, from: Square(number(columns[3])) };
    let mut board = Board::new(number(columns[0]), number(columns[1]), mover);
    board.unmoved = columns[4] == "unmoved";
    for (number, letter) in columns[5].chars().enumerate() {
        let royal = letter.is_ascii_uppercase();
        let occupant = match letter.to_ascii_lowercase() {
            'f' => Occupant::Friend { royal },
            'e' => Occupant::Enemy { royal },
            '#' => Occupant::Hole,
            _ => Occupant::Empty,
        };
        board.put(Square(number as u8), occupant);
    }
    board
}

#[test]
fn moves_are_those_of_xboard() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in crate::cases(include_str!("../../data/xbetza/xboard.txt")) {
        count += 1;
        let columns: Vec<&str> = line.split(' ').collect();
        let board = board(&columns[1..7]);
        let mut expected = columns[7..].to_vec();
        expected.sort();
        let tree = xbetza::parse(columns[0]).expect("the descriptions are right");
        let spelled = xbetza::wire(&tree).expect("XBoard was told of them");
        for description in [columns[0], &spelled] {
            let program = xbetza::compile(description).expect("the descriptions are right");
            let mut found: Vec<String> = Vec::new();
            for outcome in board.outcomes(&program) {
                let victims: String = outcome.victims.iter().map(|&sq| board.name(sq) + ",").collect();
                found.push(format!("{}:{victims}", board.name(outcome.to)));
            }
            found.sort();
            if found != expected {
                failures.push(format!("{description}: {line}\nfound {found:?}"));
            }
        }
    }
    assert_eq!(count, 179);
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
