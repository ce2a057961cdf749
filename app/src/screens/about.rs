//! The About page: the fonts and libraries in the program, with their authors and licences.

use egui::{Align, Button, Label, Layout, Rect, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

use crate::model::i18n::ListStyle;
use crate::model::licences::{LicensedPart, parts, text};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, HEAD};
use crate::ui::title::title_ui;
use crate::ui::widgets;

/// The maximum width of the list, in points.
const MAX_LIST_WIDTH: f32 = 400.0;
/// The maximum width of the details beside the list.
const MAX_DETAILS_WIDTH: f32 = 680.0;
/// The gap between the list and the details.
const GAP: f32 = 16.0;
/// The height of a row of the list.
const ROW_HEIGHT: f32 = 26.0;

/// The state of the page.
#[derive(Debug, Default)]
pub struct AboutPage {
    /// The index of the chosen component: the fonts first, then the libraries.
    chosen: usize,
}

/// A row of the list.
enum LicenceRow {
    /// The heading of a group, with the id of its text.
    Heading(&'static str),
    /// A component with its index.
    Part(usize, &'static LicensedPart),
}

/// Returns all rows: the fonts, then the libraries, each group under its heading.
fn rows() -> Vec<LicenceRow> {
    let groups = [("about-fonts", &parts().fonts), ("about-libraries", &parts().libraries)];
    let mut rows = Vec::new();
    let mut index = 0;
    for (heading, parts) in groups {
        rows.push(LicenceRow::Heading(heading));
        for part in parts {
            rows.push(LicenceRow::Part(index, part));
            index += 1;
        }
    }
    rows
}

/// Returns a component by its index. The fonts come first.
fn part(index: usize) -> Option<&'static LicensedPart> {
    parts().fonts.iter().chain(&parts().libraries).nth(index)
}

/// Returns the name of a component with its version.
fn name_with_version(part: &LicensedPart) -> String {
    format!("{} {}", part.name, part.version).trim_end().to_owned()
}

impl AboutPage {
    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, 16.0));
        let width = full.width().min(MAX_LIST_WIDTH + GAP + MAX_DETAILS_WIDTH);
        let area = Rect::from_center_size(full.center(), vec2(width, full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        widgets::within(ui, bar, |ui| title_ui("about-title", cx, ui, |_, _| {}));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let middle = body.left() + MAX_LIST_WIDTH.min(0.42 * width);
        widgets::within(ui, body.with_max_x(middle), |ui| self.list_ui(cx, ui));
        let details = body.with_min_x(middle + GAP);
        widgets::within(ui, details, |ui| details_ui(self.chosen, cx, ui));
    }

    fn list_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let rows = rows();
        cx.theme.card().inner_margin(8).show(ui, |ui| {
            ui.take_available_space();
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::vertical().auto_shrink([false, false]);
            area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, shown| {
                for row in &rows[shown] {
                    match row {
                        LicenceRow::Heading(id) => {
                            let size = vec2(ui.available_width(), ROW_HEIGHT);
                            let layout = Layout::left_to_right(Align::Center);
                            ui.allocate_ui_with_layout(size, layout, |ui| {
                                widgets::group_heading(ui, cx.theme, cx.t(id));
                            });
                        }
                        LicenceRow::Part(index, part) => self.row_ui(*index, part, cx, ui),
                    }
                }
            });
        });
    }

    fn row_ui(&mut self, index: usize, part: &LicensedPart, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let is_chosen = self.chosen == index;
        let name = RichText::new(name_with_version(part)).size(BODY);
        let licence = widgets::muted_text(cx.theme, part.licence.as_str());
        let button = Button::selectable(is_chosen, name).truncate().right_text(licence);
        let row = ui.add_sized([ui.available_width(), ROW_HEIGHT], button);
        let label = format!("{}: {}", name_with_version(part), part.licence);
        row.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &label));
        if row.clicked() {
            self.chosen = index;
        }
    }
}

/// Draws the copyright holders of a component and the texts of its licences.
fn details_ui(chosen: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let Some(part) = part(chosen) else { return };
    cx.theme.card().inner_margin(16).show(ui, |ui| {
        ui.take_available_space();
        let area = ScrollArea::vertical().id_salt(chosen).auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.label(RichText::new(name_with_version(part)).size(HEAD).strong());
            ui.label(&part.licence);
            for line in &part.holders {
                ui.label(widgets::muted_text(cx.theme, line.as_str()));
            }
            let names = cx.i18n.list(ListStyle::And, &part.texts);
            if part.licence.contains(" OR ") || part.licence.contains('/') {
                ui.label(cx.tf("about-choice", &[("names", names.into())]));
            }
            for name in &part.texts {
                ui.add_space(8.0);
                let heading = cx.tf("about-text", &[("name", name.as_str().into())]);
                widgets::group_heading(ui, cx.theme, heading);
                let licence_text = RichText::new(text(name).unwrap_or_default()).monospace();
                ui.add(Label::new(licence_text.size(BODY - 2.0)).wrap());
            }
        });
    });
}
