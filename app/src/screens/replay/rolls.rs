//! The rolls of a game, counted by seat and face.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::{RecordFault, check_chance, drawn_elsewhere};

use crate::games::GameUi;

/// The number of times each face of the die fell to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rolls {
    /// The seat that rolled.
    pub(super) seat: Seat,
    /// The counts of the faces 1 to 6.
    pub(super) faces: [u32; 6],
}

impl Rolls {
    /// Returns the number of rolls.
    pub(super) fn count(&self) -> u32 {
        self.faces.iter().sum()
    }
}

/// The evidence about the chance of a game, computed once.
#[derive(Clone, Debug)]
pub(super) struct ChanceEvidence {
    /// The rolls of each seat.
    pub(super) rolls: Vec<Rolls>,
    /// The first lot, shuffle, roll or commitment that does not match its seed.
    pub(super) fault: Option<RecordFault>,
    /// The seeds that future dice follow from.
    pub(super) to_come: Vec<Seed>,
    /// True if the shuffle or lots follow from a seed of another game, from which this one
    /// branched.
    pub(super) drawn_elsewhere: bool,
}

impl ChanceEvidence {
    /// Collects the evidence from a game.
    pub(super) fn of<G: GameUi>(session: &Session<G>) -> Self {
        let (record, states) = (session.record(), session.states());
        let fault = check_chance(record, states);
        let (rolls, to_come) = (rolls_of(session), record.seeds_to_come(states));
        Self { rolls, fault, to_come, drawn_elsewhere: drawn_elsewhere(record) }
    }
}

/// Returns the rolls of all seats in the order of turns. Seats without rolls are left out.
fn rolls_of<G: GameUi>(session: &Session<G>) -> Vec<Rolls> {
    let seats = session.state().in_order();
    let mut rolls: Vec<Rolls> =
        seats.into_iter().map(|seat| Rolls { seat, faces: [0; 6] }).collect();
    let mut outcomes = Vec::new();
    for (step, before) in session.record().steps.iter().zip(session.states()) {
        let (Step::Chance(rolled), Turn::Chance { roller }) = (step, before.turn()) else {
            continue;
        };
        before.chance_outcomes(&mut outcomes);
        let face = outcomes.iter().position(|outcome| outcome == rolled);
        let of_seat = rolls.iter_mut().find(|rolls| rolls.seat == roller);
        let count = of_seat.zip(face).and_then(|(rolls, face)| rolls.faces.get_mut(face));
        if let Some(count) = count {
            *count += 1;
        }
    }
    rolls.retain(|rolls| rolls.count() > 0);
    rolls
}
