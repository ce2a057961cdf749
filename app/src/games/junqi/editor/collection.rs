//! The collection of layouts: shipped and own ones as thumbnails, and the questions about them.

use egui::{
    Align, Context, FontId, Id, Key, Modal, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};
use qipan_core::games::junqi::Draft;
use qipan_core::games::junqi::layouts::SHIPPED;

use crate::command::{Command, PackageCommand};
use crate::games::junqi::editor::paint::paint_thumbnail;
use crate::games::junqi::editor::{
    LayoutCommand, LayoutEditor, PIECES, ScreenContext, within, words,
};
use crate::model::storage::{MAX_ITEM_NAME_CHARS, NamedLayout, SavedItem};
use crate::ui::room::show_modal;
use crate::ui::theme::{BODY, fade, mix};
use crate::ui::widgets;

/// A tab of the collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CollectionTab {
    /// The shipped layouts.
    #[default]
    Shipped,
    /// The player's own layouts.
    Own,
}

/// An open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutQuestion {
    /// Replace the layout of this name?
    Replace(String),
    /// Which new name? Holds the typed name, and a flag that is true until the text field has taken
    /// the focus.
    Rename(String, bool),
    /// Delete the player's layout of this name?
    Delete(String),
}

/// A layout of the collection.
struct CollectedLayout {
    name: String,
    /// The idea behind a shipped layout.
    plan: Option<String>,
    /// The command that loads it.
    load: LayoutCommand,
    draft: Draft,
    is_open: bool,
}

impl LayoutEditor {
    /// Draws the collection.
    pub(super) fn collection_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect();
        let frame = cx.theme.card();
        let inner = full.shrink(frame.total_margin().left + 1.0);
        ui.painter().add(frame.paint(inner));
        let tabs = [
            (CollectionTab::Shipped, cx.t("layout-shipped")),
            (CollectionTab::Own, cx.t("layout-own")),
        ];
        let tab_bar = inner.with_max_y(inner.top() + widgets::CONTROL_HEIGHT);
        let name = cx.t("layout-collection");
        within(ui, tab_bar, |ui| {
            widgets::segmented(ui, cx.theme, &name, &tabs, &mut self.tab);
        });
        let is_own = self.tab == CollectionTab::Own;
        let foot_height = if is_own { 42.0 } else { 0.0 };
        let list =
            inner.with_min_y(tab_bar.bottom() + 10.0).with_max_y(inner.bottom() - foot_height);
        let entries = if is_own { self.own_entries() } else { self.shipped_entries(cx) };
        // The shipped layouts fill the list without scrolling. There may be any number of own ones.
        let rows = entries.len().div_ceil(2).max(6) as f32;
        let shipped_height = (list.height() / rows - CARD_GAP).clamp(60.0, 150.0);
        let height = if is_own { 92.0 } else { shipped_height };
        within(ui, list, |ui| {
            ScrollArea::vertical().id_salt(is_own).auto_shrink([false, false]).show(ui, |ui| {
                if entries.is_empty() {
                    ui.label(widgets::muted_text(cx.theme, cx.t("layout-own-empty")));
                }
                cards_ui(&entries, height, cx, ui);
                if is_own {
                    self.bad_files_ui(cx, ui);
                }
            });
        });
        if is_own {
            let foot = inner.with_min_y(inner.bottom() - 34.0);
            within(ui, foot, |ui| self.own_tools_ui(cx, ui));
        }
    }

    fn shipped_entries(&self, cx: &ScreenContext<'_>) -> Vec<CollectedLayout> {
        let entry = |shipped: &qipan_core::games::junqi::layouts::ShippedLayout| {
            let (name, draft) = (words::shipped_name(cx.i18n, shipped), shipped.layout().into());
            CollectedLayout {
                name: name.clone(),
                plan: Some(words::shipped_plan(cx.i18n, shipped)),
                load: LayoutCommand::Load(name, None, draft),
                draft,
                is_open: self.open.is_none() && self.draft() == draft,
            }
        };
        SHIPPED.iter().map(entry).collect()
    }

    fn own_entries(&self) -> Vec<CollectedLayout> {
        let open_path = self.open.as_ref().map(|open| &open.path);
        let entry = |own: &SavedItem<NamedLayout>| CollectedLayout {
            name: own.name.clone(),
            plan: None,
            load: LayoutCommand::Load(own.name.clone(), Some(own.path.clone()), own.draft),
            draft: own.draft,
            is_open: open_path == Some(&own.path),
        };
        self.own.iter().map(entry).collect()
    }

    /// Lists the files of the layout folder that could not be read as layouts.
    fn bad_files_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        for bad_file in &self.bad_files {
            let text = words::bad_file(cx.i18n, bad_file);
            ui.label(RichText::new(text).size(BODY - 1.5).color(cx.theme.error));
        }
    }

    fn own_tools_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let width = (ui.available_width() - 16.0) / 3.0;
            let button = |id: &str, cx: &ScreenContext<'_>| {
                egui::Button::new(cx.t(id)).min_size(vec2(width, 32.0))
            };
            let tools = [
                ("layout-rename", LayoutCommand::AskRename),
                ("layout-delete", LayoutCommand::AskDelete),
            ];
            for (id, command) in tools {
                if ui.add_enabled(self.open.is_some(), button(id, cx)).clicked() {
                    cx.send(Command::from(command));
                }
            }
            let is_complete = self.draft().layout().is_some();
            let saved = self.open.as_ref().filter(|_| is_complete && !self.is_changed());
            let export = ui.add_enabled(saved.is_some(), button("layout-export", cx));
            let export = export.on_hover_text(cx.t("layout-export.about"));
            let export = export.on_disabled_hover_text(cx.t("layout-export.needs"));
            if let Some(saved) = saved.filter(|_| export.clicked()) {
                let command = PackageCommand::AskExportLayout(saved.path.clone());
                cx.send(Command::Package(command));
            }
        });
    }

    /// Draws the open question over everything.
    pub(super) fn question_ui(&mut self, cx: &mut ScreenContext<'_>, ctx: &Context) {
        let Some(question) = &mut self.question else { return };
        let modal = Modal::new(Id::unique("layout-question"))
            .frame(cx.theme.card().inner_margin(16))
            .backdrop_color(fade(cx.theme.shadow, 0.45));
        let error = self.message.as_ref().filter(|message| message.is_error());
        let error = error.map(|message| message.text(cx.i18n));
        let shown = show_modal(modal, ctx, |ui| {
            ui.set_width(ui.available_width().min(380.0));
            let (id, name, yes) = match question {
                LayoutQuestion::Replace(name) => ("layout-ask-replace", name, "layout-replace"),
                LayoutQuestion::Delete(name) => ("layout-ask-delete", name, "layout-delete"),
                LayoutQuestion::Rename(name, needs_focus) => {
                    return rename_ui(name, needs_focus, error, cx, ui);
                }
            };
            let text = cx.tf(id, &[("name", name.as_str().into())]);
            ui.label(RichText::new(text).size(BODY + 1.0));
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if cx.theme.primary_ui(ui, cx.t(yes)).clicked() {
                    let confirmed = match question {
                        LayoutQuestion::Delete(_) => LayoutCommand::Delete,
                        _ => LayoutCommand::Replace,
                    };
                    cx.send(Command::from(confirmed));
                }
                if ui.button(cx.t("layout-keep")).clicked() {
                    cx.send(Command::from(LayoutCommand::DismissQuestion));
                }
            });
        });
        if shown.should_close() {
            cx.send(Command::from(LayoutCommand::DismissQuestion));
        }
    }
}

/// Draws the question for a new name.
fn rename_ui(
    name: &mut String,
    needs_focus: &mut bool,
    error: Option<String>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let title = cx.t("layout-rename");
    widgets::heading(ui, cx.theme, title.clone());
    let id = Id::unique("layout-new-name");
    let edit = TextEdit::singleline(name)
        .id(id)
        .char_limit(MAX_ITEM_NAME_CHARS)
        .margin(egui::Margin::symmetric(8, 7))
        .desired_width(ui.available_width() - 16.0);
    let response = widgets::field(ui, cx.t("layout-name.hint"), edit);
    if std::mem::take(needs_focus) {
        response.request_focus();
    }
    let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if let Some(error) = error {
        ui.label(RichText::new(error).color(cx.theme.error));
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, title).clicked() || enter {
            cx.send(Command::from(LayoutCommand::Rename(name.clone())));
        }
        if ui.button(cx.t("action-cancel")).clicked() {
            cx.send(Command::from(LayoutCommand::DismissQuestion));
        }
    });
}

/// The distance between two cards, in points.
const CARD_GAP: f32 = 8.0;

/// Draws layouts as cards, two in a row.
fn cards_ui(entries: &[CollectedLayout], height: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.spacing_mut().item_spacing = vec2(CARD_GAP, CARD_GAP);
    let width = (ui.available_width() - CARD_GAP) / 2.0;
    for row in entries.chunks(2) {
        ui.horizontal(|ui| {
            for entry in row {
                let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
                card_ui(entry, rect, &response, cx, ui);
                let response = match &entry.plan {
                    Some(plan) => response.on_hover_text(plan),
                    None => response,
                };
                if response.clicked() {
                    cx.send(Command::from(entry.load.clone()));
                }
            }
        });
    }
}

fn card_ui(
    entry: &CollectedLayout,
    rect: Rect,
    response: &egui::Response,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let theme = cx.theme;
    let missing = PIECES - entry.draft.placed().count();
    let name = ("name", entry.name.as_str().into());
    let spoken = match missing {
        0 => cx.tf("layout-load", &[name]),
        missing => cx.tf("layout-load-incomplete", &[name, ("count", missing.into())]),
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, entry.is_open, &spoken));
    let (fill, rim) = match (entry.is_open, response.hovered()) {
        (true, _) => (theme.raised, Stroke::new(2.0, theme.accent)),
        (false, true) => (mix(theme.panel, theme.accent, 0.1), Stroke::new(1.0, theme.accent)),
        (false, false) => (theme.raised, Stroke::new(1.0, theme.hairline)),
    };
    ui.painter().rect(rect, 7.0, fill, rim, StrokeKind::Inside);
    let caption = rect.with_min_y(rect.bottom() - 24.0).shrink2(vec2(6.0, 0.0));
    let picture = rect.with_max_y(caption.top() + 1.0).shrink2(vec2(6.0, 5.0));
    paint_thumbnail(ui.painter(), picture, &entry.draft, cx);
    let mut child = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(caption)
            .layout(egui::Layout::centered_and_justified(egui::Direction::LeftToRight))
            .sense(Sense::HOVER),
    );
    // Long names are a little smaller. Even longer ones end in an ellipsis.
    let mut size = BODY - 1.5;
    let width = widgets::text_width(ui, &entry.name, &FontId::proportional(size));
    size *= ((caption.width() - 1.0) / width).clamp(0.78, 1.0);
    let text = RichText::new(&entry.name).size(size).color(theme.ink);
    child.add(egui::Label::new(text).truncate().halign(Align::Center));
    widgets::focus_ring(ui, theme, response, 7.0);
}
