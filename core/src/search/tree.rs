//! The tree of a search: nodes, edges and their statistics.

use crate::contract::game::Game;

/// The index that stands for no node.
const NO_NODE: u32 = u32::MAX;

/// The number of prior samples after which an edge needs no more.
const MAX_PRIOR_SAMPLES: u8 = 12;

/// The index of an edge among those of its node. 16 bits suffice, because a node has fewer than
/// 65,000 pairs of an action and a private key.
type EdgeIndex = u16;

/// The index that stands for no edge.
const NO_EDGE: EdgeIndex = EdgeIndex::MAX;

/// An action that was legal at a node in at least one determinization.
///
/// The edges of one action form a group, a linked list of variants that differ in their private
/// key. The first variant is the head of the group and owns the children. The groups of a node form
/// a linked list too.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// The mover's private knowledge of the action, as a key.
    private_key: u8,
    /// The number of samples of which the prior is the mean.
    prior_samples: u8,
    /// The head of the edge's group.
    head: EdgeIndex,
    /// The next variant in the group.
    next_variant: EdgeIndex,
    /// If the edge is a head: the head of the next group, in the order in which actions are listed.
    next_group: EdgeIndex,
    /// The number of simulations in which the action was legal.
    pub(super) availability: u32,
    pub(super) visits: u32,
    /// The mean of the prior samples.
    pub(super) prior: f32,
    /// The values to the mover, added up over the visits.
    pub(super) value_sum: f32,
    /// If the edge is a head: the first of its children, which differ in their observation.
    first_child: u32,
}

/// A public state: everything that all players have observed after some steps. Together with a
/// private key it is an information set of the mover.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    pub(super) edges: Vec<Edge<A>>,
    /// The head of the first group.
    first_group: EdgeIndex,
    /// The values to the seat to move, added up over the visits.
    pub(super) value_sum: f32,
    pub(super) visits: u32,
    /// The observation or the chance outcome that leads to this node, as a key.
    observation: u8,
    /// The next child of the same edge, or of the same chance node.
    sibling: u32,
    /// The first of the children after chance outcomes.
    first_chance_child: u32,
}

/// The number of nodes whose memory is retained for the next search. A search of usual length has
/// fewer nodes. A long one has several times as many, and each seat has its own tree.
const RETAINED_NODES: usize = 10_000;

/// Maximum number of nodes of a tree, unless a test lowers it.
const MAX_NODES: usize = 200_000;

/// All nodes of a search, the root first.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    /// The number of nodes in use. The memory of the others is retained.
    len: usize,
    /// The number of nodes at which the tree is full.
    max_nodes: usize,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Self { nodes: Vec::new(), len: 0, max_nodes: MAX_NODES }
    }
}

impl<G: Game> Tree<G> {
    pub(super) const ROOT: u32 = 0;

    /// Removes all nodes and adds an empty root. Retains the memory.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.add(0);
    }

    /// Removes all nodes after the first [`RETAINED_NODES`], and frees their memory.
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
    pub(super) fn set_max_nodes(&mut self, max_nodes: usize) {
        self.max_nodes = max_nodes;
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> &[Node<G::Action>] {
        &self.nodes[..self.len]
    }

    fn is_full(&self) -> bool {
        self.len >= self.max_nodes
    }

    /// Adds a node without links. Returns its index.
    fn add(&mut self, observation: u8) -> u32 {
        let index = self.len;
        self.len += 1;
        if let Some(node) = self.nodes.get_mut(index) {
            node.edges.clear();
            node.first_group = NO_EDGE;
            (node.value_sum, node.visits, node.observation) = (0.0, 0, observation);
            (node.sibling, node.first_chance_child) = (NO_NODE, NO_NODE);
        } else {
            self.nodes.push(Node {
                edges: Vec::new(),
                first_group: NO_EDGE,
                value_sum: 0.0,
                visits: 0,
                observation,
                sibling: NO_NODE,
                first_chance_child: NO_NODE,
            });
        }
        index as u32
    }

    /// Returns the sibling with this observation in the list that begins at `first`, or the last
    /// node of the list as an error.
    fn find_sibling(&self, first: u32, observation: u8) -> Result<u32, u32> {
        let mut index = first;
        loop {
            let node = self.node(index);
            if node.observation == observation {
                return Ok(index);
            }
            if node.sibling == NO_NODE {
                return Err(index);
            }
            index = node.sibling;
        }
    }

    /// Returns the sibling with this observation in the list that begins at `first`. Appends a new
    /// node if the list has no such sibling, or returns `None` if the tree is full. The list may be
    /// empty ([`NO_NODE`]).
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
        let new = self.add(observation);
        if let Some(last) = last {
            self.node_mut(last).sibling = new;
        }
        Some(new)
    }

    /// Returns the child of an edge with this observation, and adds it if it is new. Returns `None`
    /// if it is new and the tree is full. All variants of an action share their children, since
    /// opponents do not see which one was played.
    pub(super) fn child_after_action(
        &mut self,
        node: u32,
        edge: usize,
        observation: u8,
    ) -> Option<u32> {
        let head = usize::from(self.node(node).edges[edge].head);
        let first = self.node(node).edges[head].first_child;
        let child = self.find_or_add(first, observation)?;
        if first == NO_NODE {
            self.node_mut(node).edges[head].first_child = child;
        }
        Some(child)
    }

    /// Returns the child after a chance outcome, and adds it if it is new. Returns `None` if it is
    /// new and the tree is full.
    pub(super) fn child_after_chance(&mut self, node: u32, outcome: u8) -> Option<u32> {
        let first = self.node(node).first_chance_child;
        let child = self.find_or_add(first, outcome)?;
        if first == NO_NODE {
            self.node_mut(node).first_chance_child = child;
        }
        Some(child)
    }
}

impl<A: Copy + PartialEq> Node<A> {
    /// Fills `indices` with the index of each action's edge. Adds the edges that are new, and
    /// counts each action's edge as available. Returns true if the priors need another sample.
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
        let (mut previous_group, mut needs_priors) = (NO_EDGE, false);
        for action in actions {
            let index = self.find_or_add_edge(*action, private_key(action), previous_group);
            let edge = &mut self.edges[usize::from(index)];
            edge.availability += 1;
            needs_priors |= edge.prior_samples < MAX_PRIOR_SAMPLES;
            previous_group = edge.head;
            indices.push(index.into());
        }
        needs_priors
    }

    /// Returns the index of the edge of an action with this private key, and adds the edge if it is
    /// new. `previous_group` is the head of the group of the action listed before, or [`NO_EDGE`].
    #[inline]
    fn find_or_add_edge(
        &mut self,
        action: A,
        private_key: u8,
        previous_group: EdgeIndex,
    ) -> EdgeIndex {
        let head = match self.find_group(action, previous_group) {
            Ok(head) => head,
            Err(previous) => {
                let next = self.next_group(previous);
                let new_head = self.edges.len() as EdgeIndex;
                let index = self.add_edge(action, private_key, new_head, next);
                match self.edges.get_mut(usize::from(previous)) {
                    Some(edge) => edge.next_group = index,
                    None => self.first_group = index,
                }
                return index;
            }
        };
        match self.find_variant(head, private_key) {
            Ok(index) => index,
            Err(last) => {
                let index = self.add_edge(action, private_key, head, NO_EDGE);
                self.edges[usize::from(last)].next_variant = index;
                index
            }
        }
    }

    /// Adds the edges of a new node, one for each action.
    fn add_first_edges(&mut self, actions: &[A], private_key: impl Fn(&A) -> u8) {
        self.edges.reserve(actions.len());
        self.first_group = 0;
        for (index, action) in (0..).zip(actions) {
            self.add_edge(*action, private_key(action), index, index + 1);
        }
        self.edges.iter_mut().for_each(|edge| edge.availability = 1);
        if let Some(edge) = self.edges.last_mut() {
            edge.next_group = NO_EDGE;
        }
    }

    /// Scales a sample of priors to sum to 1 and averages it into the edges at these indices.
    pub(super) fn update_priors(&mut self, indices: &[u32], priors: &[f32]) {
        let sum: f32 = priors.iter().sum();
        let scale = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        for (index, prior) in indices.iter().zip(priors) {
            let edge = &mut self.edges[*index as usize];
            edge.prior_samples = edge.prior_samples.saturating_add(1);
            edge.prior += (prior * scale - edge.prior) / f32::from(edge.prior_samples);
        }
    }

    /// Returns the head of an action's group, or `previous` as an error if there is no such group.
    /// `previous` is the head of the group of the action listed before. The search begins after it.
    fn find_group(&self, action: A, previous: EdgeIndex) -> Result<EdgeIndex, EdgeIndex> {
        let find_between = |start: EdgeIndex, end: EdgeIndex| {
            let mut index = start;
            while let Some(edge) = self.edges.get(usize::from(index)).filter(|_| index != end) {
                if edge.action == action {
                    return Some(index);
                }
                index = edge.next_group;
            }
            None
        };
        // Determinizations differ little, so the group usually is the next one.
        let next = self.next_group(previous);
        find_between(next, NO_EDGE).or_else(|| find_between(self.first_group, next)).ok_or(previous)
    }

    /// Returns the head of the group after the one with this head, or of the first group for
    /// [`NO_EDGE`].
    fn next_group(&self, head: EdgeIndex) -> EdgeIndex {
        self.edges.get(usize::from(head)).map_or(self.first_group, |edge| edge.next_group)
    }

    /// Returns the variant of a group with this private key, or the last variant as an error.
    fn find_variant(&self, head: EdgeIndex, private_key: u8) -> Result<EdgeIndex, EdgeIndex> {
        let mut index = head;
        loop {
            let edge = &self.edges[usize::from(index)];
            if edge.private_key == private_key {
                return Ok(index);
            }
            if edge.next_variant == NO_EDGE {
                return Err(index);
            }
            index = edge.next_variant;
        }
    }

    /// Adds an edge without visits. Returns its index.
    fn add_edge(
        &mut self,
        action: A,
        private_key: u8,
        head: EdgeIndex,
        next_group: EdgeIndex,
    ) -> EdgeIndex {
        self.edges.push(Edge {
            action,
            private_key,
            prior_samples: 0,
            head,
            next_variant: NO_EDGE,
            next_group,
            availability: 0,
            visits: 0,
            prior: 0.0,
            value_sum: 0.0,
            first_child: NO_NODE,
        });
        self.edges.len() as EdgeIndex - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty_node() -> Node<char> {
        Node {
            edges: Vec::new(),
            first_group: NO_EDGE,
            value_sum: 0.0,
            visits: 0,
            observation: 0,
            sibling: NO_NODE,
            first_chance_child: NO_NODE,
        }
    }

    /// Expands a node with actions of one letter each. Action `a` has this private key, the others
    /// have 0. Returns the indices of the edges, and true if their priors were sampled.
    fn expand(node: &mut Node<char>, actions: &str, key_of_a: u8) -> (Vec<u32>, bool) {
        let actions: Vec<char> = actions.chars().collect();
        let mut indices = Vec::new();
        let private_key = |action: &char| if *action == 'a' { key_of_a } else { 0 };
        let needs_priors = node.expand(&actions, private_key, &mut indices);
        if needs_priors {
            node.update_priors(&indices, &vec![1.0; indices.len()]);
        }
        (indices, needs_priors)
    }

    #[test]
    fn edges_are_split_by_private_key() {
        let mut node = empty_node();
        let mut indices_with = |key_of_a: u8| expand(&mut node, "ab", key_of_a).0;
        let (first, second, third) = (indices_with(1), indices_with(2), indices_with(1));
        assert_eq!(first, third);
        assert_ne!(first[0], second[0], "the private keys differ");
        assert_eq!(first[1], second[1], "the private keys are equal");
        let availabilities: Vec<u32> = first
            .iter()
            .chain(&second)
            .map(|index| node.edges[*index as usize].availability)
            .collect();
        assert_eq!(availabilities, [2, 3, 1, 3]);
    }

    #[test]
    fn every_action_keeps_its_edge() {
        let mut node = empty_node();
        for actions in ["cf", "acdf", "f", "bd", "fa", "abcdefg", "ge"] {
            let (indices, _) = expand(&mut node, actions, 0);
            let found: String =
                indices.iter().map(|index| node.edges[*index as usize].action).collect();
            assert_eq!(found, actions);
        }
        assert_eq!(node.edges.len(), 7, "each action has one edge");
        let mut head = node.first_group;
        let mut listed = Vec::new();
        while let Some(edge) = node.edges.get(usize::from(head)) {
            listed.push(edge.action);
            head = edge.next_group;
        }
        listed.sort_unstable();
        assert_eq!(listed, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    }

    #[test]
    fn priors_are_sampled_a_limited_number_of_times() {
        let mut node = empty_node();
        let samples = (0..100).filter(|_| expand(&mut node, "ab", 0).1).count();
        assert_eq!(samples, usize::from(MAX_PRIOR_SAMPLES));
        assert!(expand(&mut node, "abc", 0).1, "action c is new");
        let (indices, _) = expand(&mut node, "abc", 0);
        let priors: Vec<f32> =
            indices.iter().map(|index| node.edges[*index as usize].prior).collect();
        assert!(priors.iter().all(|prior| (0.3..=0.5).contains(prior)), "{priors:?}");
    }
}
