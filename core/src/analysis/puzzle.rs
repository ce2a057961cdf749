//! Puzzles: positions of played games with one clearly best action.
//!
//! Candidates come from an [`Analysis`] of a game and are confirmed by a deeper one. Obvious
//! actions and decided games are left out.
//!
//! A puzzle holds the game up to its position. Each step is the index of its action or outcome
//! among those that were possible, so that the rules alone replay it.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::analysis::{
    ALIKE, Analysis, AnalysisOptions, ChoiceAnalysis, StepAnalyser, ValueChange,
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

/// The most bytes of a file of puzzles.
pub const MAX_BYTES: usize = 4 << 20;

/// The most steps before a position.
const MOST_STEPS: usize = 2_000;
/// The range of the best action's value. Decided games make poor puzzles.
const OPEN: std::ops::RangeInclusive<f32> = 0.12..=0.97;
/// The minimum number of distinct action values.
const DIFFERENT: usize = 3;
/// The largest lead of the best action. Beyond it the choice is trivial.
pub const PLAIN: f32 = 0.45;
/// The most actions that may share the best value.
const ALIKE_AT_MOST: usize = 2;
/// The determinizations that confirm a puzzle with hidden pieces.
const WORLDS: u32 = 160;
/// The simulations of the search that confirms a puzzle with neither dice nor hidden pieces.
const PASSES: u32 = 4_000;

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
    /// The steps up to the position: the index of each among the possible outcomes or actions,
    /// from 0, with spaces between them.
    pub steps: String,
    /// The seat to move.
    pub seat: String,
    /// The action that was played in the game.
    pub played: String,
    /// The actions with their values to the seat, the best one first, in chances of the first
    /// place.
    pub values: Vec<(String, f64)>,
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

/// The criteria for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleCriteria {
    /// The minimum lead of the best action over any other, in chances.
    pub gap: f32,
    /// The options of the first analysis. A deeper one confirms puzzles: one more roll, more
    /// determinizations, or a search if there are neither dice nor secrets.
    pub options: AnalysisOptions,
}

/// A puzzle with its clarity.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleCandidate {
    /// The lead of the best action over any other.
    pub gap: f32,
    /// True if the best action was missed in the game.
    pub missed: bool,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// Returns the puzzles of a game, the clearest first. A game under house rules has none, because
/// the legal actions are not known without running the rules.
pub fn find<G: Searchable>(
    session: &Session<G>,
    analysis: &Analysis<G::Action>,
    sought: &PuzzleCriteria,
) -> Vec<PuzzleCandidate> {
    let record = session.record();
    if record.house_rules.iter().any(|line| line.acts()) {
        return Vec::new();
    }
    let states = session.states();
    let mut found: Vec<(f32, usize)> = (0..record.steps.len().min(MOST_STEPS))
        .filter_map(|at| Some((clarity(analysis, at, sought.gap)?, at)))
        .filter(|(_, at)| {
            let seen = analysis.choice(*at).and_then(ChoiceAnalysis::best);
            seen.is_some_and(|best| !is_obvious(&states[*at], best))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().filter_map(|(_, at)| confirm(session, at, sought)).collect()
}

/// Returns the lead of the best action if the choice makes a puzzle.
fn clarity<A: Copy>(analysis: &Analysis<A>, at: usize, gap: f32) -> Option<f32> {
    let (moment, choice) = (analysis.moment(at)?, analysis.choice(at)?);
    let best = choice.actions.get(choice.best)?.1;
    let mut values: Vec<f32> = choice.actions.iter().map(|(_, value)| *value).collect();
    values.sort_by(f32::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < ALIKE);
    let found = choice.gap().filter(|found| (gap..=PLAIN).contains(found))?;
    // Several equally good actions are no answer. Interchangeable planes are allowed.
    let alike = choice.actions.iter().filter(|(_, value)| best - value < ALIKE).count();
    if alike > ALIKE_AT_MOST {
        return None;
    }
    (moment.place == 0 && OPEN.contains(&best) && values.len() >= DIFFERENT).then_some(found)
}

/// Returns true if an action has the largest prior; if all priors are equal, if the rollout policy
/// plays it.
fn is_obvious<G: Searchable>(state: &G, best: G::Action) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut actions, mut urges) = (Vec::new(), Vec::new());
    let Turn::Seat(seat) = state.turn() else { return true };
    let thought = match state.rules().has_secrets() {
        true => G::sample(&state.view(Viewer::Seat(seat)), &mut rng),
        false => state.clone(),
    };
    thought.legal_actions(&mut actions);
    thought.priors(&actions, &mut urges);
    let most = urges.iter().copied().fold(0.0, f32::max);
    if urges.iter().all(|urge| *urge == most) {
        return thought.rollout_action(&mut rng, &mut actions) == best;
    }
    let first = actions.iter().zip(&urges).find(|(_, urge)| **urge == most);
    first.is_some_and(|(action, _)| *action == best)
}

/// Returns the puzzle of a position if a deeper analysis confirms it.
fn confirm<G: Searchable>(
    session: &Session<G>,
    at: usize,
    sought: &PuzzleCriteria,
) -> Option<PuzzleCandidate> {
    let (record, states) = (session.record(), session.states());
    let depth = sought.options.depth + 1;
    let options =
        AnalysisOptions { depth, determinizations: WORLDS, playouts: 0, ..sought.options };
    let moment = StepAnalyser::new(states, &record.steps, options).analyse_step(at)?;
    let Some(ValueChange::Choice(choice)) = moment.change else { return None };
    let gap = choice.gap().filter(|gap| *gap >= sought.gap)?;
    let is_plain = !G::HAS_DICE && !record.rules.has_secrets();
    if is_plain && !is_found(&states[at], &choice, sought.options.seed) {
        return None;
    }
    let mut values: Vec<(String, f64)> = choice
        .actions
        .iter()
        .map(|(action, value)| (action.to_string(), f64::from((value * 1e4).round()) / 1e4))
        .collect();
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    let changed = record.rules.changed().into_iter();
    let puzzle = Puzzle {
        game: G::KIND.to_owned(),
        preset: record.preset.clone(),
        rules: changed.filter_map(|key| Some((key.to_owned(), record.rules.get(key)?))).collect(),
        seats: record.seats().iter().map(|seat| G::seat_name(seat).to_owned()).collect(),
        deal: serde_json::to_value(&record.deal).ok()?,
        steps: numbers(states, &record.steps[..at])?,
        seat: G::seat_name(choice.seat).to_owned(),
        played: choice.taken()?.to_string(),
        values,
    };
    let missed = choice.best != choice.taken;
    Some(PuzzleCandidate { gap, missed, puzzle })
}

/// Returns true if a search finds the best action, or one of equal value.
fn is_found<G: Searchable>(state: &G, choice: &ChoiceAnalysis<G::Action>, seed: u64) -> bool {
    let actions: Vec<G::Action> = choice.actions.iter().map(|(action, _)| *action).collect();
    let options = SearchOptions { iterations: PASSES, ..SearchOptions::default() };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let found = Search::default().run(
        std::slice::from_ref(state),
        &actions,
        &options,
        &mut SearchContext {
            rules: &mut RuleContext::default(),
            rng: &mut rng,
            evaluator: &mut |state: &G, list: &mut Vec<G::Action>| state.evaluate(list),
            budget: &mut |_, _| true,
        },
    );
    let value = |of: G::Action| choice.actions.iter().find(|(action, _)| *action == of);
    let first = found.ok().and_then(|found| value(found.first()?.action));
    let best = choice.actions.get(choice.best);
    first.zip(best).is_some_and(|((_, found), (_, best))| best - found < ALIKE)
}

/// Returns the steps as indices, or `None` if one is neither roll nor choice.
fn numbers<G: Searchable>(states: &[G], steps: &[Step<G>]) -> Option<String> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let number = |(state, step): (&G, &Step<G>)| {
        let number = match step {
            Step::Chance(outcome) => {
                state.chance_outcomes(&mut outcomes);
                outcomes.iter().position(|one| one == outcome)
            }
            Step::Act { action, .. } => {
                state.legal_actions(&mut actions);
                let plain = G::without_battle_result(*action);
                actions.iter().position(|one| *one == plain)
            }
            _ => None,
        };
        number.map(|number| number.to_string())
    };
    let numbers: Option<Vec<String>> = states.iter().zip(steps).map(number).collect();
    Some(numbers?.join(" "))
}

impl Puzzle {
    /// Returns the game up to the position. A human without a name is to move, and robots without
    /// names have the other seats.
    ///
    /// # Errors
    /// The part of the puzzle that does not fit, as a sentence.
    pub fn set_up<G: Searchable>(&self) -> Result<Session<G>, String> {
        self.played().map_err(|why| limits::sentence(&why))
    }

    fn played<G: Searchable>(&self) -> Result<Session<G>, String> {
        if self.game != G::KIND {
            return Err(format!("this puzzle is of the game `{}`", self.game));
        }
        let unknown = || format!("unknown preset `{}`", self.preset);
        let rules = G::Rules::preset(&self.preset).ok_or_else(unknown)?;
        let change = |rules: G::Rules, (key, value): (&String, &Value)| {
            rules.with_unchecked(key, value).map_err(|why| why.to_string())
        };
        let rules = self.rules.iter().try_fold(rules, change)?;
        rules.check().map_err(|why| why.to_string())?;
        let seat =
            |name: &String| G::seat_by_name(name).ok_or_else(|| format!("unknown seat `{name}`"));
        let seats = self.seats.iter().map(seat).collect::<Result<Vec<Seat>, String>>()?;
        let player = |seat: Seat| match G::seat_name(seat) == self.seat {
            true => (seat, Player::human("")),
            false => (seat, Player::robot("", "")),
        };
        let players = seats.into_iter().map(player).collect();
        let deal: G::Deal = match &self.deal {
            Value::Null => G::Deal::default(),
            deal => serde_json::from_value(deal.clone()).map_err(|why| why.to_string())?,
        };
        let record: Record<G> =
            Record::new(&self.preset, rules, players, deal, Seed::from_number(0));
        let mut session = Session::new(record).map_err(|why| why.to_string())?;
        let numbers = self.steps.split_whitespace();
        for (at, number) in numbers.enumerate().take(MOST_STEPS) {
            let wrong = || format!("step {}: `{number}` is not possible there", at + 1);
            let number: usize = number.parse().map_err(|_| wrong())?;
            let step = nth(session.state(), number).ok_or_else(wrong)?;
            session.play(step).map_err(|_| wrong())?;
        }
        let turn = session.state().turn();
        if !matches!(turn, Turn::Seat(seat) if G::seat_name(seat) == self.seat) {
            return Err(format!("{} is not to move in the position of the puzzle", self.seat));
        }
        let legal = session.actions();
        let known = |action: &G::Action| self.value(&action.to_string()).is_some();
        if legal.len() < 2 || !legal.iter().all(known) {
            return Err(
                "the actions of the puzzle are not the legal ones of its position".to_owned()
            );
        }
        Ok(session)
    }

    /// Returns the value of an action, if it is one of the position.
    pub fn value(&self, action: &str) -> Option<f64> {
        self.values.iter().find(|(name, _)| name == action).map(|(_, value)| *value)
    }

    /// Returns the best action.
    pub fn best(&self) -> &str {
        self.values.first().map_or("", |(name, _)| name)
    }

    /// Returns true if an action is the best one, or of equal value.
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
        self.value(action).is_some_and(|value| best - value < f64::from(ALIKE))
    }

    /// Returns a unique name: a short digest of its position.
    pub fn id(&self) -> String {
        use sha2::Digest as _;
        let text = format!("{} {} {} {}", self.preset, self.deal, self.steps, self.seat);
        hex::encode(&sha2::Sha256::digest(text)[..6])
    }
}

/// Returns the possible step with this index.
fn nth<G: Game>(state: &G, number: usize) -> Option<Step<G>> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    match state.turn() {
        Turn::Seat(seat) => {
            state.legal_actions(&mut actions);
            actions.get(number).map(|action| Step::Act { seat, action: *action })
        }
        Turn::Chance { .. } => {
            state.chance_outcomes(&mut outcomes);
            outcomes.get(number).map(|outcome| Step::Chance(*outcome))
        }
        Turn::Over => None,
    }
}

impl Puzzles {
    /// Creates a file of puzzles.
    pub fn new(puzzles: Vec<Puzzle>) -> Self {
        Self { format: "qipan-puzzles".to_owned(), version: VERSION, puzzles }
    }

    /// Reads a file of puzzles.
    ///
    /// # Errors
    /// The reason why it is not such a file, as a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_BYTES {
            return Err("the file is too large for puzzles: it may have 4 MiB".to_owned());
        }
        // Some editors put a byte order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let read: Self = serde_json::from_str(text).map_err(|why| {
            let (line, what) = limits::place(&why);
            format!("line {line}: {what}")
        })?;
        if read.format != "qipan-puzzles" || read.version > VERSION {
            return Err("this is not a file of puzzles, or one of a newer version".to_owned());
        }
        Ok(read)
    }

    /// Returns the text of the file, with one puzzle per line.
    pub fn write(&self) -> String {
        let lines: Vec<String> =
            self.puzzles.iter().filter_map(|one| serde_json::to_string(one).ok()).collect();
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
    fn deterministic_puzzle_is_solved_by_search() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-open.json");
        let text = std::fs::read_to_string(path).unwrap();
        let session = Session::new(Record::<Junqi>::read(&text).unwrap().record).unwrap();
        let sought = PuzzleCriteria { gap: 0.02, options: AnalysisOptions::default() };
        let (states, steps) = (session.states(), &session.record().steps);
        let analysis = analyse(states, steps, sought.options, &mut |_| true).unwrap();
        let is_clear = |at: &usize| clarity(&analysis, *at, sought.gap).is_some();
        let clear: Vec<usize> = (0..steps.len()).filter(is_clear).collect();
        let unsought = |at: &usize| {
            let best = analysis.choice(*at).and_then(ChoiceAnalysis::best);
            best.is_some_and(|best| !is_obvious(&states[*at], best))
        };
        let unsought: Vec<usize> = clear.into_iter().filter(unsought).collect();
        assert_eq!(unsought, [2, 8, 11, 12, 20, 26], "what looks best and is not thought of first");
        let found = find(&session, &analysis, &sought);
        let after = found.iter().map(|one| one.puzzle.steps.split_whitespace().count());
        let after: Vec<usize> = after.collect();
        assert_eq!(after, [12, 26], "what looked best after 2, 8, 11 and 20 steps is not");
    }
}
