//! The parts of a table that do not depend on its game.

use std::path::{Path, PathBuf};

use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::{Player, SavedRule};
use qipan_core::registry::GameKind;

use crate::model::house::active_with_hooks;
use crate::play::game::Playable;
use crate::play::table::Table;

/// The state of a table that does not depend on its game, such as its file, its journal and the
/// pauses of its robots.
#[derive(Debug, Default)]
pub struct TableCommon {
    /// The file the game was saved to.
    pub file: Option<PathBuf>,
    /// True if the robots are paused.
    pub is_paused: bool,
    /// True after a game is opened, until the player does something. Until then no robot runs.
    pub waits_for_player: bool,
    /// True if the coach warns about choices that cost much.
    pub is_coached: bool,
    /// True if an opponent adapts to the player after the game.
    pub adapts: bool,
    /// True once the result of the game has changed the strength of the opponent that adapts.
    pub has_adapted: bool,
    /// True if the game was played with people on other devices. The next game can begin at the
    /// same table.
    pub was_together: bool,
    /// True if robots' notes are shown.
    pub shows_notes: bool,
    /// True if the paused robots go on to the next decision.
    pub(super) is_stepping: bool,
    /// True if the robots' moves are shown without animation until a person's next turn.
    pub(super) is_hurrying: bool,
    /// The seat of a person who has resigned while a robot decides.
    pub(super) waiting_resignation: Option<Seat>,
    /// True if the game changed after the last save.
    pub(super) has_changed: bool,
    /// True if the journal lacks changes of the game.
    pub(super) has_unwritten: bool,
    /// True after a house rule has failed, until the player has been informed.
    pub(super) has_unreported_failure: bool,
    /// The seats that declined the last draw offer, until the player has been informed.
    pub(super) declining_seats: Option<SeatSet>,
    /// The seats of the robots that have resigned, until the player has been informed.
    pub(super) resigned_robots: Option<SeatSet>,
}

impl TableCommon {
    /// Marks the game as changed. Neither its file nor its journal has the change yet.
    pub(super) fn note_change(&mut self) {
        self.has_changed = true;
        self.has_unwritten = true;
    }

    /// Marks the game as saved to a file in its current state.
    pub fn set_saved(&mut self, file: PathBuf) {
        self.file = Some(file);
        self.has_changed = false;
    }

    /// Marks the game as not saved in its current state.
    pub fn set_unsaved(&mut self) {
        self.has_changed = true;
    }

    /// Returns true if the journal is behind the game, and marks it as up to date.
    pub fn take_unwritten(&mut self) -> bool {
        std::mem::take(&mut self.has_unwritten)
    }

    /// Returns true once after a house rule has failed.
    pub fn take_unreported_failure(&mut self) -> bool {
        std::mem::take(&mut self.has_unreported_failure)
    }

    /// Returns the seats that declined the last draw offer, once.
    pub fn take_declining_seats(&mut self) -> Option<SeatSet> {
        self.declining_seats.take()
    }

    /// Returns the seats of the robots that have resigned, once.
    pub fn take_resigned_robots(&mut self) -> Option<SeatSet> {
        self.resigned_robots.take()
    }

    /// Lets the robots go on if they were paused or resting.
    pub fn resume(&mut self) {
        self.is_paused = false;
        self.waits_for_player = false;
    }
}

/// Facts about the game on a table.
pub struct TableFacts<'a> {
    /// The kind of the game.
    pub kind: GameKind,
    /// The preset it started from.
    pub preset: &'a str,
    /// The players by seat.
    pub players: &'a [(Seat, Player)],
    /// The house rules, including disabled ones.
    pub house_rules: &'a [SavedRule],
    /// The file the game was saved to.
    pub file: Option<&'a Path>,
    /// The number of steps played.
    pub steps: usize,
    /// The length of the game as lists show it: in rolls, or in plies if the game has no dice.
    pub plies: u32,
    /// True if the game has ended.
    pub is_over: bool,
    /// True if the coach is on.
    pub is_coached: bool,
    /// True if an opponent adapts to the player after the game.
    pub adapts: bool,
    /// True if no animation is running or queued.
    pub is_animator_idle: bool,
    /// True if closing the game now would lose changes.
    pub is_unsaved: bool,
    /// True if the house rules wait for permission to run.
    pub needs_rule_permission: bool,
    /// True if a house rule failed and the game stands still.
    pub has_failed_rule: bool,
    /// True if the game is played at a host on another device.
    pub is_mirror: bool,
}

impl TableFacts<'_> {
    /// Returns the house rules that wait for permission to run. There are none once they run.
    pub fn rules_awaiting_permission(&self) -> Vec<SavedRule> {
        match self.needs_rule_permission {
            true => active_with_hooks(self.house_rules).map(|(_, rule)| rule.clone()).collect(),
            false => Vec::new(),
        }
    }
}

impl<G: Playable> Table<G> {
    /// Returns the facts about the game that do not depend on its type.
    pub fn facts(&self) -> TableFacts<'_> {
        let record = self.session.record();
        TableFacts {
            kind: GameKind::of::<G>(),
            preset: &record.preset,
            players: &record.players,
            house_rules: &record.house_rules,
            file: self.common.file.as_deref(),
            steps: self.steps(),
            plies: record.listed_length(self.state()),
            is_over: self.state().outcome().is_some(),
            is_coached: self.common.is_coached,
            adapts: self.common.adapts,
            is_animator_idle: self.animator.is_idle(),
            is_unsaved: self.is_unsaved(),
            needs_rule_permission: self.rules.house.is_none() && self.rules.failure.is_none(),
            has_failed_rule: self.rules.failure.is_some(),
            is_mirror: self.is_mirror(),
        }
    }
}
