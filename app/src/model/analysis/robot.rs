//! Winning chances along a game as a robot evaluates them, from each seat's own view.

use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::contract::robot::{Decision, Robot};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::evaluation::SeatValues;
use qipan_core::play::session::Session;
use qipan_core::script::Scripted;

use crate::model::house;

/// Returns each seat's expected share of first place, as the robot values it, for every position
/// in which first place is open. Each active seat is evaluated from its own view, and the values
/// are scaled to a sum of 1. `go_on` receives the number of steps before each position and
/// returns false to stop. House rules do not run.
///
/// # Errors
/// The robot's error, in a sentence.
pub fn chances<G: Scripted>(
    session: &Session<G>,
    robot: &mut dyn Robot<G>,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<Vec<(usize, SeatValues)>, String> {
    let names = house::names(&session.record().house_rules);
    let (mut chances, mut event_count) = (Vec::new(), 0);
    robot.start();
    for (index, state) in session.states().iter().enumerate() {
        let log = &session.log()[..event_count];
        event_count += session.events(index).len();
        if state.turn() == Turn::Over || state.contested_place() > 0 {
            break;
        }
        if !go_on(index) {
            return Err("it was stopped".to_owned());
        }
        let mut values = [None; Seat::MAX];
        for seat in state.active().iter() {
            let seed = session.record().roll_at(index).map(|(seed, _)| seed);
            let decision = Decision {
                seat,
                view: &state.view(Viewer::Seat(seat)),
                actions: &[],
                log,
                house_rules: &names,
                ply: state.ply(),
                stream: seed.map_or([0; 32].into(), |seed| seed.robot_stream(seat, state.ply())),
            };
            let value = robot.value(&decision).ok_or("it has no `value` function")?;
            values[seat.index()] = Some(value.map_err(|error| error.message)?);
        }
        chances.push((index, to_shares(state, &values)));
    }
    Ok(chances)
}

/// Scales the values of the seats to shares of first place. Seats of one team share their mean.
fn to_shares<G: Scripted>(state: &G, values: &[Option<f32>; Seat::MAX]) -> SeatValues {
    let mut shares = [0.0; Seat::MAX];
    let (mut sum, mut added) = (0.0, SeatSet::EMPTY);
    for seat in state.seats().iter() {
        let team = state.team_of(seat);
        let estimates: Vec<f32> = team.iter().filter_map(|seat| values[seat.index()]).collect();
        let mean = estimates.iter().sum::<f32>() / estimates.len().max(1) as f32;
        shares[seat.index()] = mean;
        // A team counts once, not once for each of its seats.
        if !added.contains(seat) {
            sum += mean;
            added = added.union(team);
        }
    }
    if sum > 0.0 {
        shares.iter_mut().for_each(|share| *share /= sum);
    }
    shares
}
