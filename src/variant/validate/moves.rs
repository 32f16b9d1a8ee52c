//! The moves in a piece's table: those that it has everywhere, compiled for
//! both sides, and those from some squares.

use super::Checker;
use super::pieces::small_side;
use crate::board::{ByColor, Color, Geometry, Topology};
use crate::text::{Report, Span};
use crate::variant::file::{Spanned, ZoneMoveTable};
use crate::variant::{Rules, ZoneMove};
use crate::xbetza::{self, Action, Program, Ray, Term};

/// Moves of pieces of chess that are called by name.
const NAMED: [(&str, &str); 6] =
    [("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "fmWfceFifmnD")];

/// The moves of both sides, as written and compiled.
#[derive(Default)]
pub(super) struct Moves {
    pub notation: ByColor<String>,
    pub program: ByColor<Program>,
}

impl Checker<'_> {
    /// Compiles the moves of both sides; a faulty description becomes a piece that cannot move.
    pub(super) fn moves(
        &mut self,
        table: &Span,
        white: Option<&Spanned<String>>,
        black: Option<&Spanned<String>>,
        path: &str,
    ) -> Moves {
        let Some(white) = white else {
            let help = "say how it moves, for example `move = \"N\"`, or `move = \"none\"` if it never does";
            self.complaints.missing(table, path, help);
            return Moves::default();
        };
        let program = self.compile(white);
        let (black_text, black_program) = match black {
            Some(black) => (black, self.compile(black)),
            None => (white, program.clone()),
        };
        let notation =
            |text: &Spanned<String>| if text.get_ref() == "none" { String::new() } else { text.get_ref().clone() };
        Moves { notation: ByColor([notation(white), notation(black_text)]), program: ByColor([program, black_program]) }
    }

    fn compile(&mut self, text: &Spanned<String>) -> Program {
        let (span, text) = (text.span(), text.get_ref());
        if text == "none" {
            return Program::default();
        }
        if !self.complaints.is_plain(&span, text) {
            let report =
                Report::error("moves must be written on one line, without escapes, in single or double quotes");
            self.complaints.add(&span, report);
            return Program::default();
        }
        let compiled = xbetza::parse(text).and_then(|tree| Ok((xbetza::compile_tree(&tree)?, tree)));
        match compiled {
            Ok((program, tree)) => {
                for (term, report) in xbetza::doubts(&tree, &program).into_iter().chain(self.too_far(&program)) {
                    let place = self.complaints.inside(&span, text, &term);
                    self.complaints.add(&place, report);
                }
                self.on_board(&span, program)
            }
            Err(error) => {
                let place = self.complaints.inside(&span, text, &error.span());
                let named = NAMED.iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
                let help = named.map(|(name, moves)| format!("write how it moves: a {name} is `{moves}`"));
                let never = text.eq_ignore_ascii_case("none");
                let help = help.or(never.then(|| "for a piece that never moves, write `\"none\"`".to_owned()));
                let mut report = error.report();
                if help.is_some() {
                    report.help = help.into_iter().collect();
                }
                self.complaints.add(&place, report);
                Program::default()
            }
        }
    }

    /// Warns of terms whose first step leads off the board from every square.
    fn too_far(&self, program: &Program) -> Vec<(Span, Report)> {
        let Some(board) = self.board.filter(|board| board.topology() == Topology::Plane) else { return Vec::new() };
        let written = program.written().filter(|terms| terms.iter().all(|term| leads_off(board, term)));
        let report = || Report::warning("this term can never move: its step is longer than the board");
        let steps = written.map(|terms| (terms[0].span.clone(), report()));
        let castlings = program.terms.iter().filter_map(|term| match &term.action {
            Action::Castle(castle) if castle.distance >= board.files() => {
                let message =
                    format!("castling by {} squares leaves a board of {} files", castle.distance, board.files());
                Some((term.span.clone(), Report::warning(message)))
            }
            _ => None,
        });
        steps.chain(castlings).collect()
    }

    /// A program adapted to the edges of the board.
    fn on_board(&mut self, span: &Span, program: Program) -> Program {
        let Some(board) = self.board.filter(|board| board.topology() != Topology::Plane) else { return program };
        if board.topology() == Topology::Torus && program.is_too_large(board.longest_ride()) {
            let report = Report::error("on a torus of this size, these legs can be combined in too many ways")
                .help("rides go round it again and again: use fewer legs, or give them a range");
            self.complaints.add(span, report);
            return Program::default();
        }
        program.around()
    }

    pub(super) fn zone_move(&mut self, id: &str, span: &Span, table: &ZoneMoveTable) -> Option<ZoneMove> {
        let path = format!("pieces.{id}.zone_move.move");
        let moves = self.moves(span, table.r#move.as_ref(), table.black_move.as_ref(), &path);
        self.castling_uses_no_right(&moves, table);
        let once = table.once.as_ref().and_then(|name| self.once(name));
        let zone = match (&table.zone, &table.once) {
            (Some(zone), _) => self.some_sided(zone, small_side(id))?,
            (None, Some(_)) => self.everywhere(),
            (None, None) if self.complaints.is_dropped(&format!("pieces.{id}.zone_move.once")) => return None,
            (None, None) => {
                let help = "say where the piece must stand, for example `zone = \"last-3\"`";
                self.complaints.missing(span, &format!("pieces.{id}.zone_move.zone"), help);
                return None;
            }
        };
        let within = table.within.as_ref().is_some_and(|within| *within.get_ref());
        Some(ZoneMove { zone, notation: moves.notation, program: moves.program, within, once })
    }

    /// Reports castling and passing that use rights up.
    fn castling_uses_no_right(&mut self, moves: &Moves, table: &ZoneMoveTable) {
        if table.once.is_none() {
            return;
        }
        for (color, text) in [(Color::White, &table.r#move), (Color::Black, &table.black_move)] {
            let Some(text) = text else { continue };
            let uses_none = |term: &&Term| matches!(term.action, Action::Castle(_) | Action::Pass);
            if let Some(term) = moves.program[color].terms.iter().find(uses_none) {
                let place = self.complaints.inside(&text.span(), text.get_ref(), &term.span);
                let report = Report::error("castling and passing cannot use up a right")
                    .help("put the atom `O` into the piece's own `move`");
                self.complaints.add(&place, report);
            }
        }
    }

    /// The index of a right that moves use up.
    fn once(&mut self, name: &Spanned<String>) -> Option<u8> {
        let (span, id) = (name.span(), name.get_ref());
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_lowercase()) {
            let report = Report::error(format!("`{id}` is not a valid name for a right"))
                .help("use only small letters: positions write it in capitals for White");
            self.complaints.add(&span, report);
            return None;
        }
        let known = self.once.iter().position(|other| other == id);
        let number = known.unwrap_or(self.once.len());
        if number >= Rules::MAX_ONCE {
            let message = format!("`{id}` exceeds the number of rights, expected at most {}", Rules::MAX_ONCE);
            self.complaints.error(&span, message);
            return None;
        }
        if known.is_none() {
            self.once.push(id.clone());
        }
        Some(number as u8)
    }
}

/// Whether a term's first step leads off the board from every square.
pub(super) fn leads_off(board: Geometry, term: &Term) -> bool {
    match &term.action {
        Action::Walk(legs) => legs.first().is_some_and(|leg| {
            let leads_off = |ray: &Ray| board.leads_off(ray.step, leg.wraps);
            !leg.opening().is_empty() && leg.opening().iter().all(leads_off)
        }),
        _ => false,
    }
}
