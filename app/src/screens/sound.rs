//! The controls of sound and speed, for the settings and for the bar during play.

use egui::{Align, Layout, Popup, PopupCloseBehavior, RichText, Slider, Ui, vec2};

use crate::command::Command;
use crate::model::settings::{Settings, Speed};
use crate::screens::bar;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::widgets::{self, CONTROL_HEIGHT};

/// The width of the popup, in points.
const POPUP_WIDTH: f32 = 300.0;

/// Draws the button of the bar that opens the controls of sound and speed.
pub fn sound_button_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let icon = if cx.settings.sound { Icon::Sound } else { Icon::Muted };
    let response = bar::icon_button(cx, ui, icon, &cx.t("menu-sound"), true);
    let mut settings = cx.settings.clone();
    Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        ui.set_width(POPUP_WIDTH);
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.horizontal(|ui| {
            let label = cx.t("settings-sound");
            ui.label(&label);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                widgets::switch(ui, cx.theme, &label, &mut settings.sound);
            });
        });
        volume_ui(&mut settings, cx, ui);
        ui.label(RichText::new(cx.t("settings-speed")));
        speed_ui(&mut settings, cx, ui);
    });
    if settings != *cx.settings {
        cx.send(Command::ChangeSettings(Box::new(settings)));
    }
}

/// Draws the slider of the volume.
pub fn volume_ui(settings: &mut Settings, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let label = cx.t("settings-volume");
    ui.add_enabled_ui(settings.sound, |ui| {
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), CONTROL_HEIGHT),
            Layout::left_to_right(Align::Center),
            |ui| {
                widgets::style_sliders(ui, cx.theme);
                let mut percent = (settings.volume * 100.0).round();
                let slider = Slider::new(&mut percent, 0.0..=100.0).step_by(5.0).max_decimals(0);
                if ui.name_inputs(&label, |ui| ui.add(slider.suffix("%"))).changed() {
                    settings.volume = percent / 100.0;
                }
            },
        );
    });
}

/// Draws the choice of the speed of animations.
pub fn speed_ui(settings: &mut Settings, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let speeds = Speed::ALL.map(|speed| (speed, cx.t(&format!("settings-speed-{}", speed.id()))));
    let label = cx.t("settings-speed");
    widgets::segmented(ui, cx.theme, &label, &speeds, &mut settings.speed);
}
