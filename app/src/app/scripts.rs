//! The scripts page: lists, creates, copies and checks scripts, and opens them in an editor.

use std::path::{Path, PathBuf};

use egui::Context;
use qipan_core::record::Player;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::{App, PROGRESS_INTERVAL, Screen, repaint_signal};
use crate::command::ScriptCommand;
use crate::model::checks::{self, CheckTask};
use crate::model::i18n::I18n;
use crate::model::library::Library;
use crate::model::scripts::{Script, ScriptKey, ScriptType, catalogue, shipped_source};
use crate::model::setup::NewGame;
use crate::model::starter::{self, StarterError};
use crate::model::storage::{Folders, write_atomic};
use crate::screens::play::TableScreen;
use crate::screens::scripts::{ScriptCheck, ScriptsPage};

/// The state of the scripts page.
#[derive(Default)]
pub struct ScriptsState {
    /// The page.
    pub page: ScriptsPage,
    /// The revision of the script folders that the page shows, or `None` while it is hidden.
    listed_revision: Option<u32>,
    /// The running checks of scripts.
    checks: Vec<(ScriptKey, CheckTask)>,
    /// The script that is exported once its check has passed.
    export_after_check: Option<ScriptKey>,
}

impl ScriptsState {
    /// Stops the checks when the page is left.
    fn leave(&mut self) {
        if self.listed_revision.take().is_some() {
            self.page.leave();
            self.checks.clear();
            self.export_after_check = None;
        }
    }

    /// Reads the list of scripts, and the profiles of the robots at the table.
    fn refresh(&mut self, library: &Library, folders: &Folders, table: Option<&dyn TableScreen>) {
        self.listed_revision = Some(library.revision());
        self.page.set_entries(catalogue(folders));
        let Some(table) = table else { return };
        let kind = table.kind();
        self.page.set_profiles(&|key, file| {
            let plays = key.script_type == ScriptType::Robot && key.kind == kind;
            if plays {
                with_game!(kind, |G| table.table::<G>().profile(file).to_vec())
            } else {
                Vec::new()
            }
        });
    }

    /// Starts a check of the selected script, unless one is running.
    fn check(&mut self, ctx: &Context) {
        let Some((key, script)) = self.page.script_to_check() else { return };
        let check = checks::start(script, repaint_signal(ctx));
        self.page.check_begun(key.clone(), check.progress().1);
        self.checks.retain(|(other, _)| *other != key);
        self.checks.push((key, check));
    }

    /// Starts a check of the selected script, which is exported if it passes.
    pub(super) fn check_then_export(&mut self, ctx: &Context) {
        self.export_after_check = self.page.chosen().map(|entry| entry.key.clone());
        self.check(ctx);
    }

    /// Returns true, only once, if the selected script is to be exported and its check has passed.
    fn take_export(&mut self) -> bool {
        let Some(key) = &self.export_after_check else { return false };
        let is_chosen = self.page.chosen().is_some_and(|entry| entry.key == *key);
        let is_running = self.checks.iter().any(|(other, _)| other == key);
        if is_chosen && is_running {
            return false;
        }
        self.export_after_check = None;
        is_chosen && self.page.passed_check().is_some()
    }

    /// Updates the page from its checks.
    fn poll_checks(&mut self, ctx: &Context) {
        self.checks.retain(|(key, check)| {
            let (played, games) = check.progress();
            let state = check.poll().map_or(ScriptCheck::Running(played, games), ScriptCheck::Done);
            self.page.update_check(key, state)
        });
        if !self.checks.is_empty() {
            ctx.request_repaint_after(PROGRESS_INTERVAL);
        }
    }
}

impl App {
    /// Updates the scripts page from the folders and the running checks while the page is shown.
    pub(super) fn update_scripts(&mut self, ctx: &Context) {
        if self.screen() != Screen::Scripts {
            return self.screens.scripts.leave();
        }
        if self.screens.scripts.listed_revision != Some(self.library.revision()) {
            self.refresh_scripts();
        }
        self.screens.scripts.poll_checks(ctx);
        if self.screens.scripts.take_export() {
            self.ask_export_file();
        }
    }

    /// Reads the list of scripts again.
    pub(super) fn refresh_scripts(&mut self) {
        let (folders, table) = (self.storage.folders(), self.table.as_deref());
        self.screens.scripts.refresh(&self.library, folders, table);
    }

    /// Carries out a command of the scripts page.
    pub(super) fn script_command(&mut self, command: ScriptCommand, ctx: &Context) {
        match command {
            ScriptCommand::Move(by) => self.screens.scripts.page.move_by(by),
            ScriptCommand::Check => {
                if self.save_script() {
                    self.screens.scripts.check(ctx);
                }
            }
            ScriptCommand::Watch(preset) => self.watch_script(preset),
            ScriptCommand::Tournament => {
                if self.save_script() {
                    self.open_tournament_with_robot();
                }
            }
            ScriptCommand::Save => drop(self.save_script()),
            ScriptCommand::Revert => self.screens.scripts.page.revert(),
            ScriptCommand::Create(script_type, kind, name) => {
                self.create_script(script_type, kind, &name)
            }
            ScriptCommand::Copy => {
                if let Some(path) = self.copy_or_find_script(true) {
                    let args = [("file", file_name(&path).into())];
                    self.notify(self.i18n.tf("scripts-said-copied", &args));
                }
            }
            ScriptCommand::Edit => {
                if let Some(path) = self.copy_or_find_script(false) {
                    self.open_with_system(&path);
                }
            }
            ScriptCommand::Folder => {
                let Some(entry) = self.screens.scripts.page.chosen() else { return };
                let folder = entry.key.script_type.folder(self.storage.folders(), entry.key.kind);
                match starter::create_folder(&folder) {
                    Ok(()) => self.open_with_system(&folder),
                    Err(error) => self.notify_error(starter_error_text(&error, &self.i18n)),
                }
            }
        }
    }

    /// Saves the changes of the selected script. Returns false and notifies the player if that
    /// fails.
    pub(super) fn save_script(&mut self) -> bool {
        let Some((path, text)) = self.screens.scripts.page.chosen_unsaved() else { return true };
        match write_atomic(&path, &text, true) {
            Ok(()) => {
                self.library.note_change(path);
                self.refresh_scripts();
                true
            }
            Err(error) => {
                self.notify_error(error.text(&self.i18n));
                false
            }
        }
    }

    /// Starts a game of the selected robot against the standard one, paused before the first
    /// turn.
    fn watch_script(&mut self, preset: &'static str) {
        if !self.save_script() {
            return;
        }
        self.poll_scripts();
        let Some(entry) = self.screens.scripts.page.chosen() else { return };
        let Ok(Script::Robot(robot)) = &entry.script else { return };
        let kind = entry.key.kind;
        // Uses the names in the player's language.
        let with_name = |player: Player| {
            let mut listed = self.library.candidates(kind).iter().map(|robot| &robot.player);
            listed.find(|other| other.script == player.script).cloned().unwrap_or(player)
        };
        let player = with_name(robot.player());
        let opponent = with_name(self.library.demo_robot(kind));
        let Some(game) = NewGame::of_robots(preset, &player, &opponent) else { return };
        self.start(&game);
        let has_started = self.screen() == Screen::Play;
        if let Some(table) = self.table.as_mut().filter(|_| has_started) {
            let common = table.common_mut();
            (common.is_paused, common.shows_notes) = (true, true);
            self.navigation.insert_below(Screen::Scripts);
        }
    }

    /// Creates a script and selects it on the page.
    fn create_script(&mut self, script_type: ScriptType, kind: GameKind, name: &str) {
        let folder = script_type.folder(self.storage.folders(), kind);
        match starter::write_starter(&folder, script_type, kind, name, self.i18n.lang()) {
            Ok(path) => {
                self.library.note_change(path.clone());
                self.refresh_scripts();
                let name = starter::stem(name).unwrap_or_default();
                self.screens.scripts.page.script_created(&ScriptKey { script_type, kind, name });
                let args = [("file", file_name(&path).into())];
                self.notify(self.i18n.tf("scripts-said-new", &args));
            }
            Err(error) => {
                self.screens.scripts.page.show_error(starter_error_text(&error, &self.i18n))
            }
        }
    }

    /// Returns the player's file of the selected script. A shipped script is copied to a file
    /// first. Returns `None` on failure, or if `only_new` is set and the file exists.
    fn copy_or_find_script(&mut self, only_new: bool) -> Option<PathBuf> {
        let entry = self.screens.scripts.page.chosen()?;
        if let Some(path) = &entry.path {
            return (!only_new).then(|| path.clone());
        }
        let key = entry.key.clone();
        let folder = key.script_type.folder(self.storage.folders(), key.kind);
        match starter::write_copy(&folder, &key.name, &shipped_source(&key)?) {
            Ok(path) => {
                self.library.note_change(path.clone());
                self.refresh_scripts();
                Some(path)
            }
            Err(error) => {
                self.notify_error(starter_error_text(&error, &self.i18n));
                None
            }
        }
    }

    /// Opens a file or a folder with the system's default program for it.
    pub(super) fn open_with_system(&mut self, path: &Path) {
        if let Err(error) = (self.desktop.opener)(path) {
            let why = match error.kind() {
                // The error text of the crate `open` is meant for programmers.
                std::io::ErrorKind::Other => self.i18n.t("notice-no-opener"),
                _ => error.to_string(),
            };
            let args = [("file", path.display().to_string().into()), ("why", why.into())];
            self.notify_error(self.i18n.tf("notice-open-failed", &args));
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns why a file was not written, in the language of the window.
fn starter_error_text(error: &StarterError, i18n: &I18n) -> String {
    match error {
        StarterError::Name(_) => {
            i18n.tf("scripts-bad-name", &[("most", starter::MAX_NAME_CHARS.into())])
        }
        StarterError::Folder { folder, why } => {
            let args = [("path", folder.as_str().into()), ("why", why.as_str().into())];
            i18n.tf("storage-make", &args)
        }
        StarterError::File(error) => error.text(i18n),
    }
}
