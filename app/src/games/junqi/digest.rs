//! What is worked out of a view of Junqi once, when the position has changed.

use qipan_core::junqi::View;

use crate::games::junqi::losses::Losses;

/// What is drawn of a view in every frame. (What hidden pieces can be the view keeps itself.)
#[derive(Debug)]
pub struct JunqiDigest {
    /// What is known of the armies' losses.
    pub losses: Losses,
}

impl JunqiDigest {
    pub(super) fn new(view: &View) -> Self {
        Self { losses: Losses::of(view) }
    }
}
