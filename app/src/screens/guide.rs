//! The guide: how a game is played, explained as at the table.

use egui::{Button, Context, Id, Modal, RichText, ScrollArea};
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::Command;
use crate::games::GameUi as _;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::room::show_modal;
use crate::ui::theme::{HEAD, TITLE};
use crate::ui::widgets;

/// The width of the text, in points: about twelve words a line.
const WIDTH: f32 = 620.0;

/// Draws the guide to a preset over everything else.
pub fn guide_ui(preset: &str, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let Some(kind) = GameKind::of_preset(preset) else { return };
    let modal = Modal::new(Id::unique("guide")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| {
        let max_height = (ctx.content_rect().height() - 240.0).max(120.0);
        ui.set_width(WIDTH.min(ui.available_width()));
        let game = cx.t(&format!("game-{preset}"));
        let title = cx.tf("guide-title", &[("game", game.into())]);
        ui.label(RichText::new(title).font(title_font(TITLE)));
        ui.label(widgets::muted_text(cx.theme, cx.t(&format!("game-{preset}.about"))));
        ui.add_space(4.0);
        let area = ScrollArea::both().id_salt(preset).max_height(max_height);
        area.auto_shrink([false, true]).show(ui, |ui| {
            // Leaves room for the scroll bar.
            ui.set_max_width(ui.available_width() - 12.0);
            for (head, text) in with_game!(kind, |G| G::guide(preset)) {
                ui.add_space(6.0);
                ui.label(RichText::new(cx.t(head)).size(HEAD).color(cx.theme.accent));
                ui.label(cx.t(&text));
                with_game!(kind, |G| G::guide_ui(head, cx, ui));
            }
            ui.add_space(6.0);
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.add(Button::new(cx.t("action-close"))).clicked() {
                cx.send(Command::Back);
            }
            ui.label(widgets::muted_text(cx.theme, cx.t("guide-rules")));
        });
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}
