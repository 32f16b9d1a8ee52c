//! Castlings, computed once: letters of a FEN, rights and moves are derived from the same list.

use super::{CastlingFiles, CastlingRule, CastlingSafety, KindSet, Setup, Variant};
use crate::board::{Area, ByColor, Color, Piece, Square, Squares, Step};
use crate::xbetza::{Action, Castle, When};

/// A castling, with everything about it that is known before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling<const N: usize> {
    /// The castling piece.
    pub piece: Piece,
    /// Its start square.
    pub from: Square,
    /// Its destination.
    pub to: Square,
    /// The partner's start square.
    pub partner_from: Square,
    /// The partner's destination.
    pub partner_to: Square,
    /// Squares whose pieces must be unmoved: the partner's, and usually the castler's.
    pub unmoved: Squares<N>,
    /// Squares that must be empty.
    pub empty: Squares<N>,
    /// Whether a royal may neither leave, pass nor reach an attacked square.
    pub safe: bool,
    /// Squares on which the safety of a royal is tested, in addition to the positions before and after.
    pub path: Squares<N>,
    /// Squares whose pieces are taken off the board for that test.
    pub lifted: Squares<N>,
}

/// How far kings castle on boards of a width, unless a game says otherwise: two squares in chess, three on ten files.
/// This is XBoard's rule, too.
pub fn usual_castling(files: u8) -> u8 {
    ((files + 2) / 4).max(1)
}

impl<const N: usize> Castling<N> {
    /// The same on a board of another capacity.
    pub fn resized<const M: usize>(&self) -> Castling<M> {
        Castling {
            piece: self.piece,
            from: self.from,
            to: self.to,
            partner_from: self.partner_from,
            partner_to: self.partner_to,
            unmoved: self.unmoved.resized(),
            empty: self.empty.resized(),
            safe: self.safe,
            path: self.path.resized(),
            lifted: self.lifted.resized(),
        }
    }

    /// The squares of the two pieces.
    pub fn pair(&self) -> Squares<N> {
        Squares::of(self.from).with(self.partner_from)
    }
}

/// A castling term of a piece.
#[derive(Clone, Copy)]
struct CastlingTerm<'a> {
    castle: &'a Castle,
    when: When,
    /// The squares on which it applies.
    origins: Area,
    /// The squares that the piece may enter.
    enter: Area,
}

impl CastlingTerm<'_> {
    /// The directions along the rank in which it castles: to the right and left as the mover sees them, and Black sees
    /// the board rotated by 180 degrees.
    fn directions(self, color: Color) -> impl Iterator<Item = i16> + use<> {
        let right = if color == Color::White { 1 } else { -1 };
        let both = [(self.castle.right, right), (self.castle.left, -right)];
        both.into_iter().filter(|(allowed, _)| *allowed).map(|(_, toward)| toward)
    }
}

/// The castling rules of a variant.
#[derive(Clone, Copy)]
pub(in crate::variant) struct Castlings<'a> {
    variant: &'a Variant,
    /// The kinds that may be partners.
    partners: KindSet,
}

impl Setup {
    /// The castlings that both sides may still play during the game, including those after drops and other moves.
    pub fn castlings(&self, variant: &Variant) -> ByColor<Vec<Castling<3>>> {
        let castlings = Castlings::new(variant, &self.board);
        ByColor::from_fn(|color| {
            let pieces = castlings.castlers(color);
            let arrivals = variant.rules.drops.all_unmoved(color);
            let unmoved = self.unmoved | arrivals;
            let squares = || variant.board.all().filter(|&from| castlings.shares_rank(from, unmoved));
            let laid = pieces.flat_map(|piece| squares().flat_map(move |from| castlings.laid(piece, from)));
            let possible = |castling: &Castling<3>| {
                let at_home = self.board.get(castling.from.index()) == Some(&castling.piece);
                let now = castling.unmoved.within(self.unmoved)
                    && (at_home || !castling.unmoved.has(castling.from))
                    && castlings.has_partner(castling, &self.board);
                let castler = variant.rules.drops.arrives_unmoved(castling.piece, castling.from);
                let later = castling.unmoved.within(arrivals)
                    && (castler || !castling.unmoved.has(castling.from))
                    && castlings.may_be_joined(castling);
                now || later
            };
            laid.filter(possible).collect()
        })
    }
}

impl Variant {
    /// The same game, in which castling pieces and their partners may start on any files, and go to the same files as
    /// from the usual start. `None` if castling pieces are already free, or the usual start does not have castlings to
    /// both sides.
    pub fn with_free_castling(&self) -> Option<Self> {
        let file = |sq| self.board.file(sq);
        let laid = self.start.castlings(self);
        let laid = &laid[Color::White];
        let toward = |right: bool| laid.iter().find(|known| (file(known.partner_from) > file(known.from)) == right);
        let (right, left) = (file(toward(true)?.to), file(toward(false)?.to));
        let bound = matches!(self.rules.castling, CastlingRule::Betza(_));
        bound.then(|| {
            let mut freed = self.clone();
            freed.rules.castling = CastlingRule::Fischer(CastlingFiles { right, left });
            freed
        })
    }

    /// The same game with ranks counted from 1 in everything written about it.
    pub fn with_ranks_from_one(&self) -> Self {
        Self { board: self.board.with_rank_base(1), ..self.clone() }
    }
}

impl<'a> Castlings<'a> {
    /// Reads the rules of a variant. The kinds of partners are taken from the start position or, while there is none,
    /// from `board`.
    pub fn new(variant: &'a Variant, board: &[Piece]) -> Self {
        let start = &variant.start.board;
        let start = if start.iter().all(|piece| piece.is_none()) { board } else { start };
        let mut all = Self { variant, partners: variant.kinds().map(|(kind, _)| kind).collect() };
        if matches!(variant.rules.castling, CastlingRule::Fischer(_)) {
            all.partners = all.partners_on(start);
        }
        all
    }

    /// The pieces of a side that have a castling term.
    pub fn castlers(self, color: Color) -> impl Iterator<Item = Piece> + use<'a> {
        let castles = self.variant.rules.castling != CastlingRule::None;
        let pieces = self.variant.kinds().map(move |(kind, _)| Piece::new(kind, color)).filter(move |_| castles);
        pieces.filter(move |&piece| self.terms(piece).next().is_some())
    }

    /// The castlings of a side's pieces from their squares on a board, as if no piece had moved.
    pub fn standing(self, board: &[Piece], color: Color) -> Vec<Castling<3>> {
        let castlers: Vec<Piece> = self.castlers(color).collect();
        let standing = self.variant.board.all().zip(board).filter(|(_, piece)| castlers.contains(piece));
        let laid = standing.flat_map(|(from, &piece)| self.laid(piece, from));
        laid.filter(|castling| self.has_partner(castling, board)).collect()
    }

    fn terms(self, piece: Piece) -> impl Iterator<Item = CastlingTerm<'a>> + use<'a> {
        let moves = self.variant.kind(piece.kind()).moves(piece.color());
        moves.flat_map(|moves| {
            moves.program.terms.iter().filter_map(move |term| match &term.action {
                Action::Castle(castle) => {
                    Some(CastlingTerm { castle, when: term.when, origins: moves.from, enter: moves.enter })
                }
                _ => None,
            })
        })
    }

    /// The castlings of a piece from a square, with partners on any squares where the rules expect them.
    fn laid(self, piece: Piece, from: Square) -> Vec<Castling<3>> {
        let board = self.variant.board;
        let mut there = self.terms(piece).filter(|term| {
            term.origins.has(from) && (term.when != When::AheadOfStart || self.is_ahead_of_start(piece, from))
        });
        let mut laid: Vec<Castling<3>> = Vec::new();
        match self.variant.rules.castling {
            CastlingRule::None => {}
            CastlingRule::Betza(safety) => {
                for term in there {
                    let ways = term.directions(piece.color());
                    for castling in ways.filter_map(|toward| self.by_notation(piece, from, term, toward)) {
                        let unmoved = match term.when {
                            When::Unmoved => castling.pair(),
                            When::Always | When::AheadOfStart => Area::of(castling.partner_from),
                        };
                        // Two terms may describe the same castling, one of them even for a castler that has moved.
                        let same = |known: &&mut Castling<3>| {
                            [known.to, known.partner_from] == [castling.to, castling.partner_from]
                        };
                        let path = match safety {
                            CastlingSafety::SafeLine => castling.empty.with(castling.partner_from),
                            CastlingSafety::SafePath | CastlingSafety::Ignore => castling.path,
                        };
                        match laid.iter_mut().find(same) {
                            Some(known) => known.unmoved &= unmoved,
                            None => laid.push(Castling {
                                unmoved,
                                path,
                                safe: safety != CastlingSafety::Ignore,
                                ..castling
                            }),
                        }
                    }
                }
            }
            // The rule fixes the files, so it does not matter what the terms say or how many there are.
            CastlingRule::Fischer(files) => {
                if let Some(term) = there.next() {
                    let rank = board.all().filter(|&sq| sq != from && board.rank(sq) == board.rank(from));
                    laid.extend(rank.filter_map(|partner| self.to_files(piece, from, partner, files, term.enter)));
                }
            }
        }
        laid
    }

    /// Whether a partner of the castler's side is on the square that the castling needs.
    fn has_partner(self, castling: &Castling<3>, board: &[Piece]) -> bool {
        castling.partner_from.piece_on(board).is_some_and(|partner| {
            partner.color() == castling.piece.color()
                && self.partners.has(partner.kind())
                && self.variant.may_stand(partner, castling.partner_to)
        })
    }

    /// Whether a piece that is dropped unmoved on the partner's square may castle with it.
    fn may_be_joined(self, castling: &Castling<3>) -> bool {
        let pieces = self.variant.kinds().map(|(kind, _)| Piece::new(kind, castling.piece.color()));
        let arrives = |piece: &Piece| self.variant.rules.drops.arrives_unmoved(*piece, castling.partner_from);
        pieces.filter(arrives).any(|piece| self.variant.may_stand(piece, castling.partner_to))
    }

    fn shares_rank(self, from: Square, squares: Area) -> bool {
        let board = self.variant.board;
        squares.iter().any(|sq| board.rank(sq) == board.rank(from))
    }

    fn is_ahead_of_start(self, piece: Piece, from: Square) -> bool {
        let behind = self.variant.board.step(from, Step::new(0, -1).seen_by(piece.color()));
        behind.is_some_and(|sq| self.variant.is_home(piece, sq))
    }

    /// The kinds of the partners that castlers have on a board.
    fn partners_on(self, board: &[Piece]) -> KindSet {
        let mut kinds = KindSet::EMPTY;
        let standing = self.variant.board.all().zip(board).filter(|(_, piece)| !piece.is_none());
        for (from, &piece) in standing {
            for term in self.terms(piece) {
                let corners = term.directions(piece.color()).filter_map(|toward| self.corner(from, term, toward));
                let partners = corners.filter_map(|sq| sq.piece_on(board));
                let own = partners.filter(|partner| partner.color() == piece.color());
                own.for_each(|partner| kinds.insert(partner.kind()));
            }
        }
        kinds
    }

    /// The square where a castling term expects the partner: `inset` squares inside the rim, which is the edge of the
    /// board, or the last square before one that is missing or that the piece may not enter.
    fn corner(self, from: Square, term: CastlingTerm<'_>, toward: i16) -> Option<Square> {
        let board = self.variant.board;
        let (file, rank) = (i16::from(board.file(from)), i16::from(board.rank(from)));
        let exists = |file: &i16| board.square(*file, rank).is_some_and(|sq| term.enter.has(sq));
        let rim = (0..).map(|steps| file + toward * steps).take_while(exists).last()?;
        let corner = rim - toward * i16::from(term.castle.inset);
        // The partner must be on this side of the castler.
        ((corner - file) * toward > 0).then(|| board.square(corner, rank)).flatten()
    }

    fn by_notation(self, piece: Piece, from: Square, term: CastlingTerm<'_>, toward: i16) -> Option<Castling<3>> {
        let (board, castle) = (self.variant.board, term.castle);
        let partner_from = self.corner(from, term, toward)?;
        let (file, rank) = (i16::from(board.file(from)), i16::from(board.rank(from)));
        let (partner_file, to_file) = (i16::from(board.file(partner_from)), file + toward * i16::from(castle.distance));
        // The castler must move, and not beyond the partner.
        if castle.distance == 0 || (partner_file - to_file) * toward < 0 {
            return None;
        }
        let at = |file: i16| board.square(file, rank);
        let (to, partner_to) = (at(to_file)?, at(to_file - toward)?);
        let line = |a: i16, b: i16| (a.min(b)..=a.max(b)).filter_map(at).collect::<Area>();
        let empty = (line(file, partner_file) | line(file, to_file)).without(from).without(partner_from);
        let path = line(file, to_file).without(from).without(to);
        let (unmoved, lifted) = (Area::EMPTY, Area::of(from));
        Some(Castling { piece, from, to, partner_from, partner_to, unmoved, empty, safe: true, path, lifted })
    }

    /// The castling with the piece on `partner_from`: the castler goes to the right file if the partner is at higher
    /// files.
    fn to_files(
        self,
        piece: Piece,
        from: Square,
        partner_from: Square,
        files: CastlingFiles,
        region: Area,
    ) -> Option<Castling<3>> {
        let board = self.variant.board;
        let rank = i16::from(board.rank(from));
        let right = board.file(partner_from) > board.file(from);
        let at = |file: i16| board.square(file, rank);
        let to_file = i16::from(if right { files.right } else { files.left });
        let partner_to_file = if right { to_file - 1 } else { to_file + 1 };
        let line = |a: u8, b: i16| {
            let a = i16::from(a);
            (a.min(b)..=a.max(b)).filter_map(at).collect::<Area>()
        };
        let (to, partner_to) = (at(to_file)?, at(partner_to_file)?);
        let way = line(board.file(from), to_file);
        let pair = Area::of(from).with(partner_from);
        let empty = (way | line(board.file(partner_from), partner_to_file)) & !pair;
        if (empty & self.variant.holes).any() || !way.within(region) {
            return None;
        }
        let path = way.without(from).with(to);
        Some(Castling {
            piece,
            from,
            to,
            partner_from,
            partner_to,
            unmoved: pair,
            empty,
            safe: true,
            path,
            lifted: pair,
        })
    }
}
