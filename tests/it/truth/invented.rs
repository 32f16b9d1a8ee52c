//! Random games: sizes, pieces with any moves of the notation, and rules.

mod rules;

use crate::xbetza::random::description;
use alfil::internals::text::Source;
use alfil::internals::variant::{Variant, find, load};
use alfil::internals::xbetza;
use fastrand::Rng;
use std::fmt::Write;
use std::sync::Arc;

/// Ordinary moves, so that not every piece is a monster.
const ORDINARY: &str = "N B R Q nN mRcpR FfW K mNcB fmWfceFifmnD fsW BimN KNADcaK icafmF caibR KinD";

/// A random game and its file; `None` if the file is invalid.
pub fn variant(random: &mut Rng) -> Option<(Arc<Variant>, String)> {
    let text = text(random);
    let (variant, _) = load(&Source::new("invented", text.clone()), &find);
    Some((Arc::new(variant?), text))
}

/// A variant file.
fn text(random: &mut Rng) -> String {
    let (files, ranks) = (random.u8(4..=12), random.u8(5..=12));
    let mut text = format!("name = \"invented\"\n[board]\nfiles = {files}\nranks = {ranks}\n");
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "holes = \"{}\"", one(random, &["b3", "a3 c3", "b3 c3 d3", "d3 b4"]));
    }
    let topology = one(random, &["plane", "plane", "plane", "cylinder", "torus"]);
    let _ = writeln!(text, "topology = \"{topology}\"\n[start]\nfen = \"{}\"", start(random, files, ranks));
    let rich = random.bool();
    let castles = rich && random.u8(..3) == 0;
    for id in ["K", "E", "P", "A", "B", "C", "+A", "+B"] {
        let moves = match id {
            "K" if castles => one(random, &["KisO2", "KisO2", "KirO2ilO3", "KifmNisO2"]).to_owned(),
            "A" | "B" | "C" if castles && random.u8(..6) == 0 => one(random, &["WisO2", "mRcpRisO2"]).to_owned(),
            _ => moves(random),
        };
        let _ = writeln!(text, "[pieces.\"{id}\"]\nmove = \"{moves}\"");
        if id.len() == 1 && "AB".contains(id) {
            let _ = writeln!(text, "form = \"+{id}\"");
        }
        if rich && random.u8(..20) == 0 {
            let zone = one(random, &["last-2", "files b-c", "ranks 3,4"]);
            let _ = writeln!(text, "capture_only = \"{zone}\"");
        }
        if random.u8(..12) == 0 {
            let _ = writeln!(text, "region = \"{}\"", one(random, &["ranks 1-4", "files a-d"]));
        }
        if random.u8(..4) == 0 {
            let hurdles = one(random, &["[\"P\"]", "[\"A\", \"+A\"]", "[\"C\", \"K\"]", "[\"B\", \"P\", \"E\"]"]);
            let _ = writeln!(text, "hop_exclude = {hurdles}");
        }
        if random.u8(..8) == 0 {
            let counts = one(random, &["true", "false", "\"white\"", "\"black\""]);
            let _ = writeln!(text, "counts_as_pawn = {counts}");
        }
        if random.u8(..6) == 0 && id != "K" {
            let zone = if random.bool() { "last-3" } else { "file b" };
            let _ = writeln!(text, "zone_move = {{ zone = \"{zone}\", move = \"{}\" }}", self::moves(random));
        } else if random.u8(..8) == 0 {
            // Castling and passing do not use up rights.
            let moves = std::iter::repeat_with(|| self::moves(random)).find(|moves| !moves.contains('O'));
            let right = one(random, &["once = \"leap\"", "once = \"dash\"", "once = \"dash\", zone = \"last-3\""]);
            let _ = writeln!(text, "zone_move = {{ {right}, move = \"{}\" }}", moves.unwrap_or_default());
        }
    }
    let royals = ["[\"K\"]", "[\"K\"]", "[\"K\", \"E\"]"];
    let facing = ["none", "none", "file", "file-and-rank"];
    let royals = one(random, &royals);
    let _ = writeln!(text, "[royalty]\npieces = {royals}\nfacing = \"{}\"", one(random, &facing));
    if rich {
        rules::royalty(random, &mut text);
    }
    // A piece promotes in place or by its moves, not both.
    let in_place = random.u8(..4) == 0;
    for _ in 0..random.u8(..3) {
        let limited = rich && random.u8(..3) == 0;
        promotion(random, &mut text, limited, in_place);
    }
    if rich {
        rules::rich(random, &mut text, royals, castles);
    } else if random.u8(..3) == 0 {
        let _ = writeln!(text, "[hand]\nsource = \"captures\"\ndemote = {}", random.bool());
        let no_immobile = random.bool() && !has_legs(&text);
        let _ = writeln!(text, "[drop]\nno_immobile = {no_immobile}");
        if text.contains("demote = true") && random.bool() {
            text.push_str("faces = \"either\"\n");
        }
        rules::bound_drops(random, &mut text);
    }
    text
}

/// Whether any piece moves by several legs: a test whether such a piece is stuck can take so long that it is assumed
/// not to be.
fn has_legs(text: &str) -> bool {
    text.lines().filter_map(|line| line.split_once("move = ")).any(|(_, moves)| moves.contains(['a', '[']))
}

fn one<'a>(random: &mut Rng, words: &[&'a str]) -> &'a str {
    words[random.usize(..words.len())]
}

/// A description that compiles.
fn moves(random: &mut Rng) -> String {
    if random.bool() {
        return one(random, &ORDINARY.split(' ').collect::<Vec<_>>()).to_owned();
    }
    loop {
        let text = description(random);
        // Many legs in many directions have too many moves to compare.
        let legs = text.matches(['a', '-', '?']).count();
        if legs < 3 && !(legs > 1 && text.contains(['Q', 'U', 'O'])) && xbetza::compile(&text).is_ok() {
            return text;
        }
    }
}

fn promotion(random: &mut Rng, text: &mut String, limited: bool, in_place: bool) {
    let pieces = ["[\"P\"]", "[\"P\", \"A\"]", "[\"A\", \"B\"]"];
    let (pieces, face) = (one(random, &pieces), random.bool());
    let to =
        if face && !pieces.contains('P') { "\"promoted-form\"" } else { one(random, &["[\"C\"]", "[\"C\", \"B\"]"]) };
    let own = ["enter", "enter-or-within", "touch", "enter-or-capture"];
    let trigger = if in_place { "in-place" } else { one(random, &own) };
    let mandatory = match one(random, &["always", "never", "immobile", "last-rank"]) {
        "immobile" if has_legs(text) => "always",
        word => word,
    };
    let _ = writeln!(text, "[[promotion]]\npieces = {pieces}\nto = {to}\nzone = \"last-{}\"", random.u8(1..=3));
    let _ = writeln!(text, "trigger = \"{trigger}\"");
    if !in_place {
        let _ = writeln!(text, "mandatory = \"{mandatory}\"");
    } else if random.bool() {
        text.push_str("lone_zone = \"all\"\n");
    }
    if random.u8(..3) == 0 && !has_legs(text) {
        text.push_str("choice = \"movable\"\n");
    }
    if random.u8(..4) == 0 {
        let ban = one(random, &["en-passant", "attack", "uncovered-check", "attack\", \"uncovered-check"]);
        let _ = writeln!(text, "forbid = [\"{ban}\"]");
    }
    if limited {
        text.push_str("limit = { C = 3 }\n");
    }
}

/// Two ranks of pieces for each side, mirrored.
fn start(random: &mut Rng, files: u8, ranks: u8) -> String {
    let mut back: Vec<char> = "KEABC".chars().cycle().take(usize::from(files)).collect();
    // At least one of each royal piece, and at most two.
    back.iter_mut().skip(5).for_each(|id| *id = if *id == 'K' && random.bool() { 'A' } else { *id });
    random.shuffle(&mut back);
    let back: String = back.into_iter().collect();
    let pawns: String = (0..files).map(|_| if random.u8(..8) == 0 { 'B' } else { 'P' }).collect();
    let empty = vec![files.to_string(); usize::from(ranks) - 4].join("/");
    format!("{}/{}/{empty}/{pawns}/{back} w - - 0 1", back.to_lowercase(), pawns.to_lowercase())
}
