//! The board and the start.

use super::Teller;
use super::names::{number, sentence};
use crate::board::{Area, Color, PieceKind, Topology};
use crate::cli::rules::places::Places;
use crate::cli::rules::sheet::{Board, Square};
use crate::text::enumerate;
use crate::variant::{KindSet, Shuffle, Symmetry};

impl Teller<'_> {
    pub(super) fn board(&mut self) {
        let variant = self.variant;
        let board = variant.board;
        let fen = variant.start.fen(variant);
        let drawn = self.drawn(fen);
        self.section("The board").board = Some(drawn);
        let files = format!("{} files, a to {}", board.files(), char::from(b'a' + board.files() - 1));
        let (first, last) = (board.rank_base(), board.ranks() - 1 + board.rank_base());
        let ranks = format!("{} ranks, {first} to {last}", board.ranks());
        let keys = ["board.files", "board.ranks", "board.rank_base"];
        self.say(&keys, format!("The board has {files}, and {ranks}. White's side is at the bottom."));
        if variant.holes.any() {
            let holes = Places { board, holes: Area::EMPTY }.named(variant.holes);
            let text = format!(
                "There are no squares on {holes}: nothing stands there or slides across, only leaps go over them."
            );
            self.say(&["board.holes"], text);
        } else {
            self.without(&["board.holes"], "missing squares");
        }
        let keys = &["board.topology"];
        match board.topology() {
            Topology::Plane => self.without(keys, "joined edges of the board"),
            Topology::Cylinder => self.say(
                keys,
                "The left and the right edge are joined: moves go round them, and come out on the other side.",
            ),
            Topology::Torus => self.say(
                keys,
                "The left and the right edge are joined, and so are the first and the last rank: moves go round them, \
                 and come out on the other side.",
            ),
        }
        self.start();
    }

    fn start(&mut self) {
        let variant = self.variant;
        let keys = ["start.fen"];
        if variant.start_by_gui {
            let text = "The start position is a guess, from that of another size of board: GUIs give their own.";
            self.say(&keys, text);
        }
        let mover = variant.start.side;
        let mut text = format!("{} moves first.", mover.name());
        for color in Color::ALL {
            let held = variant.kinds().filter_map(|(kind, _)| match variant.start.hands[color][kind.index()] {
                0 => None,
                count => Some(format!("{} {}", number(count.into()), self.name(kind))),
            });
            let held: Vec<String> = held.collect();
            if !held.is_empty() {
                text += &format!(" {} begins with {} in hand.", color.name(), enumerate(&held, "and"));
            }
        }
        self.say(&keys, text);
    }

    fn drawn(&self, fen: String) -> Board {
        let variant = self.variant;
        let board = variant.board;
        let square = |file: u8, rank: u8| {
            let Some(sq) = board.square(file.into(), rank.into()) else { return Square::Hole };
            let piece = variant.start.board[sq.index()];
            match piece {
                _ if variant.holes.has(sq) => Square::Hole,
                piece if piece.is_none() => Square::Empty,
                piece => {
                    let id = variant.kind(piece.kind()).id.clone();
                    match piece.color() {
                        Color::White => Square::White(id),
                        Color::Black => Square::Black(id.to_ascii_lowercase()),
                    }
                }
            }
        };
        Board {
            fen,
            files: (0..board.files()).map(|file| char::from(b'a' + file).to_string()).collect(),
            ranks: (0..board.ranks()).rev().map(|rank| (rank + board.rank_base()).to_string()).collect(),
            squares: (0..board.ranks())
                .rev()
                .map(|rank| (0..board.files()).map(|file| square(file, rank)).collect())
                .collect(),
        }
    }

    pub(super) fn shuffle(&mut self, shuffle: Option<&Shuffle>) {
        let Some(shuffle) = shuffle else {
            return self.without(&["start.shuffle"], "a drawn start position");
        };
        let Shuffle { kinds, unlike_shades, apart, between, all_protected, except, black } = shuffle;
        let sets = |sets: &[KindSet]| -> Vec<String> {
            sets.iter().map(|set| enumerate(&self.names(self.members(*set)), "and")).collect()
        };
        let mut text =
            format!("The order of the pieces on the first rank is drawn by lot; {} takes part.", self.any(*kinds));
        let unlike = sets(unlike_shades)
            .into_iter()
            .map(|names| format!("each side's two ({names}) stand on squares of unlike shades"));
        let apart = sets(apart).into_iter().map(|names| format!("no two of these stand side by side: {names}"));
        let between = between.map(|(inner, ends)| {
            let [inner, ends] = [inner, ends].map(|set| enumerate(&self.names(self.members(set)), "and"));
            format!("the {inner} stands between the two of these: {ends}")
        });
        let protected = all_protected.then(|| "every piece of the second rank is protected".to_owned());
        let order =
            |order: &[PieceKind]| order.iter().map(|kind| self.variant.kind(*kind).id.as_str()).collect::<String>();
        let excepted: Vec<String> = except.iter().map(|kinds| order(kinds)).collect();
        let excepted = (!excepted.is_empty()).then(|| format!("it is not {}", enumerate(&excepted, "or")));
        let conditions: Vec<String> = unlike.chain(apart).chain(between).chain(protected).chain(excepted).collect();
        if !conditions.is_empty() {
            text += &format!(" {}.", sentence(&enumerate(&conditions, "and")));
        }
        text += match black {
            Symmetry::Mirrored => " Black's pieces stand on the same files as White's.",
            Symmetry::Rotated => " Black's order is White's turned by 180 degrees.",
        };
        let rule = self.rule(&["start.shuffle"], text);
        if let Some(board) = self.sections.first_mut() {
            board.rules.push(rule);
        }
    }
}
