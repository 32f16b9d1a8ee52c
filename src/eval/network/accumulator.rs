//! The sums of a network's hidden layer, updated incrementally from node to node.
//!
//! Each ply of the line has a slot: a position and its sums. A position's
//! sums are computed from those of the slot before it, or of the last position
//! at the same ply, by the differences between the boards: comparing bytes is
//! cheaper than recording changes, and correct whatever was played in between.

use super::inputs::{Inputs, View};
use super::{LANES, Network};
use crate::board::{BySquare, Color, Piece, PieceKind, Square, Squares};
use crate::position::Position;

/// Squares compared at once.
const RUN: usize = 16;

/// A position as a network sees it.
#[derive(Clone, Debug)]
struct Slot<const N: usize> {
    filled: bool,
    board: BySquare<Piece, N>,
    hands: [Vec<u16>; 2],
    checks: [u8; 2],
    rights: [u8; 2],
    holes: Squares<N>,
    unmoved: Squares<N>,
    mirrored: [bool; 2],
}

/// The sums of a search thread, by ply.
#[derive(Debug)]
pub struct Accumulators<const N: usize> {
    slots: Vec<Slot<N>>,
    /// Both sides' sums, slot after slot.
    sums: Vec<i16>,
    hidden: usize,
    squares: Vec<(Square, Piece, Piece)>,
    added: Vec<u16>,
    removed: Vec<u16>,
}

impl<const N: usize> Accumulators<N> {
    /// Empty slots, one for each ply.
    pub fn new(plies: usize, inputs: &Inputs<N>, network: &Network) -> Self {
        let slot = Slot {
            filled: false,
            board: BySquare::filled(Piece::NONE),
            hands: [vec![0; inputs.kinds()], vec![0; inputs.kinds()]],
            checks: [0; 2],
            rights: [0; 2],
            holes: Squares::EMPTY,
            unmoved: Squares::EMPTY,
            mirrored: [false; 2],
        };
        Self {
            slots: vec![slot; plies],
            sums: vec![0; plies * 2 * network.hidden],
            hidden: network.hidden,
            squares: Vec::with_capacity(16),
            added: Vec::with_capacity(64),
            removed: Vec::with_capacity(64),
        }
    }

    /// The network's evaluation of the position at a ply: centipawns for the side to move.
    pub fn evaluate(&mut self, network: &Network, inputs: &Inputs<N>, pos: &Position<N>, ply: usize) -> i32 {
        let base = match ply.checked_sub(1) {
            Some(before) if self.slots[before].filled => before,
            _ => ply,
        };
        self.compare(base, pos);
        for color in Color::ALL {
            let view = inputs.view(pos, color);
            self.added.clear();
            self.removed.clear();
            let slot = &self.slots[base];
            if slot.filled && slot.mirrored[color.index()] == view.mirrored {
                self.list_changes(inputs, view, base, pos);
                self.update(network, view, Some(base), ply);
            } else {
                inputs.all(pos, view, &mut self.added);
                self.update(network, view, None, ply);
            }
            self.slots[ply].mirrored[color.index()] = view.mirrored;
        }
        self.fill(ply, pos);
        let [own, enemy] = [pos.side(), !pos.side()].map(|color| &self.sums[self.place(ply, color)]);
        network.output(pos.side(), own, enemy)
    }

    /// The range of a side's sums.
    #[inline]
    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let start = (2 * ply + color.index()) * self.hidden;
        start..start + self.hidden
    }

    /// Lists the squares that differ from a slot's, with the pieces before and now.
    fn compare(&mut self, base: usize, pos: &Position<N>) {
        self.squares.clear();
        let runs = self.slots[base].board.values().chunks_exact(RUN).zip(pos.board().values().chunks_exact(RUN));
        for (run, (old, new)) in runs.enumerate() {
            let differ = old.iter().zip(new).fold(0, |all, (old, new)| all | (old.0 ^ new.0));
            if differ != 0 {
                let unlike = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
                self.squares.extend(unlike.map(|(i, (&old, &new))| (Square((run * RUN + i) as u8), old, new)));
            }
        }
    }

    /// Lists the rows to subtract and to add in order to get from a slot's position to another.
    fn list_changes(&mut self, inputs: &Inputs<N>, view: View, base: usize, pos: &Position<N>) {
        let slot = &self.slots[base];
        for &(sq, old, new) in &self.squares {
            if !old.is_none() {
                self.removed.extend(inputs.piece(view, old, sq));
            }
            if !new.is_none() {
                self.added.extend(inputs.piece(view, new, sq));
            }
        }
        for color in Color::ALL {
            let (before, now) = (&slot.hands[color.index()], &pos.hand_counts(color)[..inputs.kinds()]);
            if before != now {
                for (kind, (&before, &now)) in before.iter().zip(now).enumerate().filter(|(_, (a, b))| a != b) {
                    let kind = PieceKind(kind as u8);
                    self.added.extend(inputs.held(view, color, kind, before, now));
                    self.removed.extend(inputs.held(view, color, kind, now, before));
                }
            }
            let (before, now) = (slot.checks[color.index()], pos.checks_left(color));
            if before != now {
                self.added.extend(inputs.checks(view, color, now));
                self.removed.extend(inputs.checks(view, color, before));
            }
            let (before, now) = (slot.rights[color.index()], pos.once_rights(color));
            if before != now {
                self.added.extend(inputs.once_rights(view, color, now & !before));
                self.removed.extend(inputs.once_rights(view, color, before & !now));
            }
        }
        let (before, now) = (slot.holes, pos.holes());
        self.added.extend((now & !before).iter().filter_map(|sq| inputs.hole(view, sq)));
        self.removed.extend((before & !now).iter().filter_map(|sq| inputs.hole(view, sq)));
        let (before, now) = (slot.unmoved, pos.unmoved());
        self.added.extend((now & !before).iter().filter_map(|sq| inputs.gate(view, sq)));
        self.removed.extend((before & !now).iter().filter_map(|sq| inputs.gate(view, sq)));
    }

    /// Computes the sums of a ply from those of another, or from scratch, with the rows listed.
    fn update(&mut self, network: &Network, view: View, base: Option<usize>, ply: usize) {
        let layer = network.layer(view.color);
        let place = self.place(ply, view.color);
        let from = base.map(|base| self.place(base, view.color));
        for lane in (0..self.hidden).step_by(LANES) {
            let mut sums = [0; LANES];
            match &from {
                Some(from) => sums.copy_from_slice(&self.sums[from.start + lane..from.start + lane + LANES]),
                None => sums.copy_from_slice(&network.biases(layer)[lane..lane + LANES]),
            }
            for &row in &self.added {
                let weights = &network.row(layer, row)[lane..lane + LANES];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
            for &row in &self.removed {
                let weights = &network.row(layer, row)[lane..lane + LANES];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
            }
            self.sums[place.start + lane..place.start + lane + LANES].copy_from_slice(&sums);
        }
    }

    /// Records in a slot the position of its sums.
    fn fill(&mut self, ply: usize, pos: &Position<N>) {
        let slot = &mut self.slots[ply];
        slot.filled = true;
        slot.board.clone_from(pos.board());
        for color in Color::ALL {
            let hand = &mut slot.hands[color.index()];
            let kinds = hand.len();
            hand.copy_from_slice(&pos.hand_counts(color)[..kinds]);
            slot.checks[color.index()] = pos.checks_left(color);
            slot.rights[color.index()] = pos.once_rights(color);
        }
        slot.holes = pos.holes();
        slot.unmoved = pos.unmoved();
    }
}
