//! Finding the network of a game: beside its file, in the user's data
//! directory, or inside the binary. A game without one is evaluated by a network
//! inside the binary that belongs to a game with the same pieces and ends.

use super::{Inputs, Network, NetworkError, fingerprint};
use crate::limits;
use crate::tables::Tables;
use crate::text::read_file;
use crate::variant::{Variant, bundled_network, bundled_networks};
use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

/// The file extension of networks.
pub const EXTENSION: &str = "net";

/// The networks found for a game.
#[derive(Debug)]
pub struct FoundNetwork<const N: usize> {
    /// The first network that fits, and its inputs.
    pub network: Option<(Arc<Network>, Inputs<N>)>,
    /// Those found before it that do not fit: where they are, and why.
    pub refused: Vec<(String, NetworkError)>,
}

/// The network of a game.
pub fn find<const N: usize>(t: &Tables<N>) -> FoundNetwork<N> {
    let files = places(t.variant()).into_iter();
    first_that_fits(t, files.filter_map(candidate).chain(bundled(t)).collect())
}

/// The contents of a file, if it exists.
fn candidate(path: PathBuf) -> Option<Candidate> {
    let missing = |fault: io::Error| matches!(fault.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    if path.symlink_metadata().is_err_and(missing) {
        return None;
    }
    let bytes = read_file(&path, limits::NETWORK_FILE).map(Cow::from).map_err(NetworkError::Unreadable);
    Some((path.display().to_string(), bytes))
}

/// The network of a game, ignoring the user's files.
pub fn find_bundled<const N: usize>(t: &Tables<N>) -> FoundNetwork<N> {
    first_that_fits(t, bundled(t).into_iter().collect())
}

/// Where a network is, in words, and its bytes.
type Candidate = (String, Result<Cow<'static, [u8]>, NetworkError>);

fn bundled<const N: usize>(t: &Tables<N>) -> Option<Candidate> {
    bundled_network(t.variant()).map(|bytes| ("the bundled network".to_owned(), Ok(bytes.into())))
}

fn first_that_fits<const N: usize>(t: &Tables<N>, candidates: Vec<Candidate>) -> FoundNetwork<N> {
    let mut found = FoundNetwork { network: None, refused: Vec::new() };
    if candidates.is_empty() {
        found.network = of_relative(t);
        return found;
    }
    let (inputs, mark) = (Inputs::new(t), fingerprint(t));
    for (place, bytes) in candidates {
        match bytes.and_then(|bytes| read_for(&inputs, mark, &bytes)) {
            Ok(network) => {
                found.network = Some((Arc::new(network), inputs));
                return found;
            }
            Err(error) => found.refused.push((place, error)),
        }
    }
    found.network = of_relative(t);
    found
}

/// The bundled network of another game that can evaluate positions of this one.
fn of_relative<const N: usize>(t: &Tables<N>) -> Option<(Arc<Network>, Inputs<N>)> {
    let mut inputs = None;
    relatives(t.variant()).into_iter().find_map(|(variant, bytes)| {
        let theirs = Tables::new(variant).ok()?;
        let (own, other) = (inputs.get_or_insert_with(|| Inputs::new(t)), Inputs::new(&theirs));
        let network = own.numbered_like(&other).then(|| read_for(&other, fingerprint(&theirs), bytes))?.ok()?;
        Some((Arc::new(network), inputs.take()?))
    })
}

/// The network in a file, for the game with these inputs and this fingerprint.
fn read_for<const N: usize>(inputs: &Inputs<N>, mark: u64, bytes: &[u8]) -> Result<Network, NetworkError> {
    let network = Network::read(bytes)?;
    network.fits(inputs.rows(), inputs.layers(), mark)?;
    Ok(network)
}

/// The games with bundled networks that have the same pieces and ends as a game. Those whose start is drawn at random,
/// or fixed, as its own is, come first.
fn relatives(variant: &Variant) -> Vec<(&'static Arc<Variant>, &'static [u8])> {
    let drawn = |variant: &Variant| variant.rules.shuffle.is_some();
    let networks = bundled_networks().map(|(file, bytes)| (file.variant(), bytes));
    let mut found: Vec<_> = networks.filter(|(other, _)| variant.judges_like(other)).collect();
    found.sort_by_key(|(other, _)| drawn(other) != drawn(variant));
    found
}

/// Whether there is any network for a game, even one that does not fit.
pub fn may_be_there(variant: &Variant) -> bool {
    bundled_network(variant).is_some()
        || places(variant).iter().any(|path| path.exists())
        || !relatives(variant).is_empty()
}

/// The possible locations of a game's network, in order of priority.
pub fn places(variant: &Variant) -> Vec<PathBuf> {
    let beside = variant.file.as_ref().map(|file| file.with_extension(EXTENSION));
    let own = own_directory().map(|directory| directory.join(format!("{}.{EXTENSION}", variant.name)));
    beside.into_iter().chain(own).collect()
}

/// The directory for networks that the user's runs have learned.
#[cfg(feature = "cli")]
fn own_directory() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("alfil").join("networks"))
}

#[cfg(not(feature = "cli"))]
fn own_directory() -> Option<PathBuf> {
    None
}
