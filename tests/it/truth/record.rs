//! The history of a position, and the ends of the game that depend on it.

use alfil::internals::board::Color;
use alfil::internals::position::{GameResult, Outcome, Reason};
use alfil::internals::variant::{PerpetualChase, PerpetualCheck, RepetitionResult, Rules, Setup};

/// A position that has occurred, with everything that a repetition must share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    /// Without its counters.
    setup: Setup,
    struck: bool,
}

impl Former {
    /// A position with only those rights that can be used.
    pub fn new(mut setup: Setup, struck: bool) -> Self {
        (setup.count, setup.halfmove, setup.fullmove) = (None, 0, 1);
        Self { setup, struck }
    }
}

/// All positions of a game, the current one last, and whether each was check.
#[derive(Clone, Debug, Default)]
pub struct Record(Vec<(Former, bool)>);

impl Record {
    pub fn add(&mut self, former: Former, check: bool) {
        self.0.push((former, check));
    }

    /// All positions, the current one last.
    pub fn positions(&self) -> Vec<&Setup> {
        self.0.iter().map(|(former, _)| &former.setup).collect()
    }

    /// The number of occurrences of a position.
    pub fn occurrences(&self, of: &Former) -> usize {
        self.0.iter().filter(|(former, _)| former == of).count()
    }

    /// The end of the game by repetition, with `points` if these decide. The result is `None` if it depends on who has
    /// chased whom.
    pub fn repetition(&self, rules: &Rules, points: impl Fn() -> GameResult) -> Option<Option<Outcome>> {
        let fold = usize::from(rules.draws.repetition.fold);
        let (present, _) = self.0.last()?;
        let earlier = |&index: &usize| self.0[index].0 == *present;
        let start = (0..self.0.len()).rev().filter(earlier).nth(fold.checked_sub(1)?)?;
        let mover = !present.setup.side;
        if rules.draws.repetition.perpetual_check == PerpetualCheck::Loss {
            let all_checks = |color: Color| {
                let mut after = self.0[start + 1..].iter().filter(|(former, _)| former.setup.side != color);
                after.all(|(_, check)| *check)
            };
            if let Some(checker) = Color::ALL.into_iter().find(|&color| all_checks(color) && !all_checks(!color)) {
                return Some(Some(Outcome { result: GameResult::Win(!checker), reason: Reason::PerpetualCheck }));
            }
        }
        if rules.draws.repetition.perpetual_chase != PerpetualChase::None {
            return Some(None);
        }
        let result = match rules.draws.repetition.result {
            RepetitionResult::Draw | RepetitionResult::Illegal => GameResult::Draw,
            RepetitionResult::MoverLoses => GameResult::Win(!mover),
            RepetitionResult::MoverWins => GameResult::Win(mover),
            RepetitionResult::WhiteLoses => GameResult::Win(Color::Black),
            RepetitionResult::Score => points(),
        };
        Some(Some(Outcome { result, reason: Reason::Repetition }))
    }
}
