//! A game on the table: its session, what is shown of it, and the robots that play in it.

use std::path::PathBuf;

use qipan_core::game::{Game, Turn};
use qipan_core::race::{Action, Race};
use qipan_core::record::{Player, Record, ReplayError};
use qipan_core::robot::Note;
use qipan_core::seat::Seat;
use qipan_core::session::Session;

use crate::animation::Stage;
use crate::command::Choice;
use crate::robots::{Job, Maker, Worker};
use crate::settings::Settings;

/// Pause before a robot or the program acts, as designed, in seconds.
const PAUSE: f64 = 0.3;

/// Failures after which a robot is replaced by the first legal action for good.
const PATIENCE: u8 = 3;

/// A running game.
pub struct Table {
    /// The game and its record.
    pub session: Session<Race>,
    /// What is shown.
    pub stage: Stage,
    /// Whether the player still has to choose a colour.
    pub picking: bool,
    /// Whether robots are halted.
    pub paused: bool,
    /// Whether the game was just opened: no robot runs before the player does something.
    pub resting: bool,
    /// Whether robots' notes are shown.
    pub why: bool,
    /// The actions a move can mean, while the player is asked which.
    pub choice: Vec<Action>,
    /// The action shown for confirmation.
    pub chosen: Option<Action>,
    /// The last thing that could not be done: whose plane, which, when.
    pub refused: Option<Refused>,
    /// What the last robot noted.
    pub notes: Option<Notes>,
    /// Robots in trouble: one message a seat, the latest.
    pub troubles: Vec<(Seat, String)>,
    /// The file the game was saved to.
    pub file: Option<PathBuf>,
    /// Whether it was played on since it was last saved.
    changed: bool,
    /// Whether the journal is behind the game.
    pub unwritten: bool,
    crew: [Option<Member>; 4],
    /// When the program may act next.
    ready: Option<f64>,
}

/// A robot at the table.
struct Member {
    worker: Worker,
    failures: u8,
}

/// A robot's remarks on a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Notes {
    /// The steps played before the decision.
    pub step: usize,
    /// The remarks.
    pub notes: Vec<Note<Action>>,
}

/// Something that could not be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The plane meant.
    pub plane: Option<(Seat, u8)>,
    /// Why, in one line.
    pub why: String,
    /// When, in seconds.
    pub at: f64,
}

impl Table {
    /// Puts a game on the table, new or taken up.
    ///
    /// # Errors
    /// When the record does not replay.
    pub fn new(record: Record<Race>, picking: bool) -> Result<Self, ReplayError> {
        let session = Session::new(record)?;
        let steps = session.record().steps.len();
        let stage = Stage::new(session.state(), steps);
        Ok(Self {
            session,
            stage,
            picking,
            paused: false,
            resting: false,
            why: false,
            choice: Vec::new(),
            chosen: None,
            refused: None,
            notes: None,
            troubles: Vec::new(),
            file: None,
            changed: false,
            unwritten: true,
            crew: [const { None }; 4],
            ready: None,
        })
    }

    /// The state of the game.
    #[must_use]
    pub fn race(&self) -> &Race {
        self.session.state()
    }

    /// Steps played.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.session.record().steps.len()
    }

    /// Whether a person plays a seat.
    #[must_use]
    pub fn is_human(&self, seat: Seat) -> bool {
        self.session.record().player(seat).is_some_and(Player::is_human)
    }

    /// Whether robots wait for the player's word.
    #[must_use]
    pub fn halted(&self) -> bool {
        self.paused || self.resting
    }

    /// The seat a person has to act for now, by rolling or by moving.
    #[must_use]
    pub fn human_to_act(&self) -> Option<Seat> {
        let seat = match self.race().turn() {
            Turn::Chance { roller } => roller,
            Turn::Seat(seat) => seat,
            Turn::Over => return None,
        };
        (self.is_human(seat) && !self.picking).then_some(seat)
    }

    /// The actions a person can choose among now.
    #[must_use]
    pub fn human_actions(&self) -> Vec<Action> {
        match self.human_to_act() {
            Some(_) => self.session.actions(),
            None => Vec::new(),
        }
    }

    /// Lets time pass: things move, robots think and act. `maker` gives a seat's robot.
    pub fn tick(
        &mut self,
        now: f64,
        settings: &Settings,
        maker: &dyn Fn(&Player) -> Maker,
        wake: &egui::Context,
    ) {
        let factor = settings.speed.factor();
        self.stage.tick(now, factor);
        // With animations off many steps may happen in one frame, but never so many that
        // the window stops answering.
        for _ in 0..64 {
            if !self.stage.idle() || self.picking || !self.act_alone(now, settings, maker, wake) {
                break;
            }
            self.stage.tick(now, factor);
        }
    }

    /// Whether the program has to act by itself sooner or later.
    #[must_use]
    pub fn acts_alone(&self, settings: &Settings) -> bool {
        if self.picking || self.resting || (self.paused && self.human_to_act().is_none()) {
            return false;
        }
        match self.race().turn() {
            Turn::Over => false,
            Turn::Chance { roller } => !self.is_human(roller) || settings.auto_roll,
            Turn::Seat(seat) => {
                !self.is_human(seat) || (settings.play_forced && self.session.actions().len() == 1)
            }
        }
    }

    /// Does what the program has to do by itself; whether anything was done.
    fn act_alone(
        &mut self,
        now: f64,
        settings: &Settings,
        maker: &dyn Fn(&Player) -> Maker,
        wake: &egui::Context,
    ) -> bool {
        if !self.acts_alone(settings) {
            self.ready = None;
            return false;
        }
        let pause = PAUSE * settings.speed.factor();
        let ready = *self.ready.get_or_insert(now + pause);
        if now < ready {
            return false;
        }
        let done = match self.race().turn() {
            Turn::Over => false,
            Turn::Chance { .. } => self.roll(),
            Turn::Seat(seat) if self.is_human(seat) => match self.session.actions().first() {
                Some(action) => self.act(*action),
                None => false,
            },
            Turn::Seat(seat) => self.let_think(seat, maker, wake),
        };
        if done {
            self.ready = None;
        }
        done
    }

    /// Asks a seat's robot, or plays its answer; whether a step was played.
    fn let_think(
        &mut self,
        seat: Seat,
        maker: &dyn Fn(&Player) -> Maker,
        wake: &egui::Context,
    ) -> bool {
        let Some(player) = self.session.record().player(seat).cloned() else { return false };
        let actions = self.session.actions();
        let Some(first) = actions.first().copied() else { return false };
        let member = self.crew[seat.index()].get_or_insert_with(|| {
            let wake = wake.clone();
            let worker = Worker::start(maker(&player), move || wake.request_repaint());
            Member { worker, failures: 0 }
        });
        if member.failures >= PATIENCE {
            return self.act(first);
        }
        if !member.worker.busy() {
            member.worker.ask(Job::new(&self.session, seat));
        }
        let Some(answer) = member.worker.poll() else { return false };
        let (action, trouble) = match answer {
            Ok(choice) => {
                let step = self.session.record().steps.len();
                self.notes = Some(Notes { step, notes: choice.notes });
                (choice.action, choice.trouble.map(|trouble| trouble.message))
            }
            Err(message) => {
                member.failures = PATIENCE;
                (first, Some(message))
            }
        };
        if let Some(message) = trouble {
            member.failures += 1;
            self.troubles.retain(|(other, _)| *other != seat);
            self.troubles.push((seat, message));
        }
        self.act(if actions.contains(&action) { action } else { first })
    }

    /// Rolls the die as the game's seed has it.
    pub fn roll(&mut self) -> bool {
        let Ok(events) = self.session.roll() else { return false };
        let events = events.to_vec();
        self.show(&events);
        true
    }

    /// Plays an action of the seat to move.
    pub fn act(&mut self, action: Action) -> bool {
        let Turn::Seat(seat) = self.race().turn() else { return false };
        let Ok(events) = self.session.act(seat, action) else { return false };
        let events = events.to_vec();
        self.show(&events);
        true
    }

    /// A seat gives up.
    pub fn resign(&mut self, seat: Seat) -> bool {
        let Ok(events) = self.session.resign(seat) else { return false };
        let events = events.to_vec();
        self.show(&events);
        true
    }

    fn show(&mut self, events: &[qipan_core::race::Event]) {
        let steps = self.steps();
        self.stage.push(events, self.session.state(), steps);
        self.choice.clear();
        self.chosen = None;
        self.refused = None;
        self.unwritten = true;
        self.changed = true;
    }

    /// What a press on a plane means: its action, a question, or a refusal.
    pub fn press(&mut self, plane: u8, confirm: bool) -> Press {
        let Some(seat) = self.human_to_act() else { return Press::Refused };
        let leader = self.race().stack(seat, plane).iter().next().unwrap_or(plane);
        let mut meant = self.session.actions();
        meant.retain(|action| action.plane() == leader);
        self.narrow(meant, confirm)
    }

    /// What an answer to the open question means.
    pub fn choose(&mut self, choice: Choice, confirm: bool) -> Press {
        let fits = |action: &Action| match choice {
            Choice::Fly => action.flies(),
            Choice::Jump => !action.flies(),
            Choice::Stack => action.stacks(),
            Choice::Apart => !action.stacks(),
        };
        let meant: Vec<Action> = self.choice.iter().copied().filter(fits).collect();
        if meant.is_empty() { Press::Asked } else { self.narrow(meant, confirm) }
    }

    fn narrow(&mut self, meant: Vec<Action>, confirm: bool) -> Press {
        match meant.as_slice() {
            [] => Press::Refused,
            [action] if confirm && self.chosen != Some(*action) => {
                self.choice.clear();
                self.chosen = Some(*action);
                Press::Asked
            }
            [action] => {
                let action = *action;
                self.choice.clear();
                self.act(action);
                Press::Played
            }
            _ => {
                self.chosen = None;
                self.choice = meant;
                Press::Asked
            }
        }
    }

    /// The step of the last decision a person took. Where the program plays moves without
    /// a choice, those are none: it would play them again at once.
    fn last_own(&self, play_forced: bool) -> Option<usize> {
        self.session.last_decision(|seat, before| {
            self.is_human(seat) && !(play_forced && is_forced(before))
        })
    }

    /// Whether there is a decision of a person to go back to.
    #[must_use]
    pub fn can_take_back(&self, play_forced: bool) -> bool {
        self.last_own(play_forced).is_some()
    }

    /// Goes back to the last decision a person took; whether there was one.
    pub fn take_back(&mut self, play_forced: bool) -> bool {
        let Some(step) = self.last_own(play_forced) else { return false };
        self.session.take_back(step);
        self.settle();
        self.changed = true;
        true
    }

    /// Shows the position as it is and forgets what was open.
    fn settle(&mut self) {
        let steps = self.steps();
        self.stage.set(self.session.state(), steps);
        self.choice.clear();
        self.chosen = None;
        self.notes = None;
        self.crew = [const { None }; 4];
        self.unwritten = true;
    }

    /// Lets the person who chooses play a colour: changes places with who sits there.
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
        self.picking = false;
        self.settle();
        true
    }

    /// Lets somebody else play a seat from now on.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        self.session.set_player(seat, player);
        self.crew[seat.index()] = None;
        self.troubles.retain(|(other, _)| *other != seat);
        // What a person was being asked is not for the next player to hear.
        self.choice.clear();
        self.chosen = None;
        self.unwritten = true;
        self.changed = true;
    }

    /// Has a seat's robot loaded anew before its next turn, because its file changed.
    pub fn reload(&mut self, script: &str) {
        for (seat, player) in &self.session.record().players {
            if player.script.as_deref() == Some(script) {
                self.crew[seat.index()] = None;
                self.troubles.retain(|(other, _)| other != seat);
            }
        }
    }

    /// Whether anything is lost when the game is closed now.
    #[must_use]
    pub fn unsaved(&self) -> bool {
        self.changed && self.steps() > 0
    }

    /// Notes that the game lies in a file as it is now.
    pub fn set_saved(&mut self, file: PathBuf) {
        self.file = Some(file);
        self.changed = false;
    }

    /// Notes that the game lies in no file as it is now.
    pub fn set_unsaved(&mut self) {
        self.changed = true;
    }
}

/// Whether the seat to move has no choice.
fn is_forced(race: &Race) -> bool {
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    actions.len() == 1
}

/// What a press came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// A step was played.
    Played,
    /// The player is asked something.
    Asked,
    /// It cannot be done.
    Refused,
}
