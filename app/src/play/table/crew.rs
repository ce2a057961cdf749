//! The robots at a table: each seat's own, asked when it is to move.

use qipan_core::record::Player;
use qipan_core::seat::Seat;

use crate::games::desk::Desk;
use crate::model::robots::{Job, Maker, Worker};
use crate::play::table::{Notes, Table};

/// Failures after which a robot is replaced by the first legal action for good.
pub(super) const PATIENCE: u8 = 3;

/// A robot at the table.
pub(super) struct Member<G: Desk> {
    pub(super) worker: Worker<G>,
    pub(super) failures: u8,
}

impl<G: Desk> Table<G> {
    /// The robots that still play.
    pub fn robots(&self) -> impl Iterator<Item = Seat> {
        self.state().active().iter().filter(|seat| !self.is_human(*seat))
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

    /// A seat's robot, started if it is not there yet.
    pub(super) fn member(
        &mut self,
        seat: Seat,
        maker: &dyn Fn(&Player) -> Maker<G>,
        wake: &egui::Context,
    ) -> Option<&mut Member<G>> {
        let player = self.session.record().player(seat)?;
        Some(self.crew[seat.index()].get_or_insert_with(|| {
            let wake = wake.clone();
            let worker = Worker::start(maker(player), move || wake.request_repaint());
            Member { worker, failures: 0 }
        }))
    }

    /// Asks a seat's robot, or plays its answer; whether a step was played.
    pub(super) fn let_think(
        &mut self,
        seat: Seat,
        maker: &dyn Fn(&Player) -> Maker<G>,
        wake: &egui::Context,
    ) -> bool {
        let actions = self.actions();
        let Some(first) = actions.first().copied() else { return false };
        let busy = self.crew[seat.index()].as_ref().is_some_and(|member| member.worker.busy());
        let job = (!busy).then(|| Job::new(&self.session, seat, actions.clone()));
        let Some(member) = self.member(seat, maker, wake) else { return false };
        if member.failures >= PATIENCE {
            return self.act(first);
        }
        if let Some(job) = job {
            member.worker.ask(job);
        }
        let Some(answer) = member.worker.poll() else { return false };
        let (action, trouble, notes) = match answer {
            Ok(choice) => {
                (choice.action, choice.trouble.map(|trouble| trouble.message), Some(choice.notes))
            }
            Err(message) => {
                member.failures = PATIENCE;
                (first, Some(message), None)
            }
        };
        if trouble.is_some() {
            member.failures = member.failures.saturating_add(1);
        }
        if let Some(message) = trouble {
            self.troubles.retain(|(other, _)| *other != seat);
            self.troubles.push((seat, message));
        }
        if let Some(notes) = notes {
            self.notes = Some(Notes { seat, view: self.view.clone(), notes });
        }
        self.act(if actions.contains(&action) { action } else { first })
    }
}
