//! A game on the table, of any kind: its session, what is shown of it, through whose eyes.

pub mod analysed;
pub mod animation;
pub mod asked;
pub mod console;
pub mod draft;
pub mod game;
pub mod landmark;
pub mod peeking;
pub mod perspective;
pub mod table;
