//! How long a roll of a random race game takes, all that belongs to it included.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use qipan_core::game::Game;
use qipan_core::playout::{Buffers, random_playout};
use qipan_core::race::{PRESETS, Race, Rules};
use qipan_core::seat::SeatSet;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Reports the time of one roll: a game is played whole, and its time divided by its rolls.
fn rolls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    for preset in PRESETS {
        let rules = Rules::preset(preset).expect("a preset by its own name");
        let start = Race::new(&rules, SeatSet::first(4), &Default::default()).expect("a preset");
        let mut rng = SmallRng::seed_from_u64(1);
        let mut buffers = Buffers::default();
        group.bench_function(preset, |bencher| {
            bencher.iter_custom(|rolls| {
                let (mut played, mut spent) = (0, Duration::ZERO);
                while played < rolls {
                    let begin = Instant::now();
                    let mut game = start.clone();
                    played += u64::from(random_playout(&mut game, &mut rng, &mut buffers));
                    black_box(&game);
                    spent += begin.elapsed();
                }
                spent.mul_f64(rolls as f64 / played as f64)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rolls);
criterion_main!(benches);
