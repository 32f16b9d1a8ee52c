//! Legal moves by the shortest way from the rules: run every piece's program,
//! make the move on a copy, and ask whether an enemy could now take a royal.
//!
//! A variant and a position as text gives it go in. Nothing here knows the
//! tables or the generator that they serve.

use super::deed::{Deed, Sort};
use alfil::board::{Area, Color, Piece, PieceKind, Square, Step};
use alfil::variant::{CastlingRule, Facing, Mandatory, Promotion, PromotionTo, Setup, Trigger, Variant};
use alfil::xbetza::run::{Mover, Occupant, Outcome, OutcomeKind, Seen, Terrain, run};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A legal move and the position after it. Whether its en passant squares and
/// rights can be used has not been asked.
pub struct Legal {
    pub deed: Deed,
    pub after: Setup,
    /// The pieces captured.
    pub captured: Vec<Piece>,
}

/// A game, and what was found out about it.
pub struct Rulebook {
    pub variant: Arc<Variant>,
    stuck: RefCell<HashMap<(Piece, Square), bool>>,
}

/// A position under its rules.
#[derive(Clone, Copy)]
pub struct Truth<'a> {
    game: &'a Rulebook,
    setup: &'a Setup,
}

impl Rulebook {
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self { variant: Arc::clone(variant), stuck: RefCell::default() }
    }

    /// A position of this game.
    pub fn at<'a>(&'a self, setup: &'a Setup) -> Truth<'a> {
        Truth { game: self, setup }
    }
}

/// The board as one piece sees it.
struct View<'a> {
    truth: Truth<'a>,
    piece: Piece,
    /// Where it may go; the rest is no board to it.
    allowed: Area,
}

impl Terrain for View<'_> {
    fn squares(&self) -> u8 {
        self.truth.variant().board.squares() as u8
    }

    fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.truth.variant().board.step(from, step)
    }

    fn step_around(&self, from: Square, step: Step) -> Option<(Square, bool)> {
        let board = self.truth.variant().board;
        let file = i16::from(board.file(from)) + i16::from(step.right);
        let around = file.rem_euclid(board.files().into());
        Some((board.square(around, i16::from(board.rank(from)) + i16::from(step.forward))?, around != file))
    }

    fn occupant(&self, sq: Square) -> Occupant {
        if !self.allowed.has(sq) {
            return Occupant::Hole;
        }
        self.truth.at(sq).map_or(Occupant::Empty, |other| {
            let royal = self.truth.variant().kind(other.kind()).royal;
            if other.color() == self.piece.color() { Occupant::Friend { royal } } else { Occupant::Enemy { royal } }
        })
    }

    /// On the outer ranks a right that can be lost, elsewhere a matter of the square alone.
    fn is_unmoved(&self, from: Square) -> bool {
        let board = self.truth.variant().board;
        let outer = board.rank(from) == 0 || board.rank(from) + 1 == board.ranks();
        self.is_start(from) && (!outer || self.truth.setup.unmoved.has(from))
    }

    fn is_start(&self, sq: Square) -> bool {
        self.truth.variant().start.board.get(sq.index()) == Some(&self.piece)
    }

    fn never_moved(&self, sq: Square) -> bool {
        self.truth.setup.unmoved.has(sq)
    }

    fn en_passant_victim(&self, sq: Square) -> Option<Square> {
        self.truth.setup.en_passant_victim.filter(|_| self.truth.setup.en_passant.has(sq))
    }
}

impl<'a> Truth<'a> {
    fn variant(self) -> &'a Variant {
        &self.game.variant
    }

    /// Another position of the same game.
    fn after<'b>(self, setup: &'b Setup) -> Truth<'b>
    where
        'a: 'b,
    {
        self.game.at(setup)
    }

    /// What stands on a square.
    pub fn at(self, sq: Square) -> Option<Piece> {
        self.setup.board.get(sq.index()).copied().filter(|piece| !piece.is_none())
    }

    /// Where a side's pieces stand.
    pub fn men(self, color: Color) -> Vec<Square> {
        self.variant().board.all().filter(|&sq| self.at(sq).is_some_and(|piece| piece.color() == color)).collect()
    }

    fn royals(self, color: Color) -> Vec<Square> {
        let royal = |sq: &Square| self.at(*sq).is_some_and(|piece| self.variant().kind(piece.kind()).royal);
        self.men(color).into_iter().filter(royal).collect()
    }

    /// All that the piece on a square could do if nobody minded its royals.
    fn outcomes<B>(self, from: Square, visit: &mut impl FnMut(&Outcome) -> ControlFlow<B>) -> ControlFlow<B> {
        let Some(piece) = self.at(from) else { return ControlFlow::Continue(()) };
        let (kind, color) = (self.variant().kind(piece.kind()), piece.color());
        let mover = Mover { color, from };
        let mut seen = Seen::default();
        let region = kind.region[color];
        run(&kind.program[color], &View { truth: self, piece, allowed: region }, mover, &mut seen, visit)?;
        for extra in kind.zone_moves.iter().filter(|extra| extra.zone[color].has(from)) {
            let allowed = if extra.within { region & extra.zone[color] } else { region };
            run(&extra.program[color], &View { truth: self, piece, allowed }, mover, &mut seen, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn any_outcome(self, from: Square, test: impl Fn(&Outcome) -> bool) -> bool {
        let mut visit =
            |outcome: &Outcome| if test(outcome) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.outcomes(from, &mut visit).is_break()
    }

    /// Whether the royal on a square could be taken, or faces an enemy royal.
    fn royal_hit(self, color: Color, royal: Square) -> bool {
        let takes = |from: Square| self.any_outcome(from, |outcome| outcome.victims.contains(&royal));
        self.men(!color).into_iter().any(takes) || self.faces(color, royal)
    }

    /// Whether an open line that the rules forbid leads to an enemy royal.
    fn faces(self, color: Color, royal: Square) -> bool {
        let (file, rank) = ([(0, 1), (0, -1)], [(1, 0), (-1, 0)]);
        let lines: Vec<(i8, i8)> = match self.variant().rules.facing {
            Facing::None => Vec::new(),
            Facing::File => file.to_vec(),
            Facing::FileAndRank => [file, rank].concat(),
        };
        let enemies = self.royals(!color);
        lines.into_iter().any(|(right, forward)| {
            let next = |sq: &Square| self.variant().board.step(*sq, Step::new(right, forward));
            let first = std::iter::successors(next(&royal), next).find(|&sq| self.at(sq).is_some());
            first.is_some_and(|sq| enemies.contains(&sq))
        })
    }

    /// Whether any royal of a side could be taken.
    pub fn in_check(self, color: Color) -> bool {
        self.royals(color).into_iter().any(|royal| self.royal_hit(color, royal))
    }

    /// Whether the piece on `from` would capture an enemy on `sq`, whatever
    /// stands there, if nobody else were royal and en passant did not count.
    pub fn attacks(self, from: Square, sq: Square) -> bool {
        let Some(piece) = self.at(from).filter(|_| from != sq) else { return false };
        let mut setup = self.setup.clone();
        for color in Color::ALL {
            let commoner = self.victim_of(Piece::new(piece.kind(), !color));
            self.royals(color).into_iter().filter(|&at| at != from).for_each(|at| setup.board[at.index()] = commoner);
        }
        setup.board[sq.index()] = self.victim_of(piece);
        setup.en_passant = Area::EMPTY;
        self.after(&setup).any_outcome(from, |outcome| outcome.victims.contains(&sq))
    }

    /// Some enemy of a piece that is not royal.
    fn victim_of(self, piece: Piece) -> Piece {
        let plain = self.variant().kinds().find(|(_, kind)| !kind.royal).map_or(piece.kind(), |(number, _)| number);
        Piece::new(plain, !piece.color())
    }

    /// Whether a piece could never leave a square, whatever stood around it:
    /// tried on boards whose other squares are all alike, but for one.
    fn stuck(self, piece: Piece, sq: Square) -> bool {
        *self.game.stuck.borrow_mut().entry((piece, sq)).or_insert_with(|| {
            let kind_of =
                |royal| self.variant().kinds().find(|(_, kind)| kind.royal == royal).map(|(number, _)| number);
            let plain = self.victim_of(piece).kind();
            let royal = kind_of(true).unwrap_or(plain);
            let friend = Piece::new(plain, piece.color());
            let others = [Piece::NONE, Piece::new(plain, !piece.color()), friend, Piece::new(royal, !piece.color())];
            let moves = |fill, (one_at, one): (Square, Piece)| {
                let mut setup = Setup::empty(self.variant());
                setup.board.fill(fill);
                setup.board[one_at.index()] = one;
                setup.board[sq.index()] = piece;
                self.after(&setup).any_outcome(sq, |_| true)
            };
            let ones = || self.variant().board.all().flat_map(|at| others.map(|one| (at, one)));
            !others.into_iter().any(|fill| ones().any(|one| moves(fill, one)))
        })
    }

    /// All legal moves.
    pub fn legal(self) -> Vec<Legal> {
        let us = self.setup.side;
        let check = self.in_check(us);
        let mut found = Vec::new();
        for from in self.men(us) {
            let _ = self.outcomes(from, &mut |outcome| {
                if outcome.kind == OutcomeKind::Castle {
                    let allowed = self.variant().rules.castling != CastlingRule::None
                        && !check
                        && self.safe_way(from, outcome.to);
                    found.extend(allowed.then(|| self.castled(from, outcome)));
                } else {
                    let choices = self.promotions(from, outcome);
                    found.extend(choices.into_iter().map(|becomes| self.moved(from, outcome, becomes)));
                }
                ControlFlow::<()>::Continue(())
            });
        }
        found.extend(self.dropped());
        found.retain(|legal| {
            let after = self.after(&legal.after);
            after.royals(us).len() == self.royals(us).len() && !after.in_check(us)
        });
        found
    }

    /// What the piece on a square may become by a move; `None` to stay as it is.
    fn promotions(self, from: Square, outcome: &Outcome) -> Vec<Option<PieceKind>> {
        let Some(piece) = self.at(from).filter(|_| outcome.kind != OutcomeKind::Pass) else { return vec![None] };
        let mut choices = Vec::new();
        let mut must = false;
        let listed = |rule: &&Promotion| rule.kinds.has(piece.kind());
        for rule in self.variant().rules.promotions.iter().filter(listed) {
            let [before, after] = [from, outcome.to].map(|sq| rule.zone[piece.color()].has(sq));
            let applies = match rule.trigger {
                Trigger::Enter => after && !before,
                Trigger::EnterOrWithin => after,
                Trigger::Touch => before || after,
                Trigger::EnterOrCapture => after && !before || (before || after) && !outcome.victims.is_empty(),
            };
            let results = match &rule.to {
                PromotionTo::Kinds(kinds) => kinds.clone(),
                PromotionTo::Form => self.variant().kind(piece.kind()).form.into_iter().collect(),
                PromotionTo::Stock => {
                    let hand = self.setup.hands[piece.color()].iter().enumerate();
                    hand.filter(|(_, count)| **count > 0).map(|(kind, _)| PieceKind(kind as u8)).collect()
                }
            };
            if !applies || results.is_empty() {
                continue;
            }
            must |= match rule.mandatory {
                Mandatory::Always => true,
                Mandatory::Never => false,
                Mandatory::Immobile => self.stuck(piece, outcome.to),
                Mandatory::LastRank => {
                    let board = self.variant().board;
                    board.rank_of(piece.color(), outcome.to) + 1 == board.ranks()
                }
            };
            for kind in results.into_iter().map(Some) {
                if !choices.contains(&kind) {
                    choices.push(kind);
                }
            }
        }
        if !must {
            choices.push(None);
        }
        choices
    }

    /// The position with the turn passed.
    fn next(self) -> Setup {
        let mut after = self.setup.clone();
        after.side = !self.setup.side;
        after.en_passant = Area::EMPTY;
        after.en_passant_victim = None;
        after.halfmove = self.setup.halfmove.saturating_add(1);
        after.fullmove = self.setup.fullmove + u16::from(self.setup.side == Color::Black);
        after
    }

    /// A step, captures, a swap or a turn pass.
    fn moved(self, from: Square, outcome: &Outcome, becomes: Option<PieceKind>) -> Legal {
        let us = self.setup.side;
        let to = outcome.to;
        let mover = self.at(from).expect("a piece has these outcomes");
        let mut after = self.next();
        let captured: Vec<Piece> = outcome.victims.iter().filter_map(|&sq| self.at(sq)).collect();
        let lifted = outcome.victims.iter().copied().chain(outcome.unload.map(|journey| journey.from)).chain([from]);
        let touched = lifted.clone().chain([to]).collect::<Area>();
        lifted.for_each(|sq| after.board[sq.index()] = Piece::NONE);
        if let Some(journey) = outcome.unload {
            after.board[journey.to.index()] = self.setup.board[journey.from.index()];
        }
        after.board[to.index()] = Piece::new(becomes.unwrap_or(mover.kind()), us);
        self.to_hand(&captured, &mut after);
        let passed = between(self.variant(), from, to);
        let double = outcome.marks_en_passant && passed.any() && becomes.is_none();
        if double {
            after.en_passant = passed;
            after.en_passant_victim = Some(to);
        }
        if outcome.kind != OutcomeKind::Pass {
            after.unmoved &= !touched;
            if self.is_progress(mover, from, to, !captured.is_empty()) {
                after.halfmove = 0;
            }
        }
        let sort = match outcome.kind {
            OutcomeKind::Pass => Sort::Pass,
            OutcomeKind::Swap => Sort::Swap,
            _ if double => Sort::Double,
            _ => Sort::Step,
        };
        let journey = outcome.unload.map(|journey| [journey.from, journey.to]);
        let deed = Deed { sort, from, to, piece: becomes, victims: outcome.victims.to_vec(), other: journey };
        Legal { deed: deed.plain(), after, captured }
    }

    fn to_hand(self, captured: &[Piece], after: &mut Setup) {
        if self.variant().rules.hands.captures {
            for enemy in captured.iter().filter(|piece| piece.color() != self.setup.side) {
                let kind = self.variant().kind(enemy.kind());
                after.hands[self.setup.side][kind.in_hand.index()] += u8::from(!kind.royal);
            }
        }
    }

    /// Whether a move resets the counter.
    fn is_progress(self, mover: Piece, from: Square, to: Square, captures: bool) -> bool {
        let resets = self.variant().rules.move_rule.resets;
        let ranks = [from, to].map(|sq| self.variant().board.rank_of(mover.color(), sq));
        let pawn = self.variant().kind(mover.kind()).counts_as_pawn;
        captures && resets.capture || pawn && (resets.pawn || resets.pawn_forward && ranks[1] > ranks[0])
    }

    /// Whether a castling royal passes only squares on which it could not be taken.
    fn safe_way(self, from: Square, to: Square) -> bool {
        let Some(castler) = self.at(from).filter(|piece| self.variant().kind(piece.kind()).royal) else { return true };
        between(self.variant(), from, to).iter().all(|sq| {
            let mut there = self.setup.clone();
            there.board[from.index()] = Piece::NONE;
            there.board[sq.index()] = castler;
            !self.after(&there).royal_hit(castler.color(), sq)
        })
    }

    fn castled(self, from: Square, outcome: &Outcome) -> Legal {
        let partner = outcome.partner.expect("castling has a partner");
        let [castler, other] = [from, partner.from].map(|sq| self.setup.board[sq.index()]);
        let mut after = self.next();
        for sq in [from, partner.from] {
            after.board[sq.index()] = Piece::NONE;
            after.unmoved.remove(sq);
        }
        after.board[outcome.to.index()] = castler;
        after.board[partner.to.index()] = other;
        let partner = Some([partner.from, partner.to]);
        let deed = Deed { sort: Sort::Castle, from, to: outcome.to, piece: None, victims: Vec::new(), other: partner };
        Legal { deed, after, captured: Vec::new() }
    }

    /// All drops that the rules of dropping allow.
    fn dropped(self) -> Vec<Legal> {
        let us = self.setup.side;
        let mut found = Vec::new();
        if !self.variant().rules.drops.enabled {
            return found;
        }
        for (kind, data) in self.variant().kinds() {
            if data.royal || self.setup.hands[us][kind.index()] == 0 {
                continue;
            }
            for to in self.variant().board.all().filter(|&to| self.may_drop(Piece::new(kind, us), to)) {
                let mut after = self.next();
                after.hands[us][kind.index()] -= 1;
                after.board[to.index()] = Piece::new(kind, us);
                let then = self.after(&after);
                let mates = || then.in_check(!us) && then.legal().is_empty();
                if !self.variant().rules.drops.no_mate.has(kind) || then.in_check(us) || !mates() {
                    let piece = Some(kind);
                    let deed = Deed { sort: Sort::Drop, from: to, to, piece, victims: Vec::new(), other: None };
                    found.push(Legal { deed, after, captured: Vec::new() });
                }
            }
        }
        found
    }

    fn may_drop(self, piece: Piece, to: Square) -> bool {
        let drops = &self.variant().rules.drops;
        let board = self.variant().board;
        let on_file =
            || board.all().filter(|&sq| board.file(sq) == board.file(to) && self.at(sq) == Some(piece)).count();
        self.at(to).is_none()
            && drops.regions[piece.kind().index()][piece.color()].has(to)
            && drops.max_per_file[piece.kind().index()].is_none_or(|most| on_file() < usize::from(most))
            && !(drops.no_immobile && self.stuck(piece, to))
    }
}

/// The squares strictly between two squares of a rank, file or diagonal.
fn between(variant: &Variant, from: Square, to: Square) -> Area {
    let board = variant.board;
    let difference = |a: u8, b: u8| b as i8 - a as i8;
    let right = difference(board.file(from), board.file(to));
    let forward = difference(board.rank(from), board.rank(to));
    if right != 0 && forward != 0 && right.abs() != forward.abs() {
        return Area::EMPTY;
    }
    let next = |sq: &Square| board.step(*sq, Step::new(right.signum(), forward.signum())).filter(|&sq| sq != to);
    if from == to { Area::EMPTY } else { std::iter::successors(next(&from), next).collect() }
}
