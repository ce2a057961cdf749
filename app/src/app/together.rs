//! Games with people on other devices: opens a table, joins one, and shows what its host sends.
//!
//! A table that this window opens is served like one of `qipan host`, and the player joins it like
//! any other guest. So the game on the screen always comes from a host: [`PersonGuest`] handles the
//! host's messages, and the table on the play screen follows them.

mod companions;
mod host;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use egui::Context;
use qipan_core::contract::setup::Setup;
use qipan_core::contract::view_data::ViewData;
use qipan_core::registry::GameKind;
use qipan_core::with_game;
use serde_json::Value;

use crate::app::files::parse_table;
use crate::app::repaint::repaint_signal;
use crate::app::screen_stack::Layer;
use crate::app::{App, Screen};
use crate::command::{Command, TogetherCommand};
use crate::games::GameUi;
use crate::model::i18n::Lang;
use crate::model::storage;
use crate::screens::play::TableScreen;
use crate::screens::together::{JoinedTable, strip_ui};
use crate::together::message::HostMessage;
use crate::together::{
    GameChange, JoinError, JoinRequest, Nearby, NearbyTable, PersonGuest, SeatTicket, Verdict,
    with_port,
};
use crate::ui::context::ScreenContext;
use companions::Companion;
use host::HostedTable;

/// The maximum number of messages of a host that are handled in one frame, so that the window stays
/// responsive.
const MAX_MESSAGES_PER_FRAME: usize = 64;

/// The interval at which the list of tables on the local network is updated.
const NEARBY_POLL: Duration = Duration::from_millis(500);

/// The state of a game with people on other devices.
#[derive(Default)]
pub(super) struct TogetherState {
    /// The person at this window whose game is shown.
    guest: Option<PersonGuest>,
    /// The other people at this window.
    companions: Vec<Companion>,
    /// The table that this window has opened.
    hosting: Option<HostedTable>,
    /// The table that this window has handed over. Its server sends players who were away to the
    /// new host.
    former: Option<HostedTable>,
    /// The result of the check of the last game.
    verdict: Option<Verdict>,
    /// The search for tables on the local network, while its page is shown.
    nearby: Option<Nearby>,
    /// The tickets with which the people at this window can return to their table after the window
    /// was closed.
    tickets: Vec<SeatTicket>,
    /// The table that the host offers to hand over, until the player has answered.
    offered_table: Option<OfferedTable>,
    /// The finished game. It replaces the one on the screen once the last move has been shown.
    finished: Option<Box<dyn TableScreen>>,
}

/// A table that the host offers to hand over.
struct OfferedTable {
    /// Unchecked JSON from the host.
    text: String,
    offered_at: Instant,
}

impl TogetherState {
    /// Returns the table that the player has joined, for the screens.
    pub(super) fn joined_table(&self) -> Option<JoinedTable<'_>> {
        Some(JoinedTable {
            guest: self.guest.as_ref()?,
            companions: self.companions.iter().map(|companion| &companion.guest).collect(),
            code: self.hosting.as_ref().map(|hosting| hosting.code.as_str()),
            links: self.hosting.as_ref().map_or(&[], |hosting| hosting.links.as_slice()),
            verdict: self.verdict.as_ref(),
        })
    }

    /// Returns the address of the table where the player was when the window was closed.
    pub(super) fn last_address(&self) -> Option<&str> {
        self.tickets.first().map(|ticket| ticket.address.as_str())
    }

    /// Returns the tables that were found on the local network.
    pub(super) fn nearby_tables(&self) -> Vec<NearbyTable> {
        self.nearby.iter().flat_map(Nearby::tables).cloned().collect()
    }

    /// Returns the people at this window, starting with the one whose game is shown.
    fn guests_mut(&mut self) -> impl Iterator<Item = &mut PersonGuest> {
        let companions = self.companions.iter_mut().map(|companion| &mut companion.guest);
        self.guest.iter_mut().chain(companions)
    }

    /// Returns true if this window has opened the table.
    pub(super) fn is_host(&self) -> bool {
        self.hosting.is_some()
    }

    /// Returns true while a game is being played at the table.
    pub(super) fn is_playing(&self) -> bool {
        self.guest.as_ref().is_some_and(PersonGuest::has_game)
    }

    /// Draws the strip under the game. It shows absent players, messages and open questions.
    pub(super) fn strip_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut egui::Ui) {
        if let Some(table) = self.joined_table() {
            strip_ui(&table, cx, ui);
        }
    }
}

impl App {
    /// Carries out a command about games with people on other devices.
    pub(super) fn together_command(&mut self, command: TogetherCommand, ctx: &Context) {
        match command {
            TogetherCommand::Show => self.go(Screen::Together),
            TogetherCommand::Plan(game) => {
                self.screens.together.plan(*game);
                self.go(Screen::Together);
            }
            TogetherCommand::Host(invitation) => {
                self.leave_table();
                self.host_game(&invitation, ctx);
            }
            TogetherCommand::Join { address, code, watches } => {
                self.leave_table();
                let choice = self.join_request(with_port(&address), code, None, watches);
                self.join_table(choice, ctx);
            }
            TogetherCommand::AddPlayer(name) => self.add_companion(name, ctx),
            TogetherCommand::Ready(layout) => {
                self.together.verdict = None;
                if let Some(guest) = &mut self.together.guest
                    && let Some(kind) = guest.kind()
                {
                    let layout = layout.or_else(|| with_game!(kind, |G| guest.draw_layout::<G>()));
                    guest.send_ready(layout);
                    self.show_next_unready_person();
                }
            }
            TogetherCommand::Unready => {
                self.together.guest.iter().for_each(PersonGuest::send_unready);
            }
            TogetherCommand::Say(phrase) => {
                self.together.guest.iter().for_each(|guest| guest.say(&phrase));
            }
            TogetherCommand::SayText(text) => {
                self.together.guest.iter().for_each(|guest| guest.say_text(&text));
            }
            TogetherCommand::ToggleMute(name) => {
                self.together.guest.iter_mut().for_each(|guest| guest.toggle_mute(&name));
            }
            TogetherCommand::Answer(agrees) => {
                self.together.guests_mut().for_each(|guest| guest.answer(agrees));
            }
            TogetherCommand::Return => self.return_to_table(ctx),
            TogetherCommand::Forget => {
                self.together.tickets.clear();
                self.delete_tickets();
            }
            TogetherCommand::AskRemove(seat, name) => {
                let text = self.i18n.tf("together-ask-remove", &[("name", name.into())]);
                self.ask_first(text, Command::Together(TogetherCommand::Remove(seat)));
            }
            TogetherCommand::Remove(seat) => {
                self.together.hosting.iter().for_each(|hosting| hosting.remove_player(&seat));
            }
            TogetherCommand::AskHandOver(seat, name) => {
                let text = self.i18n.tf("together-ask-hand-over", &[("name", name.into())]);
                self.ask_first(text, Command::Together(TogetherCommand::HandOver(seat)));
            }
            TogetherCommand::HandOver(seat) => {
                self.together.hosting.iter().for_each(|hosting| hosting.hand_over(&seat));
            }
            TogetherCommand::TakeOver => self.take_table_over(),
            TogetherCommand::CopyLink(link) => {
                ctx.copy_text(link);
                self.notify(self.i18n.t("share-copied"));
            }
            TogetherCommand::AskLeave => {
                let id = match self.together.hosting {
                    Some(_) => "together-ask-close",
                    None => "together-ask-leave",
                };
                self.ask_first(self.i18n.t(id), Command::Together(TogetherCommand::Leave));
            }
            TogetherCommand::Leave => {
                self.leave_table();
                if self.table.as_ref().is_some_and(|table| table.facts().is_mirror) {
                    self.table = None;
                }
                self.navigation.restart(Screen::Together);
            }
        }
    }

    /// Returns the request to join a table, with the player's name and language.
    fn join_request(
        &self,
        address: String,
        code: String,
        seat: Option<String>,
        watches: bool,
    ) -> JoinRequest {
        let (name, lang) = (self.settings.name.clone(), self.lang_tag());
        JoinRequest { address, code, name, lang, seat, watches, can_host: true }
    }

    /// Returns the tag of the window's language for messages to the host.
    fn lang_tag(&self) -> &'static str {
        match self.i18n.lang() {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// Joins a table.
    fn join_table(&mut self, choice: JoinRequest, ctx: &Context) {
        self.screens.together.reset_for_join();
        match PersonGuest::join(choice, repaint_signal(ctx)) {
            Ok(guest) => self.together.guest = Some(guest),
            Err(why) => self.screens.together.show_failure(why.to_string()),
        }
        self.go(Screen::Together);
    }

    /// Leaves the table, and closes it if this window opened it.
    pub(super) fn leave_table(&mut self) {
        self.put_finished_game();
        let companions = std::mem::take(&mut self.together.companions);
        let companions = companions.into_iter().map(|companion| companion.guest);
        self.together.guest.take().into_iter().chain(companions).for_each(PersonGuest::leave);
        if let Some(hosting) = self.together.hosting.take() {
            hosting.close();
        }
        self.together = TogetherState::default();
        self.delete_tickets();
    }

    /// Returns the path of the file of tickets, which lead back to a table after the window was
    /// closed.
    fn tickets_path(&self) -> PathBuf {
        self.storage.folders().data.join("seat.json")
    }

    /// Reads the tickets that lead back to a table. A damaged file is ignored.
    pub(super) fn load_tickets(&mut self) {
        let text = storage::read_text(&self.tickets_path()).ok();
        self.together.tickets =
            text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    }

    /// Deletes the file of the tickets.
    fn delete_tickets(&self) {
        // There may be no such file.
        let _ = storage::disk::remove(&self.tickets_path());
    }

    /// Goes back to the table where the player was when the window was closed. If this window had
    /// opened that table, opens it again first.
    fn return_to_table(&mut self, ctx: &Context) {
        let mut tickets = self.together.tickets.clone();
        let Some(first) = tickets.first_mut() else { return };
        if let Err(why) = self.resume_hosting(first) {
            let text = self.i18n.tf("together-cannot-open", &[("why", why.into())]);
            return self.screens.together.show_failure(text);
        }
        self.screens.together.reset_for_join();
        let address = first.address.clone();
        for mut ticket in tickets {
            ticket.address.clone_from(&address);
            let is_first = self.together.guest.is_none();
            let lang = self.lang_tag();
            match PersonGuest::come_back(ticket, lang, is_first, repaint_signal(ctx)) {
                Ok(guest) if is_first => self.together.guest = Some(guest),
                Ok(guest) => self.together.companions.push(Companion::new(guest)),
                Err(why) => return self.screens.together.show_failure(why.to_string()),
            }
        }
    }

    /// Searches for tables on the local network while the page for joining is shown.
    fn poll_nearby(&mut self, ctx: &Context) {
        let is_wanted = self.window.uses_local_network
            && self.screen() == Screen::Together
            && self.together.guest.is_none();
        if !is_wanted {
            self.together.nearby = None;
            return;
        }
        if self.together.nearby.is_none() {
            // If the search cannot start, players type the address.
            self.together.nearby = Nearby::search().ok();
        }
        if let Some(nearby) = &mut self.together.nearby {
            nearby.poll();
            ctx.request_repaint_after(NEARBY_POLL);
        }
    }

    /// Handles the host's messages, and sends the player's intentions to the host.
    pub(super) fn poll_together(&mut self, ctx: &Context) {
        self.poll_nearby(ctx);
        let mut handled = 0;
        while let Some(guest) = &mut self.together.guest {
            if handled == MAX_MESSAGES_PER_FRAME {
                ctx.request_repaint();
                break;
            }
            handled += 1;
            let message = match guest.poll() {
                Ok(Some(message)) => message,
                Ok(None) => break,
                Err(why) => return self.lose_table(why),
            };
            let Some(kind) = guest.kind() else {
                let why = self.i18n.t("together-unknown-game");
                return self.lose_table(JoinError::Refused(why));
            };
            with_game!(kind, |G| self.handle_game_message::<G>(*message));
        }
        if let Err(why) = self.poll_companions() {
            return self.lose_table(why);
        }
        self.write_tickets();
        let Some(guest) = &mut self.together.guest else { return };
        let (refusal, hint) = (guest.take_refusal(), guest.take_hint());
        let (offered, has_new_host) = (guest.take_offered_table(), guest.take_host_change());
        if let (Some(kind), Some(table)) = (guest.kind(), &mut self.table)
            && table.facts().is_mirror
            && table.kind() == kind
        {
            with_game!(kind, |G| {
                let table = table.table_mut::<G>();
                if !guest.is_connected() {
                    table.decide_again(None);
                } else if let Some((step, _)) = &refusal {
                    table.decide_again(Some(*step));
                    table.show_host_hint(*step, None);
                }
                if let Some((step, id)) = hint {
                    table.show_host_hint(step, Some(id));
                }
                guest.update_players(table);
                let intentions = table.take_intentions();
                intentions
                    .into_iter()
                    .for_each(|(step, wanted)| guest.send_intention(step, wanted));
            });
        }
        if guest.absent_players(Instant::now()).next().is_some() {
            ctx.request_repaint_after(Duration::from_secs(1));
        }
        if let Some((_, why)) = refusal {
            self.notify_error(why);
        }
        if has_new_host {
            self.follow_table_to_new_host();
        }
        if self.together.offered_table.is_some() && !self.navigation.is_open(Layer::Question) {
            self.decline_table();
        }
        if let Some(text) = offered {
            self.together.offered_table = Some(OfferedTable { text, offered_at: Instant::now() });
            let text = self.i18n.t("together-take-over");
            self.ask_first(text, Command::Together(TogetherCommand::TakeOver));
        }
        self.show_finished_game();
    }

    /// Writes the tickets of the people at this window, if one has changed.
    fn write_tickets(&mut self) {
        // Goes through all guests, because each call resets the flag of one guest.
        let changed = self.together.guests_mut().map(PersonGuest::take_ticket_change);
        if changed.filter(|has_changed| *has_changed).count() == 0 {
            return;
        }
        let guests: Vec<_> = self.together.guests_mut().collect();
        let mut tickets: Vec<SeatTicket> =
            guests.into_iter().filter_map(|guest| guest.ticket()).collect();
        if let Some(hosting) = &self.together.hosting {
            tickets.iter_mut().for_each(|ticket| hosting.fill_in(ticket));
        }
        if tickets.is_empty() {
            return;
        }
        let text = serde_json::to_string(&tickets).unwrap_or_default();
        if let Err(error) = storage::write_atomic(&self.tickets_path(), &text, false) {
            self.notify_error(error.text(&self.i18n));
        }
    }

    /// Handles a message about the game.
    fn handle_game_message<G: GameUi + ViewData + Setup>(
        &mut self,
        message: HostMessage<Value, Value>,
    ) {
        let table = self
            .table
            .as_mut()
            .filter(|table| table.facts().is_mirror && table.kind() == GameKind::of::<G>());
        let table = table.map(|table| table.table_mut::<G>());
        let Some(guest) = &mut self.together.guest else { return };
        match guest.handle_game_message::<G>(message, table) {
            Ok(GameChange::Shown) => {}
            Ok(GameChange::Begun(table)) => self.begin_mirror((*table).into()),
            Ok(GameChange::Ended(verdict, file)) => {
                self.end_mirror(file.as_deref(), &verdict);
                self.together.verdict = Some(verdict);
            }
            Err(why) => {
                let text = self.i18n.tf("together-bad-message", &[("why", why.into())]);
                self.lose_table(JoinError::Refused(text));
            }
        }
    }

    /// Returns true if a command needs the whole game while the window has only a mirror of it.
    pub(super) fn needs_whole_game(&self, command: &Command) -> bool {
        let Some(table) = self.table.as_ref().filter(|table| table.facts().is_mirror) else {
            return false;
        };
        match command {
            Command::OpenReplay
            | Command::OpenReplayAt(_)
            | Command::PlayFrom(_)
            | Command::Rematch(_) => true,
            Command::Save | Command::SaveDialog | Command::SaveTo(_) => {
                self.screen() == Screen::Play
                    && with_game!(table.kind(), |G| !table.table::<G>().can_save_seen_game())
            }
            _ => false,
        }
    }

    /// Shows a game that begins at the host.
    fn begin_mirror(&mut self, table: Box<dyn TableScreen>) {
        (self.together.verdict, self.together.finished) = (None, None);
        self.replace_table(table);
        if let Some(table) = &mut self.table {
            table.common_mut().is_coached = false;
        }
        self.cover_game_if_shared();
    }

    /// Reads the finished game that the host sent, and adds the verdict to it as a note. The game
    /// waits until the mirror has shown the last move.
    fn end_mirror(&mut self, file: Option<&str>, verdict: &Verdict) {
        let mut table = match file.map(parse_table) {
            Some(Ok(table)) => table,
            Some(Err(why)) => return self.notify_error(why),
            None => return,
        };
        let note = match verdict {
            Verdict::Fair => "checked: dice, layouts and moves are as the host said".to_owned(),
            Verdict::CommitmentsUnknown => {
                "checked: moves follow the rules and the seed".to_owned()
            }
            Verdict::Unfair(why) => format!("checked, not fair: {}", why.in_english()),
        };
        with_game!(table.kind(), |G| table.table_mut::<G>().session.add_note(note));
        table.common_mut().set_unsaved();
        table.common_mut().was_together = true;
        self.together.finished = Some(table);
    }

    /// Replaces the mirror on the table with the finished game, once the mirror has shown the last
    /// move.
    fn show_finished_game(&mut self) {
        if self.table.as_ref().is_some_and(|table| table.facts().is_animator_idle) {
            self.put_finished_game();
        }
    }

    /// Puts the finished game on the table, if the game there is still the mirror of the hosted
    /// game.
    fn put_finished_game(&mut self) {
        let is_mirror = self.table.as_ref().is_some_and(|table| table.facts().is_mirror);
        if let Some(finished) = self.together.finished.take_if(|_| is_mirror) {
            self.put_on_table(finished);
        }
    }

    /// Forgets the table after the connection to its host has ended, and shows the reason.
    fn lose_table(&mut self, why: JoinError) {
        self.put_finished_game();
        let is_unreachable = matches!(why, JoinError::Unreachable(_));
        let text = match why {
            JoinError::Refused(why) => {
                self.delete_tickets();
                why
            }
            JoinError::Unreachable(why) => {
                self.i18n.tf("together-unreachable", &[("why", why.into())])
            }
        };
        self.together = TogetherState::default();
        if is_unreachable {
            // The host may be reached later.
            self.load_tickets();
        }
        if self.table.as_ref().is_some_and(|table| table.facts().is_mirror) {
            self.table = None;
            self.navigation.restart(Screen::Together);
        }
        self.screens.together.show_failure(text);
    }
}
