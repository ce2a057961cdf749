//! Tournaments between robots, for the command line and the window: played on several threads,
//! written down block by block, stopped and taken up again.

mod journal;
mod kept;
mod live;
mod plan;
mod run;
mod save;
mod tune;
mod worker;

pub use journal::{Header, Journal, JournalError, RobotLine};
pub use kept::Kept;
pub use live::{Live, Plan, Snapshot, saved_game};
pub use plan::{Contest, keeps_programs, least_robots, processors};
pub use run::{Orders, Totals, run};
pub use tune::{Notebook, Trial, Tuned, Tuning};
