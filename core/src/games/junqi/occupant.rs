//! The occupants of cells: a tile of a seat, a tile without an owner, or nothing.

use std::fmt;

use super::seats::SEATS;
use crate::contract::seat::{Seat, SeatSet};

/// The contents of a cell: a tile of a seat, a tile without an owner, or nothing.
///
/// It is a number rather than an `enum`, so that [`Foes`] can test it with one shift.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Occupant(u8);

impl Occupant {
    /// A face-down tile, or any tile before seats own armies.
    pub(super) const OWNERLESS: Self = Self(SEATS as u8);
    /// Nothing.
    pub(super) const EMPTY: Self = Self(SEATS as u8 + 1);

    /// Length of a table with an entry for every occupant other than [`Occupant::EMPTY`].
    pub(super) const TABLE_LEN: usize = SEATS + 1;

    /// Returns the occupant of a cell with a tile of this seat.
    #[inline]
    pub(super) const fn of(seat: Seat) -> Self {
        Self(seat.index() as u8)
    }

    /// Reports whether the cell is empty.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == Self::EMPTY.0
    }

    /// Returns the seat that owns the tile on the cell.
    #[inline]
    pub(super) fn seat(self) -> Option<Seat> {
        (self.0 < SEATS as u8).then(|| Seat::new(self.0))
    }

    /// Returns the index in a table with an entry for each seat, then one for tiles without an
    /// owner.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat() {
            Some(seat) => seat.fmt(f),
            None => f.write_str(if self.is_empty() { "Empty" } else { "Ownerless" }),
        }
    }
}

/// The occupants that a seat can strike, as bits: the seats outside its team.
#[derive(Clone, Copy)]
pub(super) struct Foes(u16);

impl Foes {
    /// Returns all seats but those of a team.
    #[inline]
    pub(super) fn of(team: SeatSet) -> Self {
        Self(u16::from(!team.bits()))
    }

    /// Reports whether the occupant of a cell is a foe.
    #[inline]
    pub(super) const fn contains(self, occupant: Occupant) -> bool {
        self.0 >> occupant.0 & 1 == 1
    }
}
