//! The table of contents and the search field of the manual.

use egui::{Button, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use super::ManualPage;
use crate::model::manual::{Manual, TextBlock};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// The maximum number of sections listed for a search.
const MAX_RESULTS: usize = 60;

/// A row of the table of contents.
struct ContentsRow<'a> {
    title: &'a str,
    anchor: &'a str,
    /// True for a heading within a chapter.
    is_inner: bool,
    /// True for the chapter shown.
    is_chosen: bool,
    /// True for the first chapter of a part of the manual.
    starts_part: bool,
}

impl ManualPage {
    /// Draws the table of contents, or the results of the search. Returns the anchor of the entry
    /// that was clicked.
    pub(super) fn contents_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<String> {
        let mut followed = None;
        cx.theme.card().inner_margin(10).show(ui, |ui| {
            ui.take_available_space();
            let edit = TextEdit::singleline(&mut self.query)
                .hint_text(cx.t("manual-search"))
                .desired_width(f32::INFINITY);
            let field = widgets::field(ui, cx.t("manual-search"), edit);
            if std::mem::take(&mut self.must_focus_search) {
                field.request_focus();
            }
            ui.add_space(6.0);
            let Some((_, manual)) = &self.manual else { return };
            let is_search = !self.query.trim().is_empty();
            let rows = match is_search {
                true => results(manual, &self.query),
                false => outline(manual, self.chapter),
            };
            if rows.is_empty() {
                ui.label(widgets::muted_text(cx.theme, cx.t("manual-nothing-found")));
            }
            let area =
                ScrollArea::vertical().id_salt(("contents", is_search)).auto_shrink([false, false]);
            area.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.spacing_mut().interact_size.y = 24.0;
                ui.spacing_mut().button_padding = vec2(8.0, 2.0);
                for row in &rows {
                    if row_ui(row, cx, ui) {
                        followed = Some(row.anchor.to_owned());
                    }
                }
            });
        });
        followed
    }
}

/// Returns the chapters, and the headings of the chapter shown.
fn outline(manual: &Manual, shown: usize) -> Vec<ContentsRow<'_>> {
    let mut rows = Vec::new();
    for (number, chapter) in manual.chapters.iter().enumerate() {
        let is_chosen = number == shown;
        let (title, anchor, starts_part) = (&chapter.title, &chapter.anchor, chapter.starts_part);
        rows.push(ContentsRow { title, anchor, is_inner: false, is_chosen, starts_part });
        let headings = chapter.headings().filter(|_| is_chosen);
        rows.extend(headings.map(|(title, anchor)| ContentsRow {
            title,
            anchor,
            is_inner: true,
            is_chosen: false,
            starts_part: false,
        }));
    }
    rows
}

/// Returns the sections that contain every word of the query. Sections that have one of these
/// words in their title come first.
fn results<'a>(manual: &'a Manual, query: &str) -> Vec<ContentsRow<'a>> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut in_title = Vec::new();
    let mut in_text = Vec::new();
    for (title, anchor, blocks) in manual.chapters.iter().flat_map(|chapter| chapter.sections()) {
        let head = title.to_lowercase();
        let text: Vec<String> = blocks.iter().map(TextBlock::plain_text).collect();
        let text = text.join(" ").to_lowercase();
        if !words.iter().all(|word| head.contains(word) || text.contains(word)) {
            continue;
        }
        let row =
            ContentsRow { title, anchor, is_inner: false, is_chosen: false, starts_part: false };
        match words.iter().any(|word| head.contains(word)) {
            true => in_title.push(row),
            false => in_text.push(row),
        }
    }
    in_title.extend(in_text);
    in_title.truncate(MAX_RESULTS);
    in_title
}

/// Draws a row. Returns true if it was clicked.
fn row_ui(row: &ContentsRow<'_>, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    if row.starts_part {
        ui.add_space(10.0);
    }
    let mut text = RichText::new(row.title).size(if row.is_inner { BODY - 1.5 } else { BODY });
    if row.starts_part {
        text = text.color(cx.theme.accent).strong();
    }
    let response = ui
        .horizontal(|ui| {
            ui.add_space(if row.is_inner { 16.0 } else { 0.0 });
            let width = ui.available_width();
            let button = Button::selectable(row.is_chosen, text).wrap();
            ui.add(button.min_size(vec2(width, 0.0)).right_text(""))
        })
        .inner;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, row.is_chosen, row.title));
    response.clicked()
}
