//! Constraint propagation over a view: facts about single tiles, counts of each kind per army,
//! and fights between hidden tiles, to a fixed point.
//!
//! Counts are propagated by bipartite matching, fights by removing kinds without a partner on the
//! other side.

use std::sync::Arc;

use super::belief::Belief;
use super::cells::NONE;
use super::facts::{Facts, FightConstraint};
use super::matching::{Masks, Roster};
use super::piece::{MineRule, Piece, PieceSet};
use super::seats::SEATS;
use super::state::UNKNOWN;
use super::view::View;

impl View {
    /// Returns the viewer's belief about the pieces it does not see. It is computed on first use,
    /// and later copies of the view share it.
    ///
    /// # Examples
    /// The limits of layouts are knowledge, too:
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::contract::game::{Game, Viewer};
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::contract::seat::Seat;
    /// use qipan_core::contract::setup::Setup;
    /// use qipan_core::games::junqi::{Junqi, Piece, Rules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::preset("dark").expect("a preset of Junqi");
    /// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
    /// let game = Junqi::new(&rules, rules.seats(), &deal)?;
    /// let view = game.view(Viewer::Seat(Seat::new(0)));
    /// let (front, headquarters) = ("N13".parse()?, "N62".parse()?);
    /// assert!(!view.belief().possible(front).contains(Piece::Bomb));
    /// assert!(view.belief().possible(headquarters).contains(Piece::Flag));
    /// let chances = view.belief().chances(front);
    /// assert!((chances.iter().sum::<f32>() - 1.0).abs() < 0.01);
    /// # Ok(())
    /// # }
    /// ```
    pub fn belief(&self) -> &Belief {
        self.belief.get_or_init(|| Arc::new(deduced(self)))
    }

    /// Returns the counts of face-down pieces in flip chess, by army and kind.
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

/// Returns the belief that follows from a view.
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
        let candidates = Candidates::from_facts(view, &facts);
        (belief.masks, belief.rosters) = (candidates.masks, candidates.rosters);
    }
    belief
}

/// The candidates of every tile, with the counts of the armies. Both are narrowed step by step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    pub(super) masks: Masks,
    pub(super) rosters: [Roster; SEATS],
    /// The armies, as bits, that lost candidates since their counts were last used.
    pub(super) dirty: u8,
}

impl Candidates {
    /// Returns the candidates that follow from the facts. A record from outside can contradict
    /// itself. Then counts and fight constraints are ignored, and contradictory pieces can be of
    /// any kind.
    pub(super) fn from_facts(view: &View, facts: &Facts) -> Self {
        let mut start =
            Self { masks: facts.masks, rosters: [Roster::new(); SEATS], dirty: u8::MAX };
        for tile in view.tiles() {
            let (kind, owner) = (view.kind[tile.index()], view.owner[tile.index()]);
            let Some(roster) = start.rosters.get_mut(owner as usize) else { continue };
            if kind < UNKNOWN {
                roster.remove_known(kind);
            } else {
                roster.add_hidden(tile.index() as u8);
            }
        }
        let mut candidates = start;
        let possible = facts.hidden.iter().all(|tile| facts.masks[tile.index()] != 0);
        if possible && candidates.propagate(&facts.constraints, &view.owner, view.rules().mine) {
            return candidates;
        }
        for tile in facts.hidden.iter().filter(|tile| facts.masks[tile.index()] == 0) {
            start.masks[tile.index()] = PieceSet::ALL.bits();
        }
        start
    }

    /// Returns the kind of a tile, if only one candidate is left.
    pub(super) fn kind(&self, tile: u8) -> Option<usize> {
        let mask = self.masks[tile as usize];
        (mask.count_ones() == 1).then(|| mask.trailing_zeros() as usize)
    }

    /// Propagates to a fixed point. Returns false if there is a contradiction.
    pub(super) fn propagate(
        &mut self,
        constraints: &[FightConstraint],
        owner: &[u8],
        mine: MineRule,
    ) -> bool {
        loop {
            let Some(from_ties) = self.propagate_fights(constraints, owner, mine) else {
                return false;
            };
            let Some(from_numbers) = self.propagate_counts() else { return false };
            // Candidates removed by counts matter again only if there are fight constraints.
            if !from_ties && (constraints.is_empty() || !from_numbers) {
                return true;
            }
        }
    }

    /// Removes the candidates that fights between hidden pieces rule out. Returns whether any
    /// were removed, or `None` if a piece has no candidate left.
    fn propagate_fights(
        &mut self,
        constraints: &[FightConstraint],
        owner: &[u8],
        mine: MineRule,
    ) -> Option<bool> {
        let mut any = false;
        for constraint in constraints {
            let (attacker, defender) = constraint.prune(&mut self.masks, mine);
            let ends = [(attacker, constraint.attacker), (defender, constraint.defender)];
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

    /// Removes the candidates that counts rule out. Returns whether any were removed, or `None`
    /// if the counts contradict the candidates.
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
