//! The list of all puzzles, and the choice among them.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use chrono::{Datelike as _, NaiveDate};
use qipan_core::analysis::puzzle::Puzzle;

use crate::model::drill::Drill;
use crate::model::puzzles::difficulty::{Difficulty, puzzle_rating};
use crate::model::puzzles::group::PuzzleGroup;
use crate::model::puzzles::theme::Theme;

/// The origin of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleOrigin {
    /// The puzzle ships with Qipan.
    Shipped,
    /// A file of the player.
    Own,
    /// A mistake in the player's own game.
    Mistake,
}

/// A puzzle of the list.
#[derive(Clone, Debug)]
pub struct PuzzleEntry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The identifier of the puzzle.
    pub id: String,
    /// Its origin.
    pub origin: PuzzleOrigin,
    /// The group of its game, or `None` for an unknown preset.
    pub group: Option<PuzzleGroup>,
    /// The rating.
    pub rating: f64,
    /// The themes, once they are needed.
    themes: OnceCell<Vec<Theme>>,
}

impl PuzzleEntry {
    /// Returns the themes. The first call replays the game of the puzzle.
    pub fn themes(&self) -> &[Theme] {
        self.themes.get_or_init(|| Theme::all_of(&self.puzzle))
    }

    /// Returns true if the puzzle is due on a date: its repetition is due, or it comes from a
    /// mistake of the player and has not been tried.
    pub fn is_due(&self, drill: &Drill, today: NaiveDate) -> bool {
        let is_new_mistake = self.origin == PuzzleOrigin::Mistake
            && !drill.is_tried(&self.id)
            && !drill.is_solved(&self.id);
        is_new_mistake || drill.is_due(&self.id, today)
    }
}

/// The source from which puzzles are taken for training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleSource {
    /// The puzzles due today.
    Due,
    /// The puzzle of the day.
    Daily,
    /// The puzzles of a group of games, without the player's mistakes.
    Group(PuzzleGroup),
    /// The mistakes in the player's own games.
    Mistakes,
}

/// A choice of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleChoice {
    /// The source.
    pub source: PuzzleSource,
    /// The theme, or `None` for all.
    pub theme: Option<Theme>,
    /// The difficulty, or `None` for all.
    pub difficulty: Option<Difficulty>,
}

impl PuzzleChoice {
    /// Returns the choice of all puzzles of a source.
    pub const fn all_of(source: PuzzleSource) -> Self {
        Self { source, theme: None, difficulty: None }
    }
}

/// All puzzles.
#[derive(Clone, Debug, Default)]
pub struct PuzzleList {
    entries: Vec<PuzzleEntry>,
    ids: BTreeSet<String>,
}

impl PuzzleList {
    /// Adds puzzles. Those that the list already has are left out.
    pub fn add(&mut self, puzzles: Vec<Puzzle>, origin: PuzzleOrigin) {
        for puzzle in puzzles {
            let id = puzzle.id();
            if self.ids.insert(id.clone()) {
                let (group, rating) = (PuzzleGroup::of(&puzzle), puzzle_rating(&puzzle));
                let themes = OnceCell::new();
                self.entries.push(PuzzleEntry { puzzle, id, origin, group, rating, themes });
            }
        }
    }

    /// Returns the puzzles.
    pub fn entries(&self) -> &[PuzzleEntry] {
        &self.entries
    }

    /// Returns the index of the daily puzzle of a date. The shipped puzzles take turns in the
    /// order of their identifiers, so that everybody has the same one.
    pub fn daily(&self, today: NaiveDate) -> Option<usize> {
        let shipped = |index: &usize| self.entries[*index].origin == PuzzleOrigin::Shipped;
        let mut indices: Vec<usize> = (0..self.entries.len()).filter(shipped).collect();
        indices.sort_by(|a, b| self.entries[*a].id.cmp(&self.entries[*b].id));
        let count = i32::try_from(indices.len()).ok().filter(|count| *count > 0)?;
        let at = today.num_days_from_ce().rem_euclid(count);
        indices.get(usize::try_from(at).ok()?).copied()
    }

    /// Returns the indices of the chosen puzzles: first those due, then the others. In both parts,
    /// unsolved puzzles come before solved ones. Otherwise, those nearest to the player's rating
    /// come first.
    pub fn choose(&self, choice: PuzzleChoice, drill: &Drill, today: NaiveDate) -> Vec<usize> {
        let mut indices = self.of_source(choice.source, drill, today);
        indices.retain(|index| {
            let entry = &self.entries[*index];
            choice.theme.is_none_or(|theme| entry.themes().contains(&theme))
                && choice.difficulty.is_none_or(|it| Difficulty::of(entry.rating) == it)
        });
        let rank = |index: &usize| {
            let entry = &self.entries[*index];
            let distance = (entry.rating - drill.rating.rating).abs();
            (!entry.is_due(drill, today), drill.is_solved(&entry.id), distance.round() as u64)
        };
        indices.sort_by_key(rank);
        indices
    }

    /// Returns the themes of a source's puzzles with the number of puzzles of each.
    pub fn themes(
        &self,
        source: PuzzleSource,
        drill: &Drill,
        today: NaiveDate,
    ) -> Vec<(Theme, usize)> {
        let mut counts = std::collections::BTreeMap::<Theme, usize>::new();
        for index in self.of_source(source, drill, today) {
            for theme in self.entries[index].themes() {
                *counts.entry(*theme).or_default() += 1;
            }
        }
        counts.into_iter().collect()
    }

    /// Returns the number of puzzles due on a date.
    pub fn due_count(&self, drill: &Drill, today: NaiveDate) -> usize {
        self.entries.iter().filter(|entry| entry.is_due(drill, today)).count()
    }

    /// Returns the number of solved puzzles and the number of all puzzles of a source.
    pub fn progress(
        &self,
        source: PuzzleSource,
        drill: &Drill,
        today: NaiveDate,
    ) -> (usize, usize) {
        let indices = self.of_source(source, drill, today);
        let solved = indices.iter().filter(|index| drill.is_solved(&self.entries[**index].id));
        (solved.count(), indices.len())
    }

    /// Returns the indices of a source's puzzles.
    fn of_source(&self, source: PuzzleSource, drill: &Drill, today: NaiveDate) -> Vec<usize> {
        let matching = |belongs: &dyn Fn(&PuzzleEntry) -> bool| {
            (0..self.entries.len()).filter(|index| belongs(&self.entries[*index])).collect()
        };
        match source {
            PuzzleSource::Due => matching(&|entry| entry.is_due(drill, today)),
            PuzzleSource::Daily => self.daily(today).into_iter().collect(),
            PuzzleSource::Group(group) => matching(&|entry| {
                entry.group == Some(group) && entry.origin != PuzzleOrigin::Mistake
            }),
            PuzzleSource::Mistakes => matching(&|entry| entry.origin == PuzzleOrigin::Mistake),
        }
    }
}
