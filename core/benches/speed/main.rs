//! Measures the speed of the games: random games, single calls, files. Two games also exist as
//! plain programs without options, for comparison.
//!
//! `cargo bench -p qipan-core --bench speed` ends with a table of all figures;
//! `-- 'random games/dark'` measures a part.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::SeatSet;
use qipan_core::games::junqi::{self, Junqi};
use qipan_core::games::race::{self, Race};
use qipan_core::play::playout::{Buffers, any_of, random_playout};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use table::{Run, Spent, Table, measure, measure_in_turn};

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
    searches(&mut criterion, &mut table);
    for preset in race::PRESETS {
        calls::of_judging(&mut criterion, &mut table, preset, &race(preset));
    }
    for preset in race::PRESETS {
        look_ahead::of(&mut criterion, &mut table, preset, &race(preset));
    }
    for preset in ["dark", "siguo_dark", "six_dark"] {
        look_ahead::of(&mut criterion, &mut table, preset, &junqi(preset));
        calls::of_hidden_pieces(&mut criterion, &mut table, preset, &junqi(preset));
    }
    calls::of_files::<Race>(&mut criterion, &mut table, "aeroplane");
    for preset in ["dark", "siguo_open", "six_open"] {
        calls::of_files::<Junqi>(&mut criterion, &mut table, preset);
    }
    criterion.final_summary();
    table.print();
}

fn searches(criterion: &mut Criterion, table: &mut Table) {
    let (aeroplane, none) = (race("aeroplane"), calls::PlainCalls::default());
    calls::of_a_search(criterion, table, "aeroplane", &aeroplane, none);
    for preset in ["dark", "siguo_open", "six_open"] {
        let start = junqi(preset);
        let plain = match preset {
            "dark" => calls::plain_dark(&start),
            _ => calls::PlainCalls::default(),
        };
        calls::of_a_search(criterion, table, preset, &start, plain);
    }
}

fn race(preset: &str) -> Race {
    let rules = race::Rules::preset(preset).expect("a preset by its own name");
    Race::new(&rules, SeatSet::first(4), &Default::default()).expect("a preset")
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
    Junqi::new(&rules, rules.seats(), &deal.expect("all laid out")).expect("a preset")
}

/// Plays whole games until at least `plies` plies are played.
fn games(plies: u64, mut play: impl FnMut() -> u32) -> Spent {
    let mut spent = Spent::default();
    while spent.count < plies {
        let begin = Instant::now();
        let count = play().into();
        spent.add(Spent { time: begin.elapsed(), count });
    }
    spent
}

/// Plays random games as playouts do.
fn playouts<G: Game>(start: &G) -> impl FnMut(u64) -> Spent {
    let (mut rng, mut buffers) = (SmallRng::seed_from_u64(1), Buffers::default());
    move |plies| {
        games(plies, || {
            let mut game = start.clone();
            let plies = random_playout(&mut game, &mut rng, &mut buffers);
            black_box(&game);
            plies
        })
    }
}

/// Plays random games and lists every legal action, which [`random_playout`] can avoid.
fn listed<G: Game>(start: &G) -> impl FnMut(u64) -> Spent {
    let mut rng = SmallRng::seed_from_u64(1);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut play = move || {
        let mut game = start.clone();
        loop {
            match game.turn() {
                Turn::Over => return black_box(&game).ply(),
                Turn::Chance { .. } => {
                    game.chance_outcomes(&mut outcomes);
                    let outcome = any_of(&outcomes, &mut rng);
                    game.play_unchecked(&Step::Chance(outcome), &mut NullSink);
                }
                Turn::Seat(seat) => {
                    game.legal_actions(&mut actions);
                    let action = any_of(&actions, &mut rng);
                    game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                }
            }
        }
    };
    move |plies| games(plies, &mut play)
}

fn random_races(criterion: &mut Criterion, table: &mut Table) {
    let mut group = criterion.benchmark_group(RANDOM_GAMES);
    group.throughput(Throughput::Elements(1));
    for preset in race::PRESETS {
        let start = race(preset);
        let figures = if preset == "aeroplane" {
            same_game::aeroplane(&start);
            let mut rng = SmallRng::seed_from_u64(1);
            let plain = |plies| games(plies, || aeroplane::random_game(&mut rng));
            let runs: [(String, Run<'_>); 2] = [
                (preset.to_owned(), Box::new(playouts(&start))),
                (format!("{preset}, plain"), Box::new(plain)),
            ];
            measure_in_turn(&mut group, runs)
        } else {
            [measure(&mut group, preset, playouts(&start)), None]
        };
        table.add(format!("{preset}: random games"), "ply", figures);
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
            let figure = measure(&mut group, preset, playouts(&start));
            table.add(line, "ply", [figure, None]);
            continue;
        }
        same_game::dark(start.rules());
        let first = same_game::plain_dark(&start);
        let (mut rng, mut moves) = (SmallRng::seed_from_u64(1), dark::Moves::NONE);
        let plain = |plies| games(plies, || dark::random_game(first.clone(), &mut moves, &mut rng));
        let runs: [(String, Run<'_>); 3] = [
            (preset.to_owned(), Box::new(playouts(&start))),
            (format!("{preset}, plain"), Box::new(plain)),
            (format!("{preset}, every action listed"), Box::new(listed(&start))),
        ];
        let [guessed, plain, all] = measure_in_turn(&mut group, runs);
        table.add(line, "ply", [guessed, plain]);
        table.add(format!("{preset}: random games, every action listed"), "ply", [all, plain]);
    }
    group.finish();
}
