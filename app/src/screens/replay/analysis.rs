//! The analysis page: the totals of luck and skill of each seat, and the worst choices, each with
//! the better choice.

use egui::{
    Align, Button, ComboBox, Grid, Layout, ProgressBar, RichText, Role, ScrollArea, Sense,
    StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, vec2,
};
use qipan_core::analysis::{
    ChoiceAnalysis, LuckSkillReport, Mistake, PositionAnalysis, ValueChange,
};
use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::record::{AnnotationChange, MAX_ANALYSED_POSITIONS};

use crate::command::{AnalysisCommand, Command, ReplayCommand};
use crate::games::{GameUi, army_ink, paint_badge, words};
use crate::model::analysis::{EvaluationSource, ROLLOUTS};
use crate::model::library::SeatCandidate;
use crate::screens::replay::ReplayView;
use crate::screens::replay::chances::paint_mistake_mark;
use crate::screens::replay::curve::percent;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{self, BODY};
use crate::ui::widgets;

/// The maximum number of mistakes listed.
const MAX_LISTED_MISTAKES: usize = 5;

/// The page width below which columns are close together, in points.
const NARROW_BELOW: f32 = 300.0;

/// A column of the table: the id of its name, the id of its explanation, and the text of a cell.
type Column = (&'static str, &'static str, fn(&LuckSkillReport) -> String);

/// The columns of the table of totals.
const COLUMNS: [Column; 3] = [
    ("analysis-luck", "analysis-luck.about", |totals| signed_percent(totals.luck)),
    ("analysis-skill", "analysis-skill.about", |totals| signed_percent(totals.skill)),
    ("analysis-errors", "analysis-errors.about", |totals| totals.errors.to_string()),
];

/// Returns the change of a share in percent, with its sign.
fn signed_percent(share: f64) -> String {
    let percent = (1000.0 * share).round() / 10.0;
    match percent {
        percent if percent > 0.0 => format!("+{percent:.1}%"),
        percent if percent < 0.0 => format!("\u{2212}{:.1}%", -percent),
        _ => "0.0%".to_owned(),
    }
}

impl<G: GameUi> ReplayView<G> {
    /// Returns true if the viewer may see an analysis, which reveals all hidden pieces.
    pub(super) fn may_analyse(&self) -> bool {
        self.perspective.viewer() == Viewer::All
    }

    /// Draws the page.
    pub(super) fn analysis_ui(
        &mut self,
        candidates: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.spacing_mut().item_spacing.y = 8.0;
        if !self.may_analyse() {
            ui.label(RichText::new(cx.t("analysis-hidden")).color(cx.theme.quiet));
            return;
        }
        let has_result = self.analysis.result(self.replay.len()).is_some();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            // Leaves room for the scroll bar.
            ui.set_max_width(ui.available_width() - 8.0);
            if has_result && self.analysis.progress().is_none() {
                self.totals_ui(cx, ui);
                self.source_ui(cx, ui);
                self.next_step_ui(cx, ui);
                self.mistakes_ui(cx, ui);
                ui.add_space(4.0);
            } else if self.analysis.progress().is_none() {
                ui.label(RichText::new(cx.t("analysis-about")).color(cx.theme.ink));
            }
            self.begin_ui(has_result, candidates, cx, ui);
        });
    }

    /// Draws the choice of the evaluation source and the button that begins the analysis. While an
    /// analysis runs, draws its progress and the button that stops it.
    fn begin_ui(
        &mut self,
        has_result: bool,
        candidates: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        if let Some((done, all)) = self.analysis.progress() {
            let args = [("at", done.into()), ("all", all.into())];
            ui.label(cx.tf("analysis-running", &args));
            let bar = ProgressBar::new(done as f32 / all.max(1) as f32);
            ui.add(bar.fill(cx.theme.accent).desired_height(8.0));
            if ui.button(cx.t("analysis-stop")).clicked() {
                cx.send(ReplayCommand::Analysis(AnalysisCommand::Stop));
            }
            return;
        }
        let name = cx.t("analysis-source");
        let preset = &self.record().preset;
        let can_evaluate =
            |candidate: &&SeatCandidate| candidate.has_value_function && candidate.plays(preset);
        let robots: Vec<&SeatCandidate> = candidates.iter().filter(can_evaluate).collect();
        let mut options = vec![
            (EvaluationSource::Learned, cx.t("analysis-network")),
            (EvaluationSource::Rollouts, cx.t("analysis-rollouts")),
        ];
        if !robots.is_empty() {
            options.push((EvaluationSource::Robot, cx.t("analysis-robot")));
        }
        if !has_result {
            ui.add_space(2.0);
        }
        ui.label(widgets::muted_text(cx.theme, name.clone()));
        widgets::segmented(ui, cx.theme, &name, &options, &mut self.analysis.source);
        let about = match self.analysis.source {
            EvaluationSource::Learned => cx.t("analysis-network.about"),
            EvaluationSource::Rollouts => {
                cx.tf("analysis-rollouts.about", &[("games", ROLLOUTS.into())])
            }
            EvaluationSource::Robot => cx.t("analysis-robot.about"),
        };
        ui.label(widgets::muted_text(cx.theme, about));
        if self.analysis.source == EvaluationSource::Robot {
            self.robots_ui(&robots, cx, ui);
        }
        let begin =
            Command::Replay(ReplayCommand::Analysis(AnalysisCommand::Begin(self.analysis.source)));
        let clicked = match has_result {
            true => ui.button(cx.t("analysis-again")).clicked(),
            false => cx.theme.primary_ui(ui, cx.t("analysis-begin")).clicked(),
        };
        if clicked {
            cx.send(begin);
        }
        if let Some(error) = self.analysis.error() {
            widgets::error_box(ui, cx.theme, error.to_owned());
        }
        if self.record().house_rules.iter().any(|rule| rule.has_hooks()) {
            ui.label(widgets::muted_text(cx.theme, cx.t("analysis-rules")));
        }
    }

    /// Saves the analysis in the record, or removes it.
    pub(super) fn set_analysis_saved(&mut self, is_saved: bool) {
        if !self.may_analyse() {
            return;
        }
        let saved = self.analysis.to_saved(self.replay.record()).filter(|_| is_saved);
        // Without a result there is nothing to save.
        if is_saved == saved.is_some() {
            self.annotate(AnnotationChange::Analysis(saved.map(Box::new)));
            self.analysis.is_saved = is_saved;
        }
    }

    /// Draws the combo box for the robot that evaluates positions.
    fn robots_ui(&mut self, robots: &[&SeatCandidate], cx: &ScreenContext<'_>, ui: &mut Ui) {
        let Some(first) = robots.first() else { return };
        let chosen = self.analysis.robot.get_or_insert_with(|| first.player.clone());
        let current = robots.iter().find(|robot| robot.player == *chosen).unwrap_or(first);
        if *chosen != current.player {
            *chosen = current.player.clone();
        }
        let combo = ComboBox::from_id_salt("analysis-robot").selected_text(&current.title);
        let response = combo.show_ui(ui, |ui| {
            for robot in robots {
                ui.selectable_value(chosen, robot.player.clone(), &robot.title);
            }
        });
        let name = cx.t("analysis-robot");
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
    }

    /// Draws the source of the evaluations, and the button that saves the analysis in the file or
    /// removes it.
    fn source_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(settings) = self.analysis.evaluation_settings() else { return };
        let text = match settings.rollouts {
            0 if !settings.robot.is_empty() => {
                cx.tf("analysis-by-robot", &[("robot", settings.robot.as_str().into())])
            }
            0 => cx.t("analysis-by-network"),
            rollouts => cx.tf("analysis-by-rollouts", &[("games", rollouts.into())]),
        };
        let is_saved = self.analysis.is_saved;
        let can_change = is_saved || self.replay.len() < MAX_ANALYSED_POSITIONS;
        let id = if is_saved { "analysis-unsave" } else { "analysis-save" };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding = vec2(9.0, 3.0);
            ui.label(widgets::muted_text(cx.theme, text));
            let font = TextStyle::Button.resolve(ui.style());
            let width = widgets::text_width(ui, &cx.t(id), &font) + 2.0 * 9.0;
            if ui.available_size_before_wrap().x < width {
                ui.end_row();
            }
            at_right_of_cell(ui, |ui| {
                let button = ui.add_enabled(can_change, Button::new(cx.t(id)));
                let button = button.on_hover_text(cx.t("analysis-save.about"));
                if button.on_disabled_hover_text(cx.t("analysis-save.long")).clicked() {
                    cx.send(ReplayCommand::Analysis(AnalysisCommand::Save(!is_saved)));
                }
            });
        });
        self.unsaved_ui(cx, ui);
    }

    /// Draws the totals of luck and skill, a row per seat.
    fn totals_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let Some(analysis) = self.analysis.result(self.replay.len()) else { return };
        ui.spacing_mut().interact_size.y = 20.0;
        let gap = if ui.available_width() < NARROW_BELOW { 6.0 } else { 18.0 };
        let grid =
            Grid::new("analysis-totals").num_columns(COLUMNS.len() + 2).spacing(vec2(gap, 4.0));
        let rows = |ui: &mut Ui| {
            ui.label("");
            for (name, about, _) in COLUMNS {
                at_right_of_cell(ui, |ui| {
                    let text = RichText::new(cx.t(name)).size(BODY - 1.0).strong();
                    ui.label(text.color(cx.theme.accent)).on_hover_text(cx.t(about));
                });
            }
            // The last column takes the remaining room.
            ui.allocate_space(Vec2::ZERO);
            ui.end_row();
            for seat in self.replay.state().seats_in_turn_order() {
                let totals = analysis.luck_skill_report(seat);
                let about = totals_text(&totals, cx);
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::HOVER);
                    let army = self.outline.army(seat);
                    paint_badge::<G>(ui.painter(), (rect.center(), 18.0), army, cx.theme);
                    let name = RichText::new(words::seat::<G>(cx.i18n, seat)).strong();
                    let colour = army_ink::<G>(army, cx.theme);
                    ui.label(name.color(colour)).on_hover_text(&about);
                });
                for (_, _, cell_text) in COLUMNS {
                    at_right_of_cell(ui, |ui| {
                        let text = RichText::new(cell_text(&totals)).color(cx.theme.ink);
                        ui.label(text).on_hover_text(&about);
                    });
                }
                ui.end_row();
            }
        };
        let area = ScrollArea::horizontal().id_salt("analysis-totals").auto_shrink([false, true]);
        area.show(ui, |ui| grid.show(ui, rows));
    }

    /// Draws the analysis of the step after the position shown.
    fn next_step_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let position = self.replay.at();
        let analysis = self.analysis.result(self.replay.len());
        let Some(position_analysis) = analysis.and_then(|analysis| analysis.position(position))
        else {
            return;
        };
        let Some(text) = self.next_step_text(position_analysis, cx) else { return };
        let better = match &position_analysis.change {
            Some(ValueChange::Choice(choice)) if choice.cost() > 0.0 => {
                self.better_text(position, choice, cx)
            }
            _ => None,
        };
        let fill = theme::mix(cx.theme.panel, cx.theme.accent, 0.07);
        let frame = cx.theme.card().fill(fill).inner_margin(egui::Margin::symmetric(10, 8));
        let output = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(egui::Label::new(RichText::new(text).color(cx.theme.ink)).wrap());
            let Some(better) = better else { return };
            ui.add(egui::Label::new(RichText::new(better).color(cx.theme.ink).strong()).wrap());
            let is_shown = self.analysis.step_with_better_action == Some(position);
            let id = if is_shown { "analysis-hide" } else { "analysis-show" };
            if ui.button(cx.t(id)).clicked() {
                cx.send(ReplayCommand::Analysis(AnalysisCommand::ToggleBetter(position)));
            }
        });
        if ui.data(|data| data.get_temp::<usize>(scroll_target_id())) == Some(position) {
            ui.data_mut(|data| data.remove::<usize>(scroll_target_id()));
            output.response.scroll_to_me(None);
        }
    }

    /// Returns a text about the step after the position shown, with its luck or its cost.
    fn next_step_text(
        &self,
        position_analysis: &PositionAnalysis<G::Action>,
        cx: &ScreenContext<'_>,
    ) -> Option<String> {
        let position = self.replay.at();
        let what = self.log.line(position).to_owned();
        match position_analysis.change.as_ref()? {
            ValueChange::Choice(choice) if choice.legal < 2 => None,
            ValueChange::Choice(choice) => {
                let cost = percent(choice.cost());
                let args = [("what", what.into()), ("cost", cost.into())];
                let id = if choice.cost() > 0.0 { "analysis-here" } else { "analysis-here-best" };
                Some(cx.tf(id, &args))
            }
            ValueChange::Roll(luck) => {
                let Turn::Chance { roller } = self.replay.state().turn() else { return None };
                let luck = signed_percent(f64::from(luck[roller.index()]));
                let seat = words::seat::<G>(cx.i18n, roller);
                let args = [("what", what.into()), ("seat", seat.into()), ("luck", luck.into())];
                Some(cx.tf("analysis-here-roll", &args))
            }
            ValueChange::Other(_) => None,
        }
    }

    /// Returns a text that names the better choice.
    fn better_text(
        &self,
        position: usize,
        choice: &ChoiceAnalysis<G::Action>,
        cx: &ScreenContext<'_>,
    ) -> Option<String> {
        let state = self.replay.state_at(position)?;
        let what = G::describe_action(cx.i18n, state, choice.seat, choice.best()?);
        Some(cx.tf("analysis-better", &[("what", what.into())]))
    }

    /// Draws the worst choices. A click seeks to the choice.
    fn mistakes_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(analysis) = self.analysis.result(self.replay.len()) else { return };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            // The mark in the heading explains those on the curve.
            let (rect, _) = ui.allocate_exact_size(vec2(10.0, 8.0), Sense::HOVER);
            paint_mistake_mark(ui.painter(), rect.center_bottom(), cx.theme);
            widgets::group_heading(ui, cx.theme, cx.t("analysis-worst"));
        });
        let mistakes = analysis.mistakes();
        if mistakes.is_empty() {
            ui.label(widgets::muted_text(cx.theme, cx.t("analysis-none")));
        }
        for mistake in mistakes.iter().take(MAX_LISTED_MISTAKES) {
            let Some(choice) = analysis.choice(mistake.at) else { continue };
            let better = self.better_text(mistake.at, choice, cx).unwrap_or_default();
            if self.mistake_ui(mistake, &better, cx, ui) {
                cx.send(ReplayCommand::Seek(mistake.at));
                // The details appear above the list and may be out of sight.
                ui.data_mut(|data| data.insert_temp(scroll_target_id(), mistake.at));
            }
        }
    }

    /// Draws the row of a mistake: its seat, its step with the better choice below, and its cost.
    /// Returns true if it was pressed.
    fn mistake_ui(
        &self,
        mistake: &Mistake,
        better: &str,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        let is_current = self.replay.at() == mistake.at;
        let step_text = self.log.line(mistake.at);
        let cost = format!("\u{2212}{}", percent(mistake.cost));
        let width = ui.available_width();
        let small = egui::FontId::proportional(BODY - 1.0);
        let text_width = width - 100.0;
        let step_galley =
            ui.painter().layout(step_text.to_owned(), small.clone(), cx.theme.ink, text_width);
        let better_galley =
            ui.painter().layout(better.to_owned(), small.clone(), cx.theme.quiet, text_width);
        let height = step_galley.size().y + better_galley.size().y + 12.0;
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::HOVER);
        let id = ui.scope_id().with(("mistake", mistake.at));
        let response = ui.interact(rect, id, Sense::click());
        let label = format!("{}  {cost}  {step_text}  {better}", mistake.at + 1);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_current, &label));
        let fill = match (is_current, response.hovered()) {
            (true, _) => ui.visuals().selection.bg_fill,
            (_, true) => cx.theme.raised,
            _ => cx.theme.panel,
        };
        ui.painter().rect_filled(rect, 6.0, fill);
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 6.0, cx.theme.focus_ring(), StrokeKind::Inside);
        }
        let badge_centre = rect.left_top() + vec2(15.0, 16.0);
        let army = self.outline.army(mistake.seat);
        paint_badge::<G>(ui.painter(), (badge_centre, 18.0), army, cx.theme);
        let text_pos = rect.left_top() + vec2(32.0, 6.0);
        let better_pos = text_pos + vec2(0.0, step_galley.size().y);
        ui.painter().galley(text_pos, step_galley, cx.theme.ink);
        ui.painter().galley(better_pos, better_galley, cx.theme.quiet);
        let cost_pos = egui::pos2(rect.right() - 6.0, text_pos.y);
        let align = egui::Align2::RIGHT_TOP;
        ui.painter().text(cost_pos, align, cost, small, cx.theme.readable_on_panel(cx.theme.error));
        response.clicked()
    }

    /// Shows the better choice at a step, or hides it again.
    pub(super) fn toggle_better_action(&mut self, position: usize) {
        let is_shown = self.analysis.step_with_better_action == Some(position);
        self.analysis.step_with_better_action = (!is_shown).then_some(position);
    }
}

/// Returns the id under which the step of a pressed mistake is stored until the page scrolls to
/// its details.
fn scroll_target_id() -> egui::Id {
    egui::Id::unique("analysis-reveal")
}

/// Returns a text that explains a seat's chance at the end as a sum: its chance at the start and
/// the terms added to it, one per line.
fn totals_text(totals: &LuckSkillReport, cx: &ScreenContext<'_>) -> String {
    let args = [
        ("start", percent(totals.start as f32).into()),
        ("luck", signed_percent(totals.luck).into()),
        ("skill", signed_percent(totals.skill).into()),
        ("gifts", signed_percent(totals.others_choices).into()),
        ("other", signed_percent(totals.other).into()),
        ("rest", signed_percent(totals.residual).into()),
        ("end", percent(totals.end as f32).into()),
        ("choices", totals.choices.into()),
    ];
    cx.tf("analysis-sum", &args)
}

/// Draws a widget at the right of a cell.
fn at_right_of_cell(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::right_to_left(Align::Center), add);
}
