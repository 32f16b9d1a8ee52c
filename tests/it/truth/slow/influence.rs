//! Faces of pieces under influences.

use super::{Truth, View};
use alfil::internals::board::{Area, Piece, Square};
use alfil::internals::variant::{InfluenceReach, Setup, Whose};
use alfil::internals::xbetza::When;
use alfil::internals::xbetza::run::{Runner, Seen, run_term};
use std::ops::ControlFlow;

impl Truth<'_> {
    /// Whether the piece on a square captures what stands on another one, if that is an enemy, and guards it if it is a
    /// friend; initial moves do not count.
    pub(super) fn meets(self, from: Square, sq: Square) -> bool {
        let (Some(piece), Some(other)) = (self.at(from), self.at(sq)) else { return false };
        let mut setup = Setup { en_passant: Area::EMPTY, ..self.setup.clone() };
        setup.board[sq.index()] = Piece::new(other.kind(), !piece.color());
        let there = self.after(&setup);
        let mover = Runner { color: piece.color(), from };
        let mut seen = Seen::default();
        for (program, allowed, once) in there.programs(piece, from) {
            if once.is_some_and(|right| self.setup.once[piece.color()] >> right & 1 == 0) {
                continue;
            }
            let view = View { truth: there, piece, allowed };
            for term in program.terms.iter().filter(|term| term.when != When::Unmoved) {
                let takes = run_term(term, &view, mover, &mut seen, &mut |outcome| {
                    if outcome.victims.contains(&sq) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if takes.is_break() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether two pieces are of the same side and kind, or one is the face of the other under an influence.
    pub(super) fn is_like(self, one: Piece, other: Piece) -> bool {
        let mut faces = self.rules().influences.iter().flat_map(|influence| &influence.faces);
        let pair = |a: Piece, b: Piece, (base, face): (_, _)| a.kind() == base && b.kind() == face;
        one == other
            || !one.is_none()
                && one.color() == other.color()
                && faces.any(|&both| pair(one, other, both) || pair(other, one, both))
    }

    /// Turns the pieces of a position: first all to what they are without influences, then those under one.
    pub(super) fn turn_faces(self, after: &mut Setup) {
        let rules = self.rules();
        if rules.influences.is_empty() {
            return;
        }
        let plain = |piece: Piece| {
            let mut faces = rules.influences.iter().flat_map(|influence| &influence.faces);
            let base = faces.find(|(_, face)| !piece.is_none() && *face == piece.kind());
            base.map_or(piece, |(kind, _)| Piece::new(*kind, piece.color()))
        };
        let mut bare = after.clone();
        bare.board.iter_mut().for_each(|piece| *piece = plain(*piece));
        let bases = self.after(&bare);
        for sq in self.variant().board.all() {
            let Some(base) = bases.at(sq) else { continue };
            let mut becomes = base;
            for influence in &rules.influences {
                let Some((_, face)) = influence.faces.iter().find(|(kind, _)| *kind == base.kind()) else { continue };
                let under = self.variant().board.all().any(|from| {
                    let Some(other) = bases.at(from).filter(|_| from != sq) else { return false };
                    let side = match influence.whose {
                        Whose::Both => true,
                        Whose::Own => other.color() == base.color(),
                        Whose::Enemy => other.color() != base.color(),
                    };
                    side && influence.by.has(other.kind())
                        && match influence.reach {
                            InfluenceReach::Around(radius) => self.distance(from, sq) <= radius,
                            InfluenceReach::Attacked => bases.meets(from, sq),
                        }
                });
                if under {
                    becomes = Piece::new(*face, base.color());
                }
            }
            // A piece that is where it may not be makes the move illegal.
            let stands = |piece: Piece| self.may_stand(piece, sq);
            if stands(becomes) && stands(after.board[sq.index()]) {
                after.board[sq.index()] = becomes;
            }
        }
    }

    /// The position with all pieces turned as influences want it.
    pub fn set_up(self) -> Setup {
        let mut setup = self.setup.clone();
        self.turn_faces(&mut setup);
        self.settle(&mut setup);
        setup
    }

    /// Takes the rights of all pieces that have turned after this position.
    pub(super) fn settle(self, after: &mut Setup) {
        if self.rules().influences.is_empty() {
            return;
        }
        let before = &self.setup.board;
        let turned = |sq: &Square| before[sq.index()] != after.board[sq.index()] && !before[sq.index()].is_none();
        after.unmoved = after.unmoved.iter().filter(|sq| !turned(sq)).collect();
    }
}
