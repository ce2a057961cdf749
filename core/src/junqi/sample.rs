//! Deals what a view leaves open, so that every recorded fact holds.

use std::sync::LazyLock;

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::cells::{CELLS, Cell, Cells, NONE};
use super::facts::Facts;
use super::matching::Masks;
use super::piece::{Fight, Mine, Piece, PieceSet};
use super::prior::weight;
use super::propagate::Candidates;
use super::seats::SEATS;
use super::state::{Junqi, NOBODYS, UNKNOWN};
use super::view::View;

/// Deals tried until the seat to move has a piece that can; then it is given one.
const DEALS: usize = 2;

/// Kinds chosen for tiles before a deal is taken for a dead end and begun anew; four times as
/// many with each attempt.
const CHOICES: u32 = 400;

/// Attempts at a deal, of which the first choose pieces as people lay them out; the others
/// choose evenly, for rare positions.
const ATTEMPTS: u32 = 10;
const NATURAL_ATTEMPTS: u32 = 4;

/// Exchanges of two pieces per hidden piece, after which the order of dealing is forgotten.
const METROPOLIS_SWAPS: usize = 6;

/// How strongly each starting cell draws each kind: a deal is the likelier the larger the
/// product of its pulls. Where single pieces stand with frequency `m`, pulls `m (1 - m)` lead
/// to these frequencies very nearly.
static ODDS: LazyLock<[[f32; 12]; CELLS]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        Piece::ALL.map(|piece| {
            let single = weight(Cell::new(index as u8), piece) / f32::from(piece.count());
            (single * (1.0 - single)).max(f32::MIN_POSITIVE)
        })
    })
});

impl View {
    /// A full game that agrees with everything the viewer knows.
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

    /// Flip chess: turns the face-down pieces over to each other at random.
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

    /// The game in which the tiles are these pieces.
    fn with_pieces(&self, kind: [u8; CELLS], owner: [u8; CELLS]) -> Junqi {
        // In a game that is only imagined everything is known.
        let mut game = Junqi::unplaced(self.public.clone().with_redaction(None), kind, owner);
        self.tiles().for_each(|tile| game.enter(tile));
        game.cleared_mines =
            self.public.ground.set_up.map_or([0; SEATS], |set_up| set_up.cleared_mines);
        for battle in self.battles() {
            let kinds = [battle.attacker, battle.defender].map(|tile| kind[tile.index()]);
            let digs = kinds == [Piece::Engineer as u8, Piece::Landmine as u8];
            if digs && battle.fight != Fight::DefenderStays {
                game.cleared_mines[owner[battle.defender.index()] as usize & 7] += 1;
            }
        }
        game
    }
}

impl Junqi {
    /// Enters a tile with all that follows from its kind, its owner and its place.
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

/// What stays the same while one view is dealt out again and again.
struct Determinizer<'a> {
    view: &'a View,
    facts: &'a Facts,
    mine: Mine,
    /// The hidden tiles in the order in which they are decided: tied ones first, then those
    /// with the least choice.
    order: Vec<u8>,
    /// How many of them are tied.
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

    /// A kind for every tile.
    fn deal<R: Rng + ?Sized>(&self, start: &Candidates, rng: &mut R) -> [u8; CELLS] {
        for attempt in 0..ATTEMPTS {
            let mut choices = CHOICES << (2 * attempt);
            let natural = attempt < NATURAL_ATTEMPTS;
            if let Some(mut full) = self.fill(*start, 0, &mut choices, natural, rng) {
                self.metropolis(start, &mut full.masks, rng);
                return self.kinds(start, &full.masks);
            }
        }
        // Only a record that contradicts itself comes to this.
        self.kinds(start, &start.masks)
    }

    /// Decides the tied tiles from a place in the order on, going back where that leads
    /// nowhere, then all the others.
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

    /// Decides the tiles that only their army's numbers tie to others.
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

    /// Draws the conclusions from what was taken away from a tile.
    fn propagate(&self, guess: &mut Candidates, tile: usize) -> bool {
        guess.dirty |= 1 << self.army(tile);
        guess.propagate(&self.facts.constraints, &self.view.owner, self.mine)
    }

    /// How many of each kind are left for the undecided tiles of an army.
    fn left(&self, guess: &Candidates, army: usize) -> [u8; 12] {
        let roster = &guess.rosters[army];
        let mut left = *roster.count();
        for kind in roster.tiles().iter().filter_map(|tile| guess.kind(*tile)) {
            left[kind] = left[kind].saturating_sub(1);
        }
        left
    }

    /// Exchanges pieces of the same army: deals that people would make more often come up
    /// more often (Metropolis), whatever order the tiles were decided in.
    fn metropolis<R: Rng + ?Sized>(&self, start: &Candidates, dealt: &mut Masks, rng: &mut R) {
        for roster in &start.rosters {
            let tiles = roster.tiles();
            for _ in 0..METROPOLIS_SWAPS * tiles.len() {
                let pair = [(); 2].map(|()| tiles[rng.random_range(0..tiles.len())]);
                self.metropolis_step(start, dealt, pair, rng.random());
            }
        }
    }

    fn metropolis_step(&self, start: &Candidates, dealt: &mut Masks, pair: [u8; 2], luck: f32) {
        let [a, b] = pair.map(usize::from);
        let (here, there) = (dealt[a], dealt[b]);
        if here == there || start.masks[a] & there == 0 || start.masks[b] & here == 0 {
            return;
        }
        let pull = |tile: usize, mask: u16| ODDS[tile][mask.trailing_zeros() as usize];
        let before = pull(a, here) * pull(b, there);
        let after = pull(a, there) * pull(b, here);
        if luck * before >= after {
            return;
        }
        (dealt[a], dealt[b]) = (there, here);
        let tied = pair.iter().any(|tile| self.tied.contains(Cell::new(*tile)));
        if tied && !self.facts.constraints.iter().all(|tie| tie.is_satisfied(dealt, self.mine)) {
            (dealt[a], dealt[b]) = (here, there);
        }
    }

    /// The kinds of all tiles, those of hidden ones as dealt; a piece nobody recorded stays so.
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

    /// Deals so that the seat to move can move: a piece of it with a free way is no mine.
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

/// One of the kinds a tile can be, in proportion to how many are left and how people lay
/// them out.
fn pick<R: Rng + ?Sized>(
    mask: u16,
    left: &[u8; 12],
    tile: usize,
    natural: bool,
    rng: &mut R,
) -> usize {
    let kinds = PieceSet::of_bits(mask);
    let pull = |piece: Piece| {
        let pull = if natural { ODDS[tile][piece.index()] } else { 1.0 };
        f32::from(left[piece.index()]) * pull
    };
    let mut rest = rng.random::<f32>() * kinds.iter().map(pull).sum::<f32>();
    let mut chosen = mask.trailing_zeros() as usize;
    for piece in kinds.iter().filter(|piece| left[piece.index()] > 0) {
        chosen = piece.index();
        rest -= pull(piece);
        if rest < 0.0 {
            break;
        }
    }
    chosen
}
