//! The records of a player: results, ratings, luck and layouts, counted from the saved games.
//!
//! [`GameFacts`] holds the facts about one game. They are read by replaying the game and kept in an
//! index ([`CountedGames`]), so that each file is read only once. [`Statistics`] adds up the facts
//! of all games.

mod facts;
mod junqi;
mod layouts;
mod level;
mod people;
mod race;
mod statistics;
mod tally;

pub use facts::{
    BattleFact, CountedGames, GameFacts, GameResult, JunqiFacts, PersonFacts, RaceFacts,
};
pub use layouts::{Formation, LayoutCount, LayoutCounts, formation_of};
pub use level::{OpponentLevel, rating_of_level};
pub use people::{PEOPLE_FORMATIONS, PEOPLE_LAYOUTS, people_results, people_share};
pub use statistics::{
    BattleTable, GameLength, JunqiRecords, KindRecords, RATED_GAMES, RaceGame, RaceRecords,
    RatingPoint, Statistics, Streaks,
};
pub use tally::Tally;

#[cfg(test)]
mod tests;
