//! The seats of Junqi by name.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

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

/// A seat by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Named(pub Seat);

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        by_name(&name)
            .map(Self)
            .ok_or_else(|| format!("a seat is one of {}", SEAT_NAMES.join(", ")))
    }
}

impl From<Named> for String {
    fn from(named: Named) -> Self {
        name_of(named.0).to_owned()
    }
}
