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
    /// Decisions that were asked for again.
    pub asked: usize,
    /// Decisions in which the choice was the recorded one.
    pub same: usize,
    /// The index of the first step in which the robot chose another action.
    pub first_different: Option<usize>,
}

/// A comparison of choices in the background.
pub type ChoiceComparison = Background<Choices, String>;

/// Asks robots again for their decisions in a game, each for its seat. They decide in the order of
/// the game, with the same random streams, under the given house rules. `go_on` receives the index
/// of each step before the step is replayed, and returns false to stop.
///
/// # Errors
/// A record that cannot be replayed or a failing house rule, in a sentence.
pub fn choose_again<G: Scripted>(
    record: &Record<G>,
    robots: &mut [(Seat, Box<dyn Robot<G>>)],
    house: &mut House<G>,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<Choices, String> {
    let mut session = Session::new(Record { steps: Vec::new(), ..record.clone() })
        .map_err(|why| why.to_string())?;
    let names = house::names(&record.house_rules);
    let (mut choices, mut actions) = (Choices::default(), Vec::new());
    robots.iter_mut().for_each(|(_, robot)| robot.start());
    for (index, step) in record.steps.iter().enumerate() {
        if !go_on(index) {
            break;
        }
        for (number, rule) in (0u8..).zip(&record.house_rules) {
            if rule.until.is_some_and(|until| until <= index) {
                house.disable_rule(number);
            }
        }
        if let (Turn::Seat(seat), Step::Act { action, .. }) = (session.state().turn(), step)
            && let Some((_, robot)) = robots.iter_mut().find(|(robot_seat, _)| *robot_seat == seat)
        {
            house.actions(session.state(), &mut actions).map_err(|why| why.to_string())?;
            let (state, log) = (session.state(), session.log());
            let stream = session.robot_stream(seat);
            let choice = ask(robot.as_mut(), state, seat, &actions, log, &names, stream);
            choices.asked += 1;
            match choice.action == G::without_battle_result(*action) {
                true => choices.same += 1,
                false => choices.first_different = choices.first_different.or(Some(index)),
            }
        }
        session.play(step.clone()).map_err(|why| why.to_string())?;
    }
    Ok(choices)
}

/// Starts the comparison on a thread of its own. `wake` is called when it ends. `rules` are the
/// house rules that may run.
pub fn start<G: Scripted>(
    record: &Record<G>,
    builders: Vec<(Seat, RobotBuilder<G>)>,
    rules: Vec<SavedRule>,
    wake: RepaintSignal,
) -> ChoiceComparison {
    let (steps, record) = (record.steps.len(), record.clone());
    Background::start(steps, move |progress| run(&record, builders, &rules, progress), wake)
}

/// Builds the robots and asks them again, until the background work is stopped.
fn run<G: Scripted>(
    record: &Record<G>,
    builders: Vec<(Seat, RobotBuilder<G>)>,
    rules: &[SavedRule],
    progress: &Progress,
) -> Result<Choices, String> {
    let _clock = ClockGuard::start();
    let host = Host { cancel: Arc::clone(&progress.stop), ..host() };
    let mut house = house::load::<G>(rules, &host).map_err(|error| error.to_string())?;
    let mut robots = Vec::new();
    for (seat, build) in builders {
        robots.push((seat, build(Arc::clone(&progress.stop))?));
    }
    let go_on = |index| {
        progress.set(index);
        !progress.must_stop()
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
    fn random_robot_differs_from_recorded_choices_and_can_be_stopped() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-aeroplane.json");
        let text = read_text(file.as_ref()).unwrap();
        let record: Record<Race> = Record::read(&text).unwrap().record;
        let mut robots: Vec<(Seat, Box<dyn Robot<Race>>)> =
            vec![(Seat::new(0), Box::new(RandomRobot))];
        let choices = choose_again(&record, &mut robots, &mut House::default(), |_| true).unwrap();
        assert!(choices.asked > 30 && choices.same < choices.asked, "{choices:?}");
        assert!(choices.first_different.is_some_and(|step| step < record.steps.len()));
        let stopped = choose_again(&record, &mut robots, &mut House::default(), |index| index < 3);
        assert!(stopped.is_ok_and(|choices| choices.asked < 4));
    }
}
