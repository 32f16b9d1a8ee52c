//! The start position of a section.

use super::settings::Settings;
use super::types::{Type, Types};
use crate::board::{Area, ByColor, Color, Geometry, Square};

/// A kind of piece: a type, and for promoted forms the original type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    pub ty: Type,
    pub base: Option<Type>,
}

impl Kind {
    pub fn plain(ty: Type) -> Self {
        Self { ty, base: None }
    }
}

/// A castling: both pieces, and the file to which the king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    pub king: Square,
    pub rook: Square,
    pub to: u8,
}

impl Castling {
    /// Whether the king or the rook comes to a square or across it.
    fn passes(&self, board: Geometry, at: Square) -> bool {
        let [king, rook] = [self.king, self.rook].map(|at| board.file(at));
        let beside = if rook > king { self.to.saturating_sub(1) } else { self.to + 1 };
        let files = [king, rook, self.to, beside];
        let least = files.into_iter().min().unwrap_or(king);
        let most = files.into_iter().max().unwrap_or(king);
        board.rank(at) == board.rank(self.king) && (least..=most).contains(&board.file(at))
    }
}

/// The start position.
#[derive(Clone, Debug)]
pub struct Start {
    pub pieces: Vec<(Square, Kind, Color)>,
    pub walls: Area,
    pub hands: ByColor<Vec<Type>>,
    pub side: Color,
    /// Towards higher and lower files.
    pub castlings: ByColor<[Option<Castling>; 2]>,
    pub checks: Option<[u32; 2]>,
    pub counters: [u32; 2],
    /// The letters of the castling field, which may also be gates.
    pub rights: String,
}

impl Start {
    /// Reads the position as the format does; fields may be missing.
    pub fn read(settings: &Settings, board: Geometry) -> Result<Self, String> {
        let text = settings.text("startFen");
        let mut fields = text.split_whitespace();
        let placement = fields.next().unwrap_or_default();
        let (placement, hand) = placement.split_once('[').unwrap_or((placement, ""));
        let side = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(format!("`{other}` is not a side to move: expected `w` or `b`")),
        };
        let mut start = Self {
            pieces: Vec::new(),
            walls: Area::EMPTY,
            hands: ByColor::default(),
            side,
            castlings: ByColor::default(),
            checks: None,
            counters: [0, 1],
            rights: String::new(),
        };
        start.place(settings, board, placement)?;
        for c in hand.chars().filter(|c| !['-', ']'].contains(c)) {
            let ty = settings.by_letter(c).ok_or_else(|| format!("no piece has the letter `{c}` in hand"))?;
            let side = if c.is_uppercase() { Color::White } else { Color::Black };
            start.hands[side].push(ty);
        }
        if settings.flag(".freeDrops") && settings.flag("pieceDrops") {
            let walls = start.walls.iter().count();
            let empty = board.squares() - start.pieces.len() - walls;
            let reserve: Vec<Type> = settings.pieces().flat_map(|ty| std::iter::repeat_n(ty, empty)).collect();
            start.hands = ByColor::from_fn(|_| reserve.clone());
        }
        let mut rest: Vec<&str> = fields.collect();
        let is_number = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit());
        if rest.first().is_some_and(|field| !is_number(field)) {
            start.rights = rest.remove(0).trim_matches('-').to_owned();
            let is_right = |c: char| match c.to_ascii_uppercase() {
                'K' | 'Q' => true,
                letter => letter.is_ascii_uppercase() && letter as u8 - b'A' < board.files(),
            };
            if let Some(c) = start.rights.chars().find(|c| !is_right(*c)) {
                return Err(format!("`{c}` is not a castling right: expected `K`, `Q` or the letter of a file"));
            }
            if rest.first().is_some_and(|field| !is_number(field)) {
                let passed = rest.remove(0);
                if passed != "-" {
                    return Err(format!("expected `-`, since no pawn has moved before the start, found `{passed}`"));
                }
            }
        }
        if settings.flag("checkCounting") {
            let given = rest.first().and_then(|field| field.split_once('+'));
            let given = given.and_then(|(white, black)| Some([white.parse().ok()?, black.parse().ok()?]));
            if given.is_some() {
                rest.remove(0);
            }
            // Without a number, one check is to be given.
            start.checks = Some(given.unwrap_or([1, 1]));
        }
        if let Some(field) = rest.iter().find(|field| field.contains('+') && start.checks.is_none()) {
            return Err(format!("`{field}` counts checks, which needs `checkCounting = true`"));
        }
        if let Some(field) = rest.get(start.counters.len()) {
            return Err(format!("`{field}` comes after the last field"));
        }
        for (counter, field) in start.counters.iter_mut().zip(rest) {
            *counter = field.parse().map_err(|_| format!("`{field}` is not a move counter"))?;
        }
        if settings.flag("castling") {
            start.find_castlings(settings, board);
        }
        Ok(start)
    }

    fn place(&mut self, settings: &Settings, board: Geometry, text: &str) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(board.ranks()) {
            return Err(format!("the position has {} ranks, the board {}", rows.len(), board.ranks()));
        }
        for (row, rank) in rows.iter().zip((0..board.ranks()).rev()) {
            let mut file = 0;
            let mut chars = row.chars().peekable();
            while let Some(c) = chars.next() {
                if let Some(mut empty) = c.to_digit(10) {
                    while let Some(next) = chars.peek().and_then(|next| next.to_digit(10)).filter(|_| empty < 10) {
                        (empty, _) = (empty * 10 + next, chars.next());
                    }
                    file += empty;
                    continue;
                }
                let at = i16::try_from(file).ok().and_then(|file| board.square(file, rank.into()));
                let at = at.ok_or_else(|| format!("rank {} of the position is too long", rank + 1))?;
                file += 1;
                if c == '*' {
                    self.walls.insert(at);
                    continue;
                }
                let turned = c == '+';
                let c = if turned { chars.next().unwrap_or(c) } else { c };
                let ty = settings.by_letter(c).ok_or_else(|| format!("no piece has the letter `{c}`"))?;
                let kind = match settings.form(ty) {
                    Some(form) if turned => Kind { ty: form, base: Some(ty) },
                    None if turned => return Err(format!("`{c}` has no promoted form")),
                    _ => Kind::plain(ty),
                };
                if chars.peek() == Some(&'~') {
                    return Err("promoted pieces cannot stand in the start position".to_owned());
                }
                self.pieces.push((at, kind, if c.is_uppercase() { Color::White } else { Color::Black }));
            }
            if file != u32::from(board.files()) {
                return Err(format!("rank {} of the position has {file} squares, not {}", rank + 1, board.files()));
            }
        }
        Ok(())
    }

    /// The squares on which a side has pieces of a type.
    pub fn squares(&self, side: Color, ty: Type) -> Area {
        let pieces = self.pieces.iter().filter(|(_, kind, owner)| *owner == side && kind.ty == ty);
        pieces.map(|(at, ..)| *at).collect()
    }

    /// The number of pieces of a type that a side has, including those in hand.
    pub fn count(&self, side: Color, ty: Type) -> u32 {
        let all = ty == Type::ALL;
        let board = self.pieces.iter().filter(|(_, kind, owner)| *owner == side && (all || kind.ty == ty));
        let hand = self.hands[side].iter().filter(|held| all || **held == ty);
        (board.count() + hand.count()) as u32
    }

    /// The piece of a side on a square.
    pub fn piece_of(&self, side: Color, at: Square) -> Option<Kind> {
        let standing = self.pieces.iter().find(|(other, _, owner)| *other == at && *owner == side);
        standing.map(|(_, kind, _)| *kind)
    }

    /// Finds the castlings for the letters of the castling field, if their pieces are in place.
    fn find_castlings(&mut self, settings: &Settings, board: Geometry) {
        for side in Color::ALL {
            let rank = settings.number("castlingRank") as u8;
            if rank >= board.ranks() {
                continue;
            }
            let rank = if side == Color::White { rank } else { board.ranks() - 1 - rank };
            let castler = settings.piece_of("castlingKingPiece", side);
            let rooks: Types = settings.types_of("castlingRookPieces", side);
            let square = |file: u8| board.square(file.into(), rank.into());
            let on = |file: u8| square(file).and_then(|at| self.piece_of(side, at));
            let is_rook = |file: &u8| on(*file).is_some_and(|kind| rooks.has(kind.ty));
            let is_king = |file: &u8| on(*file).is_some_and(|kind| Some(kind.ty) == castler);
            let kings: Vec<u8> = (0..board.files()).filter(is_king).collect();
            let named = settings.number("castlingKingFile") as u8;
            let king = match kings[..] {
                [king] => Some(king),
                _ => Some(named).filter(|file| kings.contains(file)),
            };
            let last = board.files() - 1;
            let wing = |letter: char| match letter {
                'K' => (0..=last.min(settings.number("castlingRookKingsideFile") as u8)).rev().find(is_rook),
                _ => (settings.number("castlingRookQueensideFile") as u8..=last).find(is_rook),
            };
            let own = |c: char| c.is_uppercase() == (side == Color::White);
            let Some(king) = king else {
                // Without a castling piece, the letter is the gate of the partner.
                let gate = |c: char| match c.to_ascii_uppercase() {
                    letter @ ('K' | 'Q') if own(c) && settings.flag("virginGating") => {
                        wing(letter).map_or(c, |rook| char::from(c as u8 - letter as u8 + b'A' + rook))
                    }
                    _ => c,
                };
                self.rights = self.rights.chars().map(gate).collect();
                continue;
            };
            let (letters, others): (Vec<char>, Vec<char>) = self.rights.chars().partition(|c| own(*c));
            let file = |c: char| (c.to_ascii_uppercase() as u8).wrapping_sub(b'A');
            let is_wing = |c: char| ['K', 'Q'].contains(&c.to_ascii_uppercase());
            // Where pieces may enter, files are gates. They are castlings, too, if the king has a gate and no castling
            // is named.
            let enter = !self.hands[side].is_empty() || settings.flag("capturesToHand");
            let gates = settings.flag("virginGating")
                && enter
                && (letters.iter().any(|c| is_wing(*c)) || !letters.iter().any(|c| file(*c) == king));
            let mut found = [None; 2];
            for letter in &letters {
                let rook = match letter.to_ascii_uppercase() {
                    wings @ ('K' | 'Q') => wing(wings),
                    _ => Some(file(*letter)).filter(|file| !gates && is_rook(file)),
                };
                let rook = rook.and_then(square);
                if let (Some(king), Some(rook)) = (square(king), rook) {
                    let right = rook > king;
                    let to = settings.number(if right { "castlingKingsideFile" } else { "castlingQueensideFile" });
                    let castling = Castling { king, rook, to: to as u8 };
                    let blocked = self.walls.iter().any(|wall| castling.passes(board, wall));
                    found[usize::from(!right)] = Some(castling).filter(|_| !blocked);
                }
            }
            self.castlings[side] = found;
            if settings.flag("virginGating") && !gates {
                // `K` and `Q` also stand for the gates of both pieces.
                let castlings: Vec<Castling> = found.into_iter().flatten().collect();
                let files = castlings.iter().flat_map(|castling| [castling.king, castling.rook]);
                let files: Vec<u8> = files.map(|at| board.file(at)).collect();
                let wings = ['K', 'Q'].into_iter().zip(found).filter(|(_, castling)| castling.is_some());
                let wings = wings.map(|(wing, _)| if side == Color::White { wing } else { wing.to_ascii_lowercase() });
                let rest = letters.into_iter().filter(|c| enter && !is_wing(*c) && !files.contains(&file(*c)));
                let own: Vec<char> = wings.chain(rest).collect();
                let [white, black] = if side == Color::White { [own, others] } else { [others, own] };
                self.rights = white.into_iter().chain(black).collect();
            }
        }
    }
}
