//! A running game on the table, and a game in the replay, for any game.
//!
//! [`table`] runs a game with its robots, house rules, clock and animations. The rest serves the
//! table, the replay or both: the queue of animations, the perspective, the analysis, questions to
//! a robot, the peek test and the Lua console. The traits in [`game`] are what a game implements
//! for this.

pub mod analysis_state;
pub mod animation;
pub mod console;
pub mod draft;
pub mod game;
pub mod peek_test;
pub mod perspective;
pub mod robot_query;
pub mod table;
pub mod timeline_event;
