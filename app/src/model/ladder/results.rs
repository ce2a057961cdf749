//! Adds up the results in the journals of a season.

use std::path::Path;

use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, HeadToHead, Standing, Tally};
use qipan_core::with_game;

use crate::model::ladder::highlights::{SavedGame, saved_games};
use crate::model::ladder::pairing::Pairing;
use crate::model::ladder::{Problem, Season};

/// The results of a season.
#[derive(Debug, Default)]
pub struct Results {
    /// The results by preset, in the order of the season.
    pub presets: Vec<PresetResults>,
}

/// The results in a preset. Only finished pairings count.
#[derive(Debug)]
pub struct PresetResults {
    /// The preset.
    pub preset: String,
    /// The number of all pairings.
    pub pairings: usize,
    /// The finished pairings.
    pub(super) finished: Vec<PairResult>,
    /// The robots that played, the best rating first.
    pub rows: Vec<Row>,
}

/// A robot's result in a preset.
#[derive(Clone, Debug)]
pub struct Row {
    /// The robot, by its index in the season.
    pub robot: usize,
    /// The result against all opponents.
    pub standing: Standing,
    /// The message of its first error.
    pub first_error: Option<String>,
}

/// The result of a finished pairing.
#[derive(Debug)]
pub(super) struct PairResult {
    /// The robots, by their indices in the season.
    pub robots: [usize; 2],
    /// The results of the two robots.
    pub standings: [Standing; 2],
    /// The comparison of the first robot with the second.
    pub head_to_head: HeadToHead,
    /// The saved games, in the order of their numbers.
    pub saved: Vec<SavedGame>,
    /// The blocks, in which the two robots have the numbers 0 and 1.
    blocks: Vec<BlockResult>,
}

/// Reads the results of a season. A pairing whose journals are broken is reported and left out.
pub fn read_results(ladder: &Path, season: &Season, problems: &mut Vec<Problem>) -> Results {
    let all = Pairing::all(season);
    let in_preset = |preset: &String| {
        let pairings: Vec<&Pairing> =
            all.iter().filter(|pairing| pairing.preset == *preset).collect();
        let mut finished = Vec::new();
        for pairing in &pairings {
            match with_game!(pairing.kind, |G| pair_result::<G>(ladder, season, pairing)) {
                Ok(result) => finished.extend(result),
                Err(why) => problems.push(Problem::new(pairing.subject(), why)),
            }
        }
        let rows = rows(&finished);
        PresetResults { preset: preset.clone(), pairings: pairings.len(), finished, rows }
    };
    Results { presets: season.presets.iter().map(in_preset).collect() }
}

/// Reads the result of a pairing. Returns `None` if games are missing.
fn pair_result<G: Scripted>(
    ladder: &Path,
    season: &Season,
    pairing: &Pairing,
) -> Result<Option<PairResult>, String> {
    let Some(merged) = pairing.read::<G>(ladder, season)?.filter(|merged| merged.is_complete())
    else {
        return Ok(None);
    };
    let line_up = pairing.line_up::<G>();
    let blocks: Vec<BlockResult> =
        merged.blocks().map(|block| block.renumbered(block.number, &line_up)).collect();
    let mut tally = Tally::new(2);
    blocks.iter().for_each(|block| tally.add_block(block));
    let Ok(standings) = <[Standing; 2]>::try_from(tally.standings()) else {
        unreachable!("the tally has two robots")
    };
    Ok(Some(PairResult {
        robots: pairing.robots,
        standings,
        head_to_head: tally.head_to_head(0, 1),
        saved: saved_games::<G>(ladder, pairing, merged.blocks()),
        blocks,
    }))
}

/// Rates the robots of all finished pairings together. Returns them with the best rating first.
fn rows(pairs: &[PairResult]) -> Vec<Row> {
    let mut robots: Vec<usize> = pairs.iter().flat_map(|pair| pair.robots).collect();
    robots.sort_unstable();
    robots.dedup();
    let index_of = |robot: usize| robots.iter().position(|other| *other == robot);
    let mut tally = Tally::new(robots.len());
    let mut first_errors = vec![None; robots.len()];
    for (index, pair) in pairs.iter().enumerate() {
        let [Some(first), Some(second)] = pair.robots.map(index_of) else { continue };
        for block in &pair.blocks {
            // Each block of the preset gets a number of its own, because blocks with the same
            // number count as one group of games when confidence intervals are computed.
            let block_number = block.number * pairs.len() as u64 + index as u64;
            let block = block.renumbered(block_number, &[first as u8, second as u8]);
            tally.add_block(&block);
            for (robot, counts) in &block.robots {
                let first_error: &mut Option<String> = &mut first_errors[usize::from(*robot)];
                if first_error.is_none() {
                    first_error.clone_from(&counts.first_error);
                }
            }
        }
    }
    let standings = tally.standings().into_iter();
    let rows = robots.into_iter().zip(standings).zip(first_errors);
    let mut rows: Vec<Row> =
        rows.map(|((robot, standing), first_error)| Row { robot, standing, first_error }).collect();
    rows.sort_by(|a, b| b.standing.rating.value.total_cmp(&a.standing.rating.value));
    rows
}

impl PresetResults {
    /// Returns the rank of a row, from 1. Robots with the same rating in whole points share a rank.
    pub(super) fn rank(&self, row: &Row) -> usize {
        let points = |row: &Row| row.standing.rating.value.round();
        1 + self.rows.iter().filter(|other| points(other) > points(row)).count()
    }

    /// Returns the results of a robot against each opponent: the opponent's index in the season,
    /// the robot's own standing, the comparison from the robot's side, and the result of the
    /// pairing.
    pub(super) fn of_robot(
        &self,
        robot: usize,
    ) -> impl Iterator<Item = (usize, &Standing, HeadToHead, &PairResult)> {
        self.finished.iter().filter_map(move |pair| {
            let which = pair.robots.iter().position(|other| *other == robot)?;
            let HeadToHead { ahead, ties, behind } = pair.head_to_head;
            let head_to_head = match which {
                0 => pair.head_to_head,
                _ => HeadToHead { ahead: behind, ties, behind: ahead },
            };
            Some((pair.robots[1 - which], &pair.standings[which], head_to_head, pair))
        })
    }
}
