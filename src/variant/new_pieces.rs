//! Kinds of pieces that can be created during a game.

use super::{DropFaces, EffectKind, KindSet, Promotion, Variant};
use crate::board::{Color, Piece, PieceKind};

impl Variant {
    /// The kinds that a piece of a kind may promote to by a rule for it, in the order of the file.
    pub fn becomes(&self, rule: &Promotion, kind: PieceKind) -> Vec<PieceKind> {
        let stock = || self.kinds().map(|(kind, _)| kind).filter(|kind| self.is_stock(*kind)).collect();
        rule.to.kinds(self.kind(kind).form, stock)
    }

    /// The kinds that any piece may promote to by a rule.
    pub fn all_become(&self, rule: &Promotion) -> KindSet {
        rule.kinds.iter().flat_map(|kind| self.becomes(rule, kind)).collect()
    }

    /// Whether a side may have several royal pieces at once: from the start, or because others promote to them.
    pub fn may_have_several_royals(&self) -> bool {
        let royal = |kind: &PieceKind| self.kind(*kind).royal;
        let crowned = |rule: &Promotion| {
            let mut others = rule.kinds.iter().filter(|kind| !royal(kind));
            others.any(|kind| self.becomes(rule, kind).iter().any(royal))
        };
        Color::ALL.into_iter().any(|color| self.start_royals(color) > 1) || self.rules.promotions.iter().any(crowned)
    }

    /// The kinds whose pieces can be created otherwise than by their own moves: by promotions, effects and drops.
    pub fn made_anew(&self) -> KindSet {
        let held = self.kinds().map(|(kind, _)| kind).filter(|kind| self.rules.hands_enter() && self.may_hold(*kind));
        self.made_on_board() | held.collect()
    }

    /// The kinds whose pieces can be created on the board, by promotions, effects, influences and the choice of a face.
    fn made_on_board(&self) -> KindSet {
        let mut made = KindSet::EMPTY;
        for rule in &self.rules.promotions {
            made = made | self.all_become(rule);
        }
        for effect in &self.rules.effects {
            match effect.what {
                EffectKind::Remove | EffectKind::Hole => {}
                EffectKind::Become(kind) | EffectKind::Appear(kind) => made.insert(kind),
                EffectKind::BecomeVictim | EffectKind::ChangeSide | EffectKind::Hand | EffectKind::Return => {
                    self.kinds().for_each(|(kind, _)| made.insert(kind));
                }
            }
        }
        for (base, face) in self.rules.influenced_faces() {
            made.insert(base);
            made.insert(face);
        }
        if self.rules.drops.faces == DropFaces::Either {
            self.kinds().filter(|(kind, _)| self.held_as(*kind) != *kind).for_each(|(kind, _)| made.insert(kind));
        }
        made
    }

    /// Whether a side may ever have pieces of a kind: from the start, or because something creates them.
    pub fn may_ever_have(&self, color: Color, kind: PieceKind) -> bool {
        let gained = self.rules.fills_hands() || self.rules.hands.partner;
        let enters = gained && self.rules.hands_enter() && self.may_hold(kind);
        let comes = enters || self.start_by_gui || self.begins_with(Piece::new(kind, color));
        self.kind(kind).may_belong_to(color) && (comes || self.made_on_board().has(kind))
    }
}
