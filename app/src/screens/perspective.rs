//! The choice of the perspective in the bar: everything, or the view of one seat.

use egui::{Role, TextStyle, Ui, WidgetInfo};
use qipan_core::contract::game::Viewer;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::play::perspective::Perspective;
use crate::ui::context::ScreenContext;
use crate::ui::room::entries_ui;
use crate::ui::widgets::text_width;

/// The gap between two choices, in points.
const GAP: f32 = 2.0;

/// Draws the choice of perspective, if there is one. `tools_width` is the width for all tools of
/// the bar.
pub(super) fn perspective_ui<G: GameUi>(
    perspective: &Perspective,
    tools_width: f32,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let choices = perspective.choices();
    if choices.len() < 2 {
        return;
    }
    let id = ui.scope_id().with("eyes");
    let old_width = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or_default();
    // The room is the width that the other tools left free in the last frame.
    let room = tools_width - (ui.max_rect().width() - old_width);
    let card = cx.theme.card().inner_margin(egui::Margin::symmetric(4, 0)).show(ui, |ui| {
        let font = TextStyle::Button.resolve(ui.style());
        let padding = 2.0 * ui.spacing().button_padding.x + GAP;
        let names = choices.iter().map(|viewer| words::viewer_name::<G>(cx.i18n, *viewer));
        let choice_width = |name: String| text_width(ui, &name, &font) + padding;
        // If the room is too small, the choices become a menu.
        if room < 8.0 + names.map(choice_width).sum::<f32>() {
            let who = words::viewer_name::<G>(cx.i18n, perspective.viewer());
            let current = cx.tf("eyes-menu", &[("who", who.into())]);
            let entries = |ui: &mut Ui| {
                for viewer in choices {
                    choice_ui::<G>(perspective, *viewer, cx, ui);
                }
            };
            ui.menu_button(current, |ui| entries_ui(ui, entries));
        } else {
            ui.spacing_mut().item_spacing.x = GAP;
            for viewer in choices {
                choice_ui::<G>(perspective, *viewer, cx, ui);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, card.response.rect.width()));
}

fn choice_ui<G: GameUi>(
    perspective: &Perspective,
    viewer: Viewer,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let is_chosen = perspective.viewer() == viewer;
    let name = words::viewer_name::<G>(cx.i18n, viewer);
    let response = ui.selectable_label(is_chosen, &name);
    let label = words::view_of::<G>(cx.i18n, viewer).unwrap_or(name);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, &label));
    if response.on_hover_text(format!("{label} (V)")).clicked() {
        cx.send(Command::SetPerspective(viewer));
    }
}
