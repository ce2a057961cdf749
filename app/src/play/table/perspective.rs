//! The perspective of a game on the table, and the cover of the pieces while two people at one
//! screen change places.

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;

use crate::play::game::Playable;
use crate::play::perspective::Perspective;
use crate::play::table::Table;
use crate::play::table::parts::{ViewPolicy, view_policy};

impl<G: Playable> Table<G> {
    /// Returns the choice of viewers, in games with secrets that only robots play.
    pub fn perspective(&self) -> Option<&Perspective> {
        matches!(view_policy(&self.session, self.mirror.as_ref()), ViewPolicy::Free)
            .then_some(&self.perspective)
    }

    /// Shows the view of `seat`, or of the first seat in turn order if it is `None`, until the
    /// player confirms a change.
    pub fn restrict_to(&mut self, seat: Option<Seat>) {
        let seats = self.state().seats_in_turn_order();
        if let Some(seat) = seat.or(seats.first().copied()) {
            self.perspective = Perspective::restricted(seats, seat);
            self.refresh_view();
        }
    }

    /// Changes the viewer of a game of robots.
    pub fn choose_perspective(&mut self, viewer: Viewer) {
        if self.perspective().is_some() && self.perspective.choose(viewer) {
            self.refresh_view();
        }
    }

    /// Switches to the viewer that the view policy asks for. If people share the screen and another
    /// person moved before, covers the pieces until the person to move uncovers them.
    pub(super) fn refresh_view(&mut self) {
        if self.mirror.as_ref().is_some_and(|mirror| mirror.is_covered) {
            return;
        }
        match view_policy(&self.session, self.mirror.as_ref()) {
            ViewPolicy::Always(viewer) => {
                self.cover = None;
                self.switch_viewer(viewer);
            }
            ViewPolicy::Free => {
                self.cover = None;
                self.switch_viewer(self.perspective.viewer());
            }
            ViewPolicy::Turns(Some(seat)) if self.viewer != Viewer::Seat(seat) => {
                self.cover = Some(seat);
                // The last person's view must be hidden from the next person.
                self.switch_viewer(Viewer::Public);
            }
            ViewPolicy::Turns(_) => self.cover = None,
        }
    }

    /// Uncovers the pieces if they are covered for the person on this seat.
    pub fn reveal(&mut self, seat: Seat) {
        if self.cover.take_if(|cover| *cover == seat).is_some() {
            if let Some(mirror) = &mut self.mirror {
                mirror.is_covered = false;
            }
            self.switch_viewer(Viewer::Seat(seat));
        }
    }

    /// Shows the current position to another viewer.
    pub(super) fn switch_viewer(&mut self, viewer: Viewer) {
        if self.viewer != viewer {
            self.viewer = viewer;
            self.notes = None;
            self.show_position();
        }
    }
}
