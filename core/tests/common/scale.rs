//! Checks the laws of the game contract over many games, on all cores.
//!
//! The environment variable `QIPAN_LAWS_GAMES` sets the number of games for each preset.
//! `QIPAN_LAWS_PRESET` selects one preset, or `options` for random options.

use std::sync::atomic::{AtomicU64, Ordering};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::contract::setup::Setup;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::laws::{Care, Laws, Lists, fingerprint, one_game};

/// One game in this many is saved, read, taken back and played again.
const SAVE_INTERVAL: u64 = 1_000;

/// How often the expensive checks run. `whole` is coprime to the numbers of seats, so that states
/// are checked after steps of every seat.
const CARE: Care = Care { close: 8_000, resign: 20_000, whole: 7 };

/// Checks the laws over the requested games. Each game follows from its number. `options` returns
/// random rules with seats.
#[allow(clippy::print_stdout, reason = "the trial shows how many games there were")]
pub fn keeps_the_laws_at_scale<G: Laws + Setup>(
    options: impl Fn(&mut SmallRng) -> (G::Rules, SeatSet) + Sync,
) {
    let requested = |name: &str| std::env::var(name).ok();
    let count: u64 =
        requested("QIPAN_LAWS_GAMES").and_then(|text| text.parse().ok()).unwrap_or(100);
    let presets = G::Rules::PRESETS.iter().copied().chain(["options"]);
    let selected = requested("QIPAN_LAWS_PRESET");
    for preset in presets.filter(|preset| selected.as_deref().is_none_or(|name| name == *preset)) {
        let rules = G::Rules::preset(preset);
        let rules_and_seats = |rng: &mut SmallRng| match &rules {
            Some(rules) => (rules.clone(), rules.seats()),
            None => options(rng),
        };
        let (next_number, steps) = (AtomicU64::new(0), AtomicU64::new(0));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    let mut lists = Lists::<G>::default();
                    loop {
                        let number = next_number.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return;
                        }
                        let game_steps = play_numbered_game(number, &rules_and_seats, &mut lists);
                        steps.fetch_add(game_steps as u64, Ordering::Relaxed);
                    }
                });
            }
        });
        println!("{preset}: {count} games, {} steps", steps.into_inner());
    }
}

/// Plays the game that follows from a number. Returns the number of steps. If a check fails, prints
/// the number of the game.
fn play_numbered_game<G: Laws + Setup>(
    number: u64,
    rules_and_seats: &impl Fn(&mut SmallRng) -> (G::Rules, SeatSet),
    lists: &mut Lists<G>,
) -> usize {
    let play = std::panic::AssertUnwindSafe(|| {
        let mut rng = SmallRng::seed_from_u64(number);
        let (rules, seats) = rules_and_seats(&mut rng);
        let seed = Seed::from_number(number);
        let deal = G::draw_deal(&rules, seats, &seed).unwrap();
        let start = G::new(&rules, seats, &deal).unwrap();
        let end = one_game(&start, lists, &mut rng, &CARE);
        if number.is_multiple_of(SAVE_INTERVAL) {
            let player = |seat| (seat, Player::human(G::seat_name(seat)));
            let players = seats.iter().map(player).collect();
            let preset = G::Rules::PRESETS[0];
            let mut record = Record::new(preset, rules, players, deal, seed);
            record.steps.clone_from(&lists.steps);
            check_saved_game(&record, &end, &mut rng);
        }
        lists.steps.len()
    });
    std::panic::catch_unwind(play).unwrap_or_else(|panic| {
        eprintln!("in game {number}");
        std::panic::resume_unwind(panic)
    })
}

/// Checks that a game reads back equal, and stays equal if steps are taken back and played again.
fn check_saved_game<G: Game>(record: &Record<G>, end: &G, rng: &mut SmallRng) {
    let text = record.write();
    let loaded = Record::<G>::read(&text).unwrap();
    assert_eq!(loaded.record, *record, "the record reads back different");
    assert_eq!(loaded.record.write(), text, "the record is written different");
    let mut session = Session::new(loaded.record).unwrap();
    assert_eq!(session.state(), end, "the replay has another end");
    let to = rng.random_range(0..=record.steps.len());
    session.take_back(to);
    for step in &record.steps[to..] {
        session.play(step.clone()).unwrap();
    }
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    fingerprint(end, &mut expected);
    fingerprint(session.state(), &mut found);
    assert_eq!(
        (session.state(), found),
        (end, expected),
        "the game has another end after a take-back"
    );
}
