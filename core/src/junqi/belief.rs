//! What a viewer can deduce: the kinds each hidden piece can still be, and how likely each is.

use std::sync::OnceLock;

use super::cells::{Cell, Cells};
use super::facts::{Facts, Masks, Tie};
use super::piece::{ARMY, Mine, Piece, PieceSet};
use super::prior::weight;
use super::roster::Roster;
use super::state::{NONE, Tile, UNKNOWN};
use super::view::View;

/// The chance of each kind, in the order of [`Piece::ALL`]; they add up to 1.
pub type Chances = [f32; 12];

/// Everything a viewer can deduce from its whole view: its own and shown pieces, what they
/// met, where pieces started and how they moved, Flags shown or not shown, and the numbers
/// of each kind in an army.
///
/// Facts about single pieces together with the numbers are used exhaustively (a flow
/// problem); facts about two hidden pieces by propagation. The truth is never excluded.
#[derive(Clone, Debug)]
pub struct Belief {
    hidden: Cells,
    masks: Masks,
    /// The army each tile belongs to, by seat; `NONE` where that is hidden too.
    owner: [u8; super::cells::CELLS],
    rosters: [Roster; 4],
    /// Flip chess: how many of each kind lie face down, by army.
    down: Option<[[u8; 12]; 4]>,
    chances: [OnceLock<Box<[Chances; ARMY]>>; 4],
}

impl View {
    /// What the viewer can deduce about the pieces it does not see.
    #[must_use]
    pub fn belief(&self) -> Belief {
        Belief::of(self)
    }
}

impl Belief {
    fn of(view: &View) -> Self {
        let facts = Facts::of(view);
        let mut belief = Self {
            hidden: facts.hidden,
            masks: facts.masks,
            owner: view.owner,
            rosters: [Roster::new(); 4],
            down: None,
            chances: Default::default(),
        };
        if view.ground.rules.is_flip() {
            let down = view.face_down();
            let kinds = (0..12).filter(|kind| down.iter().any(|army| army[*kind] > 0));
            let mask = kinds.fold(0, |mask, kind| mask | 1 << kind);
            facts.hidden.iter().for_each(|tile| belief.masks[tile.index()] = mask);
            belief.down = Some(down);
        } else if !facts.hidden.is_empty() {
            let guess = Guess::settled(view, &facts);
            (belief.masks, belief.rosters) = (guess.masks, guess.rosters);
        }
        belief
    }

    /// The kinds a piece can still be, alive or lost; the one it is where the viewer knows
    /// it, none where no piece started.
    #[must_use]
    pub fn maybe(&self, tile: Tile) -> PieceSet {
        PieceSet::from_bits(self.masks[tile.index()])
    }

    /// How likely a piece is of each kind: the numbers of every kind and every piece add up,
    /// in proportions as people lay out where nothing else is known.
    #[must_use]
    pub fn chances(&self, tile: Tile) -> Chances {
        if self.down.is_some() && self.hidden.contains(tile) {
            return self
                .sides(tile)
                .iter()
                .fold([0.0; 12], |sum, army| std::array::from_fn(|kind| sum[kind] + army[kind]));
        }
        self.army_chances(tile).unwrap_or_else(|| self.even(tile))
    }

    /// As [`Belief::chances`], for each army by itself, by the seat that owns it (before seats
    /// are settled: that it is named after). In flip chess a face-down piece can be of either
    /// army.
    #[must_use]
    pub fn sides(&self, tile: Tile) -> [Chances; 4] {
        let mut sides = [[0.0; 12]; 4];
        match &self.down {
            Some(down) if self.hidden.contains(tile) => {
                let all: u32 = down.iter().flatten().map(|left| u32::from(*left)).sum();
                for (side, army) in sides.iter_mut().zip(down) {
                    *side = army.map(|left| f32::from(left) / all.max(1) as f32);
                }
            }
            _ => {
                if let Some(side) = sides.get_mut(self.owner[tile.index()] as usize) {
                    *side = self.chances(tile);
                }
            }
        }
        sides
    }

    /// The same chance for every kind a piece can be.
    fn even(&self, tile: Tile) -> Chances {
        let maybe = self.maybe(tile);
        let share = 1.0 / maybe.len().max(1) as f32;
        Piece::ALL.map(|piece| if maybe.contains(piece) { share } else { 0.0 })
    }

    fn army_chances(&self, tile: Tile) -> Option<Chances> {
        let owner = self.owner[tile.index()] as usize;
        let roster = self.rosters.get(owner).filter(|roster| roster.counts())?;
        let place = roster.tiles().iter().position(|other| *other as usize == tile.index())?;
        let table = self.chances[owner].get_or_init(|| Box::new(balance(roster, &self.masks)));
        Some(table[place])
    }
}

/// Rounds of balancing, after which the sums are right to about a thousandth.
const ROUNDS: usize = 12;

/// The chances of an army's hidden tiles: the weights, scaled by turns until every kind is
/// there as often as it is and every tile is one piece.
fn balance(roster: &Roster, masks: &Masks) -> [Chances; ARMY] {
    let mut table = [[0.0f32; 12]; ARMY];
    let tiles = roster.tiles();
    for (row, tile) in table.iter_mut().zip(tiles) {
        for piece in PieceSet::from_bits(masks[*tile as usize]).iter() {
            row[piece.index()] = weight(Cell::new(*tile), piece).max(f32::MIN_POSITIVE);
        }
    }
    let table_rows = &mut table[..tiles.len()];
    for _ in 0..ROUNDS {
        let mut sums = [0.0f32; 12];
        for row in table_rows.iter() {
            (0..12).for_each(|kind| sums[kind] += row[kind]);
        }
        let scale: [f32; 12] = std::array::from_fn(|kind| {
            if sums[kind] > 0.0 { f32::from(roster.count()[kind]) / sums[kind] } else { 0.0 }
        });
        for row in table_rows.iter_mut() {
            (0..12).for_each(|kind| row[kind] *= scale[kind]);
            let sum: f32 = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance /= sum.max(f32::MIN_POSITIVE));
        }
    }
    table
}

impl View {
    /// Flip chess: how many of each kind lie face down, by army.
    pub(super) fn face_down(&self) -> [[u8; 12]; 4] {
        let mut down = [[0; 12]; 4];
        for army in [0, 2] {
            down[army] = Piece::ALL.map(Piece::count);
        }
        for tile in self.tiles.iter() {
            let (kind, owner) = (self.kind[tile.index()], self.owner[tile.index()]);
            if kind < UNKNOWN && owner != NONE {
                let left = &mut down[owner as usize & 3][kind as usize];
                *left = left.saturating_sub(1);
            }
        }
        down
    }
}

/// What every tile can be, with the armies' numbers; narrowed down step by step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) masks: Masks,
    pub(super) rosters: [Roster; 4],
    /// The armies, as bits, in which something was taken away since their numbers were used.
    pub(super) stale: u8,
}

impl Guess {
    /// Everything that follows from the facts. A record from outside can contradict itself;
    /// then the numbers and ties are left aside, and what contradicts itself can be anything.
    pub(super) fn settled(view: &View, facts: &Facts) -> Self {
        let mut start = Self { masks: facts.masks, rosters: [Roster::new(); 4], stale: 0b1111 };
        for tile in view.tiles.iter() {
            let (kind, owner) = (view.kind[tile.index()], view.owner[tile.index()]);
            let Some(roster) = start.rosters.get_mut(owner as usize) else { continue };
            if kind < UNKNOWN {
                roster.know(kind);
            } else {
                roster.hide(tile.index() as u8);
            }
        }
        let mut guess = start;
        let possible = facts.hidden.iter().all(|tile| facts.masks[tile.index()] != 0);
        if possible && guess.settle(&facts.ties, &view.owner, view.ground.rules.mine) {
            return guess;
        }
        for tile in facts.hidden.iter().filter(|tile| facts.masks[tile.index()] == 0) {
            start.masks[tile.index()] = PieceSet::ALL.bits();
        }
        start
    }

    /// What a tile is, once only one kind is left for it.
    pub(super) fn kind(&self, tile: u8) -> Option<usize> {
        let mask = self.masks[tile as usize];
        (mask.count_ones() == 1).then(|| mask.trailing_zeros() as usize)
    }

    /// Draws all conclusions; whether none contradicts another.
    pub(super) fn settle(&mut self, ties: &[Tie], owner: &[u8], mine: Mine) -> bool {
        loop {
            let mut again = false;
            for tie in ties {
                let (attacker, defender) = tie.narrow(&mut self.masks, mine);
                for (changed, tile) in [(attacker, tie.attacker), (defender, tie.defender)] {
                    if changed {
                        again = true;
                        self.stale |= 1 << (owner[tile as usize] & 3);
                        if self.masks[tile as usize] == 0 {
                            return false;
                        }
                    }
                }
            }
            while self.stale != 0 {
                let army = self.stale.trailing_zeros() as usize;
                self.stale &= self.stale - 1;
                match self.rosters[army].narrow(&mut self.masks) {
                    Some(lost) => again |= !ties.is_empty() && !lost.is_empty(),
                    None => return false,
                }
            }
            if !again {
                return true;
            }
        }
    }
}
