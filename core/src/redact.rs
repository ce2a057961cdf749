//! A game as one seat saw it, as a file that holds nothing the seat could not know.
//!
//! Everything hidden is dealt anew, so that all the seat saw happens again as it happened; the
//! seed, what was written about the game, and commands and paths of the players' computers stay
//! behind.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::dice::Seed;
use crate::game::Viewer;
use crate::options::RuleSet;
use crate::record::{Record, SavedRule, SeedSpan};
use crate::seat::Seat;
use crate::session::Session;
use crate::setup::Setup;

/// Deals tried until one has everything happen as the seat saw it.
const DEALS: usize = 4000;

/// Why a game cannot be told by one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedactError {
    /// The seat does not take part.
    #[error("this seat does not play here")]
    Seat,
    /// There is nothing to leave out.
    #[error("nothing is hidden in this game: every seat saw all of it")]
    Open,
    /// It is told by a seat already.
    #[error("this game is told by another seat already")]
    Told,
    /// No deal was found under which everything happens as the seat saw it.
    #[error("no way was found to fill in what the seat did not see")]
    NoDeal,
}

/// The game as a seat saw it while it was played. Games that differ only in what the seat never
/// learned become the same record, for the same `seed`.
///
/// # Errors
/// Why there is no such record.
pub fn redact<G: Setup>(
    session: &Session<G>,
    seat: Seat,
    seed: &Seed,
) -> Result<Record<G>, RedactError> {
    let record = session.record();
    if !record.seats().contains(seat) {
        return Err(RedactError::Seat);
    }
    if !record.rules.has_secrets() {
        return Err(RedactError::Open);
    }
    match session.state().redacted_for() {
        Some(teller) if teller == seat => return Ok(told(record, record.deal.clone())),
        Some(_) => return Err(RedactError::Told),
        None => {}
    }
    let seen: Vec<G::View> =
        session.states().iter().map(|state| state.as_seen(Viewer::Seat(seat))).collect();
    let end = session.state().as_seen(Viewer::Seat(seat));
    let mut rng = Xoshiro256PlusPlus::from_seed(*seed.bytes());
    for _ in 0..DEALS {
        let Some(deal) = G::deal_seen(&end, &record.deal, &mut rng) else { break };
        let told = told(record, deal);
        if happens_so(&told, session, seat, &seen) {
            return Ok(told);
        }
    }
    Err(RedactError::NoDeal)
}

/// The record with another deal, and without all that is not for others: seeds, remarks,
/// comments, other ways the game went, hashes of files it came from, commands and paths.
fn told<G: Setup>(record: &Record<G>, deal: G::Deal) -> Record<G> {
    let nothing = Seed::from_bytes([0; 32]);
    let players = record.players.iter().map(|(seat, player)| (*seat, player.for_others()));
    let players = players.collect();
    let empty = Record::new(&record.preset, record.rules.clone(), players, deal, nothing);
    Record {
        house_rules: record.house_rules.iter().map(SavedRule::for_others).collect(),
        chance: vec![SeedSpan::new(0, nothing)],
        steps: record.steps.clone(),
        take_backs: record.take_backs,
        ..empty
    }
}

/// Whether a seat sees the same in a record as in a game, from the start to the end.
fn happens_so<G: Setup>(
    told: &Record<G>,
    session: &Session<G>,
    seat: Seat,
    seen: &[G::View],
) -> bool {
    let Ok(mut state) = told.start() else { return false };
    if seen.first() != Some(&state.as_seen(Viewer::Seat(seat))) {
        return false;
    }
    let mut events = Vec::new();
    told.steps.iter().enumerate().all(|(at, step)| {
        events.clear();
        state.play(step, &mut events).is_ok()
            && events == session.events(at)
            && seen.get(at + 1) == Some(&state.as_seen(Viewer::Seat(seat)))
    })
}
