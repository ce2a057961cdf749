//! Draws conclusions from a view: from each fact by itself, from the numbers of every kind in
//! an army, and from one to the other until nothing follows any more.

use std::sync::Arc;

use super::belief::Belief;
use super::cells::NONE;
use super::facts::{Facts, FightConstraint};
use super::matching::{Masks, Roster};
use super::piece::{Mine, Piece, PieceSet};
use super::seats::SEATS;
use super::state::UNKNOWN;
use super::view::View;

impl View {
    /// What the viewer can deduce about the pieces it does not see. It is worked out once for
    /// a view and its copies, when it is first asked for.
    #[must_use]
    pub fn belief(&self) -> &Belief {
        self.belief.get_or_init(|| Arc::new(deduced(self)))
    }

    /// Flip chess: how many of each kind lie face down, by army.
    pub(super) fn face_down(&self) -> [[u8; 12]; SEATS] {
        let mut down = [[0; 12]; SEATS];
        for army in [0, 2] {
            down[army] = Piece::ALL.map(Piece::count);
        }
        for tile in self.tiles() {
            let (kind, owner) = (self.kind[tile.index()], self.owner[tile.index()]);
            if kind < UNKNOWN && owner != NONE {
                let left = &mut down[owner as usize & 7][kind as usize];
                *left = left.saturating_sub(1);
            }
        }
        down
    }
}

/// Everything that follows from a view.
fn deduced(view: &View) -> Belief {
    let facts = Facts::of(view);
    let mut belief = Belief {
        hidden: facts.hidden,
        masks: facts.masks,
        owner: view.owner,
        rosters: [Roster::new(); SEATS],
        down: None,
        chances: Default::default(),
    };
    if view.rules().is_flip() {
        let down = view.face_down();
        let kinds = (0..12).filter(|kind| down.iter().any(|army| army[*kind] > 0));
        let mask = kinds.fold(0, |mask, kind| mask | 1 << kind);
        facts.hidden.iter().for_each(|tile| belief.masks[tile.index()] = mask);
        belief.down = Some(down);
    } else if !facts.hidden.is_empty() {
        let guess = Candidates::from_facts(view, &facts);
        (belief.masks, belief.rosters) = (guess.masks, guess.rosters);
    }
    belief
}

/// What every tile can be, with the armies' numbers; narrowed down step by step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    pub(super) masks: Masks,
    pub(super) rosters: [Roster; SEATS],
    /// The armies, as bits, in which something was taken away since their numbers were used.
    pub(super) dirty: u8,
}

impl Candidates {
    /// Everything that follows from the facts. A record from outside can contradict itself;
    /// then the numbers and ties are left aside, and what contradicts itself can be anything.
    pub(super) fn from_facts(view: &View, facts: &Facts) -> Self {
        let mut start =
            Self { masks: facts.masks, rosters: [Roster::new(); SEATS], dirty: u8::MAX };
        for tile in view.tiles() {
            let (kind, owner) = (view.kind[tile.index()], view.owner[tile.index()]);
            let Some(roster) = start.rosters.get_mut(owner as usize) else { continue };
            if kind < UNKNOWN {
                roster.add_known(kind);
            } else {
                roster.add_hidden(tile.index() as u8);
            }
        }
        let mut guess = start;
        let possible = facts.hidden.iter().all(|tile| facts.masks[tile.index()] != 0);
        if possible && guess.propagate(&facts.constraints, &view.owner, view.rules().mine) {
            return guess;
        }
        for tile in facts.hidden.iter().filter(|tile| facts.masks[tile.index()] == 0) {
            start.masks[tile.index()] = PieceSet::ALL.bits();
        }
        start
    }

    /// What a tile is, once only one kind is left for it.
    pub(super) fn kind(&self, tile: u8) -> Option<usize> {
        let mask = self.masks[tile as usize];
        (mask.count_ones() == 1).then(|| mask.trailing_zeros() as usize)
    }

    /// Draws all conclusions; whether none contradicts another.
    pub(super) fn propagate(&mut self, ties: &[FightConstraint], owner: &[u8], mine: Mine) -> bool {
        loop {
            let Some(from_ties) = self.propagate_fights(ties, owner, mine) else { return false };
            let Some(from_numbers) = self.propagate_counts() else { return false };
            // What numbers took away matters again only where fights tie pieces together.
            if !from_ties && (ties.is_empty() || !from_numbers) {
                return true;
            }
        }
    }

    /// Takes away what the fights between hidden pieces rule out; whether that was anything,
    /// or nothing where a piece could be nothing any more.
    fn propagate_fights(
        &mut self,
        ties: &[FightConstraint],
        owner: &[u8],
        mine: Mine,
    ) -> Option<bool> {
        let mut any = false;
        for tie in ties {
            let (attacker, defender) = tie.prune(&mut self.masks, mine);
            let ends = [(attacker, tie.attacker), (defender, tie.defender)];
            for (_, tile) in ends.into_iter().filter(|(changed, _)| *changed) {
                any = true;
                self.dirty |= 1 << (owner[tile as usize] & 7);
                if self.masks[tile as usize] == 0 {
                    return None;
                }
            }
        }
        Some(any)
    }

    /// Takes away what the numbers of each kind rule out; whether that was anything, or
    /// nothing where the numbers cannot be.
    fn propagate_counts(&mut self) -> Option<bool> {
        let mut any = false;
        while self.dirty != 0 {
            let army = self.dirty.trailing_zeros() as usize;
            self.dirty &= self.dirty - 1;
            any |= !self.rosters[army].prune(&mut self.masks)?.is_empty();
        }
        Some(any)
    }
}
