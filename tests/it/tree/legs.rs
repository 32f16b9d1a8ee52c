//! Terms: leg after leg from the origin, and the captures on the way.

use super::atoms::{Class, Gait};
use super::ring::{Hand, Way, turns};
use super::scene::{Kind, Move, Occupant, Place, Scene};
use super::walk::{Stop, bend, ride};
use alfil::internals::xbetza::ast::{Atom, AtomLetter, Body, Direction, Link, Modifier, Prefix, Term};
use std::collections::BTreeSet;

/// A leg as written.
#[derive(Clone, Copy)]
struct Leg<'t> {
    prefix: &'t Prefix,
    gait: Gait,
}

/// Consecutive legs up to the end of a move.
struct Route<'t> {
    legs: Vec<Leg<'t>>,
    /// Whether each leg keeps its own atom.
    bracket: bool,
}

/// The progress of a move.
#[derive(Clone)]
struct Progress {
    at: Place,
    way: Option<Way>,
    /// The hand of the latest turn.
    hand: Option<Hand>,
    victims: Vec<Place>,
    /// The number of times that `g` or `y` has changed the range.
    changes: usize,
    /// The steps of the latest leg whose range was not 1.
    length: Option<u32>,
    /// The square to which a captured piece would be put.
    unload: Option<Place>,
}

/// Finds the moves of a term.
pub fn moves_of_term(term: &Term, scene: &Scene, found: &mut BTreeSet<Move>) {
    if !may_begin(first_prefix(&term.body), scene) {
        return;
    }
    match &term.body {
        Body::Simple { legs, atom } => match atom.letter {
            AtomLetter::Castling => castle(&legs[0], atom, scene, found),
            AtomLetter::Universal => anywhere(&legs[0], scene, found),
            _ => {
                let gait = Gait::of(atom);
                let legs = legs.iter().map(|prefix| Leg { prefix, gait }).collect();
                follow_from_start(&Route { legs, bracket: false }, scene, found);
            }
        },
        Body::Bracket { first, rest } => {
            let mut legs = vec![Leg { prefix: &first.0, gait: Gait::of(&first.1) }];
            for (link, prefix, atom) in rest {
                if *link == Link::May {
                    follow_from_start(&Route { legs: legs.clone(), bracket: true }, scene, found);
                }
                legs.push(Leg { prefix, gait: Gait::of(atom) });
            }
            follow_from_start(&Route { legs, bracket: true }, scene, found);
        }
    }
}

fn first_prefix(body: &Body) -> &Prefix {
    match body {
        Body::Simple { legs, .. } => &legs[0],
        Body::Bracket { first, .. } => &first.0,
    }
}

/// `i`: unmoved; `ii`: one step ahead of a start square.
fn may_begin(prefix: &Prefix, scene: &Scene) -> bool {
    match prefix.count(Modifier::Initial) {
        0 => true,
        1 => scene.unmoved,
        _ => scene.starts.contains(&(scene.origin.0, scene.origin.1 - scene.ahead())),
    }
}

fn follow_from_start(route: &Route, scene: &Scene, found: &mut BTreeSet<Move>) {
    let start = Progress {
        at: scene.origin,
        way: None,
        hand: None,
        victims: Vec::new(),
        changes: 0,
        length: None,
        unload: None,
    };
    follow(route, 0, &start, scene, found);
}

/// Makes leg number `index` in all its ways, and the legs after it.
fn follow(route: &Route, index: usize, progress: &Progress, scene: &Scene, found: &mut BTreeSet<Move>) {
    let Leg { prefix, gait } = route.legs[index];
    let gait = (0..progress.changes).fold(gait, |gait, _| gait.changed());
    let last = index + 1 == route.legs.len();
    let mut progress = progress.clone();
    if prefix.has(Modifier::Unload) {
        progress.unload = Some(progress.at);
    }
    let bends = index == 0 && prefix.has_any(&[Modifier::Zigzag, Modifier::Circular]);
    for (way, hand) in ways(route, index, &progress, scene) {
        let stops =
            if bends { bends_of(scene, way, gait, prefix) } else { ride(scene, progress.at, way, gait, prefix, last) };
        for Stop { place, steps } in stops {
            let equal = index > 0 && prefix.has(Modifier::Initial);
            // With a hurdle the squares before the end are not all empty.
            let hops = last && prefix.has_any(&[Modifier::Hop, Modifier::Grasshopper]);
            if equal && (progress.length != Some(steps) || hops) {
                continue;
            }
            let mut there = progress.clone();
            (there.at, there.way, there.hand) = (place, Some(way), hand);
            if gait.range != 1 {
                there.length = Some(steps);
            }
            if last {
                finish(prefix, &there, scene, found);
            } else {
                for after in relays(prefix, &there, scene, route.bracket) {
                    follow(route, index + 1, &after, scene, found);
                }
            }
        }
    }
}

fn bends_of(scene: &Scene, way: Way, gait: Gait, prefix: &Prefix) -> Vec<Stop> {
    let (Way::Line(number) | Way::Oblique(number)) = way;
    let zigzag = prefix.has(Modifier::Zigzag);
    [true, false].into_iter().flat_map(|clockwise| bend(scene, number, gait, zigzag, clockwise)).collect()
}

/// The directions of a leg, each with the hand of the latest turn after it.
fn ways(route: &Route, index: usize, progress: &Progress, scene: &Scene) -> Vec<(Way, Option<Hand>)> {
    let Leg { prefix, gait } = route.legs[index];
    let run: Vec<Direction> = prefix.run();
    let Some(before) = progress.way else {
        return gait.opening(&run, scene.black).into_iter().map(|way| (way, None)).collect();
    };
    let offsets = if run.is_empty() { usual_turns(route, gait, before) } else { turns(&run, progress.hand) };
    let mut ways = Vec::new();
    for offset in offsets {
        let hand = Hand::of_turn(offset).or(progress.hand);
        let targets = if route.bracket { bracket_targets(gait, before, offset) } else { vec![turned(before, offset)] };
        ways.extend(targets.into_iter().map(|way| (way, hand)));
    }
    ways
}

fn turned(way: Way, offset: u8) -> Way {
    match way {
        Way::Line(number) => Way::Line((number + offset) % 8),
        Way::Oblique(number) => Way::Oblique((number + offset) % 8),
    }
}

/// The default turns of a later leg.
fn usual_turns(route: &Route, gait: Gait, before: Way) -> Vec<u8> {
    let but_back = || (0..8).filter(|&offset| offset != 4).collect();
    if !route.bracket {
        return match gait.class {
            Class::Orthogonal | Class::Diagonal => vec![0, 2, 6],
            Class::Eightfold | Class::Oblique => but_back(),
        };
    }
    match (gait.class, before) {
        (Class::Oblique, Way::Oblique(_)) => but_back(),
        (Class::Oblique, Way::Line(_)) | (_, Way::Oblique(_)) => vec![0],
        (Class::Orthogonal | Class::Diagonal, way) if !gait.has(way) => vec![1, 7],
        _ => but_back(),
    }
}

/// The moves of a leg with an atom of its own after a turn by `offset`.
fn bracket_targets(gait: Gait, before: Way, offset: u8) -> Vec<Way> {
    let point = match before {
        Way::Line(number) => 2 * number,
        Way::Oblique(number) => 2 * number + 1,
    };
    let point = (point + 2 * offset) % 16;
    let on = |point: u8| {
        let way = if point.is_multiple_of(2) { Way::Line(point / 2 % 8) } else { Way::Oblique(point / 2 % 8) };
        gait.has(way).then_some(way)
    };
    let mixed = matches!(before, Way::Oblique(_)) != (gait.class == Class::Oblique);
    match on(point) {
        Some(way) => vec![way],
        None if mixed => [on((point + 15) % 16), on((point + 1) % 16)].into_iter().flatten().collect(),
        None => Vec::new(),
    }
}

/// The occupant of a square after a piece has left its origin.
fn occupant(scene: &Scene, place: Place) -> Occupant {
    if place == scene.origin { Occupant::Empty } else { scene.at(place) }
}

/// The ways in which a leg that is not the last may end where it stopped.
fn relays(prefix: &Prefix, there: &Progress, scene: &Scene, bracket: bool) -> Vec<Progress> {
    use Modifier::{Capture, Destroy, Grasshopper, Hop, Move, Tame, Toggle};
    let usual = !prefix.has_any(&[Move, Capture, Destroy, Hop, Grasshopper, Toggle]);
    let mut after = there.clone();
    if prefix.has_any(&[Grasshopper, Toggle]) && !bracket {
        after.changes += 1;
    }
    let jumps = prefix.has_any(&[Hop, Grasshopper]);
    let (takes, passes) = match occupant(scene, there.at) {
        Occupant::Empty => (false, usual || prefix.has_any(&[Move, Toggle])),
        Occupant::Hole => (false, false),
        Occupant::Friend { .. } => (prefix.has(Destroy), jumps),
        Occupant::Enemy { .. } => (prefix.has(Capture), jumps && !prefix.has(Tame)),
    };
    let mut all = Vec::new();
    if passes {
        all.push(after.clone());
    }
    if takes {
        take(&mut after.victims, there.at);
        all.push(after);
    }
    all
}

/// Adds a victim, once.
fn take(victims: &mut Vec<Place>, place: Place) {
    if !victims.contains(&place) {
        victims.push(place);
    }
}

/// The effects that the modes of a final leg allow.
struct Modes {
    quiet: bool,
    enemies: bool,
    friends: bool,
    passing: bool,
    only_royals: bool,
    tame: bool,
}

impl Modes {
    fn of(prefix: &Prefix) -> Self {
        use Modifier::{Capture, Destroy, EnPassant, Move, Royal, Tame};
        let usual = !prefix.has_any(&[Move, Capture, Destroy, EnPassant, Royal]);
        Self {
            quiet: usual || prefix.has(Move),
            enemies: usual || prefix.has(Capture),
            friends: prefix.has(Destroy),
            passing: prefix.has(EnPassant),
            only_royals: prefix.has(Royal),
            tame: prefix.has(Tame),
        }
    }

    /// Whether the occupant of the last square may be captured.
    fn takes(&self, occupant: Occupant) -> bool {
        match occupant {
            Occupant::Friend { royal } => self.friends && !(royal && self.tame),
            Occupant::Enemy { royal } if self.only_royals => royal && !self.tame,
            Occupant::Enemy { royal } => self.enemies && !(royal && self.tame),
            Occupant::Empty | Occupant::Hole => false,
        }
    }
}

/// Ends a move where it stopped, in all ways that the modes allow.
fn finish(prefix: &Prefix, there: &Progress, scene: &Scene, found: &mut BTreeSet<Move>) {
    let modes = Modes::of(prefix);
    let target = occupant(scene, there.at);
    if target == Occupant::Empty && modes.quiet {
        found.extend(result(there, there.victims.clone(), scene));
    }
    if modes.takes(target) {
        let mut victims = there.victims.clone();
        take(&mut victims, there.at);
        found.extend(result(there, victims, scene));
    }
    if let Some((squares, victim)) = &scene.en_passant
        && modes.passing
        && target == Occupant::Empty
        && squares.contains(&there.at)
        && !(modes.tame
            && matches!(scene.at(*victim), Occupant::Friend { royal: true } | Occupant::Enemy { royal: true }))
    {
        let mut victims = there.victims.clone();
        take(&mut victims, *victim);
        found.extend(result(there, victims, scene));
    }
}

/// The move that ends here with these victims, if that is possible.
fn result(there: &Progress, victims: Vec<Place>, scene: &Scene) -> Option<Move> {
    let to = there.at;
    let plain = |kind| Move { to, kind, victims: victims.clone(), unload: None, partner: None };
    match (there.unload, victims.as_slice()) {
        (_, []) => Some(plain(if to == scene.origin { Kind::Pass } else { Kind::Move })),
        // A captured piece cannot be put on an occupied square.
        (Some(place), &[victim]) if place != victim && occupant(scene, place) != Occupant::Empty => None,
        (Some(place), &[victim]) if place != to => {
            Some(Move { to, kind: Kind::Swap, victims: Vec::new(), unload: Some((victim, place)), partner: None })
        }
        (Some(_), [_, _, ..]) => None,
        _ => Some(plain(Kind::Capture)),
    }
}

/// U: any square except its own.
fn anywhere(prefix: &Prefix, scene: &Scene, found: &mut BTreeSet<Move>) {
    for place in scene.places().filter(|&place| place != scene.origin) {
        let unload = prefix.has(Modifier::Unload).then_some(scene.origin);
        let there =
            Progress { at: place, way: None, hand: None, victims: Vec::new(), changes: 0, length: None, unload };
        finish(prefix, &there, scene, found);
    }
}

/// O: castling, or without a range the turn pass.
fn castle(prefix: &Prefix, atom: &Atom, scene: &Scene, found: &mut BTreeSet<Move>) {
    let (file, rank) = scene.origin;
    let Some(distance) = atom.range.map(i32::from) else {
        found.insert(Move { to: scene.origin, kind: Kind::Pass, victims: Vec::new(), unload: None, partner: None });
        return;
    };
    let run = prefix.run();
    let asked = |letter| run.is_empty() || run.contains(&letter) || run.contains(&Direction::Sideways);
    for (letter, right) in [(Direction::Left, -1), (Direction::Right, 1)] {
        if !asked(letter) {
            continue;
        }
        let side = right * scene.ahead();
        let beyond = |steps: i32| (file + steps * side, rank);
        let met = (1..).find(|&steps| scene.at(beyond(steps)) != Occupant::Empty).expect("a board has an edge");
        let partner = beyond(met);
        let friend = matches!(scene.at(partner), Occupant::Friend { .. });
        let margin =
            (1..).find(|&steps| scene.at(beyond(met + steps)) == Occupant::Hole).expect("a board has an edge") - 1;
        let margin_wanted = prefix.count(Modifier::Jump) as i32;
        if friend && scene.virgins.contains(&partner) && margin == margin_wanted && distance <= met {
            let journey = (partner, beyond(distance - 1));
            found.insert(Move {
                to: beyond(distance),
                kind: Kind::Castle,
                victims: Vec::new(),
                unload: None,
                partner: Some(journey),
            });
        }
    }
}
