//! Playing: the only door through which a game changes, replays of records, loops of robots.

pub mod game_loop;
pub mod playout;
pub mod redact;
pub mod replay;
pub mod session;
