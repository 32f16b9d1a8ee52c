//! Royal pieces.

use super::Teller;
use super::names::{article, plural, sentence};
use crate::board::{Color, Piece, PieceKind};
use crate::text::enumerate;
use crate::variant::{
    Extinction, Facing, FacingRule, GivingCheck, InitialMoves, KindSet, LeavingCheck, RoyalMode, Verdict,
};

impl Teller<'_> {
    fn royal_kinds(&self) -> Vec<PieceKind> {
        self.faces().filter(|(_, kind)| kind.royal).map(|(kind, _)| kind).collect()
    }

    /// The name of the royal piece, or words for any of them if there are several kinds.
    pub(super) fn the_royal(&self) -> String {
        match self.royal_kinds().as_slice() {
            [king] => self.name(*king),
            _ => "royal piece".to_owned(),
        }
    }

    /// Whether a side may have several royal pieces, of which some need not be safe.
    pub(super) fn may_expose_royals(&self) -> bool {
        self.variant.rules.royalty.mode != RoyalMode::Each && self.variant.may_have_several_royals()
    }

    /// Whether some move may capture such a piece.
    fn can_be_captured(&self, of: PieceKind) -> bool {
        self.faces().any(|(by, _)| self.variant.may_capture(by, of))
    }

    pub(super) fn royals(&mut self, mode: RoyalMode, leaving: LeavingCheck) {
        let royals = self.royal_kinds();
        let keys = ["royalty.pieces"];
        if royals.is_empty() {
            let all = self.faces().all(|(kind, _)| self.can_be_captured(kind));
            let captured = if all { ", and any piece can be captured" } else { "" };
            let checks = match self.variant.rules.royalty.anti.is_empty() {
                true => ": there is neither check nor mate",
                false => "",
            };
            let text = format!("No piece is royal{checks}{captured}.");
            return self.say(&["royalty.pieces", "royalty.check", "royalty.mode"], text);
        }
        let names = enumerate(&self.names(royals.iter().copied()), "and");
        let one = royals.len() == 1 && !self.variant.may_have_several_royals();
        let is = if royals.len() == 1 { "is" } else { "are" };
        let has = |color: Color| royals.iter().any(|kind| self.variant.kind(*kind).may_belong_to(color));
        let bereft = Color::ALL.into_iter().find(|color| !has(*color));
        let check = match (leaving, mode) {
            (LeavingCheck::Ignored, _) => "",
            (LeavingCheck::Forbidden, RoyalMode::Each) if royals.len() > 1 => ": an attack on one of them is check",
            (LeavingCheck::Forbidden, _) if one || mode == RoyalMode::Each => ": an attack on it is check",
            (LeavingCheck::Forbidden, RoyalMode::All) => ": an attack on all that a side has at once is check",
            (LeavingCheck::Forbidden, RoyalMode::First) => ": an attack on a side's first one is check",
            (LeavingCheck::Forbidden, _) => ": an attack on the last one that a side has is check",
        };
        let none = bereft.map_or(String::new(), |color| format!(" {} has none.", color.name()));
        self.say(&keys, format!("The {names} {is} royal{check}.{none}"));
        let keys = ["royalty.check", "royalty.mode"];
        let own = if one { self.name(royals[0]) } else { "royal pieces".to_owned() };
        let text = match (leaving, mode) {
            (LeavingCheck::Ignored, _) if !royals.iter().any(|royal| self.can_be_captured(*royal)) => {
                "There is no check.".to_owned()
            }
            (LeavingCheck::Ignored, _) => {
                let they = if one { "it" } else { "they" };
                let then = self.royal_loss(&royals, one);
                format!("There is no check: a side may leave its {own} attacked, and {they} can be captured. {then}")
            }
            (LeavingCheck::Forbidden, _) if one => format!("A side may not leave its own {own} attacked."),
            (LeavingCheck::Forbidden, RoyalMode::Each) => {
                "A side may not leave any of its royal pieces attacked.".to_owned()
            }
            (LeavingCheck::Forbidden, RoyalMode::Last) => {
                "While a side has several royal pieces, they may be left attacked and can be captured like any other \
                 piece; the last one may not be left attacked."
                    .to_owned()
            }
            (LeavingCheck::Forbidden, RoyalMode::All) => {
                "A side may not leave all of its royal pieces attacked at once: while one of them is safe, it is not in \
                 check, and the others can be captured like any other piece."
                    .to_owned()
            }
            (LeavingCheck::Forbidden, RoyalMode::First) => {
                "A side may not leave the first of its royal pieces attacked, in the order a1, a2, ..., b1, b2, ...; the \
                 others are pieces like any other."
                    .to_owned()
            }
        };
        self.say(&keys, text);
    }

    pub(super) fn anti_royals(&mut self, anti: KindSet) {
        let keys = ["royalty.anti"];
        if anti.is_empty() {
            return self.without(&keys, "pieces that must be attacked");
        }
        let kinds: Vec<PieceKind> = self.faces().map(|(kind, _)| kind).filter(|kind| anti.has(*kind)).collect();
        let names = enumerate(&self.names(kinds.iter().copied()), "and");
        let (is, they) = if kinds.len() == 1 { ("is", "it") } else { ("are", "they") };
        let text = format!(
            "The {names} {is} anti-royal: {they} cannot be captured, and must be attacked. A side with one that no enemy \
             attacks is in check, and may not leave it so."
        );
        self.say(&keys, text);
    }

    /// The consequence of the capture of a royal piece that need not be safe.
    fn royal_loss(&self, royals: &[PieceKind], one: bool) -> &'static str {
        let rules = &self.variant.rules;
        let alone: KindSet = royals.iter().copied().collect();
        let plain = |extinction: &&Extinction| {
            let Extinction { of, in_hand, side, by, .. } = extinction;
            one && of.kinds() == Some(alone) && !in_hand && side.is_none() && by.is_none()
        };
        let pieces = royals.iter().flat_map(|kind| Color::ALL.map(|color| Piece::new(*kind, color)));
        match rules.ends.extinctions.iter().find(plain).map(|extinction| extinction.verdict) {
            Some(Verdict::Loss) => "Its side has then lost.",
            Some(Verdict::Draw) => "The game is then a draw.",
            Some(Verdict::Win) => "Its side has then won.",
            None if pieces.into_iter().any(|piece| self.variant.says_loss_of_royal(piece)) => {
                "The end of the game, below, says what that means."
            }
            None => "That does not end the game.",
        }
    }

    pub(super) fn giving_check(&mut self, giving: GivingCheck) {
        let keys = ["royalty.giving_check"];
        match giving {
            GivingCheck::Forbidden => self.say(&keys, "A move that gives check is illegal."),
            GivingCheck::Allowed => self.without(&keys, "a ban on giving check"),
        }
    }

    pub(super) fn facing(&mut self, facing: Facing, rule: FacingRule) {
        let keys = ["royalty.facing", "royalty.facing_rule"];
        let lines = match facing {
            Facing::None => return self.without(&keys, "a ban on royal pieces facing each other"),
            Facing::File => "a file",
            Facing::FileAndRank => "a file or rank",
        };
        let royals = plural(&self.the_royal());
        let then = match rule {
            FacingRule::Illegal if self.may_expose_royals() => {
                let royal = article(&self.the_royal());
                let text = format!("{royal} attacks one of the other side on {lines} with nothing between them.");
                return self.say(&keys, sentence(&text));
            }
            FacingRule::Illegal => {
                let text =
                    format!("The two sides' {royals} may not face each other on {lines} with nothing between them.");
                return self.say(&keys, text);
            }
            FacingRule::DrawIfKept => "draws the game",
            FacingRule::Adjudicate => "ends the game, and the points decide",
        };
        let text = format!(
            "When the two sides' {royals} face each other on {lines} with nothing between them, the side to move must end \
             that or pass, whether it is in check or not. Such a pass {then}."
        );
        self.say(&keys, text);
    }

    pub(super) fn safe_path(&mut self, safe: bool) {
        let keys = ["royalty.safe_path"];
        if !safe {
            return self.without(&keys, "a ban on royal pieces passing over attacked squares");
        }
        let danger = if self.may_expose_royals() { "its side would be in check" } else { "it would be attacked" };
        let text = format!("the {} may not pass an empty square on which {danger}.", self.the_royal());
        self.say(&keys, sentence(&text));
    }

    pub(super) fn initial_moves(&mut self, when: InitialMoves) {
        let keys = ["royalty.initial_moves"];
        match when {
            InitialMoves::AnyTime => self.without(&keys, "a ban on initial moves of royal pieces in check"),
            InitialMoves::NotInCheck | InitialMoves::AsCastling => {
                let mut text = format!("the {} may not make its initial moves while it is in check.", self.the_royal());
                if when == InitialMoves::AsCastling {
                    text += " It may go to a square two steps away only if it would be safe on the square between, or, if \
                             it goes like a knight, on one of the two squares between.";
                }
                self.say(&keys, sentence(&text));
            }
        }
    }
}
