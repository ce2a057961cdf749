//! Optional values in one byte.
//!
//! The standard `Option` of a byte takes two bytes, because every value of a byte may be in use.
//! Cells, tiles and seats are never 255, so here 255 stands for `None`. That halves the size of a
//! state, and the bytes are those that enter the step hashes of saved games. (Cranelift has a type
//! of the same name and idea.)

use std::fmt;
use std::marker::PhantomData;

use super::cells::Cell;
use crate::contract::seat::Seat;

/// A value that fits a byte and is never 255.
pub(super) trait OneByte: Copy {
    /// Returns the value as a byte below 255.
    fn to_byte(self) -> u8;
    /// Returns the value of a byte made by [`OneByte::to_byte`].
    fn from_byte(byte: u8) -> Self;
}

impl OneByte for Cell {
    #[inline]
    fn to_byte(self) -> u8 {
        self.index() as u8
    }

    #[inline]
    fn from_byte(byte: u8) -> Self {
        Self::new(byte)
    }
}

impl OneByte for Seat {
    #[inline]
    fn to_byte(self) -> u8 {
        self.index() as u8
    }

    #[inline]
    fn from_byte(byte: u8) -> Self {
        // The mask changes no seat, but lets the compiler omit bounds checks of tables by seat.
        Self::new(byte & 7)
    }
}

/// The byte of `None`.
const NONE: u8 = u8::MAX;

/// An optional value in one byte.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct PackedOption<T>(u8, PhantomData<T>);

impl<T: OneByte> PackedOption<T> {
    /// No value.
    pub(super) const NONE: Self = Self(NONE, PhantomData);

    /// Packs a value.
    #[inline]
    pub(super) fn some(value: T) -> Self {
        Self(value.to_byte(), PhantomData)
    }

    /// Returns the value, if there is one.
    #[inline]
    pub(super) fn get(self) -> Option<T> {
        (self.0 != NONE).then(|| T::from_byte(self.0))
    }

    /// Reports whether there is a value.
    #[inline]
    pub(super) fn is_some(self) -> bool {
        self.0 != NONE
    }

    /// Reports whether there is no value.
    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.0 == NONE
    }

    /// Returns the byte, for the step hashes of saved games.
    #[inline]
    pub(super) fn byte(self) -> u8 {
        self.0
    }
}

impl<T: OneByte> From<Option<T>> for PackedOption<T> {
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::NONE, Self::some)
    }
}

impl<T: OneByte + fmt::Debug> fmt::Debug for PackedOption<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::CELLS;
    use super::*;

    #[test]
    fn values_round_trip_through_one_byte() {
        assert_eq!(size_of::<PackedOption<Cell>>(), 1);
        for cell in (0..CELLS as u8).map(Cell::new) {
            assert_eq!(PackedOption::some(cell).get(), Some(cell));
        }
        for seat in (0..Seat::MAX as u8).map(Seat::new) {
            assert_eq!(PackedOption::some(seat).get(), Some(seat));
        }
        assert_eq!(PackedOption::<Seat>::NONE.get(), None);
        assert_eq!(PackedOption::<Cell>::from(None), PackedOption::NONE);
    }
}
