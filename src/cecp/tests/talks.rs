//! Dialogues written down in `talks.txt`, with a search that reports what is written.

use super::Bench;
use crate::game::Game;
use crate::search::{Info, Score};
use crate::session::{Activity, News};
use std::time::Duration;

#[test]
fn talks_match_their_transcripts() {
    let mut complaints = Vec::new();
    let mut count = 0;
    for talk in include_str!("talks.txt").split("\n\n").filter(|talk| talk.lines().any(|line| !line.starts_with('#'))) {
        let (title, steps) = talk.trim_start().split_once('\n').expect("a title and steps");
        count += 1;
        let mut actor = Actor { bench: Bench::new(), marked: 0 };
        for (number, step) in steps.lines().enumerate() {
            if let Err(fault) = actor.step(step) {
                complaints.push(format!("{title}, line {}: `{step}`: {fault}", number + 1));
                break;
            }
        }
        let left = actor.bench.take_said();
        if !left.is_empty() {
            complaints.push(format!("{title}: also said {left:?}"));
        }
    }
    assert!(complaints.is_empty(), "{} of {count} talks:\n{}", complaints.len(), complaints.join("\n"));
}

struct Actor {
    bench: Bench,
    /// The number of the search when it was last checked.
    marked: u64,
}

impl Actor {
    fn step(&mut self, step: &str) -> Result<(), String> {
        let (mark, text) = step.split_once(' ').unwrap_or((step, ""));
        match mark {
            ">" => self.bench.send(&text.replace(" | ", "\n")),
            "<" => return self.expect(text),
            "!" => return self.search_says(text),
            "~" => {
                let time = text.strip_suffix(" ms").and_then(|text| text.parse().ok()).ok_or("no time")?;
                self.bench.pass(Duration::from_millis(time));
            }
            "=" => return self.check(text),
            "@" if text == "modern" => self.bench.dialogue.agreed.modern = true,
            _ => return Err("no such step".to_owned()),
        }
        Ok(())
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        let said = &mut self.bench.said;
        if said.is_empty() {
            return Err("nothing was said".to_owned());
        }
        let line = said.remove(0);
        let fits = if let Some(start) = text.strip_suffix("...") {
            line.starts_with(start)
        } else if let Some((start, end)) = text.split_once(" ... ") {
            line.strip_prefix(start).is_some_and(|rest| rest.ends_with(end))
        } else {
            line.replace('\t', " | ") == text
        };
        if fits { Ok(()) } else { Err(format!("it said `{line}`")) }
    }

    /// `info` or `done`, optionally `score=-60`, `depth=3`, `multipv=2`, `threads=2`, `early`, and moves.
    fn search_says(&mut self, text: &str) -> Result<(), String> {
        let order = self.bench.order.as_ref().ok_or("no search runs")?;
        let mut info = Info {
            multipv: 1,
            depth: 1,
            seldepth: 2,
            score: Score(0),
            time: Duration::from_millis(700),
            nodes: 1000,
            finished: true,
            threads: 1,
            ..Info::default()
        };
        let mut game = Game::clone(&order.game);
        let mut words = text.split(' ');
        let done = words.next() == Some("done");
        for word in words {
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
            match word.split_once('=') {
                Some(("score", text)) => info.score = Score(number(text)?),
                Some(("depth", text)) => info.depth = number(text)? as u32,
                Some(("multipv", text)) => info.multipv = number(text)? as usize,
                Some(("threads", text)) => info.threads = number(text)? as usize,
                _ if word == "early" => (info.time, info.finished) = (Duration::from_millis(100), false),
                _ => {
                    let mv = game.read_move(word).map_err(|fault| format!("{word}: {fault}"))?;
                    game.play(mv);
                    info.pv.push(mv);
                }
            }
        }
        let number = order.number;
        let now = self.bench.now;
        let news = if done { News::Done(Some(info).filter(|info| !info.pv.is_empty())) } else { News::Info(info) };
        if done {
            self.bench.order = None;
        }
        self.bench.dialogue.session.hear_search(number, news, now);
        self.bench.act();
        Ok(())
    }

    fn check(&mut self, text: &str) -> Result<(), String> {
        let activity = self.bench.dialogue.session.activity();
        let number = self.bench.begun;
        let before = std::mem::replace(&mut self.marked, number);
        let runs = activity != Activity::Idle && !self.bench.stopped();
        let held = match text {
            "idle" => activity == Activity::Idle,
            "thinking" => activity == Activity::Think && !self.bench.stopped(),
            "thinking, stopped" => activity == Activity::Think && self.bench.stopped(),
            "guessing" => activity == Activity::Guess,
            "pondering" => matches!(activity, Activity::Ponder(_)),
            "analysing" => activity == Activity::Analyze,
            "the same search" => runs && number == before,
            "another search" => runs && number > before,
            "the end" => self.bench.quit,
            _ => return Err("no such state".to_owned()),
        };
        if held { Ok(()) } else { Err(format!("the search is {activity:?} number {number}")) }
    }
}
