//! Which kinds of pieces come into being during a game.

use super::{DropFaces, EffectKind, KindSet, PromotionTo, Variant};

impl Variant {
    /// The kinds of which there may come to be pieces by other ways than by their own moves: by promotions, effects and
    /// drops.
    pub fn made_anew(&self) -> KindSet {
        let mut made = KindSet::EMPTY;
        for rule in &self.rules.promotions {
            match &rule.to {
                PromotionTo::Kinds(kinds) => kinds.iter().for_each(|kind| made.insert(*kind)),
                PromotionTo::Form => {
                    let promoting = self.kinds().filter(|(kind, _)| rule.kinds.has(*kind));
                    promoting.filter_map(|(_, kind)| kind.form).for_each(|form| made.insert(form));
                }
                PromotionTo::Stock => {
                    self.kinds().filter(|(kind, _)| self.is_stock(*kind)).for_each(|(kind, _)| made.insert(kind));
                }
            }
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
        if self.rules.drops.faces == DropFaces::Either {
            self.kinds().filter(|(kind, _)| self.held_as(*kind) != *kind).for_each(|(kind, _)| made.insert(kind));
        }
        if self.rules.hands_enter() {
            self.kinds().filter(|(kind, _)| self.may_hold(*kind)).for_each(|(kind, _)| made.insert(kind));
        }
        made
    }
}
