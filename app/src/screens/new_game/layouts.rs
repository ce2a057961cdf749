//! The layouts people have chosen for a new game, and those there are.

use std::collections::BTreeMap;

use crate::games::LayoutChoice;
use crate::ui::context::ScreenContext;

/// The layouts chosen for the seats of each preset, and what there is to choose from.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    pub(super) chosen: BTreeMap<(&'static str, usize), Chosen>,
    /// The player's own layouts, those that are whole.
    pub own: Vec<LayoutChoice>,
    /// Those that ship.
    pub shipped: Vec<LayoutChoice>,
}

/// A layout that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The player's name for it; none for one that ships or has not been saved.
    pub name: Option<String>,
    /// The layout, as files have it.
    pub layout: String,
}

impl Chosen {
    /// What the form calls it.
    pub(super) fn title(&self, shipped: &[LayoutChoice], cx: &ScreenContext<'_>) -> String {
        let shipped = shipped.iter().find(|shipped| shipped.layout == self.layout);
        match (&self.name, shipped) {
            (Some(name), _) => name.clone(),
            (None, Some(shipped)) => shipped.title.clone(),
            (None, None) => cx.t("layout-choose-made"),
        }
    }
}
