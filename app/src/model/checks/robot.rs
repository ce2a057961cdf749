//! The check of a robot.
//!
//! It plays games, then the same games in fresh machines, so that data kept between turns shows.
//! The first games are played a third time in the machines that know them, so that data kept
//! between games shows. A few more follow in its other presets and with its parameters at their
//! bounds.

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::{Step, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Decision, RandomRobot, Robot, RobotError};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::House;
use qipan_core::play::game_loop::{Buffers, LoggedGame, Players, ask, run_to_end};
use qipan_core::record::{Player, Record};
use qipan_core::script::{Host, LuaRobot, ParamValue, Scripted};
use qipan_core::tournament::Histogram;
use serde_json::Value;

use crate::model::checks::{
    CheckObserver, CheckStats, FailedGame, MOST_STEPS, ScriptProblem, host,
};
use crate::model::clock::ClockGuard;
use crate::model::scripts::RobotSpec;

/// Test games of a robot. Each is played twice.
const GAMES: u64 = 20;

/// Games played again, with the same dice, in the machines that played them before. Data that a
/// machine kept from a game shows as a different choice.
const KNOWN: u64 = 6;

/// Fuel after which a robot has been tested enough, once it has played [`FEWEST`] games. Robots
/// that search would take too long otherwise.
const ENOUGH_FUEL: u64 = 15_000_000;

/// Games that every robot is tested with.
const FEWEST: u64 = 2;

/// Fuel in one game after which a robot decides only now and then.
const GAME_FUEL: u64 = 6_000_000;

/// Fuel in one of the further games after which the robot no longer decides in it.
const FEW_FUEL: u64 = 2_500_000;

/// Turns after which a machine is replaced by a new one in the second round. Its variables are
/// lost then.
const FRESH_EVERY: usize = 11;

/// Plies between draw offers.
const OFFER_EVERY: u32 = 16;

/// Plies between questions for the value of a position.
const VALUE_EVERY: u32 = 40;

/// Returns the largest number of test games of a robot.
pub(super) fn games(spec: &RobotSpec) -> u64 {
    GAMES + ends(spec).len() as u64
}

/// Plays all games with machines that are kept, then with fresh ones that are replaced during the
/// game, and some in the kept machines that have played the same game before.
///
/// # Errors
/// The first problem.
pub(super) fn play_test<G: Scripted>(
    spec: &RobotSpec,
    tested: &mut CheckStats,
    watch: &CheckObserver,
) -> Result<(), ScriptProblem> {
    let _ticking = ClockGuard::start();
    let host = host(watch);
    let presets: Vec<&'static str> =
        G::Rules::PRESETS.iter().copied().filter(|preset| spec.plays(preset)).collect();
    tested.presets.clone_from(&presets);
    let (mut fuel, mut spent) = (Histogram::default(), 0);
    let mut robots = RobotPerSeat::<G>::new(spec, &host, usize::MAX)?;
    for number in 0..GAMES {
        let is_enough = number >= FEWEST && spent > ENOUGH_FUEL;
        let Some(trial) = TestGame::<G>::new(&presets, number)? else { break };
        if !is_enough {
            let first = play(&mut robots, &trial, &AskedTurns::All, &mut fuel)?;
            let pace = AskedTurns::As(&first.chosen);
            let mut fresh = RobotPerSeat::<G>::new(spec, &host, FRESH_EVERY)?;
            let second = play(&mut fresh, &trial, &pace, &mut Histogram::default())?;
            trial.compare(&first, &second, spec, &host)?;
            if number < KNOWN {
                let known = play(&mut robots, &trial, &pace, &mut Histogram::default())?;
                trial.compare_known(&first, &known, spec)?;
            }
            spent += first.fuel;
        } else if number < presets.len() as u64 {
            play(&mut robots, &trial, &AskedTurns::Few, &mut fuel)?;
        } else {
            break;
        }
        tested.games += 1;
        watch.played()?;
    }
    for (number, spec) in (GAMES..).zip(ends(spec)) {
        let Some(trial) = TestGame::<G>::new(&presets, number)? else { break };
        let mut robots = RobotPerSeat::<G>::new(&spec, &host, usize::MAX)?;
        play(&mut robots, &trial, &AskedTurns::Few, &mut Histogram::default())?;
        tested.games += 1;
        watch.played()?;
    }
    tested.fuel = fuel;
    Ok(())
}

/// Returns copies of the robot with each parameter at either bound.
fn ends(spec: &RobotSpec) -> Vec<RobotSpec> {
    let ends = spec.info.params.iter().flat_map(|param| {
        let values = match param.default {
            ParamValue::Flag(flag) => [Some(ParamValue::Flag(!flag)), None],
            ParamValue::Number(_) => [param.min, param.max].map(|end| end.map(ParamValue::Number)),
        };
        let values = values.into_iter().flatten().filter(|value| *value != param.default);
        values.map(|value| {
            let mut spec = spec.clone();
            spec.params.retain(|(name, _)| *name != param.name);
            spec.params.push((param.name.clone(), value));
            spec
        })
    });
    ends.collect()
}

/// The setup of a test game.
struct TestGame<G: Scripted> {
    preset: &'static str,
    rules: G::Rules,
    number: u64,
    /// The seats that play at random: every second seat in every other game.
    by_chance: SeatSet,
}

/// The turns at which the robot decides. Chance decides the others.
enum AskedTurns<'a, A> {
    /// Every turn, until it has used much fuel.
    All,
    /// Its 1st, 2nd, 4th, 8th turn and so on, until it has used some fuel.
    Few,
    /// The turns of these decisions.
    As(&'a [(u32, A)]),
}

/// A finished test game.
struct TestGameResult<G: Scripted> {
    deal: G::Deal,
    steps: Vec<Step<G>>,
    /// The choices of the robot, each with its ply.
    chosen: Vec<(u32, G::Action)>,
    /// Its answers to draw offers, each with the ply.
    draws: Vec<(u32, bool)>,
    fuel: u64,
}

impl<G: Scripted> TestGame<G> {
    /// Returns the test game of a number, with the presets in turn. Returns `None` if there is no
    /// preset.
    fn new(presets: &[&'static str], number: u64) -> Result<Option<Self>, ScriptProblem> {
        let count = presets.len() as u64;
        let Some(preset) = presets.get((number % count.max(1)) as usize).copied() else {
            return Ok(None);
        };
        let rules = variant::<G>(preset, number / count)?;
        let by_chance = if number % 2 == 1 { odd_seats() } else { SeatSet::EMPTY };
        Ok(Some(Self { preset, rules, number, by_chance }))
    }

    /// Builds the record of the game that shows a problem.
    fn failed(&self, spec: &RobotSpec, deal: G::Deal, steps: Vec<Step<G>>, ply: u32) -> FailedGame {
        let player = |seat| match self.by_chance.contains(seat) {
            true => Player::robot("random", "random"),
            false => spec.player(),
        };
        let players = self.rules.seats().iter().map(|seat| (seat, player(seat))).collect();
        let seed = Seed::from_number(self.number);
        let rules = self.rules.clone();
        let mut record = Record::<G>::new(self.preset, rules, players, deal, seed);
        record.steps = steps;
        let value = |value: &ParamValue| match value {
            ParamValue::Flag(flag) => flag.to_string(),
            ParamValue::Number(number) => number.to_string(),
        };
        let params = spec.params.iter().map(|(name, set)| format!("{name}={}", value(set)));
        FailedGame {
            preset: self.preset.to_owned(),
            seed: self.number,
            ply,
            params: params.collect::<Vec<_>>().join(","),
            saved: record.write(),
        }
    }

    /// Compares a game with its second run, in which the robot lost its variables.
    fn compare(
        &self,
        first: &TestGameResult<G>,
        second: &TestGameResult<G>,
        spec: &RobotSpec,
        host: &Host,
    ) -> Result<(), ScriptProblem> {
        let Some((ply, what)) = difference(first, second) else { return Ok(()) };
        let mut machines = RobotPerSeat::<G>::new(spec, host, usize::MAX)?;
        let pace = AskedTurns::As(&first.chosen);
        let again = play(&mut machines, self, &pace, &mut Histogram::default())?;
        let is_same = (&again.chosen, &again.deal, &again.draws)
            == (&first.chosen, &first.deal, &first.draws);
        let why = match is_same {
            true => "it has to choose the same when what it keeps between turns is lost",
            false => "the same game has to give the same choices; use turn:random for chance",
        };
        let game = self.failed(spec, first.deal.clone(), first.steps.clone(), ply);
        Err(ScriptProblem::new(&spec.file, format!("{what}: {why}")).in_game(game))
    }

    /// Compares a game with its second run in the same machines, which must not remember it.
    fn compare_known(
        &self,
        first: &TestGameResult<G>,
        known: &TestGameResult<G>,
        spec: &RobotSpec,
    ) -> Result<(), ScriptProblem> {
        let Some((ply, what)) = difference(first, known) else { return Ok(()) };
        let game = self.failed(spec, first.deal.clone(), first.steps.clone(), ply);
        let why = "a game must not depend on those that were played before it";
        Err(ScriptProblem::new(&spec.file, format!("{what}: {why}")).in_game(game))
    }
}

/// Returns the first difference between two runs of a game, with its ply.
fn difference<G: Scripted>(
    first: &TestGameResult<G>,
    second: &TestGameResult<G>,
) -> Option<(u32, String)> {
    if first.deal != second.deal {
        return Some((0, "it laid out its pieces in one way and then in another".to_owned()));
    }
    if let Some((ply, once, again)) = differs(&first.chosen, &second.chosen) {
        let chosen = |action: Option<G::Action>| {
            action.map_or("nothing".to_owned(), |action| format!("`{action}`"))
        };
        return Some((ply, format!("it chose {} and then {}", chosen(once), chosen(again))));
    }
    let (ply, ..) = differs(&first.draws, &second.draws)?;
    Some((ply, "it agreed to a draw once and once did not".to_owned()))
}

/// Returns the first difference between two lists: the ply and the entry of each list.
fn differs<T: Copy + PartialEq>(
    first: &[(u32, T)],
    second: &[(u32, T)],
) -> Option<(u32, Option<T>, Option<T>)> {
    let at = (0..first.len().max(second.len())).find(|at| first.get(*at) != second.get(*at))?;
    let (first, second) = (first.get(at), second.get(at));
    let ply = first.or(second).map_or(0, |(ply, _)| *ply);
    Some((ply, first.map(|(_, what)| *what), second.map(|(_, what)| *what)))
}

/// Returns the preset with the option changes of a round of test games, if they are valid.
fn variant<G: Scripted>(preset: &str, round: u64) -> Result<G::Rules, ScriptProblem> {
    let unknown = || format!("unknown preset `{preset}`");
    let rules = G::Rules::preset(preset).ok_or_else(|| ScriptProblem::new(preset, unknown()))?;
    let changes = G::Rules::VARIANTS[round as usize % G::Rules::VARIANTS.len()];
    let change = |rules: G::Rules, (key, value): &(&str, &str)| {
        let value = serde_json::from_str(value).unwrap_or(Value::Null);
        rules.with_unchecked(key, &value).ok()
    };
    let changed = changes.iter().try_fold(rules.clone(), change);
    Ok(changed.filter(|rules| rules.check().is_ok()).unwrap_or(rules))
}

/// The machines of a robot, one per seat.
struct RobotPerSeat<'a, G: Scripted> {
    spec: &'a RobotSpec,
    host: &'a Host,
    seats: Vec<LuaRobot<G>>,
    fresh_every: usize,
}

impl<'a, G: Scripted> RobotPerSeat<'a, G> {
    fn new(spec: &'a RobotSpec, host: &'a Host, fresh_every: usize) -> Result<Self, ScriptProblem> {
        let mut machines = Self { spec, host, seats: Vec::new(), fresh_every };
        for _ in 0..G::SEATS.len() {
            machines.seats.push(machines.load()?);
        }
        Ok(machines)
    }

    fn load(&self) -> Result<LuaRobot<G>, ScriptProblem> {
        let mut robot =
            self.spec.load::<G>(self.host).map_err(|error| ScriptProblem::script(&error))?;
        robot.start();
        Ok(robot)
    }

    /// Returns the machine of a seat for its next turn.
    fn seat(&mut self, seat: Seat, turn: usize) -> Result<&mut LuaRobot<G>, ScriptProblem> {
        if turn % self.fresh_every == self.fresh_every - 1 {
            self.seats[seat.index()] = self.load()?;
        }
        Ok(&mut self.seats[seat.index()])
    }

    /// Returns a problem with the file and line that the machine of a seat reports.
    fn problem(&self, seat: Seat, trouble: RobotError) -> ScriptProblem {
        let error = self.seats[seat.index()].last_error();
        error.map_or_else(
            || ScriptProblem::new(&self.spec.file, trouble.message),
            ScriptProblem::script,
        )
    }

    /// Lets the robot choose its layouts.
    fn lay_out(&mut self, trial: &TestGame<G>, deal: &mut G::Deal) -> Result<(), ScriptProblem> {
        let seed = Seed::from_number(trial.number);
        for seat in trial.rules.seats().iter().filter(|seat| !trial.by_chance.contains(*seat)) {
            let stream = seed.robot(seat, u32::MAX);
            let robot = &mut self.seats[seat.index()];
            if let Some(trouble) = robot.prepare(&trial.rules, seat, deal, stream) {
                return Err(self.problem(seat, trouble));
            }
        }
        Ok(())
    }
}

/// Plays one game.
fn play<G: Scripted>(
    machines: &mut RobotPerSeat<'_, G>,
    trial: &TestGame<G>,
    pace: &AskedTurns<'_, G::Action>,
    fuel: &mut Histogram,
) -> Result<TestGameResult<G>, ScriptProblem> {
    let (rules, seats, seed) = (&trial.rules, trial.rules.seats(), Seed::from_number(trial.number));
    let spec = machines.spec;
    let odd = |why: String| ScriptProblem::new(&spec.file, why);
    machines.seats.iter_mut().for_each(Robot::<G>::start);
    let mut deal = G::draw_deal(rules, seats, &seed).map_err(|why| odd(why.to_string()))?;
    machines.lay_out(trial, &mut deal).map_err(|problem| {
        let game = trial.failed(spec, deal.clone(), Vec::new(), 0);
        problem.in_game(game)
    })?;
    let state = G::new(rules, seats, &deal).map_err(|why| odd(why.to_string()))?;
    let mut tested = TestedRobot {
        machines,
        fuel,
        seed,
        dice: Dice::new(seed),
        trial,
        pace,
        turns: [0; Seat::MAX],
        spent: 0,
        chosen: Vec::new(),
        draws: Vec::new(),
    };
    let mut house = House::default();
    let mut game = LoggedGame::new(state, &mut house, MOST_STEPS);
    let end = run_to_end(&mut game, &mut tested, &mut Buffers::default());
    let TestedRobot { chosen, draws, spent, .. } = tested;
    let ply = game.state.ply();
    let LoggedGame { steps, .. } = game;
    match end {
        Ok(_) => Ok(TestGameResult { deal, steps, chosen, draws, fuel: spent }),
        Err(problem) => Err(problem.in_game(trial.failed(spec, deal, steps, ply))),
    }
}

fn odd_seats() -> SeatSet {
    (0..Seat::MAX).skip(1).step_by(2).map(|seat| Seat::new(seat as u8)).collect()
}

/// The tested robot, on all seats that do not play at random.
struct TestedRobot<'a, 'b, G: Scripted> {
    machines: &'a mut RobotPerSeat<'b, G>,
    fuel: &'a mut Histogram,
    seed: Seed,
    dice: Dice,
    trial: &'a TestGame<G>,
    pace: &'a AskedTurns<'a, G::Action>,
    /// The turns of the robot so far, by seat.
    turns: [usize; Seat::MAX],
    /// Fuel used in this game.
    spent: u64,
    /// Its choices, each with its ply.
    chosen: Vec<(u32, G::Action)>,
    /// Its answers to draw offers, each with the ply.
    draws: Vec<(u32, bool)>,
}

impl<G: Scripted> TestedRobot<'_, '_, G> {
    /// Returns true if the robot decides at this turn.
    fn is_asked(&self, ply: u32) -> bool {
        let is_one_of_few = self.turns.iter().sum::<usize>().is_power_of_two();
        match self.pace {
            AskedTurns::All => self.spent < GAME_FUEL || is_one_of_few,
            AskedTurns::Few => is_one_of_few && self.spent < FEW_FUEL,
            AskedTurns::As(list) => list.get(self.chosen.len()).is_some_and(|(at, _)| *at == ply),
        }
    }

    /// Offers a draw to all seats of the robot every [`OFFER_EVERY`] plies.
    fn offer_draw(&mut self, game: &LoggedGame<'_, G>) -> Result<(), ScriptProblem> {
        let (state, rules) = (&game.state, &self.trial.rules);
        if state.ply() % OFFER_EVERY != OFFER_EVERY - 1 || !rules.can_draw() {
            return Ok(());
        }
        let ply = state.ply();
        for seat in rules.seats().iter().filter(|seat| !self.trial.by_chance.contains(*seat)) {
            let robot = &mut self.machines.seats[seat.index()];
            if !robot.answers_draws() {
                return Ok(());
            }
            let (view, stream) = (&state.view(Viewer::Seat(seat)), self.seed.robot(seat, ply));
            let (actions, log, house_rules) = (&[], &game.log[..], &[]);
            let decision = Decision { seat, view, actions, log, house_rules, ply, stream };
            let answer = robot.ask_draw(&decision);
            let answer = answer.map_err(|trouble| self.machines.problem(seat, trouble))?;
            self.draws.push((ply, answer));
        }
        Ok(())
    }
}

impl<G: Scripted> TestedRobot<'_, '_, G> {
    /// Asks all seats of the robot for the value of the position every [`VALUE_EVERY`] plies.
    fn ask_value(&mut self, game: &LoggedGame<'_, G>) -> Result<(), ScriptProblem> {
        let (state, ply) = (&game.state, game.state.ply());
        let judges = self.machines.spec.info.judges && matches!(self.pace, AskedTurns::All);
        if ply % VALUE_EVERY != VALUE_EVERY - 1 || !judges {
            return Ok(());
        }
        for seat in state.active().iter().filter(|seat| !self.trial.by_chance.contains(*seat)) {
            let (view, stream) = (&state.view(Viewer::Seat(seat)), self.seed.robot(seat, ply));
            let (actions, log, house_rules) = (&[], &game.log[..], &[]);
            let decision = Decision { seat, view, actions, log, house_rules, ply, stream };
            let answer = self.machines.seats[seat.index()].ask_value(&decision);
            if let Some(Err(trouble)) = answer {
                return Err(self.machines.problem(seat, trouble));
            }
        }
        Ok(())
    }
}

impl<G: Scripted> Players<G, LoggedGame<'_, G>> for TestedRobot<'_, '_, G> {
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
        let (ply, stream) = (state.ply(), self.seed.robot(seat, state.ply()));
        self.offer_draw(game)?;
        self.ask_value(game)?;
        let is_tested = !self.trial.by_chance.contains(seat);
        let turn = self.turns[seat.index()];
        self.turns[seat.index()] += usize::from(is_tested);
        if !is_tested || !self.is_asked(ply) {
            return Ok(ask(&mut RandomRobot, state, seat, actions, log, &[], stream).action);
        }
        let robot = self.machines.seat(seat, turn)?;
        let choice = ask(robot, state, seat, actions, log, &[], stream);
        self.fuel.add(choice.fuel);
        self.spent += choice.fuel;
        if let Some(trouble) = choice.trouble {
            return Err(self.machines.problem(seat, trouble));
        }
        self.chosen.push((ply, choice.action));
        Ok(choice.action)
    }
}

#[cfg(test)]
mod tests {
    use qipan_core::games::race::{Action, Deal, Race};

    use super::*;

    fn finished(planes: &[u8], draws: &[(u32, bool)]) -> TestGameResult<Race> {
        let launch = |plane: &u8| Action::Launch { plane: *plane, stack: false };
        let chosen = (0u32..).zip(planes).map(|(ply, plane)| (ply * 4, launch(plane))).collect();
        TestGameResult {
            deal: Deal::default(),
            steps: Vec::new(),
            chosen,
            draws: draws.to_vec(),
            fuel: 0,
        }
    }

    #[test]
    fn first_differing_ply_is_reported() {
        let first = finished(&[0, 1, 2], &[(3, true)]);
        assert_eq!(difference(&first, &first), None);
        for (other, ply, says) in [
            (finished(&[0, 3, 2], &[(3, true)]), 4, "it chose `"),
            (finished(&[0, 1], &[(3, true)]), 8, "and then nothing"),
            (finished(&[0, 1, 2], &[(3, false)]), 3, "agreed to a draw"),
        ] {
            let (at, what) = difference(&first, &other).unwrap();
            assert!(at == ply && what.contains(says), "{at}: {what}");
        }
    }
}
