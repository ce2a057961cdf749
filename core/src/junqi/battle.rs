//! The fights of a game, as everybody saw them.

use super::cells::{Cell, Tile};
use super::piece::Fight;

/// A fight that was fought, as everybody saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// The piece that struck.
    pub attacker: Tile,
    /// The piece that was struck.
    pub defender: Tile,
    /// Who stayed.
    pub fight: Fight,
    /// Whether the Flag of the attacker's army was shown for it: its Field Marshal fell.
    pub attacker_flag: bool,
    /// Whether the Flag of the defender's army was shown for it.
    pub defender_flag: bool,
    /// Whether the defender was shown to all for it: an Engineer scouted it.
    pub scouted: bool,
    /// Whether it was a ruling, which says nothing about the pieces.
    pub ruled: bool,
    /// The ply it was fought in.
    pub ply: u32,
}

/// Fights a game can have at the most: each takes a piece.
const MAX_BATTLES: usize = 150;

/// All fights so far, oldest first.
#[derive(Clone, Copy)]
pub(super) struct Battles {
    list: [Battle; MAX_BATTLES],
    len: u8,
}

impl Battles {
    pub(super) const fn new() -> Self {
        let nothing = Battle {
            attacker: Cell::new(0),
            defender: Cell::new(0),
            fight: Fight::BothGone,
            attacker_flag: false,
            defender_flag: false,
            scouted: false,
            ruled: false,
            ply: 0,
        };
        Self { list: [nothing; MAX_BATTLES], len: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, battle: Battle) {
        if let Some(place) = self.list.get_mut(self.len as usize) {
            *place = battle;
            self.len += 1;
        }
    }

    pub(super) fn as_slice(&self) -> &[Battle] {
        &self.list[..self.len as usize]
    }

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
