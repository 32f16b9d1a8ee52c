//! A game → the lines of an Interactive Diagram.
//!
//! What the format can say is written, and then read again as any diagram is.
//! Whatever is not the same in the game that comes of it could not be said.

use super::convert::convert;
use super::moves;
use super::page;
use crate::board::{Color, Piece, PieceKind, Square};
use crate::text::{Place, Report, Source};
use crate::variant::{KindSet, Mandatory, Promotion, PromotionTo, Rules, Trial, Variant, find, load_tried};
use crate::xbetza::parse;
use std::collections::BTreeSet;

/// A diagram, and what of the game it cannot say.
#[derive(Debug)]
pub struct Exported {
    pub text: String,
    pub unsaid: Vec<String>,
}

/// The diagram of a game.
pub fn export(variant: &Variant, trial: &Trial<'_>) -> Exported {
    let text = Writer { variant, order: order(variant) }.text();
    let source = Source::new("diagram", text.clone());
    let page = page::read(&source);
    let (file, reports) = match page.diagrams.first() {
        Some(diagram) => convert(diagram, &variant.name, &variant.title, &source),
        None => (None, Vec::new()),
    };
    let mut unsaid: Vec<String> = reports.into_iter().filter(Report::is_error).map(|fault| with_line(&fault)).collect();
    if let Some(file) = file {
        let source = Source::new("diagram", file.text(&[]));
        match load_tried(&source, &|asking, name| find(asking, name), trial) {
            (Some(read), _) => unsaid.extend(differences(variant, &read)),
            (None, faults) => unsaid.extend(faults.into_iter().filter(Report::is_error).map(|fault| fault.message)),
        }
    }
    Exported { text, unsaid }
}

/// A fault with the line of the diagram in which a reader of it stumbles.
fn with_line(fault: &Report) -> String {
    let line = fault.place.as_ref().and_then(|place| match place {
        Place::Text(source, span) => source.text.lines().nth(source.position(span.start).0 - 1),
        Place::File(_) => None,
    });
    line.map_or(fault.message.clone(), |line| format!("the line `{line}`: {}", fault.message))
}

/// The kinds in the order of a diagram: those that promote come first, the rest as they are.
fn order(variant: &Variant) -> Vec<PieceKind> {
    let promotes = |kind: PieceKind| variant.rules.promotions.iter().any(|promotion| promotion.kinds.has(kind));
    // Marks of what pieces were are no pieces of their own to a diagram.
    let own = variant.kinds().filter(|(_, kind)| !kind.id.contains('~'));
    let mut order: Vec<PieceKind> = own.map(|(kind, _)| kind).collect();
    order.sort_by_key(|kind| !promotes(*kind));
    order
}

struct Writer<'a> {
    variant: &'a Variant,
    order: Vec<PieceKind>,
}

impl Writer<'_> {
    fn text(&self) -> String {
        let board = self.variant.board;
        let mut lines = vec![format!("files={}", board.files()), format!("ranks={}", board.ranks())];
        lines.push("firstRank=1".to_owned());
        let symmetry = [("mirror", false), ("rotate", true)].into_iter().find(|(_, turned)| self.is_symmetric(*turned));
        lines.push(format!("symmetry={}", symmetry.map_or("none", |(name, _)| name)));
        lines.extend(self.promotions());
        let royals: Vec<PieceKind> = self.order.iter().copied().filter(|kind| self.variant.kind(*kind).royal).collect();
        lines.extend(royals.iter().map(|royal| format!("royal={}", self.variant.kind(*royal).id)));
        lines.extend(self.order.iter().map(|kind| self.piece(*kind, symmetry.is_some())));
        let holes: Vec<Square> = self.variant.holes.iter().collect();
        let half = |sq: &&Square| symmetry.is_none() || board.rank(**sq) < board.ranks().div_ceil(2);
        let holes: Vec<String> = holes.iter().filter(half).map(|sq| self.name(*sq)).collect();
        if !holes.is_empty() {
            lines.push(format!("hole::::{}", holes.join(",")));
        }
        format!(
            "<div class=\"idiagram\">\n{}\n</div>\n",
            lines.iter().map(|line| encoded(line)).collect::<Vec<_>>().join("\n")
        )
    }

    fn name(&self, sq: Square) -> String {
        self.variant.board.with_rank_base(1).name(sq)
    }

    fn standing(&self, color: Color, kind: PieceKind) -> impl Iterator<Item = Square> + '_ {
        let piece = Piece::new(kind, color);
        let squares = self.variant.board.all().zip(&self.variant.start.board);
        squares.filter(move |(_, found)| **found == piece).map(|(sq, _)| sq)
    }

    /// Whether Black's start, and the holes, are White's mirrored or turned.
    fn is_symmetric(&self, turned: bool) -> bool {
        let board = self.variant.board;
        let other = |sq: Square| if turned { board.turned(sq) } else { board.flipped(sq) };
        let same = |kind: &PieceKind| {
            let [white, black] = Color::ALL.map(|color| self.standing(color, *kind).collect::<BTreeSet<_>>());
            white.into_iter().map(other).collect::<BTreeSet<_>>() == black
        };
        self.order.iter().all(same) && self.variant.holes.iter().all(|sq| self.variant.holes.has(other(sq)))
    }

    fn piece(&self, number: PieceKind, symmetric: bool) -> String {
        let kind = self.variant.kind(number);
        let notation = &kind.notation[kind.owner.unwrap_or(Color::White)];
        let moves = match parse(notation) {
            Ok(description) => {
                moves::castle_with(description, |jumps, side| self.jumps(number, jumps, side)).to_string()
            }
            Err(_) => notation.clone(),
        };
        let squares = |color: Color| self.standing(color, number).map(|sq| self.name(sq)).collect::<Vec<_>>().join(",");
        let [white, black] = Color::ALL.map(squares);
        let squares = match symmetric || black.is_empty() && white.is_empty() {
            true => white,
            false => format!("{white},,{black}"),
        };
        let held = self.variant.start.hands[Color::White].get(number.index()).copied().unwrap_or(0);
        let hand = if held > 0 { format!(":{held}") } else { String::new() };
        let name = kind.name.replace([':', '='], " ");
        format!("{name}:{}:{moves}::{squares}{hand}", kind.id)
    }

    /// Whether castling has a `j`: not where nothing stands at the rim, for then the partner is the outermost piece.
    fn jumps(&self, kind: PieceKind, jumps: bool, side: usize) -> bool {
        let board = self.variant.board;
        let Some(from) = self.standing(Color::White, kind).next().filter(|_| jumps) else { return jumps };
        let toward = if side == 1 { 1 } else { -1 };
        let rank = i16::from(board.rank(from));
        let line = (1..).map(|steps| board.square(i16::from(board.file(from)) + toward * steps, rank));
        let exists = |sq: &Square| !self.variant.holes.has(*sq);
        let rim = line.map_while(|sq| sq.filter(exists)).last();
        rim.is_some_and(|rim| !self.variant.start.board[rim.index()].is_none())
    }

    /// The parameters of the promotions, as far as all of them are alike.
    fn promotions(&self) -> Vec<String> {
        let rules = &self.variant.rules;
        let Some(first) = rules.promotions.first() else { return vec!["maxPromote=0".to_owned()] };
        let kinds: KindSet = rules.promotions.iter().flat_map(|promotion| promotion.kinds.iter()).collect();
        let board = self.variant.board;
        let reach = |back: u8, promotion: &Promotion| {
            let zone = promotion.zone[Color::White];
            board.all().filter(|sq| board.rank(*sq) == board.ranks() - back).any(|sq| zone.has(sq))
        };
        let zone =
            (1..=board.ranks()).rev().find(|back| rules.promotions.iter().any(|promotion| reach(*back, promotion)));
        let zone = zone.unwrap_or(0);
        let mut choice = String::new();
        let own = kinds.iter().map(|kind| self.variant.kind(kind).id.as_str());
        match first.mandatory {
            Mandatory::Never => choice.extend(own),
            Mandatory::LastRank | Mandatory::Immobile => choice.extend(own.flat_map(|id| ["!", id])),
            Mandatory::Always => {}
        }
        let mut lines = vec![format!("promoZone={zone}"), format!("maxPromote={}", kinds.iter().count())];
        if rules.promotions.iter().any(|promotion| promotion.to == PromotionTo::Stock) {
            let held = |kind: &&PieceKind| !self.variant.kind(**kind).royal && !kinds.has(**kind);
            choice.extend(self.order.iter().filter(held).flat_map(|kind| ["*", self.variant.kind(*kind).id.as_str()]));
            lines.push("holdingsType=1".to_owned());
        } else {
            for kind in self.order.iter().filter(|kind| !kinds.has(**kind)) {
                let becomes =
                    |promotion: &&Promotion| matches!(&promotion.to, PromotionTo::Kinds(to) if to.contains(kind));
                let ways: Vec<&Promotion> = rules.promotions.iter().filter(becomes).collect();
                let ranks = (1..=zone).rev().find(|back| ways.iter().any(|promotion| reach(*back, promotion)));
                if let Some(ranks) = ranks {
                    choice += &self.variant.kind(*kind).id;
                    choice += &if ranks < zone { ranks.to_string() } else { String::new() };
                }
            }
        }
        lines.push(format!("promoChoice={choice}"));
        lines
    }
}

fn encoded(line: &str) -> String {
    line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// In what two games that should be one differ, in words for their author.
fn differences(game: &Variant, read: &Variant) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |same: bool, what: &str| {
        if !same {
            found.push(what.to_owned());
        }
    };
    let Some(to_read) = kinds_of(game, read) else {
        return vec!["that pieces go to the hand as what they were before they promoted".to_owned()];
    };
    let at = |kind: PieceKind| to_read[kind.index()];
    compare(
        game.board.files() == read.board.files() && game.board.ranks() == read.board.ranks(),
        "the size of the board",
    );
    compare(game.board.topology() == read.board.topology(), "joined edges of the board");
    compare(game.holes == read.holes, "missing squares");
    for (number, kind) in game.kinds() {
        let other = read.kind(at(number));
        let what = |what: &str| format!("{what} of the {}", kind.name.to_lowercase());
        compare(kind.program == other.program, &what("the moves"));
        compare(kind.owner == other.owner, &what("the side"));
        compare(kind.zone_moves == other.zone_moves, &what("the moves in zones"));
        compare(kind.region == other.region && kind.capture_only == other.capture_only, &what("the squares"));
        compare(kind.hop_exclude == KindSet::EMPTY, &what("the hurdles"));
        compare(kind.form.map(at) == other.form, &what("the other face"));
        compare(kind.royal == other.royal, "which pieces are royal");
        compare(kind.in_hand.map(at) == other.in_hand, &what("what becomes in the hand"));
        compare(
            kind.counts_as_pawn == other.counts_as_pawn,
            &what("whether the draw for want of progress counts moves"),
        );
    }
    let piece = |piece: &Piece| if piece.is_none() { *piece } else { Piece::new(at(piece.kind()), piece.color()) };
    let start = game.start.board.iter().map(piece).eq(read.start.board.iter().copied());
    let rights = |variant: &Variant| {
        let castlings = variant.start.castlings(variant).0.into_iter().flatten();
        castlings.map(|castling| (castling.from, castling.to, castling.partner_from)).collect::<BTreeSet<_>>()
    };
    let starts = start && game.start.side == read.start.side && !game.start_by_gui && rights(game) == rights(read);
    compare(starts, "the start position");
    let hands = |color: Color, variant: &Variant, kind: PieceKind| {
        variant.start.hands[color].get(kind.index()).copied().unwrap_or(0)
    };
    let held = game
        .kinds()
        .all(|(kind, _)| Color::ALL.iter().all(|color| hands(*color, game, kind) == hands(*color, read, at(kind))));
    compare(held, "what the sides hold at the start");
    let Rules {
        royal_mode,
        leaving_check,
        facing,
        facing_rule,
        safe_path,
        initial_moves,
        giving_check,
        unmoved_test,
        aimed,
        once,
        shuffle,
        promotions,
        promotion_limits,
        castling,
        must_capture,
        effects,
        bans,
        counterstrike,
        hands,
        drops,
        gating,
        checkmate,
        stalemate,
        bare,
        extinctions,
        goals,
        checks,
        double_pass,
        scoring,
        repetition,
        move_rule,
        counting,
        insufficient,
        impasse,
    } = &game.rules;
    let other = &read.rules;
    let royals = |color: Color| {
        let pieces = game.start.board.iter().filter(|piece| !piece.is_none() && piece.color() == color);
        pieces.filter(|piece| game.kind(piece.kind()).royal).count()
    };
    let alone = Color::ALL.iter().all(|color| royals(*color) == 1);
    compare(*royal_mode == other.royal_mode || alone, "which of several royal pieces must be safe");
    compare(*leaving_check == other.leaving_check, "that royal pieces may be left attacked");
    let faces = (facing, facing_rule) == (&other.facing, &other.facing_rule);
    compare(faces, "that royal pieces may not face each other");
    compare(*safe_path == other.safe_path, "that royal pieces may pass no attacked square");
    compare(*initial_moves == other.initial_moves, "when royal pieces may make their initial moves");
    compare(*giving_check == other.giving_check, "that no move may give check");
    compare(*unmoved_test == other.unmoved_test && aimed.is_none(), "when a piece is unmoved");
    compare(once.is_empty(), "moves that are possible once in the game");
    compare(shuffle.is_none(), "that the order of the pieces is drawn");
    compare(told(game, promotions) == told(read, &other.promotions), "how pieces promote");
    compare(promotion_limits.is_empty(), "how many pieces of a kind there may be");
    compare(castling == &other.castling || rights(game).is_empty() && rights(read).is_empty(), "how kings castle");
    compare(*must_capture == other.must_capture, "that captures are mandatory");
    compare(effects.is_empty(), "what moves do besides");
    compare(bans.is_empty() && counterstrike.is_none(), "forbidden captures");
    compare(hands == &other.hands, "where hands come from");
    compare(drops.enabled == other.drops.enabled, "drops");
    compare(*gating == other.gating, "that pieces in hand enter where others leave");
    compare(*checkmate == other.checkmate, "what checkmate means");
    compare(*stalemate == other.stalemate, "what stalemate means");
    compare(bare.is_none(), "what being left with few pieces means");
    compare(extinctions.is_empty(), "what the loss of pieces means");
    compare(goals.is_empty(), "what reaching squares means");
    compare(checks.is_none(), "that checks are counted");
    compare(*double_pass == other.double_pass, "that passes end the game");
    compare(scoring.is_none(), "the points that decide");
    compare(repetition == &other.repetition, "what repeated positions mean");
    compare(move_rule == &other.move_rule, "what a long time without progress means");
    compare(*counting == other.counting, "in how many moves a bare king must be mated");
    compare(*insufficient == other.insufficient, "when too little material is left");
    compare(*impasse == other.impasse, "declarations in the enemy camp");
    found.dedup();
    found
}

/// All promotions, square by square.
fn told(variant: &Variant, promotions: &[Promotion]) -> BTreeSet<(String, usize, Square, String)> {
    let mut told = BTreeSet::new();
    let id = |kind: PieceKind| variant.kind(kind).id.clone();
    for promotion in promotions {
        let to: Vec<String> = match &promotion.to {
            PromotionTo::Kinds(kinds) => kinds.iter().map(|kind| id(*kind)).collect(),
            PromotionTo::Form => vec!["its other face".to_owned()],
            PromotionTo::Stock => vec!["what is in hand".to_owned()],
        };
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

/// For each kind of a game the one of the same ID in the other; `None` if one is missing.
fn kinds_of(game: &Variant, other: &Variant) -> Option<Vec<PieceKind>> {
    let same = |id: &str| other.kinds().find(|(_, kind)| kind.id == id).map(|(kind, _)| kind);
    game.kinds().map(|(_, kind)| same(&kind.id)).collect()
}
