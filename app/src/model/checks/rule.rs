//! The check of a house rule.
//!
//! It plays a thousand random games under the rule. A rule with hooks plays each game twice,
//! losing its variables in the second. The first games are played again in the machine that knows
//! them.

use std::cell::RefCell;
use std::rc::Rc;

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::Step;
use qipan_core::contract::localized::Text;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::RobotError;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::{Hook, House, HouseError, HouseRule};
use qipan_core::play::game_loop::{Buffers, LoggedGame, Players, RunEnd, run_to_end};
use qipan_core::record::{Record, SavedRule};
use qipan_core::script::{Host, LuaRule, Scripted};
use qipan_core::tournament::Histogram;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::model::checks::{
    CheckObserver, CheckStats, FailedGame, MOST_STEPS, ScriptProblem, host,
};
use crate::model::clock::ClockGuard;
use crate::model::scripts::RuleSpec;
use crate::model::{house, layout_limits};

/// Test games of a rule.
pub(super) const GAMES: u64 = 1000;

/// Games played again, with the same dice, in the machine that played them before.
const KNOWN: u64 = 20;

/// Plays the test games, with the presets of the rule that fit in turn.
///
/// # Errors
/// The first problem.
pub(super) fn play_test<G: Scripted>(
    spec: &RuleSpec,
    tested: &mut CheckStats,
    watch: &CheckObserver,
) -> Result<(), ScriptProblem> {
    let _ticking = ClockGuard::start();
    let mut misfit = None;
    let mut agreed = Vec::new();
    for preset in G::Rules::PRESETS.iter().copied().filter(|preset| spec.is_for(preset)) {
        let Some(rules) = G::Rules::preset(preset) else { continue };
        match house::merge::<G>(&rules, std::slice::from_ref(spec)) {
            Ok((rules, _)) => {
                tested.presets.push(preset);
                agreed.push(rules);
            }
            Err(why) if spec.info.presets.is_empty() => misfit = misfit.or(Some(why)),
            Err(why) => {
                let message = format!("it does not fit {preset}, one of its presets: {}", why.why);
                return Err(ScriptProblem {
                    line: why.line,
                    ..ScriptProblem::new(&spec.file, message)
                });
            }
        }
    }
    if agreed.is_empty() {
        let why = misfit.map_or_else(|| "it fits no preset".to_owned(), |why| why.why.to_string());
        return Err(ScriptProblem::new(&spec.file, why));
    }
    let plain = Host { strict: false, ..host(watch) };
    let mut table = RuleMachine::<G>::new(spec, &host(watch))?;
    for game in 0..GAMES {
        let rules = &agreed[game as usize % agreed.len()];
        let preset = tested.presets[game as usize % agreed.len()];
        let once = table.play(rules, preset, game)?;
        let problem = |message: String| {
            let ply = once.states().ok().and_then(|states| Some(states.last()?.ply()));
            let found = failed(&once, game, ply.unwrap_or(0));
            ScriptProblem::new(&spec.file, message).in_game(found)
        };
        if !spec.info.hooks.is_empty() {
            // The second machine runs its file again during the game, so the rule loses its
            // variables.
            let again = RuleMachine::forgetful(spec, &plain)?.play(rules, preset, game)?;
            is_same::<G>(&once, &again, FORGOTTEN).map_err(problem)?;
            if game < KNOWN {
                let known = table.play(rules, preset, game)?;
                is_same::<G>(&once, &known, NO_MEMORY).map_err(problem)?;
            }
        }
        let effects = |step: &&Step<G>| matches!(step, Step::House { .. });
        tested.effects += once.steps.iter().filter(effects).count() as u64;
        keeps_the_laws::<G>(&once, game % 10 == 0).map_err(problem)?;
        tested.games += 1;
        watch.played()?;
    }
    tested.fuel = std::mem::take(&mut *table.fuel.borrow_mut());
    Ok(())
}

/// The reason for a difference once the rule has lost its variables.
const FORGOTTEN: &str = "when the rule loses its variables in the middle of the game: what it \
                         needs later it keeps with `remember`";
/// The reason for a difference in a machine that played the game before.
const NO_MEMORY: &str = "when the same machine plays the game again: a game must not depend on \
                         those that were played before it";

/// Checks that two runs of a game have the same steps.
fn is_same<G: Scripted>(once: &Record<G>, again: &Record<G>, when: &str) -> Result<(), String> {
    if let Some(at) = once.steps.iter().zip(&again.steps).position(|(a, b)| a != b) {
        return Err(format!("step {} is another one {when}", at + 1));
    }
    match once.steps.len() == again.steps.len() {
        true => Ok(()),
        false => Err("the second time the game has another length".to_owned()),
    }
}

/// Builds the game that shows a problem.
fn failed<G: Scripted>(record: &Record<G>, seed: u64, ply: u32) -> FailedGame {
    let (preset, params) = (record.preset.clone(), String::new());
    FailedGame { preset, seed, ply, params, saved: record.write() }
}

/// Checks that a finished game places every seat once. With `read_back`, also verifies the saved
/// game, which takes longer than playing it.
fn keeps_the_laws<G: Scripted>(record: &Record<G>, read_back: bool) -> Result<(), String> {
    let states = record.states().map_err(|why| why.to_string())?;
    let end = states.last().and_then(G::outcome).ok_or("the game does not end")?;
    let mut placed = SeatSet::EMPTY;
    for seats in &end.places {
        if !placed.intersection(*seats).is_empty() {
            return Err("a seat has two places".to_owned());
        }
        placed = placed.union(*seats);
    }
    if placed != record.seats() {
        return Err("a seat has no place".to_owned());
    }
    if !read_back {
        return Ok(());
    }
    let report = qipan_core::registry::verify(&record.write());
    let faults = [report.unreadable, report.inconsistent, report.illegal];
    match faults.into_iter().flatten().next() {
        Some(fault) => Err(fault.what),
        None => Ok(()),
    }
}

/// A rule in a machine of its own, with the fuel of its calls.
struct RuleMachine<G: Scripted> {
    house: House<G>,
    lines: Vec<SavedRule>,
    fuel: Rc<RefCell<Histogram>>,
}

impl<G: Scripted> RuleMachine<G> {
    fn new(spec: &RuleSpec, host: &Host) -> Result<Self, ScriptProblem> {
        Self::of(spec, host, None)
    }

    /// Creates a table at which the rule loses its variables several times during a game.
    fn forgetful(spec: &RuleSpec, host: &Host) -> Result<Self, ScriptProblem> {
        Self::of(spec, host, Some(0))
    }

    fn of(spec: &RuleSpec, host: &Host, calls: Option<u64>) -> Result<Self, ScriptProblem> {
        let lines = vec![spec.line()];
        let fuel = Rc::new(RefCell::new(Histogram::default()));
        let counted = |rule| -> Box<dyn HouseRule<G>> {
            Box::new(MeteredRule { rule, fuel: Rc::clone(&fuel), calls })
        };
        let house = house::load_each(&lines, host, counted);
        let house = house.map_err(|why| ScriptProblem::script(&why.error))?;
        Ok(Self { house, lines, fuel })
    }

    /// Plays a random game.
    fn play(
        &mut self,
        rules: &G::Rules,
        preset: &str,
        game: u64,
    ) -> Result<Record<G>, ScriptProblem> {
        let file = self.lines[0].file.clone();
        let problem = |message: String| ScriptProblem::new(&file, message);
        let (seed, seats) = (Seed::from_number(game), rules.seats());
        let mut deal = G::draw_deal(rules, seats, &seed).map_err(|why| problem(why.to_string()))?;
        let house = &mut self.house;
        house.start().map_err(|why| ScriptProblem::from_message(&file, &why.to_string()))?;
        layout_limits::lay_out_robots(house, rules, seats, &mut deal, &seed, |_, _, _| {})
            .map_err(|why| ScriptProblem::from_message(&file, &why.to_string()))?;
        let players =
            seats.iter().map(|seat| (seat, qipan_core::record::Player::robot("random", "random")));
        let mut record = Record::<G>::new(preset, rules.clone(), players.collect(), deal, seed);
        record.house_rules.clone_from(&self.lines);
        let start = record.start().map_err(|why| problem(why.to_string()))?;
        let mut random_game = LoggedGame::new(start, &mut self.house, MOST_STEPS);
        let mut chance = RecordedDicePlayers {
            dice: Dice::new(seed),
            rng: Xoshiro256PlusPlus::seed_from_u64(game),
        };
        let end = run_to_end(&mut random_game, &mut chance, &mut Buffers::default());
        let ply = random_game.state.ply();
        record.steps = random_game.steps;
        let wrong = match end {
            Ok(RunEnd::Over) => return Ok(record),
            Ok(RunEnd::NoRoom) => problem(format!("a game does not end within {MOST_STEPS} steps")),
            Err(why) => ScriptProblem::from_message(&file, &why.to_string()),
        };
        Err(wrong.in_game(failed(&record, game, ply)))
    }
}

/// Random players, with the dice of a recorded game. Choices use a faster generator.
struct RecordedDicePlayers {
    dice: Dice,
    rng: Xoshiro256PlusPlus,
}

impl<G: Scripted> Players<G, LoggedGame<'_, G>> for RecordedDicePlayers {
    type Error = HouseError;

    fn roll(
        &mut self,
        _: &LoggedGame<'_, G>,
        outcomes: &[G::Chance],
    ) -> Result<G::Chance, HouseError> {
        Ok(self.dice.roll(outcomes))
    }

    fn choose(
        &mut self,
        _: &LoggedGame<'_, G>,
        _: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, HouseError> {
        let at = self.rng.next_u64() % actions.len().max(1) as u64;
        Ok(actions[at as usize])
    }
}

/// A rule whose calls are counted, with their fuel.
struct MeteredRule<G: Scripted> {
    rule: LuaRule<G>,
    fuel: Rc<RefCell<Histogram>>,
    /// Calls so far, if the rule loses its variables before the first, second, fourth, eighth and
    /// so on.
    calls: Option<u64>,
}

impl<G: Scripted> MeteredRule<G> {
    fn forget(&mut self) -> Result<(), RobotError> {
        let Some(calls) = &mut self.calls else { return Ok(()) };
        *calls += 1;
        if calls.is_power_of_two() { self.rule.start() } else { Ok(()) }
    }

    fn count<T>(
        &mut self,
        ask: impl FnOnce(&mut LuaRule<G>) -> Result<T, RobotError>,
    ) -> Result<T, RobotError> {
        self.forget()?;
        let answer = ask(&mut self.rule);
        self.fuel.borrow_mut().add(self.rule.fuel());
        answer
    }
}

impl<G: Scripted> HouseRule<G> for MeteredRule<G> {
    fn start(&mut self) -> Result<(), RobotError> {
        self.rule.start()
    }

    fn filters(&self) -> bool {
        self.rule.filters()
    }

    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, RobotError> {
        self.count(|rule| rule.filter(state, actions))
    }

    fn listens(&self, events: &[G::Event]) -> bool {
        self.rule.listens(events)
    }

    fn after(
        &mut self,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, RobotError> {
        self.count(|rule| rule.after(state, step, events))
    }

    fn decide_fight(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError> {
        self.forget()?;
        self.rule.decide_fight(state, action)
    }

    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, RobotError> {
        self.rule.check_layout(rules, seat, deal)
    }

    fn trouble(&self, hook: Hook, message: String) -> RobotError {
        self.rule.trouble(hook, message)
    }
}
