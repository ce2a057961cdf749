//! Puzzles: positions of played games with one clearly best action.
//!
//! Candidates come from an [`Analysis`] of a game and are confirmed by a deeper one. Positions with
//! an obvious best action and decided games make poor puzzles and are excluded.
//!
//! A puzzle holds the game up to its position. Each step is saved as the index of its action or
//! outcome among those that were possible, so that the rules alone replay it.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::analysis::{
    Analysis, AnalysisOptions, ChoiceAnalysis, EQUAL_VALUE_TOLERANCE, StepAnalyser, ValueChange,
};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, Step, Turn, Viewer};
use crate::contract::limits;
use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;

use crate::evaluation::Searchable;
use crate::play::session::Session;
use crate::record::{Player, Record};
use crate::search::{RuleContext, Search, SearchContext, SearchOptions};

/// The version of the file format.
pub const VERSION: u32 = 1;

/// Maximum number of bytes of a file of puzzles.
pub const MAX_BYTES: usize = 4 << 20;

/// Maximum number of steps before a position.
const MAX_STEPS: usize = 2_000;
/// The range of the best action's value in a game that is not decided.
const UNDECIDED_VALUES: std::ops::RangeInclusive<f32> = 0.12..=0.97;
/// The minimum number of distinct action values.
const MIN_DISTINCT_VALUES: usize = 3;
/// The maximum lead of the best action. With a larger lead the choice is trivial.
pub const MAX_GAP: f32 = 0.45;
/// Maximum number of actions that share the best value.
const MAX_BEST_ACTIONS: usize = 2;
/// Number of determinizations that confirm a puzzle with hidden pieces.
const DETERMINIZATIONS: u32 = 160;
/// Number of simulations of the search that confirms a puzzle with neither dice nor hidden pieces.
const SIMULATIONS: u32 = 4_000;

/// A file of puzzles.
///
/// # Examples
/// ```
/// use qipan_core::analysis::puzzle::Puzzles;
///
/// let none = Puzzles::new(Vec::new());
/// assert_eq!(Puzzles::read(&none.write()), Ok(none));
/// assert!(Puzzles::read("{}").is_err_and(|why| why.starts_with("line 1: ")));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    /// Always `qipan-puzzles`.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which one action is clearly the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The kind of game.
    pub game: String,
    /// The preset of its rules.
    pub preset: String,
    /// The options that differ from the preset.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rules: Map<String, Value>,
    /// The seats that take part.
    pub seats: Vec<String>,
    /// The deal: what was settled before step 0.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub deal: Value,
    /// The steps up to the position, separated by spaces. Each is the index, from 0, of the step
    /// among the possible outcomes or actions.
    pub steps: String,
    /// The seat to move.
    pub seat: String,
    /// The action that was played in the game.
    pub played: String,
    /// The actions with their values for the seat, the best one first, as expected shares of
    /// first place.
    pub values: Vec<(String, f64)>,
}

/// Returns true if a value is an object without fields.
fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

/// The criteria for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleCriteria {
    /// The minimum lead in value of the best action over every action that is not equal to it.
    pub gap: f32,
    /// The options of the first analysis. The analysis that confirms a puzzle looks one roll
    /// further ahead and uses more determinizations. In a game without dice and secrets, a search
    /// has to confirm the puzzle as well.
    pub options: AnalysisOptions,
}

/// A confirmed puzzle, with data for choosing among several puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleCandidate {
    /// The lead in value of the best action over the best of those that are not equal to it.
    pub gap: f32,
    /// True if the best action was missed in the game.
    pub was_missed: bool,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// Returns the puzzles of a game, the clearest first. A game under house rules has none, because
/// the legal actions are not known without running the rules.
pub fn find<G: Searchable>(
    session: &Session<G>,
    analysis: &Analysis<G::Action>,
    criteria: &PuzzleCriteria,
) -> Vec<PuzzleCandidate> {
    let record = session.record();
    if record.house_rules.iter().any(|rule| rule.has_hooks()) {
        return Vec::new();
    }
    let states = session.states();
    let mut candidates: Vec<(f32, usize)> = (0..record.steps.len().min(MAX_STEPS))
        .filter_map(|at| Some((puzzle_gap(analysis, at, criteria.gap)?, at)))
        .filter(|(_, at)| {
            let best = analysis.choice(*at).and_then(ChoiceAnalysis::best);
            best.is_some_and(|best| !is_obvious(&states[*at], best))
        })
        .collect();
    candidates.sort_by(|(gap_a, _), (gap_b, _)| gap_b.total_cmp(gap_a));
    candidates.into_iter().filter_map(|(_, at)| confirm(session, at, criteria)).collect()
}

/// Returns the lead of the best action if the choice meets the criteria for a puzzle.
fn puzzle_gap<A: Copy>(analysis: &Analysis<A>, at: usize, min_gap: f32) -> Option<f32> {
    let (position, choice) = (analysis.position(at)?, analysis.choice(at)?);
    let gap = choice.gap().filter(|gap| (min_gap..=MAX_GAP).contains(gap))?;
    let (_, best) = *choice.actions.get(choice.best)?;
    let mut values: Vec<f32> = choice.actions.iter().map(|(_, value)| *value).collect();
    // A puzzle has one solution. Two equally good actions are allowed, because two planes with
    // the same progress are interchangeable.
    let is_best = |value: &&f32| best - **value < EQUAL_VALUE_TOLERANCE;
    let best_actions = values.iter().filter(is_best).count();
    values.sort_by(f32::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < EQUAL_VALUE_TOLERANCE);
    // Place 0: the first place is still contested.
    let is_puzzle = position.place == 0
        && UNDECIDED_VALUES.contains(&best)
        && values.len() >= MIN_DISTINCT_VALUES
        && best_actions <= MAX_BEST_ACTIONS;
    is_puzzle.then_some(gap)
}

/// Returns true if an action looks best without search: it has the largest prior. If all priors are
/// equal, the choice of the rollout policy counts instead.
fn is_obvious<G: Searchable>(state: &G, best: G::Action) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut actions, mut priors) = (Vec::new(), Vec::new());
    let Turn::Seat(seat) = state.turn() else { return true };
    let world = if state.rules().has_secrets() {
        G::sample(&state.view(Viewer::Seat(seat)), &mut rng)
    } else {
        state.clone()
    };
    world.legal_actions(&mut actions);
    world.priors(&actions, &mut priors);
    let largest = priors.iter().copied().fold(0.0, f32::max);
    if priors.iter().all(|prior| *prior == largest) {
        return world.rollout_action(&mut rng, &mut actions) == best;
    }
    let first = actions.iter().zip(&priors).find(|(_, prior)| **prior == largest);
    first.is_some_and(|(action, _)| *action == best)
}

/// Returns the puzzle of a position if a deeper analysis confirms it.
fn confirm<G: Searchable>(
    session: &Session<G>,
    at: usize,
    criteria: &PuzzleCriteria,
) -> Option<PuzzleCandidate> {
    let (record, states) = (session.record(), session.states());
    let depth = criteria.options.depth + 1;
    let options = AnalysisOptions {
        depth,
        determinizations: DETERMINIZATIONS,
        rollouts: 0,
        ..criteria.options
    };
    let position = StepAnalyser::new(states, &record.steps, options).analyse_step(at)?;
    let Some(ValueChange::Choice(choice)) = position.change else { return None };
    let gap = choice.gap().filter(|gap| *gap >= criteria.gap)?;
    let is_deterministic = !G::HAS_DICE && !record.rules.has_secrets();
    if is_deterministic && !search_agrees(&states[at], &choice, criteria.options.seed) {
        return None;
    }
    let puzzle = Puzzle::of_choice(session, at, &choice)?;
    let missed = choice.best != choice.taken;
    Some(PuzzleCandidate { gap, was_missed: missed, puzzle })
}

/// Returns true if a search finds the best action, or one of equal value.
fn search_agrees<G: Searchable>(state: &G, choice: &ChoiceAnalysis<G::Action>, seed: u64) -> bool {
    let actions: Vec<G::Action> = choice.actions.iter().map(|(action, _)| *action).collect();
    let options = SearchOptions { max_simulations: SIMULATIONS, ..SearchOptions::default() };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let results = Search::default().run(
        std::slice::from_ref(state),
        &actions,
        &options,
        &mut SearchContext {
            rules: &mut RuleContext::default(),
            rng: &mut rng,
            evaluator: &mut |state: &G, scratch: &mut Vec<G::Action>| state.evaluate(scratch),
            budget: &mut |_, _| true,
        },
    );
    let Some(first) = results.ok().and_then(|results| Some(results.first()?.action)) else {
        return false;
    };
    let found = choice.actions.iter().find(|(action, _)| *action == first);
    let best = choice.actions.get(choice.best);
    found.zip(best).is_some_and(|((_, found), (_, best))| best - found < EQUAL_VALUE_TOLERANCE)
}

/// Writes steps as indices, as [`Puzzle::steps`] has them. Returns `None` if a step is neither a
/// roll nor a choice.
fn steps_to_indices<G: Searchable>(states: &[G], steps: &[Step<G>]) -> Option<String> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let index_of = |(state, step): (&G, &Step<G>)| {
        let index = match step {
            Step::Chance(outcome) => {
                state.chance_outcomes(&mut outcomes);
                outcomes.iter().position(|possible| possible == outcome)
            }
            Step::Act { action, .. } => {
                state.legal_actions(&mut actions);
                let plain = G::without_battle_result(*action);
                actions.iter().position(|legal| *legal == plain)
            }
            _ => None,
        };
        index.map(|index| index.to_string())
    };
    let indices: Option<Vec<String>> = states.iter().zip(steps).map(index_of).collect();
    Some(indices?.join(" "))
}

impl Puzzle {
    /// Returns the puzzle of a choice in a game: the position after `at` steps, with the values of
    /// all its actions. Returns `None` if a step before it is neither a roll nor an action, if
    /// there are more than 2,000 steps before it, or if the choice lacks the value of an
    /// action.
    pub fn of_choice<G: Searchable>(
        session: &Session<G>,
        at: usize,
        choice: &ChoiceAnalysis<G::Action>,
    ) -> Option<Self> {
        let is_complete = choice.actions.len() == choice.legal;
        let values = Some(&choice.actions).filter(|_| is_complete)?;
        Self::of_values(session, at, choice.seat, choice.taken()?, values)
    }

    /// Returns the puzzle of the position after `at` steps, from the values of all actions of the
    /// seat to move and the action that it played. Returns `None` if a step before it is neither a
    /// roll nor an action, or if there are more than 2,000 steps before it.
    pub fn of_values<G: Searchable>(
        session: &Session<G>,
        at: usize,
        seat: Seat,
        played: G::Action,
        values: &[(G::Action, f32)],
    ) -> Option<Self> {
        let (record, states) = (session.record(), session.states());
        if at > MAX_STEPS {
            return None;
        }
        let mut values: Vec<(String, f64)> = values
            .iter()
            .map(|(action, value)| (action.to_string(), f64::from((value * 1e4).round()) / 1e4))
            .collect();
        values.sort_by(|(_, value_a), (_, value_b)| value_b.total_cmp(value_a));
        let changed_options = record.rules.changed().into_iter();
        // A file leaves out an empty deal, and reading it gives null. It is null here too, so that
        // the identifier of the puzzle is the same.
        let deal = serde_json::to_value(&record.deal).ok()?;
        Some(Self {
            game: G::NAME.to_owned(),
            preset: record.preset.clone(),
            rules: changed_options
                .filter_map(|key| Some((key.to_owned(), record.rules.get(key)?)))
                .collect(),
            seats: record.seats().iter().map(|seat| G::seat_name(seat).to_owned()).collect(),
            deal: Some(deal).filter(|deal| !is_empty(deal)).unwrap_or_default(),
            steps: steps_to_indices(states, &record.steps[..at])?,
            seat: G::seat_name(seat).to_owned(),
            played: played.to_string(),
            values,
        })
    }

    /// Replays the game up to the position. A human without a name is to move, and robots without
    /// names have the other seats.
    ///
    /// # Errors
    /// Returns a sentence about the part of the puzzle that is invalid.
    pub fn set_up<G: Searchable>(&self) -> Result<Session<G>, String> {
        self.replay().map_err(|why| limits::sentence(&why))
    }

    fn replay<G: Searchable>(&self) -> Result<Session<G>, String> {
        if self.game != G::NAME {
            return Err(format!("this puzzle is of the game `{}`", self.game));
        }
        let unknown = || format!("unknown preset `{}`", self.preset);
        let mut rules = G::Rules::preset(&self.preset).ok_or_else(unknown)?;
        for (key, value) in &self.rules {
            rules = rules.with_unchecked(key, value).map_err(|why| why.to_string())?;
        }
        rules.check().map_err(|why| why.to_string())?;
        let mut players = Vec::new();
        for name in &self.seats {
            let seat = G::seat_by_name(name).ok_or_else(|| format!("unknown seat `{name}`"))?;
            let is_to_move = *name == self.seat;
            players
                .push((seat, if is_to_move { Player::human("") } else { Player::robot("", "") }));
        }
        let deal: G::Deal = match &self.deal {
            Value::Null => G::Deal::default(),
            deal => serde_json::from_value(deal.clone()).map_err(|why| why.to_string())?,
        };
        let record: Record<G> =
            Record::new(&self.preset, rules, players, deal, Seed::from_number(0));
        let mut session = Session::new(record).map_err(|why| why.to_string())?;
        for (at, word) in self.steps.split_whitespace().enumerate().take(MAX_STEPS) {
            let impossible = || format!("step {}: `{word}` is not possible there", at + 1);
            let index: usize = word.parse().map_err(|_| impossible())?;
            let step = step_from_index(session.state(), index).ok_or_else(impossible)?;
            session.play(step).map_err(|_| impossible())?;
        }
        let turn = session.state().turn();
        if !matches!(turn, Turn::Seat(seat) if G::seat_name(seat) == self.seat) {
            return Err(format!("{} is not to move in the position of the puzzle", self.seat));
        }
        let legal = session.actions();
        let has_value = |action: &G::Action| self.value(&action.to_string()).is_some();
        if legal.len() < 2 || !legal.iter().all(has_value) {
            return Err(
                "the actions of the puzzle are not the legal ones of its position".to_owned()
            );
        }
        Ok(session)
    }

    /// Returns the value of an action, if the position has this action.
    pub fn value(&self, action: &str) -> Option<f64> {
        self.values.iter().find(|(name, _)| name == action).map(|(_, value)| *value)
    }

    /// Returns the best action.
    pub fn best(&self) -> &str {
        self.values.first().map_or("", |(name, _)| name)
    }

    /// Returns true if an action is the best one, or equal in value to it.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::analysis::puzzle::Puzzle;
    ///
    /// let values = [("advance 1", 0.6), ("advance 2", 0.6), ("advance 3", 0.4)];
    /// let puzzle: Puzzle = serde_json::from_value(serde_json::json!({
    ///     "game": "race", "preset": "flying", "seats": ["red", "green"], "steps": "",
    ///     "seat": "red", "played": "advance 3", "values": values,
    /// }))?;
    /// assert!(puzzle.solves("advance 1") && puzzle.solves("advance 2"), "equally good");
    /// assert!(!puzzle.solves("advance 3") && !puzzle.solves("launch 1"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn solves(&self, action: &str) -> bool {
        let best = self.values.first().map_or(0.0, |(_, value)| *value);
        self.value(action).is_some_and(|value| best - value < f64::from(EQUAL_VALUE_TOLERANCE))
    }

    /// Returns an identifier of the puzzle: a short hash of the preset, the deal, the steps, the
    /// seat to move, and the options of the rules if there are any.
    pub fn id(&self) -> String {
        use sha2::Digest as _;
        let mut text = format!("{} {} {} {}", self.preset, self.deal, self.steps, self.seat);
        if !self.rules.is_empty() {
            text += &format!(" {}", Value::Object(self.rules.clone()));
        }
        hex::encode(&sha2::Sha256::digest(text)[..6])
    }
}

/// Returns the possible step with this index.
fn step_from_index<G: Game>(state: &G, index: usize) -> Option<Step<G>> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    match state.turn() {
        Turn::Seat(seat) => {
            state.legal_actions(&mut actions);
            actions.get(index).map(|action| Step::Act { seat, action: *action })
        }
        Turn::Chance { .. } => {
            state.chance_outcomes(&mut outcomes);
            outcomes.get(index).map(|outcome| Step::Chance(*outcome))
        }
        Turn::Over => None,
    }
}

impl Puzzles {
    /// Creates a file of puzzles.
    pub fn new(puzzles: Vec<Puzzle>) -> Self {
        Self { format: "qipan-puzzles".to_owned(), version: VERSION, puzzles }
    }

    /// Parses a file of puzzles.
    ///
    /// # Errors
    /// Returns a sentence about the reason why the text is not such a file.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_BYTES {
            return Err("the file is too large: a file of puzzles has at most 4 MiB".to_owned());
        }
        // Some editors put a byte order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: Self = serde_json::from_str(text).map_err(|why| {
            let (line, what) = limits::line_and_sentence(&why);
            format!("line {line}: {what}")
        })?;
        if file.format != "qipan-puzzles" || file.version > VERSION {
            return Err("this is not a file of puzzles, or one of a newer version".to_owned());
        }
        Ok(file)
    }

    /// Returns the text of the file, with one puzzle per line.
    pub fn write(&self) -> String {
        let lines: Vec<String> =
            self.puzzles.iter().filter_map(|puzzle| serde_json::to_string(puzzle).ok()).collect();
        let (format, version) = (&self.format, self.version);
        let head = format!("{{\n\"format\":\"{format}\",\n\"version\":{version},\n\"puzzles\":[\n");
        format!("{head}{}\n]\n}}\n", lines.join(",\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyse;
    use crate::games::junqi::Junqi;

    #[test]
    fn puzzles_that_differ_in_an_option_have_different_ids() {
        let puzzle = |rules: Value| -> Puzzle {
            serde_json::from_value(serde_json::json!({
                "game": "race", "preset": "flying", "rules": rules, "seats": ["red", "green"],
                "steps": "0", "seat": "red", "played": "roll", "values": [],
            }))
            .unwrap()
        };
        let [plain, other] = [serde_json::json!({}), serde_json::json!({ "finish": "bounce" })];
        assert_ne!(puzzle(plain).id(), puzzle(other).id());
    }

    /// In a game without dice and secrets, the first analysis looks one action ahead. A search then
    /// rejects those candidates whose best action is refuted by later moves.
    #[test]
    fn deterministic_candidates_are_confirmed_by_search() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-open.json");
        let text = std::fs::read_to_string(path).unwrap();
        let session = Session::new(Record::<Junqi>::read(&text).unwrap().record).unwrap();
        let criteria = PuzzleCriteria { gap: 0.02, options: AnalysisOptions::default() };
        let (states, steps) = (session.states(), &session.record().steps);
        let analysis = analyse(states, steps, criteria.options, &mut |_| true).unwrap();
        let is_clear = |at: &usize| puzzle_gap(&analysis, *at, criteria.gap).is_some();
        let is_not_obvious = |at: &usize| {
            let best = analysis.choice(*at).and_then(ChoiceAnalysis::best);
            best.is_some_and(|best| !is_obvious(&states[*at], best))
        };
        let candidates: Vec<usize> =
            (0..steps.len()).filter(is_clear).filter(is_not_obvious).collect();
        assert_eq!(candidates, [2, 9, 11, 13, 14, 24, 26], "clear, but not obvious");
        let found = find(&session, &analysis, &criteria);
        let steps_before: Vec<usize> = found
            .iter()
            .map(|candidate| candidate.puzzle.steps.split_whitespace().count())
            .collect();
        assert_eq!(steps_before, [24, 26, 11, 13, 14, 9], "the search refutes 2");
    }
}
