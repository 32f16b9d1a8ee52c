//! Pieces in hand.

use super::Teller;
use super::names::{self, article, counted, sentence};
use crate::board::{Area, ByColor, Color, PieceKind};
use crate::text::enumerate;
use crate::variant::{
    DropFaces, DropPlace, Drops, EffectKind, Gating, Hands, KindSet, LeavingCheck, Lines, RoyalMode, Rules,
};

impl Teller<'_> {
    pub(super) fn hands(&mut self, hands: Hands) {
        let Hands { captures, self_captures, own_losses, given, partner } = hands;
        let keys = ["hand.source", "hand.demote"];
        if !hands.any() || self.always_empty() {
            return self.without(&keys, "pieces in hand");
        }
        // If hands gain pieces, `demotion` tells about the other key.
        let gain = self.variant.rules.fills_hands() || hands.partner;
        let keys = if gain { &keys[..1] } else { &keys[..] };
        if captures {
            self.say(keys, "A captured piece changes sides and goes to the hand of the side that captures it.");
        }
        let royal = self.variant.kinds.iter().any(|kind| kind.royal);
        if royal && (captures || own_losses) && self.variant.rules.royalty.mode != RoyalMode::Each {
            self.say(&["royalty.mode"], "A royal piece that is captured goes to no hand.");
        }
        if self_captures && self.variant.captures_friends() {
            self.say(keys, "A piece that its own side captures goes to that side's hand.");
        }
        if own_losses {
            let stays_out = |kind: &PieceKind| !self.variant.kind(*kind).royal && !self.variant.is_stock(*kind);
            let out: KindSet = self.faces().map(|(kind, _)| kind).filter(stays_out).collect();
            let but = if out.is_empty() { String::new() } else { format!(", unless it is {},", self.any(out)) };
            self.say(keys, format!("A captured piece{but} goes to the hand of its own side."));
        }
        let by_effect = self.variant.rules.effects.iter().any(|effect| effect.what == EffectKind::Hand);
        if given {
            let partner = if partner { ", or from a partner through the GUI" } else { "" };
            let effects = if by_effect { ", or by effects of moves" } else { "" };
            self.say(keys, format!("Pieces in hand come from the start position{partner}{effects}."));
        } else if self.variant.start.any_in_hand() {
            self.say(&["start.fen"], "At the start, some pieces are in hand already.");
        }
        if gain {
            self.demotion();
        }
    }

    /// Whether only captures of own pieces would fill the hands, and no piece can make any.
    fn always_empty(&self) -> bool {
        let Rules { hands, effects, .. } = &self.variant.rules;
        *hands == Hands { self_captures: true, ..Hands::default() }
            && !self.variant.captures_friends()
            && !effects.iter().any(|effect| effect.what == EffectKind::Hand)
            && !self.variant.start.any_in_hand()
    }

    /// Changes of pieces that enter a hand.
    fn demotion(&mut self) {
        let variant = self.variant;
        let keys = ["hand.demote"];
        let mut others = Vec::new();
        let mut gone = Vec::new();
        let mut demoted = variant.kinds.iter().any(|kind| kind.remembers());
        for (number, kind) in self.faces().filter(|(_, kind)| !kind.royal) {
            match kind.in_hand {
                None => gone.push(self.name(number)),
                Some(other) if other == number => {}
                Some(other) if kind.is_face() && kind.form == Some(other) => demoted = true,
                Some(other) => others.push(format!("{} as {}", self.name(number), self.name(other))),
            }
        }
        if demoted {
            self.say(&keys, "A promoted piece goes to the hand as what it was before it promoted.");
        }
        if !others.is_empty() {
            self.say(&keys, format!("Some go to the hand as other pieces: {}.", enumerate(&others, "and")));
        }
        if !gone.is_empty() {
            self.say(&keys, format!("These leave the game instead: {}.", enumerate(&gone, "and")));
        }
        let promotes = !variant.rules.promotions.is_empty();
        let captured = variant.rules.hands.captor_gains() || variant.rules.hands.own_losses;
        if !demoted && promotes && captured {
            self.say(&keys, "A promoted piece goes to the hand as what it has become.");
        }
    }

    pub(super) fn drops(&mut self, drops: &Drops) {
        let Drops {
            enabled,
            regions,
            max_per_file,
            no_immobile,
            no_mate,
            faces,
            mandatory,
            unlike_shades,
            unmoved,
            places,
            lines,
            opening,
        } = drops;
        if !*enabled || self.always_empty() {
            let keys = ["enabled", "max_per_file", "no_immobile", "no_mate", "faces"];
            let further = ["mandatory", "unlike_shades", "unmoved", "where", "lines", "opening"];
            // With gating, these squares are described there.
            let regions = ["regions"].into_iter().filter(|_| self.variant.rules.gating == Gating::None);
            let keys = keys.into_iter().chain(further).chain(regions);
            let keys: Vec<String> = keys.map(|key| format!("drop.{key}")).collect();
            return self.without(&keys, "drops");
        }
        let variant = self.variant;
        let text = match mandatory {
            true => "A side that has pieces in hand must drop one of them on an empty square; it can do nothing else.",
            false => "Instead of moving, a side may drop a piece from its hand on an empty square.",
        };
        self.say(&["drop.enabled", "hand.source", "drop.mandatory"], text);
        if !*mandatory {
            self.without(&["drop.mandatory"], "mandatory drops");
        }
        let kinds = self.entering();
        match faces {
            DropFaces::Base => self.without(&["drop.faces"], "a choice of face in drops"),
            DropFaces::Either => self.either_face(&kinds),
        }
        self.drop_regions(&kinds, regions);
        self.drop_places(places, *lines, opening);
        self.unlike_shades(*unlike_shades);
        self.dropped_unmoved(unmoved);
        if kinds.iter().any(|kind| variant.kind(*kind).royal) {
            let text = "A royal piece in hand cannot be attacked, so its side is not in check because of it; it may not \
                        be dropped on a square on which it would be attacked.";
            self.say(&["start.fen"], text);
        }
        for &kind in &kinds {
            if let Some(most) = max_per_file[kind.index()] {
                self.max_per_file(kind, most);
            }
        }
        match no_immobile {
            true => self.say(&["drop.no_immobile"], "No piece may be dropped where it could never move."),
            false => self.without(&["drop.no_immobile"], "a ban on drops where a piece could never move"),
        }
        if no_mate.is_empty() {
            self.without(&["drop.no_mate"], "a ban on giving mate by a drop");
        } else {
            self.say(&["drop.no_mate"], format!("The drop of {} may not give mate.", self.any(*no_mate)));
        }
    }

    fn either_face(&mut self, kinds: &[PieceKind]) {
        let variant = self.variant;
        let other = |kind: PieceKind| {
            let held = variant.held_as(kind);
            (held != kind).then(|| format!("{} also as {}", article(&self.name(held)), article(&self.name(kind))))
        };
        let pairs: Vec<String> = kinds.iter().filter_map(|kind| other(*kind)).collect();
        self.say(
            &["drop.faces"],
            format!("Some pieces can be dropped with either face up: {}.", enumerate(&pairs, "and")),
        );
    }

    fn max_per_file(&mut self, kind: PieceKind, most: u8) {
        let name = self.name(kind);
        let text = match most {
            1 => {
                let one = sentence(&article(&name));
                format!("{one} may not be dropped on a file where its side has another {name}.")
            }
            most => format!("After a drop, a file may hold no more than {} of one side.", counted(most.into(), &name)),
        };
        let id = &self.variant.kind(kind).id;
        self.say(&[format!("drop.max_per_file.{id}")], text);
    }

    /// The kinds of pieces that enter from a hand.
    fn entering(&self) -> Vec<PieceKind> {
        let variant = self.variant;
        let held = |kind: &PieceKind| {
            let given = Color::ALL.into_iter().any(|color| variant.start.hands[color][kind.index()] > 0);
            let shown = variant.held_as(*kind) != *kind;
            given || !variant.kind(*kind).royal && (shown || variant.is_ever_held(*kind))
        };
        self.faces().map(|(kind, _)| kind).filter(held).collect()
    }

    /// Where drops are allowed, depending on the pieces on the board.
    fn drop_places(&mut self, places: &[DropPlace], lines: Lines, opening: &ByColor<Area>) {
        let first = opening.0.iter().any(|area| area.any());
        match first {
            true => {
                let squares = self.places.sided(opening);
                let text =
                    format!("Until all of these squares are occupied, pieces can be dropped only on them: {squares}.");
                self.say(&["drop.opening"], text);
            }
            false => self.without(&["drop.opening"], "squares that must be filled first"),
        }
        let keys = ["drop.where", "drop.lines"];
        if places.is_empty() {
            return self.without(&keys, "drops that depend on neighbouring pieces");
        }
        let line = names::lines(lines.iter());
        let place = |place: &DropPlace| match place {
            DropPlace::Anywhere => "to any square".to_owned(),
            DropPlace::BesideOwn => format!("next to a piece of its own side along a {line}"),
            DropPlace::BesideEnemy => format!("next to an enemy piece along a {line}"),
            DropPlace::ApartFromOwn => format!("where no piece of its own side is next to it along a {line}"),
            DropPlace::ApartFromEnemy => format!("where no enemy piece is next to it along a {line}"),
            DropPlace::Flanking => format!(
                "next to an unbroken row of enemy pieces along a {line} that has a piece of its own side right behind it"
            ),
            DropPlace::FromTop => "where it stops when it slides down a file from the top of the board".to_owned(),
            DropPlace::FromEdge => "where it stops when it slides straight on from some edge of the board".to_owned(),
        };
        let then = if first { "After that, a" } else { "A" };
        let places = enumerate(&places.iter().map(place).collect::<Vec<_>>(), "and");
        self.say(&keys, format!("{then} piece can be dropped only {places}."));
    }

    fn unlike_shades(&mut self, kinds: KindSet) {
        let keys = ["drop.unlike_shades"];
        if kinds.is_empty() {
            return self.without(&keys, "drops restricted by the shade of the square");
        }
        let text = format!(
            "{} may not be dropped on a square of the same shade as another one of its kind and side, and no drop may \
             take the last square that such a piece in hand still needs.",
            self.any(kinds)
        );
        self.say(&keys, sentence(&text));
    }

    /// The squares on which dropped pieces are unmoved.
    fn dropped_unmoved(&mut self, unmoved: &[ByColor<Area>]) {
        let kinds: Vec<PieceKind> = self.faces().map(|(kind, _)| kind).collect();
        let named = kinds.into_iter().filter(|kind| unmoved[kind.index()].0.iter().any(|area| area.any()));
        let named: Vec<PieceKind> = named.collect();
        if named.is_empty() {
            return self.without(&["drop.unmoved"], "drops of pieces that count as unmoved");
        }
        let squares = |kind: &PieceKind| {
            format!("{} on {}", article(&self.name(*kind)), self.places.sided(&unmoved[kind.index()]))
        };
        let text = format!(
            "Some pieces count as unmoved if they are dropped on certain squares: {}. All pieces of that side that stand \
             on such squares of their own then count as unmoved.",
            named.iter().map(squares).collect::<Vec<_>>().join("; ")
        );
        let ids = named.iter().map(|kind| format!("drop.unmoved.{}", self.variant.kind(*kind).id));
        let keys: Vec<String> = ids.collect();
        self.say(&keys, text);
    }

    /// The squares on which pieces enter from a hand, with a rule for each group of pieces that have the same squares.
    fn drop_regions(&mut self, kinds: &[PieceKind], regions: &[ByColor<Area>]) {
        let Rules { drops: Drops { enabled, .. }, gating, .. } = &self.variant.rules;
        let enters = match (enabled, gating) {
            (true, Gating::None) => "be dropped",
            (true, Gating::VirginSquare) => "be dropped or enter by gating",
            (false, _) => "enter",
        };
        let mut groups: Vec<(ByColor<Area>, KindSet)> = Vec::new();
        for &kind in kinds {
            let region = regions[kind.index()];
            match groups.iter_mut().find(|(other, _)| *other == region) {
                Some((_, group)) => group.insert(kind),
                None => groups.push((region, KindSet::of(kind))),
            }
        }
        for (region, group) in groups {
            let holds = |color: &Color| {
                self.members(group).into_iter().any(|kind| self.variant.kind(kind).may_belong_to(*color))
            };
            let sides: Vec<Color> = Color::ALL.into_iter().filter(holds).collect();
            let Some(place) = self.places.confined(&region, &sides) else { continue };
            let others: Vec<PieceKind> = kinds.iter().copied().filter(|kind| !group.has(*kind)).collect();
            let who = match others.len() {
                0 => "a piece".to_owned(),
                few if few < self.members(group).len() => {
                    format!("any piece but {}", article(&enumerate(&self.names(others), "or")))
                }
                _ => self.any(group),
            };
            let ids = self.members(group).into_iter().map(|kind| &self.variant.kind(kind).id);
            let mut keys: Vec<String> = ids
                .flat_map(|id| [id.clone(), id.to_lowercase()])
                .flat_map(|id| ["drop.regions", "pieces"].map(|table| format!("{table}.{id}")))
                .map(|key| if key.starts_with("pieces") { format!("{key}.region") } else { key })
                .collect();
            keys.push("drop.regions.*".to_owned());
            let (never, ever): (Vec<Color>, Vec<Color>) =
                sides.iter().copied().partition(|color| region[*color].is_empty());
            let text = match (&never[..], &ever[..]) {
                (_, []) => format!("{who} can never {enters}."),
                ([side], [other]) if self.places.is_all(region[*other]) => {
                    format!("{who} can never {enters} for {}.", side.name())
                }
                ([side], [other]) => format!(
                    "{who} can never {enters} for {}, and for {} only on {}.",
                    side.name(),
                    other.name(),
                    self.places.named(region[*other])
                ),
                _ => format!("{who} can {enters} only on {place}."),
            };
            self.say(&keys, sentence(&text));
        }
    }

    pub(super) fn gating(&mut self, gating: Gating) {
        match gating {
            Gating::None => self.without(&["gating.mode"], "gating"),
            Gating::VirginSquare => {
                let mut text = "When a piece on a side's first rank moves for the first time, a piece from that side's hand may enter \
                     on the square that it leaves, as part of the same move; in castling, on the square of one of the two."
                    .to_owned();
                if self.variant.rules.royalty.leaving_check != LeavingCheck::Ignored {
                    text += " The piece that enters can neither parry a check nor allow one.";
                }
                self.say(&["gating.mode"], text);
                let drops = &self.variant.rules.drops;
                if !drops.enabled {
                    self.drop_regions(&self.entering(), &drops.regions);
                }
            }
        }
    }
}
