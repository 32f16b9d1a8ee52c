//! How games end.

use super::{Move, MoveKind, Position};
use crate::board::{Color, Piece, Square, Squares};
use crate::tables::{Tables, shade};
use crate::variant::{Insufficient, PerpetualChase, PerpetualCheck, RepetitionResult, Verdict};
use std::cmp::Ordering;

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Pieces were lost on which the game hangs.
    Extinction,
    /// Pieces have reached squares on which the game hangs.
    Goal,
    /// One side has given check often enough.
    Checks,
    /// A side has too few pieces left.
    BareKing,
    /// No move, in check.
    Checkmate,
    /// No move, not in check.
    Stalemate,
    /// The position has occurred too often.
    Repetition,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased a piece with every move of a repetition.
    PerpetualChase,
    /// Too many plies without progress.
    MoveRule,
    /// A bare king was not mated within the moves that are counted.
    Counting,
    /// The royals have entered the enemy camp.
    Impasse,
    /// Nobody can win.
    InsufficientMaterial,
}

impl Reason {
    /// Its name in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extinction => "extinction",
            Self::Goal => "goal",
            Self::Checks => "n-check",
            Self::BareKing => "bare-king",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::MoveRule => "move-rule",
            Self::Counting => "counting",
            Self::Impasse => "impasse",
            Self::InsufficientMaterial => "insufficient-material",
        }
    }
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    pub(super) fn for_side(side: Color, verdict: Verdict, reason: Reason) -> Self {
        let result = match verdict {
            Verdict::Loss => GameResult::Win(!side),
            Verdict::Draw => GameResult::Draw,
            Verdict::Win => GameResult::Win(side),
        };
        Self { result, reason }
    }

    pub(super) fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }
}

impl<const N: usize> Position<N> {
    /// The game's end by any rule, in the order in which they count.
    pub fn outcome(&self, t: &Tables<N>) -> Option<Outcome> {
        self.decided(t)
            .or_else(|| self.out_of_moves(t))
            .or_else(|| self.repetition(t, 0))
            .or_else(|| self.draw_by_rule(t))
    }

    /// The verdict on a side to move without a legal move.
    pub fn out_of_moves(&self, t: &Tables<N>) -> Option<Outcome> {
        (!self.can_move(t)).then(|| {
            let in_check = self.in_check(t);
            let reason = if in_check { Reason::Checkmate } else { Reason::Stalemate };
            Outcome::for_side(self.side, self.without_moves(t, in_check), reason)
        })
    }

    /// The result for a side to move that has no legal move.
    pub fn without_moves(&self, t: &Tables<N>, in_check: bool) -> Verdict {
        let rules = &t.variant().rules;
        if in_check {
            return rules.checkmate;
        }
        let counted = || match self.color(self.side).count().cmp(&self.color(!self.side).count()) {
            Ordering::Less => Verdict::Win,
            Ordering::Equal => Verdict::Draw,
            Ordering::Greater => Verdict::Loss,
        };
        rules.stalemate.verdict().unwrap_or_else(counted)
    }

    /// The verdict on the position having occurred as often as the rules want,
    /// the present occurrence counted, or once before within the last `line`
    /// plies: who could repeat it once can do so again.
    pub fn repetition(&self, t: &Tables<N>, line: usize) -> Option<Outcome> {
        let fold = t.variant().rules.repetition.fold;
        if fold < 2 {
            return None;
        }
        let mut missing = fold - 1;
        let mut plies = 0;
        // Positions with the same side to move are an even number of plies apart.
        for (index, past) in self.history.iter().rev().enumerate() {
            plies += 1;
            if past.mv.is_none() || !self.reversible(t, index) {
                return None;
            }
            if plies % 2 == 0 && past.before.key == self.now.key {
                missing -= 1;
                if missing == 0 || plies <= line {
                    return Some(self.judge_repetition(t, plies));
                }
            }
        }
        None
    }

    /// Whether the position before the move `back` plies ago may occur again.
    /// Where captures come back as drops, or pieces by effects, everything may.
    #[inline]
    pub(super) fn reversible(&self, t: &Tables<N>, back: usize) -> bool {
        let past = &self.history[self.history.len() - 1 - back];
        let final_move = !past.captured.is_none() || past.mv.kind() == MoveKind::Promotion;
        !final_move || t.traits().pieces_come_back
    }

    /// Who is to blame for the cycle of the last `plies` plies.
    fn judge_repetition(&self, t: &Tables<N>, plies: usize) -> Outcome {
        let rule = t.variant().rules.repetition;
        if rule.perpetual_check == PerpetualCheck::Loss {
            let checks = self.all_checks(t, plies);
            for color in Color::ALL {
                if checks[color.index()] && !checks[(!color).index()] {
                    return Outcome::for_side(color, Verdict::Loss, Reason::PerpetualCheck);
                }
            }
        }
        if rule.perpetual_chase == PerpetualChase::Asian
            && let Some(outcome) = self.judge_chase(t, plies)
        {
            return outcome;
        }
        match rule.result {
            // What has been set up or played all the same is no more than a draw.
            RepetitionResult::Draw | RepetitionResult::Illegal => Outcome::draw(Reason::Repetition),
            RepetitionResult::MoverLoses => Outcome::for_side(!self.side, Verdict::Loss, Reason::Repetition),
            RepetitionResult::WhiteLoses => Outcome::for_side(Color::White, Verdict::Loss, Reason::Repetition),
        }
    }

    /// Who is to blame for chasing, if only one side is.
    fn judge_chase(&self, t: &Tables<N>, plies: usize) -> Option<Outcome> {
        let chases = self.all_chases(t, plies);
        if t.variant().rules.repetition.check_beats_chase {
            let checks = self.all_checks(t, plies);
            let mut checker = Color::ALL.into_iter().filter(|color| checks[color.index()] && chases[(!*color).index()]);
            if let Some(color) = checker.next() {
                return Some(Outcome::for_side(color, Verdict::Loss, Reason::PerpetualCheck));
            }
        }
        let chaser = Color::ALL.into_iter().find(|color| chases[color.index()] && !chases[(!*color).index()])?;
        Some(Outcome::for_side(chaser, Verdict::Loss, Reason::PerpetualChase))
    }

    /// For each side: whether each of its moves in the last `plies` plies gave check.
    /// Repetitions are rare, so the game is walked back instead of
    /// remembering checks in every node.
    #[cold]
    fn all_checks(&self, t: &Tables<N>, plies: usize) -> [bool; 2] {
        let mut all = [true; 2];
        let mut walk = self.clone();
        for _ in 0..plies {
            all[(!walk.side).index()] &= walk.in_check(t);
            walk.undo(t);
        }
        all
    }

    /// The game's end by move counter or material, without looking for moves.
    pub fn draw_by_rule(&self, t: &Tables<N>) -> Option<Outcome> {
        let plies = t.variant().rules.move_rule.plies;
        if plies > 0 && self.now.halfmove >= plies && self.counted_plies(t) >= plies {
            return Some(Outcome::draw(Reason::MoveRule));
        }
        if let Some(outcome) = self.counted_out(t).or_else(|| self.declared(t)) {
            return Some(outcome);
        }
        self.insufficient_material(t).then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    /// Plies without progress, those that do not count taken off.
    fn counted_plies(&self, t: &Tables<N>) -> u16 {
        let rule = t.variant().rules.move_rule;
        let mut counted = self.now.halfmove;
        if !rule.except_checks && !rule.except_evasions {
            return counted;
        }
        let mut walk = self.clone();
        let mut check_after = walk.in_check(t);
        for _ in 0..self.history.len().min(usize::from(self.now.halfmove)) {
            walk.undo(t);
            let check_before = walk.in_check(t);
            if (rule.except_checks && check_after) || (rule.except_evasions && check_before) {
                counted = counted.saturating_sub(1);
            }
            check_after = check_before;
        }
        counted
    }

    fn insufficient_material(&self, t: &Tables<N>) -> bool {
        match t.variant().rules.insufficient {
            Insufficient::None => false,
            Insufficient::BareKings => self.others().is_empty() && self.hands_are_empty(),
            Insufficient::NoAttackers(kinds) => {
                let attacks = |sq: Square| kinds.has(self.board[sq].kind());
                !self.others().iter().any(attacks) && self.hands_are_empty()
            }
            Insufficient::Helpmate => self.is_dead(t),
            Insufficient::OppositeBishops => self.on_opposite_shades(t),
        }
    }

    /// Whether each side has one piece, both of one kind, bound to unlike shades.
    fn on_opposite_shades(&self, t: &Tables<N>) -> bool {
        let [white, black] = self.colors.map(Squares::first);
        let alone = !self.colors[0].several() && !self.colors[1].several() && self.hands_are_empty();
        let (Some(white), Some(black), true) = (white, black, alone) else { return false };
        self.board[white].kind() == self.board[black].kind()
            && t.material().keeps_shade(self.board[white])
            && shade(t, white) != shade(t, black)
    }

    /// All pieces that are not royal.
    fn others(&self) -> Squares<N> {
        self.occupied() & !self.royals(Color::White) & !self.royals(Color::Black)
    }

    fn hands_are_empty(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.hand_is_empty(color))
    }

    /// Whether nobody can win any more, by whatever rule: a royal of each side
    /// with one light piece, or with pieces that are all bound to one and the same shade.
    fn is_dead(&self, t: &Tables<N>) -> bool {
        let material = t.material();
        // Asked first: it is cheap and true of nearly every position.
        if material.decisive().iter().any(|&piece| self.pieces(piece).any()) {
            return false;
        }
        // What such moves can do the material does not tell.
        if self.now.once != [0; 2] || !self.hands_are_empty() {
            return false;
        }
        let royals = Color::ALL.map(|color| self.royals(color));
        let others = self.others();
        let first = others.first().map(|sq| shade(t, sq));
        let bound = |sq: Square| material.keeps_shade(self.board[sq]) && Some(shade(t, sq)) == first;
        royals.iter().all(|royals| royals.any() && !royals.several())
            && (!others.several() || material.shades_are_harmless() && others.iter().all(bound))
    }

    /// What a move captures on its destination or elsewhere, [`Piece::NONE`]
    /// for nothing.
    #[inline]
    pub fn captured(&self, mv: Move) -> Piece {
        match mv.kind() {
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate => self.board[mv.to()],
            MoveKind::EnPassant | MoveKind::Legs => mv.victims().next().map_or(Piece::NONE, |sq| self.board[sq]),
            MoveKind::Drop | MoveKind::Castle | MoveKind::GateCastle | MoveKind::Swap | MoveKind::Pass => Piece::NONE,
        }
    }

    /// What a move brings to its destination before any promotion: the mover,
    /// or the piece dropped.
    #[inline]
    pub fn mover(&self, mv: Move) -> Piece {
        mv.dropped().map_or(self.board[mv.from()], |kind| Piece::new(kind, self.side))
    }
}
