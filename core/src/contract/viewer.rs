//! The viewer of a game.

use crate::contract::seat::{Seat, SeatSet};

/// The person or program for whom a view is made.
///
/// # Examples
/// ```
/// use qipan_core::contract::viewer::Viewer;
/// use qipan_core::contract::seat::Seat;
///
/// let [south, east, north] = [0, 1, 2].map(Seat::new);
/// let partners = Viewer::Side([south, north].into_iter().collect());
/// assert!(partners.includes(north) && !partners.includes(east));
/// assert!(Viewer::All.includes(east) && !Viewer::Public.includes(east));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of a seat, who sees what this seat may know.
    Seat(Seat),
    /// Several seats, with everything that any of them may know. For partners who look at a
    /// finished game together.
    Side(SeatSet),
    /// An onlooker, with public information only.
    Public,
    /// A viewer that sees everything, for replays of finished games and for the referee.
    All,
}

impl Viewer {
    /// Returns true if this viewer sees everything that a seat sees, under any rules.
    pub fn includes(self, seat: Seat) -> bool {
        match self {
            Self::Seat(viewer) => viewer == seat,
            Self::Side(side) => side.contains(seat),
            Self::Public => false,
            Self::All => true,
        }
    }
}
