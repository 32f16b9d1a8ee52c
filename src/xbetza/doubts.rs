//! Doubts about a description that is right.

use super::ast::Description;
use super::misread::misread_reports;
use super::program::Program;
use super::silent::silent_reports;
use crate::text::{Report, Span};

/// Warnings and notes about terms that may not be what their author meant, as far as they need no game.
pub fn doubts(tree: &Description, program: &Program) -> Vec<(Span, Report)> {
    let redundant = program.redundant_reports(tree);
    let misread = misread_reports(tree, program);
    program.immobile_reports().chain(redundant).chain(misread).chain(silent_reports(tree)).collect()
}
