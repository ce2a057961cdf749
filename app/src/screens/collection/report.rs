//! The report of an import: how many games were added, and which files could not be read.

use egui::{Context, Id, Modal, RichText, ScrollArea};

use crate::model::collection::{ImportError, ImportResult};
use crate::model::i18n::I18n;
use crate::ui::context::ScreenContext;
use crate::ui::room::show_modal;
use crate::ui::theme::{BODY, fade};
use crate::ui::widgets;

/// The maximum number of failed files listed with their reasons.
const MAX_LISTED_FAILURES: usize = 200;

/// Returns a sentence with the number of games added.
pub(crate) fn added_games_text(report: &ImportResult, i18n: &I18n) -> String {
    let args = [("made", report.created.len().into()), ("known", report.known.into())];
    i18n.tf(if report.known > 0 { "collection-added-known" } else { "collection-added" }, &args)
}

/// Draws the report. Returns true if it was closed.
pub(super) fn report_ui(report: &ImportResult, cx: &ScreenContext<'_>, ctx: &Context) -> bool {
    let frame = cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20);
    let modal = Modal::new(Id::unique("brought")).frame(frame);
    let modal = modal.backdrop_color(fade(cx.theme.shadow, 0.45));
    let shown = show_modal(modal, ctx, |ui| {
        ui.set_width(ui.available_width().min(560.0));
        widgets::heading(ui, cx.theme, added_games_text(report, cx.i18n));
        ui.add_space(6.0);
        let count = [("count", report.failed.len().into())];
        ui.label(RichText::new(cx.tf("collection-failed", &count)).color(cx.theme.error));
        ScrollArea::vertical().max_height(300.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for (path, error) in report.failed.iter().take(MAX_LISTED_FAILURES) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let reason = match error {
                    ImportError::Game(fault) => fault.text(cx.i18n),
                    ImportError::Other(reason) => reason.clone(),
                };
                ui.label(RichText::new(name).size(BODY - 0.5).strong());
                ui.add(egui::Label::new(widgets::muted_text(cx.theme, reason)).wrap());
            }
        });
        ui.add_space(8.0);
        cx.theme.primary_ui(ui, cx.t("action-close")).clicked()
    });
    shown.inner || shown.should_close()
}
