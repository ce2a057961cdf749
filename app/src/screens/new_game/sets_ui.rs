//! Named rule sets on the new-game screen: their row in the form, their menu, and their dialogs.

use egui::{Button, Context, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use qipan_core::record::SavedRule;

use crate::command::{Command, RuleSetCommand};
use crate::model::storage::{MAX_ITEM_NAME_CHARS, NamedItemError, SavedRuleSet};
use crate::model::visible::{escape_hidden, mark_hidden};
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::house_words::changes;
use crate::screens::new_game::sets::{PendingSet, SetQuestion, rule_set_error_text};
use crate::ui::context::ScreenContext;
use crate::ui::question::{focus_safe_answer, scrolling_text};
use crate::ui::room::{entries_ui, show_modal};
use crate::ui::theme::{BODY, fade};
use crate::ui::widgets;

/// Draws the sets of the selected preset as chips, and an error for each file that cannot be used.
pub(super) fn sets_ui(form: &NewGameForm, margin: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let current = form.as_set("");
    if form.own_sets().next().is_some() {
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(6.0, 4.0);
            ui.add_space(margin);
            for set in form.own_sets() {
                let is_current = form.is_current_set(set, &current);
                let name = cx.tf("set-pick", &[("name", set.name.as_str().into())]);
                let chip = widgets::chip(ui, cx.theme, &name, &set.name, is_current);
                if chip.on_hover_text(contents(set, cx)).clicked() {
                    cx.send(Command::RuleSet(RuleSetCommand::Apply(set.path.clone())));
                }
            }
        });
    }
    for bad in &form.sets.bad {
        let text = rule_set_error_text(cx.i18n, &bad.path, &bad.error);
        ui.horizontal_wrapped(|ui| {
            ui.add_space(margin);
            ui.label(RichText::new(text).size(BODY - 1.5).color(cx.theme.error));
        });
    }
}

/// Returns the contents of a set, one line each.
fn contents(set: &SavedRuleSet, cx: &ScreenContext<'_>) -> String {
    let mut lines = changes(cx.i18n, &set.options, &[]);
    lines.extend(set.house_rules.iter().map(|rule| cx.i18n.pick(&rule.name).to_owned()));
    if lines.is_empty() { cx.t("rules-standard") } else { lines.join("\n") }
}

/// Draws the button that opens the menu of sets.
pub(super) fn menu_ui(form: &NewGameForm, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let current = form.as_set("");
    let current_set = form.own_sets().find(|set| form.is_current_set(set, &current));
    let current_path = current_set.map(|set| set.path.clone());
    let button = ui.button(cx.t("set-menu"));
    let entries = |ui: &mut Ui| {
        let on_current =
            |command: fn(std::path::PathBuf) -> RuleSetCommand| current_path.clone().map(command);
        let items = [
            ("set-save", Some(RuleSetCommand::AskSave)),
            ("set-rename", on_current(RuleSetCommand::AskRename)),
            ("set-delete", on_current(RuleSetCommand::AskDelete)),
            ("set-export", on_current(RuleSetCommand::AskExport)),
            ("set-import", Some(RuleSetCommand::AskImport)),
        ];
        for (id, command) in items {
            let entry = ui.add_enabled(command.is_some(), Button::new(cx.t(id)));
            let entry = entry.on_disabled_hover_text(cx.t("set-none-selected"));
            if let Some(command) = command.filter(|_| entry.clicked()) {
                cx.send(Command::RuleSet(command));
                ui.close();
            }
        }
    };
    egui::Popup::menu(&button).show(|ui| entries_ui(ui, entries));
}

/// Draws the open question over everything else.
pub(super) fn question_ui(form: &mut NewGameForm, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let Some(question) = &mut form.sets.question else { return };
    let max_width = if matches!(question, SetQuestion::Install(_)) { 720.0 } else { 400.0 };
    let modal = Modal::new(Id::unique("set-question"))
        .frame(cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20))
        .backdrop_color(fade(cx.theme.shadow, 0.45));
    let response = show_modal(modal, ctx, |ui| {
        ui.set_width(ui.available_width().clamp(300.0, max_width));
        match question {
            SetQuestion::Name { .. } => name_ui(question, cx, ui),
            SetQuestion::Install(pending) => install_ui(pending, cx, ui),
        }
    });
    if response.should_close() {
        cx.send(Command::RuleSet(RuleSetCommand::DismissQuestion));
    }
}

/// Asks for the name of a set that is being saved or renamed.
fn name_ui(question: &mut SetQuestion, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let SetQuestion::Name { path, name, needs_focus, error } = question else { return };
    let (title, action) = match path {
        Some(_) => ("set-rename-title", "action-rename"),
        None => ("set-save-title", "action-save"),
    };
    widgets::heading(ui, cx.theme, cx.t(title));
    if path.is_none() {
        ui.label(widgets::muted_text(cx.theme, cx.t("set-save.about")));
    }
    let text_edit = TextEdit::singleline(name)
        .id(Id::unique("set-name"))
        .char_limit(MAX_ITEM_NAME_CHARS)
        .hint_text(cx.t("set-name.hint"))
        .margin(egui::Margin::symmetric(8, 7))
        .desired_width(f32::INFINITY);
    let field = widgets::field(ui, cx.t("set-name"), text_edit);
    if std::mem::take(needs_focus) {
        field.request_focus();
    }
    if field.changed() {
        *error = None;
    }
    let is_confirmed_by_key = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if is_confirmed_by_key {
        // The name may be refused, so the field keeps the focus.
        field.request_focus();
    }
    if let Some(error) = error {
        let file = path.clone().unwrap_or_default();
        let text = rule_set_error_text(cx.i18n, &file, error);
        ui.label(RichText::new(text).color(cx.theme.error));
    }
    ui.add_space(4.0);
    let replaces = path.is_none() && matches!(error, Some(NamedItemError::Exists(_)));
    let action = if replaces { "set-replace" } else { action };
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let is_pressed = cx.theme.primary_ui(ui, cx.t(action)).clicked();
        // The Enter key never replaces a set.
        if is_pressed || (is_confirmed_by_key && !replaces) {
            let name = name.clone();
            cx.send(Command::RuleSet(match path.clone() {
                Some(path) => RuleSetCommand::Rename(path, name),
                None => RuleSetCommand::Save(name, replaces),
            }));
        }
        if ui.button(cx.t("action-cancel")).clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::DismissQuestion));
        }
    });
}

/// Asks for permission to install the house rules of a set, and shows their sources.
fn install_ui(pending: &PendingSet, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let args = [
        ("name", escape_hidden(&pending.set.name).into()),
        ("count", pending.missing.len().into()),
    ];
    widgets::heading(ui, cx.theme, cx.tf("set-install-title", &args));
    ui.label(cx.t("set-install"));
    ui.add_space(4.0);
    scrolling_text(ui, "rules-to-install", |ui| {
        for (index, rule) in pending.missing.iter().enumerate() {
            ui.push_id(index, |ui| rule_ui(rule, cx, ui));
        }
    });
    ui.add_space(8.0);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if cx.theme.primary_ui(ui, cx.t("set-install-yes")).clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::Install));
        }
        if ui.button(cx.t("set-install-without")).clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::ApplyWithoutMissing));
        }
        let cancel = ui.button(cx.t("action-cancel"));
        let hashes: Vec<&str> = pending.missing.iter().map(|rule| rule.hash.as_str()).collect();
        focus_safe_answer(ui, &cancel, ("rules-to-install", hashes));
        if cancel.clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::DismissQuestion));
        }
    });
}

/// Draws a house rule as its file describes it, with its source collapsed.
fn rule_ui(rule: &SavedRule, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    theme.card().fill(theme.raised).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal_wrapped(|ui| {
            let name = escape_hidden(cx.i18n.pick(&rule.name));
            ui.label(RichText::new(name).strong().color(theme.ink));
            if !rule.author.is_empty() {
                let author = cx.tf("who-by", &[("author", escape_hidden(&rule.author).into())]);
                ui.label(widgets::muted_text(theme, author));
            }
            ui.label(widgets::muted_text(theme, escape_hidden(&rule.file)));
        });
        ui.label(escape_hidden(cx.i18n.pick(&rule.about)));
        let changes = changes(cx.i18n, &rule.set, &rule.hooks);
        ui.label(widgets::muted_text(theme, changes.join(" · ")));
        if rule.sees_all {
            let text = RichText::new(cx.t("house-sees-all")).size(BODY - 1.5);
            ui.label(text.color(theme.warning));
        }
        let head = RichText::new(cx.t("set-source")).size(BODY - 1.0);
        egui::CollapsingHeader::new(head).id_salt("source").show_unindented(ui, |ui| {
            for (index, (file, source)) in rule.files().enumerate() {
                if index > 0 {
                    ui.label(widgets::muted_text(theme, escape_hidden(&file)));
                }
                ui.push_id(index, |ui| source_ui(source, cx, ui));
            }
        });
    });
    ui.add_space(4.0);
}

/// Draws a source with line numbers.
fn source_ui(source: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    let frame = egui::Frame::new().fill(theme.paper).inner_margin(8).corner_radius(6);
    frame.show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing = egui::vec2(10.0, 0.0);
        let lines: Vec<&str> = source.lines().collect();
        let digits = lines.len().max(1).ilog10() as usize + 1;
        let row_height = ui.text_style_height(&egui::TextStyle::Monospace) + 2.0;
        let area = ScrollArea::both().max_height(260.0).auto_shrink([false, true]);
        area.show_rows(ui, row_height, lines.len(), |ui, rows| {
            for index in rows {
                ui.horizontal(|ui| {
                    ui.set_min_height(row_height);
                    let number = format!("{:>digits$}", index + 1);
                    ui.label(RichText::new(number).monospace().color(theme.quiet));
                    let text = mark_hidden(lines[index]);
                    let label = egui::Label::new(RichText::new(text).monospace().color(theme.ink));
                    let response = ui.add(label.extend());
                    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, lines[index]));
                });
            }
        });
    });
}
