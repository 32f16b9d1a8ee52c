//! A small network that evaluates the positions of one game.
//!
//! Its [`Inputs`] follow from the compiled tables, so that any game can have one.
//! The only hidden layer is updated incrementally from node to node
//! ([`Accumulators`]), once for each side's view of the board; the output takes
//! both halves, that of the side to move first. All arithmetic is on integers, so
//! that a position has the same value on every machine. Networks come from files
//! ([`Network::read`]) that say for which game they were made (`fingerprint`).

mod accumulator;
mod file;
mod find;
mod fingerprint;
mod inputs;

pub use accumulator::Accumulators;
pub use file::{NetworkError, TrainingRecord};
pub use find::{EXTENSION, FoundNetwork, find, find_bundled, may_be_there, places};
pub use fingerprint::fingerprint;
pub use inputs::Inputs;

use crate::board::Color;
use std::sync::Arc;

/// The number of neurons is a multiple of this, so that sums fill the vector registers of the machine.
pub const LANES: usize = 32;
/// The greatest output weight: its product with a clamped sum fits into 16 bits.
pub const MOST_OUTPUT: i16 = 127;
/// The greatest scale of the sums, see [`Network::unit`].
pub const MOST_UNIT: i16 = 255;

/// The parameters of a network, as in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Neurons in each half of the layer, a multiple of [`LANES`].
    pub hidden: usize,
    /// Inputs of each layer.
    pub rows: usize,
    /// A row of `hidden` weights for each input, layer by layer.
    pub weights: Vec<i16>,
    /// The initial values of sums, layer by layer.
    pub biases: Vec<i16>,
    /// The weights of the sums, the half of the side to move first: `2 * hidden` for each layer.
    pub output: Vec<i16>,
    /// The bias of each layer's output; `unit * output_unit` stands for 1.
    pub output_biases: Vec<i32>,
    /// The sum at which a neuron is fully active; at most [`MOST_UNIT`].
    pub unit: i16,
    /// The number that stands for an output weight of 1.
    pub output_unit: i16,
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// Whether its output is added to the derived evaluation instead of replacing it.
    pub adds_to_derived: bool,
    /// The game that it is for, and how it was learned.
    pub record: TrainingRecord,
}

impl Network {
    /// The number of layers: one for both sides, or one for each if they see the board differently.
    pub fn layers(&self) -> usize {
        self.output_biases.len()
    }

    /// A row's weights.
    #[inline]
    pub fn row(&self, layer: usize, row: u16) -> &[i16] {
        let start = (layer * self.rows + usize::from(row)) * self.hidden;
        &self.weights[start..start + self.hidden]
    }

    /// The initial values of sums.
    #[inline]
    pub fn biases(&self, layer: usize) -> &[i16] {
        &self.biases[layer * self.hidden..(layer + 1) * self.hidden]
    }

    /// The layer through which a side sees the board.
    #[inline]
    fn layer(&self, color: Color) -> usize {
        if self.layers() == 2 { color.index() } else { 0 }
    }

    /// Centipawns for the side to move, given both sides' sums.
    #[inline]
    fn output(&self, side: Color, own: &[i16], enemy: &[i16]) -> i32 {
        let layer = self.layer(side);
        let (first, second) = self.output[layer * 2 * self.hidden..].split_at(self.hidden);
        let sum = self.activate(own, first) + self.activate(enemy, second);
        let (unit, output_unit) = (i64::from(self.unit), i64::from(self.output_unit));
        let sum = i64::from(sum) / unit + i64::from(self.output_biases[layer]);
        let score = sum * i64::from(self.scale) / (unit * output_unit);
        // The limits are beyond any evaluation, yet small enough to be added to one.
        score.clamp(i16::MIN.into(), i16::MAX.into()) as i32
    }

    /// Squared clamped sums, times their weights.
    #[inline]
    fn activate(&self, sums: &[i16], weights: &[i16]) -> i32 {
        let unit = self.unit;
        let product = |(&sum, &weight): (&i16, &i16)| {
            let active = sum.clamp(0, unit);
            // Fits: 255 times 127.
            i32::from(active) * i32::from(active.wrapping_mul(weight))
        };
        sums.iter().zip(weights).map(product).sum()
    }
}

/// The choice of a network.
#[derive(Clone, Debug, Default)]
pub enum NetworkChoice {
    /// The game's own, if it has one that fits.
    #[default]
    Own,
    /// The one inside the binary, if it has one that fits.
    Bundled,
    /// None: the derived evaluation.
    Derived,
    /// This one.
    Given(Arc<Network>),
}

impl Eq for NetworkChoice {}

impl PartialEq for NetworkChoice {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own, Self::Own) | (Self::Bundled, Self::Bundled) | (Self::Derived, Self::Derived) => true,
            (Self::Given(a), Self::Given(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Piece, PieceKind};
    use crate::game::{Board, Game, SizedGame, any_size};
    use crate::variant::Library;
    use fastrand::Rng;

    /// A network of random weights for a game.
    fn random<const N: usize>(inputs: &Inputs<N>, mark: u64, random: &mut Rng) -> Network {
        let (hidden, rows, layers) = (LANES, inputs.rows(), inputs.layers());
        let mut some = |count: usize, most: i16| (0..count).map(|_| random.i16(-most..=most)).collect::<Vec<i16>>();
        Network {
            hidden,
            rows,
            weights: some(layers * rows * hidden, 60),
            biases: some(layers * hidden, 60),
            output: some(layers * 2 * hidden, MOST_OUTPUT),
            output_biases: vec![0; layers],
            unit: MOST_UNIT,
            output_unit: 64,
            scale: 400,
            adds_to_derived: false,
            record: TrainingRecord { fingerprint: mark, game: "random".into(), ..TrainingRecord::default() },
        }
    }

    /// Plays at random, back and forth, and compares incremental sums with fresh ones.
    fn follow<const N: usize>(sized: &SizedGame<N>, moves: &mut Rng) {
        let (t, mut pos) = (&sized.tables, sized.position.clone());
        let inputs = Inputs::new(t);
        let network = random(&inputs, fingerprint(t), moves);
        let mut kept = Accumulators::new(64, &inputs, &network);
        let mut ply = 0;
        for _ in 0..400 {
            let mut legal = Vec::new();
            pos.legal_moves(t, &mut legal);
            if ply > 0 && (legal.is_empty() || ply == 60 || moves.u8(..3) == 0) {
                pos.undo(t);
                ply -= 1;
                continue;
            }
            if legal.is_empty() {
                break;
            }
            pos.play(t, legal[moves.usize(..legal.len())]);
            ply += 1;
            // Not every ply is evaluated in a search.
            if moves.u8(..4) > 0 {
                let anew = Accumulators::new(1, &inputs, &network).evaluate(&network, &inputs, &pos, 0);
                let name = &t.variant().name;
                assert_eq!(kept.evaluate(&network, &inputs, &pos, ply), anew, "{name}: {:?}", pos.setup(t));
            }
        }
    }

    #[test]
    fn incremental_accumulators_equal_fresh_ones() {
        let mut moves = Rng::with_seed(11);
        for variant in Library::bundled().variants() {
            let game = Game::new(variant).expect("bundled games begin");
            any_size!(game.board(), sized => follow(sized, &mut moves));
        }
    }

    /// The inputs of a game's start as White and as Black see it, and the number of layers.
    fn views(name: &str) -> (Vec<u16>, Vec<u16>, usize) {
        let game = Game::bundled(name);
        fn both<const N: usize>(sized: &SizedGame<N>) -> (Vec<u16>, Vec<u16>, usize) {
            let inputs = Inputs::new(&sized.tables);
            let mut views = [Color::White, Color::Black].map(|color| {
                let mut rows = Vec::new();
                inputs.active(&sized.position, color, false, &mut rows);
                rows.sort_unstable();
                rows
            });
            let black = std::mem::take(&mut views[1]);
            (std::mem::take(&mut views[0]), black, inputs.layers())
        }
        any_size!(game.board(), sized => both(sized))
    }

    #[test]
    fn sides_with_equal_rules_have_equal_inputs() {
        for name in
            ["normal", "crazyhouse", "xiangqi", "shogi", "chu", "suicide", "3check", "seirawan", "makruk", "atomic"]
        {
            let (white, black, layers) = views(name);
            assert_eq!((white, layers), (black, 1), "{name}");
        }
        for name in ["racingkings", "horde"] {
            assert_eq!(views(name).2, 2, "{name}: the sides begin otherwise or want something else");
        }
    }

    #[test]
    fn similar_rows_share_groups() {
        let groups = |name: &str, squares: [&str; 2], kind: u8| {
            let game = Game::bundled(name);
            let Board::One(sized) = game.board() else { panic!("the board is small") };
            let inputs = Inputs::new(&sized.tables);
            let view = inputs.view(&sized.position, Color::White);
            squares.map(|name| {
                let sq = sized.tables.geometry().parse(name).expect("it is on the board");
                let row = inputs.piece(view, Piece::new(PieceKind(kind), Color::White), sq).expect("it has a row");
                inputs.groups()[usize::from(row)].clone()
            })
        };
        let shared = |[a, b]: [Vec<u16>; 2]| a.into_iter().filter(|group| b.contains(group)).count();
        assert_eq!(shared(groups("normal", ["b4", "c4"], 1)), 2, "the piece and its rank");
        assert_eq!(shared(groups("normal", ["b4", "b5"], 1)), 2, "the piece and its file");
        assert_eq!(shared(groups("normal", ["b4", "c5"], 1)), 1, "the piece");
        let [one, _] = groups("crazyhouse", ["b4", "c4"], 1);
        let [other, _] = groups("crazyhouse", ["b4", "c4"], 2);
        assert_eq!(shared([one, other]), 0, "different pieces have nothing in common");
    }

    /// How many inputs of a game have a counterpart in another one, and how many it has; `None` if the games use
    /// different views.
    fn shared_inputs(name: &str, other: &str) -> Option<(usize, usize)> {
        fn count<const N: usize>(one: &SizedGame<N>, other: &SizedGame<N>) -> Option<(usize, usize)> {
            let [inputs, theirs] = [one, other].map(|sized| Inputs::new(&sized.tables));
            let rows = inputs.counterparts(&one.tables, &theirs, &other.tables)?;
            let told: Vec<u16> = rows.iter().copied().flatten().collect();
            assert!(told.iter().all(|&row| usize::from(row) < theirs.rows()));
            Some((told.len(), rows.len()))
        }
        match (Game::bundled(name).board(), Game::bundled(other).board()) {
            (Board::One(one), Board::One(other)) => count(one, other),
            (Board::Two(one), Board::Two(other)) => count(one, other),
            _ => None,
        }
    }

    #[test]
    fn games_share_the_inputs_of_pieces_that_move_alike() {
        let all = |shared: Option<(usize, usize)>| shared.is_some_and(|(told, rows)| told == rows);
        assert!(all(shared_inputs("fischerandom", "normal")), "only castling differs");
        assert!(all(shared_inputs("janus", "capablanca")), "the janus is an archbishop");
        assert!(all(shared_inputs("crazyhouse", "crazyhouse")), "pieces that were promoted are their own");
        // 10 x 8 squares for the chancellor of each side.
        let (told, rows) = shared_inputs("capablanca", "janus").expect("boards are seen alike");
        assert_eq!(rows - told, 160);
        assert_eq!(shared_inputs("racingkings", "normal"), None, "its sides see the board otherwise");
    }

    /// The game whose bundled network evaluates another one's positions.
    fn judge(name: &str) -> Option<String> {
        let game = Game::bundled(name);
        any_size!(game.board(), sized => find_bundled(&sized.tables).network.map(|(network, _)| network.record.game.clone()))
    }

    #[test]
    fn games_that_differ_in_start_castling_and_draws_share_a_network() {
        for name in ["nocastle", "wildcastle"] {
            assert_eq!(judge(name).as_deref(), Some("fischerandom"), "{name}: their starts are drawn, too");
        }
        for name in ["gothic", "embassy", "caparandom"] {
            assert_eq!(judge(name).as_deref(), Some("capablanca"), "{name}");
        }
        for name in ["cxf-xiangqi", "simple-xiangqi"] {
            assert_eq!(judge(name).as_deref(), Some("xiangqi"), "{name}");
        }
        assert_eq!(judge("giveaway").as_deref(), Some("antichess"), "they differ in castling");
        assert_eq!(judge("3check").as_deref(), Some("3check"), "its own comes first");
        let others = ["berolina", "cylinder", "extinction", "5check", "pocketknight", "amazon", "twokings"];
        for name in others {
            let judge = judge(name);
            assert!(judge.as_deref().is_none_or(|judge| judge == name), "{name}, with other pieces or ends: {judge:?}");
        }
    }

    /// Extreme numbers of a file still give outputs of the right sign.
    #[test]
    fn outputs_do_not_overflow() {
        let [most, least] = [i32::MAX, i32::MIN].map(|bias| {
            let network = Network {
                hidden: LANES,
                rows: 0,
                weights: Vec::new(),
                biases: vec![0; LANES],
                output: vec![0; 2 * LANES],
                output_biases: vec![bias],
                unit: 1,
                output_unit: 1,
                scale: 100_000,
                adds_to_derived: true,
                record: TrainingRecord::default(),
            };
            let read = Network::read(&network.write()).expect("its numbers are allowed");
            read.output(Color::White, &[0; LANES], &[0; LANES])
        });
        assert_eq!([most, least], [32_767, -32_768]);
    }

    #[test]
    fn a_network_file_round_trips_and_fits_only_its_game() {
        let [chess, hill] = ["normal", "kingofthehill"].map(Game::bundled);
        let (Board::One(chess), Board::One(hill)) = (chess.board(), hill.board()) else { panic!("both are small") };
        let inputs = Inputs::new(&chess.tables);
        let network = random(&inputs, fingerprint(&chess.tables), &mut Rng::with_seed(3));
        let bytes = network.write();
        assert_eq!(Network::read(&bytes).as_ref(), Ok(&network));
        assert_eq!(network.fits(inputs.rows(), inputs.layers(), fingerprint(&chess.tables)), Ok(()));
        let other = network.fits(inputs.rows(), inputs.layers(), fingerprint(&hill.tables));
        assert_eq!(other, Err(NetworkError::OtherGame("random".into())), "another way to win");
        assert_eq!(Network::read(&bytes[..bytes.len() - 9]), Err(NetworkError::Damaged));
        assert_eq!(Network::read(b"alfil"), Err(NetworkError::NoNetwork));
        let mut changed = bytes.clone();
        changed[200] ^= 1;
        assert_eq!(Network::read(&changed), Err(NetworkError::Damaged));
    }
}
