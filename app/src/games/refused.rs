//! The message of the last refusal.

use egui::{RichText, Ui};

use crate::games::GameUi;
use crate::play::table::{RefusedInput, Table};
use crate::ui::context::ScreenContext;

/// The time that a refusal stays visible, in seconds.
const VISIBLE_SECONDS: f64 = 5.0;

/// Draws the reason for the last refusal, for a few seconds.
pub fn refused_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let is_fresh = |refused: &&RefusedInput<G>| cx.now - refused.at < VISIBLE_SECONDS;
    if let Some(refused) = table.last_refusal.as_ref().filter(is_fresh) {
        ui.label(RichText::new(&refused.why).color(cx.theme.warning));
    }
}
