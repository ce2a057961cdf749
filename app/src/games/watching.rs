//! The controls of a person who is out of a game in which only robots still play.

use egui::{RichText, Ui};
use qipan_core::contract::game::Step;

use crate::command::{Command, RematchChange, TableCommand};
use crate::games::GameUi;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;

/// Draws the buttons that begin the next game and skip to the end of this one.
pub fn watching_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let mut steps = table.session.record().steps.iter();
    if steps.any(|step| matches!(step, Step::Resign { seat } if table.is_human(*seat))) {
        ui.label(RichText::new(cx.t("play-you-resigned")).color(cx.theme.quiet));
    }
    ui.horizontal_wrapped(|ui| {
        if !table.common.was_together && cx.theme.primary_ui(ui, cx.t("play-again")).clicked() {
            cx.send(Command::Rematch(RematchChange::None));
        }
        let button = ui.button(cx.t("play-to-end"));
        if button.on_hover_text(cx.t("play-at-once.about")).clicked() {
            cx.send(TableCommand::ShowAtOnce);
        }
    });
}
