//! Checks a saved game: that it can be read, is unchanged and legal, and has honest dice.

use super::hash_chain::{marked_steps, marked_variations};
use super::read::{Claims, LoadedRecord, ReadError, without_bom};
use super::{BranchPoint, Record, ReplayError, ResultLine, SavedRule, SeedSpan};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, Step};
use crate::contract::limits;
use crate::contract::outcome::Reason;

/// The faults found by a check. A fault that is `None` means that the file passed that part of the
/// check.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct VerificationReport {
    /// The file cannot be read.
    pub unreadable: Option<RecordFault>,
    /// A step, the setup or a note was changed after the file was written.
    pub inconsistent: Option<RecordFault>,
    /// A step is against the rules.
    pub illegal: Option<RecordFault>,
    /// A roll does not follow from the seed, or the seed does not match its commitment.
    pub dice: Option<RecordFault>,
    /// True if the shuffle or the draw for the first seat cannot be checked, because it was made
    /// for another game, from which this one was branched at step 0.
    pub has_unverifiable_deal: bool,
    /// True if the game is over, so that its result was checked, too.
    pub is_over: bool,
}

/// A fault found by a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The number of the step, from 1. `None` if the fault belongs to no step of the main line.
    pub step: Option<usize>,
    /// The cause.
    pub cause: FaultCause,
}

/// The cause of a fault in a saved game. Its `Display` form is an English sentence. Steps and lines
/// are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultCause {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(ReadError),
    /// The game cannot be replayed.
    #[error("{0}")]
    Illegal(ReplayError),
    /// The source of the house rule with this file name was changed.
    #[error("the house rule {0} was changed after the game was saved")]
    ChangedRule(String),
    /// The first step was changed, or what comes before it.
    #[error("the rules, the setup or step 1 was changed after the game was saved")]
    ChangedStart,
    /// A step was changed.
    #[error("step {0} or its checksum was changed after the game was saved")]
    ChangedStep(usize),
    /// A line outside the steps was changed.
    #[error("line {0} was changed after it was written")]
    ChangedLine(usize),
    /// The line of a step was changed, in a part that its mark does not cover.
    #[error("step {0} was changed after it was written")]
    ChangedStepLine(usize),
    /// The end of the file was changed.
    #[error("the end of the file was changed after it was written")]
    ChangedEnd,
    /// The recorded result does not follow from the steps.
    #[error("the recorded result does not follow from the steps")]
    ResultMismatch,
    /// The file ends the game with this step, but by the present rules the game goes on.
    #[error(
        "the file ends the game at step {0} as a draw because nobody could capture anything any \
         more; under the rules it would continue, since one side could still run out of moves"
    )]
    EarlyEnd(usize),
    /// A seed does not match its commitment.
    #[error("the seed does not match its fairness code")]
    SeedMismatch,
    /// A seed begins at a step at which the game was not branched.
    #[error(
        "the dice change to a new seed during the game, at a step where the game was not branched"
    )]
    NewSeed,
    /// The deal does not follow from the seed.
    #[error("the shuffle or the first player does not follow from the seed")]
    DealMismatch,
    /// A roll does not follow from its seed.
    #[error("step {step} rolls {found}, but its seed gives {expected}")]
    RollMismatch {
        /// The number of the step.
        step: usize,
        /// The outcome in the file.
        found: String,
        /// The outcome that the seed gives.
        expected: String,
    },
    /// An earlier check found this fault, and the game was saved again.
    #[error("{SAVED_AGAIN}{0}")]
    SavedAgain(String),
    /// A variation has a fault.
    #[error("branch `{name}`: {cause}")]
    Branch {
        /// The name of the variation.
        name: String,
        /// Its fault.
        cause: Box<FaultCause>,
    },
    /// Any other fault, in an English sentence.
    #[error("{0}")]
    Other(String),
}

impl VerificationReport {
    /// Creates the report on a file that could not be read.
    pub(crate) fn of_error(text: &str, error: &ReadError) -> Self {
        let step = match error {
            ReadError::Replay(ReplayError::Step { at, .. }) => Some(at + 1),
            ReadError::Broken { line, .. } => step_of_line(text, *line),
            _ => None,
        };
        match error {
            ReadError::Replay(error) => {
                let cause = FaultCause::Illegal(error.clone());
                Self { illegal: Some(RecordFault { step, cause }), ..Self::default() }
            }
            error => {
                let cause = FaultCause::Unreadable(error.clone());
                Self { unreadable: Some(RecordFault { step, cause }), ..Self::default() }
            }
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
    /// The check finds a forged roll and its step:
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
    /// assert!(report.inconsistent.is_some(), "the mark does not fit the forged step");
    /// # Ok(())
    /// # }
    /// ```
    pub fn verify(text: &str) -> VerificationReport {
        let LoadedRecord { record, claims, .. } = match Self::parse(text) {
            Ok(loaded) => loaded,
            Err(error) => return VerificationReport::of_error(text, &error),
        };
        let (states, error) = record.legal_states();
        let error = error.or_else(|| record.check_variations(&states).err());
        let illegal = error.map(|error| {
            let step = match &error {
                ReplayError::Step { at, .. } => Some(at + 1),
                ReplayError::Setup(_) | ReplayError::Variation(..) => None,
            };
            RecordFault { step, cause: FaultCause::Illegal(error) }
        });
        VerificationReport { illegal, ..verify_with_states(text, &claims, &record, &states) }
    }
}

/// Checks the text of a saved game like [`Record::verify`], without playing the steps again.
/// Legality is not checked. `states` are those before each of the leading legal steps and after the
/// last of them.
pub fn verify_with_states<G: Game>(
    text: &str,
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> VerificationReport {
    VerificationReport {
        inconsistent: find_changed_rule(record)
            .or_else(|| find_change(text, claims, record, states))
            .or_else(|| find_recorded_fault(record)),
        dice: check_chance(record, states).or_else(|| check_chance_of_variations(record, states)),
        has_unverifiable_deal: has_unverifiable_deal(record),
        is_over: states.last().is_some_and(|state| state.outcome().is_some()),
        ..VerificationReport::default()
    }
}

/// Returns the number of the step on a line. Both numbers count from 1. The line that closes the
/// list counts as the last step, because the parser may report an error in that step one line
/// later.
fn step_of_line(text: &str, line: usize) -> Option<usize> {
    let first = text.lines().position(|line| line.starts_with("\"steps\":["))? + 2;
    let closing = first + text.lines().skip(first - 1).position(|line| line.starts_with(']'))?;
    (first..=closing).contains(&line).then(|| line.min(closing - 1) - first + 1)
}

/// The prefix of the note that records a failed check when a game is saved again. Saving computes
/// new marks, so without the note a later check could not find the fault.
const FAILED_CHECK: &str = "check failed: ";
/// The prefix of the fault that such a note leads to in later checks.
const SAVED_AGAIN: &str = "it was saved again after a check had found this: ";
/// Maximum number of characters shown of the fault in such a note.
const MAX_RECORDED_FAULT: usize = 300;

impl RecordFault {
    /// Creates a fault that belongs to no step of the main line.
    fn without_step(cause: FaultCause) -> Self {
        Self { step: None, cause }
    }

    /// Describes the fault in an English sentence.
    pub fn description(&self) -> String {
        self.cause.to_string()
    }

    /// Returns true if the fault is only that the file ends the game too early. This happens to
    /// files saved before the rules about draws became stricter.
    pub fn is_early_end(&self) -> bool {
        matches!(self.cause, FaultCause::EarlyEnd(_))
    }
}

impl VerificationReport {
    /// Returns the text of a note about the first fault. Returns `None` if there is no fault, or
    /// if the game already has such a note.
    pub fn note_text(&self) -> Option<String> {
        let Self { unreadable, inconsistent, illegal, dice, .. } = self;
        let faults = [unreadable, illegal, inconsistent, dice];
        let first = faults.into_iter().find_map(Option::as_ref)?;
        // The game already has this note.
        if matches!(first.cause, FaultCause::SavedAgain(_)) {
            return None;
        }
        // Nothing was changed, so later checks need not report a fault.
        if first.is_early_end() {
            return Some(first.description());
        }
        Some(format!("{FAILED_CHECK}{}", first.cause))
    }
}

/// Returns the fault that an earlier check found and a note recorded.
fn find_recorded_fault<G: Game>(record: &Record<G>) -> Option<RecordFault> {
    let text = record.notes.iter().find_map(|note| note.text.strip_prefix(FAILED_CHECK))?;
    let printable = text.chars().filter(|character| !character.is_control());
    let fault = printable.take(MAX_RECORDED_FAULT).collect();
    Some(RecordFault::without_step(FaultCause::SavedAgain(fault)))
}

/// Returns a fault if the source of a house rule does not match the saved hash.
fn find_changed_rule<G: Game>(record: &Record<G>) -> Option<RecordFault> {
    let is_changed = |rule: &&SavedRule| rule.hash != rule.digest();
    let rule = record.house_rules.iter().find(is_changed)?;
    let cause = FaultCause::ChangedRule(limits::sentence(&rule.file));
    Some(RecordFault::without_step(cause))
}

/// Returns the first difference between the text of a file and the text that its game gives when it
/// is written again. Only the leading legal steps are compared.
fn find_change<G: Game>(
    text: &str,
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
    if states.len() <= record.steps.len() {
        return find_changed_step(claims, record, states);
    }
    let (written, text) = (record.write_with_states(states), without_bom(text));
    if written == text {
        return None;
    }
    find_early_end(claims, record, states)
        .or_else(|| find_changed_step(claims, record, states))
        .or_else(|| find_changed_variation(claims, record, states))
        .or_else(|| find_changed_text(text, &written, claims, states))
}

/// Returns a fault if the file ends with a dead position that is not dead by the present rules.
/// Earlier versions called a position dead even if a side could run out of moves. The rest of such
/// a game is unchanged, and the game can be continued.
fn find_early_end<G: Game>(
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
    claims.result.as_ref().filter(|line| line.reason == Reason::DeadPosition)?;
    let end = states.last()?;
    let (claimed_last, claimed_others) = claims.marks.split_last()?;
    let marks = marked_steps(record, states);
    let others_agree = marks.iter().zip(claimed_others).all(|((_, mark), claimed)| mark == claimed);
    let last_differs = marks.last().is_some_and(|(_, mark)| mark != claimed_last);
    (end.outcome().is_none() && others_agree && last_differs).then(|| {
        let step = record.steps.len();
        RecordFault { step: Some(step), cause: FaultCause::EarlyEnd(step) }
    })
}

/// Returns the first step in a variation whose mark differs from the one in the file.
fn find_changed_variation<G: Game>(
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
    let variations = record.variations.iter().zip(marked_variations(record, states));
    for ((variation, marks), claimed_marks) in variations.zip(&claims.variation_marks) {
        let mut pairs = marks.iter().zip(claimed_marks);
        if let Some(index) = pairs.position(|((_, mark), claimed)| mark != claimed) {
            let step = variation.shared_steps + index + 1;
            return Some(fault_of_variation(&variation.name, FaultCause::ChangedStep(step)));
        }
    }
    None
}

/// Returns a fault of a variation.
fn fault_of_variation(name: &str, cause: FaultCause) -> RecordFault {
    let (name, cause) = (limits::sentence(name), Box::new(cause));
    RecordFault::without_step(FaultCause::Branch { name, cause })
}

/// Returns the first fault of the dice of a variation, as [`check_chance`] does for the main line.
/// The shared steps are not checked again.
fn check_chance_of_variations<G: Game>(record: &Record<G>, states: &[G]) -> Option<RecordFault> {
    record.variations.iter().find_map(|variation| {
        let at = variation.shared_steps;
        let (own_states, _) = variation.legal_states(states.get(at)?);
        let shared = record.chance.iter().filter(|span| span.from < at);
        let first = shared.clone().chain(&variation.chance).next();
        let next_roll = shared.clone().next_back().map(|last| record.next_roll_of(last, at));
        let fault = check_seeds(&variation.chance, &variation.branched_from)
            .or_else(|| check_deal(record, first, &variation.branched_from))
            .or_else(|| {
                check_rolls(&variation.steps, &own_states, at, &variation.chance, next_roll)
            })?;
        Some(fault_of_variation(&variation.name, fault.cause))
    })
}

/// Returns the first of the leading legal steps whose mark differs from the one in the file. The
/// mark of an illegal step cannot be computed.
fn find_changed_step<G: Game>(
    claims: &Claims,
    record: &Record<G>,
    states: &[G],
) -> Option<RecordFault> {
    let marks = marked_steps(record, states);
    let mut differences =
        marks.iter().zip(&claims.marks).map(|((_, mark), claimed)| mark != claimed);
    let at = differences.position(|differs| differs)?;
    // Everything before step 0 is part of all marks, so a change there makes all of them differ.
    let cause = if at == 0 && differences.all(|differs| differs) {
        FaultCause::ChangedStart
    } else {
        FaultCause::ChangedStep(at + 1)
    };
    Some(RecordFault { step: Some(at + 1), cause })
}

/// Returns the first difference that no mark covers between the text of a file and the text that
/// its game gives when it is written again.
fn find_changed_text<G: Game>(
    text: &str,
    written: &str,
    claims: &Claims,
    states: &[G],
) -> Option<RecordFault> {
    let outcome = states.last().and_then(G::outcome);
    if claims.result != outcome.map(|outcome| ResultLine::new::<G>(&outcome)) {
        return Some(RecordFault::without_step(FaultCause::ResultMismatch));
    }
    let mut lines = written.lines().zip(text.lines());
    if let Some(index) = lines.position(|(expected, found)| expected != found) {
        let line = index + 1;
        let step = step_of_line(text, line);
        let cause = step.map_or(FaultCause::ChangedLine(line), FaultCause::ChangedStepLine);
        return Some(RecordFault { step, cause });
    }
    Some(RecordFault::without_step(FaultCause::ChangedEnd))
}

/// Returns the first roll that does not follow from its seed, or a fault of the shuffle, the draw
/// for the first seat or a commitment. Only the leading legal steps are checked. `states` are those
/// before each of them and after the last.
pub fn check_chance<G: Game>(record: &Record<G>, states: &[G]) -> Option<RecordFault> {
    check_seeds(&record.chance, &record.branched_from)
        .or_else(|| check_deal(record, record.chance.first(), &record.branched_from))
        .or_else(|| check_rolls(&record.steps, states, 0, &record.chance, None))
}

/// Returns true if the game has a shuffle or a draw for the first seat that follows from no seed of
/// this file, because the game was branched from the start of another one.
pub fn has_unverifiable_deal<G: Game>(record: &Record<G>) -> bool {
    record.branched_from.iter().any(|branch| branch.at == 0) && record.deal != G::Deal::default()
}

/// Returns the first seed that does not match its commitment, or that begins at a step at which
/// the game was not branched.
fn check_seeds(chance: &[SeedSpan], branched_from: &[BranchPoint]) -> Option<RecordFault> {
    let fault_at = |span: &SeedSpan, cause| RecordFault { step: Some(span.from + 1), cause };
    let breaks_commitment = |span: &&SeedSpan| span.seed.commitment() != span.commitment;
    if let Some(span) = chance.iter().find(breaks_commitment) {
        return Some(fault_at(span, FaultCause::SeedMismatch));
    }
    let may_begin_at = |at: usize| at == 0 || branched_from.iter().any(|branch| branch.at == at);
    let span = chance.iter().find(|span| !may_begin_at(span.from))?;
    Some(fault_at(span, FaultCause::NewSeed))
}

/// Returns a fault if the shuffle or the draw for the first seat does not follow from the first
/// seed. Does not check a game that was branched from step 0 of another one, because the deal
/// follows from the seed of that game.
fn check_deal<G: Game>(
    record: &Record<G>,
    first: Option<&SeedSpan>,
    branched_from: &[BranchPoint],
) -> Option<RecordFault> {
    let first = first.filter(|_| branched_from.iter().all(|branch| branch.at > 0))?;
    let matches = G::deal_matches_seed(&record.rules, &record.deal, &first.seed);
    (!matches).then(|| RecordFault::without_step(FaultCause::DealMismatch))
}

/// Returns the first roll that does not follow from its seed among the leading legal steps.
/// `states` are those before each of them and after the last. `start` is the number of the first
/// step in its line of play, from 0. `next_roll` is the seed in use before that step, with the
/// number of its next roll, from 0.
fn check_rolls<G: Game>(
    steps: &[Step<G>],
    states: &[G],
    start: usize,
    chance: &[SeedSpan],
    mut next_roll: Option<(Seed, u64)>,
) -> Option<RecordFault> {
    let mut outcomes = Vec::new();
    let mut spans = chance.iter().peekable();
    let legal_steps = states.len().saturating_sub(1);
    for (at, (step, state)) in (start..).zip(steps.iter().zip(states).take(legal_steps)) {
        if let Some(span) = spans.next_if(|span| span.from == at) {
            next_roll = Some((span.seed, 0));
        }
        if let (Step::Chance(found), Some((seed, roll))) = (step, &mut next_roll) {
            state.chance_outcomes(&mut outcomes);
            let index = seed.draw("dice", *roll, outcomes.len().max(1) as u8);
            let expected = outcomes.get(usize::from(index));
            if expected != Some(found) {
                let expected = expected.map_or_else(|| "nothing".to_owned(), ToString::to_string);
                let (step, found) = (at + 1, found.to_string());
                let cause = FaultCause::RollMismatch { step, found, expected };
                return Some(RecordFault { step: Some(step), cause });
            }
            *roll += 1;
        }
    }
    None
}
