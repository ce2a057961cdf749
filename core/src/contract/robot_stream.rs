//! The start of a robot's own random numbers for one decision.

use std::fmt;

use sha2::{Digest, Sha256};

/// The start of a robot's own random stream for one decision. Its hash is computed on demand,
/// because most decisions of most robots need no random numbers.
#[derive(Clone, Copy)]
pub struct RobotStream(StreamStart);

#[derive(Clone, Copy)]
enum StreamStart {
    Known([u8; 32]),
    HashOf([u8; 46]),
}

impl RobotStream {
    /// Returns the stream that begins with the SHA-256 of these bytes.
    pub(crate) const fn hash_of(bytes: [u8; 46]) -> Self {
        Self(StreamStart::HashOf(bytes))
    }

    /// Returns the 32 bytes that seed a generator.
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
