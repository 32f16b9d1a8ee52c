//! Double and triple steps of pawns, and initial moves of other pieces.

use super::convert::Convert;
use super::moves::{Moves, Part, Reach, spell};
use super::passing::{between, double_region, steps, triple_region};
use super::reach::becomes;
use super::squares::step;
use super::start::Kind;
use super::types::Type;
use crate::board::{Area, ByColor, Color, Square};

/// Moves from some squares: in XBetza, and the squares.
pub type Further = Vec<(String, ByColor<Area>)>;

const DOUBLE: Part = Part { step: (0, 2), reach: Reach::Lame, quiet: true, captures: false };
const TRIPLE: Part = Part { step: (0, 1), reach: Reach::Slide(3), quiet: true, captures: false };

/// Adds initial moves to the moves of a kind: to `text` if they are those of unmoved pieces, else to `further`.
pub fn initial(
    c: &Convert<'_>,
    kind: Kind,
    read: &Moves,
    passed: ByColor<bool>,
    text: &mut ByColor<String>,
    further: &mut Further,
) {
    let pawn = kind.ty == Type::PAWN;
    let first = First { c, passed, owners: c.owners(kind) };
    let regions = ByColor::from_fn(|side| double_region(c, side));
    let triples = ByColor::from_fn(|side| if pawn { triple_region(c, side) } else { Area::EMPTY });
    if first.owners.iter().any(|side| !triples[*side].within(regions[*side])) {
        c.refuse("tripleStepRegionWhite", "triple steps begin where there are double steps, too");
        return;
    }
    if first.none(regions) {
        return;
    }
    let only_double = ByColor::from_fn(|side| regions[side] & !triples[side]);
    let parts = if pawn { vec![DOUBLE] } else { read.initial.clone() };
    let mut moves: Vec<(Part, ByColor<Area>)> = parts.into_iter().map(|part| (part, only_double)).collect();
    if !first.none(triples) {
        moves.push((TRIPLE, triples));
    }
    let unmoved = first.none(triples) && first.are_of_unmoved(kind, read, regions);
    for (part, from) in moves {
        let from = first.on_board(&part, from);
        if first.none(from) {
            continue;
        }
        let [answered, others] = first.split(&part, from);
        if !first.none(answered) && part.reach == Reach::Leap {
            let why = "only moves that can be blocked on their way can be answered en passant";
            c.refuse_moves(kind.ty, None, why);
        }
        let plain = spell(&[part], false);
        if unmoved && first.none(others) && part.reach == Reach::Lame {
            Color::ALL.into_iter().for_each(|side| text[side].push_str(&format!("i{plain}")));
            continue;
        }
        if !first.none(answered) {
            let answerable = match part.reach {
                Reach::Lame => plain.replacen('n', "nn", 1),
                _ => plain.replacen('m', "mnn", 1),
            };
            further.push((answerable, answered));
        }
        if !first.none(others) {
            further.push((plain, others));
        }
    }
}

/// The initial moves of a kind.
struct First<'a> {
    c: &'a Convert<'a>,
    /// Whether captures en passant are possible, for each side that captures.
    passed: ByColor<bool>,
    /// The sides that have the kind.
    owners: Vec<Color>,
}

impl First<'_> {
    fn none(&self, sets: ByColor<Area>) -> bool {
        self.owners.iter().all(|side| sets[*side].is_empty())
    }

    /// The squares from which the move stays on the board.
    fn on_board(&self, part: &Part, from: ByColor<Area>) -> ByColor<Area> {
        let Convert { board, start, .. } = self.c;
        let stays = |side: Color, at: &Square| part.squares(*board, side, *at).iter().any(|to| !start.walls.has(*to));
        ByColor::from_fn(|side| from[side].iter().filter(|at| stays(side, at)).collect())
    }

    /// Whether pieces stand on the squares of their initial moves only while unmoved: they start there, move only
    /// forward, and none enters later.
    fn are_of_unmoved(&self, kind: Kind, read: &Moves, regions: ByColor<Area>) -> bool {
        let c = self.c;
        read.parts.iter().all(|part| part.step.1 > 0)
            && !c.drops()
            && !self.owners.iter().any(|side| becomes(c, *side, kind))
            && self.owners.iter().all(|side| c.start.squares(*side, kind.ty) == regions[*side])
    }

    /// The squares from which a move can be answered en passant, and the others.
    fn split(&self, part: &Part, from: ByColor<Area>) -> [ByColor<Area>; 2] {
        for side in self.owners.iter().copied().filter(|side| self.passed[!*side]) {
            // A piece that has passed squares can be captured on each of them, or on none.
            if from[side].iter().any(|at| self.is_mixed(part, side, at)) {
                let why = "of the squares that a move passes some can be answered en passant, and others not";
                self.c.refuse(&format!("enPassantRegion{}", (!side).name()), why);
            }
        }
        let answered = ByColor::from_fn(|side| {
            let passes = |at: &Square| !(self.way(side, *at, steps(part)) & self.answers(side)).is_empty();
            from[side].iter().filter(|at| self.passed[!side] && passes(at)).collect::<Area>()
        });
        [answered, ByColor::from_fn(|side| from[side] & !answered[side])]
    }

    fn is_mixed(&self, part: &Part, side: Color, at: Square) -> bool {
        let inside = steps(part).filter(|by| step(self.c.board, side, at, *by).is_some());
        let way = self.way(side, at, inside);
        let answered = way & self.answers(side);
        answered.any() && answered != way
    }

    /// The squares that the longest of these steps passes.
    fn way(&self, side: Color, at: Square, steps: impl Iterator<Item = (i8, i8)>) -> Area {
        steps.last().map_or(Area::EMPTY, |step| between(self.c, side, at, step))
    }

    /// The squares on which the other side captures en passant.
    fn answers(&self, side: Color) -> Area {
        self.c.settings.squares_of("enPassantRegion", !side)
    }
}
