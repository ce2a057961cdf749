//! The tree a search grows: what was tried where, and what came of it.

use crate::game::Game;

/// The index of no node.
const NOBODY: u32 = u32::MAX;

/// An action that was possible at a node in at least one world.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// What the seat that chooses knows of it by itself.
    secret: u8,
    /// How often it was possible when the node was passed.
    pub(super) offered: u32,
    pub(super) visits: u32,
    /// What it suggested itself with, added up over the times it was possible.
    pub(super) urge: f32,
    /// What came of it for the seat that chooses, added up over the visits.
    pub(super) worth: f32,
    /// Where it leads: the first of the nodes that differ in what was learned.
    child: u32,
}

/// What the players know of the game after some steps of it.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    pub(super) edges: Vec<Edge<A>>,
    /// What came of it for the seat that chooses here, added up over the visits.
    pub(super) worth: f32,
    pub(super) visits: u32,
    /// What was learned on the way here.
    learned: u8,
    /// The next node behind the same edge.
    sibling: u32,
    /// The first node behind an outcome of chance.
    chance: u32,
}

/// The nodes whose memory is kept for the next search. A search of usual length has fewer; one
/// with much patience has several times as many, and each seat has its own.
const KEPT_NODES: usize = 10_000;

/// All nodes of a search, the root first. Emptied, it keeps its memory for the next search.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    len: usize,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Self { nodes: Vec::new(), len: 0 }
    }
}

impl<G: Game> Tree<G> {
    pub(super) const ROOT: u32 = 0;

    /// Leaves nothing but the root.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.add(0);
    }

    /// Gives back memory that only a long search needs.
    pub(super) fn release(&mut self) {
        self.len = self.len.min(KEPT_NODES);
        self.nodes.truncate(KEPT_NODES);
        self.nodes.shrink_to(KEPT_NODES);
    }

    pub(super) fn node(&self, index: u32) -> &Node<G::Action> {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: u32) -> &mut Node<G::Action> {
        &mut self.nodes[index as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn add(&mut self, learned: u8) -> u32 {
        let index = self.len;
        self.len += 1;
        if let Some(node) = self.nodes.get_mut(index) {
            node.edges.clear();
            (node.worth, node.visits, node.learned) = (0.0, 0, learned);
            (node.sibling, node.chance) = (NOBODY, NOBODY);
        } else {
            self.nodes.push(Node {
                edges: Vec::new(),
                worth: 0.0,
                visits: 0,
                learned,
                sibling: NOBODY,
                chance: NOBODY,
            });
        }
        index as u32
    }

    /// The node of a chain that tells of the same, if there is one; else the last of it.
    fn find(&self, mut at: u32, learned: u8) -> Result<u32, u32> {
        loop {
            let node = self.node(at);
            if node.learned == learned {
                return Ok(at);
            }
            if node.sibling == NOBODY {
                return Err(at);
            }
            at = node.sibling;
        }
    }

    fn child(&mut self, first: u32, learned: u8) -> u32 {
        if first == NOBODY {
            return self.add(learned);
        }
        self.find(first, learned).unwrap_or_else(|last| {
            let made = self.add(learned);
            self.node_mut(last).sibling = made;
            made
        })
    }

    /// The node behind an edge where this was learned, made if it is new.
    pub(super) fn behind_edge(&mut self, node: u32, edge: usize, learned: u8) -> u32 {
        let first = self.node(node).edges[edge].child;
        let child = self.child(first, learned);
        if first == NOBODY {
            self.node_mut(node).edges[edge].child = child;
        }
        child
    }

    /// The node behind an outcome of chance, made if it is new.
    pub(super) fn behind_chance(&mut self, node: u32, outcome: u8) -> u32 {
        let first = self.node(node).chance;
        let child = self.child(first, outcome);
        if first == NOBODY {
            self.node_mut(node).chance = child;
        }
        child
    }
}

impl<A: Copy + PartialEq> Node<A> {
    /// The place of each of these actions among the edges, those that are new added; counts
    /// them as offered with their urges, which add up to 1.
    pub(super) fn offer(
        &mut self,
        actions: &[A],
        secret: impl Fn(&A) -> u8,
        urges: &[f32],
        places: &mut Vec<u32>,
    ) {
        places.clear();
        let sum: f32 = urges.iter().sum();
        let scale = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        // Worlds differ little, so the next action mostly is at the next place.
        let mut next = 0;
        for (action, urge) in actions.iter().zip(urges) {
            let secret = secret(action);
            let same = |edge: &Edge<A>| edge.action == *action && edge.secret == secret;
            if !self.edges.get(next).is_some_and(same) {
                let found = self.edges.iter().position(same);
                next = found.unwrap_or(self.edges.len());
            }
            if next == self.edges.len() {
                self.edges.push(Edge {
                    action: *action,
                    secret,
                    offered: 0,
                    visits: 0,
                    urge: 0.0,
                    worth: 0.0,
                    child: NOBODY,
                });
            }
            let edge = &mut self.edges[next];
            edge.offered += 1;
            edge.urge += urge * scale;
            places.push(next as u32);
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_seat_knows_of_its_action_is_tried_apart() {
        let mut node = Node {
            edges: Vec::new(),
            worth: 0.0,
            visits: 0,
            learned: 0,
            sibling: NOBODY,
            chance: NOBODY,
        };
        let mut places_in = |secret: u8| {
            let mut places = Vec::new();
            node.offer(
                &['a', 'b'],
                |action| secret * u8::from(*action == 'a'),
                &[1.0; 2],
                &mut places,
            );
            places
        };
        let (first, second, again) = (places_in(1), places_in(2), places_in(1));
        assert_eq!(first, again);
        assert_ne!(first[0], second[0], "different pieces");
        assert_eq!(first[1], second[1], "nothing that only the seat knows");
        let offered: Vec<u32> =
            first.iter().chain(&second).map(|place| node.edges[*place as usize].offered).collect();
        assert_eq!(offered, [2, 3, 1, 3]);
    }
}
