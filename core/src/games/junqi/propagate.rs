//! Constraint propagation over a view: facts about single tiles, counts of each kind per army,
//! and battles between hidden tiles, to a fixed point.
//!
//! Counts are propagated by bipartite matching. A battle is propagated by removing the kinds of one
//! piece that could not have had this result against any candidate of the other. Each removal can
//! make others possible, so counts and battles are propagated in turn until nothing changes.

use std::sync::Arc;

use super::belief::Belief;
use super::facts::{BattleConstraint, Facts};
use super::matching::{ArmyMatching, CandidateSets};
use super::piece::{Kind, KindSet, MineRule};
use super::seats::SEATS;
use super::tile::{Owners, Tile};
use super::view::View;
use crate::contract::seat::SeatSet;

impl View {
    /// Returns the viewer's belief about the hidden pieces. It is computed on first use. Copies
    /// made later share it.
    ///
    /// # Examples
    /// The rules for layouts restrict candidates: no Bomb starts in the front row, and a Flag
    /// starts in a headquarters:
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::contract::game::{Game, Viewer};
    /// use qipan_core::contract::options::RuleSet;
    /// use qipan_core::contract::seat::Seat;
    /// use qipan_core::contract::setup::Setup;
    /// use qipan_core::games::junqi::{Junqi, Kind, Rules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::preset("dark").expect("a preset of Junqi");
    /// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
    /// let game = Junqi::new(&rules, rules.seats(), &deal)?;
    /// let view = game.view(Viewer::Seat(Seat::new(0)));
    /// let (front, headquarters) = ("N13".parse()?, "N62".parse()?);
    /// assert!(!view.belief().candidates(front).contains(Kind::Bomb));
    /// assert!(view.belief().candidates(headquarters).contains(Kind::Flag));
    /// let chances = view.belief().chances(front);
    /// assert!((chances.iter().sum::<f32>() - 1.0).abs() < 0.01);
    /// # Ok(())
    /// # }
    /// ```
    pub fn belief(&self) -> &Belief {
        self.belief.get_or_init(|| Arc::new(deduce_belief(self)))
    }

    /// Returns the counts of face-down pieces in Flip Junqi, by army and kind.
    pub(super) fn face_down_counts(&self) -> [[u8; 12]; SEATS] {
        let mut counts = [[0; 12]; SEATS];
        // South and north play Flip Junqi.
        for army in [0, 2] {
            counts[army] = Kind::ALL.map(Kind::count);
        }
        for tile in self.tiles() {
            if let (Some(kind), Some(owner)) = (self.kind[tile].kind(), self.owner[tile].get()) {
                let count = &mut counts[owner.index()][kind.index()];
                *count = count.saturating_sub(1);
            }
        }
        counts
    }
}

/// Returns the belief that follows from a view.
fn deduce_belief(view: &View) -> Belief {
    let facts = Facts::from_view(view);
    let mut belief = Belief {
        hidden: facts.hidden,
        candidates: facts.candidates,
        owner: view.owner,
        armies: [ArmyMatching::new(); SEATS],
        face_down_counts: None,
        chances: Default::default(),
    };
    if view.rules().is_flip() {
        let counts = view.face_down_counts();
        let is_face_down = |kind: &Kind| counts.iter().any(|army| army[kind.index()] > 0);
        let kinds: KindSet = Kind::ALL.into_iter().filter(is_face_down).collect();
        facts.hidden.iter().for_each(|tile| belief.candidates[tile] = kinds);
        belief.face_down_counts = Some(counts);
    } else if !facts.hidden.is_empty() {
        let candidates = PropagationState::from_facts(view, &facts);
        (belief.candidates, belief.armies) = (candidates.sets, candidates.armies);
    }
    belief
}

/// The candidates of every tile, which propagation narrows, and the matching of each army, which
/// propagates its counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct PropagationState {
    pub(super) sets: CandidateSets,
    pub(super) armies: [ArmyMatching; SEATS],
    /// The armies that lost candidates since their counts were last propagated.
    pub(super) dirty: SeatSet,
}

impl PropagationState {
    /// Returns the candidates that follow from the facts.
    ///
    /// A record from outside can contradict itself. Then counts and battles are ignored, and a
    /// piece without candidates can be of any kind.
    pub(super) fn from_facts(view: &View, facts: &Facts) -> Self {
        let mut start = Self {
            sets: facts.candidates,
            armies: [ArmyMatching::new(); SEATS],
            dirty: SeatSet::first(SEATS),
        };
        for tile in view.tiles() {
            let Some(owner) = view.owner[tile].get() else { continue };
            let army = &mut start.armies[owner.index()];
            match view.kind[tile].kind() {
                Some(kind) => army.remove_known(kind),
                None => army.add_hidden(tile),
            }
        }
        let mut candidates = start;
        let all_have_candidates =
            facts.hidden.iter().all(|tile| !facts.candidates[tile].is_empty());
        if all_have_candidates
            && candidates.propagate(&facts.constraints, &view.owner, view.rules().mine)
        {
            return candidates;
        }
        for tile in facts.hidden.iter().filter(|tile| facts.candidates[*tile].is_empty()) {
            start.sets[tile] = KindSet::ALL;
        }
        start
    }

    /// Returns the kind of a tile, if only one candidate is left.
    pub(super) fn kind(&self, tile: Tile) -> Option<Kind> {
        self.sets[tile].only()
    }

    /// Propagates to a fixed point. Returns false if there is a contradiction.
    pub(super) fn propagate(
        &mut self,
        constraints: &[BattleConstraint],
        owner: &Owners,
        mine: MineRule,
    ) -> bool {
        loop {
            let Some(battles_removed) = self.propagate_battles(constraints, owner, mine) else {
                return false;
            };
            let Some(counts_removed) = self.propagate_counts() else { return false };
            // Battles constrain each other and depend on counts, so after any removal all are
            // propagated again. Counts alone are at their fixed point after one pass.
            if constraints.is_empty() || !(battles_removed || counts_removed) {
                return true;
            }
        }
    }

    /// Removes the candidates that battles between hidden pieces rule out. Returns true if any were
    /// removed, or `None` if a piece has no candidate left.
    fn propagate_battles(
        &mut self,
        constraints: &[BattleConstraint],
        owner: &Owners,
        mine: MineRule,
    ) -> Option<bool> {
        let mut any_removed = false;
        for constraint in constraints {
            let (attacker_changed, defender_changed) = constraint.prune(&mut self.sets, mine);
            let pieces =
                [(attacker_changed, constraint.attacker), (defender_changed, constraint.defender)];
            for (_, tile) in pieces.into_iter().filter(|(changed, _)| *changed) {
                any_removed = true;
                if let Some(owner) = owner[tile].get() {
                    self.dirty.insert(owner);
                }
                if self.sets[tile].is_empty() {
                    return None;
                }
            }
        }
        Some(any_removed)
    }

    /// Removes the candidates that counts rule out. Returns true if any were removed, or `None` if
    /// the counts contradict the candidates.
    fn propagate_counts(&mut self) -> Option<bool> {
        let mut any_removed = false;
        while let Some(army) = self.dirty.iter().next() {
            self.dirty.remove(army);
            any_removed |= !self.armies[army.index()].prune(&mut self.sets)?.is_empty();
        }
        Some(any_removed)
    }
}
