//! Why something could not be done, for as long as it takes to read it.

use egui::{RichText, Ui};

use crate::games::GameUi;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;

/// How long a refusal can be read, in seconds.
const READ: f64 = 5.0;

/// Says why the last thing could not be done.
pub fn refused_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    if let Some(refused) = table.refused.as_ref().filter(|refused| cx.now - refused.at < READ) {
        ui.label(RichText::new(&refused.why).color(cx.theme.warning));
    }
}
