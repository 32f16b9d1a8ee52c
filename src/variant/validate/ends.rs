//! Ends of the game other than by repetition and long play.

use super::complaints::{entry, list, or_default, value_or};
use super::{Checker, Safety};
use crate::board::{Area, ByColor, Color, Geometry, PieceKind};
use crate::limits::END_TEXT;
use crate::text::{Report, Span, counted};
use crate::variant::file::{
    BareTable, ExtinctionTable, GoalTable, PieceSet, SetWord, Spanned, VariantFile, WordOrList,
};
use crate::variant::{
    Adjudication, Bare, EndText, Ends, Extinct, Extinction, Goal, GoalShape, GoalWhen, Kind, KindSet, Lines, Stalemate,
    Verdict,
};
use std::cmp::Ordering;

impl Checker<'_> {
    pub(super) fn ends(&mut self, file: &VariantFile, safety: Safety) -> Ends {
        let table = file.end.as_ref();
        let royal = self.kinds.iter().any(|kind| kind.royal);
        let stalemate = or_default(entry(table, |table| &table.stalemate));
        let checkmate = entry(table, |table| &table.checkmate);
        if let Some(why) = safety.checkless {
            // Included files may state the usual result.
            let said = checkmate.is_some_and(|result| *result.get_ref() != Verdict::Loss);
            self.complaints.pointless("checkmate", checkmate, said || !royal, why);
        }
        let tables = list(table, |table| &table.extinction);
        let mut extinctions: Vec<Extinction> = Vec::new();
        for table in tables {
            let rule = self.extinction(table.get_ref());
            let loss = |rule: &Extinction| (rule.of.clone(), rule.in_hand, rule.by);
            let covers = |other: &Extinction| other.side.is_none() || other.side == rule.side;
            let repeated = extinctions.iter().any(|other| covers(other) && loss(other) == loss(&rule));
            // A key that could not be read may be what tells them apart.
            if repeated && !self.complaints.is_part_dropped("end.extinction") {
                let report = Report::warning("another table already says what this loss means")
                    .help("leave one of them out, or give each a `side`");
                self.complaints.add(&table.span(), report);
            }
            extinctions.push(rule);
        }
        let tables = list(table, |table| &table.goal);
        let mut goals: Vec<Goal> = Vec::new();
        for table in tables {
            let Some(goal) = self.goal(&table.span(), table.get_ref(), safety) else { continue };
            if goals.iter().any(|other| comes_before(other, &goal)) {
                let report = Report::warning("another table already says what reaching this goal means")
                    .help("leave one of them out, or give each a `side`");
                self.complaints.add(&table.span(), report);
            }
            if extinctions.iter().any(|loss| self.forestalls(loss, &goal)) {
                let report = Report::warning("an `[[end.extinction]]` already says what this goal means").help(
                    "pieces leave `squares = \"all\"` only by being lost, and losses are checked first: remove one of the two",
                );
                self.complaints.add(&table.span(), report);
            }
            goals.push(goal);
        }
        Ends {
            checkmate: value_or(checkmate, Verdict::Loss),
            stalemate,
            bare: entry(table, |table| &table.bare).and_then(|table| self.bare(table.get_ref())),
            extinctions,
            goals,
            checks: entry(table, |table| &table.checks).and_then(|checks| self.checks(checks, safety)),
            double_pass: self.double_pass(entry(table, |table| &table.double_pass), stalemate),
            full_board: or_default(entry(table, |table| &table.full_board)),
            scoring: self.scoring(file.scoring.as_ref()),
        }
    }

    /// Whether a goal is left only when a loss has already ended the game: the goal is the whole board, and the loss is
    /// that of the last of the same pieces.
    fn forestalls(&self, loss: &Extinction, goal: &Goal) -> bool {
        let Some(board) = self.board.map(Geometry::area) else { return false };
        let lost = match &loss.of {
            Extinct::AllPieces => self.numbered().map(|(number, _)| number).collect(),
            Extinct::All(kinds) => *kinds,
            Extinct::Any(_) => return false,
        };
        let covered = |color: Color| {
            let squares = goal.squares[color];
            squares.is_empty() || board.within(squares) && loss.side.is_none_or(|side| side == color)
        };
        goal.when == GoalWhen::Leave
            && goal.shape == GoalShape::Loose
            && goal.count == 1
            && goal.kinds == lost
            && !loss.in_hand
            && loss.by.is_none()
            && Color::ALL.into_iter().all(covered)
    }

    fn extinction(&mut self, table: &ExtinctionTable) -> Extinction {
        let each = or_default(table.each.as_ref());
        let all = |set: &Spanned<PieceSet>| matches!(set.get_ref(), WordOrList::Word(SetWord::All));
        let of = match &table.pieces {
            Some(set) if !all(set) => {
                let kinds = self.needed_set(&set.span(), &table.pieces, "end.extinction.pieces");
                if each { Extinct::Any(self.one_by_one(kinds)) } else { Extinct::All(kinds) }
            }
            _ if each => {
                let kinds = self.set_or_all(&table.pieces);
                Extinct::Any(self.one_by_one(kinds))
            }
            _ => Extinct::AllPieces,
        };
        Extinction {
            of,
            in_hand: or_default(table.hand.as_ref()),
            side: or_default(table.side.as_ref()).only(),
            by: table.by.as_ref().map(|by| self.needed_set(&by.span(), &table.by, "end.extinction.by")),
            verdict: value_or(table.result.as_ref(), Verdict::Loss),
            text: self.end_text(table.text.as_ref()),
        }
    }

    fn goal(&mut self, span: &Span, table: &GoalTable, safety: Safety) -> Option<Goal> {
        let kinds = self.needed_set(span, &table.pieces, "end.goal.pieces");
        let shape = self.goal_shape(table);
        let given: Lines = table.row.iter().flat_map(|row| row.get_ref()).copied().collect();
        let row = match shape {
            GoalShape::Loose | GoalShape::Square => Lines::NONE,
            GoalShape::Chain if given == Lines::NONE => Lines::ALL,
            GoalShape::Row | GoalShape::Line | GoalShape::Chain => given,
        };
        let only = self.only_side(or_default(table.side.as_ref()), kinds);
        let squares = self.goal_squares(span, table, shape, kinds, only)?;
        let ends = self.goal_ends(span, table, shape, only)?;
        // A chain needs at least two pieces.
        let count = if shape == GoalShape::Chain { 2 } else { value_or(table.count.as_ref(), 1) };
        if shape != GoalShape::Chain && !self.has_room(table, count, shape, row, &squares) {
            return None;
        }
        let when = or_default(table.when.as_ref());
        let place = table.squares.as_ref().map_or_else(|| span.clone(), Spanned::span);
        self.vain_goal(&place, kinds, &squares);
        if when == GoalWhen::Leave && safety.unguarded.is_none() && self.stays_for_good(kinds, &squares) {
            let report = Report::warning("these pieces can never leave these squares")
                .help("leave out some of the squares on which they may stand");
            self.complaints.add(&place, report);
        }
        self.goals.push(span.clone());
        Some(Goal {
            kinds,
            squares,
            count,
            shape,
            row,
            ends,
            when,
            verdict: value_or(
                table.result.as_ref(),
                if when == GoalWhen::Leave { Verdict::Loss } else { Verdict::Win },
            ),
            last_move: self.last_move(table, when),
            text: self.end_text(table.text.as_ref()),
        })
    }

    /// The squares of a goal, empty for a side that it is not for.
    fn goal_squares(
        &mut self,
        span: &Span,
        table: &GoalTable,
        shape: GoalShape,
        kinds: KindSet,
        only: Option<Color>,
    ) -> Option<ByColor<Area>> {
        let mut squares = match &table.squares {
            Some(squares) => self.some_sided(squares, only)?,
            None if shape != GoalShape::Loose => self.everywhere(),
            None => {
                let help = "say which squares, for example `squares = \"last-1\"`";
                self.complaints.missing(span, "end.goal.squares", help);
                return None;
            }
        };
        if let Some(only) = or_default(table.side.as_ref()).only() {
            squares[!only] = Area::EMPTY;
            let owned = |kind: PieceKind| self.kinds[kind.index()].may_belong_to(only);
            if !kinds.is_empty() && !kinds.iter().any(owned) {
                let other = (!only).name().to_ascii_lowercase();
                let report = Report::warning(format!("{} has no such pieces, so this has no effect", only.name()))
                    .help(format!("write `side = \"{other}\"`, or name other `pieces`"));
                self.complaints.add(&table.side.as_ref().map_or_else(|| span.clone(), Spanned::span), report);
            }
        }
        Some(squares)
    }

    /// Warns of squares that the pieces of a goal can never come to.
    fn vain_goal(&mut self, place: &Span, kinds: KindSet, squares: &ByColor<Area>) {
        let can_stand = |(number, kind): (PieceKind, &Kind)| {
            let fits = |color: Color| (kind.region[color] & squares[color]).any();
            kinds.has(number) && Color::ALL.into_iter().any(fits)
        };
        let outside = squares.0.iter().any(|area| area.any()) && !self.numbered().any(can_stand);
        if outside && !kinds.is_empty() {
            let report = Report::warning("none of these pieces can ever stand on these squares")
                .help("they lie outside the `region` of the pieces: change one of the two");
            self.complaints.add(place, report);
        }
    }

    /// The side that may still reply when the goal is reached.
    fn last_move(&mut self, table: &GoalTable, when: GoalWhen) -> Option<Color> {
        let survive = when == GoalWhen::Survive;
        let why = "with `when = \"survive\"`, the other side has already moved";
        self.complaints.pointless("last_move", table.last_move.as_ref(), survive, why);
        let follower = or_default(table.last_move.as_ref().filter(|_| !survive)).side();
        let alone = follower.is_some() && or_default(table.side.as_ref()).only().is_some();
        let why = "this goal is for one side alone, so nobody can follow: leave out `side`";
        self.complaints.pointless("last_move", table.last_move.as_ref(), alone, why);
        follower.filter(|_| !alone)
    }

    /// Whether pieces can neither leave squares nor be captured, if royal pieces must be safe.
    fn stays_for_good(&self, kinds: KindSet, squares: &ByColor<Area>) -> bool {
        let guarded = |kind: PieceKind| self.kinds[kind.index()].royal;
        let within = |kind: PieceKind| {
            let region = self.kinds[kind.index()].region;
            Color::ALL.into_iter().all(|color| squares[color].is_empty() || region[color].within(squares[color]))
        };
        let anywhere = squares.0.iter().any(|area| area.any());
        anywhere && !kinds.is_empty() && kinds.iter().all(|kind| guarded(kind) && within(kind))
    }

    /// The required shape of the pieces, with checks of the keys that it needs.
    fn goal_shape(&mut self, table: &GoalTable) -> GoalShape {
        let rows = table.row.as_ref().is_some_and(|row| !row.get_ref().is_empty());
        let default = if rows { GoalShape::Row } else { GoalShape::Loose };
        let shape = value_or(table.shape.as_ref(), default);
        let chain = shape == GoalShape::Chain;
        let lined = matches!(shape, GoalShape::Row | GoalShape::Line);
        if let Some(word) = table.shape.as_ref().filter(|_| lined && !rows) {
            self.complaints.missing(
                &word.span(),
                "end.goal.row",
                "say along which lines, for example `row = [\"rank\", \"file\"]`",
            );
        }
        let why = "such a goal has no lines: leave it out, or write `shape = \"row\"`";
        self.complaints.pointless("row", table.row.as_ref(), rows && !lined && !chain, why);
        self.complaints.pointless("ends", table.ends.as_ref(), !chain, "it belongs to `shape = \"chain\"`");
        self.complaints.pointless("count", table.count.as_ref(), chain, "a chain has no fixed length");
        // Without lines there is no condition.
        if lined && !rows { GoalShape::Loose } else { shape }
    }

    /// The ends of a chain.
    fn goal_ends(
        &mut self,
        span: &Span,
        table: &GoalTable,
        shape: GoalShape,
        only: Option<Color>,
    ) -> Option<[ByColor<Area>; 2]> {
        if shape != GoalShape::Chain {
            return Some(Default::default());
        }
        let help = "say what the chain connects, for example `ends = [\"file a\", \"file h\"]`";
        let list = self.complaints.needed(span, "end.goal.ends", table.ends.as_ref(), help)?;
        let [from, to] = &list.get_ref()[..] else {
            let report = Report::error("a chain must have two ends")
                .help("write two sets, for example `ends = [\"file a\", \"file h\"]`");
            self.complaints.add(&list.span(), report);
            return None;
        };
        let ends = [self.some_sided(from, only)?, self.some_sided(to, only)?];
        if Color::ALL.into_iter().any(|color| (ends[0][color] & ends[1][color]).any()) {
            let report = Report::error("the ends of a chain must have no square in common")
                .help("remove the squares that are in both from one of them");
            self.complaints.add(&list.span(), report);
            return None;
        }
        Some(ends)
    }

    /// Whether `count` pieces have room on the squares of a goal, or in a row on them; reports if not.
    fn has_room(
        &mut self,
        table: &GoalTable,
        count: u8,
        shape: GoalShape,
        row: Lines,
        squares: &ByColor<Area>,
    ) -> bool {
        let Some(board) = self.board else { return false };
        let least = if shape == GoalShape::Loose { 1 } else { 2 };
        let place = shape.so();
        let sides = Color::ALL.into_iter().filter(|color| squares[*color].any());
        let rooms = sides.map(|color| (color, shape.most(row, board, squares[color])));
        // That there are no squares has been reported.
        let Some((side, most)) = rooms.clone().min_by_key(|(_, most)| *most) else { return true };
        let whose = match rooms.max_by_key(|(_, most)| *most) {
            Some((_, more)) if more > most => format!("{}'s", side.name()),
            _ => "these".to_owned(),
        };
        let fits = (least..=most).contains(&usize::from(count));
        let square = |count: u8| (1..=count).any(|side| side.saturating_mul(side) == count);
        if let Some(given) = table.count.as_ref().filter(|_| shape == GoalShape::Square && fits && !square(count)) {
            let report = Report::error(format!("{count} pieces cannot fill a square"))
                .help("write a square number, for example `count = 4` for two by two");
            self.complaints.add(&given.span(), report);
            return false;
        }
        match (&table.count, table.row.as_ref().map(Spanned::span).or(table.shape.as_ref().map(Spanned::span))) {
            _ if fits => {}
            (Some(given), _) => {
                let what = match most.cmp(&least) {
                    Ordering::Less => String::new(),
                    Ordering::Equal => format!(", expected {least}"),
                    Ordering::Greater => format!(", expected {least} to {most}"),
                };
                let pieces = counted(count.into(), "piece", "pieces");
                let message = match usize::from(count) < least {
                    true => format!("a goal needs more than {pieces}{place}{what}"),
                    false => format!("{pieces}{place} do not fit on {whose} squares{what}"),
                };
                self.complaints.error(&given.span(), message);
            }
            (None, Some(span)) => {
                self.complaints.missing(&span, "end.goal.count", "say how many pieces, for example `count = 3`");
            }
            (None, None) => {}
        }
        fits
    }

    /// The result if both sides pass, if passing is possible.
    fn double_pass(&mut self, word: Option<&Spanned<Adjudication>>, stalemate: Stalemate) -> Adjudication {
        let rule = or_default(word);
        let passes = || stalemate == Stalemate::Pass || self.kinds.iter().any(Kind::may_pass);
        let idle = rule != Adjudication::None && !passes();
        let why = "nobody can pass in this game: a piece with the atom `O` without a number in its moves can, one whose \
                   legs lead back to its square, as in `mabW`, and with `stalemate = \"pass\"` a side that has no move";
        self.complaints.pointless("double_pass", word, idle, why);
        rule
    }

    /// Reads the rule for bare sides. A count of 0 takes an included rule back.
    fn bare(&mut self, table: &BareTable) -> Option<Bare> {
        let count = value_or(table.count.as_ref(), 1);
        let text = self.end_text(table.text.as_ref());
        let why = "`count = 0` removes the rule; for a side that has no piece left, write `[[end.extinction]]` with \
                   `pieces = \"all\"`";
        self.complaints.pointless("result", table.result.as_ref(), count == 0, why);
        self.complaints.pointless("when", table.when.as_ref(), count == 0, why);
        self.complaints.pointless("rebare", table.rebare.as_ref(), count == 0, why);
        (count > 0).then(|| Bare {
            count,
            verdict: value_or(table.result.as_ref(), Verdict::Loss),
            when: or_default(table.when.as_ref()),
            rebare: or_default(table.rebare.as_ref()),
            text,
        })
    }

    /// The user's text about an end: GUIs show it between braces, on one line.
    fn end_text(&mut self, text: Option<&Spanned<String>>) -> Option<EndText> {
        let (span, text) = text.map(|text| (text.span(), text.get_ref()))?;
        let plain = text.replace(EndText::SIDE, "");
        let message = match plain.chars().find(|c| matches!(c, '{' | '}') || c.is_control()) {
            Some('{' | '}') => format!("the only braces allowed here are `{}`", EndText::SIDE),
            Some(_) => "the text must be one line without control characters".to_owned(),
            None if text.trim().is_empty() => "the text is empty".to_owned(),
            None if text.chars().count() > END_TEXT => {
                format!("this text has {} characters, expected {END_TEXT} at most", text.chars().count())
            }
            None => return Some(EndText(text.clone())),
        };
        let help = "say what has happened, for example `text = \"{side} has lost the queen\"`; `{side}` becomes White or Black";
        self.complaints.add(&span, Report::error(message).help(help));
        None
    }

    fn checks(&mut self, checks: &Spanned<u8>, safety: Safety) -> Option<u8> {
        let count = *checks.get_ref();
        if let Some(why) = safety.checkless.filter(|_| count > 0) {
            let help = match self.royalless() {
                Some(_) => "name a piece in `[royalty]`, or leave `checks` out",
                None => "change that in `[royalty]`, or write `checks = 0`",
            };
            let report = Report::error(format!("checks cannot be counted: {why}")).help(help);
            self.complaints.add(&checks.span(), report);
        }
        (count > 0).then_some(count)
    }
}

/// Whether a side that reaches `goal` has reached `first` no later.
fn comes_before(first: &Goal, goal: &Goal) -> bool {
    let wanted = |goal: &Goal| (goal.kinds, goal.count, goal.when, goal.shape, goal.row, goal.ends);
    let alike = wanted(first) == wanted(goal);
    let covered = |color: Color| goal.squares[color].is_empty() || goal.squares[color] == first.squares[color];
    alike && goal.squares.0.iter().any(|area| area.any()) && Color::ALL.into_iter().all(covered)
}
