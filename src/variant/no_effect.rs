//! Parts of a game without effect: effects that never happen, impossible
//! captures, initial moves of pieces that are never unmoved. Checks warn of
//! them, and rule sheets omit them.

use super::{
    CastlingRule, Effect, EffectKind, EffectPlace, EffectWhen, Gating, Kind, KindSet, LeavingCheck, RoyalMode, Variant,
    Whose,
};
use crate::board::{Color, Piece, PieceKind, Step, Topology};
use crate::xbetza::{Action, Term};

/// Why something never happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEffect {
    /// The keys of its table that may be the cause, the likeliest first.
    pub keys: &'static [&'static str],
    /// The fault, and possible advice.
    pub why: &'static str,
}

impl Variant {
    /// Why an effect never happens; `None` if it may.
    pub fn idle_effect(&self, number: usize) -> Option<NoEffect> {
        let effects = &self.rules.effects;
        let (earlier, effect) = (effects.get(..number)?, effects.get(number)?);
        let here = effect.offset == Step::new(0, 0);
        let on_pieces = effect.is_on_pieces();
        let promotes = || self.rules.promotions.iter().any(|rule| !(rule.kinds & effect.by).is_empty());
        if effect.when == EffectWhen::Promotion && !promotes() {
            return Some(NoEffect { keys: &["when"], why: "no such piece ever promotes" });
        }
        if effect.when == EffectWhen::Drop && !self.rules.drops.enabled {
            return Some(NoEffect { keys: &["when"], why: "nothing is dropped in this game" });
        }
        let around = self.board.topology() != Topology::Plane;
        if self.board.leads_off(effect.offset, around) && !matches!(effect.place, EffectPlace::Zone(_)) {
            return Some(NoEffect { keys: &["offset"], why: "it always leads off the board" });
        }
        if on_pieces && self.finds_nothing(number) {
            return Some(NoEffect {
                keys: &["where"],
                why: "the square that a piece has left is empty: write another place, for example `where = \"destination\"`",
            });
        }
        let appears = matches!(effect.what, EffectKind::Appear(_)) && effect.when != EffectWhen::Turn;
        if effect.place == EffectPlace::Destination && here && appears && !earlier.iter().any(goes) {
            return Some(NoEffect {
                keys: &["where"],
                why: "the piece that moved stands there: write another place, or `what = \"become\"` for that piece",
            });
        }
        let stands = effect.place == EffectPlace::Destination && here && effect.whose == Whose::Enemy;
        let changed = |other: &Effect| goes(other) || other.what == EffectKind::ChangeSide;
        if stands && effect.what == EffectKind::Hole && !earlier.iter().any(changed) {
            return Some(NoEffect {
                keys: &["side"],
                why: "the piece that moved stands on this square: leave out `side`, so that the square goes missing with that piece",
            });
        }
        // Captured enemies may return to the square once the piece that moved has left it.
        let enemy_comes = |other: &Effect| matches!(other.what, EffectKind::ChangeSide | EffectKind::Return);
        if stands && on_pieces && !earlier.iter().any(enemy_comes) {
            return Some(NoEffect {
                keys: &["side"],
                why: "the piece that moved stands on this square: leave out `side` to affect that piece",
            });
        }
        self.idle_capture(effect)
    }

    /// Whether the square of an effect is always empty, so that it does not matter to which pieces the effect applies.
    pub fn finds_nothing(&self, number: usize) -> bool {
        let Some((effect, earlier)) = self.rules.effects.get(..=number).and_then(<[Effect]>::split_last) else {
            return false;
        };
        let left = effect.place == EffectPlace::Origin && effect.offset == Step::new(0, 0);
        left && !earlier.iter().any(comes) && self.leaves()
    }

    /// Why the captures that an effect follows are never made, or never of a piece that it applies to.
    fn idle_capture(&self, effect: &Effect) -> Option<NoEffect> {
        let captured = |of: KindSet, by: &dyn Fn(PieceKind) -> bool| {
            let captors = || self.kinds().map(|(kind, _)| kind).filter(|kind| by(*kind));
            of.iter().any(|of| captors().any(|by| self.may_capture(by, of)))
        };
        let by = |kind: PieceKind| effect.by.has(kind);
        // An empty list has been reported.
        let about = effect.when == EffectWhen::Capture && !effect.by.is_empty() && !effect.of.is_empty();
        if !about || captured(effect.of, &by) {
            let on_victims = effect.place == EffectPlace::Victims && effect.is_on_pieces() && !effect.whom.is_empty();
            return match about && on_victims {
                true if effect.whose == Whose::Own && !self.captures_friends() => Some(NoEffect {
                    keys: &["side"],
                    why: "no piece of this game captures pieces of its own side: leave out `side`",
                }),
                true if !captured(effect.of & effect.whom, &by) => Some(NoEffect {
                    keys: &["pieces", "spare", "victim"],
                    why: "none of these pieces is ever captured in this way: name others, or leave out the key",
                }),
                _ => None,
            };
        }
        let keys: &[&str] = match captured(effect.of, &|_| true) {
            true => &["by", "victim", "what"],
            false => &["victim", "by", "what"],
        };
        Some(NoEffect {
            keys,
            why: "no such capture is ever made: name pieces that capture, and others that may be captured",
        })
    }

    /// Whether pieces of a kind may ever capture some of another one, as far as moves, permanent bans and the safety of
    /// royal pieces decide.
    pub fn may_capture(&self, by: PieceKind, of: PieceKind) -> bool {
        self.owned_pieces(by).any(|captor| self.owned_pieces(of).any(|victim| self.piece_may_capture(captor, victim)))
    }

    /// The same for pieces whose owners are known.
    pub fn piece_may_capture(&self, captor: Piece, victim: Piece) -> bool {
        let royalty = &self.rules.royalty;
        let mated = self.kind(victim.kind()).royal
            && royalty.leaving_check == LeavingCheck::Forbidden
            && royalty.mode == RoyalMode::Each;
        !mated && !royalty.anti.has(victim.kind()) && self.bans_allow(captor, victim)
    }

    /// Whether a piece has captures that permanent bans do not always forbid for a victim.
    pub fn bans_allow(&self, captor: Piece, victim: Piece) -> bool {
        let terms = self.kind(captor.kind()).moves(captor.color()).flat_map(|moves| &moves.program.terms);
        let mut captures = terms.filter(|term| match captor.color() == victim.color() {
            true => term.captures_friends(),
            false => term.captures(),
        });
        // A move of several legs may lift a ban by another capture on its way.
        let banned = self.rules.captures.bans.iter().any(|ban| {
            ban.is_unconditional()
                && ban.by.has(captor.kind())
                && ban.of.has(victim.kind())
                && self.board.area().within(ban.zone[captor.color()])
        });
        captures.any(|term| !banned || is_of_legs(term))
    }

    /// The pieces of all kinds that the sides may have.
    pub fn all_pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.kinds().flat_map(|(kind, _)| self.owned_pieces(kind))
    }

    /// The pieces of a kind that the sides may have.
    pub fn owned_pieces(&self, kind: PieceKind) -> impl Iterator<Item = Piece> + '_ {
        let owners = Color::ALL.into_iter().filter(move |color| self.kind(kind).may_belong_to(*color));
        owners.map(move |color| Piece::new(kind, color))
    }

    /// Whether any piece may ever capture another one.
    pub fn has_captures(&self) -> bool {
        self.kinds().any(|(by, _)| self.kinds().any(|(of, _)| self.may_capture(by, of)))
    }

    /// Whether a side's pieces of a kind can be unmoved: on squares where they start or are dropped.
    pub fn is_ever_unmoved(&self, kind: PieceKind, color: Color) -> bool {
        let piece = Piece::new(kind, color);
        self.board.all().any(|sq| self.is_home(piece, sq))
    }

    /// Whether every move leaves its square empty, so that only effects bring pieces there.
    fn leaves(&self) -> bool {
        let leaves = |term: &Term| match &term.action {
            // With a distance of 1, the partner goes to the castler's square.
            Action::Castle(castle) => castle.distance > 1 && !matches!(self.rules.castling, CastlingRule::Fischer(_)),
            _ => term.single_leg().is_some_and(|leg| !leg.wraps && !leg.unloads),
        };
        self.rules.gating == Gating::None
            && !self.rules.promotions.iter().any(|rule| rule.trigger.is_in_place())
            && self.kinds.iter().flat_map(Kind::terms).all(leaves)
    }
}

/// Whether an effect may bring a piece to the square that the mover has left.
fn comes(effect: &Effect) -> bool {
    matches!(effect.what, EffectKind::Appear(_) | EffectKind::Return) || effect.offset != Step::new(0, 0)
}

/// Whether an effect may remove the piece that moved from its square.
fn goes(effect: &Effect) -> bool {
    let elsewhere = matches!(
        effect.place,
        EffectPlace::Origin
            | EffectPlace::Around(_)
            | EffectPlace::Attacked
            | EffectPlace::Flanked(_)
            | EffectPlace::Surrounded(_)
    );
    let takes = matches!(effect.what, EffectKind::Remove | EffectKind::Hand | EffectKind::Return | EffectKind::Hole);
    takes && !(elsewhere && effect.offset == Step::new(0, 0))
}

fn is_of_legs(term: &Term) -> bool {
    matches!(&term.action, Action::Walk(legs) if legs.len() > 1)
}
