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

use super::cells::{CELLS, Cell, Cells, NONE};
use super::facts::Facts;
use super::matching::Masks;
use super::piece::{BattleResult, MineRule, Piece, PieceSet};
use super::prior::weight;
use super::propagate::Candidates;
use super::seats::SEATS;
use super::state::{Junqi, NOBODYS, UNKNOWN};
use super::view::View;

/// Deals tried before the seat to move is given a piece that can move.
const DEALS: usize = 2;

/// Kinds chosen for tiles before a deal counts as a dead end and starts anew. Each attempt may
/// choose four times as many as the one before.
const CHOICES: u32 = 400;

/// Attempts at a deal. The first of them choose pieces by the layout prior, the others uniformly,
/// for rare positions.
const ATTEMPTS: u32 = 10;
const NATURAL_ATTEMPTS: u32 = 4;

/// Metropolis swaps per hidden piece, after which the order of dealing is forgotten.
const METROPOLIS_SWAPS: usize = 6;

/// The odds of each kind on each starting cell. The weight of a deal is the product of its odds.
/// If single pieces have frequencies `m`, odds `m (1 - m)` lead to these very nearly.
static ODDS: LazyLock<[[f32; 12]; CELLS]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        Piece::ALL.map(|piece| {
            let single = weight(Cell::new(index as u8), piece) / f32::from(piece.count());
            (single * (1.0 - single)).max(f32::MIN_POSITIVE)
        })
    })
});

impl View {
    /// Returns a full game consistent with everything the viewer knows.
    pub(super) fn determinize<R: Rng + ?Sized>(&self, rng: &mut R) -> Junqi {
        if self.rules().is_flip() {
            let (kind, owner) = self.shuffle_face_down(rng);
            return self.with_pieces(kind, owner);
        }
        let facts = Facts::of(self);
        if facts.hidden.is_empty() {
            return self.with_pieces(self.kind, self.owner);
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

    /// Returns the kinds and owners of all tiles, with the face-down pieces of flip chess
    /// shuffled.
    fn shuffle_face_down<R: Rng + ?Sized>(&self, rng: &mut R) -> ([u8; CELLS], [u8; CELLS]) {
        let (mut kind, mut owner) = (self.kind, self.owner);
        let mut pool = Vec::with_capacity(50);
        for (army, left) in self.face_down().into_iter().enumerate() {
            for (piece, left) in left.into_iter().enumerate() {
                pool.extend((0..left).map(|_| (army as u8, piece as u8)));
            }
        }
        pool.shuffle(rng);
        let hidden = self.tiles().filter(|tile| self.kind[tile.index()] == NONE);
        for (tile, (army, piece)) in hidden.zip(pool) {
            (kind[tile.index()], owner[tile.index()]) = (piece, army);
        }
        (kind, owner)
    }

    /// Returns the game in which the tiles are these pieces.
    fn with_pieces(&self, kind: [u8; CELLS], owner: [u8; CELLS]) -> Junqi {
        // In a determinization everything is known, so it is not redacted.
        let mut game = Junqi::unplaced(self.public.clone().with_redaction(None), kind, owner);
        self.tiles().for_each(|tile| game.enter(tile));
        game.cleared_mines =
            self.public.ground.set_up.map_or([0; SEATS], |set_up| set_up.cleared_mines);
        for battle in self.battles() {
            let kinds = [battle.attacker, battle.defender].map(|tile| kind[tile.index()]);
            let digs = kinds == [Piece::Engineer as u8, Piece::Landmine as u8];
            if digs && battle.fight != BattleResult::DefenderStays {
                game.cleared_mines[owner[battle.defender.index()] as usize & 7] += 1;
            }
        }
        game
    }
}

impl Junqi {
    /// Enters a tile, with the consequences of its kind, its owner and its cell.
    pub(super) fn enter(&mut self, tile: Cell) {
        let index = tile.index();
        let (kind, owner) = (self.kind[index], self.owner[index]);
        if kind == Piece::Flag as u8 {
            self.flag[owner as usize & 7] = index as u8;
        }
        let Some(cell) = self.cell_of(tile) else { return };
        self.left[owner as usize & 7][kind as usize] += 1;
        let bit = self.public.ground.board.rail_bit(cell);
        if !self.public.assigned || self.public.down.contains(cell) {
            self.who[cell.index()] = NOBODYS;
            self.rail[NOBODYS as usize] |= bit;
            return;
        }
        self.who[cell.index()] = owner;
        self.army[owner as usize & 7].insert(cell);
        self.rail[owner as usize & 7] |= bit;
        self.note_arrival(cell, kind);
    }
}

/// The values that stay the same while one view is determinized repeatedly.
struct Determinizer<'a> {
    view: &'a View,
    facts: &'a Facts,
    mine: MineRule,
    /// The hidden tiles in the order in which they are decided: those in fight constraints first,
    /// and in each group those with the fewest choices.
    order: Vec<u8>,
    /// The number of tiles in fight constraints.
    ties: usize,
    tied: Cells,
}

impl<'a> Determinizer<'a> {
    fn new<R: Rng + ?Sized>(
        view: &'a View,
        facts: &'a Facts,
        start: &Candidates,
        rng: &mut R,
    ) -> Self {
        let ends = |tie: &super::facts::FightConstraint| [tie.attacker, tie.defender];
        let tied: Cells = facts.constraints.iter().flat_map(ends).map(Cell::new).collect();
        let choice = |tile: u8| -> u8 {
            let count = start.rosters[view.owner[tile as usize] as usize & 7].count();
            let maybe = PieceSet::of_bits(start.masks[tile as usize]);
            maybe.iter().map(|piece| count[piece.index()]).sum()
        };
        let mut order: Vec<u8> = facts.hidden.iter().map(|tile| tile.index() as u8).collect();
        order.shuffle(rng);
        order.sort_by_cached_key(|tile| (!tied.contains(Cell::new(*tile)), choice(*tile)));
        Self { view, facts, mine: view.rules().mine, order, ties: tied.len(), tied }
    }

    /// Returns a kind for every tile.
    fn deal<R: Rng + ?Sized>(&self, start: &Candidates, rng: &mut R) -> [u8; CELLS] {
        for attempt in 0..ATTEMPTS {
            let mut choices = CHOICES << (2 * attempt);
            let natural = attempt < NATURAL_ATTEMPTS;
            if let Some(mut full) = self.fill(*start, 0, &mut choices, natural, rng) {
                self.metropolis(start, &mut full.masks, rng);
                return self.kinds(start, &full.masks);
            }
        }
        // Only a record that contradicts itself leads here.
        self.kinds(start, &start.masks)
    }

    /// Decides the tiles in fight constraints from a place in the order on, with backtracking,
    /// then all others. Returns `None` if there is no solution or the choices are used up.
    fn fill<R: Rng + ?Sized>(
        &self,
        mut guess: Candidates,
        mut at: usize,
        choices: &mut u32,
        natural: bool,
        rng: &mut R,
    ) -> Option<Candidates> {
        while self.order[at..self.ties].first().is_some_and(|tile| guess.kind(*tile).is_some()) {
            at += 1;
        }
        if at == self.ties {
            return self.fill_untied(guess, natural, rng);
        }
        let tile = self.order[at] as usize;
        loop {
            *choices = choices.checked_sub(1)?;
            let left = self.left(&guess, self.army(tile));
            let kind = pick(guess.masks[tile], &left, tile, natural, rng);
            let mut next = guess;
            next.masks[tile] = 1 << kind;
            if self.propagate(&mut next, tile) {
                let full = self.fill(next, at + 1, choices, natural, rng);
                if full.is_some() {
                    return full;
                }
            }
            guess.masks[tile] &= !(1 << kind);
            if guess.masks[tile] == 0 || !self.propagate(&mut guess, tile) {
                return None;
            }
        }
    }

    /// Decides the tiles that only their army's counts constrain.
    fn fill_untied<R: Rng + ?Sized>(
        &self,
        mut guess: Candidates,
        natural: bool,
        rng: &mut R,
    ) -> Option<Candidates> {
        let mut left: [[u8; 12]; SEATS] = std::array::from_fn(|army| self.left(&guess, army));
        for tile in self.order[self.ties..].iter().map(|tile| *tile as usize) {
            let army = self.army(tile);
            if guess.kind(tile as u8).is_some() {
                continue;
            }
            loop {
                let mask = guess.masks[tile];
                let kind = pick(mask, &left[army], tile, natural, rng);
                guess.masks[tile] = 1 << kind;
                let Candidates { rosters, masks, .. } = &mut guess;
                if !rosters[army].fit() || rosters[army].match_kinds(masks).is_some() {
                    left[army][kind] = left[army][kind].saturating_sub(1);
                    break;
                }
                guess.masks[tile] = mask & !(1 << kind);
                if guess.masks[tile] == 0 {
                    return None;
                }
            }
        }
        Some(guess)
    }

    fn army(&self, tile: usize) -> usize {
        self.view.owner[tile] as usize & 7
    }

    /// Propagates the removal of candidates from a tile. Returns false if there is a
    /// contradiction.
    fn propagate(&self, guess: &mut Candidates, tile: usize) -> bool {
        guess.dirty |= 1 << self.army(tile);
        guess.propagate(&self.facts.constraints, &self.view.owner, self.mine)
    }

    /// Returns the count of each kind left for the undecided tiles of an army.
    fn left(&self, guess: &Candidates, army: usize) -> [u8; 12] {
        let roster = &guess.rosters[army];
        let mut left = *roster.count();
        for kind in roster.tiles().iter().filter_map(|tile| guess.kind(*tile)) {
            left[kind] = left[kind].saturating_sub(1);
        }
        left
    }

    /// Swaps pieces within each army by Metropolis steps, so that deals with more weight come up
    /// more often, whatever order the tiles were decided in.
    fn metropolis<R: Rng + ?Sized>(&self, start: &Candidates, dealt: &mut Masks, rng: &mut R) {
        for roster in &start.rosters {
            let tiles = roster.tiles();
            for _ in 0..METROPOLIS_SWAPS * tiles.len() {
                let pair = [(); 2].map(|()| tiles[rng.random_range(0..tiles.len())]);
                self.metropolis_step(start, dealt, pair, rng.random());
            }
        }
    }

    fn metropolis_step(&self, start: &Candidates, dealt: &mut Masks, pair: [u8; 2], uniform: f32) {
        let [a, b] = pair.map(usize::from);
        let (here, there) = (dealt[a], dealt[b]);
        if here == there || start.masks[a] & there == 0 || start.masks[b] & here == 0 {
            return;
        }
        let weight = |tile: usize, mask: u16| ODDS[tile][mask.trailing_zeros() as usize];
        let before = weight(a, here) * weight(b, there);
        let after = weight(a, there) * weight(b, here);
        if uniform * before >= after {
            return;
        }
        (dealt[a], dealt[b]) = (there, here);
        let tied = pair.iter().any(|tile| self.tied.contains(Cell::new(*tile)));
        if tied && !self.facts.constraints.iter().all(|tie| tie.is_satisfied(dealt, self.mine)) {
            (dealt[a], dealt[b]) = (here, there);
        }
    }

    /// Returns the kinds of all tiles, those of hidden ones as dealt. Unrecorded pieces stay
    /// unknown.
    fn kinds(&self, start: &Candidates, dealt: &Masks) -> [u8; CELLS] {
        let mut kind = self.view.kind;
        for tile in start.rosters.iter().flat_map(|roster| roster.tiles()) {
            let kind = &mut kind[*tile as usize];
            if *kind != UNKNOWN {
                *kind = dealt[*tile as usize].trailing_zeros() as u8;
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
        let mut tiles = start.rosters[game.public.turn.index()].tiles().to_vec();
        tiles.shuffle(rng);
        for tile in tiles.into_iter().map(usize::from) {
            let mut movable = *start;
            movable.masks[tile] &= PieceSet::MOVING.bits();
            let stands = game.public.place[tile] != NONE && movable.masks[tile] != 0;
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

/// Draws one of the candidates of a tile, in proportion to the counts left and, if `natural`, the
/// odds of the layout prior.
fn pick<R: Rng + ?Sized>(
    mask: u16,
    left: &[u8; 12],
    tile: usize,
    natural: bool,
    rng: &mut R,
) -> usize {
    let kinds = PieceSet::of_bits(mask);
    let weight = |piece: Piece| {
        let weight = if natural { ODDS[tile][piece.index()] } else { 1.0 };
        f32::from(left[piece.index()]) * weight
    };
    let mut rest = rng.random::<f32>() * kinds.iter().map(weight).sum::<f32>();
    let mut chosen = mask.trailing_zeros() as usize;
    for piece in kinds.iter().filter(|piece| left[piece.index()] > 0) {
        chosen = piece.index();
        rest -= weight(piece);
        if rest < 0.0 {
            break;
        }
    }
    chosen
}
