//! Tables with a value for each cell or each tile.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::cells::{CELLS, Cell};
use super::packed_option::OneByte;

/// Number of entries: one for every value of a byte, so that no access needs a bounds check.
const ENTRIES: usize = 256;

/// A table with a value for each key. Keys are cells or tiles.
#[derive(PartialEq, Eq)]
pub(super) struct BoardMap<K, T>([T; ENTRIES], PhantomData<K>);

impl<K: Copy, T: Copy> Copy for BoardMap<K, T> {}

// A derived `clone` of a generic type goes through the entries one by one. In a build without
// optimisation that takes most of the time of a game.
impl<K: Copy, T: Copy> Clone for BoardMap<K, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

/// A value for each cell.
pub(super) type CellMap<T> = BoardMap<Cell, T>;

impl<K, T: Copy> BoardMap<K, T> {
    /// Creates a table with the same value for all keys.
    #[inline]
    pub(super) const fn filled(value: T) -> Self {
        Self([value; ENTRIES], PhantomData)
    }
}

impl<K, T> BoardMap<K, T> {
    /// Returns the values of all keys, in the order of their indices.
    pub(super) fn values(&self) -> &[T; CELLS] {
        self.0.first_chunk().unwrap_or_else(|| unreachable!("a table has an entry for each cell"))
    }

    /// Iterates over the values of all keys, in the order of their indices.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().take(CELLS)
    }
}

impl<K: OneByte, T> Index<K> for BoardMap<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        &self.0[usize::from(key.to_byte())]
    }
}

impl<K: OneByte, T> IndexMut<K> for BoardMap<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.0[usize::from(key.to_byte())]
    }
}

impl<K, T: fmt::Debug> fmt::Debug for BoardMap<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.values()).finish()
    }
}
