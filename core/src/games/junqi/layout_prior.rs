//! The layout prior: how often people put each kind on each cell, and random layouts drawn from
//! it.
//!
//! A *frequency* is the share of layouts with a kind on a cell. A *weight* is a number for a single
//! piece on a cell. A layout is drawn in proportion to the product of its weights. The weights are
//! chosen so that the drawn layouts have the counted frequencies (`bethe_weight`).
//!
//! The tables were counted from 13,076 layouts of real four-army games
//! (`data/layout_prior.json`) by this script, which prints `LAYOUT_FREQUENCIES`:
//!
//! ```text
//! data = json.load(open("layout_prior.json"))
//! for piece in "SJHLTYNPGZDF":
//!     counts = data["counts"][piece]
//!     print([round(counts[cell] * 10000 / data["layouts"]) for cell in data["cell_order"]])
//! ```

use std::sync::LazyLock;

use rand::{Rng, RngExt};

use super::cells::{Cell, LAND_CELLS};
use super::layout::{Layout, SLOTS, may_stand};
use super::piece::{ARMY, Kind};
use super::tile::Tile;
use crate::contract::seat::Seat;

/// Number of layouts in 10,000 with a kind (down, in the order of [`Kind::ALL`]) on a cell
/// (across, in the order of [`SLOTS`]).
#[rustfmt::skip]
const LAYOUT_FREQUENCIES: [[u16; ARMY]; 12] = [
    [1809, 490, 970, 450, 1533, 566, 135, 792, 567, 200, 193, 618, 375, 40, 550, 175, 41, 158, 45, 210, 27, 18, 9, 10, 21],
    [475, 380, 662, 331, 698, 695, 447, 694, 1005, 641, 564, 673, 441, 392, 366, 383, 165, 319, 141, 411, 47, 0, 11, 0, 55],
    [2320, 614, 1057, 558, 2272, 1827, 267, 1653, 1417, 535, 470, 1432, 608, 379, 770, 554, 765, 777, 553, 673, 228, 0, 77, 1, 193],
    [749, 590, 1673, 494, 771, 1088, 347, 1077, 1361, 668, 466, 1257, 1217, 443, 902, 1242, 772, 1379, 801, 1169, 590, 0, 385, 1, 559],
    [1478, 560, 946, 767, 1688, 906, 428, 1068, 1029, 642, 584, 1142, 991, 514, 912, 1020, 811, 981, 688, 994, 676, 2, 477, 2, 694],
    [862, 678, 1103, 659, 702, 784, 564, 821, 882, 645, 569, 905, 1322, 1418, 1032, 1086, 821, 983, 762, 1125, 723, 18, 600, 23, 914],
    [1497, 1919, 1055, 1453, 1394, 1151, 1091, 1233, 1285, 1054, 1198, 1296, 1948, 1699, 2472, 759, 840, 1124, 671, 1012, 1143, 217, 785, 211, 1494],
    [796, 1630, 1130, 1559, 939, 736, 946, 834, 691, 985, 894, 795, 1320, 1978, 1309, 788, 403, 779, 331, 493, 1526, 2977, 892, 3668, 1599],
    [14, 3139, 1404, 3729, 2, 91, 4064, 90, 154, 2132, 2911, 195, 349, 2313, 426, 915, 1638, 1246, 2277, 968, 545, 0, 638, 11, 746],
    [0, 0, 0, 0, 0, 2155, 1712, 1738, 1608, 2498, 2151, 1689, 1429, 824, 1260, 785, 172, 750, 226, 717, 133, 0, 24, 0, 128],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2292, 3571, 1503, 3504, 2229, 4362, 1280, 6101, 1561, 3597],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5487, 0, 4513, 0],
];

/// The frequency of a Landmine on each cell of lines 5 and 6, per 10,000 layouts with the Flag on
/// cell 62. If the Flag is on cell 64, the frequencies are mirrored. Counted from 990 layouts of
/// real games.
const MINES_IF_FLAG_ON_62: [u16; 10] = [2646, 4646, 1596, 2374, 1788, 6667, 0, 6051, 2949, 1283];

/// The offset in a land of the first cell of line 5. A Landmine can stand on this cell and on all
/// cells behind it.
pub(super) const FIRST_MINE_OFFSET: usize = 20;

/// The slots of the two headquarters, cells 62 and 64, in the order of [`FlagSide::ALL`]. A *side*
/// that is given as a number is an index into this array.
const HEADQUARTERS: [usize; 2] = [21, 23];

/// The side of an army's land on which its Flag stands, as the owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlagSide {
    /// In the headquarters on cell 62.
    Left,
    /// In the headquarters on cell 64.
    Right,
}

impl FlagSide {
    pub(super) const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the tile of the headquarters on this side.
    pub(super) fn tile(self, army: Seat) -> Tile {
        let column = match self {
            Self::Left => 2,
            Self::Right => 4,
        };
        Tile::named_by(Cell::of(army, 6, column))
    }
}

/// The strongest kinds. A few people put them into a headquarters, where they can never move.
const STRONGEST: [Kind; 2] = [Kind::FieldMarshal, Kind::General];
/// The slot of the first cell of line 5.
const LINE_5: usize = 15;

/// The count, in 10,000 layouts, of an allowed combination that was never seen.
const SMOOTHING: f32 = 0.5;

/// The number of Metropolis swaps after which a drawn layout no longer depends on the order in
/// which its pieces were drawn.
const METROPOLIS_SWAPS: usize = 600;

/// Rounds of Sinkhorn scaling of the frequencies.
const SINKHORN_ROUNDS: usize = 60;

/// The slot of each cell of an army's land, `None` for camps.
const SLOT_OF: [Option<u8>; LAND_CELLS] = {
    let mut slots = [None; LAND_CELLS];
    let mut slot = 0;
    while slot < ARMY {
        slots[SLOTS[slot] as usize] = Some(slot as u8);
        slot += 1;
    }
    slots
};

/// Returns the share of layouts, from 0 to 1, in which people put a piece of this kind on this cell
/// of their own land. It is above 0 wherever the piece may stand, and 0 elsewhere.
///
/// # Examples
/// ```
/// use qipan_core::games::junqi::layout_prior::frequency;
/// use qipan_core::games::junqi::{Cell, Kind};
///
/// let flag = |cell: &str| cell.parse::<Cell>().map(|cell| frequency(cell, Kind::Flag));
/// let (left, right) = (flag("S62")?, flag("S64")?);
/// assert!((left + right - 1.0).abs() < 0.01, "the Flag is in a headquarters");
/// assert_eq!(flag("S11")?, 0.0);
/// # Ok::<(), qipan_core::games::junqi::cells::NoCell>(())
/// ```
pub fn frequency(start: Cell, piece: Kind) -> f32 {
    let Some(offset) = start.offset().filter(|_| may_stand(piece, start)) else { return 0.0 };
    let Some(slot) = SLOT_OF[offset] else { return 0.0 };
    f32::from(LAYOUT_FREQUENCIES[piece.index()][slot as usize]).max(SMOOTHING) / 10_000.0
}

/// Returns the share of layouts with the Flag on a side.
pub(super) fn flag_frequency(side: FlagSide) -> f32 {
    f32::from(LAYOUT_FREQUENCIES[Kind::Flag.index()][HEADQUARTERS[side as usize]]) / 10_000.0
}

/// Returns the odds of a Landmine on each cell of lines 5 and 6, in layouts with the Flag on a
/// side: the probability that there is one divided by the probability that there is none.
pub(super) fn mine_odds(side: FlagSide) -> [f32; 10] {
    std::array::from_fn(|index| {
        let share = mine_share(index, side as usize);
        share / (1.0 - share)
    })
}

/// Returns the share of layouts with a Landmine on a cell of lines 5 and 6, given by its index in
/// these lines, among those with the Flag on a side.
fn mine_share(index: usize, side: usize) -> f32 {
    let mirrored = index / 5 * 5 + 4 - index % 5;
    f32::from(MINES_IF_FLAG_ON_62[if side == 0 { index } else { mirrored }]) / 10_000.0
}

/// Returns the share of layouts that have a piece of this kind on this cell of their own land, among
/// those with the Flag on a side.
pub(super) fn frequency_by_side(start: Cell, kind: Kind, side: FlagSide) -> f32 {
    static FREQUENCIES: LazyLock<[SlotTable; 2]> =
        LazyLock::new(|| [0, 1].map(frequencies_by_side));
    let slot = start.offset().and_then(|offset| SLOT_OF[offset]);
    slot.map_or(0.0, |slot| FREQUENCIES[side as usize][kind.index()][usize::from(slot)])
}

/// Returns a random layout in which each kind stands on each cell about as often as in layouts of
/// people: the Flag mostly with mines around it, Bombs and Engineers in their usual places, strong
/// pieces in front. The Field Marshal and the General are never in a headquarters.
///
/// # Examples
/// ```
/// use qipan_core::games::junqi::Layout;
/// use qipan_core::games::junqi::layout_prior::random_layout;
/// use rand::SeedableRng;
/// use rand::rngs::SmallRng;
///
/// let layout = random_layout(&mut SmallRng::seed_from_u64(1));
/// assert_eq!(Layout::new(*layout.pieces()), Ok(layout), "the layout is allowed");
/// ```
pub fn random_layout<R: Rng + ?Sized>(rng: &mut R) -> Layout {
    loop {
        let layout = layout_from_prior(rng);
        // A few in a thousand are drawn again.
        if !HEADQUARTERS.iter().any(|slot| STRONGEST.contains(&layout.pieces()[*slot])) {
            return layout;
        }
    }
}

/// Draws a layout in proportion to the product of its weights.
fn layout_from_prior<R: Rng + ?Sized>(rng: &mut R) -> Layout {
    let left_flags = LAYOUT_FREQUENCIES[Kind::Flag.index()][HEADQUARTERS[0]];
    let side = usize::from(rng.random_range(0..10_000) >= left_flags);
    let weights = &WEIGHTS[side];
    let mut pieces = draw_pieces(weights, HEADQUARTERS[side], rng);
    for _ in 0..METROPOLIS_SWAPS {
        let (a, b) = (rng.random_range(0..ARMY), rng.random_range(0..ARMY));
        let (kind_a, kind_b) = (pieces[a].index(), pieces[b].index());
        let before = weights[kind_a][a] * weights[kind_b][b];
        let after = weights[kind_a][b] * weights[kind_b][a];
        if rng.random::<f32>() * before < after {
            pieces.swap(a, b);
        }
    }
    Layout::new(pieces).unwrap_or_else(|error| unreachable!("a drawn layout is allowed: {error}"))
}

/// Draws a slot for one piece after another. The kinds with the fewest allowed slots come first.
/// `flag` is the slot of the Flag.
fn draw_pieces<R: Rng + ?Sized>(weights: &SlotTable, flag: usize, rng: &mut R) -> [Kind; ARMY] {
    let mut slots = [None; ARMY];
    slots[flag] = Some(Kind::Flag);
    // In reverse order Landmines and Bombs come first. The Flag is placed already.
    for piece in Kind::ALL.into_iter().rev().skip(1) {
        for _ in 0..piece.count() {
            let weight = |slot: usize| match slots[slot] {
                None => weights[piece.index()][slot],
                Some(_) => 0.0,
            };
            let mut rest = rng.random::<f32>() * (0..ARMY).map(weight).sum::<f32>();
            let mut chosen = None;
            for slot in (0..ARMY).filter(|slot| weight(*slot) > 0.0) {
                chosen = Some(slot);
                rest -= weight(slot);
                if rest < 0.0 {
                    break;
                }
            }
            let chosen = chosen.unwrap_or_else(|| unreachable!("{piece:?} has a free cell"));
            slots[chosen] = Some(piece);
        }
    }
    slots.map(|piece| piece.unwrap_or_else(|| unreachable!("25 pieces fill 25 cells")))
}

/// The weights of kinds in slots, for layouts with the Flag on the left. The probability of such a
/// layout by the prior is in proportion to the product of its weights. The strongest kinds have the
/// weight 0 in a headquarters.
pub(super) struct WeightsBySide {
    weights: &'static SlotTable,
    is_mirrored: bool,
}

impl WeightsBySide {
    /// Returns the weights of layouts with the Flag on the left or, if `is_mirrored` is true, of
    /// the mirror images of layouts with the Flag on the right.
    pub(super) fn get(is_mirrored: bool) -> Self {
        Self { weights: &WEIGHTS[usize::from(is_mirrored)], is_mirrored }
    }

    /// Returns the weight of a kind in a slot.
    pub(super) fn of(&self, kind: Kind, slot: usize) -> f32 {
        if HEADQUARTERS.contains(&slot) && STRONGEST.contains(&kind) {
            return 0.0;
        }
        let slot = if self.is_mirrored { MIRRORED[slot] } else { slot };
        self.weights[kind.index()][slot]
    }
}

/// The mirror image of each slot.
const MIRRORED: [usize; ARMY] = {
    let (mut mirrored, mut slot) = ([0; ARMY], 0);
    while slot < ARMY {
        let offset = SLOTS[slot] / 5 * 5 + 4 - SLOTS[slot] % 5;
        while SLOTS[mirrored[slot]] != offset {
            mirrored[slot] += 1;
        }
        slot += 1;
    }
    mirrored
};

/// A table with a weight or a frequency for each kind in each slot.
type SlotTable = [[f32; ARMY]; 12];

/// The weights with the Flag on 62, and on 64.
static WEIGHTS: LazyLock<[SlotTable; 2]> = LazyLock::new(|| [weights(0), weights(1)]);

/// Returns the weight of a single piece on a cell that yields this frequency: layouts drawn in
/// proportion to the products of such weights have very nearly these frequencies.
///
/// The exact frequencies under given weights are ratios of permanents. In the Bethe approximation
/// of the permanent (Vontobel, "The Bethe permanent of a nonnegative matrix", 2013), the frequency
/// is `m` if the weight is proportional to `m (1 - m)`.
pub(super) fn bethe_weight(frequency: f32) -> f32 {
    frequency * (1.0 - frequency)
}

/// Returns the weights that yield the frequencies of the table, for layouts with the Flag on one
/// side.
fn weights(side: usize) -> SlotTable {
    let mut table = frequencies_by_side(side);
    for (piece, row) in Kind::ALL.into_iter().zip(&mut table) {
        if piece == Kind::Flag {
            continue;
        }
        for entry in row {
            *entry = bethe_weight(*entry / f32::from(piece.count()));
        }
    }
    table
}

/// Returns the frequencies for layouts with the Flag on one side: Landmines as counted for that
/// side, the other kinds on the rest of the cells, one piece on every cell.
fn frequencies_by_side(side: usize) -> SlotTable {
    let mut table: SlotTable = [[0.0; ARMY]; 12];
    let (mines, flag) = (Kind::Landmine.index(), Kind::Flag.index());
    for (slot, offset) in SLOTS.into_iter().enumerate() {
        let mine = slot.checked_sub(LINE_5).map_or(0.0, |index| mine_share(index, side));
        let flag_here = if slot == HEADQUARTERS[side] { 1.0 } else { 0.0 };
        let start = Cell::new(offset);
        // The share of Landmines and Flags together, averaged over both sides of the Flag.
        let average = frequency(start, Kind::Landmine) + frequency(start, Kind::Flag);
        for piece in Kind::ALL {
            let rest = (1.0 - mine - flag_here).max(0.0);
            table[piece.index()][slot] = frequency(start, piece) * rest / (1.0 - average);
        }
        (table[mines][slot], table[flag][slot]) = (mine, flag_here);
    }
    // Sinkhorn scaling: each kind sums to its count, each cell to 1.
    for _ in 0..SINKHORN_ROUNDS {
        for (piece, row) in Kind::ALL.into_iter().zip(&mut table) {
            let sum: f32 = row.iter().sum();
            row.iter_mut().for_each(|share| *share *= f32::from(piece.count()) / sum);
        }
        for slot in 0..ARMY {
            let sum: f32 = table.iter().map(|row| row[slot]).sum();
            table.iter_mut().for_each(|row| row[slot] /= sum);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prior_is_positive_exactly_for_allowed_cells() {
        for index in 0..super::super::cells::CELLS as u8 {
            for piece in Kind::ALL {
                let cell = Cell::new(index);
                assert_eq!(
                    frequency(cell, piece) > 0.0,
                    may_stand(piece, cell),
                    "{cell} {piece:?}"
                );
            }
        }
    }

    #[test]
    fn prior_tables_sum_to_their_totals() {
        for (piece, row) in Kind::ALL.into_iter().zip(LAYOUT_FREQUENCIES) {
            let sum: i32 = row.into_iter().map(i32::from).sum();
            assert!((sum - 10_000 * i32::from(piece.count())).abs() <= 12, "{piece:?} {sum}");
        }
        assert_eq!(MINES_IF_FLAG_ON_62.into_iter().map(u32::from).sum::<u32>(), 30_000);
    }
}
