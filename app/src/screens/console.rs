//! The console below a robot's thoughts: a line of Lua about its decision, and the replies.

use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::text_edit::TextEditState;
use egui::{EventFilter, FontId, Id, Key, Label, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::command::Command;
use crate::play::console::{Console, ConsoleReply};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// The minimum and maximum height of the replies, in points.
const ANSWERS: [f32; 2] = [50.0, 160.0];
/// The height kept free below them for the input line and the start of the step list, in points.
const BELOW: f32 = 190.0;
/// The maximum number of characters in a line.
const LONGEST: usize = 1_000;

/// The keys that the input line handles itself.
const KEYS: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// Draws the replies and the input line. Enter evaluates it.
pub(super) fn console_ui(console: &mut Console, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if !console.said().is_empty() {
        ui.add_space(2.0);
        let height = (ui.available_height() - BELOW).clamp(ANSWERS[0], ANSWERS[1]);
        let area = ScrollArea::vertical().id_salt("answers").max_height(height);
        area.stick_to_bottom(true).show(ui, |ui| {
            for reply in console.said() {
                reply_ui(reply, cx, ui);
            }
        });
    }
    let id = Id::unique("console");
    if ui.memory(|memory| memory.has_focus(id)) {
        recall_ui(id, console, ui);
        // Consumed, so that Escape leaves the line but not the page.
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            ui.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
    let edit = TextEdit::singleline(&mut console.line)
        .id(id)
        .font(FontId::monospace(BODY - 1.0))
        .hint_text(cx.t("console-line.hint"))
        .event_filter(KEYS)
        .char_limit(LONGEST)
        .margin(egui::Margin::symmetric(8, 5))
        .desired_width(f32::INFINITY);
    let response = widgets::field(ui, cx.t("console-line"), edit);
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        let line = console.line.trim();
        if !line.is_empty() && !console.is_running() {
            cx.send(Command::Evaluate(line.to_owned()));
            console.line.clear();
        }
        response.request_focus();
    }
}

/// Recalls earlier lines with the arrow keys.
fn recall_ui(id: Id, console: &mut Console, ui: &Ui) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
    if !up && !down {
        return;
    }
    console.recall(up);
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(CharIndex(console.line.chars().count()));
    state.cursor.set_char_range(Some(CCursorRange::one(end)));
    state.store(ui.ctx(), id);
}

/// Draws a line, its printed output, and its value or error.
fn reply_ui(said: &ConsoleReply, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let text = |text: &str, colour| {
        Label::new(RichText::new(text).monospace().size(BODY - 2.0).color(colour)).wrap()
    };
    ui.add(text(&format!("> {}", said.line), cx.theme.quiet));
    for line in &said.outcome.printed {
        ui.add(text(line, cx.theme.quiet));
    }
    match &said.outcome.value {
        Ok(value) => ui.add(text(value, cx.theme.ink)),
        Err(why) => ui.add(text(why, cx.theme.error)),
    };
}
