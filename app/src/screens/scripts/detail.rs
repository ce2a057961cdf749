//! The details of the chosen script: its description, tools, errors and source.

use egui::containers::menu::MenuButton;
use egui::{Button, Grid, ProgressBar, RichText, ScrollArea, Stroke, Ui, vec2};

use crate::command::{Command, ScriptCommand};
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

/// The height of a button in the row of tools.
const TOOL: f32 = 34.0;

/// The error of the chosen script.
struct ScriptTrouble {
    /// The head: the kind of error and its place.
    place: String,
    message: String,
    line: Option<u32>,
    /// The lines around it.
    lines: Vec<(u32, String)>,
}

impl ScriptsPage {
    /// Draws the details of the chosen script.
    pub(super) fn detail_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let frame = cx.theme.card().inner_margin(16);
        let inner = ui.max_rect().shrink(frame.total_margin().left);
        ui.painter().add(frame.paint(inner));
        let old = self.source.take();
        let key = self.chosen().map(|entry| entry.key.clone());
        let draft = self.drafts.iter().position(|draft| Some(&draft.key) == key.as_ref());
        let draft = draft.map(|at| self.drafts.swap_remove(at));
        let Some(entry) = self.chosen() else {
            super::within(ui, inner, |ui| {
                ui.label(widgets::muted_text(cx.theme, cx.t("scripts-none")));
            });
            return;
        };
        let state = self.state(&entry.key);
        let trouble = ScriptTrouble::of(entry, state, cx);
        let mut draft = draft.or_else(|| EditedScript::of(entry));
        let mut sheet = SourceView::of(entry, old);
        super::within(ui, inner, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            head_ui(entry, sheet.len(), cx, ui);
            ui.add_space(4.0);
            tools_ui(entry, state, draft.as_ref(), cx, ui);
            if let Some(ScriptCheck::Done(Ok(tested))) = state {
                passed_ui(words::passed(cx.i18n, entry.key.sort, tested), cx, ui);
            }
            ui.add_space(4.0);
            if let Some(trouble) = &trouble {
                trouble.ui(cx, ui);
                ui.add_space(4.0);
            }
            let marked = trouble.and_then(|trouble| trouble.line);
            match &mut draft {
                Some(draft) => {
                    let known = self.profiles.iter().find(|(key, _)| *key == entry.key);
                    let profile = known.map_or(&[][..], |(_, profile)| profile);
                    draft.ui(&entry.file, (marked, profile), cx, ui);
                }
                None => sheet.ui(&entry.file, marked, cx, ui),
            }
        });
        self.source = Some(sheet);
        self.drafts.extend(draft);
    }
}

impl ScriptTrouble {
    /// Returns the error that keeps a script from loading, or that its check found.
    fn of(
        entry: &CatalogueEntry,
        state: Option<&ScriptCheck>,
        cx: &ScreenContext<'_>,
    ) -> Option<Self> {
        let (what, (line, message)) = match (&entry.script, state) {
            (Err(error), _) => ("scripts-load-failed", words::trouble(error)),
            (Ok(_), Some(ScriptCheck::Done(Err(problem)))) => {
                ("scripts-check-failed", (problem.line, problem.message.clone()))
            }
            _ => return None,
        };
        let place = words::place(cx.i18n, what, &entry.file, line);
        Some(Self { place, message, line, lines: lines(entry, line) })
    }

    fn ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let theme = cx.theme;
        let fill = mix(theme.panel, theme.error, 0.08);
        let frame = theme.card().fill(fill).stroke(Stroke::new(1.0, fade(theme.error, 0.5)));
        frame.inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.take_available_width();
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.label(RichText::new(&self.place).size(BODY - 1.0).strong().color(theme.error));
            // The message comes from the script and can be long.
            let message: String = self.message.chars().take(600).collect();
            ui.label(RichText::new(message).color(theme.ink));
            for (number, text) in &self.lines {
                let text: String = text.replace('\t', "    ").chars().take(120).collect();
                let colour = if Some(*number) == self.line { theme.error } else { theme.quiet };
                let text = RichText::new(format!("{number:>4}  {text}")).monospace().color(colour);
                ui.add(egui::Label::new(text.size(BODY - 1.5)).truncate());
            }
        });
    }
}

/// Returns the line of an error and the line before it.
fn lines(entry: &CatalogueEntry, line: Option<u32>) -> Vec<(u32, String)> {
    let Some(line) = line else { return Vec::new() };
    let text = String::from_utf8_lossy(&entry.source);
    let numbered = (1u32..).zip(text.lines());
    let near = numbered.filter(|(number, _)| *number == line || number + 1 == line);
    near.map(|(number, text)| (number, text.to_owned())).collect()
}

/// Draws the name of a script, its file and origin, and its description.
fn head_ui(entry: &CatalogueEntry, count: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let theme = cx.theme;
    let name = RichText::new(words::name(cx.i18n, entry)).font(title_font(TITLE));
    ui.add(egui::Label::new(name.color(theme.ink)).truncate());
    let length = cx.tf("scripts-lines", &[("count", count.into())]);
    let about = format!("{} · {length}", words::about_file(cx.i18n, entry));
    let line = ui.add(egui::Label::new(widgets::muted_text(theme, about)).truncate());
    if let Some(path) = &entry.path {
        line.on_hover_text(path.display().to_string());
    }
    let Ok(script) = &entry.script else { return };
    let about = cx.i18n.pick(&script.info().about);
    if !about.is_empty() {
        ui.add(egui::Label::new(RichText::new(about).color(theme.ink)).wrap());
    }
    let facts = words::facts(cx.i18n, script);
    let area = ScrollArea::vertical().id_salt(("facts", &entry.key)).max_height(132.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        let words = ui.available_width() - 120.0;
        Grid::new("facts").num_columns(2).min_row_height(20.0).spacing(vec2(14.0, 2.0)).show(
            ui,
            |ui| {
                for (head, lines) in facts {
                    let mut head = Some(head);
                    for line in lines {
                        let head = head.take().unwrap_or_default();
                        ui.label(RichText::new(head).size(BODY - 1.0).color(theme.accent).strong());
                        ui.scope(|ui| {
                            ui.set_max_width(words);
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

/// Draws a button of the row of tools, with a hint.
fn tool(
    (id, hint): (&str, Option<&str>),
    able: bool,
    command: ScriptCommand,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let mut response = ui.add_enabled(able, Button::new(cx.t(id)).min_size(vec2(0.0, TOOL)));
    if let Some(hint) = hint {
        response = response.on_hover_text(cx.t(hint));
    }
    if response.clicked() {
        cx.send(Command::Script(command));
    }
}

/// Draws the tools for the script, and the progress of its check.
fn tools_ui(
    entry: &CatalogueEntry,
    state: Option<&ScriptCheck>,
    draft: Option<&EditedScript>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        // Shipped scripts are read-only. The player edits a copy.
        let changed = draft.is_some_and(EditedScript::is_changed);
        let (id, hint, able, command) = match entry.origin {
            Origin::Shipped => ("scripts-copy", "scripts-copy.about", true, ScriptCommand::Copy),
            _ => ("scripts-save", "scripts-save.about", changed, ScriptCommand::Save),
        };
        let text = RichText::new(cx.t(id)).strong();
        let button = match able {
            true => Button::new(text.color(cx.theme.on_accent)).fill(cx.theme.accent),
            false => Button::new(text),
        };
        let response = ui.add_enabled(able, button.min_size(vec2(0.0, TOOL)));
        let response = response.on_hover_text(cx.t(hint));
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        if response.clicked() {
            cx.send(Command::Script(command));
        }
        if changed {
            let hint = Some("scripts-revert.about");
            tool(("scripts-revert", hint), true, ScriptCommand::Revert, cx, ui);
        }
        tool(("scripts-edit", None), true, ScriptCommand::Edit, cx, ui);
        tool(("scripts-folder", None), true, ScriptCommand::Folder, cx, ui);
        watch_ui(entry, cx, ui);
        if entry.key.sort == ScriptType::Robot {
            let hint = Some("scripts-tournament.about");
            let able = entry.script.is_ok() || changed;
            tool(("scripts-tournament", hint), able, ScriptCommand::Tournament, cx, ui);
        }
        let hint = match entry.key.sort {
            ScriptType::Robot => "scripts-check.robot",
            ScriptType::Rule => "scripts-check.rule",
        };
        let able = entry.script.is_ok() && !matches!(state, Some(ScriptCheck::Running(..)));
        tool(("scripts-check", Some(hint)), able, ScriptCommand::Check, cx, ui);
        if let Some(&ScriptCheck::Running(played, games)) = state {
            let args = [("played", played.into()), ("games", games.into())];
            let bar = ProgressBar::new(played as f32 / games.max(1) as f32)
                .fill(cx.theme.accent)
                .desired_width(110.0)
                .desired_height(8.0);
            ui.add(bar);
            ui.label(widgets::muted_text(cx.theme, cx.tf("scripts-checking", &args)));
        }
        if draft.is_some_and(|draft| draft.is_overtaken) {
            let text = RichText::new(cx.t("scripts-overtaken")).size(BODY - 1.0);
            ui.label(text.color(cx.theme.warning));
        }
    });
}

/// Draws a menu of the presets at which a robot can be watched.
fn watch_ui(entry: &CatalogueEntry, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let Ok(Script::Robot(robot)) = &entry.script else { return };
    let button = Button::new(cx.t("scripts-watch")).min_size(vec2(0.0, TOOL));
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

/// Draws the message of a passed check.
fn passed_ui(text: String, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let colour = cx.theme.as_text(cx.theme.sides[3]);
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), egui::Sense::hover());
        paint_icon(ui.painter(), rect, Icon::Done, colour);
        ui.add(egui::Label::new(RichText::new(text).size(BODY - 1.0).color(colour)).wrap());
    });
}
