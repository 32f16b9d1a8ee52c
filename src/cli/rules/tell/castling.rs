//! Castling.

use super::Teller;
use super::names::{number, ordinal};
use crate::board::{Area, Color, Piece};
use crate::text::enumerate;
use crate::variant::{Castling, CastlingFiles, CastlingRule, CastlingSafety, LeavingCheck};
use crate::xbetza::{Term, When};

impl Teller<'_> {
    pub(super) fn castling(&mut self, castling: CastlingRule) {
        let castles = self.movers(Term::castles);
        let keys = ["castling.style", "castling.check_rule", "castling.king_to.h", "castling.king_to.a"];
        if castles.is_empty() {
            return self.nobody_castles(castling, &keys);
        }
        let castler = enumerate(&self.names(self.members(castles)), "or");
        let (mut text, safe) = match castling {
            CastlingRule::Fischer(files) => (self.free_castling(&castler, files), true),
            CastlingRule::Betza(safety) => (self.listed_castlings(&castler), safety != CastlingSafety::Ignore),
            CastlingRule::None => return self.without(&keys, "castling"),
        };
        let free = self.movers(|term| term.castles() && term.when != When::Unmoved);
        let bound = free.is_empty() || matches!(castling, CastlingRule::Fischer(_));
        text += &match bound {
            true => " Neither of the two may have moved,".to_owned(),
            false => format!(
                " The partner may not have moved, though the {} may have,",
                enumerate(&self.names(self.members(free)), "or")
            ),
        };
        text += " and nothing may stand between them or in their way.";
        let rules = &self.variant.rules;
        let royals = self.members(castles).into_iter().filter(|kind| self.variant.kind(*kind).royal);
        let royals = enumerate(&self.names(royals), "or");
        if !royals.is_empty() && (!safe || rules.royalty.leaving_check != LeavingCheck::Forbidden) {
            text += " Attacks on the way do not matter.";
        } else if !royals.is_empty() {
            let line = castling == CastlingRule::Betza(CastlingSafety::SafeLine);
            let (danger, more) = match self.may_expose_royals() {
                true => (
                    "a square on which its side would be in check",
                    " The same holds for the partner's square and those between the two.",
                ),
                false => {
                    ("an attacked square", " Nor may the partner's square be attacked, or any square between the two.")
                }
            };
            text += &format!(" The {royals} may not castle out of check, nor across or to {danger}.");
            text += if line { more } else { "" };
        }
        let keys = keys.map(str::to_owned).into_iter().chain(self.castling_zones()).collect::<Vec<_>>();
        self.say(&keys, text);
    }

    /// The keys of castlings that pieces have in some zone.
    fn castling_zones(&self) -> Vec<String> {
        let zones = self.faces().flat_map(|(_, kind)| kind.zone_moves.iter().enumerate().map(move |zone| (kind, zone)));
        let castling =
            zones.filter(|(_, (_, zone))| zone.program.0.iter().any(|moves| moves.terms.iter().any(Term::castles)));
        castling.filter_map(|(kind, (index, _))| self.zone_move_key(kind, index)).collect()
    }

    /// Says that no piece castles. If the table of castling allows it, the moves of the royal pieces are named as the
    /// reason.
    fn nobody_castles(&mut self, castling: CastlingRule, keys: &[&str]) {
        let said = keys.iter().any(|key| self.variant.source_map.place(key).is_some());
        if castling == CastlingRule::None || !said {
            return self.without(keys, "castling");
        }
        let royals = self.faces().filter(|(_, kind)| kind.royal).map(|(kind, _)| kind).collect();
        let moves = self.move_keys(royals);
        let mut absent = self.rule(&moves, "castling");
        absent.keys.extend(keys.iter().map(|key| (*key).to_owned()));
        self.absent.push(absent);
    }

    /// Castlings to fixed files from wherever the two pieces start.
    fn free_castling(&self, castler: &str, CastlingFiles { right, left }: CastlingFiles) -> String {
        let start = &self.variant.start;
        let laid = start.castlings(self.variant);
        let partners = laid.0.iter().flatten().map(|way| start.board[way.partner_from.index()].kind());
        let partner = match enumerate(&self.names(partners), "or") {
            none if none.is_empty() => "partner".to_owned(),
            names => names,
        };
        let [right, left] = [right, left].map(|file| char::from(b'a' + file));
        format!(
            "The {castler} castles with a {partner} on its rank, wherever the two stood at the start: to the \
             {right}-file with one on its right, which comes to its left, or to the {left}-file with one on its \
             left, which comes to its right."
        )
    }

    /// Castling as given by the moves of pieces.
    fn listed_castlings(&self, castler: &str) -> String {
        let laid = self.variant.start.castlings(self.variant);
        let drawn = self.variant.shuffled_squares();
        if laid[Color::White].iter().any(|way| (way.pair() & drawn).any()) {
            return self.castlings_anywhere(castler, &laid[Color::White], drawn);
        }
        let told = Color::ALL.into_iter().filter(|color| !laid[*color].is_empty());
        let told = told.map(|color| format!("{}'s {}", color.name(), self.castlings(&laid[color]).join(", or ")));
        match told.collect::<Vec<_>>().join("; ") {
            none if none.is_empty() => {
                format!("The {castler} can castle, but nobody has the right to it at the start.")
            }
            told => format!("Castling: {told}."),
        }
    }

    /// Castling of pieces whose start squares are drawn by lot.
    fn castlings_anywhere(&self, castler: &str, laid: &[Castling<3>], drawn: Area) -> String {
        let board = self.variant.board;
        let mut ways: Vec<u8> = laid.iter().map(|way| board.file(way.from).abs_diff(board.file(way.to))).collect();
        ways.sort_unstable();
        ways.dedup();
        let ways: Vec<String> = ways.into_iter().map(|squares| number(squares.into())).collect();
        let partners = || self.names(laid.iter().map(|way| self.variant.start.board[way.partner_from.index()].kind()));
        let partner = match laid.iter().any(|way| drawn.has(way.partner_from)) {
            true => "whatever".to_owned(),
            false => format!("the {} that", enumerate(&partners(), "or")),
        };
        let inside = |way: &Castling<3>| {
            let file = board.file(way.partner_from);
            file.min(board.files() - 1 - file)
        };
        let place = match laid.iter().map(inside).max().unwrap_or_default() {
            0 => "at that end of its rank".to_owned(),
            inside => format!("on the {} square from that end of its rank", ordinal(usize::from(inside) + 1)),
        };
        format!(
            "Castling: from wherever it starts, the {castler} goes {} squares towards {partner} starts {place}, which \
             comes to its other side.",
            enumerate(&ways, "or")
        )
    }

    /// Each castling, by the squares of the two pieces.
    fn castlings(&self, laid: &[Castling<3>]) -> Vec<String> {
        let board = self.variant.board;
        let mut laid = laid.to_vec();
        laid.sort_by_key(|way| std::cmp::Reverse(board.file(way.partner_from)));
        let told = laid.iter().map(|way| {
            let way_of = |name: &str, from, to| format!("{name} {}–{}", board.name(from), board.name(to));
            let piece = way_of(&self.name(way.piece.kind()), way.from, way.to);
            format!("{piece} with {}", way_of(&self.partner(way), way.partner_from, way.partner_to))
        });
        told.collect()
    }

    /// The name of a castling partner: the piece on its square at the start, or one that may be dropped there.
    fn partner(&self, way: &Castling<3>) -> String {
        let color = way.piece.color();
        let partners = self.faces().map(|(kind, _)| kind).filter(|kind| !self.variant.rules.is_face(*kind));
        let partners = partners.filter(|kind| self.variant.is_home(Piece::new(*kind, color), way.partner_from));
        enumerate(&self.names(partners), "or")
    }
}
