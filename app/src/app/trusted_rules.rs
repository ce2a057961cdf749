//! Asks the player before house rules that came with a game are run.
//!
//! A rule is trusted if it is one of the player's scripts, with the same modules, or if the player
//! has agreed to it since the program started. Playing, branching and checking ask first about
//! other rules.

use std::collections::BTreeSet;

use egui::Context;
use qipan_core::record::SavedRule;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::screen_stack::Overlay;
use crate::app::{App, Screen};
use crate::command::HouseCommand;
use crate::model::scripts;
use crate::model::storage::Folders;
use crate::screens::house::{HouseDialog, Purpose};

/// The house rules that the player has agreed to, by their digests.
#[derive(Default)]
pub(super) struct AgreedRules(BTreeSet<String>);

impl AgreedRules {
    /// Adds rules that the player has agreed to.
    pub(super) fn add(&mut self, rules: &[SavedRule]) {
        self.0.extend(rules.iter().map(SavedRule::digest));
    }

    /// Returns the rules that are not trusted.
    fn untrusted(&self, kind: GameKind, rules: &[SavedRule], folders: &Folders) -> Vec<SavedRule> {
        if rules.is_empty() {
            return Vec::new();
        }
        let library = scripts::rules(folders, kind.name());
        let is_trusted = |saved: &&SavedRule| {
            let mut scripts = library.iter().filter_map(|(_, rule)| rule.as_ref().ok());
            self.0.contains(&saved.digest()) || scripts.any(|rule| rule.source == saved.to_source())
        };
        rules.iter().filter(|rule| !is_trusted(rule)).cloned().collect()
    }
}

impl App {
    /// Carries out the player's answer about house rules.
    pub(super) fn answer_house_dialog(&mut self, command: HouseCommand, ctx: &Context) {
        let dialog = self.navigation.take_house_dialog();
        match (command, dialog) {
            (HouseCommand::LeaveOut(rule), _) => self.resume_disabling(&[rule]),
            (command, Some(HouseDialog::Ask { rules, purpose, .. })) => {
                let is_allowed = command == HouseCommand::Run;
                if is_allowed {
                    self.agreed_rules.add(&rules);
                }
                match (purpose, is_allowed) {
                    // Checks the rules again, because another game may have been put on the table
                    // since the player was asked.
                    (Purpose::Resume, true) if !self.untrusted_on_table().is_empty() => {
                        self.start_house_rules()
                    }
                    (Purpose::Resume, true) => self.resume_disabling(&[]),
                    (Purpose::Resume, false) => self.resume_disabling(&self.untrusted_on_table()),
                    (Purpose::Branch, true) => self.branch_from_here(),
                    (Purpose::Branch, false) => self.start_branch(is_allowed),
                    (Purpose::Check, true) => self.check(ctx),
                    (Purpose::Check, false) => self.check_replay(is_allowed, ctx),
                }
            }
            _ => {}
        }
    }

    /// Disables the rules with these indices in the game on the table, runs the others and resumes
    /// the game.
    fn resume_disabling(&mut self, disabled: &[u8]) {
        if let Some(table) = &mut self.table {
            with_game!(table.kind(), |G| table.table_mut::<G>().disable_rules(disabled));
            table.common_mut().resume();
        }
    }

    /// Returns the indices of the untrusted rules of the game on the table.
    pub(super) fn untrusted_on_table(&self) -> Vec<u8> {
        let Some(table) = &self.table else { return Vec::new() };
        let facts = table.facts();
        let untrusted = self.untrusted(facts.kind, &facts.rules_awaiting_permission());
        let rules = facts.house_rules;
        let found = (0u8..).zip(rules).filter(|(_, rule)| untrusted.contains(rule));
        found.map(|(index, _)| index).collect()
    }

    /// Returns the rules that are not trusted.
    pub(super) fn untrusted(&self, kind: GameKind, rules: &[SavedRule]) -> Vec<SavedRule> {
        self.agreed_rules.untrusted(kind, rules, self.storage.folders())
    }

    /// Runs the house rules of the game on the table. Asks first if some are untrusted. If a rule
    /// has failed, shows that failure instead.
    pub(super) fn start_house_rules(&mut self) {
        let Some(table) = &self.table else { return };
        if table.facts().has_failed_rule {
            return self.show_failed_rule();
        }
        let rules = table.facts().rules_awaiting_permission();
        let untrusted = self.untrusted(table.kind(), &rules);
        if !untrusted.is_empty() {
            self.ask_about_rules(untrusted, Purpose::Resume);
        } else if !rules.is_empty()
            && let Some(table) = &mut self.table
        {
            with_game!(table.kind(), |G| table.table_mut::<G>().run_rules());
        }
    }

    /// Asks for permission to run rules.
    pub(super) fn ask_about_rules(&mut self, rules: Vec<SavedRule>, purpose: Purpose) {
        self.open_house_dialog(HouseDialog::Ask { rules, chosen: 0, purpose });
    }

    /// Shows a house rule that has just failed.
    pub(super) fn poll_failed_rule(&mut self) {
        let is_shown = self.screen() == Screen::Play;
        let table = self.table.as_mut().filter(|_| is_shown);
        if table.is_some_and(|table| table.common_mut().take_unreported_failure()) {
            self.show_failed_rule();
        }
    }

    /// Opens the dialog about the house rule that has failed.
    fn show_failed_rule(&mut self) {
        let Some(table) = &self.table else { return };
        let dialog = with_game!(table.kind(), |G| {
            HouseDialog::of_failure(table.table::<G>(), &self.i18n)
        });
        if let Some(dialog) = dialog {
            self.open_house_dialog(dialog);
        }
    }

    /// Opens the dialog about house rules.
    pub(super) fn open_house_dialog(&mut self, dialog: HouseDialog) {
        self.navigation.open(Overlay::HouseRules(dialog));
    }
}
