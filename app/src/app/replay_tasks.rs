//! Background work on the replayed game.

use crate::app::exporter::Exporter;
use crate::app::game_check::GameCheck;

/// The background work on the replayed game.
#[derive(Default)]
pub(super) struct ReplayTasks {
    /// The running check of the game.
    pub(super) check: Option<GameCheck>,
    /// The exports of the game.
    pub(super) exporter: Exporter,
}
