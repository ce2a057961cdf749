//! A game on the table: its session, what is shown of it, and the robots that play in it.

mod clock;
mod draw_offer;
mod eyes;
mod parts;
mod robots;
mod rules;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use qipan_core::game::{Step, Turn, Viewer};
use qipan_core::record::{Player, Record, ReplayError};
use qipan_core::robot::LineFuel;
use qipan_core::seat::{Seat, SeatSet};
use qipan_core::session::Session;

use crate::model::robot_threads::{RepaintSignal, RobotFactory};
use crate::model::settings::{Settings, Speed};
use crate::play::animation::Animator;
use crate::play::game::Playable;
use crate::play::perspective::Perspective;
use parts::{Clock, Offer, Rules, SeatedRobot, ViewPolicy, place_of, seeing};

pub use parts::{Fault, Marks, Notes, Refused};

/// Pause before a robot or the program acts, as designed, in seconds.
const PAUSE: f64 = 0.3;

/// The time between frames while something moves. Without vertical sync an immediate repaint would
/// run as fast as it can.
pub const FRAME: Duration = Duration::from_millis(16);

/// The time between frames while the game goes on without animation.
const AT_ONCE: Duration = Duration::from_millis(4);

/// The time between looks at a thinking robot. Its answer wakes the window anyway.
const THINKING: Duration = Duration::from_millis(500);

/// A running game.
pub struct Table<G: Playable> {
    /// The game and its record.
    pub session: Session<G>,
    /// What is shown.
    pub stage: Animator<G>,
    /// The house rules, as far as they run.
    rules: Rules<G>,
    /// Through whose eyes the game is seen.
    viewer: Viewer,
    /// What they see.
    view: G::View,
    /// What armies have lost as far as they see.
    digest: OnceCell<G::Digest>,
    /// The eyes chosen while nobody but robots plays.
    eyes: Perspective,
    /// The person who has to come to the screen before anything is shown.
    curtain: Option<Seat>,
    /// Whether the player still has to choose a colour.
    pub picking: bool,
    /// Whether robots are halted.
    pub paused: bool,
    /// Whether one robot moves for all seats: games that are only looked at need no machine a
    /// seat.
    pub one_robot: bool,
    /// Whether the robots, though halted, go on up to the next decision.
    stepping: bool,
    /// Whether the game was just opened: no robot runs before the player does something.
    pub resting: bool,
    /// Whether robots' notes are shown.
    pub why: bool,
    /// What the player is in the middle of.
    pub selection: G::Selection,
    /// What each seat wrote on pieces it cannot see.
    pub marks: Marks,
    /// The last thing that could not be done.
    pub refused: Option<Refused<G>>,
    /// What the last robot noted.
    notes: Option<Notes<G>>,
    /// Where the fuel of each script's last decision went, where somebody looks on.
    profiles: BTreeMap<String, Vec<LineFuel>>,
    /// Robots in trouble: one message a seat, the latest.
    pub troubles: Vec<(Seat, String)>,
    /// The file the game was saved to.
    pub file: Option<PathBuf>,
    /// Whether it was played on since it was last saved.
    changed: bool,
    /// Whether the journal is behind the game.
    pub unwritten: bool,
    seated: [Option<SeatedRobot<G>>; Seat::MAX],
    /// When the program may act next.
    ready: Option<f64>,
    clock: Clock,
    /// The draw that robots have to answer.
    offer: Option<Offer>,
    /// Who did not agree to the last one, until that is told.
    declined: Option<SeatSet>,
}

impl<G: Playable> Table<G> {
    /// Puts a game on the table, new or taken up. House rules that do anything while it is
    /// played do not run before [`Table::run_rules`]; until then the game stands still.
    ///
    /// # Errors
    /// When the record does not replay.
    pub fn new(record: Record<G>, picking: bool) -> Result<Self, ReplayError> {
        Ok(Self::of(Session::new(record)?, picking))
    }

    /// As [`Table::new`], for a game that has been played so far.
    #[must_use]
    pub fn of(session: Session<G>, picking: bool) -> Self {
        let steps = session.record().steps.len();
        let (viewer, curtain) = match seeing(&session) {
            ViewPolicy::Of(viewer) => (viewer, None),
            ViewPolicy::Free => (Viewer::All, None),
            // Whoever sits there now need not be the one whose pieces these are.
            ViewPolicy::Turns(seat) => (Viewer::Public, seat),
        };
        let eyes = Perspective::free(session.state().in_order());
        let rules = Rules::of(session.record());
        let view = session.state().view(viewer);
        let stage = Animator::new(&view, steps);
        Self {
            session,
            stage,
            rules,
            viewer,
            view,
            digest: OnceCell::new(),
            eyes,
            curtain,
            picking,
            paused: false,
            one_robot: false,
            stepping: false,
            resting: false,
            why: false,
            selection: G::Selection::default(),
            marks: Marks::new(),
            refused: None,
            notes: None,
            profiles: BTreeMap::new(),
            troubles: Vec::new(),
            file: None,
            changed: false,
            unwritten: true,
            seated: [const { None }; Seat::MAX],
            ready: None,
            clock: Clock::default(),
            offer: None,
            declined: None,
        }
    }

    /// The state of the game.
    #[must_use]
    pub fn state(&self) -> &G {
        self.session.state()
    }

    /// What the viewer may know of it.
    #[must_use]
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// What the viewer knows of the armies' losses.
    #[must_use]
    pub fn digest(&self) -> &G::Digest {
        self.digest.get_or_init(|| G::digest(&self.view))
    }

    /// Through whose eyes the game is seen.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The person who has to come to the screen before anything is shown.
    #[must_use]
    pub fn hot_seat_cover(&self) -> Option<Seat> {
        self.curtain
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
        self.paused || self.resting || !self.runs()
    }

    /// The seat a person has to act for now, by rolling or by moving.
    #[must_use]
    pub fn human_to_act(&self) -> Option<Seat> {
        let seat = match self.state().turn() {
            Turn::Chance { roller } => roller,
            Turn::Seat(seat) => seat,
            Turn::Over => return None,
        };
        let there = !self.picking && self.curtain.is_none() && self.offer.is_none() && self.runs();
        (self.is_human(seat) && there).then_some(seat)
    }

    /// The actions a person can choose among now.
    #[must_use]
    pub fn human_actions(&self) -> Vec<G::Action> {
        match self.human_to_act() {
            Some(_) => self.actions(),
            None => Vec::new(),
        }
    }

    /// Lets time pass: things move, robots think and act. `maker` gives a seat's robot.
    pub fn tick(
        &mut self,
        now: f64,
        settings: &Settings,
        maker: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) {
        let factor = settings.speed.factor();
        self.stage.tick(now, factor);
        // With animations off many steps may happen in one frame, but never so many that
        // the window stops answering.
        for _ in 0..64 {
            if !self.stage.idle() || self.picking {
                break;
            }
            self.refresh_view();
            if !self.run_clock(now) && !self.act_alone(now, settings, maker, wake) {
                break;
            }
            self.stage.tick(now, factor);
        }
    }

    /// Whether the program has to act by itself sooner or later.
    #[must_use]
    pub fn acts_alone(&self, settings: &Settings) -> bool {
        if !self.runs() {
            return false;
        }
        if self.offer.is_some() {
            return true;
        }
        let waits = self.picking || self.resting || self.curtain.is_some();
        let halted = self.paused && !self.stepping;
        if waits || (halted && self.human_to_act().is_none()) {
            return false;
        }
        match self.state().turn() {
            Turn::Over => false,
            Turn::Chance { roller } => !self.is_human(roller) || settings.auto_roll,
            Turn::Seat(seat) => {
                !self.is_human(seat) || (settings.play_forced && self.actions().len() == 1)
            }
        }
    }

    /// Returns the time until the table has to be drawn again; none while it waits for a person.
    #[must_use]
    pub fn due(&self, now: f64, settings: &Settings) -> Option<Duration> {
        [self.goes_on(now, settings), self.clock_changes()].into_iter().flatten().min()
    }

    /// Returns the time until the program has to act or move something.
    fn goes_on(&self, now: f64, settings: &Settings) -> Option<Duration> {
        let frame = if settings.speed == Speed::Off { AT_ONCE } else { FRAME };
        if !self.stage.idle() {
            return Some(frame);
        }
        if !self.acts_alone(settings) {
            return None;
        }
        if self.seated.iter().flatten().any(|robot| robot.worker.busy()) {
            return Some(THINKING);
        }
        let left = self.ready.map_or(0.0, |ready| ready - now);
        Some(Duration::try_from_secs_f64(left).unwrap_or_default().max(frame))
    }

    /// Does what the program has to do by itself; whether anything was done.
    fn act_alone(
        &mut self,
        now: f64,
        settings: &Settings,
        maker: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) -> bool {
        if !self.acts_alone(settings) {
            self.ready = None;
            return false;
        }
        if self.offer.is_some() {
            return self.hear_offer(maker, wake);
        }
        let pause = PAUSE * settings.speed.factor();
        let ready = *self.ready.get_or_insert(now + pause);
        if now < ready {
            return false;
        }
        let done = match self.state().turn() {
            Turn::Over => false,
            Turn::Chance { .. } => self.roll(),
            Turn::Seat(seat) if self.is_human(seat) => match self.actions().first() {
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

    /// Lets chance decide as the game's seed has it.
    pub fn roll(&mut self) -> bool {
        self.session.next_roll().is_ok_and(|roll| self.step(roll))
    }

    /// Plays an action of the seat to move.
    pub fn act(&mut self, action: G::Action) -> bool {
        let Turn::Seat(seat) = self.state().turn() else { return false };
        self.step(Step::Act { seat, action })
    }

    /// A seat gives up.
    pub fn resign(&mut self, seat: Seat) -> bool {
        self.step(Step::Resign { seat })
    }

    /// All who still play agree on a draw.
    pub fn draw(&mut self) -> bool {
        self.step(Step::Draw)
    }

    /// Plays a step with what follows it by the house rules, and shows what happens; whether
    /// it was played.
    fn step(&mut self, step: Step<G>) -> bool {
        let before = self.steps();
        if !self.play(step) {
            return false;
        }
        for step in before..self.steps() {
            self.view = self.session.states()[step + 1].view(self.viewer);
            self.stage.push(self.session.events(step), &self.view, step + 1);
        }
        self.digest = OnceCell::new();
        // Whatever was played, an offer before it is none any more.
        self.offer = None;
        self.selection = G::Selection::default();
        self.refused = None;
        self.unwritten = true;
        self.changed = true;
        self.filter();
        true
    }

    /// Lets go of what the player is asked; whether there was anything.
    pub fn drop_question(&mut self) -> bool {
        let asked = G::is_asked(&self.selection);
        if asked {
            self.selection = G::Selection::default();
        }
        asked
    }

    /// What the last robot noted, as far as the viewer may know it.
    #[must_use]
    pub fn notes(&self) -> Option<&Notes<G>> {
        self.notes.as_ref().filter(|notes| self.may_hear(notes.seat))
    }

    /// Whether the viewer may hear what a seat thinks: it knows what that seat sees.
    fn may_hear(&self, seat: Seat) -> bool {
        self.viewer.includes(seat)
    }

    /// What went wrong with robots, as far as the viewer may know it: a script can put what
    /// it sees into the words it fails with, so others are told only where that was.
    pub fn visible_troubles(&self) -> impl Iterator<Item = (Seat, String)> {
        self.troubles.iter().map(|(seat, message)| {
            let script = self.session.record().player(*seat).and_then(|p| p.script.as_deref());
            let visible = match script.filter(|_| !self.may_hear(*seat)) {
                Some(script) => place_of(message, script),
                None => message.clone(),
            };
            (*seat, visible)
        })
    }

    /// Shows the position as it is and forgets what was open.
    fn show(&mut self) {
        self.view = self.state().view(self.viewer);
        self.digest = OnceCell::new();
        let steps = self.steps();
        self.stage.set(&self.view, steps);
        self.selection = G::Selection::default();
    }

    /// The step of the last decision a person took. Where the program plays moves without
    /// a choice, those are none: it would play them again at once.
    fn last_own(&self, play_forced: bool) -> Option<usize> {
        (0..self.steps()).rev().find(|at| match &self.session.record().steps[*at] {
            Step::Act { seat, .. } => {
                self.is_human(*seat) && !(play_forced && self.was_forced(*at))
            }
            _ => false,
        })
    }

    /// Whether there is a decision of a person to go back to.
    #[must_use]
    pub fn can_take_back(&self, play_forced: bool) -> bool {
        self.last_own(play_forced).is_some()
    }

    /// Returns true where taking back would undo steps that revealed something about hidden pieces.
    #[must_use]
    pub fn take_back_tells(&self, play_forced: bool) -> bool {
        self.last_own(play_forced).is_some_and(|step| self.session.told_since(step))
    }

    /// The number of people at the table, those whose armies are out among them.
    #[must_use]
    pub fn people(&self) -> usize {
        self.session.record().players.iter().filter(|(_, player)| player.is_human()).count()
    }

    /// Goes back to the last decision a person took; whether there was one.
    pub fn take_back(&mut self, play_forced: bool) -> bool {
        let Some(step) = self.last_own(play_forced) else { return false };
        self.session.take_back(step);
        self.show_change();
        self.changed = true;
        true
    }

    /// Shows the position as it is after it changed otherwise than by a step.
    fn show_change(&mut self) {
        self.show();
        self.notes = None;
        self.refused = None;
        self.offer = None;
        self.seated = [const { None }; Seat::MAX];
        self.unwritten = true;
        self.look_at_rules_again();
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
        self.show_change();
        true
    }

    /// Lets somebody else play a seat from now on.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        let left = self.is_human(seat) && !player.is_human();
        self.session.set_player(seat, player);
        self.seated[seat.index()] = None;
        self.offer = None;
        if left && self.eyes().is_some() {
            // Who lets a robot play on does not see the others' pieces by that alone.
            self.restrict_to(Some(seat));
        }
        self.troubles.retain(|(other, _)| *other != seat);
        // What a person was being asked is not for the next player to hear.
        self.selection = G::Selection::default();
        self.unwritten = true;
        self.changed = true;
    }

    /// Takes over what was noted while this game was looked back at; whether it was this game.
    pub fn merge_annotations(&mut self, looked_at: &Record<G>) -> bool {
        let adopted = self.session.merge_annotations(looked_at);
        if adopted == Some(true) {
            self.unwritten = true;
            self.changed = true;
        }
        adopted.is_some()
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
