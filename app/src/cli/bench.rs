//! `qipan bench`: the speed of random games and of decisions of Luau robots on one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use qipan_core::contract::dice::{RunSeed, Seed};
use qipan_core::contract::options::RuleSet;
use qipan_core::games::race::Race;
use qipan_core::play::playout::{Buffers, random_playout};
use qipan_core::registry::presets;
use qipan_core::script::Scripted;
use qipan_core::tournament::Shard;
use qipan_core::with_game;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::json;

use crate::cli::options::{self, Programs};
use crate::cli::output::{CliResult, Failure, Format, print, print_json, rounded};
use crate::model::storage::Folders;
use crate::model::tournament::{self, Conditions, RunOptions, TournamentSpec};

/// The duration of each measurement.
const MEASURING_TIME: Duration = Duration::from_millis(1500);

/// The robot that is timed, and its preset.
const ROBOT: (&str, &str) = ("greedy", "aeroplane");

/// The arguments of `qipan bench`.
#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// Presets to benchmark [default: all]
    #[arg(value_name = "PRESET")]
    presets: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// The speed of random games of a preset.
struct PlayoutSpeed {
    preset: String,
    games: u64,
    plies: u64,
    seconds: f64,
}

/// The speed of a Lua robot.
struct LuaSpeed {
    decisions_per_s: f64,
    games_per_s: f64,
}

impl BenchArgs {
    pub(super) fn run(&self, folders: &Folders) -> CliResult {
        let all = || presets().map(str::to_owned).collect();
        let presets = if self.presets.is_empty() { all() } else { self.presets.clone() };
        // Unknown presets are reported before the first measurement.
        let kinds =
            presets.iter().map(|preset| options::kind(preset)).collect::<Result<Vec<_>, _>>()?;
        let speeds = presets
            .iter()
            .zip(kinds)
            .map(|(preset, kind)| with_game!(kind, |G| measure_playouts::<G>(preset)))
            .collect::<Result<Vec<_>, _>>()?;
        let lua = measure_lua(folders)?;
        if self.format.json {
            let presets: Vec<_> = speeds.iter().map(PlayoutSpeed::json).collect();
            let lua = json!({
                "robot": ROBOT.0,
                "preset": ROBOT.1,
                "decisions_per_s": rounded(lua.decisions_per_s, 0),
                "games_per_s": rounded(lua.games_per_s, 1),
            });
            print_json(&json!({ "presets": presets, "lua": lua }));
            return Ok(());
        }
        for row in speeds {
            let (preset, ns, games) = (&row.preset, row.ns_per_ply(), row.games_per_s());
            print(&format!("{preset:10} {ns:6.1} ns per ply, {games:9.0} random games per second"));
        }
        let (decisions, games) = (lua.decisions_per_s, lua.games_per_s);
        let robot = ROBOT.0;
        print(&format!(
            "{robot:10} {decisions:.0} decisions per second, {games:.0} four-player games per second"
        ));
        Ok(())
    }
}

/// Plays random games for the duration of a measurement.
fn measure_playouts<G: Scripted>(preset: &str) -> Result<PlayoutSpeed, Failure> {
    let rules = options::preset::<G>(preset)?;
    let seats = rules.seats();
    let deal = G::draw_deal(&rules, seats, &Seed::from_number(1)).map_err(Failure::bad)?;
    let initial_state = G::new(&rules, seats, &deal).map_err(Failure::bad)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut buffers = Buffers::default();
    let (mut games, mut plies) = (0, 0);
    let start_time = Instant::now();
    while start_time.elapsed() < MEASURING_TIME {
        for _ in 0..100 {
            plies += u64::from(random_playout(&mut initial_state.clone(), &mut rng, &mut buffers));
        }
        games += 100;
    }
    Ok(PlayoutSpeed {
        preset: preset.to_owned(),
        games,
        plies,
        seconds: start_time.elapsed().as_secs_f64(),
    })
}

/// Lets four copies of a robot play on one thread for the duration of a measurement.
fn measure_lua(folders: &Folders) -> Result<LuaSpeed, Failure> {
    let (name, preset) = ROBOT;
    let rules = options::preset::<Race>(preset)?;
    let robots =
        vec![options::find_default_robot::<Race>(folders, preset, name, &Programs::default())?; 4];
    let sides = rules.sides(robots.len());
    let (house, games, seed) = (Vec::new(), u64::MAX, RunSeed::Number(1));
    let preset = preset.to_owned();
    let (shard, conditions) = (Shard::WHOLE, Conditions::default());
    let tournament = TournamentSpec::<Race> {
        preset,
        rules,
        house,
        sides,
        robots,
        games,
        seed,
        shard,
        conditions,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let start_time = Instant::now();
    let options = RunOptions { jobs: 1, ..RunOptions::default() };
    let totals = tournament::run(&tournament, options, &stop, &|_| {
        stop.store(start_time.elapsed() >= MEASURING_TIME, Ordering::Relaxed);
    });
    let totals = totals.map_err(Failure::Bad)?;
    let seconds = start_time.elapsed().as_secs_f64();
    let standings = totals.tally.standings();
    let decisions: u64 = standings.iter().map(|standing| standing.turns).sum();
    Ok(LuaSpeed {
        decisions_per_s: decisions as f64 / seconds,
        games_per_s: totals.tally.games() as f64 / seconds,
    })
}

impl PlayoutSpeed {
    fn ns_per_ply(&self) -> f64 {
        self.seconds * 1e9 / self.plies.max(1) as f64
    }

    fn games_per_s(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "preset": self.preset,
            "games": self.games,
            "plies": self.plies,
            "ns_per_ply": rounded(self.ns_per_ply(), 2),
            "games_per_s": rounded(self.games_per_s(), 1),
        })
    }
}
