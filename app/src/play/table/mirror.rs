//! A game that a host runs, on another device or in this program.
//!
//! The table shows the game like any other but decides nothing: the host sends each step, and the
//! player's wishes are sent to the host as [`Intention`]s. The states of the session are
//! determinizations of the views that the host sends. Each state gives the player's seat the same
//! view as the host did, and only that view is shown.

use std::collections::BTreeMap;

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::play::redact::redact;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, SavedRule};
use rand::rngs::SmallRng;

use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::TurnClock;

/// The most steps by which the board may lag behind the host. The host does not wait for
/// animations, so a board that lags further behind skips them.
const MAX_STEPS_BEHIND: usize = 8;

/// A request of the player to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intention {
    /// To play the action with this index in the host's list, or to roll, with index 0.
    Act(usize),
    /// To resign.
    Resign,
    /// To offer a draw.
    Draw,
    /// To take the last decision back.
    TakeBack,
    /// To get a hint.
    Hint,
}

/// The choices that the host gives the player.
#[derive(Clone, Debug, PartialEq)]
pub struct HostChoices<A> {
    /// True if the player has to roll.
    pub has_to_roll: bool,
    /// The actions, in the host's order. Empty while others act.
    pub actions: Vec<A>,
    /// The seconds left for the seat to move, if there is a clock.
    pub seconds_left: Option<f64>,
}

/// The part of a table that follows a host.
pub(super) struct Mirror<G: Playable> {
    /// The viewer whose views the host sends. The table itself can show less while the pieces are
    /// covered.
    pub(super) host_viewer: Viewer,
    choices: HostChoices<G::Action>,
    /// The number of steps that were played before the first step of the session.
    first_step: usize,
    /// True after an action was sent, until the host has answered.
    is_waiting: bool,
    /// True while the host pauses the game.
    is_paused: bool,
    /// True while the pieces of the person at this window are covered, until that person uncovers
    /// them.
    pub(super) is_covered: bool,
    /// True if the host allows hints.
    pub(super) allows_hints: bool,
    /// The player's intentions that were not taken yet, each with the number of steps at the host
    /// when it was added.
    intentions: Vec<(usize, Intention)>,
    /// The seats of people, here or elsewhere.
    pub(super) people: SeatSet,
    /// The seats of people who are not connected.
    pub(super) absent: SeatSet,
    rng: SmallRng,
}

impl<G: Playable> Mirror<G> {
    /// Returns true if the host waits for a decision of the player.
    pub(super) fn can_act(&self) -> bool {
        let is_due = self.choices.has_to_roll || !self.choices.actions.is_empty();
        is_due && !self.is_waiting && !self.is_paused
    }

    /// Returns the actions that the player can choose from.
    pub(super) fn actions(&self) -> &[G::Action] {
        &self.choices.actions
    }

    /// Adds an intention to those for the host. `steps` is the number of steps of the session.
    /// Returns false if the intention is an action and the player cannot act now.
    fn queue_intention(&mut self, steps: usize, intention: Intention) -> bool {
        if matches!(intention, Intention::Act(_)) {
            if !self.can_act() {
                return false;
            }
            self.is_waiting = true;
        }
        self.intentions.push((self.first_step + steps, intention));
        true
    }
}

impl<G: Playable> Table<G> {
    /// Creates a table for a game that a host runs. `view` is the player's view after `step` steps.
    /// `players` lists all seats with the names of their players. The host runs the house rules;
    /// `house_rules` are only shown. `own` is the seat of the person at this window, or `None` for
    /// a watcher.
    pub fn from_host(
        (preset, rules, house_rules): (&str, &G::Rules, Vec<SavedRule>),
        players: &[(Seat, String)],
        own: Option<Seat>,
        (view, step): (&G::View, usize),
        choices: HostChoices<G::Action>,
    ) -> Self {
        let seed = Seed::from_bytes([0; 32]);
        // Other people are entered like robots, because their decisions come from the host.
        let player = |(seat, name): &(Seat, String)| {
            let player = match own == Some(*seat) {
                true => Player::human(name),
                false => Player { script: None, ..Player::robot(name, "") },
            };
            (*seat, player)
        };
        let players = players.iter().map(player).collect();
        let deal = G::deal_from_view(view);
        let record = Record::new(preset, rules.clone(), players, deal, seed);
        let record = Record { house_rules, ..record };
        let mut rng: SmallRng = rand::make_rng();
        let state = G::sample(view, &mut rng);
        let mut table = Self::from_session(Session::from_host_state(record, state), false);
        table.mirror = Some(Mirror {
            host_viewer: own.map_or(Viewer::Public, Viewer::Seat),
            choices: HostChoices { has_to_roll: false, actions: Vec::new(), seconds_left: None },
            first_step: step,
            is_waiting: false,
            is_paused: false,
            is_covered: false,
            allows_hints: false,
            intentions: Vec::new(),
            people: SeatSet::EMPTY,
            absent: SeatSet::EMPTY,
            rng,
        });
        table.common.has_unwritten = false;
        table.refresh_view();
        table.set_choices(choices);
        table
    }

    /// Covers the pieces of the person at this window until that person uncovers them, because
    /// another person has looked at the screen. Does nothing in games without secrets.
    pub fn cover_for_next_person(&mut self) {
        let has_secrets = self.state().rules().has_secrets();
        if let Some(mirror) = self.mirror.as_mut().filter(|_| has_secrets)
            && let Viewer::Seat(seat) = mirror.host_viewer
        {
            mirror.is_covered = true;
            self.cover = Some(seat);
            self.switch_viewer(Viewer::Public);
        }
    }

    /// Returns the view that the host has sent, even while the window covers it.
    pub fn host_view(&self) -> G::View {
        match self.mirror.as_ref().filter(|mirror| mirror.is_covered) {
            Some(mirror) => self.state().view(mirror.host_viewer),
            None => self.view.clone(),
        }
    }

    /// Returns true if a host runs the game.
    pub fn is_mirror(&self) -> bool {
        self.mirror.is_some()
    }

    /// Returns true if a person plays the seat, at this window or at another device.
    pub fn has_person(&self, seat: Seat) -> bool {
        match &self.mirror {
            Some(mirror) => mirror.people.contains(seat),
            None => self.is_human(seat),
        }
    }

    /// Returns the seat that can resign now. At a host, it is the player's own seat. Otherwise it
    /// is the seat to act, or the seat of the only person while robots play.
    pub fn seat_to_resign(&self) -> Option<Seat> {
        match self.mirror.as_ref().map(|mirror| mirror.host_viewer) {
            Some(Viewer::Seat(own)) => Some(own).filter(|own| self.state().active().contains(*own)),
            Some(_) => None,
            None => self.human_to_act().or_else(|| self.only_person_while_robots_play()),
        }
    }

    /// Returns the seat of the only person who is still in the game, if it is a robot's turn.
    fn only_person_while_robots_play(&self) -> Option<Seat> {
        let mut people = self.state().active().iter().filter(|seat| self.is_human(*seat));
        let person = people.next()?;
        (people.next().is_none() && self.waits_for_robots()).then_some(person)
    }

    /// Returns true if the player can offer a draw now.
    pub fn can_offer_draw(&self) -> bool {
        if self.is_mirror() { self.seat_to_resign() } else { self.human_to_act() }.is_some()
    }

    /// Returns true if the player of a seat is not connected to the host.
    pub fn is_absent(&self, seat: Seat) -> bool {
        self.mirror.as_ref().is_some_and(|mirror| mirror.absent.contains(seat))
    }

    /// Returns the number of steps at the host up to the current position. It includes the steps
    /// before the first step of the session.
    pub fn host_steps(&self) -> usize {
        self.steps() + self.mirror.as_ref().map_or(0, |mirror| mirror.first_step)
    }

    /// Returns true if the game can be saved before its end: it has hidden pieces, and the player
    /// has a seat and has seen every step. Games without hidden pieces cannot be saved: their
    /// dice have to match a seed, which only the host knows.
    pub fn can_save_seen_game(&self) -> bool {
        let has_seat = |mirror: &Mirror<G>| matches!(mirror.host_viewer, Viewer::Seat(_));
        self.mirror.as_ref().is_some_and(|mirror| has_seat(mirror) && mirror.first_step == 0)
            && self.session.record().rules.has_secrets()
    }

    /// Returns the game as it was seen from the player's seat. Pieces that it could not see are
    /// invented.
    pub fn seen_game(&self) -> Option<Record<G>> {
        let Viewer::Seat(seat) = self.mirror.as_ref()?.host_viewer else { return None };
        if !self.can_save_seen_game() {
            return None;
        }
        redact(&self.session, seat, &Seed::from_bytes(rand::random())).ok()
    }

    /// Adds a step that the host has played. `view` is the player's view after it.
    pub fn follow(
        &mut self,
        step: Step<G>,
        events: Vec<G::Event>,
        view: &G::View,
        choices: HostChoices<G::Action>,
    ) {
        let Some(mirror) = &mut self.mirror else { return };
        let state = G::sample(view, &mut mirror.rng);
        let is_covered = mirror.is_covered;
        self.session.follow(step, events, state);
        let steps = self.steps();
        if steps.saturating_sub(self.animator.steps()) > MAX_STEPS_BEHIND {
            self.animator.skip();
        }
        self.keep_card_view();
        self.view = match is_covered {
            true => self.state().view(self.viewer),
            false => view.clone(),
        };
        self.view_cache = std::cell::OnceCell::new();
        self.animator.push(self.session.events(steps - 1), &self.view, steps);
        self.selection = G::Selection::default();
        self.last_refusal = None;
        self.set_choices(choices);
    }

    /// Goes to a position that the host sent in full, after a take-back or a lost connection.
    /// `step` is the number of steps at the host before the position. Known earlier steps stay in
    /// the log.
    pub fn resync(&mut self, step: usize, view: &G::View, choices: HostChoices<G::Action>) {
        let known_steps = self.host_steps();
        let Some(mirror) = &mut self.mirror else { return };
        let session_step = step.checked_sub(mirror.first_step).filter(|_| step <= known_steps);
        let (viewer, is_covered) = (mirror.host_viewer, mirror.is_covered);
        // At the same step there may be another position, if a move was taken back meanwhile.
        let shows_this_view = |step: &usize| self.session.states()[*step].view(viewer) == *view;
        match session_step.filter(shows_this_view) {
            Some(step) => self.session.take_back(step),
            None => {
                let record = self.session.record().clone();
                let state = G::sample(view, &mut mirror.rng);
                self.session = Session::from_host_state(record, state);
                mirror.first_step = step;
            }
        }
        self.show_position();
        if !is_covered {
            self.view = view.clone();
        }
        self.view_cache = std::cell::OnceCell::new();
        self.animator.reset_to(&self.view, self.steps());
        self.last_refusal = None;
        self.set_choices(choices);
    }

    /// Sets the choices that the player has now.
    fn set_choices(&mut self, choices: HostChoices<G::Action>) {
        let (steps, total) = (self.steps(), self.state().rules().clock());
        let Some(mirror) = &mut self.mirror else { return };
        if let (Some(total), Some(left)) = (total, choices.seconds_left) {
            self.clock = TurnClock {
                step: steps,
                used_seconds: (total - left).max(0.0),
                updated_at: self.clock.updated_at,
            };
        }
        (mirror.choices, mirror.is_waiting) = (choices, false);
    }

    /// Lets the player decide again after the host has refused an action, or after the connection
    /// was lost. `step` is the number of steps at the host before the refused action, or `None`
    /// after a lost connection.
    pub fn decide_again(&mut self, step: Option<usize>) {
        let steps = self.host_steps();
        if let Some(mirror) = &mut self.mirror
            && step.is_none_or(|step| step == steps)
        {
            mirror.is_waiting = false;
        }
    }

    /// Sets the names of the players, the seats of people and of absent people, and the pause.
    pub fn set_players(
        &mut self,
        names: &BTreeMap<Seat, String>,
        people: SeatSet,
        absent: SeatSet,
        is_paused: bool,
    ) {
        let Some(mirror) = &mut self.mirror else { return };
        (mirror.people, mirror.absent, mirror.is_paused) = (people, absent, is_paused);
        for (seat, name) in names {
            let player = self.session.record().player(*seat);
            if let Some(player) = player.filter(|player| player.name != *name) {
                let player = Player { name: name.clone(), ..player.clone() };
                self.session.set_player(*seat, player);
            }
        }
    }

    /// Takes the intentions that were added since the last call.
    pub fn take_intentions(&mut self) -> Vec<(usize, Intention)> {
        self.mirror.as_mut().map_or_else(Vec::new, |mirror| std::mem::take(&mut mirror.intentions))
    }

    /// Asks the host to take the last decision back. Returns false if no host runs the game.
    pub fn ask_host_to_take_back(&mut self) -> bool {
        let steps = self.steps();
        self.mirror
            .as_mut()
            .is_some_and(|mirror| mirror.queue_intention(steps, Intention::TakeBack))
    }

    /// Offers a draw to the players at the host. Returns false if no host runs the game.
    pub(super) fn ask_host_for_draw(&mut self) -> bool {
        let steps = self.steps();
        self.mirror.as_mut().is_some_and(|mirror| mirror.queue_intention(steps, Intention::Draw))
    }

    /// Sets whether the host allows hints.
    pub fn set_allows_hints(&mut self, allows_hints: bool) {
        if let Some(mirror) = &mut self.mirror {
            mirror.allows_hints = allows_hints;
        }
    }

    /// Asks the host for a hint. Returns false if no host runs the game.
    pub(super) fn ask_host_for_hint(&mut self) -> bool {
        let steps = self.steps();
        self.mirror.as_mut().is_some_and(|mirror| mirror.queue_intention(steps, Intention::Hint))
    }

    /// Queues a step for the host as an intention. Returns `Some(true)` if it was queued,
    /// `Some(false)` if it was refused, and `None` if no host runs the game.
    pub(super) fn queue_step(&mut self, step: &Step<G>) -> Option<bool> {
        let steps = self.steps();
        let mirror = self.mirror.as_mut()?;
        let intention = match step {
            Step::Act { action, .. } => {
                let found = mirror.choices.actions.iter().position(|other| other == action);
                found.map(Intention::Act)
            }
            Step::Chance(_) => mirror.choices.has_to_roll.then_some(Intention::Act(0)),
            Step::Resign { .. } => Some(Intention::Resign),
            Step::Draw => Some(Intention::Draw),
            Step::House { .. } | Step::Timeout { .. } => None,
        };
        let is_queued = intention.is_some_and(|intention| mirror.queue_intention(steps, intention));
        if is_queued {
            self.selection = G::Selection::default();
            self.last_refusal = None;
        }
        Some(is_queued)
    }

    /// Queues a roll for the host. Returns `Some(true)` if it was queued, `Some(false)` if it was
    /// refused, and `None` if no host runs the game.
    pub(super) fn roll_at_host(&mut self) -> Option<bool> {
        let steps = self.steps();
        let mirror = self.mirror.as_mut()?;
        Some(mirror.choices.has_to_roll && mirror.queue_intention(steps, Intention::Act(0)))
    }

    /// Returns true if the host waits for a decision of the person at this window, whose pieces may
    /// still be covered.
    pub fn can_act_at_host(&self) -> bool {
        self.mirror.as_ref().is_some_and(Mirror::can_act)
    }

    /// Returns the seat of the person at this window, if the host waits for a decision of that
    /// person and the pieces are not covered.
    pub(super) fn seat_to_act_at_host(&self) -> Option<Seat> {
        let can_act = |mirror: &&Mirror<G>| mirror.can_act() && !mirror.is_covered;
        let mirror = self.mirror.as_ref().filter(can_act)?;
        match (mirror.host_viewer, self.state().turn()) {
            (Viewer::Seat(own), Turn::Seat(seat) | Turn::Chance { roller: seat }) => {
                (own == seat).then_some(seat)
            }
            _ => None,
        }
    }
}
