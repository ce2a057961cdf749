//! Monte Carlo tree search over what the players know: each pass plays in another world, and
//! passes that look the same to the players share what they found. A seat that chooses knows
//! its own pieces; what it could do with them is weighed apart for each thing they could be,
//! and comes to the same for the others, who do not learn it.

use rand::Rng;

use super::tree::Tree;
use super::{Rulebook, rollouts};
use crate::game::{Step, Turn};
use crate::house::RuleFailure;
use crate::judgement::{Found, Judged, Worths};

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// Passes at the most.
    pub iterations: u32,
    /// Actions and outcomes of chance looked ahead in a pass at the most.
    pub depth: u32,
    /// Sensible plies played out before a position at the edge of the tree is judged.
    pub playout: u32,
    /// How much an action that suggests itself is tried before those that turned out well.
    pub curiosity: f32,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { iterations: u32::MAX, depth: 40, playout: 0, curiosity: 0.3 }
    }
}

/// A search and its memory, which is used again and again.
#[derive(Debug)]
pub struct Search<G: Judged> {
    tree: Tree<G>,
    /// The node and edge of each choice of a pass, and the index of the seat that chose.
    path: Vec<(u32, u32, u8)>,
    nodes: Vec<(u32, u8)>,
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
    urges: Vec<f32>,
    places: Vec<u32>,
    /// Plies played in all passes, those of playouts among them.
    plies: u64,
}

impl<G: Judged> Default for Search<G> {
    fn default() -> Self {
        Self {
            tree: Tree::default(),
            path: Vec::new(),
            nodes: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            urges: Vec::new(),
            places: Vec::new(),
            plies: 0,
        }
    }
}

/// The most nodes of a tree; where it is full, passes end at its edge.
const MOST_NODES: usize = 200_000;

/// An action is known as well as the one tried most if it was tried one part in so many as often.
const WELL_TRIED: u64 = 4;

/// How much worse than its node an action that was never tried is taken to be.
const UNTRIED: f32 = 0.03;

impl<G: Judged> Search<G> {
    /// Searches for the best of the actions of the seat to move. `worlds` are full games that
    /// agree with what the seat knows, one a pass in turn; `judge` says what a position is
    /// worth, `go_on` is told how many plies a pass has played and how many steps its house rules
    /// took, and ends the search by `false`.
    ///
    /// All actions, best first: those tried nearly as often as any by what came of them, then
    /// the others by how often they were tried.
    ///
    /// # Errors
    /// When a house rule fails.
    #[expect(clippy::too_many_arguments, reason = "each is another thing to be borrowed")]
    pub fn run<R: Rng + ?Sized>(
        &mut self,
        worlds: &[G],
        actions: &[G::Action],
        options: &SearchOptions,
        rulebook: &mut Rulebook<G>,
        rng: &mut R,
        judge: &mut dyn FnMut(&G, &mut Vec<G::Action>) -> Worths,
        go_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Vec<Found<G::Action>>, RuleFailure> {
        self.tree.clear();
        self.plies = 0;
        let mut scratch: Option<G> = None;
        for pass in 0..options.iterations {
            let Some(world) = worlds.get(pass as usize % worlds.len().max(1)) else { break };
            let state = match &mut scratch {
                Some(state) => {
                    state.clone_from(world);
                    state
                }
                none => none.insert(world.clone()),
            };
            let before = self.plies;
            self.pass(state, actions, options, rulebook, rng, judge)?;
            if !go_on(self.plies - before, rulebook.take_fuel()) {
                break;
            }
        }
        let found = self.found(actions);
        self.tree.release();
        Ok(found)
    }

    /// Plies played by the last search, those of playouts among them.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// One pass: down the tree in a world, one node further, and back up with what it is worth.
    fn pass<R: Rng + ?Sized>(
        &mut self,
        state: &mut G,
        root_actions: &[G::Action],
        options: &SearchOptions,
        rulebook: &mut Rulebook<G>,
        rng: &mut R,
        judge: &mut dyn FnMut(&G, &mut Vec<G::Action>) -> Worths,
    ) -> Result<(), RuleFailure> {
        self.path.clear();
        self.nodes.clear();
        let mut node = Tree::<G>::ROOT;
        for _ in 0..options.depth {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance { .. } => {
                    let outcome = state.random_outcome(rng, &mut self.outcomes);
                    rulebook.play(state, Step::Chance(outcome))?;
                    node = self.tree.behind_chance(node, G::chance_number(&outcome));
                }
                Turn::Seat(seat) => {
                    let is_new = self.tree.node(node).visits == 0;
                    self.nodes.push((node, seat.index() as u8));
                    if is_new && node != Tree::<G>::ROOT {
                        break;
                    }
                    self.list(node, state, root_actions, rulebook)?;
                    let edge = self.choose(node, options.curiosity);
                    let action = self.tree.node(node).edges[edge as usize].action;
                    let action = state.with_fight_recorded(action);
                    rulebook.play(state, Step::Act { seat, action })?;
                    self.path.push((node, edge, seat.index() as u8));
                    let learned = state.learned(&action);
                    node = self.tree.behind_edge(node, edge as usize, learned);
                }
            }
            self.plies += 1;
            if self.tree.len() >= MOST_NODES {
                break;
            }
        }
        if options.playout > 0 {
            self.plies +=
                rollouts::play_on_with(state, options.playout, rulebook, rng, &mut self.actions)?;
        }
        let worths = judge(state, &mut self.actions);
        self.back_up(&worths);
        Ok(())
    }

    /// Lists the actions of a node in this world.
    fn list(
        &mut self,
        node: u32,
        state: &G,
        root_actions: &[G::Action],
        rulebook: &mut Rulebook<G>,
    ) -> Result<(), RuleFailure> {
        if node == Tree::<G>::ROOT {
            // What the seat may do does not depend on the world.
            self.actions.clear();
            self.actions.extend_from_slice(root_actions);
        } else {
            rulebook.actions(state, &mut self.actions)?;
        }
        let node = self.tree.node_mut(node);
        if node.offer(&self.actions, |action| state.secret(action), &mut self.places) {
            state.urges(&self.actions, &mut self.urges);
            node.urge(&self.places, &self.urges);
        }
        Ok(())
    }

    /// The edge to try: what turned out well, and what suggests itself and was tried little.
    fn choose(&self, node: u32, curiosity: f32) -> u32 {
        let node = self.tree.node(node);
        let mean = node.worth / node.visits.max(1) as f32;
        let (mut best, mut best_score) = (self.places[0], f32::NEG_INFINITY);
        for place in &self.places {
            let edge = &node.edges[*place as usize];
            let tried = edge.visits as f32;
            let worth = if edge.visits > 0 { edge.worth / tried } else { mean - UNTRIED };
            let prior = edge.urge * (edge.offered as f32).sqrt();
            let score = worth + curiosity * prior / (1.0 + tried);
            if score > best_score {
                (best, best_score) = (*place, score);
            }
        }
        best
    }

    fn back_up(&mut self, worths: &Worths) {
        for (node, seat) in &self.nodes {
            let node = self.tree.node_mut(*node);
            node.visits += 1;
            node.worth += worths[*seat as usize & 7];
        }
        for (node, edge, seat) in &self.path {
            let edge = &mut self.tree.node_mut(*node).edges[*edge as usize];
            edge.visits += 1;
            edge.worth += worths[*seat as usize & 7];
        }
    }

    fn found(&self, actions: &[G::Action]) -> Vec<Found<G::Action>> {
        let root = self.tree.node(Tree::<G>::ROOT);
        let mean = root.worth / root.visits.max(1) as f32;
        let about = |action: &G::Action| {
            let edge = root.edges.iter().find(|edge| edge.action == *action);
            let (visits, worth) = edge.map_or((0, 0.0), |edge| (edge.visits, edge.worth));
            let value = if visits > 0 { worth / visits as f32 } else { mean };
            Found { action: *action, visits, value }
        };
        let mut found: Vec<_> = actions.iter().map(about).collect();
        best_first(&mut found);
        found
    }
}

/// Puts those tried nearly as often as any first, by what came of them, then the others by how
/// often they were tried.
fn best_first<A>(found: &mut [Found<A>]) {
    let most = found.iter().map(|found| found.visits).max().unwrap_or(0);
    let rank = |found: &Found<A>| {
        let is_known = u64::from(found.visits) * WELL_TRIED >= u64::from(most);
        (is_known, if is_known { found.value } else { found.visits as f32 })
    };
    found.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_what_was_tried_often_comes_first() {
        let mut found: Vec<_> = [
            ('a', 1000, 0.50),
            ('b', 250, 0.55),
            ('c', 249, 0.90),
            ('d', 3, 0.99),
            ('e', 400, 0.40),
        ]
        .map(|(action, visits, value)| Found { action, visits, value })
        .into();
        best_first(&mut found);
        let order: String = found.iter().map(|found| found.action).collect();
        assert_eq!(order, "baecd", "known: b, a, e by their value; c and d were tried too little");
    }

    #[test]
    fn nothing_tried_keeps_its_order() {
        let mut found = ['a', 'b'].map(|action| Found { action, visits: 0, value: 0.5 });
        best_first(&mut found);
        assert_eq!(found.map(|found| found.action), ['a', 'b']);
    }
}
