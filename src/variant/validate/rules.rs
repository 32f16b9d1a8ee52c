//! Rules that are words and numbers.

use super::Checker;
use super::complaints::value_or;
use crate::text::Report;
use crate::variant::file::{
    CastlingStyle, CastlingTable, EndTable, ExcludeWord, FacingWord, ImpasseTable, ImpasseWord, InsufficientTable,
    InsufficientWord, MoveRuleTable, PerpetualWord, RepetitionTable, RepetitionWord, ResetWord, RoyaltyTable, Spanned,
    VerdictWord,
};
use crate::variant::{
    CastlingRule, Facing, Impasse, Insufficient, MoveRule, PerpetualChase, PerpetualCheck, Repetition,
    RepetitionResult, Resets, Stalemate, Verdict,
};

/// Result for the side in check without a move.
pub(super) fn checkmate(table: Option<&Spanned<EndTable>>) -> Verdict {
    verdict(value_or(table.and_then(|table| table.get_ref().checkmate.as_ref()), VerdictWord::Loss))
}

/// Result for the side not in check without a move.
pub(super) fn stalemate(table: Option<&Spanned<EndTable>>) -> Stalemate {
    Stalemate::Verdict(verdict(value_or(table.and_then(|table| table.get_ref().stalemate.as_ref()), VerdictWord::Draw)))
}

fn verdict(word: VerdictWord) -> Verdict {
    match word {
        VerdictWord::Loss => Verdict::Loss,
        VerdictWord::Draw => Verdict::Draw,
        VerdictWord::Win => Verdict::Win,
    }
}

/// What a long time without progress means.
pub(super) fn move_rule(table: Option<&Spanned<MoveRuleTable>>) -> MoveRule {
    let table = table.map(Spanned::get_ref);
    let resets = table.and_then(|table| table.resets.as_ref());
    let resets = value_or(resets, vec![ResetWord::Capture, ResetWord::Pawn]);
    let exclude = value_or(table.and_then(|table| table.exclude.as_ref()), Vec::new());
    MoveRule {
        plies: value_or(table.and_then(|table| table.plies.as_ref()), 100),
        resets: Resets {
            capture: resets.contains(&ResetWord::Capture),
            pawn: resets.contains(&ResetWord::Pawn),
            pawn_forward: resets.contains(&ResetWord::PawnForward),
        },
        except_checks: exclude.contains(&ExcludeWord::Check),
        except_evasions: exclude.contains(&ExcludeWord::CheckEvasion),
    }
}

/// Declarations in the enemy camp.
pub(super) fn impasse(table: Option<&Spanned<ImpasseTable>>) -> Impasse {
    match value_or(table.and_then(|table| table.get_ref().rule.as_ref()), ImpasseWord::None) {
        ImpasseWord::None => Impasse::None,
        ImpasseWord::Csa27 => Impasse::Csa27,
        ImpasseWord::Csa24 => Impasse::Csa24,
    }
}

impl Checker<'_> {
    pub(super) fn facing(&mut self, table: Option<&Spanned<RoyaltyTable>>) -> Facing {
        match value_or(table.and_then(|table| table.get_ref().facing.as_ref()), FacingWord::None) {
            FacingWord::None => Facing::None,
            FacingWord::File => Facing::File,
            FacingWord::FileAndRank => Facing::FileAndRank,
        }
    }

    pub(super) fn castling(&mut self, table: Option<&Spanned<CastlingTable>>) -> CastlingRule {
        match value_or(table.and_then(|table| table.get_ref().style.as_ref()), CastlingStyle::Betza) {
            CastlingStyle::Betza => CastlingRule::Notation { safe: true },
            CastlingStyle::None => CastlingRule::None,
        }
    }

    pub(super) fn repetition(&mut self, table: Option<&Spanned<RepetitionTable>>) -> Repetition {
        let table = table.map(Spanned::get_ref);
        let fold = table.and_then(|table| table.fold.as_ref());
        if let Some(one) = fold.filter(|fold| *fold.get_ref() == 1) {
            let report = Report::error("a position that occurs once is no repetition, expected 0 or at least 2")
                .help("`fold = 3` ends the game at the third occurrence, `fold = 0` never");
            self.complaints.add(&one.span(), report);
        }
        Repetition {
            fold: value_or(fold, 3),
            result: match value_or(table.and_then(|table| table.result.as_ref()), RepetitionWord::Draw) {
                RepetitionWord::Draw => RepetitionResult::Draw,
                RepetitionWord::MoverLoses => RepetitionResult::MoverLoses,
                RepetitionWord::WhiteLoses => RepetitionResult::WhiteLoses,
            },
            perpetual_check: match value_or(table.and_then(|table| table.perpetual_check.as_ref()), PerpetualWord::None)
            {
                PerpetualWord::None => PerpetualCheck::None,
                PerpetualWord::Loss => PerpetualCheck::Loss,
            },
            perpetual_chase: PerpetualChase::None,
            check_beats_chase: false,
        }
    }

    pub(super) fn insufficient(&mut self, table: Option<&Spanned<InsufficientTable>>) -> Insufficient {
        let span = table.map_or(0..0, Spanned::span);
        let table = table.map(Spanned::get_ref);
        let mode = value_or(table.and_then(|table| table.mode.as_ref()), InsufficientWord::Helpmate);
        let attackers = table.and_then(|table| table.attackers.as_ref());
        let kinds = attackers.map(|set| self.kind_set(set));
        match mode {
            InsufficientWord::NoAttackers => {
                if attackers.is_none() {
                    let help = "list the pieces that can still win, as `attackers = [\"R\", \"P\"]`";
                    self.complaints.missing(&span, "insufficient.attackers", help);
                }
                return Insufficient::NoAttackers(self.with_remembering(&kinds.unwrap_or_default()));
            }
            _ if attackers.is_some() => {
                let place = attackers.map_or(0..0, Spanned::span);
                let report =
                    Report::warning("`attackers` has no effect here").help("it belongs to `mode = \"no-attackers\"`");
                self.complaints.add(&place, report);
            }
            _ => {}
        }
        match mode {
            InsufficientWord::None => Insufficient::None,
            InsufficientWord::BareKings => Insufficient::BareKings,
            InsufficientWord::Helpmate | InsufficientWord::NoAttackers => Insufficient::Helpmate,
        }
    }
}
