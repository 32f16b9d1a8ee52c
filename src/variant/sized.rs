//! A game's rules on a board of another size, as requested by GUIs with names
//! such as `7x7+6_parent`.
//!
//! Ranks in rules keep their distance from the nearer edge, files their
//! distance from the middle. The start position is only a guess, until the
//! first position is set up.

use super::castling::usual_castling;
use super::{
    CastlingFiles, CastlingRule, EffectKind, EffectPlace, FenError, Flank, Gating, Kind, PromotionTo, Setup, Siege,
    Trigger, Variant,
};
use crate::board::{Area, ByColor, Color, Geometry, Piece, Square, Topology};
use crate::xbetza::ast::{AtomLetter, Body};
use crate::xbetza::{self, Program};

/// A size and the name after it: `7x7+6_parent`, `7x7_parent`.
pub struct SizedName<'a> {
    board: Geometry,
    /// Rows of holdings; `None` if the name leaves them to the parent.
    holdings: Option<u8>,
    /// The game whose rules apply.
    pub parent: &'a str,
}

impl<'a> SizedName<'a> {
    /// Reads a name with a size.
    pub fn parse(name: &'a str) -> Option<Self> {
        let (size, parent) = name.split_once('_')?;
        let (board, holdings) = match size.split_once('+') {
            Some((board, holdings)) => (board, Some(number(holdings)?)),
            None => (size, None),
        };
        let (files, ranks) = board.split_once('x')?;
        Some(Self { board: Geometry::new(number(files)?, number(ranks)?)?, holdings, parent })
    }

    /// Whether a game has exactly this size.
    pub(super) fn is_size_of(&self, variant: &Variant) -> bool {
        let same = variant.board.files() == self.board.files() && variant.board.ranks() == self.board.ranks();
        let held = |holdings| holdings == variant.cecp.holdings && (holdings > 0 || !variant.rules.hands.any());
        same && self.holdings.is_none_or(held)
    }

    /// The parent's rules on a board of this size. The name is the same however the size was requested. `None` if rides
    /// round its edges could take too many ways.
    pub(super) fn apply(&self, parent: &Variant) -> Option<Variant> {
        let board = self.board.with_topology(parent.board.topology());
        let fit = Fit { old: parent.board, new: board };
        let mut variant = parent.clone();
        let (files, ranks) = (self.board.files(), self.board.ranks());
        variant.name = format!("{files}x{ranks}+{}_{}", self.holdings.unwrap_or(parent.cecp.holdings), parent.name);
        variant.title = format!("{} on {files}x{ranks}", parent.title);
        variant.aliases.clear();
        variant.file = None;
        variant.tests.clear();
        variant.board = board;
        variant.start_by_gui = true;
        variant.holes = fit.area(parent.holes);
        variant.kinds.iter_mut().for_each(|kind| fit.kind(kind));
        fit.rules(&mut variant);
        variant.start.board = fit.start(parent);
        variant.holes.iter().for_each(|hole| variant.start.board[hole.index()] = Piece::NONE);
        if let Some(holdings) = self.holdings {
            variant.cecp.holdings = holdings;
            hold(&mut variant, holdings > 0);
        }
        let mut start = variant.start.clone();
        start.assume_unmoved(&variant);
        start.once = ByColor::from_fn(|color| variant.once(color));
        // A piece that is in a corner only because the board is narrow does not castle.
        let kinds: Vec<_> = parent.start.unmoved.iter().map(|sq| parent.start.board[sq.index()].kind()).collect();
        start.unmoved = start.unmoved.iter().filter(|sq| kinds.contains(&start.board[sq.index()].kind())).collect();
        variant.start = start;
        let torus = board.topology() == Topology::Torus;
        let too_large = |kind: &Kind| {
            let mut moves = Color::ALL.into_iter().flat_map(|color| kind.moves(color));
            moves.any(|moves| moves.program.is_too_large(board.longest_ride()))
        };
        (!torus || !variant.kinds.iter().any(too_large)).then_some(variant)
    }
}

fn number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Adapts the rules to the requested holdings: with them there are drops, without them there are no hands.
fn hold(variant: &mut Variant, room: bool) {
    let rules = &mut variant.rules;
    if !room {
        rules.hands = Default::default();
        rules.drops.enabled = false;
        rules.gating = Gating::None;
        // Pieces that an effect would put there leave the board.
        let to_hand = rules.effects.iter_mut().filter(|effect| effect.what == EffectKind::Hand);
        to_hand.for_each(|effect| effect.what = EffectKind::Remove);
        Color::ALL.into_iter().for_each(|color| variant.start.hands[color].fill(0));
    } else if !rules.hands.any() {
        rules.hands.captures = true;
        rules.drops.enabled = true;
        rules.drops.no_immobile = true;
    }
}

impl Variant {
    /// This game begun from a position, if the start position was only a guess: the pieces on the outer ranks are
    /// unmoved on their squares.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a position on this board.
    pub fn begun_at(&self, fen: &str) -> Result<Self, FenError> {
        let setup = Setup::parse_start(self, fen)?;
        let mut begun = self.clone();
        let outer = self.board.area_where(|_, rank| rank == 0 || rank + 1 == self.board.ranks());
        let pieces = begun.start.board.iter_mut().zip(setup.board).enumerate();
        pieces.filter(|(number, _)| outer.has(Square(*number as u8))).for_each(|(_, (home, piece))| *home = piece);
        begun.start.hands = setup.hands;
        begun.start.unmoved = Area::EMPTY;
        Ok(begun)
    }
}

/// The mapping from one size of board to another.
#[derive(Clone, Copy)]
struct Fit {
    old: Geometry,
    new: Geometry,
}

impl Fit {
    /// The rank of the old board that corresponds to one of the new board: at the same distance from the nearer edge,
    /// or else in the middle.
    fn rank(self, rank: u8) -> u8 {
        let (old, new) = (self.old.ranks(), self.new.ranks());
        let from_far = new - 1 - rank;
        let most = (old - 1) / 2;
        if rank <= from_far { rank.min(most) } else { old - 1 - from_far.min(most) }
    }

    /// The file of the old board at the same distance from the middle; it may be off the board.
    fn file(self, file: u8) -> i16 {
        let widths = [self.old.files(), self.new.files()].map(i16::from);
        i16::from(file) + (widths[0] - widths[1]).div_euclid(2)
    }

    fn area(self, area: Area) -> Area {
        let last = i16::from(self.old.files()) - 1;
        self.new.area_where(|file, rank| {
            let square = self.old.square(self.file(file).clamp(0, last), self.rank(rank).into());
            square.is_some_and(|square| area.has(square))
        })
    }

    fn areas(self, areas: ByColor<Area>) -> ByColor<Area> {
        ByColor(areas.0.map(|area| self.area(area)))
    }

    fn kind(self, kind: &mut Kind) {
        kind.region = self.areas(kind.region);
        kind.capture_only = self.areas(kind.capture_only);
        self.castling(&mut kind.notation, &mut kind.program);
        for zone_move in &mut kind.zone_moves {
            zone_move.zone = self.areas(zone_move.zone);
            self.castling(&mut zone_move.notation, &mut zone_move.program);
        }
    }

    /// Castling by the usual distance is by that of the new board, as XBoard expects.
    fn castling(self, notation: &mut ByColor<String>, program: &mut ByColor<Program>) {
        let [from, to] = [self.old, self.new].map(|board| usual_castling(board.files()));
        for color in Color::ALL {
            // Without moves there is no description.
            let Ok(mut tree) = xbetza::parse(&notation[color]) else { continue };
            let castlings = tree.terms.iter_mut().filter_map(|term| match &mut term.body {
                Body::Simple { atom, .. } if atom.letter == AtomLetter::Castling => atom.range.as_mut(),
                _ => None,
            });
            castlings.filter(|range| **range == from).for_each(|range| *range = to);
            let moves = tree.to_string();
            if let Ok(changed) = xbetza::compile(&moves) {
                notation[color] = moves;
                let joined = self.new.topology() != Topology::Plane;
                program[color] = if joined { changed.around() } else { changed };
            }
        }
    }

    fn rules(self, variant: &mut Variant) {
        let rules = &mut variant.rules;
        for promotion in &mut rules.promotions {
            // If pieces turn over, the zone is a third of the board, as in XBoard.
            let third = |board: Geometry| {
                let depth = if board.ranks() == 8 { 3 } else { board.ranks() / 3 };
                ByColor::from_fn(|color| board.all().filter(|&sq| board.rank_of(!color, sq) < depth).collect::<Area>())
            };
            let turns = promotion.to == PromotionTo::Form && promotion.trigger == Trigger::Touch;
            let is_third = turns && promotion.zone == third(self.old);
            promotion.zone = if is_third { third(self.new) } else { self.areas(promotion.zone) };
            promotion.lone_zone = self.areas(promotion.lone_zone);
        }
        rules.drops.regions.iter_mut().for_each(|region| *region = self.areas(*region));
        rules.drops.unmoved.iter_mut().for_each(|squares| *squares = self.areas(*squares));
        rules.drops.opening = self.areas(rules.drops.opening);
        if self.new.ranks() == 7 {
            // XBoard's rule for seven ranks.
            rules.drops.max_per_file.iter_mut().flatten().for_each(|most| *most = (*most).max(2));
        }
        rules.captures.bans.iter_mut().for_each(|ban| ban.zone = self.areas(ban.zone));
        for goal in &mut rules.ends.goals {
            goal.squares = self.areas(goal.squares);
            goal.ends = goal.ends.map(|end| self.areas(end));
        }
        // With other files the start is too uncertain for conditions on its pieces, such as a king between two rooks.
        rules.shuffle = rules.shuffle.take().filter(|_| self.old.files() == self.new.files());
        if let Some(shuffle) = &mut rules.shuffle {
            shuffle.squares = self.area(shuffle.squares);
            shuffle.on.iter_mut().for_each(|(_, squares)| *squares = self.area(*squares));
        }
        if let Some(wall) = &mut rules.wall {
            wall.squares = self.areas(wall.squares);
        }
        for effect in &mut rules.effects {
            match &mut effect.place {
                EffectPlace::Zone(zone) => zone.squares = self.areas(zone.squares),
                EffectPlace::Flanked(Flank { hostile, .. }) | EffectPlace::Surrounded(Siege { hostile, .. }) => {
                    *hostile = self.areas(*hostile);
                }
                _ => {}
            }
        }
        if let CastlingRule::Fischer(CastlingFiles { right, left }) = &mut rules.castling {
            let last = self.new.files() - 1;
            *right = last.saturating_sub(self.old.files() - 1 - *right);
            *left = (*left).min(last);
        }
    }

    /// The parent's start position on the new board.
    fn start(self, parent: &Variant) -> Vec<Piece> {
        let piece = |sq: Square| {
            let rank = self.rank(self.new.rank(sq));
            let row: Vec<Piece> = (0..self.old.files())
                .filter_map(|file| parent.start.board.get(self.old.square(file.into(), rank.into())?.index()).copied())
                .collect();
            let alike = row.windows(2).all(|two| two.first() == two.last());
            let file = usize::try_from(self.file(self.new.file(sq))).ok();
            let found = if alike { row.first() } else { file.and_then(|file| row.get(file)) };
            found.copied().unwrap_or(Piece::NONE)
        };
        self.new.all().map(piece).collect()
    }
}
