//! Doubts about a description that is right.

use super::ast::Description;
use super::misread::misread_reports;
use super::program::Program;
use crate::text::{Report, Span};

/// Warnings and notes about terms that may not be what their author meant, as far as they need no game.
pub fn doubts(tree: &Description, program: &Program) -> Vec<(Span, Report)> {
    let redundant = program.redundant_reports(tree);
    program.immobile_reports().chain(redundant).chain(misread_reports(tree, program)).collect()
}
