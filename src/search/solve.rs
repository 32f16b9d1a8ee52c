//! Mates by checks alone, as in problems of shogi: the attacker must give check with each move, the defender may
//! play anything.
//!
//! A depth-first proof-number search (Nagai 2002) with a limit on the length of lines, which begins with one ply and
//! grows by two: the first mate found is a shortest one, and repetitions need no special treatment.

use super::Monitor;
use super::searcher::SPREAD;
use crate::board::Color;
use crate::game::{Game, SizedGame, any_size};
use crate::position::{GameResult, Move, MoveList, Position};
use crate::tables::Tables;
use std::time::Duration;

/// The outcome of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The moves of a shortest mate, in which the defender resists as long as possible.
    Mate(Vec<Move>),
    /// No checks lead to mate.
    NoMate,
    /// Time ran out, or the search was stopped.
    Unknown,
}

/// Maximum length of a mate, in plies.
const LONGEST: u32 = 255;
/// Number of positions in the table.
const ENTRIES: usize = 1 << 21;
/// Nodes between two polls of the clock.
const POLL: u64 = 1024;
/// The proof number of something that cannot be proven.
const INFINITE: u32 = u32::MAX;
/// The same, but longer lines might prove it.
const INFINITE_SO_FAR: u32 = INFINITE - 1;
/// The largest proof number of something that can perhaps be proven.
const MOST: u32 = INFINITE_SO_FAR - 1;

/// Solves the position of a game, within `time` if it is limited.
pub fn solve(game: &Game, time: Option<Duration>, monitor: &Monitor) -> Solution {
    any_size!(game.board(), sized => Solver::new(sized, time, monitor).solve())
}

/// Proof and disproof number of a position for the side to move: the least number of positions that must be searched to
/// prove that it succeeds, and that it fails. The attacker succeeds by mate, the defender by avoiding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    /// For success: 0 if proven, [`INFINITE`] or [`INFINITE_SO_FAR`] if disproven.
    phi: u32,
    /// For failure: the other way round.
    delta: u32,
}

impl ProofNumbers {
    const UNKNOWN: Self = Self { phi: 1, delta: 1 };
    const SUCCESS: Self = Self { phi: 0, delta: INFINITE };
    const SUCCESS_SO_FAR: Self = Self { phi: 0, delta: INFINITE_SO_FAR };
    const FAILURE: Self = Self { phi: INFINITE, delta: 0 };
    const UNLIMITED: Self = Self { phi: MOST, delta: MOST };

    /// Whether one of them has reached its limit, or is final.
    fn suffice(self, limits: Self) -> bool {
        self.phi >= limits.phi || self.delta >= limits.delta || self.phi == 0 || self.delta == 0
    }

    /// The numbers of a position from those of its successors.
    fn of(after: impl Iterator<Item = Self>) -> Self {
        after.fold(Self::FAILURE, |all, next| {
            let delta = match all.delta.max(next.phi) {
                infinite @ (INFINITE | INFINITE_SO_FAR) => infinite,
                _ => all.delta.saturating_add(next.phi).min(MOST),
            };
            Self { phi: all.phi.min(next.delta), delta }
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    key: u64,
    numbers: ProofNumbers,
}

/// A move, the table's key of the position after it, and that position's latest numbers.
#[derive(Clone, Copy, Debug)]
struct Next {
    mv: Move,
    key: u64,
    numbers: ProofNumbers,
}

struct Solver<'a, const N: usize> {
    t: &'a Tables<N>,
    position: Position<N>,
    attacker: Color,
    table: Vec<ProofEntry>,
    monitor: &'a Monitor,
    time: Duration,
    nodes: u64,
    stopped: bool,
}

impl<'a, const N: usize> Solver<'a, N> {
    fn new(game: &'a SizedGame<N>, time: Option<Duration>, monitor: &'a Monitor) -> Self {
        Self {
            t: &game.tables,
            position: game.position.clone(),
            attacker: game.position.side(),
            table: vec![ProofEntry { key: 0, numbers: ProofNumbers::UNKNOWN }; ENTRIES],
            monitor,
            time: time.unwrap_or(Duration::MAX),
            nodes: 0,
            stopped: false,
        }
    }

    fn solve(&mut self) -> Solution {
        if self.decided(LONGEST).is_some() {
            return Solution::NoMate;
        }
        for plies in (1..=LONGEST).step_by(2) {
            match self.search(plies, ProofNumbers::UNLIMITED) {
                _ if self.stopped => return Solution::Unknown,
                ProofNumbers { phi: 0, .. } => {
                    let line = self.line(plies);
                    // Without the proofs of all its moves, it may be cut short.
                    return if self.stopped { Solution::Unknown } else { Solution::Mate(line) };
                }
                ProofNumbers { phi: INFINITE, .. } => return Solution::NoMate,
                _ => {}
            }
        }
        Solution::Unknown
    }

    /// Searches the current undecided position until its numbers suffice, in lines of at most `plies`.
    fn search(&mut self, plies: u32, limits: ProofNumbers) -> ProofNumbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.monitor.poll(POLL);
            self.stopped |= self.monitor.is_stopped() || self.monitor.elapsed() >= self.time;
        }
        if self.stopped {
            return ProofNumbers::UNKNOWN;
        }
        let mut moves = self.moves(plies);
        let numbers = self.search_moves(&mut moves, plies, limits);
        if !self.stopped {
            self.keep(self.key(plies), numbers);
        }
        numbers
    }

    /// The same with the moves given.
    fn search_moves(&mut self, moves: &mut [Next], plies: u32, limits: ProofNumbers) -> ProofNumbers {
        loop {
            // Other lines may have updated the entries. If they were overwritten, the numbers are still known here.
            moves.iter_mut().for_each(|next| next.numbers = self.found(next.key).unwrap_or(next.numbers));
            let numbers = ProofNumbers::of(moves.iter().map(|next| next.numbers));
            if self.stopped || numbers.suffice(limits) {
                return numbers;
            }
            // The most promising move, and the limit at which the second becomes better.
            let Some(best) = (0..moves.len()).min_by_key(|&at| moves[at].numbers.delta) else { return numbers };
            let others = (0..moves.len()).filter(|&at| at != best);
            let second = others.map(|at| moves[at].numbers.delta).min().unwrap_or(INFINITE);
            let next = &mut moves[best];
            // An extra quarter avoids most re-expansion (Pawlewicz and Lew 2007).
            let enough = second.saturating_add(second / 4).saturating_add(1);
            let others = numbers.delta.saturating_sub(next.numbers.phi);
            let below = ProofNumbers { phi: limits.delta.saturating_sub(others), delta: limits.phi.min(enough) };
            self.position.play(self.t, next.mv);
            next.numbers = self.search(plies - 1, below);
            self.position.undo(self.t);
        }
    }

    /// The numbers of the current position if it is decided without another move, at most `plies` before the end of the
    /// line.
    // Inlined, it would take stack space for every ply.
    #[inline(never)]
    fn decided(&self, plies: u32) -> Option<ProofNumbers> {
        let us = self.position.side();
        let over = self.position.variant_outcome(self.t);
        let over = over.or_else(|| self.position.out_of_moves(self.t));
        match over.map(|outcome| outcome.result) {
            // The attacker must win, the defender must not lose.
            Some(GameResult::Win(winner)) if winner == us => Some(ProofNumbers::SUCCESS),
            Some(GameResult::Draw) if us != self.attacker => Some(ProofNumbers::SUCCESS),
            Some(_) => Some(ProofNumbers::FAILURE),
            // It is the defender's turn, since the attacker makes the first move and the last.
            None => (plies == 0).then_some(ProofNumbers::SUCCESS_SO_FAR),
        }
    }

    /// The moves to be considered, the attacker's checks or all of the defender's, with the numbers known after each.
    #[inline(never)]
    fn moves(&mut self, plies: u32) -> Vec<Next> {
        let attacks = self.position.side() == self.attacker;
        let mut moves = MoveList::new();
        self.position.legal_moves(self.t, &mut moves);
        if attacks {
            moves.retain(|&mv| self.position.gives_check(self.t, mv));
        }
        let mut next = Vec::with_capacity(moves.len());
        for mv in moves {
            self.position.play(self.t, mv);
            let key = self.key(plies - 1);
            let numbers = self.found(key).or_else(|| self.decided(plies - 1));
            // A defender with few moves is easier to refute.
            let numbers = numbers.unwrap_or_else(|| match attacks {
                true => ProofNumbers { phi: 1, delta: self.position.count_legal_moves(self.t) as u32 },
                false => ProofNumbers::UNKNOWN,
            });
            self.position.undo(self.t);
            next.push(Next { mv, key, numbers });
        }
        next
    }

    /// The moves of a mate in `plies`: the attacker's moves, and the longest defence.
    fn line(&mut self, mut plies: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while plies > 0 && self.decided(plies).is_none() {
            let mut moves = self.moves(plies);
            let attacks = self.position.side() == self.attacker;
            let chosen =
                if attacks { self.mating(&mut moves, plies) } else { self.longest_defence(&moves, &mut plies) };
            let Some(mv) = chosen else { break };
            line.push(mv);
            self.position.play(self.t, mv);
            plies -= 1;
        }
        line.iter().for_each(|_| self.position.undo(self.t));
        line
    }

    /// A move that mates in `plies`.
    fn mating(&mut self, moves: &mut [Next], plies: u32) -> Option<Move> {
        // The entry that proved it may have been overwritten.
        self.search_moves(moves, plies, ProofNumbers::UNLIMITED);
        moves.iter().find(|next| next.numbers.delta == 0).map(|next| next.mv)
    }

    /// A move that delays the mate longest; `plies` becomes the number left after it.
    fn longest_defence(&mut self, moves: &[Next], plies: &mut u32) -> Option<Move> {
        loop {
            // One ply for the defence, and a mate two plies shorter.
            let sooner = plies.checked_sub(3);
            let holds = moves.iter().find(|next| {
                let Some(sooner) = sooner else { return true };
                self.position.play(self.t, next.mv);
                let decided = self.decided(sooner);
                let mated = decided.unwrap_or_else(|| self.search(sooner, ProofNumbers::UNLIMITED)).phi == 0;
                self.position.undo(self.t);
                !mated
            });
            match holds {
                Some(next) => return Some(next.mv),
                None => *plies = plies.checked_sub(2)?,
            }
        }
    }

    /// A key of the current position and the plies that a line may still have.
    fn key(&self, plies: u32) -> u64 {
        // `SPREAD` is odd, so that different numbers of plies give different keys.
        self.position.key() ^ u64::from(plies + 1).wrapping_mul(SPREAD)
    }

    fn found(&self, key: u64) -> Option<ProofNumbers> {
        let entry = self.table[key as usize % ENTRIES];
        (entry.key == key).then_some(entry.numbers)
    }

    fn keep(&mut self, key: u64, numbers: ProofNumbers) {
        self.table[key as usize % ENTRIES] = ProofEntry { key, numbers };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveStyle, fen_of};
    use crate::position::Reason;

    fn game(variant: &str, fen: &str) -> Game {
        let game = Game::bundled(variant);
        game.read_problem(fen).expect(fen).set_up().expect(fen)
    }

    fn shogi(sfen: &str) -> Game {
        game("shogi", &fen_of(sfen).expect(sfen).0)
    }

    /// The moves of the mate found, each of them legal, with checks by the attacker throughout.
    fn mate(game: &Game) -> Option<Vec<String>> {
        let Solution::Mate(line) = solve(game, None, &Monitor::default()) else { return None };
        let mut played = game.clone();
        for (ply, &mv) in line.iter().enumerate() {
            assert!(played.legal_moves().contains(&mv));
            played.play(mv);
            assert!(played.in_check() || ply % 2 == 1);
        }
        assert_eq!(played.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
        Some(game.wire_line(&line, MoveStyle::King))
    }

    /// Plies of the shortest mates that cshogi 1.1 finds.
    #[test]
    fn the_shortest_mate_is_found() {
        for (sfen, plies) in [
            ("1nnkg1p2/2s2S+R1+P/l5g2/1+R7/2GP1p2p/pPP1+sb1PP/N1L1N1P1L/LBpp1GS2/P4K1+p1 b 2Pp 137", 3),
            ("l1s4n1/1sg2+R3/1pn1pgp1l/G3P2pp/3p1p1k1/pPp6/P1BP1PPGP/L3KR3/1NS1S2NL b B2p 69", 3),
            ("r8/+P1P1g+B1kl/5+S1sb/Gp3g2p/1P1nPPp1P/3P1pPp1/5G1PN/L2K1RS1L/1N7 b S4Pnl 147", 5),
            ("1n7/6sbl/1r+N1+B1n1P/lp7/Lg1pkSPP1/1P1Pp1GRg/5P2L/2P1GSp2/3K3N+p b 6Ps 113", 5),
            ("+P1p2k3/Prn5l/2+B1gsGnn/3p5/B1P2p2P/L3KPP1L/LS1PG2P1/p+s1G2R2/1+p1S3+n1 b 5P 131", 7),
            ("7p1/1sg1+L1sk1/1+Pnp2p1l/1p2+r4/pNPP2g1p/BP4s1P/PGB1p1P1n/L1S1GP2L/3R1K3 w 2Pnp 134", 7),
        ] {
            assert_eq!(mate(&shogi(sfen)).map(|line| line.len()), Some(plies), "{sfen}");
        }
    }

    /// Philidor's legacy; positions without a check, and with a single one.
    #[test]
    fn mates_by_checks_are_found_in_chess() {
        let smothered = game("normal", "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1");
        assert_eq!(mate(&smothered), Some(vec!["c4g8".to_owned(), "a8g8".to_owned(), "h6f7".to_owned()]));
        for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1"] {
            assert_eq!(solve(&game("normal", fen), None, &Monitor::default()), Solution::NoMate, "{fen}");
        }
    }

    /// A pawn must not mate when it is dropped, a gold may. The attacker has no king, as in problems.
    #[test]
    fn pawn_drops_may_not_mate() {
        assert_eq!(solve(&shogi("7nk/9/7G1/9/9/9/9/9/9 b P 1"), None, &Monitor::default()), Solution::NoMate);
        assert_eq!(mate(&shogi("7nk/9/7G1/9/9/9/9/9/9 b G 1")).map(|line| line.len()), Some(1));
    }

    #[test]
    fn a_solver_stops_when_it_is_told() {
        let hard = shogi("3+P3k1/s2gP+P2l/l1P3n1P/1p1ps1p2/p1g1g1Ppp/NG1P1p3/5r1+b1/4KS2R/LN1+n4L w Bs4p 138");
        let monitor = Monitor::default();
        assert_eq!(solve(&hard, Some(Duration::ZERO), &monitor), Solution::Unknown);
        monitor.stop();
        assert_eq!(solve(&hard, None, &monitor), Solution::Unknown);
    }
}
