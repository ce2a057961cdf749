//! The headquarters in which a hidden Flag stands: how likely each of the two is.
//!
//! People put their Landmines around the Flag. So each piece of lines 5 and 6 that turns out to be a
//! Landmine, or not to be one, says something about the Flag. Given the side of the Flag, the
//! cells of the Landmines are modelled as a conditional Bernoulli distribution: each set of three
//! cells is as likely as the product of the odds of its cells. The likelihood of what is known
//! about the Landmines is then an elementary symmetric polynomial of these odds.

use super::cells::Cell;
use super::layout_prior::{FIRST_MINE_OFFSET, FlagSide, flag_frequency, mine_odds};
use super::matching::CandidateSets;
use super::piece::{Kind, KindSet};
use super::tile::Tile;
use crate::contract::seat::Seat;

/// Returns the probability of each side, in the order of [`FlagSide::ALL`]. Returns `None` if the
/// Flag can stand on neither, or if the candidates contradict the counts.
pub(super) fn flag_side_probabilities(sets: &CandidateSets, army: Seat) -> Option<[f32; 2]> {
    let shares = FlagSide::ALL.map(|side| {
        let is_possible = sets[side.tile(army)].contains(Kind::Flag);
        if is_possible { flag_frequency(side) * mine_likelihood(sets, army, side) } else { 0.0 }
    });
    let sum = shares[0] + shares[1];
    (sum > 0.0).then(|| shares.map(|share| share / sum))
}

/// Returns the likelihood of what is known about the Landmines of an army, up to a constant factor
/// that is the same for both sides of the Flag.
fn mine_likelihood(sets: &CandidateSets, army: Seat, side: FlagSide) -> f32 {
    const MINES: usize = Kind::Landmine.count() as usize;
    // The sums of products of the odds, indexed by the number of Landmines.
    let mut sums = [0.0; MINES + 1];
    sums[0] = 1.0;
    for (index, odds) in mine_odds(side).into_iter().enumerate() {
        let kinds = sets[Tile::named_by(Cell::in_land(army, FIRST_MINE_OFFSET + index))];
        if !kinds.contains(Kind::Landmine) {
            continue;
        }
        let is_known = kinds == KindSet::one(Kind::Landmine);
        for count in (0..=MINES).rev() {
            let without = if is_known { 0.0 } else { sums[count] };
            let with = if count > 0 { sums[count - 1] * odds } else { 0.0 };
            sums[count] = without + with;
        }
    }
    sums[MINES]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the candidates of an army that has not moved, with Landmines only on `mines` and
    /// none on `others`, given as offsets in the land.
    fn candidates(mines: &[usize], others: &[usize]) -> CandidateSets {
        let mut sets = CandidateSets::filled(KindSet::ALL);
        let tile = |offset: &usize| Tile::named_by(Cell::in_land(Seat::new(0), *offset));
        for offset in mines {
            sets[tile(offset)] = KindSet::one(Kind::Landmine);
        }
        for offset in others {
            sets[tile(offset)] = KindSet::MOVING;
        }
        sets
    }

    #[test]
    fn landmines_are_near_the_flag() {
        let left = |mines: &[usize], others: &[usize]| {
            flag_side_probabilities(&candidates(mines, others), Seat::new(0)).unwrap()[0]
        };
        // Offsets 20 to 24 are line 5, 25 to 29 line 6.
        let (cell_52, cell_61, cell_65) = (21, 25, 29);
        let unknown = left(&[], &[]);
        assert!((0.45..0.65).contains(&unknown), "{unknown}");
        assert!(left(&[cell_61], &[]) > 0.8);
        assert!(left(&[cell_65], &[]) < 0.3);
        assert!(left(&[cell_52, cell_61], &[]) > 0.9);
        assert!(left(&[], &[cell_61]) < 0.4);
    }

    #[test]
    fn side_is_certain_once_a_headquarters_is_known() {
        let mut sets = candidates(&[], &[]);
        sets[FlagSide::Left.tile(Seat::new(0))] = KindSet::one(Kind::Lieutenant);
        assert_eq!(flag_side_probabilities(&sets, Seat::new(0)), Some([0.0, 1.0]));
        sets[FlagSide::Right.tile(Seat::new(0))] = KindSet::one(Kind::Lieutenant);
        assert_eq!(flag_side_probabilities(&sets, Seat::new(0)), None);
    }
}
