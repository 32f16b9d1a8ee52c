//! The kinds of pieces that a side can ever have.

use super::convert::Convert;
use super::settings::Settings;
use super::start::{Kind, Start};
use super::types::Type;
use crate::board::{ByColor, Color};

/// The kinds that each side can ever have on the board.
pub fn reach(settings: &Settings, start: &Start) -> ByColor<Vec<Kind>> {
    let mut reach = ByColor::from_fn(|side| {
        let mut kinds: Vec<Kind> =
            start.pieces.iter().filter(|(.., owner)| *owner == side).map(|(_, kind, _)| *kind).collect();
        if settings.flag("pieceDrops") || settings.flag("virginGating") {
            kinds.extend(start.hands[side].iter().map(|ty| Kind::plain(*ty)));
        }
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    });
    let mut grown = true;
    while grown {
        grown = false;
        for side in Color::ALL {
            for kind in reach[side].clone() {
                let mut more = Vec::new();
                if !settings.squares_of("promotionRegion", side).is_empty() {
                    if promotes_as_pawn(settings, kind.ty, side) {
                        more.extend(settings.types_of("promotionPieceTypes", side).iter().map(Kind::plain));
                    }
                    let form = settings.form(kind.ty).filter(|_| kind.base.is_none());
                    more.extend(form.map(|form| Kind { ty: form, base: Some(kind.ty) }));
                }
                if settings.flag("pieceDemotion") {
                    more.extend(kind.base.map(Kind::plain));
                }
                for kind in more {
                    if !reach[side].contains(&kind) {
                        (grown, _) = (true, reach[side].push(kind));
                    }
                }
                let comes_back = settings.flag("capturesToHand") && settings.flag("pieceDrops")
                    || settings.flag("twoBoards") && settings.flag("pieceDrops");
                let held = Kind::plain(kind.base.unwrap_or(kind.ty));
                if comes_back && held.ty != Type::KING && !reach[!side].contains(&held) {
                    (grown, _) = (true, reach[!side].push(held));
                }
            }
        }
    }
    reach
}

/// Whether a type promotes like pawns.
pub fn promotes_as_pawn(settings: &Settings, ty: Type, side: Color) -> bool {
    ty == Type::PAWN || settings.types_of("promotionPawnTypes", side).has(ty)
}

/// Whether pieces promote to this kind.
pub fn becomes(c: &Convert<'_>, side: Color, kind: Kind) -> bool {
    let s = c.settings;
    let pawns = || c.reach[side].iter().any(|other| promotes_as_pawn(s, other.ty, side));
    kind.base.is_some() || s.flag("pieceDemotion") || s.types_of("promotionPieceTypes", side).has(kind.ty) && pawns()
}
