//! Draw offers: every robot still in the game is asked with its own view.

use qipan_core::contract::seat::Seat;

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotFactory};
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::{DrawOffer, MAX_FAILURES};

impl<G: Playable> Table<G> {
    /// Offers a draw by all people still in the game. Without robots the draw is agreed at once,
    /// otherwise the robots are asked.
    pub fn offer_draw(&mut self) {
        let alone = self.robots().next().is_none();
        if alone {
            self.draw();
        } else {
            self.offer = Some(DrawOffer::default());
        }
    }

    /// Returns true while a draw offer waits for answers.
    pub fn is_offered(&self) -> bool {
        self.offer.is_some()
    }

    /// Asks the robots about a draw and collects their answers. Returns true once all have
    /// answered.
    pub(super) fn poll_draw_offer(
        &mut self,
        maker: &RobotFactory<'_, G>,
        wake: &RepaintSignal,
    ) -> bool {
        let Some(mut offer) = self.offer.take() else { return false };
        let robots: Vec<Seat> = self.robots().collect();
        let heard = offer.heard;
        for seat in robots.iter().copied().filter(|seat| !heard.contains(*seat)) {
            let asked = offer.asked.contains(seat);
            let job = (!asked).then(|| DecisionRequest::for_draw(&self.session, seat));
            let Some(robot) = self.seated_robot(seat, maker, wake) else { continue };
            // A robot that was replaced for its failures always declines.
            let answer = match robot.failures >= MAX_FAILURES {
                true => Some(false),
                false => {
                    if let Some(job) = job {
                        offer.asked.insert(seat);
                        robot.worker.ask_about_draw(job);
                    }
                    robot.worker.poll_draw()
                }
            };
            let Some(agrees) = answer else { continue };
            offer.heard.insert(seat);
            if !agrees {
                offer.declined.insert(seat);
            }
        }
        if robots.iter().any(|seat| !offer.heard.contains(*seat)) {
            self.offer = Some(offer);
            return false;
        }
        if offer.declined.is_empty() {
            self.draw();
        } else {
            self.common.declined = Some(offer.declined);
        }
        true
    }
}
