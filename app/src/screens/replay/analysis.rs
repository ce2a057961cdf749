//! The analysis page: the totals of luck and skill, and the worst choices with better ones.

use egui::{
    Align, Button, ComboBox, Grid, Layout, ProgressBar, RichText, Role, ScrollArea, Sense,
    StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, vec2,
};
use qipan_core::analysis::{
    ChoiceAnalysis, LuckSkillReport, Mistake, PositionAnalysis, ValueChange,
};
use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::record::{AnnotationChange, MAX_MOMENTS};

use crate::command::{AnalysisCommand, Command, ReplayCommand};
use crate::games::{GameUi, words};
use crate::model::analysis::{EvaluationSource, PLAYOUTS};
use crate::model::library::SeatCandidate;
use crate::screens::replay::ReplayView;
use crate::screens::replay::curve::percent;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{self, BODY};
use crate::ui::widgets;

/// The number of worst choices listed.
const WORST: usize = 5;

/// The page width below which columns are close together, in points.
const NARROW: f32 = 300.0;

/// A column of the table: the ids of its name and explanation, and the text of its cells.
type Column = (&'static str, &'static str, fn(&LuckSkillReport) -> String);

const COLUMNS: [Column; 3] = [
    ("analysis-luck", "analysis-luck.about", |account| signed(account.luck)),
    ("analysis-skill", "analysis-skill.about", |account| signed(account.skill)),
    ("analysis-errors", "analysis-errors.about", |account| account.errors.to_string()),
];

/// Returns a signed change of a share, in percent.
fn signed(share: f64) -> String {
    let tenths = (1000.0 * share).round() / 10.0;
    match tenths {
        x if x > 0.0 => format!("+{x:.1}%"),
        x if x < 0.0 => format!("\u{2212}{:.1}%", -x),
        _ => "0.0%".to_owned(),
    }
}

impl<G: GameUi> ReplayView<G> {
    /// Returns true if the viewer may see an analysis, which looks at everything.
    pub(super) fn may_analyse(&self) -> bool {
        self.perspective.viewer() == Viewer::All
    }

    /// Draws the page.
    pub(super) fn analysis_ui(
        &mut self,
        others: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.spacing_mut().item_spacing.y = 8.0;
        if !self.may_analyse() {
            ui.label(RichText::new(cx.t("analysis-hidden")).color(cx.theme.quiet));
            return;
        }
        let known = self.analysed.found(self.replay.len()).is_some();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            // Room for the scroll bar at the right.
            ui.set_max_width(ui.available_width() - 8.0);
            if known && self.analysed.progress().is_none() {
                self.accounts_ui(cx, ui);
                self.judge_ui(cx, ui);
                self.here_ui(cx, ui);
                self.worst_ui(cx, ui);
                ui.add_space(4.0);
            } else if self.analysed.progress().is_none() {
                ui.label(RichText::new(cx.t("analysis-about")).color(cx.theme.ink));
            }
            self.begin_ui(known, others, cx, ui);
        });
    }

    /// Draws the choice of the evaluation source, and the button that begins or stops.
    fn begin_ui(
        &mut self,
        again: bool,
        others: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        if let Some((at, all)) = self.analysed.progress() {
            let args = [("at", at.into()), ("all", all.into())];
            ui.label(cx.tf("analysis-running", &args));
            let bar = ProgressBar::new(at as f32 / all.max(1) as f32);
            ui.add(bar.fill(cx.theme.accent).desired_height(8.0));
            if ui.button(cx.t("analysis-stop")).clicked() {
                cx.send(ReplayCommand::Analysis(AnalysisCommand::Stop));
            }
            return;
        }
        let name = cx.t("analysis-telling");
        let preset = &self.record().preset;
        let judges = |other: &&SeatCandidate| other.judges && other.plays(preset);
        let robots: Vec<&SeatCandidate> = others.iter().filter(judges).collect();
        let mut options = vec![
            (EvaluationSource::Learned, cx.t("analysis-learned")),
            (EvaluationSource::Playouts, cx.t("analysis-playouts")),
        ];
        if !robots.is_empty() {
            options.push((EvaluationSource::Robot, cx.t("analysis-robot")));
        }
        if !again {
            ui.add_space(2.0);
        }
        ui.label(widgets::muted_text(cx.theme, name.clone()));
        widgets::segmented(ui, cx.theme, &name, &options, &mut self.analysed.telling);
        let about = match self.analysed.telling {
            EvaluationSource::Learned => cx.t("analysis-learned.about"),
            EvaluationSource::Playouts => {
                cx.tf("analysis-playouts.about", &[("games", PLAYOUTS.into())])
            }
            EvaluationSource::Robot => cx.t("analysis-robot.about"),
        };
        ui.label(widgets::muted_text(cx.theme, about));
        if self.analysed.telling == EvaluationSource::Robot {
            self.robots_ui(&robots, cx, ui);
        }
        let begin =
            Command::Replay(ReplayCommand::Analysis(AnalysisCommand::Begin(self.analysed.telling)));
        let clicked = match again {
            true => ui.button(cx.t("analysis-again")).clicked(),
            false => cx.theme.primary_ui(ui, cx.t("analysis-begin")).clicked(),
        };
        if clicked {
            cx.send(begin);
        }
        if let Some(why) = self.analysed.trouble() {
            widgets::error_box(ui, cx.theme, why.to_owned());
        }
        if self.record().house_rules.iter().any(|line| line.acts()) {
            ui.label(widgets::muted_text(cx.theme, cx.t("analysis-rules")));
        }
    }

    /// Keeps the analysis in the file, or removes it.
    pub(super) fn keep_analysis(&mut self, keep: bool) {
        if !self.may_analyse() {
            return;
        }
        let stored = self.analysed.to_keep(self.replay.record()).filter(|_| keep);
        if keep == stored.is_some() {
            self.study(AnnotationChange::Analysis(stored.map(Box::new)));
            self.analysed.is_kept = keep;
        }
    }

    /// Draws the choice of the robot that evaluates positions.
    fn robots_ui(&mut self, robots: &[&SeatCandidate], cx: &ScreenContext<'_>, ui: &mut Ui) {
        let Some(first) = robots.first() else { return };
        let chosen = self.analysed.robot.get_or_insert_with(|| first.player.clone());
        let now = robots.iter().find(|robot| robot.player == *chosen).unwrap_or(first);
        if *chosen != now.player {
            *chosen = now.player.clone();
        }
        let combo = ComboBox::from_id_salt("judge").selected_text(&now.title);
        let response = combo.show_ui(ui, |ui| {
            for robot in robots {
                ui.selectable_value(chosen, robot.player.clone(), &robot.title);
            }
        });
        let name = cx.t("analysis-robot");
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
    }

    /// Draws the source of the evaluations, and the button that keeps them in the file.
    fn judge_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(judge) = self.analysed.judged_by() else { return };
        let text = match judge.playouts {
            0 if !judge.robot.is_empty() => {
                cx.tf("analysis-by-robot", &[("robot", judge.robot.as_str().into())])
            }
            0 => cx.t("analysis-by-learned"),
            games => cx.tf("analysis-by-playouts", &[("games", games.into())]),
        };
        let is_stored = self.analysed.is_kept;
        let room = is_stored || self.replay.len() < MAX_MOMENTS;
        let id = if is_stored { "analysis-forget" } else { "analysis-keep" };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding = vec2(9.0, 3.0);
            ui.label(widgets::muted_text(cx.theme, text));
            let font = TextStyle::Button.resolve(ui.style());
            let width = widgets::text_width(ui, &cx.t(id), &font) + 2.0 * 9.0;
            if ui.available_size_before_wrap().x < width {
                ui.end_row();
            }
            right(ui, |ui| {
                let button = ui.add_enabled(room, Button::new(cx.t(id)));
                let button = button.on_hover_text(cx.t("analysis-keep.about"));
                if button.on_disabled_hover_text(cx.t("analysis-keep.long")).clicked() {
                    cx.send(ReplayCommand::Analysis(AnalysisCommand::Keep(!is_stored)));
                }
            });
        });
        self.unsaved_ui(cx, ui);
    }

    /// Draws the totals of luck and skill, a row per seat.
    fn accounts_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let Some(found) = self.analysed.found(self.replay.len()) else { return };
        ui.spacing_mut().interact_size.y = 20.0;
        let gap = if ui.available_width() < NARROW { 6.0 } else { 18.0 };
        let grid = Grid::new("accounts").num_columns(COLUMNS.len() + 2).spacing(vec2(gap, 4.0));
        let rows = |ui: &mut Ui| {
            ui.label("");
            for (name, about, _) in COLUMNS {
                right(ui, |ui| {
                    let text = RichText::new(cx.t(name)).size(BODY - 1.0).strong();
                    ui.label(text.color(cx.theme.accent)).on_hover_text(cx.t(about));
                });
            }
            // The last column takes the remaining room.
            ui.allocate_space(Vec2::ZERO);
            ui.end_row();
            for seat in self.replay.state().in_order() {
                let account = found.account(seat);
                let about = account_words(&account, cx);
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::HOVER);
                    G::paint_mark(ui.painter(), rect.center(), 18.0, seat, cx.theme);
                    let name = RichText::new(words::seat::<G>(cx.i18n, seat)).strong();
                    let colour = cx.theme.as_text(G::colour(cx.theme, seat));
                    ui.label(name.color(colour)).on_hover_text(&about);
                });
                for (_, _, hint) in COLUMNS {
                    right(ui, |ui| {
                        let text = RichText::new(hint(&account)).color(cx.theme.ink);
                        ui.label(text).on_hover_text(&about);
                    });
                }
                ui.end_row();
            }
        };
        let area = ScrollArea::horizontal().id_salt("accounts").auto_shrink([false, true]);
        area.show(ui, |ui| grid.show(ui, rows));
    }

    /// Draws the analysis of the step about to be taken.
    fn here_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let at = self.replay.at();
        let found = self.analysed.found(self.replay.len());
        let Some(moment) = found.and_then(|found| found.moment(at)) else { return };
        let Some(text) = self.here(moment, cx) else { return };
        let better = match &moment.change {
            Some(ValueChange::Choice(choice)) if choice.cost() > 0.0 => self.better(at, choice, cx),
            _ => None,
        };
        let fill = theme::mix(cx.theme.panel, cx.theme.accent, 0.07);
        let frame = cx.theme.card().fill(fill).inner_margin(egui::Margin::symmetric(10, 8));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(egui::Label::new(RichText::new(text).color(cx.theme.ink)).wrap());
            let Some(better) = better else { return };
            ui.add(egui::Label::new(RichText::new(better).color(cx.theme.ink).strong()).wrap());
            let shown = self.analysed.better == Some(at);
            let id = if shown { "analysis-hide" } else { "analysis-show" };
            if ui.button(cx.t(id)).clicked() {
                cx.send(ReplayCommand::Analysis(AnalysisCommand::Better(at)));
            }
        });
        if ui.data(|data| data.get_temp::<usize>(reveal())) == Some(at) {
            ui.data_mut(|data| data.remove::<usize>(reveal()));
            shown.response.scroll_to_me(None);
        }
    }

    /// Returns the step about to be taken in words, with its luck or cost.
    fn here(&self, moment: &PositionAnalysis<G::Action>, cx: &ScreenContext<'_>) -> Option<String> {
        let at = self.replay.at();
        let what = self.log.line(at).to_owned();
        match moment.change.as_ref()? {
            ValueChange::Choice(choice) if choice.legal < 2 => None,
            ValueChange::Choice(choice) => {
                let cost = percent(choice.cost());
                let args = [("what", what.into()), ("cost", cost.into())];
                let id = if choice.cost() > 0.0 { "analysis-here" } else { "analysis-here-best" };
                Some(cx.tf(id, &args))
            }
            ValueChange::Roll(luck) => {
                let Turn::Chance { roller } = self.replay.state().turn() else { return None };
                let luck = signed(f64::from(luck[roller.index()]));
                let seat = words::seat::<G>(cx.i18n, roller);
                let args = [("what", what.into()), ("seat", seat.into()), ("luck", luck.into())];
                Some(cx.tf("analysis-here-roll", &args))
            }
            ValueChange::Other(_) => None,
        }
    }

    /// Returns the better choice in words.
    fn better(
        &self,
        at: usize,
        choice: &ChoiceAnalysis<G::Action>,
        cx: &ScreenContext<'_>,
    ) -> Option<String> {
        let state = self.replay.state_at(at)?;
        let what = G::describe_action(cx.i18n, state, choice.seat, choice.best()?);
        Some(cx.tf("analysis-better", &[("what", what.into())]))
    }

    /// Draws the worst choices. A click seeks to one.
    fn worst_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(found) = self.analysed.found(self.replay.len()) else { return };
        widgets::group_head(ui, cx.theme, cx.t("analysis-worst"));
        let mistakes = found.mistakes();
        if mistakes.is_empty() {
            ui.label(widgets::muted_text(cx.theme, cx.t("analysis-none")));
        }
        for mistake in mistakes.iter().take(WORST) {
            let Some(choice) = found.choice(mistake.at) else { continue };
            let better = self.better(mistake.at, choice, cx).unwrap_or_default();
            if self.mistake_ui(mistake, &better, cx, ui) {
                cx.send(ReplayCommand::Seek(mistake.at));
                // Its details appear above and may be out of sight.
                ui.data_mut(|data| data.insert_temp(reveal(), mistake.at));
            }
        }
    }

    /// Draws a row about a choice. Returns true if it was pressed.
    fn mistake_ui(
        &self,
        mistake: &Mistake,
        better: &str,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        let now = self.replay.at() == mistake.at;
        let what = self.log.line(mistake.at);
        let cost = format!("\u{2212}{}", percent(mistake.cost));
        let width = ui.available_width();
        let small = egui::FontId::proportional(BODY - 1.0);
        let room = width - 100.0;
        let what_lines = ui.painter().layout(what.to_owned(), small.clone(), cx.theme.ink, room);
        let better_lines =
            ui.painter().layout(better.to_owned(), small.clone(), cx.theme.quiet, room);
        let height = what_lines.size().y + better_lines.size().y + 12.0;
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::HOVER);
        let id = ui.scope_id().with(("mistake", mistake.at));
        let response = ui.interact(rect, id, Sense::click());
        let spoken = format!("{}  {cost}  {what}  {better}", mistake.at + 1);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, now, &spoken));
        let fill = match (now, response.hovered()) {
            (true, _) => ui.visuals().selection.bg_fill,
            (_, true) => cx.theme.raised,
            _ => cx.theme.panel,
        };
        ui.painter().rect_filled(rect, 6.0, fill);
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 6.0, cx.theme.focus_ring(), StrokeKind::Inside);
        }
        let mark = rect.left_top() + vec2(15.0, 16.0);
        G::paint_mark(ui.painter(), mark, 18.0, mistake.seat, cx.theme);
        let text = rect.left_top() + vec2(32.0, 6.0);
        let below = text + vec2(0.0, what_lines.size().y);
        ui.painter().galley(text, what_lines, cx.theme.ink);
        ui.painter().galley(below, better_lines, cx.theme.quiet);
        let right = egui::pos2(rect.right() - 6.0, text.y);
        let align = egui::Align2::RIGHT_TOP;
        ui.painter().text(right, align, cost, small, cx.theme.as_text(cx.theme.error));
        response.clicked()
    }

    /// Shows the better choice at a step, or hides it again.
    pub(super) fn show_better(&mut self, at: usize) {
        let shown = self.analysed.better == Some(at);
        self.analysed.better = (!shown).then_some(at);
    }
}

/// Returns the id of the step just chosen among the worst, which is stored until it is scrolled
/// into sight.
fn reveal() -> egui::Id {
    egui::Id::unique("analysis-reveal")
}

/// Returns the terms that lead from the start to the result, one line each.
fn account_words(account: &LuckSkillReport, cx: &ScreenContext<'_>) -> String {
    let args = [
        ("start", percent(account.start as f32).into()),
        ("luck", signed(account.luck).into()),
        ("skill", signed(account.skill).into()),
        ("gifts", signed(account.gifts).into()),
        ("other", signed(account.other).into()),
        ("rest", signed(account.rest).into()),
        ("end", percent(account.end as f32).into()),
        ("choices", account.choices.into()),
    ];
    cx.tf("analysis-account", &args)
}

/// Draws a widget at the right of a cell.
fn right(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::right_to_left(Align::Center), add);
}
