//! Rules that files give by words and numbers.

use super::complaints::{entry, or_default, value_or};
use super::hands::Hand;
use super::{Checker, Safety};
use crate::board::Geometry;
use crate::text::Report;
use crate::variant::file::{
    CastlingTable, InsufficientTable, MoveRuleTable, Progress, RepetitionTable, Spanned, Uncounted, VariantFile,
};
use crate::variant::{
    CastlingFiles, CastlingRule, CastlingSafety, Draws, Insufficient, Kind, MoveRule, PerpetualChase, PerpetualCheck,
    Repetition, RepetitionResult, Resets,
};

impl Checker<'_> {
    /// The rules for games that make no progress.
    pub(super) fn draws(&mut self, file: &VariantFile, hand: Hand, safety: Safety) -> Draws {
        Draws {
            repetition: self.repetition(file.repetition.as_ref(), safety),
            move_rule: self.move_rule(file.move_rule.as_ref(), safety),
            counting: self.of_royals(entry(file.counting.as_ref(), |table| &table.rule)),
            insufficient: self.insufficient(file.insufficient.as_ref(), hand),
            impasse: self.of_royals(entry(file.impasse.as_ref(), |table| &table.rule)),
        }
    }

    /// The meaning of a long time without progress.
    fn move_rule(&mut self, table: Option<&Spanned<MoveRuleTable>>, safety: Safety) -> MoveRule {
        let plies = value_or(entry(table, |table| &table.plies), 100);
        let resets = entry(table, |table| &table.resets);
        let resets = match resets {
            Some(words) => words.get_ref().iter().map(|word| *word.get_ref()).collect(),
            None => vec![Progress::Capture, Progress::Pawn],
        };
        let exclude = entry(table, |table| &table.exclude);
        let mut uncounted = or_default(exclude);
        if let Some(why) = safety.checkless {
            self.complaints.pointless("exclude", exclude, plies > 0 && !uncounted.is_empty(), why);
            uncounted.clear();
        }
        MoveRule {
            plies,
            resets: Resets {
                capture: resets.contains(&Progress::Capture),
                pawn: resets.contains(&Progress::Pawn),
                pawn_forward: resets.contains(&Progress::PawnForward),
                drop: resets.contains(&Progress::Drop),
                promotion: resets.contains(&Progress::Promotion),
            },
            except_checks: uncounted.contains(&Uncounted::Check),
            except_evasions: uncounted.contains(&Uncounted::CheckEvasion),
            result: or_default(entry(table, |table| &table.result)),
        }
    }

    /// A rule about royal pieces, or the default if there are none.
    fn of_royals<T: Copy + Default + PartialEq>(&mut self, rule: Option<&Spanned<T>>) -> T {
        let Some(why) = self.royalless() else { return or_default(rule) };
        self.complaints.pointless("rule", rule, or_default(rule) != T::default(), why);
        T::default()
    }

    pub(super) fn castling(&mut self, table: Option<&Spanned<CastlingTable>>, safety: Safety) -> CastlingRule {
        let style = or_default(entry(table, |table| &table.style));
        let king_to = entry(table, |table| &table.king_to);
        let check_rule = entry(table, |table| &table.check_rule);
        let [fischer, betza] = [matches!(style, CastlingRule::Fischer(_)), matches!(style, CastlingRule::Betza(_))];
        self.complaints.pointless("king_to", king_to, !fischer, "it belongs to `style = \"fischer\"`");
        self.complaints.pointless("check_rule", check_rule, !betza, "it belongs to `style = \"betza\"`");
        match style {
            CastlingRule::Betza(_) => {
                let check = or_default(check_rule);
                if !self.kinds.iter().any(Kind::castles) {
                    let why =
                        "no piece of this game castles: give the king a castling move, for example `move = \"KisO2\"`";
                    self.complaints.pointless("check_rule", check_rule, true, why);
                    return CastlingRule::Betza(check);
                }
                let Some(why) = safety.unguarded else { return CastlingRule::Betza(check) };
                self.complaints.pointless("check_rule", check_rule, check != CastlingSafety::Ignore, why);
                CastlingRule::Betza(CastlingSafety::Ignore)
            }
            CastlingRule::None => CastlingRule::None,
            CastlingRule::Fischer(_) => {
                self.somebody_castles(entry(table, |table| &table.style));
                let files = self.board.map_or(1, Geometry::files);
                let h = entry(king_to, |table| &table.h);
                let a = entry(king_to, |table| &table.a);
                let right = h.and_then(|file| self.file(file)).unwrap_or(files.saturating_sub(2));
                let left = a.and_then(|file| self.file(file)).unwrap_or(2.min(files - 1));
                if let Some(file) = h.or(a).filter(|_| right < left) {
                    let [right, left] = [right, left].map(|file| char::from(b'a' + file));
                    let report = Report::warning(format!(
                        "the castling piece would go to file {right} when it castles to the right, and to file {left} when to the left"
                    ))
                    .help(format!("usually it ends farther left by `a`: `king_to = {{ h = \"{left}\", a = \"{right}\" }}`"));
                    self.complaints.add(&file.span(), report);
                }
                CastlingRule::Fischer(CastlingFiles { right, left })
            }
        }
    }

    fn somebody_castles(&mut self, style: Option<&Spanned<CastlingRule>>) {
        if let Some(style) = style.filter(|_| !self.kinds.iter().any(Kind::castles)) {
            let report = Report::error("no piece of this game castles")
                .help("give the king a castling move, for example `move = \"KisO2\"`, or write `style = \"none\"`");
            self.complaints.add(&style.span(), report);
        }
    }

    /// A file by its letter, from 0.
    fn file(&mut self, letter: &Spanned<String>) -> Option<u8> {
        let files = self.board?.files();
        let found = (0..files).find(|file| *letter.get_ref() == char::from(b'a' + file).to_string());
        if found.is_none() {
            let last = char::from(b'a' + files - 1);
            let message = format!("`{}` is not a file of this board, expected `a` to `{last}`", letter.get_ref());
            self.complaints.error(&letter.span(), message);
        }
        found
    }

    fn repetition(&mut self, table: Option<&Spanned<RepetitionTable>>, safety: Safety) -> Repetition {
        let fold = entry(table, |table| &table.fold);
        if let Some(one) = fold.filter(|fold| *fold.get_ref() == 1) {
            let report = Report::error("a position that occurs once is not a repetition, expected 0 or at least 2")
                .help("`fold = 3` ends the game at the third occurrence, `fold = 0` never");
            self.complaints.add(&one.span(), report);
        }
        let perpetual_check = entry(table, |table| &table.perpetual_check);
        let perpetual_chase = entry(table, |table| &table.perpetual_chase);
        let beats = entry(table, |table| &table.check_beats_chase);
        let mut repetition = Repetition {
            fold: value_or(fold, 3),
            result: or_default(entry(table, |table| &table.result)),
            perpetual_check: or_default(perpetual_check),
            perpetual_chase: or_default(perpetual_chase),
            check_beats_chase: or_default(beats),
        };
        let never = fold.is_some_and(|fold| *fold.get_ref() == 0);
        let why = "with `fold = 0`, repetition never ends this game";
        self.complaints.pointless("result", entry(table, |table| &table.result), never, why);
        self.idle_repetition(&repetition, perpetual_check, perpetual_chase, beats, safety);
        if safety.checkless.is_some() {
            repetition.perpetual_check = PerpetualCheck::None;
            repetition.check_beats_chase = false;
        }
        repetition
    }

    /// Warns of responsibility for repetitions that never applies.
    fn idle_repetition(
        &mut self,
        rule: &Repetition,
        check: Option<&Spanned<PerpetualCheck>>,
        chase: Option<&Spanned<PerpetualChase>>,
        beats: Option<&Spanned<bool>>,
        safety: Safety,
    ) {
        let why = match (rule.fold, rule.result) {
            (0, _) => Some("repetition never ends this game"),
            (_, RepetitionResult::Illegal) => Some("positions cannot be repeated in this game"),
            _ => None,
        };
        let [by_check, by_chase] =
            [rule.perpetual_check != PerpetualCheck::None, rule.perpetual_chase != PerpetualChase::None];
        if let Some(why) = why {
            self.complaints.pointless("perpetual_check", check, by_check, why);
            self.complaints.pointless("perpetual_chase", chase, by_chase, why);
        } else if let Some(why) = safety.checkless {
            self.complaints.pointless("perpetual_check", check, by_check, why);
            self.complaints.pointless("check_beats_chase", beats, rule.check_beats_chase && by_chase, why);
        }
        let alone = rule.check_beats_chase && !by_chase;
        let why = "nobody can be to blame for a chase: this needs `perpetual_chase = \"asian\"`";
        self.complaints.pointless("check_beats_chase", beats, alone, why);
    }

    fn insufficient(&mut self, table: Option<&Spanned<InsufficientTable>>, hand: Hand) -> Insufficient {
        let span = table.map_or(0..0, Spanned::span);
        let table = table.map(Spanned::get_ref);
        let mode = or_default(table.and_then(|table| table.mode.as_ref()));
        let attackers = table.and_then(|table| table.attackers.as_ref());
        let kinds = attackers.map(|set| self.kind_set(set));
        match mode {
            Insufficient::NoAttackers(_) => {
                if attackers.is_none() {
                    let help = "list the pieces that can still win, for example `attackers = [\"R\", \"P\"]`";
                    self.complaints.missing(&span, "insufficient.attackers", help);
                }
                return Insufficient::NoAttackers(self.with_guises(&kinds.unwrap_or_default()));
            }
            _ => self.complaints.pointless("attackers", attackers, true, "it belongs to `mode = \"no-attackers\"`"),
        }
        let bare = mode == Insufficient::BareKings;
        if let Some(why) = self.royalless().filter(|_| bare) {
            self.complaints.pointless("mode", table.and_then(|table| table.mode.as_ref()), true, why);
        }
        // Whatever is on the board, a partner may give more.
        if mode == Insufficient::Helpmate && hand.source.partner { Insufficient::None } else { mode }
    }
}
