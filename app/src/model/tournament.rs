//! Tournaments between robots, for the command line and the window.
//!
//! Games are played on several threads, in blocks. A journal gets each finished block, so a
//! tournament can be stopped and resumed. The results depend only on robots, rules and seed.

mod journal;
mod kept;
mod live;
mod plan;
mod run;
mod save;
mod tune;
mod worker;

pub use journal::{Header, RobotLine, TournamentJournal, TournamentJournalError};
pub use kept::SavedTournament;
pub use live::{RunningTournament, Snapshot, TournamentPlan, saved_game};
pub use plan::{TournamentSpec, keeps_programs, least_robots, processors};
pub use run::{RunOptions, TournamentTotals, run};
pub use tune::{Notebook, TuneResult, TuneSpec, TuneTrial};
