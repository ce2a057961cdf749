//! Arithmetic of tournaments: pairings, the score table, ratings and confidence intervals.
//!
//! This module plays no games and uses no clock. The caller takes blocks from a [`Schedule`], plays
//! them, adds each [`BlockResult`] to a [`Tally`] and reads [`Tally::standings`].
//!
//! A *block* is a group of games with the same dice, in which each robot plays each side once. Luck
//! and the advantages of seats cancel out within a block. The games of a block are not independent,
//! so all intervals are computed from blocks.
//!
//! A tournament can be divided among machines: each plays a [`Shard`] of the same blocks. A
//! [`BlockPlan`] lists the blocks of a shard.
//!
//! A robot has a *score*, its share of first places, and a *rating* (Bradley-Terry, in Elo points).
//! A tally holds only whole numbers, so its result does not depend on the order in which workers
//! finish. A [`Sprt`] takes one block after another and decides when enough blocks have been
//! played.

mod elo;
mod histogram;
mod paired;
mod rating;
mod result;
mod schedule;
mod shard;
mod sprt;
mod student;
mod tally;

pub use elo::{BlockScores, EloDifference};
pub use histogram::Histogram;
pub use paired::{mean_of_samples, paired_difference};
pub use rating::{Estimate, RatedResults, mean_estimate, rate_against, wilson};
pub use result::{BlockResult, FuelUse, GameResult, RobotCounts};
pub use schedule::{Block, MAX_ROBOTS, Schedule, ScheduledGame, SeatAssignment};
pub use shard::{BlockPlan, Shard};
pub use sprt::{Sprt, SprtHypotheses, SprtVerdict};
pub use tally::{HeadToHead, Standing, Tally};
