//! Configuration of a session: settings, clocks, and the referee of its claims.

use super::Session;
use crate::board::Color;
use crate::search::{Budget, Control};
use crate::session::claims::Referee;
use crate::session::clocks::Pace;
use crate::session::events::{Mode, Task};
use crate::session::options::{Setting, Value};
use crate::session::prepared::Prepared;
use std::time::Duration;

impl Session {
    /// Changes a setting and applies the consequences.
    pub fn set(&mut self, setting: Setting, value: Value) {
        let differs = self.settings.set(setting, value);
        match setting {
            Setting::Directory | Setting::Reload => self.read_library(),
            Setting::BookFile => {
                self.opening.faults.clear();
                self.open_book();
            }
            Setting::TunedValues | Setting::Network if differs => self.prepared = Prepared::default(),
            Setting::Threads if differs => self.prepared.forget_tables(),
            // There may be something to ponder on now.
            Setting::OwnBook if differs => self.ponder(),
            Setting::Memory if differs => {
                self.prepared = Prepared::default();
                self.hand_over(Task::ResizeMemory(self.settings.memory));
            }
            Setting::Ponder if self.settings.ponder => self.ponder(),
            Setting::Level if differs => self.ponder(),
            Setting::Ponder if self.search.activity.is_pondering() => self.give_up_search(),
            // Nothing has changed, or the setting is read when it is needed.
            _ => {}
        }
    }

    /// Whether the search must be restarted if the setting takes another value.
    pub fn concerns_search(&self, setting: Setting, value: Value) -> bool {
        // An analysis is neither weakened nor biased.
        let needless = self.mode == Mode::Analyze && matches!(setting, Setting::Level | Setting::Contempt);
        setting.concerns_search() && !needless && self.settings.clone().set(setting, value)
    }

    /// Sets whether the engine varies its first moves.
    pub fn vary(&mut self, on: bool) {
        self.opening.varied = on;
    }

    /// Whether the engine varies its first moves.
    pub fn is_varied(&self) -> bool {
        self.opening.varied
    }

    /// Sets the referee of claims, which also forwards moves; without one, every result may be claimed and every move
    /// played.
    pub fn set_referee(&mut self, referee: Option<Referee>) {
        self.referee = referee;
    }

    /// Changes the time control, from this move on.
    pub fn set_control(&mut self, control: Control) {
        self.clocks.set_control(control, self.game.moves_made());
    }

    pub fn set_pace(&mut self, pace: Pace) {
        self.search.outdated |= self.clocks.pace != pace;
        self.clocks.pace = pace;
    }

    /// Limits the depth of searches, in plies.
    pub fn set_depth(&mut self, depth: Option<u8>) {
        self.search.outdated |= self.clocks.depth != depth;
        self.clocks.depth = depth;
    }

    pub fn set_clock(&mut self, color: Color, remaining: Duration) {
        self.clocks.set(color, remaining);
    }

    /// The time that the clocks grant for the next move of the side to move.
    pub fn budget(&self) -> Budget {
        self.clocks.budget(&self.game, self.settings.overhead)
    }

    /// Prepares the clocks for the engine to play the side to move: clock times of the engine and its opponent that
    /// were received since the last move apply to the sides that they play now, whatever the engine played before.
    pub fn turn_clocks_to_mover(&mut self) {
        if self.engine != self.game.side() {
            self.clocks.swap_if_set();
        }
    }

    /// The colour whose clock is the engine's own.
    pub fn engine_color(&self) -> Color {
        self.engine
    }
}
