//! Opens games from files and saves them to files.

use std::path::{Path, PathBuf};

use qipan_core::play::session::Session;
use qipan_core::record::jgs;
use qipan_core::record::{Record, VerificationReport, split_journal, verify_with_states};
use qipan_core::registry::kind_of;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::Command;
use crate::games::GameUi;
use crate::model::faults::{cause_text, read_error_text, replay_error_text};
use crate::model::i18n::I18n;
use crate::model::storage::{has_extension, is_rule_set, read_bytes, read_text};
use crate::model::tournament::SavedTournament;
use crate::model::visible::escape_hidden;
use crate::play::draft::SaveDraft;
use crate::play::table::Table;
use crate::screens::play::TableScreen;
use crate::screens::replay::{ReplayScreen, ReplayView};
use crate::ui::dialogs::DialogKind;

impl App {
    /// Opens a saved game: a finished one for replay, an unfinished one on the table. Also opens a
    /// replay file of QQ's Junqi server (.jgs) or a rule set.
    pub(super) fn open(&mut self, path: &Path) {
        let failed = |app: &mut Self, why: String| {
            let file = path.display().to_string();
            let args = [("file", file.into()), ("why", why.into())];
            app.notify_error(app.i18n.tf("notice-open-failed", &args));
        };
        if has_extension(path, "jgs") {
            if let Err(why) = self.open_jgs(path) {
                failed(self, why);
            }
            return;
        }
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) => return self.notify_error(error.text(&self.i18n)),
        };
        if is_rule_set(&text) {
            return self.import_rule_set(path, &text);
        }
        self.storage.note_seen(path, &text);
        let (opened, report) = match open_game(&text, path, &self.i18n) {
            Ok(opened) => opened,
            Err(why) => return failed(self, why),
        };
        match opened {
            OpenedGame::Replay(replay) => {
                if self.table.as_ref().is_some_and(|table| table.facts().is_unsaved) {
                    self.detach_from_file(path);
                }
                self.replay = Some(replay);
                self.go(Screen::Replay);
            }
            OpenedGame::Table(table) => {
                self.replace_table(table);
                self.start_house_rules();
            }
        }
        if self.is_permanent(path) {
            self.settings.remember(path.to_owned());
            self.save_settings();
        }
        if let Some(fault) = report.inconsistent.or(report.dice) {
            let file = path.display().to_string();
            let id = if fault.is_early_end() {
                "notice-opened-ended-early"
            } else {
                "notice-opened-changed"
            };
            let what = cause_text(&fault.cause, &self.i18n);
            let args = [("file", file.into()), ("what", what.into())];
            self.notify_error(self.i18n.tf(id, &args));
        }
    }

    /// Opens a game of QQ's Junqi server for replay. Its file is never written.
    fn open_jgs(&mut self, path: &Path) -> Result<(), String> {
        let bytes = read_bytes(path).map_err(|error| error.text(&self.i18n))?;
        let imported = jgs::import(&bytes).map_err(|error| error.to_string())?;
        let session = Session::new(imported.record).map_err(|error| error.to_string())?;
        let mut replay = ReplayView::new(session, None);
        replay.imported_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.replay = Some(Box::new(replay));
        self.go(Screen::Replay);
        if imported.has_missing_layouts {
            self.notify(self.i18n.t("notice-partly-known"));
        }
        Ok(())
    }

    /// Returns the game on the screen, to be saved. A game that is played at a host is saved as it
    /// was seen from the player's seat. If the replay shows the game on the table, merges the notes
    /// of the replay into the game on the table and returns that one, because the replay may lack
    /// its latest moves.
    fn game_to_save(&mut self) -> Option<SaveDraft> {
        let is_other_game = self.screen() == Screen::Replay && !self.merge_notes();
        let draft = match (&self.replay, &self.table) {
            (Some(replay), _) if is_other_game => replay.draft(),
            (_, Some(table)) if table.facts().is_mirror => {
                let seen = with_game!(table.kind(), |G| {
                    table.table::<G>().seen_game().map(|record| record.write())
                });
                SaveDraft { text: seen?, ..table.draft() }
            }
            (_, Some(table)) => table.draft(),
            _ => return None,
        };
        let file = draft.file.filter(|file| self.is_permanent(file));
        Some(SaveDraft { file, ..draft })
    }

    /// Merges the notes of the replay into the game on the table if both are the same game. Returns
    /// false if they are not.
    pub(super) fn merge_notes(&mut self) -> bool {
        let (Some(table), Some(replay)) = (&mut self.table, &self.replay) else { return false };
        with_game!(table.kind(), |G| {
            let replay = replay.replay::<G>();
            replay.is_some_and(|replay| table.table_mut::<G>().merge_annotations(replay.record()))
        })
    }

    /// Returns true if a game can stay in this file. The games of a tournament are overwritten by
    /// the next tournament.
    pub(super) fn is_permanent(&self, path: &Path) -> bool {
        !SavedTournament::within(self.storage.folders()).holds(path)
    }

    /// Saves the game on the screen. Asks first if its file was changed by another program.
    pub(super) fn save(&mut self) {
        let Some(draft) = self.game_to_save() else {
            return self.notify(self.i18n.t("notice-nothing-to-save"));
        };
        match &draft.file {
            Some(path) if self.storage.changed_elsewhere(path) => {
                let name = escape_hidden(&path.display().to_string());
                let question = self.i18n.tf("ask-changed-elsewhere", &[("file", name.into())]);
                self.ask_first(question, Command::SaveTo(path.clone()));
            }
            Some(path) => self.save_to(path, true),
            None if draft.is_imported => self.save_dialog(),
            None => {
                let path = self.new_path(&draft);
                self.save_to(&path, false);
            }
        }
    }

    /// Lets the player choose a file for the game on the screen.
    pub(super) fn save_dialog(&mut self) {
        let Some(draft) = self.game_to_save() else {
            return self.notify(self.i18n.t("notice-nothing-to-save"));
        };
        let path = draft.file.clone().unwrap_or_else(|| self.new_path(&draft));
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        self.desktop.dialogs.open(DialogKind::Save, &folder, &name.unwrap_or_default());
    }

    /// Writes the game on the screen to a file. Another existing file is overwritten only with the
    /// player's consent.
    pub(super) fn save_to(&mut self, path: &Path, may_overwrite: bool) {
        let Some(draft) = self.game_to_save() else { return };
        let is_own_file = draft.file.as_deref() == Some(path);
        if !may_overwrite && !is_own_file && path.exists() {
            let name = escape_hidden(&path.display().to_string());
            let question = self.i18n.tf("ask-overwrite", &[("file", name.into())]);
            return self.ask_first(question, Command::SaveTo(path.to_owned()));
        }
        if let Err(error) = self.storage.write_game(path, &draft.text, may_overwrite || is_own_file)
        {
            return self.notify_error(error.text(&self.i18n));
        }
        match (self.screen(), &mut self.replay) {
            (Screen::Replay, Some(replay)) => {
                replay.set_file(path.to_owned());
                // The replay may show the game on the table.
                let is_same = |table: &&mut Box<dyn TableScreen>| table.draft().text == draft.text;
                if let Some(table) = self.table.as_mut().filter(is_same) {
                    table.common_mut().set_saved(path.to_owned());
                } else if self.detach_from_file(path)
                    && let Some(table) = &mut self.table
                {
                    table.common_mut().set_unsaved();
                }
                self.settings.remember(path.to_owned());
                self.save_settings();
            }
            _ => self.record_saved_file(path.to_owned()),
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.notify(self.i18n.tf("notice-saved", &[("file", name.into())]));
    }
}

/// An opened saved game.
enum OpenedGame {
    /// A finished or redacted game, for replay.
    Replay(Box<dyn ReplayScreen>),
    /// A game to continue.
    Table(Box<dyn TableScreen>),
}

/// Opens and verifies the text of a saved game. Its steps are played only once. The error is a
/// sentence.
fn open_game(
    text: &str,
    path: &Path,
    i18n: &I18n,
) -> Result<(OpenedGame, VerificationReport), String> {
    fn open<G: GameUi>(
        text: &str,
        path: &Path,
        i18n: &I18n,
    ) -> Result<(OpenedGame, VerificationReport), String> {
        let loaded = Record::<G>::parse(text).map_err(|error| read_error_text(&error, i18n))?;
        let session = Session::new(loaded.record);
        let mut session = session.map_err(|error| replay_error_text(&error, i18n))?;
        let report = verify_with_states(text, &loaded.claims, session.record(), session.states());
        // A note records a mismatch, because saving writes new step hashes.
        if let Some(remark) = report.note_text() {
            session.add_note(remark);
        }
        Ok((opened_game(session, path), report))
    }
    let kind = kind_of(text).map_err(|error| read_error_text(&error, i18n))?;
    with_game!(kind, |G| open::<G>(text, path, i18n))
}

/// Returns a finished or redacted game in a replay, and any other game on a table.
fn opened_game<G: GameUi>(session: Session<G>, path: &Path) -> OpenedGame {
    if session.state().outcome().is_some() || session.state().redacted_for().is_some() {
        return OpenedGame::Replay(Box::new(ReplayView::new(session, Some(path.to_owned()))));
    }
    let mut table = Table::from_session(session, false);
    table.common.waits_for_player = true;
    table.restrict_to(None);
    table.common.file = Some(path.to_owned());
    OpenedGame::Table(table.into())
}

/// Parses a saved game or a journal, and creates a table for it. The error is a sentence.
pub(super) fn parse_table(text: &str) -> Result<Box<dyn TableScreen>, String> {
    fn open<G: GameUi>(game: &str, lines: &str) -> Result<Box<dyn TableScreen>, String> {
        let loaded = Record::<G>::parse(game).map_err(|error| error.to_string())?;
        let session = Session::resume(loaded.record, lines);
        Ok(Table::from_session(session.map_err(|error| error.to_string())?, false).into())
    }
    let (game, lines) = split_journal(text);
    let kind = kind_of(game).map_err(|error| error.to_string())?;
    with_game!(kind, |G| open::<G>(game, lines))
}
