//! The check of a robot: it plays games, the same ones again in fresh machines, and the first of
//! them once more in the machines that know them; then a few more in what it claims to play and
//! with its parameters at both ends.

use qipan_core::arena::Histogram;
use qipan_core::dice::{Dice, Seed};
use qipan_core::game::{Step, Viewer};
use qipan_core::game_loop::{Buffers, LoggedGame, Players, ask, run_to_end};
use qipan_core::house::House;
use qipan_core::options::RuleSet;
use qipan_core::record::{Player, Record};
use qipan_core::robot::{Decision, RandomRobot, Robot, RobotError};
use qipan_core::script::{Host, LuaRobot, ParamValue, Scripted};
use qipan_core::seat::{Seat, SeatSet};
use serde_json::Value;

use crate::model::checks::{FailedGame, MOST_STEPS, Problem, Tested, Watch, host};
use crate::model::clock::ClockGuard;
use crate::model::scripts::RobotSpec;

/// Games a robot is tested with; each is played twice.
const GAMES: u64 = 20;

/// Games that are played once more in the machines that played them before, with the same dice:
/// whatever a machine kept would help it now.
const KNOWN: u64 = 6;

/// Once a robot has used so much fuel in its games, and played in [`FEWEST`], it has shown
/// enough: one that searches would keep everybody waiting.
const ENOUGH_FUEL: u64 = 15_000_000;

/// Games every robot is tested with.
const FEWEST: u64 = 2;

/// Once a robot has used so much fuel in a game it decides only here and there.
const GAME_FUEL: u64 = 6_000_000;

/// Once it has used so much in one of the further games it is not asked any more there.
const FEW_FUEL: u64 = 2_500_000;

/// In the second round a robot's machine is thrown away and made anew after so many of its
/// turns, and all it kept in its own variables with it.
const FRESH_EVERY: usize = 11;

/// Draws are offered after so many turns.
const OFFER_EVERY: u32 = 16;

/// Positions are to be judged after so many turns.
const VALUE_EVERY: u32 = 40;

/// The test games of a robot, at the most.
pub(super) fn games(spec: &RobotSpec) -> u64 {
    GAMES + ends(spec).len() as u64
}

/// Plays all games with the robot's machines kept, then in fresh ones that are thrown away in
/// between, and some in those kept that have played the very game before.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn play_test<G: Scripted>(
    spec: &RobotSpec,
    tested: &mut Tested,
    watch: &Watch,
) -> Result<(), Problem> {
    let _ticking = ClockGuard::start();
    let host = host(watch);
    let presets: Vec<&'static str> =
        G::Rules::PRESETS.iter().copied().filter(|preset| spec.plays(preset)).collect();
    tested.presets.clone_from(&presets);
    let (mut fuel, mut spent) = (Histogram::default(), 0);
    let mut robots = Machines::<G>::new(spec, &host, usize::MAX)?;
    for number in 0..GAMES {
        let is_enough = number >= FEWEST && spent > ENOUGH_FUEL;
        let Some(trial) = Trial::<G>::new(&presets, number)? else { break };
        if !is_enough {
            let first = play(&mut robots, &trial, &Pace::All, &mut fuel)?;
            let pace = Pace::As(&first.chosen);
            let mut fresh = Machines::<G>::new(spec, &host, FRESH_EVERY)?;
            let second = play(&mut fresh, &trial, &pace, &mut Histogram::default())?;
            trial.compare(&first, &second, spec, &host)?;
            if number < KNOWN {
                let known = play(&mut robots, &trial, &pace, &mut Histogram::default())?;
                trial.compare_known(&first, &known, spec)?;
            }
            spent += first.fuel;
        } else if number < presets.len() as u64 {
            play(&mut robots, &trial, &Pace::Few, &mut fuel)?;
        } else {
            break;
        }
        tested.games += 1;
        watch.played()?;
    }
    for (number, spec) in (GAMES..).zip(ends(spec)) {
        let Some(trial) = Trial::<G>::new(&presets, number)? else { break };
        let mut robots = Machines::<G>::new(&spec, &host, usize::MAX)?;
        play(&mut robots, &trial, &Pace::Few, &mut Histogram::default())?;
        tested.games += 1;
        watch.played()?;
    }
    tested.fuel = fuel;
    Ok(())
}

/// The robot with each of its parameters at either end of what it can be.
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

/// What a test game is played by.
struct Trial<G: Scripted> {
    preset: &'static str,
    rules: G::Rules,
    number: u64,
    /// The seats whose decisions are taken by chance: two in every other game.
    by_chance: SeatSet,
}

/// When a robot is asked; where it is not, chance decides.
enum Pace<'a, A> {
    /// At every turn, until it has used much fuel.
    All,
    /// At its 1st, 2nd, 4th, 8th turn and so on, until it has used some fuel.
    Few,
    /// When these decisions were taken.
    As(&'a [(u32, A)]),
}

/// What came of a test game.
struct Finished<G: Scripted> {
    deal: G::Deal,
    steps: Vec<Step<G>>,
    /// The robot's choices, each with its ply.
    chosen: Vec<(u32, G::Action)>,
    /// What it said to draws, each with the ply.
    draws: Vec<(u32, bool)>,
    fuel: u64,
}

impl<G: Scripted> Trial<G> {
    /// The test game of a number, by turns in all presets; none where there is no preset.
    fn new(presets: &[&'static str], number: u64) -> Result<Option<Self>, Problem> {
        let count = presets.len() as u64;
        let Some(preset) = presets.get((number % count.max(1)) as usize).copied() else {
            return Ok(None);
        };
        let rules = variant::<G>(preset, number / count)?;
        let by_chance = if number % 2 == 1 { odd_seats() } else { SeatSet::EMPTY };
        Ok(Some(Self { preset, rules, number, by_chance }))
    }

    /// The game in which something is wrong.
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

    /// The game was played twice, the second time with what the robot keeps lost.
    fn compare(
        &self,
        first: &Finished<G>,
        second: &Finished<G>,
        spec: &RobotSpec,
        host: &Host,
    ) -> Result<(), Problem> {
        let Some((ply, what)) = difference(first, second) else { return Ok(()) };
        let mut machines = Machines::<G>::new(spec, host, usize::MAX)?;
        let pace = Pace::As(&first.chosen);
        let again = play(&mut machines, self, &pace, &mut Histogram::default())?;
        let is_same = (&again.chosen, &again.deal, &again.draws)
            == (&first.chosen, &first.deal, &first.draws);
        let why = match is_same {
            true => "it has to choose the same when what it keeps between turns is lost",
            false => "the same game has to give the same choices; use turn:random for chance",
        };
        let game = self.failed(spec, first.deal.clone(), first.steps.clone(), ply);
        Err(Problem::new(&spec.file, format!("{what}: {why}")).in_game(game))
    }

    /// The game was played twice by the same machines, which must not know it the second time.
    fn compare_known(
        &self,
        first: &Finished<G>,
        known: &Finished<G>,
        spec: &RobotSpec,
    ) -> Result<(), Problem> {
        let Some((ply, what)) = difference(first, known) else { return Ok(()) };
        let game = self.failed(spec, first.deal.clone(), first.steps.clone(), ply);
        let why = "a game must not depend on those that were played before it";
        Err(Problem::new(&spec.file, format!("{what}: {why}")).in_game(game))
    }
}

/// How the same game differs from one time to another, and at which ply.
fn difference<G: Scripted>(first: &Finished<G>, second: &Finished<G>) -> Option<(u32, String)> {
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

/// Where two lists part: at which ply, and what each says there.
fn differs<T: Copy + PartialEq>(
    first: &[(u32, T)],
    second: &[(u32, T)],
) -> Option<(u32, Option<T>, Option<T>)> {
    let at = (0..first.len().max(second.len())).find(|at| first.get(*at) != second.get(*at))?;
    let (first, second) = (first.get(at), second.get(at));
    let ply = first.or(second).map_or(0, |(ply, _)| *ply);
    Some((ply, first.map(|(_, what)| *what), second.map(|(_, what)| *what)))
}

/// The preset with the changes of a round of test games, as far as they mean something.
fn variant<G: Scripted>(preset: &str, round: u64) -> Result<G::Rules, Problem> {
    let unknown = || format!("there is no preset `{preset}`");
    let rules = G::Rules::preset(preset).ok_or_else(|| Problem::new(preset, unknown()))?;
    let changes = G::Rules::VARIANTS[round as usize % G::Rules::VARIANTS.len()];
    let change = |rules: G::Rules, (key, value): &(&str, &str)| {
        let value = serde_json::from_str(value).unwrap_or(Value::Null);
        rules.with_unchecked(key, &value).ok()
    };
    let changed = changes.iter().try_fold(rules.clone(), change);
    Ok(changed.filter(|rules| rules.check().is_ok()).unwrap_or(rules))
}

/// A robot's machines, one a seat.
struct Machines<'a, G: Scripted> {
    spec: &'a RobotSpec,
    host: &'a Host,
    seats: Vec<LuaRobot<G>>,
    fresh_every: usize,
}

impl<'a, G: Scripted> Machines<'a, G> {
    fn new(spec: &'a RobotSpec, host: &'a Host, fresh_every: usize) -> Result<Self, Problem> {
        let mut machines = Self { spec, host, seats: Vec::new(), fresh_every };
        for _ in 0..G::SEATS.len() {
            machines.seats.push(machines.load()?);
        }
        Ok(machines)
    }

    fn load(&self) -> Result<LuaRobot<G>, Problem> {
        let mut robot = self.spec.load::<G>(self.host).map_err(|error| Problem::script(&error))?;
        robot.start();
        Ok(robot)
    }

    /// The machine of a seat for its next turn.
    fn seat(&mut self, seat: Seat, turn: usize) -> Result<&mut LuaRobot<G>, Problem> {
        if turn % self.fresh_every == self.fresh_every - 1 {
            self.seats[seat.index()] = self.load()?;
        }
        Ok(&mut self.seats[seat.index()])
    }

    /// What is wrong, in the words of the machine of a seat.
    fn problem(&self, seat: Seat, trouble: RobotError) -> Problem {
        let told = self.seats[seat.index()].last_error();
        told.map_or_else(|| Problem::new(&self.spec.file, trouble.message), Problem::script)
    }

    /// Has the robot lay out its armies where it wants to.
    fn lay_out(&mut self, trial: &Trial<G>, deal: &mut G::Deal) -> Result<(), Problem> {
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
    machines: &mut Machines<'_, G>,
    trial: &Trial<G>,
    pace: &Pace<'_, G::Action>,
    fuel: &mut Histogram,
) -> Result<Finished<G>, Problem> {
    let (rules, seats, seed) = (&trial.rules, trial.rules.seats(), Seed::from_number(trial.number));
    let spec = machines.spec;
    let odd = |why: String| Problem::new(&spec.file, why);
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
        Ok(_) => Ok(Finished { deal, steps, chosen, draws, fuel: spent }),
        Err(problem) => Err(problem.in_game(trial.failed(spec, deal, steps, ply))),
    }
}

fn odd_seats() -> SeatSet {
    (0..Seat::MAX).skip(1).step_by(2).map(|seat| Seat::new(seat as u8)).collect()
}

/// The robot on all seats but those of chance.
struct TestedRobot<'a, 'b, G: Scripted> {
    machines: &'a mut Machines<'b, G>,
    fuel: &'a mut Histogram,
    seed: Seed,
    dice: Dice,
    trial: &'a Trial<G>,
    pace: &'a Pace<'a, G::Action>,
    /// The robot's turns so far, by seat.
    turns: [usize; Seat::MAX],
    /// Fuel it used in this game.
    spent: u64,
    /// What it chose, each with its ply.
    chosen: Vec<(u32, G::Action)>,
    /// What it said to draws, each with the ply.
    draws: Vec<(u32, bool)>,
}

impl<G: Scripted> TestedRobot<'_, '_, G> {
    /// Whether the robot is asked at this turn.
    fn is_asked(&self, ply: u32) -> bool {
        let is_one_of_few = self.turns.iter().sum::<usize>().is_power_of_two();
        match self.pace {
            Pace::All => self.spent < GAME_FUEL || is_one_of_few,
            Pace::Few => is_one_of_few && self.spent < FEW_FUEL,
            Pace::As(list) => list.get(self.chosen.len()).is_some_and(|(at, _)| *at == ply),
        }
    }

    /// Offers a draw to all the robot's seats now and then, whoever is to move.
    fn offer_draw(&mut self, game: &LoggedGame<'_, G>) -> Result<(), Problem> {
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
    /// Asks all the robot's seats now and then what the position is worth, whoever is to move.
    fn ask_value(&mut self, game: &LoggedGame<'_, G>) -> Result<(), Problem> {
        let (state, ply) = (&game.state, game.state.ply());
        let judges = self.machines.spec.info.judges && matches!(self.pace, Pace::All);
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
    type Error = Problem;

    fn roll(
        &mut self,
        _: &LoggedGame<'_, G>,
        outcomes: &[G::Chance],
    ) -> Result<G::Chance, Problem> {
        Ok(self.dice.roll(outcomes))
    }

    fn choose(
        &mut self,
        game: &LoggedGame<'_, G>,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Problem> {
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
    use qipan_core::race::{Action, Deal, Race};

    use super::*;

    fn finished(planes: &[u8], draws: &[(u32, bool)]) -> Finished<Race> {
        let launch = |plane: &u8| Action::Launch { plane: *plane, stack: false };
        let chosen = (0u32..).zip(planes).map(|(ply, plane)| (ply * 4, launch(plane))).collect();
        Finished {
            deal: Deal::default(),
            steps: Vec::new(),
            chosen,
            draws: draws.to_vec(),
            fuel: 0,
        }
    }

    #[test]
    fn two_games_that_should_be_one_differ_at_a_ply() {
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
