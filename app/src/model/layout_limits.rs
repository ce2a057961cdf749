//! Lets house rules reject layouts, and draws new layouts instead.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game;
use qipan_core::contract::localized::Text;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot_stream::RobotStream;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::{House, RuleFailure};
use qipan_core::record::{Record, SavedRule};
use qipan_core::script::Scripted;

use crate::model::clock::{ClockGuard, host};
use crate::model::house::{self, LoadError};

/// The maximum number of layouts drawn for a seat.
const MAX_DRAWS: u32 = 200;

/// A house rule's rejection of a seat's layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The seat.
    pub seat: Seat,
    /// The index of the rule in the game's list.
    pub rule: usize,
    /// The reason, in the rule's own words.
    pub why: Text,
}

/// The reason why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleStartError {
    /// A house rule does not load.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// A house rule failed.
    #[error("{0}")]
    Broken(#[from] RuleFailure),
    /// A house rule rejects a layout that a person chose.
    #[error("{}", .0.why.en)]
    Chosen(Rejection),
    /// A house rule rejects every layout drawn.
    #[error("no layout that the house rules allow was found: {}", .0.why.en)]
    Drawn(Rejection),
}

/// Returns the first rejection of the layouts of these seats.
///
/// # Errors
/// The error of a rule that fails.
pub fn first_rejection<G: Game>(
    house: &mut House<G>,
    rules: &G::Rules,
    deal: &G::Deal,
    seats: impl IntoIterator<Item = Seat>,
) -> Result<Option<Rejection>, RuleFailure> {
    for seat in seats {
        if let Some((rule, why)) = house.check_layout(rules, seat, deal)? {
            return Ok(Some(Rejection { seat, rule: usize::from(rule), why }));
        }
    }
    Ok(None)
}

/// The first rejection of layouts by house rules, or the error of a rule.
pub type LayoutVerdict = Result<Option<Rejection>, String>;

/// Checks layouts of some seats against house rules. Returns the first rejection. Nothing is
/// checked if one of the texts is not a valid layout.
///
/// # Errors
/// The message of a rule that does not load or fails.
pub fn judge<G: Scripted>(
    rules: &G::Rules,
    saved_rules: &[SavedRule],
    layouts: &[(Seat, String)],
) -> LayoutVerdict {
    let _clock = ClockGuard::start();
    let mut house = house::load::<G>(saved_rules, &host()).map_err(|error| error.to_string())?;
    let deal = G::draw_deal(rules, rules.seats(), &Seed::from_number(0));
    let deal = deal.and_then(|deal| G::with_layouts(rules, deal, layouts));
    let Ok(deal) = deal else { return Ok(None) };
    let seats = layouts.iter().map(|(seat, _)| *seat);
    first_rejection(&mut house, rules, &deal, seats).map_err(|error| error.to_string())
}

/// Checks the layouts of a new game against its house rules. A layout that they reject is replaced
/// by a drawn one, unless a person chose it. `chosen` are the seats with a person's layout, and
/// `by_robots` those with a robot's. Returns the rejections of robots' layouts.
///
/// # Errors
/// A rule that fails, that rejects a person's layout, or that rejects every layout drawn.
pub fn enforce<G: Scripted>(
    record: &mut Record<G>,
    chosen: SeatSet,
    by_robots: SeatSet,
) -> Result<Vec<Rejection>, RuleStartError> {
    if !record.house_rules.iter().any(|rule| rule.hooks.iter().any(|hook| hook == "layout")) {
        return Ok(Vec::new());
    }
    let _clock = ClockGuard::start();
    let mut house = house::load::<G>(&record.house_rules, &host())?;
    let mut replaced = Vec::new();
    let seats = record.seats();
    for seat in seats.iter() {
        let Some(rejection) = first_rejection(&mut house, &record.rules, &record.deal, [seat])?
        else {
            continue;
        };
        if chosen.contains(seat) {
            return Err(RuleStartError::Chosen(rejection));
        }
        let seed = record.chance.first().map(|segment| segment.seed);
        let Some(seed) = seed else { return Err(RuleStartError::Drawn(rejection)) };
        let context = LayoutContext { rules: &record.rules, seats, seed: &seed };
        redraw(&mut house, &context, &mut record.deal, seat, rejection.clone())?;
        if by_robots.contains(seat) {
            replaced.push(rejection);
        }
    }
    Ok(replaced)
}

/// Completes the layouts of a game between robots. `prepare` lets the robot of a seat choose its
/// layout. If a rule rejects a layout, another one is drawn from the game's seed.
///
/// # Errors
/// A rule that fails or that rejects every layout drawn.
pub fn complete_robot_layouts<G: Scripted>(
    house: &mut House<G>,
    rules: &G::Rules,
    seats: SeatSet,
    deal: &mut G::Deal,
    seed: &Seed,
    mut prepare: impl FnMut(Seat, &mut G::Deal, RobotStream),
) -> Result<(), RuleStartError> {
    for seat in seats.iter() {
        prepare(seat, deal, seed.robot_stream(seat, u32::MAX));
    }
    let context = LayoutContext { rules, seats, seed };
    for seat in seats.iter() {
        if let Some(rejection) = first_rejection(house, rules, deal, [seat])? {
            redraw(house, &context, deal, seat, rejection)?;
        }
    }
    Ok(())
}

/// The rules, seats and seed from which layouts are drawn.
struct LayoutContext<'a, G: Scripted> {
    rules: &'a G::Rules,
    seats: SeatSet,
    seed: &'a Seed,
}

/// Draws layouts for a seat until the rules accept one, at most [`MAX_DRAWS`] times.
fn redraw<G: Scripted>(
    house: &mut House<G>,
    LayoutContext { rules, seats, seed }: &LayoutContext<'_, G>,
    deal: &mut G::Deal,
    seat: Seat,
    mut rejection: Rejection,
) -> Result<(), RuleStartError> {
    for draw in 1..=MAX_DRAWS {
        // No turn has such a high number, so no robot uses the same stream.
        let draw_seed = Seed::from_bytes(seed.robot_stream(seat, u32::MAX - draw).start());
        let Ok(drawn) = G::draw_deal(rules, *seats, &draw_seed) else { break };
        G::copy_layout(deal, (&drawn, seat), seat);
        match first_rejection(house, rules, deal, [seat])? {
            None => return Ok(()),
            Some(next_rejection) => rejection = next_rejection,
        }
    }
    Err(RuleStartError::Drawn(rejection))
}
