//! Reads FEN text into a [`Setup`], token by token.

use super::{FenError, FenErrorKind, passing, rights};
use crate::board::{Area, ByColor, Color, Piece, PieceKind, Square};
use crate::text::{Span, span_in};
use crate::variant::{BareCount, Counting, Hands, Setup, Variant, WallKind};

/// Which board shows the home squares of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// The variant's start position.
    Start,
    /// The position being read.
    Itself,
}

/// Reads a position, without counting royals.
pub(super) fn read(variant: &Variant, fen: &str, home: Home) -> Result<Setup, FenError> {
    let mut words = fen.split_ascii_whitespace().peekable();
    let mut reader = Reader { variant, home, fen, setup: Setup::empty(variant) };
    let Some(board) = words.next() else { return Err(reader.fault(fen, "the position is empty")) };
    if !reader.board_and_hand(board)? {
        match words.next_if(|word| word.starts_with('[')) {
            Some(hand) => reader.bracketed_hand(hand)?,
            None if home == Home::Start => reader.fill_stock(),
            None => {}
        }
    }
    if let Some(side) = words.next() {
        reader.setup.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => {
                let message = format!("`{side}` is not a side to move, expected `w` or `b`");
                return Err(reader.fault(side, message));
            }
        };
    }
    // A lone dash stands for both fields, two dashes are one for each.
    let castling = words.next_if(|word| *word == "-" || word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let passing = words.next_if(|word| *word == "-" || names_squares(word));
    reader.rights(castling)?;
    if let Some(passing) = passing {
        reader.en_passant(passing)?;
    }
    reader.counters(words)?;
    Ok(reader.setup)
}

/// The unknown pieces in the first word, each once.
pub(super) fn unknown_pieces(variant: &Variant, fen: &str) -> Vec<FenError> {
    let reader = Reader { variant, home: Home::Itself, fen, setup: Setup::empty(variant) };
    let board = &fen[board_span(fen)];
    let (mut found, mut at): (Vec<FenError>, usize) = (Vec::new(), 0);
    while let Some(next) = board[at..].chars().next() {
        let Ok(letters) = reader.letters(&board[at..]) else {
            at += next.len_utf8();
            continue;
        };
        at += letters.len();
        let named = |fault: &FenError| match fault.kind() {
            FenErrorKind::UnknownPiece { piece } => Some(piece.to_ascii_uppercase()),
            _ => None,
        };
        if let Err(fault) = reader.piece(letters)
            && named(&fault).is_some_and(|id| !found.iter().any(|known| named(known).as_ref() == Some(&id)))
        {
            found.push(fault);
        }
    }
    found
}

/// Rejects pieces on squares where their kind may never be.
pub(super) fn keep_regions(variant: &Variant, setup: &Setup, fen: &str) -> Result<(), FenError> {
    let outside =
        variant.board.all().zip(&setup.board).find(|(sq, piece)| !piece.is_none() && !variant.may_stand(**piece, *sq));
    outside.map_or(Ok(()), |(sq, piece)| {
        let (piece, square) = (variant.letters(*piece), variant.board.name(sq));
        let message = format!("`{piece}` stands on {square}, outside of its region");
        Err(FenError::new(FenErrorKind::Other(message), board_span(fen)))
    })
}

/// The first word, which is the board.
fn board_span(fen: &str) -> Span {
    span_in(fen, fen.split_whitespace().next().unwrap_or(&fen[fen.len()..]))
}

/// Rejects sides without a royal piece, or with too many.
pub(super) fn count_royals(variant: &Variant, setup: &Setup, fen: &str) -> Result<(), FenError> {
    match setup.miscounted_royals(variant) {
        Some(fault) => Err(FenError::new(FenErrorKind::Royals(fault), board_span(fen))),
        None => Ok(()),
    }
}

struct Reader<'a> {
    variant: &'a Variant,
    home: Home,
    fen: &'a str,
    setup: Setup,
}

impl Reader<'_> {
    /// A fault of a part of the FEN.
    fn error(&self, part: &str, kind: FenErrorKind) -> FenError {
        FenError::new(kind, span_in(self.fen, part))
    }

    /// A fault that no other code asks for.
    fn fault(&self, part: &str, message: impl Into<String>) -> FenError {
        self.error(part, FenErrorKind::Other(message.into()))
    }

    /// Reads the first word; returns whether it includes a hand.
    fn board_and_hand(&mut self, word: &str) -> Result<bool, FenError> {
        let bracket = word.find('[');
        let rows = &word[..bracket.unwrap_or(word.len())];
        let ranks = self.variant.board.ranks();
        let count = rows.split('/').count();
        // A hand may also follow as an additional row.
        let extra = bracket.is_none() && count == usize::from(ranks) + 1;
        if count != usize::from(ranks) && !extra {
            return Err(self.error(rows, FenErrorKind::RowCount { rows: count, ranks }));
        }
        for (i, row) in rows.split('/').enumerate() {
            if i < usize::from(ranks) {
                self.row(i, row)?;
            } else if let Err(fault) = self.hand(row) {
                let one_too_many = self.squares_in(row) == Some(usize::from(self.variant.board.files()));
                return Err(if one_too_many {
                    self.error(rows, FenErrorKind::RowCount { rows: count, ranks })
                } else {
                    fault
                });
            }
        }
        if let Some(bracket) = bracket {
            self.bracketed_hand(&word[bracket..])?;
        }
        Ok(bracket.is_some() || extra)
    }

    /// Reads a row of the board, `row` from 0 at the top.
    fn row(&mut self, row: usize, word: &str) -> Result<(), FenError> {
        let board = self.variant.board;
        let rank = i16::from(board.ranks()) - 1 - row as i16;
        let (mut file, mut at) = (0usize, 0);
        while let Some(first) = word[at..].chars().next() {
            if first.is_ascii_digit() {
                let digits = word[at..].bytes().take_while(u8::is_ascii_digit).count();
                // A gap too long to be a number is too long for any row.
                file = file.saturating_add(word[at..at + digits].parse().unwrap_or(usize::MAX));
                at += digits;
                continue;
            }
            let square = i16::try_from(file).ok().and_then(|file| board.square(file, rank));
            let hole = square.is_some_and(|square| self.variant.holes.has(square));
            if let Some(square) = square.filter(|_| first == '*' && (hole || self.variant.rules.makes_holes())) {
                let ducks = || self.variant.rules.wall.is_some_and(|wall| wall.what == WallKind::Duck);
                if !hole && self.setup.holes.any() && ducks() {
                    let message = "`*` is the duck, of which there is only one, and it is already elsewhere";
                    return Err(self.fault(&word[at..at + 1], message));
                }
                if !hole {
                    self.setup.holes.insert(square);
                }
                file = file.saturating_add(1);
                at += 1;
                continue;
            }
            // Squares beyond the rim are reported for the whole row.
            if first == '*' && square.is_none() {
                file = file.saturating_add(1);
                at += 1;
                continue;
            }
            let letters = self.letters(&word[at..])?;
            let (kind, color) = self.piece(letters)?;
            if hole {
                let (files, squares) = (board.files(), self.squares_in(word));
                return Err(match squares.filter(|squares| *squares != usize::from(files)) {
                    Some(squares) => self.error(word, FenErrorKind::RowLength { row: row + 1, squares, files }),
                    None => self.fault(letters, format!("`{letters}` stands on a square that is missing in this game")),
                });
            }
            if let Some(slot) = square.and_then(|square| self.setup.board.get_mut(square.index())) {
                *slot = Piece::new(kind, color);
            }
            file = file.saturating_add(1);
            at += letters.len();
        }
        if file != usize::from(board.files()) {
            return Err(self.error(word, FenErrorKind::RowLength { row: row + 1, squares: file, files: board.files() }));
        }
        Ok(())
    }

    /// The kind and colour of a piece's letters.
    fn piece(&self, letters: &str) -> Result<(PieceKind, Color), FenError> {
        let color = if letters.contains(|c: char| c.is_ascii_uppercase()) { Color::White } else { Color::Black };
        let id = letters.to_ascii_uppercase();
        let also = || self.variant.kinds().find(|(_, kind)| kind.also.contains(&id)).map(|(number, _)| number);
        match self.variant.kind_by_id(&id).or_else(also) {
            Some(kind) => match self.variant.kind(kind).owner.filter(|owner| *owner != color) {
                None => Ok((kind, color)),
                Some(owner) => Err(self.error(letters, FenErrorKind::WrongOwner { piece: letters.to_owned(), owner })),
            },
            None => Err(self.error(letters, FenErrorKind::UnknownPiece { piece: letters.to_owned() })),
        }
    }

    fn bracketed_hand(&mut self, word: &str) -> Result<(), FenError> {
        let inner = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match inner {
            Some(inner) => self.hand(inner),
            None => Err(self.fault(word, "the pieces in hand must end with `]`")),
        }
    }

    /// Reads pieces in hand, possibly with counts before them.
    fn hand(&mut self, word: &str) -> Result<(), FenError> {
        if word.is_empty() || word == "-" {
            return Ok(());
        }
        if !self.variant.rules.hands.any() {
            return Err(self.error(word, FenErrorKind::NoHands));
        }
        let mut at = 0;
        while at < word.len() {
            let digits = word[at..].bytes().take_while(u8::is_ascii_digit).count();
            let number = &word[at..at + digits];
            at += digits;
            if at == word.len() {
                return Err(self.fault(number, format!("no piece follows the number `{number}`")));
            }
            let letters = self.letters(&word[at..]).map_err(FenError::in_hand)?;
            let (kind, color) = self.piece(letters)?;
            if !self.may_hold(kind) {
                return Err(self.error(letters, FenErrorKind::NotInHand { piece: letters.to_owned() }));
            }
            // XBoard lists lost pawns, too, which are never in stock.
            if self.stock_alone() && !self.variant.is_stock(kind) {
                at += letters.len();
                continue;
            }
            let count = if number.is_empty() { Some(1) } else { number.parse::<u8>().ok() };
            let slot = self.setup.hands[color].get_mut(kind.index());
            let sum = slot.as_ref().zip(count).and_then(|(slot, count)| slot.checked_add(count));
            let sum = sum.filter(|&sum| sum <= Setup::MOST_IN_HAND);
            match (slot, sum) {
                (Some(slot), Some(sum)) => *slot = sum,
                _ => {
                    let message = format!("too many `{letters}` in hand, expected at most {}", Setup::MOST_IN_HAND);
                    return Err(self.fault(letters, message));
                }
            }
            at += letters.len();
        }
        Ok(())
    }

    /// Whether a kind may be in hand. For royals the start position itself decides that.
    fn may_hold(&self, kind: PieceKind) -> bool {
        match self.home {
            Home::Start => self.variant.may_hold(kind),
            Home::Itself => {
                let reserve = self.variant.rules.hands.given && self.variant.rules.drops.enabled;
                self.variant.is_ever_held(kind) && (reserve || !self.variant.kind(kind).royal)
            }
        }
    }

    /// Whether hands contain only pieces that a side has lost.
    fn stock_alone(&self) -> bool {
        self.variant.rules.hands == Hands { own_losses: true, ..Hands::default() }
    }

    /// Fills hands that contain only lost pieces, where a position does not mention them, with the pieces that the
    /// start has and the board lacks.
    fn fill_stock(&mut self) {
        if !self.stock_alone() {
            return;
        }
        let start = &self.variant.start;
        for color in Color::ALL {
            for (kind, _) in self.variant.kinds().filter(|(kind, _)| self.variant.is_stock(*kind)) {
                let piece = Piece::new(kind, color);
                let count = |board: &[Piece]| board.iter().filter(|standing| **standing == piece).count();
                let held = usize::from(start.hands[color].get(kind.index()).copied().unwrap_or(0));
                let missing = (count(&start.board) + held).saturating_sub(count(&self.setup.board));
                if let Some(slot) = self.setup.hands[color].get_mut(kind.index()) {
                    *slot = u8::try_from(missing).unwrap_or(u8::MAX);
                }
            }
        }
    }

    /// The board that shows the home squares of pieces.
    fn home_board(&self) -> &[Piece] {
        match self.home {
            Home::Start => &self.variant.start.board,
            Home::Itself => &self.setup.board,
        }
    }

    /// Reads the castling field; without one, gives all possible rights.
    fn rights(&mut self, field: Option<&str>) -> Result<(), FenError> {
        let home = self.home_board();
        self.setup.unmoved = match field {
            None => rights::all(self.variant, &self.setup, home),
            Some(word) => rights::read(self.variant, &self.setup, home, word)
                .ok_or_else(|| self.error(word, FenErrorKind::Field { found: word.to_owned() }))?,
        };
        Ok(())
    }

    /// Reads en passant rights: only the file of the named square is trusted, since
    /// programs disagree about ranks on boards that are not 8x8. It must be on the board.
    fn en_passant(&mut self, field: &str) -> Result<(), FenError> {
        let Some((named, other)) = target(field) else { return Ok(()) };
        let board = self.variant.board;
        let ranks = board.rank_base().min(1)..=board.ranks();
        let exists = |(file, rank): Named| file < board.files() && ranks.contains(&rank);
        if !exists(named) || other.is_some_and(|other| !exists(other)) {
            return Err(self.error(field, FenErrorKind::Field { found: field.to_owned() }));
        }
        let passers =
            passing::passers(self.variant, &self.setup.board, self.home_board(), self.setup.holes, !self.setup.side);
        let same = |sq: Square, (file, rank): (u8, u8)| {
            // FEN counts ranks from 1 on every board; some programs do not.
            let ranks = [board.rank(sq) + 1, board.rank(sq) + board.rank_base()];
            board.file(sq) == file && ranks.contains(&rank)
        };
        let holds = |area: Area, name| area.iter().any(|sq| same(sq, name));
        let found = match other {
            Some(other) => passers.iter().find(|passer| {
                let fits = |empty, held| holds(passer.passed, empty) && same(passer.victim, held);
                fits(named, other) || fits(other, named)
            }),
            None => passers.iter().find(|passer| holds(passer.passed, named)).or_else(|| {
                let straight = |sq: Square| board.file(sq) == named.0;
                passers.iter().find(|passer| straight(passer.victim) && passer.passed.iter().any(straight))
            }),
        };
        if let Some(passer) = found {
            self.setup.en_passant = passer.passed;
            self.setup.en_passant_victim = Some(passer.victim);
        }
        Ok(())
    }

    /// Reads the two counters, and checks; further numbers are ignored.
    fn counters<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), FenError> {
        let mut numbers = Vec::new();
        for word in words {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if digits(word) {
                numbers.push(word.parse::<u16>().unwrap_or(u16::MAX));
            } else if self.checks(word)? {
                continue;
            } else if let Some(names) = word.strip_prefix("once:").filter(|_| !self.variant.rules.once.is_empty()) {
                self.once(names)?;
            } else if !word.strip_prefix('+').is_some_and(|rest| rest.split('+').all(digits)) {
                return Err(self.error(word, FenErrorKind::Field { found: word.to_owned() }));
            }
        }
        let counted = self.variant.rules.draws.counting != Counting::None;
        let (halfmove, fullmove) = match numbers[..] {
            // As Fairy-Stockfish writes them while a count runs.
            [limit, plies, fullmove] if counted => {
                self.setup.count = Some(BareCount { limit, plies });
                (0, fullmove)
            }
            // If nothing is counted, some programs leave the first number out.
            [fullmove] if self.variant.rules.draws.move_rule.plies == 0 => (0, fullmove),
            _ => (numbers.first().copied().unwrap_or(0), numbers.get(1).copied().unwrap_or(1)),
        };
        self.setup.halfmove = halfmove;
        self.setup.fullmove = fullmove.max(1);
        Ok(())
    }

    /// Reads one-time rights: names, White's in capitals. Rights that a side can never have are ignored.
    fn once(&mut self, names: &str) -> Result<(), FenError> {
        self.setup.once = ByColor::default();
        for name in names.split(',').filter(|name| *name != "-") {
            let color = if name.starts_with(|c: char| c.is_ascii_uppercase()) { Color::White } else { Color::Black };
            let written = |known: &String| match color {
                Color::White => known.to_ascii_uppercase() == name,
                Color::Black => known == name,
            };
            let Some(right) = self.variant.rules.once.iter().position(written) else {
                return Err(self.fault(name, format!("`{name}` is not a right that this game has")));
            };
            self.setup.once[color] |= self.variant.once(color) & 1 << right;
        }
        Ok(())
    }

    /// Reads the checks that each side must still give, `3+3`, or those that it has given, `+0+0`, if checks are
    /// counted. In the start position, at least one side must have to give as many as the rules say, since otherwise
    /// another number would win the game.
    fn checks(&mut self, word: &str) -> Result<bool, FenError> {
        let Some(most) = self.variant.rules.ends.checks else { return Ok(false) };
        let given = word.strip_prefix('+');
        let numbers = given.unwrap_or(word).split_once('+');
        let Some([white, black]) = numbers.and_then(|(w, b)| Some([w.parse::<u8>().ok()?, b.parse::<u8>().ok()?]))
        else {
            return Ok(false);
        };
        let left = |number: u8| if given.is_some() { most.saturating_sub(number) } else { number };
        let found = left(white).max(left(black));
        let too_many = white.max(black) > most;
        if too_many && self.home != Home::Itself {
            let found = white.max(black);
            let message = format!("{found} checks are more than the {most} needed to win: expected at most {most}");
            return Err(self.fault(word, message));
        }
        if self.home == Home::Itself && found != most {
            return Err(self.error(word, FenErrorKind::Checks { found, most }));
        }
        self.setup.checks = ByColor([white, black].map(left));
        Ok(true)
    }

    /// The letters of the piece at the beginning of a text: a letter, possibly after `+`,
    /// and before `'`, `!` or `~`.
    fn letters<'t>(&self, text: &'t str) -> Result<&'t str, FenError> {
        let mut length = usize::from(text.starts_with('+'));
        match text[length..].chars().next() {
            Some(letter) if letter.is_ascii_alphabetic() => length += 1,
            Some('*') => return Err(self.error(&text[..length + 1], FenErrorKind::Hole)),
            Some(found) => {
                let part = &text[length..length + found.len_utf8()];
                return Err(self.error(part, FenErrorKind::Character { found }));
            }
            None => return Err(self.error(text, FenErrorKind::UnknownPiece { piece: text.to_owned() })),
        }
        length += usize::from(text[length..].starts_with(['\'', '!']));
        length += usize::from(text[length..].starts_with('~'));
        Ok(&text[..length])
    }

    /// The number of squares in a row of the board; `None` if it is not a row.
    fn squares_in(&self, row: &str) -> Option<usize> {
        let (mut squares, mut rest) = (0usize, row);
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (length, gap) = match digits {
                0 if rest.starts_with('*') => (1, 1),
                0 => (self.letters(rest).ok()?.len(), 1),
                _ => (digits, rest[..digits].parse().ok()?),
            };
            squares = squares.checked_add(gap)?;
            rest = &rest[length..];
        }
        Some(squares)
    }
}

type Named = (u8, u8);

/// Whether a word has the form of an en passant field that names squares.
pub(super) fn names_squares(word: &str) -> bool {
    target(word).is_some()
}

/// Reads one or two squares, as file from 0 and number of the rank.
fn target(text: &str) -> Option<(Named, Option<Named>)> {
    let (first, rest) = named_square(text)?;
    if rest.is_empty() {
        return Some((first, None));
    }
    named_square(rest).filter(|(_, rest)| rest.is_empty()).map(|(second, _)| (first, Some(second)))
}

fn named_square(text: &str) -> Option<(Named, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let number = text[1..1 + digits].parse().ok()?;
    Some(((letter - b'a', number), &text[1 + digits..]))
}
