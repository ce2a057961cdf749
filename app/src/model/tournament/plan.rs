//! A tournament about to be played: who, by which rules, how much.

use qipan_core::arena::{Block, Schedule};
use qipan_core::dice::{RunSeed, Seed};
use qipan_core::game::SetupError;
use qipan_core::games::{ForGame, GameKind};
use qipan_core::options::RuleSet;
use qipan_core::record::SavedRule;
use qipan_core::script::Scripted;
use qipan_core::seat::SeatSet;

use crate::model::programs::Lifetime;
use crate::model::scripts::RobotSpec;

/// A tournament.
#[derive(Clone, Debug)]
pub struct TournamentSpec<G: Scripted> {
    /// The preset the rules started from.
    pub preset: String,
    /// The rules, those that house rules set among them.
    pub rules: G::Rules,
    /// The house rules.
    pub house: Vec<SavedRule>,
    /// The sides at the board: the seat, or the seats of a team, that one robot plays.
    pub sides: Vec<SeatSet>,
    /// The robots, no fewer than sides.
    pub robots: Vec<RobotSpec>,
    /// How many games.
    pub games: u64,
    /// All chance comes from it.
    pub seed: RunSeed,
}

impl<G: Scripted> TournamentSpec<G> {
    /// The seats that are played.
    #[must_use]
    pub fn seats(&self) -> SeatSet {
        self.sides.iter().fold(SeatSet::EMPTY, |all, side| all.union(*side))
    }

    /// Equal numbers for robots of the same script and parameters.
    fn kinds(&self) -> Vec<u8> {
        let alike = |a: &RobotSpec, b: &RobotSpec| a.source == b.source && a.params == b.params;
        let first = |robot: &RobotSpec| self.robots.iter().position(|other| alike(robot, other));
        self.robots.iter().map(|robot| first(robot).unwrap_or_default() as u8).collect()
    }

    /// Who plays whom.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.kinds(), self.sides.clone(), self.seed.shuffle())
    }

    /// The games of a block that are to be played: all but those beyond the last.
    #[must_use]
    pub fn block(&self, schedule: &Schedule, number: u64) -> Option<Block> {
        let length = schedule.block_len() as u64;
        let left = self.games.saturating_sub(number.saturating_mul(length));
        (left > 0).then(|| {
            let mut block = schedule.block(number);
            block.games.truncate(left.min(length) as usize);
            block
        })
    }

    /// A game at its start, dealt from a seed.
    ///
    /// # Errors
    /// When rules and seats do not fit each other.
    pub fn start(&self, seed: &Seed) -> Result<G, SetupError> {
        let seats = self.seats();
        G::new(&self.rules, seats, &G::draw_deal(&self.rules, seats, seed)?)
    }
}

/// Whether one of the robots is a program that is kept from game to game.
#[must_use]
pub fn keeps_programs(robots: &[RobotSpec]) -> bool {
    robots.iter().any(|robot| robot.program().is_some() && robot.lifetime == Lifetime::Run)
}

/// How many robots a preset needs at least: one for each side at the board.
#[must_use]
pub fn least_robots(preset: &str) -> usize {
    struct Sides<'a>(&'a str);
    impl ForGame for Sides<'_> {
        type Output = usize;
        fn call<G: Scripted>(self) -> usize {
            G::Rules::preset(self.0).map_or(2, |rules| rules.sides(2).len())
        }
    }
    GameKind::of_preset(preset).map_or(2, |kind| kind.visit(Sides(preset)))
}

/// Games that can be played at once.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
