//! The panel beside the board: a card for each seat, and the box with the next action.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, Pos2, Rect, Response, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};
use qipan_core::contract::game::Turn;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;

use crate::command::TableCommand;
use crate::games::{GameUi, army_ink, paint_badge, words};
use crate::model::i18n::ListStyle;
use crate::model::library::{SeatCandidate, localized_name};
use crate::play::table::{HintState, Table};
use crate::screens::play::coach::coach_ui;
use crate::screens::play::draw_offer::draw_offer_ui;
use crate::screens::play::question::question_ui;
use crate::screens::play::result::result_ui;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::room::entries_ui;
use crate::ui::{theme, widgets};

/// The remaining seconds below which a clock warns.
const WARNING_SECONDS: f64 = 5.0;

/// The width above which the cards and the next action are side by side, in points.
const TWO_COLUMNS_ABOVE: f32 = 640.0;

/// The height of a card without the row that a game may add, in points.
const CARD_HEIGHT: f32 = 52.0;

/// Draws the cards, unless they are on the board, and the box with the next action. In one column
/// the result of a finished game stands above the cards, so that its buttons are in sight.
pub fn side_ui<G: GameUi>(
    table: &Table<G>,
    candidates: &[SeatCandidate],
    has_cards: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.spacing_mut().item_spacing.y = 6.0;
    if !has_cards {
        action_ui(table, cx, ui);
    } else if ui.available_width() > TWO_COLUMNS_ABOVE {
        widgets::two_columns(ui, |left, right| {
            cards_ui(table, candidates, cx, left);
            action_ui(table, cx, right);
        });
    } else if finished(table).is_some() {
        action_ui(table, cx, ui);
        ui.add_space(2.0);
        cards_ui(table, candidates, cx, ui);
    } else {
        cards_ui(table, candidates, cx, ui);
        ui.add_space(2.0);
        action_ui(table, cx, ui);
    }
}

/// Returns the outcome of a game whose end has been shown.
fn finished<G: GameUi>(table: &Table<G>) -> Option<Outcome> {
    table.state().outcome().filter(|_| table.animator.is_idle())
}

/// Draws the cards of all seats in play, or of all seats while a colour is picked.
fn cards_ui<G: GameUi>(
    table: &Table<G>,
    candidates: &[SeatCandidate],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    for seat in table.state().rules().order() {
        if table.state().seats().contains(seat) || table.is_picking_colour {
            card_ui(table, candidates, seat, cx, ui);
        }
    }
}

/// Draws the card of a seat: its mark, its name, its player and its progress. The card of the seat
/// to move is highlighted.
fn card_ui<G: GameUi>(
    table: &Table<G>,
    candidates: &[SeatCandidate],
    seat: Seat,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let is_to_move = is_to_move(table, seat);
    let (rect, card) = ui.allocate_exact_size(
        vec2(ui.available_width(), CARD_HEIGHT + G::seat_row_height(table.view())),
        Sense::HOVER,
    );
    let lift = ui.ctx().animate_bool_responsive(card.id.with("lift"), is_to_move);
    let card_rect = rect.translate(vec2(-4.0 * lift, 0.0));
    let stroke = match is_to_move {
        true => Stroke::new(2.5, cx.theme.accent),
        false => Stroke::new(1.0, cx.theme.hairline),
    };
    let fill = if is_to_move { cx.theme.raised } else { cx.theme.panel };
    ui.painter().rect(card_rect, theme::CORNER, fill, stroke, egui::StrokeKind::Inside);
    let body = card_rect.with_max_y(card_rect.top() + CARD_HEIGHT);
    let player = player_text(table, candidates, seat, cx);
    let clock = clock(table, seat);
    describe_card(table, seat, &player, &card, cx);
    let middle = body.left_center() + vec2(26.0, 0.0);
    let army = G::army(table.card_view().0, seat);
    paint_badge::<G>(ui.painter(), (middle, 26.0), army, cx.theme);
    let name = words::seat::<G>(cx.i18n, seat);
    let about = match G::relation(table.view(), seat, cx) {
        Some(relation) => format!("{relation} · {player}"),
        None => player,
    };
    paint_name_and_about(&name, &about, body, army_ink::<G>(army, cx.theme), cx, ui);
    let mut right = body.with_max_x(body.right() - 46.0);
    if let Some(clock) = clock {
        paint_clock(clock, right.right_top() + vec2(0.0, 15.0), card_rect, cx, ui);
        right.min.y = body.center().y - 2.0;
    }
    G::paint_progress(table.card_view().0, seat, right, cx, ui);
    let row = card_rect.with_min_y(body.bottom() - 6.0).with_max_y(card_rect.bottom() - 6.0);
    G::row_ui(table, seat, row.shrink2(vec2(12.0, 0.0)), cx, ui);
    if table.is_picking_colour {
        pick_ui::<G>(seat, body, cx, ui);
    } else {
        change_player_ui(table, candidates, seat, body, cx, ui);
    }
}

/// Returns true if a seat is to move in the position shown.
fn is_to_move<G: GameUi>(table: &Table<G>, seat: Seat) -> bool {
    let is_over = finished(table).is_some();
    let asked = table.shown_question().filter(|_| table.animator.is_idle());
    let turn = asked.map_or(table.animator.turn(), |question| question.seat);
    turn == seat && !table.is_picking_colour && !is_over
}

/// Describes the card of a seat for screen readers.
fn describe_card<G: GameUi>(
    table: &Table<G>,
    seat: Seat,
    player: &str,
    card: &Response,
    cx: &ScreenContext<'_>,
) {
    let mut label = G::seat_card_text(table, seat, player, is_to_move(table, seat), cx);
    if let Some((remaining, _)) = clock(table, seat) {
        label = cx.i18n.list(ListStyle::Clauses, [label, clock_text(remaining, cx)]);
    }
    card.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
}

/// Draws the card of a seat in a free area of the board. It shows the same as a card in the panel,
/// but each text on a line of its own, and the losses in several rows.
pub fn board_card_ui<G: GameUi>(
    table: &Table<G>,
    candidates: &[SeatCandidate],
    (seat, rect): (Seat, Rect),
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let is_to_move = is_to_move(table, seat);
    let id = ui.scope_id().with(("board card", seat.index()));
    let card = ui.interact(rect, id, Sense::HOVER);
    let (fill, stroke) = match is_to_move {
        true => (cx.theme.raised, Stroke::new(2.5, cx.theme.accent)),
        false => (cx.theme.panel, Stroke::new(1.0, cx.theme.hairline)),
    };
    ui.painter().rect(rect, theme::CORNER, fill, stroke, egui::StrokeKind::Inside);
    let player = player_text(table, candidates, seat, cx);
    describe_card(table, seat, &player, &card, cx);
    let inner = rect.shrink(10.0);
    let first = inner.with_max_y(inner.top() + 30.0);
    let army = G::army(table.card_view().0, seat);
    let middle = first.left_center() + vec2(14.0, 0.0);
    paint_badge::<G>(ui.painter(), (middle, 26.0), army, cx.theme);
    let text = first.with_min_x(first.left() + 36.0).with_max_x(first.right() - 34.0);
    let name = words::seat::<G>(cx.i18n, seat);
    paint_line(&name, text, theme::HEAD, army_ink::<G>(army, cx.theme), ui);
    let progress = G::progress_text(table.card_view().0, seat, cx);
    let relation = G::relation(table.view(), seat, cx);
    let mut line = inner.with_min_y(first.bottom() + 2.0).with_max_y(first.bottom() + 22.0);
    for text in relation.into_iter().chain([player]) {
        paint_line(&text, line, theme::BODY, cx.theme.ink, ui);
        line = line.translate(vec2(0.0, 21.0));
    }
    paint_line(&progress, line, theme::BODY, cx.theme.quiet, ui);
    if let Some(clock) = clock(table, seat) {
        paint_clock(clock, line.right_center(), rect, cx, ui);
    }
    G::row_ui(table, seat, inner.with_min_y(line.bottom() + 4.0), cx, ui);
    let body = first.expand2(vec2(6.0, 0.0));
    change_player_ui(table, candidates, seat, body, cx, ui);
}

/// Paints a line of text at the left of a rectangle, cut off with an ellipsis if it is too long.
fn paint_line(text: &str, rect: Rect, size: f32, ink: Color32, ui: &Ui) {
    let mut job =
        LayoutJob::simple_singleline(text.to_owned(), egui::FontId::proportional(size), ink);
    job.wrap = TextWrapping::truncate_at_width(rect.width());
    let galley = ui.painter().layout_job(job);
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter().galley(Pos2::new(rect.left(), top), galley, ink);
}

/// Paints the name of a seat above `about`, a line about the seat and its player.
fn paint_name_and_about(
    name: &str,
    about: &str,
    body: Rect,
    ink: Color32,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let text = body.with_min_x(body.left() + 50.0).with_max_x(body.right() - 116.0);
    paint_line(name, text.with_max_y(body.center().y + 3.0), theme::HEAD, ink, ui);
    let below = text.with_min_y(body.center().y + 1.0).with_max_y(body.bottom() - 5.0);
    paint_line(about, below, theme::BODY - 1.0, cx.theme.quiet, ui);
}

/// Makes the card a button that picks its colour.
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
    let key_centre = body.right_center() - vec2(18.0, 0.0);
    let font = egui::FontId::proportional(theme::HEAD);
    ui.painter().text(key_centre, egui::Align2::CENTER_CENTER, key, font, cx.theme.quiet);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        cx.send(TableCommand::PickColour(seat));
    }
}

/// Draws a button with a menu that gives the seat to another player. In a game that is played at a
/// host, draws only an icon.
fn change_player_ui<G: GameUi>(
    table: &Table<G>,
    candidates: &[SeatCandidate],
    seat: Seat,
    body: Rect,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    if table.is_mirror() {
        return player_icon_ui(table, seat, body, cx, ui);
    }
    let is_human = table.is_human(seat);
    let centre = body.right_center() - vec2(20.0, 0.0);
    let rect = Rect::from_center_size(centre, Vec2::splat(28.0));
    let response = ui.interact(rect, ui.scope_id().with(("swap", seat.index())), Sense::click());
    let name = words::seat::<G>(cx.i18n, seat);
    let label = cx.tf("play-swap", &[("seat", name.into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let is_highlighted = response.hovered() || response.has_focus();
    if is_highlighted {
        ui.painter().rect_filled(rect, 6.0, cx.theme.raised);
        let stroke = Stroke::new(1.5, cx.theme.accent);
        ui.painter().rect_stroke(rect, 6.0, stroke, egui::StrokeKind::Inside);
    }
    let icon = if is_human { Icon::Person } else { Icon::Robot };
    let colour = if is_highlighted { cx.theme.ink } else { cx.theme.quiet };
    paint_icon(ui.painter(), rect.shrink(5.0), icon, colour);
    let response = response.on_hover_text(label);
    let entries = |ui: &mut Ui| {
        let preset = &table.session.record().preset;
        for candidate in candidates.iter().filter(|candidate| candidate.plays(preset)) {
            if ui.button(&candidate.title).clicked() {
                cx.send(TableCommand::SetPlayer(seat, Box::new(candidate.player.clone())));
                ui.close();
            }
        }
    };
    egui::Popup::menu(&response).show(|ui| entries_ui(ui, entries));
}

/// Draws an icon that shows if a person or a robot plays a seat in a game at a host.
fn player_icon_ui<G: GameUi>(
    table: &Table<G>,
    seat: Seat,
    body: Rect,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let centre = body.right_center() - vec2(20.0, 0.0);
    let rect = Rect::from_center_size(centre, Vec2::splat(18.0));
    let icon = if table.has_person(seat) { Icon::Person } else { Icon::Robot };
    let colour = if table.is_absent(seat) { cx.theme.warning } else { cx.theme.quiet };
    paint_icon(ui.painter(), rect, icon, colour);
}

/// Returns the name of a seat's player.
fn player_text<G: GameUi>(
    table: &Table<G>,
    candidates: &[SeatCandidate],
    seat: Seat,
    cx: &ScreenContext<'_>,
) -> String {
    if table.is_picking_colour {
        return cx.t("play-pick-open");
    }
    match table.session.record().player(seat) {
        Some(player) if table.is_absent(seat) => {
            cx.tf("together-player-away", &[("name", player.name.clone().into())])
        }
        Some(player) if player.is_human() && player.name.is_empty() => {
            words::unnamed_person(table.session.record(), seat, cx.i18n)
        }
        // The player chose an adaptive robot, not the robot of its present level.
        Some(_) if is_adaptive(table, seat, cx) => cx.t("play-adaptive"),
        Some(player) => localized_name(candidates, player).to_owned(),
        None => cx.t("player-nobody"),
    }
}

/// Returns true if the robot of a seat adapts to the player.
fn is_adaptive<G: GameUi>(table: &Table<G>, seat: Seat, cx: &ScreenContext<'_>) -> bool {
    let record = table.session.record();
    let is_robot = record.player(seat).is_some_and(|player| !player.is_human());
    is_robot && table.common.adapts && cx.settings.setups.is_adaptive(&record.preset, seat)
}

/// Draws the box with the next action, or with the result of a finished game.
fn action_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        if let Some(outcome) = finished(table) {
            return result_ui(table, &outcome, cx, ui);
        }
        if !draw_offer_ui(table, cx, ui) && !question_ui(table, cx, ui) {
            G::next_action_ui(table, cx, ui);
        }
        hint_ui(table, cx, ui);
        coach_ui(table, cx, ui);
        errors_ui(table, cx, ui);
    });
}

/// Draws the hint that the player asked for: the action and the reason for it.
fn hint_ui<G: GameUi>(table: &Table<G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let Some(hint) = table.hint() else { return };
    let text = match hint {
        HintState::Requested | HintState::Thinking => cx.t("hint-thinking"),
        HintState::Failed => cx.t("hint-failed"),
        HintState::Ready(_) if table.human_actions().len() == 1 => cx.t("hint-only-move"),
        HintState::Ready(action) => match table.seat_that_may_get_hint() {
            Some(seat) => G::hint_reason(cx.i18n, table.view(), seat, action),
            None => return,
        },
    };
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::HOVER);
        paint_icon(ui.painter(), rect, Icon::Lamp, cx.theme.accent);
        ui.add(egui::Label::new(text).wrap());
    });
}

/// Returns the remaining and the total seconds of a seat for its decision, if its clock runs.
fn clock<G: GameUi>(table: &Table<G>, seat: Seat) -> Option<(f64, f64)> {
    let total = table.state().rules().clock()?;
    let remaining = table.seconds_left().filter(|_| table.state().turn() == Turn::Seat(seat))?;
    Some((remaining, total))
}

fn clock_text(remaining: f64, cx: &ScreenContext<'_>) -> String {
    cx.tf("play-clock", &[("seconds", (remaining.ceil() as usize).into())])
}

/// Paints the remaining seconds of a clock on a card, and a shrinking bar along the bottom of the
/// card. `text_end` is the right end of the text, at half its height.
fn paint_clock(
    (remaining, total): (f64, f64),
    text_end: Pos2,
    card_rect: Rect,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let is_warning = remaining < WARNING_SECONDS;
    let ink = if is_warning { cx.theme.warning } else { cx.theme.quiet };
    let text = cx.tf("play-seconds", &[("seconds", (remaining.ceil() as usize).into())]);
    let font = egui::FontId::proportional(theme::BODY);
    ui.painter().text(text_end, egui::Align2::RIGHT_CENTER, text, font, ink);
    let track = card_rect.with_min_y(card_rect.bottom() - 6.0).shrink2(vec2(10.0, 1.0));
    let share = (remaining / total.max(1.0)).clamp(0.0, 1.0) as f32;
    let bar = track.with_max_x(track.left() + track.width() * share);
    let fill = if is_warning { cx.theme.warning } else { cx.theme.accent };
    ui.painter().rect_filled(bar, 2.0, fill);
}

/// Draws the errors of robots and house rules, one line each.
fn errors_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    for (seat, message) in table.visible_robot_errors() {
        let args = [("seat", words::seat::<G>(cx.i18n, seat).into()), ("message", message.into())];
        let text = cx.tf("play-trouble", &args);
        ui.label(RichText::new(text).color(cx.theme.error).size(theme::BODY - 1.0));
    }
    if let (Some(failed_rule), Some(message)) = (table.failed_rule(), table.failure_message()) {
        let rule = table.house_rules().get(usize::from(failed_rule.rule_index));
        let name = rule.map_or("", |rule| cx.i18n.pick(&rule.name));
        let args = [("rule", name.into()), ("message", message.into())];
        let text = cx.tf("play-house-trouble", &args);
        ui.label(RichText::new(text).color(cx.theme.error).size(theme::BODY - 1.0));
    }
}
