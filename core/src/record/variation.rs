//! Variations: other lines that leave the main line at some step, kept in the same file.

use super::{BranchPoint, Comment, MAX_STEPS, Player, Record, ReplayError, SeedSpan};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, NullSink, Step};
use crate::contract::outcome::Outcome;
use crate::contract::seat::Seat;
use crate::record::AuditEntry;

/// Maximum number of variations of a game.
pub const MAX_VARIATIONS: usize = 100;

/// Maximum number of steps of a game and its variations at which it can still be branched. The
/// other half of [`MAX_STEPS`] is left to the branch.
const ROOM: usize = MAX_STEPS / 2;

/// Maximum number of characters of a variation's name.
pub const MAX_NAME: usize = 60;

/// Another line of a game: the number of steps it shares with the main line, and all that differs
/// from there on.
///
/// A game and its variations form a tree, stored relative to the main line. [`Record::follow`]
/// makes a variation the main line, and the main line a variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<G: Game> {
    /// The name players gave it; empty for the game as first played.
    pub name: String,
    /// The number of steps shared with the main line.
    pub at: usize,
    /// The players by seat.
    pub players: Vec<(Seat, Player)>,
    /// The seeds of its dice from step `at` on.
    pub chance: Vec<SeedSpan>,
    /// House rules disabled in it, each with the step from which on.
    pub left_out: Vec<(u8, usize)>,
    /// The steps from step `at` on.
    pub steps: Vec<Step<G>>,
    /// The number of take-backs.
    pub take_backs: u32,
    /// Audit notes from step `at` on.
    pub notes: Vec<AuditEntry>,
    /// Comments on positions after the shared steps.
    pub comments: Vec<Comment>,
    /// The games it was branched from, the most recent last.
    pub branches: Vec<BranchPoint>,
}

impl<G: Game> Variation<G> {
    /// Returns the states before each of its leading legal steps and after the last of them, and
    /// the error of the first illegal step, if any. `shared` is the state after the shared steps.
    pub(super) fn legal_states(&self, shared: &G) -> (Vec<G>, Option<ReplayError>) {
        let mut states = vec![shared.clone()];
        for (k, step) in self.steps.iter().enumerate() {
            let mut state = states[k].clone();
            if let Err(why) = state.play(step, &mut NullSink) {
                return (states, Some(ReplayError::Step { at: self.at + k, why }));
            }
            states.push(state);
        }
        (states, None)
    }

    /// Checks that all its steps are legal. `shared` is the state after the shared steps.
    pub(super) fn check(&self, shared: &G) -> Result<(), ReplayError> {
        self.last_state(shared)
            .map(|_| ())
            .map_err(|error| ReplayError::Variation(self.name.clone(), Box::new(error)))
    }

    /// Returns the state after its last step. `shared` is the state after the shared steps.
    fn last_state(&self, shared: &G) -> Result<G, ReplayError> {
        let mut state = shared.clone();
        for (at, step) in (self.at..).zip(&self.steps) {
            let played = state.play(step, &mut NullSink);
            played.map_err(|why| ReplayError::Step { at, why })?;
        }
        Ok(state)
    }

    /// Returns the states after each of its steps. `shared` is the state after the shared steps.
    /// Steps that cannot be played, in a record made by hand, leave the state unchanged.
    pub(super) fn played(&self, shared: &G) -> Vec<G> {
        let mut state = shared.clone();
        let after = |step: &Step<G>| {
            let mut next = state.clone();
            if next.play(step, &mut NullSink).is_ok() {
                state = next;
            }
            state.clone()
        };
        self.steps.iter().map(after).collect()
    }
}

impl<G: Game> Record<G> {
    /// Returns true if a branch fits the limits together with this game and its variations,
    /// whichever of them becomes the main line.
    pub fn has_room(&self) -> bool {
        let steps = self.variations.iter().map(|way| way.at + way.steps.len());
        self.variations.len() < MAX_VARIATIONS && self.steps.len() + steps.sum::<usize>() <= ROOM
    }

    /// Returns a new record that leaves this one at step `at`, with its own seed. The later steps
    /// of this game are kept as a variation, and so are its variations. If there is no room for
    /// them, the branch has no variations.
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
    /// assert_eq!(branch.follow(0).steps, game.steps, "the main line again");
    /// # Ok(())
    /// # }
    /// ```
    pub fn branch(&self, at: usize, seed: Seed, name: &str) -> Self {
        let at = at.min(self.steps.len());
        let mut branch = self.clone();
        let rest = self.rest(at);
        branch.cut(at);
        branch.chance.retain(|segment| segment.from < at);
        branch.chance.push(SeedSpan::new(at, seed));
        branch.branches.push(BranchPoint { of: self.digest(), at });
        if !self.has_room() {
            branch.variations.clear();
            branch.name.clear();
        } else if !rest.steps.is_empty() {
            branch.variations.insert(0, rest);
            name.clone_into(&mut branch.name);
        }
        branch
    }

    /// Returns true if this record has the setup and branches of `other` and begins with its
    /// steps and dice.
    pub(crate) fn goes_on_from(&self, other: &Self) -> bool {
        let dice = self.chance.iter().filter(|segment| segment.from <= other.steps.len());
        (&self.rules, &self.deal, &self.branches) == (&other.rules, &other.deal, &other.branches)
            && self.steps.starts_with(&other.steps)
            && dice.eq(&other.chance)
    }

    /// Returns the same tree with a variation as the main line. The old main line takes its place
    /// in the list. An unknown variation changes nothing.
    pub fn follow(&self, variation: usize) -> Self {
        let mut record = self.clone();
        if variation >= record.variations.len() {
            return record;
        }
        let way = record.variations.remove(variation);
        let at = way.at.min(record.steps.len());
        let rest = self.rest(at);
        record.cut(at);
        record.chance.retain(|segment| segment.from < at);
        record.notes.retain(|remark| remark.at < at);
        record.name = way.name;
        record.players = way.players;
        record.chance.extend(way.chance);
        record.steps.extend(way.steps);
        record.take_backs = way.take_backs;
        record.notes.extend(way.notes);
        record.comments.extend(way.comments);
        record.branches = way.branches;
        for (rule, until) in way.left_out {
            if let Some(line) = record.house_rules.get_mut(usize::from(rule)) {
                line.until = Some(until);
            }
        }
        record.variations.insert(variation, rest);
        record
    }

    /// Returns the record as it was after `step` steps, with the house rules that were in force
    /// there. Variations that leave it later are left out.
    #[must_use]
    pub fn at(&self, step: usize) -> Self {
        let mut record = self.clone();
        record.variations.retain(|way| way.at <= step);
        record.cut(step);
        record
    }

    /// Removes the steps from step `to` on. Variations that shared some of them take these over
    /// as their own.
    pub(crate) fn cut(&mut self, to: usize) {
        for k in 0..self.variations.len() {
            if self.variations[k].at > to {
                let mut longer = self.rest(to);
                let own = &mut self.variations[k];
                let at = own.at;
                longer.steps.truncate(at - to);
                longer.chance.retain(|segment| segment.from < at);
                longer.notes.retain(|remark| remark.at < at);
                longer.comments.retain(|comment| comment.at <= at);
                longer.left_out.retain(|(_, until)| *until <= at);
                longer.chance.append(&mut own.chance);
                longer.steps.append(&mut own.steps);
                longer.notes.append(&mut own.notes);
                longer.comments.append(&mut own.comments);
                longer.left_out.append(&mut own.left_out);
                own.at = to;
                own.chance = longer.chance;
                own.steps = longer.steps;
                own.notes = longer.notes;
                own.comments = longer.comments;
                own.left_out = longer.left_out;
            }
        }
        self.steps.truncate(to);
        self.chance.retain(|segment| segment.from <= to);
        self.notes.retain(|remark| remark.at <= to);
        self.comments.retain(|comment| comment.at <= to);
        for line in &mut self.house_rules {
            line.until = line.until.filter(|until| *until <= to);
        }
    }

    /// Returns the part of this game from step `at` on, as a variation.
    fn rest(&self, at: usize) -> Variation<G> {
        let left_out = (0u8..).zip(&self.house_rules);
        let left_out = left_out.filter_map(|(rule, line)| Some((rule, line.until?)));
        Variation {
            name: self.name.clone(),
            at,
            players: self.players.clone(),
            chance: self.chance.iter().filter(|segment| segment.from >= at).copied().collect(),
            left_out: left_out.filter(|(_, until)| *until > at).collect(),
            steps: self.steps[at..].to_vec(),
            take_backs: self.take_backs,
            notes: self.notes.iter().filter(|remark| remark.at >= at).cloned().collect(),
            comments: self.comments.iter().filter(|comment| comment.at > at).cloned().collect(),
            branches: self.branches.clone(),
        }
    }

    /// Returns the outcome of each variation, or none if it is not over. `states` are those of
    /// the game before each step and after the last.
    pub fn ends_of_variations(&self, states: &[G]) -> Vec<Option<Outcome>> {
        let end = |way: &Variation<G>| {
            way.last_state(states.get(way.at)?).ok().as_ref().and_then(G::outcome)
        };
        self.variations.iter().map(end).collect()
    }

    /// Returns the seeds of future dice, in the game and in the variations that are not over.
    /// They must stay hidden from players. `states` are those of the game before each step and
    /// after the last.
    pub fn seeds_to_come(&self, states: &[G]) -> Vec<Seed> {
        let over = states.last().is_some_and(|state| state.outcome().is_some());
        let own = self.chance.last().filter(|_| !over);
        let ways = self.variations.iter().zip(self.ends_of_variations(states));
        let theirs = ways.filter(|(_, end)| end.is_none()).filter_map(|(way, _)| {
            let shared = self.chance.iter().filter(|segment| segment.from < way.at);
            shared.chain(&way.chance).next_back()
        });
        own.into_iter().chain(theirs).map(|segment| segment.seed).collect()
    }

    /// Checks that all variations are legal. `states` are those of the game before each step and
    /// after the last.
    pub fn check_variations(&self, states: &[G]) -> Result<(), ReplayError> {
        for way in &self.variations {
            states.get(way.at).map_or(Ok(()), |shared| way.check(shared))?;
        }
        Ok(())
    }
}
