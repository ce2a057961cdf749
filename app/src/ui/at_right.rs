//! Controls at the right end of a row, in reading order.

use egui::{Align, Id, Layout, Ui, UiBuilder};

use crate::ui::notice_room;

/// Returns the id under which the width is stored between frames.
fn width_id(ui: &Ui, salt: &str) -> Id {
    ui.scope_id().with(("at-right", salt))
}

/// Returns the width of the controls with this `salt` in the last frame, in points.
pub fn width(ui: &Ui, salt: &str) -> f32 {
    ui.data(|data| data.get_temp(width_id(ui, salt))).unwrap_or_default()
}

/// Draws controls at the right end of the free part of a row. `add` receives the width of that
/// part.
///
/// The controls are drawn from left to right, because the Tab key follows the order of drawing.
/// Their width is known from the last frame with this `salt`. A change of the width requests
/// another frame at once.
pub fn at_right(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui, f32)) {
    let id = width_id(ui, salt);
    let row = ui.available_rect_before_wrap();
    let last_width = ui.data(|data| data.get_temp::<f32>(id));
    let start = (row.right() - last_width.unwrap_or_default()).max(row.left());
    let place = row.with_min_x(start);
    let layout = Layout::left_to_right(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    if last_width.is_none() {
        child.set_invisible();
    }
    add(&mut child, row.width());
    let controls = child.min_rect();
    if last_width != Some(controls.width()) {
        ui.data_mut(|data| data.insert_temp(id, controls.width()));
        ui.ctx().request_repaint();
    }
    notice_room::keep_clear(ui, controls);
    ui.advance_cursor_after_rect(controls);
}
