//! Tournaments between robots, for the command line and the window: played on several threads,
//! written down block by block, stopped and taken up again.

mod journal;
mod live;
mod plan;
mod run;
mod save;
mod tune;
mod worker;

pub use journal::{Header, Journal, JournalError};
pub use live::{Live, Plan, Snapshot, saved_game};
pub use plan::Contest;
pub use run::{Orders, Totals, run};
pub use tune::{Notebook, Trial, Tuned, Tuning};
