//! Losses that never happen, because royal pieces are mated and not captured.

use super::complaints::{entry, list};
use super::{Checker, Safety};
use crate::board::{Color, Piece, PieceKind};
use crate::text::{Report, enumerate};
use crate::variant::file::VariantFile;
use crate::variant::{EffectKind, Extinct, Extinction, RoyalMode, Variant};

impl Checker<'_> {
    /// Warns of rules about the loss of pieces of which a side always keeps one: a royal piece that cannot be captured.
    pub(super) fn kept_royals(&mut self, file: &VariantFile, variant: &Variant, safety: Safety) {
        // Unless each of them must be safe, one move may capture two.
        let each = variant.rules.royalty.mode == RoyalMode::Each;
        if safety.unguarded.is_some() || !each {
            return;
        }
        let tables = list(file.end.as_ref(), |end| &end.extinction);
        for (table, rule) in tables.iter().zip(&variant.rules.ends.extinctions) {
            let kept = kept(variant, rule);
            if kept.is_empty() || !self.complaints.is_own(&table.span()) {
                continue;
            }
            let ids: Vec<String> = kept.iter().map(|kind| format!("`{}`", variant.kind(*kind).written_id())).collect();
            let (is, it) = if ids.len() == 1 { ("is", "it") } else { ("are", "they") };
            let report = Report::warning(format!(
                "a side never loses {}, which {is} royal, so this never happens: {it} {is} mated first",
                enumerate(&ids, "and")
            ))
            .help("`pieces = []` in `[royalty]` makes kings ordinary pieces")
            .help("`check = \"ignored\"` there allows them to be left attacked and captured");
            self.complaints.add(&table.span(), report);
        }
        let Some(counterstrike) = variant.rules.captures.counterstrike else { return };
        let royal = |kind: PieceKind| variant.kind(kind).royal && is_safe(variant, kind);
        let never = counterstrike.kinds.iter().all(royal);
        let table = entry(file.capture.as_ref(), |capture| &capture.counterstrike);
        let victim = table.and_then(|table| table.get_ref().victim.as_ref());
        self.complaints.pointless("victim", victim, never, "royal pieces are mated and never captured");
    }
}

/// The royal kinds whose loss never happens: those of which each side concerned has a piece at the start and
/// keeps one.
fn kept(variant: &Variant, rule: &Extinction) -> Vec<PieceKind> {
    let royal = |kind: PieceKind| variant.kind(kind).royal;
    let all: Vec<PieceKind> = variant.kinds().map(|(kind, _)| kind).filter(|kind| royal(*kind)).collect();
    let named: Vec<PieceKind> = match &rule.of {
        Extinct::AllPieces => all,
        Extinct::All(kinds) => all.into_iter().filter(|kind| kinds.has(*kind)).collect(),
        // Of several kinds, the one that is lost may not be royal.
        Extinct::Any(sets) if sets.iter().all(|kinds| kinds.iter().all(royal)) => {
            sets.iter().flat_map(|kinds| kinds.iter()).collect()
        }
        Extinct::Any(_) => Vec::new(),
    };
    let has = |color: Color, kind: PieceKind| variant.start.board.contains(&Piece::new(kind, color));
    let keeps = |color: Color| match &rule.of {
        Extinct::Any(sets) => sets.iter().all(|kinds| kinds.iter().any(|kind| has(color, kind))),
        _ => named.iter().any(|kind| has(color, *kind)),
    };
    let mut sides = Color::ALL.into_iter().filter(|color| rule.side.is_none_or(|side| side == *color));
    let safe = named.iter().all(|kind| is_safe(variant, *kind)) && sides.all(keeps);
    if safe { named } else { Vec::new() }
}

/// Whether no effect, influence or promotion removes pieces of a kind from the board, or turns them into others.
fn is_safe(variant: &Variant, kind: PieceKind) -> bool {
    let rules = &variant.rules;
    let meets =
        rules.effects.iter().any(|effect| !matches!(effect.what, EffectKind::Appear(_)) && effect.whom.has(kind));
    let turns = rules.influenced_faces().any(|(base, face)| [base, face].contains(&kind));
    !meets && !turns && !rules.promotions.iter().any(|rule| rule.kinds.has(kind))
}
