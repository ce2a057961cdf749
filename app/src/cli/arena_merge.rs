//! `qipan arena merge`: the table of a tournament that was played in shards.

use std::path::PathBuf;

use clap::Args;
use qipan_core::script::Scripted;
use qipan_core::with_game;

use crate::cli::arena_table::{ResultTable, RunSpeed};
use crate::cli::options;
use crate::cli::output::{CliResult, Failure, Format, eprint_line};
use crate::cli::output_files::{check_distinct, check_writable};
use crate::cli::sprt_arg::SprtOptions;
use crate::model::tournament::{MergedJournals, MergedTotals};

/// The arguments of `qipan arena merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The journals of all shards, in any order
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// Print the table even if blocks are missing
    #[arg(long)]
    partial: bool,
    /// Number of games of the whole tournament [default: the number in the journals]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = options::count)]
    games: Option<u64>,
    /// Also write the table to this CSV file (overwritten if it exists)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    sprt: SprtOptions,
    #[command(flatten)]
    format: Format,
}

impl MergeArgs {
    pub(super) fn run(&self) -> CliResult {
        if let Some(csv) = &self.csv {
            check_writable(csv)?;
            check_distinct(csv, self.journals.iter().map(PathBuf::as_path))?;
        }
        let header = MergedJournals::header(&self.journals[0]).map_err(Failure::bad)?;
        with_game!(options::kind(&header.preset)?, |G| self.merge::<G>())
    }

    /// Merges the journals of game `G`.
    fn merge<G: Scripted>(&self) -> CliResult {
        let merged = MergedJournals::read::<G>(&self.journals, self.games).map_err(Failure::bad)?;
        for file in &merged.torn {
            eprint_line(&format!("{}: the last line is incomplete", file.display()));
        }
        let sprt = self.sprt.hypotheses(merged.header.side_count())?;
        let MergedTotals { totals, missing } = merged.totals(sprt);
        match missing {
            Some(missing) if self.partial => eprint_line(&missing),
            Some(missing) => {
                return Err(Failure::Bad(format!(
                    "{missing}; run those shards again to resume them, or add --partial"
                )));
            }
            None => {}
        }
        if totals.tally.games() == 0 {
            return Err(Failure::bad("the journals have no games"));
        }
        ResultTable::new::<G>(&merged.header, &totals, RunSpeed::default())
            .print(self.csv.as_deref(), self.format)
    }
}
