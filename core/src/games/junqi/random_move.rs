//! A random legal action without a list of all of them, for playouts.

use rand::Rng;

use super::board::Board;
use super::cells::{Cell, Cells};
use super::moves::RailSegments;
use super::notation::Action;
use super::occupant::Foes;
use super::piece::ARMY;
use super::state::Junqi;
use crate::contract::game::below;

/// Number of guesses before the actions are listed after all, because few are legal.
const GUESSES: u32 = 64;

/// A list of pieces by their cells.
struct Pieces {
    cells: [Cell; ARMY],
    count: usize,
}

impl Pieces {
    #[inline]
    fn of(set: &Cells) -> Self {
        let mut pieces = Self { cells: [Cell::new(0); ARMY], count: 0 };
        for (place, cell) in pieces.cells.iter_mut().zip(set.iter()) {
            *place = cell;
            pieces.count += 1;
        }
        pieces
    }
}

/// The values that stay the same while moves of one side are guessed.
struct Guesser<'a> {
    game: &'a Junqi,
    board: &'a Board,
    foes: Foes,
    /// The rail cells that are taken.
    taken: u128,
}

impl Junqi {
    /// Returns a random action of the seat to move, each equally likely, or `None` if listing all
    /// actions is quicker.
    ///
    /// A piece and a destination that such a piece could have on some board are drawn until it
    /// can go there now (rejection sampling). Every such pair is equally likely, so every legal
    /// action is too.
    #[inline]
    pub(super) fn guess_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        let board = &**self.board();
        if !self.public.assigned || board.tangled || board.rail_camps() {
            return None;
        }
        let seat = self.public.turn;
        let own = self.army[seat.index()].intersection(self.mobile);
        let turning = match self.rules().rail_turns {
            true => own.intersection(*board.rail_cells()),
            false => own.intersection(*board.rail_cells()).intersection(self.turning),
        };
        let (sliders, turners) = (Pieces::of(&own.difference(turning)), Pieces::of(&turning));
        let taken = self.rails_taken();
        let guesser = Guesser { game: self, board, foes: self.foes_of(seat), taken };
        let slides = sliders.count * board.slots();
        let turns = turners.count * board.turn_slots();
        let flips = if self.rules().is_flip() { self.public.down.len() } else { 0 };
        let mut reached = [None; ARMY];
        let mut stretches = RailSegments::default();
        for _ in 0..GUESSES {
            let guess = below(slides + turns + flips, rng);
            if guess < slides {
                let from = sliders.cells[guess / board.slots()];
                if let Some(to) = guesser.slide(from, guess % board.slots()) {
                    return Some(Action::go(from, to));
                }
            } else if guess < slides + turns {
                let (piece, slot) =
                    ((guess - slides) / board.turn_slots(), (guess - slides) % board.turn_slots());
                let from = turners.cells[piece];
                let to = board.turn_slot(from, slot);
                if !guesser.may_enter(from, to) {
                    continue;
                }
                let bit = board.rail_bit(to);
                let reach = || self.reach(from, taken, &mut stretches);
                if bit == 0 || *reached[piece].get_or_insert_with(reach) & bit != 0 {
                    return Some(Action::go(from, to));
                }
            } else {
                let at = self.public.down.iter().nth(guess - slides - turns)?;
                return Some(Action::Flip { at });
            }
        }
        None
    }
}

impl Guesser<'_> {
    /// Returns the destination of a piece that goes straight on, if it can go there.
    #[inline]
    fn slide(&self, from: Cell, slot: usize) -> Option<Cell> {
        let to = self.board.slot(from, slot);
        let goes = self.may_enter(from, to) && self.board.passed(from, slot) & self.taken == 0;
        goes.then_some(to)
    }

    #[inline]
    fn may_enter(&self, from: Cell, to: Cell) -> bool {
        let game = self.game;
        if game.occupant[to].is_empty() {
            return true;
        }
        game.can_strike(to, self.foes, false) && !game.is_guarded(from, to)
    }
}
