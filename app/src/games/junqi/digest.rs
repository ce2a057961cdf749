//! What is worked out of a view of Junqi once, when the position has changed.

use std::cell::OnceCell;

use qipan_core::junqi::{Belief, View};

use crate::games::junqi::losses::Losses;

/// What is drawn of a view in every frame.
#[derive(Debug)]
pub struct JunqiDigest {
    /// What is known of the armies' losses.
    pub losses: Losses,
    /// What hidden pieces can still be, once somebody asks.
    belief: OnceCell<Belief>,
}

impl JunqiDigest {
    pub(super) fn new(view: &View) -> Self {
        Self { losses: Losses::of(view), belief: OnceCell::new() }
    }

    /// What hidden pieces can still be, as far as it follows from what the viewer knows.
    pub fn belief(&self, view: &View) -> &Belief {
        self.belief.get_or_init(|| view.belief())
    }
}
