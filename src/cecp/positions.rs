//! Commands that replace the position: new games, other variants, positions set up or edited, hands that the GUI sets.

use super::command::Fault;
use super::dialogue::Dialogue;
use super::edit::{EditLine, Editor};
use super::{announce, reply, xboard};
use crate::board::{ByColor, Color, PieceKind};
use crate::game::{Game, PASS};
use crate::position::Move;
use crate::session::{Mode, Pace};
use crate::variant::{Setup, Variant};
use std::sync::Arc;

impl Dialogue {
    /// `new`: the first variant, White to move, the engine plays Black.
    pub(super) fn start_anew(&mut self) {
        self.begin_game(self.session.standard_game());
        self.introductions.drop_note_on_game();
        if self.session.mode() != Mode::Analyze {
            self.session.play(Color::Black);
        }
        self.session.vary(false);
        self.session.set_referee(None);
        self.agreed.computer = false;
        self.session.set_depth(None);
        self.session.set_pace(Pace::Wall);
        self.session.clear_hash();
    }

    /// `variant`: another game, with its announcements to the GUI.
    pub(super) fn change_variant(&mut self, name: &str, line: &str) {
        let carried = Some(&*self.wire.carried).filter(|game| xboard::is_carrier(name) && !game.is_empty());
        let Some(game) = self.session.new_game(carried.unwrap_or(name)) else {
            return self.complain(Fault::Argument, line);
        };
        let start = announce::start(game.variant(), name, self.agreed.xboard);
        // This may take a while, so it is done now, when no clock is running.
        game.prepare();
        self.begin_game(game);
        // In analysis mode the search reports at once, and nothing may come before the answer.
        let haste = self.session.mode() == Mode::Analyze;
        self.session.say_all(self.introductions.begin(self.session.game(), name, haste, self.session.time()));
        if let Some(start) = start {
            let done = self.session.set_up(&start).map_err(|fault| fault.to_string());
            self.end_set_up(done, "");
        }
    }

    fn begin_game(&mut self, game: Game) {
        self.session.begin_game(game);
        self.untold = false;
        self.editor = None;
        self.refused = None;
    }

    /// `setboard`.
    pub(super) fn set_board(&mut self, fen: &str) {
        if let Some(pass) = self.pass_before(fen) {
            return self.session.accept_move(pass);
        }
        let variant = self.session.game().variant();
        let done = match announce::meant(variant, fen) {
            Some(start) => self.session.set_up(&start).map_err(|fault| fault.to_string()),
            None => self.session.set_position(fen),
        };
        self.end_set_up(done, fen);
    }

    /// The pass that leads to this position, if one does: except in games like chu, that is the only way in which
    /// XBoard can send a pass to an engine that waits for a move.
    fn pass_before(&self, fen: &str) -> Option<Move> {
        let game = self.session.game();
        if self.session.mode() != Mode::Play(!game.side()) {
            return None;
        }
        let pass = self.session.find_move(|game| game.read_move(PASS)).ok()?;
        let shown = Setup::parse(game.variant(), fen).ok()?;
        let mut after = game.clone();
        after.play(pass);
        let then = after.setup();
        ((shown.side, &shown.board, &shown.hands) == (then.side, &then.board, &then.hands)).then_some(pass)
    }

    /// Handles the result of setting up a position. After a fault the engine has no position on the board, since the
    /// GUI shows one that cannot be played.
    fn end_set_up(&mut self, done: Result<(), String>, fen: &str) {
        match done {
            Ok(()) => {
                self.untold = false;
                self.editor = None;
                self.refused = None;
            }
            Err(reason) => {
                self.session.withdraw_position();
                self.session.say(reply::illegal_position(&reason, fen));
            }
        }
    }

    pub(super) fn edit(&mut self) {
        // After a position that was refused, the GUI goes on from there.
        let shown = self.refused.take().unwrap_or_else(|| self.session.game().setup());
        self.editor = Some(Editor::new(shown));
        self.session.withdraw_position();
    }

    pub(super) fn edit_line(&mut self, line: &EditLine) {
        let variant = Arc::clone(self.session.game().variant());
        if let Some(editor) = &mut self.editor {
            editor.edit(&variant, line);
        }
    }

    pub(super) fn finish_edit(&mut self) {
        if let Some(editor) = self.editor.take() {
            let setup = editor.finish(self.session.game().variant());
            let done = self.session.set_up(&setup).map_err(|fault| fault.to_string());
            self.end_set_up(done, "");
            self.refused = Some(setup).filter(|_| !self.session.is_playable());
        }
    }

    /// `holding`: both hands as given by the GUI, if the game has hands. Moves made before can still be taken back.
    pub(super) fn set_hands(&mut self, white: &str, black: &str) {
        if self.hands_differ(white, black) {
            let hands = self.hands(white, black);
            self.session.set_hands(&hands);
        }
    }

    /// Whether the game has hands, and they differ from those of the GUI.
    pub(super) fn hands_differ(&self, white: &str, black: &str) -> bool {
        let game = self.session.game();
        let rules = &game.variant().rules;
        let has_hands = rules.hands.any();
        has_hands && self.session.is_playable() && self.hands(white, black) != game.setup().hands
    }

    fn hands(&self, white: &str, black: &str) -> ByColor<Vec<u8>> {
        let game = self.session.game();
        let variant = game.variant();
        let mut hands = game.setup().hands;
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            hands[color].fill(0);
            for kind in held_kinds(variant, letters) {
                if let Some(count) = hands[color].get_mut(kind.index()) {
                    *count = count.saturating_add(1).min(Setup::MOST_IN_HAND);
                }
            }
        }
        hands
    }
}

/// The kinds that a list of letters names; unknown letters are ignored.
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
