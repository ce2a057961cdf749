//! `qipan train`: trains the network of a game by self-play or a policy on recorded games, or
//! learns the strength of layouts by self-play.

use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use qipan_core::contract::options::RuleSet;
use qipan_core::games::{junqi, race};
use qipan_core::learning::SelfPlay;
use serde_json::json;

use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::output_files::{check_distinct, check_writable};
use crate::cli::train_progress::{Progress, Settings};
use crate::cli::{options, train_policy};
use crate::model::storage;

/// The arguments of `qipan train`.
#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    /// Preset to train for: aeroplane, flying, dark, flip, or siguo_partner (whose network is used
    /// in all presets with three or more armies); policy (the moves of people in Junqi); or layouts
    /// (which layouts of Junqi win)
    preset: String,
    /// Recorded games between humans (policy only)
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of self-play games
    #[arg(long, value_name = "N", default_value_t = 400_000, allow_negative_numbers = true,
        value_parser = options::count)]
    games: u64,
    /// Parts into which recorded games are divided to measure agreement with held-out games; 0 to
    /// skip (policy only)
    #[arg(long, value_name = "N", default_value_t = 5)]
    folds: usize,
    /// Preset of the self-play games (layouts only)
    #[arg(long = "preset", value_name = "PRESET", default_value = "dark")]
    layouts_for: String,
    /// Random seed; the same seed and games give the same network
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Record the progress in this file and resume from it: after Ctrl-C or a crash, run the same
    /// command again. The file is deleted at the end (not for policy)
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write the learning curve to this CSV file: the mean loss, about a hundred times, measured in
    /// each game before learning from it (not for policy)
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Output file (overwritten if it exists)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    format: Format,
}

/// The values of the argument PRESET: the presets with a network of their own, [`POLICY`] and
/// [`LAYOUTS`].
const TARGETS: [&str; 7] =
    ["aeroplane", "flying", "dark", "flip", "siguo_partner", POLICY, LAYOUTS];

/// The value of the argument PRESET that trains a policy on recorded games instead of a network by
/// self-play.
const POLICY: &str = "policy";

/// The value of the argument PRESET with which the command learns the strength of layouts instead
/// of training a network.
const LAYOUTS: &str = "layouts";

/// Returns the self-play trainer of a preset, with an untrained network. Some trainers also play
/// related presets.
fn trainer_for(preset: &str, games: u64, seed: u64) -> Option<Box<dyn SelfPlay>> {
    if let Some(rules) = race::Rules::preset(preset) {
        return Some(Box::new(race::RaceSelfPlay::new(rules.board, games, seed)));
    }
    // The presets played in turn, and the number of determinizations per move.
    let (presets, worlds): (&[&str], usize) = match preset {
        "dark" => (&["dark"], 3),
        "flip" => (&["flip", "flip", "flip_open"], 3),
        "siguo_partner" => (&["siguo_partner", "siguo_dark"], 2),
        _ => return None,
    };
    let rules = presets.iter().filter_map(|name| junqi::Rules::preset(name)).collect();
    Some(Box::new(junqi::JunqiSelfPlay::new(rules, games, worlds, seed)))
}

impl TrainArgs {
    /// Returns the self-play trainer that learns the strength of layouts.
    fn layout_training(&self) -> Result<Box<dyn SelfPlay>, Failure> {
        let rules = junqi::Rules::preset(&self.layouts_for).filter(|rules| !rules.is_flip());
        let rules = rules.ok_or_else(|| {
            let why = "is not a preset of Junqi with layouts";
            Failure::bad(format!("--preset: `{}` {why}", self.layouts_for))
        })?;
        Ok(Box::new(junqi::layout_choice::LayoutTraining::new(rules, self.games, self.seed)))
    }

    /// Checks that the output files can be written and are different files.
    fn check_files(&self) -> CliResult {
        let files = [Some(&self.out), self.resume.as_ref(), self.curve.as_ref()];
        let files: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
        for (index, file) in files.iter().enumerate() {
            check_writable(file)?;
            check_distinct(file, files[..index].iter().copied())?;
        }
        Ok(())
    }

    pub(super) fn run(&self) -> CliResult {
        if self.preset == POLICY {
            if self.resume.is_some() || self.curve.is_some() {
                let why = "`qipan train policy` takes half a minute and has neither option";
                return Err(Failure::bad(format!("--resume, --curve: {why}")));
            }
            check_writable(&self.out)?;
            return train_policy::run(
                &self.files,
                self.folds,
                self.seed,
                (&self.out, &self.format),
            );
        }
        if let Some(file) = self.files.first() {
            let why = "only `qipan train policy` reads recorded games";
            return Err(Failure::bad(format!("{}: {why}", file.display())));
        }
        let mut trainer = match self.preset.as_str() {
            LAYOUTS => self.layout_training()?,
            preset => trainer_for(preset, self.games, self.seed)
                .ok_or_else(|| options::unknown_name("network", preset, &TARGETS))?,
        };
        let file = self.out.display();
        // Reports a bad path before the training. An existing file stays until the training ends.
        self.check_files()?;
        let settings = Settings {
            preset: self.preset.clone(),
            layouts_for: (self.preset == LAYOUTS).then(|| self.layouts_for.clone()),
            games: self.games,
            seed: self.seed,
        };
        let files = (self.resume.as_deref(), self.curve.as_deref());
        let mut progress = Progress::begin(settings, files, &mut *trainer)?;
        if trainer.played() > 0 {
            eprint_line(&format!("resuming after {} of {} games", trainer.played(), self.games));
        }
        let bar = ProgressBar::new(self.games).with_position(trainer.played());
        let style = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
        bar.reset_eta();
        bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| bar.style()));
        let tenth = self.games.div_ceil(10);
        while trainer.played() < self.games {
            trainer.play().map_err(Failure::bad)?;
            bar.inc(1);
            if progress.is_due(trainer.played()) {
                progress.add_point(&mut *trainer)?;
            }
            if bar.is_hidden() && trainer.played().is_multiple_of(tenth) {
                eprint_line(&format!("{} of {} games", trainer.played(), self.games));
            }
        }
        bar.finish_and_clear();
        let bytes = trainer.to_bytes();
        storage::write_bytes(&self.out, &bytes, true).map_err(Failure::bad)?;
        progress.finish()?;
        if self.format.json {
            print_json(&json!({ "games": self.games, "seed": self.seed, "bytes": bytes.len() }));
        } else {
            print(&format!("{file}: {} bytes after {} games", bytes.len(), self.games));
        }
        Ok(())
    }
}
