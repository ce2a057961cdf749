//! The panel beside the board: the rating, the choice of puzzles, the task and its buttons.

use egui::{Align, ComboBox, Layout, RichText, Ui};

use crate::command::{Command, PuzzleCommand};
use crate::model::puzzles::{Difficulty, PuzzleChoice, PuzzleEntry, PuzzleSource};
use crate::screens::puzzles::{PuzzleProgress, PuzzleScreen, PuzzlesPage};
use crate::ui::context::ScreenContext;
use crate::ui::room::list_height;
use crate::ui::{theme, widgets};

/// The height of the buttons to other puzzles, in points.
const STEP_HEIGHT: f32 = 44.0;

/// The height of the line with the rating, in points.
const STANDING_HEIGHT: f32 = 34.0;

/// The width in which every theme and difficulty can be read, in points.
const MIN_COMBO_WIDTH: f32 = 150.0;

impl PuzzlesPage {
    /// Draws the panel beside the board.
    pub(super) fn side_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 10.0;
        card(cx, ui, |cx, ui| self.standing_ui(cx, ui));
        card(cx, ui, |cx, ui| self.choice_ui(cx, ui));
        card(cx, ui, |cx, ui| self.task_ui(cx, ui));
    }

    /// Draws the rating with its change, the streak, and the number of puzzles due.
    fn standing_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let rating = self.drill().rating;
        let size = egui::vec2(ui.available_width(), STANDING_HEIGHT);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            let mark = if rating.is_uncertain() { "?" } else { "" };
            let number = format!("{:.0}{mark}", rating.rating);
            ui.label(widgets::muted_text(cx.theme, cx.t("puzzles-rating")));
            let number = RichText::new(number).size(theme::TITLE + 4.0).strong();
            ui.label(number.color(cx.theme.ink)).on_hover_text(cx.t("puzzles-rating-tip"));
            if let Some(rating_change) = self.rating_change() {
                let colour = if rating_change < -0.5 { cx.theme.error } else { cx.theme.accent };
                ui.label(RichText::new(format!("{rating_change:+.0}")).color(colour).strong());
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let days = self.drill().streak.length(self.today);
                if days > 0 {
                    let text = cx.tf("puzzles-streak", &[("count", days.into())]);
                    ui.label(RichText::new(text).color(cx.theme.ink));
                }
            });
        });
        ui.add_space(2.0);
        ui.horizontal_wrapped(|ui| {
            let due = self.list.due_count(self.drill(), self.today);
            let due = cx.tf("puzzles-due", &[("count", due.into())]);
            let is_daily_solved = self.drill().streak.is_solved(self.today);
            let daily = if is_daily_solved { "puzzles-daily-solved" } else { "puzzles-daily" };
            let daily = cx.t(daily);
            for (source, text) in [(PuzzleSource::Due, due), (PuzzleSource::Daily, daily)] {
                let is_chosen = self.choice().source == source;
                if widgets::chip(ui, cx.theme, &text, &text, is_chosen).clicked() {
                    choose(cx, PuzzleChoice::all_of(source));
                }
            }
        });
    }

    /// Draws the choice of the game, the theme and the difficulty.
    fn choice_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let choice = self.choice();
        let mut sources: Vec<(PuzzleSource, String)> = Vec::new();
        let groups =
            self.groups.iter().map(|group| (PuzzleSource::Group(*group), cx.t(group.text_id())));
        sources.extend(groups);
        sources.push((PuzzleSource::Mistakes, cx.t("puzzles-mistakes")));
        for (source, name) in &mut sources {
            let (solved, all) = self.list.progress(*source, self.drill(), self.today);
            let args =
                [("name", name.clone().into()), ("solved", solved.into()), ("all", all.into())];
            *name = cx.tf("puzzles-source", &args);
        }
        sources.push((PuzzleSource::Due, cx.t("puzzles-source-due")));
        sources.push((PuzzleSource::Daily, cx.t("puzzles-daily")));
        let width = ui.available_width();
        if let Some(source) = combo(cx, ui, ("puzzles-game", width), &sources, choice.source) {
            choose(cx, PuzzleChoice::all_of(source));
        }
        if choice.source == PuzzleSource::Daily {
            return;
        }
        let mut themes = vec![(None, cx.t("puzzles-all-themes"))];
        for (theme, count) in self.list.themes(choice.source, self.drill(), self.today) {
            let name = cx.t(theme.text_id());
            let args = [("name", name.into()), ("count", count.into())];
            themes.push((Some(theme), cx.tf("puzzles-theme-count", &args)));
        }
        let mut difficulties = vec![(None, cx.t("puzzles-all-difficulties"))];
        difficulties.extend(
            Difficulty::ALL.map(|difficulty| (Some(difficulty), cx.t(difficulty.text_id()))),
        );
        // The two lists are side by side if there is room.
        let half = (width - ui.spacing().item_spacing.x) / 2.0;
        let (layout, width) = match half < MIN_COMBO_WIDTH {
            true => (Layout::top_down(Align::Min), width),
            false => (Layout::left_to_right(Align::Min), half),
        };
        ui.with_layout(layout, |ui| {
            if let Some(theme) = combo(cx, ui, ("puzzles-theme", width), &themes, choice.theme) {
                choose(cx, PuzzleChoice { theme, ..choice });
            }
            let (id, current) = ("puzzles-difficulty", choice.difficulty);
            if let Some(difficulty) = combo(cx, ui, (id, width), &difficulties, current) {
                choose(cx, PuzzleChoice { difficulty, ..choice });
            }
        });
    }

    /// Draws the task, its result, and the buttons.
    fn task_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let (Some(screen), Some(entry)) = (&self.screen, self.entry()) else {
            let id = match self.choice().source {
                PuzzleSource::Due => "puzzles-none-due",
                PuzzleSource::Mistakes if self.choice().theme.is_none() => "puzzles-none-of-yours",
                _ => "puzzles-none",
            };
            ui.add(egui::Label::new(RichText::new(cx.t(id)).color(cx.theme.ink)).wrap());
            return;
        };
        let title = match self.choice().source {
            PuzzleSource::Daily => cx.t("puzzles-daily"),
            _ => {
                let args = [("at", (self.at + 1).into()), ("all", self.count().into())];
                cx.tf("puzzles-at", &args)
            }
        };
        ui.label(RichText::new(title).size(theme::TITLE).strong());
        let mut facts = vec![
            cx.t(&format!("game-{}", entry.puzzle.preset)),
            cx.tf("puzzles-puzzle-rating", &[("rating", (entry.rating.round() as i64).into())]),
        ];
        if self.drill().is_solved(&entry.id) {
            facts.push(cx.t("puzzles-solved"));
        }
        ui.label(widgets::muted_text(cx.theme, facts.join(" · ")));
        ui.add_space(4.0);
        for line in screen.task_lines(self.is_hinted, cx) {
            ui.add(egui::Label::new(RichText::new(line).color(cx.theme.ink)).wrap());
        }
        self.result_ui(screen.as_ref(), entry, cx, ui);
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| self.answer_buttons_ui(screen.progress(), cx, ui));
        ui.add_space(2.0);
        let size = egui::vec2(ui.available_width(), STEP_HEIGHT);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            self.step_buttons_ui(cx, ui);
        });
    }

    /// Draws the result of the try, the reason for the best action, the themes, and the number of
    /// days until the puzzle is due again.
    fn result_ui(
        &self,
        screen: &dyn PuzzleScreen,
        entry: &PuzzleEntry,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let lines = screen.result_lines(cx);
        let is_wrong = matches!(screen.progress(), PuzzleProgress::Wrong(_));
        if is_wrong {
            widgets::error_box(ui, cx.theme, lines.join("\n"));
        } else if !lines.is_empty() {
            widgets::info_box(ui, cx.theme, lines.join("\n"));
        }
        // Before the answer is known, the themes would give it away.
        if matches!(screen.progress(), PuzzleProgress::Right | PuzzleProgress::Shown) {
            let names: Vec<String> =
                entry.themes().iter().map(|theme| cx.t(theme.text_id())).collect();
            let args = [("count", names.len().into()), ("names", names.join(" · ").into())];
            ui.label(widgets::muted_text(cx.theme, cx.tf("puzzles-themes", &args)));
        }
        if let Some(line) = self.next_date_text(cx) {
            ui.label(widgets::muted_text(cx.theme, line));
        }
    }

    /// Returns the line that says in how many days the puzzle just tried is due again.
    fn next_date_text(&self, cx: &ScreenContext<'_>) -> Option<String> {
        let entry = self.entry().filter(|_| self.is_first_try_counted())?;
        let repetition = self.drill().puzzles.get(&entry.id)?.repetition?;
        let days = repetition.due.signed_duration_since(self.today).num_days();
        (days > 0).then(|| cx.tf("puzzles-again-in", &[("count", days.into())]))
    }

    /// Draws the buttons that fit the player's progress.
    fn answer_buttons_ui(
        &self,
        progress: &PuzzleProgress,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let buttons: &[(&str, PuzzleCommand)] = match progress {
            PuzzleProgress::Open if self.is_hinted => {
                &[("puzzles-show", PuzzleCommand::ShowAnswer)]
            }
            PuzzleProgress::Open => &[
                ("puzzles-hint", PuzzleCommand::Hint),
                ("puzzles-show", PuzzleCommand::ShowAnswer),
            ],
            PuzzleProgress::Wrong(_) => &[
                ("puzzles-again", PuzzleCommand::Restart),
                ("puzzles-show", PuzzleCommand::ShowAnswer),
            ],
            PuzzleProgress::Right | PuzzleProgress::Shown => {
                &[("puzzles-again", PuzzleCommand::Restart)]
            }
        };
        for (id, command) in buttons {
            if ui.button(cx.t(id)).clicked() {
                cx.send(Command::Puzzle(*command));
            }
        }
    }

    /// Draws the buttons to the previous and the next puzzle.
    fn step_buttons_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let is_group = matches!(self.choice().source, PuzzleSource::Group(_));
        let has_next = self.at + 1 < self.count() || !is_group;
        for (id, enabled, command) in [
            ("puzzles-previous", self.at > 0, PuzzleCommand::Previous),
            ("puzzles-next", has_next, PuzzleCommand::Next),
        ] {
            let is_finished = self.progress() != PuzzleProgress::Open;
            let button = match command {
                PuzzleCommand::Next if is_finished && enabled => cx.theme.primary_button(cx.t(id)),
                _ => egui::Button::new(cx.t(id)),
            };
            if ui.add_enabled(enabled, button).clicked() {
                cx.send(Command::Puzzle(command));
            }
        }
    }
}

/// Sends the command that chooses puzzles.
fn choose(cx: &mut ScreenContext<'_>, choice: PuzzleChoice) {
    cx.send(Command::Puzzle(PuzzleCommand::Choose(choice)));
}

/// Draws a card over the whole width.
fn card(
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    content: impl FnOnce(&mut ScreenContext<'_>, &mut Ui),
) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 6.0;
        content(cx, ui);
    });
}

/// Draws a drop-down list of options. `id` is also the id of the text that names it. Returns the
/// picked option if it is not the current one.
fn combo<T: PartialEq + Copy>(
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
    (id, width): (&str, f32),
    options: &[(T, String)],
    current: T,
) -> Option<T> {
    let text = options.iter().find(|(option, _)| *option == current);
    let text = text.map_or("", |(_, text)| text.as_str());
    let mut picked = None;
    ui.name_inputs(cx.t(id), |ui| {
        let combo = ComboBox::from_id_salt(id).selected_text(text).width(width).truncate();
        combo.icon(widgets::combo_icon).height(list_height(420.0, ui)).show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (option, text) in options {
                if ui.selectable_label(*option == current, text).clicked() {
                    picked = Some(*option).filter(|option| *option != current);
                    ui.close();
                }
            }
        });
    });
    picked
}
