//! What the engine and the GUI have said about the end of the game on the board.

use super::events::Ending;
use super::trend::ScoreTrend;

/// Announcements about the end of the game on the board.
#[derive(Debug, Default)]
pub struct GameEnd {
    pub announced: Option<Ending>,
    /// Whether the game was declared over, or the engine has resigned.
    pub declared: bool,
    pub draw_offered: bool,
    /// What the engine's scores suggest about draw offers and resigning.
    pub trend: ScoreTrend,
}

impl GameEnd {
    /// Whether the end of the game has been neither announced nor declared.
    pub fn is_open(&self) -> bool {
        self.announced.is_none() && !self.declared
    }

    /// Notes that an ending is announced. Returns `false` if the same one has been announced already.
    pub fn announce(&mut self, ending: &Ending) -> bool {
        let new = self.announced.as_ref() != Some(ending);
        if new {
            self.announced = Some(ending.clone());
        }
        new
    }

    /// Notes that moves are taken back, with what their scores suggested: the game goes on.
    pub fn take_back(&mut self) {
        self.declared = false;
        self.trend = ScoreTrend::default();
    }

    /// Whether the engine resigns instead of moving, which ends the game.
    pub fn resigns(&mut self) -> bool {
        self.declared |= self.trend.resigns();
        self.trend.resigns()
    }

    /// Whether the engine accepts a pending draw offer, which otherwise lapses.
    pub fn accepts_draw(&mut self, contempt: i32) -> bool {
        std::mem::take(&mut self.draw_offered) && self.trend.accepts_draw(contempt)
    }
}
