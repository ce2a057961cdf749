//! Restores tables from their files after their host ended during a game.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::{Record, split_journal};

use super::board::PageBoard;
use super::files::{JOURNAL_ENDING, TABLE_ENDING, is_open_elsewhere};
use super::referee::load_house;
use super::table::{HelperRobots, Languages, SavedTable, TABLE_VERSION, Table, TableSetup};
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts::RobotSpec;
use crate::model::storage;

/// A table that an earlier host left behind, with the journal of its game, or the reason why the
/// table cannot continue.
pub type FoundTable = Result<(SavedTable, Option<String>), String>;

/// Returns the tables in a folder whose games are not over.
pub fn saved_tables(folder: &Path) -> Vec<FoundTable> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let ending = format!(".{TABLE_ENDING}");
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let is_table = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(&ending))
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_table).collect();
    paths.sort();
    paths.iter().filter_map(|path| saved_table(path).transpose()).collect()
}

/// Returns the table in a file, or `None` if its game is over.
fn saved_table(path: &Path) -> Result<Option<(SavedTable, Option<String>)>, String> {
    let text = storage::read_text(path).map_err(|why| why.to_string())?;
    let unreadable = |why: String| format!("{}: {why}", path.display());
    let table: SavedTable =
        serde_json::from_str(&text).map_err(|why| unreadable(format!("cannot be read: {why}")))?;
    if table.version != TABLE_VERSION {
        return Err(unreadable(format!(
            "has version {} instead of {TABLE_VERSION}",
            table.version
        )));
    }
    if table.is_over {
        return Ok(None);
    }
    if path.parent().is_some_and(|folder| is_open_elsewhere(folder, &table.code)) {
        return Err(format!("table {}: another host that is running has it open", table.code));
    }
    if !table.has_begun {
        return Ok(Some((table, None)));
    }
    let journal = path.with_file_name(format!("{}.{JOURNAL_ENDING}", table.code));
    let journal = storage::read_text(&journal).map_err(|why| why.to_string())?;
    Ok(Some((table, Some(journal))))
}

/// A table that is ready to go on.
pub struct ResumedTable<G: PageBoard + ViewData> {
    setup: TableSetup<G>,
    saved: SavedTable,
    session: Option<Session<G>>,
}

/// The source of a restored table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSource {
    /// The files of this computer.
    OwnFiles,
    /// Another host, which may be hostile. Such a table brings no scripts.
    OtherHost,
}

impl SavedTable {
    /// Prepares the table to go on. `robots` are the robots that the file names, as found by the
    /// caller.
    ///
    /// # Errors
    /// The file or the journal contradicts the rules.
    pub fn resume<G: PageBoard + ViewData>(
        self,
        robots: BTreeMap<Seat, (RobotSpec, String)>,
        helper_robots: HelperRobots,
        journal: Option<String>,
        source: TableSource,
    ) -> Result<ResumedTable<G>, String> {
        let rules: G::Rules = serde_json::from_value(self.rules.clone())
            .map_err(|why| format!("the rules cannot be read: {why}"))?;
        rules.check().map_err(|why| why.to_string())?;
        let seat = |name: &String| {
            G::seat_by_name(name).ok_or_else(|| format!("there is no seat `{name:.20}`"))
        };
        let guest_seats = self.guests.keys().map(seat).collect::<Result<SeatSet, _>>()?;
        let session = match &journal {
            Some(text) => {
                let (saved, lines) = split_journal(text);
                let loaded = Record::<G>::read(saved).map_err(|why| why.to_string())?;
                let session = Session::resume(loaded.record, lines);
                let session = session.map_err(|why| why.to_string())?;
                let record = session.record();
                if source == TableSource::OtherHost
                    && (!record.house_rules.is_empty() || !self.house_rules.is_empty())
                {
                    return Err("tables with house rules cannot be handed over".to_owned());
                }
                if record.rules != rules || record.preset != self.preset {
                    return Err("the game has other rules than its table".to_owned());
                }
                // A house rule that does not load would stop the game.
                load_house::<G>(&session.record().house_rules)?;
                Some(session)
            }
            None => None,
        };
        let setup = TableSetup {
            code: self.code.clone(),
            preset: self.preset.clone(),
            rules,
            house_rules: self.house_rules.clone(),
            guest_seats,
            robots,
            helper_robots,
            options: self.options,
        };
        Ok(ResumedTable { setup, saved: self, session })
    }
}

impl<G: PageBoard + ViewData> ResumedTable<G> {
    /// Creates the table. The players come back with their tokens.
    pub fn into_table(self, languages: Rc<Languages>, wake: RepaintSignal) -> Table<G> {
        let now = Instant::now();
        let mut table = Table::new(self.setup, languages, wake);
        table.restore(self.saved, self.session, now);
        table
    }
}
