//! Draw offers. Every robot still in the game is asked, with the view of its own seat. If a robot
//! made the offer, the people are asked as well, once all robots agree.

use qipan_core::contract::seat::{Seat, SeatSet};

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotFactory};
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::{DrawOffer, MAX_FAILURES};

impl<G: Playable> Table<G> {
    /// Offers a draw in the name of all people still in the game. Asks the robots if there are any.
    /// Otherwise the draw is agreed at once.
    pub fn offer_draw(&mut self) {
        if self.ask_host_for_draw() {
            return;
        }
        let has_robots = self.active_robot_seats().next().is_some();
        if !has_robots {
            self.agree_to_draw();
        } else {
            self.draw_offer = Some(DrawOffer::default());
        }
    }

    /// Lets a robot offer a draw. The robots in `agreeing` are not asked.
    pub(super) fn offer_draw_as(&mut self, robot: Seat, agreeing: SeatSet) {
        self.draw_offer =
            Some(DrawOffer { robot: Some(robot), answered: agreeing, ..DrawOffer::default() });
    }

    /// Returns true while a draw offer waits for answers.
    pub fn is_draw_offered(&self) -> bool {
        self.draw_offer.is_some()
    }

    /// Returns the seat of the robot whose draw offer the people have to answer.
    pub fn robot_offering_draw(&self) -> Option<Seat> {
        self.draw_offer.as_ref().filter(|offer| offer.awaits_people)?.robot
    }

    /// Answers a robot's draw offer in the name of all people still in the game.
    pub fn answer_draw_offer(&mut self, agrees: bool) {
        if self.robot_offering_draw().is_none() {
            return;
        }
        self.draw_offer = None;
        if agrees {
            self.agree_to_draw();
        } else {
            self.concessions.note_declined_draw();
        }
    }

    /// Asks the robots about a draw and collects their answers. Returns true once all have
    /// answered.
    pub(super) fn poll_draw_offer(
        &mut self,
        factory: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) -> bool {
        let Some(mut offer) = self.draw_offer.take() else { return false };
        let robots: Vec<Seat> = self.active_robot_seats().collect();
        let answered = offer.answered;
        for seat in robots.iter().copied().filter(|seat| !answered.contains(*seat)) {
            let is_asked = offer.asked.contains(seat);
            let request = (!is_asked).then(|| DecisionRequest::for_draw(&self.session, seat));
            let Some(robot) = self.seated_robot(seat, factory, wake) else { continue };
            // A robot that has failed too often always declines.
            let answer = match robot.failures >= MAX_FAILURES {
                true => Some(false),
                false => {
                    if let Some(request) = request {
                        offer.asked.insert(seat);
                        robot.worker.ask_about_draw(request);
                    }
                    robot.worker.poll_draw()
                }
            };
            let Some(agrees) = answer else { continue };
            offer.answered.insert(seat);
            if !agrees {
                offer.declined.insert(seat);
            }
        }
        if robots.iter().any(|seat| !offer.answered.contains(*seat)) {
            self.draw_offer = Some(offer);
            return false;
        }
        self.settle_draw_offer(offer);
        true
    }

    /// Carries out a draw offer that all robots have answered, or passes it on to the people.
    fn settle_draw_offer(&mut self, offer: DrawOffer) {
        let has_people = self.state().active().iter().any(|seat| self.is_human(seat));
        match (offer.declined.is_empty(), offer.robot) {
            (true, Some(_)) if has_people => {
                self.draw_offer = Some(DrawOffer { awaits_people: true, ..offer });
            }
            (true, _) => drop(self.agree_to_draw()),
            (false, None) => self.common.declining_seats = Some(offer.declined),
            // People hear only of offers that all robots agree to.
            (false, Some(_)) => self.concessions.note_declined_draw(),
        }
    }
}
