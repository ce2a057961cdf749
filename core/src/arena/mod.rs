//! Tournaments as arithmetic: who plays whom next, the score table, ratings and intervals.
//!
//! Nothing here plays a game or knows the time. Whoever runs the games takes blocks from a
//! [`Schedule`], counts what happened in a [`Tally`] and asks it for [`Tally::standings`].
//! A tally holds whole numbers only, so the result does not depend on the order in which
//! workers hand in their blocks.

mod histogram;
mod rating;
mod schedule;
mod tally;

pub use histogram::Histogram;
pub use rating::Estimate;
pub use schedule::{Block, Game, MAX_ROBOTS, Schedule, Seating};
pub use tally::{Played, Standing, Tally};
