//! The table of a tournament's results.

use egui::{Align, Grid, Layout, RichText, ScrollArea, Sense, Ui, Vec2, vec2};
use qipan_core::tournament::Standing;

use crate::screens::tournament::{StartedTournament, robot_colour, words};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// The ids of the headings of the columns after the robot's name, with the ids of
/// their explanations.
const HEADINGS: [(&str, Option<&str>); 5] = [
    ("tournament-head-games", None),
    ("tournament-head-score", Some("tournament-head-score.about")),
    ("tournament-head-rating", Some("tournament-head-rating.about")),
    ("tournament-head-draws", None),
    ("tournament-head-errors", Some("tournament-head-errors.about")),
];

/// The width of the text of a confidence interval, in points.
const INTERVAL_WIDTH: f32 = 76.0;

/// The maximum number of characters shown of an error message. The message can come from a script.
const MAX_MESSAGE_CHARS: usize = 300;

impl StartedTournament {
    /// Draws the progress and the table.
    pub(super) fn table_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 6.0;
        self.progress_ui(cx, ui);
        ui.add_space(4.0);
        ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
            self.rows_ui(cx, ui);
            for (robot, error) in self.snapshot.first_errors.iter().enumerate() {
                let Some(error) = error else { continue };
                let message: String = error.chars().take(MAX_MESSAGE_CHARS).collect();
                let args = [("robot", self.title(robot, cx.i18n).into()), ("why", message.into())];
                let text = RichText::new(cx.tf("tournament-first-error", &args)).size(BODY - 1.0);
                ui.add(egui::Label::new(text.color(cx.theme.error)).wrap());
            }
        });
    }

    /// Draws the rows, the best rating first.
    fn rows_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let standings = &self.snapshot.standings;
        let mut order: Vec<usize> = (0..self.titles.len()).collect();
        let rating =
            |robot: &usize| standings.get(*robot).map_or(0.0, |standing| standing.rating.value);
        order.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
        let grid = Grid::new("standings").num_columns(HEADINGS.len() + 2);
        grid.spacing(vec2(22.0, 7.0)).show(ui, |ui| {
            heading_ui(("tournament-head-robot", None), cx, ui);
            for heading in HEADINGS {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    heading_ui(heading, cx, ui)
                });
            }
            // The last column takes the remaining room.
            ui.allocate_space(Vec2::ZERO);
            ui.end_row();
            for robot in order {
                self.name_ui(robot, cx, ui);
                match standings.get(robot).filter(|standing| standing.games > 0) {
                    Some(standing) => standing_ui(standing, cx, ui),
                    None => HEADINGS.iter().for_each(|_| empty_cell_ui(ui)),
                }
                ui.end_row();
            }
        });
    }

    /// Draws a robot's number in its colour, and its title.
    fn name_ui(&self, robot: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
        ui.horizontal(|ui| {
            number_ui(robot, 20.0, cx, ui);
            let name = RichText::new(self.title(robot, cx.i18n)).color(cx.theme.ink);
            ui.add(egui::Label::new(name).extend());
        });
    }
}

/// Draws a cell that has no value yet.
fn empty_cell_ui(ui: &mut Ui) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label("\u{2013}"));
}

/// Draws the number of a robot on a disc of its colour. `robot` is its index, and the number is one
/// more. The disc is centred in a row of this height, in points.
pub(super) fn number_ui(robot: usize, height: f32, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(20.0, height), Sense::hover());
    let colour = robot_colour(cx.theme, robot);
    ui.painter().circle_filled(rect.center(), 9.5, colour);
    let font = egui::FontId::proportional(BODY - 2.0);
    let text = (robot + 1).to_string();
    let ink = cx.theme.text_on(colour);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, font, ink);
}

/// Draws the heading of a column, with its explanation on hover.
fn heading_ui((id, about): (&str, Option<&str>), cx: &ScreenContext<'_>, ui: &mut Ui) {
    let text = RichText::new(cx.t(id)).size(BODY - 1.0).color(cx.theme.accent).strong();
    let response = ui.add(egui::Label::new(text).extend());
    if let Some(about) = about {
        response.on_hover_text(cx.t(about));
    }
}

/// Draws the results of a robot, column by column.
fn standing_ui(standing: &Standing, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    let mut cell = |value: String, interval: String, colour| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if !interval.is_empty() {
                // The texts of all intervals have the same width, so that the values are aligned.
                let (size, from_the_left) =
                    (vec2(INTERVAL_WIDTH, 18.0), Layout::left_to_right(Align::Center));
                ui.allocate_ui_with_layout(size, from_the_left, |ui| {
                    ui.set_min_width(INTERVAL_WIDTH);
                    ui.add(egui::Label::new(widgets::muted_text(theme, interval)).extend());
                });
            }
            ui.add(egui::Label::new(RichText::new(value).color(colour)).extend());
        });
    };
    cell(cx.i18n.count(standing.games), String::new(), theme.ink);
    let (score, interval) = words::score(cx.i18n, standing.score);
    cell(score, interval, theme.ink);
    let (rating, interval) = words::rating(cx.i18n, standing.rating);
    cell(rating, interval, theme.ink);
    cell(cx.i18n.count(standing.draws), String::new(), theme.ink);
    let errors = standing.errors + standing.timeouts;
    let colour = if errors > 0 { theme.error } else { theme.ink };
    cell(cx.i18n.count(errors), String::new(), colour);
}
