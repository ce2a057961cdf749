//! Pairings: two robots that play a preset against each other.
//!
//! The folder `games/<version>/<preset>/<hash>-<hash>` holds the journals of a pairing, one for an
//! undivided run and one for each shard, and the saved games that the pages of its robots show.

use std::path::{Path, PathBuf};

use qipan_core::contract::options::RuleSet;
use qipan_core::registry::GameKind;
use qipan_core::script::Scripted;
use qipan_core::tournament::Shard;
use qipan_core::with_game;

use crate::model::ladder::{Problem, RobotFacts, Season};
use crate::model::scripts::RobotSpec;
use crate::model::tournament::{Conditions, MergedJournals, TournamentSpec};

/// The name of the folder with a pairing's saved games, in the folder of its journals.
pub(super) const SAVES: &str = "games";
/// The extension of journals.
const JOURNAL_EXTENSION: &str = "jsonl";

/// Two robots and a preset. The robot with the smaller hash is the first, so that every machine
/// plays the same games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The preset.
    pub preset: String,
    /// The robots, by their indices in the season.
    pub robots: [usize; 2],
    /// The game.
    pub kind: GameKind,
    /// The folder of the pairing, relative to that of the ladder.
    path: PathBuf,
}

/// The games of a preset that remain to be played, and their cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RemainingWork {
    /// The preset.
    pub preset: String,
    /// The number of all pairings.
    pub pairings: u64,
    /// The number of pairings with missing games.
    pub unfinished: u64,
    /// The number of missing games.
    pub games: u64,
    /// The estimated fuel for the missing games, without the fuel of the robots in `unknown`.
    pub fuel: f64,
    /// The paths of the robots whose use of fuel is unknown, because they have no games and no
    /// check yet.
    pub unknown: Vec<String>,
}

impl Pairing {
    /// Returns all pairings of a season, in the order of presets and robots.
    pub(super) fn all(season: &Season) -> Vec<Self> {
        let mut pairings = Vec::new();
        for preset in &season.presets {
            let Some(kind) = GameKind::of_preset(preset) else { continue };
            let plays = |robot: &RobotFacts| robot.plays() && robot.presets.contains(preset);
            let robots = season.robots.iter().enumerate().filter(|(_, robot)| plays(robot));
            let robots: Vec<usize> = robots.map(|(number, _)| number).collect();
            for (index, first) in robots.iter().enumerate() {
                for second in &robots[index + 1..] {
                    let mut pair = [*first, *second];
                    pair.sort_by_key(|number| &season.robots[*number].hash);
                    let [a, b] = pair.map(|number| season.robots[number].short_hash());
                    let folder = Path::new("games").join(&season.version).join(preset);
                    let path = folder.join(format!("{a}-{b}"));
                    pairings.push(Self { preset: preset.clone(), robots: pair, kind, path });
                }
            }
        }
        pairings
    }

    /// Returns the folder of its journals.
    pub(super) fn folder(&self, ladder: &Path) -> PathBuf {
        ladder.join(&self.path)
    }

    /// Returns its journal for a shard.
    pub(super) fn journal(&self, ladder: &Path, shard: Shard) -> PathBuf {
        let name = match shard.is_whole() {
            true => "journal".to_owned(),
            false => format!("shard-{}", shard.to_string().replace('/', "-of-")),
        };
        self.folder(ladder).join(format!("{name}.{JOURNAL_EXTENSION}"))
    }

    /// Returns the folder of the pairing as messages name it, relative to that of the ladder.
    pub(super) fn subject(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the number of sides at the board.
    pub(super) fn side_count<G: Scripted>(&self) -> usize {
        G::Rules::preset(&self.preset).map_or(2, |rules| rules.sides(2).len())
    }

    /// Returns the line-up of the tournament: the indices of the two robots, 0 and 1, alternately.
    /// With an odd number of sides, the line-up has one entry more than there are sides, so that
    /// each of the two robots plays the majority of the sides equally often.
    pub(super) fn line_up<G: Scripted>(&self) -> Vec<u8> {
        let sides = self.side_count::<G>();
        (0..sides + sides % 2).map(|index| (index % 2) as u8).collect()
    }

    /// Returns the number of games, rounded up so that both robots play every side equally often.
    /// With an odd number of sides, each block leaves out one entry of the line-up. The number of
    /// blocks is then a multiple of the number of entries, so each entry is left out equally often.
    pub(super) fn game_count<G: Scripted>(&self, season: &Season) -> u64 {
        let sides = self.side_count::<G>() as u64;
        let unit = if sides.is_multiple_of(2) { sides } else { sides * (sides + 1) };
        season.games.div_ceil(unit) * unit
    }

    /// Returns the tournament to play.
    ///
    /// # Errors
    /// The preset is not one of game `G`.
    pub(super) fn tournament<G: Scripted>(
        &self,
        season: &Season,
        robots: [&RobotSpec; 2],
        shard: Shard,
    ) -> Result<TournamentSpec<G>, String> {
        let preset = &self.preset;
        let rules = G::Rules::preset(preset).ok_or_else(|| format!("unknown preset `{preset}`"))?;
        Ok(TournamentSpec {
            preset: preset.clone(),
            sides: rules.sides(2),
            rules,
            house: Vec::new(),
            robots: self
                .line_up::<G>()
                .into_iter()
                .map(|which| robots[usize::from(which)].clone())
                .collect(),
            games: self.game_count::<G>(season),
            seed: season.seed,
            shard,
            conditions: Conditions::default(),
        })
    }

    /// Reads all its journals. Returns `None` if there is none.
    ///
    /// # Errors
    /// A journal that is broken or belongs to another tournament.
    pub(super) fn read<G: Scripted>(
        &self,
        ladder: &Path,
        season: &Season,
    ) -> Result<Option<MergedJournals>, String> {
        let files = std::fs::read_dir(self.folder(ladder)).into_iter().flatten().flatten();
        let paths = files.map(|file| file.path());
        let is_journal = |path: &PathBuf| {
            path.extension().is_some_and(|extension| extension == JOURNAL_EXTENSION)
                && std::fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
        };
        let mut files: Vec<PathBuf> = paths.filter(is_journal).collect();
        if files.is_empty() {
            return Ok(None);
        }
        files.sort_unstable();
        files.iter().try_for_each(|file| super::refuse_links(ladder, file))?;
        let games = self.game_count::<G>(season);
        let merged = MergedJournals::read::<G>(&files, Some(games))
            .map_err(|why| super::without_folder(ladder, &why.to_string()))?;
        let hashes = self.line_up::<G>().into_iter();
        let hashes = hashes.map(|which| &season.robots[self.robots[usize::from(which)]].hash);
        let header = &merged.header;
        let is_own = header.preset == self.preset
            && header.seed == season.seed
            && header.side_count() == self.side_count::<G>()
            && header.robots.iter().map(|robot| &robot.hash).eq(hashes);
        if !is_own {
            return Err("its journal is that of another pairing".to_owned());
        }
        Ok(Some(merged))
    }
}

/// Returns the remaining work of a shard in each preset. Broken journals are reported, and their
/// games count as missing.
pub fn remaining_work(
    ladder: &Path,
    season: &Season,
    shard: Shard,
    problems: &mut Vec<Problem>,
) -> Vec<RemainingWork> {
    let mut fuel = FuelTotals::default();
    let mut missing_games: Vec<(Pairing, u64)> = Vec::new();
    for pairing in Pairing::all(season) {
        let games = with_game!(pairing.kind, |G| fuel.read::<G>(ladder, season, &pairing, shard));
        let games = games.unwrap_or_else(|why| {
            problems.push(Problem::new(pairing.subject(), why));
            season.games
        });
        missing_games.push((pairing, games));
    }
    let in_preset = |preset: &String| {
        let mut work = RemainingWork { preset: preset.clone(), ..RemainingWork::default() };
        for (pairing, games) in
            missing_games.iter().filter(|(pairing, _)| pairing.preset == *preset)
        {
            work.pairings += 1;
            work.unfinished += u64::from(*games > 0);
            work.games += games;
            for robot in pairing.robots.iter().filter(|_| *games > 0) {
                match fuel.of_game(season, preset, *robot) {
                    Some(fuel) => work.fuel += fuel * *games as f64,
                    None => work.unknown.push(season.robots[*robot].path()),
                }
            }
        }
        work.unknown.sort_unstable();
        work.unknown.dedup();
        work
    };
    season.presets.iter().map(in_preset).collect()
}

/// The fuel that robots used in the games played so far.
#[derive(Default)]
struct FuelTotals {
    /// For each robot of each block: the preset, the index of the robot in the season, its fuel and
    /// the number of games.
    entries: Vec<(String, usize, f64, u64)>,
}

impl FuelTotals {
    /// Adds the fuel used in the games of a pairing. Returns the number of games of the shard that
    /// are missing in this pairing.
    fn read<G: Scripted>(
        &mut self,
        ladder: &Path,
        season: &Season,
        pairing: &Pairing,
        shard: Shard,
    ) -> Result<u64, String> {
        let merged = pairing.read::<G>(ladder, season)?;
        let sides = pairing.side_count::<G>() as u64;
        let blocks = pairing.game_count::<G>(season) / sides;
        let shard_blocks = (0..blocks).filter(|block| shard.contains(*block)).count() as u64;
        let results = || merged.iter().flat_map(MergedJournals::blocks);
        let played = results().filter(|result| shard.contains(result.number)).count() as u64;
        let line_up = pairing.line_up::<G>();
        for result in results() {
            let result = result.renumbered(result.number, &line_up);
            for (which, counts) in &result.robots {
                let fuel = counts.fuel.median as f64 * counts.fuel.turns as f64;
                let robot = pairing.robots[usize::from(*which)];
                let games = result.games.len() as u64;
                self.entries.push((pairing.preset.clone(), robot, fuel, games));
            }
        }
        Ok((shard_blocks - played.min(shard_blocks)) * sides)
    }

    /// Returns the mean fuel that a robot uses in a game of this preset. If it has played none,
    /// returns the mean over all its games, or else over the games of its check.
    fn of_game(&self, season: &Season, preset: &str, robot: usize) -> Option<f64> {
        let mean = |is_counted: &dyn Fn(&str) -> bool| {
            let entries = self.entries.iter();
            let own = entries.filter(|entry| entry.1 == robot && is_counted(&entry.0));
            let (fuel, games) = own.fold((0.0, 0), |sum, entry| (sum.0 + entry.2, sum.1 + entry.3));
            (games > 0).then(|| fuel / games as f64)
        };
        let check = season.robots[robot].check;
        let in_check = || {
            let check = check.filter(|check| check.games > 0)?;
            Some(check.fuel_median as f64 * check.turns as f64 / check.games as f64)
        };
        mean(&|other| other == preset).or_else(|| mean(&|_| true)).or_else(in_check)
    }
}
