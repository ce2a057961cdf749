//! The first line of a tournament's journal: everything that determines the results.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use qipan_core::contract::dice::RunSeed;
use qipan_core::contract::limits;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::{MAX_RULES, PROGRAM};
use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockPlan, MAX_ROBOTS, Schedule, Shard};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::model::storage::disk;
use crate::model::tournament::book::BookLine;
use crate::model::tournament::journal_error::TournamentJournalError;
use crate::model::tournament::spec::{TournamentSpec, keeps_programs, separate_first};

/// The version of the format.
const VERSION: u32 = 2;

/// The first line: everything that determines the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format. The key `arena`, the name of the command, identifies journals.
    #[serde(rename = "arena")]
    version: u32,
    /// The program that began the tournament, with its version.
    pub(super) program: String,
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
    pub keep_programs: bool,
    /// The part of the tournament that this journal covers.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
    /// The positions or layouts that games begin from, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookLine>,
    /// The fuel of a robot's decision, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// True if this is one of the two tournaments of `--compare`, which differ only in the first
    /// robot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_compared: bool,
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
    /// The English name that its script gives.
    pub title: String,
    /// The hash of its text.
    pub hash: String,
    params: BTreeMap<String, f64>,
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
            let (name, title) = (spec.name.clone(), spec.info.name.en.clone());
            RobotLine { name, title, hash, params: player.params }
        };
        let seat_names =
            |side: &SeatSet| side.iter().map(|seat| G::seat_name(seat).to_owned()).collect();
        let house_rules = tournament.house.iter();
        Self {
            version: VERSION,
            program: PROGRAM.to_owned(),
            game: G::NAME.to_owned(),
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
            shard: tournament.shard,
            book: tournament.conditions.book.as_ref().map(|book| book.line.clone()),
            fuel: tournament.conditions.fuel,
            is_compared: tournament.conditions.is_compared,
        }
    }

    /// Reads the first line of a journal. Returns `None` if there is no file, or if its first line
    /// cannot be read or is incomplete.
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
    ///
    /// # Errors
    /// The line is not the first line of a journal, or its format has another version.
    pub(super) fn parse(path: &Path, line: &[u8]) -> Result<Self, TournamentJournalError> {
        let foreign =
            |why: String| TournamentJournalError::Foreign { file: path.display().to_string(), why };
        let json_error = |why: serde_json::Error| foreign(limits::sentence(&why.to_string()));
        // Some editors put a byte order mark before the first line.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let FormatVersion { version } = serde_json::from_slice(line).map_err(json_error)?;
        if version != VERSION {
            return Err(foreign(format!(
                "version {version} of the format, this program reads version {VERSION}; finish the \
                 arena with the program that began it, or start a new one"
            )));
        }
        serde_json::from_slice(line).map_err(json_error)
    }

    /// Returns the blocks of a shard of the tournament.
    ///
    /// # Errors
    /// Returns a message if the sides, robots or games in the first line are impossible.
    pub fn plan<G: Scripted>(&self, shard: Shard) -> Result<BlockPlan, String> {
        let mut taken = SeatSet::EMPTY;
        let mut sides = Vec::with_capacity(self.sides.len());
        for names in &self.sides {
            let seat = |name: &String| {
                let seat = G::seat_by_name(name);
                seat.ok_or_else(|| limits::sentence(&format!("unknown seat `{name}`")))
            };
            let side = names.iter().map(seat).collect::<Result<SeatSet, String>>()?;
            if side.is_empty() || !side.intersection(taken).is_empty() {
                return Err("a seat belongs to two sides, or a side has no seat".to_owned());
            }
            taken = taken.union(side);
            sides.push(side);
        }
        if sides.is_empty() || sides.len() > self.robots.len() || self.games == 0 {
            return Err("there are no games, no sides or too few robots".to_owned());
        }
        let mut kinds = self.equal_robots();
        if self.is_compared {
            separate_first(&mut kinds);
        }
        let schedule = Schedule::new(kinds, sides, self.seed.shuffle_seed());
        Ok(BlockPlan::new(schedule, self.games, shard))
    }

    /// Returns for each robot the index of the first robot with the same script and parameters.
    pub(super) fn equal_robots(&self) -> Vec<u8> {
        let is_same = |a: &RobotLine, b: &RobotLine| a.hash == b.hash && a.params == b.params;
        let first_same =
            |robot: &RobotLine| self.robots.iter().position(|other| is_same(robot, other));
        self.robots.iter().map(|robot| first_same(robot).unwrap_or_default() as u8).collect()
    }

    /// Returns the number of sides.
    pub fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// Returns the seats at the board in their order, with their names.
    pub fn seats<G: Scripted>(&self) -> Vec<(Seat, &'static str)> {
        let names = self.sides.iter().flatten();
        let seats: SeatSet = names.filter_map(|name| G::seat_by_name(name)).collect();
        seats.iter().map(|seat| (seat, G::seat_name(seat))).collect()
    }

    /// Returns the differences between `saved`, the first line of a journal, and this line. The
    /// number of games, the program, the shard and the names of robots are not compared.
    pub(super) fn differences(&self, saved: &Self) -> Vec<Difference> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, saved: &str, current: &str| {
            differences.extend(Difference::between(what, saved, current));
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
        let removed = saved.rules.keys().filter(|key| !self.rules.contains_key(*key));
        for key in self.rules.keys().chain(removed) {
            let value = |header: &Self| header.rules.get(key).unwrap_or(&Value::Null).to_string();
            compare(key, &value(saved), &value(self));
        }
        let files = |rules: &[RuleLine]| {
            let files: Vec<&str> = rules.iter().map(|rule| rule.file.as_str()).collect();
            files.join(" ")
        };
        if saved.house_rules != self.house_rules {
            let [old, new] = [saved, self].map(|header| files(&header.house_rules));
            let changed = if old == new { " with another text" } else { "" };
            compare("house rules", &format!("[{old}]"), &format!("[{new}]{changed}"));
        }
        let book = |header: &Self| {
            header.book.as_ref().map_or_else(|| "none".to_owned(), BookLine::in_words)
        };
        compare("book", &book(saved), &book(self));
        let fuel =
            |header: &Self| header.fuel.map_or_else(|| "usual".to_owned(), |fuel| fuel.to_string());
        compare("fuel", &fuel(saved), &fuel(self));
        let compared = |header: &Self| if header.is_compared { "yes" } else { "no" };
        compare("--compare", compared(saved), compared(self));
        let programs = |header: &Self| if header.keep_programs { "kept" } else { "started anew" };
        compare("programs", programs(saved), programs(self));
        if saved.sides != self.sides {
            let sides = |header: &Self| json!(header.sides).to_string();
            compare("sides", &sides(saved), &sides(self));
        }
        differences
    }

    /// Returns the text of the line, including the line break.
    pub(super) fn write(&self) -> String {
        json!(self).to_string() + "\n"
    }
}

/// The version of the format, which is read first.
#[derive(Deserialize)]
struct FormatVersion {
    #[serde(rename = "arena")]
    version: u32,
}

/// A difference between the first lines of two journals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The setting that differs, such as `seed`.
    what: String,
    saved: String,
    current: String,
}

impl Difference {
    /// Returns the difference of two values, if they differ.
    pub(super) fn between(what: &str, saved: &str, current: &str) -> Option<Self> {
        let [what, saved, current] = [what, saved, current].map(str::to_owned);
        (saved != current).then_some(Self { what, saved, current })
    }

    /// Describes the difference, as in `seed 1 there, 2 here`. The arguments say where the two
    /// values were found, such as `there` and `here`.
    pub(super) fn sentence(&self, where_saved: &str, where_current: &str) -> String {
        let [what, saved, current] =
            [&self.what, &self.saved, &self.current].map(|text| limits::sentence(text));
        format!("{what} {saved} {where_saved}, {current} {where_current}")
    }
}

/// Upper bound on the bytes of a line.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads the next line with its newline into `line`, up to [`MAX_LINE_BYTES`] bytes. At the end of
/// the file, `line` is left empty.
pub(super) fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    reader.take(MAX_LINE_BYTES as u64).read_until(b'\n', line).map(|_| ())
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
