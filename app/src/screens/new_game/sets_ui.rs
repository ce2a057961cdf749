//! Named sets as a row of the form, their menu, and the questions about them.

use egui::{Button, Context, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use qipan_core::record::SavedRule;

use crate::command::{Command, RuleSetCommand};
use crate::model::storage::{NAME_CHARS, NamedTrouble, SavedRuleSet};
use crate::model::visible::{printed, visible};
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::house_words::changes;
use crate::screens::new_game::sets::{PendingSet, SetQuestion, trouble};
use crate::ui::context::ScreenContext;
use crate::ui::question::{focus_safe_answer, scrolling_text};
use crate::ui::room::{entries_ui, show_modal};
use crate::ui::theme::{BODY, fade};
use crate::ui::widgets;

/// Draws the sets of the selected preset as chips, and the files that cannot be used.
pub(super) fn sets_ui(form: &NewGameForm, margin: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let now = form.as_set("");
    if form.own_sets().next().is_some() {
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(6.0, 4.0);
            ui.add_space(margin);
            for own in form.own_sets() {
                let on = form.is_in_front(own, &now);
                let name = cx.tf("set-pick", &[("name", own.name.as_str().into())]);
                let chip = widgets::chip(ui, cx.theme, &name, &own.name, on);
                if chip.on_hover_text(contents(own, cx)).clicked() {
                    cx.send(Command::RuleSet(RuleSetCommand::Pick(own.path.clone())));
                }
            }
        });
    }
    for bad in &form.sets.bad {
        let text = trouble(cx.i18n, &bad.path, &bad.trouble);
        ui.horizontal_wrapped(|ui| {
            ui.add_space(margin);
            ui.label(RichText::new(text).size(BODY - 1.5).color(cx.theme.error));
        });
    }
}

/// Returns the contents of a set, one line each.
fn contents(set: &SavedRuleSet, cx: &ScreenContext<'_>) -> String {
    let mut lines = changes(cx.i18n, &set.options, &[]);
    lines.extend(set.house_rules.iter().map(|line| cx.i18n.pick(&line.name).to_owned()));
    if lines.is_empty() { cx.t("rules-as-printed") } else { lines.join("\n") }
}

/// Draws the button that opens the menu of sets.
pub(super) fn menu_ui(form: &NewGameForm, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let now = form.as_set("");
    let mut own = form.own_sets();
    let current = own.find(|own| form.is_in_front(own, &now)).map(|own| own.path.clone());
    let button = ui.button(cx.t("set-menu"));
    let entries = |ui: &mut Ui| {
        let with = |command: fn(std::path::PathBuf) -> RuleSetCommand| current.clone().map(command);
        let items = [
            ("set-save", Some(RuleSetCommand::AskSave)),
            ("set-rename", with(RuleSetCommand::AskRename)),
            ("set-delete", with(RuleSetCommand::AskDelete)),
            ("set-export", with(RuleSetCommand::AskExport)),
            ("set-import", Some(RuleSetCommand::AskImport)),
        ];
        for (id, command) in items {
            let entry = ui.add_enabled(command.is_some(), Button::new(cx.t(id)));
            let entry = entry.on_disabled_hover_text(cx.t("set-none-in-front"));
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
    let wide = if matches!(question, SetQuestion::Install(_)) { 720.0 } else { 400.0 };
    let modal = Modal::new(Id::unique("set-question"))
        .frame(cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20))
        .backdrop_color(fade(cx.theme.shadow, 0.45));
    let shown = show_modal(modal, ctx, |ui| {
        ui.set_width(ui.available_width().clamp(300.0, wide));
        match question {
            SetQuestion::Name { .. } => name_ui(question, cx, ui),
            SetQuestion::Install(waiting) => install_ui(waiting, cx, ui),
        }
    });
    if shown.should_close() {
        cx.send(Command::RuleSet(RuleSetCommand::Never));
    }
}

/// Asks for a name.
fn name_ui(question: &mut SetQuestion, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let SetQuestion::Name { path, name, fresh, trouble: against } = question else { return };
    let (title, verb) = match path {
        Some(_) => ("set-rename-title", "action-rename"),
        None => ("set-save-title", "action-save"),
    };
    widgets::heading(ui, cx.theme, cx.t(title));
    if path.is_none() {
        ui.label(widgets::muted_text(cx.theme, cx.t("set-save.about")));
    }
    let edit = TextEdit::singleline(name)
        .id(Id::unique("set-name"))
        .char_limit(NAME_CHARS)
        .hint_text(cx.t("set-name.hint"))
        .margin(egui::Margin::symmetric(8, 7))
        .desired_width(f32::INFINITY);
    let field = widgets::field(ui, cx.t("set-name"), edit);
    if std::mem::take(fresh) {
        field.request_focus();
    }
    if field.changed() {
        *against = None;
    }
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if enter {
        // Enter may only have led to a further question, so typing goes on.
        field.request_focus();
    }
    if let Some(against) = against {
        let place = path.clone().unwrap_or_default();
        let text = trouble(cx.i18n, &place, against);
        ui.label(RichText::new(text).color(cx.theme.error));
    }
    ui.add_space(4.0);
    let replaces = path.is_none() && matches!(against, Some(NamedTrouble::Exists(_)));
    let verb = if replaces { "set-replace" } else { verb };
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let sure = cx.theme.primary_ui(ui, cx.t(verb)).clicked();
        if sure || (enter && !replaces) {
            let name = name.clone();
            cx.send(Command::RuleSet(match path.clone() {
                Some(path) => RuleSetCommand::Rename(path, name),
                None => RuleSetCommand::Save(name, replaces),
            }));
        }
        if ui.button(cx.t("action-cancel")).clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::Never));
        }
    });
}

/// Asks for permission to install the house rules of a set. Shows their sources.
fn install_ui(waiting: &PendingSet, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let args =
        [("name", visible(&waiting.set.name).into()), ("count", waiting.missing.len().into())];
    widgets::heading(ui, cx.theme, cx.tf("set-install-title", &args));
    ui.label(cx.t("set-install"));
    ui.add_space(4.0);
    scrolling_text(ui, "rules-to-install", |ui| {
        for (index, line) in waiting.missing.iter().enumerate() {
            ui.push_id(index, |ui| line_ui(line, cx, ui));
        }
    });
    ui.add_space(8.0);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if cx.theme.primary_ui(ui, cx.t("set-install-yes")).clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::Install));
        }
        if ui.button(cx.t("set-install-without")).clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::Without));
        }
        let cancel = ui.button(cx.t("action-cancel"));
        let hashes: Vec<&str> = waiting.missing.iter().map(|line| line.hash.as_str()).collect();
        focus_safe_answer(ui, &cancel, ("rules-to-install", hashes));
        if cancel.clicked() {
            cx.send(Command::RuleSet(RuleSetCommand::Never));
        }
    });
}

/// Draws a house rule as described in its file, with its source folded in.
fn line_ui(line: &SavedRule, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    theme.card().fill(theme.raised).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal_wrapped(|ui| {
            let name = visible(cx.i18n.pick(&line.name));
            ui.label(RichText::new(name).strong().color(theme.ink));
            if !line.author.is_empty() {
                let by = cx.tf("who-by", &[("author", visible(&line.author).into())]);
                ui.label(widgets::muted_text(theme, by));
            }
            ui.label(widgets::muted_text(theme, visible(&line.file)));
        });
        ui.label(visible(cx.i18n.pick(&line.about)));
        let words = changes(cx.i18n, &line.set, &line.hooks);
        ui.label(widgets::muted_text(theme, words.join(" · ")));
        if line.sees_all {
            let text = RichText::new(cx.t("house-sees-all")).size(BODY - 1.5);
            ui.label(text.color(theme.warning));
        }
        let head = RichText::new(cx.t("set-source")).size(BODY - 1.0);
        egui::CollapsingHeader::new(head).id_salt("source").show_unindented(ui, |ui| {
            source_ui(&line.source, cx, ui);
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
        let width = lines.len().max(1).ilog10() as usize + 1;
        let row = ui.text_style_height(&egui::TextStyle::Monospace) + 2.0;
        let area = ScrollArea::both().max_height(260.0).auto_shrink([false, true]);
        area.show_rows(ui, row, lines.len(), |ui, rows| {
            for at in rows {
                ui.horizontal(|ui| {
                    ui.set_min_height(row);
                    let number = format!("{:>width$}", at + 1);
                    ui.label(RichText::new(number).monospace().color(theme.quiet));
                    let text = printed(lines[at]);
                    let label = egui::Label::new(RichText::new(text).monospace().color(theme.ink));
                    let response = ui.add(label.extend());
                    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, lines[at]));
                });
            }
        });
    });
}
