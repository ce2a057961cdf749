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

/// A set of planes of one seat, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PlaneSet(u8);

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

    /// The planes in order.
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..4).filter(move |plane| self.has(*plane))
    }
}

impl std::fmt::Debug for PlaneSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
