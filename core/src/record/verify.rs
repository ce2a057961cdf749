//! Checks a saved game from all sides: readable, unchanged, legal, honest dice.

use super::hash_chain::{marked_steps, marked_variations};
use super::read::{Claims, Loaded, ReadError, unmarked};
use super::{Branch, Record, ReplayError, ResultLine, SavedRule, SeedSpan};
use crate::dice::Seed;
use crate::game::{Game, Step};
use crate::limits;
use crate::outcome::Reason;

/// What a check found; each part is fine where it is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// The file cannot be read at all.
    pub unreadable: Option<Fault>,
    /// The file is not what was written: a step, the setup or a remark was changed.
    pub inconsistent: Option<Fault>,
    /// A step is against the rules.
    pub illegal: Option<Fault>,
    /// A roll does not follow from the seed, or the seed was not the one promised.
    pub dice: Option<Fault>,
    /// Whether a shuffle or a lot belongs to another game, from the start of which this one was
    /// taken up, and could not be checked.
    pub drawn_elsewhere: bool,
}

/// Something a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The step it was found at, from 1.
    pub step: Option<usize>,
    /// One sentence about it.
    pub what: String,
}

impl Report {
    /// What a file that could not be read shows.
    pub(crate) fn of_error(text: &str, error: &ReadError) -> Self {
        let what = error.to_string();
        let step = match error {
            ReadError::Replay(ReplayError::Step { at, .. }) => Some(at + 1),
            ReadError::Broken { line, .. } => step_of_line(text, *line),
            _ => None,
        };
        let fault = Some(Fault { step, what });
        match error {
            ReadError::Replay(_) => Self { illegal: fault, ..Self::default() },
            _ => Self { unreadable: fault, ..Self::default() },
        }
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        let Self { unreadable, inconsistent, illegal, dice, .. } = self;
        [unreadable, inconsistent, illegal, dice].into_iter().all(Option::is_none)
    }
}

impl<G: Game> Record<G> {
    /// Checks the text of a saved game of this kind.
    #[must_use]
    pub fn verify(text: &str) -> Report {
        let Loaded { record, claims, .. } = match Self::parse(text) {
            Ok(loaded) => loaded,
            Err(error) => return Report::of_error(text, &error),
        };
        let (states, error) = record.legal_states();
        let error = error.or_else(|| record.check_variations(&states).err());
        let illegal = error.map(|error| {
            let step = match &error {
                ReplayError::Step { at, .. } => Some(at + 1),
                ReplayError::Setup(_) | ReplayError::Variation(..) => None,
            };
            Fault { step, what: error.to_string() }
        });
        Report { illegal, ..compare(text, &claims, &record, &states) }
    }
}

/// Checks the text of a saved game whose steps have been played: nothing is played again. The
/// states are those before each of the legal steps it begins with, and after the last.
#[must_use]
pub fn compare<G: Game>(text: &str, claims: &Claims, record: &Record<G>, states: &[G]) -> Report {
    Report {
        inconsistent: changed_rule(record)
            .or_else(|| changed(text, claims, record, states))
            .or_else(|| found_before(record)),
        dice: check_chance(record, states).or_else(|| dice_of_variations(record, states)),
        drawn_elsewhere: drawn_elsewhere(record),
        ..Report::default()
    }
}

/// The step written on a line, from 1. An error in the last step may only show on the
/// line that closes the list; it counts for that step.
fn step_of_line(text: &str, line: usize) -> Option<usize> {
    let first = text.lines().position(|l| l.starts_with("\"steps\":["))? + 2;
    let last = first + text.lines().skip(first - 1).position(|l| l.starts_with(']'))?;
    (first..=last).contains(&line).then(|| line.min(last - 1) - first + 1)
}

/// How a remark begins that tells what a check found before the game was saved again: its marks
/// are fresh ones since.
const FOUND: &str = "check failed: ";
const AGAIN: &str = "it was saved again after a check had found this: ";

impl Fault {
    /// Returns true where nothing was changed, but the rules have become stricter since: the
    /// file ends a game that goes on.
    #[must_use]
    pub fn is_early_end(&self) -> bool {
        self.what.ends_with(GOES_ON)
    }
}

impl Report {
    /// The first thing found, as a remark keeps it with the game.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let Self { unreadable, inconsistent, illegal, dice, .. } = self;
        let parts = [unreadable, illegal, inconsistent, dice];
        let first = parts.into_iter().find_map(Option::as_ref)?;
        // Which it keeps already.
        if first.what.starts_with(AGAIN) {
            return None;
        }
        // Nothing was changed: the game can be played on, and is as good as any.
        if first.is_early_end() {
            return Some(first.what.clone());
        }
        Some(format!("{FOUND}{}", first.what))
    }
}

/// What was found in a game before it was saved as it is.
fn found_before<G: Game>(record: &Record<G>) -> Option<Fault> {
    let found = record.notes.iter().find_map(|note| note.text.strip_prefix(FOUND))?;
    let found: String = found.chars().filter(|c| !c.is_control()).take(300).collect();
    Some(Fault { step: None, what: format!("{AGAIN}{found}") })
}

/// A house rule that is not the one the game was saved with.
fn changed_rule<G: Game>(record: &Record<G>) -> Option<Fault> {
    let changed = |line: &&SavedRule| line.hash != SavedRule::hash_of(&line.source);
    let line = record.house_rules.iter().find(changed)?;
    let what = format!("the house rule {} was changed after the game was saved", line.file);
    Some(Fault { step: None, what: limits::sentence(&what) })
}

/// The first thing in a file that is not as it was written, as far as its steps are legal.
fn changed<G: Game>(
    text: &str,
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<Fault> {
    if states.len() <= record.steps.len() {
        return changed_step(claims, record, states);
    }
    let (written, text) = (record.write_along(states), unmarked(text));
    if written == text {
        return None;
    }
    ended_too_early(claims, record, states)
        .or_else(|| changed_step(claims, record, states))
        .or_else(|| changed_variation(claims, record, states))
        .or_else(|| changed_text(text, &written, claims, states))
}

/// How the sentence goes on about a game that earlier versions called drawn.
const GOES_ON: &str = "by the rules it goes on: not every side keeps a move";

/// A draw by a dead position that is none: earlier versions did not ask if every side keeps a
/// move. Such a game is otherwise as it was written, and can be played on.
fn ended_too_early<G: Game>(claims: &Claims, record: &Record<G>, states: &[G]) -> Option<Fault> {
    let dead = claims.result.as_ref().filter(|line| line.reason == Reason::DeadPosition)?;
    let (state, (last, before)) = (states.last()?, claims.marks.split_last()?);
    let marks = marked_steps(record, states);
    let same = marks.iter().zip(before).all(|((_, mark), found)| mark == found);
    let differs = marks.last().is_some_and(|(_, mark)| mark != last);
    (state.outcome().is_none() && same && differs).then(|| {
        let (step, reason) = (record.steps.len(), dead.reason);
        let what = format!("the file ends the game with step {step}, {reason}; {GOES_ON}");
        Fault { step: Some(step), what }
    })
}

/// The first step of a variation whose mark is another one.
fn changed_variation<G: Game>(claims: &Claims, record: &Record<G>, states: &[G]) -> Option<Fault> {
    let ways = record.variations.iter().zip(marked_variations(record, states));
    for ((way, marks), found) in ways.zip(&claims.variations) {
        let differs = marks.iter().zip(found).position(|((_, mark), found)| mark != found);
        if let Some(k) = differs {
            let step = way.at + k + 1;
            let what = format!(
                "branch `{}`: step {step} or its mark was changed after the game was saved",
                way.name
            );
            return Some(Fault { step: None, what: limits::sentence(&what) });
        }
    }
    None
}

/// The first roll of a variation that does not follow from its seed, or a seed of its own that
/// is not the one promised. Nothing that it shares with the game is looked at again.
fn dice_of_variations<G: Game>(record: &Record<G>, states: &[G]) -> Option<Fault> {
    record.variations.iter().find_map(|way| {
        let (own, _) = way.legal_states(states.get(way.at)?);
        let shared = record.chance.iter().filter(|segment| segment.from < way.at);
        let drawn = || is_drawn(record, shared.clone().chain(&way.chance).next(), &way.branches);
        let dice = shared.clone().next_back().map(|last| record.next_roll_of(last, way.at));
        let rolls = || check_rolls(&way.steps, &own, way.at, &way.chance, dice);
        let fault = unpromised(&way.chance, &way.branches).or_else(drawn).or_else(rolls)?;
        let what = format!("branch `{}`: {}", way.name, fault.what);
        Some(Fault { step: None, what: limits::sentence(&what) })
    })
}

/// The first of the legal steps at the beginning whose mark is another one. What the mark of an
/// illegal step should be is unknown.
fn changed_step<G: Game>(claims: &Claims, record: &Record<G>, states: &[G]) -> Option<Fault> {
    let marks = marked_steps(record, states);
    let mut differs = marks.iter().zip(&claims.marks).map(|((_, mark), found)| mark != found);
    let at = differs.position(|differs| differs)?;
    let what = if at == 0 && differs.all(|differs| differs) {
        "the rules, the setup or step 1 were changed after the game was saved".to_owned()
    } else {
        format!("step {} or its mark was changed after the game was saved", at + 1)
    };
    Some(Fault { step: Some(at + 1), what })
}

/// The first other thing in a file that is not as it was written.
fn changed_text<G: Game>(
    text: &str,
    written: &str,
    claims: &Claims,
    states: &[G],
) -> Option<Fault> {
    let outcome = states.last().and_then(G::outcome);
    if claims.result != outcome.map(|outcome| ResultLine::new::<G>(&outcome)) {
        let what = "the result written is not the one the steps lead to".to_owned();
        return Some(Fault { step: None, what });
    }
    let odd = written.lines().zip(text.lines()).position(|(ours, theirs)| ours != theirs);
    if let Some(line) = odd {
        let step = step_of_line(text, line + 1);
        let place = step.map_or(format!("line {}", line + 1), |step| format!("step {step}"));
        let what = format!("{place} is not as it was written");
        return Some(Fault { step, what });
    }
    let what = "the end of the file is not as it was written".to_owned();
    Some(Fault { step: None, what })
}

/// The first roll that does not follow from its seed, among the first steps, which are legal; or
/// the shuffle or the lot, or a seed that is not the one promised. The states are those before
/// each of these steps, and after the last.
#[must_use]
pub fn check_chance<G: Game>(record: &Record<G>, states: &[G]) -> Option<Fault> {
    let drawn = || is_drawn(record, record.chance.first(), &record.branches);
    let rolls = || check_rolls(&record.steps, states, 0, &record.chance, None);
    unpromised(&record.chance, &record.branches).or_else(drawn).or_else(rolls)
}

/// Whether something was drawn before step 0 that does not follow from a seed of this file: the
/// game was taken up from the start of another one.
#[must_use]
pub fn drawn_elsewhere<G: Game>(record: &Record<G>) -> bool {
    record.branches.iter().any(|branch| branch.at == 0) && record.deal != G::Deal::default()
}

/// A seed that is not the one promised, or comes where the game was not taken up from another
/// one.
fn unpromised(chance: &[SeedSpan], branches: &[Branch]) -> Option<Fault> {
    let fault = |odd: &SeedSpan, what: &str| Fault { step: Some(odd.from + 1), what: what.into() };
    if let Some(odd) = chance.iter().find(|segment| segment.seed.commitment() != segment.commitment)
    {
        return Some(fault(odd, "the seed of the dice is not the one promised"));
    }
    let taken_up = |at: usize| at == 0 || branches.iter().any(|branch| branch.at == at);
    let odd = chance.iter().find(|segment| !taken_up(segment.from))?;
    Some(fault(odd, "the dice have a new seed from here on, though the game just went on"))
}

/// A shuffle or a lot that does not follow from the first seed. Where the game was taken up from
/// another one at its start the seed is a later one than those.
fn is_drawn<G: Game>(
    record: &Record<G>,
    first: Option<&SeedSpan>,
    branches: &[Branch],
) -> Option<Fault> {
    let first = first.filter(|_| branches.iter().all(|branch| branch.at > 0))?;
    let what = "the shuffle or the lot does not follow from the seed".to_owned();
    let drawn = G::deal_matches_seed(&record.rules, &record.deal, &first.seed);
    (!drawn).then_some(Fault { step: None, what })
}

/// The first roll that does not follow from its seed, among the first of these steps, which are
/// legal. The states are those before each of these and after the last; the first step is step
/// `at` of its game, before which `dice`, the seed and the number of its next roll, held.
fn check_rolls<G: Game>(
    steps: &[Step<G>],
    states: &[G],
    at: usize,
    chance: &[SeedSpan],
    mut dice: Option<(Seed, u64)>,
) -> Option<Fault> {
    let mut outcomes = Vec::new();
    let mut segments = chance.iter().peekable();
    let legal = states.len().saturating_sub(1);
    for (at, (step, state)) in (at..).zip(steps.iter().zip(states).take(legal)) {
        if let Some(segment) = segments.next_if(|segment| segment.from == at) {
            dice = Some((segment.seed, 0));
        }
        if let (Step::Chance(found), Some((seed, roll))) = (step, &mut dice) {
            state.chance_outcomes(&mut outcomes);
            let due = outcomes.get(seed.draw("dice", *roll, outcomes.len().max(1) as u8) as usize);
            if due != Some(found) {
                let due = due.map_or_else(String::new, |due| format!(", which gives {due}"));
                let what = format!("step {} rolls {found}, not as its seed has it{due}", at + 1);
                return Some(Fault { step: Some(at + 1), what });
            }
            *roll += 1;
        }
    }
    None
}
