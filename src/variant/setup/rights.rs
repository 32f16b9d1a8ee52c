//! Rights of unmoved pieces: castling, and initial moves from the outer ranks.
//! Letters of a FEN are converted to squares, and squares to letters.

use crate::board::{Area, ByColor, Color, Piece, Square};
use crate::variant::castling::{Castling, Castlings};
use crate::variant::{CastlingRule, Gating, Setup, UnmovedTest, Variant};
use std::collections::BTreeSet;

/// The eleventh file, whose letter is also that of castling to the right.
const FILE_K: u8 = 10;
/// The letter of that file for a side that castles to the right; no file has it of its own.
const OTHER_K: char = 'm';

/// An end of a rank, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wing {
    /// Towards higher files, `K`.
    Right,
    /// Towards lower files, `Q`.
    Left,
}

/// A board, and the board that shows the home squares of pieces.
struct HomeBoard<'a> {
    variant: &'a Variant,
    board: &'a [Piece],
    home: &'a [Piece],
    /// The sides whose pieces of the first rank may be replaced when they first move.
    gates: ByColor<bool>,
}

/// All rights that the pieces on their home squares can have without being named.
pub(super) fn all(variant: &Variant, setup: &Setup, home: &[Piece]) -> Area {
    let view = HomeBoard::new(variant, setup, home);
    let castling = match variant.rules.castling {
        // Partners inside the outermost ones have a right only if a position says so.
        CastlingRule::Fischer(_) => {
            let wings = [Wing::Right, Wing::Left];
            let pairs = Color::ALL.into_iter().flat_map(|color| wings.map(|wing| view.outermost(color, wing)));
            pairs.collect()
        }
        // Castlers outside the outermost pairs get no right, because no letter means them.
        _ => Color::ALL.into_iter().fold(Area::EMPTY, |all, color| {
            let outermost = [Wing::Right, Wing::Left].map(|wing| view.outermost_castlings(color, wing));
            let castlers: Area = outermost.iter().flatten().map(|castling| castling.from).collect();
            let castlings = view.castlings(color).into_iter().filter(|castling| castlers.has(castling.from));
            castlings.fold(all, |all, castling| all | castling.unmoved)
        }),
    };
    castling | view.outer_unmoved() | view.inner_unmoved()
}

/// The pieces at home on the outer ranks that have moves, other than castling,
/// only while unmoved.
pub(super) fn initial(variant: &Variant, setup: &Setup, home: &[Piece]) -> Area {
    HomeBoard::new(variant, setup, home).outer_initial()
}

/// The rights given by a castling field, without those that contradict the
/// board. `None` for a letter that names neither side nor file.
pub(super) fn read(variant: &Variant, setup: &Setup, home: &[Piece], letters: &str) -> Option<Area> {
    let view = HomeBoard::new(variant, setup, home);
    // Initial moves of pieces off the outer ranks are not in the field.
    let mut unmoved = view.inner_unmoved();
    for letter in letters.chars().filter(|letter| *letter != '-') {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match letter.to_ascii_lowercase() {
            'k' => unmoved |= view.by_k(color),
            'q' => unmoved |= view.outermost(color, Wing::Left),
            letter => unmoved |= view.by_file(color, view.file(letter)?),
        }
    }
    Some(unmoved)
}

/// Whether a letter of the castling field gives no right on this board.
pub(super) fn is_idle(variant: &Variant, setup: &Setup, home: &[Piece], letter: char) -> bool {
    let [given, anyway] = [letter, '-'].map(|letter| read(variant, setup, home, letter.encode_utf8(&mut [0; 4])));
    given == anyway
}

/// Whether positions of this variant have a castling field: there are castlings, or
/// pieces of the outer ranks have initial moves.
pub(super) fn has_field(variant: &Variant) -> bool {
    let view = HomeBoard::new(variant, &variant.start, &variant.start.board);
    view.castles() || view.outer_unmoved().any()
}

/// The castling field for these rights, `-` for none.
pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let view = HomeBoard::new(variant, setup, &variant.start.board);
    let unmoved = setup.unmoved & !view.inner_unmoved();
    let mut field = String::new();
    for color in Color::ALL {
        let mut told = Area::EMPTY;
        let mut wings = Vec::new();
        // If rights belong to particular partners, their files name them.
        let fischer = matches!(variant.rules.castling, CastlingRule::Fischer(_));
        let by_wing = !fischer || view.partners_apart(color).any();
        for (wing, letter) in [(Wing::Right, 'K'), (Wing::Left, 'Q')].into_iter().filter(|_| by_wing) {
            let squares = view.outermost(color, wing);
            if squares.any() && squares.within(unmoved) {
                wings.push((wing, cased(letter, color)));
                told |= squares;
            }
        }
        // The rest by file, from right to left as XBoard has it.
        let mut files = BTreeSet::new();
        for (partner, squares) in view.pairs(color) {
            if squares.within(unmoved) && !squares.within(told) {
                files.insert(variant.board.file(partner));
                told |= squares;
            }
        }
        files.extend((unmoved & !told & view.singles(color)).iter().map(|sq| variant.board.file(sq)));
        let files = files.into_iter().rev().map(|file| cased(view.file_letter(color, file), color));
        // If every piece of the rank is listed, all go from right to left.
        let late = |wing: Wing| variant.rules.gating == Gating::VirginSquare && wing == Wing::Left;
        field.extend(wings.iter().filter(|(wing, _)| !late(*wing)).map(|(_, letter)| letter));
        field.extend(files);
        field.extend(wings.iter().filter(|(wing, _)| late(*wing)).map(|(_, letter)| letter));
    }
    if field.is_empty() { "-".to_owned() } else { field }
}

fn cased(letter: char, color: Color) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

impl<'a> HomeBoard<'a> {
    fn new(variant: &'a Variant, setup: &'a Setup, home: &'a [Piece]) -> Self {
        let rules = &variant.rules;
        // If no pieces can enter, now or later, single pieces have no rights because of gating.
        let gates = |color: Color| rules.fills_hands() || setup.hands[color].iter().any(|count| *count > 0);
        HomeBoard {
            variant,
            board: &setup.board,
            home,
            gates: ByColor::from_fn(|color| rules.gating == Gating::VirginSquare && gates(color)),
        }
    }

    /// Whether any piece of the game castles.
    fn castles(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.laid().castlers(color).next().is_some())
    }

    fn laid(&self) -> Castlings<'a> {
        Castlings::new(self.variant, self.board)
    }

    fn color_at(&self, sq: Square) -> Option<Color> {
        sq.piece_on(self.board).map(Piece::color)
    }

    /// Whether a piece stands where one like it stood at the start.
    fn at_home(&self, sq: Square) -> bool {
        sq.piece_on(self.board)
            .is_some_and(|piece| self.home.get(sq.index()) == Some(&piece) || self.variant.arrives_unmoved(piece, sq))
    }

    /// The file that a letter names.
    fn file(&self, letter: char) -> Option<u8> {
        let file = if letter == OTHER_K { FILE_K } else { u8::try_from(letter).ok()?.checked_sub(b'a')? };
        Some(file).filter(|file| *file < self.variant.board.files())
    }

    /// The letter of a file for a side.
    fn file_letter(&self, color: Color, file: u8) -> char {
        let is_wing = file == FILE_K && self.by_k(color) != self.by_file(color, file);
        if is_wing { OTHER_K } else { char::from(b'a' + file) }
    }

    /// Whether a piece can still have a castling right on its square: at home or, if starts are shuffled, anywhere on
    /// its first rank.
    fn may_castle(&self, sq: Square) -> bool {
        let drawn =
            self.variant.rules.shuffle.is_some() || matches!(self.variant.rules.castling, CastlingRule::Fischer(_));
        let first = |color| self.variant.board.rank_of(color, sq) == 0;
        if drawn { self.color_at(sq).is_some_and(first) } else { self.at_home(sq) }
    }

    /// All castlings that a side may still have, the outermost partners first.
    fn castlings(&self, color: Color) -> Vec<Castling<3>> {
        let mut castlings = self.laid().standing(self.board, color);
        castlings.retain(|castling| castling.unmoved.iter().all(|sq| self.may_castle(sq)));
        castlings.sort_by_key(|castling| {
            let file = self.variant.board.file(castling.partner_from);
            if self.wing(castling) == Wing::Right { self.variant.board.files() - 1 - file } else { file }
        });
        castlings
    }

    /// The end of the rank at which a castling's partner stands.
    fn wing(&self, castling: &Castling<3>) -> Wing {
        let [castler, partner] = [castling.from, castling.partner_from].map(|sq| self.variant.board.file(sq));
        if partner > castler { Wing::Right } else { Wing::Left }
    }

    /// The castlings with the outermost partner on a wing.
    fn outermost_castlings(&self, color: Color, wing: Wing) -> Vec<Castling<3>> {
        let mut castlings = self.castlings(color);
        castlings.retain(|castling| self.wing(castling) == wing);
        let partner = castlings.first().map(|castling| castling.partner_from);
        castlings.retain(|castling| Some(castling.partner_from) == partner);
        castlings
    }

    /// The squares of the outermost partner on a wing and of all that castle with it.
    fn outermost(&self, color: Color, wing: Wing) -> Area {
        let castlings = self.outermost_castlings(color, wing);
        castlings.iter().map(|castling| castling.unmoved).collect()
    }

    /// The squares that `K` means. It is the letter of a file only for a side that does not castle to the right.
    fn by_k(&self, color: Color) -> Area {
        let castling = self.outermost(color, Wing::Right);
        if castling.any() { castling } else { self.by_file(color, FILE_K) }
    }

    /// The squares that the letter of a file means: a partner with its castler, or single pieces.
    fn by_file(&self, color: Color, file: u8) -> Area {
        let on_file = |sq: &Square| self.variant.board.file(*sq) == file;
        let singles = self.singles(color).iter().filter(on_file).collect();
        let pairs = self.pairs(color).into_iter().filter(|(partner, _)| on_file(partner));
        pairs.fold(singles, |all, (_, squares)| all | squares)
    }

    /// The partners that castle with one piece and have no other right, each with the squares of its castling.
    fn pairs(&self, color: Color) -> Vec<(Square, Area)> {
        let apart = self.partners_apart(color);
        let castlings = self.castlings(color).into_iter().filter(|castling| !apart.has(castling.partner_from));
        castlings.map(|castling| (castling.partner_from, castling.unmoved)).collect()
    }

    /// The partners that may be unmoved when a piece that castles with them is not: they have rights of their own, or
    /// castle with others.
    fn partners_apart(&self, color: Color) -> Area {
        let castlings = self.castlings(color);
        let gating = self.variant.rules.gating == Gating::VirginSquare;
        let is_shared = |one: &Castling<3>| {
            castlings.iter().any(|other| other.partner_from == one.partner_from && other.from != one.from)
        };
        let apart =
            |castling: &&Castling<3>| gating || self.has_initial_move(castling.partner_from) || is_shared(castling);
        castlings.iter().filter(apart).map(|castling| castling.partner_from).collect()
    }

    /// The pieces of a side whose letters mean only them.
    fn singles(&self, color: Color) -> Area {
        let apart = self.partners_apart(color);
        let castlings = self.castlings(color).into_iter().filter(|castling| apart.has(castling.partner_from));
        let own = self.outer_unmoved().iter().filter(|&sq| self.color_at(sq) == Some(color)).collect();
        castlings.fold(own, |all: Area, castling| all | castling.unmoved)
    }

    fn outer(&self) -> Area {
        let board = self.variant.board;
        board.area_where(|_, rank| rank == 0 || rank + 1 == board.ranks())
    }

    /// Pieces at home on the outer ranks for which being unmoved means more than castling.
    fn outer_unmoved(&self) -> Area {
        let own_first =
            |sq: &Square| self.color_at(*sq).is_some_and(|color| self.variant.board.rank_of(color, *sq) == 0);
        let gates = |sq: &Square| own_first(sq) && self.color_at(*sq).is_some_and(|color| self.gates[color]);
        let gated: Area = self.outer().iter().filter(|sq| self.at_home(*sq) && gates(sq)).collect();
        gated | self.outer_initial()
    }

    /// The pieces at home on the outer ranks that have initial moves.
    fn outer_initial(&self) -> Area {
        self.outer().iter().filter(|sq| self.at_home(*sq) && self.has_initial_move(*sq)).collect()
    }

    /// The same off the outer ranks, where pieces can be unmoved only if the rules test the piece, not its square.
    fn inner_unmoved(&self) -> Area {
        let by_piece = self.variant.rules.unmoved_test == UnmovedTest::Unmoved;
        let inner = self.variant.board.area() & !self.outer();
        inner.iter().filter(|sq| by_piece && self.at_home(*sq) && self.has_initial_move(*sq)).collect()
    }

    /// Whether the piece's kind has moves, other than castling, only while unmoved.
    fn has_initial_move(&self, sq: Square) -> bool {
        sq.piece_on(self.board).is_some_and(|piece| self.variant.kind(piece.kind()).has_initial_moves(piece.color()))
    }
}
