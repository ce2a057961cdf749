//! Through whose eyes a game on the table is seen, and the curtain between two people.

use qipan_core::game::Viewer;
use qipan_core::seat::Seat;

use crate::play::game::Playable;
use crate::play::perspective::Perspective;
use crate::play::table::Table;
use crate::play::table::parts::{ViewPolicy, seeing};

impl<G: Playable> Table<G> {
    /// The eyes that may be chosen now, where nobody's secret is at stake but robots'.
    #[must_use]
    pub fn eyes(&self) -> Option<&Perspective> {
        matches!(seeing(&self.session), ViewPolicy::Free).then_some(&self.eyes)
    }

    /// Shows one seat's view of a game of robots until the player says otherwise.
    pub fn restrict_to(&mut self, seat: Option<Seat>) {
        let seats = self.state().in_order();
        if let Some(seat) = seat.or(seats.first().copied()) {
            self.eyes = Perspective::sealed(seats, seat);
            self.refresh_view();
        }
    }

    /// Looks at a game of robots through somebody's eyes.
    pub fn choose_eyes(&mut self, viewer: Viewer) {
        if self.eyes().is_some() && self.eyes.choose(viewer) {
            self.refresh_view();
        }
    }

    /// Looks at the game through the eyes of the person who is to move, behind a curtain
    /// where it is somebody else than before.
    pub(super) fn refresh_view(&mut self) {
        match seeing(&self.session) {
            ViewPolicy::Of(viewer) => {
                self.curtain = None;
                self.look_as(viewer);
            }
            ViewPolicy::Free => {
                self.curtain = None;
                self.look_as(self.eyes.viewer());
            }
            ViewPolicy::Turns(Some(seat)) if self.viewer != Viewer::Seat(seat) => {
                self.curtain = Some(seat);
                // What the last person could read is not for the next one.
                self.look_as(Viewer::Public);
            }
            ViewPolicy::Turns(_) => self.curtain = None,
        }
    }

    /// Draws the curtain for the person it waits for.
    pub fn reveal(&mut self) {
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
