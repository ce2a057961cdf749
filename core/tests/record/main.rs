//! Saved games: read, verified, changed on purpose.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod old_saves;
mod replays;
mod saves;
