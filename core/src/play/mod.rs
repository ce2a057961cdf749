//! Playing: recorded games, replays, and loops that play a game to its end.
//!
//! - [`session`]: a running game with its record. All changes to a game go through it.
//! - [`replay`]: a cursor over a finished or saved game.
//! - [`redact`]: a copy of a game that contains only what one seat saw.
//! - [`game_loop`]: asks players for decisions until the game is over.
//! - [`playout`]: games of random decisions.

pub mod game_loop;
pub mod playout;
pub mod redact;
pub mod replay;
pub mod session;
