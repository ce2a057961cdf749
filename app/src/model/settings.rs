//! The settings of a player, such as language, theme and speed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::model::game_setups::{GameSetups, readable_or_default};
use crate::model::i18n::Lang;
use crate::model::seat_choice::MAX_NAME_CHARS;

/// The settings, saved in the data folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of the window.
    pub lang: Lang,
    /// The theme.
    pub theme: ThemeName,
    /// True if the sides have colours that colour-blind people can distinguish.
    pub colour_blind: bool,
    /// True if the boards show the numbers or names of their cells, as the log writes them.
    pub board_numbers: bool,
    /// The scale of the window's contents; 1 is the designed size.
    pub scale: f32,
    /// The speed of the animations.
    pub speed: Speed,
    /// True if pieces fade instead of moving.
    pub reduced_motion: bool,
    /// True if sounds are played.
    pub sound: bool,
    /// The volume of sounds, from 0 to 1.
    pub volume: f32,
    /// True if the die rolls automatically on the player's turn.
    pub auto_roll: bool,
    /// True if a first press shows a move and a second press plays it.
    pub confirm_moves: bool,
    /// True if a turn with a single action is played automatically.
    pub play_forced: bool,
    /// True if robots resign lost games and offer draws.
    pub robots_concede: bool,
    /// The smallest drop in the chance of winning, in percentage points, for which the coach warns
    /// about a move.
    pub coach_percent: u8,
    /// The naming style of Junqi pieces, or `None` for the default of the language.
    pub piece_names: Option<PieceNames>,
    /// True if hidden pieces are labelled with what they could be, as far as the player can know.
    pub show_belief: bool,
    /// The player's name, or empty for "you".
    pub name: String,
    /// The files of games saved or opened recently, the latest first.
    pub recent: Vec<PathBuf>,
    /// The choices of the last game of each preset.
    #[serde(deserialize_with = "readable_or_default")]
    pub setups: GameSetups,
    /// The house rules selected last, by preset and in the order in which they apply.
    pub house_rules: BTreeMap<String, Vec<String>>,
    /// The hashes of the programs that may be run.
    pub programs: BTreeSet<String>,
    /// The identifiers of puzzles solved in versions without a training record. They are moved into
    /// that record.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub solved: BTreeSet<String>,
    /// The names of the finished lessons.
    pub lessons: BTreeSet<String>,
    /// True once the player has answered the offer of a lesson on the home screen.
    pub offered_lessons: bool,
}

/// A built-in theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeName {
    /// The colours of warm paper on a pale table.
    #[default]
    Light,
    /// The colours of a dim room.
    Dark,
    /// The colours of a maple board on a walnut table.
    Wood,
}

impl ThemeName {
    /// All themes, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Wood];
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            lang: Lang::from_system(),
            theme: ThemeName::Light,
            colour_blind: false,
            board_numbers: false,
            scale: 1.0,
            speed: Speed::Normal,
            reduced_motion: false,
            sound: true,
            volume: 0.6,
            auto_roll: false,
            confirm_moves: false,
            play_forced: false,
            robots_concede: true,
            coach_percent: Self::COACH_PERCENTS[1],
            piece_names: None,
            show_belief: false,
            name: String::new(),
            recent: Vec::new(),
            setups: GameSetups::default(),
            house_rules: BTreeMap::new(),
            programs: BTreeSet::new(),
            solved: BTreeSet::new(),
            lessons: BTreeSet::new(),
            offered_lessons: false,
        }
    }
}

impl Settings {
    /// The smallest and the largest scale.
    pub const SCALES: std::ops::RangeInclusive<f32> = 0.75..=2.0;
    /// The values that [`Self::coach_percent`] can have.
    pub const COACH_PERCENTS: [u8; 3] = [5, 10, 20];
    /// The largest number of recent games.
    pub const MAX_RECENT: usize = 12;

    /// Returns the settings with each value within its bounds. If the name of the player were too
    /// long, for example, a game saved with it could not be read again.
    #[must_use]
    pub(super) fn within_bounds(mut self) -> Self {
        let scale = if self.scale.is_finite() { self.scale } else { 1.0 };
        self.scale = scale.clamp(*Self::SCALES.start(), *Self::SCALES.end());
        if !Self::COACH_PERCENTS.contains(&self.coach_percent) {
            self.coach_percent = Self::COACH_PERCENTS[1];
        }
        self.volume = if self.volume.is_finite() { self.volume.clamp(0.0, 1.0) } else { 0.6 };
        self.name = self.name.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
        self.recent.truncate(Self::MAX_RECENT);
        self.setups.limit();
        self
    }

    /// Returns the naming style of Junqi pieces: the player's choice, or the default of the
    /// language.
    pub fn naming_style(&self) -> PieceNames {
        self.piece_names.unwrap_or(match self.lang {
            Lang::En => PieceNames::English,
            Lang::Zh => PieceNames::Chinese,
        })
    }

    /// Puts a game first in the list of recent games.
    pub fn remember(&mut self, path: PathBuf) {
        // A relative path would be wrong if the program is next started in another folder.
        let path = std::path::absolute(&path).unwrap_or(path);
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::MAX_RECENT);
    }
}

/// The naming style of Junqi pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceNames {
    /// The characters on printed pieces, such as 司令.
    Chinese,
    /// English words, such as Field Marshal.
    English,
    /// Codes, such as 40.
    Codes,
}

impl PieceNames {
    /// All naming styles, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Chinese, Self::English, Self::Codes];

    /// Returns the next naming style, or the first after the last.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Chinese => Self::English,
            Self::English => Self::Codes,
            Self::Codes => Self::Chinese,
        }
    }
}

/// The speed of the animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// No animation.
    Off,
    /// About twice as fast as normal.
    Fast,
    /// The designed speed.
    Normal,
    /// About half as fast as normal.
    Slow,
}

impl Speed {
    /// All speeds, in the order of a slider.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Off];

    /// Returns the scale of all animation times: 1 is the designed speed, 0 shows no animation.
    pub const fn duration_scale(self) -> f64 {
        match self {
            Self::Off => 0.0,
            Self::Fast => 0.45,
            Self::Normal => 1.0,
            Self::Slow => 1.9,
        }
    }

    /// Returns the name of the speed in text ids.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Slow => "slow",
        }
    }
}
