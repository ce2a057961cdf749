//! Groups of games, for the choice of puzzles.

use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::games::junqi::rules::Start;
use qipan_core::games::junqi::{BoardKind, Rules};
use qipan_core::games::race::Race;

use crate::model::game_setups::GameSetups;

/// A game, or several that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleGroup {
    /// Aeroplane Chess and Flying Chess.
    Race,
    /// Junqi for two with layouts.
    Dark,
    /// Junqi for two with shuffled pieces.
    Flip,
    /// Junqi on the boards for three and for four.
    Four,
    /// Junqi for six.
    Six,
}

impl PuzzleGroup {
    /// All groups.
    pub const ALL: [Self; 5] = [Self::Race, Self::Dark, Self::Flip, Self::Four, Self::Six];

    /// Returns the group of a puzzle, or `None` if its preset is unknown.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.game == Race::NAME { Some(Self::Race) } else { Self::of_preset(&puzzle.preset) }
    }

    /// Returns the group of a preset.
    pub fn of_preset(preset: &str) -> Option<Self> {
        if <Race as Game>::Rules::PRESETS.contains(&preset) {
            return Some(Self::Race);
        }
        let rules = Rules::preset(preset)?;
        Some(match rules.board {
            BoardKind::Two if rules.start == Start::Layouts => Self::Dark,
            BoardKind::Two => Self::Flip,
            BoardKind::Three | BoardKind::Four => Self::Four,
            BoardKind::Six => Self::Six,
        })
    }

    /// Returns the group of the game that was played last, or the first group.
    pub fn last_played(setups: &GameSetups) -> Self {
        let mut presets = setups.recent_presets.iter();
        presets.find_map(|preset| Self::of_preset(preset)).unwrap_or(Self::Race)
    }

    /// Returns the text id of its name.
    pub const fn text_id(self) -> &'static str {
        match self {
            Self::Race => "puzzles-group-race",
            Self::Dark => "game-dark",
            Self::Flip => "game-flip",
            Self::Four => "puzzles-group-four",
            Self::Six => "puzzles-group-six",
        }
    }
}
