//! The read-only source of a script, with line numbers, syntax colours and a mark at the line of an
//! error.

use std::ops::Range;
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align2, Color32, FontId, Key, Role, ScrollArea, Sense, Stroke, StrokeKind, TextFormat, Ui,
    WidgetInfo, vec2,
};

use crate::model::scripts::{CatalogueEntry, ScriptKey};
use crate::screens::scripts::syntax::{TokenKind, Tokenizer};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, CORNER, Theme, mix};

/// The maximum number of characters drawn of a line.
const MAX_LINE_CHARS: usize = 400;
/// The first of the characters that count as two columns wide. Most of them are Chinese.
const FIRST_WIDE_CHAR: char = '\u{2E80}';
/// The spaces that replace a tab.
pub(super) const TAB: &str = "    ";

/// The text of a line with its tabs replaced, and its tokens.
type SourceLine = (String, Vec<(Range<usize>, TokenKind)>);

/// A source, split into lines.
#[derive(Debug)]
pub(super) struct SourceView {
    key: ScriptKey,
    /// The text of the script's own file.
    text: Arc<[u8]>,
    lines: Vec<SourceLine>,
    /// The width of the widest line in columns. A Chinese character takes two columns.
    columns: usize,
    /// The line that was marked in the last frame.
    marked_line: Option<u32>,
}

impl SourceView {
    /// Returns the view of a script's text, reusing `old` if the text has not changed.
    pub(super) fn of(entry: &CatalogueEntry, old: Option<Self>) -> Self {
        match old {
            Some(old) if old.key == entry.key && old.text == entry.source.text => old,
            old => {
                let text = String::from_utf8_lossy(&entry.source.text);
                let mut tokenizer = Tokenizer::default();
                let mut columns = 0;
                let to_source_line = |line: &str| {
                    let text: String =
                        line.replace('\t', TAB).chars().take(MAX_LINE_CHARS).collect();
                    let wide_chars = text.chars().filter(|c| *c >= FIRST_WIDE_CHAR).count();
                    columns = columns.max(text.chars().count() + wide_chars);
                    let tokens = tokenizer.tokenize_line(&text);
                    (text, tokens)
                };
                let lines: Vec<SourceLine> = text.lines().map(to_source_line).collect();
                let marked_line =
                    old.filter(|old| old.key == entry.key).and_then(|old| old.marked_line);
                let (key, text) = (entry.key.clone(), Arc::clone(&entry.source.text));
                Self { key, text, lines, columns, marked_line }
            }
        }
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Draws the source in the rest of `ui`, with a line marked.
    pub(super) fn ui(
        &mut self,
        file: &str,
        marked_line: Option<u32>,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let theme = cx.theme;
        let outer = ui.available_rect_before_wrap();
        let stroke = Stroke::new(1.0, theme.hairline);
        ui.painter().rect(outer, CORNER, theme.raised, stroke, StrokeKind::Inside);
        let font = FontId::monospace(BODY - 1.0);
        let (letter_width, row_height) =
            ui.fonts_mut(|fonts| (fonts.glyph_width(&font, '0'), fonts.row_height(&font) + 3.0));
        let digits = self.lines.len().max(100).to_string().len() as f32;
        let gutter = (digits + 2.0) * letter_width;
        let name = cx.tf("scripts-source", &[("file", file.into())]);
        let inner = outer.shrink(1.5);
        let mut area = ScrollArea::both().id_salt(&self.key).auto_shrink([false, false]);
        if marked_line != self.marked_line {
            self.marked_line = marked_line;
            if let Some(line) = marked_line {
                let above = inner.height() / 3.0;
                area = area.vertical_scroll_offset((line as f32 * row_height - above).max(0.0));
            }
        }
        let page_scroll = ui.input(|input| {
            let pages = f32::from(u8::from(input.key_pressed(Key::PageDown)))
                - f32::from(u8::from(input.key_pressed(Key::PageUp)));
            pages * (inner.height() - 2.0 * row_height)
        });
        super::within(ui, inner, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_label(name));
            let text_width = gutter + (self.columns as f32 + 4.0) * letter_width;
            area.show_rows(ui, row_height, self.lines.len(), |ui, range| {
                if page_scroll != 0.0 {
                    ui.scroll_with_delta(vec2(0.0, -page_scroll));
                }
                let width = text_width.max(ui.available_width());
                for index in range {
                    let number = index as u32 + 1;
                    let style = LineStyle { width, row_height, gutter, letter_width, font: &font };
                    line_ui(
                        &self.lines[index],
                        number,
                        marked_line == Some(number),
                        &style,
                        cx,
                        ui,
                    );
                }
            });
        });
    }
}

/// The font of a line, and its sizes in points.
struct LineStyle<'a> {
    width: f32,
    row_height: f32,
    /// The width of the line numbers.
    gutter: f32,
    letter_width: f32,
    font: &'a FontId,
}

/// Draws a line with its number.
fn line_ui(
    line: &SourceLine,
    number: u32,
    is_marked: bool,
    style: &LineStyle<'_>,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let (theme, letter_width) = (cx.theme, style.letter_width);
    let (rect, response) =
        ui.allocate_exact_size(vec2(style.width, style.row_height), Sense::hover());
    let args = [("line", number.into()), ("text", line.0.as_str().into())];
    let id = if is_marked { "scripts-source-marked" } else { "scripts-source-line" };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, cx.tf(id, &args)));
    let fill = theme.raised;
    let fill = if is_marked { mix(fill, theme.error, 0.18) } else { fill };
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, fill);
    let galley = painter.layout_job(line_job(line, style.font, theme));
    let top = rect.center().y - galley.size().y / 2.0;
    let text_pos = egui::pos2(rect.left() + style.gutter + letter_width, top);
    painter.galley(text_pos, galley, theme.ink);
    // The numbers stay in place when the text is scrolled sideways.
    let gutter_rect = rect.with_min_x(ui.clip_rect().left());
    let gutter_rect = gutter_rect.with_max_x(gutter_rect.left() + style.gutter);
    painter.rect_filled(gutter_rect, 0.0, mix(fill, theme.ink, 0.04));
    let colour = if is_marked { theme.error } else { theme.quiet };
    let number_end = gutter_rect.right_center() - vec2(letter_width, 0.0);
    painter.text(number_end, Align2::RIGHT_CENTER, number, style.font.clone(), colour);
}

/// Returns a layout job for a line, with syntax colours.
fn line_job((text, tokens): &SourceLine, font: &FontId, theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (range, token) in tokens {
        job.append(&text[range.clone()], 0.0, token_format(*token, font, theme));
    }
    job
}

/// Returns a layout job for a whole source, with syntax colours.
pub(in crate::screens) fn source_job(text: &str, font: &FontId, theme: &Theme) -> LayoutJob {
    let mut tokenizer = Tokenizer::default();
    let mut job = LayoutJob::default();
    for line in text.lines() {
        if !job.text.is_empty() {
            job.append("\n", 0.0, token_format(TokenKind::Plain, font, theme));
        }
        for (range, token) in tokenizer.tokenize_line(line) {
            job.append(&line[range], 0.0, token_format(token, font, theme));
        }
    }
    job
}

/// Returns the format of a token.
pub(super) fn token_format(token: TokenKind, font: &FontId, theme: &Theme) -> TextFormat {
    TextFormat::simple(font.clone(), token_colour(token, theme))
}

/// Returns the colour of a token.
fn token_colour(token: TokenKind, theme: &Theme) -> Color32 {
    match token {
        TokenKind::Plain => theme.ink,
        TokenKind::Comment => theme.quiet,
        TokenKind::Keyword => theme.readable_on_panel(theme.accent),
        TokenKind::String => theme.readable_on_panel(theme.sides[3]),
        TokenKind::Number => theme.readable_on_panel(theme.sides[2]),
    }
}
