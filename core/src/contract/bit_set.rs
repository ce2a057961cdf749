//! Small sets with one bit per possible member, which are copied and compared like numbers.
//!
//! [`Set`] is the set. Its type parameter implements [`Universe`], which numbers the items that the
//! set may contain. [`Bits`] is the set's storage: one integer, or an array of them.

use std::fmt::{self, Debug};
use std::hash::Hash;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The bits of a set: an integer, or an array of integers. Bits are numbered from the lowest.
pub trait Bits: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// No bits.
    const NONE: Self;

    /// Returns true if the bit with this number exists and is set.
    fn has(self, number: u8) -> bool;
    /// Sets the bit with this number, which must exist.
    fn set(&mut self, number: u8);
    /// Clears the bit with this number, if it exists.
    fn clear(&mut self, number: u8);
    /// Returns the bits that are set in either.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Returns the bits that are set in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the bits that are set here and not in `other`.
    #[must_use]
    fn without(self, other: Self) -> Self;
    /// Returns the number of set bits.
    fn count(self) -> usize;
    /// Returns the numbers of the set bits, from the lowest.
    fn numbers(self) -> impl Iterator<Item = u8> + Clone;
}

macro_rules! integer_as_bits {
    ($($integer:ty),*) => {$(
        impl Bits for $integer {
            const NONE: Self = 0;

            #[inline]
            fn has(self, number: u8) -> bool {
                u32::from(number) < Self::BITS && self >> number & 1 == 1
            }

            #[inline]
            fn set(&mut self, number: u8) {
                *self |= 1 << number;
            }

            #[inline]
            fn clear(&mut self, number: u8) {
                *self &= !(1 as $integer).checked_shl(number.into()).unwrap_or(0);
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn numbers(mut self) -> impl Iterator<Item = u8> + Clone {
                std::iter::from_fn(move || {
                    let number = (self != 0).then(|| self.trailing_zeros() as u8)?;
                    self &= self - 1;
                    Some(number)
                })
            }
        }
    )*};
}

integer_as_bits!(u8, u16, u64);

impl<const WORDS: usize> Bits for [u64; WORDS]
where
    Self: Default,
{
    const NONE: Self = [0; WORDS];

    #[inline]
    fn has(self, number: u8) -> bool {
        self.get(usize::from(number >> 6)).is_some_and(|word| word >> (number & 63) & 1 == 1)
    }

    #[inline]
    fn set(&mut self, number: u8) {
        self[usize::from(number >> 6)] |= 1 << (number & 63);
    }

    #[inline]
    fn clear(&mut self, number: u8) {
        if let Some(word) = self.get_mut(usize::from(number >> 6)) {
            *word &= !(1 << (number & 63));
        }
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] | other[word])
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] & other[word])
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] & !other[word])
    }

    #[inline]
    fn count(self) -> usize {
        self.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn numbers(self) -> impl Iterator<Item = u8> + Clone {
        let (mut index, mut remaining) = (0, self[0]);
        std::iter::from_fn(move || {
            while remaining == 0 {
                index += 1;
                remaining = *self.get(index)?;
            }
            let number = (64 * index) as u8 + remaining.trailing_zeros() as u8;
            remaining &= remaining - 1;
            Some(number)
        })
    }
}

/// The items that a set may contain, numbered from 0.
pub trait Universe: Copy + Default + Ord + Hash + 'static {
    /// The type of an item.
    type Item: Copy + Debug;
    /// A type with a bit for every item.
    type Bits: Bits;
    /// The number of items.
    const COUNT: u8;

    /// Returns the number of an item. It is [`Universe::COUNT`] or more if no set can contain the
    /// item.
    fn number(item: Self::Item) -> u8;
    /// Returns the item with a number below [`Universe::COUNT`].
    fn item(number: u8) -> Self::Item;
}

/// The form of a set in files: a list of its members.
pub trait MemberList: Universe {
    /// A member in a file.
    type Entry: Serialize + DeserializeOwned;

    /// Returns the entry of a member.
    fn entry(item: Self::Item) -> Self::Entry;
    /// Returns the member that an entry stands for.
    ///
    /// # Errors
    /// The entry is invalid. The error describes valid entries.
    fn read(entry: Self::Entry) -> Result<Self::Item, &'static str>;
}

/// A set of the items that `U` allows.
///
/// # Examples
/// The faces of a die, 1 to 6:
/// ```
/// use qipan_core::games::race::sets::Faces;
///
/// let mut faces: Faces = [5, 6].into_iter().collect();
/// faces.insert(1);
/// faces.insert(7);
/// assert_eq!(faces.iter().collect::<Vec<_>>(), [1, 5, 6], "there is no 7");
/// assert_eq!(serde_json::to_string(&faces)?, "[1,5,6]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Set<U: Universe>(U::Bits);

impl<U: Universe> Set<U> {
    /// The empty set.
    pub const EMPTY: Self = Self(U::Bits::NONE);

    /// Returns the set that contains one item.
    #[inline]
    pub fn one(item: U::Item) -> Self {
        let mut set = Self::EMPTY;
        set.insert(item);
        set
    }

    /// Returns the set of the first `count` items, by number.
    pub fn first(count: usize) -> Self {
        (0..U::COUNT).take(count).map(U::item).collect()
    }

    /// Creates a set from its bits. Bits beyond the last item must be 0.
    #[inline]
    pub(crate) const fn of_bits(bits: U::Bits) -> Self {
        Self(bits)
    }

    /// Returns the bits of the set, the lowest for the item with number 0.
    #[inline]
    pub const fn bits(self) -> U::Bits {
        self.0
    }

    /// Returns true if the item is in the set.
    #[inline]
    pub fn contains(self, item: U::Item) -> bool {
        self.0.has(U::number(item))
    }

    /// Adds an item. Ignores an item that no set can contain.
    #[inline]
    pub fn insert(&mut self, item: U::Item) {
        let number = U::number(item);
        if number < U::COUNT {
            self.0.set(number);
        }
    }

    /// Removes an item.
    #[inline]
    pub fn remove(&mut self, item: U::Item) {
        self.0.clear(U::number(item));
    }

    /// Returns the number of items in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == U::Bits::NONE
    }

    /// Returns the items in either set.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }

    /// Returns the items in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }

    /// Returns the items in this set but not in the other.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        Self(self.0.without(other.0))
    }

    /// Returns the items of the set in the order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = U::Item> + Clone {
        self.0.numbers().map(U::item)
    }
}

impl<U: Universe> FromIterator<U::Item> for Set<U> {
    fn from_iter<I: IntoIterator<Item = U::Item>>(items: I) -> Self {
        let mut set = Self::EMPTY;
        items.into_iter().for_each(|item| set.insert(item));
        set
    }
}

impl<U: Universe> Debug for Set<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<U: MemberList> Serialize for Set<U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(U::entry))
    }
}

impl<'de, U: MemberList> Deserialize<'de> for Set<U> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = Vec::<U::Entry>::deserialize(deserializer)?;
        entries.into_iter().map(U::read).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Digits;

    impl Universe for Digits {
        type Item = u8;
        type Bits = u16;
        const COUNT: u8 = 10;

        fn number(item: u8) -> u8 {
            item
        }

        fn item(number: u8) -> u8 {
            number
        }
    }

    impl MemberList for Digits {
        type Entry = u8;

        fn entry(item: u8) -> u8 {
            item
        }

        fn read(entry: u8) -> Result<u8, &'static str> {
            (entry < 10).then_some(entry).ok_or("a digit goes from 0 to 9")
        }
    }

    #[test]
    fn set_contains_inserted_items() {
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
    fn set_serialises_as_a_list() {
        let set: Set<Digits> = serde_json::from_str("[3,1,3]").unwrap();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,3]");
        let error = serde_json::from_str::<Set<Digits>>("[12]").unwrap_err();
        assert!(error.to_string().contains("0 to 9"), "{error}");
    }
}
