//! The statistics of a player over all counted games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use qipan_core::games::junqi::{BattleResult, Kind};
use qipan_core::registry::GameKind;
use qipan_core::script::Level;
use qipan_core::tournament::{Estimate, RatedResults, rate_against};
use serde::Serialize;

use crate::model::collection::{CollectedGame, Stamp};
use crate::model::records::facts::{
    BattleFact, CountedGames, GameFacts, GameResult, PersonFacts, RaceFacts,
};
use crate::model::records::layouts::LayoutCounts;
use crate::model::records::level::{OpponentLevel, rating_of_level};
use crate::model::records::tally::Tally;

/// A rating is computed from at most this number of the latest rated games.
pub const RATED_GAMES: usize = 100;

/// The statistics of a player over all counted games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// All finished games.
    pub total: Tally,
    /// The finished games by preset.
    pub by_preset: BTreeMap<String, Tally>,
    /// The streaks.
    pub streaks: Streaks,
    /// The games that are not finished.
    pub unfinished: u32,
    /// The games between robots, or in which no single seat is the player's.
    pub of_others: u32,
    /// The files that could not be read.
    pub broken: u32,
    /// The results and ratings in race games.
    pub race: KindRecords,
    /// The results and ratings in Junqi.
    pub junqi: KindRecords,
    /// The dice and captures of races.
    #[serde(rename = "races")]
    pub race_details: RaceRecords,
    /// The battles and layouts of Junqi.
    #[serde(rename = "battles")]
    pub junqi_details: JunqiRecords,
}

/// The current streak and the longest streak of wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Streaks {
    /// The number of games of the current streak.
    pub current: u32,
    /// The result that the games of the current streak share.
    pub result: Option<GameResult>,
    /// The largest number of games won in a row.
    pub longest_won: u32,
}

/// The results, ratings and lengths of the games of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct KindRecords {
    /// All finished games.
    pub total: Tally,
    /// The finished games by the level of the strongest opponent.
    pub by_level: BTreeMap<OpponentLevel, Tally>,
    /// The rating after each rated game.
    pub ratings: Vec<RatingPoint>,
    /// The longest game.
    pub longest: Option<GameLength>,
    /// The shortest game.
    pub shortest: Option<GameLength>,
}

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names explain themselves")]
pub struct RatingPoint {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// A game and its length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameLength {
    /// The file.
    pub path: PathBuf,
    /// The preset.
    pub preset: String,
    /// The number of plies.
    pub plies: u32,
    /// The local date of the file's last change.
    pub date: String,
}

/// The dice and captures of races.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RaceRecords {
    /// The games in the order in which they were saved.
    pub games: Vec<RaceGame>,
    /// The number of finished games by place, the first place first.
    pub places: [u32; 4],
    /// The planes of others that the player captured.
    #[serde(rename = "captured")]
    pub others_captured: u32,
    /// The number of the player's planes captured at each progress, on the board of Aeroplane Chess
    /// and on that of Flying Chess.
    #[serde(rename = "caught")]
    pub own_captured: [BTreeMap<u8, u32>; 2],
}

/// The dice of one race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RaceGame {
    /// The rolls.
    pub rolls: u32,
    /// The sum of the faces.
    pub pips: u32,
    /// The number of sixes.
    pub sixes: u32,
    /// The luck, in expected share of first place, if the game was analysed.
    pub luck: Option<f32>,
}

/// The battles and layouts of Junqi.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JunqiRecords {
    /// The battles in which a piece of the player attacked.
    pub attacks: BattleTable,
    /// The battles in which a piece of the player was attacked.
    pub defences: BattleTable,
    /// The player's layouts.
    pub own_layouts: LayoutCounts,
    /// The layouts of all people in the saved games, the player included.
    pub all_layouts: LayoutCounts,
}

/// The results of battles by the kinds of the attacker and of the defender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleTable(Vec<Tally>);

impl Default for BattleTable {
    fn default() -> Self {
        Self(vec![Tally::default(); Kind::ALL.len() * Kind::ALL.len()])
    }
}

impl BattleTable {
    /// Returns the results of an attacker against a defender: won if the attacker stays, drawn if
    /// both are gone.
    pub fn of(&self, attacker: Kind, defender: Kind) -> Tally {
        self.0[attacker.index() * Kind::ALL.len() + defender.index()]
    }

    /// Returns the number of all battles.
    pub fn total(&self) -> u32 {
        self.0.iter().map(Tally::all).fold(0, u32::saturating_add)
    }

    fn add(&mut self, battle: &BattleFact) {
        let result = match battle.result {
            BattleResult::AttackerSurvives => GameResult::Won,
            BattleResult::BothGone => GameResult::Drawn,
            BattleResult::DefenderSurvives => GameResult::Lost,
        };
        let index = battle.attacker.index() * Kind::ALL.len() + battle.defender.index();
        self.0[index].add(Some(result));
    }
}

impl RaceGame {
    /// Returns the mean of the faces rolled, or `None` without a roll.
    pub fn mean(&self) -> Option<f64> {
        (self.rolls > 0).then(|| f64::from(self.pips) / f64::from(self.rolls))
    }

    /// Returns the share of sixes, or `None` without a roll.
    pub fn six_share(&self) -> Option<f64> {
        (self.rolls > 0).then(|| f64::from(self.sixes) / f64::from(self.rolls))
    }
}

impl RaceRecords {
    /// Returns the dice of all games together.
    pub fn all_dice(&self) -> RaceGame {
        self.games.iter().fold(RaceGame::default(), |sum, game| RaceGame {
            rolls: sum.rolls.saturating_add(game.rolls),
            pips: sum.pips.saturating_add(game.pips),
            sixes: sum.sixes.saturating_add(game.sixes),
            luck: None,
        })
    }

    /// Returns the number of the player's planes that were captured, on both boards.
    pub fn own_captured_count(&self) -> u32 {
        self.own_captured
            .iter()
            .flat_map(BTreeMap::values)
            .fold(0, |sum, count| sum.saturating_add(*count))
    }
}

impl Statistics {
    /// Counts the games of a player with this name. `level_of` returns the level of a robot, given
    /// the game and the robot's script file.
    pub fn of(
        games: &CountedGames,
        name: &str,
        level_of: &dyn Fn(GameKind, &str) -> Option<Level>,
    ) -> Self {
        let mut statistics = Self::default();
        let mut counted: Vec<(&CollectedGame<GameFacts>, &GameFacts)> = Vec::new();
        for game in games.listed() {
            match &game.summary {
                Ok(facts) => counted.push((game, facts)),
                Err(_) => statistics.broken += 1,
            }
        }
        counted.sort_by_key(|(game, _)| (game.stamp.modified, &game.path));
        let mut rated = RatedGames::default();
        for (game, facts) in counted {
            statistics.add(game, facts, name, level_of, &mut rated);
        }
        statistics
    }

    /// Counts a game.
    fn add(
        &mut self,
        game: &CollectedGame<GameFacts>,
        facts: &GameFacts,
        name: &str,
        level_of: &dyn Fn(GameKind, &str) -> Option<Level>,
        rated: &mut RatedGames,
    ) {
        for person in &facts.people {
            let layout = person.junqi.as_ref().map_or("", |junqi| &junqi.layout);
            self.junqi_details.all_layouts.add(layout, person.result);
        }
        let (Some(kind), Some(person)) = (facts.kind(), facts.person(name)) else {
            self.of_others += 1;
            return;
        };
        let Some(result) = person.result else {
            self.unfinished += 1;
            return;
        };
        self.total.add(Some(result));
        self.by_preset.entry(facts.preset.clone()).or_default().add(Some(result));
        self.streaks.add(result);
        let with_level =
            |(script, result): &(String, GameResult)| Some((level_of(kind, script)?, *result));
        let opponents: Vec<(Level, GameResult)> =
            person.robots.iter().filter_map(with_level).collect();
        let records = self.of_kind_mut(kind);
        records.add(result, &opponents, facts, (&game.path, game.stamp));
        if !facts.is_unrated && !opponents.is_empty() {
            records.ratings.extend(rated.add(kind, &opponents));
        }
        self.add_details(person);
    }

    /// Counts the dice, captures, battles and layouts of a finished game.
    fn add_details(&mut self, person: &PersonFacts) {
        if let Some(race) = &person.race {
            self.race_details.add(race, person.place);
        }
        if let Some(junqi) = &person.junqi {
            self.junqi_details.own_layouts.add(&junqi.layout, person.result);
            junqi.attacks.iter().for_each(|battle| self.junqi_details.attacks.add(battle));
            junqi.defences.iter().for_each(|battle| self.junqi_details.defences.add(battle));
        }
    }

    /// Returns the records of a kind of game.
    pub fn of_kind(&self, kind: GameKind) -> &KindRecords {
        match kind {
            GameKind::Race => &self.race,
            GameKind::Junqi => &self.junqi,
        }
    }

    fn of_kind_mut(&mut self, kind: GameKind) -> &mut KindRecords {
        match kind {
            GameKind::Race => &mut self.race,
            GameKind::Junqi => &mut self.junqi,
        }
    }
}

impl Streaks {
    fn add(&mut self, result: GameResult) {
        if self.result != Some(result) {
            (self.current, self.result) = (0, Some(result));
        }
        self.current += 1;
        if result == GameResult::Won {
            self.longest_won = self.longest_won.max(self.current);
        }
    }
}

impl KindRecords {
    fn add(
        &mut self,
        result: GameResult,
        opponents: &[(Level, GameResult)],
        facts: &GameFacts,
        (path, stamp): (&Path, Stamp),
    ) {
        self.total.add(Some(result));
        let strongest = opponents.iter().map(|(level, _)| *level).max();
        self.by_level.entry(OpponentLevel(strongest)).or_default().add(Some(result));
        let is_longer = |other: &GameLength| facts.plies > other.plies;
        let is_shorter = |other: &GameLength| facts.plies < other.plies;
        let length = || GameLength {
            path: path.to_owned(),
            preset: facts.preset.clone(),
            plies: facts.plies,
            date: stamp.date(),
        };
        if self.longest.as_ref().is_none_or(is_longer) {
            self.longest = Some(length());
        }
        if self.shortest.as_ref().is_none_or(is_shorter) {
            self.shortest = Some(length());
        }
    }

    /// Returns the latest rating.
    pub fn rating(&self) -> Option<RatingPoint> {
        self.ratings.last().copied()
    }
}

impl RaceRecords {
    fn add(&mut self, race: &RaceFacts, place: u8) {
        let RaceFacts { rolls, pips, sixes, luck, .. } = *race;
        self.games.push(RaceGame { rolls, pips, sixes, luck });
        if let Some(count) =
            usize::from(place).checked_sub(1).and_then(|at| self.places.get_mut(at))
        {
            *count += 1;
        }
        self.others_captured = self.others_captured.saturating_add(race.captured);
        let own_captured = &mut self.own_captured[usize::from(race.is_flying)];
        for at in &race.caught_at {
            *own_captured.entry(*at).or_default() += 1;
        }
    }
}

/// The rated games of each kind, the latest last, each with its opponents.
#[derive(Default)]
struct RatedGames(BTreeMap<GameKind, Vec<Vec<(Level, GameResult)>>>);

impl RatedGames {
    /// Adds a game and returns the rating after it. A game against several robots counts once: the
    /// result against each robot has an equal share.
    fn add(&mut self, kind: GameKind, opponents: &[(Level, GameResult)]) -> Option<RatingPoint> {
        let games = self.0.entry(kind).or_default();
        games.push(opponents.to_vec());
        let latest = &games[games.len().saturating_sub(RATED_GAMES)..];
        let mut results = Level::ALL.map(|level| RatedResults {
            rating: rating_of_level(kind, level),
            ..RatedResults::default()
        });
        for game in latest {
            let share = 1.0 / game.len() as f64;
            for (level, result) in game {
                let Some(at) = Level::ALL.iter().position(|other| other == level) else { continue };
                results[at].games += share;
                results[at].points += match result {
                    GameResult::Won => share,
                    GameResult::Drawn => 0.5 * share,
                    GameResult::Lost => 0.0,
                };
            }
        }
        let Estimate { value, low, high } = rate_against(&results)?;
        Some(RatingPoint { value, low, high })
    }
}
