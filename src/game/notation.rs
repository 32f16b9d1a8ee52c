//! Moves as the GUI writes and reads them.
//!
//! Coordinates name the squares from and to, with ranks from 0 on boards of
//! ten ranks: `e2e4`. A suffix says what a piece becomes (`e7e8q`, `h2h3+`),
//! `P@e4` is a drop, `O-O` castling, `@@@@` a pass. A comma joins the legs of
//! one move. Text is first read to an [`Entry`], which knows the board's size
//! but no position, and then matched against the legal moves.

use super::{Game, MoveError};
use crate::board::{Geometry, PieceKind, Square};
use crate::position::{Move, MoveKind};
use crate::variant::{CastlingRule, Kind, Variant};

/// GUIs know no more squares between the first and the last of a move.
const MOST_STOPS: usize = 2;
/// GUIs keep the text of one move in buffers of this size, in bytes.
const LONGEST_SHOWN: usize = 19;

/// A move as text gives it: readable, but perhaps not playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Castling towards higher files, or lower ones.
    Castling { right: bool },
    /// A piece from the hand; the ID is in capitals, perhaps with `+` before it.
    Drop { id: String, to: Square },
    /// The turn passes without a move.
    Pass,
    /// From square to square.
    Journey(Journey),
}

/// A move from square to square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journey {
    pub from: Square,
    /// The squares visited on the way.
    pub via: Vec<Square>,
    pub to: Square,
    pub suffix: Suffix,
}

/// What a move's last letters ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Suffix {
    /// Nothing.
    None,
    /// `=`: stay as you are.
    Stay,
    /// `+`: take the promoted face.
    Promote,
    /// `-`: take the base face.
    Demote,
    /// A letter: become that piece, in capitals.
    Become(String),
}

impl Entry {
    /// Reads a move's text; `None` when it has not the shape of a move on a
    /// board of that size.
    pub(super) fn read(geometry: Geometry, text: &str) -> Option<Self> {
        if text == "@@@@" {
            return Some(Self::Pass);
        }
        match text.replace(['o', '0'], "O").as_str() {
            "O-O" => return Some(Self::Castling { right: true }),
            "O-O-O" => return Some(Self::Castling { right: false }),
            _ => {}
        }
        match text.split_once('@') {
            Some((id, square)) => {
                Some(Self::Drop { id: read_id(id)?, to: geometry.parse(square)? }).filter(|_| !id.is_empty())
            }
            None => Journey::read(geometry, text).map(Self::Journey),
        }
    }

    /// Reads a castling or a drop that is marked as check or mate.
    fn read_marked(geometry: Geometry, text: &str) -> Option<Self> {
        let entry = Self::read(geometry, text.strip_suffix(['+', '#'])?)?;
        matches!(entry, Self::Castling { .. } | Self::Drop { .. }).then_some(entry)
    }
}

impl Journey {
    /// Reads `e2e4q`, `c4d5,d5e4` and `d8d7xd6xd5`.
    fn read(geometry: Geometry, text: &str) -> Option<Self> {
        let mut legs = text.split(',');
        let (mut path, mut rest) = read_path(geometry, legs.next()?)?;
        let mut detour = None;
        for leg in legs {
            if !rest.is_empty() || detour.is_some() {
                return None;
            }
            let (next, tail) = read_path(geometry, leg)?;
            rest = tail;
            match (path.last() == next.first(), path.len()) {
                (true, _) => path.extend_from_slice(&next[1..]),
                // XBoard writes some moves of two legs `FROM TO,VIA X`.
                (false, 2) => detour = next.first().copied(),
                (false, _) => return None,
            }
        }
        if let Some(square) = detour {
            path.insert(1, square);
        }
        let suffix = Suffix::read(rest)?;
        match path.as_slice() {
            [from, via @ .., to] => Some(Self { from: *from, via: via.to_vec(), to: *to, suffix }),
            _ => None,
        }
    }
}

/// Reads squares, perhaps with `x` or `-` between them, and returns the rest.
fn read_path(geometry: Geometry, text: &str) -> Option<(Vec<Square>, &str)> {
    let (first, rest) = geometry.parse_prefix(text)?;
    let (second, mut rest) = geometry.parse_prefix(rest.strip_prefix(['x', '-']).unwrap_or(rest))?;
    let mut path = vec![first, second];
    while let Some((next, tail)) = rest.strip_prefix(['x', '-']).and_then(|tail| geometry.parse_prefix(tail)) {
        path.push(next);
        rest = tail;
    }
    Some((path, rest))
}

impl Suffix {
    fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        Some(match inner.unwrap_or(text) {
            "" if inner.is_none() => Self::None,
            // XBoard's letter for a piece that it lacks, when it takes a last rank for one of promotion.
            "." => Self::None,
            "=" => Self::Stay,
            "+" => Self::Promote,
            "-" => Self::Demote,
            id => Self::Become(read_id(id.strip_prefix('=').unwrap_or(id))?),
        })
    }
}

/// A piece's ID in capitals: a letter, perhaps dressed, perhaps after `+`.
fn read_id(text: &str) -> Option<String> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let mut chars = bare.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic);
    (letter.is_some() && matches!(chars.as_str(), "" | "'" | "!")).then(|| text.to_ascii_uppercase())
}

/// The letter that promotion suffixes use for a kind: its ID without marks.
pub(super) fn letter(variant: &Variant, kind: PieceKind) -> &str {
    variant.kind(kind).id.trim_start_matches('+').trim_end_matches('~')
}

/// Whether a piece that becomes that kind turns over, which is written `+`.
fn is_raised(variant: &Variant, mover: &Kind, kind: PieceKind) -> bool {
    variant.kind(kind).id.starts_with('+') || (mover.form == Some(kind) && !mover.id.starts_with('+'))
}

impl Game {
    /// Whether text has the shape of a move on this board, legal or not.
    pub fn has_move_shape(&self, text: &str) -> bool {
        Entry::read(self.geometry(), text).is_some()
    }

    /// Finds the legal move that text means.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        match Entry::read(self.geometry(), text).or_else(|| Entry::read_marked(self.geometry(), text)) {
            Some(entry) => self.find(&entry),
            None => self.read_san(text),
        }
    }

    /// The legal promotions between the squares of a text that does not say
    /// what the piece becomes, or says what it cannot become.
    pub fn promotions_like(&self, text: &str) -> Vec<String> {
        let Some(Entry::Journey(journey)) = Entry::read(self.geometry(), text) else { return Vec::new() };
        let fits = |mv: &Move| mv.is_promotion() && mv.from() == journey.from && mv.to() == journey.to;
        self.legal_moves().into_iter().filter(fits).map(|mv| self.move_text(mv)).collect()
    }

    fn find(&self, entry: &Entry) -> Result<Move, MoveError> {
        let legal = self.legal_moves();
        if legal.is_empty() {
            return Err(MoveError::GameOver);
        }
        let found = match entry {
            Entry::Castling { right } => {
                let castles = |mv: &&Move| mv.gated().is_none() && self.castles_right(**mv) == Some(*right);
                let castlings: Vec<Move> = legal.iter().filter(castles).copied().collect();
                // Of several the word means the one that squares do not tell.
                only(castlings.iter()).or_else(|| only(castlings.iter().filter(|mv| self.needs_castling_word(**mv))))
            }
            Entry::Drop { id, to } => legal.iter().find(|mv| self.drops(**mv, id) && mv.to() == *to).copied(),
            Entry::Pass => legal.iter().find(|mv| mv.kind() == MoveKind::Pass).copied(),
            Entry::Journey(journey) => return self.find_journey(journey, &legal),
        };
        found.ok_or_else(|| self.refusal(entry))
    }

    fn find_journey(&self, journey: &Journey, legal: &[Move]) -> Result<Move, MoveError> {
        let Journey { from, to, .. } = *journey;
        let boarded: Vec<_> = legal.iter().copied().filter(|mv| !mv.is_drop() && mv.from() == from).collect();
        if let Some(gated) = self.find_gating(journey, legal) {
            return Ok(gated);
        }
        let reaching: Vec<_> = boarded.iter().copied().filter(|mv| mv.to() == to).collect();
        let mut fitting = self.on_the_way(reaching, &journey.via);
        if fitting.is_empty() {
            // The king takes its partner.
            fitting = boarded.into_iter().filter(|mv| mv.partner().is_some_and(|[home, _]| home == to)).collect();
        }
        if fitting.is_empty() {
            return Err(self.refusal(&Entry::Journey(journey.clone())));
        }
        self.choose(&fitting, &journey.suffix)
    }

    /// The move with that gating: a suffix names what enters, and a partner
    /// that goes to its king is castling with the square of the partner filled.
    fn find_gating(&self, journey: &Journey, legal: &[Move]) -> Option<Move> {
        let Suffix::Become(id) = &journey.suffix else { return None };
        let fits = |mv: &&Move| {
            mv.gated().is_some_and(|(kind, at)| {
                let to = if at == mv.from() { mv.to() } else { mv.from() };
                letter(self.variant(), kind) == id && at == journey.from && to == journey.to
            })
        };
        legal.iter().find(fits).copied()
    }

    /// Of moves between the same two squares those that pass the squares that
    /// the text names on the way.
    pub(super) fn on_the_way(&self, moves: Vec<Move>, via: &[Square]) -> Vec<Move> {
        let castles = |mv: &Move| mv.partner().is_some_and(|[home, _]| *via == [home]);
        // A GUI says some moves as journeys over any square.
        let goes_round = |mv: &Move| via.len() == 1 && self.goes_round(*mv);
        let all = |test: &dyn Fn(&Move) -> bool| moves.iter().copied().filter(test).collect::<Vec<_>>();
        let named = all(&|mv| castles(mv) || goes_round(mv) || self.stops(*mv) == via);
        if !named.is_empty() {
            return named;
        }
        // Text without squares on the way will do where only one way is open,
        // and the first two where a GUI can say no more.
        let open = |mv: &Move| via.is_empty() || via.len() == MOST_STOPS && self.stops(*mv).starts_with(via);
        let found = all(&|mv| self.routes(*mv).iter().any(|route| route == via));
        let found = if found.is_empty() { all(&open) } else { found };
        let same = found.windows(2).all(|pair| self.stops(pair[0]) == self.stops(pair[1]));
        if same { found } else { Vec::new() }
    }

    /// Picks among moves that differ in what they promote to.
    fn choose(&self, fitting: &[Move], suffix: &Suffix) -> Result<Move, MoveError> {
        let staying = || {
            let calm = |mv: &&Move| !mv.is_promotion() && mv.gated().is_none();
            fitting.iter().filter(calm).find(|mv| mv.partner().is_none()).or(fitting.iter().find(calm)).copied()
        };
        let promoting = |test: &dyn Fn(PieceKind, PieceKind) -> bool| {
            let passes = |mv: &&Move| mv.piece().is_some_and(|kind| test(self.mover(**mv).kind(), kind));
            fitting.iter().filter(|mv| mv.is_promotion()).find(passes).copied()
        };
        let only_promotion = || only(fitting.iter().filter(|mv| mv.is_promotion()));
        let variant = self.variant();
        let raised = |mover: PieceKind, kind: PieceKind| is_raised(variant, variant.kind(mover), kind);
        match suffix {
            Suffix::None => staying().or_else(only_promotion).ok_or(MoveError::PromotionChoice),
            Suffix::Stay => staying().ok_or(MoveError::MustPromote),
            Suffix::Promote => promoting(&raised).or_else(only_promotion).ok_or(MoveError::PromotionChoice),
            Suffix::Demote => promoting(&|mover, kind| !raised(mover, kind)).ok_or(MoveError::PromotionChoice),
            Suffix::Become(id) => {
                let fits = |kind: PieceKind| letter(variant, kind) == id;
                let turned = || fitting.iter().find(|mv| self.turned_into(**mv).is_some_and(fits)).copied();
                promoting(&|_, kind| fits(kind)).or_else(turned).ok_or(MoveError::PromotionChoice)
            }
        }
    }

    /// For castling: whether the partner comes from higher files.
    fn castles_right(&self, mv: Move) -> Option<bool> {
        let [partner, _] = mv.partner()?;
        Some(self.geometry().file(partner) > self.geometry().file(mv.from()))
    }

    /// Whether the move drops the piece of that ID.
    pub(super) fn drops(&self, mv: Move, id: &str) -> bool {
        mv.is_drop() && mv.piece().is_some_and(|kind| self.variant().kind(kind).id == id)
    }

    /// A legal move as text, all its legs joined by commas.
    pub fn move_text(&self, mv: Move) -> String {
        self.word(mv).unwrap_or_else(|| self.legs(mv, usize::MAX).join(","))
    }

    /// A legal move as text for a GUI to show, which has little room for one
    /// move: where the legs are too long only the first and last square.
    pub fn shown(&self, mv: Move) -> String {
        let text = self.move_text(mv);
        if text.len() <= LONGEST_SHOWN { text } else { self.legs(mv, 0).concat() }
    }

    /// A legal move as a GUI is told of it, in one piece or leg by leg; no GUI
    /// can be told of more than two squares on the way. With `joined` three
    /// legs are one piece, as `d8d7xd6xd5`.
    pub fn told(&self, mv: Move, joined: bool) -> Vec<String> {
        if let Some(detour) = self.detour(mv) {
            let [from, over, to] = [mv.from(), detour, mv.to()].map(|sq| self.geometry().name(sq));
            return vec![format!("{from}{over}"), format!("{over}{to}{}", self.suffix(mv))];
        }
        if let Some(word) = self.word(mv) {
            return vec![word];
        }
        let mut legs = self.legs(mv, MOST_STOPS);
        if joined && legs.len() > MOST_STOPS {
            let name = |sq| self.geometry().name(sq);
            let last = if self.lands_on_victim(mv) { 'x' } else { '-' };
            let (second, to) = (self.stops(mv)[1], mv.to());
            legs = vec![format!("{}x{}{last}{}{}", legs[0], name(second), name(to), self.suffix(mv))];
        }
        // A GUI shows a piece that an effect has changed when that is told like a promotion.
        if let (Some(kind), Some(last)) = (self.turned_into(mv), legs.last_mut()) {
            last.push_str(&self.suffix_for(mv, kind));
        }
        legs
    }

    /// Over which square a GUI is told of a move that XBoard takes in no other form.
    fn detour(&self, mv: Move) -> Option<Square> {
        if self.goes_round(mv) {
            self.empty_beside(mv)
        } else {
            mv.partner().map(|[home, _]| home).filter(|_| self.castles_over_partner(mv))
        }
    }

    /// Whether a piece that may promote instead of a move does so, or comes to its last rank, where XBoard takes any
    /// pawn's move of a single leg for a promotion.
    fn goes_round(&self, mv: Move) -> bool {
        let (geometry, mover) = (self.geometry(), self.mover(mv));
        let walks = mv.is_in_place() || matches!(mv.kind(), MoveKind::Plain | MoveKind::Promotion);
        let turns = || {
            let mut rules = self.variant().rules.promotions.iter();
            rules.any(|rule| rule.trigger.is_in_place() && rule.kinds.has(mover.kind()))
        };
        let arrives = || geometry.rank_of(mover.color(), mv.to()) + 1 == geometry.ranks();
        walks && turns() && (mv.is_promotion() || arrives())
    }

    /// An empty square near the one that a piece leaves, other than where it goes.
    fn empty_beside(&self, mv: Move) -> Option<Square> {
        let empty = |sq: &Square| *sq != mv.to() && self.piece_at(*sq).is_none() && !self.setup().holes.has(*sq);
        self.geometry().all().filter(empty).min_by_key(|sq| self.geometry().distance(mv.from(), *sq))
    }

    /// Whether XBoard would take a castling by the king's own squares for another move, and its word for another
    /// castling. Over the partner's square it is none but this one.
    fn castles_over_partner(&self, mv: Move) -> bool {
        let fischer = matches!(self.variant().rules.castling, CastlingRule::Fischer(_));
        let hidden = || self.geometry().distance(mv.from(), mv.to()) == 1 || self.needs_castling_word(mv);
        mv.kind() == MoveKind::Castle && !fischer && mv.from() != mv.to() && hidden()
    }

    /// Whether a GUI can be told all that a move does.
    pub fn can_be_told(&self, mv: Move) -> bool {
        mv.journey().is_none() && self.stops(mv).len() <= MOST_STOPS
    }

    /// Whether the move captures on its destination.
    pub fn lands_on_victim(&self, mv: Move) -> bool {
        mv.to() != mv.from() && self.piece_at(mv.to()).is_some() && mv.partner().is_none()
    }

    /// The text of moves that are not said by squares alone.
    fn word(&self, mv: Move) -> Option<String> {
        match mv.kind() {
            MoveKind::Pass => Some("@@@@".to_owned()),
            MoveKind::Drop => {
                let id = mv.piece().map_or("", |kind| self.variant().kind(kind).id.trim_end_matches('~'));
                Some(format!("{id}@{}", self.geometry().name(mv.to())))
            }
            MoveKind::Castle if self.needs_castling_word(mv) => Some(match self.castles_right(mv) {
                Some(true) => "O-O".to_owned(),
                _ => "O-O-O".to_owned(),
            }),
            MoveKind::Gate | MoveKind::GateCastle => Some(self.gating_text(mv)),
            _ => None,
        }
    }

    /// The squares and what enters behind; on the partner's square the king
    /// goes to it.
    fn gating_text(&self, mv: Move) -> String {
        let Some((kind, at)) = mv.gated() else { return String::new() };
        let [from, to] = if at == mv.from() { [at, mv.to()] } else { [at, mv.from()] };
        let geometry = self.geometry();
        format!("{}{}{}", geometry.name(from), geometry.name(to), letter(self.variant(), kind).to_ascii_lowercase())
    }

    /// The legs of a move, each beginning where the one before ended, with at
    /// most so many squares on the way.
    fn legs(&self, mv: Move, most: usize) -> Vec<String> {
        let name = |sq| self.geometry().name(sq);
        let on_the_way = self.stops(mv).into_iter().take(most);
        let squares: Vec<_> = [mv.from()].into_iter().chain(on_the_way).chain([mv.to()]).collect();
        let mut legs: Vec<_> = squares.windows(2).map(|leg| name(leg[0]) + &name(leg[1])).collect();
        legs.last_mut().into_iter().for_each(|last| last.push_str(&self.suffix(mv)));
        legs
    }

    /// Whether the king's own squares do not tell this castling from other moves.
    pub(super) fn needs_castling_word(&self, mv: Move) -> bool {
        let same = |other: &Move| {
            *other != mv && other.from() == mv.from() && other.to() == mv.to() && other.gated().is_none()
        };
        let fischer = matches!(self.variant().rules.castling, CastlingRule::Fischer(_));
        fischer || mv.from() == mv.to() || self.legal_moves().iter().any(same)
    }

    /// What an effect makes of a piece that moves and does not promote.
    pub fn turned_into(&self, mv: Move) -> Option<PieceKind> {
        if self.variant().rules.effects.is_empty() || mv.is_drop() || mv.is_promotion() {
            return None;
        }
        let mover = self.mover(mv);
        let mut after = self.clone();
        after.play(mv);
        let there = after.piece_at(mv.to()).filter(|piece| piece.color() == mover.color())?;
        Some(there.kind()).filter(|kind| *kind != mover.kind() && mv.gated().is_none() && mv.partner().is_none())
    }

    /// What follows the squares of a promotion.
    fn suffix(&self, mv: Move) -> String {
        let promoted = mv.piece().filter(|_| mv.is_promotion());
        promoted.map_or_else(String::new, |kind| self.suffix_for(mv, kind))
    }

    /// What says that a piece becomes another one.
    fn suffix_for(&self, mv: Move, kind: PieceKind) -> String {
        let variant = self.variant();
        let mover = variant.kind(self.mover(mv).kind());
        if is_raised(variant, mover, kind) {
            "+".to_owned()
        } else if mover.id.starts_with('+') {
            "-".to_owned()
        } else {
            letter(variant, kind).to_ascii_lowercase()
        }
    }

    /// The letter by which a promotion asks for a kind.
    pub fn promotion_letter(&self, kind: PieceKind) -> String {
        letter(self.variant(), kind).to_owned()
    }

    /// Where the user points to make a move: at the king's partner, where the
    /// king's own journey does not tell castling from other moves.
    pub fn pointed_at(&self, mv: Move) -> Square {
        match mv.partner() {
            Some([home, _]) if self.needs_castling_word(mv) => home,
            _ => mv.to(),
        }
    }

    /// The moves of a line that starts here, as far as they are legal, to be shown.
    pub fn line_text(&self, line: &[Move]) -> Vec<String> {
        self.written(line, Self::shown)
    }

    /// The moves of a line that starts here, as far as they are legal, each written in its position.
    pub fn written(&self, line: &[Move], write: impl Fn(&Self, Move) -> String) -> Vec<String> {
        let mut game = self.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !game.legal_moves().contains(&mv) {
                break;
            }
            texts.push(write(&game, mv));
            game.play(mv);
        }
        texts
    }
}

/// The only one of several moves; `None` when there is none or a choice.
fn only<'a>(mut moves: impl Iterator<Item = &'a Move>) -> Option<Move> {
    let first = moves.next()?;
    moves.next().is_none().then_some(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Geometry {
        Geometry::new(8, 8).expect("a chess board fits")
    }

    fn journey(squares: &[&str], suffix: Suffix) -> Entry {
        journey_on(chess(), squares, suffix)
    }

    fn journey_on(geometry: Geometry, squares: &[&str], suffix: Suffix) -> Entry {
        let path: Vec<_> = squares.iter().map(|name| geometry.parse(name).expect("a square")).collect();
        let [from, via @ .., to] = path.as_slice() else { panic!("two squares at least") };
        Entry::Journey(Journey { from: *from, via: via.to_vec(), to: *to, suffix })
    }

    fn become_(id: &str) -> Suffix {
        Suffix::Become(id.to_owned())
    }

    #[test]
    fn reads_what_the_protocol_allows() {
        let cases = [
            ("e2e4", journey(&["e2", "e4"], Suffix::None)),
            ("e2-e4", journey(&["e2", "e4"], Suffix::None)),
            ("e7e8q", journey(&["e7", "e8"], become_("Q"))),
            ("e7e8Q", journey(&["e7", "e8"], become_("Q"))),
            ("e7e8=n", journey(&["e7", "e8"], become_("N"))),
            ("e7e8(R)", journey(&["e7", "e8"], become_("R"))),
            ("e7e8e'", journey(&["e7", "e8"], become_("E'"))),
            ("e7e8=", journey(&["e7", "e8"], Suffix::Stay)),
            ("e7e8+", journey(&["e7", "e8"], Suffix::Promote)),
            ("e7e8-", journey(&["e7", "e8"], Suffix::Demote)),
            ("c4d5,d5e4", journey(&["c4", "d5", "e4"], Suffix::None)),
            ("e4e5,e5e4", journey(&["e4", "e5", "e4"], Suffix::None)),
            ("a1b2,b2c3,c3d4+", journey(&["a1", "b2", "c3", "d4"], Suffix::Promote)),
            ("d8d7xd6xd5", journey(&["d8", "d7", "d6", "d5"], Suffix::None)),
            ("e1g1,h1f1", journey(&["e1", "h1", "g1"], Suffix::None)),
            ("O-O", Entry::Castling { right: true }),
            ("0-0-0", Entry::Castling { right: false }),
            ("o-o", Entry::Castling { right: true }),
            ("p@e4", Entry::Drop { id: "P".to_owned(), to: chess().parse("e4").expect("a square") }),
            ("+P@a1", Entry::Drop { id: "+P".to_owned(), to: chess().parse("a1").expect("a square") }),
            ("E!@a1", Entry::Drop { id: "E!".to_owned(), to: chess().parse("a1").expect("a square") }),
            ("@@@@", Entry::Pass),
        ];
        for (text, entry) in cases {
            assert_eq!(Entry::read(chess(), text), Some(entry), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_move() {
        let cases = [
            "",
            "e2",
            "e2e",
            "e2e9",
            "z9z9",
            "e2e4qq",
            "e2e4,",
            "e2e4,f5f6,g7g8",
            "Nf3",
            "@e4",
            "PP@e4",
            "P@",
            "P@z1",
            "e7e8()",
            "e7e8==",
            "O-O-O-O",
            "e2e4é",
            "é",
            "@@@",
            "e7e8q,e8e7",
            "1@e4",
            "e2 e4",
        ];
        for text in cases {
            assert_eq!(Entry::read(chess(), text), None, "{text}");
        }
    }

    #[test]
    fn ten_ranks_count_from_zero_and_twelve_have_two_digits() {
        let ten_ranks = Geometry::new(9, 10).expect("fits");
        assert_eq!(Entry::read(ten_ranks, "h2e2"), Some(journey_on(ten_ranks, &["h2", "e2"], Suffix::None)));
        assert_eq!(Entry::read(ten_ranks, "e0e9"), Some(journey_on(ten_ranks, &["e0", "e9"], Suffix::None)));
        assert_eq!(Entry::read(ten_ranks, "e1e10"), None);
        let chu = Geometry::new(12, 12).expect("fits");
        assert_eq!(Entry::read(chu, "a10a11+"), Some(journey_on(chu, &["a10", "a11"], Suffix::Promote)));
        assert_eq!(Entry::read(chu, "l12l1"), Some(journey_on(chu, &["l12", "l1"], Suffix::None)));
    }
}
