//! Writes random games of a person to a folder, and prints how long it takes to count them.
//!
//! `cargo run --release --example count_games -- 5000`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::error::Error;
use std::fs;
use std::time::Instant;

use qipan::model::records::{CountedGames, Statistics};
use qipan::model::storage::Folders;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::setup::Setup;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};

/// Plays a random game of a person against robots, and returns its text.
fn game<G: Game + Setup>(preset: &str, seed: u64) -> Result<String, Box<dyn Error>> {
    let rules = G::Rules::preset(preset).ok_or("a preset")?;
    let dice = Seed::from_number(seed);
    let seats = rules.seats();
    let deal = G::draw_deal(&rules, seats, &dice)?;
    let player = |index: usize| match index {
        0 => Player::human("Kim"),
        _ => Player::robot("Greedy", "greedy.luau"),
    };
    let players = seats.iter().enumerate().map(|(index, seat)| (seat, player(index))).collect();
    let mut session = Session::new(Record::<G>::new(preset, rules, players, deal, dice))?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while session.has_room() {
        match session.state().turn() {
            Turn::Over => break,
            Turn::Chance { .. } => drop(session.roll()?),
            Turn::Seat(seat) => {
                let actions = session.actions();
                let action = actions[rng.random_range(0..actions.len())];
                session.act(seat, action)?;
            }
        }
    }
    Ok(session.record().write())
}

fn main() -> Result<(), Box<dyn Error>> {
    let count: u64 = std::env::args().nth(1).unwrap_or_default().parse().unwrap_or(5000);
    let folder = tempfile::tempdir()?;
    let folders = Folders::find(Some(folder.path()))?;
    fs::create_dir_all(&folders.saves)?;
    for seed in 0..count {
        let text = match seed % 3 {
            0 => game::<Race>("aeroplane", seed)?,
            1 => game::<Race>("flying", seed)?,
            _ => game::<Junqi>("dark", seed)?,
        };
        fs::write(folders.saves.join(format!("{seed:05}.json")), text)?;
    }
    for pass in ["first", "second"] {
        let start = Instant::now();
        let games = CountedGames::of_player(&folders, &|_, _| true);
        let statistics = Statistics::of(&games, "Kim", &|_, _| None);
        let seconds = start.elapsed().as_secs_f64();
        println!("{pass} counting of {} games: {seconds:.2} s", statistics.total.all());
    }
    Ok(())
}
