//! The canonical bytes of a state of Junqi, from which the marks of saved games are made.

use super::battle::Battle;
use super::board_kind::BoardKind;
use super::cells::{CELLS, CELLS_OF_FOUR};
use super::packed_option::PackedOption;
use super::piece::Piece;
use super::public::Public;
use super::seats::SEATS;
use super::state::Junqi;
use super::tile::Tiles;

/// The byte of the kind of an unrecorded piece. It follows the last kind.
const UNRECORDED: u8 = Piece::ALL.len() as u8;
/// The byte where there is no seat, reason or tile.
const NONE: u8 = u8::MAX;

impl Junqi {
    /// Feeds the whole state, in the order that the marks of saved games depend on.
    pub(super) fn feed(&self, feed: &mut dyn FnMut(&[u8])) {
        let public = &self.public;
        let (cells, seats) = public.numbers();
        feed(&public.tile.values().map(PackedOption::byte)[..cells]);
        feed(&self.kind_bytes()[..cells]);
        feed(&self.owner.values().map(PackedOption::byte)[..cells]);
        let tiles = [public.shown, public.moved, public.turned_corner].map(Tiles::bits);
        for set in [public.down.bits()].into_iter().chain(tiles) {
            let words = &set[..cells.div_ceil(64)];
            words.iter().for_each(|word| feed(&word.to_le_bytes()));
        }
        feed(&self.cleared_mines[..seats]);
        feed(&public.carrier.map(PackedOption::byte)[..seats]);
        feed(&public.dropped_flags.map(PackedOption::byte)[..seats]);
        feed(&public.timeouts[..seats]);
        public.feed_seats(feed);
        public.battles().iter().for_each(|battle| feed_battle(battle, feed));
        feed(&public.quiet.to_le_bytes());
        feed(&public.ply.to_le_bytes());
        public.feed_effects(feed);
    }

    /// Returns the kind of each tile as a byte.
    fn kind_bytes(&self) -> [u8; CELLS] {
        let (kinds, owners) = (self.kind.values(), self.owner.values());
        std::array::from_fn(|index| match kinds[index] {
            _ if owners[index].is_none() => NONE,
            Some(kind) => kind as u8,
            None => UNRECORDED,
        })
    }
}

impl Public {
    /// Returns the numbers of cells and seats that enter marks. With up to four armies these are
    /// the numbers from before the board for six existed.
    fn numbers(&self) -> (usize, usize) {
        if self.board().kind() == BoardKind::Six { (CELLS, SEATS) } else { (CELLS_OF_FOUR, 4) }
    }

    fn feed_seats(&self, feed: &mut dyn FnMut(&[u8])) {
        let over = self.over.map_or([NONE; 2], |(seats, reason)| [seats.bits(), reason as u8]);
        feed(&[
            u8::from(self.assigned),
            u8::from(self.swapped),
            self.alive.bits(),
            self.turn.index() as u8,
            over[0],
            over[1],
        ]);
        for out in &self.out[..self.numbers().1] {
            let (seat, why) = out.map_or((NONE, NONE), |(s, why)| (s.index() as u8, why as u8));
            feed(&[seat, why]);
        }
    }

    /// Feeds the traces of house rules. Games without them keep the marks they had before house
    /// rules existed.
    fn feed_effects(&self, feed: &mut dyn FnMut(&[u8])) {
        if !self.put_off.is_empty() {
            feed(b"p");
            self.put_off.iter().for_each(|seat| feed(&[seat.index() as u8]));
        }
        for (tile, kinds) in &self.possible_kinds {
            feed(b"b");
            feed(&[tile.index() as u8]);
            feed(&kinds.bits().to_le_bytes());
        }
        self.memory.fingerprint(&mut |part| {
            feed(b"m");
            feed(part);
        });
    }
}

fn feed_battle(battle: &Battle, feed: &mut dyn FnMut(&[u8])) {
    let Battle { attacker_flag, defender_flag, scouted, ruled, .. } = *battle;
    let [a, b, c, d] = battle.ply.to_le_bytes();
    feed(&[
        battle.attacker.index() as u8,
        battle.defender.index() as u8,
        battle.fight as u8,
        u8::from(attacker_flag),
        u8::from(defender_flag),
        u8::from(scouted),
        u8::from(ruled),
        a,
        b,
        c,
        d,
    ]);
}
