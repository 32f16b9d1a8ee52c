//! Squares that XBoard colours while the user moves a piece with the mouse.
//!
//! `lift` asks where a piece may go; the answer is a board of colour letters, which XBoard also takes as permission:
//! capital letters are destinations, small ones are only marked.

use super::announce;
use crate::board::{Color, Geometry, PieceKind, Square};
use crate::game::Game;
use crate::position::{Move, MoveKind};
use crate::session::is_win_on_board;
use crate::variant::placement;

/// Where a quiet move ends.
const QUIET: char = 'Y';
/// Where something is captured.
const CAPTURE: char = 'R';
/// Where the user must choose a promotion.
const CHOICE: char = 'M';
/// Where the piece continues: the move may possibly end there, too.
const LEG: char = 'C';
/// A square that is not a destination, but loses its piece.
const VICTIM: char = 'g';

/// The piece that the user has picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lifted {
    Piece(Square),
    Held(PieceKind),
}

/// The user's actions with the mouse.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    lifted: Option<Lifted>,
    /// The squares on which the piece has touched down.
    legs: Vec<Square>,
    /// Where it was put last.
    put: Option<Square>,
}

impl Pointer {
    /// Forgets the piece: another command came, or the position has changed.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// The marks when a piece that may move is picked up: its destinations. A piece lifted where it was just put
    /// continues its move.
    pub(super) fn lift(&mut self, game: &Game, square: &str) -> Option<String> {
        let put = self.put.take();
        let again = put.filter(|put| game.geometry().parse(square) == Some(*put));
        match again.filter(|sq| self.choices(game).iter().any(|choice| choice.next == Some(*sq))) {
            Some(sq) => self.legs.push(sq),
            None => *self = Self { lifted: find(game, square), ..Self::default() },
        }
        self.lifted?;
        Some(Marks::new(game, &self.choices(game)).text(game.geometry()))
    }

    /// The letters of the kinds that a piece put down on a square may become, if XBoard would offer other choices.
    pub(super) fn put(&mut self, game: &Game, square: &str) -> Option<String> {
        let to = game.geometry().parse(square.trim_end_matches(','))?;
        let moves: Vec<_> = self.choices(game).iter().filter_map(|choice| choice.ends_on(to)).collect();
        self.put = self.lifted.map(|_| to);
        choice(game, &moves)
    }

    /// The marks when the piece is over a square, if a move there captures elsewhere: those victims are marked in
    /// addition.
    pub(super) fn hover(&mut self, game: &Game, square: &str) -> Option<String> {
        self.put = None;
        let to = game.geometry().parse(square)?;
        let choices = self.choices(game);
        let moves = choices.iter().filter_map(|choice| choice.ends_on(to));
        let victims: Vec<_> = moves.flat_map(|mv| game.unseen_victims(mv)).collect();
        if victims.is_empty() {
            return None;
        }
        let mut marks = Marks::new(game, &choices);
        victims.into_iter().for_each(|sq| marks.add(sq, VICTIM));
        Some(marks.text(game.geometry()))
    }

    /// The possible continuations with the piece that was picked up.
    fn choices(&self, game: &Game) -> Vec<OpenMove> {
        let Some(lifted) = self.lifted.filter(|_| !game.outcome().is_some_and(is_win_on_board)) else {
            return Vec::new();
        };
        let legs = &self.legs;
        let ways = moves_of(game, lifted)
            .into_iter()
            .flat_map(|mv| ways(game, mv).into_iter().filter(|way| way.starts_with(legs)).map(move |way| (mv, way)));
        let end = |mv: Move| game.wall_of(mv).unwrap_or_else(|| game.pointed_at(mv));
        ways.map(|(mv, way)| OpenMove { mv, to: end(mv), next: way.get(legs.len()).copied() }).collect()
    }
}

/// A move that is still possible.
#[derive(Clone, Copy, Debug)]
struct OpenMove {
    mv: Move,
    /// Where it ends.
    to: Square,
    /// Where the piece must touch down next; `None` if the move may end now.
    next: Option<Square>,
}

impl OpenMove {
    /// The move, if it ends on a square now.
    fn ends_on(&self, sq: Square) -> Option<Move> {
        (self.next.is_none() && self.to == sq).then_some(self.mv)
    }
}

/// The squares on which a piece must be put down before the destination, one
/// list for each way; if the way makes no difference there is one.
fn ways(game: &Game, mv: Move) -> Vec<Vec<Square>> {
    let mut stops = match mv.kind() {
        MoveKind::Pass => return game.routes(mv),
        _ => game.stops(mv),
    };
    // At its destination the piece stops, to place a wall from there.
    stops.extend(game.wall_of(mv).map(|_| game.pointed_at(mv)));
    vec![stops]
}

/// The piece on a square, in a hand or on the board, if the side to move may pick it up.
fn find(game: &Game, square: &str) -> Option<Lifted> {
    let side = game.side();
    match held_place(game.geometry(), square) {
        Some((color, place)) => {
            let kind = announce::held_order(game.variant()).get(place).copied()?;
            (color == side && game.hand(side, kind) > 0).then_some(Lifted::Held(kind))
        }
        None => {
            let sq = game.geometry().parse(square)?;
            game.piece_at(sq).filter(|piece| piece.color() == side).map(|_| Lifted::Piece(sq))
        }
    }
}

/// Reads the name of a square beside the board: the side of the hand, and the place in it. White's hand is the file two
/// beyond the last, counted from the bottom; Black's the character two before `a`, counted from the top.
fn held_place(geometry: Geometry, square: &str) -> Option<(Color, usize)> {
    let mut chars = square.chars();
    let file = chars.next()?;
    let row = chars.as_str().parse::<u8>().ok()?.checked_sub(geometry.rank_base())?;
    if file == char::from(b'a' + geometry.files() + 1) {
        Some((Color::White, row.into()))
    } else if file == char::from(b'a' - 2) {
        Some((Color::Black, geometry.ranks().checked_sub(row)?.checked_sub(1)?.into()))
    } else {
        None
    }
}

/// The legal moves of the piece picked up.
fn moves_of(game: &Game, lifted: Lifted) -> Vec<Move> {
    let mut moves = game.legal_moves();
    moves.retain(|mv| match lifted {
        Lifted::Piece(sq) => !mv.is_drop() && mv.from() == sq,
        Lifted::Held(kind) => mv.is_drop() && mv.piece() == Some(kind),
    });
    moves
}

/// The letters of the kinds that a piece may become with one of these moves to one
/// square, if the choice differs from what XBoard would offer.
fn choice(game: &Game, moves: &[Move]) -> Option<String> {
    let variant = game.variant();
    let kinds: Vec<PieceKind> = moves.iter().filter_map(|mv| mv.promoted()).collect();
    let turned = |kind: &PieceKind| variant.kind(*kind).is_face();
    if kinds.len() < 2 || kinds.iter().any(turned) {
        return None;
    }
    // XBoard offers every officer on the board's list.
    let officer = |kind: &PieceKind| {
        let kind = variant.kind(*kind);
        !kind.royal && !kind.counts_as_pawn[game.side()] && !kind.id.contains(['+', '~'])
    };
    let bare = |kind: PieceKind| variant.kind(kind).plain_id();
    let offered: Vec<_> = variant.kinds().map(|(kind, _)| kind).filter(officer).map(bare).collect();
    let letters: Vec<_> = kinds.into_iter().map(bare).collect();
    let same = offered.len() == letters.len() && offered.iter().all(|letter| letters.contains(letter));
    (!same).then(|| letters.concat())
}

/// A colour letter for each square.
#[derive(Debug)]
struct Marks {
    squares: Vec<Option<char>>,
}

impl Marks {
    fn new(game: &Game, choices: &[OpenMove]) -> Self {
        let mut marks = Self { squares: vec![None; game.geometry().squares()] };
        for choice in choices {
            if let Some(next) = choice.next {
                marks.add(next, LEG);
                continue;
            }
            let same = |other: &&OpenMove| other.ends_on(choice.to).is_some_and(|mv| mv.from() == choice.mv.from());
            let several = choice.mv.is_promotion() && choices.iter().filter(same).count() > 1;
            let lands = game.lands_on_victim(choice.mv) || choice.mv.kind() == MoveKind::EnPassant;
            let captures = lands && game.wall_of(choice.mv).is_none();
            let mark = match (several, captures) {
                (true, _) => CHOICE,
                (false, true) => CAPTURE,
                (false, false) => QUIET,
            };
            marks.add(choice.to, mark);
        }
        marks
    }

    /// Marks a square. If several marks fit, the one that asks most of the user is shown.
    fn add(&mut self, sq: Square, mark: char) {
        let rank = |mark: char| [VICTIM, QUIET, CAPTURE, CHOICE, LEG].iter().position(|known| *known == mark);
        if let Some(place) = self.squares.get_mut(sq.index())
            && place.is_none_or(|old| rank(old) < rank(mark))
        {
            *place = Some(mark);
        }
    }

    /// The board as XBoard reads it: ranks from the top, digits for gaps.
    fn text(&self, geometry: Geometry) -> String {
        placement(geometry, |sq| self.squares.get(sq.index()).copied().flatten().map(String::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_beside_the_board_name_pieces_in_hand() {
        let chess = Geometry::new(8, 8).expect("fits");
        let xiangqi = Geometry::new(9, 10).expect("fits");
        let cases = [
            // As seen by XBoard: the first and second piece of either hand.
            (chess, "j1", Some((Color::White, 0))),
            (chess, "j2", Some((Color::White, 1))),
            (chess, "_8", Some((Color::Black, 0))),
            (chess, "_7", Some((Color::Black, 1))),
            (xiangqi, "k0", Some((Color::White, 0))),
            (xiangqi, "_9", Some((Color::Black, 0))),
            (chess, "_0", None),
            (xiangqi, "_255", None),
            (chess, "_99", None),
            (chess, "j0", None),
            (chess, "e4", None),
            (chess, "é4", None),
            (chess, "", None),
        ];
        for (geometry, square, expected) in cases {
            assert_eq!(held_place(geometry, square), expected, "{square}");
        }
    }

    #[test]
    fn colours_are_written_from_the_top() {
        let geometry = Geometry::new(12, 3).expect("fits");
        let mut marks = Marks { squares: vec![None; 36] };
        marks.add(Square(0), QUIET);
        marks.add(Square(35), CAPTURE);
        marks.add(Square(14), QUIET);
        marks.add(Square(14), CHOICE);
        marks.add(Square(35), VICTIM);
        assert_eq!(marks.text(geometry), "11R/2M9/Y11");
    }
}
