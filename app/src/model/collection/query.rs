//! Filters and sorts saved games.

use crate::model::collection::CollectedGame;
use crate::model::robot_names::all_names;
use crate::model::storage::SaveSummary;

/// A query. By default it lists every game, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words that must occur in the names of the players, the preset or the file.
    pub text: String,
    /// The presets of the games listed. If it is empty, games of every preset are listed.
    pub presets: &'static [&'static str],
    /// The state of the games listed.
    pub state: StateFilter,
    /// The players of the games listed.
    pub who: PlayerFilter,
    /// The order of the games listed.
    pub sort: SortOrder,
}

/// The state of the games listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum StateFilter {
    #[default]
    All,
    Finished,
    Unfinished,
    Broken,
}

impl StateFilter {
    /// All values, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::All, Self::Finished, Self::Unfinished, Self::Broken];
}

/// The players of the games listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerFilter {
    /// Any player.
    #[default]
    Anybody,
    /// Only people.
    People,
    /// At least one robot.
    Robots,
}

impl PlayerFilter {
    /// All values, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Anybody, Self::People, Self::Robots];
}

/// The order of the games listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortOrder {
    /// By the last change of the file, the latest first.
    #[default]
    Date,
    /// By the number of plies, the longest game first.
    Length,
    /// By path.
    Name,
}

impl SortOrder {
    /// All values, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Date, Self::Length, Self::Name];
}

impl Query {
    /// Returns the indices of the matching files, in the order of `sort`, with broken files last.
    /// `files` are sorted by path. `texts` has the [`CollectedGame::searchable_text`] of each file.
    pub fn pick(&self, files: &[&CollectedGame], texts: &[String]) -> Vec<usize> {
        let text = self.text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_words = |text: &String| words.iter().all(|word| text.contains(word));
        let matches = |index: &usize| {
            self.fits_filters(files[*index]) && texts.get(*index).is_some_and(has_words)
        };
        let mut picked: Vec<usize> = (0..files.len()).filter(matches).collect();
        let length = |index: &usize| files[*index].summary.as_ref().map_or(0, |game| game.plies);
        let date = |index: &usize| std::cmp::Reverse(files[*index].stamp.modified);
        match self.sort {
            SortOrder::Date => picked.sort_by_key(date),
            SortOrder::Length => picked.sort_by_key(|index| std::cmp::Reverse(length(index))),
            // `files` are already sorted by path.
            SortOrder::Name => {}
        }
        // Broken files go last.
        picked.sort_by_key(|index| files[*index].summary.is_err());
        picked
    }

    /// Returns true if a file matches all filters except the words of `text`.
    fn fits_filters(&self, file: &CollectedGame) -> bool {
        let Ok(game) = &file.summary else {
            // The preset and the players of a broken file are unknown.
            let has_other_filters = !self.presets.is_empty() || self.who != PlayerFilter::Anybody;
            return match self.state {
                StateFilter::All => !has_other_filters,
                StateFilter::Broken => true,
                StateFilter::Finished | StateFilter::Unfinished => false,
            };
        };
        let fits_state = match self.state {
            StateFilter::All => true,
            StateFilter::Finished => game.result.is_some(),
            StateFilter::Unfinished => game.result.is_none(),
            StateFilter::Broken => false,
        };
        let fits_players = match self.who {
            PlayerFilter::Anybody => true,
            PlayerFilter::People => !game.has_robots(),
            PlayerFilter::Robots => game.has_robots(),
        };
        self.fits_preset(game) && fits_state && fits_players
    }

    fn fits_preset(&self, game: &SaveSummary) -> bool {
        self.presets.is_empty() || self.presets.contains(&game.preset.as_str())
    }
}

impl CollectedGame {
    /// Returns the text that is searched for words, in lower case: the file name, the names of the
    /// players, and the id of the preset with the name that `preset_name` returns for it. The text
    /// contains the names of built-in robots in all languages.
    pub fn searchable_text(&self, preset_name: &dyn Fn(&str) -> String) -> String {
        let mut text = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Ok(game) = &self.summary {
            let names = game.seats.iter().flat_map(|seat| all_names(&seat.name));
            for word in names.chain([game.preset.as_str(), &preset_name(&game.preset)]) {
                text.push(' ');
                text.push_str(word);
            }
        }
        text.to_lowercase()
    }
}
