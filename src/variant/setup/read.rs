//! Reads FEN text into a [`Setup`], token by token.

use super::{FenError, FenErrorKind, passing, rights};
use crate::board::{Area, ByColor, Color, Piece, PieceKind, Square};
use crate::text::Span;
use crate::variant::{BareCount, Counting, Hands, MiscountedRoyals, Setup, Variant, WallKind};

/// Which board shows the home squares of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// The variant's start position.
    Start,
    /// The position being read.
    Itself,
}

/// A part of the text and where it starts.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Word<'a> {
    fn span(self) -> Span {
        self.start..self.start + self.text.len()
    }

    fn error(self, kind: FenErrorKind) -> FenError {
        FenError::new(kind, self.span())
    }

    /// The part of it from one byte to another.
    fn part(self, from: usize, to: usize) -> Self {
        Word { text: &self.text[from..to], start: self.start + from }
    }

    /// The parts between separators of one byte.
    fn split(self, separator: impl Fn(char) -> bool + 'a) -> impl Iterator<Item = Word<'a>> {
        let mut next = self.start;
        self.text.split(separator).map(move |text| {
            let start = next;
            next += text.len() + 1;
            Word { text, start }
        })
    }
}

/// Reads a position, without counting royals.
pub(super) fn read(variant: &Variant, fen: &str, home: Home) -> Result<Setup, FenError> {
    let whole = Word { text: fen, start: 0 };
    let mut words = whole.split(|c| c.is_ascii_whitespace()).filter(|word| !word.text.is_empty()).peekable();
    let Some(board) = words.next() else { return Err(whole.error(FenErrorKind::Empty)) };
    let mut reader = Reader { variant, home, setup: Setup::empty(variant) };
    if !reader.board_and_hand(board)? {
        match words.next_if(|word| word.text.starts_with('[')) {
            Some(hand) => reader.bracketed_hand(hand)?,
            None if home == Home::Start => reader.fill_stock(),
            None => {}
        }
    }
    if let Some(side) = words.next() {
        reader.setup.side = match side.text {
            "w" => Color::White,
            "b" => Color::Black,
            found => return Err(side.error(FenErrorKind::Side { found: found.to_owned() })),
        };
    }
    // A lone dash stands for both fields, two dashes are one for each.
    let castling = words.next_if(|word| word.text == "-" || word.text.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let passing = words.next_if(|word| word.text == "-" || target(word.text).is_some());
    reader.rights(castling)?;
    if let Some(passing) = passing {
        reader.en_passant(passing)?;
    }
    reader.counters(words)?;
    Ok(reader.setup)
}

/// The unknown pieces in the first word, each once.
pub(super) fn unknown_pieces(variant: &Variant, fen: &str) -> Vec<FenError> {
    let reader = Reader { variant, home: Home::Itself, setup: Setup::empty(variant) };
    let span = board_span(fen);
    let board = Word { text: &fen[span.clone()], start: span.start };
    let (mut found, mut at): (Vec<FenError>, usize) = (Vec::new(), 0);
    while let Some(next) = board.text[at..].chars().next() {
        let Ok(letters) = letters_at(board, at) else {
            at += next.len_utf8();
            continue;
        };
        at += letters.text.len();
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
        let kind = FenErrorKind::OutsideRegion { piece: variant.letters(*piece), square: variant.board.name(sq) };
        Err(FenError::new(kind, board_span(fen)))
    })
}

/// The first word, which is the board.
fn board_span(fen: &str) -> Span {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let offset = fen.len() - fen.trim_start().len();
    offset..offset + board.len()
}

/// Rejects sides without a royal piece, or with too many.
pub(super) fn count_royals(variant: &Variant, setup: &Setup, fen: &str) -> Result<(), FenError> {
    let Some(MiscountedRoyals { color, royal, count, most }) = setup.miscounted_royals(variant) else { return Ok(()) };
    let kind = match count {
        0 => FenErrorKind::NoRoyal { color, royal: variant.kind(royal).written_id() },
        _ => FenErrorKind::TooManyRoyals { color, count, most },
    };
    Err(FenError::new(kind, board_span(fen)))
}

struct Reader<'a> {
    variant: &'a Variant,
    home: Home,
    setup: Setup,
}

impl Reader<'_> {
    /// Reads the first word; returns whether it includes a hand.
    fn board_and_hand(&mut self, word: Word<'_>) -> Result<bool, FenError> {
        let bracket = word.text.find('[');
        let rows = word.part(0, bracket.unwrap_or(word.text.len()));
        let ranks = self.variant.board.ranks();
        let count = rows.text.split('/').count();
        // A hand may also follow as an additional row.
        let extra = bracket.is_none() && count == usize::from(ranks) + 1;
        if count != usize::from(ranks) && !extra {
            return Err(rows.error(FenErrorKind::RowCount { rows: count, ranks }));
        }
        for (i, row) in rows.split(|c| c == '/').enumerate() {
            if i < usize::from(ranks) {
                self.row(i, row)?;
            } else if let Err(fault) = self.hand(row) {
                let one_too_many = squares_in(row) == Some(usize::from(self.variant.board.files()));
                return Err(if one_too_many {
                    rows.error(FenErrorKind::RowCount { rows: count, ranks })
                } else {
                    fault
                });
            }
        }
        if let Some(bracket) = bracket {
            self.bracketed_hand(word.part(bracket, word.text.len()))?;
        }
        Ok(bracket.is_some() || extra)
    }

    /// Reads a row of the board, `row` from 0 at the top.
    fn row(&mut self, row: usize, word: Word<'_>) -> Result<(), FenError> {
        let board = self.variant.board;
        let rank = i16::from(board.ranks()) - 1 - row as i16;
        let (mut file, mut at) = (0usize, 0);
        while let Some(first) = word.text[at..].chars().next() {
            if first.is_ascii_digit() {
                let digits = word.text[at..].bytes().take_while(u8::is_ascii_digit).count();
                // A gap too long to be a number is too long for any row.
                file = file.saturating_add(word.text[at..at + digits].parse().unwrap_or(usize::MAX));
                at += digits;
                continue;
            }
            let square = i16::try_from(file).ok().and_then(|file| board.square(file, rank));
            let hole = square.is_some_and(|square| self.variant.holes.has(square));
            if let Some(square) = square.filter(|_| first == '*' && (hole || self.variant.rules.makes_holes())) {
                let ducks = || self.variant.rules.wall.is_some_and(|wall| wall.what == WallKind::Duck);
                if !hole && self.setup.holes.any() && ducks() {
                    return Err(word.part(at, at + 1).error(FenErrorKind::SecondDuck));
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
            let letters = letters_at(word, at)?;
            let (kind, color) = self.piece(letters)?;
            if hole {
                let (files, squares) = (board.files(), squares_in(word));
                return Err(match squares.filter(|squares| *squares != usize::from(files)) {
                    Some(squares) => word.error(FenErrorKind::RowLength { row: row + 1, squares, files }),
                    None => letters.error(FenErrorKind::OnHole { piece: letters.text.to_owned() }),
                });
            }
            if let Some(slot) = square.and_then(|square| self.setup.board.get_mut(square.index())) {
                *slot = Piece::new(kind, color);
            }
            file = file.saturating_add(1);
            at += letters.text.len();
        }
        if file != usize::from(board.files()) {
            return Err(word.error(FenErrorKind::RowLength { row: row + 1, squares: file, files: board.files() }));
        }
        Ok(())
    }

    /// The kind and colour of a piece's letters.
    fn piece(&self, letters: Word<'_>) -> Result<(PieceKind, Color), FenError> {
        let color = if letters.text.contains(|c: char| c.is_ascii_uppercase()) { Color::White } else { Color::Black };
        let id = letters.text.to_ascii_uppercase();
        let also = || self.variant.kinds().find(|(_, kind)| kind.also.contains(&id)).map(|(number, _)| number);
        match self.variant.kind_by_id(&id).or_else(also) {
            Some(kind) => match self.variant.kind(kind).owner.filter(|owner| *owner != color) {
                None => Ok((kind, color)),
                Some(owner) => Err(letters.error(FenErrorKind::WrongOwner { piece: letters.text.to_owned(), owner })),
            },
            None => Err(letters.error(FenErrorKind::UnknownPiece { piece: letters.text.to_owned() })),
        }
    }

    fn bracketed_hand(&mut self, word: Word<'_>) -> Result<(), FenError> {
        let inner = word.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match inner {
            Some(inner) => self.hand(word.part(1, 1 + inner.len())),
            None => Err(word.error(FenErrorKind::OpenHand)),
        }
    }

    /// Reads pieces in hand, possibly with counts before them.
    fn hand(&mut self, word: Word<'_>) -> Result<(), FenError> {
        if word.text.is_empty() || word.text == "-" {
            return Ok(());
        }
        if !self.variant.rules.hands.any() {
            return Err(word.error(FenErrorKind::NoHands));
        }
        let mut at = 0;
        while at < word.text.len() {
            let digits = word.text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let number = &word.text[at..at + digits];
            at += digits;
            if at == word.text.len() {
                let number = number.to_owned();
                return Err(word.part(at - digits, at).error(FenErrorKind::HandNumber { number }));
            }
            let letters = letters_at(word, at).map_err(FenError::in_hand)?;
            let (kind, color) = self.piece(letters)?;
            let piece = || letters.text.to_owned();
            if !self.may_hold(kind) {
                return Err(letters.error(FenErrorKind::NotInHand { piece: piece() }));
            }
            // XBoard lists lost pawns, too, which are never in stock.
            if self.stock_alone() && !self.variant.is_stock(kind) {
                at += letters.text.len();
                continue;
            }
            let count = if number.is_empty() { Some(1) } else { number.parse::<u8>().ok() };
            let slot = self.setup.hands[color].get_mut(kind.index());
            let sum = slot.as_ref().zip(count).and_then(|(slot, count)| slot.checked_add(count));
            let sum = sum.filter(|&sum| sum <= Setup::MOST_IN_HAND);
            match (slot, sum) {
                (Some(slot), Some(sum)) => *slot = sum,
                _ => return Err(letters.error(FenErrorKind::HandCount { piece: piece() })),
            }
            at += letters.text.len();
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
    fn rights(&mut self, field: Option<Word<'_>>) -> Result<(), FenError> {
        let home = self.home_board();
        self.setup.unmoved = match field {
            None => rights::all(self.variant, &self.setup, home),
            Some(word) => rights::read(self.variant, &self.setup, home, word.text)
                .ok_or_else(|| word.error(FenErrorKind::Field { found: word.text.to_owned() }))?,
        };
        Ok(())
    }

    /// Reads en passant rights: only the file of the named square is trusted, since
    /// programs disagree about ranks on boards that are not 8x8. It must be on the board.
    fn en_passant(&mut self, field: Word<'_>) -> Result<(), FenError> {
        let Some((named, other)) = target(field.text) else { return Ok(()) };
        let board = self.variant.board;
        let ranks = board.rank_base().min(1)..=board.ranks();
        let exists = |(file, rank): Named| file < board.files() && ranks.contains(&rank);
        if !exists(named) || other.is_some_and(|other| !exists(other)) {
            return Err(field.error(FenErrorKind::Field { found: field.text.to_owned() }));
        }
        let passers = passing::passers(self.variant, &self.setup.board, self.home_board(), !self.setup.side);
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
    fn counters<'a>(&mut self, words: impl Iterator<Item = Word<'a>>) -> Result<(), FenError> {
        let mut numbers = Vec::new();
        for word in words {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if digits(word.text) {
                numbers.push(word.text.parse::<u16>().unwrap_or(u16::MAX));
            } else if self.checks(word)? {
                continue;
            } else if let Some(start) = self.once_at(word.text) {
                self.once(word.part(start, word.text.len()))?;
            } else if !word.text.strip_prefix('+').is_some_and(|rest| rest.split('+').all(digits)) {
                return Err(word.error(FenErrorKind::Field { found: word.text.to_owned() }));
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

    /// Where the list begins in a word of one-time rights; `None` for other words.
    fn once_at(&self, text: &str) -> Option<usize> {
        let prefix = "once:";
        (!self.variant.rules.once.is_empty() && text.starts_with(prefix)).then_some(prefix.len())
    }

    /// Reads one-time rights: names, White's in capitals. Rights that a side can never have are ignored.
    fn once(&mut self, word: Word<'_>) -> Result<(), FenError> {
        self.setup.once = ByColor::default();
        for name in word.split(|c| c == ',').filter(|name| name.text != "-") {
            let color =
                if name.text.starts_with(|c: char| c.is_ascii_uppercase()) { Color::White } else { Color::Black };
            let written = |known: &String| match color {
                Color::White => known.to_ascii_uppercase() == name.text,
                Color::Black => known == name.text,
            };
            let Some(right) = self.variant.rules.once.iter().position(written) else {
                return Err(name.error(FenErrorKind::Once { found: name.text.to_owned() }));
            };
            self.setup.once[color] |= self.variant.once(color) & 1 << right;
        }
        Ok(())
    }

    /// Reads the checks that each side must still give, `3+3`, or those that it has given, `+0+0`, if checks are
    /// counted. In the start position, at least one side must have to give as many as the rules say, since otherwise
    /// another number would win the game.
    fn checks(&mut self, word: Word<'_>) -> Result<bool, FenError> {
        let Some(most) = self.variant.rules.ends.checks else { return Ok(false) };
        let given = word.text.strip_prefix('+');
        let numbers = given.unwrap_or(word.text).split_once('+');
        let Some([white, black]) = numbers.and_then(|(w, b)| Some([w.parse::<u8>().ok()?, b.parse::<u8>().ok()?]))
        else {
            return Ok(false);
        };
        let left = |number: u8| if given.is_some() { most.saturating_sub(number) } else { number };
        let found = left(white).max(left(black));
        let too_many = white.max(black) > most;
        if too_many && self.home != Home::Itself {
            return Err(word.error(FenErrorKind::TooManyChecks { found: white.max(black), most }));
        }
        if self.home == Home::Itself && found != most {
            return Err(word.error(FenErrorKind::Checks { found, most }));
        }
        self.setup.checks = ByColor([white, black].map(left));
        Ok(true)
    }
}

/// The letters of the piece at a byte: a letter, possibly after `+`,
/// and before `'`, `!` or `~`.
fn letters_at(word: Word<'_>, at: usize) -> Result<Word<'_>, FenError> {
    let rest = &word.text[at..];
    let mut length = usize::from(rest.starts_with('+'));
    match rest[length..].chars().next() {
        Some(letter) if letter.is_ascii_alphabetic() => length += 1,
        Some('*') => return Err(word.part(at, at + length + 1).error(FenErrorKind::Hole)),
        Some(found) => {
            let end = at + length + found.len_utf8();
            return Err(word.part(at + length, end).error(FenErrorKind::Character { found }));
        }
        None => {
            let found = word.part(at, word.text.len());
            return Err(found.error(FenErrorKind::UnknownPiece { piece: found.text.to_owned() }));
        }
    }
    length += usize::from(rest[length..].starts_with(['\'', '!']));
    length += usize::from(rest[length..].starts_with('~'));
    Ok(word.part(at, at + length))
}

/// The number of squares in a row of the board; `None` if it is not a row.
fn squares_in(row: Word<'_>) -> Option<usize> {
    let (mut squares, mut at) = (0usize, 0);
    while at < row.text.len() {
        let digits = row.text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let (length, gap) = match digits {
            0 if row.text[at..].starts_with('*') => (1, 1),
            0 => (letters_at(row, at).ok()?.text.len(), 1),
            _ => (digits, row.text[at..at + digits].parse().ok()?),
        };
        squares = squares.checked_add(gap)?;
        at += length;
    }
    Some(squares)
}

type Named = (u8, u8);

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
