//! The facts in a view: candidates of each hidden piece by itself, and fights between two of
//! them.
//!
//! A fact about one piece narrows its candidates at once. A fight between two hidden pieces is
//! kept as a constraint for propagation.

use std::sync::LazyLock;

use super::battle::Battle;
use super::cells::{CELLS, Cell, Cells, NONE};
use super::layout::may_stand;
use super::matching::Masks;
use super::piece::{ARMY, BattleResult, MineRule, Piece, PieceSet};
use super::public::SetUp;
use super::seats::SEATS;
use super::state::UNKNOWN;
use super::view::View;
use crate::contract::seat::Seat;

const FLAG: u16 = 1 << Piece::Flag as u16;
const BOMB: u16 = 1 << Piece::Bomb as u16;
const ENGINEER: u16 = 1 << Piece::Engineer as u16;
const MARSHAL: u16 = 1 << Piece::FieldMarshal as u16;

/// The kinds that may stand on each cell before the first move.
static STAND: LazyLock<Masks> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        let cell = Cell::new(index as u8);
        Piece::ALL.into_iter().filter(|piece| may_stand(*piece, cell)).collect::<PieceSet>().bits()
    })
});

/// The kinds that each kind can have met, by mine rule, result of the fight and kind.
type Meetings = [[[u16; 12]; 3]; 3];

/// The kinds of defenders an attacker can have met.
const POSSIBLE_DEFENDERS: Meetings = meetings(false);
/// The kinds of attackers a defender can have met.
const POSSIBLE_ATTACKERS: Meetings = meetings(true);

const fn meetings(turned: bool) -> Meetings {
    const MINES: [MineRule; 3] = [MineRule::Spring, MineRule::Bomb, MineRule::BombEngineerDigs];
    let mut table = [[[0; 12]; 3]; 3];
    let mut pair = 0;
    while pair < 3 * 144 {
        let (mine, attacker, defender) = (MINES[pair / 144], pair / 12 % 12, pair % 12);
        let fight = Piece::from_index(attacker).fight(Piece::from_index(defender), mine);
        let (kind, other) = if turned { (defender, attacker) } else { (attacker, defender) };
        table[mine as usize][fight as usize][kind] |= 1 << other;
        pair += 1;
    }
    table
}

/// Returns the possible kinds of one side of a fight, given those of the other side.
fn partners(table: &[u16; 12], mut kinds: u16) -> u16 {
    let mut met = 0;
    while kinds != 0 {
        met |= table[kinds.trailing_zeros() as usize];
        kinds &= kinds - 1;
    }
    met
}

/// A fight between two pieces whose kinds the viewer does not know.
#[derive(Clone, Copy, Debug)]
pub(super) struct FightConstraint {
    pub(super) attacker: u8,
    pub(super) defender: u8,
    fight: BattleResult,
}

impl FightConstraint {
    /// Removes the kinds without a partner on the other side. Returns whether the attacker and
    /// whether the defender lost any.
    pub(super) fn prune(self, masks: &mut Masks, mine: MineRule) -> (bool, bool) {
        let (attacker, defender) = (self.attacker as usize, self.defender as usize);
        let before = (masks[attacker], masks[defender]);
        masks[defender] &=
            partners(&POSSIBLE_DEFENDERS[mine as usize][self.fight as usize], before.0);
        masks[attacker] &=
            partners(&POSSIBLE_ATTACKERS[mine as usize][self.fight as usize], masks[defender]);
        (masks[attacker] != before.0, masks[defender] != before.1)
    }

    /// Reports whether two pieces, each of one kind, can have had this fight.
    pub(super) fn is_satisfied(self, kinds: &Masks, mine: MineRule) -> bool {
        let attacker = kinds[self.attacker as usize].trailing_zeros() as usize;
        let met = POSSIBLE_DEFENDERS[mine as usize][self.fight as usize];
        met.get(attacker).is_some_and(|met| met & kinds[self.defender as usize] != 0)
    }
}

/// All facts in a view about its hidden pieces, without counts.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The tiles whose kind the viewer does not know.
    pub(super) hidden: Cells,
    /// The possible kinds of each tile by itself, a single kind if the viewer knows it.
    pub(super) masks: Masks,
    /// Fights between two hidden pieces.
    pub(super) constraints: Vec<FightConstraint>,
}

impl Facts {
    pub(super) fn of(view: &View) -> Self {
        let mut facts = Self { hidden: Cells::EMPTY, masks: [0; CELLS], constraints: Vec::new() };
        let flip = view.rules().is_flip();
        let mut pieces = [0; SEATS];
        for owner in view.tiles().map(|tile| view.owner[tile.index()] as usize) {
            *pieces.get_mut(owner).unwrap_or(&mut 0) += 1;
        }
        for tile in view.tiles() {
            let index = tile.index();
            let kind = view.kind[index];
            if kind < UNKNOWN {
                facts.masks[index] = 1 << kind;
                continue;
            }
            facts.hidden.insert(tile);
            facts.masks[index] =
                if flip { PieceSet::ALL.bits() } else { unary_mask(view, tile, &pieces) };
        }
        if !flip && !facts.hidden.is_empty() {
            for (tile, maybe) in &view.public.possible_kinds {
                facts.keep(tile.index(), maybe.bits());
            }
            facts.read_carriers(view);
            facts.read_battles(view);
        }
        facts
    }

    /// Excludes Bombs from the carriers of Flags: a Bomb destroys a Flag, unless a ruling lets it
    /// stay.
    fn read_carriers(&mut self, view: &View) {
        if view.rules().fights_told {
            return;
        }
        for tile in view.public.carrier.into_iter().filter(|tile| *tile != NONE) {
            self.keep(tile as usize, !BOMB);
        }
    }

    fn read_battles(&mut self, view: &View) {
        let rules = &view.rules();
        // Armies whose Flag was struck, and pieces shown by a scout, so far.
        let (mut struck, mut scouted) = (0u8, Cells::EMPTY);
        // Pieces revealed by a house rule, at an unrecorded time, are not attributed to scouts.
        let by_scouts = view.battles().iter().filter(|battle| battle.scouted);
        let revealed =
            view.public.shown.difference(by_scouts.map(|battle| battle.defender).collect());
        for battle in view.battles() {
            if rules.marshal_reveals_flag {
                self.read_flags(view, battle, struck);
            }
            let (attacker, defender) = (battle.attacker.index(), battle.defender.index());
            if battle.scouted {
                scouted.insert(battle.defender);
                self.keep(attacker, ENGINEER);
            } else if rules.scout
                && battle.fight == BattleResult::DefenderStays
                && !battle.ruled
                && !scouted.contains(battle.defender)
                && !revealed.contains(battle.defender)
            {
                // A piece to which an Engineer falls is shown.
                self.keep(attacker, !ENGINEER);
            }
            if battle.fight != BattleResult::DefenderStays {
                // Everyone learns of a struck Flag, so a hidden piece was none.
                self.keep(defender, !FLAG);
                if self.masks[defender] == FLAG {
                    struck |= 1 << (view.owner[defender] & 7);
                }
            }
            if !battle.ruled {
                self.read_fight(view, battle);
            }
        }
    }

    /// Reads Flags: a shown Flag means a fallen Field Marshal, otherwise another piece fell.
    fn read_flags(&mut self, view: &View, battle: &Battle, struck: u8) {
        for (tile, shown, stayed) in [
            (battle.attacker, battle.attacker_flag, BattleResult::AttackerStays),
            (battle.defender, battle.defender_flag, BattleResult::DefenderStays),
        ] {
            let by_rank = !battle.ruled && struck >> (view.owner[tile.index()] & 7) & 1 == 0;
            if shown {
                self.keep(tile.index(), MARSHAL);
            } else if by_rank && battle.fight != stayed {
                self.keep(tile.index(), !MARSHAL);
            }
        }
    }

    fn read_fight(&mut self, view: &View, battle: &Battle) {
        let hidden = [battle.attacker, battle.defender].map(|tile| self.hidden.contains(tile));
        if hidden == [false; 2] {
            return;
        }
        let (attacker, defender) = (battle.attacker.index() as u8, battle.defender.index() as u8);
        let tie = FightConstraint { attacker, defender, fight: battle.fight };
        if hidden == [true; 2] {
            self.constraints.push(tie);
        } else {
            tie.prune(&mut self.masks, view.rules().mine);
        }
    }

    /// Restricts the candidates of a hidden piece to these kinds.
    fn keep(&mut self, index: usize, kinds: u16) {
        if self.hidden.contains(Cell::new(index as u8)) {
            self.masks[index] &= kinds;
        }
    }
}

/// Returns the kinds of a tile that a position set up by hand allows. A piece that never moves is
/// where it was laid out, and an army that plays has its Flag.
fn set_up_mask(set_up: &SetUp, tile: Cell, owner: u8) -> u16 {
    let seat = Seat::new(owner & 7);
    if set_up.gone.contains(tile) {
        let flag = if set_up.alive.contains(seat) { FLAG } else { 0 };
        return PieceSet::ALL.bits() & !flag;
    }
    let own = if tile.land() == Some(seat) { STAND[tile.index()] } else { 0 };
    PieceSet::MOVING.bits() | own
}

/// Returns the kinds that the start and the moves of a piece allow.
fn unary_mask(view: &View, tile: Cell, pieces: &[usize; SEATS]) -> u16 {
    let index = tile.index();
    // Pieces of incomplete armies, as in perft positions, start anywhere.
    let laid_out = pieces.get(view.owner[index] as usize) == Some(&ARMY);
    let stand = match &view.public.ground.set_up {
        Some(set_up) => set_up_mask(set_up, tile, view.owner[index]),
        None if laid_out => STAND[index],
        None => PieceSet::ALL.bits(),
    };
    if view.public.turned_corner.contains(tile) {
        let bombs = view.rules().bomb_moves_as_engineer;
        return stand & if bombs { ENGINEER | BOMB } else { ENGINEER };
    }
    let moved = view.public.moved.contains(tile);
    if moved { stand & PieceSet::MOVING.bits() } else { stand }
}
