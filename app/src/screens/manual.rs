//! The manual for authors of scripts: a table of contents with a search field, and a chapter beside
//! it.

mod blocks;
mod contents;

use egui::{Button, Key, Rect, RichText, ScrollArea, Ui, vec2};

use crate::model::i18n::Lang;
use crate::model::manual::Manual;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::theme::{HEAD, TITLE};
use crate::ui::title::title_ui;
use crate::ui::widgets::within;
use blocks::{BlockPainter, Pictures};

/// The space between the parts of the page.
const GAP: f32 = 16.0;
/// The width of the table of contents.
const CONTENTS_WIDTH: f32 = 300.0;
/// The maximum width of the text, in points: about fifteen words a line.
const TEXT_WIDTH: f32 = 820.0;

/// The state of the page.
#[derive(Default)]
pub struct ManualPage {
    manual: Option<(Lang, Manual)>,
    /// The index of the chapter shown.
    chapter: usize,
    /// The anchor of a heading that must be scrolled into view.
    scroll_to: Option<String>,
    pictures: Pictures,
    /// The text in the search field.
    query: String,
    /// True if the search field must get the focus.
    must_focus_search: bool,
}

impl ManualPage {
    /// Focuses the search field.
    pub const fn focus_search(&mut self) {
        self.must_focus_search = true;
    }

    /// Clears the search field. Returns false if it was empty.
    pub fn cancel(&mut self) -> bool {
        !std::mem::take(&mut self.query).is_empty()
    }

    /// Shows the chapter or the heading with this anchor, if there is one.
    fn show(&mut self, anchor: &str) {
        let Some((_, manual)) = &self.manual else { return };
        if let Some(chapter) = manual.chapter_of(anchor) {
            self.chapter = chapter;
            self.scroll_to = Some(anchor.to_owned());
        }
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let lang = cx.settings.lang;
        if self.manual.as_ref().is_none_or(|(other, _)| *other != lang) {
            self.manual = Some((lang, Manual::in_lang(lang)));
        }
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let widest = CONTENTS_WIDTH + GAP + TEXT_WIDTH + 64.0;
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(widest), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("manual-title", cx, ui, |_, _| {}));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let contents_width = CONTENTS_WIDTH.min(body.width() * 0.32);
        let contents = body.with_max_x(body.left() + contents_width);
        let mut followed = within(ui, contents, |ui| self.contents_ui(cx, ui));
        let chapter = body.with_min_x(contents.right() + GAP);
        if let Some(link) = within(ui, chapter, |ui| self.chapter_ui(cx, ui)) {
            followed = Some(link);
        }
        if let Some(anchor) = followed {
            self.show(&anchor);
        }
    }

    /// Draws the chapter. Returns the anchor of a link that was clicked.
    fn chapter_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> Option<String> {
        let (_, manual) = self.manual.as_ref()?;
        let chapter = manual.chapters.get(self.chapter)?;
        let mut followed = None;
        cx.theme.card().inner_margin(egui::Margin::symmetric(24, 12)).show(ui, |ui| {
            ui.take_available_space();
            let area = ScrollArea::vertical()
                .id_salt(("chapter", self.chapter))
                .auto_shrink([false, false]);
            area.show(ui, |ui| {
                scroll_by_keys(ui);
                ui.spacing_mut().item_spacing.y = 3.0;
                ui.set_max_width(ui.available_width().min(TEXT_WIDTH) - 12.0);
                let title = RichText::new(&chapter.title).font(title_font(TITLE));
                let head = ui.label(title.color(cx.theme.ink));
                if self.scroll_to.as_deref() == Some(&chapter.anchor) {
                    head.scroll_to_me(Some(egui::Align::TOP));
                    self.scroll_to = None;
                }
                ui.add_space(4.0);
                let mut painter = BlockPainter {
                    cx,
                    pictures: &mut self.pictures,
                    scroll_to: &mut self.scroll_to,
                    followed: None,
                };
                painter.blocks(&chapter.blocks, ui);
                followed = painter.followed.take();
                ui.add_space(16.0);
                ui.horizontal(|ui| {
                    let neighbours = [
                        (self.chapter.checked_sub(1), "← ", ""),
                        (Some(self.chapter + 1), "", " →"),
                    ];
                    for (index, before, after) in neighbours {
                        let Some(other) = index.and_then(|index| manual.chapters.get(index)) else {
                            continue;
                        };
                        let text = format!("{before}{}{after}", other.title);
                        if ui.add(Button::new(RichText::new(text).size(HEAD - 2.0))).clicked() {
                            followed = Some(other.anchor.clone());
                        }
                    }
                });
                ui.add_space(24.0);
            });
        });
        followed
    }
}

/// Scrolls the text with the arrow keys, Page Up, Page Down, Home and End.
fn scroll_by_keys(ui: &Ui) {
    let page = ui.clip_rect().height() - 48.0;
    // Longer than any chapter.
    let far = 1e6;
    let keys = [
        (Key::PageDown, -page),
        (Key::PageUp, page),
        (Key::Home, far),
        (Key::End, -far),
        (Key::ArrowDown, -48.0),
        (Key::ArrowUp, 48.0),
    ];
    if ui.ctx().text_edit_focused() {
        return;
    }
    for (key, by) in keys {
        if ui.input(|input| input.key_pressed(key)) {
            ui.scroll_with_delta(vec2(0.0, by));
        }
    }
}
