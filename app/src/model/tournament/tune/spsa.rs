//! SPSA: simultaneous perturbation stochastic approximation (Spall 1992), as chess engines use it.
//!
//! Each iteration moves all parameters at once by a small step, up or down at random, and plays a
//! trial there and one on the opposite side, with the same dice. The values then move towards the
//! side that scored more, by a step proportional to the difference. Two trials suffice for any
//! number of parameters. The gains are those of Spall: `a / (A + k + 1)^0.602` for steps and
//! `c / (k + 1)^0.101` for perturbations. Here `k` is the number of the iteration, from 0, and `A`
//! is a tenth of the number of iterations. The constants below determine `a` and `c`.

use std::collections::BTreeMap;

use qipan_core::script::{Param, Scripted};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{PlayTrial, TuneSpec, on_grid};

/// The first perturbation, as a fraction of a parameter's range.
const PERTURBATION: f64 = 0.1;

/// The first step, as a fraction of a parameter's range, for a slope at which the score would rise
/// by 1 over the whole range.
const FIRST_STEP: f64 = 0.33;

/// The minimum distance of a flag's value from 0 and 1 during the search. It makes sure that a
/// perturbation still changes the flag.
const FLAG_MARGIN: f64 = 0.05;

/// Searches from the initial values. Returns `None` if the search was stopped.
pub(super) fn search<G: Scripted>(
    spec: &TuneSpec<G>,
    initial: &BTreeMap<String, f64>,
    play: &mut PlayTrial<'_>,
) -> Result<Option<BTreeMap<String, f64>>, String> {
    let params = spec.params();
    let iterations = f64::from(spec.rounds);
    let stability = 0.1 * iterations;
    let seed = spec.tournament.seed;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.shuffle_seed());
    let mut point: Vec<f64> =
        params.iter().map(|param| to_unit(param, initial[&param.name])).collect();
    for iteration in 0..spec.rounds {
        let k = f64::from(iteration);
        let perturbation = PERTURBATION / (k + 1.0).powf(0.101);
        let gain = FIRST_STEP * ((stability + 1.0) / (stability + k + 1.0)).powf(0.602);
        let signs: Vec<f64> =
            params.iter().map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
        let mut scores = [0.0; 2];
        for (score, side) in scores.iter_mut().zip([1.0, -1.0]) {
            let moved = params.iter().zip(&point).zip(&signs).map(|((param, x), sign)| {
                // A step of one half makes a flag true on one side and false on the other.
                let step = if is_flag(param) { 0.5 } else { perturbation };
                (param.name.clone(), to_value(param, x + side * sign * step))
            });
            let Some(trial) = play(&moved.collect(), seed.derive(iteration + 1), false)? else {
                return Ok(None);
            };
            *score = trial.score;
        }
        let gradient = (scores[0] - scores[1]) / (2.0 * perturbation);
        for ((param, x), sign) in params.iter().zip(&mut point).zip(&signs) {
            let margin = if is_flag(param) { FLAG_MARGIN } else { 0.0 };
            *x = (*x + gain * gradient * sign).clamp(margin, 1.0 - margin);
        }
    }
    let best =
        params.iter().zip(&point).map(|(param, x)| (param.name.clone(), to_value(param, *x)));
    Ok(Some(best.collect()))
}

/// Returns true for a flag. Only numbers have a range.
fn is_flag(param: &Param) -> bool {
    param.min.is_none() || param.max.is_none()
}

/// Returns a value as a fraction of its range. The fraction for a flag is at least [`FLAG_MARGIN`]
/// away from 0 and 1.
fn to_unit(param: &Param, value: f64) -> f64 {
    match (param.min, param.max) {
        (Some(low), Some(high)) if high > low => ((value - low) / (high - low)).clamp(0.0, 1.0),
        _ => value.clamp(FLAG_MARGIN, 1.0 - FLAG_MARGIN),
    }
}

/// Returns the value at a fraction of its range, rounded to the grid, or to 0 or 1 for a flag.
fn to_value(param: &Param, x: f64) -> f64 {
    match (param.min, param.max) {
        (Some(low), Some(high)) => on_grid(low + x.clamp(0.0, 1.0) * (high - low), low, high),
        _ => f64::from(u8::from(x >= 0.5)),
    }
}
