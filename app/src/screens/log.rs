//! The log: the steps of a game in words, newest first. Pointing at a line shows the step on the
//! board.

use egui::{Margin, RichText, ScrollArea, Sense, Ui};
use qipan_core::contract::game::{Step, Viewer};
use qipan_core::record::Record;

use crate::games::{GameUi, words};
use crate::model::i18n::Lang;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::theme;
use crate::ui::widgets;

/// The maximum number of steps in the log. The replay shows the whole game.
const MAX_STEPS: usize = 150;

/// The minimum height of the log, in points, even if the window has no room left for it.
const MIN_HEIGHT: f32 = 150.0;

/// The number of steps up to which the log has a hint that pointing at a step shows it on the
/// board. The hint does not depend on the position of the pointer. Otherwise it would move the
/// lines under the pointer.
const HINT_STEPS: usize = 40;

/// The minimum height of the log for the hint, in points. In a log of smaller height, the steps
/// need the room.
const HINT_ROOM: f32 = 200.0;

/// The lines of a game. They are cached until the language or the viewer changes.
#[derive(Default)]
pub struct LogUi {
    lang: Lang,
    /// The viewer for whom the lines are written.
    viewer: Option<Viewer>,
    /// One line per step, in the order of the game.
    lines: Vec<String>,
}

impl LogUi {
    /// Returns the line of a step, or an empty string if the step has none.
    pub fn line(&self, step: usize) -> &str {
        self.lines.get(step).map_or("", String::as_str)
    }

    /// Brings the lines up to date with a game of `steps` steps.
    pub fn update(
        &mut self,
        cx: &ScreenContext<'_>,
        viewer: Viewer,
        steps: usize,
        line_of_step: impl Fn(usize) -> String,
    ) {
        let is_current = self.lang == cx.i18n.lang() && self.viewer == Some(viewer);
        if !is_current || self.lines.len() > steps {
            self.lines.clear();
            self.lang = cx.i18n.lang();
            self.viewer = Some(viewer);
        }
        for step in self.lines.len()..steps {
            self.lines.push(line_of_step(step));
        }
    }

    /// Draws the log of a running game. Returns the step under the pointer.
    pub fn ui<G: GameUi>(
        &mut self,
        table: &Table<G>,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) -> Option<usize> {
        let shown_steps = table.animator.steps().min(table.steps());
        self.update(cx, table.viewer(), table.steps(), |step| {
            let before = table.session.states()[step].view(table.viewer());
            words::step(cx.i18n, table.session.record(), step, &before, table.session.events(step))
        });
        let mut hovered_step = None;
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(ui.available_height().max(MIN_HEIGHT));
            ui.horizontal(|ui| {
                ui.label(RichText::new(cx.t("play-log")).size(theme::HEAD).strong());
                let from_the_right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(from_the_right, |ui| seed_ui(table, cx, ui));
            });
            if shown_steps == 0 {
                ui.label(RichText::new(cx.t("play-log-empty")).color(cx.theme.quiet));
            } else if shown_steps <= HINT_STEPS && ui.available_height() >= HINT_ROOM {
                ui.label(widgets::muted_text(cx.theme, cx.t("play-log-hint")));
            }
            // The scroll bar lies beside the lines, not on their last letters.
            let area = ScrollArea::vertical().auto_shrink([false, false]);
            area.content_margin(Margin { right: 10, ..Margin::ZERO }).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                let first = shown_steps.saturating_sub(MAX_STEPS);
                let has_text = |step: usize| !self.line(step).is_empty();
                let newest = (first..shown_steps).rev().find(|step| has_text(*step));
                let is_house_step = |step: usize| {
                    matches!(table.session.record().steps.get(step), Some(Step::House { .. }))
                };
                // A redundant step is listed only if it is the newest or a house rule reacts to it.
                let is_listed = |step: usize| {
                    let is_redundant = G::is_redundant(table.session.events(step));
                    let is_needed =
                        newest == Some(step) || !is_redundant || is_house_step(step + 1);
                    has_text(step) && is_needed
                };
                taken_back_ui(table, shown_steps, cx, ui);
                left_out_ui(table, shown_steps, cx, ui);
                for step in (first..shown_steps).rev() {
                    if is_listed(step) {
                        let is_newest = newest == Some(step);
                        let colour = if is_newest { cx.theme.ink } else { cx.theme.quiet };
                        let text = RichText::new(self.line(step)).color(colour);
                        let label = egui::Label::new(text).wrap().sense(Sense::HOVER);
                        if ui.add(label).hovered() {
                            hovered_step = Some(step);
                        }
                    }
                    taken_back_ui(table, step, cx, ui);
                    left_out_ui(table, step, cx, ui);
                }
            });
        });
        hovered_step
    }
}

/// Draws a warning for each take-back to this step after which a player knew more about hidden
/// pieces.
fn taken_back_ui<G: GameUi>(table: &Table<G>, step: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let revealing = table.session.record().revealing_take_backs();
    let take_backs = revealing.filter(|take_back| take_back.at == step);
    for take_back in take_backs.collect::<Vec<_>>().into_iter().rev() {
        let count = (take_back.last + 1).saturating_sub(take_back.first);
        let args = [
            ("count", count.into()),
            ("first", take_back.first.into()),
            ("last", take_back.last.into()),
        ];
        let text = RichText::new(cx.tf("log-taken-back", &args)).color(cx.theme.warning);
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Returns a warning with the number of take-backs after which a player knew more about hidden
/// pieces, or `None` if there were none.
pub(super) fn taken_back_line<G: GameUi>(
    record: &Record<G>,
    cx: &ScreenContext<'_>,
) -> Option<RichText> {
    let count = record.revealing_take_backs().count();
    if count == 0 {
        return None;
    }
    let line = cx.tf("play-taken-back", &[("count", count.into())]);
    Some(RichText::new(line).color(cx.theme.warning))
}

/// Draws a warning for each house rule that the players left out from this step on.
fn left_out_ui<G: GameUi>(table: &Table<G>, step: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    for rule in table.house_rules().iter().filter(|rule| rule.until == Some(step)) {
        let args = [("rule", cx.i18n.pick(&rule.name).into())];
        ui.label(RichText::new(cx.tf("log-house-left-out", &args)).color(cx.theme.warning));
    }
}

/// Draws the button that shows the commitment to the random seed while the game runs, and the seed
/// itself once the game is over.
fn seed_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let Some(segment) = table.session.record().chance.last() else { return };
    let is_over = table.animator.is_idle() && table.state().outcome().is_some();
    let (id, hex) = match is_over {
        true => ("play-seed", segment.seed.to_hex()),
        false if G::HAS_DICE => ("play-commitment", segment.commitment.to_string()),
        false => ("play-commitment-lot", segment.commitment.to_string()),
    };
    let details = RichText::new(cx.t("play-details")).color(cx.theme.quiet).size(theme::BODY - 2.0);
    ui.menu_button(details, |ui| {
        ui.label(cx.t(id));
        ui.label(RichText::new(hex).monospace());
    });
}
