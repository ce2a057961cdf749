//! The names of the seats of Junqi.

use crate::contract::seat::{NamedSeat, Seat, SeatNames};

/// The number of different seats on all boards together. No board has all of them.
pub(super) const SEATS: usize = 8;

/// The names of the seats by index: first those of the boards for up to four armies, then those
/// that only the board for six has.
pub const SEAT_NAMES: [&str; SEATS] =
    ["south", "east", "north", "west", "southeast", "northeast", "northwest", "southwest"];

/// Returns the name of a seat.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    SEAT_NAMES[seat.index()]
}

/// Returns the seat with a name.
pub(super) fn seat_by_name(name: &str) -> Option<Seat> {
    SEAT_NAMES.iter().position(|other| *other == name).map(|index| Seat::new(index as u8))
}

/// Marks a [`NamedSeat`] as a seat of Junqi, as in [`SeatName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JunqiSeats;

impl SeatNames for JunqiSeats {
    const NAMES: &'static [&'static str] = &SEAT_NAMES;
}

/// A seat that is read and written by its name.
pub type SeatName = NamedSeat<JunqiSeats>;
