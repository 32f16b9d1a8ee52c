//! Side effects of moves.

use super::Teller;
use super::names::{self, Choice, article, number, sentence};
use crate::board::{Area, ByColor, Color, Step};
use crate::text::enumerate;
use crate::variant::{
    Beside, Effect, EffectKind, EffectPlace, EffectWhen, EffectZone, Flank, KindSet, LeavingCheck, Promotion, Siege,
    Wall, WallKind, WallPlace, Whose,
};
use crate::xbetza::Action;

impl Teller<'_> {
    pub(super) fn effects(&mut self, effects: &[Effect]) {
        // Effects that never occur are not mentioned.
        let happens = |(number, _): &(usize, &Effect)| self.variant.idle_effect(*number).is_none();
        let effects: Vec<(usize, &Effect)> = effects.iter().enumerate().filter(happens).collect();
        if effects.is_empty() {
            return self.without(&["effect"], "effects of moves");
        }
        for &(number, effect) in &effects {
            let text = self.effect(number, effect);
            self.say(&[format!("effect.{number}")], text);
        }
        let ignored = self.variant.rules.royalty.leaving_check == LeavingCheck::Ignored;
        let mut texts = Vec::new();
        if effects.iter().any(|(number, effect)| self.meets_royals(*number, effect, Whose::Own)) {
            texts.push(match ignored {
                true => "A move whose effects would cost its own side a royal piece is illegal.".to_owned(),
                false => {
                    "A move whose effects would cost its own side a royal piece that must be safe is illegal, and a \
                          piece that could capture a royal piece only by such a move gives no check."
                        .to_owned()
                }
            });
        }
        if !ignored && effects.iter().any(|(number, effect)| self.meets_royals(*number, effect, Whose::Enemy)) {
            texts.push("A move that wins by taking the enemy's royal piece is legal even in check.".to_owned());
        }
        if !texts.is_empty() {
            self.say(&["effect"], texts.join(" "));
        }
    }

    pub(super) fn wall(&mut self, wall: Option<&Wall>) {
        let Some(Wall { what, place, squares }) = wall else {
            return self.without(&["wall"], "walls that players place");
        };
        let place = match place {
            WallPlace::Anywhere => "",
            WallPlace::Reach => " to which the piece that moved could go next without a capture",
            WallPlace::Edge => " at an edge of the board, or next to a missing square or a wall along a rank or file",
        };
        let everywhere = Color::ALL.into_iter().all(|color| self.places.is_all(squares[color]));
        let within = if everywhere { String::new() } else { format!(", on {}", self.places.sided(squares)) };
        let passes = !self.movers(|term| term.action == Action::Pass).is_empty();
        let moves = if passes { "every move but a pass" } else { "every move" };
        let (deed, what) = match what {
            WallKind::Block => (format!("a wall on an empty square{place}{within}, where it stays"), "a wall"),
            WallKind::Duck => {
                (format!("the duck, of which there is only one, on another empty square{place}{within}"), "the duck")
            }
        };
        let text = format!(
            "With {moves}, the side that moves also puts {deed}. Nothing can go to the square of {what}, slide across it \
             or hop over it; only leaps go over it. A move that leaves no such square is illegal."
        );
        self.say(&["wall"], text);
    }

    /// Whether an effect may cost the side that moved, or its enemy, royal pieces.
    fn meets_royals(&self, number: usize, effect: &Effect, side: Whose) -> bool {
        let met = |whom: KindSet| self.faces().any(|(kind, data)| data.royal && whom.has(kind));
        let here = effect.offset == Step::new(0, 0);
        let beside = matches!(effect.what, EffectKind::Appear(_)) || self.variant.finds_nothing(number);
        if beside || ![side, Whose::Both].contains(&effect.whose) {
            return false;
        }
        match effect.place {
            // A captured piece is off the board already.
            EffectPlace::Victims if effect.is_on_pieces() => false,
            // Only the piece that moved can be there.
            EffectPlace::Victims | EffectPlace::Destination if here => {
                side == Whose::Own && met(effect.whom & effect.by)
            }
            _ => met(effect.whom),
        }
    }

    /// The condition, in brackets, that a piece is one of those affected.
    fn if_met(&self, side: &str, whom: KindSet) -> String {
        match self.choice(whom) {
            Choice::Any if side.is_empty() => String::new(),
            Choice::AnyBut(spared) if side.is_empty() => format!(" (unless it is {})", article(&spared)),
            _ => format!(" (if it is {})", self.one(side, whom)),
        }
    }

    /// Whether a piece of a set may promote to one outside it.
    fn promotes_out(&self, set: KindSet) -> bool {
        let variant = self.variant;
        let out = |rule: &Promotion| {
            self.members(rule.kinds & set)
                .into_iter()
                .any(|kind| variant.becomes(rule, kind).into_iter().any(|becomes| !set.has(becomes)))
        };
        variant.rules.promotions.iter().any(out)
    }

    fn effect(&self, index: usize, effect: &Effect) -> String {
        let after = self.occasion(effect);
        let spot = self.spot(effect);
        let them = self.those_met(effect, &spot);
        let deed = match effect.what {
            EffectKind::Remove if effect.when == EffectWhen::Capture => format!("{them} leaves the board, too"),
            EffectKind::Remove => format!("{them} leaves the board"),
            EffectKind::BecomeVictim => {
                format!("{them} becomes the kind of piece that was captured, in its own colour")
            }
            EffectKind::Become(kind) => format!("{them} becomes {}", article(&self.name(kind))),
            EffectKind::ChangeSide => format!("{them} changes sides"),
            EffectKind::Hand if self.variant.rules.hands.own_losses => format!("{them} goes to its owner's hand"),
            EffectKind::Hand => format!("{them} goes to the hand of the side that moved"),
            EffectKind::Return => format!(
                "{them} goes back to a square where such a piece stood at the start (a pawn to the one on the nearest \
                 file, others to the one on the nearest file of the same shade), or leaves the board if that is not free"
            ),
            EffectKind::Hole => {
                let spot = self.each_square(effect).unwrap_or(spot);
                format!("{spot} goes missing for the rest of the game{}", self.what_a_hole_takes(index, effect))
            }
            EffectKind::Appear(kind) => {
                format!(
                    "{} of the side that moved appears on {spot}, if nothing stands there",
                    article(&self.name(kind))
                )
            }
        };
        sentence(&format!("{after}, {deed}."))
    }

    /// The moves that trigger an effect.
    fn occasion(&self, effect: &Effect) -> String {
        let Effect { when, by, of, .. } = *effect;
        let before = match when {
            EffectWhen::Capture | EffectWhen::Move if self.promotes_out(by) => " (as it was before promoting)",
            _ => "",
        };
        let after = match when {
            EffectWhen::Capture => match [by, of].map(|set| self.any(set)) {
                [captor, victim] if captor == victim && victim == "any piece" => "after every capture".to_owned(),
                [captor, victim] if captor == "any piece" => format!("when {victim} is captured"),
                [captor, victim] => format!("when {captor}{before} captures {victim}"),
            },
            EffectWhen::Move => format!("after every move of {}{before}", self.any(by)),
            EffectWhen::Promotion => format!("when {} promotes", self.any(by)),
            EffectWhen::Drop => format!("after every drop of {}", self.any(by)),
            EffectWhen::Turn => "after every turn".to_owned(),
        };
        let Some(Beside { kinds, whose }) = effect.beside else { return after };
        let ends = if when == EffectWhen::Drop { "" } else { " that ends" };
        format!("{after}{ends} next to {}", self.one(side(whose), kinds))
    }

    /// The squares affected.
    fn spot(&self, effect: &Effect) -> String {
        let spot = match effect.place {
            EffectPlace::Origin if effect.when == EffectWhen::Turn => "the square that a piece has left".to_owned(),
            EffectPlace::Origin => "the square that it left".to_owned(),
            EffectPlace::Destination => "the square where the move ends".to_owned(),
            EffectPlace::Around(radius) => format!("the squares {}", around(radius)),
            EffectPlace::Attacked => "a square that the piece then attacks".to_owned(),
            EffectPlace::Flanked(Flank { most: 1, lines, hostile }) => {
                let (line, or) = (names::lines(lines.iter()), self.or_hostile(&hostile));
                format!("a square between the piece and another one of its side{or} along a {line}, next to both")
            }
            EffectPlace::Flanked(Flank { most, lines, hostile }) => format!(
                "a square in an unbroken row of up to {} between the piece and another one of its side{} on a {}",
                number(most.into()),
                self.or_hostile(&hostile),
                names::lines(lines.iter())
            ),
            EffectPlace::Surrounded(siege) => {
                format!("a square next to the piece with {}", self.all_round("its side", siege))
            }
            EffectPlace::Mirrored => {
                "the square on the same file that mirrors, rank by rank, where the move ends".to_owned()
            }
            EffectPlace::Victims => "the square of what was captured".to_owned(),
            EffectPlace::Zone(EffectZone { squares, .. }) => self.places.sided(&squares),
        };
        shifted(effect.offset).map_or(spot.clone(), |by| format!("the square {by} {spot}"))
    }

    /// The squares that serve in place of a piece.
    fn or_hostile(&self, hostile: &ByColor<Area>) -> String {
        let none = hostile.0.iter().all(|squares| squares.is_empty());
        if none { String::new() } else { format!(" or an empty square ({})", self.places.sided(hostile)) }
    }

    /// What surrounds an enemy.
    fn all_round(&self, side: &str, Siege { lines, hostile }: Siege) -> String {
        let (sides, line) = (number(lines.steps().count()), names::lines(lines.iter()));
        format!("a piece of {side}{} on each of its {sides} sides along a {line}", self.or_hostile(&hostile))
    }

    /// Each of the squares affected, if there are several.
    fn each_square(&self, effect: &Effect) -> Option<String> {
        match effect.place {
            EffectPlace::Around(radius) if effect.offset == Step::new(0, 0) => {
                Some(format!("each square {}", around(radius)))
            }
            EffectPlace::Zone(EffectZone { squares, .. }) if squares.0.iter().any(|area| area.iter().count() > 1) => {
                Some(format!("each square of {}", self.spot(effect)))
            }
            _ => None,
        }
    }

    /// The pieces on these squares that are affected.
    fn those_met(&self, effect: &Effect, spot: &str) -> String {
        let Effect { when, place, offset, whose, whom, .. } = *effect;
        let side = side(whose);
        let here = offset == Step::new(0, 0);
        let there = if when == EffectWhen::Turn { "where the move ends" } else { "that piece" };
        match place {
            EffectPlace::Victims => format!("what was captured{}", self.if_met(side, whom)),
            EffectPlace::Destination if here && whose != Whose::Enemy => {
                let mover = if when == EffectWhen::Capture { "the capturing piece" } else { "the piece that moved" };
                format!("{mover}{}", self.if_met("", whom))
            }
            EffectPlace::Flanked(Flank { most, lines, hostile }) if here => {
                let row = match most {
                    1 => format!("next to {there}"),
                    _ => format!("in an unbroken row of up to {} that begins next to {there}", number(most.into())),
                };
                let who = self.any_after(side, whom);
                let (line, or) = (names::lines(lines.iter()), self.or_hostile(&hostile));
                format!(
                    "{who} {row}, with another piece of the side that moved{or} right behind it on the same {line},"
                )
            }
            EffectPlace::Surrounded(siege) if here => {
                let who = self.any_after(side, whom);
                format!("{who} next to {there}, with {},", self.all_round("the side that moved", siege))
            }
            EffectPlace::Zone(EffectZone { newcomers: false, .. }) => {
                format!("{} on {spot} that was there before", self.any_after(side, whom))
            }
            _ => format!("{} on {spot}", self.any_after(side, whom)),
        }
    }

    /// The pieces that are removed with the squares, or that keep these from being removed.
    fn what_a_hole_takes(&self, index: usize, effect: &Effect) -> String {
        if self.variant.finds_nothing(index) {
            return String::new();
        }
        let side = side(effect.whose);
        match self.choice(effect.whom) {
            Choice::Any if side.is_empty() => ", with whatever stands there".to_owned(),
            Choice::AnyBut(spared) if side.is_empty() => {
                format!(", with whatever stands there, unless that is {}", article(&spared))
            }
            _ => format!(", if nothing stands there or {}, with that piece", self.one(side, effect.whom)),
        }
    }
}

/// Whose pieces, as a word before them.
pub(super) fn side(whose: Whose) -> &'static str {
    match whose {
        Whose::Both => "",
        Whose::Own => "own",
        Whose::Enemy => "enemy",
    }
}

/// The squares up to `radius` king's steps around the destination of a move.
fn around(radius: u8) -> String {
    match radius {
        1 => "next to where the move ends".to_owned(),
        _ => format!("up to {} king's steps from where the move ends", number(radius.into())),
    }
}

/// A step by files and ranks in words, from the square that is named next; `None` for the same square.
fn shifted(offset: Step) -> Option<String> {
    let part = |by: i8, [more, less]: [&str; 2]| {
        (by != 0).then(|| format!("{} {}", number(by.unsigned_abs().into()), if by > 0 { more } else { less }))
    };
    let parts = [part(offset.right, ["to the right", "to the left"]), part(offset.forward, ["ahead", "behind"])];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let of = if offset.forward < 0 { "" } else { " of" };
    (!parts.is_empty()).then(|| enumerate(&parts, "and") + of)
}
