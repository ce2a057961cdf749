//! The default output device of Windows or macOS.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{FromSample, SampleFormat, SizedSample, Stream, StreamConfig};

use super::Output;
use crate::sound::{Mixer, Sound};

/// A stream of samples to the device.
pub struct DeviceOutput {
    mixer: Arc<Mutex<Mixer>>,
    stream: Stream,
    is_running: bool,
    is_lost: Arc<AtomicBool>,
}

impl Output for DeviceOutput {
    fn play(&mut self, sound: Sound, volume: f32) {
        let mut mixer = self.mixer.lock().unwrap_or_else(PoisonError::into_inner);
        mixer.set_volume(volume);
        mixer.start(sound);
        drop(mixer);
        if !self.is_running {
            self.is_running = self.stream.play().is_ok();
        }
    }

    fn pause_if_silent(&mut self) {
        let is_silent = self.mixer.lock().unwrap_or_else(PoisonError::into_inner).is_silent();
        if self.is_running && is_silent {
            self.is_running = self.stream.pause().is_err();
        }
    }

    fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }
}

/// Opens the default device.
pub fn open() -> Result<Box<dyn Output>, String> {
    let no_device = || "there is no output device".to_owned();
    let device = cpal::default_host().default_output_device().ok_or_else(no_device)?;
    let supported = device.default_output_config().map_err(|error| error.to_string())?;
    let config = supported.config();
    let mixer = Arc::new(Mutex::new(Mixer::new(config.sample_rate)));
    let is_lost = Arc::new(AtomicBool::new(false));
    let parts = (Arc::clone(&mixer), Arc::clone(&is_lost));
    let stream = match supported.sample_format() {
        SampleFormat::F32 => build::<f32>(&device, config, parts),
        SampleFormat::I16 => build::<i16>(&device, config, parts),
        SampleFormat::U16 => build::<u16>(&device, config, parts),
        SampleFormat::I32 => build::<i32>(&device, config, parts),
        other => Err(format!("samples of the kind {other} are not supported")),
    }?;
    Ok(Box::new(DeviceOutput { mixer, stream, is_running: false, is_lost }))
}

/// Builds a stream that plays the mixer's samples on all channels.
fn build<S: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    (mixer, is_lost): (Arc<Mutex<Mixer>>, Arc<AtomicBool>),
) -> Result<Stream, String> {
    let channels = usize::from(config.channels).max(1);
    let mut mono = Vec::new();
    let fill = move |buffer: &mut [S], _: &cpal::OutputCallbackInfo| {
        mono.resize(buffer.len() / channels, 0.0);
        mixer.lock().unwrap_or_else(PoisonError::into_inner).fill(&mut mono);
        for (frame, sample) in buffer.chunks_mut(channels).zip(&mono) {
            frame.fill(S::from_sample(*sample));
        }
    };
    let on_error = move |_| is_lost.store(true, Ordering::Relaxed);
    device.build_output_stream(config, fill, on_error, None).map_err(|error| error.to_string())
}
