//! House rules on the new-game screen: a row with the ticked ones, and the list.

use egui::{
    Align2, CornerRadius, FontId, Margin, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::model::scripts::RuleSpec;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::house_words::{changes, conflict, misfit};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, Theme, fade, mix};
use crate::ui::widgets;

/// The side of a tick box.
const BOX: f32 = 18.0;
/// The left edge of a rule's words, right of its box.
const WORDS: f32 = 48.0;

/// Draws the row: the ticked rules, the conflicts between them, the button for the list.
pub(super) fn row_ui(form: &mut NewGameForm, margin: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    let chosen = form.chosen_rules();
    let head = cx.t("house-head");
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(margin);
        ui.label(RichText::new(&head).strong().color(theme.ink));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            ui.add_space(14.0);
            let word = cx.t(if form.house.open { "rules-done" } else { "rules-choose" });
            let button = egui::Button::selectable(form.house.open, word.as_str());
            let button = ui.add(button.frame_when_inactive(true));
            button
                .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{head}: {word}")));
            if button.clicked() {
                form.house.open = !form.house.open;
            }
            widgets::focus_ring(ui, theme, &button, 6.0);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let (text, full) = match form.ticked().is_empty() {
                    true => (widgets::muted_text(theme, cx.t("word-none")), None),
                    false => {
                        let names = names(form, &chosen, cx).join(" · ");
                        (RichText::new(&names).size(BODY - 0.5).color(theme.accent), Some(names))
                    }
                };
                let label = ui.add(egui::Label::new(text).truncate());
                if let Some(full) = full {
                    label.on_hover_text(full);
                }
            });
        });
    });
    let Ok(merged) = form.merged() else { return };
    for found in &merged.conflicts {
        let text = conflict(cx.i18n, found, &chosen);
        ui.horizontal_top(|ui| {
            ui.add_space(margin);
            ui.label(RichText::new(text).size(BODY - 1.0).color(theme.warning));
        });
    }
}

/// Returns the names of the ticked rules. Rules that do not load are named by their files.
fn names(form: &NewGameForm, chosen: &[RuleSpec], cx: &ScreenContext<'_>) -> Vec<String> {
    let name = |file: &String| {
        let spec = chosen.iter().find(|spec| spec.name == *file);
        spec.map_or_else(|| file.clone(), |spec| cx.i18n.pick(&spec.info.name).to_owned())
    };
    form.ticked().iter().map(name).collect()
}

/// Returns true if the list is open.
pub(super) fn is_open(form: &NewGameForm) -> bool {
    form.house.open
}

/// Draws the list of all rules for the selected preset.
pub(super) fn list_ui(
    form: &mut NewGameForm,
    margin: f32,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let theme = cx.theme;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(margin);
        ui.add(egui::Label::new(widgets::muted_text(theme, cx.t("house-list"))).wrap());
    });
    ui.add_space(4.0);
    let mut toggled = None;
    let at_hand = form.rules_at_hand();
    if at_hand.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(margin);
            ui.label(widgets::muted_text(theme, cx.t("house-empty")));
        });
    }
    let many = form.ticked().len() > 1;
    // A ticked file that does not load prevents the start, so broken files come first.
    for (name, spec) in &at_hand {
        let Err(error) = spec else { continue };
        let place = form.ticked().iter().position(|other| other == name);
        let why = error.to_string();
        if ui.push_id(name, |ui| broken_ui(name, &why, place.is_some(), cx, ui)).inner {
            toggled = Some(name.clone());
        }
    }
    for (name, spec) in &at_hand {
        let Ok(spec) = spec else { continue };
        let place = form.ticked().iter().position(|other| other == name);
        let row = RuleRow {
            spec,
            place,
            numbered: many,
            why_not: match place {
                Some(_) => None,
                None => form.misfit(spec).map(|why| misfit(cx.i18n, &*form.seating().rules, &why)),
            },
        };
        if ui.push_id(name, |ui| rule_ui(&row, cx, ui)).inner {
            toggled = Some(name.clone());
        }
    }
    if let Some(name) = toggled {
        form.toggle_rule(&name);
    }
}

/// A rule as a row of the list.
struct RuleRow<'a> {
    spec: &'a RuleSpec,
    /// Its index among the ticked rules.
    place: Option<usize>,
    /// True if several rules are ticked, so that their order matters.
    numbered: bool,
    /// The reason why it cannot be ticked.
    why_not: Option<String>,
}

/// Draws a rule. Returns true if it was pressed.
fn rule_ui(row: &RuleRow<'_>, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let theme = cx.theme;
    let info = &row.spec.info;
    let able = row.why_not.is_none();
    let name = cx.i18n.pick(&info.name);
    let under = ui.painter().add(egui::Shape::Noop);
    let ink = if able { theme.ink } else { theme.quiet };
    let margin = Margin { left: WORDS as i8, right: 14, top: 6, bottom: 6 };
    let shown = egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).strong().color(ink));
            if !info.author.is_empty() {
                let by = cx.tf("who-by", &[("author", info.author.as_str().into())]);
                ui.label(widgets::muted_text(theme, by));
            }
        });
        ui.label(RichText::new(cx.i18n.pick(&info.about)).size(BODY - 0.5).color(ink));
        let words = changes(cx.i18n, &info.option_changes, &info.hooks);
        if !words.is_empty() {
            ui.label(widgets::muted_text(theme, words.join(" · ")));
        }
        if info.sees_all {
            let text = RichText::new(cx.t("house-sees-all")).size(BODY - 1.5);
            ui.label(text.color(theme.warning));
        }
        if let Some(why) = &row.why_not {
            let text = cx.tf("house-unfit", &[("why", why.as_str().into())]);
            ui.label(RichText::new(text).size(BODY - 1.5).color(theme.error));
        }
    });
    let rect = shown.response.rect.shrink2(vec2(6.0, 1.0));
    let sense = if able { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with("tick"), sense);
    let on = row.place.is_some();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, able, on, name));
    let lit = if response.hovered() && able { 0.08 } else { 0.0 };
    let strength = if on { 0.1 } else { lit };
    if strength > 0.0 {
        let fill = mix(theme.panel, theme.accent, strength);
        let rim = if on { Stroke::new(1.0, fade(theme.accent, 0.45)) } else { Stroke::NONE };
        let shape = egui::epaint::RectShape::new(
            rect,
            CornerRadius::same(8),
            fill,
            rim,
            StrokeKind::Inside,
        );
        ui.painter().set(under, shape);
    }
    let corner = pos2(rect.left() + 13.0, rect.top() + 7.0);
    let place = Rect::from_min_size(corner, vec2(BOX, BOX));
    let number = row.place.filter(|_| row.numbered).map(|place| place + 1);
    paint_box(ui, theme, place, (on, able), number);
    widgets::focus_ring(ui, theme, &response, 8.0);
    response.clicked()
}

/// Paints a tick box: empty, with a tick, or with the rule's place among the ticked ones.
fn paint_box(ui: &Ui, theme: &Theme, rect: Rect, (on, able): (bool, bool), number: Option<usize>) {
    let corner = CornerRadius::same(5);
    if !on {
        let rim = Stroke::new(1.5, fade(theme.quiet, if able { 0.8 } else { 0.35 }));
        let fill = if able { theme.raised } else { theme.panel };
        ui.painter().rect(rect, corner, fill, rim, StrokeKind::Inside);
        return;
    }
    ui.painter().rect_filled(rect, corner, theme.accent);
    match number {
        Some(number) => {
            let (font, text) = (FontId::proportional(BODY - 1.0), number.to_string());
            let at = rect.center();
            ui.painter().text(at, Align2::CENTER_CENTER, text, font, theme.on_accent);
        }
        None => {
            let points = [(-0.26, 0.02), (-0.07, 0.22), (0.28, -0.22)];
            let points = points.map(|(x, y)| rect.center() + vec2(x, y) * rect.width());
            let stroke = Stroke::new(2.0, theme.on_accent);
            ui.painter().add(egui::Shape::line(points.to_vec(), stroke));
        }
    }
}

/// Draws a file that does not load. Returns true if its tick was pressed.
fn broken_ui(name: &str, why: &str, ticked: bool, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let theme = cx.theme;
    let margin = Margin { left: WORDS as i8, right: 14, top: 6, bottom: 6 };
    let frame = egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.label(RichText::new(name).strong().color(theme.quiet));
        let text = cx.tf("house-broken", &[("why", why.into())]);
        ui.label(RichText::new(text).size(BODY - 1.5).color(theme.error));
    });
    let rect = frame.response.rect.shrink2(vec2(6.0, 1.0));
    let sense = if ticked { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with("tick"), sense);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ticked, ticked, name));
    let corner = pos2(rect.left() + 13.0, rect.top() + 7.0);
    paint_box(ui, theme, Rect::from_min_size(corner, vec2(BOX, BOX)), (ticked, false), None);
    widgets::focus_ring(ui, theme, &response, 8.0);
    response.clicked()
}
