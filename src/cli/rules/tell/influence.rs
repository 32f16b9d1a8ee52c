//! Influences of pieces on others.

use super::Teller;
use super::effects::side;
use super::names::{article, number, sentence};
use crate::text::enumerate;
use crate::variant::{Influence, InfluenceReach, Whose};

impl Teller<'_> {
    pub(super) fn influences(&mut self, influences: &[Influence]) {
        if influences.is_empty() {
            return self.without(&["influence"], "influences of pieces on others");
        }
        for (index, influence) in influences.iter().enumerate() {
            let text = self.influence(influence);
            self.say(&[format!("influence.{index}")], text);
        }
        self.say(
            &["influence"],
            "A piece exerts an influence as what it is without any. No castling moves a piece that is under one."
                .to_owned(),
        );
    }

    fn influence(&self, influence: &Influence) -> String {
        let by = self.one(side(influence.whose), influence.by);
        let place = match (influence.reach, influence.whose) {
            (InfluenceReach::Around(1), _) => format!("{by} stands next to it"),
            (InfluenceReach::Around(radius), _) => {
                format!("{by} stands up to {} king's steps away", number(radius.into()))
            }
            (InfluenceReach::Attacked, Whose::Both) => format!("{by} attacks or guards it"),
            (InfluenceReach::Attacked, Whose::Own) => format!("{by} guards it"),
            (InfluenceReach::Attacked, Whose::Enemy) => format!("{by} attacks it"),
        };
        let turns = |&(base, face): &_| format!("{} is {}", article(&self.name(base)), article(&self.name(face)));
        let turns: Vec<String> = influence.faces.iter().map(turns).collect();
        sentence(&format!("while {place}, {}.", enumerate(&turns, "and")))
    }
}
