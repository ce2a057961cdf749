//! The specification of a tournament: robots, rules and number of games.

use qipan_core::contract::dice::{RunSeed, Seed};
use qipan_core::contract::game::{Game, SetupError};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::record::SavedRule;
use qipan_core::registry::GameKind;
use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockPlan, Schedule, Shard};
use qipan_core::with_game;

use crate::model::programs::Lifetime;
use crate::model::scripts::RobotSpec;
use crate::model::tournament::book::Book;

/// A tournament to play.
#[derive(Clone, Debug)]
pub struct TournamentSpec<G: Scripted> {
    /// The preset from which the rules were made.
    pub preset: String,
    /// The rules, with the options of house rules applied.
    pub rules: G::Rules,
    /// The house rules.
    pub house: Vec<SavedRule>,
    /// The sides. Each is the seat, or the seats of a team, that one robot plays.
    pub sides: Vec<SeatSet>,
    /// The robots, at least as many as sides.
    pub robots: Vec<RobotSpec>,
    /// The number of games of all shards together.
    pub games: u64,
    /// The seed from which all chance outcomes follow.
    pub seed: RunSeed,
    /// The part of the games to play.
    pub shard: Shard,
    /// The conditions that all games share.
    pub conditions: Conditions<G>,
}

/// The conditions that all games of a tournament share. By default, there are none.
#[derive(Clone, Debug)]
pub struct Conditions<G: Scripted> {
    /// The positions or layouts that games begin from, if they are not the usual ones.
    pub book: Option<Book<G>>,
    /// The fuel that a robot may use for a decision, if it is not the usual amount.
    pub fuel: Option<u64>,
    /// True if this is one of the two tournaments of `--compare`, which differ only in the first
    /// robot. Both get the same dice, even if the first robot of one tournament plays like one of
    /// its opponents.
    pub is_compared: bool,
}

impl<G: Scripted> Default for Conditions<G> {
    fn default() -> Self {
        Self { book: None, fuel: None, is_compared: false }
    }
}

impl<G: Scripted> TournamentSpec<G> {
    /// Returns the seats of all sides.
    pub fn seats(&self) -> SeatSet {
        self.sides.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side))
    }

    /// Returns for each robot the index of the first robot with the same script and parameters.
    pub(super) fn equal_robots(&self) -> Vec<u8> {
        let is_same = |a: &RobotSpec, b: &RobotSpec| a.source == b.source && a.params == b.params;
        let first_same =
            |robot: &RobotSpec| self.robots.iter().position(|other| is_same(robot, other));
        self.robots.iter().map(|robot| first_same(robot).unwrap_or_default() as u8).collect()
    }

    /// Returns a number for each robot, equal for robots whose games would repeat each other.
    fn kinds(&self) -> Vec<u8> {
        let mut kinds = self.equal_robots();
        if self.conditions.is_compared {
            separate_first(&mut kinds);
        }
        kinds
    }

    /// Returns the blocks to play.
    pub fn plan(&self) -> BlockPlan {
        let (sides, shuffle) = (self.sides.clone(), self.seed.shuffle_seed());
        let schedule = Schedule::new(self.kinds(), sides, shuffle);
        BlockPlan::new(schedule, self.games, self.shard)
    }

    /// Creates the initial state of a game that is dealt from a seed.
    ///
    /// # Errors
    /// Rules and seats that do not fit each other.
    pub fn initial_state(&self, seed: &Seed) -> Result<G, SetupError> {
        let seats = self.seats();
        G::new(&self.rules, seats, &G::draw_deal(&self.rules, seats, seed)?)
    }
}

/// Changes the numbers of the robots that share number 0 with the first, so that only the first has
/// it. They get one new number, so that robots other than the first that had equal numbers still
/// have equal ones.
pub(super) fn separate_first(kinds: &mut [u8]) {
    let equal = kinds.iter().skip(1).position(|kind| *kind == 0);
    if let Some(new_kind) = equal.map(|index| index as u8 + 1) {
        kinds.iter_mut().skip(1).filter(|kind| **kind == 0).for_each(|kind| *kind = new_kind);
    }
}

/// Returns true if one of the robots is a program that keeps running from game to game.
pub fn keeps_programs(robots: &[RobotSpec]) -> bool {
    robots.iter().any(|robot| robot.program().is_some() && robot.lifetime == Lifetime::Run)
}

/// Returns the smallest number of robots for a preset: one for each side.
pub fn min_robots(preset: &str) -> usize {
    fn side_count<G: Game>(preset: &str) -> Option<usize> {
        G::Rules::preset(preset).map(|rules| rules.sides(2).len())
    }
    let of_kind = |kind| with_game!(kind, |G| side_count::<G>(preset));
    GameKind::of_preset(preset).and_then(of_kind).unwrap_or(2)
}

/// Returns the number of processors that the program can use, or 1 if it is unknown.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
