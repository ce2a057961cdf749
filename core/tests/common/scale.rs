//! The laws of the game contract over a given number of games, on all cores.
//!
//! The environment sets the work: `QIPAN_LAWS_GAMES` is the number of games, `QIPAN_LAWS_PRESET`
//! one preset, or `options` for random options.

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
const SAVED: u64 = 1_000;

/// How closely single steps are checked: with all legal and some illegal steps, and every view.
/// The whole state is checked every `whole` steps, coprime to the number of seats, so
/// that no seat is always passed over.
const CARE: Care = Care { close: 8_000, resign: 20_000, whole: 7 };

/// Checks the laws over the requested games, whose rules and seats follow from their numbers.
#[allow(clippy::print_stdout, reason = "the trial shows how many games there were")]
pub fn keeps_the_laws_at_scale<G: Laws + Setup>(
    options: impl Fn(&mut SmallRng) -> (G::Rules, SeatSet) + Sync,
) {
    let asked = |name: &str| std::env::var(name).ok();
    let count: u64 = asked("QIPAN_LAWS_GAMES").and_then(|n| n.parse().ok()).unwrap_or(100);
    let presets = G::Rules::PRESETS.iter().copied().chain(["options"]);
    let only = asked("QIPAN_LAWS_PRESET");
    for preset in presets.filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let rules = G::Rules::preset(preset);
        let setup = |rng: &mut SmallRng| match &rules {
            Some(rules) => (rules.clone(), rules.seats()),
            None => options(rng),
        };
        let (next, steps) = (AtomicU64::new(0), AtomicU64::new(0));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    let mut lists = Lists::<G>::default();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return;
                        }
                        let played = numbered(number, &setup, &mut lists);
                        steps.fetch_add(played as u64, Ordering::Relaxed);
                    }
                });
            }
        });
        println!("{preset}: {count} games, {} steps", steps.into_inner());
    }
}

/// Plays the game of a number and returns its number of steps. A failure reports the number.
fn numbered<G: Laws + Setup>(
    number: u64,
    setup: &impl Fn(&mut SmallRng) -> (G::Rules, SeatSet),
    lists: &mut Lists<G>,
) -> usize {
    let whole = std::panic::AssertUnwindSafe(|| {
        let mut rng = SmallRng::seed_from_u64(number);
        let (rules, seats) = setup(&mut rng);
        let seed = Seed::from_number(number);
        let deal = G::draw_deal(&rules, seats, &seed).unwrap();
        let start = G::new(&rules, seats, &deal).unwrap();
        let end = one_game(&start, lists, &mut rng, &CARE);
        if number.is_multiple_of(SAVED) {
            let player = |seat| (seat, Player::human(G::seat_name(seat)));
            let players = seats.iter().map(player).collect();
            let preset = G::Rules::PRESETS[0];
            let mut record = Record::new(preset, rules, players, deal, seed);
            record.steps.clone_from(&lists.steps);
            is_kept(&record, &end, &mut rng);
        }
        lists.steps.len()
    });
    std::panic::catch_unwind(whole).unwrap_or_else(|why| {
        eprintln!("in game {number}");
        std::panic::resume_unwind(why)
    })
}

/// Checks that a game reads as it was saved, and is the same after a take-back and replay.
fn is_kept<G: Game>(record: &Record<G>, end: &G, rng: &mut SmallRng) {
    let text = record.write();
    let loaded = Record::<G>::read(&text).unwrap();
    assert_eq!(loaded.record, *record, "read otherwise than saved");
    assert_eq!(loaded.record.write(), text, "saved otherwise than read");
    let mut session = Session::new(loaded.record).unwrap();
    assert_eq!(session.state(), end, "replayed to another end");
    let back = rng.random_range(0..=record.steps.len());
    session.take_back(back);
    for step in &record.steps[back..] {
        session.play(step.clone()).unwrap();
    }
    let (mut print, mut again) = (Vec::new(), Vec::new());
    fingerprint(end, &mut print);
    fingerprint(session.state(), &mut again);
    assert_eq!((session.state(), again), (end, print), "another game after taking back");
}
