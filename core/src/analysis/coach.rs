//! Assesses a single choice by what its seat knew, so that a player can be warned of a mistake.
//!
//! The values of an [`Analysis`](super::Analysis) come from a look-ahead of a few rolls, or, in a
//! game without dice, from no look-ahead at all. A coach looks further: in a race over every face
//! of the next rolls, in Junqi by a search in many determinizations of the seat's view. A search
//! tries bad actions too seldom to know their value. So the coach searches for the best action
//! first, and then searches again from both actions, the one chosen and the best one, with the same
//! determinizations and the same number of simulations. Short searches sometimes overestimate a
//! cost. So a choice that seems to cost much is assessed a second time by a longer search.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::contract::game::Turn;
use crate::contract::options::RuleSet as _;
use crate::contract::seat::Seat;
use crate::evaluation::{SearchResult, Searchable};
use crate::search::{RuleContext, Search, SearchContext, SearchOptions};

/// Maximum number of positions that the look-ahead over rolls evaluates.
const MAX_EVALUATIONS: u64 = 4_000_000;

/// The lengths of the look-ahead of a coach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoachOptions {
    /// The number of rolls to look ahead in a game with dice.
    pub rolls: u32,
    /// The number of simulations that look for the best action in a game without dice.
    pub simulations: u32,
    /// The number of comparisons of the chosen action with the best one, each with its own
    /// determinizations.
    pub comparisons: u32,
    /// The number of simulations for each of the two actions of a comparison.
    pub comparison_simulations: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for CoachOptions {
    fn default() -> Self {
        Self { rolls: 1, simulations: 4_000, comparisons: 8, comparison_simulations: 500, seed: 0 }
    }
}

impl CoachOptions {
    /// Returns options for a look-ahead that is about ten times as long.
    pub const fn ten_times(self) -> Self {
        Self { rolls: self.rolls + 1, ..self.scaled(10) }
    }

    /// Returns the options of the second assessment of a choice that seems to cost much: searches
    /// of four times the length with other random numbers.
    pub const fn for_reassessment(self) -> Self {
        Self { seed: self.seed.wrapping_add(1 << 32), ..self.scaled(4) }
    }

    /// Returns options for searches that are longer by a factor.
    const fn scaled(self, factor: u32) -> Self {
        Self {
            simulations: self.simulations * factor,
            comparison_simulations: self.comparison_simulations * factor,
            ..self
        }
    }
}

/// The assessment of a choice. Values are expected shares of the contested place, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment<A> {
    /// The best action.
    pub best: A,
    /// The value of the best action to the seat.
    pub best_value: f32,
    /// The value of the chosen action to the seat.
    pub value: f32,
    /// The standard error of the difference of the two values. It is 0 without hidden pieces.
    pub standard_error: f32,
}

impl<A> Assessment<A> {
    /// Returns the cost of the choice. Since the values are estimates, the cost can be slightly
    /// negative.
    pub fn cost(&self) -> f32 {
        self.best_value - self.value
    }

    /// Returns a cost that the true one exceeds with high probability: two standard errors less
    /// than the estimate.
    pub fn cost_lower_bound(&self) -> f32 {
        self.cost() - 2.0 * self.standard_error
    }
}

/// Assesses the choice of an action by the view of its seat. `actions` are the actions that the
/// seat can choose from. House rules are not run. Returns `None` if there are fewer than two
/// actions, if `action` is not among them, or if the seat is not to move.
///
/// # Examples
/// A quiet move is a mistake while a Flag can be captured:
/// ```
/// use qipan_core::analysis::coach::{CoachOptions, assess};
/// use qipan_core::contract::game::{Game, Viewer};
/// use qipan_core::contract::position::PositionLine;
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::games::junqi::Junqi;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let line: PositionLine<Junqi> =
///     "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P".parse()?;
/// let game = line.set_up()?;
/// let south = Seat::new(0);
/// let mut actions = Vec::new();
/// game.legal_actions(&mut actions);
/// let view = game.view(Viewer::Seat(south));
/// let capture = "N52 N62".parse()?;
/// let quiet = *actions.iter().find(|action| **action != capture).expect("there are others");
/// let options = CoachOptions::default();
/// let assessment = assess::<Junqi>(&view, south, quiet, &actions, options).expect("a choice");
/// assert_eq!(assessment.best, capture);
/// assert!(assessment.cost() > 0.0);
/// # Ok(())
/// # }
/// ```
pub fn assess<G: Searchable>(
    view: &G::View,
    seat: Seat,
    action: G::Action,
    actions: &[G::Action],
    options: CoachOptions,
) -> Option<Assessment<G::Action>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let determinization = G::sample(view, &mut rng);
    if determinization.turn() != Turn::Seat(seat) || actions.len() < 2 || !actions.contains(&action)
    {
        return None;
    }
    match determinization.exact_values(actions, options.rolls, MAX_EVALUATIONS) {
        Some((results, _)) => {
            let best = results.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
            let chosen = results.iter().find(|result| result.action == action)?;
            let (best_value, value) = (best.value, chosen.value);
            // If several actions are the best, the one chosen counts as the best.
            let best = if value < best_value { best.action } else { action };
            Some(Assessment { best, best_value, value, standard_error: 0.0 })
        }
        None => {
            Coach::<G> { view, rng, search: Search::default() }.assess(action, actions, options)
        }
    }
}

/// The second assessment must find a cost of at least this factor times the warning threshold. A
/// cost just above the threshold often turns out to be just below it in a longer search.
const REASSESSMENT_MARGIN: f32 = 1.2;

/// Replaces [`REASSESSMENT_MARGIN`] once the seat has been warned in the same game. A warning can
/// be false, and a second false warning in a game is worse than a small mistake without a warning.
const MARGIN_AFTER_WARNING: f32 = 1.7;

/// The factor on the warning threshold for an attack that certainly loses its piece for nothing.
/// Players expect a warning of it, and the warning is seldom false.
const CERTAIN_LOSS_FACTOR: f32 = 0.3;

/// Returns the warning threshold for an action: the minimum cost for which the coach warns about
/// it.
/// `min_cost` is the threshold for ordinary actions. The player sets it.
pub fn warning_cost<G: Searchable>(view: &G::View, action: G::Action, min_cost: f32) -> f32 {
    if G::is_certain_loss(view, action) { CERTAIN_LOSS_FACTOR * min_cost } else { min_cost }
}

/// Assesses the choice of an action as [`assess`] does. If the lower bound of its cost is at least
/// [`warning_cost`], assesses it again with [`CoachOptions::for_reassessment`]. Returns the second
/// assessment if its lower bound is at least that threshold times a margin, else `None`. The margin
/// is larger if the seat `was_warned` before in the same game.
pub fn find_mistake<G: Searchable>(
    view: &G::View,
    seat: Seat,
    action: G::Action,
    actions: &[G::Action],
    options: CoachOptions,
    min_cost: f32,
    was_warned: bool,
) -> Option<Assessment<G::Action>> {
    let min_cost = warning_cost::<G>(view, action, min_cost);
    let margin = if was_warned { MARGIN_AFTER_WARNING } else { REASSESSMENT_MARGIN };
    let assess = |options, min_cost| {
        let assessment = assess::<G>(view, seat, action, actions, options)?;
        Some(assessment).filter(|assessment| assessment.cost_lower_bound() >= min_cost)
    };
    assess(options, min_cost).and_then(|_| assess(options.for_reassessment(), margin * min_cost))
}

/// Returns the values of all actions of a choice, by the view of its seat. The best action comes
/// first. It and the one chosen have the values of `assessment`. The other actions are searched,
/// and their values are limited to that of the best action.
pub fn action_values<G: Searchable>(
    view: &G::View,
    chosen: G::Action,
    assessment: &Assessment<G::Action>,
    actions: &[G::Action],
    options: CoachOptions,
) -> Vec<(G::Action, f32)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let determinization = G::sample(view, &mut rng);
    let found = determinization.exact_values(actions, options.rolls, MAX_EVALUATIONS);
    let results = found.map(|(results, _)| results).or_else(|| {
        let mut coach = Coach::<G> { view, rng, search: Search::default() };
        let determinizations = coach.sample_determinizations(options.simulations);
        coach.search(&determinizations, actions, options.simulations)
    });
    let value_of = |result: SearchResult<G::Action>| match result.action {
        action if action == assessment.best => assessment.best_value,
        action if action == chosen => assessment.value,
        _ => result.value.min(assessment.best_value),
    };
    let results = results.unwrap_or_default().into_iter();
    let mut values: Vec<_> = results.map(|result| (result.action, value_of(result))).collect();
    // Other actions can be as good as the best one, such as the same move of another plane.
    values.sort_by_key(|(action, _)| *action != assessment.best);
    values
}

/// A coach that searches.
struct Coach<'a, G: Searchable> {
    view: &'a G::View,
    rng: Xoshiro256PlusPlus,
    search: Search<G>,
}

/// The number of simulations for each determinization.
const SIMULATIONS_PER_DETERMINIZATION: u32 = 16;

/// Maximum number of actions in a simulation.
const SEARCH_DEPTH: u32 = 12;

impl<G: Searchable> Coach<'_, G> {
    fn assess(
        mut self,
        action: G::Action,
        actions: &[G::Action],
        options: CoachOptions,
    ) -> Option<Assessment<G::Action>> {
        let determinizations = self.sample_determinizations(options.simulations);
        let (best, best_value) =
            self.best_action(&determinizations, actions, options.simulations)?;
        if best == action {
            return Some(Assessment { best, best_value, value: best_value, standard_error: 0.0 });
        }
        // Without hidden pieces all determinizations are equal, so one long comparison is better.
        let (count, simulations) = match determinizations.first()?.rules().has_secrets() {
            true => (options.comparisons.max(2), options.comparison_simulations),
            false => (1, options.comparisons * options.comparison_simulations),
        };
        let mut values = Vec::new();
        for _ in 0..count {
            let determinizations = self.sample_determinizations(simulations);
            let mut value =
                |action: G::Action| self.best_action(&determinizations, &[action], simulations);
            values.push((value(best)?.1, value(action)?.1));
        }
        let mean = |values: &mut dyn Iterator<Item = f32>| values.sum::<f32>() / count as f32;
        let best_value = mean(&mut values.iter().map(|(best, _)| *best));
        let value = mean(&mut values.iter().map(|(_, chosen)| *chosen));
        let cost = best_value - value;
        let squares = values.iter().map(|(best, chosen)| (best - chosen - cost).powi(2));
        let error = (squares.sum::<f32>() / (count * (count - 1)).max(1) as f32).sqrt();
        Some(Assessment { best, best_value, value, standard_error: error })
    }

    /// Samples determinizations for a number of simulations.
    fn sample_determinizations(&mut self, simulations: u32) -> Vec<G> {
        let count = simulations.div_ceil(SIMULATIONS_PER_DETERMINIZATION).max(1);
        (0..count).map(|_| G::sample(self.view, &mut self.rng)).collect()
    }

    /// Searches among actions. Returns the best one with its value.
    fn best_action(
        &mut self,
        determinizations: &[G],
        actions: &[G::Action],
        simulations: u32,
    ) -> Option<(G::Action, f32)> {
        let results = self.search(determinizations, actions, simulations)?;
        results.first().map(|first| (first.action, first.value))
    }

    /// Searches among actions. Returns all of them, the best first.
    fn search(
        &mut self,
        determinizations: &[G],
        actions: &[G::Action],
        simulations: u32,
    ) -> Option<Vec<SearchResult<G::Action>>> {
        let options = SearchOptions {
            max_simulations: simulations,
            max_depth: SEARCH_DEPTH,
            ..SearchOptions::default()
        };
        let mut context = SearchContext {
            rules: &mut RuleContext::default(),
            rng: &mut self.rng,
            evaluator: &mut |state: &G, list: &mut Vec<G::Action>| state.evaluate(list),
            budget: &mut |_, _| true,
        };
        self.search.run(determinizations, actions, &options, &mut context).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::game::{Game as _, Viewer};
    use crate::contract::position::PositionLine;
    use crate::games::junqi::Junqi;
    use crate::games::race::Race;
    use crate::script::Scripted;

    /// Returns the assessment of an action in the position of a line.
    fn assessed<G: Scripted>(line: &str, action: &str) -> Assessment<G::Action> {
        let line: PositionLine<G> = line.parse().unwrap();
        let game = line.set_up().unwrap();
        let Turn::Seat(seat) = game.turn() else { panic!("a seat is to move") };
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let view = game.view(Viewer::Seat(seat));
        let Ok(action) = action.parse() else { panic!("{action}") };
        assess::<G>(&view, seat, action, &actions, CoachOptions::default()).unwrap()
    }

    #[test]
    fn best_move_of_a_race_costs_nothing_and_the_others_cost_something() {
        let line = "qipan race flying turn=red die=2 red=52,10,-,- blue=12,-,-,-";
        let line: PositionLine<Race> = line.parse().unwrap();
        let game = line.set_up().unwrap();
        let Turn::Seat(red) = game.turn() else { panic!("red is to move") };
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let view = game.view(Viewer::Seat(red));
        let assess =
            |action| assess::<Race>(&view, red, action, &actions, CoachOptions::default()).unwrap();
        let all: Vec<_> = actions.iter().map(|action| assess(*action)).collect();
        assert!(all.iter().any(|assessment| assessment.cost() == 0.0), "{all:?}");
        for (action, assessment) in actions.iter().zip(&all) {
            assert_eq!(assessment.best == *action, assessment.cost() == 0.0, "{assessment:?}");
            assert_eq!(assessment.standard_error, 0.0);
        }
    }

    #[test]
    fn open_flag_is_found_and_the_best_move_costs_nothing() {
        let line = "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P";
        let best = assessed::<Junqi>(line, "N52 N62");
        assert_eq!((best.cost(), best.standard_error), (0.0, 0.0));
        let quiet = assessed::<Junqi>(line, "N52 N51");
        assert_eq!(quiet.best, best.best);
        assert!(quiet.cost() > 0.0, "{quiet:?}");
    }

    /// South's Major General is its last strong piece. It stands beside the shown Flag of North,
    /// whose guard has moved and so is no Landmine. The pieces at the sides have never moved.
    const SIEGE: &str = "qipan junqi dark turn=south south=N51Hm,S25P,S41N,S45Z,S52P,S54D,S55G,\
                         S61P,S63D,S64F,S65D north=N12N,N13Lm,N32T,N35Y,N41L,N43Z,N45T,N52Pm,N54D,\
                         N61D,N62Fs,N63D,N65P ply=60";

    #[test]
    fn last_strong_piece_is_not_to_be_spent_on_a_landmine() {
        let assessment = assessed::<Junqi>(SIEGE, "N51 N61");
        assert_eq!(assessment.best.to_string(), "N51 N52");
        assert!(assessment.cost_lower_bound() > 0.1, "{assessment:?}");
    }

    #[test]
    fn marshal_is_not_to_be_run_onto_a_probable_landmine() {
        // The Engineer on N42 can remove what stands on N61.
        let line = SIEGE.replace("N51Hm", "N51Sm").replace("S61P", "S61P,N42Gm");
        let line = line.replace("S55G,", "");
        let assessment = assessed::<Junqi>(&line, "N51 N61");
        assert!(assessment.cost_lower_bound() > 0.05, "{assessment:?}");
    }

    #[test]
    fn attack_that_certainly_loses_its_piece_needs_a_lower_cost() {
        let warned_from = |line: &str, action: &str| {
            let line: PositionLine<Junqi> = line.parse().unwrap();
            let game = line.set_up().unwrap();
            let Turn::Seat(seat) = game.turn() else { panic!("a seat is to move") };
            let view = game.view(Viewer::Seat(seat));
            warning_cost::<Junqi>(&view, action.parse().unwrap(), 0.1)
        };
        // In open Junqi everyone sees that the piece on S45 is a Field Marshal. In dark Junqi it
        // could be any piece.
        let line = "turn=south south=S62F,S55L,S61P north=N62F,N12L";
        let line = line.replace("N12L", "S45S");
        let open = format!("qipan junqi open {line}");
        assert!(warned_from(&open, "S55 S45") < 0.04);
        assert_eq!(warned_from(&open, "S55 S54"), 0.1);
        assert_eq!(warned_from(&open.replace("open", "dark"), "S55 S45"), 0.1);
    }

    #[test]
    fn same_view_gives_the_same_assessment() {
        let other = SIEGE.replace("N61D", "N61G").replace("N65P", "N65D");
        let (one, other) =
            (assessed::<Junqi>(SIEGE, "N51 N61"), assessed::<Junqi>(&other, "N51 N61"));
        assert_eq!(one, other);
    }
}
