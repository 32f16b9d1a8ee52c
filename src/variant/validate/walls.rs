//! Walls that players place.

use super::Checker;
use crate::board::{Area, ByColor};
use crate::text::Report;
use crate::variant::file::{Sided, Spanned, WallTable};
use crate::variant::{Drops, Effect, EffectKind, Wall, WallKind};
use crate::xbetza::{Action, Term};

impl Checker<'_> {
    /// The walls that players place with their moves, with reports of rules that do not go together with them.
    pub(super) fn wall(
        &mut self,
        table: Option<&Spanned<WallTable>>,
        effects: &[Effect],
        drops: &Drops,
    ) -> Option<Wall> {
        let (span, table) = (table?.span(), table?.get_ref());
        let help = "say what is placed, for example `what = \"duck\"` or `what = \"block\"`";
        let what = self.complaints.needed(&span, "wall.what", table.what.as_ref(), help)?;
        let squares = table.squares.as_ref().and_then(|squares| self.wall_squares(squares));
        if *what.get_ref() == WallKind::Duck && effects.iter().any(|effect| effect.what == EffectKind::Hole) {
            let report = Report::error("the duck cannot be distinguished from squares that an effect removes")
                .help("write `what = \"block\"`, or leave out the `[[effect]]` with `what = \"hole\"`");
            self.complaints.add(&what.span(), report);
        }
        if drops.enabled && !drops.no_mate.is_empty() {
            let report = Report::error("whether a drop mates depends on the wall that is placed with it")
                .help("leave out `no_mate` in `[drop]`");
            self.complaints.add(&what.span(), report);
        }
        let legs = |term: &Term| match &term.action {
            Action::Walk(legs) => legs.len(),
            _ => 0,
        };
        if let Some(kind) = self.kinds.iter().find(|kind| kind.terms().any(|term| legs(term) > Wall::MOST_LEGS)) {
            let message = format!(
                "`{}` makes moves of more than {} legs, which cannot place a wall",
                kind.written_id(),
                Wall::MOST_LEGS
            );
            self.complaints.add(&what.span(), Report::error(message).help("give it moves with fewer legs"));
        }
        let place = table.r#where.as_ref().map(|place| *place.get_ref()).unwrap_or_default();
        Some(Wall { what: *what.get_ref(), place, squares: squares.unwrap_or_else(|| self.everywhere()) })
    }

    /// The squares for walls, at least one for each side: without one it could not move.
    fn wall_squares(&mut self, set: &Spanned<Sided>) -> Option<ByColor<Area>> {
        let squares = self.sided(set)?;
        if squares.0.iter().any(|area| area.is_empty()) {
            let report = Report::error("a side has no square for its walls, so it cannot move")
                .help("name squares, for example `\"ranks 3-6\"`, or leave out the key");
            self.complaints.add(&set.span(), report);
        }
        Some(squares)
    }
}
