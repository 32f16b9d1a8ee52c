//! The start position.

use super::Checker;
use crate::board::{Color, PieceKind, Square};
use crate::text::{Report, Span};
use crate::variant::file::{Named, PieceTable, Spanned, VariantFile};
use crate::variant::{FenError, FenErrorKind, PromotionTo, Setup, Variant};

impl Checker<'_> {
    /// Reads the start position into the variant.
    pub(super) fn start(&mut self, file: &VariantFile, mut variant: Variant) -> Option<Variant> {
        let table = file.start.as_ref();
        let span = table.map_or(0..0, Spanned::span);
        let Some(fen) = table.and_then(|table| table.get_ref().fen.as_ref()) else {
            let help =
                "give the position as a FEN, as `fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"`";
            let path = if table.is_some() { "start.fen" } else { "start" };
            self.complaints.missing(&span, path, help);
            return None;
        };
        // Without a board, or without pieces, every letter would be wrong.
        self.board?;
        let span = fen.span();
        match Setup::parse_start(&variant, fen.get_ref()) {
            Ok(setup) => variant.start = setup,
            Err(error) => {
                let place = self.complaints.inside(&span, fen.get_ref(), &error.span());
                if !self.reported_before(&error) {
                    let mut report = Report::error(format!("start position: {error}"));
                    report.help.extend(advice(&variant, &error));
                    self.complaints.add(&place, report);
                }
                return None;
            }
        }
        self.royals_present(&span, &variant);
        self.regions_kept(&span, &variant);
        self.all_kinds_used(&file.pieces, &variant);
        Some(variant)
    }

    fn royals_present(&mut self, span: &Span, variant: &Variant) {
        let royals: Vec<&str> = variant.kinds.iter().filter(|kind| kind.royal).map(|kind| kind.id.as_str()).collect();
        if royals.is_empty() {
            return;
        }
        for color in Color::ALL {
            let has = |piece: &crate::board::Piece| {
                !piece.is_none() && piece.color() == color && variant.kind(piece.kind()).royal
            };
            if !variant.start.board.iter().any(has) {
                let report = Report::error(format!("{} has no royal piece in the start position", color.name()))
                    .help(format!("royal pieces of this game: {}", royals.join(", ")));
                self.complaints.add(span, report);
            }
        }
    }

    /// Whether the piece that is unknown is there, but wrong.
    fn reported_before(&self, error: &FenError) -> bool {
        match error.kind() {
            FenErrorKind::UnknownPiece { piece } => self.complaints.knows_wrong_piece(&piece.to_ascii_uppercase()),
            _ => false,
        }
    }

    fn regions_kept(&mut self, span: &Span, variant: &Variant) {
        for (number, kind) in variant.kinds() {
            let outside = |sq: &Square| {
                let piece = variant.start.board.get(sq.index()).filter(|piece| !piece.is_none());
                piece.is_some_and(|piece| piece.kind() == number && !kind.region[piece.color()].has(*sq))
            };
            let squares: Vec<String> = variant.board.all().filter(outside).map(|sq| variant.board.name(sq)).collect();
            if !squares.is_empty() {
                let message = format!("`{}` stands outside of its region on {}", kind.id, squares.join(", "));
                self.complaints.error(span, message);
            }
        }
    }

    /// Warns of kinds that never enter the game.
    fn all_kinds_used(&mut self, pieces: &Named<PieceTable>, variant: &Variant) {
        let mut used = vec![false; variant.kinds.len()];
        let mut mark = |kind: PieceKind| used[kind.index()] = true;
        variant.start.board.iter().filter(|piece| !piece.is_none()).for_each(|piece| mark(piece.kind()));
        for color in Color::ALL {
            let held = variant.start.hands[color].iter().enumerate().filter(|(_, count)| **count > 0);
            held.for_each(|(number, _)| mark(PieceKind(number as u8)));
        }
        for promotion in &variant.rules.promotions {
            match &promotion.to {
                PromotionTo::Kinds(kinds) => kinds.iter().for_each(|kind| mark(*kind)),
                PromotionTo::Form => {
                    let faces = variant.kinds().filter(|(number, _)| promotion.kinds.has(*number));
                    faces.filter_map(|(_, kind)| kind.form).for_each(&mut mark);
                }
                PromotionTo::Stock => {}
            }
        }
        // A man that only promotion makes may be dropped under its plain name.
        let open = variant.rules.drops.enabled && !variant.rules.hands.any();
        let moves_like =
            |id: &str| variant.kinds().any(|(number, kind)| used[number.index()] && kind.id == format!("{id}~"));
        for (number, kind) in variant.kinds().filter(|_| !open) {
            if !used[number.index()] && !moves_like(&kind.id) {
                let report = Report::warning(format!("`{}` never enters the game", kind.id))
                    .help("put it on the board, or let a piece promote to it");
                let keys = pieces.iter().flat_map(|pieces| pieces.get_ref().keys());
                let place = keys.filter(|key| *key.get_ref() == kind.id).map(Spanned::span).next().unwrap_or(0..0);
                self.complaints.add(&place, report);
            }
        }
    }
}

/// What to do about a start position that cannot be read.
fn advice(variant: &Variant, error: &FenError) -> Option<String> {
    match error.kind() {
        FenErrorKind::RowCount { .. } | FenErrorKind::RowLength { .. } => {
            let (files, ranks) = (variant.board.files(), variant.board.ranks());
            Some(format!("`[board]` has {files} files and {ranks} ranks: change that or the position"))
        }
        FenErrorKind::UnknownPiece { .. } => {
            let ids: Vec<&str> = variant.kinds.iter().map(|kind| kind.id.as_str()).collect();
            Some(format!("pieces here: {}", ids.join(", ")))
        }
        _ => None,
    }
}
