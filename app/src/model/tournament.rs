//! Tournaments between robots, for the command line and the window.
//!
//! A tournament is played in blocks of games with common dice, on several threads. `spec` specifies
//! it, `run` hands its blocks to threads and counts the results in order, and `worker` plays the
//! games of a thread. The results depend only on robots, rules and seed, not on the threads.
//!
//! The `journal` gets each finished block, so a tournament can be stopped and resumed. Several
//! machines can each play a shard of a tournament, and `merge` puts their journals together. `live`
//! runs a tournament in the background for the window. `tune` uses tournaments to improve a robot's
//! parameters.

mod block_line;
mod book;
mod header;
mod journal;
mod journal_error;
mod journal_reader;
mod live;
mod merge;
mod run;
mod save;
mod saved_tournament;
mod spec;
mod tune;
mod turn_times;
mod worker;

pub use book::{Book, BookLine, BookText};
pub use header::{Header, RobotLine};
pub use journal::TournamentJournal;
pub use journal_error::TournamentJournalError;
pub use live::{RunningTournament, Snapshot, TournamentPlan, saved_game};
pub use merge::{MergedJournals, MergedTotals};
pub use run::{RunOptions, TournamentTotals, run};
pub use saved_tournament::SavedTournament;
pub use spec::{Conditions, TournamentSpec, keeps_programs, min_robots, processors};
pub use tune::{Notebook, TuneMethod, TuneResult, TuneSpec, TuneTrial};
pub use turn_times::{TurnTime, TurnTimes};
