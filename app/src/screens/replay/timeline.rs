//! The strip along the game: its turns, its speed, where it stands.

use egui::{Role, Slider, Ui, WidgetInfo, vec2};

use crate::command::Command;
use crate::games::GameUi;
use crate::screens::bar;
use crate::screens::replay::{ReplayScreen as _, ReplayView, SPEEDS};
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;

impl<G: GameUi> ReplayView<G> {
    pub(super) fn timeline_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        cx.theme.card().inner_margin(egui::Margin::symmetric(10, 4)).show(ui, |ui| {
            ui.visuals_mut().override_text_color = Some(cx.theme.ink);
            ui.horizontal_centered(|ui| {
                let (at, all) = (self.at(), self.steps());
                let (play, play_id) = match self.playing {
                    true => (Icon::Pause, "replay-halt"),
                    false => (Icon::Play, "replay-play"),
                };
                for (icon, id, on, command) in [
                    (Icon::First, "replay-first", at > 0, Command::Seek(0)),
                    (Icon::Previous, "replay-previous", at > 0, Command::Backward),
                    (play, play_id, all > 0, Command::TogglePlay),
                    (Icon::Next, "replay-next", at < all, Command::Forward),
                    (Icon::Last, "replay-last", at < all, Command::Seek(all)),
                ] {
                    bar::tool(cx, ui, icon, id, on, command);
                }
                let mut to = at;
                // Room for the count and the speeds on the right.
                let rest = ui.available_width() - 400.0;
                ui.spacing_mut().slider_width = rest.max(80.0);
                let slider = Slider::new(&mut to, 0..=all.max(1)).show_value(false);
                let response = ui.add(slider);
                let label = cx.t("replay-timeline");
                response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &label));
                if response.changed() {
                    cx.send(Command::Seek(to.min(all)));
                }
                let args = [("at", at.into()), ("all", all.into())];
                ui.add_sized(vec2(150.0, 20.0), egui::Label::new(cx.tf("replay-at", &args)));
                for (index, (_, name)) in SPEEDS.iter().enumerate() {
                    if ui.selectable_label(self.speed == index, *name).clicked() {
                        self.speed = index;
                    }
                }
            });
        });
    }
}
