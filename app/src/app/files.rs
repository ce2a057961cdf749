//! Opening games from files and saving them to files.

use std::path::{Path, PathBuf};

use qipan_core::junqi::jgs;
use qipan_core::record::{Record, read, verify};

use crate::app::{App, Screen};
use crate::command::Command;
use crate::games::any::{AnyTable, Draft};
use crate::games::desk::Desk;
use crate::model::kind::for_record;
use crate::model::storage::{has_ending, is_set, read_bytes, read_text, write_atomic, write_new};
use crate::play::table::Table;
use crate::screens::replay::ReplayView;
use crate::ui::dialogs::DialogKind;

impl App {
    /// Opens a saved game: a finished one to look back at, another one to go on with.
    pub(super) fn open(&mut self, path: &Path) {
        let failed = |app: &mut Self, why: String| {
            let file = path.display().to_string();
            let args = [("file", file.into()), ("why", why.into())];
            app.complain(app.i18n.tf("notice-open-failed", &args));
        };
        if has_ending(path, "jgs") {
            if let Err(why) = self.open_foreign(path) {
                failed(self, why);
            }
            return;
        }
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) => return self.complain(error.text(&self.i18n)),
        };
        if is_set(&text) {
            return self.import_set(path, &text);
        }
        let record = match read(&text) {
            Ok(loaded) => loaded.record,
            Err(error) => return failed(self, error.to_string()),
        };
        let report = verify(&text);
        if let Err(why) = for_record!(record, record => self.opened(record, path)) {
            return failed(self, why);
        }
        self.settings.remember(path.to_owned());
        self.keep_settings();
        if let Some(fault) = report.inconsistent.or(report.dice) {
            let file = path.display().to_string();
            let args = [("file", file.into()), ("what", fault.what.into())];
            self.complain(self.i18n.tf("notice-opened-changed", &args));
        }
    }

    /// Looks back at a game of the big server. Its file is none of ours: it is never written.
    fn open_foreign(&mut self, path: &Path) -> Result<(), String> {
        let bytes = read_bytes(path).map_err(|error| error.text(&self.i18n))?;
        let imported = jgs::import(&bytes).map_err(|error| error.to_string())?;
        let replay = ReplayView::new(imported.record, None);
        let mut replay = replay.map_err(|error| error.to_string())?;
        replay.foreign = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.replay = Some(replay.into());
        self.go(Screen::Replay);
        if imported.partly_known {
            self.tell(self.i18n.t("notice-partly-known"));
        }
        Ok(())
    }

    /// Shows a finished game, takes another one up.
    fn opened<G: Desk>(&mut self, record: Record<G>, path: &Path) -> Result<(), String> {
        let over = record.states().is_ok_and(|s| s.last().is_some_and(|s| s.outcome().is_some()));
        if over {
            let replay = ReplayView::new(record, Some(path.to_owned()));
            self.replay = Some(replay.map_err(|error| error.to_string())?.into());
            self.go(Screen::Replay);
        } else {
            let mut table = Table::new(record, false).map_err(|error| error.to_string())?;
            table.resting = true;
            table.seal(None);
            table.file = Some(path.to_owned());
            self.put(table.into());
            self.ask_to_play();
        }
        Ok(())
    }

    /// The game that would be saved now.
    fn in_front(&self) -> Option<Draft> {
        match (self.screen, &self.replay, &self.table) {
            (Screen::Replay, Some(replay), _) => Some(replay.draft()),
            (_, _, Some(table)) => Some(table.draft()),
            _ => None,
        }
    }

    pub(super) fn save(&mut self) {
        let Some(draft) = self.in_front() else {
            return self.tell(self.i18n.t("notice-nothing-to-save"));
        };
        match &draft.file {
            Some(path) => self.save_to(path, true),
            None if draft.foreign => self.save_dialog(),
            None => {
                let path = self.new_path(&draft);
                self.save_to(&path, false);
            }
        }
    }

    pub(super) fn save_dialog(&mut self) {
        let Some(draft) = self.in_front() else {
            return self.tell(self.i18n.t("notice-nothing-to-save"));
        };
        let path = draft.file.clone().unwrap_or_else(|| self.new_path(&draft));
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        self.dialogs.open(DialogKind::Save, &folder, &name.unwrap_or_default());
    }

    /// Writes the game in front to a file; over another one only when the player agreed.
    pub(super) fn save_to(&mut self, path: &Path, over: bool) {
        let Some(draft) = self.in_front() else { return };
        let own = draft.file.as_deref() == Some(path);
        if !over && !own && path.exists() {
            let name = path.display().to_string();
            let question = self.i18n.tf("ask-overwrite", &[("file", name.into())]);
            self.question = Some((question, Command::SaveTo(path.to_owned())));
            return;
        }
        let done = match over || own {
            true => write_atomic(path, &draft.text, true),
            false => write_new(path, &draft.text),
        };
        if let Err(error) = done {
            return self.complain(error.text(&self.i18n));
        }
        match (self.screen, &mut self.replay) {
            (Screen::Replay, Some(replay)) => {
                replay.set_file(path.to_owned());
                // It may be the game on the table that is looked back at.
                let same = |table: &&mut AnyTable| table.draft().text == draft.text;
                if let Some(table) = self.table.as_mut().filter(same) {
                    table.set_saved(path.to_owned());
                }
                self.settings.remember(path.to_owned());
                self.keep_settings();
            }
            _ => self.saved_to(path.to_owned()),
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.tell(self.i18n.tf("notice-saved", &[("file", name.into())]));
    }
}
