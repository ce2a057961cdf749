//! The message of the last refusal.

use egui::{RichText, Ui};

use crate::games::GameUi;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;

/// The time a refusal stays visible, in seconds.
const READ: f64 = 5.0;

/// Draws the reason of the last refusal.
pub fn refused_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    if let Some(refused) = table.refused.as_ref().filter(|refused| cx.now - refused.at < READ) {
        ui.label(RichText::new(&refused.why).color(cx.theme.warning));
    }
}
