//! The end of a game in words: the winner, and the reason.

use super::Game;
use crate::board::{ByColor, Color, PieceKind};
use crate::position::{GameResult, Outcome, Reason, VariantEnd};
use crate::text::enumerate;
use crate::variant::{Bare, Extinction, Goal, GoalShape, GoalWhen, KindSet, Variant};

/// Maximum number of kinds that are named one by one.
const FEW_KINDS: usize = 3;

impl Game {
    /// The outcome of the game in a sentence without a full stop.
    ///
    /// ```text
    /// White wins by checkmate
    /// Black wins: White has lost all pieces
    /// Draw by repetition
    /// ```
    pub fn verdict(&self, outcome: Outcome) -> String {
        let who = match outcome.result {
            GameResult::Win(color) => format!("{} wins", color.name()),
            GameResult::Draw => "Draw".to_owned(),
        };
        let points = self.points().filter(|_| self.variant().rules.scores(outcome.reason));
        match (self.event(outcome.reason), points) {
            (Some(event), _) => format!("{who}: {event}"),
            (None, Some(points)) => format!("{who} by {points} points, {}", self.cause(outcome.reason)),
            (None, None) => format!("{who} by {}", self.cause(outcome.reason)),
        }
    }

    /// The event that ended the game, if its file defines what decides.
    fn event(&self, reason: Reason) -> Option<String> {
        let variant = self.variant();
        Some(match self.variant_end(reason)? {
            VariantEnd::Lost(rule, color, kind) => match &rule.text {
                Some(text) => text.about(color),
                None => format!("{} {}", color.name(), losing(variant, rule, color, kind)),
            },
            VariantEnd::Reached(_, None, _) => "both sides have reached the goal".to_owned(),
            VariantEnd::Reached(goal, Some(color), square) => match (&goal.text, square) {
                (Some(text), _) => text.about(color),
                (None, Some(square)) if goal.when != GoalWhen::Leave && goal.count == 1 => {
                    let piece = self.piece_at(square).map_or(String::new(), |piece| plain(variant, piece.kind()));
                    let square = self.geometry().name(square);
                    let verb = if goal.when == GoalWhen::Survive { "has held" } else { "has reached" };
                    format!("{}'s {piece} {verb} {square}", color.name())
                }
                (None, _) => format!("{} {}", color.name(), going(goal)),
            },
            VariantEnd::Bared(_, None) => "both sides are bare".to_owned(),
            VariantEnd::Bared(bare, Some(color)) => match &bare.text {
                Some(text) => text.about(color),
                None => format!("{} {}", color.name(), baring(variant, bare)),
            },
        })
    }

    /// The reason of an outcome in a few words, such as `checkmate` or `50-move rule`.
    pub fn cause(&self, reason: Reason) -> String {
        let rules = &self.variant().rules;
        let cause = match reason {
            Reason::Checks => match (self.variant().start.checks, rules.ends.checks) {
                (ByColor([white, black]), Some(count)) if white == black => return format!("{count} checks"),
                // The sides need different numbers of checks.
                _ => "the last of its checks",
            },
            Reason::MoveRule => return format!("{}-move rule", rules.draws.move_rule.plies / 2),
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::Facing => "royal pieces that face each other",
            Reason::DoublePass => "two passes in a row",
            Reason::FullBoard => "a full board",
            Reason::Extinction => "loss of pieces",
            Reason::Goal => "reaching the goal",
            Reason::BareKing => "a bare king",
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::Counting => "the counting rule",
            Reason::Impasse => "impasse",
            Reason::InsufficientMaterial => "insufficient material",
        };
        cause.to_owned()
    }
}

/// The words for the side that has lost pieces.
fn losing(variant: &Variant, rule: &Extinction, color: Color, kind: Option<PieceKind>) -> String {
    let Some(kinds) = kind.map(KindSet::of).or_else(|| rule.of.kinds()) else {
        return "has lost all pieces".to_owned();
    };
    let own = |kind: &PieceKind| variant.kind(*kind).may_belong_to(color);
    let names: Vec<String> = listed(variant, kinds).filter(own).map(|kind| plain(variant, kind)).collect();
    match names.as_slice() {
        [] => "has lost what it had to keep".to_owned(),
        names if names.len() > FEW_KINDS => "has lost the pieces that it had to keep".to_owned(),
        [name] => format!("has no {name} left"),
        names => format!("has neither {} left", enumerate(names, "nor")),
    }
}

fn going(goal: &Goal) -> String {
    let pieces = match goal.shape {
        GoalShape::Chain => "a chain of pieces".to_owned(),
        shape => format!("{} pieces{}", goal.count, shape.so()),
    };
    match goal.when {
        GoalWhen::Arrive if goal.shape != GoalShape::Loose => format!("has {pieces}"),
        GoalWhen::Arrive => "has reached the goal".to_owned(),
        GoalWhen::Survive if goal.shape != GoalShape::Loose => format!("has held {pieces}"),
        GoalWhen::Survive => "has held the goal".to_owned(),
        GoalWhen::Leave if goal.shape != GoalShape::Loose => format!("no longer has {pieces}"),
        GoalWhen::Leave => "has left the squares that it had to hold".to_owned(),
    }
}

fn baring(variant: &Variant, bare: &Bare) -> String {
    let mut royals = variant.kinds().filter(|(_, kind)| kind.royal);
    match (bare.count, royals.next(), royals.next()) {
        (1, Some((king, _)), None) => format!("has only the {} left", plain(variant, king)),
        (1, ..) => "has only one piece left".to_owned(),
        (count, ..) => format!("has only {count} pieces left"),
    }
}

fn listed(variant: &Variant, kinds: KindSet) -> impl Iterator<Item = PieceKind> {
    variant.faces().map(|(kind, _)| kind).filter(move |kind| kinds.has(*kind))
}

/// A piece's name within a sentence.
fn plain(variant: &Variant, kind: PieceKind) -> String {
    variant.kind(kind).name.to_lowercase()
}
