//! Side effects of moves.

use super::Truth;
use alfil::internals::board::{Area, ByColor, Color, Piece, PieceKind, Square, Topology};
use alfil::internals::variant::{
    Beside, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone, Flank, Line, Lines, Setup, Siege, Whose,
};

/// A move as effects see it.
#[derive(Clone, Copy)]
pub struct Act<'a> {
    pub us: Color,
    pub mover: Option<Piece>,
    pub dropped: Option<PieceKind>,
    pub from: Option<Square>,
    pub to: Option<Square>,
    pub captured: &'a [(Square, Piece)],
    pub promotes: bool,
}

impl Act<'_> {
    /// A turn without a move.
    pub fn pass(us: Color) -> Self {
        Self { us, mover: None, dropped: None, from: None, to: None, captured: &[], promotes: false }
    }

    fn starts(self, effect: &Effect) -> bool {
        let by = self.mover.is_some_and(|mover| effect.by.has(mover.kind()));
        match effect.when {
            EffectWhen::Turn => true,
            EffectWhen::Move => by,
            EffectWhen::Promotion => by && self.promotes,
            EffectWhen::Drop => self.dropped.is_some_and(|kind| effect.by.has(kind)),
            EffectWhen::Capture => by && self.captured.iter().any(|(_, victim)| effect.of.has(victim.kind())),
        }
    }
}

impl Truth<'_> {
    /// Applies the effects of a move to a board, one after the other; returns the squares affected.
    pub(super) fn affect(self, act: Act<'_>, after: &mut Setup) -> Area {
        let mut changed = Area::EMPTY;
        for effect in self.rules().effects.iter().filter(|effect| act.starts(effect)) {
            let of_side = |whose: Whose, piece: Piece| match whose {
                Whose::Both => true,
                Whose::Own => piece.color() == act.us,
                Whose::Enemy => piece.color() != act.us,
            };
            // The condition is tested on the board after the effects before this one.
            let met = |Beside { kinds, whose }: Beside, sq: Square| {
                let piece = after.board[sq.index()];
                !piece.is_none() && of_side(whose, piece) && kinds.has(piece.kind())
            };
            let close = |sq: Square| act.to.is_some_and(|to| to != sq && self.distance(to, sq) == 1);
            let all = || self.variant().board.all();
            if effect.beside.is_some_and(|beside| !all().any(|sq| close(sq) && met(beside, sq))) {
                continue;
            }
            let victims = act.captured.iter().filter(|(_, victim)| effect.of.has(victim.kind()));
            let meant = |piece: Piece| of_side(effect.whose, piece) && effect.whom.has(piece.kind());
            let themselves = matches!(effect.what, EffectKind::Return | EffectKind::Hand);
            if effect.place == EffectPlace::Victims && themselves {
                for &(sq, victim) in victims.filter(|(_, victim)| meant(*victim)) {
                    changed |= self.send(act.us, effect.what, victim, sq, after);
                }
                continue;
            }
            for sq in self.places(act, effect, after) {
                let piece = Some(after.board[sq.index()]).filter(|piece| !piece.is_none());
                if after.holes.has(sq) || self.variant().holes.has(sq) || piece.is_some_and(|piece| !meant(piece)) {
                    continue;
                }
                if let Some(piece) = piece {
                    changed |= self.hit(act, effect, sq, piece, after);
                }
                match effect.what {
                    EffectKind::Hole => {
                        after.board[sq.index()] = Piece::NONE;
                        after.holes.insert(sq);
                        changed.insert(sq);
                    }
                    EffectKind::Appear(kind) if piece.is_none() => {
                        let piece = Piece::new(kind, act.us);
                        if self.variant().kind(kind).region[act.us].has(sq) {
                            after.board[sq.index()] = piece;
                            changed.insert(sq);
                        }
                    }
                    _ => {}
                }
            }
        }
        // Gated pieces and walls come later: then the faces are turned again.
        self.turn_faces(after);
        changed
    }

    /// The squares of an effect, in numerical order.
    fn places(self, act: Act<'_>, effect: &Effect, after: &Setup) -> Vec<Square> {
        let board = self.variant().board;
        let turned = if act.us == Color::White { 1 } else { -1 };
        let beyond = |sq: Square, [file, rank]: [i16; 2]| {
            let mut at = [i16::from(board.file(sq)) + file, i16::from(board.rank(sq)) + rank];
            if board.topology() != Topology::Plane {
                at[0] = at[0].rem_euclid(board.files().into());
            }
            if board.topology() == Topology::Torus {
                at[1] = at[1].rem_euclid(board.ranks().into());
            }
            board.square(at[0], at[1])
        };
        let shift = |sq: Square| {
            beyond(sq, [turned * i16::from(effect.offset.right), turned * i16::from(effect.offset.forward)])
        };
        let own = |sq: Square| {
            let piece = after.board[sq.index()];
            (!piece.is_none()).then(|| piece.color() == act.us)
        };
        // Where an own piece stands, or nothing on a square that counts as one.
        let closes = |sq: Square, hostile: ByColor<Area>| {
            let gone = after.holes.has(sq) || self.variant().holes.has(sq);
            own(sq) == Some(true) || own(sq).is_none() && hostile[act.us].has(sq) && !gone
        };
        let ways = |lines: Lines| {
            lines.iter().flat_map(|line| match line {
                Line::Rank => [[1, 0], [-1, 0]].to_vec(),
                Line::File => [[0, 1], [0, -1]].to_vec(),
                Line::Diagonal => [[1, 1], [1, -1], [-1, 1], [-1, -1]].to_vec(),
            })
        };
        let closer = act.to.filter(|&to| own(to) == Some(true));
        let near = |a: Square, b: Square, radius: u8| a != b && self.distance(a, b) <= radius;
        let mirrored = |sq: Square| board.square(board.file(sq).into(), (board.ranks() - 1 - board.rank(sq)).into());
        let left = act.from.filter(|_| act.from != act.to);
        let there: Vec<Square> = match effect.place {
            EffectPlace::Origin => left.and_then(shift).into_iter().collect(),
            EffectPlace::Destination => act.to.and_then(shift).into_iter().collect(),
            EffectPlace::Mirrored => act.to.and_then(mirrored).and_then(shift).into_iter().collect(),
            EffectPlace::Around(radius) => {
                let centre = act.to.and_then(shift);
                board.all().filter(|&sq| centre.is_some_and(|centre| near(sq, centre, radius))).collect()
            }
            EffectPlace::Attacked => act.to.map_or_else(Vec::new, |to| {
                board.all().filter(|&sq| own(sq) == Some(false) && self.after(after).meets(to, sq)).collect()
            }),
            EffectPlace::Flanked(Flank { most, lines, hostile }) => {
                let mut flanked = Vec::new();
                for [file, rank] in ways(lines) {
                    let Some(to) = closer else { break };
                    let there = |steps: i16| beyond(to, [file * steps, rank * steps]).filter(|&sq| sq != to);
                    // Every length of a row that enemies fill, with a friend after it.
                    for length in 1..=i16::from(most) {
                        let row: Option<Vec<Square>> = (1..=length).map(there).collect();
                        let full = row.filter(|row| row.iter().all(|&sq| own(sq) == Some(false)));
                        let closed = there(length + 1).is_some_and(|sq| closes(sq, hostile));
                        flanked.extend(full.filter(|_| closed).into_iter().flatten());
                    }
                }
                flanked
            }
            EffectPlace::Surrounded(Siege { lines, hostile }) => {
                let all_round = |sq: Square| ways(lines).map(move |way| beyond(sq, way));
                let closed_in = |sq: &Square| all_round(*sq).all(|at| at.is_some_and(|at| closes(at, hostile)));
                let touched = |sq: &Square| closer.is_some() && all_round(*sq).any(|at| at == closer);
                board.all().filter(|&sq| own(sq) == Some(false)).filter(touched).filter(closed_in).collect()
            }
            EffectPlace::Victims => {
                let victims = act.captured.iter().filter(|(_, victim)| effect.of.has(victim.kind()));
                victims.filter_map(|&(sq, _)| shift(sq)).collect()
            }
            EffectPlace::Zone(EffectZone { squares, newcomers }) => {
                let zone = squares[act.us];
                let stayed = act.from.is_some_and(|from| zone.has(from));
                zone.iter().filter(|&sq| newcomers || stayed || act.to != Some(sq)).collect()
            }
        };
        board.all().filter(|sq| there.contains(sq)).collect()
    }

    /// Applies an effect to a piece on the board.
    fn hit(self, act: Act<'_>, effect: &Effect, sq: Square, piece: Piece, after: &mut Setup) -> Area {
        let victim = act.captured.iter().find(|(_, victim)| effect.of.has(victim.kind()));
        let becomes = match (effect.what, victim) {
            (EffectKind::Remove, _) => Piece::NONE,
            (EffectKind::BecomeVictim, Some((_, victim))) => Piece::new(victim.kind(), piece.color()),
            (EffectKind::Become(kind), _) => Piece::new(kind, piece.color()),
            (EffectKind::ChangeSide, _) => Piece::new(piece.kind(), !piece.color()),
            (EffectKind::Hand | EffectKind::Return, _) => {
                after.board[sq.index()] = Piece::NONE;
                return Area::of(sq) | self.send(act.us, effect.what, piece, sq, after);
            }
            _ => return Area::EMPTY,
        };
        if !becomes.is_none() {
            let kind = self.variant().kind(becomes.kind());
            let foreign = kind.owner.is_some_and(|owner| owner != becomes.color());
            if foreign || !kind.region[becomes.color()].has(sq) {
                return Area::EMPTY;
            }
        }
        after.board[sq.index()] = becomes;
        Area::of(sq)
    }

    /// Sends a piece that is off the board to a hand or home; returns its new square.
    fn send(self, us: Color, what: EffectKind, piece: Piece, sq: Square, after: &mut Setup) -> Area {
        let kind = self.variant().kind(piece.kind());
        if what == EffectKind::Hand {
            let holder = if self.rules().hands.own_losses { piece.color() } else { us };
            let may_hold = |held: PieceKind| self.variant().kind(held).owner.is_none_or(|owner| owner == holder);
            let may_stay = |held: PieceKind| !self.rules().hands.own_losses || self.variant().is_stock(held);
            if let Some(held) = kind.in_hand.filter(|&held| !kind.royal && may_hold(held) && may_stay(held)) {
                after.hands[holder][held.index()] += 1;
            }
            return Area::EMPTY;
        }
        let board = self.variant().board;
        let shade = |sq: Square| (board.file(sq) + board.rank(sq)) % 2;
        let homes = board.all().filter(|home| self.is_like(self.variant().start.board[home.index()], piece));
        let mut homes: Vec<Square> = homes.collect();
        let files = |home: &Square| board.file(*home).abs_diff(board.file(sq));
        // The sort is stable: the last criterion has the highest priority.
        if kind.counts_as_pawn[piece.color()] {
            homes.sort_by_key(|home| shade(*home) != shade(sq));
            homes.sort_by_key(files);
        } else {
            homes.sort_by_key(files);
            homes.sort_by_key(|home| shade(*home) != shade(sq));
        }
        let Some(&home) = homes.first() else { return Area::EMPTY };
        let missing = after.holes.has(home) || !kind.region[piece.color()].has(home);
        if missing || !after.board[home.index()].is_none() {
            return Area::EMPTY;
        }
        after.board[home.index()] = piece;
        Area::of(home)
    }
}
