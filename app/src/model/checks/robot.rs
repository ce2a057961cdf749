//! Checks a robot by test games with fixed seeds.
//!
//! A robot must make the same choices in the same game, whatever its variables hold. So each game
//! is played twice: first by robots that keep their variables, then by robots that are reloaded
//! during the game and lose them. A different choice shows that the robot relies on data kept
//! between turns. The robots of the first run play the first games once more. A different choice
//! then shows that data is kept between games. A few more games follow: one in each preset that was
//! not played yet, and one with each parameter at each of its bounds. In these games the robot
//! decides only some of its turns.
//!
//! A thorough check plays a full game of every preset, asks for [`THOROUGH_TURNS`] turns at least,
//! and reloads the robots of the second run before every turn.

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::{Step, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Decision, RandomRobot, Robot};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::House;
use qipan_core::play::game_loop::{Buffers, LoggedGame, Players, ask, run_to_end};
use qipan_core::record::{Player, Record};
use qipan_core::script::{Host, ParamValue, Scripted};
use qipan_core::tournament::Histogram;
use serde_json::Value;

use crate::model::checks::{
    CheckObserver, CheckStats, DecisionCounts, Depth, FailedGame, MAX_STEPS, ScriptProblem,
    THOROUGH_TURNS, seat_robots::SeatRobots,
};
use crate::model::clock::ClockGuard;
use crate::model::scripts::RobotSpec;

/// The largest number of test games of a quick check, apart from those with parameters at their
/// bounds.
const MAX_GAMES: u64 = 20;

/// The number of games that the robots of the first run play again. If a robot keeps data from one
/// game to the next, its choices differ in the repeated game.
const REPEATED_GAMES: u64 = 6;

/// The fuel used in all games together after which a robot has been tested enough, once it has
/// played [`MIN_GAMES`] games. Robots that search would take too long otherwise.
const ENOUGH_FUEL: u64 = 15_000_000;

/// The smallest number of full test games.
const MIN_GAMES: u64 = 2;

/// The fuel of a full game after which the robot decides only some of its turns.
const FULL_GAME_FUEL: u64 = 6_000_000;

/// The fuel of a game with sparse decisions after which the robot decides no more turns.
const SPARSE_GAME_FUEL: u64 = 2_500_000;

/// The number of turns after which the robot of a seat is reloaded in the second run. A reload
/// loses the robot's variables.
const RELOAD_EVERY: usize = 11;

/// The largest number of test games of a thorough check, for robots with few turns in a game.
const MAX_THOROUGH_GAMES: u64 = 200;

/// In a thorough check, once the robot has used [`FULL_GAME_FUEL`] in a game, it decides the turns
/// whose number is a multiple of this.
const THOROUGH_STRIDE: usize = 5;

/// Plies between draw offers.
const OFFER_EVERY: u32 = 16;

/// Plies between requests for the value of a position.
const VALUE_EVERY: u32 = 40;

/// Returns the largest number of test games of a robot in a quick check.
pub(super) fn game_count(spec: &RobotSpec) -> u64 {
    MAX_GAMES + at_bounds(spec).len() as u64
}

/// Plays the test games, as described at the top of this file.
///
/// # Errors
/// The first problem.
pub(super) fn play_test<G: Scripted>(
    spec: &RobotSpec,
    depth: Depth,
    host: &Host,
    stats: &mut CheckStats,
    observer: &CheckObserver,
) -> Result<(), ScriptProblem> {
    let _clock = ClockGuard::start();
    let presets: Vec<&'static str> =
        G::Rules::PRESETS.iter().copied().filter(|preset| spec.plays(preset)).collect();
    stats.presets.clone_from(&presets);
    let effort = Effort::new(depth, presets.len() as u64);
    let (mut counts, mut fuel_used) = (Counts::new::<G>(), 0);
    let mut robots = SeatRobots::<G>::new(spec, host, usize::MAX)?;
    for number in 0..effort.max_games {
        let turns = counts.decisions.turns;
        let is_enough = number >= effort.min_games
            && turns >= effort.min_turns
            && (fuel_used > ENOUGH_FUEL || number >= MAX_GAMES);
        let Some(test_game) = TestGame::<G>::new(&presets, number)? else { break };
        if !is_enough {
            let asked_turns = AskedTurns::All { quota: effort.turns_per_game };
            let first = play(&mut robots, &test_game, &asked_turns, &mut counts)?;
            let same_turns = AskedTurns::Same(&first.choices);
            let mut reloaded = SeatRobots::<G>::new(spec, host, effort.reload_every)?;
            let second = play(&mut reloaded, &test_game, &same_turns, &mut Counts::new::<G>())?;
            test_game.compare(&first, &second, spec, host)?;
            counts.decisions.repeated += second.choices.len() as u64;
            if number < REPEATED_GAMES {
                let repeated = play(&mut robots, &test_game, &same_turns, &mut Counts::new::<G>())?;
                test_game.compare_repeated(&first, &repeated, spec)?;
            }
            fuel_used += first.fuel;
        } else if number < presets.len() as u64 {
            // Each preset is played at least once.
            play(&mut robots, &test_game, &AskedTurns::Sparse, &mut counts)?;
        } else {
            break;
        }
        stats.games += 1;
        observer.report_game()?;
    }
    stats.coverage.merge(&robots.coverage());
    for (number, spec) in (MAX_GAMES..).zip(at_bounds(spec)) {
        let Some(test_game) = TestGame::<G>::new(&presets, number)? else { break };
        let mut robots = SeatRobots::<G>::new(&spec, host, usize::MAX)?;
        play(&mut robots, &test_game, &AskedTurns::Sparse, &mut Counts::new::<G>())?;
        stats.coverage.merge(&robots.coverage());
        stats.games += 1;
        observer.report_game()?;
    }
    (stats.fuel, stats.decisions) = (counts.fuel, counts.decisions);
    Ok(())
}

/// The limits of a check.
struct Effort {
    /// The smallest number of full test games.
    min_games: u64,
    /// The largest number of test games.
    max_games: u64,
    /// The minimum number of turns that the robot has to decide in all games together.
    min_turns: u64,
    /// The number of turns that the robot decides in a game even if it has used [`FULL_GAME_FUEL`].
    turns_per_game: usize,
    /// The number of turns of a seat after which its robot is reloaded in the second run.
    reload_every: usize,
}

impl Effort {
    /// Returns the limits for a robot with this number of presets.
    fn new(depth: Depth, preset_count: u64) -> Self {
        match depth {
            Depth::Quick => Self {
                min_games: MIN_GAMES,
                max_games: MAX_GAMES,
                min_turns: 0,
                turns_per_game: 0,
                reload_every: RELOAD_EVERY,
            },
            Depth::Thorough => Self {
                min_games: preset_count.max(MIN_GAMES),
                max_games: MAX_THOROUGH_GAMES,
                min_turns: THOROUGH_TURNS,
                turns_per_game: THOROUGH_TURNS.div_ceil(preset_count.max(MIN_GAMES)) as usize,
                reload_every: 1,
            },
        }
    }
}

/// The fuel and the decisions of test games.
struct Counts {
    /// The fuel of each turn.
    fuel: Histogram,
    decisions: DecisionCounts,
}

impl Counts {
    fn new<G: Scripted>() -> Self {
        Self { fuel: Histogram::default(), decisions: DecisionCounts::new::<G>() }
    }
}

/// Returns copies of the robot, each with one parameter at one of its bounds. A flag is inverted.
fn at_bounds(spec: &RobotSpec) -> Vec<RobotSpec> {
    let mut copies = Vec::new();
    for param in &spec.info.params {
        let bounds = match param.default {
            ParamValue::Flag(flag) => [Some(ParamValue::Flag(!flag)), None],
            ParamValue::Number(_) => {
                [param.min, param.max].map(|bound| bound.map(ParamValue::Number))
            }
        };
        for value in bounds.into_iter().flatten().filter(|value| *value != param.default) {
            let mut copy = spec.clone();
            copy.params.retain(|(name, _)| *name != param.name);
            copy.params.push((param.name.clone(), value));
            copies.push(copy);
        }
    }
    copies
}

/// The setup of a test game.
struct TestGame<G: Scripted> {
    preset: &'static str,
    rules: G::Rules,
    /// The number of the test game, from 0. Its seed follows from it.
    number: u64,
    /// The seats at which a random robot plays instead of the tested one: every second seat in
    /// every other game.
    random_seats: SeatSet,
}

/// The turns in which the robot decides. A random robot decides the others.
enum AskedTurns<'a, A> {
    /// Every turn until the robot has used [`FULL_GAME_FUEL`]. Afterwards, the turns of
    /// [`AskedTurns::Sparse`] without its fuel limit, and every [`THOROUGH_STRIDE`]th turn until
    /// the robot has decided `quota` turns.
    All {
        /// The number of turns that the robot decides in a game, however much fuel it uses.
        quota: usize,
    },
    /// Its 1st, 2nd, 4th, 8th turn and so on, until it has used [`SPARSE_GAME_FUEL`].
    Sparse,
    /// The turns of these choices, each with its ply, from an earlier run.
    Same(&'a [(u32, A)]),
}

/// A finished test game.
struct TestGameResult<G: Scripted> {
    deal: G::Deal,
    steps: Vec<Step<G>>,
    /// The choices of the robot, each with its ply.
    choices: Vec<(u32, G::Action)>,
    /// The robot's answers to draw offers, each with the ply.
    draw_answers: Vec<(u32, bool)>,
    /// The fuel that the robot used.
    fuel: u64,
}

impl<G: Scripted> TestGame<G> {
    /// Returns the test game with this number. The games cycle through the presets. Returns `None`
    /// if there is no preset.
    fn new(presets: &[&'static str], number: u64) -> Result<Option<Self>, ScriptProblem> {
        let count = presets.len() as u64;
        let Some(preset) = presets.get((number % count.max(1)) as usize).copied() else {
            return Ok(None);
        };
        let rules = variant::<G>(preset, number / count)?;
        let random_seats = if number % 2 == 1 { odd_seats() } else { SeatSet::EMPTY };
        Ok(Some(Self { preset, rules, number, random_seats }))
    }

    /// Builds the record of the game that shows a problem.
    fn failed_game(
        &self,
        spec: &RobotSpec,
        deal: G::Deal,
        steps: Vec<Step<G>>,
        ply: u32,
    ) -> FailedGame {
        let player = |seat| match self.random_seats.contains(seat) {
            true => Player::robot("random", "random"),
            false => spec.player(),
        };
        let players = self.rules.seats().iter().map(|seat| (seat, player(seat))).collect();
        let seed = Seed::from_number(self.number);
        let rules = self.rules.clone();
        let mut record = Record::<G>::new(self.preset, rules, players, deal, seed);
        record.steps = steps;
        let written = |value: &ParamValue| match value {
            ParamValue::Flag(flag) => flag.to_string(),
            ParamValue::Number(number) => number.to_string(),
        };
        let params = spec.params.iter().map(|(name, value)| format!("{name}={}", written(value)));
        FailedGame {
            preset: self.preset.to_owned(),
            seed: self.number,
            ply,
            params: params.collect::<Vec<_>>().join(","),
            saved: record.write(),
        }
    }

    /// Compares a game with its second run, in which the robots lost their variables. If the runs
    /// differ, a third run without that loss shows whether the loss is the cause or the robot
    /// chooses at random.
    fn compare(
        &self,
        first: &TestGameResult<G>,
        second: &TestGameResult<G>,
        spec: &RobotSpec,
        host: &Host,
    ) -> Result<(), ScriptProblem> {
        let Some((ply, difference)) = difference(first, second) else { return Ok(()) };
        let mut robots = SeatRobots::<G>::new(spec, host, usize::MAX)?;
        let asked_turns = AskedTurns::Same(&first.choices);
        let again = play(&mut robots, self, &asked_turns, &mut Counts::new::<G>())?;
        let is_repeatable = (&again.choices, &again.deal, &again.draw_answers)
            == (&first.choices, &first.deal, &first.draw_answers);
        let why = match is_repeatable {
            true => "it must choose the same action when what it keeps between turns is lost",
            false => "the same game must give the same choices; use turn:random for random numbers",
        };
        let game = self.failed_game(spec, first.deal.clone(), first.steps.clone(), ply);
        Err(ScriptProblem::new(&spec.file, format!("{difference}: {why}")).in_game(game))
    }

    /// Compares a game with a later run by the same robots, which must not remember the first run.
    fn compare_repeated(
        &self,
        first: &TestGameResult<G>,
        repeated: &TestGameResult<G>,
        spec: &RobotSpec,
    ) -> Result<(), ScriptProblem> {
        let Some((ply, difference)) = difference(first, repeated) else { return Ok(()) };
        let game = self.failed_game(spec, first.deal.clone(), first.steps.clone(), ply);
        let why = "a game must not depend on those that were played before it";
        Err(ScriptProblem::new(&spec.file, format!("{difference}: {why}")).in_game(game))
    }
}

/// Returns the first difference between two runs of a game, with its ply.
fn difference<G: Scripted>(
    first: &TestGameResult<G>,
    second: &TestGameResult<G>,
) -> Option<(u32, String)> {
    if first.deal != second.deal {
        return Some((0, "it laid out its pieces differently the second time".to_owned()));
    }
    if let Some((ply, choice, other)) = first_difference(&first.choices, &second.choices) {
        let written = |action: Option<G::Action>| {
            action.map_or("nothing".to_owned(), |action| format!("`{action}`"))
        };
        return Some((ply, format!("it chose {} and then {}", written(choice), written(other))));
    }
    let (ply, ..) = first_difference(&first.draw_answers, &second.draw_answers)?;
    Some((ply, "it agreed to a draw in one run but not in the other".to_owned()))
}

/// Returns the first difference between two lists: the ply and the entry of each list.
fn first_difference<T: Copy + PartialEq>(
    first: &[(u32, T)],
    second: &[(u32, T)],
) -> Option<(u32, Option<T>, Option<T>)> {
    let max_len = first.len().max(second.len());
    let index = (0..max_len).find(|index| first.get(*index) != second.get(*index))?;
    let (first, second) = (first.get(index), second.get(index));
    let ply = first.or(second).map_or(0, |(ply, _)| *ply);
    Some((ply, first.map(|(_, entry)| *entry), second.map(|(_, entry)| *entry)))
}

/// Returns the rules of a preset with the option changes of a round, or without them if they are
/// not valid. A round has one test game for each preset. Rounds are numbered from 0.
fn variant<G: Scripted>(preset: &str, round: u64) -> Result<G::Rules, ScriptProblem> {
    let unknown = || format!("unknown preset `{preset}`");
    let rules = G::Rules::preset(preset).ok_or_else(|| ScriptProblem::new(preset, unknown()))?;
    let changes = G::Rules::VARIANTS[round as usize % G::Rules::VARIANTS.len()];
    let apply = |rules: G::Rules, (key, value): &(&str, &str)| {
        let value = serde_json::from_str(value).unwrap_or(Value::Null);
        rules.with_unchecked(key, &value).ok()
    };
    let changed = changes.iter().try_fold(rules.clone(), apply);
    Ok(changed.filter(|rules| rules.check().is_ok()).unwrap_or(rules))
}

/// Plays one game and adds its decisions to `counts`.
fn play<G: Scripted>(
    robots: &mut SeatRobots<'_, G>,
    test_game: &TestGame<G>,
    asked_turns: &AskedTurns<'_, G::Action>,
    counts: &mut Counts,
) -> Result<TestGameResult<G>, ScriptProblem> {
    let (rules, seats, seed) =
        (&test_game.rules, test_game.rules.seats(), Seed::from_number(test_game.number));
    let spec = robots.spec;
    let setup_problem = |message: String| ScriptProblem::new(&spec.file, message);
    robots.by_seat.iter_mut().for_each(Robot::<G>::start);
    let mut deal =
        G::draw_deal(rules, seats, &seed).map_err(|why| setup_problem(why.to_string()))?;
    let own_seats = seats.iter().filter(|seat| !test_game.random_seats.contains(*seat)).collect();
    let layouts = robots.lay_out(rules, own_seats, &seed, &mut deal).map_err(|problem| {
        let game = test_game.failed_game(spec, deal.clone(), Vec::new(), 0);
        problem.in_game(game)
    })?;
    counts.decisions.layouts += layouts;
    let state = G::new(rules, seats, &deal).map_err(|why| setup_problem(why.to_string()))?;
    let mut players = TestPlayers {
        robots,
        counts,
        seed,
        dice: Dice::new(seed),
        test_game,
        asked_turns,
        turns: [0; Seat::MAX],
        fuel_used: 0,
        choices: Vec::new(),
        draw_answers: Vec::new(),
    };
    let mut house = House::default();
    let mut game = LoggedGame::new(state, &mut house, MAX_STEPS);
    let end = run_to_end(&mut game, &mut players, &mut Buffers::default());
    let TestPlayers { choices, draw_answers, fuel_used, .. } = players;
    let (ply, steps) = (game.state.ply(), game.steps);
    match end {
        Ok(_) => Ok(TestGameResult { deal, steps, choices, draw_answers, fuel: fuel_used }),
        Err(problem) => Err(problem.in_game(test_game.failed_game(spec, deal, steps, ply))),
    }
}

/// Returns the seats with an odd index.
fn odd_seats() -> SeatSet {
    (0..Seat::MAX).skip(1).step_by(2).map(|seat| Seat::new(seat as u8)).collect()
}

/// The players of a test game: the robot on its seats, and random choices on the others.
struct TestPlayers<'a, 'b, G: Scripted> {
    robots: &'a mut SeatRobots<'b, G>,
    counts: &'a mut Counts,
    seed: Seed,
    dice: Dice,
    test_game: &'a TestGame<G>,
    asked_turns: &'a AskedTurns<'a, G::Action>,
    /// The number of turns that the robot has had, by seat.
    turns: [usize; Seat::MAX],
    /// The fuel that the robot used in this game.
    fuel_used: u64,
    /// The choices of the robot, each with its ply.
    choices: Vec<(u32, G::Action)>,
    /// The robot's answers to draw offers, each with the ply.
    draw_answers: Vec<(u32, bool)>,
}

impl<G: Scripted> TestPlayers<'_, '_, G> {
    /// Returns true if the robot decides at this turn.
    fn is_asked(&self, ply: u32) -> bool {
        let turn = self.turns.iter().sum::<usize>();
        let is_sparse_turn = turn.is_power_of_two();
        match self.asked_turns {
            AskedTurns::All { quota } => {
                let is_due = turn % THOROUGH_STRIDE == 0 && self.choices.len() < *quota;
                self.fuel_used < FULL_GAME_FUEL || is_sparse_turn || is_due
            }
            AskedTurns::Sparse => is_sparse_turn && self.fuel_used < SPARSE_GAME_FUEL,
            AskedTurns::Same(list) => {
                list.get(self.choices.len()).is_some_and(|(choice_ply, _)| *choice_ply == ply)
            }
        }
    }

    /// Offers a draw to all seats of the robot every [`OFFER_EVERY`] plies.
    fn offer_draw(&mut self, game: &LoggedGame<'_, G>) -> Result<(), ScriptProblem> {
        let (state, rules) = (&game.state, &self.test_game.rules);
        if state.ply() % OFFER_EVERY != OFFER_EVERY - 1 || !rules.can_draw() {
            return Ok(());
        }
        let ply = state.ply();
        for seat in rules.seats().iter().filter(|seat| !self.test_game.random_seats.contains(*seat))
        {
            let robot = &mut self.robots.by_seat[seat.index()];
            if !robot.has_draw_function() {
                return Ok(());
            }
            let (view, stream) =
                (&state.view(Viewer::Seat(seat)), self.seed.robot_stream(seat, ply));
            let (actions, log, house_rules) = (&[], &game.log[..], &[]);
            let decision = Decision { seat, view, actions, log, house_rules, ply, stream };
            let answer = robot.call_draw(&decision);
            let answer = answer.map_err(|failure| self.robots.problem(seat, failure))?;
            self.counts.decisions.draw_offers += 1;
            self.draw_answers.push((ply, answer));
        }
        Ok(())
    }

    /// Asks all seats of the robot for the value of the position every [`VALUE_EVERY`] plies.
    fn ask_value(&mut self, game: &LoggedGame<'_, G>) -> Result<(), ScriptProblem> {
        let (state, ply) = (&game.state, game.state.ply());
        let is_evaluating = self.robots.spec.info.has_value_function
            && matches!(self.asked_turns, AskedTurns::All { .. });
        if ply % VALUE_EVERY != VALUE_EVERY - 1 || !is_evaluating {
            return Ok(());
        }
        for seat in
            state.active().iter().filter(|seat| !self.test_game.random_seats.contains(*seat))
        {
            let (view, stream) =
                (&state.view(Viewer::Seat(seat)), self.seed.robot_stream(seat, ply));
            let (actions, log, house_rules) = (&[], &game.log[..], &[]);
            let decision = Decision { seat, view, actions, log, house_rules, ply, stream };
            self.counts.decisions.values += 1;
            let answer = self.robots.by_seat[seat.index()].call_value(&decision);
            if let Some(Err(failure)) = answer {
                return Err(self.robots.problem(seat, failure));
            }
        }
        Ok(())
    }
}

impl<G: Scripted> Players<G, LoggedGame<'_, G>> for TestPlayers<'_, '_, G> {
    type Error = ScriptProblem;

    fn roll(
        &mut self,
        _: &LoggedGame<'_, G>,
        outcomes: &[G::Chance],
    ) -> Result<G::Chance, ScriptProblem> {
        Ok(self.dice.roll(outcomes))
    }

    fn choose(
        &mut self,
        game: &LoggedGame<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, ScriptProblem> {
        let (state, log) = (&game.state, &game.log);
        let (ply, stream) = (state.ply(), self.seed.robot_stream(seat, state.ply()));
        self.offer_draw(game)?;
        self.ask_value(game)?;
        let is_tested = !self.test_game.random_seats.contains(seat);
        let turn = self.turns[seat.index()];
        self.turns[seat.index()] += usize::from(is_tested);
        if !is_tested || !self.is_asked(ply) {
            return Ok(ask(&mut RandomRobot, state, seat, actions, log, &[], stream).action);
        }
        let robot = self.robots.robot_for_turn(seat, turn)?;
        let choice = ask(robot, state, seat, actions, log, &[], stream);
        self.counts.fuel.add(choice.fuel);
        self.fuel_used += choice.fuel;
        if let Some(failure) = choice.error {
            return Err(self.robots.problem(seat, failure));
        }
        self.counts.decisions.add_turn(state, actions, choice.action);
        self.choices.push((ply, choice.action));
        Ok(choice.action)
    }
}

#[cfg(test)]
mod tests {
    use qipan_core::games::race::{Action, Deal, Race};

    use super::*;

    /// Returns a result in which each entry of `planes` is launched, four plies apart.
    fn result(planes: &[u8], draw_answers: &[(u32, bool)]) -> TestGameResult<Race> {
        let launch = |plane: &u8| Action::Launch { plane: *plane, stack: false };
        let choices = (0u32..).zip(planes).map(|(ply, plane)| (ply * 4, launch(plane))).collect();
        TestGameResult {
            deal: Deal::default(),
            steps: Vec::new(),
            choices,
            draw_answers: draw_answers.to_vec(),
            fuel: 0,
        }
    }

    #[test]
    fn first_differing_ply_is_reported() {
        let first = result(&[0, 1, 2], &[(3, true)]);
        assert_eq!(difference(&first, &first), None);
        for (other, expected_ply, words) in [
            (result(&[0, 3, 2], &[(3, true)]), 4, "it chose `"),
            (result(&[0, 1], &[(3, true)]), 8, "and then nothing"),
            (result(&[0, 1, 2], &[(3, false)]), 3, "agreed to a draw"),
        ] {
            let (ply, message) = difference(&first, &other).unwrap();
            assert!(ply == expected_ply && message.contains(words), "{ply}: {message}");
        }
    }
}
