//! The race games: Aeroplane Chess and Flying Chess, one engine for both boards.

pub mod board;
