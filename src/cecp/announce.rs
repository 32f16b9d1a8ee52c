//! Describes a variant that XBoard does not know: the board, the pieces and their pictures, their moves (`wires`), and
//! the parent, the variant of XBoard whose rules are nearest.

use super::slots::{SlotTable, other_face};
use super::wires::{Wire, XboardChecks, is_loose, original, wires, xboard_checks};
use super::xboard::{self, FREE_KING, Fields, KING, Parent, WILD};
use crate::board::{Color, Piece, PieceKind};
use crate::game::Game;
use crate::position::Move;
use crate::variant::{
    DropFaces, Gating, Kind, Mandatory, Promotion, PromotionBan, PromotionTo, Rules, Setup, Trigger, Variant, builtin,
};

/// The most squares that XBoard's holdings can have.
const MOST_HELD: usize = 15;

/// The answer to `variant NAME`: empty if XBoard knows the game.
pub(super) fn lines(variant: &Variant, asked: &str) -> Vec<String> {
    if is_described(variant, asked) {
        describe(variant, asked, &variant.start)
    } else if xboard::has("taught", asked) {
        piece_lines(variant, |_| true)
    } else {
        Vec::new()
    }
}

/// The same for a game that XBoard takes from the engine and that begins in the position `start`; `None` if XBoard's
/// buffers have no room for that.
pub(super) fn lines_from(variant: &Variant, asked: &str, start: &Setup) -> Option<Vec<String>> {
    Some(describe(variant, asked, start)).filter(|lines| lines.iter().all(|line| line.len() <= XBOARD_BUFFER))
}

/// Notes for the user about what XBoard cannot do in a game; `tested` if XBoard may be testing the legality of moves.
pub(super) fn notes(variant: &Variant, asked: &str, tested: bool) -> Vec<String> {
    let rules = &variant.rules;
    let mut notes: Vec<String> = distrust(variant, asked).into_iter().flatten().filter(|_| tested).collect();
    if rules.gating == Gating::VirginSquare && !xboard::has("gating", &referee(variant)) {
        notes.push(format!("In {} XBoard offers no way to bring in a piece behind one that moves,", variant.title));
        notes.push("and shows a wrong board when the engine does so: play it in another program.".to_owned());
    }
    if rules.drops.faces == DropFaces::Either {
        notes.push(format!("In {} XBoard can neither drop a piece with its other face up", variant.title));
        notes.push("nor turn one back, not even when the engine does: play it in another program.".to_owned());
    }
    if rules.wall.is_some() {
        notes.push(format!("In {} XBoard does not show the walls that are placed with moves,", variant.title));
        notes.push("and takes such a move for a move of two steps: play it in another program.".to_owned());
    }
    notes
}

/// Why XBoard must leave the legality of moves to the engine, and how to make it do so; `None` if it need not. It must
/// in all games that it takes from the engine.
pub(super) fn distrust(variant: &Variant, asked: &str) -> Option<[String; 2]> {
    let (rules, title) = (&variant.rules, &variant.title);
    let royal_in_hand =
        |color| variant.kinds().zip(&variant.start.hands[color]).any(|((_, kind), &n)| kind.royal && n > 0);
    let reason = if Color::ALL.into_iter().any(royal_in_hand) {
        format!("In {title} XBoard ends the game while a king is in hand:")
    } else if Color::ALL.into_iter().any(|color| rules.drops.all_unmoved(color).any()) {
        format!("In {title} XBoard does not let pieces castle that were dropped:")
    } else if !is_described(variant, asked) {
        return None;
    } else if rules.wall.is_some()
        || !rules.influences.is_empty()
        || !rules.effects.is_empty() && !has_rules_of_parent(variant, |rules| &rules.effects)
    {
        format!("XBoard does not know everything that moves do in {title}:")
    } else {
        format!("XBoard may reject legal moves of {title}:")
    };
    Some([reason, "switch Options / General / Test Legality off.".to_owned()])
}

/// Whether a rule is the same in the parent, so that XBoard applies it itself.
pub(super) fn has_rules_of_parent<T: PartialEq>(variant: &Variant, rule: impl Fn(&Rules) -> &T) -> bool {
    let named = variant.cecp.parent.as_deref().filter(|parent| !xboard::asks_engine(parent));
    let parent = named.and_then(|named| builtin().iter().find(|file| file.name() == named));
    parent.is_some_and(|parent| rule(&parent.variant().rules) == rule(&variant.rules))
}

/// The standard variant that has all pieces of a variant, in the same slots: the variant itself or its parent.
pub(super) fn kin(variant: &Variant) -> Option<String> {
    let referee = referee(variant);
    if referee == variant.name {
        return Some(referee);
    }
    let file = builtin().iter().find(|file| file.name() == referee)?;
    let (own, others) = (table(variant), table(file.variant()));
    let same = |(number, kind): (PieceKind, &Kind)| {
        let slot = own.slot(number);
        let other = others.order().find(|other| others.slot(*other) == slot);
        other.is_some_and(|other| file.variant().kind(other).notation == kind.notation)
    };
    let mut base = variant.kinds().filter(|(_, kind)| !kind.id.contains(['+', '~']));
    base.all(same).then_some(referee)
}

/// Whether XBoard shows holdings beside the board.
pub(super) fn has_holdings(variant: &Variant) -> bool {
    held_squares(variant, &table(variant)) > 0
}

/// Whether XBoard takes board and pieces from the engine.
pub(super) fn is_described(variant: &Variant, asked: &str) -> bool {
    let known = |name: &str| xboard::is_standard(name) || xboard::without_size(name).1;
    xboard::asks_engine(if known(asked) { asked } else { &variant.name })
}

/// The position in which a GUI begins a game when it sends none, if that is not the variant's own: a start position
/// that XBoard has itself, or the variant's without castling, if the GUI is an `xboard` that would not castle.
pub(super) fn start(variant: &Variant, asked: &str, xboard: bool) -> Option<Setup> {
    match xboard::start(asked) {
        Some(fen) => Setup::parse(variant, fen).ok(),
        None => (xboard && is_described(variant, asked) && !castles(variant, &table(variant)))
            .then(|| without_castling(variant)),
    }
}

/// The start position without castling. A partner that has initial moves of its own keeps its right; the piece that
/// castles with it loses its own.
fn without_castling(variant: &Variant) -> Setup {
    let mut start = variant.start.clone();
    for castling in variant.start.castlings(variant).0.iter().flatten() {
        let [partner, piece] = [castling.partner_from, castling.from];
        let needs_right = variant
            .start
            .board
            .get(partner.index())
            .is_some_and(|piece| !piece.is_none() && variant.kind(piece.kind()).has_initial_moves(piece.color()));
        start.unmoved.remove(if needs_right { piece } else { partner });
    }
    start
}

/// Whether XBoard must be told that a piece that moves without promoting stays as it is. It would otherwise turn the
/// piece over, as it does on the last ranks with pieces that it believes to be stuck there.
pub(super) fn must_say_stay(game: &Game, mv: Move) -> bool {
    let variant = game.variant();
    if mv.is_drop() || mv.is_promotion() || mv.partner().is_some() || !is_described(variant, &variant.name) {
        return false;
    }
    let mover = game.mover(mv);
    let left = game.geometry().ranks() - 1 - game.geometry().rank_of(mover.color(), mv.to());
    let notation = &variant.kind(mover.kind()).notation[Color::White];
    let slot = table(variant).slot(mover.kind());
    slot.is_some_and(|slot| {
        left < xboard::stuck_ranks(slot)
            && other_face(variant, mover.kind()).is_some()
            && !parent(variant).allows(slot, notation)
    })
}

/// The position that XBoard means when it sends the start position. XBoard does not know all rights in the engine's own
/// games, such as castling with partners other than rooks, and sends a second engine only those it knows. What the
/// position says beyond the start position is meant.
pub(super) fn meant(variant: &Variant, fen: &str) -> Option<Setup> {
    let start = &variant.start;
    let shown = Setup::parse(variant, fen).ok()?;
    let same = (shown.side, &shown.board, &shown.hands) == (start.side, &start.board, &start.hands);
    let castles_as_told = || shown.castlings(variant).0.iter().any(|castlings| !castlings.is_empty());
    let in_xboard = xboard::start(&variant.name).is_some() || castles(variant, &table(variant));
    if !same || !is_described(variant, &variant.name) || !in_xboard && castles_as_told() {
        return None;
    }
    let meant = self::start(variant, &variant.name, true).unwrap_or_else(|| start.clone());
    let untold = Setup::parse(variant, &start.fen(variant).split(' ').take(2).collect::<Vec<_>>().join(" ")).ok()?;
    Some(Setup {
        checks: if shown.checks == untold.checks { meant.checks } else { shown.checks },
        once: if shown.once == untold.once { meant.once } else { shown.once },
        halfmove: shown.halfmove,
        fullmove: shown.fullmove,
        count: shown.count,
        ..meant
    })
}

/// Whether a variant can be described to XBoard, which reads lines into buffers without checking their size: for some
/// variants that fit our boards the buffers are too small.
pub(super) fn can_be_told(variant: &Variant) -> bool {
    lines(variant, &variant.name).iter().all(|line| line.len() <= XBOARD_BUFFER)
}

/// The kinds in the order in which XBoard's holdings show them.
pub(super) fn held_order(variant: &Variant) -> Vec<PieceKind> {
    table(variant).order().collect()
}

fn describe(variant: &Variant, asked: &str, start: &Setup) -> Vec<String> {
    let table = table(variant);
    let parent = parent(variant);
    let setup = setup_line(variant, start, &table, &parent);
    // When XBoard tests legality, it learns how pieces move only in a variant whose rules it does not have. So under
    // the carrier's name the parent is announced after the pieces.
    let borrowed = xboard::is_carrier(asked) && !xboard::asks_engine(&parent.name);
    let mut lines =
        vec![if borrowed { setup_line(variant, start, &table, &Parent::named(asked)) } else { setup.clone() }];
    let unspeakable = |kind| is_loose(variant, kind) && table.stands(kind, &WILD);
    // XBoard moves the parent's pieces correctly without being told. If it were told about pawns, it would promote them
    // on the last rank only.
    let known = |kind| {
        original(variant, kind).is_some_and(|parent| {
            let id = variant.kind(kind).id.trim_start_matches('+');
            let slot = |variant: &Variant, table: &SlotTable| table.slot(variant.kind_by_id(id)?);
            slot(variant, &table) == slot(parent, &self::table(parent))
        })
    };
    lines.extend(piece_lines(variant, |kind| !unspeakable(kind) && !known(kind)));
    lines.extend(borrowed.then_some(setup));
    lines
}

/// The moves of the pieces that XBoard is told about.
fn piece_lines(variant: &Variant, told: impl Fn(PieceKind) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, kind) in variant.kinds().filter(|(number, kind)| !kind.id.contains('~') && told(*number)) {
        match &wires(variant, number)[..] {
            [(_, white), (_, black)] if white == black => lines.push(format!("piece {}& {}", kind.id, white.text())),
            sides => {
                lines.extend(sides.iter().map(|(color, wire)| {
                    format!("piece {} {}", variant.letters(Piece::new(number, *color)), wire.text())
                }))
            }
        }
    }
    lines
}

fn table(variant: &Variant) -> SlotTable {
    let sees_checks = xboard_checks(variant) != XboardChecks::Unusable;
    let king = if sees_checks { KING } else { FREE_KING };
    let wild = |kind| {
        wires(variant, kind).iter().any(|(_, wire)| match wire {
            Wire::Exact(_) | Wire::Quiet(_) => false,
            Wire::More(_) => sees_checks,
            Wire::Anything(_) => true,
        })
    };
    let parent = parent(variant);
    SlotTable::new(variant, &parent, king, wild, |kind| would_be_promoted(variant, &parent, kind))
}

/// Whether a piece may come to its last rank without promoting, while XBoard would promote it there if it were in a
/// slot for pawns. XBoard handles the parent's own pieces correctly, and pieces that promote in place do not promote by
/// arriving.
fn would_be_promoted(variant: &Variant, parent: &Parent, kind: PieceKind) -> bool {
    let promotes_alike = |parent: &Variant| parent.rules.promotions == variant.rules.promotions;
    if xboard::has("staying", &parent.name) || original(variant, kind).is_some_and(promotes_alike) {
        return false;
    }
    let own = || variant.rules.promotions.iter().filter(|rule| rule.kinds.has(kind));
    if own().any(|rule| rule.trigger.is_in_place()) {
        return false;
    }
    let doubts = |ban: &PromotionBan| *ban != PromotionBan::EnPassant;
    let known = variant.kind(kind);
    let goes_ahead = || Color::ALL.into_iter().all(|color| known.goes_ahead(color, 1));
    let must = |rule: &Promotion| match rule.mandatory {
        Mandatory::Always | Mandatory::LastRank => true,
        Mandatory::Immobile => goes_ahead(),
        Mandatory::Never => false,
    };
    let compulsory =
        |rule: &&Promotion| must(rule) && rule.trigger != Trigger::Capture && !rule.forbid.iter().any(doubts);
    let playable = variant.board.area() & !variant.holes;
    // On its way to the last rank the piece crosses a rank on all of whose squares it must promote.
    let promotes = |color: Color| {
        let zone = own().filter(compulsory).map(|rule| rule.zone[color]).collect();
        (0..variant.board.ranks()).any(|rank| {
            let squares = playable & variant.board.area_where(|_, other| other == rank);
            !squares.is_empty() && squares.within(zone)
        })
    };
    Color::ALL.into_iter().any(|color| known.may_belong_to(color) && !promotes(color))
}

/// The variant whose rules XBoard applies when it judges results: one of its own, or the parent.
pub(super) fn referee(variant: &Variant) -> String {
    if xboard::asks_engine(&variant.name) { parent(variant).name } else { variant.name.clone() }
}

/// The parent that the file names, or the standard variant that this is, perhaps in another size, or the first that fits.
fn parent(variant: &Variant) -> Parent {
    let rules = &variant.rules;
    let has = |need: &str| match need {
        "hands" => rules.hands.captures,
        "faces" => rules.promotions.iter().any(|rule| rule.to == PromotionTo::Form),
        "reverts" => variant.kinds.iter().any(|kind| kind.id.ends_with('~')),
        _ => false,
    };
    let (base, _) = xboard::without_size(&variant.name);
    let base = Some(base).filter(|base| xboard::is_standard(base));
    variant.cecp.parent.as_deref().or(base).map_or_else(|| Parent::best(has), Parent::named)
}

fn setup_line(variant: &Variant, start: &Setup, table: &SlotTable, parent: &Parent) -> String {
    let board = variant.board;
    let held = held_squares(variant, table);
    let fen = fen(variant, start, parent.fields, table);
    format!("setup ({}) {}x{}+{held}_{} {fen}", table.text, board.files(), board.ranks(), parent.name)
}

/// Whether XBoard allows castling, which it does only with a king in the king's slot.
fn castles(variant: &Variant, table: &SlotTable) -> bool {
    variant.kinds().any(|(kind, known)| known.royal && table.stands(kind, &[KING]))
}

/// The number of squares of the holdings: up to the last kind that can be held.
fn held_squares(variant: &Variant, table: &SlotTable) -> usize {
    let rules = &variant.rules;
    if !rules.hands.any() {
        return 0;
    }
    let holdable = |kind: &PieceKind| {
        variant.kinds().any(|(other, known)| known.in_hand == Some(*kind) && !variant.kind(other).royal)
    };
    let last = table.order().collect::<Vec<_>>().iter().rposition(holdable).map_or(0, |place| place + 1);
    last.max(usize::from(variant.cecp.holdings)).clamp(1, MOST_HELD)
}

/// A start position with the fields that positions of the parent have.
fn fen(variant: &Variant, start: &Setup, fields: Fields, table: &SlotTable) -> String {
    let (held, castles) = (held_squares(variant, table) > 0, castles(variant, table));
    let text = start.fen(variant);
    let words: Vec<&str> = text.split_whitespace().collect();
    let (board, rest) = words.split_first().map_or(("", &[][..]), |(board, rest)| (*board, rest));
    let side = rest.first().copied().unwrap_or("w");
    let rights = rest.get(1).copied().filter(|word| castles && word.starts_with(['K', 'Q', 'k', 'q'])).unwrap_or("-");
    let hand = if held && !board.ends_with(']') { "[-]" } else { "" };
    let hand_free = if held { board } else { board.split('[').next().unwrap_or(board) };
    match fields {
        Fields::None => format!("{hand_free}{hand} {side} 0 1"),
        Fields::Passing => format!("{hand_free}{hand} {side} - 0 1"),
        Fields::Full => format!("{hand_free}{hand} {side} {rights} - 0 1"),
    }
}

/// Maximum length of a line that fits into a buffer of XBoard.
const XBOARD_BUFFER: usize = 511;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;
    use crate::variant::{find, load};
    use std::fmt::Write;

    /// A game of twelve by twelve whose start position shows `count` kinds of pieces, all with letters that have a
    /// mark.
    fn crowd(count: usize) -> Variant {
        let ids: Vec<String> = (0..count)
            .map(|number| format!("{}{}", char::from(b'A' + number as u8 % 26), ["'", "!"][number / 26]))
            .collect();
        let row = |number: usize| -> String {
            (0..12)
                .map(|file| {
                    if file == 0 && number.is_multiple_of(11) {
                        "K"
                    } else {
                        ids[(12 * number + file) % count].as_str()
                    }
                })
                .collect()
        };
        let rows: Vec<String> = (0..12).map(row).collect();
        let black = rows[..4].iter().map(|row| row.to_lowercase());
        let board = black.chain(rows[4..].iter().cloned()).collect::<Vec<_>>().join("/");
        let mut text =
            format!("name = \"crowd\"\n[board]\nfiles = 12\nranks = 12\n[start]\nfen = \"{board} w - 0 1\"\n");
        for id in ids.iter().map(String::as_str).chain(["K"]) {
            write!(text, "[pieces.\"{id}\"]\nmove = \"W\"\n").expect("text can be written");
        }
        let (variant, reports) = load(&Source::new("crowd.toml", text), &find);
        variant.unwrap_or_else(|| panic!("{reports:?}"))
    }

    #[test]
    fn xboard_has_room_for_every_bundled_game() {
        let told = |file: &crate::variant::Builtin| can_be_told(file.variant());
        let rest: Vec<_> = crate::variant::builtin().iter().filter(|file| !told(file)).collect();
        assert!(rest.is_empty(), "{rest:?}");
    }

    /// The letter in the queen's slot, and the slots of pieces that may come to their last rank without promoting.
    fn last_ranks(variant: &Variant) -> (Option<char>, Vec<(u8, String)>) {
        let (table, parent) = (table(variant), parent(variant));
        let spoiled = |kind: &PieceKind| would_be_promoted(variant, &parent, *kind);
        let found = table.order().filter(spoiled);
        let slots = found.filter_map(|kind| Some((table.slot(kind)?, variant.kind(kind).id.clone()))).collect();
        (table.text.chars().nth(xboard::MAIN.into()), slots)
    }

    /// XBoard 4.9.1 turns a piece in the pawn's or the lance's slot that comes to the last rank into the piece in the
    /// queen's slot or, if there is none, into nothing: `axa0=.` in its record.
    #[test]
    fn no_piece_is_in_a_slot_that_xboard_would_promote() {
        for file in crate::variant::builtin() {
            let variant = file.variant();
            let (main, slots) = last_ranks(variant);
            for (slot, id) in slots {
                let itself = slot == xboard::PAWN && main.is_some_and(|letter| id == letter.to_string());
                assert!(itself || ![xboard::PAWN, xboard::SECOND_PAWN].contains(&slot), "{}: {id}", variant.name);
            }
        }
        for (name, table) in [
            ("janggi", "PH.RPAE..K.C.ph.rpae..k.c."),
            ("minixiangqi", "PH.RP....K.C.ph.rp....k.c."),
            ("cxf-xiangqi", "PH.R.AE..K.C.ph.r.ae..k.c."),
            ("omega", "PNBRQ.................C............WKpnbrq.................c............wk"),
            ("sittuyin", "PN.R.F....SKpn.r.f....sk"),
        ] {
            assert_eq!(self::table(Game::bundled(name).variant()).text, table, "{name}");
        }
    }

    /// If the queen's slot is taken, the table of the file is not used, and pawns that need not promote get other
    /// slots.
    #[test]
    fn pawns_with_optional_promotion_avoid_the_pawn_slot() {
        let text = |mandatory: &str, table: &str| {
            format!(
                "name = \"late\"\ninclude = \"normal\"\n[cecp]\nparent = \"fairy\"\n{table}\n[[promotion]]\npieces = [\"P\"]\n\
                 to = [\"Q\"]\nmandatory = \"{mandatory}\"\n"
            )
        };
        let own = "piecetochar = \"PNBRQ...........Kpnbrq...........k\"";
        let pictured = "[pieces.P]\npicture = \"pawn\"";
        for (mandatory, own, expected) in [
            ("never", own, false),
            ("never", "", false),
            ("never", pictured, false),
            ("immobile", "", true),
            ("always", own, true),
        ] {
            let (variant, reports) = load(&Source::new("late.toml", text(mandatory, own)), &find);
            let variant = variant.unwrap_or_else(|| panic!("{reports:?}"));
            let pawn = variant.kind_by_id("P").expect("a pawn");
            assert_eq!(table(&variant).slot(pawn) == Some(xboard::PAWN), expected, "{mandatory} {own}");
        }
    }

    /// `jW` passes over the only square that it could reach. XBoard sees every check of the other pieces then.
    #[test]
    fn pieces_without_moves_are_told_as_such() {
        let text = "name = \"stones\"\ninclude = \"normal\"\n[pieces.S]\nmove = \"none\"\n";
        let (variant, reports) = load(&Source::new("stones.toml", text), &find);
        let variant = variant.unwrap_or_else(|| panic!("{reports:?}"));
        let said = lines(&variant, "stones");
        assert!(said.contains(&"piece S& jW".to_owned()), "{said:?}");
        assert!(crate::cecp::wires::sees_every_check(&variant));
    }

    #[test]
    fn every_offered_board_size_can_be_played() {
        let (library, _) = crate::variant::Library::load(&[], &crate::game::try_to_begin);
        for name in xboard::sizes() {
            let variant = library.get(name).unwrap_or_else(|| panic!("{name}"));
            let said = lines(&variant, name);
            assert!(
                said[0].contains(&format!(" {name} ")) && said.iter().all(|line| line.len() <= XBOARD_BUFFER),
                "{said:?}"
            );
        }
    }

    #[test]
    fn games_with_lines_too_long_for_xboard_are_not_offered() {
        assert!(can_be_told(&crowd(8)));
        let many = crowd(52);
        assert!(lines(&many, "crowd").iter().any(|line| line.len() > 511));
        assert!(!can_be_told(&many));
    }
}
