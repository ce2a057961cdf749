//! Synthesis of the sounds: short, warm, like wood and paper.
//!
//! A sound is a sum of strokes. Wood is a struck bar: its fundamental and two overtones, each of
//! which decays faster than the one below. A tone is a sine that may glide. Paper and air are noise
//! through a low-pass filter.

use std::f32::consts::TAU;

use crate::sound::Sound;

/// The number of samples per second.
pub const SAMPLE_RATE: u32 = 48_000;

/// The highest level of a rendered sound. Sounds may overlap, so there is room above it.
const PEAK: f32 = 0.5;

/// The length of the fade at both ends of a stroke, in seconds. It avoids clicks.
const FADE: f32 = 0.003;

/// The partials of a struck wooden bar: frequency, level and decay time, each as a ratio to that of
/// the fundamental, which comes first.
const BAR_PARTIALS: [(f32, f32, f32); 3] = [(1.0, 1.0, 1.0), (2.76, 0.35, 0.5), (5.4, 0.1, 0.25)];

/// A part of a sound. Times are in seconds, frequencies in hertz.
#[derive(Clone, Copy)]
enum Stroke {
    /// A struck wooden bar. Its level falls to 1/e, about 37 %, in `decay`.
    Wood { at: f32, hz: f32, decay: f32, level: f32 },
    /// A sine that glides from one frequency to another and fades.
    Tone { at: f32, length: f32, from_hz: f32, to_hz: f32, level: f32 },
    /// Noise that fades, through a low-pass filter whose cutoff glides.
    Noise { at: f32, length: f32, from_hz: f32, to_hz: f32, level: f32 },
}

fn wood(at: f32, hz: f32, decay: f32, level: f32) -> Stroke {
    Stroke::Wood { at, hz, decay, level }
}

fn tone(at: f32, length: f32, from_hz: f32, to_hz: f32, level: f32) -> Stroke {
    Stroke::Tone { at, length, from_hz, to_hz, level }
}

fn noise(at: f32, length: f32, from_hz: f32, to_hz: f32, level: f32) -> Stroke {
    Stroke::Noise { at, length, from_hz, to_hz, level }
}

/// Returns the strokes of a sound.
fn strokes(sound: Sound) -> Vec<Stroke> {
    match sound {
        Sound::Roll => vec![
            wood(0.0, 760.0, 0.02, 0.5),
            wood(0.09, 905.0, 0.02, 0.6),
            wood(0.17, 700.0, 0.02, 0.7),
            wood(0.29, 840.0, 0.02, 0.6),
            wood(0.44, 640.0, 0.035, 1.0),
            noise(0.0, 0.5, 1400.0, 500.0, 0.25),
        ],
        Sound::Hop => vec![wood(0.0, 520.0, 0.025, 1.0)],
        Sound::Jump => vec![tone(0.0, 0.2, 330.0, 620.0, 0.7), wood(0.18, 560.0, 0.03, 0.8)],
        Sound::Flight => vec![
            noise(0.0, 0.35, 250.0, 1500.0, 0.9),
            noise(0.3, 0.45, 1500.0, 250.0, 0.9),
            tone(0.0, 0.75, 196.0, 294.0, 0.45),
        ],
        Sound::Capture => vec![wood(0.0, 190.0, 0.07, 1.0), tone(0.04, 0.34, 520.0, 190.0, 0.6)],
        Sound::Home => vec![wood(0.0, 523.3, 0.12, 0.8), wood(0.13, 784.0, 0.16, 1.0)],
        Sound::Place => vec![wood(0.0, 300.0, 0.03, 1.0), noise(0.0, 0.03, 1800.0, 900.0, 0.5)],
        Sound::Strike => vec![
            wood(0.0, 250.0, 0.045, 0.9),
            wood(0.07, 205.0, 0.06, 1.0),
            noise(0.06, 0.08, 2200.0, 700.0, 0.7),
        ],
        Sound::BothLost => vec![
            wood(0.0, 170.0, 0.07, 1.0),
            wood(0.08, 150.0, 0.08, 0.9),
            tone(0.1, 0.4, 270.0, 120.0, 0.6),
        ],
        Sound::Bomb => vec![
            noise(0.0, 0.7, 1100.0, 90.0, 1.0),
            tone(0.0, 0.6, 95.0, 42.0, 1.0),
            wood(0.0, 140.0, 0.05, 0.7),
        ],
        Sound::Landmine => vec![
            wood(0.0, 1050.0, 0.012, 0.8),
            tone(0.09, 0.4, 165.0, 60.0, 0.9),
            noise(0.09, 0.3, 1500.0, 160.0, 0.7),
        ],
        Sound::Flag => vec![
            tone(0.0, 0.16, 392.0, 392.0, 0.6),
            tone(0.13, 0.16, 523.3, 523.3, 0.7),
            tone(0.26, 0.4, 659.3, 659.3, 0.8),
            wood(0.26, 659.3, 0.12, 0.5),
        ],
        Sound::Flip => vec![
            noise(0.0, 0.06, 2600.0, 1200.0, 0.8),
            noise(0.08, 0.05, 1600.0, 800.0, 0.6),
            wood(0.11, 430.0, 0.03, 0.7),
        ],
        Sound::YourTurn => vec![wood(0.0, 660.0, 0.14, 1.0), tone(0.0, 0.3, 660.0, 660.0, 0.25)],
        Sound::Clock => vec![wood(0.0, 980.0, 0.012, 1.0)],
        Sound::Win => vec![
            wood(0.0, 523.3, 0.14, 0.8),
            wood(0.13, 659.3, 0.14, 0.85),
            wood(0.26, 784.0, 0.14, 0.9),
            wood(0.39, 1046.5, 0.26, 1.0),
            tone(0.39, 0.6, 523.3, 523.3, 0.4),
        ],
        Sound::Loss => vec![
            wood(0.0, 392.0, 0.16, 0.9),
            wood(0.22, 329.6, 0.16, 0.9),
            wood(0.44, 261.6, 0.25, 1.0),
            tone(0.44, 0.6, 130.8, 130.8, 0.4),
        ],
        Sound::Draw => vec![wood(0.0, 440.0, 0.18, 0.9), wood(0.24, 440.0, 0.22, 1.0)],
    }
}

impl Stroke {
    /// Returns the time when it ends.
    fn end(self) -> f32 {
        match self {
            // After six times the decay, a stroke is at 0.25 % of its level.
            Self::Wood { at, decay, .. } => at + 6.0 * decay,
            Self::Tone { at, length, .. } | Self::Noise { at, length, .. } => at + length,
        }
    }

    /// Adds the stroke to the samples of a sound.
    fn add_to(self, samples: &mut [f32], rate: f32) {
        match self {
            Self::Wood { at, hz, decay, level } => {
                let partial = |t: f32, (ratio, amplitude, decay_ratio): (f32, f32, f32)| {
                    amplitude * (TAU * hz * ratio * t).sin() * (-t / (decay * decay_ratio)).exp()
                };
                let bar = |t: f32| BAR_PARTIALS.into_iter().map(|p| partial(t, p)).sum::<f32>();
                add(samples, rate, (at, self.end() - at), |t| level * bar(t));
            }
            Self::Tone { at, length, from_hz, to_hz, level } => {
                let phase = |t: f32| from_hz * t + (to_hz - from_hz) * t * t / (2.0 * length);
                let fade = |t: f32| (1.0 - t / length).powi(2);
                add(samples, rate, (at, length), |t| level * fade(t) * (TAU * phase(t)).sin());
            }
            Self::Noise { at, length, from_hz, to_hz, level } => {
                // Two one-pole filters in a row, over a fixed sequence of random numbers.
                let mut state = 0x9e37_79b9_u32;
                let (mut first, mut second) = (0.0, 0.0);
                add(samples, rate, (at, length), |t| {
                    state ^= state << 13;
                    state ^= state >> 17;
                    state ^= state << 5;
                    let white = state as f32 / u32::MAX as f32 * 2.0 - 1.0;
                    let cutoff = from_hz + (to_hz - from_hz) * t / length;
                    let smoothing = 1.0 - (-TAU * cutoff / rate).exp();
                    first += (white - first) * smoothing;
                    second += (first - second) * smoothing;
                    // Filtered noise is quiet. This brings bands of every width to one level.
                    let gain = (0.12 * rate / cutoff).sqrt();
                    level * second * gain * (1.0 - t / length).powf(1.5)
                });
            }
        }
    }
}

/// Adds a stroke to the samples of a sound. The stroke begins at `at` and lasts `length` seconds.
/// `wave` returns its sample at a time in seconds after its beginning.
fn add(samples: &mut [f32], rate: f32, (at, length): (f32, f32), mut wave: impl FnMut(f32) -> f32) {
    let first = (at * rate) as usize;
    for (index, sample) in samples.iter_mut().skip(first).enumerate() {
        let t = index as f32 / rate;
        if t >= length {
            break;
        }
        let fade = (t / FADE).min((length - t) / FADE).min(1.0);
        *sample += fade * wave(t);
    }
}

/// Returns the samples of a sound, from -1 to 1, at `rate` samples per second.
pub fn render(sound: Sound, rate: u32) -> Vec<f32> {
    let rate = rate as f32;
    let strokes = strokes(sound);
    let end = strokes.iter().map(|stroke| stroke.end()).fold(0.0, f32::max);
    let mut samples = vec![0.0; (end * rate).ceil() as usize];
    for stroke in strokes {
        stroke.add_to(&mut samples, rate);
    }
    let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    samples.iter_mut().for_each(|sample| *sample *= PEAK / peak.max(f32::MIN_POSITIVE));
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the mean frequency of the samples, weighted by energy. A difference filter
    /// multiplies the amplitude of each frequency by `2 sin(pi f / rate)`.
    fn mean_frequency(samples: &[f32]) -> f32 {
        let energy: f32 = samples.iter().map(|sample| sample * sample).sum();
        let change: f32 = samples.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
        let amplitude_ratio = (change / energy).sqrt();
        (amplitude_ratio / 2.0).asin() * SAMPLE_RATE as f32 / std::f32::consts::PI
    }

    #[test]
    fn sounds_are_short_and_never_shrill() {
        for sound in Sound::ALL {
            let samples = render(sound, SAMPLE_RATE);
            let seconds = samples.len() as f32 / SAMPLE_RATE as f32;
            assert!((0.05..=2.1).contains(&seconds), "{sound:?} lasts {seconds} s");
            let hz = mean_frequency(&samples);
            assert!((40.0..=2200.0).contains(&hz), "{sound:?} has a mean of {hz} Hz");
        }
    }

    #[test]
    fn sounds_begin_and_end_without_a_click() {
        for sound in Sound::ALL {
            let samples = render(sound, SAMPLE_RATE);
            let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
            assert!((peak - PEAK).abs() < 1e-4, "{sound:?} peaks at {peak}");
            let jump = samples[0].abs().max(samples[samples.len() - 1].abs());
            assert!(jump < 0.01, "{sound:?} jumps by {jump}");
        }
    }
}
