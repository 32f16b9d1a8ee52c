//! Random rules, many of them combined.

use super::{has_legs, one};
use fastrand::Rng;
use std::fmt::Write;

/// More of `[royalty]`.
pub fn royalty(random: &mut Rng, text: &mut String) {
    let _ = writeln!(text, "mode = \"{}\"", one(random, &["each", "each", "last", "all", "first"]));
    let check = if random.u8(..8) == 0 { "ignored" } else { "forbidden" };
    let giving_check = if random.u8(..8) == 0 { "forbidden" } else { "allowed" };
    let _ = writeln!(text, "safe_path = {}", random.u8(..4) == 0);
    let facing = one(random, &["illegal", "illegal", "draw-if-kept", "adjudicate"]);
    let _ = writeln!(text, "facing_rule = \"{facing}\"");
    let _ = writeln!(text, "initial_moves = \"{}\"", one(random, &["any-time", "not-in-check", "as-castling"]));
    let _ = writeln!(text, "check = \"{check}\"\ngiving_check = \"{giving_check}\"");
    if random.u8(..8) == 0 {
        let _ = writeln!(text, "anti = {}", one(random, &["[\"A\"]", "[\"C\"]", "[\"+A\", \"B\"]"]));
    }
}

/// Rules of all other kinds.
pub fn rich(random: &mut Rng, text: &mut String, royals: &str, castles: bool) {
    let _ = writeln!(text, "[virgin]\ntest = \"{}\"", one(random, &["square", "square", "unmoved"]));
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "aimed = {{ pieces = {royals}, by = {} }}", set(random));
    }
    captures(random, text);
    hands(random, text);
    for _ in 0..one(random, &["", "", "1", "11"]).len() {
        effect(random, text);
    }
    for _ in 0..one(random, &["", "", "", "1", "11"]).len() {
        influence(random, text);
    }
    if random.u8(..5) == 0 {
        wall(random, text);
    }
    if castles {
        match random.u8(..4) {
            0 => text.push_str("[castling]\ncheck_rule = \"ignore\"\n"),
            1 => text.push_str("[castling]\nstyle = \"fischer\"\nking_to = { a = \"b\", h = \"d\" }\n"),
            2 => text.push_str("[castling]\ncheck_rule = \"safe-line\"\n"),
            _ => {}
        }
    }
    ends(random, text, royals);
    if random.u8(..3) == 0 {
        let result = one(random, &["illegal", "illegal", "score"]);
        let _ = writeln!(text, "[repetition]\nresult = \"{result}\"\nfold = {}", random.u8(2..4));
    }
    text.push_str("[scoring]\npoints = { A = 3, B = 2, P = 1 }\n");
    if random.bool() {
        text.push_str("komi_black = 0.5\n");
    }
}

fn set(random: &mut Rng) -> &'static str {
    one(random, &["[\"A\"]", "[\"B\", \"C\"]", "[\"P\", \"A\"]", "[\"+A\", \"A\"]", "\"all\""])
}

fn captures(random: &mut Rng, text: &mut String) {
    let _ = writeln!(text, "[capture]\nmandatory = {}", random.u8(..6) == 0);
    if random.u8(..3) == 0 {
        let _ = writeln!(text, "[[capture.ban]]\nattacker = {}", set(random));
        let victims = ["[\"A\"]", "[\"B\", \"C\"]", "[\"P\", \"A\"]", "[\"K\", \"A\"]", "\"all\""];
        let _ = writeln!(text, "victim = {}", one(random, &victims));
        if random.u8(..3) == 0 {
            let _ = writeln!(text, "zone = \"{}\"", one(random, &["ranks 1-3", "last-2", "files a-c"]));
        }
        let _ = writeln!(text, "when = \"{}\"", one(random, &["always", "distant"]));
        if random.bool() {
            let _ = writeln!(text, "if = \"recapturable\"\nrecapture_exclude = [\"K\"]");
        }
        if random.bool() {
            text.push_str("bridge_exclude = [\"P\"]\n");
        }
    }
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "[capture.counterstrike]\nvictim = [\"A\", \"B\"]");
        let _ = writeln!(text, "unless = \"{}\"", one(random, &["never", "unprotected"]));
    }
}

fn effect(random: &mut Rng, text: &mut String) {
    let when = one(random, &["capture", "capture", "capture", "move", "promotion", "drop", "turn"]);
    let _ = writeln!(text, "[[effect]]\nwhen = \"{when}\"");
    if random.u8(..6) == 0 {
        let side = one(random, &["own", "enemy", "both"]);
        let _ = writeln!(text, "beside = {}\nbeside_side = \"{side}\"", set(random));
    }
    if when != "turn" {
        let _ = writeln!(text, "by = {}", set(random));
    }
    if when == "capture" {
        let _ = writeln!(text, "victim = {}", set(random));
    }
    let place = match random.u8(..11) {
        10 => "surrounded",
        9 => "flanked",
        8 => "attacked",
        0 | 1 => "destination",
        2 if when != "drop" => "origin",
        3 => "mirrored",
        4 => "zone",
        5 if when == "capture" => "victims",
        _ => "around",
    };
    let _ = writeln!(text, "where = \"{place}\"");
    match place {
        "zone" => drop(writeln!(text, "zone = \"ranks 3,4\"\nnewcomers = {}", random.bool())),
        "around" => drop(writeln!(text, "radius = {}", random.u8(1..3))),
        "flanked" | "surrounded" => {
            let lines = one(random, &["[\"rank\"]", "[\"file\", \"diagonal\"]", "[\"diagonal\"]"]);
            let _ = writeln!(text, "lines = {lines}");
            if place == "flanked" {
                let _ = writeln!(text, "radius = {}", random.u8(1..5));
            }
            if random.bool() {
                let squares = one(random, &["file a", "ranks 3,4", "a1 b2 c3 d4"]);
                let _ = writeln!(text, "hostile = \"{squares}\"");
            }
        }
        _ => {}
    }
    let attacked = matches!(place, "attacked" | "flanked" | "surrounded");
    if place != "zone" && !attacked && random.u8(..4) == 0 {
        let _ = writeln!(text, "offset = [{}, {}]", random.i8(-1..2), random.i8(-1..2));
    }
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "pieces = {}", set(random));
    }
    let spare = one(random, &["", "[\"K\", \"E\"]", "[\"P\"]", "[\"A\", \"P\"]"]);
    if !spare.is_empty() {
        let _ = writeln!(text, "spare = {spare}");
    }
    if attacked {
        text.push_str("side = \"enemy\"\n");
    } else if random.u8(..3) == 0 {
        let _ = writeln!(text, "side = \"{}\"", one(random, &["own", "enemy"]));
    }
    // Royal pieces cannot change sides.
    let hands = text.contains("source = \"fixed\"");
    let what = match random.u8(..9) {
        0 if place == "victims" && hands => "what = \"hand\"",
        1..6 if place == "victims" => "what = \"return\"",
        6.. if place == "victims" => "what = \"hole\"",
        0 if when == "capture" => "what = \"become-victim\"",
        3 => "what = \"return\"",
        4 if !attacked => "what = \"hole\"",
        5 if !attacked => "what = \"appear\"\nto = \"B\"",
        6 if hands => "what = \"hand\"",
        1 => "what = \"become\"\nto = \"A\"",
        2 if spare.contains('K') => "what = \"change-side\"",
        _ => "what = \"remove\"",
    };
    let _ = writeln!(text, "{what}");
}

fn influence(random: &mut Rng, text: &mut String) {
    let by = one(random, &["[\"A\"]", "[\"B\", \"C\"]", "[\"P\", \"+A\"]", "[\"K\", \"E\"]", "\"all\""]);
    let _ = writeln!(text, "[[influence]]\nby = {by}\nside = \"{}\"", one(random, &["both", "own", "enemy"]));
    match random.u8(..3) {
        0 => text.push_str("where = \"attacked\"\n"),
        radius => drop(writeln!(text, "radius = {radius}")),
    }
    let faces = match text.contains("\"+A\" }") {
        true => one(random, &["B = \"+B\"", "C = \"+B\""]),
        false => one(random, &["A = \"+A\"", "P = \"+A\"", "C = \"+A\""]),
    };
    let _ = writeln!(text, "faces = {{ {faces} }}");
}

fn wall(random: &mut Rng, text: &mut String) {
    // The duck is indistinguishable from holes.
    let duck = !text.contains("\"hole\"") && random.bool();
    let _ = writeln!(text, "[wall]\nwhat = \"{}\"", if duck { "duck" } else { "block" });
    let _ = writeln!(text, "where = \"{}\"", one(random, &["anywhere", "reach", "edge"]));
    if random.u8(..3) == 0 {
        let _ = writeln!(text, "squares = \"{}\"", one(random, &["ranks 2-4", "files a-b", "last-3"]));
    }
}

fn hands(random: &mut Rng, text: &mut String) {
    let sources = ["none", "none", "captures", "own-losses", "fixed", "self-captures", "captures\", \"self-captures"];
    let source = one(random, &sources);
    if source == "none" {
        return;
    }
    let _ = writeln!(text, "[hand]\nsource = [\"{source}\"]");
    let gating = random.bool();
    if gating {
        text.push_str("[gating]\nmode = \"virgin-square\"\n");
    }
    if random.bool() {
        let no_immobile = random.bool() && !has_legs(text);
        let _ = writeln!(text, "[drop]\nenabled = true\nno_immobile = {no_immobile}");
        bound_drops(random, text);
    }
    if random.u8(..3) == 0 || source == "own-losses" {
        text.push_str("[[promotion]]\npieces = [\"P\"]\nto = \"stock\"\n");
        let _ = writeln!(text, "mandatory = \"{}\"", one(random, &["always", "never", "last-rank"]));
    }
}

/// Rules of drops that few games have.
pub fn bound_drops(random: &mut Rng, text: &mut String) {
    if random.u8(..4) == 0 {
        text.push_str("mandatory = true\n");
    }
    if random.bool() {
        text.push_str("max_per_file = { A = 1 }\n");
    }
    if random.u8(..4) == 0 {
        text.push_str("no_mate = [\"P\"]\n");
    }
    if random.u8(..3) == 0 {
        let _ = writeln!(text, "unlike_shades = {}", one(random, &["[\"A\"]", "[\"B\", \"C\"]"]));
        let _ = writeln!(text, "regions = {{ A = \"ranks 1-2\", B = \"rank-1\", C = \"files a-b\" }}");
    }
    if random.u8(..3) == 0 {
        let places = [
            "\"beside-own\"",
            "\"beside-enemy\"",
            "[\"beside-own\", \"apart-from-enemy\"]",
            "\"apart-from-own\"",
            "\"flanking\"",
            "\"from-top\"",
            "[\"from-edge\", \"apart-from-own\"]",
        ];
        let place = one(random, &places);
        let _ = writeln!(text, "where = {place}");
        if !place.starts_with("\"from") && random.bool() {
            let _ =
                writeln!(text, "lines = {}", one(random, &["[\"rank\"]", "[\"file\", \"rank\"]", "[\"diagonal\"]"]));
        }
        if random.u8(..3) == 0 {
            let _ = writeln!(text, "opening = \"{}\"", one(random, &["b3-c4", "rank-2", "a4"]));
        }
    }
    if random.u8(..3) == 0 {
        let _ = writeln!(text, "unmoved = {{ K = \"rank-1\", A = \"rank-1\", B = \"a1\" }}");
    }
}

fn ends(random: &mut Rng, text: &mut String, royals: &str) {
    // The permanent loss of a piece must matter.
    let _ = writeln!(text, "[[end.extinction]]\npieces = {royals}");
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "by = {}", set(random));
    }
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "[[end.extinction]]\npieces = [\"A\", \"B\"]\neach = {}", random.bool());
        let _ = writeln!(text, "side = \"{}\"", one(random, &["both", "white", "black"]));
        let _ = writeln!(text, "result = \"{}\"", one(random, &["loss", "draw", "win"]));
    }
    if random.u8(..4) == 0 {
        let _ = writeln!(text, "[[end.goal]]\npieces = {}", one(random, &["[\"K\"]", "[\"A\", \"P\", \"C\"]"]));
        let _ = writeln!(text, "squares = \"{}\"", one(random, &["last-1", "file a", "ranks 3,4"]));
        let _ = writeln!(text, "last_move = \"{}\"", one(random, &["none", "white", "black"]));
    }
    if random.u8(..6) == 0 {
        let _ = writeln!(text, "[[end.goal]]\npieces = [\"A\"]\nsquares = \"rank-1\"\nwhen = \"leave\"");
        let _ = writeln!(text, "side = \"{}\"", one(random, &["both", "white", "black"]));
        let _ = writeln!(text, "last_move = \"{}\"", one(random, &["none", "white", "black"]));
    }
    if random.u8(..6) == 0 {
        let _ = writeln!(text, "[[end.goal]]\npieces = {}", one(random, &["\"all\"", "[\"A\", \"P\", \"C\"]"]));
        let _ = writeln!(text, "squares = \"ranks 3-4\"\ncount = {}", random.u8(2..4));
        let _ = writeln!(text, "row = {}", one(random, &["[\"rank\"]", "[\"diagonal\", \"file\"]", "[\"diagonal\"]"]));
        let _ = writeln!(text, "shape = \"{}\"", one(random, &["row", "row", "line"]));
        let _ = writeln!(text, "when = \"{}\"", one(random, &["arrive", "survive"]));
        let _ = writeln!(text, "result = \"{}\"", one(random, &["win", "loss", "draw"]));
    }
    if random.u8(..6) == 0 {
        let _ = writeln!(text, "[[end.goal]]\npieces = {}", one(random, &["\"all\"", "[\"A\", \"P\", \"C\"]"]));
        text.push_str(one(
            random,
            &[
                "shape = \"square\"\nsquares = \"ranks 2-4\"\ncount = 4\n",
                "shape = \"chain\"\nends = [\"file a\", \"file d\"]\n",
                "shape = \"chain\"\nends = [\"rank-1\", \"rank-4\"]\nrow = [\"file\", \"rank\"]\n",
            ],
        ));
        let _ = writeln!(text, "when = \"{}\"", one(random, &["arrive", "survive"]));
    }
    text.push_str("[end]\n");
    let _ = writeln!(
        text,
        "stalemate = \"{}\"",
        one(random, &["loss", "draw", "win", "count-fewer-wins", "score", "pass"])
    );
    let _ = writeln!(text, "full_board = \"{}\"", one(random, &["none", "draw", "score"]));
    let _ = writeln!(text, "double_pass = \"{}\"", one(random, &["none", "draw", "score"]));
    if random.u8(..5) == 0 {
        let count = if random.bool() { random.u8(1..4) } else { random.u8(1..) };
        let _ = writeln!(text, "checks = {count}");
    }
    if random.u8(..4) == 0 {
        let result = one(random, &["loss", "win"]);
        let when = one(random, &["immediate", "opponent-turn"]);
        let rebare = one(random, &["draw", "none"]);
        let count = random.u8(1..3);
        let _ = writeln!(
            text,
            "bare = {{ count = {count}, result = \"{result}\", when = \"{when}\", rebare = \"{rebare}\" }}"
        );
    }
}
