//! The canonical bytes of a state of Junqi, from which the step hashes of saved games are made.
//!
//! Saved games contain the hashes, so the order and the form of these bytes never change.

use super::battle::Battle;
use super::board_kind::BoardKind;
use super::cells::{CELLS, CELLS_OF_FOUR};
use super::packed_option::PackedOption;
use super::piece::Kind;
use super::public::PublicState;
use super::seats::SEATS;
use super::state::Junqi;

/// The byte of the kind of an unrecorded piece. It follows the last kind.
const UNRECORDED: u8 = Kind::ALL.len() as u8;
/// The byte for no seat, reason, cell or tile.
const NONE: u8 = u8::MAX;

impl Junqi {
    /// Passes the bytes of the whole state to `feed`, part by part.
    pub(super) fn feed_state(&self, feed: &mut dyn FnMut(&[u8])) {
        let public = &self.public;
        let (cells, seats) = public.hashed_cells_and_seats();
        feed(&public.tile.values().map(PackedOption::byte)[..cells]);
        feed(&self.kind_bytes()[..cells]);
        feed(&self.owner.values().map(PackedOption::byte)[..cells]);
        for set in [
            public.face_down.bits(),
            public.revealed.bits(),
            public.moved.bits(),
            public.turned_corner.bits(),
        ] {
            for word in &set[..cells.div_ceil(64)] {
                feed(&word.to_le_bytes());
            }
        }
        feed(&self.cleared_mines[..seats]);
        feed(&public.carrier.map(PackedOption::byte)[..seats]);
        feed(&public.dropped_flags.map(PackedOption::byte)[..seats]);
        feed(&public.timeouts[..seats]);
        public.feed_seats(feed);
        public.battles().iter().for_each(|battle| feed_battle(battle, feed));
        feed(&public.quiet_plies.to_le_bytes());
        feed(&public.ply.to_le_bytes());
        public.feed_effects(feed);
    }

    /// Returns the kind of each tile as a byte, or [`NONE`] for a cell on which no piece started.
    fn kind_bytes(&self) -> [u8; CELLS] {
        let (kinds, owners) = (self.kind.values(), self.owner.values());
        std::array::from_fn(|index| match kinds[index] {
            _ if owners[index].is_none() => NONE,
            Some(kind) => kind as u8,
            None => UNRECORDED,
        })
    }
}

impl PublicState {
    /// Returns how many cells and how many seats enter the hash. On boards for up to four armies
    /// these are the counts from before the board for six existed, so that old hashes stay valid.
    fn hashed_cells_and_seats(&self) -> (usize, usize) {
        if self.board().kind() == BoardKind::Six { (CELLS, SEATS) } else { (CELLS_OF_FOUR, 4) }
    }

    /// Feeds the seats: who is alive and to move, who was eliminated, and the ending.
    fn feed_seats(&self, feed: &mut dyn FnMut(&[u8])) {
        let (winners, end_reason) = match self.ending {
            Some((winners, reason)) => (winners.bits(), reason as u8),
            None => (NONE, NONE),
        };
        feed(&[
            u8::from(self.armies_assigned),
            u8::from(self.armies_swapped),
            self.alive.bits(),
            self.turn.index() as u8,
            winners,
            end_reason,
        ]);
        let (_, seats) = self.hashed_cells_and_seats();
        for entry in &self.eliminated[..seats] {
            feed(&match entry {
                Some((seat, reason)) => [seat.index() as u8, *reason as u8],
                None => [NONE, NONE],
            });
        }
    }

    /// Feeds what effects of house rules changed. Each part begins with a letter. A part that is
    /// empty feeds nothing, so that games without house rules keep the hashes they had before house
    /// rules existed.
    fn feed_effects(&self, feed: &mut dyn FnMut(&[u8])) {
        // `p` for the postponed turns, `b` for the kinds possible for a tile, `q` for a question,
        // `m` for memory.
        if !self.postponed_turns.is_empty() {
            feed(b"p");
            self.postponed_turns.iter().for_each(|seat| feed(&[seat.index() as u8]));
        }
        for (tile, kinds) in &self.possible_kinds {
            feed(b"b");
            feed(&[tile.index() as u8]);
            feed(&kinds.bits().to_le_bytes());
        }
        self.questions.encode(feed);
        self.memory.encode(&mut |part| {
            feed(b"m");
            feed(part);
        });
    }
}

fn feed_battle(battle: &Battle, feed: &mut dyn FnMut(&[u8])) {
    let [ply_0, ply_1, ply_2, ply_3] = battle.ply.to_le_bytes();
    feed(&[
        battle.attacker.index() as u8,
        battle.defender.index() as u8,
        battle.result as u8,
        u8::from(battle.attacker_flag_shown),
        u8::from(battle.defender_flag_shown),
        u8::from(battle.defender_scouted),
        u8::from(battle.is_result_given),
        ply_0,
        ply_1,
        ply_2,
        ply_3,
    ]);
}
