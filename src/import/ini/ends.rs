//! The ends of games.

use super::convert::Convert;
use super::moves::Part;
use super::passing::moves_of;
use super::reach::promotes_as_pawn;
use super::settings::Settings;
use super::squares;
use super::start::Kind;
use super::types::{Type, Types};
use crate::board::{Area, ByColor, Color, Geometry, Square};
use crate::import::write::{list, table};
use toml::Value;

/// Writes the ends of the game.
pub fn write(c: &mut Convert<'_>) {
    no_move(c);
    extinction(c);
    goals(c);
    shapes(c);
    repetition(c);
    move_rule(c);
    counting(c);
    points(c);
}

fn no_move(c: &mut Convert<'_>) {
    let s = c.settings;
    let mate = s.text("checkmateValue");
    if mate == "none" {
        c.refuse("checkmateValue", "a game must end when a side cannot move");
    } else if mate != "loss" {
        c.file.set("end", "checkmate", mate);
    }
    stalemate(c);
    full_board(c);
    if let Some([white, black]) = c.start.checks.filter(|_| c.has_king()) {
        c.file.set("end", "checks", i64::from(white.max(black)));
    }
}

fn stalemate(c: &mut Convert<'_>) {
    let s = c.settings;
    if stuck_sides_pass(c) {
        c.file.set("end", "stalemate", "pass");
        c.file.set("end", "double_pass", if c.counts_points() { "score" } else { "draw" });
        return;
    }
    let value = s.text("stalemateValue");
    let unlike = c.counts_points() && s.text("materialCounting") != "unweighted";
    match (value.as_str(), s.flag("stalematePieceCount")) {
        ("win" | "loss", true) if unlike => {
            c.refuse("stalematePieceCount", "if both sides have equally many pieces, other points decide");
        }
        ("none", _) => c.refuse("stalemateValue", "a game must end when a side cannot move"),
        ("win", true) => c.file.set("end", "stalemate", "count-fewer-wins"),
        ("loss", true) => {
            c.file.set("end", "stalemate", "score");
            if !c.counts_points() {
                let ids = c.ids(Type::ALL);
                c.file.set("scoring", "points", table(ids.into_iter().map(|id| (id, Value::from(1)))));
            }
        }
        ("draw", _) if c.counts_points() => c.file.set("end", "stalemate", "score"),
        ("draw", _) => {}
        (other, _) => c.file.set("end", "stalemate", other),
    }
}

/// Whether sides without moves pass, which variant files allow on one condition: that they have pieces left.
fn stuck_sides_pass(c: &Convert<'_>) -> bool {
    let s = c.settings;
    let sides = ["passOnStalemateWhite", "passOnStalemateBlack"];
    let Some(name) = sides.into_iter().find(|name| s.flag(name)) else { return false };
    if !sides.iter().all(|name| s.flag(name)) {
        c.refuse(name, "either both sides pass when they cannot move, or neither");
    } else if s.flag("passWhite") || s.flag("passBlack") {
        c.refuse(name, "passing at any time and passing only when unable to move are two rules");
    } else if !c.has_king() && !ends_without_pieces(c) && !stuck_without_pieces_counts(c) {
        c.refuse("stalemateValue", "if a side has no piece left to pass with, the game ends as after two passes");
    }
    true
}

/// Whether the result for a side that can neither move nor pass is that of two passes: a draw, or the points decide.
fn stuck_without_pieces_counts(c: &Convert<'_>) -> bool {
    let s = c.settings;
    match (s.text("stalemateValue").as_str(), s.flag("stalematePieceCount")) {
        ("draw", _) => true,
        ("loss", true) => s.text("materialCounting") == "unweighted",
        _ => false,
    }
}

/// Whether the game is over as soon as a side has lost all of its pieces.
fn ends_without_pieces(c: &Convert<'_>) -> bool {
    let s = c.settings;
    s.text("extinctionValue") != "none" && s.types("extinctionPieceTypes").has(Type::ALL)
}

fn full_board(c: &mut Convert<'_>) {
    let s = c.settings;
    if !s.flag("adjudicateFullBoard") {
        return;
    }
    let taken: Area = c.start.pieces.iter().map(|(at, ..)| *at).collect();
    if c.board.area().within(taken | c.start.walls) {
        c.refuse("adjudicateFullBoard", "the game would be over before it begins");
    }
    if c.start.checks.is_some() && c.has_king() {
        c.refuse("adjudicateFullBoard", "the last check takes precedence over a full board");
    }
    c.file.set("end", "full_board", if c.counts_points() { "score" } else { "draw" });
}

fn extinction(c: &mut Convert<'_>) {
    let s = c.settings;
    let value = s.text("extinctionValue");
    let blast = s.flag("blastOnCapture");
    let types = s.types("extinctionPieceTypes");
    if value == "none" || types.is_empty() || s.flag("extinctionPseudoRoyal") && !blast {
        return;
    }
    let [count, opponents] = ["extinctionPieceCount", "extinctionOpponentPieceCount"].map(|name| s.number(name));
    if s.flag("extinctionClaim") {
        c.refuse("extinctionClaim", "whether it is the side's turn does not matter for pieces lost");
    }
    let all = types.has(Type::ALL);
    if opponents > 1 || opponents == 1 && blast {
        c.refuse("extinctionOpponentPieceCount", "how many pieces the other side has does not matter for pieces lost");
    }
    let counted: Vec<Type> = all.then_some(Type::ALL).into_iter().chain(types.iter()).collect();
    let done = |ty: &&Type| Color::ALL.iter().any(|side| c.start.count(*side, **ty) <= count);
    if counted.iter().any(|ty| done(&ty)) && !s.flag("extinctionPseudoRoyal") {
        c.refuse("extinctionPieceTypes", "the game would be over before it begins");
    }
    if all && count > 0 {
        if counted.len() > 1 || blast {
            c.refuse("extinctionPieceCount", "how few pieces are left can be asked only of all pieces together");
        }
        return few_left_of_all(c, count, value);
    }
    if count > 0 {
        return few_left(c, types, count, &value);
    }
    refuse_shared_loss(c, types, &value);
    let hands = c.drops();
    let add = |c: &mut Convert<'_>, pieces: Value, each: bool| {
        let mut entries = vec![("pieces", pieces)];
        if each {
            entries.push(("each", true.into()));
        }
        if hands {
            entries.push(("hand", true.into()));
        }
        entries.push(("result", value.clone().into()));
        c.file.add("end.extinction", entries);
    };
    if all {
        add(c, "all".into(), false);
        return;
    }
    let (single, several): (Vec<Type>, Vec<Type>) = types.iter().partition(|ty| c.ids(*ty).len() == 1);
    let single: Vec<String> = single.into_iter().flat_map(|ty| c.ids(ty)).collect();
    if !single.is_empty() {
        let each = single.len() > 1;
        add(c, list(single), each);
    }
    for ty in several {
        let ids = c.ids(ty);
        if !ids.is_empty() {
            add(c, list(ids), false);
        }
    }
}

/// Writes the result for a side with at most `count` pieces.
fn few_left_of_all(c: &mut Convert<'_>, count: u32, value: String) {
    c.file.set("end.bare", "count", i64::from(count));
    c.file.set("end.bare", "result", value);
    c.file.set("end.bare", "rebare", "none");
    if c.drops() {
        c.refuse("extinctionPieceCount", "pieces in hand would count, too");
    }
}

/// Refuses moves by which both sides lose their last piece: in the format the side that moved loses, and in variant
/// files it wins.
fn refuse_shared_loss(c: &Convert<'_>, types: Types, value: &str) {
    let s = c.settings;
    if value != "loss" || s.flag("extinctionPseudoRoyal") {
        return;
    }
    let why = "one move could take the last piece from both sides, and the side that made it would lose";
    let lost = c.ids_of(types);
    let immune = c.ids_of(s.types("blastImmuneTypes"));
    if s.flag("blastOnCapture") && lost.iter().any(|id| !immune.contains(id)) {
        c.refuse("blastOnCapture", why);
    }
    let petrified = c.ids_of(s.types("petrifyOnCaptureTypes"));
    if lost.iter().any(|id| petrified.contains(id)) {
        c.refuse("petrifyOnCaptureTypes", why);
    }
}

/// Writes the result for a side with at most `count` pieces of a kind: as a goal, reached by no longer having more of
/// them on the whole board.
fn few_left(c: &mut Convert<'_>, types: Types, count: u32, value: &str) {
    if c.drops() {
        c.refuse("extinctionPieceCount", "pieces in hand would count, too");
    }
    if c.settings.flag("blastOnCapture") || !c.settings.types("petrifyOnCaptureTypes").is_empty() {
        c.refuse("extinctionPieceCount", "one move could leave both sides with so few");
    }
    for ty in types.iter() {
        let ids = c.ids(ty);
        if ids.is_empty() {
            continue;
        }
        let entries = vec![
            ("pieces", list(ids)),
            ("squares", "all".into()),
            ("count", i64::from(count + 1).into()),
            ("when", "leave".into()),
            ("result", value.into()),
        ];
        c.file.add("end.goal", entries);
    }
}

fn goals(c: &mut Convert<'_>) {
    let s = c.settings;
    let regions = ByColor::from_fn(|side| s.squares_of("flagRegion", side));
    let pieces = Color::ALL.map(|side| s.piece_of("flagPiece", side).map(|ty| c.ids(ty)).unwrap_or_default());
    let active: Vec<Color> =
        Color::ALL.into_iter().filter(|side| !regions[*side].is_empty() && !pieces[side.index()].is_empty()).collect();
    if active.is_empty() {
        return;
    }
    if s.flag("flagPieceSafe") {
        c.refuse("flagPieceSafe", "no rule asks whether a piece could be captured on its goal");
    }
    let count = s.number("flagPieceCount").max(1);
    if count > 1 && s.flag("flagPieceBlockedWin") {
        c.refuse("flagPieceBlockedWin", "a goal counts the pieces that have reached it");
    }
    if let Some(side) = active.iter().find(|side| (regions[**side].iter().count() as u32) < count) {
        let squares = regions[*side].iter().count();
        let ending = if squares == 1 { "" } else { "s" };
        c.refuse("flagPieceCount", &format!("the goal of {} has only {squares} square{ending}", side.name()));
    }
    let moved = s.flag("flagMove");
    let king = |side: &Color| s.piece_of("flagPiece", *side) == Some(Type::KING);
    let kings = Color::ALL.iter().all(king);
    if moved && !kings && Color::ALL.iter().any(king) {
        c.refuse("flagMove", "the goals of both sides are of different kinds");
    }
    let same = pieces[0] == pieces[1] && active.len() == 2;
    let sides: Vec<Option<Color>> = if same { vec![None] } else { active.iter().copied().map(Some).collect() };
    for side in sides {
        let which = side.map_or(0, Color::index);
        let all = pieces[which].len() == c.ids(Type::ALL).len();
        let ids = if all { "all".into() } else { list(pieces[which].clone()) };
        let mut entries = vec![("pieces", ids)];
        entries.push(("squares", c.sided_for(side, regions)));
        if let Some(side) = side {
            entries.push(("side", side.name().to_lowercase().into()));
        }
        if count > 1 {
            entries.push(("count", i64::from(count).into()));
        }
        if moved && !kings {
            entries.push(("when", "survive".into()));
        } else if moved && side.is_none() {
            // The other king's reply is awaited only if it could draw, and only after White.
            entries.push(("last_move", "black".into()));
        }
        c.file.add("end.goal", entries);
    }
}

/// Whether a piece of this type can decide the game by the square, one of those given, on which it is dropped.
pub fn decides_by_place(c: &Convert<'_>, ty: Type, squares: ByColor<Area>) -> bool {
    let s = c.settings;
    let reaches = |side: &Color| {
        let piece = s.piece_of("flagPiece", *side);
        (piece == Some(ty) || piece == Some(Type::ALL))
            && !(s.squares_of("flagRegion", *side) & squares[*side]).is_empty()
    };
    let connects = connected(s).is_none_or(|types| types.has(ty));
    Color::ALL.iter().any(reaches) || connects && !shaped_goals(c).is_empty()
}

/// The pieces that count in rows and the like, `None` for all.
fn connected(s: &Settings) -> Option<Types> {
    s.made("connectPieceTypes").map(|_| s.types("connectPieceTypes"))
}

/// Writes the goals of pieces in rows, chains and squares.
fn shapes(c: &mut Convert<'_>) {
    let s = c.settings;
    let goals = shaped_goals(c);
    let types = connected(s);
    let result = s.text("connectValue");
    if goals.is_empty() {
        return;
    }
    if types.is_some_and(|types| types.is_empty()) {
        return c.refuse("connectPieceTypes", "a row must have pieces");
    }
    if result == "none" {
        return c.refuse("connectValue", "the game ends with no result");
    }
    let pieces: Value = types.map_or_else(|| "all".into(), |types| list(c.ids_of(types)));
    for goal in goals {
        match goal {
            Ok(goal) => {
                let mut entries = vec![("pieces", pieces.clone())];
                entries.extend(goal);
                if result != "win" {
                    entries.push(("result", result.as_str().into()));
                }
                c.file.add("end.goal", entries);
            }
            Err(name) => c.refuse(&name, "a single piece neither stands in a row nor connects anything"),
        }
    }
}

/// The goals of pieces in a shape, without the pieces; or the setting that makes it a goal of a single piece.
fn shaped_goals(c: &Convert<'_>) -> Vec<Result<Vec<(&'static str, Value)>, String>> {
    let s = c.settings;
    let lines = [("connectHorizontal", "rank"), ("connectVertical", "file"), ("connectDiagonal", "diagonal")];
    let lines: Vec<String> = lines.iter().filter(|(key, _)| s.flag(key)).map(|(_, line)| (*line).to_owned()).collect();
    let row = || ("row", list(lines.clone()));
    let count = |name: &str, count: u32| -> Result<(&'static str, Value), String> {
        if count == 1 { Err(name.to_owned()) } else { Ok(("count", i64::from(count).into())) }
    };
    let mut goals = Vec::new();
    let in_a_row = s.number("connectN");
    if in_a_row > 0 && !lines.is_empty() {
        goals.push(count("connectN", in_a_row).map(|count| vec![count, row()]));
    }
    for side in Color::ALL {
        let ends = [1, 2].map(|number| {
            let key = format!("connectRegion{number}{}", side.name());
            s.squares(&key) & !c.start.walls
        });
        if ends.iter().any(|end| end.is_empty()) || lines.is_empty() {
            continue;
        }
        if (ends[0] & ends[1]).any() {
            goals.push(Err(format!("connectRegion1{}", side.name())));
            continue;
        }
        let ahead = |number: fn(Geometry, Square) -> u8| {
            let [from, to] = ends.map(|end| end.iter().map(move |at| number(c.board, at)));
            from.max() < to.min()
        };
        if !ahead(|board, at| board.file(at)) && !ahead(|board, at| board.rank(at)) {
            let why = "a chain from its first region is followed only to higher files, or up a file, and seldom gets to the second";
            c.refuse(&format!("connectRegion1{}", side.name()), why);
        }
        let text = |end: Area| Value::from(squares::text(c.board, side, end));
        let ends = Value::Array(ends.map(text).to_vec());
        let side = side.name().to_lowercase().into();
        goals.push(Ok(vec![("side", side), ("shape", "chain".into()), ("ends", ends), row()]));
    }
    let side = s.number("connectNxN");
    if side > 0 {
        goals.push(count("connectNxN", side * side).map(|count| vec![("shape", "square".into()), count]));
    }
    let on_a_line = s.number("collinearN");
    if on_a_line > 0 && !lines.is_empty() {
        goals.push(count("collinearN", on_a_line).map(|count| vec![("shape", "line".into()), count, row()]));
    }
    goals
}

/// Writes the points of pieces, if points decide.
fn points(c: &mut Convert<'_>) {
    let s = c.settings;
    let word = s.text("materialCounting");
    if !c.counts_points() {
        return;
    }
    let lines = include_str!("points.txt").lines();
    let Some(line) = lines.filter_map(|line| line.strip_prefix(&word)?.strip_prefix(' ')).next() else {
        return c.refuse("materialCounting", "only Black has points without pieces");
    };
    let mut words = line.split(' ');
    let komi: f64 = words.next().and_then(|word| word.parse().ok()).unwrap_or_default();
    let counted = words.filter_map(|word| {
        let (key, points) = word.split_once(':')?;
        let ty = if key == "*" { Type::ALL } else { Type::named(key)? };
        Some((c.ids(ty), points.parse::<i64>().ok()?))
    });
    let points: Vec<(String, Value)> =
        counted.flat_map(|(ids, points)| ids.into_iter().map(move |id| (id, Value::from(points)))).collect();
    if s.text("countingRule") != "none" {
        c.refuse("materialCounting", "a draw by counting pieces is a draw, whatever the points");
    }
    if !points.is_empty() {
        c.file.set("scoring", "points", table(points));
    }
    if komi > 0.0 {
        c.file.set("scoring", "komi_black", komi);
    }
    // A side that can no longer mate may still have more points.
    c.file.set("insufficient", "mode", "none");
}

fn repetition(c: &mut Convert<'_>) {
    let s = c.settings;
    let fold = s.number("nFoldRule");
    c.file.set("repetition", "fold", i64::from(fold));
    if fold == 0 {
        return;
    }
    let result = match (s.text("nFoldValue").as_str(), s.flag("nFoldValueAbsolute")) {
        ("draw", _) => c.counts_points().then_some("score"),
        ("win", false) => Some("mover-loses"),
        ("loss", false) => Some("mover-wins"),
        ("loss", true) => Some("white-loses"),
        _ => {
            c.refuse("nFoldValue", "such a result of repetitions cannot be expressed");
            None
        }
    };
    if let Some(result) = result {
        c.file.set("repetition", "result", result);
    }
    if s.flag("perpetualCheckIllegal") && c.has_king() {
        c.file.set("repetition", "perpetual_check", "loss");
    }
    if s.text("chasingRule") != "none" && c.has_king() {
        c.file.set("repetition", "perpetual_chase", "asian");
    }
}

/// The moves of a piece that are progress, since they cannot be taken back.
#[derive(PartialEq)]
enum Progress {
    Ahead,
    All,
    /// Some, but not exactly those ahead.
    Some,
    /// None, whatever the file says.
    None,
}

impl Progress {
    fn of(c: &Convert<'_>, kind: Kind) -> Self {
        let read = moves_of(c, kind.ty);
        let quiet: Vec<&Part> = read.parts.iter().filter(|part| part.quiet).collect();
        let returns = |part: &Part| quiet.iter().any(|other| other.step == (-part.step.0, -part.step.1));
        match () {
            () if read.initial.is_empty() && quiet.iter().all(|part| returns(part)) => Self::None,
            () if !quiet.iter().any(|part| returns(part)) => Self::All,
            () if quiet.iter().all(|part| returns(part) == (part.step.1 <= 0)) => Self::Ahead,
            () => Self::Some,
        }
    }
}

fn move_rule(c: &mut Convert<'_>) {
    let s = c.settings;
    let plies = 2 * s.number("nMoveRule");
    c.file.set("move_rule", "plies", i64::from(plies));
    if plies == 0 {
        return;
    }
    if c.counts_points() {
        c.file.set("move_rule", "result", "score");
    }
    let mut found = Vec::new();
    // Promotions are progress, but turning over and back is not.
    let (mut promotes, turns) = (false, s.flag("pieceDemotion"));
    for side in Color::ALL {
        for &kind in &c.reach[side] {
            let counts = s.types_of("nMoveRuleTypes", side).has(kind.ty);
            match Progress::of(c, kind) {
                progress if counts && progress != Progress::None => found.push(progress),
                _ => {
                    let turned = s.form(kind.ty).is_some() && kind.base.is_none() && !turns;
                    let becomes = !s.types_of("promotionPieceTypes", side).is_empty();
                    promotes |= turned || becomes && promotes_as_pawn(s, kind.ty, side);
                }
            }
        }
    }
    let [ahead, mixed] = [Progress::Ahead, Progress::Some].map(|progress| found.contains(&progress));
    let mut resets = vec!["capture", if ahead && !mixed { "pawn-forward" } else { "pawn" }];
    resets.extend(c.drops().then_some("drop"));
    resets.extend(promotes.then_some("promotion"));
    if resets != ["capture", "pawn"] {
        c.file.set("move_rule", "resets", list(resets));
    }
    if promotes && turns {
        c.refuse("nMoveRule", "of the pieces that promote some turn back, which is no progress, and others do not");
    }
    if mixed || ahead && found.contains(&Progress::All) {
        c.refuse("nMoveRule", "of the pieces whose moves count as progress some moves do and others do not");
    }
}

fn counting(c: &mut Convert<'_>) {
    let rule = c.settings.text("countingRule");
    if rule != "none" {
        c.file.set("counting", "rule", rule);
    }
}
