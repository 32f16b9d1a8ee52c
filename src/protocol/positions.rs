//! Commands that replace the position: new games, other variants, set-up
//! positions, edited ones, hands dealt by the GUI.

use super::announce;
use super::clocks::Pace;
use super::command::Fault;
use super::dialogue::{Dialogue, Effect, Mode};
use super::edit::{EditLine, Editor};
use super::mood::Mood;
use super::{reply, xboard};
use crate::board::{ByColor, Color, PieceKind};
use crate::game::Game;
use crate::variant::{Setup, Variant};
use std::sync::Arc;

impl Dialogue {
    /// `new`: the first variant, White to move, the engine plays Black.
    pub(super) fn start_anew(&mut self) {
        self.begin_game(self.standard.clone());
        self.note = None;
        if self.mode != Mode::Analyze {
            self.engine = Color::Black;
            self.mode = Mode::Play(Color::Black);
        }
        self.manners.random = false;
        self.manners.computer = false;
        self.clocks.depth = None;
        self.clocks.pace = Pace::Wall;
        self.given.clear();
        self.prepare(Effect::Forget);
    }

    /// `variant`: another game, and what the GUI must be told about it.
    pub(super) fn change_variant(&mut self, name: &str, line: &str) {
        let carried = Some(&*self.settings.carried).filter(|game| xboard::is_carrier(name) && !game.is_empty());
        let Some(game) = self.catalogue.game(carried.unwrap_or(name)) else {
            return self.complain(Fault::Argument, line);
        };
        let start = announce::start(game.variant(), name);
        // While no clock runs.
        game.prepare();
        self.begin_game(game);
        self.introduce(name);
        if let Some(start) = start {
            self.set_up(Ok(start), "");
        }
    }

    fn begin_game(&mut self, game: Game) {
        self.game = game;
        self.clocks.fill();
        self.clocks.begin_turn(self.now);
        self.position_replaced();
    }

    /// A playable position has come onto the board, without a history.
    fn position_replaced(&mut self) {
        self.playable = true;
        self.untold = false;
        self.result = None;
        self.told_over = false;
        self.editor = None;
        self.draw_offered = false;
        self.mood = Mood::default();
        self.position_changed();
    }

    /// `setboard`.
    pub(super) fn set_board(&mut self, fen: &str) {
        // Where the start position was only a guess the game begins here.
        if self.game.variant().start_by_gui {
            let begun = self.game.variant().begun_at(fen).ok();
            if let Some(game) = begun.and_then(|variant| Game::new(&Arc::new(variant)).ok()) {
                self.game = game;
            }
        }
        let setup = Setup::parse(self.game.variant(), fen).map_err(|fault| fault.to_string());
        self.set_up(setup, fen);
    }

    /// Puts a position on the board, or says why it cannot be played.
    fn set_up(&mut self, setup: Result<Setup, String>, fen: &str) {
        let done = setup.and_then(|setup| self.game.set_up(&setup).map_err(|fault| fault.to_string()));
        match done {
            Ok(()) => self.position_replaced(),
            Err(reason) => {
                self.playable = false;
                // What was said of the position before is not said of this one.
                self.result = None;
                self.position_changed();
                self.say(reply::illegal_position(&reason, fen));
            }
        }
    }

    pub(super) fn edit(&mut self) {
        self.editor = Some(Editor::new(self.game.setup()));
    }

    pub(super) fn edit_line(&mut self, line: &EditLine) {
        let variant = Arc::clone(self.game.variant());
        if let Some(editor) = &mut self.editor {
            editor.edit(&variant, line);
        }
    }

    pub(super) fn finish_edit(&mut self) {
        if let Some(editor) = self.editor.take() {
            let setup = editor.finish(self.game.variant());
            self.set_up(Ok(setup), "");
        }
    }

    /// `holding`: both hands as the GUI says, where the game has hands. Moves
    /// made before can still be taken back.
    pub(super) fn set_hands(&mut self, white: &str, black: &str) {
        if self.hands_differ(white, black) {
            let hands = self.hands(white, black);
            self.game.set_hands(&hands);
            self.position_changed();
        }
    }

    /// Whether there are hands, and they do not hold what the GUI says.
    pub(super) fn hands_differ(&self, white: &str, black: &str) -> bool {
        let rules = &self.game.variant().rules;
        let has_hands = rules.hands.any() || rules.drops.enabled;
        has_hands && self.playable && self.hands(white, black) != self.game.setup().hands
    }

    fn hands(&self, white: &str, black: &str) -> ByColor<Vec<u8>> {
        let variant = self.game.variant();
        let mut hands = self.game.setup().hands;
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            hands[color].fill(0);
            for kind in held_kinds(variant, letters) {
                if let Some(count) = hands[color].get_mut(kind.index()) {
                    *count = count.saturating_add(1);
                }
            }
        }
        hands
    }
}

/// The kinds that a list of letters names; unknown letters are passed over.
fn held_kinds(variant: &Variant, letters: &str) -> Vec<PieceKind> {
    let mut kinds = Vec::new();
    let mut rest = letters;
    while let Some(letter) = rest.chars().next() {
        let tail = &rest[letter.len_utf8()..];
        let dressed = usize::from(tail.starts_with(['\'', '!']));
        let (id, next) = rest.split_at(letter.len_utf8() + dressed);
        kinds.extend(variant.kind_by_id(&id.to_ascii_uppercase()));
        rest = next;
    }
    kinds
}
