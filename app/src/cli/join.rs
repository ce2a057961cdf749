//! `qipan join`: lets a robot join a table on another computer.

use std::path::PathBuf;

use clap::Args;
use qipan_core::registry::GameKind;
use qipan_core::script::ScriptError;
use qipan_core::with_game;
use serde_json::json;

use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, eprint_line, print, print_json};
use crate::cli::{output_files, play};
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::model::scripts::ScriptArg;
use crate::model::storage::Folders;
use crate::together::guest::{self, GuestOptions, GuestResult, Joined};
use crate::together::{Verdict, with_port};

/// The arguments of `qipan join`.
#[derive(Debug, Args)]
pub(super) struct JoinArgs {
    /// Address of the host, e.g. 192.168.1.7 or 192.168.1.7:24680
    address: String,
    /// Code of the table
    #[arg(long, value_name = "CODE")]
    code: String,
    /// Robot that plays: a name (careful,caution=5), a level or a file
    #[arg(long, value_name = "ROBOT", value_parser = options::script_arg)]
    robot: ScriptArg,
    #[command(flatten)]
    programs: Programs,
    /// Name that the others see [default: the robot's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Seat to take [default: the first free one]
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Save the game to this file, if the host lets guests have it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "save")]
    force: bool,
    #[command(flatten)]
    format: Format,
}

impl JoinArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        if let Some(file) = &self.save {
            output_files::check_new(file, self.force)?;
        }
        let address = with_port(&self.address);
        let name = self.name.clone().unwrap_or_else(|| self.robot.as_str().to_owned());
        let options =
            GuestOptions { address, code: self.code.clone(), name, seat: self.seat.clone() };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(Failure::bad)?;
        let result = runtime.block_on(async {
            let joined = guest::join(options).await.map_err(Failure::bad)?;
            let kind = GameKind::of_name(&joined.welcome.game)
                .ok_or_else(|| Failure::bad("the host plays a game unknown here"))?;
            self.play(kind, joined, folders).await
        })?;
        self.report(&result)
    }

    /// Plays the game of a table.
    async fn play(
        &self,
        kind: GameKind,
        joined: Joined,
        folders: &Folders,
    ) -> Result<GuestResult, Failure> {
        let preset = joined.welcome.preset.clone();
        let _ticking = ClockGuard::start();
        with_game!(kind, |G| {
            let spec = options::robot::<G>(folders, &preset, &self.robot, &self.programs)?;
            let house = qipan_core::house::House::default();
            let made = spec.make::<G>(&cli_script_host(), house);
            let mut robot = made.map_err(|why: ScriptError| Failure::bad(why))?;
            joined.play::<G>(robot.as_mut()).await.map_err(Failure::bad)
        })
    }

    /// Prints the result, and then saves the game.
    fn report(&self, result: &GuestResult) -> CliResult {
        let verdict = match &result.verdict {
            Verdict::Fair => "the dice and layouts match their commitments".to_owned(),
            Verdict::CommitmentsUnknown => {
                "the moves follow the rules and the seed; the commitments are not known".to_owned()
            }
            Verdict::Unfair(why) => why.in_english(),
        };
        let place_index = result.end.places.iter().position(|seats| seats.contains(&result.seat));
        if self.format.json {
            print_json(&json!({
                "seat": result.seat,
                "place": place_index.map(|index| index + 1),
                "places": result.end.places,
                "reason": result.end.reason,
                "fair": result.verdict == Verdict::Fair,
                "check": verdict,
            }));
        } else {
            let places: Vec<String> =
                result.end.places.iter().map(|place| place.join(", ")).collect();
            print(&format!("{}: {} ({})", result.seat, places.join(" before "), result.end.reason));
            print(&format!("check: {verdict}"));
        }
        self.save_game(result)?;
        match &result.verdict {
            Verdict::Fair | Verdict::CommitmentsUnknown => Ok(()),
            Verdict::Unfair(_) => Err(Failure::AlreadyReported),
        }
    }

    /// Saves the game if the user asked for it and the host gave it away.
    fn save_game(&self, result: &GuestResult) -> CliResult {
        let Some(file) = &self.save else { return Ok(()) };
        let Some(text) = &result.file else {
            let file = file.display();
            eprint_line(&format!("{file}: not saved, because the host keeps the saved game"));
            return Ok(());
        };
        play::write(file, self.force, text)
    }
}
