//! Compile times of descriptions, and of variants' tables.
//!
//! Run by `cargo bench --bench compile`. Times are the best of several runs, so that they measure the work and not the
//! load of the machine; of many descriptions or variants the slowest one is named.

#[path = "../tests/it/xbetza/random.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod random;
#[path = "../tests/it/xbetza/terrain.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod terrain;

use alfil::internals::board::Color;
use alfil::internals::tables::Tables;
use alfil::internals::text::Source;
use alfil::internals::variant::{Variant, builtin, find, load};
use alfil::internals::xbetza;
use fastrand::Rng;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time limit for a description.
const COMPILE: Duration = Duration::from_millis(1);
/// Time limit for the tables of a large variant.
const TABLES: Duration = Duration::from_millis(20);

/// The best time of some runs.
fn time<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let once = |_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    (0..runs).map(once).min().unwrap_or_default()
}

/// Prints the number, the median and the maximum of some times.
fn report(what: &str, limit: Duration, mut times: Vec<(Duration, String)>) {
    times.sort();
    let (middle, (slowest, name)) = (times[times.len() / 2].0, &times[times.len() - 1]);
    let verdict = if *slowest <= limit { "" } else { "  TOO SLOW" };
    println!("{what}: {} timed, middle {middle:.1?}, slowest {slowest:.1?} ({name}){verdict}", times.len());
}

fn compiled(texts: impl Iterator<Item = String>) -> Vec<(Duration, String)> {
    texts.map(|text| (time(5, || xbetza::compile(&text)), text)).collect()
}

fn laid(variant: &Arc<Variant>) -> (Duration, String) {
    let time = match variant.board.squares() {
        0..=64 => time(25, || Tables::<1>::new(variant)),
        65..=128 => time(25, || Tables::<2>::new(variant)),
        _ => time(25, || Tables::<3>::new(variant)),
    };
    (time, variant.name.clone())
}

/// Well-known descriptions.
fn known() -> Vec<String> {
    let lines = include_str!("../tests/data/xbetza/pieces.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(" | ").nth(2)).map(str::to_owned).collect()
}

/// A variant of 12x12 squares with 40 kinds that move like this, in which pieces change sides and promote when they are
/// stuck.
fn large(name: &str, mut moves: impl FnMut() -> String) -> Arc<Variant> {
    let mut text = format!("name = \"{name}\"\n[board]\nfiles = 12\nranks = 12\n");
    let ids: Vec<String> = ('A'..='Z').map(String::from).chain(('A'..='M').map(|id| format!("{id}'"))).collect();
    text += "[pieces.\"N!\"]\nmove = \"KisO2\"\n[royalty]\npieces = [\"N!\"]\n";
    for id in &ids {
        let _ = writeln!(text, "[pieces.\"{id}\"]\nmove = \"{}\"", moves());
    }
    text += "[hand]\nsource = \"captures\"\n[drop]\nno_immobile = true\n";
    text += "[[promotion]]\npieces = [\"A\", \"B\"]\nto = [\"C\"]\nzone = \"last-3\"\nmandatory = \"immobile\"\n";
    let row = |ids: &[String]| ids.concat();
    let [back, front] = [format!("{}N!{}", row(&ids[..6]), row(&ids[6..11])), row(&ids[26..38])];
    let (low_back, low_front) = (back.to_lowercase(), front.to_lowercase());
    let _ =
        writeln!(text, "[start]\nfen = \"{low_back}/{low_front}/12/12/12/12/12/12/12/12/{front}/{back}[] w - - 0 1\"");
    let (variant, reports) = load(&Source::new(name, text.as_str()), &find);
    let complaints: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
    Arc::new(variant.unwrap_or_else(|| panic!("{complaints:?}\n{text}")))
}

fn main() {
    let variants = || builtin().iter().map(|bundled| bundled.variant());
    let notations = variants()
        .flat_map(|variant| &variant.kinds)
        .flat_map(|kind| Color::ALL.map(|color| kind.notation[color].clone()))
        .filter(|text| !text.is_empty());
    report("pieces of bundled variants", COMPILE, compiled(notations));
    report("well-known pieces", COMPILE, compiled(known().into_iter()));
    let mut random = Rng::with_seed(1);
    let drawn = std::iter::repeat_with(|| random::description(&mut random));
    report("pieces drawn at random", COMPILE, compiled(drawn.take(20_000)));
    let mut random = Rng::with_seed(2);
    let long = std::iter::repeat_with(|| {
        let mut text = String::new();
        while text.len() < xbetza::MAX_LENGTH {
            let longer = text.clone() + &random::description(&mut random);
            match xbetza::compile(&longer) {
                Ok(_) => text = longer,
                Err(error) if matches!(error.code(), "too-large" | "too-long") => break,
                Err(_) => {}
            }
        }
        text
    });
    report("as long as may be", COMPILE, compiled(long.take(200)));
    let repeated =
        ["[fN?fN?fN?fN?fN?fN?fN?fN]", "[K?K?K]", "[W?fqF?fzW?fqF?fzW]", "fafafafafafafafK", "afK", "zQ", "U"];
    let repeated = repeated.map(|term| term.repeat(xbetza::MAX_LENGTH / term.len()));
    report("the same again and again", COMPILE, compiled(repeated.into_iter()));
    report("tables of bundled variants", TABLES, variants().map(laid).collect());
    let known = known();
    let mut random = Rng::with_seed(3);
    let large_known = (0..10)
        .map(|number| laid(&large(&format!("known-{number}"), || random.choice(&known).cloned().unwrap_or_default())));
    report("tables of 12x12, 40 well-known kinds", TABLES, large_known.collect());
    let mut random = Rng::with_seed(4);
    let mut sound = || {
        let mut drawn = std::iter::repeat_with(|| random::description(&mut random));
        drawn.find(|text| xbetza::compile(text).is_ok()).unwrap_or_default()
    };
    let large_random = (0..10).map(|number| laid(&large(&format!("random-{number}"), &mut sound)));
    report("tables of 12x12, 40 kinds at random", TABLES, large_random.collect());
}
