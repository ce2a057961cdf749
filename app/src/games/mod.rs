//! The games as the window shows them.

pub mod any;
pub mod desk;
pub mod words;

pub mod junqi;
pub mod race;
