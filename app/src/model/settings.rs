//! What a player has chosen once and for all: language, looks, speed, habits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::model::i18n::Lang;

/// The settings, saved beside the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of the window.
    pub lang: Lang,
    /// The look.
    pub theme: ThemeName,
    /// Whether sides have colours that colour-blind people can tell apart.
    pub colour_blind: bool,
    /// The size of everything, 1 as designed.
    pub scale: f32,
    /// How fast pieces move.
    pub speed: Speed,
    /// Whether pieces fade instead of moving.
    pub reduced_motion: bool,
    /// Whether the die rolls by itself on the player's turn.
    pub auto_roll: bool,
    /// Whether a move is shown first and played on the second press.
    pub confirm_moves: bool,
    /// Whether a turn without a choice is played by itself.
    pub play_forced: bool,
    /// How the pieces of Junqi are named, where the player has chosen.
    pub piece_names: Option<PieceNames>,
    /// Whether what hidden pieces can still be is written on them, as far as it follows from
    /// what the player knows.
    pub show_belief: bool,
    /// The player's name; empty for "you".
    pub name: String,
    /// Games saved or opened lately, the latest first.
    pub recent: Vec<PathBuf>,
    /// The house rules ticked last, by preset and in their order.
    pub house_rules: BTreeMap<String, Vec<String>>,
    /// The robots in other languages that may be run, by the hashes of their files.
    pub programs: BTreeSet<String>,
    /// The puzzles that are solved, by their short digests.
    pub solved: BTreeSet<String>,
}

/// Characters of the player's name at the most.
const NAME: usize = 40;

/// One of the looks that ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeName {
    /// Warm paper on a pale table.
    #[default]
    Light,
    /// A dim room.
    Dark,
    /// A board of maple on a walnut table.
    Wood,
}

impl ThemeName {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Wood];
}
impl Default for Settings {
    fn default() -> Self {
        Self {
            lang: Lang::from_system(),
            theme: ThemeName::Light,
            colour_blind: false,
            scale: 1.0,
            speed: Speed::Normal,
            reduced_motion: false,
            auto_roll: false,
            confirm_moves: false,
            play_forced: false,
            piece_names: None,
            show_belief: false,
            name: String::new(),
            recent: Vec::new(),
            house_rules: BTreeMap::new(),
            programs: BTreeSet::new(),
            solved: BTreeSet::new(),
        }
    }
}

impl Settings {
    /// The smallest and the largest size of everything.
    pub const SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;
    /// Recent games kept.
    pub const RECENT: usize = 12;

    /// The same, with what a file says beyond its bounds brought within them: so nothing comes
    /// into a saved game that could not be read there.
    #[must_use]
    pub(super) fn within_bounds(mut self) -> Self {
        let scale = if self.scale.is_finite() { self.scale } else { 1.0 };
        self.scale = scale.clamp(*Self::SCALES.start(), *Self::SCALES.end());
        self.name = self.name.chars().filter(|sign| !sign.is_control()).take(NAME).collect();
        self.recent.truncate(Self::RECENT);
        self
    }

    /// How the pieces of Junqi are named: as the language has it until the player chooses.
    #[must_use]
    pub fn names(&self) -> PieceNames {
        self.piece_names.unwrap_or(match self.lang {
            Lang::En => PieceNames::English,
            Lang::Zh => PieceNames::Chinese,
        })
    }

    /// Puts a game at the head of the recent ones.
    pub fn remember(&mut self, path: PathBuf) {
        // The program may be started elsewhere the next time.
        let path = std::path::absolute(&path).unwrap_or(path);
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::RECENT);
    }
}

/// How the pieces of Junqi are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceNames {
    /// As on printed pieces: 司令.
    Chinese,
    /// Marshal.
    English,
    /// As players talk: 40.
    Codes,
}

impl PieceNames {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Chinese, Self::English, Self::Codes];

    /// The next one, and the first after the last.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Chinese => Self::English,
            Self::English => Self::Codes,
            Self::Codes => Self::Chinese,
        }
    }
}

/// How fast pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// At once.
    Off,
    /// Twice as fast as designed.
    Fast,
    /// As designed.
    Normal,
    /// Half as fast.
    Slow,
}

impl Speed {
    /// All speeds, in the order of a slider.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Off];

    /// What designed times are multiplied with.
    #[must_use]
    pub const fn factor(self) -> f64 {
        match self {
            Self::Off => 0.0,
            Self::Fast => 0.45,
            Self::Normal => 1.0,
            Self::Slow => 1.9,
        }
    }

    /// The word in text ids.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Slow => "slow",
        }
    }
}
