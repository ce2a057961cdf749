//! The choice of one strength for all robots of a new game.

use egui::{RichText, Ui};
use qipan_core::script::Level;

use crate::model::library::{RobotChoice, find};
use crate::model::setup::SeatChoice;
use crate::screens::new_game::form::NewGameForm;
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

/// Draws the choice, if robots take part in the game and the preset has robots of several levels.
pub(super) fn strength_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let preset = form.preset();
    let of_level = |level: Level| {
        let robot = robots.iter().find(|robot| robot.level == Some(level) && robot.plays(preset));
        Some((level, robot?.script.as_str()))
    };
    let levels: Vec<(Level, &str)> = Level::ALL.into_iter().filter_map(of_level).collect();
    let seated: Vec<Option<Level>> = seated_robots(form)
        .map(|seat_choice| match seat_choice {
            SeatChoice::Robot { script, .. } => find(robots, script).and_then(|robot| robot.level),
            _ => None,
        })
        .collect();
    if levels.len() < 2 || seated.is_empty() {
        return;
    }
    let first = seated[0];
    let mut chosen = first.filter(|_| seated.iter().all(|level| *level == first));
    let old = chosen;
    let label = cx.t("new-strength");
    let choices: Vec<(Option<Level>, String)> = levels
        .iter()
        .map(|(level, _)| (Some(*level), cx.t(&format!("who-level-{}", level.name()))))
        .collect();
    ui.horizontal(|ui| {
        ui.label(RichText::new(&label).color(cx.theme.on_table));
        widgets::segmented(ui, cx.theme, &label, &choices, &mut chosen);
    });
    let Some((_, script)) = levels.iter().find(|(level, _)| Some(*level) == chosen) else { return };
    if chosen != old {
        for seat_choice in seated_robots(form) {
            *seat_choice = SeatChoice::robot(script);
        }
        form.has_new_players = true;
    }
}

/// Returns the choices of the robots that take part in the game.
fn seated_robots(form: &mut NewGameForm) -> impl Iterator<Item = &mut SeatChoice> {
    let seating = form.seating_mut();
    let picks = seating.picks_colour;
    let seat_choices = seating.seat_choices.iter_mut().filter(move |_| !picks);
    let opponent = Some(&mut seating.opponent).filter(|_| picks);
    seat_choices
        .chain(opponent)
        .filter(|seat_choice| matches!(seat_choice, SeatChoice::Robot { .. }))
}
