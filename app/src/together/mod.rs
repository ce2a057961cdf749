//! Playing together: a host's tables, and guests on other devices.
//!
//! The host is the referee. It holds the game. Like a robot, a guest gets only the view of its own
//! seat and the actions that it may choose. A guest sends its choice, with the number of steps
//! played before. Nothing that comes over the network names a path, a script or a program.
//!
//! - [`message`] holds the messages, and `code` the codes of tables and the tokens of seats.
//! - `shares` makes the seed of a game from shares of all players, so that nobody can choose it.
//! - `referee` plays a game, and `table` adds its guests, seats and talk.
//! - `board` describes boards for pages and other programs that draw them.
//! - `hub` runs all tables of a host, and `files` keeps them for a host that starts again.
//! - [`guest`] joins a table with a robot, and `person` joins one for a person at the window.
//! - `verify` checks a game at its end, and `cause` says what is wrong with it.
//! - `server` is the network of a host: `accept` and `limits` decide who may connect and how often.
//! - `tls` encrypts connections to hosts that the internet can reach.
//! - `connection` and `link` are the network of a guest, and `nearby` finds tables.
//!
//! The rest of the program does not use the network.

mod accept;
mod address;
mod board;
mod cause;
mod code;
mod connection;
mod files;
pub mod guest;
mod hub;
mod limits;
mod link;
pub mod message;
mod nearby;
mod person;
mod referee;
mod resume;
mod server;
mod shares;
mod table;
mod tls;
mod verify;

pub use address::{DEFAULT_PORT, with_port};
pub use board::PageBoard;
pub use cause::UnfairCause;
pub use code::{Hex, INTERNET_CODE_LENGTH, LOCAL_CODE_LENGTH, TableCode, Token};
pub use connection::JoinError;
pub use hub::TableFactory;
pub use limits::is_local;
pub use nearby::{Announcement, Nearby, NearbyTable};
pub use person::{GameChange, JoinRequest, PersonGuest, SeatTicket, TalkLine};
pub use resume::{FoundTable, ResumedTable, TableSource, saved_tables};
pub use server::{Server, ServerOptions};
pub use table::{
    AnyTable, HANDOVER_TIME, HandedTable, HelperRobots, Languages, LostSeat, SavedTable, Table,
    TableOptions, TableSetup,
};
pub use tls::Certificate;
pub use verify::Verdict;
