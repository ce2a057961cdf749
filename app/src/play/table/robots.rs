//! The robots at a table: one per seat, or one that all seats share. A robot is asked when its seat
//! is to move.

use std::sync::Arc;

use qipan_core::contract::game::{Step, Viewer};
use qipan_core::contract::robot::LineFuel;
use qipan_core::contract::seat::Seat;

use crate::model::concession::Concession;
use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotFactory, Worker};
use crate::model::settings::Settings;
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::{DecisionReport, MAX_FAILURES, SeatedRobot};

impl<G: Playable> Table<G> {
    /// Returns the seats of robots that are still in the game.
    pub fn active_robot_seats(&self) -> impl Iterator<Item = Seat> {
        self.state().active().iter().filter(|seat| !self.is_human(*seat))
    }

    /// Returns true if only robots play. In such a game the player can step from decision to
    /// decision and have decisions made again.
    pub fn is_robots_only(&self) -> bool {
        let mut players = self.session.record().players.iter();
        !self.is_mirror() && players.all(|(_, player)| !player.is_human())
    }

    /// Lets the robots go on to the next decision, and pauses them there.
    pub fn step_to_next_decision(&mut self) {
        if self.is_robots_only() {
            (self.common.is_paused, self.common.is_stepping, self.common.waits_for_player) =
                (true, true, false);
            self.animator.skip();
        }
    }

    /// Takes the last decision of a robot back and asks the robot again with the same random
    /// stream, for example after a change of its file. Returns false if there is no such decision.
    pub fn repeat_decision(&mut self) -> bool {
        if !self.is_robots_only() {
            return false;
        }
        let step = self.notes.as_ref().map(|report| report.step);
        let Some(step) = step.filter(|step| *step < self.steps()) else { return false };
        self.session.take_back(step);
        self.show_change();
        self.common.has_changed = true;
        self.robot_errors.clear();
        self.step_to_next_decision();
        true
    }

    /// Returns the fuel of a script's last decision by line. The list is empty if nobody watched
    /// the decision, if a person plays, or if the viewer does not see everything.
    pub fn profile(&self, script: &str) -> &[LineFuel] {
        let may_know = self.is_robots_only() && self.viewer() == Viewer::All;
        self.profiles.get(script).filter(|_| may_know).map_or(&[], Vec::as_slice)
    }

    /// Drops the robots of a changed script, so that they are loaded again before their next
    /// turn.
    pub fn reload(&mut self, script: &str) {
        for (seat, player) in &self.session.record().players {
            if player.script.as_deref() == Some(script) {
                self.started_robots[if self.shares_one_robot { 0 } else { seat.index() }] = None;
                self.robot_errors.retain(|(other, _)| other != seat);
            }
        }
    }

    /// Returns the index of a seat's robot among the started robots.
    fn robot_index(&self, seat: Seat) -> usize {
        if self.shares_one_robot { 0 } else { seat.index() }
    }

    /// Returns a seat's robot, and starts it if necessary.
    pub(super) fn seated_robot(
        &mut self,
        seat: Seat,
        factory: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) -> Option<&mut SeatedRobot<G>> {
        let record = self.session.record();
        let player = record.player(seat)?;
        let index = self.robot_index(seat);
        Some(self.started_robots[index].get_or_insert_with(|| {
            let wake = Arc::clone(wake);
            let worker = Worker::start(factory(player, &record.house_rules), move || wake());
            SeatedRobot { worker, failures: 0 }
        }))
    }

    /// Asks a seat's robot, or plays its answer if it has one. Returns true if a step was played.
    pub(super) fn poll_robot(
        &mut self,
        seat: Seat,
        settings: &Settings,
        factory: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) -> bool {
        let actions = self.actions();
        let Some(first) = actions.first().copied() else { return false };
        let index = self.robot_index(seat);
        let is_busy =
            self.started_robots[index].as_ref().is_some_and(|robot| robot.worker.is_busy());
        let request =
            (!is_busy).then(|| DecisionRequest::new(&self.session, seat, actions.clone()));
        let Some(robot) = self.seated_robot(seat, factory, wake) else { return false };
        if robot.failures >= MAX_FAILURES {
            return self.act(first);
        }
        if let Some(request) = request {
            robot.worker.ask(request);
        }
        let Some(answer) = robot.worker.poll() else { return false };
        let mut search_value = None;
        let (action, error, output) = match answer {
            Ok(choice) => {
                search_value = choice.search_value;
                let error = choice.error.map(|error| error.message);
                (
                    choice.action,
                    error,
                    Some((choice.notes, choice.printed, choice.fuel, choice.profile)),
                )
            }
            Err(message) => {
                robot.failures = MAX_FAILURES;
                (first, Some(message), None)
            }
        };
        if error.is_some() {
            robot.failures = robot.failures.saturating_add(1);
        }
        if let Some(message) = error {
            self.robot_errors.retain(|(other, _)| *other != seat);
            self.robot_errors.push((seat, message));
        }
        if let Some((notes, printed, fuel, profile)) = output {
            let player = self.session.record().player(seat);
            let script = player.and_then(|player| player.script.clone());
            if let Some(script) = script.filter(|_| !profile.is_empty()) {
                self.profiles.insert(script, profile.clone());
            }
            let (view, step, offered) = (self.view.clone(), self.steps(), actions.clone());
            self.notes = Some(DecisionReport {
                seat,
                view,
                notes,
                printed,
                fuel,
                profile,
                actions: offered,
                step,
            });
        }
        self.common.is_stepping = false;
        let action = if actions.contains(&action) { action } else { first };
        self.act_or_concede(seat, action, search_value, settings)
    }

    /// Plays the action of a robot. A robot that is sure of the result resigns instead, or offers a
    /// draw after its action. Returns true if a step was played.
    fn act_or_concede(
        &mut self,
        seat: Seat,
        action: G::Action,
        search_value: Option<f32>,
        settings: &Settings,
    ) -> bool {
        let concession = self.concessions.decide(&self.session, seat, search_value);
        match concession.filter(|_| settings.robots_concede) {
            None => self.act(action),
            Some(Concession::Resign(seats)) => {
                self.common.resigned_robots = Some(seats);
                // The first resignation may end the game, if house rules say so.
                seats.iter().map(|seat| self.step(Step::Resign { seat })).fold(false, |a, b| a | b)
            }
            Some(Concession::OfferDraw(agreeing)) => {
                let has_acted = self.act(action);
                if has_acted && self.state().outcome().is_none() {
                    self.offer_draw_as(seat, agreeing);
                }
                has_acted
            }
        }
    }
}
