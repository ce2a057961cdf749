//! The choice of eyes on the bar: everything, or what one seat may know.

use egui::{Role, Ui, WidgetInfo};
use qipan_core::game::Viewer;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::play::perspective::Eyes;
use crate::ui::context::ScreenContext;

/// With less room than this for each choice they fold into a menu, in points.
const ROOM: f32 = 84.0;

/// Draws the choice where there is one.
pub(super) fn eyes_ui<G: GameUi>(eyes: &Eyes, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let choices = eyes.choices();
    if choices.len() < 2 {
        return;
    }
    cx.theme.card().inner_margin(egui::Margin::symmetric(4, 0)).show(ui, |ui| {
        if ui.available_width() < ROOM * choices.len() as f32 {
            let now = short::<G>(eyes.viewer(), cx);
            ui.menu_button(now, |ui| {
                for viewer in choices {
                    choice_ui::<G>(eyes, *viewer, cx, ui);
                }
            });
        } else {
            ui.spacing_mut().item_spacing.x = 2.0;
            // The bar fills from its right end.
            for viewer in choices.iter().rev() {
                choice_ui::<G>(eyes, *viewer, cx, ui);
            }
        }
    });
}

fn choice_ui<G: GameUi>(eyes: &Eyes, viewer: Viewer, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let chosen = eyes.viewer() == viewer;
    let response = ui.selectable_label(chosen, short::<G>(viewer, cx));
    let name = long::<G>(viewer, cx);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
    if response.on_hover_text(format!("{name} (V)")).clicked() {
        cx.send(Command::LookAs(viewer));
    }
}

/// A pair of eyes in a word.
fn short<G: GameUi>(viewer: Viewer, cx: &ScreenContext<'_>) -> String {
    match viewer {
        Viewer::All => cx.t("eyes-all"),
        Viewer::Seat(seat) => words::seat::<G>(cx.i18n, seat),
        Viewer::Public => cx.t("eyes-public"),
    }
}

/// A pair of eyes as one would say it.
fn long<G: GameUi>(viewer: Viewer, cx: &ScreenContext<'_>) -> String {
    match viewer {
        Viewer::Seat(seat) => cx.tf("eyes-of", &[("seat", words::seat::<G>(cx.i18n, seat).into())]),
        _ => short::<G>(viewer, cx),
    }
}
