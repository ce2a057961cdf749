//! The mover's knowledge of the board in one decision: the pieces of the enemies, with the
//! probabilities of their kinds and the cells they can strike, and the likeliest cells of the
//! Flags.

use crate::contract::options::RuleSet;
use crate::contract::seat::Seat;
use crate::games::junqi::belief::KindProbabilities;
use crate::games::junqi::board::Board;
use crate::games::junqi::board_map::CellMap;
use crate::games::junqi::cells::{Cell, Cells};
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::{BattleResult, Kind};
use crate::games::junqi::tile::Tile;
use crate::games::junqi::view::View;

use super::history::MoveHistory;

/// Rough values of the kinds, in the order of [`Kind::ALL`].
const VALUES: [f32; 12] = [10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.5, 3.0, 5.0, 2.5, 50.0];
/// The weight of threats by hidden pieces that have never moved, which mostly stay where they are.
const UNMOVED_THREAT: f32 = 0.5;
/// The weight of threats by Bombs to pieces of the other groups, on which Bombs are rarely spent.
const BOMB_THREAT_TO_WEAK: f32 = 0.3;
/// The number of groups of kinds, the strongest first, on which a Bomb is well spent.
const STRONG_GROUPS: usize = 2;
/// The number of kinds, the strongest first, against which a strike by a Bomb is a success.
const STRONG_KINDS: usize = 4;
/// The maximum number of enemy pieces: one for each bit of a set of attackers.
const MAX_ENEMIES: usize = 128;
/// The entry of `enemy_indices` for a cell without a piece of an enemy.
const NO_ENEMY: u8 = u8::MAX;
/// The distance in steps to the nearest enemy Flag, if no piece on the board can be one.
const FAR: i32 = 20;

/// The number of groups that [`kind_group`] distinguishes.
pub(super) const KIND_GROUPS: usize = 6;

/// Returns the index of a kind's group. People move the kinds of a group alike.
pub(super) fn kind_group(kind: Kind) -> usize {
    match kind {
        Kind::FieldMarshal | Kind::General => 0,
        Kind::MajorGeneral | Kind::Brigadier => 1,
        Kind::Colonel | Kind::Major => 2,
        Kind::Captain | Kind::Lieutenant => 3,
        Kind::Engineer => 4,
        Kind::Bomb | Kind::Landmine | Kind::Flag => 5,
    }
}

/// An enemy piece on the board.
pub(super) struct EnemyPiece {
    pub(super) tile: Tile,
    pub(super) cell: Cell,
    pub(super) owner: Seat,
    pub(super) chances: KindProbabilities,
    /// True if the mover knows its kind.
    pub(super) known: bool,
    /// True if it has ever moved.
    pub(super) moved: bool,
    /// The number of battles that it has survived.
    pub(super) wins: u8,
}

impl EnemyPiece {
    /// Returns the kind of the piece, if the mover sees it.
    pub(super) fn known_kind(&self) -> Option<Kind> {
        let kind = || Kind::ALL.into_iter().find(|kind| self.chances[kind.index()] > 0.5);
        self.known.then(kind).flatten()
    }
}

/// The board as the mover sees it.
pub(super) struct Situation<'a> {
    pub(super) view: &'a View,
    pub(super) board: &'a Board,
    pub(super) seat: Seat,
    pub(super) enemies: Vec<EnemyPiece>,
    /// True if a piece of an enemy that has moved is within three steps of the mover's own Flag.
    pub(super) is_flag_in_danger: bool,
    /// For each cell, the index in `enemies` of the piece there, or [`NO_ENEMY`].
    enemy_indices: CellMap<u8>,
    /// For each cell, the enemies that could strike there now, as bits by their index in `enemies`.
    attackers: CellMap<u128>,
    occupied: Cells,
    /// The likeliest cell of the Flag of each enemy army.
    flags: Vec<Cell>,
    /// The cell of the mover's Flag, `None` if it is not on the board.
    own_flag: Option<Cell>,
    /// The first enemy seat to move after the mover.
    next_enemy: Option<Seat>,
}

impl<'a> Situation<'a> {
    pub(super) fn new(view: &'a View, seat: Seat, history: &MoveHistory) -> Self {
        let order = view.rules().order();
        let start = order.iter().position(|other| *other == seat).unwrap_or(0);
        let following = (1..order.len()).map(|step| order[(start + step) % order.len()]);
        let is_enemy =
            |owner: &Seat| !view.allied(*owner, seat) && view.public.alive.contains(*owner);
        let mut situation = Self {
            view,
            board: view.board(),
            seat,
            enemies: Vec::new(),
            is_flag_in_danger: false,
            enemy_indices: CellMap::filled(NO_ENEMY),
            attackers: CellMap::filled(0),
            occupied: view.occupied(),
            flags: Vec::new(),
            own_flag: None,
            next_enemy: { following }.find(is_enemy),
        };
        for cell in situation.occupied.iter() {
            let Some(tile) = view.tile_at(cell) else { continue };
            let Some(owner) = view.owner[tile].get() else { continue };
            if owner == seat && view.kind[tile].kind() == Some(Kind::Flag) {
                situation.own_flag = Some(cell);
            } else if !view.allied(owner, seat) && situation.enemies.len() < MAX_ENEMIES {
                situation.add_enemy(tile, cell, owner, history.wins[tile]);
            }
        }
        situation.find_flags();
        situation.is_flag_in_danger = situation.enemies.iter().any(|enemy| {
            enemy.moved && situation.own_flag_distance(enemy.cell).is_some_and(|steps| steps <= 3)
        });
        situation
    }

    /// Adds an enemy piece with the cells that it could strike.
    fn add_enemy(&mut self, tile: Tile, cell: Cell, owner: Seat, wins: u8) {
        let known = self.view.kind[tile].kind();
        let chances = match known {
            Some(kind) => Kind::ALL.map(|other| if other == kind { 1.0 } else { 0.0 }),
            None => self.view.belief().chances(tile),
        };
        let index = self.enemies.len();
        self.enemy_indices[cell] = index as u8;
        let fixed = chances[Kind::Landmine.index()] + chances[Kind::Flag.index()];
        let may_move = fixed < 0.99 && !self.board.headquarters().contains(cell);
        if may_move {
            let reach = self.destinations(known, cell, &self.occupied);
            for reached in reach.iter().filter(|reached| *reached != cell) {
                self.attackers[reached] |= 1 << index;
            }
        }
        let moved = self.view.public.moved.contains(tile);
        let known = known.is_some();
        self.enemies.push(EnemyPiece { tile, cell, owner, chances, known, moved, wins });
    }

    /// Finds the likeliest cell of the Flag of each enemy army.
    fn find_flags(&mut self) {
        let flag_chance = |enemy: &EnemyPiece| enemy.chances[Kind::Flag.index()];
        for owner in self.view.rules().seats().iter() {
            let pieces = self.enemies.iter().filter(|enemy| enemy.owner == owner);
            let likely = pieces.filter(|enemy| flag_chance(enemy) > 0.0);
            let best = likely.max_by(|a, b| flag_chance(a).total_cmp(&flag_chance(b)));
            self.flags.extend(best.map(|enemy| enemy.cell));
        }
    }

    /// Returns the cells that a piece can reach in one move, including the first occupied ones. The
    /// kind is `None` for a hidden piece, which is assumed to turn corners only if all pieces may.
    fn destinations(&self, kind: Option<Kind>, cell: Cell, occupied: &Cells) -> Cells {
        let rules = self.view.rules();
        let turns = rules.rail_turns
            || kind == Some(Kind::Engineer)
            || (kind == Some(Kind::Bomb) && rules.bomb_moves_as_engineer);
        if turns {
            self.board.turner_destinations(cell, occupied)
        } else {
            self.board.slider_destinations(cell, occupied)
        }
    }

    /// Returns the kind of the mover's piece on a cell. An unrecorded piece counts as a Lieutenant.
    pub(super) fn own_kind(&self, cell: Cell) -> Kind {
        let tile = self.view.tile_at(cell);
        tile.and_then(|tile| self.view.kind[tile].kind()).unwrap_or(Kind::Lieutenant)
    }

    /// Returns the enemy piece on a cell.
    pub(super) fn enemy_at(&self, cell: Cell) -> Option<&EnemyPiece> {
        self.enemies.get(usize::from(self.enemy_indices[cell]))
    }

    /// Reports whether the enemy piece with this index in `enemies` could strike on a cell now.
    pub(super) fn can_strike(&self, index: usize, cell: Cell) -> bool {
        self.attackers[cell] >> index & 1 == 1 && !self.board.camps().contains(cell)
    }

    /// Returns the chance that a piece of this kind wins if it strikes the enemy, and the chance
    /// that it loses. In the remaining cases both pieces fall.
    pub(super) fn odds(&self, kind: Kind, enemy: &EnemyPiece) -> (f32, f32) {
        let (mut win, mut lose) = (0.0, 0.0);
        for (other, chance) in Kind::ALL.into_iter().zip(enemy.chances) {
            match kind.battle_result(other, self.view.rules().mine) {
                BattleResult::AttackerSurvives => win += chance,
                BattleResult::DefenderSurvives => lose += chance,
                BattleResult::BothGone => {}
            }
        }
        (win, lose)
    }

    /// Returns the chance that a strike succeeds. A Bomb succeeds if it takes one of the strongest
    /// kinds ([`STRONG_KINDS`]), any other piece if it wins.
    pub(super) fn success(&self, kind: Kind, enemy: &EnemyPiece) -> f32 {
        match kind {
            Kind::Bomb => enemy.chances[..STRONG_KINDS].iter().sum(),
            _ => self.odds(kind, enemy).0,
        }
    }

    /// Returns the expected gain of a strike, in units of [`VALUES`], or `None` for another action.
    pub(super) fn gain(&self, action: Action) -> Option<f32> {
        let Action::Move { from, to, .. } = action else { return None };
        let enemy = self.enemy_at(to)?;
        let kind = self.own_kind(from);
        let cost = VALUES[kind.index()];
        let mut gain = 0.0;
        for (other, chance) in Kind::ALL.into_iter().zip(enemy.chances) {
            let taken = VALUES[other.index()];
            gain += chance
                * match kind.battle_result(other, self.view.rules().mine) {
                    BattleResult::AttackerSurvives => taken,
                    BattleResult::DefenderSurvives => -cost,
                    BattleResult::BothGone => taken - cost,
                };
        }
        Some(gain)
    }

    /// Returns the largest chance that an enemy piece other than `except` would win by striking a
    /// piece of this kind on a cell. Hidden pieces that have never moved have less weight.
    pub(super) fn threat(&self, kind: Kind, cell: Cell, except: Option<Tile>) -> f32 {
        if self.board.camps().contains(cell) {
            return 0.0;
        }
        let mut largest = 0.0f32;
        let mut rest = self.attackers[cell];
        while rest != 0 {
            let enemy = &self.enemies[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            if Some(enemy.tile) != except {
                let is_active = enemy.moved || enemy.known;
                let weight = if is_active { 1.0 } else { UNMOVED_THREAT };
                largest = largest.max(weight * self.chance_to_beat(enemy, kind));
            }
        }
        largest
    }

    /// Returns the chance that an enemy piece would win by striking a piece of this kind. A Bomb
    /// that takes the piece counts as a win, with less weight if the piece is weak.
    fn chance_to_beat(&self, enemy: &EnemyPiece, kind: Kind) -> f32 {
        let bomb_weight = if kind_group(kind) < STRONG_GROUPS { 1.0 } else { BOMB_THREAT_TO_WEAK };
        let mut sum = 0.0;
        for (other, chance) in Kind::ALL.into_iter().zip(enemy.chances) {
            if !other.moves() {
                continue;
            }
            match other.battle_result(kind, self.view.rules().mine) {
                BattleResult::AttackerSurvives => sum += chance,
                BattleResult::BothGone if other == Kind::Bomb => sum += chance * bomb_weight,
                _ => {}
            }
        }
        sum
    }

    /// Returns the best chance of success of a strike by a piece of this kind from a cell, and
    /// whether it would probably beat an enemy that has won battles. `vacated` is the cell that
    /// the piece comes from, which then counts as empty.
    pub(super) fn best_target(&self, kind: Kind, cell: Cell, vacated: Option<Cell>) -> (f32, bool) {
        let mut occupied = self.occupied;
        vacated.into_iter().for_each(|vacated| occupied.remove(vacated));
        let (mut best, mut beats_winner) = (0.0f32, false);
        let reach = self.destinations(Some(kind), cell, &occupied);
        for to in reach.difference(*self.board.camps()).iter().filter(|to| *to != cell) {
            let Some(enemy) = self.enemy_at(to) else { continue };
            let chance = self.success(kind, enemy);
            best = best.max(chance);
            beats_winner |= enemy.wins > 0 && chance > 0.5;
        }
        (best, beats_winner)
    }

    /// Returns the number of steps to the nearest likely Flag of an enemy army.
    pub(super) fn flag_distance(&self, cell: Cell) -> i32 {
        let steps = self.flags.iter().map(|flag| i32::from(self.board.distance(cell, *flag)));
        steps.min().unwrap_or(FAR)
    }

    /// Returns the number of steps to the mover's Flag, or `None` if it is not on the board.
    pub(super) fn own_flag_distance(&self, cell: Cell) -> Option<i32> {
        self.own_flag.map(|flag| i32::from(self.board.distance(cell, flag)))
    }

    /// Returns the relation of the seat whose land a cell is in ([`Situation::relation`]), or 4 for
    /// a cell in the centre.
    pub(super) fn land(&self, cell: Cell) -> usize {
        cell.land().map_or(4, |seat| self.relation(seat))
    }

    /// Returns the relation of a seat to the mover: 0 for the mover itself, 1 for an ally, 2 for
    /// the enemy that moves next, 3 for any other enemy.
    pub(super) fn relation(&self, seat: Seat) -> usize {
        match seat {
            _ if seat == self.seat => 0,
            _ if self.view.allied(seat, self.seat) => 1,
            _ if Some(seat) == self.next_enemy => 2,
            _ => 3,
        }
    }
}
