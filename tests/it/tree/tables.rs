//! Positions and their tables against the game by the tree: from random
//! positions random games are played by both, and at every step the legal
//! moves must be the same.

use super::game::{Game, Rules, Turn};
use super::{Kind, Move as TreeMove, Place};
use alfil::internals::board::{Color, Piece, PieceKind, Square};
use alfil::internals::position::{Move, MoveKind, Position, SetupError};
use alfil::internals::tables::Tables;
use alfil::internals::text::Source;
use alfil::internals::variant::{
    self, CastlingRule, Gating, GivingCheck, LeavingCheck, RepetitionResult, RoyalMode, Setup, Variant, Virgin,
    builtin, find,
};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How much is played: debug builds are slow.
const SHARE: usize = if cfg!(debug_assertions) { 20 } else { 1 };

/// Both sides of the comparison.
struct Pair<'v, const N: usize> {
    tables: &'v Tables<N>,
    position: Position<N>,
    game: Game<'v>,
}

impl<const N: usize> Pair<'_, N> {
    fn place(&self, sq: Square) -> Place {
        self.game.place(sq.index())
    }

    /// A move of the position in the words of the tree; `None` for drops.
    fn turn(&self, mv: Move) -> Option<Turn> {
        let journey = |[from, to]: [Square; 2]| (self.place(from), self.place(to));
        let mut victims: Vec<Place> = mv.victims().map(|sq| self.place(sq)).collect();
        let plain = matches!(mv.kind(), MoveKind::Plain | MoveKind::Double | MoveKind::Promotion);
        if plain && !self.position.piece_at(mv.to()).is_none() {
            victims.push(self.place(mv.to()));
        }
        let kind = match mv.kind() {
            MoveKind::Drop => return None,
            MoveKind::Pass => Kind::Pass,
            MoveKind::Castle => Kind::Castle,
            MoveKind::Swap => Kind::Swap,
            _ if victims.is_empty() => Kind::Move,
            _ => Kind::Capture,
        };
        let (unload, partner) = (mv.journey().map(journey), mv.partner().map(journey));
        Some(Turn {
            from: self.place(mv.from()),
            mv: TreeMove { to: self.place(mv.to()), kind, victims, unload, partner },
        })
    }

    /// The legal moves by what they do; promotions of one move stand together.
    fn turns(&self) -> Result<BTreeMap<Turn, Vec<Move>>, String> {
        let mut list = Vec::new();
        self.position.legal_moves(self.tables, &mut list);
        let judging = self.position.judging(self.tables);
        let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
        self.position.noisy_pseudo_legal_moves(self.tables, judging, &mut noisy);
        self.position.quiet_pseudo_legal_moves(self.tables, judging, &mut quiet);
        let count = self.position.count_legal_moves(self.tables);
        if (noisy.len() + quiet.len(), count) != (list.len(), list.len() as u64) {
            return Err(format!("{} noisy, {} quiet, {count} counted of {list:?}", noisy.len(), quiet.len()));
        }
        let distinct: BTreeSet<String> = list.iter().map(|mv| format!("{:?} {mv:?}", self.turn(*mv))).collect();
        if distinct.len() != list.len() {
            return Err(format!("moves come twice in {list:?}"));
        }
        if self.position.has_legal_move(self.tables) == list.is_empty() {
            return Err("it is not sure whether there is a legal move".to_owned());
        }
        let mut turns: BTreeMap<Turn, Vec<Move>> = BTreeMap::new();
        for mv in list {
            if let Some(turn) = self.turn(mv) {
                turns.entry(turn).or_default().push(mv);
            }
        }
        Ok(turns)
    }

    /// Compares the legal moves; returns those of the position.
    fn compare(&self) -> Result<BTreeMap<Turn, Vec<Move>>, String> {
        let check = (self.position.in_check(self.tables), self.game.is_in_check(self.game.side));
        if check.0 != check.1 {
            return Err(format!("in check: {} by the tables, {} by the tree", check.0, check.1));
        }
        let found = self.turns()?;
        let mut expected = self.game.legal_moves();
        // Whoever passes, it is the same move.
        let pass = found.keys().find(|turn| turn.mv.kind == Kind::Pass).filter(|turn| expected.contains(turn)).cloned();
        if let Some(pass) = pass {
            expected.retain(|turn| turn.mv.kind != Kind::Pass || *turn == pass);
        }
        let missing: Vec<&Turn> = expected.iter().filter(|turn| !found.contains_key(turn)).collect();
        let surplus: Vec<&Turn> = found.keys().filter(|turn| !expected.contains(turn)).collect();
        if missing.is_empty() && surplus.is_empty() {
            Ok(found)
        } else {
            Err(format!("missing {missing:?}, surplus {surplus:?}"))
        }
    }

    /// Plays random moves, comparing all the way; returns how many moves were
    /// compared.
    fn walk(&mut self, plies: usize, random: &mut Rng) -> Result<usize, String> {
        let mut compared = 0;
        for _ in 0..plies {
            let turns = self.compare()?;
            compared += turns.len();
            // Rare moves as often as common ones.
            let kinds: Vec<(Kind, usize)> = turns.keys().map(|turn| (turn.mv.kind, turn.mv.victims.len())).collect();
            let Some(wanted) = random.choice(&kinds).filter(|_| !turns.is_empty()) else { break };
            let fitting: Vec<(&Turn, &Vec<Move>)> =
                turns.iter().filter(|(turn, _)| (turn.mv.kind, turn.mv.victims.len()) == *wanted).collect();
            let Some((turn, moves)) = random.choice(fitting) else { break };
            let mv = *random.choice(moves).expect("each turn comes from a move");
            let before = self.position.setup(self.tables);
            self.position.play(self.tables, mv);
            self.position.undo(self.tables);
            if self.position.setup(self.tables) != before {
                return Err(format!("{mv:?} is not taken back"));
            }
            self.position.play(self.tables, mv);
            self.game.play(turn);
            let setup = self.position.setup(self.tables);
            let again = Position::new(self.tables, &setup).map_err(|fault| format!("after {mv:?}: {fault}"))?;
            if again.key() != self.position.key() {
                return Err(format!("the key after {mv:?} is wrong"));
            }
            // Promotion is not the tree's business.
            let pieces = setup.board.iter().map(|&piece| (!piece.is_none()).then_some(piece));
            self.game.pieces = pieces.collect();
        }
        Ok(compared)
    }
}

/// Puts random pieces on the board, the royals of the start among them.
fn random_setup(variant: &Variant, random: &mut Rng) -> Setup {
    let mut setup = Setup::empty(variant);
    let squares = variant.board.squares();
    let mut free: Vec<usize> = (0..squares).collect();
    random.shuffle(&mut free);
    let region = |piece: Piece| variant.kind(piece.kind()).region[piece.color()];
    let mut put = |setup: &mut Setup, piece: Piece| {
        let at = free.iter().position(|&at| region(piece).has(Square(at as u8)));
        if let Some(at) = at {
            setup.board[free.swap_remove(at)] = piece;
        }
    };
    let royals = variant.start.board.iter().filter(|piece| !piece.is_none() && variant.kind(piece.kind()).royal);
    royals.for_each(|&piece| put(&mut setup, piece));
    for (kind, color) in variant.kinds().flat_map(|kind| Color::ALL.map(|color| (kind, color))) {
        let held = variant.start.hands[color][kind.0.index()];
        (0..held).filter(|_| kind.1.royal).for_each(|_| put(&mut setup, Piece::new(kind.0, color)));
    }
    let plain: Vec<PieceKind> = variant.kinds().filter(|(_, kind)| !kind.royal).map(|(number, _)| number).collect();
    // More pieces would cost more than they find: each is asked about each move of the others.
    for _ in 0..random.usize(4..=(squares / 3).min(24)) {
        let kind = *random.choice(&plain).expect("games have more than kings");
        put(&mut setup, Piece::new(kind, if random.bool() { Color::White } else { Color::Black }));
    }
    // Some pieces are at home and have not moved.
    for (at, &piece) in variant.start.board.iter().enumerate() {
        let royal = |piece: Piece| !piece.is_none() && variant.kind(piece.kind()).royal;
        if random.u8(..3) == 0 && !piece.is_none() && !royal(piece) && !royal(setup.board[at]) {
            setup.board[at] = piece;
        }
        if random.u8(..3) > 0 && !piece.is_none() && setup.board[at] == piece {
            setup.unmoved.insert(Square(at as u8));
        }
    }
    setup.side = if random.bool() { Color::White } else { Color::Black };
    setup
}

/// Plays games of a variant from random positions.
fn play<const N: usize>(rules: &Rules, positions: usize, random: &mut Rng) {
    let variant = Arc::new(rules.variant.clone());
    let tables = Tables::<N>::new(&variant).unwrap_or_else(|fault| panic!("{}: {fault}", variant.name));
    let (mut compared, mut played) = (0, 0);
    for _ in 0..positions * 40 {
        let setup = random_setup(&variant, random);
        let game = Game::new(rules, &setup);
        let fen = setup.fen(&variant);
        let waiting = game.is_in_check(!game.side);
        let position = match Position::new(&tables, &setup) {
            Ok(position) => position,
            Err(fault) => {
                assert!(matches!(fault, SetupError::OpponentInCheck(_)) && waiting, "{}: {fen}: {fault}", variant.name);
                continue;
            }
        };
        assert!(!waiting, "{}: {fen}: the side that waits is in check", variant.name);
        let mut pair = Pair { tables: &tables, position, game };
        let plies = random.usize(1..8);
        match pair.walk(plies, random) {
            Ok(count) => compared += count,
            Err(fault) => {
                let now = pair.position.setup(&tables).fen(&variant);
                let played: Vec<Move> = pair.position.played().collect();
                let pieces: Vec<_> =
                    variant.kinds.iter().map(|kind| (&kind.id, &kind.notation[Color::White])).collect();
                panic!("{}: {fault}\nfrom {fen}\nafter {played:?}\nnow {now}\nwith {pieces:?}", variant.name);
            }
        }
        played += 1;
        // Games that are over at once compare little.
        if played >= positions && compared > positions * 5 {
            break;
        }
    }
    assert!(compared > positions * 5, "{}: only {compared} moves in {played} positions", variant.name);
}

fn play_any_size(rules: &Rules, positions: usize, random: &mut Rng) {
    let positions = (positions / SHARE).max(2);
    match rules.variant.board.squares() {
        0..=64 => play::<1>(rules, positions, random),
        65..=128 => play::<2>(rules, positions, random),
        _ => play::<3>(rules, positions, random),
    }
}

/// The zone moves of a file as they are written there or in what it builds on.
fn zone_moves(variant: &Variant, source: &Source) -> Vec<(PieceKind, String)> {
    let file: toml::Table = source.text.parse().expect("bundled files are TOML");
    let included = file.get("include").and_then(toml::Value::as_str);
    let mut found = included.map_or(Vec::new(), |name| {
        zone_moves(variant, &find(source, name).expect("bundled files include what there is"))
    });
    for (id, piece) in file.get("pieces").and_then(toml::Value::as_table).into_iter().flatten() {
        let Some(kind) = variant.kind_by_id(id) else { continue };
        let moves = match piece.get("zone_move") {
            Some(toml::Value::Array(list)) => list.clone(),
            Some(one) => vec![one.clone()],
            None => continue,
        };
        found.retain(|(other, _)| *other != kind);
        let text = |table: &toml::Value| table["move"].as_str().expect("a move is a text").to_owned();
        found.extend(moves.iter().map(|table| (kind, text(table))));
    }
    found
}

#[test]
fn bundled_variants_play_as_the_tree_says() {
    let mut random = Rng::with_seed(21);
    for bundled in builtin() {
        let variant = plainly(bundled.variant());
        let rules = Rules::new(&variant, &zone_moves(&variant, bundled.source()));
        play_any_size(&rules, 40, &mut random);
    }
}

/// The same pieces under the rules that the tree knows: every royal must be
/// safe, the notation tells how to castle, and nothing else forbids moves or
/// ends games.
fn plainly(variant: &Variant) -> Variant {
    let mut plain = variant.clone();
    let rules = &mut plain.rules;
    rules.royal_mode = RoyalMode::Each;
    rules.leaving_check = LeavingCheck::Forbidden;
    rules.giving_check = GivingCheck::Allowed;
    rules.must_capture = false;
    rules.gating = Gating::None;
    rules.effects.clear();
    rules.bans.clear();
    rules.counterstrike = None;
    if rules.castling != CastlingRule::None {
        rules.castling = CastlingRule::default();
    }
    rules.repetition.result = RepetitionResult::Draw;
    rules.shuffle = None;
    rules.virgin = Virgin::Square;
    rules.checks = None;
    rules.bare = None;
    rules.extinctions.clear();
    rules.goals.clear();
    rules.promotions.clear();
    rules.promotion_limits.clear();
    plain
}

/// A variant with these pieces, royal ones first, on a board of that size;
/// some of them are at home on the first two ranks.
fn variant(name: &str, (files, ranks): (u8, u8), royals: &[&str], pieces: &[&str], random: &mut Rng) -> Variant {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".chars();
    let (mut text, mut ids) = (String::new(), Vec::new());
    for (letter, notation) in letters.zip(royals.iter().chain(pieces)) {
        text += &format!("[pieces.{letter}]\nmove = \"{notation}\"\n");
        ids.push(letter);
    }
    let royal: Vec<String> = ids[..royals.len()].iter().map(|id| format!("\"{id}\"")).collect();
    let facing = random.choice(["none", "none", "file", "file-and-rank"]).expect("the list is not empty");
    text += &format!("[royalty]\npieces = [{}]\nfacing = \"{facing}\"\n", royal.join(", "));
    text += &format!("[board]\nfiles = {files}\nranks = {ranks}\nrank_base = 1\n");
    for attempt in 0.. {
        let home = home(usize::from(files), &ids, royals.len(), if attempt < 50 { 3 } else { 0 }, random);
        let empty = vec![files.to_string(); usize::from(ranks) - 4].join("/");
        let white = home.each_ref().map(|row| fen_row(row));
        let black = home.map(|row| fen_row(&row.into_iter().rev().collect::<Vec<_>>()).to_lowercase());
        let fen = format!("{}/{}/{empty}/{}/{} w - - 0 1", black[0], black[1], white[1], white[0]);
        let source = Source::new(name, format!("name = \"{name}\"\n{text}[start]\nfen = \"{fen}\"\n"));
        let (variant, reports) = variant::load(&source, &find);
        let faults: Vec<String> = reports.iter().filter(|report| report.is_error()).map(ToString::to_string).collect();
        let variant = variant.unwrap_or_else(|| panic!("{faults:?}\n{}", source.text));
        if alfil::internals::game::Game::new(&Arc::new(variant.clone())).is_ok() {
            return variant;
        }
        assert!(attempt < 200, "no start position is legal:\n{}", source.text);
    }
    unreachable!("the loop has no end")
}

/// White's first two ranks in a FEN.
fn home(files: usize, ids: &[char], royals: usize, share: u8, random: &mut Rng) -> [Vec<char>; 2] {
    let mut rows = [vec![EMPTY; files], vec![EMPTY; files]];
    for row in &mut rows {
        for square in row.iter_mut() {
            if random.u8(..5) < share {
                *square = *random.choice(&ids[royals..]).expect("there are pieces");
            }
        }
    }
    for (file, id) in [0, files / 2, files - 1].into_iter().zip(&ids[..royals]) {
        rows[0][file] = *id;
    }
    rows
}

/// An empty square in a row of letters.
const EMPTY: char = '.';

/// A row of letters as FEN has it.
fn fen_row(row: &[char]) -> String {
    let groups = row.chunk_by(|a, b| *a == EMPTY && *b == EMPTY);
    let text = |group: &[char]| if group[0] == EMPTY { group.len().to_string() } else { String::from_iter(group) };
    groups.map(text).collect()
}

const SIZES: [(u8, u8); 8] = [(8, 8), (8, 8), (5, 7), (9, 10), (10, 8), (12, 10), (12, 12), (11, 6)];

#[test]
fn well_known_pieces_play_as_the_tree_says() {
    let mut random = Rng::with_seed(22);
    let known = include_str!("../../data/xbetza/pieces.txt").lines().filter(|line| !line.starts_with('#'));
    let known: Vec<&str> = known.filter_map(|line| line.split(" | ").nth(2)).collect();
    assert!(known.len() > 100);
    for round in 0..120 / SHARE {
        let size = SIZES[round % SIZES.len()];
        let royals = random.choice([&["K"][..], &["none"], &["KisO2"], &["KNADcaKmcabK"], &["N", "W"], &["RudR"]]);
        let mut pieces: Vec<&str> =
            (0..random.usize(3..7)).map(|_| *random.choice(&known).expect("not empty")).collect();
        pieces.push("none");
        let variant = variant("known", size, royals.expect("not empty"), &pieces, &mut random);
        play_any_size(&Rules::new(&variant, &[]), 20, &mut random);
    }
}
