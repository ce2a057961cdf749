//! The menu that copies the position shown as a line of text, or opens it in the position editor.

use egui::{Popup, Ui};
use qipan_core::contract::position::NoPosition;

use crate::command::{Command, PositionCommand};
use crate::games::GameUi;
use crate::model::positions;
use crate::screens::bar;
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;

impl<G: GameUi> ReplayView<G> {
    /// Draws the menu for the position shown. The line contains everything, so it requires a
    /// perspective that is free to see all.
    pub(super) fn position_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let line = positions::line_of(self.record(), self.replay.state());
        let line = match line {
            Err(NoPosition::Opening) => Err("position-none-opening"),
            Err(NoPosition::Over) => Err("position-none-over"),
            Err(NoPosition::Question) => Err("position-none-question"),
            Err(NoPosition::Redacted) => Err("position-none-told"),
            Err(NoPosition::Unrecorded) => Err("position-none-unrecorded"),
            Ok(_) if !self.perspective.is_free() => Err("position-none-sealed"),
            Ok(line) => Ok(line),
        };
        let hint_id = line.as_ref().err().copied().unwrap_or("position-menu.about");
        let name = cx.t("position-menu");
        let response = bar::icon_button(cx, ui, Icon::Board, &name, line.is_ok());
        let response = response.on_hover_text(cx.t(hint_id));
        let Ok(line) = line else { return };
        Popup::menu(&response).show(|ui| {
            let line = line.to_string();
            for (id, command) in [
                ("position-copy", PositionCommand::Copy(line.clone())),
                ("position-edit", PositionCommand::Open(line.clone())),
            ] {
                if ui.button(cx.t(id)).clicked() {
                    cx.send(Command::Position(command));
                    // Needed for the Enter key, which does not close the menu.
                    ui.close();
                }
            }
        });
    }
}
