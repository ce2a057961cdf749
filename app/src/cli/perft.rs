//! `qipan perft`: counts the legal paths from a position of Junqi.

use std::path::PathBuf;

use clap::Args;
use qipan_core::games::junqi::perft::{PerftPosition, perft};
use serde_json::json;

use crate::cli::output::{CliResult, Failure, Format, print, print_json};
use crate::model::storage;

/// The options of `qipan perft`.
#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    /// JSON file of a position, with the fields board, mine_rule, turn, alive and pieces
    position: PathBuf,
    /// Number of moves to look ahead, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
    #[command(flatten)]
    format: Format,
}

impl PerftArgs {
    pub(super) fn run(self) -> CliResult {
        let file = self.position.display();
        let bad = |why: String| Failure::bad(format!("{file}: {why}"));
        let text = storage::read_text(&self.position).map_err(Failure::bad)?;
        let position: PerftPosition = serde_json::from_str(storage::without_bom(&text))
            .map_err(|why| bad(format!("is not a valid position: {why}")))?;
        let game = position.game().map_err(|why| bad(why.to_string()))?;
        let counts = (1..=self.depth).map(|depth| (depth, perft(&game, depth)));
        if self.format.json {
            let counts: Vec<_> =
                counts.map(|(depth, nodes)| json!({ "depth": depth, "nodes": nodes })).collect();
            print_json(&json!({ "counts": counts }));
        } else {
            counts.for_each(|(depth, nodes)| print(&format!("{depth:>2} {nodes:>16}")));
        }
        Ok(())
    }
}
