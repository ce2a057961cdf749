//! The tree search.
//!
//! A simulation descends from the root by PUCT until it reaches a new decision. It adds a node for
//! this decision, and one for each new chance outcome before it. Then it evaluates the position and
//! adds the values to all nodes and edges of its path. Once the tree is full, no nodes are added. A
//! simulation then evaluates the first position that has no node.
//!
//! Selection takes the action with the largest
//!
//! ```text
//! w / n + c * P * sqrt(a) / (1 + n)
//! ```
//!
//! Here `n` is the visit count of the action, `w` the sum of its values, `P` its prior and `a` its
//! availability: the number of simulations in which it was legal. This is the rule of AlphaZero
//! (Silver and others, 2018) with the availability in place of the parent's visit count, as in
//! ISMCTS. The bonus of an action grows only in simulations in which it could have been chosen, so
//! that an action that is rarely legal is not explored too often. An unvisited action has the mean
//! value of its node less [`FPU_REDUCTION`]. The factor `c` is [`SearchOptions::c_puct`], and grows
//! at nodes with many visits (see [`exploration`]).
//!
//! Three points differ from the papers. Priors are averaged over the determinizations in which an
//! action was legal. An action has a separate edge for each private key
//! ([`Searchable::private_key`]). Otherwise the mover would be modelled as blind to its own pieces.
//! The final ranking prefers value among well-visited actions (see [`rank_actions`]).

use rand::Rng;

use super::tree::{Edge, Tree};
use super::{SearchContext, rollouts};
use crate::contract::game::{NullSink, Step, Turn};
use crate::contract::seat::Seat;
use crate::evaluation::{SearchResult, Searchable, SeatValues};
use crate::house::RuleFailure;

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// Maximum number of simulations.
    pub max_simulations: u32,
    /// Maximum number of actions and chance outcomes in a simulation, without its rollout.
    pub max_depth: u32,
    /// Maximum number of actions and chance outcomes that the rollout policy plays before a leaf is
    /// evaluated.
    pub rollout_depth: u32,
    /// The exploration constant of PUCT, at nodes with up to 16,384 visits.
    pub c_puct: f32,
    /// True if the search ends before [`SearchOptions::max_simulations`] once no other action can
    /// overtake the most visited one in visits, and the most visited one has the best value as
    /// well.
    pub stops_when_decided: bool,
    /// True if the search ends once its choice is clear: the most visited action has the best value
    /// and a large share of the visits. The share that suffices falls from 95 % to 50 % as the
    /// budget is used up.
    pub stops_when_clear: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            max_simulations: u32::MAX,
            max_depth: 40,
            rollout_depth: 0,
            c_puct: 0.3,
            stops_when_decided: false,
            stops_when_clear: false,
        }
    }
}

/// A search with its tree. Its memory is reused from search to search.
#[derive(Debug)]
pub struct Search<G: Searchable> {
    tree: Tree<G>,
    /// The edges chosen in the current simulation: node, index of the edge and index of the seat
    /// that chose.
    chosen_edges: Vec<(u32, u32, u8)>,
    /// The nodes of the current simulation at which a seat was to move, with the index of the seat.
    visited_nodes: Vec<(u32, u8)>,
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
    priors: Vec<f32>,
    /// The prior probabilities that the caller gave for the root actions. Empty if it gave none.
    root_prior: Vec<f32>,
    /// The indices of the edges that are legal at the current node.
    available_edges: Vec<u32>,
    /// The number of actions and chance outcomes in all simulations, rollouts included.
    decisions: u64,
}

impl<G: Searchable> Default for Search<G> {
    fn default() -> Self {
        Self {
            tree: Tree::default(),
            chosen_edges: Vec::new(),
            visited_nodes: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            priors: Vec::new(),
            root_prior: Vec::new(),
            available_edges: Vec::new(),
            decisions: 0,
        }
    }
}

/// The final ranking sorts actions by value if they have at least the top visit count divided by
/// this number.
const MAX_VISIT_RATIO: u64 = 4;

/// First-play urgency: an unvisited action has the mean value of its node less this constant.
const FPU_REDUCTION: f32 = 0.03;

/// The exploration constant does not grow up to two to the power of this many visits.
const CONSTANT_EXPLORATION_LOG: u32 = 14;

/// When the visits double, the exploration constant grows by this share of its initial value.
const EXPLORATION_GROWTH: f32 = 0.5;

/// The weight of the prior that the caller gave for the root. The weight of the game's own prior is
/// the rest up to 1.
const GIVEN_PRIOR_WEIGHT: f32 = 0.5;

/// The smallest share of the budget after which a choice can count as clear.
const MIN_CLEAR_USE: f32 = 1.0 / 30.0;
/// The smallest number of simulations after which a choice can count as clear.
const MIN_CLEAR_SIMULATIONS: u32 = 1_000;
/// The share of the visits that makes a choice clear at the beginning of a search.
const FIRST_CLEAR_SHARE: f32 = 0.95;
/// The share of the visits that makes a choice clear at the end of a search.
const LAST_CLEAR_SHARE: f32 = 0.5;

/// The number of simulations between two tests of whether a search may stop early.
const EARLY_STOP_INTERVAL: u32 = 64;

/// A mask for seat indices, which shows the compiler that they are in bounds.
const SEAT_MASK: usize = Seat::MAX - 1;
const _: () = assert!(Seat::MAX.is_power_of_two());

impl<G: Searchable> Search<G> {
    /// Searches the actions of the seat to move and returns all of them, best first.
    ///
    /// `determinizations` are sampled from the seat's view. Simulations cycle through them. The
    /// search ends after [`SearchOptions::max_simulations`] simulations or when the budget is
    /// spent.
    ///
    /// # Examples
    /// The search finds the capture of a Flag. Nothing is hidden in this game, so the game itself
    /// is the only determinization:
    /// ```
    /// use qipan_core::contract::game::Game;
    /// use qipan_core::contract::position::PositionLine;
    /// use qipan_core::evaluation::Searchable;
    /// use qipan_core::games::junqi::Junqi;
    /// use qipan_core::search::{RuleContext, Search, SearchContext, SearchOptions};
    /// use rand::SeedableRng;
    /// use rand::rngs::Xoshiro256PlusPlus;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let line: PositionLine<Junqi> =
    ///     "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P".parse()?;
    /// let game = line.set_up()?;
    /// let mut actions = Vec::new();
    /// game.legal_actions(&mut actions);
    /// let options = SearchOptions { max_simulations: 200, ..SearchOptions::default() };
    /// let mut context = SearchContext {
    ///     rules: &mut RuleContext::default(),
    ///     rng: &mut Xoshiro256PlusPlus::seed_from_u64(1),
    ///     evaluator: &mut |state: &Junqi, scratch: &mut Vec<_>| state.evaluate(scratch),
    ///     budget: &mut |_decisions, _fuel| true,
    /// };
    /// let results = Search::default().run(&[game], &actions, &options, &mut context)?;
    /// assert_eq!(results[0].action.to_string(), "N52 N62");
    /// assert!(results[0].value > 0.99 && results.len() == actions.len());
    /// # Ok(())
    /// # }
    /// ```
    pub fn run<R: Rng + ?Sized>(
        &mut self,
        determinizations: &[G],
        actions: &[G::Action],
        options: &SearchOptions,
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<Vec<SearchResult<G::Action>>, RuleFailure> {
        self.root_prior.clear();
        self.search(determinizations, actions, options, context)
    }

    /// Searches like [`Search::run`]. `prior` holds the probabilities of the actions in their
    /// order. The priors at the root are the means of these probabilities and of the game's own
    /// priors.
    pub fn run_with_prior<R: Rng + ?Sized>(
        &mut self,
        determinizations: &[G],
        (actions, prior): (&[G::Action], &[f32]),
        options: &SearchOptions,
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<Vec<SearchResult<G::Action>>, RuleFailure> {
        debug_assert_eq!(prior.len(), actions.len());
        self.root_prior.clear();
        self.root_prior.extend_from_slice(prior);
        self.search(determinizations, actions, options, context)
    }

    fn search<R: Rng + ?Sized>(
        &mut self,
        determinizations: &[G],
        actions: &[G::Action],
        options: &SearchOptions,
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<Vec<SearchResult<G::Action>>, RuleFailure> {
        self.tree.clear();
        self.decisions = 0;
        let mut scratch: Option<G> = None;
        for simulation in 0..options.max_simulations {
            let index = simulation as usize % determinizations.len().max(1);
            let Some(determinization) = determinizations.get(index) else { break };
            // Reuses the memory of the last simulation's state.
            let state = match &mut scratch {
                Some(state) => {
                    state.clone_from(determinization);
                    state
                }
                none => none.insert(determinization.clone()),
            };
            let decisions_before = self.decisions;
            self.simulate(state, actions, options, context)?;
            let decisions = self.decisions - decisions_before;
            if !context.budget.spend(decisions, context.rules.take_fuel()) {
                break;
            }
            let simulations_left = options.max_simulations - simulation - 1;
            if !simulations_left.is_multiple_of(EARLY_STOP_INTERVAL) {
                continue;
            }
            let budget_left = context.budget.share_left();
            if (options.stops_when_decided && self.is_decided(simulations_left))
                || (options.stops_when_clear && self.is_clear(simulations_left, budget_left))
            {
                break;
            }
        }
        let results = self.results(actions);
        self.tree.shrink();
        Ok(results)
    }

    /// Returns the number of actions and chance outcomes in the simulations of the last search,
    /// rollouts included.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Runs one simulation in a determinization: selection, expansion, evaluation, backpropagation.
    fn simulate<R: Rng + ?Sized>(
        &mut self,
        state: &mut G,
        root_actions: &[G::Action],
        options: &SearchOptions,
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<(), RuleFailure> {
        self.chosen_edges.clear();
        self.visited_nodes.clear();
        let mut node = Tree::<G>::ROOT;
        for _ in 0..options.max_depth {
            let child = match state.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => {
                    let outcome = state.random_outcome(context.rng, &mut self.outcomes);
                    context.rules.play(state, Step::Chance(outcome), &mut NullSink)?;
                    self.tree.child_after_chance(node, G::chance_index(&outcome))
                }
                Turn::Seat(seat) => {
                    let is_new = self.tree.node(node).visits == 0;
                    self.visited_nodes.push((node, seat.index() as u8));
                    if is_new && node != Tree::<G>::ROOT {
                        break;
                    }
                    self.update_available_edges(node, state, root_actions, context)?;
                    // A determinization of an impossible view may have no legal action.
                    if self.available_edges.is_empty() {
                        break;
                    }
                    let edge = self.select_puct(node, options.c_puct);
                    let action = self.tree.node(node).edges[edge as usize].action;
                    // If house rules may decide battles, a move carries the result of its battle.
                    // The result depends on the determinization, so edges store moves without it.
                    let action = state.with_battle_result(action);
                    context.rules.play(state, Step::Act { seat, action }, &mut NullSink)?;
                    self.chosen_edges.push((node, edge, seat.index() as u8));
                    let observation = state.observation(&action);
                    self.tree.child_after_action(node, edge as usize, observation)
                }
            };
            self.decisions += 1;
            match child {
                Some(child) => node = child,
                // The tree is full, so this position without a node is a leaf.
                None => break,
            }
        }
        if options.rollout_depth > 0 {
            let (rules, rng) = (&mut *context.rules, &mut *context.rng);
            let depth = options.rollout_depth;
            self.decisions +=
                rollouts::rollout_with_rng(state, depth, rules, rng, &mut self.actions)?;
        }
        let values = context.evaluator.evaluate(state, &mut self.actions);
        self.backpropagate(&values);
        Ok(())
    }

    /// Finds the edges of the actions that are legal in this determinization, and adds those that
    /// are new. Updates their priors.
    fn update_available_edges<R: ?Sized>(
        &mut self,
        node: u32,
        state: &G,
        root_actions: &[G::Action],
        context: &mut SearchContext<'_, G, R>,
    ) -> Result<(), RuleFailure> {
        if node == Tree::<G>::ROOT {
            // The seat knows its legal actions, so they are the same in every determinization.
            self.actions.clear();
            self.actions.extend_from_slice(root_actions);
        } else {
            context.rules.actions(state, &mut self.actions)?;
        }
        let is_root = node == Tree::<G>::ROOT;
        let node = self.tree.node_mut(node);
        let private_key = |action: &G::Action| state.private_key(action);
        let needs_priors = node.expand(&self.actions, private_key, &mut self.available_edges);
        if needs_priors {
            state.priors(&self.actions, &mut self.priors);
            if is_root && !self.root_prior.is_empty() {
                let sum = self.priors.iter().sum::<f32>().max(f32::MIN_POSITIVE);
                for (prior, given) in self.priors.iter_mut().zip(&self.root_prior) {
                    *prior *= (1.0 - GIVEN_PRIOR_WEIGHT) / sum;
                    *prior += GIVEN_PRIOR_WEIGHT * given;
                }
            }
            node.update_priors(&self.available_edges, &self.priors);
        }
        Ok(())
    }

    /// Selects one of the available edges of a node by PUCT. Returns its index.
    fn select_puct(&self, node: u32, c_puct: f32) -> u32 {
        let node = self.tree.node(node);
        let mean = node.value_sum / node.visits.max(1) as f32;
        let c = exploration(c_puct, node.visits);
        let (mut best, mut best_score) = (self.available_edges[0], f32::NEG_INFINITY);
        for index in &self.available_edges {
            let edge = &node.edges[*index as usize];
            let visits = edge.visits as f32;
            let value =
                if edge.visits > 0 { edge.value_sum / visits } else { mean - FPU_REDUCTION };
            let bonus = edge.prior * (edge.availability as f32).sqrt();
            let score = value + c * bonus / (1.0 + visits);
            if score > best_score {
                (best, best_score) = (*index, score);
            }
        }
        best
    }

    /// Adds the values of a leaf to the nodes and edges of the simulation.
    fn backpropagate(&mut self, values: &SeatValues) {
        for (node, seat) in &self.visited_nodes {
            let node = self.tree.node_mut(*node);
            node.visits += 1;
            node.value_sum += values[usize::from(*seat) & SEAT_MASK];
        }
        for (node, edge, seat) in &self.chosen_edges {
            let edge = &mut self.tree.node_mut(*node).edges[*edge as usize];
            edge.visits += 1;
            edge.value_sum += values[usize::from(*seat) & SEAT_MASK];
        }
    }

    /// Returns true if the search may stop: no other action can overtake the most visited one in
    /// visits, and none with enough visits to be ranked by value has a better value now.
    fn is_decided(&self, simulations_left: u32) -> bool {
        let edges = &self.tree.node(Tree::<G>::ROOT).edges;
        let Some(leader) = edges.iter().max_by_key(|edge| edge.visits) else { return false };
        let mean = |edge: &Edge<G::Action>| edge.value_sum / edge.visits.max(1) as f32;
        edges.iter().all(|edge| {
            let cannot_overtake =
                u64::from(edge.visits) + u64::from(simulations_left) < u64::from(leader.visits);
            let is_ranked_by_visits =
                u64::from(edge.visits) * MAX_VISIT_RATIO < u64::from(leader.visits);
            edge.action == leader.action
                || (cannot_overtake && (is_ranked_by_visits || mean(edge) <= mean(leader)))
        })
    }

    /// Returns true if the choice is clear ([`SearchOptions::stops_when_clear`]).
    fn is_clear(&self, simulations_left: u32, budget_left: f32) -> bool {
        let root = self.tree.node(Tree::<G>::ROOT);
        let Some(leader) = root.edges.iter().max_by_key(|edge| edge.visits) else { return false };
        let visits = root.visits.max(1) as f32;
        let used = (1.0 - budget_left).max(visits / (visits + simulations_left as f32));
        if used < MIN_CLEAR_USE || root.visits < MIN_CLEAR_SIMULATIONS {
            return false;
        }
        let needed_share = FIRST_CLEAR_SHARE + (LAST_CLEAR_SHARE - FIRST_CLEAR_SHARE) * used;
        let mean = |edge: &Edge<G::Action>| edge.value_sum / edge.visits.max(1) as f32;
        let has_best_value = || {
            let is_well_visited = |edge: &&Edge<G::Action>| {
                u64::from(edge.visits) * MAX_VISIT_RATIO >= u64::from(leader.visits)
            };
            root.edges.iter().filter(is_well_visited).all(|edge| mean(edge) <= mean(leader))
        };
        leader.visits as f32 >= needed_share * visits && has_best_value()
    }

    /// Returns the results of the root actions, best first.
    fn results(&self, actions: &[G::Action]) -> Vec<SearchResult<G::Action>> {
        let root = self.tree.node(Tree::<G>::ROOT);
        let mean = root.value_sum / root.visits.max(1) as f32;
        let result_of = |action: &G::Action| {
            let edge = root.edges.iter().find(|edge| edge.action == *action);
            let (visits, sum) = edge.map_or((0, 0.0), |edge| (edge.visits, edge.value_sum));
            let value = if visits > 0 { sum / visits as f32 } else { mean };
            SearchResult { action: *action, visits, value }
        };
        let mut results: Vec<_> = actions.iter().map(result_of).collect();
        rank_actions(&mut results);
        results
    }
}

/// Returns the exploration constant at a node with this number of visits. It grows with the
/// logarithm of the visits, as in AlphaZero, so that a long search also tries actions with small
/// priors. Between powers of two, it is interpolated, because the logarithms of floating-point
/// libraries differ from system to system.
fn exploration(c_puct: f32, visits: u32) -> f32 {
    let visits = visits.max(1 << CONSTANT_EXPLORATION_LOG);
    let log = visits.ilog2();
    let fraction = visits as f32 / (1_u32 << log) as f32 - 1.0;
    let doublings = (log - CONSTANT_EXPLORATION_LOG) as f32 + fraction;
    c_puct * (1.0 + EXPLORATION_GROWTH * doublings)
}

/// Sorts actions best first. Actions with at least 1 / [`MAX_VISIT_RATIO`] of the top visit count
/// come first, sorted by value. The others follow, sorted by visits.
fn rank_actions<A>(results: &mut [SearchResult<A>]) {
    let most = results.iter().map(|result| result.visits).max().unwrap_or(0);
    let rank = |result: &SearchResult<A>| {
        let well_visited = u64::from(result.visits) * MAX_VISIT_RATIO >= u64::from(most);
        (well_visited, if well_visited { result.value } else { result.visits as f32 })
    };
    results.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::contract::game::{Game, NullSink};
    use crate::contract::position::PositionLine;
    use crate::contract::seat::SeatSet;
    use crate::games::junqi::Junqi;
    use crate::games::race::{Deal, Race, Rules};
    use crate::search::RuleContext;

    /// Runs a search of 4000 simulations in the middle of a game, with a tree of at most
    /// `max_nodes` nodes. Returns the search and its results.
    fn search_with_max_nodes(
        max_nodes: usize,
    ) -> (Search<Race>, Vec<SearchResult<<Race as Game>::Action>>) {
        let mut state = Race::new(&Rules::AEROPLANE, SeatSet::first(2), &Deal::default()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        while actions.len() < 3 {
            match state.turn() {
                Turn::Seat(seat) => {
                    let action = state.random_action(&mut rng, &mut actions);
                    state.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                }
                _ => {
                    let outcome = state.random_outcome(&mut rng, &mut outcomes);
                    state.play_unchecked(&Step::Chance(outcome), &mut NullSink);
                }
            }
            state.legal_actions(&mut actions);
        }
        let mut search = Search::default();
        search.tree.set_max_nodes(max_nodes);
        let options = SearchOptions { max_simulations: 4000, ..SearchOptions::default() };
        let mut context = SearchContext {
            rules: &mut RuleContext::default(),
            rng: &mut Xoshiro256PlusPlus::seed_from_u64(1),
            evaluator: &mut |state: &Race, scratch: &mut Vec<_>| state.evaluate(scratch),
            budget: &mut |_, _| true,
        };
        let results = search.run(&[state], &actions, &options, &mut context).unwrap();
        (search, results)
    }

    #[test]
    fn simulations_descend_in_a_full_tree_without_adding_nodes() {
        let (search, _) = search_with_max_nodes(60);
        let nodes = search.tree.nodes();
        assert_eq!(nodes.len(), 60, "the tree is full, but not larger");
        assert_eq!(nodes[0].visits, 4000);
        let visits_below_root: u32 = nodes[1..].iter().map(|node| node.visits).sum();
        assert!(visits_below_root > 2000, "{visits_below_root} visits below the root");
        let decisions = search.decisions();
        assert!(decisions > 2 * 4000, "{decisions} decisions in 4000 simulations");
    }

    #[test]
    fn tree_with_just_enough_nodes_gives_the_results_of_a_larger_one() {
        let (large, results) = search_with_max_nodes(200_000);
        let len = large.tree.nodes().len();
        assert!((1000..10_000).contains(&len), "{len} nodes");
        let (small, small_results) = search_with_max_nodes(len);
        assert_eq!((small.decisions(), small.tree.nodes().len()), (large.decisions(), len));
        assert_eq!(small_results, results);
        let (_, full_results) = search_with_max_nodes(len / 2);
        assert_ne!(full_results, results, "a tree that becomes full gives other results");
    }

    /// South can capture the Flag.
    const CLEAR: &str = "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P";
    /// South has several moves of nearly the same value.
    const EVEN: &str = "qipan junqi open turn=south south=S62F,S32T,S34T,S64N north=N62F,N33S";

    /// Searches a position. Returns the best action and the number of simulations.
    fn best_action(line: &str, options: SearchOptions) -> (String, u32) {
        let line: PositionLine<Junqi> = line.parse().unwrap();
        let state = line.set_up().unwrap();
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let mut context = SearchContext {
            rules: &mut RuleContext::default(),
            rng: &mut Xoshiro256PlusPlus::seed_from_u64(1),
            evaluator: &mut |state: &Junqi, scratch: &mut Vec<_>| state.evaluate(scratch),
            budget: &mut |_, _| true,
        };
        let results = Search::default().run(&[state], &actions, &options, &mut context).unwrap();
        let visits = results.iter().map(|result| result.visits).sum();
        (results[0].action.to_string(), visits)
    }

    #[test]
    fn search_stops_once_no_other_action_can_become_the_choice() {
        let full = SearchOptions { max_simulations: 1000, ..SearchOptions::default() };
        let early = SearchOptions { stops_when_decided: true, ..full };
        assert_eq!(best_action(CLEAR, full), ("N52 N62".to_owned(), 1000));
        let (action, visits) = best_action(CLEAR, early);
        assert_eq!(action, "N52 N62");
        assert!((500..700).contains(&visits), "{visits} visits");
        let (action, visits) = best_action(EVEN, early);
        assert_eq!(action, best_action(EVEN, full).0);
        assert!(visits > 700, "{visits} visits");
    }

    #[test]
    fn search_stops_sooner_if_its_choice_is_clearer() {
        let full = SearchOptions { max_simulations: 30_000, ..SearchOptions::default() };
        let early = SearchOptions { stops_when_clear: true, ..full };
        assert_eq!(best_action(CLEAR, full), ("N52 N62".to_owned(), 30_000));
        let (action, visits) = best_action(CLEAR, early);
        assert_eq!(action, "N52 N62");
        assert!((1_000..2_000).contains(&visits), "{visits} visits");
        let (_, even_visits) = best_action(EVEN, early);
        assert!((2 * visits..30_000).contains(&even_visits), "{even_visits} visits");
    }

    #[test]
    fn exploration_grows_with_many_visits() {
        let growth = |visits| exploration(1.0, visits);
        assert_eq!([0, 1, 16_384].map(growth), [1.0; 3]);
        assert_eq!([24_576, 32_768, 49_152, 65_536].map(growth), [1.25, 1.5, 1.75, 2.0]);
        assert!(growth(u32::MAX) > growth(1 << 31));
    }

    #[test]
    fn ranking_prefers_value_among_well_visited() {
        let mut results: Vec<_> = [
            ('a', 1000, 0.50),
            ('b', 250, 0.55),
            ('c', 249, 0.90),
            ('d', 3, 0.99),
            ('e', 400, 0.40),
        ]
        .map(|(action, visits, value)| SearchResult { action, visits, value })
        .into();
        rank_actions(&mut results);
        let order: String = results.iter().map(|result| result.action).collect();
        assert_eq!(order, "baecd", "b, a, e by value; c and d have too few visits");
    }

    #[test]
    fn unvisited_actions_keep_their_order() {
        let mut results = ['a', 'b'].map(|action| SearchResult { action, visits: 0, value: 0.5 });
        rank_actions(&mut results);
        assert_eq!(results.map(|result| result.action), ['a', 'b']);
    }
}
