//! The editor of the player's scripts: line numbers, syntax colours, and the line of an error
//! marked.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, CharIndex, LayoutJob};
use egui::{
    Align2, Event, EventFilter, FontId, Frame, Galley, Id, Key as Button, Modifiers, Rect, Role,
    ScrollArea, Sense, Shape, Stroke, StrokeKind, TextBuffer, TextEdit, Ui, WidgetInfo, vec2,
};

use qipan_core::contract::robot::LineFuel;

use crate::command::{Command, ScriptCommand};
use crate::model::scripts::{CatalogueEntry, ScriptKey};
use crate::screens::scripts::source_view::{TAB, format};
use crate::screens::scripts::syntax::Tokenizer;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, CORNER, Theme, fade, mix};

/// A text being edited.
#[derive(Debug)]
pub(super) struct EditedScript {
    pub(super) key: ScriptKey,
    /// The text in the file.
    saved: Arc<[u8]>,
    pub(super) text: String,
    /// True if the file was changed elsewhere while there were unsaved changes.
    pub(super) is_overtaken: bool,
    /// The line marked in the last frame.
    marked: Option<u32>,
}

impl EditedScript {
    /// Returns the draft of a player's script, or `None` for one that only ships or is not UTF-8.
    pub(super) fn of(entry: &CatalogueEntry) -> Option<Self> {
        entry.path.as_ref()?;
        let text = std::str::from_utf8(&entry.source).ok()?.to_owned();
        let (key, saved) = (entry.key.clone(), Arc::clone(&entry.source));
        Some(Self { key, saved, text, is_overtaken: false, marked: None })
    }

    /// Returns true if it differs from its file.
    pub(super) fn is_changed(&self) -> bool {
        self.text.as_bytes() != &*self.saved
    }

    /// Takes over the new text of the file. Unsaved changes are kept.
    pub(super) fn follow(&mut self, entry: &CatalogueEntry) {
        if entry.source == self.saved {
            return;
        }
        let was_changed = self.is_changed();
        self.saved = Arc::clone(&entry.source);
        if !was_changed && let Ok(text) = std::str::from_utf8(&self.saved) {
            text.clone_into(&mut self.text);
        }
        self.is_overtaken = self.is_changed();
    }

    /// Reverts to the text of the file.
    pub(super) fn revert(&mut self) {
        if let Ok(text) = std::str::from_utf8(&self.saved) {
            text.clone_into(&mut self.text);
        }
        self.is_overtaken = false;
    }

    /// Draws the editor in the rest of `ui`, with a line marked and the share of fuel beside each
    /// line.
    pub(super) fn ui(
        &mut self,
        file: &str,
        (marked, profile): (Option<u32>, &[LineFuel]),
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let outer = ui.available_rect_before_wrap();
        let rim = Stroke::new(1.0, cx.theme.hairline);
        ui.painter().rect(outer, CORNER, cx.theme.raised, rim, StrokeKind::Inside);
        let font = FontId::monospace(BODY - 1.0);
        let (letter, row) =
            ui.fonts_mut(|fonts| (fonts.glyph_width(&font, '0'), fonts.row_height(&font) + 3.0));
        let inner = outer.shrink(1.5);
        let mut area = ScrollArea::both().id_salt(("edit", &self.key)).auto_shrink([false, false]);
        if marked != self.marked {
            self.marked = marked;
            if let Some(line) = marked {
                let above = inner.height() / 3.0;
                area = area.vertical_scroll_offset((line as f32 * row - above).max(0.0));
            }
        }
        super::within(ui, inner, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            let look = EditorLook { font, letter, row };
            area.show(ui, |ui| self.page_ui(file, (marked, profile), &look, cx, ui));
        });
    }

    fn page_ui(
        &mut self,
        file: &str,
        (marked, profile): (Option<u32>, &[LineFuel]),
        look: &EditorLook,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let id = Id::unique(("script", &self.key));
        let focused = ui.memory(|memory| memory.has_focus(id));
        let mut entered = false;
        if focused {
            indent_with_spaces(ui);
            entered = ui.input(|input| input.key_pressed(Button::Enter));
            if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Button::S)) {
                cx.send(Command::Script(ScriptCommand::Save));
            }
            // Consumed, so that Escape leaves the text but not the page.
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Button::Escape)) {
                ui.memory_mut(|memory| memory.surrender_focus(id));
            }
        }
        let digits = self.text.lines().count().max(100).to_string().len() as f32;
        let gutter = (digits + 2.0) * look.letter;
        let ground = ui.painter().add(Shape::Noop);
        let theme = cx.theme;
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| -> Arc<Galley> {
            let job = job(text.as_str(), look, theme);
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let height = ui.clip_rect().height();
        let margin = egui::Margin { left: (gutter + look.letter) as i8, ..egui::Margin::ZERO };
        let edit = TextEdit::multiline(&mut self.text)
            .id(id)
            .code_editor()
            .event_filter(ALL_KEYS)
            .frame(Frame::NONE.inner_margin(margin))
            .desired_width(f32::INFINITY)
            .clip_text(false)
            .min_size(vec2(ui.available_width(), height))
            .layouter(&mut layouter);
        let output = edit.show(ui);
        let name = cx.tf("scripts-source", &[("file", file.into())]);
        ui.ctx().accesskit_node_builder(id, |node| node.set_label(name));
        let rows: Vec<Rect> = output.galley.rows.iter().map(|row| row.rect()).collect();
        let rows = rows.into_iter().map(|row| row.translate(output.galley_pos.to_vec2()));
        let rows: Vec<Rect> = rows.collect();
        self.numbers_ui(rows.iter().copied(), (gutter, ground, marked), look, cx, ui);
        if !profile.is_empty() {
            let lines: Vec<&str> = self.text.lines().collect();
            fuel_ui(profile, (&lines, &rows), (gutter, look.row), cx, ui);
        }
        if entered
            && output.response.changed()
            && let Some(range) = output.cursor_range
        {
            let at = self.indent(range.primary.index.0);
            let mut state = output.state;
            let cursor = CCursor::new(CharIndex(at));
            state.cursor.set_char_range(Some(CCursorRange::one(cursor)));
            state.store(ui.ctx(), id);
        }
    }

    /// Draws the line numbers, which stay in place when the text is scrolled sideways. The line
    /// of the error is marked.
    fn numbers_ui(
        &self,
        rows: impl Iterator<Item = Rect>,
        (gutter, ground, marked): (f32, egui::layers::ShapeIdx, Option<u32>),
        look: &EditorLook,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let (theme, clip) = (cx.theme, ui.clip_rect());
        let edge = clip.with_max_x(clip.left() + gutter);
        ui.painter().rect_filled(edge, 0.0, mix(theme.raised, theme.ink, 0.04));
        for (number, row) in (1u32..).zip(rows) {
            if row.bottom() < clip.top() || row.top() > clip.bottom() {
                continue;
            }
            let is_marked = marked == Some(number);
            let place = edge.with_min_y(row.top()).with_max_y(row.top() + look.row);
            if is_marked {
                let fill = mix(theme.raised, theme.error, 0.18);
                ui.painter()
                    .set(ground, Shape::rect_filled(place.with_max_x(clip.right()), 0, fill));
                ui.painter().rect_filled(place, 0.0, mix(fill, theme.ink, 0.04));
                let text = self.text.lines().nth(number as usize - 1).unwrap_or_default();
                let args = [("line", number.into()), ("text", text.into())];
                let response = ui.interact(place, ui.scope_id().with("marked"), Sense::HOVER);
                let marked_text = || cx.tf("scripts-source-marked", &args);
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, marked_text()));
            }
            let colour = if is_marked { theme.error } else { theme.quiet };
            let at = place.right_center() - vec2(look.letter, 0.0);
            ui.painter().text(at, Align2::RIGHT_CENTER, number, look.font.clone(), colour);
        }
    }

    /// Indents the new line like the one before it. Returns the new place of the cursor. Both
    /// places count characters.
    fn indent(&mut self, cursor: usize) -> usize {
        let before: String = self.text.chars().take(cursor).collect();
        let line = before.strip_suffix('\n').and_then(|before| before.rsplit('\n').next());
        let spaces: String =
            line.unwrap_or_default().chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        self.text.insert_str(before.len(), &spaces);
        cursor + spaces.len()
    }
}

/// Draws bars over the line numbers, as long as the line's share of a decision's fuel. Lines
/// changed since then have none.
fn fuel_ui(
    profile: &[LineFuel],
    (lines, rows): (&[&str], &[Rect]),
    (gutter, height): (f32, f32),
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let all: u64 = profile.iter().map(|line| line.fuel).sum();
    let clip = ui.clip_rect();
    for line in profile.iter().filter(|line| line.line > 0) {
        let at = line.line as usize - 1;
        let (Some(row), Some(text)) = (rows.get(at), lines.get(at)) else { continue };
        let is_same = !line.text.is_empty() && text.trim().starts_with(&line.text);
        if !is_same || row.bottom() < clip.top() || row.top() > clip.bottom() {
            continue;
        }
        let share = line.fuel as f32 / all.max(1) as f32;
        let whole = clip.with_max_x(clip.left() + gutter);
        let whole = whole.with_min_y(row.top()).with_max_y(row.top() + height);
        let bar = whole.with_max_x(whole.left() + gutter * share);
        ui.painter().rect_filled(bar, 0.0, fade(cx.theme.accent, 0.35));
        let percent = format!("{:.0}", 100.0 * share);
        let text = cx.tf("scripts-fuel", &[("share", percent.into())]);
        let response = ui.interact(whole, ui.scope_id().with(("fuel", line.line)), Sense::HOVER);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        response.on_hover_text(text);
    }
}

/// The keys that the text handles itself: none of them moves the focus or leaves the page.
const ALL_KEYS: EventFilter =
    EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// The font and the sizes of the text.
struct EditorLook {
    font: FontId,
    letter: f32,
    row: f32,
}

/// Makes the Tab key write spaces, as in the scripts that ship.
fn indent_with_spaces(ui: &Ui) {
    ui.input_mut(|input| {
        for event in &mut input.events {
            let tab = matches!(event, Event::Key { key: Button::Tab, pressed: true, modifiers, .. }
                if modifiers.is_none());
            if tab {
                *event = Event::Text(TAB.to_owned());
            }
        }
    });
}

/// Lays out the text with syntax colours.
fn job(text: &str, look: &EditorLook, theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut reader = Tokenizer::default();
    let plain = |token| {
        let mut format = format(token, &look.font, theme);
        format.line_height = Some(look.row);
        format
    };
    for line in text.split_inclusive('\n') {
        let body = line.strip_suffix('\n').unwrap_or(line);
        for (range, token) in reader.line(body) {
            job.append(&body[range], 0.0, plain(token));
        }
        if body.len() < line.len() {
            job.append("\n", 0.0, plain(super::syntax::Token::Plain));
        }
    }
    if text.is_empty() {
        job.append("", 0.0, plain(super::syntax::Token::Plain));
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
        let key =
            ScriptKey { sort: ScriptType::Robot, kind: GameKind::Race, name: "mine".to_owned() };
        let (saved, text) = (text.as_bytes().into(), text.to_owned());
        EditedScript { key, saved, text, is_overtaken: false, marked: None }
    }

    #[test]
    fn new_line_keeps_the_indentation() {
        let mut draft = draft("if 好 then\n    return 1\nend\n");
        draft.text = draft.text.replace("return 1\n", "return 1\n\n");
        let cursor = draft.text.chars().take_while(|c| *c != '1').count() + 2;
        let at = draft.indent(cursor);
        assert_eq!(draft.text, "if 好 then\n    return 1\n    \nend\n");
        assert_eq!(at, cursor + 4);
        assert!(draft.is_changed());
        draft.revert();
        assert_eq!(draft.text, "if 好 then\n    return 1\nend\n");
    }

    #[test]
    fn tokens_cover_every_character() {
        let theme = Theme::new(crate::model::settings::ThemeName::Light, false);
        let look = EditorLook { font: FontId::monospace(13.0), letter: 8.0, row: 18.0 };
        for text in ["", "\n", "return {\n  -- 好\n}", "local s = [[\nlong\n]]\n\n"] {
            assert_eq!(job(text, &look, &theme).text, text);
        }
    }
}
