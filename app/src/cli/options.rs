//! What several commands take: a preset, changes to its rules, a seed, seats.

use clap::Args;
use qipan_core::game::Game;
use qipan_core::race::{Board, PRESETS, Race, Rules};
use qipan_core::seat::{Seat, SeatSet};
use serde_json::Value;

use super::Failure;
use crate::scripts::{self, RobotSpec};
use crate::storage::Folders;

/// The rules of a game and the seed of its chance.
#[derive(Clone, Debug, Args)]
pub(super) struct Setup {
    /// The preset: aeroplane or flying
    pub preset: String,
    /// Change a rule option, for instance 'takeoff=[5,6]' or finish=bounce
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// Same seed, same result; a new one each time when left out
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl Setup {
    /// The rules: the preset's with the changes asked for, checked together.
    pub(super) fn rules(&self) -> Result<Rules, Failure> {
        let change = |rules: Rules, (key, value): &(String, String)| {
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.as_str()));
            rules.with_unchecked(key, &value).map_err(|why| Failure::bad(format!("--set: {why}")))
        };
        let rules = self.set.iter().try_fold(preset(&self.preset)?, change)?;
        rules.check().map_err(|why| Failure::bad(format!("--set: {why}")))?;
        Ok(rules)
    }

    /// The seed given, or a new one short enough to be typed again.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()))
    }
}

/// The rules of a preset.
pub(super) fn preset(name: &str) -> Result<Rules, Failure> {
    Rules::preset(name).ok_or_else(|| {
        let known = PRESETS.join(", ");
        Failure::bad(format!("there is no preset `{name}`; presets are {known}"))
    })
}

/// Splits `KEY=VALUE`.
pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write it as KEY=VALUE".to_owned()),
    }
}

/// The seat of this name.
pub(super) fn seat(name: &str) -> Result<Seat, Failure> {
    Race::seat_by_name(name).ok_or_else(|| {
        let known = Race::SEATS.join(", ");
        Failure::bad(format!("there is no seat `{name}`; seats are {known}"))
    })
}

/// The robot that `text` names, if it plays the preset.
pub(super) fn robot(folders: &Folders, preset: &str, text: &str) -> Result<RobotSpec, Failure> {
    let spec = scripts::find(folders, Race::KIND, text).map_err(Failure::bad)?;
    if spec.plays(preset) {
        return Ok(spec);
    }
    let presets = spec.info.presets.join(", ");
    Err(Failure::bad(format!("{}: does not play `{preset}`, only {presets}", spec.file)))
}

/// The sides that so many robots play: two sit opposite, three on the first three seats
/// clockwise; in a game of teams a side is both seats of a team, so there are two of them.
pub(super) fn sides(rules: &Rules, robots: usize) -> Vec<SeatSet> {
    let board: Board = rules.board;
    let quarter = |k: u8| SeatSet::one(board.seat_of_quarter(k));
    match robots {
        _ if rules.teams => [0, 1].map(|k| quarter(k).union(quarter(k + 2))).to_vec(),
        0..=2 => [0, 2].map(quarter).to_vec(),
        3 => [0, 1, 2].map(quarter).to_vec(),
        _ => [0, 1, 2, 3].map(quarter).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(rules: &Rules, robots: usize) -> Vec<String> {
        let side = |side: &SeatSet| side.iter().map(Race::seat_name).collect::<Vec<_>>().join("+");
        sides(rules, robots).iter().map(side).collect()
    }

    #[test]
    fn two_sit_opposite_and_three_clockwise() {
        assert_eq!(names(&Rules::AEROPLANE, 2), ["red", "blue"]);
        assert_eq!(names(&Rules::FLYING, 2), ["red", "green"]);
        assert_eq!(names(&Rules::AEROPLANE, 3), ["red", "yellow", "blue"]);
        assert_eq!(names(&Rules::FLYING, 3), ["red", "blue", "green"]);
        assert_eq!(names(&Rules::FLYING, 4), ["red", "blue", "green", "yellow"]);
        assert_eq!(names(&Rules::AEROPLANE, 6).len(), 4);
    }

    #[test]
    fn a_team_is_one_side() {
        let teams = |rules: Rules| rules.with("teams", &Value::Bool(true)).unwrap();
        assert_eq!(names(&teams(Rules::AEROPLANE), 2), ["red+blue", "yellow+green"]);
        assert_eq!(names(&teams(Rules::FLYING), 3), ["red+green", "yellow+blue"]);
    }
}
