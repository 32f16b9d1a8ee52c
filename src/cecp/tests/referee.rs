//! A referee between a GUI and the engine: it knows what may be said when, and what must be said.

use super::Bench;
use crate::session::{Activity, Mode, ends_on_board};
use fastrand::Rng;
use std::collections::VecDeque;
use std::time::Duration;

/// The state before a step, as far as it matters for what may follow.
#[derive(Clone, Copy, Debug)]
struct Before {
    mode: Mode,
    activity: Activity,
    paused: bool,
    post: bool,
    /// Several lines are carried out at once: their effects cannot be separated.
    several: bool,
}

pub(super) struct Referee {
    pub bench: Bench,
    seed: u64,
    /// The lines so far, for messages.
    log: VecDeque<String>,
    /// Pings without their pong.
    pings: VecDeque<String>,
    in_edit: bool,
}

impl Referee {
    pub(super) fn new(bench: Bench, seed: u64) -> Self {
        Self { bench, seed, log: VecDeque::new(), pings: VecDeque::new(), in_edit: false }
    }

    /// The GUI sends lines, all at once.
    pub(super) fn hear(&mut self, lines: &[String]) {
        let before = Before { several: self.before().several || lines.len() > 1, ..self.before() };
        let free = !matches!(before.activity, Activity::Think | Activity::Hint) && !before.paused;
        let mut edits = self.in_edit;
        for line in lines {
            edits |= line.trim() == "edit";
            self.note(format!("> {line}"));
            match line.trim() {
                "." if self.in_edit => self.in_edit = false,
                "edit" => self.in_edit = true,
                text if !self.in_edit => {
                    let number = text.strip_prefix("ping ").map(|number| number.trim().to_owned());
                    self.pings.extend(number.filter(|number| !number.is_empty()));
                }
                _ => {}
            }
        }
        let last = |words: &[&str]| {
            lines.iter().rposition(|line| line.split_whitespace().next().is_some_and(|word| words.contains(&word)))
        };
        let ended = last(&["force", "new", "setboard", "result"]) > last(&["pause"]);
        let was_editing = self.bench.dialogue.editor.is_some();
        self.bench.send(&lines.join("\n"));
        // Answers wait briefly for further lines, and then come without them.
        self.bench.pass(Duration::from_millis(100));
        if ended && !edits {
            self.ensure(!self.bench.dialogue.session.is_paused(), "such commands end a pause");
        }
        let said = self.listen(before);
        if let ([line], true, false) = (lines, free, was_editing) {
            self.check_answer(line.trim(), before, &said);
        }
    }

    /// The search sends a report.
    pub(super) fn search_speaks(&mut self, rng: &mut Rng) {
        let before = self.before();
        self.note("! ...".to_owned());
        self.bench.search_says(rng);
        self.bench.pass(Duration::from_millis(100));
        let said = self.listen(before);
        if matches!(before.activity, Activity::Idle) {
            self.ensure(said.is_empty(), "a search that was given up is not heard");
        }
    }

    /// At the end nothing is left unanswered, and `quit` is obeyed.
    pub(super) fn end(&mut self) {
        self.hear(&[".", "resume", "force", "ping end"].map(str::to_owned));
        self.ensure(self.pings.is_empty(), "every ping has its pong");
        self.hear(&["quit".to_owned()]);
        self.ensure(self.bench.quit, "it quits");
    }

    fn before(&self) -> Before {
        let dialogue = &self.bench.dialogue;
        Before {
            mode: dialogue.session.mode(),
            activity: dialogue.session.activity(),
            paused: dialogue.session.is_paused(),
            post: dialogue.agreed.post,
            several: dialogue.waits(|_| true),
        }
    }

    fn note(&mut self, line: String) {
        self.log.push_back(line);
        if self.log.len() > 40 {
            self.log.pop_front();
        }
    }

    #[track_caller]
    fn ensure(&self, holds: bool, what: &str) {
        let dialogue = &self.bench.dialogue;
        assert!(
            holds,
            "{what}; mode {:?}, activity {:?}, on {}; talk {}:\n{}",
            dialogue.session.mode(),
            dialogue.session.activity(),
            dialogue.session.is_game_on(),
            self.seed,
            self.log.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
        );
    }

    /// Takes the output and checks whether it may be sent at all.
    fn listen(&mut self, before: Before) -> Vec<String> {
        let mut said = self.bench.take_said();
        said.iter().for_each(|line| self.note(format!("< {line}")));
        for line in &said {
            self.check_line(line, before);
        }
        self.check_state();
        // Notes come when they are due, and are not answers.
        said.retain(|line| !line.starts_with("telluser ") || line.starts_with("telluser the position is "));
        said
    }

    fn check_line(&mut self, line: &str, before: Before) {
        let dialogue = &self.bench.dialogue;
        let plays =
            before.several || matches!(before.mode, Mode::Play(_)) || matches!(dialogue.session.mode(), Mode::Play(_));
        let analyses = before.several || before.mode == Mode::Analyze;
        self.ensure(line.len() <= 4000, "lines are short");
        self.ensure(!line.contains(|c: char| c.is_control() && c != '\t'), "lines are text");
        let word = line.split([' ', '\t']).next().unwrap_or_default();
        if let Some(number) = line.strip_prefix("pong ") {
            let expected = self.pings.pop_front();
            return self.ensure(expected.as_deref() == Some(number), "pongs come in the order of pings");
        }
        match word {
            "move" | "offer" | "resign" => self.ensure(plays, "it moves when it plays"),
            "Hint:" => self.ensure(!before.paused || before.several, "no hint in a pause"),
            "stat01:" => self.ensure(analyses, "it analyses"),
            "1-0" | "0-1" | "1/2-1/2" => {
                self.ensure(line.contains(" {") && line.ends_with('}'), "results have reasons")
            }
            "Error" | "Illegal" | "tellusererror" | "telluser" | "feature" | "highlight" | "choice" | "setup"
            | "piece" => {}
            // Lines of the book, and their end.
            "" => {}
            _ => {
                self.ensure(word.parse::<u32>().is_ok(), "the line is known");
                let on = before.post || dialogue.agreed.post;
                let runs = before.activity != Activity::Idle || before.several;
                self.ensure(on && runs, "thinking is shown when it is wanted");
            }
        }
    }

    /// Invariants A, C and D, and that the search that should be running is.
    fn check_state(&self) {
        let dialogue = &self.bench.dialogue;
        let (session, side) = (&dialogue.session, dialogue.session.game().side());
        match session.activity() {
            Activity::Idle | Activity::Hint => {}
            Activity::Wait | Activity::Job(_) => self.ensure(false, "nobody asks for that"),
            Activity::Think => self.ensure(session.mode() == Mode::Play(side), "A: it thinks when it is to move"),
            Activity::Guess | Activity::Ponder(_) => {
                self.ensure(session.mode() == Mode::Play(!side), "C: it ponders when the other is to move");
                self.ensure(session.may_ponder() && session.game().moves_made() > 0, "C: it ponders when it may");
            }
            Activity::Analyze => self.ensure(session.mode() == Mode::Analyze, "D: it analyses when it should"),
        }
        let on = session.is_game_on();
        if session.activity() != Activity::Idle {
            let looks = matches!(session.activity(), Activity::Hint | Activity::Analyze);
            self.ensure(on || looks, "nothing is played when the game is over");
            let number = self.bench.order.as_ref().map(|order| order.number);
            let runs = number == Some(self.bench.begun);
            self.ensure(session.has_found() || session.is_paused() || runs, "a search runs");
        }
        let quiet = !session.is_paused() && !matches!(session.activity(), Activity::Think | Activity::Hint);
        if session.mode() == Mode::Analyze && session.is_playable() && quiet && !dialogue.waits(|_| true) {
            let over = session.game().outcome().is_some_and(ends_on_board);
            let some = !session.included().is_empty();
            self.ensure((session.activity() == Activity::Analyze) == (some && !over), "D: it analyses what there is");
        }
        if quiet {
            self.ensure(!dialogue.waits(|_| true), "nothing waits when nothing is in the way");
            self.ensure(self.pings.is_empty() || self.in_edit, "pings are answered when nothing is in the way");
        }
    }

    /// The possible answers to a single line that found the engine free, and the
    /// state that must follow (invariants A and B).
    fn check_answer(&self, line: &str, before: Before, said: &[String]) {
        let begins = |words: &[&str]| said.iter().all(|said| words.iter().any(|word| said.starts_with(word)));
        let results = ["1-0 {", "0-1 {", "1/2-1/2 {"];
        let dialogue = &self.bench.dialogue;
        let activity = dialogue.session.activity();
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        // When pondering begins again, the engine reports the move on which it ponders.
        let again = if before.activity.is_pondering() { "Hint: " } else { "nothing" };
        let fine = match word {
            "xboard" | "accepted" | "rejected" | "random" | "force" | "post" | "nopost" | "easy" | "name"
            | "rating" | "ics" | "partner" | "ptell" | "egtpath" | "noise" | "computer" | "result" | "exit" | "?"
            | "" | "edit" | "draw" => said.is_empty(),
            "sd" | "depth" | "new" if before.mode != Mode::Analyze => said.is_empty(),
            "memory" | "cores" if before.mode != Mode::Analyze => begins(&[again]) && said.len() <= 1,
            "st" | "level" | "time" | "otim" | "nps" => begins(&["Error (bad argument): "]),
            "setscore" | "holding" => begins(&["Error (bad argument): ", again]) && said.len() <= 1,
            "hard" | "playother" => begins(&["Hint: "]),
            "." => begins(&["stat01: "]) && said.len() <= 1,
            "hint" => begins(&["Hint: "]) && said.len() <= 1,
            "undo" | "remove" => begins(&["Error (command not legal now): ", results[0], results[1], results[2]]),
            "exclude" | "include" => begins(&["Error (bad argument): ", "Error (command not legal now): "]),
            "lift" | "hover" => begins(&["highlight "]) && said.len() <= 1,
            "put" => begins(&["choice "]) && said.len() <= 1,
            "bk" => said.len() > 1 && said.last().is_some_and(String::is_empty),
            "setboard" => begins(&["tellusererror ", results[0], results[1], results[2]]),
            "usermove" => begins(&[
                "Illegal move (",
                "Error (",
                "Hint: ",
                "move ",
                "offer draw",
                "resign",
                "telluser ",
                results[0],
                results[1],
                results[2],
            ]),
            _ => true,
        };
        self.ensure(fine, "the answer is one to the line");
        if ["new", "variant", "setboard", "edit", "undo", "remove", "white", "black"].contains(&word) {
            let rests = matches!(activity, Activity::Idle | Activity::Analyze)
                || activity == before.activity && said.iter().any(|line| line.starts_with("Error ("));
            self.ensure(rests, "B: a new position starts nothing");
        }
        let on = dialogue.session.is_game_on();
        if word == "go" && on && !self.in_edit {
            let moved = said.iter().any(|line| line.starts_with("move "));
            self.ensure(activity == Activity::Think || moved, "A: go makes it think");
        }
        let moved =
            word == "usermove" && !said.iter().any(|line| line.starts_with("Illegal") || line.starts_with("Error"));
        if moved && on && dialogue.session.mode() == Mode::Play(dialogue.session.game().side()) {
            self.ensure(activity == Activity::Think, "A: a move makes it think");
        }
    }
}
