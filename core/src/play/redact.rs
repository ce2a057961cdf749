//! Redaction: a copy of a game as one seat saw it. The copy contains nothing that was hidden from
//! the seat.
//!
//! All hidden parts of the deal are drawn again, in such a way that the seat sees the same events
//! and views as in the original game. The seed, annotations, notes, and commands and paths of the
//! players' computers are removed.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::contract::dice::Seed;
use crate::contract::game::Viewer;
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::contract::setup::Setup;
use crate::play::session::Session;
use crate::record::{Record, SavedRule, SeedSpan};

/// Maximum number of deals that are tried to reproduce what the seat saw.
const MAX_DEALS: usize = 4000;

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
    AlreadyRedacted,
    /// No deal was found that reproduces what the seat saw.
    #[error("no deal was found that agrees with all that the seat saw")]
    NoDeal,
}

/// Returns a copy of the game as a seat saw it while it was played. `seed` decides the hidden parts
/// of the copy. Two games that differ only in what the seat never learned give the same copy for
/// the same seed.
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
    let viewer = Viewer::Seat(seat);
    match session.state().redacted_for() {
        Some(redacted_seat) if redacted_seat == seat => {
            return Ok(without_private_data(session, viewer, record.deal.clone()));
        }
        Some(_) => return Err(RedactError::AlreadyRedacted),
        None => {}
    }
    let views: Vec<G::View> =
        session.states().iter().map(|state| state.view_during_play(viewer)).collect();
    let last_view = session.state().view_during_play(viewer);
    let mut rng = Xoshiro256PlusPlus::from_seed(*seed.bytes());
    for _ in 0..MAX_DEALS {
        let Some(deal) = G::redacted_deal(&last_view, &record.deal, &mut rng) else { break };
        let copy = without_private_data(session, viewer, deal);
        if looks_equal(&copy, session, viewer, &views) {
            return Ok(copy);
        }
    }
    Err(RedactError::NoDeal)
}

/// Returns the record with another deal and without private data: seeds, notes, comments,
/// variations, digests of the games it was branched from, commands and paths, and private questions
/// to other seats.
fn without_private_data<G: Setup>(
    session: &Session<G>,
    viewer: Viewer,
    deal: G::Deal,
) -> Record<G> {
    let record = session.record();
    let steps = record.steps.iter().zip(session.states());
    let zero_seed = Seed::from_bytes([0; 32]);
    let players =
        record.players.iter().map(|(seat, player)| (*seat, player.for_others())).collect();
    let empty = Record::new(&record.preset, record.rules.clone(), players, deal, zero_seed);
    Record {
        house_rules: record.house_rules.iter().map(SavedRule::for_others).collect(),
        chance: vec![SeedSpan::new(0, zero_seed)],
        steps: steps.map(|(step, before)| before.step_for_viewer(step, viewer)).collect(),
        take_backs: record.take_backs,
        hints: record.hints,
        ..empty
    }
}

/// Returns true if a viewer sees the same events and views in a copy as in a session, from start to
/// end. `views` are those of the session before each step and after the last.
fn looks_equal<G: Setup>(
    copy: &Record<G>,
    session: &Session<G>,
    viewer: Viewer,
    views: &[G::View],
) -> bool {
    let Ok(mut state) = copy.start() else { return false };
    if views.first() != Some(&state.view_during_play(viewer)) {
        return false;
    }
    let mut events = Vec::new();
    copy.steps.iter().enumerate().all(|(at, step)| {
        events.clear();
        state.play(step, &mut events).is_ok()
            && events == session.events(at)
            && views.get(at + 1) == Some(&state.view_during_play(viewer))
    })
}
