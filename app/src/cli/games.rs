//! `qipan games`: lists the saved games of a folder, as the window's collection does.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use qipan_core::registry::{GameKind, presets};
use serde_json::{Value, json};

use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::progress::GameProgress;
use crate::model::collection::{CollectedGame, Collection, Query};
use crate::model::i18n::{I18n, Lang, ListStyle};
use crate::model::narration::game_length;
use crate::model::storage::{Folders, SaveSummary, SeatSummary, SummaryError};

/// The time after which a progress bar is shown.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// The options of `qipan games`.
#[derive(Debug, Args)]
pub(super) struct GamesArgs {
    /// Folder to list [default: the saved games folder]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Only this game or preset, e.g. junqi or flying
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only games whose players, preset or file name contain TEXT
    #[arg(long, value_name = "TEXT")]
    find: Option<String>,
    #[command(flatten)]
    format: Format,
}

impl GamesArgs {
    pub(super) fn run(self, folders: &Folders) -> CliResult {
        let presets = presets_of(self.game.as_deref())?;
        let (start_time, bar) = (Instant::now(), OnceCell::new());
        let watch = |done: usize, all: usize| {
            // Most listings end before a progress bar is useful.
            if start_time.elapsed() >= PROGRESS_DELAY {
                let bar = bar.get_or_init(|| GameProgress::new(all as u64, done as u64));
                bar.set(done as u64);
            }
            true
        };
        let collection = match &self.folder {
            Some(folder) if !folder.is_dir() => {
                return Err(Failure::bad(format!("no folder named {}", folder.display())));
            }
            Some(folder) if *folder != folders.saves => Collection::of_folder(folder, &watch),
            _ => Collection::of_player(folders, &watch),
        };
        if let Some(bar) = bar.get() {
            bar.finish();
        }
        let i18n = I18n::new(Lang::En);
        let files: Vec<&CollectedGame> = collection.listed().collect();
        let preset_name = |preset: &str| i18n.find(&format!("game-{preset}")).unwrap_or_default();
        let texts: Vec<String> =
            files.iter().map(|file| file.searchable_text(&preset_name)).collect();
        let query = Query { text: self.find.unwrap_or_default(), presets, ..Query::default() };
        let found: Vec<&CollectedGame> =
            query.pick(&files, &texts).into_iter().map(|index| files[index]).collect();
        if self.format.json {
            print_json(&games_json(&found));
        } else {
            found.iter().for_each(|file| print_file(file, &i18n));
            let broken = found.iter().filter(|file| file.summary.is_err()).count();
            let broken_text = match broken {
                0 => String::new(),
                broken => format!(", {}", counted(broken, "broken file")),
            };
            print(&format!("{}{broken_text}", counted(found.len() - broken, "game")));
        }
        Ok(())
    }
}

/// Returns all presets of the kind of game with this name, or else the one preset with this name.
/// Without a name, returns an empty list, which stands for all presets.
fn presets_of(game: Option<&str>) -> Result<&'static [&'static str], Failure> {
    let Some(name) = game else { return Ok(&[]) };
    if let Some(kind) = GameKind::of_name(name) {
        return Ok(kind.presets());
    }
    // Slices of one preset each.
    let mut all = GameKind::ALL.into_iter().flat_map(|kind| kind.presets().chunks(1));
    all.find(|preset| preset[0] == name).ok_or_else(|| {
        let known: Vec<&str> = presets().collect();
        let known = I18n::new(Lang::En).list(ListStyle::Plain, known);
        Failure::Usage(format!("unknown game `{name}`; known games are {known}"))
    })
}

/// Prints a line for a file: a game on standard output, an error on standard error.
fn print_file(file: &CollectedGame, i18n: &I18n) {
    let path = file.path.display();
    match &file.summary {
        Ok(game) => {
            let seat = |seat: &SeatSummary| {
                let player = if seat.name.is_empty() { "person" } else { &seat.name };
                format!("{} {player}", seat.seat)
            };
            let seats: Vec<String> = game.seats.iter().map(seat).collect();
            let (date, seats) = (file.stamp.time(), i18n.list(ListStyle::Plain, seats));
            let (preset, result) = (&game.preset, result(game, i18n));
            let length = game_length(i18n, game.kind(), game.plies);
            print(&format!("{date}  {preset}  {length}  {result}  ({seats})  {path}"));
        }
        Err(fault) => eprint_line(&format!("{path}: {}", fault.text(i18n))),
    }
}

/// Formats a number of things: `1 game` or `2 games`.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Returns the result of a game in words.
fn result(game: &SaveSummary, i18n: &I18n) -> String {
    match (&game.result, game.winners()) {
        (None, _) => "not finished".to_owned(),
        (Some(_), []) => "a draw".to_owned(),
        (Some(_), winners) => {
            format!("{} won", i18n.list(ListStyle::And, winners.iter().map(String::as_str)))
        }
    }
}

/// Returns all files as one JSON object.
fn games_json(files: &[&CollectedGame]) -> Value {
    let game = |file: &&&CollectedGame| {
        let game = file.summary.as_ref().ok()?;
        Some(json!({
            "file": file.path.display().to_string(),
            "game": game.game,
            "preset": game.preset,
            "seats": game.seats,
            "result": game.result,
            "plies": game.plies,
            "steps": game.steps,
            "changed": game.changed,
            "house_rules": game.house_rules,
            "size": file.stamp.size,
            "date": file.stamp.time(),
        }))
    };
    let broken = |file: &&&CollectedGame| {
        let fault: &SummaryError = file.summary.as_ref().err()?;
        Some(json!({ "file": file.path.display().to_string(), "reason": fault.to_string() }))
    };
    let games: Vec<Value> = files.iter().filter_map(|file| game(&file)).collect();
    let broken: Vec<Value> = files.iter().filter_map(|file| broken(&file)).collect();
    json!({ "games": games, "broken": broken })
}
