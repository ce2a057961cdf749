//! Draws the blocks of the manual: paragraphs, lists, tables, code and pictures.

use std::collections::BTreeMap;

use egui::text::LayoutJob;
use egui::{
    Align, Button, FontId, Image, Label, Layout, RichText, ScrollArea, TextureHandle,
    TextureOptions, Ui, vec2,
};

use crate::command::Command;
use crate::model::manual::{Span, TextBlock, plain_text};
use crate::model::scripts::shipped_picture;
use crate::screens::scripts::source_job;
use crate::share::read_png;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::theme::{BODY, CORNER, HEAD};
use crate::ui::widgets;

/// The space below a paragraph.
const PARAGRAPH_GAP: f32 = 6.0;
/// The height of a line, as a multiple of the font size.
const LINE_HEIGHT: f32 = 1.4;
/// The width of a picture in a table.
const PICTURE_WIDTH: f32 = 360.0;
/// The space between two columns of a table.
const COLUMN_GAP: f32 = 14.0;
/// The minimum width of a column with long text.
const MIN_COLUMN_WIDTH: f32 = 110.0;

/// The pictures of the manual, decoded when they are first shown.
#[derive(Default)]
pub(super) struct Pictures {
    textures: BTreeMap<String, Option<TextureHandle>>,
}

impl Pictures {
    fn texture(&mut self, path: &str, ui: &Ui) -> Option<TextureHandle> {
        let load = || {
            let image = read_png(shipped_picture(path)?)?;
            Some(ui.ctx().load_texture(path, image, TextureOptions::LINEAR))
        };
        self.textures.entry(path.to_owned()).or_insert_with(load).clone()
    }
}

/// Draws blocks, one below the other.
pub(super) struct BlockPainter<'a, 'b> {
    pub(super) cx: &'a mut ScreenContext<'b>,
    pub(super) pictures: &'a mut Pictures,
    /// The anchor of a heading that must be scrolled into view.
    pub(super) scroll_to: &'a mut Option<String>,
    /// The anchor of a link that was clicked.
    pub(super) followed: Option<String>,
}

impl BlockPainter<'_, '_> {
    pub(super) fn blocks(&mut self, blocks: &[TextBlock], ui: &mut Ui) {
        for (number, block) in blocks.iter().enumerate() {
            ui.push_id(number, |ui| self.block(block, ui));
        }
    }

    fn block(&mut self, block: &TextBlock, ui: &mut Ui) {
        match block {
            TextBlock::Heading { title, anchor } => {
                ui.add_space(14.0);
                let text = RichText::new(title).font(title_font(HEAD + 1.0));
                let heading = ui.label(text.color(self.cx.theme.ink));
                if self.scroll_to.as_deref() == Some(anchor) {
                    heading.scroll_to_me(Some(Align::TOP));
                    *self.scroll_to = None;
                }
            }
            TextBlock::Paragraph(spans) => {
                self.spans(spans, BODY, ui);
                ui.add_space(PARAGRAPH_GAP);
            }
            TextBlock::Code { language, text } => self.code(language, text, ui),
            TextBlock::List { first, items } => self.list(*first, items, ui),
            TextBlock::Table { head, rows } => self.table(head, rows, ui),
            TextBlock::Picture { path, alt } => self.picture(path, alt, ui),
        }
    }

    fn picture(&mut self, path: &str, alt: &str, ui: &mut Ui) {
        if let Some(texture) = self.pictures.texture(path, ui) {
            ui.add_space(4.0);
            let width = ui.available_width().min(texture.size_vec2().x);
            ui.add(Image::new(&texture).max_width(width).fit_to_original_size(1.0).alt_text(alt));
            ui.add_space(4.0);
        }
    }

    /// Draws a paragraph, wrapped to the width of `ui`.
    fn spans(&mut self, spans: &[Span], size: f32, ui: &mut Ui) {
        let layout = Layout::left_to_right(Align::Center).with_main_wrap(true);
        let width = vec2(ui.available_width(), 0.0);
        ui.allocate_ui_with_layout(width, layout, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
            let mut ends_with_bracket = false;
            for span in spans {
                if span.code && ends_with_bracket {
                    // The background of code would touch the bracket before it.
                    ui.add_space(2.0);
                }
                ends_with_bracket = span.text.ends_with('(');
                self.span(span, size, ui);
            }
        });
    }

    fn span(&mut self, span: &Span, size: f32, ui: &mut Ui) {
        let theme = self.cx.theme;
        let mut text = RichText::new(&span.text).size(size).color(theme.ink);
        // Code has a smaller font. With equal line heights the whole line has one baseline.
        text = text.line_height(Some((size * LINE_HEIGHT).round()));
        if span.code {
            text = text.font(FontId::monospace(size - 1.0)).background_color(theme.raised);
        }
        if span.bold {
            text = text.strong().color(theme.readable_on_panel(theme.accent));
        }
        if span.italic {
            text = text.italics();
        }
        match span.link.as_deref().filter(|link| can_follow(link)) {
            None => drop(ui.label(text)),
            Some(link) => {
                let text = text.color(theme.readable_on_panel(theme.accent)).underline();
                let response = ui.link(text).on_hover_text(link);
                if response.clicked() {
                    match link.strip_prefix('#') {
                        Some(anchor) => self.followed = Some(anchor.to_owned()),
                        None => self.cx.send(Command::OpenWebsite(link.to_owned())),
                    }
                }
            }
        }
    }

    fn list(&mut self, first: Option<u64>, items: &[Vec<TextBlock>], ui: &mut Ui) {
        for (number, item) in items.iter().enumerate() {
            ui.horizontal_top(|ui| {
                let marker = match first {
                    Some(first) => format!("{}.", first + number as u64),
                    None => "•".to_owned(),
                };
                let slot = vec2(if first.is_some() { 24.0 } else { 16.0 }, BODY + 4.0);
                let layout = Layout::right_to_left(Align::Center);
                ui.allocate_ui_with_layout(slot, layout, |ui| {
                    ui.label(RichText::new(marker).color(self.cx.theme.quiet));
                });
                ui.vertical(|ui| {
                    ui.push_id(number, |ui| self.blocks(item, ui));
                });
            });
        }
        ui.add_space(2.0);
    }

    fn code(&mut self, language: &str, text: &str, ui: &mut Ui) {
        let theme = self.cx.theme;
        let font = FontId::monospace(BODY - 1.0);
        let frame = theme.card().fill(theme.raised).corner_radius(CORNER).inner_margin(10);
        frame.show(ui, |ui| {
            ui.take_available_width();
            ui.horizontal_top(|ui| {
                let copy = self.cx.t("manual-copy");
                let room = ui.available_width()
                    - widgets::text_width(ui, &copy, &FontId::proportional(BODY))
                    - 36.0;
                let lines = match language {
                    "luau" | "lua" => source_job(text, &font, theme),
                    _ => LayoutJob::simple(text.to_owned(), font, theme.ink, f32::INFINITY),
                };
                ui.vertical(|ui| {
                    ui.set_width(room);
                    let area = ScrollArea::horizontal().auto_shrink([false, true]);
                    area.show(ui, |ui| {
                        ui.add(Label::new(lines).extend());
                    });
                });
                if ui.add(Button::new(copy).small()).clicked() {
                    ui.ctx().copy_text(text.to_owned());
                }
            });
        });
        ui.add_space(6.0);
    }

    fn table(&mut self, head: &[Vec<Span>], rows: &[Vec<Vec<Span>>], ui: &mut Ui) {
        let size = BODY - 1.0;
        let natural: Vec<f32> = (0..head.len())
            .map(|column| {
                let cells = rows.iter().filter_map(|row| row.get(column)).chain([&head[column]]);
                cells.map(|cell| cell_width(cell, size, ui)).fold(0.0, f32::max)
            })
            .collect();
        let gaps = COLUMN_GAP * head.len().saturating_sub(1) as f32;
        let widths = column_widths(&natural, ui.available_width() - gaps);
        let has_head = head.iter().any(|cell| !cell.is_empty());
        let all = has_head.then_some(head).into_iter().chain(rows.iter().map(Vec::as_slice));
        let line = egui::Stroke::new(1.0, self.cx.theme.hairline);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (number, row) in all.enumerate() {
            ui.push_id(number, |ui| {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = COLUMN_GAP;
                    for (cell, width) in row.iter().zip(&widths) {
                        let layout = Layout::top_down(Align::Min);
                        ui.allocate_ui_with_layout(vec2(*width, 0.0), layout, |ui| {
                            ui.set_width(*width);
                            match TextBlock::picture(cell) {
                                Some(TextBlock::Picture { path, alt }) => {
                                    self.picture(&path, &alt, ui)
                                }
                                _ => self.spans(cell, size, ui),
                            }
                        });
                    }
                });
                let width = widths.iter().sum::<f32>() + gaps;
                let (rect, _) = ui.allocate_exact_size(vec2(width, 3.0), egui::Sense::hover());
                ui.painter().hline(rect.x_range(), rect.center().y, line);
            });
        }
        ui.add_space(8.0);
    }
}

/// Returns true if the window can follow a link.
fn can_follow(link: &str) -> bool {
    link.starts_with('#') || link.starts_with("https://")
}

/// Returns the width of a cell on one line.
fn cell_width(cell: &[Span], size: f32, ui: &Ui) -> f32 {
    if TextBlock::picture(cell).is_some() {
        return PICTURE_WIDTH;
    }
    let font = FontId::proportional(size);
    // Code is wider than other text of the same size.
    let code_length =
        cell.iter().filter(|span| span.code).map(|span| span.text.chars().count()).sum::<usize>();
    widgets::text_width(ui, &plain_text(cell), &font) + code_length as f32 * 1.6 + 4.0
}

/// Divides the width of a table among its columns: narrow columns get all they need, wide ones
/// share the rest equally. `natural` lists the widths of the columns without line breaks.
fn column_widths(natural: &[f32], available: f32) -> Vec<f32> {
    let mut order: Vec<usize> = (0..natural.len()).collect();
    order.sort_by(|a, b| natural[*a].total_cmp(&natural[*b]));
    let mut widths = vec![0.0; natural.len()];
    let mut rest = available;
    for (index, column) in order.into_iter().enumerate() {
        let share = rest / (natural.len() - index) as f32;
        widths[column] = natural[column].min(share.max(MIN_COLUMN_WIDTH));
        rest -= widths[column];
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::column_widths;

    #[test]
    fn narrow_columns_get_their_width_and_wide_ones_share_the_rest() {
        assert_eq!(column_widths(&[50.0, 60.0], 500.0), [50.0, 60.0]);
        assert_eq!(column_widths(&[50.0, 900.0, 800.0], 500.0), [50.0, 225.0, 225.0]);
        assert_eq!(column_widths(&[], 500.0), Vec::<f32>::new());
    }
}
