//! Draws a random legal action without listing all legal actions, for playouts.
//!
//! This is rejection sampling: a piece and a *slot* are drawn until the piece can go there. A slot
//! is a destination that such a piece would have from its cell if the board were otherwise empty
//! (see `board/slots.rs`). In Flip Junqi, flips of face-down tiles are drawn among these pairs.
//! Every pair and every flip is equally likely, so every legal action is too.

use rand::Rng;

use super::board::{Board, MAX_GROUPS};
use super::cells::{Cell, Cells};
use super::moves::RailSegments;
use super::notation::Action;
use super::occupant::Foes;
use super::piece::ARMY;
use super::state::Junqi;
use crate::contract::game::random_below;

/// The maximum number of guesses. If none of them is legal, there are probably few legal actions,
/// and the caller lists them all.
const GUESSES: u32 = 64;

/// A list of pieces by their cells, without allocation.
struct PieceList {
    cells: [Cell; ARMY],
    count: usize,
}

impl PieceList {
    #[inline]
    fn of(set: &Cells) -> Self {
        let mut pieces = Self { cells: [Cell::new(0); ARMY], count: 0 };
        for (entry, cell) in pieces.cells.iter_mut().zip(set.iter()) {
            *entry = cell;
            pieces.count += 1;
        }
        pieces
    }
}

/// Groups of slots of sliders. Each takes two bytes: the cell, and the number of the group among
/// those of the cell.
struct SlotGroups {
    bytes: [u8; 2 * MAX_GROUPS * ARMY],
    /// The number of groups.
    count: usize,
}

impl SlotGroups {
    const NONE: Self = Self { bytes: [0; 2 * MAX_GROUPS * ARMY], count: 0 };

    /// Adds the groups of a cell. Those of more than [`ARMY`] cells do not fit.
    #[inline]
    fn add(&mut self, from: Cell, group_count: usize) {
        // Writes as many groups as a cell can have, at once. The next cell overwrites those that
        // this one does not have.
        const EACH: u64 = 0x0001_0001_0001_0001;
        const NUMBERS: u64 = 0x0300_0200_0100_0000;
        const { assert!(MAX_GROUPS == 4) };
        let entries = (from.index() as u64 * EACH) | NUMBERS;
        let free = self.bytes.get_mut(2 * self.count..);
        if let Some(chunk) = free.and_then(|free| free.first_chunk_mut::<8>()) {
            *chunk = entries.to_le_bytes();
            self.count += group_count;
        }
    }

    /// Returns the cell and the number of a group.
    #[inline]
    fn get(&self, index: usize) -> (Cell, usize) {
        let [cell, number] = self.bytes[2 * index..].first_chunk::<2>().copied().unwrap_or([0; 2]);
        (Cell::new(cell), usize::from(number))
    }
}

/// The values that stay the same while moves of one seat are guessed.
struct Guesser<'a> {
    game: &'a Junqi,
    board: &'a Board,
    foes: Foes,
    /// The occupied rail cells, as bits ([`Board::rail_bit`]).
    occupied: u128,
}

impl Junqi {
    /// Returns a random action of the seat to move, each equally likely. Returns `None` if this
    /// position does not allow guesses or no guess was legal. Then the caller has to list all
    /// actions.
    #[inline]
    pub(super) fn draw_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        let board = &**self.board();
        // Before seats own armies, no piece can move. Boards with unusual extra lines are left to
        // the full list.
        if !self.public.armies_assigned || board.has_ambiguous_paths || board.has_rail_camps() {
            return None;
        }
        let seat = self.public.turn;
        let movable = self.army_cells[seat.index()].intersection(self.mobile_cells);
        // Under `rail_turns`, all pieces on the rails turn corners.
        let mut turning = movable.intersection(*board.rail_cells());
        if !self.rules().rail_turns {
            turning = turning.intersection(self.turning_cells);
        }
        let mut sliders = SlotGroups::NONE;
        for from in movable.difference(turning).iter() {
            sliders.add(from, board.slot_group_count(from));
        }
        let turners = PieceList::of(&turning);
        let occupied = self.occupied_rails();
        let guesser = Guesser { game: self, board, foes: self.foes_of(seat), occupied };
        let group_bits = board.slot_group_bits();
        let straight_guesses = sliders.count << group_bits;
        let corner_guesses = turners.count * board.turn_slot_count();
        let flip_guesses = if self.rules().is_flip() { self.public.face_down.len() } else { 0 };
        // The last turner that was guessed, and the rail cells that it reaches, as bits.
        let mut last_turner = (usize::MAX, 0);
        let mut segments = RailSegments::default();
        for _ in 0..GUESSES {
            let guess = random_below(straight_guesses + corner_guesses + flip_guesses, rng);
            if guess < straight_guesses {
                let (from, group) = sliders.get(guess >> group_bits);
                let slot = group << group_bits | guess & ((1 << group_bits) - 1);
                if let Some(to) = guesser.slide(from, slot) {
                    return Some(Action::go(from, to));
                }
            } else if guess < straight_guesses + corner_guesses {
                let piece = (guess - straight_guesses) / board.turn_slot_count();
                let slot = (guess - straight_guesses) % board.turn_slot_count();
                let from = turners.cells[piece];
                let to = board.turn_slot_destination(from, slot);
                if !guesser.may_enter(from, to) {
                    continue;
                }
                let bit = board.rail_bit(to);
                if bit != 0 && last_turner.0 != piece {
                    last_turner = (piece, self.rail_reach(from, occupied, &mut segments));
                }
                // Off the rails, `to` is a neighbour by road, which is always within reach.
                if bit == 0 || last_turner.1 & bit != 0 {
                    return Some(Action::go(from, to));
                }
            } else {
                let at =
                    self.public.face_down.iter().nth(guess - straight_guesses - corner_guesses)?;
                return Some(Action::Flip { at });
            }
        }
        None
    }
}

impl Guesser<'_> {
    /// Returns the destination in a slot of a slider, if it can go there.
    #[inline]
    fn slide(&self, from: Cell, slot: usize) -> Option<Cell> {
        let (to, passed) = self.board.slot_destination(from, slot);
        // Padding holds the cell of the piece itself, which it may not enter.
        let can_go = passed & self.occupied == 0 && self.may_enter(from, to);
        can_go.then_some(to)
    }

    /// Reports whether a piece may stop on the cell `to`: the cell is free, or the piece can strike
    /// there.
    #[inline]
    fn may_enter(&self, from: Cell, to: Cell) -> bool {
        let game = self.game;
        if game.occupant[to].is_empty() {
            return true;
        }
        game.can_strike(to, self.foes, false) && !game.would_capture_guarded_flag(from, to)
    }
}
