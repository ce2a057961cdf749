//! Determinization: deals the hidden pieces of a view so that every recorded fact holds.
//!
//! A search needs full games that could be the true one. They must be consistent with everything
//! the viewer saw, and likely deals should be sampled more often than unlikely ones.
//!
//! 1. The side of each army's hidden Flag is drawn (`flag_side.rs`), since the places of its
//!    Landmines depend on it.
//! 2. Tiles that fought other hidden tiles depend on each other. They are decided first, by
//!    backtracking with constraint propagation.
//! 3. The other tiles follow, those with the fewest possible pieces first, each drawn by the layout
//!    prior. Bipartite matching makes sure that the rest can still be dealt.
//! 4. Dealing one tile after another is biased by their order. To remove the bias, random pairs of
//!    pieces are swapped, and a swap is accepted by the ratio of the weights after and before it
//!    (Metropolis). After enough swaps, the frequency of a deal is proportional to its weight.

use std::sync::LazyLock;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::cells::{CELLS, Cell};
use super::facts::{BattleConstraint, Facts};
use super::flag_side::flag_side_probabilities;
use super::layout_prior::{FlagSide, bethe_weight, frequency, frequency_by_side};
use super::matching::CandidateSets;
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::{BattleResult, Kind, KindSet, MineRule};
use super::propagate::PropagationState;
use super::seats::SEATS;
use super::state::{Junqi, TileKinds};
use super::tile::{Owners, Tile, TileMap, Tiles};
use super::view::{View, VisibleKind};
use crate::contract::seat::Seat;

/// The number of deals drawn without a restriction. A deal is returned at once if the seat to move
/// has a legal action in it. Only the last deal is not tested: it is the fallback if no deal with a
/// tile restricted to kinds that can move gives the seat a legal action.
const UNRESTRICTED_DEALS: usize = 2;

/// The maximum number of kinds that the first attempt at a deal may try before it is abandoned. The
/// limit of each further attempt is four times as high as that of the one before.
const MAX_CHOICES: u32 = 400;

/// The maximum number of attempts at a deal.
const ATTEMPTS: u32 = 10;
/// The number of attempts that draw kinds by the layout prior. Later attempts draw them by count
/// alone, for positions that the prior makes very unlikely.
const ATTEMPTS_BY_PRIOR: u32 = 4;

/// The number of Metropolis steps per hidden piece, after which the order of dealing no longer
/// matters. Each step proposes one swap.
const METROPOLIS_SWAPS: usize = 6;

/// The weight of a piece of each kind on each starting cell.
type PieceWeights = TileMap<[f32; 12]>;

/// The weights of pieces, for Flags on either side ([`FlagSide`]), and for Flags in unusual places.
/// The weight of a deal is the product of the weights of its pieces.
///
/// The frequency of a kind is divided by the number of its pieces. The weight is not this
/// frequency: it is chosen so that deals drawn in proportion to their weights have nearly these
/// frequencies ([`bethe_weight`]).
static PIECE_WEIGHTS: LazyLock<[PieceWeights; 3]> = LazyLock::new(|| {
    let weights = |frequency: &dyn Fn(Cell, Kind) -> f32| {
        let mut weights = TileMap::filled([0.0; 12]);
        for start in (0..CELLS as u8).map(Cell::new) {
            weights[Tile::named_by(start)] = Kind::ALL.map(|piece| {
                let per_piece = frequency(start, piece) / f32::from(piece.count());
                bethe_weight(per_piece).max(f32::MIN_POSITIVE)
            });
        }
        weights
    };
    let by_side = |side| weights(&|start, kind| frequency_by_side(start, kind, side));
    [by_side(FlagSide::Left), by_side(FlagSide::Right), weights(&frequency)]
});

/// The weights of the pieces of each army.
type WeightsByArmy = [&'static PieceWeights; SEATS];

/// The distribution from which the kind of a hidden tile is drawn.
#[derive(Clone, Copy)]
enum Proposal<'a> {
    /// In proportion to the remaining pieces of the kind times its weight by the layout prior.
    ByPrior(&'a WeightsByArmy),
    /// In proportion to the remaining pieces of the kind.
    ByCount,
}

impl View {
    /// Returns a full game consistent with everything the viewer knows.
    pub(super) fn determinize<R: Rng + ?Sized>(&self, rng: &mut R) -> Junqi {
        if self.rules().is_flip() {
            let (kind, owner) = self.shuffle_face_down(rng);
            return self.with_pieces(kind, owner);
        }
        let facts = Facts::from_view(self);
        if facts.hidden.is_empty() {
            return self.with_pieces(self.visible_kinds(), self.owner);
        }
        let start = PropagationState::from_facts(self, &facts);
        let dealer = Determinizer::new(self, &facts, &start, rng);
        let mut game = self.with_pieces(dealer.deal(&start, rng), self.owner);
        // Tests all deals but the last.
        for _ in 1..UNRESTRICTED_DEALS {
            if game.public.ending.is_some() || game.has_action(game.public.turn) {
                return game;
            }
            game = self.with_pieces(dealer.deal(&start, rng), self.owner);
        }
        dealer.determinize_with_legal_move(game, &start, rng)
    }

    /// Returns the kinds that are visible to the viewer.
    fn visible_kinds(&self) -> TileKinds {
        let mut kind = TileKinds::filled(None);
        self.tiles().for_each(|tile| kind[tile] = self.kind[tile].kind());
        kind
    }

    /// Returns the kinds and owners of all tiles, with the face-down pieces of Flip Junqi
    /// shuffled.
    fn shuffle_face_down<R: Rng + ?Sized>(&self, rng: &mut R) -> (TileKinds, Owners) {
        let (mut kind, mut owner) = (self.visible_kinds(), self.owner);
        let mut pool = Vec::with_capacity(50);
        for (army, counts) in (0..SEATS as u8).map(Seat::new).zip(self.face_down_counts()) {
            for (piece, count) in Kind::ALL.into_iter().zip(counts) {
                pool.extend(std::iter::repeat_n((army, piece), usize::from(count)));
            }
        }
        pool.shuffle(rng);
        let hidden = self.tiles().filter(|tile| self.kind[*tile] == VisibleKind::Hidden);
        for (tile, (army, piece)) in hidden.zip(pool) {
            (kind[tile], owner[tile]) = (Some(piece), PackedOption::some(army));
        }
        (kind, owner)
    }

    /// Returns the full game in which the tiles have these kinds and owners.
    fn with_pieces(&self, kind: TileKinds, owner: Owners) -> Junqi {
        // Nothing in a determinization is unknown, so it is not redacted.
        let mut game =
            Junqi::with_unregistered_tiles(self.public.clone().with_redaction(None), kind, owner);
        self.tiles().for_each(|tile| game.register(tile));
        // Counts the Landmines that Engineers cleared: those before a position that was set up by
        // hand, and those in the battles since.
        let set_up_facts = self.public.context.set_up_facts;
        game.cleared_mines = set_up_facts.map_or([0; SEATS], |facts| facts.cleared_mines);
        for battle in self.battles() {
            let kinds = [battle.attacker, battle.defender].map(|tile| kind[tile]);
            let engineer_strikes_mine = kinds == [Some(Kind::Engineer), Some(Kind::Landmine)];
            // By a house rule, or in a record that contradicts itself, the Landmine can win.
            if let Some(owner) = owner[battle.defender].get()
                && engineer_strikes_mine
                && battle.result != BattleResult::DefenderSurvives
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
        if kind == Some(Kind::Flag) {
            self.flag_tiles[owner.index()] = PackedOption::some(tile);
        }
        let Some(cell) = self.cell_of(tile) else { return };
        self.remaining[owner.index()].add(kind);
        let bit = self.public.context.board.rail_bit(cell);
        if !self.public.armies_assigned || self.public.face_down.contains(cell) {
            self.occupant[cell] = Occupant::OWNERLESS;
            self.rail_occupancy[Occupant::OWNERLESS.index()] |= bit;
            return;
        }
        self.occupant[cell] = Occupant::of(owner);
        self.army_cells[owner.index()].insert(cell);
        self.rail_occupancy[owner.index()] |= bit;
        self.update_mobility(cell, kind);
    }
}

/// The values shared by all deals of one view.
struct Determinizer<'a> {
    view: &'a View,
    facts: &'a Facts,
    mine: MineRule,
    /// The hidden tiles in the order in which they are decided: those in battle constraints first,
    /// and in each group those with the fewest possible pieces first.
    order: Vec<Tile>,
    /// The tiles in battle constraints, which come first in the order.
    constrained: Tiles,
    /// The probability of each side on which the Flag of an army can stand.
    flag_sides: [Option<[f32; 2]>; SEATS],
}

impl<'a> Determinizer<'a> {
    fn new<R: Rng + ?Sized>(
        view: &'a View,
        facts: &'a Facts,
        start: &PropagationState,
        rng: &mut R,
    ) -> Self {
        let tiles = |constraint: &BattleConstraint| [constraint.attacker, constraint.defender];
        let constrained: Tiles = facts.constraints.iter().flat_map(tiles).collect();
        let possible_pieces = |tile: Tile| -> u8 {
            let Some(army) = view.owner[tile].get() else { return 0 };
            let counts = start.armies[army.index()].capacity();
            start.sets[tile].iter().map(|kind| counts[kind.index()]).sum()
        };
        let mut order: Vec<Tile> = facts.hidden.iter().collect();
        order.shuffle(rng);
        order.sort_by_cached_key(|tile| (!constrained.contains(*tile), possible_pieces(*tile)));
        let flag_sides = std::array::from_fn(|army| {
            let has_hidden = !start.armies[army].tiles().is_empty();
            has_hidden.then(|| flag_side_probabilities(&start.sets, Seat::new(army as u8)))?
        });
        Self { view, facts, mine: view.rules().mine, order, constrained, flag_sides }
    }

    /// Draws the side of each army's Flag and restricts its headquarters to the Flag. Returns the
    /// weights that go with these sides.
    fn draw_flag_sides<R: Rng + ?Sized>(
        &self,
        start: &mut PropagationState,
        rng: &mut R,
    ) -> WeightsByArmy {
        let [left, right, unusual] = &*PIECE_WEIGHTS;
        let mut weights = [unusual; SEATS];
        for (army, shares) in self.flag_sides.iter().enumerate() {
            let Some([left_share, _]) = *shares else { continue };
            let mut sides = FlagSide::ALL;
            if rng.random::<f32>() >= left_share {
                sides.reverse();
            }
            // Battles between hidden pieces can rule a side out. Then the other one is taken.
            for side in sides {
                let mut restricted = *start;
                let tile = side.tile(Seat::new(army as u8));
                let kinds = &mut restricted.sets[tile];
                *kinds = kinds.intersection(KindSet::one(Kind::Flag));
                if !kinds.is_empty() && self.propagate(&mut restricted, tile) {
                    *start = restricted;
                    weights[army] = match side {
                        FlagSide::Left => left,
                        FlagSide::Right => right,
                    };
                    break;
                }
            }
        }
        weights
    }

    /// Returns a kind for every tile.
    fn deal<R: Rng + ?Sized>(&self, start: &PropagationState, rng: &mut R) -> TileKinds {
        let mut drawn = *start;
        let weights = self.draw_flag_sides(&mut drawn, rng);
        let start = &drawn;
        for attempt in 0..ATTEMPTS {
            let mut choices = MAX_CHOICES << (2 * attempt);
            let proposal = match attempt {
                0..ATTEMPTS_BY_PRIOR => Proposal::ByPrior(&weights),
                _ => Proposal::ByCount,
            };
            if let Some(mut deal) = self.assign_constrained(*start, 0, &mut choices, proposal, rng)
            {
                self.run_metropolis(start, &weights, &mut deal.sets, rng);
                return self.kinds(start, &deal.sets);
            }
        }
        // Only a record that contradicts itself leads here.
        self.kinds(start, &start.sets)
    }

    /// Decides the tiles in battle constraints by backtracking, from `index` in the order, then all
    /// other tiles. Returns `None` if there is no solution or `choices` reaches 0.
    fn assign_constrained<R: Rng + ?Sized>(
        &self,
        mut partial: PropagationState,
        mut index: usize,
        choices: &mut u32,
        proposal: Proposal<'_>,
        rng: &mut R,
    ) -> Option<PropagationState> {
        let constrained = &self.order[..self.constrained.len()];
        while constrained.get(index).is_some_and(|tile| partial.kind(*tile).is_some()) {
            index += 1;
        }
        let Some(tile) = constrained.get(index).copied() else {
            return self.assign_unconstrained(partial, proposal, rng);
        };
        loop {
            *choices = choices.checked_sub(1)?;
            let army = self.owner_of(tile)?;
            let remaining = self.remaining(&partial, army);
            let kind = draw_kind(partial.sets[tile], &remaining, (tile, army), proposal, rng)?;
            let mut next = partial;
            next.sets[tile] = KindSet::one(kind);
            if self.propagate(&mut next, tile) {
                let deal = self.assign_constrained(next, index + 1, choices, proposal, rng);
                if deal.is_some() {
                    return deal;
                }
            }
            // This kind leads to a dead end.
            partial.sets[tile].remove(kind);
            if partial.sets[tile].is_empty() || !self.propagate(&mut partial, tile) {
                return None;
            }
        }
    }

    /// Decides the tiles that only their army's counts constrain. Returns `None` if there is no
    /// solution.
    fn assign_unconstrained<R: Rng + ?Sized>(
        &self,
        mut partial: PropagationState,
        proposal: Proposal<'_>,
        rng: &mut R,
    ) -> Option<PropagationState> {
        let mut remaining: [[u8; 12]; SEATS] =
            std::array::from_fn(|army| self.remaining(&partial, Seat::new(army as u8)));
        for tile in self.order[self.constrained.len()..].iter().copied() {
            if partial.kind(tile).is_some() {
                continue;
            }
            let owner = self.owner_of(tile)?;
            let army = owner.index();
            loop {
                let mut candidates = partial.sets[tile];
                let kind = draw_kind(candidates, &remaining[army], (tile, owner), proposal, rng)?;
                partial.sets[tile] = KindSet::one(kind);
                let PropagationState { armies, sets, .. } = &mut partial;
                // Inconsistent counts exclude nothing, so any kind is accepted.
                if !armies[army].is_consistent() || armies[army].match_kinds(sets).is_some() {
                    let count = &mut remaining[army][kind.index()];
                    *count = count.saturating_sub(1);
                    break;
                }
                // With this kind the other tiles cannot be dealt.
                candidates.remove(kind);
                partial.sets[tile] = candidates;
                if candidates.is_empty() {
                    return None;
                }
            }
        }
        Some(partial)
    }

    /// Returns the seat whose army a tile belongs to.
    fn owner_of(&self, tile: Tile) -> Option<Seat> {
        self.view.owner[tile].get()
    }

    /// Propagates the removal of candidates from a tile. Returns false if there is a
    /// contradiction.
    fn propagate(&self, partial: &mut PropagationState, tile: Tile) -> bool {
        if let Some(army) = self.owner_of(tile) {
            partial.dirty.insert(army);
        }
        partial.propagate(&self.facts.constraints, &self.view.owner, self.mine)
    }

    /// Returns the number of pieces of each kind that remain for the undecided tiles of an army.
    fn remaining(&self, partial: &PropagationState, army: Seat) -> [u8; 12] {
        let army = &partial.armies[army.index()];
        let mut counts = *army.capacity();
        for kind in army.tiles().iter().filter_map(|tile| partial.kind(*tile)) {
            let count = &mut counts[kind.index()];
            *count = count.saturating_sub(1);
        }
        counts
    }

    /// Swaps pieces within each army by Metropolis steps, so that the order in which the tiles were
    /// decided no longer matters.
    fn run_metropolis<R: Rng + ?Sized>(
        &self,
        start: &PropagationState,
        weights: &WeightsByArmy,
        dealt: &mut CandidateSets,
        rng: &mut R,
    ) {
        for (army, weights) in start.armies.iter().zip(weights) {
            let tiles = army.tiles();
            for _ in 0..METROPOLIS_SWAPS * tiles.len() {
                let pair = [(); 2].map(|()| tiles[rng.random_range(0..tiles.len())]);
                self.metropolis_step((start, weights), dealt, pair, rng.random());
            }
        }
    }

    /// Swaps the kinds of two tiles, if both stay possible and the Metropolis criterion accepts the
    /// swap. `uniform` is a random number from 0 to 1.
    fn metropolis_step(
        &self,
        (start, weights): (&PropagationState, &PieceWeights),
        dealt: &mut CandidateSets,
        [a, b]: [Tile; 2],
        uniform: f32,
    ) {
        let (set_a, set_b) = (dealt[a], dealt[b]);
        let possible = |tile, kind| !start.sets[tile].intersection(kind).is_empty();
        if set_a == set_b || !possible(a, set_b) || !possible(b, set_a) {
            return;
        }
        let (Some(kind_a), Some(kind_b)) = (set_a.first_kind(), set_b.first_kind()) else { return };
        let weight = |tile: Tile, kind: Kind| weights[tile][kind.index()];
        let before = weight(a, kind_a) * weight(b, kind_b);
        let after = weight(a, kind_b) * weight(b, kind_a);
        if uniform * before >= after {
            return;
        }
        (dealt[a], dealt[b]) = (set_b, set_a);
        let is_constrained = self.constrained.contains(a) || self.constrained.contains(b);
        let satisfied = |constraint: &BattleConstraint| constraint.is_satisfied(dealt, self.mine);
        if is_constrained && !self.facts.constraints.iter().all(satisfied) {
            (dealt[a], dealt[b]) = (set_a, set_b);
        }
    }

    /// Returns the kinds of all tiles: the visible kinds, and for hidden tiles the dealt kinds. A
    /// piece whose kind an imported record does not contain stays without one.
    fn kinds(&self, start: &PropagationState, dealt: &CandidateSets) -> TileKinds {
        let mut kind = self.view.visible_kinds();
        for tile in start.armies.iter().flat_map(|army| army.tiles()) {
            if self.view.kind[*tile] == VisibleKind::Hidden {
                kind[*tile] = dealt[*tile].first_kind();
            }
        }
        kind
    }

    /// Repeats the deal until the seat to move has a legal action. Each time, another hidden piece
    /// of that seat is restricted to kinds that can move. Returns `game` if this fails for all
    /// pieces.
    fn determinize_with_legal_move<R: Rng + ?Sized>(
        &self,
        game: Junqi,
        start: &PropagationState,
        rng: &mut R,
    ) -> Junqi {
        let mut tiles = start.armies[game.public.turn.index()].tiles().to_vec();
        tiles.shuffle(rng);
        for tile in tiles {
            let mut restricted = *start;
            restricted.sets[tile] = restricted.sets[tile].intersection(KindSet::MOVING);
            let can_move = game.cell_of(tile).is_some() && !restricted.sets[tile].is_empty();
            if !can_move || !self.propagate(&mut restricted, tile) {
                continue;
            }
            let candidate = self.view.with_pieces(self.deal(&restricted, rng), self.view.owner);
            if candidate.has_action(candidate.public.turn) {
                return candidate;
            }
        }
        game
    }
}

/// Draws one of the candidates of a tile. `remaining` is the number of pieces of each kind that
/// remain for the undecided tiles of its army. Returns `None` if there is no candidate.
fn draw_kind<R: Rng + ?Sized>(
    candidates: KindSet,
    remaining: &[u8; 12],
    (tile, army): (Tile, Seat),
    proposal: Proposal<'_>,
    rng: &mut R,
) -> Option<Kind> {
    let weight = |kind: Kind| {
        let piece_weight = match proposal {
            Proposal::ByPrior(weights) => weights[army.index()][tile][kind.index()],
            Proposal::ByCount => 1.0,
        };
        f32::from(remaining[kind.index()]) * piece_weight
    };
    let mut rest = rng.random::<f32>() * candidates.iter().map(weight).sum::<f32>();
    // If no piece of any candidate remains, the first candidate is drawn. The caller then checks
    // whether it fits.
    let mut chosen = candidates.first_kind();
    for kind in candidates.iter().filter(|kind| remaining[kind.index()] > 0) {
        chosen = Some(kind);
        rest -= weight(kind);
        if rest < 0.0 {
            break;
        }
    }
    chosen
}
