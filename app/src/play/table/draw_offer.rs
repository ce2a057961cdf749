//! Draw offers. Every robot still in the game is asked, with the view of its own seat.

use qipan_core::contract::seat::Seat;

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

    /// Returns true while a draw offer waits for answers.
    pub fn is_draw_offered(&self) -> bool {
        self.draw_offer.is_some()
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
        if offer.declined.is_empty() {
            self.agree_to_draw();
        } else {
            self.common.declining_seats = Some(offer.declined);
        }
        true
    }
}
