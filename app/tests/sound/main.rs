//! The sounds of the program, played on a real sound server and recorded from it.
//!
//! The tests need PulseAudio with a null sink, which `.ci/trials/sound` sets up. Without it they are
//! skipped.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::f32::consts::TAU;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use qipan::sound::{MAX_VOICES, SAMPLE_RATE, Sound, Speaker, SpeakerState, render};

/// The level above which a sound has begun.
const AUDIBLE: f32 = 0.004;

/// The length of a frame of a fingerprint, in seconds.
const FRAME_SECONDS: f32 = 0.05;
/// The number of frames of a fingerprint.
const FRAMES: usize = 24;
/// The lowest frequency of a fingerprint, and the ratio from each to the next.
const LOWEST_HZ: f32 = 60.0;
const HZ_RATIO: f32 = 1.26;
/// The number of frequencies of a fingerprint.
const FREQUENCIES: usize = 18;

/// Records what the server plays.
struct Recorder {
    process: Child,
    samples: Arc<Mutex<Vec<f32>>>,
}

impl Recorder {
    fn start() -> Self {
        let mut process = Command::new("parec")
            .args(["--device=qipan.monitor", "--format=float32le", "--channels=1"])
            .args(["--rate=48000", "--latency-msec=5"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("parec records from the server");
        let samples = Arc::new(Mutex::new(Vec::new()));
        let (mut output, target) = (process.stdout.take().unwrap(), Arc::clone(&samples));
        std::thread::spawn(move || {
            let mut bytes = [0; 4];
            while output.read_exact(&mut bytes).is_ok() {
                target.lock().unwrap().push(f32::from_le_bytes(bytes));
            }
        });
        let recorder = Self { process, samples };
        let start = Instant::now();
        while recorder.len() == 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "the server records nothing");
            sleep(Duration::from_millis(10));
        }
        recorder
    }

    fn len(&self) -> usize {
        self.samples.lock().unwrap().len()
    }

    /// Returns the samples from an index on.
    fn since(&self, index: usize) -> Vec<f32> {
        self.samples.lock().unwrap()[index..].to_vec()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Returns the levels of a sound by time and frequency, as one vector of length 1.
fn fingerprint(samples: &[f32]) -> Vec<f32> {
    let frame_len = (FRAME_SECONDS * SAMPLE_RATE as f32) as usize;
    let mut levels = Vec::new();
    for frame in 0..FRAMES {
        let start = (frame * frame_len).min(samples.len());
        let part = &samples[start..(start + frame_len).min(samples.len())];
        for band in 0..FREQUENCIES {
            let step = TAU * LOWEST_HZ * HZ_RATIO.powi(band as i32) / SAMPLE_RATE as f32;
            let sum = |wave: fn(f32) -> f32| {
                let terms =
                    part.iter().enumerate().map(|(i, sample)| sample * wave(step * i as f32));
                terms.sum::<f32>()
            };
            let level = sum(f32::sin).hypot(sum(f32::cos)) / frame_len as f32;
            levels.push(level.sqrt());
        }
    }
    let length = levels.iter().map(|level| level * level).sum::<f32>().sqrt();
    levels.iter().map(|level| level / length).collect()
}

/// Returns the part of a recording from the first audible sample on.
fn audible(samples: &[f32]) -> Option<(usize, &[f32])> {
    let start = samples.iter().position(|sample| sample.abs() > AUDIBLE)?;
    Some((start, &samples[start..]))
}

#[test]
#[ignore = "needs a sound server"]
fn each_sound_is_recognised_in_a_recording() {
    let originals = Sound::ALL.map(|sound| {
        let samples = render(sound, SAMPLE_RATE);
        fingerprint(audible(&samples).unwrap().1)
    });
    let recorder = Recorder::start();
    let mut speaker = Speaker::system();
    // The first sound opens the connection.
    speaker.play(&[Sound::Clock], 1.0);
    sleep(Duration::from_millis(500));
    assert_eq!(speaker.state(), SpeakerState::Ready);
    let mut latencies = Vec::new();
    for sound in Sound::ALL {
        let start = recorder.len();
        speaker.play(&[sound], 1.0);
        sleep(Duration::from_millis(2600));
        let recording = recorder.since(start);
        let (delay, samples) = audible(&recording).unwrap_or_else(|| panic!("no {sound:?}"));
        let print = fingerprint(samples);
        let similarity =
            |original: &Vec<f32>| original.iter().zip(&print).map(|(a, b)| a * b).sum::<f32>();
        let similarities: Vec<f32> = originals.iter().map(similarity).collect();
        let best =
            (0..similarities.len()).max_by(|a, b| similarities[*a].total_cmp(&similarities[*b]));
        assert_eq!(Sound::ALL[best.unwrap()], sound, "{similarities:?}");
        println!("{sound:?}: similarity {:.3}", similarities[sound as usize]);
        assert!(similarities[sound as usize] > 0.85, "{sound:?}: {similarities:?}");
        latencies.push(delay as f32 * 1000.0 / SAMPLE_RATE as f32);
    }
    latencies.sort_by(f32::total_cmp);
    let (median, longest) = (latencies[latencies.len() / 2], latencies[latencies.len() - 1]);
    println!("from the request to the recording: median {median:.0} ms, longest {longest:.0} ms");
    assert!(median <= 40.0, "sounds come {median} ms late");
}

#[test]
#[ignore = "needs a sound server"]
fn flood_of_sounds_ends_soon_after_its_last_request() {
    let recorder = Recorder::start();
    let mut speaker = Speaker::system();
    for _ in 0..20_000 {
        speaker.play(&Sound::ALL, 0.3);
    }
    let start = Instant::now();
    while speaker.state() != SpeakerState::Ready {
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", speaker.state());
        sleep(Duration::from_millis(10));
    }
    // All voices may be in their first sample, and the longest sound lasts about two seconds.
    sleep(Duration::from_millis(3000));
    let start = recorder.len();
    sleep(Duration::from_millis(700));
    let recording = recorder.since(start);
    assert!(recording.len() > SAMPLE_RATE as usize / 4, "the server still records");
    assert!(audible(&recording).is_none(), "more than {MAX_VOICES} sounds were queued");
}

#[test]
#[ignore = "needs a missing sound server"]
fn missing_server_is_reported_and_costs_no_time() {
    let mut speaker = Speaker::system();
    let start = Instant::now();
    for _ in 0..1000 {
        speaker.play(&[Sound::Hop], 1.0);
    }
    assert!(start.elapsed() < Duration::from_millis(200), "the window waits for no server");
    let is_silent = |speaker: &Speaker| matches!(speaker.state(), SpeakerState::Silent(_));
    while !is_silent(&speaker) {
        assert!(start.elapsed() < Duration::from_secs(10), "no error is reported");
        sleep(Duration::from_millis(10));
    }
}
