//! A game that is about to begin: preset, rules, and the players of its seats.

use std::collections::BTreeMap;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::SetupError;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::script::Scripted;

use crate::model::library::{RobotChoice, find};
use crate::model::rules::{self, SomeRules};

/// The player of a seat.
#[derive(Clone, Debug, PartialEq)]
pub enum Sitter {
    /// The seat stays empty.
    Nobody,
    /// The player of the settings, at one seat at most.
    Me,
    /// Another person at the same screen.
    Person(String),
    /// A robot.
    Robot {
        /// Its script.
        script: String,
        /// The parameters that were changed.
        params: BTreeMap<String, f64>,
    },
}

impl Sitter {
    /// Returns a robot with its default parameters.
    pub fn robot(script: &str) -> Self {
        Self::Robot { script: script.to_owned(), params: BTreeMap::new() }
    }

    /// Returns the player of the seat. `me` is the name in the settings.
    ///
    /// # Errors
    /// The script of a robot that is missing or broken.
    pub fn player(&self, robots: &[RobotChoice], me: &str) -> Result<Option<Player>, String> {
        Ok(match self {
            Self::Nobody => None,
            Self::Me => Some(Player::human(&limited(me))),
            Self::Person(name) => Some(Player::human(&limited(name))),
            Self::Robot { script, params } => {
                let robot = find(robots, script);
                let robot = robot.filter(|robot| robot.error.is_none());
                let robot = robot.ok_or_else(|| script.clone())?;
                let mut player = Player::robot(&limited(&robot.title), &robot.script);
                for param in &robot.params {
                    let value = params.get(&param.name).copied().unwrap_or(param.default);
                    player.params.insert(param.name.clone(), value);
                }
                Some(player)
            }
        })
    }
}

/// Trims a name and shortens it to the length that files allow.
pub(super) fn limited(name: &str) -> String {
    name.trim().chars().take(40).collect()
}

/// The choices of the new-game screen.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The preset that the rules started from.
    pub preset: String,
    /// The rules, with the options of the house rules applied.
    pub rules: SomeRules,
    /// The house rules, in their order.
    pub house_rules: Vec<SavedRule>,
    /// The player of each seat, by seat index. `None` is an empty seat.
    pub players: Vec<Option<Player>>,
    /// True if a person still has to pick a colour before the first roll. The first human seat
    /// then changes places with that colour.
    pub pick_colour: bool,
    /// The seed of the dice, or `None` for a fresh one.
    pub seed: Option<Seed>,
    /// The layouts that people have chosen, as files store them. The others are drawn from the
    /// seed.
    pub layouts: Vec<(Seat, String)>,
    /// The line of the position the game begins from, if it is not the usual one.
    pub position: Option<String>,
}

impl NewGame {
    /// Creates a game between robots with all seats taken: one plays the first seat, the other
    /// the rest. Returns `None` for an unknown preset.
    pub fn of_robots(preset: &str, first: &Player, others: &Player) -> Option<Self> {
        let rules = rules::preset(preset)?;
        let taken = rules.seats();
        let one = taken.iter().next();
        let player = |seat: Seat| {
            let player = if Some(seat) == one { first } else { others };
            taken.contains(seat).then(|| player.clone())
        };
        let players = (0..Seat::MAX as u8).map(|index| player(Seat::new(index))).collect();
        let (house_rules, layouts, position) = (Vec::new(), Vec::new(), None);
        let preset = preset.to_owned();
        Some(Self {
            preset,
            rules,
            house_rules,
            players,
            pick_colour: false,
            seed: None,
            layouts,
            position,
        })
    }

    /// Creates the record of the game before its first step, with a fresh seed if none is set.
    ///
    /// # Errors
    /// Rules, seats, layouts or a position that do not fit each other.
    ///
    /// # Panics
    /// Rules of another game.
    pub fn record<G: Scripted>(&self) -> Result<Record<G>, SetupError> {
        let rules = self.rules.of::<G>();
        let rules = rules.unwrap_or_else(|| unreachable!("the caller looked at the rules' kind"));
        let seed = self.seed.unwrap_or_else(|| Seed::from_bytes(rand::random()));
        let seats = (0..Seat::MAX as u8).map(Seat::new).zip(&self.players);
        let players = seats.filter_map(|(seat, player)| Some((seat, player.clone()?)));
        let players: Vec<(Seat, Player)> = players.collect();
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
