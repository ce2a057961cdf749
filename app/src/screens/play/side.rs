//! The panel beside the board: a card for each seat, and the next action.

use std::collections::BTreeSet;

use egui::{Pos2, Rect, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use qipan_core::contract::game::Turn;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::{Outcome, Reason};
use qipan_core::contract::seat::Seat;

use crate::command::{Command, TableCommand};
use crate::games::{GameUi, refused_ui, words};
use crate::model::i18n::ListStyle;
use crate::model::library::{SeatCandidate, name_in_words};
use crate::play::table::Table;
use crate::screens::log::taken_back_line;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::room::entries_ui;
use crate::ui::theme;

/// The seconds left at which a clock warns.
const HURRY: f64 = 5.0;

/// The height of a card without the row under it, in points.
const CARD: f32 = 52.0;

/// Draws the cards and the box with the next action.
pub fn side_ui<G: GameUi>(
    table: &Table<G>,
    others: &[SeatCandidate],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.spacing_mut().item_spacing.y = 6.0;
    let wide = ui.available_width() > 640.0;
    if wide {
        ui.columns(2, |columns| {
            cards_ui(table, others, cx, &mut columns[0]);
            action_ui(table, cx, &mut columns[1]);
        });
    } else {
        cards_ui(table, others, cx, ui);
        ui.add_space(2.0);
        action_ui(table, cx, ui);
    }
}

fn cards_ui<G: GameUi>(
    table: &Table<G>,
    others: &[SeatCandidate],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    for seat in table.state().rules().order() {
        if table.state().seats().contains(seat) || table.picking {
            card_ui(table, others, seat, cx, ui);
        }
    }
}

/// Draws the card of a seat: its mark, name, player and planes home, and the die of the seat to
/// move.
fn card_ui<G: GameUi>(
    table: &Table<G>,
    others: &[SeatCandidate],
    seat: Seat,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let over = table.animator.idle() && table.state().outcome().is_some();
    let turn = table.animator.turn() == seat && !table.picking && !over;
    let (rect, card) =
        ui.allocate_exact_size(vec2(ui.available_width(), CARD + G::ROW), Sense::HOVER);
    let lift = ui.ctx().animate_bool_responsive(card.id.with("lift"), turn);
    let whole = rect.translate(vec2(-4.0 * lift, 0.0));
    let stroke = match turn {
        true => Stroke::new(2.5, cx.theme.accent),
        false => Stroke::new(1.0, cx.theme.hairline),
    };
    let fill = if turn { cx.theme.raised } else { cx.theme.panel };
    ui.painter().rect(whole, theme::CORNER, fill, stroke, egui::StrokeKind::Inside);
    let body = whole.with_max_y(whole.top() + CARD);
    let who = who(table, others, seat, cx);
    let clock = clock(table, seat);
    let mut spoken = G::seat_card_text(table, seat, &who, turn, cx);
    if let Some((left, _)) = clock {
        spoken = cx.i18n.list(ListStyle::Clauses, [spoken, clock_text(left, cx)]);
    }
    card.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let middle = body.left_center() + vec2(26.0, 0.0);
    G::paint_mark(ui.painter(), middle, 26.0, seat, cx.theme);
    let mut name = words::seat::<G>(cx.i18n, seat);
    if let Some(relation) = G::relation(table.view(), seat, cx) {
        name = format!("{name} · {relation}");
    }
    text_ui::<G>(&name, &who, body, seat, cx, ui);
    let mut right = body.with_max_x(body.right() - 46.0);
    if let Some((left, all)) = clock {
        paint_clock(left, all, right, whole, cx, ui);
        right.min.y = body.center().y - 2.0;
    }
    G::paint_progress(table.view(), seat, right, cx, ui);
    let row = whole.with_min_y(body.bottom() - 6.0).with_max_y(whole.bottom() - 6.0);
    G::row_ui(table, seat, row.shrink2(vec2(12.0, 0.0)), cx, ui);
    if table.picking {
        pick_ui::<G>(seat, body, cx, ui);
    } else {
        swap_ui(table, others, seat, body, cx, ui);
    }
}

fn text_ui<G: GameUi>(
    name: &str,
    who: &str,
    body: Rect,
    seat: Seat,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let left = body.left() + 50.0;
    let clip = Rect::from_min_max(body.min, body.max - vec2(104.0, 0.0));
    let painter = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
    let font = |size| egui::FontId::proportional(size);
    let top = Pos2::new(left, body.top() + 7.0);
    painter.text(
        top,
        egui::Align2::LEFT_TOP,
        name,
        font(theme::HEAD),
        cx.theme.as_text(G::colour(cx.theme, seat)),
    );
    let below = Pos2::new(left, body.bottom() - 7.0);
    painter.text(below, egui::Align2::LEFT_BOTTOM, who, font(theme::BODY - 1.0), cx.theme.quiet);
}

/// Draws the whole card as a button that chooses its colour.
fn pick_ui<G: GameUi>(seat: Seat, body: Rect, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let response = ui.interact(body, ui.scope_id().with(("pick", seat.index())), Sense::click());
    let name = words::seat::<G>(cx.i18n, seat);
    let key = G::SEAT_KEYS.get(seat.index()).map_or("", |key| key.name());
    let label = cx.tf("play-pick-seat", &[("seat", name.into()), ("key", key.into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    if response.hovered() || response.has_focus() {
        let stroke = Stroke::new(2.5, cx.theme.accent);
        ui.painter().rect_stroke(body, theme::CORNER, stroke, egui::StrokeKind::Inside);
    }
    let at = body.right_center() - vec2(18.0, 0.0);
    let font = egui::FontId::proportional(theme::HEAD);
    ui.painter().text(at, egui::Align2::CENTER_CENTER, key, font, cx.theme.quiet);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        cx.send(TableCommand::PickColour(seat));
    }
}

/// Draws a small menu that gives the seat to another player.
fn swap_ui<G: GameUi>(
    table: &Table<G>,
    others: &[SeatCandidate],
    seat: Seat,
    body: Rect,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let human = table.is_human(seat);
    let at = body.right_center() - vec2(20.0, 0.0);
    let rect = Rect::from_center_size(at, Vec2::splat(28.0));
    let response = ui.interact(rect, ui.scope_id().with(("swap", seat.index())), Sense::click());
    let name = words::seat::<G>(cx.i18n, seat);
    let label = cx.tf("play-swap", &[("seat", name.into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let lit = response.hovered() || response.has_focus();
    if lit {
        ui.painter().rect_filled(rect, 6.0, cx.theme.raised);
        let stroke = Stroke::new(1.5, cx.theme.accent);
        ui.painter().rect_stroke(rect, 6.0, stroke, egui::StrokeKind::Inside);
    }
    let icon = if human { Icon::Person } else { Icon::Robot };
    let colour = if lit { cx.theme.ink } else { cx.theme.quiet };
    paint_icon(ui.painter(), rect.shrink(5.0), icon, colour);
    let response = response.on_hover_text(label);
    let entries = |ui: &mut Ui| {
        let preset = &table.session.record().preset;
        for other in others.iter().filter(|other| other.plays(preset)) {
            if ui.button(&other.title).clicked() {
                cx.send(TableCommand::SetPlayer(seat, Box::new(other.player.clone())));
                ui.close();
            }
        }
    };
    egui::Popup::menu(&response).show(|ui| entries_ui(ui, entries));
}

/// Returns the player of a seat, in words.
fn who<G: GameUi>(
    table: &Table<G>,
    others: &[SeatCandidate],
    seat: Seat,
    cx: &ScreenContext<'_>,
) -> String {
    if table.picking {
        return cx.t("play-pick-open");
    }
    match table.session.record().player(seat) {
        Some(player) if player.is_human() && player.name.is_empty() => cx.t("play-you"),
        Some(player) => name_in_words(others, player).to_owned(),
        None => cx.t("player-nobody"),
    }
}

/// Draws the next action, large.
fn action_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        if table.animator.idle()
            && let Some(outcome) = table.state().outcome()
        {
            return over_ui(table, &outcome, cx, ui);
        }
        G::todo_ui(table, cx, ui);
        trouble_ui(table, cx, ui);
    });
}

/// Returns the seconds a seat has left for its decision and had at first, if there is a clock.
fn clock<G: GameUi>(table: &Table<G>, seat: Seat) -> Option<(f64, f64)> {
    let all = table.state().rules().clock()?;
    let left = table.seconds_left().filter(|_| table.state().turn() == Turn::Seat(seat))?;
    Some((left, all))
}

fn clock_text(left: f64, cx: &ScreenContext<'_>) -> String {
    cx.tf("play-clock", &[("seconds", (left.ceil() as usize).into())])
}

/// Paints the seconds in the upper half of the card's right, and a shrinking bar at its foot.
fn paint_clock(left: f64, all: f64, right: Rect, whole: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
    let hurry = left < HURRY;
    let ink = if hurry { cx.theme.warning } else { cx.theme.quiet };
    let at = Pos2::new(right.right(), right.top() + 15.0);
    let text = cx.tf("play-seconds", &[("seconds", (left.ceil() as usize).into())]);
    let font = egui::FontId::proportional(theme::BODY);
    ui.painter().text(at, egui::Align2::RIGHT_CENTER, text, font, ink);
    let foot = whole.with_min_y(whole.bottom() - 6.0).shrink2(vec2(10.0, 1.0));
    let share = (left / all.max(1.0)).clamp(0.0, 1.0) as f32;
    let bar = foot.with_max_x(foot.left() + foot.width() * share);
    let fill = if hurry { cx.theme.warning } else { cx.theme.accent };
    ui.painter().rect_filled(bar, 2.0, fill);
}

/// Draws the errors of robots and house rules, one line each.
fn trouble_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    for (seat, message) in table.visible_troubles() {
        let args = [("seat", words::seat::<G>(cx.i18n, seat).into()), ("message", message.into())];
        let text = cx.tf("play-trouble", &args);
        ui.label(RichText::new(text).color(cx.theme.error).size(theme::BODY - 1.0));
    }
    if let (Some(fault), Some(message)) = (table.failed_rule(), table.failure_message()) {
        let line = table.house_rules().get(usize::from(fault.rule));
        let name = line.map_or("", |line| cx.i18n.pick(&line.name));
        let args = [("rule", name.into()), ("message", message.into())];
        let text = cx.tf("play-house-trouble", &args);
        ui.label(RichText::new(text).color(cx.theme.error).size(theme::BODY - 1.0));
    }
}

/// Returns the text id for a place: two sides win, lose or draw; more sides have places.
fn result_text(place: usize, outcome: &Outcome, sides: usize) -> &'static str {
    match (outcome.places.len(), place) {
        (1, _) => "play-result-drawn",
        (2, 1) if sides == 2 => "play-result-won",
        (2, _) if sides == 2 => "play-result-lost",
        _ => "play-place-line",
    }
}

/// Draws the places, what decided the game, and the next choices.
fn over_ui<G: GameUi>(
    table: &Table<G>,
    outcome: &Outcome,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.label(RichText::new(cx.t("play-over")).size(theme::HEAD).strong());
    let state = table.state();
    let sides =
        state.in_order().into_iter().map(|seat| state.team_of(seat)).collect::<BTreeSet<_>>();
    let sides = sides.len();
    let mut place = 1;
    for set in &outcome.places {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::HOVER);
            let icon = if place == 1 { Icon::Crown } else { Icon::Medal };
            let colour = cx.theme.medals.get(place - 1).copied().unwrap_or(cx.theme.quiet);
            paint_icon(ui.painter(), rect, icon, colour);
            let args =
                [("place", place.into()), ("seats", words::seats::<G>(cx.i18n, *set).into())];
            let text = RichText::new(cx.tf(result_text(place, outcome, sides), &args));
            let first = set.iter().next();
            ui.label(
                text.color(
                    first.map_or(cx.theme.ink, |s| cx.theme.as_text(G::colour(cx.theme, s))),
                ),
            );
        });
        place += set.len();
    }
    let line = match outcome.reason {
        Reason::Agreement => Some(cx.t("play-draw")),
        Reason::HouseRule => Some(cx.t("over-house-rule")),
        _ => G::victory_line(table, outcome, cx),
    };
    if let Some(line) = line {
        ui.label(RichText::new(line).color(cx.theme.quiet));
    }
    if let Some(line) = taken_back_line(table.session.record(), cx) {
        ui.add(egui::Label::new(line).wrap());
    }
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("play-again")).clicked() {
            cx.send(Command::Again);
        }
        if ui.button(cx.t("play-look-back")).clicked() {
            cx.send(Command::OpenReplay);
        }
    });
    refused_ui(table, cx, ui);
}
