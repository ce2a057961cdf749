//! The rule options of the new-game screen. Each has a row with a sentence, a control, and a mark
//! if it was changed.

use egui::layers::ShapeIdx;
use egui::{ComboBox, CornerRadius, Id, Margin, Rect, RichText, ScrollArea, TextEdit, Ui, pos2};
use qipan_core::contract::options::{OptionInfo, OptionKind};
use serde_json::{Value, json};

use crate::games::{Seating, words};
use crate::model::i18n::ListStyle;
use crate::model::library::RobotChoice;
use crate::model::scripts::RuleSpec;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::problem::StartProblem;
use crate::screens::new_game::{CONTROL_WIDTH, house_ui, ready_ui, row_ui, sets_ui};
use crate::ui::at_right::at_right;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::theme::{BODY, fade, mix};
use crate::ui::widgets;

/// The room for the change mark at the left of a row, in points.
const MARGIN: f32 = 18.0;

/// The maximum number of values for which an option is shown as a row of cells. An option with more
/// values is shown as a drop-down list.
const MAX_CHOICE_CELLS: usize = 4;

/// The largest difference between the ends of a range of numbers that is shown as a row of cells.
const MAX_CELL_RANGE: u8 = 9;

/// Draws the rules of the selected preset. If `has_scroll_area` is false, the list grows with its
/// contents.
pub(super) fn rules_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    has_scroll_area: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let problem = form.game(robots, &cx.settings.name).err();
    let preset = form.preset();
    cx.theme.card().inner_margin(Margin::symmetric(4, 12)).show(ui, |ui| {
        ui.take_available_width();
        let showed_options = form.shows_options;
        header_ui(form, cx, ui);
        if showed_options {
            choices_ui(form, cx, ui);
            house_ui::row_ui(form, MARGIN, cx, ui);
        }
        let shows_house_rules = showed_options && house_ui::is_open(form);
        let mut list = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if !showed_options {
                choices_ui(form, cx, ui);
            } else if shows_house_rules {
                house_ui::list_ui(form, MARGIN, cx, ui);
            } else {
                options_ui(form, problem.as_ref(), cx, ui);
                seed_ui(form, cx, ui);
            }
        };
        if has_scroll_area {
            let area = ScrollArea::vertical().id_salt(("rules", preset, shows_house_rules));
            area.auto_shrink([false, false]).show(ui, list);
        } else {
            list(ui);
        }
    });
}

/// Draws the choice among ready-made rules and the player's named sets.
fn choices_ui(form: &mut NewGameForm, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ready_ui::ready_rules_ui(form, MARGIN, cx, ui);
    sets_ui::sets_ui(form, MARGIN, cx, ui);
}

/// Draws the field for the seed of the game.
fn seed_ui(form: &mut NewGameForm, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(8.0);
    let frame = egui::Frame::new().inner_margin(Margin { left: 18, right: 14, top: 5, bottom: 5 });
    frame.show(ui, |ui| {
        let text = |ui: &mut Ui| {
            ui.label(RichText::new(cx.t("new-seed")).color(cx.theme.ink));
            ui.label(widgets::muted_text(cx.theme, cx.t("new-seed.about")));
        };
        row_ui(ui, text, |ui| {
            let field = TextEdit::singleline(&mut form.seed)
                .hint_text(cx.t("new-seed.hint"))
                .char_limit(64)
                .desired_width(160.0);
            widgets::field(ui, cx.t("new-seed"), field);
        });
    });
}

/// The options as they are shown, including the values that house rules set.
struct EffectiveOptions {
    /// The seats and the merged rules.
    seating: Seating,
    /// The options that differ from the form's starting values.
    changed: Vec<&'static str>,
    /// The ticked house rules.
    house_rules: Vec<RuleSpec>,
}

/// Draws all options in their groups.
fn options_ui(
    form: &mut NewGameForm,
    problem: Option<&StartProblem>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let mut effective = EffectiveOptions {
        seating: form.seating().clone(),
        changed: Vec::new(),
        house_rules: Vec::new(),
    };
    if let Ok(merged) = form.merged_rules() {
        effective.seating.rules = merged.rules;
        effective.house_rules = form.chosen_rules();
    }
    effective.changed = effective.seating.changed();
    for (group, options) in effective.seating.groups() {
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.add_space(MARGIN);
            widgets::group_heading(ui, cx.theme, cx.t(&format!("rules-{group}")));
        });
        for info in options {
            let problem = problem.filter(|problem| problem.key() == Some(info.key));
            ui.push_id(info.key, |ui| option_ui(info, form, &effective, problem, cx, ui));
        }
    }
}

/// Draws the heading and the button that shows the options. If they are shown, also draws the
/// number of options that differ from the preset, the menu of sets and the reset button.
fn header_ui(form: &mut NewGameForm, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let changed_count = form.seating().changed().len();
    let has_house_rules = !form.ticked().is_empty();
    let shows_options = form.shows_options;
    ui.horizontal(|ui| {
        ui.add_space(MARGIN);
        widgets::heading(ui, cx.theme, cx.t("rules-head"));
        ui.add_space(4.0);
        if !shows_options {
            // The sentences of the ready-made rules describe the rules.
        } else if changed_count == 0 {
            // House rules are listed in the row below.
            let text = if has_house_rules { String::new() } else { cx.t("rules-standard") };
            ui.label(widgets::muted_text(cx.theme, text));
        } else {
            let text = cx.tf("rules-changed", &[("count", changed_count.into())]);
            let dot = ui.allocate_exact_size(egui::vec2(8.0, 8.0), egui::Sense::hover()).0;
            ui.painter().circle_filled(dot.center(), 4.0, cx.theme.accent);
            ui.label(RichText::new(text).size(BODY - 1.0).color(cx.theme.accent));
        }
        at_right(ui, "rules", |ui, _| {
            if shows_options {
                sets_ui::menu_ui(form, cx, ui);
                let reset = egui::Button::new(cx.t("rules-reset-all"));
                if ui.add_enabled(changed_count > 0 || has_house_rules, reset).clicked() {
                    form.seating_mut().reset_all();
                    form.untick_all();
                }
            }
            ready_ui::change_button_ui(form, cx, ui);
            ui.allocate_space(egui::vec2(14.0 - ui.spacing().item_spacing.x, 0.0));
        });
    });
}

/// The contents of an option's row.
struct OptionRow<'a> {
    label: String,
    /// A sentence about the effect of the option.
    about: String,
    /// The house rule that sets the option, if one does.
    set_by: Option<&'a RuleSpec>,
    /// True if the value differs from the form's starting value.
    is_changed: bool,
    /// True if another option makes this one ineffective.
    is_inactive: bool,
    /// A sentence about the problem of the option, if it has one.
    problem: Option<String>,
}

/// Draws the row of an option and applies the player's change to the form.
fn option_ui(
    info: OptionInfo,
    form: &mut NewGameForm,
    effective: &EffectiveOptions,
    problem: Option<&StartProblem>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let fold_id = ui.scope_id().with("fold");
    let background = ui.painter().add(egui::Shape::Noop);
    let value = effective.seating.rules.get(info.key).unwrap_or_default();
    let set_by = form.rule_that_sets(info.key, &effective.house_rules);
    let row = OptionRow {
        label: cx.t(&format!("rule-{}", info.key)),
        about: words::about_option(form.kind(), cx.i18n, info.key),
        set_by,
        is_changed: set_by.is_none() && effective.changed.contains(&info.key),
        is_inactive: effective.seating.is_inactive(info.key),
        problem: problem.map(|problem| problem.text(cx.i18n, &*effective.seating.rules)),
    };
    let mut is_reset = false;
    let mut new_value = None;
    let frame = egui::Frame::new().inner_margin(Margin { left: 18, right: 14, top: 5, bottom: 5 });
    let output = frame.show(ui, |ui| {
        let text = |ui: &mut Ui| is_reset = text_ui(&row, cx, ui);
        row_ui(ui, text, |ui| {
            if set_by.is_some() {
                ui.disable();
            }
            new_value =
                control_ui(fold_id, &info, &row.label, (&value, &effective.seating), cx, ui);
        });
        let has_squares = matches!(info.kind, OptionKind::Numbers { .. });
        if set_by.is_none() && has_squares && widgets::is_expanded(fold_id, ui) {
            new_value = new_value.take().or(squares_ui(&effective.seating, &info, &value, cx, ui));
        }
    });
    paint_marks(&row, background, output.response.rect, cx, ui);
    if is_reset {
        form.seating_mut().reset(info.key);
    } else if let Some(value) = new_value {
        form.seating_mut().set(info.key, &value);
    }
}

/// Draws the name of an option and its effect, or the house rule that sets it. Returns true if the
/// player resets it.
fn text_ui(row: &OptionRow<'_>, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let theme = cx.theme;
    let mut is_reset = false;
    ui.horizontal(|ui| {
        let colour = if row.is_inactive { theme.quiet } else { theme.ink };
        ui.label(RichText::new(&row.label).color(colour));
        if row.is_changed {
            let name = cx.tf("rules-reset", &[("rule", row.label.clone().into())]);
            let size = (22.0, theme.accent);
            is_reset = widgets::icon_button(ui, theme, Icon::Undo, &name, size).clicked();
        }
    });
    ui.label(match row.set_by {
        None => widgets::muted_text(theme, &row.about),
        Some(rule) => {
            let rule = cx.i18n.pick(&rule.info.name);
            let text = cx.tf("house-set-by", &[("rule", rule.into())]);
            RichText::new(text).size(BODY - 1.5).color(theme.accent)
        }
    });
    if let Some(text) = &row.problem {
        ui.label(RichText::new(text).size(BODY - 1.5).color(theme.error));
    }
    is_reset
}

/// Paints a background behind an option with a problem, and a bar beside a changed one.
fn paint_marks(
    row: &OptionRow<'_>,
    background: ShapeIdx,
    rect: Rect,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let theme = cx.theme;
    if row.problem.is_some() {
        let inner = rect.shrink2(egui::vec2(6.0, 1.0));
        let fill = mix(theme.panel, theme.error, 0.08);
        let stroke = egui::Stroke::new(1.0, fade(theme.error, 0.6));
        let (corner, inside) = (CornerRadius::same(8), egui::StrokeKind::Inside);
        ui.painter()
            .set(background, egui::epaint::RectShape::new(inner, corner, fill, stroke, inside));
    }
    if row.is_changed {
        let bar = Rect::from_min_max(
            pos2(rect.left() + 9.0, rect.top() + 9.0),
            pos2(rect.left() + 11.5, rect.top() + 24.0),
        );
        ui.painter().rect_filled(bar, 1.5, theme.accent);
    }
}

/// Draws the control of an option. Returns its new value if it was changed.
fn control_ui(
    fold_id: Id,
    info: &OptionInfo,
    label: &str,
    (value, seating): (&Value, &Seating),
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    match info.kind {
        OptionKind::Toggle => switch_ui(label, value == &json!(true), cx, ui).map(|on| json!(on)),
        OptionKind::Choice(["on", "off"]) => {
            let on = switch_ui(label, value == &json!("on"), cx, ui)?;
            Some(json!(if on { "on" } else { "off" }))
        }
        OptionKind::Choice(names) => {
            // The current value stays in the list even if the other rules do not allow it.
            let is_listed = |name: &&&str| value == **name || seating.allows_value(info.key, name);
            let names: Vec<&str> = names.iter().filter(is_listed).copied().collect();
            choice_ui(info.key, label, &names, value, cx, ui)
        }
        OptionKind::Any(names) => any_ui(info.key, label, names, value, cx, ui),
        OptionKind::Faces => faces_ui(label, value, cx, ui),
        OptionKind::Number { low, high } => number_ui(label, (low, high), value, cx, ui),
        OptionKind::Lines => extra_lines_ui(label, value, cx, ui),
        OptionKind::Numbers { .. } => {
            squares_summary_ui(fold_id, label, value, cx, ui);
            None
        }
    }
}

/// Draws a switch. Returns its new state if it was changed.
fn switch_ui(label: &str, mut on: bool, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<bool> {
    widgets::switch(ui, cx.theme, label, &mut on).changed().then_some(on)
}

/// Draws a choice of one value, as a row of cells if they fit, else as a drop-down list. Returns
/// the new value.
fn choice_ui(
    key: &str,
    label: &str,
    names: &[&str],
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let choices: Vec<(Value, String)> =
        names.iter().map(|name| (json!(name), cx.t(&format!("rule-{key}-{name}")))).collect();
    let mut chosen = value.clone();
    let width = widgets::segmented_width(ui, choices.iter().map(|(_, text)| text.as_str()));
    if width <= CONTROL_WIDTH && names.len() <= MAX_CHOICE_CELLS {
        let changed = widgets::segmented(ui, cx.theme, label, &choices, &mut chosen);
        return changed.then_some(chosen);
    }
    let current = choices.iter().find(|(choice, _)| choice == value).map(|(_, text)| text.clone());
    ui.name_inputs(label, |ui| {
        let combo = ComboBox::from_id_salt("choice").width(210.0).icon(widgets::combo_icon);
        combo.selected_text(current.unwrap_or_default()).show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (choice, text) in choices {
                if ui.selectable_value(&mut chosen, choice, text).clicked() {
                    ui.close();
                }
            }
        });
    });
    (chosen != *value).then_some(chosen)
}

/// Returns a JSON list with an item added, or removed if the list has it.
fn with_toggled(value: &Value, item: &Value) -> Value {
    let mut list = value.as_array().cloned().unwrap_or_default();
    match list.iter().position(|other| other == item) {
        Some(index) => drop(list.remove(index)),
        None => list.push(item.clone()),
    }
    Value::Array(list)
}

/// Returns true if a JSON list has an item.
fn contains(value: &Value, item: &Value) -> bool {
    value.as_array().is_some_and(|list| list.contains(item))
}

/// Draws a chip for each value that a list can contain. Returns the new list if a chip was toggled.
fn any_ui(
    key: &str,
    label: &str,
    names: &[&str],
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let mut new_value = None;
    at_right(ui, key, |ui, _| {
        for name in names {
            let text = cx.t(&format!("rule-{key}-{name}"));
            let item = json!(name);
            let is_on = contains(value, &item);
            if widgets::chip(ui, cx.theme, &format!("{label}: {text}"), &text, is_on).clicked() {
                new_value = Some(with_toggled(value, &item));
            }
        }
    });
    new_value
}

/// Draws the six faces of a die. Returns the new list of faces if one was toggled.
fn faces_ui(label: &str, value: &Value, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<Value> {
    let mut new_value = None;
    ui.spacing_mut().item_spacing.x = 4.0;
    at_right(ui, label, |ui, _| {
        for face in 1..=6u8 {
            let item = json!(face);
            let is_on = contains(value, &item);
            if widgets::die_face(ui, cx.theme, &format!("{label}: {face}"), face, is_on).clicked() {
                new_value = Some(with_toggled(value, &item));
            }
        }
    });
    new_value
}

/// Draws a number as a row of cells, or as a drag field if its range is large. Returns the new
/// value.
fn number_ui(
    label: &str,
    (low, high): (u8, u8),
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let mut number = value.as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or(low);
    if high - low > MAX_CELL_RANGE {
        let drag = egui::DragValue::new(&mut number).range(low..=high).speed(0.5);
        let changed = ui.name_inputs(label, |ui| ui.add(drag)).changed();
        return changed.then(|| json!(number));
    }
    let numbers: Vec<(u8, String)> = (low..=high).map(|n| (n, n.to_string())).collect();
    let changed = widgets::segmented(ui, cx.theme, label, &numbers, &mut number);
    changed.then(|| json!(number))
}

/// Draws the switch for the extra lines of Junqi: two diagonals across the front between two
/// armies.
fn extra_lines_ui(
    label: &str,
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let on = value.as_array().is_some_and(|lines| !lines.is_empty());
    let extra_lines = |on| if on { json!([["S11", "N14"], ["S15", "N12"]]) } else { json!([]) };
    switch_ui(label, on, cx, ui).map(extra_lines)
}

/// Draws the list of chosen squares and the button that expands the choice of squares.
fn squares_summary_ui(id: Id, label: &str, value: &Value, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let is_open = widgets::is_expanded(id, ui);
    let button_text = if is_open { cx.t("rules-done") } else { cx.t("rules-choose") };
    let button =
        ui.add(egui::Button::selectable(is_open, button_text.as_str()).frame_when_inactive(true));
    let enabled = ui.is_enabled();
    button.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, enabled, format!("{label}: {button_text}"))
    });
    if button.clicked() {
        ui.data_mut(|data| data.insert_temp(id, !is_open));
    }
    let squares = value.as_array().into_iter().flatten().map(ToString::to_string);
    let list = cx.i18n.list(ListStyle::Plain, squares);
    let text = if list.is_empty() { cx.t("word-none") } else { list };
    ui.add(egui::Label::new(widgets::muted_text(cx.theme, text.as_str())).truncate())
        .on_hover_text(text);
}

/// Draws a chip for each square of the track that can be chosen. Returns the new list of squares if
/// one was toggled.
fn squares_ui(
    seating: &Seating,
    info: &OptionInfo,
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let mut new_value = None;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for square in seating.selectable_numbers(info) {
            let item = json!(square);
            let name = cx.tf("rules-square", &[("number", square.into())]);
            let text = square.to_string();
            if widgets::chip(ui, cx.theme, &name, &text, contains(value, &item)).clicked() {
                new_value = Some(with_toggled(value, &item));
            }
        }
    });
    new_value
}
