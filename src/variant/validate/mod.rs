//! Turns a [`VariantFile`] into a [`Variant`] by checking it.
//!
//! All faults are reported in one run. The result is valid: no piece,
//! zone or number is checked again.

mod arrays;
mod board;
mod captures;
mod castling;
mod cecp;
mod complaints;
mod drop_phase;
mod effects;
mod ends;
mod expected;
mod faces;
mod foreign_hands;
mod hands;
mod influence;
mod kept_royals;
mod kinds;
mod moves;
mod names;
mod no_effect;
mod pawns;
mod pieces;
mod promotion;
mod royalty;
mod rules;
mod scoring;
mod shuffle;
mod start;
mod unfit;
mod unlisted;
mod unreached;
mod values;
mod walls;

use super::file::{ReadFile, VariantFile};
use super::squares::Zones;
use super::{Kind, KindSet, Royalty, Rules, Setup, SourceMap, Variant};
use crate::board::{Geometry, PieceKind};
use crate::text::{Report, Sources, Span};
use board::CountedRanks;
pub use cecp::{TableEntry, table_entries};
use complaints::{Complaints, entry};
use hands::Hand;
pub(super) use names::idle_alias;
pub use names::misnamed;
use promotion::Promotions;
pub(super) use unfit::unfit;

/// Maximum number of kinds of pieces in a game.
pub const MAX_KINDS: usize = crate::board::Piece::MAX / 2;

/// The state of the checks of a file.
struct Checker<'a> {
    complaints: Complaints<'a>,
    /// `None` if the file's board is faulty: then nothing that needs one is checked.
    board: Option<Geometry>,
    zones: Zones,
    /// Zones with other squares for Black because squares that are written once are mirrored.
    mirrored_zones: Vec<String>,
    /// Faulty zones, which have been reported.
    wrong_zones: Vec<String>,
    /// Zones that some set of squares names.
    used_zones: Vec<String>,
    /// Whether the missing squares of the board could not be read.
    wrong_holes: bool,
    kinds: Vec<Kind>,
    /// The names of rights that moves use up.
    once: Vec<String>,
    /// Kinds that are the other face of several kinds, and where the file says so.
    shared: Vec<(PieceKind, Span)>,
    /// Pieces whose other face is faulty, which has been reported.
    unread_forms: Vec<PieceKind>,
    /// Promoted faces by which pieces in hand may enter.
    faces_dropped: KindSet,
    /// Pieces that have another face under an influence, each with that face.
    turned: Vec<(PieceKind, PieceKind)>,
    /// Whether royals may be in hand at the start, since they must be dropped.
    royals_drop: bool,
    /// Included files that count ranks on a board of another size.
    other_ranks: &'a [Span],
    /// Included files that name squares on a board with another number of files.
    other_files: &'a [Span],
    /// Sets of squares that are written once and mirrored for Black, where rotation would give other squares.
    mirrored_sets: Vec<board::MirroredSet>,
    /// Sets that count ranks where squares count them from 0.
    counted: Vec<CountedRanks>,
    /// Whether too many kinds have been reported.
    too_many: bool,
    /// The places of the goals.
    goals: Vec<Span>,
    /// The number of moves in zones so far.
    zone_moves: usize,
}

/// Why rules about the safety of royal pieces mean nothing in a game, each if that is so.
#[derive(Clone, Copy)]
struct Safety {
    /// Why no royal need be safe.
    unguarded: Option<&'static str>,
    /// Why there is never a check.
    checkless: Option<&'static str>,
}

/// Checks a file. There is a variant only if no report is an error; each report comes with the offset of its place.
pub(super) fn validate(read: &ReadFile, sources: &Sources) -> (Option<Variant>, Vec<(usize, Report)>) {
    let file = &read.file;
    let mut checker = Checker::new(read, sources);
    let names = checker.names(file);
    checker.board = checker.geometry(file.board.as_ref());
    checker.zones(&file.zones);
    let holes = checker.holes(file.board.as_ref());
    checker.pieces(&file.pieces);
    checker.note_faces(file);
    checker.make_holes(holes);
    let (royalty, safety) = checker.royalty(file);
    let hand = checker.hand(file.hand.as_ref());
    let promotions = checker.promotions(&file.promotion, hand, royalty.mode);
    checker.hurdles(&file.pieces);
    let rules = checker.rules(file, royalty, safety, promotions, hand);
    checker.royals_stay(&file.promotion, &rules);
    checker.scores(file, &rules);
    let cecp = checker.cecp(file.cecp.as_ref(), &file.pieces, &rules);
    checker.values(file.values.as_ref(), &rules);
    checker.tests(&file.test);
    // Faults of the board have been reported; the checks go on with any board.
    let board = checker.board.or_else(|| Geometry::new(1, 1));
    let variant = board.map(|board| {
        let kinds = std::mem::take(&mut checker.kinds);
        let start = Setup::blank(board, kinds.len());
        Variant {
            name: names.name,
            title: names.title,
            aliases: names.aliases,
            about: names.about,
            board,
            holes,
            kinds,
            start,
            start_by_gui: false,
            rules,
            cecp,
            file: None,
            source_map: SourceMap::default(),
            tests: file.test.clone(),
        }
    });
    let variant = variant.and_then(|variant| checker.start(file, variant));
    // A doubt may be unfounded if something could not be read.
    if let Some(variant) = variant.as_ref().filter(|_| read.dropped.is_empty()) {
        checker.doubts(read, variant, safety);
    }
    let reports = checker.complaints.into_reports();
    let wrong = reports.iter().any(|(_, report)| report.is_error());
    (variant.filter(|_| !wrong), reports)
}

impl<'a> Checker<'a> {
    fn new(read: &'a ReadFile, sources: &'a Sources) -> Self {
        Self {
            complaints: Complaints::new(sources, &read.dropped),
            board: None,
            zones: Zones::new(),
            mirrored_zones: Vec::new(),
            wrong_zones: Vec::new(),
            used_zones: Vec::new(),
            wrong_holes: read.dropped.contains("board.holes"),
            kinds: Vec::new(),
            once: Vec::new(),
            shared: Vec::new(),
            unread_forms: Vec::new(),
            faces_dropped: KindSet::EMPTY,
            turned: Vec::new(),
            royals_drop: false,
            other_ranks: &read.other_ranks,
            other_files: &read.other_files,
            mirrored_sets: Vec::new(),
            counted: Vec::new(),
            too_many: false,
            goals: Vec::new(),
            zone_moves: 0,
        }
    }

    /// Checks whether the game is likely to be what the author means.
    fn doubts(&mut self, read: &ReadFile, variant: &Variant, safety: Safety) {
        let file = &read.file;
        self.unsaid_loss(file, variant);
        self.foreign_hands(file, variant);
        self.no_effect_despite_errors(file, variant, safety);
        self.ranks_as_squares(variant);
        // What follows is about the game as a whole. A faulty part is missing in the variant, whose rules then do not
        // correspond to the tables of the file one to one.
        if self.complaints.any_error() {
            return;
        }
        self.can_be_won(file, variant, safety);
        self.kept_royals(file, variant, safety);
        self.no_effect(file, variant);
        self.unreached(file, variant);
        self.arrays(file, variant);
        self.odd_castlings(file, variant);
        self.odd_pawns(file, variant);
        self.spread_initial_moves(file, variant);
        self.unlisted(file, variant);
        self.turned_for_good(file, variant);
        self.lost_promotions(&read.replaced, file, variant);
        self.forgotten_tables(&read.forgotten);
    }

    /// Checks all rules beyond the moves of the pieces.
    fn rules(
        &mut self,
        file: &VariantFile,
        royalty: Royalty,
        safety: Safety,
        promotions: Promotions,
        hand: Hand,
    ) -> Rules {
        let hands = hand.source;
        let captures = self.captures(file.capture.as_ref());
        let gating = self.gating(file.gating.as_ref(), hands);
        let drops = self.drops(file.drop.as_ref(), hands, gating, safety);
        let ends = self.ends(file, safety);
        let effects = self.effects(&file.effect, hands, &ends, royalty.anti, &promotions.rules);
        let influences = self.influences(&file.influence);
        let wall = self.wall(file.wall.as_ref(), &effects, &drops);
        // Only now is it known which kinds remember their kind before promotion.
        let anti = self.with_guises(&royalty.anti.iter().collect::<Vec<_>>());
        Rules {
            royalty: Royalty { anti, ..royalty },
            unmoved_test: shuffle::unmoved_test(file.virgin.as_ref()),
            aimed: self.aimed(entry(file.virgin.as_ref(), |virgin| &virgin.aimed)),
            once: std::mem::take(&mut self.once),
            shuffle: self.shuffle(entry(file.start.as_ref(), |start| &start.shuffle)),
            promotions: promotions.rules,
            promotion_limits: promotions.limits,
            castling: self.castling(file.castling.as_ref(), safety),
            captures,
            effects,
            influences,
            wall,
            hands,
            drops,
            gating,
            ends,
            draws: self.draws(file, hand, safety),
        }
    }
}
