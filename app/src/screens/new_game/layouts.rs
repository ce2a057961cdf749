//! The layouts of a new game: the chosen ones and the available ones.

use std::collections::BTreeMap;

use crate::games::LayoutChoice;
use crate::ui::context::ScreenContext;

/// The layouts chosen for the seats of each preset, and the available ones.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    /// The chosen layouts, by preset and seat. A seat without one has a random layout.
    pub(super) chosen: BTreeMap<(&'static str, usize), ChosenLayout>,
    /// The complete layouts that the player has saved.
    pub own: Vec<LayoutChoice>,
    /// The layouts that ship with the program.
    pub shipped: Vec<LayoutChoice>,
}

/// A layout chosen for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenLayout {
    /// The name that the player gave it. `None` if it ships with the program or is not saved.
    pub name: Option<String>,
    /// The layout in its text form.
    pub layout: String,
}

impl ChosenLayout {
    /// Returns the title of the layout in the form.
    pub(super) fn title(&self, shipped: &[LayoutChoice], cx: &ScreenContext<'_>) -> String {
        let shipped = shipped.iter().find(|shipped| shipped.layout == self.layout);
        match (&self.name, shipped) {
            (Some(name), _) => name.clone(),
            (None, Some(shipped)) => shipped.title.clone(),
            (None, None) => cx.t("layout-choose-made"),
        }
    }
}
