//! Doubtful castlings: their partners, distances and repetitions, which follow
//! from moves and not from a key.

use super::Checker;
use super::complaints::{described, entry};
use crate::board::{Color, Piece, PieceKind, Square};
use crate::text::{Report, enumerate};
use crate::variant::castling::usual_castling;
use crate::variant::file::{Spanned, VariantFile};
use crate::variant::{CastlingRule, Kind, Setup, Variant};
use crate::xbetza::{Action, Program, Term, When};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Notes castlings that are probably not intended.
    pub(super) fn odd_castlings(&mut self, file: &VariantFile, variant: &Variant) {
        self.odd_partners(file, variant);
        match variant.rules.castling {
            CastlingRule::None => self.castlings_off(file, variant),
            CastlingRule::Betza(_) => {
                self.odd_distances(file, variant);
                self.castlings_for_ever(file, variant);
                self.castlings_lost(file, variant);
            }
            CastlingRule::Fischer(_) => {}
        }
    }

    /// Warns of castlings that this file gives to pieces of a game without castling.
    fn castlings_off(&mut self, file: &VariantFile, variant: &Variant) {
        let style = entry(file.castling.as_ref(), |castling| &castling.style);
        let Some(style) = style.and_then(|style| self.complaints.place(&style.span())) else { return };
        for (id, text, kind) in self.all_moves_here(file, variant) {
            let mut castlings = terms_of(variant.kind(kind), text.get_ref()).filter(|term| term.castles());
            let Some(term) = castlings.next() else { continue };
            let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
            let report = Report::warning(format!("`{id}` never castles: this game has no castling")).help(format!(
                "`style = \"none\"` ({}) forbids it: write `style = \"betza\"` in `[castling]`, or leave out the atom `O`",
                style.name()
            ));
            self.complaints.add(&place, report);
        }
    }

    /// Notes royal pieces whose moves this file gives without castling, while the included file's position gives
    /// castling rights.
    fn castlings_lost(&mut self, file: &VariantFile, variant: &Variant) {
        let fen = entry(file.start.as_ref(), |start| &start.fen).filter(|fen| !self.complaints.is_own(&fen.span()));
        let rights = fen.and_then(|fen| rights_field(fen.get_ref())).is_some_and(|field| field != "-");
        if !rights || variant.kinds().any(|(_, kind)| kind.castles()) {
            return;
        }
        // An atom `O` without a number, which is not castling, is reported elsewhere.
        let royal = |(_, text, kind): &(_, &Spanned<String>, PieceKind)| {
            variant.kind(*kind).royal && !text.get_ref().contains('O')
        };
        if let Some((id, text, _)) = self.moves_here(file, variant).into_iter().find(royal) {
            let others = if text.get_ref() == "none" { "" } else { text.get_ref() };
            let report = Report::note(format!("`{id}` does not castle, unlike in the included file")).help(format!(
                "add that to its move: `{others}isO{}`, or write `style = \"none\"` in `[castling]` if nobody is to castle",
                usual_castling(variant.board.files())
            ));
            self.complaints.add(&text.span(), report);
        }
    }

    /// The pieces whose moves this file itself gives, with these moves.
    pub(super) fn moves_here<'f>(
        &self,
        file: &'f VariantFile,
        variant: &Variant,
    ) -> Vec<(&'f str, &'f Spanned<String>, PieceKind)> {
        let moves = described(file, variant).flat_map(|(id, kind, table)| {
            let texts = [&table.r#move, &table.black_move].into_iter().flatten();
            texts.map(move |text| (id.get_ref().as_str(), text, kind))
        });
        moves.filter(|(_, text, _)| self.complaints.is_own(&text.span())).collect()
    }

    /// The same, followed by those moves that the pieces have in zones.
    pub(super) fn all_moves_here<'f>(
        &self,
        file: &'f VariantFile,
        variant: &Variant,
    ) -> Vec<(&'f str, &'f Spanned<String>, PieceKind)> {
        let mut moves = self.moves_here(file, variant);
        for (id, kind, table) in described(file, variant) {
            let tables = table.zone_move.iter().flat_map(|list| &list.get_ref().0);
            let texts = tables.flat_map(|table| [&table.get_ref().r#move, &table.get_ref().black_move]).flatten();
            let here = texts.filter(|text| self.complaints.is_own(&text.span()));
            moves.extend(here.map(|text| (id.get_ref().as_str(), text, kind)));
        }
        moves
    }

    /// Notes castlings that an included file gave to kings on a board of another width, and that are as wide as there.
    fn odd_distances(&mut self, file: &VariantFile, variant: &Variant) {
        let castlings = variant.start.castlings(variant);
        for (id, kind, table) in described(file, variant) {
            let Some(text) = &table.r#move else { continue };
            let usual = usual_castling(variant.board.files());
            let odd = |term: &Term| matches!(&term.action, Action::Castle(castle) if castle.distance != usual);
            let castles = castlings.0.iter().flatten().any(|castling| castling.piece.kind() == kind)
                && terms_of(variant.kind(kind), text.get_ref()).any(odd);
            if castles && self.is_for_other_files(&text.span()) {
                let report = Report::note(format!("`{}` castles as on a board with another number of files", id.get_ref()))
                    .help(format!(
                        "the number after `O` is how far it goes: write another `move` in `[pieces.{}]`, or repeat it if this is intended",
                        id.get_ref()
                    ));
                self.complaints.add(&text.span(), report);
            }
        }
    }

    /// Notes castlings of pieces that may have moved before.
    fn castlings_for_ever(&mut self, file: &VariantFile, variant: &Variant) {
        for (id, text, kind) in self.moves_here(file, variant) {
            let mut terms = terms_of(variant.kind(kind), text.get_ref());
            let free = |term: &&Term| term.castles() && term.when == When::Always;
            let Some(term) = terms.find(free) else { continue };
            let written = text.get_ref().get(term.span.clone()).unwrap_or_default();
            let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
            let report = Report::note(format!("`{id}` may castle even after it has moved, from wherever it stands"))
                .help(format!("to castle only with unmoved pieces, write `i{written}`"));
            self.complaints.add(&place, report);
        }
    }

    /// Notes partners of castling that do not resemble a rook: they are only by chance where a partner is looked for.
    fn odd_partners(&mut self, file: &VariantFile, variant: &Variant) {
        let castles = variant.rules.castling != CastlingRule::None && variant.rules.shuffle.is_none();
        let fen = entry(file.start.as_ref(), |start| &start.fen).map(Spanned::span);
        let Some(fen) = fen.filter(|fen| castles && self.complaints.is_own(fen)) else { return };
        let castlings = variant.start.castlings(variant);
        let at = |sq: Square| variant.start.at(sq);
        let rank = |sq: Square| variant.board.rank(sq);
        let runs = |piece: &Piece| runs_along_ranks(variant.kind(piece.kind()));
        // If a side has no rook there, anything may be intended.
        let has_rook = |castler: Piece, from: Square| {
            let there = variant.board.all().filter(|sq| rank(*sq) == rank(from)).filter_map(at);
            there.filter(|piece| piece.color() == castler.color()).any(|piece| is_rook(variant.kind(piece.kind())))
        };
        let pairs = castlings.0.iter().flatten().filter_map(|castling| {
            let (castler, sq) = (castling.piece, castling.partner_from);
            let partner = at(sq).filter(|partner| !runs(partner) && has_rook(castler, castling.from))?;
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
            let [castler, partner] = [castler, partner].map(|kind| variant.kind(kind).written_id());
            let report = Report::note(format!(
                "`{castler}` castles with `{partner}`, which stands on {}",
                enumerate(&names, "and")
            ))
            .help("its partner is whatever stands at the end of its rank: put a rook there, or leave out the atom `O`");
            self.complaints.add(&fen, report);
        }
    }
}

/// A side's programs that come from one of the texts of a kind's moves.
pub(super) fn programs_of<'k>(kind: &'k Kind, text: &str, color: Color) -> impl Iterator<Item = &'k Program> + use<'k> {
    let everywhere = std::iter::once((&kind.notation, &kind.program));
    let moves = everywhere.chain(kind.zone_moves.iter().map(|extra| (&extra.notation, &extra.program)));
    let written = moves.filter(|(notation, _)| notation[color] == *text).map(|(_, program)| &program[color]);
    written.collect::<Vec<_>>().into_iter()
}

/// The terms of a kind that come from one of the texts of its moves.
pub(super) fn terms_of<'k>(kind: &'k Kind, text: &str) -> impl Iterator<Item = &'k Term> + use<'k> {
    let programs: Vec<_> = Color::ALL.into_iter().flat_map(|color| programs_of(kind, text, color)).collect();
    programs.into_iter().flat_map(|program| &program.terms)
}

/// The castling field of a FEN, if it has one.
pub(super) fn rights_field(fen: &str) -> Option<&str> {
    let mut words = fen.split_ascii_whitespace().filter(|word| !word.starts_with('['));
    words.nth(2).filter(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-'))
}

/// Whether some castling of a position has a partner like a rook.
pub(super) fn castles_with_rooks(variant: &Variant, setup: &Setup) -> bool {
    let castlings = setup.castlings(variant);
    let mut partners = castlings.0.iter().flatten().map(|castling| castling.partner_from);
    partners.any(|sq| setup.at(sq).is_some_and(|piece| runs_along_ranks(variant.kind(piece.kind()))))
}

/// Whether pieces of a kind have a move of several squares along a rank, or may have one.
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

/// Whether pieces of a kind move along ranks and files only.
fn is_rook(kind: &Kind) -> bool {
    let straight = |term: &Term| {
        term.single_leg()
            .is_some_and(|leg| leg.opening().iter().all(|ray| ray.step.right == 0 || ray.step.forward == 0))
    };
    runs_along_ranks(kind) && kind.terms().all(straight)
}
