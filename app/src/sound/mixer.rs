//! Mixes the sounds that play at the same time.

use crate::sound::{Sound, render};

/// The maximum number of sounds that play at the same time. Further sounds are dropped.
pub const MAX_VOICES: usize = 8;

/// The minimum time between two starts of the same sound, in seconds.
const MIN_GAP: f32 = 0.045;

/// The sounds that play now, and the samples of all sounds.
pub struct Mixer {
    /// The samples per second.
    rate: u32,
    /// The samples of each sound, in the order of [`Sound::ALL`].
    samples: Vec<Vec<f32>>,
    voices: Vec<Voice>,
    /// The factor by which all samples are multiplied, from 0 to 1.
    volume: f32,
}

/// A sound that plays, and the number of its samples played so far.
struct Voice {
    sound: Sound,
    position: usize,
}

impl Mixer {
    /// Renders all sounds at `rate` samples per second.
    pub fn new(rate: u32) -> Self {
        let samples = Sound::ALL.into_iter().map(|sound| render(sound, rate)).collect();
        Self { rate, samples, voices: Vec::new(), volume: 1.0 }
    }

    /// Starts a sound. Drops it if too many play, or if the same one has just begun.
    pub fn start(&mut self, sound: Sound) {
        let min_gap = (MIN_GAP * self.rate as f32) as usize;
        let has_just_begun =
            self.voices.iter().any(|voice| voice.sound == sound && voice.position < min_gap);
        if self.voices.len() < MAX_VOICES && !has_just_begun {
            self.voices.push(Voice { sound, position: 0 });
        }
    }

    /// Sets the factor by which all samples are multiplied, from 0 to 1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = volume.clamp(0.0, 1.0);
    }

    /// Stops all sounds.
    pub fn stop(&mut self) {
        self.voices.clear();
    }

    /// Returns true if nothing plays.
    pub fn is_silent(&self) -> bool {
        self.voices.is_empty()
    }

    /// Fills a buffer with the next samples.
    pub fn fill(&mut self, buffer: &mut [f32]) {
        buffer.fill(0.0);
        for voice in &mut self.voices {
            let samples = &self.samples[voice.sound as usize][voice.position..];
            for (sum, sample) in buffer.iter_mut().zip(samples) {
                *sum += sample * self.volume;
            }
            voice.position += samples.len().min(buffer.len());
        }
        // Soft clipping keeps the sum of several loud sounds between -1 and 1.
        buffer.iter_mut().for_each(|sample| *sample = sample.tanh());
        let samples = &self.samples;
        self.voices.retain(|voice| voice.position < samples[voice.sound as usize].len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 8000;

    #[test]
    fn sounds_overlap_and_end() {
        let mut mixer = Mixer::new(RATE);
        mixer.start(Sound::Place);
        mixer.start(Sound::Bomb);
        let mut buffer = [0.0; 400];
        mixer.fill(&mut buffer);
        assert!(buffer.iter().any(|sample| sample.abs() > 0.1));
        assert!(buffer.iter().all(|sample| sample.abs() < 1.0));
        for _ in 0..40 {
            mixer.fill(&mut buffer);
        }
        assert!(mixer.is_silent());
        assert!(buffer.iter().all(|sample| *sample == 0.0));
    }

    #[test]
    fn number_of_voices_is_bounded() {
        let mut mixer = Mixer::new(RATE);
        let mut buffer = [0.0; 64];
        for _ in 0..1000 {
            Sound::ALL.into_iter().for_each(|sound| mixer.start(sound));
            mixer.fill(&mut buffer);
            assert!(mixer.voices.len() <= MAX_VOICES);
        }
    }

    #[test]
    fn repeated_sound_needs_a_gap() {
        let mut mixer = Mixer::new(RATE);
        mixer.start(Sound::Hop);
        mixer.start(Sound::Hop);
        assert_eq!(mixer.voices.len(), 1);
        mixer.fill(&mut [0.0; 400]);
        mixer.start(Sound::Hop);
        assert_eq!(mixer.voices.len(), 2);
    }

    #[test]
    fn volume_scales_the_samples() {
        let peak_at = |volume: f32| {
            let (mut mixer, mut buffer) = (Mixer::new(RATE), [0.0; 800]);
            mixer.set_volume(volume);
            mixer.start(Sound::Strike);
            mixer.fill(&mut buffer);
            buffer.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()))
        };
        assert_eq!(peak_at(0.0), 0.0);
        assert!(peak_at(0.2) < peak_at(1.0) * 0.3);
    }
}
