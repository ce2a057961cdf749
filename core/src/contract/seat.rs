//! Seats and sets of seats.

use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::contract::bit_set::{Set, Universe};
use crate::contract::localized::on_one_line;

/// The maximum length of an unknown name in an error message, in characters.
const MAX_QUOTED_CHARS: usize = 20;

/// A place at the board, counted from 0. Its name depends on the game (`Game::SEATS`).
///
/// The record says who plays it, a person or a robot ([`crate::record::Player`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats any game has.
    pub const MAX: usize = 8;

    /// Returns the seat with this index.
    ///
    /// # Panics
    /// `index` is not below [`Seat::MAX`]. Seats from files and scripts are read by name instead.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < Self::MAX, "seat index out of range");
        Self(index)
    }

    /// Returns the index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names of a game's seats, as a type parameter of [`NamedSeat`].
pub trait SeatNames: Copy + Ord + fmt::Debug {
    /// The names, in index order.
    const NAMES: &'static [&'static str];
}

/// A seat that files and messages write by its name.
///
/// # Examples
/// ```
/// use qipan_core::games::race::SeatColour;
/// use qipan_core::games::race::board::BLUE;
///
/// let blue: SeatColour = serde_json::from_str("\"blue\"")?;
/// assert_eq!((blue.0, blue.to_string()), (BLUE, "blue".to_owned()));
/// assert!(serde_json::from_str::<SeatColour>("\"pink\"").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String", bound = "N: SeatNames")]
pub struct NamedSeat<N>(pub Seat, PhantomData<N>);

impl<N> NamedSeat<N> {
    /// Returns a seat with the names `N`.
    pub const fn new(seat: Seat) -> Self {
        Self(seat, PhantomData)
    }
}

impl<N: SeatNames> TryFrom<String> for NamedSeat<N> {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        if let Some(index) = N::NAMES.iter().position(|known| *known == name) {
            return Ok(Self::new(Seat::new(index as u8)));
        }
        let excerpt: String = on_one_line(&name).chars().take(MAX_QUOTED_CHARS).collect();
        Err(format!("unknown seat `{excerpt}`; seats are {}", N::NAMES.join(", ")))
    }
}

impl<N: SeatNames> From<NamedSeat<N>> for String {
    fn from(named: NamedSeat<N>) -> Self {
        named.to_string()
    }
}

impl<N: SeatNames> fmt::Display for NamedSeat<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(N::NAMES.get(self.0.index()).copied().unwrap_or_default())
    }
}

/// A set of seats: one bit for each, the lowest for seat 0.
///
/// # Examples
/// ```
/// use qipan_core::contract::seat::{Seat, SeatSet};
///
/// let odd: SeatSet = [1, 3].map(Seat::new).into_iter().collect();
/// let even = SeatSet::first(4).difference(odd);
/// assert_eq!(even.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
/// ```
pub type SeatSet = Set<Seats>;

/// Marks a [`Set`] as a set of seats, as in [`SeatSet`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seats;

impl Universe for Seats {
    type Item = Seat;
    type Bits = u8;
    const COUNT: u8 = Seat::MAX as u8;

    #[inline]
    fn number(seat: Seat) -> u8 {
        // The number is below 8 anyway. The mask lets the compiler remove bounds checks.
        seat.0 & 7
    }

    #[inline]
    fn item(number: u8) -> Seat {
        Seat(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_contains_inserted_items() {
        let mut set: SeatSet = [Seat::new(2), Seat::new(0)].into_iter().collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        set.remove(Seat::new(0));
        assert!(!set.contains(Seat::new(0)) && set.contains(Seat::new(2)));
        assert_eq!(SeatSet::first(8).len(), 8);
        assert_eq!(SeatSet::first(4).difference(set).len(), 3);
    }
}
