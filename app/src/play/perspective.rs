//! The perspective: the viewer whose view is shown, and the viewers to choose from.

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::{Seat, SeatSet};

/// The viewers from which an onlooker may choose, and the chosen one.
#[derive(Clone, Debug, PartialEq)]
pub struct Perspective {
    choices: Vec<Viewer>,
    viewer: Viewer,
    /// True if changing the viewer needs a confirmation, because the game is unfinished.
    needs_confirmation: bool,
}

impl Perspective {
    /// Creates a perspective with a single viewer.
    pub fn fixed(viewer: Viewer) -> Self {
        Self { choices: vec![viewer], viewer, needs_confirmation: false }
    }

    /// Creates a perspective with a choice between everything and the view of each seat. At first,
    /// everything is shown.
    pub fn free(seats: impl IntoIterator<Item = Seat>) -> Self {
        let seats = seats.into_iter().map(Viewer::Seat);
        let choices = std::iter::once(Viewer::All).chain(seats).collect();
        Self { choices, viewer: Viewer::All, needs_confirmation: false }
    }

    /// Adds each side with several seats to the choices.
    #[must_use]
    pub fn with_sides(mut self, sides: impl IntoIterator<Item = SeatSet>) -> Self {
        let sides = sides.into_iter().filter(|side| side.len() > 1);
        self.choices.extend(sides.map(Viewer::Side));
        self
    }

    /// Creates a perspective with the choices of [`Perspective::free`]. It shows one seat's view
    /// until the player confirms a change.
    pub fn restricted(seats: impl IntoIterator<Item = Seat>, seat: Seat) -> Self {
        Self { viewer: Viewer::Seat(seat), needs_confirmation: true, ..Self::free(seats) }
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
        !self.needs_confirmation && self.choices.contains(&Viewer::All)
    }

    /// Returns the viewer after the chosen one, cyclically.
    pub fn next(&self) -> Viewer {
        let current = self.choices.iter().position(|choice| *choice == self.viewer);
        let next = current.map_or(0, |index| (index + 1) % self.choices.len().max(1));
        self.choices.get(next).copied().unwrap_or(self.viewer)
    }

    /// Returns true if this viewer may be chosen without confirmation.
    pub fn is_available(&self, viewer: Viewer) -> bool {
        self.choices.contains(&viewer) && !self.requires_confirmation(viewer)
    }

    /// Returns true if this viewer may be chosen, but only after confirmation.
    pub fn requires_confirmation(&self, viewer: Viewer) -> bool {
        self.needs_confirmation && viewer != self.viewer && self.choices.contains(&viewer)
    }

    /// Chooses a viewer, after the player's confirmation if needed. Returns true if it changed.
    pub fn choose(&mut self, viewer: Viewer) -> bool {
        if viewer == self.viewer || !self.choices.contains(&viewer) {
            return false;
        }
        self.viewer = viewer;
        self.needs_confirmation = false;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewers_cycle_and_one_confirmation_is_enough() {
        let seats = [0, 2].map(Seat::new);
        let mut perspective = Perspective::restricted(seats, seats[1]);
        assert_eq!(perspective.next(), Viewer::All);
        assert!(
            perspective.requires_confirmation(Viewer::All)
                && !perspective.requires_confirmation(perspective.viewer())
                && !perspective.requires_confirmation(Viewer::Public)
        );
        assert!(
            perspective.is_available(perspective.viewer())
                && !perspective.is_available(Viewer::All)
                && !perspective.is_available(Viewer::Public)
        );
        assert!(!perspective.choose(Viewer::Public) && !perspective.choose(perspective.viewer()));
        assert!(perspective.choose(Viewer::All));
        assert!(
            !perspective.requires_confirmation(Viewer::Seat(seats[0]))
                && perspective.next() == Viewer::Seat(seats[0])
        );
        let mut single = Perspective::fixed(Viewer::Public);
        assert!(!single.choose(Viewer::All) && single.next() == Viewer::Public);
    }
}
