//! A saved game: setup, players, dice and steps, as JSON a person can read, a step a line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dice::{Commitment, Seed};
use crate::game::{Game, IllegalStep, NullSink, SetupError, Step};
use crate::limits;
use crate::localized::is_direction;
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

mod comment;
mod hash_chain;
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

pub use comment::{AnnotationChange, Comment, Drawn, MAX_COMMENT, MAX_COMMENTS, MAX_DRAWN, Sign};
pub use journal::split_journal;
pub(crate) use journal::{Change, Entry, Journal, entry};
pub use read::{Claims, Loaded, ReadError, game_of};
pub use rule::{MAX_RULES, SavedRule};
pub use saved_analysis::{Judge, MAX_MOMENTS, SavedAnalysis, SavedChange, SavedPosition};
pub use taken_back::TakenBack;
pub use variation::{MAX_NAME, MAX_VARIATIONS, Variation};
pub use verify::{Fault, Report, check_chance, compare, drawn_elsewhere};

/// The version of the file format written.
pub const VERSION: u32 = 1;

/// The program that writes, as files name it.
pub const PROGRAM: &str = concat!("qipan ", env!("CARGO_PKG_VERSION"));

/// The largest file read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// Remarks of a game at the most.
const MAX_NOTES: usize = 10_000;

/// Parameters of a robot at the most.
const MAX_PARAMS: usize = 100;

/// Steps of a game at the most.
pub const MAX_STEPS: usize = 100_000;
/// Steps that are played at the most: the last one is kept for the draw that ends such a game.
pub const MAX_PLAYED: usize = MAX_STEPS - 1;

/// Everything a game consists of; the states follow from it.
///
/// # Examples
/// A game is played, written, read and replayed:
/// ```
/// use qipan_core::dice::Seed;
/// use qipan_core::game::{Game, Turn};
/// use qipan_core::options::RuleSet;
/// use qipan_core::race::{Deal, Race, Rules};
/// use qipan_core::record::{Player, Record};
/// use qipan_core::replay::Replay;
/// use qipan_core::session::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = Rules::FLYING;
/// let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
/// let record = Record::<Race>::new("flying", rules, players, Deal::default(), Seed::from_number(7));
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
/// assert!(Record::<Race>::verify(&text).is_fine());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    /// The program that wrote it.
    pub program: String,
    /// The preset the rules started from.
    pub preset: String,
    /// The rules in force, whole.
    pub rules: G::Rules,
    /// The house rules, in the order in which they are asked.
    pub house_rules: Vec<SavedRule>,
    /// Who sits where.
    pub players: Vec<(Seat, Player)>,
    /// The seeds the dice come from, each from a step on.
    pub chance: Vec<SeedSpan>,
    /// What was settled before step 0.
    pub deal: G::Deal,
    /// The decisions.
    pub steps: Vec<Step<G>>,
    /// How often a player took something back.
    pub take_backs: u32,
    /// Remarks, each at a step.
    pub notes: Vec<AuditEntry>,
    /// The games this one was taken up from, the nearest last.
    pub branches: Vec<Branch>,
    /// What players call this way of the game among its variations; empty as it was played
    /// first.
    pub name: String,
    /// The other ways it went, from some step on.
    pub variations: Vec<Variation<G>>,
    /// What players wrote about it, by step; at most one a step.
    pub comments: Vec<Comment>,
    /// An analysis that is kept, of this way or of one of the variations; see
    /// [`Record::analysis`]. One of neither is not written.
    pub analysis: Option<SavedAnalysis>,
}

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// A person or a robot.
    pub kind: PlayerKind,
    /// The name shown.
    pub name: String,
    /// The robot's file name.
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
#[allow(missing_docs, reason = "the names say it")]
pub enum PlayerKind {
    Human,
    Robot,
}

impl Player {
    /// A person of this name.
    #[must_use]
    pub fn human(name: &str) -> Self {
        Self {
            kind: PlayerKind::Human,
            name: name.to_owned(),
            script: None,
            hash: None,
            params: BTreeMap::new(),
        }
    }

    /// A robot of this name, from a script.
    #[must_use]
    pub fn robot(name: &str, script: &str) -> Self {
        Self { kind: PlayerKind::Robot, script: Some(script.to_owned()), ..Self::human(name) }
    }

    /// The player as others may see it: without a command or a path of the computer it ran on.
    #[must_use]
    pub fn for_others(&self) -> Self {
        match &self.script {
            Some(script) if !is_plain_file(script) => {
                // The name of a robot that is a command is that command.
                let name = if script.starts_with("cmd:") { "program" } else { &self.name };
                Self { kind: self.kind, ..Self::human(name) }
            }
            _ => self.clone(),
        }
    }

    /// Whether a file can hold it.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.name.chars().count() > 60 || self.params.len() > MAX_PARAMS {
            return Err("a name has at most 60 characters, a robot 100 parameters");
        }
        match self.name.contains(['\n', '\r']) {
            true => Err("a name is one line"),
            false => Ok(()),
        }
    }

    /// Whether a person plays.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }
}

/// Whether a text is the name of a file and says nothing of where it lies or how it is run.
fn is_plain_file(name: &str) -> bool {
    let odd = |sign: char| sign.is_control() || is_direction(sign) || "/\\:".contains(sign);
    !name.is_empty() && !name.starts_with('.') && !name.contains(odd)
}

/// A stretch of a game whose dice come from one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedSpan {
    /// The first step it holds for.
    pub from: usize,
    /// The promise of the seed, shown from the start.
    pub commitment: Commitment,
    /// The seed itself, so that a game can go on after loading.
    pub seed: Seed,
}

impl SeedSpan {
    /// The stretch from a step on with this seed.
    #[must_use]
    pub fn new(from: usize, seed: Seed) -> Self {
        Self { from, commitment: seed.commitment(), seed }
    }
}

/// A remark at a step: a change of players, or a player's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// The number of steps played before it.
    pub at: usize,
    /// What it says.
    pub text: String,
}

/// Where a game was taken up from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The digest of the other game's file.
    pub of: String,
    /// The step from which on it goes its own way.
    pub at: usize,
}

impl<G: Game> Record<G> {
    /// A record of a game that is about to begin.
    #[must_use]
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
            notes: Vec::new(),
            branches: Vec::new(),
            name: String::new(),
            variations: Vec::new(),
            comments: Vec::new(),
            analysis: None,
        }
    }

    /// The seats that are taken.
    #[must_use]
    pub fn seats(&self) -> SeatSet {
        self.players.iter().map(|(seat, _)| *seat).collect()
    }

    /// Who plays a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.iter().find(|(s, _)| *s == seat).map(|(_, player)| player)
    }

    /// The state before step 0.
    ///
    /// # Errors
    /// When rules, seats and deal do not fit each other.
    pub fn start(&self) -> Result<G, SetupError> {
        G::new(&self.rules, self.seats(), &self.deal)
    }

    /// The states before each step and after the last.
    ///
    /// # Errors
    /// The first step that is not legal, of the game or of a variation.
    pub fn states(&self) -> Result<Vec<G>, ReplayError> {
        match self.legal_states() {
            (states, None) => self.check_variations(&states).map(|()| states),
            (_, Some(error)) => Err(error),
        }
    }

    /// Whether all steps are legal, those of the variations, too.
    ///
    /// # Errors
    /// The first step that is not legal, of the game or of a variation.
    pub fn check(&self) -> Result<(), ReplayError> {
        self.last_state().map(drop)
    }

    /// The state after the last step, once all steps are found legal, those of the variations,
    /// too. Unlike [`Record::states`] it keeps no state but the one it is at.
    ///
    /// # Errors
    /// The first step that is not legal, of the game or of a variation.
    pub fn last_state(&self) -> Result<G, ReplayError> {
        let mut state = self.start()?;
        let mut wrong: Vec<Option<ReplayError>> = vec![None; self.variations.len()];
        for at in 0..=self.steps.len() {
            for (way, wrong) in self.variations.iter().zip(&mut wrong) {
                if way.at == at {
                    *wrong = way.check(&state).err();
                }
            }
            if let Some(step) = self.steps.get(at) {
                let played = state.play(step, &mut NullSink);
                played.map_err(|why| ReplayError::Step { at, why })?;
            }
        }
        wrong.into_iter().flatten().next().map_or(Ok(state), Err)
    }

    /// The states before each of the legal steps the record begins with, and after the last of
    /// them; and why there are no more, if there are steps left.
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

    /// The seed that rules the dice at a step, and the number of its roll there.
    #[must_use]
    pub fn roll_at(&self, step: usize) -> Option<(Seed, u64)> {
        let segment = self.chance.iter().rev().find(|segment| segment.from <= step)?;
        Some(self.next_roll_of(segment, step))
    }

    /// The seed of a stretch, and the number of its roll at a step.
    fn next_roll_of(&self, segment: &SeedSpan, step: usize) -> (Seed, u64) {
        let steps = self.steps.get(segment.from..step.min(self.steps.len())).unwrap_or_default();
        let rolls = steps.iter().filter(|step| matches!(step, Step::Chance(_))).count();
        (segment.seed, rolls as u64)
    }

    /// What was written about the position after so many steps.
    #[must_use]
    pub fn comment_at(&self, at: usize) -> Option<&Comment> {
        let found = self.comments.binary_search_by_key(&at, |comment| comment.at);
        found.ok().map(|k| &self.comments[k])
    }

    /// Changes what looking back added to the game. Whether there was anything to change: what
    /// is longer than it can be, beyond the last step or about a variation that there is not
    /// changes nothing.
    pub fn study(&mut self, study: AnnotationChange) -> bool {
        let short = |name: String| name.chars().take(MAX_NAME).collect();
        match study {
            AnnotationChange::Comment(comment) => return self.comment(comment),
            AnnotationChange::Name(name) => self.name = short(name),
            AnnotationChange::NameVariation(variation, name) => {
                match self.variations.get_mut(variation) {
                    Some(way) => way.name = short(name),
                    None => return false,
                }
            }
            AnnotationChange::RemoveVariation(variation) if variation < self.variations.len() => {
                self.variations.remove(variation);
            }
            AnnotationChange::RemoveVariation(_) => return false,
            AnnotationChange::Analysis(Some(kept)) if !kept.is_valid(self.seats().len()) => {
                return false;
            }
            AnnotationChange::Analysis(kept) => self.analysis = kept.map(|kept| *kept),
        }
        true
    }

    fn comment(&mut self, comment: Comment) -> bool {
        if !comment.fits() || comment.at > self.steps.len() {
            return false;
        }
        match self.comments.binary_search_by_key(&comment.at, |other| other.at) {
            Ok(k) if comment.is_empty() => drop(self.comments.remove(k)),
            Ok(k) => self.comments[k] = comment,
            Err(_) if comment.is_empty() || self.comments.len() >= MAX_COMMENTS => return false,
            Err(k) => self.comments.insert(k, comment),
        }
        true
    }

    /// Adds a remark, unless there are as many as a file can hold.
    pub(crate) fn push_audit(&mut self, note: AuditEntry) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(note);
        }
    }

    /// The first step from this one on that no house rule asked for: a decision and what
    /// follows from it belong together.
    #[must_use]
    pub fn next_decision(&self, step: usize) -> usize {
        let effects = self.steps.iter().skip(step);
        step + effects.take_while(|step| matches!(step, Step::House { .. })).count()
    }
}

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The game could not even begin.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A step is not legal.
    #[error("step {} is not legal: {why}", at + 1)]
    Step {
        /// Which step, from 0.
        at: usize,
        /// Why not.
        why: IllegalStep,
    },
    /// A step of a variation is not legal.
    #[error("branch `{0}`: {1}")]
    Variation(String, Box<ReplayError>),
}

/// Why a journal cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The saved game it begins with does not replay.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// A line after it is broken.
    #[error("line {line} after the game: {what}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// The result of a finished game as files have it: places by name, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// Seat names by place.
    #[serde(deserialize_with = "places")]
    pub places: Vec<Vec<String>>,
    /// What ended the game.
    pub reason: crate::outcome::Reason,
}

impl ResultLine {
    /// An outcome with its seats by name.
    #[must_use]
    pub fn new<G: Game>(outcome: &Outcome) -> Self {
        let names = |set: &SeatSet| set.iter().map(|seat| G::seat_name(seat).to_owned()).collect();
        Self { places: outcome.places.iter().map(names).collect(), reason: outcome.reason }
    }
}

/// The names of no more seats than there can be.
#[derive(Deserialize)]
struct Place(#[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")] Vec<String>);

fn places<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<String>>, D::Error> {
    let places = limits::list::<_, Place, { Seat::MAX }>(deserializer)?;
    Ok(places.into_iter().map(|place| place.0).collect())
}
