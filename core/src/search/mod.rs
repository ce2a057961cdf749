//! Information-set Monte Carlo tree search and rollouts.
//!
//! A seat does not know the true state, so a search cannot start from it. Each simulation runs in
//! a *determinization*: a full game state that [`Game::sample`] deals consistently with the seat's
//! view. All simulations share one tree. Its nodes are public states: everything that all players
//! have observed so far (ISMCTS; Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
//! Search", 2012). Scripts call determinizations *worlds*.
//!
//! [`Search::run`] ranks the actions of the seat to move. [`PairedSearch::run`] does so without a
//! tree: it tries all actions in the same determinizations. [`rollout_value`] estimates one action
//! by rollouts. All borrow a [`SearchContext`]: the rules with their house rules, the random
//! numbers, the evaluator of leaves, and the budget that ends the search.
//!
//! Since everything starts from determinizations, a search knows no more than its seat does. The
//! results for a seed are equal on every machine: nothing depends on a clock, and numbers are only
//! added, multiplied, divided and compared.
//!
//! [`Game::sample`]: crate::contract::game::Game::sample

mod context;
mod paired;
mod rollouts;
mod rule_context;
mod tree;
mod tree_search;

pub use context::{Budget, Evaluator, SearchContext};
pub use paired::{MAX_REPLY_PLIES, PairedOptions, PairedSearch};
pub use rollouts::{RolloutResult, rollout, rollout_value, rollout_while};
pub use rule_context::RuleContext;
pub use tree_search::{Search, SearchOptions};
