//! Checks a saved game: that it can be read, is unchanged and legal, and has honest dice.

use super::hash_chain::{marked_steps, marked_variations};
use super::read::{Claims, LoadedRecord, ReadError, unmarked};
use super::{BranchPoint, Record, ReplayError, ResultLine, SavedRule, SeedSpan};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, Step};
use crate::contract::limits;
use crate::contract::outcome::Reason;

/// The result of a check. A part that is `None` is fine.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// The file cannot be read.
    pub unreadable: Option<RecordFault>,
    /// A step, the setup or a note was changed after the file was written.
    pub inconsistent: Option<RecordFault>,
    /// A step is against the rules.
    pub illegal: Option<RecordFault>,
    /// A roll does not follow from the seed, or the seed does not match its commitment.
    pub dice: Option<RecordFault>,
    /// True if a shuffle or lots were drawn for another game, which this one was branched from at
    /// step 0, so that they cannot be checked.
    pub drawn_elsewhere: bool,
}

/// A fault found by a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The number of the step, from 1.
    pub step: Option<usize>,
    /// A description in one sentence.
    pub what: String,
}

impl Report {
    /// Returns the report on a file that could not be read.
    pub(crate) fn of_error(text: &str, error: &ReadError) -> Self {
        let what = error.to_string();
        let step = match error {
            ReadError::Replay(ReplayError::Step { at, .. }) => Some(at + 1),
            ReadError::Broken { line, .. } => step_of_line(text, *line),
            _ => None,
        };
        let fault = Some(RecordFault { step, what });
        match error {
            ReadError::Replay(_) => Self { illegal: fault, ..Self::default() },
            _ => Self { unreadable: fault, ..Self::default() },
        }
    }

    /// Returns true if no fault was found.
    pub fn is_ok(&self) -> bool {
        let Self { unreadable, inconsistent, illegal, dice, .. } = self;
        [unreadable, inconsistent, illegal, dice].into_iter().all(Option::is_none)
    }
}

impl<G: Game> Record<G> {
    /// Checks the text of a saved game of this kind.
    ///
    /// # Examples
    /// A changed roll is found, and so is its step:
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::play::session::Session;
    /// use qipan_core::games::race::{Deal, Race, Rules};
    /// use qipan_core::games::race::board::{GREEN, RED};
    /// use qipan_core::record::{Player, Record};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    /// let (seed, deal) = (Seed::from_number(7), Deal::default());
    /// let record = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
    /// let mut session = Session::new(record)?;
    /// session.roll()?;
    /// let text = session.write();
    /// assert!(Record::<Race>::verify(&text).is_ok());
    ///
    /// let roll = |face: u8| format!("\"roll\":{face}");
    /// let forged = text.replace(&roll(seed.roll(0)), &roll(seed.roll(0) % 6 + 1));
    /// let report = Record::<Race>::verify(&forged);
    /// assert_eq!(report.dice.and_then(|fault| fault.step), Some(1));
    /// assert!(report.inconsistent.is_some(), "the mark of the step is another one");
    /// # Ok(())
    /// # }
    /// ```
    pub fn verify(text: &str) -> Report {
        let LoadedRecord { record, claims, .. } = match Self::parse(text) {
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
            RecordFault { step, what: error.to_string() }
        });
        Report { illegal, ..compare(text, &claims, &record, &states) }
    }
}

/// Checks the text of a saved game whose steps were already played. `states` are those before
/// each of the leading legal steps and after the last of them.
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

/// Returns the number of the step written on a line, both from 1. An error in the last step may
/// only show on the line that closes the list, which counts for that step.
fn step_of_line(text: &str, line: usize) -> Option<usize> {
    let first = text.lines().position(|l| l.starts_with("\"steps\":["))? + 2;
    let last = first + text.lines().skip(first - 1).position(|l| l.starts_with(']'))?;
    (first..=last).contains(&line).then(|| line.min(last - 1) - first + 1)
}

/// Prefix of the note that records a failed check when a game is saved again. Saving writes fresh
/// marks, so the fault could not be found later.
const FOUND: &str = "check failed: ";
const AGAIN: &str = "it was saved again after a check had found this: ";

impl RecordFault {
    /// Returns true if nothing was changed but the file ends the game too early, because the
    /// rules have become stricter since.
    pub fn is_early_end(&self) -> bool {
        self.what.ends_with(GOES_ON)
    }
}

impl Report {
    /// Returns the first fault as the text of a note. Returns none if there is no fault or the
    /// game already has such a note.
    pub fn remark(&self) -> Option<String> {
        let Self { unreadable, inconsistent, illegal, dice, .. } = self;
        let parts = [unreadable, illegal, inconsistent, dice];
        let first = parts.into_iter().find_map(Option::as_ref)?;
        // The game already has this note.
        if first.what.starts_with(AGAIN) {
            return None;
        }
        // Nothing was changed, so the game can be played on like any other.
        if first.is_early_end() {
            return Some(first.what.clone());
        }
        Some(format!("{FOUND}{}", first.what))
    }
}

/// Returns the fault that an earlier check found and a note recorded.
fn found_before<G: Game>(record: &Record<G>) -> Option<RecordFault> {
    let found = record.notes.iter().find_map(|note| note.text.strip_prefix(FOUND))?;
    let found: String = found.chars().filter(|c| !c.is_control()).take(300).collect();
    Some(RecordFault { step: None, what: format!("{AGAIN}{found}") })
}

/// Returns a fault if a house rule differs from the one the game was saved with.
fn changed_rule<G: Game>(record: &Record<G>) -> Option<RecordFault> {
    let changed = |line: &&SavedRule| line.hash != SavedRule::hash_of(&line.source);
    let line = record.house_rules.iter().find(changed)?;
    let what = format!("the house rule {} was changed after the game was saved", line.file);
    Some(RecordFault { step: None, what: limits::sentence(&what) })
}

/// Returns the first difference between a file and its game as written again. Only the leading
/// legal steps are compared.
fn changed<G: Game>(
    text: &str,
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
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

/// End of the sentence about a game that earlier versions ended as a draw.
const GOES_ON: &str = "by the rules it goes on: not every side keeps a move";

/// Returns a fault if the file ends with a dead position that is none. Earlier versions did not
/// ask if every side keeps a move. The rest of such a game is unchanged, and it can be played on.
fn ended_too_early<G: Game>(
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
    let dead = claims.result.as_ref().filter(|line| line.reason == Reason::DeadPosition)?;
    let (state, (last, before)) = (states.last()?, claims.marks.split_last()?);
    let marks = marked_steps(record, states);
    let same = marks.iter().zip(before).all(|((_, mark), found)| mark == found);
    let differs = marks.last().is_some_and(|(_, mark)| mark != last);
    (state.outcome().is_none() && same && differs).then(|| {
        let (step, reason) = (record.steps.len(), dead.reason);
        let what = format!("the file ends the game with step {step}, {reason}; {GOES_ON}");
        RecordFault { step: Some(step), what }
    })
}

/// Returns the first step of a variation whose mark differs.
fn changed_variation<G: Game>(
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
    let ways = record.variations.iter().zip(marked_variations(record, states));
    for ((way, marks), found) in ways.zip(&claims.variations) {
        let differs = marks.iter().zip(found).position(|((_, mark), found)| mark != found);
        if let Some(k) = differs {
            let step = way.at + k + 1;
            let what = format!(
                "branch `{}`: step {step} or its mark was changed after the game was saved",
                way.name
            );
            return Some(RecordFault { step: None, what: limits::sentence(&what) });
        }
    }
    None
}

/// Returns the first roll of a variation that does not follow from its seed, or a seed of its own
/// that does not match its commitment. The shared steps are not checked again.
fn dice_of_variations<G: Game>(record: &Record<G>, states: &[G]) -> Option<RecordFault> {
    record.variations.iter().find_map(|way| {
        let (own, _) = way.legal_states(states.get(way.at)?);
        let shared = record.chance.iter().filter(|segment| segment.from < way.at);
        let drawn = || is_drawn(record, shared.clone().chain(&way.chance).next(), &way.branches);
        let dice = shared.clone().next_back().map(|last| record.next_roll_of(last, way.at));
        let rolls = || check_rolls(&way.steps, &own, way.at, &way.chance, dice);
        let fault = unpromised(&way.chance, &way.branches).or_else(drawn).or_else(rolls)?;
        let what = format!("branch `{}`: {}", way.name, fault.what);
        Some(RecordFault { step: None, what: limits::sentence(&what) })
    })
}

/// Returns the first of the leading legal steps whose mark differs. The mark of an illegal step
/// cannot be computed.
fn changed_step<G: Game>(claims: &Claims, record: &Record<G>, states: &[G]) -> Option<RecordFault> {
    let marks = marked_steps(record, states);
    let mut differs = marks.iter().zip(&claims.marks).map(|((_, mark), found)| mark != found);
    let at = differs.position(|differs| differs)?;
    let what = if at == 0 && differs.all(|differs| differs) {
        "the rules, the setup or step 1 were changed after the game was saved".to_owned()
    } else {
        format!("step {} or its mark was changed after the game was saved", at + 1)
    };
    Some(RecordFault { step: Some(at + 1), what })
}

/// Returns the first other difference between a file and its game as written again.
fn changed_text<G: Game>(
    text: &str,
    written: &str,
    claims: &Claims,
    states: &[G],
) -> Option<RecordFault> {
    let outcome = states.last().and_then(G::outcome);
    if claims.result != outcome.map(|outcome| ResultLine::new::<G>(&outcome)) {
        let what = "the result written is not the one the steps lead to".to_owned();
        return Some(RecordFault { step: None, what });
    }
    let odd = written.lines().zip(text.lines()).position(|(ours, theirs)| ours != theirs);
    if let Some(line) = odd {
        let step = step_of_line(text, line + 1);
        let place = step.map_or(format!("line {}", line + 1), |step| format!("step {step}"));
        let what = format!("{place} is not as it was written");
        return Some(RecordFault { step, what });
    }
    let what = "the end of the file is not as it was written".to_owned();
    Some(RecordFault { step: None, what })
}

/// Returns the first roll that does not follow from its seed, or a fault of the shuffle, the lots
/// or a commitment. Only the leading legal steps are checked. `states` are those before each of
/// them and after the last.
pub fn check_chance<G: Game>(record: &Record<G>, states: &[G]) -> Option<RecordFault> {
    let drawn = || is_drawn(record, record.chance.first(), &record.branches);
    let rolls = || check_rolls(&record.steps, states, 0, &record.chance, None);
    unpromised(&record.chance, &record.branches).or_else(drawn).or_else(rolls)
}

/// Returns true if the shuffle or lots do not follow from a seed of this file, because the game
/// was branched from the start of another one.
pub fn drawn_elsewhere<G: Game>(record: &Record<G>) -> bool {
    record.branches.iter().any(|branch| branch.at == 0) && record.deal != G::Deal::default()
}

/// Returns the first seed that does not match its commitment, or that begins at a step at which
/// the game was not branched.
fn unpromised(chance: &[SeedSpan], branches: &[BranchPoint]) -> Option<RecordFault> {
    let fault =
        |odd: &SeedSpan, what: &str| RecordFault { step: Some(odd.from + 1), what: what.into() };
    if let Some(odd) = chance.iter().find(|segment| segment.seed.commitment() != segment.commitment)
    {
        return Some(fault(odd, "the seed of the dice is not the one promised"));
    }
    let taken_up = |at: usize| at == 0 || branches.iter().any(|branch| branch.at == at);
    let odd = chance.iter().find(|segment| !taken_up(segment.from))?;
    Some(fault(
        odd,
        "the dice have a new seed from here on, although the game was not branched here",
    ))
}

/// Returns a fault if the shuffle or the lots do not follow from the first seed. A game branched
/// from step 0 of another one is skipped, because its seed is a later one.
fn is_drawn<G: Game>(
    record: &Record<G>,
    first: Option<&SeedSpan>,
    branches: &[BranchPoint],
) -> Option<RecordFault> {
    let first = first.filter(|_| branches.iter().all(|branch| branch.at > 0))?;
    let what = "the shuffle or the lot does not follow from the seed".to_owned();
    let drawn = G::deal_matches_seed(&record.rules, &record.deal, &first.seed);
    (!drawn).then_some(RecordFault { step: None, what })
}

/// Returns the first roll that does not follow from its seed among the leading legal steps.
/// `states` are those before each of them and after the last. The first step is step `at` of its
/// game, and `dice` is the seed there with the number of its next roll.
fn check_rolls<G: Game>(
    steps: &[Step<G>],
    states: &[G],
    at: usize,
    chance: &[SeedSpan],
    mut dice: Option<(Seed, u64)>,
) -> Option<RecordFault> {
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
                let due = due.map_or_else(|| "nothing".to_owned(), ToString::to_string);
                let what = format!("step {} rolls {found}, but its seed gives {due}", at + 1);
                return Some(RecordFault { step: Some(at + 1), what });
            }
            *roll += 1;
        }
    }
    None
}
