//! `qipan train`: teaches the network of a game by letting it play itself.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use qipan_core::options::RuleSet;
use qipan_core::race::{PRESETS, Practice, Rules};
use serde_json::json;

use crate::cli::options;
use crate::cli::output::{Failure, Format, Outcome, print, print_json, say};

/// The arguments of `qipan train`.
#[derive(Debug, Args)]
pub(super) struct Train {
    /// What to learn: aeroplane or flying
    preset: String,
    /// How many games it plays against itself
    #[arg(long, value_name = "N", default_value_t = 400_000, allow_negative_numbers = true,
        value_parser = options::count)]
    games: u64,
    /// Same seed and games, same network
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The file the network is written to; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    format: Format,
}

impl Train {
    pub(super) fn run(&self) -> Outcome {
        let rules = Rules::preset(&self.preset)
            .ok_or_else(|| options::no_such("network", &self.preset, &PRESETS))?;
        let file = self.out.display();
        let write = |bytes: &[u8]| {
            std::fs::write(&self.out, bytes).map_err(|why| Failure::bad(format!("{file}: {why}")))
        };
        // Found out now rather than after an hour.
        write(&[])?;
        let bar = ProgressBar::new(self.games);
        let style = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| bar.style()));
        let mut practice = Practice::new(rules.board, self.games, self.seed);
        let tenth = self.games.div_ceil(10);
        while practice.played() < self.games {
            practice.play().map_err(Failure::bad)?;
            bar.inc(1);
            if bar.is_hidden() && practice.played().is_multiple_of(tenth) {
                say(&format!("{} of {} games", practice.played(), self.games));
            }
        }
        bar.finish_and_clear();
        let bytes = practice.to_bytes();
        write(&bytes)?;
        if self.format.json {
            print_json(&json!({ "games": self.games, "seed": self.seed, "bytes": bytes.len() }));
        } else {
            print(&format!("{file}: {} bytes after {} games", bytes.len(), self.games));
        }
        Ok(())
    }
}
