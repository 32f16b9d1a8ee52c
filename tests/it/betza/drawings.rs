//! Drawings: those of `tests/data/cli/betza` verbatim, others against the syntax tree.

use crate::cli::output;
use crate::common::Scratch;
use crate::tree::{Kind, Occupant, Place, Scene, moves};
use alfil::internals::xbetza::ast::Description;
use alfil::internals::xbetza::parse;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn drawings_match_the_expected_ones() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cli/betza");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = std::fs::read_to_string(&path).expect("it is text").replace("\r\n", "\n");
        let (line, expected) = text.split_once('\n').expect("a command line and its output");
        let drawn = output(line.strip_prefix("$ ").expect("a command line"), "");
        let drawn: String = drawn.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        assert_eq!(drawn, expected, "{}", path.display());
        count += 1;
    }
    assert!(count > 10, "{count} drawings");
}

/// Side of the boards on which drawings are compared, and the place of the piece.
const SIDE: i32 = 9;
const FROM: Place = (4, 4);

/// A drawing's cells by place.
fn cells(drawing: &str) -> BTreeMap<Place, [char; 4]> {
    let rows = drawing.lines().filter(|line| line.contains('|'));
    let mut cells = BTreeMap::new();
    for (row, line) in (0..).zip(rows) {
        for (file, cell) in (0..).zip(line.split('|').skip(1).take(SIDE as usize)) {
            let cell: Vec<char> = cell.chars().collect();
            cells.insert((file, SIDE - 1 - row), cell.try_into().expect("cells have four columns"));
        }
    }
    cells
}

/// The squares to which the tree moves quietly, and those where it captures a lone piece.
fn by_tree(tree: &Description, unmoved: bool, starts: bool) -> [BTreeSet<Place>; 3] {
    let mut scene = Scene::new(SIDE, SIDE, FROM, false);
    scene.unmoved = unmoved;
    if starts {
        scene.starts = scene.places().collect();
    }
    let quiet = moves(tree, &scene).into_iter().filter(|mv| mv.kind == Kind::Move).map(|mv| mv.to).collect();
    let takes = |piece: Occupant| {
        let taken = |&place: &Place| {
            let mut scene = scene.clone();
            scene.put(place, piece);
            let takes = |victims: &[Place], to: Place| victims == [place] && to == place;
            moves(tree, &scene).iter().any(|mv| takes(&mv.victims, mv.to))
        };
        scene.places().filter(|place| *place != FROM).filter(taken).collect()
    };
    [quiet, takes(Occupant::Enemy { royal: false }), takes(Occupant::Friend { royal: false })]
}

#[test]
fn drawings_show_what_the_tree_says() {
    let known = crate::cases(include_str!("../../data/xbetza/pieces.txt"));
    let known: BTreeSet<&str> = known.filter_map(|line| line.split(" | ").nth(2)).collect();
    assert!(known.len() > 80);
    for description in known {
        let tree = parse(description).expect("known pieces are right");
        let [quiet, enemy, friend] = by_tree(&tree, false, false);
        let [ahead, initial] = [false, true].map(|unmoved| by_tree(&tree, unmoved, true));
        // A description with `k` captures only royal pieces.
        let royal_only = description.contains('k');
        for (place, cell) in cells(&output(&format!("betza show {description} --board 9x9 --from e5"), "")) {
            let has = [&quiet, &enemy, &friend].map(|set| set.contains(&place));
            let has_any = |sets: &[BTreeSet<Place>; 3]| sets.iter().any(|set| set.contains(&place));
            let expected = match has {
                _ if place == FROM => '@',
                [false, false, false] if has_any(&ahead) => 'a',
                [false, false, false] if has_any(&initial) => 'i',
                [false, false, false] => ' ',
                [true, false, false] => 'o',
                [false, true, false] => 'x',
                [true, true, false] => '*',
                [false, false, true] => 'd',
                [_, _, true] => '#',
            };
            let castles = cell[1] == 'c' && description.contains('O');
            let takes_royal = royal_only && ['x', '*'].contains(&cell[1]);
            assert!(cell[1] == expected || castles || takes_royal, "{description}: {place:?}: {cell:?}");
        }
    }
}

/// The words of a picture for the characters of a drawing.
fn words(cell: [char; 4]) -> BTreeSet<&'static str> {
    let mut words = BTreeSet::new();
    for (column, glyph) in cell.into_iter().enumerate() {
        words.extend(match (column, glyph) {
            (0, '^') => &["jump"][..],
            (1, 'o') => &["move"],
            (1, 'x') => &["capture"],
            (1, '*') => &["move", "capture"],
            (1, 'c') => &["castle"],
            (2, 'O') => &["move-over"],
            (2, 'X') => &["capture-over"],
            (2, '%') => &["move-over", "capture-over"],
            (3, '!') => &["victim"],
            (3, '+') => &["relay"],
            (3, 's') => &["swap"],
            (0 | 3, 'e') => &["passing"],
            (1, '@') | (_, ' ') => &[],
            other => panic!("{other:?} is not expected in these drawings"),
        });
    }
    words
}

/// Pictures are XML with the marks of the drawing, square by square.
#[test]
fn pictures_have_the_marks_of_the_drawings() {
    for description in ["N", "mRcpR", "fmWfceF", "FyafsF", "KisO2", "gQ", "udR", "jRU"] {
        let line = format!("betza show {description} --board 9x9 --from e5");
        let cells = cells(&output(&line, ""));
        let picture = output(&format!("{line} --svg -"), "");
        let document = roxmltree::Document::parse(&picture).expect("the picture is XML");
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.tag_name().namespace()), ("svg", Some("http://www.w3.org/2000/svg")));
        let mut found = BTreeSet::new();
        for ((file, rank), cell) in cells {
            let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            let square =
                root.children().find(|node| node.attribute("id") == Some(&name)).expect("each square is there");
            let classes: BTreeSet<&str> = square
                .children()
                .filter(|node| node.has_tag_name((SVG, "g")))
                .filter_map(|g| g.attribute("class"))
                .collect();
            // A drawing has a single column for these roles, and shows only one of them for a square.
            let beside = ["victim", "relay", "swap", "passing"];
            let words = words(cell);
            let seen: BTreeSet<&str> =
                classes.iter().copied().filter(|class| !beside.contains(class) || words.contains(class)).collect();
            assert_eq!(seen, words, "{description}: {name}");
            assert_eq!(cell[3] == ' ', !classes.iter().any(|class| beside.contains(class)), "{description}: {name}");
            assert_eq!(square.children().any(|node| node.has_tag_name((SVG, "title"))), cell != [' '; 4], "{name}");
            found.extend(classes);
        }
        let legend: BTreeSet<&str> = root.children().filter_map(|node| node.attribute("class")).collect();
        assert_eq!(legend.into_iter().filter(|class| *class != "name").collect::<BTreeSet<_>>(), found);
    }
}

const SVG: &str = "http://www.w3.org/2000/svg";

#[test]
fn pictures_are_written_to_files() {
    let scratch = Scratch::new("picture");
    let path = scratch.path("moves.svg");
    let said = output(&format!("betza show [F?fsR] --svg {}", path.display()), "");
    assert_eq!(said, "");
    let picture = std::fs::read_to_string(&path).expect("it was written");
    let document = roxmltree::Document::parse(&picture).expect("the picture is XML");
    let title = document.root_element().children().find(|node| node.has_tag_name((SVG, "title")));
    assert_eq!(title.and_then(|title| title.text()), Some("[F?fsR] of White on d4"));
}

/// A drawing appears soon, however many moves a piece has, and says what it lacks.
#[test]
fn drawings_of_huge_descriptions_are_fast() {
    for (description, said) in [
        ("mcpdaQ", "warning: the legs can be combined in too many ways"),
        ("cacacaK", "note: no mark shows this term"),
        ("U", ""),
    ] {
        let words = ["betza", "show", description, "--board", "14x13"].map(str::to_owned);
        let output = crate::cli::run(&words, "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaint.contains(said), "{description}: {complaint}");
        assert_eq!(complaint.is_empty(), said.is_empty(), "{complaint}");
        assert!(String::from_utf8_lossy(&output.stdout).contains('@'), "{description}");
    }
}
