//! Controls at the right end of a row, in reading order.

use egui::{Align, Id, Layout, Ui, UiBuilder};

use crate::ui::notice_room;

fn key(ui: &Ui, salt: &str) -> Id {
    ui.scope_id().with(("at-right", salt))
}

/// Returns the width in points of the controls with this `salt` in the last frame.
pub fn width(ui: &Ui, salt: &str) -> f32 {
    ui.data(|data| data.get_temp(key(ui, salt))).unwrap_or_default()
}

/// Draws controls at the right end of the rest of a row. They are drawn from left to right,
/// because the Tab key follows the order of drawing. `add` receives the whole width that is left.
///
/// The width of the controls is known from the last frame with this `salt`. A change requests
/// another frame at once.
pub fn at_right(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui, f32)) {
    let id = key(ui, salt);
    let room = ui.available_rect_before_wrap();
    let known = ui.data(|data| data.get_temp::<f32>(id));
    let left = (room.right() - known.unwrap_or_default()).max(room.left());
    let place = room.with_min_x(left);
    let layout = Layout::left_to_right(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    if known.is_none() {
        child.set_invisible();
    }
    add(&mut child, room.width());
    let used = child.min_rect();
    if known != Some(used.width()) {
        ui.data_mut(|data| data.insert_temp(id, used.width()));
        ui.ctx().request_repaint();
    }
    notice_room::keep_clear(ui, used);
    ui.advance_cursor_after_rect(used);
}
