//! The scripts page: robots and house rules as files, with their sources and errors.
//!
//! The player's scripts can be edited here. Shipped ones can only be read and copied. `ScriptsPage`
//! holds the list of scripts, the drafts of the player's scripts, and the checks. `list` draws the
//! list and `detail` the chosen script, with `editor` or `source_view` for its source.

mod detail;
mod editor;
mod list;
mod new_script;
mod source_view;
mod syntax;
pub mod words;

use std::path::PathBuf;

use egui::{Align, Layout, Rect, RichText, Ui, vec2};
use qipan_core::contract::robot::LineFuel;
use qipan_core::contract::source::Source;

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

pub(super) use source_view::source_job;

/// The space around the page and between its parts, in points.
const GAP: f32 = 16.0;
/// The maximum width of the list, in points.
const MAX_LIST_WIDTH: f32 = 330.0;
/// The width of the corner with the button that opens the manual, in points.
const MANUAL_BUTTON_WIDTH: f32 = 110.0;
/// The maximum width of the page, in points.
const MAX_WIDTH: f32 = 1680.0;

/// The state of the scripts page.
#[derive(Debug, Default)]
pub struct ScriptsPage {
    /// The open list: robots or house rules.
    script_type: ScriptType,
    /// All scripts.
    entries: Vec<CatalogueEntry>,
    /// The chosen scripts, at most one of each type.
    chosen: Vec<ScriptKey>,
    /// The dialog for a new script, if it is open.
    new_script: Option<NewScriptDialog>,
    /// The cached source of the script shown.
    source: Option<SourceView>,
    /// The drafts of the player's scripts.
    drafts: Vec<EditedScript>,
    checks: Vec<CheckedScript>,
    /// The lines of each robot that used fuel in its last decision, the most expensive first.
    profiles: Vec<(ScriptKey, Vec<LineFuel>)>,
    /// True if the list must scroll to the chosen script.
    must_reveal_chosen: bool,
}

/// A script that is or was checked, with its source at the start of the check.
#[derive(Debug)]
struct CheckedScript {
    key: ScriptKey,
    source: Source,
    state: ScriptCheck,
}

/// The state of a check of a script.
#[derive(Debug)]
pub enum ScriptCheck {
    /// The check is running. Holds the number of games played and the number of all games.
    Running(usize, usize),
    /// The result of the check.
    Done(Result<CheckStats, ScriptProblem>),
}

impl ScriptsPage {
    /// Replaces the scripts. Drops the checks of changed scripts and the drafts of missing ones.
    pub fn set_entries(&mut self, entries: Vec<CatalogueEntry>) {
        self.entries = entries;
        let entries = &self.entries;
        let is_unchanged = |checked: &CheckedScript| {
            entries.iter().any(|entry| entry.key == checked.key && entry.source == checked.source)
        };
        self.checks.retain(is_unchanged);
        let editable = |key: &ScriptKey| {
            entries.iter().find(|entry| entry.key == *key && entry.path.is_some())
        };
        self.drafts
            .retain_mut(|draft| editable(&draft.key).map(|entry| draft.reload(entry)).is_some());
        self.chosen.retain(|key| entries.iter().any(|entry| entry.key == *key));
    }

    /// Updates the profile of each robot's last decision. `profile` returns it by key and file
    /// name.
    pub fn set_profiles(&mut self, profile: &dyn Fn(&ScriptKey, &str) -> Vec<LineFuel>) {
        let keyed = |entry: &CatalogueEntry| (entry.key.clone(), profile(&entry.key, &entry.file));
        self.profiles =
            self.entries.iter().map(keyed).filter(|(_, lines)| !lines.is_empty()).collect();
    }

    /// Returns the chosen script of the open list, or the first script of the list if none was
    /// chosen.
    pub fn chosen(&self) -> Option<&CatalogueEntry> {
        let key = self.chosen.iter().find(|key| key.script_type == self.script_type);
        let mut listed = self.listed();
        match key {
            Some(key) => listed.find(|entry| entry.key == *key),
            None => listed.next(),
        }
    }

    /// Returns the file and the text of the chosen script if it has unsaved changes.
    pub fn chosen_unsaved(&self) -> Option<(PathBuf, String)> {
        let entry = self.chosen()?;
        let draft = self.drafts.iter().find(|draft| draft.key == entry.key)?;
        let path = entry.path.clone()?;
        draft.is_changed().then(|| (path, draft.text.clone()))
    }

    /// Returns the file and the text of every script with unsaved changes.
    pub fn all_unsaved(&self) -> impl Iterator<Item = (PathBuf, String)> {
        let path =
            |key: &ScriptKey| self.entries.iter().find(|entry| entry.key == *key)?.path.clone();
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
        self.entries.iter().filter(|entry| entry.key.script_type == self.script_type)
    }

    /// Opens the list of a script and chooses the script.
    pub fn choose(&mut self, key: &ScriptKey) {
        self.script_type = key.script_type;
        self.chosen.retain(|other| other.script_type != key.script_type);
        self.chosen.push(key.clone());
        self.must_reveal_chosen = true;
    }

    /// Chooses the script that is `rows` further down the list, or further up if negative.
    pub fn move_by(&mut self, rows: i32) {
        let current = self.listed().position(|entry| Some(entry) == self.chosen()).unwrap_or(0);
        let last = self.listed().count().saturating_sub(1);
        let target = current.saturating_add_signed(rows as isize).min(last);
        let key = self.listed().nth(target).map(|entry| entry.key.clone());
        if let Some(key) = key {
            self.choose(&key);
        }
    }

    /// Chooses a script that was just created, and closes the dialog for a new script.
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

    /// Returns true if a dialog is open that takes the keyboard.
    pub const fn is_asking(&self) -> bool {
        self.new_script.is_some()
    }

    /// Closes the open dialog. Returns true if there was one.
    pub fn close_dialog(&mut self) -> bool {
        self.new_script.take().is_some()
    }

    /// Leaves the page: closes the dialog and drops running checks.
    pub fn leave(&mut self) {
        self.new_script = None;
        self.checks.retain(|checked| matches!(checked.state, ScriptCheck::Done(_)));
    }

    /// Returns the chosen script, to be checked. Returns `None` if it does not load, or if its
    /// check is already running.
    pub fn script_to_check(&self) -> Option<(ScriptKey, Script)> {
        let entry = self.chosen()?;
        let is_running = matches!(self.check_of(&entry.key), Some(ScriptCheck::Running(..)));
        let script = entry.script.as_ref().ok().filter(|_| !is_running)?;
        Some((entry.key.clone(), script.clone()))
    }

    /// Records that the check of a script has begun.
    pub fn check_begun(&mut self, key: ScriptKey, games: usize) {
        let Some(entry) = self.entries.iter().find(|entry| entry.key == key) else { return };
        let (source, state) = (entry.source.clone(), ScriptCheck::Running(0, games));
        self.checks.retain(|checked| checked.key != key);
        self.checks.push(CheckedScript { key, source, state });
    }

    /// Returns the chosen script and the statistics of its check, if it has passed and the script
    /// has no unsaved changes.
    pub fn passed_check(&self) -> Option<(&Script, &CheckStats)> {
        let entry = self.chosen().filter(|entry| !self.is_changed(&entry.key))?;
        match (&entry.script, self.check_of(&entry.key)?) {
            (Ok(script), ScriptCheck::Done(Ok(stats))) if stats.tests.failed.is_empty() => {
                Some((script, stats))
            }
            _ => None,
        }
    }

    /// Returns the chosen script if it can be exported, with the statistics of its check. A robot
    /// that runs an external program is not checked and so has no statistics.
    pub fn exportable(&self) -> Option<(&Script, Option<&CheckStats>)> {
        let entry = self.chosen().filter(|entry| !self.is_changed(&entry.key))?;
        match &entry.script {
            Ok(script) if !script.info().command.is_empty() => Some((script, None)),
            _ => self.passed_check().map(|(script, stats)| (script, Some(stats))),
        }
    }

    /// Updates the state of a check. Returns true if the check must go on. A check whose script has
    /// changed must stop.
    pub fn update_check(&mut self, key: &ScriptKey, state: ScriptCheck) -> bool {
        let Some(checked) = self.checks.iter_mut().find(|checked| checked.key == *key) else {
            return false;
        };
        checked.state = state;
        matches!(checked.state, ScriptCheck::Running(..))
    }

    /// Returns the state of the check of a script, if there is one.
    fn check_of(&self, key: &ScriptKey) -> Option<&ScriptCheck> {
        self.checks.iter().find(|checked| checked.key == *key).map(|checked| &checked.state)
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(MAX_WIDTH), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        let (bar, corner) = bar.split_left_right_at_x(bar.right() - MANUAL_BUTTON_WIDTH);
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
        let list_width = MAX_LIST_WIDTH.min(body.width() * 0.36);
        within(ui, body.with_max_x(body.left() + list_width), |ui| self.list_ui(cx, ui));
        let detail = body.with_min_x(body.left() + list_width + GAP);
        within(ui, detail, |ui| self.detail_ui(cx, ui));
        if let Some(dialog) = &mut self.new_script
            && dialog.ui(cx, ui.ctx())
        {
            self.new_script = None;
        }
    }
}

/// Draws a sentence about the purpose of the screen, beside its title.
fn about_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(8.0);
    let about = RichText::new(cx.t("scripts-title.about")).size(BODY - 1.0);
    let about = about.color(fade(cx.theme.on_table, 0.8));
    ui.add(egui::Label::new(about).truncate());
}
