//! The player's own rules, which are kept while a ready set is selected.

use crate::model::rules::SomeRules;

/// Rules that differ from every ready set.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRules {
    /// The options.
    pub(super) rules: SomeRules,
    /// The names of the ticked house rules.
    pub(super) ticked: Vec<String>,
}
