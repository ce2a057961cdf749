//! The memory of house rules: a few integers per rule, which are part of the game's state.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The maximum number of entries of a rule.
pub const MAX_ENTRIES: usize = 64;
/// The maximum length of a key, in characters.
pub const MAX_KEY: usize = 16;
/// The largest absolute value of a remembered number.
pub const MAX_VALUE: i32 = 1_000_000_000;

/// The name under which a rule remembers a number: 1 to 16 letters, digits and underscores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MemoryKey([u8; MAX_KEY]);

impl MemoryKey {
    /// Returns the key as text.
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|byte| *byte == 0).unwrap_or(MAX_KEY);
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }
}

impl std::fmt::Debug for MemoryKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::fmt::Display for MemoryKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for MemoryKey {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let is_valid = (1..=MAX_KEY).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_valid {
            return Err("a key has 1 to 16 letters, digits and underscores");
        }
        let mut key = [0; MAX_KEY];
        key[..name.len()].copy_from_slice(name.as_bytes());
        Ok(Self(key))
    }
}

impl From<MemoryKey> for String {
    fn from(key: MemoryKey) -> Self {
        key.as_str().to_owned()
    }
}

/// The numbers that all rules of a game remember. Each rule has its own keys. An empty memory, the
/// usual case, costs nothing to copy.
///
/// # Examples
/// ```
/// use qipan_core::contract::memory::{MemoryKey, Memory};
///
/// let captures = MemoryKey::try_from("captures".to_owned())?;
/// let mut memory = Memory::default();
/// memory.set(0, captures, 3);
/// assert_eq!((memory.get(0, captures), memory.get(1, captures)), (3, 0));
/// assert!(memory.check(0, captures, i32::MAX).is_err());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory(
    /// The entries by rule and key. An empty memory is always `None`.
    Option<Arc<Vec<MemoryEntry>>>,
);

/// A remembered number, with the number of its rule and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemoryEntry {
    rule: u8,
    key: MemoryKey,
    value: i32,
}

impl Memory {
    /// Returns the number that a rule remembers under a key, or 0 if there is none.
    pub fn get(&self, rule: u8, key: MemoryKey) -> i32 {
        self.find(rule, key).map_or(0, |index| self.entries()[index].value)
    }

    /// Returns the numbers that a rule remembers, in the order of their keys.
    pub fn entries_of(&self, rule: u8) -> impl Iterator<Item = (MemoryKey, i32)> + '_ {
        let of_rule = self.entries().iter().filter(move |entry| entry.rule == rule);
        of_rule.map(|entry| (entry.key, entry.value))
    }

    /// Checks that a rule may store this number under this key.
    pub fn check(&self, rule: u8, key: MemoryKey, value: i32) -> Result<(), &'static str> {
        if !(-MAX_VALUE..=MAX_VALUE).contains(&value) {
            return Err("a remembered number is from -1000000000 to 1000000000");
        }
        if value != 0
            && self.find(rule, key).is_err()
            && self.entries_of(rule).count() >= MAX_ENTRIES
        {
            return Err("a rule remembers at most 64 numbers");
        }
        Ok(())
    }

    /// Stores a number. The value 0 deletes it.
    pub fn set(&mut self, rule: u8, key: MemoryKey, value: i32) {
        let found = self.find(rule, key);
        if value == 0 && found.is_err() {
            return;
        }
        let list = Arc::make_mut(self.0.get_or_insert_default());
        match found {
            Ok(index) if value == 0 => _ = list.remove(index),
            Ok(index) => list[index].value = value,
            Err(index) => list.insert(index, MemoryEntry { rule, key, value }),
        }
        if list.is_empty() {
            self.0 = None;
        }
    }

    /// Passes an encoding of the entries to `feed`. Passes nothing if the memory is empty.
    pub fn encode(&self, feed: &mut dyn FnMut(&[u8])) {
        for MemoryEntry { rule, key, value } in self.entries() {
            feed(&[*rule]);
            feed(&key.0);
            feed(&value.to_le_bytes());
        }
    }

    fn entries(&self) -> &[MemoryEntry] {
        self.0.as_ref().map_or(&[], |list| list.as_slice())
    }

    /// Returns the index of an entry, or as an error the index at which to insert it.
    fn find(&self, rule: u8, key: MemoryKey) -> Result<usize, usize> {
        self.entries().binary_search_by_key(&(rule, key), |entry| (entry.rule, entry.key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> MemoryKey {
        name.to_owned().try_into().unwrap()
    }

    #[test]
    fn rule_memories_are_separate_and_default_to_zero() {
        let mut memory = Memory::default();
        memory.set(1, key("b"), 3);
        memory.set(0, key("b"), 2);
        memory.set(1, key("a"), 1);
        assert_eq!([0, 1, 2].map(|rule| memory.get(rule, key("b"))), [2, 3, 0]);
        let entries: Vec<_> =
            memory.entries_of(1).map(|(key, value)| (String::from(key), value)).collect();
        assert_eq!(entries, [("a".to_owned(), 1), ("b".to_owned(), 3)]);
        for (rule, name) in [(0, "b"), (1, "a"), (1, "b"), (1, "c")] {
            memory.set(rule, key(name), 0);
        }
        assert_eq!(memory, Memory::default());
    }

    #[test]
    fn memory_keys_and_values_are_bounded() {
        for invalid in ["", "a b", "seventeen_letters", "红"] {
            assert!(MemoryKey::try_from(invalid.to_owned()).is_err(), "{invalid}");
        }
        let mut memory = Memory::default();
        for number in 0..MAX_ENTRIES {
            memory.set(0, key(&format!("k{number}")), 1);
        }
        assert!(memory.check(0, key("k3"), 9).is_ok() && memory.check(0, key("new"), 0).is_ok());
        assert!(memory.check(0, key("new"), 1).is_err() && memory.check(1, key("new"), 1).is_ok());
        assert!(memory.check(1, key("new"), i32::MAX).is_err());
    }
}
