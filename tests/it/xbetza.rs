//! The move notation against its conformance vectors.

mod errors;
mod explain;
mod immobile;
mod moves;
mod oracle;
pub mod random;
mod terrain;
mod vectors;
mod wire;
