//! The moves of pieces in XBoard's own notation, as far as they can be expressed, and how XBoard's rules treat them.

use super::xboard::{self, WILD};
use crate::board::{Color, PieceKind, Topology};
use crate::variant::{Kind, LeavingCheck, RoyalMode, Variant, Verdict, ZoneMove, builtin};
use crate::xbetza;
use crate::xbetza::ast::{At, Description, Modifier, Term};

/// Moves that XBoard reads and that lead nowhere: the only square is passed over.
const NOWHERE: &str = "jW";

/// The description of a piece's moves for XBoard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    /// Exactly the piece's moves.
    Exact(String),
    /// The piece's moves, including non-captures that it does not have everywhere.
    Quiet(String),
    /// The piece's moves, including some that it does not have everywhere.
    More(String),
    /// No precise description: the piece may go almost anywhere.
    Anything(&'static str),
}

/// The descriptions of a piece for XBoard, one for each side that has such pieces.
pub(super) fn wires(variant: &Variant, kind: PieceKind) -> Vec<(Color, Wire)> {
    let sides = Color::ALL.into_iter().filter(|color| variant.kind(kind).may_belong_to(*color));
    sides.map(|color| (color, Wire::new(variant, kind, color))).collect()
}

impl Wire {
    /// Whether the description includes attacks that the piece does not have.
    fn is_loose(&self) -> bool {
        matches!(self, Self::More(_) | Self::Anything(_))
    }

    fn new(variant: &Variant, kind: PieceKind, color: Color) -> Self {
        let kind = variant.kind(kind);
        let zones: Vec<_> = kind.zone_moves.iter().filter(|zone_move| !zone_move.zone[color].is_empty()).collect();
        let further = zones.iter().map(|zone_move| zone_move.notation[color].as_str());
        let mut all = std::iter::once(kind.notation[color].as_str()).chain(further).filter(|moves| !moves.is_empty());
        let Some(first) = all.next() else { return Self::Exact(NOWHERE.to_owned()) };
        let all: Result<Vec<_>, _> = std::iter::once(first).chain(all).map(xbetza::parse).collect();
        let moves = all.ok().map(union).and_then(|moves| match variant.board.topology() {
            Topology::Plane => Some(moves),
            Topology::Cylinder => Some(around(moves)),
            // XBoard's notation cannot express moves on a torus.
            Topology::Torus => None,
        });
        let Some(text) = moves.and_then(|moves| xbetza::wire(&moves).ok()) else {
            return Self::Anything(if variant.board.topology() == Topology::Plane {
                ANYWHERE
            } else {
                ANYWHERE_AROUND
            });
        };
        let captures = |zone_move: &&ZoneMove| zone_move.program[color].terms.iter().any(xbetza::Term::captures);
        let quiet = !zones.iter().any(captures);
        match (kind.region[color] == variant.board.area() & !variant.holes, zones.is_empty()) {
            (true, true) => Self::Exact(text),
            (true, false) if quiet => Self::Quiet(text),
            _ => Self::More(text),
        }
    }

    pub(super) fn text(&self) -> &str {
        match self {
            Self::Exact(text) | Self::Quiet(text) | Self::More(text) => text,
            Self::Anything(text) => text,
        }
    }
}

/// The terms of all of these, each with the places that it has in its own text.
fn union(all: Vec<Description>) -> Description {
    Description { terms: all.into_iter().flat_map(|description| description.terms).collect() }
}

/// The same moves on a board whose side edges are joined. Castling is spelled without `o`.
fn around(mut moves: Description) -> Description {
    let joined = At { what: Modifier::Cylinder, at: 0 };
    moves.terms.iter_mut().flat_map(Term::prefixes_mut).for_each(|prefix| prefix.after.push(joined));
    moves
}

/// Almost all moves that pieces make: XBoard should not refuse the engine's moves, and the highlights show the user the
/// real ones. Longer leaps and those that ignore distance are missing, as XBoard cannot be told of them.
const ANYWHERE: &str = "QA0D0G0H0N0C0Z0";
/// The same where edges are joined. On a torus some moves are still missing.
const ANYWHERE_AROUND: &str = "oQoA0oD0oG0oH0oN0oC0oZ0";

/// The effect of XBoard's own check rule in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum XboardChecks {
    /// XBoard sees every check, and sees none where there is none.
    Exact,
    /// XBoard misses checks by pieces that it lets go anywhere. It sees no check where there is none, and takes no
    /// legal escape from a check to be illegal, so it neither refuses a legal move nor finds a mate too early.
    Incomplete,
    /// XBoard would see checks where there are none, or the variant has another rule.
    Unusable,
}

pub(super) fn xboard_checks(variant: &Variant) -> XboardChecks {
    let royals: Vec<_> = variant.kinds().filter(|(_, kind)| kind.royal).map(|(number, _)| number).collect();
    let loose: Vec<_> = variant.kinds().map(|(kind, _)| kind).filter(|kind| is_loose(variant, *kind)).collect();
    let plain = |kind: &PieceKind| variant.kind(*kind).form.is_none() && !royals.contains(kind);
    let rules = &variant.rules;
    // If one side has no king, XBoard sees checks in all moves of that side.
    let kings = royals.iter().all(|kind| variant.kind(*kind).owner.is_none());
    let guarded = rules.royalty.mode == RoyalMode::Each
        && rules.royalty.leaving_check == LeavingCheck::Forbidden
        && rules.royalty.anti.is_empty()
        && !variant.spares_royals();
    let usual = kings && guarded && !rules.changes_others();
    let one_king = royals.len() == 1 && usual && rules.ends.checkmate == Verdict::Loss;
    let exact = variant.kinds().all(|(kind, _)| is_exact(variant, kind));
    if one_king && exact {
        XboardChecks::Exact
    } else if one_king && loose.len() <= WILD.len() && loose.iter().all(plain) {
        XboardChecks::Incomplete
    } else {
        XboardChecks::Unusable
    }
}

/// Whether XBoard's own check rule is exactly the variant's.
pub(super) fn sees_every_check(variant: &Variant) -> bool {
    xboard_checks(variant) == XboardChecks::Exact
}

fn is_exact(variant: &Variant, kind: PieceKind) -> bool {
    is_native(variant, kind) || wires(variant, kind).iter().all(|(_, wire)| matches!(wire, Wire::Exact(_)))
}

/// Whether XBoard would see attacks of a piece that do not exist.
pub(super) fn is_loose(variant: &Variant, kind: PieceKind) -> bool {
    !is_native(variant, kind) && wires(variant, kind).iter().any(|(_, wire)| wire.is_loose())
}

/// Whether XBoard knows a piece itself, so that it does not matter that its moves cannot be described.
fn is_native(variant: &Variant, kind: PieceKind) -> bool {
    let same_table = |parent: &Variant| variant.cecp.piece_to_char == parent.cecp.piece_to_char;
    wires(variant, kind).iter().any(|(_, wire)| wire.is_loose()) && original(variant, kind).is_some_and(same_table)
}

/// The parent, if it has the same piece on the same board.
pub(super) fn original(variant: &Variant, kind: PieceKind) -> Option<&'static Variant> {
    let named = variant.cecp.parent.as_deref().filter(|parent| !xboard::asks_engine(parent))?;
    let parent = builtin().iter().find(|file| file.name() == named)?.variant();
    let known = variant.kind(kind);
    let number = parent.kind_by_id(&known.id).filter(|_| parent.board == variant.board)?;
    let moves = |kind: &Kind| (kind.notation.clone(), kind.region, kind.zone_moves.clone());
    (moves(parent.kind(number)) == moves(known)).then_some(&**parent)
}
