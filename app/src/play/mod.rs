//! A game on the table, of any kind: its session, its animations, its perspective.

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
