//! The coach's question about a choice that costs much.

use egui::{RichText, Sense, Ui, Vec2};

use crate::command::TableCommand;
use crate::games::{GameUi, words};
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::theme;

/// Draws the coach's message about the person's choice, if there is one.
pub(super) fn coach_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if table.is_coach_thinking() {
        ui.label(RichText::new(cx.t("coach-thinking")).color(cx.theme.quiet));
        return;
    }
    let Some(warning) = table.warning() else { return };
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::HOVER);
        paint_icon(ui.painter(), rect, Icon::ShieldOn, cx.theme.warning);
        ui.vertical(|ui| {
            ui.label(RichText::new(cx.t("coach-ask")).size(theme::HEAD).strong());
            let best = words::percent(f64::from(warning.assessment.best_value));
            let chosen = words::percent(f64::from(warning.assessment.value));
            let args = [("best", best.into()), ("chosen", chosen.into())];
            ui.add(egui::Label::new(cx.tf("coach-cost", &args)).wrap());
            let risk = G::risk(cx.i18n, table.view(), warning.seat, warning.action);
            let risk = risk.unwrap_or_else(|| cx.t("coach-better"));
            ui.add(egui::Label::new(risk).wrap());
        });
    });
    ui.horizontal_wrapped(|ui| {
        if cx.theme.primary_ui(ui, cx.t("coach-again")).clicked() {
            cx.send(TableCommand::DropWarned);
        }
        if ui.button(cx.t("coach-play")).clicked() {
            cx.send(TableCommand::PlayWarned);
        }
    });
}
