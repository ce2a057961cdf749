//! The levels of opponents, and their ratings.

use qipan_core::registry::GameKind;
use qipan_core::script::Level;
use serde::Serialize;

/// The level of the strongest opposing robot in a game, or `None` if no opposing robot has a known
/// level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub struct OpponentLevel(pub Option<Level>);

impl OpponentLevel {
    /// Returns the name of the level in files, or `other` for opponents without a level.
    pub fn name(self) -> &'static str {
        self.0.map_or("other", Level::name)
    }
}

impl From<OpponentLevel> for &'static str {
    fn from(level: OpponentLevel) -> Self {
        level.name()
    }
}

/// The rating of each level in race games, weakest first, in Elo points. The level Medium has 1500.
///
/// Measured by tournaments of the shipped robots, and rounded: 240 games of Aeroplane Chess between
/// the levels from Easy to Master, and 240 between those from Beginner to Strong. Dice decide much,
/// so the levels are close to each other.
const RACE_RATINGS: [f64; 5] = [1050.0, 1390.0, 1500.0, 1535.0, 1540.0];
/// The rating of each level in Junqi, weakest first, in Elo points. The level Medium has 1500.
///
/// Measured by tournaments of the shipped robots, and rounded: 40 to 60 games of `dark` between
/// neighbouring levels, so that the ratings are accurate to about 60 points. Beginner lost all
/// 400 games against Easy, so its rating is only an upper bound.
const JUNQI_RATINGS: [f64; 5] = [700.0, 1310.0, 1500.0, 1655.0, 1705.0];

/// Returns the rating of the shipped robots of a level.
pub fn rating_of_level(kind: GameKind, level: Level) -> f64 {
    let ratings = match kind {
        GameKind::Race => RACE_RATINGS,
        GameKind::Junqi => JUNQI_RATINGS,
    };
    ratings[Level::ALL.iter().position(|other| *other == level).unwrap_or(0)]
}
