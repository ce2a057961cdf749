//! The messages about the game: positions, steps and the end.

use std::collections::BTreeMap;

use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::setup::Setup;
use qipan_core::contract::view_data::ViewData;
use qipan_core::record::step_from_json;
use serde_json::Value;

use super::checks::{check_offered, check_viewer, house_rules_of, preset_of, read_choices, rules};
use super::{GameChange, MAX_FILE, MAX_STEPS, PersonGuest};
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::together::message::{
    EndMessage, HostMessage, SeatData, SeatKind, StepMessage, TableState, ViewMessage,
};
use crate::together::verify::{Announced, Verdict};

impl PersonGuest {
    /// Handles a message about a game of type `G`. `table` shows the game, if it has begun.
    ///
    /// # Errors
    /// The message is not valid. The text says why.
    pub fn handle_game_message<G: Playable + ViewData + Setup>(
        &mut self,
        message: HostMessage<Value, Value>,
        table: Option<&mut Table<G>>,
    ) -> Result<GameChange<G>, String> {
        match message {
            HostMessage::View(message) => self.handle_view(*message, table),
            HostMessage::Step(message) => self.handle_step(*message, table),
            // After the connection was lost, the host sends the end again.
            HostMessage::End(_) if self.has_ended => Ok(GameChange::Shown),
            HostMessage::End(end) => {
                self.is_playing = false;
                self.file.clear();
                if end.parts == 0 {
                    self.has_ended = true;
                    return Ok(GameChange::Ended(self.check(&end), None));
                }
                self.end = Some(*end);
                Ok(GameChange::Shown)
            }
            HostMessage::File { part, parts, text, .. } => {
                if self.file.len() + text.len() > MAX_FILE {
                    return Err("the saved game is too large".to_owned());
                }
                self.file.push_str(&text);
                if part.checked_add(1) != Some(parts) {
                    return Ok(GameChange::Shown);
                }
                let Some(end) = self.end.take() else { return Ok(GameChange::Shown) };
                self.has_ended = true;
                let file = std::mem::take(&mut self.file);
                let welcome = self.welcome.as_ref().ok_or("an end before the welcome")?;
                let announced = Announced::<G> {
                    rules: rules::<G>(welcome)?,
                    house_rules: welcome.house_rules.len(),
                };
                let verdict = match self.check(&end) {
                    Verdict::Unfair(why) => Verdict::Unfair(why),
                    verdict => {
                        let witness = self.witness.take().unwrap_or_default();
                        match witness.check_saved_game(&announced, &end, &file) {
                            Verdict::Unfair(why) => Verdict::Unfair(why),
                            _ => verdict,
                        }
                    }
                };
                Ok(GameChange::Ended(verdict, Some(file)))
            }
            _ => Ok(GameChange::Shown),
        }
    }

    /// Checks the end of a game against what the player saw.
    fn check(&self, end: &EndMessage) -> Verdict {
        self.witness
            .as_ref()
            .map_or(Verdict::CommitmentsUnknown, |witness| witness.check_disclosure(end))
    }

    /// Handles a whole position.
    fn handle_view<G: Playable + ViewData>(
        &mut self,
        message: ViewMessage<Value>,
        table: Option<&mut Table<G>>,
    ) -> Result<GameChange<G>, String> {
        // After the connection was lost, the host shows the end of a game again.
        if self.has_ended && message.turn.is_none() {
            return Ok(GameChange::Shown);
        }
        if message.step > MAX_STEPS {
            return Err("the game is too long".to_owned());
        }
        let welcome = self.welcome.as_ref().ok_or("a position before the welcome")?;
        let rules = rules::<G>(welcome)?;
        check_viewer(welcome, &message.view)?;
        let data: G::Data = serde_json::from_value(message.view).map_err(|why| why.to_string())?;
        let view = G::view_from_data(&rules, &data).map_err(|why| why.to_string())?;
        let own = self.own_seat().and_then(G::seat_by_name);
        if let Some(witness) = &mut self.witness {
            witness.note_seed_commitment(&message.commitment, message.step);
            self.has_new_ticket = true;
        }
        let choices = read_choices::<G>(&message.actions, &message.clocks)?;
        self.offer = None;
        match table.filter(|_| self.is_playing) {
            Some(table) => {
                table.resync(message.step, &view, choices);
                check_offered(table)?;
                self.update_players(table);
                Ok(GameChange::Shown)
            }
            None => {
                let players: Vec<(Seat, String)> = self.players::<G>().collect();
                let seats = rules.seats();
                if players.is_empty()
                    || !players.iter().all(|(seat, _)| seats.contains(*seat))
                    || own.is_some_and(|own| !players.iter().any(|it| it.0 == own))
                {
                    return Err("the host sent an invalid list of players".to_owned());
                }
                let mut table = Table::from_host(
                    (&preset_of::<G>(&rules), &rules, house_rules_of(welcome)?),
                    &players,
                    own,
                    (&view, message.step),
                    choices,
                );
                check_offered(&table)?;
                (self.is_playing, self.has_ended) = (true, false);
                self.update_players(&mut table);
                Ok(GameChange::Begun(Box::new(table)))
            }
        }
    }

    /// Handles a step.
    fn handle_step<G: Playable + ViewData>(
        &mut self,
        message: StepMessage<Value, Value>,
        table: Option<&mut Table<G>>,
    ) -> Result<GameChange<G>, String> {
        // Without a table, another game has replaced this one in the window.
        let Some(table) = table.filter(|_| self.is_playing) else { return Ok(GameChange::Shown) };
        if message.step.checked_sub(1) != Some(table.host_steps()) {
            return Err("a step is missing".to_owned());
        }
        let welcome = self.welcome.as_ref().ok_or("a step before the welcome")?;
        let rules = rules::<G>(welcome)?;
        check_viewer(welcome, &message.changes)?;
        let mut data = G::view_data(&table.host_view());
        let changes = serde_json::from_value(message.changes).map_err(|why| why.to_string())?;
        G::apply_changes(&mut data, changes);
        let view = G::view_from_data(&rules, &data).map_err(|why| why.to_string())?;
        let event = |event: Value| -> Result<G::Event, String> {
            let data: G::EventData =
                serde_json::from_value(event).map_err(|why| why.to_string())?;
            let event = data.into();
            G::check_event(&view, &event).map_err(|why| why.to_string())?;
            Ok(event)
        };
        let events = message.events.into_iter().map(event).collect::<Result<Vec<_>, _>>()?;
        let step = step_from_json::<G>(&message.played.to_string())?;
        let choices = read_choices::<G>(&message.actions, &message.clocks)?;
        if let Some(witness) = &mut self.witness {
            witness.note_events::<G>(message.step, &events);
        }
        self.offer = None;
        table.follow(step, events, &view, choices);
        check_offered(table)?;
        Ok(GameChange::Shown)
    }

    /// Updates the table with the players and their connections.
    pub fn update_players<G: Playable>(&self, table: &mut Table<G>) {
        let names: BTreeMap<Seat, String> = self.players::<G>().collect();
        let seats = |is_wanted: &dyn Fn(&SeatData) -> bool| -> SeatSet {
            let wanted = self.seats.iter().filter(|seat| is_wanted(seat));
            wanted.filter_map(|seat| G::seat_by_name(&seat.seat)).collect()
        };
        let people = seats(&|seat| seat.kind != SeatKind::Robot);
        let absent = seats(&|seat| seat.kind == SeatKind::Guest && !seat.is_connected);
        let is_paused = self.state == TableState::Paused || !self.is_connected;
        table.set_players(&names, people, absent, is_paused);
        table.set_allows_hints(self.allows_hints());
    }

    /// Returns the seats with the names of their players.
    fn players<G: Game>(&self) -> impl Iterator<Item = (Seat, String)> {
        self.seats.iter().filter_map(|seat| Some((G::seat_by_name(&seat.seat)?, seat.name.clone())))
    }
}
