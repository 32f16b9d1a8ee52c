//! What a session is told beforehand: settings, clocks, who judges its claims.

use super::claims::Referee;
use super::clocks::Pace;
use super::events::{Mode, Task};
use super::options::{Setting, Value};
use super::state::Session;
use crate::board::Color;
use crate::search::{Budget, Control};
use std::time::Duration;

impl Session {
    /// Changes a setting, and does what follows from that.
    pub fn set(&mut self, setting: Setting, value: Value) {
        let before = self.settings.clone();
        self.settings.set(setting, value);
        match setting {
            Setting::Directory | Setting::Reload => self.read_library(),
            Setting::BookFile => {
                self.book_faults.clear();
                self.open_book();
            }
            Setting::TunedValues | Setting::Network if self.settings != before => {
                self.prepared_for = None;
                self.evaluator = None;
            }
            Setting::Memory if self.settings.memory != before.memory => {
                self.prepared_for = None;
                self.hand_over(Task::ResizeMemory(self.settings.memory));
            }
            Setting::Ponder if self.settings.ponder => self.ponder(),
            Setting::Ponder if self.search.activity.is_pondering() => self.give_up_search(),
            // What they are set to is asked for when it matters.
            Setting::TunedValues | Setting::Network | Setting::Memory | Setting::Ponder => {}
            Setting::Contempt | Setting::Overhead | Setting::Resign | Setting::Lines | Setting::Threads => {}
            Setting::Level | Setting::ClaimWins | Setting::Analysis | Setting::OwnBook => {}
        }
    }

    /// Whether a search would have to begin again under another value of a setting.
    pub fn concerns_search(&self, setting: Setting, value: Value) -> bool {
        let mut settings = self.settings.clone();
        settings.set(setting, value);
        setting.concerns_search() && settings != self.settings
    }

    /// Whether the engine is to vary its first moves.
    pub fn vary(&mut self, on: bool) {
        self.varied = on;
    }

    /// Whether the engine varies its first moves.
    pub fn is_varied(&self) -> bool {
        self.varied
    }

    /// Says who judges what the engine claims and hands on its moves; without
    /// one everything is claimed and played.
    pub fn set_referee(&mut self, referee: Option<Referee>) {
        self.referee = referee;
    }

    /// Changes how time is granted, from this move on.
    pub fn set_control(&mut self, control: Control) {
        self.clocks.set_control(control, self.game.moves_made());
    }

    pub fn set_pace(&mut self, pace: Pace) {
        self.clocks.pace = pace;
    }

    /// Limits how deep the engine thinks, in plies.
    pub fn set_depth(&mut self, depth: Option<u8>) {
        self.clocks.depth = depth;
    }

    pub fn set_clock(&mut self, color: Color, remaining: Duration) {
        self.clocks.set(color, remaining);
    }

    /// What the clocks grant the next move of the side to move.
    pub fn budget(&self) -> Budget {
        self.clocks.budget(&self.game, self.settings.overhead)
    }

    /// The engine is about to play the side to move: what it was told of its clock and its opponent's since the last
    /// move was meant so, whatever it played before.
    pub fn turn_clocks_to_mover(&mut self) {
        if self.engine_color() != self.game.side() {
            self.clocks.swap_if_set();
        }
    }

    /// The colour whose clock is the engine's.
    pub fn engine_color(&self) -> Color {
        match self.mode {
            Mode::Play(color) => color,
            Mode::Force | Mode::Analyze => self.engine,
        }
    }
}
