//! With whom pieces castle, which no key says.

use super::Checker;
use super::complaints::entry;
use crate::board::{Piece, Square};
use crate::text::{Report, enumerate};
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{CastlingRule, Kind, Variant};
use crate::xbetza::{Action, Term};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Notes partners of castling that are like no rook: they only happen to stand where it is looked for.
    pub(super) fn odd_partners(&mut self, file: &VariantFile, variant: &Variant) {
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
