//! Handing a table over to a guest, who becomes its host.
//!
//! The game is stopped meanwhile. The guest is sent what the files of the table hold: the seats
//! with their tokens, the shares and layouts, and the journal. Once it has opened the table, the
//! others are sent its address. They come back with their tokens, as after a restart of the host.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use qipan_core::contract::seat::Seat;
use qipan_core::contract::view_data::ViewData;
use serde::{Deserialize, Serialize};

use super::broadcast::parts_of;
use super::{GuestId, Outbox, Phase, SavedTable, Table};
use crate::together::board::PageBoard;
use crate::together::message::HostMessage;

/// The time limit for a guest to open the table.
pub const HANDOVER_TIME: Duration = Duration::from_secs(60);

/// A table as it is handed over.
#[derive(Debug, Serialize, Deserialize)]
pub struct HandedTable {
    /// The file of the table.
    pub table: SavedTable,
    /// The journal of its game, if one is being played.
    pub journal: Option<String>,
}

impl<G: PageBoard + ViewData> Table<G> {
    /// Sends the table to the player of a seat, who is asked to open it.
    pub(super) fn hand_over_to(&mut self, seat: Seat, now: Instant, out: &mut Outbox) {
        let Some(id) = self.seats.get(&seat).and_then(|guest_seat| guest_seat.guest) else {
            return;
        };
        let can_host = self.guests.get(&id).is_some_and(|guest| guest.can_host);
        // The scripts of house rules never leave their computer.
        let is_possible = can_host && self.setup.house_rules.is_empty() && self.new_host.is_none();
        if !is_possible || matches!(self.phase, Phase::MakingSeed { .. }) || self.is_game_over() {
            return;
        }
        let journal = match &mut self.phase {
            // The new journal also replaces that of this host. It contains all steps played, so the
            // files of this host remain complete.
            Phase::Playing(referee) => Some(referee.session_mut().begin_journal()),
            _ => None,
        };
        self.changes.journal.clone_from(&journal);
        let handed =
            serde_json::from_str(&self.to_json()).map(|table| HandedTable { table, journal });
        let Ok(text) = handed.and_then(|handed| serde_json::to_string(&handed)) else { return };
        self.offer = None;
        self.new_host = Some((id, now));
        let parts = parts_of(&text);
        for (part, text) in parts.iter().enumerate() {
            let part = HostMessage::<G::Data, G::EventData>::HandOver {
                part,
                parts: parts.len(),
                text: (*text).to_owned(),
            };
            self.send(id, &part, out);
        }
    }

    /// Moves the table to the address at which the new host has opened it. Without an address, the
    /// table stays at this host.
    pub(super) fn end_handover(
        &mut self,
        guest: GuestId,
        address: Option<SocketAddr>,
        now: Instant,
        out: &mut Outbox,
    ) {
        if self.new_host.is_none_or(|(new_host, _)| new_host != guest) {
            return;
        }
        self.new_host = None;
        let Some(address) = address else { return self.cancel_handover(now, out) };
        self.moved_to = Some(address);
        for id in self.guest_ids() {
            self.send(id, &HostMessage::<G::Data, G::EventData>::Moved { address }, out);
            out.closed.push(id);
        }
        self.guests.clear();
    }

    /// Ends a handover that takes too long, or whose new host has left.
    pub(super) fn check_handover(&mut self, now: Instant, out: &mut Outbox) {
        let Some((new_host, since)) = self.new_host else { return };
        let is_late = now.saturating_duration_since(since) > HANDOVER_TIME;
        if is_late || !self.guests.contains_key(&new_host) {
            self.new_host = None;
            self.cancel_handover(now, out);
        }
    }

    /// Continues the game at this host after a handover that failed.
    fn cancel_handover(&mut self, now: Instant, out: &mut Outbox) {
        self.notify_all("together-not-handed-over", &[], out);
        self.advance(now, out);
    }
}
