//! The memory of house rules: a few small numbers per rule, kept by the engine between steps.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The most numbers of a rule.
pub const MAX_ENTRIES: usize = 64;
/// The most characters of a key.
pub const MAX_KEY: usize = 16;
/// The largest absolute value of a number.
pub const MAX_VALUE: i32 = 1_000_000_000;

/// The key of a number: 1 to 16 letters, digits and underscores.
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

impl TryFrom<String> for MemoryKey {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let fits = (1..=MAX_KEY).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !fits {
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

/// The numbers of all rules of a game. Each rule has its own keys. An empty memory, the usual
/// case, costs nothing to copy.
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
pub struct Memory(Option<Arc<Vec<MemoryEntry>>>);

/// A number with its rule and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemoryEntry {
    rule: u8,
    key: MemoryKey,
    value: i32,
}

impl Memory {
    /// Returns the number of a rule under a key, 0 if there is none.
    pub fn get(&self, rule: u8, key: MemoryKey) -> i32 {
        self.find(rule, key).map_or(0, |at| self.entries()[at].value)
    }

    /// Returns the numbers of a rule that are not 0, by key.
    pub fn of(&self, rule: u8) -> impl Iterator<Item = (MemoryKey, i32)> + '_ {
        let own = self.entries().iter().filter(move |entry| entry.rule == rule);
        own.map(|entry| (entry.key, entry.value))
    }

    /// Checks that a rule may store this number under this key.
    pub fn check(&self, rule: u8, key: MemoryKey, value: i32) -> Result<(), &'static str> {
        if !(-MAX_VALUE..=MAX_VALUE).contains(&value) {
            return Err("a remembered number is from -1000000000 to 1000000000");
        }
        if value != 0 && self.find(rule, key).is_err() && self.of(rule).count() >= MAX_ENTRIES {
            return Err("a rule remembers at most 64 numbers");
        }
        Ok(())
    }

    /// Stores a number. 0 deletes it.
    pub fn set(&mut self, rule: u8, key: MemoryKey, value: i32) {
        let found = self.find(rule, key);
        if value == 0 && found.is_err() {
            return;
        }
        let list = Arc::make_mut(self.0.get_or_insert_default());
        match found {
            Ok(at) if value == 0 => _ = list.remove(at),
            Ok(at) => list[at].value = value,
            Err(at) => list.insert(at, MemoryEntry { rule, key, value }),
        }
        if list.is_empty() {
            self.0 = None;
        }
    }

    /// Feeds a canonical encoding of the numbers. Feeds nothing if the memory is empty.
    pub fn fingerprint(&self, feed: &mut dyn FnMut(&[u8])) {
        for MemoryEntry { rule, key, value } in self.entries() {
            feed(&[*rule]);
            feed(&key.0);
            feed(&value.to_le_bytes());
        }
    }

    fn entries(&self) -> &[MemoryEntry] {
        self.0.as_ref().map_or(&[], |list| list.as_slice())
    }

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
        let kept: Vec<_> = memory.of(1).map(|(key, value)| (String::from(key), value)).collect();
        assert_eq!(kept, [("a".to_owned(), 1), ("b".to_owned(), 3)]);
        for (rule, name) in [(0, "b"), (1, "a"), (1, "b"), (1, "c")] {
            memory.set(rule, key(name), 0);
        }
        assert_eq!(memory, Memory::default());
    }

    #[test]
    fn memory_names_and_numbers_are_bounded() {
        for bad in ["", "a b", "seventeen_letters", "红"] {
            assert!(MemoryKey::try_from(bad.to_owned()).is_err(), "{bad}");
        }
        let mut memory = Memory::default();
        for k in 0..MAX_ENTRIES {
            memory.set(0, key(&format!("k{k}")), 1);
        }
        assert!(memory.check(0, key("k3"), 9).is_ok() && memory.check(0, key("new"), 0).is_ok());
        assert!(memory.check(0, key("new"), 1).is_err() && memory.check(1, key("new"), 1).is_ok());
        assert!(memory.check(1, key("new"), i32::MAX).is_err());
    }
}
