//! Several people at one window.
//!
//! Each person is a guest of the host with a seat of their own. The window shows the game of the
//! person who has to act. In games with hidden pieces, these are covered until the next person
//! is at the screen, as in a game without a host.

use egui::Context;
use qipan_core::contract::setup::Setup;
use qipan_core::contract::view_data::ViewData;
use qipan_core::registry::GameKind;
use qipan_core::with_game;
use serde_json::Value;

use super::MAX_MESSAGES_PER_FRAME;
use crate::app::App;
use crate::app::repaint::repaint_signal;
use crate::games::GameUi;
use crate::screens::play::TableScreen;
use crate::together::message::HostMessage;
use crate::together::{GameChange, JoinError, JoinRequest, PersonGuest, Verdict};

/// Another person at this window.
pub(super) struct Companion {
    /// The person as a guest of the host.
    pub(super) guest: PersonGuest,
    /// The game as this person sees it.
    table: Option<Box<dyn TableScreen>>,
}

impl Companion {
    /// Creates a companion who has joined a table.
    pub(super) fn new(guest: PersonGuest) -> Self {
        Self { guest, table: None }
    }

    /// Handles the host's messages. Returns the result of the check of a game that has ended.
    ///
    /// # Errors
    /// The connection has ended for good, or the host sent an invalid message.
    fn poll(&mut self) -> Result<Option<Verdict>, JoinError> {
        for _ in 0..MAX_MESSAGES_PER_FRAME {
            let Some(message) = self.guest.poll()? else { break };
            let kind = self.guest.kind();
            let kind = kind.ok_or_else(|| JoinError::Refused("unknown game".into()))?;
            let result = with_game!(kind, |G| self.handle_game_message::<G>(*message));
            if let Some(verdict) = result.map_err(JoinError::Refused)? {
                return Ok(Some(verdict));
            }
        }
        let Some(kind) = self.guest.kind() else { return Ok(None) };
        if let Some(table) = self.table.as_mut().filter(|table| table.kind() == kind) {
            with_game!(kind, |G| self.guest.update_players(table.table_mut::<G>()));
        }
        Ok(None)
    }

    /// Handles a message about the game.
    fn handle_game_message<G: GameUi + ViewData + Setup>(
        &mut self,
        message: HostMessage<Value, Value>,
    ) -> Result<Option<Verdict>, String> {
        let is_same = |table: &&mut Box<dyn TableScreen>| table.kind() == GameKind::of::<G>();
        let table = self.table.as_mut().filter(is_same).map(|table| table.table_mut::<G>());
        match self.guest.handle_game_message::<G>(message, table)? {
            GameChange::Shown => Ok(None),
            GameChange::Begun(table) => {
                self.table = Some((*table).into());
                Ok(None)
            }
            GameChange::Ended(verdict, _) => {
                self.table = None;
                Ok(Some(verdict))
            }
        }
    }
}

/// Returns true if the person whose game a table shows has to act.
fn can_act(table: &dyn TableScreen) -> bool {
    with_game!(table.kind(), |G| table.table::<G>().can_act_at_host())
}

/// Covers the pieces of the person whose game a table shows.
fn cover(table: &mut dyn TableScreen) {
    with_game!(table.kind(), |G| {
        let table = table.table_mut::<G>();
        table.animator.skip();
        table.cover_for_next_person();
    });
}

impl App {
    /// Lets another person at this window join the table.
    pub(super) fn add_companion(&mut self, name: String, ctx: &Context) {
        let Some(guest) = &self.together.guest else { return };
        let Some(welcome) = guest.welcome() else { return };
        let choice = JoinRequest {
            address: guest.address().to_owned(),
            code: welcome.table.to_string(),
            name,
            lang: self.lang_tag(),
            seat: None,
            watches: false,
            can_host: false,
        };
        match PersonGuest::join(choice, repaint_signal(ctx)) {
            Ok(guest) => self.together.companions.push(Companion::new(guest)),
            Err(why) => self.notify_error(why.to_string()),
        }
    }

    /// Handles the host's messages to the other people at this window, and shows the game of the
    /// person who has to act.
    ///
    /// # Errors
    /// A connection has ended for good, with the reason.
    pub(super) fn poll_companions(&mut self) -> Result<(), JoinError> {
        let mut index = 0;
        while let Some(companion) = self.together.companions.get_mut(index) {
            match companion.poll() {
                Ok(Some(verdict @ Verdict::Unfair(_))) => self.together.verdict = Some(verdict),
                Ok(_) => {}
                // The table is full, or the host has removed this person: the others play on.
                Err(JoinError::Refused(why)) => {
                    self.together.companions.remove(index);
                    self.notify_error(why);
                    continue;
                }
                Err(why) => return Err(why),
            }
            if let Some((_, why)) = companion.guest.take_refusal() {
                self.notify_error(why);
            }
            index += 1;
        }
        self.show_person_to_act();
        Ok(())
    }

    /// Shows the game of the person at this window who has to act, once the last move has been
    /// shown.
    fn show_person_to_act(&mut self) {
        let Some(table) = self.table.as_deref() else { return };
        if !table.facts().is_mirror || !table.facts().is_animator_idle || can_act(table) {
            return;
        }
        let next = self
            .together
            .companions
            .iter()
            .position(|companion| companion.table.as_deref().is_some_and(can_act));
        if let Some(next) = next {
            self.swap_companion(next);
            if let Some(table) = &mut self.table {
                cover(table.as_mut());
            }
        }
    }

    /// Shows the table as the companion with this index sees it. The person whose view was shown
    /// takes the place of the companion.
    fn swap_companion(&mut self, index: usize) {
        let (Some(guest), Some(companion)) =
            (&mut self.together.guest, self.together.companions.get_mut(index))
        else {
            return;
        };
        std::mem::swap(guest, &mut companion.guest);
        // The table shown changes together with its guest.
        let is_mirror = self.table.as_ref().is_some_and(|table| table.facts().is_mirror);
        if is_mirror && companion.table.is_some() {
            std::mem::swap(&mut self.table, &mut companion.table);
        }
    }

    /// Shows the table as the next person at this window who is not ready sees it.
    pub(super) fn show_next_unready_person(&mut self) {
        let is_unready = |companion: &Companion| {
            companion.guest.own_seat().is_some() && !companion.guest.is_ready()
        };
        if let Some(next) = self.together.companions.iter().position(is_unready) {
            self.swap_companion(next);
        }
    }

    /// Covers the pieces of a game that has just begun if several people play at this window.
    pub(super) fn cover_game_if_shared(&mut self) {
        if let Some(table) = self.table.as_mut().filter(|_| !self.together.companions.is_empty()) {
            cover(table.as_mut());
        }
    }
}
