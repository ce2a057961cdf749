//! The setup of a tournament: the preset, the robots and the number of games.

use egui::{Button, ComboBox, RichText, ScrollArea, Ui, vec2};
use qipan_core::registry::GameKind;

use crate::command::{Command, TournamentCommand};
use crate::model::library::{RobotChoice, find, level_sort_key, name_with_level};
use crate::model::tournament::min_robots;
use crate::screens::tournament::table::number_ui;
use crate::screens::tournament::{Form, GAMES, MAX_ROBOTS, TournamentPage, card_ui};
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::list_height;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// The room for the start button and the note below it, in points.
const START_HEIGHT: f32 = 130.0;

/// The height of the row of a robot, in points.
const ENTRANT_HEIGHT: f32 = 36.0;

impl TournamentPage {
    /// Draws the setup and the start button.
    pub(super) fn setup_ui(
        &mut self,
        robots: &[RobotChoice],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let rect = ui.max_rect();
        let is_running = self.is_running();
        card_ui("setup", rect, cx, ui, |cx, ui| {
            ui.spacing_mut().item_spacing.y = 7.0;
            let form_height = ui.available_height() - START_HEIGHT;
            let old_preset = self.form.preset.clone();
            ui.add_enabled_ui(!is_running, |ui| {
                let area = ScrollArea::vertical().max_height(form_height);
                area.auto_shrink([false, false]).show(ui, |ui| {
                    preset_ui(&mut self.form, cx, ui);
                    ui.add_space(6.0);
                    entrants_ui(&mut self.form, robots, cx, ui);
                    ui.add_space(6.0);
                    games_ui(&mut self.form, cx, ui);
                });
            });
            // The robots of another game arrive in the next frame.
            if self.form.preset != old_preset {
                let Form { preset, robots: entrants, .. } = &mut self.form;
                let is_same_game = GameKind::of_preset(&old_preset) == GameKind::of_preset(preset);
                let plays =
                    |script: &String| find(robots, script).is_some_and(|robot| robot.plays(preset));
                entrants.retain(|script| is_same_game && plays(script));
            } else {
                add_missing_robots(&mut self.form, robots);
            }
            ui.add_space(4.0);
            self.start_ui(robots, cx, ui);
        });
    }

    /// Draws the start button and a note.
    fn start_ui(&self, robots: &[RobotChoice], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let is_running = self.is_running();
        let is_usable =
            |script: &String| find(robots, script).is_some_and(|robot| robot.error.is_none());
        let can_start =
            !is_running && !self.form.robots.is_empty() && self.form.robots.iter().all(is_usable);
        let start = cx.theme.primary_button(cx.t("tournament-start"));
        let response = ui.add_enabled(can_start, start.min_size(vec2(ui.available_width(), 44.0)));
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        if response.clicked() {
            cx.send(Command::Tournament(TournamentCommand::Start));
        }
        let id = match is_running {
            true => "tournament-leave",
            false if self.has_tournament() => "tournament-replaces",
            false => "tournament-kept",
        };
        ui.add(egui::Label::new(widgets::muted_text(cx.theme, cx.t(id))).wrap());
    }
}

/// Adds robots until there are as many as a game needs. Robots that do not take part yet come
/// first.
fn add_missing_robots(form: &mut Form, robots: &[RobotChoice]) {
    let least = min_robots(&form.preset).max(2);
    if form.robots.len() >= least || robots.is_empty() {
        return;
    }
    let candidates = || robots.iter().filter(|robot| robot.plays(&form.preset));
    let unused = candidates().filter(|robot| !form.robots.contains(&robot.script));
    let repeated = candidates().cycle().take(least);
    let missing_count = least - form.robots.len();
    let added: Vec<String> =
        unused.chain(repeated).take(missing_count).map(|robot| robot.script.clone()).collect();
    form.robots.extend(added);
}

/// Draws the choice of the preset.
fn preset_ui(form: &mut Form, cx: &ScreenContext<'_>, ui: &mut Ui) {
    widgets::group_heading(ui, cx.theme, cx.t("tournament-board"));
    let name = |preset: &str| cx.t(&format!("game-{preset}"));
    let width = ui.available_width() - 4.0;
    ui.name_inputs(cx.t("tournament-board"), |ui| {
        let combo = ComboBox::from_id_salt("board").selected_text(name(&form.preset));
        combo.icon(widgets::combo_icon).width(width).height(list_height(420.0, ui)).show_ui(
            ui,
            |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for preset in GameKind::ALL.iter().flat_map(|kind| kind.presets()) {
                    if ui.selectable_label(form.preset == *preset, name(preset)).clicked() {
                        (*preset).clone_into(&mut form.preset);
                        ui.close();
                    }
                }
            },
        );
    });
}

/// Draws the robots below each other, and the button that adds another.
fn entrants_ui(form: &mut Form, robots: &[RobotChoice], cx: &ScreenContext<'_>, ui: &mut Ui) {
    widgets::group_heading(ui, cx.theme, cx.t("tournament-robots"));
    let least = min_robots(&form.preset).max(2);
    let mut removed = None;
    for index in 0..form.robots.len() {
        ui.horizontal(|ui| {
            number_ui(index, ENTRANT_HEIGHT, cx, ui);
            let name = cx.tf("tournament-robot", &[("number", (index + 1).into())]);
            let preset = form.preset.clone();
            entrant_ui((index, &name), &mut form.robots[index], (robots, &preset), cx, ui);
            if form.robots.len() > least {
                let name = cx.tf("tournament-remove", &[("number", (index + 1).into())]);
                let size_and_colour = (26.0, cx.theme.quiet);
                if widgets::icon_button(ui, cx.theme, Icon::Close, &name, size_and_colour).clicked()
                {
                    removed = Some(index);
                }
            }
        });
    }
    if let Some(index) = removed {
        form.robots.remove(index);
    }
    let can_add =
        form.robots.len() < MAX_ROBOTS && robots.iter().any(|robot| robot.plays(&form.preset));
    let add = Button::new(RichText::new(cx.t("tournament-add")).size(BODY));
    if ui.add_enabled(can_add, add.min_size(vec2(0.0, 30.0))).clicked() {
        let mut candidates = robots.iter().filter(|robot| robot.plays(&form.preset));
        let unused = candidates.clone().find(|robot| !form.robots.contains(&robot.script));
        form.robots.extend(unused.or_else(|| candidates.next()).map(|robot| robot.script.clone()));
    }
}

/// Draws the choice of a robot among those that play the preset.
fn entrant_ui(
    (index, name): (usize, &str),
    script: &mut String,
    (robots, preset): (&[RobotChoice], &str),
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let title = |robot: &RobotChoice| name_with_level(robot.level, &robot.title, cx.i18n);
    let current = find(robots, script).map_or(script.clone(), title);
    let width = ui.available_width() - 40.0;
    ui.name_inputs(name, |ui| {
        let combo = ComboBox::from_id_salt(("entrant", index)).selected_text(current);
        let combo = combo.icon(widgets::combo_icon).width(width).height(list_height(420.0, ui));
        combo.truncate().show_ui(ui, |ui| {
            ui.set_min_width(230.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            let mut listed: Vec<_> = robots.iter().filter(|robot| robot.plays(preset)).collect();
            listed.sort_by_key(|robot| level_sort_key(robot.level));
            for robot in listed {
                let entry = ui.selectable_label(robot.script == *script, title(robot));
                if entry.on_hover_text(robot.about.as_str()).clicked() {
                    script.clone_from(&robot.script);
                    ui.close();
                }
            }
        });
    });
    if let Some(error) = find(robots, script).and_then(|robot| robot.error.as_ref()) {
        let text = cx.tf("who-broken", &[("error", error.as_str().into())]);
        ui.label(RichText::new("!").strong().color(cx.theme.error)).on_hover_text(text);
    }
}

/// Draws the choice of the number of games.
fn games_ui(form: &mut Form, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let heading = cx.t("tournament-count");
    widgets::group_heading(ui, cx.theme, heading.clone());
    let games = GAMES.map(|games| (games, cx.i18n.count(games)));
    widgets::segmented(ui, cx.theme, &heading, &games, &mut form.games);
}
