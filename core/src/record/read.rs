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
use crate::contract::source::is_module_name;

/// The maximum size of a house rule's source with its modules, in bytes.
const MAX_SOURCE: usize = 256 << 10;

/// Maximum number of seed spans of a game.
const MAX_SEED_SPANS: usize = 1000;
/// Maximum number of games that a game was branched from, one after the other.
const MAX_BRANCHES: usize = 1000;
/// Maximum number of house rules disabled in a variation.
const MAX_DISABLED_RULES: usize = 100;
/// Maximum number of bytes of the file name of a house rule.
const MAX_FILE_NAME: usize = 200;
/// Maximum number of characters of the program's name, and of the preset's.
const MAX_HEAD_NAME: usize = 100;

/// A parsed file: the game, and the claims of the file about it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedRecord<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// The number of the line with the first step, from 1.
    pub first_step_line: usize,
    /// The claims of the file.
    pub claims: Claims,
}

/// The parts of a file that follow from its setup and steps, so that they can be checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// The mark written with each step.
    pub marks: Vec<String>,
    /// The marks written with the steps of each variation.
    pub variation_marks: Vec<Vec<String>>,
    /// The result as written.
    pub result: Option<ResultLine>,
}

/// The reason why a file cannot be read. An error in a part of the file names its line.
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
    /// This program does not know the game in the file.
    #[error("this file holds a game of `{0}`, which this program does not know")]
    UnknownGame(String),
    /// The file holds another game than the requested one.
    #[error("this file holds a game of `{found}`, not of `{wanted}`")]
    OtherGame {
        /// The game in the file.
        found: String,
        /// The requested game.
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

/// The fields that identify a file. They are read before all others.
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
    let head: Head = serde_json::from_str(without_bom(text)).map_err(|error| json_error(&error))?;
    if head.format.as_deref() != Some("qipan") {
        return Err(ReadError::Foreign("it has no \"format\":\"qipan\"".to_owned()));
    }
    match head.version {
        Some(found) if (1..=u64::from(VERSION)).contains(&found) => {}
        Some(found) => return Err(ReadError::Version { found }),
        None => return Err(ReadError::Foreign("it has no \"version\"".to_owned())),
    }
    Ok(head.game.map_or_else(|| "nothing".to_owned(), |game| limits::sentence(&game)))
}

/// Returns the text without a leading byte order mark, which some editors add.
pub(super) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The fields of a file. Unknown fields are refused, because misspelt ones would be lost.
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
    #[serde(deserialize_with = "limits::list::<_, _, MAX_SEED_SPANS>")]
    chance: Vec<SeedSpan>,
    setup: G::Deal,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_STEPS>")]
    steps: Vec<StepLine<G>>,
    result: Option<ResultLine>,
    take_backs: u32,
    #[serde(default)]
    hints: u32,
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

/// The fields of a variation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct VariationFields<G: Game> {
    name: String,
    at: usize,
    #[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    seats: Vec<SeatFields>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_SEED_SPANS>")]
    chance: Vec<SeedSpan>,
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_DISABLED_RULES>")]
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

/// The fields of a [`Player`] and the name of the seat. They are listed here because serde would
/// collect all unknown fields in memory before filling a flattened struct.
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
    /// Splits the fields into the seat's name and its player.
    fn split(self) -> (String, Player) {
        let Self { seat, kind, name, script, hash, params } = self;
        (seat, Player { kind, name, script, hash, params })
    }
}

impl<G: Game> Record<G> {
    /// Parses a saved game of this kind and checks that all steps are legal. Nothing in the file
    /// is run.
    pub fn read(text: &str) -> Result<LoadedRecord<G>, ReadError> {
        let loaded = Self::parse(text)?;
        loaded.record.check()?;
        Ok(loaded)
    }

    /// Parses a saved game like [`Record::read`], but does not check that the steps are legal. For
    /// callers that play the steps themselves.
    pub fn parse(text: &str) -> Result<LoadedRecord<G>, ReadError> {
        let found = game_of(text)?;
        if found != G::NAME {
            return Err(ReadError::OtherGame { found, wanted: G::NAME });
        }
        let text = without_bom(text);
        let file: RecordFields<G> =
            serde_json::from_str(text).map_err(|error| json_error(&error))?;
        load(text, file)
    }
}

/// Checks the fields of a file and converts them to a record.
fn load<G: Game>(text: &str, file: RecordFields<G>) -> Result<LoadedRecord<G>, ReadError> {
    check_limits(text, &file)?;
    let players = parse_players::<G>(text, file.seats)?;
    check_result::<G>(text, file.result.as_ref(), &players)?;
    check_seed_spans(text, &file.chance, file.steps.len())?;
    check_comments(text, &file.comments)?;
    let (steps, marks) = split_marks(file.steps);
    let (variations, variation_marks) =
        load_variations(text, file.variations, steps.len(), &players)?;
    let mut record = Record {
        rules: parse_rules::<G>(text, file.rules, &file.program)?,
        program: truncate(file.program, MAX_HEAD_NAME),
        preset: truncate(file.preset, MAX_HEAD_NAME),
        house_rules: file.house_rules,
        players,
        chance: file.chance,
        deal: file.setup,
        steps,
        take_backs: file.take_backs,
        hints: file.hints,
        notes: file.notes,
        branched_from: file.branches,
        name: truncate(file.name, MAX_NAME),
        variations,
        comments: file.comments,
        analysis: file.analysis,
    };
    check_house_rules(text, &record)?;
    check_analysis(text, &mut record)?;
    let first_step_line = line_of(text, "\"steps\":") + 1;
    let claims = Claims { marks, variation_marks, result: file.result };
    Ok(LoadedRecord { record, first_step_line, claims })
}

/// Checks the lengths of all lists. Any variation can become the main line, so the limits also hold
/// for the items of the main line together with those of any variation.
fn check_limits<G: Game>(text: &str, file: &RecordFields<G>) -> Result<(), ReadError> {
    let variations = &file.variations;
    let variation_steps = variations.iter().map(|fields| fields.steps.len()).sum::<usize>();
    let most =
        |count: fn(&VariationFields<G>) -> usize| variations.iter().map(count).max().unwrap_or(0);
    let limits = [
        ("steps", file.steps.len() + variation_steps, MAX_STEPS),
        ("seats", file.seats.len(), G::SEATS.len()),
        ("dice segments", file.chance.len() + most(|fields| fields.chance.len()), MAX_SEED_SPANS),
        ("house rules", file.house_rules.len(), MAX_RULES),
        ("notes", file.notes.len() + most(|fields| fields.notes.len()), MAX_NOTES),
        ("branches", file.branches.len().max(most(|fields| fields.branches.len())), MAX_BRANCHES),
        ("variations", variations.len(), MAX_VARIATIONS),
        ("comments", file.comments.len() + most(|fields| fields.comments.len()), MAX_COMMENTS),
    ];
    for (what, found, limit) in limits {
        if found > limit {
            return Err(error_at(text, "", format!("{found} {what}, at most {limit} are allowed")));
        }
    }
    Ok(())
}

/// Splits lines into steps and marks.
fn split_marks<G: Game>(lines: Vec<StepLine<G>>) -> (Vec<Step<G>>, Vec<String>) {
    lines.into_iter().map(|line| (line.step, line.mark)).unzip()
}

/// Variations, and the marks of the steps of each.
type VariationsAndMarks<G> = (Vec<Variation<G>>, Vec<Vec<String>>);

/// Checks and converts the variations of a game with these players and this number of steps.
fn load_variations<G: Game>(
    text: &str,
    variation_fields: Vec<VariationFields<G>>,
    main_steps: usize,
    main_players: &[(Seat, Player)],
) -> Result<VariationsAndMarks<G>, ReadError> {
    let (mut variations, mut all_marks) = (Vec::new(), Vec::new());
    for (index, fields) in variation_fields.into_iter().enumerate() {
        let error = |what: &str| {
            error_at(text, "\"variations\":", format!("variation {} {what}", index + 1))
        };
        let at = fields.at;
        if at > main_steps {
            return Err(error(&format!(
                "leaves the game after step {at}, but the game has only {main_steps}"
            )));
        }
        let end = at + fields.steps.len();
        let is_within = |step: usize| (at..=end).contains(&step);
        let are_within = fields.chance.iter().all(|span| is_within(span.from));
        let are_ordered = fields.chance.windows(2).all(|pair| pair[0].from < pair[1].from);
        // A variation that shares no steps needs a seed for its first roll.
        let has_first_seed = at > 0 || fields.chance.first().is_some_and(|span| span.from == 0);
        if !has_first_seed || !are_ordered || !are_within {
            return Err(error("has dice seeds outside its own steps"));
        }
        let has_own_items_only = fields.left_out.iter().all(|(_, until)| is_within(*until))
            && fields.notes.iter().all(|note| note.at >= at)
            && fields.comments.iter().all(|comment| comment.at > at);
        if !has_own_items_only {
            return Err(error("has notes, comments or disabled rules outside its own steps"));
        }
        check_comments(text, &fields.comments)?;
        let players = parse_players::<G>(text, fields.seats)?;
        if !players.iter().map(|(seat, _)| seat).eq(main_players.iter().map(|(seat, _)| seat)) {
            return Err(error("has other seats than the game"));
        }
        let (steps, marks) = split_marks(fields.steps);
        variations.push(Variation {
            name: truncate(fields.name, MAX_NAME),
            shared_steps: at,
            players,
            chance: fields.chance,
            disabled_rules: fields.left_out,
            steps,
            take_backs: fields.take_backs,
            notes: fields.notes,
            comments: fields.comments,
            branched_from: fields.branches,
        });
        all_marks.push(marks);
    }
    Ok((variations, all_marks))
}

/// Checks that comments are within their limits, in order, and at most one a step.
fn check_comments(text: &str, comments: &[Comment]) -> Result<(), ReadError> {
    let are_ordered = comments.windows(2).all(|pair| pair[0].at < pair[1].at);
    let are_valid =
        comments.iter().all(|comment| comment.is_within_limits() && !comment.is_empty());
    if !are_ordered || !are_valid {
        let what = "comments must be in the order of their steps, at most one for each, neither empty nor too long".to_owned();
        return Err(error_at(text, "\"comments\":", what));
    }
    Ok(())
}

/// Checks that a saved analysis is within its limits. Removes an analysis that belongs to no line
/// of the game.
fn check_analysis<G: Game>(text: &str, record: &mut Record<G>) -> Result<(), ReadError> {
    let seats = record.seats().len();
    if record.analysis.as_ref().is_some_and(|analysis| !analysis.is_valid(seats)) {
        let what = "the analysis has a value out of range, or values for other seats".to_owned();
        return Err(error_at(text, "\"analysis\":", what));
    }
    if record.analysis_of_any_line().is_none() {
        record.analysis = None;
    }
    Ok(())
}

/// Parses the rules of a file that was written by `program`.
fn parse_rules<G: Game>(
    text: &str,
    saved: Map<String, Value>,
    program: &str,
) -> Result<G::Rules, ReadError> {
    G::Rules::from_saved(saved).map_err(|why| {
        let what = match why {
            SavedRulesError::Unknown(key) => format!(
                "{PROGRAM} does not know the option `{key:.40}`; the game was saved by {program:.40}, which may"
            ),
            other => format!("the rules cannot be read: {other}"),
        };
        error_at(text, "\"rules\":", what)
    })
}

/// Checks the sizes of the house rules and the names of their modules, and that every effect
/// belongs to one of the rules.
fn check_house_rules<G: Game>(text: &str, record: &Record<G>) -> Result<(), ReadError> {
    let rule_count = record.house_rules.len();
    let is_too_large =
        |rule: &SavedRule| rule.source_len() > MAX_SOURCE || rule.file.len() > MAX_FILE_NAME;
    if let Some(index) = record.house_rules.iter().position(is_too_large) {
        let what = format!("house rule {} is too large", index + 1);
        return Err(error_at(text, "\"house_rules\":", what));
    }
    let mut modules = record.house_rules.iter().flat_map(|rule| rule.modules.keys());
    if let Some(name) = modules.find(|name| !is_module_name(name)) {
        let what = limits::sentence(&format!("`{name}` cannot be the name of a module"));
        return Err(error_at(text, "\"house_rules\":", what));
    }
    let unknown_rule = |step: &Step<G>| match step {
        Step::House { rule, .. } if usize::from(*rule) >= rule_count => Some(*rule),
        _ => None,
    };
    let what = |rule| format!("there is no house rule {rule}; the game has {rule_count}");
    let first_line = line_of(text, "\"steps\":") + 1;
    for (at, step) in record.steps.iter().enumerate() {
        if let Some(rule) = unknown_rule(step) {
            return Err(ReadError::Broken { line: first_line + at, what: what(rule) });
        }
    }
    let mut variation_steps = record.variations.iter().flat_map(|variation| &variation.steps);
    match variation_steps.find_map(unknown_rule) {
        Some(rule) => Err(error_at(text, "\"variations\":", what(rule))),
        None => Ok(()),
    }
}

/// Checks the seats and converts them to players.
fn parse_players<G: Game>(
    text: &str,
    seats: Vec<SeatFields>,
) -> Result<Vec<(Seat, Player)>, ReadError> {
    let mut taken = SeatSet::EMPTY;
    let mut players = Vec::new();
    for (name, player) in seats.into_iter().map(SeatFields::split) {
        let own_line = format!("\"seat\":\"{name}\"");
        let needle = if text.contains(&own_line) { own_line } else { "\"seats\":".to_owned() };
        let error = |what: String| error_at(text, &needle, what);
        let Some(seat) = G::seat_by_name(&name) else {
            let known = G::SEATS.join(", ");
            return Err(error(format!("unknown seat `{name}`; seats are {known}")));
        };
        if taken.contains(seat) {
            return Err(error(format!("the seat `{name}` is taken twice")));
        }
        player.check().map_err(|what| error(what.to_owned()))?;
        taken.insert(seat);
        players.push((seat, player));
    }
    Ok(players)
}

/// Checks that a result places only seats that play, each at most once. [`Record::verify`] compares
/// the result with the steps.
fn check_result<G: Game>(
    text: &str,
    result: Option<&ResultLine>,
    players: &[(Seat, Player)],
) -> Result<(), ReadError> {
    let mut unplaced: SeatSet = players.iter().map(|(seat, _)| *seat).collect();
    for place in result.map_or(&[][..], |result| &result.places) {
        for name in place {
            let seat = G::seat_by_name(name).filter(|seat| unplaced.contains(*seat));
            let Some(seat) = seat else {
                let what =
                    format!("the result places `{name:.60}`, who does not play or has a place");
                return Err(error_at(text, "\"result\":", what));
            };
            unplaced.remove(seat);
        }
        if place.is_empty() {
            let what = "the result has a place without a seat".to_owned();
            return Err(error_at(text, "\"result\":", what));
        }
    }
    Ok(())
}

/// Checks that the seed spans begin at step 0, are in order and lie within the game.
fn check_seed_spans(text: &str, chance: &[SeedSpan], steps: usize) -> Result<(), ReadError> {
    let are_ordered = chance.windows(2).all(|pair| pair[0].from < pair[1].from);
    let has_first_seed = chance.first().is_some_and(|span| span.from == 0);
    if !has_first_seed || !are_ordered || chance.iter().any(|span| span.from > steps) {
        let what = "dice segments have to start at step 0 and follow each other".to_owned();
        return Err(error_at(text, "\"chance\":", what));
    }
    Ok(())
}

/// Cuts a text to this number of characters.
fn truncate(text: String, length: usize) -> String {
    text.chars().take(length).collect()
}

/// Converts an error of the JSON parser.
fn json_error(error: &serde_json::Error) -> ReadError {
    let (line, what) = limits::line_and_sentence(error);
    ReadError::Broken { line, what }
}

/// Creates an error at the line of the first occurrence of `needle`.
fn error_at(text: &str, needle: &str, what: String) -> ReadError {
    ReadError::Broken { line: line_of(text, needle), what: limits::sentence(&what) }
}

/// Returns the number of the line with the first occurrence of `needle`, from 1. Returns 1 if there
/// is none.
fn line_of(text: &str, needle: &str) -> usize {
    let offset = text.find(needle).unwrap_or(0);
    text[..offset].matches('\n').count() + 1
}
