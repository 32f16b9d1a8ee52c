//! The relation between the arrays of the two sides, and its consequences for sets of squares and castlings.

use super::Checker;
use super::complaints::{described, entry, list};
use super::pieces::is_small;
use super::start::pieces;
use crate::board::{Area, Color, Geometry, Piece, PieceKind, Square};
use crate::text::{Report, Span, enumerate};
use crate::variant::castling::Castlings;
use crate::variant::file::{Sided, Spanned, VariantFile};
use crate::variant::{CastlingRule, Kind, Variant};
use crate::xbetza::Term;
use std::collections::BTreeSet;

/// The maximum number of pairs of squares whose difference counts as a mistake in arrays that otherwise mirror each
/// other.
const SLIPS: usize = 2;

/// The minimum number of pieces in arrays for that.
const ARRAY: usize = 12;

/// Maps a square of one side's array to the corresponding one of the other's.
type Image = fn(Geometry, Square) -> Square;

/// A square and its image.
type Pair = [Square; 2];

impl Checker<'_> {
    /// Reports oddities in how the two sides begin.
    pub(super) fn arrays(&mut self, file: &VariantFile, variant: &Variant) {
        let [mirrored, turned] = [Geometry::flipped as Image, Geometry::turned].map(|image| unlike(variant, image));
        let fen = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        if let Some(fen) = fen.filter(|fen| self.complaints.is_own(fen)) {
            if is_upside_down(variant) {
                let report = Report::note("White's pieces are at the top of the board, and Black's at the bottom")
                    .help(
                        "a FEN begins with the last rank, where Black's pieces usually stand, which have small letters",
                    );
                self.complaints.add(&fen, report);
            } else {
                self.nearly_alike(&fen, variant, &mirrored, &turned);
                self.rows_apart(&fen, variant, &mirrored);
            }
        }
        if turned.is_empty() && !mirrored.is_empty() {
            self.mirrored_only(file);
        } else if mirrored.is_empty() && !turned.is_empty() {
            self.turned_castlings(file, variant);
        }
        self.hills_apart(file, variant);
    }

    /// Notes one or two squares on which the arrays are not each other's image, while all others are.
    fn nearly_alike(&mut self, fen: &Span, variant: &Variant, mirrored: &[Pair], turned: &[Pair]) {
        let board = &variant.start.board;
        let there = || board.iter().filter(|piece| !piece.is_none());
        // Pieces of one side alone have no image.
        let armies = there().any(|piece| variant.kind(piece.kind()).owner.is_some());
        let (pairs, how) = match turned.len() < mirrored.len() {
            true => (turned, "are each other's image turned by 180 degrees"),
            false => (mirrored, "mirror each other"),
        };
        if armies || there().count() < ARRAY || !(1..=SLIPS).contains(&pairs.len()) {
            return;
        }
        let mut squares: Vec<Square> = pairs.iter().flatten().copied().collect();
        squares.dedup();
        let names: Vec<String> = squares.into_iter().map(|sq| variant.board.name(sq)).collect();
        let report = Report::note(format!("the arrays of both sides {how} except on {}", enumerate(&names, "and")))
            .help("make them equal there unless this is intended");
        self.complaints.add(fen, report);
    }

    /// Notes rows of one kind that stand farther ahead on one side than on the other, if everything else is alike.
    fn rows_apart(&mut self, fen: &Span, variant: &Variant, mirrored: &[Pair]) {
        let mut odd = mirrored.iter().flatten().filter_map(|sq| variant.start.at(*sq)).map(Piece::kind);
        let Some(kind) = odd.next().filter(|kind| odd.all(|other| other == *kind)) else { return };
        let row = |color: Color| {
            let piece = Some(Piece::new(kind, color));
            let own: Vec<Square> = variant.board.all().filter(|sq| variant.start.at(*sq) == piece).collect();
            let files: Vec<u8> = own.iter().map(|sq| variant.board.file(*sq)).collect();
            let rank = own.first().map(|sq| variant.board.rank_of(color, *sq))?;
            own.iter().all(|sq| variant.board.rank_of(color, *sq) == rank).then_some((rank, files))
        };
        let (Some((white, files)), Some((black, others))) = (row(Color::White), row(Color::Black)) else { return };
        if white == black || files.len() <= SLIPS || files != others {
            return;
        }
        let id = &variant.kind(kind).id;
        let report = Report::note(format!(
            "White's `{id}` begin on rank {}, and Black's on rank {} as Black counts, though all other pieces correspond",
            white + 1,
            black + 1
        ))
        .help("a FEN begins with the last rank; an empty rank is only a number, such as `8`");
        self.complaints.add(fen, report);
    }

    /// Notes goals in the middle of the board that are written once, and therefore mean other squares for Black.
    fn hills_apart(&mut self, file: &VariantFile, variant: &Variant) {
        let board = variant.board;
        let (right, top) = (board.files() - 1, board.ranks() - 1);
        let edge = |sq: Square| [0, right].contains(&board.file(sq)) || [0, top].contains(&board.rank(sq));
        let from_zero = board.rank_base() == 0;
        // Beyond the middle a goal may be meant to be mirrored, unless it is there because ranks were counted from 1.
        let hill = |area: Area| {
            let ranks = || area.iter().map(|sq| board.rank(sq));
            let (low, high) = (ranks().min().unwrap_or_default(), ranks().max().unwrap_or_default());
            let near = low <= top.div_ceil(2) && high >= top / 2;
            let across = low <= top / 2 && high >= top.div_ceil(2);
            (across || near && from_zero) && !area.iter().any(edge)
        };
        let tables = list(file.end.as_ref(), |end| &end.goal);
        for (goal, table) in variant.rules.ends.goals.iter().zip(tables) {
            let set = table.get_ref().squares.as_ref().filter(|set| self.complaints.is_own(&set.span()));
            let Some(set) = set.filter(|set| matches!(set.get_ref(), Sided::Both(_))) else { continue };
            let [white, black] = goal.squares.0;
            if white == black || white.is_empty() || black.is_empty() || !hill(white) {
                continue;
            }
            let name = |file: u8, rank: u8| board.square(file.into(), rank.into()).map(|sq| board.name(sq));
            let corners =
                [name(right / 2, top / 2), name(right.div_ceil(2), top.div_ceil(2))].map(Option::unwrap_or_default);
            let base = if from_zero { ", whose ranks are numbered from 0," } else { "" };
            let [first, last] = &corners;
            let report = Report::note(format!(
                "this is {} for White, and {} for Black: squares written once are mirrored for Black",
                squares(board, white),
                squares(board, black)
            ))
            .help(format!("the middle of this board{base} is `{first}-{last}`"))
            .help("for the same squares on both sides, write `{ white = \"...\", black = \"...\" }`");
            self.complaints.add(&set.span(), report);
        }
    }

    /// Notes castlings that are rotated for Black, in a game whose array is mirrored.
    fn turned_castlings(&mut self, file: &VariantFile, variant: &Variant) {
        if !matches!(variant.rules.castling, CastlingRule::Betza(_)) || variant.rules.shuffle.is_some() {
            return;
        }
        let board = variant.board;
        let castlings = Castlings::new(variant, &variant.start.board);
        let ways = |kind: PieceKind, color: Color| {
            let of_kind = castlings.standing(&variant.start.board, color).into_iter();
            let of_kind = of_kind.filter(|castling| castling.piece.kind() == kind);
            of_kind.map(|castling| [castling.from, castling.to]).collect::<BTreeSet<_>>()
        };
        let fen = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        for (id, kind, table) in described(file, variant) {
            let Some(text) = table.r#move.as_ref().filter(|_| table.black_move.is_none() && !is_small(id.get_ref()))
            else {
                continue;
            };
            // Castling of a zone is turned by the moves of that zone.
            if !variant.kind(kind).program[Color::White].terms.iter().any(Term::castles) {
                continue;
            }
            let mended = with_castlings_mirrored(text.get_ref(), variant.kind(kind));
            // Castlings to both sides differ for another reason, such as a missing square.
            if mended == *text.get_ref() {
                continue;
            }
            let [white, black] = Color::ALL.map(|color| ways(kind, color));
            let mirrored: BTreeSet<_> = white.iter().map(|way| way.map(|sq| board.flipped(sq))).collect();
            let place =
                [Some(text.span()), fen.clone()].into_iter().flatten().find(|span| self.complaints.is_own(span));
            let Some(place) = place.filter(|_| mirrored != black) else { continue };
            let told = |ways: &BTreeSet<[Square; 2]>| match ways.is_empty() {
                true => "nowhere".to_owned(),
                false => {
                    let ways =
                        ways.iter().map(|[from, to]| format!("{}\u{2013}{}", board.name(*from), board.name(*to)));
                    enumerate(&ways.collect::<Vec<_>>(), "and")
                }
            };
            let report = Report::note(format!(
                "White's `{0}` castles {1}, and Black's {2}: moves are turned for Black, and the arrays mirror each other",
                id.get_ref(),
                told(&white),
                told(&black)
            ))
            .help(format!(
                "to mirror the castlings, too, write `black_move = \"{mended}\"` in `[pieces.{}]`",
                id.get_ref()
            ));
            self.complaints.add(&place, report);
        }
    }

    /// Notes sets that are mirrored for Black, in a game whose array is rotated.
    fn mirrored_only(&mut self, file: &VariantFile) {
        let sets = std::mem::take(&mut self.mirrored_sets);
        let pieces = file.pieces.iter().flat_map(|pieces| pieces.get_ref().values());
        let mut zone_moves = pieces.flat_map(|piece| &piece.get_ref().zone_move).flat_map(|list| &list.get_ref().0);
        // An author who gives Black's pieces other moves from zones knows that these are mirrored.
        if zone_moves.any(|table| table.get_ref().black_move.is_some()) {
            return;
        }
        for set in &sets {
            let each = "`{ white = \"...\", black = \"...\" }`";
            let help = match set.is_key {
                true => format!("to turn the squares, too, use the name of a zone that `[zones]` gives as {each}"),
                false => format!("to turn the squares, too, write {each}"),
            };
            let report =
                Report::note("Black's squares mirror these on the same files, but the array is turned by 180 degrees");
            self.complaints.add(&set.span, report.help(help));
        }
    }
}

/// The names of some squares.
fn squares(board: Geometry, area: Area) -> String {
    enumerate(&area.iter().map(|sq| board.name(sq)).collect::<Vec<_>>(), "and")
}

/// A piece's move with the left and right of its castlings exchanged.
fn with_castlings_mirrored(text: &str, kind: &Kind) -> String {
    let castles = kind.program[Color::White].terms.iter().filter(|term| term.castles());
    let spans: Vec<Span> = castles.map(|term| term.span.clone()).collect();
    let letters = text.char_indices().map(|(at, letter)| match letter {
        'l' if spans.iter().any(|span| span.contains(&at)) => 'r',
        'r' if spans.iter().any(|span| span.contains(&at)) => 'l',
        other => other,
    });
    letters.collect()
}

/// The pairs of squares on which one side's start is not the image of the other's.
fn unlike(variant: &Variant, image: Image) -> Vec<Pair> {
    let differ = |[one, other]: &Pair| match (variant.start.at(*one), variant.start.at(*other)) {
        (Some(one), Some(other)) => one.kind() != other.kind() || one.color() == other.color(),
        (one, other) => one.is_some() || other.is_some(),
    };
    // Missing squares hold no pieces.
    let there = |sq: &Square| !(variant.holes | variant.start.holes).has(*sq);
    let pairs = variant.board.all().map(|sq| [sq, image(variant.board, sq)]);
    pairs.filter(|[one, other]| one <= other && there(one) && there(other)).filter(differ).collect()
}

/// Whether all of White's pieces stand above all of Black's, and some of them never go back.
fn is_upside_down(variant: &Variant) -> bool {
    let ranks = |color: Color| {
        let own = move |sq: &Square| variant.start.at(*sq).is_some_and(|piece| piece.color() == color);
        variant.board.all().filter(own).map(|sq| variant.board.rank(sq))
    };
    let above = ranks(Color::White).min() > ranks(Color::Black).max() && ranks(Color::Black).next().is_some();
    above && pieces(variant, Color::White).any(|kind| variant.kind(kind).goes_ahead(Color::White, 0))
}
