//! Self-play games that measure the game, not the engine: nobody resigns, and openings are as
//! uneven as the game is.

use super::games::PlayedGame;
use super::mix;
use super::play::{BEGINNINGS, Finish, MEMORY, Observer, best_move, play_out, random_opening};
use crate::board::{Color, Piece, PieceKind, Square};
use crate::game::Game;
use crate::position::{GameResult, Move, MoveKind, Outcome};
use crate::search::{Limits, Memory};
use crate::variant::{Gating, Variant};
use fastrand::Rng;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// By how many centipawns random moves of the opening may change the score: a queen given away says nothing about the
/// game.
const GIVEN_AWAY: i32 = 300;
/// Scores are clamped to this, in centipawns: the game is won.
const WON: i32 = 1500;
/// Maximum number of positions per game whose material is recorded: positions between them add little information.
const MOST_WEIGHED: usize = 16;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Nodes per move.
    pub nodes: u64,
    /// Random plies of the opening.
    pub random_plies: usize,
    /// Longer games are aborted.
    pub most_plies: usize,
}

/// The fate of the pieces of a kind, of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// Whether there were any.
    pub occurred: bool,
    /// Their moves.
    pub moves: u32,
    /// Pieces captured or removed by an effect of a move.
    pub captured: u32,
    /// Pieces that became this kind by promotion.
    pub promoted: u32,
    /// Pieces dropped or gated.
    pub dropped: u32,
}

/// White's surplus of each kind, where it is not 0.
pub type Difference = Vec<(PieceKind, i32)>;

/// A game that has been played. Its kinds are those of [`counted_as`].
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// `None` if it was aborted.
    pub outcome: Option<Outcome>,
    /// Length in plies, including the opening.
    pub plies: usize,
    /// Plies at random before the engine's own ones.
    pub random_plies: usize,
    /// The numbers of legal moves that the engine had.
    pub choices: MoveCounts,
    /// By kind, not counting the opening.
    pub fates: Vec<Fate>,
    /// Material differences in quiet positions.
    pub differences: Vec<Difference>,
    /// A hash of the start and the moves.
    pub line: u64,
}

/// The positions in which the engine had to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveCounts {
    /// Their number.
    pub positions: u32,
    /// The sum of their legal moves.
    pub moves: u64,
    /// The most legal moves in one of them.
    pub most: usize,
}

impl GameRecord {
    /// White's points.
    pub fn points(&self) -> f64 {
        match self.outcome.map(|outcome| outcome.result) {
            Some(GameResult::Win(Color::White)) => 1.0,
            Some(GameResult::Win(Color::Black)) => 0.0,
            _ => 0.5,
        }
    }
}

/// Plays games and records them.
#[derive(Debug)]
pub struct Recorder {
    game: Game,
    memory: Memory,
    limits: Limits,
    conditions: Conditions,
    /// White's score at the start.
    even: i32,
}

impl Recorder {
    /// A recorder for a game at its start.
    pub fn new(game: &Game, conditions: Conditions) -> Self {
        let mut recorder = Self {
            game: game.clone(),
            memory: Memory::new(MEMORY),
            limits: Limits { nodes: Some(conditions.nodes), ..Limits::default() },
            conditions,
            even: 0,
        };
        // Searched with an empty table, not between the moves of a game: otherwise it would depend on which game comes
        // first.
        recorder.even = recorder.score_for_white();
        recorder
    }

    /// Plays the game with that number: the same game each time. `None` if `over` interrupts it.
    pub fn play(&mut self, seed: u64, number: u64, over: &AtomicBool) -> Option<GameRecord> {
        let mut random = Rng::with_seed(mix(seed, number));
        self.memory.new_game();
        let opening = self.begin(&mut random, over);
        let mut watch = Recording::new(&self.game, &opening);
        let plies = self.conditions.most_plies.saturating_sub(opening.moves.len());
        let (limits, memory) = (&self.limits, &self.memory);
        let mut choose = |game: &Game| {
            if over.load(Ordering::Relaxed) { None } else { best_move(game, limits, memory) }
        };
        let end = play_out(&mut self.game, plies, &mut choose, &mut watch)?;
        Some(watch.finish(end))
    }

    /// Sets up a random opening in which no material is given away.
    fn begin(&mut self, random: &mut Rng, over: &AtomicBool) -> PlayedGame {
        let plies = self.conditions.random_plies;
        let tries = if plies == 0 { 0 } else { BEGINNINGS };
        for _ in 0..tries {
            if over.load(Ordering::Relaxed) {
                break;
            }
            let Some(played) = random_opening(&mut self.game, random, plies..=plies) else { continue };
            let score = self.score_for_white();
            let even = self.score_before(&played);
            if (score - even).abs() <= GIVEN_AWAY {
                return played;
            }
        }
        random_opening(&mut self.game, random, 0..=0).unwrap_or_default()
    }

    /// White's score before the opening.
    fn score_before(&mut self, played: &PlayedGame) -> i32 {
        if played.start.is_empty() {
            return self.even;
        }
        let after = self.game.clone();
        // The recorded start of a game can always be set up.
        let even = if played.begin(&mut self.game).is_ok() { self.score_for_white() } else { 0 };
        self.game = after;
        even
    }

    fn score_for_white(&self) -> i32 {
        let thought = best_move(&self.game, &self.limits, &self.memory);
        let score = thought.map_or(0, |(_, score)| score.clamp(-WON, WON));
        if self.game.side() == Color::White { score } else { -score }
    }
}

/// The record of a game in progress.
struct Recording {
    record: GameRecord,
    /// The kind as which each one counts.
    counted: Vec<PieceKind>,
    line: DefaultHasher,
    /// Whether pieces in hand can come into play.
    hands: bool,
    /// Whether the last move captured nothing.
    quiet: bool,
    /// The material difference in the current position.
    difference: Difference,
    /// The pieces by square, and the one that moves, before the last move.
    before: Vec<Option<Piece>>,
    mover: PieceKind,
}

impl Observer for Recording {
    fn before_move(&mut self, game: &Game, mv: Move, _: i32) {
        let legal = game.legal_moves().len();
        self.record.choices.positions += 1;
        self.record.choices.moves += legal as u64;
        self.record.choices.most = self.record.choices.most.max(legal);
        let was_quiet = std::mem::replace(&mut self.quiet, !game.takes(mv));
        if was_quiet && self.quiet && !game.in_check() {
            self.record.differences.push(std::mem::take(&mut self.difference));
        }
        mv.hash(&mut self.line);
        self.before = game.geometry().all().map(|sq| game.piece_at(sq)).collect();
        self.mover = game.mover(mv).kind();
    }

    fn after_move(&mut self, game: &Game, mv: Move) -> Option<GameResult> {
        self.record.plies += 1;
        self.follow(game, mv);
        self.census(game);
        None
    }
}

impl Recording {
    /// Begins after the opening.
    fn new(game: &Game, opening: &PlayedGame) -> Self {
        let variant = game.variant();
        let mut line = DefaultHasher::new();
        (&opening.start, &opening.moves).hash(&mut line);
        let record = GameRecord {
            random_plies: opening.moves.len(),
            outcome: None,
            plies: opening.moves.len(),
            choices: MoveCounts::default(),
            fates: vec![Fate::default(); variant.kinds().count()],
            differences: Vec::new(),
            line: 0,
        };
        let mut watch = Self {
            record,
            counted: variant.kinds().map(|(kind, _)| counted_as(variant, kind)).collect(),
            line,
            hands: variant.rules.drops.enabled || variant.rules.gating != Gating::None,
            quiet: true,
            difference: Vec::new(),
            before: Vec::new(),
            mover: PieceKind::default(),
        };
        watch.census(game);
        watch
    }

    fn finish(mut self, end: Finish) -> GameRecord {
        if let Finish::ByRules(outcome) = end {
            self.record.outcome = Some(outcome);
        }
        let step = self.record.differences.len().div_ceil(MOST_WEIGHED).max(1);
        self.record.differences = self.record.differences.into_iter().step_by(step).collect();
        self.record.line = self.line.finish();
        self.record
    }

    fn fate(&mut self, kind: PieceKind) -> &mut Fate {
        &mut self.record.fates[self.counted[kind.index()].index()]
    }

    /// Counts the pieces, and records which kinds occur.
    fn census(&mut self, game: &Game) {
        let hands = self.hands;
        let mut counts = vec![0; self.counted.len()];
        let variant = game.variant();
        let mut count = |color: Color, kind: PieceKind, number: u16| {
            self.fate(kind).occurred |= number > 0;
            counts[self.counted[kind.index()].index()] +=
                if color == Color::White { i32::from(number) } else { -i32::from(number) };
        };
        for piece in game.geometry().all().filter_map(|sq| game.piece_at(sq)) {
            count(piece.color(), piece.kind(), 1);
        }
        if hands {
            for (kind, _) in variant.kinds() {
                Color::ALL.into_iter().for_each(|color| count(color, kind, game.hand(color, kind)));
            }
        }
        let kinds = variant.kinds().map(|(kind, _)| kind);
        self.difference = kinds.map(|kind| (kind, counts[kind.index()])).filter(|(_, count)| *count != 0).collect();
    }

    /// Records the effects of a move on pieces.
    fn follow(&mut self, game: &Game, mv: Move) {
        let (mover, before) = (self.mover, std::mem::take(&mut self.before));
        let at = |sq: Square| before[sq.index()];
        if mv.is_drop() {
            self.fate(mover).dropped += 1;
        } else if mv.kind() != MoveKind::Pass {
            self.fate(mover).moves += 1;
        }
        if let Some((kind, _)) = mv.gated() {
            self.fate(kind).dropped += 1;
        }
        // Another piece moved by the same move.
        let carried = mv.partner().or(mv.journey()).map(|[from, _]| from);
        if let Some(piece) = carried.and_then(at) {
            self.fate(piece.kind()).moves += 1;
        }
        let direct: Vec<Square> = match mv.kind() {
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion | MoveKind::Gate => vec![mv.to()],
            _ => mv.listed_victims().collect(),
        };
        for sq in game.geometry().all() {
            let (was, now) = (at(sq), game.piece_at(sq));
            let left = [Some(mv.from()), carried].contains(&Some(sq));
            if let Some(piece) = was.filter(|_| direct.contains(&sq) || !left && now.is_none()) {
                self.fate(piece.kind()).captured += 1;
            }
        }
        if mv.kind() == MoveKind::Pass {
            return;
        }
        match game.piece_at(mv.to()) {
            // The move has removed its own piece.
            None => self.fate(mover).captured += 1,
            Some(piece) if self.counted[piece.kind().index()] != self.counted[mover.index()] => {
                let fate = self.fate(piece.kind());
                fate.occurred = true;
                fate.promoted += 1;
            }
            Some(_) => {}
        }
    }
}

/// The kind as which pieces of a kind count: the one that players see in it, without any influence.
pub fn counted_as(variant: &Variant, kind: PieceKind) -> PieceKind {
    variant.rules.uninfluenced(variant.face(kind))
}

/// How many pieces of each such kind a game has at its start, including those in hand.
pub fn at_start(game: &Game) -> Vec<u32> {
    let variant = Arc::clone(game.variant());
    let start = &variant.start;
    let count = |kind: PieceKind| {
        let is_one = |piece: &&Piece| !piece.is_none() && counted_as(&variant, piece.kind()) == kind;
        let on_board = start.board.iter().filter(is_one).count() as u32;
        let held = Color::ALL.into_iter().map(|color| start.hands[color].get(kind.index()).copied().unwrap_or(0));
        on_board + held.map(u32::from).sum::<u32>()
    };
    variant.kinds().map(|(kind, _)| count(kind)).collect()
}
