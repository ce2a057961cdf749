//! The choice among the ready-made rules on the new-game screen.

use egui::{Margin, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use serde_json::{Map, Value};

use crate::games::words;
use crate::model::ready_rules::{ReadyRules, of_preset};
use crate::screens::new_game::form::NewGameForm;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, mix};
use crate::ui::widgets;

/// An entry of the choice.
struct Entry {
    /// The ready-made rules, or `None` for rules of the player's own.
    ready: Option<&'static ReadyRules>,
    name: String,
    /// A sentence about the rules.
    about: String,
    /// The options that differ from the standard rules, with their values.
    changes: Vec<String>,
    is_current: bool,
}

/// Returns the ready-made rules of the selected preset, and the player's own rules if any.
fn entries(form: &NewGameForm, cx: &ScreenContext<'_>) -> Vec<Entry> {
    let current = form.current_ready_rules();
    let entry = |ready: &'static ReadyRules| {
        let options: Map<String, Value> =
            ready.options().map(|(key, value)| (key.to_owned(), value)).collect();
        Entry {
            ready: Some(ready),
            name: cx.t(&format!("ready-{}", ready.name)),
            about: cx.t(ready.about),
            changes: words::settings(cx.i18n, &options),
            is_current: current == Some(ready),
        }
    };
    let mut entries: Vec<Entry> = of_preset(form.preset()).map(entry).collect();
    if form.has_own_rules() {
        entries.push(Entry {
            ready: None,
            name: cx.t("ready-own"),
            about: cx.t("ready-own.about"),
            changes: Vec::new(),
            is_current: current.is_none(),
        });
    }
    entries
}

/// Draws the ready-made rules: as cards, or as a row of chips above the options if they are shown.
pub(super) fn ready_rules_ui(
    form: &mut NewGameForm,
    margin: f32,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let mut picked = None;
    let entries = entries(form, cx);
    ui.add_space(6.0);
    if form.shows_options {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
            ui.add_space(margin);
            for entry in &entries {
                if chip_ui(entry, cx, ui) {
                    picked = Some(entry.ready);
                }
            }
        });
    } else {
        ui.spacing_mut().item_spacing.y = 8.0;
        for entry in &entries {
            if card_ui(entry, margin, cx, ui) {
                picked = Some(entry.ready);
            }
        }
    }
    match picked {
        Some(Some(ready)) => form.pick_ready_rules(ready),
        Some(None) => form.pick_own_rules(),
        None => {}
    }
}

/// Draws an entry as a chip. Returns true if it is clicked.
fn chip_ui(entry: &Entry, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let chip = widgets::chip(ui, cx.theme, &entry.name, &entry.name, entry.is_current);
    chip.widget_info(|| {
        WidgetInfo::selected(Role::RadioButton, true, entry.is_current, &entry.name)
    });
    let clicked = chip.clicked();
    chip.on_hover_text([std::slice::from_ref(&entry.about), &*entry.changes].concat().join("\n"));
    clicked
}

/// Draws an entry as a card with its sentence. Returns true if it is clicked.
fn card_ui(entry: &Entry, margin: f32, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let theme = cx.theme;
    let background = ui.painter().add(egui::Shape::Noop);
    let id = ui.scope_id().with(("ready", &entry.name));
    let outer = Margin { left: margin as i8 - 4, right: 10, ..Margin::ZERO };
    let frame = egui::Frame::new().outer_margin(outer).inner_margin(Margin {
        left: 38,
        right: 12,
        top: 9,
        bottom: 10,
    });
    let output = frame.show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.label(RichText::new(&entry.name).size(BODY + 1.0).strong().color(theme.ink));
        ui.label(RichText::new(&entry.about).size(BODY - 0.5).color(theme.ink));
        if !entry.changes.is_empty() {
            ui.label(widgets::muted_text(theme, entry.changes.join(" · ")));
        }
    });
    let rect = output.response.rect - outer;
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::RadioButton, true, entry.is_current, &entry.name)
    });
    let (fill, stroke) = match (entry.is_current, response.hovered()) {
        (true, _) => (theme.raised, Stroke::new(2.0, theme.accent)),
        // The accent colour is reserved for the chosen card.
        (false, true) => (mix(theme.panel, theme.ink, 0.05), Stroke::new(1.0, theme.quiet)),
        (false, false) => (mix(theme.panel, theme.ink, 0.02), Stroke::new(1.0, theme.hairline)),
    };
    let shape = egui::epaint::RectShape::new(rect, 8.0, fill, stroke, StrokeKind::Inside);
    ui.painter().set(background, shape);
    let mark = rect.left_top() + vec2(20.0, 20.0);
    let colour = if entry.is_current { theme.accent } else { theme.quiet };
    ui.painter().circle_stroke(mark, 7.0, Stroke::new(1.5, colour));
    if entry.is_current {
        ui.painter().circle_filled(mark, 3.5, theme.accent);
    }
    widgets::focus_ring(ui, theme, &response, 8.0);
    response.clicked()
}

/// Draws the button that shows or hides the options.
pub(super) fn change_button_ui(form: &mut NewGameForm, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let is_open = form.shows_options;
    let text = RichText::new(cx.t("rules-change")).color(cx.theme.ink);
    let button = egui::Button::selectable(is_open, text).frame_when_inactive(true);
    let response = ui.add(button).on_hover_text(cx.t("rules-change.about"));
    widgets::focus_ring(ui, cx.theme, &response, 6.0);
    if response.clicked() {
        form.shows_options = !is_open;
        form.house.is_open &= form.shows_options;
    }
}
