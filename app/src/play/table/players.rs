//! Changes of who plays a seat.

use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::play::game::Playable;
use crate::play::table::Table;

impl<G: Playable> Table<G> {
    /// Gives a colour to the first person. If the colour has a player, the two swap seats. Returns
    /// false if the game has begun or the colour cannot be chosen.
    pub fn pick_colour(&mut self, colour: Seat) -> bool {
        if self.steps() > 0 {
            return false;
        }
        let mut record = self.session.record().clone();
        let human = record.players.iter().position(|(_, player)| player.is_human());
        let target = record.players.iter().position(|(seat, _)| *seat == colour);
        match (human, target) {
            (Some(human), Some(target)) => {
                let player = record.players[human].1.clone();
                record.players[human].1 = std::mem::replace(&mut record.players[target].1, player);
            }
            (Some(human), None) => {
                record.players[human].0 = colour;
                record.players.sort_by_key(|(seat, _)| *seat);
            }
            _ => return false,
        }
        let Ok(session) = Session::new(record) else { return false };
        self.session = session;
        self.redo_stack.clear();
        self.is_picking_colour = false;
        self.show_change();
        true
    }

    /// Replaces the player of a seat from now on.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        let person_leaves = self.is_human(seat) && !player.is_human();
        self.session.set_player(seat, player);
        self.redo_stack.clear();
        self.started_robots[seat.index()] = None;
        self.draw_offer = None;
        self.concessions.forget(seat);
        if person_leaves && self.perspective().is_some() {
            // Handing a seat to a robot must not reveal the pieces of others.
            self.restrict_to(Some(seat));
        }
        self.robot_errors.retain(|(other, _)| *other != seat);
        // The next player must not see the unfinished input of a person.
        self.selection = G::Selection::default();
        self.common.note_change();
    }
}
