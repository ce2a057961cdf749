//! Measures the speed of the games: random games, single calls, look-ahead and files.
//!
//! For comparison, two games also exist as plain programs: small implementations of one preset
//! without options, in [`aeroplane`] and [`dark`].
//!
//! `cargo bench -p qipan-core --bench speed` ends with a table of all results. An argument such as
//! `-- 'random games/dark'` selects some of the workloads.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::games::junqi::{self, Junqi};
use qipan_core::games::race::{self, Race};
use qipan_core::play::playout::{Buffers, random_element, random_playout};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use table::{Run, Table, WorkDone, measure, measure_together};

mod aeroplane;
mod calls;
mod dark;
mod look_ahead;
mod same_game;
mod table;

const RANDOM_GAMES: &str = "random games";

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let mut table = Table::default();
    random_races(&mut criterion, &mut table);
    random_junqi(&mut criterion, &mut table);
    search_calls(&mut criterion, &mut table);
    for preset in race::PRESETS {
        calls::measure_race_calls(&mut criterion, &mut table, preset, &race(preset));
    }
    for preset in race::PRESETS {
        look_ahead::measure_look_ahead(&mut criterion, &mut table, preset, &race(preset));
    }
    for preset in ["dark", "siguo_dark", "six_dark"] {
        look_ahead::measure_look_ahead(&mut criterion, &mut table, preset, &junqi(preset));
        calls::measure_belief_calls(&mut criterion, &mut table, preset, &junqi(preset));
    }
    calls::measure_files::<Race>(&mut criterion, &mut table, "aeroplane");
    for preset in ["dark", "siguo_open", "six_open"] {
        calls::measure_files::<Junqi>(&mut criterion, &mut table, preset);
    }
    criterion.final_summary();
    table.print();
}

fn search_calls(criterion: &mut Criterion, table: &mut Table) {
    let (aeroplane, no_plain) = (race("aeroplane"), calls::PlainCalls::default());
    calls::measure_search_calls(criterion, table, "aeroplane", &aeroplane, no_plain);
    for preset in ["dark", "siguo_open", "six_open"] {
        let start = junqi(preset);
        let plain = match preset {
            "dark" => calls::plain_dark(&start),
            _ => calls::PlainCalls::default(),
        };
        calls::measure_search_calls(criterion, table, preset, &start, plain);
    }
}

fn race(preset: &str) -> Race {
    let rules = race::Rules::preset(preset).expect("a preset by its own name");
    Race::new(&rules, SeatSet::first(4), &Default::default()).expect("a preset can be played")
}

fn junqi(preset: &str) -> Junqi {
    let layouts = ["TPYNLHZSGPYJLNHGZDTPDFDNG", "GLHTGYJPNZTSPHYNLPDDGZNFD"];
    let rules = junqi::Rules::preset(preset).expect("a preset by its own name");
    let layouts: Vec<_> = rules
        .seats()
        .iter()
        .zip(layouts.iter().cycle())
        .map(|(seat, text)| (seat, text.parse().expect("a layout")))
        .collect();
    let deal = junqi::Deal::draw(&rules, &layouts, &Seed::from_number(1));
    Junqi::new(&rules, rules.seats(), &deal.expect("every seat has a layout"))
        .expect("a preset can be played")
}

/// Plays whole games until at least `plies` plies are played.
fn play_games(plies: u64, mut play: impl FnMut() -> u32) -> WorkDone {
    let mut done = WorkDone::default();
    while done.count < plies {
        let start = Instant::now();
        let count = play().into();
        done.add(WorkDone { time: start.elapsed(), count });
    }
    done
}

/// Returns a workload of random games, as playouts play them.
fn playouts<G: Game>(start: &G) -> impl FnMut(u64) -> WorkDone {
    let (mut rng, mut buffers) = (SmallRng::seed_from_u64(1), Buffers::default());
    move |plies| {
        play_games(plies, || {
            let mut game = start.clone();
            let plies = random_playout(&mut game, &mut rng, &mut buffers);
            black_box(&game);
            plies
        })
    }
}

/// Returns a workload of random games in which all legal actions are listed. [`random_playout`] can
/// avoid that.
fn listed<G: Game>(start: &G) -> impl FnMut(u64) -> WorkDone {
    let mut rng = SmallRng::seed_from_u64(1);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut play = move || {
        let mut game = start.clone();
        loop {
            match game.turn() {
                Turn::Over => return black_box(&game).ply(),
                Turn::Chance { .. } => {
                    game.chance_outcomes(&mut outcomes);
                    let outcome = random_element(&outcomes, &mut rng);
                    game.play_unchecked(&Step::Chance(outcome), &mut NullSink);
                }
                Turn::Seat(seat) => {
                    game.legal_actions(&mut actions);
                    let action = random_element(&actions, &mut rng);
                    game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                }
            }
        }
    };
    move |plies| play_games(plies, &mut play)
}

fn random_races(criterion: &mut Criterion, table: &mut Table) {
    let mut group = criterion.benchmark_group(RANDOM_GAMES);
    group.throughput(Throughput::Elements(1));
    for preset in race::PRESETS {
        let start = race(preset);
        let results = if preset == "aeroplane" {
            same_game::check_aeroplane(&start);
            let mut rng = SmallRng::seed_from_u64(1);
            let plain = |plies| play_games(plies, || aeroplane::random_game(&mut rng));
            let runs: [(String, Run<'_>); 2] = [
                (preset.to_owned(), Box::new(playouts(&start))),
                (format!("{preset}, plain"), Box::new(plain)),
            ];
            measure_together(&mut group, runs)
        } else {
            [measure(&mut group, preset, playouts(&start)), None]
        };
        table.add(format!("{preset}: random games"), "ply", results);
    }
    group.finish();
}

fn random_junqi(criterion: &mut Criterion, table: &mut Table) {
    let mut group = criterion.benchmark_group(RANDOM_GAMES);
    group.throughput(Throughput::Elements(1));
    for preset in junqi::PRESETS {
        let start = junqi(preset);
        let line = format!("{preset}: random games");
        if preset != "dark" {
            let result = measure(&mut group, preset, playouts(&start));
            table.add(line, "ply", [result, None]);
            continue;
        }
        same_game::check_dark(start.rules());
        let plain_start = same_game::plain_dark(&start);
        let (mut rng, mut moves) = (SmallRng::seed_from_u64(1), dark::Moves::NONE);
        let plain = |plies| {
            play_games(plies, || dark::random_game(plain_start.clone(), &mut moves, &mut rng))
        };
        let runs: [(String, Run<'_>); 3] = [
            (preset.to_owned(), Box::new(playouts(&start))),
            (format!("{preset}, plain"), Box::new(plain)),
            (format!("{preset}, every action listed"), Box::new(listed(&start))),
        ];
        let [sampled, plain, all] = measure_together(&mut group, runs);
        table.add(line, "ply", [sampled, plain]);
        table.add(format!("{preset}: random games, every action listed"), "ply", [all, plain]);
    }
    group.finish();
}
