//! Through whose eyes a game is looked at, and through whose it may be.

use qipan_core::game::Viewer;
use qipan_core::seat::{Seat, SeatSet};

/// The eyes an onlooker may choose among, and those chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Perspective {
    choices: Vec<Viewer>,
    viewer: Viewer,
    /// Whether other eyes are only lent after a question: the game is still to be played.
    sealed: bool,
}

impl Perspective {
    /// One pair of eyes, and no choice.
    #[must_use]
    pub fn only(viewer: Viewer) -> Self {
        Self { choices: vec![viewer], viewer, sealed: false }
    }

    /// Everything and each seat's view, with everything shown.
    #[must_use]
    pub fn free(seats: impl IntoIterator<Item = Seat>) -> Self {
        let seats = seats.into_iter().map(Viewer::Seat);
        let choices = std::iter::once(Viewer::All).chain(seats).collect();
        Self { choices, viewer: Viewer::All, sealed: false }
    }

    /// Lends the eyes of whole sides, too, where several seats play together.
    #[must_use]
    pub fn with_sides(mut self, sides: impl IntoIterator<Item = SeatSet>) -> Self {
        let sides = sides.into_iter().filter(|side| side.len() > 1);
        self.choices.extend(sides.map(Viewer::Side));
        self
    }

    /// As [`Perspective::free`], but one seat's view is shown until the player says otherwise.
    #[must_use]
    pub fn sealed(seats: impl IntoIterator<Item = Seat>, seat: Seat) -> Self {
        Self { viewer: Viewer::Seat(seat), sealed: true, ..Self::free(seats) }
    }

    /// The eyes that may be chosen.
    #[must_use]
    pub fn choices(&self) -> &[Viewer] {
        &self.choices
    }

    /// The eyes chosen.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether everything may be seen without a question.
    #[must_use]
    pub fn is_free(&self) -> bool {
        !self.sealed && self.choices.contains(&Viewer::All)
    }

    /// The eyes after those chosen, in turn.
    #[must_use]
    pub fn next(&self) -> Viewer {
        let at = self.choices.iter().position(|choice| *choice == self.viewer);
        let next = at.map_or(0, |at| (at + 1) % self.choices.len().max(1));
        self.choices.get(next).copied().unwrap_or(self.viewer)
    }

    /// Whether these eyes may be had without a question.
    #[must_use]
    pub fn has(&self, viewer: Viewer) -> bool {
        self.choices.contains(&viewer) && !self.asks(viewer)
    }

    /// Whether these eyes may be had, but only after a question.
    #[must_use]
    pub fn asks(&self, viewer: Viewer) -> bool {
        self.sealed && viewer != self.viewer && self.choices.contains(&viewer)
    }

    /// Chooses eyes the player may have, who was asked where that had to be; whether these
    /// are other ones than before.
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
    fn eyes_go_round_and_ask_once() {
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
