//! The tree against the conformance vectors, without which it would prove nothing.

use super::{Kind, Move, Occupant, Place, Scene, moves};
use crate::xbetza::vectors::{all, text};
use alfil::internals::xbetza::parse;
use serde_json::Value;
use std::collections::BTreeSet;

fn names<'v>(vector: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    vector[key].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn scene(vector: &Value) -> Scene {
    let side = |index: usize| vector["board"][index].as_i64().expect("a board has two sides") as i32;
    let mut scene = Scene::new(side(0), side(1), (0, 0), text(vector, "color") == "b");
    scene.origin = scene.named(text(vector, "from"));
    let sorts = [
        ("own", Occupant::Friend { royal: false }),
        ("virgin", Occupant::Friend { royal: false }),
        ("enemy", Occupant::Enemy { royal: false }),
        ("enemy_royal", Occupant::Enemy { royal: true }),
        ("holes", Occupant::Hole),
    ];
    for (key, occupant) in sorts {
        names(vector, key).for_each(|name| scene.put(scene.named(name), occupant));
    }
    let places = |value: &Value, key: &str| -> Vec<Place> { names(value, key).map(|name| scene.named(name)).collect() };
    let virgins = places(vector, "virgin");
    let starts = if vector.get("initial").is_some() { places(vector, "initial") } else { vec![scene.origin] };
    let en_passant = vector.get("ep").map(|ep| (places(ep, "squares"), scene.named(text(ep, "victim"))));
    let unmoved = vector["moved"] == false && starts.contains(&scene.origin);
    Scene { virgins, starts, en_passant, unmoved, ..scene }
}

fn expected(scene: &Scene, mv: &Value) -> Move {
    let journey = |from: &Value, to: &Value| Some((scene.named(from.as_str()?), scene.named(to.as_str()?)));
    Move {
        to: scene.named(text(mv, "to")),
        kind: match text(mv, "kind") {
            "move" => Kind::Move,
            "capture" => Kind::Capture,
            "castle" => Kind::Castle,
            "swap" => Kind::Swap,
            "pass" => Kind::Pass,
            other => panic!("{other} is no kind of move"),
        },
        victims: names(mv, "victims").map(|name| scene.named(name)).collect(),
        unload: journey(&mv["unload"]["piece"], &mv["unload"]["to"]),
        partner: journey(&mv["partner"], &mv["partner_to"]),
    }
}

#[test]
fn the_tree_agrees_with_the_vectors() {
    let mut count = 0;
    for vector in all().iter().filter(|vector| vector.get("error").is_none()) {
        let tree = parse(text(vector, "xbetza")).expect("move vectors are right");
        let scene = scene(vector);
        let listed = vector["moves"].as_array().expect("a vector lists moves");
        let listed: BTreeSet<Move> = listed.iter().map(|mv| expected(&scene, mv)).collect();
        assert_eq!(moves(&tree, &scene), listed, "{vector}");
        count += 1;
    }
    assert_eq!(count, 602);
}
