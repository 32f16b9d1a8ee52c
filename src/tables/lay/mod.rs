//! Laying a variant on its board.

mod draft;
mod hits;
mod immobile;
mod paths;
mod places;
mod terms;

use super::groups::{BARRED, Group, MAX_GROUPS, Membership, Need, ROYALS, Way};
use super::interpreted::{Interpreted, InterpretedPart};
use super::keys::Keys;
use super::lines::Ring;
use super::parts::{LocustCapture, MoverShape, Parts, Path, Paths, PathsId, Table, TableId};
use super::store::Store;
use super::{Blast, LayError, Mover, PromotionPlace, Tables, Traits, rights};
use crate::board::{ByColor, BySquare, Color, Geometry, Piece, PieceKind, Square, Squares, Step};
use crate::variant::{FacingRule, Kind, Variant};
use crate::xbetza::When;
use draft::{Gather, Place};
use once_cell::sync::OnceCell;
use std::sync::Arc;

/// All moves of a piece.
struct Laid<const N: usize> {
    parts: Parts,
    initial: Parts,
    locust_captures: Vec<Vec<LocustCapture<N>>>,
    en_passant: TableId,
    passes: Option<PathsId>,
    interpreted: Vec<InterpretedPart<N>>,
}

/// Builder for the tables.
pub(super) struct Layout<const N: usize> {
    variant: Arc<Variant>,
    board: Squares<N>,
    store: Store<N>,
}

impl<const N: usize> Layout<N> {
    fn empty(variant: &Arc<Variant>) -> Self {
        let geometry = variant.board;
        let board: Squares<N> = (geometry.area() & !variant.holes).resized();
        let king = Ring::<N>::steps_around(Step::new(0, 1));
        Self {
            variant: Arc::clone(variant),
            board,
            store: Store {
                rings: vec![Ring::new(geometry, !board, king)],
                arena: vec![Table::filled(Squares::EMPTY)],
                cuts: Vec::new(),
                paths: Vec::new(),
            },
        }
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<N> {
        self.board.iter()
    }

    /// Stores a table, sharing equal ones.
    fn keep(&mut self, table: Table<N>) -> TableId {
        let at = self.store.arena.iter().position(|known| *known == table).unwrap_or_else(|| {
            self.store.arena.push(table);
            self.store.arena.len() - 1
        });
        TableId(at as u16)
    }

    fn keep_paths(&mut self, single: &[(Square, Path<N>)]) -> Option<PathsId> {
        if single.is_empty() {
            return None;
        }
        let paths = Paths::new(self.variant.board.squares(), single);
        let at = self.store.paths.iter().position(|known| *known == paths).unwrap_or_else(|| {
            self.store.paths.push(paths);
            self.store.paths.len() - 1
        });
        Some(PathsId(at as u16))
    }

    /// The table of origins for a table of targets given by square.
    pub(super) fn transposed(&mut self, targets: impl Fn(&Self, Square) -> Squares<N>) -> TableId {
        let mut table = Table::filled(Squares::EMPTY);
        for from in self.squares() {
            table[from] = targets(self, from);
        }
        let table = hits::transpose(self.variant.board.squares(), &table);
        self.keep(table)
    }

    fn ring_of(&mut self, step: Step) -> (u8, u8) {
        let steps = Ring::<N>::steps_around(step);
        let ring = self.store.rings.iter().position(|ring| ring.steps == steps).unwrap_or_else(|| {
            self.store.rings.push(Ring::new(self.variant.board, !self.board, steps));
            self.store.rings.len() - 1
        });
        let direction = self.store.rings[ring].direction(step).expect("the ring was made of the steps around this one");
        (ring as u8, direction)
    }

    /// Lays the moves of all pieces.
    fn movers(&mut self, count: usize) -> (Vec<Mover<N>>, Vec<Interpreted<N>>) {
        let pieces = || (0..count).map(|i| Piece(i as u8));
        let (mut movers, interpreted): (Vec<_>, Vec<_>) = pieces().map(|piece| self.piece(piece)).unzip();
        let immobile: Vec<Squares<N>> =
            pieces().map(|piece| self.immobile(piece, &movers[piece.index()], &interpreted[piece.index()])).collect();
        for (piece, mover) in pieces().zip(&mut movers) {
            mover.promotions = self.promotions(piece, &immobile);
            mover.always_promotes = self.always_promotes(mover);
            mover.doubles_promote = self.doubles_promote(mover);
            mover.drop = self.drop_targets(piece, immobile[piece.index()]);
            if interpreted[piece.index()].is_empty() {
                mover.shifts = self.shifts(piece, mover);
            }
        }
        let interpreted = pieces().zip(interpreted).filter(|(_, parts)| !parts.is_empty());
        (movers, interpreted.map(|(piece, parts)| Interpreted::new(piece, parts)).collect())
    }

    /// Lays the moves of a piece; also returns the terms left to the interpreter.
    fn piece(&mut self, piece: Piece) -> (Mover<N>, Vec<InterpretedPart<N>>) {
        let variant = Arc::clone(&self.variant);
        let kind = variant.kind(piece.kind());
        let mut laid = self.moves(piece, false);
        let free: Vec<_> = laid.interpreted.iter().filter(|part| part.once.is_none()).collect();
        // A capture by an interpreted term that passes over its victim may be one en passant, too.
        let captures_overlap =
            laid.en_passant != TableId::EMPTY && free.iter().any(|part| part.term.captures_on_the_way());
        if captures_overlap || self.doubles_overlap(&[&laid.parts, &laid.initial], &free) {
            laid = self.moves(piece, true);
        }
        let Laid { parts, initial, locust_captures, en_passant, passes, interpreted } = laid;
        let mover = Mover {
            shape: MoverShape::of(&parts),
            parts,
            initial: (!initial.is_empty()).then_some(initial),
            en_passant,
            locust_captures,
            passes,
            promotions: Vec::new(),
            always_promotes: false,
            doubles_promote: false,
            shifts: Vec::new(),
            drop: None,
            in_hand: kind.in_hand.filter(|_| returns(&variant, piece.kind())),
            counts_as_pawn: kind.counts_as_pawn[piece.color()],
            barred: variant.barred_for(piece.kind()),
        };
        (mover, interpreted)
    }

    /// Lays the programs of a piece; if `interpreting`, everything possible is left to the interpreter.
    fn moves(&mut self, piece: Piece, interpreting: bool) -> Laid<N> {
        let mut gather = self.gather(piece, interpreting);
        let parts = gather.always.finish(self);
        let sure =
            |from| self.store.set(parts.leap, from) | self.store.set(parts.take, from) | self.first_steps(&parts, from);
        let squares = self.variant.board.squares();
        let alone = gather.interpreted.is_empty() && gather.en_passant == Table::filled(Squares::EMPTY);
        let locust_captures = gather.locust_captures.settle(squares, sure, alone, &mut gather.interpreted);
        // A move made by two terms gives en passant rights if one of them does,
        // and uses up no right if one of them needs none.
        gather.interpreted.sort_by_key(|part| (part.once, !part.term.marks_en_passant()));
        Laid {
            parts,
            initial: gather.initial.finish(self),
            locust_captures,
            en_passant: self.keep(gather.en_passant),
            passes: self.keep_paths(&gather.passes),
            interpreted: gather.interpreted,
        }
    }

    fn gather(&mut self, piece: Piece, interpreting: bool) -> Gather<N> {
        let variant = Arc::clone(&self.variant);
        let (kind, color) = (variant.kind(piece.kind()), piece.color());
        let mut gather = Gather::new(interpreting, variant.barred_for(piece.kind()));
        for moves in kind.moves(color) {
            let [from, enter] = [moves.from, moves.enter].map(|area| area.resized() & self.board);
            self.program(piece, moves.program, Place { color, from, enter, once: moves.once }, &mut gather);
        }
        gather
    }

    /// Whether a move that leaves en passant squares behind might also be made
    /// without leaving any.
    fn doubles_overlap(&self, parts: &[&Parts], interpreted: &[&InterpretedPart<N>]) -> bool {
        let marked = interpreted.iter().any(|part| part.term.marks_en_passant());
        self.squares().any(|from| {
            let others: Squares<N> = parts.iter().map(|parts| self.reach(parts, from)).collect();
            let lists = parts.iter().filter_map(|parts| parts.doubles);
            let doubles: Squares<N> = lists.map(|list| self.store.paths(list).reach(from, Squares::EMPTY)).collect();
            (others & doubles).any() || (doubles.any() && !interpreted.is_empty()) || (others.any() && marked)
        })
    }

    /// The destinations of parts from a square on some board, without doubles.
    fn reach(&self, parts: &Parts, from: Square) -> Squares<N> {
        let leaps = [parts.leap, parts.quiet, parts.take].map(|table| self.store.set(table, from));
        let slides = parts.slides.iter().map(|slide| hits::union(slide.directions, self.store.rays(slide, from)));
        let hops = parts.hops.iter().map(|hop| hits::union(hop.directions, self.store.flights(hop, from)));
        let lame = parts.lame.iter().map(|lame| self.store.paths(lame.paths).reach(from, Squares::EMPTY));
        leaps.into_iter().chain(slides).chain(hops).chain(lame).collect()
    }

    /// The destinations of the first steps of capturing slides, whatever pieces are on the board.
    fn first_steps(&self, parts: &Parts, from: Square) -> Squares<N> {
        let mut out = Squares::EMPTY;
        for slide in parts.slides.iter().filter(|slide| slide.mode.takes()) {
            let (ring, rays) = (self.store.ring(slide.ring), self.store.rays(slide, from));
            for d in (0..8).filter(|d| slide.directions >> d & 1 != 0) {
                out |= ring.slide(rays[d], d, ring.ascending >> d & 1 != 0, rays[d]);
            }
        }
        out
    }

    /// Unites equal groups of all pieces; adds those of royals that may not face each other.
    fn groups(&mut self, movers: &[Mover<N>]) -> Result<(Vec<Group>, Vec<Membership>), LayError> {
        let hits: Vec<Vec<Group>> = (0..movers.len()).map(|i| self.all_hits(Piece(i as u8), &movers[i])).collect();
        let mut groups: Vec<Group> = Vec::new();
        for hit in hits.iter().flatten() {
            if !groups.contains(hit) {
                groups.push(*hit);
            }
        }
        groups.sort_by_key(Group::turn);
        let mut membership = vec![Membership::default(); movers.len()];
        let barred = self.variant.barred_hurdles();
        for (index, hits) in hits.iter().enumerate() {
            let piece = Piece(index as u8);
            let member = &mut membership[index];
            let mut fits = groups.len() <= MAX_GROUPS;
            if self.variant.kind(piece.kind()).royal {
                fits &= member.push(ROYALS[piece.color().index()]);
            }
            for (_, number) in barred.iter().zip(BARRED).filter(|(set, _)| set.has(piece.kind())) {
                fits &= member.push(number);
            }
            for hit in hits {
                let at = groups.iter().position(|known| known == hit).expect("groups are those of all hits");
                fits &= member.push(at as u8);
            }
            if !fits {
                let message = match groups.len() <= MAX_GROUPS {
                    true => "this piece attacks in too many different ways: give it fewer kinds of rides or hops",
                    false => {
                        "the pieces of this game attack in too many different ways: give them fewer kinds of moves that \
                         capture, or let more pieces share them"
                    }
                };
                return Err(LayError { kind: piece.kind(), message: message.into() });
            }
        }
        Ok((groups, membership))
    }

    fn all_hits(&mut self, piece: Piece, mover: &Mover<N>) -> Vec<Group> {
        let mut hits = hits::hits(self, piece, &mover.parts, false);
        if let Some(initial) = &mover.initial {
            hits.extend(hits::hits(self, piece, initial, true));
        }
        hits.extend(self.facing(piece));
        hits
    }

    /// The attack of a royal on the enemy's royal if they may not face each other.
    fn facing(&mut self, piece: Piece) -> Option<Group> {
        let directions = self.variant.rules.royalty.facing.directions();
        let illegal = self.variant.rules.royalty.facing_rule == FacingRule::Illegal;
        if directions.is_empty() || !illegal || !self.variant.kind(piece.kind()).royal {
            return None;
        }
        let reach = self.transposed(|layout, from| {
            let rays = &layout.store.ring(0).rays[from];
            directions.iter().map(|&d| rays[d]).collect()
        });
        let way = Way::Line(0);
        Some(Group {
            color: piece.color(),
            need: Need::Clear,
            way,
            reach,
            royal_only: true,
            initial: false,
            barred: None,
        })
    }

    /// The pieces of a side that capture en passant, and for each square the origins of such captures.
    fn en_passant_takers(&mut self, movers: &[Mover<N>], color: Color) -> Vec<(Piece, TableId)> {
        let mut takers = Vec::new();
        for piece in pieces_of(movers.len(), color) {
            let id = movers[piece.index()].en_passant;
            if id != TableId::EMPTY {
                takers.push((piece, self.transposed(|layout, from| layout.store.set(id, from))));
            }
        }
        takers
    }

    /// The number of groups of a side that leap, and for each square those from which one of them attacks it.
    fn leapers(&mut self, groups: &[Group], color: Color) -> (usize, TableId) {
        let leaps = groups.iter().filter(|group| group.color == color && group.way == Way::Leap);
        let mut all = Table::filled(Squares::EMPTY);
        for group in leaps.clone() {
            self.board.iter().for_each(|sq| all[sq] |= self.store.set(group.reach, sq));
        }
        (leaps.count(), self.keep(all))
    }

    /// The squares on which unmoved pieces have additional moves.
    fn initial_squares(&self, movers: &[Mover<N>], interpreted: &[Interpreted<N>], start: &[Squares<N>]) -> Squares<N> {
        let mut out = Squares::EMPTY;
        for (index, mover) in movers.iter().enumerate() {
            let own = interpreted.iter().filter(|interpreted| interpreted.piece == Piece(index as u8));
            let mut terms = own.flat_map(|interpreted| &interpreted.parts).map(|part| &part.term);
            if mover.initial.is_some() || terms.any(|term| term.when == When::Unmoved) {
                out |= start[index];
            }
        }
        out & rights::right_squares(&self.variant)
    }
}

impl<const N: usize> Tables<N> {
    /// Lays a variant's programs on its board.
    ///
    /// # Errors
    ///
    /// If a piece's moves cannot be laid, or would take too long to generate.
    pub fn new(variant: &Arc<Variant>) -> Result<Self, LayError> {
        let geometry = variant.board;
        let mut layout = Layout::<N>::empty(variant);
        let board = layout.board;
        let count = variant.kinds.len() * 2;
        let (movers, interpreted) = layout.movers(count);
        let (groups, membership) = layout.groups(&movers)?;
        let start_squares: Vec<_> = (0..count).map(|i| rights::start_squares::<N>(variant, Piece(i as u8))).collect();
        let back = |color: Color| if color == Color::White { 0 } else { geometry.ranks() - 1 };
        let initial_squares = layout.initial_squares(&movers, &interpreted, &start_squares);
        let en_passant_takers = ByColor::from_fn(|color| layout.en_passant_takers(&movers, color));
        let leapers = ByColor::from_fn(|color| layout.leapers(&groups, color));
        let drops_uncover = !interpreted.is_empty() || groups.iter().any(|group| group.need != Need::Clear);
        let royal = |piece: &Piece| variant.kind(piece.kind()).royal;
        let split = groups.iter().position(|group| group.color == Color::Black).unwrap_or(groups.len());
        let crowned = |place: &PromotionPlace<N>| place.choices.iter().any(|&kind| variant.kind(kind).royal);
        let may_be_crowned = |piece: &Piece| movers[piece.index()].promotions.iter().any(crowned);
        let tables = Self {
            variant: Arc::clone(variant),
            royal_promoters: ByColor::from_fn(|color| pieces_of(count, color).filter(may_be_crowned).collect()),
            board,
            non_royals: ByColor::from_fn(|color| pieces_of(count, color).filter(|p| !royal(p)).collect()),
            locusts: ByColor::from_fn(|color| {
                pieces_of(count, color).filter(|piece| !movers[piece.index()].locust_captures.is_empty()).collect()
            }),
            royals: ByColor::from_fn(|color| pieces_of(count, color).filter(royal).collect()),
            groups_by_color: ByColor([0..split, split..groups.len()]),
            leapers,
            groups,
            membership,
            en_passant_takers,
            interpreted: ByColor::from_fn(|color| {
                let pieces = interpreted.iter().map(|interpreted| interpreted.piece);
                pieces.filter(|piece| piece.color() == color).collect()
            }),
            by_interpreter: by_piece(interpreted, count),
            start_squares,
            initial_squares,
            first_ranks: ByColor::from_fn(|color| geometry.area_where(|_, rank| rank == back(color)).resized()),
            files: files(board, variant),
            shades: shades(board, variant),
            neighbours: near(geometry, layout.store.ring(0)),
            keys: Keys::new(count),
            traits: Traits::of(variant, &movers, drops_uncover),
            blast: Blast::of(variant),
            droppable: {
                let droppable = |(number, kind): &(PieceKind, &Kind)| !kind.royal || variant.may_hold(*number);
                variant.kinds().filter(droppable).map(|(number, _)| number).collect()
            },
            held_as: variant.kinds().map(|(number, _)| variant.held_as(number)).collect(),
            material: OnceCell::new(),
            roles: OnceCell::new(),
            crownings: OnceCell::new(),
            goal_approaches: OnceCell::new(),
            movers,
            store: layout.store,
        };
        tables.check_effort()?;
        Ok(tables)
    }
}

/// Whether a captured piece of this kind goes to a hand.
fn returns(variant: &Variant, kind: PieceKind) -> bool {
    let hands = variant.rules.hands;
    (hands.captures && !variant.kind(kind).royal) || (hands.own_losses && variant.is_stock(kind))
}

fn pieces_of(count: usize, color: Color) -> impl Iterator<Item = Piece> {
    (0..count / 2).map(move |kind| Piece::new(PieceKind(kind as u8), color))
}

/// For each square, those one king's step away, holes included: distances do not go round holes.
fn near<const N: usize>(board: Geometry, king: &Ring<N>) -> BySquare<Squares<N>, N> {
    let mut near = BySquare::filled(Squares::EMPTY);
    for sq in board.all() {
        let steps = king.steps.iter().filter_map(|&step| board.neighbour(sq, step));
        near[sq] = steps.collect::<Squares<N>>().without(sq);
    }
    near
}

/// The terms left to the interpreter, by the number of the piece.
fn by_piece<const N: usize>(interpreted: Vec<Interpreted<N>>, count: usize) -> Vec<Option<Interpreted<N>>> {
    let mut by_piece = vec![None; count];
    for one in interpreted {
        let index = one.piece.index();
        by_piece[index] = Some(one);
    }
    by_piece
}

fn shades<const N: usize>(board: Squares<N>, variant: &Variant) -> [Squares<N>; 2] {
    [0, 1].map(|shade| board.iter().filter(|&sq| variant.board.shade(sq) == shade).collect())
}

fn files<const N: usize>(board: Squares<N>, variant: &Variant) -> BySquare<Squares<N>, N> {
    let mut files = BySquare::filled(Squares::EMPTY);
    for sq in board {
        files[sq] = board.iter().filter(|&other| variant.board.file(other) == variant.board.file(sq)).collect();
    }
    files
}
