//! The move notation against its conformance vectors.

mod errors;
mod moves;
mod random;
mod terrain;
mod vectors;
