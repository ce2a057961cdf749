//! What a player looks for among saved games, and in which order.

use crate::model::collection::Entry;
use crate::model::storage::Summary;

/// What is looked for; as it is made, every game, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words that have to be in the names of the players, of the game or of the file.
    pub text: String,
    /// The presets meant; all where there are none.
    pub presets: &'static [&'static str],
    /// How far the games are.
    pub state: State,
    /// Who plays.
    pub who: Who,
    /// The order.
    pub sort: Sort,
}

/// How far games are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum State {
    #[default]
    All,
    Finished,
    Unfinished,
    Broken,
}

impl State {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::All, Self::Finished, Self::Unfinished, Self::Broken];
}

/// Who plays in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// Anybody.
    #[default]
    Anybody,
    /// People alone.
    People,
    /// At least one robot.
    Robots,
}

impl Who {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Anybody, Self::People, Self::Robots];
}

/// The order of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The latest first.
    #[default]
    Date,
    /// The longest first.
    Length,
    /// By the names of the files.
    Name,
}

impl Sort {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Date, Self::Length, Self::Name];
}

impl Query {
    /// The numbers of the files that are meant, in order; `texts` are the words to search in,
    /// in small letters, of each file.
    #[must_use]
    pub fn pick(&self, files: &[&Entry], texts: &[String]) -> Vec<usize> {
        let wanted = self.text.to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let has = |text: &String| words.iter().all(|word| text.contains(word));
        let fits = |index: &usize| self.fits(files[*index]) && texts.get(*index).is_some_and(has);
        let mut picked: Vec<usize> = (0..files.len()).filter(fits).collect();
        let length = |index: &usize| files[*index].found.as_ref().map_or(0, |game| game.plies);
        let date = |index: &usize| std::cmp::Reverse(files[*index].stamp.modified);
        match self.sort {
            Sort::Date => picked.sort_by_key(date),
            Sort::Length => picked.sort_by_key(|index| std::cmp::Reverse(length(index))),
            // That is how they come.
            Sort::Name => {}
        }
        // Broken files are never in the way.
        picked.sort_by_key(|index| files[*index].found.is_err());
        picked
    }

    /// Whether a file is meant, whatever its words are.
    fn fits(&self, file: &Entry) -> bool {
        let Ok(game) = &file.found else {
            let plain = self.presets.is_empty() && self.who == Who::Anybody;
            return self.state == State::Broken || (self.state == State::All && plain);
        };
        self.is_preset(game)
            && match self.state {
                State::All => true,
                State::Finished => game.result.is_some(),
                State::Unfinished => game.result.is_none(),
                State::Broken => false,
            }
            && match self.who {
                Who::Anybody => true,
                Who::People => !game.has_robots(),
                Who::Robots => game.has_robots(),
            }
    }

    fn is_preset(&self, game: &Summary) -> bool {
        self.presets.is_empty() || self.presets.contains(&game.preset.as_str())
    }
}

impl Entry {
    /// The words of a file that can be searched, in small letters: its name, those who play,
    /// what its preset is called.
    #[must_use]
    pub fn searchable(&self, preset: &dyn Fn(&str) -> String) -> String {
        let mut text = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Ok(game) = &self.found {
            let names = game.seats.iter().map(|seat| seat.name.as_str());
            for word in names.chain([game.preset.as_str(), &preset(&game.preset)]) {
                text.push(' ');
                text.push_str(word);
            }
        }
        text.to_lowercase()
    }
}
