//! A game → the lines of an Interactive Diagram.
//!
//! Everything that the format can express is written, and then read back like any diagram. What differs between the
//! two games is what the format cannot express.

use super::convert::convert;
use super::differences::{differences, never_said};
use super::moves;
use super::page;
use crate::board::{Color, Piece, PieceKind, Square};
use crate::import::write::File;
use crate::text::{Place, Report, Source};
use crate::variant::{KindSet, Mandatory, Promotion, PromotionTo, Trial, Variant, find, load_tried};
use crate::xbetza::parse;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// A diagram, and the properties of the game that it cannot express.
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
    let mut unsaid = unread(reports);
    let read = file.and_then(|file| match load_file(&file, trial) {
        Ok(read) => Some(read),
        Err(faults) => {
            unsaid.extend(faults);
            None
        }
    });
    match (read, plain(trial)) {
        (Some(read), _) => unsaid.extend(differences(variant, &read)),
        (None, Some(plain)) => unsaid.extend(never_said(variant, &plain)),
        (None, None) => {}
    }
    Exported { text, unsaid }
}

/// A game read back from a diagram, or its faults.
fn load_file(file: &File, trial: &Trial<'_>) -> Result<Variant, Vec<String>> {
    let source = Source::new("diagram", file.text(&[]));
    let (read, faults) = load_tried(&source, &|asking, name| find(asking, name), trial);
    read.ok_or_else(|| faults.into_iter().filter(Report::is_error).map(|fault| fault.message).collect())
}

/// A diagram that uses only the defaults of the format.
fn plain(trial: &Trial<'_>) -> Option<Variant> {
    const LINES: &str = "files=5\nranks=5\nmaxPromote=0\nroyal=K\nRook:R:R::a1\nKing:K:K::e1\n";
    let source = Source::new("diagram", LINES);
    let (file, _) = convert(page::read(&source).diagrams.first()?, "plain", "Plain", &source);
    load_file(&file?, trial).ok()
}

/// The faults, each with the line of the diagram in which a reader finds it.
fn unread(reports: Vec<Report>) -> Vec<String> {
    let faults: Vec<Report> = reports.into_iter().filter(Report::is_error).collect();
    let lines = faults.iter().filter_map(line_of);
    let lost: Vec<&str> = lines.filter_map(|(line, _)| line.split(':').nth(1)).collect();
    // Lines that refer to a piece whose own line is unreadable are not at fault.
    let names_lost = |line: &str, at: usize| !line.contains(':') && lost.iter().any(|id| line[at..].starts_with(id));
    let told = faults.iter().filter(|fault| !line_of(fault).is_some_and(|(line, at)| names_lost(line, at)));
    let with_line = |fault: &Report| match line_of(fault) {
        Some((line, _)) => format!("the line `{line}`: {}", fault.message),
        None => fault.message.clone(),
    };
    told.map(with_line).collect()
}

/// The line of a fault, and the offset in it.
fn line_of(fault: &Report) -> Option<(&str, usize)> {
    let Some(Place::Text(source, span)) = &fault.place else { return None };
    let start = source.text.get(..span.start)?.rfind('\n').map_or(0, |end| end + 1);
    Some((source.text.get(start..)?.lines().next()?, span.start - start))
}

/// The kinds in the order of a diagram: those that promote come first, the rest in the order of the game.
fn order(variant: &Variant) -> Vec<PieceKind> {
    let promotes = |kind: PieceKind| variant.rules.promotions.iter().any(|promotion| promotion.kinds.has(kind));
    // Forms that only remember a piece's original kind are not pieces of a diagram.
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
        if royals.is_empty() {
            // Otherwise the last piece would be royal.
            lines.push("royal=0".to_owned());
        }
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

    /// Whether Black's start, and the holes, are White's mirrored or rotated.
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

    /// Whether castling has a `j`: not if the edge square is empty, since then the partner is the outermost piece.
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

    /// The parameters of the promotions, if all of them are alike.
    fn promotions(&self) -> Vec<String> {
        let rules = &self.variant.rules;
        let Some(first) = rules.promotions.first() else { return vec!["maxPromote=0".to_owned()] };
        // What a piece was before it promoted is no part of a diagram.
        let face = |kind: PieceKind| self.variant.face(kind);
        let kinds: KindSet = rules.promotions.iter().flat_map(|promotion| promotion.kinds.iter()).map(face).collect();
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
            let chosen = |promotion: &Promotion| match &promotion.to {
                PromotionTo::Kinds(to) => to.iter().copied().map(face).collect(),
                PromotionTo::Form | PromotionTo::Stock => Vec::new(),
            };
            let told = rules.promotions.iter().flat_map(chosen).filter(|kind| !kinds.has(*kind));
            for kind in told.collect::<IndexSet<_>>() {
                let becomes = |promotion: &&Promotion| chosen(promotion).contains(&kind);
                let ways: Vec<&Promotion> = rules.promotions.iter().filter(becomes).collect();
                let ranks = (1..=zone).rev().find(|back| ways.iter().any(|promotion| reach(*back, promotion)));
                if let Some(ranks) = ranks {
                    choice += &self.variant.kind(kind).id;
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
