//! The row at the top of a screen: the back button, the title and further controls.

use egui::Ui;

use crate::command::Command;
use crate::ui::context::ScreenContext;
use crate::ui::notice_room;
use crate::ui::paint::Icon;
use crate::ui::widgets;

/// Draws the title row. `id` is the locale key of the title. `add_controls` draws the controls
/// after the title.
pub fn title_ui(
    id: &str,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    add_controls: impl FnOnce(&ScreenContext<'_>, &mut Ui),
) {
    ui.horizontal_centered(|ui| {
        let name = cx.t("action-back");
        let size_and_colour = (36.0, cx.theme.on_table);
        let back = widgets::icon_button(ui, cx.theme, Icon::Back, &name, size_and_colour);
        if back.clicked() {
            cx.send(Command::Back);
        }
        widgets::title(ui, cx.theme, cx.t(id));
        let row = ui.max_rect().with_min_x(back.rect.right() + 8.0);
        notice_room::offer(ui, row, ui.cursor().left());
        add_controls(cx, ui);
    });
}
