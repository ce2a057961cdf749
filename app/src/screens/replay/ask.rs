//! Asking a robot about the position shown.

use egui::containers::menu::MenuButton;
use egui::{RichText, Ui};

use crate::command::Command;
use crate::games::GameUi;
use crate::model::library::Candidate;
use crate::play::asked::{Asked, askable};
use crate::screens::console::console_ui;
use crate::screens::replay::{ReplayScreen as _, ReplayView};
use crate::screens::thought;
use crate::ui::context::ScreenContext;

impl<G: GameUi> ReplayView<G> {
    /// The robots that can be asked about the position shown.
    pub(super) fn ask_ui(&mut self, others: &[Candidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let open = askable(self.session(), self.at(), self.eyes.viewer()).is_some();
        ui.add_enabled_ui(open, |ui| {
            let (button, _) = MenuButton::new(cx.t("replay-ask")).ui(ui, |ui| {
                for robot in others.iter().filter(|other| !other.player.is_human()) {
                    if ui.button(&robot.title).clicked() {
                        cx.send(Command::Ask(Box::new(robot.player.clone())));
                        ui.close();
                    }
                }
            });
            button.on_hover_text(cx.t("replay-ask.about"));
        });
    }

    /// What the robot that was asked says.
    pub(super) fn answer_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(answer) = self.asked.as_ref().and_then(Asked::answer) else { return };
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            thought::thought_ui(&answer.notes, cx, ui);
            self.console.turn_to(answer.notes.at);
            console_ui(&mut self.console, cx, ui);
            if let Some(trouble) = &answer.trouble {
                ui.label(RichText::new(trouble).color(cx.theme.error));
            }
        });
    }
}
