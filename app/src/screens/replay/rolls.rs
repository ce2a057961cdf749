//! The evidence that a game is fair: the rolls counted by seat and face, and the check of the
//! commitments.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::{RecordFault, check_chance, has_unverifiable_deal};

use crate::games::GameUi;

/// The rolls of a seat, counted by face.
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

/// The evidence that the dice, the shuffle and the draw for the first seat are fair, computed once.
#[derive(Clone, Debug)]
pub(super) struct ChanceEvidence {
    /// The rolls of each seat.
    pub(super) rolls: Vec<Rolls>,
    /// The first draw, shuffle, roll or commitment that does not match its seed.
    pub(super) fault: Option<RecordFault>,
    /// The seeds from which future dice follow.
    pub(super) future_seeds: Vec<Seed>,
    /// True if the shuffle or the draw follows from the seed of another game, from which this one
    /// branched.
    pub(super) is_drawn_elsewhere: bool,
}

impl ChanceEvidence {
    /// Collects the evidence from a game.
    pub(super) fn from_session<G: GameUi>(session: &Session<G>) -> Self {
        let (record, states) = (session.record(), session.states());
        let fault = check_chance(record, states);
        let (rolls, future_seeds) = (count_rolls(session), record.seeds_of_future_rolls(states));
        Self { rolls, fault, future_seeds, is_drawn_elsewhere: has_unverifiable_deal(record) }
    }
}

/// Counts the rolls of all seats, in the order of their turns. Seats without rolls are left out.
fn count_rolls<G: GameUi>(session: &Session<G>) -> Vec<Rolls> {
    let seats = session.state().seats_in_turn_order();
    let mut rolls: Vec<Rolls> =
        seats.into_iter().map(|seat| Rolls { seat, faces: [0; 6] }).collect();
    let mut outcomes = Vec::new();
    for (step, before) in session.record().steps.iter().zip(session.states()) {
        let (Step::Chance(outcome), Turn::Chance { roller }) = (step, before.turn()) else {
            continue;
        };
        before.chance_outcomes(&mut outcomes);
        let face = outcomes.iter().position(|other| other == outcome);
        let seat_rolls = rolls.iter_mut().find(|rolls| rolls.seat == roller);
        if let (Some(seat_rolls), Some(face)) = (seat_rolls, face)
            && let Some(count) = seat_rolls.faces.get_mut(face)
        {
            *count += 1;
        }
    }
    rolls.retain(|rolls| rolls.count() > 0);
    rolls
}
