//! A game by the tree: legal moves found by making them and asking whether
//! any enemy move could then capture a royal piece. Pieces are a list by square,
//! nothing is kept up to date, every question is answered from scratch.
//!
//! Promotion and drops are not its business.

use super::{Kind, Move, Occupant, Place, Scene, moves};
use alfil::internals::board::{Area, Color, Piece, PieceKind, Square};
use alfil::internals::variant::{CastlingRule, Facing, Setup, Variant};
use alfil::internals::xbetza::ast::{Body, Description, Modifier};
use alfil::internals::xbetza::parse;
use std::collections::BTreeSet;

/// A set of moves of a kind, and where they hold.
pub struct Manner {
    pub description: Description,
    /// Those of its terms that leave en passant squares behind.
    marking: Description,
    /// Where the piece must stand, for each side.
    from: [Area; 2],
    /// Where it may go.
    enter: [Area; 2],
}

/// What the rules of a variant say here.
pub struct Rules<'v> {
    pub variant: &'v Variant,
    /// The manners of each kind and side, by [`Piece`].
    manners: Vec<Vec<Manner>>,
}

/// A move and where it starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    pub from: Place,
    pub mv: Move,
}

/// A position.
#[derive(Clone)]
pub struct Game<'v> {
    pub rules: &'v Rules<'v>,
    pub pieces: Vec<Option<Piece>>,
    pub side: Color,
    /// Squares whose pieces have never moved.
    pub unmoved: Area,
    /// The en passant squares and the piece that passed them.
    pub en_passant: Option<(Vec<Place>, Place)>,
}

impl Manner {
    fn new(text: &str, from: [Area; 2], enter: [Area; 2]) -> Self {
        let parsed = if text.is_empty() { Ok(Description { terms: Vec::new() }) } else { parse(text) };
        let description = parsed.unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let marks = |body: &Body| match body {
            Body::Simple { legs, .. } => {
                let prefix = &legs[0];
                let marked = prefix.has(Modifier::Initial) && prefix.has(Modifier::Lame);
                legs.len() == 1 && (marked || prefix.count(Modifier::Lame) == 2)
            }
            Body::Bracket { .. } => false,
        };
        let marking = description.terms.iter().filter(|term| marks(&term.body)).cloned().collect();
        Self { description, marking: Description { terms: marking }, from, enter }
    }
}

impl<'v> Rules<'v> {
    /// The rules of a variant whose zone moves are these: kind, notation, and
    /// the number of the zone move.
    pub fn new(variant: &'v Variant, zone_moves: &[(PieceKind, String)]) -> Self {
        let everywhere = [variant.board.area(); 2];
        let mut manners = Vec::new();
        for (number, kind) in variant.kinds() {
            let region = [kind.region[Color::White], kind.region[Color::Black]];
            for color in Color::ALL {
                let mut own = vec![Manner::new(&kind.notation[color], everywhere, region)];
                let texts = zone_moves.iter().filter(|(other, _)| *other == number);
                assert_eq!(texts.clone().count(), kind.zone_moves.len(), "{}", kind.id);
                for (zone_move, (_, text)) in kind.zone_moves.iter().zip(texts) {
                    let zone = [zone_move.zone[Color::White], zone_move.zone[Color::Black]];
                    let within = [region[0] & zone[0], region[1] & zone[1]];
                    own.push(Manner::new(text, zone, if zone_move.within { within } else { region }));
                }
                manners.push(own);
            }
        }
        Self { variant, manners }
    }

    fn is_royal(&self, piece: Piece) -> bool {
        self.variant.kind(piece.kind()).royal
    }
}

impl<'v> Game<'v> {
    /// The game at the position of a setup.
    pub fn new(rules: &'v Rules<'v>, setup: &Setup) -> Self {
        let pieces = setup.board.iter().map(|&piece| (!piece.is_none()).then_some(piece)).collect();
        let mut game = Self { rules, pieces, side: setup.side, unmoved: setup.unmoved, en_passant: None };
        if let Some(victim) = setup.en_passant_victim {
            let squares = setup.en_passant.iter().map(|sq| game.place(sq.index())).collect();
            game.en_passant = Some((squares, game.place(victim.index())));
        }
        game
    }

    fn files(&self) -> usize {
        usize::from(self.rules.variant.board.files())
    }

    /// The place of a square's number.
    pub fn place(&self, number: usize) -> Place {
        ((number % self.files()) as i32, (number / self.files()) as i32)
    }

    fn number(&self, (file, rank): Place) -> usize {
        rank as usize * self.files() + file as usize
    }

    fn piece(&self, place: Place) -> Option<Piece> {
        self.pieces[self.number(place)]
    }

    /// The squares of a side's pieces.
    fn men_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> + '_ {
        let pieces = self.pieces.iter().enumerate().filter_map(|(number, piece)| Some((number, (*piece)?)));
        pieces.filter(move |(_, piece)| piece.color() == color)
    }

    /// What a piece sees that may only be on the squares of `enter`.
    fn scene(&self, number: usize, piece: Piece, enter: Area) -> Scene {
        let board = self.rules.variant.board;
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        let mut scene = Scene::new(files, ranks, self.place(number), piece.color() == Color::Black);
        for (at, standing) in self.pieces.iter().enumerate() {
            scene.occupants[at] = match standing {
                _ if !enter.has(Square(at as u8)) => Occupant::Hole,
                None => Occupant::Empty,
                Some(other) if other.color() == piece.color() => {
                    Occupant::Friend { royal: self.rules.is_royal(*other) }
                }
                Some(other) => Occupant::Enemy { royal: self.rules.is_royal(*other) },
            };
        }
        let start = &self.rules.variant.start.board;
        let starts: Vec<usize> = (0..start.len()).filter(|&at| start[at] == piece).collect();
        let (_, rank) = self.place(number);
        let outer = rank == 0 || rank + 1 == ranks;
        scene.unmoved = starts.contains(&number) && (!outer || self.unmoved.has(Square(number as u8)));
        scene.starts = starts.into_iter().map(|at| self.place(at)).collect();
        scene.virgins = self.unmoved.iter().map(|sq| self.place(sq.index())).collect();
        scene.en_passant = self.en_passant.clone();
        scene
    }

    /// The moves of a piece, whether or not they leave a royal attacked.
    fn moves_of(&self, number: usize, piece: Piece) -> BTreeSet<Move> {
        let mut all = BTreeSet::new();
        for manner in &self.rules.manners[piece.index()] {
            let side = piece.color().index();
            if manner.from[side].has(Square(number as u8)) {
                all.append(&mut moves(&manner.description, &self.scene(number, piece, manner.enter[side])));
            }
        }
        // Whoever castles must never have moved, also where being at home is enough for other moves.
        let may_castle =
            self.rules.variant.rules.castling != CastlingRule::None && self.unmoved.has(Square(number as u8));
        all.retain(|mv| may_castle || mv.kind != Kind::Castle);
        all
    }

    /// Whether the side's royal piece on a square could be captured now.
    fn is_attacked(&self, color: Color, royal: Place) -> bool {
        let captured =
            |(number, piece): (usize, Piece)| self.moves_of(number, piece).iter().any(|mv| mv.victims.contains(&royal));
        self.men_of(!color).any(captured) || self.faces_enemy(color, royal)
    }

    /// Whether a royal looks at an enemy one where that is forbidden.
    fn faces_enemy(&self, color: Color, (file, rank): Place) -> bool {
        let ways: &[Place] = match self.rules.variant.rules.facing {
            Facing::None => &[],
            Facing::File => &[(0, 1), (0, -1)],
            Facing::FileAndRank => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
        };
        let board = self.rules.variant.board;
        let on_board = |place: &Place| board.square(place.0 as i16, place.1 as i16).is_some();
        ways.iter().any(|(right, forward)| {
            let line = (1..).map(|n| (file + n * right, rank + n * forward)).take_while(on_board);
            let met = line.filter_map(|place| self.piece(place)).next();
            met.is_some_and(|piece| piece.color() != color && self.rules.is_royal(piece))
        })
    }

    /// Whether any royal of a side is attacked.
    pub fn is_in_check(&self, color: Color) -> bool {
        let royals = self.men_of(color).filter(|(_, piece)| self.rules.is_royal(*piece));
        royals.map(|(number, _)| self.place(number)).any(|place| self.is_attacked(color, place))
    }

    /// All legal moves of the side to move.
    pub fn legal_moves(&self) -> BTreeSet<Turn> {
        let mut legal = BTreeSet::new();
        for (number, piece) in self.men_of(self.side) {
            let from = self.place(number);
            let turns = self.moves_of(number, piece).into_iter().map(|mv| Turn { from, mv });
            legal.extend(turns.filter(|turn| self.is_legal(turn)));
        }
        legal
    }

    fn is_legal(&self, turn: &Turn) -> bool {
        let royal = |place: Place| {
            self.piece(place).is_some_and(|piece| piece.color() == self.side && self.rules.is_royal(piece))
        };
        if turn.mv.victims.iter().any(|&victim| royal(victim)) {
            return false;
        }
        if turn.mv.kind == Kind::Castle && royal(turn.from) && !self.castling_way_is_safe(turn) {
            return false;
        }
        let mut after = self.clone();
        after.play(turn);
        !after.is_in_check(self.side)
    }

    /// Whether a royal could stand on every square from its own to its
    /// destination, which is for the move itself to show.
    fn castling_way_is_safe(&self, turn: &Turn) -> bool {
        let ((from, rank), (to, _)) = (turn.from, turn.mv.to);
        let step = (to - from).signum();
        (0..(to - from).abs()).map(|n| (from + n * step, rank)).all(|place| {
            let mut there = self.clone();
            let (here, way) = (self.number(turn.from), self.number(place));
            there.pieces.swap(here, way);
            !there.is_attacked(self.side, place)
        })
    }

    /// Plays a move.
    pub fn play(&mut self, turn: &Turn) {
        let Turn { from, mv } = turn;
        let rights = self.rights_after(turn);
        let mut touched = vec![*from, mv.to];
        touched.extend(&mv.victims);
        touched.extend(mv.unload.or(mv.partner).map(|(from, _)| from));
        if mv.kind != Kind::Pass {
            touched.into_iter().for_each(|place| self.unmoved.remove(Square(self.number(place) as u8)));
        }
        let at = self.number(*from);
        let piece = self.pieces[at].take();
        for &victim in &mv.victims {
            let at = self.number(victim);
            self.pieces[at] = None;
        }
        let other = mv.unload.or(mv.partner).map(|(taken, put)| {
            let at = self.number(taken);
            (self.pieces[at].take(), put)
        });
        let to = self.number(mv.to);
        self.pieces[to] = piece;
        if let Some((other, put)) = other {
            let put = self.number(put);
            self.pieces[put] = other;
        }
        self.side = !self.side;
        self.en_passant = rights;
    }

    /// The en passant squares that a move leaves behind, with its victim.
    fn rights_after(&self, turn: &Turn) -> Option<(Vec<Place>, Place)> {
        let Turn { from, mv } = turn;
        let number = self.number(*from);
        let piece = self.pieces[number]?;
        let side = piece.color().index();
        let marking = self.rules.manners[piece.index()]
            .iter()
            .filter(|manner| manner.from[side].has(Square(number as u8)))
            .any(|manner| moves(&manner.marking, &self.scene(number, piece, manner.enter[side])).contains(mv));
        let (right, forward) = (mv.to.0 - from.0, mv.to.1 - from.1);
        let straight = right == 0 || forward == 0 || right.abs() == forward.abs();
        if mv.kind != Kind::Move || !marking || !straight {
            return None;
        }
        let length = right.abs().max(forward.abs());
        let passed = (1..length).map(|n| (from.0 + n * right.signum(), from.1 + n * forward.signum()));
        Some((passed.collect(), mv.to))
    }
}
