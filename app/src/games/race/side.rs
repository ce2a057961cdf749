//! The panel of a race game next to the board: the die and the player's controls.

use egui::{RichText, Role, Sense, Ui, Vec2, WidgetInfo};
use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Event, HANGAR, Race};

use crate::command::TableCommand;
use crate::games::race::drawing::{DieLook, paint_die};
use crate::games::{watching_ui, words};
use crate::model::i18n::ListStyle;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// Draws the die and the player's controls.
pub(super) fn panel_ui(table: &Table<Race>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        die_ui(table, cx, ui);
        ui.add_space(4.0);
        ui.vertical(|ui| {
            ui.set_min_height(84.0);
            next_ui(table, cx, ui);
            crate::games::refused_ui(table, cx, ui);
        });
    });
}

/// Draws the die, which rolls on a click.
fn die_ui(table: &Table<Race>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let factor = cx.settings.speed.duration_scale();
    let pose = table.animator.die(cx.now, factor);
    let can_roll = table.human_to_act().is_some()
        && matches!(table.state().turn(), Turn::Chance { .. })
        && table.animator.is_idle();
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(84.0), Sense::HOVER);
    let sense = if can_roll { Sense::click() } else { Sense::HOVER };
    let response = ui.interact(rect, ui.scope_id().with("die"), sense);
    let label = match pose {
        Some(pose) if pose.tumble.is_none() => cx.tf("play-die", &[("die", pose.face.into())]),
        _ => cx.t("play-die-none"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, can_roll, &label));
    let rim = pose.map(|pose| cx.theme.side(pose.seat));
    let glow = can_roll.then(|| (cx.now * 0.6).fract() as f32);
    let look = DieLook {
        face: pose.map(|pose| pose.face),
        tumble: pose.and_then(|pose| pose.tumble),
        rim,
        glow,
    };
    paint_die(ui.painter(), rect, cx.theme, &look);
    if response.clicked() {
        cx.send(TableCommand::Roll);
    }
}

/// Draws the seat to move and the next thing to do.
fn next_ui(table: &Table<Race>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let race = table.state();
    let seat = race.seat_to_move();
    let heading = |cx: &ScreenContext<'_>, ui: &mut Ui, text: String, seat: Option<Seat>| {
        let colour = seat.map_or(cx.theme.ink, |seat| cx.theme.side_text(seat));
        ui.label(RichText::new(text).size(theme::HEAD).strong().color(colour));
    };
    let hint = |cx: &ScreenContext<'_>, ui: &mut Ui, id: &str| {
        ui.label(RichText::new(cx.t(id)).color(cx.theme.quiet));
    };
    if table.is_picking_colour {
        heading(cx, ui, cx.t("play-pick"), None);
        hint(cx, ui, "play-pick-keys");
        return;
    }
    if !table.animator.is_idle() {
        let seat = table.animator.turn();
        let name = words::seat::<Race>(cx.i18n, seat);
        let id = if table.is_human(seat) { "play-moving" } else { "play-thinking" };
        heading(cx, ui, cx.tf(id, &[("seat", name.into())]), Some(seat));
        return rest_ui(table, cx, ui);
    }
    let name = words::seat::<Race>(cx.i18n, seat);
    match (table.human_to_act(), race.turn()) {
        (Some(_), Turn::Chance { .. }) => {
            let id = if race.is_opening() { "play-opening" } else { "play-your-turn" };
            heading(cx, ui, cx.tf(id, &[("seat", name.into())]), Some(seat));
            if race.is_opening()
                && let Some(tie) = last_tie(table, cx)
            {
                ui.label(RichText::new(tie).color(cx.theme.quiet));
            }
            if cx.theme.primary_ui(ui, cx.t("play-roll-key")).clicked() {
                cx.send(TableCommand::Roll);
            }
        }
        (Some(_), _) => {
            heading(cx, ui, cx.t("play-your-move"), Some(seat));
            let must_confirm = table.selection.to_confirm.is_some();
            if table.warning().is_none() {
                hint(cx, ui, if must_confirm { "play-confirm" } else { "play-your-move-keys" });
            }
        }
        _ if table.is_halted() => {
            heading(cx, ui, cx.t("play-paused"), None);
            if cx.theme.primary_ui(ui, cx.t("play-resume")).clicked() {
                cx.send(TableCommand::TogglePause);
            }
        }
        _ => heading(cx, ui, cx.tf("play-thinking", &[("seat", name.into())]), Some(seat)),
    }
    rest_ui(table, cx, ui);
}

/// Describes the last tie among the rolls for who goes first, if there was one.
fn last_tie(table: &Table<Race>, cx: &ScreenContext<'_>) -> Option<String> {
    let mut log = table.session.log().iter().rev();
    let seats = log.find_map(|event| match event {
        Event::OpeningTied { seats } => Some(words::seats::<Race>(cx.i18n, *seats)),
        _ => None,
    })?;
    Some(cx.tf("log-opening-tied", &[("seats", seats.into())]))
}

/// Draws the part below the heading: what a person can do if only robots still play, or else the
/// reason why no plane could move.
fn rest_ui(table: &Table<Race>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if !table.can_skip_to_end() {
        return nothing_moved_ui(table, cx, ui);
    }
    watching_ui(table, cx, ui);
}

/// Shows that no plane could move after a person's last roll, and which rolls launch a plane.
fn nothing_moved_ui(table: &Table<Race>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let shown_steps = table.animator.steps().min(table.steps());
    let mut events =
        (0..shown_steps).rev().flat_map(|step| table.session.events(step).iter().rev());
    let last = events.find_map(|event| match *event {
        Event::NothingToMove { seat, die } if table.is_human(seat) => Some(Some((seat, die))),
        Event::Rolled { seat, .. } if table.is_human(seat) => Some(None),
        _ => None,
    });
    let Some((seat, die)) = last.flatten() else { return };
    // On the next turn of this seat, the line would look like the result of a new roll.
    if table.human_to_act() == Some(seat) {
        return;
    }
    let line = |ui: &mut Ui, text: String| {
        ui.add(egui::Label::new(RichText::new(text).color(cx.theme.quiet)).wrap());
    };
    line(ui, cx.tf("play-nothing", &[("die", die.into())]));
    if table.state().planes(seat).contains(&HANGAR) {
        let rolls = table.state().rules().takeoff.iter().map(|face| face.to_string());
        let rolls = cx.i18n.list(ListStyle::Or, rolls);
        line(ui, cx.tf("play-nothing-takeoff", &[("rolls", rolls.into())]));
    }
}

/// Describes in one line how the winner won.
pub(super) fn victory_line(
    log: &[Event],
    outcome: &Outcome,
    cx: &ScreenContext<'_>,
) -> Option<String> {
    let winners = *outcome.places.first()?;
    let (mut rolls, mut captured, mut lost) = (0usize, 0usize, 0usize);
    for event in log {
        match *event {
            Event::Rolled { seat, .. } if winners.contains(seat) => rolls += 1,
            Event::Captured { by, planes, .. } if winners.contains(by) => captured += planes.len(),
            Event::Captured { seat, planes, .. } if winners.contains(seat) => lost += planes.len(),
            _ => {}
        }
    }
    let args = [
        ("seat", words::seats::<Race>(cx.i18n, winners).into()),
        ("rolls", rolls.into()),
        ("captured", captured.into()),
        ("lost", lost.into()),
    ];
    Some(cx.tf("play-decided", &args))
}
