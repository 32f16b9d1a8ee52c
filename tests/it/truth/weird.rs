//! Random positions, most of which no game would lead to.

use super::slow::Rulebook;
use alfil::board::{Color, Piece, PieceKind, Square};
use alfil::variant::{Setup, Variant};
use fastrand::Rng;

/// A position that may be set up: every side has its royals, pieces stand in
/// their regions, and the side to move cannot take a royal. `None` when a few
/// attempts found none.
pub fn position(game: &Rulebook, random: &mut Rng) -> Option<Setup> {
    let variant = &game.variant;
    for _ in 0..100 {
        let mut setup = if random.bool() { shuffled(variant, random) } else { scattered(variant, random) };
        let (us, them) = (setup.side, !setup.side);
        if game.at(&setup).in_check(them) {
            if game.at(&setup).in_check(us) {
                continue;
            }
            setup.side = them;
        }
        return Some(setup);
    }
    None
}

/// The start position after removals and displacements.
fn shuffled(variant: &Variant, random: &mut Rng) -> Setup {
    let mut setup = variant.start.clone();
    let (removals, moves) = (random.u8(..10), random.usize(..12));
    for sq in variant.board.all() {
        if !is_royal(variant, setup.board[sq.index()]) && random.u8(..10) < removals {
            setup.board[sq.index()] = Piece::NONE;
        }
    }
    for _ in 0..moves {
        let from = Square(random.u8(..variant.board.squares() as u8));
        let piece = setup.board[from.index()];
        // Royals stay often, or there would be little castling.
        if !(piece.is_none() || is_royal(variant, piece) && random.bool()) {
            setup.board[from.index()] = Piece::NONE;
            let at = free_square(variant, &setup, piece, random).unwrap_or(from);
            setup.board[at.index()] = piece;
        }
    }
    finish(variant, setup, random)
}

/// Royals and any pieces anywhere.
fn scattered(variant: &Variant, random: &mut Rng) -> Setup {
    let mut setup = Setup::empty(variant);
    for color in Color::ALL {
        let start = variant.start.board.iter().copied();
        let mut royals: Vec<Piece> = start.filter(|p| is_royal(variant, *p) && p.color() == color).collect();
        random.shuffle(&mut royals);
        royals.truncate(random.usize(1..=royals.len().max(1)));
        royals.into_iter().for_each(|royal| put(variant, &mut setup, royal, random));
    }
    let squares = variant.board.squares();
    for _ in 0..random.usize(..squares * 2 / 3) {
        let kind = PieceKind(random.u8(..variant.kinds.len() as u8));
        if !variant.kind(kind).royal {
            put(variant, &mut setup, Piece::new(kind, color(random)), random);
        }
    }
    finish(variant, setup, random)
}

/// Side, rights, hands and counters.
fn finish(variant: &Variant, mut setup: Setup, random: &mut Rng) -> Setup {
    setup.side = color(random);
    setup.halfmove = random.u16(..40);
    setup.fullmove = random.u16(1..60);
    let (board, home) = (&setup.board, &variant.start.board);
    let at_home = |sq: &Square| !board[sq.index()].is_none() && board[sq.index()] == home[sq.index()];
    let keeps = random.u8(..5);
    setup.unmoved = variant.board.all().filter(at_home).filter(|_| random.u8(..4) < keeps).collect();
    if variant.rules.drops.enabled && random.u8(..4) > 0 {
        let most = random.u8(1..4);
        for color in Color::ALL {
            for (number, _) in variant.kinds().filter(|(number, kind)| !kind.royal && kind.in_hand == *number) {
                setup.hands[color][number.index()] = random.u8(..=most);
            }
        }
    }
    setup
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
