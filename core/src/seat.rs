//! A place at the board, and sets of such places.

use std::fmt;

/// A place at the board, counted from 0; its name depends on the game (`Game::SEATS`).
///
/// Who sits there, a person or a robot, is the record's business ([`crate::record::Player`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats any game has.
    pub const MAX: usize = 8;

    /// The seat with this index.
    ///
    /// # Panics
    /// When `index` is not below [`Seat::MAX`]; seats read from outside go through names.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < Self::MAX, "seat index out of range");
        Self(index)
    }

    /// The index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The first `count` seats.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        Self(((1u16 << count) - 1) as u8)
    }

    /// Just this seat.
    #[must_use]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Puts the seat in.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes the seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The number of seats in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Seats in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Seats in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Seats of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats in index order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..Seat::MAX as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }

    /// One bit a seat, the lowest for seat 0.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_what_is_put_in() {
        let mut set: SeatSet = [Seat::new(2), Seat::new(0)].into_iter().collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        set.remove(Seat::new(0));
        assert!(!set.contains(Seat::new(0)) && set.contains(Seat::new(2)));
        assert_eq!(SeatSet::first(8).len(), 8);
        assert_eq!(SeatSet::first(4).difference(set).len(), 3);
    }
}
