//! The player's own rules, which are kept while ready-made rules are selected.

use crate::model::rules::SomeRules;

/// Rules that differ from all ready-made rules.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRules {
    /// The options.
    pub(super) rules: SomeRules,
    /// The names of the ticked house rules.
    pub(super) ticked: Vec<String>,
}
