//! Tables of a host that ended before their games did.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::{Record, split_journal};

use super::board::PageBoard;
use super::files::{JOURNAL_ENDING, TABLE_ENDING};
use super::table::{Languages, SavedTable, TABLE_VERSION, Table, TableSetup};
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts::RobotSpec;
use crate::model::storage;

/// Returns the tables in a folder whose games are not over, with the journals of their games.
///
/// # Errors
/// A file that cannot be read.
pub fn saved_tables(folder: &Path) -> Result<Vec<(SavedTable, Option<String>)>, String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut tables = Vec::new();
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(code) = name.strip_suffix(&format!(".{TABLE_ENDING}")) else { continue };
        let text = storage::read_text(&path).map_err(|why| why.to_string())?;
        let table: SavedTable = serde_json::from_str(&text)
            .map_err(|why| format!("{}: cannot be read: {why}", path.display()))?;
        if table.version != TABLE_VERSION {
            return Err(format!("{}: is of another version", path.display()));
        }
        let journal = path.with_file_name(format!("{code}.{JOURNAL_ENDING}"));
        let journal = table.has_begun.then(|| storage::read_text(&journal).ok()).flatten();
        if !table.is_over {
            tables.push((table, journal));
        }
    }
    tables.sort_by(|a, b| a.0.code.cmp(&b.0.code));
    Ok(tables)
}

/// A table that is ready to go on.
pub struct ResumedTable<G: PageBoard + ViewData> {
    setup: TableSetup<G>,
    saved: SavedTable,
    session: Option<Session<G>>,
}

impl SavedTable {
    /// Prepares the table to go on, with its robots found again.
    ///
    /// # Errors
    /// The file or the journal contradicts the rules.
    pub fn resume<G: PageBoard + ViewData>(
        self,
        robots: BTreeMap<Seat, (RobotSpec, String)>,
        stand_in: RobotSpec,
        journal: Option<String>,
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
                Some(Session::resume(loaded.record, lines).map_err(|why| why.to_string())?)
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
            stand_in,
            options: self.options,
        };
        Ok(ResumedTable { setup, saved: self, session })
    }
}

impl<G: PageBoard + ViewData> ResumedTable<G> {
    /// Returns the table. The players come back with their tokens.
    pub fn table(self, languages: Rc<Languages>, wake: RepaintSignal) -> Table<G> {
        let now = Instant::now();
        let mut table = Table::new(self.setup, languages, wake);
        table.restore(self.saved, self.session, now);
        table
    }
}
