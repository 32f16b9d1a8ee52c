//! Promotions.

use super::Teller;
use super::names::{article, number, sentence};
use crate::board::{Area, ByColor, Color, PieceKind};
use crate::cli::rules::places::sides_of;
use crate::text::enumerate;
use crate::variant::{KindSet, Mandatory, Promotion, PromotionBan, PromotionChoice, PromotionTo, Trigger};
use std::collections::BTreeSet;

impl Teller<'_> {
    pub(super) fn promotions(&mut self, promotions: &[Promotion], limits: &[(KindSet, u8)]) {
        let keys = self.tables("promotion");
        if promotions.is_empty() {
            self.without(&["promotion"], "promotion");
        }
        for rule in promotions {
            let text = self.promotion(rule);
            self.say(keys.get(rule.table).map_or(&[], std::slice::from_ref), text);
        }
        let mut before = promotions.iter().enumerate().map(|(number, rule)| (rule, &promotions[..number]));
        if before.any(|(rule, others)| others.iter().any(|other| overlap(rule, other))) {
            self.say(&keys, "If several of these rules apply, a piece has the choices of all of them.");
        }
        for (kinds, most) in limits {
            let Some(kind) = kinds.iter().next() else { continue };
            let text = format!(
                "No piece may promote to {} while its side has {} on the board.",
                article(&self.name(kind)),
                number((*most).into())
            );
            let limits: Vec<String> = keys.iter().map(|key| format!("{key}.limit")).collect();
            self.say(&limits, text);
        }
    }

    /// Where the last of a side's pieces promote.
    fn alone_at(&self, zone: &ByColor<Area>) -> String {
        let place = self.places.either().of(zone, &sides_of(zone));
        if place == "the whole board" { "anywhere".to_owned() } else { format!("on {place}") }
    }

    pub(super) fn promotion(&self, rule: &Promotion) -> String {
        let Promotion { kinds, to, zone, trigger, mandatory, choice, forbid, lone_zone, table: _ } = rule;
        let sides = sides_of(&rule.everywhere());
        let side = match sides[..] {
            [Color::White] => "white",
            [Color::Black] => "black",
            _ => "",
        };
        // Kinds that differ from others only in remembering what they were before promotion are left out.
        let faces: KindSet = self.faces().map(|(kind, _)| kind).filter(|kind| kinds.has(*kind)).collect();
        let turning = self.members(faces).into_iter().filter_map(|kind| Some((kind, self.variant.kind(kind).form?)));
        let turning: Vec<(PieceKind, PieceKind)> = turning.filter(|_| *to == PromotionTo::Form).collect();
        let who = match turning.len() {
            0 | 1 => self.any_after(side, faces),
            _ => article(format!("{side} piece").trim_start()),
        };
        let becomes = match turning[..] {
            [(_, form)] => format!("promote to {}", article(&self.name(form))),
            _ => self.becomes(to),
        };
        let when = when(*trigger, &self.places.either().of(zone, &sides));
        let verb = if *mandatory == Mandatory::Always && !trigger.is_in_place() { "must" } else { "may" };
        let but = but(*trigger, *mandatory);
        // Only pieces without others of their kind promote.
        let alone = zone.0.iter().all(|area| area.is_empty());
        let mut text = match alone {
            true => {
                format!("{who} whose side has no other such piece may, {}, {becomes}{but}", self.alone_at(lone_zone))
            }
            false => format!("{who} that {when} {verb} {becomes}{but}"),
        };
        if *to == PromotionTo::Stock && *mandatory != Mandatory::Never {
            text += " If it must promote and there is no such piece, it cannot move there.";
        }
        if *choice == PromotionChoice::Movable {
            text += " It can become only a piece that could ever move again from there.";
        }
        if *trigger == Trigger::Enter && *mandatory != Mandatory::Always && self.has_ranks_behind(zone) {
            text += " Once inside, it can no longer do so.";
        }
        if trigger.is_in_place() && lone_zone != zone && !alone {
            text += &match lone_zone.0.iter().all(|area| area.is_empty()) {
                true => " The last such piece of a side may not.".to_owned(),
                false => format!(" If its side has no other such piece, it may do so {}.", self.alone_at(lone_zone)),
            };
        }
        for ban in forbid {
            text += match ban {
                PromotionBan::EnPassant => " A capture en passant does not promote.",
                PromotionBan::Attack => " The promoted piece may not attack an enemy piece.",
                PromotionBan::UncoveredCheck => " The promotion may not uncover a check by another piece.",
            };
        }
        if turning.len() > 1 {
            let faces = turning.into_iter().map(|(kind, form)| format!("{} to {}", self.name(kind), self.name(form)));
            text += &format!(" These pieces turn over: {}.", faces.collect::<Vec<_>>().join(", "));
        }
        sentence(&text)
    }

    fn becomes(&self, to: &PromotionTo) -> String {
        match to {
            PromotionTo::Kinds(list) => {
                format!("promote to {}", article(&enumerate(&self.names(list.iter().copied()), "or")))
            }
            PromotionTo::Form => "turn over".to_owned(),
            PromotionTo::Stock => "promote to a piece from its own side's hand, which leaves the hand".to_owned(),
        }
    }

    /// Whether a zone has several ranks for a side, so that pieces may move within it.
    fn has_ranks_behind(&self, zone: &ByColor<Area>) -> bool {
        let ranks = |area: &Area| area.iter().map(|sq| self.variant.board.rank(sq)).collect::<BTreeSet<u8>>().len();
        zone.0.iter().any(|area| ranks(area) > 1)
    }
}

/// The condition under which a piece promotes.
fn when(trigger: Trigger, place: &str) -> String {
    let everywhere = place == "the whole board";
    match trigger {
        Trigger::Capture | Trigger::EnterOrCapture if everywhere => "captures".to_owned(),
        Trigger::InPlace if everywhere => "stands anywhere".to_owned(),
        Trigger::Enter | Trigger::EnterOrWithin | Trigger::Touch if everywhere => "moves".to_owned(),
        Trigger::Enter if place.contains(" ranks") => format!("enters {place}"),
        Trigger::Enter => format!("reaches {place}"),
        Trigger::EnterOrWithin => format!("ends its move on {place}"),
        Trigger::Touch => format!("begins or ends its move on {place}"),
        Trigger::EnterOrCapture => format!("enters {place}, or captures from or to these squares,"),
        Trigger::Capture => format!("captures on {place}"),
        Trigger::InPlace => format!("stands on {place}"),
    }
}

/// The end of the sentence, with the exception in which an optional promotion is mandatory.
fn but(trigger: Trigger, mandatory: Mandatory) -> &'static str {
    match mandatory {
        _ if trigger.is_in_place() => {
            " instead of moving; it stays there, or at once makes a move of its new form that captures nothing."
        }
        Mandatory::Always | Mandatory::Never => ".",
        Mandatory::Immobile => "; it must if it could never move again otherwise.",
        Mandatory::LastRank => match trigger {
            Trigger::EnterOrWithin | Trigger::Touch => "; it must on the last of these ranks.",
            _ => "; it must if it does so on the last of these ranks.",
        },
    }
}

/// Whether a piece may promote by either of two rules on the same square, with different choices.
fn overlap(one: &Promotion, other: &Promotion) -> bool {
    let both = |color: Color| (one.zone[color] & other.zone[color]).any();
    one.to != other.to && !(one.kinds & other.kinds).is_empty() && Color::ALL.into_iter().any(both)
}
