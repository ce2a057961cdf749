//! The journal of a running tournament. Each line is JSON: the first describes the tournament,
//! and each later line is a finished block.
//!
//! A tournament is resumed by reading the finished blocks from its journal and playing the others.
//! The first line has to match the tournament. A last line without its end is cut off, and its
//! block is played again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::limits;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::{MAX_RULES, PROGRAM, ResultLine};
use qipan_core::script::Scripted;
use qipan_core::tournament::{
    BlockResult, GameResult, MAX_ROBOTS, Schedule, SparseHistogram, Usage,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::model::storage::disk;
use crate::model::tournament::spec::{TournamentSpec, keeps_programs};

/// The first line: everything that determines the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format. The key `arena`, the name of the command, identifies such files.
    #[serde(rename = "arena")]
    version: u32,
    /// The program that began the tournament, with its version.
    program: String,
    /// The game's name.
    game: String,
    /// The preset.
    pub preset: String,
    /// The values of all options.
    #[serde(deserialize_with = "limits::options")]
    rules: Map<String, Value>,
    /// The house rules: file names and hashes.
    #[serde(deserialize_with = "limits::list::<_, _, MAX_RULES>")]
    house_rules: Vec<RuleLine>,
    /// The robots: names, hashes of their texts, and parameters.
    #[serde(deserialize_with = "limits::list::<_, _, MAX_ROBOTS>")]
    pub robots: Vec<RobotLine>,
    /// The seed.
    pub seed: RunSeed,
    /// The number of games. Another run may play more.
    pub games: u64,
    /// The seats of each side. A block has as many games as there are sides.
    sides: Vec<Vec<String>>,
    /// True if programs keep running from game to game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    keep_programs: bool,
}

/// A house rule in the first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RuleLine {
    file: String,
    hash: String,
}

/// A robot in the first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RobotLine {
    /// The text that the user typed to choose it: a name, with parameters after commas.
    pub name: String,
    /// The hash of its text.
    pub hash: String,
    params: BTreeMap<String, f64>,
}

/// The version of the file.
const VERSION: u32 = 1;

/// Upper bound on the bytes of a line.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The error of a journal that another run has locked.
const IN_USE: &str = "another run is writing to it";

/// The reason why a journal cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentJournalError {
    /// The file cannot be read or written.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        why: String,
    },
    /// The file is not a journal.
    #[error("{file}: is not a journal of an arena: {why}")]
    Foreign {
        /// The file.
        file: String,
        /// The error of its first line.
        why: String,
    },
    /// The journal belongs to another tournament.
    #[error("{file}: is the journal of another arena: {}", .differences.join("; "))]
    Differs {
        /// The file.
        file: String,
        /// The differences.
        differences: Vec<String>,
    },
    /// A line after the first is broken.
    #[error("{file}:{line}: is not a block of this arena: {why}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The error.
        why: String,
    },
}

/// A journal open for appending.
#[derive(Debug)]
pub struct TournamentJournal {
    path: PathBuf,
    file: File,
    /// The blocks read when it was opened, by number.
    pub(super) blocks: BTreeMap<u64, BlockResult>,
    /// True if the last line was incomplete.
    has_torn_end: bool,
}

impl Header {
    /// Creates the first line of a tournament's journal.
    pub fn new<G: Scripted>(tournament: &TournamentSpec<G>) -> Self {
        let rules = match serde_json::to_value(&tournament.rules) {
            Ok(Value::Object(rules)) => rules,
            _ => Map::new(),
        };
        let robot_line = |spec: &crate::model::scripts::RobotSpec| {
            let player = spec.player();
            let hash = player.hash.unwrap_or_default();
            RobotLine { name: spec.name.clone(), hash, params: player.params }
        };
        let seat_names =
            |side: &SeatSet| side.iter().map(|seat| G::seat_name(seat).to_owned()).collect();
        let house_rules = tournament.house.iter();
        Self {
            version: VERSION,
            program: PROGRAM.to_owned(),
            game: G::KIND.to_owned(),
            preset: tournament.preset.clone(),
            rules,
            house_rules: house_rules
                .map(|rule| RuleLine { file: rule.file.clone(), hash: rule.hash.clone() })
                .collect(),
            robots: tournament.robots.iter().map(robot_line).collect(),
            seed: tournament.seed,
            games: tournament.games,
            sides: tournament.sides.iter().map(seat_names).collect(),
            keep_programs: keeps_programs(&tournament.robots),
        }
    }

    /// Reads the first line of a journal. Returns `None` without a file or a complete first line.
    ///
    /// # Errors
    /// The file is not a journal.
    pub fn peek(path: &Path) -> Result<Option<Self>, TournamentJournalError> {
        if !std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            return Ok(None);
        }
        let Ok(file) = disk::open(File::options().read(true), path) else { return Ok(None) };
        let mut line = Vec::new();
        let result = next_line(&mut BufReader::new(file), &mut line);
        if !result.is_ok_and(|()| line.ends_with(b"\n")) {
            return Ok(None);
        }
        Self::parse(path, &line).map(Some)
    }

    /// Parses the first line of a journal.
    fn parse(path: &Path, line: &[u8]) -> Result<Self, TournamentJournalError> {
        let foreign =
            |why: String| TournamentJournalError::Foreign { file: path.display().to_string(), why };
        // Some editors put a byte order mark before the first line.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let header: Self = serde_json::from_slice(line)
            .map_err(|why| foreign(limits::sentence(&why.to_string())))?;
        if header.version == VERSION {
            return Ok(header);
        }
        Err(foreign(format!("version {}, this program knows {VERSION}", header.version)))
    }

    /// Describes the differences of a journal's first line from this one. The number of games, the
    /// program and the names of robots may differ.
    fn differences(&self, saved: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, saved: &str, current: &str| {
            if saved != current {
                let difference = format!("{what} {saved} there, {current} here");
                differences.push(limits::sentence(&difference));
            }
        };
        let names = |header: &Self| {
            let names: Vec<&str> = header.robots.iter().map(|robot| robot.name.as_str()).collect();
            names.join(" ")
        };
        compare("preset", &saved.preset, &self.preset);
        compare("seed", &saved.seed.to_string(), &self.seed.to_string());
        if saved.robots.len() != self.robots.len() {
            compare("robots", &names(saved), &names(self));
        } else {
            for (old, new) in saved.robots.iter().zip(&self.robots) {
                if old.hash != new.hash || old.typed_params() != new.typed_params() {
                    compare("robot", &old.in_words(), &new.in_words());
                }
            }
        }
        for (key, value) in &self.rules {
            let old = saved.rules.get(key).unwrap_or(&Value::Null);
            compare(key, &old.to_string(), &value.to_string());
        }
        let files = |rules: &[RuleLine]| {
            let files: Vec<&str> = rules.iter().map(|rule| rule.file.as_str()).collect();
            files.join(" ")
        };
        if saved.house_rules != self.house_rules {
            let [old, new] = [saved, self].map(|header| files(&header.house_rules));
            let changed = if old == new { " (their text was changed)" } else { "" };
            compare("house rules", &format!("[{old}]"), &format!("[{new}]{changed}"));
        }
        let programs = |header: &Self| if header.keep_programs { "kept" } else { "started anew" };
        compare("programs", programs(saved), programs(self));
        if saved.sides != self.sides {
            let sides = |header: &Self| json!(header.sides).to_string();
            compare("sides", &sides(saved), &sides(self));
        }
        differences
    }

    /// Returns the first line of a journal.
    fn line(&self) -> String {
        json!(self).to_string() + "\n"
    }
}

impl RobotLine {
    /// Returns the parameters in the form in which a user types them after a robot's name:
    /// `,name=value`.
    fn typed_params(&self) -> String {
        self.params.iter().map(|(name, value)| format!(",{name}={value}")).collect()
    }

    /// Describes the robot: name, parameters and the beginning of its hash.
    fn in_words(&self) -> String {
        let name = self.name.split(',').next().unwrap_or_default();
        let hash: String = self.hash.chars().take(12).collect();
        format!("{name}{} ({hash})", self.typed_params())
    }
}

impl TournamentJournal {
    /// Empties the journal, unless another run is writing to it.
    ///
    /// # Errors
    /// A file that is in use or cannot be written.
    pub(super) fn empty(path: &Path) -> Result<(), TournamentJournalError> {
        let file_error =
            |why: String| TournamentJournalError::File { file: path.display().to_string(), why };
        let io_error = |error: io::Error| file_error(error.to_string());
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let file = disk::open(&options, path).map_err(io_error)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(file_error(IN_USE.to_owned()));
        }
        disk::cut(&file, 0).map_err(io_error)
    }

    /// Opens the journal of a tournament, or starts it if there is none.
    ///
    /// # Errors
    /// A file that cannot be read or written, is in use, or is not the journal of this
    /// tournament.
    pub fn open<G: Scripted>(
        path: &Path,
        tournament: &TournamentSpec<G>,
    ) -> Result<Self, TournamentJournalError> {
        let name = path.display().to_string();
        let file_error = |why: String| TournamentJournalError::File { file: name.clone(), why };
        let io_error = |error: io::Error| file_error(error.to_string());
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let file = disk::open(&options, path).map_err(io_error)?;
        if !file.metadata().map_err(io_error)?.is_file() {
            return Err(file_error("is not a regular file".to_owned()));
        }
        // Other errors are ignored, because some systems cannot lock files. There the user has to
        // avoid starting two runs.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(file_error(IN_USE.to_owned()));
        }
        let mut journal =
            Self { path: path.to_owned(), file, blocks: BTreeMap::new(), has_torn_end: false };
        let complete_bytes = journal.read(tournament)?;
        // The file is the journal of this tournament, so an incomplete line may be cut off.
        disk::cut(&journal.file, complete_bytes).map_err(io_error)?;
        journal.file.seek(SeekFrom::Start(complete_bytes)).map_err(io_error)?;
        if complete_bytes == 0 {
            journal.append(&Header::new(tournament).line())?;
        }
        Ok(journal)
    }

    /// Reads the blocks of this tournament. Returns the number of bytes in complete lines.
    fn read<G: Scripted>(
        &mut self,
        tournament: &TournamentSpec<G>,
    ) -> Result<u64, TournamentJournalError> {
        let name = self.path.display().to_string();
        let io_error = |error: io::Error| TournamentJournalError::File {
            file: name.clone(),
            why: error.to_string(),
        };
        let foreign =
            |why: &str| TournamentJournalError::Foreign { file: name.clone(), why: why.to_owned() };
        let file = self.file.try_clone().map_err(io_error)?;
        let (mut reader, mut line) = (BufReader::new(file), Vec::new());
        next_line(&mut reader, &mut line).map_err(io_error)?;
        let header = Header::new(tournament).line();
        if !line.ends_with(b"\n") {
            self.has_torn_end = !line.is_empty();
            let is_ours = header.as_bytes().starts_with(&line);
            return if is_ours { Ok(0) } else { Err(foreign("its first line is incomplete")) };
        }
        let saved = Header::parse(&self.path, &line)?;
        // The new header is parsed too, because writing and reading a number may change its form.
        let differences = Header::parse(&self.path, header.as_bytes())?.differences(&saved);
        if !differences.is_empty() {
            return Err(TournamentJournalError::Differs { file: name, differences });
        }
        let (mut complete_bytes, schedule) = (line.len() as u64, tournament.schedule());
        for number in 2.. {
            next_line(&mut reader, &mut line).map_err(io_error)?;
            let line_error = |why: String| TournamentJournalError::Line {
                file: name.clone(),
                line: number,
                why,
            };
            if line.len() >= MAX_LINE_BYTES {
                return Err(line_error("the line is longer than 1 MiB".to_owned()));
            }
            if !line.ends_with(b"\n") {
                self.has_torn_end = !line.is_empty();
                break;
            }
            self.add_line(tournament, &schedule, &line)
                .map_err(|why| line_error(limits::sentence(&why)))?;
            complete_bytes += line.len() as u64;
        }
        Ok(complete_bytes)
    }

    /// Adds the block of a line. A block beyond the last game, or with another number of games than
    /// in this run, is left out.
    fn add_line<G: Scripted>(
        &mut self,
        tournament: &TournamentSpec<G>,
        schedule: &Schedule,
        line: &[u8],
    ) -> Result<(), String> {
        let line: BlockLine = serde_json::from_slice(line).map_err(|why| why.to_string())?;
        let Some(block) = tournament.block(schedule, line.block) else { return Ok(()) };
        if line.games.len() == block.games.len() {
            let result = line.result::<G>(&block)?;
            result.check(&block)?;
            self.blocks.insert(result.block, result);
        }
        Ok(())
    }

    /// Returns the numbers of blocks and games read when it was opened.
    pub fn found(&self) -> (usize, usize) {
        (self.blocks.len(), self.blocks.values().map(|result| result.games.len()).sum())
    }

    /// Returns true if its last line was incomplete, as after a crash.
    pub fn was_torn(&self) -> bool {
        self.has_torn_end
    }

    /// Appends a line. It is written at once, since the process may be killed at any time.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn append(&mut self, line: &str) -> Result<(), TournamentJournalError> {
        disk::put(&mut self.file, line.as_bytes()).map_err(|error| {
            let file = self.path.display().to_string();
            TournamentJournalError::File { file, why: error.to_string() }
        })
    }
}

/// Reads the next line with its end, up to [`MAX_LINE_BYTES`] bytes. It is empty at the end of the
/// file.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    reader.take(MAX_LINE_BYTES as u64).read_until(b'\n', line).map(|_| ())
}

/// A line after the first: a finished block.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockLine {
    block: u64,
    #[serde(deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    games: Vec<GameLine>,
    #[serde(deserialize_with = "limits::list::<_, _, MAX_ROBOTS>")]
    robots: Vec<UsageLine>,
}

/// The result of one game in a block.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    result: ResultLine,
    plies: u32,
    rolls: u32,
    captures: [u32; Seat::MAX],
    lost: [u32; Seat::MAX],
}

/// The use of resources by a robot in a block.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UsageLine {
    robot: u8,
    errors: u64,
    timeouts: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    /// The message of the first error.
    trouble: Option<String>,
    fuel: SparseHistogram,
}

/// Returns the journal line of a finished block.
pub(super) fn block_line<G: Scripted>(result: &BlockResult) -> String {
    let game_line = |game: &GameResult| GameLine {
        result: ResultLine::new::<G>(&game.outcome),
        plies: game.plies,
        rolls: game.rolls,
        captures: game.captures,
        lost: game.lost,
    };
    let usage_line = |(robot, usage): &(u8, Usage)| UsageLine {
        robot: *robot,
        errors: usage.errors,
        timeouts: usage.timeouts,
        trouble: usage.first_error.clone(),
        fuel: usage.fuel.clone(),
    };
    let line = BlockLine {
        block: result.block,
        games: result.games.iter().map(game_line).collect(),
        robots: result.usage.iter().map(usage_line).collect(),
    };
    // All its values can be written as JSON, so this does not fail.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

impl BlockLine {
    /// Returns the result of the block. The seating comes from the schedule's block.
    fn result<G: Scripted>(
        self,
        block: &qipan_core::tournament::Block,
    ) -> Result<BlockResult, String> {
        let mut games = Vec::with_capacity(self.games.len());
        for (line, game) in self.games.into_iter().zip(&block.games) {
            let seat_set = |names: &Vec<String>| -> Result<SeatSet, String> {
                let seat = |name: &String| {
                    G::seat_by_name(name).ok_or_else(|| format!("unknown seat `{name}`"))
                };
                names.iter().map(seat).collect()
            };
            let places = line.result.places.iter().map(seat_set).collect::<Result<_, _>>()?;
            games.push(GameResult {
                seating: game.seating,
                outcome: Outcome { places, reason: line.result.reason },
                plies: line.plies,
                rolls: line.rolls,
                captures: line.captures,
                lost: line.lost,
            });
        }
        let usage = |line: UsageLine| {
            let UsageLine { robot, errors, timeouts, trouble, fuel } = line;
            (robot, Usage { fuel, errors, timeouts, first_error: trouble })
        };
        let usage = self.robots.into_iter().map(usage).collect();
        Ok(BlockResult { block: self.block, games, usage })
    }
}
