//! PulseAudio's native protocol, which PipeWire speaks, too.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, SampleFormat, SampleSpec,
};
use pulseaudio::{Client, PlaybackSource, PlaybackStream};

use super::Output;
use crate::sound::{Mixer, SAMPLE_RATE, Sound};

/// The size of a sample in bytes.
const SAMPLE_BYTES: u32 = size_of::<f32>() as u32;

/// The length of the buffer in the server, in bytes: 30 ms.
const BUFFER_BYTES: u32 = SAMPLE_RATE * 30 / 1000 * SAMPLE_BYTES;

/// The time within which the server must fetch the samples of a new sound. After that, the
/// connection counts as lost.
const FETCH_TIMEOUT: Duration = Duration::from_secs(2);

/// A stream of samples to the server.
pub struct PulseOutput {
    source: Arc<Mutex<SourceState>>,
    // Dropping the stream or the client closes it.
    _stream: PlaybackStream,
    _client: Client,
}

/// The samples to be played, shared with the thread of the connection.
struct SourceState {
    mixer: Mixer,
    /// Wakes the connection when there are samples again.
    waker: Option<Waker>,
    /// The start of the first sound since the server last fetched samples, or `None` if there was
    /// no sound since.
    waiting_since: Option<Instant>,
}

/// Supplies the connection with samples. While nothing plays it has none, and the stream is idle.
struct MixerSource(Arc<Mutex<SourceState>>);

impl PlaybackSource for MixerSource {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut [u8]) -> Poll<usize> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.mixer.is_silent() {
            state.waker = Some(cx.waker().clone());
            return Poll::Pending;
        }
        state.waiting_since = None;
        let mut samples = vec![0.0; buffer.len() / SAMPLE_BYTES as usize];
        state.mixer.fill(&mut samples);
        for (bytes, sample) in buffer.chunks_exact_mut(SAMPLE_BYTES as usize).zip(&samples) {
            bytes.copy_from_slice(&sample.to_le_bytes());
        }
        Poll::Ready(samples.len() * SAMPLE_BYTES as usize)
    }
}

impl Output for PulseOutput {
    fn play(&mut self, sound: Sound, volume: f32) {
        let mut state = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        state.mixer.set_volume(volume);
        state.mixer.start(sound);
        state.waiting_since.get_or_insert_with(Instant::now);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    fn pause_if_silent(&mut self) {
        // The source already supplies no samples while nothing plays.
    }

    fn is_lost(&self) -> bool {
        let state = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        state.waiting_since.is_some_and(|since| since.elapsed() > FETCH_TIMEOUT)
    }
}

/// Connects to the server and opens a stream.
pub fn open() -> Result<Box<dyn Output>, String> {
    let client = Client::from_env(c"Qipan").map_err(|error| error.to_string())?;
    let state = SourceState { mixer: Mixer::new(SAMPLE_RATE), waker: None, waiting_since: None };
    let source = Arc::new(Mutex::new(state));
    let params = PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::Float32Le,
            channels: 1,
            sample_rate: SAMPLE_RATE,
        },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr {
            target_length: BUFFER_BYTES,
            // Playback starts again after silence as soon as a third of the buffer is full.
            pre_buffering: BUFFER_BYTES / 3,
            minimum_request_length: BUFFER_BYTES / 4,
            ..BufferAttr::default()
        },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    };
    let playback = client.create_playback_stream(params, MixerSource(Arc::clone(&source)));
    let stream = pollster::block_on(playback).map_err(|error| error.to_string())?;
    Ok(Box::new(PulseOutput { source, _stream: stream, _client: client }))
}
