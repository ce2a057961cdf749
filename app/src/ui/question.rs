//! What questions share: text of any length stays in a box that scrolls, the answers below it
//! stay in view, and the safe one has the keyboard.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Id, Response, ScrollArea, Ui};

use crate::ui::room;

/// The height of the answers below a box, with the space around them.
const ANSWERS: f32 = 76.0;
/// What a box is high at the least, however small the window is.
const LEAST: f32 = 48.0;

/// The width of a question, in points: so much, or what a small window has room for.
#[must_use]
pub fn width(ui: &Ui, most: f32) -> f32 {
    most.min(room::of_sheet(ui.ctx()).x)
}

/// Draws what a question is about in a box as high as its content, at most as high as leaves
/// room for the answers below it; more of it scrolls.
pub fn boxed(ui: &mut Ui, id: &'static str, content: impl FnOnce(&mut Ui)) {
    let above = ui.min_rect().height();
    let room = room::of_sheet(ui.ctx()).y - above - ANSWERS;
    let area = ScrollArea::vertical().id_salt(id).auto_shrink([false, true]);
    area.max_height(room.max(LEAST)).show(ui, content);
}

/// Gives the keyboard to the safe answer when a question comes up, also where it takes the
/// place of another one: Return never says yes by itself. What a question is about tells it
/// from others.
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
