//! The perspective: the viewer whose view is shown, and the viewers to choose from.

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::{Seat, SeatSet};

/// The viewers an onlooker may choose from, and the chosen one.
#[derive(Clone, Debug, PartialEq)]
pub struct Perspective {
    choices: Vec<Viewer>,
    viewer: Viewer,
    /// True if changing the viewer needs a confirmation, because the game is unfinished.
    sealed: bool,
}

impl Perspective {
    /// Returns a perspective of one viewer without choice.
    pub fn only(viewer: Viewer) -> Self {
        Self { choices: vec![viewer], viewer, sealed: false }
    }

    /// Returns a choice of everything and of each seat, with everything shown.
    pub fn free(seats: impl IntoIterator<Item = Seat>) -> Self {
        let seats = seats.into_iter().map(Viewer::Seat);
        let choices = std::iter::once(Viewer::All).chain(seats).collect();
        Self { choices, viewer: Viewer::All, sealed: false }
    }

    /// Adds the views of sides with several seats.
    #[must_use]
    pub fn with_sides(mut self, sides: impl IntoIterator<Item = SeatSet>) -> Self {
        let sides = sides.into_iter().filter(|side| side.len() > 1);
        self.choices.extend(sides.map(Viewer::Side));
        self
    }

    /// Like [`Perspective::free`], but shows one seat's view until the player confirms a change.
    pub fn sealed(seats: impl IntoIterator<Item = Seat>, seat: Seat) -> Self {
        Self { viewer: Viewer::Seat(seat), sealed: true, ..Self::free(seats) }
    }

    /// Returns the viewers to choose from.
    pub fn choices(&self) -> &[Viewer] {
        &self.choices
    }

    /// Returns the chosen viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns true if everything may be seen without confirmation.
    pub fn is_free(&self) -> bool {
        !self.sealed && self.choices.contains(&Viewer::All)
    }

    /// Returns the viewer after the chosen one, cyclically.
    pub fn next(&self) -> Viewer {
        let at = self.choices.iter().position(|choice| *choice == self.viewer);
        let next = at.map_or(0, |at| (at + 1) % self.choices.len().max(1));
        self.choices.get(next).copied().unwrap_or(self.viewer)
    }

    /// Returns true if this viewer may be chosen without confirmation.
    pub fn has(&self, viewer: Viewer) -> bool {
        self.choices.contains(&viewer) && !self.asks(viewer)
    }

    /// Returns true if this viewer may be chosen, but only after confirmation.
    pub fn asks(&self, viewer: Viewer) -> bool {
        self.sealed && viewer != self.viewer && self.choices.contains(&viewer)
    }

    /// Chooses a viewer, after the player's confirmation if needed. Returns true if it changed.
    pub fn choose(&mut self, viewer: Viewer) -> bool {
        if viewer == self.viewer || !self.choices.contains(&viewer) {
            return false;
        }
        self.viewer = viewer;
        self.sealed = false;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perspectives_cycle_and_confirm_once() {
        let seats = [0, 2].map(Seat::new);
        let mut eyes = Perspective::sealed(seats, seats[1]);
        assert_eq!(eyes.next(), Viewer::All);
        assert!(eyes.asks(Viewer::All) && !eyes.asks(eyes.viewer()) && !eyes.asks(Viewer::Public));
        assert!(eyes.has(eyes.viewer()) && !eyes.has(Viewer::All) && !eyes.has(Viewer::Public));
        assert!(!eyes.choose(Viewer::Public) && !eyes.choose(eyes.viewer()));
        assert!(eyes.choose(Viewer::All));
        assert!(!eyes.asks(Viewer::Seat(seats[0])) && eyes.next() == Viewer::Seat(seats[0]));
        let mut one = Perspective::only(Viewer::Public);
        assert!(!one.choose(Viewer::All) && one.next() == Viewer::Public);
    }
}
