//! Counts of layouts: the number of times each piece stands on each cell, with the results.

use std::collections::BTreeMap;

use qipan_core::games::junqi::cells::LAND_CELLS;
use qipan_core::games::junqi::layout::SLOTS;
use qipan_core::games::junqi::{Kind, Layout};
use serde::Serialize;

use crate::model::records::facts::GameResult;
use crate::model::records::tally::Tally;

/// The number of cells of a layout.
const CELL_COUNT: usize = 25;

/// The number of kinds of pieces.
const KINDS: usize = Kind::ALL.len();

/// The number of times each piece stood on each cell, with the results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayoutCounts {
    /// The number of layouts.
    pub layouts: u32,
    /// The results by kind and slot, at the index `kind * CELL_COUNT + slot`.
    cells: Vec<Tally>,
    /// The results of each layout, as 25 letters.
    by_layout: BTreeMap<String, Tally>,
    /// The results of each formation.
    by_formation: BTreeMap<String, Tally>,
}

/// A layout or formation with its results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayoutCount {
    /// The letters of the 25 cells, with a dot where the piece does not matter.
    pub letters: String,
    /// The results.
    pub tally: Tally,
}

/// The cells of the Flag and the Landmines of a layout, as 25 letters with dots for other pieces.
/// The Flag is on the left; a layout with the Flag on the right is mirrored.
pub type Formation = String;

impl Default for LayoutCounts {
    fn default() -> Self {
        Self {
            layouts: 0,
            cells: vec![Tally::default(); KINDS * CELL_COUNT],
            by_layout: BTreeMap::new(),
            by_formation: BTreeMap::new(),
        }
    }
}

impl LayoutCounts {
    /// Counts a layout of a game with this result. A text that is not a layout is left out.
    pub fn add(&mut self, letters: &str, result: Option<GameResult>) {
        let Ok(layout) = letters.parse::<Layout>() else { return };
        self.layouts += 1;
        for (slot, piece) in layout.pieces().iter().enumerate() {
            self.cells[piece.index() * CELL_COUNT + slot].add(result);
        }
        self.by_layout.entry(letters.to_owned()).or_default().add(result);
        self.by_formation.entry(formation_of(&layout)).or_default().add(result);
    }

    /// Returns the results of the layouts with this piece on this slot.
    pub fn on_slot(&self, piece: Kind, slot: usize) -> Tally {
        self.cells.get(piece.index() * CELL_COUNT + slot).copied().unwrap_or_default()
    }

    /// Returns the share of layouts with this piece on this slot.
    pub fn share(&self, piece: Kind, slot: usize) -> f64 {
        f64::from(self.on_slot(piece, slot).all()) / f64::from(self.layouts.max(1))
    }

    /// Returns the layouts with their results, the most frequent first.
    pub fn layouts(&self) -> Vec<LayoutCount> {
        sorted(&self.by_layout)
    }

    /// Returns the formations with their results, the most frequent first.
    pub fn formations(&self) -> Vec<LayoutCount> {
        sorted(&self.by_formation)
    }
}

/// Returns counts with the most frequent first, and equally frequent ones by their letters.
fn sorted(counts: &BTreeMap<String, Tally>) -> Vec<LayoutCount> {
    let to_count = |(letters, tally): (&String, &Tally)| LayoutCount {
        letters: letters.clone(),
        tally: *tally,
    };
    let mut list: Vec<LayoutCount> = counts.iter().map(to_count).collect();
    list.sort_by_key(|count| std::cmp::Reverse(count.tally.all()));
    list
}

/// Returns the formation of a layout.
pub fn formation_of(layout: &Layout) -> Formation {
    let flag = layout.pieces().iter().position(|piece| *piece == Kind::Flag);
    // A line has five columns, counted from 0. Columns 0 and 1 are its left half.
    let is_left = flag.is_some_and(|slot| usize::from(SLOTS[slot]) % (LAND_CELLS / 6) < 2);
    let layout = if is_left { *layout } else { layout.mirrored() };
    let letter = |piece: &Kind| match piece {
        Kind::Flag | Kind::Landmine => piece.letter(),
        _ => '.',
    };
    layout.pieces().iter().map(letter).collect()
}
