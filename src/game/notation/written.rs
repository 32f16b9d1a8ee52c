//! The text of a move, read without a position.

use super::PASS;
use crate::board::{Geometry, Square};

/// A move as text describes it: readable, but perhaps not playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum WrittenMove {
    /// Castling towards higher files, or lower ones.
    Castling { right: bool },
    /// A piece from the hand; the ID is in capitals, possibly after `+`.
    Drop { id: String, to: Square },
    /// The turn passes without a move.
    Pass,
    /// From square to square.
    Route(Route),
}

/// A move from square to square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct Route {
    pub from: Square,
    /// The squares visited on the way.
    pub via: Vec<Square>,
    pub to: Square,
    pub suffix: Suffix,
}

/// The meaning of a move's last letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum Suffix {
    /// Nothing.
    None,
    /// `=`: no promotion.
    Stay,
    /// `+`: promotion to the other face.
    Promote,
    /// `-`: the base face.
    Demote,
    /// A letter: promotion to that piece, in capitals.
    Become(String),
}

impl WrittenMove {
    /// Reads a move's text; `None` if it does not have the shape of a move on a
    /// board of that size.
    pub(in crate::game) fn read(geometry: Geometry, text: &str) -> Option<Self> {
        if text == PASS {
            return Some(Self::Pass);
        }
        match text.replace(['o', '0'], "O").as_str() {
            "O-O" => return Some(Self::Castling { right: true }),
            "O-O-O" => return Some(Self::Castling { right: false }),
            _ => {}
        }
        match text.split_once('@') {
            // In SAN, the letter of the pawn may be left out.
            Some(("", square)) => Some(Self::Drop { id: String::new(), to: geometry.parse(square)? }),
            Some((id, square)) => Some(Self::Drop { id: read_id(id)?, to: geometry.parse(square)? }),
            None => Route::read(geometry, text).map(Self::Route),
        }
    }

    /// Reads a castling or a drop that is marked as check or mate.
    pub(super) fn read_marked(geometry: Geometry, text: &str) -> Option<Self> {
        let written = Self::read(geometry, text.strip_suffix(['+', '#'])?)?;
        matches!(written, Self::Castling { .. } | Self::Drop { .. }).then_some(written)
    }
}

impl Route {
    /// Reads `e2e4q`, `c4d5,d5e4` and `d8d7xd6xd5`.
    fn read(geometry: Geometry, text: &str) -> Option<Self> {
        let mut legs = text.split(',');
        let (mut path, mut rest) = read_path(geometry, legs.next()?)?;
        let mut detour = None;
        for leg in legs {
            if !rest.is_empty() || detour.is_some() {
                return None;
            }
            let Some((next, tail)) = read_path(geometry, leg) else {
                // The same as below, with X off the board.
                let (via, beside) = geometry.parse_prefix(leg)?;
                let [_, to] = path[..] else { return None };
                (detour, rest) = (Some(via), past_neighbour(geometry, to, beside)?);
                continue;
            };
            rest = tail;
            match (path.last() == next.first(), path.len()) {
                (true, _) => path.extend_from_slice(&next[1..]),
                // XBoard writes some moves of two legs `FROM TO,VIA X`, where X is beside TO.
                (false, 2) => detour = next.first().copied(),
                (false, _) => return None,
            }
        }
        if let Some(square) = detour {
            path.insert(1, square);
        }
        let suffix = Suffix::read(rest)?;
        match path.as_slice() {
            [from, via @ .., to] => Some(Self { from: *from, via: via.to_vec(), to: *to, suffix }),
            _ => None,
        }
    }
}

/// What follows the name of a square beside another one on its rank, be it on the board or not.
pub(super) fn past_neighbour(geometry: Geometry, sq: Square, text: &str) -> Option<&str> {
    let file = b'a' + geometry.file(sq);
    let rest = text.strip_prefix([char::from(file - 1), char::from(file + 1)])?;
    rest.strip_prefix(&geometry.name(sq)[1..])
}

/// Reads squares, possibly with `x` or `-` between them, and returns the rest.
fn read_path(geometry: Geometry, text: &str) -> Option<(Vec<Square>, &str)> {
    let (first, rest) = geometry.parse_prefix(text)?;
    let (second, mut rest) = geometry.parse_prefix(rest.strip_prefix(['x', '-']).unwrap_or(rest))?;
    let mut path = vec![first, second];
    while let Some((next, tail)) = rest.strip_prefix(['x', '-']).and_then(|tail| geometry.parse_prefix(tail)) {
        path.push(next);
        rest = tail;
    }
    Some((path, rest))
}

impl Suffix {
    fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        Some(match inner.unwrap_or(text) {
            "" if inner.is_none() => Self::None,
            // XBoard's letter for a piece that it does not have, if it takes a move to a last rank for a promotion.
            "." => Self::None,
            "=" => Self::Stay,
            "+" => Self::Promote,
            "-" => Self::Demote,
            id => Self::Become(read_id(id.strip_prefix('=').unwrap_or(id))?),
        })
    }
}

/// A piece's ID in capitals: a letter, possibly with marks.
fn read_id(text: &str) -> Option<String> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let mut chars = bare.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic);
    (letter.is_some() && matches!(chars.as_str(), "" | "'" | "!")).then(|| text.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Geometry {
        Geometry::new(8, 8).expect("a chess board fits")
    }

    fn route(squares: &[&str], suffix: Suffix) -> WrittenMove {
        route_on(chess(), squares, suffix)
    }

    fn route_on(geometry: Geometry, squares: &[&str], suffix: Suffix) -> WrittenMove {
        let path: Vec<_> = squares.iter().map(|name| geometry.parse(name).expect("a square")).collect();
        let [from, via @ .., to] = path.as_slice() else { panic!("two squares at least") };
        WrittenMove::Route(Route { from: *from, via: via.to_vec(), to: *to, suffix })
    }

    fn become_(id: &str) -> Suffix {
        Suffix::Become(id.to_owned())
    }

    #[test]
    fn reads_what_the_protocol_allows() {
        let cases = [
            ("e2e4", route(&["e2", "e4"], Suffix::None)),
            ("e2-e4", route(&["e2", "e4"], Suffix::None)),
            ("e7e8q", route(&["e7", "e8"], become_("Q"))),
            ("e7e8Q", route(&["e7", "e8"], become_("Q"))),
            ("e7e8=n", route(&["e7", "e8"], become_("N"))),
            ("e7e8(R)", route(&["e7", "e8"], become_("R"))),
            ("e7e8e'", route(&["e7", "e8"], become_("E'"))),
            ("e7e8=", route(&["e7", "e8"], Suffix::Stay)),
            ("e7e8+", route(&["e7", "e8"], Suffix::Promote)),
            ("e7e8-", route(&["e7", "e8"], Suffix::Demote)),
            ("c4d5,d5e4", route(&["c4", "d5", "e4"], Suffix::None)),
            ("e4e5,e5e4", route(&["e4", "e5", "e4"], Suffix::None)),
            ("a1b2,b2c3,c3d4+", route(&["a1", "b2", "c3", "d4"], Suffix::Promote)),
            ("d8d7xd6xd5", route(&["d8", "d7", "d6", "d5"], Suffix::None)),
            ("e1g1,h1f1", route(&["e1", "h1", "g1"], Suffix::None)),
            ("h2h1,g1i1", route(&["h2", "g1", "h1"], Suffix::None)),
            ("b2a1,a2`1.", route(&["b2", "a2", "a1"], Suffix::None)),
            ("O-O", WrittenMove::Castling { right: true }),
            ("0-0-0", WrittenMove::Castling { right: false }),
            ("o-o", WrittenMove::Castling { right: true }),
            ("p@e4", WrittenMove::Drop { id: "P".to_owned(), to: chess().parse("e4").expect("a square") }),
            ("@e4", WrittenMove::Drop { id: String::new(), to: chess().parse("e4").expect("a square") }),
            ("+P@a1", WrittenMove::Drop { id: "+P".to_owned(), to: chess().parse("a1").expect("a square") }),
            ("E!@a1", WrittenMove::Drop { id: "E!".to_owned(), to: chess().parse("a1").expect("a square") }),
            ("@@@@", WrittenMove::Pass),
        ];
        for (text, written) in cases {
            assert_eq!(WrittenMove::read(chess(), text), Some(written), "{text}");
        }
    }

    #[test]
    fn ten_ranks_count_from_zero_and_twelve_have_two_digits() {
        let ten_ranks = Geometry::new(9, 10).expect("fits");
        assert_eq!(WrittenMove::read(ten_ranks, "h2e2"), Some(route_on(ten_ranks, &["h2", "e2"], Suffix::None)));
        assert_eq!(WrittenMove::read(ten_ranks, "e0e9"), Some(route_on(ten_ranks, &["e0", "e9"], Suffix::None)));
        assert_eq!(WrittenMove::read(ten_ranks, "e1e10"), None);
        let chu = Geometry::new(12, 12).expect("fits");
        assert_eq!(WrittenMove::read(chu, "a10a11+"), Some(route_on(chu, &["a10", "a11"], Suffix::Promote)));
        assert_eq!(WrittenMove::read(chu, "l12l1"), Some(route_on(chu, &["l12", "l1"], Suffix::None)));
    }
}
