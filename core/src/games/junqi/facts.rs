//! The facts in a view: candidates of each hidden piece by itself, and fights between two of
//! them.
//!
//! A fact about one piece narrows its candidates at once. A fight between two hidden pieces is
//! kept as a constraint for propagation.

use std::sync::LazyLock;

use super::battle::Battle;
use super::cells::{CELLS, Cell};
use super::layout::may_stand;
use super::matching::CandidateSets;
use super::packed_option::PackedOption;
use super::piece::{ARMY, BattleResult, MineRule, Piece, PieceSet};
use super::public::SetUp;
use super::seats::SEATS;
use super::tile::{Tile, Tiles};
use super::view::View;
use crate::contract::seat::{Seat, SeatSet};

const FLAG: PieceSet = PieceSet::of_bits(1 << Piece::Flag as u16);
const BOMB: PieceSet = PieceSet::of_bits(1 << Piece::Bomb as u16);
const ENGINEER: PieceSet = PieceSet::of_bits(1 << Piece::Engineer as u16);
const MARSHAL: PieceSet = PieceSet::of_bits(1 << Piece::FieldMarshal as u16);

/// The kinds that may stand on each cell before the first move.
static STAND: LazyLock<CandidateSets> = LazyLock::new(|| {
    let mut stand = CandidateSets::filled(PieceSet::EMPTY);
    for cell in (0..CELLS as u8).map(Cell::new) {
        let kinds = Piece::ALL.into_iter().filter(|piece| may_stand(*piece, cell));
        stand[Tile::named_by(cell)] = kinds.collect();
    }
    stand
});

/// The kinds that each kind can have met, by mine rule, result of the fight and kind.
type Meetings = [[[PieceSet; 12]; 3]; 3];

/// The kinds of defenders an attacker can have met.
const POSSIBLE_DEFENDERS: Meetings = meetings(false);
/// The kinds of attackers a defender can have met.
const POSSIBLE_ATTACKERS: Meetings = meetings(true);

const fn meetings(turned: bool) -> Meetings {
    const MINES: [MineRule; 3] = [MineRule::Spring, MineRule::Bomb, MineRule::BombEngineerDigs];
    let mut table = [[[PieceSet::EMPTY; 12]; 3]; 3];
    let mut pair = 0;
    while pair < 3 * 144 {
        let (mine, attacker, defender) = (MINES[pair / 144], pair / 12 % 12, pair % 12);
        let fight = Piece::from_index(attacker).fight(Piece::from_index(defender), mine);
        let (kind, other) = if turned { (defender, attacker) } else { (attacker, defender) };
        let met = &mut table[mine as usize][fight as usize][kind];
        *met = PieceSet::of_bits(met.bits() | 1 << other);
        pair += 1;
    }
    table
}

/// Returns the possible kinds of one side of a fight, given those of the other side.
fn partners(table: &[PieceSet; 12], kinds: PieceSet) -> PieceSet {
    kinds.iter().fold(PieceSet::EMPTY, |met, kind| met.union(table[kind.index()]))
}

/// A fight between two pieces whose kinds the viewer does not know.
#[derive(Clone, Copy, Debug)]
pub(super) struct FightConstraint {
    pub(super) attacker: Tile,
    pub(super) defender: Tile,
    fight: BattleResult,
}

impl FightConstraint {
    /// Removes the kinds without a partner on the other side. Returns whether the attacker and
    /// whether the defender lost any.
    pub(super) fn prune(self, candidates: &mut CandidateSets, mine: MineRule) -> (bool, bool) {
        let before = (candidates[self.attacker], candidates[self.defender]);
        let defenders = &POSSIBLE_DEFENDERS[mine as usize][self.fight as usize];
        let attackers = &POSSIBLE_ATTACKERS[mine as usize][self.fight as usize];
        let defender = before.1.intersection(partners(defenders, before.0));
        candidates[self.defender] = defender;
        let attacker = candidates[self.attacker].intersection(partners(attackers, defender));
        candidates[self.attacker] = attacker;
        (attacker != before.0, defender != before.1)
    }

    /// Reports whether two pieces, each of one kind, can have had this fight.
    pub(super) fn is_satisfied(self, dealt: &CandidateSets, mine: MineRule) -> bool {
        let met = &POSSIBLE_DEFENDERS[mine as usize][self.fight as usize];
        let attacker = dealt[self.attacker].first_kind();
        attacker
            .is_some_and(|kind| !met[kind.index()].intersection(dealt[self.defender]).is_empty())
    }
}

/// All facts in a view about its hidden pieces, without counts.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The tiles whose kind the viewer does not know.
    pub(super) hidden: Tiles,
    /// The possible kinds of each tile by itself, a single kind if the viewer knows it.
    pub(super) candidates: CandidateSets,
    /// Fights between two hidden pieces.
    pub(super) constraints: Vec<FightConstraint>,
}

impl Facts {
    pub(super) fn of(view: &View) -> Self {
        let candidates = CandidateSets::filled(PieceSet::EMPTY);
        let mut facts = Self { hidden: Tiles::EMPTY, candidates, constraints: Vec::new() };
        let flip = view.rules().is_flip();
        let mut pieces = [0; SEATS];
        for owner in view.tiles().filter_map(|tile| view.owner[tile].get()) {
            pieces[owner.index()] += 1;
        }
        for tile in view.tiles() {
            if let Some(kind) = view.kind[tile].kind() {
                facts.candidates[tile] = PieceSet::one(kind);
                continue;
            }
            facts.hidden.insert(tile);
            facts.candidates[tile] =
                if flip { PieceSet::ALL } else { kinds_by_itself(view, tile, &pieces) };
        }
        if !flip && !facts.hidden.is_empty() {
            for (tile, maybe) in &view.public.possible_kinds {
                facts.keep(*tile, *maybe);
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
        for tile in view.public.carrier.into_iter().filter_map(PackedOption::get) {
            self.exclude(tile, BOMB);
        }
    }

    fn read_battles(&mut self, view: &View) {
        let rules = &view.rules();
        // Armies whose Flag was struck, and pieces shown by a scout, so far.
        let (mut struck, mut scouted) = (SeatSet::EMPTY, Tiles::EMPTY);
        // Pieces revealed by a house rule, at an unrecorded time, are not attributed to scouts.
        let by_scouts = view.battles().iter().filter(|battle| battle.scouted);
        let revealed =
            view.public.shown.difference(by_scouts.map(|battle| battle.defender).collect());
        for battle in view.battles() {
            if rules.marshal_reveals_flag {
                self.read_flags(view, battle, struck);
            }
            let (attacker, defender) = (battle.attacker, battle.defender);
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
                self.exclude(attacker, ENGINEER);
            }
            if battle.fight != BattleResult::DefenderStays {
                // Everyone learns of a struck Flag, so a hidden piece was none.
                self.exclude(defender, FLAG);
                if let Some(owner) = view.owner[defender].get()
                    && self.candidates[defender] == FLAG
                {
                    struck.insert(owner);
                }
            }
            if !battle.ruled {
                self.read_fight(view, battle);
            }
        }
    }

    /// Reads Flags: a shown Flag means a fallen Field Marshal, otherwise another piece fell.
    fn read_flags(&mut self, view: &View, battle: &Battle, struck: SeatSet) {
        for (tile, shown, stayed) in [
            (battle.attacker, battle.attacker_flag, BattleResult::AttackerStays),
            (battle.defender, battle.defender_flag, BattleResult::DefenderStays),
        ] {
            let flag_struck = || view.owner[tile].get().is_some_and(|owner| struck.contains(owner));
            if shown {
                self.keep(tile, MARSHAL);
            } else if !battle.ruled && battle.fight != stayed && !flag_struck() {
                self.exclude(tile, MARSHAL);
            }
        }
    }

    fn read_fight(&mut self, view: &View, battle: &Battle) {
        let hidden = [battle.attacker, battle.defender].map(|tile| self.hidden.contains(tile));
        if hidden == [false; 2] {
            return;
        }
        let Battle { attacker, defender, fight, .. } = *battle;
        let constraint = FightConstraint { attacker, defender, fight };
        if hidden == [true; 2] {
            self.constraints.push(constraint);
        } else {
            constraint.prune(&mut self.candidates, view.rules().mine);
        }
    }

    /// Restricts the candidates of a hidden piece to these kinds.
    fn keep(&mut self, tile: Tile, kinds: PieceSet) {
        if self.hidden.contains(tile) {
            self.candidates[tile] = self.candidates[tile].intersection(kinds);
        }
    }

    /// Removes these kinds from the candidates of a hidden piece.
    fn exclude(&mut self, tile: Tile, kinds: PieceSet) {
        self.keep(tile, PieceSet::ALL.difference(kinds));
    }
}

/// Returns the kinds of a tile that a position set up by hand allows. A piece that never moves is
/// where it was laid out, and an army that plays has its Flag.
fn kinds_by_set_up(set_up: &SetUp, tile: Tile, owner: Option<Seat>) -> PieceSet {
    if set_up.gone.contains(tile) {
        let plays = owner.is_some_and(|owner| set_up.alive.contains(owner));
        return if plays { PieceSet::ALL.difference(FLAG) } else { PieceSet::ALL };
    }
    let at_home = owner.is_some() && tile.start().land() == owner;
    if at_home { PieceSet::MOVING.union(STAND[tile]) } else { PieceSet::MOVING }
}

/// Returns the kinds that the start and the moves of a piece allow.
fn kinds_by_itself(view: &View, tile: Tile, pieces: &[usize; SEATS]) -> PieceSet {
    let owner = view.owner[tile].get();
    // Pieces of incomplete armies, as in perft positions, start anywhere.
    let laid_out = owner.is_some_and(|owner| pieces[owner.index()] == ARMY);
    let stand = match &view.public.ground.set_up {
        Some(set_up) => kinds_by_set_up(set_up, tile, owner),
        None if laid_out => STAND[tile],
        None => PieceSet::ALL,
    };
    if view.public.turned_corner.contains(tile) {
        let bombs = view.rules().bomb_moves_as_engineer;
        return stand.intersection(if bombs { ENGINEER.union(BOMB) } else { ENGINEER });
    }
    let moved = view.public.moved.contains(tile);
    if moved { stand.intersection(PieceSet::MOVING) } else { stand }
}
