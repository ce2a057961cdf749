//! Variations: other lines of play that leave the main line at some step, kept in the same file.

use super::{BranchPoint, Comment, MAX_STEPS, Player, Record, ReplayError, SeedSpan};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, NullSink, Step};
use crate::contract::outcome::Outcome;
use crate::contract::seat::Seat;
use crate::record::AuditEntry;

/// Maximum number of variations of a game.
pub const MAX_VARIATIONS: usize = 100;

/// A game can be branched if its lines have at most this many steps in all. The steps that a
/// variation shares with the main line count again for it. The other half of [`MAX_STEPS`] is left
/// for the steps of the branch.
const MAX_STEPS_TO_BRANCH: usize = MAX_STEPS / 2;

/// Maximum number of characters of a variation's name.
pub const MAX_NAME: usize = 60;

/// Another line of a game: the number of steps shared with the main line, and everything that
/// differs after them.
///
/// A game and its variations form a tree, stored relative to the main line.
/// [`Record::with_promoted_variation`] makes a variation the main line, and the main line a
/// variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<G: Game> {
    /// The name given by players. Empty for the game as first played.
    pub name: String,
    /// The number of steps shared with the main line.
    pub shared_steps: usize,
    /// The players by seat.
    pub players: Vec<(Seat, Player)>,
    /// The seeds of the dice after the shared steps.
    pub chance: Vec<SeedSpan>,
    /// The disabled house rules: the number of each, from 0, and the step from which it is
    /// disabled.
    pub disabled_rules: Vec<(u8, usize)>,
    /// The steps after the shared ones.
    pub steps: Vec<Step<G>>,
    /// The number of take-backs.
    pub take_backs: u32,
    /// Audit notes added after the shared steps.
    pub notes: Vec<AuditEntry>,
    /// Comments on positions after the shared steps.
    pub comments: Vec<Comment>,
    /// The games from which the line was branched, the most recent last.
    pub branched_from: Vec<BranchPoint>,
}

impl<G: Game> Variation<G> {
    /// Plays the steps up to the first illegal one. Returns the first state and the state after
    /// each step played, and the error, if any. `shared` is the state after the shared steps.
    pub(super) fn legal_states(&self, shared: &G) -> (Vec<G>, Option<ReplayError>) {
        let mut states = vec![shared.clone()];
        for (index, step) in self.steps.iter().enumerate() {
            let mut state = states[index].clone();
            if let Err(why) = state.play(step, &mut NullSink) {
                return (states, Some(ReplayError::Step { at: self.shared_steps + index, why }));
            }
            states.push(state);
        }
        (states, None)
    }

    /// Checks that all steps are legal. `shared` is the state after the shared steps.
    pub(super) fn check(&self, shared: &G) -> Result<(), ReplayError> {
        self.last_state(shared)
            .map(drop)
            .map_err(|error| ReplayError::Variation(self.name.clone(), Box::new(error)))
    }

    /// Returns the state after the last step. `shared` is the state after the shared steps.
    fn last_state(&self, shared: &G) -> Result<G, ReplayError> {
        let mut state = shared.clone();
        for (at, step) in (self.shared_steps..).zip(&self.steps) {
            state.play(step, &mut NullSink).map_err(|why| ReplayError::Step { at, why })?;
        }
        Ok(state)
    }

    /// Returns the states after each step. `shared` is the state after the shared steps. An illegal
    /// step, in a record made by hand, leaves the state unchanged.
    pub(super) fn states_after_steps(&self, shared: &G) -> Vec<G> {
        let mut state = shared.clone();
        let state_after = |step: &Step<G>| {
            let mut next = state.clone();
            if next.play(step, &mut NullSink).is_ok() {
                state = next;
            }
            state.clone()
        };
        self.steps.iter().map(state_after).collect()
    }
}

impl<G: Game> Record<G> {
    /// Returns true if a branch can be added to this game and its variations without exceeding the
    /// limits. The answer does not depend on which of the lines is the main line.
    pub fn has_room_for_branch(&self) -> bool {
        let steps =
            self.variations.iter().map(|variation| variation.shared_steps + variation.steps.len());
        self.variations.len() < MAX_VARIATIONS
            && self.steps.len() + steps.sum::<usize>() <= MAX_STEPS_TO_BRANCH
    }

    /// Returns the record of a branch that leaves this game at step `at` and has its own seed. If
    /// this game has later steps, they become a variation of the branch, and the branch is called
    /// `name`. Otherwise the branch keeps the name of this game. The variations of this game are
    /// kept too. If there is no room for variations, the branch has none, and no name.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::games::race::board::{GREEN, RED};
    /// use qipan_core::games::race::{Deal, Race, Rules};
    /// use qipan_core::play::session::Session;
    /// use qipan_core::record::{Player, Record};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    /// let (seed, deal) = (Seed::from_number(7), Deal::default());
    /// let record = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
    /// let mut session = Session::new(record)?;
    /// session.roll()?;
    /// let game = session.record();
    /// let branch = game.branch(0, Seed::from_number(8), "another try");
    /// assert!(branch.steps.is_empty() && branch.name == "another try");
    /// assert_eq!(branch.variations[0].steps, game.steps);
    /// assert_eq!(branch.with_promoted_variation(0).steps, game.steps, "the old main line");
    /// # Ok(())
    /// # }
    /// ```
    pub fn branch(&self, at: usize, seed: Seed, name: &str) -> Self {
        let at = at.min(self.steps.len());
        let mut branch = self.clone();
        let tail = self.tail(at);
        branch.truncate(at);
        // From this step on the branch rolls with its own seed.
        branch.chance.retain(|span| span.from < at);
        branch.chance.push(SeedSpan::new(at, seed));
        branch.branched_from.push(BranchPoint { of: self.digest(), at });
        if !self.has_room_for_branch() {
            branch.variations.clear();
            branch.name.clear();
        } else if !tail.steps.is_empty() {
            branch.variations.insert(0, tail);
            name.clone_into(&mut branch.name);
        }
        branch
    }

    /// Returns true if this record continues `other`: it has the same setup, was branched from the
    /// same games, and begins with the same steps and dice.
    pub(crate) fn is_continuation_of(&self, other: &Self) -> bool {
        let dice = self.chance.iter().filter(|span| span.from <= other.steps.len());
        (&self.rules, &self.deal, &self.branched_from)
            == (&other.rules, &other.deal, &other.branched_from)
            && self.steps.starts_with(&other.steps)
            && dice.eq(&other.chance)
    }

    /// Returns the same game with the variation of this index as the main line. The old main line
    /// takes its place in the list. An index out of range changes nothing.
    pub fn with_promoted_variation(&self, index: usize) -> Self {
        let mut record = self.clone();
        if index >= record.variations.len() {
            return record;
        }
        let variation = record.variations.remove(index);
        let at = variation.shared_steps.min(record.steps.len());
        let old_line = self.tail(at);
        record.truncate(at);
        // The variation has its own seed and notes for this step, and `old_line` keeps those of
        // the old main line.
        record.chance.retain(|span| span.from < at);
        record.notes.retain(|note| note.at < at);
        record.name = variation.name;
        record.players = variation.players;
        record.chance.extend(variation.chance);
        record.steps.extend(variation.steps);
        record.take_backs = variation.take_backs;
        record.notes.extend(variation.notes);
        record.comments.extend(variation.comments);
        record.branched_from = variation.branched_from;
        for (rule, until) in variation.disabled_rules {
            if let Some(rule) = record.house_rules.get_mut(usize::from(rule)) {
                rule.until = Some(until);
            }
        }
        record.variations.insert(index, old_line);
        record
    }

    /// Returns the record as it was after `step` steps, with the house rules that were in force
    /// there. Variations that leave the main line later are omitted.
    #[must_use]
    pub fn at(&self, step: usize) -> Self {
        let mut record = self.clone();
        record.variations.retain(|variation| variation.shared_steps <= step);
        record.truncate(step);
        record
    }

    /// Removes the steps from step `to` on, with everything that belongs to them. Variations that
    /// shared some of these steps get copies of them as steps of their own.
    ///
    /// The position after `to` steps stays, and so does everything in it: its comment, its notes,
    /// the house rules disabled there, and a seed that is used from step `to` on.
    pub(crate) fn truncate(&mut self, to: usize) {
        for index in 0..self.variations.len() {
            if self.variations[index].shared_steps > to {
                // The removed part of the main line, as far as the variation shared it.
                let mut shared = self.tail(to);
                let variation = &mut self.variations[index];
                let at = variation.shared_steps;
                shared.steps.truncate(at - to);
                shared.chance.retain(|span| span.from < at);
                shared.notes.retain(|note| note.at < at);
                shared.comments.retain(|comment| comment.at <= at);
                shared.disabled_rules.retain(|(_, until)| *until <= at);
                shared.chance.append(&mut variation.chance);
                shared.steps.append(&mut variation.steps);
                shared.notes.append(&mut variation.notes);
                shared.comments.append(&mut variation.comments);
                shared.disabled_rules.append(&mut variation.disabled_rules);
                variation.shared_steps = to;
                variation.chance = shared.chance;
                variation.steps = shared.steps;
                variation.notes = shared.notes;
                variation.comments = shared.comments;
                variation.disabled_rules = shared.disabled_rules;
            }
        }
        self.steps.truncate(to);
        self.chance.retain(|span| span.from <= to);
        self.notes.retain(|note| note.at <= to);
        self.comments.retain(|comment| comment.at <= to);
        for rule in &mut self.house_rules {
            rule.until = rule.until.filter(|until| *until <= to);
        }
    }

    /// Returns the part of the main line from step `at` on, as a variation.
    ///
    /// The position after `at` steps is shared. Its comment and the house rules disabled there
    /// belong to the shared part and are left out. Its notes and a seed that is used from step `at`
    /// on are included, because they can differ between the lines.
    fn tail(&self, at: usize) -> Variation<G> {
        let rules = (0u8..).zip(&self.house_rules);
        let disabled_rules = rules.filter_map(|(number, rule)| Some((number, rule.until?)));
        Variation {
            name: self.name.clone(),
            shared_steps: at,
            players: self.players.clone(),
            chance: self.chance.iter().filter(|span| span.from >= at).copied().collect(),
            disabled_rules: disabled_rules.filter(|(_, until)| *until > at).collect(),
            steps: self.steps[at..].to_vec(),
            take_backs: self.take_backs,
            notes: self.notes.iter().filter(|note| note.at >= at).cloned().collect(),
            comments: self.comments.iter().filter(|comment| comment.at > at).cloned().collect(),
            branched_from: self.branched_from.clone(),
        }
    }

    /// Returns the outcome of each variation, `None` if it is not over. `states` are the states
    /// of the main line before each step and after the last.
    pub fn variation_outcomes(&self, states: &[G]) -> Vec<Option<Outcome>> {
        let outcome_of = |variation: &Variation<G>| {
            let shared = states.get(variation.shared_steps)?;
            variation.last_state(shared).ok()?.outcome()
        };
        self.variations.iter().map(outcome_of).collect()
    }

    /// Returns the seeds of future rolls in the lines that are not over. They must stay hidden from
    /// players. `states` are those of the main line before each step and after the last.
    pub fn seeds_of_future_rolls(&self, states: &[G]) -> Vec<Seed> {
        let is_over = states.last().is_some_and(|state| state.outcome().is_some());
        let of_main_line = self.chance.last().filter(|_| !is_over);
        let variations = self.variations.iter().zip(self.variation_outcomes(states));
        let unfinished = variations.filter(|(_, outcome)| outcome.is_none());
        let of_variations = unfinished.filter_map(|(variation, _)| {
            let shared = self.chance.iter().filter(|span| span.from < variation.shared_steps);
            shared.chain(&variation.chance).next_back()
        });
        of_main_line.into_iter().chain(of_variations).map(|span| span.seed).collect()
    }

    /// Checks that all variations are legal. `states` are those of the main line before each step
    /// and after the last. A variation that leaves the main line after the last of these states is
    /// not checked.
    pub fn check_variations(&self, states: &[G]) -> Result<(), ReplayError> {
        for variation in &self.variations {
            states.get(variation.shared_steps).map_or(Ok(()), |shared| variation.check(shared))?;
        }
        Ok(())
    }
}
