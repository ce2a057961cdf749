//! House rules on the new-game screen: a row with the ticked ones, and the list of all.

use egui::{
    Align2, CornerRadius, FontId, Margin, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::model::scripts::RuleSpec;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::house_words::{changes, conflict_text, misfit_text};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, Theme, fade, mix};
use crate::ui::widgets;

/// The side of a tick box, in points.
const TICK_BOX_SIDE: f32 = 18.0;
/// The distance from the left edge of a row to the text of its rule, in points. It leaves room for
/// the tick box.
const TEXT_LEFT: f32 = 48.0;

/// Draws the row of the ticked rules, the button for the list, and the conflicts between ticked
/// rules.
pub(super) fn row_ui(form: &mut NewGameForm, margin: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    let ticked_rules = form.chosen_rules();
    let head = cx.t("house-head");
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(margin);
        ui.label(RichText::new(&head).strong().color(theme.ink));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            ui.add_space(14.0);
            let button_text = cx.t(if form.house.is_open { "rules-done" } else { "rules-choose" });
            let button = egui::Button::selectable(form.house.is_open, button_text.as_str());
            let button = ui.add(button.frame_when_inactive(true));
            button.widget_info(|| {
                WidgetInfo::labeled(Role::Button, true, format!("{head}: {button_text}"))
            });
            if button.clicked() {
                form.house.is_open = !form.house.is_open;
            }
            widgets::focus_ring(ui, theme, &button, 6.0);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let (text, full_text) = match form.ticked().is_empty() {
                    true => (widgets::muted_text(theme, cx.t("word-none")), None),
                    false => {
                        let names = names(form, &ticked_rules, cx).join(" · ");
                        (RichText::new(&names).size(BODY - 0.5).color(theme.accent), Some(names))
                    }
                };
                let label = ui.add(egui::Label::new(text).truncate());
                if let Some(full_text) = full_text {
                    label.on_hover_text(full_text);
                }
            });
        });
    });
    let Ok(merged) = form.merged_rules() else { return };
    for conflict in &merged.conflicts {
        let text = conflict_text(cx.i18n, conflict, &ticked_rules);
        ui.horizontal_top(|ui| {
            ui.add_space(margin);
            ui.label(RichText::new(text).size(BODY - 1.0).color(theme.warning));
        });
    }
}

/// Returns the names of the ticked rules. Rules that do not load are named by their files.
fn names(form: &NewGameForm, rules: &[RuleSpec], cx: &ScreenContext<'_>) -> Vec<String> {
    let name = |file: &String| {
        let spec = rules.iter().find(|spec| spec.name == *file);
        spec.map_or_else(|| file.clone(), |spec| cx.i18n.pick(&spec.info.name).to_owned())
    };
    form.ticked().iter().map(name).collect()
}

/// Returns true if the list is open.
pub(super) fn is_open(form: &NewGameForm) -> bool {
    form.house.is_open
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
    let available = form.available_rules();
    if available.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(margin);
            ui.label(widgets::muted_text(theme, cx.t("house-empty")));
        });
    }
    let is_numbered = form.ticked().len() > 1;
    // Broken files come first, because a ticked one prevents the start.
    for (name, spec) in &available {
        let Err(error) = spec else { continue };
        let tick_index = form.ticked().iter().position(|other| other == name);
        let error = error.to_string();
        if ui.push_id(name, |ui| broken_ui(name, &error, tick_index.is_some(), cx, ui)).inner {
            toggled = Some(name.clone());
        }
    }
    for (name, spec) in &available {
        let Ok(spec) = spec else { continue };
        let tick_index = form.ticked().iter().position(|other| other == name);
        let row = RuleRow {
            spec,
            tick_index,
            is_numbered,
            merge_error: match tick_index {
                Some(_) => None,
                None => form
                    .incompatibility(spec)
                    .map(|error| misfit_text(cx.i18n, &*form.seating().rules, &error)),
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
    /// The index of the rule among the ticked rules, or `None` if it is not ticked.
    tick_index: Option<usize>,
    /// True if several rules are ticked, so that their order matters.
    is_numbered: bool,
    /// The reason why the rule cannot be ticked, if there is one.
    merge_error: Option<String>,
}

/// Draws a rule. Returns true if it was pressed.
fn rule_ui(row: &RuleRow<'_>, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let theme = cx.theme;
    let info = &row.spec.info;
    let can_tick = row.merge_error.is_none();
    let name = cx.i18n.pick(&info.name);
    let background = ui.painter().add(egui::Shape::Noop);
    let ink = if can_tick { theme.ink } else { theme.quiet };
    let margin = Margin { left: TEXT_LEFT as i8, right: 14, top: 6, bottom: 6 };
    let frame = egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).strong().color(ink));
            if !info.author.is_empty() {
                let author = cx.tf("who-by", &[("author", info.author.as_str().into())]);
                ui.label(widgets::muted_text(theme, author));
            }
        });
        ui.label(RichText::new(cx.i18n.pick(&info.about)).size(BODY - 0.5).color(ink));
        let changes = changes(cx.i18n, &info.option_changes, &info.hooks);
        if !changes.is_empty() {
            ui.label(widgets::muted_text(theme, changes.join(" · ")));
        }
        if info.sees_all {
            let text = RichText::new(cx.t("house-sees-all")).size(BODY - 1.5);
            ui.label(text.color(theme.warning));
        }
        if let Some(merge_error) = &row.merge_error {
            let text = cx.tf("house-unfit", &[("why", merge_error.as_str().into())]);
            ui.label(RichText::new(text).size(BODY - 1.5).color(theme.error));
        }
    });
    let rect = frame.response.rect.shrink2(vec2(6.0, 1.0));
    let sense = if can_tick { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with("tick"), sense);
    let is_ticked = row.tick_index.is_some();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, can_tick, is_ticked, name));
    let hover_strength = if response.hovered() && can_tick { 0.08 } else { 0.0 };
    let strength = if is_ticked { 0.1 } else { hover_strength };
    if strength > 0.0 {
        let fill = mix(theme.panel, theme.accent, strength);
        let stroke =
            if is_ticked { Stroke::new(1.0, fade(theme.accent, 0.45)) } else { Stroke::NONE };
        let shape = egui::epaint::RectShape::new(
            rect,
            CornerRadius::same(8),
            fill,
            stroke,
            StrokeKind::Inside,
        );
        ui.painter().set(background, shape);
    }
    let corner = pos2(rect.left() + 13.0, rect.top() + 7.0);
    let tick_box = Rect::from_min_size(corner, vec2(TICK_BOX_SIDE, TICK_BOX_SIDE));
    let number = row.tick_index.filter(|_| row.is_numbered).map(|index| index + 1);
    paint_tick_box(ui, theme, tick_box, (is_ticked, can_tick), number);
    widgets::focus_ring(ui, theme, &response, 8.0);
    response.clicked()
}

/// Paints a tick box: empty, with a tick, or with the rule's number among the ticked ones.
fn paint_tick_box(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    (is_ticked, can_tick): (bool, bool),
    number: Option<usize>,
) {
    let corner = CornerRadius::same(5);
    if !is_ticked {
        let stroke = Stroke::new(1.5, fade(theme.quiet, if can_tick { 0.8 } else { 0.35 }));
        let fill = if can_tick { theme.raised } else { theme.panel };
        ui.painter().rect(rect, corner, fill, stroke, StrokeKind::Inside);
        return;
    }
    ui.painter().rect_filled(rect, corner, theme.accent);
    match number {
        Some(number) => {
            let (font, text) = (FontId::proportional(BODY - 1.0), number.to_string());
            let centre = rect.center();
            ui.painter().text(centre, Align2::CENTER_CENTER, text, font, theme.on_accent);
        }
        None => {
            let points = [(-0.26, 0.02), (-0.07, 0.22), (0.28, -0.22)];
            let points = points.map(|(x, y)| rect.center() + vec2(x, y) * rect.width());
            let stroke = Stroke::new(2.0, theme.on_accent);
            ui.painter().add(egui::Shape::line(points.to_vec(), stroke));
        }
    }
}

/// Draws a file that does not load. It can only be unticked. Returns true if it was pressed.
fn broken_ui(
    name: &str,
    error: &str,
    is_ticked: bool,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let theme = cx.theme;
    let margin = Margin { left: TEXT_LEFT as i8, right: 14, top: 6, bottom: 6 };
    let frame = egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.label(RichText::new(name).strong().color(theme.quiet));
        let text = cx.tf("house-broken", &[("why", error.into())]);
        ui.label(RichText::new(text).size(BODY - 1.5).color(theme.error));
    });
    let rect = frame.response.rect.shrink2(vec2(6.0, 1.0));
    let sense = if is_ticked { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with("tick"), sense);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, is_ticked, is_ticked, name));
    let corner = pos2(rect.left() + 13.0, rect.top() + 7.0);
    paint_tick_box(
        ui,
        theme,
        Rect::from_min_size(corner, vec2(TICK_BOX_SIDE, TICK_BOX_SIDE)),
        (is_ticked, false),
        None,
    );
    widgets::focus_ring(ui, theme, &response, 8.0);
    response.clicked()
}
