//! The console below a robot's thoughts: a line of Lua about its decision, and the replies.

use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::text_edit::TextEditState;
use egui::{EventFilter, FontId, Id, Key, Label, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::command::Command;
use crate::play::console::{Console, ConsoleReply};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// The minimum height of the replies, in points.
const MIN_REPLIES_HEIGHT: f32 = 50.0;
/// The maximum height of the replies, in points.
const MAX_REPLIES_HEIGHT: f32 = 160.0;
/// The height kept free below the replies, in points: for the input line and the start of the step
/// list.
const ROOM_BELOW: f32 = 190.0;
/// The maximum number of characters in a line.
const MAX_LINE_CHARS: usize = 1_000;

/// The keys that the input line handles itself.
const INPUT_LINE_KEYS: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// Draws the replies and the input line. The Enter key evaluates the line.
pub(super) fn console_ui(console: &mut Console, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if !console.replies().is_empty() {
        ui.add_space(2.0);
        let height =
            (ui.available_height() - ROOM_BELOW).clamp(MIN_REPLIES_HEIGHT, MAX_REPLIES_HEIGHT);
        let area = ScrollArea::vertical().id_salt("answers").max_height(height);
        area.stick_to_bottom(true).show(ui, |ui| {
            for reply in console.replies() {
                reply_ui(reply, cx, ui);
            }
        });
    }
    let id = Id::unique("console");
    if ui.memory(|memory| memory.has_focus(id)) {
        recall_lines(id, console, ui);
        // The key is consumed, so that Escape leaves the line but not the page.
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            ui.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
    let edit = TextEdit::singleline(&mut console.line)
        .id(id)
        .font(FontId::monospace(BODY - 1.0))
        .hint_text(cx.t("console-line.hint"))
        .event_filter(INPUT_LINE_KEYS)
        .char_limit(MAX_LINE_CHARS)
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

/// Recalls an earlier or later line when an arrow key is pressed, and moves the cursor to its end.
fn recall_lines(id: Id, console: &mut Console, ui: &Ui) {
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
fn reply_ui(reply: &ConsoleReply, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let label = |text: &str, colour| {
        Label::new(RichText::new(text).monospace().size(BODY - 2.0).color(colour)).wrap()
    };
    ui.add(label(&format!("> {}", reply.line), cx.theme.quiet));
    for line in &reply.outcome.printed {
        ui.add(label(line, cx.theme.quiet));
    }
    match &reply.outcome.value {
        Ok(value) => ui.add(label(value, cx.theme.ink)),
        Err(error) => ui.add(label(error, cx.theme.error)),
    };
}
