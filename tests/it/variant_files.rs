//! Variant files: those in the binary load, wrong ones cause complaints.

use crate::common::blocks;
use alfil::internals::board::{Area, Color};
use alfil::internals::text::{Severity, Source};
use alfil::internals::variant::pictures;
use alfil::internals::variant::{
    CastlingRule, CastlingSafety, Drops, Facing, Insufficient, KindSet, Mandatory, PerpetualCheck, PromotionTo,
    Stalemate, Trigger, Variant, Verdict, builtin, find, load, load_file,
};
use std::path::PathBuf;
use std::sync::Arc;

#[test]
fn bundled_variants_load_without_complaints() {
    let mut said = Vec::new();
    for file in builtin() {
        let (variant, reports) = load(file.source(), &find);
        said.extend(reports.iter().map(|report| report.render(false)));
        assert!(variant.is_none_or(|variant| variant.name == file.name()));
    }
    assert!(said.is_empty(), "{}", said.join("\n"));
}

/// Paths with this ending, relative to the package.
fn paths(directory: &str, extension: &str) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(directory).expect("the directory is there");
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths
}

/// Wrong files and all complaints about them. With `ALFIL_WRITE=1` in the environment the expectations are rewritten,
/// to be read before they are kept.
#[test]
fn wrong_files_are_complained_about() {
    let update = std::env::var_os("ALFIL_WRITE").is_some();
    let files = paths("tests/data/complaints", "toml");
    assert!(files.len() >= 20);
    let mut failures = Vec::new();
    for path in files {
        let (variant, reports) = load_file(&path, &alfil::internals::game::try_to_begin);
        let errors = reports.iter().filter(|report| report.is_error()).count();
        assert_eq!(variant.is_none(), errors > 0, "{}", path.display());
        let said: Vec<String> = reports.iter().map(|report| report.render(false) + "\n").collect();
        let said = said.join("\n");
        let expectation = path.with_extension("txt");
        if update {
            std::fs::write(&expectation, &said).expect("writable");
        }
        let expected = std::fs::read_to_string(&expectation).unwrap_or_default().replace("\r\n", "\n");
        if said != expected {
            failures.push(format!("{}:\n{said}\nbut expected:\n{expected}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn wrong_files_and_expectations_come_in_pairs() {
    let stems = |extension| paths("tests/data/complaints", extension).into_iter().map(|path| path.with_extension(""));
    assert!(stems("toml").eq(stems("txt")), "a file has no expectation, or an expectation no file");
}

#[test]
fn examples_load_without_complaints() {
    let examples = paths("docs/examples", "toml");
    assert!(!examples.is_empty());
    for path in examples {
        let (variant, reports) = load_file(&path, &alfil::internals::game::try_to_begin);
        let complaints: Vec<String> = reports.iter().map(|report| report.render(false)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        let variant = variant.expect("no complaints");
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(variant.name.as_str()));
    }
}

/// The examples of the reference work: whole files as they are, parts on top of a bundled variant.
#[test]
fn examples_in_the_reference_work() {
    let text = std::fs::read_to_string("docs/variant-files.md").expect("the reference is there");
    let blocks: Vec<&str> = blocks(&text, "toml").collect();
    assert!(blocks.len() >= 5);
    for block in blocks {
        let whole = block.starts_with("name = ");
        let text = if whole { block.to_owned() } else { format!("name = \"part\"\ninclude = \"normal\"\n{block}") };
        let (_, reports) = load(&Source::new("reference.toml", text), &find);
        // A part may leave out promotions of the bundled variant.
        let complaints = reports.iter().filter(|report| report.severity != Severity::Note);
        let complaints: Vec<String> = complaints.map(|report| report.render(false)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}

/// The template with the keys that are comments.
pub fn uncommented_template() -> String {
    let key = |line: &str| {
        let name = line.split(" = ").next().unwrap_or_default();
        line.contains(" = ") && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '-')
    };
    let template = builtin()[0].source().text.lines().map(|line| match line.strip_prefix("# ") {
        Some(rest) if key(rest) || rest.starts_with('[') => rest,
        _ => line,
    });
    template.collect::<Vec<_>>().join("\n")
}

/// The template's commented keys are valid, with values of the right type.
#[test]
fn commented_keys_of_the_template_are_valid() {
    let text = uncommented_template().replace("include = ", "# include = ");
    let (_, reports) = load(&Source::new("template.toml", text), &find);
    let said: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
    // Other faces are only examples.
    let missing: Vec<bool> = ["+P", "+R"]
        .iter()
        .map(|id| said.iter().any(|said| said.ends_with(&format!("there is no piece `{id}` in this game"))))
        .collect();
    assert!(said.len() == 2 && missing == [true; 2], "{said:?}");
}

fn small_game(pieces: usize) -> String {
    let marks = ["", "'", "!"];
    let ids = (b'A'..=b'Z').flat_map(|letter| marks.map(|mark| format!("{}{mark}", char::from(letter))));
    let ids: Vec<String> = ids.clone().chain(ids.map(|id| format!("+{id}"))).take(pieces).collect();
    let tables: String = ids.iter().map(|id| format!("[pieces.\"{id}\"]\nmove = \"W\"\n")).collect();
    format!(
        "name = \"many\"\n[board]\nfiles = 12\nranks = 12\n[start]\nfen = \"a11/12/12/12/12/12/12/12/12/12/12/11A\"\n\
         [royalty]\npieces = [\"A\"]\n{tables}"
    )
}

#[test]
fn there_may_be_96_kinds() {
    let load = |pieces| load(&Source::new("many.toml", small_game(pieces)), &find);
    assert_eq!(load(96).0.expect("just as many as possible").kinds.len(), 96);
    let (variant, reports) = load(97);
    assert!(variant.is_none());
    let errors: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
    assert_eq!(errors, ["many.toml:201:9: too many kinds of pieces, expected at most 96"]);
}

/// A file of nothing but faults is answered at once, and not endlessly.
#[test]
fn thousands_of_faults_are_cut_short() {
    let text: String = (0..10_000).map(|i| format!("k{i} = {i}\n")).collect();
    let (variant, reports) = load(&Source::new("faults.toml", text), &find);
    assert!(variant.is_none());
    assert_eq!(reports.len(), 100);
    let (variant, reports) = load(&Source::new("long.toml", "#".repeat(300_000)), &find);
    assert!(variant.is_none());
    assert_eq!(reports[0].to_string(), "long.toml: a variant file of 300000 bytes is too long");
}

fn bundled(name: &str) -> Arc<Variant> {
    Arc::clone(builtin().iter().find(|file| file.name() == name).expect("bundled").variant())
}

/// Names of squares, lowest first.
fn squares(variant: &Variant, area: Area) -> String {
    area.iter().map(|sq| variant.board.name(sq)).collect::<Vec<_>>().join(" ")
}

fn ids(variant: &Variant, kinds: KindSet) -> Vec<&str> {
    variant.kinds().filter(|(kind, _)| kinds.has(*kind)).map(|(_, kind)| kind.id.as_str()).collect()
}

/// The rules of FIDE's Laws.
#[test]
fn chess_is_read_from_its_file() {
    let game = bundled("normal");
    let ids: Vec<&str> = game.kinds.iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(ids, ["P", "N", "B", "R", "Q", "K"]);
    assert_eq!(game.kinds.iter().map(|kind| kind.royal).collect::<Vec<_>>(), [false, false, false, false, false, true]);
    assert_eq!([0, 1].map(|kind: usize| game.kinds[kind].counts_as_pawn.0), [[true; 2], [false; 2]]);
    assert_eq!(squares(&game, game.start.unmoved), "a1 e1 h1 a8 e8 h8");
    let [promotion] = game.rules.promotions.as_slice() else { panic!("one rule") };
    assert_eq!(squares(&game, promotion.zone[Color::White]), "a8 b8 c8 d8 e8 f8 g8 h8");
    assert_eq!(squares(&game, promotion.zone[Color::Black]), "a1 b1 c1 d1 e1 f1 g1 h1");
    assert_eq!(promotion.mandatory, Mandatory::Always);
    assert_eq!(game.rules.castling, CastlingRule::Betza(CastlingSafety::SafePath));
    assert!(!game.rules.hands.any() && !game.rules.drops.enabled);
    assert_eq!((game.rules.ends.checkmate, game.rules.ends.stalemate), (Verdict::Loss, Stalemate::Draw));
    assert_eq!((game.rules.draws.repetition.fold, game.rules.draws.move_rule.plies), (3, 100));
    assert!(game.rules.draws.move_rule.resets.capture && game.rules.draws.move_rule.resets.pawn);
    assert_eq!(game.rules.draws.insufficient, Insufficient::Helpmate);
    assert_eq!(game.cecp.holdings, 0);
}

/// Promoted pieces are kinds of their own that go to the hand as pawns.
#[test]
fn promoted_pieces_go_to_the_hand_as_pawns() {
    let game = bundled("crazyhouse");
    let pawn = game.kind_by_id("P").expect("pawn");
    let [promotion] = game.rules.promotions.as_slice() else { panic!("one rule") };
    let PromotionTo::Kinds(kinds) = &promotion.to else { panic!("a list") };
    let ids: Vec<&str> = kinds.iter().map(|kind| game.kind(*kind).id.as_str()).collect();
    assert_eq!(ids, ["Q~", "R~", "B~", "N~"]);
    for kind in kinds {
        let promoted = game.kind(*kind);
        let plain = game.kind(game.kind_by_id(promoted.id.trim_end_matches('~')).expect("plain"));
        assert_eq!(promoted.in_hand, Some(pawn));
        assert_eq!(plain.in_hand, Some(game.kind_by_id(&plain.id).expect("itself")));
        assert_eq!(promoted.program, plain.program);
    }
    let Drops { enabled, regions, .. } = &game.rules.drops;
    assert!(enabled);
    let ranks_2_to_7 = game.board.area_where(|_, rank| (1..=6).contains(&rank));
    assert_eq!(regions[pawn.index()].0, [ranks_2_to_7; 2]);
    assert_eq!(regions[1].0, [game.board.area(); 2]);
    // Only there: chess keeps its kinds.
    assert!(bundled("normal").kinds.iter().all(|kind| !kind.id.contains('~')));
}

fn loaded(text: &str) -> Variant {
    let (variant, reports) = load(&Source::new("loaded.toml", text), &find);
    variant.unwrap_or_else(|| panic!("{}", reports.iter().map(|report| report.render(false)).collect::<String>()))
}

/// A key that one file takes back does not return from a file further below: both of these build on `normal`, too.
#[test]
fn removed_tables_do_not_return_from_further_includes() {
    for below in ["centaur", "giveaway"] {
        let game = loaded(&format!("name = \"still\"\ninclude = \"{below}\"\npromotion = \"none\"\n"));
        assert!(!bundled(below).rules.promotions.is_empty() && game.rules.promotions.is_empty(), "{below}");
    }
}

/// Without a source hands stay empty, whatever an included file says about drops.
#[test]
fn without_a_source_nothing_is_dropped() {
    let shogi = loaded("name = \"plain\"\ninclude = \"shogi\"\n[hand]\nsource = \"none\"\n");
    assert!(bundled("shogi").rules.drops.enabled && !shogi.rules.drops.enabled);
    assert!(!shogi.rules.hands.any());
}

/// A lower-case letter is Black's piece only, `*` all pieces without squares of their own, in whatever order.
#[test]
fn drop_regions_apply_to_the_pieces_they_name() {
    let game = |regions: &str| {
        let drop = format!("[drop]\nregions = {{ {regions} }}\n");
        loaded(&format!("name = \"zones\"\ninclude = \"normal\"\n[hand]\nsource = \"captures\"\n{drop}"))
    };
    let ranks = |game: &Variant, id: &str, color: Color| {
        let region = game.rules.drops.regions[game.kind_by_id(id).expect("a piece").index()][color];
        let ranks: std::collections::BTreeSet<u8> = region.iter().map(|sq| game.board.rank(sq) + 1).collect();
        ranks.into_iter().collect::<Vec<_>>()
    };
    let small = game("p = \"ranks 3-4\", \"*\" = \"ranks 1-2\"");
    assert_eq!((ranks(&small, "P", Color::White), ranks(&small, "P", Color::Black)), (vec![1, 2], vec![5, 6]));
    assert_eq!((ranks(&small, "N", Color::White), ranks(&small, "N", Color::Black)), (vec![1, 2], vec![7, 8]));
    for both in ["P = \"ranks 5-6\", p = \"ranks 3-4\"", "p = \"ranks 3-4\", P = \"ranks 5-6\""] {
        let both = game(both);
        assert_eq!((ranks(&both, "P", Color::White), ranks(&both, "P", Color::Black)), (vec![5, 6], vec![5, 6]));
    }
}

#[test]
fn palaces_and_rivers_are_mirrored() {
    let game = bundled("xiangqi");
    let kind = |id: &str| game.kind(game.kind_by_id(id).expect("a piece"));
    assert_eq!(squares(&game, kind("K").region[Color::White]), "d0 e0 f0 d1 e1 f1 d2 e2 f2");
    assert_eq!(squares(&game, kind("K").region[Color::Black]), "d7 e7 f7 d8 e8 f8 d9 e9 f9");
    assert_eq!(kind("E").region[Color::White].count(), 45);
    let [crossed] = kind("P").zone_moves.as_slice() else { panic!("one zone") };
    assert_eq!(crossed.zone[Color::White], kind("E").region[Color::Black]);
    assert_eq!(crossed.zone[Color::Black], kind("E").region[Color::White]);
    assert!(!crossed.within);
    assert_eq!(game.rules.royalty.facing, Facing::File);
    assert_eq!(game.rules.ends.stalemate, Stalemate::Loss);
    assert!(game.rules.draws.move_rule.resets.pawn_forward && !game.rules.draws.move_rule.resets.pawn);
    assert!(game.rules.draws.move_rule.except_checks && game.rules.draws.move_rule.except_evasions);
    let Insufficient::NoAttackers(attackers) = game.rules.draws.insufficient else { panic!("attackers count") };
    assert_eq!(ids(&game, attackers), ["P", "H", "R", "C"]);
}

#[test]
fn faces_and_drops_of_shogi_are_read() {
    let game = bundled("shogi");
    for (number, kind) in game.kinds() {
        match kind.id.strip_prefix('+') {
            Some(base) => {
                let base = game.kind_by_id(base).expect("a base");
                assert_eq!((kind.form, kind.in_hand), (Some(base), Some(base)));
                assert_eq!(game.kind(base).form, Some(number));
            }
            None => assert_eq!(kind.in_hand, Some(number)),
        }
    }
    let [promotion] = game.rules.promotions.as_slice() else { panic!("one rule") };
    assert_eq!(ids(&game, promotion.kinds), ["P", "L", "N", "S", "B", "R"]);
    assert_eq!((&promotion.to, promotion.trigger), (&PromotionTo::Form, Trigger::Touch));
    assert_eq!(promotion.mandatory, Mandatory::Immobile);
    assert_eq!(promotion.zone[Color::Black].count(), 27);
    assert!(promotion.zone[Color::Black].has(game.board.parse("e1").expect("a square")));
    let pawn = game.kind_by_id("P").expect("pawn");
    assert_eq!(game.rules.drops.max_per_file.iter().flatten().count(), 1);
    assert_eq!(game.rules.drops.max_per_file[pawn.index()], Some(1));
    assert!(game.rules.drops.no_immobile);
    assert_eq!(ids(&game, game.rules.drops.no_mate), ["P"]);
    assert_eq!(game.rules.draws.repetition.fold, 4);
    assert_eq!(game.rules.draws.repetition.perpetual_check, PerpetualCheck::Loss);
    assert!(game.rules.castling == CastlingRule::None && game.start.unmoved.is_empty());
    assert_eq!(game.cecp.holdings, 7);
}

/// Missing keys have the defaults of the reference.
#[test]
fn missing_keys_have_their_defaults() {
    let text = "name = \"small\"\n[board]\nfiles = 3\nranks = 10\n[start]\nfen = \"1k1/3/3/3/3/3/3/3/3/PK1\"\n\
                [pieces.K]\nmove = \"K\"\n[pieces.P]\nmove = \"fW\"\n[pieces.Q]\nmove = \"Q\"\n\
                [[promotion]]\npieces = [\"P\"]\nto = [\"Q\"]\n";
    let (variant, reports) = load(&Source::new("small.toml", text), &find);
    assert_eq!(reports, []);
    let game = variant.expect("no complaints");
    assert_eq!((game.title.as_str(), game.kinds[0].name.as_str()), ("small", "K"));
    assert_eq!(game.board.rank_base(), 0);
    let chess = bundled("normal");
    assert_eq!(squares(&game, game.rules.promotions[0].zone[Color::White]), "a9 b9 c9");
    assert_eq!(game.rules.promotions[0].trigger, chess.rules.promotions[0].trigger);
    assert_eq!(game.rules.promotions[0].mandatory, chess.rules.promotions[0].mandatory);
    assert_eq!(game.rules.draws.repetition, chess.rules.draws.repetition);
    assert_eq!(game.rules.draws.move_rule, chess.rules.draws.move_rule);
    assert_eq!(game.rules.draws.insufficient, chess.rules.draws.insufficient);
    assert_eq!(game.rules.draws.impasse, chess.rules.draws.impasse);
    assert_eq!((game.rules.ends.checkmate, game.rules.ends.stalemate), (Verdict::Loss, Stalemate::Draw));
    assert_eq!(game.rules.castling, CastlingRule::Betza(CastlingSafety::SafePath));
    assert!(!game.rules.drops.enabled);
    assert!(game.kinds[0].royal && game.kinds[1].counts_as_pawn.0 == [true; 2]);
    assert_eq!(game.kinds[0].region.0, [game.board.area(); 2]);
}

#[test]
fn the_reference_names_every_picture() {
    let reference = include_str!("../../docs/variant-files.md");
    for name in pictures().flat_map(|picture| picture.names()) {
        assert!(reference.contains(&format!("`{name}`")), "{name}");
    }
}
