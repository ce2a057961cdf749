//! The log: the steps of a game in words, newest first. Pointing at a line shows the step on the
//! board.

use egui::{RichText, ScrollArea, Sense, Ui};
use qipan_core::contract::game::{Step, Viewer};
use qipan_core::record::Record;

use crate::games::{GameUi, words};
use crate::model::i18n::Lang;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// The maximum number of lines. The replay shows the whole game.
const LINES: usize = 150;

/// The minimum height of the log if the window has no room left for it, in points.
const LEAST: f32 = 150.0;

/// The lines of a game, cached until steps are added.
#[derive(Default)]
pub struct LogUi {
    lang: Lang,
    /// The viewer for whom the lines are written.
    viewer: Option<Viewer>,
    /// One line per step, in the order of the game.
    lines: Vec<String>,
}

impl LogUi {
    /// Returns the line of a step, or an empty one if there is nothing to say.
    pub fn line(&self, step: usize) -> &str {
        self.lines.get(step).map_or("", String::as_str)
    }

    /// Brings the lines up to date with a game of `steps` steps.
    pub fn update(
        &mut self,
        cx: &ScreenContext<'_>,
        viewer: Viewer,
        steps: usize,
        line: impl Fn(usize) -> String,
    ) {
        let same = self.lang == cx.i18n.lang() && self.viewer == Some(viewer);
        if !same || self.lines.len() > steps {
            self.lines.clear();
            self.lang = cx.i18n.lang();
            self.viewer = Some(viewer);
        }
        for step in self.lines.len()..steps {
            self.lines.push(line(step));
        }
    }

    /// Draws the log of a running game. Returns the step pointed at.
    pub fn ui<G: GameUi>(
        &mut self,
        table: &Table<G>,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) -> Option<usize> {
        let shown = table.animator.steps().min(table.steps());
        self.update(cx, table.viewer(), table.steps(), |step| {
            let before = table.session.states()[step].view(table.viewer());
            words::step(cx.i18n, table.session.record(), step, &before, table.session.events(step))
        });
        let mut pointed = None;
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(ui.available_height().max(LEAST));
            ui.horizontal(|ui| {
                ui.label(RichText::new(cx.t("play-log")).size(theme::HEAD).strong());
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| dice_ui(table, cx, ui));
            });
            if shown == 0 {
                ui.label(RichText::new(cx.t("play-log-empty")).color(cx.theme.quiet));
            }
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                let from = shown.saturating_sub(LINES);
                let said = |step: &usize| !self.line(*step).is_empty();
                let newest = (from..shown).rev().find(said);
                let is_listed = |step: &usize| {
                    let by_rule = |step: usize| {
                        matches!(table.session.record().steps.get(step), Some(Step::House { .. }))
                    };
                    let roll = G::is_redundant(table.session.events(*step));
                    said(step) && (newest == Some(*step) || !roll || by_rule(*step + 1))
                };
                taken_back_ui(table, shown, cx, ui);
                left_out_ui(table, shown, cx, ui);
                for step in (from..shown).rev() {
                    if !is_listed(&step) {
                        taken_back_ui(table, step, cx, ui);
                        left_out_ui(table, step, cx, ui);
                        continue;
                    }
                    let fresh = newest == Some(step);
                    let colour = if fresh { cx.theme.ink } else { cx.theme.quiet };
                    let text = RichText::new(self.line(step)).color(colour);
                    let label = egui::Label::new(text).wrap().sense(Sense::HOVER);
                    if ui.add(label).hovered() {
                        pointed = Some(step);
                    }
                    taken_back_ui(table, step, cx, ui);
                    left_out_ui(table, step, cx, ui);
                }
            });
        });
        pointed
    }
}

/// Draws a warning for each take-back to this step that had revealed something about hidden
/// pieces.
fn taken_back_ui<G: GameUi>(table: &Table<G>, step: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let here = table.session.record().taken_back().filter(|taken| taken.at == step);
    for taken in here.collect::<Vec<_>>().into_iter().rev() {
        let args = [("first", taken.first.into()), ("last", taken.last.into())];
        let text = RichText::new(cx.tf("log-taken-back", &args)).color(cx.theme.warning);
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Returns how often moves were taken back after they had revealed something, if ever.
pub(super) fn taken_back_line<G: GameUi>(
    record: &Record<G>,
    cx: &ScreenContext<'_>,
) -> Option<RichText> {
    let count = record.taken_back().count();
    if count == 0 {
        return None;
    }
    let line = cx.tf("play-taken-back", &[("count", count.into())]);
    Some(RichText::new(line).color(cx.theme.warning))
}

/// Draws a warning for each house rule that was left out from this step on.
fn left_out_ui<G: GameUi>(table: &Table<G>, step: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    for line in table.house_rules().iter().filter(|line| line.until == Some(step)) {
        let args = [("rule", cx.i18n.pick(&line.name).into())];
        ui.label(RichText::new(cx.tf("log-house-left-out", &args)).color(cx.theme.warning));
    }
}

/// Draws the button that shows the commitment of the dice while the game runs, and their seed once
/// it is over.
fn dice_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let Some(segment) = table.session.record().chance.last() else { return };
    let over = table.animator.idle() && table.state().outcome().is_some();
    let (id, hex) = match over {
        true => ("play-seed", segment.seed.to_hex()),
        false if G::HAS_DICE => ("play-commitment", segment.commitment.to_string()),
        false => ("play-commitment-lot", segment.commitment.to_string()),
    };
    let short = format!("{}…", &hex[..8.min(hex.len())]);
    let text = cx.tf(id, &[("hash", short.into())]);
    let details = RichText::new(cx.t("play-details")).color(cx.theme.quiet).size(theme::BODY - 2.0);
    ui.menu_button(details, |ui| {
        ui.label(text);
        ui.label(RichText::new(hex).monospace());
    });
}
