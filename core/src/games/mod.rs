//! The games: rules, boards, notation, values and priors of each.

pub mod junqi;
pub mod race;
