//! The setup of a table: the game, the players, and the rights that the host grants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::SavedRule;
use serde::{Deserialize, Serialize};

use super::{Phase, Table};
use crate::model::scripts::{RobotSpec, ScriptName, default_robot, find_named, strong_robot};
use crate::model::storage::Folders;
use crate::model::table_options::TableOptions;
use crate::together::board::PageBoard;
use crate::together::code::{TableCode, Token};
use crate::together::referee::Referee;
use crate::together::shares::Disclosed;

/// The setup of a table.
pub struct TableSetup<G: PageBoard + ViewData> {
    /// The code.
    pub code: TableCode,
    /// The preset.
    pub preset: String,
    /// The rules, with the options that house rules set.
    pub rules: G::Rules,
    /// The house rules.
    pub house_rules: Vec<SavedRule>,
    /// The seats for guests.
    pub guest_seats: SeatSet,
    /// The robots, each with its argument as the host typed it, e.g. `careful,caution=5`.
    pub robots: BTreeMap<Seat, (RobotSpec, String)>,
    /// The robots of the host that help players.
    pub helper_robots: HelperRobots,
    /// The rights that the host grants.
    pub options: TableOptions,
}

/// The robots of a host that help players.
#[derive(Clone)]
pub struct HelperRobots {
    /// Plays for a player who does not come back.
    pub stand_in: RobotSpec,
    /// Gives hints.
    pub hints: RobotSpec,
}

impl HelperRobots {
    /// Returns the shipped robots of a game.
    ///
    /// # Errors
    /// A robot cannot be read.
    pub fn shipped<G: PageBoard>(folders: &Folders) -> Result<Self, String> {
        let robot = |name| {
            let found = find_named(folders, G::NAME, &ScriptName::shipped(name));
            found.map_err(|why| why.to_string())
        };
        Ok(Self { stand_in: robot(default_robot(G::NAME))?, hints: robot(strong_robot(G::NAME))? })
    }
}

impl<G: PageBoard + ViewData> TableSetup<G> {
    /// Returns all seats that take part.
    pub fn seats(&self) -> SeatSet {
        self.guest_seats.union(self.robots.keys().copied().collect())
    }
}

/// A table in a file, from which a later run can continue it. The game is in a file of its own.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedTable {
    /// The version of the file format.
    pub version: u32,
    /// The code.
    pub code: TableCode,
    /// The game: `race` or `junqi`.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// The rules, by the name of the option.
    pub rules: serde_json::Value,
    /// The house rules.
    pub house_rules: Vec<SavedRule>,
    /// The robots by seat, each as the host typed it, e.g. `careful,caution=5`.
    pub robots: BTreeMap<String, String>,
    /// The seats of guests.
    pub guests: BTreeMap<String, SavedSeat>,
    /// The rights that the host grants.
    pub options: TableOptions,
    /// The shares and layouts of the game, once it has begun.
    pub disclosed: Disclosed,
    /// True once a game has begun.
    pub has_begun: bool,
    /// The number of the last round of commitments for the seed, finished or not.
    #[serde(default)]
    pub round: u32,
    /// True once the game is over.
    #[serde(default)]
    pub is_over: bool,
}

/// The current version of the file format.
pub const TABLE_VERSION: u32 = 1;

/// The seat of a guest, as it is saved in a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SavedSeat {
    /// The name of the player.
    pub name: String,
    /// The token of the seat.
    pub token: Option<Token>,
}

impl<G: PageBoard + ViewData> Table<G> {
    /// Restores a table from the file of an earlier run. The table then waits for its players.
    pub(in crate::together) fn restore(
        &mut self,
        saved: SavedTable,
        session: Option<Session<G>>,
        now: Instant,
    ) {
        for (seat_name, saved_seat) in saved.guests {
            let seat = G::seat_by_name(&seat_name).and_then(|seat| self.seats.get_mut(&seat));
            if let Some(seat) = seat.filter(|_| saved_seat.token.is_some()) {
                (seat.name, seat.token) = (saved_seat.name, saved_seat.token);
                seat.lost_at = Some(now);
            }
        }
        (self.disclosed, self.round) = (saved.disclosed, saved.round);
        let robots =
            self.setup.robots.iter().map(|(seat, (spec, _))| (*seat, spec.clone())).collect();
        if let Some(session) = session
            && let Ok(referee) = Referee::new(session, robots, Arc::clone(&self.wake), now)
        {
            let referee = referee.with_robots_conceding(self.setup.options.robots_concede);
            self.phase = Phase::Playing(Box::new(referee));
            // Robots go on for the players who had left.
            let seats = self.seats.iter();
            let open: Vec<Seat> =
                seats.filter(|(_, taken)| taken.token.is_none()).map(|(seat, _)| *seat).collect();
            open.into_iter().for_each(|seat| self.free_seat(seat));
        }
        self.note_change();
    }

    /// Returns the text of the table's file.
    pub(super) fn to_json(&self) -> String {
        let setup = &self.setup;
        let name = |seat: Seat| G::seat_name(seat).to_owned();
        let saved = SavedTable {
            version: TABLE_VERSION,
            code: setup.code.clone(),
            game: G::NAME.to_owned(),
            preset: setup.preset.clone(),
            rules: serde_json::to_value(&setup.rules).unwrap_or_default(),
            house_rules: setup.house_rules.clone(),
            robots: setup
                .robots
                .iter()
                .map(|(seat, (_, typed))| (name(*seat), typed.clone()))
                .collect(),
            guests: self
                .seats
                .iter()
                .map(|(seat, guest_seat)| {
                    (
                        name(*seat),
                        SavedSeat { name: guest_seat.name.clone(), token: guest_seat.token },
                    )
                })
                .collect(),
            options: setup.options,
            disclosed: self.disclosed.clone(),
            has_begun: self.referee().is_some(),
            round: self.round,
            is_over: self.is_game_over(),
        };
        serde_json::to_string_pretty(&saved).unwrap_or_default() + "\n"
    }
}
