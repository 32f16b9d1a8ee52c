//! Royal pieces, and which of them must be safe.

use super::convert::Convert;
use super::reach::becomes;
use super::start::Kind;
use super::types::Type;
use crate::board::Color;
use crate::import::write::list;

/// Types that are royal without being the king.
pub fn pseudo_royal(c: &Convert<'_>) -> Vec<Type> {
    if !c.settings.flag("extinctionPseudoRoyal") {
        return Vec::new();
    }
    c.settings.types("extinctionPieceTypes").iter().filter(|ty| !c.ids(*ty).is_empty()).collect()
}

/// The types whose pieces must be safe, if there are such pieces.
pub fn royals(c: &Convert<'_>) -> Vec<Type> {
    let mut types = pseudo_royal(c);
    if c.has_king() && !types.contains(&Type::KING) {
        types.push(Type::KING);
    }
    types
}

pub fn royalty(c: &mut Convert<'_>) {
    if c.settings.flag("extinctionPseudoRoyal") && c.settings.types("extinctionPieceTypes").has(Type::ALL) {
        c.refuse("extinctionPieceTypes", "no rule makes all pieces royal, or those that are left when they are few");
    }
    if Color::ALL.iter().any(|side| c.start.count(*side, Type::KING) > 1) {
        let why = "a side has one `king` at most: several royal pieces are `commoner`s with `extinctionPseudoRoyal`";
        c.refuse("startFen", why);
    }
    let (pseudo, types) = (pseudo_royal(c), royals(c));
    let [white, black] = Color::ALL.map(|side| c.reach[side].iter().any(|kind| types.contains(&kind.ty)));
    if white && !black {
        c.refuse("startFen", "Black has no royal piece, and here only White can be without one");
    }
    let mut ids: Vec<String> = types.iter().flat_map(|ty| c.ids(*ty)).collect();
    ids.dedup();
    c.file.set("royalty", "pieces", list(ids));
    if let Some(mode) = mode(c, &pseudo) {
        c.file.set("royalty", "mode", mode);
    }
    if c.has_king() && !c.settings.flag("checking") {
        c.file.set("royalty", "giving_check", "forbidden");
    }
    let both = Color::ALL.iter().all(|side| c.reach[*side].contains(&Kind::plain(Type::KING)));
    if both && c.settings.flag("flyingGeneral") {
        c.file.set("royalty", "facing", "file-and-rank");
    }
    if c.has_king() && c.settings.flag("bikjangRule") {
        if c.settings.flag("flyingGeneral") || !c.passes() || !pseudo.is_empty() {
            c.refuse("bikjangRule", "it is for kings that may face each other and may pass, the only royal pieces");
        }
        c.file.set("royalty", "facing", "file-and-rank");
        c.file.set("royalty", "facing_rule", if c.counts_points() { "adjudicate" } else { "draw-if-kept" });
    }
    let only_kings = ["checking", "flyingGeneral", "checkCounting", "perpetualCheckIllegal", "dropChecks"];
    if c.has_king() && !pseudo.is_empty() {
        for name in only_kings {
            let rule = c.settings.flag(name) != ["checking", "dropChecks"].contains(&name);
            if rule && (name != "dropChecks" || c.drops()) {
                c.refuse(name, "it would be about kings alone, and there are other royal pieces");
            }
        }
    }
    if c.has_king() && c.drops() && !c.settings.flag("dropChecks") {
        c.refuse("dropChecks", "drops may give check");
    }
}

/// Which of the royal pieces must be safe, unless all must.
fn mode(c: &Convert<'_>, pseudo: &[Type]) -> Option<&'static str> {
    let most = c.settings.number("extinctionPieceCount") + 1;
    let few = if most == 1 { "extinctionPseudoRoyal" } else { "extinctionPieceCount" };
    let mut last = false;
    let mut each = c.has_king();
    for side in Color::ALL {
        let own: Vec<Type> =
            pseudo.iter().copied().filter(|ty| c.reach[side].iter().any(|kind| kind.ty == *ty)).collect();
        let promotes = c.settings.squares_of("promotionRegion", side).any();
        for &ty in &own {
            let chosen = c.settings.types_of("promotionPieceTypes", side).has(ty) && becomes(c, side, Kind::plain(ty));
            let faces = c.reach[side].iter().filter(|kind| kind.ty == ty);
            let turned: Vec<Type> = faces.filter_map(|kind| kind.base).collect();
            let others: u32 =
                own.iter().filter(|other| turned.contains(other)).map(|other| c.start.count(side, *other)).sum();
            if promotes && turned.iter().any(|base| !pseudo.contains(base)) {
                let why = "a side in check that turns over another piece to a royal one is still in check there";
                c.refuse("promotedPieceType", why);
            }
            let count = c.start.count(side, ty) + others;
            match () {
                () if count <= most && !(chosen && c.settings.number("extinctionPieceCount") < 20) => {
                    each = true;
                    if chosen {
                        c.refuse("extinctionPseudoRoyal", "pieces become royal by promotion");
                    }
                }
                () if most == 1 && own.len() == 1 => last = true,
                () => c.refuse(few, "no rule makes pieces royal as soon as few of them are left"),
            }
        }
    }
    if last && c.drops() && c.captures_fill_hands() {
        c.refuse("extinctionPseudoRoyal", "a royal piece that is captured goes to no hand here");
    }
    if c.settings.flag("dupleCheck") && last && !pseudo.is_empty() {
        return Some("all");
    }
    if last && each {
        let single = Color::ALL.iter().all(|side| {
            let royal = |ty: &Type| pseudo.contains(ty) || *ty == Type::KING;
            let mut types: Vec<Type> = c.reach[*side].iter().map(|kind| kind.ty).filter(royal).collect();
            types.dedup();
            types.len() <= 1
        });
        if !single {
            c.refuse("extinctionPseudoRoyal", "of some royal pieces the last one counts, of others each");
        }
    }
    last.then_some("last")
}
