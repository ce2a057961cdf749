//! The list of the scripts page: robots or house rules, grouped by game.

use egui::{
    Align2, Atom, Button, FontId, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};
use qipan_core::registry::GameKind;

use crate::command::{Command, PackageCommand, ScriptCommand};
use crate::model::i18n::ListStyle;
use crate::model::scripts::{CatalogueEntry, Origin, ScriptKey, ScriptType};
use crate::screens::scripts::{GAP, NewScriptDialog, ScriptsPage, within, words};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, HEAD, mix};
use crate::ui::widgets;

/// The height of a row, in points.
const ROW_HEIGHT: f32 = 46.0;
/// The height of a button below the list, in points.
const BUTTON_HEIGHT: f32 = 36.0;

impl ScriptsPage {
    /// Draws the list, with tabs above it and the buttons for a new script and for a package below
    /// it.
    pub(super) fn list_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect();
        let frame = cx.theme.card();
        let inner = full.shrink(frame.total_margin().left + 1.0);
        ui.painter().add(frame.paint(inner));
        let head = inner.with_max_y(inner.top() + widgets::CONTROL_HEIGHT);
        within(ui, head, |ui| {
            let tabs = [
                (ScriptType::Robot, cx.t("scripts-robots")),
                (ScriptType::Rule, cx.t("scripts-rules")),
            ];
            let name = cx.t("scripts-list");
            if widgets::segmented(ui, cx.theme, &name, &tabs, &mut self.script_type) {
                self.must_reveal_chosen = true;
            }
        });
        let has_own = self.listed().any(|entry| entry.origin != Origin::Shipped);
        let buttons_height = 2.0 * BUTTON_HEIGHT + 10.0;
        let hint_height = if has_own { 0.0 } else { 58.0 };
        let footer = inner.with_min_y(inner.bottom() - buttons_height - hint_height);
        let rows = inner.with_min_y(head.bottom() + 8.0).with_max_y(footer.top() - 8.0);
        let mut clicked = None;
        within(ui, rows, |ui| {
            let area = ScrollArea::vertical().id_salt(self.script_type).auto_shrink([false, false]);
            area.show(ui, |ui| clicked = self.rows_ui(cx, ui));
        });
        within(ui, footer, |ui| self.footer_ui(has_own, cx, ui));
        if let Some((key, must_open)) = clicked {
            self.choose(&key);
            if must_open {
                cx.send(Command::Script(ScriptCommand::Edit));
            }
        }
    }

    /// Draws the rows. Returns the script that was clicked, and true if it must be opened for
    /// editing.
    fn rows_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<(ScriptKey, bool)> {
        ui.spacing_mut().item_spacing.y = 2.0;
        let must_reveal = std::mem::take(&mut self.must_reveal_chosen);
        let chosen = self.chosen().map(|entry| entry.key.clone());
        let mut clicked = None;
        for kind in GameKind::ALL {
            ui.add_space(if kind == GameKind::ALL[0] { 2.0 } else { 10.0 });
            widgets::group_heading(ui, cx.theme, words::game(cx.i18n, kind));
            if !self.listed().any(|entry| entry.key.kind == kind) {
                ui.label(widgets::muted_text(cx.theme, cx.t("scripts-none")));
            }
            for entry in self.listed().filter(|entry| entry.key.kind == kind) {
                let is_chosen = chosen.as_ref() == Some(&entry.key);
                let has_changes = self.is_changed(&entry.key);
                let response = row_ui(entry, is_chosen, has_changes, cx, ui);
                if is_chosen && must_reveal {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    let is_by_key = !response.clicked_by(egui::PointerButton::Primary);
                    let must_open = response.double_clicked() || (is_chosen && is_by_key);
                    clicked = Some((entry.key.clone(), must_open));
                }
            }
        }
        clicked
    }

    /// Draws the buttons for a new script and for a package, and a hint if the player has no script
    /// of this type.
    fn footer_ui(&mut self, has_own: bool, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let (hint_id, button_id) = match self.script_type {
            ScriptType::Robot => ("scripts-none-own-robot", "scripts-new-robot"),
            ScriptType::Rule => ("scripts-none-own-rule", "scripts-new-rule"),
        };
        if !has_own {
            let text = widgets::muted_text(cx.theme, cx.t(hint_id));
            let room = vec2(ui.available_width(), 54.0);
            let layout = egui::Layout::bottom_up(egui::Align::Min);
            ui.allocate_ui_with_layout(room, layout, |ui| {
                ui.add(egui::Label::new(text).wrap());
            });
        }
        let width = ui.available_width();
        let button = |id: &str| {
            let text = RichText::new(cx.t(id)).size(BODY);
            Button::new((Atom::grow(), text, Atom::grow())).min_size(vec2(width, BUTTON_HEIGHT))
        };
        let (new, open) = (button(button_id), button("package-ask-open"));
        if ui.add(new).clicked() {
            let kind = self.chosen().map_or(GameKind::ALL[0], |entry| entry.key.kind);
            self.new_script = Some(NewScriptDialog::new(self.script_type, kind));
        }
        if ui.add(open).clicked() {
            cx.send(Command::Package(PackageCommand::AskOpen));
        }
    }
}

/// Draws the row of a script: its name, its file, and a tag for unsaved changes, an error or its
/// origin.
fn row_ui(
    entry: &CatalogueEntry,
    is_chosen: bool,
    has_changes: bool,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> egui::Response {
    let theme = cx.theme;
    let size = vec2(ui.available_width() - GAP / 2.0, ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let mut label = words::row(cx.i18n, entry);
    if has_changes {
        label = cx.i18n.list(ListStyle::Clauses, [label, cx.t("scripts-unsaved")]);
    }
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &label));
    let (fill, stroke) = match (is_chosen, response.hovered()) {
        (true, _) => (theme.raised, Stroke::new(1.5, theme.accent)),
        (false, true) => (mix(theme.panel, theme.accent, 0.1), Stroke::NONE),
        (false, false) => (theme.panel, Stroke::NONE),
    };
    ui.painter().rect(rect, 7.0, fill, stroke, StrokeKind::Inside);
    let is_broken = entry.script.is_err();
    let inner = rect.shrink2(vec2(10.0, 5.0));
    let tag = match (is_broken, entry.origin) {
        _ if has_changes => Some((cx.t("scripts-unsaved"), theme.warning)),
        (true, _) => Some((cx.t("scripts-broken"), theme.error)),
        (_, Origin::Shipped) => None,
        (_, origin) => {
            Some((words::origin(cx.i18n, origin), theme.readable_on_panel(theme.accent)))
        }
    };
    let (title_line, file_line) =
        (inner.with_max_y(inner.top() + 19.0), inner.with_min_y(inner.top() + 20.0));
    text_ui(
        ui,
        title_line,
        RichText::new(words::name(cx.i18n, entry)).size(HEAD - 1.0).color(theme.ink),
    );
    let small = FontId::proportional(BODY - 2.0);
    let font = small.clone();
    let file_width = ui.painter().layout_no_wrap(entry.file.clone(), font, theme.quiet).size().x;
    let file_width = file_width.min(file_line.width() * 0.55);
    let left = file_line.with_max_x(file_line.left() + file_width + 1.0);
    text_ui(ui, left, RichText::new(&entry.file).size(BODY - 2.0).color(theme.quiet));
    if let Some((text, colour)) = tag {
        let dot = left.right_center() + vec2(9.0, 0.0);
        ui.painter().text(dot, Align2::CENTER_CENTER, "·", small, theme.quiet);
        let right = file_line.with_min_x(left.right() + 18.0);
        text_ui(ui, right, RichText::new(text).size(BODY - 2.0).color(colour));
    }
    widgets::focus_ring(ui, theme, &response, 7.0);
    response
}

/// Draws one line of text, truncated to its rectangle.
fn text_ui(ui: &Ui, rect: Rect, text: RichText) {
    let galley = egui::WidgetText::from(text).into_galley(
        ui,
        Some(egui::TextWrapMode::Truncate),
        rect.width(),
        egui::TextStyle::Body,
    );
    let pos = rect.left_center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(pos, galley, ui.visuals().text_color());
}
