//! Data derived from a view of Junqi once per position.

use qipan_core::games::junqi::View;

use crate::games::junqi::losses::Losses;

/// Derived data that is drawn in every frame. It does not include beliefs, because the view caches
/// them itself.
#[derive(Debug)]
pub struct JunqiViewCache {
    /// The known losses of the armies.
    pub losses: Losses,
}

impl JunqiViewCache {
    pub(super) fn new(view: &View) -> Self {
        Self { losses: Losses::of(view) }
    }
}
