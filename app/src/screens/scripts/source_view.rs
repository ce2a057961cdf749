//! The source of a script, with line numbers and the line of an error marked.

use std::ops::Range;
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align2, Color32, FontId, Key as Button, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextFormat, Ui, WidgetInfo, vec2,
};

use crate::model::scripts::{CatalogueEntry, ScriptKey};
use crate::screens::scripts::syntax::{Token, Tokenizer};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, CORNER, Theme, mix};

/// The maximum number of characters drawn of a line. The rest would hardly be read.
const MAX_LINE_CHARS: usize = 400;
/// The spaces that replace a tab.
pub(super) const TAB: &str = "    ";

/// A line ready to be drawn, with its tokens.
type SourceLine = (String, Vec<(Range<usize>, Token)>);

/// A source, split into lines.
#[derive(Debug)]
pub(super) struct SourceView {
    key: ScriptKey,
    source: Arc<[u8]>,
    lines: Vec<SourceLine>,
    /// The width of the widest line, in columns. A hanzi takes two.
    columns: usize,
    /// The line marked in the last frame.
    marked: Option<u32>,
}

impl SourceView {
    /// Returns the source of a script, reusing `old` if it has not changed.
    pub(super) fn of(entry: &CatalogueEntry, old: Option<Self>) -> Self {
        match old {
            Some(old) if old.key == entry.key && old.source == entry.source => old,
            old => {
                let text = String::from_utf8_lossy(&entry.source);
                let mut reader = Tokenizer::default();
                let mut columns = 0;
                let line = |line: &str| {
                    let line: String =
                        line.replace('\t', TAB).chars().take(MAX_LINE_CHARS).collect();
                    let wide = line.chars().filter(|c| *c >= '\u{2E80}').count();
                    columns = columns.max(line.chars().count() + wide);
                    let pieces = reader.line(&line);
                    (line, pieces)
                };
                let lines: Vec<SourceLine> = text.lines().map(line).collect();
                let marked = old.filter(|old| old.key == entry.key).and_then(|old| old.marked);
                let (key, source) = (entry.key.clone(), Arc::clone(&entry.source));
                Self { key, source, lines, columns, marked }
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
        marked: Option<u32>,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let theme = cx.theme;
        let outer = ui.available_rect_before_wrap();
        let rim = Stroke::new(1.0, theme.hairline);
        ui.painter().rect(outer, CORNER, theme.raised, rim, StrokeKind::Inside);
        let font = FontId::monospace(BODY - 1.0);
        let (letter, row) =
            ui.fonts_mut(|fonts| (fonts.glyph_width(&font, '0'), fonts.row_height(&font) + 3.0));
        let digits = self.lines.len().max(100).to_string().len() as f32;
        let gutter = (digits + 2.0) * letter;
        let name = cx.tf("scripts-source", &[("file", file.into())]);
        let inner = outer.shrink(1.5);
        let mut area = ScrollArea::both().id_salt(&self.key).auto_shrink([false, false]);
        if marked != self.marked {
            self.marked = marked;
            if let Some(line) = marked {
                let above = inner.height() / 3.0;
                area = area.vertical_scroll_offset((line as f32 * row - above).max(0.0));
            }
        }
        let page = ui.input(|input| {
            let pages = f32::from(u8::from(input.key_pressed(Button::PageDown)))
                - f32::from(u8::from(input.key_pressed(Button::PageUp)));
            pages * (inner.height() - 2.0 * row)
        });
        super::within(ui, inner, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_label(name));
            let text = gutter + (self.columns as f32 + 4.0) * letter;
            area.show_rows(ui, row, self.lines.len(), |ui, range| {
                if page != 0.0 {
                    ui.scroll_with_delta(vec2(0.0, -page));
                }
                let width = text.max(ui.available_width());
                for index in range {
                    let number = index as u32 + 1;
                    let look = LineLook { width, row, gutter, letter, font: &font };
                    line_ui(&self.lines[index], number, marked == Some(number), &look, cx, ui);
                }
            });
        });
    }
}

/// The font and the sizes of a line.
struct LineLook<'a> {
    width: f32,
    row: f32,
    /// The width of the line numbers.
    gutter: f32,
    letter: f32,
    font: &'a FontId,
}

/// Draws a line with its number.
fn line_ui(
    line: &SourceLine,
    number: u32,
    is_marked: bool,
    look: &LineLook<'_>,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let (theme, letter) = (cx.theme, look.letter);
    let (rect, response) = ui.allocate_exact_size(vec2(look.width, look.row), Sense::hover());
    let args = [("line", number.into()), ("text", line.0.as_str().into())];
    let id = if is_marked { "scripts-source-marked" } else { "scripts-source-line" };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, cx.tf(id, &args)));
    let ground = theme.raised;
    let ground = if is_marked { mix(ground, theme.error, 0.18) } else { ground };
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, ground);
    let galley = painter.layout_job(job(line, look.font, theme));
    let middle = rect.center().y - galley.size().y / 2.0;
    let at = egui::pos2(rect.left() + look.gutter + letter, middle);
    painter.galley(at, galley, theme.ink);
    // The numbers stay in place when the text is scrolled sideways.
    let edge = rect.with_min_x(ui.clip_rect().left());
    let edge = edge.with_max_x(edge.left() + look.gutter);
    painter.rect_filled(edge, 0.0, mix(ground, theme.ink, 0.04));
    let colour = if is_marked { theme.error } else { theme.quiet };
    let at = edge.right_center() - vec2(letter, 0.0);
    painter.text(at, Align2::RIGHT_CENTER, number, look.font.clone(), colour);
}

/// Lays out a line with syntax colours.
fn job((text, pieces): &SourceLine, font: &FontId, theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (range, ink) in pieces {
        job.append(&text[range.clone()], 0.0, format(*ink, font, theme));
    }
    job
}

/// Lays out a whole source with syntax colours.
pub(in crate::screens) fn code(text: &str, font: &FontId, theme: &Theme) -> LayoutJob {
    let mut tokenizer = Tokenizer::default();
    let mut job = LayoutJob::default();
    for line in text.lines() {
        if !job.text.is_empty() {
            job.append("\n", 0.0, format(Token::Plain, font, theme));
        }
        for (range, token) in tokenizer.line(line) {
            job.append(&line[range], 0.0, format(token, font, theme));
        }
    }
    job
}

/// Returns the format of a token.
pub(super) fn format(ink: Token, font: &FontId, theme: &Theme) -> TextFormat {
    TextFormat::simple(font.clone(), colour(ink, theme))
}

fn colour(ink: Token, theme: &Theme) -> Color32 {
    match ink {
        Token::Plain => theme.ink,
        Token::Comment => theme.quiet,
        Token::Word => theme.as_text(theme.accent),
        Token::Text => theme.as_text(theme.sides[3]),
        Token::Number => theme.as_text(theme.sides[2]),
    }
}
