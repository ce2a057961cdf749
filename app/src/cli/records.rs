//! `qipan records`: prints the statistics of a player's saved games, as on the window's records
//! page.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use qipan_core::registry::GameKind;
use qipan_core::script::Level;
use serde_json::{Value, json};

use crate::cli::output::{CliResult, Failure, Format, print, print_json, rounded};
use crate::model::records::{CountedGames, KindRecords, RaceGame, RatingPoint, Statistics, Tally};
use crate::model::scripts;
use crate::model::storage::Folders;

/// The options of `qipan records`.
#[derive(Debug, Args)]
pub(super) struct RecordsArgs {
    /// Folder of saved games to read [default: your saved games folder]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Your name in games with several people: the player of that name is counted [default: the
    /// person without a name]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    format: Format,
}

impl RecordsArgs {
    pub(super) fn run(self, folders: &Folders) -> CliResult {
        let games = match &self.folder {
            Some(folder) if !folder.is_dir() => {
                return Err(Failure::bad(format!("no folder named {}", folder.display())));
            }
            Some(folder) if *folder != folders.saves => {
                CountedGames::of_folder(folder, &|_, _| true)
            }
            _ => CountedGames::of_player(folders, &|_, _| true),
        };
        let levels = levels(folders);
        let level_of =
            |kind: GameKind, script: &str| levels.get(&(kind, script.to_owned())).copied();
        let statistics =
            Statistics::of(&games, self.name.as_deref().unwrap_or_default(), &level_of);
        match self.format.json {
            true => print_json(&to_json(&statistics)),
            false => print_text(&statistics),
        }
        Ok(())
    }
}

/// Returns the levels of all robots that have one, by game and script.
fn levels(folders: &Folders) -> BTreeMap<(GameKind, String), Level> {
    let of_kind = |kind: GameKind| {
        let robots = scripts::robots(folders, kind.name()).into_iter();
        robots.filter_map(move |(_, robot)| {
            let robot = robot.ok()?;
            Some(((kind, robot.script()), robot.info.level?))
        })
    };
    GameKind::ALL.into_iter().flat_map(of_kind).collect()
}

/// Prints the most important numbers.
fn print_text(statistics: &Statistics) {
    print(&format!("all: {}", results(statistics.total)));
    for (preset, tally) in &statistics.by_preset {
        print(&format!("{preset}: {}", results(*tally)));
    }
    for kind in GameKind::ALL {
        let records = statistics.of_kind(kind);
        for (level, tally) in &records.by_level {
            print(&format!("{} against {}: {}", kind.name(), level.name(), results(*tally)));
        }
        if let Some(RatingPoint { value, low, high }) = records.rating() {
            print(&format!("{} rating: {value:.0} ({low:.0} to {high:.0})", kind.name()));
        }
    }
    let dice = statistics.race_details.all_dice();
    if let (Some(mean), Some(sixes)) = (dice.mean(), dice.six_share()) {
        print(&format!("dice: {} rolls, mean {mean:.3}, sixes {:.1}%", dice.rolls, 100.0 * sixes));
    }
    print(&format!("longest winning streak: {}", statistics.streaks.longest_won));
    let Statistics { unfinished, of_others, broken, .. } = statistics;
    print(&format!("not counted: {unfinished} unfinished, {of_others} not yours, {broken} broken"));
}

/// Formats the numbers of games won, drawn and lost.
fn results(tally: Tally) -> String {
    let Tally { won, drawn, lost } = tally;
    let (all, ending) = (tally.all(), if tally.all() == 1 { "" } else { "s" });
    format!("{all} game{ending}, {won} won, {drawn} drawn, {lost} lost")
}

/// Returns the statistics as one JSON object.
fn to_json(statistics: &Statistics) -> Value {
    let Statistics { race_details, junqi_details, streaks, .. } = statistics;
    json!({
        "total": statistics.total,
        "by_preset": statistics.by_preset,
        "streaks": streaks,
        "race": kind_json(&statistics.race),
        "junqi": kind_json(&statistics.junqi),
        "dice": dice_json(&race_details.all_dice()),
        "places": race_details.places,
        "captured": race_details.others_captured,
        "caught": { "aeroplane": race_details.own_captured[0], "flying": race_details.own_captured[1] },
        "attacks": junqi_details.attacks.total(),
        "defences": junqi_details.defences.total(),
        "layouts": junqi_details.own_layouts.layouts(),
        "unfinished": statistics.unfinished,
        "of_others": statistics.of_others,
        "broken": statistics.broken,
    })
}

/// Returns the statistics of a kind of game as JSON.
fn kind_json(records: &KindRecords) -> Value {
    let rating = records.rating().map(|RatingPoint { value, low, high }| {
        json!({ "value": rounded(value, 1), "low": rounded(low, 1), "high": rounded(high, 1) })
    });
    json!({
        "total": records.total,
        "by_level": records.by_level,
        "rating": rating,
        "longest": records.longest,
        "shortest": records.shortest,
    })
}

/// Returns the statistics of dice as JSON.
fn dice_json(dice: &RaceGame) -> Value {
    let round = |number: Option<f64>| number.map(|number| rounded(number, 4));
    json!({
        "rolls": dice.rolls,
        "mean": round(dice.mean()),
        "six_share": round(dice.six_share()),
    })
}
