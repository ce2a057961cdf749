//! Checks a house rule by random games under it: a thousand, or fewer in a quick check of a rule
//! that is called very often.
//!
//! A rule must ask for the same effects in the same game, whatever its variables hold. So a rule
//! with hooks is run twice over each game, and loses its variables several times in the second run.
//! A different step shows that the rule relies on its variables. The sandbox of the first run plays
//! the first games once more. A different step then shows that data is kept between games.

use std::cell::RefCell;
use std::rc::Rc;

use qipan_core::contract::dice::{Dice, Seed};
use qipan_core::contract::game::Step;
use qipan_core::contract::localized::Text;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::RobotError;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::{GivenAnswer, Hook, House, HouseError, HouseRule};
use qipan_core::play::game_loop::{Buffers, LoggedGame, Players, RunEnd, run_to_end};
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::script::{Host, LuaRule, Scripted};
use qipan_core::tournament::Histogram;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde_json::Value as Json;

use crate::model::checks::{
    CheckObserver, CheckStats, Depth, FailedGame, MAX_STEPS, ScriptProblem, host_for_checks,
};
use crate::model::clock::ClockGuard;
use crate::model::scripts::RuleSpec;
use crate::model::{house, layout_limits};

/// The maximum number of test games of a rule.
pub(super) const GAMES: u64 = 1000;

/// The number of calls after which a quick check ends, unless a preset has had fewer than
/// [`MIN_GAMES_PER_PRESET`] games. A rule that is called at every move reaches this number before
/// [`GAMES`] games are played.
const ENOUGH_CALLS: u64 = 100_000;

/// The minimum number of test games of each preset.
const MIN_GAMES_PER_PRESET: u64 = 10;

/// The number of games that the sandbox of the first run plays again.
const REPEATED_GAMES: u64 = 20;

/// Plays the test games, which cycle through the presets that the rule fits.
///
/// # Errors
/// The first problem.
pub(super) fn play_test<G: Scripted>(
    spec: &RuleSpec,
    depth: Depth,
    stats: &mut CheckStats,
    observer: &CheckObserver,
) -> Result<(), ScriptProblem> {
    let _clock = ClockGuard::start();
    let rule_sets = merged_rule_sets::<G>(spec, stats)?;
    let lenient_host = Host { strict: false, ..host_for_checks(observer) };
    let mut tester = RuleTester::<G>::new(spec, &host_for_checks(observer))?;
    for game in 0..GAMES {
        let calls = tester.fuel.borrow().count();
        if depth == Depth::Quick && has_enough(game, rule_sets.len() as u64, calls) {
            break;
        }
        let rules = &rule_sets[game as usize % rule_sets.len()];
        let preset = stats.presets[game as usize % rule_sets.len()];
        let first = tester.play(rules, preset, game)?;
        let problem = |message: String| {
            let ply = first.states().ok().and_then(|states| Some(states.last()?.ply()));
            let shown_game = failed_game(&first, game, ply.unwrap_or(0));
            ScriptProblem::new(&spec.file, message).in_game(shown_game)
        };
        if !spec.info.hooks.is_empty() {
            // The second tester runs the file again during the game, so the rule loses its
            // variables.
            let second = RuleTester::forgetful(spec, &lenient_host)?.play(rules, preset, game)?;
            compare::<G>(&first, &second, AFTER_LOSS).map_err(problem)?;
            if game < REPEATED_GAMES {
                let repeated = tester.play(rules, preset, game)?;
                compare::<G>(&first, &repeated, AFTER_EARLIER_RUN).map_err(problem)?;
            }
        }
        let is_effect = |step: &&Step<G>| matches!(step, Step::House { .. });
        stats.effects += first.steps.iter().filter(is_effect).count() as u64;
        check_finished_game::<G>(&first, game % 10 == 0).map_err(problem)?;
        stats.games += 1;
        observer.report_game()?;
    }
    stats.fuel = std::mem::take(&mut *tester.fuel.borrow_mut());
    Ok(())
}

/// Returns true if a quick check has seen enough after this many games of `presets` presets, in
/// which the rule was called `calls` times.
fn has_enough(games: u64, presets: u64, calls: u64) -> bool {
    games >= MIN_GAMES_PER_PRESET * presets && calls >= ENOUGH_CALLS
}

/// Returns the rules of each preset that the house rule fits, with the options that it sets. Adds
/// the presets to `stats`.
fn merged_rule_sets<G: Scripted>(
    spec: &RuleSpec,
    stats: &mut CheckStats,
) -> Result<Vec<G::Rules>, ScriptProblem> {
    let mut merge_error = None;
    let mut rule_sets = Vec::new();
    for preset in G::Rules::PRESETS.iter().copied().filter(|preset| spec.is_for(preset)) {
        let Some(rules) = G::Rules::preset(preset) else { continue };
        match house::merge::<G>(&rules, std::slice::from_ref(spec)) {
            Ok((rules, _)) => {
                stats.presets.push(preset);
                rule_sets.push(rules);
            }
            Err(why) if spec.info.presets.is_empty() => merge_error = merge_error.or(Some(why)),
            Err(why) => {
                let message = format!("it does not fit {preset}, one of its presets: {}", why.why);
                return Err(ScriptProblem {
                    line: why.line,
                    ..ScriptProblem::new(&spec.file, message)
                });
            }
        }
    }
    if rule_sets.is_empty() {
        let why = merge_error
            .map_or_else(|| "it does not fit any preset".to_owned(), |why| why.why.to_string());
        return Err(ScriptProblem::new(&spec.file, why));
    }
    Ok(rule_sets)
}

/// The end of a message about a difference after the rule lost its variables.
const AFTER_LOSS: &str = "when the rule loses its variables in the middle of the game: it must \
                         keep what it needs later with `remember`";
/// The end of a message about a difference in a sandbox that played the game before.
const AFTER_EARLIER_RUN: &str = "when the same sandbox plays the game again: a game must not \
                                 depend on those that were played before it";

/// Checks that two runs of a game have the same steps. `when` ends the message.
fn compare<G: Scripted>(first: &Record<G>, second: &Record<G>, when: &str) -> Result<(), String> {
    if let Some(index) = first.steps.iter().zip(&second.steps).position(|(a, b)| a != b) {
        return Err(format!("step {} differs {when}", index + 1));
    }
    match first.steps.len() == second.steps.len() {
        true => Ok(()),
        false => Err("the second run of the game has a different length".to_owned()),
    }
}

/// Returns the game that shows a problem.
fn failed_game<G: Scripted>(record: &Record<G>, seed: u64, ply: u32) -> FailedGame {
    let (preset, params) = (record.preset.clone(), String::new());
    FailedGame { preset, seed, ply, params, saved: record.write() }
}

/// Checks that a finished game places every seat once. With `reads_back`, also verifies the saved
/// game, which takes longer than playing it.
fn check_finished_game<G: Scripted>(record: &Record<G>, reads_back: bool) -> Result<(), String> {
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
    if !reads_back {
        return Ok(());
    }
    let report = qipan_core::registry::verify(&record.write());
    let faults = [report.unreadable, report.inconsistent, report.illegal];
    match faults.into_iter().flatten().next() {
        Some(fault) => Err(fault.description()),
        None => Ok(()),
    }
}

/// A rule in a sandbox of its own, with the fuel of its calls.
struct RuleTester<G: Scripted> {
    house: House<G>,
    saved_rules: Vec<SavedRule>,
    /// The fuel of each call, shared with the rule in `house`.
    fuel: Rc<RefCell<Histogram>>,
}

impl<G: Scripted> RuleTester<G> {
    fn new(spec: &RuleSpec, host: &Host) -> Result<Self, ScriptProblem> {
        Self::load(spec, host, false)
    }

    /// Creates a tester in which the rule loses its variables several times during a game.
    fn forgetful(spec: &RuleSpec, host: &Host) -> Result<Self, ScriptProblem> {
        Self::load(spec, host, true)
    }

    fn load(spec: &RuleSpec, host: &Host, loses_variables: bool) -> Result<Self, ScriptProblem> {
        let calls = loses_variables.then_some(0);
        let saved_rules = vec![spec.to_saved()];
        let fuel = Rc::new(RefCell::new(Histogram::default()));
        let wrap = |rule| -> Box<dyn HouseRule<G>> {
            Box::new(MeteredRule { rule, fuel: Rc::clone(&fuel), calls })
        };
        let house = house::load_wrapped(&saved_rules, host, wrap);
        let house = house.map_err(|why| ScriptProblem::from_script_error(&why.error))?;
        Ok(Self { house, saved_rules, fuel })
    }

    /// Plays the random game with this number.
    fn play(
        &mut self,
        rules: &G::Rules,
        preset: &str,
        game: u64,
    ) -> Result<Record<G>, ScriptProblem> {
        let file = self.saved_rules[0].file.clone();
        let problem = |message: String| ScriptProblem::new(&file, message);
        let (seed, seats) = (Seed::from_number(game), rules.seats());
        let mut deal = G::draw_deal(rules, seats, &seed).map_err(|why| problem(why.to_string()))?;
        let house = &mut self.house;
        house.start().map_err(|why| ScriptProblem::from_message(&file, &why.to_string()))?;
        layout_limits::complete_robot_layouts(house, rules, seats, &mut deal, &seed, |_, _, _| {})
            .map_err(|why| ScriptProblem::from_message(&file, &why.to_string()))?;
        let robots = seats.iter().map(|seat| (seat, Player::robot("random", "random")));
        let mut record = Record::<G>::new(preset, rules.clone(), robots.collect(), deal, seed);
        record.house_rules.clone_from(&self.saved_rules);
        let start = record.start().map_err(|why| problem(why.to_string()))?;
        let mut random_game = LoggedGame::new(start, &mut self.house, MAX_STEPS);
        let mut players =
            RandomActions { dice: Dice::new(seed), rng: Xoshiro256PlusPlus::seed_from_u64(game) };
        let end = run_to_end(&mut random_game, &mut players, &mut Buffers::default());
        let ply = random_game.state.ply();
        record.steps = random_game.steps;
        let failure = match end {
            Ok(RunEnd::Over) => return Ok(record),
            Ok(RunEnd::NoRoom) => problem(format!("a game does not end within {MAX_STEPS} steps")),
            Err(why) => ScriptProblem::from_message(&file, &why.to_string()),
        };
        Err(failure.in_game(failed_game(&record, game, ply)))
    }
}

/// Players that choose at random, with dice that depend on the seed alone. Choices use a faster
/// generator than the dice.
struct RandomActions {
    dice: Dice,
    rng: Xoshiro256PlusPlus,
}

impl<G: Scripted> Players<G, LoggedGame<'_, G>> for RandomActions {
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
        let index = self.rng.next_u64() % actions.len().max(1) as u64;
        Ok(actions[index as usize])
    }
}

/// A rule whose fuel is recorded, and which can lose its variables.
struct MeteredRule<G: Scripted> {
    rule: LuaRule<G>,
    fuel: Rc<RefCell<Histogram>>,
    /// The number of calls made, for a rule that loses its variables before the first, second,
    /// fourth, eighth call and so on. `None` for a rule that keeps its variables.
    calls: Option<u64>,
}

impl<G: Scripted> MeteredRule<G> {
    /// Counts a call, and restarts the rule if it has to lose its variables before this call.
    fn forget_if_due(&mut self) -> Result<(), RobotError> {
        let Some(calls) = &mut self.calls else { return Ok(()) };
        *calls += 1;
        if calls.is_power_of_two() { self.rule.start() } else { Ok(()) }
    }

    /// Makes a call and records its fuel.
    fn metered<T>(
        &mut self,
        call: impl FnOnce(&mut LuaRule<G>) -> Result<T, RobotError>,
    ) -> Result<T, RobotError> {
        self.forget_if_due()?;
        let answer = call(&mut self.rule);
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
        self.metered(|rule| rule.filter(state, actions))
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
        self.metered(|rule| rule.after(state, step, events))
    }

    fn answered(&mut self, state: &G, answer: &GivenAnswer) -> Result<Vec<G::Effect>, RobotError> {
        self.metered(|rule| rule.answered(state, answer))
    }

    fn decide_battle(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError> {
        self.forget_if_due()?;
        self.rule.decide_battle(state, action)
    }

    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, RobotError> {
        self.rule.check_layout(rules, seat, deal)
    }

    fn invalid_effect(&self, hook: Hook, effect: &Json, message: String) -> RobotError {
        self.rule.invalid_effect(hook, effect, message)
    }

    fn invalid_result(&self, hook: Hook, message: String) -> RobotError {
        self.rule.invalid_result(hook, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_check_ends_after_enough_calls_and_games_of_every_preset() {
        assert!(!has_enough(GAMES - 1, 2, ENOUGH_CALLS - 1), "a rule that is hardly ever called");
        assert!(!has_enough(19, 2, 10 * ENOUGH_CALLS), "too few games of one preset");
        assert!(has_enough(20, 2, ENOUGH_CALLS));
    }
}
