//! Common parts of questions: long text scrolls in a box, the answers below it stay in view, and
//! the safe answer has the focus.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Id, Response, ScrollArea, Ui};

use crate::ui::room;

/// The height of the answers below a box, with the space around them.
const ANSWERS: f32 = 76.0;
/// The minimum height of a box, however small the window is.
const LEAST: f32 = 48.0;

/// Returns the width of a question, in points: `most`, or less in a small window.
pub fn width(ui: &Ui, most: f32) -> f32 {
    most.min(room::of_sheet(ui.ctx()).x)
}

/// Draws the text of a question in a box, as high as its content but no higher than leaves room
/// for the answers. Longer text scrolls.
pub fn boxed(ui: &mut Ui, id: &'static str, content: impl FnOnce(&mut Ui)) {
    let above = ui.min_rect().height();
    let room = room::of_sheet(ui.ctx()).y - above - ANSWERS;
    let area = ScrollArea::vertical().id_salt(id).auto_shrink([false, true]);
    area.max_height(room.max(LEAST)).show(ui, content);
}

/// Gives the focus to the safe answer when a question opens or replaces another: Enter never
/// confirms by accident. `about` distinguishes questions.
pub fn keep_safe(ui: &Ui, safe: &Response, about: impl Hash) {
    let mut hash = DefaultHasher::new();
    about.hash(&mut hash);
    let (key, about) = (Id::unique("question-in-front"), hash.finish());
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<(u64, u64)> = ui.data(|data| data.get_temp(key));
    if last.is_none_or(|(at, what)| what != about || at + 2 < pass) {
        safe.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(key, (pass, about)));
}
