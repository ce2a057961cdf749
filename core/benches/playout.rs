//! How long a ply of a random game takes, all that belongs to it included.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use qipan_core::dice::Seed;
use qipan_core::game::Game;
use qipan_core::junqi::{Deal, Junqi};
use qipan_core::options::RuleSet;
use qipan_core::playout::{Buffers, random_playout};
use qipan_core::race::Race;
use qipan_core::seat::SeatSet;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Reports the time of one ply: a game is played whole, and its time divided by its plies.
fn plies<G: Game>(criterion: &mut Criterion, preset: &str, start: &G) {
    let mut group = criterion.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    let mut rng = SmallRng::seed_from_u64(1);
    let mut buffers = Buffers::default();
    group.bench_function(preset, |bencher| {
        bencher.iter_custom(|plies| {
            let (mut played, mut spent) = (0, Duration::ZERO);
            while played < plies {
                let begin = Instant::now();
                let mut game = start.clone();
                played += u64::from(random_playout(&mut game, &mut rng, &mut buffers));
                black_box(&game);
                spent += begin.elapsed();
            }
            spent.mul_f64(plies as f64 / played as f64)
        });
    });
    group.finish();
}

fn race(criterion: &mut Criterion) {
    for preset in qipan_core::race::PRESETS {
        let rules = qipan_core::race::Rules::preset(preset).expect("a preset by its own name");
        let start = Race::new(&rules, SeatSet::first(4), &Default::default());
        plies(criterion, preset, &start.expect("a preset"));
    }
}

fn junqi(criterion: &mut Criterion) {
    let layouts = ["TPYNLHZSGPYJLNHGZDTPDFDNG", "GLHTGYJPNZTSPHYNLPDDGZNFD"];
    for preset in qipan_core::junqi::PRESETS {
        let rules = qipan_core::junqi::Rules::preset(preset).expect("a preset by its own name");
        let layouts: Vec<_> = rules
            .seats()
            .iter()
            .zip(layouts.iter().cycle())
            .map(|(seat, text)| (seat, text.parse().expect("a layout")))
            .collect();
        let deal = Deal::draw(&rules, &layouts, &Seed::from_number(1)).expect("all laid out");
        let start = Junqi::new(&rules, rules.seats(), &deal).expect("a preset");
        plies(criterion, preset, &start);
    }
}

criterion_group!(benches, race, junqi);
criterion_main!(benches);
