//! The strip under a game with people on other devices: absent players, the last message, and the
//! offer that waits for an answer.

use std::time::Instant;

use egui::{Align, Layout, Panel, PopupCloseBehavior, RichText, TextEdit, Ui};

use crate::command::{Command, TogetherCommand};
use crate::screens::together::JoinedTable;
use crate::together::message::{TableState, Wish};
use crate::together::{PersonGuest, Verdict};
use crate::ui::context::ScreenContext;
use crate::ui::room::entries_ui;
use crate::ui::{theme, widgets};

/// The height of the strip, in points.
const HEIGHT: f32 = 40.0;

/// The width of the menu of phrases, in points.
const TALK_WIDTH: f32 = 320.0;

/// Draws the strip at the bottom of `ui`.
pub fn strip_ui(table: &JoinedTable<'_>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let frame = egui::Frame::new().fill(cx.theme.panel).inner_margin(egui::Margin {
        left: 14,
        right: 14,
        top: 4,
        bottom: 4,
    });
    let panel = Panel::bottom("together-strip").exact_size(HEIGHT).resizable(false);
    panel.show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.visuals_mut().override_text_color = Some(cx.theme.ink);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(cx.t("together-table")).clicked() {
                cx.send(Command::Together(TogetherCommand::Show));
            }
            say_ui(table, cx, ui);
            offer_buttons_ui(table, cx, ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (text, is_warning) = status_text(table, cx);
                let ink = if is_warning { cx.theme.warning } else { cx.theme.ink };
                ui.add(egui::Label::new(RichText::new(text).color(ink)).truncate());
            });
        });
    });
}

/// Returns the most important message about the table, and true if it is a warning.
fn status_text(table: &JoinedTable<'_>, cx: &ScreenContext<'_>) -> (String, bool) {
    let guest = table.guest;
    if !guest.is_connected() {
        return (cx.t("together-reconnecting"), true);
    }
    if let Some((name, wish, is_own)) = guest.offer() {
        let is_asked_here = table.companions.iter().any(|companion| is_asked(companion));
        let id = match (wish, is_own, is_asked_here) {
            (Wish::TakeBack, false, _) => "together-offer-back",
            (_, false, _) => "together-offer-draw",
            (Wish::TakeBack, true, true) => "together-asked-back-here",
            (_, true, true) => "together-asked-draw-here",
            (Wish::TakeBack, true, false) => "together-asked-back",
            (_, true, false) => "together-asked-draw",
        };
        return (cx.tf(id, &[("name", name.into())]), false);
    }
    if let Some(why) = guest.pause_reason() {
        return (why.to_owned(), true);
    }
    if guest.state() == TableState::Paused {
        return (cx.t("together-paused"), true);
    }
    if let Some((name, seconds)) = guest.absent_players(Instant::now()).next() {
        let args = [("name", name.into()), ("seconds", (seconds as usize).into())];
        return (cx.tf("together-left", &args), true);
    }
    let last_line = guest.talk().last().map(|line| format!("{}: {}", line.name, line.text));
    match table.verdict {
        Some(verdict) => {
            let parts = [Some(verdict_text(verdict, cx)), last_line].into_iter().flatten();
            let text = parts.collect::<Vec<_>>().join("   ");
            (text, matches!(verdict, Verdict::Unfair(_)))
        }
        None => (last_line.unwrap_or_default(), false),
    }
}

/// Returns the result of the check of a game, in a sentence.
pub(super) fn verdict_text(verdict: &Verdict, cx: &ScreenContext<'_>) -> String {
    match verdict {
        Verdict::Fair => cx.t("together-fair"),
        Verdict::CommitmentsUnknown => cx.t("together-partly"),
        Verdict::Unfair(why) => cx.tf("together-unfair", &[("why", why.text(cx.i18n).into())]),
    }
}

/// Returns true if an offer of another player waits for the answer of this guest.
fn is_asked(guest: &PersonGuest) -> bool {
    guest.own_seat().is_some() && guest.offer().is_some_and(|(_, _, is_own)| !is_own)
}

/// Draws the buttons that answer an offer, or the one that withdraws the player's own.
fn offer_buttons_ui(table: &JoinedTable<'_>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let mut people = std::iter::once(table.guest).chain(table.companions.iter().copied());
    let is_asked_here = people.any(is_asked);
    let is_own = table.guest.offer().is_some_and(|(_, _, is_own)| is_own);
    let buttons: &[(&str, bool)] = match (is_asked_here, is_own) {
        _ if !table.guest.is_connected() => &[],
        (true, _) => &[("together-decline", false), ("together-agree", true)],
        (false, true) => &[("together-withdraw", false)],
        (false, false) => &[],
    };
    for &(id, agrees) in buttons {
        if ui.button(cx.t(id)).clicked() {
            cx.send(Command::Together(TogetherCommand::Answer(agrees)));
        }
    }
}

/// Draws the button for phrases, emoji and texts.
pub(super) fn say_ui(table: &JoinedTable<'_>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    // Without a connection, a message would be lost.
    let is_connected = table.guest.is_connected();
    let response = ui.add_enabled(is_connected, egui::Button::new(cx.t("together-say")));
    let response = response.on_hover_text(cx.t("together-say.about"));
    let (phrases, emoji) = table.guest.phrases();
    let mut message = None;
    let draft_id = response.id.with("draft");
    // A click into the field for free text must not close the menu.
    let menu = egui::Popup::menu(&response);
    menu.close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        ui.set_width(TALK_WIDTH);
        if table.guest.allows_text() {
            let mut draft: String = ui.data_mut(|data| data.get_temp(draft_id)).unwrap_or_default();
            let hint = cx.t("together-write");
            let edit = TextEdit::singleline(&mut draft).hint_text(&hint).char_limit(200);
            let field = widgets::field(ui, &hint, edit.desired_width(f32::INFINITY));
            let is_enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
            if field.lost_focus() && is_enter && !draft.trim().is_empty() {
                message = Some(TogetherCommand::SayText(std::mem::take(&mut draft)));
                ui.close();
            }
            ui.data_mut(|data| data.insert_temp(draft_id, draft));
        }
        entries_ui(ui, |ui| {
            ui.horizontal(|ui| {
                for symbol in emoji.iter().take(12) {
                    if ui.button(RichText::new(&symbol.text).size(theme::HEAD)).clicked() {
                        message = Some(TogetherCommand::Say(symbol.id.clone()));
                        ui.close();
                    }
                }
            });
            ui.columns(2, |columns| {
                let half = phrases.len().min(40).div_ceil(2).max(1);
                for (column, phrases) in columns.iter_mut().zip(phrases.chunks(half)) {
                    for phrase in phrases {
                        let text: String = phrase.text.chars().take(60).collect();
                        if column.button(text).clicked() {
                            message = Some(TogetherCommand::Say(phrase.id.clone()));
                            column.close();
                        }
                    }
                }
            });
        });
    });
    if let Some(message) = message {
        cx.send(Command::Together(message));
    }
}
