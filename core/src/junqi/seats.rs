//! The seats of Junqi by name.

use crate::seat::{NamedSeat, Seat, SeatNames};

/// The names of the seats in index order; teams are south and north, east and west.
pub const SEAT_NAMES: [&str; 4] = ["south", "east", "north", "west"];

/// The name of a seat.
pub(super) fn name_of(seat: Seat) -> &'static str {
    SEAT_NAMES[seat.index() & 3]
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
