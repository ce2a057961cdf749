//! Beside the board: a card for each seat, and the one thing to do next.

use egui::{Color32, Pos2, Rect, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};
use qipan_core::game::{Game, Turn};
use qipan_core::outcome::Outcome;
use qipan_core::race::{Event, Race};
use qipan_core::seat::Seat;

use super::Candidate;
use crate::board::{DieLook, Icon, Mark, paint_badge, paint_die, paint_icon};
use crate::command::Command;
use crate::screen::Cx;
use crate::table::Table;
use crate::{theme, words};

/// How long a refusal can be read, in seconds.
const READ: f64 = 5.0;

/// The keys that choose a colour, by seat.
pub const COLOUR_KEYS: [&str; 4] = ["R", "Y", "B", "G"];

/// Draws the cards and the box with what to do.
pub fn side_ui(table: &Table, others: &[Candidate], cx: &mut Cx<'_>, ui: &mut Ui) {
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

fn cards_ui(table: &Table, others: &[Candidate], cx: &mut Cx<'_>, ui: &mut Ui) {
    let order = table.race().board().turn_order();
    for seat in order {
        if table.race().seats().contains(seat) || table.picking {
            card_ui(table, others, seat, cx, ui);
        }
    }
}

/// One seat: its mark, its name, who plays, planes home, and the die of the one to move.
fn card_ui(table: &Table, others: &[Candidate], seat: Seat, cx: &mut Cx<'_>, ui: &mut Ui) {
    let race = table.race();
    let shown = if table.stage.idle() { race.seat_to_move() } else { table.stage.turn() };
    let over = table.stage.idle() && race.outcome().is_some();
    let turn = shown == seat && !table.picking && !over;
    let (rect, card) = ui.allocate_exact_size(vec2(ui.available_width(), 52.0), Sense::HOVER);
    let lift = ui.ctx().animate_bool_responsive(card.id.with("lift"), turn);
    let body = rect.translate(vec2(-4.0 * lift, 0.0));
    let stroke = match turn {
        true => Stroke::new(2.5, cx.theme.accent),
        false => Stroke::new(1.0, cx.theme.hairline),
    };
    let fill = if turn { cx.theme.raised } else { cx.theme.panel };
    ui.painter().rect(body, theme::CORNER, fill, stroke, egui::StrokeKind::Inside);
    let (home, all) = (race.finished(seat), race.rules().planes as usize);
    let who = who(table, seat, cx);
    let args = [
        ("seat", words::seat(cx.i18n, seat).into()),
        ("who", who.clone().into()),
        ("home", home.into()),
        ("all", all.into()),
    ];
    let spoken = cx.tf(if turn { "play-card-turn" } else { "play-card" }, &args);
    card.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let middle = body.left_center() + vec2(26.0, 0.0);
    paint_badge(ui.painter(), middle, 26.0, Mark::of(seat), (cx.theme.side(seat), cx.theme.shine));
    text_ui(&words::seat(cx.i18n, seat), &who, body, seat, cx, ui);
    dots_ui(home, all, body, seat, cx, ui);
    if table.picking {
        pick_ui(seat, body, cx, ui);
    } else {
        swap_ui(table, others, seat, body, cx, ui);
    }
}

fn text_ui(name: &str, who: &str, body: Rect, seat: Seat, cx: &Cx<'_>, ui: &Ui) {
    let left = body.left() + 50.0;
    let clip = Rect::from_min_max(body.min, body.max - vec2(104.0, 0.0));
    let painter = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
    let font = |size| egui::FontId::proportional(size);
    let top = Pos2::new(left, body.top() + 7.0);
    painter.text(top, egui::Align2::LEFT_TOP, name, font(theme::HEAD), cx.theme.side_text(seat));
    let below = Pos2::new(left, body.bottom() - 7.0);
    painter.text(below, egui::Align2::LEFT_BOTTOM, who, font(theme::BODY - 1.0), cx.theme.quiet);
}

/// A dot for every plane, filled when it is home.
fn dots_ui(home: usize, all: usize, body: Rect, seat: Seat, cx: &Cx<'_>, ui: &Ui) {
    for k in 0..all {
        let x = body.right() - 46.0 - 15.0 * (all - 1 - k) as f32;
        let at = Pos2::new(x, body.center().y);
        let stroke = Stroke::new(1.5, cx.theme.deep(seat));
        let fill = if k < home { cx.theme.side(seat) } else { Color32::TRANSPARENT };
        ui.painter().circle(at, 5.0, fill, stroke);
    }
}

/// The whole card as a button that chooses its colour.
fn pick_ui(seat: Seat, body: Rect, cx: &mut Cx<'_>, ui: &mut Ui) {
    let response = ui.interact(body, ui.scope_id().with(("pick", seat.index())), Sense::click());
    let name = words::seat(cx.i18n, seat);
    let key = COLOUR_KEYS[seat.index()];
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
        cx.send(Command::PickColour(seat));
    }
}

/// A small menu that lets somebody else play the seat.
fn swap_ui(
    table: &Table,
    others: &[Candidate],
    seat: Seat,
    body: Rect,
    cx: &mut Cx<'_>,
    ui: &mut Ui,
) {
    let human = table.is_human(seat);
    let at = body.right_center() - vec2(20.0, 0.0);
    let rect = Rect::from_center_size(at, Vec2::splat(28.0));
    let response = ui.interact(rect, ui.scope_id().with(("swap", seat.index())), Sense::click());
    let name = words::seat(cx.i18n, seat);
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
    egui::Popup::menu(&response).show(|ui| {
        for other in others {
            if ui.button(&other.title).clicked() {
                cx.send(Command::Seat(seat, Box::new(other.player.clone())));
            }
        }
    });
}

/// Who plays a seat, in words.
fn who(table: &Table, seat: Seat, cx: &Cx<'_>) -> String {
    match table.session.record().player(seat) {
        Some(player) if player.is_human() && player.name.is_empty() => cx.t("play-you"),
        Some(player) => player.name.clone(),
        None => cx.t("player-nobody"),
    }
}

/// The one thing to do next, large.
fn action_ui(table: &Table, cx: &mut Cx<'_>, ui: &mut Ui) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        if table.stage.idle()
            && let Some(outcome) = table.race().outcome()
        {
            return over_ui(table, &outcome, cx, ui);
        }
        ui.horizontal(|ui| {
            die_ui(table, cx, ui);
            ui.add_space(4.0);
            ui.vertical(|ui| {
                ui.set_min_height(84.0);
                todo_ui(table, cx, ui);
            });
        });
        trouble_ui(table, cx, ui);
    });
}

/// The die, which rolls when it is clicked.
fn die_ui(table: &Table, cx: &mut Cx<'_>, ui: &mut Ui) {
    let factor = cx.settings.speed.factor();
    let pose = table.stage.die(cx.now, factor);
    let waits = table.human_to_act().is_some()
        && matches!(table.race().turn(), Turn::Chance { .. })
        && table.stage.idle();
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(84.0), Sense::HOVER);
    let sense = if waits { Sense::click() } else { Sense::HOVER };
    let response = ui.interact(rect, ui.scope_id().with("die"), sense);
    let label = match pose {
        Some(pose) if pose.tumble.is_none() => cx.tf("play-die", &[("die", pose.face.into())]),
        _ => cx.t("play-die-none"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, waits, &label));
    let rim = pose.map(|pose| cx.theme.side(pose.seat));
    let glow = waits.then(|| (cx.now * 0.6).fract() as f32);
    let look = DieLook {
        face: pose.map(|pose| pose.face),
        tumble: pose.and_then(|pose| pose.tumble),
        rim,
        glow,
    };
    paint_die(ui.painter(), rect, cx.theme, &look);
    if response.clicked() {
        cx.send(Command::Roll);
    }
}

fn todo_ui(table: &Table, cx: &mut Cx<'_>, ui: &mut Ui) {
    let race = table.race();
    let seat = race.seat_to_move();
    let head = |cx: &Cx<'_>, ui: &mut Ui, text: String, seat: Option<Seat>| {
        let colour = seat.map_or(cx.theme.ink, |seat| cx.theme.side_text(seat));
        ui.label(RichText::new(text).size(theme::HEAD).strong().color(colour));
    };
    let hint = |cx: &Cx<'_>, ui: &mut Ui, id: &str| {
        ui.label(RichText::new(cx.t(id)).color(cx.theme.quiet));
    };
    if table.picking {
        head(cx, ui, cx.t("play-pick"), None);
        hint(cx, ui, "play-pick-keys");
        return refused_ui(table, cx, ui);
    }
    if !table.stage.idle() {
        let name = words::seat(cx.i18n, table.stage.turn());
        let text = cx.tf("play-thinking", &[("seat", name.into())]);
        return head(cx, ui, text, Some(table.stage.turn()));
    }
    let name = words::seat(cx.i18n, seat);
    match (table.human_to_act(), race.turn()) {
        (Some(_), Turn::Chance { .. }) => {
            let id = if race.is_opening() { "play-opening" } else { "play-your-roll" };
            head(cx, ui, cx.tf(id, &[("seat", name.into())]), Some(seat));
            if cx.theme.primary_ui(ui, cx.t("play-roll-key")).clicked() {
                cx.send(Command::Roll);
            }
        }
        (Some(_), _) => {
            head(cx, ui, cx.t("play-your-move"), Some(seat));
            let asks = table.chosen.is_some();
            hint(cx, ui, if asks { "play-confirm" } else { "play-your-move-keys" });
        }
        _ if table.halted() => {
            head(cx, ui, cx.t("play-paused"), None);
            if cx.theme.primary_ui(ui, cx.t("play-resume")).clicked() {
                cx.send(Command::TogglePause);
            }
        }
        _ => head(cx, ui, cx.tf("play-thinking", &[("seat", name.into())]), Some(seat)),
    }
    refused_ui(table, cx, ui);
}

/// Why something could not be done, for as long as it takes to read it.
fn refused_ui(table: &Table, cx: &Cx<'_>, ui: &mut Ui) {
    if let Some(refused) = table.refused.as_ref().filter(|r| cx.now - r.at < READ) {
        ui.label(RichText::new(&refused.why).color(cx.theme.warning));
    }
}

/// What went wrong with robots, one line each.
fn trouble_ui(table: &Table, cx: &mut Cx<'_>, ui: &mut Ui) {
    for (seat, message) in &table.troubles {
        let args =
            [("seat", words::seat(cx.i18n, *seat).into()), ("message", message.as_str().into())];
        let text = cx.tf("play-trouble", &args);
        ui.label(RichText::new(text).color(cx.theme.error).size(theme::BODY - 1.0));
    }
}

/// Places, what decided the game, and what to do now.
fn over_ui(table: &Table, outcome: &Outcome, cx: &mut Cx<'_>, ui: &mut Ui) {
    ui.label(RichText::new(cx.t("play-over")).size(theme::HEAD).strong());
    let mut place = 1;
    for set in &outcome.places {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::HOVER);
            let icon = if place == 1 { Icon::Crown } else { Icon::Medal };
            let colour = cx.theme.medals.get(place - 1).copied().unwrap_or(cx.theme.quiet);
            paint_icon(ui.painter(), rect, icon, colour);
            let args = [("place", place.into()), ("seats", words::seats(cx.i18n, *set).into())];
            let text = RichText::new(cx.tf("play-place-line", &args));
            let first = set.iter().next();
            ui.label(text.color(first.map_or(cx.theme.ink, |s| cx.theme.side_text(s))));
        });
        place += set.len();
    }
    if let Some(line) = decided(table.race(), table.session.log(), outcome, cx) {
        ui.label(RichText::new(line).color(cx.theme.quiet));
    }
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("play-again")).clicked() {
            cx.send(Command::Again);
        }
        if ui.button(cx.t("play-look-back")).clicked() {
            cx.send(Command::LookBack);
        }
    });
    refused_ui(table, cx, ui);
}

/// One line about how the winner won.
fn decided(race: &Race, log: &[Event], outcome: &Outcome, cx: &Cx<'_>) -> Option<String> {
    if outcome.reason == qipan_core::outcome::Reason::Agreement {
        return Some(cx.t("play-draw"));
    }
    let winner = outcome.places.first()?.iter().next()?;
    if !race.seats().contains(winner) {
        return None;
    }
    let (mut rolls, mut sent, mut lost) = (0usize, 0usize, 0usize);
    for event in log {
        match *event {
            Event::Rolled { seat, .. } if seat == winner => rolls += 1,
            Event::Captured { by, planes, .. } if by == winner => sent += planes.len(),
            Event::Captured { seat, planes, .. } if seat == winner => lost += planes.len(),
            _ => {}
        }
    }
    let args = [
        ("seat", words::seat(cx.i18n, winner).into()),
        ("rolls", rolls.into()),
        ("sent", sent.into()),
        ("lost", lost.into()),
    ];
    Some(cx.tf("play-decided", &args))
}
