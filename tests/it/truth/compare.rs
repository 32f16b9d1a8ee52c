//! One position of the fast generator against the slow truth.

use super::deed::{Deed, Sort};
use super::slow::{Legal, Rulebook, Truth};
use alfil::board::{Color, Piece, Square, Squares};
use alfil::position::{Move, MoveList, Position};
use alfil::tables::Tables;
use alfil::variant::{Setup, Variant};
use fastrand::Rng;
use std::collections::{HashMap, HashSet};

/// How often what was met: a comparison that never met a castling proves nothing about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub positions: usize,
    pub moves: usize,
    pub checks: usize,
    pub captures: usize,
    pub promotions: usize,
    pub doubles: usize,
    /// Captures elsewhere than just on the destination, en passant among them.
    pub elsewhere: usize,
    pub castlings: usize,
    pub drops: usize,
    pub swaps: usize,
    pub passes: usize,
}

impl Tally {
    fn count(&mut self, legal: &Legal) {
        let deed = &legal.deed;
        self.moves += 1;
        self.captures += usize::from(!legal.captured.is_empty());
        self.promotions += usize::from(deed.piece.is_some() && deed.sort != Sort::Drop);
        self.doubles += usize::from(deed.sort == Sort::Double);
        self.elsewhere += usize::from(!deed.victims.is_empty());
        self.castlings += usize::from(deed.sort == Sort::Castle);
        self.drops += usize::from(deed.sort == Sort::Drop);
        self.swaps += usize::from(deed.sort == Sort::Swap);
        self.passes += usize::from(deed.sort == Sort::Pass);
    }
}

/// How many moves of a position are played: many are of one kind.
const PLAYED: usize = 32;

type Verdict = Result<(), String>;

fn demand(holds: bool, fault: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(fault()) }
}

/// A position twice: as the generator keeps it, and as text gives it.
pub struct Pair<'a, const N: usize> {
    t: &'a Tables<N>,
    game: &'a Rulebook,
    pub fast: Position<N>,
    pub slow: Setup,
}

impl<'a, const N: usize> Pair<'a, N> {
    /// Sets a position up.
    pub fn new(t: &'a Tables<N>, game: &'a Rulebook, setup: &Setup) -> Result<Self, String> {
        let fast = Position::new(t, setup).map_err(|error| format!("cannot be set up: {error}"))?;
        Ok(Self { t, game, fast, slow: setup.clone() })
    }

    fn variant(&self) -> &'a Variant {
        self.t.variant()
    }

    fn truth(&self) -> Truth<'_> {
        self.game.at(&self.slow)
    }

    /// Compares all that can be asked of the position. The legal moves come back.
    pub fn compare(&mut self, random: &mut Rng, tally: &mut Tally) -> Result<Vec<(Move, Legal)>, String> {
        let t = self.t;
        let check = self.truth().in_check(self.slow.side);
        demand(self.fast.in_check(t) == check, || format!("the truth about check is {check}"))?;
        tally.positions += 1;
        tally.checks += usize::from(check);
        let moves = self.moves()?;
        moves.iter().for_each(|(_, legal)| tally.count(legal));
        for (mv, legal) in random.choose_multiple(&moves, PLAYED) {
            let fault = |fault| format!("{}: {fault}", legal.deed.text(t.variant()));
            self.consequences(*mv, legal).map_err(fault)?;
        }
        if !check {
            self.null_move()?;
        }
        self.attacks(random)?;
        Ok(moves)
    }

    /// The lists of moves and their numbers.
    fn moves(&self) -> Result<Vec<(Move, Legal)>, String> {
        let (t, variant) = (self.t, self.variant());
        let mut truth: HashMap<Deed, Legal> = HashMap::new();
        for legal in self.truth().legal() {
            truth.insert(legal.deed.clone(), legal);
        }
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
        let noisy = listed(&|list| self.fast.noisy_moves(t, list));
        let quiet = listed(&|list| self.fast.quiet_moves(t, list));
        let together: HashSet<Move> = noisy.iter().chain(&quiet).copied().collect();
        let parts = noisy.len() + quiet.len() == all.len() && together == all.iter().copied().collect();
        demand(parts, || format!("noisy {noisy:?} and quiet {quiet:?} are not all {all:?}"))?;
        let loud = |mv: &Move| {
            let legal = &truth[&Deed::from(*mv)];
            !legal.captured.is_empty() || (legal.deed.piece.is_some() && legal.deed.sort != Sort::Drop)
        };
        demand(noisy.iter().all(loud) && !quiet.iter().any(loud), || format!("noisy are {noisy:?}, quiet {quiet:?}"))?;
        Ok(all.into_iter().filter_map(|mv| Some((mv, truth.remove(&mv.into())?))).collect())
    }

    /// Plays a move and takes it back.
    fn consequences(&mut self, mv: Move, legal: &Legal) -> Verdict {
        let t = self.t;
        let after = self.game.at(&legal.after);
        let gives_check = after.in_check(legal.after.side);
        demand(self.fast.gives_check(t, mv) == gives_check, || format!("it gives check: {gives_check}"))?;
        let captured = legal.captured.first().copied().unwrap_or(Piece::NONE);
        demand(self.fast.captured(mv) == captured, || format!("it captures {captured:?}"))?;
        let (before, key, plies) = (self.fast.setup(t), self.fast.key(), self.fast.plies_played());
        self.fast.play(t, mv);
        let verdict = self.same_as(&legal.after, gives_check);
        self.fast.undo(t);
        verdict?;
        demand(self.fast.setup(t) == before, || format!("taken back: {:?}", self.fast.setup(t)))?;
        let restored = self.fast.key() == key && self.fast.plies_played() == plies;
        demand(restored, || "taken back, the key differs".to_owned())?;
        self.sets_agree(&self.fast, "taken back")
    }

    /// Whether the fast position is what the truth says, and as if newly set up.
    fn same_as(&self, after: &Setup, check: bool) -> Verdict {
        let t = self.t;
        let setup = self.fast.setup(t);
        let plain =
            |setup: &Setup| (setup.board.clone(), setup.hands.clone(), setup.side, setup.halfmove, setup.fullmove);
        demand(plain(&setup) == plain(after), || format!("leads to {setup:?}, in truth to {after:?}"))?;
        demand(setup.unmoved.within(after.unmoved), || format!("keeps rights {:?}", setup.unmoved & !after.unmoved))?;
        demand(setup.en_passant.within(after.en_passant), || format!("leaves squares {:?}", setup.en_passant))?;
        let fresh = Position::new(t, after).map_err(|error| format!("leads to what cannot be set up: {error}"))?;
        demand(fresh.setup(t) == setup, || format!("leads to {setup:?}, set up anew {:?}", fresh.setup(t)))?;
        demand(fresh.key() == self.fast.key(), || "the key differs from that of the same position set up".to_owned())?;
        demand(self.fast.in_check(t) == check, || format!("check afterwards should be {check}"))?;
        self.sets_agree(&fresh, "set up anew")
    }

    /// Whether all sets are those of the board.
    fn sets_agree(&self, position: &Position<N>, when: &str) -> Verdict {
        let t = self.t;
        for position in [position, &self.fast] {
            let on = |test: &dyn Fn(Piece) -> bool| -> Squares<N> {
                let standing = |sq: &Square| !position.piece_at(*sq).is_none() && test(position.piece_at(*sq));
                t.board().iter().filter(standing).collect()
            };
            let by_piece = t.pieces().all(|piece| position.pieces(piece) == on(&|other| other == piece));
            let by_color = Color::ALL.into_iter().all(|color| position.color(color) == on(&|p| p.color() == color));
            let royals = |color| on(&|p: Piece| p.color() == color && t.is_royal(p.kind()));
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

    /// Who attacks some squares, with all men on the board and with a few taken off.
    fn attacks(&self, random: &mut Rng) -> Verdict {
        let t = self.t;
        let mut thinned = self.slow.clone();
        for _ in 0..random.u8(..4) {
            let sq = random.usize(..thinned.board.len());
            thinned.board[sq] = Piece::NONE;
        }
        let truth = self.game.at(&thinned);
        let standing = |sq: &Square| truth.at(*sq).is_some();
        let occupied: Squares<N> = t.board().iter().filter(standing).collect();
        for _ in 0..4 {
            let target = Square(random.u8(..thinned.board.len() as u8));
            let expected: Squares<N> = occupied.iter().filter(|&from| truth.attacks(from, target)).collect();
            let found = self.fast.attackers(t, target, occupied);
            let name = self.variant().board.name(target);
            demand(found == expected, || {
                format!("{name} is attacked from {expected:?}, found {found:?} among {occupied:?}")
            })?;
            // These sets know neither attacks of unmoved men only nor those that the interpreter finds.
            let whole = |piece: Piece| {
                t.mover(piece).initial.is_none() && t.exact(piece.color()).iter().all(|exact| exact.piece != piece)
            };
            for from in occupied.iter().filter(|&from| whole(self.fast.piece_at(from))) {
                let attacks = t.attacks(self.fast.piece_at(from), from, occupied).has(target);
                demand(attacks == expected.has(from), || format!("attacks from {} on {name}: {attacks}", from.0))?;
            }
        }
        Ok(())
    }
}
