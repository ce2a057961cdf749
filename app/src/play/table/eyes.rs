//! The perspective of a game on the table, and the curtain between two people.

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;

use crate::play::game::Playable;
use crate::play::perspective::Perspective;
use crate::play::table::Table;
use crate::play::table::parts::{ViewPolicy, seeing};

impl<G: Playable> Table<G> {
    /// Returns the choice of viewers, in games whose only secrets are those of robots.
    pub fn eyes(&self) -> Option<&Perspective> {
        matches!(seeing(&self.session), ViewPolicy::Free).then_some(&self.eyes)
    }

    /// Shows one seat's view of a game of robots until the player confirms a change.
    pub fn restrict_to(&mut self, seat: Option<Seat>) {
        let seats = self.state().in_order();
        if let Some(seat) = seat.or(seats.first().copied()) {
            self.eyes = Perspective::sealed(seats, seat);
            self.refresh_view();
        }
    }

    /// Changes the viewer of a game of robots.
    pub fn choose_eyes(&mut self, viewer: Viewer) {
        if self.eyes().is_some() && self.eyes.choose(viewer) {
            self.refresh_view();
        }
    }

    /// Switches to the view of the person to move, behind a curtain if that person changes.
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
                // The last person's view must be hidden from the next person.
                self.look_as(Viewer::Public);
            }
            ViewPolicy::Turns(_) => self.curtain = None,
        }
    }

    /// Lifts the curtain for the person it waits for.
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
