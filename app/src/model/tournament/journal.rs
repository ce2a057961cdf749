//! The journal of a running tournament. Each line is JSON: the first describes the tournament,
//! and each later one is a finished block.

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
use crate::model::tournament::plan::{TournamentSpec, keeps_programs};

/// The first line: everything that determines the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format. The name of the field identifies the file.
    arena: u32,
    /// The program that started it.
    program: String,
    /// The game's name.
    game: String,
    /// The preset.
    pub preset: String,
    /// The rules, complete.
    #[serde(deserialize_with = "limits::options")]
    rules: Map<String, Value>,
    /// The house rules: file names and hashes.
    #[serde(deserialize_with = "limits::list::<_, _, MAX_RULES>")]
    house_rules: Vec<RuleLine>,
    /// The robots: names, hashes of their texts and parameters.
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
    /// The name it was chosen by.
    pub name: String,
    /// The hash of its text.
    pub hash: String,
    params: BTreeMap<String, f64>,
}

/// The version of the file.
const VERSION: u32 = 1;

/// Upper bound on the bytes of a line.
const MAX_LINE: usize = 1 << 20;

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
    #[error("{file}: is no journal of an arena: {why}")]
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
    #[error("{file}:{line}: is no block of this arena: {why}")]
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
    /// The blocks found when it was opened.
    pub(super) found: BTreeMap<u64, BlockResult>,
    /// True if the last line was incomplete.
    torn: bool,
}

impl Header {
    /// Creates the first line of a tournament's journal.
    pub fn new<G: Scripted>(tournament: &TournamentSpec<G>) -> Self {
        let rules = match serde_json::to_value(&tournament.rules) {
            Ok(Value::Object(rules)) => rules,
            _ => Map::new(),
        };
        let robot = |spec: &crate::model::scripts::RobotSpec| {
            let player = spec.player();
            let hash = player.hash.unwrap_or_default();
            RobotLine { name: spec.name.clone(), hash, params: player.params }
        };
        let side = |side: &SeatSet| side.iter().map(|seat| G::seat_name(seat).to_owned()).collect();
        let house = tournament.house.iter();
        Self {
            arena: VERSION,
            program: PROGRAM.to_owned(),
            game: G::KIND.to_owned(),
            preset: tournament.preset.clone(),
            rules,
            house_rules: house
                .map(|line| RuleLine { file: line.file.clone(), hash: line.hash.clone() })
                .collect(),
            robots: tournament.robots.iter().map(robot).collect(),
            seed: tournament.seed,
            games: tournament.games,
            sides: tournament.sides.iter().map(side).collect(),
            keep_programs: keeps_programs(&tournament.robots),
        }
    }

    /// Reads the first line of a journal, if there is one.
    ///
    /// # Errors
    /// A file of another kind.
    pub fn peek(path: &Path) -> Result<Option<Self>, TournamentJournalError> {
        if !std::fs::metadata(path).is_ok_and(|data| data.is_file()) {
            return Ok(None);
        }
        let Ok(file) = disk::open(File::options().read(true), path) else { return Ok(None) };
        let mut first = Vec::new();
        let read = next_line(&mut BufReader::new(file), &mut first);
        if !read.is_ok_and(|()| first.ends_with(b"\n")) {
            return Ok(None);
        }
        Self::parse(path, &first).map(Some)
    }

    fn parse(path: &Path, line: &[u8]) -> Result<Self, TournamentJournalError> {
        let foreign =
            |why: String| TournamentJournalError::Foreign { file: path.display().to_string(), why };
        // Some editors put a byte order mark before it.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let header: Self = serde_json::from_slice(line)
            .map_err(|why| foreign(limits::sentence(&why.to_string())))?;
        if header.arena == VERSION {
            return Ok(header);
        }
        Err(foreign(format!("version {}, this program knows {VERSION}", header.arena)))
    }

    /// Returns the differences of a journal's first line from this one. The number of games, the
    /// program and the names of robots do not count.
    fn differences(&self, there: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut differ = |what: &str, there: &str, here: &str| {
            if there != here {
                found.push(limits::sentence(&format!("{what} {there} there, {here} here")));
            }
        };
        let names = |header: &Self| {
            let names: Vec<&str> = header.robots.iter().map(|robot| robot.name.as_str()).collect();
            names.join(" ")
        };
        differ("preset", &there.preset, &self.preset);
        differ("seed", &there.seed.to_string(), &self.seed.to_string());
        if there.robots.len() != self.robots.len() {
            differ("robots", &names(there), &names(self));
        } else {
            for (old, new) in there.robots.iter().zip(&self.robots) {
                let whole = |robot: &RobotLine| {
                    let params =
                        robot.params.iter().map(|(name, value)| format!(",{name}={value}"));
                    let params: String = params.collect();
                    let name = robot.name.split(',').next().unwrap_or_default();
                    let hash: String = robot.hash.chars().take(12).collect();
                    (format!("{name}{params} ({hash})"), (robot.hash.clone(), params))
                };
                let ((old, old_key), (new, new_key)) = (whole(old), whole(new));
                if old_key != new_key {
                    differ("robot", &old, &new);
                }
            }
        }
        for (key, value) in &self.rules {
            let old = there.rules.get(key).unwrap_or(&Value::Null);
            differ(key, &old.to_string(), &value.to_string());
        }
        let list = |lines: &[RuleLine]| {
            let files = lines.iter().map(|line| line.file.as_str());
            files.collect::<Vec<_>>().join(" ")
        };
        if there.house_rules != self.house_rules {
            let [old, new] = [there, self].map(|header| list(&header.house_rules));
            let changed = if old == new { " (their text was changed)" } else { "" };
            differ("house rules", &format!("[{old}]"), &format!("[{new}]{changed}"));
        }
        let in_words = |header: &Self| if header.keep_programs { "kept" } else { "started anew" };
        differ("programs", in_words(there), in_words(self));
        if there.sides != self.sides {
            let side = |header: &Self| json!(header.sides).to_string();
            differ("sides", &side(there), &side(self));
        }
        found
    }

    /// Returns the line as a file contains it.
    fn line(&self) -> String {
        json!(self).to_string() + "\n"
    }
}

impl TournamentJournal {
    /// Empties the journal, unless another run is writing to it.
    ///
    /// # Errors
    /// A file that is in use or cannot be written.
    pub(super) fn empty(path: &Path) -> Result<(), TournamentJournalError> {
        let failed =
            |why: String| TournamentJournalError::File { file: path.display().to_string(), why };
        let io = |why: std::io::Error| failed(why.to_string());
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let file = disk::open(&options, path).map_err(io)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed(IN_USE.to_owned()));
        }
        disk::cut(&file, 0).map_err(io)
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
        let failed = |why: String| TournamentJournalError::File { file: name.clone(), why };
        let io = |why: std::io::Error| failed(why.to_string());
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let file = disk::open(&options, path).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(failed("is no plain file".to_owned()));
        }
        // If files cannot be locked, the user must take care.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed(IN_USE.to_owned()));
        }
        let mut journal = Self { path: path.to_owned(), file, found: BTreeMap::new(), torn: false };
        let whole = journal.read(tournament)?;
        // Only now is the file known to be ours, so an incomplete line may be cut off.
        disk::cut(&journal.file, whole).map_err(io)?;
        journal.file.seek(SeekFrom::Start(whole)).map_err(io)?;
        if whole == 0 {
            journal.append(&Header::new(tournament).line())?;
        }
        Ok(journal)
    }

    /// Reads the blocks from the journal of this tournament. Returns the bytes of its complete
    /// lines.
    fn read<G: Scripted>(
        &mut self,
        tournament: &TournamentSpec<G>,
    ) -> Result<u64, TournamentJournalError> {
        let name = self.path.display().to_string();
        let io = |why: io::Error| TournamentJournalError::File {
            file: name.clone(),
            why: why.to_string(),
        };
        let foreign =
            |why: &str| TournamentJournalError::Foreign { file: name.clone(), why: why.to_owned() };
        let file = self.file.try_clone().map_err(io)?;
        let (mut reader, mut line) = (BufReader::new(file), Vec::new());
        next_line(&mut reader, &mut line).map_err(io)?;
        let header = Header::new(tournament).line();
        if !line.ends_with(b"\n") {
            self.torn = !line.is_empty();
            let ours = header.as_bytes().starts_with(&line);
            return if ours { Ok(0) } else { Err(foreign("its first line is not whole")) };
        }
        let there = Header::parse(&self.path, &line)?;
        // Numbers are compared as they are read from a file.
        let differences = Header::parse(&self.path, header.as_bytes())?.differences(&there);
        if !differences.is_empty() {
            return Err(TournamentJournalError::Differs { file: name, differences });
        }
        let (mut whole, schedule) = (line.len() as u64, tournament.schedule());
        for number in 2.. {
            next_line(&mut reader, &mut line).map_err(io)?;
            let broken = |why: String| TournamentJournalError::Line {
                file: name.clone(),
                line: number,
                why,
            };
            if line.len() >= MAX_LINE {
                return Err(broken("longer than any".to_owned()));
            }
            if !line.ends_with(b"\n") {
                self.torn = !line.is_empty();
                break;
            }
            self.take(tournament, &schedule, &line)
                .map_err(|why| broken(limits::sentence(&why)))?;
            whole += line.len() as u64;
        }
        Ok(whole)
    }

    /// Adds the block of a line. A block beyond the last game, or with fewer games than this run
    /// needs, is left out.
    fn take<G: Scripted>(
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
            self.found.insert(result.block, result);
        }
        Ok(())
    }

    /// Returns the numbers of blocks and games found when it was opened.
    pub fn found(&self) -> (usize, usize) {
        (self.found.len(), self.found.values().map(|result| result.games.len()).sum())
    }

    /// Returns true if its last line was incomplete, as after a crash. That block is played
    /// again.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Appends a line and hands it to the system at once, since the process may be killed later.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn append(&mut self, line: &str) -> Result<(), TournamentJournalError> {
        let written = disk::put(&mut self.file, line.as_bytes());
        let file = self.path.display().to_string();
        written.map_err(|why| TournamentJournalError::File { file, why: why.to_string() })
    }
}

/// Reads the next line with its end, up to [`MAX_LINE`] bytes. It is empty at the end of the
/// file.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    reader.take(MAX_LINE as u64).read_until(b'\n', line).map(|_| ())
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

/// A game of a block.
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
    trouble: Option<String>,
    fuel: SparseHistogram,
}

/// Returns the journal line of a finished block.
pub(super) fn line<G: Scripted>(result: &BlockResult) -> String {
    let game = |game: &GameResult| GameLine {
        result: ResultLine::new::<G>(&game.outcome),
        plies: game.plies,
        rolls: game.rolls,
        captures: game.captures,
        lost: game.lost,
    };
    let usage = |(robot, usage): &(u8, Usage)| UsageLine {
        robot: *robot,
        errors: usage.errors,
        timeouts: usage.timeouts,
        trouble: usage.trouble.clone(),
        fuel: usage.fuel.clone(),
    };
    let line = BlockLine {
        block: result.block,
        games: result.games.iter().map(game).collect(),
        robots: result.usage.iter().map(usage).collect(),
    };
    // Everything in it can be written as JSON.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

impl BlockLine {
    /// Returns the result of the block. The seating comes from the block itself.
    fn result<G: Scripted>(
        self,
        block: &qipan_core::tournament::Block,
    ) -> Result<BlockResult, String> {
        let mut games = Vec::with_capacity(self.games.len());
        for (line, game) in self.games.into_iter().zip(&block.games) {
            let set = |names: &Vec<String>| -> Result<SeatSet, String> {
                let seat = |name: &String| {
                    G::seat_by_name(name).ok_or_else(|| format!("unknown seat `{name}`"))
                };
                names.iter().map(seat).collect()
            };
            let places = line.result.places.iter().map(set).collect::<Result<_, _>>()?;
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
            (robot, Usage { fuel, errors, timeouts, trouble })
        };
        let usage = self.robots.into_iter().map(usage).collect();
        Ok(BlockResult { block: self.block, games, usage })
    }
}
