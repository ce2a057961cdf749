//! The connection to the sound server of the system.
//!
//! On Linux it uses the native protocol of PulseAudio, which PipeWire also speaks. So the program
//! needs no system library for sound, neither to build nor to start. Elsewhere it uses `cpal`.

#[cfg(not(target_os = "linux"))]
mod device;
#[cfg(target_os = "linux")]
mod pulse;

#[cfg(not(target_os = "linux"))]
use device as system;
#[cfg(target_os = "linux")]
use pulse as system;

use crate::sound::Sound;

/// An open connection to a sound server.
pub trait Output {
    /// Starts a sound, at a volume from 0 to 1.
    fn play(&mut self, sound: Sound, volume: f32);
    /// Pauses the stream until the next sound, if nothing plays.
    fn pause_if_silent(&mut self);
    /// Returns true if the server has gone away.
    fn is_lost(&self) -> bool;
}

/// Connects to the sound server of the system.
///
/// # Errors
/// The reason why there is no sound, in the words of the system.
pub fn open() -> Result<Box<dyn Output>, String> {
    system::open()
}
