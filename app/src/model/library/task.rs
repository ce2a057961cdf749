//! The purposes for which robots are built.

use qipan_core::script::Host;

use crate::model::clock::{host, table_host};

/// The purpose of a robot. It determines the time limits of the robot and whether a profile of its
/// fuel is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RobotTask {
    /// True if fuel is counted by line.
    pub is_profiled: bool,
    /// The number of robots whose moves the people at a table wait for in turn. `None` if nobody
    /// waits. In that case, the answers depend on the clock only if a time limit is reached.
    pub robots_at_table: Option<usize>,
}

impl RobotTask {
    /// Returns the host, with the limits and the clock for this purpose.
    pub(super) fn host(self) -> Host {
        self.robots_at_table.map_or_else(host, table_host)
    }
}
