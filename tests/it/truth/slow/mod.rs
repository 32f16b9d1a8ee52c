//! Legal moves by the shortest way from the rules: run every piece's program, make the move on a copy, and test whether
//! an enemy could now capture a royal piece.
//!
//! Its input is a variant and a position in the form of a FEN. The tables and the generator are not used.

mod affect;
mod captures;
mod castling;
mod counting;
mod ends;
mod impasse;
mod influence;
mod legal;
mod make;
mod passage;
mod promote;
mod rights;
mod royals;
mod walls;

pub use legal::{Legal, Past, Refused};

use alfil::internals::board::{Area, ByColor, Color, Geometry, Piece, PieceKind, Square, Step, Topology};
use alfil::internals::variant::{Rules, Setup, Shuffle, Symmetry, UnmovedTest, Variant};
use alfil::internals::xbetza::run::{InterpretedMove, Journey, Occupant, Runner, Seen, Terrain, run_term};
use alfil::internals::xbetza::{Program, Term, When};
use counting::Role;
use fastrand::Rng;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The number of random boards that decide whether a piece is stuck.
const CROWDS: usize = 300;

/// A game with cached properties.
pub struct Rulebook {
    pub variant: Arc<Variant>,
    stuck: RefCell<HashMap<(Piece, Square), bool>>,
    roles: RefCell<HashMap<(Piece, Role), bool>>,
    points: RefCell<HashMap<PieceKind, usize>>,
    /// The number of runs of pieces' programs: a measure of work that is the same on every machine.
    pub runs: Cell<usize>,
}

/// A position under its rules.
#[derive(Clone, Copy)]
pub struct Truth<'a> {
    game: &'a Rulebook,
    setup: &'a Setup,
}

impl Rulebook {
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self {
            variant: Arc::clone(variant),
            stuck: RefCell::default(),
            roles: RefCell::default(),
            points: RefCell::default(),
            runs: Cell::default(),
        }
    }

    /// A position of this game.
    pub fn at<'a>(&'a self, setup: &'a Setup) -> Truth<'a> {
        Truth { game: self, setup }
    }
}

/// The board from the point of view of one piece.
struct View<'a> {
    truth: Truth<'a>,
    piece: Piece,
    /// The squares that the piece may enter. It sees all others as if they were not on the board.
    allowed: Area,
}

impl View<'_> {
    /// Whether a shuffled start may put the piece on a square: where White's pieces, or Black's that follow them,
    /// change places.
    fn is_drawn_to(&self, shuffle: &Shuffle, sq: Square) -> bool {
        let variant = self.truth.variant();
        let (board, kind) = (variant.board, self.piece.kind());
        let white = match (self.piece.color(), shuffle.black) {
            (Color::White, _) => sq,
            (Color::Black, Symmetry::Mirrored | Symmetry::Independent) => board.flipped(sq),
            (Color::Black, Symmetry::Rotated) => board.turned(sq),
        };
        let there = variant.start.board[white.index()];
        let changes = |kind: PieceKind| shuffle.kinds.has(kind);
        let kept = shuffle.on.iter().all(|(kinds, squares)| !kinds.has(kind) || squares.has(white));
        let black = match shuffle.black {
            Symmetry::Mirrored | Symmetry::Independent => board.flipped(white),
            Symmetry::Rotated => board.turned(white),
        };
        let region = variant.kind(kind).region;
        let allowed = kept && region[Color::White].has(white) && region[Color::Black].has(black);
        let filled = !there.is_none() && there.color() == Color::White && changes(there.kind());
        let at_home = |sq: Square| variant.start.board[sq.index()] == Piece::new(kind, Color::White);
        let is_drawn = changes(kind) && shuffle.squares.iter().any(at_home);
        filled && is_drawn && shuffle.squares.has(white) && allowed
    }
}

impl Terrain for View<'_> {
    fn geometry(&self) -> Geometry {
        self.truth.variant().board
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        let board = self.truth.variant().board;
        let file = i16::from(board.file(from)) + i16::from(step.right);
        let rank = i16::from(board.rank(from)) + i16::from(step.forward);
        let around = file.rem_euclid(board.files().into());
        let turned = match board.topology() {
            Topology::Torus => rank.rem_euclid(board.ranks().into()),
            Topology::Plane | Topology::Cylinder => rank,
        };
        Some((board.square(around, turned)?, around != file || turned != rank))
    }

    fn occupant(&self, sq: Square) -> Occupant {
        if !self.allowed.has(sq) || self.truth.setup.holes.has(sq) {
            return Occupant::Hole;
        }
        self.truth.at(sq).map_or(Occupant::Empty, |other| {
            let royal = self.truth.variant().kind(other.kind()).royal;
            if other.color() == self.piece.color() { Occupant::Friend { royal } } else { Occupant::Enemy { royal } }
        })
    }

    fn is_hurdle(&self, sq: Square) -> bool {
        let exclude = self.truth.variant().kind(self.piece.kind()).hop_exclude;
        self.truth.at(sq).is_none_or(|other| !exclude.has(other.kind()))
    }

    fn is_beyond_rim(&self, sq: Square) -> bool {
        !self.allowed.has(sq)
    }

    /// By the square test, being unmoved is a right that can be lost on the outer ranks, and a property of the square
    /// elsewhere.
    fn is_unmoved(&self, from: Square) -> bool {
        let unmoved = self.truth.setup.unmoved.has(from);
        match self.truth.rules().unmoved_test {
            UnmovedTest::Square => self.is_start(from) && (unmoved || !self.truth.is_outer(from)),
            UnmovedTest::Unmoved => self.is_start(from) && unmoved,
        }
    }

    fn is_start(&self, sq: Square) -> bool {
        self.truth.variant().start.board.get(sq.index()).is_some_and(|home| self.truth.is_like(*home, self.piece))
            || self.truth.rules().drops.arrives_unmoved(self.piece, sq)
            || self.truth.rules().shuffle.as_ref().is_some_and(|shuffle| self.is_drawn_to(shuffle, sq))
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.truth.setup.unmoved.has(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.truth.setup.en_passant_victim.filter(|_| self.truth.setup.en_passant.has(sq))
    }
}

impl<'a> Truth<'a> {
    fn variant(self) -> &'a Variant {
        &self.game.variant
    }

    fn rules(self) -> &'a Rules {
        &self.game.variant.rules
    }

    /// Whether a square lies on the first or last rank.
    fn is_outer(self, sq: Square) -> bool {
        let board = self.variant().board;
        board.rank(sq) == 0 || board.rank(sq) + 1 == board.ranks()
    }

    /// The number of king's steps from one square to another.
    fn distance(self, from: Square, to: Square) -> u8 {
        let board = self.variant().board;
        let files = board.file(from).abs_diff(board.file(to));
        let ranks = board.rank(from).abs_diff(board.rank(to));
        let round = |distance: u8, length: u8| distance.min(length - distance);
        match board.topology() {
            Topology::Plane => files.max(ranks),
            Topology::Cylinder => round(files, board.files()).max(ranks),
            Topology::Torus => round(files, board.files()).max(round(ranks, board.ranks())),
        }
    }

    /// Another position of the same game.
    fn after<'b>(self, setup: &'b Setup) -> Truth<'b>
    where
        'a: 'b,
    {
        self.game.at(setup)
    }

    /// The piece on a square.
    pub fn at(self, sq: Square) -> Option<Piece> {
        self.setup.board.get(sq.index()).copied().filter(|piece| !piece.is_none())
    }

    /// The squares of a side's pieces.
    pub fn pieces(self, color: Color) -> Vec<Square> {
        self.variant().board.all().filter(|&sq| self.at(sq).is_some_and(|piece| piece.color() == color)).collect()
    }

    /// Whether a square belongs to a piece's board.
    fn may_stand(self, piece: Piece, sq: Square) -> bool {
        self.variant().kind(piece.kind()).region[piece.color()].has(sq)
    }

    /// Whether all pieces are on squares that they may enter.
    fn keeps_regions(self) -> bool {
        self.variant().board.all().all(|sq| self.at(sq).is_none_or(|piece| self.may_stand(piece, sq)))
    }

    /// The squares of a side's royal pieces, whether they must be safe or not.
    pub fn royals(self, color: Color) -> Vec<Square> {
        let royal = |piece: Piece| piece.color() == color && self.variant().kind(piece.kind()).royal;
        self.variant().board.all().filter(|&sq| self.at(sq).is_some_and(royal)).collect()
    }

    /// The programs that the piece on a square has there, their allowed destinations, and the right that each needs.
    fn programs(self, piece: Piece, from: Square) -> Vec<(&'a Program, Area, Option<u8>)> {
        let (kind, color) = (self.variant().kind(piece.kind()), piece.color());
        let region = kind.region[color];
        let there = kind.zone_moves.iter().filter(|extra| extra.zone[color].has(from));
        let extras = there.map(|extra| {
            let allowed = if extra.within { region & extra.zone[color] } else { region };
            (&extra.program[color], allowed, extra.once)
        });
        [(&kind.program[color], region, None)].into_iter().chain(extras).collect()
    }

    /// All moves of the piece on a square, disregarding its royal pieces.
    fn outcomes<B>(self, from: Square, visit: &mut impl FnMut(&InterpretedMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.outcomes_by_right(from, &mut |_, outcome| visit(outcome))
    }

    /// The same, each with the right that it uses up.
    fn outcomes_by_right<B>(
        self,
        from: Square,
        visit: &mut impl FnMut(Option<u8>, &InterpretedMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(piece) = self.at(from) else { return ControlFlow::Continue(()) };
        self.game.runs.set(self.game.runs.get() + 1);
        let color = piece.color();
        let mover = Runner { color, from };
        let mut seen = Seen::default();
        let programs = self.programs(piece, from);
        let held = (0..8).filter(|right| self.setup.once[color] >> right & 1 != 0).map(Some);
        // Moves that are possible without a right come first, so that they do not use one up.
        for right in std::iter::once(None).chain(held) {
            // A move that two terms make creates en passant rights if one of them says so.
            for marking in [true, false] {
                for &(program, allowed, _) in programs.iter().filter(|(.., once)| *once == right) {
                    let view = View { truth: self, piece, allowed };
                    // Castling by an unmoved piece needs the piece's right, wherever it stands.
                    let moved = !self.setup.unmoved.has(from);
                    let barred = |term: &Term| moved && term.when == When::Unmoved && term.castles();
                    let terms = program.terms.iter().filter(|term| !barred(term));
                    for term in terms.filter(|term| term.marks_en_passant() == marking) {
                        run_term(term, &view, mover, &mut seen, &mut |outcome| {
                            let leads = |partner: Journey| {
                                self.at(partner.from).is_some_and(|piece| self.may_stand(piece, partner.to))
                            };
                            if outcome.partner.is_none_or(leads) {
                                visit(right, outcome)
                            } else {
                                ControlFlow::Continue(())
                            }
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn any_outcome(self, from: Square, test: impl Fn(&InterpretedMove) -> bool) -> bool {
        let mut visit =
            |outcome: &InterpretedMove| if test(outcome) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.outcomes(from, &mut visit).is_break()
    }

    /// Whether the piece on `from` would capture an enemy on `sq`, whatever stands there, if no other piece were royal
    /// and en passant did not count.
    pub fn attacks(self, from: Square, sq: Square) -> bool {
        let Some(piece) = self.at(from).filter(|_| from != sq) else { return false };
        let mut setup = self.setup.clone();
        let exclude = self.variant().kind(piece.kind()).hop_exclude;
        for color in Color::ALL {
            for at in self.royals(color).into_iter().filter(|&at| at != from) {
                // The piece in its place is as good a hurdle.
                let hurdle = self.at(at).is_some_and(|royal| exclude.has(royal.kind()));
                let mut kinds = self.variant().kinds().filter(|(_, kind)| !kind.royal);
                let like = kinds.find(|(kind, _)| exclude.has(*kind) == hurdle);
                let commoner = self.victim_of(Piece::new(piece.kind(), !color));
                setup.board[at.index()] = like.map_or(commoner, |(kind, _)| Piece::new(kind, color));
            }
        }
        setup.board[sq.index()] = self.victim_of(piece);
        setup.en_passant = Area::EMPTY;
        self.after(&setup).any_outcome(from, |outcome| outcome.victims.contains(&sq))
    }

    /// An enemy of a piece, not royal if possible.
    fn victim_of(self, piece: Piece) -> Piece {
        let plain = self.variant().kinds().find(|(_, kind)| !kind.royal).map_or(piece.kind(), |(number, _)| number);
        Piece::new(plain, !piece.color())
    }

    /// A board without pieces, with all one-time rights used up.
    fn bare(self) -> Setup {
        Setup { once: ByColor::default(), ..Setup::empty(self.variant()) }
    }

    /// Whether a piece could leave a square on some random boards.
    fn moves_in_a_crowd(self, piece: Piece, sq: Square, others: [Piece; 4]) -> bool {
        let mut random = Rng::with_seed(u64::from(sq.0));
        (0..CROWDS).any(|_| {
            let mut setup = self.bare();
            let empty = random.usize(1..8);
            setup.board.fill_with(|| if random.usize(..8) < empty { Piece::NONE } else { others[random.usize(1..4)] });
            setup.board[sq.index()] = piece;
            self.after(&setup).any_outcome(sq, |_| true)
        })
    }

    /// Whether a piece could never leave a square, whatever its surroundings: tried on boards whose other squares are
    /// all alike, except for one, and on some with pieces of all kinds.
    fn stuck(self, piece: Piece, sq: Square) -> bool {
        *self.game.stuck.borrow_mut().entry((piece, sq)).or_insert_with(|| {
            let hurdle = |number: PieceKind| !self.variant().kind(piece.kind()).hop_exclude.has(number);
            let kind_of = |royal| {
                let mut kinds = self.variant().kinds().filter(|(_, kind)| kind.royal == royal);
                kinds.find(|(number, _)| hurdle(*number)).map(|(number, _)| number)
            };
            let plain = kind_of(false).unwrap_or_else(|| self.victim_of(piece).kind());
            let royal = kind_of(true).unwrap_or(plain);
            let friend = Piece::new(plain, piece.color());
            let others = [Piece::NONE, Piece::new(plain, !piece.color()), friend, Piece::new(royal, !piece.color())];
            let moves = |fill, (one_at, one): (Square, Piece)| {
                let mut setup = self.bare();
                setup.board.fill(fill);
                setup.board[one_at.index()] = one;
                setup.board[sq.index()] = piece;
                self.after(&setup).any_outcome(sq, |_| true)
            };
            let ones = || self.variant().board.all().flat_map(|at| others.map(|one| (at, one)));
            !others.into_iter().any(|fill| ones().any(|one| moves(fill, one)))
                && !self.moves_in_a_crowd(piece, sq, others)
        })
    }
}

/// The squares strictly between two squares of a rank, file or diagonal.
fn between(variant: &Variant, from: Square, to: Square) -> Area {
    let board = variant.board;
    let difference = |a: u8, b: u8| b as i8 - a as i8;
    let right = difference(board.file(from), board.file(to));
    let forward = difference(board.rank(from), board.rank(to));
    if right != 0 && forward != 0 && right.abs() != forward.abs() {
        return Area::EMPTY;
    }
    let next = |sq: &Square| board.step(*sq, Step::new(right.signum(), forward.signum())).filter(|&sq| sq != to);
    if from == to { Area::EMPTY } else { std::iter::successors(next(&from), next).collect() }
}
