//! The points that decide games.

use super::Checker;
use super::complaints::entry;
use crate::text::Report;
use crate::variant::file::{ScoringTable, Spanned, VariantFile};
use crate::variant::{Reason, Rules, Scoring, Stalemate};

const MOST: u16 = Scoring::MOST;

impl Checker<'_> {
    pub(super) fn scoring(&mut self, table: Option<&Spanned<ScoringTable>>) -> Option<Scoring> {
        let table = table?.get_ref();
        if table.points.is_none() && table.komi_black.is_none() {
            return None;
        }
        let mut points = vec![0; self.kinds.len()];
        for (id, count) in table.points.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = self.named_kind(&id.span(), id.get_ref()) else { continue };
            if *count.get_ref() > MOST {
                let message = format!("{} points are too many, expected at most {MOST}", count.get_ref());
                self.complaints.error(&count.span(), message);
                continue;
            }
            for alike in self.unnamed(&table.points, self.with_guises(&[kind])).iter().chain([kind]) {
                points[alike.index()] = *count.get_ref();
            }
        }
        let komi = table.komi_black.as_ref().map_or(0, |komi| self.komi(komi));
        Some(Scoring { points, komi })
    }

    /// Additional points for Black, in halves of a point.
    fn komi(&mut self, komi: &Spanned<f64>) -> u16 {
        let halves = komi.get_ref() * 2.0;
        if (0.0..=f64::from(2 * MOST)).contains(&halves) && halves.fract() == 0.0 {
            return halves as u16;
        }
        let report = Report::error(format!("{} cannot be added to the points", komi.get_ref()))
            .help(format!("write whole or half points, such as `6.5`, from 0 to {MOST}"));
        self.complaints.add(&komi.span(), report);
        0
    }

    /// Reports rules that leave the decision to points if there are none, and unused points.
    pub(super) fn scores(&mut self, file: &VariantFile, rules: &Rules) {
        let facing = entry(file.royalty.as_ref(), |table| &table.facing_rule);
        let stalemate = entry(file.end.as_ref(), |table| &table.stalemate);
        let double_pass = entry(file.end.as_ref(), |table| &table.double_pass);
        let full_board = entry(file.end.as_ref(), |table| &table.full_board);
        let repetition = entry(file.repetition.as_ref(), |table| &table.result);
        let move_rule = entry(file.move_rule.as_ref(), |table| &table.result);
        // With `stalemate = "pass"`, what asks for points is `double_pass`.
        let stalemate = stalemate.filter(|word| *word.get_ref() == Stalemate::Score);
        let places = [
            (Reason::Facing, facing.map(Spanned::span)),
            (Reason::Stalemate, stalemate.map(Spanned::span)),
            (Reason::FullBoard, full_board.map(Spanned::span)),
            (Reason::DoublePass, double_pass.map(Spanned::span)),
            (Reason::Repetition, repetition.map(Spanned::span)),
            (Reason::MoveRule, move_rule.map(Spanned::span)),
        ];
        match (&rules.ends.scoring, &file.scoring) {
            (None, _) => {
                let asked = places.into_iter().filter(|(reason, _)| rules.scores(*reason));
                for span in asked.filter_map(|(_, span)| span) {
                    let report = Report::error("there are no points that could decide")
                        .help("say what pieces count, for example `points = { R = 13 }` in `[scoring]`");
                    self.complaints.add(&span, report);
                }
            }
            (Some(_), Some(table)) if !rules.points_decide() => {
                let why =
                    "points decide nothing here: name them in a rule, for example `double_pass = \"score\"` in `[end]`";
                self.complaints.no_effect(&table.span(), "scoring", why);
            }
            _ => {}
        }
    }
}
