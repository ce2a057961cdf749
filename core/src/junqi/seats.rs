//! The seats of Junqi by name.

use crate::seat::{NamedSeat, Seat, SeatNames};

/// Seats of all boards together.
pub(super) const SEATS: usize = 8;

/// The names of the seats in index order: those of the boards for up to four armies, then those
/// that only the board for six has.
pub const SEAT_NAMES: [&str; SEATS] =
    ["south", "east", "north", "west", "southeast", "northeast", "northwest", "southwest"];

/// The name of a seat.
pub(super) fn name_of(seat: Seat) -> &'static str {
    SEAT_NAMES[seat.index()]
}

/// The seat of a name.
pub(super) fn by_name(name: &str) -> Option<Seat> {
    SEAT_NAMES.iter().position(|other| *other == name).map(|index| Seat::new(index as u8))
}

/// What the seats are called: by where they sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sides;

impl SeatNames for Sides {
    const NAMES: &'static [&'static str] = &SEAT_NAMES;
}

/// A seat by its name.
pub type Named = NamedSeat<Sides>;
