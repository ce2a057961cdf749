//! Encodes positions of a race of two seats as numbers (keys), and ranks the keys of a set.

use crate::contract::seat::Seat;
use crate::games::race::board::{HANGAR, PLANES, Progress};
use crate::games::race::rules::ThreeSixes;
use crate::games::race::sets::PlaneSet;
use crate::games::race::state::{Phase, Race};

/// The number of bits of a plane's place. The place is 0 for the hangar, else one more than the
/// progress.
const PLACE_BITS: u32 = 6;

/// Converts positions before a roll into keys and back.
///
/// A key describes the position from the perspective of the seat to roll, called the roller. So
/// two positions that differ only by half a turn of the board have the same key. Planes of a seat
/// are in the order of their places, because they are interchangeable. From the highest bit, a key
/// consists of:
///
/// - the places of the roller's planes, then a bit that is set if two planes are a stack;
/// - the same bits for the other seat;
/// - the number of 6s in a row, two bits, then a bit for each plane of the roller, set if these 6s
///   moved the plane.
#[derive(Clone, Debug)]
pub(super) struct KeyLayout {
    planes: u32,
    /// The two seats, opposite each other.
    seats: [Seat; 2],
    /// True if a third 6 in a row has a penalty, so that 6s are counted.
    counts_sixes: bool,
}

impl KeyLayout {
    /// Creates the layout for a race of two opposite seats with one or two planes each.
    pub(super) fn new(race: &Race, seats: [Seat; 2]) -> Self {
        let rules = &race.tables.rules;
        let counts_sixes = rules.three_sixes != ThreeSixes::Off && rules.extra_roll.contains(6);
        Self { planes: u32::from(rules.planes), seats, counts_sixes }
    }

    /// Returns the number of bits of a key.
    pub(super) fn bits(&self) -> u32 {
        2 * (PLACE_BITS * self.planes + self.stack_bits()) + 2 + self.planes
    }

    fn stack_bits(&self) -> u32 {
        u32::from(self.planes > 1)
    }

    /// Returns the opponent of a seat.
    pub(super) fn opponent(&self, seat: Seat) -> Seat {
        if seat == self.seats[0] { self.seats[1] } else { self.seats[0] }
    }

    /// Returns the key of a position before a roll.
    pub(super) fn encode(&self, race: &Race) -> u32 {
        let roller = race.seat;
        let sixes = if self.counts_sixes { u32::from(race.sixes.min(2)) } else { 0 };
        let moved = if sixes > 0 { race.moved_by_sixes } else { PlaneSet::EMPTY };
        let (roller_key, moved_key) = self.encode_side(race, roller, moved);
        let (other_key, _) = self.encode_side(race, self.opponent(roller), PlaneSet::EMPTY);
        let side_bits = PLACE_BITS * self.planes + self.stack_bits();
        let sides = roller_key << side_bits | other_key;
        (sides << 2 | sixes) << self.planes | moved_key
    }

    /// Returns two groups of bits for a seat. The first holds the places of its planes and the bit
    /// for a stack. The second has a bit for each plane, in the same order, that is 1 if the plane
    /// is in `moved`. This bit is 0 for planes in the hangar or in the centre, because a third 6
    /// spares them.
    fn encode_side(&self, race: &Race, seat: Seat, moved: PlaneSet) -> (u32, u32) {
        let centre = race.board().centre();
        let mut planes = [(0, 0); PLANES];
        let planes = &mut planes[..self.planes as usize & 3];
        for (plane, entry) in planes.iter_mut().enumerate() {
            let progress = race.progress[seat.index() & 3][plane];
            let is_out = progress != HANGAR && progress != centre;
            *entry = (place(progress), u32::from(is_out && moved.contains(plane as u8)));
        }
        planes.sort_unstable();
        let (mut key, mut moved_key) = (0, 0);
        for (place, moved) in planes {
            key = key << PLACE_BITS | *place;
            moved_key = moved_key << 1 | *moved;
        }
        if self.planes > 1 {
            key = key << 1 | u32::from(race.stack(seat, 0).len() > 1);
        }
        (key, moved_key)
    }

    /// Returns the position that a key describes, with the first of the two seats as the roller.
    /// `template` is any position of the race.
    pub(super) fn decode(&self, key: u32, template: &Race) -> Race {
        let side_bits = PLACE_BITS * self.planes + self.stack_bits();
        let side_mask = (1 << side_bits) - 1;
        let sides = key >> (2 + self.planes);
        let mut race = template.clone();
        self.decode_side(sides >> side_bits, self.seats[0], &mut race);
        self.decode_side(sides & side_mask, self.seats[1], &mut race);
        race.seat = self.seats[0];
        race.phase = Phase::Roll;
        race.sixes = (key >> self.planes & 3) as u8;
        // The lowest bit of the key belongs to the last plane.
        let moved = |plane: &u8| key >> (self.planes - 1 - u32::from(*plane)) & 1 == 1;
        race.moved_by_sixes = (0..self.planes as u8).filter(moved).collect();
        race
    }

    fn decode_side(&self, key: u32, seat: Seat, race: &mut Race) {
        let places = key >> self.stack_bits();
        for plane in 0..self.planes {
            let place =
                places >> (PLACE_BITS * (self.planes - 1 - plane)) & ((1 << PLACE_BITS) - 1);
            race.place_planes(seat, PlaneSet::one(plane as u8), progress(place));
        }
        if self.planes > 1 && key & 1 == 1 {
            race.form_stack(seat, PlaneSet::first(2));
        }
    }

    /// Returns the sum of all places in a key. Most moves increase it.
    pub(super) fn place_sum(&self, key: u32) -> u32 {
        let stack_bits = self.stack_bits();
        let mut sides = key >> (2 + self.planes);
        let mut total = 0;
        for _ in 0..2 {
            sides >>= stack_bits;
            for _ in 0..self.planes {
                total += sides & ((1 << PLACE_BITS) - 1);
                sides >>= PLACE_BITS;
            }
        }
        total
    }
}

/// Returns the place of a progress: 0 for the hangar, else one more than the progress.
fn place(progress: Progress) -> u32 {
    if progress == HANGAR { 0 } else { u32::from(progress & 63) + 1 }
}

/// Returns the progress of a place.
fn progress(place: u32) -> Progress {
    if place == 0 { HANGAR } else { (place - 1) as Progress }
}

/// A set of keys, as one bit for each possible key. The rank of a key is the number of smaller keys
/// in the set.
#[derive(Clone, Debug)]
pub(super) struct KeySet {
    words: Vec<u64>,
    /// For each word, the number of keys in the words before it. The last entry is the number of
    /// all keys. Empty until [`KeySet::count_ranks`] is called.
    ranks: Vec<u32>,
}

impl KeySet {
    /// Creates an empty set of keys with this number of bits.
    pub(super) fn new(bits: u32) -> Self {
        Self { words: vec![0; 1 << bits.saturating_sub(6)], ranks: Vec::new() }
    }

    /// Adds a key. Returns true if it is new.
    pub(super) fn insert(&mut self, key: u32) -> bool {
        let (word, bit) = (&mut self.words[(key >> 6) as usize], 1 << (key & 63));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns the number of keys, or 0 before [`KeySet::count_ranks`] is called.
    pub(super) fn len(&self) -> usize {
        self.ranks.last().map_or(0, |count| *count as usize)
    }

    /// Prepares the set for `len`, `rank` and `key`. Must be called after all keys are inserted.
    pub(super) fn count_ranks(&mut self) {
        let mut total = 0;
        self.ranks = vec![0];
        self.ranks.extend(self.words.iter().map(|word| {
            total += word.count_ones();
            total
        }));
    }

    /// Returns the rank of a key, or `None` if it is not in the set.
    pub(super) fn rank(&self, key: u32) -> Option<u32> {
        let word = *self.words.get((key >> 6) as usize)?;
        let bit = 1 << (key & 63);
        let smaller_keys = (word & (bit - 1)).count_ones();
        (word & bit != 0).then(|| self.ranks[(key >> 6) as usize] + smaller_keys)
    }

    /// Returns the key with this rank, which must be below the size of the set.
    pub(super) fn key(&self, rank: u32) -> u32 {
        let index = self.ranks.partition_point(|before| *before <= rank) - 1;
        let mut word = self.words[index];
        for _ in 0..rank - self.ranks[index] {
            word &= word - 1;
        }
        (index as u32) << 6 | word.trailing_zeros()
    }

    /// Returns the keys in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.words).flat_map(|(index, word): (u32, &u64)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(index << 6 | bit)
            })
        })
    }
}
