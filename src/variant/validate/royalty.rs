//! The checks of royal pieces.

use super::complaints::{entry, or_default};
use super::kinds::is_empty;
use super::{Checker, Safety};
use crate::board::{Area, Color, Piece, PieceKind, Square};
use crate::text::{Report, Span, enumerate};
use crate::variant::file::{PieceSet, RoyaltyTable, Spanned, VariantFile, WordOrList};
use crate::variant::{Facing, FacingRule, GivingCheck, InitialMoves, KindSet, LeavingCheck, Royalty, Variant};

impl Checker<'_> {
    /// Marks the royal kinds.
    pub(super) fn royalty(&mut self, file: &VariantFile) -> (Royalty, Safety) {
        let table = file.royalty.as_ref();
        let span = table.map(Spanned::span).or_else(|| file.pieces.as_ref().map(Spanned::span)).unwrap_or(0..0);
        let royals = self.royal_kinds(table, &span);
        for royal in &royals {
            self.kinds[royal.index()].royal = true;
        }
        if royals.is_empty() {
            self.idle_royalty(table);
        }
        let leaving_check = or_default(entry(table, |table| &table.check));
        let anti = self.anti_royals(table, leaving_check);
        let ignored = leaving_check == LeavingCheck::Ignored && !royals.is_empty();
        let giving_check = entry(table, |table| &table.giving_check);
        let forbidden = or_default(giving_check) == GivingCheck::Forbidden;
        let unguarded = self.royalless().or(ignored.then_some("with `check = \"ignored\"`, nobody is ever in check"));
        let why = "with `giving_check = \"forbidden\"`, nobody is ever in check";
        let checkless = unguarded.filter(|_| anti.is_empty()).or(forbidden.then_some(why));
        let safe_path = entry(table, |table| &table.safe_path);
        let why = "with `check = \"ignored\"`, royal pieces need not be safe";
        self.complaints.pointless("safe_path", safe_path, ignored && or_default(safe_path), why);
        let initial_moves = entry(table, |table| &table.initial_moves);
        if let Some(why) = checkless.filter(|_| !royals.is_empty()) {
            // `AsCastling` also concerns attacked squares on the way.
            let bound = or_default(initial_moves) == InitialMoves::NotInCheck
                || ignored && or_default(initial_moves) != InitialMoves::AnyTime;
            self.complaints.pointless("initial_moves", initial_moves, bound, why);
            self.complaints.pointless("giving_check", giving_check, ignored && forbidden, why);
        }
        let facing = if royals.is_empty() { Facing::None } else { or_default(entry(table, |table| &table.facing)) };
        let facing_rule = entry(table, |table| &table.facing_rule);
        let why = self.never_face(facing);
        self.complaints.pointless(
            "facing",
            entry(table, |table| &table.facing),
            why.is_some(),
            why.unwrap_or_default(),
        );
        let apart = facing == Facing::None && !royals.is_empty();
        let why = "it belongs to `facing = \"file\"` or `facing = \"file-and-rank\"`";
        self.complaints.pointless("facing_rule", facing_rule, apart, why);
        // Settings that depend on safety mean nothing without it, even if an included file has them.
        let guarded = unguarded.is_none();
        let royalty = Royalty {
            initial_moves: or_default(initial_moves.filter(|_| guarded)),
            mode: or_default(entry(table, |table| &table.mode)),
            anti,
            leaving_check,
            safe_path: or_default(safe_path.filter(|_| guarded)),
            giving_check: or_default(giving_check.filter(|_| guarded || !anti.is_empty())),
            facing,
            // Without `facing` the rule means nothing, even if an included file has it.
            facing_rule: if facing == Facing::None { FacingRule::default() } else { or_default(facing_rule) },
        };
        (royalty, Safety { unguarded, checkless })
    }

    /// The kinds that must be attacked, which are not royal as well.
    fn anti_royals(&mut self, table: Option<&Spanned<RoyaltyTable>>, check: LeavingCheck) -> KindSet {
        let Some(set) = entry(table, |table| &table.anti) else { return KindSet::EMPTY };
        let kinds = self.kind_set(set);
        for kind in kinds.iter().map(|kind| &self.kinds[kind.index()]).filter(|kind| kind.royal) {
            let report = Report::error(format!("`{}` cannot be both royal and anti-royal", kind.written_id()))
                .help("royal pieces must not be attacked, anti-royal ones must be")
                .help("remove it from `pieces` or from `anti`");
            self.complaints.add(&set.span(), report);
        }
        let ignored = check == LeavingCheck::Ignored && !kinds.is_empty();
        self.complaints.pointless("anti", Some(set), ignored, "with `check = \"ignored\"`, nobody is ever in check");
        // Even if an included file has it.
        if ignored { KindSet::EMPTY } else { kinds.into_iter().collect() }
    }

    /// Why royal pieces of the two sides can never stand on one line of those on which they face each other.
    fn never_face(&self, facing: Facing) -> Option<&'static str> {
        let board = self.board.filter(|_| facing != Facing::None)?;
        let stands = |color: Color| -> Area {
            let own = self.kinds.iter().filter(|kind| kind.royal && kind.may_belong_to(color));
            own.map(|kind| kind.region[color]).collect()
        };
        let [white, black] = Color::ALL.map(stands);
        let on_line = |one: Square, other: Square| {
            let rank = facing == Facing::FileAndRank && board.rank(one) == board.rank(other);
            one != other && (rank || board.file(one) == board.file(other))
        };
        if white.is_empty() || black.is_empty() {
            return Some("only one side has royal pieces, so none can face each other");
        }
        let apart = !white.iter().any(|one| black.iter().any(|other| on_line(one, other)));
        apart
            .then_some("royal pieces of the two sides can never stand on one line: their `region`s have none in common")
    }

    /// The royal kinds, with their faces under influences.
    fn royal_kinds(&mut self, table: Option<&Spanned<RoyaltyTable>>, span: &Span) -> Vec<PieceKind> {
        let mut kinds = self.kinds_named_royal(table, span);
        let faces: Vec<PieceKind> = kinds.iter().flat_map(|kind| self.faces_of(*kind)).collect();
        kinds.extend(faces.into_iter().filter(|face| !kinds.contains(face)).collect::<Vec<_>>());
        kinds
    }

    fn kinds_named_royal(&mut self, table: Option<&Spanned<RoyaltyTable>>, span: &Span) -> Vec<PieceKind> {
        if let Some(set) = entry(table, |table| &table.pieces) {
            let gone = self.royals_taken_back(set);
            return if gone { Vec::new() } else { self.royal_set(set) };
        }
        let king = self.kind("K");
        if king.is_none() && !self.kinds.is_empty() {
            let report = Report::error("no piece of this game is royal, and there is no `K`")
                .help("name them in `[royalty]`: `pieces = [\"...\"]`, with their letters")
                .help("for a game without royal pieces, write `pieces = []`");
            self.complaints.add(span, report);
        }
        king.into_iter().collect()
    }

    /// Reports royal pieces of an included file that this one takes back.
    fn royals_taken_back(&mut self, set: &Spanned<PieceSet>) -> bool {
        let WordOrList::List(ids) = set.get_ref() else { return false };
        let is_gone = |id: &&Spanned<String>| {
            let id = id.get_ref().to_ascii_uppercase();
            self.kind(&id).is_none() && !self.complaints.knows_wrong_piece(&id)
        };
        let Some(id) = ids.iter().find(is_gone).filter(|_| !self.complaints.is_own(&set.span())) else { return false };
        let report = Report::error(format!("`{}` is royal, but there is no such piece any more", id.get_ref()))
            .help("say in `[royalty]` which pieces are royal, for example `pieces = [\"Q\"]`")
            .help("for a game without royal pieces, write `pieces = []` there");
        self.complaints.add(&id.span(), report);
        true
    }

    /// Why rules about royals mean nothing, if there are none.
    pub(super) fn royalless(&self) -> Option<&'static str> {
        let none = !self.kinds.iter().any(|kind| kind.royal);
        none.then_some("no piece of this game is royal")
    }

    /// Warns of rules about royals in a game without any.
    fn idle_royalty(&mut self, table: Option<&Spanned<RoyaltyTable>>) {
        let why = "no piece of this game is royal";
        let anti = entry(table, |table| &table.anti).is_some_and(|set| !is_empty(set));
        self.complaints.pointless("mode", entry(table, |table| &table.mode), true, why);
        self.complaints.pointless("check", entry(table, |table| &table.check), !anti, why);
        self.complaints.pointless("giving_check", entry(table, |table| &table.giving_check), !anti, why);
        self.complaints.pointless("facing", entry(table, |table| &table.facing), true, why);
        self.complaints.pointless("facing_rule", entry(table, |table| &table.facing_rule), true, why);
        self.complaints.pointless("safe_path", entry(table, |table| &table.safe_path), true, why);
        self.complaints.pointless("initial_moves", entry(table, |table| &table.initial_moves), true, why);
    }

    /// Reports royal pieces that need not be safe and whose loss means nothing, so that the game would go on without
    /// them.
    pub(super) fn unsaid_loss(&mut self, file: &VariantFile, variant: &Variant) {
        let rules = &variant.rules;
        let check = entry(file.royalty.as_ref(), |royalty| &royalty.check);
        let Some(check) = check.filter(|_| rules.royalty.leaving_check == LeavingCheck::Ignored) else { return };
        let is_lost = |kind: PieceKind| {
            let mut pieces = Color::ALL.into_iter().map(|color| Piece::new(kind, color));
            pieces.any(|piece| {
                variant.begins_with(piece)
                    && !variant.says_loss_of_royal(piece)
                    && variant.all_pieces().any(|captor| variant.piece_may_capture(captor, piece))
            })
        };
        let royals = variant.kinds().filter(|(number, kind)| kind.royal && is_lost(*number));
        let royals: Vec<(PieceKind, String)> = royals.map(|(number, kind)| (number, kind.written_id())).collect();
        if royals.is_empty() {
            return;
        }
        let quoted = |quote: &str, royals: &[(PieceKind, String)]| -> Vec<String> {
            royals.iter().map(|(_, id)| format!("{quote}{id}{quote}")).collect()
        };
        let told = enumerate(&quoted("`", &royals), "and");
        let mut report = Report::error(format!("{told} can be captured, but nothing says what that means"));
        // The side whose loss of such pieces has a table, if the other side's does not.
        let half =
            |kind: PieceKind| Color::ALL.into_iter().find(|color| variant.says_loss_of_royal(Piece::new(kind, *color)));
        let (one_sided, untold): (Vec<_>, Vec<_>) = royals.into_iter().partition(|(kind, _)| half(*kind).is_some());
        if !untold.is_empty() {
            let listed = quoted("\"", &untold).join(", ");
            report = report.help(format!("add `[[end.extinction]]` with `pieces = [{listed}]`"));
        }
        for (kind, id) in one_sided {
            report.help.extend(half(kind).map(|side| {
                let (this, other) = (side.name(), (!side).name());
                format!("`[[end.extinction]]` says it of `{id}` only for {this}: leave out `side`, or add a table for {other}")
            }));
        }
        let report =
            report.help("for a game that goes on without such a piece, remove it from `pieces` in `[royalty]`");
        self.complaints.add(&check.span(), report);
    }
}
