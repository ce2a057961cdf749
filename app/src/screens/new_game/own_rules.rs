//! Rules that the player has left for a ready set.

use crate::model::rules::SomeRules;

/// Rules that equal no ready set.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRules {
    /// The options.
    pub(super) rules: SomeRules,
    /// The names of the ticked house rules.
    pub(super) ticked: Vec<String>,
}
