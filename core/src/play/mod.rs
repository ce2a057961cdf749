//! Playing: the only door through which a game changes, replays of records, loops of robots.
//!
//! [`session`] is a running game that is recorded, [`replay`] a cursor over a finished one, and
//! [`redact`] a copy for one seat. [`game_loop`] lets players and chance decide until the end,
//! [`playout`] does so at random.

pub mod game_loop;
pub mod playout;
pub mod redact;
pub mod replay;
pub mod session;
