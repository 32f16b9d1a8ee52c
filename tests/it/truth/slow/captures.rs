//! Forbidden captures.

use super::{Legal, Truth};
use alfil::internals::board::{Piece, PieceKind, Square};
use alfil::internals::variant::{Ban, BanCondition, BanWhen, CounterstrikeUnless, KindSet, Setup};
use alfil::internals::xbetza::run::InterpretedMove;

impl Truth<'_> {
    /// Whether a ban forbids one of a move's captures.
    pub(super) fn is_banned(self, legal: &Legal) -> bool {
        let from = legal.deed.from;
        let Some(mover) = self.at(from) else { return false };
        self.rules().captures.bans.iter().filter(|ban| ban.by.has(mover.kind())).any(|ban| {
            let zone = ban.zone[mover.color()];
            let mut victims = legal.captured.iter().filter(|(sq, piece)| ban.of.has(piece.kind()) && zone.has(*sq));
            victims.any(|&(sq, _)| {
                (ban.when == BanWhen::Always || self.distance(from, sq) > 1)
                    && (ban.condition == BanCondition::Always || self.is_recapturable(legal, ban.recapture_exclude))
                    && !has_bridge(ban, sq, &legal.captured)
            })
        })
    }

    /// Whether a ban without conditions forbids a piece to capture the occupant of `sq` with this move of its own.
    pub(super) fn never_takes(self, from: Square, sq: Square, outcome: &InterpretedMove) -> bool {
        let captured: Vec<(Square, Piece)> =
            outcome.victims.iter().filter_map(|&victim| Some((victim, self.at(victim)?))).collect();
        let (Some(mover), Some(victim)) = (self.at(from), self.at(sq)) else { return false };
        self.rules()
            .captures
            .bans
            .iter()
            .filter(|ban| ban.when == BanWhen::Always && ban.condition == BanCondition::Always)
            .any(|ban| {
                ban.by.has(mover.kind())
                    && ban.of.has(victim.kind())
                    && ban.zone[mover.color()].has(sq)
                    && !has_bridge(ban, sq, &captured)
            })
    }

    /// Whether the enemy could capture the piece that made a move, disregarding its own royal pieces.
    fn is_recapturable(self, legal: &Legal, exclude: KindSet) -> bool {
        let after: &Setup = &legal.after;
        let then = self.after(after);
        let taker = |from: &Square| then.at(*from).is_some_and(|piece| !exclude.has(piece.kind()));
        let to = legal.deed.to;
        let takes = |from: Square| {
            then.any_outcome(from, |outcome| outcome.victims.contains(&to) && !then.never_takes(from, to, outcome))
        };
        then.pieces(after.side).into_iter().filter(taker).any(takes)
    }

    /// Whether a move protects pieces like the captured one for a turn.
    pub(super) fn strikes(self, by: PieceKind, captured: &[(Square, Piece)]) -> bool {
        self.rules()
            .captures
            .counterstrike
            .is_some_and(|rule| !rule.kinds.has(by) && captured.iter().any(|(_, piece)| rule.kinds.has(piece.kind())))
    }

    /// Whether a move captures a piece that is protected for this turn.
    pub(super) fn is_counterstrike(self, legal: &Legal) -> bool {
        self.rules().captures.counterstrike.is_some_and(|rule| {
            legal.captured.iter().any(|(_, piece)| rule.kinds.has(piece.kind()))
                && (rule.unless == CounterstrikeUnless::Never || self.is_recapturable(legal, KindSet::EMPTY))
        })
    }
}

/// Whether a move captures another piece, too, which lifts the ban.
fn has_bridge(ban: &Ban, victim: Square, captured: &[(Square, Piece)]) -> bool {
    captured.iter().any(|&(sq, piece)| sq != victim && !ban.bridge_exclude.has(piece.kind()))
}
