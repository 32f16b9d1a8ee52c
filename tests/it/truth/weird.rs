//! Random positions, most of which no game would lead to.

use super::slow::{Past, Rulebook};
use alfil::internals::board::{Area, ByColor, Color, Piece, PieceKind, Square};
use alfil::internals::variant::{CastlingRule, Gating, Impasse, RoyalMode, Setup, Variant, WallKind};
use fastrand::Rng;

/// A position that may be set up: every side has its royal pieces unless their loss ends the game, pieces stand in
/// their regions, and the side to move cannot capture a piece that must be safe unless the game is over. `None` if a
/// few attempts fail.
pub fn position(game: &Rulebook, random: &mut Rng) -> Option<Setup> {
    let variant = &game.variant;
    for _ in 0..100 {
        let mut setup = if random.bool() { shuffled(variant, random) } else { scattered(variant, random) };
        if variant.rules.draws.impasse != Impasse::None && random.bool() {
            march(variant, &mut setup, random);
        }
        let mut setup = game.at(&setup).set_up();
        let impossible = |setup: &Setup| {
            let truth = game.at(setup);
            truth.in_check(!setup.side) && truth.decided(Past::NONE).is_none()
        };
        if impossible(&setup) {
            setup.side = !setup.side;
            if impossible(&setup) {
                continue;
            }
        }
        return Some(setup);
    }
    None
}

/// The start position after removals and displacements.
fn shuffled(variant: &Variant, random: &mut Rng) -> Setup {
    let mut setup = variant.start.clone();
    place(variant, &mut setup, random);
    let (removals, moves) = (random.u8(..10), random.usize(..12));
    for sq in variant.board.all() {
        if !is_royal(variant, setup.board[sq.index()]) && random.u8(..10) < removals {
            setup.board[sq.index()] = Piece::NONE;
        }
    }
    for _ in 0..moves {
        let from = Square(random.u8(..variant.board.squares() as u8));
        let piece = setup.board[from.index()];
        // Most royal pieces stay, or castling would be rare.
        if !(piece.is_none() || is_royal(variant, piece) && random.bool()) {
            setup.board[from.index()] = Piece::NONE;
            let at = free_square(variant, &setup, piece, random).unwrap_or(from);
            setup.board[at.index()] = piece;
        }
    }
    finish(variant, setup, random)
}

/// Puts most royal pieces of the hand on the board, and pieces that are at home where they are dropped.
fn place(variant: &Variant, setup: &mut Setup, random: &mut Rng) {
    for color in Color::ALL {
        for (number, kind) in variant.kinds() {
            let piece = Piece::new(number, color);
            for _ in 0..setup.hands[color][number.index()] {
                let home =
                    |sq: &Square| setup.board[sq.index()].is_none() && variant.rules.drops.arrives_unmoved(piece, *sq);
                let homes: Vec<Square> = variant.board.all().filter(home).collect();
                let home = random.choice(homes).filter(|_| random.u8(..3) > 0);
                match home {
                    Some(sq) => setup.board[sq.index()] = piece,
                    None if kind.royal && random.u8(..3) > 0 => put(variant, setup, piece, random),
                    None => continue,
                }
                setup.hands[color][number.index()] -= 1;
            }
        }
    }
}

/// Royal pieces and any others anywhere.
fn scattered(variant: &Variant, random: &mut Rng) -> Setup {
    let mut setup = Setup::empty(variant);
    for color in Color::ALL {
        let mortal = !variant.must_have_royals(color);
        let start = variant.start.board.iter().copied();
        let mut royals: Vec<Piece> = start.filter(|p| is_royal(variant, *p) && p.color() == color).collect();
        random.shuffle(&mut royals);
        royals.truncate(random.usize(1..=royals.len().max(1)));
        if mortal && random.u8(..20) == 0 {
            royals.clear();
        }
        royals.into_iter().for_each(|royal| put(variant, &mut setup, royal, random));
    }
    if variant.kinds().any(|(number, kind)| kind.royal && variant.may_hold(number)) {
        setup.hands = variant.start.hands.clone();
        place(variant, &mut setup, random);
    }
    let squares = variant.board.squares();
    let most = if random.u8(..4) == 0 { 4 } else { squares * 2 / 3 };
    let several = variant.rules.royalty.mode != RoyalMode::Each && random.bool();
    for _ in 0..random.usize(..most) {
        let piece = Piece::new(PieceKind(random.u8(..variant.kinds.len() as u8)), color(random));
        let kind = variant.kind(piece.kind());
        let exists = kind.owner.is_none_or(|owner| owner == piece.color());
        if exists && (!kind.royal || several && random.u8(..3) == 0) {
            put(variant, &mut setup, piece, random);
        }
    }
    finish(variant, setup, random)
}

/// Moves most pieces of the side to move into the enemy camp, including the royal ones.
fn march(variant: &Variant, setup: &mut Setup, random: &mut Rng) {
    let (us, board) = (setup.side, variant.board);
    let inside = |sq: &Square| board.rank_of(!us, *sq) < board.ranks() / 3;
    for from in board.all().filter(|sq| !inside(sq)) {
        let piece = setup.board[from.index()];
        let ours = !piece.is_none() && piece.color() == us && !setup.unmoved.has(from);
        if ours && (is_royal(variant, piece) || random.u8(..8) > 0) {
            let royal = |sq: &Square| is_royal(variant, setup.board[sq.index()]);
            let own = |sq: &Square| {
                let other = setup.board[sq.index()];
                !other.is_none() && other.color() == us
            };
            let region = variant.kind(piece.kind()).region[us];
            let free: Vec<Square> = region.iter().filter(|sq| inside(sq) && !royal(sq) && !own(sq)).collect();
            if let Some(to) = random.choice(free) {
                setup.board[from.index()] = Piece::NONE;
                setup.board[to.index()] = piece;
                setup.unmoved.remove(to);
            }
        }
    }
}

/// Side, rights, hands and counters.
fn finish(variant: &Variant, mut setup: Setup, random: &mut Rng) -> Setup {
    let rules = &variant.rules;
    setup.side = color(random);
    setup.halfmove = if random.u8(..4) == 0 { rules.draws.move_rule.plies.saturating_sub(2) } else { random.u16(..40) };
    setup.fullmove = random.u16(1..60);
    setup.unmoved = unmoved(variant, &setup, random);
    if rules.hands.any() && random.u8(..4) > 0 {
        let most = random.u8(1..4);
        for color in Color::ALL {
            let mine = |owner: Option<Color>| owner.is_none_or(|owner| owner == color);
            for (number, kind) in variant.kinds().filter(|(number, kind)| !kind.royal && kind.in_hand == Some(*number))
            {
                let stocked = rules.drops.enabled || rules.gating == Gating::VirginSquare || variant.is_stock(number);
                if mine(kind.owner) && stocked {
                    setup.hands[color][number.index()] = random.u8(..=most);
                }
            }
        }
    }
    if rules.drops.mandatory && random.bool() {
        // Otherwise only drops would be seen.
        for color in Color::ALL {
            let others = variant.kinds().filter(|(_, kind)| !kind.royal);
            others.for_each(|(number, _)| setup.hands[color][number.index()] = 0);
        }
    }
    if rules.makes_holes() {
        let rare = random.u8(6..40);
        let empty = |sq: &Square| setup.board[sq.index()].is_none() && !variant.holes.has(*sq);
        let mut holes: Vec<Square> = variant.board.all().filter(empty).filter(|_| random.u8(..rare) == 0).collect();
        if rules.wall.is_some_and(|wall| wall.what == WallKind::Duck) {
            holes = random.choice(holes).into_iter().collect();
        }
        setup.holes = holes.into_iter().collect();
    }
    if let Some(checks) = rules.ends.checks {
        setup.checks = ByColor::from_fn(|_| if random.u8(..20) == 0 { 0 } else { random.u8(1..=checks) });
    }
    setup.once = ByColor::from_fn(|color| variant.once(color) & random.u8(..));
    setup
}

/// Some pieces at home or, if castling starts anywhere, on the first ranks.
fn unmoved(variant: &Variant, setup: &Setup, random: &mut Rng) -> Area {
    let board = variant.board;
    let home = &variant.start.board;
    let anywhere = matches!(variant.rules.castling, CastlingRule::Fischer(_));
    let first = |sq: Square, piece: Piece| board.rank_of(piece.color(), sq) == 0;
    let may = |sq: &Square| {
        let piece = setup.board[sq.index()];
        let dropped = || variant.rules.drops.arrives_unmoved(piece, *sq);
        !piece.is_none() && (piece == home[sq.index()] || dropped() || anywhere && first(*sq, piece))
    };
    let keeps = random.u8(..5);
    board.all().filter(may).filter(|_| random.u8(..4) < keeps).collect()
}

fn color(random: &mut Rng) -> Color {
    if random.bool() { Color::White } else { Color::Black }
}

fn is_royal(variant: &Variant, piece: Piece) -> bool {
    !piece.is_none() && variant.kind(piece.kind()).royal
}

fn put(variant: &Variant, setup: &mut Setup, piece: Piece, random: &mut Rng) {
    if let Some(sq) = free_square(variant, setup, piece, random) {
        setup.board[sq.index()] = piece;
    }
}

/// An empty square of the piece's region.
fn free_square(variant: &Variant, setup: &Setup, piece: Piece, random: &mut Rng) -> Option<Square> {
    let region = variant.kind(piece.kind()).region[piece.color()];
    let free: Vec<Square> = region.iter().filter(|sq| setup.board[sq.index()].is_none()).collect();
    random.choice(free)
}
