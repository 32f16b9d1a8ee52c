//! [`VariantFile`](super::file::VariantFile) → [`Variant`].
//!
//! Every complaint is collected in one run. What comes out is right: nobody
//! has to check a piece, a zone or a number again.

mod board;
mod cecp;
mod complaints;
mod hands;
mod names;
mod pieces;
mod promotion;
mod rules;
mod start;

use super::file::ReadFile;
use super::squares::Zones;
use super::{Counting, Kind, RoyalMode, Rules, Setup, Variant, Virgin};
use crate::board::{ByColor, Color, Geometry};
use crate::text::{Report, Sources};
use complaints::Complaints;

/// Most kinds of pieces that a game may have.
pub const MAX_KINDS: usize = crate::board::Piece::MAX / 2;

/// What is known so far while a file is checked.
struct Checker<'a> {
    complaints: Complaints<'a>,
    /// `None` when the file's board is wrong: then nothing that needs one is checked.
    board: Option<Geometry>,
    zones: Zones,
    kinds: Vec<Kind>,
    /// Whether somebody has complained about the number of kinds.
    too_many: bool,
}

/// Checks a file. The variant is there only if no report is an error; the
/// number with each report is the byte that it is about.
pub(super) fn validate(read: &ReadFile, sources: &Sources) -> (Option<Variant>, Vec<(usize, Report)>) {
    let file = &read.file;
    let complaints = Complaints::new(sources, &read.dropped);
    let mut checker = Checker { complaints, board: None, zones: Zones::new(), kinds: Vec::new(), too_many: false };
    let names = checker.names(file);
    checker.board = checker.geometry(file.board.as_ref());
    checker.zones(&file.zones);
    checker.pieces(&file.pieces);
    checker.royalty(file);
    let hand = checker.hand(file.hand.as_ref());
    let promotions = checker.promotions(file.promotion.as_ref(), hand);
    let rules = checker.rules(file, promotions, hand.source);
    let cecp = checker.cecp(file.cecp.as_ref(), &rules);
    // Whatever is wrong with the board has been said; any board will do to go on.
    let board = checker.board.or_else(|| Geometry::new(1, 1));
    let variant = board.map(|board| {
        let kinds = std::mem::take(&mut checker.kinds);
        let start = blank(board, kinds.len());
        Variant { name: names.name, title: names.title, aliases: names.aliases, board, kinds, start, rules, cecp }
    });
    let variant = variant.and_then(|variant| checker.start(file, variant));
    let reports = checker.complaints.into_reports();
    let wrong = reports.iter().any(|(_, report)| report.is_error());
    (variant.filter(|_| !wrong), reports)
}

/// A board without men, until the start position has been read.
fn blank(board: Geometry, kinds: usize) -> Setup {
    Setup {
        board: vec![crate::board::Piece::NONE; board.squares()],
        hands: ByColor::from_fn(|_| vec![0; kinds]),
        side: Color::White,
        unmoved: Default::default(),
        en_passant: Default::default(),
        en_passant_victim: None,
        checks: Default::default(),
        halfmove: 0,
        fullmove: 1,
    }
}

impl Checker<'_> {
    /// Checks all rules beyond the moves of the pieces.
    fn rules(
        &mut self,
        file: &super::file::VariantFile,
        promotions: Vec<super::Promotion>,
        hands: super::Hands,
    ) -> Rules {
        let drops = self.drops(file.drop.as_ref(), hands);
        Rules {
            royal_mode: RoyalMode::Each,
            may_be_left_attacked: false,
            may_not_check: false,
            virgin: Virgin::Square,
            shuffle: None,
            promotion_limits: Vec::new(),
            must_capture: false,
            effects: Vec::new(),
            bans: Vec::new(),
            counterstrike: None,
            gating: false,
            bare: None,
            extinctions: Vec::new(),
            goals: Vec::new(),
            checks: None,
            counting: Counting::None,
            facing: self.facing(file.royalty.as_ref()),
            promotions,
            castling: self.castling(file.castling.as_ref()),
            hands,
            drops,
            checkmate: rules::checkmate(file.end.as_ref()),
            stalemate: rules::stalemate(file.end.as_ref()),
            repetition: self.repetition(file.repetition.as_ref()),
            move_rule: rules::move_rule(file.move_rule.as_ref()),
            insufficient: self.insufficient(file.insufficient.as_ref()),
            impasse: rules::impasse(file.impasse.as_ref()),
        }
    }
}
