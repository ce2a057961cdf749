//! Compares the recorded choices of robots with their choices when they decide again.

use std::sync::Arc;

use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::robot::Robot;
use qipan_core::contract::seat::Seat;
use qipan_core::house::House;
use qipan_core::play::game_loop::ask;
use qipan_core::play::session::Session;
use qipan_core::record::{Record, SavedRule};
use qipan_core::script::{Host, Scripted};

use crate::model::background::{Background, Progress};
use crate::model::clock::{ClockGuard, host};
use crate::model::house;
use crate::model::robot_threads::{RepaintSignal, RobotBuilder};

/// The result of asking robots again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Decisions asked about.
    pub asked: usize,
    /// Decisions with the recorded choice.
    pub same: usize,
    /// The first step, from 0, with another choice.
    pub odd: Option<usize>,
}

/// A comparison of choices in the background.
pub type ChoiceComparison = Background<Choices, String>;

/// Asks robots again about their decisions in a game, each for its seat. They decide in order,
/// with the same random streams, under the given house rules. `go_on` receives the number of
/// steps before each decision and returns false to stop.
///
/// # Errors
/// A record that does not replay or a failing house rule, in a sentence.
pub fn choose_again<G: Scripted>(
    record: &Record<G>,
    robots: &mut [(Seat, Box<dyn Robot<G>>)],
    house: &mut House<G>,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<Choices, String> {
    let mut session = Session::new(Record { steps: Vec::new(), ..record.clone() })
        .map_err(|why| why.to_string())?;
    let names = house::names(&record.house_rules);
    let (mut found, mut actions) = (Choices::default(), Vec::new());
    robots.iter_mut().for_each(|(_, robot)| robot.start());
    for (at, step) in record.steps.iter().enumerate() {
        if !go_on(at) {
            break;
        }
        for (number, line) in (0u8..).zip(&record.house_rules) {
            if line.until.is_some_and(|until| until <= at) {
                house.disable_rule(number);
            }
        }
        if let (Turn::Seat(seat), Step::Act { action, .. }) = (session.state().turn(), step)
            && let Some((_, robot)) = robots.iter_mut().find(|(of, _)| *of == seat)
        {
            house.actions(session.state(), &mut actions).map_err(|why| why.to_string())?;
            let (state, log) = (session.state(), session.log());
            let stream = session.robot_stream(seat);
            let choice = ask(robot.as_mut(), state, seat, &actions, log, &names, stream);
            found.asked += 1;
            match choice.action == G::without_battle_result(*action) {
                true => found.same += 1,
                false => found.odd = found.odd.or(Some(at)),
            }
        }
        session.play(step.clone()).map_err(|why| why.to_string())?;
    }
    Ok(found)
}

/// Starts the comparison on a thread of its own. `wake` is called when it ends. `rules` are the
/// house rules that may run.
pub fn start<G: Scripted>(
    record: &Record<G>,
    makers: Vec<(Seat, RobotBuilder<G>)>,
    rules: Vec<SavedRule>,
    wake: RepaintSignal,
) -> ChoiceComparison {
    let (steps, record) = (record.steps.len(), record.clone());
    Background::start(steps, move |progress| run(&record, makers, &rules, progress), wake)
}

fn run<G: Scripted>(
    record: &Record<G>,
    makers: Vec<(Seat, RobotBuilder<G>)>,
    rules: &[SavedRule],
    progress: &Progress,
) -> Result<Choices, String> {
    let _ticking = ClockGuard::start();
    let host = Host { cancel: Arc::clone(&progress.stop), ..host() };
    let mut house = house::load::<G>(rules, &host).map_err(|error| error.to_string())?;
    let make =
        |(seat, maker): (Seat, RobotBuilder<G>)| Ok((seat, maker(Arc::clone(&progress.stop))?));
    let mut robots = makers.into_iter().map(make).collect::<Result<Vec<_>, String>>()?;
    let go_on = |at| {
        progress.set(at);
        !progress.is_stopped()
    };
    choose_again(record, &mut robots, &mut house, go_on)
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::robot::RandomRobot;
    use qipan_core::games::race::Race;

    use super::*;
    use crate::model::storage::read_text;

    #[test]
    fn random_robot_rarely_repeats_recorded_choices() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-aeroplane.json");
        let text = read_text(file.as_ref()).unwrap();
        let record: Record<Race> = Record::read(&text).unwrap().record;
        let mut robots: Vec<(Seat, Box<dyn Robot<Race>>)> =
            vec![(Seat::new(0), Box::new(RandomRobot))];
        let found = choose_again(&record, &mut robots, &mut House::default(), |_| true).unwrap();
        assert!(found.asked > 30 && found.same < found.asked, "{found:?}");
        assert!(found.odd.is_some_and(|at| at < record.steps.len()));
        let stopped = choose_again(&record, &mut robots, &mut House::default(), |at| at < 3);
        assert!(stopped.is_ok_and(|found| found.asked < 4));
    }
}
