//! The random numbers of robots: one stream for each decision.

use std::fmt;

use sha2::{Digest, Sha256};

/// The length in bytes of the input whose hash starts a stream: seed, label, seat and ply.
pub(crate) const HASH_INPUT_LEN: usize = 46;

/// The start of a robot's own random stream for one decision.
///
/// Most robots need no random numbers for most decisions, so the hash is computed on demand.
#[derive(Clone, Copy)]
pub struct RobotStream(StreamStart);

#[derive(Clone, Copy)]
enum StreamStart {
    /// The start itself.
    Known([u8; 32]),
    /// The bytes whose SHA-256 is the start.
    HashOf([u8; HASH_INPUT_LEN]),
}

impl RobotStream {
    /// Returns the stream that begins with the SHA-256 of these bytes.
    pub(crate) const fn hash_of(bytes: [u8; HASH_INPUT_LEN]) -> Self {
        Self(StreamStart::HashOf(bytes))
    }

    /// Returns the 32 bytes that seed the robot's generator of random numbers.
    pub fn start(&self) -> [u8; 32] {
        match self.0 {
            StreamStart::Known(bytes) => bytes,
            StreamStart::HashOf(bytes) => Sha256::digest(bytes).into(),
        }
    }
}

impl From<[u8; 32]> for RobotStream {
    fn from(bytes: [u8; 32]) -> Self {
        Self(StreamStart::Known(bytes))
    }
}

impl fmt::Debug for RobotStream {
    /// Hides the bytes, because they contain the seed of the dice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RobotStream(..)")
    }
}
