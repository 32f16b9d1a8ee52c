//! The clocks of both colours, and the time they grant for the next move.
//!
//! The place within a period of a time control is derived from the number of moves played by both sides, so that moves
//! that are taken back are made again in the same period.

use crate::board::{ByColor, Color};
use crate::game::Game;
use crate::search::{Budget, Clock, Control, Limits, Timekeeper};
use std::time::{Duration, Instant};

/// The unit in which clocks count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Wall-clock time.
    #[default]
    Wall,
    /// Processor time.
    Processor,
    /// Nodes searched, this many of which count as a second.
    Nodes(u64),
}

/// The clocks, and the limits on time and depth.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Control,
    clocks: ByColor<Clock>,
    /// Moves played when the time control began.
    begin: usize,
    /// When the turn began, not counting pauses.
    turn: Instant,
    paused: Option<Instant>,
    /// Clocks that the GUI has set in this turn, or since the engine plays neither side.
    set_in_turn: ByColor<bool>,
    /// The unit in which clocks count.
    pub pace: Pace,
    /// The deepest iteration.
    pub depth: Option<u8>,
}

/// Five minutes for the game, unless set otherwise.
const DEFAULT_BASE: Duration = Duration::from_secs(300);

impl Clocks {
    pub fn new(now: Instant) -> Self {
        let control = Control::level(0, DEFAULT_BASE, Duration::ZERO);
        Self {
            control,
            clocks: full(control),
            begin: 0,
            turn: now,
            paused: None,
            set_in_turn: ByColor::from_fn(|_| false),
            pace: Pace::Wall,
            depth: None,
        }
    }

    /// Changes the time control, after `moves_made` in the game. In a running game the clocks keep their times, unless
    /// they had none because each move had a time of its own.
    pub fn set_control(&mut self, control: Control, moves_made: usize) {
        let (before, ran) = (self.clocks, matches!(self.control, Control::Clock { .. }));
        self.control = control;
        self.clocks = full(control);
        self.begin = moves_made;
        for color in Color::ALL {
            if moves_made > 0 && (ran || self.set_in_turn[color]) {
                self.clocks[color] = self.clocks[color].with_remaining(before[color].remaining());
            }
        }
    }

    /// Resets both clocks to the full time for a new game.
    pub fn reset(&mut self) {
        self.clocks = full(self.control);
        self.begin = 0;
    }

    pub fn set(&mut self, color: Color, remaining: Duration) {
        self.clocks[color] = self.clocks[color].with_remaining(remaining);
        self.set_in_turn[color] = true;
    }

    /// Swaps the clocks if any was set during this turn: the times were meant for the other sides.
    pub fn swap_if_set(&mut self) {
        if Color::ALL.into_iter().any(|color| self.set_in_turn[color]) {
            self.clocks = ByColor::from_fn(|color| self.clocks[color].with_remaining(self.clocks[!color].remaining()));
            self.set_in_turn = ByColor::from_fn(|color| self.set_in_turn[!color]);
        }
    }

    /// Charges the side to move, which has made its move, with the time `used`; `None` stands for the wall-clock time.
    /// `game` is the game before the move.
    pub fn spend(&mut self, game: &Game, used: Option<Duration>, now: Instant) {
        let color = game.side();
        let used = used.unwrap_or_else(|| match self.set_in_turn[color] {
            // The GUI, which has set the clock in this turn, has already deducted the time.
            true => Duration::ZERO,
            false => now.saturating_duration_since(self.turn),
        });
        self.clocks[color] = self.clock(game, color).after_move(used);
        self.begin_turn(now);
    }

    /// Begins a turn without a move: no clock is charged.
    pub fn begin_turn(&mut self, now: Instant) {
        self.follow(now);
        self.set_in_turn = ByColor::from_fn(|_| false);
    }

    /// Begins a turn in a game that is only followed: clocks that have been set wait for the side that they are for.
    pub fn follow(&mut self, now: Instant) {
        self.turn = now;
    }

    /// Begins a position without a history: periods are counted from it, and no clock is charged.
    pub fn begin_history(&mut self, now: Instant) {
        self.begin = 0;
        self.begin_turn(now);
    }

    pub fn pause(&mut self, now: Instant) {
        self.paused = self.paused.or(Some(now));
    }

    pub fn resume(&mut self, now: Instant) {
        if let Some(since) = self.paused.take() {
            self.turn += now.saturating_duration_since(since);
        }
    }

    /// The limits for the next move of the side to move, with a move overhead of `overhead`.
    pub fn limits(&self, game: &Game, overhead: Duration) -> Limits {
        let budget = self.budget(game, overhead);
        let limits = Limits { depth: self.depth, ..Limits::default() };
        match self.pace {
            Pace::Nodes(rate) => {
                let time = budget.soft.unwrap_or(budget.hard);
                Limits { nodes: Some((time.as_secs_f64() * rate as f64).ceil() as u64), ..limits }
            }
            Pace::Wall | Pace::Processor => Limits { budget: Some(budget), ..limits },
        }
    }

    /// The time for the next move of the side to move.
    pub fn budget(&self, game: &Game, overhead: Duration) -> Budget {
        self.clock(game, game.side()).budget(game.geometry().squares(), overhead)
    }

    /// The timekeeper for a search.
    pub fn timekeeper(&self) -> Timekeeper {
        match self.pace {
            Pace::Processor => Timekeeper::Processor,
            Pace::Wall | Pace::Nodes(_) => Timekeeper::Wall,
        }
    }

    /// The time for which `nodes` count, if nodes are counted in place of time.
    pub fn time_of(&self, nodes: u64) -> Option<Duration> {
        match self.pace {
            Pace::Nodes(rate) => Duration::try_from_secs_f64(nodes as f64 / rate.max(1) as f64).ok(),
            Pace::Wall | Pace::Processor => None,
        }
    }

    /// A side's clock, with its position in the period derived from the game.
    fn clock(&self, game: &Game, color: Color) -> Clock {
        let plies = game.moves_made().saturating_sub(self.begin);
        let moves = if color == game.side() { plies / 2 } else { plies.div_ceil(2) };
        self.clocks[color].with_moves_made(u32::try_from(moves).unwrap_or(u32::MAX))
    }
}

fn full(control: Control) -> ByColor<Clock> {
    ByColor::from_fn(|_| Clock::new(control))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    /// A game and clocks for a number of moves in ten seconds.
    fn begin(moves: u32) -> (Game, Clocks, Instant) {
        let game = Game::bundled("normal");
        let now = Instant::now();
        let mut clocks = Clocks::new(now);
        clocks.set_control(Control::level(moves, ms(10_000), Duration::ZERO), 0);
        (game, clocks, now)
    }

    fn play(game: &mut Game, text: &str) {
        let mv = game.read_move(text).expect("a legal move");
        game.play(mv);
    }

    #[test]
    fn the_period_follows_the_game_whoever_moves() {
        let (mut game, clocks, _) = begin(3);
        let mut left = Vec::new();
        for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"] {
            left.push(clocks.clock(&game, game.side()).moves_to_go());
            play(&mut game, text);
        }
        assert_eq!(left, [3, 3, 2, 2, 1, 1, 3].map(Some));
        // A move taken back is made again in the same period.
        game.undo();
        game.undo();
        assert_eq!(clocks.clock(&game, game.side()).moves_to_go(), Some(1));
    }

    #[test]
    fn a_level_takes_effect_when_it_is_set() {
        let (mut game, mut clocks, _) = begin(3);
        play(&mut game, "e2e4");
        play(&mut game, "e7e5");
        clocks.set_control(Control::level(40, ms(60_000), Duration::ZERO), game.moves_made());
        let clock = clocks.clock(&game, Color::White);
        assert_eq!((clock.moves_to_go(), clock.remaining()), (Some(40), ms(10_000)));
    }

    /// A time for each move (`st`) is not what is left on a clock (TIME-2, TIME-5); what the GUI has just said is.
    #[test]
    fn a_level_after_a_time_for_each_move_begins_with_full_clocks() {
        let (_, mut clocks, _) = begin(0);
        clocks.set_control(Control::PerMove(ms(1_000)), 2);
        clocks.set(Color::Black, ms(7_777));
        clocks.set_control(Control::level(40, ms(60_000), Duration::ZERO), 4);
        assert_eq!(Color::ALL.map(|color| clocks.clocks[color].remaining()), [ms(60_000), ms(7_777)]);
    }

    /// The clocks themselves are kept (TIME-2): a position may be set up in the middle of a game.
    #[test]
    fn a_position_that_is_set_up_begins_a_period() {
        let (mut game, mut clocks, begun) = begin(3);
        for text in ["e2e4", "e7e5"] {
            play(&mut game, text);
        }
        clocks.set_control(Control::level(40, ms(60_000), Duration::ZERO), game.moves_made());
        game = Game::bundled("normal");
        clocks.begin_history(begun + ms(5_000));
        clocks.spend(&game, None, begun + ms(6_000));
        for text in ["e2e4", "e7e5"] {
            play(&mut game, text);
        }
        let clock = clocks.clock(&game, Color::White);
        assert_eq!((clock.moves_to_go(), clock.remaining()), (Some(39), ms(9_000)));
    }

    #[test]
    fn both_clocks_run_unless_they_are_set() {
        let (mut game, mut clocks, begun) = begin(0);
        clocks.spend(&game, Some(ms(1_500)), begun);
        play(&mut game, "e2e4");
        clocks.pause(begun + ms(500));
        clocks.resume(begun + ms(2_500));
        clocks.spend(&game, None, begun + ms(3_000));
        play(&mut game, "e7e5");
        let remaining = |clocks: &Clocks| Color::ALL.map(|color| clocks.clocks[color].remaining());
        assert_eq!(remaining(&clocks), [ms(8_500), ms(9_000)]);
        clocks.spend(&game, Some(ms(500)), begun + ms(4_000));
        play(&mut game, "g1f3");
        clocks.set(Color::Black, ms(7_777));
        clocks.spend(&game, None, begun + ms(9_000));
        assert_eq!(remaining(&clocks), [ms(8_000), ms(7_777)]);
    }

    #[test]
    fn clocks_that_were_set_can_be_swapped() {
        let (game, mut clocks, begun) = begin(0);
        let remaining = |clocks: &Clocks| Color::ALL.map(|color| clocks.clocks[color].remaining());
        clocks.set(Color::Black, ms(100));
        clocks.set(Color::White, ms(60_000));
        clocks.swap_if_set();
        assert_eq!(remaining(&clocks), [ms(100), ms(60_000)]);
        // Clocks that were set in an earlier turn are kept.
        clocks.spend(&game, Some(ms(40)), begun);
        clocks.swap_if_set();
        assert_eq!(remaining(&clocks), [ms(60), ms(60_000)]);
    }

    /// TIME-1, where a GUI makes moves between the times and `go`.
    #[test]
    fn clocks_that_were_set_wait_while_the_game_is_only_followed() {
        let (_, mut clocks, begun) = begin(0);
        clocks.set(Color::Black, ms(100));
        clocks.set(Color::White, ms(60_000));
        clocks.follow(begun);
        clocks.swap_if_set();
        assert_eq!(Color::ALL.map(|color| clocks.clocks[color].remaining()), [ms(100), ms(60_000)]);
    }

    #[test]
    fn nodes_may_count_as_time() {
        let (game, mut clocks, _) = begin(0);
        clocks.set_control(Control::PerMove(Duration::from_secs(500)), 0);
        clocks.pace = Pace::Nodes(1);
        assert_eq!(clocks.limits(&game, ms(50)).nodes, Some(500));
        assert_eq!((clocks.limits(&game, ms(50)).budget, clocks.time_of(250)), (None, Some(Duration::from_secs(250))));
        clocks.pace = Pace::Processor;
        assert_eq!((clocks.timekeeper(), clocks.time_of(250)), (Timekeeper::Processor, None));
    }
}
