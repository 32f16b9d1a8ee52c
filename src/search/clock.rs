//! Time management: from a time control to the budget of one move.
//!
//! A [`Control`] is a time control, a [`Clock`] the time that a side
//! has left; [`Clock::budget`] splits that. This is arithmetic only:
//! nothing here reads the clock.

use std::time::Duration;

/// Move overhead: communication and scheduling delay.
pub const OVERHEAD: Duration = Duration::from_millis(50);

/// With a fixed time per move the overhead is reduced by this.
const DISCOUNT: Duration = Duration::from_millis(20);
/// The minimum time planned for a move in a game with a clock.
const LEAST: Duration = Duration::from_millis(5);
/// The clock is never planned to run lower than this.
const RESERVE: Duration = Duration::from_millis(20);
/// The number of moves left to play that is assumed in a game without periods.
const MOVES_LEFT: u32 = 30;
/// Share of an increment that a move may use.
const INCREMENT_SHARE: f64 = 0.8;
/// With less time left than this many times the overhead, a smaller share of the increment is used: otherwise the
/// clock would settle where one delay of the machine loses the game.
const CUSHION: u32 = 4;

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `moves` moves (0: the whole game) in `base`, and `increment` for each.
    Clock {
        /// Moves per period, 0 for one period that never ends.
        moves: u32,
        /// Time per period.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
    /// At most this for each move; nothing is carried over.
    PerMove(Duration),
}

impl Control {
    /// `moves` moves (0: the whole game) in `base`, and `increment` for each.
    pub fn level(moves: u32, base: Duration, increment: Duration) -> Self {
        Self::Clock { moves, base, increment }
    }
}

/// The time that one move may use, counted from the moment the opponent's move
/// arrived. `soft` never exceeds `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When the move should normally be made; `None` if time that is left over would be lost.
    pub soft: Option<Duration>,
    /// When a running iteration is aborted.
    pub hard: Duration,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: Control,
    remaining: Duration,
    moves_made: u32,
}

impl Clock {
    /// A full clock.
    pub fn new(control: Control) -> Self {
        let remaining = match control {
            Control::Clock { base, .. } => base,
            Control::PerMove(time) => time,
        };
        Self { control, remaining, moves_made: 0 }
    }

    /// Its time control.
    pub fn control(&self) -> Control {
        self.control
    }

    /// The time left.
    pub fn remaining(&self) -> Duration {
        self.remaining
    }

    /// The same clock with another time left, as given by the GUI's `time`.
    pub fn with_remaining(self, remaining: Duration) -> Self {
        Self { remaining, ..self }
    }

    /// The same clock after some moves of the current period.
    pub fn with_moves_made(self, moves_made: u32) -> Self {
        Self { moves_made, ..self }
    }

    /// The clock after a move that took `used`: this is deducted, the increment is
    /// added, and the time of the next period, if the move completes one.
    pub fn after_move(self, used: Duration) -> Self {
        let left = self.remaining.saturating_sub(used);
        let moves_made = self.moves_made.saturating_add(1);
        let remaining = match self.control {
            Control::PerMove(time) => time,
            Control::Clock { moves, base, increment } if moves > 0 && moves_made.is_multiple_of(moves) => {
                left.saturating_add(increment).saturating_add(base)
            }
            Control::Clock { increment, .. } => left.saturating_add(increment),
        };
        Self { remaining, moves_made, ..self }
    }

    /// Moves until the period ends, `None` if it never does.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            Control::Clock { moves, .. } if moves > 0 => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    /// The budget of the next move on a board of `squares`, with a move overhead of `overhead`.
    ///
    /// ```
    /// # use alfil::internals::search::{Clock, Control, OVERHEAD};
    /// # use std::time::Duration;
    /// let clock = Clock::new(Control::level(40, Duration::from_secs(60), Duration::ZERO));
    /// assert!(clock.budget(64, OVERHEAD).soft <= Some(Duration::from_millis(1500)));
    /// ```
    pub fn budget(&self, squares: usize, overhead: Duration) -> Budget {
        match self.control {
            Control::PerMove(time) => {
                // Where the overhead takes most of the time, moving without any search would be worse than moving a
                // little late.
                let rest = time.saturating_sub(overhead.saturating_sub(DISCOUNT)).max(time / 3);
                Budget { soft: None, hard: rest.max(Duration::from_millis(1)) }
            }
            Control::Clock { base, increment, .. } => {
                // Before a clock without a base is told, there is only the increment to plan with.
                let increment_only = base.is_zero();
                let unknown = increment_only && self.remaining.is_zero();
                let remaining = if unknown { increment } else { self.remaining };
                let usable = remaining.saturating_sub(overhead);
                let moves = self.moves_to_go().unwrap_or_else(|| moves_left(squares)).max(1);
                let reserve = overhead.max(RESERVE);
                let share = increment.mul_f64(INCREMENT_SHARE);
                // Even the last move of a period leaves half: what it does not need serves the next period.
                let most = (usable / 2).min(remaining.saturating_sub(reserve));
                let most = if increment_only { most.min(share) } else { most }.max(LEAST);
                let ease = usable.div_duration_f64(reserve * CUSHION).min(1.0);
                let soft = (usable / moves).saturating_add(share.mul_f64(ease)).clamp(LEAST, most);
                Budget { soft: Some(soft), hard: soft.saturating_mul(4).min(most) }
            }
        }
    }
}

/// The number of further moves assumed in a game without periods: games are longer on
/// larger boards.
fn moves_left(squares: usize) -> u32 {
    MOVES_LEFT + (squares.saturating_sub(64) / 8) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// Clock, moves made before, remaining, squares, expected soft and hard.
    #[test]
    fn budgets_follow_the_table() {
        let minute = Control::level(40, ms(60_000), ms(0));
        let sudden = Control::level(0, ms(300_000), ms(0));
        let fischer = Control::level(0, ms(10_000), ms(100));
        let no_base = Control::level(0, ms(0), ms(1_000));
        let ten_seconds = Control::level(0, ms(10_000), ms(0));
        let table = [
            // 40 moves in a minute: (60000 - 50) / 40.
            (minute, 0, 60_000, 64, 1498, 5995),
            (minute, 38, 10_050, 64, 5_000, 5_000),
            // The last move of a period may use half, too.
            (minute, 39, 10_050, 64, 5_000, 5_000),
            (minute, 40, 60_050, 64, 1500, 6000),
            (sudden, 0, 300_000, 64, 9998, 39_993),
            // Larger boards play longer games: 30 + 80 / 8 moves.
            (sudden, 0, 300_050, 144, 7500, 30_000),
            (fischer, 0, 10_000, 64, 411, 1646),
            // Little left: 100 / 30 + 80 * 100 / (4 * 50), and at most half of the time that the overhead leaves.
            (fischer, 50, 150, 64, 43, 50),
            (fischer, 50, 250, 64, 86, 100),
            (fischer, 50, 40, 64, 5, 5),
            (fischer, 50, 0, 64, 5, 5),
            // Increment only: 0.8 of it, but no more than half of what is on the clock.
            (no_base, 0, 0, 64, 475, 475),
            (no_base, 0, 1_000, 64, 475, 475),
            (no_base, 9, 450, 64, 200, 200),
            (no_base, 9, 5_000, 64, 800, 800),
            (ten_seconds, 0, 10_000, 64, 331, 1326),
            (Control::level(1, ms(1_000), ms(0)), 3, 150, 64, 50, 50),
        ];
        for (control, made, left, squares, soft, hard) in table {
            let clock = Clock { moves_made: made, ..Clock::new(control) }.with_remaining(ms(left));
            let budget = clock.budget(squares, OVERHEAD);
            let found = (budget.soft.map(|soft| soft.as_millis()), budget.hard.as_millis());
            assert_eq!(found, (Some(soft), hard), "{control:?} with {left} ms after {made} moves");
        }
    }

    /// `st`: 30 ms less, but at least a third, and at least 1 ms; `st 0` is as fast as possible.
    #[test]
    fn a_time_for_each_move_is_used_up() {
        for (time, hard) in [(1_000, 970), (30, 10), (0, 1), (86_400_000, 86_399_970)] {
            let budget = Clock::new(Control::PerMove(ms(time))).budget(64, OVERHEAD);
            assert_eq!(budget, Budget { soft: None, hard: ms(hard) });
        }
    }

    /// What a program's user reserves for delays is kept where there is no base, too.
    #[test]
    fn the_overhead_is_kept_however_time_is_given() {
        for control in [Control::level(0, ms(0), ms(1_000)), Control::level(1, ms(1_000), ms(0))] {
            let budget = Clock::new(control).with_remaining(ms(1_000)).budget(64, ms(500));
            assert!(budget.hard <= ms(500), "{control:?}: {budget:?}");
        }
    }

    #[test]
    fn budgets_keep_their_bounds() {
        for moves in [0, 1, 2, 40] {
            for increment in [0, 1, 100, 60_000] {
                let clock = Clock::new(Control::level(moves, ms(60_000), ms(increment)));
                for left in [0, 1, 19, 20, 50, 75, 100, 1_000, 59_999, 3_600_000] {
                    let budget = clock.with_remaining(ms(left)).budget(64, OVERHEAD);
                    assert!(budget.soft.is_some_and(|soft| soft <= budget.hard && soft >= LEAST));
                    assert!(budget.hard <= ms(left).saturating_sub(RESERVE).max(LEAST), "{left}: {budget:?}");
                }
            }
        }
    }

    #[test]
    fn own_clocks_run_as_the_rules_say() {
        let clock = Clock::new(Control::level(2, ms(10_000), ms(500)));
        assert_eq!(clock.moves_to_go(), Some(2));
        let clock = clock.after_move(ms(4_000));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (ms(6_500), Some(1)));
        let clock = clock.after_move(ms(6_000));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (ms(11_000), Some(2)));
        assert_eq!(clock.after_move(ms(20_000)).remaining(), ms(500));
        let fixed = Clock::new(Control::PerMove(ms(700))).after_move(ms(650));
        assert_eq!((fixed.remaining(), fixed.moves_to_go()), (ms(700), None));
    }
}
