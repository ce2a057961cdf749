//! The start of a robot's own random numbers for one decision.

use std::fmt;

use sha2::{Digest, Sha256};

/// The start of a robot's own random stream for one decision. It is worked out by whoever asks
/// for it: most decisions of most robots need no chance at all.
#[derive(Clone, Copy)]
pub struct RobotStream(Start);

#[derive(Clone, Copy)]
enum Start {
    Known([u8; 32]),
    HashOf([u8; 46]),
}

impl RobotStream {
    /// The stream that begins with the SHA-256 of these bytes.
    pub(crate) const fn hash_of(bytes: [u8; 46]) -> Self {
        Self(Start::HashOf(bytes))
    }

    /// The 32 bytes a generator is seeded with.
    #[must_use]
    pub fn start(&self) -> [u8; 32] {
        match self.0 {
            Start::Known(bytes) => bytes,
            Start::HashOf(bytes) => Sha256::digest(bytes).into(),
        }
    }
}

impl From<[u8; 32]> for RobotStream {
    fn from(bytes: [u8; 32]) -> Self {
        Self(Start::Known(bytes))
    }
}

impl fmt::Debug for RobotStream {
    /// Never shows what it is worked out from: that is the seed of the dice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RobotStream(..)")
    }
}
