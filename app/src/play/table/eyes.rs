//! Through whose eyes a game on the table is seen, and the curtain between two people.

use qipan_core::game::Viewer;
use qipan_core::seat::Seat;

use crate::play::game::Playable;
use crate::play::perspective::Eyes;
use crate::play::table::Table;
use crate::play::table::parts::{Seeing, seeing};

impl<G: Playable> Table<G> {
    /// The eyes that may be chosen now, where nobody's secret is at stake but robots'.
    #[must_use]
    pub fn eyes(&self) -> Option<&Eyes> {
        matches!(seeing(&self.session), Seeing::Free).then_some(&self.eyes)
    }

    /// Shows one seat's view of a game of robots until the player says otherwise.
    pub fn seal(&mut self, seat: Option<Seat>) {
        let seats = self.state().in_order();
        if let Some(seat) = seat.or(seats.first().copied()) {
            self.eyes = Eyes::sealed(seats, seat);
            self.look_again();
        }
    }

    /// Looks at a game of robots through somebody's eyes.
    pub fn choose_eyes(&mut self, viewer: Viewer) {
        if self.eyes().is_some() && self.eyes.choose(viewer) {
            self.look_again();
        }
    }

    /// Looks at the game through the eyes of the person who is to move, behind a curtain
    /// where it is somebody else than before.
    pub(super) fn look_again(&mut self) {
        match seeing(&self.session) {
            Seeing::Of(viewer) => {
                self.curtain = None;
                self.look_as(viewer);
            }
            Seeing::Free => {
                self.curtain = None;
                self.look_as(self.eyes.viewer());
            }
            Seeing::Turns(Some(seat)) if self.viewer != Viewer::Seat(seat) => {
                self.curtain = Some(seat);
                // What the last person could read is not for the next one.
                self.look_as(Viewer::Public);
            }
            Seeing::Turns(_) => self.curtain = None,
        }
    }

    /// Draws the curtain for the person it waits for.
    pub fn uncover(&mut self) {
        if let Some(seat) = self.curtain.take() {
            self.look_as(Viewer::Seat(seat));
        }
    }

    fn look_as(&mut self, viewer: Viewer) {
        if self.viewer != viewer {
            self.viewer = viewer;
            self.notes = None;
            self.show();
        }
    }
}
