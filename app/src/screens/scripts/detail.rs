//! The details of the chosen script: its description, tools, errors and source.

use egui::containers::menu::MenuButton;
use egui::{Button, Grid, ProgressBar, RichText, ScrollArea, Stroke, Ui, vec2};

use crate::command::{Command, PackageCommand, ScriptCommand};
use crate::model::scripts::{CatalogueEntry, Origin, Script, ScriptType};
use crate::screens::scripts::editor::EditedScript;
use crate::screens::scripts::source_view::SourceView;
use crate::screens::scripts::{ScriptCheck, ScriptsPage, words};
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::room::entries_ui;
use crate::ui::theme::{BODY, TITLE, fade, mix};
use crate::ui::widgets;

/// The maximum number of characters shown of an error message, which can come from the script.
const MAX_MESSAGE_CHARS: usize = 600;
/// The maximum number of characters shown of a line with an error.
const MAX_LINE_CHARS: usize = 120;
/// The height of a toolbar button, in points.
const TOOL_HEIGHT: f32 = 34.0;

/// The error of the chosen script.
struct ScriptErrorView {
    /// The heading: the kind of error and its place.
    heading: String,
    message: String,
    line: Option<u32>,
    /// The line of the error and the one before it, with their numbers.
    lines: Vec<(u32, String)>,
}

impl ScriptsPage {
    /// Draws the details of the chosen script.
    pub(super) fn detail_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let frame = cx.theme.card().inner_margin(16);
        let inner = ui.max_rect().shrink(frame.total_margin().left);
        ui.painter().add(frame.paint(inner));
        let old_source = self.source.take();
        let key = self.chosen().map(|entry| entry.key.clone());
        let draft_index = self.drafts.iter().position(|draft| Some(&draft.key) == key.as_ref());
        // The draft is taken out while it is drawn and put back afterwards.
        let draft = draft_index.map(|index| self.drafts.swap_remove(index));
        let Some(entry) = self.chosen() else {
            super::within(ui, inner, |ui| {
                ui.label(widgets::muted_text(cx.theme, cx.t("scripts-none")));
            });
            return;
        };
        let check = self.check_of(&entry.key);
        let error = ScriptErrorView::of(entry, check, cx);
        let mut draft = draft.or_else(|| EditedScript::of(entry));
        let mut source_view = SourceView::of(entry, old_source);
        super::within(ui, inner, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            header_ui(entry, source_view.len(), cx, ui);
            ui.add_space(4.0);
            tools_ui(entry, check, draft.as_ref(), cx, ui);
            if let Some(ScriptCheck::Done(Ok(stats))) = check
                && stats.tests.failed.is_empty()
            {
                passed_ui(words::passed_check(cx.i18n, entry.key.script_type, stats), cx, ui);
            }
            ui.add_space(4.0);
            if let Some(error) = &error {
                error.ui(cx, ui);
                ui.add_space(4.0);
            }
            let marked_line = error.and_then(|error| error.line);
            match &mut draft {
                Some(draft) => {
                    let entry_profile = self.profiles.iter().find(|(key, _)| *key == entry.key);
                    let profile = entry_profile.map_or(&[][..], |(_, lines)| lines);
                    draft.ui(&entry.file, (marked_line, profile), cx, ui);
                }
                None => source_view.ui(&entry.file, marked_line, cx, ui),
            }
        });
        self.source = Some(source_view);
        self.drafts.extend(draft);
    }
}

impl ScriptErrorView {
    /// Returns the error that prevented the script from loading, or that its check found.
    fn of(
        entry: &CatalogueEntry,
        check: Option<&ScriptCheck>,
        cx: &ScreenContext<'_>,
    ) -> Option<Self> {
        let (title_id, (line, message)) = match (&entry.script, check) {
            (Err(error), _) => ("scripts-load-failed", words::load_error(error)),
            (Ok(_), Some(ScriptCheck::Done(Err(problem)))) => {
                let located = words::locate_error(&problem.file, problem.line, &problem.message);
                ("scripts-check-failed", located)
            }
            (Ok(_), Some(ScriptCheck::Done(Ok(stats)))) if !stats.tests.failed.is_empty() => {
                ("scripts-tests-failed", (None, words::failed_tests(cx.i18n, &stats.tests)))
            }
            _ => return None,
        };
        let heading = words::error_heading(cx.i18n, title_id, &entry.file, line);
        Some(Self { heading, message, line, lines: lines_at(entry, line) })
    }

    /// Draws the error.
    fn ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let theme = cx.theme;
        let fill = mix(theme.panel, theme.error, 0.08);
        let frame = theme.card().fill(fill).stroke(Stroke::new(1.0, fade(theme.error, 0.5)));
        frame.inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.take_available_width();
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.label(RichText::new(&self.heading).size(BODY - 1.0).strong().color(theme.error));
            let message: String = self.message.chars().take(MAX_MESSAGE_CHARS).collect();
            ui.label(RichText::new(message).color(theme.ink));
            for (number, text) in &self.lines {
                let text: String =
                    text.replace('\t', "    ").chars().take(MAX_LINE_CHARS).collect();
                let colour = if Some(*number) == self.line { theme.error } else { theme.quiet };
                let text = RichText::new(format!("{number:>4}  {text}")).monospace().color(colour);
                ui.add(egui::Label::new(text.size(BODY - 1.5)).truncate());
            }
        });
    }
}

/// Returns the line of an error and the line before it.
fn lines_at(entry: &CatalogueEntry, line: Option<u32>) -> Vec<(u32, String)> {
    let Some(line) = line else { return Vec::new() };
    let text = String::from_utf8_lossy(&entry.source.text);
    let numbered = (1u32..).zip(text.lines());
    let lines = numbered.filter(|(number, _)| *number == line || number + 1 == line);
    lines.map(|(number, text)| (number, text.to_owned())).collect()
}

/// Draws the name of a script, its file and origin, its description and its properties.
fn header_ui(entry: &CatalogueEntry, line_count: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    let name = RichText::new(words::name(cx.i18n, entry)).font(title_font(TITLE));
    ui.add(egui::Label::new(name.color(theme.ink)).truncate());
    let length = cx.tf("scripts-lines", &[("count", line_count.into())]);
    let file_text = format!("{} · {length}", words::about_file(cx.i18n, entry));
    let response = ui.add(egui::Label::new(widgets::muted_text(theme, file_text)).truncate());
    if let Some(path) = &entry.path {
        response.on_hover_text(path.display().to_string());
    }
    let Ok(script) = &entry.script else { return };
    let about = cx.i18n.pick(&script.info().about);
    if !about.is_empty() {
        ui.add(egui::Label::new(RichText::new(about).color(theme.ink)).wrap());
    }
    let facts = words::facts(cx.i18n, script);
    let area = ScrollArea::vertical().id_salt(("facts", &entry.key)).max_height(132.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        let text_width = ui.available_width() - 120.0;
        Grid::new("facts").num_columns(2).min_row_height(20.0).spacing(vec2(14.0, 2.0)).show(
            ui,
            |ui| {
                for (heading, lines) in facts {
                    // Only the first line of a group has the heading beside it.
                    let mut next_heading = Some(heading);
                    for line in lines {
                        let heading = next_heading.take().unwrap_or_default();
                        ui.label(
                            RichText::new(heading).size(BODY - 1.0).color(theme.accent).strong(),
                        );
                        ui.scope(|ui| {
                            ui.set_max_width(text_width);
                            ui.add(egui::Label::new(RichText::new(line).size(BODY - 1.0)).wrap());
                        });
                        ui.end_row();
                    }
                }
            },
        );
    });
    if script.info().sees_all && matches!(script, Script::Rule(_)) {
        let text = RichText::new(cx.t("scripts-sees-all")).size(BODY - 1.0);
        ui.label(text.color(theme.warning));
    }
}

/// Draws a toolbar button, with a hint if there is one.
fn tool_ui(
    (id, hint): (&str, Option<&str>),
    enabled: bool,
    command: ScriptCommand,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let mut response =
        ui.add_enabled(enabled, Button::new(cx.t(id)).min_size(vec2(0.0, TOOL_HEIGHT)));
    if let Some(hint) = hint {
        response = response.on_hover_text(cx.t(hint));
    }
    if response.clicked() {
        cx.send(Command::Script(command));
    }
}

/// Draws the toolbar for the script, and the progress of its check.
fn tools_ui(
    entry: &CatalogueEntry,
    check: Option<&ScriptCheck>,
    draft: Option<&EditedScript>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        // Shipped scripts are read-only. The player edits a copy.
        let has_changes = draft.is_some_and(EditedScript::is_changed);
        let (id, hint, enabled, command) = match entry.origin {
            Origin::Shipped => ("scripts-copy", "scripts-copy.about", true, ScriptCommand::Copy),
            _ => ("scripts-save", "scripts-save.about", has_changes, ScriptCommand::Save),
        };
        let text = RichText::new(cx.t(id)).strong();
        let button = match enabled {
            true => Button::new(text.color(cx.theme.on_accent)).fill(cx.theme.accent),
            false => Button::new(text),
        };
        let response = ui.add_enabled(enabled, button.min_size(vec2(0.0, TOOL_HEIGHT)));
        let response = response.on_hover_text(cx.t(hint));
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        if response.clicked() {
            cx.send(Command::Script(command));
        }
        if has_changes {
            let hint = Some("scripts-revert.about");
            tool_ui(("scripts-revert", hint), true, ScriptCommand::Revert, cx, ui);
        }
        tool_ui(("scripts-edit", None), true, ScriptCommand::Edit, cx, ui);
        tool_ui(("scripts-folder", None), true, ScriptCommand::Folder, cx, ui);
        watch_ui(entry, cx, ui);
        if entry.key.script_type == ScriptType::Robot {
            let hint = Some("scripts-tournament.about");
            let enabled = entry.script.is_ok() || has_changes;
            tool_ui(("scripts-tournament", hint), enabled, ScriptCommand::Tournament, cx, ui);
        }
        if entry.origin != Origin::Shipped {
            let response = ui.add_enabled(
                entry.script.is_ok(),
                Button::new(cx.t("scripts-export")).min_size(vec2(0.0, TOOL_HEIGHT)),
            );
            if response.on_hover_text(cx.t("scripts-export.about")).clicked() {
                cx.send(Command::Package(PackageCommand::AskExport));
            }
        }
        let hint = match entry.key.script_type {
            ScriptType::Robot => "scripts-check.robot",
            ScriptType::Rule => "scripts-check.rule",
        };
        let enabled = entry.script.is_ok() && !matches!(check, Some(ScriptCheck::Running(..)));
        tool_ui(("scripts-check", Some(hint)), enabled, ScriptCommand::Check, cx, ui);
        if let Some(&ScriptCheck::Running(played, games)) = check {
            let count = |number: usize| cx.i18n.count(number as u64).into();
            let args = [("played", count(played)), ("games", count(games))];
            let bar = ProgressBar::new(played as f32 / games.max(1) as f32)
                .fill(cx.theme.accent)
                .desired_width(110.0)
                .desired_height(8.0);
            ui.add(bar);
            ui.label(widgets::muted_text(cx.theme, cx.tf("scripts-checking", &args)));
        }
        if draft.is_some_and(|draft| draft.has_conflict) {
            let text = RichText::new(cx.t("scripts-conflict")).size(BODY - 1.0);
            ui.label(text.color(cx.theme.warning));
        }
    });
}

/// Draws the menu of the presets in which a robot can be watched. House rules have no such menu.
fn watch_ui(entry: &CatalogueEntry, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let Ok(Script::Robot(robot)) = &entry.script else { return };
    let button = Button::new(cx.t("scripts-watch")).min_size(vec2(0.0, TOOL_HEIGHT));
    let entries = |ui: &mut Ui| {
        let presets = entry.key.kind.presets().iter();
        for preset in presets.filter(|preset| robot.plays(preset)) {
            if ui.button(cx.t(&format!("game-{preset}"))).clicked() {
                cx.send(Command::Script(ScriptCommand::Watch(preset)));
                ui.close();
            }
        }
    };
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| entries_ui(ui, entries));
    response.on_hover_text(cx.t("scripts-watch.about"));
}

/// Draws the message about a passed check.
fn passed_ui(text: String, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let colour = cx.theme.readable_on_panel(cx.theme.sides[3]);
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), egui::Sense::hover());
        paint_icon(ui.painter(), rect, Icon::Done, colour);
        ui.add(egui::Label::new(RichText::new(text).size(BODY - 1.0).color(colour)).wrap());
    });
}
