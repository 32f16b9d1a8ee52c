//! The inputs of a network.
//!
//! Each input is a row number. There are rows for each side's pieces, by kind
//! and square; for how many of a kind each side has in hand; for checks left to
//! give; for one-time rights that are left; for squares that have become holes;
//! and for pieces behind which others may still enter. The numbers follow from
//! the game's rules alone. Both sides see the board from their own end if a
//! symmetry maps one side onto the other, and with their royal on the left if
//! moves are the same on both wings.

mod counterparts;

use crate::board::{Area, Color, Geometry, Piece, PieceKind, Square, Squares};
use crate::position::Position;
use crate::tables::{Barred, Tables};
use crate::variant::{Restriction, Rules};
use fastrand::Rng;

/// Numbers of a kind in hand that are greater than this are not distinguished.
const MOST_HELD: u16 = 8;
/// Marks entries without a row.
const NONE: u16 = u16::MAX;
/// Boards on which moves are compared to find a symmetry, and the share of their squares that is filled.
const TRIALS: usize = 6;
const TAKEN: f64 = 0.3;
/// Seed of the random numbers that fill them.
const SEED: u64 = 6;

/// The symmetry that maps Black's view of the board to White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    /// By flipping the board vertically, with files unchanged.
    Flip,
    /// By rotating it by half a turn.
    Turn,
    /// None: the sides play different games.
    None,
}

/// A view of the board: by which side, and whether mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub color: Color,
    pub mirrored: bool,
}

/// The inputs of the networks of one game.
#[derive(Debug)]
pub struct Inputs<const N: usize> {
    geometry: Geometry,
    kinds: usize,
    symmetry: Symmetry,
    wings_alike: bool,
    by_royal: bool,
    rows: usize,
    /// By view, piece and square.
    pieces: Vec<u16>,
    /// By view, side, and kind: the first of [`MOST_HELD`] rows.
    hands: Vec<u16>,
    /// By view and side: the row of one check left.
    checks: [[u16; 2]; 2],
    /// The largest number of checks to be given.
    most_checks: u8,
    /// By view and side: the row of the first right.
    once: [[u16; 2]; 2],
    /// By view and square.
    holes: Vec<u16>,
    gates: Vec<u16>,
}

impl<const N: usize> Inputs<N> {
    /// The inputs for a game, by its tables.
    pub fn new(t: &Tables<N>) -> Self {
        let geometry = t.geometry();
        let symmetry = [Symmetry::Flip, Symmetry::Turn].into_iter().find(|&symmetry| maps_sides(t, symmetry));
        let wings_alike = maps(t, false, |sq| geometry.mirrored(sq));
        let one_royal = |color| {
            let royal = |piece: &&Piece| !piece.is_none() && piece.color() == color && t.is_royal(piece.kind());
            t.variant().start.board.iter().filter(royal).count() == 1
        };
        let mut inputs = Self {
            geometry,
            kinds: t.variant().kinds.len(),
            symmetry: symmetry.unwrap_or(Symmetry::None),
            wings_alike,
            by_royal: wings_alike && Color::ALL.into_iter().all(one_royal),
            rows: 0,
            pieces: Vec::new(),
            hands: Vec::new(),
            checks: [[NONE; 2]; 2],
            most_checks: t.variant().rules.ends.checks.unwrap_or(0),
            once: [[NONE; 2]; 2],
            holes: Vec::new(),
            gates: Vec::new(),
        };
        inputs.number(t);
        inputs
    }

    /// The number of rows of each layer.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of layers: two if the sides see the board differently.
    pub fn layers(&self) -> usize {
        if self.symmetry == Symmetry::None { 2 } else { 1 }
    }

    /// Whether another game with the same pieces numbers its rows in the same way. A different start may prevent that:
    /// it determines whether sides and wings are alike.
    pub fn numbered_like(&self, other: &Self) -> bool {
        let form = |inputs: &Self| (inputs.rows, inputs.kinds, inputs.symmetry, inputs.by_royal);
        form(self) == form(other)
    }

    /// Whether mirroring a position changes its inputs but not its meaning: wings are alike, and views are not already
    /// mirrored according to the royal's wing.
    pub fn may_be_mirrored(&self) -> bool {
        self.wings_alike && !self.by_royal
    }

    /// Assigns each input its row.
    fn number(&mut self, t: &Tables<N>) {
        let rules = &t.variant().rules;
        let squares = self.geometry.squares();
        let views = Color::ALL.into_iter().flat_map(|color| [false, true].map(|mirrored| View { color, mirrored }));
        let held = |kind: PieceKind| {
            rules.drops.enabled
                || rules.fills_hands()
                || t.variant().start.hands.0.iter().any(|hand| hand[kind.index()] > 0)
        };
        for view in views {
            let mut next = 0u16;
            let mut take = |count: usize| {
                next += count as u16;
                next - count as u16
            };
            let mut pieces = vec![NONE; 2 * self.kinds * squares];
            // White's numbers serve both sides if a symmetry maps one to the other.
            let seen_as = if self.symmetry == Symmetry::None { view.color } else { Color::White };
            for whose in [seen_as, !seen_as] {
                let actual = if seen_as == view.color { whose } else { !whose };
                for (kind, described) in t.variant().kinds().filter(|(_, kind)| kind.may_belong_to(whose)) {
                    let region: Squares<N> = described.region[whose].resized();
                    let mut rows = vec![NONE; squares];
                    (region & t.board).iter().for_each(|sq| rows[sq.index()] = take(1));
                    let piece = Piece::new(kind, actual);
                    for sq in self.geometry.all() {
                        pieces[piece.index() * squares + sq.index()] = rows[self.seen(view, sq).index()];
                    }
                }
            }
            self.pieces.append(&mut pieces);
            let mut hands = vec![NONE; 2 * self.kinds];
            for whose in [seen_as, !seen_as] {
                let actual = if seen_as == view.color { whose } else { !whose };
                for (kind, _) in t.variant().kinds().filter(|(kind, _)| held(*kind)) {
                    hands[actual.index() * self.kinds + kind.index()] = take(usize::from(MOST_HELD));
                }
                if let Some(checks) = rules.ends.checks {
                    self.checks[view.color.index()][actual.index()] = take(usize::from(checks));
                }
                if t.traits.once {
                    self.once[view.color.index()][actual.index()] = take(rules.once.len());
                }
            }
            self.hands.append(&mut hands);
            let mut squares_if = |wanted: bool| {
                let first = if wanted { take(squares) } else { 0 };
                let row = |sq| if wanted { first + self.seen(view, sq).index() as u16 } else { NONE };
                self.geometry.all().map(row).collect::<Vec<u16>>()
            };
            let (mut holes, mut gates) =
                (squares_if(rules.makes_holes()), squares_if(t.traits.restrictions.has(Restriction::Gating)));
            self.holes.append(&mut holes);
            self.gates.append(&mut gates);
            self.rows = self.rows.max(usize::from(next));
        }
    }

    /// The groups of each row, layer by layer: the same piece anywhere, on
    /// a rank, on a file, or in hand.
    pub fn groups(&self) -> Vec<Vec<u16>> {
        let mut all = Vec::new();
        let (squares, ranks, files) = (self.geometry.squares(), self.geometry.ranks(), self.geometry.files());
        for color in Color::ALL.into_iter().take(self.layers()) {
            let view = View { color, mirrored: false };
            let mut groups = vec![Vec::new(); self.rows];
            let mut next = 0;
            let mut take = |count: u8| {
                next += u16::from(count);
                next - u16::from(count)
            };
            for index in 0..2 * self.kinds {
                let (anywhere, rank, file) = (take(1), take(ranks), take(files));
                for sq in self.geometry.all() {
                    let row = self.pieces[(2 * self.kinds * Self::number_of(view) + index) * squares + sq.index()];
                    let seen = self.seen(view, sq);
                    if row != NONE {
                        groups[usize::from(row)] = vec![
                            anywhere,
                            rank + u16::from(self.geometry.rank(seen)),
                            file + u16::from(self.geometry.file(seen)),
                        ];
                    }
                }
                let first = self.hands[2 * self.kinds * Self::number_of(view) + index];
                if first != NONE {
                    let held = take(1);
                    (first..first + MOST_HELD).for_each(|row| groups[usize::from(row)] = vec![held]);
                }
            }
            all.append(&mut groups);
        }
        all
    }

    /// Where a square is in a view.
    fn seen(&self, view: View, sq: Square) -> Square {
        let sq = match (view.color, self.symmetry) {
            (Color::White, _) | (_, Symmetry::None) => sq,
            (Color::Black, Symmetry::Flip) => self.geometry.flipped(sq),
            (Color::Black, Symmetry::Turn) => self.geometry.turned(sq),
        };
        if view.mirrored { self.geometry.mirrored(sq) } else { sq }
    }

    /// The view of a position by a side.
    #[inline]
    pub(super) fn view(&self, pos: &Position<N>, color: Color) -> View {
        let right = |sq: Square| {
            let file = self.geometry.file(self.seen(View { color, mirrored: false }, sq));
            2 * file + 1 > self.geometry.files()
        };
        View { color, mirrored: self.by_royal && pos.royals(color).first().is_some_and(right) }
    }

    #[inline]
    fn number_of(view: View) -> usize {
        2 * view.color.index() + usize::from(view.mirrored)
    }

    /// The row of a piece on a square.
    #[inline]
    pub(super) fn piece(&self, view: View, piece: Piece, sq: Square) -> Option<u16> {
        let squares = self.geometry.squares();
        let slot = (Self::number_of(view) * 2 * self.kinds + piece.index()) * squares + sq.index();
        self.pieces.get(slot).copied().filter(|&row| row != NONE)
    }

    /// The rows that distinguish `more` of a kind in hand from `fewer`.
    #[inline]
    pub(super) fn held(
        &self,
        view: View,
        color: Color,
        kind: PieceKind,
        fewer: u16,
        more: u16,
    ) -> impl Iterator<Item = u16> + use<N> {
        let first = self.hands[(Self::number_of(view) * 2 + color.index()) * self.kinds + kind.index()];
        let counts = fewer.min(MOST_HELD)..if first == NONE { 0 } else { more.min(MOST_HELD) };
        counts.map(move |count| first + count)
    }

    /// The row of a number of checks left to give.
    #[inline]
    pub(super) fn checks(&self, view: View, color: Color, left: u8) -> Option<u16> {
        let first = self.checks[view.color.index()][color.index()];
        (first != NONE && left > 0).then(|| first + u16::from(left) - 1)
    }

    /// The rows of these rights.
    #[inline]
    pub(super) fn once_rights(&self, view: View, color: Color, rights: u8) -> impl Iterator<Item = u16> + use<N> {
        let first = self.once[view.color.index()][color.index()];
        let rights = if first == NONE { 0 } else { rights };
        (0..Rules::MAX_ONCE as u16).filter(move |right| rights >> right & 1 != 0).map(move |right| first + right)
    }

    /// The row of a square that has become a hole.
    #[inline]
    pub(super) fn hole(&self, view: View, sq: Square) -> Option<u16> {
        Some(self.holes[Self::number_of(view) * self.geometry.squares() + sq.index()]).filter(|&row| row != NONE)
    }

    /// The row of a piece behind which another may still enter.
    #[inline]
    pub(super) fn gate(&self, view: View, sq: Square) -> Option<u16> {
        Some(self.gates[Self::number_of(view) * self.geometry.squares() + sq.index()]).filter(|&row| row != NONE)
    }

    /// All inputs of a position as a side sees it, with the wings exchanged if `exchanged`.
    pub fn active(&self, pos: &Position<N>, color: Color, exchanged: bool, rows: &mut Vec<u16>) {
        let mut view = self.view(pos, color);
        view.mirrored ^= exchanged;
        self.all(pos, view, rows);
    }

    /// All inputs of a position in a view.
    pub(super) fn all(&self, pos: &Position<N>, view: View, rows: &mut Vec<u16>) {
        rows.extend(pos.occupied().iter().filter_map(|sq| self.piece(view, pos.piece_at(sq), sq)));
        for color in Color::ALL {
            if !pos.hand_is_empty(color) {
                let kinds = (0..self.kinds).map(|kind| PieceKind(kind as u8));
                rows.extend(kinds.flat_map(|kind| self.held(view, color, kind, 0, pos.hand(color, kind))));
            }
            rows.extend(self.checks(view, color, pos.checks_left(color)));
            rows.extend(self.once_rights(view, color, pos.once_rights(color)));
        }
        rows.extend(pos.holes().iter().filter_map(|sq| self.hole(view, sq)));
        rows.extend(pos.unmoved().iter().filter_map(|sq| self.gate(view, sq)));
    }

    /// The number of kinds that hands may hold.
    #[inline]
    pub(super) fn kinds(&self) -> usize {
        self.kinds
    }
}

/// Boards with pieces at random, the first of them empty.
fn boards<const N: usize>(geometry: Geometry) -> impl Iterator<Item = Squares<N>> {
    let mut random = Rng::with_seed(SEED);
    (0..TRIALS)
        .map(move |trial| geometry.all().filter(|_| random.f64() < if trial == 0 { 0.0 } else { TAKEN }).collect())
}

/// Whether a symmetry of the board exchanges the sides: moves, promotions, goals and the start.
fn maps_sides<const N: usize>(t: &Tables<N>, symmetry: Symmetry) -> bool {
    let board = t.geometry();
    let map = |sq| if symmetry == Symmetry::Flip { board.flipped(sq) } else { board.turned(sq) };
    let start = &t.variant().start;
    let same = |sq: Square| {
        let (piece, image) = (start.board[sq.index()], start.board[map(sq).index()]);
        if piece.is_none() { image.is_none() } else { image == Piece::new(piece.kind(), !piece.color()) }
    };
    let spoken_alike = |kind: &crate::variant::Kind| kind.owner.is_none() && kind.notation.0[0] == kind.notation.0[1];
    let needs_words = |kind: PieceKind| {
        let pieces = Color::ALL.map(|color| Piece::new(kind, color));
        pieces.iter().any(|&piece| t.needs_interpreter(piece) || !t.mover(piece).locust_captures.is_empty())
    };
    board.all().all(same)
        && t.variant()
            .kinds()
            .all(|(kind, described)| described.owner.is_none() && (!needs_words(kind) || spoken_alike(described)))
        && start.hands.0[0] == start.hands.0[1]
        && maps(t, true, map)
}

/// Whether moves, promotions and goals are invariant under a map of squares, with the sides exchanged if `exchange`.
fn maps<const N: usize>(t: &Tables<N>, exchange: bool, map: impl Fn(Square) -> Square) -> bool {
    let image = |set: Squares<N>| set.iter().map(&map).collect::<Squares<N>>();
    let area = |set: Area| set.iter().filter(|sq| sq.index() < t.geometry().squares()).map(&map).collect::<Area>();
    let on_board = |set: Area| set & t.geometry().area();
    let other = |color: Color| if exchange { !color } else { color };
    let boards: Vec<Squares<N>> = boards(t.geometry()).collect();
    let goals_alike = t.variant().rules.ends.goals.iter().all(|goal| {
        Color::ALL.into_iter().all(|color| area(on_board(goal.squares[color])) == on_board(goal.squares[other(color)]))
    });
    goals_alike
        && image(t.board) == t.board
        && t.pieces().all(|piece| {
            let like = Piece::new(piece.kind(), other(piece.color()));
            let region = |piece: Piece| t.variant().kind(piece.kind()).region[piece.color()].resized::<N>() & t.board;
            let drop = |piece: Piece| t.mover(piece).drop.as_ref().map_or(Squares::EMPTY, |place| place.zone);
            image(region(piece)) == region(like)
                && image(t.promotion_zone(piece)) == t.promotion_zone(like)
                && image(drop(piece)) == drop(like)
                && region(piece).iter().all(|sq| {
                    let reach = |piece, sq| t.reach_on_some_board(piece, sq);
                    let attacks = |board: &Squares<N>| {
                        image(t.attacks(piece, sq, *board, Barred::NONE))
                            == t.attacks(like, map(sq), image(*board), Barred::NONE)
                    };
                    // Castling and first moves on one wing are no reason to distinguish the wings.
                    (!exchange || image(reach(piece, sq)) == reach(like, map(sq))) && boards.iter().all(attacks)
                })
        })
}
