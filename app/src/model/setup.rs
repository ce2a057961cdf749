//! A game that is about to begin: preset, rules, and the players of its seats.

use std::collections::BTreeMap;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::SetupError;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::script::{Level, Scripted};

use crate::model::library::{RobotChoice, find, of_level};
use crate::model::rules::{self, SomeRules};
use crate::model::seat_choice::limit_name;

pub use crate::model::seat_choice::SeatChoice;

impl SeatChoice {
    /// Creates a robot with its default parameters.
    pub fn robot(script: &str) -> Self {
        Self::Robot { script: script.to_owned(), params: BTreeMap::new() }
    }

    /// Returns the choice with a robot of this level in place of one that adapts to the player.
    #[must_use]
    pub fn at_level(&self, robots: &[RobotChoice], preset: &str, level: Level) -> Self {
        match self {
            Self::Adaptive => of_level(robots, preset, level)
                .map_or(Self::Adaptive, |robot| Self::robot(&robot.script)),
            other => other.clone(),
        }
    }

    /// Returns the player of the seat. `me` is the user's name from the settings.
    ///
    /// # Errors
    /// The script name of a robot that is missing or broken, or `adaptive` if no robot has taken
    /// the place of an adaptive one yet ([`Self::at_level`]).
    pub fn player(&self, robots: &[RobotChoice], me: &str) -> Result<Option<Player>, String> {
        Ok(match self {
            Self::Nobody => None,
            Self::Me => Some(Player::human(&limit_name(me))),
            Self::Person(name) => Some(Player::human(&limit_name(name))),
            // `at_level` was not called, or it found no robot.
            Self::Adaptive => return Err("adaptive".to_owned()),
            Self::Robot { script, params } => {
                let robot = find(robots, script);
                let robot = robot.filter(|robot| robot.error.is_none());
                let robot = robot.ok_or_else(|| script.clone())?;
                let mut player = Player::robot(&limit_name(&robot.title), &robot.script);
                player.hash.clone_from(&robot.hash);
                for param in &robot.params {
                    let value = params.get(&param.name).copied().unwrap_or(param.default);
                    player.params.insert(param.name.clone(), value);
                }
                Some(player)
            }
        })
    }
}

/// The rules, the players and the other choices that a new game starts with.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The preset that the rules started from.
    pub preset: String,
    /// The rules, with the options of the house rules applied.
    pub rules: SomeRules,
    /// The house rules, in the order in which they apply.
    pub house_rules: Vec<SavedRule>,
    /// The player of each seat, by seat index. `None` is an empty seat.
    pub players: Vec<Option<Player>>,
    /// True if a person picks a colour before the first roll. The first human player then swaps
    /// seats with the player of that colour.
    pub picks_colour: bool,
    /// The random seed, or `None` for a fresh one.
    pub seed: Option<Seed>,
    /// The layouts that people have chosen, in the notation of files. Other layouts are drawn from
    /// the seed.
    pub layouts: Vec<(Seat, String)>,
    /// The position line of the starting position, or `None` for the usual one.
    pub position: Option<String>,
}

impl NewGame {
    /// Creates a game between two robots: `first` plays the first seat and `others` all other
    /// seats. Returns `None` for an unknown preset.
    pub fn of_robots(preset: &str, first: &Player, others: &Player) -> Option<Self> {
        let rules = rules::preset(preset)?;
        let seats = rules.seats();
        let first_seat = seats.iter().next();
        let player = |seat: Seat| {
            let player = if Some(seat) == first_seat { first } else { others };
            seats.contains(seat).then(|| player.clone())
        };
        let players = (0..Seat::MAX as u8).map(|index| player(Seat::new(index))).collect();
        Some(Self {
            preset: preset.to_owned(),
            rules,
            house_rules: Vec::new(),
            players,
            picks_colour: false,
            seed: None,
            layouts: Vec::new(),
            position: None,
        })
    }

    /// Creates the record of the game before its first step, with a fresh seed if none is set.
    ///
    /// # Errors
    /// Rules, seats, layouts or a position that do not fit together.
    ///
    /// # Panics
    /// The rules belong to another game.
    pub fn record<G: Scripted>(&self) -> Result<Record<G>, SetupError> {
        let rules = self.rules.of::<G>();
        let rules =
            rules.unwrap_or_else(|| unreachable!("the caller checked the game of the rules"));
        let seed = self.seed.unwrap_or_else(|| Seed::from_bytes(rand::random()));
        let players: Vec<(Seat, Player)> = (0..Seat::MAX as u8)
            .map(Seat::new)
            .zip(&self.players)
            .filter_map(|(seat, player)| Some((seat, player.clone()?)))
            .collect();
        let seats = players.iter().map(|(seat, _)| *seat).collect();
        let deal = match &self.position {
            Some(line) => {
                let line = line.parse::<PositionLine<G>>();
                G::deal_of(line.map_err(|why| SetupError::Deal(why.to_string()))?.position)
            }
            None => {
                let deal = G::draw_deal(rules, seats, &seed)?;
                G::with_layouts(rules, deal, &self.layouts)?
            }
        };
        let mut record = Record::new(&self.preset, rules.clone(), players, deal, seed);
        record.house_rules.clone_from(&self.house_rules);
        record.start()?;
        Ok(record)
    }
}
