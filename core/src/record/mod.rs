//! A saved game: setup, players, dice and steps, kept as readable JSON with one step a line.
//!
//! A [`Record`] is the game as data. It holds no states: these follow from the setup and the steps,
//! without dice, robots or house rules, because the outcomes of chance and the effects of rules are
//! steps themselves. [`Record::write`] makes the text of a file. [`Record::read`] parses it and
//! limits the size of every part. Reading runs nothing that is in the file.
//!
//! Three things make tampering visible. Each step carries a mark, a short hash over the step, the
//! state after it and all earlier steps. The file has a digest. The dice follow from a seed whose
//! commitment was shown before the first roll. [`Record::verify`] checks them all.
//!
//! Beside the main line a record holds variations, comments and a saved analysis. A *journal* is a
//! saved game with appended lines, which survives a crash ([`split_journal`]). [`jgs`] imports the
//! replays of another program.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::contract::dice::{Commitment, Seed};
use crate::contract::game::{Game, IllegalStep, NullSink, SetupError, Step};
use crate::contract::limits;
use crate::contract::localized::is_bidi_control;
use crate::contract::outcome::Outcome;
use crate::contract::question::{DeclaredQuestion, QuestionKey};
use crate::contract::seat::{Seat, SeatSet};

mod comment;
mod hash_chain;
pub mod jgs;
mod journal;
mod line_id;
mod read;
mod rule;
mod saved_analysis;
mod step_line;
mod taken_back;
mod variation;
mod verify;
mod write;

pub use comment::{
    AnnotationChange, Comment, Drawing, MAX_COMMENT_CHARS, MAX_COMMENTS, MAX_DRAWINGS, Sign,
};
pub use journal::split_journal;
pub(crate) use journal::{Journal, JournalChange, JournalEntry, parse_entry};
pub use read::{Claims, LoadedRecord, ReadError, game_of};
pub use rule::{MAX_RULES, SavedRule};
pub use saved_analysis::{
    EvaluationSettings, MAX_ANALYSED_POSITIONS, SavedAnalysis, SavedChange, SavedPosition,
};
pub use step_line::{step_from_json, step_to_json};
pub use taken_back::TakenBack;
pub use variation::{MAX_NAME, MAX_VARIATIONS, Variation};
pub use verify::{
    FaultCause, RecordFault, VerificationReport, check_chance, has_unverifiable_deal,
    verify_with_states,
};

/// The latest version of the file format. Version 2 adds questions of house rules. Games without
/// them are written in version 1, so that older programs can read them.
pub const VERSION: u32 = 2;

/// The name and version of this program, as written in files.
pub const PROGRAM: &str = concat!("qipan ", env!("CARGO_PKG_VERSION"));

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// Maximum number of audit notes of a game.
const MAX_NOTES: usize = 10_000;

/// Maximum number of characters of a player's name.
const MAX_PLAYER_NAME: usize = 60;

/// Maximum number of parameters of a robot.
const MAX_PARAMS: usize = 100;

/// Maximum number of steps of a game.
pub const MAX_STEPS: usize = 100_000;
/// Maximum number of steps of normal play. The last of the [`MAX_STEPS`] is reserved for the draw
/// that ends a game that has run out of steps.
pub const MAX_NORMAL_STEPS: usize = MAX_STEPS - 1;

/// A game as data: setup, players, seeds and steps. Its states follow from these.
///
/// # Examples
/// Play, write, read and replay a game:
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::contract::game::{Game, Turn};
/// use qipan_core::contract::options::RuleSet;
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::record::{Player, Record};
/// use qipan_core::play::replay::Replay;
/// use qipan_core::play::session::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = Rules::FLYING;
/// let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
/// let (deal, seed) = (Deal::default(), Seed::from_number(7));
/// let record = Record::<Race>::new("flying", rules, players, deal, seed);
/// let mut session = Session::new(record)?;
/// for _ in 0..50 {
///     if let Turn::Seat(seat) = session.state().turn() {
///         let action = session.actions()[0];
///         session.act(seat, action)?;
///     } else {
///         session.roll()?;
///     }
/// }
/// let text = session.record().write();
///
/// let mut replay = Replay::new(Record::<Race>::read(&text)?.record)?;
/// replay.seek(50);
/// assert_eq!(replay.state(), session.state());
/// assert!(Record::<Race>::verify(&text).is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    /// The program that wrote the file, with its version.
    pub program: String,
    /// The name of the preset that the rules are based on.
    pub preset: String,
    /// The complete rules in force.
    pub rules: G::Rules,
    /// The house rules, in the order in which they are called.
    pub house_rules: Vec<SavedRule>,
    /// The players by seat.
    pub players: Vec<(Seat, Player)>,
    /// The seeds of the dice, each with the step from which it is used.
    pub chance: Vec<SeedSpan>,
    /// The part of the setup that chance or players settled.
    pub deal: G::Deal,
    /// The steps of the main line.
    pub steps: Vec<Step<G>>,
    /// The number of take-backs.
    pub take_backs: u32,
    /// The number of hints that players asked for.
    pub hints: u32,
    /// Audit notes in the order in which they were added.
    pub notes: Vec<AuditEntry>,
    /// The saved games, by digest, that this one was continued from, the most recent last.
    pub branched_from: Vec<BranchPoint>,
    /// The name of the line that is now the main line. Empty if that is the game as first played,
    /// and not a variation that was promoted.
    pub name: String,
    /// The variations.
    pub variations: Vec<Variation<G>>,
    /// Comments in the order of their steps, at most one a step.
    pub comments: Vec<Comment>,
    /// The saved analysis of the main line or of a variation. [`Record::analysis()`] returns it
    /// only if it belongs to the main line. An analysis that belongs to neither is not written.
    pub analysis: Option<SavedAnalysis>,
}

/// The player on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// A person or a robot.
    pub kind: PlayerKind,
    /// The name shown.
    pub name: String,
    /// The robot's file name. None for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// SHA-256 of the robot's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The robot's parameters.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "limits::table::<_, _, _, MAX_PARAMS>"
    )]
    pub params: BTreeMap<String, f64>,
}

/// A person or a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names explain themselves")]
pub enum PlayerKind {
    Human,
    Robot,
}

impl Player {
    /// Creates a person with this name.
    pub fn human(name: &str) -> Self {
        Self {
            kind: PlayerKind::Human,
            name: name.to_owned(),
            script: None,
            hash: None,
            params: BTreeMap::new(),
        }
    }

    /// Creates a robot with this name, loaded from a script.
    pub fn robot(name: &str, script: &str) -> Self {
        Self { kind: PlayerKind::Robot, script: Some(script.to_owned()), ..Self::human(name) }
    }

    /// Returns a copy for sharing, without commands or paths of the computer on which the player
    /// ran.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::record::Player;
    ///
    /// let program = Player::robot("Mine", "cmd:/home/ann/bot --fast").for_others();
    /// assert_eq!((program.name.as_str(), program.script), ("program", None));
    /// let shipped = Player::robot("Careful", "careful.luau");
    /// assert_eq!(shipped.for_others(), shipped);
    /// ```
    pub fn for_others(&self) -> Self {
        match &self.script {
            Some(script) if !is_plain_file_name(script) => {
                // The name of such a robot repeats its command, so it is replaced too.
                let name = if script.starts_with("cmd:") { "program" } else { &self.name };
                Self { kind: self.kind, ..Self::human(name) }
            }
            _ => self.clone(),
        }
    }

    /// Checks that a file can hold the player.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.name.chars().count() > MAX_PLAYER_NAME || self.params.len() > MAX_PARAMS {
            return Err("a name has at most 60 characters, a robot 100 parameters");
        }
        if self.name.contains(['\n', '\r']) {
            return Err("a name is one line");
        }
        Ok(())
    }

    /// Returns true if a person plays.
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }
}

/// Returns true if a text is a plain file name, without folders, commands or control characters.
fn is_plain_file_name(name: &str) -> bool {
    let is_forbidden = |character: char| {
        character.is_control() || is_bidi_control(character) || "/\\:".contains(character)
    };
    !name.is_empty() && !name.starts_with('.') && !name.contains(is_forbidden)
}

/// A span of a game whose dice come from one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedSpan {
    /// The first step of the span.
    pub from: usize,
    /// The commitment to the seed, shown from the start.
    pub commitment: Commitment,
    /// The seed itself, so that the game can continue after loading.
    pub seed: Seed,
}

impl SeedSpan {
    /// Creates a span that begins at step `from` with this seed.
    pub fn new(from: usize, seed: Seed) -> Self {
        Self { from, commitment: seed.commitment(), seed }
    }
}

/// A note at a step, such as a change of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// The number of steps played before the note.
    pub at: usize,
    /// The text of the note.
    pub text: String,
}

/// The point at which a game was branched from another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchPoint {
    /// The digest of the other game's file.
    pub of: String,
    /// The number of steps shared with the other game, which is also the index of this game's first
    /// own step.
    pub at: usize,
}

impl<G: Game> Record<G> {
    /// Creates the record of a game that is about to begin.
    pub fn new(
        preset: &str,
        rules: G::Rules,
        players: Vec<(Seat, Player)>,
        deal: G::Deal,
        seed: Seed,
    ) -> Self {
        Self {
            program: PROGRAM.to_owned(),
            preset: preset.to_owned(),
            rules,
            house_rules: Vec::new(),
            players,
            chance: vec![SeedSpan::new(0, seed)],
            deal,
            steps: Vec::new(),
            take_backs: 0,
            hints: 0,
            notes: Vec::new(),
            branched_from: Vec::new(),
            name: String::new(),
            variations: Vec::new(),
            comments: Vec::new(),
            analysis: None,
        }
    }

    /// Returns the version of the file format that the game needs.
    pub fn version(&self) -> u32 {
        if self.house_rules.iter().all(|rule| rule.questions.is_empty()) { 1 } else { VERSION }
    }

    /// Returns the declaration of a question of a house rule, with its texts.
    pub fn declared_question(&self, rule: u8, name: QuestionKey) -> Option<&DeclaredQuestion> {
        self.house_rules.get(usize::from(rule))?.questions.get(&name)
    }

    /// Returns the seats that take part.
    pub fn seats(&self) -> SeatSet {
        self.players.iter().map(|(seat, _)| *seat).collect()
    }

    /// Returns the player on a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.iter().find(|(taken, _)| *taken == seat).map(|(_, player)| player)
    }

    /// Returns the state before step 0.
    pub fn start(&self) -> Result<G, SetupError> {
        G::new(&self.rules, self.seats(), &self.deal)
    }

    /// Returns the states before each step and after the last. Checks all steps, including those
    /// of the variations.
    pub fn states(&self) -> Result<Vec<G>, ReplayError> {
        match self.legal_states() {
            (states, None) => self.check_variations(&states).map(|()| states),
            (_, Some(error)) => Err(error),
        }
    }

    /// Checks that all steps are legal, including those of the variations.
    pub fn check(&self) -> Result<(), ReplayError> {
        self.last_state().map(drop)
    }

    /// Returns the state after the last step, and checks all steps, including those of the
    /// variations. Unlike [`Record::states`], it keeps only the current state in memory.
    pub fn last_state(&self) -> Result<G, ReplayError> {
        let mut state = self.start()?;
        let mut variation_errors: Vec<Option<ReplayError>> = vec![None; self.variations.len()];
        for at in 0..=self.steps.len() {
            for (variation, error) in self.variations.iter().zip(&mut variation_errors) {
                if variation.shared_steps == at {
                    *error = variation.check(&state).err();
                }
            }
            if let Some(step) = self.steps.get(at) {
                let result = state.play(step, &mut NullSink);
                result.map_err(|why| ReplayError::Step { at, why })?;
            }
        }
        let first_error = variation_errors.into_iter().flatten().next();
        first_error.map_or(Ok(state), Err)
    }

    /// Returns the states of the longest legal prefix, from the start to its last step, and the
    /// error of the first illegal step, if any.
    fn legal_states(&self) -> (Vec<G>, Option<ReplayError>) {
        let mut states = match self.start() {
            Ok(start) => vec![start],
            Err(why) => return (Vec::new(), Some(why.into())),
        };
        for (at, step) in self.steps.iter().enumerate() {
            let mut state = states[at].clone();
            if let Err(why) = state.play(step, &mut NullSink) {
                return (states, Some(ReplayError::Step { at, why }));
            }
            states.push(state);
        }
        (states, None)
    }

    /// Returns the seed of the dice at a step, and the number of the next roll from that seed,
    /// counted from 0.
    pub fn roll_at(&self, step: usize) -> Option<(Seed, u64)> {
        let span = self.chance.iter().rev().find(|span| span.from <= step)?;
        Some(self.next_roll_of(span, step))
    }

    /// Returns the length of the game as lists of games show it: the number of rolls, including
    /// those for the first turn, or the number of plies in a game without dice. `last` is the state
    /// after the last step.
    pub fn listed_length(&self, last: &G) -> u32 {
        let rolls = self.steps.iter().filter(|step| matches!(step, Step::Chance(_))).count();
        if rolls > 0 { rolls as u32 } else { last.ply() }
    }

    /// Returns the seed of a span, and the number of its next roll at a step, counted from 0.
    fn next_roll_of(&self, span: &SeedSpan, step: usize) -> (Seed, u64) {
        let steps = self.steps.get(span.from..step.min(self.steps.len())).unwrap_or_default();
        let rolls = steps.iter().filter(|step| matches!(step, Step::Chance(_))).count();
        (span.seed, rolls as u64)
    }

    /// Returns the comment on the position after `at` steps.
    pub fn comment_at(&self, at: usize) -> Option<&Comment> {
        let index = self.comments.binary_search_by_key(&at, |comment| comment.at).ok()?;
        Some(&self.comments[index])
    }

    /// Applies a change to the annotations. Names are cut to [`MAX_NAME`] characters. Returns
    /// false, and changes nothing, if another limit is exceeded, the step or variation does not
    /// exist, or there is no comment to remove.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::games::race::board::{GREEN, RED};
    /// use qipan_core::games::race::{Deal, Race, Rules};
    /// use qipan_core::record::{AnnotationChange, Comment, Player, Record, Sign};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    /// let (seed, deal) = (Seed::from_number(7), Deal::default());
    /// let mut game = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
    /// let (sign, text) = (Some(Sign::Good), "Here we go".to_owned());
    /// let comment = Comment { sign, text, ..Comment::default() };
    /// assert!(game.annotate(AnnotationChange::Comment(comment.clone())));
    /// assert!(!game.annotate(AnnotationChange::Comment(Comment { at: 5, ..comment.clone() })));
    /// assert_eq!(Record::<Race>::read(&game.write())?.record.comment_at(0), Some(&comment));
    /// # Ok(())
    /// # }
    /// ```
    pub fn annotate(&mut self, change: AnnotationChange) -> bool {
        let cut = |name: String| name.chars().take(MAX_NAME).collect();
        match change {
            AnnotationChange::Comment(comment) => return self.set_comment(comment),
            AnnotationChange::Name(name) => self.name = cut(name),
            AnnotationChange::NameVariation(index, name) => match self.variations.get_mut(index) {
                Some(variation) => variation.name = cut(name),
                None => return false,
            },
            AnnotationChange::RemoveVariation(index) if index < self.variations.len() => {
                self.variations.remove(index);
            }
            AnnotationChange::RemoveVariation(_) => return false,
            AnnotationChange::Analysis(Some(analysis))
                if !analysis.is_valid(self.seats().len()) =>
            {
                return false;
            }
            AnnotationChange::Analysis(analysis) => {
                self.analysis = analysis.map(|analysis| *analysis);
            }
        }
        true
    }

    /// Adds or replaces the comment at its step. An empty comment removes the old one. Returns
    /// false, and changes nothing, if that is not possible.
    fn set_comment(&mut self, comment: Comment) -> bool {
        if !comment.is_within_limits() || comment.at > self.steps.len() {
            return false;
        }
        match self.comments.binary_search_by_key(&comment.at, |other| other.at) {
            Ok(index) if comment.is_empty() => drop(self.comments.remove(index)),
            Ok(index) => self.comments[index] = comment,
            Err(_) if comment.is_empty() || self.comments.len() >= MAX_COMMENTS => return false,
            Err(index) => self.comments.insert(index, comment),
        }
        true
    }

    /// Adds a note, unless the game has [`MAX_NOTES`] of them.
    pub(crate) fn add_note(&mut self, note: AuditEntry) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(note);
        }
    }

    /// Returns the index of the first step, from this one on, that is not an effect of a house
    /// rule. If there is none, returns the number of steps. A step and the effects that follow it
    /// belong together, so a game is only branched at such an index.
    pub fn next_branch_point(&self, step: usize) -> usize {
        let next_steps = self.steps.iter().skip(step);
        step + next_steps.take_while(|step| matches!(step, Step::House { .. })).count()
    }
}

/// The reason why a record cannot be replayed: its setup, or its first illegal step. Errors of the
/// main line take precedence over those of variations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The game cannot begin.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A step is not legal.
    #[error("step {} is not legal: {why}", at + 1)]
    Step {
        /// The index of the step, from 0.
        at: usize,
        /// The reason.
        why: IllegalStep,
    },
    /// A step of a variation is not legal.
    #[error("branch `{0}`: {1}")]
    Variation(String, Box<ReplayError>),
}

/// The reason why a journal cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The saved game at the beginning of the journal cannot be replayed.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// A line after the saved game is broken.
    #[error("line {line} after the game: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The problem, in words.
        what: String,
    },
}

/// The result of a finished game as written in files: seat names by place, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// The names of the seats at each place.
    #[serde(deserialize_with = "deserialize_places")]
    pub places: Vec<Vec<String>>,
    /// The reason for the end.
    pub reason: crate::contract::outcome::Reason,
}

impl ResultLine {
    /// Converts an outcome to its written form, with the names of the seats.
    pub fn new<G: Game>(outcome: &Outcome) -> Self {
        let names = |set: &SeatSet| set.iter().map(|seat| G::seat_name(seat).to_owned()).collect();
        Self { places: outcome.places.iter().map(names).collect(), reason: outcome.reason }
    }
}

/// The names of the seats that share a place, at most as many as there are seats.
#[derive(Deserialize)]
struct PlaceNames(#[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")] Vec<String>);

fn deserialize_places<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<String>>, D::Error> {
    let places = limits::list::<_, PlaceNames, { Seat::MAX }>(deserializer)?;
    Ok(places.into_iter().map(|place| place.0).collect())
}
