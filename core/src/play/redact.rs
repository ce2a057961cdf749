//! Redaction: a game as one seat saw it, in a file that contains nothing hidden from the seat.
//!
//! Everything hidden is dealt anew, so that all events the seat saw happen again in the same way.
//! The seed, annotations, notes, and commands and paths of the players' computers are removed.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::contract::dice::Seed;
use crate::contract::game::Viewer;
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::contract::setup::Setup;
use crate::play::session::Session;
use crate::record::{Record, SavedRule, SeedSpan};

/// Maximum number of deals tried until one reproduces all that the seat saw.
const DEALS: usize = 4000;

/// The reason why a game cannot be redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedactError {
    /// The seat does not take part.
    #[error("this seat does not play here")]
    Seat,
    /// The game has no hidden information.
    #[error("nothing is hidden in this game: every seat saw all of it")]
    Open,
    /// The game is already redacted for another seat.
    #[error("this game was redacted for another seat already")]
    Told,
    /// No deal was found that reproduces all that the seat saw.
    #[error("no deal was found that agrees with all that the seat saw")]
    NoDeal,
}

/// Returns the game as a seat saw it while it was played. Games that differ only in what the seat
/// never learned give the same record for the same `seed`.
///
/// # Examples
/// North's layout and the seed are not in South's copy:
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::contract::options::RuleSet;
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::contract::setup::Setup;
/// use qipan_core::games::junqi::{Junqi, Rules};
/// use qipan_core::play::redact::redact;
/// use qipan_core::play::session::Session;
/// use qipan_core::record::{Player, Record};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = Rules::preset("dark").expect("a preset of Junqi");
/// let [south, north] = [0, 2].map(Seat::new);
/// let players = vec![(south, Player::human("Ann")), (north, Player::human("Bo"))];
/// let seed = Seed::from_number(7);
/// let deal = Junqi::draw_deal(&rules, rules.seats(), &seed)?;
/// let session = Session::new(Record::<Junqi>::new("dark", rules, players, deal.clone(), seed))?;
/// let copy = redact(&session, south, &Seed::from_number(8))?;
/// assert_eq!(copy.deal.layouts["south"], deal.layouts["south"]);
/// assert_ne!(copy.deal.layouts["north"], deal.layouts["north"]);
/// assert!(!copy.write().contains(&seed.to_hex()));
/// # Ok(())
/// # }
/// ```
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

/// Returns the record with another deal, without private data: seeds, notes, comments,
/// variations, hashes of files it came from, commands and paths.
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

/// Returns true if a seat sees the same in a record as in a session, from start to end.
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
