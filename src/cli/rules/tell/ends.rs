//! Ends of the game.

use super::Teller;
use super::names::{lines, number, ordinal, sentence};
use crate::board::{ByColor, Color, PieceKind};
use crate::cli::rules::places::sides_of;
use crate::text::enumerate;
use crate::variant::{
    Adjudication, Bare, BareWhen, Effect, EffectKind, EffectPlace, Extinct, Extinction, GivingCheck, Goal, GoalShape,
    GoalWhen, LeavingCheck, Promotion, Rebare, Rules, Scoring, Stalemate, Verdict, Whose,
};

impl Teller<'_> {
    fn has_royals(&self) -> bool {
        self.variant.kinds.iter().any(|kind| kind.royal)
    }

    /// Whether a side can be in check.
    fn has_check(&self) -> bool {
        let royalty = &self.variant.rules.royalty;
        let guarded = self.has_royals() && royalty.leaving_check == LeavingCheck::Forbidden;
        (guarded || !royalty.anti.is_empty()) && royalty.giving_check == GivingCheck::Allowed
    }

    pub(super) fn checkmate(&mut self, result: Verdict) {
        let keys = ["end.checkmate"];
        if !self.has_check() {
            return self.without(&keys, "checkmate");
        }
        let partner = match self.variant.rules.hands.partner {
            true => ", whatever a partner might still put into its hand",
            false => "",
        };
        let text = format!("Checkmate: the side to move is in check and has no legal move{partner}.");
        self.say(&keys, format!("{text} {}", stuck(result)));
    }

    pub(super) fn stalemate(&mut self, result: Stalemate) {
        let when = match self.has_check() {
            true => "Stalemate: the side to move is not in check and has no legal move.",
            false => "Stalemate: the side to move has no legal move.",
        };
        let result = match result.verdict() {
            _ if result == Stalemate::Pass => match self.variant.rules.ends.double_pass {
                Adjudication::Score => {
                    "It passes the turn; without a piece on the board it cannot, and the points decide."
                }
                _ => "It passes the turn; without a piece on the board it cannot, and the game is a draw.",
            },
            Some(result) => stuck(result),
            None if result == Stalemate::Score => "The points decide.",
            None => {
                "It has won if it has fewer pieces than the other side, and lost if it has more; equal numbers are a draw."
            }
        };
        self.say(&["end.stalemate"], format!("{when} {result}"));
    }

    pub(super) fn checks(&mut self, checks: Option<u8>) {
        match checks {
            Some(count) => {
                let text = match self.variant.start.checks {
                    ByColor([white, black]) if white != black => {
                        let [white, black] = [white, black].map(|count| ordinal(count.into()));
                        format!("White has won when it gives check for the {white} time, Black for the {black} time.")
                    }
                    _ => format!("A side that gives check for the {} time has won.", ordinal(count.into())),
                };
                self.say(&["end.checks"], text);
            }
            None => self.without(&["end.checks"], "a win by a number of checks"),
        }
    }

    pub(super) fn double_pass(&mut self, rule: Adjudication) {
        let keys = ["end.double_pass"];
        let result = match rule {
            Adjudication::None => return self.without(&keys, "an end by two passes"),
            Adjudication::Draw => "the game is a draw",
            Adjudication::Score => "the game is over, and the points decide",
        };
        self.say(&keys, format!("When both sides pass, one after the other, {result}."));
    }

    pub(super) fn full_board(&mut self, rule: Adjudication) {
        let keys = ["end.full_board"];
        let result = match rule {
            Adjudication::None => return self.without(&keys, "an end on a full board"),
            Adjudication::Draw => "is a draw",
            Adjudication::Score => "is over, and the points decide",
        };
        self.say(&keys, format!("When no square of the board is empty, the game {result}."));
    }

    pub(super) fn scoring(&mut self, scoring: Option<&Scoring>) {
        let keys = ["scoring.points", "scoring.komi_black"];
        let Some(Scoring { points, komi }) = scoring else { return self.without(&keys, "a decision by points") };
        let counts = self.faces().filter_map(|(kind, _)| Some((kind, *points.get(kind.index())?)));
        let counts: Vec<(PieceKind, u16)> = counts.filter(|(_, points)| *points > 0).collect();
        let told: Vec<String> = counts.iter().map(|(kind, points)| format!("{} {points}", self.name(*kind))).collect();
        let half = if komi % 2 == 1 { ".5" } else { "" };
        let komi = if *komi > 0 { format!(" Black gets {}{half} more.", komi / 2) } else { String::new() };
        let counted = if told.is_empty() { "nothing".to_owned() } else { enumerate(&told, "and") };
        let text = format!(
            "If points decide, the side with more has won, and equal points are a draw. Pieces on the board count as \
             follows: {counted}.{komi}"
        );
        self.say(&keys, text);
    }

    pub(super) fn bare(&mut self, bare: Option<&Bare>) {
        let keys = ["end.bare", "end.bare.count", "end.bare.result", "end.bare.when", "end.bare.rebare"];
        let Some(Bare { count, verdict, when, rebare, text: _ }) = bare else {
            return self.without(&keys, "a result for baring");
        };
        let alone = match count {
            1 if self.has_royals() => format!("has nothing left but the {}", self.the_royal()),
            1 => "has only one piece left".to_owned(),
            count => format!("has no more than {} pieces left", number((*count).into())),
        };
        let held = if self.variant.rules.drops.enabled { ", on the board or in hand" } else { "" };
        let late = match when {
            BareWhen::Immediate => "",
            BareWhen::OpponentTurn => ", unless its next move does the same to the other side",
        };
        let text = sentence(&format!("{}.", result("a side", *verdict, &format!("{alone}{held}{late}"))));
        let both = match rebare {
            Rebare::Draw => "it is a draw",
            Rebare::None => "the game goes on",
        };
        self.say(&keys[1..], format!("{text} If that holds for both sides, {both}."));
    }

    pub(super) fn extinctions(&mut self, extinctions: &[Extinction]) {
        if extinctions.is_empty() {
            return self.without(&["end.extinction"], "a result for losing pieces");
        }
        for (number, rule) in extinctions.iter().enumerate() {
            let Extinction { of, in_hand, side, by, verdict, text: _ } = rule;
            let own = |kind: &PieceKind| side.is_none_or(|side| self.variant.kind(*kind).may_belong_to(side));
            let kinds = of.kinds().map(|set| {
                // A piece under an influence is not lost, which goes without saying.
                let turned = |kind: &PieceKind| {
                    let base = self.variant.rules.uninfluenced(*kind);
                    base != *kind && set.has(base)
                };
                self.names(self.members(set).into_iter().filter(|kind| own(kind) && !turned(kind)))
            });
            let mut lost = match (of, kinds) {
                (Extinct::Any(_), Some(kinds)) if kinds.len() > 1 => {
                    format!("has lost all its pieces of any one of these kinds: {}", enumerate(&kinds, "or"))
                }
                (_, Some(kinds)) => format!("has no {} left", enumerate(&kinds, "or")),
                (_, None) => "has no piece left".to_owned(),
            };
            if self.variant.rules.hands.any() {
                lost += if *in_hand { " on the board or in hand" } else { " on the board" };
            }
            if let Some(by) = by {
                lost += &format!(", and the last was lost by a move of {}", self.any(*by));
            }
            let otherwise = if extinctions.iter().any(|other| comes_before(other, rule)) { "otherwise " } else { "" };
            let text = result(side.map_or("a side", Color::name), *verdict, &lost);
            self.say(&[format!("end.extinction.{number}")], sentence(&format!("{otherwise}{text}.")));
        }
        if extinctions.iter().any(|rule| self.may_end_both(rule)) {
            let text = "If one move does that to both sides, the side that made the move has won.";
            self.say(&["end.extinction"], text);
        }
    }

    /// Whether one move may take the last pieces of a rule from both sides: only by a side effect or a promotion, since
    /// the capturing piece survives, and no side may lose its own royal pieces by its move.
    fn may_end_both(&self, rule: &Extinction) -> bool {
        let named = |kind: PieceKind| rule.of == Extinct::AllPieces || rule.of.names(kind);
        let needed = |kind: PieceKind| named(kind) && !self.variant.kind(kind).royal;
        let meets = |effect: &Effect| {
            let takes = !matches!(effect.what, EffectKind::Appear(_)) && effect.place != EffectPlace::Victims;
            takes && effect.whose != Whose::Enemy && self.faces().any(|(kind, _)| needed(kind) && effect.whom.has(kind))
        };
        let leaves = |kind: PieceKind, other: PieceKind| match rule.of {
            Extinct::Any(_) => other != kind,
            _ => !named(other),
        };
        let promotes_away = |promotion: &Promotion| {
            let mut kinds = promotion.kinds.iter().filter(|kind| needed(*kind));
            kinds.any(|kind| self.variant.becomes(promotion, kind).into_iter().any(|other| leaves(kind, other)))
        };
        let Rules { effects, promotions, .. } = &self.variant.rules;
        let possible = effects.iter().any(meets) || promotions.iter().any(promotes_away);
        rule.side.is_none() && rule.verdict != Verdict::Draw && possible
    }

    pub(super) fn goals(&mut self, goals: &[Goal]) {
        if goals.is_empty() {
            return self.without(&["end.goal"], "a result for reaching squares");
        }
        for (index, goal) in goals.iter().enumerate() {
            let Goal { kinds, squares, count, shape, row, ends, when, verdict, last_move, text: _ } = goal;
            let sides = sides_of(squares);
            let who = match sides[..] {
                [only] => only.name(),
                _ => "a side",
            };
            let place = if *count == 1 { self.places.either() } else { self.places }.of(squares, &sides);
            let line = || lines(row.iter());
            let several = || self.several(*kinds, (*count).into());
            let (some, together) = match shape {
                GoalShape::Loose if *count == 1 => (self.any(*kinds), String::new()),
                GoalShape::Loose => (several(), " at once".to_owned()),
                GoalShape::Row => (several(), format!(" side by side on a {}", line())),
                GoalShape::Line => {
                    (several(), format!(" on one {}, with or without other squares between them", line()))
                }
                GoalShape::Square => (several(), " that fill a square".to_owned()),
                GoalShape::Chain => {
                    let [from, to] = ends.map(|end| self.places.of(&end, &sides));
                    let chain = format!("a chain of {}", self.plurals(*kinds));
                    (chain, format!(" from {from} to {to}, each next to the one before along a {}", line()))
                }
            };
            let whole = |color: Color| squares[color].is_empty() || self.places.is_all(squares[color]);
            let anywhere = Color::ALL.into_iter().all(whole);
            let clause = match when {
                GoalWhen::Arrive if anywhere && *shape != GoalShape::Loose => format!("has {some}{together}"),
                GoalWhen::Arrive if anywhere => format!("has {some} anywhere{together}"),
                GoalWhen::Arrive if *count == 1 => format!("brings {some} to {place}"),
                GoalWhen::Arrive => format!("has {some} on {place}{together}"),
                GoalWhen::Survive => {
                    format!("still has {some} on {place}{together} after the other side's next move")
                }
                GoalWhen::Leave => format!("no longer has {some} on {place}{together}"),
            };
            let mut text = sentence(&format!("{}.", result(who, *verdict, &clause)));
            if let Some(follower) = last_move {
                let (first, second) = ((!*follower).name(), follower.name());
                let too = match when {
                    GoalWhen::Leave => format!("the same then holds for {second}"),
                    GoalWhen::Arrive | GoalWhen::Survive => format!("{second} gets there, too"),
                };
                text += &format!(" If {first} is first, {second} has one more move: if {too}, the game is a draw.");
            }
            self.say(&[format!("end.goal.{index}")], text);
        }
    }
}

/// Whether one rule, with a condition on the last move, declares a loss where another, without it, declares a draw.
fn comes_before(one: &Extinction, other: &Extinction) -> bool {
    let sides = one.side.is_none() || other.side.is_none() || one.side == other.side;
    let same = one.of == other.of && one.in_hand == other.in_hand && sides;
    same && one.by.is_some() && other.by.is_none() && (one.verdict, other.verdict) == (Verdict::Loss, Verdict::Draw)
}

/// The result for a side without legal moves.
fn stuck(result: Verdict) -> &'static str {
    match result {
        Verdict::Loss => "It has lost.",
        Verdict::Draw => "The game is a draw.",
        Verdict::Win => "It has won.",
    }
}

/// The result for a side to which a predicate applies, as `has no king left`.
fn result(who: &str, verdict: Verdict, predicate: &str) -> String {
    match verdict {
        Verdict::Loss => format!("{who} has lost when it {predicate}"),
        Verdict::Draw => format!("the game is a draw when {who} {predicate}"),
        Verdict::Win => format!("{who} has won when it {predicate}"),
    }
}
