//! An offered draw: every robot that still plays is asked through its own eyes.

use qipan_core::seat::{Seat, SeatSet};

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotFactory};
use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::{Offer, PATIENCE};

impl<G: Playable> Table<G> {
    /// All people who still play offer a draw: without robots it is agreed, otherwise they
    /// are asked.
    pub fn offer_draw(&mut self) {
        let alone = self.robots().next().is_none();
        if alone {
            self.draw();
        } else {
            self.offer = Some(Offer::default());
        }
    }

    /// Whether an offered draw waits for answers.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.offer.is_some()
    }

    /// Who did not agree to the draw offered last; told once.
    pub fn take_declined(&mut self) -> Option<SeatSet> {
        self.declined.take()
    }

    /// Asks the robots about a draw, and hears what they say; whether all have answered.
    pub(super) fn hear_offer(&mut self, maker: &RobotFactory<'_, G>, wake: &RepaintSignal) -> bool {
        let Some(mut offer) = self.offer.take() else { return false };
        let robots: Vec<Seat> = self.robots().collect();
        let heard = offer.heard;
        for seat in robots.iter().copied().filter(|seat| !heard.contains(*seat)) {
            let asked = offer.asked.contains(seat);
            let job = (!asked).then(|| DecisionRequest::for_draw(&self.session, seat));
            let Some(robot) = self.seated_robot(seat, maker, wake) else { continue };
            // A robot that was replaced for its failures has no mind of its own any more.
            let answer = match robot.failures >= PATIENCE {
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
            self.declined = Some(offer.declined);
        }
        true
    }
}
