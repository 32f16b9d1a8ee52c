//! With whom, how far and how often pieces castle, which no key says.

use super::Checker;
use super::complaints::entry;
use crate::board::{Color, Piece, Square};
use crate::text::{Report, enumerate};
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{CastlingRule, Kind, Setup, Variant};
use crate::xbetza::{Action, Term, When};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Notes castlings that are hardly meant.
    pub(super) fn odd_castlings(&mut self, file: &VariantFile, variant: &Variant) {
        self.odd_partners(file, variant);
        if matches!(variant.rules.castling, CastlingRule::Betza(_)) && !self.complaints.any_error() {
            self.odd_distances(file, variant);
            self.castlings_for_ever(file, variant);
        }
    }

    /// Notes castlings that an included file gave to kings on a board of another width, where they go as far as on that one.
    fn odd_distances(&mut self, file: &VariantFile, variant: &Variant) {
        let castlings = variant.start.castlings(variant);
        for (id, table) in file.pieces.iter().flat_map(Spanned::get_ref) {
            let Some(text) = table.get_ref().r#move.as_ref() else { continue };
            let kind = variant.kind_by_id(&id.get_ref().to_ascii_uppercase());
            // As far as in chess from the middle to the side of a rook in the corner.
            let usual = (variant.board.files() / 2).saturating_sub(2);
            let odd = |term: &Term| matches!(&term.action, Action::Castle(castle) if castle.distance != usual);
            let castles = castlings.0.iter().flatten().any(|castling| Some(castling.piece.kind()) == kind)
                && kind.is_some_and(|kind| variant.kind(kind).terms().any(odd));
            if castles && self.is_for_other_files(&text.span()) {
                let report = Report::note(format!("`{}` castles as it did on a board with another number of files", id.get_ref()))
                    .help(format!(
                        "the number behind `O` is how far it goes: give `move` anew in `[pieces.{}]`, or repeat it if that is meant",
                        id.get_ref()
                    ));
                self.complaints.add(&text.span(), report);
            }
        }
    }

    /// Notes castlings of pieces that may have moved before.
    fn castlings_for_ever(&mut self, file: &VariantFile, variant: &Variant) {
        for (id, table) in file.pieces.iter().flat_map(Spanned::get_ref) {
            let Some(kind) = variant.kind_by_id(&id.get_ref().to_ascii_uppercase()) else { continue };
            let Some(text) = table.get_ref().r#move.as_ref().filter(|text| self.complaints.is_own(&text.span())) else {
                continue;
            };
            let colors = Color::ALL.into_iter().filter(|color| variant.kind(kind).notation[*color] == *text.get_ref());
            let mut terms = colors.flat_map(|color| &variant.kind(kind).program[color].terms);
            let free = |term: &&Term| matches!(term.action, Action::Castle(_)) && term.when == When::Always;
            let Some(term) = terms.find(free) else { continue };
            let written = text.get_ref().get(term.span.clone()).unwrap_or_default();
            let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
            let report =
                Report::note(format!("`{}` may castle after it has moved, too, from wherever it stands", id.get_ref()))
                    .help(format!("castling of pieces that have never moved is `i{written}`"));
            self.complaints.add(&place, report);
        }
    }

    /// Notes partners of castling that are like no rook: they only happen to stand where it is looked for.
    fn odd_partners(&mut self, file: &VariantFile, variant: &Variant) {
        let bound = matches!(variant.rules.castling, CastlingRule::Betza(_)) && variant.rules.shuffle.is_none();
        let fen = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        let Some(fen) = fen.filter(|fen| bound && self.complaints.is_own(fen) && !self.complaints.any_error()) else {
            return;
        };
        let castlings = variant.start.castlings(variant);
        let at = |sq: Square| variant.start.board.get(sq.index()).filter(|piece| !piece.is_none());
        let rank = |sq: Square| variant.board.rank(sq);
        let runs = |piece: &Piece| runs_along_ranks(variant.kind(piece.kind()));
        // Where a side has no rook there, anything may be meant.
        let has_rook = |castler: Piece, from: Square| {
            let there = variant.board.all().filter(|sq| rank(*sq) == rank(from)).filter_map(at);
            there.filter(|piece| piece.color() == castler.color()).any(|piece| is_rook(variant.kind(piece.kind())))
        };
        let pairs = castlings.0.iter().flatten().filter_map(|castling| {
            let (castler, sq) = (castling.piece, castling.partner_from);
            let partner = *at(sq).filter(|partner| !runs(partner) && has_rook(castler, castling.from))?;
            Some((castler, partner, sq))
        });
        let odd: Vec<(Piece, Piece, Square)> = pairs.collect();
        let kinds: BTreeSet<_> = odd.iter().map(|(piece, partner, _)| (piece.kind(), partner.kind())).collect();
        for (castler, partner) in kinds {
            let here = |(piece, other, _): &&(Piece, Piece, Square)| (piece.kind(), other.kind()) == (castler, partner);
            let mut squares: Vec<Square> = odd.iter().filter(here).map(|(_, _, sq)| *sq).collect();
            squares.sort_unstable();
            squares.dedup();
            let names: Vec<String> = squares.into_iter().map(|sq| variant.board.name(sq)).collect();
            let [castler, partner] = [castler, partner].map(|kind| &variant.kind(kind).id);
            let report = Report::note(format!(
                "`{castler}` castles with `{partner}`, which stands on {}",
                enumerate(&names, "and")
            ))
            .help("its partner is whatever stands at the end of its rank: put a rook there, or leave the atom `O` out");
            self.complaints.add(&fen, report);
        }
    }
}

/// Whether some castling of a position is with a piece that is like a rook.
pub(super) fn castles_with_rooks(variant: &Variant, setup: &Setup) -> bool {
    let castlings = setup.castlings(variant);
    let mut partners = castlings.0.iter().flatten().map(|castling| castling.partner_from);
    partners.any(|sq| {
        setup
            .board
            .get(sq.index())
            .is_some_and(|piece| !piece.is_none() && runs_along_ranks(variant.kind(piece.kind())))
    })
}

/// Whether pieces of a kind have a move of several squares along a rank, or one of which that is not known.
fn runs_along_ranks(kind: &Kind) -> bool {
    let runs = |term: &Term| match &term.action {
        Action::Walk(legs) => {
            legs.len() > 1
                || legs.iter().any(|leg| {
                    let several = leg.range.is_none_or(|range| range > 1);
                    leg.opening().iter().any(|ray| {
                        ray.step.forward == 0 && (several && ray.step.right != 0 || ray.step.right.abs() > 1)
                    })
                })
        }
        Action::Bend(_) | Action::Anywhere(_) => true,
        Action::Castle(_) | Action::Pass => false,
    };
    kind.terms().any(runs)
}

/// Whether pieces of a kind go along ranks and files and not otherwise.
fn is_rook(kind: &Kind) -> bool {
    let straight = |term: &Term| {
        term.single_leg()
            .is_some_and(|leg| leg.opening().iter().all(|ray| ray.step.right == 0 || ray.step.forward == 0))
    };
    runs_along_ranks(kind) && kind.terms().all(straight)
}
