//! A number for a position.
