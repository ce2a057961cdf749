//! The features of a layout, from which its strength is computed.
//!
//! All features are on or off, apart from pairs of neighbours, which are counted. A layout and its
//! mirror image have the same features: those of the one with the Flag on the left.

use crate::games::junqi::layout::{Layout, SLOTS};
use crate::games::junqi::piece::{ARMY, Kind};

/// The slot of the headquarters on the left, cell 62.
pub(super) const LEFT_HEADQUARTERS: usize = 21;

/// The number of kinds.
const KINDS: usize = Kind::ALL.len();
/// The number of columns.
const COLUMNS: usize = 5;
/// The number of places. A slot and its mirror image are one place.
const PLACES: usize = 15;
/// The number of groups of kinds. Pairs of neighbours distinguish groups, not kinds.
const GROUPS: usize = 7;
/// Classes of the number of Landmines next to the Flag: 0 to 3.
const GUARD_CLASSES: usize = 4;

// The index of the first feature of each family.

/// The kind on each place.
const BY_PLACE: usize = 0;
/// The kind in each slot, with the Flag on the left.
const BY_SLOT: usize = BY_PLACE + KINDS * PLACES;
/// The number of Landmines next to the Flag.
const GUARD: usize = BY_SLOT + KINDS * ARMY;
/// Pairs one behind the other, by the groups of the front piece and of the back piece.
const BEHIND: usize = GUARD + GUARD_CLASSES;
/// Pairs side by side, by their groups in ascending order.
const BESIDE: usize = BEHIND + GROUPS * GROUPS;

/// The number of features.
pub(super) const FEATURES: usize = BESIDE + GROUPS * GROUPS;

/// Returns an array that begins with the pairs of slots side by side or, if `beside` is false, one
/// behind the other. The second value is the number of these pairs.
const fn neighbours(beside: bool) -> ([[u8; 2]; ARMY], usize) {
    let (mut pairs, mut count, mut a) = ([[0; 2]; ARMY], 0, 0);
    while a < ARMY {
        let mut b = a + 1;
        while b < ARMY {
            let (first, second) = (SLOTS[a] as usize, SLOTS[b] as usize);
            let is_beside = second == first + 1 && first / COLUMNS == second / COLUMNS;
            let is_behind = second == first + COLUMNS;
            if (beside && is_beside) || (!beside && is_behind) {
                pairs[count] = [a as u8, b as u8];
                count += 1;
            }
            b += 1;
        }
        a += 1;
    }
    (pairs, count)
}

/// Pairs of slots one behind the other, the front one first.
static BEHIND_PAIRS: ([[u8; 2]; ARMY], usize) = neighbours(false);
/// Pairs of slots side by side.
static BESIDE_PAIRS: ([[u8; 2]; ARMY], usize) = neighbours(true);

/// The place of each slot: the same for a slot and its mirror image.
const PLACE_OF: [u8; ARMY] = {
    let (mut places, mut slot, mut count) = ([0; ARMY], 0, 0);
    while slot < ARMY {
        let offset = SLOTS[slot] as usize;
        let mirrored = offset / COLUMNS * COLUMNS + COLUMNS - 1 - offset % COLUMNS;
        if mirrored >= offset {
            places[slot] = count;
            count += 1;
        } else {
            let mut other = 0;
            while SLOTS[other] as usize != mirrored {
                other += 1;
            }
            places[slot] = places[other];
        }
        slot += 1;
    }
    assert!(count as usize == PLACES);
    places
};

/// Returns the group of a kind: the two strongest, the next two, the next two, the two weakest
/// officers, Engineers, Bombs, and pieces that cannot move.
const fn group(kind: Kind) -> usize {
    match kind {
        Kind::Engineer => 4,
        Kind::Bomb => 5,
        Kind::Landmine | Kind::Flag => 6,
        officer => officer as usize / 2,
    }
}

/// Calls `add` with the index of each feature of a layout with the Flag on the left. The index of a
/// pair's feature is passed once for each such pair.
pub(super) fn for_each_feature(pieces: &[Kind; ARMY], mut add: impl FnMut(usize)) {
    for (slot, kind) in pieces.iter().enumerate() {
        add(BY_PLACE + kind.index() * PLACES + usize::from(PLACE_OF[slot]));
        add(BY_SLOT + kind.index() * ARMY + slot);
    }
    let next_to_flag = [LEFT_HEADQUARTERS - 1, LEFT_HEADQUARTERS + 1, LEFT_HEADQUARTERS - 5];
    let mines = next_to_flag.into_iter().filter(|slot| pieces[*slot] == Kind::Landmine).count();
    add(GUARD + mines);
    for (family, (pairs, count)) in [(BEHIND, &BEHIND_PAIRS), (BESIDE, &BESIDE_PAIRS)] {
        for [a, b] in &pairs[..*count] {
            let mut groups = [*a, *b].map(|slot| group(pieces[usize::from(slot)]));
            if family == BESIDE {
                groups.sort_unstable();
            }
            add(family + groups[0] * GROUPS + groups[1]);
        }
    }
}

/// Returns the pieces of a layout, mirrored if its Flag is on the right.
pub(super) fn with_flag_on_the_left(layout: &Layout) -> [Kind; ARMY] {
    if layout.pieces()[LEFT_HEADQUARTERS] == Kind::Flag {
        *layout.pieces()
    } else {
        *layout.mirrored().pieces()
    }
}
