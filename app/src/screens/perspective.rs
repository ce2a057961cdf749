//! The choice of perspective on the bar: everything, or the view of one seat.

use egui::{Role, TextStyle, Ui, WidgetInfo};
use qipan_core::contract::game::Viewer;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::play::perspective::Perspective;
use crate::ui::context::ScreenContext;
use crate::ui::room::entries_ui;
use crate::ui::widgets::text_width;

/// The gap between two choices, in points.
const APART: f32 = 2.0;

/// Draws the choice of perspective, if there is one. `bar` is the width for all tools of the bar.
pub(super) fn perspective_ui<G: GameUi>(
    eyes: &Perspective,
    bar: f32,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let choices = eyes.choices();
    if choices.len() < 2 {
        return;
    }
    let id = ui.scope_id().with("eyes");
    let mine = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or_default();
    // The other tools keep their width of the last frame.
    let room = bar - (ui.max_rect().width() - mine);
    let shown = cx.theme.card().inner_margin(egui::Margin::symmetric(4, 0)).show(ui, |ui| {
        let font = TextStyle::Button.resolve(ui.style());
        let beside = 2.0 * ui.spacing().button_padding.x + APART;
        let names = choices.iter().map(|viewer| words::viewer_name::<G>(cx.i18n, *viewer));
        let wide = |name: String| text_width(ui, &name, &font) + beside;
        // If the room is too small, they fold into a menu.
        if room < 8.0 + names.map(wide).sum::<f32>() {
            let now = words::viewer_name::<G>(cx.i18n, eyes.viewer());
            let entries = |ui: &mut Ui| {
                for viewer in choices {
                    choice_ui::<G>(eyes, *viewer, cx, ui);
                }
            };
            ui.menu_button(now, |ui| entries_ui(ui, entries));
        } else {
            ui.spacing_mut().item_spacing.x = APART;
            for viewer in choices {
                choice_ui::<G>(eyes, *viewer, cx, ui);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, shown.response.rect.width()));
}

fn choice_ui<G: GameUi>(
    eyes: &Perspective,
    viewer: Viewer,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let chosen = eyes.viewer() == viewer;
    let name = words::viewer_name::<G>(cx.i18n, viewer);
    let response = ui.selectable_label(chosen, &name);
    let name = words::view_of::<G>(cx.i18n, viewer).unwrap_or(name);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
    if response.on_hover_text(format!("{name} (V)")).clicked() {
        cx.send(Command::SetPerspective(viewer));
    }
}
