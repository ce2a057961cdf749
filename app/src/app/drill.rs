//! Training with puzzles: shows them and keeps the training history.

use chrono::{Local, NaiveDate};
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::{PuzzleCommand, TableCommand};
use crate::games::CommandContext;
use crate::model::drill::Drill;
use crate::model::puzzles::{self, PuzzleGroup};

/// Returns today's date.
fn today() -> NaiveDate {
    Local::now().date_naive()
}

impl App {
    /// Goes to the puzzles and shows those due today, or those of the game that was played last.
    pub(super) fn show_puzzles(&mut self) {
        let list = puzzles::list(self.storage.folders());
        let mut drill = self.load_drill().unwrap_or_default();
        if !self.settings.solved.is_empty() {
            drill.adopt_solved(&self.settings.solved);
            if self.save_drill(&drill) {
                self.settings.solved.clear();
                self.save_settings();
            }
        }
        let last_played = PuzzleGroup::last_played(&self.settings.setups);
        self.screens.puzzles.begin(list, drill, today(), last_played);
        self.go(Screen::Puzzles);
    }

    /// Carries out a command of the puzzles page.
    pub(super) fn puzzle_command(&mut self, command: PuzzleCommand) {
        self.screens.puzzles.command(command, today());
        self.add_try();
    }

    /// Carries out an action on the board of a puzzle.
    pub(super) fn try_at_puzzle(&mut self, command: &TableCommand) {
        let context =
            CommandContext { i18n: &self.i18n, settings: &self.settings, now: self.window.now };
        self.screens.puzzles.carry_out(command, &context);
        self.add_try();
    }

    /// Saves puzzles from the mistakes that were found in the game on the table.
    pub(super) fn keep_mistakes(&mut self) {
        let Some(table) = &mut self.table else { return };
        let found = with_game!(table.kind(), |G| table.table_mut::<G>().take_mistake_puzzles());
        for puzzle in found {
            if let Err(error) = puzzles::add_mistake(self.storage.folders(), puzzle) {
                self.notify_error(error.text(&self.i18n));
            }
        }
    }

    /// Adds the try that the player has just finished to the training history. Another window may
    /// have changed the file meanwhile, so it is read again.
    fn add_try(&mut self) {
        if self.screens.puzzles.finished_try().is_none() {
            return;
        }
        let stored = self.load_drill();
        let page = &self.screens.puzzles;
        let can_overwrite = stored.is_some();
        let mut drill = stored.unwrap_or_else(|| page.drill().clone());
        let Some(tried) = page.finished_try() else { return };
        // Only the first try counts for the rating. A later one marks the puzzle as solved.
        let change = if page.is_first_try_counted() {
            drill.mark_solved(tried.id, tried.is_daily.then_some(tried.today));
            None
        } else {
            drill.record(&tried)
        };
        if drill != *page.drill() || !page.is_first_try_counted() {
            if can_overwrite {
                self.save_drill(&drill);
            }
            self.screens.puzzles.set_drill(drill, change);
        }
    }

    /// Reads the training history. Shows the reason if it is damaged. Returns `None` if the file
    /// must not be overwritten.
    fn load_drill(&mut self) -> Option<Drill> {
        match self.storage.folders().load_drill() {
            Ok((drill, trouble)) => {
                if let Some(trouble) = trouble {
                    self.notify_error(trouble.text(&self.i18n));
                }
                Some(drill)
            }
            Err(error) => {
                self.notify_error(error.text(&self.i18n));
                None
            }
        }
    }

    /// Saves the training history. Returns false and shows the reason if that fails.
    fn save_drill(&mut self, drill: &Drill) -> bool {
        let saved = self.storage.folders().save_drill(drill);
        saved.map_err(|error| self.notify_error(error.text(&self.i18n))).is_ok()
    }
}
