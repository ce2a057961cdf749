//! The history of battles, as all players saw them.

use super::cells::Cell;
use super::piece::BattleResult;
use super::tile::Tile;

/// A battle, as all players saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// The piece that attacked.
    pub attacker: Tile,
    /// The piece that was attacked.
    pub defender: Tile,
    /// The result.
    pub result: BattleResult,
    /// True if the Flag of the attacker's army was shown because its Field Marshal fell.
    pub attacker_flag_shown: bool,
    /// True if the Flag of the defender's army was shown because its Field Marshal fell.
    pub defender_flag_shown: bool,
    /// True if an Engineer scouted the defender, which showed it to all.
    pub defender_scouted: bool,
    /// True if a house rule or a record gave the result. Then nothing about the pieces follows
    /// from it.
    pub is_result_given: bool,
    /// The number of plies played, including the one of this battle.
    pub ply: u32,
}

/// Maximum number of battles in a game. Each battle removes at least one of the 150 pieces of six
/// armies.
const MAX_BATTLES: usize = 150;

/// All battles so far, oldest first.
#[derive(Clone, Copy)]
pub(super) struct Battles {
    list: [Battle; MAX_BATTLES],
    len: u8,
}

impl Battles {
    pub(super) const fn new() -> Self {
        let unused = Battle {
            attacker: Tile::named_by(Cell::new(0)),
            defender: Tile::named_by(Cell::new(0)),
            result: BattleResult::BothGone,
            attacker_flag_shown: false,
            defender_flag_shown: false,
            defender_scouted: false,
            is_result_given: false,
            ply: 0,
        };
        Self { list: [unused; MAX_BATTLES], len: 0 }
    }

    /// Appends a battle. A full list stays unchanged.
    #[inline]
    pub(super) fn push(&mut self, battle: Battle) {
        if let Some(entry) = self.list.get_mut(self.len as usize) {
            *entry = battle;
            self.len += 1;
        }
    }

    /// Returns the battles so far, oldest first.
    pub(super) fn as_slice(&self) -> &[Battle] {
        &self.list[..self.len as usize]
    }

    /// Returns the latest battle.
    pub(super) fn last_mut(&mut self) -> Option<&mut Battle> {
        self.list[..self.len as usize].last_mut()
    }
}

impl PartialEq for Battles {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl std::fmt::Debug for Battles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
