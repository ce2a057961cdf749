//! [`BoardLook`]: the part of a printed board that depends on the game.

use egui::Color32;
use qipan_core::contract::seat::Seat;

use crate::ui::theme::{Theme, mix};

/// The part of a printed board that depends on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLook {
    /// The seats in the game. The colours of the others are printed pale.
    pub in_game: [bool; 4],
}

impl Default for BoardLook {
    fn default() -> Self {
        Self { in_game: [true; 4] }
    }
}

impl BoardLook {
    /// Returns the colour of a seat's parts of the board.
    pub(super) fn seat_colour(&self, theme: &Theme, seat: Seat) -> Color32 {
        let pale = if self.in_game[seat.index() % 4] { 0.04 } else { 0.5 };
        mix(theme.side(seat), theme.paper, pale)
    }
}
