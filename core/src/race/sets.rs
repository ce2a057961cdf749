//! Small sets the race options are made of: faces of a die, squares, bonus rolls.

use serde::{Deserialize, Serialize};

use super::board::Progress;

/// A set of faces of a die; a list of numbers in files.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Faces(u8);

impl Faces {
    /// All six.
    pub const ALL: Self = Self(0b111_1110);

    /// The set of these faces, each 1 to 6.
    ///
    /// # Panics
    /// On a face that no die has.
    #[must_use]
    pub const fn of(faces: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < faces.len() {
            assert!(faces[i] >= 1 && faces[i] <= 6, "a face is 1 to 6");
            bits |= 1 << faces[i];
            i += 1;
        }
        Self(bits)
    }

    /// Whether the face is in the set.
    #[must_use]
    pub const fn has(self, face: u8) -> bool {
        self.0 >> (face & 7) & 1 == 1
    }

    /// Whether no face is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faces in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=6).filter(move |face| self.has(*face))
    }
}

impl TryFrom<Vec<u8>> for Faces {
    type Error = &'static str;

    fn try_from(faces: Vec<u8>) -> Result<Self, Self::Error> {
        if faces.iter().all(|face| (1..=6).contains(face)) {
            Ok(Self::of(&faces))
        } else {
            Err("a face is a number from 1 to 6")
        }
    }
}

impl From<Faces> for Vec<u8> {
    fn from(faces: Faces) -> Self {
        faces.iter().collect()
    }
}

impl std::fmt::Debug for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A set of progress numbers below 64; a list in files.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Progress>", into = "Vec<Progress>")]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// Whether the progress is in the set.
    #[must_use]
    pub const fn has(self, progress: Progress) -> bool {
        progress < 64 && self.0 >> progress & 1 == 1
    }

    /// Whether no square is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers in order.
    pub fn iter(self) -> impl Iterator<Item = Progress> {
        (0..64).filter(move |p| self.has(*p))
    }
}

impl TryFrom<Vec<Progress>> for Squares {
    type Error = &'static str;

    fn try_from(list: Vec<Progress>) -> Result<Self, Self::Error> {
        let add = |set: u64, p: &Progress| (*p < 64).then(|| set | 1 << p);
        list.iter().try_fold(0, add).map(Self).ok_or("a square is a number below 64")
    }
}

impl From<Squares> for Vec<Progress> {
    fn from(squares: Squares) -> Self {
        squares.iter().collect()
    }
}

impl std::fmt::Debug for Squares {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What gives a bonus roll; a list of words in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Bonus>", into = "Vec<Bonus>")]
pub struct BonusRolls {
    /// Sending an opponent home.
    pub on_capture: bool,
    /// Bringing a plane to the centre.
    pub on_finish: bool,
}

/// One thing that can give a bonus roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    /// Sending an opponent home.
    OnCapture,
    /// Bringing a plane to the centre.
    OnFinish,
}

impl BonusRolls {
    /// Nothing does.
    pub const NONE: Self = Self { on_capture: false, on_finish: false };
}

impl From<Vec<Bonus>> for BonusRolls {
    fn from(list: Vec<Bonus>) -> Self {
        Self {
            on_capture: list.contains(&Bonus::OnCapture),
            on_finish: list.contains(&Bonus::OnFinish),
        }
    }
}

impl From<BonusRolls> for Vec<Bonus> {
    fn from(bonus: BonusRolls) -> Self {
        let mut list = Vec::new();
        list.extend(bonus.on_capture.then_some(Bonus::OnCapture));
        list.extend(bonus.on_finish.then_some(Bonus::OnFinish));
        list
    }
}

/// A set of planes of one seat, numbered from 0; a list of numbers from 1 in files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct PlaneSet(u8);

/// The bytes of a row that belong to the planes of a set, by its bits.
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
    /// No plane.
    pub const EMPTY: Self = Self(0);

    /// Just this plane.
    #[must_use]
    pub const fn one(plane: u8) -> Self {
        Self(1 << (plane & 3))
    }

    /// The set with these bits, the lowest for plane 0.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0xF)
    }

    /// One bit a plane, the lowest for plane 0.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the plane is in the set.
    #[must_use]
    pub const fn has(self, plane: u8) -> bool {
        self.0 >> (plane & 3) & 1 == 1
    }

    /// The number of planes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no plane is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Planes in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Planes of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The planes whose entry in a row has this value. All four are compared at once.
    pub(super) const fn with_value(row: [u8; 4], value: u8) -> Self {
        let differ = u32::from_le_bytes(row) ^ (value as u32 * 0x0101_0101);
        let low = (differ & 0x7F7F_7F7F) + 0x7F7F_7F7F;
        let equal = !(low | differ) >> 7 & 0x0101_0101;
        Self((equal.wrapping_mul(0x0102_0408) >> 24) as u8 & 0xF)
    }

    /// Sets the entries of these planes in a row. All four are written at once.
    pub(super) const fn write(self, row: &mut [u8; 4], value: u8) {
        let bytes = BYTES[self.0 as usize & 15];
        let kept = u32::from_le_bytes(*row) & !bytes;
        *row = (kept | ((value as u32 * 0x0101_0101) & bytes)).to_le_bytes();
    }

    /// The planes in order.
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..4).filter(move |plane| self.has(*plane))
    }
}

impl TryFrom<Vec<u8>> for PlaneSet {
    type Error = &'static str;

    fn try_from(list: Vec<u8>) -> Result<Self, Self::Error> {
        let add = |set: Self, k: &u8| (1..=4).contains(k).then(|| set.union(Self::one(k - 1)));
        list.iter().try_fold(Self::EMPTY, add).ok_or("a plane is a number from 1 to 4")
    }
}

impl From<PlaneSet> for Vec<u8> {
    fn from(planes: PlaneSet) -> Self {
        planes.iter().map(|k| k + 1).collect()
    }
}

impl std::fmt::Debug for PlaneSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
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
                assert!((0..4).all(|k| planes.has(k) == (row[k as usize] == value)), "{row:?}");
                let mut written = row;
                PlaneSet::from_bits(0b1010).write(&mut written, value);
                assert_eq!(written, [row[0], value, row[2], value]);
            }
        }
    }
}
