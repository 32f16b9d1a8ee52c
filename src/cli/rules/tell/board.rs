//! The board and the start.

use super::names::{counted, plural, sentence};
use super::{NO_KEYS, Teller};
use crate::board::{Area, Color, PieceKind, Topology};
use crate::cli::diagram::Diagram;
use crate::cli::rules::places::Places;
use crate::text::enumerate;
use crate::variant::{KindSet, Shuffle, Symmetry};

impl Teller<'_> {
    pub(super) fn board(&mut self) {
        let variant = self.variant;
        let board = variant.board;
        self.section("The board").board = Some(Diagram::new(variant, &variant.start));
        let files = match board.files() {
            1 => "1 file, a".to_owned(),
            count => format!("{count} files, a to {}", char::from(b'a' + count - 1)),
        };
        let (first, last) = (board.rank_base(), board.ranks() - 1 + board.rank_base());
        let ranks = match board.ranks() {
            1 => format!("1 rank, {first}"),
            count => format!("{count} ranks, {first} to {last}"),
        };
        let keys = ["board.files", "board.ranks", "board.rank_base"];
        let keys = if variant.start_by_gui { &[] } else { &keys[..] };
        self.say(keys, format!("The board has {files}, and {ranks}. White's side is at the bottom."));
        if variant.holes.any() {
            let holes = Places { holes: Area::EMPTY, ..self.places }.named(variant.holes);
            let (squares, them) = match variant.holes.count() {
                1 => ("This square is", "it"),
                _ => ("These squares are", "them"),
            };
            let text = format!(
                "{squares} missing: {holes}. Nothing can stand on {them} or slide across {them}; only leaps go over {them}."
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
                "The left and right edges are joined: moves go round them and come out on the other side.",
            ),
            Topology::Torus => self.say(
                keys,
                "The left and right edges are joined, and so are the first and last ranks: moves go round them and come \
                 out on the other side.",
            ),
        }
        self.start();
    }

    fn start(&mut self) {
        let variant = self.variant;
        let keys = ["start.fen"];
        if variant.start_by_gui {
            let text = "The name of the game gives the size of the board, and the rules of the file are adapted to it. \
                        The start position is a guess: GUIs set up their own.";
            self.say(&NO_KEYS, text);
        }
        let mover = variant.start.side;
        let mut text = format!("{} moves first.", mover.name());
        for color in Color::ALL {
            let held = variant.kinds().filter_map(|(kind, _)| match variant.start.hands[color][kind.index()] {
                0 => None,
                count => Some(counted(count.into(), &self.name(kind))),
            });
            let held: Vec<String> = held.collect();
            if !held.is_empty() {
                text += &format!(" {} begins with {} in hand.", color.name(), enumerate(&held, "and"));
            }
        }
        self.say(&keys, text);
    }

    pub(super) fn shuffle(&mut self, shuffle: Option<&Shuffle>) {
        let Some(shuffle) = shuffle else {
            return self.without(&["start.shuffle"], "a random start position");
        };
        let Shuffle { kinds, squares, on, unlike_shades, apart, between, all_protected, except, black } = shuffle;
        let pair = |set: &KindSet| match self.names(self.members(*set)).as_slice() {
            [one] => plural(one),
            several => enumerate(several, "and the"),
        };
        let usual = *squares == self.variant.board.area_where(|_, rank| rank == 0);
        let place = if usual { "the first rank".to_owned() } else { self.places.named(*squares) };
        let mut text = format!("The pieces on {place} start in a random order.");
        if self.faces().any(|(kind, _)| !kinds.has(kind) && !self.variant.kind(kind).counts_as_pawn[Color::White]) {
            text += &format!(" {} take part; the others keep their squares.", sentence(&self.all(*kinds)));
        }
        // Settings without effect are not mentioned.
        let drawn: KindSet = self.variant.shuffled_pieces().map(|(_, kind)| kind).collect();
        let area = self.variant.shuffled_squares();
        for (set, squares) in on.iter().filter(|(set, squares)| !(*set & drawn).is_empty() && !area.within(*squares)) {
            let members = self.members(*set & drawn);
            let verb = if members.len() == 1 { "stands" } else { "stand" };
            let who = enumerate(&self.names(members), "and the");
            text += &format!(" The {who} {verb} on {}.", self.places.either().named(*squares & area));
        }
        for set in unlike_shades {
            text += &format!(" The {} stand on squares of different shades.", pair(set));
        }
        for set in apart {
            text += &format!(" No two of the {} stand side by side.", pair(set));
        }
        if let Some((inner, ends)) = between {
            let inner = enumerate(&self.names(self.members(*inner)), "and the");
            text += &format!(" The {inner} stands between the {}.", pair(ends));
        }
        if *all_protected {
            text += " Every piece of the second rank is protected.";
        }
        let order =
            |order: &[PieceKind]| order.iter().map(|kind| self.variant.kind(*kind).id.as_str()).collect::<String>();
        let excepted: Vec<String> = except.iter().map(|kinds| order(kinds)).collect();
        if !excepted.is_empty() {
            text += &format!(" The order is never {}.", enumerate(&excepted, "or"));
        }
        text += match black {
            Symmetry::Mirrored if usual => " Black's pieces stand on the same files as White's.",
            Symmetry::Mirrored => " Black's pieces mirror White's.",
            Symmetry::Rotated => " Black's order is White's turned by 180 degrees.",
            Symmetry::Independent => " Black's order is drawn by itself.",
        };
        let rule = self.rule(&["start.shuffle"], text);
        if let Some(board) = self.sections.first_mut() {
            board.rules.push(rule);
        }
    }
}
