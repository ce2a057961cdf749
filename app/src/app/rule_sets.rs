//! House rules and named rule sets in the window: lists, saves, exports and imports them.

use std::path::Path;

use qipan_core::registry::GameKind;

use crate::app::{App, Screen};
use crate::command::{Command, RuleSetCommand};
use crate::model::i18n::ListStyle;
use crate::model::layout_limits::{Rejection, RuleStartError};
use crate::model::scripts::{self, rules_folder};
use crate::model::setup::NewGame;
use crate::model::storage::{
    NamedItem, NamedItemError, SavedRuleSet, install_rule, write_atomic, write_new,
};
use crate::model::visible::escape_hidden;
use crate::screens::new_game::StartProblem;
use crate::screens::new_game::sets::{PendingSet, SetQuestion, rule_set_error_text};
use crate::ui::dialogs::DialogKind;

impl App {
    /// Gives the new-game screen the available house rules.
    pub(super) fn offer_rules(&mut self) {
        for kind in GameKind::ALL {
            let found = scripts::rules(self.storage.folders(), kind.name());
            self.screens.new_game.house.set_library(kind, found);
        }
        self.library.take_changed();
    }

    /// Saves the selection of house rules.
    pub(super) fn save_ticked_rules(&mut self) {
        let ticked = self.screens.new_game.house.all_ticked();
        if ticked != self.settings.house_rules {
            self.settings.house_rules = ticked;
            self.save_settings();
        }
    }

    /// Carries out a command about rule sets.
    pub(super) fn rule_set_command(&mut self, command: RuleSetCommand, is_confirmed: bool) {
        match command {
            RuleSetCommand::AskSave => {
                let (path, name, error) = (None, String::new(), None);
                let question = SetQuestion::Name { path, name, needs_focus: true, error };
                self.screens.new_game.sets.ask(Some(question));
            }
            RuleSetCommand::AskRename(path) => {
                let name = self.screens.new_game.sets.in_file(&path).map(|own| own.name.clone());
                let (path, name) = (Some(path), name.unwrap_or_default());
                let question = SetQuestion::Name { path, name, needs_focus: true, error: None };
                self.screens.new_game.sets.ask(Some(question));
            }
            RuleSetCommand::Save(name, replace) => {
                let set = self.screens.new_game.as_set(&name);
                let saved = self.storage.save(&set, replace);
                self.show_saved_set(saved.map(drop), name.trim());
            }
            RuleSetCommand::Rename(path, name) => {
                let renamed = self.storage.rename::<SavedRuleSet>(&path, &name);
                self.show_saved_set(renamed.map(drop), name.trim());
            }
            RuleSetCommand::Apply(path) => {
                if let Some(own) = self.screens.new_game.sets.in_file(&path) {
                    self.apply_set_or_ask(own.item.clone(), false);
                }
            }
            RuleSetCommand::AskDelete(path) => {
                let Some(own) = self.screens.new_game.sets.in_file(&path) else { return };
                let name = escape_hidden(&own.name).into();
                let question = self.i18n.tf("set-ask-delete", &[("name", name)]);
                self.ask_first(question, Command::RuleSet(RuleSetCommand::Delete(path)));
            }
            RuleSetCommand::Delete(path) => {
                if let Err(why) = self.storage.delete(&path) {
                    self.notify_error(rule_set_error_text(&self.i18n, &path, &why));
                }
                self.refresh_sets();
            }
            RuleSetCommand::AskExport(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let folder = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::SaveSet(path), &folder, &name);
            }
            RuleSetCommand::Export(set, to) => self.export_set(&set, &to, is_confirmed),
            RuleSetCommand::AskImport => {
                let folder = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::OpenSet, &folder, "");
            }
            RuleSetCommand::Install => self.install_missing_rules(),
            RuleSetCommand::ApplyWithoutMissing => self.apply_without_missing(),
            RuleSetCommand::DismissQuestion => self.screens.new_game.sets.ask(None),
        }
    }

    /// Applies the pending set without its missing rules.
    fn apply_without_missing(&mut self) {
        let Some(pending) = self.screens.new_game.sets.take_pending() else { return };
        let missing = pending.missing.iter().map(|rule| self.i18n.pick(&rule.name));
        let rules = self.i18n.list(ListStyle::Plain, missing);
        let name = pending.set.name.clone();
        self.apply_set(pending.set, pending.is_imported);
        let args = [("name", name.into()), ("rules", rules.into())];
        self.notify(self.i18n.tf("set-said-without", &args));
    }

    /// Reads the list of the player's sets again.
    fn refresh_sets(&mut self) {
        self.screens.new_game.sets.set_own(self.storage.list());
    }

    /// Shows the result of saving or renaming a set.
    fn show_saved_set(&mut self, result: Result<(), NamedItemError>, name: &str) {
        match result {
            Ok(()) => {
                self.screens.new_game.sets.ask(None);
                self.notify(self.i18n.tf("set-said-saved", &[("name", name.into())]));
            }
            Err(why) => self.screens.new_game.sets.show_name_error(why),
        }
        self.refresh_sets();
    }

    /// Writes the set in the file `set` to the file `to`. An existing file is overwritten only with
    /// consent.
    fn export_set(&mut self, set: &Path, to: &Path, may_overwrite: bool) {
        let Some(own) = self.screens.new_game.sets.in_file(set) else { return };
        let (name, text) = (own.name.clone(), own.write());
        let file = to.display().to_string();
        if !may_overwrite && to.exists() {
            let question = self.i18n.tf("ask-overwrite", &[("file", escape_hidden(&file).into())]);
            let command = RuleSetCommand::Export(set.to_owned(), to.to_owned());
            return self.ask_first(question, Command::RuleSet(command));
        }
        let written =
            if may_overwrite { write_atomic(to, &text, true) } else { write_new(to, &text) };
        match written {
            Ok(()) => {
                let file = to.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let args = [("name", name.into()), ("file", file.into())];
                self.notify(self.i18n.tf("set-said-exported", &args));
            }
            Err(error) => self.notify_error(error.text(&self.i18n)),
        }
    }

    /// Imports a set from a file. Asks first if some of its rules are not installed.
    pub(super) fn import_rule_set(&mut self, path: &Path, text: &str) {
        match SavedRuleSet::read(text) {
            Ok(set) => {
                self.go(Screen::NewGame);
                self.screens.new_game.choose_preset(&set.preset);
                self.apply_set_or_ask(set, true);
            }
            Err(why) => self.notify_error(rule_set_error_text(&self.i18n, path, &why)),
        }
    }

    /// Applies a set. Asks first if some of its rules are not installed.
    fn apply_set_or_ask(&mut self, set: SavedRuleSet, is_imported: bool) {
        let missing = self.screens.new_game.missing_rules(&set);
        if missing.is_empty() {
            self.apply_set(set, is_imported);
        } else {
            let pending = PendingSet { set, missing, is_imported };
            self.screens.new_game.sets.ask(Some(SetQuestion::Install(Box::new(pending))));
        }
    }

    /// Installs the missing rules that came with the pending set, then applies the set.
    fn install_missing_rules(&mut self) {
        let Some(pending) = self.screens.new_game.sets.take_pending() else { return };
        let Some(kind) = GameKind::of_preset(&pending.set.preset) else { return };
        let folder = rules_folder(self.storage.folders(), kind.name());
        let installed = self.screens.new_game.house.files_of(kind).iter();
        let mut taken: Vec<String> = installed.map(|(name, _)| name.clone()).collect();
        for rule in &pending.missing {
            match install_rule(&folder, rule, &taken) {
                Ok(name) => taken.push(name),
                Err(error) => return self.notify_error(error.text(&self.i18n)),
            }
        }
        self.offer_rules();
        let still_missing = self.screens.new_game.missing_rules(&pending.set);
        let still_missing = still_missing.iter().map(|rule| self.i18n.pick(&rule.name));
        let rules = self.i18n.list(ListStyle::Plain, still_missing);
        let name = pending.set.name.clone();
        self.apply_set(pending.set, pending.is_imported);
        if !rules.is_empty() {
            let args = [("name", name.into()), ("rules", rules.into())];
            self.notify_error(self.i18n.tf("set-said-incomplete", &args));
        }
    }

    /// Applies a set with those of its rules that are installed. An imported set is also saved.
    fn apply_set(&mut self, set: SavedRuleSet, is_imported: bool) {
        self.screens.new_game.apply_set(&set);
        if !is_imported {
            return;
        }
        let applied = self.screens.new_game.as_set(&set.name);
        match self.storage.save_beside(&applied) {
            Ok(_) => {
                let name = set.name.as_str().into();
                self.notify(self.i18n.tf("set-said-imported", &[("name", name)]));
            }
            Err(why) => self.notify_error(rule_set_error_text(&self.i18n, Path::new(""), &why)),
        }
        self.refresh_sets();
    }

    /// Returns the reason why a game cannot begin, as a sentence.
    pub(super) fn start_error(&self, game: &NewGame, why: &RuleStartError) -> String {
        let problem = match why {
            RuleStartError::Load(error) => StartProblem::HouseFailed(error.to_string()),
            RuleStartError::Broken(broken) => StartProblem::HouseFailed(broken.to_string()),
            RuleStartError::Chosen(rejection) => {
                StartProblem::of_rejection(rejection, &game.house_rules)
            }
            RuleStartError::Drawn(rejection) => {
                return self.rejection_message("problem-drawn", game, rejection);
            }
        };
        problem.text(&self.i18n, &*game.rules)
    }

    /// Returns the message that a robot's layout was replaced by a random one.
    pub(super) fn layout_replaced_message(&self, game: &NewGame, rejection: &Rejection) -> String {
        self.rejection_message("notice-layout-replaced", game, rejection)
    }

    /// Returns a message about a layout that a house rule has rejected.
    fn rejection_message(&self, id: &str, game: &NewGame, rejection: &Rejection) -> String {
        let rule = game.house_rules.get(rejection.rule);
        let rule = rule.map_or("", |rule| self.i18n.pick(&rule.name));
        let seat = crate::games::words::seat_of(game.rules.kind(), &self.i18n, rejection.seat);
        let args = [
            ("rule", rule.into()),
            ("seat", seat.into()),
            ("why", self.i18n.pick(&rejection.why).into()),
        ];
        self.i18n.tf(id, &args)
    }
}
