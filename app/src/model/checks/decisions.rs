//! Counts the decisions that the test games asked a robot for.

use std::collections::{BTreeMap, BTreeSet};

use qipan_core::script::Scripted;

/// The decisions that a robot was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionCounts {
    /// Turns with several legal actions.
    pub turns: u64,
    /// Turns with one legal action. In a game a robot is not asked for these.
    pub forced: u64,
    /// Turns by kind of action, such as `launch` or `strike`.
    pub actions: BTreeMap<&'static str, ActionCount>,
    /// Calls of `layout`.
    pub layouts: u64,
    /// Calls of `draw`.
    pub draw_offers: u64,
    /// Calls of `value`.
    pub values: u64,
    /// Turns that a robot in a new VM decided again, with the same choice.
    pub repeated: u64,
}

/// The numbers of turns in which one kind of action was legal and in which it was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionCount {
    /// Turns in which an action of the kind was legal.
    pub legal: u64,
    /// Turns in which an action of the kind was chosen.
    pub chosen: u64,
}

impl DecisionCounts {
    /// Creates counts of zero, with an entry for each kind of action of the game.
    pub(super) fn new<G: Scripted>() -> Self {
        let kinds = G::ACTION_KINDS.iter().map(|kind| (*kind, ActionCount::default()));
        Self { actions: kinds.collect(), ..Self::default() }
    }

    /// Counts a turn that the robot decided.
    pub(super) fn add_turn<G: Scripted>(
        &mut self,
        state: &G,
        actions: &[G::Action],
        chosen: G::Action,
    ) {
        match actions.len() {
            1 => self.forced += 1,
            _ => self.turns += 1,
        }
        let legal_kinds = actions.iter().flat_map(|action| G::action_kinds(state, *action));
        let legal_kinds: BTreeSet<_> = legal_kinds.collect();
        for kind in legal_kinds {
            self.actions.entry(kind).or_default().legal += 1;
        }
        for kind in G::action_kinds(state, chosen) {
            self.actions.entry(kind).or_default().chosen += 1;
        }
    }
}
