//! Material that keeps a game open, for recognising dead positions.
//!
//! Every way in which a game can be won is considered: mate, stalemate,
//! checks, goals, pieces lost, repetition, declarations. Unless it is certain
//! that neither side can still win in any of these, the game goes on.

use super::walk::attacked_by_parts;
use super::{Barred, Tables};
use crate::board::{Color, Piece, Square, Squares};
use crate::variant::{
    EffectWhen, Extinct, Extinction, Facing, GivingCheck, Impasse, LeavingCheck, PerpetualChase, PerpetualCheck,
    RepetitionResult, Stalemate, Verdict,
};

/// The winning chances of a variant's pieces.
#[derive(Debug)]
pub struct Material {
    /// Pieces of which one is enough for the game to go on. Royals are among
    /// them if they may win alone.
    pub decisive: Vec<Piece>,
    /// By piece: whether it can never leave squares of one shade.
    one_shade: Vec<bool>,
    /// Whether pieces that are all bound to the same shade, however many, cannot mate.
    pub shades_are_harmless: bool,
}

impl Material {
    /// Analyses all pieces.
    pub fn new<const N: usize>(t: &Tables<N>) -> Self {
        let royals_win = royals_may_win(t);
        // If royals alone cannot win, either any other piece may, or only those that can mate.
        let all_may_win = royals_win || any_piece_may_win(t);
        let win_alone: Vec<bool> = t.pieces().map(|piece| !all_may_win && wins_alone(t, piece)).collect();
        let decisive = |&piece: &Piece| {
            let stages = t.stages(piece);
            let may_win = match t.is_royal(piece.kind()) {
                true => royals_win,
                false => all_may_win || stages.iter().any(|stage| win_alone[stage.index()]),
            };
            may_win || stages.iter().any(|&stage| has_a_goal(t, stage))
        };
        Self {
            decisive: t.pieces().filter(decisive).collect(),
            one_shade: t.pieces().map(|piece| keeps_shade(t, piece)).collect(),
            shades_are_harmless: pairs(t).all(|[royal, victim]| flees_to_other_shade(t, royal, victim)),
        }
    }

    /// Whether a piece can never leave squares of one shade.
    pub fn keeps_shade(&self, piece: Piece) -> bool {
        self.one_shade.get(piece.index()).copied().unwrap_or(false)
    }
}

fn keeps_shade<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    let board = t.geometry();
    let kept = |from| t.reach_on_some_board(piece, from).iter().all(|to| board.shade(to) == board.shade(from));
    !t.needs_interpreter(piece) && t.board.iter().all(kept)
}

/// All pairs of a royal and one of the other side.
fn pairs<const N: usize>(t: &Tables<N>) -> impl Iterator<Item = [Piece; 2]> + '_ {
    Color::ALL.into_iter().flat_map(move |color| {
        let others = move |&royal: &Piece| t.royals[!color].iter().map(move |&other| [royal, other]);
        t.royals[color].iter().flat_map(others)
    })
}

/// Whether a royal of each side and nothing else may still win.
fn royals_may_win<const N: usize>(t: &Tables<N>) -> bool {
    let rules = &t.variant().rules;
    let stalemate = matches!(rules.ends.stalemate, Stalemate::Loss | Stalemate::Win);
    let repetition = rules.draws.repetition.fold > 0
        && match rules.draws.repetition.result {
            RepetitionResult::Draw => false,
            RepetitionResult::MoverLoses
            | RepetitionResult::MoverWins
            | RepetitionResult::WhiteLoses
            | RepetitionResult::Score => true,
            RepetitionResult::Illegal => stalemate,
        };
    let royal_bans = rules
        .captures
        .bans
        .iter()
        .any(|ban| t.pieces().any(|piece| t.is_royal(piece.kind()) && ban.of.has(piece.kind())));
    rules.royalty.leaving_check == LeavingCheck::Ignored
        || !rules.royalty.anti.is_empty()
        || rules.draws.impasse != Impasse::None
        || rules.ends.scoring.is_some()
        || rules.wall.is_some()
        || !rules.influences.is_empty()
        || repetition
        || royal_bans
        || rules.effects.iter().any(|effect| effect.when != EffectWhen::Capture)
        || Color::ALL.into_iter().any(|color| !t.royals[color].iter().all(|&royal| is_plain(t, royal)))
        || !pairs(t).all(|[royal, other]| is_symmetrical(t, royal, other))
        || stalemate && (are_hampered(t) || pairs(t).any(|[royal, victim]| stalemates(t, royal, victim)))
}

/// Whether royals have fewer moves than in the tables.
fn are_hampered<const N: usize>(t: &Tables<N>) -> bool {
    let rules = &t.variant().rules;
    let waits = |royal: &Piece| t.variant().kind(royal.kind()).capture_only[royal.color()].any();
    let threshold = Color::ALL.into_iter().any(|color| t.royals[color].iter().any(waits));
    rules.royalty.facing != Facing::None
        || rules.royalty.giving_check == GivingCheck::Forbidden
        || rules.royalty.safe_path
        || threshold
}

/// Whether a royal leaps, moves wherever it captures, and does nothing else
/// that could matter: then its attacks and its flight squares are certain.
fn is_plain<const N: usize>(t: &Tables<N>, royal: Piece) -> bool {
    let full = t.board;
    let leaps = |from: Square| {
        let attacked = t.attacks(royal, from, Squares::EMPTY, Barred::NONE);
        attacked == t.attacks(royal, from, full.without(from), Barred::NONE)
            && attacked.within(t.reach_when_empty(royal, from))
    };
    // One-time moves depend on the position.
    let lasting = t.is_interpreted_with(royal, 0);
    t.mover(royal).promotions.is_empty() && !lasting && !attacks_initially(t, royal) && full.iter().all(leaps)
}

/// Whether a piece attacks more than usual while it is unmoved.
fn attacks_initially<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    let attacks = |from| {
        t.mover(piece).initial.as_ref().is_some_and(|parts| {
            attacked_by_parts(t, parts, from, Squares::EMPTY, Barred::NONE).any() || !parts.hops.is_empty()
        })
    };
    t.board.iter().any(attacks)
}

/// Whether the attack between two royals is always mutual, so that neither
/// ever gives check.
fn is_symmetrical<const N: usize>(t: &Tables<N>, royal: Piece, other: Piece) -> bool {
    let alike = |from: Square| {
        let back = |to: Square| t.attacks(other, to, Squares::EMPTY, Barred::NONE).has(from);
        t.attacks(royal, from, Squares::EMPTY, Barred::NONE).iter().all(back)
    };
    t.board.iter().all(alike)
}

/// All placements of two royals that do not attack each other, with those of the
/// flight squares of the second that the first does not guard.
fn standoffs<const N: usize>(
    t: &Tables<N>,
    royal: Piece,
    victim: Piece,
) -> impl Iterator<Item = (Square, Square, Squares<N>)> + '_ {
    t.board.iter().flat_map(move |at| {
        let flight = t.attacks(victim, at, Squares::EMPTY, Barred::NONE);
        t.board.without(at).iter().filter_map(move |king| {
            let guarded = t.attacks(royal, king, Squares::EMPTY, Barred::NONE);
            (!guarded.has(at) && !flight.has(king)).then_some((king, at, flight & !guarded))
        })
    })
}

/// Whether a royal alone can leave another without a move.
fn stalemates<const N: usize>(t: &Tables<N>, royal: Piece, victim: Piece) -> bool {
    standoffs(t, royal, victim).any(|(.., left)| left.is_empty())
}

/// Whether a royal can always go to a square of the other shade, whatever
/// is on those of its own.
fn flees_to_other_shade<const N: usize>(t: &Tables<N>, royal: Piece, victim: Piece) -> bool {
    let board = t.geometry();
    standoffs(t, royal, victim).all(|(_, at, left)| left.iter().any(|to| board.shade(to) != board.shade(at)))
}

/// Whether any piece besides the royals may win, by rules that do not depend on which.
fn any_piece_may_win<const N: usize>(t: &Tables<N>) -> bool {
    let rules = &t.variant().rules;
    let repetition = rules.draws.repetition;
    let blame = repetition.result == RepetitionResult::Illegal
        || repetition.perpetual_check != PerpetualCheck::None
        || repetition.perpetual_chase != PerpetualChase::None;
    let no_royals = Color::ALL.into_iter().any(|color| t.royals[color].is_empty());
    no_royals
        || rules.ends.stalemate.decides()
        || rules.ends.checks.is_some()
        || rules.ends.bare.as_ref().is_some_and(|bare| bare.verdict != Verdict::Draw)
        || repetition.fold > 0 && blame
        || rules.fills_hands() && rules.hands_enter()
        || rules.changes_others()
        || !rules.captures.bans.is_empty()
        || rules.captures.counterstrike.is_some()
        || are_hampered(t)
}

/// Whether a piece may win with no other help than its own royal's: it can mate, its loss decides, it may become
/// royal, or the tables do not contain all of its moves.
fn wins_alone<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    t.is_royal(piece.kind())
        || t.needs_interpreter(piece)
        || attacks_initially(t, piece)
        || t.variant().rules.ends.extinctions.iter().any(|rule| may_decide(t, rule, piece))
        || mates(t, piece)
}

/// Whether the loss of a piece may decide the game. Royals are never lost, and so
/// no set that contains all of them.
fn may_decide<const N: usize>(t: &Tables<N>, rule: &Extinction, piece: Piece) -> bool {
    let with_royals = match &rule.of {
        Extinct::All(kinds) => t.royals[piece.color()].iter().all(|royal| kinds.has(royal.kind())),
        Extinct::AllPieces | Extinct::Any(_) => false,
    };
    let decides = rule.verdict != Verdict::Draw && rule.side.is_none_or(|side| side == piece.color());
    !with_royals && decides && rule.of.names(piece.kind())
}

fn has_a_goal<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    t.variant()
        .rules
        .ends
        .goals
        .iter()
        .any(|goal| goal.verdict != Verdict::Draw && goal.kinds.has(piece.kind()) && goal.squares[piece.color()].any())
}

/// Whether a royal and one such piece can mate a bare royal on an otherwise
/// empty board.
fn mates<const N: usize>(t: &Tables<N>, piece: Piece) -> bool {
    let reach: Vec<(Square, Squares<N>)> =
        t.board.iter().map(|from| (from, t.reach_on_some_board(piece, from))).collect();
    let color = piece.color();
    pairs(t).filter(|[royal, _]| royal.color() == color).any(|[royal, victim]| {
        standoffs(t, royal, victim).any(|(king, at, left)| {
            reach.iter().any(|&(from, reached)| {
                // Most squares are too far away; the victim captures an unprotected piece.
                let near = from != king && !left.has(from) && left.with(at).within(reached);
                near && left.with(at).within(t.attacks(piece, from, Squares::of(king).with(from), Barred::NONE))
            })
        })
    })
}
