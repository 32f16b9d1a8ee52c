//! The pictures of pieces that a file can ask for. They are listed in `pictures.txt`.

const PICTURES: &str = include_str!("pictures.txt");

/// A picture, the names of pieces with it, and moves that fit it.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Its slot in the GUI's table of pieces.
    pub slot: u8,
    names: &'static str,
    moves: &'static str,
}

/// All pictures, by slot.
pub fn pictures() -> impl Iterator<Item = Picture> {
    PICTURES.lines().filter_map(|line| {
        let (slot, rest) = line.split_once(' ')?;
        let (names, moves) = rest.split_once(':')?;
        Some(Picture { slot: slot.parse().ok()?, names: names.trim(), moves })
    })
}

impl Picture {
    /// The names by which a file can ask for it, the plainest first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.names.split('/')
    }

    /// Whether the picture fits a piece of that name.
    pub fn shows(&self, name: &str) -> bool {
        self.names().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether it fits the last word of a name, as in "short rook".
    pub fn shows_last_word(&self, name: &str) -> bool {
        name.split_whitespace().next_back().is_some_and(|word| self.shows(word))
    }

    /// Whether the picture is expected for a piece with these moves.
    pub fn moves_like(&self, notation: &str) -> bool {
        self.moves.split_whitespace().any(|moves| moves == notation)
    }

    /// The same for a piece whose moves are shorter or can be blocked: `R3` is nearly a rook, `nN` nearly a knight.
    pub fn moves_nearly_like(&self, notation: &str) -> bool {
        let plain = |text: &str| text.replace(|c: char| c == 'n' || c.is_ascii_digit(), "");
        let near = plain(notation);
        !near.is_empty() && self.moves.split_whitespace().any(|moves| plain(moves) == near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_by_similar_moves_and_last_words() {
        let by = |test: &dyn Fn(&Picture) -> bool| pictures().find(test).and_then(|picture| picture.names().next());
        assert_eq!(by(&|picture| picture.moves_nearly_like("R3")), Some("rook"));
        assert_eq!(by(&|picture| picture.moves_nearly_like("nN")), Some("knight"));
        assert_eq!(by(&|picture| picture.moves_nearly_like("nA")), Some("alfil"));
        assert_eq!(by(&|picture| picture.moves_nearly_like("fR")), None);
        assert_eq!(by(&|picture| picture.moves_nearly_like("none")), None);
        assert_eq!(by(&|picture| picture.shows_last_word("Short rook")), Some("rook"));
        assert_eq!(by(&|picture| picture.shows_last_word("Rook of the left")), None);
    }
}
