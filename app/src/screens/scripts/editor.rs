//! The editor of the player's scripts, with line numbers, syntax colours, a mark at the line of an
//! error, and the share of fuel beside each line.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, CharIndex, LayoutJob};
use egui::{
    Align2, Event, EventFilter, FontId, Frame, Galley, Id, Key, Modifiers, Rect, Role, ScrollArea,
    Sense, Shape, Stroke, StrokeKind, TextBuffer, TextEdit, Ui, WidgetInfo, vec2,
};

use qipan_core::contract::robot::LineFuel;

use crate::command::{Command, ScriptCommand};
use crate::model::scripts::{CatalogueEntry, ScriptKey};
use crate::screens::scripts::source_view::{TAB, token_format};
use crate::screens::scripts::syntax::Tokenizer;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, CORNER, Theme, fade, mix};

/// A script that is being edited.
#[derive(Debug)]
pub(super) struct EditedScript {
    pub(super) key: ScriptKey,
    /// The text in the file.
    saved: Arc<[u8]>,
    pub(super) text: String,
    /// True if another program changed the file while there were unsaved changes.
    pub(super) has_conflict: bool,
    /// The line that was marked in the last frame.
    marked_line: Option<u32>,
}

impl EditedScript {
    /// Returns the draft of a player's script. Returns `None` for a shipped script, and for a text
    /// that is not UTF-8.
    pub(super) fn of(entry: &CatalogueEntry) -> Option<Self> {
        entry.path.as_ref()?;
        let text = std::str::from_utf8(&entry.source.text).ok()?.to_owned();
        let (key, saved) = (entry.key.clone(), Arc::clone(&entry.source.text));
        Some(Self { key, saved, text, has_conflict: false, marked_line: None })
    }

    /// Returns true if the draft differs from its file.
    pub(super) fn is_changed(&self) -> bool {
        self.text.as_bytes() != &*self.saved
    }

    /// Replaces the draft with the new text of the file, unless there are unsaved changes.
    pub(super) fn reload(&mut self, entry: &CatalogueEntry) {
        if entry.source.text == self.saved {
            return;
        }
        let was_changed = self.is_changed();
        self.saved = Arc::clone(&entry.source.text);
        if !was_changed && let Ok(text) = std::str::from_utf8(&self.saved) {
            text.clone_into(&mut self.text);
        }
        self.has_conflict = self.is_changed();
    }

    /// Reverts to the text of the file.
    pub(super) fn revert(&mut self) {
        if let Ok(text) = std::str::from_utf8(&self.saved) {
            text.clone_into(&mut self.text);
        }
        self.has_conflict = false;
    }

    /// Draws the editor in the rest of `ui`, with a line marked and the share of fuel beside each
    /// line.
    pub(super) fn ui(
        &mut self,
        file: &str,
        (marked_line, profile): (Option<u32>, &[LineFuel]),
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let outer = ui.available_rect_before_wrap();
        let stroke = Stroke::new(1.0, cx.theme.hairline);
        ui.painter().rect(outer, CORNER, cx.theme.raised, stroke, StrokeKind::Inside);
        let font = FontId::monospace(BODY - 1.0);
        let (letter_width, row_height) =
            ui.fonts_mut(|fonts| (fonts.glyph_width(&font, '0'), fonts.row_height(&font) + 3.0));
        let inner = outer.shrink(1.5);
        let mut area = ScrollArea::both().id_salt(("edit", &self.key)).auto_shrink([false, false]);
        if marked_line != self.marked_line {
            self.marked_line = marked_line;
            if let Some(line) = marked_line {
                let above = inner.height() / 3.0;
                area = area.vertical_scroll_offset((line as f32 * row_height - above).max(0.0));
            }
        }
        super::within(ui, inner, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            let style = EditorStyle { font, letter_width, row_height };
            area.show(ui, |ui| self.page_ui(file, (marked_line, profile), &style, cx, ui));
        });
    }

    /// Draws the text field, and the line numbers and shares of fuel beside it.
    fn page_ui(
        &mut self,
        file: &str,
        (marked_line, profile): (Option<u32>, &[LineFuel]),
        style: &EditorStyle,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let id = Id::unique(("script", &self.key));
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let mut is_enter_pressed = false;
        if has_focus {
            indent_with_spaces(ui);
            is_enter_pressed = ui.input(|input| input.key_pressed(Key::Enter));
            if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::S)) {
                cx.send(Command::Script(ScriptCommand::Save));
            }
            // The key is consumed, so that Escape leaves the text but not the page.
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
                ui.memory_mut(|memory| memory.surrender_focus(id));
            }
        }
        let digits = self.text.lines().count().max(100).to_string().len() as f32;
        let gutter = (digits + 2.0) * style.letter_width;
        let background = ui.painter().add(Shape::Noop);
        let theme = cx.theme;
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| -> Arc<Galley> {
            let job = layout_job(text.as_str(), style, theme);
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let height = ui.clip_rect().height();
        let margin =
            egui::Margin { left: (gutter + style.letter_width) as i8, ..egui::Margin::ZERO };
        let text_edit = TextEdit::multiline(&mut self.text)
            .id(id)
            .code_editor()
            .event_filter(ALL_KEYS)
            .frame(Frame::NONE.inner_margin(margin))
            .desired_width(f32::INFINITY)
            .clip_text(false)
            .min_size(vec2(ui.available_width(), height))
            .layouter(&mut layouter);
        let output = text_edit.show(ui);
        let name = cx.tf("scripts-source", &[("file", file.into())]);
        ui.ctx().accesskit_node_builder(id, |node| node.set_label(name));
        let offset = output.galley_pos.to_vec2();
        let rows = output.galley.rows.iter().map(|row| row.rect().translate(offset));
        let rows: Vec<Rect> = rows.collect();
        self.numbers_ui(rows.iter().copied(), (gutter, background, marked_line), style, cx, ui);
        if !profile.is_empty() {
            let lines: Vec<&str> = self.text.lines().collect();
            fuel_ui(profile, (&lines, &rows), (gutter, style.row_height), cx, ui);
        }
        if is_enter_pressed
            && output.response.changed()
            && let Some(range) = output.cursor_range
        {
            let new_cursor = self.indent_line(range.primary.index.0);
            let mut state = output.state;
            let cursor = CCursor::new(CharIndex(new_cursor));
            state.cursor.set_char_range(Some(CCursorRange::one(cursor)));
            state.store(ui.ctx(), id);
        }
    }

    /// Draws the line numbers, which stay in place when the text is scrolled sideways. The line
    /// of the error is marked.
    fn numbers_ui(
        &self,
        rows: impl Iterator<Item = Rect>,
        (gutter, background, marked_line): (f32, egui::layers::ShapeIdx, Option<u32>),
        style: &EditorStyle,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let (theme, clip) = (cx.theme, ui.clip_rect());
        let gutter_rect = clip.with_max_x(clip.left() + gutter);
        ui.painter().rect_filled(gutter_rect, 0.0, mix(theme.raised, theme.ink, 0.04));
        for (number, row) in (1u32..).zip(rows) {
            if row.bottom() < clip.top() || row.top() > clip.bottom() {
                continue;
            }
            let is_marked = marked_line == Some(number);
            let number_rect =
                gutter_rect.with_min_y(row.top()).with_max_y(row.top() + style.row_height);
            if is_marked {
                let fill = mix(theme.raised, theme.error, 0.18);
                ui.painter().set(
                    background,
                    Shape::rect_filled(number_rect.with_max_x(clip.right()), 0, fill),
                );
                ui.painter().rect_filled(number_rect, 0.0, mix(fill, theme.ink, 0.04));
                let text = self.text.lines().nth(number as usize - 1).unwrap_or_default();
                let args = [("line", number.into()), ("text", text.into())];
                let response = ui.interact(number_rect, ui.scope_id().with("marked"), Sense::HOVER);
                let label = || cx.tf("scripts-source-marked", &args);
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label()));
            }
            let colour = if is_marked { theme.error } else { theme.quiet };
            let number_end = number_rect.right_center() - vec2(style.letter_width, 0.0);
            ui.painter().text(number_end, Align2::RIGHT_CENTER, number, style.font.clone(), colour);
        }
    }

    /// Indents the new line at the cursor like the line before it. Returns the new position of the
    /// cursor. Both positions are counted in characters.
    fn indent_line(&mut self, cursor: usize) -> usize {
        let before: String = self.text.chars().take(cursor).collect();
        let line = before.strip_suffix('\n').and_then(|before| before.rsplit('\n').next());
        let indentation: String =
            line.unwrap_or_default().chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        self.text.insert_str(before.len(), &indentation);
        cursor + indentation.len()
    }
}

/// Draws a bar over the number of each line, as long as the line's share of the fuel of the last
/// decision. Lines that were changed since then have none.
fn fuel_ui(
    profile: &[LineFuel],
    (lines, rows): (&[&str], &[Rect]),
    (gutter, height): (f32, f32),
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let total_fuel: u64 = profile.iter().map(|line| line.fuel).sum();
    let clip = ui.clip_rect();
    for line in profile.iter().filter(|line| line.line > 0) {
        let index = line.line as usize - 1;
        let (Some(row), Some(text)) = (rows.get(index), lines.get(index)) else { continue };
        let is_same = !line.text.is_empty() && text.trim().starts_with(&line.text);
        if !is_same || row.bottom() < clip.top() || row.top() > clip.bottom() {
            continue;
        }
        let share = line.fuel as f32 / total_fuel.max(1) as f32;
        let number_rect = clip.with_max_x(clip.left() + gutter);
        let number_rect = number_rect.with_min_y(row.top()).with_max_y(row.top() + height);
        let bar = number_rect.with_max_x(number_rect.left() + gutter * share);
        ui.painter().rect_filled(bar, 0.0, fade(cx.theme.accent, 0.35));
        let percent = format!("{:.0}", 100.0 * share);
        let text = cx.tf("scripts-fuel", &[("share", percent.into())]);
        let response =
            ui.interact(number_rect, ui.scope_id().with(("fuel", line.line)), Sense::HOVER);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        response.on_hover_text(text);
    }
}

/// The keys that the text field handles itself. None of them moves the focus or leaves the page.
const ALL_KEYS: EventFilter =
    EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// The font of the text, and its sizes in points.
struct EditorStyle {
    font: FontId,
    letter_width: f32,
    row_height: f32,
}

/// Makes the Tab key insert spaces. The shipped scripts are indented with spaces, too.
fn indent_with_spaces(ui: &Ui) {
    ui.input_mut(|input| {
        for event in &mut input.events {
            let is_tab = matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. }
                if modifiers.is_none());
            if is_tab {
                *event = Event::Text(TAB.to_owned());
            }
        }
    });
}

/// Returns a layout job for the text, with syntax colours.
fn layout_job(text: &str, style: &EditorStyle, theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut tokenizer = Tokenizer::default();
    let format_of = |token| {
        let mut format = token_format(token, &style.font, theme);
        format.line_height = Some(style.row_height);
        format
    };
    for line in text.split_inclusive('\n') {
        let body = line.strip_suffix('\n').unwrap_or(line);
        for (range, token) in tokenizer.tokenize_line(body) {
            job.append(&body[range], 0.0, format_of(token));
        }
        if body.len() < line.len() {
            job.append("\n", 0.0, format_of(super::syntax::TokenKind::Plain));
        }
    }
    if text.is_empty() {
        job.append("", 0.0, format_of(super::syntax::TokenKind::Plain));
    }
    job.wrap.max_width = f32::INFINITY;
    job
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scripts::ScriptType;
    use qipan_core::registry::GameKind;

    fn draft(text: &str) -> EditedScript {
        let key = ScriptKey {
            script_type: ScriptType::Robot,
            kind: GameKind::Race,
            name: "mine".to_owned(),
        };
        let (saved, text) = (text.as_bytes().into(), text.to_owned());
        EditedScript { key, saved, text, has_conflict: false, marked_line: None }
    }

    #[test]
    fn new_line_keeps_the_indentation() {
        let mut draft = draft("if 好 then\n    return 1\nend\n");
        draft.text = draft.text.replace("return 1\n", "return 1\n\n");
        let cursor = draft.text.chars().take_while(|c| *c != '1').count() + 2;
        let new_cursor = draft.indent_line(cursor);
        assert_eq!(draft.text, "if 好 then\n    return 1\n    \nend\n");
        assert_eq!(new_cursor, cursor + 4);
        assert!(draft.is_changed());
        draft.revert();
        assert_eq!(draft.text, "if 好 then\n    return 1\nend\n");
    }

    #[test]
    fn layout_contains_every_character() {
        let theme = Theme::new(crate::model::settings::ThemeName::Light, false);
        let style =
            EditorStyle { font: FontId::monospace(13.0), letter_width: 8.0, row_height: 18.0 };
        for text in ["", "\n", "return {\n  -- 好\n}", "local s = [[\nlong\n]]\n\n"] {
            assert_eq!(layout_job(text, &style, &theme).text, text);
        }
    }
}
