//! The new-game screen: the choice of the game, the players and the rules.

use egui::{
    Key, Modifiers, Pos2, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet as _;
use qipan_core::contract::seat::SeatSet;
use qipan_core::registry::{GameKind, presets as all_presets};
use qipan_core::with_game;

use crate::command::{Command, TogetherCommand};
use crate::games::{Card, cards};
use crate::model::library::RobotChoice;
use crate::ui::at_right::at_right;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::room::list_height;
use crate::ui::theme::{BODY, HEAD, mix};
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, CONTROL_HEIGHT, within};

pub mod form;
mod from_position;
pub mod house;
mod house_ui;
pub mod house_words;
pub mod layouts;
mod layouts_ui;
mod own_rules;
mod problem;
mod ready;
mod ready_ui;
mod rule_set;
mod rules;
pub mod seats;
pub mod sets;
mod sets_ui;
mod start_position;
mod strength;
mod ticked_rules;

pub use form::NewGameForm;
pub use problem::StartProblem;

/// The width below which the rules are under the seats, not beside them, in points.
const ONE_COLUMN_BELOW: f32 = 980.0;
/// The minimum width of the seats and of the rules, in points. In a narrower window, they scroll
/// sideways.
const MIN_WIDTH: f32 = 500.0;
/// The maximum width of the screen, in points.
const MAX_WIDTH: f32 = 1480.0;
/// The space around the screen and between its halves, in points.
const GAP: f32 = 20.0;
/// The height of the footer with the start button, in points.
const FOOTER_HEIGHT: f32 = 48.0;
/// The maximum width of the control in a row of a form, in points.
const CONTROL_WIDTH: f32 = 300.0;

/// Draws the new-game screen over the whole of `ui`.
pub fn new_game_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    // The key is consumed before anything is drawn, so that a focused switch does not react to it.
    let is_start_shortcut = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    // The Enter key in a field only ends the input. It starts the game if nothing has the focus.
    let had_no_focus = ui.ctx().memory(|memory| memory.focused().is_none());
    let full = ui.max_rect();
    let width = (full.width() - 2.0 * GAP).min(MAX_WIDTH);
    let area = Rect::from_center_size(full.center(), vec2(width, full.height() - 1.6 * GAP));
    let bar = area.with_max_y(area.top() + 36.0);
    let body = area.with_min_y(bar.bottom() + 12.0);
    within(ui, bar, |ui| title_ui("new-title", cx, ui, |_, _| {}));
    within(ui, bar, |ui| {
        ui.horizontal_centered(|ui| {
            at_right(ui, "new-game", |ui, _| {
                let button = ui.button(cx.t("menu-guide"));
                let keys = Command::ToggleGuide.shortcut().map_or("", |shortcut| shortcut.name);
                if button.on_hover_text(keys).clicked() {
                    cx.send(Command::ToggleGuide);
                }
            });
        });
    });
    if area.width() < ONE_COLUMN_BELOW {
        let footer = body.with_min_y(body.bottom() - FOOTER_HEIGHT);
        let scrolled = body.with_max_y(footer.top() - 12.0);
        within(ui, scrolled, |ui| {
            egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                // Leaves room for the scroll bar.
                ui.set_width((ui.available_width() - 12.0).max(MIN_WIDTH));
                seats_column_ui(form, robots, cx, ui);
                ui.add_space(GAP);
                rules::rules_ui(form, robots, false, cx, ui);
            });
        });
        within(ui, footer, |ui| footer_ui(form, robots, cx, ui));
    } else {
        let left_width = (area.width() * 0.44).clamp(500.0, 620.0);
        let footer = body.with_min_y(body.bottom() - FOOTER_HEIGHT);
        let halves = body.with_max_y(footer.top() - 12.0);
        let left = halves.with_max_x(body.left() + left_width);
        let right = halves.with_min_x(left.right() + GAP);
        within(ui, left, |ui| {
            egui::ScrollArea::vertical()
                .id_salt("seats")
                .auto_shrink([false, false])
                .show(ui, |ui| seats_column_ui(form, robots, cx, ui));
        });
        // The footer is drawn before the rules, so that the Tab key reaches it first.
        within(ui, footer, |ui| footer_ui(form, robots, cx, ui));
        within(ui, right, |ui| rules::rules_ui(form, robots, true, cx, ui));
    }
    sets_ui::question_ui(form, cx, ui.ctx());
    let has_no_focus = ui.ctx().memory(|memory| memory.focused().is_none());
    let is_enter_pressed = ui.input(|input| input.key_pressed(Key::Enter));
    let is_covered = egui::Popup::is_any_open(ui.ctx()) || form.sets.is_asking();
    if (is_start_shortcut || (is_enter_pressed && had_no_focus && has_no_focus)) && !is_covered {
        start(form, robots, cx);
    }
}

/// Draws the left half: the games and the seats.
fn seats_column_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.spacing_mut().item_spacing.y = 8.0;
    presets_ui(form, robots, cx, ui);
    from_position::position_notice_ui(form, cx, ui);
    ui.add_space(4.0);
    seats::seats_ui(form, robots, cx, ui);
    coach_ui(form, cx, ui);
    if let Some(advice) = form.seating().advice(cx.i18n) {
        widgets::info_box(ui, cx.theme, advice);
    }
}

/// Draws the switch of the coach, if a person plays.
fn coach_ui(form: &NewGameForm, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if !form.seating().has_person() {
        return;
    }
    let mut is_coached = cx.settings.setups.coached.contains(form.preset());
    ui.horizontal(|ui| {
        let label = cx.t("new-coach");
        if widgets::switch(ui, cx.theme, &label, &mut is_coached).changed() {
            cx.send(Command::SetCoach(form.preset().to_owned(), is_coached));
        }
        let text = RichText::new(label).color(cx.theme.on_table);
        ui.label(text).on_hover_text(cx.t("new-coach.about"));
    });
}

/// Draws the games as cards with their boards, and the presets of the chosen one.
fn presets_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let gap = 12.0;
    let count = cards().count() as f32;
    let width = (ui.available_width() - gap * (count - 1.0)) / count;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (kind, Card { name, presets }) in cards() {
            let is_chosen = presets.contains(&form.preset());
            let (rect, response) = ui.allocate_exact_size(vec2(width, 150.0), Sense::click());
            let title = cx.t(&format!("game-{name}"));
            response.widget_info(|| {
                WidgetInfo::selected(Role::RadioButton, true, is_chosen, title.clone())
            });
            card_ui(form, (kind, *name), is_chosen, rect, &response, cx, ui);
            if response.clicked() && !is_chosen {
                choose(form, latest_of(presets, cx), robots, cx);
            }
        }
    });
    let is_selected = |presets: &&[&str]| presets.contains(&form.preset());
    let modes = cards().map(|(_, card)| card.presets).find(is_selected);
    if let Some(presets) = modes.filter(|presets| presets.len() > 1) {
        modes_ui(form, robots, presets, cx, ui);
    }
}

/// Returns the one of a game's presets that was played last, or the first one if none was played.
fn latest_of(presets: &[&'static str], cx: &ScreenContext<'_>) -> &'static str {
    cx.settings.setups.latest_of(presets).unwrap_or(presets[0])
}

/// Selects a preset. The players and rules that fit it are kept.
fn choose(
    form: &mut NewGameForm,
    preset: &str,
    robots: &[RobotChoice],
    cx: &mut ScreenContext<'_>,
) {
    form.carry_over(preset, robots);
    // The choice is sent as a command, so that the whole frame is drawn from one state.
    cx.send(Command::NewGame(preset.to_owned()));
}

/// Draws the choice among the presets of a game, which players know as modes.
fn modes_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    presets: &[&str],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let name = |preset: &str| cx.t(&format!("game-{preset}"));
    let mut chosen = form.preset();
    ui.horizontal(|ui| {
        let label = cx.t("new-mode");
        ui.label(RichText::new(&label).color(cx.theme.on_table));
        ui.name_inputs(&label, |ui| {
            // The list is tall enough for all modes.
            let combo =
                egui::ComboBox::from_id_salt("mode").width(230.0).height(list_height(540.0, ui));
            combo.icon(widgets::combo_icon).selected_text(name(chosen)).show_ui(ui, |ui| {
                // The entries are close together, so that all modes fit in a window of small
                // height.
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.spacing_mut().button_padding.y = 3.0;
                ui.spacing_mut().interact_size.y = 26.0;
                let mut modes: Vec<&str> =
                    all_presets().filter(|preset| presets.contains(preset)).collect();
                modes.sort_by_key(|preset| seat_count(preset));
                let mut last_count = 0;
                for preset in modes {
                    let count = seat_count(preset);
                    if count != last_count {
                        let text = cx.tf("new-mode-players", &[("count", count.into())]);
                        ui.label(widgets::muted_text(cx.theme, text));
                        last_count = count;
                    }
                    let about = cx.t(&format!("game-{preset}.about"));
                    let entry = ui.selectable_value(&mut chosen, preset, name(preset));
                    if entry.on_hover_text(about).clicked() {
                        ui.close();
                    }
                }
            });
        });
    });
    let about = RichText::new(cx.t(&format!("game-{chosen}.about")));
    ui.label(about.size(BODY - 1.0).color(crate::ui::theme::fade(cx.theme.on_table, 0.8)));
    if chosen != form.preset() {
        choose(form, chosen, robots, cx);
    }
}

/// Returns the number of players of a preset.
fn seat_count(preset: &str) -> usize {
    fn seats<G: Game>(preset: &str) -> Option<SeatSet> {
        Some(G::Rules::preset(preset)?.seats())
    }
    let of_kind = |kind| with_game!(kind, |G| seats::<G>(preset));
    GameKind::of_preset(preset).and_then(of_kind).map_or(0, SeatSet::len)
}

/// Draws the card of a game: its board, its name and a sentence about it.
fn card_ui(
    form: &mut NewGameForm,
    (kind, name): (GameKind, &'static str),
    is_chosen: bool,
    rect: Rect,
    response: &Response,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let theme = cx.theme;
    let (fill, stroke) = match (is_chosen, response.hovered()) {
        (true, _) => (theme.raised, Stroke::new(2.0, theme.accent)),
        // The accent colour is reserved for the chosen card.
        (false, true) => (mix(theme.panel, theme.ink, 0.05), Stroke::new(1.0, theme.quiet)),
        (false, false) => (theme.panel, Stroke::new(1.0, theme.hairline)),
    };
    ui.painter().rect(rect, 10.0, fill, stroke, StrokeKind::Inside);
    let side = 68.0;
    let picture_rect = Rect::from_min_size(rect.min + vec2(10.0, 10.0), vec2(side, side));
    form.picture(kind, name)(ui.painter(), theme, picture_rect);
    let title = Rect::from_min_max(
        Pos2::new(picture_rect.right() + 10.0, rect.top() + 14.0),
        Pos2::new(rect.right() - 6.0, picture_rect.bottom()),
    );
    within(ui, title, |ui| {
        let name = cx.t(&format!("game-{name}"));
        let font = widgets::fit_font(&name, title_font(HEAD - 3.0), title.width(), ui);
        ui.label(RichText::new(name).font(font).color(theme.ink));
    });
    let about = Rect::from_min_max(
        Pos2::new(picture_rect.left(), picture_rect.bottom() + 6.0),
        rect.max - vec2(8.0, 4.0),
    );
    within(ui, about, |ui| {
        ui.label(widgets::muted_text(theme, cx.t(&format!("game-{name}.about"))));
    });
    widgets::focus_ring(ui, theme, response, 10.0);
}

/// Draws the start button, the button to invite others, and the problem that prevents a start, if
/// there is one.
fn footer_ui(form: &NewGameForm, robots: &[RobotChoice], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let problem = form.game(robots, &cx.settings.name).err();
    let width = 190.0;
    let rect = ui.max_rect();
    let button = rect.with_min_x(rect.right() - width);
    let invite = rect.with_max_x(button.left() - 12.0).with_min_x(button.left() - 122.0);
    if let Some(problem) = &problem {
        let text = problem.text(cx.i18n, &*form.seating().rules);
        within(ui, rect.with_max_x(invite.left() - 12.0), |ui| {
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                widgets::error_box(ui, cx.theme, text);
            });
        });
    }
    let start_button = cx.theme.primary_button(cx.t("new-start")).min_size(button.size());
    let clicked = within(ui, button, |ui| {
        let response = ui.add_enabled(problem.is_none(), start_button);
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        response.clicked()
    });
    if clicked {
        start(form, robots, cx);
    }
    // A game with people on other devices cannot begin from a set-up position.
    let can_invite = problem.is_none() && form.start_line().is_none();
    let invite_button = cx.theme.sized_button(cx.t("new-invite"), invite.size());
    within(ui, invite, |ui| {
        let response = ui.add_enabled(can_invite, invite_button);
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        if response.on_hover_text(cx.t("new-invite.about")).clicked()
            && let Ok(game) = form.game(robots, &cx.settings.name)
        {
            cx.send(Command::Together(TogetherCommand::Plan(Box::new(game))));
        }
    });
}

/// Starts the game if nothing prevents it.
fn start(form: &NewGameForm, robots: &[RobotChoice], cx: &mut ScreenContext<'_>) {
    if let Ok(mut game) = form.game(robots, &cx.settings.name) {
        form.name_other_people(&mut game, &cx.t("who-person"));
        cx.send(Command::Start(Box::new(game)));
    }
}

/// Draws a row of a form: text on the left and, vertically centred, a control on the right.
pub(super) fn row_ui(ui: &mut Ui, text: impl FnOnce(&mut Ui), control: impl FnOnce(&mut Ui)) {
    let (top, width) = (ui.cursor().min, ui.available_width());
    let left = Rect::from_min_size(top, vec2(width - CONTROL_WIDTH - 12.0, CONTROL_HEIGHT));
    let layout = egui::Layout::top_down(egui::Align::Min);
    let mut child = ui.new_child(UiBuilder::new().max_rect(left).layout(layout));
    child.spacing_mut().item_spacing.y = 1.0;
    child.spacing_mut().interact_size.y = 20.0;
    text(&mut child);
    let row = Rect::from_min_size(top, vec2(width, child.min_rect().height().max(CONTROL_HEIGHT)));
    let right = row.with_min_x(row.right() - CONTROL_WIDTH);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    control(&mut ui.new_child(UiBuilder::new().max_rect(right).layout(layout)));
    ui.allocate_rect(row, Sense::hover());
}
