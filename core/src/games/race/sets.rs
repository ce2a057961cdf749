//! The small sets of the race games: faces of a die, squares, bonus rolls, planes.

use serde::{Deserialize, Serialize};

use super::board::Progress;
use crate::contract::bit_set::{MemberList, Members, Set};

/// A set of faces of a die. A list of numbers in files.
pub type Faces = Set<DieFaces>;

/// The faces of a die, 1 to 6.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DieFaces;

impl Members for DieFaces {
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

    /// Returns the set of these faces, each 1 to 6.
    ///
    /// # Panics
    /// Panics on a face outside 1 to 6.
    pub const fn of(faces: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < faces.len() {
            assert!(faces[i] >= 1 && faces[i] <= 6, "a face is 1 to 6");
            bits |= 1 << (faces[i] - 1);
            i += 1;
        }
        Self::of_bits(bits)
    }
}

/// A set of progress numbers below 64. A list of numbers in files.
pub type Squares = Set<Progresses>;

/// The progress numbers below 64.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Progresses;

impl Members for Progresses {
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

impl MemberList for Progresses {
    type Entry = Progress;

    fn entry(progress: Progress) -> Progress {
        progress
    }

    fn read(progress: Progress) -> Result<Progress, &'static str> {
        (progress < 64).then_some(progress).ok_or("a square is a number below 64")
    }
}

/// A set of reasons for a bonus roll. A list of words in files.
pub type BonusRolls = Set<Bonuses>;

/// A reason for a bonus roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    /// Sending an opponent home.
    OnCapture,
    /// Bringing a plane to the centre.
    OnFinish,
}

/// All reasons for a bonus roll.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bonuses;

impl Members for Bonuses {
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

/// A set of planes of one seat, numbered from 0. A list of numbers from 1 in files.
pub type PlaneSet = Set<Planes>;

/// The planes of a seat.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Planes;

impl Members for Planes {
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

/// For each set of planes by its bits: a mask of the bytes that belong to them in a row.
const BYTES: [u32; 16] = {
    let mut bytes = [0; 16];
    let mut set = 0;
    while set < 16 {
        bytes[set as usize] = ((set * 0x0020_4081) & 0x0101_0101) * 0xFF;
        set += 1;
    }
    bytes
};

impl PlaneSet {
    /// Returns the set with these bits, the lowest for plane 0.
    pub const fn from_bits(bits: u8) -> Self {
        Self::of_bits(bits & 0xF)
    }

    /// Returns the planes whose entry in a row has this value. Compares all four at once (SWAR).
    pub(super) const fn with_value(row: [u8; 4], value: u8) -> Self {
        let differ = u32::from_le_bytes(row) ^ (value as u32 * 0x0101_0101);
        let low = (differ & 0x7F7F_7F7F) + 0x7F7F_7F7F;
        let equal = !(low | differ) >> 7 & 0x0101_0101;
        Self::from_bits((equal.wrapping_mul(0x0102_0408) >> 24) as u8)
    }

    /// Sets the entries of these planes in a row. Writes all four at once.
    pub(super) const fn write(self, row: &mut [u8; 4], value: u8) {
        let bytes = BYTES[self.bits() as usize & 15];
        let remaining = u32::from_le_bytes(*row) & !bytes;
        *row = (remaining | ((value as u32 * 0x0101_0101) & bytes)).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_compared_and_written_plane_by_plane() {
        let values = [0, 1, 0x7F, 0x80, 0xFE, 0xFF];
        for row in (0..6usize.pow(4)).map(|n| [n % 6, n / 6 % 6, n / 36 % 6, n / 216]) {
            let row = row.map(|i| values[i]);
            for value in values {
                let planes = PlaneSet::with_value(row, value);
                assert!(
                    (0..4).all(|k| planes.contains(k) == (row[k as usize] == value)),
                    "{row:?}"
                );
                let mut written = row;
                PlaneSet::from_bits(0b1010).write(&mut written, value);
                assert_eq!(written, [row[0], value, row[2], value]);
            }
        }
    }
}
