//! Move programs: the meaning of an XBetza description, spelled out.
//!
//! Symmetry, defaults, doubled atoms and brackets are resolved: the remaining
//! steps are from White's point of view, with ranges and conditions. A program knows no board;
//! edges, zones and occupancy first appear in the tables of a variant.

pub use crate::board::Step;
use std::ops::Range;

/// How a piece moves: the union of its terms.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Program {
    /// The terms, in the order of the description.
    pub terms: Vec<Term>,
}

/// One alternative of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The bytes of the description that this term was written in.
    pub span: Range<usize>,
    /// When the term may be used.
    pub when: When,
    /// Its action.
    pub action: Action,
}

/// When a term may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Whenever the piece stands on the board.
    Always,
    /// `i`: while the piece is unmoved.
    Unmoved,
    /// `ii`: while the square behind it is one on which a piece of its type stood initially.
    AheadOfStart,
}

/// The action of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Legs one after the other, at least one; every leg must be completed.
    Walk(Vec<Leg>),
    /// A ride that changes direction at every step (`z`, `q` before a lone atom).
    Bend(Bend),
    /// `O` with a range: castling.
    Castle(Castle),
    /// `U`: any square of the board except its own.
    Anywhere(Anywhere),
    /// `O` without a range: the piece stays and the turn passes.
    Pass,
}

/// One leg of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Its directions.
    pub rays: Rays,
    /// Greatest number of steps; `None` without limit.
    pub range: Option<u8>,
    /// The squares on which it may end. On a leg that is not the last: the contents of the relay.
    pub modes: Modes,
    /// Whether and how it flies over a hurdle.
    pub hop: Hop,
    /// The condition on the squares crossed.
    pub crossing: Crossing,
    /// `o`, or joined edges of the board: the leg goes round them.
    pub wraps: bool,
    /// `i` on a later leg: exactly as many steps as the latest earlier leg whose range was not 1.
    pub equal_length: bool,
    /// `u`: records its start square for the piece captured.
    pub unloads: bool,
    /// A quiet move that ends with this leg gives the opponent en passant
    /// rights, unless it crosses joined edges.
    pub marks_en_passant: bool,
}

/// Directions of a leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rays {
    /// First leg: these, whatever came before.
    Opening(Vec<Ray>),
    /// Later leg: depends on how the relay was reached.
    Turning(Turns),
}

/// Directions of a leg after the first, by how the relay was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The index in `rays` at which each row begins; row `hand * 16 + heading`, and one more for the end.
    starts: [u16; Self::ROWS + 1],
    rays: Vec<Ray>,
}

impl Turns {
    const ROWS: usize = 48;

    /// Calls `rays_after` for arrival on each heading (0 to 15) with each
    /// hand of the latest turn (0 none, 1 right, 2 left).
    pub fn from_fn(mut rays_after: impl FnMut(u8, u8) -> Vec<Ray>) -> Self {
        let mut turns = Self { starts: [0; Self::ROWS + 1], rays: Vec::new() };
        for row in 0..Self::ROWS {
            turns.rays.extend(rays_after(row as u8 % 16, row as u8 / 16));
            turns.starts[row + 1] = turns.rays.len() as u16;
        }
        turns
    }

    /// The rays after arrival on a heading, with the hand of the latest turn.
    #[inline]
    pub fn after(&self, heading: u8, hand: u8) -> &[Ray] {
        let row = (usize::from(hand) * 16 + usize::from(heading)).min(Self::ROWS - 1);
        &self.rays[usize::from(self.starts[row])..usize::from(self.starts[row + 1])]
    }

    /// The greatest number of rays that any arrival leads to.
    pub fn widest(&self) -> usize {
        self.starts.windows(2).map(|row| usize::from(row[1] - row[0])).max().unwrap_or(0)
    }
}

/// One direction of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The step that is repeated, from White's point of view.
    pub step: Step,
    /// Point of a compass of sixteen on which it leaves, clockwise as seen by the
    /// mover: 0 ahead, 2 diagonal, 4 right; odd points for oblique leaps.
    pub heading: u8,
    /// The hand of the latest turn after taking this ray: 0 none yet, 1 right, 2 left.
    pub hand: u8,
}

/// The squares on which a leg may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Modes {
    /// `m`: an empty square.
    pub quiet: bool,
    /// `c`: an enemy, which is captured.
    pub capture: bool,
    /// `d`: a friend, which is captured.
    pub destroy: bool,
    /// `e`: an en passant square, whose pawn is captured. Last leg only.
    pub en_passant: bool,
    /// `k`: an enemy royal, but no other enemy, so `capture` is off with
    /// it. Last leg only.
    pub royal_only: bool,
    /// `t`: no royal may be captured (last leg); only friends may be jumped (earlier legs).
    pub tame: bool,
    /// `p` or `g` on a leg that is not the last: any piece, which stays.
    pub jumps: bool,
}

impl Modes {
    /// Whether a last leg may capture an enemy.
    #[inline]
    pub fn takes_enemy(self, royal: bool) -> bool {
        if royal { (self.capture || self.royal_only) && !self.tame } else { self.capture }
    }

    /// Whether a last leg has no destination, as with `tk`.
    pub(super) fn lands_nowhere(self) -> bool {
        !(self.quiet || self.en_passant || self.takes_enemy(false) || self.takes_enemy(true) || self.destroy)
    }

    /// Whether a leg may capture anything.
    pub(super) fn takes(self) -> bool {
        self.capture || self.destroy || self.en_passant || self.royal_only
    }

    /// Whether a last leg may capture a friend.
    #[inline]
    pub fn takes_friend(self, royal: bool) -> bool {
        self.destroy && !(royal && self.tame)
    }
}

/// How a last leg flies over hurdles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Hop {
    /// Not at all.
    #[default]
    None,
    /// `p`: over the first piece met, then on like a slider with the steps left.
    Over,
    /// `pp`: over one or more pieces.
    OverAny,
    /// `g`: over the first piece met, stopping directly behind it.
    Behind,
    /// `gg`: stopping directly behind any piece of the ray.
    BehindAny,
}

/// The condition on the squares crossed by a step or ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Crossing {
    /// Nothing: leaps ignore what they cross.
    #[default]
    Free,
    /// `n` on leaps: the square halved towards zero must be empty, step by step.
    Lame,
    /// `j` on leaps: the square halved towards zero must be occupied, step by step.
    Jump,
    /// `j` on single steps: the number of squares that are skipped at the start of the ride.
    Skip(u8),
}

/// A ride that turns at every step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bend {
    /// Each path is a cycle of steps, taken from its first.
    pub paths: Vec<Vec<Step>>,
    /// Greatest number of steps; `None` without limit.
    pub range: Option<u8>,
    /// The squares on which it may end.
    pub modes: Modes,
    /// `u`: puts the piece captured on its own start square.
    pub unloads: bool,
    /// Whether it goes round joined edges of the board.
    pub wraps: bool,
}

/// A move to any other square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anywhere {
    /// The squares on which it may end.
    pub modes: Modes,
    /// `u`: puts the piece captured on its own start square.
    pub unloads: bool,
}

/// Castling by the atom `O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castle {
    /// How many squares the castling piece moves.
    pub distance: u8,
    /// Allowed to the mover's left.
    pub left: bool,
    /// Allowed to the mover's right.
    pub right: bool,
    /// How many squares lie between the partner and the rim (`j`).
    pub inset: u8,
}

impl Program {
    /// The terms in groups that were written as one, which are several where a move may end early.
    pub fn written(&self) -> impl Iterator<Item = &[Term]> {
        self.terms.chunk_by(|a, b| a.span == b.span)
    }

    /// The same moves on a board whose edges are joined: all legs go round them.
    pub fn around(mut self) -> Self {
        for term in &mut self.terms {
            match &mut term.action {
                Action::Walk(legs) => legs.iter_mut().for_each(|leg| leg.wraps = true),
                Action::Bend(bend) => bend.wraps = true,
                // Castling is as on the plane.
                Action::Castle(_) | Action::Anywhere(_) | Action::Pass => {}
            }
        }
        self
    }
}

impl Term {
    /// The only leg of a term of one leg.
    pub fn single_leg(&self) -> Option<&Leg> {
        match &self.action {
            Action::Walk(legs) if legs.len() == 1 => legs.first(),
            _ => None,
        }
    }

    /// Whether moves of this term are castlings.
    pub fn castles(&self) -> bool {
        matches!(self.action, Action::Castle(_))
    }

    /// Whether moves of this term may capture en passant.
    pub fn captures_en_passant(&self) -> bool {
        self.has_leg(|modes| modes.en_passant)
    }

    /// The term without captures en passant.
    pub fn without_en_passant(mut self) -> Self {
        if let Action::Walk(legs) = &mut self.action {
            legs.iter_mut().for_each(|leg| leg.modes.en_passant = false);
        }
        self
    }

    /// Whether moves of this term may capture anything.
    pub fn captures(&self) -> bool {
        self.has_victim(Modes::takes)
    }

    /// Whether moves of this term may capture anything or put it elsewhere.
    pub(super) fn takes(&self) -> bool {
        self.has_leg(Modes::takes)
    }

    /// Whether a move of this term swaps a piece with another one.
    pub fn swaps(&self) -> bool {
        match &self.action {
            Action::Walk(legs) => legs.iter().any(|leg| leg.unloads),
            Action::Bend(bend) => bend.unloads,
            Action::Anywhere(anywhere) => anywhere.unloads,
            Action::Castle(_) | Action::Pass => false,
        }
    }

    /// Whether every move of this term captures.
    pub fn always_captures(&self) -> bool {
        !self.only_swaps()
            && match &self.action {
                Action::Walk(legs) => legs.iter().any(|leg| !leg.modes.quiet && !leg.modes.jumps),
                Action::Bend(bend) => !bend.modes.quiet,
                Action::Anywhere(anywhere) => !anywhere.modes.quiet,
                Action::Castle(_) | Action::Pass => false,
            }
    }

    /// Whether moves of this term may capture pieces of their own side.
    pub fn captures_friends(&self) -> bool {
        self.has_victim(|modes| modes.destroy)
    }

    /// Whether moves of this term may capture something on their way.
    pub fn captures_on_the_way(&self) -> bool {
        let relays = match &self.action {
            Action::Walk(legs) => legs.split_last().map_or(&[][..], |(_, relays)| relays),
            _ => &[],
        };
        relays.iter().any(|leg| leg.modes.capture || leg.modes.destroy)
    }

    /// Whether a piece that a move of this term takes is always put elsewhere, so that nothing is captured.
    fn only_swaps(&self) -> bool {
        let one_leg = !matches!(&self.action, Action::Walk(legs) if legs.len() > 1);
        one_leg && self.swaps()
    }

    /// Whether a leg may remove such pieces.
    fn has_victim(&self, test: impl Fn(Modes) -> bool) -> bool {
        !self.only_swaps() && self.has_leg(test)
    }

    fn has_leg(&self, test: impl Fn(Modes) -> bool) -> bool {
        match &self.action {
            Action::Walk(legs) => legs.iter().any(|leg| test(leg.modes)),
            Action::Bend(bend) => test(bend.modes),
            Action::Anywhere(anywhere) => test(anywhere.modes),
            Action::Castle(_) | Action::Pass => false,
        }
    }

    /// Whether moves of this term may hop over pieces, on their last leg or at a relay.
    pub fn hops(&self) -> bool {
        matches!(&self.action, Action::Walk(legs) if legs.iter().any(|leg| leg.hop != Hop::None || leg.modes.jumps))
    }

    /// Whether moves of this term may continue from a relay that holds a piece which stays.
    pub fn jumps_relays(&self) -> bool {
        self.has_leg(|modes| modes.jumps)
    }

    /// Whether quiet moves of this term that do not cross joined edges give the
    /// opponent en passant rights.
    pub fn marks_en_passant(&self) -> bool {
        self.single_leg().is_some_and(|leg| leg.marks_en_passant)
    }
}

impl Leg {
    /// The directions of an opening leg; none for a later leg.
    pub fn opening(&self) -> &[Ray] {
        match &self.rays {
            Rays::Opening(rays) => rays,
            Rays::Turning(_) => &[],
        }
    }

    /// Its directions after arrival on a heading, with the hand of the latest turn; an opening leg has the same after
    /// all of them.
    #[inline]
    pub fn rays_after(&self, heading: u8, hand: u8) -> &[Ray] {
        match &self.rays {
            Rays::Opening(rays) => rays,
            Rays::Turning(turns) => turns.after(heading, hand),
        }
    }
}
