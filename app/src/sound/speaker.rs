//! Plays sounds in a thread of its own, so that the window never waits for the sound server.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::sound::output::{self, Output};
use crate::sound::{MAX_VOICES, Sound};

/// The time between attempts to reach a sound server that does not answer.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// The time of silence after which the output is paused.
const PAUSE_AFTER: Duration = Duration::from_secs(2);

/// The state of the speaker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SpeakerState {
    /// No sound has been played yet.
    #[default]
    Idle,
    /// Sounds are played.
    Ready,
    /// There is no sound server, for this reason.
    Silent(String),
}

/// Plays sounds on the machine.
#[derive(Default)]
pub struct Speaker {
    sink: SoundSink,
    state: Arc<Mutex<SpeakerState>>,
}

/// The place where sounds go.
#[derive(Default)]
enum SoundSink {
    /// Nowhere.
    #[default]
    Nowhere,
    /// The sound server. The thread is started with the first sound.
    System(Option<SyncSender<Request>>),
    /// A list, for tests.
    List(Vec<Sound>),
}

/// A request to the thread.
enum Request {
    Play(Sound),
    SetVolume(f32),
}

impl Speaker {
    /// Returns a speaker that uses the sound server of the system.
    pub fn system() -> Self {
        Self { sink: SoundSink::System(None), ..Self::default() }
    }

    /// Returns a speaker that keeps a list of the sounds, for tests.
    pub fn recording() -> Self {
        Self { sink: SoundSink::List(Vec::new()), ..Self::default() }
    }

    /// Plays sounds, at a volume from 0 to 1. Sounds beyond the number that can be heard at the
    /// same time are dropped, so no queue can grow.
    pub fn play(&mut self, sounds: &[Sound], volume: f32) {
        if sounds.is_empty() {
            return;
        }
        match &mut self.sink {
            SoundSink::Nowhere => {}
            SoundSink::List(list) => list.extend(sounds),
            SoundSink::System(requests) => {
                let requests = requests.get_or_insert_with(|| spawn(Arc::clone(&self.state)));
                // A full channel means that the server is stuck. Then the sounds are dropped.
                drop(requests.try_send(Request::SetVolume(volume)));
                for sound in sounds.iter().take(MAX_VOICES) {
                    drop(requests.try_send(Request::Play(*sound)));
                }
            }
        }
    }

    /// Returns the state.
    pub fn state(&self) -> SpeakerState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the sounds of a recording speaker, and removes them from its list.
    pub fn take_recorded(&mut self) -> Vec<Sound> {
        match &mut self.sink {
            SoundSink::List(list) => std::mem::take(list),
            SoundSink::Nowhere | SoundSink::System(_) => Vec::new(),
        }
    }
}

/// Starts the thread. It ends when the speaker is dropped.
fn spawn(state: Arc<Mutex<SpeakerState>>) -> SyncSender<Request> {
    let (sender, receiver) = sync_channel(4 * MAX_VOICES);
    let body = move || run(&receiver, &state);
    // Without a thread there is no sound, and the dropped receiver makes every request fail.
    drop(std::thread::Builder::new().name("sound".to_owned()).spawn(body));
    sender
}

/// Carries out requests until the speaker is dropped.
fn run(requests: &Receiver<Request>, state: &Mutex<SpeakerState>) {
    let mut output: Option<Box<dyn Output>> = None;
    let mut failed_at: Option<Instant> = None;
    let mut volume = 1.0;
    loop {
        let request = match requests.recv_timeout(PAUSE_AFTER) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => {
                output.iter_mut().for_each(|output| output.pause_if_silent());
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let sound = match request {
            Request::SetVolume(new_volume) => {
                volume = new_volume;
                continue;
            }
            Request::Play(sound) => sound,
        };
        output.take_if(|output| output.is_lost());
        let may_try = failed_at.is_none_or(|at| at.elapsed() > RETRY_INTERVAL);
        if output.is_none() && may_try {
            let new_state = match output::open() {
                Ok(opened) => {
                    (output, failed_at) = (Some(opened), None);
                    SpeakerState::Ready
                }
                Err(why) => {
                    failed_at = Some(Instant::now());
                    SpeakerState::Silent(why)
                }
            };
            *state.lock().unwrap_or_else(PoisonError::into_inner) = new_state;
        }
        if let Some(output) = &mut output {
            output.play(sound, volume);
        }
    }
}
