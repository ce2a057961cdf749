//! The contract of a game: the traits that every game implements, and the types they share.
//!
//! [`game::Game`] is the contract. A game is a *state* that changes by *steps*: actions of seats,
//! outcomes of chance, effects of house rules, and the few others of [`game::Step`]. Each step
//! emits public *events*. Nobody gets the state itself but through a *view*, which holds what one
//! viewer may know. A finished game has an [`outcome::Outcome`].
//!
//! Chance is explicit: the game lists the possible outcomes, and the caller chooses one, from a
//! committed [`dice::Seed`] in a real game, at random in a simulation. So setup and steps determine
//! a game completely, and saves, replays, searches and tests need nothing else.
//!
//! Further traits add to the contract: [`setup::Setup`] deals, [`position::Positions`] begins from
//! a position, [`house_rule_hooks::HouseRuleHooks`] admits house rules, [`options::RuleSet`]
//! describes the rules, and [`robot::Robot`] decides for a seat.
//!
//! Everything above this folder works with any game through these traits. Nothing here depends on
//! a particular game, a file, a script or a clock.

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
pub mod robot;
pub mod robot_stream;
pub mod seat;
pub mod setup;
pub mod turn_stack;
