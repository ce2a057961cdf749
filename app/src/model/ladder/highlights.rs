//! Chooses which games of a pairing are shown on the pages of its two robots: the first win of
//! each robot, the closest game and the longest one.

use std::path::{Path, PathBuf};

use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::script::Scripted;
use qipan_core::tournament::{BlockResult, GameResult};

use crate::model::ladder::pairing::{Pairing, SAVES};
use crate::model::storage::{disk, files_with_extension, read_text};

/// A saved game of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SavedGame {
    /// The number of the game in its pairing, from 1.
    pub number: u64,
    /// The robot that won: 0 or 1. `None` if several sides share first place.
    pub winner: Option<usize>,
    /// The names of the seats of each of the two robots.
    pub seats: [Vec<&'static str>; 2],
    /// The length of the game, in plies.
    pub plies: u32,
    /// The value of the best losing seat by the game's own evaluation, from 0 to 1, averaged over
    /// the last quarter of the game. A draw has 1.
    pub closeness: f32,
    /// The file.
    pub file: PathBuf,
}

/// Returns the saved games of a pairing, in the order of their numbers. Files that cannot be read
/// or belong to no block are left out.
pub(super) fn saved_games<'a, G: Scripted>(
    ladder: &Path,
    pairing: &Pairing,
    blocks: impl Iterator<Item = &'a BlockResult>,
) -> Vec<SavedGame> {
    let (sides, line_up) = (pairing.side_count::<G>() as u64, pairing.line_up::<G>());
    let mut games = Vec::new();
    for block in blocks {
        let block = block.renumbered(block.number, &line_up);
        for (index, result) in (1..).zip(&block.games) {
            let number = block.number * sides + index;
            let file = file(ladder, pairing, number);
            if super::refuse_links(ladder, &file).is_err() {
                continue;
            }
            let Some(closeness) = closeness::<G>(&file, result) else { continue };
            let seats_of = |robot| {
                let seats = result.sides().filter(|(other, _)| *other == robot);
                seats.flat_map(|(_, seats)| seats.iter().map(G::seat_name)).collect()
            };
            games.push(SavedGame {
                number,
                winner: winner(result),
                seats: [seats_of(0), seats_of(1)],
                plies: result.plies,
                closeness,
                file,
            });
        }
    }
    games
}

/// Returns the path of the saved game with this number.
fn file(ladder: &Path, pairing: &Pairing, number: u64) -> PathBuf {
    crate::model::tournament::saved_game(&pairing.folder(ladder).join(SAVES), number)
}

/// Returns the robot that won, or `None` if several sides share first place.
fn winner(result: &GameResult) -> Option<usize> {
    let first = result.outcome.places.first().copied().unwrap_or_default();
    let mut winners = result.sides().filter(|(_, seats)| !seats.intersection(first).is_empty());
    match (winners.next(), winners.next()) {
        (Some((robot, _)), None) => Some(robot),
        _ => None,
    }
}

/// Returns the closeness of a saved game, or `None` if it cannot be read.
fn closeness<G: Scripted>(file: &Path, result: &GameResult) -> Option<f32> {
    let text = read_text(file).ok()?;
    let session = Session::new(Record::<G>::parse(&text).ok()?.record).ok()?;
    let winners = result.outcome.places.first().copied().unwrap_or_default();
    if winner(result).is_none() {
        return Some(1.0);
    }
    let states = session.states();
    // The last state is the end, where the losers have no chance.
    let last = states.len().saturating_sub(1);
    let (mut scratch, mut sum, mut count) = (Vec::new(), 0.0, 0);
    for state in &states[last - last / 4..last] {
        let values = state.evaluate(&mut scratch);
        let losers = values
            .iter()
            .enumerate()
            .filter(|(seat, _)| !winners.iter().any(|winner| winner.index() == *seat));
        sum += losers.map(|(_, value)| *value).fold(0.0, f32::max);
        count += 1;
    }
    Some(sum / count.max(1) as f32)
}

/// Returns the numbers of the games to keep.
fn games_to_keep(games: &[SavedGame]) -> Vec<u64> {
    let first_win = |robot| games.iter().find(|game| game.winner == Some(robot));
    let chosen = [first_win(0), first_win(1), closest(games.iter()), longest(games.iter())];
    chosen.into_iter().flatten().map(|game| game.number).collect()
}

/// Returns the closest game. If several games are equally close, returns the first of them.
pub(super) fn closest<'a>(games: impl Iterator<Item = &'a SavedGame>) -> Option<&'a SavedGame> {
    games.reduce(|best, game| if game.closeness > best.closeness { game } else { best })
}

/// Returns the longest game. If several games are equally long, returns the first of them.
pub(super) fn longest<'a>(games: impl Iterator<Item = &'a SavedGame>) -> Option<&'a SavedGame> {
    games.reduce(|best, game| if game.plies > best.plies { game } else { best })
}

/// Removes the games of a finished pairing that no page shows. Choosing again among the remaining
/// games keeps all of them.
///
/// # Errors
/// A file that cannot be removed.
pub(super) fn prune<'a, G: Scripted>(
    ladder: &Path,
    pairing: &Pairing,
    blocks: impl Iterator<Item = &'a BlockResult>,
) -> Result<(), String> {
    let games = saved_games::<G>(ladder, pairing, blocks);
    let kept: Vec<PathBuf> =
        games_to_keep(&games).into_iter().map(|number| file(ladder, pairing, number)).collect();
    for path in files_with_extension(&pairing.folder(ladder).join(SAVES), &["json"]) {
        if !kept.contains(&path) && super::refuse_links(ladder, &path).is_ok() {
            disk::remove(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, winner: Option<usize>, plies: u32, closeness: f32) -> SavedGame {
        SavedGame {
            number,
            winner,
            seats: [vec![], vec![]],
            plies,
            closeness,
            file: PathBuf::new(),
        }
    }

    #[test]
    fn choosing_again_among_the_kept_games_keeps_all_of_them() {
        let games = [
            game(1, None, 80, 0.9),
            game(2, Some(1), 70, 0.3),
            game(3, Some(1), 90, 0.1),
            game(4, Some(0), 60, 0.2),
            game(5, Some(0), 90, 0.9),
        ];
        assert_eq!(games_to_keep(&games), [4, 2, 1, 3]);
        let mut rest: Vec<SavedGame> = games.to_vec();
        rest.retain(|game| [4, 2, 1, 3].contains(&game.number));
        assert_eq!(games_to_keep(&rest), [4, 2, 1, 3]);
        assert_eq!(games_to_keep(&[]), [0; 0]);
    }
}
