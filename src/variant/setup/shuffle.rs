//! Draws a start position for games whose pieces are shuffled.
//!
//! Squares are filled one after another. First the number of orders that each
//! choice leads to is counted, once for all beginnings with the same
//! continuations; choices weighted by these numbers make every order equally
//! likely. Conditions on all pieces together are tested in the finished
//! position, and another one is drawn if they fail. Black's pieces are
//! rearranged like White's, or by an order of their own.

use crate::board::{Area, Color, Geometry, Piece, PieceKind, Square};
use crate::limits;
use crate::variant::{Kind, KindSet, Setup, Shuffle, Symmetry, Variant};
use crate::xbetza::run::{Occupant, Runner, Seen, Terrain, run};
use fastrand::Rng;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

/// Why no start is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undrawn {
    /// No order of the pieces is allowed.
    Impossible,
    /// Too few of all orders are allowed for one to be found.
    Rare,
    /// There are too many ways in which the pieces may fill the squares to count them.
    TooMany,
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible => write!(f, "no order of the pieces meets the conditions of `shuffle`"),
            Self::Rare => write!(f, "too few orders of the pieces meet all conditions of `shuffle`"),
            Self::TooMany => write!(f, "`shuffle` has too many conditions for so many pieces"),
        }
    }
}

impl std::error::Error for Undrawn {}

impl Setup {
    /// Draws a start position by the rules of the variant; one that does not shuffle has a single start. Only starts
    /// that are `playable` are drawn. After `tries` failures all orders are enumerated, unless there are too many.
    ///
    /// # Errors
    /// Returns the reason if no start was found.
    pub fn shuffled(
        variant: &Variant,
        random: &mut Rng,
        tries: usize,
        playable: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<Self, Undrawn> {
        let Some(shuffle) = &variant.rules.shuffle else { return Ok(variant.start.clone()) };
        let orders = Orders::new(variant, shuffle)?;
        let independent = shuffle.black == Symmetry::Independent;
        // The conditions are about one side's pieces, White's.
        let meets = |order: &[PieceKind]| orders.allows(&orders.setup(order, order));
        let mut left = tries;
        let mut draw = |random: &mut Rng| {
            let mut drawn = std::iter::from_fn(|| {
                left = left.checked_sub(1)?;
                Some(orders.draw(random))
            });
            drawn.find(|order| meets(order))
        };
        while let Some(white) = draw(random) {
            let Some(black) = (if independent { draw(random) } else { Some(white.clone()) }) else { break };
            let setup = orders.setup(&white, &black);
            if playable(&setup) {
                return Ok(setup);
            }
        }
        let (mut listed, mut rest) = (Vec::new(), limits::SHUFFLES);
        let all = orders.each(&mut Vec::new(), &mut |order| {
            listed.extend(meets(order).then(|| order.to_vec()));
            rest -= 1;
            if rest > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if all.is_break() {
            return Err(Undrawn::Rare);
        }
        if independent {
            let mut pairs = (0..limits::SHUFFLES).filter_map(|_| {
                let setup = orders.setup(random.choice(&listed)?, random.choice(&listed)?);
                playable(&setup).then_some(setup)
            });
            return pairs.next().ok_or(if listed.is_empty() { Undrawn::Impossible } else { Undrawn::Rare });
        }
        let setups: Vec<Self> =
            listed.iter().map(|order| orders.setup(order, order)).filter(|setup| playable(setup)).collect();
        random.choice(setups).ok_or(Undrawn::Impossible)
    }

    /// Whether the rules leave White's pieces only one order.
    pub fn has_one_order(variant: &Variant, shuffle: &Shuffle) -> bool {
        let mut orders = 0;
        let mut second = |_: &[PieceKind]| {
            orders += 1;
            if orders < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        Orders::new(variant, shuffle).is_ok_and(|found| found.each(&mut Vec::new(), &mut second).is_continue())
    }
}

impl Variant {
    /// White's pieces in the start position on the squares of `start.shuffle`, including those that take no part.
    pub fn on_shuffled_squares(&self) -> impl Iterator<Item = (Square, PieceKind)> {
        let squares = self.rules.shuffle.as_ref().map(|shuffle| shuffle.squares).unwrap_or_default();
        squares.iter().filter_map(|sq| {
            let piece = self.start.at(sq)?;
            (piece.color() == Color::White).then(|| (sq, piece.kind()))
        })
    }

    /// White's pieces in the start position that take part.
    pub fn shuffled_pieces(&self) -> impl Iterator<Item = (Square, PieceKind)> {
        let kinds = self.rules.shuffle.as_ref().map_or(KindSet::EMPTY, |shuffle| shuffle.kinds);
        self.on_shuffled_squares().filter(move |(_, kind)| kinds.has(*kind))
    }

    /// White's squares on which a rule may place pieces of a kind, as far as the kind alone decides: White's pieces may
    /// stand there, and Black's on the corresponding squares.
    pub(in crate::variant) fn drawn_area(&self, shuffle: &Shuffle, kind: PieceKind) -> Area {
        let on = shuffle.on.iter().filter(|(kinds, _)| kinds.has(kind));
        let asked = on.fold(shuffle.squares, |all, (_, squares)| all & *squares);
        let may_stand = |color, sq| self.may_stand(Piece::new(kind, color), shuffle.square(self.board, color, sq));
        asked.iter().filter(|&sq| Color::ALL.into_iter().all(|color| may_stand(color, sq))).collect()
    }

    /// White's squares on which pieces change places.
    pub fn shuffled_squares(&self) -> Area {
        self.shuffled_pieces().map(|(sq, _)| sq).collect()
    }
}

/// The orders in which White's pieces may fill the squares of the rule. An order is a list of kinds, by square; pieces
/// that take no part keep their squares.
struct Orders<'a> {
    variant: &'a Variant,
    shuffle: &'a Shuffle,
    /// The squares, with the kinds that are on them in the start position.
    home: Vec<(Square, PieceKind)>,
    /// The kinds of the pieces that take part.
    drawn: Vec<PieceKind>,
    /// For each kind of the game, the squares on which it may be placed.
    areas: Vec<Area>,
    /// For each kind of the game, the first of the shuffled kinds that every condition treats alike.
    alike: Vec<PieceKind>,
    /// The number of ways in which the remaining pieces may fill the other squares, by everything that the number
    /// depends on.
    ways: HashMap<Vec<u8>, f64>,
}

impl<'a> Orders<'a> {
    fn new(variant: &'a Variant, shuffle: &'a Shuffle) -> Result<Self, Undrawn> {
        let sets = || {
            let between = shuffle.between.iter().flat_map(|(inner, outer)| [inner, outer]);
            shuffle.unlike_shades.iter().chain(&shuffle.apart).chain(between)
        };
        let areas: Vec<Area> = variant.kinds().map(|(kind, _)| variant.drawn_area(shuffle, kind)).collect();
        let alike = |one: PieceKind, other: PieceKind| {
            areas[one.index()] == areas[other.index()] && sets().all(|set| set.has(one) == set.has(other))
        };
        let drawn: Vec<PieceKind> = variant.shuffled_pieces().map(|(_, kind)| kind).collect();
        let first = |kind: PieceKind| drawn.iter().copied().find(|other| alike(kind, *other)).unwrap_or(kind);
        let alike = variant.kinds().map(|(kind, _)| first(kind)).collect();
        let home = variant.on_shuffled_squares().collect();
        let mut orders = Self { variant, shuffle, home, drawn, areas, alike, ways: HashMap::new() };
        let all = orders.count(&mut Vec::new())?;
        if all > 0.0 { Ok(orders) } else { Err(Undrawn::Impossible) }
    }

    /// The number of ways in which the remaining pieces may fill the other squares. Those of one kind count as
    /// different, so that kinds need not be distinguished if the conditions do not.
    fn count(&mut self, filled: &mut Vec<PieceKind>) -> Result<f64, Undrawn> {
        if filled.len() == self.home.len() {
            return Ok(1.0);
        }
        let memory = self.memory(filled);
        if let Some(known) = self.ways.get(&memory) {
            return Ok(*known);
        }
        if self.ways.len() >= limits::SHUFFLE_STATES {
            return Err(Undrawn::TooMany);
        }
        let mut ways = 0.0;
        for (kind, pieces) in self.next(filled, |kind| self.alike[kind.index()]) {
            filled.push(kind);
            ways += f64::from(pieces) * self.count(filled)?;
            filled.pop();
        }
        self.ways.insert(memory, ways);
        Ok(ways)
    }

    /// Everything about the squares filled so far that the rest depends on.
    fn memory(&self, filled: &[PieceKind]) -> Vec<u8> {
        let board = self.variant.board;
        let alike = |kind: PieceKind| self.alike[kind.index()];
        let left = self.left(filled, alike).into_iter().map(|(_, pieces)| pieces);
        // Of two pieces on squares of different shades the second must know where the first stands.
        let shades = self.shuffle.unlike_shades.iter().map(|kinds| match self.standing(filled, *kinds).as_slice() {
            [one] => 1 + self.variant.board.shade(*one),
            _ => 0,
        });
        let neighbor = filled.last().filter(|_| !self.shuffle.apart.is_empty()).map(|kind| alike(*kind).0);
        let end = self.shuffle.between.and_then(|(_, ends)| self.standing(filled, ends).first().copied());
        let end = end.map(|sq| board.rank(sq));
        let mut memory = vec![filled.len() as u8, end.map_or(0, |rank| 1 + rank)];
        memory.extend(left.chain(shades).chain(neighbor));
        memory
    }

    /// The number of remaining pieces of each kind that takes part. Kinds for which `of` returns the same kind are
    /// counted together.
    fn left(&self, filled: &[PieceKind], of: impl Fn(PieceKind) -> PieceKind) -> Vec<(PieceKind, u8)> {
        let mut left: Vec<(PieceKind, u8)> = Vec::new();
        for kind in self.drawn.iter().map(|kind| of(*kind)) {
            match left.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, pieces)) => *pieces += 1,
                None => left.push((kind, 1)),
            }
        }
        for kind in filled.iter().filter(|kind| self.shuffle.kinds.has(**kind)).map(|kind| of(*kind)) {
            left.iter_mut().filter(|(known, _)| *known == kind).for_each(|(_, pieces)| *pieces -= 1);
        }
        left
    }

    /// The kinds that the next square may have, grouped the same way, and how many pieces of each are left.
    fn next(&self, filled: &[PieceKind], of: impl Fn(PieceKind) -> PieceKind) -> Vec<(PieceKind, u8)> {
        let kind = self.home[filled.len()].1;
        let mut next = if self.shuffle.kinds.has(kind) { self.left(filled, of) } else { vec![(kind, 1)] };
        next.retain(|(kind, pieces)| *pieces > 0 && self.fits(filled, *kind));
        next
    }

    /// The kinds that the next square may have, and the number of ways to fill the squares then.
    fn choices(&self, filled: &[PieceKind]) -> Vec<(PieceKind, f64)> {
        let mut further = filled.to_vec();
        let ways = |(kind, pieces): (PieceKind, u8)| {
            further.push(kind);
            let all = further.len() == self.home.len();
            let ways = if all { Some(1.0) } else { self.ways.get(&self.memory(&further)).copied() };
            further.pop();
            (kind, f64::from(pieces) * ways.unwrap_or_default())
        };
        self.next(filled, |kind| kind).into_iter().map(ways).filter(|(_, ways)| *ways > 0.0).collect()
    }

    /// Draws an order, all being equally likely.
    fn draw(&self, random: &mut Rng) -> Vec<PieceKind> {
        let mut filled = Vec::new();
        while filled.len() < self.home.len() {
            let choices = self.choices(&filled);
            let mut lot = random.f64() * choices.iter().map(|(_, ways)| ways).sum::<f64>();
            let is_drawn = |(_, ways): &&(PieceKind, f64)| {
                lot -= ways;
                lot < 0.0
            };
            // Rounding errors can leave a rest, which goes to the last choice.
            let Some((kind, _)) = choices.iter().find(is_drawn).or(choices.last()) else { break };
            filled.push(*kind);
        }
        filled
    }

    /// Visits one order after another.
    fn each(
        &self,
        filled: &mut Vec<PieceKind>,
        visit: &mut impl FnMut(&[PieceKind]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if filled.len() == self.home.len() {
            return visit(filled);
        }
        for (kind, _) in self.choices(filled) {
            filled.push(kind);
            self.each(filled, visit)?;
            filled.pop();
        }
        ControlFlow::Continue(())
    }

    /// The squares filled so far with these kinds.
    fn standing(&self, filled: &[PieceKind], kinds: KindSet) -> Vec<Square> {
        self.home.iter().zip(filled).filter(|(_, kind)| kinds.has(**kind)).map(|((sq, _), _)| *sq).collect()
    }

    /// Whether a kind may stand on the next square, by all conditions that depend only on squares.
    fn fits(&self, filled: &[PieceKind], kind: PieceKind) -> bool {
        let (board, shuffle) = (self.variant.board, self.shuffle);
        let sq = self.home[filled.len()].0;
        let on_rank = |other: Square| board.rank(other) == board.rank(sq);
        let unlike = |kinds: &KindSet| {
            !kinds.has(kind) || self.standing(filled, *kinds).iter().all(|other| board.shade(*other) != board.shade(sq))
        };
        let before = self.home.iter().zip(filled).next_back();
        let beside = before.filter(|((other, _), _)| on_rank(*other) && board.file(*other) + 1 == board.file(sq));
        let apart = |kinds: &KindSet| !kinds.has(kind) || beside.is_none_or(|(_, neighbor)| !kinds.has(*neighbor));
        let between = |(inner, ends): (KindSet, KindSet)| {
            let mut outer = self.standing(filled, ends);
            outer.extend(ends.has(kind).then_some(sq));
            match outer[..] {
                [] => !inner.has(kind),
                [left] => !inner.has(kind) || on_rank(left),
                [left, ..] => !inner.has(kind) && (on_rank(left) || self.standing(filled, inner).is_empty()),
            }
        };
        (!shuffle.kinds.has(kind) || self.areas[kind.index()].has(sq))
            && shuffle.unlike_shades.iter().all(unlike)
            && shuffle.apart.iter().all(apart)
            && shuffle.between.is_none_or(between)
    }

    /// Whether a position meets the conditions on all pieces together.
    fn allows(&self, setup: &Setup) -> bool {
        let first = &setup.board[..usize::from(self.variant.board.files())];
        let is_first =
            |order: &Vec<PieceKind>| order.iter().map(|kind| Piece::new(*kind, Color::White)).eq(first.iter().copied());
        !self.shuffle.except.iter().any(is_first) && (!self.shuffle.all_protected || self.protects(setup))
    }

    /// Whether every piece of White's second rank is protected.
    fn protects(&self, setup: &Setup) -> bool {
        let board = self.variant.board;
        let mut second = board.all().filter(|sq| board.rank(*sq) == 1 && setup.at(*sq).is_some());
        second.all(|pawn| board.all().any(|from| guards(self.variant, setup, pawn, from)))
    }

    /// The start position with the pieces of each side in these orders.
    fn setup(&self, white: &[PieceKind], black: &[PieceKind]) -> Setup {
        let mut setup = self.variant.start.clone();
        for (color, kinds) in Color::ALL.into_iter().zip([white, black]) {
            for ((sq, _), kind) in self.home.iter().zip(kinds) {
                let takes_part = self.shuffle.kinds.has(*kind);
                let sq = self.shuffle.square(self.variant.board, color, *sq);
                if let Some(slot) = setup.board.get_mut(sq.index()).filter(|_| takes_part) {
                    *slot = Piece::new(*kind, color);
                }
            }
        }
        setup.assume_unmoved(self.variant);
        setup
    }
}

/// Whether White's piece on `from` could capture the piece on `pawn` if that were an enemy.
fn guards(variant: &Variant, setup: &Setup, pawn: Square, from: Square) -> bool {
    let Some(piece) = setup.at(from).filter(|piece| piece.color() == Color::White) else { return false };
    let (kind, mover) = (variant.kind(piece.kind()), Runner { color: Color::White, from });
    let mut moves = kind.moves(Color::White).filter(|moves| moves.are_there(from, setup.once[Color::White]));
    moves.any(|moves| {
        let view = Guarded { variant, setup, kind, enter: moves.enter, pawn };
        let captures = run(moves.program, &view, mover, &mut Seen::default(), &mut |outcome| {
            if outcome.victims.contains(&pawn) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        captures.is_break()
    })
}

/// The board as White's pieces of a kind see it, with one of White's pieces taken for an enemy.
struct Guarded<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    kind: &'a Kind,
    enter: Area,
    pawn: Square,
}

impl Terrain for Guarded<'_> {
    fn geometry(&self) -> Geometry {
        self.variant.board
    }

    fn occupant(&self, sq: Square) -> Occupant {
        match self.setup.at(sq) {
            _ if !self.enter.has(sq) => Occupant::Hole,
            None => Occupant::Empty,
            Some(piece) => {
                let royal = self.variant.kind(piece.kind()).royal;
                match piece.color() == Color::Black || sq == self.pawn {
                    true => Occupant::Enemy { royal },
                    false => Occupant::Friend { royal },
                }
            }
        }
    }

    fn is_hurdle(&self, sq: Square) -> bool {
        self.setup.at(sq).is_none_or(|piece| !self.kind.hop_exclude.has(piece.kind()))
    }

    fn is_start(&self, sq: Square) -> bool {
        self.setup.at(sq).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;
    use crate::variant::{Library, find, load};
    use std::collections::{BTreeMap, BTreeSet, HashSet};
    use std::sync::Arc;

    fn game(name: &str) -> Arc<Variant> {
        Library::bundled().get(name).expect("bundled")
    }

    fn draw(variant: &Variant, random: &mut Rng) -> Setup {
        Setup::shuffled(variant, random, 1000, &mut |_| true).expect("it can be drawn")
    }

    /// How many orders a game allows.
    fn count(variant: &Variant) -> usize {
        let orders = Orders::new(variant, variant.rules.shuffle.as_ref().expect("it shuffles")).expect("some order");
        let mut count = 0;
        let all = orders.each(&mut Vec::new(), &mut |kinds| {
            count += usize::from(orders.allows(&orders.setup(kinds, kinds)));
            ControlFlow::Continue(())
        });
        assert!(all.is_continue());
        count
    }

    /// Literature: Fischer's, ICS wild 0 with the king on e1, ICS wild 2.
    #[test]
    fn the_number_of_orders_matches_the_literature() {
        assert_eq!(count(&game("fischerandom")), 960);
        assert_eq!(count(&game("wildcastle")), 18);
        assert_eq!(count(&game("nocastle")), 2880);
    }

    /// Counted by a program that knows only the conditions: 12130, and one less without the array of Gothic chess. The
    /// literature says 12118, but gives no condition that would exclude eleven more.
    #[test]
    fn capablanca_random_orders() {
        assert_eq!(count(&game("caparandom")), 12129);
    }

    /// In every state, a choice has the weight of the number of orders it leads to.
    #[test]
    fn choices_are_weighted_by_the_orders_they_lead_to() {
        for name in ["fischerandom", "wildcastle", "caparandom"] {
            let variant = game(name);
            let orders = Orders::new(&variant, variant.rules.shuffle.as_ref().expect("it shuffles")).expect("some");
            let order = orders.draw(&mut Rng::with_seed(2));
            for length in 0..order.len() {
                let choices = orders.choices(&order[..length]);
                let lead_to = |kind: PieceKind| {
                    let mut count = 0.0;
                    let _ = orders.each(&mut [&order[..length], &[kind]].concat(), &mut |_| {
                        count += 1.0;
                        ControlFlow::Continue(())
                    });
                    count
                };
                let one = choices[0].1 / lead_to(choices[0].0);
                assert!(choices.iter().all(|(kind, ways)| *ways == one * lead_to(*kind)), "{name}: {choices:?}");
            }
        }
    }

    #[test]
    fn black_mirrors_white_or_turns_the_board() {
        for name in ["fischerandom", "caparandom"] {
            let mut variant = Variant::clone(&game(name));
            for black in [Symmetry::Mirrored, Symmetry::Rotated] {
                if black == Symmetry::Rotated {
                    let board = variant.board;
                    for sq in board.all().filter(|sq| board.rank(*sq) == 0) {
                        let kind = variant.start.board[sq.index()].kind();
                        variant.start.board[board.turned(sq).index()] = Piece::new(kind, Color::Black);
                    }
                }
                variant.rules.shuffle.as_mut().expect("it shuffles").black = black;
                let setup = draw(&variant, &mut Rng::with_seed(5));
                for sq in variant.board.all().filter(|sq| variant.board.rank(*sq) == 0) {
                    let flipped = variant.board.flipped(sq);
                    let other = if black == Symmetry::Mirrored { flipped } else { variant.board.turned(sq) };
                    let [white, black] = [sq, other].map(|sq| setup.board[sq.index()]);
                    assert_eq!((white.kind(), black.color()), (black.kind(), Color::Black));
                }
            }
        }
    }

    /// Each side's order is one of 18, whatever the other's is, and the pieces that take no part stay.
    #[test]
    fn black_may_be_drawn_independently() {
        let mut variant = Variant::clone(&game("wildcastle"));
        let both: BTreeSet<String> =
            (1..1000).map(|seed| draw(&variant, &mut Rng::with_seed(seed)).fen(&variant)).collect();
        assert_eq!(both.len(), 18);
        variant.rules.shuffle.as_mut().expect("it shuffles").black = Symmetry::Independent;
        let mut random = Rng::with_seed(1);
        let mut drawn: BTreeMap<[String; 2], u32> = BTreeMap::new();
        for _ in 0..6480 {
            let fen = draw(&variant, &mut random).fen(&variant);
            assert!(fen.starts_with('r') && fen.contains("PPPPPPPP/R") && fen.ends_with("R w KQkq - 0 1"), "{fen}");
            let ranks: Vec<&str> = fen.split([' ', '/']).collect();
            *drawn.entry([ranks[0].to_owned(), ranks[7].to_ascii_lowercase()]).or_default() += 1;
        }
        assert_eq!(drawn.len(), 18 * 18);
        assert!(drawn.values().all(|times| (3..60).contains(times)), "{drawn:?}");
        assert_eq!(drawn.keys().filter(|[black, white]| black == white).count(), 18);
    }

    /// Left-out orders are left out for both sides. Of the two orders of king and queen one is left, even if none is
    /// drawn at first.
    #[test]
    fn conditions_hold_for_both_sides() {
        let mut variant = Variant::clone(&game("normal"));
        let kinds = |ids: &str| ids.chars().filter_map(|id| variant.kind_by_id(&id.to_string())).collect::<Vec<_>>();
        let shuffle = Shuffle {
            kinds: kinds("KQ").into_iter().collect(),
            squares: variant.board.area_where(|_, rank| rank == 0),
            on: Vec::new(),
            unlike_shades: Vec::new(),
            apart: Vec::new(),
            between: None,
            all_protected: false,
            except: vec![kinds("RNBQKBNR")],
            black: Symmetry::Independent,
        };
        variant.rules.shuffle = Some(shuffle);
        for tries in [0, 100] {
            let setup = Setup::shuffled(&variant, &mut Rng::with_seed(1), tries, &mut |_| true).expect("one is left");
            assert!(setup.fen(&variant).starts_with("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR "));
        }
    }

    /// The pawn is protected by the wazir below it, or by the rook along the rank unless there is a hole between them.
    #[test]
    fn all_pieces_protect_but_not_through_holes() {
        let orders = |second: &str, holes: &str| {
            let fen = format!("a1b1k/p{second}r/5/5/P{}R/A1B1K w - - 0 1", second.to_uppercase());
            let text = format!(
                "name = \"guards\"\nboard = {{ files = 5, ranks = 6{holes} }}\n[start]\nfen = \"{fen}\"\n\
                 shuffle = {{ pieces = [\"A\", \"B\"], all_protected = true }}\n[castling]\nstyle = \"none\"\n[pieces]\n\
                 K = {{ move = \"K\" }}\nA = {{ move = \"W\" }}\nB = {{ move = \"F\" }}\nR = {{ move = \"R\" }}\n\
                 P = {{ move = \"fmWfcF\" }}\n"
            );
            let (variant, reports) = load(&Source::new("guards", text), &find);
            count(&variant.unwrap_or_else(|| panic!("{reports:?}")))
        };
        assert_eq!(orders("3", ""), 2);
        assert_eq!(orders("*2", ", holes = \"b2 b5\""), 1);
    }

    #[test]
    fn games_that_do_not_shuffle_have_one_start() {
        let library = Library::bundled();
        let still = library.variants().filter(|variant| variant.rules.shuffle.is_none());
        let mut names = HashSet::new();
        for variant in still {
            assert_eq!(draw(variant, &mut Rng::with_seed(3)), variant.start);
            names.insert(&variant.name);
        }
        assert!(names.len() > 50);
    }

    /// A drawn position can castle with the partners that it has.
    #[test]
    fn castling_rights_follow_the_drawn_pieces() {
        let variant = game("fischerandom");
        let king = variant.kind_by_id("K").expect("a king");
        for seed in 0..50 {
            let setup = draw(&variant, &mut Rng::with_seed(seed));
            assert_eq!(setup.unmoved.count(), 6);
            let kings = setup.unmoved.iter().filter(|sq| setup.board[sq.index()].kind() == king);
            assert_eq!(kings.count(), 2);
            assert_eq!(Setup::parse(&variant, &setup.fen(&variant)).as_ref(), Ok(&setup));
        }
    }
}
