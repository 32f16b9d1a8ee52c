//! The move notation against its conformance vectors.

mod doubts;
mod errors;
mod explain;
mod games;
mod immobile;
mod moves;
mod oracle;
pub mod random;
pub mod terrain;
pub mod vectors;
mod wire;
