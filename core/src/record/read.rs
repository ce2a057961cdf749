//! Reads a saved game into typed data. Sizes are limited, every error names its line, and a file
//! is either read whole or refused.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::step_line::StepLine;
use super::{
    AuditEntry, BranchPoint, Comment, MAX_BYTES, MAX_COMMENTS, MAX_NAME, MAX_NOTES, MAX_PARAMS,
    MAX_RULES, MAX_STEPS, MAX_VARIATIONS, PROGRAM, Player, PlayerKind, Record, ReplayError,
    ResultLine, SavedAnalysis, SavedRule, SeedSpan, VERSION, Variation,
};
use crate::contract::game::{Game, Step};
use crate::contract::limits;
use crate::contract::options::{RuleSet, SavedRulesError};
use crate::contract::seat::{Seat, SeatSet};

/// The maximum size of a house rule's source, in bytes.
const MAX_SOURCE: usize = 256 << 10;

/// Maximum number of dice segments of a game.
const MAX_SEGMENTS: usize = 1000;
/// Maximum number of games that a game was branched from, one after the other.
const MAX_BRANCHES: usize = 1000;

/// A file as read, together with its claims about the game.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedRecord<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// The line of the first step, from 1.
    pub first_step_line: usize,
    /// The claims of the file, for checking.
    pub claims: Claims,
}

/// The parts of a file that follow from its steps and can be checked against them.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// The mark written with each step.
    pub marks: Vec<String>,
    /// The marks of each variation.
    pub variations: Vec<Vec<String>>,
    /// The result as written.
    pub result: Option<ResultLine>,
}

/// The reason why a file cannot be read. Errors in a part of the file name its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The file is too large to be a game.
    #[error("the file has {bytes} bytes; a saved game has at most {MAX_BYTES}")]
    TooLarge {
        /// The size of the file.
        bytes: usize,
    },
    /// The file is not a saved game of this program.
    #[error("this is not a game saved by Qipan: {0}")]
    Foreign(String),
    /// The file has another format version.
    #[error("this game was saved in format version {found}, this program reads up to {VERSION}")]
    Version {
        /// The version found.
        found: u64,
    },
    /// The program does not know the game.
    #[error("this file holds a game of `{0}`, which this program does not know")]
    Game(String),
    /// The file holds another game than the one asked for.
    #[error("this file holds a game of `{found}`, not of `{wanted}`")]
    OtherGame {
        /// The game in the file.
        found: String,
        /// The game asked for.
        wanted: &'static str,
    },
    /// A part of the file is broken.
    #[error("line {line}: {what}")]
    Broken {
        /// The line, from 1.
        line: usize,
        /// The problem, in words.
        what: String,
    },
    /// The steps are not a legal game.
    #[error("{0}")]
    Replay(#[from] ReplayError),
}

/// The fields that identify a file, read first.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u64>,
    game: Option<String>,
}

/// Returns the name of the game in a file, read from its head.
///
/// # Errors
/// The file is not a saved game, or has another format version.
///
/// # Examples
/// ```
/// use qipan_core::record::{ReadError, game_of};
///
/// let head = r#"{"format": "qipan", "version": 1, "game": "race"}"#;
/// assert_eq!(game_of(head), Ok("race".to_owned()));
/// assert!(matches!(game_of("{}"), Err(ReadError::Foreign(_))));
/// assert!(matches!(game_of("{\n!"), Err(ReadError::Broken { line: 2, .. })));
/// ```
pub fn game_of(text: &str) -> Result<String, ReadError> {
    if text.len() > MAX_BYTES {
        return Err(ReadError::TooLarge { bytes: text.len() });
    }
    let head: Head = serde_json::from_str(unmarked(text)).map_err(|error| broken(&error))?;
    if head.format.as_deref() != Some("qipan") {
        return Err(ReadError::Foreign("it has no \"format\":\"qipan\"".to_owned()));
    }
    match head.version {
        Some(found) if found == u64::from(VERSION) => {}
        Some(found) => return Err(ReadError::Version { found }),
        None => return Err(ReadError::Foreign("it has no \"version\"".to_owned())),
    }
    Ok(head.game.map_or_else(|| "nothing".to_owned(), |game| limits::sentence(&game)))
}

/// Returns the text without a leading byte order mark, which some editors add.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The file as typed data. Unknown fields are refused, because misspelt ones would be lost.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct RecordFields<G: Game> {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(rename = "game")]
    _game: IgnoredAny,
    program: String,
    preset: String,
    #[serde(deserialize_with = "limits::options")]
    rules: Map<String, Value>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_RULES>")]
    house_rules: Vec<SavedRule>,
    #[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    seats: Vec<SeatFields>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_SEGMENTS>")]
    chance: Vec<SeedSpan>,
    setup: G::Deal,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_STEPS>")]
    steps: Vec<StepLine<G>>,
    result: Option<ResultLine>,
    take_backs: u32,
    #[serde(rename = "digest")]
    _digest: String,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_NOTES>")]
    notes: Vec<AuditEntry>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_BRANCHES>")]
    branches: Vec<BranchPoint>,
    #[serde(default)]
    name: String,
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_VARIATIONS>")]
    variations: Vec<VariationFields<G>>,
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_COMMENTS>")]
    comments: Vec<Comment>,
    #[serde(default)]
    analysis: Option<SavedAnalysis>,
}

/// A variation as typed data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct VariationFields<G: Game> {
    name: String,
    at: usize,
    #[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    seats: Vec<SeatFields>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_SEGMENTS>")]
    chance: Vec<SeedSpan>,
    #[serde(default, deserialize_with = "limits::list::<_, _, 100>")]
    left_out: Vec<(u8, usize)>,
    take_backs: u32,
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_NOTES>")]
    notes: Vec<AuditEntry>,
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_COMMENTS>")]
    comments: Vec<Comment>,
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_BRANCHES>")]
    branches: Vec<BranchPoint>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_STEPS>")]
    steps: Vec<StepLine<G>>,
}

/// A [`Player`] with the name of the seat. Its fields are listed because a flattened struct would
/// first keep all unknown fields in memory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatFields {
    seat: String,
    kind: PlayerKind,
    name: String,
    #[serde(default)]
    script: Option<String>,
    #[serde(default)]
    hash: Option<String>,
    #[serde(default, deserialize_with = "limits::table::<_, _, _, MAX_PARAMS>")]
    params: BTreeMap<String, f64>,
}

impl SeatFields {
    /// Splits the line into the seat's name and its player.
    fn apart(self) -> (String, Player) {
        let Self { seat, kind, name, script, hash, params } = self;
        (seat, Player { kind, name, script, hash, params })
    }
}

impl<G: Game> Record<G> {
    /// Reads a saved game of this kind. Nothing in the file is run. The game must be complete and
    /// legal.
    pub fn read(text: &str) -> Result<LoadedRecord<G>, ReadError> {
        let loaded = Self::parse(text)?;
        loaded.record.check()?;
        Ok(loaded)
    }

    /// Like [`Record::read`], without checking that the steps are legal. For callers that play
    /// the steps themselves.
    pub fn parse(text: &str) -> Result<LoadedRecord<G>, ReadError> {
        let found = game_of(text)?;
        if found != G::KIND {
            return Err(ReadError::OtherGame { found, wanted: G::KIND });
        }
        let text = unmarked(text);
        let file: RecordFields<G> = serde_json::from_str(text).map_err(|error| broken(&error))?;
        loaded(text, file)
    }
}

fn loaded<G: Game>(text: &str, file: RecordFields<G>) -> Result<LoadedRecord<G>, ReadError> {
    let steps = file.variations.iter().map(|way| way.steps.len());
    // Any variation can become the main line, so the limits hold for each with its own items.
    let own = |count: fn(&VariationFields<G>) -> usize| file.variations.iter().map(count).max();
    let with = |shared: usize, own: Option<usize>| shared + own.unwrap_or(0);
    let limits = [
        ("steps", file.steps.len() + steps.sum::<usize>(), MAX_STEPS),
        ("seats", file.seats.len(), G::SEATS.len()),
        ("dice segments", with(file.chance.len(), own(|way| way.chance.len())), MAX_SEGMENTS),
        ("house rules", file.house_rules.len(), MAX_RULES),
        ("notes", with(file.notes.len(), own(|way| way.notes.len())), MAX_NOTES),
        (
            "branches",
            file.branches.len().max(own(|way| way.branches.len()).unwrap_or(0)),
            MAX_BRANCHES,
        ),
        ("variations", file.variations.len(), MAX_VARIATIONS),
        ("comments", with(file.comments.len(), own(|way| way.comments.len())), MAX_COMMENTS),
    ];
    for (what, found, most) in limits {
        if found > most {
            return Err(at_line(text, "", format!("{found} {what}, at most {most} are allowed")));
        }
    }
    let players = players::<G>(text, file.seats)?;
    check_result::<G>(text, file.result.as_ref(), &players)?;
    check_segments(text, &file.chance, file.steps.len())?;
    check_comments(text, &file.comments)?;
    let (steps, marks) = apart(file.steps);
    let (variations, their_marks) = variations(text, file.variations, steps.len(), &players)?;
    let mut record = Record {
        rules: rules::<G>(text, file.rules, &file.program)?,
        program: short(file.program, 100),
        preset: short(file.preset, 100),
        house_rules: file.house_rules,
        players,
        chance: file.chance,
        deal: file.setup,
        steps,
        take_backs: file.take_backs,
        notes: file.notes,
        branches: file.branches,
        name: short(file.name, MAX_NAME),
        variations,
        comments: file.comments,
        analysis: file.analysis,
    };
    check_house(text, &record)?;
    check_analysis(text, &mut record)?;
    let first_step_line = line_of(text, "\"steps\":") + 1;
    let claims = Claims { marks, variations: their_marks, result: file.result };
    Ok(LoadedRecord { record, first_step_line, claims })
}

/// Splits lines into steps and marks.
fn apart<G: Game>(lines: Vec<StepLine<G>>) -> (Vec<Step<G>>, Vec<String>) {
    lines.into_iter().map(|line| (line.step, line.mark)).unzip()
}

/// Variations, and the marks of each one's steps.
type VariationsAndMarks<G> = (Vec<Variation<G>>, Vec<Vec<String>>);

/// Reads the variations of a game with this number of steps.
fn variations<G: Game>(
    text: &str,
    files: Vec<VariationFields<G>>,
    steps: usize,
    shared: &[(Seat, Player)],
) -> Result<VariationsAndMarks<G>, ReadError> {
    let mut ways = (Vec::new(), Vec::new());
    for (k, file) in files.into_iter().enumerate() {
        let wrong =
            |what: &str| at_line(text, "\"variations\":", format!("variation {} {what}", k + 1));
        let at = file.at;
        if at > steps {
            return Err(wrong(&format!(
                "leaves the game after step {at}, but the game has only {steps}"
            )));
        }
        let end = at + file.steps.len();
        let within = |from: usize| (at..=end).contains(&from);
        let ordered = file.chance.windows(2).all(|pair| pair[0].from < pair[1].from);
        let begins = at > 0 || file.chance.first().is_some_and(|segment| segment.from == 0);
        if !begins || !ordered || !file.chance.iter().all(|segment| within(segment.from)) {
            return Err(wrong("has dice seeds outside its own steps"));
        }
        let left_out = file.left_out.iter().all(|(_, until)| within(*until));
        let noted = file.notes.iter().all(|remark| remark.at >= at)
            && file.comments.iter().all(|comment| comment.at > at);
        if !left_out || !noted {
            return Err(wrong("has notes, comments or disabled rules outside its own steps"));
        }
        check_comments(text, &file.comments)?;
        let players = players::<G>(text, file.seats)?;
        if !players.iter().map(|(seat, _)| seat).eq(shared.iter().map(|(seat, _)| seat)) {
            return Err(wrong("has other seats than the game"));
        }
        let (steps, marks) = apart(file.steps);
        ways.0.push(Variation {
            name: short(file.name, MAX_NAME),
            at,
            players,
            chance: file.chance,
            left_out: file.left_out,
            steps,
            take_backs: file.take_backs,
            notes: file.notes,
            comments: file.comments,
            branches: file.branches,
        });
        ways.1.push(marks);
    }
    Ok(ways)
}

/// Checks that comments are within their limits, in order, and at most one a step.
fn check_comments(text: &str, comments: &[Comment]) -> Result<(), ReadError> {
    let ordered = comments.windows(2).all(|pair| pair[0].at < pair[1].at);
    let fits = comments.iter().all(|comment| comment.fits() && !comment.is_empty());
    if !ordered || !fits {
        let what = "comments must be in the order of their steps, at most one for each, neither empty nor too long".to_owned();
        return Err(at_line(text, "\"comments\":", what));
    }
    Ok(())
}

/// Checks that a saved analysis is within its limits. An analysis of another game is dropped.
fn check_analysis<G: Game>(text: &str, record: &mut Record<G>) -> Result<(), ReadError> {
    let seats = record.seats().len();
    if record.analysis.as_ref().is_some_and(|kept| !kept.is_valid(seats)) {
        let what = "the analysis has a value out of range, or values for other seats".to_owned();
        return Err(at_line(text, "\"analysis\":", what));
    }
    if record.analysis_of_any().is_none() {
        record.analysis = None;
    }
    Ok(())
}

/// Reads the rules of a file that was written by `program`.
fn rules<G: Game>(
    text: &str,
    saved: Map<String, Value>,
    program: &str,
) -> Result<G::Rules, ReadError> {
    G::Rules::from_saved(saved).map_err(|why| {
        let what = match why {
            SavedRulesError::Unknown(key) => format!(
                "{PROGRAM} does not know the option `{key:.40}`; the game was saved by {program:.40}, which may"
            ),
            wrong => format!("the rules cannot be read: {wrong}"),
        };
        at_line(text, "\"rules\":", what)
    })
}

/// Checks the sizes of the house rules, and that every effect belongs to one of them.
fn check_house<G: Game>(text: &str, record: &Record<G>) -> Result<(), ReadError> {
    let rules = record.house_rules.len();
    let long = |line: &SavedRule| line.source.len() > MAX_SOURCE || line.file.len() > 200;
    if let Some(odd) = record.house_rules.iter().position(long) {
        let what = format!("house rule {} is too large", odd + 1);
        return Err(at_line(text, "\"house_rules\":", what));
    }
    let unknown = |step: &Step<G>| match step {
        Step::House { rule, .. } if usize::from(*rule) >= rules => Some(*rule),
        _ => None,
    };
    let what = |rule| format!("there is no house rule {rule}; the game has {rules}");
    let first = line_of(text, "\"steps\":") + 1;
    for (at, step) in record.steps.iter().enumerate() {
        if let Some(rule) = unknown(step) {
            return Err(ReadError::Broken { line: first + at, what: what(rule) });
        }
    }
    let mut theirs = record.variations.iter().flat_map(|way| &way.steps);
    match theirs.find_map(unknown) {
        Some(rule) => Err(at_line(text, "\"variations\":", what(rule))),
        None => Ok(()),
    }
}

fn players<G: Game>(text: &str, lines: Vec<SeatFields>) -> Result<Vec<(Seat, Player)>, ReadError> {
    let mut taken = SeatSet::EMPTY;
    let mut players = Vec::new();
    for (name, player) in lines.into_iter().map(SeatFields::apart) {
        let here = format!("\"seat\":\"{name}\"");
        let here = if text.contains(&here) { here } else { "\"seats\":".to_owned() };
        let wrong = |what: String| at_line(text, &here, what);
        let Some(seat) = G::seat_by_name(&name) else {
            let known = G::SEATS.join(", ");
            return Err(wrong(format!("unknown seat `{name}`; seats are {known}")));
        };
        if taken.contains(seat) {
            return Err(wrong(format!("the seat `{name}` is taken twice")));
        }
        player.check().map_err(|what| wrong(what.to_owned()))?;
        taken.insert(seat);
        players.push((seat, player));
    }
    Ok(players)
}

/// Checks that a result places only seats that play, each at most once. The result itself is
/// compared with the steps elsewhere.
fn check_result<G: Game>(
    text: &str,
    result: Option<&ResultLine>,
    players: &[(Seat, Player)],
) -> Result<(), ReadError> {
    let mut left: SeatSet = players.iter().map(|(seat, _)| *seat).collect();
    for place in result.map_or(&[][..], |result| &result.places) {
        for name in place {
            let seat = G::seat_by_name(name).filter(|seat| left.contains(*seat));
            let Some(seat) = seat else {
                let what =
                    format!("the result places `{name:.60}`, who does not play or has a place");
                return Err(at_line(text, "\"result\":", what));
            };
            left.remove(seat);
        }
        if place.is_empty() {
            let what = "the result has a place of nobody's".to_owned();
            return Err(at_line(text, "\"result\":", what));
        }
    }
    Ok(())
}

fn check_segments(text: &str, chance: &[SeedSpan], steps: usize) -> Result<(), ReadError> {
    let ordered = chance.windows(2).all(|pair| pair[0].from < pair[1].from);
    let starts = chance.first().is_some_and(|segment| segment.from == 0);
    if !starts || !ordered || chance.iter().any(|segment| segment.from > steps) {
        let what = "dice segments have to start at step 0 and follow each other".to_owned();
        return Err(at_line(text, "\"chance\":", what));
    }
    Ok(())
}

fn short(text: String, most: usize) -> String {
    text.chars().take(most).collect()
}

fn broken(error: &serde_json::Error) -> ReadError {
    let (line, what) = limits::place(error);
    ReadError::Broken { line, what }
}

fn at_line(text: &str, needle: &str, what: String) -> ReadError {
    ReadError::Broken { line: line_of(text, needle), what: limits::sentence(&what) }
}

/// Returns the line of the first occurrence of a text, from 1.
fn line_of(text: &str, needle: &str) -> usize {
    let at = text.find(needle).unwrap_or(0);
    text[..at].matches('\n').count() + 1
}
