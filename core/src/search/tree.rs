//! The tree of a search: nodes, edges and their statistics.

use crate::contract::game::Game;

/// The index of no node.
const NO_NODE: u32 = u32::MAX;

/// Priors are sampled until every listed edge has this many samples.
const MAX_PRIOR_SAMPLES: u8 = 12;

/// The index of an edge among those of its node. A node has fewer than 65,000 pairs of an action
/// and a private key.
type EdgeIndex = u16;

/// The index of no edge.
const NO_EDGE: EdgeIndex = EdgeIndex::MAX;

/// An action that was legal at a node in at least one determinization.
///
/// Edges of one action form a group. The group's head owns the child; its variants differ in what
/// only the mover knows of the action.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// The mover's private knowledge of the action, as a key.
    private_key: u8,
    /// The number of samples that the prior is the mean of.
    prior_samples: u8,
    /// The head of the group.
    head: EdgeIndex,
    /// The next variant of the same action.
    next_variant: EdgeIndex,
    /// Of a head: the head of the next group, in the order in which actions are listed.
    next_group: EdgeIndex,
    /// The number of simulations in which it was legal.
    pub(super) availability: u32,
    pub(super) visits: u32,
    /// The mean of the prior samples.
    pub(super) prior: f32,
    /// The values to the mover, added up over the visits.
    pub(super) value_sum: f32,
    /// Of a head: the first of its children, which differ in their observation.
    child: u32,
}

/// A public state: everything that all players have observed after some steps. Together with a
/// private key it is an information set of the mover.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    pub(super) edges: Vec<Edge<A>>,
    /// The head of the first group.
    first: EdgeIndex,
    /// The values to the seat to move, added up over the visits.
    pub(super) value_sum: f32,
    pub(super) visits: u32,
    /// The observation or the chance outcome that leads to this node, as a key.
    observation: u8,
    /// The next child of the same edge.
    sibling: u32,
    /// The first child after a chance outcome.
    chance: u32,
}

/// The nodes whose memory is retained for the next search. A search of usual length has fewer, a
/// long one has several times as many, and each seat has a tree of its own.
const RETAINED_NODES: usize = 10_000;

/// Maximum number of nodes of a tree, unless a test lowers it.
const MAX_NODES: usize = 200_000;

/// All nodes of a search, the root first.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    len: usize,
    /// The number of nodes at which it is full.
    max_nodes: usize,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Self { nodes: Vec::new(), len: 0, max_nodes: MAX_NODES }
    }
}

impl<G: Game> Tree<G> {
    pub(super) const ROOT: u32 = 0;

    /// Removes all nodes but the root. The memory is kept.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.add(0);
    }

    /// Shrinks the memory to [`RETAINED_NODES`] nodes.
    pub(super) fn shrink(&mut self) {
        self.len = self.len.min(RETAINED_NODES);
        self.nodes.truncate(RETAINED_NODES);
        self.nodes.shrink_to(RETAINED_NODES);
    }

    pub(super) fn node(&self, index: u32) -> &Node<G::Action> {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: u32) -> &mut Node<G::Action> {
        &mut self.nodes[index as usize]
    }

    /// Lowers the number of nodes at which the tree is full.
    #[cfg(test)]
    pub(super) fn limit(&mut self, max_nodes: usize) {
        self.max_nodes = max_nodes;
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> &[Node<G::Action>] {
        &self.nodes[..self.len]
    }

    fn is_full(&self) -> bool {
        self.len >= self.max_nodes
    }

    fn add(&mut self, observation: u8) -> u32 {
        let index = self.len;
        self.len += 1;
        if let Some(node) = self.nodes.get_mut(index) {
            node.edges.clear();
            node.first = NO_EDGE;
            (node.value_sum, node.visits, node.observation) = (0.0, 0, observation);
            (node.sibling, node.chance) = (NO_NODE, NO_NODE);
        } else {
            self.nodes.push(Node {
                edges: Vec::new(),
                first: NO_EDGE,
                value_sum: 0.0,
                visits: 0,
                observation,
                sibling: NO_NODE,
                chance: NO_NODE,
            });
        }
        index as u32
    }

    /// Returns the node of a list with this observation, or its last node as an error.
    fn find_sibling(&self, mut at: u32, observation: u8) -> Result<u32, u32> {
        loop {
            let node = self.node(at);
            if node.observation == observation {
                return Ok(at);
            }
            if node.sibling == NO_NODE {
                return Err(at);
            }
            at = node.sibling;
        }
    }

    /// Returns the node of a list with this observation, and appends it if it is new. Returns none
    /// if it is new and the tree is full.
    fn find_or_add(&mut self, first: u32, observation: u8) -> Option<u32> {
        let last = match first {
            NO_NODE => None,
            first => match self.find_sibling(first, observation) {
                Ok(found) => return Some(found),
                Err(last) => Some(last),
            },
        };
        if self.is_full() {
            return None;
        }
        let made = self.add(observation);
        if let Some(last) = last {
            self.node_mut(last).sibling = made;
        }
        Some(made)
    }

    /// Returns the child of an edge with this observation, and adds it if it is new. Returns none
    /// if it is new and the tree is full. All variants of an action share their children, since
    /// opponents do not see which one was played.
    pub(super) fn child_after_action(
        &mut self,
        node: u32,
        edge: usize,
        observation: u8,
    ) -> Option<u32> {
        let group = usize::from(self.node(node).edges[edge].head);
        let first = self.node(node).edges[group].child;
        let child = self.find_or_add(first, observation)?;
        if first == NO_NODE {
            self.node_mut(node).edges[group].child = child;
        }
        Some(child)
    }

    /// Returns the child after a chance outcome, and adds it if it is new. Returns none if it is
    /// new and the tree is full.
    pub(super) fn child_after_chance(&mut self, node: u32, outcome: u8) -> Option<u32> {
        let first = self.node(node).chance;
        let child = self.find_or_add(first, outcome)?;
        if first == NO_NODE {
            self.node_mut(node).chance = child;
        }
        Some(child)
    }
}

impl<A: Copy + PartialEq> Node<A> {
    /// Puts the index of each action's edge into `indices`, adds edges that are new, and counts all
    /// as available. Returns true if the priors should be sampled again.
    pub(super) fn expand(
        &mut self,
        actions: &[A],
        private_key: impl Fn(&A) -> u8,
        indices: &mut Vec<u32>,
    ) -> bool {
        indices.clear();
        if self.edges.is_empty() {
            self.add_first_edges(actions, private_key);
            indices.extend(0..actions.len() as u32);
            return true;
        }
        let (mut previous, mut needs_priors) = (NO_EDGE, false);
        for action in actions {
            let key = private_key(action);
            let group = self.find_group(*action, previous);
            let index = match group.map(|group| self.find_variant(group, key)) {
                Ok(Ok(index)) => index,
                Ok(Err(end)) => {
                    let group = self.edges[usize::from(end)].head;
                    let index = self.add_edge(*action, key, group, NO_EDGE);
                    self.edges[usize::from(end)].next_variant = index;
                    index
                }
                Err(before) => {
                    let next = self.next_group(before);
                    let index = self.add_edge(*action, key, self.edges.len() as EdgeIndex, next);
                    match self.edges.get_mut(usize::from(before)) {
                        Some(edge) => edge.next_group = index,
                        None => self.first = index,
                    }
                    index
                }
            };
            let edge = &mut self.edges[usize::from(index)];
            edge.availability += 1;
            needs_priors |= edge.prior_samples < MAX_PRIOR_SAMPLES;
            previous = edge.head;
            indices.push(index.into());
        }
        needs_priors
    }

    /// Adds the edges of a new node, one for each action.
    fn add_first_edges(&mut self, actions: &[A], private_key: impl Fn(&A) -> u8) {
        self.edges.reserve(actions.len());
        self.first = 0;
        for (index, action) in (0..).zip(actions) {
            self.add_edge(*action, private_key(action), index, index + 1);
        }
        self.edges.iter_mut().for_each(|edge| edge.availability = 1);
        if let Some(edge) = self.edges.last_mut() {
            edge.next_group = NO_EDGE;
        }
    }

    /// Averages priors, scaled to sum to 1, into the edges at these indices.
    pub(super) fn update_priors(&mut self, indices: &[u32], priors: &[f32]) {
        let sum: f32 = priors.iter().sum();
        let scale = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        for (index, prior) in indices.iter().zip(priors) {
            let edge = &mut self.edges[*index as usize];
            edge.prior_samples = edge.prior_samples.saturating_add(1);
            edge.prior += (prior * scale - edge.prior) / f32::from(edge.prior_samples);
        }
    }

    /// Returns the head of an action's group. It is looked for after the group of the action listed
    /// before; if there is none, that group is returned as an error.
    fn find_group(&self, action: A, last: EdgeIndex) -> Result<EdgeIndex, EdgeIndex> {
        let look = |mut at: EdgeIndex, end: EdgeIndex| {
            while let Some(edge) = self.edges.get(usize::from(at)).filter(|_| at != end) {
                if edge.action == action {
                    return Some(at);
                }
                at = edge.next_group;
            }
            None
        };
        // Determinizations differ little, so it mostly is the next one.
        let found = look(self.next_group(last), NO_EDGE);
        found.or_else(|| look(self.first, self.next_group(last))).ok_or(last)
    }

    /// Returns the head of the group after this one, or of the first group for [`NO_EDGE`].
    fn next_group(&self, index: EdgeIndex) -> EdgeIndex {
        self.edges.get(usize::from(index)).map_or(self.first, |edge| edge.next_group)
    }

    /// Returns the variant of a group with this private key, or its last variant as an error.
    fn find_variant(&self, group: EdgeIndex, key: u8) -> Result<EdgeIndex, EdgeIndex> {
        let mut at = group;
        loop {
            let edge = &self.edges[usize::from(at)];
            if edge.private_key == key {
                return Ok(at);
            }
            if edge.next_variant == NO_EDGE {
                return Err(at);
            }
            at = edge.next_variant;
        }
    }

    fn add_edge(&mut self, action: A, key: u8, group: EdgeIndex, next: EdgeIndex) -> EdgeIndex {
        self.edges.push(Edge {
            action,
            private_key: key,
            prior_samples: 0,
            head: group,
            next_variant: NO_EDGE,
            next_group: next,
            availability: 0,
            visits: 0,
            prior: 0.0,
            value_sum: 0.0,
            child: NO_NODE,
        });
        self.edges.len() as EdgeIndex - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Node<char> {
        Node {
            edges: Vec::new(),
            first: NO_EDGE,
            value_sum: 0.0,
            visits: 0,
            observation: 0,
            sibling: NO_NODE,
            chance: NO_NODE,
        }
    }

    /// Returns the edge indices of some actions, and whether their priors were sampled.
    fn offered(node: &mut Node<char>, actions: &str, secret: u8) -> (Vec<u32>, bool) {
        let actions: Vec<char> = actions.chars().collect();
        let mut places = Vec::new();
        let needs_priors = node.expand(&actions, |a| secret * u8::from(*a == 'a'), &mut places);
        if needs_priors {
            node.update_priors(&places, &vec![1.0; places.len()]);
        }
        (places, needs_priors)
    }

    #[test]
    fn edges_are_split_by_private_key() {
        let mut node = empty();
        let mut places_in = |secret: u8| offered(&mut node, "ab", secret).0;
        let (first, second, again) = (places_in(1), places_in(2), places_in(1));
        assert_eq!(first, again);
        assert_ne!(first[0], second[0], "different pieces");
        assert_eq!(first[1], second[1], "nothing that only the seat knows");
        let offered: Vec<u32> = first
            .iter()
            .chain(&second)
            .map(|place| node.edges[*place as usize].availability)
            .collect();
        assert_eq!(offered, [2, 3, 1, 3]);
    }

    #[test]
    fn every_action_keeps_its_edge() {
        let mut node = empty();
        for actions in ["cf", "acdf", "f", "bd", "fa", "abcdefg", "ge"] {
            let (places, _) = offered(&mut node, actions, 0);
            let found: String = places.iter().map(|at| node.edges[*at as usize].action).collect();
            assert_eq!(found, actions);
        }
        assert_eq!(node.edges.len(), 7, "each once");
        let mut at = node.first;
        let mut listed = Vec::new();
        while let Some(edge) = node.edges.get(usize::from(at)) {
            listed.push(edge.action);
            at = edge.next_group;
        }
        listed.sort_unstable();
        assert_eq!(listed, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    }

    #[test]
    fn priors_are_sampled_a_limited_number_of_times() {
        let mut node = empty();
        let asked = (0..100).filter(|_| offered(&mut node, "ab", 0).1).count();
        assert_eq!(asked, usize::from(MAX_PRIOR_SAMPLES));
        assert!(offered(&mut node, "abc", 0).1, "one is new");
        let (places, _) = offered(&mut node, "abc", 0);
        let urges: Vec<f32> = places.iter().map(|at| node.edges[*at as usize].prior).collect();
        assert!(urges.iter().all(|urge| (0.3..=0.5).contains(urge)), "{urges:?}");
    }
}
