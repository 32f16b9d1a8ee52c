//! One position of the fast generator against the slow truth.

use super::deed::{Deed, Sort};
use super::record::{Former, Record};
use super::slow::{Legal, Past, Rulebook, Truth};
use super::tally::Tally;
use alfil::internals::board::{ByColor, Color, Piece, PieceKind, Square, Squares};
use alfil::internals::position::{Move, MoveClass, MoveList, Outcome, Position, Reason};
use alfil::internals::tables::Tables;
use alfil::internals::variant::{
    EffectKind, Gating, Impasse, Insufficient, LeavingCheck, MoveRuleResult, RepetitionResult, Setup, Stalemate,
    Variant,
};
use fastrand::Rng;
use std::collections::{HashMap, HashSet};

/// The maximum number of moves played in a position: with more, many are alike.
const PLAYED: usize = 32;

type Verdict = Result<(), String>;

fn demand(holds: bool, fault: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(fault()) }
}

/// A position twice: in the generator's form, and as text with its history.
pub struct Pair<'a, const N: usize> {
    t: &'a Tables<N>,
    game: &'a Rulebook,
    pub fast: Position<N>,
    pub slow: Setup,
    struck: bool,
    passes: usize,
    /// The position before the last move, and the piece that moved.
    last: Option<(Setup, PieceKind)>,
    record: Record,
}

impl<'a, const N: usize> Pair<'a, N> {
    /// Sets a position up.
    pub fn new(t: &'a Tables<N>, game: &'a Rulebook, setup: &Setup) -> Result<Self, String> {
        let fast = Position::new(t, setup).map_err(|error| format!("cannot be set up: {error}"))?;
        let mut pair = Self {
            t,
            game,
            fast,
            slow: game.at(setup).set_up(),
            struck: false,
            passes: 0,
            last: None,
            record: Record::default(),
        };
        pair.take_down();
        Ok(pair)
    }

    /// Plays a move on both boards.
    pub fn play(&mut self, mv: Move, legal: Legal) {
        self.passes = if self.truth().counts_as_pass(&legal) { self.passes + 1 } else { 0 };
        self.fast.play(self.t, mv);
        let before = std::mem::replace(&mut self.slow, legal.after);
        let mover = before.board[legal.deed.from.index()];
        self.last = (!mover.is_none()).then(|| (before, mover.kind()));
        self.struck = legal.strikes;
        self.take_down();
    }

    /// Adds the current position to the record.
    fn take_down(&mut self) {
        let check = self.truth().in_check(self.slow.side);
        self.record.add(Former::new(self.fast.setup(self.t), self.struck || self.passes > 0), check);
    }

    fn variant(&self) -> &'a Variant {
        self.t.variant()
    }

    fn truth(&self) -> Truth<'_> {
        self.game.at(&self.slow)
    }

    /// Asks something that may depend on the history.
    fn with_past<T>(&self, ask: impl FnOnce(Truth, Past) -> T) -> T {
        let rule = self.variant().rules.draws.repetition;
        let forbidden = rule.result == RepetitionResult::Illegal && rule.fold > 0;
        let repeats = |setup: &Setup, struck: bool| {
            let usable = || Position::new(self.t, setup).ok().map(|fast| Former::new(fast.setup(self.t), struck));
            forbidden && usable().is_some_and(|former| self.record.occurrences(&former) + 1 >= usize::from(rule.fold))
        };
        let last = self.last.as_ref().map(|(before, mover)| (before, *mover));
        ask(
            self.truth(),
            Past { struck: self.struck, passes: self.passes, last, repeats: &repeats, asks_for_mate: false },
        )
    }

    /// Compares everything that can be queried about the position. Returns the legal moves.
    pub fn compare(&mut self, random: &mut Rng, tally: &mut Tally) -> Result<Vec<(Move, Legal)>, String> {
        let t = self.t;
        let check = self.truth().in_check(self.slow.side);
        demand(self.fast.in_check(t) == check, || format!("the truth about check is {check}"))?;
        tally.positions += 1;
        tally.influences += usize::from(self.slow.board.iter().any(|piece| self.is_influenced(*piece)));
        tally.checks += usize::from(check);
        tally.harmless += usize::from(!check && self.is_attacked());
        tally.unattacked += usize::from(!self.truth().unattacked(self.slow.side).is_empty());
        self.rights()?;
        self.ends(tally)?;
        let moves = self.moves(tally)?;
        moves.iter().for_each(|(_, legal)| tally.count(legal));
        for (mv, legal) in random.choose_multiple(&moves, PLAYED) {
            let fault = |fault| format!("{}: {fault}", legal.deed.text(t.variant()));
            self.consequences(*mv, legal).map_err(fault)?;
        }
        if !check && !moves.is_empty() {
            self.null_move()?;
        }
        self.attacks(random)?;
        Ok(moves)
    }

    /// Whether all rights are kept that add a move with the current pieces.
    fn rights(&self) -> Verdict {
        let lost = self.slow.unmoved & !self.fast.setup(self.t).unmoved;
        let missed: Vec<Square> = lost.iter().filter(|&sq| self.truth().needs_unmoved(sq)).collect();
        demand(missed.is_empty(), || format!("the pieces on {missed:?} have never moved"))
    }

    /// Whether a piece is the face of another one that is under an influence.
    fn is_influenced(&self, piece: Piece) -> bool {
        !piece.is_none() && self.variant().rules.is_face(piece.kind())
    }

    /// Whether any royal piece of the side to move is attacked, even if it need not be safe.
    fn is_attacked(&self) -> bool {
        let (truth, us) = (self.truth(), self.slow.side);
        truth.royals(us).into_iter().any(|royal| truth.pieces(!us).into_iter().any(|from| truth.attacks(from, royal)))
    }

    /// Whether and how the game is over.
    fn ends(&self, tally: &mut Tally) -> Verdict {
        let t = self.t;
        let found = self.fast.outcome(t);
        let decided = self.with_past(|truth, past| truth.decided(past).is_some());
        demand(self.fast.variant_outcome(t).is_some() == decided, || format!("decided: {decided}"))?;
        let rules = &self.variant().rules;
        let expect = |expected: Option<Outcome>| {
            demand(found == expected, || format!("the outcome should be {expected:?}, is {found:?}"))
        };
        if let Some(outcome) = found {
            tally.end(outcome);
        }
        if let Some(outcome) = self.with_past(|truth, past| truth.outcome(past)) {
            return expect(Some(outcome));
        }
        match self.record.repetition(rules, || self.truth().counted(true)) {
            Some(Some(outcome)) => return expect(Some(outcome)),
            Some(None) => {
                let reasons = [Reason::Repetition, Reason::PerpetualCheck, Reason::PerpetualChase];
                let repeated = found.is_some_and(|outcome| reasons.contains(&outcome.reason));
                return demand(repeated, || format!("a repetition is {found:?}"));
            }
            None => {}
        }
        let reason = found.map(|outcome| outcome.reason);
        let most = rules.draws.move_rule.plies;
        let too_long = most > 0 && self.slow.halfmove >= most;
        demand(too_long == (reason == Some(Reason::MoveRule)), || format!("{found:?}, too long: {too_long}"))?;
        if too_long {
            let score = rules.draws.move_rule.result == MoveRuleResult::Score;
            let result = self.truth().counted(score);
            return expect(Some(Outcome { result, reason: Reason::MoveRule }));
        }
        let counted = self.game.is_counted_out(&self.record.positions());
        demand(counted == (reason == Some(Reason::Counting)), || format!("{found:?}, counted out: {counted}"))?;
        if counted {
            return Ok(());
        }
        if let Some(outcome) = self.truth().declared() {
            return expect(Some(outcome));
        }
        let dead = self.dead();
        demand(dead.contains(&found.is_some()), || format!("{found:?}, dead material: {dead:?}"))?;
        let material = found.is_none() || reason == Some(Reason::InsufficientMaterial);
        demand(material, || format!("nothing ends the game, but {found:?}"))
    }

    /// Whether moves bring pieces to the board that neither side had.
    fn pieces_appear(&self) -> bool {
        self.variant().rules.effects.iter().any(|effect| matches!(effect.what, EffectKind::Appear(_)))
    }

    /// Whether only mate wins, and both sides have the king of chess, so that bare kings cannot win.
    fn mate_alone_wins(&self) -> bool {
        let (variant, rules) = (self.variant(), &self.variant().rules);
        let chess = |color: Color| match &self.truth().royals(color)[..] {
            [king] => self.truth().at(*king).is_some_and(|king| {
                let kind = variant.kind(king.kind());
                let moves = kind.notation[color].trim_end_matches("isO2");
                moves == "K" && kind.zone_moves.is_empty() && kind.region[color] == variant.board.area()
            }),
            _ => false,
        };
        Color::ALL.into_iter().all(chess)
            && rules.ends.stalemate == Stalemate::Draw
            && rules.effects.is_empty()
            && rules.influences.is_empty()
            && rules.wall.is_none()
            && rules.ends.goals.is_empty()
            && rules.captures.bans.is_empty()
            && rules.royalty.leaving_check == LeavingCheck::Forbidden
            && rules.royalty.anti.is_empty()
            && rules.promotions.is_empty()
            && rules.draws.repetition.result == RepetitionResult::Draw
            && rules.draws.impasse == Impasse::None
    }

    /// The valid answers on insufficient material: both if only a proof could decide.
    fn dead(&self) -> &'static [bool] {
        let truth = self.truth();
        let pieces = |color| truth.pieces(color).into_iter().filter(move |sq| !truth.royals(color).contains(sq));
        let others: Vec<Square> = Color::ALL.into_iter().flat_map(pieces).collect();
        let kind = |sq: Square| truth.at(sq).map(Piece::kind);
        let rules = &self.variant().rules;
        // Pieces in hand that enter only by promotion need a pawn on the board, and do not matter without one.
        let enters = rules.drops.enabled || rules.gating == Gating::VirginSquare;
        let held = |color| self.slow.hands[color].iter().any(|&count| count > 0);
        let hands = enters && Color::ALL.into_iter().any(held);
        let dead = match rules.draws.insufficient {
            Insufficient::None => false,
            Insufficient::BareKings => others.is_empty() && !hands,
            Insufficient::NoAttackers(kinds) => {
                let mut all = Color::ALL.into_iter().flat_map(|color| truth.pieces(color));
                !all.any(|sq| kind(sq).is_some_and(|kind| kinds.has(kind))) && !hands
            }
            Insufficient::Helpmate if self.slow.once != ByColor::default() || self.pieces_appear() => false,
            Insufficient::Helpmate if others.is_empty() && self.mate_alone_wins() => !hands,
            Insufficient::Helpmate => return if hands { &[false] } else { &[true, false] },
            Insufficient::OppositeBishops => {
                let pieces = Color::ALL.map(|color| truth.pieces(color));
                let ([white], [black]) = (&pieces[0][..], &pieces[1][..]) else { return &[false] };
                let board = self.variant().board;
                let shade = |sq: &Square| (board.file(*sq) + board.rank(*sq)) % 2;
                let alike = kind(*white) == kind(*black) && shade(white) != shade(black) && !hands;
                return if alike { &[true, false] } else { &[false] };
            }
        };
        if dead { &[true] } else { &[false] }
    }

    /// The lists of moves and their numbers.
    fn moves(&self, tally: &mut Tally) -> Result<Vec<(Move, Legal)>, String> {
        let (t, variant) = (self.t, self.variant());
        let (legal, refused) = self.with_past(|truth, past| truth.legal(past));
        tally.refuse(refused);
        let mut truth: HashMap<Deed, Legal> = legal.into_iter().map(|legal| (legal.deed.clone(), legal)).collect();
        let listed = |list: &dyn Fn(&mut MoveList)| {
            let mut moves = MoveList::new();
            list(&mut moves);
            moves
        };
        let all = listed(&|list| self.fast.legal_moves(t, list));
        let deeds: HashSet<Deed> = all.iter().map(|&mv| mv.into()).collect();
        let names = |deeds: Vec<&Deed>| deeds.iter().map(|deed| deed.text(variant)).collect::<Vec<_>>().join(" ");
        let missing: Vec<&Deed> = truth.keys().filter(|deed| !deeds.contains(deed)).collect();
        let wrong: Vec<&Deed> = deeds.iter().filter(|deed| !truth.contains_key(deed)).collect();
        demand(missing.is_empty() && wrong.is_empty(), || {
            format!("missing moves [{}], wrong moves [{}]", names(missing), names(wrong))
        })?;
        demand(all.len() == deeds.len(), || format!("a move is listed twice: {all:?}"))?;
        let count = self.fast.count_legal_moves(t);
        demand(count == all.len() as u64, || format!("{} moves are counted as {count}", all.len()))?;
        demand(self.fast.has_legal_move(t) != all.is_empty(), || "has_legal_move is wrong".to_owned())?;
        // As a search does, which tests moves one by one.
        let mut fast = self.fast.clone();
        let over = fast.variant_outcome(t).is_some();
        let scope = fast.legality_scope(t);
        let mut tested = |class: MoveClass| {
            let mut moves = MoveList::new();
            if !over {
                fast.pseudo_legal_moves(t, class, scope, &mut moves);
                moves.retain(|&mv| fast.is_legal(t, scope, mv));
            }
            moves
        };
        let noisy = tested(MoveClass::Noisy);
        let quiet = tested(MoveClass::Quiet);
        demand(tested(MoveClass::All).len() == all.len(), || "tested one by one, others are legal".to_owned())?;
        let together: HashSet<Move> = noisy.iter().chain(&quiet).copied().collect();
        let missing: Vec<_> = all.iter().filter(|mv| !together.contains(mv)).collect();
        let parts = noisy.len() + quiet.len() == all.len() && missing.is_empty();
        demand(parts, || format!("{missing:?} is neither noisy nor quiet, or moves are both"))?;
        let loud = |mv: &Move| {
            let legal = &truth[&Deed::from(*mv)];
            let promotes = legal.deed.piece.is_some() && legal.deed.sort != Sort::Drop;
            let slow = self.truth();
            let usual = || slow.at(legal.deed.from).is_some_and(|piece| slow.always_promotes(piece));
            !legal.captured.is_empty() || promotes && !usual()
        };
        let [noisy, quiet] = [noisy, quiet].map(|list| list.into_iter().partition::<MoveList, _>(loud));
        demand(noisy.1.is_empty(), || format!("noisy should not be {:?}", noisy.1))?;
        demand(quiet.0.is_empty(), || format!("quiet should not be {:?}", quiet.0))?;
        Ok(all.into_iter().filter_map(|mv| Some((mv, truth.remove(&mv.into())?))).collect())
    }

    /// Plays a move and takes it back.
    fn consequences(&mut self, mv: Move, legal: &Legal) -> Verdict {
        let t = self.t;
        let after = self.game.at(&legal.after);
        let gives_check = after.in_check(legal.after.side);
        demand(self.fast.gives_check(t, mv) == gives_check, || format!("it gives check: {gives_check}"))?;
        let captured = legal.captured.first().map_or(Piece::NONE, |(_, piece)| *piece);
        demand(self.fast.captured(mv) == captured, || format!("it captures {captured:?}"))?;
        let (before, key, plies) = (self.fast.setup(t), self.fast.key(), self.fast.plies_played());
        self.fast.play(t, mv);
        let verdict = self.same_as(legal, gives_check);
        self.fast.undo(t);
        verdict?;
        demand(self.fast.setup(t) == before, || format!("taken back: {:?}", self.fast.setup(t)))?;
        let restored = self.fast.key() == key && self.fast.plies_played() == plies;
        demand(restored, || "taken back, the key differs".to_owned())?;
        self.sets_agree(&self.fast, "taken back")
    }

    /// Whether the fast position equals the true one, and equals itself when it is set up from text.
    fn same_as(&self, legal: &Legal, check: bool) -> Verdict {
        let (t, after) = (self.t, &legal.after);
        let setup = self.fast.setup(t);
        let plain = |setup: &Setup| {
            let counters = (setup.checks, setup.once, setup.halfmove, setup.fullmove);
            (setup.board.clone(), setup.hands.clone(), setup.side, counters)
        };
        demand(plain(&setup) == plain(after), || format!("leads to {setup:?}, in truth to {after:?}"))?;
        demand(setup.unmoved.within(after.unmoved), || format!("keeps rights {:?}", setup.unmoved & !after.unmoved))?;
        let usable = self.game.at(after).usable_en_passant();
        demand(setup.en_passant == usable, || format!("leaves squares {:?}, usable are {usable:?}", setup.en_passant))?;
        // The slow truth counts moves against a bare king along the whole game.
        let fresh = match Position::new(t, &Setup { count: setup.count, ..after.clone() }) {
            Ok(fresh) => fresh,
            // The text of a position does not say which piece has caused a loss.
            Err(_) if self.fast.variant_outcome(t).is_some() => return Ok(()),
            Err(error) => return Err(format!("leads to what cannot be set up: {error}")),
        };
        demand(fresh.setup(t) == setup, || format!("leads to {setup:?}, set up anew {:?}", fresh.setup(t)))?;
        // The text of a position does not say which captures are forbidden because of the last one, nor who has passed.
        let untold = legal.strikes || self.truth().counts_as_pass(legal);
        demand((fresh.key() == self.fast.key()) != untold, || {
            "the key differs from that of the same position set up".to_owned()
        })?;
        demand(self.fast.in_check(t) == check, || format!("check afterwards should be {check}"))?;
        self.sets_agree(&fresh, "set up anew")
    }

    /// Whether all sets agree with the board.
    fn sets_agree(&self, position: &Position<N>, when: &str) -> Verdict {
        let t = self.t;
        for position in [position, &self.fast] {
            let mut on: HashMap<Piece, Squares<N>> = HashMap::new();
            for sq in t.board.iter().filter(|&sq| !position.piece_at(sq).is_none()) {
                on.entry(position.piece_at(sq)).or_default().insert(sq);
            }
            let all = |test: &dyn Fn(Piece) -> bool| -> Squares<N> {
                on.iter().filter(|(piece, _)| test(**piece)).fold(Squares::EMPTY, |all, (_, squares)| all | *squares)
            };
            let by_piece =
                t.pieces().all(|piece| position.pieces(piece) == on.get(&piece).copied().unwrap_or_default());
            let by_color = Color::ALL.into_iter().all(|color| position.color(color) == all(&|p| p.color() == color));
            let royals = |color| all(&|p: Piece| p.color() == color && t.is_royal(p.kind()));
            let royals = Color::ALL.into_iter().all(|color| position.royals(color) == royals(color));
            demand(by_piece && by_color && royals, || format!("{when}, the sets differ from the board"))?;
        }
        Ok(())
    }

    /// Hands the turn over and takes it back.
    fn null_move(&mut self) -> Verdict {
        let t = self.t;
        let (before, key) = (self.fast.setup(t), self.fast.key());
        self.fast.play_null(t);
        let fresh = Position::new(t, &self.fast.setup(t)).map(|fresh| fresh.key());
        let (side, handed) = (self.fast.side(), self.fast.key());
        self.fast.undo(t);
        demand(side != before.side && fresh == Ok(handed), || "the key after a null move differs".to_owned())?;
        demand(self.fast.setup(t) == before && self.fast.key() == key, || "a null move is not taken back".to_owned())
    }

    /// The attackers of some squares, with all pieces on the board and with a few removed.
    fn attacks(&self, random: &mut Rng) -> Verdict {
        let t = self.t;
        let mut thinned = self.slow.clone();
        for _ in 0..random.u8(..4) {
            let sq = random.usize(..thinned.board.len());
            thinned.board[sq] = Piece::NONE;
        }
        let truth = self.game.at(&thinned);
        let standing = |sq: &Square| truth.at(*sq).is_some();
        let occupied: Squares<N> = t.board.iter().filter(standing).collect();
        for _ in 0..4 {
            let target = Square(random.u8(..thinned.board.len() as u8));
            if thinned.holes.has(target) {
                continue;
            }
            let expected: Squares<N> = occupied.iter().filter(|&from| truth.attacks(from, target)).collect();
            let blocked = occupied | thinned.holes.resized();
            let found = Color::ALL.map(|by| self.fast.attackers(t, by, target, blocked));
            let found = found[0] | found[1];
            let name = self.variant().board.name(target);
            demand(found == expected, || {
                format!("{name} is attacked from {expected:?}, found {found:?} among {occupied:?}")
            })?;
            // These sets contain neither the attacks of unmoved pieces alone nor those of the interpreter.
            let whole = |piece: Piece| t.mover(piece).initial.is_none() && !t.needs_interpreter(piece);
            for from in occupied.iter().filter(|&from| whole(self.fast.piece_at(from))) {
                let attacks = t.attacks(self.fast.piece_at(from), from, blocked, self.fast.barred()).has(target);
                demand(attacks == expected.has(from), || format!("attacks from {} on {name}: {attacks}", from.0))?;
            }
        }
        Ok(())
    }
}
