//! The scripts page: robots and house rules as files, with their source and errors.

mod detail;
mod editor;
mod list;
mod new_script;
mod source_view;
mod syntax;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Align, Layout, Rect, RichText, Ui, vec2};
use qipan_core::contract::robot::LineFuel;

use crate::command::Command;
use crate::model::checks::{CheckStats, ScriptProblem};
use crate::model::scripts::{CatalogueEntry, Script, ScriptKey, ScriptType};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, fade};
use crate::ui::title::title_ui;
use crate::ui::widgets::within;
use editor::EditedScript;
use new_script::NewScriptDialog;
use source_view::SourceView;

pub(super) use source_view::code;

/// The space around the page and between its parts.
const GAP: f32 = 16.0;
/// The width of the list.
const LIST: f32 = 330.0;
/// The width of the corner with the button that opens the manual.
const MANUAL_BUTTON: f32 = 110.0;
/// The maximum width of the page.
const WIDEST: f32 = 1680.0;

/// The state of the scripts page.
#[derive(Debug, Default)]
pub struct ScriptsPage {
    script_type: ScriptType,
    entries: Vec<CatalogueEntry>,
    /// The chosen scripts, at most one of each sort.
    chosen: Vec<ScriptKey>,
    /// The dialog for a new script.
    new_script: Option<NewScriptDialog>,
    /// The source shown.
    source: Option<SourceView>,
    /// The drafts of the player's scripts.
    drafts: Vec<EditedScript>,
    checks: Vec<CheckedScript>,
    /// The lines of each robot by the fuel of its last decision, most first.
    profiles: Vec<(ScriptKey, Vec<LineFuel>)>,
    /// True if the chosen row must be scrolled into sight.
    reveal: bool,
}

/// A script with its check, and its source at that time.
#[derive(Debug)]
struct CheckedScript {
    key: ScriptKey,
    source: Arc<[u8]>,
    state: ScriptCheck,
}

/// The state of a check of a script.
#[derive(Debug)]
pub enum ScriptCheck {
    /// Games played, games in all.
    Running(usize, usize),
    /// The result of the check.
    Done(Result<CheckStats, ScriptProblem>),
}

impl ScriptsPage {
    /// Replaces the scripts. Checks of changed scripts are dropped.
    pub fn set(&mut self, entries: Vec<CatalogueEntry>) {
        self.entries = entries;
        let entries = &self.entries;
        let same = |checked: &CheckedScript| {
            entries.iter().any(|e| e.key == checked.key && e.source == checked.source)
        };
        self.checks.retain(same);
        let own = |key: &ScriptKey| entries.iter().find(|e| e.key == *key && e.path.is_some());
        self.drafts.retain_mut(|draft| own(&draft.key).map(|e| draft.follow(e)).is_some());
        self.chosen.retain(|key| entries.iter().any(|entry| entry.key == *key));
    }

    /// Updates the lines by fuel of each robot's last decision.
    pub fn set_profiles(&mut self, profile: &dyn Fn(&ScriptKey, &str) -> Vec<LineFuel>) {
        let of = |entry: &CatalogueEntry| (entry.key.clone(), profile(&entry.key, &entry.file));
        self.profiles = self.entries.iter().map(of).filter(|(_, p)| !p.is_empty()).collect();
    }

    /// Returns the chosen script, or the first of the list.
    pub fn chosen(&self) -> Option<&CatalogueEntry> {
        let key = self.chosen.iter().find(|key| key.sort == self.script_type);
        let mut listed = self.listed();
        match key {
            Some(key) => listed.find(|entry| entry.key == *key),
            None => listed.next(),
        }
    }

    /// Returns the file and the text of the chosen script if it has unsaved changes.
    pub fn unsaved(&self) -> Option<(PathBuf, String)> {
        let entry = self.chosen()?;
        let draft = self.drafts.iter().find(|draft| draft.key == entry.key)?;
        let path = entry.path.clone()?;
        draft.is_changed().then(|| (path, draft.text.clone()))
    }

    /// Returns the file and the text of every script with unsaved changes.
    pub fn all_unsaved(&self) -> impl Iterator<Item = (PathBuf, String)> {
        let path = |key: &ScriptKey| self.entries.iter().find(|e| e.key == *key)?.path.clone();
        let changed = self.drafts.iter().filter(|draft| draft.is_changed());
        changed.filter_map(move |draft| Some((path(&draft.key)?, draft.text.clone())))
    }

    /// Returns true if a script has unsaved changes.
    fn is_changed(&self, key: &ScriptKey) -> bool {
        self.drafts.iter().any(|draft| draft.key == *key && draft.is_changed())
    }

    /// Reverts the chosen script to its file.
    pub fn revert(&mut self) {
        let key = self.chosen().map(|entry| entry.key.clone());
        let draft = self.drafts.iter_mut().find(|draft| Some(&draft.key) == key.as_ref());
        draft.into_iter().for_each(EditedScript::revert);
    }

    /// Returns the scripts of the open list.
    fn listed(&self) -> impl Iterator<Item = &CatalogueEntry> {
        self.entries.iter().filter(|entry| entry.key.sort == self.script_type)
    }

    /// Chooses a script in any list.
    pub fn choose(&mut self, key: &ScriptKey) {
        self.script_type = key.sort;
        self.chosen.retain(|other| other.sort != key.sort);
        self.chosen.push(key.clone());
        self.reveal = true;
    }

    /// Moves the choice by this number of rows.
    pub fn move_by(&mut self, by: i32) {
        let at = self.listed().position(|entry| Some(entry) == self.chosen()).unwrap_or(0);
        let last = self.listed().count().saturating_sub(1);
        let to = at.saturating_add_signed(by as isize).min(last);
        let key = self.listed().nth(to).map(|entry| entry.key.clone());
        if let Some(key) = key {
            self.choose(&key);
        }
    }

    /// Closes the dialog after a script was created, and chooses it.
    pub fn script_created(&mut self, key: &ScriptKey) {
        self.new_script = None;
        self.choose(key);
    }

    /// Shows an error in the dialog for a new script.
    pub fn show_error(&mut self, text: String) {
        if let Some(dialog) = &mut self.new_script {
            dialog.show_error(text);
        }
    }

    /// Returns true if a dialog is open, which has the keyboard.
    pub const fn is_asking(&self) -> bool {
        self.new_script.is_some()
    }

    /// Closes the open dialog. Returns true if there was one.
    pub fn release(&mut self) -> bool {
        self.new_script.take().is_some()
    }

    /// Leaves the page: closes the dialog and drops running checks.
    pub fn leave(&mut self) {
        self.new_script = None;
        self.checks.retain(|checked| matches!(checked.state, ScriptCheck::Done(_)));
    }

    /// Returns the chosen script for a check, unless it does not load or is being checked.
    pub fn to_check(&self) -> Option<(ScriptKey, Script)> {
        let entry = self.chosen()?;
        let runs = matches!(self.state(&entry.key), Some(ScriptCheck::Running(..)));
        let script = entry.script.as_ref().ok().filter(|_| !runs)?;
        Some((entry.key.clone(), script.clone()))
    }

    /// Records that the check of a script has begun.
    pub fn check_begun(&mut self, key: ScriptKey, games: usize) {
        let Some(entry) = self.entries.iter().find(|entry| entry.key == key) else { return };
        let (source, state) = (Arc::clone(&entry.source), ScriptCheck::Running(0, games));
        self.checks.retain(|checked| checked.key != key);
        self.checks.push(CheckedScript { key, source, state });
    }

    /// Updates the state of a check. Returns true if it is to go on: it is dropped if its text
    /// has changed.
    pub fn take_check(&mut self, key: &ScriptKey, state: ScriptCheck) -> bool {
        let Some(checked) = self.checks.iter_mut().find(|checked| checked.key == *key) else {
            return false;
        };
        checked.state = state;
        matches!(checked.state, ScriptCheck::Running(..))
    }

    fn state(&self, key: &ScriptKey) -> Option<&ScriptCheck> {
        self.checks.iter().find(|checked| checked.key == *key).map(|checked| &checked.state)
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(WIDEST), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        let (bar, corner) = bar.split_left_right_at_x(bar.right() - MANUAL_BUTTON);
        within(ui, bar, |ui| title_ui("scripts-title", cx, ui, about_ui));
        within(ui, corner, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let key = Command::ShowManual.shortcut().map_or("", |shortcut| shortcut.name);
                let manual = ui.button(cx.t("scripts-manual")).on_hover_text(key);
                if manual.clicked() {
                    cx.send(Command::ShowManual);
                }
            });
        });
        let body = area.with_min_y(bar.bottom() + 12.0);
        let list = LIST.min(body.width() * 0.36);
        within(ui, body.with_max_x(body.left() + list), |ui| self.list_ui(cx, ui));
        let detail = body.with_min_x(body.left() + list + GAP);
        within(ui, detail, |ui| self.detail_ui(cx, ui));
        if let Some(dialog) = &mut self.new_script
            && dialog.ui(cx, ui.ctx())
        {
            self.new_script = None;
        }
    }
}

/// Draws the purpose of the screen, beside its title.
fn about_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(8.0);
    let about = RichText::new(cx.t("scripts-title.about")).size(BODY - 1.0);
    let about = about.color(fade(cx.theme.on_table, 0.8));
    ui.add(egui::Label::new(about).truncate());
}
