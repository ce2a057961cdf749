//! Verifiable dice: every draw follows from a seed that is committed to before the game.
//!
//! Each draw has a label, such as `dice`, and a number `k`, counted from 0 for each label. It is
//! computed as follows:
//!
//! 1. Take the SHA-256 of the bytes of the seed, the label, `k` (eight bytes, little-endian) and
//!    `retry` (one byte), one after the other. `retry` is 0 at first.
//! 2. Let `end` be the largest multiple of the number of outcomes that is at most 256. Find the
//!    first byte of the hash that is below `end`. Bytes from `end` on would favour some outcomes.
//! 3. The result is this byte modulo the number of outcomes. If there is no such byte, add 1 to
//!    `retry` and begin again.
//!
//! A few lines in any language can check a game. If a roll is taken back and repeated, it shows the
//! same face.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::contract::robot_stream::{HASH_INPUT_LEN, RobotStream};
use crate::contract::seat::Seat;

/// The 32 bytes from which all chance outcomes of a game follow. Files write them as hexadecimal
/// digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The seed of a run of the program, such as a game or a tournament, in the form in which it is
/// typed and printed: a number, or the 64 hexadecimal digits of a random seed. With it, the run can
/// be repeated.
///
/// A robot could guess a seed that is a small number by trying them all, but not a random seed of
/// 256 bits.
///
/// # Examples
/// ```
/// use qipan_core::contract::dice::{RunSeed, Seed};
///
/// let typed: RunSeed = "7".parse()?;
/// assert_eq!(typed.seed(), Seed::from_number(7));
/// let random = RunSeed::Random(Seed::from_number(7));
/// assert_eq!(random.to_string().parse(), Ok(random));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunSeed {
    /// A number chosen by a person.
    Number(u64),
    /// A random seed, chosen by Qipan.
    Random(Seed),
}

/// The published commitment to a seed: its SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

impl Seed {
    /// Returns the seed made of these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the seed that belongs to a number: the SHA-256 of `qipan` and the decimal number.
    pub fn from_number(number: u64) -> Self {
        Self(Sha256::new().chain_update("qipan").chain_update(number.to_string()).finalize().into())
    }

    /// Returns the seed that several players make together, each with a share of 32 bytes: the
    /// SHA-256 of `qipan together` and the shares in their order. If every player commits to a
    /// share before any share is disclosed, none of them can choose the seed.
    pub fn from_shares(shares: &[[u8; 32]]) -> Self {
        let hash = Sha256::new().chain_update("qipan together");
        Self(shares.iter().fold(hash, |hash, share| hash.chain_update(share)).finalize().into())
    }

    /// Returns the bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the bytes as hexadecimal digits, for checking a finished game.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// Returns the commitment, which can be shown before the game without revealing the seed.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::dice::{Commitment, Seed};
    ///
    /// let published = Seed::from_number(7).commitment().to_string();
    /// // The seed is revealed after the game, and everyone can compare.
    /// assert_eq!(Commitment::try_from(published), Ok(Seed::from_number(7).commitment()));
    /// assert_ne!(Seed::from_number(8).commitment(), Seed::from_number(7).commitment());
    /// ```
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// Returns draw `k` of a label: a number below `count`, uniformly distributed.
    ///
    /// For the die, the label is `dice` and `count` is 6. Bytes from 252 on are then skipped.
    ///
    /// # Panics
    /// `count` is 0.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::dice::Seed;
    ///
    /// let seed = Seed::from_number(7);
    /// assert_eq!(seed.draw("dice", 3, 6) + 1, seed.roll(3));
    /// assert!((0..100).all(|k| seed.draw("shuffle", k, 25) < 25));
    /// ```
    pub fn draw(&self, label: &str, k: u64, count: u8) -> u8 {
        assert!(count > 0, "a draw needs at least one outcome");
        let fair_end = 256 - 256 % u16::from(count);
        let mut suffix = [0; 9];
        suffix[..8].copy_from_slice(&k.to_le_bytes());
        for retry in 0..=u8::MAX {
            suffix[8] = retry;
            let hash = self.hash(label, &suffix);
            if let Some(byte) = hash.iter().find(|byte| u16::from(**byte) < fair_end) {
                return byte % count;
            }
        }
        unreachable!("256 hashes without one fair byte")
    }

    /// Returns the face of roll `k`, 1 to 6. Rolls are counted from 0.
    pub fn roll(&self, k: u64) -> u8 {
        self.draw("dice", k, 6) + 1
    }

    /// Returns the outcome of roll `k`, one of `outcomes`, of which there must be at least one.
    pub fn roll_among<T: Copy>(&self, k: u64, outcomes: &[T]) -> T {
        outcomes[usize::from(self.draw("dice", k, outcomes.len() as u8))]
    }

    /// Returns the start of a robot's own random stream for one decision.
    ///
    /// It is a hash, so that no script can compute the dice from it.
    pub fn robot_stream(&self, seat: Seat, ply: u32) -> RobotStream {
        let mut input = [0; HASH_INPUT_LEN];
        input[..32].copy_from_slice(&self.0);
        input[32..37].copy_from_slice(b"robot");
        input[37] = seat.index() as u8;
        input[38..].copy_from_slice(&u64::from(ply).to_le_bytes());
        RobotStream::hash_of(input)
    }

    /// Returns the SHA-256 of the seed, a label and a suffix, one after the other.
    fn hash(&self, label: &str, suffix: &[u8; 9]) -> [u8; 32] {
        // All labels in use fit into this buffer. Hashing it at once is faster than in parts.
        let mut buffer = [0; 64];
        let label_end = 32 + label.len();
        let end = label_end + suffix.len();
        if end > buffer.len() {
            let hash = Sha256::new().chain_update(self.0).chain_update(label);
            return hash.chain_update(suffix).finalize().into();
        }
        buffer[..32].copy_from_slice(&self.0);
        buffer[32..label_end].copy_from_slice(label.as_bytes());
        buffer[label_end..end].copy_from_slice(suffix);
        Sha256::digest(&buffer[..end]).into()
    }
}

impl RunSeed {
    /// Returns the seed from which all chance outcomes follow.
    pub fn seed(&self) -> Seed {
        match self {
            Self::Number(number) => Seed::from_number(*number),
            Self::Random(seed) => *seed,
        }
    }

    /// Returns a number that seeds shuffles, such as that of the pairings of a tournament. If the
    /// seed is random, the number reveals nothing about the dice.
    pub fn shuffle_seed(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Random(seed) => {
                let hash = seed.hash("shuffle", &[0; 9]);
                u64::from_le_bytes(std::array::from_fn(|byte| hash[byte]))
            }
        }
    }

    /// Returns another seed that follows from this one, for example for a later round. Derived
    /// seeds are numbered from 1.
    pub fn derive(&self, number: u32) -> Self {
        match self {
            Self::Number(first) => Self::Number(first.wrapping_add(u64::from(number))),
            Self::Random(seed) => {
                let mut suffix = [0; 9];
                suffix[..4].copy_from_slice(&number.to_le_bytes());
                Self::Random(Seed(seed.hash("next run", &suffix)))
            }
        }
    }
}

impl std::str::FromStr for RunSeed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() == 64 {
            return parse_hex(text).map(|bytes| Self::Random(Seed(bytes)));
        }
        let number = text.parse().map_err(|_| "expected a whole number or 64 hexadecimal digits");
        Ok(Self::Number(number?))
    }
}

impl std::fmt::Display for RunSeed {
    /// Writes the seed in the form in which it is typed. A random seed reveals all dice of its
    /// game.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Random(seed) => f.write_str(&seed.to_hex()),
        }
    }
}

impl Serialize for RunSeed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Random(seed) => seed.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for RunSeed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a whole number or 64 hexadecimal digits")]
        enum SavedSeed {
            Number(u64),
            Random(Seed),
        }
        Ok(match SavedSeed::deserialize(deserializer)? {
            SavedSeed::Number(number) => Self::Number(number),
            SavedSeed::Random(seed) => Self::Random(seed),
        })
    }
}

/// Dice that count their own rolls, for games that are not recorded.
///
/// # Examples
/// ```
/// use qipan_core::contract::dice::{Dice, Seed};
///
/// let mut dice = Dice::new(Seed::from_number(7));
/// let rolls = [(); 10].map(|()| dice.roll(&[1, 2, 3, 4, 5, 6]));
/// assert_eq!(rolls, std::array::from_fn(|k| Seed::from_number(7).roll(k as u64)));
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    seed: Seed,
    rolls: u64,
}

impl Dice {
    /// Returns the dice of this seed, before the first roll.
    pub const fn new(seed: Seed) -> Self {
        Self { seed, rolls: 0 }
    }

    /// Returns the next roll: one of these outcomes, of which there must be at least one.
    pub fn roll<T: Copy>(&mut self, outcomes: &[T]) -> T {
        self.rolls += 1;
        self.seed.roll_among(self.rolls - 1, outcomes)
    }
}

impl std::fmt::Debug for Seed {
    /// Hides the bytes, because a log line must not reveal the dice.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed(..)")
    }
}

impl Serialize for Seed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse_hex(&String::deserialize(deserializer)?).map(Self).map_err(serde::de::Error::custom)
    }
}

impl TryFrom<String> for Commitment {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        parse_hex(&text).map(Self)
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        commitment.to_string()
    }
}

impl std::fmt::Display for Commitment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// Parses 64 hexadecimal digits.
fn parse_hex(text: &str) -> Result<[u8; 32], String> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes)
        .map_err(|_| "expected 64 hexadecimal digits".to_owned())?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_follow_the_documented_recipe() {
        let seed = Seed::from_number(7);
        for k in 0..200u64 {
            let mut bytes = seed.0.to_vec();
            bytes.extend(b"dice");
            bytes.extend(k.to_le_bytes());
            bytes.push(0);
            let hash = Sha256::digest(&bytes);
            let byte = hash.iter().find(|byte| **byte < 252).unwrap();
            assert_eq!(seed.roll(k), byte % 6 + 1);
        }
    }

    #[test]
    fn hash_covers_seed_label_and_suffix() {
        let seed = Seed::from_number(8);
        for label in ["", "robot", &"x".repeat(23), &"x".repeat(24), &"x".repeat(90)] {
            let suffix = [1, 2, 3, 4, 5, 6, 7, 8, 9];
            let bytes = [&seed.0[..], label.as_bytes(), &suffix].concat();
            assert_eq!(seed.hash(label, &suffix)[..], Sha256::digest(bytes)[..], "{label}");
        }
    }

    #[test]
    fn every_share_counts_in_a_common_seed() {
        let shares = [[1; 32], [2; 32], [3; 32]];
        let seed = Seed::from_shares(&shares);
        let text = [&b"qipan together"[..], &[1; 32], &[2; 32], &[3; 32]].concat();
        assert_eq!(seed, Seed(Sha256::digest(text).into()));
        for changed in 0..shares.len() {
            let mut others = shares;
            others[changed][31] ^= 1;
            assert_ne!(Seed::from_shares(&others), seed);
        }
        assert_ne!(Seed::from_shares(&[[2; 32], [1; 32], [3; 32]]), seed);
    }

    #[test]
    fn rolls_are_uniform() {
        let seed = Seed::from_number(1);
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|k| counts[seed.roll(k) as usize - 1] += 1);
        let chi_square: f64 =
            counts.iter().map(|count| (f64::from(*count) - 1e4).powi(2) / 1e4).sum();
        assert!(chi_square < 20.5, "chi-square {chi_square} of {counts:?}");
    }

    #[test]
    fn run_seed_round_trips() {
        let random = RunSeed::Random(Seed::from_number(5));
        for seed in [RunSeed::Number(0), RunSeed::Number(u64::MAX), random, random.derive(3)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
            let json = serde_json::to_string(&seed).unwrap();
            assert_eq!(serde_json::from_str::<RunSeed>(&json).unwrap(), seed);
        }
        assert_eq!(serde_json::to_string(&RunSeed::Number(7)).unwrap(), "7");
        assert_eq!("1".repeat(64).parse(), Ok(RunSeed::Random(Seed([0x11; 32]))));
        assert_eq!(RunSeed::Number(7).seed(), Seed::from_number(7));
        assert_eq!(
            (RunSeed::Number(7).shuffle_seed(), RunSeed::Number(7).derive(2)),
            (7, RunSeed::Number(9))
        );
        for text in ["", "x", "-1", "1.5", &"g".repeat(64), &"1".repeat(63), "18446744073709551616"]
        {
            assert!(text.parse::<RunSeed>().is_err(), "{text}");
        }
    }

    #[test]
    fn seed_round_trips_through_json_and_is_hidden_in_debug_output() {
        let seed = Seed::from_number(3);
        let text = serde_json::to_string(&seed).unwrap();
        assert_eq!(serde_json::from_str::<Seed>(&text).unwrap(), seed);
        assert_eq!(format!("{seed:?}"), "Seed(..)");
        assert!(serde_json::from_str::<Seed>("\"12\"").is_err());
    }
}
