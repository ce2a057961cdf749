//! The contract of a game: the traits that every game implements, and the types they share.
//!
//! [`game::Game`] is the main trait. A game is a *state* that changes by *steps*: actions of seats,
//! outcomes of chance, effects of house rules, and a few others ([`game::Step`]). Each step emits
//! public *events*. Players and robots never get the state, only a *view* of it, which holds what
//! one viewer may know. A finished game has an [`outcome::Outcome`].
//!
//! Chance is explicit. The game lists the possible outcomes and the caller chooses one: in a real
//! game from a committed [`dice::Seed`], in a simulation at random. So setup and steps determine a
//! game completely, and saves, replays, searches and tests need nothing else.
//!
//! Further traits and types complete the contract:
//!
//! - [`options::RuleSet`] describes the rules as options.
//! - [`setup::Setup`] draws what is settled before the first step: layouts, shuffles and the
//!   draw for the first seat.
//! - [`position::Positions`] lets a game begin from a position set up by hand.
//! - [`house_rule_hooks::HouseRuleHooks`] is what house rules need of a game.
//! - [`question::Questions`] wait in a state for the answers of seats.
//! - [`robot::Robot`] decides for a seat.
//! - [`view_data::ViewData`] turns views and events into data for other devices.
//!
//! Other folders work with any game through these traits. Nothing here depends on a particular
//! game, a file, a script or a clock.

pub mod bit_set;
pub mod dice;
pub mod game;
pub mod house_rule_hooks;
pub mod limits;
pub mod localized;
pub mod memory;
pub mod options;
pub mod outcome;
pub mod position;
pub mod question;
pub mod robot;
pub mod robot_stream;
pub mod seat;
pub mod setup;
pub mod source;
pub mod turn_stack;
pub mod view_data;
pub mod viewer;
