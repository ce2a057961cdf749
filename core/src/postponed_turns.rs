//! Turns put off for extra ones, which house rules give.

use crate::seat::Seat;

/// Turns put off for one another at the most.
pub const MAX_PUT_OFF: usize = 4;

/// The seats whose turns were put off, the first of them in the order of turns, the others in
/// extra turns. The last has its turn first.
///
/// Each is its index plus one, and 0 where there is none, so that one look tells whether
/// there are any, and equal lists compare equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TurnStack([u8; MAX_PUT_OFF]);

impl TurnStack {
    /// Nobody.
    pub const NONE: Self = Self([0; MAX_PUT_OFF]);

    /// Whether no turn is put off.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        u32::from_ne_bytes(self.0) == 0
    }

    /// Whether no further turn can be put off.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.0[MAX_PUT_OFF - 1] != 0
    }

    /// Puts a turn off; a full list stays as it is.
    pub fn push(&mut self, seat: Seat) {
        if let Some(place) = self.0.iter_mut().find(|place| **place == 0) {
            *place = seat.index() as u8 + 1;
        }
    }

    /// Takes out the seat whose turn comes next.
    pub fn pop(&mut self) -> Option<Seat> {
        let place = self.0.iter_mut().rfind(|place| **place != 0)?;
        Some(Seat::new(std::mem::take(place) - 1))
    }

    /// The seats, the one whose turn comes next last.
    pub fn iter(self) -> impl Iterator<Item = Seat> + use<> {
        self.0.into_iter().filter_map(|place| place.checked_sub(1)).map(Seat::new)
    }

    /// One byte a place, the same on every machine.
    #[must_use]
    pub const fn bytes(self) -> [u8; MAX_PUT_OFF] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_turn_put_off_comes_first_and_no_more_than_fit_are_kept() {
        let mut waiting = TurnStack::NONE;
        assert!(waiting.is_empty() && waiting.pop().is_none());
        (0..6).for_each(|index| waiting.push(Seat::new(index)));
        assert!(waiting.is_full());
        assert_eq!(waiting.iter().map(Seat::index).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(waiting.pop(), Some(Seat::new(3)));
        assert_eq!(waiting.bytes(), [1, 2, 3, 0]);
    }
}
