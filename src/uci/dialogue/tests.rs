//! Tests of the dialogue without threads, line by line.

use super::*;
use crate::game::book::Book;
use crate::limits;
use crate::search::Budget;
use crate::session::{Effect, News, Order, Task};
use crate::variant::{Directory, Library};
use std::path::Path;

fn with_the_bundled_games(now: Instant) -> Dialogue {
    let session = Session::new(Library::bundled(), now).expect("the first variant can be played");
    let mut dialogue = Dialogue::new(Dialect::Uci, session);
    dialogue.act();
    dialogue.session.hear_library(Library::bundled(), Vec::new());
    dialogue
}

/// Everything that a first move would have to wait for is done before `readyok`, and again if settings have
/// changed.
#[test]
fn readyok_comes_after_the_chosen_evaluation_is_prepared() {
    let now = Instant::now();
    let mut dialogue = with_the_bundled_games(now);
    let mut prepares = |line: &str| {
        dialogue.hear_line(line, now);
        for effect in dialogue.act() {
            if let Effect::Do(Task::Search(order)) = effect {
                dialogue.session.hear_search(order.number, News::Done(None), now);
            }
        }
        while dialogue.session.is_preparing() {
            dialogue.session.hear_ready();
        }
        dialogue.act();
        dialogue.hear_line("isready", now);
        let effects = dialogue.act();
        while dialogue.session.is_preparing() {
            dialogue.session.hear_ready();
        }
        dialogue.act();
        matches!(effects[..], [Effect::Do(Task::Prepare(..))])
    };
    assert!(prepares("uci") && !prepares("debug off"));
    assert!(prepares("setoption name Learned Evaluation value false"));
    assert!(!prepares("setoption name Learned Evaluation value false"));
    assert!(prepares("setoption name Piece Values of the File value false"));
    assert!(prepares("setoption name Threads value 2"));
    // In USI `usinewgame` comes after `readyok`: the tables derived for the game are kept.
    assert!(!prepares("ucinewgame") && !prepares("position startpos moves e2e4"));
    // A search derives the tables of its own game only.
    assert!(!prepares("go depth 1") && prepares("setoption name UCI_Variant value atomic") && !prepares("go depth 1"));
    assert!(prepares("setoption name UCI_Variant value chess"));
}

/// `eval` reports the evaluation that searches use. The file of this game, chess on a cylinder, says that a knight
/// is worth 30 pawns.
#[test]
fn eval_uses_the_chosen_evaluation() {
    let now = Instant::now();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants").into();
    let (library, _) = Library::load(&[Directory { path, named: true }], &crate::game::try_to_begin);
    let session = Session::new(library.clone(), now).expect("the first variant can be played");
    let mut dialogue = Dialogue::new(Dialect::Uci, session);
    dialogue.act();
    dialogue.session.hear_library(library, Vec::new());
    let mut worth = |line: &str| {
        dialogue.hear_line(line, now);
        dialogue.act();
        dialogue.session.evaluate().0
    };
    worth("setoption name UCI_Variant value barrels");
    assert!(worth("position startpos moves g1f3 a7a6 f3e5 a6a5 e5c6 d7c6") < -2000);
    assert!(worth("setoption name Piece Values of the File value false") > -1000);
}

/// Sends lines, all at once, and returns the job that they start.
fn count(dialogue: &mut Dialogue, lines: &[&str], now: Instant) -> Box<Order> {
    lines.iter().for_each(|line| dialogue.hear_line(line, now));
    match dialogue.act().pop() {
        Some(Effect::Do(Task::Job(order, _))) => order,
        other => panic!("{other:?}"),
    }
}

/// With less on the clock than the byoyomi, a move may take half of it besides.
#[test]
fn byoyomi_is_used_whatever_the_clock_shows() {
    let now = Instant::now();
    let mut dialogue = with_the_bundled_games(now);
    dialogue.dialect = Dialect::Usi;
    let overhead = Duration::from_millis(100);
    for left in [0, 1, 1_000, 1_999, 2_000, 60_000] {
        dialogue.hear_line(&format!("go btime {left} wtime {left} byoyomi 2000"), now);
        let effects = dialogue.act();
        let [Effect::Do(Task::Search(order))] = &effects[..] else { panic!("{effects:?}") };
        let Budget { soft, hard } = order.limits.budget.expect("a limit");
        let least = if left < 2_000 { 2_000 + left / 2 } else { 2_000 };
        assert!(hard >= Duration::from_millis(least) - overhead, "{left}: {hard:?}");
        assert!(left >= 2_000 || soft.is_none(), "{left}: {soft:?}");
        dialogue.session.hear_search(order.number, News::Done(None), now);
        dialogue.act();
    }
}

#[test]
fn stop_ends_a_perft_and_the_search_queued_behind_it() {
    let now = Instant::now();
    let mut dialogue = with_the_bundled_games(now);
    let order = count(&mut dialogue, &["go perft 9", "position startpos", "go infinite", "stop"], now);
    assert!(order.monitor.is_stopped());
    dialogue.session.hear_search(order.number, News::Finished(JobOutcome::Counts(None)), now);
    let effects = dialogue.act();
    let search = effects.iter().find_map(|effect| match effect {
        Effect::Do(Task::Search(order)) => Some(order),
        _ => None,
    });
    assert!(search.expect("a search begins").monitor.is_stopped(), "{effects:?}");
}

#[test]
fn the_queue_behind_a_perft_is_bounded() {
    let now = Instant::now();
    let mut dialogue = with_the_bundled_games(now);
    let order = count(&mut dialogue, &["go perft 9"], now);
    let flood = std::iter::repeat_n("setoption name Ponder value false", 2 * limits::WAITING_COMMANDS);
    flood.chain(["isready", "isready"]).for_each(|line| dialogue.hear_line(line, now));
    let effects = dialogue.act();
    let [Effect::Say(refused)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(refused, "info string too many commands are waiting, so this one is ignored: setoption");
    assert_eq!(dialogue.inbox.iter().count(), limits::WAITING_COMMANDS + 2);
    assert!(!order.monitor.is_stopped());
    ["stop", "quit"].iter().for_each(|line| dialogue.hear_line(line, now));
    assert!(dialogue.act().is_empty() && order.monitor.is_stopped());
    dialogue.session.hear_search(order.number, News::Finished(JobOutcome::Counts(None)), now);
    let mut effects = dialogue.act();
    dialogue.session.hear_ready();
    effects.extend(dialogue.act());
    effects.retain(|effect| !matches!(effect, Effect::Do(Task::Prepare(..))));
    let [Effect::Say(stopped), Effect::Say(ready), Effect::Say(again), Effect::Quit] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!([stopped, ready, again], ["info string perft: stopped", "readyok", "readyok"]);
}

/// A search that was asked for with limits is finished at the end of the input, and any other is stopped.
#[test]
fn end_of_input_awaits_a_search_with_limits_after_its_ponder_hit() {
    let now = Instant::now();
    for (go, bounded) in
        [("go ponder wtime 60000 btime 60000", true), ("go ponder depth 9", true), ("go ponder", false)]
    {
        let mut dialogue = with_the_bundled_games(now);
        dialogue.hear_line(go, now);
        let effects = dialogue.act();
        let [Effect::Do(Task::Search(order))] = &effects[..] else { panic!("{effects:?}") };
        dialogue.hear_line("ponderhit", now);
        dialogue.hear_end(now);
        assert!(dialogue.act().is_empty());
        assert_eq!(order.monitor.is_stopped(), !bounded, "{go}");
    }
}

#[test]
fn a_ponder_hit_is_answered_from_the_book() {
    let now = Instant::now();
    let mut dialogue = with_the_bundled_games(now);
    dialogue.hear_line("setoption name BookFile value lines.txt", now);
    let effects = dialogue.act();
    let [Effect::Do(Task::OpenBook(number, ..))] = effects[..] else { panic!("{effects:?}") };
    let (book, _) = Book::open(Path::new("tests/data/books/lines.txt"), &Library::bundled()).expect("it can be read");
    dialogue.session.hear_book(number, Some(book), Vec::new());
    for line in ["setoption name OwnBook value true", "position startpos moves e2e4 e7e5", "go ponder wtime 60000"] {
        dialogue.hear_line(line, now);
    }
    let effects = dialogue.act();
    let [Effect::Do(Task::Search(order))] = &effects[..] else { panic!("{effects:?}") };
    dialogue.hear_line("ponderhit", now);
    let effects = dialogue.act();
    assert!(matches!(&effects[..], [Effect::Say(line)] if line == "bestmove g1f3"), "{effects:?}");
    assert!(order.monitor.is_stopped());
}

#[test]
fn end_of_input_awaits_variant_files_longer_than_quit() {
    let now = Instant::now();
    for quits in [true, false] {
        let session = Session::new(Library::bundled(), now).expect("the first variant can be played");
        let mut dialogue = Dialogue::new(Dialect::Uci, session);
        dialogue.act();
        dialogue.hear_line("d", now);
        if quits {
            dialogue.hear_line("quit", now);
        } else {
            dialogue.hear_end(now);
        }
        assert!(dialogue.act().is_empty());
        let deadline = dialogue.deadline().expect("it waits only so long");
        assert_eq!(deadline < now + Duration::from_secs(1), quits);
        dialogue.hear_time(deadline);
        assert!(matches!(dialogue.act()[..], [Effect::Say(_), .., Effect::Quit]));
    }
}

/// A script may send everything at once and end: the move comes from the book, and the book's faults are reported.
#[test]
fn moves_and_end_of_input_wait_for_a_book() {
    let now = Instant::now();
    let report = || Report::error("cannot read this book: it does not exist").about("book.txt");
    for last in ["go depth 1", ""] {
        let mut dialogue = with_the_bundled_games(now);
        dialogue.hear_line("setoption name BookFile value book.txt", now);
        dialogue.hear_line(last, now);
        dialogue.hear_end(now);
        let effects = dialogue.act();
        let [Effect::Do(Task::OpenBook(number, ..))] = effects[..] else { panic!("{effects:?}") };
        dialogue.session.hear_book(number, None, vec![report()]);
        let effects = dialogue.act();
        let told = "info string book.txt: cannot read this book: it does not exist";
        let [Effect::Say(fault), next] = &effects[..] else { panic!("{effects:?}") };
        let fits =
            if last.is_empty() { matches!(next, Effect::Quit) } else { matches!(next, Effect::Do(Task::Search(_))) };
        assert!(fault == told && fits, "{effects:?}");
    }
}
