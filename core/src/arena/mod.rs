//! Tournaments as arithmetic: who plays whom next, the score table, ratings and intervals.
//!
//! Nothing here plays a game or knows the time. Whoever runs the games takes blocks from a
//! [`Schedule`], puts what came of each ([`BlockResult`]) into a [`Tally`] and asks it for
//! [`Tally::standings`]. A tally holds whole numbers only, so the result does not depend on the
//! order in which workers hand in their blocks. A [`Sprt`] looks at the blocks one after another
//! and says when enough was played.

mod histogram;
mod played;
mod rating;
mod schedule;
mod sprt;
mod tally;

pub use histogram::{Counter, Counts, Histogram};
pub use played::{BlockResult, Played, Usage};
pub use rating::{Estimate, wilson};
pub use schedule::{Block, Game, MAX_ROBOTS, Schedule, Seating};
pub use sprt::{Bounds, Sprt, Verdict};
pub use tally::{Pair, Standing, Tally};
