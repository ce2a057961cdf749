//! Draws everything above the screen: dialogs, questions, the list of keyboard shortcuts, notices.

use egui::{Context, Grid, Id, Modal, RichText, ScrollArea, vec2};

use crate::app::keyboard::shortcut_lines;
use crate::app::screen_stack::{Layer, Overlay};
use crate::app::unsaved_changes::unsaved_ui;
use crate::app::{App, Screen};
use crate::command::Command;
use crate::screens::guide::guide_ui;
use crate::screens::house::house_rules_ui;
use crate::screens::packages::package_ui;
use crate::screens::programs::program_consent_ui;
use crate::ui::context::ScreenContext;
use crate::ui::question::{dialog_width, focus_safe_answer, scrolling_text};
use crate::ui::room::{max_sheet_size, show_modal};
use crate::ui::theme;

impl App {
    /// Shows a message.
    pub(super) fn notify(&mut self, text: String) {
        self.notices.show(text, self.window.now);
    }

    /// Shows an error.
    pub(super) fn notify_error(&mut self, text: String) {
        self.notices.show_error(text, self.window.now);
    }

    /// Draws the open dialogs, overlays and notices.
    pub(super) fn draw_overlays(&mut self, commands: &mut Vec<Command>, ctx: &Context) {
        let (screen, preset) = (self.screen(), self.preset_shown());
        let changed_rules = match self.navigation.is_open(Layer::Help) {
            true => self.changed_rules_shown(),
            false => Vec::new(),
        };
        let mut cx = ScreenContext {
            i18n: &self.i18n,
            theme: &self.window.theme,
            settings: &self.settings,
            now: self.window.now,
            commands,
        };
        if let (Screen::Replay, Some(replay)) = (screen, &mut self.replay) {
            replay.sharing_ui(self.replay_tasks.exporter.progress(), &mut cx, ctx);
        }
        self.desktop.dialogs.ui(&mut cx, ctx);
        for overlay in self.navigation.overlays_mut() {
            match overlay {
                Overlay::Shortcuts => shortcuts_ui(&preset, &mut cx, ctx),
                Overlay::Guide => {
                    guide_ui(&preset, &changed_rules, &mut self.screens.guide, &mut cx, ctx);
                }
                Overlay::Package(open) => package_ui(&open.sheet, &mut cx, ctx),
                Overlay::HouseRules(dialog) => house_rules_ui(dialog, &mut cx, ctx),
                Overlay::ProgramConsent(question) => {
                    program_consent_ui(&question.programs, &mut cx, ctx);
                }
                Overlay::Question(question) => {
                    question_ui(&question.text, &question.command, &mut cx, ctx);
                }
                Overlay::UnsavedChanges(prompt) => unsaved_ui(&prompt.text, &mut cx, ctx),
            }
        }
        self.notices.ui(&cx, ctx);
    }
}

/// Draws a question. Answering “yes” carries out the command.
fn question_ui(question: &str, command: &Command, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("question")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| {
        ui.set_max_width(dialog_width(ui, 420.0));
        scrolling_text(ui, "question", |ui| {
            ui.add(egui::Label::new(RichText::new(question).size(theme::HEAD)).wrap());
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if cx.theme.primary_ui(ui, cx.t("action-yes")).clicked() {
                cx.send(Command::Confirmed(Box::new(command.clone())));
            }
            let no = ui.button(cx.t("action-no"));
            focus_safe_answer(ui, &no, question);
            if no.clicked() {
                cx.send(Command::Back);
            }
        });
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}

/// The height of the button that closes the list of shortcuts, with the space above it, in points.
const CLOSE_BUTTON_HEIGHT: f32 = 52.0;
/// The minimum height of the list of shortcuts, in points.
const MIN_KEYS_HEIGHT: f32 = 52.0;

/// Draws the list of keyboard shortcuts, in two columns.
fn shortcuts_ui(preset: &str, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("keys")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| {
        ui.label(RichText::new(cx.t("keys-title")).size(theme::TITLE));
        ui.add_space(8.0);
        // The button below the keys stays in view.
        let height = max_sheet_size(ctx).y - ui.min_rect().height() - CLOSE_BUTTON_HEIGHT;
        let area = ScrollArea::vertical().id_salt("keys").max_height(height.max(MIN_KEYS_HEIGHT));
        area.show(ui, |ui| {
            ui.horizontal_top(|ui| {
                let lines = shortcut_lines(preset);
                let half = lines.len().div_ceil(2);
                for (index, column) in lines.chunks(half).enumerate() {
                    Grid::new(("keys", index)).spacing(vec2(16.0, 6.0)).show(ui, |ui| {
                        for (keys, id) in column {
                            ui.label(RichText::new(*keys).strong().color(cx.theme.accent));
                            ui.label(cx.t(id));
                            ui.end_row();
                        }
                    });
                    ui.add_space(24.0);
                }
            });
        });
        ui.add_space(8.0);
        if ui.button(cx.t("action-close")).clicked() {
            cx.send(Command::Back);
        }
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}
