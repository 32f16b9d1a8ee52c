//! Static evaluation.
//!
//! Everything the evaluation knows is derived from a variant's tables and
//! rules when an [`Evaluator`] is created: the values of pieces, the squares
//! where they are well placed, and which pieces are pawns in all but name. A
//! position goes in, centipawns for the side to move come out. No move is made
//! and no variant is known by name.

mod bare;
mod cache;
mod distances;
pub mod network;
mod pawns;
mod phased;
mod profile;
mod royal;
mod terms;
mod values;
mod wins;

pub use cache::Cache;
pub use profile::commonest;
pub use values::{Basis, ROYAL, Values};

use crate::board::{ByColor, Color, Piece, PieceKind, Square, Squares};
use crate::position::{Position, Reason};
use crate::tables::Tables;
use crate::variant::{Gating, KindSet, LeavingCheck, Stalemate};
use bare::BareRoyals;
use cache::Sums;
use network::{Accumulators, Inputs, Network, NetworkChoice};
use pawns::Pawns;
use phased::{FULL_PHASE, Phased};
use royal::{Danger, RoyalZones};
use std::sync::Arc;
use terms::{MOBILITY_PARTS, PieceTerms};
use wins::Wins;

/// Evaluations are clamped to this. The search scores decided games above it.
pub const MAX_EVALUATION: i32 = 19_743;
/// The bonus for the side to move.
const TEMPO: i32 = 14;
/// The bonus for pieces of a type on both shades of squares, none of which can leave its own.
const PAIR: Phased = Phased::new(22, 42);
/// The penalty for each piece that is attacked and not defended.
const HANGING: Phased = Phased::new(18, 14);
/// The material besides royals and pawns that a side must have for a null move
/// to be informative.
const ENOUGH_TO_PASS: i32 = 250;
/// If only mate wins, a smaller advantage is not enough without pawns.
const NO_WIN: i32 = 420;
/// The score is divided by these if the side ahead has too little left to win, or if only its advantage is too small.
const CANNOT_WIN: i32 = 16;
const HARDLY_WINS: i32 = 3;

/// Evaluates the positions of one variant.
#[derive(Debug)]
pub struct Evaluator<const N: usize> {
    values: Values,
    /// By piece.
    terms: Vec<PieceTerms<N>>,
    /// Non-royal kinds, cheapest first.
    order: Vec<PieceKind>,
    /// Those of them that begin a tier of similar values. Before a tier is evaluated, all attacks of cheaper ones are
    /// known.
    tiers: KindSet,
    /// Kinds that come from the hand to the board.
    hands: Vec<PieceKind>,
    /// By side: the squares on which unmoved pieces let others enter, if pieces enter only so.
    gates: Option<ByColor<Squares<N>>>,
    pawns: Pawns<N>,
    zones: RoyalZones<N>,
    wins: Wins,
    bare: Option<BareRoyals<N>>,
    /// Whether pieces in hand threaten the enemy royal: not those that enter behind others, or that must be dropped
    /// before the first moves on the board.
    hands_threaten: bool,
    /// The sum of phase weights in the start position.
    full_phase: i32,
    /// Plies of the move rule, 0 if there is none.
    move_rule: i32,
    /// Whether the game is won by mate or stalemate only, so that a side that cannot attack the enemy royal cannot win.
    must_attack: bool,
    /// Whether it is won by mate only.
    must_mate: bool,
    /// The network, if there is one, and its inputs.
    network: Option<(Arc<Network>, Inputs<N>)>,
}

/// How positions are to be evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationChoice {
    /// The basis of piece values.
    pub basis: Basis,
    /// The network that is used, if any.
    pub network: NetworkChoice,
}

impl From<NetworkChoice> for EvaluationChoice {
    fn from(network: NetworkChoice) -> Self {
        Self { network, ..Self::default() }
    }
}

/// Data that a thread keeps from evaluated positions, so that similar ones take less time.
#[derive(Debug)]
pub struct Workspace<const N: usize> {
    /// The network's accumulators along the line, if there is a network.
    sums: Option<Accumulators<N>>,
    /// The cache of the derived evaluation.
    pub cache: Cache<N>,
}

/// Data collected about a side while its pieces are evaluated.
struct Side<const N: usize> {
    score: Phased,
    attacked: Squares<N>,
    /// Squares attacked by royals and by pieces of lower tiers than the current one.
    by_cheaper: Squares<N>,
    phase: i32,
    material: i32,
    /// Whether any of its pieces can ever attack the enemy royal.
    attacks: bool,
    pawns: Squares<N>,
    danger: Danger<N>,
}

impl<const N: usize> Evaluator<N> {
    /// An evaluation derived from a variant's tables, and from the values in
    /// its file, if `basis` says so.
    pub fn new(t: &Tables<N>, basis: Basis) -> Self {
        let profiles = profile::profiles(t);
        let values = Values::new(t, &profiles, basis);
        let terms: Vec<_> = t.pieces().map(|piece| PieceTerms::new(t, piece, &profiles, &values)).collect();
        let (order, tiers) = cheapest_first(t, &values);
        let start = &t.variant().start;
        let on_board: i32 = start.board.iter().filter(|p| !p.is_none()).map(|p| terms[p.index()].phase).sum();
        let rules = &t.variant().rules;
        let placed = if rules.hands_enter() && !rules.drops_go_on() { &start.hands.0[..] } else { &[] };
        let placed = placed.iter().zip(Color::ALL).flat_map(|(hand, color)| {
            let pieces = t.variant().kinds().map(move |(kind, _)| Piece::new(kind, color));
            pieces.zip(hand).map(|(piece, count)| terms[piece.index()].phase * i32::from(*count))
        });
        let full_phase = on_board + placed.sum::<i32>();
        let must_attack = must_attack(t);
        let dropped = |color, kind| t.mover(Piece::new(kind, color)).drop.is_some();
        let gates = rules.gating != Gating::None;
        let enters = |&kind: &PieceKind| {
            gates && t.droppable.contains(&kind)
                || rules.drops.enabled && Color::ALL.into_iter().any(|color| dropped(color, kind))
        };
        let hands = t.variant().kinds().map(|(kind, _)| kind).filter(enters);
        Self {
            order,
            tiers,
            hands: hands.collect(),
            gates: (gates && !rules.drops.enabled).then_some(t.first_ranks),
            pawns: Pawns::new(t, &values, |piece| terms[piece.index()].pawn),
            zones: RoyalZones::new(t),
            wins: Wins::new(t),
            bare: if values.misere() { None } else { BareRoyals::new(t) },
            hands_threaten: rules.drops.enabled && (!rules.drops.mandatory || rules.drops_go_on()),
            full_phase: full_phase.max(1),
            // Where points decide in the end, an advantage does not fade.
            move_rule: if rules.scores(Reason::MoveRule) { 0 } else { i32::from(rules.draws.move_rule.plies) },
            must_attack,
            must_mate: must_attack && rules.ends.stalemate == Stalemate::Draw,
            values,
            terms,
            network: None,
        }
    }

    /// The chosen evaluation, without a network if none fits the game.
    pub fn chosen(t: &Tables<N>, choice: &EvaluationChoice) -> Self {
        let network = match &choice.network {
            NetworkChoice::Own => network::find(t).network,
            NetworkChoice::Bundled => network::find_bundled(t).network,
            NetworkChoice::Derived => None,
            NetworkChoice::Given(network) => {
                let inputs = Inputs::new(t);
                let fits = network.fits(inputs.rows(), inputs.layers(), network::fingerprint(t)).is_ok();
                fits.then(|| (Arc::clone(network), inputs))
            }
        };
        Self { network, ..Self::new(t, choice.basis) }
    }

    /// A workspace for lines of up to `plies` positions.
    pub fn workspace(&self, t: &Tables<N>, plies: usize) -> Workspace<N> {
        let network = self.network.as_ref();
        let sums = network.map(|(network, inputs)| Accumulators::new(plies, inputs, network));
        Workspace { sums, cache: Cache::new(t) }
    }

    /// The evaluation of the position at `ply` of a line for the side to move, in
    /// centipawns: by the network, if there is one, alone or added to the
    /// derived evaluation. Positions with a bare side are too rare in training
    /// games for a network to learn them, so the derived evaluation is used there.
    #[inline]
    pub fn evaluate_at(&self, t: &Tables<N>, pos: &Position<N>, work: &mut Workspace<N>, ply: usize) -> i32 {
        match (&self.network, &mut work.sums) {
            (Some((network, inputs)), Some(sums)) if !self.has_bare_side(pos) => {
                let learned = self.by_counter(pos, sums.evaluate(network, inputs, pos, ply));
                let derived = if network.adds_to_derived { self.derived_with(t, pos, &mut work.cache) } else { 0 };
                (derived + learned).clamp(-MAX_EVALUATION, MAX_EVALUATION)
            }
            _ => self.derived_with(t, pos, &mut work.cache),
        }
    }

    /// The values of pieces.
    #[inline]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Whether a null move would be informative in a position: the side
    /// to move has enough material besides royals and pawns.
    pub fn has_null_move_material(&self, pos: &Position<N>) -> bool {
        let side = pos.side();
        let terms = |kind: PieceKind| &self.terms[Piece::new(kind, side).index()];
        let on_board = self.order.iter().map(|&kind| terms(kind).phase * pos.pieces(terms(kind).piece).count() as i32);
        let held = self.hands(pos, side).iter();
        let held = held.map(|&kind| terms(kind).phase * i32::from(pos.hand(side, kind)));
        let mut enough = 0;
        on_board.chain(held).any(|phase| {
            enough += phase;
            enough >= ENOUGH_TO_PASS
        })
    }

    /// The derived evaluation of the position for the side to move, in centipawns.
    pub fn derived(&self, t: &Tables<N>, pos: &Position<N>) -> i32 {
        self.derived_with(t, pos, &mut Cache::new(t))
    }

    fn derived_with(&self, t: &Tables<N>, pos: &Position<N>, cache: &mut Cache<N>) -> i32 {
        let score = self.against_bare(t, pos).unwrap_or_else(|| self.weigh(t, pos, cache));
        let score = if (pos.side() == Color::White) == self.values.misere() { -score } else { score };
        (score + TEMPO).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Whether a side is bare, so that a network neither learns the position nor evaluates it.
    pub fn has_bare_side(&self, pos: &Position<N>) -> bool {
        Color::ALL.into_iter().any(|color| self.is_bare(pos, color))
    }

    /// Whether a side has nothing but royals. Pieces in hand that cannot enter do not count.
    fn is_bare(&self, pos: &Position<N>, color: Color) -> bool {
        pos.color(color).within(pos.royals(color))
            && self.hands(pos, color).iter().all(|&kind| pos.hand(color, kind) == 0)
    }

    /// The kinds that a side may still bring from its hand to the board.
    #[inline]
    fn hands(&self, pos: &Position<N>, color: Color) -> &[PieceKind] {
        let closed = self.gates.as_ref().is_some_and(|gates| (gates[color] & pos.unmoved()).is_empty());
        if closed { &[] } else { &self.hands }
    }

    /// White's advantage when one side is bare and the other has enough to win
    /// without a promotion. It does not shrink as the move counter increases, since
    /// that would outweigh the progress that a single move makes.
    fn against_bare(&self, t: &Tables<N>, pos: &Position<N>) -> Option<i32> {
        let weak = Color::ALL.into_iter().find(|&color| self.is_bare(pos, color))?;
        let bare = self.bare.as_ref().filter(|_| !pos.royals(weak).several())?;
        // Material in total, the part that can win without a promotion, and the part that is bound to a shade.
        let (mut material, mut winning, mut color_bound_material) = (0, 0, 0);
        let mut color_bound = Squares::EMPTY;
        for &kind in &self.order {
            let terms = &self.terms[Piece::new(kind, !weak).index()];
            let all = pos.pieces(terms.piece);
            let value = self.values.board(terms.piece) * all.count() as i32;
            material += value;
            winning += if terms.pawn || terms.harmless { 0 } else { value };
            if t.material().keeps_shade(terms.piece) {
                color_bound |= all;
                color_bound_material += value;
            }
        }
        let held = self.hands(pos, !weak).iter();
        let held: i32 = held.map(|&kind| self.values.hand(!weak, kind) * i32::from(pos.hand(!weak, kind))).sum();
        if winning + held <= NO_WIN {
            return None;
        }
        if winning + held - color_bound_material > NO_WIN {
            color_bound = Squares::EMPTY;
        }
        let mut score = material + held + bare.gained(t, pos, !weak, color_bound);
        score += self.wins.worth(pos, !weak).ending - self.wins.worth(pos, weak).ending;
        Some(if weak == Color::White { -score } else { score })
    }

    /// White's advantage, as the sum of all terms.
    fn weigh(&self, t: &Tables<N>, pos: &Position<N>, cache: &mut Cache<N>) -> i32 {
        let mut sides = ByColor::from_fn(|color| self.begin(t, pos, color));
        for &kind in &self.order {
            if self.tiers.has(kind) {
                sides.0.iter_mut().for_each(|side| side.by_cheaper = side.attacked);
            }
            for color in Color::ALL {
                self.look_at(t, pos, Piece::new(kind, color), cache, &mut sides);
            }
        }
        for color in Color::ALL {
            self.count_hand(t, pos, color, cache, &mut sides);
        }
        for color in Color::ALL {
            self.finish(pos, color, &mut sides);
        }
        let [white, black] = &sides.0;
        let total = white.score - black.score;
        let phase = i64::from(white.phase + black.phase) * i64::from(FULL_PHASE) / i64::from(self.full_phase);
        let phase = phase.min(i64::from(FULL_PHASE)) as i32;
        self.toward_draw(pos, total.blend(phase), &sides)
    }

    fn begin(&self, t: &Tables<N>, pos: &Position<N>, color: Color) -> Side<N> {
        let mut side = Side {
            score: Phased::ZERO,
            attacked: Squares::EMPTY,
            by_cheaper: Squares::EMPTY,
            phase: 0,
            material: 0,
            attacks: false,
            pawns: Squares::EMPTY,
            danger: Danger::new(t, &self.zones, pos, color),
        };
        for &royal in &t.royals[color] {
            for sq in pos.pieces(royal) {
                side.score += self.terms[royal.index()].squares[sq.index()];
                side.attacked |= t.attacks(royal, sq, pos.blocked(), pos.barred());
            }
        }
        side
    }

    /// Adds the piece-square values of the pieces of one type, and the terms for their attacks.
    #[inline]
    fn look_at(
        &self,
        t: &Tables<N>,
        pos: &Position<N>,
        piece: Piece,
        cache: &mut Cache<N>,
        sides: &mut ByColor<Side<N>>,
    ) {
        let terms = &self.terms[piece.index()];
        let us = piece.color();
        let all = pos.pieces(piece);
        if all.is_empty() {
            return;
        }
        let [ref mut white, ref mut black] = sides.0;
        let (own, enemy) = if us == Color::White { (white, black) } else { (black, white) };
        let room = !(pos.color(us) | enemy.by_cheaper);
        let worth = |sq: Square| terms.squares[sq.index()];
        let &Sums { worth, reached, seen, near } = cache.gather(t, pos, piece, room, enemy.danger.zone(), worth);
        let mut score = worth;
        enemy.danger.add_attacks(near, terms.attack);
        let count = all.count() as i32;
        let mobility = terms.mobility * seen - terms.mobility_mean * count;
        score += Phased::new(mobility.opening / MOBILITY_PARTS, mobility.ending / MOBILITY_PARTS);
        score -= terms.threatened * (all & enemy.by_cheaper).count() as i32;
        if terms.keeps_shade && t.shades.into_iter().all(|shade| (all & shade).any()) {
            score += PAIR;
        }
        if terms.pawn {
            own.pawns |= all;
            score += self.pawns.supported(all & (reached | own.attacked));
        }
        own.score += score;
        own.attacked |= reached;
        own.phase += terms.phase * count;
        own.material += self.values.board(piece) * count;
        own.attacks |= !terms.harmless;
        let checking = enemy.danger.checking(t, pos, cache, piece);
        enemy.danger.add_checks(reached & !pos.color(us) & checking);
    }

    fn count_hand(
        &self,
        t: &Tables<N>,
        pos: &Position<N>,
        us: Color,
        cache: &mut Cache<N>,
        sides: &mut ByColor<Side<N>>,
    ) {
        if pos.hand_is_empty(us) {
            return;
        }
        for &kind in self.hands(pos, us) {
            let count = i32::from(pos.hand(us, kind));
            if count == 0 {
                continue;
            }
            let terms = &self.terms[Piece::new(kind, us).index()];
            let value = self.values.hand(us, kind) * count;
            sides[us].score += Phased::both(value);
            sides[us].phase += terms.phase * count;
            sides[us].material += value;
            sides[us].attacks = true;
            if self.hands_threaten {
                let danger = &mut sides[!us].danger;
                let checks = danger.checking(t, pos, cache, terms.piece) & terms.drop_zone & !pos.blocked();
                danger.add_hand(checks, terms.attack, count);
            }
        }
    }

    /// Adds the terms that need both sides' attacks.
    fn finish(&self, pos: &Position<N>, us: Color, sides: &mut ByColor<Side<N>>) {
        let enemy = &sides[!us];
        let hanging = pos.color(us) & enemy.attacked & !sides[us].attacked & !pos.royals(us);
        let mut score = -(HANGING * hanging.count() as i32);
        let wins = self.wins.worth(pos, us);
        // In misère play, the sign of the whole score is changed at the end.
        score += if self.values.misere() { -wins } else { wins };
        score -= sides[us].danger.penalty(pos, us, sides[us].attacked, enemy.attacked);
        if !self.pawns.is_empty() {
            let pawns = ByColor([sides.0[0].pawns, sides.0[1].pawns]);
            score += self.pawns.structure(pos, us, &pawns);
        }
        sides[us].score += score;
    }

    /// Reduces the score if the game is likely to be drawn.
    fn toward_draw(&self, pos: &Position<N>, mut score: i32, sides: &ByColor<Side<N>>) -> i32 {
        let (ahead, behind) = if score > 0 { (&sides.0[0], &sides.0[1]) } else { (&sides.0[1], &sides.0[0]) };
        let without_pawns = self.must_mate && ahead.pawns.is_empty();
        if self.must_attack && !ahead.attacks || without_pawns && ahead.material < NO_WIN {
            score /= CANNOT_WIN;
        } else if without_pawns && !self.pawns.is_empty() && ahead.material - behind.material < NO_WIN {
            // A game that has no pawns begins like this.
            score /= HARDLY_WINS;
        }
        self.by_counter(pos, score)
    }

    /// Reduces the score as the move counter increases, down to half.
    fn by_counter(&self, pos: &Position<N>, score: i32) -> i32 {
        let (left, all) = self.counter_share(pos);
        (i64::from(score) * left / all) as i32
    }

    /// A score before that reduction. A network learns such scores, since its output is reduced in play.
    pub fn without_counter(&self, pos: &Position<N>, score: i32) -> i32 {
        let (left, all) = self.counter_share(pos);
        (i64::from(score) * all / left).clamp((-MAX_EVALUATION).into(), MAX_EVALUATION.into()) as i32
    }

    /// The share of a score that is left by the move counter, as a numerator and a denominator.
    fn counter_share(&self, pos: &Position<N>) -> (i64, i64) {
        if self.move_rule == 0 {
            return (1, 1);
        }
        let all = i64::from(2 * self.move_rule);
        ((all - i64::from(pos.halfmove())).max(all / 2), all)
    }
}

/// Whether a game is won by mate or stalemate only.
fn must_attack<const N: usize>(t: &Tables<N>) -> bool {
    let rules = &t.variant().rules;
    rules.royalty.leaving_check == LeavingCheck::Forbidden
        && rules.royalty.anti.is_empty()
        && rules.ends.goals.is_empty()
        && rules.ends.checks.is_none()
        && rules.ends.extinctions.is_empty()
        && rules.ends.bare.is_none()
        && !rules.changes_others()
        && !rules.drops_go_on()
        && !rules.points_decide()
}

/// Non-royal kinds, cheapest first, and those that begin a tier.
fn cheapest_first<const N: usize>(t: &Tables<N>, values: &Values) -> (Vec<PieceKind>, KindSet) {
    let worth = |kind: PieceKind| Color::ALL.map(|color| values.board(Piece::new(kind, color))).into_iter().min();
    let mut order: Vec<PieceKind> =
        t.variant().kinds().map(|(kind, _)| kind).filter(|&kind| !t.is_royal(kind)).collect();
    order.sort_by_key(|&kind| (worth(kind), kind));
    let (mut tier, mut tiers) = (0, KindSet::EMPTY);
    for &kind in &order {
        let value = worth(kind).unwrap_or(0);
        // A tier includes values up to a fifth above its cheapest.
        if value * 10 > tier * 12 {
            tier = value;
            tiers.insert(kind);
        }
    }
    (order, tiers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, SizedGame, any_size};
    use crate::variant::{Library, RoyalMode, Setup, Variant};
    use fastrand::Rng;

    /// Plays at random, back and forth, and compares incremental evaluations with fresh ones.
    fn follow<const N: usize>(sized: &SizedGame<N>, random: &mut Rng) {
        let (t, mut pos) = (&sized.tables, sized.position.clone());
        let evaluator = Evaluator::new(t, Basis::File);
        let mut kept = Cache::new(t);
        for _ in 0..300 {
            let mut legal = Vec::new();
            pos.legal_moves(t, &mut legal);
            if legal.is_empty() || random.u8(..3) == 0 {
                pos.undo(t);
            } else {
                pos.play(t, legal[random.usize(..legal.len())]);
            }
            let name = &t.variant().name;
            let anew = evaluator.derived(t, &pos);
            assert_eq!(evaluator.derived_with(t, &pos, &mut kept), anew, "{name}: {:?}", pos.setup(t));
            for (piece, royal) in t.pieces().zip(pos.all_royals().iter().cycle()) {
                let attacked = t.attacks(piece, royal, pos.blocked(), pos.barred());
                assert_eq!(*kept.attacks_from(t, &pos, piece, royal), attacked, "{name}: {:?}", pos.setup(t));
            }
        }
    }

    #[test]
    fn incremental_evaluation_equals_evaluation_from_scratch() {
        let mut random = Rng::with_seed(17);
        for variant in Library::bundled().variants() {
            let game = Game::new(variant).expect("bundled games begin");
            any_size!(game.board(), sized => follow(sized, &mut random));
        }
    }

    /// The position with colours exchanged, and every square replaced by its image.
    fn colours_changed(setup: &Setup, image: impl Fn(Square) -> Square) -> Setup {
        let mut other =
            Setup { side: !setup.side, en_passant_victim: setup.en_passant_victim.map(&image), ..setup.clone() };
        let pieces = setup.board.iter().enumerate().filter(|(_, piece)| !piece.is_none());
        other.board.fill(Piece::NONE);
        for (sq, piece) in pieces {
            other.board[image(Square(sq as u8)).index()] = Piece::new(piece.kind(), !piece.color());
        }
        for area in [&mut other.holes, &mut other.unmoved, &mut other.en_passant] {
            *area = area.iter().map(&image).collect();
        }
        other.hands.0.swap(0, 1);
        other.checks.0.swap(0, 1);
        other.once.0.swap(0, 1);
        other
    }

    /// Whether a position means the same with colours exchanged. Where the first king is the royal one, ranks are
    /// counted from White's side for both colours, so two kings on a file change places.
    fn has_image(variant: &Variant, setup: &Setup) -> bool {
        let on_file = |color, file| {
            let kings = variant.board.all().filter(|&sq| {
                let piece = setup.board[sq.index()];
                !piece.is_none() && piece.color() == color && variant.kind(piece.kind()).royal
            });
            kings.filter(|&sq| variant.board.file(sq) == file).count()
        };
        variant.rules.royalty.mode != RoyalMode::First
            || Color::ALL.into_iter().all(|color| (0..variant.board.files()).all(|file| on_file(color, file) < 2))
    }

    /// Plays at random if the start looks the same to both sides, and compares the evaluation of each position with
    /// that of its colour-reversed image. Returns whether the start looks the same.
    fn compare_colours<const N: usize>(sized: &SizedGame<N>, random: &mut Rng) -> bool {
        let (t, mut pos) = (&sized.tables, sized.position.clone());
        let board = t.geometry();
        let images: [&dyn Fn(Square) -> Square; 2] = [&|sq| board.flipped(sq), &|sq| board.turned(sq)];
        let start = pos.setup(t);
        let same = |image: &&&dyn Fn(Square) -> Square| {
            Setup { side: start.side, ..colours_changed(&start, **image) } == start
        };
        let Some(image) = images.iter().find(same) else { return false };
        let evaluator = Evaluator::new(t, Basis::File);
        for _ in 0..120 {
            let setup = pos.setup(t);
            if has_image(t.variant(), &setup) {
                let other =
                    Position::new(t, &colours_changed(&setup, *image)).expect("legal for the one, legal for the other");
                let worth = [&pos, &other].map(|pos| evaluator.derived(t, pos));
                assert_eq!(worth[0], worth[1], "{}: {}", t.variant().name, setup.fen(t.variant()));
            }
            let mut legal = Vec::new();
            pos.legal_moves(t, &mut legal);
            if legal.is_empty() {
                pos = sized.position.clone();
            } else {
                pos.play(t, legal[random.usize(..legal.len())]);
            }
        }
        true
    }

    /// An evaluation does not depend on colour if both sides begin alike: courier's start is
    /// mirrored, and that of shogi rotated.
    #[test]
    fn evaluation_is_symmetric_in_colour() {
        let mut random = Rng::with_seed(23);
        let mut compared = Vec::new();
        for variant in Library::bundled().variants() {
            let game = Game::new(variant).expect("bundled games begin");
            if any_size!(game.board(), sized => compare_colours(sized, &mut random)) {
                compared.push(variant.name.clone());
            }
        }
        for name in ["normal", "courier", "shogi", "xiangqi", "chu", "twokings"] {
            assert!(compared.iter().any(|other| other == name), "{name}: {compared:?}");
        }
    }
}
