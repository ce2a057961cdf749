//! A running game on the table.
//!
//! A [`Table`] owns the session, which makes all changes to the game, and everything around it: the
//! viewer with its view, the animator, the robots, the house rules, the clock and the draw offer.
//! [`Table::tick`] advances all of them once a frame. Every step is played under the house rules,
//! its events are queued for animation, and the journal is marked as out of date.

mod clock;
mod coach;
mod common;
mod draw_offer;
mod hint;
mod mirror;
mod parts;
mod perspective;
mod players;
mod question;
mod review;
mod robots;
mod rules;
mod sounds;
mod take_back;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::time::Duration;

use qipan_core::contract::game::{Step, Turn, Viewer};
use qipan_core::contract::robot::LineFuel;
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, ReplayError};

use crate::model::concession::Concessions;
use crate::model::robot_threads::{RepaintSignal, RobotFactory};
use crate::model::settings::{Settings, Speed};
use crate::play::animation::Animator;
use crate::play::game::Playable;
use crate::play::perspective::Perspective;
use parts::{
    ActiveRules, DrawOffer, SeatedRobot, TurnClock, ViewPolicy, error_location, view_policy,
};

use coach::PendingChoice;
use hint::Hint;
use mirror::Mirror;
use review::Review;
use sounds::SoundState;

pub use coach::Warning;
pub use hint::HintState;
pub use mirror::{HostChoices, Intention};

pub use common::{TableCommon, TableFacts};
pub use parts::{DecisionReport, FailedRule, Marks, RefusedInput};
pub use review::MistakeSearch;

/// The pause before the program acts or plays a robot's action, in seconds at normal speed.
const ACTION_PAUSE: f64 = 0.3;

/// The time between frames during an animation. Without vertical sync, immediate repaints would
/// come as fast as the machine allows.
pub const FRAME: Duration = Duration::from_millis(16);

/// The time between frames while the game goes on without animation.
const INSTANT_FRAME: Duration = Duration::from_millis(4);

/// The maximum number of steps played in one frame. The limit keeps the window responsive.
const MAX_STEPS_PER_FRAME: usize = 64;

/// The time between polls of a thinking robot. Its answer also wakes the window.
const ROBOT_POLL: Duration = Duration::from_millis(500);

/// A running game.
pub struct Table<G: Playable> {
    /// The game and its record.
    pub session: Session<G>,
    /// The state that does not depend on the type of the game.
    pub common: TableCommon,
    /// The animator.
    pub animator: Animator<G>,
    /// The house rules in force.
    rules: ActiveRules<G>,
    /// The viewer whose view is shown.
    viewer: Viewer,
    /// The viewer's view of the game.
    view: G::View,
    /// Data derived from the view, computed on demand.
    view_cache: OnceCell<G::ViewCache>,
    /// The view, with its derived data, before the steps that are still being animated.
    view_before_animation: Option<(G::View, OnceCell<G::ViewCache>)>,
    /// The perspective in games that only robots play.
    perspective: Perspective,
    /// The seat of the person who must come to the screen before anything is shown.
    cover: Option<Seat>,
    /// True while the player still has to choose a colour.
    pub is_picking_colour: bool,
    /// True if one robot moves for all seats. This saves sandboxes in games that are only watched.
    pub shares_one_robot: bool,
    /// The player's unfinished input.
    pub selection: G::Selection,
    /// The marks of each seat on hidden pieces.
    pub marks: Marks,
    /// The last refused input.
    pub last_refusal: Option<RefusedInput<G>>,
    /// The report on the last decision of a robot, with its notes.
    notes: Option<DecisionReport<G>>,
    /// For each script, the fuel that each line used in the last decision. Recorded while someone
    /// watches.
    profiles: BTreeMap<String, Vec<LineFuel>>,
    /// The latest error of each robot.
    pub robot_errors: Vec<(Seat, String)>,
    /// The started robots, by seat index. A robot shared by all seats has index 0.
    started_robots: [Option<SeatedRobot<G>>; Seat::MAX],
    /// The earliest time at which the program acts next.
    ready_at: Option<f64>,
    clock: TurnClock,
    /// The draw offer that waits for answers.
    draw_offer: Option<DrawOffer>,
    /// The robots' conclusions about the result of the game.
    concessions: Concessions,
    sounds: SoundState,
    /// The hint that the player asked for last.
    hint: Option<Hint<G>>,
    /// The moves that hints recommended, each with the number of steps before it.
    hinted_moves: Vec<(usize, G::Action)>,
    /// The choice that the coach looks at.
    pending_choice: Option<PendingChoice<G>>,
    /// The actions that a person played although the coach warned of them.
    confirmed_actions: Vec<G::Action>,
    /// The coach's warnings so far: the seat, and the number of steps before its choice.
    past_warnings: Vec<(Seat, usize)>,
    /// The review of the finished game.
    review: Option<Review<G>>,
    /// The steps of each take-back that can be redone, the latest take-back last.
    redo_stack: Vec<Vec<Step<G>>>,
    /// The connection to the host, if the game is played there.
    mirror: Option<Mirror<G>>,
}

impl<G: Playable> Table<G> {
    /// Puts a new or saved game on the table. If it has house rules that act during the game, it
    /// stands still until [`Table::run_rules`] is called. `is_picking_colour` is true if the player
    /// still has to choose a colour.
    ///
    /// # Errors
    /// The reason why the record cannot be replayed.
    pub fn new(record: Record<G>, is_picking_colour: bool) -> Result<Self, ReplayError> {
        Ok(Self::from_session(Session::new(record)?, is_picking_colour))
    }

    /// Puts a game with its session on the table, as [`Table::new`] does.
    pub fn from_session(session: Session<G>, is_picking_colour: bool) -> Self {
        let steps = session.record().steps.len();
        let (viewer, cover) = match view_policy(&session, None) {
            ViewPolicy::Always(viewer) => (viewer, None),
            ViewPolicy::Free => (Viewer::All, None),
            // The person at the screen is not always the person to move.
            ViewPolicy::Turns(seat) => (Viewer::Public, seat),
        };
        let perspective = Perspective::free(session.state().seats_in_turn_order());
        let rules = ActiveRules::of(session.record());
        let view = session.state().view(viewer);
        let animator = Animator::new(&view, steps);
        let has_ended = session.state().outcome().is_some();
        Self {
            session,
            common: TableCommon { has_unwritten: true, ..TableCommon::default() },
            animator,
            rules,
            viewer,
            view,
            view_cache: OnceCell::new(),
            view_before_animation: None,
            perspective,
            cover,
            is_picking_colour,
            shares_one_robot: false,
            selection: G::Selection::default(),
            marks: Marks::new(),
            last_refusal: None,
            notes: None,
            profiles: BTreeMap::new(),
            robot_errors: Vec::new(),
            started_robots: [const { None }; Seat::MAX],
            ready_at: None,
            clock: TurnClock::default(),
            draw_offer: None,
            concessions: Concessions::default(),
            sounds: SoundState::new(steps, has_ended),
            hint: None,
            hinted_moves: Vec::new(),
            pending_choice: None,
            confirmed_actions: Vec::new(),
            past_warnings: Vec::new(),
            review: None,
            redo_stack: Vec::new(),
            mirror: None,
        }
    }

    /// Returns the state of the game.
    pub fn state(&self) -> &G {
        self.session.state()
    }

    /// Returns the viewer's view of the game.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Returns the data derived from the view.
    pub fn view_cache(&self) -> &G::ViewCache {
        self.view_cache.get_or_init(|| G::view_cache(&self.view))
    }

    /// Returns the view for the players' cards, with its derived data. While animations run, it is
    /// the view before them, so that the cards do not give away a battle.
    pub fn card_view(&self) -> (&G::View, &G::ViewCache) {
        match &self.view_before_animation {
            Some((view, cache)) if !self.animator.is_idle() => {
                (view, cache.get_or_init(|| G::view_cache(view)))
            }
            _ => (&self.view, self.view_cache()),
        }
    }

    /// Keeps the view that the cards show during the next animation.
    fn keep_card_view(&mut self) {
        if self.animator.is_idle() {
            let cache = std::mem::take(&mut self.view_cache);
            self.view_before_animation = Some((self.view.clone(), cache));
        }
    }

    /// Returns the viewer whose view is shown.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns the seat of the person who must come to the screen before anything is shown.
    pub fn cover(&self) -> Option<Seat> {
        self.cover
    }

    /// Returns the number of steps played.
    pub fn steps(&self) -> usize {
        self.session.record().steps.len()
    }

    /// Returns true if a person plays the seat.
    pub fn is_human(&self, seat: Seat) -> bool {
        self.session.record().player(seat).is_some_and(Player::is_human)
    }

    /// Returns true if the robots wait for the player.
    pub fn is_halted(&self) -> bool {
        self.common.is_paused || self.common.waits_for_player || !self.can_continue()
    }

    /// Returns the seat for which a person has to roll or move now.
    pub fn human_to_act(&self) -> Option<Seat> {
        if self.is_mirror() {
            return self.seat_to_act_at_host();
        }
        let seat = match self.state().turn() {
            Turn::Chance { roller } => roller,
            Turn::Seat(seat) => seat,
            Turn::Over => return None,
        };
        let is_waiting_for_action = !self.is_picking_colour
            && self.cover.is_none()
            && self.draw_offer.is_none()
            && self.can_continue();
        (self.is_human(seat) && is_waiting_for_action).then_some(seat)
    }

    /// Returns the actions on the board that a person can choose from now.
    pub fn human_actions(&self) -> Vec<G::Action> {
        match self.human_to_play() {
            Some(_) if !self.is_coach_thinking() => self.actions(),
            _ => Vec::new(),
        }
    }

    /// Advances to the time `now`: animations run, robots think and act. `factory` returns the
    /// builder of a player's robot.
    pub fn tick(
        &mut self,
        now: f64,
        settings: &Settings,
        factory: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) {
        self.common.is_hurrying &= self.waits_for_robots();
        let factor = self.duration_scale(settings);
        self.animator.tick(now, factor);
        // Without animations, many steps may happen in one frame.
        for _ in 0..MAX_STEPS_PER_FRAME {
            if !self.animator.is_idle() || self.is_picking_colour {
                break;
            }
            self.refresh_view();
            if !self.run_clock(now) && !self.act_alone(now, settings, factory, wake) {
                break;
            }
            self.animator.tick(now, factor);
        }
        self.update_sounds();
        self.poll_hint();
        self.poll_coach(settings.coach_percent, wake);
        self.poll_review(wake);
    }

    /// Returns true if the program will act without the player.
    pub fn can_act_alone(&self, settings: &Settings) -> bool {
        if !self.can_continue() {
            return false;
        }
        if self.is_mirror() && self.human_to_act().is_none() {
            return false;
        }
        if self.robot_offering_draw().is_some() {
            return false;
        }
        if self.draw_offer.is_some() || self.common.waiting_resignation.is_some() {
            return true;
        }
        let needs_player =
            self.is_picking_colour || self.common.waits_for_player || self.cover.is_some();
        let is_paused = self.common.is_paused && !self.common.is_stepping;
        if needs_player || (is_paused && self.human_to_act().is_none()) {
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

    /// Returns the time until the next repaint, or `None` while nothing on the table changes by
    /// itself.
    pub fn time_to_repaint(&self, now: f64, settings: &Settings) -> Option<Duration> {
        [self.time_to_act(now, settings), self.time_to_clock_change()].into_iter().flatten().min()
    }

    /// Returns the time until the program has to act or animate.
    fn time_to_act(&self, now: f64, settings: &Settings) -> Option<Duration> {
        let is_instant = settings.speed == Speed::Off || self.common.is_hurrying;
        let frame = if is_instant { INSTANT_FRAME } else { FRAME };
        if !self.animator.is_idle() {
            return Some(frame);
        }
        if !self.can_act_alone(settings) {
            return None;
        }
        if self.has_busy_robot() {
            return Some(ROBOT_POLL);
        }
        let remaining = self.ready_at.map_or(0.0, |ready_at| ready_at - now);
        Some(Duration::try_from_secs_f64(remaining).unwrap_or_default().max(frame))
    }

    /// Acts without the player, if it is time. Returns true if anything was done.
    fn act_alone(
        &mut self,
        now: f64,
        settings: &Settings,
        factory: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) -> bool {
        if !self.can_act_alone(settings) {
            self.ready_at = None;
            return false;
        }
        if self.draw_offer.is_some() {
            return self.poll_draw_offer(factory, wake);
        }
        if !self.has_busy_robot()
            && let Some(seat) = self.common.waiting_resignation.take()
        {
            return self.step(Step::Resign { seat });
        }
        let pause = ACTION_PAUSE * self.duration_scale(settings);
        let ready_at = *self.ready_at.get_or_insert(now + pause);
        if now < ready_at {
            return false;
        }
        let has_acted = match self.state().turn() {
            Turn::Over => false,
            Turn::Chance { .. } => self.roll(),
            Turn::Seat(seat) if self.is_human(seat) => match self.actions().first() {
                Some(action) => self.act(*action),
                None => false,
            },
            Turn::Seat(seat) => self.poll_robot(seat, settings, factory, wake),
        };
        if has_acted {
            self.ready_at = None;
        }
        has_acted
    }

    /// Returns the factor of all durations: that of the settings, or zero while robots' moves are
    /// shown at once.
    fn duration_scale(&self, settings: &Settings) -> f64 {
        if self.common.is_hurrying { 0.0 } else { settings.speed.duration_scale() }
    }

    /// Returns true if the game waits for a roll or decision of a robot.
    pub(super) fn waits_for_robots(&self) -> bool {
        let seat = match self.state().turn() {
            Turn::Chance { roller } => roller,
            Turn::Seat(seat) => seat,
            Turn::Over => return false,
        };
        let has_open_question = self.is_picking_colour || self.draw_offer.is_some();
        !self.is_human(seat) && !self.is_mirror() && !self.is_halted() && !has_open_question
    }

    /// Returns true if a person waits for several robots, whose moves can be shown at once.
    pub fn can_show_at_once(&self) -> bool {
        let players = &self.session.record().players;
        let robots = players.iter().filter(|(_, player)| !player.is_human()).count();
        robots > 2 && self.person_count() > 0 && !self.common.is_hurrying && self.waits_for_robots()
    }

    /// Returns true if only robots still play, and the rest of their game can be shown at once.
    pub fn can_skip_to_end(&self) -> bool {
        let mut people =
            self.session.record().players.iter().filter(|(_, player)| player.is_human());
        let has_active_person = people.any(|(seat, _)| self.state().active().contains(*seat));
        !has_active_person
            && self.person_count() > 0
            && !self.common.is_hurrying
            && self.waits_for_robots()
    }

    /// Shows the robots' moves without animation until a person's next turn.
    pub fn show_at_once(&mut self) {
        self.common.is_hurrying = true;
        self.animator.skip();
    }

    /// Plays the next chance outcome, determined by the game's seed. Returns false if it was
    /// refused.
    pub fn roll(&mut self) -> bool {
        if let Some(is_queued) = self.roll_at_host() {
            return is_queued;
        }
        self.session.next_roll().is_ok_and(|roll| self.step(roll))
    }

    /// Plays an action of the seat to move. Returns false if it was refused.
    pub fn act(&mut self, action: G::Action) -> bool {
        let Turn::Seat(seat) = self.state().turn() else { return false };
        self.step(Step::Act { seat, action })
    }

    /// Resigns for a seat. While a robot decides, the resignation waits for its move.
    pub fn resign(&mut self, seat: Seat) {
        if self.has_busy_robot() {
            self.common.waiting_resignation = Some(seat);
        } else {
            self.step(Step::Resign { seat });
        }
    }

    fn has_busy_robot(&self) -> bool {
        self.started_robots.iter().flatten().any(|robot| robot.worker.is_busy())
    }

    /// Ends the game by an agreed draw. Returns false if the step was refused.
    pub fn agree_to_draw(&mut self) -> bool {
        self.step(Step::Draw)
    }

    /// Plays a step with the effects of house rules, and queues the animations. A game that is
    /// played at a host changes when the host answers. Returns false if the step was refused.
    pub fn step(&mut self, step: Step<G>) -> bool {
        if let Some(is_queued) = self.queue_step(&step) {
            return is_queued;
        }
        let old_steps = self.steps();
        if !self.play(step) {
            return false;
        }
        self.keep_card_view();
        for step in old_steps..self.steps() {
            self.view = self.session.states()[step + 1].view(self.viewer);
            self.animator.push(self.session.events(step), &self.view, step + 1);
        }
        self.view_cache = OnceCell::new();
        // Any step withdraws a pending draw offer, and nothing can be redone after it.
        self.draw_offer = None;
        self.redo_stack.clear();
        self.selection = G::Selection::default();
        self.last_refusal = None;
        self.common.note_change();
        self.filter_actions();
        true
    }

    /// Cancels the player's unfinished input. Returns false if there was none.
    pub fn cancel_input(&mut self) -> bool {
        let was_unfinished = G::has_unfinished_input(&self.selection);
        if was_unfinished {
            self.selection = G::Selection::default();
        }
        was_unfinished
    }

    /// Returns the report on the last decision of a robot, if the viewer may know it. A finished
    /// game with people has none, because the board then shows the result.
    pub fn last_report(&self) -> Option<&DecisionReport<G>> {
        let is_shown = self.is_robots_only() || self.state().outcome().is_none();
        self.notes.as_ref().filter(|notes| is_shown && self.may_know_thoughts(notes.seat))
    }

    /// Returns true if the viewer sees everything that a seat sees, and so may know its robot's
    /// thoughts.
    fn may_know_thoughts(&self, seat: Seat) -> bool {
        self.viewer.includes(seat)
    }

    /// Returns true if the viewer must not know the thoughts of any robot, because they would
    /// reveal pieces.
    pub fn hides_thoughts(&self) -> bool {
        let players = self.session.record().players.iter();
        let mut robots = players.filter(|(_, player)| !player.is_human());
        robots.all(|(seat, _)| !self.may_know_thoughts(*seat))
    }

    /// Returns the robots' errors, as far as the viewer may know them. A script can put what it
    /// sees into its error message, so other viewers get only the file and line.
    pub fn visible_robot_errors(&self) -> impl Iterator<Item = (Seat, String)> {
        self.robot_errors.iter().map(|(seat, message)| {
            let script =
                self.session.record().player(*seat).and_then(|player| player.script.as_deref());
            let visible = match script.filter(|_| !self.may_know_thoughts(*seat)) {
                Some(script) => error_location(message, script),
                None => message.clone(),
            };
            (*seat, visible)
        })
    }

    /// Shows the current position and drops unfinished input.
    fn show_position(&mut self) {
        self.view = self.state().view(self.viewer);
        self.view_cache = OnceCell::new();
        self.view_before_animation = None;
        let steps = self.steps();
        self.animator.reset_to(&self.view, steps);
        self.selection = G::Selection::default();
    }

    /// Returns the number of people among the players, including those who no longer play.
    pub fn person_count(&self) -> usize {
        self.session.record().players.iter().filter(|(_, player)| player.is_human()).count()
    }

    /// Shows the current position after a change other than a step.
    fn show_change(&mut self) {
        self.show_position();
        self.notes = None;
        self.last_refusal = None;
        self.draw_offer = None;
        self.concessions = Concessions::default();
        self.common.waiting_resignation = None;
        self.started_robots = [const { None }; Seat::MAX];
        self.common.has_unwritten = true;
        self.reapply_rules();
    }

    /// Takes over the annotations made in the replay of this game. Returns false if it is another
    /// game.
    pub fn merge_annotations(&mut self, replayed: &Record<G>) -> bool {
        let has_changed = self.session.merge_annotations(replayed);
        if has_changed == Some(true) {
            self.common.note_change();
        }
        has_changed.is_some()
    }

    /// Returns true if closing the game now would lose changes.
    pub fn is_unsaved(&self) -> bool {
        self.common.has_changed && self.steps() > 0
    }
}
