//! Small sets: a bit for each thing that can be in one, so they are copied and compared like a
//! number.

use std::fmt::{self, Debug};
use std::hash::Hash;

use num_traits::{One, PrimInt};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a set can hold: things that have numbers from 0 on.
pub trait Members: Copy + Default + Ord + Hash + 'static {
    /// One of them.
    type Item: Copy + Debug;
    /// A number with at least a bit for each.
    type Bits: PrimInt + Hash + Default + Send + Sync;
    /// How many there are.
    const COUNT: u8;
    /// No bit at all.
    const NONE: Self::Bits;

    /// The number of a thing; [`Members::COUNT`] or more for what is never in a set.
    fn number(item: Self::Item) -> u8;
    /// The thing with a number below [`Members::COUNT`].
    fn item(number: u8) -> Self::Item;
}

/// How the things in a set are written in files: the set is a list of them.
pub trait Listed: Members {
    /// One of them in a file.
    type Entry: Serialize + DeserializeOwned;

    /// How a thing is written.
    fn entry(item: Self::Item) -> Self::Entry;
    /// What is written.
    ///
    /// # Errors
    /// What could be written there.
    fn read(entry: Self::Entry) -> Result<Self::Item, &'static str>;
}

/// A set of things that have small numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Set<M: Members>(M::Bits);

impl<M: Members> Set<M> {
    /// Nothing.
    pub const EMPTY: Self = Self(M::NONE);

    /// Just this.
    #[inline]
    #[must_use]
    pub fn one(item: M::Item) -> Self {
        let mut set = Self::EMPTY;
        set.insert(item);
        set
    }

    /// The first so many, by number.
    #[must_use]
    pub fn first(count: usize) -> Self {
        (0..M::COUNT).take(count).map(M::item).collect()
    }

    /// The set with these bits, none of them for anything beyond the last.
    #[inline]
    #[must_use]
    pub(crate) const fn of_bits(bits: M::Bits) -> Self {
        Self(bits)
    }

    /// One bit a thing, the lowest for number 0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> M::Bits {
        self.0
    }

    /// Whether it is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, item: M::Item) -> bool {
        self.has(M::number(item))
    }

    #[inline]
    fn has(self, number: u8) -> bool {
        number < M::COUNT && (self.0 >> usize::from(number)) & M::Bits::one() == M::Bits::one()
    }

    /// Puts it in.
    #[inline]
    pub fn insert(&mut self, item: M::Item) {
        self.0 = self.0 | Self::bit(item);
    }

    /// Takes it out.
    #[inline]
    pub fn remove(&mut self, item: M::Item) {
        self.0 = self.0 & !Self::bit(item);
    }

    #[inline]
    fn bit(item: M::Item) -> M::Bits {
        let number = M::number(item);
        if number < M::COUNT { M::Bits::one() << usize::from(number) } else { M::NONE }
    }

    /// How many are in it.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nothing is in it.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == M::NONE
    }

    /// What is in either set.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// What is in it, by number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = M::Item> + Clone {
        (0..M::COUNT).filter(move |number| self.has(*number)).map(M::item)
    }
}

impl<M: Members> FromIterator<M::Item> for Set<M> {
    fn from_iter<I: IntoIterator<Item = M::Item>>(items: I) -> Self {
        let mut set = Self::EMPTY;
        items.into_iter().for_each(|item| set.insert(item));
        set
    }
}

impl<M: Members> Debug for Set<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<M: Listed> Serialize for Set<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(M::entry))
    }
}

impl<'de, M: Listed> Deserialize<'de> for Set<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = Vec::<M::Entry>::deserialize(deserializer)?;
        entries.into_iter().map(M::read).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Digits;

    impl Members for Digits {
        type Item = u8;
        type Bits = u16;
        const COUNT: u8 = 10;
        const NONE: u16 = 0;

        fn number(item: u8) -> u8 {
            item
        }

        fn item(number: u8) -> u8 {
            number
        }
    }

    impl Listed for Digits {
        type Entry = u8;

        fn entry(item: u8) -> u8 {
            item
        }

        fn read(entry: u8) -> Result<u8, &'static str> {
            (entry < 10).then_some(entry).ok_or("a digit goes from 0 to 9")
        }
    }

    #[test]
    fn a_set_keeps_what_is_put_in() {
        let mut set: Set<Digits> = [7, 0, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 3, 7]);
        set.remove(0);
        set.insert(200);
        assert!(!set.contains(0) && set.contains(7) && !set.contains(200));
        assert_eq!((set.len(), set.bits()), (2, 0b1000_1000));
        assert_eq!(set.union(Set::one(9)).difference(Set::one(3)), [7, 9].into_iter().collect());
        assert_eq!(set.intersection(Set::first(4)), Set::one(3));
        assert!(Set::<Digits>::EMPTY.is_empty() && Set::<Digits>::first(20).len() == 10);
    }

    #[test]
    fn a_set_is_a_list_in_files() {
        let set: Set<Digits> = serde_json::from_str("[3,1,3]").unwrap();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,3]");
        let error = serde_json::from_str::<Set<Digits>>("[12]").unwrap_err();
        assert!(error.to_string().contains("0 to 9"), "{error}");
    }
}
