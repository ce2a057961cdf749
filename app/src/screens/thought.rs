//! A robot's thoughts about a turn: the fuel it used, its notes, and the lines it printed.

use egui::{RichText, ScrollArea, Ui};

use qipan_core::contract::robot::LineFuel;

use crate::command::TableCommand;
use crate::games::{GameUi, words};
use crate::play::console::Console;
use crate::play::table::{DecisionReport, Table};
use crate::screens::console::console_ui;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::theme;
use crate::ui::widgets;

/// The maximum number of lines of a profile that are shown.
const MAX_PROFILE_LINES: usize = 3;
/// The maximum height of the printed lines, in points.
const MAX_PRINTED_HEIGHT: f32 = 84.0;
/// The maximum number of characters shown of a printed line.
const MAX_PRINTED_CHARS: usize = 200;

/// Draws a line that explains the robots' notes on the board.
pub(super) fn explanation_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let text = match table.last_report() {
        None if table.hides_thoughts() => cx.t("why-hidden"),
        None if table.state().outcome().is_some() => cx.t("why-over"),
        None => cx.t("why-none"),
        Some(report) => {
            let id = if report.notes.is_empty() { "why-empty" } else { "why-numbers" };
            cx.tf(id, &[("seat", words::seat::<G>(cx.i18n, report.seat).into())])
        }
    };
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(18.0), egui::Sense::HOVER);
        paint_icon(ui.painter(), rect, Icon::Thought, cx.theme.on_table);
        let text = RichText::new(text).size(theme::BODY - 1.0).color(cx.theme.on_table);
        ui.add(egui::Label::new(text).wrap());
    });
}

/// Draws the tools for watching robots: buttons for the next turn and for another try, and the
/// thoughts of the last robot.
pub(super) fn workbench_ui<G: GameUi>(
    table: &Table<G>,
    console: &mut Console,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal(|ui| {
            let is_over = table.state().outcome().is_some();
            let step = ui.add_enabled(!is_over, egui::Button::new(cx.t("test-step")));
            if step.on_hover_text(cx.t("test-step.about")).clicked() {
                cx.send(TableCommand::StepRobots);
            }
            let has_notes = table.last_report().is_some();
            let retry = ui.add_enabled(has_notes, egui::Button::new(cx.t("test-again")));
            if retry.on_hover_text(cx.t("test-again.about")).clicked() {
                cx.send(TableCommand::RetryDecision);
            }
        });
        match table.last_report() {
            Some(report) => {
                thought_ui::<G>(report, cx, ui);
                console.show_decision(report.step);
                console_ui(console, cx, ui);
            }
            None => drop(ui.label(widgets::muted_text(cx.theme, cx.t("test-nothing")))),
        }
    });
}

/// Draws the lines that used the most fuel, each with its share.
fn profile_ui(profile: &[LineFuel], cx: &ScreenContext<'_>, ui: &mut Ui) {
    let total_fuel: u64 = profile.iter().map(|line| line.fuel).sum();
    let mut lines = profile.iter().filter(|line| line.line > 0).take(MAX_PROFILE_LINES).peekable();
    if lines.peek().is_none() {
        return;
    }
    ui.label(widgets::muted_text(cx.theme, cx.t("test-lines")));
    for line in lines {
        let share = 100.0 * line.fuel as f64 / total_fuel.max(1) as f64;
        let text = format!("{:>4} {share:>3.0}%  {}", line.line, line.text);
        let text = RichText::new(&text).monospace().size(theme::BODY - 2.0).color(cx.theme.ink);
        let response = ui.add(egui::Label::new(text).truncate());
        response.on_hover_text(&line.text);
    }
}

/// Draws the fuel of a turn, the number of its notes, and its printed lines.
pub(super) fn thought_ui<G: GameUi>(
    report: &DecisionReport<G>,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let args = [
        ("seat", words::seat::<G>(cx.i18n, report.seat).into()),
        ("fuel", cx.i18n.count(report.fuel).into()),
        ("notes", report.notes.len().into()),
    ];
    ui.label(RichText::new(cx.tf("test-turn", &args)).size(theme::BODY - 1.0));
    profile_ui(&report.profile, cx, ui);
    if report.printed.is_empty() {
        return;
    }
    ScrollArea::vertical().id_salt("printed").max_height(MAX_PRINTED_HEIGHT).show(ui, |ui| {
        for line in &report.printed {
            let text: String = line.chars().take(MAX_PRINTED_CHARS).collect();
            let text = RichText::new(text).monospace().size(theme::BODY - 2.0);
            ui.add(egui::Label::new(text.color(cx.theme.ink)).wrap());
        }
    });
}
