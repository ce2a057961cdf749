//! Chooses the games on a robot's page.

use std::path::Path;

use crate::model::ladder::Results;
use crate::model::ladder::highlights::{SavedGame, closest, longest};

/// The reason why a page shows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    FirstWin,
    FirstLoss,
    Closest,
    Longest,
}

/// The largest number of games on a robot's page: one for each reason.
pub const MAX_SHOWN_GAMES: usize = 4;

/// A game on a robot's page.
#[derive(Debug)]
pub(super) struct ShownGame<'a> {
    /// The reasons why the page shows it.
    pub reasons: Vec<Reason>,
    /// The preset.
    pub preset: &'a str,
    /// The opponent, by its index in the season.
    pub opponent: usize,
    /// True if the robot won it. `None` for a draw.
    pub is_won: Option<bool>,
    /// The names of the robot's seats.
    pub seats: &'a [&'static str],
    game: &'a SavedGame,
}

impl ShownGame<'_> {
    /// Returns the file of the game.
    pub(super) fn file(&self) -> &Path {
        &self.game.file
    }

    /// Returns its length in plies.
    pub(super) fn plies(&self) -> u32 {
        self.game.plies
    }
}

/// Returns the games on a robot's page: its first win and first loss in the order of the presets,
/// its closest game and its longest one. A game with several reasons is shown once.
pub(super) fn of_robot(results: &Results, robot: usize) -> Vec<ShownGame<'_>> {
    // Each game with its preset, the opponent's index in the season, and the robot's index in the
    // pairing, which is 0 or 1.
    let mut all: Vec<(&str, usize, usize, &SavedGame)> = Vec::new();
    for preset in &results.presets {
        for (opponent, _, _, pair) in preset.of_robot(robot) {
            let which = usize::from(pair.robots[1] == robot);
            all.extend(pair.saved.iter().map(|game| (&*preset.preset, opponent, which, game)));
        }
    }
    // Returns the first game that the robot (`side` 0) or its opponent (`side` 1) won.
    let first_won_by = |side: usize| {
        let mut games = all.iter();
        games.find(|(_, _, which, game)| game.winner == Some((which + side) % 2))
    };
    let entry = |game: Option<&SavedGame>| {
        all.iter().find(|entry| game.is_some_and(|game| std::ptr::eq(entry.3, game)))
    };
    let games = || all.iter().map(|entry| entry.3);
    let mut shown: Vec<ShownGame<'_>> = Vec::new();
    for (reason, chosen) in [
        (Reason::FirstWin, first_won_by(0)),
        (Reason::FirstLoss, first_won_by(1)),
        (Reason::Closest, entry(closest(games()))),
        (Reason::Longest, entry(longest(games()))),
    ] {
        let Some((preset, opponent, which, game)) = chosen else { continue };
        match shown.iter_mut().find(|known| std::ptr::eq(known.game, *game)) {
            Some(known) => known.reasons.push(reason),
            None => shown.push(ShownGame {
                reasons: vec![reason],
                preset,
                opponent: *opponent,
                seats: &game.seats[*which],
                is_won: game.winner.map(|winner| winner == *which),
                game,
            }),
        }
    }
    shown
}
