//! The move notation against its conformance vectors.

mod errors;
mod vectors;
