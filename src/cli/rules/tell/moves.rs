//! En passant, passes, one-time moves, and unmoved pieces.

use super::names::{article, sentence};
use super::{NO_KEYS, Teller};
use crate::board::{Color, PieceKind};
use crate::variant::{Aimed, CastlingRule, Kind, KindSet, UnmovedTest};
use crate::xbetza::{Action, Term, When};

impl Teller<'_> {
    /// The kinds with a move that passes a test, for either side.
    pub(super) fn movers(&self, test: impl Fn(&Term) -> bool) -> KindSet {
        Color::ALL.into_iter().map(|color| self.movers_of(color, &test)).collect()
    }

    /// Like [`Self::movers`], for one side's pieces.
    fn movers_of(&self, color: Color, test: impl Fn(&Term) -> bool) -> KindSet {
        let does = |kind: &Kind| kind.moves(color).flat_map(|moves| &moves.program.terms).any(&test);
        let own = self.faces().filter(|(_, kind)| kind.may_belong_to(color) && does(kind));
        own.map(|(kind, _)| kind).collect()
    }

    /// The pieces that can be captured en passant, and those that capture them.
    fn passing_pieces(&self) -> (KindSet, KindSet) {
        let sides = Color::ALL.map(|color| {
            let passers = self.movers_of(color, Term::marks_en_passant);
            (passers, self.movers_of(!color, Term::captures_en_passant))
        });
        let met = sides.into_iter().filter(|(passers, takers)| !passers.is_empty() && !takers.is_empty());
        met.fold((KindSet::EMPTY, KindSet::EMPTY), |all, side| (all.0 | side.0, all.1 | side.1))
    }

    /// Whether pieces are ever captured en passant.
    pub(super) fn has_captures_en_passant(&self) -> bool {
        !self.passing_pieces().0.is_empty()
    }

    pub(super) fn en_passant(&mut self) {
        let (passers, takers) = self.passing_pieces();
        if passers.is_empty() {
            return self.without(&NO_KEYS, "captures en passant");
        }
        let keys = self.move_keys(takers | passers);
        let text = format!(
            "En passant: after a move that allows it, as said above, {} can be captured on a square that it has just \
             passed, but only by {} and only with the very next move.",
            self.any(passers),
            self.any(takers)
        );
        self.say(&keys, text);
    }

    /// The keys of the moves of some kinds.
    pub(super) fn move_keys(&self, kinds: KindSet) -> Vec<String> {
        let ids = self.members(kinds).into_iter().map(|kind| &self.variant.kind(kind).id);
        let spelled = ids.flat_map(|id| [id.clone(), id.to_ascii_lowercase()]);
        spelled.map(|id| format!("pieces.{id}.move")).collect()
    }

    pub(super) fn passing(&mut self) {
        let stayers = self.movers(|term| term.action == Action::Pass);
        let returners = self.movers(|term| term.action != Action::Pass && term.may_pass());
        if (stayers | returners).is_empty() {
            return self.without(&NO_KEYS, "passing the turn");
        }
        let staying = format!("Instead of moving, {} may stay where it is", self.any(stayers));
        let returning = sentence(&format!("{} may end its move where it began it", self.any(returners)));
        let turned = [(stayers, staying, ": that"), (returners, returning, "; if it has captured nothing, that")];
        for (passers, how, that) in turned {
            let keys = self.move_keys(passers);
            if !passers.is_empty() {
                self.say(&keys, format!("{how}{that} passes the turn."));
            }
        }
    }

    pub(super) fn once(&mut self, rights: &[String]) {
        for (number, right) in rights.iter().enumerate() {
            let uses = |kind: &Kind| kind.zone_moves.iter().any(|extra| extra.once == Some(number as u8));
            let kinds: KindSet = self.faces().filter(|(_, kind)| uses(kind)).map(|(kind, _)| kind).collect();
            let has = |color: Color| self.variant.start.once[color] >> number & 1 != 0;
            let who = match Color::ALL.map(has) {
                [true, true] => "Each side",
                [true, false] => Color::White.name(),
                [false, true] => Color::Black.name(),
                [false, false] => continue,
            };
            let text = format!(
                "{who} has the right to {} once in the game: an additional move, described with the piece, of {}.",
                article(right),
                self.any(kinds)
            );
            let keys: Vec<String> = self.members(kinds).into_iter().flat_map(|kind| self.once_keys(kind)).collect();
            self.say(&keys, text);
        }
    }

    /// The keys of the moves that a piece may make once.
    fn once_keys(&self, kind: PieceKind) -> Vec<String> {
        let kind = self.variant.kind(kind);
        let tables = [kind.id.clone(), kind.id.to_ascii_lowercase()].map(|id| format!("pieces.{id}.zone_move"));
        let within = |table: &String| {
            let listed = (0..kind.zone_moves.len()).map(|number| format!("{table}.{number}.once"));
            std::iter::once(format!("{table}.once")).chain(listed).collect::<Vec<_>>()
        };
        let mut keys: Vec<String> = tables.iter().flat_map(within).collect();
        keys.retain(|key| self.variant.source_map.place(key).is_some());
        keys
    }

    pub(super) fn unmoved_test(&mut self, test: UnmovedTest) {
        let keys = ["virgin.test"];
        let initial = self.movers(|term| term.when == When::Unmoved && !term.castles());
        let castles = self.movers(Term::castles);
        let castles = if self.variant.rules.castling == CastlingRule::None { KindSet::EMPTY } else { castles };
        if initial.is_empty() && castles.is_empty() {
            return self.without(&keys, "moves of unmoved pieces only");
        }
        let text = match test {
            UnmovedTest::Square => {
                "A piece counts as unmoved while it stands where a piece of its kind stood at the start and, on the two \
                 outermost ranks, nothing has left that square or been captured there."
            }
            UnmovedTest::Unmoved => "A piece counts as unmoved until it has itself moved.",
        };
        self.say(&keys, text);
    }

    pub(super) fn aimed(&mut self, aimed: Option<Aimed>) {
        let keys = ["virgin.aimed.pieces", "virgin.aimed.by"];
        let Some(Aimed { kinds, by }) = aimed else {
            return self.without(&keys, "initial moves lost to an enemy piece on the same line");
        };
        let text = format!(
            "{} counts as moved once {} has come to its rank or file, even with other pieces between them.",
            self.any_after("unmoved", kinds),
            self.any_after("enemy", by),
        );
        self.say(&keys, sentence(&text));
    }
}
