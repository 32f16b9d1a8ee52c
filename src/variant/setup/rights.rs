//! Rights that hang on never having moved: castling, and initial moves from
//! the outer ranks. Letters ↔ squares.

use crate::board::{Area, Color, Piece, PieceKind, Square};
use crate::variant::{CastlingRule, Variant, Virgin};
use crate::xbetza::{Action, Castle, Term, When};

/// The end of a rank: where White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wing {
    /// Towards higher files, `K`.
    Right,
    /// Towards lower files, `Q`.
    Left,
}

/// A man that may castle and the partner it castles with.
#[derive(Clone, Copy, Debug)]
struct Pair {
    wing: Wing,
    castler: Square,
    partner: Square,
    /// Files between the partner and the rim.
    inset: u8,
}

/// A board, and the board on which every man is at home.
struct View<'a> {
    variant: &'a Variant,
    board: &'a [Piece],
    home: &'a [Piece],
}

/// All rights that the men on their home squares can have.
pub(super) fn all(variant: &Variant, board: &[Piece], home: &[Piece]) -> Area {
    let view = View { variant, board, home };
    let pairs = Color::ALL.into_iter().flat_map(|color| view.pairs(color));
    let castling = pairs.fold(Area::EMPTY, |area, pair| area.with(pair.castler).with(pair.partner));
    castling | view.initial_movers()
}

/// The rights that a castling field gives; what the board contradicts is left
/// out. `None` for a letter that names neither side nor file.
pub(super) fn read(variant: &Variant, board: &[Piece], home: &[Piece], letters: &str) -> Option<Area> {
    let view = View { variant, board, home };
    // Letters tell about the outer ranks alone.
    let mut unmoved = view.initial_movers() & !view.outer_ranks();
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match letter.to_ascii_lowercase() {
            'k' => unmoved |= view.outermost(color, Wing::Right),
            'q' => unmoved |= view.outermost(color, Wing::Left),
            file => unmoved |= view.by_file(color, file)?,
        }
    }
    Some(unmoved)
}

/// Whether positions of this variant have a castling field: it castles, or
/// men of the outer ranks have initial moves.
pub(super) fn has_field(variant: &Variant) -> bool {
    let start = &variant.start.board;
    let view = View { variant, board: start, home: start };
    view.castles() || view.initial_movers().any()
}

/// The castling field for these rights, `-` for none.
pub(super) fn write(variant: &Variant, board: &[Piece], unmoved: Area) -> String {
    let view = View { variant, board, home: &variant.start.board };
    let mut field = String::new();
    for color in Color::ALL {
        let mut told = Area::EMPTY;
        let mut wings = String::new();
        for (wing, letter) in [(Wing::Right, 'K'), (Wing::Left, 'Q')] {
            let squares = view.outermost(color, wing);
            if squares.any() && squares.within(unmoved) {
                wings.push(cased(letter, color));
                told |= squares;
            }
        }
        // XBoard writes the letters from right to left.
        let behind = if variant.rules.gating { wings.find(cased('Q', color)) } else { None };
        let queen_side = wings.split_off(behind.unwrap_or(wings.len()));
        field.push_str(&wings);
        // The rest by file, from right to left as XBoard has it.
        let by_file = |sq: Square| view.by_file(color, view.file_letter(sq)).unwrap_or_default();
        let rest = unmoved & view.outer_ranks() & !told;
        let mut others: Vec<Square> =
            rest.iter().filter(|&sq| view.color_at(sq) == Some(color) && by_file(sq).has(sq)).collect();
        others.sort_by_key(|&sq| std::cmp::Reverse(variant.board.file(sq)));
        others.dedup_by_key(|sq| variant.board.file(*sq));
        field.extend(others.into_iter().map(|sq| cased(view.file_letter(sq), color)));
        field.push_str(&queen_side);
    }
    if field.is_empty() { "-".to_owned() } else { field }
}

fn cased(letter: char, color: Color) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

impl View<'_> {
    /// Whether any kind castles.
    fn castles(&self) -> bool {
        let kinds = self.variant.kinds().map(|(number, _)| number);
        self.variant.rules.castling != CastlingRule::None
            && kinds
                .flat_map(|kind| Color::ALL.map(|color| (kind, color)))
                .any(|(kind, color)| self.castles_by(kind, color))
    }

    fn terms(&self, kind: PieceKind, color: Color) -> &[Term] {
        &self.variant.kind(kind).program[color].terms
    }

    fn piece(&self, sq: Square) -> Option<Piece> {
        self.board.get(sq.index()).copied().filter(|piece| !piece.is_none())
    }

    fn color_at(&self, sq: Square) -> Option<Color> {
        self.piece(sq).map(Piece::color)
    }

    /// Whether a man stands where one like it stood at the start.
    fn at_home(&self, sq: Square) -> bool {
        self.piece(sq).is_some_and(|piece| self.home.get(sq.index()) == Some(&piece))
    }

    /// Whether a man stands where the order of its rank is free.
    fn at_home_or_shuffled(&self, sq: Square) -> bool {
        self.at_home(sq) || (self.variant.rules.shuffle.is_some() && self.on_first_rank(sq))
    }

    /// Whether a man stands on the first rank of its side.
    fn on_first_rank(&self, sq: Square) -> bool {
        self.color_at(sq).is_some_and(|color| self.variant.board.rank_of(color, sq) == 0)
    }

    fn outer_ranks(&self) -> Area {
        let board = self.variant.board;
        board.area_where(|_, rank| rank == 0 || rank + 1 == board.ranks())
    }

    fn file_letter(&self, sq: Square) -> char {
        char::from(b'a' + self.variant.board.file(sq))
    }

    /// All castlers and partners of a side that are at home, the outermost partners first.
    fn pairs(&self, color: Color) -> Vec<Pair> {
        let mut pairs = Vec::new();
        if self.variant.rules.castling == CastlingRule::None {
            return pairs;
        }
        for sq in self.variant.board.all().filter(|&sq| self.color_at(sq) == Some(color)) {
            let Some(piece) = self.piece(sq) else { continue };
            for term in self.terms(piece.kind(), color) {
                let Action::Castle(castle) = &term.action else { continue };
                if matches!(self.variant.rules.castling, CastlingRule::Fischer { .. }) {
                    pairs.extend(self.fischer_pairs(color, sq));
                } else {
                    pairs.extend(self.pairs_of(color, sq, castle, term.when == When::Unmoved));
                }
            }
        }
        pairs.sort_by_key(|pair| pair.inset);
        pairs
    }

    fn pairs_of(&self, color: Color, castler: Square, castle: &Castle, castler_unmoved: bool) -> Vec<Pair> {
        let board = self.variant.board;
        // The program speaks in the mover's eyes; Black's right is White's left.
        let own_right = if color == Color::White { Wing::Right } else { Wing::Left };
        let own_left = if color == Color::White { Wing::Left } else { Wing::Right };
        let wings = [(castle.right, own_right), (castle.left, own_left)];
        let allowed = wings.into_iter().filter(|&(allowed, _)| allowed).map(|(_, wing)| wing);
        let pairs = allowed.filter_map(|wing| {
            let rank = board.rank(castler);
            let file = match wing {
                Wing::Right => i16::from(board.files()) - 1 - i16::from(castle.inset),
                Wing::Left => i16::from(castle.inset),
            };
            let partner = board.square(file, rank.into())?;
            let beyond = match wing {
                Wing::Right => board.file(partner) > board.file(castler),
                Wing::Left => board.file(partner) < board.file(castler),
            };
            let fits = beyond
                && self.color_at(partner) == Some(color)
                && self.at_home_or_shuffled(partner)
                && (!castler_unmoved || self.at_home_or_shuffled(castler));
            fits.then_some(Pair { wing, castler, partner, inset: castle.inset })
        });
        pairs.collect()
    }

    /// All partners of a castler that may go to either side of it.
    fn fischer_pairs(&self, color: Color, castler: Square) -> Vec<Pair> {
        let board = self.variant.board;
        if !self.on_first_rank(castler) {
            return Vec::new();
        }
        let partner = |sq: &Square| {
            let fits = self.piece(*sq).is_some_and(|piece| self.is_partner_kind(piece.kind(), color));
            *sq != castler && board.rank(*sq) == board.rank(castler) && self.color_at(*sq) == Some(color) && fits
        };
        let pair = |sq: Square| {
            let right = board.file(sq) > board.file(castler);
            let (wing, inset) =
                if right { (Wing::Right, board.files() - 1 - board.file(sq)) } else { (Wing::Left, board.file(sq)) };
            Pair { wing, castler, partner: sq, inset }
        };
        board.all().filter(partner).map(pair).collect()
    }

    /// Whether such men are the outermost ones beside a castler at home.
    fn is_partner_kind(&self, kind: PieceKind, color: Color) -> bool {
        let board = self.variant.board;
        let first = board.all().filter(|&sq| board.rank_of(color, sq) == 0);
        let man =
            |sq: Square| self.home.get(sq.index()).copied().filter(|piece| !piece.is_none() && piece.color() == color);
        let men: Vec<Piece> = first.filter_map(man).collect();
        let castles = |piece: &Piece| self.castles_by(piece.kind(), color);
        men.iter().any(castles)
            && [men.first(), men.last()].into_iter().flatten().any(|man| man.kind() == kind && !castles(man))
    }

    fn castles_by(&self, kind: PieceKind, color: Color) -> bool {
        self.terms(kind, color).iter().any(|term| matches!(term.action, Action::Castle(_)))
    }

    /// The squares of the outermost pair on a wing.
    fn outermost(&self, color: Color, wing: Wing) -> Area {
        let pairs = self.pairs(color);
        pairs.iter().find(|pair| pair.wing == wing).map_or(Area::EMPTY, Pair::squares)
    }

    /// The squares that a file letter means: a partner with its castler, or a man with initial moves.
    fn by_file(&self, color: Color, letter: char) -> Option<Area> {
        let file = u8::try_from(letter).ok()?.checked_sub(b'a').filter(|file| *file < self.variant.board.files())?;
        let on_file = |sq: Square| self.variant.board.file(sq) == file;
        let pairs = self.pairs(color);
        // Where single men have rights of their own, a letter means no more than one.
        let gating = self.variant.rules.gating;
        let partners = pairs.iter().filter(|pair| on_file(pair.partner) && !gating).map(Pair::squares);
        let movers = self.initial_movers().iter().filter(|&sq| on_file(sq) && self.color_at(sq) == Some(color));
        Some(partners.fold(movers.collect(), |all, area| all | area))
    }

    /// Men at home where being unmoved is a right, whose kind has moves only
    /// while unmoved, or behind whom a man from the hand may enter.
    fn initial_movers(&self) -> Area {
        let board = self.variant.board;
        let (outer, rules) = (self.outer_ranks(), &self.variant.rules);
        let counts = |sq: &Square| rules.virgin == Virgin::Unmoved || outer.has(*sq);
        let initial = |piece: Piece| {
            if rules.gating && !self.variant.kind(piece.kind()).counts_as_pawn {
                return true;
            }
            let terms = self.terms(piece.kind(), piece.color()).iter();
            let zone_terms = self.variant.kind(piece.kind()).zone_moves.iter();
            terms
                .chain(zone_terms.flat_map(|zone_move| &zone_move.program[piece.color()].terms))
                .any(|term| term.when == When::Unmoved && !matches!(term.action, Action::Castle(_)))
        };
        board.all().filter(counts).filter(|&sq| self.at_home(sq) && self.piece(sq).is_some_and(initial)).collect()
    }
}

impl Pair {
    /// The squares whose men must be unmoved for it.
    fn squares(&self) -> Area {
        Area::of(self.partner).with(self.castler)
    }
}
