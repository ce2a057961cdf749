//! Common parts of dialogs that ask a question.
//!
//! Long text scrolls, the answers below it stay in view, and the safe answer has the focus.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Id, Response, ScrollArea, Ui};

use crate::ui::room;

/// The height of the answers below the text with the space around them, in points.
const ANSWERS_HEIGHT: f32 = 76.0;
/// The minimum height of the text in points, however small the window is.
const MIN_TEXT_HEIGHT: f32 = 48.0;

/// Returns the width of a question's dialog, in points: `max`, or less in a small window.
pub fn dialog_width(ui: &Ui, max: f32) -> f32 {
    max.min(room::max_sheet_size(ui.ctx()).x)
}

/// Draws the text of a question. It scrolls if it would leave no space for the answers.
pub fn scrolling_text(ui: &mut Ui, id: &'static str, content: impl FnOnce(&mut Ui)) {
    let above = ui.min_rect().height();
    let height = room::max_sheet_size(ui.ctx()).y - above - ANSWERS_HEIGHT;
    let area = ScrollArea::vertical().id_salt(id).auto_shrink([false, true]);
    area.max_height(height.max(MIN_TEXT_HEIGHT)).show(ui, content);
}

/// Gives the focus to the safe answer when a question opens or replaces another, so that Enter
/// never confirms by accident. `about` identifies the question.
pub fn focus_safe_answer(ui: &Ui, safe: &Response, about: impl Hash) {
    let mut hasher = DefaultHasher::new();
    about.hash(&mut hasher);
    let (key, question) = (Id::unique("question-in-front"), hasher.finish());
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<(u64, u64)> = ui.data(|data| data.get_temp(key));
    // A question that was not drawn in the last two passes has been opened again.
    let is_new = last
        .is_none_or(|(last_pass, last_question)| last_question != question || last_pass + 2 < pass);
    if is_new {
        safe.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(key, (pass, question)));
}
