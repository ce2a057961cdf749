//! Determinization: deals the hidden pieces of a view so that every recorded fact holds.
//!
//! A search plays on in full games that could be the true one. They must agree with everything the
//! viewer saw, and likely deals should come up more often than unlikely ones.
//!
//! 1. Tiles that fought other hidden tiles depend on each other. They are decided first, by
//!    backtracking with constraint propagation.
//! 2. The other tiles follow in a random order, each by the layout prior. Bipartite matching makes
//!    sure that the rest can still be dealt.
//! 3. This favours tiles that come early. So pairs of pieces are then swapped at random, and a swap
//!    is accepted by the ratio of the weights after and before it (Metropolis). After enough swaps
//!    deals are as frequent as their weight, whatever order the tiles were decided in.

use std::sync::LazyLock;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::cells::{CELLS, Cell};
use super::facts::{Facts, FightConstraint};
use super::layout_prior::{bethe_weight, weight};
use super::matching::CandidateSets;
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::{BattleResult, MineRule, Piece, PieceSet};
use super::propagate::Candidates;
use super::seats::SEATS;
use super::state::{Junqi, Kinds};
use super::tile::{Owners, Tile, TileMap, Tiles};
use super::view::{KnownKind, View};
use crate::contract::seat::Seat;

/// Deals tried before the seat to move is given a piece that can move.
const DEALS: usize = 2;

/// Kinds chosen for tiles before a deal counts as a dead end and starts anew. Each attempt may
/// choose four times as many as the one before.
const CHOICES: u32 = 400;

/// Attempts at a deal, and how many of them choose pieces by the layout prior. The others choose
/// uniformly, for rare positions.
const ATTEMPTS: u32 = 10;
const ATTEMPTS_BY_PRIOR: u32 = 4;

/// Metropolis swaps per hidden piece, after which the order of dealing is forgotten.
const METROPOLIS_SWAPS: usize = 6;

/// The weight of each kind on each starting cell. The weight of a deal is the product of the
/// weights of its pieces.
static WEIGHTS: LazyLock<TileMap<[f32; 12]>> = LazyLock::new(|| {
    let mut weights = TileMap::filled([0.0; 12]);
    for start in (0..CELLS as u8).map(Cell::new) {
        weights[Tile::named_by(start)] = Piece::ALL.map(|piece| {
            let frequency = weight(start, piece) / f32::from(piece.count());
            bethe_weight(frequency).max(f32::MIN_POSITIVE)
        });
    }
    weights
});

/// How kinds are proposed for hidden tiles, each in proportion to the pieces left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proposal {
    /// And to the weights of the layout prior.
    ByPrior,
    /// And to nothing else.
    ByCount,
}

impl View {
    /// Returns a full game consistent with everything the viewer knows.
    pub(super) fn determinize<R: Rng + ?Sized>(&self, rng: &mut R) -> Junqi {
        if self.rules().is_flip() {
            let (kind, owner) = self.shuffle_face_down(rng);
            return self.with_pieces(kind, owner);
        }
        let facts = Facts::of(self);
        if facts.hidden.is_empty() {
            return self.with_pieces(self.known_kinds(), self.owner);
        }
        let start = Candidates::from_facts(self, &facts);
        let dealer = Determinizer::new(self, &facts, &start, rng);
        let mut game = self.with_pieces(dealer.deal(&start, rng), self.owner);
        for _ in 1..DEALS {
            if game.public.over.is_some() || game.has_action(game.public.turn) {
                return game;
            }
            game = self.with_pieces(dealer.deal(&start, rng), self.owner);
        }
        dealer.determinize_with_legal_move(game, &start, rng)
    }

    /// Returns the kinds the viewer knows.
    fn known_kinds(&self) -> Kinds {
        let mut kind = Kinds::filled(None);
        self.tiles().for_each(|tile| kind[tile] = self.kind[tile].kind());
        kind
    }

    /// Returns the kinds and owners of all tiles, with the face-down pieces of flip chess
    /// shuffled.
    fn shuffle_face_down<R: Rng + ?Sized>(&self, rng: &mut R) -> (Kinds, Owners) {
        let (mut kind, mut owner) = (self.known_kinds(), self.owner);
        let mut pool = Vec::with_capacity(50);
        for (army, left) in (0..SEATS as u8).map(Seat::new).zip(self.face_down()) {
            for (piece, left) in Piece::ALL.into_iter().zip(left) {
                pool.extend((0..left).map(|_| (army, piece)));
            }
        }
        pool.shuffle(rng);
        let hidden = self.tiles().filter(|tile| self.kind[*tile] == KnownKind::Hidden);
        for (tile, (army, piece)) in hidden.zip(pool) {
            (kind[tile], owner[tile]) = (Some(piece), PackedOption::some(army));
        }
        (kind, owner)
    }

    /// Returns the game in which the tiles are these pieces.
    fn with_pieces(&self, kind: Kinds, owner: Owners) -> Junqi {
        // In a determinization everything is known, so it is not redacted.
        let mut game = Junqi::unplaced(self.public.clone().with_redaction(None), kind, owner);
        self.tiles().for_each(|tile| game.register(tile));
        game.cleared_mines =
            self.public.ground.set_up.map_or([0; SEATS], |set_up| set_up.cleared_mines);
        for battle in self.battles() {
            let kinds = [battle.attacker, battle.defender].map(|tile| kind[tile]);
            let digs = kinds == [Some(Piece::Engineer), Some(Piece::Landmine)];
            if let Some(owner) = owner[battle.defender].get()
                && digs
                && battle.fight != BattleResult::DefenderStays
            {
                game.cleared_mines[owner.index()] += 1;
            }
        }
        game
    }
}

impl Junqi {
    /// Registers a tile in the tables of armies, rails and counts that follow from its kind, its
    /// owner and its cell.
    pub(super) fn register(&mut self, tile: Tile) {
        let Some(owner) = self.owner[tile].get() else { return };
        let kind = self.kind[tile];
        if kind == Some(Piece::Flag) {
            self.flag[owner.index()] = PackedOption::some(tile);
        }
        let Some(cell) = self.cell_of(tile) else { return };
        self.left[owner.index()].add(kind);
        let bit = self.public.ground.board.rail_bit(cell);
        if !self.public.assigned || self.public.down.contains(cell) {
            self.occupant[cell] = Occupant::OWNERLESS;
            self.rail[Occupant::OWNERLESS.index()] |= bit;
            return;
        }
        self.occupant[cell] = Occupant::of(owner);
        self.army[owner.index()].insert(cell);
        self.rail[owner.index()] |= bit;
        self.note_arrival(cell, kind);
    }
}

/// The values that stay the same while one view is determinized repeatedly.
struct Determinizer<'a> {
    view: &'a View,
    facts: &'a Facts,
    mine: MineRule,
    /// The hidden tiles in the order in which they are decided: those in fight constraints first,
    /// and in each group those that can be the fewest pieces.
    order: Vec<Tile>,
    /// The tiles in fight constraints, which come first in the order.
    constrained: Tiles,
}

impl<'a> Determinizer<'a> {
    fn new<R: Rng + ?Sized>(
        view: &'a View,
        facts: &'a Facts,
        start: &Candidates,
        rng: &mut R,
    ) -> Self {
        let ends = |constraint: &FightConstraint| [constraint.attacker, constraint.defender];
        let constrained: Tiles = facts.constraints.iter().flat_map(ends).collect();
        let possible_pieces = |tile: Tile| -> u8 {
            let Some(army) = view.owner[tile].get() else { return 0 };
            let left = start.armies[army.index()].capacity();
            start.sets[tile].iter().map(|kind| left[kind.index()]).sum()
        };
        let mut order: Vec<Tile> = facts.hidden.iter().collect();
        order.shuffle(rng);
        order.sort_by_cached_key(|tile| (!constrained.contains(*tile), possible_pieces(*tile)));
        Self { view, facts, mine: view.rules().mine, order, constrained }
    }

    /// Returns a kind for every tile.
    fn deal<R: Rng + ?Sized>(&self, start: &Candidates, rng: &mut R) -> Kinds {
        for attempt in 0..ATTEMPTS {
            let mut choices = CHOICES << (2 * attempt);
            let proposal = match attempt {
                0..ATTEMPTS_BY_PRIOR => Proposal::ByPrior,
                _ => Proposal::ByCount,
            };
            if let Some(mut full) = self.fill(*start, 0, &mut choices, proposal, rng) {
                self.metropolis(start, &mut full.sets, rng);
                return self.kinds(start, &full.sets);
            }
        }
        // Only a record that contradicts itself leads here.
        self.kinds(start, &start.sets)
    }

    /// Decides the tiles in fight constraints from a place in the order on, with backtracking,
    /// then all others. Returns `None` if there is no solution or the choices are used up.
    fn fill<R: Rng + ?Sized>(
        &self,
        mut guess: Candidates,
        mut at: usize,
        choices: &mut u32,
        proposal: Proposal,
        rng: &mut R,
    ) -> Option<Candidates> {
        let constrained = &self.order[..self.constrained.len()];
        while constrained.get(at).is_some_and(|tile| guess.kind(*tile).is_some()) {
            at += 1;
        }
        let Some(tile) = constrained.get(at).copied() else {
            return self.fill_unconstrained(guess, proposal, rng);
        };
        loop {
            *choices = choices.checked_sub(1)?;
            let left = self.left(&guess, self.army(tile)?);
            let kind = pick(guess.sets[tile], &left, tile, proposal, rng)?;
            let mut next = guess;
            next.sets[tile] = PieceSet::one(kind);
            if self.propagate(&mut next, tile) {
                let full = self.fill(next, at + 1, choices, proposal, rng);
                if full.is_some() {
                    return full;
                }
            }
            guess.sets[tile].remove(kind);
            if guess.sets[tile].is_empty() || !self.propagate(&mut guess, tile) {
                return None;
            }
        }
    }

    /// Decides the tiles that only their army's counts constrain.
    fn fill_unconstrained<R: Rng + ?Sized>(
        &self,
        mut guess: Candidates,
        proposal: Proposal,
        rng: &mut R,
    ) -> Option<Candidates> {
        let mut left: [[u8; 12]; SEATS] =
            std::array::from_fn(|army| self.left(&guess, Seat::new(army as u8)));
        for tile in self.order[self.constrained.len()..].iter().copied() {
            if guess.kind(tile).is_some() {
                continue;
            }
            let army = self.army(tile)?.index();
            loop {
                let mut candidates = guess.sets[tile];
                let kind = pick(candidates, &left[army], tile, proposal, rng)?;
                guess.sets[tile] = PieceSet::one(kind);
                let Candidates { armies, sets, .. } = &mut guess;
                if !armies[army].fit() || armies[army].match_kinds(sets).is_some() {
                    left[army][kind.index()] = left[army][kind.index()].saturating_sub(1);
                    break;
                }
                candidates.remove(kind);
                guess.sets[tile] = candidates;
                if candidates.is_empty() {
                    return None;
                }
            }
        }
        Some(guess)
    }

    fn army(&self, tile: Tile) -> Option<Seat> {
        self.view.owner[tile].get()
    }

    /// Propagates the removal of candidates from a tile. Returns false if there is a
    /// contradiction.
    fn propagate(&self, guess: &mut Candidates, tile: Tile) -> bool {
        if let Some(army) = self.army(tile) {
            guess.dirty.insert(army);
        }
        guess.propagate(&self.facts.constraints, &self.view.owner, self.mine)
    }

    /// Returns the number of pieces of each kind left for the undecided tiles of an army.
    fn left(&self, guess: &Candidates, army: Seat) -> [u8; 12] {
        let army = &guess.armies[army.index()];
        let mut left = *army.capacity();
        for kind in army.tiles().iter().filter_map(|tile| guess.kind(*tile)) {
            left[kind.index()] = left[kind.index()].saturating_sub(1);
        }
        left
    }

    /// Swaps pieces within each army by Metropolis steps, so that deals with more weight come up
    /// more often, whatever order the tiles were decided in.
    fn metropolis<R: Rng + ?Sized>(
        &self,
        start: &Candidates,
        dealt: &mut CandidateSets,
        rng: &mut R,
    ) {
        for army in &start.armies {
            let tiles = army.tiles();
            for _ in 0..METROPOLIS_SWAPS * tiles.len() {
                let pair = [(); 2].map(|()| tiles[rng.random_range(0..tiles.len())]);
                self.metropolis_step(start, dealt, pair, rng.random());
            }
        }
    }

    fn metropolis_step(
        &self,
        start: &Candidates,
        dealt: &mut CandidateSets,
        [a, b]: [Tile; 2],
        uniform: f32,
    ) {
        let (here, there) = (dealt[a], dealt[b]);
        let possible = |tile, kind| !start.sets[tile].intersection(kind).is_empty();
        if here == there || !possible(a, there) || !possible(b, here) {
            return;
        }
        let (Some(kind_a), Some(kind_b)) = (here.first_kind(), there.first_kind()) else { return };
        let weight = |tile: Tile, kind: Piece| WEIGHTS[tile][kind.index()];
        let before = weight(a, kind_a) * weight(b, kind_b);
        let after = weight(a, kind_b) * weight(b, kind_a);
        if uniform * before >= after {
            return;
        }
        (dealt[a], dealt[b]) = (there, here);
        let constrained = self.constrained.contains(a) || self.constrained.contains(b);
        let satisfied = |constraint: &FightConstraint| constraint.is_satisfied(dealt, self.mine);
        if constrained && !self.facts.constraints.iter().all(satisfied) {
            (dealt[a], dealt[b]) = (here, there);
        }
    }

    /// Returns the kinds of all tiles, those of hidden ones as dealt. Unrecorded pieces stay
    /// unknown.
    fn kinds(&self, start: &Candidates, dealt: &CandidateSets) -> Kinds {
        let mut kind = self.view.known_kinds();
        for tile in start.armies.iter().flat_map(|army| army.tiles()) {
            if self.view.kind[*tile] == KnownKind::Hidden {
                kind[*tile] = dealt[*tile].first_kind();
            }
        }
        kind
    }

    /// Deals again with a hidden piece of the seat to move restricted to kinds that move, until
    /// the seat has a legal action. Returns `game` if that fails for all its pieces.
    fn determinize_with_legal_move<R: Rng + ?Sized>(
        &self,
        game: Junqi,
        start: &Candidates,
        rng: &mut R,
    ) -> Junqi {
        let mut tiles = start.armies[game.public.turn.index()].tiles().to_vec();
        tiles.shuffle(rng);
        for tile in tiles {
            let mut movable = *start;
            movable.sets[tile] = movable.sets[tile].intersection(PieceSet::MOVING);
            let stands = game.cell_of(tile).is_some() && !movable.sets[tile].is_empty();
            if !stands || !self.propagate(&mut movable, tile) {
                continue;
            }
            let helped = self.view.with_pieces(self.deal(&movable, rng), self.view.owner);
            if helped.has_action(helped.public.turn) {
                return helped;
            }
        }
        game
    }
}

/// Draws one of the candidates of a tile. Returns `None` if there is none.
fn pick<R: Rng + ?Sized>(
    candidates: PieceSet,
    left: &[u8; 12],
    tile: Tile,
    proposal: Proposal,
    rng: &mut R,
) -> Option<Piece> {
    let weight = |kind: Piece| {
        let weight = match proposal {
            Proposal::ByPrior => WEIGHTS[tile][kind.index()],
            Proposal::ByCount => 1.0,
        };
        f32::from(left[kind.index()]) * weight
    };
    let mut rest = rng.random::<f32>() * candidates.iter().map(weight).sum::<f32>();
    let mut chosen = candidates.first_kind();
    for kind in candidates.iter().filter(|kind| left[kind.index()] > 0) {
        chosen = Some(kind);
        rest -= weight(kind);
        if rest < 0.0 {
            break;
        }
    }
    chosen
}
