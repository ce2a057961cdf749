//! The seats of the new-game screen: a card for each seat, or one card for a person against three
//! robots.

use egui::{ComboBox, Id, Margin, RichText, Slider, Stroke, Ui, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::Command;
use crate::games::{GameUi as _, words};
use crate::model::adaptive::Strength;
use crate::model::library::{ParamChoice, RobotChoice, find, level_sort_key, name_with_level};
use crate::model::settings::Settings;
use crate::model::setup::SeatChoice;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::layouts_ui;
use crate::screens::new_game::strength::strength_ui;
use crate::ui::context::ScreenContext;
use crate::ui::room::list_height;
use crate::ui::theme::{BODY, mix};
use crate::ui::widgets;

/// The room for the mark of a seat at the left of its card, in points.
const MARK_ROOM: f32 = 38.0;

/// The width of the drop-down list of players, in points.
const PLAYER_CHOICE_WIDTH: f32 = 226.0;

/// Draws the seats of the selected preset.
pub(super) fn seats_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let choices = [(true, cx.t("new-way-pick")), (false, cx.t("new-way-seats"))];
    let name = cx.t("new-seats");
    ui.horizontal(|ui| {
        let head = RichText::new(&name).font(crate::ui::fonts::title_font(crate::ui::theme::HEAD));
        ui.label(head.color(cx.theme.on_table));
        // A seat is picked at the board only if the seats differ in colour alone.
        if form.start_line().is_none() && form.seating().can_pick_seat() {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                widgets::segmented(
                    ui,
                    cx.theme,
                    &name,
                    &choices,
                    &mut form.seating_mut().picks_colour,
                );
            });
        }
    });
    strength_ui(form, robots, cx, ui);
    if form.seating().picks_colour {
        ui.push_id("pick", |ui| pick_ui(form, robots, cx, ui));
        return;
    }
    for seat in form.seating().order() {
        let kind = form.kind();
        let mut seat_choice = form.seating().seat_choices[seat.index()].clone();
        let old_choice = seat_choice.clone();
        ui.push_id(("seat", seat.index()), |ui| {
            seat_ui(kind, seat, &mut seat_choice, robots, form, cx, ui);
        });
        if seat_choice != old_choice {
            form.seating_mut().sit(seat, seat_choice);
            form.has_new_players = true;
        }
    }
}

/// Draws the card for one person against three robots. The person picks a colour at the board.
fn pick_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let (order, preset) = (form.seating().order(), form.preset());
    let opponent = &mut form.seating_mut().opponent;
    let fold_id = ui.scope_id().with("tune");
    cx.theme.card().inner_margin(Margin::same(16)).show(ui, |ui| {
        ui.take_available_width();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 14.0;
            for seat in order {
                widgets::seat_badge(ui, cx.theme, seat, 40.0);
            }
        });
        ui.add_space(4.0);
        ui.label(RichText::new(cx.t("new-pick")).color(cx.theme.ink));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.label(cx.t("new-pick-robot"));
            let name = cx.t("new-pick-robot");
            player_choice_ui(&name, opponent, (robots, preset), PlayerEntries::Robots, cx, ui);
            tune_button_ui(fold_id, opponent, robots, cx, ui);
        });
        description_ui(opponent, (robots, preset), cx, ui);
        params_ui(fold_id, opponent, robots, cx, ui);
    });
}

/// Draws the card of a seat.
fn seat_ui(
    kind: GameKind,
    seat: Seat,
    seat_choice: &mut SeatChoice,
    robots: &[RobotChoice],
    form: &mut NewGameForm,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let theme = cx.theme;
    let fold_id = ui.scope_id().with("tune");
    let is_taken = *seat_choice != SeatChoice::Nobody;
    let colour = with_game!(kind, |G| G::colour(theme, seat));
    let fill = mix(theme.panel, colour, if is_taken { 0.07 } else { 0.0 });
    let stroke = Stroke::new(1.0, mix(theme.hairline, colour, if is_taken { 0.45 } else { 0.1 }));
    let card = theme.card().fill(fill).stroke(stroke).inner_margin(Margin::symmetric(12, 8));
    card.show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal(|ui| {
            let (mark, _) = ui.allocate_exact_size(vec2(30.0, 30.0), egui::Sense::hover());
            let (painter, middle) = (ui.painter(), mark.center());
            with_game!(kind, |G| G::paint_seat_badge(painter, middle, 30.0, seat, theme));
            let seat_name = words::seat_of(kind, cx.i18n, seat);
            let label = RichText::new(&seat_name)
                .size(BODY + 1.0)
                .strong()
                .color(theme.readable_on_panel(colour));
            let from_the_left = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(vec2(60.0, 30.0), from_the_left, |ui| {
                ui.set_min_width(60.0);
                ui.label(label).on_hover_text(description(
                    seat_choice,
                    (robots, form.preset()),
                    cx,
                ));
            });
            let name = cx.tf("who-of", &[("seat", seat_name.into())]);
            player_choice_ui(
                &name,
                seat_choice,
                (robots, form.preset()),
                PlayerEntries::All,
                cx,
                ui,
            );
            match seat_choice {
                SeatChoice::Me => my_name_ui(cx, ui),
                SeatChoice::Person(name) => {
                    let (label, hint) = (cx.t("who-name"), cx.t("who-name.hint"));
                    widgets::name_field(ui, &label, &hint, name, 140.0);
                }
                SeatChoice::Nobody | SeatChoice::Adaptive => {}
                SeatChoice::Robot { .. } => tune_button_ui(fold_id, seat_choice, robots, cx, ui),
            }
        });
        let can_choose_layout = form.can_choose_layout(seat);
        // The short form of the page has no room for descriptions. They are hover texts there.
        if can_choose_layout || form.shows_options {
            second_line_ui(seat_choice, can_choose_layout.then_some(seat), robots, form, cx, ui);
        }
        params_ui(fold_id, seat_choice, robots, cx, ui);
    });
}

/// Draws the second line of a seat's card: the choice of a layout for `layout_seat`, or the
/// description of the player.
fn second_line_ui(
    seat_choice: &SeatChoice,
    layout_seat: Option<Seat>,
    robots: &[RobotChoice],
    form: &mut NewGameForm,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.horizontal(|ui| {
            ui.add_space(MARK_ROOM);
            match layout_seat {
                Some(seat) => layouts_ui::layout_ui(form, seat, cx, ui),
                None => description_ui(seat_choice, (robots, form.preset()), cx, ui),
            }
        });
    });
}

/// Draws the field for the player's own name, which is a setting.
fn my_name_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let mut name = cx.settings.name.clone();
    let (label, hint) = (cx.t("who-name"), cx.t("who-name.hint"));
    if widgets::name_field(ui, &label, &hint, &mut name, 140.0) {
        let settings = Settings { name, ..cx.settings.clone() };
        cx.send(Command::ChangeSettings(Box::new(settings)));
    }
}

/// The entries of a drop-down list of players.
#[derive(Clone, Copy, PartialEq)]
enum PlayerEntries {
    /// An empty seat, people and robots.
    All,
    /// Robots.
    Robots,
}

/// Draws the drop-down list of players: an empty seat, people, and the robots that play the preset.
/// The robots are sorted by strength.
fn player_choice_ui(
    name: &str,
    seat_choice: &mut SeatChoice,
    (robots, preset): (&[RobotChoice], &str),
    entries: PlayerEntries,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let current = match seat_choice {
        SeatChoice::Nobody => cx.t("who-nobody"),
        SeatChoice::Me => cx.t("who-me"),
        SeatChoice::Person(_) => cx.t("who-person"),
        SeatChoice::Adaptive => cx.t("who-adaptive"),
        SeatChoice::Robot { script, .. } => {
            find(robots, script).map_or_else(|| script.clone(), |robot| robot_name(robot, cx))
        }
    };
    ui.name_inputs(name, |ui| {
        let combo = ComboBox::from_id_salt("who").selected_text(current).width(PLAYER_CHOICE_WIDTH);
        let combo = combo.icon(widgets::combo_icon);
        combo.height(list_height(480.0, ui)).truncate().show_ui(ui, |ui| {
            ui.set_min_width(PLAYER_CHOICE_WIDTH + 40.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            if entries == PlayerEntries::All {
                people_ui(seat_choice, cx, ui);
                ui.separator();
            }
            let is_adaptive = *seat_choice == SeatChoice::Adaptive;
            if ui.selectable_label(is_adaptive, cx.t("who-adaptive")).clicked() {
                *seat_choice = SeatChoice::Adaptive;
                ui.close();
            }
            // Robots that do not load are listed, but disabled.
            let is_listed = |robot: &&RobotChoice| robot.error.is_some() || robot.plays(preset);
            let mut listed: Vec<&RobotChoice> = robots.iter().filter(is_listed).collect();
            listed.sort_by_key(|robot| level_sort_key(robot.level));
            let first_without_level = listed.partition_point(|robot| robot.level.is_some());
            for (index, robot) in listed.into_iter().enumerate() {
                if index == first_without_level {
                    ui.separator();
                    ui.label(widgets::muted_text(cx.theme, cx.t("who-others")));
                }
                robot_entry_ui(robot, seat_choice, cx, ui);
            }
        });
    });
}

/// Returns the name of a robot with its strength.
fn robot_name(robot: &RobotChoice, cx: &ScreenContext<'_>) -> String {
    name_with_level(robot.level, &robot.title, cx.i18n)
}

/// Draws the entries for an empty seat and for people.
fn people_ui(seat_choice: &mut SeatChoice, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let person = SeatChoice::Person(String::new());
    for (choice, text) in [
        (SeatChoice::Nobody, cx.t("who-nobody")),
        (SeatChoice::Me, cx.t("who-me")),
        (person, cx.t("who-person")),
    ] {
        let is_same = std::mem::discriminant(seat_choice) == std::mem::discriminant(&choice);
        if ui.selectable_label(is_same, text).clicked() {
            if !is_same {
                *seat_choice = choice;
            }
            ui.close();
        }
    }
}

/// Draws a robot as an entry of the list.
fn robot_entry_ui(
    robot: &RobotChoice,
    seat_choice: &mut SeatChoice,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let is_chosen =
        matches!(seat_choice, SeatChoice::Robot { script, .. } if *script == robot.script);
    let entry = egui::Button::selectable(is_chosen, robot_name(robot, cx));
    let response = ui.add_enabled(robot.error.is_none(), entry);
    if response.clicked() {
        if !is_chosen {
            *seat_choice = SeatChoice::robot(&robot.script);
        }
        ui.close();
    }
    let author = (!robot.author.is_empty())
        .then(|| cx.tf("who-by", &[("author", robot.author.as_str().into())]));
    let text = [Some(robot.about.clone()), author].into_iter().flatten();
    response.on_hover_text(text.collect::<Vec<_>>().join("\n")).on_disabled_hover_text(
        cx.tf("who-broken", &[("error", robot.error.clone().unwrap_or_default().into())]),
    );
}

/// Draws a line that describes the player of a seat.
fn description_ui(
    seat_choice: &SeatChoice,
    (robots, preset): (&[RobotChoice], &str),
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let text = description(seat_choice, (robots, preset), cx);
    ui.add(egui::Label::new(widgets::muted_text(cx.theme, text)).wrap());
}

/// Returns the description of the player of a seat.
fn description(
    seat_choice: &SeatChoice,
    (robots, preset): (&[RobotChoice], &str),
    cx: &ScreenContext<'_>,
) -> String {
    match seat_choice {
        SeatChoice::Nobody => cx.t("who-nobody.about"),
        SeatChoice::Me => cx.t("who-me.about"),
        SeatChoice::Person(_) => cx.t("who-person.about"),
        SeatChoice::Adaptive => strength_text(cx.settings.setups.strength(preset), cx),
        SeatChoice::Robot { script, .. } => {
            find(robots, script).map_or_else(|| cx.t("who-gone"), |robot| robot.about.clone())
        }
    }
}

/// Returns the strength of an opponent that adapts to the player, in words and as a number.
pub fn strength_text(strength: Strength, cx: &ScreenContext<'_>) -> String {
    let level = cx.t(&format!("who-level-{}", strength.nearest_level().name()));
    let number = format!("{:.1}", strength.shown_level());
    cx.tf("who-adaptive-strength", &[("level", level.into()), ("number", number.into())])
}

/// Draws the button that expands the parameters of a robot.
fn tune_button_ui(
    id: Id,
    seat_choice: &SeatChoice,
    robots: &[RobotChoice],
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let SeatChoice::Robot { script, params } = seat_choice else { return };
    if find(robots, script).is_none_or(|robot| robot.params.is_empty()) {
        return;
    }
    let is_open = widgets::is_expanded(id, ui);
    let text = RichText::new(cx.t("who-tune"));
    let text = if params.is_empty() { text } else { text.color(cx.theme.accent).strong() };
    let button = egui::Button::selectable(is_open, text).frame_when_inactive(true);
    if ui.add(button).on_hover_text(cx.t("who-tune.about")).clicked() {
        ui.data_mut(|data| data.insert_temp(id, !is_open));
    }
}

/// Draws the parameters of a robot as sliders while they are expanded.
fn params_ui(
    id: Id,
    seat_choice: &mut SeatChoice,
    robots: &[RobotChoice],
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let SeatChoice::Robot { script, params } = seat_choice else { return };
    let Some(robot) = find(robots, script).filter(|_| widgets::is_expanded(id, ui)) else { return };
    for param in &robot.params {
        let mut value = params.get(&param.name).copied().unwrap_or(param.default);
        if param_ui(param, &mut value, cx, ui) {
            params.insert(param.name.clone(), value);
        }
        if value == param.default {
            params.remove(&param.name);
        }
    }
    if params.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.add_space(MARK_ROOM - 8.0);
        let reset = cx.theme.quiet_button(cx.t("who-default"));
        if ui.add(reset).clicked() {
            params.clear();
        }
    });
}

/// Draws a parameter as a switch or a slider. Returns true if the player changed it.
fn param_ui(param: &ParamChoice, value: &mut f64, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    ui.horizontal(|ui| {
        ui.add_space(MARK_ROOM);
        let changed = if param.is_switch {
            let mut is_on = *value != 0.0;
            let response = widgets::switch(ui, cx.theme, &param.name, &mut is_on);
            *value = f64::from(u8::from(is_on));
            response.changed()
        } else {
            slider_ui(param, value, cx, ui)
        };
        ui.add_space(4.0);
        let text = if param.about.is_empty() { &param.name } else { &param.about };
        let label = egui::Label::new(widgets::muted_text(cx.theme, text.as_str())).wrap();
        ui.add(label).on_hover_text(format!("{}: {text}", param.name));
        changed
    })
    .inner
}

/// Draws the slider of a parameter. Returns true if the player changed it.
fn slider_ui(param: &ParamChoice, value: &mut f64, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    widgets::style_sliders(ui, cx.theme);
    // If the default and both limits of a parameter are whole numbers and its range is wide, the
    // slider offers only whole numbers.
    let is_whole = [param.default, param.min, param.max].iter().all(|n| n.fract() == 0.0);
    let slider = Slider::new(value, param.min..=param.max);
    let slider = if is_whole && param.max - param.min >= 4.0 {
        slider.step_by(1.0).max_decimals(0)
    } else {
        slider.max_decimals(2)
    };
    ui.name_inputs(param.name.as_str(), |ui| ui.add(slider)).changed()
}
