//! The rolls of a game, counted by seat and face.

use qipan_core::dice::Seed;
use qipan_core::game::{Step, Turn};
use qipan_core::record::{Fault, check_chance, drawn_elsewhere};
use qipan_core::seat::Seat;
use qipan_core::session::Session;

use crate::games::GameUi;

/// How often each face of the die fell to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rolls {
    /// Whose rolls.
    pub(super) seat: Seat,
    /// How often 1, 2 and so on fell.
    pub(super) faces: [u32; 6],
}

impl Rolls {
    /// How often was rolled.
    pub(super) fn count(&self) -> u32 {
        self.faces.iter().sum()
    }
}

/// What is found out about the chance of a game, once.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    /// The rolls of each seat.
    pub(super) rolls: Vec<Rolls>,
    /// What does not follow from the seeds.
    pub(super) fault: Option<Fault>,
    /// The seeds that dice to come are drawn from.
    pub(super) to_come: Vec<Seed>,
    /// Whether the shuffle or the lot belongs to another game.
    pub(super) drawn_elsewhere: bool,
}

impl Chance {
    /// That of a game.
    pub(super) fn of<G: GameUi>(session: &Session<G>) -> Self {
        let (record, states) = (session.record(), session.states());
        let fault = check_chance(record, states);
        let (rolls, to_come) = (rolls_of(session), record.seeds_to_come(states));
        Self { rolls, fault, to_come, drawn_elsewhere: drawn_elsewhere(record) }
    }
}

/// The rolls of all seats, in the order of turns; none where nobody rolled a die.
fn rolls_of<G: GameUi>(session: &Session<G>) -> Vec<Rolls> {
    let seats = session.state().in_order();
    let mut rolls: Vec<Rolls> =
        seats.into_iter().map(|seat| Rolls { seat, faces: [0; 6] }).collect();
    let mut outcomes = Vec::new();
    for (step, before) in session.record().steps.iter().zip(session.states()) {
        let (Step::Chance(fell), Turn::Chance { roller }) = (step, before.turn()) else {
            continue;
        };
        before.chance_outcomes(&mut outcomes);
        let face = outcomes.iter().position(|outcome| outcome == fell);
        let of_seat = rolls.iter_mut().find(|rolls| rolls.seat == roller);
        let count = of_seat.zip(face).and_then(|(rolls, face)| rolls.faces.get_mut(face));
        if let Some(count) = count {
            *count += 1;
        }
    }
    rolls.retain(|rolls| rolls.count() > 0);
    rolls
}
