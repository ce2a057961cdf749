//! The rule options: for each a row with a sentence, a control, and a mark if it was changed.

use egui::layers::ShapeIdx;
use egui::{ComboBox, CornerRadius, Id, Margin, Rect, RichText, ScrollArea, Ui, pos2};
use qipan_core::contract::options::{OptionInfo, OptionKind};
use serde_json::{Value, json};

use crate::games::{Seating, words};
use crate::model::i18n::ListStyle;
use crate::model::library::RobotChoice;
use crate::model::scripts::RuleSpec;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::problem::StartProblem;
use crate::screens::new_game::{CONTROL_WIDTH, house_ui, row_ui, sets_ui};
use crate::ui::at_right::at_right;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::theme::{BODY, fade, mix};
use crate::ui::widgets;

/// The room left of a row for the change mark.
const MARGIN: f32 = 18.0;

/// The widest range of numbers shown as a row of cells.
const MOST_CELLS: u8 = 9;

/// Draws the rules of the selected preset, in a list that scrolls by itself or grows.
pub(super) fn rules_ui(
    form: &mut NewGameForm,
    robots: &[RobotChoice],
    scrolls: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let problem = form.game(robots, &cx.settings.name).err();
    let preset = form.preset();
    cx.theme.card().inner_margin(Margin::symmetric(4, 12)).show(ui, |ui| {
        ui.take_available_width();
        head_ui(form, cx, ui);
        sets_ui::sets_ui(form, MARGIN, cx, ui);
        house_ui::row_ui(form, MARGIN, cx, ui);
        let house = house_ui::is_open(form);
        let mut list = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if house {
                house_ui::list_ui(form, MARGIN, cx, ui);
            } else {
                options_ui(form, problem.as_ref(), cx, ui);
            }
        };
        if scrolls {
            let area = ScrollArea::vertical().id_salt(("rules", preset, house));
            area.auto_shrink([false, false]).show(ui, list);
        } else {
            list(ui);
        }
    });
}

/// The current options, with those set by house rules.
struct Now {
    /// The options with everything that house rules set.
    shown: Seating,
    /// The options that differ from the initial form.
    changed: Vec<&'static str>,
    /// The ticked house rules.
    chosen: Vec<RuleSpec>,
}

/// Draws all options in their groups.
fn options_ui(
    form: &mut NewGameForm,
    problem: Option<&StartProblem>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let mut now = Now { shown: form.seating().clone(), changed: Vec::new(), chosen: Vec::new() };
    if let Ok(merged) = form.merged() {
        now.shown.rules = merged.rules;
        now.chosen = form.chosen_rules();
    }
    now.changed = now.shown.changed();
    for (group, options) in now.shown.groups() {
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.add_space(MARGIN);
            widgets::group_head(ui, cx.theme, cx.t(&format!("rules-{group}")));
        });
        for info in options {
            let problem = problem.filter(|problem| problem.key() == Some(info.key));
            ui.push_id(info.key, |ui| option_ui(info, form, &now, problem, cx, ui));
        }
    }
}

/// Draws the head: how many options differ from the preset, and the reset button.
fn head_ui(form: &mut NewGameForm, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let changed = form.seating().changed().len();
    let ticked = !form.ticked().is_empty();
    ui.horizontal(|ui| {
        ui.add_space(MARGIN);
        widgets::heading(ui, cx.theme, cx.t("rules-head"));
        ui.add_space(4.0);
        if changed == 0 {
            // House rules are listed in the row below.
            let usual = if ticked { String::new() } else { cx.t("rules-as-printed") };
            ui.label(widgets::muted_text(cx.theme, usual));
        } else {
            let text = cx.tf("rules-changed", &[("count", changed.into())]);
            let dot = ui.allocate_exact_size(egui::vec2(8.0, 8.0), egui::Sense::hover()).0;
            ui.painter().circle_filled(dot.center(), 4.0, cx.theme.accent);
            ui.label(RichText::new(text).size(BODY - 1.0).color(cx.theme.accent));
        }
        at_right(ui, "rules", |ui, _| {
            sets_ui::menu_ui(form, cx, ui);
            let reset = egui::Button::new(cx.t("rules-reset-all"));
            if ui.add_enabled(changed > 0 || ticked, reset).clicked() {
                form.seating_mut().reset_all();
                form.untick_all();
            }
            ui.allocate_space(egui::vec2(14.0 - ui.spacing().item_spacing.x, 0.0));
        });
    });
}

/// The appearance of an option.
struct OptionLook<'a> {
    label: String,
    /// Its effect, in a sentence.
    about: String,
    /// The house rule that settles it.
    set_by: Option<&'a RuleSpec>,
    /// True if it differs from the initial form.
    changed: bool,
    /// True if another option makes it ineffective.
    inactive: bool,
    /// Its problem, in a sentence.
    problem: Option<String>,
}

fn option_ui(
    info: OptionInfo,
    form: &mut NewGameForm,
    now: &Now,
    problem: Option<&StartProblem>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let fold = ui.scope_id().with("fold");
    let under = ui.painter().add(egui::Shape::Noop);
    let value = now.shown.rules.get(info.key).unwrap_or_default();
    let set_by = form.set_by(info.key, &now.chosen);
    let look = OptionLook {
        label: cx.t(&format!("rule-{}", info.key)),
        about: words::about_option(form.kind(), cx.i18n, info.key),
        set_by,
        changed: set_by.is_none() && now.changed.contains(&info.key),
        inactive: now.shown.is_inactive(info.key),
        problem: problem.map(|problem| problem.text(cx.i18n, &*now.shown.rules)),
    };
    let (mut reset, mut wanted) = (false, None);
    let frame = egui::Frame::new().inner_margin(Margin { left: 18, right: 14, top: 5, bottom: 5 });
    let shown = frame.show(ui, |ui| {
        let words = |ui: &mut Ui| reset = words_ui(&look, cx, ui);
        row_ui(ui, words, |ui| {
            if set_by.is_some() {
                ui.disable();
            }
            wanted = control_ui(fold, &info, &look.label, (&value, &now.shown), cx, ui);
        });
        let several = matches!(info.kind, OptionKind::Numbers { .. });
        if set_by.is_none() && several && widgets::unfolded(fold, ui) {
            wanted = wanted.take().or(squares_ui(&now.shown, &info, &value, cx, ui));
        }
    });
    paint_ground(&look, under, shown.response.rect, cx, ui);
    if reset {
        form.seating_mut().reset(info.key);
    } else if let Some(value) = wanted {
        form.seating_mut().set(info.key, &value);
    }
}

/// Draws the name of an option and its effect. Returns true if it is to be reset.
fn words_ui(look: &OptionLook<'_>, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let theme = cx.theme;
    let mut reset = false;
    ui.horizontal(|ui| {
        let colour = if look.inactive { theme.quiet } else { theme.ink };
        ui.label(RichText::new(&look.label).color(colour));
        if look.changed {
            let name = cx.tf("rules-reset", &[("rule", look.label.clone().into())]);
            let size = (22.0, theme.accent);
            reset = widgets::icon_button(ui, theme, Icon::Undo, &name, size).clicked();
        }
    });
    ui.label(match look.set_by {
        None => widgets::muted_text(theme, &look.about),
        Some(rule) => {
            let rule = cx.i18n.pick(&rule.info.name);
            let text = cx.tf("house-set-by", &[("rule", rule.into())]);
            RichText::new(text).size(BODY - 1.5).color(theme.accent)
        }
    });
    if let Some(text) = &look.problem {
        ui.label(RichText::new(text).size(BODY - 1.5).color(theme.error));
    }
    reset
}

/// Paints the marks of an option with a problem and of a changed one.
fn paint_ground(
    look: &OptionLook<'_>,
    under: ShapeIdx,
    rect: Rect,
    cx: &ScreenContext<'_>,
    ui: &Ui,
) {
    let theme = cx.theme;
    if look.problem.is_some() {
        let ground = rect.shrink2(egui::vec2(6.0, 1.0));
        let fill = mix(theme.panel, theme.error, 0.08);
        let rim = egui::Stroke::new(1.0, fade(theme.error, 0.6));
        let (corner, inside) = (CornerRadius::same(8), egui::StrokeKind::Inside);
        ui.painter().set(under, egui::epaint::RectShape::new(ground, corner, fill, rim, inside));
    }
    if look.changed {
        let bar = Rect::from_min_max(
            pos2(rect.left() + 9.0, rect.top() + 9.0),
            pos2(rect.left() + 11.5, rect.top() + 24.0),
        );
        ui.painter().rect_filled(bar, 1.5, theme.accent);
    }
}

/// Draws the control of an option. Returns its new value if it was changed.
fn control_ui(
    fold: Id,
    info: &OptionInfo,
    label: &str,
    (value, shown): (&Value, &Seating),
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    match info.kind {
        OptionKind::Toggle => switch_ui(label, value == &json!(true), cx, ui).map(|on| json!(on)),
        OptionKind::Choice(["on", "off"]) => {
            let on = switch_ui(label, value == &json!("on"), cx, ui)?;
            Some(json!(if on { "on" } else { "off" }))
        }
        OptionKind::Choice(words) => {
            // The current value stays in the list even if it is not offered.
            let offered = |word: &&&str| value == **word || shown.offers(info.key, word);
            let words: Vec<&str> = words.iter().filter(offered).copied().collect();
            choice_ui(info.key, label, &words, value, cx, ui)
        }
        OptionKind::Any(words) => any_ui(info.key, label, words, value, cx, ui),
        OptionKind::Faces => faces_ui(label, value, cx, ui),
        OptionKind::Number { low, high } => number_ui(label, (low, high), value, cx, ui),
        OptionKind::Lines => lines_ui(label, value, cx, ui),
        OptionKind::Numbers { .. } => {
            fold_ui(fold, label, value, cx, ui);
            None
        }
    }
}

fn switch_ui(label: &str, mut on: bool, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<bool> {
    widgets::switch(ui, cx.theme, label, &mut on).changed().then_some(on)
}

fn choice_ui(
    key: &str,
    label: &str,
    words: &[&str],
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let named: Vec<(Value, String)> =
        words.iter().map(|word| (json!(word), cx.t(&format!("rule-{key}-{word}")))).collect();
    let mut chosen = value.clone();
    let width = widgets::segmented_width(ui, named.iter().map(|(_, text)| text.as_str()));
    if width <= CONTROL_WIDTH && words.len() <= 4 {
        let changed = widgets::segmented(ui, cx.theme, label, &named, &mut chosen);
        return changed.then_some(chosen);
    }
    let current = named.iter().find(|(word, _)| word == value).map(|(_, text)| text.clone());
    ui.name_inputs(label, |ui| {
        let combo = ComboBox::from_id_salt("choice").width(210.0).icon(widgets::combo_icon);
        combo.selected_text(current.unwrap_or_default()).show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (word, text) in named {
                if ui.selectable_value(&mut chosen, word, text).clicked() {
                    ui.close();
                }
            }
        });
    });
    (chosen != *value).then_some(chosen)
}

/// Returns a list with an item added, or removed if it was in it.
fn toggled(value: &Value, item: &Value) -> Value {
    let mut list = value.as_array().cloned().unwrap_or_default();
    match list.iter().position(|other| other == item) {
        Some(at) => drop(list.remove(at)),
        None => list.push(item.clone()),
    }
    Value::Array(list)
}

fn contains(value: &Value, item: &Value) -> bool {
    value.as_array().is_some_and(|list| list.contains(item))
}

fn any_ui(
    key: &str,
    label: &str,
    words: &[&str],
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let mut wanted = None;
    at_right(ui, key, |ui, _| {
        for word in words {
            let text = cx.t(&format!("rule-{key}-{word}"));
            let item = json!(word);
            let on = contains(value, &item);
            if widgets::chip(ui, cx.theme, &format!("{label}: {text}"), &text, on).clicked() {
                wanted = Some(toggled(value, &item));
            }
        }
    });
    wanted
}

fn faces_ui(label: &str, value: &Value, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<Value> {
    let mut wanted = None;
    ui.spacing_mut().item_spacing.x = 4.0;
    at_right(ui, label, |ui, _| {
        for face in 1..=6u8 {
            let item = json!(face);
            let on = contains(value, &item);
            if widgets::face(ui, cx.theme, &format!("{label}: {face}"), face, on).clicked() {
                wanted = Some(toggled(value, &item));
            }
        }
    });
    wanted
}

fn number_ui(
    label: &str,
    (low, high): (u8, u8),
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let mut number = value.as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or(low);
    if high - low > MOST_CELLS {
        let drag = egui::DragValue::new(&mut number).range(low..=high).speed(0.5);
        let changed = ui.name_inputs(label, |ui| ui.add(drag)).changed();
        return changed.then(|| json!(number));
    }
    let numbers: Vec<(u8, String)> = (low..=high).map(|n| (n, n.to_string())).collect();
    let changed = widgets::segmented(ui, cx.theme, label, &numbers, &mut number);
    changed.then(|| json!(number))
}

/// Draws the switch for extra lines: two diagonals over the front between two armies.
fn lines_ui(label: &str, value: &Value, cx: &ScreenContext<'_>, ui: &mut Ui) -> Option<Value> {
    let on = value.as_array().is_some_and(|lines| !lines.is_empty());
    let lines = |on| if on { json!([["S11", "N14"], ["S15", "N12"]]) } else { json!([]) };
    switch_ui(label, on, cx, ui).map(lines)
}

/// Draws the chosen squares and the button that unfolds the choice.
fn fold_ui(id: Id, label: &str, value: &Value, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let open = widgets::unfolded(id, ui);
    let word = if open { cx.t("rules-done") } else { cx.t("rules-choose") };
    let button = ui.add(egui::Button::selectable(open, word.as_str()).frame_when_inactive(true));
    let enabled = ui.is_enabled();
    button.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, enabled, format!("{label}: {word}"))
    });
    if button.clicked() {
        ui.data_mut(|data| data.insert_temp(id, !open));
    }
    let list = value.as_array().into_iter().flatten().map(ToString::to_string);
    let list = cx.i18n.list(ListStyle::Plain, list);
    let text = if list.is_empty() { cx.t("word-none") } else { list };
    ui.add(egui::Label::new(widgets::muted_text(cx.theme, text.as_str())).truncate())
        .on_hover_text(text);
}

/// Draws the squares of the track to choose from. Returns the new value.
fn squares_ui(
    seating: &Seating,
    info: &OptionInfo,
    value: &Value,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<Value> {
    let mut wanted = None;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for square in seating.selectable_numbers(info) {
            let item = json!(square);
            let name = cx.tf("rules-square", &[("number", square.into())]);
            let text = square.to_string();
            if widgets::chip(ui, cx.theme, &name, &text, contains(value, &item)).clicked() {
                wanted = Some(toggled(value, &item));
            }
        }
    });
    wanted
}
