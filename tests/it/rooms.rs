//! Rooms use only those above them, and no two files of a room use each other: the map in docs/architecture.md holds.

use crate::code::{program, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The uses of each module.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The rooms in the order of the map.
fn rooms() -> Vec<String> {
    let page = fs::read_to_string("docs/architecture.md").expect("the map is there");
    let table = page.lines().skip_while(|line| *line != "## The rooms").skip(1);
    let rows = table.take_while(|line| !line.starts_with("## ")).filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next()).map(str::to_owned).collect()
}

/// The modules named right after a path, alone or in braces.
fn named_behind<'a>(code: &'a str, path: &str) -> Vec<&'a str> {
    let word = |text: &'a str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let mut found = Vec::new();
    for (at, _) in code.match_indices(path) {
        let before = code[..at].chars().next_back().unwrap_or(' ');
        if before.is_alphanumeric() || matches!(before, ':' | '_') {
            continue;
        }
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            None => found.push(word(rest)),
            Some(list) => {
                let (mut depth, mut begins) = (1, true);
                for (i, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    if begins && c.is_alphanumeric() {
                        found.push(word(&list[i..]));
                        begins = false;
                    }
                    begins |= depth == 1 && c == ',';
                }
            }
        }
    }
    found
}

/// The components of a file's path in `src`, without endings: room, file or folder, and so on.
fn place(path: &Path) -> Vec<String> {
    let parts = path.strip_prefix("src").expect("it is a source").with_extension("");
    parts.iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

/// A cycle through `start`, if there is one.
fn cycle(graph: &Graph, start: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in graph.get(way.last()?).into_iter().flatten() {
            if next == start {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push([way.as_slice(), std::slice::from_ref(next)].concat());
            }
        }
    }
    None
}

#[test]
fn modules_named_in_paths_are_found() {
    let code = "use crate::board::Square; use crate::{eval::{a, b}, game, search::c}; fn f(x: crate::tables::T) {}";
    assert_eq!(named_behind(code, "crate::"), ["board", "eval", "game", "search", "tables"]);
    let graph = Graph::from([("a".into(), ["b".into()].into()), ("b".into(), ["a".into(), "c".into()].into())]);
    assert!(cycle(&graph, "a").is_some() && cycle(&graph, "c").is_none());
}

#[test]
fn no_room_uses_one_below() {
    let rooms = rooms();
    assert!(rooms.len() > 10, "{rooms:?}");
    let rank = |name: &str| rooms.iter().position(|room| room == name);
    let mut failures = Vec::new();
    for path in sources() {
        let place = place(&path);
        let Some(own) = rank(&place[0]) else {
            let frame = ["lib", "main", "internals"];
            assert!(frame.contains(&place[0].as_str()), "{} is in no room of the map", path.display());
            continue;
        };
        let code = program(&path);
        let below = named_behind(&code, "crate::").into_iter().filter(|name| rank(name).is_some_and(|rank| rank > own));
        failures.extend(below.map(|name| format!("{} knows {name}", path.display())));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_two_files_of_a_room_import_each_other() {
    let mut graphs: BTreeMap<String, Graph> = BTreeMap::new();
    for path in sources() {
        let place = place(&path);
        // A room's own re-exports are not uses.
        let [room, file, further @ ..] = place.as_slice() else { continue };
        if file == "mod" {
            continue;
        }
        let up = match further {
            [] => 1,
            [.., last] => further.len() + usize::from(last != "mod"),
        };
        let code = program(&path);
        let inside = format!("crate::{room}::");
        let names = [inside, "super::".repeat(up)].into_iter().flat_map(|path| {
            let names: Vec<String> = named_behind(&code, &path).into_iter().map(str::to_owned).collect();
            names
        });
        let known = graphs.entry(room.clone()).or_default().entry(file.clone()).or_default();
        known.extend(names.filter(|name| name != file));
    }
    for (room, graph) in graphs {
        for file in graph.keys() {
            let found = cycle(&graph, file);
            assert!(found.is_none(), "src/{room}: {} -> {file}", found.unwrap_or_default().join(" -> "));
        }
    }
}
