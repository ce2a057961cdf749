//! The small sets of the race games: faces of a die, progress numbers, bonus rolls, planes.
//!
//! Each is a [`Set`] of a type that implements [`Universe`].

use serde::{Deserialize, Serialize};

use super::board::Progress;
use crate::contract::bit_set::{MemberList, Set, Universe};

/// A set of faces of a die, written in files as a list of numbers.
pub type Faces = Set<DieFaces>;

/// The possible members of [`Faces`]: 1 to 6.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DieFaces;

impl Universe for DieFaces {
    type Item = u8;
    type Bits = u8;
    const COUNT: u8 = 6;

    #[inline]
    fn number(face: u8) -> u8 {
        face.wrapping_sub(1)
    }

    #[inline]
    fn item(number: u8) -> u8 {
        number + 1
    }
}

impl MemberList for DieFaces {
    type Entry = u8;

    fn entry(face: u8) -> u8 {
        face
    }

    fn read(face: u8) -> Result<u8, &'static str> {
        (1..=6).contains(&face).then_some(face).ok_or("a face is a number from 1 to 6")
    }
}

impl Faces {
    /// All six faces.
    pub const ALL: Self = Self::of_bits(0b11_1111);

    /// Returns the set of these faces.
    ///
    /// # Panics
    /// A face is not from 1 to 6.
    pub const fn of(faces: &[u8]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < faces.len() {
            let face = faces[index];
            assert!(face >= 1 && face <= 6, "a face is 1 to 6");
            bits |= 1 << (face - 1);
            index += 1;
        }
        Self::of_bits(bits)
    }
}

/// A set of progress numbers below 64, written in files as a list of numbers.
pub type ProgressSet = Set<ProgressNumbers>;

/// The possible members of [`ProgressSet`]: the numbers below 64.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgressNumbers;

impl Universe for ProgressNumbers {
    type Item = Progress;
    type Bits = u64;
    const COUNT: u8 = 64;

    #[inline]
    fn number(progress: Progress) -> u8 {
        progress
    }

    #[inline]
    fn item(number: u8) -> Progress {
        number
    }
}

impl MemberList for ProgressNumbers {
    type Entry = Progress;

    fn entry(progress: Progress) -> Progress {
        progress
    }

    fn read(progress: Progress) -> Result<Progress, &'static str> {
        (progress < 64).then_some(progress).ok_or("a square is a number below 64")
    }
}

/// A set of reasons for a bonus roll, written in files as a list of words.
pub type BonusRolls = Set<Bonuses>;

/// A reason for a bonus roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    /// Sending an opponent to the hangar.
    OnCapture,
    /// Bringing a plane to the centre.
    OnFinish,
}

/// The possible members of [`BonusRolls`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bonuses;

impl Universe for Bonuses {
    type Item = Bonus;
    type Bits = u8;
    const COUNT: u8 = 2;

    #[inline]
    fn number(bonus: Bonus) -> u8 {
        bonus as u8
    }

    #[inline]
    fn item(number: u8) -> Bonus {
        [Bonus::OnCapture, Bonus::OnFinish][usize::from(number & 1)]
    }
}

impl MemberList for Bonuses {
    type Entry = Bonus;

    fn entry(bonus: Bonus) -> Bonus {
        bonus
    }

    fn read(bonus: Bonus) -> Result<Bonus, &'static str> {
        Ok(bonus)
    }
}

/// A set of planes of one seat, numbered from 0. Files contain a list of numbers from 1.
pub type PlaneSet = Set<Planes>;

/// The possible members of [`PlaneSet`]: 0 to 3.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Planes;

impl Universe for Planes {
    type Item = u8;
    type Bits = u8;
    const COUNT: u8 = 4;

    #[inline]
    fn number(plane: u8) -> u8 {
        plane & 3
    }

    #[inline]
    fn item(number: u8) -> u8 {
        number
    }
}

impl MemberList for Planes {
    type Entry = u8;

    fn entry(plane: u8) -> u8 {
        plane + 1
    }

    fn read(number: u8) -> Result<u8, &'static str> {
        let plane = number.checked_sub(1).filter(|plane| *plane < 4);
        plane.ok_or("a plane is a number from 1 to 4")
    }
}

/// The byte mask of each set of planes, indexed by the bits of the set. The mask has `0xFF` in the
/// byte of each plane of the set. Plane 0 has the lowest byte.
const BYTE_MASKS: [u32; 16] = {
    let mut masks = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        // The first product moves bit n to bit 8n. The factor 0xFF makes each bit fill its byte.
        masks[bits as usize] = ((bits * 0x0020_4081) & 0x0101_0101) * 0xFF;
        bits += 1;
    }
    masks
};

/// The factor that copies a byte into all four bytes of a number.
const ALL_BYTES: u32 = 0x0101_0101;

// A row holds one byte per plane, such as its progress. All four bytes are handled at once (SWAR).

impl PlaneSet {
    /// Returns the set with these bits, the lowest for plane 0.
    pub const fn from_bits(bits: u8) -> Self {
        Self::of_bits(bits & 0xF)
    }

    /// Returns the planes whose byte in a row has this value.
    pub(super) const fn with_value(row: [u8; 4], value: u8) -> Self {
        // A byte is 0 where the row has the value.
        let difference = u32::from_le_bytes(row) ^ (value as u32 * ALL_BYTES);
        // The addition sets the top bit of a byte if any of its lower seven bits is set.
        let low_bits = (difference & 0x7F7F_7F7F) + 0x7F7F_7F7F;
        // The lowest bit of a byte is 1 where the row has the value.
        let equal = !(low_bits | difference) >> 7 & ALL_BYTES;
        // The product gathers these bits in the highest byte.
        Self::from_bits((equal.wrapping_mul(0x0102_0408) >> 24) as u8)
    }

    /// Sets the bytes of these planes in a row to a value.
    pub(super) const fn write(self, row: &mut [u8; 4], value: u8) {
        let mask = BYTE_MASKS[self.bits() as usize & 15];
        let others = u32::from_le_bytes(*row) & !mask;
        *row = (others | ((value as u32 * ALL_BYTES) & mask)).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_compared_and_written_plane_by_plane() {
        let values = [0, 1, 0x7F, 0x80, 0xFE, 0xFF];
        // Every row of four of these values.
        for number in 0..6usize.pow(4) {
            let digits = [number % 6, number / 6 % 6, number / 36 % 6, number / 216];
            let row = digits.map(|digit| values[digit]);
            for value in values {
                let planes = PlaneSet::with_value(row, value);
                for plane in 0..4 {
                    let has_value = row[plane as usize] == value;
                    assert_eq!(planes.contains(plane), has_value, "{row:?}");
                }
                let mut written = row;
                PlaneSet::from_bits(0b1010).write(&mut written, value);
                assert_eq!(written, [row[0], value, row[2], value]);
            }
        }
    }
}
