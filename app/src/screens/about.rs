//! The About page: the fonts and libraries in the program, with their authors and licences.

use egui::{Align, Button, Label, Layout, Rect, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

use crate::model::i18n::ListStyle;
use crate::model::licences::{LicensedPart, parts, text};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, HEAD};
use crate::ui::title::title_ui;
use crate::ui::widgets;

/// The maximum widths of the list and of the details beside it, and the gap between them.
const LIST: f32 = 400.0;
const TOLD: f32 = 680.0;
const GAP: f32 = 16.0;
/// The height of a row of the list.
const ROW: f32 = 26.0;

/// The page, with the number of the chosen part.
#[derive(Debug, Default)]
pub struct AboutPage {
    chosen: usize,
}

/// A row of the list.
enum LicenceRow {
    /// The head of a group, with the id of its text.
    Head(&'static str),
    /// A part with its number.
    Part(usize, &'static LicensedPart),
}

fn rows() -> Vec<LicenceRow> {
    let (fonts, libraries) = (&parts().fonts, &parts().libraries);
    let group = |head, from: usize, parts: &'static [LicensedPart]| {
        let rows =
            parts.iter().enumerate().map(move |(at, part)| LicenceRow::Part(from + at, part));
        std::iter::once(LicenceRow::Head(head)).chain(rows)
    };
    group("about-fonts", 0, fonts).chain(group("about-libraries", fonts.len(), libraries)).collect()
}

/// Returns a part by its number. The fonts come first.
fn part(at: usize) -> Option<&'static LicensedPart> {
    parts().fonts.iter().chain(&parts().libraries).nth(at)
}

/// Returns the name of a part with its version.
fn called(part: &LicensedPart) -> String {
    format!("{} {}", part.name, part.version).trim_end().to_owned()
}

impl AboutPage {
    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, 16.0));
        let width = full.width().min(LIST + GAP + TOLD);
        let area = Rect::from_center_size(full.center(), vec2(width, full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        widgets::within(ui, bar, |ui| title_ui("about-title", cx, ui, |_, _| {}));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let middle = body.left() + LIST.min(0.42 * width);
        widgets::within(ui, body.with_max_x(middle), |ui| self.list_ui(cx, ui));
        let told = body.with_min_x(middle + GAP);
        widgets::within(ui, told, |ui| told_ui(self.chosen, cx, ui));
    }

    fn list_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let rows = rows();
        cx.theme.card().inner_margin(8).show(ui, |ui| {
            ui.take_available_space();
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::vertical().auto_shrink([false, false]);
            area.show_rows(ui, ROW, rows.len(), |ui, shown| {
                for row in &rows[shown] {
                    match row {
                        LicenceRow::Head(id) => {
                            let size = vec2(ui.available_width(), ROW);
                            let layout = Layout::left_to_right(Align::Center);
                            ui.allocate_ui_with_layout(size, layout, |ui| {
                                widgets::group_head(ui, cx.theme, cx.t(id));
                            });
                        }
                        LicenceRow::Part(at, part) => self.row_ui(*at, part, cx, ui),
                    }
                }
            });
        });
    }

    fn row_ui(&mut self, at: usize, part: &LicensedPart, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let chosen = self.chosen == at;
        let name = RichText::new(called(part)).size(BODY);
        let licence = widgets::muted_text(cx.theme, part.licence.as_str());
        let button = Button::selectable(chosen, name).truncate().right_text(licence);
        let row = ui.add_sized([ui.available_width(), ROW], button);
        let label = format!("{}: {}", called(part), part.licence);
        row.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
        if row.clicked() {
            self.chosen = at;
        }
    }
}

/// Draws the authors of a part and the texts of its licences.
fn told_ui(chosen: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let Some(part) = part(chosen) else { return };
    cx.theme.card().inner_margin(16).show(ui, |ui| {
        ui.take_available_space();
        let area = ScrollArea::vertical().id_salt(chosen).auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.label(RichText::new(called(part)).size(HEAD).strong());
            ui.label(&part.licence);
            for line in &part.of {
                ui.label(widgets::muted_text(cx.theme, line.as_str()));
            }
            let names = cx.i18n.list(ListStyle::And, &part.texts);
            if part.licence.contains(" OR ") || part.licence.contains('/') {
                ui.label(cx.tf("about-choice", &[("names", names.into())]));
            }
            for name in &part.texts {
                ui.add_space(8.0);
                let head = cx.tf("about-text", &[("name", name.as_str().into())]);
                widgets::group_head(ui, cx.theme, head);
                let words = RichText::new(text(name).unwrap_or_default()).monospace();
                ui.add(Label::new(words.size(BODY - 2.0)).wrap());
            }
        });
    });
}
