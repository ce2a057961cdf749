//! Other ways a game went from some step on, kept in the same file.

use super::{Branch, Comment, MAX_STEPS, Player, Record, ReplayError, SeedSpan};
use crate::dice::Seed;
use crate::game::{Game, NullSink, Step};
use crate::outcome::Outcome;
use crate::record::AuditEntry;
use crate::seat::Seat;

/// Variations of a game at the most.
pub const MAX_VARIATIONS: usize = 100;

/// Steps of a game and all its variations up to which it can be branched; so many again are left
/// to the branch.
const ROOM: usize = MAX_STEPS / 2;

/// Characters of a variation's name at the most.
pub const MAX_NAME: usize = 60;

/// Another way a game went: the steps it shares with the game, and all that differs from there.
///
/// A game and its variations are a tree, written down from where one stands: any of them can be
/// made the game itself by [`Record::follow`], and what was the game is a variation then.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<G: Game> {
    /// What players call it; empty for the game as it was played first.
    pub name: String,
    /// How many steps it shares with the game.
    pub at: usize,
    /// Who sits where.
    pub players: Vec<(Seat, Player)>,
    /// The seeds of its dice from there on.
    pub chance: Vec<SeedSpan>,
    /// House rules that it went on without, each with the step from which on.
    pub left_out: Vec<(u8, usize)>,
    /// The decisions from there on.
    pub steps: Vec<Step<G>>,
    /// How often a player took something back.
    pub take_backs: u32,
    /// Remarks from there on.
    pub notes: Vec<AuditEntry>,
    /// What players wrote about positions after those that are shared.
    pub comments: Vec<Comment>,
    /// The games it was taken up from, the nearest last.
    pub branches: Vec<Branch>,
}

impl<G: Game> Variation<G> {
    /// The states before each of the legal steps it begins with, given the state where it goes
    /// its own way, and after the last of them; and why there are no more, if there are steps
    /// left.
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

    /// Whether all its steps are legal, given the state where it goes its own way.
    pub(super) fn check(&self, shared: &G) -> Result<(), ReplayError> {
        self.last_state(shared)
            .map(|_| ())
            .map_err(|error| ReplayError::Variation(self.name.clone(), Box::new(error)))
    }

    /// The state after its last step, given the state where it goes its own way.
    fn last_state(&self, shared: &G) -> Result<G, ReplayError> {
        let mut state = shared.clone();
        for (at, step) in (self.at..).zip(&self.steps) {
            let played = state.play(step, &mut NullSink);
            played.map_err(|why| ReplayError::Step { at, why })?;
        }
        Ok(state)
    }

    /// The states after each of its steps, given the state where it goes its own way. Steps
    /// that cannot be played, in a record made by hand, leave the state as it was.
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
    /// Whether a branch has room beside this game and its variations, whichever of them is
    /// the game then.
    #[must_use]
    pub fn has_room(&self) -> bool {
        let steps = self.variations.iter().map(|way| way.at + way.steps.len());
        self.variations.len() < MAX_VARIATIONS && self.steps.len() + steps.sum::<usize>() <= ROOM
    }

    /// A new record that goes its own way from a step of this one, with a seed of its own; what
    /// came after that step here is kept as a variation, and so are the others. Where there is
    /// no room for them it goes its way without any.
    #[must_use]
    pub fn branch(&self, at: usize, seed: Seed, name: &str) -> Self {
        let at = at.min(self.steps.len());
        let mut branch = self.clone();
        let rest = self.rest(at);
        branch.cut(at);
        branch.chance.retain(|segment| segment.from < at);
        branch.chance.push(SeedSpan::new(at, seed));
        branch.branches.push(Branch { of: self.digest(), at });
        if !self.has_room() {
            branch.variations.clear();
            branch.name.clear();
        } else if !rest.steps.is_empty() {
            branch.variations.insert(0, rest);
            name.clone_into(&mut branch.name);
        }
        branch
    }

    /// Whether this is the same way of the same game, as far as the other goes or further.
    pub(crate) fn goes_on_from(&self, other: &Self) -> bool {
        let dice = self.chance.iter().filter(|segment| segment.from <= other.steps.len());
        (&self.rules, &self.deal, &self.branches) == (&other.rules, &other.deal, &other.branches)
            && self.steps.starts_with(&other.steps)
            && dice.eq(&other.chance)
    }

    /// The same tree with one of its variations as the game; the game is a variation in its
    /// place then. Unchanged where there is no such variation.
    #[must_use]
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

    /// Forgets the steps from one on: variations that shared them keep them as their own.
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

    /// What makes this game differ from others that share its first steps with it.
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

    /// How each variation ended, given the states before each step of the game and after the
    /// last; none where it did not.
    #[must_use]
    pub fn ends_of_variations(&self, states: &[G]) -> Vec<Option<Outcome>> {
        let end = |way: &Variation<G>| {
            way.last_state(states.get(way.at)?).ok().as_ref().and_then(G::outcome)
        };
        self.variations.iter().map(end).collect()
    }

    /// The seeds that dice to come are drawn from, in the game or a variation that goes on, given
    /// the states before each step of the game and after the last. Nobody is to be shown them.
    #[must_use]
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

    /// Whether all variations are legal, given the states before each step of the game and
    /// after the last.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check_variations(&self, states: &[G]) -> Result<(), ReplayError> {
        for way in &self.variations {
            states.get(way.at).map_or(Ok(()), |shared| way.check(shared))?;
        }
        Ok(())
    }
}
