//! The tree a search grows: what was tried where, and what came of it.

use crate::game::Game;

/// The index of no node.
const NOBODY: u32 = u32::MAX;

/// How often an action is asked how strongly it suggests itself.
const ASKED: u8 = 12;

/// The place of an edge among those of its node: an action for each cell of the largest board
/// and each thing that every piece of an army could be are fewer than 65,000.
type Place = u16;

/// The place of no edge.
const NOWHERE: Place = Place::MAX;

/// An action that was possible at a node in at least one world.
#[derive(Clone, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// What the seat that chooses knows of it by itself.
    secret: u8,
    /// How often it was asked how strongly it suggests itself.
    urged: u8,
    /// The first edge with this action, which leads on for all of them.
    public: Place,
    /// The next edge with this action, which the seat knows as something else.
    alike: Place,
    /// Of a first edge: the first one of the next action, in the order in which they are listed.
    next: Place,
    /// How often it was possible when the node was passed.
    pub(super) offered: u32,
    pub(super) visits: u32,
    /// How strongly it suggests itself: the mean of the times it was asked.
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
    /// The first edge in the order in which actions are listed.
    first: Place,
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
            node.first = NOWHERE;
            (node.worth, node.visits, node.learned) = (0.0, 0, learned);
            (node.sibling, node.chance) = (NOBODY, NOBODY);
        } else {
            self.nodes.push(Node {
                edges: Vec::new(),
                first: NOWHERE,
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

    /// The node behind an edge where this was learned, made if it is new. What only the seat
    /// that chose knows of its action does not matter: the others do not learn it.
    pub(super) fn behind_edge(&mut self, node: u32, edge: usize, learned: u8) -> u32 {
        let public = usize::from(self.node(node).edges[edge].public);
        let first = self.node(node).edges[public].child;
        let child = self.child(first, learned);
        if first == NOBODY {
            self.node_mut(node).edges[public].child = child;
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
    /// The place of each of these actions among the edges, those that are new added, all
    /// counted as offered. Whether it is worth while to ask how strongly they suggest
    /// themselves: that is known well enough after a few times.
    pub(super) fn offer(
        &mut self,
        actions: &[A],
        secret: impl Fn(&A) -> u8,
        places: &mut Vec<u32>,
    ) -> bool {
        places.clear();
        if self.edges.is_empty() {
            self.list(actions, secret);
            places.extend(0..actions.len() as u32);
            return true;
        }
        let (mut last, mut ask) = (NOWHERE, false);
        for action in actions {
            let secret = secret(action);
            let public = self.public_edge(*action, last);
            let place = match public.map(|public| self.edge_alike(public, secret)) {
                Ok(Ok(place)) => place,
                Ok(Err(end)) => {
                    let public = self.edges[usize::from(end)].public;
                    let place = self.add_edge(*action, secret, public, NOWHERE);
                    self.edges[usize::from(end)].alike = place;
                    place
                }
                Err(before) => {
                    let next = self.behind(before);
                    let place = self.add_edge(*action, secret, self.edges.len() as Place, next);
                    match self.edges.get_mut(usize::from(before)) {
                        Some(edge) => edge.next = place,
                        None => self.first = place,
                    }
                    place
                }
            };
            let edge = &mut self.edges[usize::from(place)];
            edge.offered += 1;
            ask |= edge.urged < ASKED;
            last = edge.public;
            places.push(place.into());
        }
        ask
    }

    /// Makes the first edges, one for each of the actions, offered once.
    fn list(&mut self, actions: &[A], secret: impl Fn(&A) -> u8) {
        self.edges.reserve(actions.len());
        self.first = 0;
        for (place, action) in (0..).zip(actions) {
            self.add_edge(*action, secret(action), place, place + 1);
        }
        self.edges.iter_mut().for_each(|edge| edge.offered = 1);
        if let Some(edge) = self.edges.last_mut() {
            edge.next = NOWHERE;
        }
    }

    /// Takes note of how strongly the actions at these places suggest themselves, in parts of
    /// all of them.
    pub(super) fn urge(&mut self, places: &[u32], urges: &[f32]) {
        let sum: f32 = urges.iter().sum();
        let scale = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        for (place, urge) in places.iter().zip(urges) {
            let edge = &mut self.edges[*place as usize];
            edge.urged = edge.urged.saturating_add(1);
            edge.urge += (urge * scale - edge.urge) / f32::from(edge.urged);
        }
    }

    /// The first edge of an action, looked for behind that of the action listed before; where
    /// there is none, the edge behind which it belongs.
    fn public_edge(&self, action: A, last: Place) -> Result<Place, Place> {
        let look = |mut at: Place, end: Place| {
            while let Some(edge) = self.edges.get(usize::from(at)).filter(|_| at != end) {
                if edge.action == action {
                    return Some(at);
                }
                at = edge.next;
            }
            None
        };
        // Worlds differ little, so it mostly is the next one.
        let found = look(self.behind(last), NOWHERE);
        found.or_else(|| look(self.first, self.behind(last))).ok_or(last)
    }

    /// The first edge of the action listed behind that of an edge; of nowhere, of the first.
    fn behind(&self, place: Place) -> Place {
        self.edges.get(usize::from(place)).map_or(self.first, |edge| edge.next)
    }

    /// The edge of an action that the seat knows as this; where there is none, the last of the
    /// action's edges.
    fn edge_alike(&self, public: Place, secret: u8) -> Result<Place, Place> {
        let mut at = public;
        loop {
            let edge = &self.edges[usize::from(at)];
            if edge.secret == secret {
                return Ok(at);
            }
            if edge.alike == NOWHERE {
                return Err(at);
            }
            at = edge.alike;
        }
    }

    fn add_edge(&mut self, action: A, secret: u8, public: Place, next: Place) -> Place {
        self.edges.push(Edge {
            action,
            secret,
            urged: 0,
            public,
            alike: NOWHERE,
            next,
            offered: 0,
            visits: 0,
            urge: 0.0,
            worth: 0.0,
            child: NOBODY,
        });
        self.edges.len() as Place - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Node<char> {
        Node {
            edges: Vec::new(),
            first: NOWHERE,
            worth: 0.0,
            visits: 0,
            learned: 0,
            sibling: NOBODY,
            chance: NOBODY,
        }
    }

    /// The places of some actions, and whether their urges were asked for.
    fn offered(node: &mut Node<char>, actions: &str, secret: u8) -> (Vec<u32>, bool) {
        let actions: Vec<char> = actions.chars().collect();
        let mut places = Vec::new();
        let ask = node.offer(&actions, |a| secret * u8::from(*a == 'a'), &mut places);
        if ask {
            node.urge(&places, &vec![1.0; places.len()]);
        }
        (places, ask)
    }

    #[test]
    fn what_a_seat_knows_of_its_action_is_tried_apart() {
        let mut node = empty();
        let mut places_in = |secret: u8| offered(&mut node, "ab", secret).0;
        let (first, second, again) = (places_in(1), places_in(2), places_in(1));
        assert_eq!(first, again);
        assert_ne!(first[0], second[0], "different pieces");
        assert_eq!(first[1], second[1], "nothing that only the seat knows");
        let offered: Vec<u32> =
            first.iter().chain(&second).map(|place| node.edges[*place as usize].offered).collect();
        assert_eq!(offered, [2, 3, 1, 3]);
    }

    #[test]
    fn every_action_has_its_place_whatever_else_is_possible() {
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
            at = edge.next;
        }
        listed.sort_unstable();
        assert_eq!(listed, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    }

    #[test]
    fn urges_are_asked_for_until_they_are_known() {
        let mut node = empty();
        let asked = (0..100).filter(|_| offered(&mut node, "ab", 0).1).count();
        assert_eq!(asked, usize::from(ASKED));
        assert!(offered(&mut node, "abc", 0).1, "one is new");
        let (places, _) = offered(&mut node, "abc", 0);
        let urges: Vec<f32> = places.iter().map(|at| node.edges[*at as usize].urge).collect();
        assert!(urges.iter().all(|urge| (0.3..=0.5).contains(urge)), "{urges:?}");
    }
}
