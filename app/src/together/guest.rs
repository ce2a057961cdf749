//! A robot as a guest: it joins a table over the network and plays a seat from its view.

use std::time::Duration;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::robot::{Decision, Robot};
use qipan_core::contract::seat::Seat;
use qipan_core::contract::view_data::ViewData;
use qipan_core::script::Scripted;

use super::code::{Hex, Token};
use super::connection::{HostConnection, JoinError};
use super::limits::is_local;
use super::message::{
    ActionData, ActionKind, EndMessage, GuestMessage, Hello, HostMessage, RoundPart, VERSION,
    Welcome, Wish,
};
use super::shares::{commit, commit_layout};
use super::verify::{Announced, Verdict, Witness};

/// The maximum number of connections at the same step that are lost, or bring a message that makes
/// no sense.
const MAX_FAILURES: usize = 100;
/// The time between two attempts to reconnect.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);
/// The maximum number of attempts to reconnect.
const MAX_RETRIES: u32 = 200;

/// How a guest joins.
#[derive(Clone, Debug)]
pub struct GuestOptions {
    /// The address of the host, such as `192.168.1.7:24680`.
    pub address: String,
    /// The code of the table.
    pub code: String,
    /// The name of the player.
    pub name: String,
    /// The name of the seat to take, or `None` for the first open one.
    pub seat: Option<String>,
}

/// A finished game, as its guest knows it.
#[derive(Clone, Debug)]
pub struct GuestResult {
    /// The seat that was played.
    pub seat: String,
    /// The end of the game.
    pub end: EndMessage,
    /// The result of the check of dice, layouts and steps.
    pub verdict: Verdict,
    /// The saved game, if the host sends it.
    pub file: Option<String>,
}

/// A table that a robot has joined, before the type of its game is chosen.
pub struct Joined {
    connection: HostConnection,
    options: GuestOptions,
    /// The table and the seat, as the host describes them.
    pub welcome: Welcome,
}

/// Joins a table.
///
/// # Errors
/// The host cannot be reached, or refuses.
pub async fn join(options: GuestOptions) -> Result<Joined, String> {
    let hello = Hello {
        v: VERSION,
        code: Some(options.code.clone()),
        name: options.name.clone(),
        seat: options.seat.clone(),
        plain: true,
        ..Hello::default()
    };
    let opened = HostConnection::open(&options.address, hello).await;
    let (connection, welcome) = opened.map_err(JoinError::into_text)?;
    Ok(Joined { connection, options, welcome })
}

/// A guest whose moves a robot chooses.
struct RobotGuest<'a, G: Scripted + ViewData> {
    robot: &'a mut dyn Robot<G>,
    rules: G::Rules,
    seat: Seat,
    house_rules: Vec<String>,
    /// The round that the share and the salt were drawn for.
    round: Option<u32>,
    share: Hex<32>,
    salt: Hex<16>,
    layout: Option<String>,
    /// The number of steps before the current position.
    step: usize,
    /// The view of the current position, once the host has sent one.
    data: Option<G::Data>,
    /// The events so far.
    log: Vec<G::Event>,
    /// The number of the step of each event in `log`, from 1.
    log_steps: Vec<usize>,
    witness: Witness,
    /// The end of the game, once the host has sent it.
    end: Option<EndMessage>,
    /// The saved game, as far as it has arrived.
    file: String,
    /// The number of parts of the saved game.
    parts: usize,
}

impl Joined {
    /// Plays the game to its end with a robot. Reconnects if the connection is lost.
    ///
    /// # Errors
    /// The host cannot be reached any more, or sends a message that is not valid.
    pub async fn play<G: Scripted + ViewData>(
        self,
        robot: &mut dyn Robot<G>,
    ) -> Result<GuestResult, String> {
        let Self { mut connection, mut options, welcome } = self;
        let seat_name = welcome.seat.clone().ok_or("this guest only watches")?;
        let seat = G::seat_by_name(&seat_name).ok_or("the host gave an unknown seat")?;
        let rules: G::Rules = serde_json::from_value(welcome.options_of_rules.clone())
            .map_err(|why| format!("the rules of the host cannot be read: {why}"))?;
        let token = welcome.token.ok_or("the host gave no token")?;
        let mut player = RobotGuest {
            robot,
            rules,
            seat,
            house_rules: welcome.house_rules.clone(),
            round: None,
            share: Hex::draw(),
            salt: Hex::draw(),
            layout: None,
            step: 0,
            data: None,
            log: Vec::new(),
            log_steps: Vec::new(),
            witness: Witness::default(),
            end: None,
            file: String::new(),
            parts: 0,
        };
        player.robot.start();
        player.choose_layout(&welcome);
        let ready = GuestMessage::Ready { layout: player.layout.clone() };
        // If the message cannot be sent, none can be received either. Then the guest reconnects.
        let _ = connection.send(&ready).await;
        let (mut failures, mut failed_step) = (0, 0);
        loop {
            let handled = match connection.receive::<G::Data, G::EventData>().await {
                Ok(HostMessage::Moved { address }) if is_local(address.ip()) => {
                    options.address = address.to_string();
                    Err("the table has moved".to_owned())
                }
                Ok(message) => player.handle(&mut connection, message).await,
                Err(JoinError::Refused(why)) => return Err(why),
                Err(why) => Err(why.into_text()),
            };
            match handled {
                Ok(true) => break,
                Ok(false) => {}
                Err(why) => {
                    if player.step != failed_step {
                        (failures, failed_step) = (0, player.step);
                    }
                    failures += 1;
                    if failures > MAX_FAILURES {
                        return Err(why);
                    }
                    connection = reconnect(&options, &welcome, token).await?;
                    connection.address().clone_into(&mut options.address);
                    if player.data.is_none() {
                        // A host that was restarted has forgotten which guests were ready.
                        let _ = connection.send(&ready).await;
                    }
                }
            }
        }
        if connection.send(&GuestMessage::Leave).await.is_ok() {
            connection.close().await;
        }
        let end = player.end.clone().ok_or("the host has not sent the end of the game")?;
        let file = (!player.file.is_empty()).then_some(player.file);
        let verdict = match (player.witness.check_disclosure(&end), &file) {
            (Verdict::Fair, Some(file)) => {
                let announced = Announced::<G> {
                    rules: player.rules.clone(),
                    house_rules: player.house_rules.len(),
                };
                player.witness.check_saved_game(&announced, &end, file)
            }
            (verdict, _) => verdict,
        };
        Ok(GuestResult { seat: seat_name, end, verdict, file })
    }
}

/// Connects to the same seat again after the connection was lost.
async fn reconnect(
    options: &GuestOptions,
    welcome: &Welcome,
    token: Token,
) -> Result<HostConnection, String> {
    let mut last_error = String::new();
    for _ in 0..MAX_RETRIES {
        let hello = Hello {
            v: VERSION,
            table: Some(welcome.table.clone()),
            token: Some(token),
            name: options.name.clone(),
            plain: true,
            ..Hello::default()
        };
        match HostConnection::open(&options.address, hello).await {
            Ok((connection, _)) => return Ok(connection),
            Err(why) => last_error = why.into_text(),
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
    Err(last_error)
}

impl<G: Scripted + ViewData> RobotGuest<'_, G> {
    /// Lets the robot choose its layout, if the game asks for one.
    fn choose_layout(&mut self, welcome: &Welcome) {
        if welcome.layout.is_none() {
            return;
        }
        let seed = Seed::from_bytes(self.share.0);
        use qipan_core::contract::options::RuleSet;
        let Ok(mut deal) = G::draw_deal(&self.rules, self.rules.seats(), &seed) else { return };
        let stream = seed.robot_stream(self.seat, 0);
        let _ = self.robot.prepare(&self.rules, self.seat, &mut deal, stream);
        self.layout = G::layout_text(&deal, self.seat);
    }

    /// Draws a new share for a new round, since the host may know the share of an earlier one.
    fn begin_round(&mut self, round: u32) {
        if self.round != Some(round) {
            self.round = Some(round);
            (self.share, self.salt) = (Hex::draw(), Hex::draw());
            self.witness = Witness::new(G::seat_name(self.seat), self.share, self.layout.clone());
        }
    }

    /// Handles a message. Returns true once the game and its file are complete.
    async fn handle(
        &mut self,
        connection: &mut HostConnection,
        message: HostMessage<G::Data, G::EventData>,
    ) -> Result<bool, String> {
        match message {
            HostMessage::Round { round, needs: RoundPart::Commit, .. } => {
                self.begin_round(round);
                let layout = self.layout.as_deref().map(|text| commit_layout(&self.salt, text));
                let share = commit(&self.share);
                connection.send(&GuestMessage::Commit { round, share, layout }).await?;
            }
            HostMessage::Round { needs: RoundPart::Reveal, commits, .. }
                if commits.get(G::seat_name(self.seat)) != Some(&commit(&self.share)) =>
            {
                return Err("the host has not shown the commitment of this robot".to_owned());
            }
            HostMessage::Round { .. } if self.data.is_some() => {}
            HostMessage::Round { round, needs: RoundPart::Reveal, commits, layouts } => {
                self.witness.note_commitments(commits, layouts);
                let layout = self.layout.clone();
                let salt = layout.as_ref().map(|_| self.salt);
                let share = self.share;
                connection.send(&GuestMessage::Reveal { round, share, layout, salt }).await?;
            }
            HostMessage::View(view) => {
                self.witness.note_seed_commitment(&view.commitment, view.step);
                self.step = view.step;
                // The events of steps that were taken back did not happen.
                let remaining = self.log_steps.partition_point(|step| *step <= view.step);
                self.log_steps.truncate(remaining);
                self.log.truncate(remaining);
                self.data = Some(view.view);
                self.act(connection, &view.actions).await?;
            }
            HostMessage::Step(step) => {
                if step.step != self.step + 1 {
                    return Err("a step is missing".to_owned());
                }
                self.step = step.step;
                let events: Vec<G::Event> = step.events.into_iter().map(Into::into).collect();
                self.witness.note_events::<G>(step.step, &events);
                let event_count = events.len();
                self.log_steps.extend(events.iter().map(|_| step.step));
                self.log.extend(events);
                let data = self.data.as_mut().ok_or("the host sent a step before the position")?;
                G::apply_changes(data, step.changes);
                let view = G::view_from_data(&self.rules, data).map_err(|why| why.to_string())?;
                for event in &self.log[self.log.len() - event_count..] {
                    G::check_event(&view, event).map_err(|why| why.to_string())?;
                }
                self.act(connection, &step.actions).await?;
            }
            HostMessage::Offer { what: Wish::TakeBack, .. } => {
                let agree = GuestMessage::Answer { what: Wish::TakeBack, agree: true };
                connection.send(&agree).await?;
            }
            HostMessage::Offer { what: Wish::Draw, seat } if seat != G::seat_name(self.seat) => {
                let agree = self.accepts_draw()?;
                connection.send(&GuestMessage::Answer { what: Wish::Draw, agree }).await?;
            }
            HostMessage::Offer { .. } => {}
            HostMessage::End(end) => {
                (self.parts, self.file) = (end.parts, String::new());
                self.end = Some(*end);
                return Ok(self.parts == 0);
            }
            HostMessage::File { part, parts, text, .. } => {
                self.file.push_str(&text);
                return Ok(part + 1 == parts);
            }
            HostMessage::Error { why } => return Err(why),
            _ => {}
        }
        Ok(false)
    }

    /// Plays the robot's choice, if it is the seat's turn.
    async fn act(
        &mut self,
        connection: &mut HostConnection,
        actions: &[ActionData],
    ) -> Result<(), String> {
        let step = self.step;
        let Some(first) = actions.first() else { return Ok(()) };
        let id = match first.kind {
            ActionKind::Roll => first.id,
            ActionKind::Move | ActionKind::Flip | ActionKind::Answer => self.choose(actions)?,
        };
        connection.send(&GuestMessage::Act { step, id }).await
    }

    /// Asks the robot to choose. Returns the id of the chosen action in the host's list.
    fn choose(&mut self, actions: &[ActionData]) -> Result<usize, String> {
        let read = |action: &ActionData| {
            let parsed = action.action.parse::<G::Action>();
            parsed
                .map_err(|_| format!("the host offered an unknown action, `{:.40}`", action.action))
        };
        let legal = actions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let choice = self.decide(&legal, |robot, decision| robot.choose(decision).action)?;
        let index = legal.iter().position(|action| *action == choice).unwrap_or(0);
        Ok(actions[index].id)
    }

    /// Asks the robot whether it agrees to a draw.
    fn accepts_draw(&mut self) -> Result<bool, String> {
        self.decide(&[], |robot, decision| robot.accepts_draw(decision))
    }

    /// Asks the robot a question about the current view.
    fn decide<T>(
        &mut self,
        actions: &[G::Action],
        ask: impl FnOnce(&mut dyn Robot<G>, &Decision<'_, G>) -> T,
    ) -> Result<T, String> {
        let data = self.data.as_ref().ok_or("the host asked before it sent the position")?;
        let view = G::view_from_data(&self.rules, data).map_err(|why| why.to_string())?;
        // The seed of the game is secret, so the random numbers of the robot come from the guest's
        // own share.
        let stream = Seed::from_bytes(self.share.0).robot_stream(self.seat, self.step as u32);
        let decision = Decision {
            seat: self.seat,
            view: &view,
            actions,
            log: &self.log,
            house_rules: &self.house_rules,
            ply: self.step as u32,
            stream,
        };
        Ok(ask(self.robot, &decision))
    }
}
