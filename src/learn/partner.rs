//! The other board of a game in which what is captured goes to a partner, such as bughouse.

use super::mix;
use crate::board::Color;
use crate::game::Game;
use crate::position::Move;
use fastrand::Rng;

/// Plays a legal move. Where the partner fills the hands, pieces may then arrive in them.
///
/// The other board is not played. About as much is captured there as here, so each capture here is followed by one of
/// the same kind there, which either side is as likely to receive. The drawing depends on the moves alone, so that a
/// recorded game is the same when it is played again.
pub(super) fn play(game: &mut Game, mv: Move) {
    let captured = if game.variant().rules.hands.partner { game.victims(mv) } else { Vec::new() };
    let pieces: Vec<_> = captured.iter().filter_map(|&sq| game.piece_at(sq)).collect();
    game.play(mv);
    if pieces.is_empty() {
        return;
    }
    let mut random = Rng::with_seed(mix(game.moves_made() as u64, captured[0].0.into()));
    let mut hands = game.setup().hands;
    for kind in pieces.into_iter().filter_map(|piece| game.variant().kind(piece.kind()).in_hand) {
        let receiver = if random.bool() { Color::White } else { Color::Black };
        let held = &mut hands[receiver][kind.index()];
        *held = held.saturating_add(1);
    }
    game.set_hands(&hands);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;

    /// Captures fill the hands of both sides, with as many pieces as were captured, and in the same way each time.
    #[test]
    fn partners_hand_over_what_they_capture() {
        let mut random = Rng::with_seed(1);
        let mut game = Game::bundled("bughouse");
        let mut again = game.clone();
        let (mut captures, mut received) = (0, [false; 2]);
        while let [_, ..] = game.legal_moves()[..]
            && game.moves_made() < 120
        {
            let legal = game.legal_moves();
            let mv = legal[random.usize(..legal.len())];
            captures += usize::from(game.takes(mv));
            play(&mut game, mv);
            play(&mut again, mv);
            assert_eq!(game.setup(), again.setup());
            Color::ALL.into_iter().for_each(|color| received[color.index()] |= !game.hand_is_empty(color));
        }
        assert_eq!(received, [true; 2], "each side gets something");
        let pieces = |game: &Game| {
            let board = game.geometry().all().filter(|&sq| game.piece_at(sq).is_some()).count();
            let kinds = || (0..game.variant().kinds().count()).map(|kind| PieceKind(kind as u8));
            let hands = Color::ALL.map(|color| kinds().map(|kind| usize::from(game.hand(color, kind))).sum::<usize>());
            (board, hands)
        };
        let (board, hands) = pieces(&game);
        assert!(captures > 5, "{captures}");
        assert_eq!(board + hands[0] + hands[1], 32, "what is captured here, too, arrives from there");
    }

    /// Where there is no partner, nothing arrives.
    #[test]
    fn no_partner_gives_nothing() {
        let mut game = Game::bundled_at("normal", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
        let capture = game.legal_moves().into_iter().find(|&mv| game.takes(mv)).expect("the pawn can be taken");
        play(&mut game, capture);
        assert!(Color::ALL.into_iter().all(|color| game.hand_is_empty(color)));
    }
}
