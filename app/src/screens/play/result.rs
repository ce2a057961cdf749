//! The result of a finished game: the places, what decided it, the mistakes, and what to do next.

use std::collections::BTreeSet;

use egui::{RichText, Sense, Ui, Vec2};
use qipan_core::analysis::turning_point::TurningPoint;
use qipan_core::contract::outcome::{Outcome, Reason};
use qipan_core::contract::seat::Seat;
use qipan_core::script::Level;

use crate::command::{Command, RematchChange, TableCommand, TogetherCommand};
use crate::games::{GameUi, refused_ui, words};
use crate::model::review::Mistake;
use crate::play::table::{MistakeSearch, Table};
use crate::screens::log::taken_back_line;
use crate::screens::new_game::seats::strength_text;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::room::entries_ui;
use crate::ui::theme;

/// The minimum rise of the winners' chance, from 0 to 1, for a step to be shown as the turning
/// point.
const MIN_RISE: f32 = 0.1;
/// The minimum chance of the winners after a turning point, from 0 to 1. A step that leaves them
/// with less has not decided the game.
const MIN_CHANCE_AFTER: f32 = 0.5;

/// Returns the id of the text for a place, counted from 1. Between two sides, the text says who won
/// or lost, or that the game was drawn. With more sides, it names the place.
fn result_text_id(place: usize, outcome: &Outcome, sides: usize) -> &'static str {
    match (outcome.places.len(), place) {
        (1, _) => "play-result-drawn",
        (2, 1) if sides == 2 => "play-result-won",
        (2, _) if sides == 2 => "play-result-lost",
        _ => "play-place-line",
    }
}

/// Draws the result of a finished game: the places, the reason, and buttons for what to do next.
pub(super) fn result_ui<G: GameUi>(
    table: &Table<G>,
    outcome: &Outcome,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.label(RichText::new(cx.t(heading_id(table, outcome))).size(theme::TITLE).strong());
    places_ui(table, outcome, cx, ui);
    let line = match outcome.reason {
        Reason::Agreement => Some(cx.t("play-draw")),
        Reason::HouseRule => Some(cx.t("over-house-rule")),
        _ => G::victory_line(table, outcome, cx),
    };
    if let Some(line) = line {
        ui.label(RichText::new(line).color(cx.theme.quiet));
    }
    buttons_ui(table, cx, ui);
    let turning_point = clear_turning_point(table);
    if let Some(turning_point) = turning_point {
        turning_point_ui(table, turning_point, cx, ui);
    }
    let can_search = !table.is_robots_only() && matches!(table.mistakes(), MistakeSearch::Idle);
    if turning_point.is_some() || can_search {
        ui.horizontal_wrapped(|ui| {
            if let Some(turning_point) = turning_point
                && ui.button(cx.t("result-look")).clicked()
            {
                cx.send(Command::OpenReplayAt(turning_point.at + 1));
            }
            if can_search && ui.button(cx.t("result-mistakes")).clicked() {
                cx.send(TableCommand::FindMistakes);
            }
        });
    }
    mistakes_ui(table, cx, ui);
    let hints = table.session.record().hints;
    let hints = (hints > 0).then(|| cx.tf("play-hints", &[("count", hints.into())]));
    for line in captures_lines(table, cx).into_iter().chain(hints) {
        ui.add(egui::Label::new(RichText::new(line).color(cx.theme.quiet)).wrap());
    }
    if let Some(line) = taken_back_line(table.session.record(), cx) {
        ui.add(egui::Label::new(line).wrap());
    }
    if table.common.adapts {
        let strength = cx.settings.setups.strength(&table.session.record().preset);
        let text = strength_text(strength, cx);
        ui.add(egui::Label::new(RichText::new(text).color(cx.theme.quiet)).wrap());
    }
    refused_ui(table, cx, ui);
}

/// Returns the text id of the heading. It says if the only person at the table won or lost.
fn heading_id<G: GameUi>(table: &Table<G>, outcome: &Outcome) -> &'static str {
    let state = table.state();
    let people: Vec<Seat> =
        state.seats_in_turn_order().into_iter().filter(|seat| table.is_human(*seat)).collect();
    let [person] = people.as_slice() else { return "play-over" };
    match outcome.places.iter().position(|seats| seats.contains(*person)) {
        Some(0) if outcome.places.len() > 1 => "play-over-won",
        Some(place) if place > 0 && place + 1 == outcome.places.len() => "play-over-lost",
        _ => "play-over",
    }
}

/// Draws the places, the best first.
fn places_ui<G: GameUi>(table: &Table<G>, outcome: &Outcome, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let state = table.state();
    let teams = state.seats_in_turn_order().into_iter().map(|seat| state.team_of(seat));
    let side_count = teams.collect::<BTreeSet<_>>().len();
    let columns = if outcome.places.len() > 2 { 2 } else { 1 };
    let grid = egui::Grid::new("places").spacing(egui::vec2(16.0, 4.0));
    grid.min_row_height(24.0).show(ui, |ui| {
        let mut place = 1;
        for (index, seats) in outcome.places.iter().enumerate() {
            let args =
                [("place", place.into()), ("seats", words::seats::<G>(cx.i18n, *seats).into())];
            let id = result_text_id(place, outcome, side_count);
            let medal = (id != "play-result-lost").then_some(place);
            let army = seats.iter().next().and_then(|seat| G::army(table.view(), seat));
            place_ui::<G>(medal, army, cx.tf(id, &args), cx, ui);
            place += seats.len();
            if (index + 1) % columns == 0 {
                ui.end_row();
            }
        }
    });
}

/// Draws a place: its medal, if there is one, and the seats that took it, in the colour of the
/// first army.
fn place_ui<G: GameUi>(
    medal: Option<usize>,
    army: Option<Seat>,
    text: String,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::HOVER);
        if let Some(place) = medal {
            let icon = if place == 1 { Icon::Crown } else { Icon::Medal };
            let colour = cx.theme.medals.get(place - 1).copied().unwrap_or(cx.theme.quiet);
            paint_icon(ui.painter(), rect, icon, colour);
        }
        let ink =
            army.map_or(cx.theme.ink, |army| cx.theme.readable_on_panel(G::colour(cx.theme, army)));
        ui.label(RichText::new(text).color(ink));
    });
}

/// Returns the step that decided the game, if there is one.
fn clear_turning_point<G: GameUi>(table: &Table<G>) -> Option<TurningPoint> {
    table
        .turning_point()
        .filter(|step| step.after - step.before >= MIN_RISE && step.after >= MIN_CHANCE_AFTER)
}

/// Draws the step that decided the game, and the chances before and after it.
fn turning_point_ui<G: GameUi>(
    table: &Table<G>,
    turning_point: TurningPoint,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let outcome = table.state().outcome();
    let winners = outcome.and_then(|outcome| outcome.places.first().copied()).unwrap_or_default();
    let args = [
        ("what", step_text(table, turning_point.at, cx).into()),
        ("seats", words::seats::<G>(cx.i18n, winners).into()),
        ("before", words::percent(f64::from(turning_point.before)).into()),
        ("after", words::percent(f64::from(turning_point.after)).into()),
    ];
    ui.add(egui::Label::new(cx.tf("result-decided", &args)).wrap());
}

/// Returns the text of a step as in the log.
fn step_text<G: GameUi>(table: &Table<G>, step: usize, cx: &ScreenContext<'_>) -> String {
    let session = &table.session;
    let Some(before) = session.states().get(step) else { return String::new() };
    let view = before.view(table.viewer());
    words::step(cx.i18n, session.record(), step, &view, session.events(step))
}

/// Returns a sentence for each person with the numbers of pieces captured and lost.
fn captures_lines<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>) -> Vec<String> {
    let session = &table.session;
    let (mut captured, mut lost) = ([0_usize; Seat::MAX], [0_usize; Seat::MAX]);
    for (step, before) in session.states().iter().enumerate() {
        for event in session.events(step) {
            for pieces in G::captures(before, event) {
                captured[pieces.by.index()] += pieces.count;
                lost[pieces.from.index()] += pieces.count;
            }
        }
    }
    let seats = table.state().seats_in_turn_order().into_iter();
    let people = seats.filter(|seat| table.is_human(*seat));
    people
        .map(|seat| {
            let args = [
                ("seat", words::seat::<G>(cx.i18n, seat).into()),
                ("captured", captured[seat.index()].into()),
                ("lost", lost[seat.index()].into()),
            ];
            cx.tf(&format!("result-captures-{}", G::NAME), &args)
        })
        .collect()
}

/// Draws the state of the search for the mistakes of the people, or its result.
fn mistakes_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    match table.mistakes() {
        MistakeSearch::Idle => {}
        MistakeSearch::Running(done, all) => {
            let args = [("done", done.into()), ("all", all.into())];
            let line =
                ui.label(RichText::new(cx.tf("result-searching", &args)).color(cx.theme.quiet));
            // The result will stand here.
            line.scroll_to_me(None);
        }
        MistakeSearch::Failed => {
            ui.label(RichText::new(cx.t("result-search-failed")).color(cx.theme.error));
        }
        MistakeSearch::Done([]) => {
            let outcome = table.state().outcome();
            let is_won = outcome.is_some_and(|it| heading_id(table, &it) == "play-over-won");
            let id = if is_won { "result-won-well" } else { "result-no-mistakes" };
            ui.label(cx.t(id));
        }
        MistakeSearch::Done(mistakes) => {
            ui.label(RichText::new(cx.t("result-mistakes-head")).strong());
            for mistake in mistakes {
                mistake_ui(table, mistake, cx, ui);
            }
            if mistakes.iter().any(|mistake| mistake.puzzle.is_some()) {
                let text = RichText::new(cx.t("result-mistakes-kept")).color(cx.theme.quiet);
                ui.add(egui::Label::new(text).wrap());
            }
        }
    }
}

/// Draws a mistake: what was played, what it cost, and buttons to look at it and to play on from
/// there.
fn mistake_ui<G: GameUi>(
    table: &Table<G>,
    mistake: &Mistake<G::Action>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let state = &table.session.states()[mistake.at];
    let better = G::describe_action(cx.i18n, state, mistake.seat, mistake.assessment.best);
    let args = [
        ("what", step_text(table, mistake.at, cx).into()),
        ("better", better.into()),
        ("before", words::percent(f64::from(mistake.assessment.best_value)).into()),
        ("after", words::percent(f64::from(mistake.assessment.value)).into()),
    ];
    ui.add(egui::Label::new(cx.tf("result-mistake", &args)).wrap());
    ui.horizontal_wrapped(|ui| {
        if ui.button(cx.t("result-look")).clicked() {
            cx.send(Command::OpenReplayAt(mistake.at));
        }
        if ui.button(cx.t("result-play-from")).clicked() {
            cx.send(Command::PlayFrom(mistake.at));
        }
    });
}

/// Draws the buttons for the next game.
fn buttons_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        if table.common.was_together || table.is_mirror() {
            if cx.theme.primary_ui(ui, cx.t("together-next-game")).clicked() {
                cx.send(Command::Together(TogetherCommand::Show));
            }
            if !table.is_mirror() && ui.button(cx.t("play-replay")).clicked() {
                cx.send(Command::OpenReplay);
            }
            return;
        }
        if cx.theme.primary_ui(ui, cx.t("play-again")).clicked() {
            cx.send(Command::Rematch(RematchChange::None));
        }
        if ui.button(cx.t("play-replay")).clicked() {
            cx.send(Command::OpenReplay);
        }
        if ui.button(cx.t("menu-new")).clicked() {
            cx.send(Command::NewGame(table.session.record().preset.clone()));
        }
        if table.is_robots_only() {
            return;
        }
        if ui.button(cx.t("result-other-side")).clicked() {
            cx.send(Command::Rematch(RematchChange::OtherSide));
        }
        if table.session.record().players.iter().all(|(_, player)| player.is_human()) {
            return;
        }
        let response = ui.button(cx.t("result-other-level"));
        let entries = |ui: &mut Ui| {
            for level in Level::ALL {
                if ui.button(cx.t(&format!("who-level-{}", level.name()))).clicked() {
                    cx.send(Command::Rematch(RematchChange::Level(level)));
                    ui.close();
                }
            }
        };
        egui::Popup::menu(&response).show(|ui| entries_ui(ui, entries));
    });
}
