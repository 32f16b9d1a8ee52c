//! Conformance dialogues: input of a GUI, and lines that must, or must not, come back. Every dialogue of
//! `data/protocol/dialogues.json` has a process of its own for each of its variants.

mod checks;
mod pattern;
mod transport;

use crate::common::Scratch;
use crate::engine::{Engine, Missing};
use pattern::Pattern;
use serde_json::Value;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const DIALOGUES: &str = include_str!("../data/protocol/dialogues.json");

/// The dialogues' limits are for an idle machine; this one is busy.
const PATIENCE: u32 = 8;
/// The number of sessions that run at a time: they wait more than they work.
const AT_A_TIME: usize = 5;
/// The most further attempts of a session when no other runs: on a loaded machine a line that must not come in time may
/// come late.
const CHANCES: usize = 3;

#[test]
fn dialogues_match_their_transcripts() {
    let dialogues: Vec<Value> = serde_json::from_str(DIALOGUES).expect("the dialogues are JSON");
    let listed = Talk::start("normal", &Value::Null).expect("the engine greets").variants();
    let sessions: Vec<(&Value, &str)> = dialogues
        .iter()
        .flat_map(|dialogue| variants(dialogue, &listed).into_iter().map(move |variant| (dialogue, variant)))
        .collect();
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some((dialogue, variant)) = sessions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(fault) = run(dialogue, variant) {
                        failed.lock().expect("nobody panicked").push((dialogue, variant, fault));
                    }
                }
            });
        }
    });
    let mut complaints = Vec::new();
    for (dialogue, variant, mut fault) in failed.into_inner().expect("nobody panicked") {
        let id = format!("{} [{variant}]", dialogue["id"]);
        let passes = (0..CHANCES).any(|_| {
            // Nobody would see what is printed in a test that passes.
            let _ = writeln!(std::io::stderr(), "once more after a failure: {id}: {fault}");
            run(dialogue, variant).map_err(|again| fault = again).is_ok()
        });
        complaints.extend((!passes).then(|| format!("{id}: {fault}")));
    }
    assert!(complaints.is_empty(), "{} of {} sessions:\n{}", complaints.len(), sessions.len(), complaints.join("\n"));
}

/// The variants of `data/protocol/variants` beside the bundled ones.
const OWN: [&str; 2] = ["--variants", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/variants")];

#[test]
fn own_variants_are_announced() {
    let mut talk = Talk::begin(&OWN, "omaha");
    talk.shake_hands().expect("the engine greets");
    let names = talk.variants();
    for name in names.iter().filter(|name| !checks::is_standard(name)) {
        talk.variant.clone_from(name);
        talk.check_setup().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        // The engine can play them.
        talk.engine.send("force\nst 0.1\ngo");
        talk.expect_line(&Value::Null, &Pattern::new("^move ")).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
    assert!(names.iter().any(|name| name == "omaha"), "{names:?}");
    checks::check_features(&talk.engine.heard).expect("the features are in order");
    for case in include_str!("../data/protocol/announced.txt").split("\n\n").skip(1) {
        let (name, expected) = case.split_once('\n').expect("a name and lines");
        talk.variant = name.to_owned();
        talk.check_setup().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let mut expected: Vec<_> = expected.lines().collect();
        let mut said: Vec<_> = talk.setups.iter().chain(&talk.pieces).map(String::as_str).collect();
        expected.sort_unstable();
        said.sort_unstable();
        assert_eq!(said, expected, "{name}");
    }
}

#[test]
fn faulty_files_are_reported_once_and_left_out() {
    let faulty = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/protocol/faulty");
    let mut talk = Talk::begin(&["--variants", faulty], "omaha");
    for _ in 0..2 {
        talk.shake_hands().expect("the engine greets");
        talk.ping(2000).expect("it answers");
    }
    let heard = &talk.engine.heard;
    let errors: Vec<_> = heard.iter().filter(|line| line.starts_with("tellusererror ")).collect();
    let [error] = errors[..] else { panic!("{errors:?}") };
    assert!(error.contains("wrong.toml:6:10: unknown atom `E`"), "{error}");
    assert!(heard.iter().position(|line| line == error) > heard.iter().position(|line| line == "feature done=1"));
    let names = talk.variants();
    assert!(names.iter().any(|name| name == "omaha") && !names.iter().any(|name| name == "wrong"), "{names:?}");
}

#[test]
fn a_tilde_is_the_users_own_directory() {
    let by_option = "option Variant directory=~/variants\n";
    for (arguments, options) in [(&["--variants", "~/variants"][..], ""), (&[], by_option)] {
        let mut talk = Talk::begin(arguments, "omaha");
        talk.shake_hands().expect("the engine greets");
        talk.engine.send(&format!("{options}option Book file=~/../books/lines.txt\nbk"));
        talk.ping(2000).expect("it answers");
        let heard = &talk.engine.heard;
        let offered = |line: &String| line.starts_with("feature variants=") && line.contains(",omaha,");
        assert!(heard.iter().any(offered), "{heard:?}");
        assert!(heard.iter().any(|line| line.starts_with(" d2d4")), "{heard:?}");
    }
}

#[test]
fn faulty_files_do_not_keep_the_engine_from_starting() {
    let scratch = Scratch::new("faulty");
    // It replaces the bundled variant, and is not playable.
    scratch.write(
        "normal.toml",
        "name = \"normal\"\n[board]\nfiles = 1\nranks = 2\n[start]\nfen = \"k/K w - - 0 1\"\n[pieces.K]\nmove = \"K\"\n",
    );
    for number in 0..40 {
        scratch.write(&format!("{number}.toml"), &format!("name = {number}\n[pieces.K]\nmove = \"E\"\n").repeat(20));
    }
    scratch.write("good.toml", "name = \"good\"\ninclude = \"losalamos\"\n");
    let path = scratch.folder().to_str().expect("its name is text");
    let mut talk = Talk::begin(&["--variants", path], "good");
    talk.shake_hands().expect("the engine greets");
    talk.ping(2000).expect("it answers");
    assert!(talk.variants().iter().any(|name| name == "good"), "{:?}", talk.variants());
    let errors: Vec<_> = talk.engine.heard.iter().filter(|line| line.starts_with("tellusererror ")).collect();
    let [error] = errors[..] else { panic!("{errors:?}") };
    assert!(error.contains("more files with errors") && error.contains("`alfil check"), "{error}");
    talk.engine.send("new\nforce\nusermove e2e4\nst 0.1\ngo");
    talk.expect_line(&Value::Null, &Pattern::new("^move ")).expect("it plays");
}

/// The variants that a dialogue is about, of those that the engine lists.
fn variants<'n>(dialogue: &'n Value, listed: &'n [String]) -> Vec<&'n str> {
    let all = listed.iter().map(String::as_str);
    let own = all.clone().filter(|name| !checks::is_standard(name));
    let names: Vec<&str> = match dialogue["variant"].as_str().unwrap_or("normal") {
        "@each" => all.collect(),
        "@each-engine-defined" => own.collect(),
        "@first-engine-defined" => own.take(1).collect(),
        name => vec![name],
    };
    assert!(!names.is_empty(), "{}: no variant of that kind", dialogue["id"]);
    names
}

/// Plays a dialogue with a variant.
fn run(dialogue: &Value, variant: &str) -> Result<(), String> {
    let mut talk = Talk::start(variant, &dialogue["preamble"])?;
    if dialogue["preamble"] != "none" {
        for requirement in dialogue["requires"].as_array().into_iter().flatten() {
            let requirement = requirement.as_str().unwrap_or_default();
            if !talk.offers(requirement) {
                return Err(format!("the engine does not offer {requirement}"));
            }
        }
    }
    if dialogue["preamble"].is_null() || dialogue["preamble"] == "game" {
        if variant != "normal" && !talk.variants().iter().any(|name| name == variant) {
            return Err("the engine does not offer this variant".to_owned());
        }
        talk.engine.send("new");
        if variant != "normal" {
            talk.engine.send(&format!("variant {variant}"));
        }
        talk.engine.send("easy\nnopost");
        talk.ping(5000)?;
    }
    for step in dialogue["steps"].as_array().expect("a dialogue has steps") {
        let log = |talk: &Talk| talk.engine.log.join("\n    ");
        talk.step(step).map_err(|fault| format!("{step}: {fault}\n    {}", log(&talk)))?;
    }
    Ok(())
}

/// The kinds of steps, each with the keys that it may have besides.
const STEPS: [(&str, &[&str]); 15] = [
    ("send", &[]),
    ("send_raw", &[]),
    ("move", &[]),
    ("sleep_ms", &[]),
    ("signal", &[]),
    ("close_stdin", &[]),
    ("handshake", &[]),
    ("ping_within_ms", &[]),
    ("drain", &[]),
    ("expect_regex", &["within_ms", "not_before_ms", "unless_regex"]),
    ("expect_nothing_ms", &["except_regex"]),
    ("expect_absent_regex", &["for_ms"]),
    ("expect_exit_ms", &[]),
    ("expect_alive", &[]),
    ("check", &[]),
];

/// A session with the engine.
struct Talk {
    engine: Engine,
    features: Vec<(String, String)>,
    names: HashMap<String, String>,
    variant: String,
    pings: u32,
    /// `setup` and `piece` lines since they were last checked.
    setups: Vec<String>,
    pieces: Vec<String>,
}

impl Talk {
    /// Starts a session with an engine with these arguments.
    fn begin(arguments: &[&str], variant: &str) -> Self {
        Self {
            engine: Engine::start(arguments),
            features: Vec::new(),
            names: HashMap::from([("variant".to_owned(), variant.to_owned())]),
            variant: variant.to_owned(),
            pings: 100,
            setups: Vec::new(),
            pieces: Vec::new(),
        }
    }

    fn start(variant: &str, preamble: &Value) -> Result<Self, String> {
        let mut talk = Self::begin(&[], variant);
        if preamble != "none" {
            talk.shake_hands()?;
        }
        Ok(talk)
    }

    /// The handshake; all features are accepted.
    fn shake_hands(&mut self) -> Result<(), String> {
        self.engine.send("xboard\nprotover 2");
        let end = deadline(8000);
        loop {
            let line = self.hear(end)?;
            for (name, _) in checks::features(std::slice::from_ref(&line)) {
                self.engine.send(&format!("accepted {name}"));
            }
            if line.starts_with("feature ") && line.contains("done=1") {
                self.features = checks::features(&self.engine.heard);
                return Ok(());
            }
        }
    }

    fn variants(&self) -> Vec<String> {
        let listed = self.features.iter().find(|(name, _)| name == "variants");
        listed.map_or(Vec::new(), |(_, names)| names.split(',').map(str::to_owned).collect())
    }

    /// Whether the engine offers one of the alternatives.
    fn offers(&self, requirement: &str) -> bool {
        requirement.split('|').any(|alternative| match alternative.split_once(':') {
            Some(("variant", name)) => self.variants().iter().any(|known| known == name),
            Some(("engine-defined", _)) => self.variants().iter().any(|name| !checks::is_standard(name)),
            Some(("option", name)) => {
                self.features.iter().any(|(key, value)| key == "option" && value.split(" -").next() == Some(name))
            }
            Some(("feature", wanted)) => {
                let (name, value) = wanted.split_once('=').unwrap_or((wanted, "1"));
                self.features.iter().any(|(key, known)| key == name && known == value)
            }
            _ => false,
        })
    }

    /// The next line, or the reason why there is none.
    fn hear(&mut self, until: Instant) -> Result<String, String> {
        let line = self.engine.hear(until).map_err(|missing| match missing {
            Missing::Late => "no such line in time".to_owned(),
            Missing::Ended => "the engine has ended".to_owned(),
        })?;
        if line.starts_with("setup ") {
            self.setups.push(line.clone());
        } else if line.starts_with("piece ") {
            self.pieces.push(line.clone());
        }
        Ok(line)
    }

    fn ping(&mut self, within: u64) -> Result<(), String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.engine.send(&format!("ping {}", self.pings));
        let end = deadline(within);
        while self.hear(end)? != pong {}
        Ok(())
    }

    /// Text with `${name}` replaced.
    fn fill(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), value))
    }

    fn pattern(&self, step: &Value, key: &str) -> Option<Pattern> {
        step[key].as_str().map(|text| Pattern::new(&self.fill(text)))
    }

    fn step(&mut self, step: &Value) -> Result<(), String> {
        let keys = step.as_object().ok_or("a step is an object")?;
        let (kind, details) = STEPS.into_iter().find(|(kind, _)| keys.contains_key(*kind)).ok_or("no such step")?;
        if let Some(key) = keys.keys().find(|key| *key != kind && !details.contains(&key.as_str())) {
            return Err(format!("`{key}` means nothing beside `{kind}`"));
        }
        let text = step[kind].as_str().map(|text| self.fill(text)).ok_or_else(|| format!("`{kind}` is not a text"));
        let millis = |key: &str| step[key].as_u64().ok_or_else(|| format!("`{key}` is not a number"));
        match kind {
            "send" => self.engine.send(&text?),
            "send_raw" => self.engine.send_raw(&text?),
            "move" => self.engine.send(&format!("usermove {}", text?)),
            "sleep_ms" => thread::sleep(Duration::from_millis(millis(kind)?)),
            "signal" => self.engine.signal(&text?),
            "close_stdin" => self.engine.close(),
            "handshake" => self.shake_hands()?,
            "ping_within_ms" => self.ping(millis(kind)?)?,
            "drain" => while self.engine.hear(Instant::now()).is_ok() {},
            "expect_regex" => self.expect_line(step, &Pattern::new(&text?))?,
            "expect_nothing_ms" => {
                let allowed = self.pattern(step, "except_regex");
                self.expect_silence(millis(kind)?, |line| allowed.as_ref().is_none_or(|one| one.find(line).is_none()))?;
            }
            "expect_absent_regex" => {
                let forbidden = Pattern::new(&text?);
                self.expect_silence(millis("for_ms")?, |line| forbidden.find(line).is_some())?;
            }
            "expect_exit_ms" => {
                let patience = Duration::from_millis(millis(kind)?) * PATIENCE;
                let status = self.engine.ended(patience).ok_or("the engine still runs")?;
                assert!(status.success(), "{status}");
            }
            "expect_alive" if self.engine.ended(Duration::ZERO).is_some() => {
                return Err("the engine has ended".to_owned());
            }
            "expect_alive" => {}
            "check" => match &*text? {
                "features" => checks::check_features(&self.engine.heard)?,
                "hygiene" => checks::check_hygiene(&self.engine.heard)?,
                "setup" => self.check_setup()?,
                other => return Err(format!("there is no check `{other}`")),
            },
            _ => unreachable!("`{kind}` is a kind of step"),
        }
        Ok(())
    }

    fn expect_line(&mut self, step: &Value, pattern: &Pattern) -> Result<(), String> {
        let forbidden = self.pattern(step, "unless_regex");
        let begin = Instant::now();
        let end = deadline(step["within_ms"].as_u64().unwrap_or(2000));
        loop {
            let line = self.hear(end)?;
            if let Some(found) = pattern.find(&line) {
                self.names.extend(found);
                let least = Duration::from_millis(step["not_before_ms"].as_u64().unwrap_or(0));
                return if begin.elapsed() < least { Err(format!("too early: {line}")) } else { Ok(()) };
            }
            if !line.starts_with('#') && forbidden.as_ref().is_some_and(|forbidden| forbidden.find(&line).is_some()) {
                return Err(format!("forbidden: {line}"));
            }
        }
    }

    /// Fails at a bad line within the time.
    fn expect_silence(&mut self, millis: u64, bad: impl Fn(&str) -> bool) -> Result<(), String> {
        let end = Instant::now() + Duration::from_millis(millis);
        loop {
            match self.engine.hear(end) {
                Ok(line) if !line.starts_with('#') && bad(&line) => return Err(format!("unexpected: {line}")),
                Ok(_) => {}
                Err(Missing::Late) => return Ok(()),
                Err(Missing::Ended) => return Err("the engine has ended".to_owned()),
            }
        }
    }

    fn check_setup(&mut self) -> Result<(), String> {
        self.setups.clear();
        self.pieces.clear();
        let variant = self.variant.clone();
        self.engine.send(&format!("new\nvariant {variant}"));
        self.ping(5000)?;
        checks::check_setup(&self.setups, &self.pieces)
    }
}

/// The moment after this many milliseconds, or more on a busy machine.
fn deadline(millis: u64) -> Instant {
    Instant::now() + Duration::from_millis(millis) * PATIENCE
}
