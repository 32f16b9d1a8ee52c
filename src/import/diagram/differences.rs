//! The differences between two games, in words for the author of one.

use crate::board::{Color, Piece, PieceKind, Square};
use crate::variant::{
    Captures, Draws, Ends, Kind, KindSet, Promotion, PromotionChoice, PromotionTo, Royalty, Rules, Setup, Trigger,
    Variant,
};
use crate::xbetza::{Action, Program, When};
use std::collections::{BTreeMap, BTreeSet};

const JOINED_EDGES: &str = "joined edges of the board";

/// The differences between a game and the one that was read back from its export.
pub(super) fn differences(game: &Variant, read: &Variant) -> Vec<String> {
    let kinds = kinds_of(game, read);
    let mut comparison = Comparison { game, read, kinds, complete: true, found: Vec::new() };
    comparison.board();
    comparison.pieces();
    comparison.start();
    comparison.rules();
    comparison.found.dedup();
    comparison.found
}

/// The differences between a game whose export could not be read back and a plain one, in what diagrams never express.
pub(super) fn never_said(game: &Variant, plain: &Variant) -> Vec<String> {
    let kinds = vec![PieceKind(0); game.kinds.len()];
    let mut comparison = Comparison { game, read: plain, kinds, complete: false, found: Vec::new() };
    comparison.compare(game.board.topology() == plain.board.topology(), JOINED_EDGES);
    comparison.limits();
    comparison.compare(game.start.side == plain.start.side, "which side moves first");
    comparison.rules();
    comparison.found.dedup();
    comparison.found
}

struct Comparison<'a> {
    game: &'a Variant,
    read: &'a Variant,
    /// Whether `read` is the whole game read back, not a plain one in its place.
    complete: bool,
    /// For each kind of the game, the corresponding one of `read`.
    kinds: Vec<PieceKind>,
    found: Vec<String>,
}

impl Comparison<'_> {
    fn compare(&mut self, same: bool, what: &str) {
        if !same {
            self.found.push(what.to_owned());
        }
    }

    fn read_as(&self, kind: PieceKind) -> PieceKind {
        self.kinds[kind.index()]
    }

    fn board(&mut self) {
        let (game, read) = (self.game, self.read);
        let same = game.board.files() == read.board.files() && game.board.ranks() == read.board.ranks();
        self.compare(same, "the size of the board");
        self.compare(game.board.topology() == read.board.topology(), JOINED_EDGES);
        self.compare(game.holes == read.holes, "missing squares");
    }

    fn pieces(&mut self) {
        let remembers = self.game.kinds.iter().any(Kind::remembers);
        self.compare(!remembers, "that pieces go to the hand as what they were before they promoted");
        for (number, kind) in self.game.faces() {
            let other = self.read.kind(self.read_as(number));
            let what = |what: &str| format!("{what} of the {}", kind.name.to_lowercase());
            let form = kind.form.map(|form| self.read_as(form)) == other.form;
            let in_hand = kind.in_hand.map(|held| self.read_as(held)) == other.in_hand;
            self.compare(kind.program == other.program, &what("the moves"));
            self.compare(kind.owner == other.owner, &what("the side"));
            self.compare(kind.zone_moves == other.zone_moves, &what("the moves in zones"));
            self.compare(kind.region == other.region && kind.capture_only == other.capture_only, &what("the squares"));
            self.compare(kind.hop_exclude.is_empty(), &what("the hurdles"));
            self.compare(form, &what("the other face"));
            self.compare(kind.royal == other.royal, "which pieces are royal");
            self.compare(in_hand, &what("what becomes in the hand"));
            self.compare(
                kind.counts_as_pawn == other.counts_as_pawn,
                &what("whether the draw for want of progress counts moves"),
            );
        }
    }

    /// What diagrams never limit: the squares on which pieces may be and move, and the sides that have pieces or moves.
    fn limits(&mut self) {
        // Pieces are never on missing squares.
        let everywhere = self.game.board.area() & !self.game.holes;
        for kind in &self.game.kinds {
            let what = |what: &str| format!("{what} of the {}", kind.name.to_lowercase());
            let free = |color: &Color| everywhere.within(kind.region[*color]) && kind.capture_only[*color].is_empty();
            let alike =
                kind.owner.is_some() || steps(&kind.program[Color::White]).eq(steps(&kind.program[Color::Black]));
            self.compare(alike, &what("the moves"));
            self.compare(kind.owner.is_none(), &what("the side"));
            self.compare(kind.zone_moves.is_empty(), &what("the moves in zones"));
            self.compare(Color::ALL.iter().all(free), &what("the squares"));
            self.compare(kind.hop_exclude.is_empty(), &what("the hurdles"));
        }
    }

    fn start(&mut self) {
        let (game, read) = (self.game, self.read);
        let as_read = |piece: &Piece| match piece.is_none() {
            true => *piece,
            false => Piece::new(self.read_as(piece.kind()), piece.color()),
        };
        let pieces = game.start.board.iter().map(as_read).eq(read.start.board.iter().copied());
        let same = pieces && game.start.side == read.start.side && !game.start_by_gui && rights(game) == rights(read);
        let held = |color: Color, variant: &Variant, kind: PieceKind| {
            variant.start.hands[color].get(kind.index()).copied().unwrap_or(0)
        };
        let mut hands = game.kinds().flat_map(|(kind, _)| Color::ALL.map(|color| (kind, color)));
        let same_hands = hands.all(|(kind, color)| held(color, game, kind) == held(color, read, self.read_as(kind)));
        let counters = |setup: &Setup| (setup.halfmove, setup.fullmove);
        self.compare(same, "the start position");
        self.compare(counters(&game.start) == counters(&read.start), "the move counters of the start position");
        self.compare(same_hands, "what the sides have in hand at the start");
    }

    fn rules(&mut self) {
        let (game, read) = (self.game, self.read);
        let Rules {
            royalty: Royalty { mode, anti, leaving_check, facing, facing_rule, safe_path, initial_moves, giving_check },
            unmoved_test,
            aimed,
            once,
            shuffle,
            promotions,
            promotion_limits,
            castling,
            captures: Captures { mandatory, bans, counterstrike },
            effects,
            influences,
            wall,
            hands,
            drops,
            gating,
            ends: Ends { checkmate, stalemate, bare, extinctions, goals, checks, double_pass, full_board, scoring },
            draws: Draws { repetition, move_rule, counting, insufficient, impasse },
        } = &game.rules;
        let other = &read.rules;
        let alone = !game.may_have_several_royals();
        self.compare(*mode == other.royalty.mode || alone, "which of several royal pieces must be safe");
        self.compare(anti.is_empty(), "that anti-royal pieces must be attacked");
        let royal = self.complete || game.kinds.iter().any(|kind| kind.royal);
        self.compare(*leaving_check == other.royalty.leaving_check || !royal, "that royal pieces may be left attacked");
        let faces = (facing, facing_rule) == (&other.royalty.facing, &other.royalty.facing_rule);
        self.compare(faces, "that royal pieces may not face each other");
        self.compare(*safe_path == other.royalty.safe_path, "that royal pieces may not pass an attacked square");
        self.compare(*initial_moves == other.royalty.initial_moves, "when royal pieces may make their initial moves");
        self.compare(*giving_check == other.royalty.giving_check, "that no move may give check");
        self.compare(*unmoved_test == other.unmoved_test && aimed.is_none(), "when a piece is unmoved");
        self.compare(once.is_empty(), "moves that are possible once in the game");
        self.compare(shuffle.is_none(), "that the order of the pieces is random");
        let promotes = match self.complete {
            true => told(game, promotions) == told(read, &other.promotions),
            false => is_by_ranks(game, promotions),
        };
        self.compare(promotes, "how pieces promote");
        self.compare(promotion_limits.is_empty(), "how many pieces of a kind there may be");
        let castles = castling == &other.castling || rights(game).is_empty() && rights(read).is_empty();
        self.compare(!self.complete || castles, "how kings castle");
        self.compare(*mandatory == other.captures.mandatory, "that captures are mandatory");
        self.compare(effects.is_empty(), "other effects of moves");
        self.compare(influences.is_empty(), "what pieces are under the influence of others");
        self.compare(wall.is_none(), "that walls are placed");
        self.compare(bans.is_empty() && counterstrike.is_none(), "forbidden captures");
        self.compare(hands == &other.hands, "where pieces in hand come from");
        self.compare(drops.enabled == other.drops.enabled, "drops");
        self.compare(!drops.look_around(), "that drops depend on what stands on the board");
        self.compare(*gating == other.gating, "that pieces in hand enter where others leave");
        self.compare(*checkmate == other.ends.checkmate, "what checkmate means");
        self.compare(*stalemate == other.ends.stalemate, "what stalemate means");
        self.compare(bare.is_none(), "what being left with few pieces means");
        self.compare(extinctions.is_empty(), "what the loss of pieces means");
        self.compare(goals.is_empty(), "what reaching squares means");
        self.compare(checks.is_none(), "that checks are counted");
        self.compare(*double_pass == other.ends.double_pass, "that passes end the game");
        self.compare(*full_board == other.ends.full_board, "that a full board ends the game");
        self.compare(scoring.is_none(), "the points that decide");
        self.compare(repetition == &other.draws.repetition, "what repeated positions mean");
        self.compare(move_rule == &other.draws.move_rule, "what a long time without progress means");
        self.compare(*counting == other.draws.counting, "in how many moves a bare king must be mated");
        self.compare(*insufficient == other.draws.insufficient, "when too little material is left");
        self.compare(*impasse == other.draws.impasse, "declarations in the enemy camp");
    }
}

/// The castlings that are possible at the start: the king's square, its destination, its partner's square.
fn rights(variant: &Variant) -> BTreeSet<(Square, Square, Square)> {
    let castlings = variant.start.castlings(variant).0.into_iter().flatten();
    castlings.map(|castling| (castling.from, castling.to, castling.partner_from)).collect()
}

/// All promotions, square by square.
fn told(variant: &Variant, promotions: &[Promotion]) -> BTreeSet<(String, usize, Square, String)> {
    let mut told = BTreeSet::new();
    let id = |kind: PieceKind| variant.kind(kind).plain_id().to_owned();
    for promotion in promotions {
        let to = targets(variant, promotion);
        let Promotion { trigger, mandatory, choice, forbid, lone_zone, .. } = promotion;
        let lone = trigger.is_in_place().then_some(lone_zone);
        let how = format!("{trigger:?} {mandatory:?} {choice:?} {forbid:?} {lone:?}");
        for (kind, color) in promotion.kinds.iter().flat_map(|kind| Color::ALL.map(|color| (kind, color))) {
            for sq in promotion.zone[color].iter() {
                told.extend(to.iter().map(|to| (id(kind), color.index(), sq, format!("{to} {how}"))));
            }
        }
    }
    told
}

/// Whether all pieces that promote have the same choices when they come to the last ranks of their sides, which is all
/// that diagrams can say: each choice may need another number of ranks.
fn is_by_ranks(variant: &Variant, promotions: &[Promotion]) -> bool {
    let board = variant.board;
    let kinds: KindSet = promotions.iter().flat_map(|promotion| promotion.kinds.iter()).collect();
    let mut choices: BTreeMap<String, BTreeSet<(PieceKind, usize, Square)>> = BTreeMap::new();
    for promotion in promotions {
        let ways = promotion.kinds.iter().flat_map(|kind| Color::ALL.map(|color| (kind, color)));
        for (kind, color) in ways.filter(|(kind, color)| variant.kind(*kind).may_belong_to(*color)) {
            let squares = (promotion.zone[color] & !variant.holes).iter().map(|sq| (kind, color.index(), sq));
            for choice in targets(variant, promotion) {
                choices.entry(choice).or_default().extend(squares.clone());
            }
        }
    }
    let plain = |promotion: &Promotion| {
        let Promotion { trigger, choice, forbid, .. } = promotion;
        matches!(trigger, Trigger::Enter | Trigger::EnterOrWithin)
            && *choice == PromotionChoice::Any
            && forbid.is_empty()
    };
    promotions.iter().all(plain)
        && choices.values().all(|ways| {
            let first = ways.iter().map(|(_, color, sq)| board.rank_of(Color::ALL[*color], *sq)).min();
            let pieces = kinds.iter().flat_map(|kind| Color::ALL.map(|color| (kind, color)));
            let owned = pieces.filter(|(kind, color)| variant.kind(*kind).may_belong_to(*color));
            let all = owned.flat_map(|(kind, color)| {
                let squares = board.all().filter(|sq| !variant.holes.has(*sq));
                let there = squares.filter(move |sq| Some(board.rank_of(color, *sq)) >= first);
                there.map(move |sq| (kind, color.index(), sq))
            });
            *ways == all.collect()
        })
}

/// The steps of moves, wherever they are written.
fn steps(program: &Program) -> impl Iterator<Item = (When, &Action)> {
    program.terms.iter().map(|term| (term.when, &term.action))
}

/// What pieces become by a rule, in words that tell kinds apart.
fn targets(variant: &Variant, promotion: &Promotion) -> Vec<String> {
    match &promotion.to {
        PromotionTo::Kinds(kinds) => kinds.iter().map(|kind| variant.kind(*kind).plain_id().to_owned()).collect(),
        PromotionTo::Form => vec!["its other face".to_owned()],
        PromotionTo::Stock => vec!["what is in hand".to_owned()],
    }
}

/// For each kind of a game, the one with the same ID in the other, in which pieces do not remember what they were.
fn kinds_of(game: &Variant, other: &Variant) -> Vec<PieceKind> {
    let same = |id: &str| other.kind_by_id(id).unwrap_or(PieceKind(0));
    game.kinds().map(|(_, kind)| same(kind.plain_id())).collect()
}
