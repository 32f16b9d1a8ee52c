//! Networks that can be fine-tuned: the game's own, and those of games on boards of the same size in which some pieces
//! move alike.

use crate::eval::network::{FoundNetwork, Inputs, Network, NetworkChoice, find, find_bundled};
use crate::game::{Board, Game, SizedGame, any_size};
use crate::variant::{Library, bundled_network};
use std::sync::Arc;

/// A network to be fine-tuned, and how its inputs correspond to those of the game at hand.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The network, with the inputs of the game that it was trained on.
    pub network: Arc<Network>,
    /// For each input of the game at hand, layer by layer, the row of the network with the same meaning.
    pub rows: Vec<Option<u16>>,
    /// Whether the network evaluates the game now.
    pub current: bool,
}

/// The network that evaluates a game now, and the bundled ones of other games on boards of its size.
pub fn origins(game: &Game, champion: &NetworkChoice) -> Vec<Origin> {
    let own = any_size!(game.board(), sized => own(sized, champion));
    let library = Library::bundled();
    let size = |game: &Game| (game.geometry().files(), game.geometry().ranks());
    let relatives = library.variants().filter(|variant| bundled_network(variant).is_some()).filter_map(|variant| {
        let other = Game::new(variant).ok().filter(|other| size(other) == size(game))?;
        match (game.board(), other.board()) {
            (Board::One(sized), Board::One(other)) => of_relative(sized, other),
            (Board::Two(sized), Board::Two(other)) => of_relative(sized, other),
            (Board::Three(sized), Board::Three(other)) => of_relative(sized, other),
            _ => None,
        }
    });
    // The game's own network may be one of them.
    let known = own.as_ref().map(|own| own.network.record.clone());
    own.into_iter().chain(relatives.filter(|other| known.as_ref() != Some(&other.network.record))).collect()
}

fn own<const N: usize>(sized: &SizedGame<N>, champion: &NetworkChoice) -> Option<Origin> {
    let found = |found: FoundNetwork<N>| found.network.map(|(network, _)| network);
    let network = match champion {
        NetworkChoice::Given(network) => Some(Arc::clone(network)),
        NetworkChoice::Own => found(find(&sized.tables)),
        NetworkChoice::Bundled => found(find_bundled(&sized.tables)),
        NetworkChoice::Derived => None,
    }?;
    let rows = (0..network.layers()).flat_map(|_| (0..network.rows as u16).map(Some)).collect();
    Some(Origin { network, rows, current: true })
}

/// The bundled network of another game, for this one.
fn of_relative<const N: usize>(sized: &SizedGame<N>, other: &SizedGame<N>) -> Option<Origin> {
    let (network, theirs) = find_bundled(&other.tables).network?;
    let inputs = Inputs::new(&sized.tables);
    let rows = inputs.counterparts(&sized.tables, &theirs, &other.tables)?;
    rows.iter().any(Option::is_some).then_some(Origin { network, rows, current: false })
}
